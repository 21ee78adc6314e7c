/* SPDX-License-Identifier: MIT */
/*
 * Bytes as tokens, translated under one of the option sets, which the last byte chooses: whatever is translated is a
 * module that SPIRV-Tools accepts (where the build has it), and whatever is refused leaves nothing behind.
 */
#include "fuzz.h"

#include "spirv_cases.h"

static const char *translate(const uint8_t *data, size_t size, uint32_t number)
{
    s9_program *program = NULL;
    s9_spirv *module = NULL;
    s9_spirv_options options;
    s9_shader_options shader;
    const char *broken = NULL;
    if (s9_decode(data, size, NULL, NULL, &program, NULL) != S9_OK)
        return NULL;
    spirv_case(number, &options, &shader);
    s9_result result = s9_spirv_translate(program, NULL, &options, &module, NULL);
    if (result == S9_OK && !spirv_is_valid(module, "fuzz"))
        broken = "the module is not valid";
    if (result != S9_OK && module != NULL)
        broken = "a failed call leaves an object behind";
    if (result == S9_ERROR_ARGUMENT || result == S9_ERROR_MEMORY)
        broken = "the options are right, and memory is there";
    s9_spirv_destroy(module);
    s9_program_destroy(program);
    return broken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0)
        fuzz_expect(translate(data, size, data[size - 1] % SPIRV_CASES));
    return 0;
}
