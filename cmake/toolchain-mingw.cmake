# Cross compilation for 64-bit Windows with the mingw-w64 of the distributions; programs run under Wine. Libraries that a
# distribution lacks for Windows are looked for below SHADER9_WINDOWS_LIBRARIES (scripts/windows-libraries).
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
# The runtime with POSIX threads, where a distribution has both.
find_program(SHADER9_MINGW_GCC NAMES x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc)
set(CMAKE_C_COMPILER ${SHADER9_MINGW_GCC})
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 ${SHADER9_WINDOWS_LIBRARIES})
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SHADER9_WINDOWS_LIBRARIES)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${SHADER9_WINDOWS_LIBRARIES}/lib/pkgconfig)
# One file that runs without the compiler's libraries beside it.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
find_program(SHADER9_WINE NAMES wine wine64)
if(SHADER9_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${SHADER9_WINE})
endif()
