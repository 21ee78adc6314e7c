/* SPDX-License-Identifier: MIT */
/* Between the caller's arrays and slots: strides, defaults, what was written. */
#include "vm/run.h"

static const float defaults[4] = {0, 0, 0, 1};

static float *slot_of(const s9_vm_run_state *r, uint32_t slot)
{
    return (float *)(void *)(r->base + slot);
}

static void fill(float *to, float value)
{
    for (uint32_t i = 0; i < S9_VM_LANES; i++)
        to[i] = value;
}

/* ---- inputs ---- */

/* Decides where each input component comes from; components without data get their default once and for all. */
void s9_vm_plan_inputs(s9_vm_run_state *r)
{
    const s9_shader *shader = r->shader;
    for (uint32_t number = 0; number < S9_IR_IN_COUNT; number++)
        memset(r->feeds[number].slot, -1, sizeof r->feeds[number].slot);
    for (uint32_t i = 0; i < shader->input_count; i++) {
        s9_vm_feed *feed = &r->feeds[shader->input_numbers[i]];
        bool first = feed->slot[0] < 0 && feed->slot[1] < 0 && feed->slot[2] < 0 && feed->slot[3] < 0;
        for (uint32_t k = 0; k < 4; k++) {
            /* The first slot also feeds components that no slot of the register declares. */
            if (first || (shader->inputs[i].mask >> k & 1u) != 0)
                feed->slot[k] = (int8_t)i;
        }
    }
    for (uint32_t number = 0; number < S9_IR_IN_COUNT; number++) {
        s9_vm_feed *feed = &r->feeds[number];
        const uint32_t *slots = r->program->inputs[number];
        int32_t only = -1;
        bool single = true;
        if ((slots[0] | slots[1] | slots[2] | slots[3]) == 0)
            continue;
        for (uint32_t k = 0; k < 4; k++) {
            if (slots[k] == 0)
                continue;
            const s9_lane_array *array = feed->slot[k] < 0 ? NULL : &r->args->inputs[feed->slot[k]];
            uint32_t from = number == S9_IR_IN_VFACE ? 0 : k;
            bool nothing = number == S9_IR_IN_VPOS && k >= 2; /* vPos has two components, the others are 0 */
            if (array == NULL || array->data == NULL || from >= array->components || nothing) {
                feed->slot[k] = -1;
                fill(slot_of(r, slots[k]), number == S9_IR_IN_VFACE ? 1.0f : nothing ? 0.0f : defaults[k]);
                continue;
            }
            feed->used = true;
            single = single && (only < 0 || only == feed->slot[k]);
            only = feed->slot[k];
        }
        if (!feed->used || !single || number == S9_IR_IN_VFACE)
            continue;
        const s9_lane_array *array = &r->args->inputs[only];
        if (array->component_stride != sizeof(float))
            continue;
        feed->whole = array->components == 4;
        feed->readable = array->components >= 2 && array->lane_stride >= (ptrdiff_t)(16u - 4u * array->components) &&
                         array->lane_stride > 0;
    }
}

static const char *lane_address(const s9_lane_array *array, uint32_t lane, uint32_t component)
{
    return (const char *)array->data + (ptrdiff_t)lane * array->lane_stride +
           (ptrdiff_t)component * array->component_stride;
}

/* One component, lane by lane; lanes beyond the last repeat it. */
static void load_component(s9_vm_run_state *r, const s9_lane_array *array, uint32_t first, uint32_t component,
                           float *to)
{
    const char *from = lane_address(array, first, component);
    if (array->lane_stride == sizeof(float) && r->lanes == S9_VM_LANES) {
        r->exact |= r->kernels->load_component((char *)to, from);
        return;
    }
    if (array->lane_stride == sizeof(float)) {
        memcpy(to, from, r->lanes * sizeof(float));
    } else {
        for (uint32_t i = 0; i < r->lanes; i++)
            memcpy(&to[i], from + (ptrdiff_t)i * array->lane_stride, sizeof(float));
    }
    for (uint32_t i = r->lanes; i < S9_VM_LANES; i++)
        memcpy(&to[i], &to[r->lanes - 1u], sizeof(float));
    if (!r->exact)
        r->exact = r->kernels->has_nan((const char *)to);
}

void s9_vm_load_inputs(s9_vm_run_state *r, uint32_t first)
{
    char *trash = r->base + r->program->trash_slot;
    for (uint32_t number = 0; number < S9_IR_IN_COUNT; number++) {
        const s9_vm_feed *feed = &r->feeds[number];
        const uint32_t *slots = r->program->inputs[number];
        if (!feed->used)
            continue;
        bool more = r->args->lanes - first > S9_VM_LANES;
        if (r->lanes == S9_VM_LANES && (feed->whole || (feed->readable && more))) {
            char *to[4];
            const s9_lane_array *array = NULL;
            for (uint32_t k = 0; k < 4; k++) {
                bool wanted = slots[k] != 0 && feed->slot[k] >= 0;
                to[k] = wanted ? r->base + slots[k] : trash;
                if (wanted)
                    array = &r->args->inputs[feed->slot[k]];
            }
            r->exact |= r->kernels->load(to, lane_address(array, first, 0), array->lane_stride);
            continue;
        }
        for (uint32_t k = 0; k < 4; k++) {
            if (slots[k] == 0 || feed->slot[k] < 0)
                continue;
            float *to = slot_of(r, slots[k]);
            load_component(r, &r->args->inputs[feed->slot[k]], first, number == S9_IR_IN_VFACE ? 0 : k, to);
            for (uint32_t i = 0; i < S9_VM_LANES && number == S9_IR_IN_VFACE; i++)
                to[i] = to[i] < 0.0f ? -1.0f : 1.0f;
        }
    }
}

/* ---- outputs ---- */

static void store_component(const s9_vm_run_state *r, const s9_lane_array *array, uint32_t first, uint32_t component,
                            uint32_t slot)
{
    char *to =
        (char *)array->data + (ptrdiff_t)first * array->lane_stride + (ptrdiff_t)component * array->component_stride;
    const char *from = r->base + slot;
    if (array->lane_stride == sizeof(float)) {
        const uint32_t exact = r->exact ? 0 : UINT32_MAX;
        for (uint32_t i = 0; i < r->lanes; i++) {
            uint32_t bits;
            memcpy(&bits, from + 4u * i, sizeof bits);
            uint32_t nan = (s9_vm_is_nan_bits(bits) ? UINT32_MAX : 0) & exact;
            bits = (bits & ~nan) | (S9_NAN_BITS & nan);
            memcpy(to + 4u * i, &bits, sizeof bits);
        }
        return;
    }
    for (uint32_t i = 0; i < r->lanes; i++, to += array->lane_stride) {
        uint32_t bits;
        memcpy(&bits, from + 4u * i, sizeof bits);
        if (!r->exact && s9_vm_is_nan_bits(bits))
            bits = S9_NAN_BITS;
        memcpy(to, &bits, sizeof bits);
    }
}

/* Four floats of every lane, nothing between them, in whole vectors. */
bool s9_vm_can_bypass(const s9_lane_array *array)
{
    return array->data != NULL && array->components == 4 && array->component_stride == sizeof(float) &&
           array->lane_stride == 16 && (uintptr_t)array->data % 16 == 0;
}

static void store_written(const s9_vm_run_state *r, uint32_t slot, uint32_t first)
{
    const s9_shader *shader = r->shader;
    uint32_t number = shader->output_numbers[slot];
    bool shared = (slot > 0 && shader->output_numbers[slot - 1u] == number) ||
                  (slot + 1u < shader->output_count && shader->output_numbers[slot + 1u] == number);
    uint32_t mask = shared ? shader->outputs[slot].mask : 0xFu;
    uint8_t *to = r->args->outputs[slot].written + first;
    const uint64_t *lanes = r->written[number];
    uint32_t everywhere = 0;
    bool even = true; /* all lanes wrote the same components, as is usual */
    for (uint32_t k = 0; k < 4; k++) {
        even = even && (lanes[k] == 0 || lanes[k] == S9_VM_ALL);
        everywhere |= (uint32_t)(lanes[k] & 1u) << k;
    }
    if (even) {
        memset(to, (int)(everywhere & mask), r->lanes);
        return;
    }
    for (uint32_t i = 0; i < r->lanes; i++) {
        uint32_t bits = 0;
        for (uint32_t k = 0; k < 4; k++)
            bits |= (uint32_t)(lanes[k] >> i & 1u) << k;
        to[i] = (uint8_t)(bits & mask);
    }
}

static void store_bits(uint8_t *to, uint64_t bits, uint32_t count)
{
    if (bits == 0) {
        memset(to, 0, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        to[i] = (uint8_t)(bits >> i & 1u);
}

void s9_vm_store_outputs(s9_vm_run_state *r, uint32_t first)
{
    const s9_shader *shader = r->shader;
    const s9_vm_program *p = r->program;
    for (uint32_t i = 0; i < shader->output_count; i++) {
        const s9_lane_array *array = &r->args->outputs[i];
        uint32_t slots[4];
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t slot = p->outputs[shader->output_numbers[i]][k];
            slots[k] = slot != 0 ? slot : p->zero_slot;
        }
        if (array->data != NULL && r->lanes == S9_VM_LANES && array->components == 4 &&
            array->component_stride == sizeof(float)) {
            const char *from[4];
            for (uint32_t k = 0; k < 4; k++)
                from[k] = r->base + slots[k];
            r->kernels->store(from, (char *)array->data + (ptrdiff_t)first * array->lane_stride, array->lane_stride,
                              !r->exact, r->past_cache && s9_vm_can_bypass(array));
        } else if (array->data != NULL) {
            for (uint32_t k = 0; k < array->components; k++)
                store_component(r, array, first, k, slots[k]);
        }
    }
    s9_vm_store_flags(r, first);
}

void s9_vm_store_flags(s9_vm_run_state *r, uint32_t first)
{
    for (uint32_t i = 0; i < r->shader->output_count; i++)
        if (r->args->outputs[i].written != NULL)
            store_written(r, i, first);
    if (r->args->discarded != NULL)
        store_bits(r->args->discarded + first, r->discarded, r->lanes);
    if (r->args->stopped != NULL)
        store_bits(r->args->stopped + first, r->stopped, r->lanes);
}
