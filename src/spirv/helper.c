/* SPDX-License-Identifier: MIT */
/*
 * Operations that take several instructions: the product that a zero wins, functions that stay finite, dot products in
 * their order. What occurs often is a function of the module, so that its uses cost one call each; what occurs once
 * stands where it is used. Reads and writes by index are functions always.
 */
#include "spirv/writer.h"

#define ONE 0x3F800000u
#define FLT_MAX_BITS 0x7F7FFFFFu
#define NEGATIVE_FLT_MAX_BITS 0xFF7FFFFFu
#define INFINITY_BITS 0x7F800000u
#define NEGATIVE_INFINITY_BITS 0xFF800000u

typedef struct helper_info {
    const char *name;
    uint8_t parameters;
    uint8_t components; /* of the parameters; 0: as the result */
    uint8_t words;      /* in place, about */
    uint8_t result;     /* s9_sp_type */
} helper_info;

static const helper_info helpers[S9_SP_HELPER_COUNT] = {
    [S9_SP_MULZ] = {"mulz", 2, 0, 27, S9_SP_FLOAT},         [S9_SP_DOT2] = {"dot2_", 2, 2, 23, S9_SP_FLOAT},
    [S9_SP_DOT3] = {"dot3_", 2, 3, 34, S9_SP_FLOAT},        [S9_SP_DOT4] = {"dot4_", 2, 4, 45, S9_SP_FLOAT},
    [S9_SP_DOT2Z] = {"dot2z", 2, 2, 44, S9_SP_FLOAT},       [S9_SP_DOT3Z] = {"dot3z", 2, 3, 55, S9_SP_FLOAT},
    [S9_SP_DOT4Z] = {"dot4z", 2, 4, 66, S9_SP_FLOAT},       [S9_SP_MIN] = {"min_", 2, 0, 20, S9_SP_FLOAT},
    [S9_SP_MAX] = {"max_", 2, 0, 20, S9_SP_FLOAT},          [S9_SP_FRC] = {"frc", 1, 0, 12, S9_SP_FLOAT},
    [S9_SP_RCPZ] = {"rcpz", 1, 0, 39, S9_SP_FLOAT},         [S9_SP_RSQ] = {"rsq", 1, 0, 12, S9_SP_FLOAT},
    [S9_SP_RSQZ] = {"rsqz", 1, 0, 23, S9_SP_FLOAT},         [S9_SP_EXPZ] = {"expz", 1, 0, 17, S9_SP_FLOAT},
    [S9_SP_LOG] = {"log_", 1, 0, 12, S9_SP_FLOAT},          [S9_SP_LOGZ] = {"logz", 1, 0, 23, S9_SP_FLOAT},
    [S9_SP_POW] = {"pow_", 2, 0, 50, S9_SP_FLOAT},          [S9_SP_POWZ] = {"powz", 2, 0, 70, S9_SP_FLOAT},
    [S9_SP_EXPONENT] = {"exponent", 1, 0, 90, S9_SP_FLOAT}, [S9_SP_EXPONENTZ] = {"exponentz", 1, 0, 90, S9_SP_FLOAT},
    [S9_SP_MANTISSA] = {"mantissa", 1, 0, 90, S9_SP_FLOAT}, [S9_SP_FTOI_FLOOR] = {"ftoi_floor", 1, 0, 45, S9_SP_INT},
    [S9_SP_FTOI_EVEN] = {"ftoi_even", 1, 0, 45, S9_SP_INT}, [S9_SP_FTOI_AWAY] = {"ftoi_away", 1, 0, 75, S9_SP_INT},
    [S9_SP_FTOI_UP] = {"ftoi_up", 1, 0, 65, S9_SP_INT},     [S9_SP_SAT] = {"sat", 1, 0, 20, S9_SP_FLOAT},
};

/* ---- small steps on n floats ---- */

static uint32_t float_type(s9_sp_writer *w, uint32_t n)
{
    return s9_sp_type_id(w, S9_SP_FLOAT, n);
}

static uint32_t splat(s9_sp_writer *w, uint32_t n, uint32_t bits)
{
    return s9_sp_constant_splat(w, S9_SP_FLOAT, n, bits);
}

static uint32_t call1(s9_sp_writer *w, uint32_t number, uint32_t n, uint32_t a)
{
    return s9_sp_ext(w, number, float_type(w, n), n, 1, a, 0, 0);
}

static uint32_t pick(s9_sp_writer *w, uint32_t n, uint32_t condition, uint32_t a, uint32_t b)
{
    return s9_sp_select(w, S9_SP_FLOAT, n, condition, a, b);
}

static uint32_t is_zero(s9_sp_writer *w, uint32_t n, uint32_t a)
{
    return s9_sp_compare(w, SPV_OP_FORD_EQUAL, n, a, s9_sp_constant_null(w, S9_SP_FLOAT, n));
}

static uint32_t is_nan(s9_sp_writer *w, uint32_t n, uint32_t a)
{
    return s9_sp_emit1(w, SPV_OP_IS_NAN, s9_sp_type_id(w, S9_SP_BOOL, n), n, a);
}

static uint32_t either(s9_sp_writer *w, uint32_t n, uint32_t a, uint32_t b)
{
    return s9_sp_emit2(w, SPV_OP_LOGICAL_OR, s9_sp_type_id(w, S9_SP_BOOL, n), n, a, b);
}

static uint32_t exact(s9_sp_writer *w, uint32_t op, uint32_t n, uint32_t a, uint32_t b)
{
    return s9_sp_exact2(w, op, float_type(w, n), n, a, b);
}

/* ---- what each is ---- */

static uint32_t expand_mulz(s9_sp_writer *w, uint32_t n, uint32_t a, uint32_t b)
{
    uint32_t zero = is_zero(w, n, a);
    if (b != a)
        zero = either(w, n, zero, is_zero(w, n, b));
    uint32_t product = exact(w, SPV_OP_FMUL, n, a, b);
    return pick(w, n, zero, s9_sp_constant_null(w, S9_SP_FLOAT, n), product);
}

/* Products at once, then sums from left to right. */
static uint32_t expand_dot(s9_sp_writer *w, uint32_t n, uint32_t a, uint32_t b, bool zero_wins)
{
    uint32_t scalar = float_type(w, 1), sum = 0;
    for (uint32_t k = 0; k < n && w->readable; k++) {
        uint32_t x = s9_sp_extract(w, scalar, a, k), y = s9_sp_extract(w, scalar, b, k);
        uint32_t term = zero_wins ? s9_sp_help(w, S9_SP_MULZ, 1, x, y) : exact(w, SPV_OP_FMUL, 1, x, y);
        sum = k == 0 ? term : exact(w, SPV_OP_FADD, 1, sum, term);
    }
    if (w->readable)
        return sum;
    uint32_t product = zero_wins ? expand_mulz(w, n, a, b) : exact(w, SPV_OP_FMUL, n, a, b);
    sum = s9_sp_extract(w, scalar, product, 0);
    for (uint32_t k = 1; k < n; k++)
        sum = exact(w, SPV_OP_FADD, 1, sum, s9_sp_extract(w, scalar, product, k));
    return sum;
}

/* min: a < b ? a : b, max: a >= b ? a : b; where b is NaN, a. */
static uint32_t expand_least(s9_sp_writer *w, uint32_t op, uint32_t n, uint32_t a, uint32_t b)
{
    uint32_t first = s9_sp_compare(w, op, n, a, b);
    if (!w->plain && (w->info[b] & S9_SP_CONSTANT) == 0)
        first = either(w, n, first, is_nan(w, n, b));
    return pick(w, n, first, a, b);
}

/* `a` held to [least, most]; NaN is `least`. What languages make of NClamp looks at every operand for NaN. */
uint32_t s9_sp_hold(s9_sp_writer *w, uint32_t n, uint32_t a, uint32_t least, uint32_t most)
{
    uint32_t held = pick(w, n, s9_sp_compare(w, SPV_OP_FORD_GREATER_THAN, n, a, least), a, least);
    return pick(w, n, s9_sp_compare(w, SPV_OP_FORD_LESS_THAN, n, held, most), held, most);
}

/* The same for [0, 1] without a result between: a conditional in a conditional. */
static uint32_t expand_sat(s9_sp_writer *w, uint32_t n, uint32_t a)
{
    uint32_t one = splat(w, n, ONE), zero = s9_sp_constant_null(w, S9_SP_FLOAT, n);
    uint32_t low = pick(w, n, s9_sp_compare(w, SPV_OP_FORD_LESS_THAN, n, a, one), a, one);
    return pick(w, n, s9_sp_compare(w, SPV_OP_FORD_GREATER_THAN, n, a, zero), low, zero);
}

/* 1 / a, held to the finite numbers; NaN stays. */
static uint32_t expand_rcpz(s9_sp_writer *w, uint32_t n, uint32_t a)
{
    uint32_t most = splat(w, n, FLT_MAX_BITS), least = splat(w, n, NEGATIVE_FLT_MAX_BITS);
    uint32_t r = exact(w, SPV_OP_FDIV, n, splat(w, n, ONE), a);
    r = pick(w, n, s9_sp_compare(w, SPV_OP_FORD_GREATER_THAN, n, r, most), most, r);
    r = pick(w, n, s9_sp_compare(w, SPV_OP_FORD_LESS_THAN, n, r, least), least, r);
    return pick(w, n, is_zero(w, n, a), most, r);
}

static uint32_t expand_rsq(s9_sp_writer *w, uint32_t n, uint32_t a, bool finite)
{
    uint32_t r = call1(w, SPV_GLSL_INVERSE_SQRT, n, call1(w, SPV_GLSL_FABS, n, a));
    return finite ? pick(w, n, is_zero(w, n, a), splat(w, n, FLT_MAX_BITS), r) : r;
}

static uint32_t at_most(s9_sp_writer *w, uint32_t n, uint32_t a)
{
    uint32_t most = splat(w, n, FLT_MAX_BITS);
    return pick(w, n, s9_sp_compare(w, SPV_OP_FORD_GREATER_THAN, n, a, most), most, a);
}

static uint32_t expand_log(s9_sp_writer *w, uint32_t n, uint32_t a, bool finite)
{
    uint32_t r = call1(w, SPV_GLSL_LOG2, n, call1(w, SPV_GLSL_FABS, n, a));
    return finite ? pick(w, n, is_zero(w, n, a), splat(w, n, NEGATIVE_FLT_MAX_BITS), r) : r;
}

/*
 * 2 to the b * log2 abs a. The logarithm of 0 is minus infinity here in both forms, so that any negative power of 0
 * overflows and any positive one is 0. Power 0 is 1 for every a, and so are powers of 1.
 */
static uint32_t expand_pow(s9_sp_writer *w, uint32_t n, uint32_t a, uint32_t b, bool finite)
{
    uint32_t one = splat(w, n, ONE), base = call1(w, SPV_GLSL_FABS, n, a);
    uint32_t log = pick(w, n, is_zero(w, n, a), splat(w, n, w->plain ? NEGATIVE_FLT_MAX_BITS : NEGATIVE_INFINITY_BITS),
                        call1(w, SPV_GLSL_LOG2, n, base));
    uint32_t r = call1(w, SPV_GLSL_EXP2, n, exact(w, SPV_OP_FMUL, n, b, log));
    if (finite)
        r = at_most(w, n, r);
    uint32_t unit = either(w, n, is_zero(w, n, b), s9_sp_compare(w, SPV_OP_FORD_EQUAL, n, base, one));
    return pick(w, n, unit, one, r);
}

/* The place of the highest bit, by the exponent of the number: findMSB is not in GLSL before 4.00, nor in ESSL 3.00. */
static uint32_t highest_bit(s9_sp_writer *w, uint32_t n, uint32_t bits)
{
    uint32_t uint_type = s9_sp_type_id(w, S9_SP_UINT, n), int_type = s9_sp_type_id(w, S9_SP_INT, n);
    uint32_t number = s9_sp_emit1(w, SPV_OP_CONVERT_U_TO_F, float_type(w, n), n, bits);
    uint32_t field =
        s9_sp_emit2(w, SPV_OP_SHIFT_RIGHT_LOGICAL, uint_type, n, s9_sp_emit1(w, SPV_OP_BITCAST, uint_type, n, number),
                    s9_sp_constant_splat(w, S9_SP_UINT, n, 23));
    return s9_sp_emit2(w, SPV_OP_ISUB, int_type, n, field, s9_sp_constant_splat(w, S9_SP_INT, n, 127));
}

/* e with abs a = m * 2^e, from the bits; from the logarithm where there are none. */
static uint32_t expand_exponent(s9_sp_writer *w, uint32_t n, uint32_t a, uint32_t of_zero)
{
    uint32_t zero = is_zero(w, n, a), base = call1(w, SPV_GLSL_FABS, n, a), e;
    if (w->plain) {
        e = call1(w, SPV_GLSL_FLOOR, n, call1(w, SPV_GLSL_LOG2, n, base));
        return pick(w, n, zero, splat(w, n, of_zero), e);
    }
    uint32_t uint_type = s9_sp_type_id(w, S9_SP_UINT, n), int_type = s9_sp_type_id(w, S9_SP_INT, n);
    uint32_t bits = s9_sp_emit1(w, SPV_OP_BITCAST, uint_type, n, base);
    uint32_t field =
        s9_sp_emit2(w, SPV_OP_SHIFT_RIGHT_LOGICAL, uint_type, n, bits, s9_sp_constant_splat(w, S9_SP_UINT, n, 23));
    uint32_t normal = s9_sp_emit2(w, SPV_OP_ISUB, int_type, n, field, s9_sp_constant_splat(w, S9_SP_INT, n, 127));
    /* Denormals: the place of their highest bit. */
    uint32_t high = highest_bit(w, n, bits);
    uint32_t small = s9_sp_emit2(w, SPV_OP_ISUB, int_type, n, high, s9_sp_constant_splat(w, S9_SP_INT, n, 149));
    uint32_t is_small = s9_sp_compare(w, SPV_OP_IEQUAL, n, field, s9_sp_constant_splat(w, S9_SP_UINT, n, 0));
    e = s9_sp_emit1(w, SPV_OP_CONVERT_S_TO_F, float_type(w, n), n,
                    s9_sp_select(w, S9_SP_INT, n, is_small, small, normal));
    /* Infinity and NaN are what they were. */
    uint32_t special = s9_sp_compare(w, SPV_OP_IEQUAL, n, field, s9_sp_constant_splat(w, S9_SP_UINT, n, 255));
    e = pick(w, n, special, base, e);
    uint32_t nothing = s9_sp_compare(w, SPV_OP_IEQUAL, n, bits, s9_sp_constant_splat(w, S9_SP_UINT, n, 0));
    return pick(w, n, nothing, splat(w, n, of_zero), e);
}

static uint32_t expand_mantissa(s9_sp_writer *w, uint32_t n, uint32_t a)
{
    uint32_t base = call1(w, SPV_GLSL_FABS, n, a), one = splat(w, n, ONE);
    if (w->plain) {
        uint32_t e = call1(w, SPV_GLSL_FLOOR, n, call1(w, SPV_GLSL_LOG2, n, base));
        uint32_t m = exact(w, SPV_OP_FDIV, n, base, call1(w, SPV_GLSL_EXP2, n, e));
        return pick(w, n, is_zero(w, n, a), one, m);
    }
    uint32_t uint_type = s9_sp_type_id(w, S9_SP_UINT, n), int_type = s9_sp_type_id(w, S9_SP_INT, n);
    uint32_t bits = s9_sp_emit1(w, SPV_OP_BITCAST, uint_type, n, base);
    uint32_t field =
        s9_sp_emit2(w, SPV_OP_SHIFT_RIGHT_LOGICAL, uint_type, n, bits, s9_sp_constant_splat(w, S9_SP_UINT, n, 23));
    uint32_t high = highest_bit(w, n, bits);
    uint32_t move = s9_sp_emit2(w, SPV_OP_ISUB, int_type, n, s9_sp_constant_splat(w, S9_SP_INT, n, 23), high);
    /* Of 0 there is no highest bit: move it by something that is allowed. */
    move = s9_sp_emit2(w, SPV_OP_BITWISE_AND, int_type, n, move, s9_sp_constant_splat(w, S9_SP_INT, n, 31));
    uint32_t moved = s9_sp_emit2(w, SPV_OP_SHIFT_LEFT_LOGICAL, uint_type, n, bits, move);
    uint32_t is_small = s9_sp_compare(w, SPV_OP_IEQUAL, n, field, s9_sp_constant_splat(w, S9_SP_UINT, n, 0));
    uint32_t m = s9_sp_select(w, S9_SP_UINT, n, is_small, moved, bits);
    m = s9_sp_emit2(w, SPV_OP_BITWISE_AND, uint_type, n, m, s9_sp_constant_splat(w, S9_SP_UINT, n, 0x7FFFFFu));
    m = s9_sp_emit2(w, SPV_OP_BITWISE_OR, uint_type, n, m, s9_sp_constant_splat(w, S9_SP_UINT, n, ONE));
    m = s9_sp_emit1(w, SPV_OP_BITCAST, float_type(w, n), n, m);
    /* 0 and infinity have the mantissa 1 by these bits already. */
    return pick(w, n, is_nan(w, n, a), a, m);
}

static uint32_t round_up_from_half(s9_sp_writer *w, uint32_t n, uint32_t a)
{
    uint32_t whole = call1(w, SPV_GLSL_FLOOR, n, a), rest = exact(w, SPV_OP_FSUB, n, a, whole);
    uint32_t half = s9_sp_compare(w, SPV_OP_FORD_GREATER_THAN_EQUAL, n, rest, splat(w, n, 0x3F000000u));
    return pick(w, n, half, exact(w, SPV_OP_FADD, n, whole, splat(w, n, ONE)), whole);
}

/* For languages without roundEven: up from halves behind odd numbers, and beyond halves. */
static uint32_t round_to_even(s9_sp_writer *w, uint32_t n, uint32_t a)
{
    uint32_t half = splat(w, n, 0x3F000000u), whole = call1(w, SPV_GLSL_FLOOR, n, a);
    uint32_t rest = exact(w, SPV_OP_FSUB, n, a, whole), halved = exact(w, SPV_OP_FMUL, n, whole, half);
    uint32_t odd = s9_sp_compare(w, SPV_OP_FORD_GREATER_THAN, n, halved, call1(w, SPV_GLSL_FLOOR, n, halved));
    uint32_t least = pick(w, n, odd, half, splat(w, n, 0x3F000001u)); /* the next number above a half */
    uint32_t up = s9_sp_compare(w, SPV_OP_FORD_GREATER_THAN_EQUAL, n, rest, least);
    return pick(w, n, up, exact(w, SPV_OP_FADD, n, whole, splat(w, n, ONE)), whole);
}

/* To an integer, held to its range; NaN is 0. */
static uint32_t expand_ftoi(s9_sp_writer *w, s9_sp_helper helper, uint32_t n, uint32_t a)
{
    uint32_t whole;
    if (helper == S9_SP_FTOI_AWAY) {
        uint32_t up = round_up_from_half(w, n, call1(w, SPV_GLSL_FABS, n, a));
        uint32_t below = s9_sp_compare(w, SPV_OP_FORD_LESS_THAN, n, a, s9_sp_constant_null(w, S9_SP_FLOAT, n));
        whole = pick(w, n, below, s9_sp_emit1(w, SPV_OP_FNEGATE, float_type(w, n), n, up), up);
    } else if (helper == S9_SP_FTOI_UP) {
        whole = round_up_from_half(w, n, a);
    } else if (helper == S9_SP_FTOI_EVEN && w->plain) {
        whole = round_to_even(w, n, a);
    } else {
        whole = call1(w, helper == S9_SP_FTOI_EVEN ? SPV_GLSL_ROUND_EVEN : SPV_GLSL_FLOOR, n, a);
    }
    uint32_t int_type = s9_sp_type_id(w, S9_SP_INT, n), least = splat(w, n, 0xCF000000u);
    if (w->plain) {
        /* What an old language holds in an integer is enough for every index. */
        uint32_t held = s9_sp_ext(w, SPV_GLSL_FCLAMP, float_type(w, n), n, 3, whole, splat(w, n, 0xC7000000u),
                                  splat(w, n, 0x47000000u));
        return s9_sp_emit1(w, SPV_OP_CONVERT_F_TO_S, int_type, n, held);
    }
    uint32_t most = splat(w, n, 0x4EFFFFFFu);
    uint32_t held = w->readable ? s9_sp_hold(w, n, whole, least, most)
                                : s9_sp_ext(w, SPV_GLSL_NCLAMP, float_type(w, n), n, 3, whole, least, most);
    uint32_t converted = s9_sp_emit1(w, SPV_OP_CONVERT_F_TO_S, int_type, n, held);
    uint32_t above = s9_sp_compare(w, SPV_OP_FORD_GREATER_THAN_EQUAL, n, whole, splat(w, n, 0x4F000000u));
    converted = s9_sp_select(w, S9_SP_INT, n, above, s9_sp_constant_splat(w, S9_SP_INT, n, 0x7FFFFFFFu), converted);
    return s9_sp_select(w, S9_SP_INT, n, is_nan(w, n, a), s9_sp_constant_null(w, S9_SP_INT, n), converted);
}

uint32_t s9_sp_expand(s9_sp_writer *w, s9_sp_helper helper, uint32_t n, uint32_t a, uint32_t b)
{
    switch (helper) {
    case S9_SP_MULZ:
        return expand_mulz(w, n, a, b);
    case S9_SP_DOT2:
    case S9_SP_DOT3:
    case S9_SP_DOT4:
        return expand_dot(w, 2u + (uint32_t)(helper - S9_SP_DOT2), a, b, false);
    case S9_SP_DOT2Z:
    case S9_SP_DOT3Z:
    case S9_SP_DOT4Z:
        return expand_dot(w, 2u + (uint32_t)(helper - S9_SP_DOT2Z), a, b, true);
    case S9_SP_MIN:
        return expand_least(w, SPV_OP_FORD_LESS_THAN, n, a, b);
    case S9_SP_MAX:
        return expand_least(w, SPV_OP_FORD_GREATER_THAN_EQUAL, n, a, b);
    case S9_SP_FRC:
        return exact(w, SPV_OP_FSUB, n, a, call1(w, SPV_GLSL_FLOOR, n, a));
    case S9_SP_RCPZ:
        return expand_rcpz(w, n, a);
    case S9_SP_RSQ:
    case S9_SP_RSQZ:
        return expand_rsq(w, n, a, helper == S9_SP_RSQZ);
    case S9_SP_EXPZ:
        return at_most(w, n, call1(w, SPV_GLSL_EXP2, n, a));
    case S9_SP_LOG:
    case S9_SP_LOGZ:
        return expand_log(w, n, a, helper == S9_SP_LOGZ);
    case S9_SP_POW:
    case S9_SP_POWZ:
        return expand_pow(w, n, a, b, helper == S9_SP_POWZ);
    case S9_SP_EXPONENT:
        return expand_exponent(w, n, a, w->plain ? NEGATIVE_FLT_MAX_BITS : NEGATIVE_INFINITY_BITS);
    case S9_SP_EXPONENTZ:
        return expand_exponent(w, n, a, NEGATIVE_FLT_MAX_BITS);
    case S9_SP_MANTISSA:
        return expand_mantissa(w, n, a);
    case S9_SP_FTOI_FLOOR:
    case S9_SP_FTOI_EVEN:
    case S9_SP_FTOI_AWAY:
    case S9_SP_FTOI_UP:
        return expand_ftoi(w, helper, n, a);
    case S9_SP_SAT:
        return expand_sat(w, n, a);
    case S9_SP_HELPER_COUNT:
    default:
        return s9_sp_constant_null(w, S9_SP_FLOAT, n);
    }
}

/* ---- calls ---- */

/* Words of a function around its body: type and header, parameters, label, return, end. */
#define FUNCTION_WORDS(parameters) (11u + 4u * (parameters))

uint32_t s9_sp_help(s9_sp_writer *w, s9_sp_helper helper, uint32_t n, uint32_t a, uint32_t b)
{
    const helper_info *info = &helpers[helper];
    uint32_t uses = w->analysis.helper_count[helper][n], call = 4u + info->parameters;
    if (w->helper_ids[helper][n] == 0 && !w->readable &&
        uses * info->words <= info->words + FUNCTION_WORDS(info->parameters) + uses * call)
        return s9_sp_expand(w, helper, n, a, b);
    if (w->helper_ids[helper][n] == 0) {
        w->helper_ids[helper][n] = s9_sp_new_id(w, 0);
        w->helper_mask |= 1u << (uint32_t)helper;
    }
    uint32_t type = s9_sp_type_id(w, (s9_sp_type)info->result, n);
    if (info->parameters == 2)
        return s9_sp_emit3(w, SPV_OP_FUNCTION_CALL, type, n, w->helper_ids[helper][n], a, b);
    return s9_sp_emit2(w, SPV_OP_FUNCTION_CALL, type, n, w->helper_ids[helper][n], a);
}

static void begin_function(s9_sp_writer *w, uint32_t id, uint32_t result, uint32_t type)
{
    uint32_t *at = s9_sp_room(w, &w->code, 5);
    at[0] = s9_sp_head(SPV_OP_FUNCTION, 5);
    at[1] = result;
    at[2] = id;
    at[3] = 0;
    at[4] = type;
}

static uint32_t parameter(s9_sp_writer *w, uint32_t type, uint32_t width)
{
    uint32_t id = s9_sp_new_id(w, width), *at = s9_sp_room(w, &w->code, 3);
    at[0] = s9_sp_head(SPV_OP_FUNCTION_PARAMETER, 3);
    at[1] = type;
    at[2] = id;
    return id;
}

static void return_value(s9_sp_writer *w, uint32_t value)
{
    uint32_t *at = s9_sp_room(w, &w->code, 2);
    at[0] = s9_sp_head(SPV_OP_RETURN_VALUE, 2);
    at[1] = value;
}

/* The helper of each component: languages choose between vectors component by component anyway, and at length. */
static uint32_t by_component(s9_sp_writer *w, s9_sp_helper helper, uint32_t n, const uint32_t parameters[2])
{
    s9_sp_type type = (s9_sp_type)helpers[helper].result;
    s9_sp_ref refs[4];
    for (uint32_t k = 0; k < n; k++) {
        uint32_t parts[2] = {0, 0};
        for (uint32_t i = 0; i < helpers[helper].parameters; i++)
            parts[i] = s9_sp_extract(w, float_type(w, 1), parameters[i], k);
        refs[k] = s9_sp_ref_of(s9_sp_help(w, helper, 1, parts[0], parts[1]), 0);
    }
    return s9_sp_gather(w, type, n, refs);
}

static void write_helper(s9_sp_writer *w, s9_sp_helper helper, uint32_t n)
{
    const helper_info *info = &helpers[helper];
    uint32_t components = info->components != 0 ? info->components : n, parameters[2] = {0, 0};
    uint32_t result = s9_sp_type_id(w, (s9_sp_type)info->result, n), argument = float_type(w, components);
    begin_function(w, w->helper_ids[helper][n], result, s9_sp_function_type(w, result, argument, info->parameters));
    for (uint32_t i = 0; i < info->parameters; i++)
        parameters[i] = parameter(w, argument, components);
    s9_sp_label(w, s9_sp_new_id(w, 0));
    return_value(w, w->readable && n > 1 ? by_component(w, helper, n, parameters)
                                         : s9_sp_expand(w, helper, n, parameters[0], parameters[1]));
    s9_sp_plain(w, SPV_OP_FUNCTION_END);
    s9_sp_name(w, w->helper_ids[helper][n], info->name);
    for (uint32_t i = 0; i < info->parameters && w->readable; i++)
        s9_sp_name(w, parameters[i], info->parameters == 1 ? "x" : i == 0 ? "a" : "b");
}

/* ---- registers by index ---- */

uint32_t s9_sp_read_constant(s9_sp_writer *w, uint32_t index)
{
    if (w->read_constant_id == 0)
        w->read_constant_id = s9_sp_new_id(w, 0);
    return s9_sp_emit2(w, SPV_OP_FUNCTION_CALL, float_type(w, 4), 4, w->read_constant_id, index);
}

uint32_t s9_sp_read_input(s9_sp_writer *w, uint32_t index)
{
    if (w->read_input_id == 0)
        w->read_input_id = s9_sp_new_id(w, 0);
    return s9_sp_emit2(w, SPV_OP_FUNCTION_CALL, float_type(w, 4), 4, w->read_input_id, index);
}

void s9_sp_write_output(s9_sp_writer *w, uint32_t index, uint32_t mask, uint32_t n, uint32_t value)
{
    if (w->write_output_ids[mask] == 0)
        w->write_output_ids[mask] = s9_sp_new_id(w, 0);
    if (w->type_void == 0)
        w->type_void = s9_sp_declare(w, SPV_OP_TYPE_VOID, 0, NULL, 0, 0);
    (void)n;
    (void)s9_sp_emit3(w, SPV_OP_FUNCTION_CALL, w->type_void, 0, w->write_output_ids[mask], index, value);
}

/* `if (index == number)`; returns the label of its end. */
static uint32_t begin_case(s9_sp_writer *w, uint32_t index, uint32_t number)
{
    uint32_t equal = s9_sp_compare(w, SPV_OP_IEQUAL, 1, index, s9_sp_integer(w, number));
    return s9_sp_begin_if(w, equal);
}

static uint32_t definition_vector(s9_sp_writer *w, const s9_ir_definition *definition)
{
    uint32_t ids[4];
    for (uint32_t k = 0; k < 4; k++)
        ids[k] = s9_sp_constant(w, S9_SP_FLOAT, definition->bits[k]);
    return s9_sp_constant_vector(w, S9_SP_FLOAT, 4, ids);
}

/* What the shader defines is returned by its number. */
static void definition_switch(s9_sp_writer *w, uint32_t index)
{
    const s9_ir *ir = w->ir;
    uint32_t count = 0, first = w->bound, merge;
    while (count < ir->definitions.count && ir->definitions.items[count].kind == S9_IR_CONSTF)
        count++;
    if (count == 0)
        return;
    if (w->plain || count <= 2) {
        for (uint32_t i = 0; i < count; i++) {
            merge = begin_case(w, index, ir->definitions.items[i].number);
            return_value(w, definition_vector(w, &ir->definitions.items[i]));
            s9_sp_label(w, merge);
        }
        return;
    }
    for (uint32_t i = 0; i <= count; i++)
        (void)s9_sp_new_id(w, 0);
    if (w->bound != first + count + 1u)
        return; /* no more identifiers: refused */
    merge = first + count;
    uint32_t *at = s9_sp_room(w, &w->code, 6);
    at[0] = s9_sp_head(SPV_OP_SELECTION_MERGE, 3);
    at[1] = merge;
    at[2] = 0;
    at[3] = s9_sp_head(SPV_OP_SWITCH, 3u + 2u * count);
    at[4] = index;
    at[5] = merge;
    for (uint32_t i = 0; i < count; i++) {
        s9_sp_push(w, &w->code, ir->definitions.items[i].number);
        s9_sp_push(w, &w->code, first + i);
    }
    for (uint32_t i = 0; i < count; i++) {
        s9_sp_label(w, first + i);
        return_value(w, definition_vector(w, &ir->definitions.items[i]));
    }
    s9_sp_label(w, merge);
}

static void write_read_constant(s9_sp_writer *w)
{
    uint32_t vector = float_type(w, 4), integer = s9_sp_type_id(w, S9_SP_INT, 1);
    begin_function(w, w->read_constant_id, vector, s9_sp_function_type(w, vector, integer, 1));
    uint32_t index = parameter(w, integer, 1);
    s9_sp_label(w, s9_sp_new_id(w, 0));
    definition_switch(w, index);
    uint32_t count = w->float_registers, inside;
    if (w->plain) {
        uint32_t from = s9_sp_compare(w, SPV_OP_SLESS_THAN_EQUAL, 1, s9_sp_integer(w, 0), index);
        uint32_t to = s9_sp_compare(w, SPV_OP_SLESS_THAN, 1, index, s9_sp_integer(w, count));
        inside = s9_sp_emit2(w, SPV_OP_LOGICAL_AND, s9_sp_type_id(w, S9_SP_BOOL, 1), 1, from, to);
    } else {
        /* Unsigned, negative numbers are large. */
        uint32_t number = s9_sp_emit1(w, SPV_OP_BITCAST, s9_sp_type_id(w, S9_SP_UINT, 1), 1, index);
        inside = s9_sp_compare(w, SPV_OP_ULESS_THAN, 1, number, s9_sp_constant(w, S9_SP_UINT, count));
    }
    uint32_t merge = s9_sp_begin_if(w, inside);
    uint32_t storage =
        w->options->constants == S9_SPIRV_CONSTANTS_PUSH ? SPV_STORAGE_PUSH_CONSTANT : SPV_STORAGE_UNIFORM;
    uint32_t place = s9_sp_access(w, s9_sp_pointer(w, storage, S9_SP_FLOAT, 4), s9_sp_float_block(w),
                                  s9_sp_integer(w, w->float_member), index);
    return_value(w, s9_sp_load(w, vector, 4, place));
    s9_sp_label(w, merge);
    return_value(w, s9_sp_constant_null(w, S9_SP_FLOAT, 4));
    s9_sp_plain(w, SPV_OP_FUNCTION_END);
    s9_sp_name(w, w->read_constant_id, "read_c");
    if (w->readable)
        s9_sp_name(w, index, "index");
}

static void write_read_input(s9_sp_writer *w)
{
    uint32_t vector = float_type(w, 4), integer = s9_sp_type_id(w, S9_SP_INT, 1), declared = 0;
    begin_function(w, w->read_input_id, vector, s9_sp_function_type(w, vector, integer, 1));
    uint32_t index = parameter(w, integer, 1);
    s9_sp_label(w, s9_sp_new_id(w, 0));
    for (uint32_t i = 0; i < w->ir->inputs.count; i++) {
        const s9_ir_slot *slot = &w->ir->inputs.items[i];
        if (slot->number >= S9_IR_IN_T || slot->usage < 0 || (declared >> slot->number & 1u) != 0)
            continue;
        declared |= 1u << slot->number;
        s9_sp_ref refs[4];
        uint32_t merge = begin_case(w, index, slot->number);
        s9_sp_open_scope(w);
        s9_sp_input(w, slot->number, refs);
        return_value(w, s9_sp_gather(w, S9_SP_FLOAT, 4, refs));
        s9_sp_close_scope(w);
        s9_sp_label(w, merge);
    }
    return_value(w, s9_sp_constant_null(w, S9_SP_FLOAT, 4));
    s9_sp_plain(w, SPV_OP_FUNCTION_END);
    s9_sp_name(w, w->read_input_id, "read_v");
    if (w->readable)
        s9_sp_name(w, index, "index");
}

/* Components of the mask of output `index`, from a vector as long as the mask has bits. */
static void write_write_output(s9_sp_writer *w, uint32_t mask)
{
    uint32_t n = (mask & 1u) + (mask >> 1 & 1u) + (mask >> 2 & 1u) + (mask >> 3 & 1u);
    uint32_t vector = float_type(w, n), integer = s9_sp_type_id(w, S9_SP_INT, 1), declared = 0;
    uint32_t words[3] = {w->type_void, integer, vector};
    begin_function(w, w->write_output_ids[mask], w->type_void, s9_sp_intern(w, SPV_OP_TYPE_FUNCTION, 0, words, 3, 0));
    uint32_t index = parameter(w, integer, 1), value = parameter(w, vector, n);
    s9_sp_label(w, s9_sp_new_id(w, 0));
    for (uint32_t i = 0; i < w->ir->outputs.count; i++) {
        const s9_ir_slot *slot = &w->ir->outputs.items[i];
        if (slot->number >= S9_IR_OUT_COUNT || slot->usage < 0 || (declared >> slot->number & 1u) != 0 ||
            w->analysis.output_kept[slot->number] == 0)
            continue;
        declared |= 1u << slot->number;
        uint32_t merge = begin_case(w, index, slot->number), at = 0;
        uint32_t number = w->analysis.first_output + slot->number;
        s9_sp_open_scope(w);
        s9_sp_register *r = &w->registers[number];
        memset(r->ref, 0, sizeof r->ref);
        r->dirty = (uint8_t)mask;
        for (uint32_t k = 0; k < 4; k++)
            if ((mask >> k & 1u) != 0)
                r->ref[k] = s9_sp_ref_of(value, at++);
        s9_sp_flush(w, number, mask);
        s9_sp_plain(w, SPV_OP_RETURN);
        s9_sp_close_scope(w);
        s9_sp_label(w, merge);
    }
    s9_sp_plain(w, SPV_OP_RETURN);
    s9_sp_plain(w, SPV_OP_FUNCTION_END);
    s9_sp_name(w, w->write_output_ids[mask], "write_o");
    if (w->readable) {
        s9_sp_name(w, index, "index");
        s9_sp_name(w, value, "value");
    }
}

void s9_sp_write_helpers(s9_sp_writer *w)
{
    if (w->read_constant_id != 0)
        write_read_constant(w);
    if (w->read_input_id != 0)
        write_read_input(w);
    for (uint32_t mask = 1; mask < 16 && w->ir->relative_outputs; mask++)
        if (w->write_output_ids[mask] != 0)
            write_write_output(w, mask);
    if (w->readable) {
        /* Those that others are made of come later, the scalar ones last. */
        for (uint32_t helper = S9_SP_HELPER_COUNT; helper-- > 0;)
            for (uint32_t n = 4; n > 0; n--)
                if (w->helper_ids[helper][n] != 0)
                    write_helper(w, (s9_sp_helper)helper, n);
        return;
    }
    for (uint32_t helper = 0; w->helper_mask >> helper != 0; helper++)
        for (uint32_t n = 1; n <= 4 && (w->helper_mask >> helper & 1u) != 0; n++)
            if (w->helper_ids[helper][n] != 0)
                write_helper(w, (s9_sp_helper)helper, n);
}
