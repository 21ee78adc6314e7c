/* SPDX-License-Identifier: MIT */
/*
 * pipeline - everything the library does with one shader, one stage after the other, with the properties that must hold
 * whatever the input was. Shared by the hostile-input tests and the fuzz targets.
 *
 * Every function returns NULL, or a sentence that names the property that was broken.
 */
#ifndef TESTS_PIPELINE_H
#define TESTS_PIPELINE_H

#include "ir/ir.h"

#include <shader9/shader9.h>

#include <stdlib.h>
#include <string.h>

enum { PIPELINE_LANES = 8, PIPELINE_STEPS = 400, PIPELINE_TEXTURES = 3 };

typedef struct pipeline {
    const s9_allocator *allocator; /* of the objects under test; NULL: malloc and free */
    bool allocations_fail;         /* S9_ERROR_MEMORY is an answer, too */
    bool text_round_trip;          /* also assemble what was disassembled */
    bool ir_round_trip;            /* also print, parse and verify the intermediate representation */
    s9_texture *textures[PIPELINE_TEXTURES];
    s9_sampler_binding samplers[16];
    uint64_t decoded, refused, legal, illegal, prepared, unprepared, runs; /* how far the inputs came */
} pipeline;

static inline void pipeline_free(pipeline *p)
{
    for (size_t i = 0; i < PIPELINE_TEXTURES; i++)
        s9_texture_destroy(p->textures[i]);
    memset(p, 0, sizeof *p);
}

/* Textures of all three kinds, bound to the sixteen samplers with all filters and address modes in turn. */
static inline bool pipeline_init(pipeline *p)
{
    static const s9_texture_type types[PIPELINE_TEXTURES] = {S9_TEXTURE_2D, S9_TEXTURE_CUBE, S9_TEXTURE_VOLUME};
    float texels[6 * 4 * 4 * 4]; /* the largest level: a cube of 4x4 */
    memset(p, 0, sizeof *p);
    p->text_round_trip = true;
    p->ir_round_trip = true;
    for (size_t i = 0; i < sizeof texels / sizeof *texels; i++)
        texels[i] = (float)(i % 17) / 8.0f - 1.0f;
    for (size_t i = 0; i < PIPELINE_TEXTURES; i++) {
        const void *data[3] = {texels, texels, texels};
        size_t size[3];
        for (uint32_t level = 0; level < 3; level++) {
            size_t side = 4u >> level;
            size_t slices = types[i] == S9_TEXTURE_CUBE ? 6 : types[i] == S9_TEXTURE_VOLUME ? side : 1;
            size[level] = side * side * slices * 4 * sizeof(float);
        }
        s9_texture_desc desc = {.struct_size = sizeof desc,
                                .type = types[i],
                                .format = S9_FORMAT_A32B32G32R32F,
                                .width = 4,
                                .height = 4,
                                .depth = types[i] == S9_TEXTURE_VOLUME ? 4u : 1u,
                                .levels = 3,
                                .level_data = data,
                                .level_size = size};
        if (s9_texture_create(NULL, &desc, &p->textures[i]) != S9_OK) {
            pipeline_free(p);
            return false;
        }
    }
    for (uint32_t i = 0; i < 16; i++) {
        s9_sampler_state *state = &p->samplers[i].state;
        s9_sampler_state_init(state);
        p->samplers[i].texture = p->textures[i % PIPELINE_TEXTURES];
        state->min = (s9_filter)(1 + i % 3);
        state->mag = (s9_filter)(1 + (i / 2) % 2);
        state->mip = (s9_filter)(i % 3);
        for (uint32_t axis = 0; axis < 3; axis++)
            state->address[axis] = (s9_address)(1 + (i + axis) % 5);
        state->max_anisotropy = 1 + i % 4;
        state->bias = (float)(i % 4) - 1.5f;
        state->seamless = i % 4 == 1;
        state->compare = (int8_t)(i == 9);
    }
    return true;
}

static inline bool pipeline_memory(const pipeline *p, s9_result result)
{
    return p->allocations_fail && result == S9_ERROR_MEMORY;
}

/* ---- run ---- */

typedef struct pipeline_arrays {
    s9_lane_array items[128];
    uint32_t count;
    void *blocks[256]; /* one block an array, so that a sanitizer sees every step outside */
    uint32_t block_count;
} pipeline_arrays;

static inline void *pipeline_block(pipeline_arrays *arrays, size_t size)
{
    if (arrays->block_count >= 256)
        return NULL;
    void *block = malloc(size);
    if (block)
        arrays->blocks[arrays->block_count++] = block;
    return block;
}

static inline void pipeline_arrays_free(pipeline_arrays *arrays)
{
    for (uint32_t i = 0; i < arrays->block_count; i++)
        free(arrays->blocks[i]);
}

/* Numbers that make trouble, and some that do not. */
static inline float pipeline_number(uint32_t index)
{
    static const uint32_t bits[] = {
        0x00000000, 0x3F800000, 0xBF000000, 0x7F800000, 0x3F000000, 0x80000000, 0x7FC00000, 0x41200000, /* .. 10 */
        0xC2F60000, 0x3DCCCCCD, 0xFF800000, 0x00000001, 0x4B800000, 0x3F7FFFFF, 0x7F7FFFFF, 0x437F0000,
        0xCF000000, 0x3E800000, 0x40490FDB,
    };
    return s9_bits_float(bits[index % S9_COUNT(bits)]);
}

static inline const char *pipeline_outputs(const s9_run_args *args, const pipeline_arrays *outputs)
{
    for (uint32_t i = 0; i < outputs->count; i++)
        for (uint32_t lane = 0; lane < args->lanes; lane++)
            if (outputs->items[i].written[lane] > 15)
                return "a run marks components as written that no register has";
    for (uint32_t lane = 0; lane < args->lanes; lane++)
        if (args->discarded[lane] > 1 || args->stopped[lane] > 1)
            return "a run leaves a lane neither discarded nor kept, or neither stopped nor ended";
    return NULL;
}

/* One run over all lanes, with or without textures; every third input is left to its default. */
static inline const char *pipeline_run(pipeline *p, const s9_shader *shader, bool bound)
{
    static const int32_t loops[4][4] = {
        {3, 0, 1, 0}, {1000000000, 5, -2, 0}, {-1, 0, 0, 0}, {2, 2000000000, 2000000000, 0}};
    static const uint32_t bools[4] = {1, 0, 7, 0};
    s9_texture_stage stages[8];
    float constants[20][4];
    uint8_t discarded[PIPELINE_LANES], stopped[PIPELINE_LANES];
    const char *broken = NULL;
    pipeline_arrays *in = calloc(1, sizeof *in);
    pipeline_arrays *out = calloc(1, sizeof *out);
    if (!in || !out)
        goto done;

    for (uint32_t i = 0; i < 20; i++)
        for (uint32_t k = 0; k < 4; k++)
            constants[i][k] = pipeline_number(i * 5 + k);
    memset(stages, 0, sizeof stages);
    for (uint32_t i = 0; i < 8; i++) {
        for (uint32_t k = 0; k < 4; k++)
            stages[i].bump_matrix[k] = pipeline_number(i + 3 * k);
        stages[i].bump_lscale = pipeline_number(i + 1);
        stages[i].projected = i % 2 == 1;
    }

    in->count = s9_shader_input_count(shader);
    out->count = s9_shader_output_count(shader);
    if (in->count > S9_COUNT(in->items) || out->count > S9_COUNT(out->items)) {
        broken = "a shader has more inputs or outputs than registers have components";
        goto done;
    }
    for (uint32_t i = 0; i < in->count; i++) {
        const s9_shader_slot *slot = s9_shader_input(shader, i);
        if (!slot || !slot->name || slot->components < 1 || slot->components > 4) {
            broken = "an input slot has no name or a wrong size";
            goto done;
        }
        uint32_t components = bound ? 4 : 1 + i % 4;
        float *data = pipeline_block(in, sizeof(float) * PIPELINE_LANES * components);
        if (!data)
            goto done;
        for (uint32_t k = 0; k < PIPELINE_LANES * components; k++)
            data[k] = pipeline_number(k * 7 + i);
        /* One time structure of arrays, the other array of structures. */
        s9_lane_array *array = &in->items[i];
        array->data = i % 3 == 2 && !bound ? NULL : data;
        array->lane_stride = (ptrdiff_t)(bound ? sizeof(float) : sizeof(float) * components);
        array->component_stride = (ptrdiff_t)(bound ? sizeof(float) * PIPELINE_LANES : sizeof(float));
        array->components = components;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        const s9_shader_slot *slot = s9_shader_output(shader, i);
        if (!slot || !slot->name || slot->components < 1 || slot->components > 4) {
            broken = "an output slot has no name or a wrong size";
            goto done;
        }
        s9_lane_array *array = &out->items[i];
        array->components = slot->components;
        array->data = pipeline_block(out, sizeof(float) * PIPELINE_LANES * slot->components);
        array->written = pipeline_block(out, PIPELINE_LANES);
        if (!array->data || !array->written)
            goto done;
        memset(array->written, 0, PIPELINE_LANES);
        array->lane_stride = (ptrdiff_t)(sizeof(float) * slot->components);
        array->component_stride = (ptrdiff_t)sizeof(float);
    }

    s9_run_args args;
    memset(&args, 0, sizeof args);
    args.struct_size = sizeof args;
    /* Without quads the number of lanes need not be a multiple of anything. */
    args.quads = bound && s9_shader_stage(shader) == S9_STAGE_PIXEL;
    args.lanes = bound ? PIPELINE_LANES : PIPELINE_LANES - 3;
    if (bound) {
        args.constants.f = (const float(*)[4])constants;
        args.constants.f_count = 20;
        args.constants.i = loops;
        args.constants.i_count = 4;
        args.constants.b = bools;
        args.constants.b_count = 4;
        args.samplers = p->samplers;
        args.sampler_count = 16;
        args.stages = stages;
        args.stage_count = 8;
    }
    args.inputs = in->items;
    args.outputs = out->items;
    memset(discarded, 0, sizeof discarded);
    memset(stopped, 0, sizeof stopped);
    args.discarded = discarded;
    args.stopped = stopped;
    s9_result result = s9_shader_run(shader, &args);
    if (result == S9_OK)
        broken = pipeline_outputs(&args, out);
    else if (!pipeline_memory(p, result))
        broken = "a prepared shader does not run";
    p->runs++;
done:
    if (in)
        pipeline_arrays_free(in);
    if (out)
        pipeline_arrays_free(out);
    free(in);
    free(out);
    return broken;
}

/* ---- the stages that a program goes through ---- */

static inline const char *pipeline_encode(pipeline *p, const s9_program *program, const void *bytes, size_t size)
{
    s9_blob blob = {0};
    s9_result result = s9_encode(program, p->allocator, &blob);
    const char *broken = NULL;
    if (result != S9_OK)
        broken = pipeline_memory(p, result) ? NULL : "a program does not encode";
    else if (blob.size != size || memcmp(blob.data, bytes, size) != 0)
        broken = "encode(decode(x)) is not x";
    s9_blob_free(&blob);
    return broken;
}

/* Two programs of the same tokens; what lies behind the end token is not compared. */
static inline const char *pipeline_same_tokens(pipeline *p, const s9_program *a, const s9_program *b)
{
    s9_blob first = {0}, second = {0};
    s9_result r1 = s9_encode(a, p->allocator, &first);
    s9_result r2 = s9_encode(b, p->allocator, &second);
    const char *broken = NULL;
    if (r1 != S9_OK || r2 != S9_OK)
        broken = (r1 == S9_OK || pipeline_memory(p, r1)) && (r2 == S9_OK || pipeline_memory(p, r2))
                     ? NULL
                     : "a program does not encode";
    else if (s9_program_token_bytes(a) != s9_program_token_bytes(b) ||
             memcmp(first.data, second.data, s9_program_token_bytes(a)) != 0)
        broken = "assemble(disassemble(x)) is not x";
    s9_blob_free(&first);
    s9_blob_free(&second);
    return broken;
}

static inline const char *pipeline_disassemble(pipeline *p, const s9_program *program)
{
    for (int form = 0; form < 2; form++) {
        s9_disassemble_options options;
        memset(&options, 0, sizeof options);
        options.struct_size = sizeof options;
        options.offsets = options.tokens = options.no_comments = options.exact = form == 1;
        static const s9_register_name names[] = {{S9_SET_FLOAT, 0, 64, "floats"},
                                                 {S9_SET_FLOAT, 60, 9000, "more\nfloats"},
                                                 {S9_SET_INT, 0, 16, "integers"},
                                                 {S9_SET_BOOL, 0, 16, "booleans"},
                                                 {S9_SET_SAMPLER, 0, 1, "sampler"}};
        if (form == 1) {
            options.names = names;
            options.name_count = sizeof names / sizeof names[0];
        }
        s9_blob text = {0};
        s9_result result = s9_disassemble(program, p->allocator, &options, &text);
        const char *broken = NULL;
        if (result != S9_OK) {
            broken = pipeline_memory(p, result) ? NULL : "a program does not disassemble";
        } else if (form == 0 && p->text_round_trip) {
            s9_program *again = NULL;
            result = s9_assemble(text.data, text.size, p->allocator, NULL, &again, NULL);
            if (result == S9_OK)
                broken = pipeline_same_tokens(p, program, again);
            else if (!pipeline_memory(p, result))
                broken = "what was disassembled does not assemble";
            s9_program_destroy(again);
        }
        s9_blob_free(&text);
        if (broken)
            return broken;
    }
    return NULL;
}

static inline const char *pipeline_check(pipeline *p, const s9_program *program, bool *legal)
{
    s9_diagnostics *list = NULL;
    const char *broken = NULL;
    *legal = false;
    if (s9_diagnostics_create(p->allocator, &list) != S9_OK)
        return p->allocations_fail ? NULL : "no diagnostics list";
    s9_result result = s9_check(program, p->allocator, NULL, list);
    if (result == S9_OK)
        *legal = true;
    else if (result != S9_ERROR_INVALID && !pipeline_memory(p, result))
        broken = "check has another answer than legal and illegal";
    if ((result == S9_OK && s9_diagnostics_errors(list) != 0) ||
        (result == S9_ERROR_INVALID && s9_diagnostics_errors(list) == 0))
        broken = "the answer of check and its findings differ";
    for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
        const s9_diagnostic *entry = s9_diagnostics_get(list, i);
        if (!entry || !entry->message || !entry->code)
            broken = "a finding has no message";
    }
    s9_diagnostics_destroy(list);
    return broken;
}

static inline const char *pipeline_reflect(pipeline *p, const s9_program *program)
{
    s9_reflection *reflection = NULL;
    s9_result result = s9_reflect(program, p->allocator, &reflection);
    if (result != S9_OK)
        return pipeline_memory(p, result) ? NULL : "a program has no reflection";
    const char *broken = NULL;
    s9_cost cost = s9_reflection_cost(reflection);
    if (cost.worst >= 0 && cost.best > cost.worst)
        broken = "the shortest path costs more than the longest";
    s9_flow_info flow = s9_reflection_flow(reflection);
    (void)flow;
    for (size_t i = 0; i < s9_reflection_file_count(reflection); i++) {
        const s9_register_use *use = s9_reflection_file(reflection, i);
        if (!use || !use->name)
            broken = "a register file has no name";
        for (uint32_t k = 1; use && k < use->count; k++)
            if (use->used[k] <= use->used[k - 1])
                broken = "register numbers do not ascend";
    }
    for (size_t i = 0; i < s9_reflection_input_count(reflection); i++)
        if (!s9_reflection_input(reflection, i)->name)
            broken = "an input has no name";
    for (size_t i = 0; i < s9_reflection_output_count(reflection); i++)
        if (!s9_reflection_output(reflection, i)->name)
            broken = "an output has no name";
    for (size_t i = 0; i < s9_reflection_sampler_count(reflection); i++)
        if (s9_reflection_sampler(reflection, i)->number > 2047)
            broken = "a sampler has a number that no token holds";
    for (size_t i = 0; i < s9_reflection_definition_count(reflection); i++)
        if (!s9_reflection_definition(reflection, i)->name)
            broken = "a definition has no name";
    for (size_t i = 0; i < s9_reflection_comment_count(reflection); i++)
        if (s9_reflection_comment(reflection, i)->size > s9_program_token_bytes(program))
            broken = "a comment is longer than the program";
    s9_reflection_destroy(reflection);
    return broken;
}

/* What lowering makes passes the verifier, and its text reads back to the same module. */
static inline const char *pipeline_ir(pipeline *p, const s9_program *program, bool *lowered)
{
    s9_ir *ir = NULL, *again = NULL;
    s9_blob text = {0}, second = {0};
    const char *broken = NULL;
    s9_result result = s9_ir_lower(program, p->allocator, NULL, &ir, NULL);
    *lowered = result == S9_OK;
    if (result != S9_OK) {
        if (result != S9_ERROR_INVALID && result != S9_ERROR_UNSUPPORTED && !pipeline_memory(p, result))
            broken = "lowering has an answer of its own";
        goto done;
    }
    result = s9_ir_verify(ir, NULL);
    if (result != S9_OK && !pipeline_memory(p, result)) {
        broken = "lowering made what the verifier refuses";
        goto done;
    }
    result = s9_ir_print(ir, p->allocator, &text);
    if (result != S9_OK) {
        broken = pipeline_memory(p, result) ? NULL : "a module does not print";
        goto done;
    }
    result = s9_ir_parse(text.data, text.size, p->allocator, &again, NULL);
    if (result != S9_OK) {
        broken = pipeline_memory(p, result) ? NULL : "a printed module does not parse";
        goto done;
    }
    result = s9_ir_print(again, p->allocator, &second);
    if (result != S9_OK)
        broken = pipeline_memory(p, result) ? NULL : "a parsed module does not print";
    else if (second.size != text.size || memcmp(second.data, text.data, text.size) != 0)
        broken = "print(parse(print(x))) is not print(x)";
done:
    s9_blob_free(&text);
    s9_blob_free(&second);
    s9_ir_destroy(ir);
    s9_ir_destroy(again);
    return broken;
}

static inline const char *pipeline_execute(pipeline *p, const s9_program *program, bool legal)
{
    s9_diagnostics *list = NULL;
    s9_shader *shader = NULL;
    const char *broken = NULL;
    bool lowered = false;
    if (p->ir_round_trip && (broken = pipeline_ir(p, program, &lowered)) != NULL)
        return broken;
    if (s9_diagnostics_create(p->allocator, &list) != S9_OK)
        return p->allocations_fail ? NULL : "no diagnostics list";
    s9_shader_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.max_steps = PIPELINE_STEPS;
    s9_result result = s9_shader_create(program, p->allocator, &options, &shader, list);
    if (result == S9_OK) {
        p->prepared++;
        broken = pipeline_run(p, shader, false);
        if (!broken)
            broken = pipeline_run(p, shader, true);
    } else {
        p->unprepared++;
        if (shader)
            broken = "a failed call leaves an object behind";
        else if (result != S9_ERROR_INVALID && result != S9_ERROR_UNSUPPORTED && !pipeline_memory(p, result))
            broken = "preparing a program has an answer of its own";
        else if (result == S9_ERROR_INVALID && legal)
            broken = "a legal program is not prepared";
        else if (result != S9_ERROR_MEMORY && s9_diagnostics_errors(list) == 0)
            broken = "a program is not prepared and nothing says why";
    }
    s9_shader_destroy(shader);
    s9_diagnostics_destroy(list);
    return broken;
}

/* All stages behind decoding or assembling. */
static inline const char *pipeline_program(pipeline *p, const s9_program *program)
{
    bool legal = false;
    const char *broken = pipeline_disassemble(p, program);
    if (!broken)
        broken = pipeline_check(p, program, &legal);
    if (legal)
        p->legal++;
    else
        p->illegal++;
    if (!broken)
        broken = pipeline_reflect(p, program);
    if (!broken)
        broken = pipeline_execute(p, program, legal);
    return broken;
}

static inline const char *pipeline_refused(pipeline *p, s9_result result, const s9_program *program,
                                           const s9_diagnostics *list)
{
    p->refused++;
    if (program)
        return "a failed call leaves an object behind";
    if (pipeline_memory(p, result))
        return NULL;
    if (result != S9_ERROR_INVALID)
        return "reading has another answer than read and refused";
    return s9_diagnostics_errors(list) == 0 ? "an input is refused and nothing says why" : NULL;
}

/* A token stream through everything. */
static inline const char *pipeline_tokens(pipeline *p, const void *bytes, size_t size)
{
    s9_diagnostics *list = NULL;
    s9_program *program = NULL;
    const char *broken = NULL;
    if (s9_diagnostics_create(p->allocator, &list) != S9_OK)
        return p->allocations_fail ? NULL : "no diagnostics list";
    s9_result result = s9_decode(bytes, size, p->allocator, NULL, &program, list);
    if (result != S9_OK) {
        broken = pipeline_refused(p, result, program, list);
    } else {
        size_t walked = 0;
        p->decoded++;
        broken = pipeline_encode(p, program, bytes, size);
        if (!broken && (s9_token_size(bytes, size, &walked) != S9_OK || walked != s9_program_token_bytes(program)))
            broken = "the size found by walking is not the size of the program";
        if (!broken)
            broken = pipeline_program(p, program);
    }
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
    return broken;
}

/* Assembly text through everything. */
static inline const char *pipeline_text(pipeline *p, const char *text, size_t size)
{
    s9_diagnostics *list = NULL;
    s9_program *program = NULL;
    const char *broken = NULL;
    if (s9_diagnostics_create(p->allocator, &list) != S9_OK)
        return p->allocations_fail ? NULL : "no diagnostics list";
    s9_result result = s9_assemble(text, size, p->allocator, NULL, &program, list);
    if (result != S9_OK) {
        broken = pipeline_refused(p, result, program, list);
    } else {
        s9_blob tokens = {0};
        p->decoded++;
        result = s9_encode(program, p->allocator, &tokens);
        if (result == S9_OK)
            broken = pipeline_program(p, program);
        else if (!pipeline_memory(p, result))
            broken = "an assembled program does not encode";
        /* Tokens that the assembler made can be read again. */
        if (result == S9_OK && !broken) {
            s9_program *again = NULL;
            result = s9_decode(tokens.data, tokens.size, p->allocator, NULL, &again, NULL);
            if (result == S9_OK)
                broken = pipeline_same_tokens(p, program, again);
            else if (!pipeline_memory(p, result))
                broken = "what was assembled does not decode";
            s9_program_destroy(again);
        }
        s9_blob_free(&tokens);
    }
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
    return broken;
}

#endif
