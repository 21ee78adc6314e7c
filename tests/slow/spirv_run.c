/* SPDX-License-Identifier: MIT */
/*
 * spirv_run [gl[:LANGUAGE]] FROM TO [FOLDER [JOBS]] - translated shaders drawn with Vulkan beside the interpreter: the
 * random programs of seeds FROM to TO - 1, then every token stream in FOLDER with JOBS (1) random jobs. With gl: all of
 * that in each of some versions of GLSL and ESSL, drawn with OpenGL, or in one: gl:essl100. Exit status 1 where
 * something differs, after thirty of them at once.
 */
#include "oracle/generate.h"
#include "vulkan/same.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENOUGH = 30 };

static same_host *host;

static void report(const char *what, const same_counts *c)
{
    printf("%s: %u programs, %u not expressible, %u differ; %llu numbers: %llu equal, %llu after a flush, %llu within "
           "bounds (%llu of them wide)\n",
           what, c->programs, c->refused, c->differed, (unsigned long long)c->numbers, (unsigned long long)c->equal,
           (unsigned long long)c->flushed, (unsigned long long)c->bounded, (unsigned long long)c->loose);
}

static bool try_text(uint64_t seed, same_counts *counts)
{
    text_program text = {0};
    s9_program *program = NULL;
    char about[40];
    generate_program(seed, &text);
    char *joined = text_join(&text);
    (void)snprintf(about, sizeof about, "seed %llu", (unsigned long long)seed);
    if (joined != NULL && s9_assemble(joined, strlen(joined), NULL, NULL, &program, NULL) == S9_OK)
        (void)same_program(host, program, seed, about, counts);
    s9_program_destroy(program);
    free(joined);
    text_free(&text);
    return counts->differed < ENOUGH;
}

static bool try_file(const char *path, uint64_t jobs, same_counts *counts)
{
    FILE *file = fopen(path, "rb");
    static char bytes[1u << 20];
    s9_program *program = NULL;
    if (file == NULL)
        return true;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    if (s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK)
        for (uint64_t seed = 0; seed < jobs; seed++)
            (void)same_program(host, program, seed * 7919 + size, path, counts);
    s9_program_destroy(program);
    return counts->differed < ENOUGH;
}

/* False where something differs. */
static bool run_all(uint64_t from, uint64_t to, const char *path, uint64_t jobs)
{
    same_counts random = {0}, opcodes = {0}, given = {0};
    bool more = true;
    for (uint64_t seed = from; seed < to && more; seed++)
        more = try_text(seed, &random);
    report("random programs", &random);
    if (path != NULL && more) {
        more = same_opcodes(host, 3, true, &opcodes);
        report("opcodes", &opcodes);
    }
    DIR *folder = path != NULL && more ? opendir(path) : NULL;
    if (path != NULL && more && folder == NULL)
        printf("SKIPPED: %s cannot be read\n", path);
    for (struct dirent *entry; folder != NULL && more && (entry = readdir(folder)) != NULL;) {
        char name[1024];
        (void)snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            more = try_file(name, jobs, &given);
    }
    if (folder != NULL) {
        (void)closedir(folder);
        report("given shaders", &given);
    }
    (void)fflush(stdout);
    return random.differed + opcodes.differed + given.differed == 0;
}

#ifdef SHADER9_HAVE_SAME_GL
static bool run_languages(const char *only, uint64_t from, uint64_t to, const char *path, uint64_t jobs)
{
    static const struct {
        bool essl;
        uint32_t version;
    } languages[] = {{false, 120}, {false, 130}, {false, 140}, {false, 150}, {false, 330}, {false, 420},
                     {false, 450}, {true, 100},  {true, 300},  {true, 310},  {true, 320}};
    char why[VULKAN_REASON];
    bool good = true, any = false;
    if (!same_use_gl(host, why)) {
        printf("SKIPPED: %s\n", why);
        return true;
    }
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "%s%u", languages[i].essl ? "essl" : "glsl", (unsigned)languages[i].version);
        if (only[0] == ':' && strcmp(only + 1, name) != 0)
            continue;
        any = true;
        printf("%s %u\n", languages[i].essl ? "ESSL" : "GLSL", (unsigned)languages[i].version);
        same_gl_speak(host, languages[i].essl, languages[i].version);
        good = run_all(from, to, path, jobs) && good;
    }
    same_leave_gl(host);
    if (!any)
        fprintf(stderr, "spirv_run: %s is no language that is drawn\n", only + 1);
    return good && any;
}
#else
static bool run_languages(const char *only, uint64_t from, uint64_t to, const char *path, uint64_t jobs)
{
    (void)only, (void)from, (void)to, (void)path, (void)jobs;
    printf("SKIPPED: built without EGL, OpenGL or SPIRV-Cross\n");
    return true;
}
#endif

int main(int argc, char **argv)
{
    char why[VULKAN_REASON];
    const char *only = argc > 1 && strncmp(argv[1], "gl", 2) == 0 ? argv[1] + 2 : NULL;
    bool gl = only != NULL;
    argc -= gl;
    argv += gl;
    if (argc < 3) {
        fprintf(stderr, "usage: spirv_run [gl[:LANGUAGE]] FROM TO [FOLDER [JOBS]]\n");
        return 2;
    }
    host = same_open(why);
    if (host == NULL) {
        printf("SKIPPED: %s\n", why);
        return 0;
    }
    uint64_t from = strtoull(argv[1], NULL, 10), to = strtoull(argv[2], NULL, 10);
    uint64_t jobs = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    const char *folder = argc > 3 ? argv[3] : NULL;
    bool good = gl ? run_languages(only, from, to, folder, jobs) : run_all(from, to, folder, jobs);
    same_close(host);
    return !good;
}
