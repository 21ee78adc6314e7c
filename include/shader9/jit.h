/* SPDX-License-Identifier: MIT */
/*
 * shader9/jit.h - machine code for shaders, through LLVM. A library of its own (shader9-jit): programs without it have
 * the interpreter, which gives the same bits.
 *
 *     s9_jit *jit = NULL;
 *     if (s9_jit_create(NULL, NULL, &jit, NULL) == S9_OK) {
 *         s9_shader_options options = { .struct_size = sizeof options, .engine = S9_ENGINE_JIT, .jit = jit };
 *         s9_shader_create(program, NULL, &options, &shader, NULL);
 *         ...
 *     }
 *
 * One s9_jit may serve any number of shaders and threads. It keeps the code of shaders that are gone, so that the same
 * shader with the same options need not be compiled again. Code is never writable and executable at once.
 */
#ifndef SHADER9_JIT_H
#define SHADER9_JIT_H

#include <shader9/exec.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options of s9_jit_create; zero is the default of each but `struct_size`. */
typedef struct s9_jit_options {
    size_t struct_size; /* sizeof(s9_jit_options) */
    uint32_t lanes;     /* of a vector: 4, 8 or 16; 0: the most that this machine has */
    size_t code_limit;  /* bytes of code held at most, 0: 64 MiB. Shaders beyond it are interpreted */
    const char
        *folder;     /* code is kept in files here as well, across processes; NULL: it is not. It is made if need be */
    bool background; /* a thread compiles for S9_ENGINE_AUTO; otherwise s9_jit_work does */
} s9_jit_options;

/*
 * `options` may be NULL. Returns S9_ERROR_UNSUPPORTED where the machine lacks the vectors asked for or LLVM does not
 * know it. Must outlive every shader that was created with it.
 */
S9_API s9_result s9_jit_create(const s9_allocator *allocator, const s9_jit_options *options, s9_jit **out,
                               s9_diagnostics *diagnostics);
/* NULL is fine. Every shader that was created with it must be gone. */
S9_API void s9_jit_destroy(s9_jit *jit);

/*
 * Compiles one shader of S9_ENGINE_AUTO that waits for it, on the calling thread; false when none does. For programs
 * that have threads of their own.
 */
S9_API bool s9_jit_work(s9_jit *jit);
/* Returns when no shader waits for code any more; helps where there is no thread in the background. */
S9_API void s9_jit_finish(s9_jit *jit);

/* What the compiler has done so far. */
typedef struct s9_jit_statistics {
    uint64_t compiled;    /* by LLVM */
    uint64_t reused;      /* found in memory */
    uint64_t loaded;      /* found in the folder */
    uint64_t damaged;     /* files in the folder that were not what they should be */
    uint64_t refused;     /* left to the interpreter */
    uint64_t evicted;     /* dropped to make room */
    uint64_t nanoseconds; /* spent in compiling */
    size_t code_bytes;    /* held now */
    uint32_t entries;     /* shaders that code is held for */
    uint32_t waiting;     /* shaders that wait for code */
} s9_jit_statistics;

/* Fills `out`; from any thread. */
S9_API void s9_jit_get_statistics(s9_jit *jit, s9_jit_statistics *out);

/* "LLVM 14.0.6, AVX-512, 16 lanes" */
S9_API const char *s9_jit_description(const s9_jit *jit);

#ifdef __cplusplus
}
#endif

#endif
