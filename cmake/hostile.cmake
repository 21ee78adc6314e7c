# Damaged input. The target check-hostile takes every shader of the corpus apart (minutes; meant for a build with
# SHADER9_SANITIZE=address,undefined); what the fuzz targets found runs again as tests, without a fuzzer.
add_executable(hostile EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/slow/hostile.c)
target_include_directories(hostile PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
target_link_libraries(hostile PRIVATE shader9)
add_custom_target(check-hostile
  COMMAND hostile --save ${CMAKE_BINARY_DIR}/hostile-case.bin ${CMAKE_SOURCE_DIR}/../shared/corpus/bytecode
  USES_TERMINAL VERBATIM)

include(cmake/fuzz_targets.cmake)
file(GLOB fuzz_targets CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/fuzz/fuzz_*.c)
foreach(source IN LISTS fuzz_targets)
  get_filename_component(name ${source} NAME_WE)
  string(REPLACE fuzz_ "" subject ${name})
  shader9_fuzz_program(replay_${subject} ${source} ${CMAKE_SOURCE_DIR}/fuzz/replay.c)
  if(TARGET replay_${subject} AND EXISTS ${CMAKE_SOURCE_DIR}/fuzz/cases/${subject})
    add_test(NAME replay_${subject} COMMAND replay_${subject} ${CMAKE_SOURCE_DIR}/fuzz/cases/${subject})
    set_tests_properties(replay_${subject} PROPERTIES TIMEOUT 120)
  endif()
endforeach()
