/* SPDX-License-Identifier: MIT */
/*
 * effect_writer - effects made by hand: records into three growing parts, which are then put one behind the other. And
 * one effect that has something of everything.
 */
#ifndef TESTS_EFFECT_WRITER_H
#define TESTS_EFFECT_WRITER_H

#include "base/base.h"

#include <shader9/effect.h>

typedef struct effect_writer {
    s9_buffer pool, records, objects, places;
    uint32_t object_count, place_count;
} effect_writer;

enum { E_BOOL = 1, E_INT = 2, E_FLOAT = 3, E_STRING = 4, E_TEXTURE = 5, E_SAMPLER2D = 12, E_PS = 15, E_VS = 16 };

static inline void ew_begin(effect_writer *w)
{
    memset(w, 0, sizeof *w);
    s9_buffer_init(&w->pool, NULL);
    s9_buffer_init(&w->records, NULL);
    s9_buffer_init(&w->objects, NULL);
    s9_buffer_init(&w->places, NULL);
    s9_buffer_u32(&w->pool, 0); /* offset 0: a name of length 0 */
}

static inline uint32_t ew_words(s9_buffer *b, const uint32_t *words, size_t count)
{
    uint32_t at = (uint32_t)b->size;
    for (size_t i = 0; i < count; i++)
        s9_buffer_u32(b, words[i]);
    return at;
}
#define EW_POOL(w, ...) ew_words(&(w)->pool, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)
#define EW_RECORD(w, ...) \
    ew_words(&(w)->records, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

static inline void ew_padded(s9_buffer *b, const void *bytes, size_t size)
{
    s9_buffer_append(b, bytes, size);
    while (b->size % 4 != 0 && !b->failed)
        s9_buffer_char(b, (char)0xCD);
}

static inline uint32_t ew_name(effect_writer *w, const char *name)
{
    uint32_t at = EW_POOL(w, (uint32_t)strlen(name) + 1);
    ew_padded(&w->pool, name, strlen(name) + 1);
    return at;
}

/* A type without numbers. */
static inline uint32_t ew_object_type(effect_writer *w, uint32_t type, const char *name, uint32_t elements)
{
    uint32_t n = name[0] == '\0' ? 0 : ew_name(w, name);
    return EW_POOL(w, type, 4, n, 0, elements);
}

static inline uint32_t ew_number_type(effect_writer *w, uint32_t type, uint32_t class_number, const char *name,
                                      const char *semantic, uint32_t elements, uint32_t a, uint32_t b)
{
    uint32_t n = name[0] == '\0' ? 0 : ew_name(w, name), s = semantic[0] == '\0' ? 0 : ew_name(w, semantic);
    return EW_POOL(w, type, class_number, n, s, elements, a, b);
}

static inline void ew_object(effect_writer *w, uint32_t id, const void *bytes, size_t size)
{
    s9_buffer_u32(&w->objects, id);
    s9_buffer_u32(&w->objects, (uint32_t)size);
    ew_padded(&w->objects, bytes, size);
    w->object_count++;
}

static inline void ew_place(effect_writer *w, uint32_t technique, uint32_t index, uint32_t element, uint32_t state,
                            uint32_t usage, const void *bytes, size_t size)
{
    ew_words(&w->places, (const uint32_t[]){technique, index, element, state, usage, (uint32_t)size}, 6);
    ew_padded(&w->places, bytes, size);
    w->place_count++;
}

/* The effect; `head` is what stands in front of it (headers of XNA, XNB). The writer is gone. */
static inline s9_blob ew_end(effect_writer *w, const void *head, size_t head_size)
{
    s9_buffer all;
    s9_blob out = {0};
    s9_buffer_init(&all, NULL);
    s9_buffer_append(&all, head, head_size);
    s9_buffer_u32(&all, 0xFEFF0901u);
    s9_buffer_u32(&all, (uint32_t)w->pool.size);
    s9_buffer_append(&all, w->pool.data, w->pool.size);
    s9_buffer_append(&all, w->records.data, w->records.size);
    s9_buffer_u32(&all, w->object_count);
    s9_buffer_u32(&all, w->place_count);
    s9_buffer_append(&all, w->objects.data, w->objects.size);
    s9_buffer_append(&all, w->places.data, w->places.size);
    (void)s9_buffer_to_blob(&all, &out);
    s9_buffer_free(&w->pool);
    s9_buffer_free(&w->records);
    s9_buffer_free(&w->objects);
    s9_buffer_free(&w->places);
    return out;
}

/* ---- expressions ---- */

/*
 * "c0.x = input * factor" of a parameter that is one number, which lies in input register 0; without a factor (0) the
 * number itself.
 */
static inline s9_blob ew_expression(const char *parameter, uint32_t type_number, double factor)
{
    s9_constant_type type = {0, type_number, 1, 1, 1, 0, NULL, {0}};
    s9_constant constant = {parameter, S9_SET_FLOAT, 0, 1, 0, &type, NULL};
    s9_constant_table_source source = {sizeof source, 0x46580200u, NULL, "fx", 0, &constant, 1};
    s9_blob table = {0}, out = {0};
    s9_buffer b;
    uint64_t bits;
    s9_buffer_init(&b, NULL);
    (void)s9_constant_table_write(&source, NULL, &table);
    s9_buffer_u32(&b, 0x46580200u);
    s9_buffer_u32(&b, (uint32_t)(table.size / 4) << 16 | 0xFFFEu);
    s9_buffer_append(&b, table.data, table.size);
    s9_blob_free(&table);
    memcpy(&bits, &factor, 8);
    const uint32_t literal[] = {4u << 16 | 0xFFFEu, 0x54494C43u, 1, (uint32_t)bits, (uint32_t)(bits >> 32)};
    const uint32_t mul[] = {15u << 16 | 0xFFFEu, 0x434C5846u, 1, 0x20500001u, 2, 0, 2, 0, 0, 1, 0, 0, 4, 0,
                            0xF0F0F0F0u,         0x0F0F0F0Fu};
    const uint32_t mov[] = {12u << 16 | 0xFFFEu, 0x434C5846u, 1, 0x10000001u, 1, 0, 2, 0, 0, 4, 0,
                            0xF0F0F0F0u,         0x0F0F0F0Fu};
    if (factor != 0) {
        ew_words(&b, literal, sizeof literal / 4);
        ew_words(&b, mul, sizeof mul / 4);
    } else {
        ew_words(&b, mov, sizeof mov / 4);
    }
    s9_buffer_u32(&b, 0xFFFFu);
    (void)s9_buffer_to_blob(&b, &out);
    return out;
}

static inline s9_blob ew_shader(const char *text)
{
    s9_program *program = NULL;
    s9_blob out = {0};
    if (s9_assemble(text, strlen(text), NULL, NULL, &program, NULL) == S9_OK)
        (void)s9_encode(program, NULL, &out);
    s9_program_destroy(program);
    return out;
}

/* ---- one of everything ---- */

static inline uint32_t ew_float(float value)
{
    return s9_float_bits(value);
}

/*
 * Parameters color (annotated), world, lights (two structures), diffuse (a texture), samp (a sampler), shaders (two
 * vertex shaders), which, threshold, note (a string), lonely (a pixel shader that no pass uses); technique Main with
 * the passes P0 and one without a name, and a technique without a name.
 */
static inline s9_blob ew_sample(const void *head, size_t head_size)
{
    effect_writer w;
    ew_begin(&w);
    s9_blob vs0 = ew_shader("vs_2_0\ndcl_position v0\nmov oPos, v0\n");
    s9_blob vs1 = ew_shader("vs_2_0\ndcl_position v0\nadd oPos, v0, c0\n");
    s9_blob ps = ew_shader("ps_2_0\n//!constant float4 color : c0\nmov oC0, c0\n");
    s9_blob lonely = ew_shader("ps_2_0\nmov r0, c1\nmov oC0, r0\n");

    EW_RECORD(&w, 10, 2, 7, 24);
    /* color: value, one string and one float annotation */
    uint32_t t = ew_number_type(&w, E_FLOAT, 1, "color", "DIFFUSE", 0, 4, 1);
    uint32_t v = EW_POOL(&w, ew_float(1), ew_float(0.5f), ew_float(0.25f), ew_float(1));
    EW_RECORD(&w, t, v, 1, 2);
    t = ew_object_type(&w, E_STRING, "file", 0);
    v = EW_POOL(&w, 3);
    EW_RECORD(&w, t, v);
    t = ew_number_type(&w, E_FLOAT, 0, "width", "", 0, 1, 1);
    v = EW_POOL(&w, ew_float(3));
    EW_RECORD(&w, t, v);
    /* world */
    t = ew_number_type(&w, E_FLOAT, 2, "world", "", 0, 4, 3);
    uint32_t matrix[12];
    for (uint32_t i = 0; i < 12; i++)
        matrix[i] = ew_float((float)i);
    v = ew_words(&w.pool, matrix, 12);
    EW_RECORD(&w, t, v, 0, 0);
    /* lights */
    uint32_t names[3] = {ew_name(&w, "lights"), ew_name(&w, "direction"), ew_name(&w, "power")};
    t = EW_POOL(&w, 0, 5, names[0], 0, 2, 2, E_FLOAT, 1, names[1], 0, 0, 3, 1, E_FLOAT, 0, names[2], 0, 0, 1, 1);
    v = EW_POOL(&w, ew_float(1), ew_float(2), ew_float(3), ew_float(4), ew_float(5), ew_float(6), ew_float(7),
                ew_float(8));
    EW_RECORD(&w, t, v, 0, 0);
    /* diffuse */
    t = ew_object_type(&w, E_TEXTURE, "diffuse", 0);
    v = EW_POOL(&w, 1);
    EW_RECORD(&w, t, v, 0, 0);
    /* samp: Texture = <diffuse>, MinFilter = LINEAR, AddressU = an expression of which */
    uint32_t texture = ew_object_type(&w, E_TEXTURE, "", 0), number = ew_number_type(&w, E_INT, 2, "", "", 0, 1, 1);
    uint32_t values[3] = {EW_POOL(&w, 2), EW_POOL(&w, 2), EW_POOL(&w, 1)};
    t = ew_object_type(&w, E_SAMPLER2D, "samp", 0);
    v = EW_POOL(&w, 3, 164, 256, texture, values[0], 170, 256, number, values[1], 165, 256, number, values[2]);
    EW_RECORD(&w, t, v, 0, 0);
    /* shaders */
    t = ew_object_type(&w, E_VS, "shaders", 2);
    v = EW_POOL(&w, 4, 5);
    EW_RECORD(&w, t, v, 0, 0);
    /* which, threshold */
    t = ew_number_type(&w, E_INT, 0, "which", "", 0, 1, 1);
    v = EW_POOL(&w, 1);
    EW_RECORD(&w, t, v, 0, 0);
    t = ew_number_type(&w, E_FLOAT, 0, "threshold", "", 0, 1, 1);
    v = EW_POOL(&w, ew_float(0.5f));
    EW_RECORD(&w, t, v, 0, 0);
    /* note, lonely */
    t = ew_object_type(&w, E_STRING, "note", 0);
    v = EW_POOL(&w, 6);
    EW_RECORD(&w, t, v, 0, 0);
    t = ew_object_type(&w, E_PS, "lonely", 0);
    v = EW_POOL(&w, 7);
    EW_RECORD(&w, t, v, 0, 0);

    /* technique Main, annotated */
    uint32_t main_name = ew_name(&w, "Main"), pass_name = ew_name(&w, "P0");
    EW_RECORD(&w, main_name, 1, 2);
    t = ew_number_type(&w, E_BOOL, 0, "fast", "", 0, 1, 1);
    v = EW_POOL(&w, 1);
    EW_RECORD(&w, t, v);
    uint32_t vs_type = ew_object_type(&w, E_VS, "", 0), ps_type = ew_object_type(&w, E_PS, "", 0);
    uint32_t ids[8];
    for (uint32_t i = 0; i < 8; i++)
        ids[i] = EW_POOL(&w, 8 + i);
    uint32_t cw = EW_POOL(&w, 2), seven = EW_POOL(&w, 7);
    EW_RECORD(&w, pass_name, 0, 6);
    EW_RECORD(&w, 146, 0, vs_type, ids[0], 147, 0, ps_type, ids[1], 8, 0, number, cw, 10, 0, number, ids[2]);
    EW_RECORD(&w, 999, 0, number, seven, 103, 1, number, seven);
    EW_RECORD(&w, 0, 0, 2);
    EW_RECORD(&w, 146, 0, vs_type, ids[3], 147, 0, number, EW_POOL(&w, 0));
    /* a technique without a name, whose pass uses the pixel shader of Main once more by its object */
    EW_RECORD(&w, 0, 0, 1);
    EW_RECORD(&w, pass_name, 0, 1);
    EW_RECORD(&w, 147, 0, ps_type, ids[4]);

    ew_object(&w, 3, "a.dds", 6);
    ew_object(&w, 4, vs0.data, vs0.size);
    ew_object(&w, 5, vs1.data, vs1.size);
    ew_object(&w, 6, "hello", 6);
    ew_object(&w, 7, lonely.data, lonely.size);
    ew_object(&w, 1, "", 0);
    ew_object(&w, 12, ps.data, ps.size);

    s9_blob expression = ew_expression("which", E_INT, 0);
    s9_buffer choice;
    s9_buffer_init(&choice, NULL);
    s9_buffer_u32(&choice, 8);
    s9_buffer_append(&choice, "shaders", 8);
    s9_buffer_append(&choice, expression.data, expression.size);
    ew_place(&w, 0, 0, UINT32_MAX, 0, 2, choice.data, choice.size);
    s9_buffer_free(&choice);
    ew_place(&w, UINT32_MAX, 4, 0, 2, 0, expression.data, expression.size);
    s9_blob_free(&expression);
    ew_place(&w, 0, 0, UINT32_MAX, 1, 0, ps.data, ps.size);
    expression = ew_expression("threshold", E_FLOAT, 255);
    ew_place(&w, 0, 0, UINT32_MAX, 3, 0, expression.data, expression.size);
    s9_blob_free(&expression);
    ew_place(&w, 0, 1, UINT32_MAX, 0, 1, "shaders", 8);
    ew_place(&w, UINT32_MAX, 4, 0, 0, 1, "diffuse", 8);
    s9_blob_free(&vs0);
    s9_blob_free(&vs1);
    s9_blob_free(&ps);
    s9_blob_free(&lonely);
    return ew_end(&w, head, head_size);
}

#endif
