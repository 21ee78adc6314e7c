/* SPDX-License-Identifier: MIT */
/* One run of both shaders, and what of it differs. */
#include "diff/compare.h"

s9_run_args s9_cmp_args(const s9_compare *c, uint32_t side, const s9_cmp_case *k, s9_lane_array *inputs,
                        s9_sampler_binding bindings[S9_COMPARE_SAMPLERS])
{
    const s9_cmp_side *s = &c->sides[side];
    for (uint32_t n = 0; n < S9_COMPARE_SAMPLERS; n++)
        bindings[n] = s9_cmp_binding(c, k, n);
    for (uint32_t n = 0; n < c->input_count; n++) {
        const s9_cmp_input *in = &c->inputs[n];
        if (in->slots[side] != S9_CMP_NONE)
            inputs[in->slots[side]] = (s9_lane_array){k->in[n], 4 * sizeof(float), sizeof(float),
                                                      in->components < 4 ? in->components : 4, NULL};
    }
    s9_run_args args = {
        .struct_size = sizeof args,
        .lanes = k->lanes,
        .quads = k->quads,
        .constants = {(const float(*)[4])k->f, c->f_count, (const int32_t(*)[4])k->i, c->i_count, k->b, c->b_count},
        .samplers = bindings,
        .sampler_count = S9_COMPARE_SAMPLERS,
        .stages = k->stages,
        .stage_count = S9_COMPARE_STAGES,
        .inputs = inputs,
        .outputs = s->outputs,
        .discarded = (uint8_t *)s->discarded,
        .stopped = (uint8_t *)s->stopped};
    return args;
}

/* Bits in the order of the numbers that they stand for. */
static int64_t ordered(float value)
{
    uint32_t bits = s9_float_bits(value);
    return (bits & 0x80000000u) != 0 ? -(int64_t)(bits & 0x7FFFFFFFu) : (int64_t)bits;
}

static bool values_differ(const s9_compare *c, float a, float b)
{
    if (s9_float_bits(a) == s9_float_bits(b))
        return false;
    if (c->options.ulp == 0 && !(c->options.tolerance > 0.0f))
        return true;
    if (a != a || b != b)
        return !(a != a && b != b);
    if (a == b)
        return false;
    int64_t apart = ordered(a) - ordered(b);
    if ((apart < 0 ? -apart : apart) <= (int64_t)c->options.ulp)
        return false;
    double x = a, y = b, gap = x > y ? x - y : y - x, size = 1.0;
    size = x > size ? x : -x > size ? -x : size;
    size = y > size ? y : -y > size ? -y : size;
    return !(gap <= (double)c->options.tolerance * size) || gap - gap != 0.0;
}

static void note(s9_compare *c, const s9_compare_difference *d)
{
    c->failed |= !S9_PUSH(&c->arena, &c->differences, *d);
}

bool s9_cmp_lane_differs(s9_compare *c, uint32_t lane, bool keep)
{
    const s9_cmp_side *a = &c->sides[0], *b = &c->sides[1];
    bool differs = false;
    s9_compare_difference d = {.lane = lane};
    if (a->stopped[lane] || b->stopped[lane])
        return false;
    d.discarded_a = a->discarded[lane] != 0;
    d.discarded_b = b->discarded[lane] != 0;
    if (d.discarded_a != d.discarded_b) {
        differs = true;
        if (keep)
            note(c, &d);
    }
    /* What a pixel wrote that both threw away is seen by nobody. */
    if (d.discarded_a && d.discarded_b)
        return false;
    for (uint32_t n = 0; n < c->output_count && (keep || !differs); n++) {
        const s9_cmp_output *o = &c->outputs[n];
        const float *values[2] = {NULL, NULL};
        uint32_t written[2] = {0, 0};
        for (uint32_t side = 0; side < 2; side++) {
            if (o->slots[side] == S9_CMP_NONE)
                continue;
            values[side] = c->sides[side].out[o->slots[side]][lane];
            written[side] = c->sides[side].written[o->slots[side]][lane] & o->masks[side];
        }
        for (uint32_t i = 0; i < 4; i++) {
            d.written_a = (written[0] >> i & 1u) != 0;
            d.written_b = (written[1] >> i & 1u) != 0;
            d.a = d.written_a ? values[0][i] : 0.0f;
            d.b = d.written_b ? values[1][i] : 0.0f;
            if (d.written_a == d.written_b && (!d.written_a || !values_differ(c, d.a, d.b)))
                continue;
            differs = true;
            d.name_a = o->names[0];
            d.name_b = o->names[1];
            d.component = i;
            if (keep)
                note(c, &d);
        }
    }
    return differs;
}

int s9_cmp_run(s9_compare *c, const s9_cmp_case *k)
{
    s9_sampler_binding bindings[S9_COMPARE_SAMPLERS];
    for (uint32_t side = 0; side < 2; side++) {
        s9_run_args args = s9_cmp_args(c, side, k, c->sides[side].inputs, bindings);
        if (s9_shader_run(c->sides[side].shader, &args) != S9_OK) {
            c->failed = true;
            return -1;
        }
    }
    for (uint32_t lane = 0; lane < k->lanes; lane++)
        if (s9_cmp_lane_differs(c, lane, false))
            return (int)lane;
    return -1;
}

bool s9_cmp_try(s9_compare *c, const s9_cmp_case *k)
{
    s9_cmp_case part = *k;
    uint32_t left = c->total - c->tried;
    if (left < part.lanes)
        part.lanes = k->quads ? left / 4u * 4u : left;
    if (part.lanes == 0) {
        c->tried = c->total;
        return false;
    }
    int lane = s9_cmp_run(c, &part);
    c->tried += part.lanes;
    for (uint32_t i = 0; i < part.lanes && !c->failed; i++)
        c->unjudged += c->sides[0].stopped[i] || c->sides[1].stopped[i];
    if (lane < 0)
        return false;
    c->differs = true;
    c->example = s9_cmp_case_new(c);
    if (c->example == NULL)
        c->failed = true;
    else
        s9_cmp_narrow(c, c->example, &part, (uint32_t)lane, k->quads);
    return true;
}
