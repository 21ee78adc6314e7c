/* SPDX-License-Identifier: MIT */
/* Shading languages through SPIRV-Cross: versions, what each lacks, and handing over. */
#include "spirv/cross_calls.h"
#include "spirv/cross_text.h"
#include "spirv/numbers.h"

#include <shader9/cross.h>

#include <spirv_cross_c.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const language_names[] = {"glsl", "essl", "msl", "hlsl"};
static const uint16_t version_table[4][14] = {
    {120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460},
    {100, 300, 310, 320},
    {120, 200, 210, 220, 230, 240, 300},
    {40, 41, 50, 51, 60, 61, 62, 63, 64, 65, 66},
};
static const uint16_t default_versions[4] = {330, 300, 200, 50};

const char *s9_cross_language_name(s9_cross_language language)
{
    return (uint32_t)language < S9_COUNT(language_names) ? language_names[language] : NULL;
}

uint32_t s9_cross_version_at(s9_cross_language language, size_t index)
{
    if ((uint32_t)language >= S9_COUNT(language_names) || index >= S9_COUNT(version_table[0]))
        return 0;
    return version_table[language][index];
}

uint32_t s9_cross_default_version(s9_cross_language language)
{
    return (uint32_t)language < S9_COUNT(default_versions) ? default_versions[language] : 0;
}

static bool has_version(s9_cross_language language, uint32_t version)
{
    for (size_t i = 0; i < S9_COUNT(version_table[0]); i++)
        if (version != 0 && version_table[language][i] == version)
            return true;
    return false;
}

uint32_t s9_cross_version_of(s9_cross_language language, const char *text)
{
    uint32_t whole = 0, part = 0, places = 0;
    bool dot = false;
    if ((uint32_t)language >= S9_COUNT(language_names) || text == NULL || *text < '0' || *text > '9')
        return 0;
    for (; (*text >= '0' && *text <= '9') || *text == '.'; text++) {
        if (*text == '.' && dot)
            return 0;
        dot |= *text == '.';
        if (*text == '.')
            continue;
        if (whole > 100000u)
            return 0;
        if (dot) {
            part = part * 10u + (uint32_t)(*text - '0');
            places++;
        } else {
            whole = whole * 10u + (uint32_t)(*text - '0');
        }
    }
    if (*text != '\0' && strcmp(text, " es") != 0 && strcmp(text, " core") != 0)
        return 0;
    uint32_t version = whole;
    if (language == S9_CROSS_HLSL) {
        if (dot)
            version = places == 1 ? whole * 10u + part : 0;
        else if (whole < 10)
            version = whole * 10u;
    } else if (dot) {
        version = places == 1 ? whole * 100u + part * 10u : places == 2 ? whole * 100u + part : 0;
    } else if (whole < 10) {
        version = whole * 100u;
    }
    return has_version(language, version) ? version : 0;
}

/* ---- options of SPIRV-Cross ---- */

typedef struct setting {
    const char *name;
    spvc_compiler_option option;
    bool number;
} setting;

static const setting settings[] = {
    {"force-temporary", SPVC_COMPILER_OPTION_FORCE_TEMPORARY, false},
    {"flatten-multidimensional-arrays", SPVC_COMPILER_OPTION_FLATTEN_MULTIDIMENSIONAL_ARRAYS, false},
    {"fixup-depth-convention", SPVC_COMPILER_OPTION_FIXUP_DEPTH_CONVENTION, false},
    {"flip-vertex-y", SPVC_COMPILER_OPTION_FLIP_VERTEX_Y, false},
    {"emit-line-directives", SPVC_COMPILER_OPTION_EMIT_LINE_DIRECTIVES, false},
    {"force-zero-initialized-variables", SPVC_COMPILER_OPTION_FORCE_ZERO_INITIALIZED_VARIABLES, false},
    {"glsl-separate-shader-objects", SPVC_COMPILER_OPTION_GLSL_SEPARATE_SHADER_OBJECTS, false},
    {"glsl-enable-420pack-extension", SPVC_COMPILER_OPTION_GLSL_ENABLE_420PACK_EXTENSION, false},
    {"glsl-vulkan-semantics", SPVC_COMPILER_OPTION_GLSL_VULKAN_SEMANTICS, false},
    {"glsl-es-default-float-precision-highp", SPVC_COMPILER_OPTION_GLSL_ES_DEFAULT_FLOAT_PRECISION_HIGHP, false},
    {"glsl-es-default-int-precision-highp", SPVC_COMPILER_OPTION_GLSL_ES_DEFAULT_INT_PRECISION_HIGHP, false},
    {"glsl-emit-push-constant-as-uniform-buffer", SPVC_COMPILER_OPTION_GLSL_EMIT_PUSH_CONSTANT_AS_UNIFORM_BUFFER,
     false},
    {"glsl-emit-uniform-buffer-as-plain-uniforms", SPVC_COMPILER_OPTION_GLSL_EMIT_UNIFORM_BUFFER_AS_PLAIN_UNIFORMS,
     false},
    {"hlsl-point-size-compat", SPVC_COMPILER_OPTION_HLSL_POINT_SIZE_COMPAT, false},
    {"hlsl-point-coord-compat", SPVC_COMPILER_OPTION_HLSL_POINT_COORD_COMPAT, false},
    {"msl-platform", SPVC_COMPILER_OPTION_MSL_PLATFORM, true},
    {"msl-enable-point-size-builtin", SPVC_COMPILER_OPTION_MSL_ENABLE_POINT_SIZE_BUILTIN, false},
    {"msl-enable-frag-depth-builtin", SPVC_COMPILER_OPTION_MSL_ENABLE_FRAG_DEPTH_BUILTIN, false},
    {"msl-enable-frag-output-mask", SPVC_COMPILER_OPTION_MSL_ENABLE_FRAG_OUTPUT_MASK, true},
    {"msl-pad-fragment-output-components", SPVC_COMPILER_OPTION_MSL_PAD_FRAGMENT_OUTPUT_COMPONENTS, false},
    {"msl-argument-buffers", SPVC_COMPILER_OPTION_MSL_ARGUMENT_BUFFERS, false},
    {"msl-enable-decoration-binding", SPVC_COMPILER_OPTION_MSL_ENABLE_DECORATION_BINDING, false},
    {"msl-invariant-float-math", SPVC_COMPILER_OPTION_MSL_INVARIANT_FP_MATH, false},
};

const char *s9_cross_setting_name(size_t index, bool *is_number)
{
    if (index >= S9_COUNT(settings))
        return NULL;
    if (is_number != NULL)
        *is_number = settings[index].number;
    return settings[index].name;
}

/* ---- what a language lacks ---- */

typedef struct job {
    s9_cross_language language;
    uint32_t version;
    const s9_spirv_layout *layout;
    bool temporaries; /* every result in a variable of its own */
    s9_diagnostics *diagnostics;
} job;

static bool is_gl(const job *j)
{
    return j->language == S9_CROSS_GLSL || j->language == S9_CROSS_ESSL;
}

/* GLSL 1.20, ESSL 1.00: from before unsigned integers, blocks and texture functions by type. */
static bool is_old(s9_cross_language language, uint32_t version)
{
    return (language == S9_CROSS_GLSL && version < 130) || (language == S9_CROSS_ESSL && version < 300);
}

/* GLSL 1.40 has blocks, too, but they cannot be named there, and SPIRV-Cross names them. */
static bool has_blocks(const job *j)
{
    return (j->language == S9_CROSS_GLSL && j->version >= 150) || (j->language == S9_CROSS_ESSL && j->version >= 300);
}

static void spell(const job *j, char out[32])
{
    static const char *const words[] = {"GLSL", "ESSL", "MSL", "HLSL shader model"};
    char digits[8];
    uint32_t scale = j->language == S9_CROSS_HLSL ? 10 : 100, rest = j->version % scale;
    size_t at = 0, count = 0;
    while (words[j->language][at] != '\0') {
        out[at] = words[j->language][at];
        at++;
    }
    out[at++] = ' ';
    out[at++] = (char)('0' + j->version / scale);
    out[at++] = '.';
    if (j->language == S9_CROSS_HLSL) {
        digits[count++] = (char)('0' + rest);
    } else {
        digits[count++] = (char)('0' + rest / 10u);
        if (j->language != S9_CROSS_MSL)
            digits[count++] = (char)('0' + rest % 10u);
    }
    memcpy(out + at, digits, count);
    out[at + count] = '\0';
}

static s9_result lacks(const job *j, const char *what, const char *hint)
{
    char language[32];
    spell(j, language);
    s9_report(j->diagnostics, S9_ERROR, NULL, NULL, hint, "%s has no %s", language, what);
    return S9_ERROR_UNSUPPORTED;
}

static s9_result check_inputs(const job *j)
{
    for (uint32_t i = 0; i < j->layout->input_count; i++) {
        const s9_spirv_interface *in = &j->layout->inputs[i];
        if (in->flat && is_old(j->language, j->version))
            return lacks(j, "flat inputs", "leave flat shading out");
        if (in->built_in != NULL && strcmp(in->built_in, "PointCoord") == 0 && j->language == S9_CROSS_HLSL)
            return lacks(j, "coordinates of point sprites", "leave point sprites out");
    }
    return S9_OK;
}

static s9_result check_outputs(const job *j)
{
    for (uint32_t i = 0; i < j->layout->output_count; i++) {
        const char *built_in = j->layout->outputs[i].built_in;
        bool target = j->layout->stage == S9_STAGE_PIXEL && built_in == NULL;
        if (j->layout->outputs[i].flat && is_old(j->language, j->version))
            return lacks(j, "flat outputs", "leave flat shading out");
        if (target && j->layout->outputs[i].location > 0 && j->language == S9_CROSS_ESSL && j->version < 300)
            return lacks(j, "second render target", "ESSL 3.00 has them");
        if (built_in == NULL)
            continue;
        if (strcmp(built_in, "ClipDistance") == 0 && (j->language == S9_CROSS_ESSL || is_old(j->language, j->version)))
            return lacks(j, "clip distances", "leave clip planes out");
        if (strcmp(built_in, "FragDepth") == 0 && j->language == S9_CROSS_ESSL && j->version < 300)
            return lacks(j, "depth output", "ESSL 3.00 has it");
    }
    return S9_OK;
}

static s9_result check_resources(const job *j)
{
    for (uint32_t i = 0; i < j->layout->resource_count; i++) {
        const s9_spirv_resource *r = &j->layout->resources[i];
        if (r->kind < S9_SPIRV_RESOURCE_TEXTURE)
            continue;
        if (r->kind != S9_SPIRV_RESOURCE_TEXTURE && is_gl(j))
            return lacks(j, "samplers apart from their images", "leave separate samplers out");
        if (j->language == S9_CROSS_ESSL && j->version < 300) {
            if (r->texture_type == S9_TEXTURE_VOLUME)
                return lacks(j, "volume textures", "ESSL 3.00 has them");
            if (r->compare)
                return lacks(j, "depth comparison", "ESSL 3.00 has it");
        }
    }
    return S9_OK;
}

/* Whether the float constant `id` is 0. */
static bool is_zero(const uint32_t *words, size_t count, uint32_t id)
{
    for (size_t at = 5; at < count && words[at] >> 16 != 0 && (words[at] & 0xFFFFu) != SPV_OP_FUNCTION;
         at += words[at] >> 16) {
        uint32_t op = words[at] & 0xFFFFu;
        if ((op == SPV_OP_CONSTANT || op == SPV_OP_CONSTANT_NULL) && words[at + 2] == id)
            return op == SPV_OP_CONSTANT_NULL || words[at + 3] == 0;
    }
    return false;
}

/* SPIRV-Cross writes HLSL that compares at the level of its own choice, or at level 0, whatever was asked for. */
static s9_result check_comparisons(const job *j, const uint32_t *words, size_t count)
{
    static const char other[] = "GLSL 3.30 and ESSL 3.00 have them";
    for (size_t at = 5; at < count && words[at] >> 16 != 0; at += words[at] >> 16) {
        uint32_t op = words[at] & 0xFFFFu, mask = words[at] >> 16 > 6 ? words[at + 6] : 0;
        if (op == SPV_OP_IMAGE_SAMPLE_DREF_IMPLICIT_LOD && (mask & SPV_IMAGE_BIAS) != 0)
            return lacks(j, "depth comparison with a bias of the level of detail", other);
        if (op != SPV_OP_IMAGE_SAMPLE_DREF_EXPLICIT_LOD)
            continue;
        if ((mask & SPV_IMAGE_GRAD) != 0)
            return lacks(j, "depth comparison with gradients", other);
        if ((mask & SPV_IMAGE_LOD) != 0 && !is_zero(words, count, words[at + 7]))
            return lacks(j, "depth comparison at a level of detail other than 0", other);
    }
    return S9_OK;
}

static s9_result check_language(const job *j, const uint32_t *words, size_t count)
{
    const char *fault = s9_cross_entry_point_fault(j->language, j->layout->entry_point);
    char language[32];
    spell(j, language);
    if (fault != NULL) {
        s9_report(j->diagnostics, S9_ERROR, NULL, NULL, NULL, "the name of the entry point, '%s', %s in %s",
                  j->layout->entry_point, fault, language);
        return S9_ERROR_ARGUMENT;
    }
    s9_result result = check_inputs(j);
    if (result == S9_OK)
        result = check_outputs(j);
    if (result == S9_OK)
        result = check_resources(j);
    if (result == S9_OK && j->language == S9_CROSS_HLSL)
        result = check_comparisons(j, words, count);
    return result;
}

/* ---- handing over ---- */

void s9_cross_prepare(const s9_cross_options *given, s9_spirv_options *spirv)
{
    s9_cross_options options;
    if (spirv == NULL || !s9_read_options(&options, sizeof options, given) ||
        (uint32_t)options.language >= S9_COUNT(language_names))
        return;
    uint32_t version = options.version != 0 ? options.version : default_versions[options.language];
    /* GLSL before 1.50 has no way from bits to floats, which infinity takes. */
    if (is_old(options.language, version) || (options.language == S9_CROSS_GLSL && version < 150))
        spirv->profile = S9_SPIRV_PROFILE_PLAIN;
    if (options.language == S9_CROSS_MSL && version < 210)
        spirv->no_invariant = true;
    /* Before 4.20 both stages must say centroid or neither, and a vertex shader cannot know; the oldest do not have it.
     */
    if (options.language == S9_CROSS_ESSL || (options.language == S9_CROSS_GLSL && version < 420))
        spirv->no_centroid = true;
    spirv->classes_apart = true;
    spirv->readable = true;
    if (spirv->names == S9_SPIRV_NAMES_ALL)
        spirv->names = S9_SPIRV_NAMES_RESULTS;
    if (options.language == S9_CROSS_GLSL || options.language == S9_CROSS_ESSL)
        spirv->separate_samplers = false;
    /* What newer modules may hold, SPIRV-Cross need not know. */
    if (spirv->version > 0x00010500u)
        spirv->version = 0x00010500u;
}

static bool number_of(const char *text, unsigned *out)
{
    char *end = NULL;
    if (text == NULL || *text == '\0')
        return false;
    unsigned long value = strtoul(text, &end, 10);
    *out = (unsigned)value;
    return *end == '\0' && value <= UINT32_MAX;
}

/* A setting without a value is on. */
static const char *value_of(const s9_cross_setting *given)
{
    return given->value != NULL ? given->value : "true";
}

static bool is_yes(const char *value)
{
    return strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
}

static s9_result apply(const job *j, spvc_compiler_options target, const s9_cross_setting *given)
{
    for (size_t i = 0; i < S9_COUNT(settings); i++) {
        if (given->name == NULL || strcmp(settings[i].name, given->name) != 0)
            continue;
        const char *value = value_of(given);
        bool yes = is_yes(value);
        bool no = strcmp(value, "false") == 0 || strcmp(value, "0") == 0;
        unsigned number;
        if (settings[i].number ? !number_of(value, &number) : !yes && !no) {
            s9_report(j->diagnostics, S9_ERROR, NULL, NULL, NULL, "%s takes %s, not '%s'", given->name,
                      settings[i].number ? "a number" : "true or false", value);
            return S9_ERROR_ARGUMENT;
        }
        spvc_result result = settings[i].number ? spvc_compiler_options_set_uint(target, settings[i].option, number)
                                                : spvc_compiler_options_set_bool(target, settings[i].option,
                                                                                 yes ? SPVC_TRUE : SPVC_FALSE);
        if (result == SPVC_SUCCESS)
            return S9_OK;
        s9_report(j->diagnostics, S9_ERROR, NULL, NULL, NULL, "%s is no option of %s", given->name,
                  s9_cross_language_name(j->language));
        return S9_ERROR_ARGUMENT;
    }
    s9_report(j->diagnostics, S9_ERROR, NULL, NULL, NULL, "SPIRV-Cross has no option '%s' here",
              given->name != NULL ? given->name : "");
    return S9_ERROR_ARGUMENT;
}

static s9_result set_options(const job *j, spvc_compiler compiler, const s9_cross_options *options)
{
    spvc_compiler_options target;
    if (spvc_compiler_create_compiler_options(compiler, &target) != SPVC_SUCCESS)
        return S9_ERROR_MEMORY;
    spvc_result result = SPVC_SUCCESS;
    if (j->temporaries)
        result = spvc_compiler_options_set_bool(target, SPVC_COMPILER_OPTION_FORCE_TEMPORARY, SPVC_TRUE);
    if (result != SPVC_SUCCESS)
        return S9_ERROR_UNSUPPORTED;
    switch (j->language) {
    case S9_CROSS_GLSL:
    case S9_CROSS_ESSL:
        result = spvc_compiler_options_set_uint(target, SPVC_COMPILER_OPTION_GLSL_VERSION, j->version);
        (void)spvc_compiler_options_set_bool(target, SPVC_COMPILER_OPTION_GLSL_ES,
                                             j->language == S9_CROSS_ESSL ? SPVC_TRUE : SPVC_FALSE);
        (void)spvc_compiler_options_set_bool(target, SPVC_COMPILER_OPTION_FIXUP_DEPTH_CONVENTION, SPVC_TRUE);
        (void)spvc_compiler_options_set_bool(target, SPVC_COMPILER_OPTION_GLSL_EMIT_UNIFORM_BUFFER_AS_PLAIN_UNIFORMS,
                                             has_blocks(j) ? SPVC_FALSE : SPVC_TRUE);
        (void)spvc_compiler_options_set_bool(target, SPVC_COMPILER_OPTION_GLSL_ES_DEFAULT_FLOAT_PRECISION_HIGHP,
                                             SPVC_TRUE);
        (void)spvc_compiler_options_set_bool(target, SPVC_COMPILER_OPTION_GLSL_ENABLE_420PACK_EXTENSION, SPVC_FALSE);
        break;
    case S9_CROSS_MSL:
        result = spvc_compiler_options_set_uint(target, SPVC_COMPILER_OPTION_MSL_VERSION,
                                                j->version / 100u * 10000u + j->version % 100u / 10u * 100u);
        (void)spvc_compiler_options_set_bool(target, SPVC_COMPILER_OPTION_MSL_ENABLE_DECORATION_BINDING, SPVC_TRUE);
        break;
    case S9_CROSS_HLSL:
    default:
        result = spvc_compiler_options_set_uint(target, SPVC_COMPILER_OPTION_HLSL_SHADER_MODEL, j->version);
        (void)spvc_compiler_options_set_bool(target, SPVC_COMPILER_OPTION_HLSL_POINT_SIZE_COMPAT, SPVC_TRUE);
        break;
    }
    if (result != SPVC_SUCCESS)
        return S9_ERROR_UNSUPPORTED;
    for (size_t i = 0; i < options->setting_count; i++) {
        s9_result applied = apply(j, target, &options->settings[i]);
        if (applied != S9_OK)
            return applied;
    }
    return spvc_compiler_install_compiler_options(compiler, target) == SPVC_SUCCESS ? S9_OK : S9_ERROR_UNSUPPORTED;
}

/*
 * s# is number # of the language, whose samplers and textures are counted from 0 apart from blocks, unless the options
 * say where they begin. In GLSL and ESSL both stages share one space: vertex shaders begin at 16.
 */
static unsigned texture_binding(const job *j, unsigned binding, bool sampler)
{
    static const unsigned images = 16, samplers = 48; /* defaults of s9_spirv_options_init */
    for (uint32_t i = 0; i < j->layout->resource_count; i++) {
        const s9_spirv_resource *r = &j->layout->resources[i];
        bool same = sampler ? r->kind == S9_SPIRV_RESOURCE_SAMPLER
                            : r->kind == S9_SPIRV_RESOURCE_TEXTURE || r->kind == S9_SPIRV_RESOURCE_IMAGE;
        if (!same || r->binding != binding)
            continue;
        if (binding - r->number != (sampler ? samplers : images))
            return binding;
        return r->number + (is_gl(j) && j->layout->stage == S9_STAGE_VERTEX ? 16u : 0u);
    }
    return binding;
}

/* The options, the defaults in the place of what is not given; false where there is no such language or version. */
static bool read_job(const s9_cross_options *given, s9_cross_options *options, job *j)
{
    if (!s9_read_options(options, sizeof *options, given) || (uint32_t)options->language >= S9_COUNT(language_names) ||
        (options->setting_count > 0 && options->settings == NULL))
        return false;
    *j = (job){.language = options->language,
               .version = options->version != 0 ? options->version : default_versions[options->language]};
    return has_version(j->language, j->version);
}

/* In GLSL and ESSL both stages share one space of blocks, too. */
static unsigned block_binding(const job *j, unsigned binding)
{
    return binding + (is_gl(j) && j->layout->stage == S9_STAGE_PIXEL ? 8u : 0u);
}

/* Whether the settings turn an option on; the last of a name holds. */
static bool is_set(const s9_cross_options *options, const char *name)
{
    bool on = false;
    for (size_t i = 0; i < options->setting_count; i++)
        if (options->settings[i].name != NULL && strcmp(options->settings[i].name, name) == 0)
            on = is_yes(value_of(&options->settings[i]));
    return on;
}

s9_result s9_cross_writes(const s9_cross_options *given, bool *sets, bool *bindings)
{
    s9_cross_options options;
    job j;
    if (sets == NULL || bindings == NULL || !read_job(given, &options, &j))
        return S9_ERROR_ARGUMENT;
    *sets = (is_gl(&j) && is_set(&options, "glsl-vulkan-semantics")) ||
            (j.language == S9_CROSS_HLSL && j.version >= 51) ||
            (j.language == S9_CROSS_MSL && is_set(&options, "msl-argument-buffers"));
    *bindings = !is_gl(&j) || j.version >= (j.language == S9_CROSS_ESSL ? 310u : 420u) ||
                is_set(&options, "glsl-enable-420pack-extension");
    return S9_OK;
}

s9_result s9_cross_numbers(const s9_spirv_layout *layout, uint32_t index, const s9_cross_options *given, uint32_t *set,
                           uint32_t *binding)
{
    s9_cross_options options;
    job j;
    bool sets, bindings;
    if (layout == NULL || index >= layout->resource_count || set == NULL || binding == NULL ||
        !read_job(given, &options, &j) || s9_cross_writes(given, &sets, &bindings) != S9_OK)
        return S9_ERROR_ARGUMENT;
    j.layout = layout;
    const s9_spirv_resource *r = &layout->resources[index];
    bool texture = r->kind >= S9_SPIRV_RESOURCE_TEXTURE;
    *set = sets && !r->push ? r->set : S9_CROSS_NONE;
    *binding = !bindings || r->push ? S9_CROSS_NONE
               : texture            ? texture_binding(&j, r->binding, r->kind == S9_SPIRV_RESOURCE_SAMPLER)
                                    : block_binding(&j, r->binding);
    return S9_OK;
}

static s9_result set_bindings(const job *j, spvc_compiler compiler)
{
    static const spvc_resource_type types[4] = {SPVC_RESOURCE_TYPE_UNIFORM_BUFFER, SPVC_RESOURCE_TYPE_SAMPLED_IMAGE,
                                                SPVC_RESOURCE_TYPE_SEPARATE_IMAGE,
                                                SPVC_RESOURCE_TYPE_SEPARATE_SAMPLERS};
    spvc_resources resources;
    if (spvc_compiler_create_shader_resources(compiler, &resources) != SPVC_SUCCESS)
        return S9_ERROR_MEMORY;
    for (size_t k = 0; k < S9_COUNT(types); k++) {
        const spvc_reflected_resource *list = NULL;
        size_t count = 0;
        if (spvc_resources_get_resource_list_for_type(resources, types[k], &list, &count) != SPVC_SUCCESS)
            return S9_ERROR_MEMORY;
        for (size_t i = 0; i < count; i++) {
            unsigned binding =
                spvc_compiler_get_decoration(compiler, list[i].id, (SpvDecoration)SPV_DECORATION_BINDING);
            if (k == 0)
                binding = block_binding(j, binding);
            else
                binding = texture_binding(j, binding, types[k] == SPVC_RESOURCE_TYPE_SEPARATE_SAMPLERS);
            spvc_compiler_set_decoration(compiler, list[i].id, (SpvDecoration)SPV_DECORATION_BINDING, binding);
            /* A program has one uniform of a name, for both its stages. */
            if (k == 1 && is_gl(j) && j->layout->stage == S9_STAGE_VERTEX) {
                char name[128];
                (void)snprintf(name, sizeof name, "vs_%.120s", list[i].name);
                spvc_compiler_set_name(compiler, list[i].id, name);
            }
        }
    }
    return S9_OK;
}

/*
 * ESSL has given gl_PointCoord, and before 3.00 gl_FragCoord, medium precision, and what is computed of nothing better
 * has no better: perhaps ten bits. So each is first copied into a variable, which is of high precision. SPIRV-Cross
 * does so with what is volatile.
 */
static void keep_precision(const job *j, spvc_compiler compiler, const uint32_t *words, size_t count)
{
    if (j->language != S9_CROSS_ESSL)
        return;
    for (size_t at = 5; at < count && words[at] >> 16 != 0; at += words[at] >> 16)
        if ((words[at] & 0xFFFFu) == SPV_OP_DECORATE && words[at] >> 16 == 4 && at + 3 < count &&
            words[at + 2] == SPV_DECORATION_BUILT_IN &&
            (words[at + 3] == SPV_BUILT_IN_POINT_COORD ||
             (words[at + 3] == SPV_BUILT_IN_FRAG_COORD && j->version < 300)))
            spvc_compiler_set_decoration(compiler, words[at + 1], (SpvDecoration)SPV_DECORATION_VOLATILE, 1);
}

/* What SPIRV-Cross calls without asking for the extension that has it. */
static const char *missing_extension(const job *j, const char *text)
{
    static const char *const levels[] = {"Lod(", "Grad(", "GradARB("};
    if (j->language != S9_CROSS_GLSL)
        return NULL;
    if (j->version < 150 && (strstr(text, "BitsToFloat(") != NULL || strstr(text, "floatBitsTo") != NULL))
        return "#extension GL_ARB_shader_bit_encoding : require\n";
    if (j->version >= 130 || strstr(text, "GL_ARB_shader_texture_lod") != NULL)
        return NULL;
    for (size_t i = 0; i < S9_COUNT(levels); i++)
        if (strstr(text, levels[i]) != NULL)
            return "#extension GL_ARB_shader_texture_lod : require\n";
    return NULL;
}

/*
 * HLSL is written with the entry point main; MSL has its name already, but for main, which is no name there and becomes
 * main0. No other name of the text may be the same.
 */
static s9_result check_entry(const job *j, const char *text)
{
    const char *entry = j->layout->entry_point;
    size_t wanted = j->language == S9_CROSS_MSL ? 1 : 0;
    if (is_gl(j) || strcmp(entry, "main") == 0 || s9_cross_count_word(text, entry) == wanted)
        return S9_OK;
    s9_report(j->diagnostics, S9_ERROR, NULL, NULL, "give the entry point another name",
              "the entry point cannot be '%s': the text has that name for something else", entry);
    return S9_ERROR_INVALID;
}

static s9_result copy_out(const job *j, const char *text, const s9_allocator *allocator, s9_blob *out)
{
    s9_buffer buffer;
    const char *extension = missing_extension(j, text), *whole = text;
    s9_result result = check_entry(j, text);
    if (result != S9_OK)
        return result;
    s9_buffer_init(&buffer, allocator);
    if (extension != NULL) {
        size_t line = strcspn(text, "\n");
        line += text[line] != '\0';
        s9_buffer_append(&buffer, text, line);
        s9_buffer_text(&buffer, extension);
        text += line;
    }
    s9_cross_tidy(&buffer, whole, text, j->language == S9_CROSS_HLSL ? j->layout->entry_point : NULL);
    return s9_buffer_to_blob(&buffer, out);
}

/* Calls that double at each level: SPIRV-Cross would follow each of them. */
static s9_result refuse_calls(const job *j, uint32_t most)
{
    s9_report(j->diagnostics, S9_ERROR, NULL, NULL, "SPIR-V itself can be written: --to spirv",
              "the subroutines call each other so often that a text would follow more than %u of them", (unsigned)most);
    return S9_ERROR_INVALID;
}

/*
 * Where SPIRV-Cross would read a variable too late every result needs a variable of its own: for arguments of calls,
 * and among the values that a loop carries from one turn to the next, which are assigned one after the other.
 */
static s9_result find_temporaries(job *j, const uint32_t *words, size_t count, const s9_allocator *allocator)
{
    uint32_t values = 0;
    bool calls = false, variables = false;
    for (size_t at = 5; at < count && words[at] >> 16 != 0; at += words[at] >> 16) {
        uint32_t op = words[at] & 0xFFFFu;
        values = op == SPV_OP_LABEL ? 0 : values + (op == SPV_OP_PHI);
        if (op == SPV_OP_LOOP_MERGE && values >= 2) {
            j->temporaries = true;
            return S9_OK;
        }
        calls = calls || op == SPV_OP_FUNCTION_CALL;
        if (op == SPV_OP_VARIABLE && words[at] >> 16 >= 4 && at + 3 < count)
            variables = variables || words[at + 3] == SPV_STORAGE_PRIVATE || words[at + 3] == SPV_STORAGE_FUNCTION;
    }
    return calls && variables ? s9_cross_reads_late(words, count, allocator, &j->temporaries) : S9_OK;
}

static s9_result compile(const job *j, spvc_context context, const s9_spirv *module, const s9_allocator *allocator,
                         const s9_cross_options *options, s9_blob *out)
{
    static const spvc_backend backends[4] = {SPVC_BACKEND_GLSL, SPVC_BACKEND_GLSL, SPVC_BACKEND_MSL, SPVC_BACKEND_HLSL};
    spvc_parsed_ir ir;
    spvc_compiler compiler;
    size_t count;
    const uint32_t *words = s9_spirv_words(module, &count);
    const char *text = NULL;
    uint64_t bodies = s9_cross_unfolded(words, count, allocator);
    if (bodies == UINT64_MAX)
        return S9_ERROR_MEMORY;
    if (bodies > S9_CROSS_MOST_BODIES)
        return refuse_calls(j, S9_CROSS_MOST_BODIES);
    if (spvc_context_parse_spirv(context, words, count, &ir) != SPVC_SUCCESS ||
        spvc_context_create_compiler(context, backends[j->language], ir, SPVC_CAPTURE_MODE_TAKE_OWNERSHIP, &compiler) !=
            SPVC_SUCCESS)
        return S9_ERROR_UNSUPPORTED;
    s9_result result = set_options(j, compiler, options);
    if (result == S9_OK)
        result = set_bindings(j, compiler);
    if (result != S9_OK)
        return result;
    keep_precision(j, compiler, words, count);
    if (spvc_compiler_compile(compiler, &text) != SPVC_SUCCESS || text == NULL)
        return S9_ERROR_UNSUPPORTED;
    return copy_out(j, text, allocator, out);
}

s9_result s9_cross_compile(const s9_spirv *module, const s9_allocator *allocator, const s9_cross_options *given,
                           s9_blob *out, s9_diagnostics *diagnostics)
{
    s9_cross_options options;
    job j;
    if (out == NULL || module == NULL || !read_job(given, &options, &j))
        return S9_ERROR_ARGUMENT;
    j.layout = s9_spirv_get_layout(module);
    j.diagnostics = diagnostics;
    size_t count;
    const uint32_t *words = s9_spirv_words(module, &count);
    s9_result result = find_temporaries(&j, words, count, allocator);
    if (result == S9_OK)
        result = check_language(&j, words, count);
    if (result != S9_OK)
        return result;
    spvc_context context = NULL;
    if (spvc_context_create(&context) != SPVC_SUCCESS)
        return S9_ERROR_MEMORY;
    result = compile(&j, context, module, allocator, &options, out);
    if (result == S9_ERROR_UNSUPPORTED) {
        const char *reason = spvc_context_get_last_error_string(context);
        char language[32];
        spell(&j, language);
        s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL, "%s cannot express this: %s", language,
                  reason != NULL ? reason : "SPIRV-Cross gives no reason");
    }
    spvc_context_destroy(context);
    return result;
}
