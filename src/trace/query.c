/* SPDX-License-Identifier: MIT */
/* The public interface of traces: making them, and asking them. */
#include "trace/trace_internal.h"

#include <stdio.h>

/* ---- making ---- */

static const float defaults[4] = {0, 0, 0, 1};

/* Which slot of the shader gives a component of an input register: the first of the register, or one that declares it.
 */
static uint32_t slot_of(const s9_shader *shader, uint32_t number, uint32_t component)
{
    uint32_t slot = S9_TRACE_NONE;
    for (uint32_t i = 0; i < shader->input_count; i++) {
        if (shader->input_numbers[i] != number)
            continue;
        if (slot == S9_TRACE_NONE || (shader->inputs[i].mask >> component & 1u) != 0)
            slot = i;
    }
    return slot;
}

static uint32_t input_bits(const s9_tracer *t, uint32_t number, uint32_t component, uint32_t lane)
{
    uint32_t slot = slot_of(t->shader, number, component), from = number == S9_IR_IN_VFACE ? 0 : component, bits;
    const s9_lane_array *array = slot == S9_TRACE_NONE ? NULL : &t->args->inputs[slot];
    if (number == S9_IR_IN_VPOS && component >= 2)
        return 0;
    if (array == NULL || array->data == NULL || from >= array->components)
        return s9_float_bits(number == S9_IR_IN_VFACE ? 1.0f : defaults[component]);
    const char *at =
        (const char *)array->data + (ptrdiff_t)lane * array->lane_stride + (ptrdiff_t)from * array->component_stride;
    memcpy(&bits, at, sizeof bits);
    if (number == S9_IR_IN_VFACE)
        bits = s9_float_bits(s9_bits_float(bits) < 0.0f ? -1.0f : 1.0f);
    return bits;
}

static void load_inputs(s9_tracer *t, uint32_t first)
{
    for (uint32_t number = 0; number < S9_IR_IN_COUNT; number++)
        for (uint32_t k = 0; k < 4; k++)
            for (uint32_t lane = 0; lane < t->trace->lanes; lane++)
                t->inputs[number][k][lane] = input_bits(t, number, k, first + lane);
}

static void prepare_samplers(s9_tracer *t)
{
    const s9_shader_options *options = &t->ir->options;
    s9_sampling_rules rules = {.unbound = (uint8_t)options->unbound,
                               .kind_mismatch = (uint8_t)options->texture_kind_mismatch,
                               .vertex = !s9_version_is_pixel(t->ir->version)};
    uint8_t types[16] = {0};
    for (uint32_t i = 0; i < t->ir->insts.count; i++) {
        const s9_ir_inst *inst = &t->ir->insts.items[i];
        if (inst->op >= S9_IR_SAMPLE && inst->op <= S9_IR_SAMPLE_GRAD)
            types[inst->aux & 15u] = inst->texture_type;
    }
    for (uint32_t number = 0; number < 16; number++) {
        const s9_sampler_binding *binding = number < t->args->sampler_count ? &t->args->samplers[number] : NULL;
        t->textures[number] = binding != NULL ? binding->texture : NULL;
        s9_sampler_prepare(&t->samplers[number], binding, types[number], &rules);
    }
}

static bool copy_slots(s9_trace *trace, const s9_shader *shader)
{
    trace->slot_count = shader->output_count;
    trace->slot_numbers = s9_arena_array(&trace->arena, shader->output_count + 1u, 1);
    trace->slot_masks = s9_arena_array(&trace->arena, shader->output_count + 1u, 1);
    if (trace->slot_numbers == NULL || trace->slot_masks == NULL)
        return false;
    for (uint32_t i = 0; i < shader->output_count; i++) {
        uint32_t number = shader->output_numbers[i];
        bool shared = (i > 0 && shader->output_numbers[i - 1u] == number) ||
                      (i + 1u < shader->output_count && shader->output_numbers[i + 1u] == number);
        trace->slot_numbers[i] = (uint8_t)number;
        trace->slot_masks[i] = shared ? (uint8_t)shader->outputs[i].mask : 0xFu;
    }
    return true;
}

/* What stops the run must be something of this shader. */
static bool breaks_exist(s9_tracer *t)
{
    bool good = true;
    for (uint32_t w = 0; w < t->options.watch_count; w++) {
        const char *name = t->options.watches[w].name;
        bool found = false;
        for (uint32_t i = 0; i < t->trace->register_count && !found; i++)
            found = strcmp(t->trace->register_names[i], name) == 0;
        for (uint32_t i = 0; i < S9_IR_OUT_COUNT && !found; i++)
            found = t->ir->output_written[i] != 0 && strcmp(t->trace->output_names[i], name) == 0;
        if (!found)
            s9_report(t->diagnostics, S9_ERROR, NULL, NULL, "registers that it writes are r#, a0, p0, aL and outputs",
                      "the shader writes no register %s", name);
        good = good && found;
    }
    if (!t->options.has_break)
        return good;
    for (uint32_t i = 0; i < t->program->items.count; i++) {
        const s9_item *item = &t->program->items.items[i];
        s9_position at = s9_program_position(t->program, item, NULL);
        if (!t->trace->items[i].executable)
            continue;
        switch (t->options.break_place) {
        case S9_TRACE_AT_INSTRUCTION:
            if (item->instruction == t->options.break_at)
                return good;
            break;
        case S9_TRACE_AT_LINE:
            if (at.line != 0 && at.line == t->options.break_at)
                return good;
            break;
        default:
            if (at.line == 0 && at.offset == t->options.break_at)
                return good;
            break;
        }
    }
    static const char *const places[] = {"as number %u", "in line %u", "at offset 0x%x"};
    char place[32];
    (void)snprintf(place, sizeof place, places[t->options.break_place % 3u], (unsigned)t->options.break_at);
    s9_report(t->diagnostics, S9_ERROR, NULL, NULL, "the trace without a break lists what there is",
              "there is no instruction that is executed %s", place);
    return false;
}

static bool arguments_fit(const s9_shader *shader, const s9_program *program, const s9_run_args *args,
                          const s9_trace_options *options)
{
    if (args->struct_size < sizeof *args || options->lane >= args->lanes || (args->quads && args->lanes % 4 != 0) ||
        program->version != shader->ir->version)
        return false;
    const s9_constants *c = &args->constants;
    if ((c->f_count > 0 && c->f == NULL) || (c->i_count > 0 && c->i == NULL) || (c->b_count > 0 && c->b == NULL))
        return false;
    if ((args->sampler_count > 0 && args->samplers == NULL) || (args->stage_count > 0 && args->stages == NULL))
        return false;
    if (shader->input_count > 0 && args->inputs == NULL)
        return false;
    for (uint32_t i = 0; i < shader->input_count; i++)
        if (args->inputs[i].data != NULL && (args->inputs[i].components < 1 || args->inputs[i].components > 4))
            return false;
    for (uint32_t i = 0; i < options->watch_count; i++)
        if (options->watches[i].name == NULL || options->watches[i].component > 3)
            return false;
    for (uint32_t i = 0; i < shader->ir->insts.count; i++)
        if (shader->ir->insts.items[i].item >= program->items.count)
            return false;
    return true;
}

static void finish_lanes(s9_trace *trace)
{
    for (uint32_t i = 0; i < trace->steps.count; i++) {
        for (uint32_t n = 0; n < trace->lanes; n++) {
            s9_tr_lane *lane = &trace->steps.items[i].lanes[n];
            lane->shown.reads = lane->reads.items;
            lane->shown.read_count = lane->reads.count;
            lane->shown.write_count = lane->writes.count;
            s9_trace_value *writes = s9_arena_array(&trace->arena, lane->writes.count + 1u, sizeof *writes);
            for (uint32_t k = 0; k < lane->writes.count && writes != NULL; k++)
                writes[k] = lane->writes.items[k].shown;
            lane->shown.writes = writes;
        }
    }
}

s9_result s9_trace_create(const s9_shader *shader, const s9_program *program, const s9_run_args *args,
                          const s9_allocator *allocator, const s9_trace_options *options, s9_trace **out,
                          s9_diagnostics *diagnostics)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    s9_trace_options chosen;
    if (shader == NULL || program == NULL || args == NULL || !s9_read_options(&chosen, sizeof chosen, options) ||
        !arguments_fit(shader, program, args, &chosen))
        return S9_ERROR_ARGUMENT;
    s9_allocator memory = s9_allocator_or_default(allocator);
    s9_trace *trace = s9_allocate_zero(&memory, 1, sizeof *trace);
    s9_tracer *t = s9_allocate_zero(&memory, 1, sizeof *t);
    if (trace == NULL || t == NULL) {
        s9_release(&memory, trace);
        s9_release(&memory, t);
        return S9_ERROR_MEMORY;
    }
    trace->allocator = memory;
    trace->version = program->version;
    s9_arena_init(&trace->arena, &memory);
    s9_arena_init(&t->scratch, &memory);
    t->trace = trace;
    t->shader = shader;
    t->ir = shader->ir;
    t->program = program;
    t->args = args;
    t->options = chosen;
    t->diagnostics = diagnostics;
    t->ps1 = s9_version_is_pixel(program->version) && s9_version_major(program->version) == 1;
    t->ps1_tex = t->ps1 && program->version != S9_PS_1_4;
    t->kernels = s9_vm_kernels_of(s9_vm_best_level());
    t->max_steps = t->ir->options.max_steps != 0 ? t->ir->options.max_steps : S9_DEFAULT_MAX_STEPS;
    t->break_left = chosen.break_pass != 0 ? chosen.break_pass : 1;
    trace->lanes = args->quads ? 4 : 1;
    trace->lane = args->quads ? chosen.lane % 4u : 0;
    t->all = args->quads ? 15 : 1;
    load_inputs(t, args->quads ? chosen.lane / 4u * 4u : chosen.lane);
    prepare_samplers(t);
    s9_result result = S9_ERROR_MEMORY;
    if (s9_tr_prepare(t) && copy_slots(trace, shader))
        result = breaks_exist(t) ? s9_tr_run(t) : S9_ERROR_INVALID;
    if (result == S9_OK)
        finish_lanes(trace);
    if (result == S9_OK && trace->arena.failed)
        result = S9_ERROR_MEMORY;
    s9_arena_free(&t->scratch);
    s9_release(&memory, t);
    if (result == S9_OK)
        *out = trace;
    else
        s9_trace_destroy(trace);
    return result;
}

void s9_trace_destroy(s9_trace *trace)
{
    if (trace == NULL)
        return;
    s9_allocator memory = trace->allocator;
    s9_arena_free(&trace->arena);
    s9_release(&memory, trace);
}

/* ---- asking ---- */

s9_trace_stop s9_trace_stopped(const s9_trace *trace)
{
    return trace->stopped;
}
uint32_t s9_trace_step_count(const s9_trace *trace)
{
    return trace->steps.count;
}
uint32_t s9_trace_lane_count(const s9_trace *trace)
{
    return trace->lanes;
}
uint32_t s9_trace_lane(const s9_trace *trace)
{
    return trace->lane;
}
bool s9_trace_discarded(const s9_trace *trace, uint32_t lane)
{
    return lane < trace->lanes && (trace->discarded >> lane & 1u) != 0;
}
bool s9_trace_exhausted(const s9_trace *trace, uint32_t lane)
{
    return lane < trace->lanes && (trace->exhausted >> lane & 1u) != 0;
}

void s9_trace_output(const s9_trace *trace, uint32_t lane, uint32_t slot, float values[4], uint32_t *written)
{
    uint32_t mask = 0, number = 0;
    bool there = lane < trace->lanes && slot < trace->slot_count;
    if (there) {
        number = trace->slot_numbers[slot];
        mask = trace->outputs_written[number][lane] & trace->slot_masks[slot];
    }
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t bits = there ? trace->outputs[number][k][lane] : 0;
        memcpy(&values[k], &bits, sizeof bits);
    }
    if (written != NULL)
        *written = mask;
}

bool s9_trace_step_at(const s9_trace *trace, uint32_t index, s9_trace_step *out)
{
    if (index >= trace->steps.count)
        return false;
    const s9_tr_step *step = &trace->steps.items[index];
    const s9_tr_item *item = &trace->items[step->item];
    *out = (s9_trace_step){.instruction = item->instruction,
                           .offset = item->offset,
                           .file = item->file,
                           .line = item->line,
                           .text = item->text,
                           .loop = step->loop,
                           .loop_count = step->loop_count,
                           .calls = step->calls,
                           .under = step->under};
    return true;
}

bool s9_trace_lane_at(const s9_trace *trace, uint32_t index, uint32_t lane, s9_trace_lane_step *out)
{
    if (index >= trace->steps.count || lane >= trace->lanes)
        return false;
    *out = trace->steps.items[index].lanes[lane].shown;
    return true;
}

static const s9_tr_write *write_of(const s9_trace *trace, uint32_t step, uint32_t lane, const char *name,
                                   uint32_t component)
{
    const s9_tr_lane *of = &trace->steps.items[step].lanes[lane];
    for (uint32_t i = 0; i < of->writes.count; i++) {
        const s9_tr_write *write = &of->writes.items[i];
        if (strcmp(write->shown.name, name) == 0 && (write->shown.mask >> component & 1u) != 0)
            return write;
    }
    return NULL;
}

/* The colour of ps_1_x is r0 as the program leaves it. */
static const char *own_name(const s9_trace *trace, const char *name)
{
    bool ps1 = s9_version_is_pixel(trace->version) && s9_version_major(trace->version) == 1;
    return ps1 && strcmp(name, "oC0") == 0 ? "r0" : name;
}

uint32_t s9_trace_writer(const s9_trace *trace, uint32_t before, uint32_t lane, const char *name, uint32_t component)
{
    uint32_t step = before < trace->steps.count ? before : trace->steps.count;
    if (lane >= trace->lanes || component > 3 || name == NULL)
        return S9_TRACE_NONE;
    name = own_name(trace, name);
    while (step-- > 0)
        if (write_of(trace, step, lane, name, component) != NULL)
            return step;
    return S9_TRACE_NONE;
}

static s9_trace_origin origin_of(const s9_tr_leaf *leaf)
{
    if (leaf->kind == S9_IR_REG)
        return leaf->step != S9_TRACE_NONE ? S9_TRACE_FROM_STEP : S9_TRACE_FROM_NOTHING;
    if (leaf->missing)
        return S9_TRACE_FROM_NOTHING;
    if (leaf->kind == S9_IR_INPUT)
        return S9_TRACE_FROM_INPUT;
    if (leaf->kind == S9_IR_STAGE)
        return S9_TRACE_FROM_STAGE;
    return leaf->defined ? S9_TRACE_FROM_DEFINITION : S9_TRACE_FROM_CONSTANT;
}

uint32_t s9_trace_sources(const s9_trace *trace, uint32_t step, uint32_t lane, const char *name, uint32_t component,
                          s9_trace_source *out, uint32_t room)
{
    if (step >= trace->steps.count || lane >= trace->lanes || component > 3 || name == NULL)
        return 0;
    const s9_tr_write *write = write_of(trace, step, lane, own_name(trace, name), component);
    const s9_tr_lane *of = &trace->steps.items[step].lanes[lane];
    uint32_t count = 0;
    for (uint32_t i = 0; i < of->leaves.count && write != NULL; i++) {
        const s9_tr_leaf *leaf = &of->leaves.items[i];
        if ((write->depends[component] >> (i < 63 ? i : 63) & 1u) == 0)
            continue;
        if (count < room) {
            s9_trace_source *to = &out[count];
            char room_of[32];
            const char *of_leaf = s9_tr_leaf_name(trace, leaf, &to->component, &to->type, room_of);
            (void)snprintf(to->name, sizeof to->name, "%s", of_leaf);
            to->bits = to->type == S9_TRACE_BOOL ? leaf->bits != 0 : leaf->bits;
            to->origin = origin_of(leaf);
            to->step = leaf->step;
            to->lane = leaf->lane;
        }
        count++;
    }
    return count;
}
