/* SPDX-License-Identifier: MIT */
/*
 * jit - from modules to machine code. What lies where:
 *
 *   emit*.c    the module as LLVM's intermediate representation (emit.h)
 *   build.c    LLVM: from that to an object file in memory, and from an object file to code that can be called
 *   key.c      a module as bytes: what makes two shaders have the same code
 *   disk.c     objects in files
 *   engine.c   s9_jit: the table of code, tickets, the queue, the thread
 *   kernels_*  what generated code calls (kernels.h), for each width
 */
#ifndef S9_JIT_JIT_H
#define S9_JIT_JIT_H

#include "jit/emit.h"
#include "jit/kernels.h"

#include <shader9/jit.h>

#include <llvm-c/LLJIT.h>
#include <llvm-c/TargetMachine.h>

/* A vector width of this machine. */
typedef struct s9_jit_level {
    const char *name, *features; /* "AVX-512"; for LLVM */
    s9_jit_target target;
    const s9_jit_kernels *kernels;
} s9_jit_level;

/* The level with so many lanes (0: the widest), NULL where the machine has none. */
const s9_jit_level *s9_jit_level_of(uint32_t lanes);

/* What a module is compared by. */
typedef struct s9_jit_key {
    char *bytes;
    size_t size;
    uint64_t hash[2];
} s9_jit_key;

s9_result s9_jit_make_key(const s9_allocator *allocator, const s9_ir *ir, const s9_native_layout *layout,
                          const s9_jit_level *level, s9_jit_key *out);

/* Compiled, not loaded. */
typedef struct s9_jit_object {
    char *bytes; /* an object file */
    size_t size;
    s9_native_uniform *uniforms;
    uint32_t uniform_count, word_count;
    bool prepares;
    uint8_t definite[S9_IR_OUT_COUNT];
} s9_jit_object;

void s9_jit_object_free(const s9_allocator *allocator, s9_jit_object *object);

/* ---- build.c ---- */

/* Names of the two functions of a key's object. */
typedef struct s9_jit_names {
    char block[48], prepare[48];
} s9_jit_names;
s9_jit_names s9_jit_names_of(const s9_jit_key *key);

/* Prepares LLVM for this machine, once a process. False where it does not know it. */
bool s9_jit_start_llvm(void);
LLVMTargetMachineRef s9_jit_machine(const s9_jit_level *level);
LLVMOrcLLJITRef s9_jit_loader(const s9_jit_level *level);

/* `reason` says why a module was refused. */
s9_result s9_jit_build(const s9_allocator *allocator, LLVMTargetMachineRef machine, const s9_jit_level *level,
                       const s9_ir *ir, const s9_native_layout *layout, const s9_jit_names *names, s9_jit_object *out,
                       const char **reason);

typedef struct s9_jit_loaded {
    LLVMOrcResourceTrackerRef tracker;
    void (*run)(s9_native_block *block);
    void (*prepare)(uint32_t *words, const void *functions);
} s9_jit_loaded;
bool s9_jit_load_object(LLVMOrcLLJITRef loader, const s9_jit_object *object, const s9_jit_names *names,
                        s9_jit_loaded *out);
void s9_jit_unload(s9_jit_loaded *loaded);

/* ---- disk.c ---- */

typedef enum s9_jit_disk { S9_JIT_DISK_FOUND, S9_JIT_DISK_NONE, S9_JIT_DISK_DAMAGED } s9_jit_disk;

/* Makes the folder if need be; false where it cannot be used. */
bool s9_jit_disk_prepare(const char *folder);
s9_jit_disk s9_jit_disk_read(const s9_allocator *allocator, const char *folder, const s9_jit_key *key,
                             s9_jit_object *out);
/* Whether it worked does not matter: the next process compiles again. */
void s9_jit_disk_write(const s9_allocator *allocator, const char *folder, const s9_jit_key *key,
                       const s9_jit_object *object);

#endif
