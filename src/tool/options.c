/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define V(name) (1u << VERB_##name)
#define ALL_VERBS ((1u << VERB_COUNT) - 1)
#define FILE_VERBS (ALL_VERBS & ~V(LSP))
#define LIST_VERBS (FILE_VERBS & ~V(DIFF)) /* of any number of files */
#define SHADER_VERBS (V(ASM) | V(DIS) | V(CHECK) | V(INFO) | V(RUN) | V(TRACE) | V(TRANSLATE) | V(BENCH))
#define JOB_VERBS (V(RUN) | V(TRACE))
#define RUNNING_VERBS (JOB_VERBS | V(DRAW) | V(FILTER))
#define TRACING_VERBS (V(TRACE) | V(DRAW))
#define MEANING_VERBS (RUNNING_VERBS | V(TRANSLATE) | V(DIFF)) /* what looks at the meaning of a shader */
#define TEXT_VERBS (V(ASM) | V(DIS) | V(CHECK) | V(INFO) | V(BENCH) | MEANING_VERBS)
#define FIELD(member) offsetof(settings, member)

const option option_table[] = {
    {"--format", 0, "bin|hex|c", "what to write: the tokens, a word a line as hexadecimal, or a C array (bin)", V(ASM),
     OPTION_CHOICE, FIELD(format)},
    {"--define", 'D', "NAME[=VALUE]", "define a macro of the preprocessor (1 without a value)", TEXT_VERBS, OPTION_LIST,
     FIELD(defines)},
    {"--include-dir", 'I', "DIR", "look for included files here, too", TEXT_VERBS, OPTION_LIST, FIELD(includes)},

    {"--offsets", 0, NULL, "show the byte offset of each instruction", V(DIS), OPTION_FLAG, FIELD(offsets)},
    {"--tokens", 0, NULL, "show the words of each instruction", V(DIS), OPTION_FLAG, FIELD(tokens)},
    {"--names", 0, NULL, "name the constants that each instruction reads, by the constant table", V(DIS), OPTION_FLAG,
     FIELD(names)},
    {"--exact", 0, NULL, "print floats by the fewest digits that give the same bits (0.1, not 0.100000001)", V(DIS),
     OPTION_FLAG, FIELD(exact)},
    {"--no-comments", 0, NULL, "leave comment blocks out (the text then gives other bytes)", V(DIS), OPTION_FLAG,
     FIELD(no_comments)},
    {"--no-comments", 0, NULL, "do not compare comment blocks, which constant tables are, too", V(DIFF), OPTION_FLAG,
     FIELD(no_comments)},

    {"--pair", 0, NULL, "the two files are a vertex and a pixel shader; check what passes between them, too", V(CHECK),
     OPTION_FLAG, FIELD(pair)},
    {"--pair", 0, NULL, "the two files are a vertex and a pixel shader; link them", V(TRANSLATE), OPTION_FLAG,
     FIELD(pair)},
    {"--list-rules", 0, NULL, "list the rules and stop", V(CHECK), OPTION_FLAG, FIELD(list_rules)},
    {"--explain", 0, "CODE", "say what a rule such as V012 is about and stop", V(CHECK), OPTION_TEXT, FIELD(explain)},

    {"--json", 0, NULL, "print the result as JSON", V(CHECK) | V(INFO) | V(EFFECT) | V(DIFF) | V(BENCH) | TRACING_VERBS,
     OPTION_FLAG, FIELD(json)},
    {"--extract", 0, "DIR", "write each shader into this folder, too", V(EFFECT), OPTION_TEXT, FIELD(extract)},
    {"--replace", 0, "ADDRESS=FILE", "put the shader of FILE (tokens or text) in the place of one; -o names the result",
     V(EFFECT), OPTION_LIST, FIELD(replacements)},
    {"--hash", 0, NULL, "also the SHA-256 of the bytes up to the end token", V(INFO), OPTION_FLAG, FIELD(hash)},

    {"--job", 0, "FILE", "constants, textures, samplers and lanes as JSON", JOB_VERBS, OPTION_TEXT, FIELD(job)},
    {"--job", 0, "FILE", "JSON of run whose constants, textures, samplers and first lane are the same in all inputs",
     V(DIFF), OPTION_TEXT, FIELD(job)},
    {"--const", 0, "REG=VALUES", "set a constant: c0=1,2,3,4 i0=4,0,1,0 b0=true", JOB_VERBS | V(FILTER), OPTION_LIST,
     FIELD(constants)},
    {"--const", 0, "REG=VALUES", "keep a constant at a value: c0=1,2,3,4 i0=4,0,1,0 b0=true", V(DIFF), OPTION_LIST,
     FIELD(constants)},
    {"--input", 0, "REG=VALUES", "set an input of every lane: v0=1,0,0,1 or texcoord0=0.5,0.5", JOB_VERBS, OPTION_LIST,
     FIELD(inputs)},
    {"--input", 0, "REG=VALUES", "keep an input at a value: v0=1,0,0,1 or texcoord0=0.5,0.5", V(DIFF), OPTION_LIST,
     FIELD(inputs)},

    {"--lane", 0, "N", "the lane of the job that is traced (0)", V(TRACE), OPTION_NUMBER, FIELD(lane)},
    {"--quad", 0, NULL, "tell all four lanes of the quad", TRACING_VERBS, OPTION_FLAG, FIELD(quad)},
    {"--who", 0, "REG.C", "tell which instruction last wrote r3.x, and from what, back to the inputs", TRACING_VERBS,
     OPTION_LIST, FIELD(who)},
    {"--break-nan", 0, NULL, "stop after the first NaN or infinity that no source held", TRACING_VERBS, OPTION_FLAG,
     FIELD(break_nan)},
    {"--break", 0, "PLACE", "stop after line 9, instruction #7 or offset +0x4c; 9:3 is the third time", TRACING_VERBS,
     OPTION_TEXT, FIELD(break_at)},
    {"--break-when", 0, "REG.C[=VALUE]", "stop when r0.x is written, or is =, !=, <, <=, >, >= a value, =nan or =inf",
     TRACING_VERBS, OPTION_LIST, FIELD(watches)},
    {"--limit", 0, "N", "keep at most so many steps of a trace (16384; 1048576 at most)", TRACING_VERBS | V(DIFF),
     OPTION_STEPS, FIELD(limit)},
    {"--pixel", 0, "X,Y", "explain this pixel: what covers it in order, each test, the trace of its shader", V(DRAW),
     OPTION_TEXT, FIELD(pixel)},
    {"--trace-vertices", 0, NULL, "with --pixel: also the traces of the vertex shader for each primitive", V(DRAW),
     OPTION_FLAG, FIELD(trace_vertices)},

    {"--inputs", 0, "N", "try so many vertices or pixels (4096)", V(DIFF), OPTION_POSITIVE, FIELD(input_total)},
    {"--seed", 0, "N", "choose other inputs; the same number chooses the same ones (0)", V(DIFF), OPTION_NUMBER,
     FIELD(seed)},
    {"--specials", 0, NULL, "try NaN, infinities, -0 and denormal numbers, too", V(DIFF), OPTION_FLAG, FIELD(specials)},
    {"--ulp", 0, "N", "values at most so many floats apart are the same (0)", V(DIFF), OPTION_NUMBER, FIELD(ulp)},
    {"--tolerance", 0, "X", "values are the same within X, above 1 within X times their size (0)", V(DIFF), OPTION_TEXT,
     FIELD(tolerance)},
    {"--no-run", 0, NULL, "compare the instructions alone", V(DIFF), OPTION_FLAG, FIELD(no_run)},
    {"--trace", 0, NULL, "on a difference print the whole traces of both", V(DIFF), OPTION_FLAG, FIELD(whole_trace)},
    {"--write-job", 0, "FILE", "write the input on which they differ, for run --job and trace --job", V(DIFF),
     OPTION_TEXT, FIELD(write_job)},
    {"--context", 'U', "N", "show so many equal instructions around a change (3)", V(DIFF), OPTION_NUMBER,
     FIELD(context)},

    {"--vs", 0, "FILE", "the vertex shader, in place of the scene's", V(DRAW), OPTION_TEXT, FIELD(vertex_shader)},
    {"--ps", 0, "FILE", "the pixel shader, in place of the scene's", V(DRAW), OPTION_TEXT, FIELD(pixel_shader)},
    {"--mesh", 0, "NAME|FILE", "quad, cube, sphere, torus, teapot, or a mesh file, in place of the scene's", V(DRAW),
     OPTION_TEXT, FIELD(mesh)},
    {"--camera", 0, "X,Y,Z", "look from here at the origin: world-view-projection rows in c0 to c3", V(DRAW),
     OPTION_TEXT, FIELD(camera)},
    {"--vs-const", 0, "REG=VALUES", "set a constant of the vertex shader", V(DRAW), OPTION_LIST, FIELD(vs_constants)},
    {"--ps-const", 0, "REG=VALUES", "set a constant of the pixel shader", V(DRAW), OPTION_LIST, FIELD(ps_constants)},
    {"--raw", 0, "FILE", "also write the targets as 32-bit floats (JSON)", V(DRAW), OPTION_TEXT, FIELD(raw)},
    {"--dds-format", 0, "NAME", "format of the DDS that -o OUT.dds writes, such as DXT1 (that of the target)",
     V(DRAW) | V(FILTER), OPTION_TEXT, FIELD(dds_format)},
    {"--size", 0, "WxH", "size of the picture, at most 16384x16384", V(DRAW) | V(FILTER), OPTION_TEXT, FIELD(size)},
    {"--texture", 0, "sN=FILE", "bind an image or a DDS to a sampler of the pixel shader", V(DRAW) | V(FILTER),
     OPTION_LIST, FIELD(textures)},
    {"--sampler", 0, "sN.FIELD=VALUE", "set a sampler's field, as in s0.min=point", V(DRAW) | V(FILTER), OPTION_LIST,
     FIELD(samplers)},
    {"--define-size", 0, "cN", "set a constant to (W, H, 1/W, 1/H)", V(FILTER), OPTION_TEXT, FIELD(define_size)},

    {"--to", 0, "spirv|spirv-asm|glsl|essl|msl|hlsl", "what to write (spirv)", V(TRANSLATE), OPTION_CHOICE, FIELD(to)},
    {"--target", 0, "VERSION", "of the language: 1.0 (SPIR-V), 330 (GLSL), 300 (ESSL), 2.0 (MSL), 5.0 (HLSL)",
     V(TRANSLATE), OPTION_TEXT, FIELD(target)},
    {"--reflect-out", 0, "FILE", "write what a program binds to the result, as JSON; into DIR/ for each of many inputs",
     V(TRANSLATE), OPTION_TEXT, FIELD(reflect_out)},
    {"--state", 0, "NAME=WORD", "a state around the shader, fixed|spec|uniform or a value; they are listed above",
     V(TRANSLATE), OPTION_LIST, FIELD(states)},
    {"--bind", 0, "NAME=N", "a binding: set c i b stages state s sampler (c 0, i 1, b 2, stages 3, state 4, s 16)",
     V(TRANSLATE), OPTION_LIST, FIELD(bindings)},
    {"--location", 0, "USAGE=N", "the location of a value between the stages, as in texcoord8=5 (not with --pair)",
     V(TRANSLATE), OPTION_LIST, FIELD(locations)},
    {"--push-constants", 0, NULL, "constants are push constants, not uniform blocks", V(TRANSLATE), OPTION_FLAG,
     FIELD(push_constants)},
    {"--push-offset", 0, "BYTES", "where the push constants begin (0)", V(TRANSLATE), OPTION_NUMBER,
     FIELD(push_offset)},
    {"--float-registers", 0, "N", "how many c# there are where they are indexed (256)", V(TRANSLATE), OPTION_NUMBER,
     FIELD(float_registers)},
    {"--separate-samplers", 0, NULL, "images and samplers apart", V(TRANSLATE), OPTION_FLAG, FIELD(separate_samplers)},
    {"--sampler-type", 0, "sN=2d|cube|volume", "the kind of a stage of ps_1_x, which declares none (2d)", V(TRANSLATE),
     OPTION_LIST, FIELD(sampler_types)},
    {"--compare", 0, "sN", "a sampler whose texture is compared with, as depth formats are", V(TRANSLATE), OPTION_LIST,
     FIELD(compare)},
    {"--flat", 0, NULL, "colours of pixel shaders are not interpolated", V(TRANSLATE), OPTION_FLAG, FIELD(flat)},
    {"--no-color-clamp", 0, NULL, "do not clamp colours between stages before model 3", V(TRANSLATE), OPTION_FLAG,
     FIELD(no_color_clamp)},
    {"--fine-derivatives", 0, NULL, "dsx, dsy of each row and column (needs DerivativeControl)", V(TRANSLATE),
     OPTION_FLAG, FIELD(fine_derivatives)},
    {"--native-dot", 0, NULL, "dot products by one instruction, whose order of additions is the driver's", V(TRANSLATE),
     OPTION_FLAG, FIELD(native_dot)},
    {"--contract", 0, NULL, "let the driver fuse multiplications and additions", V(TRANSLATE), OPTION_FLAG,
     FIELD(contract)},
    {"--no-invariant", 0, NULL, "the position need not be the same in two shaders", V(TRANSLATE), OPTION_FLAG,
     FIELD(no_invariant)},
    {"--entry", 0, "NAME", "name of the entry point (main; GLSL and ESSL have no other)", V(TRANSLATE), OPTION_TEXT,
     FIELD(entry)},
    {"--no-names", 0, NULL, "leave names out", V(TRANSLATE), OPTION_FLAG, FIELD(no_names)},
    {"--lines", 0, NULL, "tell the lines of the assembly text", V(TRANSLATE), OPTION_FLAG, FIELD(lines)},
    {"--optimize", 0, NULL, "run the passes of spirv-opt -O", V(TRANSLATE), OPTION_FLAG, FIELD(optimize)},
    {"--cross", 0, "NAME=VALUE", "an option of SPIRV-Cross, as in flip-vertex-y=true", V(TRANSLATE), OPTION_LIST,
     FIELD(cross)},

    {"--runs", 0, "N", "tell the median of so many runs (5)", V(BENCH), OPTION_POSITIVE, FIELD(runs)},
    {"--engine", 0, "auto|vm|jit", "what executes the shader; jit where the build has it (auto)",
     RUNNING_VERBS | V(BENCH), OPTION_CHOICE, FIELD(engine)},
    {"--option", 0, "NAME=VALUE", "a choice of arithmetic; alone it lists them", MEANING_VERBS, OPTION_LIST,
     FIELD(options)},
    {"--table-defaults", 0, NULL, "first set the initial values of the shader's constant table", RUNNING_VERBS,
     OPTION_FLAG, FIELD(table_defaults)},
    {"--max-steps", 0, "N", "stop a lane after so many instructions (16777216)", RUNNING_VERBS, OPTION_POSITIVE,
     FIELD(max_steps)},
    {"--max-steps", 0, "N", "stop a lane after so many instructions (65536)", V(DIFF) | V(BENCH), OPTION_POSITIVE,
     FIELD(max_steps)},

    {"--depfile", 0, "FILE", "write which files the output depends on, as a rule for make and ninja (with -o FILE)",
     V(ASM), OPTION_TEXT, FIELD(depfile)},
    {"--caps", 0, "NAME|FILE", "the device: minimum, 2_a, 2_b, hardware, software, generous or a JSON file (generous)",
     V(ASM) | V(CHECK) | MEANING_VERBS, OPTION_TEXT, FIELD(caps)},
    {"--dialect", 0, "d3d9|d3d8",
     "d3d8: text of Direct3D 8 is rewritten: inputs without dcl, rcp without a component, m4x4 into its source, -c0 "
     "(d3d9)",
     V(ASM) | V(CHECK) | V(INFO) | MEANING_VERBS, OPTION_CHOICE, FIELD(dialect)},
    {"--no-check", 0, NULL, "take a shader that parses, even if it breaks a rule", V(ASM) | MEANING_VERBS, OPTION_FLAG,
     FIELD(no_check)},
    {"--strict", 0, NULL, "refuse a shader that breaks a rule", MEANING_VERBS, OPTION_FLAG, FIELD(strict)},

    {"--stdio", 0, NULL, "speak on standard input and output, as it does without", V(LSP), OPTION_FLAG, FIELD(stdio)},
    {"--output", 'o', "FILE", "write the result here; a name that ends in / is a folder", FILE_VERBS, OPTION_TEXT,
     FIELD(output)},
    {"--recursive", 'r', "DIR", "work on all files below this folder, too", LIST_VERBS, OPTION_FOLDER, 0},
    {"--jobs", 'j', "N", "work on so many files at once (as many as there are processors)", LIST_VERBS, OPTION_NUMBER,
     FIELD(jobs)},
    {"--stdin-filename", 0, "NAME", "the name of standard input in diagnostics", SHADER_VERBS, OPTION_TEXT,
     FIELD(stdin_filename)},
    {"--diagnostics", 0, "text|msvc|json|sarif|github", "how diagnostics are printed (text)", FILE_VERBS, OPTION_CHOICE,
     FIELD(diagnostics)},
    {"--max-errors", 0, "N", "print at most so many errors and warnings of a file, 0 for all (20)", FILE_VERBS,
     OPTION_NUMBER, FIELD(max_errors)},
    {"--color", 0, "auto|always|never", "colour in diagnostics (auto)", ALL_VERBS, OPTION_CHOICE, FIELD(color)},
    {"--help", 'h', NULL, "print this and stop", ALL_VERBS, OPTION_FLAG, FIELD(help)},
};
const size_t option_count = COUNT(option_table);

int choice_index(const char *choices, const char *word)
{
    size_t length = strlen(word);
    int index = 0;
    for (const char *at = choices; length != 0; index++) {
        size_t size = strcspn(at, "|");
        if (size == length && memcmp(at, word, size) == 0) {
            return index;
        }
        if (at[size] == '\0') {
            break;
        }
        at += size + 1;
    }
    return -1;
}

static bool grow(void **items, size_t *capacity, size_t count, size_t size, text *error)
{
    if (count < *capacity) {
        return true;
    }
    size_t more = *capacity == 0 ? 8 : *capacity * 2;
    void *grown = realloc(*items, more * size);
    if (grown == NULL) {
        text_put(error, "out of memory");
        return false;
    }
    *items = grown;
    *capacity = more;
    return true;
}

static bool add_operand(settings *s, const char *path, bool folder, text *error)
{
    void *items = s->operands;
    if (!grow(&items, &s->operand_capacity, s->operand_count, sizeof *s->operands, error)) {
        return false;
    }
    s->operands = items;
    s->operands[s->operand_count].path = path;
    s->operands[s->operand_count++].folder = folder;
    return true;
}

static bool store(settings *s, const option *o, const char *shown, const char *value, text *error)
{
    char *field = (char *)s + o->field;
    if (value != NULL && value[0] == '\0') {
        /* A variable of a script that is not set, mostly; as a folder it would be the root of everything. */
        text_format(error, "%s needs a value that is not empty: %s", shown, o->argument);
        return false;
    }
    switch (o->type) {
    case OPTION_FLAG:
        *(bool *)(void *)field = true;
        return true;
    case OPTION_TEXT:
        *(const char **)(void *)field = value;
        return true;
    case OPTION_POSITIVE:
    case OPTION_STEPS:
    case OPTION_NUMBER: {
        char *end = NULL;
        errno = 0;
        unsigned long number = strtoul(value, &end, 10);
        if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 || number > UINT32_MAX) {
            text_format(error, "%s takes a whole number, not '%s'", shown, value);
            return false;
        }
        if (number == 0 && o->type != OPTION_NUMBER) {
            text_format(error, "%s takes a number above 0", shown);
            return false;
        }
        if (number > MOST_STEPS && o->type == OPTION_STEPS) {
            text_format(error, "%s takes at most %d: every step that is kept takes memory", shown, (int)MOST_STEPS);
            return false;
        }
        *(uint32_t *)(void *)field = (uint32_t)number;
        return true;
    }
    case OPTION_CHOICE: {
        int index = choice_index(o->argument, value);
        if (index < 0) {
            text_format(error, "%s takes %s, not '%s'", shown, o->argument, value);
            return false;
        }
        *(int *)(void *)field = index;
        return true;
    }
    case OPTION_LIST: {
        string_list *list = (string_list *)(void *)field;
        void *items = list->items;
        if (!grow(&items, &list->capacity, list->count, sizeof *list->items, error)) {
            return false;
        }
        list->items = items;
        list->items[list->count++] = value;
        return true;
    }
    case OPTION_FOLDER:
        return add_operand(s, value, true, error);
    }
    return false;
}

/* The option that an argument begins with, for this verb or (`other`) for another; *value is what follows its name. */
static const option *find_option(const char *argument, unsigned verb_bit, const char **value, bool *other)
{
    const option *elsewhere =
        NULL; /* an option may have several rows: its text, or its default, is another one there */
    *value = NULL;
    for (size_t i = 0; i < option_count; i++) {
        const option *o = &option_table[i];
        const char *rest = NULL;
        if (argument[1] == '-') {
            size_t length = strlen(o->name);
            if (strncmp(argument, o->name, length) != 0 || (argument[length] != '\0' && argument[length] != '=')) {
                continue;
            }
            rest = argument[length] == '=' ? argument + length + 1 : NULL;
        } else {
            if (o->letter == '\0' || argument[1] != o->letter) {
                continue;
            }
            rest = argument[2] != '\0' ? argument + 2 : NULL;
        }
        if ((o->verbs & verb_bit) != 0) {
            *value = rest;
            *other = false;
            return o;
        }
        elsewhere = o;
    }
    *other = elsewhere != NULL;
    return elsewhere;
}

/* Names the option that was perhaps meant. */
static void suggest(const char *argument, unsigned verb_bit, text *hint)
{
    const char *names[COUNT(option_table) + 1];
    size_t count = 0;
    for (size_t i = 0; i < option_count; i++) {
        if ((option_table[i].verbs & verb_bit) != 0) {
            names[count++] = option_table[i].name;
        }
    }
    names[count] = NULL;
    char *name = string_copy_bytes(argument, strcspn(argument, "="));
    const char *nearest = name == NULL ? NULL : nearest_word(name, names);
    free(name);
    if (nearest != NULL) {
        text_format(hint, "did you mean %s?", nearest);
    }
}

bool settings_parse(settings *s, verb_id id, int count, char **arguments, text *error, text *hint)
{
    memset(s, 0, sizeof *s);
    s->verb = id;
    s->max_errors = 20;
    s->context = 3;
    unsigned verb_bit = 1u << id;
    bool only_operands = false;
    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i];
        if (only_operands || argument[0] != '-' || argument[1] == '\0' || argument[1] == '#') {
            if (!add_operand(s, argument, false, error)) {
                return false;
            }
            continue;
        }
        if (strcmp(argument, "--") == 0) {
            only_operands = true;
            continue;
        }
        const char *value = NULL;
        bool other = false;
        const option *o = find_option(argument, verb_bit, &value, &other);
        if (o == NULL || other) {
            size_t shown = strcspn(argument, "=");
            text_format(error, "unknown option '%.*s' for '%s'", (int)(shown < 80 ? shown : 80), argument,
                        verbs[id].name);
            if (other) {
                unsigned with = 0;
                for (size_t k = 0; k < option_count; k++) {
                    with |= strcmp(option_table[k].name, o->name) == 0 ? option_table[k].verbs : 0;
                }
                text_put(hint, "an option of");
                for (size_t v = 0; v < VERB_COUNT; v++) {
                    if ((with >> v & 1u) != 0) {
                        text_format(hint, " '%s'", verbs[v].name);
                    }
                }
            } else {
                suggest(argument, verb_bit, hint);
            }
            return false;
        }
        text shown = {0};
        text_bytes(&shown, argument, argument[1] == '-' ? strcspn(argument, "=") : 2);
        bool good = true;
        if (o->type == OPTION_FLAG) {
            if (value != NULL) {
                text_format(error, "%s takes no value", text_string(&shown));
                good = false;
            }
        } else if (value == NULL) {
            if (i + 1 == count) {
                text_format(error, "%s needs a value: %s", text_string(&shown), o->argument);
                if (o->field == FIELD(options)) {
                    text_put(hint, "the options, each with its default first:");
                    arithmetic_options_list(hint, id);
                }
                good = false;
            } else {
                value = arguments[++i];
            }
        }
        good = good && store(s, o, text_string(&shown), value, error);
        text_free(&shown);
        if (!good) {
            return false;
        }
    }
    return true;
}

void settings_free(settings *s)
{
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].type == OPTION_LIST) {
            string_list *list = (string_list *)(void *)((char *)s + option_table[i].field);
            free(list->items);
            *list = (string_list){0}; /* another row may be of the same field */
        }
    }
    free(s->operands);
}

/* ---- help ---- */

const exit_meaning exit_meanings[] = {
    {EXIT_DONE, "done"},
    {EXIT_REFUSED, "the input was refused"},
    {EXIT_USAGE, "wrong usage"},
    {EXIT_IO, "a file could not be read or written"},
    {EXIT_INTERNAL, "a fault of shader9 itself"},
};
const size_t exit_meaning_count = COUNT(exit_meanings);

const char general_conventions[] =
    "The file - is standard input. What a file holds is found by looking at it, not at its name.\n"
    "Results go to standard output or --output, diagnostics to standard error. No result replaces a file\n"
    "that the run reads, and a run that fails leaves old files whole.";

bool option_of_all_verbs(const option *o)
{
    return (o->verbs & LIST_VERBS) == LIST_VERBS;
}

bool verb_takes_arithmetic(verb_id id)
{
    return (MEANING_VERBS >> id & 1u) != 0;
}

enum { OPTION_COLUMN = 32 };

static void option_line(text *out, const option *o, size_t width)
{
    text left = {0};
    text_put(&left, "  ");
    if (o->letter != '\0') {
        text_format(&left, "-%c, ", o->letter);
    }
    text_put(&left, o->name);
    if (o->argument != NULL) {
        text_format(&left, " %s", o->argument);
    }
    text_bytes(out, left.data, left.size);
    if (left.size + 2 > OPTION_COLUMN) {
        text_char(out, '\n');
        text_repeat(out, ' ', OPTION_COLUMN);
    } else {
        text_repeat(out, ' ', OPTION_COLUMN - left.size);
    }
    text_wrap(out, o->help, strlen(o->help), OPTION_COLUMN, width);
    text_char(out, '\n');
    text_free(&left);
}

/* Sentences, whose lines are as long as there is room; lines that begin with a blank stay as they are. */
static void put_paragraphs(text *out, const char *words, size_t width)
{
    while (*words != '\0') {
        size_t length = strcspn(words, "\n");
        while (*words != ' ' && words[length] == '\n' && words[length + 1] != ' ' && words[length + 1] != '\0') {
            length += 1 + strcspn(words + length + 1, "\n");
        }
        if (*words == ' ') {
            text_bytes(out, words, length);
        } else {
            text_wrap(out, words, length, 0, width);
        }
        text_char(out, '\n');
        words += length + (words[length] == '\n');
    }
}

/* Lines with a column of explanations, as arithmetic_options_list makes them. */
static void put_choices(text *out, verb_id id, size_t width)
{
    text choices = {0};
    arithmetic_options_list(&choices, id);
    for (const char *at = text_string(&choices); at != NULL && *at == '\n';) {
        const char *line = ++at;
        size_t length = strcspn(line, "\n"), column = length < CHOICE_COLUMN ? length : CHOICE_COLUMN;
        text_bytes(out, line, column);
        text_wrap(out, line + column, length - column, CHOICE_COLUMN, width);
        text_char(out, '\n');
        at += length;
    }
    out->failed |= choices.failed;
    text_free(&choices);
}

void verb_help(text *out, verb_id id, size_t width)
{
    const verb *v = &verbs[id];
    text_format(out, "usage: shader9 %s [options] %s\n\n", v->name, v->operands);
    put_paragraphs(out, v->summary, width);
    if (v->details != NULL) {
        text_char(out, '\n');
        put_paragraphs(out, v->details, width);
    }
    unsigned bit = 1u << id;
    text_put(out, "\nOptions of this verb:\n");
    for (size_t i = 0; i < option_count; i++) {
        if ((option_table[i].verbs & bit) != 0 && !option_of_all_verbs(&option_table[i])) {
            option_line(out, &option_table[i], width);
        }
    }
    if (verb_takes_arithmetic(id)) {
        text_put(out, "\nChoices of --option, each with its default first:\n");
        put_choices(out, id, width);
    }
    text_put(out, "\nOptions of all verbs:\n");
    for (size_t i = 0; i < option_count; i++) {
        if (option_of_all_verbs(&option_table[i]) && (option_table[i].verbs & bit) != 0) {
            option_line(out, &option_table[i], width);
        }
    }
}

void general_help(text *out, size_t width)
{
    enum { COLUMN = 13 };
    text status = {0};
    text_put(out, "usage: shader9 VERB [options] FILE...\n"
                  "       shader9 help [VERB], shader9 --version\n\n"
                  "A toolkit for Direct3D 9 shaders, as assembly text or binary tokens.\n\nVerbs:\n");
    for (size_t i = 0; i < VERB_COUNT; i++) {
        text_format(out, "  %-11s", verbs[i].name);
        text_wrap(out, verbs[i].summary, strlen(verbs[i].summary), COLUMN, width);
        text_char(out, '\n');
    }
    text_char(out, '\n');
    put_paragraphs(
        out,
        "shader9 VERB --help lists a verb's options; shader9 help rules and shader9 help instructions are "
        "pages to look things up in; shader9 help --form man|markdown|bash|zsh|fish|vim|textmate [VERB|PAGE] "
        "writes manual pages, completions for shells and grammars for editors.",
        width);
    text_char(out, '\n');
    put_paragraphs(out, general_conventions, width);
    text_put(&status, "Exit status:");
    for (size_t i = 0; i < exit_meaning_count; i++) {
        text_format(&status, "%s %d %s", i == 0 ? "" : ";", (int)exit_meanings[i].status, exit_meanings[i].meaning);
    }
    text_put(&status, ".");
    text_char(out, '\n');
    put_paragraphs(out, text_string(&status) == NULL ? "" : status.data, width);
    out->failed |= status.failed;
    text_free(&status);
}
