/* SPDX-License-Identifier: MIT */
/*
 * What every bench program shares: interleaved runs, medians, and the two forms of a result, a table row on standard
 * error and one line of JSON on standard output (which `make bench` collects into build/bench.json).
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BENCH_RUNS 7

/*
 * Seconds of the clock on the wall; of the processor for programs that define BENCH_PROCESSOR_TIME: they work in one
 * thread, and what else runs on the machine says nothing about them. BENCH_NOW is a program's own clock.
 */
static inline double bench_now(void)
{
#ifdef BENCH_NOW
    return BENCH_NOW();
#elif defined(BENCH_PROCESSOR_TIME)
    return (double)clock() / CLOCKS_PER_SEC;
#else
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
#endif
}

static int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static inline double bench_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, bench_compare);
    return count % 2 != 0 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* One side of a comparison: does the work once and returns how many units it did. */
typedef double (*bench_work)(void *user);

/*
 * Runs ours and the peer's work in turn BENCH_RUNS times after one warm-up each, and prints the medians in units a
 * second. `peer` may be NULL; `goal` 0 means none is set.
 */
static inline void bench_report(const char *name, const char *unit, bench_work ours, const char *peer_name,
                                bench_work peer, void *user, double goal)
{
    double a[BENCH_RUNS], b[BENCH_RUNS];
    (void)ours(user);
    if (peer != NULL)
        (void)peer(user);
    for (int i = 0; i < BENCH_RUNS; i++) {
        double start = bench_now();
        double units = ours(user);
        a[i] = units / (bench_now() - start);
        if (peer != NULL) {
            start = bench_now();
            units = peer(user);
            b[i] = units / (bench_now() - start);
        }
    }
    double mine = bench_median(a, BENCH_RUNS);
    printf("{ \"case\": \"%s\", \"unit\": \"%s\", \"shader9\": %.6g, ", name, unit, mine);
    fprintf(stderr, "%-36s %12.4g %-14s", name, mine, unit);
    if (peer != NULL) {
        double theirs = bench_median(b, BENCH_RUNS);
        printf("\"peer_name\": \"%s\", \"peer\": %.6g, \"ratio\": %.3f, ", peer_name, theirs, mine / theirs);
        fprintf(stderr, " %s %.4g, ratio %.2f", peer_name, theirs, mine / theirs);
    } else {
        printf("\"peer_name\": null, \"peer\": null, \"ratio\": null, ");
    }
    if (goal > 0) {
        printf("\"goal\": %.1f, ", goal);
        fprintf(stderr, " (goal %.1f)", goal);
    } else {
        printf("\"goal\": null, ");
    }
    printf("\"runs\": %d }\n", BENCH_RUNS);
    fprintf(stderr, "\n");
    fflush(stdout);
}

#endif
