# shader9-container: decompression for files of several shaders (liblz4, liblzma, libbz2; each where it is found). The core
# reads such files without it as far as they are not compressed, or compressed with LZX.
shader9_room(container_sources container)
add_library(shader9-container STATIC ${container_sources})
target_include_directories(shader9-container PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
                                                    $<INSTALL_INTERFACE:include>)
target_link_libraries(shader9-container PUBLIC shader9)
set(shader9_container_libraries "")
find_path(SHADER9_LZ4_INCLUDE lz4.h)
find_library(SHADER9_LZ4_LIBRARY lz4)
find_path(SHADER9_LZMA_INCLUDE lzma.h)
find_library(SHADER9_LZMA_LIBRARY lzma)
find_path(SHADER9_BZIP2_INCLUDE bzlib.h)
find_library(SHADER9_BZIP2_LIBRARY bz2)
foreach(name LZ4 LZMA BZIP2)
  if(SHADER9_${name}_INCLUDE AND SHADER9_${name}_LIBRARY)
    target_include_directories(shader9-container SYSTEM PRIVATE ${SHADER9_${name}_INCLUDE})
    target_compile_definitions(shader9-container PRIVATE SHADER9_HAVE_${name})
    string(TOLOWER ${name} library)
    string(REPLACE bzip2 bz2 library ${library})
    # By name, so that whoever installs the library finds it where it lies there.
    target_link_libraries(shader9-container PRIVATE $<BUILD_INTERFACE:${SHADER9_${name}_LIBRARY}>
                                                    $<INSTALL_INTERFACE:${library}>)
    list(APPEND shader9_container_libraries -l${library})
  else()
    message(STATUS "${name} not found: files that are compressed with it are refused")
  endif()
  mark_as_advanced(SHADER9_${name}_INCLUDE SHADER9_${name}_LIBRARY)
endforeach()
