/* SPDX-License-Identifier: MIT */
#include "words.h"

bool json_get_word(json_reader *reader, const json_t *value, const json_place *place, s9_state_kind kind, int32_t *out)
{
    const char *word = NULL;
    if (!json_get_string(reader, value, place, &word)) {
        return false;
    }
    if (s9_state_value(kind, word, out)) {
        return true;
    }
    text words = {0};
    int32_t ignored = 0;
    for (size_t i = 0; s9_state_word(kind, i, &ignored) != NULL; i++) {
        text_format(&words, " %s", s9_state_word(kind, i, &ignored));
    }
    json_refuse(reader, place, "\"%s\" is none of%s", word, text_string(&words) == NULL ? "" : words.data);
    text_free(&words);
    return false;
}
