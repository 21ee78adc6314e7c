# Kernels of the batch interpreter and of sampling: the same sources once for each instruction-set level, chosen at run
# time. They are small loops over vectors, so they are optimised in every build.
get_filename_component(vm_root ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
file(GLOB vm_kernel_sources CONFIGURE_DEPENDS ${vm_root}/src/vm/kernels_*.c ${vm_root}/src/texture/kernels_*.c)
set(vm_kernel_options -O2 -ffp-contract=off)
set_source_files_properties(${vm_kernel_sources} PROPERTIES COMPILE_OPTIONS "${vm_kernel_options}")
# Its short loops over channels and corners are to vanish.
set_source_files_properties(${vm_root}/src/texture/kernels_sample.c PROPERTIES COMPILE_OPTIONS "-O3;-ffp-contract=off")
# The test of all functions at millions of numbers as well.
set_source_files_properties(${vm_root}/tests/unit/test_math.c PROPERTIES COMPILE_OPTIONS "${vm_kernel_options}")

function(shader9_vm_level level)
  add_library(shader9_vm_${level} OBJECT ${vm_kernel_sources})
  target_include_directories(shader9_vm_${level} PRIVATE ${vm_root}/include ${vm_root}/src)
  target_link_libraries(shader9_vm_${level} PRIVATE shader9_flags)
  target_compile_options(shader9_vm_${level} PRIVATE ${ARGN})
  target_compile_definitions(shader9_vm_${level} PRIVATE S9_VM_LEVEL_SUFFIX=${level})
  target_sources(shader9 PRIVATE $<TARGET_OBJECTS:shader9_vm_${level}>)
endfunction()

# The x87 unit rounds to its own precision.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^i.86$" AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(shader9 PRIVATE -msse2 -mfpmath=sse)
endif()

# gcc for Windows does not align the stack for vectors of 32 bytes and more: there the baseline serves alone.
set(vm_has_levels FALSE)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  set(vm_has_levels TRUE)
endif()
if(WIN32 AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(vm_has_levels FALSE)
endif()
if(vm_has_levels)
  shader9_vm_level(avx2 -mavx2 -mno-fma)
  # For clang, AVX-512 without FMA is no AVX-512; nothing is contracted either way.
  shader9_vm_level(avx512 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mprefer-vector-width=512
                   $<$<C_COMPILER_ID:GNU>:-mno-fma>)
  target_compile_definitions(shader9 PRIVATE S9_VM_X86_LEVELS)
endif()

# Every operation on one number at every float: a quarter of an hour, so not among the tests.
if(SHADER9_TESTS)
  find_package(Threads REQUIRED)
  add_executable(exhaustive_math EXCLUDE_FROM_ALL ${vm_root}/tests/slow/exhaustive_math.c)
  set_source_files_properties(${vm_root}/tests/slow/exhaustive_math.c PROPERTIES COMPILE_OPTIONS "-O2;-ffp-contract=off")
  target_include_directories(exhaustive_math PRIVATE ${vm_root}/src ${vm_root}/tests)
  target_link_libraries(exhaustive_math PRIVATE shader9 Threads::Threads)
  add_custom_target(check-exhaustive COMMAND exhaustive_math USES_TERMINAL VERBATIM)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/core_tests.cmake)
