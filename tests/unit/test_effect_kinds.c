/* SPDX-License-Identifier: MIT */
/*
 * Effects of every kind of parameter, annotation, state and object, which the given ones have few of: read, evaluated,
 * changed and written back.
 */
#include "files.h"

#include "effect_writer.h"
#include "effects.h"

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
    s9_diagnostics_destroy(list);
    const char *broken = effects_walk(effect);
    if (broken != NULL)
        fail_msg("%s", broken);
    return effect;
}

/* A write without a change is the same file, and so is one with each shader in its own place. */
static void expect_same_file(s9_effect *effect, const s9_blob *blob)
{
    for (int round = 0; round < 2; round++) {
        s9_blob out = {0};
        assert_int_equal(s9_effect_write(effect, NULL, &out), S9_OK);
        assert_int_equal(out.size, blob->size);
        assert_memory_equal(out.data, blob->data, blob->size);
        s9_blob_free(&out);
        for (size_t i = 0; round == 0 && i < s9_effect_shader_count(effect); i++) {
            const s9_effect_shader *shader = s9_effect_shader_at(effect, i);
            s9_result result = s9_effect_replace_shader(effect, i, shader->tokens, shader->size, NULL);
            assert_int_equal(result, strcmp(shader->path, "fragment") == 0 ? S9_ERROR_INVALID : S9_OK);
        }
    }
}

/* A vector, annotation after annotation: one of each type that may have a value. */
static void annotate(effect_writer *w, uint32_t string_id)
{
    const uint32_t half = ew_float(0.5f);
    uint32_t t = ew_number_type(w, E_BOOL, 0, "on", "", 0, 1, 1), v = EW_POOL(w, 1);
    EW_RECORD(w, t, v);
    t = ew_number_type(w, E_INT, 1, "pair", "", 0, 2, 1);
    v = EW_POOL(w, 7, (uint32_t)-7);
    EW_RECORD(w, t, v);
    t = ew_number_type(w, E_FLOAT, 2, "matrix", "", 0, 2, 2);
    v = EW_POOL(w, half, half, half, 0);
    EW_RECORD(w, t, v);
    t = ew_number_type(w, E_FLOAT, 0, "list", "", 3, 1, 1);
    v = EW_POOL(w, half, 0, half);
    EW_RECORD(w, t, v);
    t = ew_object_type(w, E_STRING, "text", 0);
    v = EW_POOL(w, string_id);
    EW_RECORD(w, t, v);
}
enum { ANNOTATIONS = 5 };

static void expect_annotations(const s9_effect *e, const s9_effect_parameter *a, uint32_t count)
{
    assert_int_equal(count, ANNOTATIONS);
    assert_string_equal(a[0].type->name, "on");
    assert_int_equal(s9_effect_word(a[0].value, 0), 1);
    assert_int_equal((int32_t)s9_effect_word(a[1].value, 1), -7);
    assert_int_equal(a[2].type->words, 4);
    assert_int_equal(a[3].type->elements, 3);
    assert_float_equal(s9_effect_number(3, a[3].value, 2), 0.5f, 0);
    assert_string_equal(s9_effect_string(e, s9_effect_word(a[4].value, 0)), "a string");
}

/* The numbers of objects; 0 is none. */
enum { STRING = 1, STRINGS = 2, SHADERS = 4, TEXTURES = 10, FRAGMENTS = 40, STATES = 50, OBJECTS = 80 };

/* Parameters: textures 5..9, samplers 10..14 (the third an array), shaders, fragments, strings, structures. */
static uint32_t put_parameters(effect_writer *w)
{
    uint32_t count = 0, t, v, id = TEXTURES;
    char name[16];
    for (uint32_t type = 5; type <= 9; type++, count++) {
        uint32_t elements = type == 7 ? 3 : 0;
        snprintf(name, sizeof name, "texture%u", (unsigned)type);
        t = ew_object_type(w, type, name, elements);
        v = EW_POOL(w, id, id + 1, id + 2);
        id += elements == 0 ? 1 : elements;
        EW_RECORD(w, t, v, type == 6, ANNOTATIONS);
        annotate(w, STRING);
    }
    uint32_t number = ew_number_type(w, E_INT, 0, "", "", 0, 1, 1), two = EW_POOL(w, 2);
    uint32_t texture = ew_object_type(w, E_TEXTURE, "", 0), none = EW_POOL(w, STATES);
    for (uint32_t type = 10; type <= 14; type++, count++) {
        uint32_t elements = type == 12 ? 2 : 0;
        snprintf(name, sizeof name, "sampler%u", (unsigned)type);
        t = ew_object_type(w, type, name, elements);
        v = EW_POOL(w, 3, 164, 256, texture, none, 169, 256, number, two, 165, 256, number, two);
        if (elements != 0)
            EW_POOL(w, 1, 164, 256, texture, none);
        EW_RECORD(w, t, v, 0, 0);
    }
    t = ew_object_type(w, E_VS, "vertex", 2); /* and one that is NULL */
    v = EW_POOL(w, SHADERS, 0);
    EW_RECORD(w, t, v, 0, 0);
    t = ew_object_type(w, E_PS, "pixels", 3);
    v = EW_POOL(w, SHADERS + 1, SHADERS + 2, SHADERS + 1);
    EW_RECORD(w, t, v, 1, 0);
    t = ew_object_type(w, 17, "fragment", 0);
    v = EW_POOL(w, FRAGMENTS);
    EW_RECORD(w, t, v, 0, 0);
    t = ew_object_type(w, E_STRING, "strings", 2);
    v = EW_POOL(w, STRINGS, STRINGS + 1);
    EW_RECORD(w, t, v, 0, 0);
    /* struct { struct { float2 at[2]; int n; } a[2]; string s; bool b; } deep[2] */
    uint32_t deep = ew_name(w, "deep"), a = ew_name(w, "a"), at = ew_name(w, "at"), n = ew_name(w, "n");
    uint32_t s = ew_name(w, "s"), b = ew_name(w, "b");
    t = EW_POOL(w, 0, 5, deep, 0, 2, 3, 0, 5, a, 0, 2, 2, E_FLOAT, 1, at, 0, 2, 2, 1, E_INT, 0, n, 0, 0, 1, 1, E_STRING,
                4, s, 0, 0, E_BOOL, 0, b, 0, 0, 1, 1);
    v = (uint32_t)w->pool.size;
    for (uint32_t i = 0; i < 24; i++)
        EW_POOL(w, i % 12 == 10 ? STRING : i % 12 == 11 ? 1 : i % 5 == 4 ? i : ew_float((float)i));
    EW_RECORD(w, t, v, 0, 0);
    /* an empty structure; a matrix by columns; a type and a class that nobody knows */
    t = EW_POOL(w, 0, 5, ew_name(w, "empty"), 0, 0, 0);
    EW_RECORD(w, t, 0, 0, 0);
    t = ew_number_type(w, E_FLOAT, 3, "columns", "WORLD", 0, 2, 3);
    v = EW_POOL(w, 1, 2, 3, 4, 5, 6);
    EW_RECORD(w, t, v, 2, 0);
    t = EW_POOL(w, 77, 9, ew_name(w, "strange"), 0, 0);
    v = EW_POOL(w, 1);
    EW_RECORD(w, t, v, 0, 0);
    return count + 8;
}

static const char *const references[] = {"texture6", "texture7[2]", "deep[1].a[1].at[1]", "deep[1].b",
                                         "deep.a",   "vertex[1]",   "pixels[1]"};
static const uint32_t words_of[] = {0, 2, 12 + 5 + 2, 23, 0, 1, 1};
static const char *const leading_nowhere[] = {"nobody",       "texture7[3]", "texture7[]", "texture7[1",
                                              "texture7[1]x", "deep[2].b",   "deep.c",     "deep.",
                                              ".b",           "texture6.a",  "deep[0][0]", "deep[4294967297].b"};

static s9_blob make_kinds(void)
{
    effect_writer w;
    ew_begin(&w);
    s9_blob vs = ew_shader("vs_1_1\ndcl_position v0\nmov oPos, v0\n");
    s9_blob ps0 = ew_shader("ps_1_4\nmov r0, c0\n"), ps1 = ew_shader("ps_3_0\nmov oC0, c1\n");
    uint32_t counts_at = EW_RECORD(&w, 0, 3, 0, OBJECTS);
    uint32_t parameters = put_parameters(&w);
    (void)s9_write_words((uint8_t *)w.records.data + counts_at, &parameters, 1);

    /* Technique 0: a pass with every state as a number; then every state as an expression of deep[..]; references. */
    uint32_t number = ew_number_type(&w, E_INT, 0, "", "", 0, 1, 1),
             four = ew_number_type(&w, E_FLOAT, 1, "", "", 0, 4, 1);
    uint32_t one = EW_POOL(&w, 1), zeros = EW_POOL(&w, 0, 0, 0, 0), object = EW_POOL(&w, STATES);
    uint32_t texture = ew_object_type(&w, E_TEXTURE, "", 0), vs_type = ew_object_type(&w, E_VS, "", 0);
    uint32_t ps_type = ew_object_type(&w, E_PS, "", 0), pass_name = ew_name(&w, "P");
    EW_RECORD(&w, ew_name(&w, "All"), ANNOTATIONS, 4);
    annotate(&w, STRING);
    EW_RECORD(&w, pass_name, ANNOTATIONS, 179);
    annotate(&w, STRING);
    for (uint32_t i = 0; i < 179; i++)
        EW_RECORD(&w, i, i % 8, number, one);
    EW_RECORD(&w, ew_name(&w, "Q"), 0, 179);
    for (uint32_t i = 0; i < 179; i++)
        EW_RECORD(&w, i, 0, i % 2 == 0 ? number : four, zeros);
    uint32_t count = (uint32_t)S9_COUNT(references), lost = (uint32_t)S9_COUNT(leading_nowhere);
    EW_RECORD(&w, 0, 0, count + lost);
    for (uint32_t i = 0; i < count + lost; i++)
        EW_RECORD(&w, i == 5 ? 146 : i == 6 ? 147 : 164, i, i == 5 ? vs_type : i == 6 ? ps_type : texture, object);
    EW_RECORD(&w, pass_name, 0, 0); /* the name of the first once more, and nothing in it */
    /* Technique 1 has no pass, technique 2 the shaders by themselves, one of them NULL. */
    EW_RECORD(&w, ew_name(&w, "None"), 0, 0);
    EW_RECORD(&w, ew_name(&w, "All"), 0, 1);
    EW_RECORD(&w, pass_name, 0, 2);
    EW_RECORD(&w, 146, 0, vs_type, object, 147, 0, number, zeros);

    ew_object(&w, STRING, "a string", 9);
    ew_object(&w, STRINGS, "", 1);
    ew_object(&w, STRINGS + 1, "two", 4);
    ew_object(&w, SHADERS, vs.data, vs.size);
    ew_object(&w, SHADERS + 1, ps0.data, ps0.size);
    ew_object(&w, SHADERS + 2, ps1.data, ps1.size);
    ew_object(&w, FRAGMENTS, "no tokens", 9);
    for (uint32_t i = 0; i < 6; i++)
        ew_object(&w, TEXTURES + i, "", 0);
    s9_blob expression = ew_expression("columns", E_FLOAT, 2);
    for (uint32_t i = 0; i < 179; i++)
        ew_place(&w, 0, 1, UINT32_MAX, i, 0, expression.data, expression.size);
    s9_blob_free(&expression);
    for (uint32_t i = 0; i < count + lost; i++) {
        const char *name = i < count ? references[i] : leading_nowhere[i - count];
        ew_place(&w, 0, 2, UINT32_MAX, i, 1, name, strlen(name) + 1);
    }
    ew_place(&w, 2, 0, UINT32_MAX, 0, 0, vs.data, vs.size);
    ew_place(&w, UINT32_MAX, 5, 0, 0, 1, "texture5", 9);
    ew_place(&w, UINT32_MAX, 7, 1, 0, 1, "texture7[1]", 12);
    ew_place(&w, 0, 99, 0, 0, 1, "nowhere", 8); /* places that there are not */
    ew_place(&w, UINT32_MAX, 5, 0, 9, 1, "nowhere", 8);
    s9_blob_free(&vs);
    s9_blob_free(&ps0);
    s9_blob_free(&ps1);
    return ew_end(&w, NULL, 0);
}

static void every_kind_reads(void **state)
{
    s9_blob blob = make_kinds();
    s9_effect *e = open_blob(&blob);
    (void)state;
    assert_int_equal(s9_effect_parameter_count(e), 18);
    for (uint32_t i = 0; i < 5; i++) {
        const s9_effect_parameter *p = s9_effect_parameter_at(e, i);
        assert_int_equal(p->type->type_number, 5 + i);
        assert_int_equal(p->flags, i == 1);
        expect_annotations(e, p->annotations, p->annotation_count);
    }
    for (uint32_t i = 5; i < 10; i++) {
        const s9_effect_parameter *p = s9_effect_parameter_at(e, i);
        assert_int_equal(p->sampler_count, i == 7 ? 2 : 1);
        assert_int_equal(p->samplers[0].count, 3);
        assert_string_equal(p->samplers[0].states[1].name, "MagFilter");
    }
    const s9_effect_sampler *sampler = s9_effect_parameter_at(e, 5)->samplers;
    assert_int_equal(sampler->states[0].parameter, 0);
    sampler = &s9_effect_parameter_at(e, 7)->samplers[1];
    assert_int_equal(sampler->states[0].parameter, 2);
    assert_int_equal(sampler->states[0].element, 1);
    const s9_effect_parameter *deep = s9_effect_parameter_at(e, 14);
    assert_string_equal(deep->type->name, "deep");
    assert_int_equal(deep->type->words, 24);
    assert_string_equal(deep->type->members[0].members[0].name, "at");
    const s9_effect_technique *t = s9_effect_technique_at(e, 0);
    expect_annotations(e, t->annotations, t->annotation_count);
    expect_annotations(e, t->passes[0].annotations, t->passes[0].annotation_count);
    expect_same_file(e, &blob);
    s9_effect_destroy(e);
    s9_blob_free(&blob);
}

static void every_state_evaluates(void **state)
{
    s9_blob blob = make_kinds();
    s9_effect *e = open_blob(&blob);
    const s9_effect_technique *t = s9_effect_technique_at(e, 0);
    uint32_t columns = s9_effect_find_parameter(e, "columns");
    (void)state;
    assert_int_equal(s9_effect_set_value(e, columns, 0, (const uint32_t[]){ew_float(2.75f)}, 1), S9_OK);
    for (uint32_t i = 0; i < 179; i++) {
        s9_effect_result r;
        assert_string_equal(t->passes[0].states[i].name, s9_effect_state_name(i));
        assert_int_equal(t->passes[0].states[i].index, i % 8);
        assert_int_equal(s9_effect_evaluate(e, &t->passes[0].states[i], &r), S9_OK);
        assert_int_equal(r.kind, S9_ASSIGN_VALUE);
        assert_int_equal(r.numbers.i[0], 1);
        assert_int_equal(t->passes[1].states[i].assignment, S9_ASSIGN_EXPRESSION);
        assert_int_equal(s9_effect_evaluate(e, &t->passes[1].states[i], &r), S9_OK);
        if (i % 2 == 0)
            assert_int_equal(r.numbers.i[0], 5);
        else
            assert_float_equal(r.numbers.f[0], 5.5f, 0);
        assert_int_equal(r.count, i % 2 == 0 ? 1 : 4);
    }
    s9_effect_destroy(e);
    s9_blob_free(&blob);
}

/* Parts of parameters by their names; what names nothing leads nowhere, but is kept. */
static void references_name_parts(void **state)
{
    s9_blob blob = make_kinds();
    s9_effect *e = open_blob(&blob);
    const s9_effect_pass *p = &s9_effect_technique_at(e, 0)->passes[2];
    (void)state;
    for (uint32_t i = 0; i < p->state_count; i++) {
        const s9_effect_state *s = &p->states[i];
        s9_effect_result r;
        assert_int_equal(s->assignment, S9_ASSIGN_PARAMETER);
        if (i >= S9_COUNT(references)) {
            assert_string_equal(s->reference, leading_nowhere[i - S9_COUNT(references)]);
            if (s->parameter != S9_EFFECT_NONE)
                fail_msg("%s leads somewhere", s->reference);
            assert_int_equal(s9_effect_evaluate(e, s, &r), S9_ERROR_INVALID);
            continue;
        }
        assert_string_equal(s->reference, references[i]);
        assert_int_not_equal(s->parameter, S9_EFFECT_NONE);
        assert_int_equal(s->word, words_of[i]);
        assert_int_equal(s9_effect_evaluate(e, s, &r), S9_OK);
        assert_int_equal(r.word, words_of[i]);
        assert_int_equal(r.kind, i < 5 ? S9_ASSIGN_PARAMETER : S9_ASSIGN_SHADER);
        if (i == 1 || i == 2)
            assert_int_equal(r.element, i == 1 ? 2 : 1);
        if (i == 5)
            assert_int_equal(r.shader, S9_EFFECT_NONE);
        if (i == 6)
            assert_string_equal(s9_effect_shader_at(e, r.shader)->path, "All/2/ps[1]");
    }
    /* A shader of an array that one state names is that state's; the others are the parameter's. */
    static const char *const paths[] = {"All/2/ps[1]", "2/P/vs", "vertex[0]", "pixels[0]", "fragment"};
    assert_int_equal(s9_effect_shader_count(e), S9_COUNT(paths));
    for (size_t i = 0; i < S9_COUNT(paths); i++)
        assert_string_equal(s9_effect_shader_at(e, i)->path, paths[i]);
    assert_true(s9_effect_shader_matches(e, 0, "pixels[1]"));
    assert_true(s9_effect_shader_matches(e, 3, "pixels[2]"));
    assert_true(s9_effect_shader_matches(e, 1, "2/0/vs"));
    s9_effect_destroy(e);
    s9_blob_free(&blob);
}

/* Nothing at all; and parameters only, as in the effect of a pool. */
static void effects_may_be_empty(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        effect_writer w;
        ew_begin(&w);
        if (kind == 0) {
            EW_RECORD(&w, 0, 0, 0, 0);
        } else {
            uint32_t t = ew_number_type(&w, E_FLOAT, 1, "common", "", 0, 4, 1), v = EW_POOL(&w, 1, 2, 3, 4);
            EW_RECORD(&w, 1, 0, 0, 0, t, v, 1, 0);
        }
        s9_blob blob = ew_end(&w, NULL, 0);
        s9_effect *e = open_blob(&blob);
        assert_int_equal(s9_effect_parameter_count(e), kind);
        assert_int_equal(s9_effect_technique_count(e), 0);
        assert_int_equal(s9_effect_shader_count(e), 0);
        expect_same_file(e, &blob);
        s9_effect_destroy(e);
        s9_blob_free(&blob);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_reads),
        cmocka_unit_test(every_state_evaluates),
        cmocka_unit_test(references_name_parts),
        cmocka_unit_test(effects_may_be_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
