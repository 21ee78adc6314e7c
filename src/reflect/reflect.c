/* SPDX-License-Identifier: MIT */
#include "reflect/reflect.h"

s9_result s9_reflect(const s9_program *program, const s9_allocator *allocator, s9_reflection **out)
{
    return s9_reflect_with(program, allocator, out, NULL);
}

s9_result s9_reflect_with(const s9_program *program, const s9_allocator *allocator, s9_reflection **out,
                          s9_diagnostics *diagnostics)
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
    s9_arena_init(&r->scratch, allocator);
    s9_sampler_types types;
    s9_routines routines;
    s9_program_sampler_types(program, &types);
    if (s9_find_routines(&r->scratch, program, &routines)) {
        s9_reflect_registers(r, program);
        s9_reflect_interface(r, program, &types);
        s9_reflect_contents(r, program);
        s9_reflect_cost(r, program, &types, &routines);
        s9_reflect_nesting(r, program, &routines);
        s9_reflect_tables(r, program, diagnostics);
    }
    bool failed = r->arena.failed || r->scratch.failed;
    s9_arena_free(&r->scratch);
    if (failed) {
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
