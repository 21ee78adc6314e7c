/* SPDX-License-Identifier: MIT */
/* What the register tables say to the outside. */
#include "isa/isa.h"

#include <shader9/registers.h>

#include <string.h>

/* A row for each numbered file and for each register with a name; several may be of one file. */
static const struct {
    s9_file file;
    uint32_t number; /* of a named register */
    const char *name;
    const char *vertex, *pixel; /* summaries */
} rows[] = {
    {S9_FILE_TEMP, 0, "r", "temporary", "temporary"},
    {S9_FILE_INPUT, 0, "v", "vertex input", "input: a colour before ps_3_0, what dcl says from it on"},
    {S9_FILE_TEXTURE, 0, "t", "", "texture coordinate or texture"},
    {S9_FILE_CONST, 0, "c", "float constant", "float constant"},
    {S9_FILE_CONSTINT, 0, "i", "integer constant: count, start, step of loops", "integer constant: count, start, step"},
    {S9_FILE_CONSTBOOL, 0, "b", "boolean constant", "boolean constant"},
    {S9_FILE_SAMPLER, 0, "s", "sampler", "sampler"},
    {S9_FILE_ADDR, 0, "a", "address register", ""},
    {S9_FILE_LOOP, 0, "aL", "loop counter", "loop counter"},
    {S9_FILE_PREDICATE, 0, "p", "predicate", "predicate"},
    {S9_FILE_LABEL, 0, "l", "label of a subroutine", "label of a subroutine"},
    {S9_FILE_RASTOUT, 0, "oPos", "position output", ""},
    {S9_FILE_RASTOUT, 1, "oFog", "fog output", ""},
    {S9_FILE_RASTOUT, 2, "oPts", "point size output", ""},
    {S9_FILE_ATTROUT, 0, "oD", "colour output", ""},
    {S9_FILE_TEXCRDOUT, 0, "oT", "texture coordinate output", ""},
    {S9_FILE_OUTPUT, 0, "o", "output", ""},
    {S9_FILE_COLOROUT, 0, "oC", "", "colour of a render target"},
    {S9_FILE_DEPTHOUT, 0, "oDepth", "", "depth output"},
    {S9_FILE_MISC, 0, "vPos", "", "position of the pixel in the target"},
    {S9_FILE_MISC, 1, "vFace", "", "negative where the back of a triangle is drawn"},
};

static bool has_name(s9_file file)
{
    return file == S9_FILE_RASTOUT || file == S9_FILE_MISC || file == S9_FILE_LOOP || file == S9_FILE_DEPTHOUT;
}

bool s9_register_get(size_t version, size_t index, s9_register_reference *out)
{
    static const char *const initial[] = {[S9_DEFAULT_NONE] = "",
                                          [S9_DEFAULT_ZERO] = "0",
                                          [S9_DEFAULT_FALSE] = "false",
                                          [S9_DEFAULT_PARTIAL] = "(0, 0, 0, 1)",
                                          [S9_DEFAULT_FORMAT] = ""};
    static const char *const bases[] = {"", "a0", "aL", "a0 or aL"};
    memset(out, 0, sizeof *out);
    if (version >= S9_VERSION_COUNT) {
        return false;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const s9_register_info *info = s9_isa_register((s9_version)version, rows[i].file);
        bool named = has_name(rows[i].file);
        if (info->count == 0 || (named && rows[i].number >= info->count) || index-- != 0) {
            continue;
        }
        out->prefix = rows[i].name;
        out->numbered = !named;
        out->count = named ? 1 : info->count;
        out->summary = s9_version_is_pixel((s9_version)version) ? rows[i].pixel : rows[i].vertex;
        out->initial = initial[info->initial];
        out->read = (info->access & S9_ACCESS_READ) != 0;
        out->write = (info->access & S9_ACCESS_WRITE) != 0;
        out->index = (info->access & S9_ACCESS_INDEX) != 0;
        out->flow = (info->access & S9_ACCESS_FLOW) != 0;
        out->sample = (info->access & S9_ACCESS_SAMPLE) != 0;
        out->declared = info->declared;
        out->ports = info->ports == S9_ANY ? S9_NO_LIMIT : info->ports;
        out->base = bases[info->relative & 3u];
        return true;
    }
    return false;
}

const char *s9_usage_name(size_t index)
{
    return index < 14 ? s9_isa_usage_name((uint32_t)index) : NULL;
}
