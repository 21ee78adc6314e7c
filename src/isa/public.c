/* SPDX-License-Identifier: MIT */
/* What the tables of this folder say to the outside. */
#include "isa/isa.h"

#include <shader9/isa.h>

#include <string.h>

uint32_t s9_register_count(uint32_t version_token, s9_register_set set)
{
    bool exact;
    s9_version version = s9_isa_version_of_token(version_token, &exact);
    if (version == S9_VERSION_COUNT) {
        return 0;
    }
    switch (set) {
    case S9_SET_FLOAT:
        return s9_isa_register(version, S9_FILE_CONST)->count;
    case S9_SET_INT:
        return s9_isa_register(version, S9_FILE_CONSTINT)->count;
    case S9_SET_BOOL:
        return s9_isa_register(version, S9_FILE_CONSTBOOL)->count;
    case S9_SET_SAMPLER:
        if (s9_version_is_pixel(version) && s9_version_major(version) == 1) {
            return s9_isa_register(version, S9_FILE_TEXTURE)->count;
        }
        return s9_isa_register(version, S9_FILE_SAMPLER)->count;
    }
    return 0;
}

/* ---- the reference ---- */

static const struct {
    const char *syntax, *summary, *formula;
} references[S9_OP_COUNT] = {
#define S9_REFERENCE(opcode, syntax, summary, formula) [S9_OP_##opcode] = {syntax, summary, formula},
#include "isa/reference.def"
#undef S9_REFERENCE
};

const char *s9_version_name(size_t index)
{
    return index < S9_VERSION_COUNT ? s9_isa_version((s9_version)index)->text : NULL;
}

size_t s9_opcode_count(void)
{
    return S9_OP_COUNT;
}

bool s9_opcode_get(size_t index, s9_opcode_reference *out)
{
    static const char *const kinds[] = {"arithmetic", "texture", "flow", "setup", "mark"};
    memset(out, 0, sizeof *out);
    if (index >= S9_OP_COUNT) {
        return false;
    }
    const s9_opcode_info *info = s9_isa_opcode((s9_opcode)index);
    out->name = info->text;
    out->number = info->number;
    out->kind = kinds[info->kind];
    out->syntax = references[index].syntax;
    out->summary = references[index].summary;
    out->formula = references[index].formula;
    return true;
}

static const s9_form *form_of(size_t opcode, size_t form)
{
    size_t first = 0;
    size_t count = opcode < S9_OP_COUNT ? s9_isa_forms_of((s9_opcode)opcode, &first) : 0;
    return form < count ? s9_isa_form(first + form) : NULL;
}

const char *s9_opcode_form(size_t opcode, size_t form)
{
    const s9_form *row = form_of(opcode, form);
    return row == NULL ? NULL : row->text;
}

const char *s9_opcode_form_slots(size_t opcode, size_t form, size_t version)
{
    const s9_form *row = form_of(opcode, form);
    if (row == NULL || version >= S9_VERSION_COUNT || strcmp(row->cells[version], "-") == 0) {
        return NULL;
    }
    return row->cells[version];
}

const char *s9_opcode_note(size_t opcode, size_t note)
{
    static const struct {
        uint32_t flag;
        const char *text;
    } notes[] = {
        {S9_OPF_REPLICATE, "The result is one number, written to every component of the mask."},
        {S9_OPF_SCALAR, "A source is one component: a swizzle such as .x, or none for a register of one."},
        {S9_OPF_MATRIX, "The second source is the first of consecutive registers, without a swizzle."},
        {S9_OPF_MACRO, "A macro: devices make several instructions of it, and it counts as they do."},
        {S9_OPF_GRADIENT, "Looks at the neighbours in a quad of 2x2 pixels."},
        {S9_OPF_DEST_IS_SOURCE, "The register that stands in the place of a destination is read."},
        {S9_OPF_SM1_ONLY, "Of shader model 1 only."},
        {S9_OPF_VARIES, "The number of operands depends on the version."},
    };
    size_t seen = 0;
    for (size_t i = 0; i < S9_COUNT(notes) && opcode < S9_OP_COUNT; i++) {
        if ((s9_isa_opcode((s9_opcode)opcode)->flags & notes[i].flag) != 0 && seen++ == note) {
            return notes[i].text;
        }
    }
    return NULL;
}

static bool same_word(const char *text, size_t length, const char *word)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
        if (c != word[i]) {
            return false; /* the end of the word, too */
        }
    }
    return word[length] == '\0';
}

size_t s9_opcode_of_text(const char *text, size_t length)
{
    /* Spellings of some versions, and of what the control field says. */
    static const struct {
        const char *text;
        s9_opcode opcode;
    } others[] = {
        {"tex", S9_OP_TEX},
        {"texldp", S9_OP_TEX},
        {"texldb", S9_OP_TEX},
        {"texcrd", S9_OP_TEXCOORD},
    };
    size_t end = 0;
    while (end < length && text[end] != '_') {
        end++;
    }
    for (size_t i = 0; i < S9_COUNT(others); i++) {
        if (same_word(text, end, others[i].text)) {
            return others[i].opcode;
        }
    }
    bool compared = false;
    for (uint32_t comparison = 1; comparison <= 6; comparison++) {
        compared |= length - end >= 3 && same_word(text + end + 1, 2, s9_isa_comparison_name(comparison)) &&
                    (length - end == 3 || text[end + 3] == '_');
    }
    for (size_t i = 0; i < S9_OP_COUNT; i++) {
        const s9_opcode_info *info = s9_isa_opcode((s9_opcode)i);
        bool has_comparison = (info->flags & S9_OPF_COMPARE) != 0;
        if (same_word(text, end, info->text) && (has_comparison == compared || i == S9_OP_SETP || i == S9_OP_DCL)) {
            return i;
        }
    }
    return S9_OP_COUNT;
}
