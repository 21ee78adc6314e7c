/* SPDX-License-Identifier: MIT */
/* Operands: registers, their components and modifiers, within what the version allows. */
#include "oracle/generate_operand.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char letters[] = "xyzw";

void emit(generator *g, const char *format, ...)
{
    char line[TEXT_WIDTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    (void)text_add(g->out, line);
}

const char *mask_text(uint32_t mask, char *buffer)
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

uint32_t random_mask(generator *g)
{
    return chance(&g->random, 50) ? 15u : 1u + pick(&g->random, 15);
}

/* ---- swizzles ---- */

/* A swizzle (two bits a position) whose `positions` read components of `readable`; false when there is none. */
static bool choose_swizzle(generator *g, source_form form, uint32_t positions, uint32_t readable, uint32_t *swizzle)
{
    static const uint8_t of_ps_2_0[] = {0xE4, 0x00, 0x55, 0xAA, 0xFF, 0xC9, 0xD2, 0x1B};
    for (int attempt = 0; attempt < 24; attempt++) {
        uint32_t s;
        if (form == SCALAR_SOURCE)
            s = pick(&g->random, 4) * 0x55u;
        else if (form == BARE_SOURCE || form == NAKED_SOURCE || (form == COORDINATE_SOURCE && g->major < 3))
            s = 0xE4;
        else if (g->version == S9_PS_2_0)
            s = of_ps_2_0[pick(&g->random, 8)];
        else
            s = chance(&g->random, 40) ? 0xE4u
                                       : (chance(&g->random, 40) ? pick(&g->random, 4) * 0x55u : pick(&g->random, 256));
        bool fits = true;
        for (uint32_t i = 0; i < 4; i++)
            if ((positions & 1u << i) != 0 && (readable & 1u << (s >> (2 * i) & 3u)) == 0)
                fits = false;
        *swizzle = s;
        if (fits)
            return true;
    }
    return false;
}

void swizzle_text(uint32_t s, char *buffer)
{
    if (s == 0xE4) {
        buffer[0] = '\0';
        return;
    }
    if (s == (s & 3u) * 0x55u) {
        snprintf(buffer, 8, ".%c", letters[s & 3u]);
        return;
    }
    snprintf(buffer, 8, ".%c%c%c%c", letters[s & 3u], letters[s >> 2 & 3u], letters[s >> 4 & 3u], letters[s >> 6 & 3u]);
}

/* ---- registers ---- */

/* "a0.x + 3" or "aL"; false when nothing may index here. */
static bool index_text(generator *g, ports *p, bool address, uint32_t offset, char *buffer)
{
    bool limited = g->major == 2 && !g->software;
    bool counter_ok = g->has_counter && (!limited || p->counter_reads < 2);
    uint8_t written = g->known.address;
    bool address_ok = address && written != 0 && (!limited || p->address_reads < 2);
    if (!counter_ok && !address_ok)
        return false;
    char name[8] = "aL";
    if (address_ok && (!counter_ok || chance(&g->random, 50))) {
        uint32_t k = pick(&g->random, 4);
        while ((written & 1u << k) == 0)
            k = (k + 1) % 4;
        snprintf(name, sizeof name, "a0.%c", letters[k]);
        p->address_reads++;
    } else {
        p->counter_reads++;
        if (g->in_routine && g->own_counters == 0)
            g->wants_counter = true;
    }
    if (offset == 0)
        snprintf(buffer, OPERAND, "[%s]", name);
    else if (chance(&g->random, 50))
        snprintf(buffer, OPERAND, "[%s + %u]", name, (unsigned)offset);
    else
        snprintf(buffer, OPERAND, "[%u + %s]", (unsigned)offset, name);
    return true;
}

static uint32_t float_constant_count(const generator *g)
{
    return g->software ? 8192u : !g->pixel ? 256u : g->major == 2 ? 32u : 224u;
}

/* Mostly small numbers, which a job sets; now and then the end of the file. */
static uint32_t constant_number(generator *g, uint32_t rows)
{
    uint32_t count = float_constant_count(g), number = pick(&g->random, g->constants);
    if (chance(&g->random, 3))
        number = pick(&g->random, count);
    if (g->software && chance(&g->random, 8)) {
        number = g->far[pick(&g->random, 4)];
        if (number > rows && chance(&g->random, 50))
            number -= pick(&g->random, rows + 1);
    }
    return number + rows > count ? count - rows : number;
}

bool constant_operand(generator *g, ports *p, uint32_t rows, char *buffer)
{
    if (g->major == 2 && !g->software && p->c_reads >= 2)
        return false;
    char text[2 * OPERAND], index[OPERAND];
    uint32_t number = constant_number(g, rows);
    snprintf(text, sizeof text, "c%u", (unsigned)number);
    if (!g->software && p->c[0] != '\0') {
        /* The same register once more; its index reads count again. */
        if (rows > 1)
            return false;
        if (strchr(p->c, '[') != NULL && g->major == 2 && (p->address_reads >= 2 || p->counter_reads >= 2))
            return false;
        if (strstr(p->c, "a0") != NULL)
            p->address_reads++;
        else if (strstr(p->c, "aL") != NULL)
            p->counter_reads++;
        snprintf(buffer, OPERAND, "%s", p->c);
    } else {
        if (!g->pixel && chance(&g->random, 40)) {
            uint32_t offset = chance(&g->random, 60) ? 0 : pick(&g->random, 8);
            if (index_text(g, p, true, offset, index))
                snprintf(text, sizeof text, "c%u%s", (unsigned)(number < 40 || number > 2000 ? number : 7), index);
        }
        snprintf(buffer, OPERAND, "%.*s", OPERAND - 1, text);
    }
    snprintf(p->c, sizeof p->c, "%.*s", OPERAND - 1, buffer);
    p->c_reads++;
    return true;
}

/* A declared v#, or v[index] where all are whole. */
static bool input_operand(generator *g, ports *p, bool coordinate, char *buffer, uint32_t *readable)
{
    char index[OPERAND];
    if (p->v[0] != '\0' && !g->software) {
        snprintf(buffer, OPERAND, "%s", p->v);
        *readable = buffer[1] == '[' || strchr(buffer, '[') != NULL ? 15u : g->inputs[atoi(buffer + 1)];
        if (strstr(buffer, "a0") != NULL)
            p->address_reads++;
        return true;
    }
    uint32_t n = pick(&g->random, 16);
    for (uint32_t i = 0; i < 16 && g->inputs[n] == 0; i++)
        n = (n + 1) % 16;
    if (g->inputs[n] == 0)
        return false;
    *readable = g->inputs[n];
    if (!g->pixel && !coordinate && chance(&g->random, 15))
        *readable = 15; /* the mask of a vertex input is no bound */
    snprintf(buffer, OPERAND, "v%u", (unsigned)n);
    if (g->major == 3 && g->whole_inputs && chance(&g->random, 40)) {
        /* The base itself is declared, wherever the index leads. */
        uint32_t offset = chance(&g->random, 70) ? 0 : pick(&g->random, 3);
        if (n + offset > 15 || g->inputs[n + offset] == 0)
            offset = 0;
        if (index_text(g, p, !g->pixel, offset, index)) {
            snprintf(buffer, OPERAND, "v%u%.24s", (unsigned)n, index);
            *readable = 15;
        }
    }
    snprintf(p->v, sizeof p->v, "%s", buffer);
    return true;
}

bool temp_operand(generator *g, uint32_t avoid, char *buffer, uint32_t *readable, uint32_t *number)
{
    uint32_t n = pick(&g->random, g->temps);
    for (uint32_t i = 0; i < g->temps && (n == avoid || g->known.r[n] == 0); i++)
        n = (n + 1) % g->temps;
    if (n == avoid || g->known.r[n] == 0)
        return false;
    *readable = g->known.r[n];
    *number = n;
    snprintf(buffer, OPERAND, "r%u", (unsigned)n);
    return true;
}

static bool coordinate_operand(generator *g, ports *p, char *buffer, uint32_t *readable)
{
    if (p->t[0] != '\0' && !g->software) {
        snprintf(buffer, OPERAND, "%s", p->t);
        *readable = g->coordinates[atoi(buffer + 1)];
        return true;
    }
    uint32_t n = pick(&g->random, 8);
    for (uint32_t i = 0; i < 8 && g->coordinates[n] == 0; i++)
        n = (n + 1) % 8;
    if (g->coordinates[n] == 0)
        return false;
    *readable = g->coordinates[n];
    snprintf(buffer, OPERAND, "t%u", (unsigned)n);
    snprintf(p->t, sizeof p->t, "%s", buffer);
    return true;
}

/* vPos and vFace. */
static bool special_operand(generator *g, char *buffer, uint32_t *readable)
{
    if (g->face && (g->position == 0 || chance(&g->random, 50))) {
        snprintf(buffer, OPERAND, "vFace");
        *readable = 1; /* one number; where a swizzle is written, it is .x */
        return true;
    }
    if (g->position == 0)
        return false;
    snprintf(buffer, OPERAND, "vPos");
    *readable = g->position;
    return true;
}

/* ---- sources ---- */

static bool register_of(generator *g, ports *p, const wish *w, char *buffer, uint32_t *readable, bool *is_temp,
                        uint32_t *number)
{
    uint32_t kind = pick(&g->random, 100);
    *is_temp = false;
    if (w->form == COORDINATE_SOURCE && g->major < 3) {
        if (kind < 60 || w->only_constant)
            return coordinate_operand(g, p, buffer, readable);
        *is_temp = true;
        return temp_operand(g, w->avoid, buffer, readable, number);
    }
    if (kind < 50 && !w->only_constant) {
        *is_temp = true;
        return temp_operand(g, w->avoid, buffer, readable, number);
    }
    if (kind < 70) {
        *readable = 15;
        return constant_operand(g, p, 1, buffer);
    }
    if (kind < 74 && g->pixel && g->major == 3)
        return special_operand(g, buffer, readable);
    if (g->pixel && g->major == 2 && kind < 90)
        return coordinate_operand(g, p, buffer, readable);
    return input_operand(g, p, w->form == COORDINATE_SOURCE, buffer, readable);
}

bool source(generator *g, ports *p, const wish *w, char *buffer)
{
    for (int attempt = 0; attempt < 30; attempt++) {
        char name[OPERAND], text[8];
        uint32_t readable = 0, swizzle = 0xE4, number = 0;
        bool is_temp;
        ports kept = *p;
        bool wanted = g->wants_counter;
        if (!register_of(g, p, w, name, &readable, &is_temp, &number) ||
            (strcmp(name, "vFace") != 0 && !choose_swizzle(g, w->form, w->positions, readable, &swizzle)) ||
            (strcmp(name, "vFace") == 0 && (w->form == COORDINATE_SOURCE || w->form == NAKED_SOURCE))) {
            *p = kept;
            g->wants_counter = wanted;
            continue;
        }
        if (strcmp(name, "vFace") == 0)
            swizzle = w->form == SCALAR_SOURCE || (w->form == ANY_SOURCE && chance(&g->random, 50)) ? 0x00 : 0xE4;
        const char *before = "", *after = "";
        if (w->form != NAKED_SOURCE && (w->form != COORDINATE_SOURCE || (g->major == 3 && chance(&g->random, 5)))) {
            if (chance(&g->random, 25))
                before = "-";
            if (g->major == 3 && chance(&g->random, 20))
                after = "_abs";
        }
        swizzle_text(swizzle, text);
        snprintf(buffer, 2 * OPERAND, "%s%s%s%s", before, name, after, text);
        if (is_temp && w->order != NULL && g->known.order[number] > *w->order)
            *w->order = g->known.order[number];
        if (is_temp && w->form == COORDINATE_SOURCE && w->order != NULL && *w->order < 1)
            *w->order = 1;
        return true;
    }
    return false;
}

void generate_scalar(generator *g, ports *p, char *buffer)
{
    wish w = {SCALAR_SOURCE, 15, 32, false, NULL};
    if (!source(g, p, &w, buffer))
        snprintf(buffer, OPERAND, "r0.x");
}

/* ---- destinations ---- */

void temp_target(generator *g, target *t, uint32_t mask)
{
    t->is_temp = true;
    t->number = pick(&g->random, g->temps);
    t->mask = mask;
    snprintf(t->text, sizeof t->text, "r%u", (unsigned)t->number);
}

bool output_target(generator *g, target *t)
{
    t->is_temp = false;
    t->number = 32;
    if (g->pixel) {
        if (g->major < 3)
            return false;
        snprintf(t->text, sizeof t->text, "oC%u", (unsigned)pick(&g->random, 4));
        t->mask = random_mask(g);
        return true;
    }
    if (g->major < 3) {
        uint32_t kind = pick(&g->random, 6);
        t->mask = random_mask(g);
        if (kind == 0) {
            snprintf(t->text, sizeof t->text, "oPos");
        } else if (kind == 1) {
            snprintf(t->text, sizeof t->text, "%s", chance(&g->random, 50) ? "oFog" : "oPts");
            t->mask = chance(&g->random, 50) ? 15u : 1u << pick(&g->random, 4);
            t->replicate = t->mask == 15;
        } else if (kind == 2) {
            snprintf(t->text, sizeof t->text, "oD%u", (unsigned)pick(&g->random, 2));
        } else {
            uint32_t n = pick(&g->random, 8);
            for (uint32_t i = 0; i < 8 && g->texture_masks[n] == 0; i++)
                n = (n + 1) % 8;
            if (g->texture_masks[n] == 0)
                return false;
            snprintf(t->text, sizeof t->text, "oT%u", (unsigned)n);
            t->mask &= g->texture_masks[n];
            if (t->mask == 0)
                t->mask = g->texture_masks[n];
        }
        return true;
    }
    uint32_t n = pick(&g->random, 16);
    for (uint32_t i = 0; i < 16 && g->outputs[n] == 0; i++)
        n = (n + 1) % 16;
    if (g->outputs[n] == 0)
        return false;
    t->mask = random_mask(g) & g->outputs[n];
    if (t->mask == 0)
        t->mask = g->outputs[n];
    snprintf(t->text, sizeof t->text, "o%u", (unsigned)n);
    if (g->output_index && g->has_counter && n != g->position_output && n != g->size_output && chance(&g->random, 80)) {
        ports unused;
        memset(&unused, 0, sizeof unused);
        char index[OPERAND];
        uint32_t offset = chance(&g->random, 70) ? 0 : pick(&g->random, 2);
        if (n + offset > 15 || g->outputs[n + offset] == 0)
            offset = 0;
        if (index_text(g, &unused, false, offset, index))
            snprintf(t->text, sizeof t->text, "o%u%.24s", (unsigned)n, index);
    }
    return true;
}
