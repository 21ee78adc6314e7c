# Flags of every target: strict warnings, floating point without contraction (every engine gives the same bits).
add_library(shader9_flags INTERFACE)
target_compile_options(shader9_flags INTERFACE $<BUILD_INTERFACE:-Wall -Wextra -Wconversion -Wshadow -ffp-contract=off>)
# On s390 gcc's C11 takes floats through doubles, as its ABI once wanted: other bits, and slower.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^s390" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  target_compile_options(shader9_flags INTERFACE $<BUILD_INTERFACE:-fexcess-precision=fast>)
endif()
if(SHADER9_WERROR)
  target_compile_options(shader9_flags INTERFACE $<BUILD_INTERFACE:-Werror>)
endif()
if(SHADER9_SANITIZE)
  target_compile_options(shader9_flags INTERFACE $<BUILD_INTERFACE:-fsanitize=${SHADER9_SANITIZE} -fno-omit-frame-pointer -g>)
  target_link_options(shader9_flags INTERFACE $<BUILD_INTERFACE:-fsanitize=${SHADER9_SANITIZE}>)
  if(SHADER9_SANITIZE MATCHES undefined)
    # gcc warns of the signs in its own instrumentation of shifts; the plain builds keep the warning.
    target_compile_options(shader9_flags INTERFACE $<BUILD_INTERFACE:-Wno-sign-conversion>)
    target_compile_options(shader9_flags INTERFACE $<BUILD_INTERFACE:-fno-sanitize-recover=undefined>)
  endif()
endif()
