/* SPDX-License-Identifier: MIT */
/*
 * Decimal text and binary32 values. Everything is integer arithmetic: the result depends neither on the locale nor on
 * the rounding mode, and there is one rounding only.
 */
#include "base/base.h"

/* ---- natural numbers of up to 768 bits ---- */

#define NATURAL_WORDS 24u

typedef struct natural {
    uint32_t words[NATURAL_WORDS]; /* least significant first */
    uint32_t count;                /* words in use; the top one is not 0 */
} natural;

static void natural_set(natural *n, uint64_t value)
{
    n->words[0] = (uint32_t)value;
    n->words[1] = (uint32_t)(value >> 32);
    n->count = n->words[1] != 0 ? 2 : n->words[0] != 0 ? 1 : 0;
}

/* n = n * factor + addend */
static void natural_multiply(natural *n, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (uint32_t i = 0; i < n->count; i++) {
        carry += (uint64_t)n->words[i] * factor;
        n->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0 && n->count < NATURAL_WORDS)
        n->words[n->count++] = (uint32_t)carry;
}

static const uint32_t powers_of_ten[] = {1u,      10u,      100u,      1000u,      10000u,
                                         100000u, 1000000u, 10000000u, 100000000u, 1000000000u};

static void natural_multiply_power_of_ten(natural *n, uint32_t power)
{
    for (; power >= 9; power -= 9)
        natural_multiply(n, powers_of_ten[9], 0);
    natural_multiply(n, powers_of_ten[power], 0);
}

static void natural_shift_left(natural *n, uint32_t bits)
{
    uint32_t whole = bits / 32, part = bits % 32;
    if (n->count == 0)
        return;
    uint32_t count = n->count + whole + 1;
    if (count > NATURAL_WORDS)
        count = NATURAL_WORDS;
    for (uint32_t i = count; i-- > 0;) {
        uint64_t high = i >= whole && i - whole < n->count ? n->words[i - whole] : 0;
        uint64_t low = i >= whole + 1 && i - whole - 1 < n->count ? n->words[i - whole - 1] : 0;
        n->words[i] = (uint32_t)((high << 32 | low) >> (32 - part));
    }
    while (count > 0 && n->words[count - 1] == 0)
        count--;
    n->count = count;
}

static int natural_compare(const natural *a, const natural *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (uint32_t i = a->count; i-- > 0;)
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    return 0;
}

/* a = a - b, for a >= b */
static void natural_subtract(natural *a, const natural *b)
{
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        uint64_t difference = (uint64_t)a->words[i] - (i < b->count ? b->words[i] : 0) - borrow;
        a->words[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    while (a->count > 0 && a->words[a->count - 1] == 0)
        a->count--;
}

static void natural_add(natural *a, const natural *b)
{
    uint64_t carry = 0;
    uint32_t count = a->count > b->count ? a->count : b->count;
    for (uint32_t i = 0; i < count; i++) {
        carry += (uint64_t)(i < a->count ? a->words[i] : 0) + (i < b->count ? b->words[i] : 0);
        a->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    a->count = count;
    if (carry != 0 && a->count < NATURAL_WORDS)
        a->words[a->count++] = (uint32_t)carry;
}

static uint32_t bit_length(uint32_t word)
{
    uint32_t length = 0;
    for (; word != 0; word >>= 1)
        length++;
    return length;
}

static uint32_t natural_bits(const natural *n)
{
    return n->count == 0 ? 0 : 32 * (n->count - 1) + bit_length(n->words[n->count - 1]);
}

/* ---- printing ---- */

/*
 * The decimal exponent of a value in [2^top, 2^(top+1)), exact or one too small: 1233 / 4096 is just below log10(2),
 * and near enough to it for binary32.
 */
static int32_t decimal_exponent(int32_t top)
{
    return top >= 0 ? top * 1233 / 4096 : -((-top * 1233 + 4095) / 4096);
}

/*
 * Shortest digits by exact rational arithmetic (Steele and White, with the closing rule of Burger and Dybvig): `digits`
 * receives at most 9 digits d1 d2 .. of value = 0.d1d2.. * 10^*exponent. `bits` is positive and finite, not 0.
 */
static uint32_t shortest_digits(uint32_t bits, uint8_t digits[10], int32_t *exponent)
{
    uint32_t fraction = bits & 0x7FFFFFu, biased = bits >> 23;
    uint32_t mantissa = biased == 0 ? fraction : fraction | 0x800000u;
    int32_t power = (biased == 0 ? 1 : (int32_t)biased) - 150;
    bool even = (mantissa & 1u) == 0; /* a tie at the border of the interval reads back to an even one */
    bool lower_is_closer = fraction == 0 && biased > 1; /* the neighbour below has the smaller exponent */

    /* value = r / s, half the gap above = up / s, half the gap below = down / s */
    natural r, s, up, down;
    uint32_t extra = lower_is_closer ? 2 : 1;
    natural_set(&r, mantissa);
    natural_set(&s, 1);
    natural_set(&up, 1);
    natural_set(&down, 1);
    natural_shift_left(&r, extra + (power > 0 ? (uint32_t)power : 0));
    natural_shift_left(&s, extra + (power < 0 ? (uint32_t)-power : 0));
    natural_shift_left(&up, (extra - 1) + (power > 0 ? (uint32_t)power : 0));
    natural_shift_left(&down, power > 0 ? (uint32_t)power : 0);

    int32_t k = decimal_exponent((int32_t)bit_length(mantissa) - 1 + power);
    if (k >= 0) {
        natural_multiply_power_of_ten(&s, (uint32_t)k);
    } else {
        natural_multiply_power_of_ten(&r, (uint32_t)-k);
        natural_multiply_power_of_ten(&up, (uint32_t)-k);
        natural_multiply_power_of_ten(&down, (uint32_t)-k);
    }
    for (;;) { /* bring (r + up) / s below 1 (or to it, where the border counts) */
        natural sum = r;
        natural_add(&sum, &up);
        int order = natural_compare(&sum, &s);
        if (even ? order < 0 : order <= 0)
            break;
        natural_multiply(&s, 10, 0);
        k++;
    }
    *exponent = k;

    uint32_t count = 0;
    for (;;) {
        natural_multiply(&r, 10, 0);
        natural_multiply(&up, 10, 0);
        natural_multiply(&down, 10, 0);
        uint8_t digit = 0;
        while (natural_compare(&r, &s) >= 0) {
            natural_subtract(&r, &s);
            digit++;
        }
        natural sum = r;
        natural_add(&sum, &up);
        int to_low = natural_compare(&r, &down), to_high = natural_compare(&sum, &s);
        bool low = even ? to_low <= 0 : to_low < 0;
        bool high = even ? to_high >= 0 : to_high > 0;
        if (!low && !high && count < 9) {
            digits[count++] = digit;
            continue;
        }
        natural twice = r;
        natural_shift_left(&twice, 1);
        if (high && (!low || natural_compare(&twice, &s) >= 0))
            digit++;
        digits[count++] = digit;
        return count;
    }
}

static uint32_t print_digits(char *text, const uint8_t *digits, uint32_t count, int32_t exponent)
{
    uint32_t n = 0;
    int32_t scientific = exponent - 1; /* d1.d2.. * 10^scientific */
    if (scientific >= -4 && scientific < 9) {
        if (exponent <= 0) {
            text[n++] = '0';
            text[n++] = '.';
            for (int32_t i = exponent; i < 0; i++)
                text[n++] = '0';
        }
        for (uint32_t i = 0; i < count; i++) {
            if (exponent > 0 && i == (uint32_t)exponent)
                text[n++] = '.';
            text[n++] = (char)('0' + digits[i]);
        }
        for (int32_t i = (int32_t)count; i < exponent; i++)
            text[n++] = '0';
        return n;
    }
    text[n++] = (char)('0' + digits[0]);
    if (count > 1)
        text[n++] = '.';
    for (uint32_t i = 1; i < count; i++)
        text[n++] = (char)('0' + digits[i]);
    uint32_t size = (uint32_t)(scientific < 0 ? -scientific : scientific);
    text[n++] = 'e';
    text[n++] = scientific < 0 ? '-' : '+';
    text[n++] = (char)('0' + size / 10);
    text[n++] = (char)('0' + size % 10);
    return n;
}

/*
 * The first nine digits of mantissa * 2^power, rounded to nearest, ties away from zero: as a number from 10^8 to
 * 10^9 - 1 that stands for value / 10^(*exponent - 9). Long arithmetic; the short way is below.
 */
static uint32_t nine_digits_long(uint32_t mantissa, int32_t power, int32_t k, int32_t *exponent)
{
    natural r, s;
    natural_set(&r, mantissa);
    natural_set(&s, 1);
    natural_shift_left(&r, power > 0 ? (uint32_t)power : 0);
    natural_shift_left(&s, power < 0 ? (uint32_t)-power : 0);
    natural_multiply_power_of_ten(k >= 0 ? &s : &r, (uint32_t)(k >= 0 ? k : -k)); /* r / s in [1, 100) */
    natural next = s;
    natural_multiply(&next, 10, 0);
    if (natural_compare(&r, &next) >= 0) {
        s = next;
        k++;
    }
    uint32_t number = 0;
    for (uint32_t i = 0; i < 9; i++) {
        number *= 10;
        while (natural_compare(&r, &s) >= 0) {
            natural_subtract(&r, &s);
            number++;
        }
        natural_multiply(&r, i < 8 ? 10 : 2, 0);
    }
    number += natural_compare(&r, &s) >= 0; /* twice the rest against one unit */
    if (number == 1000000000u) {
        number = 100000000u;
        k++;
    }
    *exponent = k + 1;
    return number;
}

/*
 * value * 10^(8 - k) is the number wanted, k being the decimal exponent. With 10^p = 5^p * 2^p and 5^p below 2^63, the
 * product of mantissa and 5^p has 87 bits at most, and what remains is a shift: exact, for values from 10^-19 to 10^9.
 */
static uint32_t nine_digits(uint32_t bits, int32_t *exponent)
{
    static const uint64_t powers_of_five[] = {
        UINT64_C(1),
        UINT64_C(5),
        UINT64_C(25),
        UINT64_C(125),
        UINT64_C(625),
        UINT64_C(3125),
        UINT64_C(15625),
        UINT64_C(78125),
        UINT64_C(390625),
        UINT64_C(1953125),
        UINT64_C(9765625),
        UINT64_C(48828125),
        UINT64_C(244140625),
        UINT64_C(1220703125),
        UINT64_C(6103515625),
        UINT64_C(30517578125),
        UINT64_C(152587890625),
        UINT64_C(762939453125),
        UINT64_C(3814697265625),
        UINT64_C(19073486328125),
        UINT64_C(95367431640625),
        UINT64_C(476837158203125),
        UINT64_C(2384185791015625),
        UINT64_C(11920928955078125),
        UINT64_C(59604644775390625),
        UINT64_C(298023223876953125),
        UINT64_C(1490116119384765625),
        UINT64_C(7450580596923828125),
    };
    uint32_t fraction = bits & 0x7FFFFFu, biased = bits >> 23;
    uint32_t mantissa = biased == 0 ? fraction : fraction | 0x800000u;
    int32_t power = (biased == 0 ? 1 : (int32_t)biased) - 150;
    int32_t k = decimal_exponent((int32_t)bit_length(mantissa) - 1 + power);
    for (;; k++) {
        int32_t p = 8 - k;
        if (p < 0 || p >= (int32_t)S9_COUNT(powers_of_five))
            return nine_digits_long(mantissa, power, k, exponent);
        uint64_t five = powers_of_five[p];
        uint64_t low = mantissa * (five & 0xFFFFFFFFu), high = mantissa * (five >> 32) + (low >> 32);
        low &= 0xFFFFFFFFu; /* the product is high * 2^32 + low */
        int32_t shift = -(power + p);
        uint64_t number, rest; /* quotient, and the highest bit of what is shifted out */
        if (shift <= 0) {
            number = (high << 32 | low) << -shift;
            rest = 0;
        } else if (shift <= 32) {
            number = high << (32 - shift) | low >> shift;
            rest = low >> (shift - 1) & 1u;
        } else {
            number = high >> (shift - 32);
            rest = high >> (shift - 33) & 1u;
        }
        if (number >= 1000000000u)
            continue; /* the estimate was one too small */
        number += rest;
        if (number == 1000000000u) {
            number = 100000000u;
            k++;
        }
        *exponent = k + 1;
        return (uint32_t)number;
    }
}

/* The nine digits of a number from 10^8 to 10^9 - 1 without the zeros at their end; returns how many. */
static uint32_t split_digits(uint32_t number, uint8_t digits[10])
{
    uint32_t count = 9;
    if (number % 10000 == 0) {
        number /= 10000;
        count = 5;
    }
    while (number % 10 == 0) {
        number /= 10;
        count--;
    }
    for (uint32_t i = count; i-- > 0; number /= 10)
        digits[i] = (uint8_t)(number % 10);
    return count;
}

static size_t format_float(float value, bool nine, char out[S9_FLOAT_TEXT])
{
    uint32_t bits = s9_float_bits(value);
    uint32_t magnitude = bits & 0x7FFFFFFFu;
    char *text = out;
    if (bits >> 31 != 0 && magnitude <= 0x7F800000u)
        *text++ = '-';
    if (magnitude >= 0x7F800000u) {
        memcpy(text, magnitude == 0x7F800000u ? "inf" : "nan", 3);
        text += 3;
    } else if (magnitude == 0) {
        *text++ = '0';
    } else {
        uint32_t whole = magnitude >= 0x3F800000u && magnitude < 0x47800000u ? (uint32_t)s9_bits_float(magnitude) : 0;
        uint8_t digits[10] = {0};
        uint32_t count = 0;
        int32_t exponent = 0;
        if (whole != 0 &&
            s9_float_bits((float)whole) == magnitude) { /* 1 .. 65535: most constants, without long arithmetic */
            uint32_t divisor = 1;
            for (exponent = 1; whole / divisor >= 10; exponent++)
                divisor *= 10;
            for (; divisor > 0; divisor /= 10)
                digits[count++] = (uint8_t)(whole / divisor % 10);
        } else if (nine) {
            count = split_digits(nine_digits(magnitude, &exponent), digits);
        } else {
            count = shortest_digits(magnitude, digits, &exponent);
        }
        text += print_digits(text, digits, count, exponent);
    }
    *text = '\0';
    return (size_t)(text - out);
}

size_t s9_format_float(float value, char out[S9_FLOAT_TEXT])
{
    return format_float(value, false, out);
}

size_t s9_format_float_nine(float value, char out[S9_FLOAT_TEXT])
{
    return format_float(value, true, out);
}

void s9_buffer_float(s9_buffer *buffer, float value)
{
    char text[S9_FLOAT_TEXT];
    s9_buffer_append(buffer, text, s9_format_float(value, text));
}

/* ---- reading ---- */

/* A halfway point between two binary32 values has at most 112 significant digits; what follows only breaks ties. */
#define KEPT_DIGITS 120u

typedef struct decimal {
    uint8_t digits[KEPT_DIGITS + 1];
    uint32_t count;
    int64_t exponent; /* of the last digit kept */
} decimal;

/*
 * Rounds mantissa * 2^power to binary32 bits, nearest, ties to even. `sticky` tells that something lies below the
 * mantissa, which then has at least 26 bits.
 */
static uint32_t round_bits(uint64_t mantissa, int32_t power, bool sticky)
{
    if (mantissa == 0)
        return 0;
    uint32_t high = (uint32_t)(mantissa >> 32);
    int32_t length = (int32_t)(high != 0 ? 32 + bit_length(high) : bit_length((uint32_t)mantissa));
    int32_t exponent = length - 1 + power; /* value in [2^exponent, 2^(exponent+1)) */
    int32_t wanted = exponent >= -126 ? 24 : 24 + (exponent + 126);
    if (wanted < 0)
        return 0;
    int32_t drop = length - wanted;
    uint64_t kept;
    if (drop <= 0) {
        kept = mantissa << -drop;
    } else {
        uint64_t rest = drop >= 64 ? mantissa : mantissa & (((uint64_t)1 << drop) - 1);
        uint64_t half = (uint64_t)1 << (drop - 1);
        kept = drop >= 64 ? 0 : mantissa >> drop;
        if (rest > half || (rest == half && (sticky || (kept & 1u) != 0)))
            kept++;
    }
    /* A mantissa that rounds up to 2^24 carries into the exponent, a denormal one into the normal range. */
    if (exponent < -126)
        return (uint32_t)kept;
    if (exponent > 127)
        return 0x7F800000u;
    uint32_t bits = ((uint32_t)(exponent + 126) << 23) + (uint32_t)kept;
    return bits > 0x7F800000u ? 0x7F800000u : bits;
}

static uint32_t decimal_to_bits(const decimal *d)
{
    if (d->count == 0)
        return 0;
    int64_t magnitude = d->exponent + (int64_t)d->count; /* value < 10^magnitude */
    if (magnitude > 39)
        return 0x7F800000u;
    if (magnitude < -45)
        return 0;

    natural numerator, denominator;
    natural_set(&numerator, 0);
    for (uint32_t i = 0; i < d->count;) {
        uint32_t group = 0, length = 0;
        for (; i < d->count && length < 9; i++, length++)
            group = group * 10 + d->digits[i];
        natural_multiply(&numerator, powers_of_ten[length], group);
    }
    natural_set(&denominator, 1);
    if (d->exponent >= 0)
        natural_multiply_power_of_ten(&numerator, (uint32_t)d->exponent);
    else
        natural_multiply_power_of_ten(&denominator, (uint32_t)-d->exponent);

    /* Scale the quotient into [1, 2), then take it bit by bit. */
    int32_t power = (int32_t)natural_bits(&numerator) - (int32_t)natural_bits(&denominator);
    if (power >= 0)
        natural_shift_left(&denominator, (uint32_t)power);
    else
        natural_shift_left(&numerator, (uint32_t)-power);
    if (natural_compare(&numerator, &denominator) < 0) {
        natural_shift_left(&numerator, 1);
        power--;
    }
    uint64_t quotient = 0;
    for (uint32_t i = 0; i < 26; i++) {
        quotient <<= 1;
        if (natural_compare(&numerator, &denominator) >= 0) {
            natural_subtract(&numerator, &denominator);
            quotient |= 1u;
        }
        natural_shift_left(&numerator, 1);
    }
    return round_bits(quotient, power - 25, numerator.count != 0);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static uint32_t leading_zeros(uint64_t value)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_clzll(value);
#else
    uint32_t zeros = 0;
    for (; value >> 63 == 0; value <<= 1)
        zeros++;
    return zeros;
#endif
}

/* value * 10^exponent where 64 bits are enough for it, the numbers of everyday sources; false for others. */
static bool small_to_bits(uint64_t value, int64_t exponent, uint32_t *bits)
{
    if (value == 0) {
        *bits = 0;
        return true;
    }
    while (exponent < -9 && value % 10 == 0) {
        value /= 10;
        exponent++;
    }
    if (exponent == 0) {
        *bits = round_bits(value, 0, false);
        return true;
    }
    if (exponent > 0 || exponent < -18)
        return false;
    uint32_t shift = leading_zeros(value);
    value <<= shift;
    if (exponent < -9) {
#if defined(__SIZEOF_INT128__)
        __extension__ typedef unsigned __int128 wide;
        wide dividend = (wide)value << 32;
        uint64_t long_divisor = (uint64_t)powers_of_ten[9] * powers_of_ten[-exponent - 9];
        /* 2^95 at least by 2^60 at most: 35 bits and more, and no more than 64. */
        *bits = round_bits((uint64_t)(dividend / long_divisor), -(int32_t)shift - 32, dividend % long_divisor != 0);
        return true;
#else
        return false;
#endif
    }
    uint32_t divisor = powers_of_ten[-exponent];
    *bits = round_bits(value / divisor, -(int32_t)shift, value % divisor != 0);
    return true;
}

size_t s9_parse_float(const char *text, size_t length, float *out)
{
    size_t at = 0;
    bool negative = false, point = false, lost = false;
    uint64_t value = 0; /* of the first 19 digits, which fit */
    int64_t exponent = 0;
    uint32_t count = 0;

    if (at < length && text[at] == '-') {
        negative = true;
        at++;
    }
    size_t digits = at, end = at;
    for (; end < length; end++) {
        uint32_t digit = (uint32_t)(unsigned char)text[end] - '0';
        if (digit < 10) {
            if (count < 19)
                value = value * 10 + digit;
            count += value != 0;
            exponent -= point;
        } else if (text[end] == '.' && !point) {
            point = true;
        } else {
            break;
        }
    }
    if (end == digits + point)
        return 0;
    at = end;
    int64_t power = 0;
    if (at < length && (text[at] == 'e' || text[at] == 'E')) {
        size_t look = at + 1;
        bool down = false;
        if (look < length && (text[look] == '+' || text[look] == '-'))
            down = text[look++] == '-';
        if (look < length && is_digit(text[look])) {
            for (; look < length && is_digit(text[look]); look++)
                if (power < INT64_C(1000000000000000))
                    power = power * 10 + (text[look] - '0');
            power = down ? -power : power;
            at = look;
        }
    }
    uint32_t bits;
    if (count <= 19 && small_to_bits(value, exponent + power, &bits)) {
        *out = s9_bits_float(bits | (negative ? 0x80000000u : 0));
        return at;
    }

    decimal d;
    d.count = 0;
    d.exponent = exponent + power;
    for (; digits < end; digits++) {
        uint8_t digit = (uint8_t)(text[digits] - '0');
        if (text[digits] == '.' || (d.count == 0 && digit == 0))
            continue;
        if (d.count < KEPT_DIGITS) {
            d.digits[d.count++] = digit;
        } else {
            lost |= digit != 0;
            d.exponent++;
        }
    }
    while (!lost && d.count > 0 && d.digits[d.count - 1] == 0) { /* trailing zeros keep the short path open */
        d.count--;
        d.exponent++;
    }
    if (lost) {
        d.digits[d.count++] = 1;
        d.exponent--;
    }
    *out = s9_bits_float(decimal_to_bits(&d) | (negative ? 0x80000000u : 0));
    return at;
}
