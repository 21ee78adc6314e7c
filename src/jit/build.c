/* SPDX-License-Identifier: MIT */
/* LLVM: target, passes, object files, loading. */
#include "jit/jit.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/OrcEE.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- levels ---- */

const s9_jit_level *s9_jit_level_of(uint32_t lanes)
{
#if defined(__x86_64__)
    /* AVX-512 brings FMA with it; LLVM fuses nothing unless it is told to. */
    static const s9_jit_level base = {"SSE2", "+sse2", {4, false, false}, &s9_jit_kernels_base};
    static const s9_jit_level avx2 = {"AVX2", "+avx,+avx2", {8, true, false}, &s9_jit_kernels_avx2};
    static const s9_jit_level avx512 = {
        "AVX-512", "+avx,+avx2,+avx512f,+avx512dq,+avx512vl,+avx512bw", {16, true, true}, &s9_jit_kernels_avx512};
    bool has_avx2 = __builtin_cpu_supports("avx2");
    bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    if (has_avx512 && (lanes == 0 || lanes == 16))
        return &avx512;
    if (has_avx2 && (lanes == 0 || lanes == 8))
        return &avx2;
    return lanes == 0 || lanes == 4 ? &base : NULL;
#elif defined(__aarch64__)
    static const s9_jit_level base = {"NEON", "+neon", {4, true, false}, &s9_jit_kernels_base};
    return lanes == 0 || lanes == 4 ? &base : NULL;
#else
    (void)lanes;
    return NULL;
#endif
}

/* ---- LLVM as a whole ---- */

static pthread_once_t llvm_once = PTHREAD_ONCE_INIT; /* LLVM keeps its targets in a list of the process */
static bool llvm_knows_machine;

static void start_llvm(void)
{
    llvm_knows_machine = LLVMInitializeNativeTarget() == 0 && LLVMInitializeNativeAsmPrinter() == 0;
}

bool s9_jit_start_llvm(void)
{
    return pthread_once(&llvm_once, start_llvm) == 0 && llvm_knows_machine;
}

LLVMTargetMachineRef s9_jit_machine(const s9_jit_level *level)
{
    char *triple = LLVMGetDefaultTargetTriple(), *message = NULL;
    LLVMTargetRef target = NULL;
    LLVMTargetMachineRef machine = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &message) == 0)
        machine = LLVMCreateTargetMachine(target, triple, "", level->features, LLVMCodeGenLevelLess, LLVMRelocPIC,
                                          LLVMCodeModelJITDefault);
    else
        LLVMDisposeMessage(message);
    LLVMDisposeMessage(triple);
    return machine;
}

/* The section memory manager of LLVM makes code pages executable only when they are no longer writable. */
static LLVMOrcObjectLayerRef object_layer(void *context, LLVMOrcExecutionSessionRef session, const char *triple)
{
    (void)context;
    (void)triple;
    return LLVMOrcCreateRTDyldObjectLinkingLayerWithSectionMemoryManager(session);
}

LLVMOrcLLJITRef s9_jit_loader(const s9_jit_level *level)
{
    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    /* Without one LLVM asks the processor for all that it can do, which takes long, most of all in a virtual one. */
    LLVMTargetMachineRef machine = s9_jit_machine(level);
    if (machine != NULL)
        LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder,
                                                      LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine));
    LLVMOrcLLJITBuilderSetObjectLinkingLayerCreator(builder, object_layer, NULL);
    LLVMOrcLLJITRef loader = NULL;
    LLVMErrorRef error = LLVMOrcCreateLLJIT(&loader, builder);
    if (error == NULL)
        return loader;
    LLVMConsumeError(error);
    return NULL;
}

/* ---- from a module to an object file ---- */

s9_jit_names s9_jit_names_of(const s9_jit_key *key)
{
    s9_jit_names names;
    snprintf(names.block, sizeof names.block, "b%016" PRIx64 "%016" PRIx64, key->hash[0], key->hash[1]);
    snprintf(names.prepare, sizeof names.prepare, "p%016" PRIx64 "%016" PRIx64, key->hash[0], key->hash[1]);
    return names;
}

void s9_jit_object_free(const s9_allocator *allocator, s9_jit_object *object)
{
    s9_release(allocator, object->bytes);
    s9_release(allocator, object->uniforms);
    memset(object, 0, sizeof *object);
}

static bool generate(LLVMTargetMachineRef machine, LLVMModuleRef module, LLVMMemoryBufferRef *out)
{
    LLVMTargetDataRef data = LLVMCreateTargetDataLayout(machine);
    char *triple = LLVMGetTargetMachineTriple(machine), *message = NULL;
    LLVMSetModuleDataLayout(module, data);
    LLVMSetTarget(module, triple);
    LLVMDisposeMessage(triple);
    LLVMDisposeTargetData(data);
#ifdef S9_JIT_VERIFY
    if (LLVMVerifyModule(module, LLVMPrintMessageAction, &message) != 0) {
        LLVMDumpModule(module);
        return false;
    }
    LLVMDisposeMessage(message);
    message = NULL;
#endif
    /* Few passes: the emitter folds constants and knows what is uniform; what is left is registers and repetition. */
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, "function(mem2reg,early-cse)", machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (error != NULL) {
        LLVMConsumeError(error);
        return false;
    }
    if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, out) != 0) {
        LLVMDisposeMessage(message);
        return false;
    }
    return true;
}

static s9_result take(const s9_allocator *allocator, const s9_jit_emitter *e, LLVMMemoryBufferRef buffer,
                      s9_jit_object *out)
{
    memset(out, 0, sizeof *out);
    out->size = LLVMGetBufferSize(buffer);
    out->bytes = s9_allocate(allocator, out->size);
    out->uniforms = s9_allocate_zero(allocator, e->uniforms.count + 1u, sizeof *out->uniforms);
    if (out->bytes == NULL || out->uniforms == NULL) {
        s9_jit_object_free(allocator, out);
        return S9_ERROR_MEMORY;
    }
    memcpy(out->bytes, LLVMGetBufferStart(buffer), out->size);
    if (e->uniforms.count > 0)
        memcpy(out->uniforms, e->uniforms.items, e->uniforms.count * sizeof *out->uniforms);
    out->uniform_count = e->uniforms.count;
    out->word_count = e->word_count;
    out->prepares = e->prepares;
    memcpy(out->definite, e->definite, sizeof out->definite);
    return S9_OK;
}

s9_result s9_jit_build(const s9_allocator *allocator, LLVMTargetMachineRef machine, const s9_jit_level *level,
                       const s9_ir *ir, const s9_native_layout *layout, const s9_jit_names *names, s9_jit_object *out,
                       const char **reason)
{
    s9_arena arena;
    s9_result result = S9_ERROR_MEMORY;
    s9_arena_init(&arena, allocator);
    s9_jit_emitter *e = s9_arena_array(&arena, 1, sizeof *e);
    *reason = "out of memory";
    if (e != NULL) {
        LLVMMemoryBufferRef buffer = NULL;
        e->ir = ir;
        e->layout = layout;
        e->target = level->target;
        e->arena = &arena;
        e->context = LLVMContextCreate();
        e->module = LLVMModuleCreateWithNameInContext("shader", e->context);
        if (s9_jit_emit(e, names->block, names->prepare)) {
            result = S9_ERROR_UNSUPPORTED;
            *reason = "LLVM made no code";
            if (generate(machine, e->module, &buffer)) {
                result = take(allocator, e, buffer, out);
                LLVMDisposeMemoryBuffer(buffer);
            }
        } else if (!arena.failed) {
            result = S9_ERROR_UNSUPPORTED;
            *reason = "it is too long with its calls in place, or they are nested too deep";
        }
        LLVMDisposeModule(e->module);
        LLVMContextDispose(e->context);
    }
    s9_arena_free(&arena);
    return result;
}

/* ---- from an object file to code ---- */

static bool look_up(LLVMOrcLLJITRef loader, const char *name, uint64_t *address)
{
    LLVMErrorRef error = LLVMOrcLLJITLookup(loader, address, name);
    if (error == NULL)
        return *address != 0;
    LLVMConsumeError(error);
    return false;
}

bool s9_jit_load_object(LLVMOrcLLJITRef loader, const s9_jit_object *object, const s9_jit_names *names,
                        s9_jit_loaded *out)
{
    LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(loader);
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(object->bytes, object->size, names->block);
    out->tracker = LLVMOrcJITDylibCreateResourceTracker(library);
    LLVMErrorRef error = LLVMOrcLLJITAddObjectFileWithRT(loader, out->tracker, buffer);
    uint64_t run = 0, prepare = 0;
    bool found = error == NULL && look_up(loader, names->block, &run) &&
                 (!object->prepares || look_up(loader, names->prepare, &prepare));
    if (found) {
        void *pointer = (void *)(uintptr_t)run;
        memcpy(&out->run, &pointer, sizeof out->run);
        pointer = (void *)(uintptr_t)prepare;
        memcpy(&out->prepare, &pointer, sizeof out->prepare);
        return true;
    }
    if (error != NULL)
        LLVMConsumeError(error);
    s9_jit_unload(out);
    return false;
}

void s9_jit_unload(s9_jit_loaded *loaded)
{
    if (loaded->tracker == NULL)
        return;
    LLVMErrorRef error = LLVMOrcResourceTrackerRemove(loaded->tracker);
    if (error != NULL)
        LLVMConsumeError(error);
    LLVMOrcReleaseResourceTracker(loaded->tracker);
    loaded->tracker = NULL;
}
