/* SPDX-License-Identifier: MIT */
/* A difference made small: whatever it does not hang on becomes 0, everything else as round as can be. */
#include "diff/compare.h"

enum { MOST_RUNS = 4000, ROUNDS = 2 };

/* One number of the example. */
typedef struct cell {
    float *at;
    float usual; /* what it is when nobody gives it */
} cell;

typedef struct shrinker {
    s9_compare *c;
    s9_cmp_case *best, *trial;
    uint32_t runs;
    struct {
        cell *items;
        uint32_t count, capacity;
    } cells;
} shrinker;

/* Whether the trial still tells the shaders apart; then it is the best, otherwise it becomes the best again. */
static bool accept(shrinker *s)
{
    bool differs = false;
    if (s->runs < MOST_RUNS && !s->c->failed) {
        s->runs++;
        differs = s9_cmp_run(s->c, s->trial) >= 0;
    }
    if (differs)
        s9_cmp_case_copy(s->c, s->best, s->trial);
    else
        s9_cmp_case_copy(s->c, s->trial, s->best);
    return differs;
}

/* ---- whole things ---- */

static void drop_lanes(shrinker *s)
{
    if (s->best->lanes != 4)
        return;
    for (uint32_t lane = 0; lane < 4; lane++) {
        s9_cmp_narrow(s->c, s->trial, s->best, lane, false);
        if (accept(s))
            return;
    }
}

static void drop_resources(shrinker *s)
{
    for (uint32_t n = 0; n < S9_COMPARE_SAMPLERS; n++) {
        for (uint8_t which = 0; which < s->best->texture[n]; which++) {
            s->trial->texture[n] = which;
            if (accept(s))
                break;
        }
        if (s->best->sampling[n] != 0) {
            s->trial->sampling[n] = 0;
            accept(s);
        }
    }
    for (uint32_t n = 0; n < S9_COMPARE_STAGES && s->c->stages_used; n++) {
        static const s9_texture_stage none;
        if ((s->c->given_stages >> n & 1u) != 0)
            continue;
        s->trial->stages[n] = none;
        accept(s);
    }
}

static void shrink_integers(shrinker *s)
{
    for (uint32_t n = 0; n < s->c->i_count; n++) {
        for (uint32_t k = 0; k < 4 && s->c->i_live[n]; k++) {
            for (int32_t value = 0; value < s->best->i[n][k]; value++) {
                s->trial->i[n][k] = value;
                if (accept(s))
                    break;
            }
            if (s->best->i[n][k] < 0) {
                s->trial->i[n][k] = 0;
                accept(s);
            }
        }
    }
    for (uint32_t n = 0; n < s->c->b_count; n++) {
        if (s->c->b_live[n] && s->best->b[n] != 0) {
            s->trial->b[n] = 0;
            accept(s);
        }
    }
}

/* ---- numbers ---- */

static bool add_cell(shrinker *s, float *at, float usual)
{
    cell one = {at, usual};
    return S9_PUSH(&s->c->arena, &s->cells, one);
}

static bool find_cells(shrinker *s)
{
    bool good = true;
    s->cells.count = 0;
    for (uint32_t n = 0; n < s->c->f_count; n++)
        for (uint32_t k = 0; k < 4 && s->c->f_live[n]; k++)
            good = good && add_cell(s, &s->trial->f[n][k], 0.0f);
    for (uint32_t n = 0; n < s->c->input_count; n++) {
        const s9_cmp_input *in = &s->c->inputs[n];
        for (uint32_t lane = 0; lane < s->trial->lanes && !in->given; lane++)
            for (uint32_t k = 0; k < in->components; k++)
                good =
                    good && add_cell(s, &s->trial->in[n][lane][k], in->face || (k == 3 && !in->position) ? 1.0f : 0.0f);
    }
    return good;
}

static bool is_usual(const cell *one)
{
    return s9_float_bits(*one->at) == s9_float_bits(one->usual);
}

/* Large runs of cells first, then smaller ones. */
static void reset_cells(shrinker *s)
{
    for (uint32_t size = s->cells.count; size > 0; size /= 2) {
        for (uint32_t first = 0; first < s->cells.count && s->runs < MOST_RUNS; first += size) {
            bool changed = false;
            for (uint32_t i = first; i < first + size && i < s->cells.count; i++) {
                changed |= !is_usual(&s->cells.items[i]);
                *s->cells.items[i].at = s->cells.items[i].usual;
            }
            if (changed)
                accept(s);
        }
    }
}

/* To so many digits behind the point. */
static float rounded(float value, float scale)
{
    float scaled = value * scale;
    if (!(scaled < 1e9f && scaled > -1e9f))
        return value;
    double whole = (double)(int64_t)(scaled + (scaled < 0 ? -0.5f : 0.5f));
    return (float)(whole / (double)scale);
}

static void round_cells(shrinker *s)
{
    static const float scales[] = {1.0f, 2.0f, 10.0f, 100.0f, 1000.0f, 10000.0f};
    for (uint32_t i = 0; i < s->cells.count && s->runs < MOST_RUNS; i++) {
        const cell *one = &s->cells.items[i];
        float now = *one->at, other = one->usual == 0.0f ? 1.0f : 0.0f;
        if (is_usual(one) || now == other)
            continue;
        *one->at = other;
        if (accept(s))
            continue;
        for (uint32_t k = 0; k < S9_COUNT(scales); k++) {
            float round = rounded(now, scales[k]);
            if (s9_float_bits(round) == s9_float_bits(now))
                break;
            *one->at = round;
            if (accept(s))
                break;
        }
    }
}

void s9_cmp_shrink(s9_compare *c)
{
    shrinker s = {.c = c, .best = c->example, .trial = s9_cmp_case_new(c)};
    if (s.trial == NULL || s9_cmp_run(c, s.best) < 0) {
        /* Without room, or should the lane need its neighbours, the example stays as it is. */
        c->failed |= s.trial == NULL;
        return;
    }
    s9_cmp_case_copy(c, s.trial, s.best);
    drop_lanes(&s);
    for (uint32_t round = 0; round < ROUNDS && !c->failed; round++) {
        drop_resources(&s);
        shrink_integers(&s);
        if (!find_cells(&s)) {
            c->failed = true;
            return;
        }
        reset_cells(&s);
        round_cells(&s);
    }
}
