# The shared libraries, made from what the static ones hold: one compilation serves both. Only what include/shader9 marks
# S9_API is visible. A library beside the core takes public functions from the core's shared library, and what it shares
# with the core inside comes from the core's archive as a copy of its own, which nobody sees (nothing in it has state).
set(shader9_shared_default OFF)
if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" AND NOT SHADER9_SANITIZE AND NOT SHADER9_FUZZ)
  set(shader9_shared_default ON)
endif()
option(SHADER9_SHARED "Build the shared libraries beside the static ones" ${shader9_shared_default})

set(shader9_soversion 0) # grows whenever a program that was linked before could not run any more

function(shader9_shared target)
  if(NOT SHADER9_SHARED OR NOT TARGET ${target})
    return()
  endif()
  set(shared ${target}-shared)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/shared.c CONTENT "typedef int shader9_shared;\n")
  add_library(${shared} SHARED ${CMAKE_BINARY_DIR}/shared.c)
  set_target_properties(${shared} PROPERTIES OUTPUT_NAME ${target} VERSION ${PROJECT_VERSION}
                        SOVERSION ${shader9_soversion} LINKER_LANGUAGE C)
  target_include_directories(${shared} INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
                             $<INSTALL_INTERFACE:include>)
  target_link_libraries(${shared} PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,${target}>)
  # What else is linked in, such as SPIRV-Tools, stays inside.
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/shared.map CONTENT "{ global: s9_*; local: *; };\n")
  target_link_options(${shared} PRIVATE LINKER:--no-undefined
                      LINKER:--version-script=${CMAKE_BINARY_DIR}/shared.map)
  if(NOT target STREQUAL "shader9")
    target_link_libraries(${shared} PUBLIC shader9-shared)
    target_link_options(${shared} PRIVATE LINKER:--exclude-libs,libshader9.a)
  endif()
endfunction()
