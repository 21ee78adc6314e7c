/* SPDX-License-Identifier: MIT */
/* The effects of the corpus: each reads, all its shaders decode and check, and what is written is what was read. */
#include "files.h"

#include <shader9/check.h>
#include <shader9/container.h>
#include <shader9/effect.h>
#include <shader9/reflect.h>

static s9_effect *open_effect(const char *path, char **bytes, size_t *size)
{
    s9_effect *effect = NULL;
    s9_diagnostics *list = NULL;
    s9_effect_options options = {
        .struct_size = sizeof options, .name = path, .decompressor = s9_standard_decompressor()};
    *bytes = files_read(path, size);
    assert_non_null(*bytes);
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_result result = s9_effect_open(*bytes, *size, NULL, &options, &effect, list);
    for (size_t i = 0; i < s9_diagnostics_count(list); i++)
        print_message("%s: %s\n", path, s9_diagnostics_get(list, i)->message);
    assert_int_equal(s9_diagnostics_count(list), 0);
    assert_int_equal(result, S9_OK);
    s9_diagnostics_destroy(list);
    return effect;
}

static files_list corpus(void)
{
    files_list fxb = files_shared_folder("corpus/effects", ".fxb"), xnb = files_shared_folder("corpus/effects", ".xnb");
    fxb.paths = realloc(fxb.paths, (fxb.count + xnb.count) * sizeof *fxb.paths);
    assert_non_null(fxb.paths);
    memcpy(fxb.paths + fxb.count, xnb.paths, xnb.count * sizeof *xnb.paths);
    fxb.count += xnb.count;
    free(xnb.paths);
    return fxb;
}

static void every_effect_writes_back(void **state)
{
    files_list list = corpus();
    (void)state;
    for (size_t i = 0; i < list.count; i++) {
        char *bytes;
        size_t size;
        s9_blob out = {0};
        s9_effect *effect = open_effect(list.paths[i], &bytes, &size);
        assert_int_equal(s9_effect_write(effect, NULL, &out), S9_OK);
        assert_int_equal(out.size, size);
        assert_memory_equal(out.data, bytes, size);
        s9_blob_free(&out);
        s9_effect_destroy(effect);
        free(bytes);
    }
    assert_true(list.count >= 189);
    files_free(&list);
}

static void every_shader_decodes_and_checks(void **state)
{
    files_list list = corpus();
    size_t shaders = 0;
    (void)state;
    for (size_t i = 0; i < list.count; i++) {
        char *bytes;
        size_t size;
        s9_effect *effect = open_effect(list.paths[i], &bytes, &size);
        for (size_t k = 0; k < s9_effect_shader_count(effect); k++, shaders++) {
            const s9_effect_shader *shader = s9_effect_shader_at(effect, k);
            s9_program *program = NULL;
            s9_diagnostics *findings = NULL;
            assert_int_equal(s9_diagnostics_create(NULL, &findings), S9_OK);
            assert_int_equal(s9_decode(shader->tokens, shader->size, NULL, NULL, &program, NULL), S9_OK);
            s9_result result = s9_check(program, NULL, NULL, findings);
            if (result != S9_OK)
                print_message("%s#%s: %s\n", list.paths[i], shader->path, s9_diagnostics_get(findings, 0)->message);
            assert_int_equal(result, S9_OK);
            s9_diagnostics_destroy(findings);
            s9_program_destroy(program);
            assert_true(shader->path[0] != '\0');
            assert_true(s9_effect_shader_matches(effect, k, shader->path));
            for (size_t n = 0; n < s9_effect_shader_count(effect); n++)
                assert_true(n == k || !s9_effect_shader_matches(effect, n, shader->path));
        }
        s9_effect_destroy(effect);
        free(bytes);
    }
    print_message("%zu shaders\n", shaders);
    files_free(&list);
}

/* D17: a sampler of an effect goes to the register that the constant table names, not to the place it has in the file.
 */
static void d17_samplers_go_by_name(void **state)
{
    files_list list = corpus();
    size_t samplers = 0, elsewhere = 0;
    (void)state;
    for (size_t i = 0; i < list.count; i++) {
        char *bytes;
        size_t size;
        s9_effect *effect = open_effect(list.paths[i], &bytes, &size);
        for (size_t k = 0; k < s9_effect_shader_count(effect); k++) {
            const s9_effect_shader *shader = s9_effect_shader_at(effect, k);
            s9_constant_table *table = NULL;
            uint32_t order = 0;
            if (s9_constant_table_create(shader->tokens, shader->size, NULL, &table, NULL) != S9_OK)
                table = NULL;
            for (uint32_t p = 0; table != NULL && p < s9_effect_parameter_count(effect); p++) {
                const s9_effect_parameter *parameter = s9_effect_parameter_at(effect, p);
                if (parameter->sampler_count == 0)
                    continue;
                for (size_t c = 0; c < s9_constant_table_count(table); c++) {
                    const s9_constant *constant = s9_constant_table_constant(table, c);
                    if (constant->set != S9_SET_SAMPLER || strcmp(constant->name, parameter->type->name) != 0)
                        continue;
                    assert_int_equal(s9_effect_find_parameter(effect, constant->name), p);
                    samplers++;
                    elsewhere += constant->first != order;
                    order++;
                }
            }
            s9_constant_table_destroy(table);
        }
        s9_effect_destroy(effect);
        free(bytes);
    }
    print_message("%zu samplers, %zu of them at another register than the order of the file would give\n", samplers,
                  elsewhere);
    assert_true(samplers > 0 && elsewhere > 0);
    files_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_effect_writes_back),
        cmocka_unit_test(every_shader_decodes_and_checks),
        cmocka_unit_test(d17_samplers_go_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
