/* SPDX-License-Identifier: MIT */
/* Short texts by number, made by the compiler. */
#include "disasm/disasm.h"

#define LETTER(component) (char)((component) == 3 ? 'w' : 'x' + (component))

/* ---- masks ---- */

#define BITS(mask) (((mask)&1) + ((mask) >> 1 & 1) + ((mask) >> 2 & 1) + ((mask) >> 3 & 1))
/* The component of the set bit number `n`. */
#define FIRST(mask) ((mask)&1 ? 0 : (mask)&2 ? 1 : (mask)&4 ? 2 : 3)
#define REST(mask) ((mask) & ((mask)-1))
#define MASK(mask)                                                                              \
    {                                                                                           \
        {'.', LETTER(FIRST(mask)), LETTER(FIRST(REST(mask))), LETTER(FIRST(REST(REST(mask))))}, \
            (mask) == 15 ? 0 : 1 + BITS(mask)                                                   \
    }

const s9_short_word s9_mask_words[16] = {MASK(0), MASK(1), MASK(2),  MASK(3),  MASK(4),  MASK(5),  MASK(6),  MASK(7),
                                         MASK(8), MASK(9), MASK(10), MASK(11), MASK(12), MASK(13), MASK(14), MASK(15)};

/* ---- swizzles ---- */

#define SWIZZLE(s)                                                                              \
    {                                                                                           \
        {'.', LETTER((s)&3), LETTER((s) >> 2 & 3), LETTER((s) >> 4 & 3), LETTER((s) >> 6 & 3)}, \
            (s) == 0xE4             ? 0                                                         \
            : (s) == ((s)&3) * 0x55 ? 2                                                         \
                                    : 5                                                         \
    }
#define SWIZZLES_4(s) SWIZZLE(s), SWIZZLE((s) + 1), SWIZZLE((s) + 2), SWIZZLE((s) + 3)
#define SWIZZLES_16(s) SWIZZLES_4(s), SWIZZLES_4((s) + 4), SWIZZLES_4((s) + 8), SWIZZLES_4((s) + 12)
#define SWIZZLES_64(s) SWIZZLES_16(s), SWIZZLES_16((s) + 16), SWIZZLES_16((s) + 32), SWIZZLES_16((s) + 48)

const s9_short_word s9_swizzle_words[256] = {SWIZZLES_64(0), SWIZZLES_64(64), SWIZZLES_64(128), SWIZZLES_64(192)};

/* ---- numbers ---- */

#define TENS(n) (char)((n) < 10 ? '0' + (n) : '0' + (n) / 10)
#define ONES(n) (char)((n) < 10 ? 0 : '0' + (n) % 10)
#define NUMBER(n)                            \
    {                                        \
        {TENS(n), ONES(n)}, (n) < 10 ? 1 : 2 \
    }
#define NUMBERS(n)                                                                                                   \
    NUMBER(n), NUMBER((n) + 1), NUMBER((n) + 2), NUMBER((n) + 3), NUMBER((n) + 4), NUMBER((n) + 5), NUMBER((n) + 6), \
        NUMBER((n) + 7), NUMBER((n) + 8), NUMBER((n) + 9)

const struct s9_number_word s9_number_words[100] = {NUMBERS(0),  NUMBERS(10), NUMBERS(20), NUMBERS(30), NUMBERS(40),
                                                    NUMBERS(50), NUMBERS(60), NUMBERS(70), NUMBERS(80), NUMBERS(90)};

#define HEX_DIGIT(n) ((n) < 10 ? '0' + (n) : 'A' + (n)-10)
#define HEX(n) HEX_DIGIT((n) >> 4), HEX_DIGIT((n)&15)
#define HEX_4(n) HEX(n), HEX((n) + 1), HEX((n) + 2), HEX((n) + 3)
#define HEX_16(n) HEX_4(n), HEX_4((n) + 4), HEX_4((n) + 8), HEX_4((n) + 12)
#define HEX_64(n) HEX_16(n), HEX_16((n) + 16), HEX_16((n) + 32), HEX_16((n) + 48)

const char s9_hex_pairs[512] = {HEX_64(0), HEX_64(64), HEX_64(128), HEX_64(192)};

char *s9_put_large_number(char *at, size_t number)
{
    char digits[24];
    size_t n = sizeof digits;
    do
        digits[--n] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    memcpy(at, digits + n, sizeof digits - n);
    return at + (sizeof digits - n);
}
