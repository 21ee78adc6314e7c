/* SPDX-License-Identifier: MIT */
#include "asm/keywords.h"

#include <stdio.h>

/* ---- mnemonics ---- */

const s9_asm_mnemonic s9_asm_mnemonics[] = {
#define S9_OPCODE(id, number, text, kind, dst, src, literals, flags) {text, sizeof(text) - 1, S9_OP_##id, 0},
#include "isa/opcodes.def"
#undef S9_OPCODE
    /* other names of the same opcodes */
    {"tex", 3, S9_OP_TEX, 0},
    {"texldp", 6, S9_OP_TEX, S9_TEX_PROJECT},
    {"texldb", 6, S9_OP_TEX, S9_TEX_BIAS},
    {"texcrd", 6, S9_OP_TEXCOORD, 0},
};

_Static_assert(S9_COUNT(s9_asm_mnemonics) <= S9_ASM_MOST_MNEMONICS, "the parser has room for each mnemonic");

uint32_t s9_asm_mnemonic_count(void)
{
    return S9_COUNT(s9_asm_mnemonics);
}

const s9_asm_mnemonic *s9_asm_mnemonic_at(uint32_t index)
{
    return &s9_asm_mnemonics[index];
}

/*
 * The mnemonics by their hash. A new row of opcodes.def belongs here, too; should it meet another one at its slot, the
 * factor of s9_asm_key_slot must change, and with it the table. (The tests look each mnemonic up.)
 */
const uint8_t s9_asm_mnemonic_slots[256] = {
    [6] = 1 + S9_OP_DP4,           [7] = 1 + S9_OP_TEXM3X3PAD,    [14] = 1 + S9_OP_COUNT + 1, /* texldp */
    [17] = 1 + S9_OP_SLT,          [19] = 1 + S9_OP_LRP,          [22] = 1 + S9_OP_CND,
    [26] = 1 + S9_OP_TEXM3X3VSPEC, [31] = 1 + S9_OP_TEXLDD,       [32] = 1 + S9_OP_TEXREG2GB,
    [36] = 1 + S9_OP_TEXBEML,      [44] = 1 + S9_OP_TEXM3X2PAD,   [46] = 1 + S9_OP_TEXCOORD,
    [48] = 1 + S9_OP_ABS,          [51] = 1 + S9_OP_M3X2,         [53] = 1 + S9_OP_TEXM3X3SPEC,
    [54] = 1 + S9_OP_TEXKILL,      [61] = 1 + S9_OP_MOVA,         [70] = 1 + S9_OP_BREAKP,
    [72] = 1 + S9_OP_LOGP,         [73] = 1 + S9_OP_TEXM3X2DEPTH, [74] = 1 + S9_OP_ADD,
    [79] = 1 + S9_OP_TEXDEPTH,     [80] = 1 + S9_OP_RSQ,          [82] = 1 + S9_OP_RET,
    [86] = 1 + S9_OP_TEXREG2RGB,   [87] = 1 + S9_OP_BEM,          [88] = 1 + S9_OP_DEF,
    [91] = 1 + S9_OP_LIT,          [94] = 1 + S9_OP_TEX,          [96] = 1 + S9_OP_DP3,
    [97] = 1 + S9_OP_IF,           [98] = 1 + S9_OP_DST,          [101] = 1 + S9_OP_DCL,
    [105] = 1 + S9_OP_ENDLOOP,     [109] = 1 + S9_OP_SETP,        [113] = 1 + S9_OP_TEXDP3,
    [114] = 1 + S9_OP_DEFB,        [115] = 1 + S9_OP_ENDIF,       [116] = 1 + S9_OP_LOG,
    [118] = 1 + S9_OP_M4X3,        [120] = 1 + S9_OP_COUNT + 2, /* texldb */
    [121] = 1 + S9_OP_COUNT + 0,                                /* tex */
    [122] = 1 + S9_OP_MOV,         [123] = 1 + S9_OP_LOOP,        [125] = 1 + S9_OP_TEXDP3TEX,
    [130] = 1 + S9_OP_LABEL,       [131] = 1 + S9_OP_EXPP,        [134] = 1 + S9_OP_SINCOS,
    [135] = 1 + S9_OP_MUL,         [136] = 1 + S9_OP_CRS,         [138] = 1 + S9_OP_M3X3,
    [140] = 1 + S9_OP_SGN,         [149] = 1 + S9_OP_COUNT + 3, /* texcrd */
    [150] = 1 + S9_OP_BREAK,       [162] = 1 + S9_OP_DSY,         [163] = 1 + S9_OP_TEXM3X3TEX,
    [167] = 1 + S9_OP_ELSE,        [168] = 1 + S9_OP_TEXBEM,      [169] = 1 + S9_OP_DP2ADD,
    [173] = 1 + S9_OP_TEXREG2AR,   [174] = 1 + S9_OP_NRM,         [175] = 1 + S9_OP_EXP,
    [177] = 1 + S9_OP_SUB,         [179] = 1 + S9_OP_SGE,         [183] = 1 + S9_OP_ENDREP,
    [184] = 1 + S9_OP_REP,         [188] = 1 + S9_OP_MIN,         [190] = 1 + S9_OP_TEXLDL,
    [191] = 1 + S9_OP_CALL,        [196] = 1 + S9_OP_CALLNZ,      [200] = 1 + S9_OP_TEXM3X2TEX,
    [205] = 1 + S9_OP_M4X4,        [207] = 1 + S9_OP_DEFI,        [214] = 1 + S9_OP_MAX,
    [215] = 1 + S9_OP_MAD,         [219] = 1 + S9_OP_NOP,         [223] = 1 + S9_OP_RCP,
    [224] = 1 + S9_OP_M3X4,        [234] = 1 + S9_OP_PHASE,       [241] = 1 + S9_OP_TEXM3X3,
    [245] = 1 + S9_OP_POW,         [246] = 1 + S9_OP_CMP,         [247] = 1 + S9_OP_FRC,
    [251] = 1 + S9_OP_DSX,
};

int s9_asm_find_mnemonic(const char *text, size_t length)
{
    s9_asm_key key = {0, 0};
    if (length == 0 || length > S9_ASM_LONGEST_MNEMONIC)
        return -1;
    for (size_t i = 0; i < length; i++)
        s9_asm_key_add(&key, i, text[i]);
    return s9_asm_find_key(key);
}

/* The first word of a form's text, up to a blank or an underscore, is the mnemonic's. */
static bool form_is_of(const s9_form *form, const s9_asm_mnemonic *mnemonic)
{
    if (form->opcode != S9_OP_TEX && form->opcode != S9_OP_TEXCOORD)
        return true; /* only these opcodes have several names */
    return strncmp(form->text, mnemonic->text, mnemonic->length) == 0 &&
           (form->text[mnemonic->length] == '\0' || form->text[mnemonic->length] == ' ');
}

bool s9_asm_mnemonic_exists(const s9_asm_mnemonic *mnemonic, s9_version version)
{
    s9_opcode opcode = (s9_opcode)mnemonic->opcode;
    if (opcode != S9_OP_TEX && opcode != S9_OP_TEXCOORD)
        return s9_isa_available(version, opcode);
    return (s9_asm_mnemonic_versions(mnemonic) >> version & 1u) != 0;
}

uint32_t s9_asm_mnemonic_versions(const s9_asm_mnemonic *mnemonic)
{
    size_t first, count = s9_isa_forms_of((s9_opcode)mnemonic->opcode, &first);
    uint32_t versions = 0;
    for (size_t i = 0; i < count; i++) {
        const s9_form *form = s9_isa_form(first + i);
        if (!form_is_of(form, mnemonic))
            continue;
        for (uint32_t v = 0; v < S9_VERSION_COUNT; v++)
            if (form->cells[v][0] != '-')
                versions |= 1u << v;
    }
    return versions;
}

const char *s9_asm_versions_text(uint32_t versions, char *out)
{
    size_t used = 0;
    out[0] = '\0';
    /* The 1_0 versions are left out: they repeat 1_1. */
    versions &= ~(1u << S9_VS_1_0 | 1u << S9_PS_1_0);
    for (uint32_t v = 0; v < S9_VERSION_COUNT;) {
        if ((versions >> v & 1u) == 0) {
            v++;
            continue;
        }
        uint32_t last = v;
        bool pixel = s9_version_is_pixel((s9_version)v);
        uint32_t stop = pixel ? S9_VERSION_COUNT : S9_PS_1_0;
        while (last + 1 < stop && (versions >> (last + 1) & 1u) != 0)
            last++;
        const char *from = s9_isa_version((s9_version)v)->text, *to = s9_isa_version((s9_version)last)->text;
        int n;
        if (last + 1 == stop && last != v)
            n = snprintf(out + used, S9_ASM_VERSIONS_TEXT - used, "%s%s or later", used > 0 ? ", or " : "", from);
        else if (last != v)
            n = snprintf(out + used, S9_ASM_VERSIONS_TEXT - used, "%s%s to %s", used > 0 ? ", or " : "", from, to);
        else
            n = snprintf(out + used, S9_ASM_VERSIONS_TEXT - used, "%s%s", used > 0 ? ", or " : "", from);
        if (n < 0 || (size_t)n >= S9_ASM_VERSIONS_TEXT - used)
            break;
        used += (size_t)n;
        v = last + 1;
    }
    return out;
}

/* ---- suffixes and modifiers ---- */

s9_asm_suffix s9_asm_find_suffix(const char *text, size_t length, uint32_t *value)
{
    *value = 0;
    if (length == 2) {
        char a = s9_asm_lower(text[0]), b = s9_asm_lower(text[1]);
        for (uint32_t i = 1; i <= 6; i++) {
            const char *name = s9_isa_comparison_name(i);
            if (a == name[0] && b == name[1]) {
                *value = i;
                return S9_ASM_SUFFIX_COMPARISON;
            }
        }
        if (a == 'p' && b == 'p')
            return S9_ASM_SUFFIX_PP;
        if (a == 'x' && (b == '2' || b == '4' || b == '8')) {
            *value = b == '2' ? 1 : b == '4' ? 2 : 3;
            return S9_ASM_SUFFIX_SHIFT;
        }
        if (a == 'd' && (b == '2' || b == '4' || b == '8')) {
            *value = b == '2' ? 15 : b == '4' ? 14 : 13;
            return S9_ASM_SUFFIX_SHIFT;
        }
        return S9_ASM_SUFFIX_UNKNOWN;
    }
    if (s9_asm_same(text, length, "sat"))
        return S9_ASM_SUFFIX_SAT;
    if (s9_asm_same(text, length, "centroid"))
        return S9_ASM_SUFFIX_CENTROID;
    return S9_ASM_SUFFIX_UNKNOWN;
}

s9_modifier s9_asm_find_modifier(const char *text, size_t length)
{
    static const struct {
        const char *text;
        s9_modifier modifier;
    } names[] = {{"abs", S9_MOD_ABS}, {"bx2", S9_MOD_BX2}, {"bias", S9_MOD_BIAS}, {"x2", S9_MOD_X2},
                 {"dw", S9_MOD_DW},   {"dz", S9_MOD_DZ},   {"da", S9_MOD_DW},     {"db", S9_MOD_DZ}};
    for (size_t i = 0; i < S9_COUNT(names); i++)
        if (s9_asm_same(text, length, names[i].text))
            return names[i].modifier;
    return S9_MOD_NONE;
}

/* ---- registers ---- */

/* Registers with a name instead of a number. */
static const struct {
    const char *folded, *text;
    s9_file file;
    uint32_t number;
} named[] = {{"opos", "oPos", S9_FILE_RASTOUT, 0}, {"ofog", "oFog", S9_FILE_RASTOUT, 1},
             {"opts", "oPts", S9_FILE_RASTOUT, 2}, {"odepth", "oDepth", S9_FILE_DEPTHOUT, 0},
             {"vpos", "vPos", S9_FILE_MISC, 0},    {"vface", "vFace", S9_FILE_MISC, 1},
             {"al", "aL", S9_FILE_LOOP, 0}};

bool s9_asm_find_register(const char *text, size_t length, s9_asm_register *out)
{
    size_t at = 1;
    if (length == 0)
        return false;
    char first = s9_asm_lower(text[0]);
    switch (first) {
    case 'r':
        out->file = S9_FILE_TEMP;
        break;
    case 'c':
        out->file = S9_FILE_CONST;
        break;
    case 'v':
        out->file = S9_FILE_INPUT;
        break;
    case 't':
        out->file = S9_FILE_TEXTURE;
        break;
    case 's':
        out->file = S9_FILE_SAMPLER;
        break;
    case 'a':
        out->file = S9_FILE_ADDR;
        break;
    case 'i':
        out->file = S9_FILE_CONSTINT;
        break;
    case 'b':
        out->file = S9_FILE_CONSTBOOL;
        break;
    case 'p':
        out->file = S9_FILE_PREDICATE;
        break;
    case 'l':
        out->file = S9_FILE_LABEL;
        break;
    case 'o':
        out->file = S9_FILE_OUTPUT;
        if (length > 1) {
            char second = s9_asm_lower(text[1]);
            s9_file file = second == 't'   ? S9_FILE_TEXCRDOUT
                           : second == 'd' ? S9_FILE_ATTROUT
                           : second == 'c' ? S9_FILE_COLOROUT
                                           : S9_FILE_OUTPUT;
            if (file != S9_FILE_OUTPUT) {
                out->file = file;
                at = 2;
            }
        }
        break;
    default:
        return false;
    }

    size_t digits = at;
    uint64_t number = 0;
    for (; at < length && s9_asm_is_digit(text[at]); at++)
        if (number <= UINT32_MAX)
            number = number * 10 + (uint32_t)(text[at] - '0');
    out->numbered = at > digits;
    out->number = number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;

    if (at < length && text[at] != '_') { /* a letter: one of the names */
        size_t stop = 0;
        while (stop < length && text[stop] != '_')
            stop++;
        size_t i = 0;
        while (i < S9_COUNT(named) && !s9_asm_same(text, stop, named[i].folded))
            i++;
        if (i == S9_COUNT(named))
            return false;
        out->file = named[i].file;
        out->number = named[i].number;
        out->numbered = true;
        at = stop;
    }
    out->rest = text + at;
    out->rest_length = length - at;
    return true;
}

bool s9_asm_one_letter_off(const char *text, size_t length, const char *name)
{
    size_t n = strlen(name), head = 0, tail = 0;
    if (length + 1 < n || n + 1 < length)
        return false;
    while (head < length && head < n && s9_asm_lower(text[head]) == name[head])
        head++;
    while (tail < length - head && tail < n - head && s9_asm_lower(text[length - 1 - tail]) == name[n - 1 - tail])
        tail++;
    size_t a = length - head - tail, b = n - head - tail;
    if (a <= 1 && b <= 1)
        return true;
    return a == 2 && b == 2 && s9_asm_lower(text[head]) == name[head + 1] && s9_asm_lower(text[head + 1]) == name[head];
}

const char *s9_asm_nearest_register(const char *text, size_t length)
{
    for (size_t i = 0; i < S9_COUNT(named); i++)
        if (s9_asm_same(text, length, named[i].folded) ||
            (length > 2 && s9_asm_one_letter_off(text, length, named[i].folded)))
            return named[i].text;
    return NULL;
}

const char *s9_asm_nearest_suffix(const char *text, size_t length)
{
    static const struct {
        const char *name, *hint;
    } names[] = {{"sat", "did you mean '_sat'?"}, {"centroid", "did you mean '_centroid'?"}};
    for (size_t i = 0; i < S9_COUNT(names); i++)
        if (length > 1 && s9_asm_one_letter_off(text, length, names[i].name))
            return names[i].hint;
    return NULL;
}
