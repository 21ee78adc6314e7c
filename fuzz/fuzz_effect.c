/* SPDX-License-Identifier: MIT */
/* Bytes as an effect: what reads is walked, evaluated, written, changed and read again. */
#include "fuzz.h"

#include "effects.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    s9_effect_options options = {.struct_size = sizeof options, .max_unpacked = 1 << 20};
    fuzz_expect(effects_open_and_walk(data, size, &options));
    return 0;
}
