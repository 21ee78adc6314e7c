/* SPDX-License-Identifier: MIT */
/* V334..V345, with V047 and V048: operands with an index register. */
#include "check/check.h"

static void refuse(s9_checker *c, uint32_t rule, const s9_stmt *s, s9_use *use, const char *hint, const char *text)
{
    char name[S9_NAME_SIZE];
    use->judged = false;
    s9_found(c, rule, s, use->operand, hint, "%s: %s", s9_use_name(use, name), text);
}

/* ---- which operands ---- */

/* V017: an index register that does not exist. */
static void v017_index(s9_checker *c, const s9_stmt *s, s9_use *use)
{
    uint32_t number = s9_operand_number(use->operand->relative);
    if (number == 0)
        return;
    use->judged = false;
    s9_found(c, 17, s, use->operand, NULL, "index register number %u: a0 and aL exist once, as number 0",
             (unsigned)number);
}

/* V336, V337. */
static void pixel_operand(s9_checker *c, const s9_stmt *s, s9_use *use, bool is_source)
{
    if (c->major < 3)
        refuse(c, 336, s, use, NULL, "pixel shaders before ps_3_0 have no relative addressing");
    else if (!is_source || use->file != S9_FILE_INPUT || use->index_file != S9_FILE_LOOP)
        refuse(c, 337, s, use, "in ps_3_0 only v#[aL] exists", "no such relative operand exists in ps_3_0");
    else
        v017_index(c, s, use);
}

/* V338, V340. */
static bool vertex_index(s9_checker *c, const s9_stmt *s, s9_use *use)
{
    if (!use->operand->has_relative)
        return true; /* vs_1_1: always a0.x */
    uint32_t token = use->operand->relative;
    if (use->index_file != S9_FILE_ADDR && use->index_file != S9_FILE_LOOP)
        refuse(c, 338, s, use, "index with a0 or aL", "the index register is neither a0 nor aL");
    else
        v017_index(c, s, use);
    if (use->judged && use->index_file == S9_FILE_ADDR && !s9_swizzle_is_replicate(s9_operand_swizzle(token)))
        refuse(c, 340, s, use, "write one component, a0.x", "the index has more than one component");
    return use->judged;
}

/* V334, V335, V343. */
static void vertex_operand(s9_checker *c, const s9_stmt *s, s9_use *use, bool is_source)
{
    uint32_t allowed = s9_isa_register(c->version, (s9_file)use->file)->relative;
    if (use->file == S9_FILE_INPUT && allowed == 0) {
        refuse(c, 335, s, use, NULL, "v# takes an index register from vs_3_0 only");
    } else if (allowed == 0 || is_source == (use->file == S9_FILE_OUTPUT)) {
        refuse(c, 334, s, use, NULL, "this register takes no index register");
    } else if (vertex_index(c, s, use) && use->file == S9_FILE_OUTPUT && use->index_file == S9_FILE_ADDR) {
        s9_found(c, 343, s, use->operand, "index with aL", "outputs are indexed by aL; what a0 does is not defined");
    }
}

static void operand(s9_checker *c, const s9_stmt *s, s9_use *use, bool is_source)
{
    if (use->operand == NULL || !use->judged || !use->relative)
        return;
    if (c->pixel)
        pixel_operand(c, s, use, is_source);
    else
        vertex_operand(c, s, use, is_source);
}

void s9_rules_relative(s9_checker *c, s9_stmt *s)
{
    if ((s->flags & S9_STMT_RELATIVE) == 0)
        return;
    operand(c, s, &s->destination, false);
    operand(c, s, &s->predicate, true);
    for (uint32_t i = 0; i < s->source_count; i++)
        operand(c, s, &s->sources[i], true);
}

/* ---- runs of declared registers ---- */

/* The first undeclared register between the base and the last declared one, or `count`: there is no gap. */
static uint32_t gap_above(const uint8_t *masks, uint32_t count, uint32_t base)
{
    uint32_t gap = count;
    for (uint32_t n = base; n < count; n++) {
        if (masks[n] == 0 && gap == count)
            gap = n;
        else if (masks[n] != 0 && gap < count)
            return gap;
    }
    return count;
}

static bool any_above(const uint8_t *masks, uint32_t count, uint32_t base)
{
    for (uint32_t n = base; n < count; n++)
        if (masks[n] != 0)
            return true;
    return false;
}

/* V345; V026 and V054 when nothing is declared that could be reached. */
void s9_rules_relative_input(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    char name[S9_NAME_SIZE];
    uint32_t count = S9_COUNT(c->input_mask);
    if (c->no_inputs)
        return;
    if (!any_above(c->input_mask, count, use->number)) {
        if (use->number < count && (c->reported_inputs >> use->number & 1u) == 0) {
            c->reported_inputs |= 1u << use->number;
            s9_found(c, c->pixel ? 54 : 26, s, use->operand, "declare the inputs that it may reach",
                     "%s: no input from v%u on is declared", s9_use_name(use, name), (unsigned)use->number);
        }
        return;
    }
    uint32_t gap = gap_above(c->input_mask, count, use->number);
    if (gap < count)
        s9_found(c, 345, s, use->operand, NULL, "%s may reach v%u, which is not declared", s9_use_name(use, name),
                 (unsigned)gap);
}

/* V047: position and psize stay out of reach. */
static bool v047_special_outputs(s9_checker *c, const s9_stmt *s, const s9_use *d)
{
    char name[S9_NAME_SIZE];
    uint32_t special = (uint32_t)c->position_outputs | c->psize_outputs;
    const char *fault = NULL;
    if (d->number < 16 && (special >> d->number & 1u) != 0)
        fault = "the register is declared as position or psize";
    else if (c->position_outputs > 1)
        fault = "with relative outputs position is o0";
    else if ((c->psize_outputs & ~2u) != 0)
        fault = "with relative outputs psize is o1";
    if (fault == NULL)
        return false;
    s9_found(c, 47, s, d->operand, "declare position as o0 and psize as o1, the indexed outputs above", "%s: %s",
             s9_use_name(d, name), fault);
    return true;
}

/* V047, V048; V036 when nothing is declared that could be reached. */
void s9_rules_relative_output(s9_checker *c, const s9_stmt *s, const s9_use *d)
{
    char name[S9_NAME_SIZE];
    uint32_t count = S9_COUNT(c->output_mask);
    if (v047_special_outputs(c, s, d))
        return;
    if (!any_above(c->output_mask, count, d->number)) {
        s9_found(c, 36, s, d->operand, "declare the outputs that it may reach", "%s: no output from o%u on is declared",
                 s9_use_name(d, name), (unsigned)d->number);
        return;
    }
    uint32_t gap = gap_above(c->output_mask, count, d->number);
    if (gap < count)
        s9_found(c, 48, s, d->operand, NULL, "%s may reach o%u, which is not declared", s9_use_name(d, name),
                 (unsigned)gap);
}
