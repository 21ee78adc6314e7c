/* SPDX-License-Identifier: MIT */
/* ps_1_4: V122 V126..V129 V133 for registers read too early, V190 V202 V300 V301 V304 V305 for its two phases. */
#include "check/ps1.h"

enum { TEMPS = 6, SELECT_XYZ = 1, SELECT_XYW = 2 };

typedef struct ps14 {
    s9_checker *c;
    uint8_t written[TEMPS]; /* components with a value */
    uint8_t second[TEMPS];  /* of them, those written behind phase */
    uint8_t lost[TEMPS];    /* alpha that phase took */
    uint8_t unset[TEMPS];   /* left unset by texcrd */
    const s9_stmt *phase;
    const s9_stmt *copier[TEMPS]; /* the texcrd that left components unset */
    const s9_stmt *depth;         /* the texdepth that has used r5 up */
    uint8_t selector[TEMPS];      /* of t#: SELECT_.. */
    const s9_stmt *selected[TEMPS];
    const s9_stmt *loader[TEMPS]; /* the load of this phase into the r# */
    const s9_stmt *bem;
    uint32_t divides; /* _dz so far */
    bool colour;      /* something writes r0 */
} ps14;

/* ---- reading ---- */

/* The rule that misses components of an r# which arithmetic reads. */
static uint32_t missing_rule(const ps14 *p, uint32_t number, uint32_t missing, const char **text)
{
    if (number == 5 && p->depth != NULL) {
        *text = "r%u.%s is read; texdepth has used it up";
        return 129;
    }
    if ((missing & p->lost[number]) == missing) {
        *text = "r%u.%s is read; phase took the alpha of the first phase away";
        return 126;
    }
    if ((missing & p->unset[number]) == missing) {
        *text = "r%u.%s is read; texcrd left it unset";
        return 128;
    }
    *text = "r%u.%s is read, but never written before";
    return 122;
}

static void report_missing(ps14 *p, const s9_stmt *s, const s9_use *use, uint32_t missing)
{
    char mask[5];
    const char *text;
    uint32_t rule = missing_rule(p, use->number, missing, &text);
    const char *hint = rule == 126   ? "compute it again behind phase"
                       : rule == 128 ? "write it with an arithmetic instruction first"
                       : rule == 129 ? "keep a copy in another r# before texdepth"
                                     : NULL;
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#endif
    s9_found(p->c, rule, s, use->operand, hint, text, (unsigned)use->number, s9_mask_name(missing, mask));
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
    /* Where the value was lost. */
    if (rule == 126)
        s9_found_note(p->c, p->phase, NULL, "phase keeps red, green and blue only");
    else if (rule == 128)
        s9_found_note(p->c, p->copier[use->number], NULL, "this texcrd leaves it unset");
    else if (rule == 129)
        s9_found_note(p->c, p->depth, NULL, "texdepth is here");
    p->written[use->number] |= (uint8_t)missing;
}

static void read_temp(ps14 *p, const s9_stmt *s, const s9_use *use)
{
    if (use->number >= TEMPS)
        return;
    if (use->number == 5 && p->depth != NULL) {
        report_missing(p, s, use, use->components);
        p->depth = NULL;
        return;
    }
    uint32_t missing = use->components & ~(uint32_t)p->written[use->number];
    if (missing != 0)
        report_missing(p, s, use, missing);
}

/* V127, V305: a coordinate comes from the first phase. */
static void read_coordinate(ps14 *p, const s9_stmt *s, const s9_use *use)
{
    char mask[5];
    if (use->number >= TEMPS)
        return;
    uint32_t n = use->number, second = 7u & p->second[n], missing = 7u & ~(uint32_t)p->written[n];
    if (second != 0)
        s9_found(p->c, 305, s, use->operand, "compute the coordinate before phase",
                 "r%u was written behind phase; there is one level of dependent reads", (unsigned)n);
    else if (missing != 0)
        s9_found(p->c, 127, s, use->operand, "write .rgb of the coordinate before phase",
                 "r%u.%s was not written before phase", (unsigned)n, s9_mask_name(missing, mask));
    p->written[n] |= (uint8_t)missing;
}

/* V133: texkill tests the first three components. */
static void read_texkill(ps14 *p, const s9_stmt *s)
{
    char mask[5];
    const s9_use *d = &s->destination;
    if (!d->judged || d->file != S9_FILE_TEMP || d->number >= TEMPS)
        return;
    uint32_t missing = 7u & ~(uint32_t)p->written[d->number];
    if (missing != 0)
        s9_found(p->c, 133, s, d->operand, NULL, "r%u.%s which texkill tests was never written before",
                 (unsigned)d->number, s9_mask_name(missing, mask));
    p->written[d->number] |= (uint8_t)missing;
}

/* ---- texture instructions ---- */

/* V190: one selector for a t#. */
static void v190_selector(ps14 *p, const s9_stmt *s, const s9_use *use)
{
    uint32_t swizzle = s9_use_swizzle(use), n = use->number;
    if (n >= TEMPS || (swizzle != 0xE4 && swizzle != 0xA4 && swizzle != 0xF4))
        return;
    uint8_t selector = swizzle == 0xF4 ? SELECT_XYW : SELECT_XYZ;
    if (p->selector[n] == 0) {
        p->selector[n] = selector;
        p->selected[n] = s;
    } else if (p->selector[n] != selector) {
        s9_found(p->c, 190, s, use->operand, "use one selector for all reads of the register",
                 "t%u is read with another selector than before", (unsigned)n);
        s9_found_note(p->c, p->selected[n], NULL, "it was read here");
    }
}

/* V202: _dz twice at most. */
static void v202_divides(ps14 *p, const s9_stmt *s, const s9_use *use)
{
    if (s9_use_modifier(use) == S9_MOD_DZ && use->file == S9_FILE_TEMP && ++p->divides == 3)
        s9_found(p->c, 202, s, use->operand, NULL, "_dz is used a third time");
}

/* V300: one load a register and phase. */
static void v300_destination(ps14 *p, const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    if (!d->judged || d->file != S9_FILE_TEMP || d->number >= TEMPS)
        return;
    if (p->loader[d->number] != NULL) {
        s9_found(p->c, 300, s, d->operand, NULL, "r%u is loaded a second time in this phase", (unsigned)d->number);
        s9_found_note(p->c, p->loader[d->number], NULL, "the first load is here");
    }
    p->loader[d->number] = s;
}

static void v301_phase(ps14 *p, const s9_stmt *s)
{
    char name[S9_MNEMONIC_SIZE];
    if (s->phase == 1)
        s9_found(p->c, 301, s, NULL, "move it behind phase", "%s stands before phase", s9_stmt_name(p->c, s, name));
}

static void write_temp(ps14 *p, const s9_stmt *s, uint32_t number, uint32_t mask)
{
    if (number >= TEMPS)
        return;
    p->colour |= number == 0;
    p->written[number] |= (uint8_t)mask;
    if (s->phase == 2)
        p->second[number] |= (uint8_t)mask;
    p->lost[number] &= (uint8_t)~mask;
    p->unset[number] &= (uint8_t)~mask;
}

static void load(ps14 *p, const s9_stmt *s)
{
    const s9_use *use = &s->sources[0], *d = &s->destination;
    if (s->source_count > 0 && use->judged) {
        v202_divides(p, s, use);
        if (use->file == S9_FILE_TEXTURE)
            v190_selector(p, s, use);
        else if (use->file == S9_FILE_TEMP && s->opcode == S9_OP_TEX)
            read_coordinate(p, s, use);
    }
    v300_destination(p, s);
    if (d->operand == NULL || d->file != S9_FILE_TEMP || d->number >= TEMPS)
        return;
    if (s->opcode == S9_OP_TEX) {
        write_temp(p, s, d->number, 15);
        return;
    }
    /* texcrd: the fourth component stays unset, with _dw the third, too. */
    uint32_t unset = s->source_count > 0 && s9_use_modifier(use) == S9_MOD_DW ? 12u : 8u;
    write_temp(p, s, d->number, d->components & ~unset);
    p->written[d->number] &= (uint8_t)~unset;
    p->lost[d->number] &= (uint8_t)~unset;
    p->unset[d->number] |= (uint8_t)unset;
    p->copier[d->number] = s;
}

static void texture(ps14 *p, const s9_stmt *s)
{
    switch (s->opcode) {
    case S9_OP_TEXKILL:
        v301_phase(p, s);
        read_texkill(p, s);
        break;
    case S9_OP_TEXDEPTH: {
        v301_phase(p, s);
        s9_use use = s->destination;
        use.components = 3;
        if (use.judged)
            read_temp(p, s, &use);
        p->depth = s;
        break;
    }
    default:
        load(p, s);
        break;
    }
}

/* ---- arithmetic ---- */

/* V304: bem before phase, once. */
static void v304_bem(ps14 *p, const s9_stmt *s)
{
    if (s->phase == 2)
        s9_found(p->c, 304, s, NULL, "move it before phase", "bem stands before phase only");
    else if (p->bem != NULL)
        s9_found(p->c, 304, s, NULL, NULL, "a second bem");
    p->bem = s;
}

static void read_sources(ps14 *p, const s9_stmt *s)
{
    if (s->opcode == S9_OP_BEM)
        v304_bem(p, s);
    for (uint32_t i = 0; i < s->source_count; i++)
        if (s->sources[i].judged && s->sources[i].file == S9_FILE_TEMP)
            read_temp(p, s, &s->sources[i]);
}

static void write_destination(ps14 *p, const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    if (d->operand != NULL && d->file == S9_FILE_TEMP)
        write_temp(p, s, d->number, d->components);
}

static void begin_second_phase(ps14 *p, const s9_stmt *phase)
{
    p->phase = phase;
    for (uint32_t n = 0; n < TEMPS; n++) {
        p->lost[n] = p->written[n] & 8u;
        p->written[n] &= 7u;
        p->loader[n] = NULL;
    }
}

static void refused(ps14 *p, const s9_stmt *s)
{
    uint32_t token = s9_stmt_first_parameter(p->c, s);
    if (s->opcode != S9_OP_UNKNOWN && s9_isa_opcode(s->opcode)->destinations > 0 && token != 0 &&
        s9_operand_file(p->c->program, token) == S9_FILE_TEMP)
        write_temp(p, s, s9_operand_number(token), 15);
}

void s9_rules_ps14(s9_checker *c)
{
    ps14 p;
    memset(&p, 0, sizeof p);
    p.c = c;
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        const s9_stmt *s = &c->stmts[i];
        if (s->kind == S9_OPK_SETUP)
            continue;
        if (s->opcode == S9_OP_PHASE)
            begin_second_phase(&p, s);
        else if (!s9_stmt_judged(s))
            refused(&p, s);
        else if (s9_stmt_is_texture(s))
            texture(&p, s);
        else {
            /* Both instructions of a pair read before either writes. */
            read_sources(&p, s);
            if (s9_ps1_second(c, i))
                write_destination(&p, s - 1);
            if (!s9_ps1_second(c, i + 1))
                write_destination(&p, s);
        }
    }
    s9_ps1_output(c, p.colour, p.written[0]);
}
