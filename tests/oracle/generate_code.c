/* SPDX-License-Identifier: MIT */
/* Instructions of vertex shaders and of pixel shaders from ps_2_0 on. */
#include "oracle/generate_operand.h"

#include <stdio.h>
#include <stdlib.h>

static const char letters[] = "xyzw";

/* ---- opcodes ---- */

typedef enum shape {
    PLAIN,   /* component by component */
    VECTOR3, /* positions xyz */
    VECTOR4,
    ONE,   /* replicated sources */
    WHOLE, /* all positions, whatever the mask */
    CROSS,
    NORMAL,
    SINCOS,
    MATRIX,
    TWO_ADD,
    SIGN,
    POWER
} shape;

typedef struct row {
    s9_opcode opcode;
    const char *text;
    uint32_t sources;
    shape form;
    uint32_t weight;
    int slots;
} row;

static const row rows[] = {
    {S9_OP_MOV, "mov", 1, PLAIN, 6, 1},       {S9_OP_ADD, "add", 2, PLAIN, 8, 1},
    {S9_OP_SUB, "sub", 2, PLAIN, 4, 1},       {S9_OP_MUL, "mul", 2, PLAIN, 8, 1},
    {S9_OP_MAD, "mad", 3, PLAIN, 8, 1},       {S9_OP_MIN, "min", 2, PLAIN, 4, 1},
    {S9_OP_MAX, "max", 2, PLAIN, 4, 1},       {S9_OP_SLT, "slt", 2, PLAIN, 4, 1},
    {S9_OP_SGE, "sge", 2, PLAIN, 4, 1},       {S9_OP_LRP, "lrp", 3, PLAIN, 4, 2},
    {S9_OP_FRC, "frc", 1, PLAIN, 4, 3},       {S9_OP_ABS, "abs", 1, PLAIN, 3, 1},
    {S9_OP_CMP, "cmp", 3, PLAIN, 4, 1},       {S9_OP_DP3, "dp3", 2, VECTOR3, 4, 1},
    {S9_OP_DP4, "dp4", 2, VECTOR4, 4, 1},     {S9_OP_DP2ADD, "dp2add", 3, TWO_ADD, 3, 2},
    {S9_OP_RCP, "rcp", 1, ONE, 4, 1},         {S9_OP_RSQ, "rsq", 1, ONE, 4, 1},
    {S9_OP_EXP, "exp", 1, ONE, 3, 10},        {S9_OP_LOG, "log", 1, ONE, 3, 10},
    {S9_OP_EXPP, "expp", 1, ONE, 3, 1},       {S9_OP_LOGP, "logp", 1, ONE, 3, 1},
    {S9_OP_POW, "pow", 2, POWER, 3, 3},       {S9_OP_LIT, "lit", 1, WHOLE, 3, 3},
    {S9_OP_DST, "dst", 2, WHOLE, 3, 1},       {S9_OP_CRS, "crs", 2, CROSS, 3, 2},
    {S9_OP_NRM, "nrm", 1, NORMAL, 3, 3},      {S9_OP_SINCOS, "sincos", 1, SINCOS, 3, 8},
    {S9_OP_SGN, "sgn", 1, SIGN, 3, 3},        {S9_OP_M4X4, "m4x4", 2, MATRIX, 2, 4},
    {S9_OP_M4X3, "m4x3", 2, MATRIX, 2, 3},    {S9_OP_M3X4, "m3x4", 2, MATRIX, 2, 4},
    {S9_OP_M3X3, "m3x3", 2, MATRIX, 2, 3},    {S9_OP_M3X2, "m3x2", 2, MATRIX, 2, 2},
    {S9_OP_DSX, "dsx", 1, PLAIN, 3, 2},       {S9_OP_DSY, "dsy", 1, PLAIN, 3, 2},
    {S9_OP_MOVA, "mova", 1, PLAIN, 4, 1},     {S9_OP_SETP, "setp", 2, PLAIN, 5, 1},
    {S9_OP_TEX, "texld", 1, PLAIN, 9, 6},     {S9_OP_TEXLDD, "texldd", 1, PLAIN, 3, 3},
    {S9_OP_TEXLDL, "texldl", 1, PLAIN, 5, 5}, {S9_OP_TEXKILL, "texkill", 1, PLAIN, 2, 2},
    {S9_OP_NOP, "nop", 0, PLAIN, 1, 1},
};

static const row *choose_row(generator *g)
{
    for (int attempt = 0; attempt < 60; attempt++) {
        uint32_t total = 0;
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
            total += rows[i].weight;
        uint32_t at = pick(&g->random, total);
        const row *r = rows;
        while (at >= r->weight)
            at -= (r++)->weight;
        if (s9_isa_available(g->version, r->opcode) && (g->version != S9_VS_1_1 || r->opcode != S9_OP_MOVA))
            return r;
    }
    return &rows[0];
}

/* "([!]p0[.c]) " or nothing. */
static const char *predicate_text(generator *g, bool replicate_only, char *buffer)
{
    buffer[0] = '\0';
    if (!g->extended || g->known.predicate == 0 || !chance(&g->random, 20))
        return buffer;
    const char *negated = chance(&g->random, 40) ? "!" : "";
    if (g->known.predicate == 15 && !replicate_only && chance(&g->random, 60)) {
        snprintf(buffer, 16, "(%sp0) ", negated);
        return buffer;
    }
    uint32_t k = pick(&g->random, 4);
    while ((g->known.predicate & 1u << k) == 0)
        k = (k + 1) % 4;
    snprintf(buffer, 16, "(%sp0.%c) ", negated, letters[k]);
    return buffer;
}

static const char *suffix_text(generator *g, bool saturates, char *buffer)
{
    bool sat = saturates && (g->pixel ? g->major >= 2 : g->major == 3) && chance(&g->random, 15);
    bool pp = g->pixel && chance(&g->random, 8);
    snprintf(buffer, 16, "%s%s", sat ? "_sat" : "", pp ? "_pp" : "");
    return buffer;
}

static void wrote_temp(generator *g, const target *t, uint32_t mask, uint32_t order)
{
    if (!t->is_temp)
        return;
    g->known.r[t->number] |= (uint8_t)mask;
    if (order > g->known.order[t->number])
        g->known.order[t->number] = (uint8_t)order;
}

/* Sources that all follow one wish; false when one of them finds nothing. */
static bool sources_of(generator *g, ports *p, uint32_t count, const wish *w, char text[][2 * OPERAND])
{
    for (uint32_t i = 0; i < count; i++)
        if (!source(g, p, w, text[i]))
            return false;
    return true;
}

static bool gradient_needs_constant(const generator *g)
{
    return g->dynamic > 0 || g->varies;
}

/* ---- texture instructions ---- */

static uint32_t choose_sampler(generator *g)
{
    uint32_t n = pick(&g->random, 16);
    for (uint32_t i = 0; i < 16 && g->samplers[n] == 0; i++)
        n = (n + 1) % 16;
    return n;
}

static bool texture_row(generator *g, const row *r)
{
    static const char *const projected[] = {"texld", "texldp", "texldb"};
    uint32_t sampler = choose_sampler(g), control = pick(&g->random, 3);
    if (g->samplers[sampler] == 0)
        return false;
    target t = {.text = ""};
    char prefix[16], suffix[16], mask[8], text[4][2 * OPERAND], swizzle[8] = "";
    bool gradient = r->opcode == S9_OP_TEX;
    uint32_t needed = g->samplers[sampler] == 2 ? 3u : 7u, order = 0;
    const char *name = r->text;
    if (gradient)
        name = projected[control];
    if ((gradient && control != 0) || r->opcode == S9_OP_TEXLDL)
        needed |= 8u;
    temp_target(g, &t, g->pixel && g->major == 2 && r->opcode == S9_OP_TEX ? 15u : random_mask(g));
    if (g->pixel && g->major == 3 && chance(&g->random, 15))
        (void)output_target(g, &t);
    ports p;
    memset(&p, 0, sizeof p);
    wish w = {COORDINATE_SOURCE, needed, 32, gradient && gradient_needs_constant(g), &order};
    if (r->opcode == S9_OP_TEXLDD && g->major == 2)
        w.form = NAKED_SOURCE;
    if (!source(g, &p, &w, text[0]))
        return false;
    if (gradient && text[0][strspn(text[0], "-")] == 'r')
        g->temp_gradients = true;
    wish direction = {ANY_SOURCE, g->samplers[sampler] == 2 ? 3u : 7u, 32, false, &order};
    if (r->opcode == S9_OP_TEXLDD && (!source(g, &p, &direction, text[1]) || !source(g, &p, &direction, text[2])))
        return false;
    if (g->version == S9_PS_2_0) {
        /* Dependent reads of at most third order. */
        uint32_t own = g->known.order[t.number];
        if (g->known.r[t.number] != 0 && own < 1)
            own = 1;
        if (own > order)
            order = own;
        if (order > 3)
            return false;
        g->known.order[t.number] = (uint8_t)(order + 1);
    }
    if (g->major == 3 && chance(&g->random, 40)) {
        swizzle_text(pick(&g->random, 256), swizzle);
    }
    predicate_text(g, false, prefix);
    suffix_text(g, false, suffix);
    if (r->opcode == S9_OP_TEXLDD)
        emit(g, "%s%s%s %s%s, %s, s%u%s, %s, %s", prefix, name, suffix, t.text, mask_text(t.mask, mask), text[0],
             (unsigned)sampler, swizzle, text[1], text[2]);
    else
        emit(g, "%s%s%s %s%s, %s, s%u%s", prefix, name, suffix, t.text, mask_text(t.mask, mask), text[0],
             (unsigned)sampler, swizzle);
    wrote_temp(g, &t, t.mask, 0);
    g->texture_slots--;
    return true;
}

static bool kill_row(generator *g)
{
    char prefix[16], mask[8];
    uint32_t first = pick(&g->random, 16), tested = chance(&g->random, 80) ? 15u : 1u + pick(&g->random, 15);
    predicate_text(g, false, prefix);
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t n = (first + i) % 16;
        char file = n < g->temps && g->known.r[n] == 15                 ? 'r'
                    : g->major == 2 && n < 8 && g->coordinates[n] == 15 ? 't'
                    : g->major == 3 && g->inputs[n] == 15               ? 'v'
                                                                        : '\0';
        if (file == '\0')
            continue;
        emit(g, "%stexkill %c%u%s", prefix, file, (unsigned)n, mask_text(tested, mask));
        g->texture_slots--;
        return true;
    }
    return false;
}

/* ---- macros and other special forms ---- */

static bool matrix_row(generator *g, const row *r)
{
    static const struct {
        s9_opcode opcode;
        uint32_t rows, mask, positions;
    } kinds[] = {{S9_OP_M4X4, 4, 15, 15},
                 {S9_OP_M4X3, 3, 7, 15},
                 {S9_OP_M3X4, 4, 15, 7},
                 {S9_OP_M3X3, 3, 7, 7},
                 {S9_OP_M3X2, 2, 3, 7}};
    uint32_t k = 0;
    while (kinds[k].opcode != r->opcode)
        k++;
    ports p;
    memset(&p, 0, sizeof p);
    char text[2 * OPERAND], base[OPERAND], prefix[16], suffix[16], mask[8];
    target t = {.text = ""};
    temp_target(g, &t, kinds[k].mask);
    uint32_t order = 0;
    bool from_temps = false;
    /* Rows in temporaries, when enough of them are written; else in constants. */
    if (chance(&g->random, 20) && g->temps > kinds[k].rows) {
        uint32_t first = pick(&g->random, g->temps - kinds[k].rows + 1);
        from_temps = t.number < first || t.number >= first + kinds[k].rows;
        for (uint32_t i = 0; i < kinds[k].rows; i++)
            if ((g->known.r[first + i] & kinds[k].positions) != kinds[k].positions)
                from_temps = false;
            else if (g->known.order[first + i] > order)
                order = g->known.order[first + i];
        snprintf(base, sizeof base, "r%u", (unsigned)first);
    }
    if (!from_temps && !constant_operand(g, &p, kinds[k].rows, base))
        return false;
    wish w = {ANY_SOURCE, kinds[k].positions, t.number, false, &order};
    if (!from_temps && !g->software) {
        /* Another c# would be a second register. */
        uint32_t number, readable;
        if (!temp_operand(g, t.number, text, &readable, &number) ||
            (readable & kinds[k].positions) != kinds[k].positions)
            return false;
        if (g->known.order[number] > order)
            order = g->known.order[number];
    } else if (!source(g, &p, &w, text)) {
        return false;
    }
    if (!g->pixel && chance(&g->random, 20) && kinds[k].mask == 15) {
        t.is_temp = false;
        if (g->major < 3)
            snprintf(t.text, sizeof t.text, "oPos");
        else
            snprintf(t.text, sizeof t.text, "o%u", (unsigned)g->position_output);
    }
    predicate_text(g, false, prefix);
    suffix_text(g, true, suffix);
    emit(g, "%s%s%s %s%s, %s, %s", prefix, r->text, suffix, t.text, mask_text(t.mask, mask), text, base);
    wrote_temp(g, &t, t.mask, order);
    return true;
}

static bool cross_or_normal(generator *g, const row *r)
{
    ports p;
    memset(&p, 0, sizeof p);
    target t = {.text = ""};
    char text[2][2 * OPERAND], prefix[16], suffix[16], mask[8];
    temp_target(g, &t, r->form == CROSS ? 1u + pick(&g->random, 7) : random_mask(g));
    uint32_t order = 0;
    wish w = {r->form == CROSS ? BARE_SOURCE : ANY_SOURCE, r->form == CROSS ? 7u : 15u, t.number, false, &order};
    if (!sources_of(g, &p, r->sources, &w, text))
        return false;
    predicate_text(g, false, prefix);
    suffix_text(g, true, suffix);
    if (r->form == CROSS)
        emit(g, "%s%s%s %s%s, %s, %s", prefix, r->text, suffix, t.text, mask_text(t.mask, mask), text[0], text[1]);
    else
        emit(g, "%s%s%s %s%s, %s", prefix, r->text, suffix, t.text, mask_text(t.mask, mask), text[0]);
    wrote_temp(g, &t, t.mask, order);
    return true;
}

static bool sincos_row(generator *g)
{
    ports p;
    memset(&p, 0, sizeof p);
    target t = {.text = ""};
    char text[2 * OPERAND], prefix[16], mask[8];
    temp_target(g, &t, 1u + pick(&g->random, 3));
    uint32_t order = 0;
    wish w = {SCALAR_SOURCE, 15, t.number, false, &order};
    if (!source(g, &p, &w, text))
        return false;
    predicate_text(g, g->major == 2, prefix);
    if (g->major == 2) {
        uint32_t first = pick(&g->random, 20);
        emit(g, "%ssincos %s%s, %s, c%u, c%u", prefix, t.text, mask_text(t.mask, mask), text, (unsigned)first,
             (unsigned)first + 1 + (unsigned)pick(&g->random, 3));
        /* What it does not set of xyz may not be read any more. */
        g->known.r[t.number] = (uint8_t)(g->known.r[t.number] & 8u);
        g->cleared[t.number] |= (uint8_t)(7u & ~t.mask);
    } else {
        emit(g, "%ssincos %s%s, %s", prefix, t.text, mask_text(t.mask, mask), text);
    }
    wrote_temp(g, &t, t.mask, order);
    return true;
}

static bool sign_row(generator *g)
{
    ports p;
    memset(&p, 0, sizeof p);
    target t = {.text = ""};
    char text[2 * OPERAND], prefix[16], suffix[16], mask[8];
    temp_target(g, &t, random_mask(g));
    wish w = {ANY_SOURCE, t.mask, 32, false, NULL};
    if (g->temps < 3 || !source(g, &p, &w, text))
        return false;
    uint32_t first = pick(&g->random, g->temps), second = (first + 1 + pick(&g->random, g->temps - 1)) % g->temps;
    /* Three different temporaries at most, which all versions have. */
    predicate_text(g, false, prefix);
    suffix_text(g, true, suffix);
    emit(g, "%ssgn%s %s%s, %s, r%u, r%u", prefix, suffix, t.text, mask_text(t.mask, mask), text, (unsigned)first,
         (unsigned)second);
    wrote_temp(g, &t, t.mask, 0);
    return true;
}

static bool address_row(generator *g)
{
    ports p;
    memset(&p, 0, sizeof p);
    char text[2 * OPERAND], prefix[16], mask[8];
    uint32_t written = g->version == S9_VS_1_1 ? 1u : random_mask(g);
    wish w = {ANY_SOURCE, written, 32, false, NULL};
    if (!source(g, &p, &w, text))
        return false;
    if (g->version == S9_VS_1_1) {
        emit(g, "mov a0.x, %s", text);
    } else {
        predicate_text(g, false, prefix);
        /* What _sat says here is doubtful enough for a warning; it is done as everywhere. */
        const char *saturate = g->major == 3 && chance(&g->random, 5) ? "_sat" : "";
        emit(g, "%smova%s a0%s, %s", prefix, saturate, mask_text(written, mask), text);
    }
    g->known.address |= (uint8_t)written;
    return true;
}

static bool setp_row(generator *g)
{
    static const char *const comparisons[] = {"gt", "eq", "ge", "lt", "ne", "le"};
    ports p;
    memset(&p, 0, sizeof p);
    char text[2][2 * OPERAND], prefix[16], mask[8];
    uint32_t written = random_mask(g);
    wish w = {ANY_SOURCE, written, 32, false, NULL};
    if (!sources_of(g, &p, 2, &w, text))
        return false;
    predicate_text(g, false, prefix);
    const char *saturate = g->major == 3 && chance(&g->random, 3) ? "_sat" : "";
    emit(g, "%ssetp_%s%s p0%s, %s, %s", prefix, comparisons[pick(&g->random, 6)], saturate, mask_text(written, mask),
         text[0], text[1]);
    g->known.predicate |= (uint8_t)written;
    return true;
}

/* ---- everything else ---- */

static uint32_t positions_of(const row *r, uint32_t mask)
{
    switch (r->form) {
    case PLAIN:
    case SIGN:
        return mask;
    case VECTOR3:
        return 7;
    case TWO_ADD:
        return 3;
    default:
        return 15;
    }
}

/* An instruction of row `r` with target `t`, whose form is one of the plain ones. */
static bool plain_row(generator *g, const row *r, target *t, bool conditional)
{
    ports p;
    memset(&p, 0, sizeof p);
    char text[3][2 * OPERAND], prefix[16] = "", suffix[16], mask[8];
    uint32_t order = 0;
    bool derivative = r->opcode == S9_OP_DSX || r->opcode == S9_OP_DSY;
    /* Where all components of the result are one, the sources need not be. */
    bool single = r->form == VECTOR3 || r->form == VECTOR4 || r->form == TWO_ADD || r->form == ONE || r->form == POWER;
    wish w = {r->form == ONE || r->form == POWER || (t->replicate && !single) ? SCALAR_SOURCE : ANY_SOURCE,
              positions_of(r, t->mask), 32, derivative && gradient_needs_constant(g), &order};
    if (t->replicate && r->form == WHOLE)
        return false;
    for (uint32_t i = 0; i < r->sources; i++) {
        wish last = w;
        if (r->form == TWO_ADD && i == 2) {
            last.form = SCALAR_SOURCE;
            last.positions = 15;
        }
        if (r->form == POWER && i == 1 && t->is_temp)
            last.avoid = t->number;
        if (!source(g, &p, &last, text[i]))
            return false;
    }
    if (derivative && text[0][strspn(text[0], "-")] == 'r')
        g->temp_gradients = true;
    if (conditional)
        predicate_text(g, false, prefix);
    suffix_text(g, r->opcode != S9_OP_FRC, suffix);
    char line[TEXT_WIDTH * 2];
    int length = snprintf(line, sizeof line, "%s%s%s %s%s", prefix, r->text, suffix, t->text, mask_text(t->mask, mask));
    for (uint32_t i = 0; i < r->sources; i++)
        length += snprintf(line + length, sizeof line - (size_t)length, ", %s", text[i]);
    if (length >= TEXT_WIDTH)
        return false;
    emit(g, "%s", line);
    wrote_temp(g, t, t->mask, order);
    return true;
}

static bool generate_row(generator *g, const row *r)
{
    target t = {.text = ""};
    switch (r->form) {
    case CROSS:
    case NORMAL:
        return cross_or_normal(g, r);
    case SINCOS:
        return sincos_row(g);
    case MATRIX:
        return matrix_row(g, r);
    case SIGN:
        return sign_row(g);
    default:
        break;
    }
    switch (r->opcode) {
    case S9_OP_NOP:
        emit(g, "nop");
        return true;
    case S9_OP_MOVA:
        return address_row(g);
    case S9_OP_SETP:
        return setp_row(g);
    case S9_OP_TEX:
    case S9_OP_TEXLDD:
    case S9_OP_TEXLDL:
        return g->texture_slots > 0 && texture_row(g, r);
    case S9_OP_TEXKILL:
        return g->texture_slots > 0 && kill_row(g);
    default:
        break;
    }
    temp_target(g, &t, random_mask(g));
    /* Inside a loop outputs can be reached by its counter. */
    uint32_t often = g->output_index && g->has_counter ? 35 : 12;
    if (r->form != POWER && chance(&g->random, often) && !output_target(g, &t))
        temp_target(g, &t, random_mask(g));
    if (g->version == S9_VS_1_1 && r->opcode == S9_OP_FRC) {
        if (!t.is_temp)
            temp_target(g, &t, 15);
        t.mask = chance(&g->random, 50) ? 2u : 3u;
    }
    return plain_row(g, r, &t, true);
}

void generate_instruction(generator *g)
{
    for (int attempt = 0; attempt < 20; attempt++) {
        const row *r = choose_row(g);
        if (g->version == S9_VS_1_1 && chance(&g->random, 6)) {
            if (g->slots > 1 && address_row(g)) {
                g->slots--;
                return;
            }
            continue;
        }
        int cost = r->slots + 1; /* a predicate costs one */
        if (g->slots < cost)
            continue;
        if (generate_row(g, r)) {
            g->slots -= cost;
            return;
        }
    }
}

void generate_write(generator *g, const char *destination, uint32_t mask)
{
    static const s9_opcode simple[] = {S9_OP_MOV, S9_OP_ADD, S9_OP_MUL, S9_OP_MAD, S9_OP_MAX, S9_OP_DP4, S9_OP_RCP};
    target t = {.mask = mask, .number = 32};
    snprintf(t.text, sizeof t.text, "%s", destination);
    t.replicate =
        strcmp(destination, "oFog") == 0 || strcmp(destination, "oPts") == 0 || strcmp(destination, "oDepth") == 0;
    t.replicate = t.replicate && mask == 15;
    if (destination[0] == 'r') {
        t.is_temp = true;
        t.number = (uint32_t)atoi(destination + 1);
    }
    for (int attempt = 0; attempt < 20; attempt++) {
        s9_opcode opcode = simple[pick(&g->random, sizeof simple / sizeof simple[0])];
        const row *r = rows;
        while (r->opcode != opcode)
            r++;
        /* oDepth wants every source replicated, whatever the instruction. */
        if (strcmp(destination, "oDepth") == 0 && r->form != PLAIN)
            continue;
        if (plain_row(g, r, &t, false)) {
            g->slots -= r->slots;
            return;
        }
    }
}
