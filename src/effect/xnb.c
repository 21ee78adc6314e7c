/* SPDX-License-Identifier: MIT */
/*
 * XNB, the content files of XNA and MonoGame: "XNB", platform, version, flags, size of the file; then, compressed or
 * not, the names of the readers of its objects, and the objects. Compressed files have the size of what was compressed
 * behind the header: LZX in blocks (flag 0x80), or one block of LZ4 (flag 0x40).
 */
#include "effect/effect.h"

enum { HEADER = 10, COMPRESSED_HEADER = 14, FLAG_LZX = 0x80, FLAG_LZ4 = 0x40, FRAME = 0x8000 };

static const char reader_name[] = "Microsoft.Xna.Framework.Content.EffectReader";

typedef struct xnb {
    s9_arena *arena;
    const s9_effect_options *options;
    s9_diagnostics *list;
    const uint8_t *bytes;
    size_t size, at;
} xnb;

/* ---- compression ---- */

/* Blocks of LZX: two bytes of size, high byte first; behind 0xFF two bytes of unpacked size and two of size. */
static s9_result unpack_lzx(const xnb *x, uint8_t *out, size_t out_size)
{
    const uint8_t *in = x->bytes;
    size_t at = COMPRESSED_HEADER, done = 0;
    s9_lzx *lzx = s9_lzx_create(x->arena);
    if (lzx == NULL)
        return S9_ERROR_MEMORY;
    while (done < out_size) {
        size_t frame = FRAME, block, begin = at;
        if (x->size - at < 2)
            return s9_effect_fault(x->options->name, x->list, at, "the compressed data end too early");
        if (in[at] == 0xFF) {
            if (x->size - at < 5)
                return s9_effect_fault(x->options->name, x->list, at, "the compressed data end too early");
            frame = (size_t)in[at + 1] << 8 | in[at + 2];
            block = (size_t)in[at + 3] << 8 | in[at + 4];
            at += 5;
        } else {
            block = (size_t)in[at] << 8 | in[at + 1];
            at += 2;
        }
        if (block == 0 || frame == 0 || frame > FRAME || block > x->size - at)
            return s9_effect_fault(x->options->name, x->list, begin, "a block of compressed data is damaged");
        /* Writers may leave the size of the last block out. */
        size_t wanted = frame < out_size - done ? frame : out_size - done;
        if (!s9_lzx_block(lzx, in + at, block, out + done, wanted, frame))
            return s9_effect_fault(x->options->name, x->list, at, "a block of LZX data is damaged");
        done += wanted;
        at += block;
    }
    return S9_OK;
}

static s9_result unpack_lz4(const xnb *x, uint8_t *out, size_t out_size)
{
    size_t written = 0;
    const s9_decompressor *d = x->options->decompressor;
    s9_result result = S9_ERROR_UNSUPPORTED;
    if (d != NULL)
        result = d->decompress(d->user, S9_COMPRESSION_LZ4, NULL, x->bytes + COMPRESSED_HEADER,
                               x->size - COMPRESSED_HEADER, out, out_size, &written);
    if (result == S9_ERROR_UNSUPPORTED)
        (void)s9_effect_fault(x->options->name, x->list, 5,
                              "the file is compressed with LZ4, which this build has not");
    else if (result == S9_ERROR_INVALID || (result == S9_OK && written != out_size))
        return s9_effect_fault(x->options->name, x->list, COMPRESSED_HEADER, "the LZ4 data are damaged");
    return result;
}

/* The file without compression, its header mended. */
static s9_result unpack(xnb *x, const char **compression)
{
    bool lzx = (x->bytes[5] & FLAG_LZX) != 0;
    if (x->size < COMPRESSED_HEADER)
        return s9_effect_fault(x->options->name, x->list, HEADER, "the file ends in its header");
    /* Behind the end of the file that the header says there is nothing of it. */
    size_t end = s9_read_u32(x->bytes + 6);
    x->size = end >= COMPRESSED_HEADER && end < x->size ? end : x->size;
    size_t size = s9_read_u32(x->bytes + HEADER);
    /* LZ4 packs at most 255 to 1; a block of LZX is 32 KiB of at least two bytes behind a header of two. */
    size_t most = (x->size - COMPRESSED_HEADER) / (lzx ? 4 : 1);
    if (size > s9_effect_limit(x->options) || size / (lzx ? FRAME : 255) > most + 1)
        return s9_effect_fault(x->options->name, x->list, HEADER, "the file says that it unpacks to %lu bytes",
                               (unsigned long)size);
    uint8_t *out = s9_arena_alloc_raw(x->arena, size + HEADER);
    if (out == NULL)
        return S9_ERROR_MEMORY;
    memcpy(out, x->bytes, HEADER);
    out[5] &= (uint8_t) ~(FLAG_LZX | FLAG_LZ4);
    uint32_t whole = (uint32_t)size + HEADER;
    (void)s9_write_words(out + 6, &whole, 1);
    *compression = lzx ? "lzx" : "lz4";
    s9_result result = lzx ? unpack_lzx(x, out + HEADER, size) : unpack_lz4(x, out + HEADER, size);
    x->bytes = out;
    x->size = size + HEADER;
    return result;
}

/* ---- content ---- */

static s9_result ended(const xnb *x)
{
    return s9_effect_fault(x->options->name, x->list, x->at, "the XNB file ends too early");
}

/* A number in groups of seven bits, the low ones first; false when it does not end. */
static bool number(xnb *x, uint32_t *out)
{
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 35; shift += 7) {
        if (x->at >= x->size)
            return false;
        uint8_t byte = x->bytes[x->at++];
        value |= (uint64_t)(byte & 0x7Fu) << shift;
        if ((byte & 0x80u) == 0) {
            *out = (uint32_t)value;
            return value <= UINT32_MAX;
        }
    }
    return false;
}

/* Whether the reader's name, which may have its assembly behind it, is that of effects. */
static bool is_effect_reader(const uint8_t *name, uint32_t length)
{
    size_t own = sizeof reader_name - 1;
    return length >= own && memcmp(name, reader_name, own) == 0 && (length == own || name[own] == ',');
}

static s9_result find_effect(xnb *x, s9_xnb_place *place)
{
    uint32_t readers, shared, type, length = 0;
    uint32_t effect_reader = 0; /* number + 1 */
    const uint8_t *other = NULL;
    uint32_t other_length = 0;
    if (!number(x, &readers))
        return ended(x);
    for (uint32_t i = 0; i < readers; i++) {
        if (!number(x, &length) || length > x->size - x->at || x->size - x->at - length < 4)
            return ended(x);
        if (is_effect_reader(x->bytes + x->at, length))
            effect_reader = effect_reader == 0 ? i + 1 : effect_reader;
        else if (other == NULL) {
            other = x->bytes + x->at;
            other_length = length;
        }
        x->at += length + 4; /* and its version */
    }
    if (!number(x, &shared) || !number(x, &type))
        return ended(x);
    if (type == 0 || type != effect_reader) {
        char shown[64] = "nothing";
        for (uint32_t i = 0; other != NULL && i < other_length && other[i] != ','; i++) {
            if (i + 1 >= sizeof shown)
                break;
            shown[i] = other[i] >= ' ' && other[i] < 0x7F ? (char)other[i] : '?';
            shown[i + 1] = '\0';
        }
        return s9_effect_fault(x->options->name, x->list, HEADER, "the XNB file holds no effect; it is for %s", shown);
    }
    if (x->size - x->at < 4)
        return ended(x);
    place->length_at = x->at;
    place->length = s9_read_u32(x->bytes + x->at);
    place->data_at = x->at + 4;
    if (place->length > x->size - place->data_at)
        return s9_effect_fault(x->options->name, x->list, x->at, "the effect is longer than the XNB file");
    return S9_OK;
}

s9_result s9_xnb_open(s9_arena *arena, const uint8_t *bytes, size_t size, const s9_effect_options *options,
                      const uint8_t **plain, size_t *plain_size, s9_xnb_place *place, const char **compression,
                      s9_diagnostics *list)
{
    xnb x = {arena, options, list, bytes, size, HEADER};
    s9_result result = S9_OK;
    if (size < HEADER)
        return s9_effect_fault(options->name, list, 0, "the file ends in its header");
    if ((bytes[5] & (FLAG_LZX | FLAG_LZ4)) != 0)
        result = unpack(&x, compression);
    if (result == S9_OK)
        result = find_effect(&x, place);
    *plain = x.bytes;
    *plain_size = x.size;
    return result;
}
