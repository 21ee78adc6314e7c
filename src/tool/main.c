/* SPDX-License-Identifier: MIT */
/* The command: finds the verb, reads its options, hands over. */
#include "engine.h"
#include "pages.h"
#include "system.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const verb verbs[VERB_COUNT] = {
    [VERB_ASM] = {"asm", "FILE...", "Assembles text into tokens.",
                  "A shader that breaks a rule is refused unless --no-check is given. A line such as\n"
                  "    //!constant float4x4 World : c0\n"
                  "names constants: the shader gets a constant table, by which engines find them.",
                  verb_asm},
    [VERB_DIS] = {"dis", "FILE...", "Prints tokens as text that assembles to the same tokens.", NULL, verb_dis},
    [VERB_CHECK] = {"check", "FILE...", "Says whether shaders are legal, and if not, by which rule.",
                    "Exit status 0 when every shader is legal, 1 when one is not.", verb_check},
    [VERB_INFO] = {"info", "FILE...", "Shows cost, registers, inputs, outputs, samplers and definitions.", NULL,
                   verb_info},
    [VERB_RUN] =
        {"run", "SHADER...", "Executes shaders on given inputs and prints the results as JSON.",
         "A job is a JSON object with constants, textures, samplers, stages, float, options, quads and lanes;\n"
         "flags win over it. Status 1 when a lane was stopped, too: the results are printed all the same.",
         verb_run},
    [VERB_TRACE] =
        {"trace", "SHADER...", "Executes one lane and prints every instruction with what it read and wrote.",
         "Takes the jobs of run. A line is: number of the instruction, line or byte offset, text, values read after\n"
         "swizzle and modifier, -> components written (_ is kept). -- stands where a predicate or a branch left the\n"
         "lane out. With \"quads\" the whole quad of the lane runs.",
         verb_trace},
    [VERB_TRANSLATE] =
        {"translate", "FILE...", "Translates shaders to SPIR-V, GLSL, ESSL, MSL or HLSL.",
         "With --pair VS PS the two are linked: -o NAME.spv writes NAME.vert.spv and NAME.frag.spv. In a folder, -o DIR/,\n"
         "results are named so, too: a.vsa becomes DIR/a.vert.spv, b.psa DIR/b.frag.spv; --reflect-out DIR/ writes\n"
         "DIR/a.vert.json beside. An option that can have no effect on any input is wrong usage (status 2); one that\n"
         "finds nothing in a shader passes.\n"
         "States are off, fixed (compiled in), spec (specialisation constants) or uniform (a block): alpha_test fog\n"
         "clip_planes point_size point_sprite half_pixel y_flip srgb_write stages. Their values: alpha_func alpha_ref\n"
         "fog_mode (off exp exp2 linear vertex) fog_depth (w z) fog_color fog_start fog_end fog_density clip_plane0\n"
         "to 5, point_size_default _min _max, viewport=WxH (half_pixel), y_scale, stage1.matrix .luminance .projected.",
         verb_translate},
    [VERB_DRAW] =
        {"draw", "[SCENE.json...]", "Draws scenes into images.",
         "A scene is a JSON object with size, vertex_shader, pixel_shader, mesh, textures, vs, ps, state, float and\n"
         "options. Without a scene, --vs, --ps and --mesh say what to draw. Further render targets of OUT.png are\n"
         "written beside it as OUT.1.png and so on. With --pixel one pixel is explained instead.",
         verb_draw},
    [VERB_FILTER] = {"filter", "SHADER IN.png...", "Applies one pixel shader to images.",
                     "The image is sampler 0, texture coordinate 0 goes over it. - may be the shader or an image.",
                     verb_filter},
    [VERB_EFFECT] =
        {"effect", "FILE...", "Lists what an effect, or another file of several shaders, holds.",
         "Effects of Direct3D 9 (fx_2_0), bare, of XNA or in XNB files; .vcs files of the Source engine; DXBC\n"
         "containers; C headers. FILE#ADDRESS is a shader in such a file, for every verb: TECHNIQUE/PASS/vs,\n"
         "PARAMETER, STATIC/DYNAMIC or its number, as they are listed here. Part of an address means all below it.",
         verb_effect},
    [VERB_DIFF] =
        {"diff", "A B", "Tells what two shaders differ in: their instructions, and what they compute.",
         "Instructions are compared after renumbering: temporaries and labels by first use, constants that a shader\n"
         "defines by value, inputs and outputs by what they are declared to be; ~ stands between two names of one\n"
         "instruction. Then both run on many inputs, chosen to reach every instruction. Exit status 0 when they "
         "compute\n"
         "the same on all of them (with --no-run: have the same instructions), 1 when not.",
         verb_diff},
    [VERB_BENCH] =
        {"bench", "FILE...", "Times each stage on the given shaders.",
         "Decoding, encoding, disassembling, assembling, checking, reflecting, lowering (making it runnable), running\n"
         "64 lanes of it with default inputs, translating to SPIR-V: processor time, medians of several runs.",
         verb_bench},
    [VERB_LSP] = {"lsp", "", "Serves editors: the Language Server Protocol on standard input and output.",
                  "editors/README.md says how editors start it. Exit status 0 after shutdown and exit, 1 without.",
                  verb_lsp},
};

static bool wants_color(const settings *s)
{
    if (s->color != COLOR_AUTO) {
        return s->color == COLOR_ALWAYS;
    }
    const char *none = getenv("NO_COLOR");
    return (none == NULL || none[0] == '\0') && system_shows_color();
}

/* The table's index of a verb's name, VERB_COUNT when it names none. */
static verb_id find_verb(const char *name)
{
    for (verb_id id = 0; id < VERB_COUNT; id++) {
        if (strcmp(verbs[id].name, name) == 0) {
            return id;
        }
    }
    return VERB_COUNT;
}

/* What other tools call it. */
static const struct {
    const char *word;
    verb_id id;
} others[] = {
    {"assemble", VERB_ASM},      {"as", VERB_ASM},
    {"disassemble", VERB_DIS},   {"disasm", VERB_DIS},
    {"validate", VERB_CHECK},    {"verify", VERB_CHECK},
    {"val", VERB_CHECK},         {"lint", VERB_CHECK},
    {"reflect", VERB_INFO},      {"show", VERB_INFO},
    {"execute", VERB_RUN},       {"exec", VERB_RUN},
    {"debug", VERB_TRACE},       {"compile", VERB_TRANSLATE},
    {"convert", VERB_TRANSLATE}, {"cross", VERB_TRANSLATE},
    {"render", VERB_DRAW},       {"apply", VERB_FILTER},
    {"extract", VERB_EFFECT},    {"list", VERB_EFFECT},
    {"fx", VERB_EFFECT},         {"compare", VERB_DIFF},
    {"time", VERB_BENCH},        {"server", VERB_LSP},
};

static exit_status unknown_verb(tool *t, const char *name)
{
    const char *names[VERB_COUNT + 1] = {NULL};
    text hint = {0};
    for (size_t i = 0; i < VERB_COUNT; i++) {
        names[i] = verbs[i].name;
    }
    const char *nearest = NULL;
    for (size_t i = 0; nearest == NULL && i < COUNT(others); i++) {
        nearest = strcmp(others[i].word, name) == 0 ? verbs[others[i].id].name : NULL;
    }
    nearest = nearest != NULL ? nearest : nearest_word(name, names);
    if (nearest != NULL) {
        text_format(&hint, "did you mean '%s'? ", nearest);
    } else if (access(name, F_OK) == 0) {
        text_put(&hint, "a verb comes before the file, as in shader9 info FILE; ");
    }
    text_put(&hint, "the verbs are");
    for (size_t i = 0; i < VERB_COUNT; i++) {
        text_format(&hint, " %s", verbs[i].name);
    }
    exit_status status = tool_usage(t, text_string(&hint), "unknown verb '%s'", name);
    text_free(&hint);
    return status;
}

/* Pages that are about no verb. */
static const struct {
    const char *name;
    void (*man)(text *);
    void (*markdown)(text *);
} topics[] = {
    {"rules", man_rules, markdown_rules},
    {"instructions", man_instructions, markdown_instructions},
};

/* The table's index of a page's name, COUNT(topics) when it names none. */
static size_t find_topic(const char *name)
{
    size_t i = 0;
    while (i < COUNT(topics) && strcmp(topics[i].name, name) != 0) {
        i++;
    }
    return i;
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* As wide as the terminal, within what can be read; else what every terminal has. */
static size_t help_width(void)
{
    enum { USUAL = 80, LEAST = 60, MOST = 120 };
    size_t width = system_terminal_width();
    return width == 0 ? USUAL : width < LEAST ? LEAST : width > MOST ? MOST : width;
}

static exit_status help(tool *t, const char *name)
{
    text out = {0};
    if (name == NULL || asks_for_help(name)) {
        general_help(&out, help_width());
    } else if (find_topic(name) < COUNT(topics)) {
        topics[find_topic(name)].markdown(&out);
    } else {
        verb_id id = find_verb(name);
        if (id == VERB_COUNT) {
            return unknown_verb(t, name);
        }
        verb_help(&out, id, help_width());
    }
    return tool_show(t, &out);
}

/* help --form FORM [TOPIC]: what is installed as manual pages, completions, grammars and pages of reference. */
static exit_status help_form(tool *t, const char *form, const char *topic)
{
    static const char forms[] = "man|markdown|bash|zsh|fish|vim|textmate";
    static void (*const without_topic[])(text *) = {completion_bash, completion_zsh, completion_fish, grammar_vim,
                                                    grammar_textmate};
    int index = form == NULL ? -1 : choice_index(forms, form);
    if (index < 0) {
        return tool_usage(t, NULL, "help --form takes %s%s%s", forms, form == NULL ? "" : ", not ",
                          form == NULL ? "" : form);
    }
    text out = {0};
    if (index >= 2) {
        without_topic[index - 2](&out);
        return tool_show(t, &out);
    }
    size_t page = topic == NULL ? COUNT(topics) : find_topic(topic);
    if (page < COUNT(topics)) {
        (index == 0 ? topics[page].man : topics[page].markdown)(&out);
        return tool_show(t, &out);
    }
    if (index == 1) {
        return tool_usage(t, NULL, "help --form markdown has the topics rules and instructions");
    }
    verb_id id = topic == NULL ? VERB_COUNT : find_verb(topic);
    if (topic != NULL && id == VERB_COUNT) {
        return unknown_verb(t, topic);
    }
    man_page(&out, id);
    return tool_show(t, &out);
}

/* How many of the files that the command line names are standard input: "-", "-#0", "s1=-". */
static size_t standard_inputs(const settings *s)
{
    const char *const single[] = {s->job, s->caps, s->vertex_shader, s->pixel_shader};
    const string_list *const lists[] = {&s->textures, &s->replacements};
    size_t count = 0;
    for (size_t i = 0; i < s->operand_count; i++) {
        const char *path = s->operands[i].path;
        count += !s->operands[i].folder && path[0] == '-' && (path[1] == '\0' || path[1] == '#');
    }
    for (size_t i = 0; i < COUNT(single); i++) {
        count += single[i] != NULL && single[i][0] == '-' && (single[i][1] == '\0' || single[i][1] == '#');
    }
    for (size_t k = 0; k < COUNT(lists); k++) {
        for (size_t i = 0; i < lists[k]->count; i++) {
            const char *file = strchr(lists[k]->items[i], '=');
            count += file != NULL && strcmp(file, "=-") == 0;
        }
    }
    return count;
}

static exit_status run_verb(tool *t, verb_id id, int count, char **arguments)
{
    text error = {0}, hint = {0};
    exit_status status = EXIT_USAGE;
    bool good = settings_parse(&t->settings, id, count, arguments, &error, &hint);
    t->verb = &verbs[id];
    t->color = wants_color(&t->settings);
    if (t->settings.help) {
        status = help(t, verbs[id].name);
    } else if (!good) {
        if (hint.size == 0) {
            text_format(&hint, "shader9 %s --help lists its options", verbs[id].name);
        }
        tool_usage(t, text_string(&hint), "%s", text_string(&error));
    } else if (t->settings.strict && t->settings.no_check) {
        tool_usage(t, NULL, "--strict and --no-check exclude each other");
    } else if (standard_inputs(&t->settings) > 1) {
        tool_usage(t, NULL, "standard input can be read once only");
    } else {
        includes_judge(t);
        status = defines_read(t);
        status = status == EXIT_DONE ? verbs[id].run(t) : status;
    }
    status = tool_finish(t, status);
    tool_print_end(t);
    defines_free(t);
    settings_free(&t->settings);
    text_free(&error);
    text_free(&hint);
    return status;
}

int main(int argc, char **argv)
{
    tool t = {0};
    system_start();
    t.settings.max_errors = 20;
    t.color = wants_color(&t.settings);
    if (argc < 2) {
        text out = {0};
        general_help(&out, help_width());
        if (!out.failed) {
            fwrite(out.data, 1, out.size, stderr);
        }
        text_free(&out);
        return EXIT_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0 || strcmp(word, "version") == 0) {
        text out = {0};
        text_format(&out, "shader9 %s\nengines: ", s9_library_version());
        engine_list(&out);
        text_put(&out, "\n");
        return (int)tool_show(&t, &out);
    }
    if (asks_for_help(word)) {
        if (argc > 2 && strcmp(argv[2], "--form") == 0) {
            return (int)help_form(&t, argc > 3 ? argv[3] : NULL, argc > 4 ? argv[4] : NULL);
        }
        if (argc > 3) {
            return (int)tool_usage(&t, "shader9 help lists the verbs", "help takes one verb or page, not '%s', too",
                                   argv[3]);
        }
        return (int)help(&t, argc > 2 ? argv[2] : NULL);
    }
    if (word[0] == '-' && word[1] != '\0') {
        static const char *const alone[] = {"--version", "--help", NULL};
        const char *nearest = nearest_word(word, alone);
        text hint = {0};
        text_format(&hint, "%s%s%sshader9 VERB [options] FILE...; shader9 help lists the verbs",
                    nearest != NULL ? "did you mean " : "", nearest != NULL ? nearest : "",
                    nearest != NULL ? "? " : "");
        exit_status status = tool_usage(&t, text_string(&hint), "a verb comes before the options, not '%s'", word);
        text_free(&hint);
        return (int)status;
    }
    verb_id id = find_verb(word);
    if (id == VERB_COUNT) {
        return (int)unknown_verb(&t, word);
    }
    return (int)run_verb(&t, id, argc - 2, argv + 2);
}
