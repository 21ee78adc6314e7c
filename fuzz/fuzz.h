/* SPDX-License-Identifier: MIT */
/* fuzz - what the fuzz targets share: one pipeline for the life of the process, and a way to say what broke. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "pipeline.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline pipeline *fuzz_pipeline(void)
{
    static pipeline p;
    static bool ready;
    if (!ready)
        ready = pipeline_init(&p);
    if (!ready)
        abort();
    return &p;
}

/* A broken property ends the process as a crash does, so that the fuzzer keeps the input. */
static inline void fuzz_expect(const char *broken)
{
    if (!broken)
        return;
    fprintf(stderr, "broken: %s\n", broken);
    abort();
}

#endif
