/* SPDX-License-Identifier: MIT */
/* Decompression by liblz4, liblzma and libbz2, each of them optional. */
#include <shader9/container.h>

#include <limits.h>
#include <stdlib.h>

#if defined(SHADER9_HAVE_LZ4)
#include <lz4.h>

static s9_result unpack_lz4(const void *bytes, size_t size, void *out, size_t room, size_t *written)
{
    if (size > INT_MAX || room > INT_MAX)
        return S9_ERROR_INVALID;
    int count = LZ4_decompress_safe(bytes, out, (int)size, (int)room);
    if (count < 0)
        return S9_ERROR_INVALID;
    *written = (size_t)count;
    return S9_OK;
}
#endif

#if defined(SHADER9_HAVE_LZMA)
#include <lzma.h>

static s9_result unpack_lzma(const void *properties, const void *bytes, size_t size, void *out, size_t room,
                             size_t *written)
{
    lzma_filter filters[2] = {{.id = LZMA_FILTER_LZMA1}, {.id = LZMA_VLI_UNKNOWN}};
    size_t out_at = 0;
    lzma_stream stream = LZMA_STREAM_INIT;
    lzma_ret status = lzma_properties_decode(&filters[0], NULL, properties, 5);
    if (status != LZMA_OK)
        return status == LZMA_MEM_ERROR ? S9_ERROR_MEMORY : S9_ERROR_INVALID;
    lzma_options_lzma *options = filters[0].options;
    /* A dictionary larger than what comes out is never used whole; the number in the file may be anything. */
    if (options->dict_size > room)
        options->dict_size = room < LZMA_DICT_SIZE_MIN ? LZMA_DICT_SIZE_MIN : (uint32_t)room;
    status = lzma_raw_decoder(&stream, filters);
    if (status == LZMA_OK) {
        /* The stream has no end mark where its size is known: it ends when the room is full. */
        stream.next_in = bytes;
        stream.avail_in = size;
        stream.next_out = out;
        stream.avail_out = room;
        while (status == LZMA_OK && stream.avail_out != 0 && stream.avail_in != 0)
            status = lzma_code(&stream, LZMA_RUN);
        if (status == LZMA_OK && stream.avail_out != 0)
            status = lzma_code(&stream, LZMA_FINISH);
        out_at = room - stream.avail_out;
    }
    lzma_end(&stream);
    free(options);
    *written = out_at;
    if (status == LZMA_MEM_ERROR)
        return S9_ERROR_MEMORY;
    return status == LZMA_OK || status == LZMA_STREAM_END || (status == LZMA_BUF_ERROR && out_at == room)
               ? S9_OK
               : S9_ERROR_INVALID;
}
#endif

#if defined(SHADER9_HAVE_BZIP2)
#include <bzlib.h>

static s9_result unpack_bzip2(const void *bytes, size_t size, void *out, size_t room, size_t *written)
{
    unsigned count = room < UINT_MAX ? (unsigned)room : UINT_MAX;
    if (size > UINT_MAX)
        return S9_ERROR_INVALID;
    int status = BZ2_bzBuffToBuffDecompress(out, &count, (char *)(uintptr_t)bytes, (unsigned)size, 0, 0);
    if (status == BZ_OUTBUFF_FULL)
        *written = room;
    if (status == BZ_MEM_ERROR)
        return S9_ERROR_MEMORY;
    if (status != BZ_OK)
        return S9_ERROR_INVALID;
    *written = count;
    return S9_OK;
}
#endif

static s9_result decompress(void *user, s9_compression compression, const void *properties, const void *bytes,
                            size_t size, void *out, size_t room, size_t *written)
{
    (void)user;
    (void)properties;
    (void)bytes;
    (void)size;
    (void)out;
    (void)room;
    *written = 0;
    switch (compression) {
#if defined(SHADER9_HAVE_LZ4)
    case S9_COMPRESSION_LZ4:
        return unpack_lz4(bytes, size, out, room, written);
#endif
#if defined(SHADER9_HAVE_LZMA)
    case S9_COMPRESSION_LZMA:
        return unpack_lzma(properties, bytes, size, out, room, written);
#endif
#if defined(SHADER9_HAVE_BZIP2)
    case S9_COMPRESSION_BZIP2:
        return unpack_bzip2(bytes, size, out, room, written);
#endif
    default:
        return S9_ERROR_UNSUPPORTED;
    }
}

const s9_decompressor *s9_standard_decompressor(void)
{
    static const s9_decompressor standard = {decompress, NULL};
    return &standard;
}

bool s9_standard_decompressor_has(s9_compression compression)
{
    switch (compression) {
#if defined(SHADER9_HAVE_LZ4)
    case S9_COMPRESSION_LZ4:
        return true;
#endif
#if defined(SHADER9_HAVE_LZMA)
    case S9_COMPRESSION_LZMA:
        return true;
#endif
#if defined(SHADER9_HAVE_BZIP2)
    case S9_COMPRESSION_BZIP2:
        return true;
#endif
    default:
        return false;
    }
}
