/* SPDX-License-Identifier: MIT */
/* The functions for one width. */
#include "jit/kernels.h"

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define S9_MATH_WIDTH 16
#elif defined(__AVX2__)
#define S9_MATH_WIDTH 8
#elif defined(__GNUC__)
#define S9_MATH_WIDTH 4
#else
#error "the JIT needs a compiler with vector extensions"
#endif
#include "exec/math.h"

#ifndef S9_JIT_LEVEL
#define S9_JIT_LEVEL base
#endif
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

#define W S9_MATH_WIDTH
typedef s9m_f vf_memory __attribute__((may_alias));

#define X(op, name)                                              \
    static void kernel_##name(float *x, const float *y)          \
    {                                                            \
        (void)y;                                                 \
        *(vf_memory *)x = s9_math_##name(*(const vf_memory *)x); \
    }
S9_JIT_MATH_KERNELS(X)
#undef X
#define X(op, name)                                                                     \
    static void kernel_##name(float *x, const float *y)                                 \
    {                                                                                   \
        *(vf_memory *)x = s9_math_##name(*(const vf_memory *)x, *(const vf_memory *)y); \
    }
S9_JIT_MATH_KERNELS_2(X)
#undef X

static void kernel_sample(const s9_prepared_sampler *sampler, uint32_t mode, uint32_t quads, float *buffer)
{
    s9_sample_args args = {.mode = (s9_sample_mode)mode, .lanes = W, .quads = quads != 0};
    for (uint32_t k = 0; k < 3; k++) {
        args.coordinate[k] = buffer + k * W;
        if (mode == S9_SAMPLE_GRADIENTS) {
            args.ddx[k] = buffer + (3 + k) * W;
            args.ddy[k] = buffer + (6 + k) * W;
        }
    }
    if (mode == S9_SAMPLE_BIAS || mode == S9_SAMPLE_LOD)
        args.lod = buffer + 3 * W;
    for (uint32_t k = 0; k < 4; k++)
        args.out[k] = buffer + (S9_JIT_SAMPLE_RESULT + k) * W;
    s9_sample(sampler, &args);
}

const s9_jit_kernels JOIN(s9_jit_kernels_, S9_JIT_LEVEL) = {
    .sample = kernel_sample,
    .math =
        {
#define X(op, name) [S9_JIT_KERNEL_##op] = kernel_##name,
            S9_JIT_MATH_KERNELS(X) S9_JIT_MATH_KERNELS_2(X)
#undef X
        },
};
