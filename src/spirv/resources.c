/* SPDX-License-Identifier: MIT */
/* Constants: the blocks that hold c#, i#, b# and texture stages, and reading them. */
#include "spirv/writer.h"

#include <stdio.h>

/* ---- names ---- */

static const s9_register_name *name_of(const s9_sp_writer *w, s9_register_set set, uint32_t number)
{
    const s9_register_name *found = NULL;
    for (size_t i = 0; i < w->options->register_name_count; i++) {
        const s9_register_name *name = &w->options->register_names[i];
        if (name->set == set && name->name != NULL && number >= name->first && number - name->first < name->count &&
            (found == NULL || name->first < found->first))
            found = name;
    }
    return found;
}

const char *s9_sp_resource_name(s9_sp_writer *w, s9_register_set set, uint32_t number)
{
    static const char texts[16][4] = {"s0", "s1", "s2",  "s3",  "s4",  "s5",  "s6",  "s7",
                                      "s8", "s9", "s10", "s11", "s12", "s13", "s14", "s15"};
    const s9_register_name *name = w->names ? name_of(w, set, number) : NULL;
    if (name == NULL)
        return texts[number & 15u];
    size_t length = strlen(name->name) + 1u;
    char *kept = s9_arena_alloc_raw(&w->result->arena, length);
    if (kept != NULL)
        memcpy(kept, name->name, length);
    return kept;
}

/* ---- blocks ---- */

typedef struct members {
    uint32_t *types, *offsets;
    const char **names;
    uint32_t count, capacity;
} members;

static bool push_member(s9_sp_writer *w, members *m, uint32_t type, uint32_t offset, const char *name)
{
    if (m->count == m->capacity) {
        uint32_t capacity = m->capacity == 0 ? 8 : m->capacity * 2;
        uint32_t *types = s9_arena_array_raw(&w->arena, capacity, sizeof *types);
        uint32_t *offsets = s9_arena_array_raw(&w->arena, capacity, sizeof *offsets);
        const char **names = s9_arena_array_raw(&w->arena, capacity, sizeof *names);
        if (types == NULL || offsets == NULL || names == NULL)
            return false;
        if (m->count > 0) {
            memcpy(types, m->types, m->count * sizeof *types);
            memcpy(offsets, m->offsets, m->count * sizeof *offsets);
            memcpy(names, m->names, m->count * sizeof *names);
        }
        *m = (members){types, offsets, names, m->count, capacity};
    }
    m->types[m->count] = type;
    m->offsets[m->count] = offset;
    m->names[m->count++] = name;
    return true;
}

/* An array of so many rows of 16 bytes. */
static uint32_t rows_type(s9_sp_writer *w, s9_sp_type type, uint32_t count)
{
    uint32_t words[2] = {s9_sp_type_id(w, type, 4), s9_sp_integer(w, count)}, before = w->bound;
    uint32_t id = s9_sp_intern(w, SPV_OP_TYPE_ARRAY, 0, words, 2, 0);
    if (id >= before)
        s9_sp_decorate_with(w, id, SPV_DECORATION_ARRAY_STRIDE, 16);
    return id;
}

static uint32_t make_block(s9_sp_writer *w, const members *m, const char *name, uint32_t storage, uint32_t binding)
{
    uint32_t type = s9_sp_new_id(w, 0);
    for (uint32_t i = 0; i < m->count; i++) {
        s9_sp_decorate_member(w, type, i, SPV_DECORATION_OFFSET, m->offsets[i]);
        if (m->names[i] != NULL)
            s9_sp_member_name(w, type, i, m->names[i]);
    }
    s9_sp_decorate(w, type, SPV_DECORATION_BLOCK);
    uint32_t head[2] = {s9_sp_head(SPV_OP_TYPE_STRUCT, 2u + m->count), type};
    s9_sp_push(w, &w->types, head[0]);
    s9_sp_push(w, &w->types, head[1]);
    for (uint32_t i = 0; i < m->count; i++)
        s9_sp_push(w, &w->types, m->types[i]);
    uint32_t id = s9_sp_global(w, storage, s9_sp_pointer_to(w, storage, type), 0);
    if (w->names) {
        char text[32];
        (void)snprintf(text, sizeof text, "%s_%s", w->pixel ? "ps" : "vs", name);
        s9_sp_name(w, id, text);
        (void)snprintf(text, sizeof text, "%s_%s_block", w->pixel ? "ps" : "vs", name);
        s9_sp_name(w, type, text);
    }
    if (storage == SPV_STORAGE_UNIFORM) {
        uint32_t set = w->options->descriptor_set_given ? w->options->descriptor_set : w->pixel;
        s9_sp_decorate_with(w, id, SPV_DECORATION_DESCRIPTOR_SET, set);
        s9_sp_decorate_with(w, id, SPV_DECORATION_BINDING, binding);
    }
    return id;
}

static int by_first(const void *a, const void *b)
{
    const s9_register_name *x = *(const s9_register_name *const *)a, *y = *(const s9_register_name *const *)b;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* c# from `first` on that have no name. */
static bool push_gap(s9_sp_writer *w, members *m, uint32_t *member, uint32_t *element, uint32_t first, uint32_t end)
{
    char *text = s9_arena_alloc_raw(&w->result->arena, 16);
    if (text == NULL)
        return false;
    uint32_t count = end - first;
    (void)snprintf(text, 16, "c%u", (unsigned)first);
    for (uint32_t i = first; i < end; i++) {
        member[i] = m->count;
        element[i] = count > 1 ? i - first : UINT32_MAX;
    }
    return push_member(w, m, count > 1 ? rows_type(w, S9_SP_FLOAT, count) : s9_sp_type_id(w, S9_SP_FLOAT, 4),
                       first * 16u, text);
}

/* c# as members by name, each with the registers that it has. False: out of memory. */
static bool push_named(s9_sp_writer *w, members *m)
{
    size_t count = 0, all = w->options->register_name_count;
    const s9_register_name **sorted = s9_arena_array_raw(&w->arena, all, sizeof *sorted);
    uint32_t *member = s9_arena_array_raw(&w->arena, w->float_registers, sizeof *member);
    uint32_t *element = s9_arena_array_raw(&w->arena, w->float_registers, sizeof *element), next = 0;
    if (sorted == NULL || member == NULL || element == NULL)
        return false;
    for (size_t i = 0; i < all; i++) {
        const s9_register_name *name = &w->options->register_names[i];
        if (name->set == S9_SET_FLOAT && name->name != NULL && name->count > 0 && name->first < w->float_registers)
            sorted[count++] = name;
    }
    qsort(sorted, count, sizeof *sorted, by_first);
    for (size_t i = 0; i < count; i++) {
        uint32_t first = sorted[i]->first, end = w->float_registers;
        if (first < next)
            continue; /* claimed already */
        if (sorted[i]->count < end - first)
            end = first + sorted[i]->count;
        if (i + 1 < count && sorted[i + 1]->first > first && sorted[i + 1]->first < end)
            end = sorted[i + 1]->first;
        if (first > next && !push_gap(w, m, member, element, next, first))
            return false;
        for (uint32_t k = first; k < end; k++) {
            member[k] = m->count;
            element[k] = end - first > 1 ? k - first : UINT32_MAX;
        }
        uint32_t type = end - first > 1 ? rows_type(w, S9_SP_FLOAT, end - first) : s9_sp_type_id(w, S9_SP_FLOAT, 4);
        if (!push_member(w, m, type, first * 16u, sorted[i]->name))
            return false;
        next = end;
    }
    if (next < w->float_registers && !push_gap(w, m, member, element, next, w->float_registers))
        return false;
    w->member_of = member;
    w->element_of = element;
    return true;
}

static s9_sp_type bool_type(const s9_sp_writer *w)
{
    return w->plain ? S9_SP_INT : S9_SP_UINT;
}

static void push_block(s9_sp_writer *w)
{
    members m = {NULL, NULL, NULL, 0, 0};
    uint32_t offset = w->options->push_offset,
             counts[3] = {w->float_registers, w->int_registers, (w->bool_registers + 3u) / 4u};
    uint32_t *first[3] = {&w->float_member, &w->int_member, &w->bool_member};
    static const char *const names[3] = {"c", "i", "b"};
    s9_sp_type types[3] = {S9_SP_FLOAT, S9_SP_INT, bool_type(w)};
    for (uint32_t i = 0; i < 3; i++) {
        if (counts[i] == 0)
            continue;
        *first[i] = m.count;
        if (!push_member(w, &m, rows_type(w, types[i], counts[i]), offset, names[i]))
            return;
        offset += counts[i] * 16u;
    }
    w->push_size = offset - w->options->push_offset;
    if (offset > 128)
        s9_report(w->diagnostics, S9_WARNING, NULL, NULL, "use a uniform block",
                  "the constants end %u bytes behind the beginning of the push constants; a device need not have more "
                  "than 128",
                  (unsigned)offset);
    w->float_block = w->int_block = w->bool_block = make_block(w, &m, "constants", SPV_STORAGE_PUSH_CONSTANT, 0);
}

static uint32_t storage_of(const s9_sp_writer *w)
{
    return w->options->constants == S9_SPIRV_CONSTANTS_PUSH ? SPV_STORAGE_PUSH_CONSTANT : SPV_STORAGE_UNIFORM;
}

uint32_t s9_sp_float_block(s9_sp_writer *w)
{
    members m = {NULL, NULL, NULL, 0, 0};
    if (w->float_block != 0)
        return w->float_block;
    if (w->options->constants == S9_SPIRV_CONSTANTS_PUSH) {
        push_block(w);
        return w->float_block;
    }
    bool named = w->names && w->options->register_name_count > 0 && !w->ir->relative_constants;
    if (!named) {
        if (!push_member(w, &m, rows_type(w, S9_SP_FLOAT, w->float_registers), 0, "c"))
            return 0;
    } else if (!push_named(w, &m)) {
        return 0;
    }
    return w->float_block = make_block(w, &m, "c", SPV_STORAGE_UNIFORM, w->options->float_binding);
}

static uint32_t other_block(s9_sp_writer *w, uint32_t *block, s9_sp_type type, uint32_t rows, const char *name,
                            uint32_t binding)
{
    members m = {NULL, NULL, NULL, 0, 0};
    if (*block != 0)
        return *block;
    if (w->options->constants == S9_SPIRV_CONSTANTS_PUSH && block != &w->stage_block) {
        push_block(w);
        return *block;
    }
    if (!push_member(w, &m, rows_type(w, type, rows), 0, name))
        return 0;
    return *block = make_block(w, &m, name, SPV_STORAGE_UNIFORM, binding);
}

/* ---- reading ---- */

uint32_t s9_sp_float_constant(s9_sp_writer *w, uint32_t number)
{
    s9_sp_cached *known = &w->constants[number];
    if (s9_sp_still(w, known))
        return known->id;
    uint32_t block = s9_sp_float_block(w), pointer = s9_sp_pointer(w, storage_of(w), S9_SP_FLOAT, 4);
    uint32_t member = w->float_member, element = number;
    if (w->member_of != NULL) {
        member = w->member_of[number];
        element = w->element_of[number];
    }
    uint32_t first = s9_sp_integer(w, member);
    uint32_t second = element != UINT32_MAX ? s9_sp_integer(w, element) : 0;
    uint32_t place = s9_sp_access(w, pointer, block, first, second);
    return s9_sp_keep(w, known, s9_sp_load(w, s9_sp_type_id(w, S9_SP_FLOAT, 4), 4, place));
}

uint32_t s9_sp_int_constant(s9_sp_writer *w, uint32_t number)
{
    s9_sp_cached *known = &w->integers[number];
    if (s9_sp_still(w, known))
        return known->id;
    uint32_t block = other_block(w, &w->int_block, S9_SP_INT, w->int_registers, "i", w->options->int_binding);
    uint32_t pointer = s9_sp_pointer(w, storage_of(w), S9_SP_INT, 4);
    uint32_t place = s9_sp_access(w, pointer, block, s9_sp_integer(w, w->int_member), s9_sp_integer(w, number));
    return s9_sp_keep(w, known, s9_sp_load(w, s9_sp_type_id(w, S9_SP_INT, 4), 4, place));
}

uint32_t s9_sp_bool_constant(s9_sp_writer *w, uint32_t number)
{
    s9_sp_cached *known = &w->booleans[number];
    if (s9_sp_still(w, known))
        return known->id;
    s9_sp_type type = bool_type(w);
    uint32_t block = other_block(w, &w->bool_block, type, (w->bool_registers + 3u) / 4u, "b", w->options->bool_binding);
    uint32_t pointer = s9_sp_pointer(w, storage_of(w), type, 1);
    uint32_t member = s9_sp_integer(w, w->bool_member);
    uint32_t row = s9_sp_integer(w, number / 4u), column = s9_sp_integer(w, number % 4u);
    uint32_t place = s9_sp_new_id(w, 0), *at = s9_sp_room(w, &w->code, 7);
    at[0] = s9_sp_head(SPV_OP_ACCESS_CHAIN, 7);
    at[1] = pointer;
    at[2] = place;
    at[3] = block;
    at[4] = member;
    at[5] = row;
    at[6] = column;
    uint32_t word = s9_sp_load(w, s9_sp_type_id(w, type, 1), 1, place);
    return s9_sp_keep(w, known, s9_sp_compare(w, SPV_OP_INOT_EQUAL, 1, word, s9_sp_constant(w, type, 0)));
}

s9_sp_ref s9_sp_stage_component(s9_sp_writer *w, uint32_t stage, uint32_t component)
{
    const s9_spirv_options *options = w->options;
    s9_spirv_source source = s9_sp_source_of(w, S9_SPIRV_STAGES);
    if (source == S9_SPIRV_OFF || stage >= S9_SPIRV_STAGE_COUNT || component > 6)
        return S9_SP_ZERO;
    if (source != S9_SPIRV_UNIFORM) {
        uint32_t words[8];
        memcpy(words, &options->stages[stage], sizeof words);
        if (source == S9_SPIRV_FIXED)
            return s9_sp_ref_of(s9_sp_constant(w, S9_SP_FLOAT, words[component]), 0);
        uint32_t number = S9_SPIRV_STAGE_SPEC_ID + 8u * stage + component;
        return s9_sp_ref_of(s9_sp_spec_constant(w, number, S9_SP_FLOAT, words[component]), 0);
    }
    uint32_t row = 2u * stage + component / 4u;
    s9_sp_cached *known = &w->stage_loads[row];
    if (!s9_sp_still(w, known)) {
        uint32_t block =
            other_block(w, &w->stage_block, S9_SP_FLOAT, 2u * w->stage_registers, "stages", options->stage_binding);
        uint32_t pointer = s9_sp_pointer(w, SPV_STORAGE_UNIFORM, S9_SP_FLOAT, 4);
        uint32_t place = s9_sp_access(w, pointer, block, s9_sp_integer(w, 0), s9_sp_integer(w, row));
        (void)s9_sp_keep(w, known, s9_sp_load(w, s9_sp_type_id(w, S9_SP_FLOAT, 4), 4, place));
    }
    return s9_sp_ref_of(known->id, component % 4u);
}
