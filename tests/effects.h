/* SPDX-License-Identifier: MIT */
/*
 * effects - goes through everything that an effect or a .vcs file offers, with the properties that must hold whatever
 * they were read from. What is broken is returned as a sentence, NULL when nothing is.
 */
#ifndef TESTS_EFFECTS_H
#define TESTS_EFFECTS_H

#include <shader9/effect.h>

#include <stdlib.h>
#include <string.h>

static inline uint64_t effects_type_words(const s9_effect_type *type)
{
    uint64_t words = type->member_count == 0 ? 1 : 0;
    if (type->class_number <= 3)
        words = (uint64_t)type->rows * type->columns;
    else if (type->class_number == 5)
        words = 0;
    for (uint32_t i = 0; i < type->member_count; i++)
        words += effects_type_words(&type->members[i]);
    return words * (type->elements == 0 ? 1 : type->elements);
}

static inline const char *effects_value(const s9_effect *effect, const s9_effect_type *type, const uint8_t *value)
{
    uint32_t sum = 0;
    if (effects_type_words(type) != type->words)
        return "a value has another size than its type";
    for (uint32_t i = 0; value != NULL && i < type->words; i++) {
        sum += s9_effect_word(value, i);
        (void)s9_effect_number(type->type_number, value, i);
        if (type->class_number == 4) {
            size_t size;
            (void)s9_effect_object(effect, s9_effect_word(value, i), &size);
            const char *string = s9_effect_string(effect, s9_effect_word(value, i));
            if (string != NULL && strlen(string) >= size)
                return "a string is longer than its object";
        }
    }
    return strlen(type->name) + strlen(type->semantic) + sum == SIZE_MAX ? "never" : NULL;
}

static inline const char *effects_states(const s9_effect *effect, const s9_effect_state *states, uint32_t count)
{
    const char *broken = NULL;
    for (uint32_t i = 0; i < count && broken == NULL; i++) {
        const s9_effect_state *s = &states[i];
        s9_effect_result result;
        broken = effects_value(effect, s->type, s->value);
        s9_result came = s9_effect_evaluate(effect, s, &result);
        if (came != S9_OK && came != S9_ERROR_INVALID && came != S9_ERROR_UNSUPPORTED && came != S9_ERROR_MEMORY)
            broken = "a state evaluates to nonsense";
        if (came == S9_OK && result.shader != S9_EFFECT_NONE && result.shader >= s9_effect_shader_count(effect))
            broken = "a state evaluates to a shader that there is not";
        if (s->shader != S9_EFFECT_NONE && s->shader >= s9_effect_shader_count(effect))
            broken = "a state is set to a shader that there is not";
        if (s->parameter != S9_EFFECT_NONE && s->parameter >= s9_effect_parameter_count(effect))
            broken = "a state refers to a parameter that there is not";
        if (s->bytes != NULL && s->size != 0) {
            volatile uint8_t last = ((const uint8_t *)s->bytes)[s->size - 1];
            (void)last;
        }
    }
    return broken;
}

static inline const char *effects_annotations(const s9_effect *effect, const s9_effect_parameter *items, uint32_t count)
{
    const char *broken = NULL;
    for (uint32_t i = 0; i < count && broken == NULL; i++)
        broken = effects_value(effect, items[i].type, items[i].value);
    return broken;
}

static inline const char *effects_walk(const s9_effect *effect)
{
    const char *broken = NULL;
    for (size_t i = 0; i < s9_effect_parameter_count(effect) && broken == NULL; i++) {
        const s9_effect_parameter *p = s9_effect_parameter_at(effect, i);
        if (p->value != NULL)
            broken = effects_value(effect, p->type, p->value);
        for (uint32_t k = 0; k < p->sampler_count && broken == NULL; k++)
            broken = effects_states(effect, p->samplers[k].states, p->samplers[k].count);
        if (broken == NULL)
            broken = effects_annotations(effect, p->annotations, p->annotation_count);
        uint32_t found = s9_effect_find_parameter(effect, p->type->name);
        if (found > i || strcmp(s9_effect_parameter_at(effect, found)->type->name, p->type->name) != 0)
            broken = "a parameter is not found by its name";
    }
    for (size_t i = 0; i < s9_effect_technique_count(effect) && broken == NULL; i++) {
        const s9_effect_technique *t = s9_effect_technique_at(effect, i);
        broken = effects_annotations(effect, t->annotations, t->annotation_count);
        for (uint32_t k = 0; k < t->pass_count && broken == NULL; k++) {
            broken = effects_annotations(effect, t->passes[k].annotations, t->passes[k].annotation_count);
            if (broken == NULL)
                broken = effects_states(effect, t->passes[k].states, t->passes[k].state_count);
        }
    }
    for (size_t i = 0; i < s9_effect_shader_count(effect) && broken == NULL; i++) {
        const s9_effect_shader *shader = s9_effect_shader_at(effect, i);
        for (const char *c = shader->path; *c != '\0'; c++)
            if (*c <= ' ' || *c >= 0x7F || *c == '#')
                broken = "a path has strange characters";
        if (!s9_effect_shader_matches(effect, i, shader->path))
            broken = "a shader is not meant by its own path";
    }
    return broken;
}

/* What is written is what was read; a shader that is put into its own place leaves an effect that reads again. */
static inline const char *effects_rewrite(s9_effect *effect, const uint8_t *data, size_t size,
                                          const s9_effect_options *options)
{
    const char *broken = NULL;
    s9_blob out = {0};
    if (s9_effect_write(effect, NULL, &out) != S9_OK)
        return "an effect is not written";
    if (out.size != size || memcmp(out.data, data, size) != 0)
        broken = "an effect is written differently";
    s9_blob_free(&out);
    size_t count = s9_effect_shader_count(effect), replaced = 0;
    for (size_t i = 0; i < count && i < 3; i++) {
        const s9_effect_shader *shader = s9_effect_shader_at(effect, i);
        replaced += s9_effect_replace_shader(effect, i, shader->tokens, shader->size, NULL) == S9_OK;
    }
    if (broken != NULL || replaced == 0)
        return broken;
    s9_effect *again = NULL;
    if (s9_effect_write(effect, NULL, &out) != S9_OK)
        return "a changed effect is not written";
    s9_result result = s9_effect_open(out.data, out.size, NULL, options, &again, NULL);
    if (result == S9_OK && s9_effect_shader_count(again) != count)
        broken = "a changed effect has another number of shaders";
    else if (result != S9_OK && result != S9_ERROR_MEMORY)
        broken = "a changed effect does not read again";
    s9_effect_destroy(again);
    s9_blob_free(&out);
    return broken;
}

static inline const char *effects_open_and_walk(const uint8_t *data, size_t size, const s9_effect_options *options)
{
    s9_effect *effect = NULL;
    s9_diagnostics *list = NULL;
    const char *broken = NULL;
    if (s9_diagnostics_create(NULL, &list) != S9_OK)
        return NULL;
    s9_result result = s9_effect_open(data, size, NULL, options, &effect, list);
    if ((result == S9_OK) != (effect != NULL))
        broken = "a failed call leaves an effect, or a good one none";
    else if (result != S9_OK && result != S9_ERROR_MEMORY && s9_diagnostics_errors(list) == 0)
        broken = "an effect is refused without a word";
    else if (result == S9_OK)
        broken = effects_walk(effect);
    if (result == S9_OK && broken == NULL)
        broken = effects_rewrite(effect, data, size, options);
    s9_effect_destroy(effect);
    s9_diagnostics_destroy(list);
    return broken;
}

/* All static combos of a .vcs file, as far as they can be unpacked. */
static inline const char *effects_vcs(const uint8_t *data, size_t size, const s9_effect_options *options)
{
    s9_vcs *vcs = NULL;
    s9_diagnostics *list = NULL;
    const char *broken = NULL;
    if (s9_diagnostics_create(NULL, &list) != S9_OK)
        return NULL;
    s9_result result = s9_vcs_open(data, size, NULL, options, &vcs, list);
    if ((result == S9_OK) != (vcs != NULL))
        broken = "a failed call leaves a .vcs file, or a good one none";
    else if (result != S9_OK && result != S9_ERROR_MEMORY && s9_diagnostics_errors(list) == 0)
        broken = "a .vcs file is refused without a word";
    for (uint32_t i = 0; result == S9_OK && i < s9_vcs_header_of(vcs).static_count && i < 64; i++) {
        const s9_vcs_combo *combos = NULL;
        size_t count = 0;
        s9_diagnostics_clear(list);
        s9_result came = s9_vcs_combos(vcs, i, &combos, &count, list);
        if (came != S9_OK && (count != 0 || (came != S9_ERROR_MEMORY && s9_diagnostics_errors(list) == 0)))
            broken = "a static combo is refused without a word, or half";
        for (size_t k = 0; k < count; k++) {
            size_t whole;
            (void)s9_token_size(combos[k].bytes, combos[k].size, &whole);
        }
    }
    s9_vcs_destroy(vcs);
    s9_diagnostics_destroy(list);
    return broken;
}

#endif
