/* SPDX-License-Identifier: MIT */
#include "base/base.h"

const char *s9_result_name(s9_result result)
{
    switch (result) {
    case S9_OK:
        return "ok";
    case S9_ERROR_INVALID:
        return "invalid input";
    case S9_ERROR_MEMORY:
        return "out of memory";
    case S9_ERROR_ARGUMENT:
        return "invalid argument";
    case S9_ERROR_UNSUPPORTED:
        return "not supported";
    case S9_ERROR_IO:
        return "input or output failed";
    }
    return "unknown result";
}

const char *s9_library_version(void)
{
    return "0.1.0";
}
