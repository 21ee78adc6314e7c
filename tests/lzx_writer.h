/* SPDX-License-Identifier: MIT */
/*
 * lzx_writer - packs data that were made of literals and copies, whose places are known, with LZX: a block of each
 * kind, frames of 32 KiB. Codes are of fixed lengths; nothing is made small.
 */
#ifndef TESTS_LZX_WRITER_H
#define TESTS_LZX_WRITER_H

#include "base/base.h"

enum { LZX_FRAME = 0x8000, LZX_VERBATIM = 1, LZX_ALIGNED = 2, LZX_STORED = 3 };

/* `length` literals, or with a distance so many bytes from so far before. */
typedef struct lzx_op {
    uint32_t length, distance;
} lzx_op;

typedef struct lzx_writer {
    s9_buffer out, frame;
    uint32_t bits, bit_count;
    size_t done;
    uint32_t block_type, block_left, recent[3];
    bool begun, known; /* codes have been written before */
    bool block_odd;    /* the block has an odd number of bytes: if it is stored, one more follows */
    uint32_t translation;
    const uint8_t *data;
    size_t size;
} lzx_writer;

static inline void lzx_bits(lzx_writer *w, uint32_t value, uint32_t count)
{
    for (uint32_t i = count; i-- > 0;) {
        w->bits = w->bits << 1 | (value >> i & 1u);
        if (++w->bit_count == 16) {
            s9_buffer_char(&w->frame, (char)(w->bits & 0xFFu));
            s9_buffer_char(&w->frame, (char)(w->bits >> 8 & 0xFFu));
            w->bits = w->bit_count = 0;
        }
    }
}

static inline void lzx_align(lzx_writer *w)
{
    while (w->bit_count != 0)
        lzx_bits(w, 0, 1);
}

/* Lengths of a run, all of one or of two kinds: a code of two symbols of one bit, `zero` and `one`. */
static inline void lzx_lengths(lzx_writer *w, uint32_t zero, uint32_t one, uint32_t count, uint32_t ones_from)
{
    for (uint32_t i = 0; i < 20; i++)
        lzx_bits(w, i == zero || i == one, 4);
    for (uint32_t i = 0; i < count; i++)
        lzx_bits(w, (i >= ones_from) != (zero > one), 1);
}

/* A frame ends: its header and its words. */
static inline void lzx_end_frame(lzx_writer *w, size_t unpacked)
{
    lzx_align(w);
    if (unpacked != LZX_FRAME) {
        s9_buffer_char(&w->out, (char)0xFF);
        s9_buffer_char(&w->out, (char)(unpacked >> 8));
        s9_buffer_char(&w->out, (char)unpacked);
    }
    s9_buffer_char(&w->out, (char)(w->frame.size >> 8));
    s9_buffer_char(&w->out, (char)w->frame.size);
    s9_buffer_append(&w->out, w->frame.data, w->frame.size);
    w->frame.size = 0;
}

static inline void lzx_begin_block(lzx_writer *w, uint32_t type, uint32_t size)
{
    if (!w->begun) {
        lzx_bits(w, w->translation != 0, 1);
        if (w->translation != 0)
            lzx_bits(w, w->translation, 32);
        w->begun = true;
    }
    lzx_bits(w, type, 3);
    lzx_bits(w, size, 24);
    w->block_type = type;
    w->block_left = size;
    w->block_odd = size % 2 != 0;
    if (type == LZX_STORED) {
        lzx_bits(w, 0, 1); /* one bit at least is passed over */
        lzx_align(w);
        for (int i = 0; i < 3; i++)
            s9_buffer_u32(&w->frame, w->recent[i]);
        return;
    }
    if (type == LZX_ALIGNED)
        for (int i = 0; i < 8; i++)
            lzx_bits(w, 3, 3);
    /* All 512 symbols of the main code have 9 bits; of the lengths' 242 have 8 bits, and 7 have 7. As differences. */
    uint32_t main = w->known ? 0 : 8;
    lzx_lengths(w, main, main + 1, 256, 256);
    lzx_lengths(w, main, main + 1, 256, 256);
    if (w->known)
        lzx_lengths(w, 0, 1, 249, 249);
    else
        lzx_lengths(w, 9, 10, 249, 242);
    w->known = true;
}

static inline void lzx_copy(lzx_writer *w, uint32_t length, uint32_t distance)
{
    uint32_t slot = 0, extra = 0, rest = 0;
    while (slot < 3 && w->recent[slot] != distance)
        slot++;
    if (slot < 3) {
        w->recent[slot] = w->recent[0];
        w->recent[0] = distance;
    } else {
        uint32_t base, formatted = distance + 2;
        for (slot = 3;; slot++) {
            extra = slot < 4 ? 0 : slot / 2 - 1;
            base = slot < 4 ? slot : (2u + (slot & 1u)) << extra;
            if (formatted < base + (1u << extra))
                break;
        }
        rest = formatted - base;
        w->recent[2] = w->recent[1];
        w->recent[1] = w->recent[0];
        w->recent[0] = distance;
    }
    uint32_t header = length - 2 < 7 ? length - 2 : 7;
    lzx_bits(w, 256 + slot * 8 + header, 9);
    if (header == 7) {
        uint32_t symbol = length - 9; /* of 7 bits come first */
        if (symbol >= 242)
            lzx_bits(w, symbol - 242, 7);
        else
            lzx_bits(w, 14 + symbol, 8);
    }
    if (w->block_type == LZX_ALIGNED && extra >= 3) {
        lzx_bits(w, rest >> 3, extra - 3);
        lzx_bits(w, rest & 7u, 3);
    } else {
        lzx_bits(w, rest, extra);
    }
}

/* Packs `size` bytes that the operations make; blocks of the three kinds follow each other, `block` bytes each. */
static inline s9_blob lzx_pack(const uint8_t *data, size_t size, const lzx_op *ops, size_t count, uint32_t block,
                               uint32_t translation)
{
    static const uint32_t types[] = {LZX_VERBATIM, LZX_ALIGNED, LZX_STORED};
    lzx_writer w;
    s9_blob blob = {0};
    uint32_t blocks = 0;
    memset(&w, 0, sizeof w);
    s9_buffer_init(&w.out, NULL);
    s9_buffer_init(&w.frame, NULL);
    w.recent[0] = w.recent[1] = w.recent[2] = 1;
    w.translation = translation;
    for (size_t i = 0; i < count; i++)
        for (uint32_t left = ops[i].length; left > 0;) {
            if (w.block_left == 0) {
                uint32_t all = size - w.done < block ? (uint32_t)(size - w.done) : block;
                lzx_begin_block(&w, types[blocks++ % 3], all);
            }
            uint32_t room = (uint32_t)(LZX_FRAME - w.done % LZX_FRAME), take = ops[i].distance == 0 ? 1 : left;
            take = take < 257 ? take : 257;
            take = take < w.block_left ? take : w.block_left;
            take = take < room ? take : room;
            if (w.block_type == LZX_STORED) {
                s9_buffer_append(&w.frame, data + w.done, take);
            } else if (take >= 2) {
                lzx_copy(&w, take, ops[i].distance);
            } else {
                lzx_bits(&w, data[w.done], 9);
            }
            w.done += take;
            left -= take;
            w.block_left -= take;
            if (w.block_left == 0 && w.block_type == LZX_STORED && w.block_odd)
                s9_buffer_char(&w.frame, 0);
            if (w.done % LZX_FRAME == 0 || w.done == size)
                lzx_end_frame(&w, w.done % LZX_FRAME == 0 ? LZX_FRAME : w.done % LZX_FRAME);
        }
    (void)s9_buffer_to_blob(&w.out, &blob);
    s9_buffer_free(&w.frame);
    return blob;
}

#endif
