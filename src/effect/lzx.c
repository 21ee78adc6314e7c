/* SPDX-License-Identifier: MIT */
/*
 * LZX, after its description in the documentation of cabinet files and in [MS-PATCH]: matches in a window, Huffman
 * codes for literals with lengths and positions, for long lengths and, in aligned blocks, for the low bits of
 * positions. Code lengths are written as differences from those of the block before. XNA uses a window of 64 KiB and
 * gives each 32 KiB a run of whole 16-bit words; blocks of LZX go on across them.
 */
#include "effect/effect.h"

enum {
    WINDOW = 1 << 16,
    SLOTS = 32, /* of positions, for this window */
    MAIN = 256 + SLOTS * 8,
    LENGTHS = 249,
    ALIGNED = 8,
    PRETREE = 20,
    MOST_BITS = 16,
    MOST_OUT = 0x8000
};

enum { VERBATIM = 1, ALIGNED_OFFSETS = 2, UNCOMPRESSED = 3 };

/* A canonical Huffman code: symbols by length, then by number. */
typedef struct code {
    uint32_t limit[MOST_BITS + 1]; /* codes of this length, brought to 16 bits, lie below */
    uint32_t first[MOST_BITS + 1]; /* the first one of this length */
    uint32_t place[MOST_BITS + 1]; /* its index in `symbols` */
    uint16_t symbols[MAIN];
} code;

struct s9_lzx {
    uint8_t window[WINDOW];
    uint32_t position; /* in the window */
    uint32_t recent[3];
    uint32_t block_type, block_left; /* bytes */
    bool odd;                        /* an uncompressed block of odd length has a byte behind it */
    bool begun;
    uint32_t translated; /* size for the translation of calls, 0: none */
    uint64_t written;
    uint8_t main_lengths[MAIN], length_lengths[LENGTHS];
    code main, lengths, aligned, pretree;
    /* The run of words at hand. */
    const uint8_t *bytes;
    size_t size, at;
    uint32_t bits, bit_count;
    bool ended;
};

s9_lzx *s9_lzx_create(s9_arena *arena)
{
    s9_lzx *l = s9_arena_alloc(arena, sizeof *l);
    for (int i = 0; l != NULL && i < 3; i++)
        l->recent[i] = 1;
    return l;
}

/* ---- bits ---- */

/* More than 16 bits at the top of `bits`. Behind the end there are zeros: two words of them are read ahead, no more. */
static void need(s9_lzx *l)
{
    while (l->bit_count <= 16) {
        uint32_t word = 0;
        if (l->at < l->size)
            word = l->bytes[l->at];
        if (l->at + 1 < l->size)
            word |= (uint32_t)l->bytes[l->at + 1] << 8;
        l->ended |= l->at >= l->size + 4;
        l->at += 2;
        l->bits |= word << (16 - l->bit_count);
        l->bit_count += 16;
    }
}

static uint32_t take(s9_lzx *l, uint32_t count)
{
    if (count == 0)
        return 0;
    need(l);
    uint32_t value = l->bits >> (32 - count);
    l->bits <<= count;
    l->bit_count -= count;
    return value;
}

/* ---- codes ---- */

/* False when there are more codes than their lengths allow. Codes that are missing are no fault until one is met. */
static bool make_code(code *c, const uint8_t *lengths, uint32_t count)
{
    uint32_t number[MOST_BITS + 1] = {0}, next = 0, place = 0;
    for (uint32_t i = 0; i < count; i++)
        number[lengths[i]]++;
    for (uint32_t bits = 1; bits <= MOST_BITS; bits++) {
        c->first[bits] = next;
        c->place[bits] = place;
        next += number[bits] << (MOST_BITS - bits);
        place += number[bits];
        c->limit[bits] = next;
        if (next > 1u << MOST_BITS)
            return false;
    }
    uint32_t at[MOST_BITS + 1];
    memcpy(at, c->place, sizeof at);
    for (uint32_t i = 0; i < count; i++)
        if (lengths[i] != 0)
            c->symbols[at[lengths[i]]++] = (uint16_t)i;
    return true;
}

/* The next symbol; UINT32_MAX for bits that are no code. */
static uint32_t symbol(s9_lzx *l, const code *c)
{
    need(l);
    uint32_t bits = l->bits >> 16;
    for (uint32_t length = 1; length <= MOST_BITS; length++)
        if (bits < c->limit[length]) {
            l->bits <<= length;
            l->bit_count -= length;
            return c->symbols[c->place[length] + ((bits - c->first[length]) >> (MOST_BITS - length))];
        }
    return UINT32_MAX;
}

/* Reads lengths [first, end), which differ from those that stand there. */
static bool read_lengths(s9_lzx *l, uint8_t *lengths, uint32_t first, uint32_t end)
{
    uint8_t pretree[PRETREE];
    for (uint32_t i = 0; i < PRETREE; i++)
        pretree[i] = (uint8_t)take(l, 4);
    if (!make_code(&l->pretree, pretree, PRETREE))
        return false;
    while (first < end) {
        uint32_t s = symbol(l, &l->pretree), run = 1;
        bool zero = s == 17 || s == 18;
        if (s == 17)
            run = 4 + take(l, 4);
        else if (s == 18)
            run = 20 + take(l, 5);
        else if (s == 19) {
            run = 4 + take(l, 1);
            s = symbol(l, &l->pretree);
        }
        if ((!zero && s > 16) || run > end - first || l->ended)
            return false;
        uint8_t value = zero ? 0 : (uint8_t)((17 + lengths[first] - s) % 17);
        memset(lengths + first, value, run);
        first += run;
    }
    return true;
}

/* ---- blocks ---- */

static bool begin_uncompressed(s9_lzx *l)
{
    /* The words go on at the next one: 1 to 16 bits are passed over. */
    size_t unread = l->bit_count / 16;
    if (l->bit_count % 16 == 0 && unread > 0)
        unread--;
    size_t at = l->at - unread * 2;
    l->bits = l->bit_count = 0;
    if (at > l->size || l->size - at < 12)
        return false;
    for (size_t i = 0; i < 3; i++)
        l->recent[i] = s9_read_u32(l->bytes + at + i * 4);
    l->at = at + 12;
    return true;
}

static bool begin_block(s9_lzx *l)
{
    if (!l->begun) {
        l->begun = true;
        if (take(l, 1) != 0) {
            l->translated = take(l, 16) << 16;
            l->translated |= take(l, 16);
        }
    }
    l->block_type = take(l, 3);
    l->block_left = take(l, 16) << 8;
    l->block_left |= take(l, 8);
    l->odd = (l->block_left & 1u) != 0;
    if (l->block_left == 0 || l->ended)
        return false;
    if (l->block_type == UNCOMPRESSED)
        return begin_uncompressed(l);
    if (l->block_type != VERBATIM && l->block_type != ALIGNED_OFFSETS)
        return false;
    if (l->block_type == ALIGNED_OFFSETS) {
        uint8_t lengths[ALIGNED];
        for (uint32_t i = 0; i < ALIGNED; i++)
            lengths[i] = (uint8_t)take(l, 3);
        if (!make_code(&l->aligned, lengths, ALIGNED))
            return false;
    }
    return read_lengths(l, l->main_lengths, 0, 256) && read_lengths(l, l->main_lengths, 256, MAIN) &&
           make_code(&l->main, l->main_lengths, MAIN) && read_lengths(l, l->length_lengths, 0, LENGTHS) &&
           make_code(&l->lengths, l->length_lengths, LENGTHS);
}

/* How far back a match lies; 0 for a damaged one. */
static uint32_t distance(s9_lzx *l, uint32_t slot)
{
    uint32_t *recent = l->recent, value;
    if (slot < 3) {
        value = recent[slot];
        recent[slot] = recent[0];
        recent[0] = value;
        return value;
    }
    uint32_t extra = slot < 4 ? 0 : slot / 2 - 1;
    uint32_t base = slot < 4 ? slot : (2u + (slot & 1u)) << extra;
    value = base - 2;
    if (l->block_type == ALIGNED_OFFSETS && extra >= 3) {
        value += take(l, extra - 3) << 3;
        uint32_t low = symbol(l, &l->aligned);
        if (low == UINT32_MAX)
            return 0;
        value += low;
    } else {
        value += take(l, extra);
    }
    recent[2] = recent[1];
    recent[1] = recent[0];
    recent[0] = value;
    return value;
}

/*
 * Unpacks `wanted` bytes of the block at hand, or what there is of it, behind `before` bytes; the last match may make
 * it `room` bytes. How many, 0 for a damaged block.
 */
static uint32_t some_of_block(s9_lzx *l, uint32_t wanted, uint32_t room, uint64_t before)
{
    uint32_t done = 0;
    if (l->block_type == UNCOMPRESSED) {
        done = wanted < l->block_left ? wanted : l->block_left;
        if (l->at > l->size || done > l->size - l->at)
            return 0;
        for (uint32_t i = 0; i < done; i++)
            l->window[(l->position + i) % WINDOW] = l->bytes[l->at + i];
        l->position = (l->position + done) % WINDOW;
        l->at += done;
        return done;
    }
    while (done < wanted && done < l->block_left) {
        uint32_t s = symbol(l, &l->main);
        if (s == UINT32_MAX || l->ended)
            return 0;
        if (s < 256) {
            l->window[l->position] = (uint8_t)s;
            l->position = (l->position + 1) % WINDOW;
            done++;
            continue;
        }
        uint32_t length = s & 7u;
        if (length == 7) {
            uint32_t more = symbol(l, &l->lengths);
            if (more == UINT32_MAX)
                return 0;
            length += more;
        }
        length += 2;
        uint32_t back = distance(l, (s - 256) >> 3);
        /* No match ends in the next 32 KiB, and none begins in front of everything. */
        if (back == 0 || back >= WINDOW || length > room - done || length > l->block_left - done ||
            back > before + done)
            return 0;
        for (uint32_t i = 0; i < length; i++) {
            l->window[l->position] = l->window[(l->position + WINDOW - back) % WINDOW];
            l->position = (l->position + 1) % WINDOW;
        }
        done += length;
    }
    return done;
}

/* Calls of x86 code were written with absolute targets, which compress better: makes them relative again. */
static void translate(const s9_lzx *l, uint8_t *out, size_t size)
{
    int64_t file = (int32_t)l->translated;
    for (size_t i = 0; size > 10 && i < size - 10;) {
        if (out[i++] != 0xE8)
            continue;
        int64_t place = (int64_t)(l->written + i - 1), target = (int32_t)s9_read_u32(out + i);
        if (target >= -place && target < file) {
            uint32_t relative = (uint32_t)(target >= 0 ? target - place : target + file);
            (void)s9_write_words(out + i, &relative, 1);
        }
        i += 4;
    }
}

bool s9_lzx_block(s9_lzx *lzx, const uint8_t *bytes, size_t size, uint8_t *out, size_t out_size, size_t frame)
{
    uint32_t done = 0, begin = lzx->position;
    lzx->bytes = bytes;
    lzx->size = size;
    lzx->at = 0;
    lzx->bits = lzx->bit_count = 0;
    lzx->ended = false;
    if (out_size > frame || frame > MOST_OUT)
        return false;
    while (done < out_size) {
        if (lzx->block_left == 0 && !begin_block(lzx))
            return false;
        uint32_t more = some_of_block(lzx, (uint32_t)out_size - done, (uint32_t)frame - done, lzx->written + done);
        if (more == 0)
            return false;
        lzx->block_left -= more;
        done += more;
        if (lzx->block_left == 0 && lzx->block_type == UNCOMPRESSED && lzx->odd)
            lzx->at++; /* to the next word */
    }
    for (uint32_t i = 0; i < out_size; i++)
        out[i] = lzx->window[(begin + i) % WINDOW];
    if (lzx->translated != 0 && lzx->written < (uint64_t)1 << 30)
        translate(lzx, out, out_size);
    lzx->written += out_size;
    return true;
}
