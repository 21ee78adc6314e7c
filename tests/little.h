/* SPDX-License-Identifier: MIT */
/* little - words that a test writes down as numbers, as the bytes of a file: little-endian, whatever the machine. */
#ifndef TESTS_LITTLE_H
#define TESTS_LITTLE_H

#include "base/base.h"

/* In place. Floats are words, too. */
static inline void little_words(void *words, size_t count)
{
    uint8_t *at = words;
    for (size_t i = 0; i < count; i++, at += 4) {
        uint32_t word;
        memcpy(&word, at, sizeof word);
        (void)s9_write_words(at, &word, 1);
    }
}

#endif
