/* SPDX-License-Identifier: MIT */
/* preshader - the program that runs before a shader, decoded. */
#ifndef S9_REFLECT_PRESHADER_H
#define S9_REFLECT_PRESHADER_H

#include "reflect/ctab.h"

#define S9_FOURCC_PRES S9_FOURCC('P', 'R', 'E', 'S')

/* Where an operand lies. */
typedef enum s9_pre_table {
    S9_PRE_LITERAL = 1,
    S9_PRE_INPUT = 2,  /* c# that the application sets */
    S9_PRE_VERTEX = 3, /* v# of texture shaders */
    S9_PRE_FLOAT = 4,  /* c#, */
    S9_PRE_BOOL = 5,   /* b#, */
    S9_PRE_INT = 6,    /* i# of the shader */
    S9_PRE_TEMP = 7    /* r# */
} s9_pre_table;

/* Codes of operations, bits [30:20] of an instruction's first word. */
typedef enum s9_pre_code {
    S9_PRE_MOV = 0x100,
    S9_PRE_NEG = 0x101,
    S9_PRE_RCP = 0x103,
    S9_PRE_FRC = 0x104,
    S9_PRE_EXP = 0x105,
    S9_PRE_LOG = 0x106,
    S9_PRE_RSQ = 0x107,
    S9_PRE_SIN = 0x108,
    S9_PRE_COS = 0x109,
    S9_PRE_ASIN = 0x10A,
    S9_PRE_ACOS = 0x10B,
    S9_PRE_ATAN = 0x10C,
    S9_PRE_MIN = 0x200,
    S9_PRE_MAX = 0x201,
    S9_PRE_LT = 0x202,
    S9_PRE_GE = 0x203,
    S9_PRE_ADD = 0x204,
    S9_PRE_MUL = 0x205,
    S9_PRE_ATAN2 = 0x206,
    S9_PRE_DIV = 0x208,
    S9_PRE_CMP = 0x300,
    S9_PRE_MOVC = 0x301,
    S9_PRE_DOT = 0x500,
    S9_PRE_NOISE = 0x502,
    S9_PRE_DOTSWIZ = 0x70E
} s9_pre_code;

/* Offsets count components: four to a register, one to a boolean register. */
typedef struct s9_pre_operand {
    uint32_t table; /* an s9_pre_table, or an unknown number */
    uint32_t offset;
    bool indexed; /* then the component at index_offset of index_table says how many registers to go on */
    uint32_t index_table, index_offset;
} s9_pre_operand;

typedef struct s9_pre_instruction {
    uint32_t code;       /* an s9_pre_code, or an unknown number */
    uint32_t components; /* 1..4 */
    bool scalar;         /* the first input has one component, for all */
    uint32_t input_count;
    uint32_t operand; /* index of the first input; the output follows the inputs */
} s9_pre_instruction;

struct s9_preshader {
    s9_arena arena; /* of a program that stands for itself */
    s9_allocator allocator;
    s9_constant_table *inputs;
    const uint8_t *literals; /* eight bytes each */
    uint32_t literal_count;
    uint32_t temporaries; /* components */
    bool unknown;         /* something in it cannot be run */
    struct {
        s9_pre_instruction *items;
        uint32_t count, capacity;
    } instructions;
    struct {
        s9_pre_operand *items;
        uint32_t count, capacity;
    } operands;
    struct {
        s9_preshader_output *items;
        uint32_t count, capacity;
    } outputs;
};

/* Name and number of inputs of an operation (dotswiz: 0, as it takes six or eight); NULL for an unknown one. */
const char *s9_pre_operation(uint32_t code, uint32_t *inputs);
/* Components that an instruction reads from input k. */
uint32_t s9_pre_width(const s9_pre_instruction *instruction, uint32_t k);
/* Components that it writes. */
uint32_t s9_pre_written(const s9_pre_instruction *instruction);
/* A literal below literal_count. */
double s9_pre_literal(const s9_preshader *preshader, uint32_t index);

/*
 * Reads the program in a block that begins with its version token. NULL when it cannot be read whole (reported), or
 * memory ran out (arena->failed or scratch->failed). Keeps pointers into the block.
 */
s9_preshader *s9_preshader_read(s9_arena *arena, s9_arena *scratch, const s9_block *block);

#endif
