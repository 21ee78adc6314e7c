/* SPDX-License-Identifier: MIT */
/*
 * Tokens to SPIR-V, everything included (decoding, lowering, writing), beside the "spirv" profile of MojoShader, and
 * beside its "glsl" profile; on the shaders of a folder that both accept. How large the output is in words, beside it;
 * and what an instruction costs in long programs.
 *
 * usage: bench_spirv FOLDER   (the token streams of its folder bytecode)
 */
#define BENCH_PROCESSOR_TIME
#include "bench.h"

#include <shader9/shader9.h>
#include <shader9/spirv.h>

#ifdef HAVE_MOJOSHADER
#include <mojoshader.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <dirent.h>

typedef struct input {
    unsigned char *data;
    size_t size;
    size_t words, peer_words;
} input;

typedef struct inputs {
    input *items;
    size_t count;
    const s9_spirv_options *options;
    const char *profile;
    int times;
} inputs;

static void read_folder(const char *folder_name, inputs *out)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/bytecode", folder_name);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/bytecode/%s", folder_name, entry->d_name);
        FILE *file = fopen(path, "rb");
        if (file == NULL)
            continue;
        fseek(file, 0, SEEK_END);
        long size = ftell(file);
        rewind(file);
        input in = {.data = malloc(size > 0 ? (size_t)size : 1), .size = size > 0 ? (size_t)size : 0};
        out->items = realloc(out->items, (out->count + 1) * sizeof *out->items);
        if (in.data == NULL || out->items == NULL || fread(in.data, 1, in.size, file) != in.size)
            exit(1);
        fclose(file);
        out->items[out->count++] = in;
    }
    if (folder != NULL)
        closedir(folder);
}

/* Words of the module; 0 where there is none. */
static size_t translate(const input *in, const s9_spirv_options *options)
{
    s9_program *program = NULL;
    s9_spirv *module = NULL;
    size_t words = 0;
    if (s9_decode(in->data, in->size, NULL, NULL, &program, NULL) == S9_OK &&
        s9_spirv_translate(program, NULL, options, &module, NULL) == S9_OK)
        (void)s9_spirv_words(module, &words);
    s9_spirv_destroy(module);
    s9_program_destroy(program);
    return words;
}

static double ours(void *user)
{
    const inputs *list = user;
    size_t done = 0;
    for (int t = 0; t < list->times; t++)
        for (size_t i = 0; i < list->count; i++)
            done += translate(&list->items[i], list->options) > 0;
    return (double)done;
}

#ifdef HAVE_MOJOSHADER
/* Words up to the end of the last function: what lies behind the module's instructions is no instruction. */
static size_t module_words(const void *bytes, size_t words)
{
    size_t end = 0;
    for (size_t at = 5; at < words;) {
        uint32_t head;
        memcpy(&head, (const char *)bytes + 4 * at, sizeof head);
        size_t size = head >> 16;
        if (size == 0 || size > words - at)
            break;
        at += size;
        if ((head & 0xFFFFu) == 56) /* OpFunctionEnd */
            end = at;
    }
    return end > 0 ? end : words;
}

/* Words of the output, the table of patches behind it not counted; 0 where the profile fails. */
static size_t peer_translate(const input *in, const char *profile)
{
    const MOJOSHADER_parseData *data =
        MOJOSHADER_parse(profile, "main", in->data, (unsigned int)in->size, NULL, 0, NULL, 0, NULL, NULL, NULL);
    size_t words = 0;
    if (data != NULL && data->error_count == 0 && data->output != NULL) {
        size_t bytes = (size_t)data->output_len;
        words = (bytes + 3) / 4;
        if (strcmp(profile, "spirv") == 0)
            words = module_words(data->output, words);
    }
    MOJOSHADER_freeParseData(data);
    return words;
}

/* It may stop by an assertion: whether it does is found out by a child. */
static bool peer_survives(const input *in, const char *profile)
{
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) != NULL)
            (void)peer_translate(in, profile);
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static double peer(void *user)
{
    const inputs *list = user;
    size_t done = 0;
    for (int t = 0; t < list->times; t++)
        for (size_t i = 0; i < list->count; i++)
            done += peer_translate(&list->items[i], list->profile) > 0;
    return (double)done;
}
#endif

/* Those that both accept, to the front. */
static size_t choose(inputs *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        input in = list->items[i];
        in.words = translate(&in, list->options);
#ifdef HAVE_MOJOSHADER
        in.peer_words = in.words > 0 && peer_survives(&in, list->profile) ? peer_translate(&in, list->profile) : 0;
#else
        in.peer_words = in.words;
#endif
        if (in.peer_words == 0)
            continue;
        list->items[i] = list->items[kept];
        list->items[kept++] = in;
    }
    return kept;
}

static void report_size(const char *name, const inputs *list, double goal)
{
    double *ratios = malloc((list->count + 1) * sizeof *ratios);
    double words = 0, peer_words = 0;
    if (ratios == NULL)
        exit(1);
    for (size_t i = 0; i < list->count; i++) {
        ratios[i] = (double)list->items[i].words / (double)list->items[i].peer_words;
        words += (double)list->items[i].words;
        peer_words += (double)list->items[i].peer_words;
    }
    double median = list->count > 0 ? bench_median(ratios, list->count) : 0;
    fprintf(stderr, "%-36s %12.3f of the peer's words (median; all together %.3f; worst %.3f; goal %.1f)\n", name,
            median, peer_words > 0 ? words / peer_words : 0, list->count > 0 ? ratios[list->count - 1] : 0, goal);
    printf("{ \"case\": \"%s\", \"unit\": \"words, median ratio\", \"shader9\": %.6g, \"peer_name\": \"libmojoshader\", "
           "\"peer\": 1, \"ratio\": %.3f, \"goal\": %.1f, \"runs\": 1 }\n",
           name, median, median, goal);
    free(ratios);
}

/* A ps_3_0 of `count` instructions, as tokens. */
static input long_program(size_t count)
{
    static const char *const kinds[] = {"mad r%u, r%u, c%u, r%u\n", "add r%u, r%u, -c%u.wzyx\n",
                                        "dp3 r%u.x, r%u, c%u\n", "mul_sat r%u, r%u_abs, c%u.x\n"};
    size_t capacity = 64 * count + 256, n = 0;
    char *text = malloc(capacity);
    s9_program *program = NULL;
    s9_blob blob = {0};
    if (text == NULL)
        exit(1);
    n += (size_t)snprintf(text, capacity, "ps_3_0\ndcl_texcoord0 v0\n");
    for (unsigned i = 0; i < 8; i++)
        n += (size_t)snprintf(text + n, capacity - n, "mul r%u, v0, c%u\n", i, i);
    for (size_t i = 8; i + 2 < count; i++) {
        unsigned a = (unsigned)(i % 8), b = (unsigned)((i * 5 + 3) % 8), c = (unsigned)(i * 7 % 200);
        const char *kind = kinds[i % 4];
        n += (size_t)(i % 4 == 0 ? snprintf(text + n, capacity - n, "mad r%u, r%u, c%u, r%u\n", a, b, c, a)
                                 : snprintf(text + n, capacity - n, kind, a, b, c));
    }
    for (unsigned i = 1; i < 8; i++)
        n += (size_t)snprintf(text + n, capacity - n, "add r0, r0, r%u\n", i);
    n += (size_t)snprintf(text + n, capacity - n, "mov oC0, r0\n");
    if (s9_assemble(text, n, NULL, NULL, &program, NULL) != S9_OK || s9_encode(program, NULL, &blob) != S9_OK)
        exit(1);
    input in = {.data = malloc(blob.size), .size = blob.size};
    if (in.data == NULL)
        exit(1);
    memcpy(in.data, blob.data, blob.size);
    s9_blob_free(&blob);
    s9_program_destroy(program);
    free(text);
    return in;
}

/* Nanoseconds an instruction in programs of two lengths, in turn. */
static void report_cost(const s9_spirv_options *options)
{
    enum { SHORT = 300, LONG = 30000 };
    input few = long_program(SHORT), many = long_program(LONG);
    double a[BENCH_RUNS], b[BENCH_RUNS];
    for (int run = -1; run < BENCH_RUNS; run++) {
        double start = bench_now();
        for (int i = 0; i < 10 * LONG / SHORT; i++)
            (void)translate(&few, options);
        double middle = bench_now();
        for (int i = 0; i < 10; i++)
            (void)translate(&many, options);
        if (run >= 0) {
            a[run] = (middle - start) / (10 * LONG) * 1e9;
            b[run] = (bench_now() - middle) / (10 * LONG) * 1e9;
        }
    }
    double cost_few = bench_median(a, BENCH_RUNS), cost_many = bench_median(b, BENCH_RUNS);
    fprintf(stderr, "%-36s %12.4g ns an instruction of %d, %.4g of %d, ratio %.2f\n", "spirv/long-programs", cost_many,
            LONG, cost_few, SHORT, cost_many / cost_few);
    printf("{ \"case\": \"spirv/long-programs\", \"unit\": \"ns/instruction\", \"shader9\": %.6g, \"peer_name\": "
           "\"300 instructions\", \"peer\": %.6g, \"ratio\": %.3f, \"goal\": null, \"runs\": %d }\n",
           cost_many, cost_few, cost_many / cost_few, BENCH_RUNS);
    free(few.data);
    free(many.data);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: bench_spirv FOLDER\n");
        return 2;
    }
    s9_shader_options ieee = {.struct_size = sizeof ieee, .float_mode = S9_FLOAT_IEEE};
    s9_spirv_options options, zero_wins;
    s9_spirv_options_init(&options);
    options.names = S9_SPIRV_NAMES_NONE;
    zero_wins = options;
    options.shader = &ieee;
    inputs list = {.options = &options, .profile = "spirv", .times = 5};
    read_folder(argv[1], &list);
    size_t all = list.count;
    if (all == 0) {
        fprintf(stderr, "bench_spirv: SKIPPED: %s has no files\n", argv[1]);
        report_cost(&options);
        return 0;
    }
#ifdef HAVE_MOJOSHADER
    static const char *const profiles[] = {"spirv", "glsl"};
    for (int p = 0; p < 2; p++) {
        char name[64];
        list.profile = profiles[p];
        list.count = all;
        list.options = &options;
        list.count = choose(&list);
        fprintf(stderr, "profile %s accepts %zu of %zu files\n", profiles[p], list.count, all);
        if (list.count == 0) {
            fprintf(stderr, "bench_spirv: SKIPPED: this MojoShader has no profile %s\n", profiles[p]);
            continue;
        }
        snprintf(name, sizeof name, "spirv/ieee-beside-%s", profiles[p]);
        bench_report(name, "shaders/s", ours, "libmojoshader", peer, &list, p == 0 ? 4.0 : 0);
        if (p == 0)
            report_size("spirv/size", &list, 1.0);
        list.options = &zero_wins;
        snprintf(name, sizeof name, "spirv/d3d9-beside-%s", profiles[p]);
        bench_report(name, "shaders/s", ours, "libmojoshader", peer, &list, 0);
    }
#else
    fprintf(stderr, "bench_spirv: built without MojoShader: nothing to compare with\n");
    list.count = choose(&list);
    bench_report("spirv/ieee", "shaders/s", ours, NULL, NULL, &list, 0);
    list.options = &zero_wins;
    bench_report("spirv/d3d9", "shaders/s", ours, NULL, NULL, &list, 0);
#endif
    report_cost(&options);
    for (size_t i = 0; i < all; i++)
        free(list.items[i].data);
    free(list.items);
    return 0;
}
