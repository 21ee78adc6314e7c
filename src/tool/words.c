/* SPDX-License-Identifier: MIT */
#include "words.h"

bool json_get_word(json_reader *reader, const json_t *value, const json_place *place, s9_state_kind kind, int32_t *out)
{
    return json_get_word_except(reader, value, place, kind, INT32_MIN, out);
}

bool json_get_word_except(json_reader *reader, const json_t *value, const json_place *place, s9_state_kind kind,
                          int32_t except, int32_t *out)
{
    const char *word = NULL;
    if (!json_get_string(reader, value, place, &word)) {
        return false;
    }
    int32_t number = 0;
    if (s9_state_value(kind, word, &number) && number != except) {
        *out = number;
        return true;
    }
    text words = {0};
    for (size_t i = 0; s9_state_word(kind, i, &number) != NULL; i++) {
        const char *known = s9_state_word(kind, i, &number);
        if (number != except) {
            text_format(&words, " %s", known);
        }
    }
    json_refuse(reader, place, "\"%s\" is none of%s", word, text_string(&words) == NULL ? "" : words.data);
    text_free(&words);
    return false;
}
