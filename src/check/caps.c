/* SPDX-License-Identifier: MIT */
/* Targets of the rules that depend on a device. Values: the profiles of the compiler and the limits of the version
 * pages. */
#include "check/check.h"

static const struct {
    const char *name;
    s9_caps caps;
} presets[] = {
    {"minimum",
     {.vs_constants = 256,
      .vs_constants_1_1 = 96,
      .vs_temps = 12,
      .vs_static_depth = 1,
      .ps_temps = 12,
      .ps_slots = 96,
      .vs30_slots = 512,
      .ps30_slots = 512,
      .max_vs = 0x0300,
      .max_ps = 0x0300,
      .max_executed = 65535,
      .render_targets = 1}},
    {"2_a",
     {.vs_constants = 256,
      .vs_constants_1_1 = 256,
      .vs_temps = 13,
      .vs_dynamic_depth = 24,
      .vs_static_depth = 1,
      .vs_predication = true,
      .ps_temps = 22,
      .ps_slots = 512,
      .ps_swizzle = true,
      .ps_gradients = true,
      .ps_predication = true,
      .ps_no_dependent_limit = true,
      .ps_no_texture_limit = true,
      .vs30_slots = 512,
      .ps30_slots = 512,
      .max_vs = 0x0201,
      .max_ps = 0x0201,
      .max_executed = 65535,
      .render_targets = 4}},
    {"2_b",
     {.vs_constants = 256,
      .vs_constants_1_1 = 256,
      .vs_temps = 12,
      .vs_static_depth = 1,
      .ps_temps = 32,
      .ps_slots = 512,
      .ps_no_texture_limit = true,
      .vs30_slots = 512,
      .ps30_slots = 512,
      .max_vs = 0x0201,
      .max_ps = 0x0201,
      .max_executed = 65535,
      .render_targets = 4}},
    {"hardware",
     {.vs_constants = 256,
      .vs_constants_1_1 = 256,
      .vs_temps = 32,
      .vs_dynamic_depth = 24,
      .vs_static_depth = 4,
      .vs_predication = true,
      .ps_temps = 32,
      .ps_slots = 512,
      .ps_dynamic_depth = 24,
      .ps_static_depth = 4,
      .ps_swizzle = true,
      .ps_gradients = true,
      .ps_predication = true,
      .ps_no_dependent_limit = true,
      .ps_no_texture_limit = true,
      .vs30_slots = 512,
      .ps30_slots = 512,
      .max_vs = 0x0300,
      .max_ps = 0x0300,
      .max_executed = 65535,
      .render_targets = 4}},
    {"software",
     {.vs_constants = 8192,
      .vs_constants_1_1 = 8192,
      .vs_temps = 32,
      .vs_dynamic_depth = 24,
      .vs_static_depth = 4,
      .vs_predication = true,
      .ps_temps = 32,
      .ps_slots = 512,
      .ps_dynamic_depth = 24,
      .ps_static_depth = 4,
      .ps_swizzle = true,
      .ps_gradients = true,
      .ps_predication = true,
      .ps_no_dependent_limit = true,
      .ps_no_texture_limit = true,
      .vs30_slots = 32768,
      .ps30_slots = 32768,
      .max_vs = 0x03FF,
      .max_ps = 0x03FF,
      .software_versions = true,
      .max_executed = UINT32_MAX,
      .render_targets = 4}},
};
/* The most that Direct3D 9 allows is what software does. */
#define GENEROUS (S9_COUNT(presets) - 1)

s9_result s9_caps_preset(const char *name, s9_caps *caps)
{
    if (name == NULL || caps == NULL)
        return S9_ERROR_ARGUMENT;
    for (size_t i = 0; i <= S9_COUNT(presets); i++) {
        const char *candidate = s9_caps_preset_name(i);
        if (candidate == NULL || strcmp(candidate, name) != 0)
            continue;
        *caps = presets[i < S9_COUNT(presets) ? i : GENEROUS].caps;
        caps->struct_size = sizeof *caps;
        return S9_OK;
    }
    return S9_ERROR_ARGUMENT;
}

const char *s9_caps_preset_name(size_t index)
{
    if (index < S9_COUNT(presets))
        return presets[index].name;
    return index == S9_COUNT(presets) ? "generous" : NULL;
}

/* ---- fields by name ---- */

typedef struct field {
    const char *name;
    s9_caps_type type;
    size_t offset;
} field;

#define NUMBER(name)                                   \
    {                                                  \
#name, S9_CAPS_NUMBER, offsetof(s9_caps, name) \
    }
#define YES_NO(name)                                   \
    {                                                  \
#name, S9_CAPS_YES_NO, offsetof(s9_caps, name) \
    }
#define VERSION(name)                                   \
    {                                                   \
#name, S9_CAPS_VERSION, offsetof(s9_caps, name) \
    }
static const field fields[] = {NUMBER(vs_constants),
                               NUMBER(vs_temps),
                               NUMBER(vs_dynamic_depth),
                               NUMBER(vs_static_depth),
                               YES_NO(vs_predication),
                               NUMBER(ps_temps),
                               NUMBER(ps_slots),
                               NUMBER(ps_dynamic_depth),
                               NUMBER(ps_static_depth),
                               YES_NO(ps_swizzle),
                               YES_NO(ps_gradients),
                               YES_NO(ps_predication),
                               YES_NO(ps_no_dependent_limit),
                               YES_NO(ps_no_texture_limit),
                               NUMBER(vs30_slots),
                               NUMBER(ps30_slots),
                               VERSION(max_vs),
                               VERSION(max_ps),
                               YES_NO(software_versions),
                               NUMBER(max_executed),
                               NUMBER(render_targets)};

static const field *find_field(const char *name)
{
    for (size_t i = 0; name != NULL && i < S9_COUNT(fields); i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    return NULL;
}

const char *s9_caps_field(size_t index, s9_caps_type *type)
{
    if (index >= S9_COUNT(fields))
        return NULL;
    if (type != NULL)
        *type = fields[index].type;
    return fields[index].name;
}

s9_result s9_caps_set(s9_caps *caps, const char *name, uint32_t value)
{
    const field *f = find_field(name);
    if (caps == NULL || f == NULL || f->type == S9_CAPS_VERSION || (f->type == S9_CAPS_YES_NO && value > 1))
        return S9_ERROR_ARGUMENT;
    char *place = (char *)caps + f->offset;
    if (f->type == S9_CAPS_YES_NO) {
        bool yes = value != 0;
        memcpy(place, &yes, sizeof yes);
        return S9_OK;
    }
    memcpy(place, &value, sizeof value);
    if (f->offset == offsetof(s9_caps, vs_constants))
        caps->vs_constants_1_1 = value;
    return S9_OK;
}

s9_result s9_caps_set_version(s9_caps *caps, const char *name, const char *version)
{
    const field *f = find_field(name);
    if (caps == NULL || f == NULL || f->type != S9_CAPS_VERSION || version == NULL || strlen(version) > 8)
        return S9_ERROR_ARGUMENT;
    char text[16] = "vs_";
    text[0] = f->offset == offsetof(s9_caps, max_ps) ? 'p' : 'v';
    memcpy(text + 3, version, strlen(version));
    s9_version found = s9_isa_version_of_text(text, strlen(text));
    if (found == S9_VERSION_COUNT)
        return S9_ERROR_ARGUMENT;
    uint32_t value = s9_isa_version(found)->token & 0xFFFFu;
    memcpy((char *)caps + f->offset, &value, sizeof value);
    return S9_OK;
}
