/* SPDX-License-Identifier: MIT */
/*
 * oracle FROM TO [FOLDER [JOBS]] - the library beside the second reading of tests/oracle: the random programs of seeds
 * FROM to TO - 1, then every token stream in FOLDER with JOBS (20) random jobs. What disagrees is made small and
 * printed; exit status 1 then, and after ten of them at once. Prints how many lanes executed each opcode and form in
 * each version; one that too few have met is a fault of the generator, and status 1 as well.
 */
#include "oracle/compare.h"
#include "oracle/coverage.h"

#include <shader9/shader9.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { ENOUGH = 10 };

static unsigned long counts[4];

static bool note(const char *what, uint64_t seed, outcome o)
{
    counts[o.verdict]++;
    if (o.verdict == DIFFERED)
        printf("%s %llu: %s\n", what, (unsigned long long)seed, o.reason);
    return counts[DIFFERED] < ENOUGH;
}

static bool try_file(const char *path, uint64_t jobs)
{
    FILE *file = fopen(path, "rb");
    static char bytes[1u << 20];
    s9_program *program = NULL;
    bool more = true;
    if (file == NULL)
        return true;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK)
        for (uint64_t seed = 0; seed < jobs && more; seed++)
            more = note(path, seed, try_program(program, seed * 7919 + size, false));
    s9_program_destroy(program);
    return more;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: oracle FROM TO [FOLDER [JOBS]]\n");
        return 2;
    }
    uint64_t from = strtoull(argv[1], NULL, 10), to = strtoull(argv[2], NULL, 10);
    uint64_t jobs = argc > 4 ? strtoull(argv[4], NULL, 10) : 20;
    bool more = true;
    static oracle_coverage coverage;
    oracle_watch = &coverage;
    for (uint64_t seed = from; seed < to && more; seed++) {
        outcome o = try_seed(seed, false);
        if (o.verdict == NOT_COMPARED)
            o.verdict = DIFFERED; /* a program that should have been legal */
        more = note("seed", seed, o);
    }
    printf("programs: %lu agree, %lu differ, %lu run too long\n", counts[AGREED], counts[DIFFERED], counts[TOO_LONG]);
    oracle_watch = NULL;
    uint32_t holes = oracle_print_coverage(&coverage, (to - from) / 200, false);
    DIR *folder = argc > 3 && more ? opendir(argv[3]) : NULL;
    if (argc > 3 && folder == NULL)
        fprintf(stderr, "oracle: SKIPPED: %s cannot be read\n", argv[3]);
    unsigned long differed = counts[DIFFERED];
    counts[AGREED] = counts[TOO_LONG] = counts[NOT_COMPARED] = 0;
    for (struct dirent *entry; folder != NULL && more && (entry = readdir(folder)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", argv[3], entry->d_name);
        if (entry->d_name[0] != '.')
            more = try_file(path, jobs);
    }
    if (folder != NULL) {
        closedir(folder);
        printf("corpus: %lu runs agree, %lu differ, %lu run too long, %lu not compared\n", counts[AGREED],
               counts[DIFFERED] - differed, counts[TOO_LONG], counts[NOT_COMPARED]);
    }
    return counts[DIFFERED] > 0 || holes > 0;
}
