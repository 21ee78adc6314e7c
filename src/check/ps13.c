/* SPDX-License-Identifier: MIT */
/* ps_1_0 to ps_1_3: V122 V125 V130 for registers read too early, V287..V294 for the texture instructions. */
#include "check/ps1.h"

enum { STAGES = 4 };

/* A matrix group that is being built: its pads so far. */
typedef struct group {
    const s9_stmt *first; /* NULL: none */
    uint32_t rows;        /* 2 or 3 in all */
    uint32_t pads;
    bool broken; /* a row was wrong: the rest of the group follows from that */
} group;

typedef struct ps13 {
    s9_checker *c;
    uint8_t temp[2];               /* components written */
    bool colour;                   /* something writes r0 */
    const s9_stmt *loader[STAGES]; /* the texture instruction that has the t# as destination */
    bool loaded[STAGES];           /* the t# has a value */
    const s9_stmt *bump[STAGES];   /* the texbem or texbeml that read it */
    bool spoilt[STAGES];           /* by texm3x2depth */
    group open;
    const s9_stmt *last_row[4]; /* by rows of a group: the last instruction that ends one */
} ps13;

/* ---- reading ---- */

/* V294: what texbem read is for texbem and texbeml alone. */
static void v294_bump(ps13 *p, const s9_stmt *s, const s9_use *use)
{
    uint32_t n = use->number;
    bool bump = s->opcode == S9_OP_TEXBEM || s->opcode == S9_OP_TEXBEML;
    if (p->bump[n] == NULL && bump)
        p->bump[n] = s;
    if (p->bump[n] == NULL || bump)
        return;
    s9_found(p->c, 294, s, use->operand, NULL, "t%u is read, but texbem or texbeml has read it before", (unsigned)n);
    s9_found_note(p->c, p->bump[n], NULL, "it was read here");
    p->bump[n] = NULL;
}

/* V125, V130, V289: t# without a value. */
static void read_texture(ps13 *p, const s9_stmt *s, const s9_use *use)
{
    uint32_t n = use->number;
    if (n >= STAGES)
        return;
    if (p->spoilt[n]) {
        s9_found(p->c, 130, s, use->operand, "read another register", "t%u is read; texm3x2depth left it unusable",
                 (unsigned)n);
        if (p->loader[n] != NULL)
            s9_found_note(p->c, p->loader[n], NULL, "texm3x2depth is here");
        p->spoilt[n] = false;
    } else if (!p->loaded[n]) {
        s9_found(p->c, s9_stmt_is_texture(s) ? 289 : 125, s, use->operand, "load it first, with tex or texcoord",
                 "t%u is read, but no texture instruction loaded it", (unsigned)n);
    }
    p->loaded[n] = true; /* said once */
    v294_bump(p, s, use);
}

static void read_temp(ps13 *p, const s9_stmt *s, const s9_use *use)
{
    char mask[5];
    if (use->number >= S9_COUNT(p->temp))
        return;
    uint32_t missing = use->components & ~(uint32_t)p->temp[use->number];
    if (missing == 0)
        return;
    s9_found(p->c, 122, s, use->operand, NULL, "r%u.%s is read, but never written before", (unsigned)use->number,
             s9_mask_name(missing, mask));
    p->temp[use->number] |= (uint8_t)missing;
}

static void write_temp(ps13 *p, uint32_t number, uint32_t mask)
{
    if (number >= S9_COUNT(p->temp))
        return;
    p->temp[number] |= (uint8_t)mask;
    p->colour |= number == 0;
}

/* ---- matrix groups ---- */

static uint32_t group_rows(s9_opcode opcode)
{
    switch (opcode) {
    case S9_OP_TEXM3X2PAD:
    case S9_OP_TEXM3X2TEX:
    case S9_OP_TEXM3X2DEPTH:
        return 2;
    case S9_OP_TEXM3X3PAD:
    case S9_OP_TEXM3X3:
    case S9_OP_TEXM3X3TEX:
    case S9_OP_TEXM3X3SPEC:
    case S9_OP_TEXM3X3VSPEC:
        return 3;
    default:
        return 0;
    }
}

static bool is_pad(s9_opcode opcode)
{
    return opcode == S9_OP_TEXM3X2PAD || opcode == S9_OP_TEXM3X3PAD;
}

static void find_last_rows(ps13 *p)
{
    p->last_row[2] = p->last_row[3] = p->c->stmts;
    for (uint32_t i = 0; i < p->c->stmt_count; i++) {
        const s9_stmt *s = &p->c->stmts[i];
        if (s9_stmt_judged(s) && group_rows(s->opcode) > 0 && !is_pad(s->opcode))
            p->last_row[group_rows(s->opcode)] = s;
    }
}

/* V291: pads whose final instruction does not come. */
static void abandon_group(ps13 *p)
{
    if (p->open.first != NULL && !p->open.broken)
        s9_found(p->c, 291, p->open.first, NULL, NULL, "the matrix group that begins here has no final instruction");
    p->open.first = NULL;
}

/* V290, V292: an instruction that does not continue the group; where no row ends it any more, that is V291. */
static void wrong_row(ps13 *p, const s9_stmt *s, const char *text)
{
    char name[S9_MNEMONIC_SIZE];
    if (p->open.broken || p->last_row[p->open.rows] < s)
        return;
    s9_found(p->c, p->open.rows == 2 ? 290 : 292, s, NULL, "rows have ascending numbers and the same source", "%s: %s",
             s9_stmt_name(p->c, s, name), text);
    s9_found_note(p->c, p->open.first, NULL, "the group begins here");
    p->open.broken = true;
}

/* V290, V292: a row behind the first. */
static void continue_group(ps13 *p, const s9_stmt *s)
{
    const s9_stmt *first = p->open.first;
    bool judged = s->destination.judged && first->destination.judged;
    if (is_pad(s->opcode) != (p->open.pads + 1 < p->open.rows))
        wrong_row(p, s, is_pad(s->opcode) ? "a pad too many" : "a pad is missing");
    else if (judged && s->destination.number != first->destination.number + p->open.pads)
        wrong_row(p, s, "the destination does not follow that of the row before");
    else if (s->sources[0].judged && first->sources[0].judged && s->sources[0].number != first->sources[0].number)
        wrong_row(p, s, "the source is another one than that of the first row");
}

/* A row of a matrix group. True when it is the first: then its own source is looked at. */
static bool matrix_row(ps13 *p, const s9_stmt *s)
{
    char name[S9_MNEMONIC_SIZE];
    uint32_t rows = group_rows(s->opcode);
    const s9_stmt *first = p->open.first;
    if (first != NULL && p->open.rows != rows) {
        abandon_group(p);
        first = NULL;
    }
    if (first == NULL) {
        if (is_pad(s->opcode)) {
            group begun = {s, rows, 1, false};
            p->open = begun;
            return true;
        }
        s9_found(p->c, 291, s, NULL, NULL, "%s stands without its pad", s9_stmt_name(p->c, s, name));
        return false;
    }
    continue_group(p, s);
    if (is_pad(s->opcode))
        p->open.pads++;
    else
        p->open.first = NULL; /* the final row ends the group, right or wrong */
    return false;
}

/* ---- texture instructions ---- */

/* V288: the source comes from a stage before. */
static bool v288_order(ps13 *p, const s9_stmt *s)
{
    const s9_use *use = &s->sources[0];
    if (!s->destination.judged || !use->judged || s->destination.number > use->number)
        return true;
    s9_found(p->c, 288, s, use->operand, "use a source of a lower number",
             "the source t%u is not below the destination t%u", (unsigned)use->number, (unsigned)s->destination.number);
    return false;
}

static bool is_above_source(const s9_stmt *s)
{
    return s->source_count > 0 && s->sources[0].file == S9_FILE_TEXTURE && s->destination.number > s->sources[0].number;
}

/* V287: one texture instruction a stage. */
static void v287_destination(ps13 *p, const s9_stmt *s)
{
    uint32_t n = s->destination.number;
    if (!s->destination.judged || n >= STAGES || p->loader[n] == NULL)
        return;
    s9_found(p->c, 287, s, s->destination.operand, NULL, "t%u is the destination of a second texture instruction",
             (unsigned)n);
    s9_found_note(p->c, p->loader[n], NULL, "the first one is here");
}

/* A row of a matrix; true when V287 is to look at its destination, which is not so when the row is wrong. */
static bool matrix(ps13 *p, const s9_stmt *s, bool *is_first)
{
    bool broken = p->open.first != NULL && p->open.broken;
    size_t before = p->c->found;
    *is_first = matrix_row(p, s);
    return *is_first || (!broken && p->c->found == before && is_above_source(s));
}

static void texture(ps13 *p, const s9_stmt *s)
{
    uint32_t n = s->destination.number;
    bool look_at_source = s->source_count > 0, look_at_destination = true;
    if (s->opcode == S9_OP_TEXKILL)
        return; /* tests the coordinates, loads nothing */
    if (group_rows(s->opcode) > 0)
        look_at_destination = matrix(p, s, &look_at_source);
    else if (p->open.first != NULL)
        wrong_row(p, s, "stands inside a matrix group");
    if (look_at_source && s->sources[0].file == S9_FILE_TEXTURE) {
        bool ordered = v288_order(p, s);
        look_at_destination &= ordered;
        if (ordered && s->sources[0].judged)
            read_texture(p, s, &s->sources[0]);
    }
    if (look_at_destination)
        v287_destination(p, s);
    if (s->destination.file == S9_FILE_TEMP)
        write_temp(p, n, 15); /* refused, but written */
    if (s->destination.file != S9_FILE_TEXTURE || n >= STAGES)
        return;
    p->loader[n] = s;
    p->loaded[n] = !is_pad(s->opcode);
    p->spoilt[n] = s->opcode == S9_OP_TEXM3X2DEPTH;
}

static void read_sources(ps13 *p, const s9_stmt *s)
{
    for (uint32_t i = 0; i < s->source_count; i++) {
        const s9_use *use = &s->sources[i];
        if (use->judged && use->file == S9_FILE_TEXTURE)
            read_texture(p, s, use);
        else if (use->judged && use->file == S9_FILE_TEMP)
            read_temp(p, s, use);
    }
}

static void write_destination(ps13 *p, const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    if (d->operand == NULL)
        return;
    if (d->file == S9_FILE_TEMP)
        write_temp(p, d->number, d->components);
    else if (d->file == S9_FILE_TEXTURE && d->number < STAGES)
        p->loaded[d->number] = true;
}

/* What cannot be judged still counts as having written its destination. */
static void refused(ps13 *p, const s9_stmt *s)
{
    uint32_t token = s9_stmt_first_parameter(p->c, s);
    if (s->opcode == S9_OP_UNKNOWN || s9_isa_opcode(s->opcode)->destinations == 0 || token == 0)
        return;
    if (is_pad(s->opcode)) {
        group begun = {s, group_rows(s->opcode), p->open.first != NULL ? p->open.pads + 1 : 1, true};
        p->open = begun;
    } else if (group_rows(s->opcode) > 0) {
        p->open.first = NULL;
    }
    uint32_t number = s9_operand_number(token);
    s9_file file = s9_operand_file(p->c->program, token);
    if (file == S9_FILE_TEMP)
        write_temp(p, number, 15);
    else if (file == S9_FILE_TEXTURE && number < STAGES)
        p->loaded[number] = true;
}

void s9_rules_ps13(s9_checker *c)
{
    ps13 p;
    memset(&p, 0, sizeof p);
    p.c = c;
    find_last_rows(&p);
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        const s9_stmt *s = &c->stmts[i];
        if (s->kind == S9_OPK_SETUP)
            continue;
        if (!s9_stmt_judged(s)) {
            refused(&p, s);
        } else if (s9_stmt_is_texture(s)) {
            texture(&p, s);
        } else {
            /* Both instructions of a pair read before either writes. */
            read_sources(&p, s);
            if (s9_ps1_second(c, i))
                write_destination(&p, s - 1);
            if (!s9_ps1_second(c, i + 1))
                write_destination(&p, s);
        }
    }
    abandon_group(&p);
    s9_ps1_output(c, p.colour, p.temp[0]);
}
