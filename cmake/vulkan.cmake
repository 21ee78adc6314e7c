# The host for drawing with Vulkan (tests/vulkan), where Vulkan is installed: tests and bench programs that include
# "vulkan/host.h" are linked with it (shader9_use_vulkan), and do without where it is missing. GLSL beside them becomes
# headers where glslangValidator is: bench/NAME.frag is the array NAME_frag of "glsl/NAME.frag.h"; HAVE_GLSLANG says so.
find_package(Vulkan QUIET)
find_program(GLSLANG_VALIDATOR glslangValidator)
if(Vulkan_FOUND)
  set(vulkan_sources ${CMAKE_SOURCE_DIR}/tests/vulkan/device.c ${CMAKE_SOURCE_DIR}/tests/vulkan/host.c)
  add_library(shader9-vulkan-host STATIC EXCLUDE_FROM_ALL ${vulkan_sources})
  target_include_directories(shader9-vulkan-host PUBLIC ${CMAKE_SOURCE_DIR}/tests)
  target_compile_definitions(shader9-vulkan-host INTERFACE HAVE_VULKAN_HOST)
  target_link_libraries(shader9-vulkan-host PUBLIC Vulkan::Vulkan PRIVATE shader9_flags)
else()
  message(STATUS "Vulkan not found: nothing is compared with it or measured beside it")
endif()

if(Vulkan_FOUND AND GLSLANG_VALIDATOR)
  file(GLOB glsl_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/vulkan/*.vert ${CMAKE_SOURCE_DIR}/tests/vulkan/*.frag
       ${CMAKE_SOURCE_DIR}/bench/*.vert ${CMAKE_SOURCE_DIR}/bench/*.frag)
  set(glsl_headers)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/glsl)
  foreach(source IN LISTS glsl_sources)
    get_filename_component(name ${source} NAME)
    string(REPLACE . _ array ${name})
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/glsl/${name}.h
                       COMMAND ${GLSLANG_VALIDATOR} -V --quiet --vn ${array} -o ${CMAKE_BINARY_DIR}/glsl/${name}.h ${source}
                       DEPENDS ${source} VERBATIM)
    list(APPEND glsl_headers ${CMAKE_BINARY_DIR}/glsl/${name}.h)
  endforeach()
  add_custom_target(shader9-glsl DEPENDS ${glsl_headers})
  add_dependencies(shader9-vulkan-host shader9-glsl)
  target_include_directories(shader9-vulkan-host INTERFACE ${CMAKE_BINARY_DIR})
  target_compile_definitions(shader9-vulkan-host INTERFACE HAVE_GLSLANG)
endif()

# Translated shaders drawn and compared with the interpreter (tests/vulkan/same.h): some of them by test_spirv_run, all by
# the target check-vulkan.
if(Vulkan_FOUND AND SHADER9_TESTS)
  file(GLOB same_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/vulkan/same*.c ${CMAKE_SOURCE_DIR}/tests/vulkan/modules.c)
  add_library(shader9-vulkan-same STATIC EXCLUDE_FROM_ALL ${same_sources})
  target_link_libraries(shader9-vulkan-same PUBLIC shader9-vulkan-host shader9-oracle)
  target_compile_options(shader9-vulkan-same PRIVATE -ffp-contract=off)
  add_executable(spirv_run EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/slow/spirv_run.c)
  target_link_libraries(spirv_run PRIVATE shader9-vulkan-same)
  add_custom_target(check-vulkan
    COMMAND spirv_run 0 2000 ${CMAKE_SOURCE_DIR}/../shared/corpus/bytecode USES_TERMINAL VERBATIM)
endif()

function(shader9_use_vulkan name source)
  file(STRINGS ${source} includes REGEX "^#include \"vulkan/host.h\"")
  if(includes AND TARGET shader9-vulkan-host)
    target_link_libraries(${name} PRIVATE shader9-vulkan-host)
  endif()
  file(STRINGS ${source} includes REGEX "^#include \"vulkan/same.h\"")
  if(includes AND TARGET shader9-vulkan-same)
    target_link_libraries(${name} PRIVATE shader9-vulkan-same)
  endif()
endfunction()
