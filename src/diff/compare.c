/* SPDX-License-Identifier: MIT */
/*
 * Both shaders run on the same inputs. First by chance; then, where there are branches or comparisons, steered to what
 * has not happened yet; then by chance around what was found on the way.
 */
#include "diff/compare.h"

enum {
    OBSERVED = 24,        /* cases of the first ones whose execution is looked at */
    TRACE_STEPS = 150000, /* of all traces together */
    AROUND = 4            /* every so manieth of the later cases is by chance alone */
};

/* ---- making ---- */

static s9_result make_side(s9_compare *c, uint32_t number, const s9_program *program, s9_diagnostics *diagnostics)
{
    s9_cmp_side *side = &c->sides[number];
    s9_shader_options options = {.struct_size = sizeof options};
    if (c->options.shader != NULL && !s9_read_options(&options, sizeof options, c->options.shader))
        return S9_ERROR_ARGUMENT;
    options.struct_size = sizeof options;
    options.max_steps = options.max_steps == 0 ? S9_COMPARE_STEPS_DEFAULT : options.max_steps;
    side->program = program;
    s9_result result = s9_shader_create(program, &c->allocator, &options, &side->shader, diagnostics);
    if (result != S9_OK)
        return result;
    uint32_t outputs = side->shader->output_count;
    side->out = s9_arena_array(&c->arena, outputs + 1u, sizeof *side->out);
    side->written = s9_arena_array(&c->arena, outputs + 1u, sizeof *side->written);
    side->outputs = s9_arena_array(&c->arena, outputs + 1u, sizeof *side->outputs);
    side->inputs = s9_arena_array(&c->arena, side->shader->input_count + 1u, sizeof *side->inputs);
    if (side->out == NULL || side->written == NULL || side->outputs == NULL || side->inputs == NULL)
        return S9_ERROR_MEMORY;
    for (uint32_t i = 0; i < outputs; i++)
        side->outputs[i] = (s9_lane_array){side->out[i], sizeof side->out[i][0], sizeof(float), 4, side->written[i]};
    return S9_OK;
}

static void take_resources(s9_compare *c, const s9_compare_given *given)
{
    for (uint32_t n = 0; n < given->sampler_count && n < S9_COMPARE_SAMPLERS && given->samplers_given != NULL; n++) {
        if (given->samplers_given[n] == 0)
            continue;
        c->given_samplers |= 1u << n;
        c->given[n] = given->samplers[n];
    }
    for (uint32_t n = 0; n < given->stage_count && n < S9_COMPARE_STAGES && given->stages_given != NULL; n++) {
        if (given->stages_given[n] == 0)
            continue;
        c->given_stages |= 1u << n;
        c->base.stages[n] = given->stages[n];
    }
}

/* "texcoord1" as usage and index. */
static bool is_usage(const char *name, const s9_cmp_input *in)
{
    const char *usage = in->usage >= 0 ? s9_isa_usage_name((uint32_t)in->usage) : NULL;
    size_t length = usage != NULL ? strlen(usage) : 0;
    uint32_t index = 0;
    if (usage == NULL || strncmp(name, usage, length) != 0)
        return false;
    for (const char *at = name + length; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || index > 1000)
            return false;
        index = index * 10 + (uint32_t)(*at - '0');
    }
    return index == in->usage_index;
}

static bool same_name(const char *a, const char *b)
{
    return a != NULL && strcmp(a, b) == 0;
}

static void take_values(s9_compare *c, const s9_compare_given *given)
{
    const s9_constants *k = &given->constants;
    for (uint32_t n = 0; n < c->f_count && n < k->f_count && given->f_given != NULL; n++)
        if (given->f_given[n])
            memcpy(c->base.f[n], k->f[n], sizeof c->base.f[n]);
    for (uint32_t n = 0; n < c->i_count && n < k->i_count && given->i_given != NULL; n++)
        if (given->i_given[n])
            memcpy(c->base.i[n], k->i[n], sizeof c->base.i[n]);
    for (uint32_t n = 0; n < c->b_count && n < k->b_count && given->b_given != NULL; n++)
        if (given->b_given[n])
            c->base.b[n] = k->b[n];
    for (uint32_t n = 0; n < given->input_count && given->inputs != NULL; n++) {
        for (uint32_t i = 0; i < c->input_count; i++) {
            s9_cmp_input *in = &c->inputs[i];
            const char *name = given->inputs[n].name;
            if (!same_name(in->names[0], name) && !same_name(in->names[1], name) && !is_usage(name, in))
                continue;
            in->given = true;
            for (uint32_t lane = 0; lane < S9_CMP_LANES; lane++)
                memcpy(c->base.in[i][lane], given->inputs[n].value, sizeof c->base.in[i][lane]);
        }
    }
}

static s9_result prepare(s9_compare *c, const s9_program *a, const s9_program *b, s9_diagnostics *diagnostics)
{
    s9_result result = make_side(c, 0, a, diagnostics);
    result = result == S9_OK ? make_side(c, 1, b, diagnostics) : result;
    if (result != S9_OK)
        return result;
    c->pixel = s9_program_stage(a) == S9_STAGE_PIXEL;
    c->random = c->options.seed;
    c->total = c->options.inputs == 0 ? S9_COMPARE_INPUTS_DEFAULT : c->options.inputs;
    /* Pixels come four at a time. */
    if (c->pixel && c->total % 4u != 0)
        c->total = c->total < UINT32_MAX - 4u ? c->total / 4u * 4u + 4u : c->total / 4u * 4u;
    c->trace_steps = TRACE_STEPS;
    s9_cmp_match_slots(c);
    if (c->options.given != NULL)
        take_resources(c, c->options.given);
    if (!s9_cmp_find_reads(c))
        return S9_ERROR_MEMORY;
    s9_cmp_case *base = s9_cmp_case_new(c);
    c->wide = s9_cmp_case_new(c);
    if (base == NULL || c->wide == NULL)
        return S9_ERROR_MEMORY;
    memcpy(base->stages, c->base.stages, sizeof base->stages);
    c->base = *base;
    if (c->options.given != NULL)
        take_values(c, c->options.given);
    return s9_cmp_make_textures(c) ? S9_OK : S9_ERROR_MEMORY;
}

/* ---- searching ---- */

/* Whether looking at the execution tells anything: there are branches, or comparisons to steer. */
static bool worth_observing(const s9_compare *c)
{
    for (uint32_t side = 0; side < 2; side++) {
        const s9_cmp_side *s = &c->sides[side];
        if (!s->straight)
            return true;
        for (uint32_t n = 0; n < s->instruction_count; n++) {
            switch (s->executable[n] ? s->program->items.items[s->item_of[n]].opcode : S9_OP_UNKNOWN) {
            case S9_OP_CMP:
            case S9_OP_CND:
            case S9_OP_SLT:
            case S9_OP_SGE:
            case S9_OP_MIN:
            case S9_OP_MAX:
            case S9_OP_TEXKILL:
                return true;
            default:
                break;
            }
        }
    }
    return false;
}

static void search(s9_compare *c)
{
    s9_cmp_case *k = s9_cmp_case_new(c), *narrow = s9_cmp_case_new(c);
    bool observing = worth_observing(c), steered = false;
    c->failed |= k == NULL || narrow == NULL;
    for (uint32_t number = 0; !c->failed && !c->differs && c->tried < c->total; number++) {
        bool around = steered && c->corpus_count > 0 && number % AROUND != 0;
        if (around)
            s9_cmp_spread(c, k, c->corpus[number % c->corpus_count], (number & 1u) != 0);
        else
            s9_cmp_fill(c, k, number);
        if (s9_cmp_try(c, k) || !observing || c->trace_steps == 0)
            continue;
        if (number < OBSERVED || number % 8 == 0) {
            s9_cmp_narrow(c, narrow, k, 0, c->pixel && c->gradients);
            s9_cmp_observe(c, narrow);
        }
        if (!steered && number + 1 >= OBSERVED && !c->differs && !c->failed) {
            steered = true;
            s9_cmp_steer(c);
        }
    }
    /* Where nothing branches every run reaches everything. */
    for (uint32_t side = 0; side < 2 && c->tried > 0; side++) {
        s9_cmp_side *s = &c->sides[side];
        if (!s->straight)
            continue;
        memcpy(s->reached, s->executable, s->instruction_count);
        s->reached_count = s->executable_count;
    }
}

static void keep_differences(s9_compare *c)
{
    if (s9_cmp_run(c, c->example) < 0)
        return;
    for (uint32_t lane = 0; lane < c->example->lanes; lane++)
        s9_cmp_lane_differs(c, lane, true);
}

s9_result s9_compare_create(const s9_program *a, const s9_program *b, const s9_allocator *allocator,
                            const s9_compare_options *options, s9_compare **out, s9_diagnostics *diagnostics)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (a == NULL || b == NULL)
        return S9_ERROR_ARGUMENT;
    if (s9_df_stages_differ(a, b, diagnostics))
        return S9_ERROR_INVALID;
    s9_allocator memory = s9_allocator_or_default(allocator);
    s9_compare *c = s9_allocate_zero(&memory, 1, sizeof *c);
    if (c == NULL)
        return S9_ERROR_MEMORY;
    c->allocator = memory;
    s9_arena_init(&c->arena, &memory);
    s9_result result = S9_ERROR_ARGUMENT;
    if (s9_read_options(&c->options, sizeof c->options, options))
        result = prepare(c, a, b, diagnostics);
    if (result == S9_OK) {
        search(c);
        if (c->differs && !c->failed) {
            s9_cmp_shrink(c);
            (void)s9_cmp_observe(c, c->example); /* what is reached counts the example */
            keep_differences(c);
        }
        result = c->failed ? S9_ERROR_MEMORY : S9_OK;
    }
    if (result != S9_OK) {
        s9_compare_destroy(c);
        return result;
    }
    *out = c;
    return S9_OK;
}

void s9_compare_destroy(s9_compare *c)
{
    if (c == NULL)
        return;
    s9_allocator memory = c->allocator;
    for (uint32_t side = 0; side < 2; side++)
        s9_shader_destroy(c->sides[side].shader);
    for (uint32_t n = 0; n < S9_COMPARE_SAMPLERS; n++)
        for (uint32_t which = 0; which < S9_CMP_TEXTURES; which++)
            s9_texture_destroy(c->textures[n][which].made);
    s9_arena_free(&c->arena);
    s9_release(&memory, c);
}

/* ---- questions ---- */

void s9_compare_get_summary(const s9_compare *c, s9_compare_summary *out)
{
    *out = (s9_compare_summary){.same = !c->differs,
                                .inputs = c->tried,
                                .stopped = c->unjudged,
                                .reached = {c->sides[0].reached_count, c->sides[1].reached_count},
                                .instructions = {c->sides[0].executable_count, c->sides[1].executable_count},
                                .difference_count = c->differences.count};
}

bool s9_compare_reached(const s9_compare *c, uint32_t side, uint32_t index)
{
    return side < 2 && index < c->sides[side].instruction_count && c->sides[side].reached[index] != 0;
}

bool s9_compare_difference_at(const s9_compare *c, uint32_t index, s9_compare_difference *out)
{
    if (index >= c->differences.count)
        return false;
    *out = c->differences.items[index];
    return true;
}

static uint32_t used_floats(const s9_cmp_case *k, uint32_t count)
{
    static const float none[4];
    while (count > 0 && memcmp(k->f[count - 1], none, sizeof none) == 0)
        count--;
    return count;
}

static bool stage_is_set(const s9_texture_stage *stage)
{
    bool set = stage->projected || stage->bump_lscale != 0.0f || stage->bump_loffset != 0.0f;
    for (uint32_t i = 0; i < 4; i++)
        set |= stage->bump_matrix[i] != 0.0f;
    return set;
}

bool s9_compare_get_example(const s9_compare *c, s9_compare_example *out)
{
    const s9_cmp_case *k = c->example;
    memset(out, 0, sizeof *out);
    if (!c->differs || k == NULL)
        return false;
    out->lanes = k->lanes;
    out->quads = k->quads;
    out->constants = (s9_constants){
        (const float(*)[4])k->f, used_floats(k, c->f_count), (const int32_t(*)[4])k->i, c->i_count, k->b, c->b_count};
    out->given_samplers = c->given_samplers;
    for (uint32_t n = 0; n < S9_COMPARE_SAMPLERS; n++) {
        if (k->texture[n] == 0)
            continue;
        const s9_cmp_texture *t = &c->textures[n][k->texture[n] - 1u];
        out->sampler_mask |= 1u << n;
        out->textures[n] = (s9_compare_texture){.type = t->type,
                                                .size = {t->size[0], t->size[1], t->size[2]},
                                                .levels = t->levels,
                                                .texels = (const float(*)[4])t->texels,
                                                .state = s9_cmp_binding(c, k, n).state};
    }
    for (uint32_t n = 0; n < S9_COMPARE_STAGES; n++) {
        out->stages[n] = k->stages[n];
        out->stage_mask |= stage_is_set(&k->stages[n]) ? 1u << n : 0;
    }
    out->input_count = c->input_count;
    return true;
}

bool s9_compare_input_at(const s9_compare *c, uint32_t index, s9_compare_input *out)
{
    if (index >= c->input_count || c->example == NULL)
        return false;
    const s9_cmp_input *in = &c->inputs[index];
    *out = (s9_compare_input){.name_a = in->names[0],
                              .name_b = in->names[1],
                              .usage = in->usage,
                              .usage_index = in->usage_index,
                              .components = in->components,
                              .values = (const float(*)[4])c->example->in[index]};
    return true;
}

s9_result s9_compare_trace(const s9_compare *c, uint32_t side, const s9_allocator *allocator,
                           const s9_trace_options *options, s9_trace **out)
{
    s9_sampler_binding bindings[S9_COMPARE_SAMPLERS];
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (side > 1 || c->example == NULL)
        return S9_ERROR_ARGUMENT;
    const s9_cmp_side *s = &c->sides[side];
    s9_lane_array *inputs = s9_allocate_zero(&c->allocator, s->shader->input_count + 1u, sizeof *inputs);
    if (inputs == NULL)
        return S9_ERROR_MEMORY;
    s9_run_args args = s9_cmp_args(c, side, c->example, inputs, bindings);
    s9_result result = s9_trace_create(s->shader, s->program, &args, allocator, options, out, NULL);
    s9_release(&c->allocator, inputs);
    return result;
}

const s9_shader *s9_compare_shader(const s9_compare *c, uint32_t side)
{
    return side < 2 ? c->sides[side].shader : NULL;
}
