# What `cmake --install` puts where: the command, the libraries, their headers, a CMake package and pkg-config files.
include(CMakePackageConfigHelpers)

set(shader9_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/shader9)
set(shader9_headers base check exec isa program reflect shader9 spirv texture)
set(shader9_draw_packages "")
# pkg-config finds the rest of the installation from where its file lies.
file(RELATIVE_PATH shader9_pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})

if(TARGET shader9-draw)
  list(APPEND shader9_headers draw image mesh)
  # The folders of this tree mean nothing to whoever uses the installed library.
  set_target_properties(shader9-draw PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                        "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>;$<INSTALL_INTERFACE:include>")
endif()

foreach(name IN LISTS shader9_headers)
  if(EXISTS ${CMAKE_SOURCE_DIR}/include/shader9/${name}.h)
    install(FILES ${CMAKE_SOURCE_DIR}/include/shader9/${name}.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/shader9)
  endif()
endforeach()

# Two export sets: who wants the core only need not have what drawing needs.
install(TARGETS shader9 EXPORT shader9 ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT shader9 NAMESPACE shader9:: FILE shader9Targets.cmake DESTINATION ${shader9_config_dir})
set(shader9_draw_assimp OFF)
if(TARGET shader9-draw)
  install(TARGETS shader9-draw EXPORT shader9-draw ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT shader9-draw NAMESPACE shader9:: FILE shader9DrawTargets.cmake DESTINATION ${shader9_config_dir})
  set(shader9_draw_packages "shader9 libpng")
  if(TARGET PkgConfig::ASSIMP)
    set(shader9_draw_assimp ON)
    string(APPEND shader9_draw_packages " assimp")
  endif()
endif()
configure_package_config_file(cmake/shader9Config.cmake.in ${CMAKE_BINARY_DIR}/shader9Config.cmake
                              INSTALL_DESTINATION ${shader9_config_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/shader9ConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/shader9Config.cmake ${CMAKE_BINARY_DIR}/shader9ConfigVersion.cmake
        DESTINATION ${shader9_config_dir})

configure_file(cmake/shader9.pc.in ${CMAKE_BINARY_DIR}/shader9.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/shader9.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET shader9-draw)
  configure_file(cmake/shader9-draw.pc.in ${CMAKE_BINARY_DIR}/shader9-draw.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/shader9-draw.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(TARGET shader9-command)
  install(TARGETS shader9-command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
