/* SPDX-License-Identifier: MIT */
/* The table of named choices: everything that reads, prints or lists them goes by it. */
#include "ir/options.h"

#include <string.h>

static const char *const float_words[] = {"d3d9", "ieee"};
static const char *const lit_clamp_words[] = {"127.9961", "128", "none"};
static const char *const mova_ties_words[] = {"even", "away", "up"};
static const char *const switch_words[] = {"on", "off"};
static const char *const ps1_range_words[] = {"none", "8", "1"};
static const char *const logp_vs1_words[] = {"sdk81", "replicated"};
static const char *const unbound_words[] = {"0001", "0000"};
static const char *const kind_mismatch_words[] = {"bound", "zero"};
static const char *const engine_words[] = {"auto", "vm", "jit"};

#define WORDS(list) list, sizeof list / sizeof *list

/* Words in the order of the values of the enumerations; the first is the default. */
const s9_option_info s9_options[S9_OPTION_COUNT] = {
    [S9_OPTION_FLOAT] = {"float", WORDS(float_words), "d3d9", "0 times anything is 0, or as IEEE 754 has it"},
    [S9_OPTION_LIT_CLAMP] = {"lit_clamp", WORDS(lit_clamp_words), "127.9961", "to what lit clamps its exponent"},
    [S9_OPTION_MOVA_TIES] = {"mova_ties", WORDS(mova_ties_words), "even",
                             "where mova rounds a number halfway between two"},
    [S9_OPTION_CND_QUIRK] = {"cnd_coissue_quirk", WORDS(switch_words), "on",
                             "a co-issued cnd without alpha, ps_1_1 to 1_3, selects s1"},
    [S9_OPTION_PS1_RANGE] = {"ps1_range", WORDS(ps1_range_words), "none", "to what registers of ps_1_x are clamped"},
    [S9_OPTION_LOGP_VS1] = {"logp_vs1", WORDS(logp_vs1_words), "sdk81",
                            "logp of vs_1_1: exponent, mantissa, log2, 1, or log2 in all"},
    [S9_OPTION_UNBOUND] = {"unbound", WORDS(unbound_words), "0001", "what a sampler without a texture reads"},
    [S9_OPTION_KIND_MISMATCH] = {"texture_kind_mismatch", WORDS(kind_mismatch_words), "bound",
                                 "a texture of another type than declared is read, or 0"},
    [S9_OPTION_MAX_STEPS] = {"max_steps", NULL, 0, "16777216", "instructions after which a lane is stopped"},
    [S9_OPTION_ENGINE] = {"engine", WORDS(engine_words), "auto", "what runs the shader"},
};

uint32_t s9_option_find(const char *name, size_t length)
{
    uint32_t i = 0;
    while (i < S9_OPTION_COUNT &&
           (strlen(s9_options[i].name) != length || memcmp(s9_options[i].name, name, length) != 0))
        i++;
    return i;
}

uint32_t s9_option_value(const s9_shader_options *options, uint32_t option)
{
    switch (option) {
    case S9_OPTION_FLOAT:
        return (uint32_t)options->float_mode;
    case S9_OPTION_LIT_CLAMP:
        return (uint32_t)options->lit_clamp;
    case S9_OPTION_MOVA_TIES:
        return (uint32_t)options->mova_ties;
    case S9_OPTION_CND_QUIRK:
        return options->cnd_coissue_quirk_off;
    case S9_OPTION_PS1_RANGE:
        return (uint32_t)options->ps1_range;
    case S9_OPTION_LOGP_VS1:
        return (uint32_t)options->logp_vs1;
    case S9_OPTION_UNBOUND:
        return (uint32_t)options->unbound;
    case S9_OPTION_KIND_MISMATCH:
        return (uint32_t)options->texture_kind_mismatch;
    case S9_OPTION_MAX_STEPS:
        return options->max_steps;
    default:
        return (uint32_t)options->engine;
    }
}

void s9_option_assign(s9_shader_options *options, uint32_t option, uint32_t value)
{
    switch (option) {
    case S9_OPTION_FLOAT:
        options->float_mode = (s9_float_mode)value;
        break;
    case S9_OPTION_LIT_CLAMP:
        options->lit_clamp = (s9_lit_clamp)value;
        break;
    case S9_OPTION_MOVA_TIES:
        options->mova_ties = (s9_mova_ties)value;
        break;
    case S9_OPTION_CND_QUIRK:
        options->cnd_coissue_quirk_off = value != 0;
        break;
    case S9_OPTION_PS1_RANGE:
        options->ps1_range = (s9_ps1_range)value;
        break;
    case S9_OPTION_LOGP_VS1:
        options->logp_vs1 = (s9_logp_vs1)value;
        break;
    case S9_OPTION_UNBOUND:
        options->unbound = (s9_unbound)value;
        break;
    case S9_OPTION_KIND_MISMATCH:
        options->texture_kind_mismatch = (s9_kind_mismatch)value;
        break;
    case S9_OPTION_MAX_STEPS:
        options->max_steps = value;
        break;
    default:
        options->engine = (s9_engine)value;
        break;
    }
}

/* A whole number from 1 to 2^32 - 1, in decimal. */
static bool read_number(const char *text, size_t length, uint32_t *value)
{
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = number * 10u + (uint64_t)(text[i] - '0');
        if (number > UINT32_MAX)
            return false;
    }
    *value = (uint32_t)number;
    return number > 0;
}

bool s9_option_read(uint32_t option, const char *text, size_t length, uint32_t *value)
{
    const s9_option_info *info = &s9_options[option];
    if (info->choices == NULL)
        return read_number(text, length, value);
    for (uint32_t i = 0; i < info->choice_count; i++) {
        if (strlen(info->choices[i]) == length && memcmp(info->choices[i], text, length) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

/* ---- public ---- */

uint32_t s9_option_count(void)
{
    return S9_OPTION_PUBLIC;
}

const s9_option_info *s9_option_at(uint32_t index)
{
    return index < S9_OPTION_PUBLIC ? &s9_options[index] : NULL;
}

s9_result s9_option_set(s9_shader_options *options, const char *name, const char *value)
{
    if (options == NULL || name == NULL || value == NULL || options->struct_size != sizeof *options)
        return S9_ERROR_ARGUMENT;
    uint32_t option = s9_option_find(name, strlen(name)), number;
    if (option >= S9_OPTION_PUBLIC)
        return S9_ERROR_UNSUPPORTED;
    if (!s9_option_read(option, value, strlen(value), &number))
        return S9_ERROR_INVALID;
    s9_option_assign(options, option, number);
    return S9_OK;
}

uint32_t s9_option_get(const s9_shader_options *options, uint32_t index)
{
    return options != NULL && index < S9_OPTION_PUBLIC ? s9_option_value(options, index) : 0;
}
