/* SPDX-License-Identifier: MIT */
/* draw: a scene into images. */
#include "batch.h"
#include "io.h"
#include "json_out.h"
#include "picture.h"
#include "pixel.h"
#include "scene_mesh.h"
#include "scene_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct draw_context {
    rule_set rules;
    trace_request request; /* of --pixel */
} draw_context;

/* A scene on its way. */
typedef struct scene {
    tool *t;
    unit *u;
    const rule_set *rules;
    const trace_request *request;
    json_text source; /* root NULL: flags say everything */
    json_reader reader;
    report about;
    stage vertex, pixel;
    s9_mesh *mesh;
    texture_set textures;
    s9_shader_options options;
    scene_state state;
    picture_form form;
    uint32_t width, height;
} scene;

static const json_place top = {0};

static const json_t *member(const scene *s, const char *name, json_place *at)
{
    *at = (json_place){.up = &top, .key = name};
    return s->source.root == NULL ? NULL : json_object_get(s->source.root, name);
}

/* The scene lacks what it needs; flags may give it, too. */
static void refuse_without(scene *s, const char *name, const char *flag)
{
    if (s->source.root != NULL) {
        text hint = {0};
        text_format(&hint, "%s gives one on the command line", flag);
        json_refuse_member(&s->reader, &top, text_string(&hint), "the scene has no \"%s\"", name);
        text_free(&hint);
    }
}

/* ---- shaders ---- */

/* The shader that a flag or, beside the scene, a member names. */
static bool load_stage(scene *s, stage *out, const char *flag, const char *name, s9_stage wanted)
{
    if (flag != NULL) {
        return stage_load(out, s->t, s->rules, flag, wanted, &s->about);
    }
    json_place at;
    const json_t *value = member(s, name, &at);
    const char *file = NULL;
    if (value == NULL) {
        refuse_without(s, name, wanted == S9_STAGE_VERTEX ? "--vs FILE" : "--ps FILE");
        return false;
    }
    if (!json_get_string(&s->reader, value, &at, &file)) {
        return false;
    }
    char *path = path_beside(s->source.name, file);
    size_t before = s->about.findings->count;
    bool good = path != NULL && stage_load(out, s->t, s->rules, path, wanted, &s->about);
    json_attach(&s->reader, &at, before);
    if (!good) {
        json_refuse(&s->reader, &at, "cannot be used");
    }
    free(path);
    return good;
}

/* What does not fit between the two is drawn all the same, with a warning, unless --strict is given. */
static bool judge_pair(scene *s)
{
    s9_diagnostics *diagnostics = NULL;
    if (s->t->settings.no_check) {
        return true;
    }
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(&s->about);
        return false;
    }
    s9_result result = s9_check_pair(s->vertex.program, s->pixel.program, NULL, &s->rules->options, diagnostics);
    bool good = result == S9_OK || (result == S9_ERROR_INVALID && !s->t->settings.strict);
    size_t before = s->about.findings->count;
    if (!good) {
        report_take(&s->about, diagnostics, result);
    } else {
        if (result != S9_OK) {
            findings_take_as_warnings(s->about.findings, diagnostics, s->about.name);
        }
        s9_diagnostics_destroy(diagnostics);
    }
    json_place at;
    if (s->t->settings.pixel_shader == NULL && member(s, "pixel_shader", &at) != NULL) {
        json_attach(&s->reader, &at, before);
    }
    return good;
}

/* ---- members ---- */

static bool read_size(scene *s)
{
    json_place at;
    const json_t *value = member(s, "size", &at);
    s->width = s->height = 256;
    if (s->t->settings.size != NULL) {
        return picture_size(&s->t->settings, &s->width, &s->height, &s->about);
    }
    if (value == NULL) {
        return true;
    }
    if (!json_is_list_at(&s->reader, value, &at)) {
        return false;
    }
    if (json_array_size(value) != 2) {
        json_refuse(&s->reader, &at, "must be width, height");
        return false;
    }
    uint32_t *sides[2] = {&s->width, &s->height};
    bool good = true;
    for (size_t i = 0; i < 2; i++) {
        json_place element = {.up = &at, .index = i};
        double side = json_number_value(json_array_get(value, i)); /* 0 for what is no number */
        if (!(side >= 1 && side <= S9_IMAGE_MAX_SIDE) || side != floor(side)) {
            json_refuse(&s->reader, &element, "must be a whole number from 1 to %u", S9_IMAGE_MAX_SIDE);
            good = false;
            continue;
        }
        *sides[i] = (uint32_t)side;
    }
    return good;
}

/* Writes the rows of a camera's matrix to four constants from `number` on. */
static bool set_camera(scene *s, uint32_t number, const float eye[3], const float at[3], const float lens[3])
{
    float rows[4][4];
    if (!s9_camera_rows(eye, at, lens[0], lens[1], lens[2], (float)s->width / (float)s->height, rows)) {
        return false;
    }
    for (uint32_t i = 0; i < 4; i++) {
        resources_set_float(&s->vertex.resources, number + i, rows[i]);
    }
    resources_warn_float(&s->vertex.resources, number + 3, &s->about);
    return true;
}

/* Why s9_camera_rows makes no camera of these; *which is the member of camera_names that is at fault. */
static const char *const camera_names[] = {"register", "eye", "at", "fov", "near", "far", NULL};

static const char *camera_fault(const float eye[3], const float at[3], const float lens[3], size_t *which)
{
    bool same = true;
    for (size_t k = 0; k < 3; k++) {
        if (!isfinite(eye[k]) || !isfinite(at[k])) {
            *which = isfinite(eye[k]) ? 2 : 1;
            return "the camera needs finite numbers here";
        }
        same = same && eye[k] == at[k];
    }
    if (same) {
        *which = 1;
        return "the camera's eye and at are the same place";
    }
    if (!(lens[0] > 0 && lens[0] < 180)) {
        *which = 3;
        return "the camera's fov must be above 0 and below 180 degrees";
    }
    if (!(lens[1] > 0 && isfinite(lens[1]))) {
        *which = 4;
        return "the camera's near must be above 0";
    }
    if (!(lens[2] > lens[1] && isfinite(lens[2]))) {
        *which = 5;
        return "the camera's far must be above near, and finite";
    }
    *which = 1;
    return "the camera's eye and at are too far apart, or too near each other";
}

static bool read_camera(scene *s, const json_t *value, const json_place *place)
{
    const char *const *names = camera_names;
    float eye[3] = {0, 0, -3}, target[3] = {0, 0, 0}, lens[3] = {60, 0.1f, 100};
    uint32_t number = 0;
    json_reader *reader = &s->reader;
    if (!json_is_object_at(reader, value, place)) {
        return false;
    }
    bool good = json_members(reader, value, place, names);
    for (size_t i = 0; names[i] != NULL; i++) {
        const json_t *field = json_object_get(value, names[i]);
        json_place at = {.up = place, .key = names[i]};
        if (field == NULL) {
            continue;
        }
        good = (i == 0   ? json_get_u32(reader, field, &at, &number)
                : i == 1 ? json_get_floats(reader, field, &at, eye, 3, 3, NULL)
                : i == 2 ? json_get_floats(reader, field, &at, target, 3, 3, NULL)
                         : json_get_float(reader, field, &at, &lens[i - 3])) &&
               good;
    }
    if (number > 8188) {
        json_place at = {.up = place, .key = names[0]};
        json_refuse(reader, &at, "must leave room for four registers");
        return false;
    }
    if (good && !set_camera(s, number, eye, target, lens)) {
        size_t which = 0;
        const char *why = camera_fault(eye, target, lens, &which);
        json_place at = {.up = place, .key = names[which]};
        json_refuse(reader, json_object_get(value, names[which]) != NULL ? &at : place, "%s", why);
        return false;
    }
    return good;
}

/* What a shader that cannot be used would have read is looked at, too; where textures are wrong, not what names them.
 */
static bool read_stage(scene *s, const char *name, stage *out, bool textures)
{
    static const char *const of_vertex[] = {"constants", "samplers", "camera", NULL};
    static const char *const of_pixel[] = {"constants", "samplers", "stages", NULL};
    json_place at;
    const json_t *value = member(s, name, &at);
    bool vertex = out == &s->vertex;
    json_reader *reader = &s->reader;
    if (value == NULL) {
        return true;
    }
    const char *const *names = vertex ? of_vertex : of_pixel;
    if (!json_is_object_at(reader, value, &at)) {
        return false;
    }
    bool good = json_members(reader, value, &at, names);
    const json_t *field[3];
    json_place field_at[3];
    for (size_t i = 0; i < 3; i++) {
        field[i] = json_object_get(value, names[i]);
        field_at[i] = (json_place){.up = &at, .key = names[i]};
    }
    if (field[2] != NULL) {
        /* The camera comes first: constants that are given win over its rows. */
        good = (vertex ? read_camera(s, field[2], &field_at[2])
                       : stages_read(reader, field[2], &field_at[2], &out->resources)) &&
               good;
    }
    good = (field[0] == NULL || constants_read(reader, field[0], &field_at[0], &out->resources)) && good;
    good = (field[1] == NULL || !textures ||
            samplers_read(reader, field[1], &field_at[1], &s->textures, &out->resources)) &&
           good;
    return good;
}

static bool read_scene(scene *s)
{
    static const char *const names[] = {"size",     "vertex_shader", "pixel_shader", "mesh",  "vs", "ps",
                                        "textures", "state",         "options",      "float", NULL};
    json_reader *reader = &s->reader;
    if (s->source.root != NULL && !json_is_object_at(reader, s->source.root, &top)) {
        return false;
    }
    bool good = s->source.root == NULL || json_members(reader, s->source.root, &top, names);
    const settings *set = &s->t->settings;
    json_place at;
    const json_t *value;
    good = read_size(s) && good;
    good = load_stage(s, &s->vertex, set->vertex_shader, "vertex_shader", S9_STAGE_VERTEX) && good;
    good = load_stage(s, &s->pixel, set->pixel_shader, "pixel_shader", S9_STAGE_PIXEL) && good;
    if (set->mesh != NULL) {
        s->mesh = mesh_from_flag(set->mesh, &s->about);
    } else if ((value = member(s, "mesh", &at)) != NULL) {
        s->mesh = scene_mesh_read(reader, value, &at, s->about.status);
    } else {
        refuse_without(s, "mesh", "--mesh NAME|FILE");
    }
    good = s->mesh != NULL && good;
    bool textures = true;
    if ((value = member(s, "textures", &at)) != NULL) {
        textures = textures_read(reader, value, &at, &s->textures, s->about.status);
    }
    if ((value = member(s, "state", &at)) != NULL) {
        good = scene_state_read(reader, value, &at, &s->state) && good;
    }
    if ((value = member(s, "options", &at)) != NULL) {
        good = shader_options_read(reader, value, &at, &s->options) && good;
    }
    if ((value = member(s, "float", &at)) != NULL) {
        good = float_mode_read(reader, value, &at, &s->options) && good;
    }
    good = read_stage(s, "vs", &s->vertex, textures) && good;
    good = read_stage(s, "ps", &s->pixel, textures) && good;
    return good && textures;
}

static bool read_flags(scene *s)
{
    const settings *set = &s->t->settings;
    float eye[4] = {0};
    size_t count = 0;
    if (set->camera != NULL) {
        const float target[3] = {0, 0, 0}, lens[3] = {60, 0.1f, 100};
        size_t which = 0;
        bool numbers = floats_from_flag(set->camera, eye, &count) && count == 3;
        if (!numbers || !set_camera(s, 0, eye, target, lens)) {
            report_usage(&s->about, "--camera 1,1,-3", "--camera cannot use '%s': %s", set->camera,
                         numbers ? camera_fault(eye, target, lens, &which) : "it takes three numbers, the eye");
            return false;
        }
    }
    return constants_from_flags("--vs-const", &set->vs_constants, &s->vertex.resources, &s->about) &&
           constants_from_flags("--ps-const", &set->ps_constants, &s->pixel.resources, &s->about) &&
           samplers_from_flags(&set->samplers, &s->pixel.resources, &s->about) &&
           textures_from_flags(&set->textures, &s->textures, &s->pixel.resources, &s->about) &&
           shader_options_from_flags(set, &s->options, &s->about);
}

/* ---- the picture ---- */

/* The targets as floats: the form of --raw. */
static void raw_json(text *out, const s9_framebuffer *buffer, const report *about)
{
    uint32_t width, height, targets;
    s9_framebuffer_size(buffer, &width, &height, &targets);
    size_t count = (size_t)width * height * 4;
    float *values = malloc(count * sizeof *values);
    if (values == NULL) {
        report_no_memory(about);
        return;
    }
    json_out j = {.out = out};
    put_open(&j);
    put_key(&j, "schema");
    put_string(&j, "shader9.draw/1");
    put_key(&j, "size");
    put_integers(&j, (const int32_t[]){(int32_t)width, (int32_t)height}, 2);
    put_key(&j, "targets");
    put_open_list(&j);
    for (uint32_t i = 0; i < targets; i++) {
        s9_framebuffer_floats(buffer, i, values);
        put_floats(&j, values, count);
    }
    put_close_list(&j);
    put_close(&j);
    text_char(out, '\n');
    free(values);
}

static void deliver(scene *s, const s9_framebuffer *buffer)
{
    const settings *set = &s->t->settings;
    uint32_t width, height, targets;
    s9_framebuffer_size(buffer, &width, &height, &targets);
    if (set->raw != NULL) {
        text raw = {0};
        raw_json(&raw, buffer, &s->about);
        if (raw.failed) {
            report_no_memory(&s->about);
        } else if (*s->about.status == EXIT_DONE && !write_file(set->raw, raw.data, raw.size, s->about.findings)) {
            unit_fail(s->u, EXIT_IO);
        }
        text_free(&raw);
        if (set->output == NULL || *s->about.status != EXIT_DONE) {
            return;
        }
    }
    if (targets > 1 && (set->output == NULL || strcmp(set->output, "-") == 0)) {
        s9_position at = position_in(s->about.name);
        findings_add(s->about.findings, S9_WARNING, &at, "-o OUT.png writes the others to OUT.1.png and so on",
                     "standard output takes the first of %lu render targets only", (unsigned long)targets);
    }
    bool good = write_picture(buffer, 0, &s->form, &s->u->out, &s->about);
    for (uint32_t i = 1; good && i < targets && i <= MAX_EXTRA; i++) {
        good = write_picture(buffer, i, &s->form, &s->u->extra[s->u->extra_count++], &s->about);
    }
    s->u->extension = picture_extension(&s->form);
    s->u->has_result = good;
}

/* --pixel: the explanation in place of the picture. */
static void explain(scene *s, s9_framebuffer *buffer)
{
    pixel_scene of = {.t = s->t,
                      .about = &s->about,
                      .vertex = &s->vertex,
                      .pixel = &s->pixel,
                      .mesh = s->mesh,
                      .state = &s->state.draw,
                      .buffer = buffer,
                      .request = s->request};
    s9_framebuffer_clear(buffer, s->state.clear_color, s->state.clear_depth, s->state.clear_stencil);
    s->u->has_result = pixel_explain(&of, &s->u->out);
    s->u->extension = s->t->settings.json ? ".json" : ".txt";
}

static void draw(scene *s)
{
    const settings *set = &s->t->settings;
    if (!picture_form_of(set, &s->form, &s->about)) {
        return;
    }
    if ((set->raw != NULL || s->form.floats) && !s->state.has_format) {
        for (size_t i = 0; i < S9_MAX_TARGETS; i++) {
            s->state.formats[i] = S9_TARGET_A32B32G32R32F;
        }
    }
    s9_framebuffer *buffer =
        framebuffer(s->width, s->height, target_count(s->pixel.shader), s->state.formats, &s->about);
    s9_diagnostics *diagnostics = NULL;
    if (buffer != NULL && set->pixel != NULL) {
        explain(s, buffer);
    } else if (buffer != NULL && s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(&s->about);
    } else if (buffer != NULL) {
        s9_framebuffer_clear(buffer, s->state.clear_color, s->state.clear_depth, s->state.clear_stencil);
        s9_draw_args args = {.struct_size = sizeof args,
                             .framebuffer = buffer,
                             .mesh = s->mesh,
                             .vertex_shader = s->vertex.shader,
                             .pixel_shader = s->pixel.shader,
                             .vs = stage_resources(&s->vertex),
                             .ps = stage_resources(&s->pixel),
                             .state = &s->state.draw,
                             .threads = picture_threads(s->t)};
        s9_result result = s9_draw(&args, diagnostics);
        size_t before = s->about.findings->count;
        report_take(&s->about, diagnostics, result);
        json_place at;
        if (set->mesh == NULL && member(s, "mesh", &at) != NULL) {
            json_place_findings(&s->reader, &at, before, "V361"); /* elements that the mesh lacks */
        }
        if (result == S9_OK) {
            deliver(s, buffer);
        }
    }
    s9_framebuffer_destroy(buffer);
}

static const char no_scene[] =
    "draw takes scenes, which are JSON; shaders are given by --vs and --ps, images by --texture";

/*
 * Whether a file found below a folder is a scene, or JSON that is broken, which has to be told: a tree of scenes holds
 * their shaders and images, too.
 */
static bool is_scene(const char *path)
{
    json_text source;
    findings list = {0};
    exit_status ignored = EXIT_DONE;
    bool wanted;
    if (json_text_read(&source, path, "", &list, &ignored)) {
        wanted = json_object_get(source.root, "vertex_shader") != NULL ||
                 json_object_get(source.root, "pixel_shader") != NULL || json_object_get(source.root, "mesh") != NULL;
        json_text_free(&source);
    } else {
        /* A file that is no JSON at all is refused without a line. */
        wanted = ignored != EXIT_REFUSED || (list.count != 0 && list.items[0].at.line != 0);
    }
    findings_free(&list);
    return wanted;
}

static void work(tool *t, unit *u, void *context)
{
    const draw_context *c = context;
    scene s = {.t = t, .u = u, .rules = &c->rules, .request = &c->request};
    s.about = (report){.findings = &u->findings, .status = &u->status};
    /* A scene of flags only has no name of its own. */
    s.about.name = u->path[0] == '\0' ? NULL : u->name;
    s.reader = (json_reader){.text = &s.source, .findings = &u->findings};
    scene_state_init(&s.state);
    shader_options_init(&s.options);
    if (u->path[0] == '\0' || json_text_read(&s.source, u->path, no_scene, &u->findings, &u->status)) {
        bool good = read_scene(&s) && read_flags(&s) && judge_pair(&s) &&
                    engine_open(&s.pixel.engine, &s.options, (uint64_t)s.width * s.height >= ENGINE_MUCH, &s.about) &&
                    stage_prepare(&s.vertex, &s.options, &s.about) && stage_prepare(&s.pixel, &s.options, &s.about);
        if (s.reader.refused) {
            unit_fail(u, EXIT_REFUSED);
        } else if (good && u->status == EXIT_DONE) {
            draw(&s);
        }
        if (s.source.root != NULL) {
            json_reader_end(&s.reader, 0);
        }
    }
    s9_mesh_destroy(s.mesh);
    stage_free(&s.vertex);
    stage_free(&s.pixel);
    texture_set_free(&s.textures);
    json_text_free(&s.source);
}

/* What only an explanation of a pixel takes. */
static exit_status pixel_flags_check(tool *t, trace_request *request)
{
    const settings *s = &t->settings;
    const char *stray = s->json                 ? "--json"
                        : s->quad               ? "--quad"
                        : s->who.count != 0     ? "--who"
                        : s->break_nan          ? "--break-nan"
                        : s->break_at != NULL   ? "--break"
                        : s->watches.count != 0 ? "--break-when"
                        : s->limit != 0         ? "--limit"
                        : s->trace_vertices     ? "--trace-vertices"
                                                : NULL;
    uint32_t x, y;
    if (s->pixel == NULL) {
        return stray == NULL ? EXIT_DONE : tool_usage(t, "--pixel X,Y", "%s goes with --pixel", stray);
    }
    if (s->raw != NULL) {
        return tool_usage(t, NULL, "--pixel writes no picture: --raw does not go with it");
    }
    if (!pixel_from_flag(s->pixel, &x, &y)) {
        return tool_usage(t, "--pixel 12,40", "--pixel takes a column and a row from 0, not '%s'", s->pixel);
    }
    return trace_request_read(t, request);
}

exit_status verb_draw(tool *t)
{
    settings *s = &t->settings;
    draw_context c = {0};
    operand none = {.path = ""};
    exit_status status = flags_check(t);
    status = status == EXIT_DONE ? picture_flags_check(t) : status;
    status = status == EXIT_DONE ? pixel_flags_check(t, &c.request) : status;
    status = status == EXIT_DONE ? rules_read(t, &c.rules) : status;
    if (status != EXIT_DONE) {
        return status;
    }
    if (s->raw != NULL && (s->operand_count > 1 || (s->operand_count == 1 && s->operands[0].folder))) {
        return tool_usage(t, NULL, "--raw takes one scene");
    }
    if (s->raw != NULL && strcmp(s->raw, "-") == 0 && s->output != NULL && strcmp(s->output, "-") == 0) {
        return tool_usage(t, NULL, "--raw and --output cannot both be standard output");
    }
    if (s->operand_count == 0) {
        const char *const given[] = {s->vertex_shader, s->pixel_shader, s->mesh};
        static const char *const names[] = {"--vs", "--ps", "--mesh"};
        text missing = {0};
        size_t count = 0;
        for (size_t i = 0; i < COUNT(given); i++) {
            if (given[i] == NULL) {
                text_format(&missing, "%s%s", count++ == 0 ? "" : " and ", names[i]);
            }
        }
        if (count != 0) {
            static const char hint[] = "shader9 draw --vs A --ps B --mesh sphere -o OUT.png";
            status = count == COUNT(given)
                         ? tool_usage(t, hint, "draw needs a scene, or --vs, --ps and --mesh")
                         : tool_usage(t, hint, "without a scene draw needs --vs, --ps and --mesh; %s %s missing",
                                      text_string(&missing), count == 1 ? "is" : "are");
        }
        text_free(&missing);
        if (status != EXIT_DONE) {
            return status;
        }
    }
    batch b = {.work = work,
               .context = &c,
               .binary = s->pixel == NULL && (s->raw == NULL || s->output != NULL),
               .heading = s->pixel != NULL && !s->json ? "// " : NULL,
               .naming = NAME_REPLACE,
               .wanted = is_scene,
               .wanted_name = "scene"};
    if (s->operand_count != 0) {
        return batch_run(t, &b, 0);
    }
    /* The flags are the scene: one input that no file stands behind. */
    operand *given = s->operands;
    s->operands = &none;
    s->operand_count = 1;
    status = batch_run(t, &b, 0);
    s->operands = given;
    s->operand_count = 0;
    return status;
}
