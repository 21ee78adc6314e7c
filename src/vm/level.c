/* SPDX-License-Identifier: MIT */
/* Which instruction-set levels were compiled, and which of them this machine has. */
#include "vm/vm.h"

extern const s9_vm_kernels s9_vm_level_base;
#ifdef S9_VM_X86_LEVELS
extern const s9_vm_kernels s9_vm_level_avx2;
extern const s9_vm_kernels s9_vm_level_avx512;
#endif

const s9_vm_kernels *s9_vm_kernels_of(s9_vm_level level)
{
    switch (level) {
    case S9_VM_BASE:
        return &s9_vm_level_base;
#ifdef S9_VM_X86_LEVELS
    case S9_VM_AVX2:
        return __builtin_cpu_supports("avx2") ? &s9_vm_level_avx2 : NULL;
    case S9_VM_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")
                   ? &s9_vm_level_avx512
                   : NULL;
#endif
    default:
        return NULL;
    }
}

s9_vm_level s9_vm_best_level(void)
{
    for (uint32_t level = S9_VM_LEVEL_COUNT - 1u; level > S9_VM_BASE; level--)
        if (s9_vm_kernels_of((s9_vm_level)level) != NULL)
            return (s9_vm_level)level;
    return S9_VM_BASE;
}
