/* SPDX-License-Identifier: MIT */
/* A shader from whatever a file holds. */
#include "bytecode/text.h"

typedef struct loader {
    const void *bytes;
    size_t size;
    const s9_allocator *allocator;
    const char *name;
    s9_diagnostics *diagnostics;
    const s9_assemble_options *options; /* for texts, or NULL */
} loader;

/* Line and column of an offset of the text. */
static s9_position place_in_text(const loader *l, size_t offset)
{
    const char *text = l->bytes;
    s9_position at = s9_position_none();
    at.file = l->name;
    at.line = 1;
    at.column = 1;
    at.length = 1;
    for (size_t i = 0; i < offset && i < l->size; i++) {
        at.column++;
        if (text[i] == '\n') {
            at.line++;
            at.column = 1;
        }
    }
    return at;
}

static s9_result decode(const loader *l, const void *bytes, size_t size, s9_program **out)
{
    s9_decode_options options = {sizeof options, l->name, false};
    return s9_decode(bytes, size, l->allocator, &options, out, l->diagnostics);
}

/* Reads one array again, this time all of it. */
static s9_result decode_array(const loader *l, s9_scan before, bool list, const s9_c_array *array, s9_program **out)
{
    size_t size, kept;
    if (!s9_mul_size(array->count, array->byte_wide ? 1 : 4, &size))
        return S9_ERROR_MEMORY;
    uint8_t *bytes = s9_allocate(l->allocator, size);
    if (bytes == NULL)
        return S9_ERROR_MEMORY;
    s9_c_array again;
    if (list)
        s9_number_list(l->bytes, l->size, &again, bytes, size, &kept);
    else
        s9_next_c_array(&before, &again, bytes, size, &kept);
    s9_result result = decode(l, bytes, kept, out);
    s9_release(l->allocator, bytes);
    return result;
}

static s9_result load_array(const loader *l, s9_program **out)
{
    s9_scan scan, before, chosen_scan;
    s9_c_array array, chosen = {0, 0, false, false, 0, 0};
    uint8_t head[64];
    size_t kept;
    uint32_t shaders = 0;
    s9_content other = S9_CONTENT_UNKNOWN;
    if (s9_number_list(l->bytes, l->size, &array, head, sizeof head, &kept)) {
        s9_scan_start(&scan, l->bytes, l->size);
        return decode_array(l, scan, true, &array, out);
    }
    s9_scan_start(&scan, l->bytes, l->size);
    chosen_scan = before = scan;
    while (s9_next_c_array(&scan, &array, head, sizeof head, &kept)) {
        s9_content content = s9_detect_content(head, kept);
        if (content == S9_CONTENT_TOKENS && shaders++ == 0) {
            chosen = array;
            chosen_scan = before;
        } else if (content != S9_CONTENT_TOKENS && other == S9_CONTENT_UNKNOWN) {
            other = content;
        }
        before = scan;
    }
    if (shaders == 0) {
        s9_position at = s9_position_none();
        at.file = l->name;
        s9_report(l->diagnostics, S9_ERROR, NULL, &at, s9_content_advice(other),
                  "no array of this source holds a shader; found %s", s9_content_name(other));
        return S9_ERROR_INVALID;
    }
    if (shaders > 1) {
        s9_position at = place_in_text(l, chosen.start);
        s9_report(l->diagnostics, S9_WARNING, NULL, &at, "put the others into files of their own",
                  "%u arrays of this source hold shaders; the first is read", (unsigned)shaders);
    }
    return decode_array(l, chosen_scan, false, &chosen, out);
}

/* Offset and name of the first body of a later shader model, when the listing has no other. */
static bool only_later_models(const loader *l, size_t *offset, size_t *length)
{
    s9_scan scan;
    s9_scan_start(&scan, l->bytes, l->size);
    bool found = false;
    while (s9_scan_next(&scan)) {
        size_t word = s9_scan_word(&scan);
        if (word > 0 && scan.line_start) {
            s9_statement statement = s9_text_statement(scan.text + scan.at, word);
            if (statement == S9_STATEMENT_VERSION)
                return false;
            if (statement == S9_STATEMENT_FOREIGN && !found) {
                found = true;
                *offset = scan.at;
                *length = word;
            }
        }
        scan.line_start = false;
        scan.at += word > 0 ? word : 1;
    }
    return found;
}

static s9_result load_text(const loader *l, s9_program **out)
{
    size_t offset, length;
    if (only_later_models(l, &offset, &length)) {
        s9_position at = place_in_text(l, offset);
        at.length = (uint32_t)length;
        s9_report(l->diagnostics, S9_ERROR, NULL, &at, "compile the source for vs_3_0, ps_3_0 or lower",
                  "the listing holds %.*s and nothing of Direct3D 9", (int)length, (const char *)l->bytes + offset);
        return S9_ERROR_INVALID;
    }
    size_t mark = s9_text_mark(l->bytes, l->size);
    s9_assemble_options options = {.struct_size = sizeof options};
    if (l->options != NULL && !s9_read_options(&options, sizeof options, l->options))
        return S9_ERROR_ARGUMENT;
    options.name = l->name;
    return s9_assemble((const char *)l->bytes + mark, l->size - mark, l->allocator, &options, out, l->diagnostics);
}

s9_result s9_load(const void *bytes, size_t size, const s9_allocator *allocator, const char *name, s9_program **out,
                  s9_content *content, s9_diagnostics *diagnostics)
{
    return s9_load_text_as(bytes, size, allocator, name, NULL, out, content, diagnostics);
}

s9_result s9_load_text_as(const void *bytes, size_t size, const s9_allocator *allocator, const char *name,
                          const s9_assemble_options *options, s9_program **out, s9_content *content,
                          s9_diagnostics *diagnostics)
{
    if (content != NULL)
        *content = S9_CONTENT_UNKNOWN;
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (bytes == NULL && size > 0)
        return S9_ERROR_ARGUMENT;

    loader l = {bytes, size, allocator, name, diagnostics, options};
    s9_content found = s9_detect_content(bytes, size);
    if (content != NULL)
        *content = found;
    switch (found) {
    case S9_CONTENT_TOKENS:
        return decode(&l, bytes, size, out);
    case S9_CONTENT_ASSEMBLY:
    case S9_CONTENT_LISTING:
        return load_text(&l, out);
    case S9_CONTENT_C_ARRAY:
        return load_array(&l, out);
    case S9_CONTENT_UNKNOWN:
        if (size >= 4 &&
            s9_read_u32(bytes) >> 16 >= 0xFFFEu) /* a version token, but of no version: decode says which */
            return decode(&l, bytes, size, out);
        break;
    default:
        break;
    }
    s9_position at = s9_position_none();
    at.file = name;
    if (found == S9_CONTENT_EMPTY)
        s9_report(diagnostics, S9_ERROR, NULL, &at, "give a shader, as tokens or as text", "the input is empty");
    else
        s9_report(diagnostics, S9_ERROR, NULL, &at, s9_content_advice(found), "this is no Direct3D 9 shader; found %s",
                  s9_content_name(found));
    return S9_ERROR_INVALID;
}
