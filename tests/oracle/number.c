/* SPDX-License-Identifier: MIT */
/* Arithmetic of the specification's page on numbers, one number at a time. */
#include "oracle/machine.h"

#include <float.h>
#include <stdarg.h>
#include <stdio.h>

#define S9_MATH_WIDTH 1
#include "exec/math.h"

float the_nan(void)
{
    uint32_t bits = 0x7FC00000u;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

float made(float x)
{
    return isnan(x) ? the_nan() : x;
}

void oracle_fault(machine *m, const char *format, ...)
{
    if (m->result->fault[0] != '\0')
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(m->result->fault, sizeof m->result->fault, format, arguments);
    va_end(arguments);
}

float oracle_mul(const machine *m, float a, float b)
{
    if (!m->ieee && (a == 0.0f || b == 0.0f))
        return 0.0f;
    return made(a * b);
}

float oracle_add(float a, float b)
{
    return made(a + b);
}

float oracle_sub(float a, float b)
{
    return made(a - b);
}

float oracle_div(float a, float b)
{
    return made(a / b);
}

/* N19, N47: NaN and -0 give +0. */
float oracle_saturate(float x)
{
    if (!(x > 0.0f))
        return 0.0f;
    return x < 1.0f ? x : 1.0f;
}

/* N5. */
float oracle_min(float a, float b)
{
    if (isnan(a))
        return made(b);
    if (isnan(b))
        return a;
    return a < b ? a : b;
}

float oracle_max(float a, float b)
{
    if (isnan(a))
        return made(b);
    if (isnan(b))
        return a;
    return a >= b ? a : b;
}

/* Held to [-limit, limit]; a NaN becomes the upper one, since min gives the other operand. */
float oracle_hold(float x, float limit)
{
    return oracle_max(oracle_min(x, limit), -limit);
}

float oracle_dot(const machine *m, const float *a, const float *b, int n)
{
    float sum = oracle_mul(m, a[0], b[0]);
    for (int i = 1; i < n; i++)
        sum = oracle_add(sum, oracle_mul(m, a[i], b[i]));
    return sum;
}

/* N6: comparisons with NaN are false, but for `ne`. */
bool oracle_compare(uint32_t comparison, float a, float b)
{
    switch (comparison) {
    case 1:
        return a > b;
    case 2:
        return a == b;
    case 3:
        return a >= b;
    case 4:
        return a < b;
    case 5:
        return !(a == b);
    case 6:
        return a <= b;
    default:
        return false;
    }
}

/* ---- functions whose value is bounded, not fixed ---- */

/* The distance between floats around x. */
static long double ulp_of(long double x)
{
    float f = fabsf((float)x);
    if (isinf(f))
        f = FLT_MAX;
    float up = nextafterf(f, INFINITY);
    return isinf(up) ? (long double)f - (long double)nextafterf(f, 0.0f) : (long double)up - (long double)f;
}

typedef enum bound { TWO_ULP, EXACT, TWO_ULP_OR_24_BITS } bound;

static void hold(machine *m, const char *name, float x, float y, float got, long double truth, bound within)
{
    long double allowed = 2.0L * ulp_of(truth);
    if (within == EXACT) {
        truth = (long double)(float)truth;
        allowed = 0;
    }
    if (within == TWO_ULP_OR_24_BITS && allowed < 0x1p-24L)
        allowed = 0x1p-24L;
    bool right = isnan(truth) ? (bool)isnan(got) : !isnan(got) && fabsl((long double)got - truth) <= allowed;
    /* Beyond the largest float either neighbour will do. */
    if (!right && fabsl(truth) >= (long double)FLT_MAX && fabsf(got) >= FLT_MAX && (truth > 0) == (got > 0))
        right = true;
    if (!right)
        oracle_fault(m, "%s(%a, %a) = %a, but it is %La", name, (double)x, (double)y, (double)got, truth);
}

static bool is_power_of_two(float x)
{
    int exponent;
    return fabsf(frexpf(x, &exponent)) == 0.5f;
}

/* In d3d9 no infinity comes out but where the table says so. */
static float finite(const machine *m, float x)
{
    if (!m->ieee && isinf(x))
        return x > 0 ? FLT_MAX : -FLT_MAX;
    return x;
}

float oracle_rcp(machine *m, float v)
{
    if (isnan(v))
        return the_nan();
    if (v == 0.0f)
        return m->ieee ? (signbit(v) ? -INFINITY : INFINITY) : FLT_MAX;
    if (isinf(v))
        return v > 0 ? 0.0f : -0.0f;
    float got = m->ieee ? s9_math_rcp(v) : s9_math_rcpz(v);
    hold(m, "rcp", v, 0, got, 1.0L / (long double)v, is_power_of_two(v) ? EXACT : TWO_ULP);
    return finite(m, got);
}

float oracle_rsq(machine *m, float v)
{
    if (isnan(v))
        return the_nan();
    if (v == 0.0f)
        return m->ieee ? INFINITY : FLT_MAX;
    if (isinf(v))
        return 0.0f;
    float got = m->ieee ? s9_math_rsq(v) : s9_math_rsqz(v);
    hold(m, "rsq", v, 0, got, 1.0L / sqrtl(fabsl((long double)v)),
         is_power_of_two(v) && logbf(v) / 2 == floorf(logbf(v) / 2) ? EXACT : TWO_ULP);
    return got;
}

float oracle_exp(machine *m, float v)
{
    if (isnan(v))
        return the_nan();
    if (isinf(v))
        return v < 0 ? 0.0f : finite(m, INFINITY);
    float got = m->ieee ? s9_math_exp2(v) : s9_math_exp2z(v);
    hold(m, "exp", v, 0, got, exp2l((long double)v), v == floorf(v) ? EXACT : TWO_ULP);
    return finite(m, got);
}

float oracle_log(machine *m, float v)
{
    if (isnan(v))
        return the_nan();
    if (v == 0.0f)
        return m->ieee ? -INFINITY : -FLT_MAX;
    if (isinf(v))
        return INFINITY;
    float got = m->ieee ? s9_math_log2(v) : s9_math_log2z(v);
    hold(m, "log", v, 0, got, log2l(fabsl((long double)v)), is_power_of_two(v) ? EXACT : TWO_ULP);
    return got;
}

/* N2. */
float oracle_pow(machine *m, float a, float b)
{
    float base = fabsf(a);
    if (b == 0.0f || base == 1.0f)
        return 1.0f;
    if (isnan(base) || isnan(b))
        return the_nan();
    if (base == 0.0f)
        return b > 0 ? 0.0f : finite(m, INFINITY);
    if (isinf(base))
        return b > 0 ? finite(m, INFINITY) : 0.0f;
    if (isinf(b))
        return (b > 0) == (base > 1.0f) ? finite(m, INFINITY) : 0.0f;
    float got = m->ieee ? s9_math_pow(a, b) : s9_math_powz(a, b);
    hold(m, "pow", a, b, got, powl((long double)base, (long double)b), TWO_ULP);
    return finite(m, got);
}

static float circular(machine *m, const char *name, float v, float got, long double truth)
{
#ifdef _WIN32 /* whose library takes large angles modulo a pi of 66 bits: nobody knows better */
    if (!(fabsf(v) < 100000.0f))
        truth = got;
#endif
    hold(m, name, v, 0, got, truth, TWO_ULP_OR_24_BITS);
    if (!(got >= -1.0f && got <= 1.0f))
        oracle_fault(m, "%s(%a) = %a is beyond 1", name, (double)v, (double)got);
    return got;
}

float oracle_sin(machine *m, float v)
{
    if (isnan(v) || isinf(v))
        return the_nan();
    return circular(m, "sin", v, s9_math_sin(v), sinl((long double)v));
}

float oracle_cos(machine *m, float v)
{
    if (isnan(v) || isinf(v))
        return the_nan();
    return circular(m, "cos", v, s9_math_cos(v), cosl((long double)v));
}

float oracle_level_log(float x)
{
    if (isnan(x))
        return x;
    return s9_math_log2(x);
}
