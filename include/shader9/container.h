/* SPDX-License-Identifier: MIT */
/*
 * shader9/container.h - a decompressor for shader9/effect.h, made of the usual libraries. A library of its own
 * (shader9-container), so that the core needs none of them.
 */
#ifndef SHADER9_CONTAINER_H
#define SHADER9_CONTAINER_H

#include <shader9/effect.h>

#ifdef __cplusplus
extern "C" {
#endif

/* liblz4, liblzma and libbz2, as far as the build found them; what it did not is S9_ERROR_UNSUPPORTED. */
S9_API const s9_decompressor *s9_standard_decompressor(void);
/* Whether the build has a compression. */
S9_API bool s9_standard_decompressor_has(s9_compression compression);

#ifdef __cplusplus
}
#endif

#endif
