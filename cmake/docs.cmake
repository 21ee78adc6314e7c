# The documentation, tested: pages whose commands run as they stand, pages that the command writes, and the reference
# that doxygen makes of the headers.

if(TARGET shader9-command)
  # Pages of reference that the command writes; the target `written-pages` writes them anew.
  set(generated_pages rules instructions)
  set(write_pages)
  foreach(page IN LISTS generated_pages)
    list(APPEND write_pages COMMAND shader9-command help --form markdown ${page} > ${CMAKE_SOURCE_DIR}/docs/${page}.md)
  endforeach()
  add_custom_target(written-pages ${write_pages} VERBATIM)
endif()

find_program(DOXYGEN doxygen)
set(reference_script ${CMAKE_SOURCE_DIR}/scripts/reference)
add_custom_target(reference COMMAND sh ${reference_script} ${CMAKE_BINARY_DIR}/reference VERBATIM)

if(SHADER9_TESTS)
  add_test(NAME reference COMMAND sh ${reference_script} ${CMAKE_BINARY_DIR}/reference)
  set_tests_properties(reference PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()
if(SHADER9_TESTS AND TARGET shader9-command)
  file(GLOB page_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/*.md ${CMAKE_SOURCE_DIR}/docs/*.md
       ${CMAKE_SOURCE_DIR}/docs/guide/*.md ${CMAKE_SOURCE_DIR}/*/README.md)
  list(FILTER page_files EXCLUDE REGEX "^build|^docs/(rules|instructions)[.]md$")
  set(page_flags -pthread)
  if(SHADER9_SANITIZE)
    list(APPEND page_flags -fsanitize=${SHADER9_SANITIZE})
  endif()
  list(JOIN page_flags " " page_flags)
  foreach(page IN LISTS page_files)
    string(REGEX REPLACE "[.]md$" "" name ${page})
    string(REGEX REPLACE "/README$" "" name ${name})
    string(REPLACE "/" "_" name ${name})
    add_test(NAME page_${name} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/pages/run.sh ${CMAKE_SOURCE_DIR}/${page}
                                       $<TARGET_FILE:shader9-command> ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}
                                       ${CMAKE_C_COMPILER} ${page_flags})
    set_tests_properties(page_${name} PROPERTIES TIMEOUT 300)
  endforeach()
endif()
