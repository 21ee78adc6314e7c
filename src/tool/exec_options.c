/* SPDX-License-Identifier: MIT */
/* The named choices of arithmetic, from jobs, scenes and flags. */
#include "lanes.h"
#include "resources.h"

#include <stdlib.h>
#include <string.h>

/* The library's table, without what has a flag of its own. */
static const s9_option_info *choice_at(uint32_t *index)
{
    const s9_option_info *info = s9_option_at(*index);
    while (info != NULL && strcmp(info->name, "engine") == 0) {
        info = s9_option_at(++*index);
    }
    return info;
}

static const s9_option_info *choice_named(const char *name, size_t length)
{
    const s9_option_info *info;
    for (uint32_t i = 0; (info = choice_at(&i)) != NULL; i++) {
        if (strlen(info->name) == length && memcmp(info->name, name, length) == 0) {
            return info;
        }
    }
    return NULL;
}

/* "even|away|up", or "N" for a number. */
static void put_words(text *out, const s9_option_info *info, char between)
{
    text_put(out, info->choices == NULL ? "N" : "");
    for (uint32_t i = 0; info->choices != NULL && i < info->choice_count; i++) {
        if (i > 0) {
            text_char(out, between);
        }
        text_put(out, info->choices[i]);
    }
}

/* How long a shader runs is nothing to whoever translates it; comparing is over sooner. */
static bool concerns(const s9_option_info *info, verb_id id)
{
    return info->choices != NULL || id != VERB_TRANSLATE;
}

void arithmetic_option_words(text *out)
{
    const s9_option_info *info;
    for (uint32_t i = 0; (info = choice_at(&i)) != NULL; i++) {
        for (uint32_t k = 0; info->choices != NULL && k < info->choice_count; k++) {
            text_format(out, "%s%s=%s", out->size == 0 ? "" : " ", info->name, info->choices[k]);
        }
        if (info->choices == NULL) {
            text_format(out, " %s=", info->name);
        }
    }
}

void arithmetic_options_list(text *out, verb_id id)
{
    const s9_option_info *info;
    enum { COLUMN = CHOICE_COLUMN - 2 };
    for (uint32_t i = 0; (info = choice_at(&i)) != NULL; i++) {
        if (!concerns(info, id)) {
            continue;
        }
        text left = {0};
        text_format(&left, "%s=", info->name);
        put_words(&left, info, '|');
        text_format(out, "\n  %-*s%s", (int)COLUMN, text_string(&left) == NULL ? "" : left.data, info->meaning);
        if (info->choices == NULL) {
            text_format(out, " (%s)", id == VERB_DIFF ? "65536" : info->default_value);
        }
        text_free(&left);
    }
}

void shader_options_init(s9_shader_options *options)
{
    memset(options, 0, sizeof *options);
    options->struct_size = sizeof *options;
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

static void refuse_choice(json_reader *reader, const json_place *place, const s9_option_info *info, const char *word)
{
    text known = {0};
    put_words(&known, info, ' ');
    json_refuse(reader, place, "\"%s\" is none of %s", word == NULL ? "" : word,
                text_string(&known) == NULL ? "" : known.data);
    text_free(&known);
}

/* A number of instructions; a float would round it. */
static bool read_steps(json_reader *reader, const json_t *value, const json_place *place, text *word)
{
    uint32_t steps = 0;
    bool whole = json_is_number(value) && json_number_value(value) >= 1 && json_number_value(value) <= UINT32_MAX &&
                 json_number_value(value) == (double)(uint32_t)json_number_value(value);
    if (!whole) {
        json_refuse(reader, place, "must be a whole number from 1 to 4294967295");
        return false;
    }
    steps = (uint32_t)json_number_value(value);
    text_format(word, "%lu", (unsigned long)steps);
    return true;
}

bool shader_options_read(json_reader *reader, const json_t *value, const json_place *place, s9_shader_options *options)
{
    enum { MOST_CHOICES = 32 };
    const char *names[MOST_CHOICES + 1] = {NULL};
    const s9_option_info *info;
    size_t count = 0;
    for (uint32_t i = 0; (info = choice_at(&i)) != NULL && count < MOST_CHOICES; i++) {
        names[count++] = info->name;
    }
    if (!json_is_object_at(reader, value, place)) {
        return false;
    }
    bool good = json_members(reader, value, place, names);
    for (uint32_t i = 0; (info = choice_at(&i)) != NULL; i++) {
        const json_t *member = json_object_get(value, info->name);
        json_place at = {.up = place, .key = info->name};
        text word = {0};
        if (member == NULL) {
            continue;
        }
        bool readable = info->choices != NULL || read_steps(reader, member, &at, &word);
        if (info->choices != NULL) {
            word_of(&word, member);
        }
        if (readable &&
            (text_string(&word) == NULL || s9_option_set(options, info->name, text_string(&word)) != S9_OK)) {
            refuse_choice(reader, &at, info, text_string(&word));
            readable = false;
        }
        good = good && readable;
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
    if (s9_option_set(options, "float", word) != S9_OK) {
        refuse_choice(reader, place, choice_named("float", 5), word);
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
    lane_set none = {0};
    s9_shader_options options;
    shader_options_init(&options);
    if (!shader_options_from_flags(s, &options, &about) ||
        !constants_from_flags("--const", &s->constants, &ignored, &about) ||
        !constants_from_flags("--vs-const", &s->vs_constants, &ignored, &about) ||
        !constants_from_flags("--ps-const", &s->ps_constants, &ignored, &about) ||
        !lanes_from_flags(&s->inputs, &none, "", &about) || !samplers_from_flags(&s->samplers, &ignored, &about)) {
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
        const s9_option_info *info = choice_named(flag, length);
        text words = {0};
        if (info == NULL || flag[length] != '=') {
            text names = {0};
            text_put(&names, "the options, each with its default first:");
            arithmetic_options_list(&names, s->verb);
            if (info == NULL) {
                report_usage(about, text_string(&names), "--option knows no '%.*s'", (int)(length < 80 ? length : 80),
                             flag);
            } else {
                put_words(&words, info, '|');
                report_usage(about, text_string(&names), "--option %s needs a value: %s=%s", info->name, info->name,
                             text_string(&words));
            }
            text_free(&names);
            text_free(&words);
            return false;
        }
        if (s9_option_set(options, info->name, flag + length + 1) != S9_OK) {
            put_words(&words, info, '|');
            report_usage(about, NULL, "--option %s is %s, not '%s'", info->name,
                         info->choices == NULL ? "a whole number from 1 to 4294967295" : text_string(&words),
                         flag + length + 1);
            text_free(&words);
            return false;
        }
    }
    if (s->max_steps != 0) {
        options->max_steps = s->max_steps;
    }
    return true;
}
