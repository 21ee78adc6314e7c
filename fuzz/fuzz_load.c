/* SPDX-License-Identifier: MIT */
/*
 * Bytes as whatever a file may hold: what is recognised has a name, what cannot be used has advice, and what loads goes
 * through every stage.
 */
#include "fuzz.h"

static const char *load(const uint8_t *data, size_t size)
{
    pipeline *p = fuzz_pipeline();
    s9_content content = s9_detect_content(data, size);
    if (!s9_content_name(content))
        return "content has no name";
    s9_diagnostics *list = NULL;
    if (s9_diagnostics_create(NULL, &list) != S9_OK)
        return NULL;
    s9_program *program = NULL;
    s9_content found = S9_CONTENT_UNKNOWN;
    s9_result result = s9_load(data, size, NULL, "input", &program, &found, list);
    const char *broken = NULL;
    if (found != content)
        broken = "loading and detecting find different content";
    else if (result == S9_OK && s9_content_advice(content))
        broken = "what loads has advice what to do instead";
    else if (result == S9_OK)
        broken = pipeline_program(p, program);
    else
        broken = pipeline_refused(p, result, program, list);
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
    return broken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_expect(load(data, size));
    return 0;
}
