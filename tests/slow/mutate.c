/* SPDX-License-Identifier: MIT */
/*
 * Breaks legal programs on purpose, and asks the validator which rule they break.
 *
 * usage: mutate [count] [seed] [folder of compiled shaders] [how many to show]
 */
#include "mutate/pool.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 10000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    pool p;
    if (!pool_open(&p, 2000, argc > 3 ? argv[3] : NULL)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    mutate_report r = mutate_all(&p, count, seed, argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 0) : 20);
    printf("%u mutants of %u programs, %u rules: %u named (%.2f %%), %u of them alone\n", (unsigned)r.mutants,
           (unsigned)p.count, (unsigned)r.rules, (unsigned)r.named, 100.0 * r.named / r.mutants, (unsigned)r.alone);
    pool_close(&p);
    return r.named * 100ull >= r.mutants * 99ull && r.without_place == 0 ? 0 : 1;
}
