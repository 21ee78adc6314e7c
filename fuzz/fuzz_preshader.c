/* SPDX-License-Identifier: MIT */
/* Bytes as a preshader: what can be read prints, runs, and touches nothing but the registers it is given. */
#include "fuzz.h"

#include "tables.h"

enum { FLOATS = 6, INTS = 2, BOOLS = 5 };

static const char *use(const s9_preshader *p, size_t size)
{
    static const float inputs[4][4] = {{0, 1, -1, 2}, {0.5f, 1.5f, 3, 1e9f}, {-3, 1e-20f, 1e30f, 100}, {7, 8, 9, 10}};
    s9_blob text = {0};
    const char *broken = tables_walk(s9_preshader_inputs(p), size);
    if (s9_preshader_text(p, NULL, &text) != S9_OK)
        return "a preshader does not print";
    s9_blob_free(&text);
    /* blocks of exactly their size, so that a step outside is seen */
    float(*f)[4] = calloc(FLOATS, sizeof *f);
    int32_t(*n)[4] = calloc(INTS, sizeof *n);
    uint32_t *b = calloc(BOOLS, sizeof *b);
    if (f && n && b) {
        s9_preshader_args args = {sizeof args, inputs, 4, f, n, b, FLOATS, INTS, BOOLS};
        s9_result result = s9_preshader_run(p, &args);
        if (result != S9_OK && result != S9_ERROR_UNSUPPORTED)
            broken = "a preshader that can be read does not run";
        for (uint32_t i = 0; i < BOOLS; i++)
            if (b[i] > 1)
                broken = "a boolean register is neither true nor false";
    }
    free(f);
    free(n);
    free(b);
    return broken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    s9_preshader *p = NULL;
    s9_diagnostics *list = NULL;
    if (s9_diagnostics_create(NULL, &list) != S9_OK)
        return 0;
    s9_result result = s9_preshader_create(data, size, NULL, &p, list);
    if ((result == S9_OK) != (p != NULL) || (result != S9_OK && s9_diagnostics_count(list) == 0))
        fuzz_expect("a preshader is refused without a word");
    if (p)
        fuzz_expect(use(p, size));
    s9_preshader_destroy(p);
    s9_diagnostics_destroy(list);
    return 0;
}
