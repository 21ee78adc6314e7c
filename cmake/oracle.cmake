# A second reading of the specification (tests/oracle): test_oracle compares it with the library on random programs; the
# target check-oracle does so on a hundred thousand of them and on the corpus, some minutes.
file(GLOB oracle_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/oracle/*.c)
add_library(shader9-oracle STATIC EXCLUDE_FROM_ALL ${oracle_sources})
target_include_directories(shader9-oracle PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
target_link_libraries(shader9-oracle PUBLIC shader9)
target_link_libraries(test_oracle PRIVATE shader9-oracle)
target_link_libraries(test_trace PRIVATE shader9-oracle)
target_link_libraries(test_diff PRIVATE shader9-oracle)

add_executable(oracle EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/slow/oracle.c)
target_link_libraries(oracle PRIVATE shader9-oracle)
add_custom_target(check-oracle
  COMMAND oracle 0 100000 ${CMAKE_SOURCE_DIR}/../shared/corpus/bytecode USES_TERMINAL VERBATIM)
