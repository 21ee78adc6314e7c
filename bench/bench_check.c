/* SPDX-License-Identifier: MIT */
/*
 * Checking: decode + check over the token streams of a corpus folder, beside libmojoshader's "bytecode" parse of the
 * same inputs, which checks far less; and the cost of an instruction in a long program beside that in a short one.
 *
 * usage: bench_check FOLDER   (the .bin files of its folder bytecode)
 */
#define BENCH_PROCESSOR_TIME
#include "bench.h"

#include <shader9/shader9.h>

#include <dirent.h>
#ifdef HAVE_MOJOSHADER
#include <mojoshader.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

typedef struct input {
    void *data;
    size_t size;
} input;

typedef struct inputs {
    input *items;
    size_t count;
} inputs;

static bool read_file(const char *path, input *out)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    out->data = size > 0 ? malloc((size_t)size) : NULL;
    out->size = (size_t)size;
    bool ok = out->data != NULL && fread(out->data, 1, out->size, file) == out->size;
    if (!ok)
        free(out->data);
    fclose(file);
    return ok;
}

static void add(inputs *list, input in)
{
    input *grown = realloc(list->items, (list->count + 1) * sizeof *grown);
    if (grown == NULL)
        exit(1);
    list->items = grown;
    list->items[list->count++] = in;
}

static void free_all(inputs *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].data);
    free(list->items);
}

/* ---- the two sides ---- */

static s9_result check(const input *in)
{
    s9_program *program = NULL;
    s9_diagnostics *list = NULL;
    s9_result result = s9_diagnostics_create(NULL, &list);
    if (result == S9_OK)
        result = s9_decode(in->data, in->size, NULL, NULL, &program, list);
    if (result == S9_OK)
        result = s9_check(program, NULL, NULL, list);
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
    return result;
}

static double ours(void *user)
{
    const inputs *list = user;
    for (size_t i = 0; i < list->count; i++)
        (void)check(&list->items[i]);
    return (double)list->count;
}

#ifdef HAVE_MOJOSHADER
static bool mojo_parse(const input *in)
{
    const MOJOSHADER_parseData *data = MOJOSHADER_parse(MOJOSHADER_PROFILE_BYTECODE, "main", in->data,
                                                        (unsigned)in->size, NULL, 0, NULL, 0, NULL, NULL, NULL);
    bool ok = data != NULL && data->error_count == 0;
    MOJOSHADER_freeParseData(data);
    return ok;
}

/* The peer aborts on some inputs: it is asked in a child process first whether it accepts one. */
static bool peer_accepts(const input *in)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        fclose(stderr);
        _exit(mojo_parse(in) ? 0 : 1);
    }
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static double peer(void *user)
{
    const inputs *list = user;
    for (size_t i = 0; i < list->count; i++)
        (void)mojo_parse(&list->items[i]);
    return (double)list->count;
}
#define PEER peer
#define PEER_NAME "libmojoshader"
#else
static bool peer_accepts(const input *in)
{
    (void)in;
    return true;
}
#define PEER NULL
#define PEER_NAME NULL
#endif

/* ---- real shaders ---- */

static void report_corpus(const char *folder)
{
    inputs both = {NULL, 0};
    size_t seen = 0;
    char path[4096];
    snprintf(path, sizeof path, "%s/bytecode", folder);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        input in = {NULL, 0};
        snprintf(path, sizeof path, "%s/bytecode/%s", folder, entry->d_name);
        if (strstr(entry->d_name, ".bin") == NULL || !read_file(path, &in))
            continue;
        seen++;
        if (check(&in) == S9_OK && peer_accepts(&in))
            add(&both, in);
        else
            free(in.data);
    }
    if (dir != NULL)
        closedir(dir);
    fprintf(stderr, "inputs: %zu of %zu token streams that both accept\n", both.count, seen);
    if (both.count > 0)
        bench_report("decode+check/corpus", "shaders/s", ours, PEER_NAME, PEER, &both, 1);
    free_all(&both);
}

/* ---- long programs ---- */

/* A legal vs_3_sw of about `count` instructions: arithmetic in loops, branches and subroutines. */
static input long_shader(size_t count)
{
    static const char head[] = "vs_3_sw\ndcl_position v0\ndcl_position o0\nmov r0, v0\nmov r1, c1\n";
    static const char round[] = "rep i0\nmad r0.xyz, r1.yzxw, c12, -r0.x\nif_gt r0.x, c3.y\nmov r2, c2\nelse\n"
                                "add r2, r0, r1\nendif\ndp4 r1.x, r2, r0\nmul r0, r2, c7.wzyx\nendrep\n";
    enum { PER_ROUND = 10 };
    size_t rounds = count / PER_ROUND, room = sizeof head + rounds * sizeof round + 64, n = sizeof head - 1;
    char *text = malloc(room);
    if (text == NULL)
        exit(1);
    memcpy(text, head, n);
    for (size_t i = 0; i < rounds; i++, n += sizeof round - 1)
        memcpy(text + n, round, sizeof round - 1);
    n += (size_t)snprintf(text + n, room - n, "mov o0, r0\n");
    s9_program *program = NULL;
    s9_blob blob = {0};
    if (s9_assemble(text, n, NULL, NULL, &program, NULL) != S9_OK || s9_encode(program, NULL, &blob) != S9_OK)
        exit(1);
    input in = {malloc(blob.size), blob.size};
    if (in.data == NULL)
        exit(1);
    memcpy(in.data, blob.data, blob.size);
    s9_blob_free(&blob);
    s9_program_destroy(program);
    free(text);
    return in;
}

typedef struct long_case {
    input in;
    size_t count, repeat;
} long_case;

static double check_long(void *user)
{
    const long_case *c = user;
    for (size_t i = 0; i < c->repeat; i++)
        (void)check(&c->in);
    return (double)(c->count * c->repeat);
}

/* Short first, so that the second row has the first as its peer: 1 means that length costs nothing. */
static void report_long(void)
{
    enum { SHORT = 300, LONG = 30000, WORK = 120000 };
    static long_case cases[2];
    cases[0] = (long_case){long_shader(SHORT), SHORT, WORK / SHORT};
    cases[1] = (long_case){long_shader(LONG), LONG, WORK / LONG};
    bench_report("decode+check/300-instructions", "instructions/s", check_long, NULL, NULL, &cases[0], 0);
    bench_report("decode+check/30000-instructions", "instructions/s", check_long, NULL, NULL, &cases[1], 0);
    free(cases[0].in.data);
    free(cases[1].in.data);
}

int main(int argc, char **argv)
{
    if (argc > 2) {
        fprintf(stderr, "usage: bench_check [FOLDER]\n");
        return 2;
    }
    if (argc == 2)
        report_corpus(argv[1]);
    report_long();
    return 0;
}
