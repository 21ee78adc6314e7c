/* SPDX-License-Identifier: MIT */
/* SPIRV-Tools: text, validation, optimisation. Built without it, every call says so. */
#include "spirv/cross_calls.h"
#include "spirv/writer.h"

#include <shader9/cross.h>

#ifdef SHADER9_HAVE_SPIRV_TOOLS
#include <spirv-tools/libspirv.h>

/* cross_optimize.cpp: the optimiser of SPIRV-Tools has no C interface in older releases. */
#ifdef SHADER9_HAVE_SPIRV_OPT
uint32_t *s9_spirv_tools_optimize(int environment, const uint32_t *words, size_t count, size_t *out_count);
void s9_spirv_tools_free(uint32_t *words);
#endif

static spv_target_env environment_of(const s9_spirv *module)
{
    uint32_t version = module->layout.spirv_version;
    return version < 0x00010300u   ? SPV_ENV_VULKAN_1_0
           : version < 0x00010400u ? SPV_ENV_VULKAN_1_1
           : version < 0x00010500u ? SPV_ENV_VULKAN_1_1_SPIRV_1_4
           : version < 0x00010600u ? SPV_ENV_VULKAN_1_2
                                   : SPV_ENV_VULKAN_1_3;
}

bool s9_spirv_tools_present(void)
{
    return true;
}

static s9_result tell(s9_diagnostics *diagnostics, spv_diagnostic diagnostic)
{
    s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL, "SPIRV-Tools: %s",
              diagnostic != NULL && diagnostic->error != NULL ? diagnostic->error : "no reason is given");
    spvDiagnosticDestroy(diagnostic);
    return S9_ERROR_INVALID;
}

s9_result s9_spirv_text(const s9_spirv *module, const s9_allocator *allocator, s9_blob *out,
                        s9_diagnostics *diagnostics)
{
    if (module == NULL || out == NULL)
        return S9_ERROR_ARGUMENT;
    spv_context context = spvContextCreate(environment_of(module));
    spv_diagnostic diagnostic = NULL;
    spv_text text = NULL;
    if (context == NULL)
        return S9_ERROR_MEMORY;
    spv_result_t code = spvBinaryToText(context, module->words, module->word_count,
                                        SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES,
                                        &text, &diagnostic);
    spvContextDestroy(context);
    if (code != SPV_SUCCESS || text == NULL)
        return tell(diagnostics, diagnostic);
    spvDiagnosticDestroy(diagnostic);
    s9_buffer buffer;
    s9_buffer_init(&buffer, allocator);
    s9_buffer_append(&buffer, text->str, text->length);
    spvTextDestroy(text);
    return s9_buffer_to_blob(&buffer, out);
}

s9_result s9_spirv_validate(const s9_spirv *module, s9_diagnostics *diagnostics)
{
    if (module == NULL)
        return S9_ERROR_ARGUMENT;
    spv_context context = spvContextCreate(environment_of(module));
    spv_diagnostic diagnostic = NULL;
    spv_const_binary_t binary = {module->words, module->word_count};
    if (context == NULL)
        return S9_ERROR_MEMORY;
    spv_result_t code = spvValidate(context, &binary, &diagnostic);
    spvContextDestroy(context);
    if (code != SPV_SUCCESS)
        return tell(diagnostics, diagnostic);
    spvDiagnosticDestroy(diagnostic);
    return S9_OK;
}
#else
static s9_result missing(s9_diagnostics *diagnostics)
{
    s9_report(diagnostics, S9_ERROR, NULL, NULL, "build shader9 where SPIRV-Tools is installed",
              "this build of shader9 has no SPIRV-Tools");
    return S9_ERROR_UNSUPPORTED;
}

bool s9_spirv_tools_present(void)
{
    return false;
}

s9_result s9_spirv_text(const s9_spirv *module, const s9_allocator *allocator, s9_blob *out,
                        s9_diagnostics *diagnostics)
{
    (void)module;
    (void)allocator;
    (void)out;
    return missing(diagnostics);
}

s9_result s9_spirv_validate(const s9_spirv *module, s9_diagnostics *diagnostics)
{
    (void)module;
    return missing(diagnostics);
}
#endif

s9_result s9_spirv_optimize(s9_spirv *module, s9_diagnostics *diagnostics)
{
#ifdef SHADER9_HAVE_SPIRV_OPT
    size_t count = 0;
    if (module == NULL)
        return S9_ERROR_ARGUMENT;
    uint64_t bodies = s9_cross_unfolded(module->words, module->word_count, NULL);
    if (bodies == UINT64_MAX)
        return S9_ERROR_MEMORY;
    if (bodies > S9_OPTIMIZE_MOST_BODIES) {
        s9_report(diagnostics, S9_ERROR, NULL, NULL, "translate without --optimize",
                  "the subroutines call each other so often that the optimiser would write more than %u of them",
                  (unsigned)S9_OPTIMIZE_MOST_BODIES);
        return S9_ERROR_INVALID;
    }
    uint32_t *words = s9_spirv_tools_optimize((int)environment_of(module), module->words, module->word_count, &count);
    if (words == NULL || count > UINT32_MAX) {
        s9_spirv_tools_free(words);
        s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL, "SPIRV-Tools could not optimise the module");
        return S9_ERROR_UNSUPPORTED;
    }
    uint32_t *kept = s9_arena_array_raw(&module->arena, count, sizeof *kept);
    if (kept != NULL) {
        memcpy(kept, words, count * sizeof *kept);
        module->words = kept;
        module->word_count = (uint32_t)count;
    }
    s9_spirv_tools_free(words);
    return kept != NULL ? S9_OK : S9_ERROR_MEMORY;
#else
    (void)module;
    s9_report(diagnostics, S9_ERROR, NULL, NULL, "build shader9 where SPIRV-Tools and a C++ compiler are installed",
              "this build of shader9 has no optimiser of SPIRV-Tools");
    return S9_ERROR_UNSUPPORTED;
#endif
}
