/* SPDX-License-Identifier: MIT */
/* What registers, values and operands are at a place of the program, and making vectors out of it. */
#include "spirv/writer.h"

/* ---- scopes ---- */

void s9_sp_open_scope(s9_sp_writer *w)
{
    if (w->scope_count == w->scope_capacity &&
        !s9_arena_grow(&w->arena, (void **)&w->scopes, &w->scope_capacity, w->scope_count, sizeof *w->scopes))
        return;
    w->scopes[w->scope_count++] = ++w->scope_serial;
}

void s9_sp_close_scope(s9_sp_writer *w)
{
    if (w->scope_count > 0)
        w->scope_count--;
}

/* ---- components to vectors ---- */

uint32_t s9_sp_component(s9_sp_writer *w, s9_sp_type type, s9_sp_ref ref)
{
    uint32_t id = ref >> 2;
    if (ref == S9_SP_ZERO)
        return s9_sp_constant(w, type, 0);
    s9_sp_shuffle *known = &w->shuffles[(ref * 0x9E3779B1u) >> 16 & w->shuffle_mask];
    if (known->refs[0] == ref && known->refs[1] == 0 && s9_sp_still(w, &known->made))
        return known->made.id;
    uint32_t made = s9_sp_extract(w, s9_sp_type_id(w, type, 1), id, ref & 3u);
    *known = (s9_sp_shuffle){.refs = {ref, 0, 0, 0}};
    return s9_sp_keep(w, &known->made, made);
}

static inline uint32_t component(s9_sp_writer *w, s9_sp_type type, s9_sp_ref ref)
{
    uint32_t id = ref >> 2;
    return (w->info[id] & S9_SP_WIDTH) == 1 ? id : s9_sp_component(w, type, ref);
}

static uint32_t shuffle(s9_sp_writer *w, uint32_t type_id, uint32_t n, const s9_sp_ref *refs, uint32_t first,
                        uint32_t second)
{
    uint32_t width = w->info[first] & S9_SP_WIDTH, id = s9_sp_new_id(w, n);
    uint32_t *at = s9_sp_room(w, &w->code, 5u + n);
    at[0] = s9_sp_head(SPV_OP_VECTOR_SHUFFLE, 5u + n);
    at[1] = type_id;
    at[2] = id;
    at[3] = first;
    at[4] = second;
    for (uint32_t i = 0; i < n; i++)
        at[5 + i] = (refs[i] & 3u) + (refs[i] >> 2 == first ? 0 : width);
    return id;
}

/* From left to right: whole vectors where the components come in their order, scalars elsewhere. */
static uint32_t construct(s9_sp_writer *w, s9_sp_type type, uint32_t n, const s9_sp_ref *refs)
{
    uint32_t parts[4], count = 0;
    for (uint32_t i = 0; i < n;) {
        uint32_t id = refs[i] >> 2, width = w->info[id] & S9_SP_WIDTH, run = 1;
        bool whole = refs[i] != S9_SP_ZERO && width > 1 && i + width <= n;
        for (uint32_t k = 0; whole && k < width; k++)
            whole = refs[i + k] == s9_sp_ref_of(id, k);
        if (whole)
            run = width;
        parts[count++] = whole ? id : component(w, type, refs[i]);
        i += run;
    }
    uint32_t id = s9_sp_new_id(w, n), type_id = s9_sp_type_id(w, type, n);
    uint32_t *at = s9_sp_room(w, &w->code, 3u + count);
    at[0] = s9_sp_head(SPV_OP_COMPOSITE_CONSTRUCT, 3u + count);
    at[1] = type_id;
    at[2] = id;
    for (uint32_t i = 0; i < count; i++)
        at[3 + i] = parts[i];
    return id;
}

/* Constants only. Components of constant vectors do not occur: immediates are scalars. */
static bool all_constant(const s9_sp_writer *w, uint32_t n, const s9_sp_ref *refs)
{
    for (uint32_t i = 0; i < n; i++)
        if (refs[i] != S9_SP_ZERO && w->info[refs[i] >> 2] != (1u | S9_SP_CONSTANT))
            return false;
    return true;
}

static uint32_t gather_constants(s9_sp_writer *w, s9_sp_type type, uint32_t n, const s9_sp_ref *refs)
{
    uint32_t ids[4];
    bool zero = true;
    for (uint32_t i = 0; i < n; i++)
        zero &= refs[i] == S9_SP_ZERO;
    if (zero)
        return s9_sp_constant_null(w, type, n);
    for (uint32_t i = 0; i < n; i++)
        ids[i] = component(w, type, refs[i]);
    return s9_sp_constant_vector(w, type, n, ids);
}

/*
 * The way that takes fewest words: one shuffle of one or two vectors; or a construction, in which runs of whole vectors
 * and scalars cost a word each and every other component an extraction.
 */
static uint32_t gather_new(s9_sp_writer *w, s9_sp_type type, uint32_t n, const s9_sp_ref *refs)
{
    uint32_t first = 0, second = 0, others = 0, cost = 3;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t id = refs[i] >> 2, width = w->info[id] & S9_SP_WIDTH;
        if (refs[i] == S9_SP_ZERO || width == 1) {
            others++;
            cost++;
            continue;
        }
        if (first == 0 || id == first)
            first = id;
        else if (second == 0 || id == second)
            second = id;
        else
            others++;
        bool run = i + width <= n;
        for (uint32_t k = 0; run && k < width; k++)
            run = refs[i + k] == s9_sp_ref_of(id, k);
        if (run) {
            cost++;
            i += width - 1u;
        } else {
            cost += 6;
        }
    }
    if (others > 0 || cost <= 5u + n)
        return construct(w, type, n, refs);
    return shuffle(w, s9_sp_type_id(w, type, n), n, refs, first, second != 0 ? second : first);
}

/* Components of one vector that is at least as wide, and not in their places: nothing is shorter than a shuffle. */
static inline bool of_one_vector(const s9_sp_writer *w, uint32_t n, const s9_sp_ref *refs)
{
    uint32_t id = refs[0] >> 2, other = 0, width = w->info[id] & S9_SP_WIDTH;
    for (uint32_t i = 1; i < n; i++)
        other |= refs[i] >> 2 ^ id;
    return other == 0 && id != 0 && width > 1 && width >= n;
}

uint32_t s9_sp_gather_parts(s9_sp_writer *w, s9_sp_type type, uint32_t n, const s9_sp_ref *refs)
{
    if (n == 1)
        return component(w, type, refs[0]);
    bool one = of_one_vector(w, n, refs);
    if (!one && all_constant(w, n, refs))
        return gather_constants(w, type, n, refs);
    s9_sp_ref third = n > 2 ? refs[2] : 0, fourth = n > 3 ? refs[3] : 0;
    uint32_t hash = (refs[0] * 0x9E3779B1u ^ refs[1]) * 0x9E3779B1u;
    if (n > 2)
        hash = (hash ^ third) * 0x9E3779B1u;
    if (n > 3)
        hash = (hash ^ fourth) * 0x9E3779B1u;
    s9_sp_shuffle *known = &w->shuffles[hash >> 16 & w->shuffle_mask];
    if (known->refs[0] == refs[0] && known->refs[1] == refs[1] && known->refs[2] == third && known->refs[3] == fourth &&
        s9_sp_still(w, &known->made))
        return known->made.id;
    uint32_t made =
        one ? shuffle(w, s9_sp_type_id(w, type, n), n, refs, refs[0] >> 2, refs[0] >> 2) : gather_new(w, type, n, refs);
    /* Extractions may have taken the place; that does no harm. */
    known->refs[0] = refs[0];
    known->refs[1] = refs[1];
    known->refs[2] = third;
    known->refs[3] = fourth;
    return s9_sp_keep(w, &known->made, made);
}

uint32_t s9_sp_splat(s9_sp_writer *w, s9_sp_type type, uint32_t n, uint32_t scalar)
{
    s9_sp_ref ref = s9_sp_ref_of(scalar, 0), refs[4] = {ref, ref, ref, ref};
    return s9_sp_gather(w, type, n, refs);
}

/* ---- registers ---- */

bool s9_sp_begin_registers(s9_sp_writer *w)
{
    const s9_sp_analysis *a = &w->analysis;
    w->registers = s9_arena_array_raw(&w->arena, a->register_count, sizeof *w->registers);
    if (w->registers == NULL)
        return false;
    const s9_sp_register blank = {.ref = {S9_SP_ZERO, S9_SP_ZERO, S9_SP_ZERO, S9_SP_ZERO},
                                  .dirty = w->private_registers ? 0 : 15,
                                  .type = S9_SP_FLOAT};
    for (uint32_t i = 0; i < a->register_count; i++) {
        w->registers[i] = blank;
        w->registers[i].width = a->width[i];
    }
    for (uint32_t i = 0; i < a->first_output; i++)
        w->registers[i].type = (uint8_t)s9_sp_type_of(w->ir->registers.items[i].type);
    w->registers[a->discarded].type = S9_SP_BOOL;
    /* What no vertex has written of color 0 is 1, on the ways of a program that write it not, too. */
    for (uint32_t i = 0; i < w->out_count && !w->pixel && a->partly; i++) {
        if (!w->out[i].ones || w->out[i].number >= S9_IR_OUT_COUNT)
            continue;
        s9_sp_ref one = s9_sp_ref_of(s9_sp_constant_float(w, 1.0f), 0);
        for (uint32_t k = 0; k < 4; k++)
            if ((w->out[i].mask >> k & 1u) != 0) {
                w->registers[a->first_output + w->out[i].number].ref[k] = one;
                w->registers[a->first_output + w->out[i].number].dirty |= (uint8_t)(1u << k);
            }
    }
    return true;
}

void s9_sp_forget_registers(s9_sp_writer *w)
{
    for (uint32_t i = 0; i < w->analysis.register_count; i++) {
        memset(w->registers[i].ref, 0, sizeof w->registers[i].ref);
        w->registers[i].dirty = 0;
    }
}

static void register_name(const s9_sp_writer *w, uint32_t number, char out[16])
{
    const s9_sp_analysis *a = &w->analysis;
    if (number < a->first_output) {
        memcpy(out, w->ir->registers.items[number].name, 16);
        out[15] = '\0';
    } else if (number == a->discarded) {
        memcpy(out, "discarded", 10);
    } else {
        const char *text = s9_sp_output_text(w->ir->version, number - a->first_output);
        memcpy(out, text, strlen(text) + 1u);
    }
}

static uint32_t variable_of(s9_sp_writer *w, uint32_t number)
{
    s9_sp_register *r = &w->registers[number];
    char name[16];
    if (r->variable != 0)
        return r->variable;
    if (r->width == 0)
        r->width = 1;
    uint32_t storage = w->private_registers ? SPV_STORAGE_PRIVATE : SPV_STORAGE_FUNCTION;
    uint32_t pointer = s9_sp_pointer(w, storage, (s9_sp_type)r->type, r->width);
    if (w->private_registers) {
        /* Subroutines may read what nobody has written. */
        uint32_t zero = s9_sp_constant_null(w, (s9_sp_type)r->type, r->width);
        r->variable = s9_sp_global(w, SPV_STORAGE_PRIVATE, pointer, zero);
    } else {
        uint32_t *at = s9_sp_room(w, &w->locals, 4);
        r->variable = s9_sp_new_id(w, 0);
        at[0] = s9_sp_head(SPV_OP_VARIABLE, 4);
        at[1] = pointer;
        at[2] = r->variable;
        at[3] = SPV_STORAGE_FUNCTION;
    }
    register_name(w, number, name);
    s9_sp_name(w, r->variable, name);
    return r->variable;
}

/* Loads the variable for the components that are not known. */
static void load_register(s9_sp_writer *w, uint32_t number)
{
    s9_sp_register *r = &w->registers[number];
    uint32_t variable = variable_of(w, number);
    uint32_t id = s9_sp_load(w, s9_sp_type_id(w, (s9_sp_type)r->type, r->width), r->width, variable);
    for (uint32_t k = 0; k < r->width; k++)
        if (r->ref[k] == 0)
            r->ref[k] = s9_sp_ref_of(id, k);
    for (uint32_t k = r->width; k < 4; k++)
        if (r->ref[k] == 0)
            r->ref[k] = S9_SP_ZERO;
}

void s9_sp_read_register(s9_sp_writer *w, uint32_t number, uint32_t n, const uint8_t *components, s9_sp_ref *refs)
{
    s9_sp_register *r = &w->registers[number];
    for (uint32_t k = 0; k < n; k++) {
        if (r->ref[components[k]] == 0)
            load_register(w, number);
        refs[k] = r->ref[components[k]];
    }
}

/* Stores one component. */
static void store_component(s9_sp_writer *w, s9_sp_register *r, uint32_t variable, uint32_t k)
{
    uint32_t storage = w->private_registers ? SPV_STORAGE_PRIVATE : SPV_STORAGE_FUNCTION;
    uint32_t pointer = s9_sp_pointer(w, storage, (s9_sp_type)r->type, 1);
    uint32_t place = s9_sp_access(w, pointer, variable, s9_sp_integer(w, k), 0);
    s9_sp_store(w, place, component(w, (s9_sp_type)r->type, r->ref[k]));
}

/* A vector that has the components of the mask in their places, where nobody reads the others; or 0. */
static uint32_t whole_vector(const s9_sp_writer *w, const s9_sp_register *r, uint32_t mask)
{
    uint32_t found = 0;
    for (uint32_t k = 0; k < r->width; k++) {
        uint32_t id = r->ref[k] >> 2;
        if ((mask >> k & 1u) == 0) {
            /* It is kept in the variable: nothing else may go there. */
            if ((r->dirty >> k & 1u) == 0)
                return 0;
            continue;
        }
        if (r->ref[k] == S9_SP_ZERO || (r->ref[k] & 3u) != k || (w->info[id] & S9_SP_WIDTH) != r->width ||
            (found != 0 && found != id))
            return 0;
        found = id;
    }
    return found;
}

void s9_sp_flush(s9_sp_writer *w, uint32_t number, uint32_t mask)
{
    s9_sp_register *r = &w->registers[number];
    mask &= r->dirty;
    if (r->width < 4)
        mask &= (1u << r->width) - 1u;
    if (mask == 0)
        return;
    uint32_t variable = variable_of(w, number), all = (1u << r->width) - 1u, unknown = 0, count = 0;
    if (r->width == 1) {
        s9_sp_store(w, variable, component(w, (s9_sp_type)r->type, r->ref[0]));
        r->dirty &= (uint8_t)~1u;
        return;
    }
    for (uint32_t k = 0; k < r->width; k++) {
        unknown |= r->ref[k] == 0 ? 1u << k : 0;
        count += mask >> k & 1u;
    }
    if (unknown != 0 && count <= 2) {
        for (uint32_t k = 0; k < r->width; k++)
            if ((mask >> k & 1u) != 0)
                store_component(w, r, variable, k);
        r->dirty &= (uint8_t)~mask;
        return;
    }
    uint32_t whole = whole_vector(w, r, mask);
    if (whole != 0) {
        s9_sp_store(w, variable, whole);
        r->dirty &= (uint8_t)~mask;
        return;
    }
    if (unknown != 0)
        load_register(w, number);
    /* What the variable holds already, it gets again; what is not read later, it gets too: one store either way. */
    s9_sp_store(w, variable, s9_sp_gather(w, (s9_sp_type)r->type, r->width, r->ref));
    r->dirty &= (uint8_t)~all;
}

/* ---- operands ---- */

static void immediate(s9_sp_writer *w, const s9_ir_operand *source, s9_sp_type type, uint32_t n, s9_sp_ref *refs)
{
    for (uint32_t k = 0; k < n; k++) {
        uint32_t word = source->index + source->swizzle[k], id;
        if (type == S9_SP_FLOAT) {
            id = w->immediate_floats[word];
            if (id == 0)
                id = w->immediate_floats[word] = s9_sp_constant(w, S9_SP_FLOAT, w->ir->immediates.items[word]);
        } else {
            id = s9_sp_constant(w, type, w->ir->immediates.items[word]);
        }
        refs[k] = s9_sp_ref_of(id, 0);
    }
}

static void constant(s9_sp_writer *w, const s9_ir_operand *source, uint32_t n, s9_sp_ref *refs)
{
    if (source->kind == S9_IR_CONSTF && source->index < w->ir->constf_limit) {
        uint32_t id = s9_sp_float_constant(w, source->index);
        for (uint32_t k = 0; k < 4; k++)
            refs[k] = s9_sp_ref_of(id, source->swizzle[k]);
        return;
    }
    s9_sp_type type = source->kind == S9_IR_CONSTF   ? S9_SP_FLOAT
                      : source->kind == S9_IR_CONSTI ? S9_SP_INT
                                                     : S9_SP_BOOL;
    /* Lowering has made immediates of the c# that are defined. */
    const s9_ir_definition *definition = type != S9_SP_FLOAT && w->ir->definitions.count > 0
                                             ? s9_ir_definition_of(w->ir, source->kind, source->index)
                                             : NULL;
    if (definition != NULL) {
        for (uint32_t k = 0; k < n; k++)
            refs[k] = s9_sp_ref_of(s9_sp_constant(w, type, definition->bits[source->swizzle[k]]), 0);
        return;
    }
    if (type == S9_SP_FLOAT && source->index >= w->ir->constf_limit) {
        for (uint32_t k = 0; k < n; k++)
            refs[k] = S9_SP_ZERO;
        return;
    }
    uint32_t id = type == S9_SP_FLOAT ? s9_sp_float_constant(w, source->index)
                  : type == S9_SP_INT ? s9_sp_int_constant(w, source->index)
                                      : s9_sp_bool_constant(w, source->index);
    for (uint32_t k = 0; k < 4; k++)
        refs[k] = s9_sp_ref_of(id, type == S9_SP_BOOL ? 0 : source->swizzle[k]);
}

/* The sum of an index register and a number. */
static uint32_t index_of(s9_sp_writer *w, const s9_ir_operand *operand)
{
    s9_sp_ref ref;
    s9_sp_read_register(w, operand->relative - 1u, 1, &operand->relative_component, &ref);
    uint32_t index = component(w, S9_SP_INT, ref);
    if (operand->index == 0)
        return index;
    return s9_sp_emit2(w, SPV_OP_IADD, s9_sp_type_id(w, S9_SP_INT, 1), 1, index, s9_sp_integer(w, operand->index));
}

/* What neither register nor value is, or a register that has to be loaded. */
static S9_APART void operand_apart(s9_sp_writer *w, const s9_ir_operand *source, s9_sp_type type, uint32_t n,
                                   s9_sp_ref *refs)
{
    uint32_t id;
    s9_sp_ref all[4];
    switch ((s9_ir_kind)source->kind) {
    case S9_IR_REG:
        s9_sp_read_register(w, source->index, n, source->swizzle, refs);
        return;
    case S9_IR_IMM:
        immediate(w, source, type, n, refs);
        return;
    case S9_IR_INPUT:
        if (source->relative != 0) {
            id = s9_sp_read_input(w, index_of(w, source));
            break;
        }
        s9_sp_input(w, source->index, all);
        for (uint32_t k = 0; k < 4; k++)
            refs[k] = all[source->swizzle[k]];
        return;
    case S9_IR_CONSTF:
        if (source->relative != 0) {
            id = s9_sp_read_constant(w, index_of(w, source));
            break;
        }
        constant(w, source, n, refs);
        return;
    case S9_IR_CONSTI:
    case S9_IR_CONSTB:
        constant(w, source, n, refs);
        return;
    case S9_IR_STAGE:
        for (uint32_t k = 0; k < n; k++)
            refs[k] = s9_sp_stage_component(w, source->index, source->swizzle[k]);
        return;
    case S9_IR_NONE:
    case S9_IR_VALUE:
    case S9_IR_OUTPUT:
    default:
        for (uint32_t k = 0; k < n; k++)
            refs[k] = S9_SP_ZERO;
        return;
    }
    for (uint32_t k = 0; k < 4; k++)
        refs[k] = s9_sp_ref_of(id, source->swizzle[k]);
}

/* Four at once: what is beyond n is not looked at. */
static inline void operand(s9_sp_writer *w, const s9_ir_operand *source, s9_sp_type type, uint32_t n, s9_sp_ref *refs)
{
    if (source->kind == S9_IR_REG) {
        const s9_sp_ref *held = w->registers[source->index].ref;
        for (uint32_t k = 0; k < 4; k++)
            refs[k] = held[source->swizzle[k]];
        if (refs[0] != 0 && refs[1] != 0 && refs[2] != 0 && refs[3] != 0)
            return;
    } else if (source->kind == S9_IR_VALUE) {
        const s9_sp_ref *value = w->values[source->index];
        for (uint32_t k = 0; k < 4; k++)
            refs[k] = value[source->swizzle[k]];
        return;
    } else if (source->kind == S9_IR_CONSTF && source->relative == 0 && source->index < w->analysis.constf_count &&
               s9_sp_still(w, &w->constants[source->index])) {
        for (uint32_t k = 0; k < 4; k++)
            refs[k] = s9_sp_ref_of(w->constants[source->index].id, source->swizzle[k]);
        return;
    } else if (source->kind == S9_IR_INPUT && source->relative == 0 && source->index < S9_COUNT(w->input_refs) &&
               s9_sp_still(w, &w->input_refs[source->index])) {
        const s9_sp_ref *held = w->in_refs[source->index];
        for (uint32_t k = 0; k < 4; k++)
            refs[k] = held[source->swizzle[k]];
        return;
    }
    operand_apart(w, source, type, n, refs);
}

void s9_sp_source(s9_sp_writer *w, const s9_ir_inst *inst, uint32_t index, uint32_t n, s9_sp_ref *refs)
{
    const s9_ir_operand *source = &inst->src[index];
    operand(w, source, source->kind == S9_IR_IMM ? s9_sp_source_type(w, inst, index) : S9_SP_FLOAT, n, refs);
}

/* ---- results ---- */

/* The components under a predicate: where it does not hold, what was there. */
static void guard(s9_sp_writer *w, const s9_ir_inst *inst, uint32_t number, s9_sp_type type, s9_sp_ref *refs)
{
    s9_sp_ref old[4], predicate[4];
    operand(w, &inst->predicate, S9_SP_BOOL, inst->n, predicate);
    uint32_t condition = s9_sp_gather(w, S9_SP_BOOL, inst->n, predicate);
    s9_sp_read_register(w, number, inst->n, inst->dst_components, old);
    uint32_t computed = s9_sp_gather(w, type, inst->n, refs), kept = s9_sp_gather(w, type, inst->n, old);
    uint32_t id = inst->predicate_not ? s9_sp_select(w, type, inst->n, condition, kept, computed)
                                      : s9_sp_select(w, type, inst->n, condition, computed, kept);
    for (uint32_t k = 0; k < inst->n; k++)
        refs[k] = s9_sp_ref_of(id, k);
}

/* Writes an output by index: the outputs are in their variables. */
static void scatter(s9_sp_writer *w, const s9_ir_inst *inst, const s9_sp_ref *refs)
{
    uint32_t index = index_of(w, &inst->dst), mask = 0, n = inst->n;
    for (uint32_t k = 0; k < n; k++)
        mask |= 1u << inst->dst_components[k];
    s9_sp_ref chosen[5];
    memcpy(chosen, refs, n * sizeof *refs);
    uint32_t value = s9_sp_gather(w, S9_SP_FLOAT, n, chosen);
    uint32_t first = w->analysis.first_output;
    for (uint32_t i = 0; i < S9_IR_OUT_COUNT; i++)
        if (w->analysis.output_kept[i] != 0)
            s9_sp_flush(w, first + i, 15);
    uint32_t merge = 0;
    if (inst->predicate.kind != S9_IR_NONE) {
        /* Component by component, each where its predicate holds. */
        s9_sp_ref predicate[4];
        operand(w, &inst->predicate, S9_SP_BOOL, n, predicate);
        for (uint32_t k = 0; k < n; k++) {
            uint32_t condition = component(w, S9_SP_BOOL, predicate[k]), scalar = component(w, S9_SP_FLOAT, refs[k]);
            if (inst->predicate_not)
                condition = s9_sp_emit1(w, SPV_OP_LOGICAL_NOT, s9_sp_type_id(w, S9_SP_BOOL, 1), 1, condition);
            merge = s9_sp_begin_if(w, condition);
            s9_sp_write_output(w, index, 1u << inst->dst_components[k], 1, scalar);
            s9_sp_end_if(w, merge);
        }
    } else {
        s9_sp_write_output(w, index, mask, n, value);
    }
    for (uint32_t i = 0; i < S9_IR_OUT_COUNT; i++)
        if (w->analysis.output_kept[i] != 0) {
            memset(w->registers[first + i].ref, 0, sizeof w->registers[first + i].ref);
            w->registers[first + i].dirty = 0;
        }
}

/* For readers: results bear the names of the registers that they go to. */
static void name_result(s9_sp_writer *w, uint32_t number, const s9_sp_ref *refs)
{
    char name[16];
    uint32_t id = refs[0] >> 2;
    if (refs[0] == S9_SP_ZERO || (w->info[id] & (S9_SP_CONSTANT | 16u)) != 0)
        return;
    w->info[id] |= 16u; /* once */
    register_name(w, number, name);
    s9_sp_name(w, id, name);
}

/* Under a predicate, by index, or with a name. */
static S9_APART void result_apart(s9_sp_writer *w, const s9_ir_inst *inst, s9_sp_type type, const s9_sp_ref *results)
{
    s9_sp_ref refs[4] = {results[0], results[1], results[2], results[3]};
    if (inst->dst.relative != 0) {
        scatter(w, inst, refs);
        return;
    }
    uint32_t number = inst->dst.index + (inst->dst.kind == S9_IR_OUTPUT ? w->analysis.first_output : 0);
    if (inst->predicate.kind != S9_IR_NONE)
        guard(w, inst, number, type, refs);
    s9_sp_register *r = &w->registers[number];
    for (uint32_t k = 0; k < inst->n; k++) {
        r->ref[inst->dst_components[k]] = refs[k];
        r->dirty |= (uint8_t)(1u << inst->dst_components[k]);
    }
    if (w->value_names)
        name_result(w, number, refs);
}

void s9_sp_result(s9_sp_writer *w, const s9_ir_inst *inst, s9_sp_type type, const s9_sp_ref *refs)
{
    if (inst->dst.kind == S9_IR_VALUE) {
        s9_sp_ref *value = w->values[inst->dst.index];
        for (uint32_t k = 0; k < inst->n; k++)
            value[k] = refs[k];
        return;
    }
    if (inst->dst.relative != 0 || inst->predicate.kind != S9_IR_NONE || w->value_names) {
        result_apart(w, inst, type, refs);
        return;
    }
    uint32_t number = inst->dst.index + (inst->dst.kind == S9_IR_OUTPUT ? w->analysis.first_output : 0);
    s9_sp_register *r = &w->registers[number];
    for (uint32_t k = 0; k < inst->n; k++) {
        r->ref[inst->dst_components[k]] = refs[k];
        r->dirty |= (uint8_t)(1u << inst->dst_components[k]);
    }
}
