/* SPDX-License-Identifier: MIT */
/* V135..V138 and V142..V156: how outputs are written, statement by statement. What is written at the end: paths.c. */
#include "check/check.h"

/* ---- vertex shaders before 3_0 ---- */

static uint32_t count_components(uint32_t mask)
{
    uint32_t count = 0;
    for (; mask != 0; mask &= mask - 1)
        count++;
    return count;
}

/* Every component of the result is the same whatever the swizzles are. */
static bool has_one_result(const s9_stmt *s)
{
    return (s9_isa_opcode(s->opcode)->flags & S9_OPF_REPLICATE) != 0;
}

/* V137, V138: oFog and oPts are one number. */
static void scalar_output(s9_checker *c, const s9_stmt *s)
{
    char name[S9_NAME_SIZE];
    const s9_use *d = &s->destination;
    uint32_t count = count_components(d->components);
    s9_use_name(d, name);
    if (count == 2 || count == 3) {
        s9_found(c, 137, s, d->operand, "write no mask, or one component", "%s takes one value", name);
        return;
    }
    if (count != 4 || has_one_result(s))
        return;
    for (uint32_t i = 0; i < s->source_count; i++) {
        const s9_use *use = &s->sources[i];
        if (use->judged && use->components != 0 && !s9_use_replicates(use)) {
            s9_found(c, 138, s, use->operand, "name one component of each source, such as .x",
                     "%s takes one value; this source has several components", name);
            return;
        }
    }
}

/* V136: the components of one oT# together. */
static void v136_union(s9_checker *c, const s9_written *w)
{
    char mask[5];
    for (uint32_t n = 0; n < S9_COUNT(w->coordinates); n++) {
        uint32_t m = w->coordinates[n];
        if (w->first_coordinate[n] != NULL && m != 1 && m != 3 && m != 7 && m != 15)
            s9_found(c, 136, w->first_coordinate[n], w->first_coordinate[n]->destination.operand,
                     "write .x, .xy, .xyz or all components", "oT%u.%s is written in all", (unsigned)n,
                     s9_mask_name(m, mask));
    }
}

/* V135: gaps in the numbers. */
static void v135_gap(s9_checker *c, const s9_written *w)
{
    uint32_t gap = S9_COUNT(w->coordinates);
    for (uint32_t n = 0; n < S9_COUNT(w->coordinates); n++) {
        const s9_stmt *s = w->first_coordinate[n];
        if (s == NULL && gap == S9_COUNT(w->coordinates))
            gap = n;
        if (s != NULL && gap < n) {
            s9_found(c, 135, s, s->destination.operand, NULL, "oT%u is written, but oT%u is not", (unsigned)n,
                     (unsigned)gap);
            return;
        }
    }
}

/* ---- pixel shaders ---- */

/* The source of a mov into an output has neither swizzle nor modifier: V146. Modifiers that do not exist are V193. */
static void v146_source(s9_checker *c, const s9_stmt *s)
{
    const s9_use *use = &s->sources[0];
    if (s->opcode != S9_OP_MOV || s->source_count == 0 || !use->judged)
        return;
    if (s9_use_swizzle(use) != S9_SWIZZLE_IDENTITY || s9_use_modifier(use) == S9_MOD_NEG)
        s9_found(c, 146, s, use->operand, "compute the value in an r# first",
                 "the source of a write to oC# has no swizzle and no modifier");
}

/* V228. */
static bool v228_predicated(s9_checker *c, const s9_stmt *s)
{
    if (s->predicate.operand == NULL)
        return false;
    s9_found(c, 228, s, s->destination.operand, "choose the value in an r#, then mov it",
             "a predicated instruction writes an output");
    return true;
}

/* V143, V145..V148; where flow control is one fault of several, it is not told as well. */
static void color_sm2(s9_checker *c, const s9_stmt *s)
{
    char name[S9_MNEMONIC_SIZE];
    const s9_use *d = &s->destination;
    uint32_t modifiers = s9_operand_result_modifiers(d->operand->token);
    size_t before = c->found;
    if (s->opcode != S9_OP_MOV)
        s9_found(c, 143, s, d->operand, "compute it in an r#, then mov it", "%s writes oC%u; only mov may",
                 s9_stmt_name(c, s, name), (unsigned)d->number);
    if (d->components != 15)
        s9_found(c, 145, s, d->operand, "remove the mask", "oC%u is written with a mask", (unsigned)d->number);
    v146_source(c, s);
    if ((modifiers & S9_RESULT_SAT) != 0)
        s9_found(c, 147, s, d->operand, "saturate in an r# first", "a write to oC# takes no _sat");
    else if ((modifiers & S9_RESULT_PP) != 0)
        s9_found_as(c, S9_WARNING, 147, s, d->operand, "remove it", "a write to oC# takes no _pp");
    if (!v228_predicated(c, s) && c->found == before && c->version != S9_PS_2_0 &&
        (s->flags & (S9_STMT_DYNAMIC | S9_STMT_DYNAMIC_ROUTINE)) != 0)
        s9_found(c, 148, s, d->operand, "write it behind the flow control", "oC%u is written in dynamic flow control",
                 (unsigned)d->number);
}

/* V151: one component. */
static void v151_replicate(s9_checker *c, const s9_stmt *s)
{
    for (uint32_t i = 0; i < s->source_count; i++) {
        const s9_use *use = &s->sources[i];
        if (use->judged && use->file != S9_FILE_SAMPLER && !s9_use_replicates(use)) {
            s9_found(c, 151, s, use->operand, "name one component, such as .x",
                     "the source of a write to oDepth is one replicated component");
            return;
        }
    }
}

/* V153: modifiers. */
static void v153_modifiers(s9_checker *c, const s9_stmt *s)
{
    const s9_operand *operand = NULL;
    for (uint32_t i = 0; i < s->source_count && operand == NULL; i++)
        if (s->sources[i].judged && s9_use_modifier(&s->sources[i]) == S9_MOD_NEG)
            operand = s->sources[i].operand;
    uint32_t modifiers = s9_operand_result_modifiers(s->destination.operand->token);
    if (operand == NULL && (modifiers & (S9_RESULT_SAT | S9_RESULT_PP)) != 0)
        operand = s->destination.operand;
    if (operand != NULL)
        s9_found(c, 153, s, operand, "apply it in an r# first", "a write to oDepth takes no modifier");
}

/* V150..V154. */
static void depth(s9_checker *c, const s9_stmt *s)
{
    char name[S9_MNEMONIC_SIZE];
    const s9_use *d = &s->destination;
    size_t before = c->found;
    if (c->sm2 && s->opcode != S9_OP_MOV)
        s9_found(c, 150, s, d->operand, "compute it in an r#, then mov it", "%s writes oDepth; only mov may",
                 s9_stmt_name(c, s, name));
    else
        v151_replicate(c, s);
    if (d->components != 15)
        s9_found(c, 152, s, d->operand, "remove the mask", "oDepth is written with a mask");
    if (!c->sm2)
        return;
    v153_modifiers(c, s);
    bool in_flow = (s->flags & S9_STMT_IN_FLOW) != 0 || s->routine > 0;
    if (!v228_predicated(c, s) && c->found == before && c->version != S9_PS_2_0 && in_flow)
        s9_found(c, 154, s, d->operand, "write it behind the flow control", "oDepth is written in flow control");
}

/* V142: gaps in the numbers; without oC0 it is V141 that speaks. */
static void v142_gap(s9_checker *c, const s9_written *w)
{
    for (uint32_t n = 2; n < S9_COUNT(w->colors); n++)
        for (uint32_t lower = 1; lower < n; lower++)
            if (w->first_color[n] != NULL && w->first_color[lower] == NULL) {
                s9_found(c, 142, w->first_color[n], w->first_color[n]->destination.operand, NULL,
                         "oC%u is written, but oC%u is not", (unsigned)n, (unsigned)lower);
                return;
            }
}

/* V156: components of a target that no write sets. */
static void v156_partial(s9_checker *c, const s9_written *w)
{
    char mask[5];
    for (uint32_t n = 0; n < S9_COUNT(w->colors); n++)
        if (w->first_color[n] != NULL && w->colors[n] != 15)
            s9_found(c, 156, w->first_color[n], w->first_color[n]->destination.operand, NULL,
                     "oC%u.%s is written nowhere and stays undefined", (unsigned)n,
                     s9_mask_name(15u & ~(uint32_t)w->colors[n], mask));
}

/* ---- all statements ---- */

static void collect(s9_written *w, const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    if (d->operand == NULL || (s->flags & S9_STMT_READS_DESTINATION) != 0 || s->kind == S9_OPK_SETUP)
        return;
    if (d->file == S9_FILE_TEXCRDOUT && d->number < S9_COUNT(w->coordinates)) {
        w->coordinates[d->number] |= d->components;
        if (w->first_coordinate[d->number] == NULL)
            w->first_coordinate[d->number] = s;
    } else if (d->file == S9_FILE_COLOROUT && d->number < S9_COUNT(w->colors)) {
        w->colors[d->number] |= d->components;
        if (w->first_color[d->number] == NULL)
            w->first_color[d->number] = s;
    }
}

static void statement(s9_checker *c, s9_stmt *s)
{
    const s9_use *d = &s->destination;
    size_t errors = c->errors;
    if (d->operand == NULL || !d->judged || !s9_stmt_judged(s) || s->kind == S9_OPK_SETUP)
        return;
    if (d->file == S9_FILE_RASTOUT && d->number > 0)
        scalar_output(c, s);
    else if (d->file == S9_FILE_COLOROUT && c->sm2)
        color_sm2(c, s);
    else if (d->file == S9_FILE_DEPTHOUT)
        depth(c, s);
    if (c->errors > errors)
        s->flags |= S9_STMT_WRITE_REFUSED;
}

void s9_rules_output_write(s9_checker *c, s9_stmt *s, s9_written *w)
{
    if (s->destination.file == S9_FILE_TEMP || c->ps1)
        return; /* an r#, or nothing */
    collect(w, s);
    statement(c, s);
}

void s9_rules_outputs(s9_checker *c, const s9_written *w)
{
    if (c->ps1)
        return;
    if (!c->pixel) {
        v136_union(c, w);
        v135_gap(c, w);
    } else if (c->sm2) {
        v142_gap(c, w);
    } else {
        v156_partial(c, w);
    }
}
