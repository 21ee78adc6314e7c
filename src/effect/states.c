/* SPDX-License-Identifier: MIT */
/* The states of effects by number and name. */
#include "effect/effect.h"

typedef enum word_list {
    WORDS_NONE,
    WORDS_COLOR,
    WORDS_BOOL,
    WORDS_ZB,
    WORDS_FILL,
    WORDS_SHADE,
    WORDS_BLEND,
    WORDS_CULL,
    WORDS_CMP,
    WORDS_FOG,
    WORDS_STENCIL,
    WORDS_SOURCE,
    WORDS_BLENDOP,
    WORDS_DEGREE,
    WORDS_TOP,
    WORDS_LIGHT,
    WORDS_ADDRESS,
    WORDS_FILTER,
    WORDS_WEIGHTS,
    WORDS_EDGE,
    WORDS_MONITOR,
    WORDS_COUNT,
    WORDS_ARGUMENT,
    WORDS_CHANNELS
} word_list;

static const struct {
    const char *name;
    word_list words;
} states[] = {
#define S9_STATE(number, name, words) [number] = {#name, WORDS_##words},
#include "effect/states.def"
#undef S9_STATE
};

static const struct {
    word_list list;
    uint32_t value;
    const char *word;
} state_words[] = {
#define S9_STATE_WORD(list, value, word) {WORDS_##list, value, #word},
#include "effect/states_words.def"
#undef S9_STATE_WORD
};

static bool same_letters(const char *a, const char *b)
{
    for (; *a != '\0' || *b != '\0'; a++, b++) {
        char x = *a >= 'A' && *a <= 'Z' ? (char)(*a - 'A' + 'a') : *a;
        char y = *b >= 'A' && *b <= 'Z' ? (char)(*b - 'A' + 'a') : *b;
        if (x != y)
            return false;
    }
    return true;
}

uint32_t s9_effect_state_number(const char *name)
{
    for (uint32_t i = 0; name != NULL && i < S9_COUNT(states); i++)
        if (same_letters(states[i].name, name)) /* source is not particular about capitals */
            return i;
    return S9_EFFECT_NONE;
}

const char *s9_effect_state_name(uint32_t operation)
{
    return operation < S9_COUNT(states) ? states[operation].name : NULL;
}

const char *s9_effect_state_word(uint32_t operation, uint32_t value)
{
    word_list list = operation < S9_COUNT(states) ? states[operation].words : WORDS_NONE;
    for (size_t i = 0; list != WORDS_NONE && i < S9_COUNT(state_words); i++)
        if (state_words[i].list == list && state_words[i].value == value)
            return state_words[i].word;
    return NULL;
}
