/* SPDX-License-Identifier: MIT */
/* The operation table as data, and the names of inputs and outputs. */
#include "ir/ir.h"

#include <stdio.h>

/* Short forms of the type and shape columns of ops.def. */
enum {
    TYPE_0 = S9_IR_TYPE_NONE,
    TYPE_F = S9_IR_TYPE_F32,
    TYPE_I = S9_IR_TYPE_I32,
    TYPE_B = S9_IR_TYPE_BOOL,
    TYPE_S = S9_IR_TYPE_SAME
};
enum {
    SHAPE_N = S9_IR_SHAPE_N,
    SHAPE_1 = S9_IR_SHAPE_1,
    SHAPE_D2 = S9_IR_SHAPE_D2,
    SHAPE_D3 = S9_IR_SHAPE_D3,
    SHAPE_D4 = S9_IR_SHAPE_D4,
    SHAPE_T = S9_IR_SHAPE_T
};

const s9_ir_op_info s9_ir_op_infos[S9_IR_OP_COUNT] = {
#define S9_IR_OP(id, text, result, components, sources, type0, type1, type2, flags)                 \
    [S9_IR_##id] = {text,                                                                           \
                    (s9_ir_type)TYPE_##result,                                                      \
                    (s9_ir_shape)SHAPE_##components,                                                \
                    sources,                                                                        \
                    {(s9_ir_type)TYPE_##type0, (s9_ir_type)TYPE_##type1, (s9_ir_type)TYPE_##type2}, \
                    flags},
#include "ir/ops.def"
#undef S9_IR_OP
};

void s9_ir_input_name(s9_version version, uint32_t number, char out[16])
{
    (void)version;
    if (number < S9_IR_IN_T)
        (void)snprintf(out, 16, "v%u", (unsigned)number);
    else if (number < S9_IR_IN_VPOS)
        (void)snprintf(out, 16, "t%u", (unsigned)(number - S9_IR_IN_T));
    else
        (void)snprintf(out, 16, "%s", number == S9_IR_IN_VPOS ? "vPos" : "vFace");
}

void s9_ir_output_name(s9_version version, uint32_t number, char out[16])
{
    if (s9_version_is_pixel(version)) {
        if (number == S9_IR_OUT_DEPTH)
            (void)snprintf(out, 16, "oDepth");
        else
            (void)snprintf(out, 16, "oC%u", (unsigned)number);
    } else if (s9_version_major(version) >= 3) {
        (void)snprintf(out, 16, "o%u", (unsigned)number);
    } else if (number < S9_IR_OUT_D) {
        static const char names[3][5] = {"oPos", "oFog", "oPts"};
        (void)snprintf(out, 16, "%s", names[number]);
    } else if (number < S9_IR_OUT_T) {
        (void)snprintf(out, 16, "oD%u", (unsigned)(number - S9_IR_OUT_D));
    } else {
        (void)snprintf(out, 16, "oT%u", (unsigned)(number - S9_IR_OUT_T));
    }
}

const s9_ir_definition *s9_ir_definition_of(const s9_ir *ir, uint8_t kind, uint32_t number)
{
    uint32_t low = 0, high = ir->definitions.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const s9_ir_definition *d = &ir->definitions.items[middle];
        if (d->kind < kind || (d->kind == kind && d->number < number))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == ir->definitions.count)
        return NULL;
    const s9_ir_definition *d = &ir->definitions.items[low];
    return d->kind == kind && d->number == number ? d : NULL;
}
