/* SPDX-License-Identifier: MIT */
/* The public interface of execution: shaders, their slots, checked runs. */
#include "vm/environment.h"
#include "vm/vm.h"

#include <stdio.h>

/* ---- slots ---- */

static uint32_t component_count(s9_version version, bool output, uint32_t number)
{
    if (!output)
        return number == S9_IR_IN_VFACE ? 1 : 4;
    if (s9_version_is_pixel(version))
        return number == S9_IR_OUT_DEPTH ? 1 : 4;
    return s9_version_major(version) < 3 && (number == S9_IR_OUT_FOG || number == S9_IR_OUT_PTS) ? 1 : 4;
}

/* Colours follow the shade mode: by usage in shader model 3, by register before. */
static bool is_flat(s9_version version, bool output, const s9_ir_slot *slot)
{
    if (s9_version_major(version) >= 3)
        return slot->usage == (int32_t)S9_USAGE_COLOR && (s9_version_is_pixel(version) != output);
    if (output)
        return !s9_version_is_pixel(version) && slot->number >= S9_IR_OUT_D && slot->number < S9_IR_OUT_T;
    return s9_version_is_pixel(version) && slot->number < S9_IR_IN_T;
}

static void describe(s9_shader *shader, bool output, uint32_t index, char *name)
{
    const s9_ir *ir = shader->ir;
    const s9_ir_slot *slot = output ? &ir->outputs.items[index] : &ir->inputs.items[index];
    s9_shader_slot *to = output ? &shader->outputs[index] : &shader->inputs[index];
    if (output)
        s9_ir_output_name(ir->version, slot->number, name);
    else
        s9_ir_input_name(ir->version, slot->number, name);
    (output ? shader->output_numbers : shader->input_numbers)[index] = slot->number;
    to->name = name;
    to->usage = slot->usage;
    to->usage_index = slot->usage_index;
    to->mask = slot->mask;
    to->components = component_count(ir->version, output, slot->number);
    to->flat = is_flat(ir->version, output, slot);
}

static bool describe_slots(s9_shader *shader)
{
    const s9_allocator *a = &shader->allocator;
    uint32_t inputs = shader->ir->inputs.count, outputs = shader->ir->outputs.count;
    shader->inputs = s9_allocate_zero(a, inputs + 1u, sizeof *shader->inputs);
    shader->outputs = s9_allocate_zero(a, outputs + 1u, sizeof *shader->outputs);
    shader->input_numbers = s9_allocate_zero(a, inputs + 1u, 1);
    shader->output_numbers = s9_allocate_zero(a, outputs + 1u, 1);
    shader->input_reads = s9_allocate_zero(a, inputs + 1u, 1);
    shader->names = s9_allocate_zero(a, inputs + outputs + 1u, sizeof *shader->names);
    if (shader->inputs == NULL || shader->outputs == NULL || shader->input_numbers == NULL ||
        shader->output_numbers == NULL || shader->input_reads == NULL || shader->names == NULL)
        return false;
    for (uint32_t i = 0; i < inputs; i++)
        describe(shader, false, i, shader->names[i]);
    for (uint32_t i = 0; i < outputs; i++)
        describe(shader, true, i, shader->names[inputs + i]);
    shader->input_count = inputs;
    shader->output_count = outputs;
    return true;
}

/* ---- the engine ---- */

static void note_reads(s9_shader *shader, const s9_vm_program *program)
{
    for (uint32_t i = 0; i < shader->input_count; i++)
        for (uint32_t k = 0; k < 4; k++)
            shader->input_reads[i] |= (uint8_t)((program->inputs[shader->input_numbers[i]][k] != 0 ? 1u : 0u) << k);
}

static void destroy_vm(void *engine, const s9_allocator *allocator)
{
    (void)allocator;
    s9_vm_destroy(engine);
}

static s9_result run_vm(const s9_shader *shader, const s9_run_args *args)
{
    return s9_vm_run(shader, shader->engine_data, args);
}

static const s9_engine_functions vm_engine = {"vm", destroy_vm, run_vm};

/* ---- creation ---- */

s9_result s9_shader_from_ir(s9_ir *ir, const s9_allocator *allocator, int level, s9_shader **out,
                            s9_diagnostics *diagnostics)
{
    *out = NULL;
    s9_allocator memory = s9_allocator_or_default(allocator);
    s9_shader *shader = s9_allocate_zero(&memory, 1, sizeof *shader);
    if (shader == NULL) {
        s9_ir_destroy(ir);
        return S9_ERROR_MEMORY;
    }
    shader->allocator = memory;
    shader->ir = ir;
    s9_result result = describe_slots(shader) ? S9_OK : S9_ERROR_MEMORY;
    if (result == S9_OK) {
        s9_vm_program *program;
        s9_vm_level wanted = level < 0 ? s9_vm_best_level() : (s9_vm_level)level;
        result = s9_vm_compile(ir, &memory, wanted, &program, diagnostics);
        shader->engine = &vm_engine;
        shader->engine_data = program;
    }
    if (result == S9_OK) {
        note_reads(shader, shader->engine_data);
        *out = shader;
    } else {
        s9_shader_destroy(shader);
    }
    return result;
}

s9_result s9_shader_create(const s9_program *program, const s9_allocator *allocator, const s9_shader_options *options,
                           s9_shader **out, s9_diagnostics *diagnostics)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (program == NULL)
        return S9_ERROR_ARGUMENT;
    s9_shader_options chosen;
    if (!s9_read_options(&chosen, sizeof chosen, options))
        return S9_ERROR_ARGUMENT;
    if (chosen.engine == S9_ENGINE_JIT && chosen.jit == NULL) {
        s9_report(diagnostics, S9_ERROR, NULL, NULL, "use the engine \"vm\" or \"auto\"",
                  "there is no just-in-time compiler here");
        return S9_ERROR_UNSUPPORTED;
    }
    s9_ir *ir;
    s9_result result = s9_ir_lower(program, allocator, options, &ir, diagnostics);
    if (result == S9_OK)
        result = s9_shader_from_ir(ir, allocator, -1, out, diagnostics);
    if (result == S9_OK && chosen.jit != NULL && chosen.engine != S9_ENGINE_VM)
        result = s9_shader_attach(*out, chosen.jit, chosen.engine == S9_ENGINE_JIT, diagnostics);
    if (result != S9_OK) {
        s9_shader_destroy(*out);
        *out = NULL;
    }
    return result;
}

s9_result s9_shader_attach(s9_shader *shader, s9_jit *jit, bool now, s9_diagnostics *diagnostics)
{
    const s9_vm_program *program = shader->engine_data;
    const s9_jit_base *base = (const s9_jit_base *)(const void *)jit;
    s9_native_layout layout = {0};
    for (uint32_t k = 0; k < 4; k++) {
        for (uint32_t i = 0; i < S9_IR_IN_COUNT; i++)
            layout.inputs[i] |= (uint8_t)((program->inputs[i][k] != 0 ? 1u : 0u) << k);
        for (uint32_t i = 0; i < S9_IR_OUT_COUNT; i++)
            layout.outputs[i] |= (uint8_t)((program->outputs[i][k] != 0 ? 1u : 0u) << k);
    }
    s9_result result = base->functions->attach(jit, shader->ir, &layout, now, &shader->ticket, diagnostics);
    if (result == S9_OK)
        shader->jit = jit;
    return result == S9_ERROR_MEMORY ? result : S9_OK;
}

void s9_shader_destroy(s9_shader *shader)
{
    if (shader == NULL)
        return;
    s9_allocator memory = shader->allocator;
    if (shader->jit != NULL)
        ((const s9_jit_base *)(const void *)shader->jit)->functions->release(shader->jit, shader->ticket);
    if (shader->engine != NULL)
        shader->engine->destroy(shader->engine_data, &memory);
    s9_ir_destroy(shader->ir);
    s9_release(&memory, shader->inputs);
    s9_release(&memory, shader->outputs);
    s9_release(&memory, shader->input_numbers);
    s9_release(&memory, shader->output_numbers);
    s9_release(&memory, shader->input_reads);
    s9_release(&memory, shader->names);
    s9_release(&memory, shader);
}

/* ---- questions ---- */

uint32_t s9_shader_input_count(const s9_shader *shader)
{
    return shader->input_count;
}
const s9_shader_slot *s9_shader_input(const s9_shader *shader, uint32_t index)
{
    return index < shader->input_count ? &shader->inputs[index] : NULL;
}
uint32_t s9_shader_output_count(const s9_shader *shader)
{
    return shader->output_count;
}
const s9_shader_slot *s9_shader_output(const s9_shader *shader, uint32_t index)
{
    return index < shader->output_count ? &shader->outputs[index] : NULL;
}
s9_stage s9_shader_stage(const s9_shader *shader)
{
    return s9_version_is_pixel(shader->ir->version) ? S9_STAGE_PIXEL : S9_STAGE_VERTEX;
}
uint32_t s9_shader_version_token(const s9_shader *shader)
{
    return s9_isa_version(shader->ir->version)->token;
}
uint32_t s9_shader_sampler_mask(const s9_shader *shader)
{
    return shader->ir->sampler_mask;
}
const char *s9_shader_engine_name(const s9_shader *shader)
{
    return s9_shader_code(shader) != NULL ? "jit" : shader->engine->name;
}

/* ---- running ---- */

static bool arrays_valid(const s9_lane_array *arrays, uint32_t count)
{
    if (count > 0 && arrays == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (arrays[i].data != NULL && (arrays[i].components < 1 || arrays[i].components > 4))
            return false;
    return true;
}

static bool args_valid(const s9_shader *shader, const s9_run_args *args)
{
    const s9_constants *constants = &args->constants;
    if (args->struct_size < sizeof *args || (args->quads && args->lanes % 4 != 0))
        return false;
    if ((constants->f_count > 0 && constants->f == NULL) || (constants->i_count > 0 && constants->i == NULL) ||
        (constants->b_count > 0 && constants->b == NULL))
        return false;
    if ((args->sampler_count > 0 && args->samplers == NULL) || (args->stage_count > 0 && args->stages == NULL))
        return false;
    return arrays_valid(args->inputs, shader->input_count) && arrays_valid(args->outputs, shader->output_count);
}

s9_result s9_shader_run(const s9_shader *shader, const s9_run_args *args)
{
    if (shader == NULL || args == NULL || !args_valid(shader, args))
        return S9_ERROR_ARGUMENT;
    if (args->lanes == 0)
        return S9_OK;
    s9_environment saved = s9_environment_enter();
    s9_result result = shader->engine->run(shader, args);
    s9_environment_leave(saved);
    return result;
}
