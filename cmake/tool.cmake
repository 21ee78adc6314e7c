# The command. It sees the public headers only, and of the system POSIX.
if(NOT TARGET shader9-draw)
  message(FATAL_ERROR "the command needs the drawing library: SHADER9_DRAW=ON, or SHADER9_TOOL=OFF")
endif()
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
shader9_room(tool_sources tool)
shader9_room(lsp_sources lsp)
add_library(shader9-lsp STATIC ${lsp_sources}) # a library for its tests; it is not installed
target_compile_definitions(shader9-lsp PRIVATE _XOPEN_SOURCE=700)
target_link_libraries(shader9-lsp PUBLIC shader9 PkgConfig::JANSSON)
add_executable(shader9-command ${tool_sources})
set_target_properties(shader9-command PROPERTIES OUTPUT_NAME shader9)
target_compile_definitions(shader9-command PRIVATE _XOPEN_SOURCE=700)
if(WIN32)
  # Its manifest has names of files and arguments in UTF-8.
  enable_language(RC)
  target_sources(shader9-command PRIVATE ${CMAKE_SOURCE_DIR}/src/tool/shader9.rc)
  set_source_files_properties(${CMAKE_SOURCE_DIR}/src/tool/shader9.rc PROPERTIES OBJECT_DEPENDS
                              ${CMAKE_SOURCE_DIR}/src/tool/shader9.manifest)
  target_compile_definitions(shader9-command PRIVATE _FILE_OFFSET_BITS=64)
endif()
target_link_libraries(shader9-command PRIVATE shader9-lsp shader9 shader9-draw shader9-container PkgConfig::JANSSON Threads::Threads)
