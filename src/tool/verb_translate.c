/* SPDX-License-Identifier: MIT */
/* translate: to SPIR-V, and through it to other shading languages. */
#include "batch.h"
#include "contained.h"
#include "io.h"
#include "system.h"
#include "translation.h"

#include <shader9/reflect.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct translate_run {
    translation what;
    rule_set rules;
    const char *other;   /* --pair: the pixel shader */
    bool reflect_folder; /* --reflect-out names one */
    atomic_bool told;    /* an option that has no effect on the one shader */
    atomic_uint stages;  /* of the shaders so far: bit 1 << s9_stage */
} translate_run;

static bool names_folder(const char *output)
{
    return output != NULL && strcmp(output, "-") != 0 && (path_ends_in_separator(output) || is_folder(output));
}

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

/* Of a module, or of a pair as one document. */
static void write_layout(unit *u, const translate_run *run, const s9_spirv *module, const s9_spirv *second,
                         const char *path)
{
    text out = {0};
    json_out j = {.out = &out};
    const s9_spirv_layout *layouts[2] = {s9_spirv_get_layout(module),
                                         second != NULL ? s9_spirv_get_layout(second) : NULL};
    static const char *const stages[2] = {"vertex", "pixel"};
    put_open(&j);
    put_key(&j, "schema");
    put_string(&j, "shader9.layout/1");
    for (size_t i = 0; i < 2 && layouts[i] != NULL; i++) {
        const char *entry = layouts[i]->entry_point;
        /* MSL keeps the name for itself. */
        entry = run->what.target == TO_MSL && strcmp(entry, "main") == 0 ? "main0" : entry;
        if (second != NULL) {
            put_key(&j, stages[i]);
            put_open(&j);
        }
        layout_json(&j, layouts[i], &run->what, entry);
        if (second != NULL) {
            put_close(&j);
        }
    }
    put_close(&j);
    text_char(&out, '\n');
    if (out.failed) {
        unit_fail(u, EXIT_INTERNAL);
    } else if (!write_file(path, out.data, out.size, &u->findings)) {
        unit_fail(u, EXIT_IO);
    }
    text_free(&out);
}

typedef struct use_context {
    tool *t;
    unit *u;
    translate_run *run;
    bool folder;  /* --output names one */
    bool several; /* shaders are in the file */
    bool apart;   /* each of them has a file of its own, in the folder that --output names */
    name_set names;
    text name;       /* of the shader among those of the file, for names of results; empty where there is one */
    uint32_t number; /* of the shader in the file */
} use_context;

/* The name of a result of the shader in a folder. False, reported, where it cannot be. */
static bool name_in_folder(use_context *c, text *path, const char *folder, const char *extension)
{
    unit as = {.relative = c->u->relative, .extension = extension};
    as.address = c->name.size != 0 ? text_string(&c->name) : c->u->address;
    unit_result_name(path, &as, folder, NAME_REPLACE);
    if (c->name.failed || path->failed) {
        c->u->findings.failed = true;
        return false;
    }
    if ((c->name.size != 0 && !path_stays_inside(path->data, strlen(folder), &c->u->findings)) ||
        !make_parents(path->data, &c->u->findings)) {
        unit_fail(c->u, EXIT_IO);
        return false;
    }
    return true;
}

/* The result of one of several shaders goes to its own file: no program is made of several. */
static void write_apart(use_context *c, const text *result, s9_stage stage)
{
    text path = {0};
    if (result->failed) {
        c->u->findings.failed = true;
    } else if (name_in_folder(c, &path, c->t->settings.output, extension_of(&c->run->what, stage)) &&
               !write_file(path.data, result->data, result->size, &c->u->findings)) {
        unit_fail(c->u, EXIT_IO);
    }
    text_free(&path);
}

/* The layout lies beside the module, or where it would: "a.vert.json", "a#Main.P0.vs.0.json". */
static void reflect(use_context *c, const s9_spirv *module, s9_stage stage, bool alone)
{
    const char *output = c->t->settings.reflect_out;
    const char *extension = !alone ? ".json" : stage == S9_STAGE_PIXEL ? ".frag.json" : ".vert.json";
    text path = {0};
    if (!c->run->reflect_folder) {
        write_layout(c->u, c->run, module, NULL, output);
    } else if (name_in_folder(c, &path, output, extension)) {
        write_layout(c->u, c->run, module, NULL, path.data);
    }
    text_free(&path);
}

/* Notes the stage. An option for the other one alone has no effect on one shader; for several, see all_done. */
static bool stage_fits(use_context *c, s9_stage stage, const report *about)
{
    bool pixel = stage == S9_STAGE_PIXEL;
    const char *given = translation_only(c->t, &c->run->what, pixel ? S9_STAGE_VERTEX : S9_STAGE_PIXEL);
    atomic_fetch_or(&c->run->stages, 1u << stage);
    if (given == NULL || c->t->many || c->several) {
        return true;
    }
    atomic_store(&c->run->told, true);
    report_usage(about, NULL, "%s has an effect on %s shaders only, and this is a %s shader", given,
                 pixel ? "vertex" : "pixel", pixel ? "pixel" : "vertex");
    return false;
}

static exit_status all_done(tool *t, void *context)
{
    translate_run *run = context;
    static const s9_stage stages[2] = {S9_STAGE_VERTEX, S9_STAGE_PIXEL};
    unsigned seen = atomic_load(&run->stages);
    for (size_t i = 0; i < 2; i++) {
        const char *given = translation_only(t, &run->what, stages[i]);
        if (given != NULL && seen == 1u << stages[1 - i] && !run->told) {
            return tool_usage(t, "no file has been written", "%s has an effect on %s shaders only, and there is none",
                              given, i == 0 ? "vertex" : "pixel");
        }
    }
    return EXIT_DONE;
}

static void use(void *context, const s9_program *program, const report *about, bool contained)
{
    use_context *c = context;
    unit *u = c->u;
    text apart = {0}, *out = c->apart ? &apart : &u->out;
    bool alone = u->address == NULL && !contained;
    c->number++;
    if (program == NULL || !stage_fits(c, s9_program_stage(program), about) ||
        !shader_judge(c->t, &c->run->rules, program, about)) {
        return;
    }
    text_free(&c->name);
    c->name = (text){0};
    if (c->several) {
        names_put(&c->names, &c->name, about->address, c->number);
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
        write_apart(c, out, s9_program_stage(program));
    } else if (about->findings->errors == errors) {
        u->extension = c->folder && alone ? extension_in_folder(&c->run->what, s9_program_stage(program))
                                          : extension_of(&c->run->what, s9_program_stage(program));
        u->has_result = true;
    }
    if (about->findings->errors == errors && c->t->settings.reflect_out != NULL) {
        reflect(c, module, s9_program_stage(program), alone);
    }
    text_free(&apart);
    s9_spirv_destroy(module);
}

static void work(tool *t, unit *u, void *context)
{
    report r = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t, .address = u->address};
    use_context c = {.t = t, .u = u, .run = context};
    const char *output = t->settings.output;
    bool folder = names_folder(output), one_layout = t->settings.reflect_out != NULL && !c.run->reflect_folder;
    c.folder = folder;
    text bytes = {0};
    /* Words of several modules, one behind the other, are good for nothing, and there is one layout to be told. */
    bool one = one_layout || (c.run->what.target == TO_SPIRV && !folder);
    if (!unit_read(u, &bytes)) {
        return;
    }
    if (one) {
        r.instead =
            one_layout ? "--reflect-out DIR/ writes a file for each, or " : "-o DIR/ writes a file for each, or ";
        s9_program *program = shader_load(&bytes, &r);
        use(&c, program, &r, false);
        s9_program_destroy(program);
    } else {
        c.several = shaders_count(&bytes, &r) > 1;
        u->apart = c.apart = folder && c.several;
        shaders_each(&bytes, &r, use, &c);
    }
    names_free(&c.names);
    text_free(&c.name);
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
            write_layout(u, run, modules[0], modules[1], t->settings.reflect_out);
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
    struct stat state;
    if (s->operand_count != 2 || s->operands[0].folder || s->operands[1].folder) {
        return tool_usage(t, "shader9 translate --pair VS PS", "--pair takes two files");
    }
    if (run->what.target == TO_SPIRV && to_output) {
        return tool_usage(t, "-o NAME writes NAME.vert.spv and NAME.frag.spv",
                          "--pair makes two modules: -o is needed");
    }
    if (!to_output && !is_folder(s->output) &&
        (system_is_device(s->output) || (stat(s->output, &state) == 0 && !S_ISREG(state.st_mode)))) {
        return tool_usage(t, "-o NAME writes NAME.vert and NAME.frag with their endings, -o DIR/ into a folder",
                          "--pair makes two files, and '%s' is none", s->output);
    }
    if (run->reflect_folder) {
        return tool_usage(t, "--reflect-out FILE", "--reflect-out writes one document for both shaders of a pair");
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
    atomic_init(&run.stages, 0);
    atomic_init(&run.told, false);
    const settings *s = &t->settings;
    exit_status status = rules_read(t, &run.rules);
    if (status == EXIT_DONE) {
        status = translation_read(t, &run.what);
    }
    run.reflect_folder = names_folder(s->reflect_out);
    if (status == EXIT_DONE && s->reflect_out != NULL && !s->pair && !run.reflect_folder &&
        (s->operand_count > 1 || (s->operand_count == 1 && s->operands[0].folder))) {
        status = tool_usage(t, "--reflect-out DIR/ writes a file for each input",
                            "the layouts of many inputs cannot go into one file");
    }
    if (status == EXIT_DONE && s->pair) {
        status = run_pair(t, &run);
    } else if (status == EXIT_DONE) {
        bool binary = run.what.target == TO_SPIRV;
        batch b = {.work = work, .context = &run, .binary = binary, .naming = NAME_REPLACE, .end = all_done};
        b.heading = run.what.target == TO_SPIRV_ASM ? "; " : "// ";
        status = batch_run(t, &b, 0);
    }
    translation_free(&run.what);
    return status;
}
