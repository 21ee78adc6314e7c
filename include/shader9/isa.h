/* SPDX-License-Identifier: MIT */
/* shader9/isa.h - facts about versions that whoever feeds a shader needs. */
#ifndef SHADER9_ISA_H
#define SHADER9_ISA_H

#include <shader9/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Register files that are set from outside a shader. */
typedef enum s9_register_set {
    S9_SET_FLOAT = 0,  /* c# */
    S9_SET_INT = 1,    /* i# */
    S9_SET_BOOL = 2,   /* b# */
    S9_SET_SAMPLER = 3 /* s#; before ps_2_0 the texture stages, which have no register of their own */
} s9_register_set;

/*
 * How many registers of a set a version has, device limits at the most that Direct3D 9 allows: 8192 c# of vs_3_0, 0 i#
 * of ps_2_0. 0 as well when the token is no version token.
 */
S9_API uint32_t s9_register_count(uint32_t version_token, s9_register_set set);

/* Versions by index, "vs_1_0" first; NULL behind the last. */
S9_API const char *s9_version_name(size_t index);

/* What a reference says of an opcode. Strings are never NULL. */
typedef struct s9_opcode_reference {
    const char *name;    /* as shader model 2 and later write it: "texld"; comparisons without their suffix: "if" */
    uint32_t number;     /* D3DSHADER_INSTRUCTION_OPCODE_TYPE */
    const char *kind;    /* "arithmetic", "texture", "flow", "setup" or "mark" */
    const char *syntax;  /* "mad d, s0, s1, s2" */
    const char *summary; /* one or two sentences */
    const char *formula; /* what is computed, in terms of the syntax; "" where the summary says it all */
} s9_opcode_reference;

/* Opcodes in the order of their numbers, except that phase is the last. */
S9_API size_t s9_opcode_count(void);
/* False behind the last. */
S9_API bool s9_opcode_get(size_t index, s9_opcode_reference *out);

/*
 * An opcode's forms, where they differ in what they cost: "texld (3 operands)", "texldp". NULL behind the last. Source:
 * the instruction tables of each version.
 */
S9_API const char *s9_opcode_form(size_t opcode, size_t form);
/*
 * Instruction slots of a form in a version, as the tables write them: "1", "a1" and "t1" in the arithmetic and texture
 * budget, "1/4c" 4 with a cube map, "1/4n" 4 without a limit on texture instructions. NULL when the version lacks it.
 */
S9_API const char *s9_opcode_form_slots(size_t opcode, size_t form, size_t version);
/*
 * What is peculiar to an opcode's operands, a sentence each: "The result is one number, written to every component of
 * the mask." NULL behind the last. Source: the page of each instruction.
 */
S9_API const char *s9_opcode_note(size_t opcode, size_t note);
/*
 * The opcode that a mnemonic as text writes it belongs to, s9_opcode_count() for none: "mad_sat_pp", "if_lt", "texldp",
 * "dcl_texcoord1", in any case. `length` bytes.
 */
S9_API size_t s9_opcode_of_text(const char *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
