/* SPDX-License-Identifier: MIT */
/* Arrays of numbers in C source, as compilers and tools write shaders into headers. */
#include "bytecode/text.h"

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static uint32_t hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0');
    return (uint32_t)((c | 0x20) - 'a' + 10);
}

/* A whole number of C: decimal, octal or hexadecimal, an optional sign, suffixes u and l. */
static bool read_number(s9_scan *scan, int64_t *value)
{
    size_t at = scan->at, size = scan->size;
    const char *text = scan->text;
    bool negative = false;
    uint32_t base = 10;
    uint64_t number = 0;
    if (at < size && text[at] == '-') {
        negative = true;
        at++;
    }
    if (at + 1 < size && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')) {
        base = 16;
        at += 2;
    } else if (at < size && text[at] == '0') {
        base = 8;
    }
    size_t digits = 0;
    for (; at < size && is_hex(text[at]); at++, digits++) {
        uint32_t digit = hex_value(text[at]);
        if (digit >= base)
            break;
        number = number * base + digit;
        if (number > UINT32_MAX)
            return false;
    }
    if (digits == 0 || (negative && number > 0x80000000u))
        return false;
    while (at < size && (text[at] == 'u' || text[at] == 'U' || text[at] == 'l' || text[at] == 'L'))
        at++;
    if (at < size && (is_hex(text[at]) || text[at] == '.' || text[at] == '_' || text[at] == 'x'))
        return false;
    scan->at = at;
    *value = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

static void keep(uint8_t *out, size_t limit, size_t *kept, int64_t value, bool byte_wide)
{
    uint32_t word = (uint32_t)value;
    for (uint32_t i = 0; i < (byte_wide ? 1u : 4u); i++) {
        if (out == NULL || *kept >= limit)
            return;
        out[(*kept)++] = (uint8_t)(word >> (8 * i));
    }
}

/*
 * Elements from scan->at up to the closing brace (or the end of the text). Two passes: the width of the elements is
 * known only when all are seen. A table without a number above 255 is one of bytes, since a version token is larger.
 */
static bool read_elements(s9_scan *scan, bool closed, s9_c_array *array, uint8_t *out, size_t limit, size_t *kept)
{
    s9_scan again = *scan;
    int64_t value, largest = 0, smallest = 0;
    array->start = scan->at;
    array->count = 0;
    for (;;) {
        if (!s9_scan_next(scan)) {
            if (closed)
                return false;
            break;
        }
        if (closed && scan->text[scan->at] == '}')
            break;
        if (!read_number(scan, &value))
            return false;
        if (value > largest)
            largest = value;
        if (value < smallest)
            smallest = value;
        array->count++;
        if (!s9_scan_next(scan))
            continue;
        if (scan->text[scan->at] == ',')
            scan->at++;
        else if (closed && scan->text[scan->at] != '}')
            return false;
    }
    array->byte_wide = largest <= 255 && smallest >= -128;
    *kept = 0;
    for (size_t i = 0; out != NULL && *kept < limit && i < array->count; i++) {
        s9_scan_next(&again);
        if (!read_number(&again, &value))
            return false;
        keep(out, limit, kept, value, array->byte_wide);
        if (s9_scan_next(&again) && again.text[again.at] == ',')
            again.at++;
    }
    return array->count > 0;
}

static bool is_element_type(const char *word, size_t length)
{
    static const char *const types[] = {"BYTE",   "DWORD",    "UINT",     "UCHAR",   "char",    "unsigned", "uint8_t",
                                        "int8_t", "uint32_t", "Uint8",    "Uint32",  "uint8",   "uint32",   "u8",
                                        "u32",    "ULONG",    "uint32be", "GLubyte", "int32_t", "long"};
    for (size_t i = 0; i < S9_COUNT(types); i++)
        if (strlen(types[i]) == length && memcmp(types[i], word, length) == 0)
            return true;
    return false;
}

bool s9_next_c_array(s9_scan *scan, s9_c_array *array, uint8_t *out, size_t limit, size_t *kept)
{
    bool equals = false, typed = false, bracket = false;
    size_t name = 0, name_length = 0;
    *kept = 0;
    while (s9_scan_next(scan)) {
        scan->line_start = false;
        size_t length = s9_scan_word(scan);
        if (length > 0) {
            typed |= is_element_type(scan->text + scan->at, length);
            if (!bracket) {
                name = scan->at;
                name_length = length;
            }
            equals = false;
            scan->at += length;
            continue;
        }
        char c = scan->text[scan->at++];
        if (c == '{' && equals && bracket) {
            s9_scan inside = *scan;
            array->typed = typed;
            array->name = name;
            array->name_length = name_length;
            if (read_elements(&inside, true, array, out, limit, kept)) {
                *scan = inside;
                return true;
            }
        }
        if (c == ';' || c == '{' || c == '}')
            typed = bracket = false;
        if (c == ']')
            bracket = true;
        equals = c == '=';
    }
    return false;
}

/* Tokens of `width` hexadecimal digits without a prefix, as a dump of words (8) or bytes (2) has them. */
static bool hex_dump(const char *text, size_t size, size_t width, s9_c_array *array, uint8_t *out, size_t limit,
                     size_t *kept)
{
    s9_scan scan;
    s9_scan_start(&scan, text, size);
    array->name = array->name_length = 0;
    array->count = 0;
    array->byte_wide = width == 2;
    array->typed = false;
    *kept = 0;
    while (s9_scan_next(&scan)) {
        scan.line_start = false;
        size_t digits = 0;
        uint32_t value = 0;
        if (array->count == 0)
            array->start = scan.at;
        for (; scan.at < size && is_hex(text[scan.at]) && digits <= width; scan.at++, digits++)
            value = value << 4 | hex_value(text[scan.at]);
        if (digits != width)
            return false;
        if (scan.at < size && text[scan.at] != ',' && text[scan.at] > ' ')
            return false;
        if (scan.at < size && text[scan.at] == ',')
            scan.at++;
        keep(out, limit, kept, value, array->byte_wide);
        array->count++;
    }
    return array->count > 0;
}

bool s9_number_list(const char *text, size_t size, s9_c_array *array, uint8_t *out, size_t limit, size_t *kept)
{
    if (hex_dump(text, size, 8, array, out, limit, kept) || hex_dump(text, size, 2, array, out, limit, kept))
        return array->count * (array->byte_wide ? 1u : 4u) >= 4;
    s9_scan scan;
    s9_scan_start(&scan, text, size);
    array->typed = false;
    array->name = array->name_length = 0;
    return read_elements(&scan, false, array, out, limit, kept) && array->count * (array->byte_wide ? 1u : 4u) >= 4;
}
