/* SPDX-License-Identifier: MIT */
/*
 * spirv_cases - option sets for translation, and judging what comes out with SPIRV-Tools where the build has it. Each
 * set turns on what the others leave alone; together they reach every option.
 */
#ifndef TESTS_SPIRV_CASES_H
#define TESTS_SPIRV_CASES_H

#include <shader9/shader9.h>
#include <shader9/spirv.h>

#ifdef SHADER9_HAVE_CROSS
#include <shader9/cross.h>
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPIRV_CASES = 10 };

static inline void spirv_case(uint32_t number, s9_spirv_options *o, s9_shader_options *shader)
{
    memset(shader, 0, sizeof *shader);
    shader->struct_size = sizeof *shader;
    s9_spirv_options_init(o);
    o->shader = shader;
    if (number % 2 == 1)
        shader->float_mode = S9_FLOAT_IEEE;
    switch (number) {
    case 0:
    case 1:
        break;
    case 2:
        o->names = S9_SPIRV_NAMES_RESULTS;
        o->lines = true;
        o->flat_shading = o->no_color_clamp = o->no_invariant = true;
        shader->ps1_range = S9_PS1_RANGE_8;
        break;
    case 3:
        o->names = S9_SPIRV_NAMES_NONE;
        o->version = 0x00010300u;
        o->native_dot = true;
        shader->mova_ties = S9_MOVA_TIES_AWAY;
        break;
    case 4:
        o->version = 0x00010600u;
        for (uint32_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++)
            o->sources[i] = S9_SPIRV_SPECIALISED;
        break;
    case 5:
        o->version = 0x00010400u;
        o->constants = S9_SPIRV_CONSTANTS_PUSH;
        o->push_offset = 64;
        o->fine_derivatives = o->separate_samplers = true;
        o->compare_samplers = 0xFFFFu;
        shader->mova_ties = S9_MOVA_TIES_UP;
        break;
    case 6:
        for (uint32_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++)
            o->sources[i] = S9_SPIRV_UNIFORM;
        o->contract = true;
        break;
    case 7:
        o->version = 0x00010500u;
        for (uint32_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++)
            o->sources[i] = S9_SPIRV_FIXED;
        o->state.alpha_func = 5;
        o->state.fog_mode = S9_SPIRV_FOG_EXP2;
        o->state.clip_plane_count = 3;
        o->state.point_sprite = o->state.srgb_write = 1;
        for (uint32_t i = 0; i < 16; i++)
            o->sampler_types[i] = (uint8_t)(2 + i % 3);
        o->descriptor_set_given = true;
        o->descriptor_set = 3;
        break;
    case 8:
        o->profile = S9_SPIRV_PROFILE_PLAIN;
        o->names = S9_SPIRV_NAMES_RESULTS;
        break;
    default:
        o->profile = S9_SPIRV_PROFILE_PLAIN;
        o->constants = S9_SPIRV_CONSTANTS_PUSH;
        o->sources[S9_SPIRV_FOG] = S9_SPIRV_FIXED;
        o->state.fog_mode = S9_SPIRV_FOG_VERTEX;
        o->sources[S9_SPIRV_STAGES] = S9_SPIRV_OFF;
        o->sources[S9_SPIRV_ALPHA_TEST] = S9_SPIRV_FIXED;
        o->state.alpha_func = 1;
        break;
    }
}

/* Says what is wrong with a module on standard error; true when nothing is, or nobody can tell. */
static inline bool spirv_is_valid(const s9_spirv *module, const char *about)
{
    size_t count = 0;
    const uint32_t *words = s9_spirv_words(module, &count);
    if (count < 5 || words[0] != 0x07230203u) {
        fprintf(stderr, "%s: no header\n", about);
        return false;
    }
#ifdef SHADER9_HAVE_CROSS
    s9_diagnostics *diagnostics = NULL;
    if (!s9_spirv_tools_present() || s9_diagnostics_create(NULL, &diagnostics) != S9_OK)
        return true;
    s9_result result = s9_spirv_validate(module, diagnostics);
    if (result != S9_OK)
        fprintf(stderr, "%s: %s\n", about,
                s9_diagnostics_count(diagnostics) > 0 ? s9_diagnostics_get(diagnostics, 0)->message
                                                      : s9_result_name(result));
    s9_diagnostics_destroy(diagnostics);
    return result == S9_OK;
#else
    return true;
#endif
}

/* Whether anybody can tell. */
static inline bool spirv_is_judged(void)
{
#ifdef SHADER9_HAVE_CROSS
    return s9_spirv_tools_present();
#else
    return false;
#endif
}

/* Translates with an option set and judges the module. Refusals count as well only where `may_refuse`. */
static inline bool spirv_translates(const s9_program *program, uint32_t number, bool may_refuse, const char *about)
{
    s9_spirv_options options;
    s9_shader_options shader;
    s9_spirv *module = NULL;
    char name[512];
    spirv_case(number, &options, &shader);
    s9_result result = s9_spirv_translate(program, NULL, &options, &module, NULL);
    (void)snprintf(name, sizeof name, "%s (options %u)", about, (unsigned)number);
    if (result != S9_OK && !may_refuse)
        fprintf(stderr, "%s: %s\n", name, s9_result_name(result));
    bool good = result == S9_OK ? spirv_is_valid(module, name) : may_refuse && module == NULL;
    s9_spirv_destroy(module);
    return good;
}

#endif
