/* SPDX-License-Identifier: MIT */
/*
 * spirv_run FROM TO [FOLDER [JOBS]] - translated shaders drawn with Vulkan beside the interpreter: the random programs
 * of seeds FROM to TO - 1, then every token stream in FOLDER with JOBS (1) random jobs. Exit status 1 where something
 * differs, after thirty of them at once.
 */
#include "oracle/generate.h"
#include "vulkan/same.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

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

int main(int argc, char **argv)
{
    char why[VULKAN_REASON];
    same_counts random = {0}, given = {0};
    bool more = true;
    if (argc < 3) {
        fprintf(stderr, "usage: spirv_run FROM TO [FOLDER [JOBS]]\n");
        return 2;
    }
    host = same_open(why);
    if (host == NULL) {
        printf("SKIPPED: %s\n", why);
        return 0;
    }
    uint64_t to = strtoull(argv[2], NULL, 10), jobs = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    for (uint64_t seed = strtoull(argv[1], NULL, 10); seed < to && more; seed++)
        more = try_text(seed, &random);
    report("random programs", &random);
    if (argc > 3 && more) {
        same_counts opcodes = {0};
        more = same_opcodes(host, 3, true, &opcodes);
        report("opcodes", &opcodes);
        random.differed += opcodes.differed;
    }
    DIR *folder = argc > 3 && more ? opendir(argv[3]) : NULL;
    if (argc > 3 && more && folder == NULL)
        printf("SKIPPED: %s cannot be read\n", argv[3]);
    for (struct dirent *entry; folder != NULL && more && (entry = readdir(folder)) != NULL;) {
        char path[1024];
        (void)snprintf(path, sizeof path, "%s/%s", argv[3], entry->d_name);
        if (entry->d_name[0] != '.')
            more = try_file(path, jobs, &given);
    }
    if (folder != NULL) {
        (void)closedir(folder);
        report("given shaders", &given);
    }
    same_close(host);
    return random.differed + given.differed > 0;
}
