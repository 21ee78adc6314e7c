# The machine that compiles, with musl in place of its libc (Debian: musl-tools). What is built runs as it is; libraries
# of the system are none of its business, for they want the other libc.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_HOST_SYSTEM_PROCESSOR})
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH /usr/lib/musl)
set(ENV{PKG_CONFIG_LIBDIR} /nowhere)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
