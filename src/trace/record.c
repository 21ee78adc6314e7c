/* SPDX-License-Identifier: MIT */
/* Steps as they are made: what is read before they run, what they hang on, what they write, and where a run stops. */
#include "trace/trace_internal.h"

#include <stdio.h>

#define MOST_LEAVES 64u

/* ---- opening ---- */

static void note_read(s9_tracer *t, s9_tr_lane *lane, s9_trace_value value, const char *reached)
{
    for (uint32_t i = 0; i < lane->reads.count; i++)
        if (strcmp(lane->reads.items[i].name, value.name) == 0)
            return; /* the same operand twice */
    if (reached[0] != '\0')
        value.reached = s9_arena_strdup(&t->trace->arena, reached);
    t->failed |= !S9_PUSH(&t->trace->arena, &lane->reads, value);
}

/* Iterations of the loops around, outermost first, and the block that the instruction stands in. */
static void note_surroundings(s9_tracer *t, s9_tr_step *step)
{
    uint32_t loops = 0;
    step->under = S9_TRACE_NONE;
    for (uint32_t i = 0; i < t->frames.count; i++) {
        const s9_tr_frame *frame = &t->frames.items[i];
        loops += frame->kind == S9_TR_LOOP;
        step->calls += frame->kind == S9_TR_CALL;
        if (frame->step != S9_TRACE_NONE)
            step->under = frame->step;
    }
    if (loops == 0)
        return;
    step->loop = s9_arena_array(&t->trace->arena, loops, sizeof *step->loop);
    for (uint32_t i = 0; i < t->frames.count && step->loop != NULL; i++) {
        const s9_tr_frame *frame = &t->frames.items[i];
        if (frame->kind == S9_TR_LOOP)
            step->loop[step->loop_count++] = frame->done > UINT32_MAX ? UINT32_MAX : (uint32_t)frame->done;
    }
}

static bool open_one(s9_tracer *t, uint32_t index, uint8_t active)
{
    s9_trace *trace = t->trace;
    uint32_t limit = t->options.limit != 0 ? t->options.limit : S9_TRACE_LIMIT_DEFAULT;
    if (trace->steps.count >= limit) {
        trace->stopped = S9_TRACE_LIMIT;
        t->stop = true;
        return false;
    }
    const s9_tr_item *item = s9_tr_item_of(t, index);
    s9_tr_step step = {.item = index};
    step.lanes = s9_arena_array(&trace->arena, trace->lanes, sizeof *step.lanes);
    if (step.lanes == NULL) {
        t->failed = true;
        return false;
    }
    note_surroundings(t, &step);
    for (uint32_t lane = 0; lane < trace->lanes; lane++) {
        s9_tr_lane *to = &step.lanes[lane];
        to->shown.active = (active >> lane & 1u) != 0;
        for (uint32_t i = 0; i < item->operand_count; i++) {
            char reached[24];
            s9_trace_value value = s9_tr_operand_value(t, &item->operands[i], lane, reached);
            note_read(t, to, value, reached);
        }
    }
    if (!S9_PUSH(&trace->arena, &trace->steps, step)) {
        t->failed = true;
        return false;
    }
    return true;
}

bool s9_tr_open(s9_tracer *t, uint32_t item, uint8_t active)
{
    const s9_trace *trace = t->trace;
    uint32_t group = trace->items[item].group;
    t->open_first = trace->steps.count;
    t->open_count = 0;
    /* Both halves of a pair read before either writes. */
    for (uint32_t i = group;; i = trace->items[i].next) {
        if (!open_one(t, i, active))
            return false;
        t->open_count++;
        if (trace->items[i].next == 0)
            return true;
    }
}

uint32_t s9_tr_step_of(const s9_tracer *t, uint32_t item)
{
    for (uint32_t i = 0; i < t->open_count; i++)
        if (t->trace->steps.items[t->open_first + i].item == item)
            return t->open_first + i;
    return S9_TRACE_NONE;
}

s9_tr_lane *s9_tr_lane_of(s9_tracer *t, uint32_t step, uint32_t lane)
{
    return step < t->trace->steps.count ? &t->trace->steps.items[step].lanes[lane] : NULL;
}

/* ---- leaves ---- */

uint64_t s9_tr_leaf_bit(s9_tracer *t, uint32_t step, uint32_t lane, const s9_tr_leaf *leaf)
{
    s9_tr_lane *to = s9_tr_lane_of(t, step, lane);
    if (to == NULL)
        return 0;
    uint32_t at = 0;
    for (; at < to->leaves.count; at++) {
        const s9_tr_leaf *other = &to->leaves.items[at];
        if (other->kind == leaf->kind && other->number == leaf->number && other->component == leaf->component &&
            other->lane == leaf->lane)
            break;
    }
    if (at == to->leaves.count && !S9_PUSH(&t->trace->arena, &to->leaves, *leaf)) {
        t->failed = true;
        return 0;
    }
    return (uint64_t)1 << (at < MOST_LEAVES ? at : MOST_LEAVES - 1u);
}

uint64_t s9_tr_import(s9_tracer *t, uint32_t step, uint32_t lane, uint32_t from_step, uint32_t from_lane, uint64_t bits)
{
    const s9_tr_lane *from = s9_tr_lane_of(t, from_step, from_lane);
    uint64_t result = 0;
    if (from == NULL || step == S9_TRACE_NONE)
        return 0;
    for (uint32_t i = 0; i < from->leaves.count; i++) {
        uint32_t bit = i < MOST_LEAVES ? i : MOST_LEAVES - 1u;
        if ((bits >> bit & 1u) != 0) {
            s9_tr_leaf leaf = from->leaves.items[i]; /* the list may be the one that grows */
            result |= s9_tr_leaf_bit(t, step, lane, &leaf);
        }
    }
    return result;
}

/* ---- writes ---- */

void s9_tr_note_write(s9_tracer *t, uint32_t step, uint32_t lane, uint8_t kind, uint32_t number, uint32_t component,
                      uint32_t bits, uint64_t depends)
{
    s9_tr_lane *to = s9_tr_lane_of(t, step, lane);
    if (to == NULL)
        return;
    uint32_t at = 0;
    while (at < to->writes.count && (to->writes.items[at].kind != kind || to->writes.items[at].number != number))
        at++;
    if (at == to->writes.count) {
        s9_tr_write write = {.kind = kind, .number = number};
        bool reg = kind == S9_IR_REG;
        write.shown.name = reg ? t->trace->register_names[number] : t->trace->output_names[number];
        write.shown.type = reg ? (s9_trace_type)t->trace->register_types[number] : S9_TRACE_FLOAT;
        write.shown.count = 4;
        if (strcmp(write.shown.name, "aL") == 0 || strcmp(write.shown.name, "oDepth") == 0 ||
            strcmp(write.shown.name, "oFog") == 0 || strcmp(write.shown.name, "oPts") == 0)
            write.shown.count = 1;
        if (!S9_PUSH(&t->trace->arena, &to->writes, write)) {
            t->failed = true;
            return;
        }
    }
    s9_tr_write *write = &to->writes.items[at];
    write->shown.mask |= 1u << component;
    write->shown.bits[component] = write->shown.type == S9_TRACE_BOOL ? bits != 0 : bits;
    write->depends[component] = depends;
}

/* ---- textures ---- */

static void note_texels(s9_tracer *t, s9_trace_texture *to, const s9_sample_args *args, uint32_t lane)
{
    s9_texel_use uses[S9_MAX_TEXEL_USES];
    uint32_t count = s9_sample_texels(&t->samplers[to->sampler], args, lane, uses, S9_MAX_TEXEL_USES);
    s9_trace_texel *texels = s9_arena_array(&t->trace->arena, count, sizeof *texels);
    if (texels == NULL) {
        t->failed |= count != 0;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        texels[i] = (s9_trace_texel){
            .level = uses[i].level, .x = uses[i].x, .y = uses[i].y, .slice = uses[i].slice, .border = uses[i].border};
        memcpy(texels[i].value, uses[i].value, sizeof texels[i].value);
    }
    to->texels = texels;
    to->texel_count = count;
}

void s9_tr_note_texture(s9_tracer *t, uint32_t step, uint32_t sampler, const s9_sample_args *args,
                        const float *const result[4])
{
    for (uint32_t lane = 0; lane < t->trace->lanes; lane++) {
        s9_tr_lane *to = s9_tr_lane_of(t, step, lane);
        if (to == NULL)
            return;
        s9_trace_texture *texture = s9_arena_array(&t->trace->arena, 1, sizeof *texture);
        if (texture == NULL) {
            t->failed = true;
            return;
        }
        texture->sampler = sampler;
        texture->bound = t->textures[sampler] != NULL;
        texture->axes = t->samplers[sampler].compare ? 3 : s9_sampler_axes(&t->samplers[sampler]);
        texture->lod = args->level[lane];
        for (uint32_t k = 0; k < 3; k++)
            texture->coordinate[k] = args->coordinate[k][lane];
        for (uint32_t k = 0; k < 4; k++)
            texture->result[k] = result[k][lane];
        note_texels(t, texture, args, lane);
        to->shown.texture = texture;
    }
}

/* ---- closing ---- */

static const char *const stage_fields[] = {"bump_lscale", "bump_loffset", "projected"};

/* The name of what a leaf read, and its component under that name. */
const char *s9_tr_leaf_name(const s9_trace *trace, const s9_tr_leaf *leaf, uint32_t *component, s9_trace_type *type,
                            char room[32])
{
    *component = leaf->component;
    *type = S9_TRACE_FLOAT;
    switch ((s9_ir_kind)leaf->kind) {
    case S9_IR_REG:
        *type = (s9_trace_type)trace->register_types[leaf->number];
        return trace->register_names[leaf->number];
    case S9_IR_INPUT:
        return trace->input_names[leaf->number];
    case S9_IR_STAGE:
        if (leaf->component < 4) {
            (void)snprintf(room, 32, "stage%u.bump_matrix", (unsigned)leaf->number);
        } else {
            (void)snprintf(room, 32, "stage%u.%s", (unsigned)leaf->number, stage_fields[(leaf->component - 4u) % 3u]);
            *component = 0;
        }
        return room;
    default:
        *type = leaf->kind == S9_IR_CONSTF ? S9_TRACE_FLOAT : leaf->kind == S9_IR_CONSTI ? S9_TRACE_INT : S9_TRACE_BOOL;
        (void)snprintf(room, 32, "%c%u",
                       leaf->kind == S9_IR_CONSTF   ? 'c'
                       : leaf->kind == S9_IR_CONSTI ? 'i'
                                                    : 'b',
                       (unsigned)leaf->number);
        return room;
    }
}

/* Whether an operand of the instruction has told the register already: its name begins with the register's. */
static bool is_told(const s9_tr_lane *lane, uint32_t told, const char *name)
{
    size_t length = strlen(name);
    for (uint32_t i = 0; i < told; i++) {
        const s9_trace_value *read = &lane->reads.items[i];
        if (read->reached != NULL && strcmp(read->reached, name) == 0)
            return true;
        for (const char *at = strstr(read->name, name); at != NULL; at = strstr(at + 1, name)) {
            char before = at == read->name ? ' ' : at[-1], after = at[length];
            bool word = !((before >= 'a' && before <= 'z') || (before >= '0' && before <= '9'));
            if (word && !(after >= '0' && after <= '9'))
                return true;
        }
    }
    return false;
}

/* Registers that the instruction reads without naming them: rows of matrices, coordinates, states of stages. */
static void note_unnamed_reads(s9_tracer *t, s9_tr_lane *lane, uint32_t number)
{
    uint32_t told = lane->reads.count;
    for (uint32_t i = 0; i < lane->leaves.count; i++) {
        const s9_tr_leaf *leaf = &lane->leaves.items[i];
        char room[32];
        uint32_t component, at = told;
        s9_trace_type type;
        const char *name = s9_tr_leaf_name(t->trace, leaf, &component, &type, room);
        bool hidden = leaf->kind == S9_IR_REG && name[0] == 'x' && !t->ps1;
        if (leaf->lane != number || hidden || is_told(lane, told, name))
            continue;
        while (at < lane->reads.count && strcmp(lane->reads.items[at].name, name) != 0)
            at++;
        if (at == lane->reads.count) {
            s9_trace_value value = {.type = type, .count = leaf->kind == S9_IR_CONSTB ? 1 : 4};
            if (leaf->kind == S9_IR_STAGE && leaf->component >= 4)
                value.count = 1;
            value.name = s9_arena_strdup(&t->trace->arena, name);
            if (value.name == NULL || !S9_PUSH(&t->trace->arena, &lane->reads, value)) {
                t->failed = true;
                return;
            }
        }
        s9_trace_value *value = &lane->reads.items[at];
        value->mask |= 1u << component;
        value->bits[component] = type == S9_TRACE_BOOL ? leaf->bits != 0 : leaf->bits;
    }
}

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7FFFFFFFu) > 0x7F800000u;
}
static bool is_infinite(uint32_t bits)
{
    return (bits & 0x7FFFFFFFu) == 0x7F800000u;
}

/* Whether a lane has written a NaN and read none, or an infinity and read none. */
static bool makes_nan(const s9_tr_lane *lane)
{
    bool nan = false, infinity = false;
    for (uint32_t i = 0; i < lane->leaves.count; i++) {
        const s9_tr_leaf *leaf = &lane->leaves.items[i];
        if (leaf->kind == S9_IR_CONSTI || leaf->kind == S9_IR_CONSTB)
            continue;
        nan |= is_nan(leaf->bits);
        infinity |= is_infinite(leaf->bits);
    }
    for (uint32_t i = 0; i < lane->reads.count; i++)
        for (uint32_t k = 0; k < 4 && lane->reads.items[i].type == S9_TRACE_FLOAT; k++) {
            nan |= is_nan(lane->reads.items[i].bits[k]);
            infinity |= is_infinite(lane->reads.items[i].bits[k]);
        }
    for (uint32_t i = 0; i < lane->writes.count; i++) {
        const s9_trace_value *value = &lane->writes.items[i].shown;
        for (uint32_t k = 0; k < 4 && value->type == S9_TRACE_FLOAT; k++)
            if ((value->mask >> k & 1u) != 0 &&
                ((!nan && is_nan(value->bits[k])) || (!infinity && is_infinite(value->bits[k]))))
                return true;
    }
    return false;
}

static bool passes(const s9_trace_watch *watch, const s9_trace_value *value)
{
    uint32_t bits = value->bits[watch->component & 3u];
    double v = value->type == S9_TRACE_FLOAT ? (double)s9_bits_float(bits)
               : value->type == S9_TRACE_INT ? (double)(int32_t)bits
                                             : (double)bits;
    double wanted = (double)watch->value;
    switch (watch->test) {
    case S9_TRACE_WRITTEN:
        return true;
    case S9_TRACE_EQUAL:
        return v == wanted;
    case S9_TRACE_NOT_EQUAL:
        return v != wanted;
    case S9_TRACE_LESS:
        return v < wanted;
    case S9_TRACE_LESS_EQUAL:
        return v <= wanted;
    case S9_TRACE_GREATER:
        return v > wanted;
    case S9_TRACE_GREATER_EQUAL:
        return v >= wanted;
    case S9_TRACE_IS_NAN:
        return v != v;
    default:
        return value->type == S9_TRACE_FLOAT && is_infinite(bits);
    }
}

static bool is_watched(const s9_tracer *t, const s9_tr_lane *lane)
{
    for (uint32_t w = 0; w < t->options.watch_count; w++) {
        const s9_trace_watch *watch = &t->options.watches[w];
        for (uint32_t i = 0; i < lane->writes.count; i++) {
            const s9_trace_value *value = &lane->writes.items[i].shown;
            if (strcmp(value->name, watch->name) == 0 && (value->mask >> (watch->component & 3u) & 1u) != 0 &&
                passes(watch, value))
                return true;
        }
    }
    return false;
}

static bool is_break(const s9_tracer *t, const s9_tr_item *item)
{
    switch (t->options.break_place) {
    case S9_TRACE_AT_INSTRUCTION:
        return item->instruction == t->options.break_at;
    case S9_TRACE_AT_LINE:
        return item->line != 0 && item->line == t->options.break_at;
    default:
        return item->offset == t->options.break_at;
    }
}

void s9_tr_close(s9_tracer *t)
{
    s9_trace *trace = t->trace;
    s9_trace_stop why = S9_TRACE_END;
    for (uint32_t i = 0; i < t->open_count; i++) {
        s9_tr_step *step = &trace->steps.items[t->open_first + i];
        bool predicated = t->program->items.items[step->item].has_predicate;
        for (uint32_t n = 0; n < trace->lanes; n++) {
            s9_tr_lane *lane = &step->lanes[n];
            note_unnamed_reads(t, lane, n);
            lane->shown.predicated_off =
                lane->shown.active && predicated && lane->writes.count == 0 && !lane->shown.discards;
            if (!lane->shown.active || lane->shown.predicated_off)
                lane->shown.texture = NULL;
        }
        const s9_tr_lane *lane = &step->lanes[trace->lane];
        if (!lane->shown.active)
            continue;
        if (t->options.break_nan && makes_nan(lane))
            why = S9_TRACE_NAN;
        if (is_watched(t, lane))
            why = why == S9_TRACE_END ? S9_TRACE_BREAK : why;
        if (t->options.has_break && is_break(t, &trace->items[step->item]) && --t->break_left == 0)
            why = why == S9_TRACE_END ? S9_TRACE_BREAK : why;
    }
    t->open_count = 0;
    if (why != S9_TRACE_END) {
        trace->stopped = why;
        t->stop = true;
    }
}
