/* SPDX-License-Identifier: MIT */
/*
 * environment - the floating-point environment of a run: round to nearest, denormals kept, no traps; the caller's,
 * flags included, comes back afterwards.
 */
#ifndef S9_VM_ENVIRONMENT_H
#define S9_VM_ENVIRONMENT_H

#include <stdint.h>

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>

typedef uint32_t s9_environment;

static inline s9_environment s9_environment_enter(void)
{
    uint32_t saved = _mm_getcsr();
    _mm_setcsr(0x1F80u); /* all exceptions masked, nearest, no flush to zero */
    return saved;
}
static inline void s9_environment_leave(s9_environment saved)
{
    _mm_setcsr(saved);
}

#elif defined(__aarch64__) && defined(__GNUC__)

typedef struct s9_environment {
    uint64_t control, status;
} s9_environment;

static inline s9_environment s9_environment_enter(void)
{
    s9_environment saved;
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved.control));
    __asm__ volatile("mrs %0, fpsr" : "=r"(saved.status));
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0));
    return saved;
}
static inline void s9_environment_leave(s9_environment saved)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(saved.control));
    __asm__ volatile("msr fpsr, %0" : : "r"(saved.status));
}

#else
#include <fenv.h>

typedef fenv_t s9_environment;

static inline s9_environment s9_environment_enter(void)
{
    fenv_t saved;
    (void)fegetenv(&saved);
    (void)fesetenv(FE_DFL_ENV);
    return saved;
}
static inline void s9_environment_leave(s9_environment saved)
{
    (void)fesetenv(&saved);
}

#endif

#endif
