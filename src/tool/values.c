/* SPDX-License-Identifier: MIT */
/* The words that options take, as far as they can be counted: shells complete them. */
#include "resources.h"
#include "translation.h"

#include <shader9/check.h>
#include <shader9/draw.h>
#include <shader9/mesh.h>

#include <string.h>

static void put(text *out, const char *word)
{
    text_format(out, "%s%s", out->size == 0 ? "" : " ", word);
}

static void put_choices(text *out, const char *choices)
{
    for (const char *at = choices; *at != '\0'; at++) {
        text_char(out, *at == '|' ? ' ' : *at);
    }
}

static void caps(text *out)
{
    for (size_t i = 0; s9_caps_preset_name(i) != NULL; i++) {
        put(out, s9_caps_preset_name(i));
    }
}

static void meshes(text *out)
{
    for (size_t i = 0; s9_mesh_builtin_name(i) != NULL; i++) {
        put(out, s9_mesh_builtin_name(i));
    }
}

static void rules(text *out)
{
    for (size_t i = 0; i < s9_check_rule_count(); i++) {
        put(out, s9_check_rule(i)->code);
    }
}

static void formats(text *out)
{
    enum { MOST_FORMATS = 256 };
    for (int i = 0; i < MOST_FORMATS; i++) {
        const char *name = s9_format_name((s9_format)i);
        s9_format same;
        if (name != NULL && s9_format_from_name(name, &same) && (int)same == i) {
            put(out, name);
        }
    }
}

/* "s0" to "s15", each with every ending; NULL behind the last. */
static void samplers(text *out, const char *const *endings)
{
    for (uint32_t i = 0; i < MAX_SAMPLERS; i++) {
        for (size_t k = 0; endings[k] != NULL; k++) {
            text_format(out, "%ss%lu%s", out->size == 0 ? "" : " ", (unsigned long)i, endings[k]);
        }
    }
}

static void sampler_fields(text *out)
{
    static const char *const endings[] = {".min=point",      ".min=linear",          ".min=anisotropic",
                                          ".mag=point",      ".mag=linear",          ".mag=anisotropic",
                                          ".mip=none",       ".mip=point",           ".mip=linear",
                                          ".address=wrap",   ".address=mirror",      ".address=clamp",
                                          ".address=border", ".address=mirror_once", ".border=",
                                          ".bias=",          ".max_level=",          ".max_anisotropy=",
                                          ".srgb=true",      ".srgb=false",          ".seamless=true",
                                          ".seamless=false", ".fetch4=true",         ".fetch4=false",
                                          ".compare=true",   ".compare=false",       NULL};
    samplers(out, endings);
}

void option_words(text *out, const option *o)
{
    static const char *const alone[] = {"", NULL}, *const named[] = {"=", NULL},
                             *const kinds[] = {"=2d", "=cube", "=volume", NULL};
    if (o->type == OPTION_CHOICE) {
        put_choices(out, o->argument);
    } else if (strcmp(o->name, "--caps") == 0) {
        caps(out);
    } else if (strcmp(o->name, "--mesh") == 0) {
        meshes(out);
    } else if (strcmp(o->name, "--explain") == 0) {
        rules(out);
    } else if (strcmp(o->name, "--dds-format") == 0) {
        formats(out);
    } else if (strcmp(o->name, "--option") == 0) {
        arithmetic_option_words(out);
    } else if (strcmp(o->name, "--sampler") == 0) {
        sampler_fields(out);
    } else if (strcmp(o->name, "--sampler-type") == 0) {
        samplers(out, kinds);
    } else if (strcmp(o->name, "--texture") == 0) {
        samplers(out, named);
    } else if (strcmp(o->name, "--compare") == 0) {
        samplers(out, alone);
    } else if (strcmp(o->name, "--state") == 0) {
        translation_state_words(out);
    } else if (strcmp(o->name, "--bind") == 0) {
        put(out, "set= c= i= b= stages= state= s= sampler=");
    }
}
