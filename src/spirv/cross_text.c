/* SPDX-License-Identifier: MIT */
/*
 * What SPIRV-Cross writes, made shorter for readers: numbers by the fewest digits that give the same float, and no
 * functions that nothing calls.
 */
#include "spirv/cross_text.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Length of a decimal number with a point or an exponent; 0 where there is none. */
static size_t decimal_length(const char *text)
{
    size_t at = 0;
    bool real = false;
    while (is_digit(text[at]))
        at++;
    if (at == 0)
        return 0;
    if (text[at] == '.') {
        real = true;
        at++;
        while (is_digit(text[at]))
            at++;
    }
    if (text[at] == 'e' || text[at] == 'E') {
        size_t sign = at + 1 + (text[at + 1] == '+' || text[at + 1] == '-');
        if (is_digit(text[sign])) {
            real = true;
            for (at = sign; is_digit(text[at]);)
                at++;
        }
    }
    return real ? at : 0;
}

static void put_number(s9_buffer *out, const char *text, size_t length)
{
    char digits[S9_FLOAT_TEXT];
    float value;
    if (s9_parse_float(text, length, &value) != length || (s9_float_bits(value) & 0x7F800000u) == 0x7F800000u) {
        s9_buffer_append(out, text, length);
        return;
    }
    size_t count = s9_format_float(value, digits);
    bool whole = true;
    for (size_t i = 0; i < count; i++)
        whole = whole && digits[i] != '.' && digits[i] != 'e';
    if (count + (whole ? 2u : 0) >= length) {
        s9_buffer_append(out, text, length);
        return;
    }
    s9_buffer_append(out, digits, count);
    if (whole)
        s9_buffer_text(out, ".0");
}

/* Does the name occur before `end` or behind it, in other words than `from` up to `to`? */
static bool called(const char *text, const char *name, size_t length, const char *from, const char *to)
{
    for (const char *at = text; *at != '\0';) {
        if (at == from) {
            at = to;
            continue;
        }
        if (!is_word(*at)) {
            at++;
            continue;
        }
        size_t word = 1;
        while (is_word(at[word]))
            word++;
        if (word == length && memcmp(at, name, length) == 0)
            return true;
        at += word;
    }
    return false;
}

/*
 * End of a template of SPIRV-Cross that nothing calls, which begins at `from` at the beginning of a line; NULL for
 * everything else. There are five of them at most.
 */
static const char *unused_template(const char *text, const char *from)
{
    if (strncmp(from, "template<", 9) != 0)
        return NULL;
    const char *end = strstr(from, "\n}\n"), *name = strstr(from, " spv");
    if (end == NULL || name == NULL || name > end)
        return NULL;
    size_t length = 0;
    name++;
    end += 3;
    end += *end == '\n';
    while (is_word(name[length]))
        length++;
    return called(text, name, length, from, end) ? NULL : end;
}

size_t s9_cross_count_word(const char *text, const char *word)
{
    size_t wanted = strlen(word), count = 0;
    while (*text != '\0') {
        size_t length = 1;
        while (is_word(*text) && is_word(text[length]))
            length++;
        count += length == wanted && memcmp(text, word, length) == 0;
        text += length;
    }
    return count;
}

/* The word `main` of "TYPE main(" at the left edge: a definition. */
static bool is_main(const char *line, const char *at)
{
    return is_word(*line) && strncmp(at, "main(", 5) == 0 && at > line && at[-1] == ' ';
}

void s9_cross_tidy(s9_buffer *out, const char *whole, const char *text, const char *entry)
{
    bool line_begins = true;
    const char *line = text;
    while (*text != '\0') {
        const char *after = line_begins ? unused_template(whole, text) : NULL;
        if (after != NULL) {
            text = after;
            continue;
        }
        size_t length = 1;
        if (line_begins)
            line = text;
        if (line_begins && *text == '#') { /* directives hold names of files */
            length = strcspn(text, "\n");
            s9_buffer_append(out, text, length);
            line_begins = false;
        } else if (is_digit(*text) && decimal_length(text) != 0) {
            length = decimal_length(text);
            put_number(out, text, length);
            line_begins = false;
        } else {
            while (is_word(*text) && is_word(text[length]))
                length++;
            if (entry != NULL && is_main(line, text))
                s9_buffer_text(out, entry);
            else
                s9_buffer_append(out, text, length);
            line_begins = *text == '\n';
        }
        text += length;
    }
}
