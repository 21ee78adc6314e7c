add_executable(test_lsp ${CMAKE_SOURCE_DIR}/tests/lsp/test_lsp.c)
target_include_directories(test_lsp PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_link_libraries(test_lsp PRIVATE shader9-lsp PkgConfig::CMOCKA)
target_compile_definitions(test_lsp PRIVATE TEST_SHARED="${CMAKE_SOURCE_DIR}/../shared" TEST_SOURCE="${CMAKE_SOURCE_DIR}")
add_test(NAME lsp COMMAND test_lsp)
# Allocations that fail, by the linker of ELF systems.
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND NOT APPLE)
  add_executable(test_lsp_memory ${CMAKE_SOURCE_DIR}/tests/lsp/test_lsp_memory.c)
  target_include_directories(test_lsp_memory PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(test_lsp_memory PRIVATE shader9-lsp PkgConfig::CMOCKA)
  target_link_options(test_lsp_memory PRIVATE -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc)
  add_test(NAME lsp_memory COMMAND test_lsp_memory)
  set_tests_properties(lsp_memory PROPERTIES TIMEOUT 300)
endif()
add_test(NAME lsp_session COMMAND sh ${CMAKE_SOURCE_DIR}/tests/lsp/session.sh $<TARGET_FILE:shader9-command>
                                  ${CMAKE_SOURCE_DIR})
add_test(NAME lsp_neovim COMMAND sh ${CMAKE_SOURCE_DIR}/tests/lsp/neovim.sh $<TARGET_FILE:shader9-command>
                                 ${CMAKE_SOURCE_DIR})
set_tests_properties(lsp lsp_session lsp_neovim PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 120)
