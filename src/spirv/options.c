/* SPDX-License-Identifier: MIT */
/* What options may say: names of entry points, ranges of numbers. Each fault has a diagnostic that names it. */
#include "spirv/writer.h"

#include <math.h>

/* Longer names are of no use to anybody, and instructions of SPIR-V have an end. */
#define ENTRY_MOST 1000u
/* The highest location that the rule itself gives; no device has more. */
#define LOCATION_MOST 255u
#define BINDING_MOST (1u << 24)
#define USAGE_MOST 13u /* sample */

/* ---- entry points ---- */

/* Bytes of the character of UTF-8 that begins here, and the character; 0 where none does. */
static size_t utf8_character(const unsigned char *text, uint32_t *character)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = text[0] < 0x80                      ? 1
                    : text[0] >= 0xC2 && text[0] < 0xE0 ? 2
                    : text[0] >= 0xE0 && text[0] < 0xF0 ? 3
                    : text[0] >= 0xF0 && text[0] < 0xF5 ? 4
                                                        : 0;
    uint32_t value = length <= 1 ? text[0] : text[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0u) != 0x80u)
            return 0;
        value = value << 6 | (text[i] & 0x3Fu);
    }
    if (length == 0 || value < least[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
        return 0;
    *character = value;
    return length;
}

const char *s9_spirv_entry_point_fault(const char *name)
{
    if (name == NULL || *name == '\0')
        return "is empty";
    if (strlen(name) > ENTRY_MOST)
        return "is longer than 1000 bytes";
    for (const unsigned char *at = (const unsigned char *)name; *at != '\0';) {
        uint32_t character = 0;
        size_t length = utf8_character(at, &character);
        if (length == 0)
            return "is no UTF-8";
        if (character < 0x20 || (character >= 0x7F && character < 0xA0))
            return "has a control character";
        at += length;
    }
    return NULL;
}

/* ---- numbers ---- */

static bool fault(s9_diagnostics *diagnostics, const char *what, const char *range)
{
    s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL, "the option %s takes %s", what, range);
    return false;
}

static bool all_finite(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(numbers[i]))
            return false;
    return true;
}

static bool size_good(float size)
{
    return isfinite(size) && size >= 0;
}

static bool state_good(const s9_spirv_state *s, s9_diagnostics *diagnostics)
{
    if (s->alpha_func < 1 || s->alpha_func > 8)
        return fault(diagnostics, "alpha_func", "a number from 1 to 8");
    if (!(s->alpha_ref >= 0 && s->alpha_ref <= 1))
        return fault(diagnostics, "alpha_ref", "a number from 0 to 1: D3DRS_ALPHAREF divided by 255");
    if (s->fog_mode > S9_SPIRV_FOG_VERTEX)
        return fault(diagnostics, "fog_mode", "a number up to 4");
    if (!all_finite(s->fog_color, 3) || !isfinite(s->fog_start) || !isfinite(s->fog_end))
        return fault(diagnostics, "fog_color, fog_start and fog_end", "finite numbers");
    if (!size_good(s->fog_density))
        return fault(diagnostics, "fog_density", "a finite number from 0 up");
    if (!size_good(s->point_size) || !size_good(s->point_size_min) || !size_good(s->point_size_max))
        return fault(diagnostics, "point_size, point_size_min and point_size_max", "finite numbers from 0 up");
    if (!all_finite(s->half_pixel, 2))
        return fault(diagnostics, "half_pixel", "finite numbers");
    if (!isfinite(s->y_scale) || s->y_scale == 0)
        return fault(diagnostics, "y_scale", "a finite number other than 0, which nothing would be seen with");
    bool planes = s->clip_plane_count <= 6;
    for (size_t i = 0; i < 6; i++)
        planes = planes && all_finite(s->clip_planes[i], 4);
    return planes || fault(diagnostics, "clip_planes", "up to six planes of finite numbers");
}

static bool places_good(const s9_spirv_options *o, s9_diagnostics *diagnostics)
{
    const uint32_t numbers[] = {o->descriptor_set, o->float_binding, o->int_binding,     o->bool_binding,
                                o->stage_binding,  o->state_binding, o->sampler_binding, o->separate_sampler_binding};
    for (size_t i = 0; i < S9_COUNT(numbers); i++)
        if (numbers[i] > BINDING_MOST)
            return fault(diagnostics, "for bindings and the descriptor set", "numbers up to 16777216");
    if (o->location_count > 0 && o->locations == NULL)
        return fault(diagnostics, "locations", "a list, of which there is none");
    for (size_t i = 0; i < o->location_count; i++) {
        if (o->locations[i].location > LOCATION_MOST)
            return fault(diagnostics, "locations", "locations up to 255");
        if (o->locations[i].usage > USAGE_MOST || o->locations[i].usage_index > 15)
            return fault(diagnostics, "locations", "usages up to 13 and indices up to 15");
    }
    return true;
}

static bool choices_good(const s9_spirv_options *o)
{
    bool known = o->version >= 0x10000u && o->version <= 0x10600u && (o->version & 0xFFu) == 0;
    for (uint32_t i = 0; i < S9_SPIRV_GROUP_COUNT; i++)
        known &= (uint32_t)o->sources[i] <= S9_SPIRV_UNIFORM;
    for (uint32_t i = 0; i < 16; i++)
        known &= o->sampler_types[i] == 0 ||
                 (o->sampler_types[i] >= S9_TEXTURE_2D && o->sampler_types[i] <= S9_TEXTURE_VOLUME);
    return known && (uint32_t)o->profile <= S9_SPIRV_PROFILE_PLAIN && (uint32_t)o->names <= S9_SPIRV_NAMES_RESULTS &&
           (uint32_t)o->constants <= S9_SPIRV_CONSTANTS_PUSH && o->push_offset % 16u == 0 && o->push_offset <= 65536u &&
           o->float_registers <= 8192u && (o->register_name_count == 0 || o->register_names != NULL);
}

bool s9_sp_options_good(const s9_spirv_options *options, s9_diagnostics *diagnostics)
{
    const char *bad = options->entry_point != NULL ? s9_spirv_entry_point_fault(options->entry_point) : NULL;
    if (bad != NULL) {
        s9_report(diagnostics, S9_ERROR, NULL, NULL, NULL, "the name of the entry point %s", bad);
        return false;
    }
    return choices_good(options) && state_good(&options->state, diagnostics) && places_good(options, diagnostics);
}
