/* SPDX-License-Identifier: MIT */
/* What the tables of this folder say to the outside. */
#include "isa/isa.h"

#include <shader9/isa.h>

uint32_t s9_register_count(uint32_t version_token, s9_register_set set)
{
    bool exact;
    s9_version version = s9_isa_version_of_token(version_token, &exact);
    if (version == S9_VERSION_COUNT) {
        return 0;
    }
    switch (set) {
    case S9_SET_FLOAT:
        return s9_isa_register(version, S9_FILE_CONST)->count;
    case S9_SET_INT:
        return s9_isa_register(version, S9_FILE_CONSTINT)->count;
    case S9_SET_BOOL:
        return s9_isa_register(version, S9_FILE_CONSTBOOL)->count;
    case S9_SET_SAMPLER:
        if (s9_version_is_pixel(version) && s9_version_major(version) == 1) {
            return s9_isa_register(version, S9_FILE_TEXTURE)->count;
        }
        return s9_isa_register(version, S9_FILE_SAMPLER)->count;
    }
    return 0;
}
