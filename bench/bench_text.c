/* SPDX-License-Identifier: MIT */
/*
 * Text and tokens: assemble, decode + disassemble, decode + encode, over the shaders of a corpus folder, beside
 * libmojoshader's assembler and its "d3d" and "bytecode" profiles on the same inputs. Only inputs that both accept
 * count for a comparison.
 *
 * usage: bench_text FOLDER   (the .asm files of its folder asm, the .bin files of its folder bytecode)
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
    char *data;
    size_t size;
    bool token_peer_d3d, token_peer_bytecode;
    bool ours;
} input;

typedef struct inputs {
    input *items;
    size_t count;
    size_t repeat;      /* how often ours goes over them, */
    size_t peer_repeat; /* and the peer, so that each takes a tenth of a second or more */
} inputs;

static bool read_file(const char *path, input *out)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    memset(out, 0, sizeof *out);
    out->data = malloc((size_t)size + 1);
    out->size = (size_t)size;
    bool ok = out->data != NULL && fread(out->data, 1, out->size, file) == out->size;
    if (ok)
        out->data[out->size] = '\0';
    fclose(file);
    return ok;
}

static inputs read_folder(const char *folder, const char *sub, const char *ending)
{
    inputs list = {0};
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, sub);
    DIR *dir = opendir(path);
    if (dir == NULL)
        return list;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        size_t n = strlen(entry->d_name), m = strlen(ending);
        if (n <= m || strcmp(entry->d_name + n - m, ending) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s/%s", folder, sub, entry->d_name);
        input *grown = realloc(list.items, (list.count + 1) * sizeof *grown);
        if (grown == NULL)
            break;
        list.items = grown;
        if (read_file(path, &list.items[list.count]))
            list.count++;
    }
    closedir(dir);
    return list;
}

static s9_result assemble(const input *in)
{
    s9_program *program = NULL;
    s9_blob blob = {0};
    s9_result result = s9_assemble(in->data, in->size, NULL, NULL, &program, NULL);
    if (result == S9_OK)
        result = s9_encode(program, NULL, &blob);
    s9_blob_free(&blob);
    s9_program_destroy(program);
    return result;
}

static double ours_assemble(void *user)
{
    inputs *list = user;
    for (size_t r = 0; r < list->repeat; r++)
        for (size_t i = 0; i < list->count; i++)
            if (list->items[i].ours)
                (void)assemble(&list->items[i]);
    double done = 0;
    for (size_t i = 0; i < list->count; i++)
        done += list->items[i].ours;
    return done * (double)list->repeat;
}

typedef enum text_job { JOB_DISASSEMBLE, JOB_ENCODE } text_job;

static s9_result tokens_job(const input *in, text_job job)
{
    s9_program *program = NULL;
    s9_blob blob = {0};
    s9_result result = s9_decode(in->data, in->size, NULL, NULL, &program, NULL);
    if (result == S9_OK)
        result = job == JOB_ENCODE ? s9_encode(program, NULL, &blob) : s9_disassemble(program, NULL, NULL, &blob);
    s9_blob_free(&blob);
    s9_program_destroy(program);
    return result;
}

static double ours_tokens(inputs *list, text_job job)
{
    double done = 0;
    for (size_t r = 0; r < list->repeat; r++)
        for (size_t i = 0; i < list->count; i++)
            if (job == JOB_ENCODE ? list->items[i].token_peer_bytecode : list->items[i].token_peer_d3d) {
                (void)tokens_job(&list->items[i], job);
                done++;
            }
    return done;
}

static double ours_disassemble(void *user)
{
    return ours_tokens(user, JOB_DISASSEMBLE);
}

static double ours_encode(void *user)
{
    return ours_tokens(user, JOB_ENCODE);
}

#ifdef HAVE_MOJOSHADER
static bool mojo_assemble(const input *in)
{
    const MOJOSHADER_parseData *data = MOJOSHADER_assemble("in", in->data, (unsigned)in->size, NULL, 0, NULL, 0, NULL,
                                                           0, NULL, NULL, NULL, NULL, NULL);
    bool ok = data != NULL && data->error_count == 0;
    MOJOSHADER_freeParseData(data);
    return ok;
}

static bool mojo_parse(const input *in, const char *profile)
{
    const MOJOSHADER_parseData *data = MOJOSHADER_parse(profile, "main", (const unsigned char *)in->data,
                                                        (unsigned)in->size, NULL, 0, NULL, 0, NULL, NULL, NULL);
    bool ok = data != NULL && data->error_count == 0;
    MOJOSHADER_freeParseData(data);
    return ok;
}

/* The peer aborts on some inputs: it is asked in a child process first whether it accepts one. */
static bool accepts(const input *in, const char *profile)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        fclose(stderr);
        _exit((profile != NULL ? mojo_parse(in, profile) : mojo_assemble(in)) ? 0 : 1);
    }
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static double peer_assemble(void *user)
{
    inputs *list = user;
    double done = 0;
    for (size_t r = 0; r < list->peer_repeat; r++)
        for (size_t i = 0; i < list->count; i++)
            if (list->items[i].ours) {
                (void)mojo_assemble(&list->items[i]);
                done++;
            }
    return done;
}

static double peer_tokens(inputs *list, const char *profile, bool d3d)
{
    double done = 0;
    for (size_t r = 0; r < list->peer_repeat; r++)
        for (size_t i = 0; i < list->count; i++)
            if (d3d ? list->items[i].token_peer_d3d : list->items[i].token_peer_bytecode) {
                (void)mojo_parse(&list->items[i], profile);
                done++;
            }
    return done;
}

static double peer_disassemble(void *user)
{
    return peer_tokens(user, MOJOSHADER_PROFILE_D3D, true);
}

static double peer_encode(void *user)
{
    return peer_tokens(user, MOJOSHADER_PROFILE_BYTECODE, false);
}
#define PEER(function) function
#define PEER_NAME "libmojoshader"
#else
#define PEER(function) NULL
#define PEER_NAME NULL
#endif

/* A legal vs_3_sw of `count` arithmetic instructions, for the cost per instruction. */
static input long_shader(size_t count)
{
    static const char head[] = "vs_3_sw\ndcl_position v0\ndcl_position o0\nmov r0, v0\nmov r1, c1\n";
    static const char line[] = "mad r0.xyz, r1.yzxw, c12, -r0.x\n";
    input in = {0};
    in.data = malloc(sizeof head + count * sizeof line + 64);
    if (in.data == NULL)
        exit(1);
    size_t n = sizeof head - 1;
    memcpy(in.data, head, n);
    for (size_t i = 0; i < count; i++, n += sizeof line - 1)
        memcpy(in.data + n, line, sizeof line - 1);
    n += (size_t)sprintf(in.data + n, "mov o0, r0\n");
    in.size = n;
    in.ours = true;
    return in;
}

typedef struct long_case {
    inputs text, words;
    double instructions;
} long_case;

static double long_assemble(void *user)
{
    long_case *c = user;
    (void)ours_assemble(&c->text);
    return c->instructions * (double)c->text.repeat;
}

static double long_disassemble(void *user)
{
    long_case *c = user;
    (void)ours_disassemble(&c->words);
    return c->instructions * (double)c->words.repeat;
}

static void report_long(size_t count)
{
    input text = long_shader(count);
    s9_program *program = NULL;
    s9_blob blob = {0};
    if (s9_assemble(text.data, text.size, NULL, NULL, &program, NULL) != S9_OK ||
        s9_encode(program, NULL, &blob) != S9_OK)
        exit(1);
    input words = {.data = blob.data, .size = blob.size, .token_peer_d3d = true, .token_peer_bytecode = true};
    size_t repeat = 3000000 / count;
    long_case c = {{&text, 1, repeat, 0}, {&words, 1, repeat, 0}, (double)count};
    char name[64];
    snprintf(name, sizeof name, "assemble/%zu-instructions", count);
    bench_report(name, "instructions/s", long_assemble, NULL, NULL, &c, 0);
    snprintf(name, sizeof name, "disassemble/%zu-instructions", count);
    bench_report(name, "instructions/s", long_disassemble, NULL, NULL, &c, 0);
    s9_blob_free(&blob);
    s9_program_destroy(program);
    free(text.data);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: bench_text FOLDER\n");
        return 2;
    }
    inputs text = read_folder(argv[1], "asm", ".asm");
    inputs words = read_folder(argv[1], "bytecode", ".bin");
    size_t both_text = 0, both_d3d = 0, both_bytecode = 0;
    for (size_t i = 0; i < text.count; i++) {
        input *in = &text.items[i];
        in->ours = assemble(in) == S9_OK;
#ifdef HAVE_MOJOSHADER
        in->ours = in->ours && accepts(in, NULL);
#endif
        both_text += in->ours;
    }
    for (size_t i = 0; i < words.count; i++) {
        input *in = &words.items[i];
        in->token_peer_d3d = tokens_job(in, JOB_DISASSEMBLE) == S9_OK;
        in->token_peer_bytecode = tokens_job(in, JOB_ENCODE) == S9_OK;
#ifdef HAVE_MOJOSHADER
        in->token_peer_d3d = in->token_peer_d3d && accepts(in, MOJOSHADER_PROFILE_D3D);
        in->token_peer_bytecode = in->token_peer_bytecode && accepts(in, MOJOSHADER_PROFILE_BYTECODE);
#endif
        both_d3d += in->token_peer_d3d;
        both_bytecode += in->token_peer_bytecode;
    }
    fprintf(stderr, "inputs: %zu of %zu texts, %zu and %zu of %zu token streams\n", both_text, text.count, both_d3d,
            both_bytecode, words.count);
    text.repeat = both_text > 0 ? 1 + 8000 / both_text : 1;
    text.peer_repeat = both_text > 0 ? 1 + 2000 / both_text : 1;
    words.repeat = both_d3d > 0 ? 1 + 60000 / both_d3d : 1;
    words.peer_repeat = both_d3d > 0 ? 1 + 6000 / both_d3d : 1;
    if (both_text > 0)
        bench_report("assemble/corpus", "shaders/s", ours_assemble, PEER_NAME, PEER(peer_assemble), &text, 8);
    if (both_d3d > 0)
        bench_report("disassemble/corpus", "shaders/s", ours_disassemble, PEER_NAME, PEER(peer_disassemble), &words,
                     10);
    if (both_bytecode > 0)
        bench_report("encode/corpus", "shaders/s", ours_encode, PEER_NAME, PEER(peer_encode), &words, 5);
    report_long(300);
    report_long(30000);
    for (size_t i = 0; i < text.count; i++)
        free(text.items[i].data);
    for (size_t i = 0; i < words.count; i++)
        free(words.items[i].data);
    free(text.items);
    free(words.items);
    return 0;
}
