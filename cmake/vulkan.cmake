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
  find_package(OpenGL QUIET COMPONENTS OpenGL EGL)
  if(TARGET shader9-cross AND OpenGL_EGL_FOUND AND TARGET OpenGL::OpenGL)
    target_sources(shader9-vulkan-same PRIVATE ${CMAKE_SOURCE_DIR}/tests/gl/same_gl.c)
    target_link_libraries(shader9-vulkan-same PUBLIC shader9-cross OpenGL::OpenGL OpenGL::EGL)
    target_compile_definitions(shader9-vulkan-same PUBLIC SHADER9_HAVE_SAME_GL)
  endif()
  add_executable(spirv_run EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/slow/spirv_run.c)
  target_link_libraries(spirv_run PRIVATE shader9-vulkan-same)
  # The same in some versions of GLSL and ESSL, by OpenGL without a window.
  add_custom_target(check-gl COMMAND ${CMAKE_COMMAND} -E env LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe LP_NUM_THREADS=0
    $<TARGET_FILE:spirv_run> gl 0 300 ${CMAKE_SOURCE_DIR}/../shared/corpus/bytecode USES_TERMINAL VERBATIM)
  add_dependencies(check-gl spirv_run)
  add_custom_target(check-vulkan
    COMMAND spirv_run 0 2000 ${CMAKE_SOURCE_DIR}/../shared/corpus/bytecode USES_TERMINAL VERBATIM)
endif()

# The command with a second opinion (tests/vulkan/picture.c): the scenes of examples/ through s9_draw and through Vulkan.
function(shader9_compare_pictures)
  if(NOT TARGET shader9-command OR NOT TARGET shader9-vulkan-host OR NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" OR APPLE)
    return()
  endif()
  add_executable(draw_both $<TARGET_OBJECTS:shader9-command> ${CMAKE_SOURCE_DIR}/tests/vulkan/picture.c
                 ${CMAKE_SOURCE_DIR}/tests/vulkan/picture_judge.c ${CMAKE_SOURCE_DIR}/tests/vulkan/modules.c)
  target_link_libraries(draw_both PRIVATE $<TARGET_PROPERTY:shader9-command,LINK_LIBRARIES> shader9-vulkan-host)
  if(TARGET shader9-cross AND OpenGL_EGL_FOUND AND TARGET OpenGL::OpenGL)
    target_sources(draw_both PRIVATE ${CMAKE_SOURCE_DIR}/tests/gl/picture_gl.c)
    target_link_libraries(draw_both PRIVATE shader9-cross OpenGL::OpenGL OpenGL::EGL)
    target_compile_definitions(draw_both PRIVATE SHADER9_HAVE_PICTURE_GL)
  endif()
  add_dependencies(check-gl draw_both)
  target_link_options(draw_both PRIVATE -Wl,--wrap=s9_draw,--wrap=s9_shader_create)
  file(GLOB scenes CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/examples/*/scene.json ${CMAKE_SOURCE_DIR}/tests/vulkan/scenes/*.json)
  foreach(scene IN LISTS scenes)
    get_filename_component(name ${scene} NAME_WE)
    if(name STREQUAL "scene")
      get_filename_component(folder ${scene} DIRECTORY)
      get_filename_component(name ${folder} NAME)
    endif()
    add_test(NAME vulkan_${name} COMMAND draw_both draw ${scene} --output ${CMAKE_BINARY_DIR}/vulkan_${name}.png)
    set_tests_properties(vulkan_${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
    if(scene MATCHES "/tests/") # these are about states: from specialisation constants and from blocks, too
      foreach(source spec uniform)
        add_test(NAME vulkan_${name}_${source}
                 COMMAND draw_both draw ${scene} --output ${CMAKE_BINARY_DIR}/vulkan_${name}_${source}.png)
        set_tests_properties(vulkan_${name}_${source} PROPERTIES ENVIRONMENT SAME_SOURCE=${source} SKIP_RETURN_CODE 77
                                                                 TIMEOUT 300)
      endforeach()
    endif()
    # Some are drawn by OpenGL, too; all of them, in all its languages, by the target check-gl.
    set(gl LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe)
    if(name MATCHES "^(mandelbrot|terrain|points|fog_vertex|stages|defaults|alpha)$")
      set_property(TEST vulkan_${name} PROPERTY ENVIRONMENT PICTURE_GL=some ${gl})
    endif()
    add_custom_command(TARGET check-gl POST_BUILD COMMAND ${CMAKE_COMMAND} -E env PICTURE_GL=all ${gl} $<TARGET_FILE:draw_both>
      draw ${scene} --output ${CMAKE_BINARY_DIR}/vulkan_${name}.png VERBATIM)
  endforeach()
endfunction()

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
if(SHADER9_TESTS)
  shader9_compare_pictures()
endif()
