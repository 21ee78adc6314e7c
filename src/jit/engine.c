/* SPDX-License-Identifier: MIT */
/*
 * s9_jit: the table of code, tickets, the queue of shaders that wait, the thread that serves it.
 *
 * One mutex guards the table, the queue and the counters; nobody holds it while a module is hashed, compiled, read or
 * written. Whoever needs code that another thread is making waits for that one.
 */
#include "jit/jit.h"

#include <llvm/Config/llvm-config.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DEFAULT_LIMIT ((size_t)64 << 20)
#define BUCKETS 1024u /* a power of two; entries are bounded by their size, so chains stay short */
#define MOST_MACHINES 8u

typedef enum entry_state { MAKING, READY, REFUSED } entry_state;

typedef struct entry {
    s9_native_code code;
    s9_jit_key key;
    entry_state state;
    const char *reason;
    uint32_t references; /* tickets, and whoever waits */
    size_t size;
    s9_jit_loaded loaded;
    s9_native_uniform *uniforms;
    struct entry *next;          /* in the bucket */
    struct entry *newer, *older; /* by last use, those without references */
} entry;

typedef struct ticket {
    s9_native_ticket base; /* first */
    const s9_ir *ir;
    s9_native_layout layout;
    entry *entry;
    bool queued, working;
    struct ticket *next;
} ticket;

struct s9_jit {
    s9_jit_base base; /* first */
    s9_allocator allocator;
    const s9_jit_level *level;
    size_t limit;
    char *folder;
    char description[96];
    LLVMOrcLLJITRef loader;

    pthread_mutex_t mutex;
    pthread_cond_t changed; /* an entry is made, a ticket served, a ticket queued */
    entry *buckets[BUCKETS];
    entry *newest, *oldest; /* idle ones */
    ticket *first, *last;   /* the queue */
    uint32_t working;
    LLVMTargetMachineRef machines[MOST_MACHINES]; /* idle ones: each compiles one module at a time */
    uint32_t machine_count;
    s9_jit_statistics statistics;
    bool has_thread, leave;
    pthread_t thread;
};

/* ---- target machines ---- */

static LLVMTargetMachineRef take_machine(s9_jit *jit)
{
    LLVMTargetMachineRef machine = NULL;
    pthread_mutex_lock(&jit->mutex);
    if (jit->machine_count > 0)
        machine = jit->machines[--jit->machine_count];
    pthread_mutex_unlock(&jit->mutex);
    return machine != NULL ? machine : s9_jit_machine(jit->level);
}

static void return_machine(s9_jit *jit, LLVMTargetMachineRef machine)
{
    pthread_mutex_lock(&jit->mutex);
    bool kept = jit->machine_count < MOST_MACHINES;
    if (kept)
        jit->machines[jit->machine_count++] = machine;
    pthread_mutex_unlock(&jit->mutex);
    if (!kept)
        LLVMDisposeTargetMachine(machine);
}

/* ---- the table; all with the mutex held ---- */

static entry **place_of(s9_jit *jit, const s9_jit_key *key)
{
    entry **at = &jit->buckets[key->hash[0] & (BUCKETS - 1u)];
    while (*at != NULL && ((*at)->key.hash[0] != key->hash[0] || (*at)->key.hash[1] != key->hash[1] ||
                           (*at)->key.size != key->size || memcmp((*at)->key.bytes, key->bytes, key->size) != 0))
        at = &(*at)->next;
    return at;
}

static void make_busy(s9_jit *jit, entry *e)
{
    if (e->references++ > 0)
        return;
    *(e->newer != NULL ? &e->newer->older : &jit->newest) = e->older;
    *(e->older != NULL ? &e->older->newer : &jit->oldest) = e->newer;
    e->newer = e->older = NULL;
}

static void make_idle(s9_jit *jit, entry *e)
{
    if (--e->references > 0)
        return;
    e->older = jit->newest;
    *(jit->newest != NULL ? &jit->newest->newer : &jit->oldest) = e;
    jit->newest = e;
}

/* Takes entries that nobody uses out of the table until `size` more bytes have room; returns them as a list. */
static entry *make_room(s9_jit *jit, size_t size)
{
    entry *dropped = NULL;
    while (jit->oldest != NULL && jit->statistics.code_bytes + size > jit->limit) {
        entry *e = jit->oldest;
        jit->oldest = e->newer;
        *(e->newer != NULL ? &e->newer->older : &jit->newest) = NULL;
        *place_of(jit, &e->key) = e->next;
        jit->statistics.code_bytes -= e->size;
        jit->statistics.entries--;
        jit->statistics.evicted++;
        e->next = dropped;
        dropped = e;
    }
    return dropped;
}

static void free_entries(s9_jit *jit, entry *list)
{
    while (list != NULL) {
        entry *e = list;
        list = e->next;
        s9_jit_unload(&e->loaded);
        s9_release(&jit->allocator, e->uniforms);
        s9_release(&jit->allocator, e->key.bytes);
        s9_release(&jit->allocator, e);
    }
}

/* ---- making code ---- */

static uint64_t now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* What an entry costs beside its code. */
static size_t entry_size(const s9_jit_key *key, const s9_jit_object *object)
{
    return sizeof(entry) + key->size + object->size + object->uniform_count * sizeof *object->uniforms;
}

static s9_result make_object(s9_jit *jit, const s9_ir *ir, const s9_native_layout *layout, const s9_jit_key *key,
                             s9_jit_object *out, const char **reason)
{
    s9_jit_names names = s9_jit_names_of(key);
    s9_jit_disk found = S9_JIT_DISK_NONE;
    if (jit->folder != NULL)
        found = s9_jit_disk_read(&jit->allocator, jit->folder, key, out);
    s9_result result = S9_OK;
    uint64_t start = now();
    if (found != S9_JIT_DISK_FOUND) {
        LLVMTargetMachineRef machine = take_machine(jit);
        result = S9_ERROR_UNSUPPORTED;
        *reason = "LLVM does not know this machine";
        if (machine != NULL) {
            result = s9_jit_build(&jit->allocator, machine, jit->level, ir, layout, &names, out, reason);
            return_machine(jit, machine);
        }
        if (result == S9_OK && jit->folder != NULL)
            s9_jit_disk_write(&jit->allocator, jit->folder, key, out);
    }
    uint64_t spent = now() - start;
    pthread_mutex_lock(&jit->mutex);
    jit->statistics.loaded += found == S9_JIT_DISK_FOUND;
    jit->statistics.damaged += found == S9_JIT_DISK_DAMAGED;
    jit->statistics.compiled += found != S9_JIT_DISK_FOUND && result == S9_OK;
    jit->statistics.nanoseconds += found != S9_JIT_DISK_FOUND ? spent : 0;
    pthread_mutex_unlock(&jit->mutex);
    return result;
}

/* Fills an entry that is in the table as MAKING, and lets everybody know. */
static void make_entry(s9_jit *jit, entry *e, const s9_ir *ir, const s9_native_layout *layout)
{
    s9_jit_object object = {0};
    const char *reason = "out of memory";
    s9_result result = make_object(jit, ir, layout, &e->key, &object, &reason);
    size_t size = entry_size(&e->key, &object);
    entry *dropped = NULL;
    if (result == S9_OK) {
        /* The bytes are counted before the code is loaded, so that there is never more of it than the limit. */
        pthread_mutex_lock(&jit->mutex);
        dropped = make_room(jit, size);
        if (jit->statistics.code_bytes + size <= jit->limit) {
            jit->statistics.code_bytes += size;
            e->size = size;
        } else {
            result = S9_ERROR_UNSUPPORTED;
            reason = "the code of other shaders fills the memory allowed for it";
        }
        pthread_mutex_unlock(&jit->mutex);
        free_entries(jit, dropped);
    }
    if (result == S9_OK) {
        s9_jit_names names = s9_jit_names_of(&e->key);
        if (!s9_jit_load_object(jit->loader, &object, &names, &e->loaded)) {
            result = S9_ERROR_UNSUPPORTED;
            reason = "LLVM could not load its code";
        }
    }
    if (result == S9_OK) {
        e->uniforms = object.uniforms;
        object.uniforms = NULL;
        e->code = (s9_native_code){.run = e->loaded.run,
                                   .prepare = object.prepares ? e->loaded.prepare : NULL,
                                   .functions = jit->level->kernels,
                                   .uniforms = e->uniforms,
                                   .uniform_count = object.uniform_count,
                                   .word_count = object.word_count};
        memcpy(e->code.definite, object.definite, sizeof e->code.definite);
    }
    s9_jit_object_free(&jit->allocator, &object);
    pthread_mutex_lock(&jit->mutex);
    e->state = result == S9_OK ? READY : REFUSED;
    e->reason = reason;
    jit->statistics.refused += result != S9_OK;
    if (result != S9_OK && e->size > 0) {
        jit->statistics.code_bytes -= e->size;
        e->size = 0;
    }
    pthread_cond_broadcast(&jit->changed);
    pthread_mutex_unlock(&jit->mutex);
}

/* A reference to the entry of a key, made here or by another thread, READY or REFUSED; NULL when out of memory. */
static entry *obtain(s9_jit *jit, const s9_ir *ir, const s9_native_layout *layout)
{
    s9_jit_key key = {0};
    if (s9_jit_make_key(&jit->allocator, ir, layout, jit->level, &key) != S9_OK)
        return NULL;
    entry *fresh = s9_allocate_zero(&jit->allocator, 1, sizeof *fresh);
    if (fresh == NULL) {
        s9_release(&jit->allocator, key.bytes);
        return NULL;
    }
    pthread_mutex_lock(&jit->mutex);
    entry **at = place_of(jit, &key), *e = *at;
    if (e != NULL) {
        make_busy(jit, e);
        while (e->state == MAKING)
            pthread_cond_wait(&jit->changed, &jit->mutex);
        jit->statistics.reused += e->state == READY;
        pthread_mutex_unlock(&jit->mutex);
        s9_release(&jit->allocator, key.bytes);
        s9_release(&jit->allocator, fresh);
        return e;
    }
    fresh->key = key;
    fresh->references = 1;
    *at = fresh;
    jit->statistics.entries++;
    pthread_mutex_unlock(&jit->mutex);
    make_entry(jit, fresh, ir, layout);
    return fresh;
}

/* ---- tickets ---- */

static s9_result serve(s9_jit *jit, ticket *t, s9_diagnostics *diagnostics)
{
    entry *e = obtain(jit, t->ir, &t->layout);
    if (e == NULL)
        return S9_ERROR_MEMORY;
    t->entry = e;
    if (e->state == READY) {
        atomic_store_explicit(&t->base.code, &e->code, memory_order_release);
        return S9_OK;
    }
    s9_report(diagnostics, S9_NOTE, NULL, NULL, NULL, "the shader is interpreted, not compiled: %s", e->reason);
    return S9_ERROR_UNSUPPORTED;
}

static s9_result attach(s9_jit *jit, const s9_ir *ir, const s9_native_layout *layout, bool now_please,
                        s9_native_ticket **out, s9_diagnostics *diagnostics)
{
    *out = NULL;
    ticket *t = s9_allocate_zero(&jit->allocator, 1, sizeof *t);
    if (t == NULL)
        return S9_ERROR_MEMORY;
    atomic_init(&t->base.code, NULL);
    t->ir = ir;
    t->layout = *layout;
    if (now_please) {
        s9_result result = serve(jit, t, diagnostics);
        if (result == S9_ERROR_MEMORY) {
            s9_release(&jit->allocator, t);
            return result;
        }
    } else {
        pthread_mutex_lock(&jit->mutex);
        t->queued = true;
        *(jit->last != NULL ? &jit->last->next : &jit->first) = t;
        jit->last = t;
        jit->statistics.waiting++;
        pthread_cond_broadcast(&jit->changed);
        pthread_mutex_unlock(&jit->mutex);
    }
    *out = &t->base;
    return S9_OK;
}

static void release(s9_jit *jit, s9_native_ticket *base)
{
    ticket *t = (ticket *)(void *)base;
    entry *dropped = NULL;
    pthread_mutex_lock(&jit->mutex);
    if (t->queued) {
        ticket *before = NULL;
        for (ticket *i = jit->first; i != t; i = i->next)
            before = i;
        *(before != NULL ? &before->next : &jit->first) = t->next;
        if (jit->last == t)
            jit->last = before;
        jit->statistics.waiting--;
        pthread_cond_broadcast(&jit->changed);
    }
    while (t->working)
        pthread_cond_wait(&jit->changed, &jit->mutex);
    if (t->entry != NULL) {
        make_idle(jit, t->entry);
        dropped = make_room(jit, 0);
    }
    pthread_mutex_unlock(&jit->mutex);
    free_entries(jit, dropped);
    s9_release(&jit->allocator, t);
}

/* ---- the queue ---- */

/* With the mutex held, which is released meanwhile. False: nothing waits. */
static bool work_locked(s9_jit *jit)
{
    ticket *t = jit->first;
    if (t == NULL)
        return false;
    jit->first = t->next;
    if (jit->first == NULL)
        jit->last = NULL;
    t->next = NULL;
    t->queued = false;
    t->working = true;
    jit->working++;
    pthread_mutex_unlock(&jit->mutex);
    (void)serve(jit, t, NULL);
    pthread_mutex_lock(&jit->mutex);
    t->working = false;
    jit->working--;
    jit->statistics.waiting--;
    pthread_cond_broadcast(&jit->changed);
    return true;
}

bool s9_jit_work(s9_jit *jit)
{
    pthread_mutex_lock(&jit->mutex);
    bool worked = work_locked(jit);
    pthread_mutex_unlock(&jit->mutex);
    return worked;
}

void s9_jit_finish(s9_jit *jit)
{
    pthread_mutex_lock(&jit->mutex);
    for (;;) {
        if (!jit->has_thread && work_locked(jit))
            continue;
        if (jit->first == NULL && jit->working == 0)
            break;
        pthread_cond_wait(&jit->changed, &jit->mutex);
    }
    pthread_mutex_unlock(&jit->mutex);
}

static void *serve_queue(void *argument)
{
    s9_jit *jit = argument;
    pthread_mutex_lock(&jit->mutex);
    while (!jit->leave)
        if (!work_locked(jit))
            pthread_cond_wait(&jit->changed, &jit->mutex);
    pthread_mutex_unlock(&jit->mutex);
    return NULL;
}

/* ---- the object ---- */

static const s9_jit_functions functions = {attach, release};

static bool copy_folder(s9_jit *jit, const char *folder)
{
    if (folder == NULL || !s9_jit_disk_prepare(folder))
        return true; /* a folder that cannot be used is as good as none */
    size_t size = strlen(folder) + 1u;
    jit->folder = s9_allocate(&jit->allocator, size);
    if (jit->folder == NULL)
        return false;
    memcpy(jit->folder, folder, size);
    return true;
}

s9_result s9_jit_create(const s9_allocator *allocator, const s9_jit_options *options, s9_jit **out,
                        s9_diagnostics *diagnostics)
{
    s9_jit_options chosen;
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    if (!s9_read_options(&chosen, sizeof chosen, options))
        return S9_ERROR_ARGUMENT;
    const s9_jit_level *level = s9_jit_level_of(chosen.lanes);
    if (level == NULL || !s9_jit_start_llvm()) {
        s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL, "LLVM makes no code with vectors of %u lanes here",
                  (unsigned)chosen.lanes);
        return S9_ERROR_UNSUPPORTED;
    }
    s9_allocator memory = s9_allocator_or_default(allocator);
    s9_jit *jit = s9_allocate_zero(&memory, 1, sizeof *jit);
    if (jit == NULL)
        return S9_ERROR_MEMORY;
    jit->base.functions = &functions;
    jit->allocator = memory;
    jit->level = level;
    jit->limit = chosen.code_limit != 0 ? chosen.code_limit : DEFAULT_LIMIT;
    snprintf(jit->description, sizeof jit->description, "LLVM %s, %s, %u lanes", LLVM_VERSION_STRING, level->name,
             (unsigned)level->target.width);
    pthread_mutex_init(&jit->mutex, NULL);
    pthread_cond_init(&jit->changed, NULL);
    jit->loader = s9_jit_loader(level);
    s9_result result = S9_OK;
    if (jit->loader == NULL) {
        s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL, "LLVM cannot load code on this machine");
        result = S9_ERROR_UNSUPPORTED;
    } else if (!copy_folder(jit, chosen.folder)) {
        result = S9_ERROR_MEMORY;
    }
    if (result != S9_OK) {
        s9_jit_destroy(jit);
        return result;
    }
    /* Without the thread shaders wait for s9_jit_work. */
    jit->has_thread = chosen.background && pthread_create(&jit->thread, NULL, serve_queue, jit) == 0;
    *out = jit;
    return S9_OK;
}

void s9_jit_destroy(s9_jit *jit)
{
    if (jit == NULL)
        return;
    if (jit->has_thread) {
        pthread_mutex_lock(&jit->mutex);
        jit->leave = true;
        pthread_cond_broadcast(&jit->changed);
        pthread_mutex_unlock(&jit->mutex);
        pthread_join(jit->thread, NULL);
    }
    for (uint32_t i = 0; i < BUCKETS; i++)
        free_entries(jit, jit->buckets[i]);
    for (uint32_t i = 0; i < jit->machine_count; i++)
        LLVMDisposeTargetMachine(jit->machines[i]);
    if (jit->loader != NULL) {
        LLVMErrorRef error = LLVMOrcDisposeLLJIT(jit->loader);
        if (error != NULL)
            LLVMConsumeError(error);
    }
    pthread_cond_destroy(&jit->changed);
    pthread_mutex_destroy(&jit->mutex);
    s9_allocator memory = jit->allocator;
    s9_release(&memory, jit->folder);
    s9_release(&memory, jit);
}

void s9_jit_get_statistics(s9_jit *jit, s9_jit_statistics *out)
{
    pthread_mutex_lock(&jit->mutex);
    *out = jit->statistics;
    pthread_mutex_unlock(&jit->mutex);
}

const char *s9_jit_description(const s9_jit *jit)
{
    return jit->description;
}
