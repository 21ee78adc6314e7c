/* SPDX-License-Identifier: MIT */
/* An effect made by hand: all that is in it, evaluated, changed, cut, damaged, without memory. */
#include "files.h"

#include "effect_writer.h"
#include "effects.h"
#include "memory.h"

#include <shader9/program.h>

static s9_effect *open_blob(const s9_blob *blob)
{
    s9_effect *effect = NULL;
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_result result = s9_effect_open(blob->data, blob->size, NULL, NULL, &effect, list);
    for (size_t i = 0; i < s9_diagnostics_count(list); i++)
        print_message("+0x%x: %s\n", (unsigned)s9_diagnostics_get(list, i)->at.offset,
                      s9_diagnostics_get(list, i)->message);
    assert_int_equal(result, S9_OK);
    assert_int_equal(s9_diagnostics_count(list), 0);
    s9_diagnostics_destroy(list);
    return effect;
}

static void everything_is_there(void **state)
{
    s9_blob blob = ew_sample(NULL, 0);
    s9_effect *e = open_blob(&blob);
    (void)state;
    assert_int_equal(s9_effect_content(e), S9_CONTENT_EFFECT);
    assert_int_equal(s9_effect_parameter_count(e), 10);
    const s9_effect_parameter *p = s9_effect_parameter_at(e, 0);
    assert_string_equal(p->type->name, "color");
    assert_string_equal(p->type->semantic, "DIFFUSE");
    assert_int_equal(p->type->rows, 1);
    assert_int_equal(p->type->columns, 4);
    assert_int_equal(p->flags, 1);
    assert_float_equal(s9_effect_number(3, p->value, 2), 0.25f, 0);
    assert_int_equal(p->annotation_count, 2);
    assert_string_equal(s9_effect_string(e, s9_effect_word(p->annotations[0].value, 0)), "a.dds");
    assert_float_equal(s9_effect_number(3, p->annotations[1].value, 0), 3, 0);
    p = s9_effect_parameter_at(e, 1);
    assert_int_equal(p->type->rows, 4);
    assert_int_equal(p->type->columns, 3);
    assert_int_equal(p->type->words, 12);
    p = s9_effect_parameter_at(e, 2);
    assert_int_equal(p->type->member_count, 2);
    assert_int_equal(p->type->words, 8);
    assert_string_equal(p->type->members[1].name, "power");
    p = s9_effect_parameter_at(e, 4);
    assert_int_equal(p->sampler_count, 1);
    assert_int_equal(p->samplers[0].count, 3);
    assert_string_equal(p->samplers[0].states[0].name, "Texture");
    assert_int_equal(p->samplers[0].states[0].assignment, S9_ASSIGN_PARAMETER);
    assert_int_equal(p->samplers[0].states[0].parameter, 3);
    assert_string_equal(s9_effect_state_word(170, s9_effect_word(p->samplers[0].states[1].value, 0)), "LINEAR");
    assert_int_equal(p->samplers[0].states[2].assignment, S9_ASSIGN_EXPRESSION);
    assert_string_equal(s9_effect_string(e, s9_effect_word(s9_effect_parameter_at(e, 8)->value, 0)), "hello");
    assert_null(s9_effect_parameter_at(e, 10));
    assert_int_equal(s9_effect_find_parameter(e, "threshold"), 7);
    assert_int_equal(s9_effect_find_parameter(e, "thresh"), S9_EFFECT_NONE);

    assert_int_equal(s9_effect_technique_count(e), 2);
    const s9_effect_technique *t = s9_effect_technique_at(e, 0);
    assert_string_equal(t->name, "Main");
    assert_int_equal(s9_effect_word(t->annotations[0].value, 0), 1);
    assert_int_equal(t->pass_count, 2);
    const s9_effect_state *s = t->passes[0].states;
    assert_int_equal(s[0].assignment, S9_ASSIGN_ELEMENT);
    assert_string_equal(s[0].reference, "shaders");
    assert_int_equal(s[1].assignment, S9_ASSIGN_SHADER);
    assert_int_equal(s[2].assignment, S9_ASSIGN_VALUE);
    assert_string_equal(s9_effect_state_word(s[2].operation, s9_effect_word(s[2].value, 0)), "CW");
    assert_int_equal(s[3].assignment, S9_ASSIGN_EXPRESSION);
    assert_null(s[4].name);
    assert_int_equal(s[4].operation, 999);
    assert_string_equal(s[5].name, "ColorOp");
    assert_int_equal(s[5].index, 1);
    assert_int_equal(t->passes[1].states[1].assignment, S9_ASSIGN_VALUE); /* none */

    static const char *const paths[] = {"Main/P0/vs[0]", "Main/P0/vs[1]", "Main/P0/ps", "1/P0/ps", "lonely"};
    assert_int_equal(s9_effect_shader_count(e), 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(s9_effect_shader_at(e, i)->path, paths[i]);
        for (size_t k = 0; k < 5; k++)
            assert_int_equal(s9_effect_shader_matches(e, k, paths[i]), i == k);
    }
    assert_int_equal(s9_effect_object_shader(e, 5), 1);
    assert_int_equal(s9_effect_object_shader(e, 3), S9_EFFECT_NONE);
    s9_effect_destroy(e);
    s9_blob_free(&blob);
}

static void addresses_mean_shaders(void **state)
{
    static const struct {
        const char *address;
        unsigned shaders; /* bit i: shader i */
    } rows[] = {
        {"0", 1},           {"4", 16},
        {"5", 0},           {"Main", 7},
        {"Main/P0", 7},     {"Main/1", 3},
        {"Main/P0/vs", 3},  {"Main/1/vs[1]", 2},
        {"0/0/ps", 4},      {"1/0", 8},
        {"shaders", 3},     {"shaders[1]", 2},
        {"lonely", 16},     {"/9", 16},
        {"/5[1]", 2},       {"Main/P1", 0},
        {"main", 0},        {"", 0},
        {"/", 0},           {"Main/P0/gs", 0},
        {"Main/P0/vs[", 0}, {"Main/P0/vs[1]x", 0},
        {"shaders[2]", 0},  {"1/P0/ps", 8},
        {"99999999999", 0},
    };
    s9_blob blob = ew_sample(NULL, 0);
    s9_effect *e = open_blob(&blob);
    (void)state;
    for (size_t i = 0; i < S9_COUNT(rows); i++) {
        unsigned found = 0;
        for (size_t k = 0; k < 5; k++)
            found |= (unsigned)s9_effect_shader_matches(e, k, rows[i].address) << k;
        if (found != rows[i].shaders)
            fail_msg("%s means %u", rows[i].address, found);
    }
    s9_effect_destroy(e);
    s9_blob_free(&blob);
}

static void states_are_evaluated(void **state)
{
    s9_blob blob = ew_sample(NULL, 0);
    s9_effect *e = open_blob(&blob);
    s9_effect_result r;
    const s9_effect_state *s = s9_effect_technique_at(e, 0)->passes[0].states;
    (void)state;
    assert_int_equal(s9_effect_evaluate(e, &s[0], &r), S9_OK); /* shaders[which], which = 1 */
    assert_int_equal(r.kind, S9_ASSIGN_SHADER);
    assert_int_equal(r.shader, 1);
    assert_int_equal(s9_effect_set_value(e, 6, 0, (const uint32_t[]){0}, 1), S9_OK);
    assert_int_equal(s9_effect_evaluate(e, &s[0], &r), S9_OK);
    assert_int_equal(r.shader, 0);
    assert_int_equal(s9_effect_set_value(e, 6, 0, (const uint32_t[]){2}, 1), S9_OK);
    assert_int_equal(s9_effect_evaluate(e, &s[0], &r), S9_ERROR_INVALID);
    assert_int_equal(s9_effect_set_value(e, 6, 0, (const uint32_t[]){UINT32_MAX}, 1), S9_OK);
    assert_int_equal(s9_effect_evaluate(e, &s[0], &r), S9_ERROR_INVALID);

    assert_int_equal(s9_effect_evaluate(e, &s[1], &r), S9_OK);
    assert_int_equal(r.shader, 2);
    assert_int_equal(s9_effect_evaluate(e, &s[2], &r), S9_OK);
    assert_int_equal(r.kind, S9_ASSIGN_VALUE);
    assert_int_equal(r.numbers.i[0], 2);
    assert_int_equal(s9_effect_evaluate(e, &s[3], &r), S9_OK); /* threshold * 255, cut off: 127.5 */
    assert_int_equal(r.type_number, E_INT);
    assert_int_equal(r.numbers.i[0], 127);
    assert_int_equal(s9_effect_set_value(e, 7, 0, (const uint32_t[]){ew_float(-1.5f)}, 1), S9_OK);
    assert_int_equal(s9_effect_evaluate(e, &s[3], &r), S9_OK);
    assert_int_equal(r.numbers.i[0], -382);
    s = s9_effect_technique_at(e, 0)->passes[1].states;
    assert_int_equal(s9_effect_evaluate(e, &s[0], &r), S9_OK); /* the first of the array */
    assert_int_equal(r.shader, 0);
    s = s9_effect_parameter_at(e, 4)->samplers[0].states;
    assert_int_equal(s9_effect_evaluate(e, &s[0], &r), S9_OK);
    assert_int_equal(r.kind, S9_ASSIGN_PARAMETER);
    assert_int_equal(r.parameter, 3);
    assert_int_equal(s9_effect_set_value(e, 7, 1, (const uint32_t[]){0}, 1), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_effect_set_value(e, 4, 0, (const uint32_t[]){0}, 1), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_effect_set_value(e, 10, 0, NULL, 0), S9_ERROR_ARGUMENT);

    /* values that were set are not what is written */
    s9_blob out = {0};
    assert_int_equal(s9_effect_write(e, NULL, &out), S9_OK);
    assert_int_equal(out.size, blob.size);
    assert_memory_equal(out.data, blob.data, blob.size);
    s9_blob_free(&out);
    s9_effect_destroy(e);
    s9_blob_free(&blob);
}

/* Registers of a preshader by the names of its table: vectors, matrices both ways round, structures, arrays. */
static void inputs_are_laid_out(void **state)
{
    s9_blob blob = ew_sample(NULL, 0);
    s9_effect *e = open_blob(&blob);
    const s9_constant_type vector = {1, 3, 1, 3, 1, 0, NULL, {0}}, scalar = {0, 3, 1, 1, 1, 0, NULL, {0}};
    const s9_constant_member members[] = {{"direction", &vector, {0}}, {"power", &scalar, {0}}};
    const s9_constant_type light = {5, 0, 1, 4, 2, 2, members, {0}}, rows = {2, 3, 4, 3, 1, 0, NULL, {0}},
                           columns = {3, 3, 4, 3, 1, 0, NULL, {0}};
    const s9_constant constants[] = {{"lights", S9_SET_FLOAT, 0, 4, 0, &light, NULL},
                                     {"nobody", S9_SET_FLOAT, 30, 1, 0, &vector, NULL},
                                     {"world", S9_SET_FLOAT, 4, 4, 0, &rows, NULL}};
    s9_blob tokens = ew_shader("vs_2_0\ndcl_position v0\nmov oPos, v0\n"), with = {0};
    s9_constant_table_source source = {sizeof source, 0xFFFE0200u, NULL, NULL, 0, constants, 3};
    s9_constant_table *table = NULL;
    float inputs[16][4];
    (void)state;
    assert_int_equal(s9_constant_table_attach(tokens.data, tokens.size, &source, NULL, &with), S9_OK);
    assert_int_equal(s9_constant_table_create(with.data, with.size, NULL, &table, NULL), S9_OK);
    s9_effect_inputs(e, table, inputs, 16);
    static const float wanted[8][4] = {{1, 2, 3, 0}, {4, 0, 0, 0}, {5, 6, 7, 0}, {8, 0, 0, 0},
                                       {0, 1, 2, 0}, {3, 4, 5, 0}, {6, 7, 8, 0}, {9, 10, 11, 0}};
    assert_memory_equal(inputs, wanted, sizeof wanted);
    s9_constant_table_destroy(table);
    s9_blob_free(&with);

    s9_constant by_columns = constants[2];
    by_columns.type = &columns;
    by_columns.count = 3;
    source.constants = &by_columns;
    source.count = 1;
    assert_int_equal(s9_constant_table_attach(tokens.data, tokens.size, &source, NULL, &with), S9_OK);
    assert_int_equal(s9_constant_table_create(with.data, with.size, NULL, &table, NULL), S9_OK);
    s9_effect_inputs(e, table, inputs, 16);
    static const float turned[4][4] = {{0, 3, 6, 9}, {1, 4, 7, 10}, {2, 5, 8, 11}, {0, 0, 0, 0}};
    assert_memory_equal(inputs[4], turned, sizeof turned);
    s9_effect_inputs(e, table, inputs, 5); /* no more than there is room for */
    s9_constant_table_destroy(table);
    s9_blob_free(&with);
    s9_blob_free(&tokens);
    s9_effect_destroy(e);
    s9_blob_free(&blob);
}

/* Where two runs of bytes begin and cease to differ. */
static void expect_only_between(const s9_blob *before, const s9_blob *after, size_t first, size_t last)
{
    for (size_t i = 0; i < first; i++)
        assert_int_equal(((const uint8_t *)before->data)[i], ((const uint8_t *)after->data)[i]);
    for (size_t i = 1; i <= before->size - last; i++)
        assert_int_equal(((const uint8_t *)before->data)[before->size - i],
                         ((const uint8_t *)after->data)[after->size - i]);
}

static const uint8_t xna_head[] = {0xCF, 0x0B, 0xF0, 0xBC, 16, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0};

static s9_blob xnb_of(const s9_blob *content)
{
    static const char name[] = "Microsoft.Xna.Framework.Content.EffectReader, Microsoft.Xna.Framework.Graphics";
    s9_buffer b;
    s9_blob out = {0};
    s9_buffer_init(&b, NULL);
    s9_buffer_append(&b, "XNBw\5\0", 6);
    s9_buffer_u32(&b, 0);
    s9_buffer_char(&b, 1);
    s9_buffer_char(&b, (char)(sizeof name - 1));
    s9_buffer_append(&b, name, sizeof name - 1);
    s9_buffer_u32(&b, 0);
    s9_buffer_append(&b, "\0\1", 2);
    s9_buffer_u32(&b, (uint32_t)content->size);
    s9_buffer_append(&b, content->data, content->size);
    uint32_t size = (uint32_t)b.size;
    (void)s9_write_words((uint8_t *)b.data + 6, &size, 1);
    assert_int_equal(s9_buffer_to_blob(&b, &out), S9_OK);
    return out;
}

static void shaders_are_replaced(void **state)
{
    (void)state;
    for (int wrapping = 0; wrapping < 3; wrapping++) {
        s9_blob blob = ew_sample(xna_head, wrapping == 0 ? 0 : sizeof xna_head), out = {0};
        if (wrapping == 2) {
            s9_blob inner = blob;
            blob = xnb_of(&inner);
            s9_blob_free(&inner);
        }
        s9_effect *e = open_blob(&blob);
        assert_int_equal(s9_effect_content(e), wrapping == 0   ? S9_CONTENT_EFFECT
                                               : wrapping == 1 ? S9_CONTENT_XNA_EFFECT
                                                               : S9_CONTENT_XNB);
        s9_blob longer = ew_shader("ps_2_0\ndef c0, 1, 2, 3, 4\nmov r0, c0\nmul r0, r0, r0\nmov oC0, r0\n");
        s9_blob vertex = ew_shader("vs_2_0\ndcl_position v0\nmov oPos, v0\n");
        s9_diagnostics *list = NULL;
        assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
        assert_int_equal(s9_effect_replace_shader(e, 2, vertex.data, vertex.size, list), S9_ERROR_INVALID);
        assert_int_equal(s9_effect_replace_shader(e, 2, longer.data, longer.size - 4, list), S9_ERROR_INVALID);
        assert_int_equal(s9_diagnostics_errors(list), 2);
        s9_diagnostics_destroy(list);
        assert_int_equal(s9_effect_replace_shader(e, 9, longer.data, longer.size, NULL), S9_ERROR_ARGUMENT);
        size_t old = s9_effect_shader_at(e, 2)->size;
        size_t place = (size_t)((const char *)s9_effect_shader_at(e, 2)->tokens -
                                (const char *)s9_effect_object(e, 3, NULL)); /* from an object in the same copy */
        size_t string = 0;
        while (memcmp((const char *)blob.data + string, "a.dds", 6) != 0)
            string++;
        place += string;
        assert_int_equal(s9_effect_replace_shader(e, 2, longer.data, longer.size, NULL), S9_OK);
        assert_int_equal(s9_effect_write(e, NULL, &out), S9_OK);
        assert_int_equal(out.size, blob.size + longer.size - old);
        if (wrapping < 2)
            expect_only_between(&blob, &out, place - 4, place + old);
        else
            assert_int_equal(s9_read_u32((const uint8_t *)out.data + 6), out.size);
        s9_effect *again = open_blob(&out);
        assert_int_equal(s9_effect_shader_count(again), 5);
        assert_int_equal(s9_effect_shader_at(again, 2)->size, longer.size);
        assert_memory_equal(s9_effect_shader_at(again, 2)->tokens, longer.data, longer.size);
        assert_int_equal(s9_effect_shader_at(again, 3)->size, s9_effect_shader_at(e, 3)->size);
        /* and back again: the same file */
        s9_blob back = {0};
        s9_effect *original = open_blob(&blob);
        const s9_effect_shader *shader = s9_effect_shader_at(original, 2);
        assert_int_equal(s9_effect_replace_shader(again, 2, shader->tokens, shader->size, NULL), S9_OK);
        assert_int_equal(s9_effect_write(again, NULL, &back), S9_OK);
        assert_int_equal(back.size, blob.size);
        assert_memory_equal(back.data, blob.data, blob.size);
        s9_effect_destroy(original);
        s9_effect_destroy(again);
        s9_effect_destroy(e);
        s9_blob_free(&back);
        s9_blob_free(&longer);
        s9_blob_free(&vertex);
        s9_blob_free(&out);
        s9_blob_free(&blob);
    }
}

static void effects_may_end_anywhere(void **state)
{
    s9_blob blob = ew_sample(xna_head, sizeof xna_head);
    (void)state;
    for (size_t size = 0; size < blob.size; size++) {
        uint8_t *cut = malloc(size + 1);
        assert_non_null(cut);
        memcpy(cut, blob.data, size);
        const char *broken = effects_open_and_walk(cut, size, NULL);
        if (broken != NULL)
            fail_msg("%zu bytes: %s", size, broken);
        free(cut);
    }
    s9_blob_free(&blob);
}

static void effects_may_be_damaged(void **state)
{
    static const uint32_t values[] = {0, 1, 3, 0x7F, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFC, 0xFFFFFFFF};
    s9_blob blob = ew_sample(NULL, 0);
    uint8_t *copy = malloc(blob.size);
    (void)state;
    assert_non_null(copy);
    for (size_t at = 0; at + 4 <= blob.size; at += 4)
        for (size_t i = 0; i < S9_COUNT(values) + 2; i++) {
            memcpy(copy, blob.data, blob.size);
            uint32_t value =
                i < S9_COUNT(values) ? values[i] : s9_read_u32(copy + at) + (i == S9_COUNT(values) ? 4u : -4u);
            (void)s9_write_words(copy + at, &value, 1);
            const char *broken = effects_open_and_walk(copy, blob.size, NULL);
            if (broken != NULL)
                fail_msg("0x%x at +0x%zx: %s", (unsigned)value, at, broken);
        }
    free(copy);
    s9_blob_free(&blob);
}

static void memory_may_run_out_anywhere(void **state)
{
    s9_blob blob = ew_sample(NULL, 0);
    s9_blob shader = ew_shader("ps_2_0\nmov r0, c1\nadd r0, r0, c2\nmov oC0, r0\n");
    size_t blocks = 0;
    (void)state;
    for (bool enough = false; !enough; blocks++) {
        memory_source m = {.fails_at = blocks};
        s9_allocator allocator = memory_allocator(&m);
        s9_effect *effect = NULL;
        s9_effect_result r;
        s9_blob out = {0};
        s9_result result = s9_effect_open(blob.data, blob.size, &allocator, NULL, &effect, NULL);
        if (result == S9_OK)
            result = s9_effect_set_value(effect, 7, 0, (const uint32_t[]){ew_float(1)}, 1);
        if (result == S9_OK)
            result = s9_effect_evaluate(effect, &s9_effect_technique_at(effect, 0)->passes[0].states[3], &r);
        if (result == S9_OK)
            result = s9_effect_replace_shader(effect, 2, shader.data, shader.size, NULL);
        if (result == S9_OK)
            result = s9_effect_write(effect, &allocator, &out);
        enough = result == S9_OK;
        if (!enough)
            assert_int_equal(result, S9_ERROR_MEMORY);
        else
            assert_int_equal(r.numbers.i[0], 255);
        s9_blob_free(&out);
        s9_effect_destroy(effect);
        assert_int_equal(m.out, 0);
        assert_true(blocks < 1000);
    }
    assert_true(blocks > 5);
    s9_blob_free(&shader);
    s9_blob_free(&blob);
}

/* A structure of structures, nested without end or doubled at every step, describes too much; so do shared values. */
static void descriptions_have_a_limit(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        effect_writer w;
        ew_begin(&w);
        uint32_t t = 0, v;
        if (kind == 0) { /* 100 structures in each other */
            t = EW_POOL(&w, 0, 5, 0, 0, 0, 1);
            for (int i = 0; i < 100; i++)
                EW_POOL(&w, 0, 5, 0, 0, 0, 1);
            EW_POOL(&w, E_FLOAT, 0, 0, 0, 0, 1, 1);
            v = EW_POOL(&w, 0);
            EW_RECORD(&w, 1, 0, 0, 1, t, v, 0, 0);
        } else if (kind == 1) { /* ten thousand parameters of one large structure */
            t = EW_POOL(&w, 0, 5, 0, 0, 0, 1000);
            for (int i = 0; i < 1000; i++)
                EW_POOL(&w, E_FLOAT, 0, 0, 0, 0, 1, 1);
            v = (uint32_t)w.pool.size;
            for (int i = 0; i < 1000; i++)
                EW_POOL(&w, 0);
            EW_RECORD(&w, 10000, 0, 0, 1);
            for (int i = 0; i < 10000; i++)
                EW_RECORD(&w, t, v, 0, 0);
        } else { /* an array of four thousand million */
            t = EW_POOL(&w, E_FLOAT, 2, 0, 0, UINT32_MAX, 4, 4);
            EW_RECORD(&w, 1, 0, 0, 1, t, 0, 0, 0);
        }
        s9_blob blob = ew_end(&w, NULL, 0);
        s9_effect *effect = NULL;
        assert_int_equal(s9_effect_open(blob.data, blob.size, NULL, NULL, &effect, NULL), S9_ERROR_INVALID);
        assert_null(effect);
        s9_blob_free(&blob);
    }
}

static void states_have_names(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 179; i++) {
        assert_non_null(s9_effect_state_name(i));
        assert_int_equal(s9_effect_state_number(s9_effect_state_name(i)), i);
    }
    assert_null(s9_effect_state_name(179));
    assert_int_equal(s9_effect_state_number("zenable"), 0);
    assert_int_equal(s9_effect_state_number("VertexShader"), 146);
    assert_int_equal(s9_effect_state_number("LightEnable"), 145);
    assert_int_equal(s9_effect_state_number("nothing"), S9_EFFECT_NONE);
    assert_string_equal(s9_effect_state_word(6, 5), "SRCALPHA");
    assert_string_equal(s9_effect_state_word(105, 2), "TEXTURE");
    assert_null(s9_effect_state_word(105, 0x12)); /* its complement */
    assert_string_equal(s9_effect_state_word(58, 256), "0WEIGHTS");
    assert_string_equal(s9_effect_state_word(73, 7), "RED|GREEN|BLUE");
    assert_null(s9_effect_state_word(73, 16));
    assert_string_equal(s9_effect_state_word(119, 2), "COUNT2");
    assert_null(s9_effect_state_word(6, 99));
    assert_null(s9_effect_state_word(130, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_there),       cmocka_unit_test(addresses_mean_shaders),
        cmocka_unit_test(states_are_evaluated),      cmocka_unit_test(inputs_are_laid_out),
        cmocka_unit_test(shaders_are_replaced),      cmocka_unit_test(effects_may_end_anywhere),
        cmocka_unit_test(effects_may_be_damaged),    cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(descriptions_have_a_limit), cmocka_unit_test(states_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
