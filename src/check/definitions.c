/* SPDX-License-Identifier: MIT */
/* V076..V083: def, defi and defb; V244: the values of loop constants. */
#include "check/check.h"

static s9_file defined_file(s9_opcode opcode)
{
    return opcode == S9_OP_DEF ? S9_FILE_CONST : opcode == S9_OP_DEFI ? S9_FILE_CONSTINT : S9_FILE_CONSTBOOL;
}

/* V076: the right file, the full mask, a plain number. */
static bool v076_form(s9_checker *c, const s9_stmt *s)
{
    char name[S9_NAME_SIZE];
    const s9_use *d = &s->destination;
    s9_file file = defined_file(s->opcode);
    if (d->file != file)
        s9_found(c, 76, s, d->operand, NULL, "%s defines a %s#, not %s", s9_isa_opcode(s->opcode)->text,
                 s9_isa_file_prefix(file), s9_use_name(d, name));
    else if (d->relative)
        s9_found(c,
                 !c->pixel      ? 334
                 : c->major < 3 ? 336
                                : 337,
                 s, d->operand, NULL, "a constant is defined by its number, without an index register");
    else if (d->components != 15)
        s9_found(c, 76, s, d->operand, "remove the mask", "%s defines the whole register, it takes no mask",
                 s9_isa_opcode(s->opcode)->text);
    return d->file == file;
}

/* V082; V089 for the constants of vertex shaders. */
static void v082_number(s9_checker *c, const s9_stmt *s)
{
    char name[S9_NAME_SIZE];
    const s9_use *d = &s->destination;
    bool vertex_constant = d->file == S9_FILE_CONST && !c->pixel;
    uint32_t count = vertex_constant ? s9_constant_limit(c) : s9_isa_register(c->version, (s9_file)d->file)->count;
    if (d->number >= count)
        s9_found(c, vertex_constant ? 89 : 82, s, d->operand, NULL, "there is no %s: the target has %s0 to %s%u",
                 s9_use_name(d, name), s9_isa_file_prefix((s9_file)d->file), s9_isa_file_prefix((s9_file)d->file),
                 (unsigned)count - 1);
}

/* V083: ps_1_x clamps its constants. */
static void v083_range(s9_checker *c, const s9_stmt *s)
{
    if (!c->ps1 || s->opcode != S9_OP_DEF || s->item->literal_count < 4)
        return;
    for (uint32_t i = 0; i < 4; i++) {
        float value = s9_bits_float(s->item->literals[i]);
        if (!(value >= -1.0f && value <= 1.0f)) {
            s9_found(c, 83, s, NULL, NULL, "%s clamps constants to -1 to 1", s9_program_version(c->program));
            return;
        }
    }
}

/* V221: no result modifiers. */
static void v221_modifiers(s9_checker *c, const s9_stmt *s)
{
    uint32_t token = s->destination.operand->token;
    if ((s9_operand_result_modifiers(token) & 7u) != 0 || s9_operand_shift(token) != 0)
        s9_found(c, 221, s, s->destination.operand, NULL, "%s takes no modifier", s9_isa_opcode(s->opcode)->text);
}

/* V244: values of the i# that a loop uses, at the definition that counts, the last one. */
void s9_rules_loop_constants(s9_checker *c)
{
    enum { REP = 1, LOOP = 2, SEEN = 4 };
    uint32_t count = s9_isa_register(c->version, S9_FILE_CONSTINT)->count;
    uint8_t *used = s9_arena_array(&c->arena, count, 1);
    if (used == NULL || count == 0)
        return;
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        const s9_stmt *s = &c->stmts[i];
        uint32_t at = s->opcode == S9_OP_LOOP ? 1 : 0;
        if ((s->opcode != S9_OP_LOOP && s->opcode != S9_OP_REP) || s->source_count <= at)
            continue;
        if (s->sources[at].file == S9_FILE_CONSTINT && s->sources[at].number < count)
            used[s->sources[at].number] |= (uint8_t)(s->opcode == S9_OP_LOOP ? LOOP : REP);
    }
    int32_t max_count = c->software ? INT32_MAX / 64 : 255;
    for (uint32_t i = c->stmt_count; i-- > 0;) {
        const s9_stmt *s = &c->stmts[i];
        if (s->opcode != S9_OP_DEFI || s->item->literal_count < 4 || s->destination.number >= count)
            continue;
        uint8_t *use = &used[s->destination.number];
        if ((*use & SEEN) != 0 || (*use & (LOOP | REP)) == 0)
            continue;
        int32_t v[4];
        memcpy(v, s->item->literals, sizeof v);
        bool loop = (*use & LOOP) != 0;
        if (v[0] < 0 || v[0] > max_count)
            s9_found(c, 244, s, NULL, NULL, "the loop count %d is outside 0 to %d", (int)v[0], (int)max_count);
        else if (loop && !c->software && (v[1] < 0 || v[1] > 255))
            s9_found(c, 244, s, NULL, NULL, "the start %d of aL is outside 0 to 255", (int)v[1]);
        else if (loop && !c->software && (v[2] < -128 || v[2] > 127))
            s9_found(c, 244, s, NULL, NULL, "the step %d of aL is outside -128 to 127", (int)v[2]);
        else if (loop && v[3] != 0)
            s9_found(c, 244, s, NULL, NULL, "the fourth value of a loop constant is 0, not %d", (int)v[3]);
        *use |= SEEN;
    }
}

void s9_rules_definition(s9_checker *c, const s9_stmt *s, s9_first_walk *w)
{
    if (!s9_stmt_judged(s) || !s->destination.judged)
        return;
    c->has_definitions = true;
    w->defines_counters |= s->opcode == S9_OP_DEFI;
    if (v076_form(c, s))
        v082_number(c, s);
    v083_range(c, s);
    v221_modifiers(c, s);
}
