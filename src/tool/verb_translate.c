/* SPDX-License-Identifier: MIT */
/* translate: to SPIR-V, and through it to other shading languages. */
#include "batch.h"
#include "contained.h"
#include "io.h"
#include "system.h"
#include "translation.h"

#include <shader9/reflect.h>

#include <stdlib.h>
#include <string.h>

typedef struct translate_run {
    translation what;
    rule_set rules;
    const char *other; /* --pair: the pixel shader */
} translate_run;

static const char *extension_of(const translation *what, s9_stage stage)
{
    static const char *const extensions[6][2] = {{".spv", ".spv"},   {".spvasm", ".spvasm"}, {".vert", ".frag"},
                                                 {".vert", ".frag"}, {".metal", ".metal"},   {".hlsl", ".hlsl"}};
    return extensions[what->target][stage == S9_STAGE_PIXEL];
}

/* In a folder both stages of what is drawn lie side by side, mostly under one name: the stage tells them apart. */
static const char *extension_in_folder(const translation *what, s9_stage stage)
{
    static const char *const extensions[6][2] = {
        {".vert.spv", ".frag.spv"}, {".vert.spvasm", ".frag.spvasm"}, {".vert", ".frag"},
        {".vert", ".frag"},         {".vert.metal", ".frag.metal"},   {".vert.hlsl", ".frag.hlsl"}};
    return extensions[what->target][stage == S9_STAGE_PIXEL];
}

/* ---- one shader ---- */

/* Names of registers by the constant table; NULL where there are none. They live as long as the reflection. */
static s9_register_name *names_of(const s9_reflection *reflection, size_t *count)
{
    size_t all = s9_reflection_constant_count(reflection);
    s9_register_name *names = all == 0 ? NULL : calloc(all, sizeof *names);
    *count = names == NULL ? 0 : all;
    for (size_t i = 0; i < *count; i++) {
        const s9_constant *c = s9_reflection_constant(reflection, i);
        names[i] = (s9_register_name){.set = c->set, .first = c->first, .count = c->count, .name = c->name};
    }
    return names;
}

/* The words as they stand in a file: little-endian. */
static void put_words(text *out, const s9_spirv *module)
{
    size_t count = 0;
    const uint32_t *words = s9_spirv_words(module, &count);
    for (size_t i = 0; i < count; i++) {
        unsigned char bytes[4] = {(unsigned char)words[i], (unsigned char)(words[i] >> 8),
                                  (unsigned char)(words[i] >> 16), (unsigned char)(words[i] >> 24)};
        text_bytes(out, bytes, sizeof bytes);
    }
}

/* The result in the form that was asked for. */
static void put_result(text *out, s9_spirv *module, const tool *t, const translation *what, const report *about)
{
    if (what->target == TO_SPIRV && !t->settings.optimize) {
        put_words(out, module);
        return;
    }
#ifdef SHADER9_HAVE_CROSS
    s9_diagnostics *diagnostics = NULL;
    s9_blob blob = {0};
    s9_result result = S9_OK;
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(about);
        return;
    }
    if (t->settings.optimize) {
        result = s9_spirv_optimize(module, diagnostics);
    }
    if (result == S9_OK && what->target == TO_SPIRV) {
        put_words(out, module);
    } else if (result == S9_OK) {
        result = what->target == TO_SPIRV_ASM ? s9_spirv_text(module, NULL, &blob, diagnostics)
                                              : s9_cross_compile(module, NULL, &what->cross, &blob, diagnostics);
        text_bytes(out, blob.data, blob.size);
        s9_blob_free(&blob);
    }
    report_take(about, diagnostics, result);
#else
    report_error(about, "build it where the SPIRV-Cross and SPIRV-Tools libraries are installed",
                 "this build of shader9 writes SPIR-V as words only");
#endif
}

static s9_spirv *translate(const translate_run *run, const s9_program *program, const report *about)
{
    s9_diagnostics *diagnostics = NULL;
    s9_reflection *reflection = NULL;
    s9_spirv *module = NULL;
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK || s9_reflect(program, NULL, &reflection) != S9_OK) {
        s9_diagnostics_destroy(diagnostics);
        report_no_memory(about);
        return NULL;
    }
    s9_spirv_options options = run->what.spirv;
    s9_register_name *names = names_of(reflection, &options.register_name_count);
    options.register_names = names;
    report_take(about, diagnostics, s9_spirv_translate(program, NULL, &options, &module, diagnostics));
    free(names);
    s9_reflection_destroy(reflection);
    return module;
}

static void write_layout(const tool *t, unit *u, const s9_spirv *module, const s9_spirv *second)
{
    text out = {0};
    json_out j = {.out = &out};
    put_open(&j);
    put_key(&j, "schema");
    put_string(&j, "shader9.layout/1");
    if (second == NULL) {
        layout_json(&j, s9_spirv_get_layout(module));
    } else {
        put_key(&j, "vertex");
        put_open(&j);
        layout_json(&j, s9_spirv_get_layout(module));
        put_close(&j);
        put_key(&j, "pixel");
        put_open(&j);
        layout_json(&j, s9_spirv_get_layout(second));
        put_close(&j);
    }
    put_close(&j);
    text_char(&out, '\n');
    if (out.failed) {
        unit_fail(u, EXIT_INTERNAL);
    } else if (!write_file(t->settings.reflect_out, out.data, out.size, &u->findings)) {
        unit_fail(u, EXIT_IO);
    }
    text_free(&out);
}

typedef struct use_context {
    tool *t;
    unit *u;
    const translate_run *run;
    bool folder; /* --output names one */
    bool apart;  /* each shader of the file has a file of its own, in the folder that --output names */
    name_set names;
    uint32_t number; /* of the shader in the file */
} use_context;

/* The result of one of several shaders goes to its own file: no program is made of several. */
static void write_apart(use_context *c, const text *result, s9_stage stage, const char *address)
{
    text name = {0}, path = {0};
    unit as = {.relative = c->u->relative, .extension = extension_of(&c->run->what, stage)};
    names_put(&c->names, &name, address, c->number);
    as.address = text_string(&name);
    if (as.address != NULL) {
        unit_result_name(&path, &as, c->t->settings.output, NAME_REPLACE);
    }
    if (result->failed || name.failed || path.failed) {
        c->u->findings.failed = true;
    } else if (!path_stays_inside(path.data, strlen(c->t->settings.output), &c->u->findings) ||
               !make_parents(path.data, &c->u->findings) ||
               !write_file(path.data, result->data, result->size, &c->u->findings)) {
        unit_fail(c->u, EXIT_IO);
    }
    text_free(&name);
    text_free(&path);
}

static void use(void *context, const s9_program *program, const report *about, bool contained)
{
    use_context *c = context;
    unit *u = c->u;
    text apart = {0}, *out = c->apart ? &apart : &u->out;
    c->number++;
    if (program == NULL || !shader_judge(c->t, &c->run->rules, program, about)) {
        return;
    }
    s9_spirv *module = translate(c->run, program, about);
    if (module == NULL) {
        return;
    }
    size_t errors = about->findings->errors;
    if (contained && !c->apart && c->run->what.target != TO_SPIRV) { /* one behind the other, each under its name */
        text_format(&u->out, "%s%s %s\n", u->has_result ? "\n" : "", c->run->what.target == TO_SPIRV_ASM ? ";" : "//",
                    about->name);
    }
    put_result(out, module, c->t, &c->run->what, about);
    if (about->findings->errors == errors && c->apart) {
        write_apart(c, out, s9_program_stage(program), about->address);
    } else if (about->findings->errors == errors) {
        u->extension = c->folder && u->address == NULL && !contained
                           ? extension_in_folder(&c->run->what, s9_program_stage(program))
                           : extension_of(&c->run->what, s9_program_stage(program));
        u->has_result = true;
        if (c->t->settings.reflect_out != NULL) {
            write_layout(c->t, u, module, NULL);
        }
    }
    text_free(&apart);
    s9_spirv_destroy(module);
}

static void work(tool *t, unit *u, void *context)
{
    report r = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t, .address = u->address};
    use_context c = {.t = t, .u = u, .run = context};
    const char *output = t->settings.output;
    bool folder = output != NULL && strcmp(output, "-") != 0 && (path_ends_in_separator(output) || is_folder(output));
    c.folder = folder;
    text bytes = {0};
    /* Words of several modules, one behind the other, are good for nothing, and there is one layout to be told. */
    bool one = t->settings.reflect_out != NULL || (c.run->what.target == TO_SPIRV && !folder);
    if (!unit_read(u, &bytes)) {
        return;
    }
    if (one) {
        r.instead = t->settings.reflect_out != NULL ? "without --reflect-out, " : "-o DIR/ writes a file for each, or ";
        s9_program *program = shader_load(&bytes, &r);
        use(&c, program, &r, false);
        s9_program_destroy(program);
    } else {
        u->apart = c.apart = folder && shaders_count(&bytes, &r) > 1;
        shaders_each(&bytes, &r, use, &c);
    }
    names_free(&c.names);
    text_free(&bytes);
}

/* ---- pairs ---- */

/* "out.spv" -> "out.vert.spv"; for GLSL "out.vert". Into a folder: the name of the shader instead. */
static void pair_name(text *out, const char *output, const char *source, const translation *what, s9_stage stage)
{
    static const char *const stages[2] = {".vert", ".frag"};
    const char *extension = extension_of(what, stage);
    bool folder = is_folder(output) || path_ends_in_separator(output);
    if (folder) {
        const char *base = path_base(source);
        const char *dot = strrchr(base, '.');
        text_put(out, output);
        text_put(out, path_ends_in_separator(output) ? "" : "/");
        text_bytes(out, base, dot == NULL || dot == base ? strlen(base) : (size_t)(dot - base));
        text_put(out, extension_in_folder(what, stage));
        return;
    }
    const char *dot = strrchr(output, '.');
    bool has_extension = dot != NULL && dot > path_base(output);
    text_bytes(out, output, has_extension ? (size_t)(dot - output) : strlen(output));
    if (strcmp(extension, stages[stage == S9_STAGE_PIXEL]) != 0) {
        text_put(out, stages[stage == S9_STAGE_PIXEL]);
    }
    text_put(out, has_extension && strcmp(extension, stages[stage == S9_STAGE_PIXEL]) != 0 ? dot : extension);
}

static void deliver_pair(tool *t, unit *u, const translate_run *run, const text results[2])
{
    const char *sources[2] = {u->name, run->other};
    const char *output = t->settings.output;
    for (size_t i = 0; i < 2; i++) {
        if (output == NULL || strcmp(output, "-") == 0) {
            text_format(&u->out, "%s%s\n", run->what.target == TO_SPIRV_ASM ? "; " : "// ", sources[i]);
            text_bytes(&u->out, results[i].data, results[i].size);
            u->has_result = true;
            continue;
        }
        text name = {0};
        pair_name(&name, output, sources[i], &run->what, i == 0 ? S9_STAGE_VERTEX : S9_STAGE_PIXEL);
        if (name.failed) {
            unit_fail(u, EXIT_INTERNAL);
        } else if (!make_parents(name.data, &u->findings) ||
                   !write_file(name.data, results[i].data, results[i].size, &u->findings)) {
            unit_fail(u, EXIT_IO);
        }
        text_free(&name);
    }
}

static void translate_pair(tool *t, unit *u, const translate_run *run, const s9_program *const programs[2],
                           const report abouts[2])
{
    s9_reflection *reflections[2] = {NULL, NULL};
    s9_register_name *names[2] = {NULL, NULL};
    s9_spirv *modules[2] = {NULL, NULL};
    s9_spirv_options options[2] = {run->what.spirv, run->what.spirv};
    text results[2] = {{0}, {0}};
    s9_diagnostics *diagnostics = NULL;
    bool good = s9_diagnostics_create(NULL, &diagnostics) == S9_OK;
    for (size_t i = 0; i < 2 && good; i++) {
        good = s9_reflect(programs[i], NULL, &reflections[i]) == S9_OK;
        names[i] = good ? names_of(reflections[i], &options[i].register_name_count) : NULL;
        options[i].register_names = names[i];
    }
    if (!good) {
        s9_diagnostics_destroy(diagnostics);
        report_no_memory(&abouts[0]);
    } else {
        report_take(&abouts[0], diagnostics,
                    s9_spirv_translate_pair(programs[0], programs[1], NULL, &options[0], &options[1], &modules[0],
                                            &modules[1], diagnostics));
    }
    if (modules[0] != NULL && modules[1] != NULL) {
        for (size_t i = 0; i < 2; i++) {
            put_result(&results[i], modules[i], t, &run->what, &abouts[i]);
        }
        if (u->findings.errors == 0) {
            deliver_pair(t, u, run, results);
        }
        if (u->findings.errors == 0 && t->settings.reflect_out != NULL) {
            write_layout(t, u, modules[0], modules[1]);
        }
    }
    for (size_t i = 0; i < 2; i++) {
        text_free(&results[i]);
        s9_spirv_destroy(modules[i]);
        free(names[i]);
        s9_reflection_destroy(reflections[i]);
    }
}

static void work_pair(tool *t, unit *u, void *context)
{
    const translate_run *run = context;
    report vertex = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t};
    report pixel = vertex;
    pixel.name = run->other;
    vertex.address = u->address;
    s9_program *programs[2] = {shader_read(u->path, &vertex), shader_read(run->other, &pixel)};
    if (programs[0] != NULL && programs[1] != NULL) {
        const report abouts[2] = {vertex, pixel};
        if (s9_program_stage(programs[0]) != S9_STAGE_VERTEX) {
            report_error(&vertex, "--pair takes the vertex shader first", "is no vertex shader but %s",
                         s9_program_version(programs[0]));
        } else if (s9_program_stage(programs[1]) != S9_STAGE_PIXEL) {
            report_error(&pixel, "--pair takes the pixel shader second", "is no pixel shader but %s",
                         s9_program_version(programs[1]));
        } else if (shader_judge(t, &run->rules, programs[0], &vertex) &&
                   shader_judge(t, &run->rules, programs[1], &pixel)) {
            const s9_program *const both[2] = {programs[0], programs[1]};
            translate_pair(t, u, run, both, abouts);
        }
    }
    s9_program_destroy(programs[0]);
    s9_program_destroy(programs[1]);
}

static exit_status run_pair(tool *t, translate_run *run)
{
    settings *s = &t->settings;
    bool to_output = s->output == NULL || strcmp(s->output, "-") == 0;
    if (s->operand_count != 2 || s->operands[0].folder || s->operands[1].folder) {
        return tool_usage(t, "shader9 translate --pair VS PS", "--pair takes two files");
    }
    if (run->what.target == TO_SPIRV && to_output) {
        return tool_usage(t, "-o NAME writes NAME.vert.spv and NAME.frag.spv",
                          "--pair makes two modules: -o is needed");
    }
    run->other = s->operands[1].path;
    if (strcmp(s->operands[0].path, "-") == 0 && strcmp(run->other, "-") == 0) {
        return tool_usage(t, NULL, "standard input can be read once only");
    }
    s->operand_count = 1;
    batch b = {.work = work_pair, .context = run, .naming = NAME_REPLACE};
    return batch_run(t, &b, 0);
}

exit_status verb_translate(tool *t)
{
    translate_run run = {.other = NULL};
    const settings *s = &t->settings;
    exit_status status = rules_read(t, &run.rules);
    if (status == EXIT_DONE) {
        status = translation_read(t, &run.what);
    }
    if (status == EXIT_DONE && s->reflect_out != NULL && !s->pair && (s->operand_count != 1 || s->operands[0].folder)) {
        status = tool_usage(t, NULL, "--reflect-out needs one input");
    }
    if (status == EXIT_DONE && s->pair) {
        status = run_pair(t, &run);
    } else if (status == EXIT_DONE) {
        bool binary = run.what.target == TO_SPIRV;
        batch b = {.work = work, .context = &run, .binary = binary, .naming = NAME_REPLACE};
        b.heading = run.what.target == TO_SPIRV_ASM ? "; " : "// ";
        status = batch_run(t, &b, 0);
    }
    translation_free(&run.what);
    return status;
}
