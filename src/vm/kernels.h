/* SPDX-License-Identifier: MIT */
/* kernels - what the files of kernels share: names of the level being compiled and the forms that loops take. */
#ifndef S9_VM_KERNELS_H
#define S9_VM_KERNELS_H

#include "vm/lanes.h"
#include "vm/vm.h"

/* Set by the build for the levels above the baseline. */
#ifndef S9_VM_LEVEL_SUFFIX
#define S9_VM_LEVEL_SUFFIX base
#endif
#define S9_VM_JOIN2(a, b) a##_##b
#define S9_VM_JOIN(a, b) S9_VM_JOIN2(a, b)
#define S9_VM_LEVEL_NAME(name) S9_VM_JOIN(name, S9_VM_LEVEL_SUFFIX)

#define VECTORS (S9_VM_LANES / W)

#if defined(__clang__)
#define UNROLLED _Pragma("unroll(4)")
#elif defined(__GNUC__)
#define UNROLLED _Pragma("GCC unroll 4")
#else
#define UNROLLED
#endif

/* The forms of a kernel: a letter a source, v an array of lanes, u one number for all. */

/* `put` stores `expression`, made of a. */
#define UNARY(name, put, expression)                                              \
    static void name##_v(const s9_vm_inst *inst, char *base, const uint32_t *dst) \
    {                                                                             \
        for (uint32_t k = 0; k < inst->n; k++) {                                  \
            const char *pa = base + inst->src[0][k];                              \
            char *pd = base + dst[k];                                             \
            UNROLLED for (int v = 0; v < VECTORS; v++)                            \
            {                                                                     \
                vf a = ln_load(pa, v);                                            \
                put(pd, v, expression);                                           \
            }                                                                     \
        }                                                                         \
    }

/* `expression` is made of a and b. */
#define BINARY(name, put, expression)                                                                      \
    S9_INLINE void name##_any(const s9_vm_inst *inst, char *base, const uint32_t *dst, bool ua, bool ub)   \
    {                                                                                                      \
        for (uint32_t k = 0; k < inst->n; k++) {                                                           \
            const char *pa = base + inst->src[0][k], *pb = base + inst->src[1][k];                         \
            char *pd = base + dst[k];                                                                      \
            const vf sa = ua ? ln_uniform(pa) : ln_splat(0.0f), sb = ub ? ln_uniform(pb) : ln_splat(0.0f); \
            UNROLLED for (int v = 0; v < VECTORS; v++)                                                     \
            {                                                                                              \
                vf a = ua ? sa : ln_load(pa, v), b = ub ? sb : ln_load(pb, v);                             \
                put(pd, v, expression);                                                                    \
            }                                                                                              \
        }                                                                                                  \
    }                                                                                                      \
    BINARY_FORMS(name)

#define BINARY_FORMS(name)                                                         \
    static void name##_vv(const s9_vm_inst *inst, char *base, const uint32_t *dst) \
    {                                                                              \
        name##_any(inst, base, dst, false, false);                                 \
    }                                                                              \
    static void name##_uv(const s9_vm_inst *inst, char *base, const uint32_t *dst) \
    {                                                                              \
        name##_any(inst, base, dst, true, false);                                  \
    }                                                                              \
    static void name##_vu(const s9_vm_inst *inst, char *base, const uint32_t *dst) \
    {                                                                              \
        name##_any(inst, base, dst, false, true);                                  \
    }

/* `expression` is made of a, b and c. */
#define TERNARY(name, put, expression)                                                                            \
    S9_INLINE void name##_any(const s9_vm_inst *inst, char *base, const uint32_t *dst, bool ua, bool ub, bool uc) \
    {                                                                                                             \
        for (uint32_t k = 0; k < inst->n; k++) {                                                                  \
            const char *pa = base + inst->src[0][k], *pb = base + inst->src[1][k], *pc = base + inst->src[2][k];  \
            char *pd = base + dst[k];                                                                             \
            const vf sa = ua ? ln_uniform(pa) : ln_splat(0.0f), sb = ub ? ln_uniform(pb) : ln_splat(0.0f),        \
                     sc = uc ? ln_uniform(pc) : ln_splat(0.0f);                                                   \
            UNROLLED for (int v = 0; v < VECTORS; v++)                                                            \
            {                                                                                                     \
                vf a = ua ? sa : ln_load(pa, v), b = ub ? sb : ln_load(pb, v), c = uc ? sc : ln_load(pc, v);      \
                put(pd, v, expression);                                                                           \
            }                                                                                                     \
        }                                                                                                         \
    }                                                                                                             \
    TERNARY_FORM(name, vvv, false, false, false)                                                                  \
    TERNARY_FORM(name, uvv, true, false, false)                                                                   \
    TERNARY_FORM(name, vuv, false, true, false)                                                                   \
    TERNARY_FORM(name, uuv, true, true, false)                                                                    \
    TERNARY_FORM(name, vvu, false, false, true)                                                                   \
    TERNARY_FORM(name, uvu, true, false, true)                                                                    \
    TERNARY_FORM(name, vuu, false, true, true)

#define TERNARY_FORM(name, form, ua, ub, uc)                                           \
    static void name##_##form(const s9_vm_inst *inst, char *base, const uint32_t *dst) \
    {                                                                                  \
        name##_any(inst, base, dst, ua, ub, uc);                                       \
    }

/* Rows of a table of kernels: the index has bit i set when source i is a uniform. */
#define UNARY_ROW(name) \
    {                   \
        name##_v        \
    }
#define BINARY_ROW(name)                \
    {                                   \
        name##_vv, name##_uv, name##_vu \
    }
#define TERNARY_ROW(name)                                                                  \
    {                                                                                      \
        name##_vvv, name##_uvv, name##_vuv, name##_uuv, name##_vvu, name##_uvu, name##_vuu \
    }

#endif
