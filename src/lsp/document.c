/* SPDX-License-Identifier: MIT */
/* A document: its text, where things lie in it, and what the library says of it. */
#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ---- */

static bool add_line(line_list *l, size_t at)
{
    if (!GROW(l)) {
        return false;
    }
    l->items[l->count++] = at;
    return true;
}

static bool index_lines(document *d)
{
    d->lines.count = d->feeds.count = 0;
    bool good = add_line(&d->lines, 0) && add_line(&d->feeds, 0);
    for (size_t i = 0; good && i < d->size; i++) {
        if (d->text[i] == '\n') {
            good = add_line(&d->lines, i + 1) && add_line(&d->feeds, i + 1);
        } else if (d->text[i] == '\r' && (i + 1 == d->size || d->text[i + 1] != '\n')) {
            good = add_line(&d->lines, i + 1);
        }
    }
    return good;
}

bool document_set(document *d, const char *text, size_t size)
{
    char *copy = copy_bytes(text, size);
    if (copy == NULL) {
        return false;
    }
    free(d->text);
    d->text = copy;
    d->size = size;
    return index_lines(d);
}

bool document_replace(document *d, span at, const char *text, size_t size)
{
    size_t end = at.end < at.start ? at.start : at.end;
    size_t rest = d->size - end;
    if (size > (size_t)1 << 30 || d->size > (size_t)1 << 30) {
        return false;
    }
    char *joined = malloc(at.start + size + rest + 1);
    if (joined == NULL) {
        return false;
    }
    memcpy(joined, d->text, at.start);
    if (size != 0) {
        memcpy(joined + at.start, text, size);
    }
    memcpy(joined + at.start + size, d->text + end, rest);
    free(d->text);
    d->text = joined;
    d->size = at.start + size + rest;
    d->text[d->size] = '\0';
    return index_lines(d);
}

document *document_create(const char *uri, const char *text, size_t size, bool utf8)
{
    document *d = calloc(1, sizeof *d);
    if (d == NULL) {
        return NULL;
    }
    d->utf8 = utf8;
    d->scan.version = d->scan.number = LSP_NONE;
    d->uri = copy_bytes(uri, strlen(uri));
    d->path = path_of_uri(uri);
    if (d->uri == NULL || !document_set(d, text, size)) {
        document_destroy(d);
        return NULL;
    }
    return d;
}

static void forget(document *d)
{
    for (size_t i = 0; i < d->names.count; i++) {
        free(d->names.items[i].name);
    }
    d->names.count = d->findings.count = 0;
    s9_reflection_destroy(d->reflection);
    s9_program_destroy(d->program);
    s9_diagnostics_destroy(d->diagnostics);
    d->reflection = NULL;
    d->program = NULL;
    d->diagnostics = NULL;
    scan_free(&d->scan);
}

void document_destroy(document *d)
{
    if (d == NULL) {
        return;
    }
    forget(d);
    free(d->names.items);
    free(d->findings.items);
    free(d->lines.items);
    free(d->feeds.items);
    free(d->uri);
    free(d->path);
    free(d->text);
    free(d);
}

/* ---- positions ---- */

size_t document_line(const document *d, size_t offset)
{
    size_t low = 0, high = d->lines.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (d->lines.items[middle] <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The end of a line, without what ends it. */
static size_t end_of_line(const document *d, size_t line)
{
    size_t end = line + 1 < d->lines.count ? d->lines.items[line + 1] : d->size;
    size_t start = d->lines.items[line];
    if (end > start && line + 1 < d->lines.count && d->text[end - 1] == '\n') {
        end--;
    }
    if (end > start && line + 1 < d->lines.count && d->text[end - 1] == '\r') {
        end--;
    }
    return end;
}

/* Bytes of the character at a place of valid UTF-8. */
static size_t character(unsigned char c)
{
    return c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

static json_int_t whole(const json_t *object, const char *key)
{
    json_int_t n = json_integer_value(json_object_get(object, key));
    return n < 0 ? 0 : n;
}

size_t document_offset(const document *d, const json_t *position)
{
    json_int_t line = whole(position, "line"), units = whole(position, "character");
    if (line >= (json_int_t)d->lines.count) {
        return d->size;
    }
    size_t at = d->lines.items[line], end = end_of_line(d, (size_t)line);
    while (units > 0 && at < end) {
        size_t bytes = character((unsigned char)d->text[at]);
        json_int_t width = d->utf8 ? (json_int_t)bytes : bytes == 4 ? 2 : 1;
        if (width > units || bytes > end - at) {
            break; /* inside of a character: its start */
        }
        units -= width;
        at += bytes;
    }
    return at;
}

json_t *document_position(const document *d, size_t offset)
{
    offset = offset > d->size ? d->size : offset;
    size_t line = document_line(d, offset), at = d->lines.items[line], units = 0;
    if (d->utf8) {
        units = offset - at;
    } else {
        while (at < offset) {
            size_t bytes = character((unsigned char)d->text[at]);
            units += bytes == 4 ? 2 : 1;
            at += bytes;
        }
    }
    return json_pack("{s:I, s:I}", "line", (json_int_t)line, "character", (json_int_t)units);
}

span document_span(const document *d, const json_t *range)
{
    span at = {document_offset(d, json_object_get(range, "start")), document_offset(d, json_object_get(range, "end"))};
    at.end = at.end < at.start ? at.start : at.end;
    return at;
}

json_t *document_range(const document *d, span at)
{
    return json_pack("{s:o, s:o}", "start", document_position(d, at.start), "end", document_position(d, at.end));
}

json_t *text_edit(const document *d, span at, const char *text)
{
    return json_pack("{s:o, s:s}", "range", document_range(d, at), "newText", text);
}

bool document_is_file(const document *d, const char *name)
{
    return name == NULL || strcmp(name, d->path != NULL ? d->path : d->uri) == 0;
}

span document_place(const document *d, const s9_position *at)
{
    if (at->line == 0) {
        return (span){0, 0};
    }
    size_t line = at->line - 1;
    if (line >= d->feeds.count) { /* #line has counted on */
        return (span){d->size, d->size};
    }
    size_t start = d->feeds.items[line];
    size_t end = line + 1 < d->feeds.count ? d->feeds.items[line + 1] - 1 : d->size;
    start = at->column == 0 ? start : start + at->column - 1;
    start = start > end ? end : start;
    span place = {start, at->column == 0 ? end : start + at->length};
    place.end = place.end > end ? end : place.end;
    if (place.start == place.end && place.start > d->feeds.items[line]) {
        place.start--; /* something is missing at the end of the line: its last character shows where */
    }
    while (place.start > 0 && place.start < d->size && (d->text[place.start] & 0xC0) == 0x80) {
        place.start--; /* not inside of a character */
    }
    while (place.end < end && (d->text[place.end] & 0xC0) == 0x80) {
        place.end++;
    }
    return place;
}

/* ---- names of constants ---- */

static bool set_of_letter(char letter, s9_register_set *set)
{
    static const char letters[] = {'c', 'i', 'b', 's'};
    for (size_t i = 0; i < sizeof letters; i++) {
        if (letters[i] == letter) {
            *set = (s9_register_set)i;
            return true;
        }
    }
    return false;
}

bool register_set_of(const register_name *r, s9_register_set *set)
{
    return r->numbered && r->prefix[1] == '\0' && set_of_letter(r->prefix[0], set);
}

static void add_name(document *d, span at, const register_name *r, uint32_t count)
{
    s9_register_set set;
    if (!register_set_of(r, &set) || !GROW(&d->names)) {
        return;
    }
    char *name = copy_bytes(d->text + at.start, at.end - at.start);
    if (name != NULL) {
        d->names.items[d->names.count++] = (constant_name){set, r->number, count, name, at};
    }
}

static bool name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '.';
}

static size_t skip(const document *d, size_t at, size_t end)
{
    while (at < end && (d->text[at] == ' ' || d->text[at] == '\t')) {
        at++;
    }
    return at;
}

static span next_word(const document *d, size_t at, size_t end)
{
    span word = {skip(d, at, end), 0};
    for (word.end = word.start; word.end < end && name_letter(d->text[word.end]);) {
        word.end++;
    }
    return word;
}

static bool number_of(const document *d, span at, uint32_t *out)
{
    uint64_t n = 0;
    for (size_t i = at.start; i < at.end; i++) {
        if (d->text[i] < '0' || d->text[i] > '9' || n > 100000) {
            return false;
        }
        n = n * 10 + (uint64_t)(d->text[i] - '0');
    }
    *out = (uint32_t)n;
    return at.end > at.start;
}

/* A row of the table that compilers print: "//   g_World         c0      16". */
static void read_row(document *d, const token *t)
{
    span name = next_word(d, t->start + 2, t->end);
    span reg = next_word(d, name.end, t->end);
    span count = next_word(d, reg.end, t->end);
    register_name r;
    uint32_t registers;
    if (name.end > name.start && count.end > count.start && skip(d, count.end, t->end) == t->end &&
        number_of(d, count, &registers) && registers != 0 &&
        read_register(d->text + reg.start, reg.end - reg.start, &r)) {
        add_name(d, name, &r, registers);
    }
}

/* "//!constant float4x4 World : c0": the word before the last colon in front of the value. */
static void read_constant(document *d, const token *t)
{
    size_t end = t->start, colon = LSP_NONE;
    while (end < t->end && d->text[end] != '=') {
        colon = d->text[end] == ':' ? end : colon;
        end++;
    }
    if (colon == LSP_NONE) {
        return;
    }
    span reg = next_word(d, colon + 1, t->end);
    size_t at = colon;
    while (at > t->start && strchr(" \t]", d->text[at - 1]) != NULL) { /* the length of an array, too */
        at--;
        if (d->text[at] == ']') {
            while (at > t->start && d->text[at] != '[') {
                at--;
            }
        }
    }
    span name = {at, at};
    while (name.start > t->start && name_letter(d->text[name.start - 1])) {
        name.start--;
    }
    register_name r;
    if (name.end > name.start && read_register(d->text + reg.start, reg.end - reg.start, &r)) {
        uint32_t count = 1;
        for (size_t i = 0; d->reflection != NULL && i < s9_reflection_constant_count(d->reflection); i++) {
            const s9_constant *c = s9_reflection_constant(d->reflection, i);
            if (strlen(c->name) == name.end - name.start &&
                memcmp(c->name, d->text + name.start, name.end - name.start) == 0) {
                count = c->count;
                break;
            }
        }
        add_name(d, name, &r, count);
    }
}

static int by_register(const void *a, const void *b)
{
    const constant_name *x = a, *y = b;
    if (x->set != y->set) {
        return x->set < y->set ? -1 : 1;
    }
    if (x->first != y->first) {
        return x->first < y->first ? -1 : 1;
    }
    return x->at.start < y->at.start ? -1 : x->at.start > y->at.start;
}

static void read_names(document *d)
{
    enum { MOST = 4096 }; /* constants that a shader can have are fewer */
    for (size_t i = 0; i < d->scan.tokens.count && d->names.count < MOST; i++) {
        const token *t = &d->scan.tokens.items[i];
        if (t->kind == TOKEN_EXTENSION && t->end - t->start > 11 &&
            memcmp(d->text + t->start, "//!constant", 11) == 0) {
            read_constant(d, t);
        } else if (t->kind == TOKEN_COMMENT && !t->block && d->text[t->start] == '/') {
            read_row(d, t);
        }
    }
    if (d->names.count > 1) {
        qsort(d->names.items, d->names.count, sizeof *d->names.items, by_register);
    }
}

static const constant_name *name_of(const document *d, s9_register_set set, uint32_t number)
{
    size_t low = 0, high = d->names.count;
    while (low < high) { /* behind the last that begins at or before the register */
        size_t middle = low + (high - low) / 2;
        const constant_name *n = &d->names.items[middle];
        if (n->set < set || (n->set == set && n->first <= number)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const constant_name *n = low == 0 ? NULL : &d->names.items[low - 1];
    return n != NULL && n->set == set && number - n->first < n->count ? n : NULL;
}

void register_label(const document *d, const register_name *r, buffer *out)
{
    char path[256];
    s9_register_set set;
    if (!register_set_of(r, &set)) {
        return;
    }
    const s9_constant_table *table = d->reflection == NULL ? NULL : s9_reflection_constant_table(d->reflection);
    if (table != NULL && s9_constant_table_path(table, set, r->number, path, sizeof path) != 0) {
        buffer_put(out, path);
        return;
    }
    const constant_name *n = name_of(d, set, r->number);
    if (n != NULL) {
        buffer_put(out, n->name);
        if (n->count > 1) {
            buffer_format(out, "[%" PRIu32 "]", r->number - n->first);
        }
    }
}

/* The definition of a register by binary search: they are in order of set and number. */
static const s9_definition *definition_of(const document *d, char set, uint32_t number)
{
    static const char order[] = "cib";
    size_t low = 0, high = d->reflection == NULL ? 0 : s9_reflection_definition_count(d->reflection);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const s9_definition *v = s9_reflection_definition(d->reflection, middle);
        const char *mine = strchr(order, set), *its = strchr(order, v->set);
        if (v->set == set && v->number == number) {
            return v;
        }
        if (its < mine || (its == mine && v->number < number)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

void register_value(const document *d, const register_name *r, buffer *out)
{
    s9_register_set set;
    if (!register_set_of(r, &set) || set == S9_SET_SAMPLER) {
        return;
    }
    const s9_definition *v = definition_of(d, r->prefix[0], r->number);
    if (v == NULL) {
        return;
    }
    if (v->set == 'b') {
        buffer_put(out, v->value.b ? "true" : "false");
        return;
    }
    for (size_t i = 0; i < 4; i++) {
        buffer_put(out, i == 0 ? "(" : ", ");
        if (v->set == 'c') {
            buffer_format(out, "%.6g", (double)v->value.f[i]);
        } else {
            buffer_format(out, "%" PRId32, v->value.i[i]);
        }
    }
    buffer_put(out, ")");
}

bool register_info(const document *d, const register_name *r, s9_register_reference *out)
{
    for (size_t i = 0; d->scan.number != LSP_NONE && s9_register_get(d->scan.number, i, out); i++) {
        if (strcmp(out->prefix, r->prefix) == 0) {
            return true;
        }
    }
    return false;
}

bool opcode_available(size_t opcode, size_t version)
{
    for (size_t form = 0; s9_opcode_form(opcode, form) != NULL; form++) {
        if (s9_opcode_form_slots(opcode, form, version) != NULL) {
            return true;
        }
    }
    return s9_opcode_form(opcode, 0) == NULL;
}

bool token_register(const document *d, size_t index, register_name *out)
{
    if (index >= d->scan.tokens.count || d->scan.tokens.items[index].role != ROLE_REGISTER) {
        return false;
    }
    const token *t = &d->scan.tokens.items[index];
    return read_register(d->text + t->start, t->end - t->start, out);
}

/* ---- judging ---- */

static void take_findings(document *d)
{
    size_t count = s9_diagnostics_count(d->diagnostics);
    for (size_t i = 0; i < count && d->findings.count < LSP_MOST_FINDINGS; i++) {
        const s9_diagnostic *head = s9_diagnostics_get(d->diagnostics, i);
        if (head->continues) {
            continue;
        }
        const s9_position *at = document_is_file(d, head->at.file) ? &head->at : NULL;
        /* What is wrong in an included file is shown where this one includes it. */
        for (size_t n = i + 1; at == NULL && n < count && s9_diagnostics_get(d->diagnostics, n)->continues; n++) {
            const s9_diagnostic *note = s9_diagnostics_get(d->diagnostics, n);
            at = note->at.line != 0 && document_is_file(d, note->at.file) ? &note->at : NULL;
        }
        if (!GROW(&d->findings)) {
            return;
        }
        s9_position whole_file = {.line = 1};
        d->findings.items[d->findings.count++] = (finding){head, document_place(d, at == NULL ? &whole_file : at)};
    }
}

static size_t longest_line(const document *d)
{
    size_t longest = 0;
    for (size_t i = 0; i < d->lines.count; i++) {
        size_t end = i + 1 < d->lines.count ? d->lines.items[i + 1] : d->size;
        longest = end - d->lines.items[i] > longest ? end - d->lines.items[i] : longest;
    }
    return longest;
}

void document_analyse(lsp_server *server, document *d)
{
    forget(d);
    d->large = d->size > LSP_MOST_TEXT || longest_line(d) > LSP_MOST_LINE;
    if (d->large) {
        return;
    }
    scan_text(&d->scan, d->text, d->size);
    if (s9_diagnostics_create(NULL, &d->diagnostics) != S9_OK) {
        return;
    }
    s9_include include = include_of(server);
    s9_assemble_options options = {.struct_size = sizeof options,
                                   .name = d->path != NULL ? d->path : d->uri,
                                   .defines = server->settings.defines.items,
                                   .define_count = server->settings.defines.count,
                                   .include = &include,
                                   .keep_refused = true,
                                   .dialect = server->settings.dialect};
    s9_assemble(d->text, d->size, NULL, &options, &d->program, d->diagnostics);
    if (d->program != NULL) {
        s9_check_options rules = {.struct_size = sizeof rules,
                                  .caps = server->settings.has_caps ? &server->settings.caps : NULL,
                                  .dialect = server->settings.dialect};
        s9_check(d->program, NULL, &rules, d->diagnostics);
        s9_reflect(d->program, NULL, &d->reflection);
        if (d->scan.number == LSP_NONE) { /* from an included file, or a macro */
            const char *name = s9_program_version(d->program);
            d->scan.number = version_number(name, strlen(name));
        }
    }
    read_names(d);
    take_findings(d);
}

/* ---- diagnostics ---- */

static const s9_rule_info *rule_of(const char *code)
{
    for (size_t i = 0; code[0] != '\0' && i < s9_check_rule_count(); i++) {
        if (strcmp(s9_check_rule(i)->code, code) == 0) {
            return s9_check_rule(i);
        }
    }
    return NULL;
}

static json_t *related(const document *d, const finding *f)
{
    json_t *list = json_array();
    for (size_t i = 0; i < s9_diagnostics_count(d->diagnostics); i++) {
        if (s9_diagnostics_get(d->diagnostics, i) != f->d) {
            continue;
        }
        for (size_t n = i; n == i || (s9_diagnostics_get(d->diagnostics, n) != NULL &&
                                      s9_diagnostics_get(d->diagnostics, n)->continues);
             n++) {
            const s9_diagnostic *note = s9_diagnostics_get(d->diagnostics, n);
            bool here = document_is_file(d, note->at.file);
            if (note->at.line == 0 || (n == i && here)) {
                continue;
            }
            char *uri = here ? NULL : uri_of_path(note->at.file);
            json_int_t line = (json_int_t)note->at.line - 1;
            json_int_t column = note->at.column == 0 ? 0 : (json_int_t)note->at.column - 1;
            json_t *range =
                here ? document_range(d, (span){document_place(d, &note->at).start, document_place(d, &note->at).end})
                     : json_pack("{s:{s:I, s:I}, s:{s:I, s:I}}", "start", "line", line, "character", column, "end",
                                 "line", line, "character", column + (json_int_t)note->at.length);
            json_array_append_new(list, json_pack("{s:{s:s, s:o}, s:o}", "location", "uri", uri != NULL ? uri : d->uri,
                                                  "range", range, "message", text_json(note->message)));
            free(uri);
        }
        break;
    }
    return list;
}

json_t *diagnostic_json(const document *d, const finding *f)
{
    static const int severities[] = {[S9_NOTE] = 3, [S9_WARNING] = 2, [S9_ERROR] = 1};
    buffer message = {0};
    if (!document_is_file(d, f->d->at.file)) {
        buffer_format(&message, "%s:%" PRIu32 ":%" PRIu32 ": ", f->d->at.file, f->d->at.line, f->d->at.column);
    }
    buffer_put(&message, f->d->message);
    if (f->d->hint != NULL) {
        buffer_format(&message, "\n%s", f->d->hint);
    }
    json_t *data = json_object();
    if (f->d->hint != NULL) {
        json_object_set_new(data, "hint", text_json(f->d->hint));
    }
    const s9_rule_info *rule = rule_of(f->d->code);
    if (rule != NULL) {
        json_object_set_new(data, "rule", json_string(rule->summary));
        json_object_set_new(data, "source", json_string(rule->source));
    }
    json_t *out =
        json_pack("{s:o, s:i, s:s, s:o, s:o}", "range", document_range(d, f->at), "severity",
                  severities[f->d->severity], "source", "shader9", "message", buffer_json(&message), "data", data);
    if (f->d->code[0] != '\0') {
        json_object_set_new(out, "code", json_string(f->d->code));
    }
    json_t *places = related(d, f);
    if (json_array_size(places) != 0) {
        json_object_set(out, "relatedInformation", places);
    }
    json_decref(places);
    buffer_free(&message);
    return out;
}

json_t *diagnostics_json(const document *d)
{
    json_t *list = json_array();
    if (d->large) {
        json_array_append_new(list,
                              json_pack("{s:o, s:i, s:s, s:s}", "range", document_range(d, (span){0, 0}), "severity", 3,
                                        "source", "shader9", "message",
                                        "the text is larger than 8 MiB, or a line than 16 KiB: it is not looked into"));
    }
    for (size_t i = 0; i < d->findings.count; i++) {
        json_array_append_new(list, diagnostic_json(d, &d->findings.items[i]));
    }
    return list;
}
