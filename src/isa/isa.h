/* SPDX-License-Identifier: MIT */
/*
 * isa - what the machine is: versions, opcodes, register files, modifiers, usages, slot counts and limits. Tables only;
 * each fact is written once, in a .def file of this folder, and everybody reads it from here.
 */
#ifndef S9_ISA_ISA_H
#define S9_ISA_ISA_H

#include "base/base.h"

#include <shader9/program.h>

/* ---- versions ---- */

typedef enum s9_version {
#define S9_VERSION(id, text, stage, major, minor) S9_##id,
#include "isa/versions.def"
#undef S9_VERSION
    S9_VERSION_COUNT
} s9_version;

typedef struct s9_version_info {
    const char *text; /* "vs_2_x" */
    s9_stage stage;
    uint8_t major, minor;
    uint32_t token;
} s9_version_info;

extern const s9_version_info s9_isa_versions[S9_VERSION_COUNT];
static inline const s9_version_info *s9_isa_version(s9_version version)
{
    return &s9_isa_versions[version];
}
/*
 * The version that a token is treated as: minors of SM2 other than 0, 1, 255 as 2_x; of SM3 other than 0, 255 as 3_0; of SM1
 * above the last known one as the last. S9_VERSION_COUNT when the token is no vertex or pixel version token of
 * major 1..3. `exact` tells whether the token is that version's own.
 */
s9_version s9_isa_version_of_token(uint32_t token, bool *exact);
/* Parses "vs_1_1", "PS.2.x" (length bytes); S9_VERSION_COUNT when unknown. */
s9_version s9_isa_version_of_text(const char *text, size_t length);

static inline bool s9_version_is_pixel(s9_version v)
{
    return v >= S9_PS_1_0;
}
/* 1, 2 or 3. */
static inline uint32_t s9_version_major(s9_version version)
{
    return s9_isa_versions[version].major;
}
bool s9_version_is_software(s9_version version);
/* 2_x, 2_sw, 3_0, 3_sw: predication and dynamic flow control exist. */
bool s9_version_is_2x_up(s9_version version);

/* ---- opcodes ---- */

typedef enum s9_opcode {
#define S9_OPCODE(id, number, text, kind, dst, src, literals, flags) S9_OP_##id,
#include "isa/opcodes.def"
#undef S9_OPCODE
    S9_OP_UNKNOWN,
    S9_OP_COUNT = S9_OP_UNKNOWN
} s9_opcode;

typedef enum s9_opcode_kind { S9_OPK_ARITH, S9_OPK_TEXTURE, S9_OPK_FLOW, S9_OPK_SETUP, S9_OPK_MARK } s9_opcode_kind;

enum {
    S9_OPF_REPLICATE = 1,
    S9_OPF_MACRO = 2,
    S9_OPF_MATRIX = 4,
    S9_OPF_GRADIENT = 8,
    S9_OPF_COMPARE = 16,
    S9_OPF_DEST_IS_SOURCE = 32,
    S9_OPF_SCALAR = 64, /* sources are one component */
    S9_OPF_DCL = 128,
    S9_OPF_SM1_ONLY = 256,
    S9_OPF_VARIES = 512 /* the number of sources depends on the version */
};

typedef struct s9_opcode_info {
    const char *text;
    uint16_t number;
    s9_opcode_kind kind;
    uint8_t destinations, sources, literals;
    uint16_t flags;
} s9_opcode_info;

extern const s9_opcode_info s9_isa_opcodes[S9_OP_COUNT];
/* Never for S9_OP_UNKNOWN. */
static inline const s9_opcode_info *s9_isa_opcode(s9_opcode opcode)
{
    return &s9_isa_opcodes[opcode];
}
/* Opcode + 1 by number, 0 where there is none; the last place is for the one number that is not small, that of phase. */
#define S9_OPCODE_NUMBERS 97u
extern const uint8_t s9_isa_opcode_numbers[S9_OPCODE_NUMBERS + 1];
/* S9_OP_UNKNOWN when there is none. */
static inline s9_opcode s9_isa_opcode_of_number(uint32_t number)
{
    uint32_t found = number < S9_OPCODE_NUMBERS ? s9_isa_opcode_numbers[number] : 0;
    if (number == 0xFFFDu)
        return S9_OP_PHASE;
    return found != 0 ? (s9_opcode)(found - 1) : S9_OP_UNKNOWN;
}

/* Operands of an opcode in a version. */
typedef struct s9_shape {
    uint8_t destinations; /* 0 or 1 */
    uint8_t sources;      /* 0..4 */
    uint8_t literals;     /* raw words at the end: 0, 1 or 4 */
    bool dcl;             /* a DCL word comes before the destination */
} s9_shape;

s9_shape s9_isa_shape_varying(s9_version version, s9_opcode opcode);
static inline s9_shape s9_isa_shape(s9_version version, s9_opcode opcode)
{
    const s9_opcode_info *info = &s9_isa_opcodes[opcode];
    if ((info->flags & S9_OPF_VARIES) != 0)
        return s9_isa_shape_varying(version, opcode);
    s9_shape shape = {info->destinations, info->sources, info->literals, (info->flags & S9_OPF_DCL) != 0};
    return shape;
}

/* Number of matrix rows of an m*x* opcode (4 3 4 3 2) and components of its dot product (4 4 3 3 3); 0 for others. */
uint32_t s9_isa_matrix_rows(s9_opcode opcode);
uint32_t s9_isa_matrix_columns(s9_opcode opcode);

/* ---- availability and slots ---- */

/* A row of forms.def. */
typedef struct s9_form {
    s9_opcode opcode;
    const char *text;                    /* as in the instruction tables, "callnz l#, b#" */
    const char *cells[S9_VERSION_COUNT]; /* 1_0 versions repeat 1_1 */
} s9_form;

size_t s9_isa_form_count(void);
const s9_form *s9_isa_form(size_t index);
/* Rows of an opcode: the index of the first, and how many. */
size_t s9_isa_forms_of(s9_opcode opcode, size_t *first);

/* A cell taken apart. */
typedef struct s9_slots {
    bool available;
    uint8_t arithmetic;       /* slots of the arithmetic budget (or of the only one) */
    uint8_t texture;          /* slots of the texture budget */
    uint8_t cube;             /* slots when the sampler is a cube map, 0 = no difference */
    uint8_t no_limit;         /* slots with NOTEXINSTRUCTIONLIMIT, 0 = no difference */
    uint8_t no_limit_cube;    /* with both, 0 = no difference */
} s9_slots;

s9_slots s9_isa_slots(const s9_form *form, s9_version version);
/* True when any form of the opcode exists in the version. */
bool s9_isa_available(s9_version version, s9_opcode opcode);

/* ---- register files ---- */

typedef enum s9_file {
#define S9_FILE(id, prefix, numbered) S9_FILE_##id,
#include "isa/files.def"
#undef S9_FILE
    S9_FILE_TEMPFLOAT16, /* type 16; no spelling */
    S9_FILE_UNKNOWN,     /* types 20..31, or a type that the version does not have */
    S9_FILE_COUNT
} s9_file;

/* Type numbers of register tokens (D3DSHADER_PARAM_REGISTER_TYPE). */
enum {
    S9_TYPE_TEMP = 0,
    S9_TYPE_INPUT = 1,
    S9_TYPE_CONST = 2,
    S9_TYPE_ADDR_TEXTURE = 3,
    S9_TYPE_RASTOUT = 4,
    S9_TYPE_ATTROUT = 5,
    S9_TYPE_TEXCRDOUT_OUTPUT = 6,
    S9_TYPE_CONSTINT = 7,
    S9_TYPE_COLOROUT = 8,
    S9_TYPE_DEPTHOUT = 9,
    S9_TYPE_SAMPLER = 10,
    S9_TYPE_CONST2 = 11,
    S9_TYPE_CONST3 = 12,
    S9_TYPE_CONST4 = 13,
    S9_TYPE_CONSTBOOL = 14,
    S9_TYPE_LOOP = 15,
    S9_TYPE_TEMPFLOAT16 = 16,
    S9_TYPE_MISC = 17,
    S9_TYPE_LABEL = 18,
    S9_TYPE_PREDICATE = 19
};

/* s9_file values by type number; the meaning of two depends on the stage, and on the version being 3_0 or later. */
extern const uint8_t s9_isa_type_files[2][2][32];
static inline const uint8_t *s9_isa_files_of_types(s9_version version)
{
    return s9_isa_type_files[s9_version_is_pixel(version)][s9_version_major(version) == 3];
}

/*
 * The file that a register type means in a version: shared numbers by stage and major version (pixel type 3 is TEXTURE in
 * every version, vertex type 6 is TEXCRDOUT before 3_0, OUTPUT from it), CONST2..4 as CONST. Files that the version does
 * not have are still named where the type has one meaning; types 20..31 are UNKNOWN.
 */
static inline s9_file s9_isa_resolve_file(s9_version version, uint32_t type)
{
    return type < 32 ? (s9_file)s9_isa_files_of_types(version)[type] : S9_FILE_UNKNOWN;
}
/* Type number for a file and register number; *number becomes the value of the number field (CONST2..4 subtract). */
uint32_t s9_isa_type_of_file(s9_file file, uint32_t *number);
/* Letters before the number ("oT"); "" for files without spelling. */
const char *s9_isa_file_prefix(s9_file file);
/* Writes "c12", "oPos", "vFace", "aL", "oDepth", "p0" into `out` (at least 16 bytes). */
void s9_isa_register_name(s9_file file, uint32_t number, char *out);

enum { S9_ACCESS_READ = 1, S9_ACCESS_WRITE = 2, S9_ACCESS_INDEX = 4, S9_ACCESS_FLOW = 8, S9_ACCESS_SAMPLE = 16 };
enum { S9_REL_0 = 0, S9_REL_A0 = 1, S9_REL_AL = 2 };
typedef enum s9_default { S9_DEFAULT_NONE, S9_DEFAULT_ZERO, S9_DEFAULT_FALSE, S9_DEFAULT_PARTIAL, S9_DEFAULT_FORMAT } s9_default;
#define S9_ANY UINT32_MAX

/* A row of registers.def; count 0 when the version has no such file. */
typedef struct s9_register_info {
    uint32_t count, text_count;
    uint32_t access;
    uint32_t ports, reads; /* S9_ANY = no limit */
    uint32_t components;
    uint32_t relative; /* S9_REL_A0 | S9_REL_AL */
    s9_default initial;
    bool declared;
} s9_register_info;

const s9_register_info *s9_isa_register(s9_version version, s9_file file); /* never NULL */

/* ---- small enumerations ---- */

/* D3DDECLUSAGE names, "position" .. "sample"; NULL above 13. */
const char *s9_isa_usage_name(uint32_t usage);
int s9_isa_usage_of_text(const char *text, size_t length); /* -1 when unknown; any case */
#define S9_USAGE_POSITION 0u
#define S9_USAGE_PSIZE 4u
#define S9_USAGE_TEXCOORD 5u
#define S9_USAGE_POSITIONT 9u
#define S9_USAGE_COLOR 10u
#define S9_USAGE_FOG 11u
#define S9_USAGE_COUNT 14u

/* Comparison suffix of controls 1..6: "gt" "eq" "ge" "lt" "ne" "le"; NULL for others. */
const char *s9_isa_comparison_name(uint32_t comparison);

/* Source modifier values of tokens. */
typedef enum s9_modifier {
    S9_MOD_NONE = 0,
    S9_MOD_NEG = 1,
    S9_MOD_BIAS = 2,
    S9_MOD_BIAS_NEG = 3,
    S9_MOD_BX2 = 4,
    S9_MOD_BX2_NEG = 5,
    S9_MOD_COMP = 6,
    S9_MOD_X2 = 7,
    S9_MOD_X2_NEG = 8,
    S9_MOD_DZ = 9,
    S9_MOD_DW = 10,
    S9_MOD_ABS = 11,
    S9_MOD_ABS_NEG = 12,
    S9_MOD_NOT = 13
} s9_modifier;

/* Prefix ("-", "1-", "!", "") and suffix ("_bx2", "") of a modifier 0..13. */
const char *s9_isa_modifier_prefix(uint32_t modifier);
const char *s9_isa_modifier_suffix(uint32_t modifier);

/* Result shift nibble 0, 1, 2, 3, 13, 14, 15: "", "_x2" .. "_d8"; NULL for 4..12. */
const char *s9_isa_shift_name(uint32_t shift);

enum { S9_RESULT_SAT = 1, S9_RESULT_PP = 2, S9_RESULT_CENTROID = 4 };
enum { S9_TEX_PLAIN = 0, S9_TEX_PROJECT = 1, S9_TEX_BIAS = 2 };

/* Nearest known mnemonic or register spelling to a misspelt one, or NULL when nothing is near. */
const char *s9_isa_nearest_mnemonic(const char *text, size_t length);

#endif
