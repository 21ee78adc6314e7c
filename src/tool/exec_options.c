/* SPDX-License-Identifier: MIT */
/* The named choices of arithmetic, from jobs, scenes and flags. */
#include "resources.h"

#include <stdlib.h>
#include <string.h>

typedef enum option_field {
    FIELD_FLOAT,
    FIELD_LIT_CLAMP,
    FIELD_MOVA_TIES,
    FIELD_CND_QUIRK,
    FIELD_PS1_RANGE,
    FIELD_LOGP_VS1,
    FIELD_UNBOUND,
    FIELD_KIND_MISMATCH,
    FIELD_MAX_STEPS,
} option_field;

/* Words in the order of the enumeration that they choose from; the first is the default. */
static const struct {
    const char *name;
    const char *words;
    option_field field;
    const char *meaning;
} choices[] = {
    {"float", "d3d9|ieee", FIELD_FLOAT, "0 times anything is 0, or as IEEE 754 has it"},
    {"lit_clamp", "127.9961|128|none", FIELD_LIT_CLAMP, "to what lit clamps its exponent"},
    {"mova_ties", "even|away|up", FIELD_MOVA_TIES, "where mova rounds a number halfway between two"},
    {"cnd_coissue_quirk", "on|off", FIELD_CND_QUIRK, "a co-issued cnd without alpha, ps_1_1 to 1_3, selects s1"},
    {"ps1_range", "none|8|1", FIELD_PS1_RANGE, "to what registers of ps_1_x are clamped"},
    {"logp_vs1", "sdk81|replicated", FIELD_LOGP_VS1, "logp of vs_1_1: exponent, mantissa, log2, 1, or log2 in all"},
    {"unbound", "0001|0000", FIELD_UNBOUND, "what a sampler without a texture reads"},
    {"texture_kind_mismatch", "bound|zero", FIELD_KIND_MISMATCH,
     "a texture of another type than declared is read, or 0"},
    {"max_steps", "N", FIELD_MAX_STEPS, "instructions after which a lane is stopped (16777216)"},
};

void arithmetic_options_list(text *out)
{
    for (size_t i = 0; i < COUNT(choices); i++) {
        text left = {0};
        text_format(&left, "%s=%s", choices[i].name, choices[i].words);
        enum { COLUMN = 34 };
        text_format(out, "\n  %-*s%s", (int)COLUMN, text_string(&left) == NULL ? "" : left.data, choices[i].meaning);
        text_free(&left);
    }
}

void shader_options_init(s9_shader_options *options)
{
    memset(options, 0, sizeof *options);
    options->struct_size = sizeof *options;
}

static bool set(s9_shader_options *options, option_field field, const char *words, const char *word)
{
    if (field == FIELD_MAX_STEPS) {
        char *end = NULL;
        unsigned long number = strtoul(word, &end, 10);
        if (word[0] < '0' || word[0] > '9' || *end != '\0' || number == 0 || number > UINT32_MAX) {
            return false;
        }
        options->max_steps = (uint32_t)number;
        return true;
    }
    int index = choice_index(words, word);
    if (index < 0) {
        return false;
    }
    switch (field) {
    case FIELD_FLOAT:
        options->float_mode = (s9_float_mode)index;
        break;
    case FIELD_LIT_CLAMP:
        options->lit_clamp = (s9_lit_clamp)index;
        break;
    case FIELD_MOVA_TIES:
        options->mova_ties = (s9_mova_ties)index;
        break;
    case FIELD_CND_QUIRK:
        options->cnd_coissue_quirk_off = index == 1;
        break;
    case FIELD_PS1_RANGE:
        options->ps1_range = (s9_ps1_range)index;
        break;
    case FIELD_LOGP_VS1:
        options->logp_vs1 = (s9_logp_vs1)index;
        break;
    case FIELD_UNBOUND:
        options->unbound = (s9_unbound)index;
        break;
    case FIELD_KIND_MISMATCH:
        options->texture_kind_mismatch = (s9_kind_mismatch)index;
        break;
    case FIELD_MAX_STEPS:
        break;
    }
    return true;
}

/* A word may be written as the number or the truth value that it looks like. */
static void word_of(text *out, const json_t *value)
{
    if (json_is_string(value)) {
        text_put(out, json_string_value(value));
    } else if (json_is_number(value)) {
        text_float(out, (float)json_number_value(value));
    } else if (json_is_boolean(value)) {
        text_put(out, json_is_true(value) ? "on" : "off");
    }
}

static void refuse_choice(json_reader *reader, const json_place *place, option_field field, const char *words,
                          const char *word)
{
    text known = {0};
    if (field == FIELD_MAX_STEPS) {
        json_refuse(reader, place, "must be a number above 0");
        return;
    }
    for (const char *c = words; *c != '\0'; c++) {
        text_char(&known, *c == '|' ? ' ' : *c);
    }
    json_refuse(reader, place, "\"%s\" is none of %s", word == NULL ? "" : word,
                text_string(&known) == NULL ? "" : known.data);
    text_free(&known);
}

bool shader_options_read(json_reader *reader, const json_t *value, const json_place *place, s9_shader_options *options)
{
    const char *names[COUNT(choices) + 1] = {NULL};
    for (size_t i = 0; i < COUNT(choices); i++) {
        names[i] = choices[i].name;
    }
    if (!json_is_object_at(reader, value, place) || !json_members(reader, value, place, names)) {
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < COUNT(choices); i++) {
        const json_t *member = json_object_get(value, choices[i].name);
        json_place at = {.up = place, .key = choices[i].name};
        text word = {0};
        uint32_t steps = 0;
        if (member == NULL) {
            continue;
        }
        if (choices[i].field == FIELD_MAX_STEPS) {
            /* A float would round it. */
            if (!json_get_u32(reader, member, &at, &steps)) {
                good = false;
                continue;
            }
            text_format(&word, "%lu", (unsigned long)steps);
        } else {
            word_of(&word, member);
        }
        if (text_string(&word) == NULL || !set(options, choices[i].field, choices[i].words, text_string(&word))) {
            refuse_choice(reader, &at, choices[i].field, choices[i].words, text_string(&word));
            good = false;
        }
        text_free(&word);
    }
    return good;
}

bool float_mode_read(json_reader *reader, const json_t *value, const json_place *place, s9_shader_options *options)
{
    const char *word = NULL;
    if (!json_get_string(reader, value, place, &word)) {
        return false;
    }
    if (!set(options, FIELD_FLOAT, choices[0].words, word)) {
        refuse_choice(reader, place, FIELD_FLOAT, choices[0].words, word);
        return false;
    }
    return true;
}

exit_status flags_check(tool *t)
{
    const settings *s = &t->settings;
    findings list = {0};
    exit_status status = EXIT_DONE;
    report about = {.findings = &list, .status = &status};
    resources ignored = {0};
    s9_shader_options options;
    shader_options_init(&options);
    if (!shader_options_from_flags(s, &options, &about) ||
        !constants_from_flags("--const", &s->constants, &ignored, &about) ||
        !constants_from_flags("--vs-const", &s->vs_constants, &ignored, &about) ||
        !constants_from_flags("--ps-const", &s->ps_constants, &ignored, &about) ||
        !samplers_from_flags(&s->samplers, &ignored, &about)) {
        tool_print(t, &list);
        status = status == EXIT_DONE ? EXIT_INTERNAL : status;
    }
    findings_free(&list);
    resources_free(&ignored);
    return status;
}

bool shader_options_from_flags(const settings *s, s9_shader_options *options, const report *about)
{
    options->engine = (s9_engine)s->engine;
    for (size_t i = 0; i < s->options.count; i++) {
        const char *flag = s->options.items[i];
        size_t length = strcspn(flag, "=");
        size_t k = 0;
        while (k < COUNT(choices) &&
               (strlen(choices[k].name) != length || strncmp(choices[k].name, flag, length) != 0)) {
            k++;
        }
        if (k == COUNT(choices) || flag[length] != '=') {
            text names = {0};
            text_put(&names, "the options, each with its default first:");
            arithmetic_options_list(&names);
            if (k == COUNT(choices)) {
                report_usage(about, text_string(&names), "--option knows no '%.*s'", (int)(length < 80 ? length : 80),
                             flag);
            } else {
                report_usage(about, text_string(&names), "--option %s needs a value: %s=%s", choices[k].name,
                             choices[k].name, choices[k].words);
            }
            text_free(&names);
            return false;
        }
        if (!set(options, choices[k].field, choices[k].words, flag + length + 1)) {
            report_usage(about, NULL, "--option %s is %s, not '%s'", choices[k].name, choices[k].words,
                         flag + length + 1);
            return false;
        }
    }
    if (s->max_steps != 0) {
        options->max_steps = s->max_steps;
    }
    return true;
}
