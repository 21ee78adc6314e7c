/* SPDX-License-Identifier: MIT */
#include "translation.h"

#include "resources.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the state of Direct3D 9 ---- */

static const char *const groups[S9_SPIRV_GROUP_COUNT + 1] = {
    "alpha_test", "fog", "clip_planes", "point_size", "point_sprite", "half_pixel", "y_flip", "srgb_write", "stages",
};

typedef enum value_kind { VALUE_WORD, VALUE_NUMBER, VALUE_NUMBERS } value_kind;

/* A value that --state can set; `group` is where it belongs. */
typedef struct state_value {
    const char *name;
    s9_spirv_group group;
    value_kind kind;
    const char *words; /* VALUE_WORD */
    uint32_t first;    /* number of the first word */
    size_t offset;     /* in s9_spirv_state */
    size_t count;      /* VALUE_NUMBERS */
} state_value;

#define AT(member) offsetof(s9_spirv_state, member)

static const state_value values[] = {
    {"alpha_func", S9_SPIRV_ALPHA_TEST, VALUE_WORD,
     "never|less|equal|less_equal|greater|not_equal|greater_equal|always", 1, AT(alpha_func), 1},
    {"alpha_ref", S9_SPIRV_ALPHA_TEST, VALUE_NUMBER, NULL, 0, AT(alpha_ref), 1},
    {"fog_mode", S9_SPIRV_FOG, VALUE_WORD, "off|exp|exp2|linear|vertex", 0, AT(fog_mode), 1},
    {"fog_depth", S9_SPIRV_FOG, VALUE_WORD, "w|z", 0, AT(fog_depth), 1},
    {"fog_color", S9_SPIRV_FOG, VALUE_NUMBERS, NULL, 0, AT(fog_color), 3},
    {"fog_start", S9_SPIRV_FOG, VALUE_NUMBER, NULL, 0, AT(fog_start), 1},
    {"fog_end", S9_SPIRV_FOG, VALUE_NUMBER, NULL, 0, AT(fog_end), 1},
    {"fog_density", S9_SPIRV_FOG, VALUE_NUMBER, NULL, 0, AT(fog_density), 1},
    {"point_sprite_enable", S9_SPIRV_POINT_SPRITE, VALUE_WORD, "false|true", 0, AT(point_sprite), 1},
    {"point_size_default", S9_SPIRV_POINT_SIZE, VALUE_NUMBER, NULL, 0, AT(point_size), 1},
    {"point_size_min", S9_SPIRV_POINT_SIZE, VALUE_NUMBER, NULL, 0, AT(point_size_min), 1},
    {"point_size_max", S9_SPIRV_POINT_SIZE, VALUE_NUMBER, NULL, 0, AT(point_size_max), 1},
    {"srgb_write_enable", S9_SPIRV_SRGB_WRITE, VALUE_WORD, "false|true", 0, AT(srgb_write), 1},
    {"y_scale", S9_SPIRV_Y_FLIP, VALUE_NUMBER, NULL, 0, AT(y_scale), 1},
    {"clip_plane0", S9_SPIRV_CLIP_PLANES, VALUE_NUMBERS, NULL, 0, AT(clip_planes[0]), 4},
    {"clip_plane1", S9_SPIRV_CLIP_PLANES, VALUE_NUMBERS, NULL, 0, AT(clip_planes[1]), 4},
    {"clip_plane2", S9_SPIRV_CLIP_PLANES, VALUE_NUMBERS, NULL, 0, AT(clip_planes[2]), 4},
    {"clip_plane3", S9_SPIRV_CLIP_PLANES, VALUE_NUMBERS, NULL, 0, AT(clip_planes[3]), 4},
    {"clip_plane4", S9_SPIRV_CLIP_PLANES, VALUE_NUMBERS, NULL, 0, AT(clip_planes[4]), 4},
    {"clip_plane5", S9_SPIRV_CLIP_PLANES, VALUE_NUMBERS, NULL, 0, AT(clip_planes[5]), 4},
};

void translation_state_words(text *out)
{
    static const char *const sources[] = {"off", "fixed", "spec", "uniform"};
    for (size_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++) {
        for (size_t k = 0; k < COUNT(sources); k++) {
            text_format(out, "%s%s=%s", out->size == 0 ? "" : " ", groups[i], sources[k]);
        }
    }
    for (size_t i = 0; i < COUNT(values); i++) {
        const char *at = values[i].kind == VALUE_WORD ? values[i].words : "";
        for (bool more = true; more;) {
            size_t length = strcspn(at, "|");
            text_format(out, " %s=", values[i].name);
            text_bytes(out, at, length);
            more = at[length] == '|';
            at += length + more;
        }
    }
    text_put(out, " viewport=");
}

typedef struct reader {
    tool *t;
    translation *out;
} reader;

const char *translation_group_name(size_t group)
{
    return groups[group];
}

static exit_status unknown_state(reader *r, const char *name)
{
    const char *names[COUNT(values) + S9_SPIRV_GROUP_COUNT + 2];
    size_t count = 0;
    for (size_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++) {
        names[count++] = groups[i];
    }
    for (size_t i = 0; i < COUNT(values); i++) {
        names[count++] = values[i].name;
    }
    names[count++] = "viewport";
    names[count] = NULL;
    const char *nearest = nearest_word(name, names);
    text hint = {0};
    if (nearest != NULL) {
        text_format(&hint, "did you mean '%s'? ", nearest);
    }
    text_put(&hint, "there are");
    for (size_t i = 0; i < count; i++) {
        text_format(&hint, " %s", names[i]);
    }
    text_put(&hint, " stageN.matrix stageN.luminance stageN.projected");
    exit_status status = tool_usage(r->t, text_string(&hint), "--state knows no '%s'", name);
    text_free(&hint);
    return status;
}

static exit_status read_value(reader *r, const state_value *v, const char *value)
{
    char *at = (char *)&r->out->spirv.state + v->offset;
    float numbers[4];
    size_t count = 0;
    r->out->value_given[v->group] = v->name;
    r->out->alpha_func_given |= v->offset == AT(alpha_func);
    if (v->kind == VALUE_WORD) {
        int index = choice_index(v->words, value);
        if (index < 0) {
            return tool_usage(r->t, NULL, "--state %s takes %s, not '%s'", v->name, v->words, value);
        }
        uint32_t number = (uint32_t)index + v->first;
        memcpy(at, &number, sizeof number);
        return EXIT_DONE;
    }
    if (!floats_from_flag(value, numbers, &count) || count != v->count) {
        return tool_usage(r->t, NULL, "--state %s takes %zu number%s, not '%s'", v->name, v->count,
                          v->count == 1 ? "" : "s", value);
    }
    bool size = v->group == S9_SPIRV_POINT_SIZE || v->offset == AT(fog_density);
    bool unit = v->offset == AT(alpha_ref), scale = v->offset == AT(y_scale);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i]) || ((size || unit) && numbers[i] < 0) || (unit && numbers[i] > 1) ||
            (scale && numbers[i] == 0)) {
            return tool_usage(r->t, unit ? "D3DRS_ALPHAREF divided by 255" : NULL, "--state %s takes %s, not '%s'",
                              v->name,
                              unit    ? "a number from 0 to 1"
                              : size  ? "a number from 0 up"
                              : scale ? "a finite number other than 0"
                                      : "finite numbers",
                              value);
        }
    }
    memcpy(at, numbers, count * sizeof *numbers);
    if (v->group == S9_SPIRV_CLIP_PLANES) {
        uint32_t plane = (uint32_t)(v->name[strlen(v->name) - 1] - '0');
        if (r->out->spirv.state.clip_plane_count <= plane) {
            r->out->spirv.state.clip_plane_count = plane + 1;
        }
    }
    return EXIT_DONE;
}

/* "stage1.matrix=1,0,0,1" "stage1.luminance=0.5,0" "stage1.projected=true" */
static exit_status read_stage(reader *r, const char *name, const char *value)
{
    float numbers[4];
    size_t count = 0;
    if (name[5] < '0' || name[5] > '7' || name[6] != '.') {
        return unknown_state(r, name);
    }
    s9_spirv_stage *stage = &r->out->spirv.stages[name[5] - '0'];
    const char *field = name + 7;
    if (strcmp(field, "projected") == 0) {
        r->out->value_given[S9_SPIRV_STAGES] = "stageN.projected";
        int index = choice_index("false|true", value);
        if (index < 0) {
            return tool_usage(r->t, NULL, "--state %s takes true or false, not '%s'", name, value);
        }
        stage->projected = (float)index;
        return EXIT_DONE;
    }
    bool matrix = strcmp(field, "matrix") == 0;
    if (!matrix && strcmp(field, "luminance") != 0) {
        return unknown_state(r, name);
    }
    size_t wanted = matrix ? 4 : 2;
    r->out->value_given[S9_SPIRV_STAGES] = matrix ? "stageN.matrix" : "stageN.luminance";
    if (!floats_from_flag(value, numbers, &count) || count != wanted) {
        return tool_usage(r->t, NULL, "--state %s takes %zu numbers, not '%s'", name, wanted, value);
    }
    if (matrix) {
        memcpy(stage->bump_matrix, numbers, sizeof stage->bump_matrix);
    } else {
        stage->bump_lscale = numbers[0];
        stage->bump_loffset = numbers[1];
    }
    return EXIT_DONE;
}

static exit_status read_state(reader *r, const char *name, const char *value)
{
    uint32_t width = 0, height = 0;
    for (size_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++) {
        if (strcmp(groups[i], name) != 0) {
            continue;
        }
        int index = choice_index("off|fixed|spec|uniform", value);
        if (index < 0) {
            return tool_usage(r->t, NULL, "--state %s takes off|fixed|spec|uniform, not '%s'", name, value);
        }
        r->out->spirv.sources[i] = (s9_spirv_source)index;
        r->out->source_given[i] = true;
        return EXIT_DONE;
    }
    for (size_t i = 0; i < COUNT(values); i++) {
        if (strcmp(values[i].name, name) == 0) {
            return read_value(r, &values[i], value);
        }
    }
    if (strcmp(name, "viewport") == 0) {
        if (!size_from_flag(value, &width, &height)) {
            return tool_usage(r->t, NULL, "--state viewport takes WxH, not '%s'", value);
        }
        r->out->spirv.state.half_pixel[0] = 1.0f / (float)width;
        r->out->spirv.state.half_pixel[1] = 1.0f / (float)height;
        r->out->value_given[S9_SPIRV_HALF_PIXEL] = "viewport";
        return EXIT_DONE;
    }
    return strncmp(name, "stage", 5) == 0 && name[5] != '\0' ? read_stage(r, name, value) : unknown_state(r, name);
}

/* ---- bindings, locations, samplers ---- */

static bool whole_number(const char *value, uint32_t most, uint32_t *out)
{
    char *end = NULL;
    unsigned long number = strtoul(value, &end, 10);
    *out = (uint32_t)number;
    return value[0] >= '0' && value[0] <= '9' && *end == '\0' && number <= most;
}

static exit_status read_binding(reader *r, const char *name, const char *value)
{
    s9_spirv_options *o = &r->out->spirv;
    const struct {
        const char *name;
        uint32_t *field;
    } bindings[BIND_COUNT] = {{"set", &o->descriptor_set},   {"c", &o->float_binding},
                              {"i", &o->int_binding},        {"b", &o->bool_binding},
                              {"stages", &o->stage_binding}, {"state", &o->state_binding},
                              {"s", &o->sampler_binding},    {"sampler", &o->separate_sampler_binding}};
    for (size_t i = 0; i < COUNT(bindings); i++) {
        if (strcmp(bindings[i].name, name) != 0) {
            continue;
        }
        if (!whole_number(value, 1u << 24, bindings[i].field)) {
            return tool_usage(r->t, NULL, "--bind %s takes a whole number, not '%s'", name, value);
        }
        r->out->binding_given[i] = true;
        o->descriptor_set_given |= i == BIND_SET;
        return EXIT_DONE;
    }
    return tool_usage(r->t, "there are set c i b stages state s sampler", "--bind knows no '%s'", name);
}

/* Numbers are D3DDECLUSAGE. */
static const char *const usages[] = {"position", "blendweight", "blendindices", "normal",     "psize",
                                     "texcoord", "tangent",     "binormal",     "tessfactor", "positiont",
                                     "color",    "fog",         "depth",        "sample",     NULL};

static exit_status read_location(reader *r, const char *name, const char *value)
{
    s9_spirv_location *location = &r->out->locations[r->out->spirv.location_count];
    size_t length = strcspn(name, "0123456789");
    location->usage_index = 0;
    for (uint32_t usage = 0; usages[usage] != NULL; usage++) {
        if (strlen(usages[usage]) != length || memcmp(usages[usage], name, length) != 0) {
            continue;
        }
        if (name[length] != '\0' && !whole_number(name + length, 15, &location->usage_index)) {
            break;
        }
        location->usage = usage;
        if (!whole_number(value, 255, &location->location)) {
            return tool_usage(r->t, NULL, "--location %s takes a number up to 255, not '%s'", name, value);
        }
        r->out->spirv.location_count++;
        return EXIT_DONE;
    }
    return tool_usage(r->t, "a usage and its index, as in texcoord3=7", "--location knows no '%s'", name);
}

static exit_status read_sampler_type(reader *r, const char *name, const char *value)
{
    uint32_t number = 0;
    int type = choice_index("2d|cube|volume", value);
    if (!register_number(name, "s", &number) || number >= MAX_SAMPLERS) {
        return tool_usage(r->t, "a sampler and its kind, as in s1=cube", "--sampler-type knows no '%s'", name);
    }
    if (type < 0) {
        return tool_usage(r->t, NULL, "--sampler-type %s takes 2d|cube|volume, not '%s'", name, value);
    }
    r->out->spirv.sampler_types[number] = (uint8_t)(S9_TEXTURE_2D + type);
    return EXIT_DONE;
}

#ifdef SHADER9_HAVE_CROSS
static exit_status read_setting(reader *r, const char *name, const char *value)
{
    bool number = false;
    for (size_t i = 0;; i++) {
        const char *known = s9_cross_setting_name(i, &number);
        if (known == NULL) {
            break;
        }
        if (strcmp(known, name) == 0) {
            if (r->out->target == TO_SPIRV || r->out->target == TO_SPIRV_ASM) {
                return tool_usage(r->t, "--to glsl, essl, msl and hlsl go through it",
                                  "--cross %s is an option of SPIRV-Cross, which writes no SPIR-V", name);
            }
            static const char *const words[] = {"true", "false", "1", "0", NULL};
            bool good =
                number ? value[0] != '\0' && strspn(value, "0123456789") == strlen(value) && strlen(value) < 10 : false;
            for (size_t k = 0; !number && words[k] != NULL; k++) {
                good |= strcmp(value, words[k]) == 0;
            }
            if (!good) {
                return tool_usage(r->t, NULL, "--cross %s takes %s, not '%s'", name,
                                  number ? "a whole number" : "true or false", value);
            }
            /* `name` lies in an argument, before its '='. */
            r->out->settings[r->out->cross.setting_count++] = (s9_cross_setting){known, value};
            return EXIT_DONE;
        }
    }
    text hint = {0};
    text_put(&hint, "there are");
    for (size_t i = 0; s9_cross_setting_name(i, &number) != NULL; i++) {
        text_format(&hint, " %s", s9_cross_setting_name(i, &number));
    }
    exit_status status = tool_usage(r->t, text_string(&hint), "--cross knows no '%s'", name);
    text_free(&hint);
    return status;
}
#else
static exit_status read_setting(reader *r, const char *name, const char *value)
{
    (void)name;
    (void)value;
    return tool_usage(r->t, NULL, "this build of shader9 translates to SPIR-V only");
}
#endif

/* Calls `use` with the two sides of each "NAME=VALUE". */
static exit_status each_pair(reader *r, const char *flag, const string_list *list,
                             exit_status (*use)(reader *, const char *, const char *))
{
    exit_status status = EXIT_DONE;
    for (size_t i = 0; i < list->count && status == EXIT_DONE; i++) {
        const char *equals = strchr(list->items[i], '=');
        if (equals == NULL) {
            return tool_usage(r->t, NULL, "%s takes NAME=VALUE, not '%s'", flag, list->items[i]);
        }
        char *name = string_copy_bytes(list->items[i], (size_t)(equals - list->items[i]));
        if (name == NULL) {
            return EXIT_INTERNAL;
        }
        status = use(r, name, equals + 1);
        free(name);
    }
    return status;
}

static exit_status read_compare(reader *r)
{
    const string_list *list = &r->t->settings.compare;
    for (size_t i = 0; i < list->count; i++) {
        uint32_t number = 0;
        if (!register_number(list->items[i], "s", &number) || number >= MAX_SAMPLERS) {
            return tool_usage(r->t, "a sampler, as in s3", "--compare knows no '%s'", list->items[i]);
        }
        r->out->spirv.compare_samplers |= 1u << number;
    }
    return EXIT_DONE;
}

/* ---- the target ---- */

/* "1.3", "1.5" */
static bool spirv_version(const char *word, uint32_t *out)
{
    if (strlen(word) != 3 || memcmp(word, "1.", 2) != 0 || word[2] < '0' || word[2] > '6') {
        return false;
    }
    *out = 0x00010000u | (uint32_t)(word[2] - '0') << 8;
    return true;
}

#ifdef SHADER9_HAVE_CROSS
/* As it is typed: 330, but 2.1 for MSL and 5.1 for HLSL. */
static void put_version(text *out, s9_cross_language language, uint32_t version)
{
    if (language == S9_CROSS_GLSL || language == S9_CROSS_ESSL) {
        text_format(out, " %" PRIu32, version);
        return;
    }
    uint32_t scale = language == S9_CROSS_MSL ? 100 : 10;
    text_format(out, " %" PRIu32 ".%" PRIu32, version / scale, version % scale * 10 / scale);
}
#endif

static exit_status read_target(reader *r)
{
    const settings *s = &r->t->settings;
    translation *out = r->out;
    out->target = (translation_target)s->to;
    if (out->target <= TO_SPIRV_ASM) {
        if (s->target != NULL && !spirv_version(s->target, &out->spirv.version)) {
            return tool_usage(r->t, "the versions are 1.0 1.1 1.2 1.3 1.4 1.5 1.6", "there is no SPIR-V %s", s->target);
        }
        return EXIT_DONE;
    }
#ifdef SHADER9_HAVE_CROSS
    out->cross.language = (s9_cross_language)(out->target - TO_GLSL);
    if (s->target != NULL) {
        out->cross.version = s9_cross_version_of(out->cross.language, s->target);
        if (out->cross.version == 0) {
            text hint = {0};
            text_put(&hint, "the versions are");
            for (size_t i = 0; s9_cross_version_at(out->cross.language, i) != 0; i++) {
                put_version(&hint, out->cross.language, s9_cross_version_at(out->cross.language, i));
            }
            exit_status status = tool_usage(r->t, text_string(&hint), "%s has no version %s",
                                            s9_cross_language_name(out->cross.language), s->target);
            text_free(&hint);
            return status;
        }
    }
    return EXIT_DONE;
#else
    return tool_usage(r->t, "build it where the SPIRV-Cross library is installed",
                      "this build of shader9 translates to SPIR-V only");
#endif
}

static void read_switches(reader *r)
{
    const settings *s = &r->t->settings;
    s9_spirv_options *o = &r->out->spirv;
    o->names = s->no_names ? S9_SPIRV_NAMES_NONE : S9_SPIRV_NAMES_ALL;
    o->lines = s->lines;
    o->separate_samplers = s->separate_samplers;
    o->constants = s->push_constants ? S9_SPIRV_CONSTANTS_PUSH : S9_SPIRV_CONSTANTS_UNIFORM;
    o->push_offset = s->push_offset;
    o->float_registers = s->float_registers;
    o->fine_derivatives = s->fine_derivatives;
    o->native_dot = s->native_dot;
    o->contract = s->contract;
    o->no_invariant = s->no_invariant;
    o->flat_shading = s->flat;
    o->no_color_clamp = s->no_color_clamp;
    o->entry_point = s->entry;
}

static exit_status read_all(reader *r)
{
    const settings *s = &r->t->settings;
    exit_status status = read_target(r);
    if (status == EXIT_DONE) {
        read_switches(r);
        status = each_pair(r, "--state", &s->states, read_state);
    }
    if (status == EXIT_DONE) {
        status = each_pair(r, "--bind", &s->bindings, read_binding);
    }
    if (status == EXIT_DONE) {
        status = each_pair(r, "--location", &s->locations, read_location);
    }
    if (status == EXIT_DONE) {
        status = each_pair(r, "--sampler-type", &s->sampler_types, read_sampler_type);
    }
    if (status == EXIT_DONE) {
        status = read_compare(r);
    }
    if (status == EXIT_DONE) {
        status = each_pair(r, "--cross", &s->cross, read_setting);
    }
    if (status == EXIT_DONE && s->push_offset % 16 != 0) {
        status = tool_usage(r->t, NULL, "--push-offset takes a multiple of 16");
    }
    if (status == EXIT_DONE && s->float_registers > 8192) {
        status = tool_usage(r->t, NULL, "--float-registers takes a number up to 8192");
    }
    /* A value without a source is meant as it stands. */
    for (size_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++) {
        if (r->out->value_given[i] != NULL && !r->out->source_given[i]) {
            r->out->spirv.sources[i] = S9_SPIRV_FIXED;
        }
    }
    return status == EXIT_DONE ? translation_judge(r->t, r->out) : status;
}

exit_status translation_read(tool *t, translation *out)
{
    const settings *s = &t->settings;
    reader r = {.t = t, .out = out};
    s9_spirv_options_init(&out->spirv);
    out->cross.struct_size = sizeof out->cross;
    out->locations = calloc(s->locations.count + 1, sizeof *out->locations);
    out->settings = calloc(s->cross.count + 2, sizeof *out->settings);
    out->cross.settings = out->settings;
    if (out->locations == NULL || out->settings == NULL) {
        return EXIT_INTERNAL;
    }
    if (s->lines && s->to >= TO_GLSL) { /* SPIRV-Cross keeps lines to itself otherwise */
        out->settings[out->cross.setting_count++] = (s9_cross_setting){"emit-line-directives", "true"};
    }
    exit_status status = read_all(&r);
    if (status != EXIT_DONE) {
        return status;
    }
    shader_options_init(&out->shader);
    findings list = {0};
    report about = {.findings = &list, .status = &status, .name = NULL};
    (void)shader_options_from_flags(s, &out->shader, &about);
    tool_print(t, &list);
    findings_free(&list);
    out->spirv.shader = &out->shader;
    out->spirv.locations = out->locations;
#ifdef SHADER9_HAVE_CROSS
    if (out->target >= TO_GLSL) {
        s9_cross_prepare(&out->cross, &out->spirv);
    }
#endif
    return status;
}

void translation_free(translation *out)
{
    free(out->locations);
    free(out->settings);
}

/* ---- the layout ---- */

static void usage_json(json_out *j, const s9_spirv_interface *e)
{
    char mask[5];
    size_t length = 0;
    for (size_t i = 0; i < 4; i++) {
        if ((e->mask >> i & 1u) != 0) {
            mask[length++] = "xyzw"[i];
        }
    }
    mask[length] = '\0';
    put_key(j, "usage");
    put_string(j, e->usage >= 0 ? usages[e->usage] : NULL);
    put_key(j, "index");
    if (e->usage >= 0) {
        put_integer(j, e->usage_index);
    } else {
        put_null(j);
    }
    put_key(j, "mask");
    put_string(j, mask);
}

static void interface_json(json_out *j, const char *key, const s9_spirv_interface *list, uint32_t count)
{
    put_key(j, key);
    put_open_list(j);
    for (uint32_t i = 0; i < count; i++) {
        const s9_spirv_interface *e = &list[i];
        put_open(j);
        put_key(j, "name");
        put_string(j, e->name);
        put_key(j, "register");
        put_string(j, e->reg[0] != '\0' ? e->reg : NULL);
        put_key(j, "built_in");
        put_string(j, e->built_in);
        put_key(j, "location");
        if (e->built_in == NULL) {
            put_integer(j, e->location);
        } else {
            put_null(j);
        }
        usage_json(j, e);
        put_key(j, "flat");
        put_bool(j, e->flat);
        put_key(j, "centroid");
        put_bool(j, e->centroid);
        put_close(j);
    }
    put_close_list(j);
}

/* The numbers of the module, or those of the text in a language; null where it has none. */
static void numbers_json(json_out *j, const s9_spirv_layout *layout, uint32_t index, const translation *what)
{
    uint32_t set = layout->resources[index].set, binding = layout->resources[index].binding;
    bool has_set = true, has_binding = true;
#ifdef SHADER9_HAVE_CROSS
    if (what->target >= TO_GLSL && s9_cross_numbers(layout, index, &what->cross, &set, &binding) == S9_OK) {
        has_set = set != S9_CROSS_NONE;
        has_binding = binding != S9_CROSS_NONE;
    }
#else
    (void)what;
#endif
    put_key(j, "set");
    if (has_set) {
        put_integer(j, set);
    } else {
        put_null(j);
    }
    put_key(j, "binding");
    if (has_binding) {
        put_integer(j, binding);
    } else {
        put_null(j);
    }
}

static void resource_json(json_out *j, const s9_spirv_layout *layout, uint32_t index, const translation *what)
{
    const s9_spirv_resource *r = &layout->resources[index];
    static const char *const kinds[] = {"floats", "ints", "bools", "stages", "state", "texture", "image", "sampler"};
    static const char *const types[] = {"2d", "cube", "volume"};
    bool texture = r->kind >= S9_SPIRV_RESOURCE_TEXTURE;
    put_open(j);
    put_key(j, "kind");
    put_string(j, kinds[r->kind]);
    put_key(j, "name");
    put_string(j, r->name);
    if (r->push) {
        put_key(j, "push_constant");
        put_bool(j, true);
        put_key(j, "offset");
        put_integer(j, r->offset);
    } else {
        numbers_json(j, layout, index, what);
    }
    if (texture) {
        text name = {0};
        text_format(&name, "s%" PRIu32, r->number);
        put_key(j, "register");
        put_string(j, text_string(&name));
        text_free(&name);
        put_key(j, "type");
        put_string(j, types[r->texture_type - S9_TEXTURE_2D]);
        put_key(j, "compare");
        put_bool(j, r->compare);
    } else {
        put_key(j, "size");
        put_integer(j, r->size);
        if (r->kind != S9_SPIRV_RESOURCE_STATE) {
            put_key(j, "registers");
            put_integer(j, r->registers);
        }
    }
    put_close(j);
}

void layout_json(json_out *j, const s9_spirv_layout *layout, const translation *what, const char *entry)
{
    text version = {0};
    put_key(j, "stage");
    put_string(j, layout->stage == S9_STAGE_PIXEL ? "pixel" : "vertex");
    put_key(j, "entry_point");
    put_string(j, entry);
    put_key(j, "language");
#ifdef SHADER9_HAVE_CROSS
    if (what->target >= TO_GLSL) {
        put_string(j, s9_cross_language_name(what->cross.language));
    } else {
        put_null(j);
    }
#else
    put_null(j);
#endif
    put_key(j, "spirv");
    text_format(&version, "%" PRIu32 ".%" PRIu32, layout->spirv_version >> 16, layout->spirv_version >> 8 & 0xFFu);
    put_string(j, text_string(&version));
    text_free(&version);
    interface_json(j, "inputs", layout->inputs, layout->input_count);
    interface_json(j, "outputs", layout->outputs, layout->output_count);
    put_key(j, "resources");
    put_open_list(j);
    for (uint32_t i = 0; i < layout->resource_count; i++) {
        resource_json(j, layout, i, what);
    }
    put_close_list(j);
    put_key(j, "specialisations");
    put_open_list(j);
    for (uint32_t i = 0; i < layout->specialisation_count; i++) {
        const s9_spirv_specialisation *s = &layout->specialisations[i];
        put_open(j);
        put_key(j, "id");
        put_integer(j, s->id);
        put_key(j, "name");
        put_string(j, s->name);
        put_key(j, "type");
        put_string(j, s->is_float ? "float" : "uint");
        put_key(j, "default");
        if (s->is_float) {
            put_float(j, bits_float(s->default_bits));
        } else {
            put_integer(j, s->default_bits);
        }
        put_close(j);
    }
    put_close_list(j);
}
