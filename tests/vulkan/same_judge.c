/* SPDX-License-Identifier: MIT */
/* Equal, equal on a machine that flushes denormal numbers, or within bounds. */
#include "vulkan/same_shader.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

/* What is nearly right may be moved: NULL means nothing is. */
static random_source *wobble;
static bool nan_for_anything; /* this time, a coordinate that is none gives NaN */

static bool beyond_numbers; /* in another order a sum that is infinite, or none, may be a number, or one may be that */
static bool any_order;      /* the language lets compilers fuse products and sums, and change the order of sums */

static uint32_t moved_result(uint32_t op, uint32_t (*s)[4], uint32_t bits);
static s9_ir_op product_of(s9_ir_op op);
static void move_coordinate(float in[3][3][4], uint32_t sources, uint32_t texture_size);
static void move_sample(float in[3][4], float out[4][4], const s9_sampler_state *state);

#define REF_MOVED(op, s, bits) moved_result((uint32_t)(op), s, bits)
#define REF_OP(op) product_of(op)
#define REF_SAMPLE_MOVED_IN(r, inst, in) move_coordinate(in, s9_ir_op_info_of((s9_ir_op)(inst)->op)->sources, 8)
#define REF_SAMPLE_MOVED_OUT(r, inst, in, out) move_sample((in)[0], out, &(r)->samplers[(inst)->aux & 15u].state)

#include "ir_reference.h"

#define PI 3.14159265358979
#define SURE 12
#define PATIENT 200

/* Now and then a product with a factor 0 is 0, whatever the other factor. */
static bool zero_products;

static s9_ir_op product_of(s9_ir_op op)
{
    if (wobble == NULL || !zero_products)
        return op;
    switch (op) {
    case S9_IR_MUL:
        return S9_IR_MULZ;
    case S9_IR_MAD:
        return S9_IR_MADZ;
    case S9_IR_DOT2:
        return S9_IR_DOT2Z;
    case S9_IR_DOT3:
        return S9_IR_DOT3Z;
    case S9_IR_DOT4:
        return S9_IR_DOT4Z;
    default:
        return op;
    }
}

/* Bounds of log2 x: ulps of the result, and absolute. */
static void log_bound(double x, double *ulps, double *absolute)
{
    bool near = x >= 0.5 && x <= 2;
    *ulps = 3;
    *absolute = near ? 0x1p-21 : 0;
}

/* In another order what was too small, and 0, may have been added to something first; or the other way round. */
static double flushed(double x)
{
    return x != 0 && fabs(x) < 0x1p-126 ? 0x1p-126 : 0;
}

/* How far rounding in another order gets: some ulps of what is added up, whatever comes out. */
static double order_bound(s9_ir_op op, uint32_t (*s)[4])
{
    double size = 0, lost = 0, x = (double)same_float(s[0][0]), y = (double)same_float(s[1][0]);
    switch (op) {
    case S9_IR_ADD:
        return fmax(fabs(x), fabs(y)) * 0x1p-22 + flushed(x + y);
    case S9_IR_SUB:
        return fmax(fabs(x), fabs(y)) * 0x1p-22 + flushed(x - y);
    case S9_IR_MUL:
    case S9_IR_MULZ:
        return fabs(x * y) * 0x1p-23 + flushed(x * y);
    case S9_IR_MAD:
    case S9_IR_MADZ:
        size = (double)same_float(s[2][0]);
        return fmax(fabs(size), fabs(x * y)) * 0x1p-22 + flushed(x * y) + flushed(x * y + size);
    case S9_IR_DOT2:
    case S9_IR_DOT2Z:
    case S9_IR_DOT3:
    case S9_IR_DOT3Z:
    case S9_IR_DOT4:
    case S9_IR_DOT4Z: /* components that are not there are 0 */
        for (uint32_t k = 0; k < 4; k++) {
            double product = (double)same_float(s[0][k]) * (double)same_float(s[1][k]);
            size = fmax(size, fabs(product));
            lost += flushed(product);
        }
        return size * 0x1p-21 + lost;
    default:
        return 0;
    }
}

static uint32_t moved_result(uint32_t op, uint32_t (*s)[4], uint32_t bits)
{
    float x = same_float(s[0][0]), y = same_float(s[1][0]), result = same_float(bits);
    double ulps, absolute;
    if (op != S9_IR_MOV && op != S9_IR_SELECT && op != S9_IR_NEG && op != S9_IR_ABS &&
        s9_ir_op_info_of((s9_ir_op)op)->result == S9_IR_TYPE_F32 && (bits & 0x7F800000u) == 0)
        bits &= 0x80000000u; /* what has been made of integers and doubles is flushed too */
    if (wobble == NULL)
        return bits;
    if (any_order) {
        double bound = order_bound((s9_ir_op)op, s);
        beyond_numbers = beyond_numbers || ((bound > 0 || isnan(bound)) && !isfinite(result)) ||
                         bound >= 0x1p104; /* terms of 2^125 and more: part of the sum may be infinite */
        if (bound > 0 && bound < 1e38)
            return same_bits(same_moved(wobble, result, 0, bound));
    }
    switch ((s9_ir_op)op) {
    case S9_IR_FLOAT_TO_INT_FLOOR:
    case S9_IR_FLOAT_TO_INT_EVEN:
    case S9_IR_FLOAT_TO_INT_AWAY:
    case S9_IR_FLOAT_TO_INT_UP: {
        /* Without the mode that preserves NaN a compiler may lose one on the way to the test for it. */
        static const uint32_t whole[3] = {0, 0x80000000u, 0x7FFFFFFFu};
        return isnan(x) ? whole[pick(wobble, 3)] : bits;
    }
    case S9_IR_DIV:
    case S9_IR_RCP:
    case S9_IR_RCPZ:
    case S9_IR_RSQ:
    case S9_IR_RSQZ:
    case S9_IR_SQRT:
        return same_bits(same_moved(wobble, result, 2.5, 0));
    case S9_IR_EXP:
    case S9_IR_EXPZ:
        if (isinf(result) && x < 129 && pick(wobble, 2) == 0) /* within the bound of the largest number */
            return same_bits(FLT_MAX);
        return same_bits(same_moved(wobble, result, 3 + 2 * fabs((double)x), 0));
    case S9_IR_LOG:
    case S9_IR_LOGZ:
        log_bound(fabs((double)x), &ulps, &absolute);
        return same_bits(same_moved(wobble, result, ulps, absolute));
    case S9_IR_POW:
    case S9_IR_POWZ: {
        double log = log2(fabs((double)x)), power = (double)y * log;
        if (!isfinite(log) || !isfinite(power) || y == 0 || fabsf(x) == 1)
            return bits;
        log_bound(fabs((double)x), &ulps, &absolute);
        double error = fabs((double)y) * (ulps * fabs(log) * 0x1p-23 + absolute) + fabs(power) * 0x1p-23;
        if (error > 20)
            error = 20;
        return same_bits(same_moved(wobble, result, 3 + 2 * fabs(power) + exp2(error) * error * 0x1p24, 0));
    }
    case S9_IR_SIN:
    case S9_IR_COS: {
        double size = fabs((double)x), error = 0x1p-11;
        if (!isfinite(x))
            return bits;
        if (size > PI)
            error = size < 4096 ? error * size / PI : 2;
        result = same_moved(wobble, result, 0, error);
        return same_bits(error >= 2 && result > 1 ? 1.0f : error >= 2 && result < -1 ? -1.0f : result);
    }
    default:
        return bits;
    }
}

static void move_coordinate(float in[3][3][4], uint32_t sources, uint32_t texture_size)
{
    for (uint32_t lane = 0; lane < 4 && wobble != NULL && sources > 0; lane++)
        for (uint32_t k = 0; k < 3; k++)
            if (fabsf(in[0][k][lane]) < 0x1p16f)
                in[0][k][lane] = same_moved(wobble, in[0][k][lane], 16, 0x1p-20 / texture_size * 8);
}

/*
 * Texels lie in [-2, 2]. What a coordinate that is no number, or a huge one, or no direction at all comes to is not
 * said by anybody: any texel.
 */
static void move_sample(float in[3][4], float out[4][4], const s9_sampler_state *state)
{
    /* Texels of levels are their numbers. */
    double near = state->mip == S9_FILTER_LINEAR ? 1.0 / 16 : state->mag == S9_FILTER_LINEAR ? 0x1p-16 : 0;
    for (uint32_t lane = 0; lane < 4 && wobble != NULL; lane++) {
        bool any = true;
        for (uint32_t k = 0; k < 3; k++)
            any = any && in[k][lane] == 0;
        for (uint32_t k = 0; k < 3; k++)
            any = any || !(fabsf(in[k][lane]) < 0x1p16f);
        for (uint32_t k = 0; k < 4; k++)
            out[k][lane] = any && nan_for_anything ? (float)NAN
                           : any                   ? same_moved(wobble, out[k][lane], 0, 8)
                                                   : same_moved(wobble, out[k][lane], 2, near);
    }
}

/* ---- reading the program once more ---- */

static void feed(const same_case *c, reference *r, uint32_t group)
{
    const same_job *job = c->job;
    const s9_shader *shader = c->shader;
    bool seen[S9_IR_IN_COUNT] = {false};
    for (uint32_t n = 0; n < S9_IR_IN_COUNT; n++)
        for (uint32_t lane = 0; lane < 4; lane++)
            r->in[n][3][lane] = 0x3F800000u;
    for (uint32_t i = 0; i < shader->input_count && i < SAME_SLOTS; i++) {
        uint32_t n = shader->input_numbers[i];
        for (uint32_t lane = 0; lane < 4; lane++) {
            uint32_t at = same_source_of(c, group, lane);
            for (uint32_t k = 0; k < 4; k++) {
                if (seen[n] && (shader->inputs[i].mask >> k & 1u) == 0)
                    continue;
                float value = job->in[i][at][k];
                if (n == S9_IR_IN_VFACE)
                    value = job->back[at] ? -1.0f : 1.0f;
                if (n == S9_IR_IN_VPOS) {
                    uint32_t x = at % SAME_SIDE, y = at / SAME_SIDE;
                    value = k == 0 ? (float)((x & ~1u) | (lane & 1u)) : k == 1 ? (float)((y & ~1u) | lane >> 1) : 0.0f;
                }
                r->in[n][k][lane] = same_bits(value);
            }
        }
        seen[n] = true;
    }
}

static void read_again(const same_case *c, uint32_t group, same_lane out[4])
{
    s9_constants constants = {
        (const float(*)[4])c->job->f, c->job->f_count, (const int32_t(*)[4])c->job->i, 16, c->job->b, 16};
    static reference r;
    memset(&r, 0, sizeof r);
    r.ir = c->shader->ir;
    r.quads = c->pixel;
    r.constants = &constants;
    r.samplers = c->job->samplers;
    r.sampler_count = 16;
    r.stages = c->job->stages;
    r.stage_count = S9_SPIRV_STAGE_COUNT;
    feed(c, &r, group);
    memset(out, 0, 4 * sizeof *out);
#if defined(__SSE2__)
    uint32_t control = _mm_getcsr();
    _mm_setcsr(control | 0x8040u);
#endif
    bool run = ref_run(&r);
    if (run)
        for (uint32_t lane = 0; lane < 4; lane++) {
            out[lane].discarded = (r.discarded >> lane & 1u) != 0;
            for (uint32_t n = 0; n < S9_IR_OUT_COUNT; n++)
                for (uint32_t k = 0; k < 4; k++) {
                    out[lane].out[n][k] = r.out[n][k][lane];
                    out[lane].written[n] |= (uint8_t)(r.written[n][k][lane] << k);
                }
        }
}

static void end_flush(void)
{
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() & ~0x8040u);
#endif
}

/* ---- judging ---- */

/* A denormal result may be a zero. */
static bool same_number_bits(uint32_t want, uint32_t got)
{
    bool small = (want & 0x7F800000u) == 0 && (got & 0x7FFFFFFFu) == 0;
    return want == got || (small && (want & 0x7FFFFFFFu) != 0) || (isnan(same_float(want)) && isnan(same_float(got)));
}

/* True where the lane may be judged component by component. */
static bool views_equal(const same_case *c, const same_view *want, const same_view *got)
{
    if (want->unsure)
        return true;
    if (want->discarded != got->discarded)
        return false;
    for (uint32_t ch = 0; ch < c->channel_count && !want->discarded; ch++)
        for (uint32_t k = 0; k < 4; k++)
            if ((want->known[ch] >> k & 1u) != 0 && !same_number_bits(want->bits[ch][k], got->bits[ch][k]))
                return false;
    return true;
}

typedef struct bounds {
    float low[SAME_CHANNELS][4], high[SAME_CHANNELS][4];
    uint8_t nan[SAME_CHANNELS], number[SAME_CHANNELS], unknown[SAME_CHANNELS];
    bool kept, discarded, unsure;
} bounds;

static void widen(const same_case *c, bounds *b, const same_view *view)
{
    b->unsure |= view->unsure;
    b->discarded |= view->discarded;
    b->kept |= !view->discarded;
    for (uint32_t ch = 0; ch < c->channel_count && !view->discarded; ch++)
        for (uint32_t k = 0; k < 4; k++) {
            float x = same_float(view->bits[ch][k]);
            uint8_t bit = (uint8_t)(1u << k);
            if ((view->known[ch] & bit) == 0) {
                b->unknown[ch] |= bit;
            } else if (isnan(x)) {
                b->nan[ch] |= bit;
            } else {
                if ((b->number[ch] & bit) == 0 || x < b->low[ch][k])
                    b->low[ch][k] = x;
                if ((b->number[ch] & bit) == 0 || x > b->high[ch][k])
                    b->high[ch][k] = x;
                b->number[ch] |= bit;
            }
        }
}

/* The nearest half float, of two the even one. */
static double half_of(double x)
{
    if (!isfinite(x) || x == 0)
        return x;
    double step = ldexp(1, (fabs(x) < 0x1p-14 ? -14 : ilogb(x)) - 10), rounded = nearbyint(x / step) * step;
    return fabs(rounded) > 65504 ? copysign(INFINITY, x) : rounded;
}

/* *loose: the bound says little. */
static bool component_within(const same_case *c, const bounds *b, uint32_t ch, uint32_t k, uint32_t bits, bool *loose)
{
    float x = same_float(bits);
    bool halves = c->pixel && c->host->gl != NULL && c->host->gl_half_colors;
    uint8_t bit = (uint8_t)(1u << k);
    if ((b->unknown[ch] & bit) != 0)
        return true;
    bool nan = (b->nan[ch] & bit) != 0, number = (b->number[ch] & bit) != 0;
    *loose = *loose || (nan && number);
    if (isnan(x) || !number)
        return nan;
    double low = (double)b->low[ch][k], high = (double)b->high[ch][k], width = high - low;
    if (halves && (double)x == half_of((double)x)) { /* the device has rounded, so do the bounds */
        low = half_of(low - width);
        high = half_of(high + width);
        *loose = *loose || width > 0.01 * fmax(fabs(low), fabs(high)) || !isfinite(width);
        return !isfinite(width) || ((double)x >= low && (double)x <= high);
    }
    if (!isfinite(width)) {
        *loose = true; /* from a number to infinity */
        return true;
    }
    *loose = *loose || width > 0.01 * fmax(fabs(low), fabs(high));
    if (x == 0 && fabs(low) < 0x1p-126)
        return true; /* a denormal result */
    if (width == 0)
        return (double)x == low;
    return (double)x >= low - width - 0x1p-126 && (double)x <= high + width + 0x1p-126;
}

static bool within(const same_case *c, const bounds *b, const same_view *got, bool *loose)
{
    *loose = false;
    if (b->unsure || (b->kept && b->discarded)) {
        *loose = true;
        return true;
    }
    if (got->discarded != b->discarded)
        return false;
    for (uint32_t ch = 0; ch < c->channel_count && b->kept; ch++)
        for (uint32_t k = 0; k < 4; k++)
            if (!component_within(c, b, ch, k, got->bits[ch][k], loose))
                return false;
    return true;
}

static void say(const same_case *c, uint32_t at, const same_view *want, const same_view *got, const bounds *b)
{
    for (uint32_t i = 0; i < 16; i++)
        if (c->job->samplers[i].texture != NULL)
            fprintf(stderr, "s%u: texture %u, filter %d, addresses %d %d %d\n", (unsigned)i,
                    (unsigned)c->job->image_of[i], (int)c->job->samplers[i].state.mag,
                    (int)c->job->samplers[i].state.address[0], (int)c->job->samplers[i].state.address[1],
                    (int)c->job->samplers[i].state.address[2]);
    for (uint32_t i = 0; i < s9_shader_input_count(c->shader); i++)
        fprintf(stderr, "%s: %.9g %.9g %.9g %.9g\n", s9_shader_input(c->shader, i)->name, (double)c->job->in[i][at][0],
                (double)c->job->in[i][at][1], (double)c->job->in[i][at][2], (double)c->job->in[i][at][3]);
    for (uint32_t i = 0; want->discarded != got->discarded && i < 1; i++) {
        fprintf(stderr, "%s: lane %u: discarded %d, not %d\n", c->about, (unsigned)at, got->discarded, want->discarded);
        return;
    }
    for (uint32_t ch = 0; ch < c->channel_count; ch++)
        for (uint32_t k = 0; k < 4; k++) {
            bool loose = false;
            if ((want->known[ch] >> k & 1u) == 0 || component_within(c, b, ch, k, got->bits[ch][k], &loose))
                continue;
            fprintf(stderr,
                    "%s: lane %u: channel %u (output %d).%c is %.9g (%08x), not %.9g (%08x), nor in [%.9g, %.9g]\n",
                    c->about, (unsigned)at, (unsigned)ch, c->channel_output[ch] & 255, "xyzw"[k],
                    (double)same_float(got->bits[ch][k]), (unsigned)got -> bits[ch][k],
                    (double)same_float(want->bits[ch][k]), (unsigned)want -> bits[ch][k], (double)b -> low[ch][k],
                    (double)b -> high[ch][k]);
            return;
        }
}

static uint32_t components_of(const same_case *c, const same_view *view)
{
    uint32_t n = view->discarded ? 1 : 0;
    for (uint32_t ch = 0; ch < c->channel_count && !view->discarded; ch++)
        for (uint32_t k = 0; k < 4; k++)
            n += view->known[ch] >> k & 1u;
    return n;
}

/* Reads again until the device's lanes of the group lie within. */
static bool judge_group(same_case *c, uint32_t group, const same_view want[4])
{
    same_lane lanes[4];
    same_view view;
    bounds *b = calloc(4, sizeof *b);
    random_source source = {group * 77u + 1u};
    bool good = b != NULL, loose = false, flushed = true;
    read_again(c, group, lanes);
    for (uint32_t i = 0; i < 4 && good; i++) {
        uint32_t at = c->lane_of[group][i];
        if (at == UINT32_MAX)
            continue;
        same_view_of(c, &lanes[i], at, NULL, &view);
        flushed = flushed && views_equal(c, &view, &c->seen[at]);
        widen(c, &b[i], &want[i]);
        widen(c, &b[i], &view);
    }
    end_flush();
    if (flushed && good) {
        for (uint32_t i = 0; i < 4; i++)
            if (c->lane_of[group][i] != UINT32_MAX)
                c->counts->flushed += components_of(c, &want[i]);
        free(b);
        return true;
    }
    wobble = &source;
    beyond_numbers = false;
    for (uint32_t run = 0, in = 0; run < PATIENT && good && in < 4; run++) {
        nan_for_anything = run % 6 == 5;
        zero_products = run % 4 == 3;
        read_again(c, group, lanes);
        for (uint32_t i = 0; i < 4; i++)
            if (c->lane_of[group][i] != UINT32_MAX) {
                same_view_of(c, &lanes[i], c->lane_of[group][i], wobble, &view);
                widen(c, &b[i], &view);
            }
        end_flush();
        in = 0;
        for (uint32_t i = 0; i < 4 && run + 1 >= SURE; i++)
            in += c->lane_of[group][i] == UINT32_MAX || within(c, &b[i], &c->seen[c->lane_of[group][i]], &loose);
    }
    wobble = NULL;
    for (uint32_t i = 0; i < 4 && good; i++) {
        uint32_t at = c->lane_of[group][i];
        if (at == UINT32_MAX)
            continue;
        good = within(c, &b[i], &c->seen[at], &loose) || beyond_numbers;
        loose = loose || beyond_numbers;
        if (!good) {
            say(c, at, &want[i], &c->seen[at], &b[i]);
        } else {
            uint32_t n = components_of(c, &want[i]);
            c->counts->bounded += n;
            c->counts->loose += loose ? n : 0;
        }
    }
    free(b);
    return good;
}

bool same_judge(same_case *c)
{
    any_order =
        (c->host->gl != NULL && c->host->gl_any_order) || c->job->options.native_dot || c->job->options.contract;
    for (uint32_t group = 0; group < c->groups; group++) {
        same_view want[4];
        bool equal = true;
        uint32_t numbers = 0;
        for (uint32_t i = 0; i < 4; i++) {
            uint32_t at = c->lane_of[group][i];
            if (at == UINT32_MAX)
                continue;
            same_view_of(c, &c->lanes[group][i], at, NULL, &want[i]);
            equal = equal && views_equal(c, &want[i], &c->seen[at]);
            numbers += components_of(c, &want[i]);
        }
        c->counts->numbers += numbers;
        c->counts->equal += equal ? numbers : 0;
        if (!equal && !judge_group(c, group, want))
            return false;
    }
    return true;
}
