/* SPDX-License-Identifier: MIT */
/*
 * Looking inside: constant tables and effects read through the API, megabytes of input a second on one core; and
 * `shader9 info --json --recursive` over a folder of small shaders, files a second on two cores (from the processor
 * time that it takes, so that what else runs on the machine does not matter).
 *
 * usage: bench_effect FOLDER [COMMAND]   (its folders bytecode and effects; COMMAND: the shader9 to measure)
 */
#define BENCH_PROCESSOR_TIME
#include "bench.h"

#include <shader9/container.h>
#include <shader9/shader9.h>

#include <dirent.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct input {
    unsigned char *data;
    size_t size;
} input;

typedef struct inputs {
    input *items;
    size_t count, bytes;
} inputs;

static void read_folder(const char *root, const char *name, inputs *out)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", root, name);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s/%s", root, name, entry->d_name);
        FILE *file = fopen(path, "rb");
        if (file == NULL)
            continue;
        fseek(file, 0, SEEK_END);
        long size = ftell(file);
        rewind(file);
        input in = {malloc(size > 0 ? (size_t)size : 1), size > 0 ? (size_t)size : 0};
        out->items = realloc(out->items, (out->count + 1) * sizeof *out->items);
        if (in.data == NULL || out->items == NULL || fread(in.data, 1, in.size, file) != in.size)
            exit(1);
        fclose(file);
        out->items[out->count++] = in;
        out->bytes += in.size;
    }
    if (folder != NULL)
        closedir(folder);
}

enum { TIMES = 20 };

static double constant_tables(void *user)
{
    const inputs *list = user;
    size_t constants = 0;
    for (int t = 0; t < TIMES; t++)
        for (size_t i = 0; i < list->count; i++) {
            s9_constant_table *table = NULL;
            if (s9_constant_table_create(list->items[i].data, list->items[i].size, NULL, &table, NULL) == S9_OK)
                constants += s9_constant_table_count(table);
            s9_constant_table_destroy(table);
        }
    return constants == 0 ? 0 : (double)list->bytes * TIMES / 1e6;
}

static double effects(void *user)
{
    const inputs *list = user;
    s9_effect_options options = {.struct_size = sizeof options, .decompressor = s9_standard_decompressor()};
    size_t shaders = 0;
    for (int t = 0; t < TIMES; t++)
        for (size_t i = 0; i < list->count; i++) {
            s9_effect *effect = NULL;
            if (s9_effect_open(list->items[i].data, list->items[i].size, NULL, &options, &effect, NULL) == S9_OK)
                shaders += s9_effect_shader_count(effect);
            s9_effect_destroy(effect);
        }
    return shaders == 0 ? 0 : (double)list->bytes * TIMES / 1e6;
}

/* Writes small shaders into a folder and has the command look at them; files a second with two cores. */
static void recursive(const inputs *list, const char *command)
{
    enum { COPIES = 4, SMALL = 2048 };
    char folder[] = "/tmp/shader9-bench-XXXXXX", path[4096];
    double rates[BENCH_RUNS];
    size_t count = 0;
    if (access(command, X_OK) != 0 || mkdtemp(folder) == NULL)
        return;
    for (int copy = 0; copy < COPIES; copy++)
        for (size_t i = 0; i < list->count; i++) {
            if (list->items[i].size > SMALL)
                continue;
            snprintf(path, sizeof path, "%s/%zu.bin", folder, count++);
            FILE *file = fopen(path, "wb");
            if (file == NULL || fwrite(list->items[i].data, 1, list->items[i].size, file) != list->items[i].size)
                exit(1);
            fclose(file);
        }
    for (int run = -1; run < BENCH_RUNS; run++) {
        struct rusage before, after;
        int status = 0;
        getrusage(RUSAGE_CHILDREN, &before);
        pid_t child = fork();
        if (child == 0) {
            if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL)
                _exit(1);
            execl(command, command, "info", "--json", "--jobs", "2", "--recursive", folder, (char *)NULL);
            _exit(1);
        }
        if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
            exit(1);
        getrusage(RUSAGE_CHILDREN, &after);
        double seconds = (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
                         (double)(after.ru_stime.tv_sec - before.ru_stime.tv_sec) +
                         1e-6 * (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec) +
                         1e-6 * (double)(after.ru_stime.tv_usec - before.ru_stime.tv_usec);
        if (run >= 0)
            rates[run] = (double)count / (seconds / 2);
    }
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%zu.bin", folder, i);
        unlink(path);
    }
    rmdir(folder);
    double rate = bench_median(rates, BENCH_RUNS);
    fprintf(stderr, "%-36s %12.4g %-14s (goal 15000)\n", "info/recursive-2-cores", rate, "files/s");
    printf("{ \"case\": \"info/recursive-2-cores\", \"unit\": \"files/s\", \"shader9\": %.6g, \"peer_name\": null, "
           "\"peer\": null, \"ratio\": null, \"goal\": null, \"runs\": %d }\n",
           rate, BENCH_RUNS);
}

static void free_inputs(inputs *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].data);
    free(list->items);
}

int main(int argc, char **argv)
{
    inputs shaders = {NULL, 0, 0}, files = {NULL, 0, 0};
    char command[4096];
    if (argc < 2) {
        fprintf(stderr, "usage: bench_effect FOLDER [COMMAND]\n");
        return 2;
    }
    const char *slash = strrchr(argv[0], '/');
    snprintf(command, sizeof command, "%.*sshader9", slash == NULL ? 0 : (int)(slash - argv[0] + 1), argv[0]);
    read_folder(argv[1], "bytecode", &shaders);
    read_folder(argv[1], "effects", &files);
    if (shaders.count != 0) {
        bench_report("reflect/constant-tables", "MB/s", constant_tables, NULL, NULL, &shaders, 0);
        recursive(&shaders, argc > 2 ? argv[2] : command);
    }
    if (files.count != 0)
        bench_report("effect/open", "MB/s", effects, NULL, NULL, &files, 0);
    free_inputs(&shaders);
    free_inputs(&files);
    return 0;
}
