# Legal programs broken on purpose (tests/mutate): test_mutate has the validator name the rules of some thousand of them; the
# target check-mutate takes the shaders of the corpus, too, and makes a hundred thousand.
file(GLOB mutate_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/mutate/*.c)
add_library(shader9-mutate STATIC EXCLUDE_FROM_ALL ${mutate_sources})
target_compile_definitions(shader9-mutate PRIVATE TEST_SHARED="${CMAKE_SOURCE_DIR}/../shared")
target_link_libraries(shader9-mutate PUBLIC shader9-oracle PkgConfig::CMOCKA)
target_link_libraries(test_mutate PRIVATE shader9-mutate)

add_executable(mutate EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/slow/mutate.c)
target_link_libraries(mutate PRIVATE shader9-mutate)
add_custom_target(check-mutate
  COMMAND mutate 100000 1 ${CMAKE_SOURCE_DIR}/../shared/corpus/bytecode USES_TERMINAL VERBATIM)
