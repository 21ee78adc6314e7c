/* SPDX-License-Identifier: MIT */
/* sha256 - FIPS 180-4. */
#ifndef TOOL_SHA256_H
#define TOOL_SHA256_H

#include <stddef.h>

/* Writes the digest of the bytes as 64 hexadecimal digits and a NUL. */
void sha256_hex(const void *bytes, size_t size, char out[65]);

#endif
