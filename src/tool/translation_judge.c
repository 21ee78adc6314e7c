/* SPDX-License-Identifier: MIT */
/*
 * Options of translate that can have no effect, whatever the shader: another language, another stage, another option
 * stands against them. They are wrong usage, for whoever gave them expects something. What merely finds nothing in a
 * shader passes: the same command line does for many shaders.
 */
#include "translation.h"

#include <inttypes.h>
#include <string.h>

typedef exit_status judge(tool *t, const translation *what);

#ifdef SHADER9_HAVE_CROSS
static bool is_language(const translation *what)
{
    return what->target >= TO_GLSL;
}

static bool is_gl(const translation *what)
{
    return what->target == TO_GLSL || what->target == TO_ESSL;
}
#endif

static exit_status judge_entry(tool *t, const translation *what)
{
    const char *entry = t->settings.entry, *fault;
    if (entry == NULL) {
        return EXIT_DONE;
    }
    fault = s9_spirv_entry_point_fault(entry);
#ifdef SHADER9_HAVE_CROSS
    if (is_language(what)) {
        fault = s9_cross_entry_point_fault(what->cross.language, entry);
    }
    if (fault != NULL && is_language(what)) {
        return tool_usage(t, NULL, "--entry %s %s in %s", entry, fault, s9_cross_language_name(what->cross.language));
    }
#else
    (void)what;
#endif
    return fault != NULL ? tool_usage(t, NULL, "--entry: the name %s", fault) : EXIT_DONE;
}

/* ---- states ---- */

/* What a state with numbers of the command line is nothing without. */
static const char *lacking(const translation *what, size_t group)
{
    switch (group) {
    case S9_SPIRV_ALPHA_TEST:
        return what->alpha_func_given ? NULL : "alpha_func";
    case S9_SPIRV_FOG:
        return what->spirv.state.fog_mode != 0 ? NULL : "fog_mode";
    case S9_SPIRV_HALF_PIXEL:
        return what->value_given[group] != NULL ? NULL : "viewport";
    case S9_SPIRV_SRGB_WRITE:
        return what->value_given[group] != NULL ? NULL : "srgb_write_enable";
    case S9_SPIRV_POINT_SPRITE:
        return what->value_given[group] != NULL ? NULL : "point_sprite_enable";
    case S9_SPIRV_CLIP_PLANES:
        return what->value_given[group] != NULL ? NULL : "clip_plane0";
    default:
        return NULL;
    }
}

static exit_status judge_states(tool *t, const translation *what)
{
    for (size_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++) {
        const char *group = translation_group_name(i), *value = what->value_given[i];
        s9_spirv_source source = what->spirv.sources[i];
        if (value != NULL && source == S9_SPIRV_OFF) {
            return tool_usage(t, NULL, "--state %s has no effect where %s is off", value, group);
        }
        if (value != NULL && source == S9_SPIRV_UNIFORM) {
            return tool_usage(t, "the program that draws puts values into the block",
                              "--state %s has no effect where %s is uniform", value, group);
        }
        bool chosen = value != NULL || what->source_given[i];
        if (chosen && source == S9_SPIRV_FIXED && lacking(what, i) != NULL) {
            return tool_usage(t, NULL, "--state %s has no effect without --state %s", value != NULL ? value : group,
                              lacking(what, i));
        }
    }
    return EXIT_DONE;
}

/* ---- places ---- */

static bool state_is_uniform(const translation *what)
{
    for (size_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++) {
        if (i != S9_SPIRV_STAGES && what->spirv.sources[i] == S9_SPIRV_UNIFORM) {
            return true;
        }
    }
    return false;
}

static exit_status judge_bindings(tool *t, const translation *what)
{
    const bool *given = what->binding_given;
    bool constants = given[BIND_C] || given[BIND_I] || given[BIND_B];
    if (constants && t->settings.push_constants) {
        return tool_usage(t, NULL, "--bind %s has no effect with --push-constants",
                          given[BIND_C]   ? "c"
                          : given[BIND_I] ? "i"
                                          : "b");
    }
    if (given[BIND_SAMPLER] && !t->settings.separate_samplers) {
        return tool_usage(t, NULL, "--bind sampler has no effect without --separate-samplers");
    }
    if (given[BIND_STAGES] && what->spirv.sources[S9_SPIRV_STAGES] != S9_SPIRV_UNIFORM) {
        return tool_usage(t, NULL, "--bind stages has no effect where stages are not uniform");
    }
    if (given[BIND_STATE] && !state_is_uniform(what)) {
        return tool_usage(t, "as in --state fog=uniform", "--bind state has no effect where no state is uniform");
    }
    if (t->settings.push_offset != 0 && !t->settings.push_constants) {
        return tool_usage(t, NULL, "--push-offset has no effect without --push-constants");
    }
    return EXIT_DONE;
}

#ifdef SHADER9_HAVE_CROSS
/* Sets and bindings where the language has none. */
static exit_status judge_language_bindings(tool *t, const translation *what)
{
    const bool *given = what->binding_given;
    const char *language = s9_cross_language_name(what->cross.language);
    uint32_t version = what->cross.version != 0 ? what->cross.version : s9_cross_default_version(what->cross.language);
    bool sets = false, written = false;
    if (s9_cross_writes(&what->cross, &sets, &written) != S9_OK) {
        return EXIT_INTERNAL; /* the version has been looked at */
    }
    if (given[BIND_SET] && !sets) {
        return tool_usage(t, what->target == TO_HLSL ? "--target 5.1 has them" : NULL,
                          "--bind set has no effect: %s has no descriptor sets%s", language,
                          what->target == TO_HLSL ? " before 5.1" : "");
    }
    if (t->settings.separate_samplers && is_gl(what)) {
        return tool_usage(t, NULL, "--separate-samplers has no effect: %s has no samplers apart from textures",
                          language);
    }
    bool any = false;
    for (size_t i = BIND_SET + 1; i < BIND_COUNT; i++) {
        any |= given[i];
    }
    if (any && !written && t->settings.reflect_out == NULL) {
        return tool_usage(t, what->target == TO_ESSL ? "--target 310 does" : "--target 420 does",
                          "--bind has no effect: %s %" PRIu32 " writes no bindings down", language, version);
    }
    return EXIT_DONE;
}

/* "msl-platform" is an option for MSL. */
static exit_status judge_settings(tool *t, const translation *what)
{
    static const struct {
        const char *prefix;
        unsigned targets;
    } prefixes[] = {{"glsl-es-", 1u << TO_ESSL},
                    {"glsl-", 1u << TO_GLSL | 1u << TO_ESSL},
                    {"msl-", 1u << TO_MSL},
                    {"hlsl-", 1u << TO_HLSL}};
    for (size_t i = 0; i < what->cross.setting_count; i++) {
        for (size_t k = 0; k < COUNT(prefixes); k++) {
            if (strncmp(what->settings[i].name, prefixes[k].prefix, strlen(prefixes[k].prefix)) != 0) {
                continue;
            }
            if ((prefixes[k].targets >> what->target & 1u) == 0) {
                return tool_usage(t, NULL, "--cross %s has no effect on %s", what->settings[i].name,
                                  s9_cross_language_name(what->cross.language));
            }
            break;
        }
    }
    return EXIT_DONE;
}
#endif

static exit_status judge_pair(tool *t, const translation *what)
{
    (void)what;
    return t->settings.pair && t->settings.locations.count != 0
               ? tool_usage(t, NULL, "--location has no effect with --pair, whose locations are counted from 0")
               : EXIT_DONE;
}

exit_status translation_judge(tool *t, const translation *what)
{
    static judge *const all[] = {judge_entry, judge_pair, judge_states, judge_bindings};
    exit_status status = EXIT_DONE;
    for (size_t i = 0; i < COUNT(all) && status == EXIT_DONE; i++) {
        status = all[i](t, what);
    }
#ifdef SHADER9_HAVE_CROSS
    if (status == EXIT_DONE && is_language(what)) {
        status = judge_language_bindings(t, what);
    }
    if (status == EXIT_DONE && is_language(what)) {
        status = judge_settings(t, what);
    }
#endif
    return status;
}

const char *translation_only(const tool *t, const translation *what, s9_stage stage)
{
    static const struct {
        const char *option;
        s9_stage stage;
    } states[S9_SPIRV_GROUP_COUNT] = {
        [S9_SPIRV_ALPHA_TEST] = {"--state alpha_test", S9_STAGE_PIXEL},
        [S9_SPIRV_CLIP_PLANES] = {"--state clip_planes", S9_STAGE_VERTEX},
        [S9_SPIRV_POINT_SIZE] = {"--state point_size", S9_STAGE_VERTEX},
        [S9_SPIRV_POINT_SPRITE] = {"--state point_sprite", S9_STAGE_PIXEL},
        [S9_SPIRV_HALF_PIXEL] = {"--state half_pixel", S9_STAGE_VERTEX},
        [S9_SPIRV_Y_FLIP] = {"--state y_flip", S9_STAGE_VERTEX},
        [S9_SPIRV_SRGB_WRITE] = {"--state srgb_write", S9_STAGE_PIXEL},
        [S9_SPIRV_STAGES] = {"--state stages", S9_STAGE_PIXEL},
    };
    for (size_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++) {
        if (states[i].option != NULL && states[i].stage == stage && what->spirv.sources[i] != S9_SPIRV_OFF &&
            (what->source_given[i] || what->value_given[i] != NULL)) {
            return states[i].option;
        }
    }
    if (stage == S9_STAGE_VERTEX) {
        return t->settings.no_invariant ? "--no-invariant" : NULL;
    }
    return t->settings.fine_derivatives           ? "--fine-derivatives"
           : t->settings.sampler_types.count != 0 ? "--sampler-type"
                                                  : NULL;
}
