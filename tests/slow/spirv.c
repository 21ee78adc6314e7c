/* SPDX-License-Identifier: MIT */
/*
 * Random programs and the shaders of a corpus, translated under every option set and judged by SPIRV-Tools.
 *
 * usage: spirv FIRST COUNT [FOLDER]
 */
#include "oracle/generate.h"
#include "spirv_cases.h"

#include <shader9/effect.h>

#include <dirent.h>

static uint32_t judged, bad;

static void judge(const s9_program *program, bool may_refuse, const char *about)
{
    for (uint32_t number = 0; number < SPIRV_CASES; number++) {
        judged++;
        bad += !spirv_translates(program, number, may_refuse, about);
    }
}

static void random_programs(uint64_t first, uint64_t count)
{
    for (uint64_t seed = first; seed < first + count; seed++) {
        text_program text = {0};
        char about[32];
        generate_program(seed, &text);
        char *joined = text_join(&text);
        s9_program *program = NULL;
        (void)snprintf(about, sizeof about, "seed %llu", (unsigned long long)seed);
        if (joined != NULL && s9_assemble(joined, strlen(joined), NULL, NULL, &program, NULL) == S9_OK)
            judge(program, false, about);
        s9_program_destroy(program);
        free(joined);
        text_free(&text);
    }
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    (void)fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    *size = bytes != NULL ? fread(bytes, 1, (size_t)length, file) : 0;
    (void)fclose(file);
    return bytes;
}

/* The shader that a file holds, or the shaders of an effect. */
static void file_shaders(const char *path, const char *about)
{
    size_t size = 0;
    char *bytes = read_file(path, &size);
    s9_program *program = NULL;
    s9_content content;
    if (bytes == NULL)
        return;
    if (s9_load(bytes, size, NULL, about, &program, &content, NULL) == S9_OK) {
        judge(program, false, about);
    } else {
        s9_effect *effect = NULL;
        if (s9_effect_open(bytes, size, NULL, NULL, &effect, NULL) == S9_OK) {
            for (size_t i = 0; i < s9_effect_shader_count(effect); i++) {
                const s9_effect_shader *shader = s9_effect_shader_at(effect, i);
                s9_program *inside = NULL;
                if (shader->tokens != NULL && s9_decode(shader->tokens, shader->size, NULL, NULL, &inside, NULL) == S9_OK)
                    judge(inside, false, about);
                s9_program_destroy(inside);
            }
            s9_effect_destroy(effect);
        }
    }
    s9_program_destroy(program);
    free(bytes);
}

static void folder(const char *path)
{
    DIR *directory = opendir(path);
    if (directory == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        file_shaders(name, entry->d_name);
    }
    (void)closedir(directory);
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
        folder(arguments[i]);
    printf("%u modules, %u of them not valid\n", (unsigned)judged, (unsigned)bad);
    return bad != 0;
}
