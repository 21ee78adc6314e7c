/* SPDX-License-Identifier: MIT */
/* The calls of the public header: options, the order of work, pairs. */
#include "spirv/writer.h"

void s9_spirv_options_init(s9_spirv_options *options)
{
    memset(options, 0, sizeof *options);
    options->struct_size = sizeof *options;
    options->version = 0x00010000u;
    options->int_binding = 1;
    options->bool_binding = 2;
    options->stage_binding = 3;
    options->state_binding = 4;
    options->sampler_binding = 16;
    options->separate_sampler_binding = 48;
    options->sources[S9_SPIRV_STAGES] = S9_SPIRV_UNIFORM;
    /* A point without a size is not drawn at all by some APIs. */
    options->sources[S9_SPIRV_POINT_SIZE] = S9_SPIRV_FIXED;
    options->state.alpha_func = 8;
    options->state.fog_end = 1;
    options->state.fog_density = 1;
    options->state.point_size = 1;
    options->state.point_size_min = 1;
    options->state.point_size_max = 256;
    options->state.y_scale = -1;
}

/* ---- options ---- */

static bool read_options(s9_spirv_options *out, const s9_spirv_options *given)
{
    size_t size = given != NULL ? given->struct_size : 0;
    /* Members that the caller's version lacks keep their defaults. */
    if (size < sizeof *out)
        s9_spirv_options_init(out);
    if (given == NULL)
        return true;
    if (size < offsetof(s9_spirv_options, shader) || size > (size_t)1 << 16)
        return false;
    memcpy(out, given, size < sizeof *out ? size : sizeof *out);
    out->struct_size = sizeof *out;
    return true;
}

/* ---- one shader ---- */

/* One behind the highest c# that has a name. */
static uint32_t named_registers(const s9_spirv_options *options)
{
    uint32_t count = 0;
    for (size_t i = 0; i < options->register_name_count; i++) {
        const s9_register_name *name = &options->register_names[i];
        if (name->set == S9_SET_FLOAT && name->first < 8192u && name->count <= 8192u &&
            name->first + name->count > count)
            count = name->first + name->count;
    }
    return count;
}

/* How long the blocks of constants are. */
static void size_constants(s9_sp_writer *w)
{
    const s9_sp_analysis *a = &w->analysis;
    const s9_ir *ir = w->ir;
    w->float_registers = a->constf_count;
    w->int_registers = a->consti_count;
    w->bool_registers = a->constb_count;
    for (uint32_t s = 0; s < S9_SPIRV_STAGE_COUNT; s++)
        if ((ir->stage_mask >> s & 1u) != 0)
            w->stage_registers = s + 1u;
    if (!ir->relative_constants)
        return;
    uint32_t wanted = w->options->float_registers;
    if (wanted == 0) {
        uint32_t named = named_registers(w->options);
        wanted = s9_version_is_software(ir->version) ? 4096 : 256;
        if (named > wanted)
            wanted = named;
    }
    if (wanted > ir->constf_limit)
        wanted = ir->constf_limit;
    if (wanted > w->float_registers)
        w->float_registers = wanted;
}

static void find_samplers(s9_sp_writer *w)
{
    uint32_t left = w->ir->sampler_mask;
    for (uint32_t i = 0; left != 0 && i < w->ir->insts.count; i++) {
        const s9_ir_inst *inst = &w->ir->insts.items[i];
        if (inst->op < S9_IR_SAMPLE || inst->op > S9_IR_SAMPLE_GRAD || w->sampler_kinds[inst->aux] != 0)
            continue;
        uint32_t kind = inst->texture_type != 0 ? inst->texture_type : w->options->sampler_types[inst->aux];
        left &= ~(1u << inst->aux);
        w->sampler_kinds[inst->aux] = (uint8_t)(kind != 0 ? kind : S9_TEXTURE_2D);
    }
}

/* A size between 64 and `most`, both powers of two. */
static uint32_t power_of_two(uint32_t least, uint32_t most)
{
    uint32_t size = 64;
    while (size < least && size < most)
        size *= 2;
    return size;
}

/*
 * Words of code that an instruction may become; 20 are usual. What is not touched costs nothing, and one block that is
 * larger than all the others together is what allocators keep for the next shader: glibc's gives memory back to the
 * system, to be faulted in again, when more is free than twice its largest block.
 */
#define CODE_WORDS 32u

/* What the writer takes for so many instructions, besides itself: an estimate, what it lacks is allocated. */
static size_t room_for(size_t insts)
{
    return insts * (CODE_WORDS * 4u + 24u) + 20480u;
}

static bool prepare(s9_sp_writer *w)
{
    const s9_ir *ir = w->ir;
    s9_arena *arena = &w->arena;
    uint32_t insts = ir->insts.count;
    w->bound = 1;
    w->info_count = insts * 4u + 256u;
    w->info = s9_arena_array_raw(arena, w->info_count, 1);
    w->values = s9_arena_array_raw(arena, ir->values.count + 1u, sizeof *w->values);
    /*
     * What begins as 0, in one block. Of the tables, the first grows with what there is; the second is a cache: near
     * vectors are asked for again, and what is small stays near.
     */
    uint32_t entries = power_of_two(insts, 256), immediates = ir->immediates.count + 1u;
    w->interned_mask = w->shuffle_mask = entries - 1u;
    size_t tables = entries * (sizeof *w->interned + sizeof *w->shuffles);
    char *zeros = s9_arena_alloc(arena, tables + (immediates + (size_t)ir->functions.count + 1u) * sizeof(uint32_t));
    if (zeros != NULL) {
        w->interned = (s9_sp_interned *)(void *)zeros;
        w->shuffles = (s9_sp_shuffle *)(void *)(w->interned + entries);
        w->immediate_floats = (uint32_t *)(void *)(zeros + tables);
        w->function_ids = w->immediate_floats + immediates;
    }
    if (arena->failed)
        return false;
    w->info[0] = 0;
    (void)s9_sp_grow(w, &w->types, 256);
    (void)s9_sp_grow(w, &w->notes, 128);
    if (w->names)
        (void)s9_sp_grow(w, &w->debug, 128);
    if (!w->options->contract)
        (void)s9_sp_grow(w, &w->exact, insts + 32u);
    (void)s9_sp_grow(w, &w->code, insts * CODE_WORDS + 128u);
    if (arena->failed || !s9_sp_find_interface(w) || !s9_sp_analyse(w))
        return false;
    size_constants(w);
    w->constants = s9_arena_array(arena, w->analysis.constf_count + 1u, sizeof *w->constants);
    w->integers = s9_arena_array(arena, w->analysis.consti_count + 1u, sizeof *w->integers);
    w->booleans = s9_arena_array(arena, w->analysis.constb_count + 1u, sizeof *w->booleans);
    find_samplers(w);
    w->private_registers = ir->functions.count > 1 || w->analysis.early_return || ir->relative_outputs;
    return !arena->failed && s9_sp_begin_registers(w);
}

/* The text that instructions come from, for OpLine. */
static void name_file(s9_sp_writer *w)
{
    if (!w->options->lines || w->program->source == NULL)
        return;
    const char *file = w->program->file_count > 0 && w->program->files[0] != NULL ? w->program->files[0] : "shader";
    uint32_t length = (uint32_t)strlen(file);
    if (length > 1000)
        length = 1000;
    uint32_t count = length / 4u + 1u, *at;
    w->file_string = s9_sp_new_id(w, 0);
    /* Strings come before names. */
    at = s9_sp_room(w, &w->debug, 2u + count);
    memset(at, 0, (2u + count) * sizeof *at);
    at[0] = s9_sp_head(SPV_OP_STRING, 2u + count);
    at[1] = w->file_string;
    for (uint32_t i = 0; i < length; i++)
        at[2 + i / 4u] |= (uint32_t)(uint8_t)file[i] << (8u * (i % 4u));
}

static void write_module(s9_sp_writer *w)
{
    w->type_void = s9_sp_declare(w, SPV_OP_TYPE_VOID, 0, NULL, 0, 0);
    w->type_main = s9_sp_function_type(w, w->type_void, 0, 0);
    w->main_id = s9_sp_new_id(w, 0);
    name_file(w);
    s9_sp_name(w, w->main_id, "main");
    for (uint32_t f = w->analysis.early_return ? 0 : 1; f < w->ir->functions.count; f++)
        w->function_ids[f] = s9_sp_new_id(w, 0);
    s9_sp_write_functions(w);
}

s9_result s9_sp_translate(s9_ir *ir, const s9_program *program, const s9_spirv_options *options, const s9_sp_link *link,
                          s9_spirv **out, s9_diagnostics *diagnostics)
{
    /* The writer lives in what is left of the room that the module was made with. */
    s9_arena arena;
    s9_arena_borrow(&arena, &ir->arena, SIZE_MAX);
    s9_sp_writer *w = s9_arena_alloc_partly(&arena, sizeof *w, offsetof(s9_sp_writer, in));
    *out = NULL;
    if (w == NULL) {
        s9_arena_free(&arena);
        return S9_ERROR_MEMORY;
    }
    memset(&w->draft, 0, sizeof w->draft);
    s9_arena_init(&w->draft.arena, &ir->arena.allocator);
    w->arena = arena;
    w->ops = s9_ir_op_info_of((s9_ir_op)0);
    w->ir = ir;
    w->program = program;
    w->options = options;
    w->link = link;
    w->diagnostics = diagnostics;
    w->result = &w->draft;
    w->pixel = s9_version_is_pixel(ir->version);
    w->major = s9_version_major(ir->version);
    w->plain = options->profile == S9_SPIRV_PROFILE_PLAIN;
    w->names = options->names != S9_SPIRV_NAMES_NONE;
    w->value_names = options->names == S9_SPIRV_NAMES_RESULTS;
    w->readable = options->readable;
    bool done = prepare(w);
    if (done)
        write_module(w);
    done = done && !w->refused && !w->arena.failed && s9_sp_assemble(w) && s9_sp_tell_layout(w);
    s9_result code = done ? S9_OK : w->refused ? S9_ERROR_UNSUPPORTED : S9_ERROR_MEMORY;
    if (done) {
        /* From here on it lives in its own arena. */
        *w->module = w->draft;
        *out = w->module;
    } else {
        s9_arena_free(&w->draft.arena);
    }
    arena = w->arena;
    s9_arena_free(&arena);
    return code;
}

static s9_result lower(const s9_program *program, const s9_allocator *allocator, const s9_spirv_options *options,
                       s9_ir **ir, s9_diagnostics *diagnostics)
{
    size_t items = program->items.count < 1u << 20 ? program->items.count : 1u << 20;
    return s9_ir_lower_with(program, allocator, options->shader, sizeof(s9_sp_writer) + room_for(items + items / 2u),
                            ir, diagnostics);
}

s9_result s9_spirv_translate(const s9_program *program, const s9_allocator *allocator, const s9_spirv_options *options,
                             s9_spirv **out, s9_diagnostics *diagnostics)
{
    s9_spirv_options chosen;
    s9_ir *ir = NULL;
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (program == NULL || !read_options(&chosen, options) || !s9_sp_options_good(&chosen, diagnostics))
        return S9_ERROR_ARGUMENT;
    s9_result result = lower(program, allocator, &chosen, &ir, diagnostics);
    if (result == S9_OK)
        result = s9_sp_translate(ir, program, &chosen, NULL, out, diagnostics);
    s9_ir_destroy(ir);
    return result;
}

/* ---- pairs ---- */

static void carry(s9_sp_link *link, int32_t usage, uint32_t index)
{
    for (uint32_t i = 0; i < link->count; i++)
        if (link->carried[i].usage == usage && link->carried[i].usage_index == index)
            return;
    if (link->count < S9_SP_MAX_VARIABLES) {
        link->carried[link->count] = (s9_sp_carried){usage, index, link->count};
        link->count++;
    }
}

static bool writes(const s9_ir *vertex, int32_t usage, uint32_t index)
{
    for (uint32_t i = 0; i < vertex->outputs.count; i++) {
        const s9_ir_slot *slot = &vertex->outputs.items[i];
        int32_t its_usage;
        uint32_t its_index;
        s9_sp_output_meaning(vertex->version, slot, &its_usage, &its_index);
        if (its_usage == usage && its_index == index)
            return (vertex->output_written[slot->number] & slot->mask) != 0 || vertex->relative_outputs;
    }
    return false;
}

static void link_stages(s9_sp_link *link, const s9_ir *vertex, const s9_ir *pixel,
                        const s9_spirv_options *vertex_options, const s9_spirv_options *pixel_options)
{
    link->pair = true;
    link->count = 0;
    for (uint32_t i = 0; i < pixel->inputs.count; i++) {
        const s9_ir_slot *slot = &pixel->inputs.items[i];
        int32_t usage;
        uint32_t index;
        if (slot->number >= S9_IR_IN_VPOS || (pixel->input_read[slot->number] == 0 && !pixel->relative_inputs))
            continue;
        s9_sp_input_meaning(pixel->version, slot, &usage, &index);
        if (usage >= 0 && writes(vertex, usage, index))
            carry(link, usage, index);
    }
    if (vertex_options->sources[S9_SPIRV_FOG] != S9_SPIRV_OFF && pixel_options->sources[S9_SPIRV_FOG] != S9_SPIRV_OFF &&
        s9_version_major(pixel->version) < 3 &&
        (pixel_options->sources[S9_SPIRV_FOG] != S9_SPIRV_FIXED ||
         pixel_options->state.fog_mode == S9_SPIRV_FOG_VERTEX))
        carry(link, (int32_t)S9_USAGE_FOG, 0);
}

s9_result s9_spirv_translate_pair(const s9_program *vertex, const s9_program *pixel, const s9_allocator *allocator,
                                  const s9_spirv_options *vertex_options, const s9_spirv_options *pixel_options,
                                  s9_spirv **vertex_out, s9_spirv **pixel_out, s9_diagnostics *diagnostics)
{
    s9_spirv_options of_vertex, of_pixel;
    s9_ir *vertex_ir = NULL, *pixel_ir = NULL;
    s9_sp_link link;
    if (vertex_out == NULL || pixel_out == NULL)
        return S9_ERROR_ARGUMENT;
    *vertex_out = *pixel_out = NULL;
    if (vertex == NULL || pixel == NULL || s9_version_is_pixel(vertex->version) ||
        !s9_version_is_pixel(pixel->version) || !read_options(&of_vertex, vertex_options) ||
        !s9_sp_options_good(&of_vertex, diagnostics) || !read_options(&of_pixel, pixel_options) ||
        !s9_sp_options_good(&of_pixel, diagnostics))
        return S9_ERROR_ARGUMENT;
    s9_result result = lower(vertex, allocator, &of_vertex, &vertex_ir, diagnostics);
    if (result == S9_OK)
        result = lower(pixel, allocator, &of_pixel, &pixel_ir, diagnostics);
    if (result == S9_OK) {
        link_stages(&link, vertex_ir, pixel_ir, &of_vertex, &of_pixel);
        result = s9_sp_translate(vertex_ir, vertex, &of_vertex, &link, vertex_out, diagnostics);
    }
    if (result == S9_OK)
        result = s9_sp_translate(pixel_ir, pixel, &of_pixel, &link, pixel_out, diagnostics);
    if (result != S9_OK) {
        s9_spirv_destroy(*vertex_out);
        *vertex_out = NULL;
    }
    s9_ir_destroy(vertex_ir);
    s9_ir_destroy(pixel_ir);
    return result;
}

/* ---- what was made ---- */

void s9_spirv_destroy(s9_spirv *module)
{
    if (module == NULL)
        return;
    /* The module lies in its own arena. */
    s9_arena arena = module->arena;
    s9_arena_free(&arena);
}

const uint32_t *s9_spirv_words(const s9_spirv *module, size_t *count)
{
    if (count != NULL)
        *count = module != NULL ? module->word_count : 0;
    return module != NULL ? module->words : NULL;
}

const s9_spirv_layout *s9_spirv_get_layout(const s9_spirv *module)
{
    return module != NULL ? &module->layout : NULL;
}
