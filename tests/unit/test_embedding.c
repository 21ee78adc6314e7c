/* SPDX-License-Identifier: MIT */
/*
 * What an embedder relies on: one shader, prepared once, run by many threads over parts of arrays of any layout; chosen
 * lanes; how much memory a run takes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "files.h"

#include <shader9/shader9.h>

#include <pthread.h>

static const char skin[] = "vs_2_0\ndcl_position v0\ndcl_blendweight v1\ndcl_blendindices v2\ndef c0, 3, 1, 0, 0\n"
                           "mul r0, v2, c0.x\nmova a0, r0\n"
                           "m4x3 r1.xyz, v0, c[a0.x + 4]\nm4x3 r2.xyz, v0, c[a0.y + 4]\n"
                           "mul r3.xyz, r1, v1.x\nmad r3.xyz, r2, v1.y, r3\nmov r3.w, c0.y\n"
                           "nrm r4, r3\nexp r4.w, r3.x\nmov oPos, r3\nmov oT0, r4\n";

static s9_shader *make(const char *text, const s9_allocator *allocator)
{
    s9_program *program = NULL;
    s9_shader *shader = NULL;
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_shader_create(program, allocator, NULL, &shader, NULL), S9_OK);
    s9_program_destroy(program);
    return shader;
}

#define VERTICES 20011
#define BONES 8

/* The same numbers in two layouts: a vertex beside a vertex, and a component beside a component. */
typedef struct vertex {
    uint32_t id;
    float position[3], weights[2], bones[2];
} vertex;

typedef struct world {
    vertex vertices[VERTICES];
    float columns[7][VERTICES];
    float constants[4 + 3 * BONES][4];
    float wanted[VERTICES][8];
} world;

static world w;

static void fill(void)
{
    uint32_t random = 7;
    for (uint32_t i = 0; i < VERTICES; i++) {
        float numbers[7];
        for (int k = 0; k < 7; k++) {
            random = random * 1664525u + 1013904223u;
            numbers[k] = k < 3   ? (float)(random >> 8) / 4194304.0f - 2.0f
                         : k < 5 ? (float)(random >> 8) / 16777216.0f
                                 : (float)(random >> 29);
            w.columns[k][i] = numbers[k];
        }
        w.vertices[i].id = i;
        memcpy(w.vertices[i].position, numbers, sizeof numbers);
    }
    for (uint32_t i = 0; i < 4 + 3 * BONES; i++)
        for (int k = 0; k < 4; k++) {
            random = random * 1664525u + 1013904223u;
            w.constants[i][k] = (float)(random >> 8) / 8388608.0f - 1.0f;
        }
}

/* Inputs of vertices from `first` on, in one of the layouts. */
static void inputs_of(bool columns, uint32_t first, s9_lane_array inputs[3])
{
    static const uint32_t offsets[3] = {0, 3, 5}, counts[3] = {3, 2, 2};
    for (int i = 0; i < 3; i++) {
        if (columns)
            inputs[i] = (s9_lane_array){&w.columns[offsets[i]][first], 4, sizeof w.columns[0], counts[i], NULL};
        else
            inputs[i] =
                (s9_lane_array){(char *)&w.vertices[first] + offsetof(vertex, position) + offsets[i] * sizeof(float),
                                sizeof(vertex), 4, counts[i], NULL};
    }
}

static s9_run_args arguments(uint32_t lanes, const s9_lane_array *inputs, const s9_lane_array *outputs)
{
    s9_run_args args = {.struct_size = sizeof args, .lanes = lanes, .inputs = inputs, .outputs = outputs};
    args.constants.f = (const float(*)[4])w.constants;
    args.constants.f_count = 4 + 3 * BONES;
    return args;
}

static void run_all(const s9_shader *shader)
{
    s9_lane_array inputs[3], outputs[2] = {{w.wanted[0], 32, 4, 4, NULL}, {w.wanted[0] + 4, 32, 4, 4, NULL}};
    inputs_of(false, 0, inputs);
    s9_run_args args = arguments(VERTICES, inputs, outputs);
    assert_int_equal(s9_shader_input_count(shader), 3);
    assert_int_equal(s9_shader_output_count(shader), 2);
    assert_int_equal(s9_shader_run(shader, &args), S9_OK);
}

/* ---- threads ---- */

#define THREADS 6

typedef struct worker {
    const s9_shader *shader;
    uint32_t first, count;
    bool columns;
    float (*out)[VERTICES]; /* [8][VERTICES] */
    s9_result result;
} worker;

static void *work(void *argument)
{
    worker *job = argument;
    job->result = S9_OK;
    /* In parts of odd sizes, each into its place. */
    for (uint32_t done = 0, part = 1; done < job->count && job->result == S9_OK; done += part, part = part * 2 + 1) {
        if (part > job->count - done)
            part = job->count - done;
        uint32_t first = job->first + done;
        s9_lane_array inputs[3], outputs[2] = {{&job->out[0][first], 4, sizeof *job->out, 4, NULL},
                                               {&job->out[4][first], 4, sizeof *job->out, 4, NULL}};
        inputs_of(job->columns, first, inputs);
        s9_run_args args = arguments(part, inputs, outputs);
        job->result = s9_shader_run(job->shader, &args);
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    static float out[8][VERTICES];
    s9_shader *shader = make(skin, NULL);
    fill();
    run_all(shader);
    for (int columns = 0; columns < 2; columns++) {
        pthread_t threads[THREADS];
        worker jobs[THREADS];
        memset(out, 0x55, sizeof out);
        for (uint32_t i = 0; i < THREADS; i++) {
            uint32_t first = VERTICES * i / THREADS, end = VERTICES * (i + 1) / THREADS;
            jobs[i] = (worker){shader, first, end - first, columns != 0, out, S9_OK};
            assert_int_equal(pthread_create(&threads[i], NULL, work, &jobs[i]), 0);
        }
        for (uint32_t i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            assert_int_equal(jobs[i].result, S9_OK);
        }
        for (uint32_t i = 0; i < VERTICES; i++)
            for (int k = 0; k < 8; k++)
                assert_memory_equal(&out[k][i], &w.wanted[i][k], 4);
    }
    s9_shader_destroy(shader);
}

/* ---- chosen lanes ---- */

static void test_chosen(void **state)
{
    (void)state;
    static float out[VERTICES][8];
    static uint8_t written[VERTICES];
    static uint32_t chosen[VERTICES];
    s9_shader *shader = make(skin, NULL);
    fill();
    run_all(shader);
    uint32_t count = 0;
    for (uint32_t i = VERTICES; i-- > 0;)
        if (i % 3 == 1 || i % 7 == 0)
            chosen[count++] = i;
    s9_lane_array inputs[3], outputs[2] = {{out[0], 32, 4, 4, written}, {out[0] + 4, 32, 4, 3, NULL}};
    for (int columns = 0; columns < 2; columns++) {
        memset(out, 0x55, sizeof out);
        memset(written, 0x55, sizeof written);
        inputs_of(columns != 0, 0, inputs);
        s9_run_args args = arguments(count, inputs, outputs);
        assert_int_equal(s9_shader_run_chosen(shader, &args, chosen), S9_OK);
        for (uint32_t i = 0; i < VERTICES; i++) {
            bool is = i % 3 == 1 || i % 7 == 0;
            static const uint8_t untouched[32] = {0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55,
                                                  0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55,
                                                  0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55};
            assert_int_equal(written[i], is ? 15 : 0x55);
            assert_memory_equal(out[i], is ? (const void *)w.wanted[i] : untouched, 28);
            assert_memory_equal(&out[i][7], untouched, 4);
        }
    }
    s9_run_args args = arguments(3, inputs, outputs);
    args.quads = true;
    assert_int_equal(s9_shader_run_chosen(shader, &args, chosen), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_shader_run_chosen(shader, &args, NULL), S9_ERROR_ARGUMENT);
    args.lanes = 0;
    assert_int_equal(s9_shader_run_chosen(shader, &args, NULL), S9_OK);
    s9_shader_destroy(shader);

    /* Quads: four chosen lanes are one; discarded and stopped go to their places. */
    static const char pixels[] = "ps_3_0\ndcl_texcoord v0\ndsx r0, v0.x\nmov r1, v0.y\ntexkill r1\nmov oC0, r0\n";
    float in[16][2], slopes[16];
    uint8_t discarded[16], stopped[16];
    static const uint32_t quad[4] = {9, 2, 14, 5};
    for (int i = 0; i < 16; i++) {
        in[i][0] = (float)(i * i);
        in[i][1] = i == 14 ? -1.0f : 1.0f;
        slopes[i] = -7;
    }
    memset(discarded, 7, sizeof discarded);
    memset(stopped, 7, sizeof stopped);
    s9_lane_array input = {in, 8, 4, 2, NULL}, output = {slopes, 4, 4, 1, NULL};
    s9_run_args some = {.struct_size = sizeof some,
                        .lanes = 4,
                        .quads = true,
                        .inputs = &input,
                        .outputs = &output,
                        .discarded = discarded,
                        .stopped = stopped};
    shader = make(pixels, NULL);
    assert_int_equal(s9_shader_run_chosen(shader, &some, quad), S9_OK);
    for (int i = 0; i < 16; i++) {
        bool is = i == 9 || i == 2 || i == 14 || i == 5;
        assert_true(slopes[i] == (!is ? -7.0f : i == 9 || i == 2 ? 4.0f - 81.0f : 25.0f - 196.0f));
        assert_int_equal(discarded[i], is ? i == 14 : 7);
        assert_int_equal(stopped[i], is ? 0 : 7);
    }
    s9_shader_destroy(shader);
}

/* ---- memory ---- */

typedef struct meter {
    size_t now, most, calls;
} meter;

static void *meter_allocate(void *user, size_t size)
{
    meter *m = user;
    size_t *block = malloc(size + 16);
    if (block == NULL)
        return NULL;
    *block = size;
    m->now += size;
    m->most = m->now > m->most ? m->now : m->most;
    m->calls++;
    return (char *)block + 16;
}

static void meter_free(void *user, void *pointer)
{
    if (pointer == NULL)
        return;
    size_t *block = (size_t *)(void *)((char *)pointer - 16);
    ((meter *)user)->now -= *block;
    free(block);
}

/* What one run takes above what the shader holds. */
static size_t run_memory(const s9_shader *shader, meter *m, uint32_t lanes)
{
    static float out[4096][4];
    s9_lane_array inputs[32] = {{0}}, outputs[32];
    for (uint32_t i = 0; i < 32; i++)
        outputs[i] = (s9_lane_array){out, 0, 4, 4, NULL};
    assert_true(s9_shader_input_count(shader) <= 32 && s9_shader_output_count(shader) <= 32);
    size_t before = m->now;
    m->most = m->now;
    m->calls = 0;
    s9_run_args args = {.struct_size = sizeof args, .lanes = lanes, .inputs = inputs, .outputs = outputs};
    assert_int_equal(s9_shader_run(shader, &args), S9_OK);
    assert_int_equal(m->now, before);
    assert_int_equal(m->calls, 1);
    return m->most - before;
}

static int by_size(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/*
 * One allocation a run, the same for 64 lanes and for 4,000; of real shaders the middle one takes little and none takes
 * more than a first-level cache may hold twice.
 */
static void test_memory(void **state)
{
    (void)state;
    meter m = {0};
    s9_allocator allocator = {.allocate = meter_allocate, .release = meter_free, .user = &m};
    s9_shader *shader = make(skin, &allocator);
    size_t small = run_memory(shader, &m, 64);
    assert_int_equal(run_memory(shader, &m, 4000), small);
    print_message("the skinning shader: %u bytes a run, %u for each of 64 lanes\n", (unsigned)small,
                  (unsigned)small / 64);
    assert_true(small < 32 * 1024);
    s9_shader_destroy(shader);
    assert_int_equal(m.now, 0);

    files_list list = files_shared_folder("corpus/bytecode", "");
    size_t *sizes = calloc(list.count, sizeof *sizes), count = 0;
    assert_non_null(sizes);
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        s9_program *program = NULL;
        if (bytes != NULL && s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK &&
            s9_shader_create(program, &allocator, NULL, &shader, NULL) == S9_OK) {
            sizes[count] = run_memory(shader, &m, 64);
            assert_int_equal(run_memory(shader, &m, 300), sizes[count]);
            count++;
            s9_shader_destroy(shader);
        }
        s9_program_destroy(program);
        free(bytes);
    }
    assert_true(count > 0);
    qsort(sizes, count, sizeof *sizes, by_size);
    print_message("%u shaders: half take at most %u bytes a run, 99 of 100 at most %u, the largest %u (%u a lane)\n",
                  (unsigned)count, (unsigned)sizes[count / 2], (unsigned)sizes[count * 99 / 100],
                  (unsigned)sizes[count - 1], (unsigned)sizes[count - 1] / 64);
    assert_true(sizes[count / 2] < 16 * 1024);
    assert_true(sizes[count - 1] < 64 * 1024);
    free(sizes);
    files_free(&list);
    assert_int_equal(m.now, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_chosen),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
