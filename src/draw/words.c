/* SPDX-License-Identifier: MIT */
/* The words of states and their values. */
#include "draw/draw.h"

typedef struct word {
    const char *text;
    int32_t value;
} word;

static const word cull_words[] = {{"none", S9_CULL_NONE}, {"cw", S9_CULL_CW}, {"ccw", S9_CULL_CCW}, {NULL, 0}};

static const word compare_words[] = {{"never", S9_COMPARE_NEVER},
                                     {"less", S9_COMPARE_LESS},
                                     {"equal", S9_COMPARE_EQUAL},
                                     {"less_equal", S9_COMPARE_LESS_EQUAL},
                                     {"greater", S9_COMPARE_GREATER},
                                     {"not_equal", S9_COMPARE_NOT_EQUAL},
                                     {"greater_equal", S9_COMPARE_GREATER_EQUAL},
                                     {"always", S9_COMPARE_ALWAYS},
                                     {NULL, 0}};

static const word stencil_words[] = {
    {"keep", S9_STENCIL_KEEP},         {"zero", S9_STENCIL_ZERO},         {"replace", S9_STENCIL_REPLACE},
    {"incr_sat", S9_STENCIL_INCR_SAT}, {"decr_sat", S9_STENCIL_DECR_SAT}, {"invert", S9_STENCIL_INVERT},
    {"incr", S9_STENCIL_INCR},         {"decr", S9_STENCIL_DECR},         {NULL, 0}};

static const word factor_words[] = {{"zero", S9_BLEND_ZERO},
                                    {"one", S9_BLEND_ONE},
                                    {"src_color", S9_BLEND_SRC_COLOR},
                                    {"inv_src_color", S9_BLEND_INV_SRC_COLOR},
                                    {"src_alpha", S9_BLEND_SRC_ALPHA},
                                    {"inv_src_alpha", S9_BLEND_INV_SRC_ALPHA},
                                    {"dest_alpha", S9_BLEND_DEST_ALPHA},
                                    {"inv_dest_alpha", S9_BLEND_INV_DEST_ALPHA},
                                    {"dest_color", S9_BLEND_DEST_COLOR},
                                    {"inv_dest_color", S9_BLEND_INV_DEST_COLOR},
                                    {"src_alpha_sat", S9_BLEND_SRC_ALPHA_SAT},
                                    {"blend_factor", S9_BLEND_BLEND_FACTOR},
                                    {"inv_blend_factor", S9_BLEND_INV_BLEND_FACTOR},
                                    {NULL, 0}};

static const word blend_op_words[] = {
    {"add", S9_BLEND_OP_ADD}, {"subtract", S9_BLEND_OP_SUBTRACT}, {"rev_subtract", S9_BLEND_OP_REV_SUBTRACT},
    {"min", S9_BLEND_OP_MIN}, {"max", S9_BLEND_OP_MAX},           {NULL, 0}};

static const word shade_words[] = {{"flat", S9_SHADE_FLAT}, {"gouraud", S9_SHADE_GOURAUD}, {NULL, 0}};

static const word fog_mode_words[] = {
    {"none", S9_FOG_NONE}, {"linear", S9_FOG_LINEAR}, {"exp", S9_FOG_EXP}, {"exp2", S9_FOG_EXP2}, {NULL, 0}};

static const word fog_depth_words[] = {{"w", S9_FOG_DEPTH_W}, {"z", S9_FOG_DEPTH_Z}, {NULL, 0}};

static const word target_words[] = {
    {"a8r8g8b8", S9_TARGET_A8R8G8B8}, {"a32b32g32r32f", S9_TARGET_A32B32G32R32F}, {NULL, 0}};

static const word filter_words[] = {{"none", S9_FILTER_NONE},
                                    {"point", S9_FILTER_POINT},
                                    {"linear", S9_FILTER_LINEAR},
                                    {"anisotropic", S9_FILTER_ANISOTROPIC},
                                    {NULL, 0}};

static const word address_words[] = {
    {"wrap", S9_ADDRESS_WRAP},     {"mirror", S9_ADDRESS_MIRROR},           {"clamp", S9_ADDRESS_CLAMP},
    {"border", S9_ADDRESS_BORDER}, {"mirror_once", S9_ADDRESS_MIRROR_ONCE}, {NULL, 0}};

static const word texture_words[] = {
    {"2d", S9_TEXTURE_2D}, {"cube", S9_TEXTURE_CUBE}, {"volume", S9_TEXTURE_VOLUME}, {NULL, 0}};

static const word *words_of(s9_state_kind kind)
{
    switch (kind) {
    case S9_STATE_CULL:
        return cull_words;
    case S9_STATE_COMPARE:
        return compare_words;
    case S9_STATE_STENCIL_OP:
        return stencil_words;
    case S9_STATE_BLEND_FACTOR:
        return factor_words;
    case S9_STATE_BLEND_OP:
        return blend_op_words;
    case S9_STATE_SHADE:
        return shade_words;
    case S9_STATE_FOG_MODE:
        return fog_mode_words;
    case S9_STATE_FOG_DEPTH:
        return fog_depth_words;
    case S9_STATE_TARGET_FORMAT:
        return target_words;
    case S9_STATE_FILTER:
        return filter_words;
    case S9_STATE_ADDRESS:
        return address_words;
    case S9_STATE_TEXTURE_TYPE:
        return texture_words;
    default:
        return NULL;
    }
}

bool s9_state_value(s9_state_kind kind, const char *text, int32_t *value)
{
    const word *words = words_of(kind);
    for (size_t i = 0; text && words && words[i].text; i++) {
        if (strcmp(words[i].text, text) == 0) {
            *value = words[i].value;
            return true;
        }
    }
    return false;
}

const char *s9_state_word(s9_state_kind kind, size_t index, int32_t *value)
{
    const word *words = words_of(kind);
    for (size_t i = 0; words && words[i].text; i++) {
        if (i == index) {
            if (value) {
                *value = words[i].value;
            }
            return words[i].text;
        }
    }
    return NULL;
}
