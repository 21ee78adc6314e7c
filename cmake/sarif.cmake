# The command's SARIF output against the official schema, which an npm package carries: skipped without node, npm or network.
if(TARGET shader9-command)
  add_test(NAME sarif COMMAND sh ${CMAKE_SOURCE_DIR}/tests/sarif/run.sh $<TARGET_FILE:shader9-command> ${CMAKE_SOURCE_DIR}
                              ${CMAKE_BINARY_DIR})
  set_tests_properties(sarif PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()
