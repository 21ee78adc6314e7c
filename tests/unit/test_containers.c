/* SPDX-License-Identifier: MIT */
/* XNB files with their compressions, .vcs files of all versions, DXBC, C headers; addresses in them. */
#include "files.h"

#include "effect/effect.h"
#include "effect_writer.h"
#include "effects.h"
#include "lzx_writer.h"
#include "memory.h"

#include <shader9/container.h>

/* ---- XNB ---- */

static const char effect_reader[] = "Microsoft.Xna.Framework.Content.EffectReader, Microsoft.Xna.Framework.Graphics";

/* What stands behind the header of an XNB file: one reader, no shared objects, the effect. */
static void put_content(s9_buffer *b, const char *reader, const s9_blob *effect)
{
    s9_buffer_char(b, 1);
    s9_buffer_char(b, (char)strlen(reader));
    s9_buffer_text(b, reader);
    s9_buffer_u32(b, 0);
    s9_buffer_append(b, "\0\1", 2);
    s9_buffer_u32(b, (uint32_t)effect->size);
    s9_buffer_append(b, effect->data, effect->size);
}

static s9_blob xnb(uint8_t flags, const void *packed, size_t size, uint32_t unpacked)
{
    s9_buffer b;
    s9_blob out = {0};
    s9_buffer_init(&b, NULL);
    s9_buffer_append(&b, "XNBw\5", 5);
    s9_buffer_char(&b, (char)flags);
    s9_buffer_u32(&b, (uint32_t)size + (flags != 0 ? 14 : 10));
    if (flags != 0)
        s9_buffer_u32(&b, unpacked);
    s9_buffer_append(&b, packed, size);
    assert_int_equal(s9_buffer_to_blob(&b, &out), S9_OK);
    return out;
}

static s9_effect_options options_with(const char *name)
{
    return (s9_effect_options){
        .struct_size = sizeof(s9_effect_options), .name = name, .decompressor = s9_standard_decompressor()};
}

/* Opens, and expects the sample effect, compressed so. */
static s9_effect *expect_sample(const s9_blob *file, const char *compression)
{
    s9_effect_options options = options_with("x.xnb");
    s9_effect *effect = NULL;
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_result result = s9_effect_open(file->data, file->size, NULL, &options, &effect, list);
    for (size_t i = 0; i < s9_diagnostics_count(list); i++)
        print_message("%s\n", s9_diagnostics_get(list, i)->message);
    s9_diagnostics_destroy(list);
    assert_int_equal(result, S9_OK);
    assert_string_equal(s9_effect_compression(effect), compression);
    assert_int_equal(s9_effect_content(effect), S9_CONTENT_XNB);
    assert_int_equal(s9_effect_shader_count(effect), 5);
    assert_null(effects_walk(effect));
    return effect;
}

enum { TAIL = 150000, OPS = 4000 };

/*
 * The content of an XNB file with a long tail behind the effect, made of literals and of copies from everywhere in the
 * window; and how it was made.
 */
static s9_blob long_content(lzx_op *ops, size_t *count)
{
    s9_buffer b;
    s9_blob effect = ew_sample(NULL, 0), out = {0};
    uint32_t random = 7;
    s9_buffer_init(&b, NULL);
    put_content(&b, effect_reader, &effect);
    s9_blob_free(&effect);
    ops[0] = (lzx_op){(uint32_t)b.size, 0};
    *count = 1;
    while (b.size < TAIL && *count < OPS) {
        random = random * 1664525u + 1013904223u;
        uint32_t length = 2 + (random >> 8) % 300, most = b.size < 65000 ? (uint32_t)b.size : 65000;
        random = random * 1664525u + 1013904223u;
        uint32_t distance = (random >> 30) == 0   ? 0
                            : (random >> 30) == 1 ? 1 + (random >> 8) % 20
                                                  : 1 + (random >> 8) % most;
        if ((random >> 4 & 3u) == 0 && *count > 3)
            distance = ops[*count - 2].distance; /* a recent one */
        distance = distance > most ? most : distance;
        ops[(*count)++] = (lzx_op){length, distance};
        for (uint32_t i = 0; i < length; i++) {
            random = random * 1664525u + 1013904223u;
            s9_buffer_char(&b, distance == 0 ? (char)(random >> 24) : b.data[b.size - distance]);
        }
    }
    assert_int_equal(s9_buffer_to_blob(&b, &out), S9_OK);
    return out;
}

static void lzx_unpacks(void **state)
{
    static const uint32_t blocks[] = {1000000, 50000, 32768, 4097, 777};
    lzx_op *ops = malloc(OPS * sizeof *ops);
    size_t count;
    (void)state;
    assert_non_null(ops);
    s9_blob content = long_content(ops, &count);
    for (size_t i = 0; i < S9_COUNT(blocks); i++) {
        s9_blob packed = lzx_pack(content.data, content.size, ops, count, blocks[i], 0);
        s9_blob file = xnb(0x80, packed.data, packed.size, (uint32_t)content.size), out = {0};
        s9_effect *effect = expect_sample(&file, "lzx");
        assert_int_equal(s9_effect_write(effect, NULL, &out), S9_OK); /* unchanged: as it was */
        assert_int_equal(out.size, file.size);
        assert_memory_equal(out.data, file.data, file.size);
        s9_blob_free(&out);
        /* changed: uncompressed, and the tail is still there */
        const s9_effect_shader *shader = s9_effect_shader_at(effect, 2);
        assert_int_equal(s9_effect_replace_shader(effect, 2, shader->tokens, shader->size, NULL), S9_OK);
        assert_int_equal(s9_effect_write(effect, NULL, &out), S9_OK);
        assert_int_equal(out.size, content.size + 10);
        assert_memory_equal((const char *)out.data + 10, content.data, content.size);
        s9_effect_destroy(effect);
        effect = expect_sample(&out, "none");
        s9_effect_destroy(effect);
        s9_blob_free(&out);
        s9_blob_free(&packed);
        s9_blob_free(&file);
    }
    s9_blob_free(&content);
    free(ops);
}

/* Targets of calls, which were made absolute before they were packed, are relative again. */
static void lzx_translates_calls(void **state)
{
    uint8_t plain[100], packed_form[100], out[100];
    (void)state;
    memset(plain, 0x90, sizeof plain);
    memcpy(packed_form, plain, sizeof plain);
    /* a call at 20: 5 before it; at 40: out of the file, so left as it is */
    plain[20] = packed_form[20] = plain[40] = packed_form[40] = 0xE8;
    const uint32_t relative = (uint32_t)-5, absolute = 15, far = 5000;
    (void)s9_write_words(plain + 21, &relative, 1);
    (void)s9_write_words(packed_form + 21, &absolute, 1);
    (void)s9_write_words(plain + 41, &far, 1);
    (void)s9_write_words(packed_form + 41, &far, 1);
    lzx_op op = {100, 0};
    s9_blob packed = lzx_pack(packed_form, sizeof packed_form, &op, 1, 100, 1000);
    s9_arena arena;
    s9_arena_init(&arena, NULL);
    s9_lzx *lzx = s9_lzx_create(&arena);
    const uint8_t *bytes = packed.data; /* FF, size, size, data */
    assert_true(s9_lzx_block(lzx, bytes + 5, packed.size - 5, out, sizeof out, sizeof out));
    assert_memory_equal(out, plain, sizeof plain);
    s9_arena_free(&arena);
    s9_blob_free(&packed);
}

/* The last block may be one of a whole frame, of which only the beginning is asked for. */
static void lzx_may_end_inside_of_a_frame(void **state)
{
    lzx_op *ops = malloc(OPS * sizeof *ops);
    size_t count;
    (void)state;
    assert_non_null(ops);
    s9_blob content = long_content(ops, &count);
    s9_blob packed = lzx_pack(content.data, content.size, ops, count, 4097, 0);
    for (uint32_t cut = 1; cut < 300; cut += 7) {
        s9_blob file = xnb(0x80, packed.data, packed.size, (uint32_t)content.size - cut);
        s9_effect_destroy(expect_sample(&file, "lzx"));
        s9_blob_free(&file);
    }
    s9_blob_free(&packed);
    s9_blob_free(&content);
    free(ops);
}

static void lz4_unpacks(void **state)
{
    s9_buffer content, packed;
    s9_blob effect = ew_sample(NULL, 0);
    (void)state;
    s9_buffer_init(&content, NULL);
    s9_buffer_init(&packed, NULL);
    put_content(&content, effect_reader, &effect);
    /* One run of literals. */
    s9_buffer_char(&packed, (char)0xF0);
    size_t left = content.size - 15;
    for (; left >= 255; left -= 255)
        s9_buffer_char(&packed, (char)0xFF);
    s9_buffer_char(&packed, (char)left);
    s9_buffer_append(&packed, content.data, content.size);
    s9_blob file = xnb(0x40, packed.data, packed.size, (uint32_t)content.size);
    if (s9_standard_decompressor_has(S9_COMPRESSION_LZ4)) {
        s9_effect_destroy(expect_sample(&file, "lz4"));
        s9_buffer longer;
        s9_blob with = {0};
        s9_buffer_init(&longer, NULL);
        s9_buffer_append(&longer, file.data, file.size);
        s9_buffer_append(&longer, "behind it", 9);
        assert_int_equal(s9_buffer_to_blob(&longer, &with), S9_OK);
        s9_effect_destroy(expect_sample(&with, "lz4"));
        s9_blob_free(&with);
    } else {
        print_message("SKIPPED: this build has no LZ4\n");
    }
    s9_effect *none = NULL;
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_effect_open(file.data, file.size, NULL, NULL, &none, list), S9_ERROR_UNSUPPORTED);
    assert_null(none);
    assert_non_null(strstr(s9_diagnostics_get(list, 0)->message, "LZ4"));
    s9_diagnostics_destroy(list);
    s9_blob_free(&file);
    s9_blob_free(&effect);
    s9_buffer_free(&content);
    s9_buffer_free(&packed);
}

static void xnb_files_may_be_damaged(void **state)
{
    lzx_op *ops = malloc(OPS * sizeof *ops);
    size_t count;
    uint32_t random = 3;
    s9_effect_options options = options_with(NULL);
    (void)state;
    assert_non_null(ops);
    options.max_unpacked = 1 << 20;
    s9_blob content = long_content(ops, &count);
    s9_blob packed = lzx_pack(content.data, 3000, ops, 1, 500, 0);
    s9_blob file = xnb(0x80, packed.data, packed.size, 3000);
    uint8_t *copy = malloc(file.size);
    assert_non_null(copy);
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *cut = malloc(size + 1);
        assert_non_null(cut);
        memcpy(cut, file.data, size);
        assert_null(effects_open_and_walk(cut, size, &options));
        free(cut);
    }
    for (size_t round = 0; round < 30000; round++) {
        memcpy(copy, file.data, file.size);
        for (size_t times = 1 + round % 3; times > 0; times--) {
            random = random * 1664525u + 1013904223u;
            copy[10 + (random >> 8) % (file.size - 10)] ^= (uint8_t)(1u << (random >> 5 & 7u));
        }
        const char *broken = effects_open_and_walk(copy, file.size, &options);
        if (broken != NULL)
            fail_msg("round %zu: %s", round, broken);
    }
    free(copy);
    free(ops);
    s9_blob_free(&file);
    s9_blob_free(&packed);
    s9_blob_free(&content);
}

static void expect_refused(const s9_blob *file, const char *words)
{
    s9_effect_options options = options_with(NULL);
    s9_effect *effect = NULL;
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_effect_open(file->data, file->size, NULL, &options, &effect, list), S9_ERROR_INVALID);
    const char *message = s9_diagnostics_get(list, 0)->message;
    if (strstr(message, words) == NULL)
        fail_msg("'%s' is not about '%s'", message, words);
    s9_diagnostics_destroy(list);
}

static void what_is_no_effect_is_named(void **state)
{
    s9_buffer content;
    s9_blob effect = ew_sample(NULL, 0), mgfx = {(void *)(uintptr_t) "MGFX\x0A\0\0\0", 8, {0}};
    (void)state;
    s9_buffer_init(&content, NULL);
    put_content(&content, "Microsoft.Xna.Framework.Content.Texture2DReader, Graphics", &effect);
    s9_blob file = xnb(0, content.data, content.size, 0);
    expect_refused(&file, "it is for Microsoft.Xna.Framework.Content.Texture2DReader");
    s9_blob_free(&file);
    content.size = 0;
    put_content(&content, effect_reader, &mgfx);
    file = xnb(0, content.data, content.size, 0);
    expect_refused(&file, "found MGFX");
    s9_blob_free(&file);
    /* the effect of an Xbox has its high bytes first, or nobody knows what it is */
    s9_blob big = {(void *)(uintptr_t) "\xBC\xF0\x0B\xCF\0\0\0\x10........", 16, {0}};
    s9_blob strange = {(void *)(uintptr_t) "\1\2\3\4\5\6\7\x08........", 16, {0}};
    content.size = 0;
    put_content(&content, effect_reader, &big);
    file = xnb(0, content.data, content.size, 0);
    expect_refused(&file, "found content for the Xbox 360");
    s9_blob_free(&file);
    content.size = 0;
    put_content(&content, effect_reader, &strange);
    file = xnb(0, content.data, content.size, 0);
    expect_refused(&file, "found unknown content");
    ((char *)file.data)[3] = 'x';
    expect_refused(&file, "found content for the Xbox 360");
    s9_blob_free(&file);
    file = xnb(0x80, content.data, content.size, 0xFFFFFFF0u); /* a bomb */
    expect_refused(&file, "unpacks to");
    s9_blob_free(&file);
    s9_blob_free(&effect);
    s9_buffer_free(&content);
}

/*
 * XNB files as others write them: of XNA 2 to 4 and MonoGame, with further readers in front and behind, names without
 * an assembly, numbers of more than seven bits, something behind the effect.
 */
static void xnb_files_of_every_version_read(void **state)
{
    static const char *const names[] = {
        "Microsoft.Xna.Framework.Content.EffectReader",
        "Microsoft.Xna.Framework.Content.EffectReader, Microsoft.Xna.Framework, Version=3.1.0.0, Culture=neutral, "
        "PublicKeyToken=6d5c3888ef60e27d",
        "Microsoft.Xna.Framework.Content.EffectReader, Microsoft.Xna.Framework.Graphics, Version=4.0.0.0, "
        "Culture=neutral, PublicKeyToken=842cf8be1de50553",
        "Microsoft.Xna.Framework.Content.EffectReader, MonoGame.Framework"};
    static const char other[] = "Microsoft.Xna.Framework.Content.EffectReaders, Nobody";
    s9_blob effect = ew_sample(NULL, 0);
    (void)state;
    for (size_t i = 0; i < S9_COUNT(names) * 6; i++) {
        const char *name = names[i % S9_COUNT(names)];
        uint32_t place = (uint32_t)i / 4 % 3; /* of the reader among three */
        s9_buffer b;
        s9_blob file = {0};
        s9_buffer_init(&b, NULL);
        s9_buffer_append(&b, "XNB", 3);
        s9_buffer_char(&b, "wxmd"[i % 4]);
        s9_buffer_char(&b, (char)(3 + i % 3));
        s9_buffer_char(&b, (char)(i % 2)); /* Reach and HiDef */
        s9_buffer_u32(&b, 0);
        s9_buffer_char(&b, 3);
        for (uint32_t k = 0; k < 3; k++) {
            const char *reader = k == place ? name : other;
            size_t length = strlen(reader);
            if (length > 127)
                s9_buffer_char(&b, (char)((length & 0x7F) | 0x80));
            s9_buffer_char(&b, (char)(length > 127 ? length >> 7 : length));
            s9_buffer_text(&b, reader);
            s9_buffer_u32(&b, 0);
        }
        s9_buffer_char(&b, 0);
        s9_buffer_char(&b, (char)(place + 1));
        s9_buffer_u32(&b, (uint32_t)effect.size);
        s9_buffer_append(&b, effect.data, effect.size);
        if (i % 5 == 0)
            s9_buffer_append(&b, "behind it", 9);
        assert_int_equal(s9_buffer_to_blob(&b, &file), S9_OK);
        s9_effect_destroy(expect_sample(&file, "none"));
        s9_blob_free(&file);
    }
    s9_blob_free(&effect);
}

/* ---- .vcs ---- */

/* Two combos, 0 and 3, each "ps_2_0; mov oC0, c#", as one block: packed by LZMA with the header that Source writes. */
static const uint8_t lzma_block[] = {0x4C, 0x5A, 0x4D, 0x41, 0x38, 0x00, 0x00, 0x00, 0x26, 0x00, 0x00, 0x00, 0x5D, 0x00,
                                     0x00, 0x01, 0x00, 0x00, 0x00, 0x68, 0x83, 0x7F, 0xFB, 0x7A, 0xB8, 0x1A, 0x8E, 0x28,
                                     0x89, 0xBD, 0xEC, 0x62, 0x1F, 0xA7, 0x3F, 0x8A, 0x5F, 0x66, 0x0F, 0xBA, 0x75, 0xE3,
                                     0x6D, 0x89, 0x29, 0xDF, 0x24, 0xDC, 0x57, 0xDF, 0xFF, 0x35, 0x72, 0x00, 0x00};
static const uint8_t bzip2_block[] = {
    0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0x63, 0x29, 0x5B, 0xD2, 0x00, 0x00, 0x02, 0x60,
    0x51, 0xF8, 0x40, 0x84, 0x00, 0x40, 0x00, 0x40, 0x00, 0x04, 0x00, 0x00, 0x00, 0xA0, 0x00, 0x31, 0x00, 0xD3,
    0x4D, 0x02, 0x44, 0x9E, 0xA1, 0xA6, 0x98, 0xFA, 0x34, 0xB7, 0x0A, 0x23, 0x2D, 0xA3, 0x83, 0x23, 0x84, 0xA4,
    0xBA, 0x32, 0xCC, 0x28, 0xD8, 0x61, 0x67, 0xC5, 0xDC, 0x91, 0x4E, 0x14, 0x24, 0x18, 0xCA, 0x56, 0xF4, 0x80};

static void put_words(s9_buffer *b, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        s9_buffer_u32(b, words[i]);
}
#define WORDS(b, ...) put_words((b), (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

/* Static combo 1 plain, 4 by LZMA, 9 by bzip2; in version 6 static combo 2 is like 9. */
static s9_blob make_vcs(uint32_t version)
{
    s9_buffer b;
    s9_blob out = {0};
    uint32_t at = (version == 3 ? 24u : 28u) + 4 * 8 + (version == 6 ? 12u : 0u), base = version == 6 ? 0 : 4;
    uint32_t plain = 4 + 28 + 4, lzma = 4 + sizeof lzma_block + 4;
    s9_buffer_init(&b, NULL);
    WORDS(&b, version, 40, 4, 0, 5, 4);
    if (version != 3)
        s9_buffer_u32(&b, 0x12345678);
    WORDS(&b, 1, at, 4, at + plain, 9, at + plain + lzma, UINT32_MAX, at + plain + lzma + 8);
    if (version == 6)
        WORDS(&b, 1, 2, 9);
    WORDS(&b, 0x80000000u | 28, base + 2, 20, 0xFFFF0200u, 0x02000001u, 0x800F0800u, 0xA0E40002u, 0xFFFFu, UINT32_MAX);
    s9_buffer_u32(&b, 0x40000000u | (uint32_t)sizeof lzma_block);
    s9_buffer_append(&b, lzma_block, sizeof lzma_block);
    s9_buffer_u32(&b, UINT32_MAX);
    s9_buffer_u32(&b, (uint32_t)sizeof bzip2_block);
    s9_buffer_append(&b, bzip2_block, sizeof bzip2_block);
    s9_buffer_u32(&b, UINT32_MAX);
    assert_int_equal(s9_buffer_to_blob(&b, &out), S9_OK);
    return out;
}

/* Combo 0 as it is the reference, 1 missing, 2 with its constant changed, 3 with bytes of every kind of change. */
static s9_blob make_old_vcs(uint32_t version)
{
    static const uint8_t same[] = {0x80 | 20, 0};
    static const uint8_t changed[] = {0x80 | 12, 0, 4, 7, 0, 0xE4, 0xA0, 0x80 | 4, 4};
    static const uint8_t mixed[] = {0, 12, 0, 0, 0, 0x80, 0, 4, 0, 0, 9, 0, 0xE4, 0xA0, 0x80, 4, 4, 0};
    s9_buffer b;
    s9_blob out = {0};
    uint32_t at = (version == 2 ? 24 : 28) + 20 + 4 * 8;
    s9_buffer_init(&b, NULL);
    WORDS(&b, version, 4, 2, 0, 0, 20);
    if (version == 4)
        s9_buffer_u32(&b, 0x9ABCDEF0u);
    WORDS(&b, 0xFFFF0200u, 0x02000001u, 0x800F0800u, 0xA0E40000u, 0xFFFFu);
    WORDS(&b, at, sizeof same, UINT32_MAX, 0, at + 2, sizeof changed, at + 2 + sizeof changed, sizeof mixed);
    s9_buffer_append(&b, same, sizeof same);
    s9_buffer_append(&b, changed, sizeof changed);
    s9_buffer_append(&b, mixed, sizeof mixed);
    assert_int_equal(s9_buffer_to_blob(&b, &out), S9_OK);
    return out;
}

typedef struct seen {
    char paths[256];
    uint32_t constants[16]; /* the number in the third word behind the version */
    size_t count;
} seen;

static s9_result note(void *user, const s9_contained_shader *shader)
{
    seen *s = user;
    if (s->count < 16)
        s->constants[s->count] = shader->size >= 16 ? s9_read_u32((const uint8_t *)shader->bytes + 12) & 0x7FFu : 0;
    strncat(s->paths, shader->path, sizeof s->paths - strlen(s->paths) - 1);
    strncat(s->paths, " ", sizeof s->paths - strlen(s->paths) - 1);
    s->count++;
    return S9_OK;
}

static void expect_paths(const s9_blob *file, const char *address, const char *paths)
{
    s9_effect_options options = options_with(NULL);
    seen s = {"", {0}, 0};
    s9_result result = s9_shaders_each(file->data, file->size, NULL, &options, address, note, &s, NULL);
    if (strcmp(s.paths, paths) != 0)
        fail_msg("%s: '%s', not '%s'", address == NULL ? "all" : address, s.paths, paths);
    assert_int_equal(result, paths[0] != '\0' || address == NULL ? S9_OK : S9_ERROR_INVALID);
}

static bool has_compressions(void)
{
    bool all = s9_standard_decompressor_has(S9_COMPRESSION_LZMA) && s9_standard_decompressor_has(S9_COMPRESSION_BZIP2);
    if (!all)
        print_message("SKIPPED: this build lacks LZMA or bzip2\n");
    return all;
}

static void vcs_files_read(void **state)
{
    (void)state;
    if (!has_compressions())
        skip();
    for (uint32_t version = 3; version <= 6; version += version == 3 ? 2 : 1) {
        s9_blob file = make_vcs(version);
        s9_effect_options options = options_with(NULL);
        s9_vcs *vcs = NULL;
        const s9_vcs_combo *combos;
        size_t count;
        assert_int_equal(s9_detect_content(file.data, file.size), S9_CONTENT_VCS);
        assert_int_equal(s9_vcs_open(file.data, file.size, NULL, &options, &vcs, NULL), S9_OK);
        s9_vcs_header h = s9_vcs_header_of(vcs);
        assert_int_equal(h.static_count, version == 6 ? 4 : 3);
        assert_int_equal(h.source_crc, version == 3 ? 0 : 0x12345678);
        assert_int_equal(h.centroid_mask, 5);
        assert_int_equal(s9_vcs_combos(vcs, 0, &combos, &count, NULL), S9_OK);
        assert_int_equal(count, 1);
        assert_int_equal(combos[0].dynamic, 2);
        assert_int_equal(combos[0].size, 20);
        for (uint32_t i = 1; i < h.static_count; i++) {
            assert_int_equal(s9_vcs_combos(vcs, i, &combos, &count, NULL), S9_OK);
            assert_int_equal(count, 2);
            assert_int_equal(combos[1].dynamic, 3);
            assert_int_equal(s9_read_u32((const uint8_t *)combos[1].bytes + 12), 0xA0E40001u);
        }
        assert_int_equal(s9_vcs_combos(vcs, h.static_count, &combos, &count, NULL), S9_ERROR_ARGUMENT);
        s9_vcs_destroy(vcs);
        if (version == 6) {
            expect_paths(&file, NULL, "1/2 4/0 4/3 9/0 9/3 ");
            expect_paths(&file, "4/", "4/0 4/3 ");
            expect_paths(&file, "2/3", "2/3 ");
            expect_paths(&file, "3", "9/0 ");
            expect_paths(&file, "5", "");
            expect_paths(&file, "7/1", "");
            expect_paths(&file, "x", "");
        }
        s9_blob_free(&file);
    }
}

static void old_vcs_files_read(void **state)
{
    (void)state;
    for (uint32_t version = 2; version <= 4; version += 2) {
        s9_blob file = make_old_vcs(version);
        s9_effect_options options = options_with(NULL);
        seen s = {"", {0}, 0};
        assert_int_equal(s9_detect_content(file.data, file.size), S9_CONTENT_VCS);
        assert_int_equal(s9_shaders_each(file.data, file.size, NULL, &options, NULL, note, &s, NULL), S9_OK);
        assert_string_equal(s.paths, "0/0 1/0 1/1 ");
        assert_int_equal(s.constants[0], 0);
        assert_int_equal(s.constants[1], 7);
        assert_int_equal(s.constants[2], 9);
        expect_paths(&file, "1/1", "1/1 ");
        s9_blob_free(&file);
    }
}

/* A thousand static combos, each with a small block of its own, and aliases of them. */
static void many_small_blocks_read(void **state)
{
    enum { COUNT = 1000 };
    (void)state;
    if (!has_compressions())
        skip();
    for (int kind = 0; kind < 2; kind++) {
        const uint8_t *block = kind == 0 ? bzip2_block : lzma_block;
        uint32_t size = (uint32_t)(kind == 0 ? sizeof bzip2_block : sizeof lzma_block), shaders = 0;
        uint32_t at = 28 + (COUNT + 1) * 8 + 4 + COUNT * 8;
        s9_buffer b;
        s9_blob file = {0};
        s9_buffer_init(&b, NULL);
        WORDS(&b, 6, 0, 4, 0, 0, COUNT + 1, 0); /* the number of all combos is too large for 32 bits */
        for (uint32_t i = 0; i < COUNT; i++)
            WORDS(&b, i * 2, at + i * (size + 8));
        WORDS(&b, UINT32_MAX, at + COUNT * (size + 8), COUNT);
        for (uint32_t i = 0; i < COUNT; i++)
            WORDS(&b, i * 2 + 1, i * 2);
        for (uint32_t i = 0; i < COUNT; i++) {
            s9_buffer_u32(&b, size | (kind == 0 ? 0 : 0x40000000u));
            s9_buffer_append(&b, block, size);
            s9_buffer_u32(&b, UINT32_MAX);
        }
        assert_int_equal(s9_buffer_to_blob(&b, &file), S9_OK);
        s9_effect_options options = options_with(NULL);
        s9_vcs *vcs = NULL;
        assert_int_equal(s9_detect_content(file.data, file.size), S9_CONTENT_VCS);
        assert_int_equal(s9_vcs_open(file.data, file.size, NULL, &options, &vcs, NULL), S9_OK);
        assert_int_equal(s9_vcs_header_of(vcs).static_count, 2 * COUNT);
        for (uint32_t i = 0; i < 2 * COUNT; i++) {
            const s9_vcs_combo *combos;
            size_t count;
            assert_int_equal(s9_vcs_static_at(vcs, i).id, i);
            assert_int_equal(s9_vcs_combos(vcs, i, &combos, &count, NULL), S9_OK);
            shaders += (uint32_t)count;
        }
        assert_int_equal(shaders, 4 * COUNT);
        s9_vcs_destroy(vcs);
        s9_blob_free(&file);
    }
}

static void vcs_files_may_be_damaged(void **state)
{
    static const uint32_t values[] = {0, 1, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0x40000010, 0xFFFFFFFF};
    s9_effect_options options = options_with(NULL);
    (void)state;
    options.max_unpacked = 1 << 20;
    for (uint32_t version = 2; version <= 6; version++) {
        s9_blob file = version % 2 == 0 && version < 6 ? make_old_vcs(version) : make_vcs(version);
        for (size_t size = 0; size < file.size; size++) {
            uint8_t *cut = malloc(size + 1);
            assert_non_null(cut);
            memcpy(cut, file.data, size);
            assert_null(effects_vcs(cut, size, &options));
            free(cut);
        }
        uint8_t *copy = malloc(file.size);
        assert_non_null(copy);
        for (size_t at = 0; at + 4 <= file.size; at++)
            for (size_t i = 0; i < S9_COUNT(values); i++) {
                memcpy(copy, file.data, file.size);
                (void)s9_write_words(copy + at, &values[i], 1);
                const char *broken = effects_vcs(copy, file.size, &options);
                if (broken != NULL)
                    fail_msg("version %u, 0x%x at +0x%zx: %s", (unsigned)version, (unsigned)values[i], at, broken);
            }
        free(copy);
        s9_blob_free(&file);
    }
}

static void memory_may_run_out_anywhere(void **state)
{
    lzx_op *ops = malloc(OPS * sizeof *ops);
    size_t count;
    s9_effect_options options = options_with(NULL);
    (void)state;
    assert_non_null(ops);
    s9_blob content = long_content(ops, &count), packed = lzx_pack(content.data, content.size, ops, count, 50000, 0);
    s9_blob files[3] = {xnb(0x80, packed.data, packed.size, (uint32_t)content.size), make_vcs(6), make_old_vcs(4)};
    for (size_t i = has_compressions() ? 0 : 2; i < 3; i++) {
        size_t blocks = 0;
        for (bool enough = false; !enough; blocks++) {
            memory_source m = {.fails_at = blocks};
            s9_allocator allocator = memory_allocator(&m);
            seen s = {"", {0}, 0};
            s9_result result =
                s9_shaders_each(files[i].data, files[i].size, &allocator, &options, NULL, note, &s, NULL);
            enough = result == S9_OK;
            if (!enough)
                assert_int_equal(result, S9_ERROR_MEMORY);
            assert_int_equal(m.out, 0);
            assert_true(blocks < 1000);
        }
        assert_true(blocks > 2);
    }
    for (size_t i = 0; i < 3; i++)
        s9_blob_free(&files[i]);
    s9_blob_free(&packed);
    s9_blob_free(&content);
    free(ops);
}

/* ---- other files ---- */

static s9_blob make_dxbc(const char *chunk, const s9_blob *tokens)
{
    s9_buffer b;
    s9_blob out = {0};
    uint32_t length = 16 + (uint32_t)tokens->size;
    s9_buffer_init(&b, NULL);
    s9_buffer_append(&b, "DXBC0123456789abcdef\1\0\0\0", 24);
    WORDS(&b, 36 + 8 + length, 1, 36);
    s9_buffer_append(&b, chunk, 4);
    WORDS(&b, length, length, 0xFFFF0200u, (uint32_t)tokens->size, 16);
    s9_buffer_append(&b, tokens->data, tokens->size);
    assert_int_equal(s9_buffer_to_blob(&b, &out), S9_OK);
    return out;
}

static void dxbc_holds_level_9(void **state)
{
    s9_blob tokens = ew_shader("ps_2_0\nmov oC0, c0\n");
    s9_blob file = make_dxbc("Aon9", &tokens), other = make_dxbc("SHDR", &tokens);
    const void *found;
    size_t size;
    s9_diagnostics *list = NULL;
    (void)state;
    assert_int_equal(s9_dxbc_find_level9(file.data, file.size, NULL, &found, &size, NULL), S9_OK);
    assert_int_equal(size, tokens.size);
    assert_memory_equal(found, tokens.data, size);
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_dxbc_find_level9(other.data, other.size, NULL, &found, &size, list), S9_ERROR_INVALID);
    assert_non_null(s9_diagnostics_get(list, 0)->hint);
    s9_diagnostics_destroy(list);
    for (size_t cut = 0; cut < file.size; cut++) {
        uint8_t *copy = malloc(cut + 1);
        assert_non_null(copy);
        memcpy(copy, file.data, cut);
        s9_result result = s9_dxbc_find_level9(copy, cut, NULL, &found, &size, NULL);
        assert_true(result == S9_ERROR_INVALID);
        free(copy);
    }
    expect_paths(&file, NULL, " ");
    expect_paths(&file, "0", " ");
    expect_paths(&file, "1", "");
    s9_blob_free(&tokens);
    s9_blob_free(&file);
    s9_blob_free(&other);
}

static void put_array(s9_buffer *b, const char *name, const s9_blob *bytes)
{
    s9_buffer_format(b, "const BYTE %s[] =\n{\n", name);
    for (size_t i = 0; i < bytes->size; i++)
        s9_buffer_format(b, "%s%u", i == 0 ? "" : ", ", (unsigned)((const uint8_t *)bytes->data)[i]);
    s9_buffer_text(b, "\n};\n");
}

static void headers_hold_arrays(void **state)
{
    s9_buffer b;
    s9_blob ps = ew_shader("ps_2_0\nmov oC0, c0\n"), effect = ew_sample(NULL, 0), dxbc = make_dxbc("Aon9", &ps),
            text = {0};
    (void)state;
    s9_buffer_init(&b, NULL);
    s9_buffer_text(&b, "#if 0\n// nothing\n#endif\nstatic const int count = 3;\n");
    put_array(&b, "g_first", &ps);
    put_array(&b, "g_level9", &dxbc);
    assert_int_equal(s9_buffer_to_blob(&b, &text), S9_OK);
    expect_paths(&text, NULL, "g_first g_level9 ");
    expect_paths(&text, "g_level9", "g_level9 ");
    expect_paths(&text, "1", "g_level9 ");
    expect_paths(&text, "nothing", "");
    s9_blob_free(&text);
    s9_buffer_init(&b, NULL);
    put_array(&b, "g_effect", &effect);
    assert_int_equal(s9_buffer_to_blob(&b, &text), S9_OK);
    expect_paths(&text, NULL, "Main/P0/vs[0] Main/P0/vs[1] Main/P0/ps 1/P0/ps lonely ");
    expect_paths(&text, "lonely", "lonely ");
    s9_blob_free(&text);
    s9_blob_free(&ps);
    s9_blob_free(&effect);
    s9_blob_free(&dxbc);
}

static void texture_shaders_are_programs(void **state)
{
    s9_blob expression = ew_expression("t", E_FLOAT, 3);
    s9_preshader *p = NULL;
    (void)state;
    ((uint8_t *)expression.data)[2] = 'X'; /* 0x5458mmmm */
    ((uint8_t *)expression.data)[3] = 'T';
    assert_int_equal(s9_preshader_create(expression.data, expression.size, NULL, &p, NULL), S9_OK);
    assert_int_equal(s9_preshader_instruction_count(p), 1);
    s9_preshader_destroy(p);
    s9_blob_free(&expression);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lzx_unpacks),
        cmocka_unit_test(lzx_may_end_inside_of_a_frame),
        cmocka_unit_test(lzx_translates_calls),
        cmocka_unit_test(lz4_unpacks),
        cmocka_unit_test(xnb_files_of_every_version_read),
        cmocka_unit_test(xnb_files_may_be_damaged),
        cmocka_unit_test(what_is_no_effect_is_named),
        cmocka_unit_test(vcs_files_read),
        cmocka_unit_test(old_vcs_files_read),
        cmocka_unit_test(many_small_blocks_read),
        cmocka_unit_test(vcs_files_may_be_damaged),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(dxbc_holds_level_9),
        cmocka_unit_test(headers_hold_arrays),
        cmocka_unit_test(texture_shaders_are_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
