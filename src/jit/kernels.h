/* SPDX-License-Identifier: MIT */
/*
 * kernels - the functions that generated code calls, over one vector in memory: the long functions of exec/math.h and
 * sampling. Compiled once for each width, so that both engines run the same definitions.
 */
#ifndef S9_JIT_KERNELS_H
#define S9_JIT_KERNELS_H

#include "exec/exec_internal.h"
#include "texture/sampling.h"

/* In place of x: f(x), or f(x, y). Both are vectors, aligned as such. */
typedef void (*s9_jit_math_kernel)(float *x, const float *y);

/*
 * `buffer`: vectors. Sources first: three coordinates, then bias or level, or three and three derivatives. Results in
 * four vectors from S9_JIT_SAMPLE_RESULT on. `quads` is 0 or not.
 */
typedef void (*s9_jit_sample_kernel)(const s9_prepared_sampler *sampler, uint32_t mode, uint32_t quads, float *buffer);
enum { S9_JIT_SAMPLE_RESULT = 9, S9_JIT_SAMPLE_VECTORS = 13 };

#define S9_JIT_MATH_KERNELS(X) \
    X(EXP, exp2)               \
    X(EXPZ, exp2z)             \
    X(LOG, log2)               \
    X(LOGZ, log2z)             \
    X(SIN, sin)                \
    X(COS, cos)                \
    X(EXPONENT, exponent)      \
    X(EXPONENTZ, exponentz)    \
    X(MANTISSA, mantissa)
#define S9_JIT_MATH_KERNELS_2(X) \
    X(POW, pow)                  \
    X(POWZ, powz)

enum {
#define X(op, name) S9_JIT_KERNEL_##op,
    S9_JIT_MATH_KERNELS(X) S9_JIT_MATH_KERNELS_2(X)
#undef X
        S9_JIT_KERNEL_COUNT
};

/* The place of an operation's function among them. */
static inline uint32_t s9_jit_math_number(s9_ir_op op)
{
    switch (op) {
#define X(op, name)  \
    case S9_IR_##op: \
        return S9_JIT_KERNEL_##op;
        S9_JIT_MATH_KERNELS(X)
        S9_JIT_MATH_KERNELS_2(X)
#undef X
    default:
        return 0;
    }
}

typedef struct s9_jit_kernels {
    s9_jit_sample_kernel sample;
    /* void (vector x, y, z, w, const s9_native_output *to, int64_t lane): makes NaN canonical and stores. */
    void (*store)(void);
    /* The rows of a vector's lanes, turned into four vectors. */
    void (*load)(const s9_native_input *from, int64_t lane, float *to);
    s9_jit_math_kernel math[S9_JIT_KERNEL_COUNT];
} s9_jit_kernels;

extern const s9_jit_kernels s9_jit_kernels_base; /* 4 lanes */
extern const s9_jit_kernels s9_jit_kernels_avx2;
extern const s9_jit_kernels s9_jit_kernels_avx512;

#endif
