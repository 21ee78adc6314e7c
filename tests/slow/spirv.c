/* SPDX-License-Identifier: MIT */
/*
 * Random programs and the shaders of a corpus, translated under every option set and judged by SPIRV-Tools.
 *
 * usage: spirv FIRST COUNT [FOLDER]
 */
#include "oracle/generate.h"
#include "slow/shaders_below.h"
#include "spirv_cases.h"

static uint32_t judged, bad;

static void judge(const s9_program *program, bool may_refuse, const char *about)
{
    for (uint32_t number = 0; number < SPIRV_CASES; number++) {
        judged++;
        bad += !spirv_translates(program, number, may_refuse, about);
    }
}

/* Every location that the pixel shader reads, the vertex shader writes. */
static bool fits(const s9_spirv *vertex, const s9_spirv *pixel)
{
    const s9_spirv_layout *from = s9_spirv_get_layout(vertex), *to = s9_spirv_get_layout(pixel);
    for (uint32_t i = 0; i < to->input_count; i++) {
        bool found = to->inputs[i].built_in != NULL;
        for (uint32_t k = 0; k < from->output_count && !found; k++)
            found = from->outputs[k].built_in == NULL && from->outputs[k].location == to->inputs[i].location;
        if (!found)
            return false;
    }
    return true;
}

static void judge_pair(const s9_program *vertex, const s9_program *pixel, uint32_t number, const char *about)
{
    s9_spirv_options options;
    s9_shader_options shader;
    s9_spirv *modules[2] = {NULL, NULL};
    spirv_case(number, &options, &shader);
    judged += 2;
    if (s9_spirv_translate_pair(vertex, pixel, NULL, &options, &options, &modules[0], &modules[1], NULL) != S9_OK ||
        !spirv_is_valid(modules[0], about) || !spirv_is_valid(modules[1], about) || !fits(modules[0], modules[1])) {
        fprintf(stderr, "%s: the pair does not fit (options %u)\n", about, (unsigned)number);
        bad++;
    }
    s9_spirv_destroy(modules[0]);
    s9_spirv_destroy(modules[1]);
}

static void random_programs(uint64_t first, uint64_t count)
{
    s9_program *vertex = NULL;
    for (uint64_t seed = first; seed < first + count; seed++) {
        text_program text = {0};
        char about[32];
        generate_program(seed, &text);
        char *joined = text_join(&text);
        s9_program *program = NULL;
        (void)snprintf(about, sizeof about, "seed %llu", (unsigned long long)seed);
        if (joined != NULL && s9_assemble(joined, strlen(joined), NULL, NULL, &program, NULL) == S9_OK)
            judge(program, false, about);
        free(joined);
        text_free(&text);
        if (program != NULL && s9_program_stage(program) == S9_STAGE_VERTEX) {
            s9_program_destroy(vertex);
            vertex = program;
            continue;
        }
        if (program != NULL && vertex != NULL)
            judge_pair(vertex, program, (uint32_t)(seed % SPIRV_CASES), about);
        s9_program_destroy(program);
    }
    s9_program_destroy(vertex);
}

static void judge_given(const s9_program *program, const char *about)
{
    judge(program, false, about);
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fprintf(stderr, "usage: %s FIRST COUNT [FOLDER...]\n", arguments[0]);
        return 2;
    }
    if (!spirv_is_judged())
        printf("this build has no SPIRV-Tools: only refusals and crashes are found\n");
    random_programs(strtoull(arguments[1], NULL, 10), strtoull(arguments[2], NULL, 10));
    for (int i = 3; i < count; i++)
        if (!shaders_below(arguments[i], judge_given))
            printf("SKIPPED: %s cannot be read\n", arguments[i]);
    printf("%u modules, %u of them not valid\n", (unsigned)judged, (unsigned)bad);
    return bad != 0;
}
