# What `cmake --install` puts where: the command, the libraries, their headers, a CMake package, pkg-config files, manual
# pages, completions. CPack makes a .deb and a .tar.gz of the same.
include(CMakePackageConfigHelpers)

set(shader9_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/shader9)
# pkg-config finds the rest of the installation from where its file lies.
file(RELATIVE_PATH shader9_pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})

# shader9_install(TARGET COMPONENT DESCRIPTION HEADERS a b PACKAGES Find names MODULES prefix=pkg-config-module
#                 PRIVATE_LIBS -lx): one library, in its static and its shared form. PACKAGES and MODULES are what linking
# the static form takes.
set(shader9_components)
function(shader9_install target component description)
  if(NOT TARGET ${target})
    return()
  endif()
  cmake_parse_arguments(of "" "" "HEADERS;PACKAGES;MODULES;PRIVATE_LIBS" ${ARGN})
  # The folders of this tree mean nothing to whoever uses the installed library.
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${component} INTERFACE_INCLUDE_DIRECTORIES
                        "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>;$<INSTALL_INTERFACE:include>")
  foreach(kind static shared)
    set(library ${target})
    if(kind STREQUAL "shared")
      shader9_shared(${target})
      set(library ${target}-shared)
      if(NOT TARGET ${library})
        continue()
      endif()
      set_target_properties(${library} PROPERTIES EXPORT_NAME ${component})
    endif()
    install(TARGETS ${library} EXPORT shader9-${component}-${kind} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    install(EXPORT shader9-${component}-${kind} NAMESPACE shader9:: FILE shader9-${component}-${kind}.cmake
            DESTINATION ${shader9_config_dir})
  endforeach()
  foreach(name IN LISTS of_HEADERS)
    install(FILES ${CMAKE_SOURCE_DIR}/include/shader9/${name}.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/shader9)
  endforeach()

  string(REPLACE ";" " " shader9_private_libs "${of_PRIVATE_LIBS}")
  set(requires)
  foreach(module IN LISTS of_MODULES)
    string(REGEX REPLACE "^[^=]*=" "" name "${module}")
    list(APPEND requires ${name})
  endforeach()
  string(REPLACE ";" " " shader9_private_modules "${requires}")
  set(shader9_pc_name ${target})
  set(shader9_pc_description ${description})
  set(shader9_pc_requires "")
  if(NOT component STREQUAL "shader9")
    set(shader9_pc_requires "shader9 = ${PROJECT_VERSION}")
  endif()
  configure_file(cmake/library.pc.in ${CMAKE_BINARY_DIR}/${target}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${target}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

  # What the package's file looks for before it takes the static form of this library.
  string(APPEND shader9_component_text
         "set(shader9_${component}_packages ${of_PACKAGES})\nset(shader9_${component}_modules ${of_MODULES})\n")
  set(shader9_component_text "${shader9_component_text}" PARENT_SCOPE)
  list(APPEND shader9_components ${component})
  set(shader9_components ${shader9_components} PARENT_SCOPE)
endfunction()

set(shader9_component_text)
# The core's headers are those that belong to no library beside it.
file(GLOB core_headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/include/shader9
     ${CMAKE_SOURCE_DIR}/include/shader9/*.h)
list(TRANSFORM core_headers REPLACE "[.]h$" "")
list(REMOVE_ITEM core_headers draw image mesh jit cross container)
shader9_install(shader9 shader9 "Assembles, disassembles, checks, reflects, runs and translates Direct3D 9 shaders"
  HEADERS ${core_headers}
  PRIVATE_LIBS -lm)
set(draw_modules)
if(TARGET PkgConfig::ASSIMP)
  list(APPEND draw_modules ASSIMP=assimp)
endif()
if(TARGET PkgConfig::JPEG)
  list(APPEND draw_modules JPEG=libjpeg)
endif()
shader9_install(shader9-draw draw "Draws meshes with Direct3D 9 shaders; reads and writes images and meshes"
  HEADERS draw image mesh
  PACKAGES PNG Threads MODULES ${draw_modules}
  PRIVATE_LIBS -lpng -pthread)
if(TARGET shader9-cross)
  shader9_install(shader9-cross cross "Translates Direct3D 9 shaders to GLSL, ESSL, MSL and HLSL"
    HEADERS cross
    MODULES ${shader9_cross_modules}
    PRIVATE_LIBS ${shader9_cross_libraries})
endif()
shader9_install(shader9-jit jit "Compiles Direct3D 9 shaders to machine code through LLVM"
  HEADERS jit
  PACKAGES Threads LLVM
  PRIVATE_LIBS ${shader9_jit_libraries} -pthread)
shader9_install(shader9-container container "Unpacks compressed files that hold Direct3D 9 shaders"
  HEADERS container
  PRIVATE_LIBS ${shader9_container_libraries})

configure_package_config_file(cmake/shader9Config.cmake.in ${CMAKE_BINARY_DIR}/shader9Config.cmake
                              INSTALL_DESTINATION ${shader9_config_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/shader9ConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/shader9Config.cmake ${CMAKE_BINARY_DIR}/shader9ConfigVersion.cmake
        DESTINATION ${shader9_config_dir})

if(TARGET shader9-command)
  install(TARGETS shader9-command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # The command writes its own pages; a command for another machine runs through the emulator, if there is one.
  if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    set(pages_script ${CMAKE_SOURCE_DIR}/cmake/pages.cmake)
    set(pages_dir ${CMAKE_BINARY_DIR}/pages)
    string(REPLACE ";" "," emulator "${CMAKE_CROSSCOMPILING_EMULATOR}")
    add_custom_command(OUTPUT ${pages_dir}/written
      COMMAND ${CMAKE_COMMAND} -DCOMMAND=$<TARGET_FILE:shader9-command> -DEMULATOR=${emulator} -DPAGES=${pages_dir}
              -P ${pages_script}
      DEPENDS shader9-command ${pages_script} VERBATIM COMMENT "Writing manual pages and completions")
    add_custom_target(pages ALL DEPENDS ${pages_dir}/written)
    install(DIRECTORY ${pages_dir}/man1 ${pages_dir}/man7 DESTINATION ${CMAKE_INSTALL_MANDIR})
    install(FILES ${pages_dir}/shader9.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
            RENAME shader9)
    install(FILES ${pages_dir}/_shader9 DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${pages_dir}/shader9.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endif()
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME shader9)
set(CPACK_PACKAGE_VENDOR "shader9")
set(CPACK_PACKAGE_CONTACT "the authors of shader9 <shader9@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
find_program(SHADER9_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(SHADER9_SHLIBDEPS)
if(SHADER9_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
endif()
include(CPack)
