# Each tests/unit/test_NAME.c is a cmocka program of its own and may include the private headers under src/.
find_package(PkgConfig REQUIRED)
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
file(GLOB unit_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/test_*.c)
foreach(source IN LISTS unit_tests)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE shader9 $<TARGET_NAME_IF_EXISTS:shader9-draw> $<TARGET_NAME_IF_EXISTS:shader9-container> PkgConfig::CMOCKA)
  shader9_use_vulkan(${name} ${source})
  # Where the specification and the corpus lie; tests that need them skip aloud where they are missing.
  target_compile_definitions(${name} PRIVATE TEST_SHARED="${CMAKE_SOURCE_DIR}/../shared" TEST_SOURCE="${CMAKE_SOURCE_DIR}"
                                             TEST_BINARY="${CMAKE_BINARY_DIR}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600)
endforeach()
include(cmake/hostile.cmake OPTIONAL)
include(cmake/oracle.cmake OPTIONAL)
include(cmake/mutate.cmake OPTIONAL)
include(cmake/sarif.cmake OPTIONAL)

# Each tests/cli/NAME.sh runs the command on small files and compares what it prints with tests/golden/cli.
if(TARGET shader9-command)
  file(GLOB command_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/cli/*.sh)
  list(FILTER command_tests EXCLUDE REGEX "/lib\\.sh$")
  foreach(script IN LISTS command_tests)
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME cli_${name} COMMAND sh ${script} $<TARGET_FILE:shader9-command> ${CMAKE_SOURCE_DIR})
    set_tests_properties(cli_${name} PROPERTIES TIMEOUT 300)
  endforeach()
endif()

# The example of the README is compiled and run as it stands there.
file(READ ${CMAKE_SOURCE_DIR}/README.md readme)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/README.md)
string(FIND "${readme}" "```c\n" example_begin)
math(EXPR example_begin "${example_begin} + 5")
string(SUBSTRING "${readme}" ${example_begin} -1 example)
string(FIND "${example}" "```" example_end)
string(SUBSTRING "${example}" 0 ${example_end} example)
file(WRITE ${CMAKE_BINARY_DIR}/readme_example.c.new "${example}")
file(COPY_FILE ${CMAKE_BINARY_DIR}/readme_example.c.new ${CMAKE_BINARY_DIR}/readme_example.c ONLY_IF_DIFFERENT)
add_executable(readme_example ${CMAKE_BINARY_DIR}/readme_example.c)
target_link_libraries(readme_example PRIVATE shader9)
add_test(NAME readme_example COMMAND readme_example)
set_tests_properties(readme_example PROPERTIES PASS_REGULAR_EXPRESSION "^0\\.5 1 1\\.5 2\n$")

# The example of embedding, with what it prints.
add_executable(example_embed ${CMAKE_SOURCE_DIR}/examples/embed/embed.c)
target_link_libraries(example_embed PRIVATE shader9)
add_test(NAME example_embed COMMAND example_embed)
set_tests_properties(
  example_embed
  PROPERTIES PASS_REGULAR_EXPRESSION
             "^60 bytes\n    ps_2_0\n    def c1, 0\\.100000001, .*    mov oC0, r0\nglow\\.psa:2:1: unknown instruction 'mull'\n$")

# The example of skinning on the CPU; -? because a normal's zero may have a sign.
add_executable(example_skin ${CMAKE_SOURCE_DIR}/examples/skin/skin.c)
target_link_libraries(example_skin PRIVATE shader9)
add_test(NAME example_skin COMMAND example_skin)
set_tests_properties(
  example_skin
  PROPERTIES PASS_REGULAR_EXPRESSION
             "bent by 0\\.3: the tip is at -1\\.551 3\\.635 -?0\\.000, its normal 0\\.370 0\\.929 -?0\\.000\n")

# What is installed, used from its place by another project. Not under sanitizers, whose libraries nobody installs.
if(TARGET shader9-command AND NOT SHADER9_SANITIZE)
  add_test(NAME install COMMAND sh ${CMAKE_SOURCE_DIR}/tests/install/run.sh ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR})
  set_tests_properties(install PROPERTIES TIMEOUT 300)
endif()

# The grammars of editors/, by the engines of the editors that are there.
add_test(NAME grammars COMMAND sh ${CMAKE_SOURCE_DIR}/tests/textmate/run.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
set_tests_properties(grammars PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 120)

# The core as two files, for those who embed it by copying.
if(NOT SHADER9_SANITIZE)
  add_test(NAME amalgamation COMMAND sh ${CMAKE_SOURCE_DIR}/tests/install/amalgamation.sh ${CMAKE_SOURCE_DIR}
                                     ${CMAKE_BINARY_DIR})
  set_tests_properties(amalgamation PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()

# The page that `make bench` writes.
add_test(NAME bench_page COMMAND sh ${CMAKE_SOURCE_DIR}/tests/bench/page.sh ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
set_tests_properties(bench_page PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 60)

# The language server, by its messages, by a client that plays sessions, and by Neovim.
if(TARGET shader9-lsp)
  include(cmake/lsp_tests.cmake)
endif()

# Mesa's drivers leave memory behind when they are unloaded, and LeakSanitizer cannot say whose it was.
if(SHADER9_SANITIZE)
  get_property(all_tests DIRECTORY PROPERTY TESTS)
  foreach(name IN LISTS all_tests)
    if(name MATCHES "vulkan|spirv_run|spirv_options|gl_run")
      set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
    endif()
  endforeach()
endif()
