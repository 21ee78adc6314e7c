/* SPDX-License-Identifier: MIT */
/*
 * The compiler as an object: engines and fallback, the queue, the table and its bound, files and damaged files, threads
 * that share it, pages that are never writable and executable at once.
 */
#define _XOPEN_SOURCE 700
#include "jit_run.h"

#ifdef SHADER9_HAVE_JIT

#include "files.h"

#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char simple[] = "vs_2_0\n"
                             "dcl_position v0\n"
                             "dp4 oPos.x, v0, c0\n"
                             "dp4 oPos.y, v0, c1\n"
                             "dp4 oPos.z, v0, c2\n"
                             "dp4 oPos.w, v0, c3\n"
                             "mul oD0, v0, c4\n";

static s9_program *assemble(const char *text)
{
    s9_program *program = NULL;
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, NULL), S9_OK);
    return program;
}

/* A program of its own for each number. */
static s9_program *numbered(uint32_t number)
{
    char text[512];
    snprintf(text, sizeof text, "%sdef c9, %u, 1, 2, 3\nadd oT0, v0, c9\n", simple, (unsigned)number);
    return assemble(text);
}

static s9_jit *make(s9_jit_options options)
{
    s9_jit *jit = NULL;
    options.struct_size = sizeof options;
    assert_int_equal(s9_jit_create(NULL, &options, &jit, NULL), S9_OK);
    return jit;
}

static s9_shader *shader_with(const s9_program *program, s9_jit *jit, s9_engine engine, s9_diagnostics *list)
{
    s9_shader_options options = {.struct_size = sizeof options, .engine = engine, .jit = jit};
    s9_shader *shader = NULL;
    assert_int_equal(s9_shader_create(program, NULL, &options, &shader, list), S9_OK);
    return shader;
}

static s9_jit_statistics statistics(s9_jit *jit)
{
    s9_jit_statistics s;
    s9_jit_get_statistics(jit, &s);
    return s;
}

enum { LANES = 333 };

/* Sums the results up, so that engines can be compared. */
static uint64_t run(const s9_shader *shader)
{
    float in[LANES][4], out[3][LANES][4], c[8][4];
    s9_lane_array inputs[1] = {{in, 16, 4, 4, NULL}}, outputs[3] = {{0}};
    for (uint32_t i = 0; i < LANES * 4u; i++)
        in[i / 4][i % 4] = (float)(i * 7919u % 1000u) * 0.37f - 100.0f;
    for (uint32_t i = 0; i < 32; i++)
        c[i / 4][i % 4] = (float)(i * 31u % 17u) * 0.21f - 1.0f;
    memset(out, 0, sizeof out);
    for (uint32_t i = 0; i < s9_shader_output_count(shader); i++)
        outputs[i] = (s9_lane_array){out[i], 16, 4, 4, NULL};
    s9_run_args args = {.struct_size = sizeof args, .lanes = LANES, .inputs = inputs, .outputs = outputs};
    args.constants.f = (const float(*)[4])c;
    args.constants.f_count = 8;
    if (s9_shader_run(shader, &args) != S9_OK)
        return 0;
    uint64_t sum = 1;
    for (size_t i = 0; i < sizeof out / 4; i++) {
        uint32_t bits;
        memcpy(&bits, (const char *)out + 4 * i, 4);
        sum = (sum ^ bits) * 0x100000001B3u;
    }
    return sum;
}

static void test_engines(void **state)
{
    (void)state;
    s9_jit *jit = make((s9_jit_options){0});
    s9_program *program = assemble(simple);
    s9_shader *vm = shader_with(program, jit, S9_ENGINE_VM, NULL);
    s9_shader *compiled = shader_with(program, jit, S9_ENGINE_JIT, NULL);
    s9_shader *later = shader_with(program, NULL, S9_ENGINE_AUTO, NULL);
    assert_non_null(strstr(s9_jit_description(jit), "LLVM"));
    assert_string_equal(s9_shader_engine_name(vm), "vm");
    assert_string_equal(s9_shader_engine_name(compiled), "jit");
    assert_string_equal(s9_shader_engine_name(later), "vm");
    assert_int_equal(run(vm), run(compiled));
    s9_shader_destroy(vm);
    s9_shader_destroy(compiled);
    s9_shader_destroy(later);

    s9_shader_options options = {.struct_size = sizeof options, .engine = S9_ENGINE_JIT};
    s9_shader *none = NULL;
    assert_int_equal(s9_shader_create(program, NULL, &options, &none, NULL), S9_ERROR_UNSUPPORTED);
    s9_program_destroy(program);
    s9_jit_destroy(jit);
    s9_jit_destroy(NULL);
    s9_jit_options wrong = {.struct_size = sizeof wrong, .lanes = 5};
    assert_int_equal(s9_jit_create(NULL, &wrong, &jit, NULL), S9_ERROR_UNSUPPORTED);
    assert_null(jit);
}

static void test_queue(void **state)
{
    (void)state;
    s9_jit *jit = make((s9_jit_options){0});
    s9_program *program = assemble(simple), *other = numbered(1);
    s9_shader *first = shader_with(program, jit, S9_ENGINE_AUTO, NULL);
    s9_shader *second = shader_with(other, jit, S9_ENGINE_AUTO, NULL);
    s9_shader *third = shader_with(program, jit, S9_ENGINE_AUTO, NULL);
    assert_string_equal(s9_shader_engine_name(first), "vm");
    uint64_t before = run(first);
    assert_int_equal(statistics(jit).waiting, 3);
    assert_true(s9_jit_work(jit));
    assert_string_equal(s9_shader_engine_name(first), "jit");
    assert_int_equal(run(first), before);
    s9_shader_destroy(second); /* while it waits */
    s9_jit_finish(jit);
    assert_false(s9_jit_work(jit));
    assert_string_equal(s9_shader_engine_name(third), "jit");
    assert_int_equal(statistics(jit).compiled, 1);
    assert_int_equal(statistics(jit).reused, 1);
    assert_int_equal(statistics(jit).waiting, 0);
    s9_shader_destroy(first);
    s9_shader_destroy(third);
    s9_program_destroy(program);
    s9_program_destroy(other);
    s9_jit_destroy(jit);
}

static void test_background(void **state)
{
    (void)state;
    s9_jit *jit = make((s9_jit_options){.background = true});
    s9_shader *shaders[6];
    uint64_t before[6];
    for (uint32_t i = 0; i < 6; i++) {
        s9_program *program = numbered(i / 2);
        shaders[i] = shader_with(program, jit, S9_ENGINE_AUTO, NULL);
        before[i] = run(shaders[i]); /* with whatever is there */
        s9_program_destroy(program);
    }
    s9_shader_destroy(shaders[5]); /* perhaps while it is compiled */
    s9_jit_finish(jit);
    for (uint32_t i = 0; i < 5; i++) {
        assert_string_equal(s9_shader_engine_name(shaders[i]), "jit");
        assert_int_equal(run(shaders[i]), before[i]);
        s9_shader_destroy(shaders[i]);
    }
    s9_jit_destroy(jit);
}

static void test_bound(void **state)
{
    (void)state;
    s9_jit *jit = make((s9_jit_options){.code_limit = 64 << 10});
    s9_diagnostics *list = NULL;
    s9_shader *held[64];
    uint32_t compiled = 0, notes = 0;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    /* All in use: from some number on they are interpreted, and a note says so. */
    for (uint32_t i = 0; i < 64; i++) {
        s9_program *program = numbered(i);
        held[i] = shader_with(program, jit, S9_ENGINE_JIT, list);
        compiled += strcmp(s9_shader_engine_name(held[i]), "jit") == 0;
        assert_true(statistics(jit).code_bytes <= 64 << 10);
        s9_program_destroy(program);
    }
    for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
        assert_int_equal(s9_diagnostics_get(list, i)->severity, S9_NOTE);
        assert_non_null(strstr(s9_diagnostics_get(list, i)->message, "interpreted"));
        notes++;
    }
    assert_true(compiled > 0 && compiled < 64);
    assert_int_equal(compiled + notes, 64);
    s9_program *program = numbered(3);
    s9_shader *vm = shader_with(program, NULL, S9_ENGINE_VM, NULL);
    for (uint32_t i = 0; i < 64; i++) {
        if (i == 3)
            assert_int_equal(run(held[i]), run(vm));
        s9_shader_destroy(held[i]);
    }
    s9_shader_destroy(vm);
    s9_program_destroy(program);
    /* None in use: the oldest make room. */
    for (uint32_t i = 100; i < 164; i++) {
        program = numbered(i);
        s9_shader *shader = shader_with(program, jit, S9_ENGINE_JIT, NULL);
        assert_string_equal(s9_shader_engine_name(shader), "jit");
        assert_true(statistics(jit).code_bytes <= 64 << 10);
        s9_shader_destroy(shader);
        s9_program_destroy(program);
    }
    assert_true(statistics(jit).evicted > 0);
    s9_diagnostics_destroy(list);
    s9_jit_destroy(jit);
}

static void test_too_long(void **state)
{
    (void)state;
    /* Each subroutine calls the next twice: 2^14 times the last. */
    s9_jit *jit = make((s9_jit_options){0});
    s9_diagnostics *list = NULL;
    static char text[8192];
    size_t size =
        (size_t)snprintf(text, sizeof text, "vs_2_0\ndcl_position v0\nmov r0, v0\ncall l0\nmov oPos, r0\nret\n");
    for (uint32_t i = 0; i < 15; i++)
        size += (size_t)snprintf(text + size, sizeof text - size,
                                 i < 14 ? "label l%u\ncall l%u\ncall l%u\nret\n" : "label l%u\nadd r0, r0, r0\nret\n",
                                 (unsigned)i, (unsigned)i + 1, (unsigned)i + 1);
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_program *program = assemble(text);
    s9_shader *shader = shader_with(program, jit, S9_ENGINE_JIT, list);
    assert_string_equal(s9_shader_engine_name(shader), "vm");
    bool told = false;
    for (size_t i = 0; i < s9_diagnostics_count(list); i++)
        told |= strstr(s9_diagnostics_get(list, i)->message, "interpreted, not compiled") != NULL;
    assert_true(told);
    assert_int_equal(statistics(jit).refused, 1);
    s9_shader_destroy(shader);
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
    s9_jit_destroy(jit);
}

/* ---- files ---- */

static void change_file(const char *path, size_t at, bool cut)
{
    size_t size;
    char *bytes = files_read(path, &size);
    assert_non_null(bytes);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    bytes[at % size] ^= 0x40;
    fwrite(bytes, 1, cut ? at % size : size, file);
    fclose(file);
    free(bytes);
}

static void test_files(void **state)
{
    (void)state;
    char folder[] = "/tmp/shader9-jit-XXXXXX", inner[64];
    assert_non_null(mkdtemp(folder));
    snprintf(inner, sizeof inner, "%s/a/b", folder);
    s9_program *program = numbered(7);
    uint64_t right = 0;
    /* Compiled; then found; then damaged at one place after the other, and compiled again each time. */
    for (uint32_t round = 0; round < 40; round++) {
        s9_jit *jit = make((s9_jit_options){.folder = inner});
        s9_shader *shader = shader_with(program, jit, S9_ENGINE_JIT, NULL);
        s9_jit_statistics s = statistics(jit);
        uint64_t sum = run(shader);
        right = round == 0 ? sum : right;
        assert_int_equal(sum, right);
        assert_string_equal(s9_shader_engine_name(shader), "jit");
        assert_int_equal(s.loaded, round == 1);
        assert_int_equal(s.compiled, round != 1);
        assert_int_equal(s.damaged, round > 1);
        s9_shader_destroy(shader);
        s9_jit_destroy(jit);
        files_list list = files_of(inner, ".s9j");
        assert_int_equal(list.count, 1);
        if (round >= 1)
            change_file(list.paths[0], round < 20 ? round * 3 : round * 977, round % 3 == 0);
        if (round == 39)
            unlink(list.paths[0]);
        files_free(&list);
    }
    s9_program_destroy(program);
    /* Nothing else is left there. */
    assert_int_equal(rmdir(inner), 0);
    snprintf(inner, sizeof inner, "%s/a", folder);
    assert_int_equal(rmdir(inner), 0);
    assert_int_equal(rmdir(folder), 0);
    /* A folder that cannot be made is as good as none. */
    s9_jit *jit = make((s9_jit_options){.folder = "/proc/no/such/folder"});
    s9_jit_destroy(jit);
}

/* ---- threads ---- */

typedef struct crowd {
    s9_jit *jit;
    s9_program *programs[6];
    uint64_t right[6];
    uint32_t number;
    bool wrong;
} crowd;

static void *work(void *argument)
{
    crowd *c = argument;
    for (uint32_t i = 0; i < 24; i++) {
        uint32_t which = (i * 5 + c->number) % 6;
        s9_engine engine = (i + c->number) % 3 == 0 ? S9_ENGINE_AUTO : S9_ENGINE_JIT;
        s9_shader_options options = {.struct_size = sizeof options, .engine = engine, .jit = c->jit};
        s9_shader *shader = NULL;
        if (s9_shader_create(c->programs[which], NULL, &options, &shader, NULL) != S9_OK) {
            c->wrong = true;
            continue;
        }
        c->wrong |= run(shader) != c->right[which];
        if (i % 4 == 0)
            (void)s9_jit_work(c->jit);
        s9_shader_destroy(shader);
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    char folder[] = "/tmp/shader9-jit-XXXXXX";
    assert_non_null(mkdtemp(folder));
    /* Room for a few only, so that code comes and goes. */
    s9_jit *jit = make((s9_jit_options){.code_limit = 24 << 10, .folder = folder, .background = true});
    crowd crowds[4];
    pthread_t threads[4];
    for (uint32_t i = 0; i < 4; i++)
        crowds[i] = (crowd){.jit = jit, .number = i};
    for (uint32_t k = 0; k < 6; k++) {
        s9_program *program = numbered(k);
        s9_shader *vm = shader_with(program, NULL, S9_ENGINE_VM, NULL);
        for (uint32_t i = 0; i < 4; i++) {
            crowds[i].programs[k] = program;
            crowds[i].right[k] = run(vm);
        }
        s9_shader_destroy(vm);
    }
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &crowds[i]), 0);
    for (uint32_t i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_false(crowds[i].wrong);
    }
    s9_jit_destroy(jit);
    for (uint32_t k = 0; k < 6; k++)
        s9_program_destroy(crowds[0].programs[k]);
    files_list list = files_of(folder, "");
    for (size_t i = 0; i < list.count; i++)
        unlink(list.paths[i]);
    files_free(&list);
    assert_int_equal(rmdir(folder), 0);
}

/* ---- processes ---- */

/* 0: all programs gave what they should, from wherever their code came. */
static int write_files(const char *folder, uint32_t number, const uint64_t right[6])
{
    int wrong = 0;
    for (uint32_t round = 0; round < 4; round++) {
        s9_jit *jit = NULL;
        s9_jit_options options = {.struct_size = sizeof options, .folder = folder};
        if (s9_jit_create(NULL, &options, &jit, NULL) != S9_OK)
            return 1;
        for (uint32_t i = 0; i < 6; i++) {
            uint32_t which = (i + number) % 6;
            s9_program *program = numbered(which);
            s9_shader *shader = shader_with(program, jit, S9_ENGINE_JIT, NULL);
            wrong |= run(shader) != right[which];
            s9_shader_destroy(shader);
            s9_program_destroy(program);
        }
        wrong |= statistics(jit).damaged != 0;
        s9_jit_destroy(jit);
        /* All over again, while others read and write. */
        files_list list = files_of(folder, ".s9j");
        for (size_t i = number % 2; i < list.count && round < 3; i += 2)
            unlink(list.paths[i]);
        files_free(&list);
    }
    return wrong;
}

static void test_processes(void **state)
{
    (void)state;
    char folder[] = "/tmp/shader9-jit-XXXXXX";
    uint64_t right[6];
    pid_t children[4];
    assert_non_null(mkdtemp(folder));
    for (uint32_t i = 0; i < 6; i++) {
        s9_program *program = numbered(i);
        s9_shader *vm = shader_with(program, NULL, S9_ENGINE_VM, NULL);
        right[i] = run(vm);
        s9_shader_destroy(vm);
        s9_program_destroy(program);
    }
    for (uint32_t i = 0; i < 4; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(write_files(folder, i, right));
    }
    for (uint32_t i = 0; i < 4; i++) {
        int status = 1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    /* What they left is whole. */
    s9_jit *jit = make((s9_jit_options){.folder = folder});
    for (uint32_t i = 0; i < 6; i++) {
        s9_program *program = numbered(i);
        s9_shader *shader = shader_with(program, jit, S9_ENGINE_JIT, NULL);
        assert_int_equal(run(shader), right[i]);
        s9_shader_destroy(shader);
        s9_program_destroy(program);
    }
    assert_int_equal(statistics(jit).damaged, 0);
    assert_int_equal(statistics(jit).loaded + statistics(jit).compiled, 6);
    s9_jit_destroy(jit);
    files_list list = files_of(folder, "");
    assert_int_equal(list.count, 6);
    for (size_t i = 0; i < list.count; i++)
        unlink(list.paths[i]);
    files_free(&list);
    assert_int_equal(rmdir(folder), 0);
}

/* ---- pages ---- */

static void test_pages(void **state)
{
    (void)state;
    s9_jit *jit = make((s9_jit_options){0});
    s9_shader *shaders[8];
    for (uint32_t i = 0; i < 8; i++) {
        s9_program *program = numbered(i);
        shaders[i] = shader_with(program, jit, S9_ENGINE_JIT, NULL);
        s9_program_destroy(program);
        FILE *maps = fopen("/proc/self/maps", "r");
        char line[512];
        if (maps == NULL) {
            print_message("SKIPPED: this system does not tell about pages\n");
            break;
        }
        while (fgets(line, sizeof line, maps) != NULL)
            if (strstr(line, " rwx") != NULL)
                fail_msg("writable and executable: %s", line);
        fclose(maps);
    }
    for (uint32_t i = 0; i < 8; i++)
        s9_shader_destroy(shaders[i]);
    s9_jit_destroy(jit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_engines), cmocka_unit_test(test_queue), cmocka_unit_test(test_background),
        cmocka_unit_test(test_bound),   cmocka_unit_test(test_files), cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_pages), cmocka_unit_test(test_processes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
