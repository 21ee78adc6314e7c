/* SPDX-License-Identifier: MIT */
#include "isa/isa.h"

const s9_version_info s9_isa_versions[S9_VERSION_COUNT] = {
#define S9_VERSION(id, text, stage, major, minor) \
    {text, S9_STAGE_##stage, major, minor,        \
     (S9_STAGE_##stage == S9_STAGE_VERTEX ? 0xFFFE0000u : 0xFFFF0000u) | (uint32_t)(major) << 8 | (uint32_t)(minor)},
#include "isa/versions.def"
#undef S9_VERSION
};

s9_version s9_isa_version_of_token(uint32_t token, bool *exact)
{
    uint32_t kind = token >> 16;
    uint32_t major = token >> 8 & 0xFFu;
    uint32_t minor = token & 0xFFu;
    bool pixel = kind == 0xFFFFu;
    *exact = false;
    if ((kind != 0xFFFEu && kind != 0xFFFFu) || major < 1 || major > 3)
        return S9_VERSION_COUNT;
    for (uint32_t i = 0; i < S9_VERSION_COUNT; i++)
        if (s9_isa_versions[i].token == token) {
            *exact = true;
            return (s9_version)i;
        }
    (void)minor;
    if (major == 1)
        return pixel ? S9_PS_1_4 : S9_VS_1_1;
    if (major == 2)
        return pixel ? S9_PS_2_X : S9_VS_2_X;
    return pixel ? S9_PS_3_0 : S9_VS_3_0;
}

static char fold(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '.' ? '_' : c;
}

s9_version s9_isa_version_of_text(const char *text, size_t length)
{
    for (uint32_t i = 0; i < S9_VERSION_COUNT; i++) {
        const char *name = s9_isa_versions[i].text; /* "vs_2_0": the stage and the major number tell most apart */
        size_t k = 0;
        if (length < 6 || fold(text[0]) != name[0] || text[3] != name[3])
            continue;
        while (k < length && name[k] != '\0' && fold(text[k]) == name[k])
            k++;
        if (k == length && name[k] == '\0')
            return (s9_version)i;
    }
    return S9_VERSION_COUNT;
}

bool s9_version_is_software(s9_version version)
{
    return s9_isa_versions[version].minor == 255;
}

bool s9_version_is_2x_up(s9_version version)
{
    return s9_isa_versions[version].major == 3 ||
           (s9_isa_versions[version].major == 2 && s9_isa_versions[version].minor != 0);
}

/* ---- opcodes ---- */

const s9_opcode_info s9_isa_opcodes[S9_OP_COUNT] = {
#define S9_OPCODE(id, number, text, kind, dst, src, literals, flags) \
    {text, number, S9_OPK_##kind, dst, src, literals, flags},
#include "isa/opcodes.def"
#undef S9_OPCODE
};

const uint8_t s9_isa_opcode_numbers[S9_OPCODE_NUMBERS + 1] = {
#define S9_OPCODE(id, number, text, kind, dst, src, literals, flags) \
    [(number) < S9_OPCODE_NUMBERS ? (number) : S9_OPCODE_NUMBERS] = S9_OP_##id + 1,
#include "isa/opcodes.def"
#undef S9_OPCODE
};

s9_shape s9_isa_shape_varying(s9_version version, s9_opcode opcode)
{
    const s9_opcode_info *info = &s9_isa_opcodes[opcode];
    s9_shape shape = {info->destinations, info->sources, info->literals, false};
    uint32_t major = s9_version_major(version);
    bool ps_1_4 = version == S9_PS_1_4;

    if (opcode == S9_OP_TEX)
        shape.sources = major > 1 ? 2 : ps_1_4 ? 1 : 0;
    else if (opcode == S9_OP_TEXCOORD)
        shape.sources = ps_1_4 ? 1 : 0;
    else if (opcode == S9_OP_SINCOS)
        shape.sources = major < 3 ? 3 : 1;
    return shape;
}

uint32_t s9_isa_matrix_rows(s9_opcode opcode)
{
    switch (opcode) {
    case S9_OP_M4X4:
    case S9_OP_M3X4:
        return 4;
    case S9_OP_M4X3:
    case S9_OP_M3X3:
        return 3;
    case S9_OP_M3X2:
        return 2;
    default:
        return 0;
    }
}

uint32_t s9_isa_matrix_columns(s9_opcode opcode)
{
    switch (opcode) {
    case S9_OP_M4X4:
    case S9_OP_M4X3:
        return 4;
    case S9_OP_M3X4:
    case S9_OP_M3X3:
    case S9_OP_M3X2:
        return 3;
    default:
        return 0;
    }
}

/* ---- availability and slots ---- */

/* Columns of forms.def in the order of s9_version; the 1_0 versions repeat 1_1. */
#define S9_FORM(op, text, v11, v20, v2x, v2s, v30, v3s, p11, p12, p13, p14, p20, p2x, p2s, p30, p3s) \
    {S9_OP_##op, text, {v11, v11, v20, v2x, v2s, v30, v3s, p11, p11, p12, p13, p14, p20, p2x, p2s, p30, p3s}},
static const s9_form forms[] = {
#include "isa/forms.def"
};
#undef S9_FORM

size_t s9_isa_form_count(void)
{
    return S9_COUNT(forms);
}

const s9_form *s9_isa_form(size_t index)
{
    return index < S9_COUNT(forms) ? &forms[index] : NULL;
}

size_t s9_isa_forms_of(s9_opcode opcode, size_t *first)
{
    size_t count = 0;
    *first = 0;
    if (opcode == S9_OP_UNKNOWN)
        return 0;
    /* Rows are in the order of the opcodes. Each opcode has one, few have more: its first is at its number or a little
     * on. */
    size_t low = opcode;
    while (low < S9_COUNT(forms) && forms[low].opcode < opcode)
        low++;
    *first = low;
    while (low < S9_COUNT(forms) && forms[low].opcode == opcode) {
        low++;
        count++;
    }
    return count;
}

s9_slots s9_isa_slots(const s9_form *form, s9_version version)
{
    s9_slots slots = {0};
    const char *cell = form->cells[version];
    if (cell[0] == '-')
        return slots;
    slots.available = true;
    if (cell[0] <= '9' && cell[1] == '\0') { /* most cells are one digit */
        uint8_t value = (uint8_t)(cell[0] - '0');
        if (s9_isa_opcodes[form->opcode].kind == S9_OPK_TEXTURE)
            slots.texture = value;
        else
            slots.arithmetic = value;
        return slots;
    }
    for (const char *p = cell; *p != '\0';) {
        char kind = ' ';
        uint8_t value = 0;
        bool no_limit = false, cube = false;
        if (*p == 'a' || *p == 't')
            kind = *p++;
        while (*p >= '0' && *p <= '9')
            value = (uint8_t)(value * 10 + (*p++ - '0'));
        for (; *p == 'n' || *p == 'c' || *p == '?'; p++) {
            no_limit |= *p == 'n';
            cube |= *p == 'c';
        }
        if (no_limit && cube)
            slots.no_limit_cube = value;
        else if (no_limit)
            slots.no_limit = value;
        else if (cube)
            slots.cube = value;
        else if (kind == 't' || (kind == ' ' && s9_isa_opcodes[form->opcode].kind == S9_OPK_TEXTURE))
            slots.texture = value;
        else
            slots.arithmetic = value;
        if (*p == '+' || *p == '/')
            p++;
    }
    return slots;
}

/* The same rows as sets of versions, bit by bit. */
#define BIT(version, cell) ((cell)[0] != '-' ? 1u << S9_##version : 0u)
#define S9_FORM(op, text, v11, v20, v2x, v2s, v30, v3s, p11, p12, p13, p14, p20, p2x, p2s, p30, p3s)                 \
    {S9_OP_##op, BIT(VS_1_0, v11) | BIT(VS_1_1, v11) | BIT(VS_2_0, v20) | BIT(VS_2_X, v2x) | BIT(VS_2_SW, v2s) |     \
                     BIT(VS_3_0, v30) | BIT(VS_3_SW, v3s) | BIT(PS_1_0, p11) | BIT(PS_1_1, p11) | BIT(PS_1_2, p12) | \
                     BIT(PS_1_3, p13) | BIT(PS_1_4, p14) | BIT(PS_2_0, p20) | BIT(PS_2_X, p2x) | BIT(PS_2_SW, p2s) | \
                     BIT(PS_3_0, p30) | BIT(PS_3_SW, p3s)},
static const struct {
    s9_opcode opcode;
    uint32_t versions;
} form_versions[] = {
#include "isa/forms.def"
};
#undef S9_FORM
#undef BIT

bool s9_isa_available(s9_version version, s9_opcode opcode)
{
    uint32_t set = 0;
    /* Each opcode has a row, few have more: its first stands at its own number or a little later. */
    size_t at = opcode;
    while (at < S9_COUNT(form_versions) && form_versions[at].opcode < opcode)
        at++;
    for (; at < S9_COUNT(form_versions) && form_versions[at].opcode == opcode; at++)
        set |= form_versions[at].versions;
    return (set >> version & 1u) != 0;
}

/* ---- register files ---- */

static const struct {
    const char *prefix;
    bool numbered;
} files[S9_FILE_COUNT] = {
#define S9_FILE(id, prefix, numbered) {prefix, numbered},
#include "isa/files.def"
#undef S9_FILE
    {"", true},
    {"", true},
};

#define FILES(type_3, type_6)                                                                                        \
    {                                                                                                                \
        [S9_TYPE_TEMP] = S9_FILE_TEMP, [S9_TYPE_INPUT] = S9_FILE_INPUT, [S9_TYPE_CONST] = S9_FILE_CONST,             \
        [S9_TYPE_ADDR_TEXTURE] = type_3, [S9_TYPE_RASTOUT] = S9_FILE_RASTOUT, [S9_TYPE_ATTROUT] = S9_FILE_ATTROUT,   \
        [S9_TYPE_TEXCRDOUT_OUTPUT] = type_6, [S9_TYPE_CONSTINT] = S9_FILE_CONSTINT,                                  \
        [S9_TYPE_COLOROUT] = S9_FILE_COLOROUT, [S9_TYPE_DEPTHOUT] = S9_FILE_DEPTHOUT,                                \
        [S9_TYPE_SAMPLER] = S9_FILE_SAMPLER, [S9_TYPE_CONST2] = S9_FILE_CONST, [S9_TYPE_CONST3] = S9_FILE_CONST,     \
        [S9_TYPE_CONST4] = S9_FILE_CONST, [S9_TYPE_CONSTBOOL] = S9_FILE_CONSTBOOL, [S9_TYPE_LOOP] = S9_FILE_LOOP,    \
        [S9_TYPE_TEMPFLOAT16] = S9_FILE_TEMPFLOAT16, [S9_TYPE_MISC] = S9_FILE_MISC, [S9_TYPE_LABEL] = S9_FILE_LABEL, \
        [S9_TYPE_PREDICATE] = S9_FILE_PREDICATE, [20] = S9_FILE_UNKNOWN, [21] = S9_FILE_UNKNOWN,                     \
        [22] = S9_FILE_UNKNOWN, [23] = S9_FILE_UNKNOWN, [24] = S9_FILE_UNKNOWN, [25] = S9_FILE_UNKNOWN,              \
        [26] = S9_FILE_UNKNOWN, [27] = S9_FILE_UNKNOWN, [28] = S9_FILE_UNKNOWN, [29] = S9_FILE_UNKNOWN,              \
        [30] = S9_FILE_UNKNOWN, [31] = S9_FILE_UNKNOWN                                                               \
    }
const uint8_t s9_isa_type_files[2][2][32] = {
    {FILES(S9_FILE_ADDR, S9_FILE_TEXCRDOUT), FILES(S9_FILE_ADDR, S9_FILE_OUTPUT)},
    {FILES(S9_FILE_TEXTURE, S9_FILE_TEXCRDOUT), FILES(S9_FILE_TEXTURE, S9_FILE_OUTPUT)},
};
#undef FILES

uint32_t s9_isa_type_of_file(s9_file file, uint32_t *number)
{
    switch (file) {
    case S9_FILE_TEMP:
        return S9_TYPE_TEMP;
    case S9_FILE_INPUT:
        return S9_TYPE_INPUT;
    case S9_FILE_CONST: {
        uint32_t bank = *number / 2048u;
        if (bank == 0)
            return S9_TYPE_CONST;
        *number %= 2048u;
        return S9_TYPE_CONST2 + (bank - 1);
    }
    case S9_FILE_ADDR:
    case S9_FILE_TEXTURE:
        return S9_TYPE_ADDR_TEXTURE;
    case S9_FILE_RASTOUT:
        return S9_TYPE_RASTOUT;
    case S9_FILE_ATTROUT:
        return S9_TYPE_ATTROUT;
    case S9_FILE_TEXCRDOUT:
    case S9_FILE_OUTPUT:
        return S9_TYPE_TEXCRDOUT_OUTPUT;
    case S9_FILE_CONSTINT:
        return S9_TYPE_CONSTINT;
    case S9_FILE_COLOROUT:
        return S9_TYPE_COLOROUT;
    case S9_FILE_DEPTHOUT:
        return S9_TYPE_DEPTHOUT;
    case S9_FILE_SAMPLER:
        return S9_TYPE_SAMPLER;
    case S9_FILE_CONSTBOOL:
        return S9_TYPE_CONSTBOOL;
    case S9_FILE_LOOP:
        return S9_TYPE_LOOP;
    case S9_FILE_MISC:
        return S9_TYPE_MISC;
    case S9_FILE_LABEL:
        return S9_TYPE_LABEL;
    case S9_FILE_PREDICATE:
        return S9_TYPE_PREDICATE;
    case S9_FILE_TEMPFLOAT16:
    case S9_FILE_UNKNOWN:
    case S9_FILE_COUNT:
        break;
    }
    return S9_TYPE_TEMPFLOAT16;
}

const char *s9_isa_file_prefix(s9_file file)
{
    return files[file].prefix;
}

/* No printf here: names are printed by the thousand. */
void s9_isa_register_name(s9_file file, uint32_t number, char *out)
{
    static const char *const rast[] = {"oPos", "oFog", "oPts"};
    static const char *const misc[] = {"vPos", "vFace"};
    const char *name = files[file].prefix;
    bool digits = files[file].numbered;
    if (file == S9_FILE_RASTOUT && number < S9_COUNT(rast))
        name = rast[number];
    else if (file == S9_FILE_MISC && number < S9_COUNT(misc))
        name = misc[number];
    else if (!digits && number != 0)
        digits = true; /* a number that no named register has: "oDepth?3" */
    while (*name != '\0')
        *out++ = *name++;
    if (digits) {
        char text[10];
        uint32_t count = 0;
        if (!files[file].numbered)
            *out++ = '?';
        do
            text[count++] = (char)('0' + number % 10);
        while ((number /= 10) != 0 && count < 8); /* out holds 16; numbers have four digits at most */
        while (count > 0)
            *out++ = text[--count];
    }
    *out = '\0';
}

#define ANY S9_ANY
static const s9_register_info registers[S9_VERSION_COUNT][S9_FILE_COUNT] = {
#define READ S9_ACCESS_READ
#define WRITE S9_ACCESS_WRITE
#define INDEX S9_ACCESS_INDEX
#define FLOW S9_ACCESS_FLOW
#define SAMPLE S9_ACCESS_SAMPLE
#define A0 S9_REL_A0
#define AL S9_REL_AL
#define YES true
#define NO false
#define S9_REGISTER(version, file, count, text_count, access, ports, reads, components, relative, initial, dcl) \
    [S9_##version][S9_FILE_##file] = {count,    text_count,           access, ports, reads, components,         \
                                      relative, S9_DEFAULT_##initial, dcl},
#include "isa/registers.def"
#undef S9_REGISTER
#undef READ
#undef WRITE
#undef INDEX
#undef FLOW
#undef SAMPLE
#undef A0
#undef AL
#undef YES
#undef NO
};
#undef ANY

const s9_register_info *s9_isa_register(s9_version version, s9_file file)
{
    return &registers[version][file];
}

/* ---- small enumerations ---- */

static const char *const usages[S9_USAGE_COUNT] = {"position", "blendweight", "blendindices", "normal",     "psize",
                                                   "texcoord", "tangent",     "binormal",     "tessfactor", "positiont",
                                                   "color",    "fog",         "depth",        "sample"};

const char *s9_isa_usage_name(uint32_t usage)
{
    return usage < S9_USAGE_COUNT ? usages[usage] : NULL;
}

static bool same_text(const char *name, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c != name[i] || c == '\0')
            return false;
    }
    return name[length] == '\0';
}

int s9_isa_usage_of_text(const char *text, size_t length)
{
    for (uint32_t i = 0; i < S9_USAGE_COUNT; i++)
        if (same_text(usages[i], text, length))
            return (int)i;
    return -1;
}

const char *s9_isa_comparison_name(uint32_t comparison)
{
    static const char *const names[] = {NULL, "gt", "eq", "ge", "lt", "ne", "le"};
    return comparison < S9_COUNT(names) ? names[comparison] : NULL;
}

static const struct {
    const char *prefix, *suffix;
} modifiers[] = {{"", ""},    {"-", ""},    {"", "_bias"}, {"-", "_bias"}, {"", "_bx2"}, {"-", "_bx2"}, {"1-", ""},
                 {"", "_x2"}, {"-", "_x2"}, {"", "_dz"},   {"", "_dw"},    {"", "_abs"}, {"-", "_abs"}, {"!", ""}};

const char *s9_isa_modifier_prefix(uint32_t modifier)
{
    return modifier < S9_COUNT(modifiers) ? modifiers[modifier].prefix : "";
}

const char *s9_isa_modifier_suffix(uint32_t modifier)
{
    return modifier < S9_COUNT(modifiers) ? modifiers[modifier].suffix : "";
}

const char *s9_isa_shift_name(uint32_t shift)
{
    static const char *const names[16] = {"",   "_x2", "_x4", "_x8", NULL, NULL,  NULL,  NULL,
                                          NULL, NULL,  NULL,  NULL,  NULL, "_d8", "_d4", "_d2"};
    return shift < S9_COUNT(names) ? names[shift] : NULL;
}

/* Edit distance with a bound, over names of at most 24 letters. */
static uint32_t distance(const char *a, size_t n, const char *b, size_t m)
{
    uint32_t row[26];
    for (size_t j = 0; j <= m; j++)
        row[j] = (uint32_t)j;
    for (size_t i = 1; i <= n; i++) {
        uint32_t diagonal = row[0];
        char c = fold(a[i - 1]);
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= m; j++) {
            uint32_t best = diagonal + (c != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

const char *s9_isa_nearest_mnemonic(const char *text, size_t length)
{
    static const char *const extra[] = {"tex", "texcrd", "texldp", "texldb"};
    const char *best = NULL;
    uint32_t limit = length <= 3 ? 1 : 2;
    uint32_t best_distance = limit + 1;
    if (length == 0 || length > 24)
        return NULL;
    for (uint32_t i = 0; i < S9_OP_COUNT + S9_COUNT(extra); i++) {
        const char *name = i < S9_OP_COUNT ? s9_isa_opcodes[i].text : extra[i - S9_OP_COUNT];
        uint32_t d = distance(text, length, name, strlen(name));
        if (d < best_distance) {
            best_distance = d;
            best = name;
        }
    }
    return best;
}
