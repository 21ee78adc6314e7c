/* SPDX-License-Identifier: MIT */
/*
 * Bytes as the JSON that people give the command, behind one character that says for what: jobs of run, trace and diff,
 * scenes of draw, files of caps. The whole command runs; its main has the name command_main here. Every run ends with
 * one of the documented statuses.
 */
#define _XOPEN_SOURCE 700
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int command_main(int argc, char **argv);

enum { MOST_ARGUMENTS = 16 };

typedef struct place {
    char folder[64];
    char input[96], vertex[96], pixel[96], stages[96], other[96], output[96];
} place;

static const char vertex_text[] =
    "vs_3_0\n"
    "//!constant float4x4 world : c0\n"
    "//!constant bool lit : b0\n"
    "dcl_position v0\ndcl_texcoord v1\ndcl_color v2\n"
    "dcl_position o0\ndcl_texcoord o1.xy\ndcl_color o2\ndcl_psize o3\n"
    "def c9, 1, 0, 0.5, 2\n"
    "m4x4 r0, v0, c0\nmov o0, r0\nmov o1.xy, v1\nmov o3, c9.x\n"
    "if b0\nloop aL, i0\nadd r1, v2, c[aL]\nendloop\nelse\nmov r1, v2\nendif\nmov o2, r1\n";
static const char pixel_text[] = "ps_3_0\n"
                                 "//!constant float4 tint : c0\n"
                                 "//!constant sampler2D picture : s0\n"
                                 "dcl_texcoord v0.xy\ndcl_color v1\ndcl vPos.xy\ndcl_2d s0\ndcl_cube s1\n"
                                 "texld r0, v0, s0\ntexld r1, v1, s1\ndsx r2, v0.xyyy\nmad r0, r0, c0, r1\n"
                                 "add r0, r0, r2\nmov oC0, r0\n";
static const char stages_text[] = "ps_1_1\ntex t0\ntexbem t1, t0\nmul_x2 r0, t1, c0\n";
static const char other_text[] =
    "ps_3_0\ndcl_texcoord v0.xy\ndcl_color v1\ndcl_2d s0\ntexld r0, v0, s0\nmul oC0, r0, c0\n";

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
}

static void name_file(char *out, size_t room, const char *folder, const char *name)
{
    if (snprintf(out, room, "%s/%s", folder, name) >= (int)room)
        abort();
}

static const place *here(void)
{
    static place p;
    if (p.folder[0] != '\0')
        return &p;
    const char *shared = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(p.folder, sizeof p.folder, "%s/shader9-fuzz-XXXXXX", shared);
    if (mkdtemp(p.folder) == NULL)
        abort();
    name_file(p.input, sizeof p.input, p.folder, "input.json");
    name_file(p.vertex, sizeof p.vertex, p.folder, "a.vsa");
    name_file(p.pixel, sizeof p.pixel, p.folder, "a.psa");
    name_file(p.stages, sizeof p.stages, p.folder, "b.psa");
    name_file(p.other, sizeof p.other, p.folder, "c.psa");
    name_file(p.output, sizeof p.output, p.folder, "out.png");
    write_file(p.vertex, vertex_text, sizeof vertex_text - 1);
    write_file(p.pixel, pixel_text, sizeof pixel_text - 1);
    write_file(p.stages, stages_text, sizeof stages_text - 1);
    write_file(p.other, other_text, sizeof other_text - 1);
    return &p;
}

static void end(void)
{
    const place *p = here();
    const char *const files[] = {p->input, p->vertex, p->pixel, p->stages, p->other, p->output};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        (void)unlink(files[i]);
    (void)rmdir(p->folder);
}

static void run(const char *const *words)
{
    static const char *const always[] = {"--jobs", "1", "--engine", "vm"};
    char *arguments[MOST_ARGUMENTS + 1] = {NULL};
    int count = 0;
    for (; words[count] != NULL; count++)
        arguments[count] = strdup(words[count]);
    if (strcmp(words[1], "check") != 0 && strcmp(words[1], "diff") != 0)
        for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
            arguments[count++] = strdup(always[i]);
    int status = command_main(count, arguments);
    if (status < 0 || status > 4) {
        fprintf(stderr, "broken: exit status %d\n", status);
        abort();
    }
    for (int i = 0; i < count; i++)
        free(arguments[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int begun;
    const place *p = here();
    if (begun++ == 0)
        atexit(end);
    if (size == 0)
        return 0;
    write_file(p->input, data + 1, size - 1);
    const char *const commands[][MOST_ARGUMENTS] = {
        {"shader9", "run", "--no-check", p->pixel, "--job", p->input, "--max-steps", "500", "-o", p->output},
        {"shader9", "run", p->vertex, "--job", p->input, "--max-steps", "500", "-o", p->output},
        {"shader9", "run", p->stages, "--job", p->input, "--max-steps", "500", "-o", p->output},
        {"shader9", "trace", p->pixel, "--job", p->input, "--max-steps", "500", "-o", p->output},
        {"shader9", "diff", p->pixel, p->other, "--job", p->input, "--max-steps", "500", "--inputs", "20", "-o",
         p->output},
        {"shader9", "draw", p->input, "--max-steps", "500", "-o", p->output},
        {"shader9", "check", "--caps", p->input, p->vertex},
    };
    run(commands[(uint8_t)(data[0] - '0') % (sizeof commands / sizeof commands[0])]);
    return 0;
}
