/* SPDX-License-Identifier: MIT */
/*
 * exhaustive_math [STEP [NAME...]] - every operation on one number at every float (or every STEP-th): within 0.501 ulp
 * of the true value, or the one right result, and the same bits in plain C and on every instruction-set level that the
 * machine has; pow at 2^28 / STEP pairs; then the opcodes that are made of several operations, through whole shaders
 * (math_shaders.h); and the thresholds that stand for the logarithm of a footprint in sampling. On all processors;
 * about a quarter of an hour on two. Exit status 1 when anything is wrong.
 */
#include "math_reference.h"
#include "math_shaders.h"
#include "texture/tile.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 1 << 20, MAX_THREADS = 64 };

/* One sweep: `check` looks at `count` numbers from index `first` (times the step). */
typedef struct sweep {
    const char *name;
    const void *what;
    uint64_t (*check)(const struct sweep *s, uint64_t first, uint64_t count, double *worst);
    uint64_t total; /* numbers */
    uint32_t step;
    atomic_uint_fast64_t next;
    pthread_mutex_t lock;
    uint64_t faults;
    double worst;
    time_t told;
} sweep;

static uint64_t check_function(const sweep *s, uint64_t first, uint64_t count, double *worst)
{
    return math_check(s->what, (uint32_t)(first * s->step), s->step, count, MATH_LIMIT, worst);
}

static uint64_t check_pow(const sweep *s, uint64_t first, uint64_t count, double *worst)
{
    (void)s;
    float x[S9_VM_LANES], y[S9_VM_LANES];
    uint64_t faults = 0;
    for (uint64_t done = 0; done < count; done += S9_VM_LANES) {
        math_pow_pairs((first + done) / S9_VM_LANES, x, y);
        faults += math_check_pow(x, y, MATH_LIMIT, worst);
    }
    return faults;
}

static uint64_t check_shader(const sweep *s, uint64_t first, uint64_t count, double *worst)
{
    (void)worst;
    return math_shader_check(s->what, (uint32_t)(first * s->step), s->step, count);
}

/* The nearest level of a footprint and whether it is magnified, by the logarithm and by thresholds. */
static uint64_t check_level(const sweep *s, uint64_t first, uint64_t count, double *worst)
{
    uint64_t faults = 0;
    (void)worst;
    for (uint64_t i = first; i < first + count; i++) {
        uint32_t bits = (uint32_t)(i * s->step), nearest = 0;
        if (bits > 0x7F800000u)
            break;
        float level = s9_math_log2(s9m_sqrt(s9_bits_float(bits)));
        float held = level > 0.0f ? (level < 15.0f ? level : 15.0f) : 0.0f;
        while (nearest < 15 && bits >= (uint32_t)s9_nearest_from[nearest + 1])
            nearest++;
        faults += nearest != (uint32_t)(ceilf(held + 0.5f) - 1.0f);
        faults += (level > 0.0f) != (s9_bits_float(bits) > S9_MAGNIFIED);
    }
    return faults;
}

static void *work(void *argument)
{
    sweep *s = argument;
    for (;;) {
        uint64_t first = atomic_fetch_add(&s->next, CHUNK);
        if (first >= s->total)
            return NULL;
        double worst = 0;
        uint64_t left = s->total - first, faults = s->check(s, first, left < CHUNK ? left : CHUNK, &worst);
        pthread_mutex_lock(&s->lock);
        s->faults += faults;
        s->worst = worst > s->worst ? worst : s->worst;
        time_t now = time(NULL);
        if (now >= s->told + 5) {
            fprintf(stderr, "\r%s %u%% ", s->name, (unsigned)(first * 100 / s->total));
            s->told = now;
        }
        pthread_mutex_unlock(&s->lock);
    }
}

static uint64_t run(const char *name, const void *what, uint32_t step, uint64_t total,
                    uint64_t (*check)(const sweep *, uint64_t, uint64_t, double *))
{
    sweep s = {.name = name, .what = what, .check = check, .step = step, .total = total / 64 * 64, .told = time(NULL)};
    pthread_t threads[MAX_THREADS];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int started = 0, wanted = processors < 1 ? 1 : processors > MAX_THREADS ? MAX_THREADS : (int)processors;
    time_t begin = time(NULL);
    pthread_mutex_init(&s.lock, NULL);
    while (started < wanted - 1 && pthread_create(&threads[started], NULL, work, &s) == 0)
        started++;
    work(&s);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&s.lock);
    printf("\r%-24s %11llu numbers, %.6f ulp at most, %llu wrong, %.0f s\n", name, (unsigned long long)s.total, s.worst,
           (unsigned long long)s.faults, difftime(time(NULL), begin));
    fflush(stdout);
    return s.faults;
}

/* Whether a name is among those asked for; all are when none is. */
static bool is_wanted(int argc, char **argv, const char *name)
{
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc <= 2;
}

int main(int argc, char **argv)
{
    uint64_t faults = 0;
    unsigned long step = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    if (step < 1 || step > 1u << 20) {
        fprintf(stderr, "usage: exhaustive_math [STEP [NAME...]]\n");
        return 2;
    }
    printf("levels:");
    for (int level = 0; level < S9_VM_LEVEL_COUNT; level++)
        printf(" %d%s", level, s9_vm_kernels_of((s9_vm_level)level) != NULL ? "" : " (SKIPPED: not on this machine)");
    printf("\n");
    const uint64_t all = ((uint64_t)1 << 32) / step;
    for (size_t i = 0; i < MATH_FUNCTIONS; i++)
        if (is_wanted(argc, argv, math_functions[i].name))
            faults += run(math_functions[i].name, &math_functions[i], (uint32_t)step, all, check_function);
    if (is_wanted(argc, argv, "pow"))
        faults += run("pow", NULL, 1, ((uint64_t)1 << 28) / step, check_pow);
    if (is_wanted(argc, argv, "level"))
        faults += run("level", NULL, (uint32_t)step, all, check_level);
    for (size_t i = 0; i < MATH_SHADERS; i++)
        if (is_wanted(argc, argv, math_shaders[i].name))
            faults += run(math_shaders[i].name, &math_shaders[i], (uint32_t)step, all, check_shader);
    return faults != 0;
}
