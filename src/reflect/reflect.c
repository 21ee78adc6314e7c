/* SPDX-License-Identifier: MIT */
#include "reflect/reflect.h"

bool s9_find_routines(s9_arena *arena, const s9_program *program, s9_routines *out)
{
    s9_routine_range current = {0, program->items.count};
    memset(out, 0, sizeof *out);
    out->of_label = s9_arena_array(arena, S9_LABEL_COUNT, sizeof *out->of_label);
    if (out->of_label == NULL)
        return false;
    for (uint32_t i = 0; i < program->items.count; i++) {
        const s9_item *item = &program->items.items[i];
        if (item->opcode != S9_OP_LABEL || item->kind != S9_ITEM_INSTRUCTION)
            continue;
        current.end = i;
        if (!S9_PUSH(arena, out, current))
            return false;
        uint32_t number = s9_operand_number(item->sources[0].token);
        if (number < S9_LABEL_COUNT && out->of_label[number] == 0)
            out->of_label[number] = out->count;
        current.first = i;
        current.end = program->items.count;
    }
    return S9_PUSH(arena, out, current);
}

uint32_t s9_called_routine(const s9_routines *routines, const s9_program *program, uint32_t item)
{
    const s9_item *call = &program->items.items[item];
    if (call->source_count == 0 || s9_operand_file(program, call->sources[0].token) != S9_FILE_LABEL)
        return 0;
    uint32_t number = s9_operand_number(call->sources[0].token);
    uint32_t routine = number < S9_LABEL_COUNT ? routines->of_label[number] : 0;
    return routine != 0 && routines->items[routine].first > item ? routine : 0;
}

s9_result s9_reflect(const s9_program *program, const s9_allocator *allocator, s9_reflection **out)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (program == NULL)
        return S9_ERROR_ARGUMENT;
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    s9_reflection *r = s9_arena_alloc(&arena, sizeof *r);
    if (r == NULL) {
        s9_arena_free(&arena);
        return S9_ERROR_MEMORY;
    }
    r->arena = arena;
    s9_sampler_types types;
    s9_routines routines;
    s9_program_sampler_types(program, &types);
    if (s9_find_routines(&r->arena, program, &routines)) {
        s9_reflect_registers(r, program);
        s9_reflect_interface(r, program, &types);
        s9_reflect_contents(r, program);
        s9_reflect_cost(r, program, &types, &routines);
        s9_reflect_nesting(r, program, &routines);
    }
    if (r->arena.failed) {
        s9_reflection_destroy(r);
        return S9_ERROR_MEMORY;
    }
    *out = r;
    return S9_OK;
}

void s9_reflection_destroy(s9_reflection *reflection)
{
    if (reflection == NULL)
        return;
    s9_arena arena = reflection->arena; /* the structure itself lies in it */
    s9_arena_free(&arena);
}

/* ---- reading ---- */

s9_cost s9_reflection_cost(const s9_reflection *reflection)
{
    return reflection->cost;
}

s9_flow_info s9_reflection_flow(const s9_reflection *reflection)
{
    return reflection->flow;
}

#define LIST(function, type, list)                                                     \
    size_t function##_count(const s9_reflection *reflection)                           \
    {                                                                                  \
        return reflection->list.count;                                                 \
    }                                                                                  \
    const type *function(const s9_reflection *reflection, size_t index)                \
    {                                                                                  \
        return index < reflection->list.count ? &reflection->list.items[index] : NULL; \
    }

LIST(s9_reflection_file, s9_register_use, files)
LIST(s9_reflection_input, s9_interface_element, inputs)
LIST(s9_reflection_output, s9_interface_element, outputs)
LIST(s9_reflection_sampler, s9_sampler_info, samplers)
LIST(s9_reflection_definition, s9_definition, definitions)
LIST(s9_reflection_comment, s9_comment_info, comments)
