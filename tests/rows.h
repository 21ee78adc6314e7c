/* SPDX-License-Identifier: MIT */
/*
 * Tables of the specification as tests: a row is a test of its own name, made of cases (a program with one expected
 * result, run on every engine and instruction-set level) and of checks (functions). A row that has neither fails.
 *
 * In programs, %0 .. %9 stand for the rows of `rows_special`, read from an input in one run and from a constant in
 * another. c0 .. c19 are (n, n + 0.25, n + 0.5, n + 0.75).
 */
#ifndef TESTS_ROWS_H
#define TESTS_ROWS_H

#include "files.h"
#include "little.h"
#include "vm/vm.h"

#include <shader9/shader9.h>

#include <ctype.h>
#include <float.h>
#include <math.h>

/* Cases leave out what they have no use for. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

/* ---- what programs find ---- */

#define INF ((float)INFINITY)
#define QNAN ((float)NAN)
#define TINY 1e-40f

static const float rows_special[10][4] = {{0.75f, 0.25f, 0.5f, 2},
                                          {0.25f, 0.5f, -1, 1},
                                          {INF, -INF, QNAN, -0.0f},
                                          {0, FLT_MAX, -FLT_MAX, TINY},
                                          {2, -3, 0.5f, 4},
                                          {-1, 0.25f, 8, -0.0f},
                                          {1, 1, 1, -1},
                                          {1, 1, -1, 1},
                                          {QNAN, 1, 1, -0.0f},
                                          {3, 5, 0, 0}};
/* What registers hold otherwise: t0 .. t7, and v0, v1 of pixel shaders before 3_0. */
static const float rows_coordinates[8][4] = {
    {0.75f, 0.25f, 0.5f, 2},  {0.25f, 0.5f, -1, 1},         {0.5f, 1.5f, 2, 3}, {2, -1, 0.5f, 1},
    {INF, -INF, QNAN, -0.0f}, {0, FLT_MAX, -FLT_MAX, TINY}, {2, -3, 0.5f, 4},   {-1, 0.25f, 8, -0.0f}};
static const float rows_colours[2][4] = {{0.5f, 0.25f, 1, 0.75f}, {1, 0, 0.5f, 0.25f}};
static const int32_t rows_integers[6][4] = {{3, 10, -3, 0}, {2, 0, 1, 0},   {0, 5, 1, 0},
                                            {-4, 0, 1, 0},  {300, 0, 1, 0}, {2, 10, 0, 0}};
static const uint32_t rows_booleans[4] = {0, 1, 0x80000000u, 0x3F800000u};

#define ROWS_LANES 5
#define ROWS_MAX_SLOTS 24
#define ROWS_CONSTANTS 40

/* Programs that are a body: r0 is (9, 9, 9, 9) before, and the result after. */
enum {
    RAW = 0, /* a whole program */
    V1 = 1,
    V2 = 2,
    V3 = 4,
    P2 = 8,
    P3 = 16,
    VERTEX = V1 | V2 | V3,
    VERTEX2 = V2 | V3,
    PIXEL = P2 | P3,
    SM3 = V3 | P3,
    UP2 = V2 | V3 | P2 | P3,
    ALL = VERTEX | PIXEL,
};

typedef struct rows_case {
    const char *row;
    uint32_t versions;
    const char *text;
    float want[4];
    const char *options; /* "float=ieee mova_ties=up" */
    const char *output;  /* NULL: the first; "discard": want[0] is 1 where every lane is discarded */
    /*
     * A letter a sampler: 2 (texels (column, row, 0, 1) of 2x2), c (a cube: (face, 0.5, 0.25, 1)), v (2x2x2 texels
     * (column, row, slice, 1)), d (D24X8, depth 0.25, 0.5, 0.75, 1), z (the same in INTZ), - unbound; after it P for a
     * projected stage, I for one with an infinite bump matrix. NULL: 2 for all.
     */
    const char *samplers;
    const char *set; /* inputs that hold another row of the specials: "t1=2 v0=3" */
} rows_case;

typedef struct rows_check {
    const char *row;
    void (*run)(void);
} rows_check;

/* ---- resources ---- */

static s9_texture *rows_textures[128];

static s9_texture *rows_texture(s9_texture_type type, s9_format format, uint32_t side, const void *data, size_t size)
{
    s9_texture_desc desc = {.struct_size = sizeof desc,
                            .type = type,
                            .format = format,
                            .width = side,
                            .height = side,
                            .depth = type == S9_TEXTURE_VOLUME ? side : 1,
                            .levels = 1,
                            .level_data = &data,
                            .level_size = &size};
    s9_texture *texture = NULL;
    assert_int_equal(s9_texture_create(NULL, &desc, &texture), S9_OK);
    return texture;
}

static void rows_make_textures(void)
{
    static const float depths[4][4] = {{0.25f}, {0.5f}, {0.75f}, {1}};
    float plane[4][4] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}};
    float cube[6][4], volume[8][4];
    uint32_t depth[4];
    for (int i = 0; i < 8; i++) {
        const float texel[4] = {(float)(i & 1), (float)(i >> 1 & 1), (float)(i >> 2), 1};
        memcpy(volume[i], texel, sizeof texel);
    }
    for (int i = 0; i < 6; i++) {
        const float texel[4] = {(float)i, 0.5f, 0.25f, 1};
        memcpy(cube[i], texel, sizeof texel);
    }
    little_words(plane, sizeof plane / 4);
    little_words(cube, sizeof cube / 4);
    little_words(volume, sizeof volume / 4);
    rows_textures['2'] = rows_texture(S9_TEXTURE_2D, S9_FORMAT_A32B32G32R32F, 2, plane, sizeof plane);
    rows_textures['c'] = rows_texture(S9_TEXTURE_CUBE, S9_FORMAT_A32B32G32R32F, 1, cube, sizeof cube);
    rows_textures['v'] = rows_texture(S9_TEXTURE_VOLUME, S9_FORMAT_A32B32G32R32F, 2, volume, sizeof volume);
    assert_int_equal(s9_format_encode(S9_FORMAT_D24X8, depths, 4, depth), S9_OK);
    rows_textures['d'] = rows_texture(S9_TEXTURE_2D, S9_FORMAT_D24X8, 2, depth, sizeof depth);
    assert_int_equal(s9_format_encode(S9_FORMAT_INTZ, depths, 4, depth), S9_OK);
    rows_textures['z'] = rows_texture(S9_TEXTURE_2D, S9_FORMAT_INTZ, 2, depth, sizeof depth);
}

static void rows_free_textures(void)
{
    for (size_t i = 0; i < sizeof rows_textures / sizeof *rows_textures; i++) {
        s9_texture_destroy(rows_textures[i]);
        rows_textures[i] = NULL;
    }
}

/* ---- programs ---- */

static void rows_add(char *text, size_t size, const char *piece, size_t length)
{
    size_t used = strlen(text);
    assert_true(used + length < size);
    memcpy(text + used, piece, length);
    text[used + length] = '\0';
}

static void rows_put(char *text, size_t size, const char *piece)
{
    rows_add(text, size, piece, strlen(piece));
}

/* The statements of the body that are definitions or declarations, or those that are not; %k as inputs or constants. */
static void rows_statements(char *text, size_t size, const char *body, bool setup, bool constants, uint32_t group)
{
    while (*body != '\0') {
        size_t length = strcspn(body, "\n");
        bool is_setup = strncmp(body, "def", 3) == 0 || strncmp(body, "dcl", 3) == 0;
        for (size_t i = 0; i < length && is_setup == setup; i++) {
            char name[8];
            if (body[i] != '%') {
                rows_add(text, size, body + i, 1);
                continue;
            }
            int k = body[++i] - '0';
            if (constants)
                snprintf(name, sizeof name, "c%d", 20 + k);
            else
                snprintf(name, sizeof name, "%c%d", group == P2 ? 't' : 'v', k);
            rows_put(text, size, name);
        }
        if (is_setup == setup)
            rows_put(text, size, "\n");
        body += length + (body[length] == '\n');
    }
}

static void rows_wrap(char *text, size_t size, const rows_case *c, uint32_t group, bool constants)
{
    static const char *const heads[] = {"vs_1_1", "vs_2_x", "vs_3_0\ndcl_position o0", "ps_2_x", "ps_3_0"};
    static const char *const tails[] = {"oPos", "oPos", "o0", "oC0", "oC0"};
    int at = group == V1 ? 0 : group == V2 ? 1 : group == V3 ? 2 : group == P2 ? 3 : 4;
    text[0] = '\0';
    rows_put(text, size, heads[at]);
    for (int i = 0; i < 8; i++) {
        char line[40];
        if (group == P2)
            snprintf(line, sizeof line, "\ndcl t%d", i);
        else
            snprintf(line, sizeof line, "\ndcl_texcoord%d v%d", i, i);
        rows_put(text, size, line);
    }
    rows_put(text, size, "\n");
    rows_statements(text, size, c->text, true, constants, group);
    rows_put(text, size, "mov r0, c30\n");
    rows_statements(text, size, c->text, false, constants, group);
    rows_put(text, size, "mov ");
    rows_put(text, size, tails[at]);
    rows_put(text, size, ", r0\n");
}

/* ---- running ---- */

static const char *rows_text; /* of the program that runs */

typedef struct rows_result {
    float out[ROWS_MAX_SLOTS][ROWS_LANES][4];
    uint8_t written[ROWS_MAX_SLOTS][ROWS_LANES];
    uint8_t discarded[ROWS_LANES], stopped[ROWS_LANES];
} rows_result;

static void rows_options(const char *words, s9_shader_options *options)
{
    memset(options, 0, sizeof *options);
    options->struct_size = sizeof *options;
    while (words != NULL && *words != '\0') {
        char name[40] = "", value[40] = "";
        assert_int_equal(sscanf(words, "%39[^=]=%39[^ ]", name, value), 2);
        assert_int_equal(s9_option_set(options, name, value), S9_OK);
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
}

static void rows_fill(float (*to)[4], const float *value)
{
    for (int lane = 0; lane < ROWS_LANES; lane++)
        memcpy(to[lane], value, 16);
}

static void rows_run_shader(const s9_shader *shader, const rows_case *c, bool whole, rows_result *result)
{
    static float in[ROWS_MAX_SLOTS][ROWS_LANES][4];
    float constants[ROWS_CONSTANTS][4];
    s9_lane_array inputs[ROWS_MAX_SLOTS], outputs[ROWS_MAX_SLOTS];
    s9_sampler_binding samplers[16];
    s9_texture_stage stages[8];
    memset(inputs, 0, sizeof inputs);
    memset(outputs, 0, sizeof outputs);
    memset(stages, 0, sizeof stages);
    memset(result, 0, sizeof *result);
    for (int i = 0; i < ROWS_CONSTANTS; i++)
        for (int k = 0; k < 4; k++)
            constants[i][k] = i < 20 ? (float)i + 0.25f * (float)k : i < 30 ? rows_special[i - 20][k] : 9.0f;
    bool old = s9_shader_version_token(shader) < 0xFFFF0300u && s9_shader_stage(shader) == S9_STAGE_PIXEL;
    for (uint32_t i = 0; i < s9_shader_input_count(shader) && i < ROWS_MAX_SLOTS; i++) {
        const char *name = s9_shader_input(shader, i)->name;
        int number = name[1] - '0';
        bool known = isdigit((unsigned char)name[1]) != 0 && name[2] == '\0';
        if (known && old && whole)
            rows_fill(in[i], *name == 't' ? rows_coordinates[number & 7] : rows_colours[number & 1]);
        else if (known)
            rows_fill(in[i], rows_special[number]);
        else
            continue;
        for (const char *set = c->set; set != NULL && (set = strstr(set, name)) != NULL; set++)
            if (set[strlen(name)] == '=')
                rows_fill(in[i], rows_special[set[strlen(name) + 1] - '0']);
        inputs[i] = (s9_lane_array){in[i], 16, 4, 4, NULL};
    }
    for (uint32_t i = 0; i < s9_shader_output_count(shader) && i < ROWS_MAX_SLOTS; i++)
        outputs[i] = (s9_lane_array){result->out[i], 16, 4, 4, result->written[i]};
    const char *kinds = c->samplers == NULL ? "2222222222222222" : c->samplers;
    uint32_t count = 0;
    for (; *kinds != '\0' && count < 16; kinds++) {
        const float matrix[4] = {0.5f, 0.25f, 0.25f, 0.125f};
        if (*kinds == 'P' || *kinds == 'I') {
            s9_texture_stage *stage = &stages[count - 1];
            if (*kinds == 'P')
                stage->projected = true;
            else
                stage->bump_matrix[0] = stage->bump_matrix[1] = stage->bump_matrix[2] = stage->bump_matrix[3] =
                    stage->bump_lscale = INF;
            continue;
        }
        samplers[count].texture = rows_textures[*kinds & 127];
        s9_sampler_state_init(&samplers[count].state);
        if (count < 8) {
            memcpy(stages[count].bump_matrix, matrix, sizeof matrix);
            stages[count].bump_lscale = 4;
            stages[count].bump_loffset = 0.5f;
        }
        count++;
    }
    s9_run_args args = {.struct_size = sizeof args,
                        .lanes = ROWS_LANES,
                        .constants = {(const float(*)[4])constants, ROWS_CONSTANTS, rows_integers, 6, rows_booleans, 4},
                        .samplers = samplers,
                        .sampler_count = count,
                        .stages = stages,
                        .stage_count = 8,
                        .inputs = inputs,
                        .outputs = outputs,
                        .discarded = result->discarded,
                        .stopped = result->stopped};
    assert_int_equal(s9_shader_run(shader, &args), S9_OK);
}

/* What the assembler refuses is kept as far as it can be; its findings are in the list. */
static s9_program *rows_assemble_into(const char *text, s9_diagnostics *list)
{
    static const s9_assemble_options keep = {.struct_size = sizeof keep, .keep_refused = true};
    s9_program *program = NULL;
    (void)s9_assemble(text, strlen(text), NULL, &keep, &program, list);
    return program;
}

static s9_program *rows_assemble(const char *text)
{
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_program *program = rows_assemble_into(text, list);
    for (size_t i = 0; i < s9_diagnostics_count(list) && program == NULL; i++)
        print_error("line %u: %s\n", (unsigned)s9_diagnostics_get(list, i)->at.line,
                    s9_diagnostics_get(list, i)->message);
    s9_diagnostics_destroy(list);
    if (program == NULL)
        fail_msg("does not assemble:\n%s", text);
    return program;
}

/* Level 0.. of the interpreter, then other engines; NULL with `*more` false behind the last. */
static s9_shader *rows_engine(const s9_program *program, const s9_shader_options *options, int index, bool *more)
{
    s9_shader *shader = NULL;
    *more = index <= S9_VM_LEVEL_COUNT;
    if (index < S9_VM_LEVEL_COUNT) {
        s9_ir *ir = NULL;
        if (s9_vm_kernels_of((s9_vm_level)index) == NULL)
            return NULL;
        s9_diagnostics *list;
        assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
        s9_result result = s9_ir_lower(program, NULL, options, &ir, list);
        for (size_t i = 0; i < s9_diagnostics_count(list) && result != S9_OK; i++)
            print_error("line %u: %s\n", (unsigned)s9_diagnostics_get(list, i)->at.line,
                        s9_diagnostics_get(list, i)->message);
        s9_diagnostics_destroy(list);
        if (result != S9_OK)
            fail_msg("is refused:\n%s", rows_text);
        assert_int_equal(s9_shader_from_ir(ir, NULL, index, &shader, NULL), S9_OK);
    } else if (index == S9_VM_LEVEL_COUNT) {
        s9_shader_options jit = *options;
        jit.engine = S9_ENGINE_JIT; /* refused where it is not built, or does not run this program */
        (void)s9_shader_create(program, NULL, &jit, &shader, NULL);
    }
    return shader;
}

static bool rows_same(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static void rows_expect(const rows_case *c, const s9_shader *shader, int engine, const char *text,
                        const rows_result *result)
{
    uint32_t slot = 0;
    if (c->output != NULL && strcmp(c->output, "discard") == 0) {
        for (int lane = 0; lane < ROWS_LANES; lane++)
            if ((float)result->discarded[lane] != c->want[0])
                fail_msg("%s: lane %d %s\n%s", c->row, lane, result->discarded[lane] ? "is discarded" : "is kept",
                         text);
        return;
    }
    while (c->output != NULL && slot < s9_shader_output_count(shader) &&
           strcmp(s9_shader_output(shader, slot)->name, c->output) != 0)
        slot++;
    if (slot >= s9_shader_output_count(shader))
        fail_msg("%s: no output %s\n%s", c->row, c->output, text);
    uint32_t components = s9_shader_output(shader, slot)->components;
    for (int lane = 0; lane < ROWS_LANES; lane++)
        for (uint32_t k = 0; k < components; k++)
            if (!rows_same(result->out[slot][lane][k], c->want[k]))
                fail_msg("%s: %c of lane %d on engine %d is %.9g (%a), not %.9g (%a)\noptions: %s\n%s", c->row,
                         "xyzw"[k], lane, engine, (double)result -> out[slot][lane][k],
                         (double)result -> out[slot][lane][k], (double)c -> want[k], (double)c -> want[k],
                         c -> options == NULL ? "" : c->options, text);
}

/* One program on everything that runs programs. */
static void rows_try(const rows_case *c, const char *text, bool whole)
{
    static rows_result result;
    s9_shader_options options;
    s9_program *program = rows_assemble(text);
    rows_text = text;
    rows_options(c->options, &options);
    bool more = true;
    for (int engine = 0; more; engine++) {
        s9_shader *shader = rows_engine(program, &options, engine, &more);
        if (shader == NULL)
            continue;
        rows_run_shader(shader, c, whole, &result);
        rows_expect(c, shader, engine, text, &result);
        s9_shader_destroy(shader);
    }
    s9_program_destroy(program);
}

static void rows_run_case(const rows_case *c)
{
    static char text[4096];
    if (c->versions == RAW) {
        rows_try(c, c->text, true);
        return;
    }
    for (uint32_t group = V1; group <= P3; group <<= 1) {
        if ((c->versions & group) == 0)
            continue;
        for (int constants = 0; constants < 2; constants++) {
            rows_wrap(text, sizeof text, c, group, constants != 0);
            rows_try(c, text, false);
        }
    }
}

/* ---- the validator ---- */

/* The validator (of a preset) finds the rule, as an error or warning; "": some rule; NULL: no error at all. The
 * assembler counts as well. */
static inline void rows_judge(const char *text, const char *preset, const char *code, int severity)
{
    s9_diagnostics *list = NULL;
    s9_caps caps;
    s9_check_options options = {.struct_size = sizeof options};
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_program *program = rows_assemble_into(text, list);
    if (preset != NULL) {
        assert_int_equal(s9_caps_preset(preset, &caps), S9_OK);
        options.caps = &caps;
    }
    if (program != NULL)
        (void)s9_check(program, NULL, &options, list);
    bool found = false;
    for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
        const s9_diagnostic *d = s9_diagnostics_get(list, i);
        if (code == NULL && d->severity == S9_ERROR)
            fail_msg("%s: %s\n%s", d->code, d->message, text);
        found |= code != NULL && (code[0] == '\0' || strcmp(d->code, code) == 0) && (int)d->severity == severity;
    }
    if (code != NULL && !found) {
        for (size_t i = 0; i < s9_diagnostics_count(list); i++)
            print_error("%s: %s\n", s9_diagnostics_get(list, i)->code, s9_diagnostics_get(list, i)->message);
        fail_msg("%s is not found in\n%s", code, text);
    }
    s9_diagnostics_destroy(list);
    s9_program_destroy(program);
}

#define rows_legal(text) rows_judge(text, NULL, NULL, 0)
#define rows_refused(text, code) rows_judge(text, NULL, code, S9_ERROR)
#define rows_warned(text, code) rows_judge(text, NULL, code, S9_WARNING)

/* A property that another test shows: the file must be there and speak of it. */
static inline void rows_elsewhere(const char *file, const char *word)
{
    char path[1024];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", TEST_SOURCE, file);
    char *text = files_read(path, &size);
    bool found = text != NULL && strstr(text, word) != NULL;
    free(text);
    if (!found)
        fail_msg("%s does not show \"%s\"", file, word);
}

/*
 * What holds for translated code, or for effects, is shown beside the translator by a test that names the row. Without
 * one the row is skipped aloud.
 */
static inline void rows_shown(const char *row)
{
    static const char *const prefixes[] = {"test_spirv",  "test_cross", "test_translate", "test_glsl",
                                           "test_vulkan", "test_link",  "test_effect"};
    files_list list = files_of(TEST_SOURCE "/tests/unit", ".c");
    bool found = false;
    for (size_t i = 0; i < list.count && !found; i++) {
        size_t size;
        bool near = false;
        for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
            near |= strstr(list.paths[i], prefixes[k]) != NULL;
        char *text = near ? files_read(list.paths[i], &size) : NULL;
        found = text != NULL && strstr(text, row) != NULL;
        free(text);
    }
    files_free(&list);
    if (!found)
        print_message("SKIPPED: %s: no test of translations or effects names this row\n", row);
}

/* ---- the rows ---- */

static const rows_case *rows_cases;
static size_t rows_case_count;
static const rows_check *rows_checks;
static size_t rows_check_count;

static void rows_test(void **state)
{
    const char *row = *state;
    for (size_t i = 0; i < rows_case_count; i++)
        if (strcmp(rows_cases[i].row, row) == 0)
            rows_run_case(&rows_cases[i]);
    for (size_t i = 0; i < rows_check_count; i++)
        if (strcmp(rows_checks[i].row, row) == 0)
            rows_checks[i].run();
}

static bool rows_has(const char *row)
{
    for (size_t i = 0; i < rows_case_count; i++)
        if (strcmp(rows_cases[i].row, row) == 0)
            return true;
    for (size_t i = 0; i < rows_check_count; i++)
        if (strcmp(rows_checks[i].row, row) == 0)
            return true;
    return false;
}

/* Fails where the specification has a row of one of these letters that no case names. */
static void rows_complete(const char *file, const char *letters)
{
    size_t size;
    char *text = files_shared(file, &size);
    uint32_t rows = 0, missing = 0;
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        char row[8] = "";
        line += *line == '\n';
        if (sscanf(line, "| %7[A-Z0-9] |", row) == 1 && strchr(letters, row[0]) != NULL &&
            isdigit((unsigned char)row[1]) != 0) {
            rows++;
            if (!rows_has(row)) {
                print_error("no case of row %s\n", row);
                missing++;
            }
        }
        if (*line == '\0')
            break;
    }
    free(text);
    print_message("%u rows of %s\n", (unsigned)rows, file);
    assert_true(rows > 0);
    assert_int_equal(missing, 0);
}

static int rows_setup(void **state)
{
    (void)state;
    rows_make_textures();
    return 0;
}
static int rows_teardown(void **state)
{
    (void)state;
    rows_free_textures();
    return 0;
}

/* Runs all rows of both tables, in the order in which they first appear, and `complete`. */
static int rows_main(const char *name, CMUnitTestFunction complete)
{
    static struct CMUnitTest tests[512];
    size_t count = 0;
    tests[count++] = (struct CMUnitTest){"every row has a case", complete, NULL, NULL, NULL};
    for (size_t i = 0; i < rows_case_count + rows_check_count; i++) {
        const char *row = i < rows_case_count ? rows_cases[i].row : rows_checks[i - rows_case_count].row;
        size_t k = 1;
        while (k < count && strcmp(tests[k].name, row) != 0)
            k++;
        if (k < count || count == sizeof tests / sizeof *tests)
            continue;
        union {
            const char *from;
            void *to;
        } constness = {row};
        tests[count++] = (struct CMUnitTest){row, rows_test, NULL, NULL, constness.to};
    }
    return _cmocka_run_group_tests(name, tests, count, rows_setup, rows_teardown);
}

#endif
