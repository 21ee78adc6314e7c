/* SPDX-License-Identifier: MIT */
/* From a program and a job that disagree to small ones. */
#include "oracle/compare.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct shrinker {
    text_program *text;
    oracle_job *job;
    bool legal, progress;
} shrinker;

static bool still(const shrinker *s, const text_program *text)
{
    return compare_text(text, s->job, s->legal).verdict == DIFFERED;
}

/* ---- lines ---- */

/* Tries without the lines that are marked. */
static bool try_without(shrinker *s, const bool *marked)
{
    text_program fewer = {0};
    uint32_t taken = 0;
    for (uint32_t i = 0; i < s->text->count; i++) {
        if (marked[i])
            taken++;
        else
            (void)text_add(&fewer, s->text->lines[i]);
    }
    bool smaller = taken > 0 && still(s, &fewer) && text_copy(s->text, &fewer);
    text_free(&fewer);
    s->progress |= smaller;
    return smaller;
}

static int opens(const char *line)
{
    return strncmp(line, "if", 2) == 0 || strncmp(line, "rep ", 4) == 0 || strncmp(line, "loop ", 5) == 0;
}

static int closes(const char *line)
{
    return strcmp(line, "endif") == 0 || strcmp(line, "endrep") == 0 || strcmp(line, "endloop") == 0;
}

/* For a line that opens a block: its else (or its end) and its end; false when there is none. */
static bool block_of(const text_program *text, uint32_t at, uint32_t *middle, uint32_t *end)
{
    uint32_t depth = 0;
    *middle = 0;
    for (uint32_t i = at + 1; i < text->count; i++) {
        if (opens(text->lines[i]))
            depth++;
        if (depth == 0 && strcmp(text->lines[i], "else") == 0)
            *middle = i;
        if (!closes(text->lines[i]))
            continue;
        if (depth-- > 0)
            continue;
        *end = i;
        if (*middle == 0)
            *middle = i;
        return true;
    }
    return false;
}

/* A block without its frame, without one of its halves, or without all of it. */
static void shrink_block(shrinker *s, uint32_t at, bool *marked)
{
    for (int way = 0; way < 4; way++) {
        uint32_t middle, end;
        if (at >= s->text->count || !opens(s->text->lines[at]) || !block_of(s->text, at, &middle, &end))
            return;
        memset(marked, 0, s->text->count);
        marked[at] = marked[middle] = marked[end] = true;
        for (uint32_t i = at; i <= end; i++)
            marked[i] = marked[i] || way == 0 || (way == 1 && i > middle) || (way == 2 && i < middle);
        if (try_without(s, marked))
            return;
    }
}

/* A subroutine with all calls of it. */
static void shrink_routine(shrinker *s, uint32_t at, bool *marked)
{
    if (at >= s->text->count || strncmp(s->text->lines[at], "label ", 6) != 0)
        return;
    char label[16], call[24], conditional[24];
    snprintf(label, sizeof label, "%.10s", s->text->lines[at] + 6);
    snprintf(call, sizeof call, "call %s", label);
    snprintf(conditional, sizeof conditional, "callnz %s,", label);
    memset(marked, 0, s->text->count);
    for (uint32_t i = 0; i < s->text->count; i++)
        marked[i] =
            strcmp(s->text->lines[i], call) == 0 || strncmp(s->text->lines[i], conditional, strlen(conditional)) == 0;
    for (uint32_t i = at; i < s->text->count; i++) {
        marked[i] = true;
        if (strcmp(s->text->lines[i], "ret") == 0)
            break;
    }
    (void)try_without(s, marked);
}

static void shrink_lines(shrinker *s)
{
    bool *marked = calloc(s->text->count + 1u, sizeof *marked);
    if (marked == NULL)
        return;
    for (uint32_t size = s->text->count / 2; size > 0; size /= 2)
        for (uint32_t at = 1; at < s->text->count;) {
            memset(marked, 0, s->text->count);
            for (uint32_t i = at; i < at + size && i < s->text->count; i++)
                marked[i] = true;
            if (!try_without(s, marked))
                at += size;
        }
    for (uint32_t at = 1; at < s->text->count; at++) {
        shrink_block(s, at, marked);
        shrink_routine(s, at, marked);
    }
    free(marked);
}

/* ---- within a line ---- */

static bool try_line(shrinker *s, uint32_t at, const char *line)
{
    text_program other = {0};
    bool simpler = strcmp(line, s->text->lines[at]) != 0 && text_copy(&other, s->text);
    if (simpler)
        snprintf(other.lines[at], TEXT_WIDTH, "%s", line);
    simpler = simpler && still(s, &other) && text_copy(s->text, &other);
    text_free(&other);
    s->progress |= simpler;
    return simpler;
}

/* Every occurrence of a piece, one at a time, taken out or put another in its place. */
static void replace(shrinker *s, uint32_t at, const char *piece, const char *with)
{
    char line[2 * TEXT_WIDTH];
    for (size_t from = 0;;) {
        const char *text = s->text->lines[at], *found = strstr(text + from, piece);
        if (found == NULL)
            return;
        size_t place = (size_t)(found - text);
        int length = snprintf(line, sizeof line, "%.*s%s%s", (int)place, text, with, found + strlen(piece));
        if (length >= TEXT_WIDTH || !try_line(s, at, line))
            from = place + strlen(piece);
    }
}

static void shrink_words(shrinker *s)
{
    static const char *const pieces[] = {"_sat", "_pp", "_centroid", "_abs", "_bx2", "_bias", "_x2",   "_x4",
                                         "_x8",  "_d2", "_d4",       "_d8",  "-",    "1-",    "(p0) ", "(!p0) "};
    for (uint32_t at = 1; at < s->text->count; at++) {
        for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
            replace(s, at, pieces[i], "");
        if (s->text->lines[at][0] == '(') {
            const char *rest = strchr(s->text->lines[at], ')');
            if (rest != NULL && rest[1] == ' ')
                (void)try_line(s, at, rest + 2);
        }
        for (int a = 0; a < 4; a++) {
            char whole[8];
            snprintf(whole, sizeof whole, ".%c", "xyzw"[a]);
            replace(s, at, whole, "");
        }
    }
}

/* ---- the job ---- */

static bool job_still(shrinker *s)
{
    bool same = still(s, s->text);
    s->progress |= same;
    return same;
}

static void try_number(shrinker *s, float *x)
{
    static const float simple[] = {0.0f, 1.0f, 0.5f, 2.0f};
    for (size_t i = 0; i < sizeof simple / sizeof simple[0]; i++) {
        float kept = *x;
        if (memcmp(x, &simple[i], sizeof *x) == 0)
            return;
        *x = simple[i];
        if (job_still(s))
            return;
        *x = kept;
    }
}

static void try_set(shrinker *s, void *place, const void *value, size_t size)
{
    uint8_t kept[16];
    if (size > sizeof kept || memcmp(place, value, size) == 0)
        return;
    memcpy(kept, place, size);
    memcpy(place, value, size);
    if (!job_still(s))
        memcpy(place, kept, size);
}

#define TRY(type, place, value) try_set(s, &(place), &(type){value}, sizeof(type))

/* One lane or one quad, moved to the front. */
static void shrink_lanes(shrinker *s)
{
    oracle_job *job = s->job;
    uint32_t step = job->quads ? 4 : 1, lanes = job->lanes;
    for (uint32_t at = 0; lanes > step && at < lanes; at += step) {
        float(*kept)[ORACLE_LANES][4] = malloc(sizeof job->in);
        if (kept == NULL)
            return;
        memcpy(kept, job->in, sizeof job->in);
        for (uint32_t n = 0; n < ORACLE_INPUTS; n++)
            memmove(job->in[n][0], job->in[n][at], step * sizeof job->in[n][0]);
        job->lanes = step;
        bool smaller = job_still(s);
        if (!smaller) {
            memcpy(job->in, kept, sizeof job->in);
            job->lanes = lanes;
        }
        free(kept);
        if (smaller)
            return;
    }
}

static void shrink_sampler(shrinker *s, oracle_sampler *sampler)
{
    s9_sampler_state plain;
    s9_sampler_state_init(&plain);
    TRY(int, sampler->texture, -1);
    TRY(s9_filter, sampler->state.min, plain.min);
    TRY(s9_filter, sampler->state.mag, plain.mag);
    TRY(s9_filter, sampler->state.mip, plain.mip);
    for (int i = 0; i < 3; i++)
        TRY(s9_address, sampler->state.address[i], plain.address[i]);
    for (int i = 0; i < 4; i++)
        try_number(s, &sampler->state.border[i]);
    try_number(s, &sampler->state.bias);
    TRY(uint32_t, sampler->state.max_level, plain.max_level);
    TRY(uint32_t, sampler->state.max_anisotropy, plain.max_anisotropy);
    TRY(bool, sampler->state.srgb, false);
    TRY(bool, sampler->state.seamless, false);
    TRY(bool, sampler->state.fetch4, false);
    TRY(int8_t, sampler->state.compare, plain.compare);
}

static void shrink_job(shrinker *s)
{
    oracle_job *job = s->job;
    s9_shader_options *o = &job->options;
    shrink_lanes(s);
    TRY(bool, job->quads, false);
    if (!job->quads)
        shrink_lanes(s);
    TRY(s9_float_mode, o->float_mode, S9_FLOAT_D3D9);
    TRY(s9_lit_clamp, o->lit_clamp, S9_LIT_CLAMP_127_9961);
    TRY(s9_mova_ties, o->mova_ties, S9_MOVA_TIES_EVEN);
    TRY(bool, o->cnd_coissue_quirk_off, false);
    TRY(s9_ps1_range, o->ps1_range, S9_PS1_RANGE_NONE);
    TRY(s9_logp_vs1, o->logp_vs1, S9_LOGP_VS1_SDK81);
    TRY(s9_unbound, o->unbound, S9_UNBOUND_0001);
    TRY(s9_kind_mismatch, o->texture_kind_mismatch, S9_KIND_MISMATCH_BOUND);
    TRY(uint32_t, job->c_count, 0u);
    TRY(uint32_t, job->i_count, 0u);
    TRY(uint32_t, job->b_count, 0u);
    TRY(uint32_t, job->sampler_count, 0u);
    TRY(uint32_t, job->stage_count, 0u);
    for (uint32_t n = 0; n < ORACLE_INPUTS; n++) {
        if (job->given[n] != 0)
            TRY(uint8_t, job->given[n], 0);
        for (uint32_t lane = 0; lane < job->lanes && job->given[n] > 0; lane++)
            for (int k = 0; k < 4; k++)
                try_number(s, &job->in[n][lane][k]);
    }
    for (uint32_t n = 0; n < job->c_count; n++)
        for (int k = 0; k < 4; k++)
            try_number(s, &job->c[n][k]);
    for (uint32_t n = 0; n < job->i_count; n++)
        for (int k = 0; k < 4; k++)
            TRY(int32_t, job->i[n][k], k == 0 ? 1 : 0);
    for (uint32_t n = 0; n < job->b_count; n++)
        TRY(uint32_t, job->b[n], 0);
    for (uint32_t n = 0; n < job->sampler_count; n++)
        shrink_sampler(s, &job->samplers[n]);
    for (uint32_t n = 0; n < job->stage_count; n++) {
        for (int k = 0; k < 4; k++)
            try_number(s, &job->stages[n].bump_matrix[k]);
        try_number(s, &job->stages[n].bump_lscale);
        try_number(s, &job->stages[n].bump_loffset);
        TRY(bool, job->stages[n].projected, false);
    }
}

void shrink(text_program *text, oracle_job *job, bool legal)
{
    shrinker s = {text, job, legal, true};
    for (int round = 0; s.progress && round < 6; round++) {
        s.progress = false;
        shrink_lines(&s);
        shrink_lanes(&s);
        shrink_words(&s);
        shrink_lines(&s);
        shrink_job(&s);
    }
}
