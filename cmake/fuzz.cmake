# The fuzz targets, for clang's libFuzzer (preset fuzz; scripts/fuzz runs them). The library is built with coverage
# counters, too.
include(cmake/fuzz_targets.cmake)
target_compile_options(shader9_flags INTERFACE $<BUILD_INTERFACE:-fsanitize=fuzzer-no-link>)
target_link_options(shader9_flags INTERFACE $<BUILD_INTERFACE:-fsanitize=fuzzer-no-link>)
file(GLOB fuzz_targets CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/fuzz/fuzz_*.c)
foreach(source IN LISTS fuzz_targets)
  get_filename_component(name ${source} NAME_WE)
  shader9_fuzz_program(${name} ${source})
  if(TARGET ${name})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  endif()
endforeach()
