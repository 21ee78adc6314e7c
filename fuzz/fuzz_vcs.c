/* SPDX-License-Identifier: MIT */
/* Bytes as a .vcs file, and as any file that may hold shaders. */
#include "fuzz.h"

#include "effects.h"

#include <shader9/container.h>

static s9_result take(void *user, const s9_contained_shader *shader)
{
    size_t whole;
    (void)s9_token_size(shader->bytes, shader->size, &whole);
    return ++*(uint32_t *)user < 1000 ? S9_OK : S9_ERROR_IO;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t count = 0;
    s9_effect_options options = {
        .struct_size = sizeof options, .decompressor = s9_standard_decompressor(), .max_unpacked = 1 << 20};
    fuzz_expect(effects_vcs(data, size, &options));
    s9_result result = s9_shaders_each(data, size, NULL, &options, NULL, take, &count, NULL);
    if (result == S9_ERROR_ARGUMENT)
        fuzz_expect("a file is refused as if it were the caller's fault");
    return 0;
}
