// SPDX-License-Identifier: MIT
// The optimiser of SPIRV-Tools behind two functions of C: its C interface has no optimiser in older releases.
#include <spirv-tools/optimizer.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" uint32_t *s9_spirv_tools_optimize(int environment, const uint32_t *words, size_t count, size_t *out_count)
{
    try {
        spvtools::Optimizer optimizer(static_cast<spv_target_env>(environment));
        spvtools::OptimizerOptions options;
        std::vector<uint32_t> result;
        options.set_run_validator(false);
        optimizer.RegisterPerformancePasses();
        if (!optimizer.Run(words, count, &result, options) || result.empty())
            return nullptr;
        auto *kept = static_cast<uint32_t *>(std::malloc(result.size() * sizeof(uint32_t)));
        if (kept != nullptr)
            std::memcpy(kept, result.data(), result.size() * sizeof(uint32_t));
        *out_count = result.size();
        return kept;
    } catch (...) {
        return nullptr;
    }
}

extern "C" void s9_spirv_tools_free(uint32_t *words)
{
    std::free(words);
}
