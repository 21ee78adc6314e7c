/* SPDX-License-Identifier: MIT */
#include "tables.h"

#include <inttypes.h>
#include <string.h>

const char *sampler_name(const s9_constant_table *table, uint32_t number, char room[SAMPLER_NAME_ROOM])
{
    return s9_constant_table_path(table, S9_SET_SAMPLER, number, room, SAMPLER_NAME_ROOM) == 0 ? NULL : room;
}

static uint32_t elements_of(const s9_constant_type *type)
{
    return type->elements == 0 ? 1 : type->elements;
}

/* ---- JSON ---- */

static void put_name_or_number(json_out *j, const char *name, uint32_t number)
{
    if (name != NULL) {
        put_string(j, name);
    } else {
        put_integer(j, number);
    }
}

static void type_json(json_out *j, const s9_constant_type *type)
{
    put_key(j, "class");
    put_name_or_number(j, s9_constant_class_name(type->class_number), type->class_number);
    put_key(j, "type");
    put_name_or_number(j, s9_constant_type_name(type->type_number), type->type_number);
    put_key(j, "rows");
    put_integer(j, type->rows);
    put_key(j, "columns");
    put_integer(j, type->columns);
    put_key(j, "elements");
    put_integer(j, elements_of(type));
}

/* Members as they lie in a structure that begins at a register; those of a constant that ends before `end`. */
static void members_json(json_out *j, const s9_constant_type *type, s9_register_set set, uint32_t first, uint32_t end)
{
    put_key(j, "members");
    put_open_list(j);
    for (uint32_t i = 0; i < type->member_count; i++) {
        const s9_constant_member *m = &type->members[i];
        uint32_t at = first + m->offset[set];
        uint64_t count = (uint64_t)m->type->stride[set] * elements_of(m->type);
        uint32_t left = at < end ? end - at : 0;
        put_open(j);
        put_key(j, "name");
        put_string(j, m->name);
        put_key(j, "register");
        put_integer(j, at);
        put_key(j, "count");
        put_integer(j, (int64_t)(count < left ? count : left));
        type_json(j, m->type);
        members_json(j, m->type, set, at, end);
        put_close(j);
    }
    put_close_list(j);
}

static void default_json(json_out *j, const s9_constant *c)
{
    float f[4];
    int32_t n[4];
    bool b;
    put_key(j, "default");
    if (c->default_bytes == NULL) {
        put_null(j);
        return;
    }
    put_open_list(j);
    for (uint32_t i = 0; i < c->count; i++) {
        if (s9_constant_default_float(c, i, f)) {
            put_floats(j, f, 4);
        } else if (s9_constant_default_int(c, i, n)) {
            put_integers(j, n, 4);
        } else if (s9_constant_default_bool(c, i, &b)) {
            put_bool(j, b);
        }
    }
    put_close_list(j);
}

static void constants_json(json_out *j, const s9_constant_table *table)
{
    put_open_list(j);
    for (size_t i = 0; i < s9_constant_table_count(table); i++) {
        const s9_constant *c = s9_constant_table_constant(table, i);
        put_open(j);
        put_key(j, "name");
        put_string(j, c->name);
        put_key(j, "set");
        put_string(j, s9_constant_set_name(c->set));
        put_key(j, "register");
        put_integer(j, c->first);
        put_key(j, "count");
        put_integer(j, c->count);
        type_json(j, c->type);
        default_json(j, c);
        members_json(j, c->type, c->set, c->first, c->first + c->count);
        put_close(j);
    }
    put_close_list(j);
}

void constant_table_json(json_out *j, const s9_constant_table *table)
{
    static const char *const names[] = {"constants", "creator", "target", "flags", "flag_names"};
    if (table == NULL) {
        for (size_t i = 0; i < COUNT(names); i++) {
            put_key(j, names[i]);
            put_null(j);
        }
        return;
    }
    put_key(j, names[0]);
    constants_json(j, table);
    put_key(j, names[1]);
    put_string(j, s9_constant_table_creator(table));
    put_key(j, names[2]);
    put_string(j, s9_constant_table_target(table));
    uint32_t flags = s9_constant_table_flags(table);
    put_key(j, names[3]);
    put_integer(j, flags);
    put_key(j, names[4]);
    put_open_list(j);
    for (size_t i = 0; s9_compile_flag_name(flags, i) != NULL; i++) {
        put_string(j, s9_compile_flag_name(flags, i));
    }
    put_close_list(j);
}

/* ---- text ---- */

/* Names are any bytes: a terminal gets what is printable. */
static void text_name(text *out, const char *name)
{
    for (; *name != '\0'; name++) {
        text_char(out, *name >= ' ' && *name <= '~' ? *name : '?');
    }
}

/* "row_major float4x3 name[8]" */
static void text_declaration(text *out, const s9_constant_type *type, const char *name)
{
    const char *base = s9_constant_type_name(type->type_number);
    switch (type->class_number) {
    case S9_CLASS_SCALAR:
    case S9_CLASS_OBJECT:
        break;
    case S9_CLASS_STRUCT:
        base = "struct";
        break;
    case S9_CLASS_MATRIX_ROWS:
        text_put(out, "row_major ");
        break;
    default:
        break;
    }
    if (type->class_number > S9_CLASS_STRUCT) {
        text_format(out, "class %" PRIu32 " ", type->class_number);
    }
    if (base != NULL) {
        text_put(out, base);
    } else {
        text_format(out, "type %" PRIu32 " ", type->type_number);
    }
    if (type->class_number == S9_CLASS_VECTOR) {
        text_format(out, "%" PRIu32, type->columns);
    } else if (type->class_number == S9_CLASS_MATRIX_ROWS || type->class_number == S9_CLASS_MATRIX_COLUMNS) {
        text_format(out, "%" PRIu32 "x%" PRIu32, type->rows, type->columns);
    }
    text_char(out, ' ');
    text_name(out, name);
    if (elements_of(type) > 1) {
        text_format(out, "[%" PRIu32 "]", type->elements);
    }
}

static char letter_of(s9_register_set set)
{
    static const char letters[] = {
        [S9_SET_FLOAT] = 'c', [S9_SET_INT] = 'i', [S9_SET_BOOL] = 'b', [S9_SET_SAMPLER] = 's'};
    return letters[set];
}

static void text_range(text *out, s9_register_set set, uint32_t first, uint32_t count)
{
    if (count != 0) {
        text_format(out, "%c%" PRIu32, letter_of(set), first);
    }
    if (count > 1) {
        text_format(out, "-%" PRIu32, first + count - 1);
    }
}

/* The same as a column. */
static void text_registers(text *out, s9_register_set set, uint32_t first, uint32_t count)
{
    size_t before = out->size;
    text_range(out, set, first, count);
    size_t width = out->size - before;
    text_repeat(out, ' ', width < 9 ? 10 - width : 1);
}

static void members_text(text *out, const s9_constant_type *type, s9_register_set set, uint32_t first, uint32_t end,
                         size_t depth)
{
    for (uint32_t i = 0; i < type->member_count; i++) {
        const s9_constant_member *m = &type->members[i];
        uint32_t at = first + m->offset[set];
        uint64_t count = (uint64_t)m->type->stride[set] * elements_of(m->type);
        uint32_t left = at < end ? end - at : 0;
        text_repeat(out, ' ', 16);
        text_registers(out, set, at, count < left ? (uint32_t)count : left);
        text_repeat(out, ' ', 2 * depth);
        text_declaration(out, m->type, m->name);
        text_char(out, '\n');
        members_text(out, m->type, set, at, end, depth + 1);
    }
}

static void value_text(text *out, const s9_constant *c, uint32_t index)
{
    float f[4];
    int32_t n[4];
    bool b;
    if (s9_constant_default_float(c, index, f)) {
        for (size_t i = 0; i < 4; i++) {
            text_put(out, i == 0 ? "" : ", ");
            text_float(out, f[i]);
        }
    } else if (s9_constant_default_int(c, index, n)) {
        text_format(out, "%" PRId32 ", %" PRId32 ", %" PRId32 ", %" PRId32, n[0], n[1], n[2], n[3]);
    } else if (s9_constant_default_bool(c, index, &b)) {
        text_put(out, b ? "true" : "false");
    }
}

/* All registers begin with nothing but zero bits. */
static bool is_zero(const s9_constant *c)
{
    const unsigned char *bytes = c->default_bytes;
    size_t size = (size_t)c->count * (c->set == S9_SET_BOOL ? 4 : 16);
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0) {
            return false;
        }
    }
    return true;
}

static void constant_text(text *out, const s9_constant *c)
{
    bool values = c->default_bytes != NULL && c->count != 0;
    bool lines = values && c->count > 1 && !is_zero(c);
    text_registers(out, c->set, c->first, c->count);
    text_declaration(out, c->type, c->name);
    if (values && !lines) {
        text_put(out, " = ");
        if (is_zero(c) && c->set != S9_SET_BOOL) {
            text_char(out, '0');
        } else {
            value_text(out, c, 0);
        }
    }
    text_char(out, '\n');
    members_text(out, c->type, c->set, c->first, c->first + c->count, 1);
    for (uint32_t i = 0; lines && i < c->count; i++) {
        text_repeat(out, ' ', 28);
        text_format(out, "%c%" PRIu32 " = ", letter_of(c->set), c->first + i);
        value_text(out, c, i);
        text_char(out, '\n');
    }
}

void constant_table_text(text *out, const s9_constant_table *table)
{
    if (table == NULL) {
        return;
    }
    const char *creator = s9_constant_table_creator(table), *target = s9_constant_table_target(table);
    uint32_t flags = s9_constant_table_flags(table), unknown = s9_compile_flags_unknown(flags);
    if (creator != NULL) {
        text_put(out, "  compiler      ");
        text_name(out, creator);
        text_char(out, '\n');
    }
    if (target != NULL) {
        text_put(out, "  target        ");
        text_name(out, target);
        text_char(out, '\n');
    }
    if (flags != 0) {
        text_put(out, "  flags         ");
        for (size_t i = 0; s9_compile_flag_name(flags, i) != NULL; i++) {
            text_format(out, "%s%s", i == 0 ? "" : ", ", s9_compile_flag_name(flags, i));
        }
        if (unknown != 0) {
            text_format(out, "%s0x%" PRIx32, unknown == flags ? "" : ", ", unknown);
        }
        text_char(out, '\n');
    }
    for (size_t i = 0; i < s9_constant_table_count(table); i++) {
        text_format(out, "  %-14s", i == 0 ? "constants" : "");
        constant_text(out, s9_constant_table_constant(table, i));
    }
}

/* ---- preshader ---- */

void preshader_json(json_out *j, const s9_preshader *preshader)
{
    s9_blob listing = {0};
    if (preshader == NULL) {
        put_null(j);
        return;
    }
    put_open(j);
    put_key(j, "inputs");
    constants_json(j, s9_preshader_inputs(preshader));
    put_key(j, "outputs");
    put_open_list(j);
    for (size_t i = 0; i < s9_preshader_output_count(preshader); i++) {
        const s9_preshader_output *o = s9_preshader_output_at(preshader, i);
        put_open(j);
        put_key(j, "set");
        put_string(j, s9_constant_set_name(o->set));
        put_key(j, "register");
        put_integer(j, o->first);
        put_key(j, "count");
        put_integer(j, o->count);
        put_close(j);
    }
    put_close_list(j);
    put_key(j, "instructions");
    put_integer(j, s9_preshader_instruction_count(preshader));
    put_key(j, "text");
    if (s9_preshader_text(preshader, NULL, &listing) != S9_OK) {
        j->out->failed = true;
    }
    put_string(j, listing.data);
    put_close(j);
    s9_blob_free(&listing);
}

/* The instructions of a listing: its indented lines but the first, "preshader". */
static void text_listing(text *out, const char *listing)
{
    bool first = true;
    for (const char *at = strchr(listing, '\n'); at != NULL && at[1] == ' '; at = strchr(at + 1, '\n')) {
        const char *line = at + 1 + strspn(at + 1, " ");
        text_format(out, "    %-12s", first ? "code" : "");
        text_bytes(out, line, strcspn(line, "\n"));
        text_char(out, '\n');
        first = false;
    }
}

void preshader_lines(text *out, const s9_preshader *preshader)
{
    s9_blob listing = {0};
    if (preshader == NULL) {
        return;
    }
    uint32_t count = s9_preshader_instruction_count(preshader);
    text_format(out, "  preshader     %" PRIu32 " instruction%s\n", count, count == 1 ? "" : "s");
    const s9_constant_table *inputs = s9_preshader_inputs(preshader);
    for (size_t i = 0; i < s9_constant_table_count(inputs); i++) {
        text_format(out, "    %-12s", i == 0 ? "reads" : "");
        constant_text(out, s9_constant_table_constant(inputs, i));
    }
    for (size_t i = 0; i < s9_preshader_output_count(preshader); i++) {
        const s9_preshader_output *o = s9_preshader_output_at(preshader, i);
        text_format(out, "    %-12s", i == 0 ? "sets" : "");
        text_range(out, o->set, o->first, o->count);
        text_char(out, '\n');
    }
    if (s9_preshader_text(preshader, NULL, &listing) != S9_OK) {
        out->failed = true;
        return;
    }
    text_listing(out, listing.data);
    s9_blob_free(&listing);
}
