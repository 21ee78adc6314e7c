/* SPDX-License-Identifier: MIT */
/* What is asked of a constant table: by index, by register, by number. */
#include "reflect/ctab.h"

#include "reflect/reflect.h"

s9_position s9_block_position(const s9_block *block, uint32_t offset)
{
    s9_position at = block->at;
    if (at.offset != S9_NO_POSITION) {
        at.offset += offset;
        at.token = at.offset / 4;
    }
    return at;
}

static char printable(char c)
{
    return c >= ' ' && c < 0x7F ? c : '?';
}

const char *s9_shown_name(const char *name, char out[S9_SHOWN_NAME])
{
    static const char cut[] = "...";
    size_t length = 0;
    for (; length < S9_SHOWN_NAME - 1 && name[length] != '\0'; length++)
        out[length] = printable(name[length]);
    out[length] = '\0';
    if (name[length] != '\0')
        memcpy(out + S9_SHOWN_NAME - sizeof cut, cut, sizeof cut);
    return out;
}

/* ---- by register ---- */

/*
 * Constants by register set and first register, those of one register in the order of the table: sorted digit by digit,
 * so that it takes as long whatever the numbers are.
 */
enum { FEW = 24 };

static uint32_t key_of(const s9_constant_table *table, uint32_t constant)
{
    const s9_constant *c = &table->constants.items[constant];
    return (uint32_t)c->set << 16 | c->first;
}

static uint32_t *sorted(s9_arena *scratch, const s9_constant_table *table)
{
    uint32_t count = table->constants.count;
    uint32_t *order = s9_arena_array(scratch, count, sizeof *order);
    uint32_t *other = s9_arena_array(scratch, count, sizeof *other);
    if (order == NULL || other == NULL)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    if (count <= FEW) { /* nearly always */
        for (uint32_t i = 1; i < count; i++) {
            uint32_t k = i;
            for (; k > 0 && key_of(table, order[k - 1]) > key_of(table, i); k--)
                order[k] = order[k - 1];
            order[k] = i;
        }
        return order;
    }
    for (uint32_t digit = 0; digit < 3; digit++) {
        uint32_t place[257] = {0};
        for (uint32_t pass = 0; pass < 2; pass++) {
            for (uint32_t i = 0; i < count; i++) {
                const s9_constant *c = &table->constants.items[order[i]];
                uint32_t key = digit == 2 ? (uint32_t)c->set : c->first >> 8 * digit & 0xFFu;
                if (pass == 0)
                    place[key + 1]++;
                else
                    other[place[key]++] = order[i];
            }
            for (uint32_t i = 0; i < 256 && pass == 0; i++)
                place[i + 1] += place[i];
        }
        uint32_t *swap = order;
        order = other;
        other = swap;
    }
    return order;
}

bool s9_ctab_index(s9_arena *arena, s9_arena *scratch, const s9_block *block, s9_constant_table *table)
{
    uint32_t *order = sorted(scratch, table);
    if (order == NULL)
        return false;
    for (uint32_t i = 0; i < table->constants.count; i++) {
        const s9_constant *c = &table->constants.items[order[i]];
        s9_constant_range range = {c->first, c->first + c->count, order[i]};
        uint32_t count = table->ranges[c->set].count;
        const s9_constant_range *before = count == 0 ? NULL : &table->ranges[c->set].items[count - 1];
        if (before != NULL && before->end > range.first && range.end > range.first) {
            char name[S9_SHOWN_NAME], other[S9_SHOWN_NAME];
            S9_BLOCK_WARN(block, 0, "constants '%s' and '%s' both have %s register %u",
                          s9_shown_name(table->constants.items[before->constant].name, name),
                          s9_shown_name(c->name, other), s9_constant_set_name(c->set), (unsigned)range.first);
            range.first = before->end;
        }
        if (range.first < range.end && !S9_PUSH(arena, &table->ranges[c->set], range))
            return false;
    }
    return true;
}

const s9_constant *s9_constant_table_find(const s9_constant_table *table, s9_register_set set, uint32_t number)
{
    if (table == NULL || (uint32_t)set >= S9_SET_COUNT)
        return NULL;
    uint32_t low = 0, high = table->ranges[set].count; /* the first range that begins behind the register */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (table->ranges[set].items[middle].first <= number)
            low = middle + 1;
        else
            high = middle;
    }
    const s9_constant_range *range = low == 0 ? NULL : &table->ranges[set].items[low - 1];
    return range != NULL && number < range->end ? &table->constants.items[range->constant] : NULL;
}

/* ---- paths ---- */

typedef struct path {
    char *out;
    size_t room, length;
} path;

static void put_char(path *p, char c)
{
    if (p->length + 1 < p->room)
        p->out[p->length++] = printable(c);
}

static void put_name(path *p, const char *name)
{
    for (; *name != '\0' && p->length + 1 < p->room; name++)
        put_char(p, *name);
}

static void put_number(path *p, uint32_t number)
{
    char digits[10];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    while (count > 0)
        put_char(p, digits[--count]);
}

static void put_index(path *p, uint32_t index)
{
    put_char(p, '[');
    put_number(p, index);
    put_char(p, ']');
}

/* The part of a scalar, vector or matrix that lies `at` registers behind its first. */
static void put_part(path *p, const s9_constant_type *type, s9_register_set set, uint32_t at)
{
    if (set != S9_SET_BOOL) {
        if (type->stride[set] > 1)
            put_index(p, at);
        return;
    }
    bool by_columns = type->class_number == S9_CLASS_MATRIX_COLUMNS;
    uint32_t lines = by_columns ? type->columns : type->rows;
    uint32_t length = by_columns ? type->rows : type->columns; /* not 0: the type has registers */
    if (lines > 1)
        put_index(p, at / length);
    if (length > 4) {
        put_index(p, at % length);
    } else if (length > 1) {
        put_char(p, '.');
        put_char(p, "xyzw"[at % length]);
    }
}

/* The last member that does not begin behind `at`; as `at` lies inside the type, that is the one it lies in. */
static const s9_constant_member *member_at(const s9_constant_type *type, s9_register_set set, uint32_t at)
{
    uint32_t low = 0, high = type->member_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (type->members[middle].offset[set] <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return &type->members[low - 1]; /* the first begins at 0 */
}

size_t s9_constant_table_path(const s9_constant_table *table, s9_register_set set, uint32_t number, char *out,
                              size_t room)
{
    path p = {out, room, 0};
    const s9_constant *c = s9_constant_table_find(table, set, number);
    if (c == NULL || out == NULL || room == 0) {
        if (out != NULL && room != 0)
            out[0] = '\0';
        return 0;
    }
    const s9_constant_type *type = c->type;
    uint32_t at = number - c->first;
    put_name(&p, c->name);
    for (;;) {
        uint32_t stride = type->stride[set], elements = type->elements == 0 ? 1 : type->elements;
        if (stride == 0 || at / stride >= elements) { /* the table gives it more registers than its type has */
            if (at != 0) {
                put_char(&p, '+');
                put_number(&p, at);
            }
            break;
        }
        if (elements > 1)
            put_index(&p, at / stride);
        at %= stride;
        if (type->member_count == 0) {
            put_part(&p, type, set, at);
            break;
        }
        const s9_constant_member *member = member_at(type, set, at);
        put_char(&p, '.');
        put_name(&p, member->name);
        at -= member->offset[set];
        type = member->type;
    }
    out[p.length] = '\0';
    return p.length;
}

/* ---- initial values ---- */

static const uint8_t *default_at(const s9_constant *c, s9_register_set set, uint32_t index, uint32_t size)
{
    if (c == NULL || c->default_bytes == NULL || c->set != set || index >= c->count)
        return NULL;
    return (const uint8_t *)c->default_bytes + (size_t)index * size;
}

bool s9_constant_default_float(const s9_constant *constant, uint32_t index, float out[4])
{
    const uint8_t *bytes = default_at(constant, S9_SET_FLOAT, index, 16);
    for (uint32_t i = 0; i < 4; i++)
        out[i] = bytes == NULL ? 0.0f : s9_bits_float(s9_read_u32(bytes + (size_t)4 * i));
    return bytes != NULL;
}

bool s9_constant_default_int(const s9_constant *constant, uint32_t index, int32_t out[4])
{
    const uint8_t *bytes = default_at(constant, S9_SET_INT, index, 16);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t word = bytes == NULL ? 0 : s9_read_u32(bytes + (size_t)4 * i);
        memcpy(&out[i], &word, sizeof word);
    }
    return bytes != NULL;
}

bool s9_constant_default_bool(const s9_constant *constant, uint32_t index, bool *out)
{
    const uint8_t *bytes = default_at(constant, S9_SET_BOOL, index, 4);
    *out = bytes != NULL && s9_read_u32(bytes) != 0;
    return bytes != NULL;
}

/* ---- reading ---- */

size_t s9_constant_table_count(const s9_constant_table *table)
{
    return table == NULL ? 0 : table->constants.count;
}

const s9_constant *s9_constant_table_constant(const s9_constant_table *table, size_t index)
{
    return index < s9_constant_table_count(table) ? &table->constants.items[index] : NULL;
}

const char *s9_constant_table_creator(const s9_constant_table *table)
{
    return table == NULL ? NULL : table->creator;
}

const char *s9_constant_table_target(const s9_constant_table *table)
{
    return table == NULL ? NULL : table->target;
}

uint32_t s9_constant_table_flags(const s9_constant_table *table)
{
    return table == NULL ? 0 : table->flags;
}

const s9_constant_table *s9_reflection_constant_table(const s9_reflection *reflection)
{
    return reflection->constants;
}

size_t s9_reflection_constant_count(const s9_reflection *reflection)
{
    return s9_constant_table_count(reflection->constants);
}

const s9_constant *s9_reflection_constant(const s9_reflection *reflection, size_t index)
{
    return s9_constant_table_constant(reflection->constants, index);
}

/* ---- names ---- */

const char *s9_constant_set_name(s9_register_set set)
{
    static const char *const names[] = {
        [S9_SET_FLOAT] = "float4", [S9_SET_INT] = "int4", [S9_SET_BOOL] = "bool", [S9_SET_SAMPLER] = "sampler"};
    return (uint32_t)set < S9_COUNT(names) ? names[set] : "";
}

const char *s9_constant_class_name(uint32_t class_number)
{
    static const char *const names[] = {"scalar", "vector", "matrix_rows", "matrix_columns", "object", "struct"};
    return class_number < S9_COUNT(names) ? names[class_number] : NULL;
}

const char *s9_constant_type_name(uint32_t type_number)
{
    static const char *const names[] = {
        "void",        "bool",        "int",          "float",         "string",         "texture",    "texture1D",
        "texture2D",   "texture3D",   "textureCUBE",  "sampler",       "sampler1D",      "sampler2D",  "sampler3D",
        "samplerCUBE", "pixelshader", "vertexshader", "pixelfragment", "vertexfragment", "unsupported"};
    return type_number < S9_COUNT(names) ? names[type_number] : NULL;
}

/* Two bits tell the level of optimisation; level 1, both clear, is no flag. */
static const struct {
    uint32_t mask, value;
    const char *name;
} flag_names[] = {
    {0x1, 0x1, "DEBUG"},
    {0x2, 0x2, "SKIPVALIDATION"},
    {0x4, 0x4, "SKIPOPTIMIZATION"},
    {0x8, 0x8, "PACKMATRIX_ROWMAJOR"},
    {0x10, 0x10, "PACKMATRIX_COLUMNMAJOR"},
    {0x20, 0x20, "PARTIALPRECISION"},
    {0x40, 0x40, "FORCE_VS_SOFTWARE_NOOPT"},
    {0x80, 0x80, "FORCE_PS_SOFTWARE_NOOPT"},
    {0x100, 0x100, "NO_PRESHADER"},
    {0x200, 0x200, "AVOID_FLOW_CONTROL"},
    {0x400, 0x400, "PREFER_FLOW_CONTROL"},
    {0x1000, 0x1000, "ENABLE_BACKWARDS_COMPATIBILITY"},
    {0x2000, 0x2000, "IEEE_STRICTNESS"},
    {0xC000, 0x4000, "OPTIMIZATION_LEVEL0"},
    {0xC000, 0xC000, "OPTIMIZATION_LEVEL2"},
    {0xC000, 0x8000, "OPTIMIZATION_LEVEL3"},
    {0x10000, 0x10000, "USE_LEGACY_D3DX9_31_DLL"},
};

const char *s9_compile_flag_name(uint32_t flags, size_t index)
{
    for (size_t i = 0; i < S9_COUNT(flag_names); i++)
        if ((flags & flag_names[i].mask) == flag_names[i].value && index-- == 0)
            return flag_names[i].name;
    return NULL;
}

uint32_t s9_compile_flags_unknown(uint32_t flags)
{
    for (size_t i = 0; i < S9_COUNT(flag_names); i++)
        flags &= ~flag_names[i].mask;
    return flags;
}
