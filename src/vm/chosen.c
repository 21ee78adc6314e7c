/* SPDX-License-Identifier: MIT */
/* Some lanes of the caller's arrays: collected, run, put back, a portion at a time, whatever engine runs them. */
#include "exec/exec_internal.h"

#include <string.h>

#define PORTION 1024u /* lanes; a multiple of 4, so that quads stay whole */

/* Arrays of a portion: everything lies one after another in `memory`. */
typedef struct portion {
    char *memory;
    s9_lane_array *inputs, *outputs;
    uint8_t *discarded, *stopped, *helper;
} portion;

static char *take(char **next, size_t size)
{
    char *at = *next;
    *next += (size + 15u) & ~(size_t)15u;
    return at;
}

static size_t portion_size(uint32_t inputs, uint32_t outputs)
{
    return (inputs + outputs) * (sizeof(s9_lane_array) + PORTION * 16u) + (outputs + 3u) * (size_t)PORTION + 96u;
}

static void lay_out(portion *p, const s9_shader *shader, const s9_run_args *args)
{
    uint32_t inputs = shader->input_count, outputs = shader->output_count;
    char *next = (char *)(((uintptr_t)p->memory + 15u) & ~(uintptr_t)15u);
    p->inputs = (s9_lane_array *)(void *)take(&next, inputs * sizeof *p->inputs);
    p->outputs = (s9_lane_array *)(void *)take(&next, outputs * sizeof *p->outputs);
    for (uint32_t i = 0; i < inputs; i++) {
        const s9_lane_array *given = &args->inputs[i];
        char *data = given->data != NULL ? take(&next, PORTION * 16u) : NULL;
        p->inputs[i] = (s9_lane_array){data, 16, 4, given->components, NULL};
    }
    for (uint32_t i = 0; i < outputs; i++) {
        const s9_lane_array *wanted = &args->outputs[i];
        char *data = wanted->data != NULL ? take(&next, PORTION * 16u) : NULL;
        uint8_t *written = wanted->written != NULL ? (uint8_t *)take(&next, PORTION) : NULL;
        p->outputs[i] = (s9_lane_array){data, 16, 4, wanted->components, written};
    }
    p->discarded = args->discarded != NULL ? (uint8_t *)take(&next, PORTION) : NULL;
    p->stopped = args->stopped != NULL ? (uint8_t *)take(&next, PORTION) : NULL;
    p->helper = args->helper != NULL ? (uint8_t *)take(&next, PORTION) : NULL;
}

static void collect(const s9_lane_array *from, const s9_lane_array *to, const uint32_t *chosen, uint32_t count)
{
    for (uint32_t i = 0; i < count && from->data != NULL; i++) {
        const char *lane = (const char *)from->data + (ptrdiff_t)chosen[i] * from->lane_stride;
        char *at = (char *)to->data + 16u * (size_t)i;
        for (uint32_t k = 0; k < from->components; k++)
            memcpy(at + 4u * k, lane + (ptrdiff_t)k * from->component_stride, 4);
    }
}

static void put_back(const s9_lane_array *from, const s9_lane_array *to, const uint32_t *chosen, uint32_t count)
{
    for (uint32_t i = 0; i < count && to->data != NULL; i++) {
        const char *at = (const char *)from->data + 16u * (size_t)i;
        char *lane = (char *)to->data + (ptrdiff_t)chosen[i] * to->lane_stride;
        for (uint32_t k = 0; k < to->components; k++)
            memcpy(lane + (ptrdiff_t)k * to->component_stride, at + 4u * k, 4);
    }
    for (uint32_t i = 0; i < count && to->written != NULL; i++)
        to->written[chosen[i]] = from->written[i];
}

static void put_back_bytes(const uint8_t *from, uint8_t *to, const uint32_t *chosen, uint32_t count)
{
    for (uint32_t i = 0; i < count && to != NULL; i++)
        to[chosen[i]] = from[i];
}

static s9_result run_portion(const s9_shader *shader, const s9_run_args *args, const uint32_t *chosen, uint32_t count,
                             const portion *p)
{
    s9_run_args part = *args;
    for (uint32_t i = 0; i < shader->input_count; i++)
        collect(&args->inputs[i], &p->inputs[i], chosen, count);
    for (uint32_t i = 0; i < count && args->helper != NULL; i++)
        p->helper[i] = args->helper[chosen[i]];
    part.lanes = count;
    part.inputs = p->inputs;
    part.outputs = p->outputs;
    part.discarded = p->discarded;
    part.stopped = p->stopped;
    part.helper = p->helper;
    s9_result result = s9_shader_run(shader, &part);
    if (result != S9_OK)
        return result;
    for (uint32_t i = 0; i < shader->output_count; i++)
        put_back(&p->outputs[i], &args->outputs[i], chosen, count);
    put_back_bytes(p->discarded, args->discarded, chosen, count);
    put_back_bytes(p->stopped, args->stopped, chosen, count);
    return S9_OK;
}

s9_result s9_shader_run_chosen(const s9_shader *shader, const s9_run_args *args, const uint32_t *chosen)
{
    if (shader == NULL || args == NULL || (chosen == NULL && args->lanes > 0))
        return S9_ERROR_ARGUMENT;
    /* The contract is checked where nothing runs. */
    s9_run_args none = *args;
    none.lanes = 0;
    s9_result result = args->quads && args->lanes % 4u != 0 ? S9_ERROR_ARGUMENT : s9_shader_run(shader, &none);
    if (result != S9_OK || args->lanes == 0)
        return result;
    portion p = {.memory = s9_allocate(&shader->allocator, portion_size(shader->input_count, shader->output_count))};
    if (p.memory == NULL)
        return S9_ERROR_MEMORY;
    lay_out(&p, shader, args);
    for (uint32_t first = 0; first < args->lanes && result == S9_OK;) {
        uint32_t count = args->lanes - first < PORTION ? args->lanes - first : PORTION;
        result = run_portion(shader, args, chosen + first, count, &p);
        first += count;
    }
    s9_release(&shader->allocator, p.memory);
    return result;
}
