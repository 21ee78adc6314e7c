/* SPDX-License-Identifier: MIT */
/* ps_1_1 to ps_1_4: texture instructions, then arithmetic, in pairs where the pipes allow. */
#include "oracle/generate.h"

#include <stdio.h>

typedef struct state {
    generator *g;
    bool v14;
    uint32_t minor;
    uint8_t r[6];         /* components written */
    bool t[6];            /* loaded (1_1..1_3) */
    bool bumped[6];       /* read by texbem or texbeml: for these alone from then on */
    bool gone[6];         /* unusable */
    uint32_t selector[6]; /* 1_4: 0 not chosen, 1 .xyz, 2 .xyw */
    bool phase_2;
    int arithmetic, texture; /* slots left */
    uint32_t compares, dots, divided;
    bool bent, lost_r5;
    char c[2][8], tr[3][8]; /* ports of the current instruction */
} state;

static const char letters[] = "rgba";

/* ---- texture instructions of 1_1 to 1_3 ---- */

/* A loaded register below `limit` that an instruction other than texbem may read; -1 when there is none. */
static int loaded_below(state *s, uint32_t limit, bool bump)
{
    uint32_t n = pick(&s->g->random, limit > 0 ? limit : 1);
    for (uint32_t i = 0; i < limit; i++, n = (n + 1) % limit)
        if (s->t[n] && !s->gone[n] && (bump || !s->bumped[n]))
            return (int)n;
    return -1;
}

static const char *signed_text(state *s, bool matrix)
{
    bool allowed = matrix || s->minor >= 2;
    return allowed && chance(&s->g->random, 40) ? "_bx2" : "";
}

/* A texm3x* group from stage m on; the number of stages it took, 0: none. */
static uint32_t matrix_group(state *s, uint32_t m)
{
    static const char *const thirds[] = {"texm3x3tex", "texm3x3vspec", "texm3x3spec", "texm3x3"};
    generator *g = s->g;
    int n = loaded_below(s, m, false);
    uint32_t room = 4 - m < (uint32_t)s->texture ? 4 - m : (uint32_t)s->texture;
    if (n < 0 || room < 2)
        return 0;
    if (room >= 3 && chance(&g->random, 65)) {
        emit(g, "texm3x3pad t%u, t%d%s", (unsigned)m, n, signed_text(s, true));
        emit(g, "texm3x3pad t%u, t%d%s", (unsigned)m + 1, n, signed_text(s, true));
        uint32_t kind = pick(&g->random, s->minor >= 2 ? 4 : 3);
        if (kind == 2)
            emit(g, "texm3x3spec t%u, t%d%s, c%u", (unsigned)m + 2, n, signed_text(s, true),
                 (unsigned)pick(&g->random, 8));
        else
            emit(g, "%s t%u, t%d%s", thirds[kind], (unsigned)m + 2, n, signed_text(s, true));
        s->t[m + 2] = true;
        return 3;
    }
    emit(g, "texm3x2pad t%u, t%d%s", (unsigned)m, n, signed_text(s, true));
    bool depth = s->minor == 3 && chance(&g->random, 50);
    emit(g, "%s t%u, t%d%s", depth ? "texm3x2depth" : "texm3x2tex", (unsigned)m + 1, n, signed_text(s, true));
    s->t[m + 1] = !depth;
    s->gone[m + 1] = depth;
    return 2;
}

static void one_stage(state *s, uint32_t m)
{
    static const char *const dependent[] = {"texbem",     "texbeml", "texreg2ar", "texreg2gb",
                                            "texreg2rgb", "texdp3",  "texdp3tex"};
    generator *g = s->g;
    uint32_t kind = pick(&g->random, 100);
    int n = -1;
    uint32_t which = pick(&g->random, s->minor >= 2 ? 7 : 4);
    if (kind >= 45 && m > 0)
        n = loaded_below(s, m, which < 2);
    if (n < 0) {
        emit(g, "%s t%u", kind % 4 == 0 ? "texcoord" : "tex", (unsigned)m);
        s->t[m] = true;
        return;
    }
    if (which == 1) {
        if (s->arithmetic < 3)
            which = 0;
        else
            s->arithmetic--;
    }
    emit(g, "%s t%u, t%d%s", dependent[which], (unsigned)m, n, which >= 4 ? signed_text(s, false) : "");
    if (which < 2)
        s->bumped[n] = true;
    s->t[m] = true;
}

static void texture_block_13(state *s)
{
    generator *g = s->g;
    for (uint32_t m = 0; m < 4 && s->texture > 0;) {
        if (chance(&g->random, 8)) {
            emit(g, "texkill t%u", (unsigned)pick(&g->random, 4));
            s->texture--;
            continue;
        }
        uint32_t taken = 0;
        if (m > 0 && chance(&g->random, 45))
            taken = matrix_group(s, m);
        if (taken == 0 && chance(&g->random, 90)) {
            one_stage(s, m);
            s->texture--;
        } else {
            s->texture -= (int)taken;
        }
        m += taken > 0 ? taken : 1;
    }
}

/* ---- texture instructions of 1_4 ---- */

static const char *selector_of(state *s, uint32_t n)
{
    if (s->selector[n] == 0)
        s->selector[n] = 1 + pick(&s->g->random, 2);
    if (s->selector[n] == 2)
        return ".xyw";
    return chance(&s->g->random, 50) ? ".xyz" : "";
}

static void texture_block_14(state *s, const uint8_t first_phase[6])
{
    generator *g = s->g;
    uint8_t loaded = 0;
    uint32_t count = pick(&g->random, 6);
    for (uint32_t i = 0; i < count && s->texture > 0; i++) {
        uint32_t m = pick(&g->random, 6), n = pick(&g->random, 6), kind = pick(&g->random, 100);
        if (s->phase_2 && kind < 10) {
            if (chance(&g->random, 50) || (first_phase[n] & 7) != 7 || (loaded & 1u << n) != 0)
                emit(g, "texkill t%u", (unsigned)n);
            else
                emit(g, "texkill r%u", (unsigned)n);
            s->texture--;
            continue;
        }
        if ((loaded & 1u << m) != 0 || (m == 5 && s->lost_r5))
            continue;
        if (s->phase_2 && kind < 45 && (first_phase[n] & 7) == 7 && (loaded & 1u << n) == 0 &&
            !(n == 5 && s->lost_r5)) {
            const char *divide = "";
            if (s->divided < 2 && chance(&g->random, 40)) {
                divide = "_dz";
                s->divided++;
            }
            emit(g, "texld r%u, r%u%s%s", (unsigned)m, (unsigned)n, divide, chance(&g->random, 50) ? ".xyz" : "");
            s->r[m] = 15;
        } else if (kind < 75) {
            const char *selector = selector_of(s, n);
            bool divide = s->selector[n] == 2 && chance(&g->random, 50);
            emit(g, "texld r%u, t%u%s%s", (unsigned)m, (unsigned)n, divide ? "_dw" : "", selector);
            s->r[m] = 15;
        } else {
            const char *selector = selector_of(s, n);
            bool divide = s->selector[n] == 2 && chance(&g->random, 50);
            /* Without a mask it is taken with a warning. */
            const char *mask = divide ? ".rg" : chance(&g->random, 90) ? ".rgb" : "";
            emit(g, "texcrd r%u%s, t%u%s%s", (unsigned)m, mask, (unsigned)n, divide ? "_dw" : "", selector);
            s->r[m] = divide ? 3 : 7;
        }
        loaded = (uint8_t)(loaded | 1u << m);
        s->texture--;
    }
    if (s->phase_2 && s->texture > 0 && (first_phase[5] & 3) == 3 && (loaded & 32u) == 0 && chance(&g->random, 30)) {
        emit(g, "texdepth r5");
        s->lost_r5 = true;
        s->r[5] = 0;
    }
}

/* ---- operands of arithmetic ---- */

static bool port(char names[][8], uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return true;
        if (names[i][0] == '\0') {
            snprintf(names[i], 8, "%s", name);
            return true;
        }
    }
    return false;
}

/* A source of which the components `positions` are used, for a destination mask. False when nothing was found. */
static bool source(state *s, uint32_t positions, uint32_t mask, uint32_t avoid_r, uint32_t avoid_t, char *buffer)
{
    static const char *const modifiers[] = {"",       "",     "",      "",   "-",   "_bias",
                                            "-_bias", "_bx2", "-_bx2", "1-", "_x2", "-_x2"};
    generator *g = s->g;
    for (int attempt = 0; attempt < 30; attempt++) {
        char name[8], swizzle[4] = "";
        uint32_t kind = pick(&g->random, 100), readable = 15, n;
        bool constant = false;
        if (kind < 40) {
            n = pick(&g->random, s->v14 ? 6 : 2);
            readable = s->r[n];
            if (n == avoid_r || (n == 5 && s->lost_r5))
                continue;
            snprintf(name, sizeof name, "r%u", (unsigned)n);
        } else if (kind < 60) {
            snprintf(name, sizeof name, "c%u", (unsigned)pick(&g->random, 8));
            constant = true;
        } else if (kind < 75) {
            if (s->v14 && !s->phase_2)
                continue;
            snprintf(name, sizeof name, "v%u", (unsigned)pick(&g->random, 2));
        } else {
            n = pick(&g->random, 4);
            if (s->v14 || !s->t[n] || s->gone[n] || s->bumped[n] || n == avoid_t)
                continue;
            snprintf(name, sizeof name, "t%u", (unsigned)n);
        }
        uint32_t component = 4; /* none */
        if (s->v14)
            component = chance(&g->random, 40) ? pick(&g->random, 4) : 4;
        else if (chance(&g->random, 30))
            component = mask == 8 && chance(&g->random, 50) ? 2 : 3;
        if (component < 4) {
            if ((readable & 1u << component) == 0)
                continue;
            snprintf(swizzle, sizeof swizzle, ".%c", letters[component]);
        } else if ((readable & positions) != positions) {
            continue;
        }
        if (constant && !port(s->c, 2, name))
            continue;
        if (name[0] == 't' && !port(s->tr, s->minor == 1 ? 2 : 3, name))
            continue;
        /* Those of a constant are undefined on the pages before 1_4, refused in it. */
        bool plain = constant && (s->v14 || chance(&g->random, 70));
        const char *modifier = plain ? "" : modifiers[pick(&g->random, s->v14 ? 12 : 10)];
        bool negative = modifier[0] == '-';
        if (strcmp(modifier, "1-") == 0)
            snprintf(buffer, 24, "1-%s%s", name, swizzle);
        else
            snprintf(buffer, 24, "%s%s%s%s", negative ? "-" : "", name, modifier + negative, swizzle);
        return true;
    }
    return false;
}

/* ---- arithmetic ---- */

static const struct {
    const char *text;
    uint32_t sources, lowest; /* the minor version that has it first */
} arithmetic_rows[] = {{"mov", 1, 1}, {"add", 2, 1}, {"sub", 2, 1}, {"mul", 2, 1}, {"mad", 3, 1},
                       {"lrp", 3, 1}, {"dp3", 2, 1}, {"cnd", 3, 1}, {"dp4", 2, 2}, {"cmp", 3, 2}};

typedef struct result {
    char text[TEXT_WIDTH];
    char kind; /* the register file it writes */
    uint32_t number, mask;
    int cost;
} result;

static const char *suffix(state *s, char *buffer)
{
    static const char *const shifts[] = {"_x2", "_x4", "_d2", "_x8", "_d4", "_d8"};
    generator *g = s->g;
    const char *shift = chance(&g->random, 30) ? shifts[pick(&g->random, s->v14 ? 6 : 3)] : "";
    snprintf(buffer, 16, "%s%s", shift, chance(&g->random, 20) ? "_sat" : "");
    return buffer;
}

static const char *colour_mask(uint32_t mask, char *buffer)
{
    char *p = buffer;
    if (mask != 15) {
        *p++ = '.';
        for (uint32_t i = 0; i < 4; i++)
            if ((mask & 1u << i) != 0)
                *p++ = letters[i];
    }
    *p = '\0';
    return buffer;
}

/* One arithmetic instruction with that mask. */
static bool arithmetic(state *s, uint32_t mask, bool paired, result *out)
{
    generator *g = s->g;
    uint32_t row = pick(&g->random, 10);
    bool dp3 = row == 6, cnd = row == 7, dp4 = row == 8, cmp = row == 9;
    char sources[3][24] = {"", "", ""}, ending[16], letters_of[8];
    memset(s->c, 0, sizeof s->c);
    memset(s->tr, 0, sizeof s->tr);
    if (arithmetic_rows[row].lowest > s->minor || (paired && dp4) || (dp3 && !s->v14 && mask == 8) ||
        (dp3 && paired && (mask & 8u) != 0))
        return false;
    out->cost = !s->v14 && (dp4 || cmp) ? 2 : 1;
    if (!s->v14 && ((cmp && s->compares >= 3) || (dp4 && s->dots >= 4)))
        return false;
    out->mask = mask;
    out->kind = 'r';
    out->number = pick(&g->random, s->v14 ? 6 : 2);
    if (out->number == 5 && s->lost_r5)
        return false;
    if (!s->v14 && chance(&g->random, 20)) {
        uint32_t n = pick(&g->random, 4);
        if (s->t[n] && !s->gone[n]) {
            out->kind = 't';
            out->number = n;
        }
    }
    uint32_t positions = dp3 ? 7u : dp4 ? 15u : mask;
    uint32_t avoid_r = cmp && !s->v14 && out->kind == 'r' ? out->number : 9;
    uint32_t avoid_t = cmp && !s->v14 && out->kind == 't' ? out->number : 9;
    for (uint32_t i = 0; i < arithmetic_rows[row].sources; i++) {
        if (cnd && i == 0 && !s->v14) {
            if ((s->r[0] & 8u) == 0)
                return false;
            snprintf(sources[0], sizeof sources[0], "r0.a");
        } else if (!source(s, positions, mask, avoid_r, avoid_t, sources[i])) {
            return false;
        }
    }
    int length = snprintf(out->text, sizeof out->text, "%s%s %c%u%s", arithmetic_rows[row].text, suffix(s, ending),
                          out->kind, (unsigned)out->number, colour_mask(mask, letters_of));
    for (uint32_t i = 0; i < arithmetic_rows[row].sources; i++)
        length += snprintf(out->text + length, sizeof out->text - (size_t)length, ", %s", sources[i]);
    s->compares += cmp;
    s->dots += dp4;
    return true;
}

static void wrote(state *s, const result *r)
{
    if (r->kind == 'r')
        s->r[r->number] |= (uint8_t)r->mask;
}

static void bend(state *s)
{
    generator *g = s->g;
    char a[24], b[24], ending[16];
    uint32_t d = pick(&g->random, 6);
    memset(s->c, 0, sizeof s->c);
    if (s->bent || s->phase_2 || s->arithmetic < 3 || !source(s, 3, 3, 9, 9, a) || !source(s, 3, 3, 9, 9, b))
        return;
    emit(g, "bem%s r%u.rg, %s, %s", suffix(s, ending), (unsigned)d, a, b);
    s->r[d] |= 3;
    s->arithmetic -= 2;
    s->bent = true;
}

static void arithmetic_block(state *s)
{
    generator *g = s->g;
    uint32_t count = pick(&g->random, 8);
    for (uint32_t i = 0; i < count && s->arithmetic > 2; i++) {
        result first, second;
        if (s->v14 && chance(&g->random, 15)) {
            bend(s);
            continue;
        }
        if (chance(&g->random, 40)) {
            bool alpha_first = chance(&g->random, 40);
            uint32_t colour = s->v14 ? 1u + pick(&g->random, 7) : 7u;
            uint32_t dots = s->dots, compares = s->compares;
            /* Both read what stood before the pair. */
            if (arithmetic(s, alpha_first ? 8u : colour, true, &first) &&
                arithmetic(s, alpha_first ? colour : 8u, true, &second) && s->arithmetic > first.cost + second.cost) {
                emit(g, "%s", first.text);
                emit(g, "+%s", second.text);
                wrote(s, &first);
                wrote(s, &second);
                s->arithmetic -= first.cost > second.cost ? first.cost : second.cost;
                continue;
            }
            s->dots = dots;
            s->compares = compares;
        }
        uint32_t masks[3] = {15, 7, 8};
        uint32_t mask = s->v14 ? 1u + pick(&g->random, 15) : masks[pick(&g->random, 3)];
        if (arithmetic(s, mask, false, &first)) {
            emit(g, "%s", first.text);
            wrote(s, &first);
            s->arithmetic -= first.cost;
        } else {
            emit(g, "nop");
        }
    }
}

void generate_ps1(generator *g)
{
    state s;
    memset(&s, 0, sizeof s);
    s.g = g;
    s.v14 = g->version == S9_PS_1_4;
    s.minor = g->version == S9_PS_1_1 ? 1 : g->version == S9_PS_1_2 ? 2 : g->version == S9_PS_1_3 ? 3 : 4;
    for (uint32_t i = pick(&g->random, 3); i-- > 0;) {
        uint32_t bits[4];
        for (int k = 0; k < 4; k++) {
            float x = random_number(&g->random, TAME);
            memcpy(&bits[k], &x, sizeof x);
        }
        emit(g, "def c%u, 0x%08X, 0x%08X, 0x%08X, 0x%08X", (unsigned)pick(&g->random, 8), (unsigned)bits[0],
             (unsigned)bits[1], (unsigned)bits[2], (unsigned)bits[3]);
    }
    s.arithmetic = 8;
    if (!s.v14) {
        s.texture = 4;
        texture_block_13(&s);
        if (chance(&g->random, 80)) {
            emit(g, "mov r0, %s%u", chance(&g->random, 50) ? "v" : "c", (unsigned)pick(&g->random, 2));
            s.r[0] = 15;
            s.arithmetic--;
        }
        arithmetic_block(&s);
        if (s.r[0] == 0)
            emit(g, "mov r0, v0");
        return;
    }
    uint8_t first_phase[6] = {0};
    s.phase_2 = chance(&g->random, 30);
    if (!s.phase_2) {
        s.texture = 6;
        texture_block_14(&s, first_phase);
        arithmetic_block(&s);
        emit(g, "phase");
        for (int i = 0; i < 6; i++)
            s.r[i] &= 7;
        memcpy(first_phase, s.r, sizeof first_phase);
        s.phase_2 = true;
        s.arithmetic = 8;
    }
    s.texture = 6;
    texture_block_14(&s, first_phase);
    if (s.r[0] != 15 && chance(&g->random, 50)) {
        emit(g, "mov r0, %s%u", chance(&g->random, 50) ? "v" : "c", (unsigned)pick(&g->random, 2));
        s.r[0] = 15;
        s.arithmetic--;
    }
    arithmetic_block(&s);
    if (s.r[0] == 0)
        emit(g, "mov r0, v0");
}
