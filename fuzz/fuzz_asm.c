/* SPDX-License-Identifier: MIT */
/* Bytes as assembly text: what assembles goes through every stage, and its disassembly assembles to the same tokens. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_expect(pipeline_text(fuzz_pipeline(), (const char *)data, size));
    return 0;
}
