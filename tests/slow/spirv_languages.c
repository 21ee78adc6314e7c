/* SPDX-License-Identifier: MIT */
/*
 * Every given shader in every version of every shading language, judged by glslangValidator: GLSL, ESSL, and HLSL by
 * its front end for that. Nobody judges MSL here: it has to be made. A language that cannot express a shader has to say
 * so by its name and version.
 *
 * usage: spirv_languages [LANGUAGE] FOLDER...
 */
#define _XOPEN_SOURCE 700
#include "slow/shaders_below.h"
#include "spirv_cases.h"

#ifdef SHADER9_HAVE_CROSS
#include <unistd.h>

enum { AT_ONCE = 200 }; /* files a process of the judge */

typedef struct reason {
    char text[96];
    uint32_t count;
} reason;

static struct {
    s9_cross_options cross;
    bool states; /* all states of Direct3D 9 come from blocks; else the defaults */
    bool judged;
    char folder[64];
    const char *abouts[AT_ONCE];
    uint32_t waiting, accepted, refused, bad;
    reason reasons[16];
    uint32_t reason_count;
} now;

static uint32_t all_bad;

static void complain(const char *about, const char *what)
{
    now.bad++;
    if (++all_bad <= 40)
        fprintf(stderr, "%s %u%s: %s: %s\n", s9_cross_language_name(now.cross.language), (unsigned)now.cross.version,
                now.states ? " with states" : "", about, what);
}

/* What glslangValidator says of the files that wait. Each is named in a line of its own before its errors. */
static void ask(void)
{
    char command[400], line[512], first[AT_ONCE][160];
    bool faulty[AT_ONCE] = {false};
    uint32_t at = AT_ONCE;
    if (now.waiting == 0)
        return;
    /* HLSL is turned into SPIR-V or nothing, and files that are given together are one program then. */
    (void)snprintf(command, sizeof command, "cd %s && ls | xargs -n %d glslangValidator %s 2>&1", now.folder,
                   now.cross.language == S9_CROSS_HLSL ? 1 : AT_ONCE,
                   now.cross.language == S9_CROSS_HLSL ? "-D -V -e main" : "");
    FILE *pipe = popen(command, "r");
    while (pipe != NULL && fgets(line, sizeof line, pipe) != NULL) {
        char *end = NULL;
        unsigned long number = strtoul(line, &end, 10);
        if (end != line && (strncmp(end, ".vert", 5) == 0 || strncmp(end, ".frag", 5) == 0) && number < now.waiting) {
            at = (uint32_t)number;
        } else if (strncmp(line, "ERROR", 5) == 0 && at < AT_ONCE && !faulty[at]) {
            faulty[at] = true;
            line[strcspn(line, "\n")] = '\0';
            (void)snprintf(first[at], sizeof first[at], "%.150s", line);
        }
    }
    int status = pipe != NULL ? pclose(pipe) : -1;
    uint32_t found = 0;
    for (uint32_t i = 0; i < now.waiting; i++) {
        found += faulty[i];
        if (faulty[i])
            complain(now.abouts[i], first[i]);
        else
            now.accepted++;
    }
    if (status != 0 && found == 0)
        complain("?", "glslangValidator fails and does not say where");
    (void)snprintf(command, sizeof command, "cd %s && rm -f *.vert *.frag *.spv", now.folder);
    if (system(command) != 0)
        complain("?", "files cannot be removed");
    now.waiting = 0;
}

static void hand_over(const s9_blob *text, s9_stage stage, const char *about)
{
    static char names[AT_ONCE][128];
    char path[160];
    (void)snprintf(path, sizeof path, "%s/%u.%s", now.folder, (unsigned)now.waiting,
                   stage == S9_STAGE_PIXEL ? "frag" : "vert");
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(text->data, 1, text->size, file) != text->size)
        complain(about, "cannot be written");
    if (file != NULL)
        (void)fclose(file);
    (void)snprintf(names[now.waiting], sizeof names[0], "%s", about);
    now.abouts[now.waiting] = names[now.waiting];
    now.waiting++;
    if (now.waiting == AT_ONCE)
        ask();
}

/* A refusal has to begin with the language and its version: "ESSL 1.00 has no ...". */
static void note_refusal(const s9_diagnostics *list, const char *about)
{
    static const char *const begin[] = {"GLSL ", "ESSL ", "MSL ", "HLSL shader model "};
    const char *message = "no reason given", *language = begin[now.cross.language];
    for (size_t i = s9_diagnostics_count(list); i-- > 0;)
        if (s9_diagnostics_get(list, i)->severity == S9_ERROR)
            message = s9_diagnostics_get(list, i)->message;
    if (strncmp(message, language, strlen(language)) != 0 || strstr(message, " has no ") == NULL) {
        complain(about, message);
        return;
    }
    now.refused++;
    for (uint32_t i = 0; i < sizeof now.reasons / sizeof now.reasons[0]; i++) {
        reason *r = &now.reasons[i];
        if (i == now.reason_count) {
            (void)snprintf(r->text, sizeof r->text, "%s", message);
            now.reason_count++;
        }
        if (strncmp(r->text, message, sizeof r->text - 1) == 0) {
            r->count++;
            break;
        }
    }
}

static void judge(const s9_program *program, const char *about)
{
    s9_spirv_options options;
    s9_spirv *module = NULL;
    s9_blob text = {0};
    s9_diagnostics *list = NULL;
    s9_spirv_options_init(&options);
    if (now.states) {
        for (uint32_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++)
            if ((i != S9_SPIRV_CLIP_PLANES || now.cross.language > S9_CROSS_ESSL) &&
                (i != S9_SPIRV_POINT_SPRITE || now.cross.language != S9_CROSS_HLSL))
                options.sources[i] = S9_SPIRV_UNIFORM;
        options.no_color_clamp = true;
        for (uint32_t i = 0; i < 16; i++)
            options.sampler_types[i] = (uint8_t)(S9_TEXTURE_2D + i % 2);
    }
    s9_cross_prepare(&now.cross, &options);
    if (s9_diagnostics_create(NULL, &list) != S9_OK)
        return;
    if (s9_spirv_translate(program, NULL, &options, &module, list) != S9_OK)
        complain(about, "is not translated");
    else if (s9_cross_compile(module, NULL, &now.cross, &text, list) != S9_OK)
        note_refusal(list, about);
    else if (!now.judged)
        now.accepted++;
    else
        hand_over(&text, s9_program_stage(program), about);
    s9_blob_free(&text);
    s9_spirv_destroy(module);
    s9_diagnostics_destroy(list);
}

static void judge_version(s9_cross_language language, uint32_t version, bool states, int count, char **folders)
{
    char place[] = "/tmp/shader9-languages-XXXXXX";
    memset(&now, 0, sizeof now);
    now.cross = (s9_cross_options){.struct_size = sizeof now.cross, .language = language, .version = version};
    now.states = states;
    now.judged = language != S9_CROSS_MSL;
    if (mkdtemp(place) == NULL)
        return;
    (void)snprintf(now.folder, sizeof now.folder, "%s", place);
    for (int i = 0; i < count; i++)
        if (!shaders_below(folders[i], judge))
            printf("SKIPPED: %s cannot be read\n", folders[i]);
    ask();
    (void)rmdir(place);
    printf("%s %u%s: %u %s, %u refused, %u wrong\n", s9_cross_language_name(language), (unsigned)version,
           states ? " with states" : "", (unsigned)now.accepted, now.judged ? "accepted" : "made",
           (unsigned)now.refused, (unsigned)now.bad);
    for (uint32_t i = 0; i < now.reason_count; i++)
        printf("    %u: %s\n", (unsigned)now.reasons[i].count, now.reasons[i].text);
    (void)fflush(stdout);
}

int main(int count, char **arguments)
{
    int only = -1, first = 1;
    for (int language = S9_CROSS_GLSL; count > 1 && language <= S9_CROSS_HLSL; language++)
        if (strcmp(arguments[1], s9_cross_language_name((s9_cross_language)language)) == 0) {
            only = language;
            first = 2;
        }
    if (count <= first) {
        fprintf(stderr, "usage: %s [LANGUAGE] FOLDER...\n", arguments[0]);
        return 2;
    }
    if (system("glslangValidator --version >/dev/null 2>&1") != 0) {
        printf("SKIPPED: there is no glslangValidator to judge GLSL, ESSL and HLSL\n");
        return 0;
    }
    for (int language = S9_CROSS_GLSL; language <= S9_CROSS_HLSL; language++)
        for (size_t i = 0; (only < 0 || language == only) && s9_cross_version_at((s9_cross_language)language, i) != 0;
             i++)
            for (int states = 0; states < 2; states++)
                judge_version((s9_cross_language)language, s9_cross_version_at((s9_cross_language)language, i),
                              states != 0, count - first, arguments + first);
    printf("%u wrong\n", (unsigned)all_bad);
    return all_bad != 0;
}
#else
int main(void)
{
    printf("SKIPPED: this build has no SPIRV-Cross, so there are no languages\n");
    return 0;
}
#endif
