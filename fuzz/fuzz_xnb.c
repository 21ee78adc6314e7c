/* SPDX-License-Identifier: MIT */
/*
 * Bytes as an XNB file. The first byte chooses: as they are; or as what was compressed, behind a header that says LZX
 * or LZ4, so that the decoder is reached more often than by chance.
 */
#include "fuzz.h"

#include "effects.h"

#include <shader9/container.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t flags[] = {0x80, 0x40};
    s9_effect_options options = {
        .struct_size = sizeof options, .decompressor = s9_standard_decompressor(), .max_unpacked = 1 << 20};
    if (size == 0 || data[0] == 'X') {
        fuzz_expect(effects_open_and_walk(data, size, &options));
        return 0;
    }
    uint8_t *file = malloc(size + 13);
    if (file == NULL)
        return 0;
    memcpy(file, "XNBw\5", 5);
    file[5] = flags[data[0] & 1u];
    uint32_t whole = (uint32_t)size + 13,
             unpacked = size < 3 ? 64 : (uint32_t)data[1] | (uint32_t)(data[2] & 0x1F) << 8;
    for (uint32_t i = 0; i < 4; i++) {
        file[6 + i] = (uint8_t)(whole >> 8 * i);
        file[10 + i] = (uint8_t)(unpacked >> 8 * i);
    }
    memcpy(file + 14, data + 1, size - 1);
    fuzz_expect(effects_open_and_walk(file, whole, &options));
    free(file);
    return 0;
}
