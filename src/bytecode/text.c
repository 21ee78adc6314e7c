/* SPDX-License-Identifier: MIT */
#include "bytecode/text.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x1A;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* `word` in lower case against text in any case. */
static bool same(const char *text, size_t length, const char *word)
{
    size_t i = 0;
    for (; i < length && word[i] != '\0'; i++)
        if (lower(text[i]) != word[i])
            return false;
    return i == length && word[i] == '\0';
}

static bool holds(const char *text, size_t length, const char *needle)
{
    size_t n = strlen(needle);
    for (size_t i = 0; i + n <= length; i++)
        if (memcmp(text + i, needle, n) == 0)
            return true;
    return false;
}

size_t s9_text_mark(const void *bytes, size_t size)
{
    return size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

void s9_scan_start(s9_scan *scan, const char *text, size_t size)
{
    memset(scan, 0, sizeof *scan);
    scan->text = text;
    scan->size = size;
    scan->at = s9_text_mark(text, size);
    scan->line_start = true;
}

static size_t line_end(const s9_scan *scan, size_t at)
{
    while (at < scan->size && scan->text[at] != '\n')
        at++;
    return at;
}

/* The word after '#' and blanks; *after is where it ends. */
static const char *directive(const s9_scan *scan, size_t at, size_t *length, size_t *after)
{
    at++;
    while (at < scan->size && (scan->text[at] == ' ' || scan->text[at] == '\t'))
        at++;
    size_t start = at;
    while (at < scan->size && is_letter(scan->text[at]))
        at++;
    *length = at - start;
    *after = at;
    return scan->text + start;
}

/* Past the #endif (or #else, #elif) that belongs to an `#if 0` which ends at `at`. */
static size_t skip_switched_off(const s9_scan *scan, size_t at)
{
    uint32_t depth = 1;
    while (at < scan->size) {
        size_t start = at;
        while (start < scan->size && (scan->text[start] == ' ' || scan->text[start] == '\t'))
            start++;
        size_t end = line_end(scan, start);
        if (start < scan->size && scan->text[start] == '#') {
            size_t length, after;
            const char *word = directive(scan, start, &length, &after);
            if (length >= 2 && memcmp(word, "if", 2) == 0)
                depth++;
            else if (same(word, length, "endif") && --depth == 0)
                return end;
            else if (depth == 1 && (same(word, length, "else") || same(word, length, "elif")))
                return end;
        }
        at = end + 1;
    }
    return scan->size;
}

/* "# Title" and "## Title", as no preprocessor has them; "#define" misspelt is the assembler's business. */
static bool is_heading(const s9_scan *scan, const char *word, size_t length)
{
    static const char *const directives[] = {"define",  "undef",     "include",  "if",     "ifdef", "ifndef",
                                             "elif",    "else",      "endif",    "line",   "error", "pragma",
                                             "version", "extension", "warning",  "import", "ident", "assert",
                                             "using",   "region",    "endregion"};
    char next = scan->at + 1 < scan->size ? scan->text[scan->at + 1] : '\0';
    if (next == '#')
        return true;
    for (size_t i = 0; i < S9_COUNT(directives); i++)
        if (same(word, length, directives[i]))
            return false;
    return length != 0 && (next == ' ' || next == '\t');
}

static void pass_directive(s9_scan *scan)
{
    size_t length, after;
    const char *word = directive(scan, scan->at, &length, &after);
    size_t end = line_end(scan, scan->at);
    scan->heading |= is_heading(scan, word, length);
    scan->version_directive |= same(word, length, "version");
    if (same(word, length, "include")) {
        scan->include_directive = true;
        scan->metal |= holds(scan->text + after, end - after, "metal_stdlib");
    }
    if (same(word, length, "if")) {
        while (after < end && is_blank(scan->text[after]))
            after++;
        bool zero = after < end && scan->text[after] == '0' && (after + 1 == end || is_blank(scan->text[after + 1]));
        scan->at = zero && end < scan->size ? skip_switched_off(scan, end + 1) : end;
        return;
    }
    while (end < scan->size && end > scan->at &&
           (scan->text[end - 1] == '\\' ||
            (end - 1 > scan->at && scan->text[end - 1] == '\r' && scan->text[end - 2] == '\\')))
        end = line_end(scan, end + 1);
    scan->at = end;
}

static void pass_comment(s9_scan *scan)
{
    size_t end = line_end(scan, scan->at);
    const char *line = scan->text + scan->at;
    size_t length = end - scan->at;
    scan->generated |=
        holds(line, length, "Generated by Microsoft") || holds(line, length, "listing of all techniques");
    scan->footer |= holds(line, length, "pproximately ") && holds(line, length, "instruction");
    scan->at = end;
}

bool s9_scan_next(s9_scan *scan)
{
    while (scan->at < scan->size) {
        char c = scan->text[scan->at];
        char next = scan->at + 1 < scan->size ? scan->text[scan->at + 1] : '\0';
        if (c == '\n') {
            scan->line_start = true;
            scan->at++;
        } else if (is_blank(c)) {
            scan->at++;
        } else if (c == '/' && next == '/') {
            pass_comment(scan);
        } else if (c == '/' && next == '*') {
            scan->at += 2;
            while (scan->at < scan->size &&
                   !(scan->text[scan->at] == '*' && scan->at + 1 < scan->size && scan->text[scan->at + 1] == '/'))
                scan->at++;
            scan->at = scan->size - scan->at >= 2 ? scan->at + 2 : scan->size;
        } else if (c == '#' && scan->line_start) {
            pass_directive(scan);
        } else {
            return true;
        }
    }
    return false;
}

size_t s9_scan_word(const s9_scan *scan)
{
    size_t at = scan->at;
    if (at >= scan->size || !(is_letter(scan->text[at]) || scan->text[at] == '.'))
        return 0;
    while (at < scan->size && (is_letter(scan->text[at]) || is_digit(scan->text[at]) || scan->text[at] == '.'))
        at++;
    return at - scan->at;
}

s9_statement s9_text_statement(const char *word, size_t length)
{
    if (s9_isa_version_of_text(word, length) != S9_VERSION_COUNT || same(word, length, ".version"))
        return S9_STATEMENT_VERSION;
    if (same(word, length, "preshader"))
        return S9_STATEMENT_PRESHADER;
    bool stage = length >= 6 && holds("vpghdc", 6, (const char[2]){lower(word[0]), '\0'}) && lower(word[1]) == 's';
    if (stage && word[2] == '_' && word[3] >= '4' && word[3] <= '6' && word[4] == '_' && is_digit(word[5]))
        return S9_STATEMENT_FOREIGN;
    return S9_STATEMENT_OTHER;
}

/*
 * Whether a text that begins with this word means to name a version, even one that does not exist (ps_2_a, ps_2_0x,
 * ps 2.0): the assembler has a sentence for each.
 */
static bool attempts_version(const s9_scan *scan, size_t length)
{
    const char *word = scan->text + scan->at;
    if (length < 2 || (lower(word[0]) != 'v' && lower(word[0]) != 'p') || lower(word[1]) != 's')
        return false;
    size_t at = 2;
    if (length == 2)
        while (scan->at + at < scan->size && (word[at] == ' ' || word[at] == '\t'))
            at++;
    else if (word[2] == '_' || word[2] == '.')
        at++;
    return scan->at + at < scan->size && is_digit(word[at]);
}

/* ---- which language ---- */

static bool among(const char *word, size_t length, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (same(word, length, words[i]))
            return true;
    return false;
}

static bool is_hlsl_word(const char *word, size_t length)
{
    static const char *const words[] = {
        "float2",      "float3",       "float4",        "float3x3",    "float4x3",    "float4x4",  "half4",
        "half3",       "half2",        "sampler2d",     "samplercube", "sampler3d",   "technique", "technique10",
        "technique11", "tex2d",        "texcube",       "tex2dlod",    "cbuffer",     "texture2d", "samplerstate",
        "pixelshader", "vertexshader", "sampler_state", "compile",     "sv_position", "sv_target"};
    return among(word, length, words, S9_COUNT(words));
}

static bool is_glsl_word(const char *word, size_t length)
{
    static const char *const words[] = {"vec2",    "vec3",      "vec4",      "mat3",  "mat4",
                                        "varying", "attribute", "precision", "layout"};
    return (length > 3 && memcmp(word, "gl_", 3) == 0) || among(word, length, words, S9_COUNT(words));
}

static bool is_mnemonic(const char *word, size_t length)
{
    static const char *const others[] = {"tex", "texcrd", "texldp", "texldb", ".raw"};
    size_t stem = 0; /* without the suffixes of declarations, comparisons and results */
    while (stem < length && (stem == 0 || word[stem] != '_'))
        stem++;
    for (uint32_t i = 0; i < S9_OP_COUNT; i++)
        if (same(word, stem, s9_isa_opcode((s9_opcode)i)->text))
            return true;
    return among(word, stem, others, S9_COUNT(others));
}

/* Does C source hold an array that is a shader or another thing with a magic number, or is declared as bytes or words?
 */
static bool holds_array(const char *text, size_t size)
{
    s9_scan scan;
    s9_c_array array;
    uint8_t head[64];
    size_t kept;
    s9_scan_start(&scan, text, size);
    while (s9_next_c_array(&scan, &array, head, sizeof head, &kept)) {
        s9_content content = kept >= 4 ? s9_detect_content(head, kept) : S9_CONTENT_UNKNOWN;
        if (content != S9_CONTENT_UNKNOWN && content != S9_CONTENT_EMPTY)
            return true;
        if (array.typed && array.count >= 2)
            return true;
    }
    return false;
}

s9_content s9_detect_text(const char *text, size_t size)
{
    s9_scan scan;
    s9_scan_start(&scan, text, size);
    bool version = false, foreign = false, preshader = false, block = false, mnemonic = false, first = true;
    bool after_compile = false, after_asm = false, brace = false, fence = false;
    uint32_t hlsl = 0, glsl = 0;
    while (s9_scan_next(&scan)) {
        const char *word = scan.text + scan.at;
        size_t length = s9_scan_word(&scan);
        if (length == 0) {
            block |= after_asm && *word == '{';
            fence |= scan.line_start && scan.size - scan.at >= 3 && memcmp(word, "```", 3) == 0;
            brace |= *word == '{';
            after_asm = after_compile = first = scan.line_start = false;
            scan.at++;
            continue;
        }
        if (scan.line_start && !after_compile) {
            s9_statement statement = s9_text_statement(word, length);
            version |= statement == S9_STATEMENT_VERSION;
            foreign |= statement == S9_STATEMENT_FOREIGN;
            preshader |= statement == S9_STATEMENT_PRESHADER;
        }
        mnemonic |= first && (is_mnemonic(word, length) || attempts_version(&scan, length));
        hlsl += is_hlsl_word(word, length);
        glsl += is_glsl_word(word, length);
        after_compile = same(word, length, "compile");
        after_asm = same(word, length, "asm");
        first = scan.line_start = false;
        scan.at += length;
    }
    if (fence || (scan.heading && !scan.generated && !scan.footer))
        return S9_CONTENT_TEXT; /* Markdown may quote a shader */
    if (brace && holds_array(text, size))
        return S9_CONTENT_C_ARRAY;
    if (version || foreign) {
        bool listing = scan.generated || scan.footer;
        if (block && !listing)
            return S9_CONTENT_HLSL; /* effect source with assembly inside */
        return listing || preshader || foreign ? S9_CONTENT_LISTING : S9_CONTENT_ASSEMBLY;
    }
    s9_c_array list;
    size_t kept;
    if (s9_number_list(text, size, &list, NULL, 0, &kept))
        return S9_CONTENT_C_ARRAY;
    if (scan.version_directive || glsl > hlsl)
        return S9_CONTENT_GLSL;
    if (hlsl > 0)
        return scan.metal ? S9_CONTENT_TEXT : S9_CONTENT_HLSL;
    /* Assembly whose version statement is missing, or comes from an included file. Comments alone are an empty source.
     */
    return mnemonic || first ? S9_CONTENT_ASSEMBLY : S9_CONTENT_TEXT;
}
