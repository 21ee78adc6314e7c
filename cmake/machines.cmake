# The tests on other machines than this one and under other eyes, each a target that skips aloud where a tool is missing.
if(SHADER9_TESTS AND NOT CMAKE_CROSSCOMPILING)
  foreach(machine aarch64 s390x musl)
    add_custom_target(check-${machine} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/slow/machine.sh ${machine} ${CMAKE_SOURCE_DIR}
                                               ${CMAKE_BINARY_DIR}/${machine} USES_TERMINAL VERBATIM)
  endforeach()
  foreach(name windows tsan valgrind)
    add_custom_target(check-${name} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/slow/${name}.sh ${CMAKE_SOURCE_DIR}
                                            ${CMAKE_BINARY_DIR}/${name} USES_TERMINAL VERBATIM)
  endforeach()
endif()
