/* SPDX-License-Identifier: MIT */
/* Bytes as a token stream, through every stage: decode, encode, disassemble and assemble, check, reflect, lower, run.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_expect(pipeline_tokens(fuzz_pipeline(), data, size));
    return 0;
}
