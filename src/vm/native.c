/* SPDX-License-Identifier: MIT */
/* Machine code in the place of the interpreter: uniforms, blocks in slots, runs between the caller's arrays. */
#include "vm/run.h"

/* ---- slots ---- */

static void view_slots(s9_vm_run_state *r)
{
    for (uint32_t number = 0; number < S9_IR_IN_COUNT; number++) {
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t slot = r->program->inputs[number][k];
            r->block_inputs[number].columns[k] = (const float *)(const void *)(r->base + slot);
            r->block_inputs[number].keep[k] = UINT32_MAX;
        }
    }
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT; number++) {
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t slot = r->program->outputs[number][k];
            r->block_outputs[number].columns[k] = slot != 0 ? (float *)(void *)(r->base + slot) : NULL;
        }
    }
}

static void clear_written(s9_vm_run_state *r)
{
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT && r->track_written; number++)
        for (uint32_t k = 0; k < 4; k++)
            r->written[number][k] = (r->native->definite[number] >> k & 1u) != 0 ? S9_VM_ALL : 0;
}

/* ---- the caller's arrays ---- */

/* Columns of components that nobody gives: their defaults. */
static const float zeros[S9_BLOCK_LANES];
#define ONES_4 1.0f, 1.0f, 1.0f, 1.0f
#define ONES_16 ONES_4, ONES_4, ONES_4, ONES_4
#define ONES_64 ONES_16, ONES_16, ONES_16, ONES_16
static const float ones[S9_BLOCK_LANES] = {ONES_64, ONES_64, ONES_64, ONES_64};

static bool view_input(s9_vm_run_state *r, uint32_t number)
{
    const s9_vm_feed *feed = &r->feeds[number];
    const uint32_t *slots = r->program->inputs[number];
    s9_native_input *in = &r->direct_inputs[number];
    if ((slots[0] | slots[1] | slots[2] | slots[3]) == 0)
        return true;
    bool rows = feed->whole || feed->readable;
    for (uint32_t k = 0; k < 4; k++) {
        in->columns[k] = zeros;
        in->keep[k] = UINT32_MAX;
        if (slots[k] == 0)
            continue;
        if (feed->slot[k] < 0) {
            /* plan_inputs has put the default into the slot */
            memcpy(&in->other[k], r->base + slots[k], sizeof in->other[k]);
            in->keep[k] = 0;
            in->columns[k] = in->other[k] != 0 ? ones : zeros;
            continue;
        }
        const s9_lane_array *array = &r->args->inputs[feed->slot[k]];
        if (rows) {
            in->rows = array->data;
            in->stride = array->lane_stride;
            continue;
        }
        if (array->lane_stride != sizeof(float))
            return false;
        ptrdiff_t component = number == S9_IR_IN_VFACE ? 0 : (ptrdiff_t)k;
        in->columns[k] = (const float *)(const void *)((const char *)array->data + component * array->component_stride);
    }
    r->reads_on |= feed->readable && !feed->whole;
    return true;
}

static bool view_output(s9_vm_run_state *r, uint32_t index)
{
    const s9_lane_array *array = &r->args->outputs[index];
    uint32_t number = r->shader->output_numbers[index];
    const uint32_t *slots = r->program->outputs[number];
    s9_native_output *out = &r->direct_outputs[number];
    if (array->data == NULL)
        return true;
    /* Registers that share their number with another slot, or that nothing writes, are stored from slots. */
    if (out->rows != NULL || out->columns[0] != NULL || (slots[0] | slots[1] | slots[2] | slots[3]) == 0)
        return false;
    if (array->lane_stride == sizeof(float)) {
        for (uint32_t k = 0; k < array->components; k++)
            out->columns[k] = (float *)(void *)((char *)array->data + (ptrdiff_t)k * array->component_stride);
        return true;
    }
    out->rows = array->data;
    out->stride = array->lane_stride;
    out->components = array->components;
    out->past_cache = r->past_cache && s9_vm_can_bypass(array) && (uintptr_t)array->data % 64 == 0;
    return array->component_stride == sizeof(float);
}

/* Whether what is written is known before: then nobody counts lanes. */
static bool writes_evenly(const s9_vm_run_state *r)
{
    const s9_shader *shader = r->shader;
    for (uint32_t number = 0; number < S9_IR_OUT_COUNT; number++)
        for (uint32_t k = 0; k < 4; k++)
            if (r->program->outputs[number][k] != 0 && (r->native->definite[number] >> k & 1u) == 0)
                return false;
    for (uint32_t i = 1; i < shader->output_count; i++)
        if (shader->output_numbers[i] == shader->output_numbers[i - 1u])
            return false;
    return !shader->ir->uses_discard;
}

static void view_arrays(s9_vm_run_state *r)
{
    r->direct = true;
    for (uint32_t number = 0; number < S9_IR_IN_COUNT && r->direct; number++) {
        const uint32_t *slots = r->program->inputs[number];
        r->direct = view_input(r, number);
        if ((slots[0] | slots[1] | slots[2] | slots[3]) != 0)
            r->used_inputs[r->used_input_count++] = (uint8_t)number;
    }
    for (uint32_t i = 0; i < r->shader->output_count && r->direct; i++) {
        uint32_t number = r->shader->output_numbers[i];
        r->direct = view_output(r, i);
        if (r->args->outputs[i].data != NULL)
            r->used_outputs[r->used_output_count++] = (uint8_t)number;
    }
    r->even = r->direct && writes_evenly(r);
}

static void advance(s9_vm_run_state *r, ptrdiff_t lanes)
{
    r->advanced += lanes;
    for (uint32_t i = 0; i < r->used_input_count; i++) {
        s9_native_input *in = &r->direct_inputs[r->used_inputs[i]];
        if (in->rows != NULL) {
            in->rows += lanes * in->stride;
            continue;
        }
        for (uint32_t k = 0; k < 4; k++)
            if (in->columns[k] != NULL && in->columns[k] != zeros && in->columns[k] != ones)
                in->columns[k] += lanes;
    }
    for (uint32_t i = 0; i < r->used_output_count; i++) {
        s9_native_output *out = &r->direct_outputs[r->used_outputs[i]];
        if (out->rows != NULL) {
            out->rows += lanes * out->stride;
            continue;
        }
        for (uint32_t k = 0; k < 4; k++)
            if (out->columns[k] != NULL)
                out->columns[k] += lanes;
    }
}

/* Written, discarded and stopped bytes where they are the same for all lanes. */
static void store_even_flags(const s9_vm_run_state *r, uint32_t first, uint32_t lanes)
{
    for (uint32_t i = 0; i < r->shader->output_count; i++)
        if (r->args->outputs[i].written != NULL)
            memset(r->args->outputs[i].written + first, r->native->definite[r->shader->output_numbers[i]], lanes);
    if (r->args->discarded != NULL)
        memset(r->args->discarded + first, 0, lanes);
    if (r->args->stopped != NULL)
        memset(r->args->stopped + first, 0, lanes);
}

/* ---- running ---- */

void s9_vm_prepare_native(s9_vm_run_state *r)
{
    static const float no_constants[1][4] = {{0, 0, 0, 0}};
    const s9_native_code *code = r->native;
    for (uint32_t i = 0; i < code->uniform_count; i++) {
        const s9_native_uniform *from = &code->uniforms[i];
        const s9_vm_uniform uniform = {.kind = from->kind, .component = from->component, .bits = from->number};
        r->words[from->word] = s9_vm_uniform_word(r->args, &uniform);
    }
    if (code->prepare != NULL)
        code->prepare(r->words, code->functions);
    r->block = (s9_native_block){.words = r->words,
                                 .constants = r->constants != NULL ? r->constants : no_constants,
                                 .functions = code->functions,
                                 .constant_count = r->constant_count,
                                 .quads = r->args->quads ? UINT32_MAX : 0,
                                 .written = r->track_written ? r->written : NULL};
    for (uint32_t number = 0; number < 16; number++)
        if ((r->program->sampler_mask >> number & 1u) != 0)
            r->block.samplers[number] = &r->samplers[r->sampler_index[number]];
    view_slots(r);
    view_arrays(r);
}

static void run(s9_vm_run_state *r, const s9_native_input *inputs, const s9_native_output *outputs)
{
    clear_written(r);
    r->block.inputs = inputs;
    r->block.outputs = outputs;
    r->block.lanes = r->lanes;
    r->block.discarded = 0;
    r->native->run(&r->block);
    r->discarded = r->block.discarded;
}

void s9_vm_run_native(s9_vm_run_state *r)
{
    run(r, r->block_inputs, r->block_outputs);
}

uint32_t s9_vm_run_direct(s9_vm_run_state *r, uint32_t first)
{
    bool flags = r->track_written || r->args->discarded != NULL || r->args->stopped != NULL;
    uint32_t most = flags && !r->even ? S9_VM_LANES : S9_BLOCK_LANES;
    if (r->native == NULL || !r->direct || r->constant_nan)
        return first;
    r->stopped = 0;
    for (;;) {
        /* Whole vectors of any width. */
        uint32_t left = r->args->lanes - first;
        left -= r->reads_on && left > 0 ? 1u : 0u;
        r->lanes = (left < most ? left : most) & ~15u;
        if (r->lanes == 0)
            return first;
        run(r, r->direct_inputs, r->direct_outputs);
        r->lanes = r->block.done;
        if (flags && r->even)
            store_even_flags(r, first, r->lanes);
        else if (flags && r->lanes > 0)
            s9_vm_store_flags(r, first);
        advance(r, (ptrdiff_t)r->lanes);
        first += r->lanes;
        if (r->lanes < r->block.lanes)
            return first;
    }
}

/* The interpreter has done these lanes. */
void s9_vm_skip_direct(s9_vm_run_state *r, uint32_t lanes)
{
    if (r->native != NULL && r->direct)
        advance(r, (ptrdiff_t)lanes);
}

void s9_vm_rewind_direct(s9_vm_run_state *r)
{
    advance(r, -r->advanced);
}
