/* SPDX-License-Identifier: MIT */
/* Textures. */
#include "spirv/writer.h"

static const uint8_t dims[3] = {SPV_DIM_2D, SPV_DIM_CUBE, SPV_DIM_3D};

/* Depth is compared in textures of two dimensions only: those of the others have no place for the reference. */
static bool compares(const s9_sp_writer *w, uint32_t number)
{
    return (w->options->compare_samplers >> number & 1u) != 0 && w->sampler_kinds[number] == S9_TEXTURE_2D;
}

/* Types and variables of a sampler, made at its first use. */
static void declare_sampler(s9_sp_writer *w, uint32_t number)
{
    const s9_spirv_options *options = w->options;
    uint32_t set = options->descriptor_set_given ? options->descriptor_set : w->pixel;
    bool compare = compares(w, number);
    uint32_t image[7] = {s9_sp_type_id(w, S9_SP_FLOAT, 1), dims[w->sampler_kinds[number] - 2], compare, 0, 0, 1, 0};
    uint32_t image_type = s9_sp_intern(w, SPV_OP_TYPE_IMAGE, 0, image, 7, 0);
    uint32_t sampled = s9_sp_intern(w, SPV_OP_TYPE_SAMPLED_IMAGE, 0, &image_type, 1, 0);
    w->image_types[number] = image_type;
    w->sampled_types[number] = sampled;
    uint32_t held = options->separate_samplers ? image_type : sampled;
    uint32_t pointer = s9_sp_pointer_to(w, SPV_STORAGE_UNIFORM_CONSTANT, held);
    uint32_t id = w->sampler_ids[number] = s9_sp_global(w, SPV_STORAGE_UNIFORM_CONSTANT, pointer, 0);
    s9_sp_decorate_with(w, id, SPV_DECORATION_DESCRIPTOR_SET, set);
    s9_sp_decorate_with(w, id, SPV_DECORATION_BINDING, options->sampler_binding + number);
    if (w->names) {
        const char *name = s9_sp_resource_name(w, S9_SET_SAMPLER, number);
        s9_sp_name(w, id, name != NULL ? name : "");
    }
    if (!options->separate_samplers)
        return;
    if (w->sampler_type == 0)
        w->sampler_type = s9_sp_declare(w, SPV_OP_TYPE_SAMPLER, 0, NULL, 0, 0);
    pointer = s9_sp_pointer_to(w, SPV_STORAGE_UNIFORM_CONSTANT, w->sampler_type);
    id = w->separate_ids[number] = s9_sp_global(w, SPV_STORAGE_UNIFORM_CONSTANT, pointer, 0);
    s9_sp_decorate_with(w, id, SPV_DECORATION_DESCRIPTOR_SET, set);
    s9_sp_decorate_with(w, id, SPV_DECORATION_BINDING, options->separate_sampler_binding + number);
    if (w->names) {
        char name[16] = "sampler0";
        name[7] = (char)('0' + number / 10u);
        name[8] = (char)('0' + number % 10u);
        if (number < 10) {
            name[7] = name[8];
            name[8] = '\0';
        }
        s9_sp_name(w, id, name);
    }
}

static uint32_t load_sampler(s9_sp_writer *w, uint32_t number)
{
    if (w->sampler_ids[number] == 0)
        declare_sampler(w, number);
    if (s9_sp_still(w, &w->samplers[number]))
        return w->samplers[number].id;
    uint32_t id;
    if (w->options->separate_samplers) {
        /* What joins image and sampler must be used in the block that makes it: it is not kept. */
        uint32_t image = s9_sp_load(w, w->image_types[number], 0, w->sampler_ids[number]);
        uint32_t sampler = s9_sp_load(w, w->sampler_type, 0, w->separate_ids[number]);
        return s9_sp_emit2(w, SPV_OP_SAMPLED_IMAGE, w->sampled_types[number], 0, image, sampler);
    }
    id = s9_sp_load(w, w->sampled_types[number], 0, w->sampler_ids[number]);
    return s9_sp_keep(w, &w->samplers[number], id);
}

void s9_sp_sample(s9_sp_writer *w, const s9_ir_inst *inst)
{
    uint32_t number = inst->aux, kind = w->sampler_kinds[number], n = kind == S9_TEXTURE_2D ? 2 : 3;
    bool compare = compares(w, number);
    s9_sp_ref coordinate[4];
    s9_sp_source(w, inst, 0, 3, coordinate);
    uint32_t mask = 0, count = 0, operands[2] = {0, 0};
    s9_ir_op op = (s9_ir_op)inst->op;
    if (op == S9_IR_SAMPLE_GRAD) {
        s9_sp_ref gradient[4];
        mask = SPV_IMAGE_GRAD;
        for (uint32_t i = 0; i < 2; i++) {
            s9_sp_source(w, inst, 1 + i, 3, gradient);
            operands[i] = s9_sp_gather(w, S9_SP_FLOAT, n, gradient);
        }
        count = 2;
    } else if (op == S9_IR_SAMPLE_LOD) {
        mask = SPV_IMAGE_LOD;
        operands[0] = s9_sp_operand(w, inst, 1, 1);
        count = 1;
    } else if (!w->pixel) {
        /* Vertices have no neighbours: level 0, or what the bias adds to it. */
        mask = SPV_IMAGE_LOD;
        operands[0] = op == S9_IR_SAMPLE_BIAS ? s9_sp_operand(w, inst, 1, 1) : s9_sp_constant(w, S9_SP_FLOAT, 0);
        count = 1;
    } else if (op == S9_IR_SAMPLE_BIAS) {
        mask = SPV_IMAGE_BIAS;
        operands[0] = s9_sp_operand(w, inst, 1, 1);
        count = 1;
    }
    /* Depth comparison has instructions of its own: the reference is component z. */
    uint32_t place = s9_sp_gather(w, S9_SP_FLOAT, n, coordinate);
    uint32_t reference = compare ? s9_sp_clamp01(w, 1, s9_sp_gather(w, S9_SP_FLOAT, 1, coordinate + 2)) : 0;
    uint32_t texture = load_sampler(w, number), width = compare ? 1 : 4;
    uint32_t type = s9_sp_type_id(w, S9_SP_FLOAT, width), id = s9_sp_new_id(w, width);
    bool explicit_lod = mask == SPV_IMAGE_LOD || mask == SPV_IMAGE_GRAD;
    uint32_t opcode =
        compare ? (explicit_lod ? SPV_OP_IMAGE_SAMPLE_DREF_EXPLICIT_LOD : SPV_OP_IMAGE_SAMPLE_DREF_IMPLICIT_LOD)
                : (explicit_lod ? SPV_OP_IMAGE_SAMPLE_EXPLICIT_LOD : SPV_OP_IMAGE_SAMPLE_IMPLICIT_LOD);
    uint32_t words = 5u + compare + (count > 0 ? 1u + count : 0), *at = s9_sp_room(w, &w->code, words);
    *at++ = s9_sp_head(opcode, words);
    *at++ = type;
    *at++ = id;
    *at++ = texture;
    *at++ = place;
    if (compare)
        *at++ = reference;
    if (count > 0) {
        *at++ = mask;
        for (uint32_t i = 0; i < count; i++)
            *at++ = operands[i];
    }
    if (!compare) {
        s9_sp_result_id(w, inst, S9_SP_FLOAT, id);
        return;
    }
    s9_sp_ref all = s9_sp_ref_of(id, 0), refs[4] = {all, all, all, all};
    s9_sp_result(w, inst, S9_SP_FLOAT, refs);
}
