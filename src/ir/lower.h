/* SPDX-License-Identifier: MIT */
/*
 * Lowering, shared by its parts: lower.c drives, lower_operands.c reads sources and writes destinations, lower_arith.c,
 * lower_flow.c, lower_texture.c and lower_ps1.c each know their instructions; lower_plain.c makes those that are one
 * operation on registers as they are.
 *
 * The rule that everything here keeps: all sources of an instruction are read before any of its results is stored. One
 * IR instruction does that by definition; where an instruction needs several, intermediate results are values and only
 * the last step of each component writes a register (s9_lw_write_all looks for the cases where that is not enough).
 */
#ifndef S9_IR_LOWER_H
#define S9_IR_LOWER_H

#include "ir/ir_build.h"

/* A computation that has not been given a place yet. */
typedef struct s9_lw_expr {
    s9_ir_op op;
    s9_ir_operand a, b, c;
    uint8_t texture_type; /* sampling */
    uint32_t aux;
} s9_lw_expr;

/* The last steps of an instruction: which components of the result go where, and through what. */
typedef struct s9_lw_dst {
    s9_ir_operand target; /* REG or OUTPUT; NONE: the write has no effect */
    uint8_t n;
    uint8_t position[4];  /* components of the result that are kept, ascending */
    uint8_t component[4]; /* where each goes */
    uint8_t shift;        /* result shift nibble */
    bool saturate;
    bool range;      /* option ps1_range applies */
    bool to_address; /* converted to an integer */
    bool predicated, predicate_not;
    uint8_t predicate[4]; /* component of p0 for each component kept */
} s9_lw_dst;

/* A result of a multi-component instruction: an expression for some positions of the destination. */
typedef struct s9_lw_job {
    uint32_t positions; /* bits */
    s9_lw_expr expr;    /* its operands are for the positions that the destination keeps, in order */
} s9_lw_job;

/* A write that waits for the other half of a co-issued pair. */
typedef struct s9_lw_pending {
    s9_lw_dst dst;
    s9_ir_operand value;
    uint32_t item; /* whose result it is */
} s9_lw_pending;

typedef enum s9_lw_block_kind { S9_LW_IF, S9_LW_ELSE, S9_LW_LOOP, S9_LW_REP } s9_lw_block_kind;

typedef struct s9_lw_block {
    s9_lw_block_kind kind;
    uint32_t item;         /* that opened it */
    uint32_t saved_al;     /* register that keeps the outer aL; UINT32_MAX: none */
    s9_ir_operand counter; /* component x of the integer constant of a loop */
} s9_lw_block;

typedef struct s9_lw_call {
    uint32_t caller, callee; /* functions */
    uint32_t item;
    uint32_t next; /* next call of the same caller, UINT32_MAX at the end */
} s9_lw_call;

#define S9_LW_NONE UINT32_MAX
#define S9_LW_PS1_CONSTANTS 32u

/* Scratch registers in which ps_1_x composes coordinates; components that nothing writes stay 0. */
enum { S9_LW_ROW_1, S9_LW_PAIR, S9_LW_ROWS_2, S9_LW_ROWS_3, S9_LW_EYE, S9_LW_SCRATCH_COUNT };

/* Numbers by register number; 0 where there is none. As long as the highest number that was set needs. */
typedef struct s9_lw_map {
    uint32_t *items;
    uint32_t count;
    uint32_t first; /* of definitions: none is below */
} s9_lw_map;

static inline uint32_t s9_lw_map_get(const s9_lw_map *map, uint32_t number)
{
    return number < map->count ? map->items[number] : 0;
}
/* False when out of memory. */
bool s9_lw_map_set(s9_arena *arena, s9_lw_map *map, uint32_t number, uint32_t value);

typedef struct s9_lower {
    s9_ir_builder b;
    s9_ir *ir;
    const s9_program *program;
    s9_diagnostics *diagnostics;
    s9_version version;
    uint32_t major;
    bool pixel;
    bool ps1;             /* ps_1_0 .. ps_1_4 */
    bool ps1_tex;         /* ps_1_0 .. ps_1_3: t# are registers */
    bool d3d9;            /* float mode */
    const uint8_t *files; /* s9_file by register type, in this version */
    uint32_t const_limit; /* c#, v# below these are there and need no warning */
    uint32_t input_limit;
    bool invalid; /* an error was reported */
    const s9_item *item;

    /* found before lowering */
    bool uses_a0, uses_al;    /* something is indexed by it */
    bool has_flow;            /* there is control flow */
    uint32_t result_mask;     /* ps_1_x: components of r0 that instructions write */
    uint32_t coordinate_init; /* ps_1_0..1_3: t# that are read before a whole write */
    bool declares_inputs;
    s9_lw_map function_of_label;
    uint32_t function_count;

    /* registers by number: index into the module's registers, plus 1 */
    s9_lw_map temp, texture;
    uint32_t a0, al, p0;
    uint32_t scratch[S9_LW_SCRATCH_COUNT];
    uint32_t scratch_count;                     /* names of scratch registers */
    s9_lw_map definition;                       /* of c#: index into the module's definitions, plus 1 */
    s9_ir_operand clamped[S9_LW_PS1_CONSTANTS]; /* ps_1_x: c# held to [-1, 1], kind NONE where not computed yet */
    uint32_t warned_files;                      /* bits: registers beyond the version's were reported */

    /* ps_1_x: rows of a matrix group, see lower_ps1.c */
    uint32_t row_count; /* rows that pads have stored */
    uint32_t row_stage; /* stage of the last of them */

    /* control flow */
    struct {
        s9_lw_block *items;
        uint32_t count, capacity;
    } blocks;
    struct {
        uint32_t *items; /* registers that keep an outer aL, by depth of loops in this function */
        uint32_t count, capacity;
    } al_stack;
    uint32_t loop_depth; /* loops open (not rep) */
    uint32_t breakable;  /* loops and reps open */
    uint32_t function;
    struct {
        s9_lw_call *items;
        uint32_t count, capacity;
    } calls;
    bool ended; /* a ret outside blocks ended the function; what follows up to the next label is dead */

    /* what the instructions before `summarised` tell */
    s9_ir_summary summary;
    uint32_t summarised;

    /* co-issue */
    bool defer;
    struct {
        s9_lw_pending *items;
        uint32_t count, capacity;
    } pending;
} s9_lower;

/* ---- lower.c ---- */

/* Reports an error at the current item, or at an operand of it, and marks the lowering as failed. */
void s9_lw_error(s9_lower *lw, const s9_operand *operand, const char *format, ...) S9_PRINTF(3, 4);
void s9_lw_warn(s9_lower *lw, const s9_operand *operand, const char *format, ...) S9_PRINTF(3, 4);
/* Picks by float mode: products that a zero wins, functions that stay finite. */
static inline s9_ir_op s9_lw_mode(const s9_lower *lw, s9_ir_op d3d9, s9_ir_op ieee)
{
    return lw->d3d9 ? d3d9 : ieee;
}
static inline s9_file s9_lw_file(const s9_lower *lw, uint32_t token)
{
    return (s9_file)lw->files[s9_operand_type(token)];
}
/* Takes into the summary what was made since the last time. */
static inline void s9_lw_summarise(s9_lower *lw)
{
    if (lw->summarised < lw->ir->insts.count)
        s9_ir_summarise_part(lw->ir, lw->summarised, lw->ir->insts.count, &lw->summary);
    lw->summarised = lw->ir->insts.count;
}
/* Name of an operand's register for messages. */
void s9_lw_operand_name(const s9_lower *lw, uint32_t token, char out[24]);
/* ps_1_x: what is in r0 becomes the colour. Called where function 0 ends. */
void s9_lw_finish_ps1(s9_lower *lw);

/* ---- lower_operands.c ---- */

extern const uint8_t s9_lw_xyzw[4];
#define S9_LW_XYZW 0x03020100u

/* The swizzle of a token, two bits a component, as bytes. */
static inline uint32_t s9_lw_spread(uint32_t swizzle)
{
    uint32_t pairs = (swizzle | swizzle << 12) & 0x000F000Fu;
    return (pairs | pairs << 6) & 0x03030303u;
}
typedef struct s9_lw_mask {
    uint8_t size;  /* how many components a mask has */
    uint8_t shift; /* bits before the first of them in a word of bytes */
    uint32_t keep; /* the bytes of so many; 0: they do not stand side by side */
} s9_lw_mask;
extern const s9_lw_mask s9_lw_masks[16];

static inline uint32_t s9_lw_mask_size(uint32_t mask)
{
    return s9_lw_masks[mask].size;
}
uint32_t s9_lw_pick_apart(uint32_t bytes, uint32_t mask);
/* The bytes that a mask names, one behind the other. */
static inline uint32_t s9_lw_pick(uint32_t bytes, uint32_t mask)
{
    const s9_lw_mask *m = &s9_lw_masks[mask];
    return m->keep != 0 ? bytes >> m->shift & m->keep : s9_lw_pick_apart(bytes, mask);
}

/* Index of a register in the module, made when it is new. */
uint32_t s9_lw_new_temp(s9_lower *lw, uint32_t number);
static inline uint32_t s9_lw_temp(s9_lower *lw, uint32_t number)
{
    uint32_t found = s9_lw_map_get(&lw->temp, number);
    return found != 0 ? found - 1u : s9_lw_new_temp(lw, number);
}
uint32_t s9_lw_texture_register(s9_lower *lw, uint32_t number);
uint32_t s9_lw_a0(s9_lower *lw);
uint32_t s9_lw_al(s9_lower *lw);
uint32_t s9_lw_p0(s9_lower *lw);
uint32_t s9_lw_new_scratch(s9_lower *lw, s9_ir_type type);

/* n components of input `number` (S9_IR_IN_*); beyond the file (0, 0, 0, 1). */
s9_ir_operand s9_lw_input(s9_lower *lw, s9_file file, uint32_t number, uint32_t n, const uint8_t *components);

/*
 * Source `index` of the current item: the components at `positions` of its swizzle, after its modifier. A source that
 * has no meaning is reported and read as 0.
 */
s9_ir_operand s9_lw_source(s9_lower *lw, uint32_t index, uint32_t n, const uint8_t *positions);
/* The same for the register `row` further on (matrices). */
s9_ir_operand s9_lw_source_row(s9_lower *lw, uint32_t index, uint32_t row, uint32_t n, const uint8_t *positions);
/* One component: position x of the swizzle, which is what scalar instructions read. */
s9_ir_operand s9_lw_scalar(s9_lower *lw, uint32_t index);
/* The source without its modifier, and whether the modifier is a plain negation that the caller can absorb. */
s9_ir_operand s9_lw_source_split(s9_lower *lw, uint32_t index, uint32_t n, const uint8_t *positions, bool *negated);
/* The operand with its sign changed. */
s9_ir_operand s9_lw_negated(s9_lower *lw, s9_ir_operand operand, uint32_t n);
/* The source as an expression whose last step is open, for moves. */
s9_lw_expr s9_lw_source_expr(s9_lower *lw, uint32_t index, uint32_t n, const uint8_t *positions);
/* Condition of if, callnz, breakp: b# or a component of p0, after `!`. */
s9_ir_operand s9_lw_condition(s9_lower *lw, uint32_t index);
/* The integer register of loop, rep: component x, the count. */
s9_ir_operand s9_lw_integer(s9_lower *lw, uint32_t index);
/* The register of an operand in destination form that is read (texkill, texdepth). */
s9_ir_operand s9_lw_destination_as_source(s9_lower *lw, uint32_t n, const uint8_t *components);

/* The destination of the current item; false: reported, or nothing is written. */
bool s9_lw_destination(s9_lower *lw, s9_lw_dst *dst);
/* Only some positions of it. */
s9_lw_dst s9_lw_subset(const s9_lw_dst *dst, uint32_t positions);
/* The predicate of the destination's positions as a condition of n components (after `!`). */
s9_ir_operand s9_lw_predicate(s9_lower *lw, uint32_t n, const uint8_t *positions);

static inline s9_lw_expr s9_lw_make(s9_ir_op op, s9_ir_operand a, s9_ir_operand b, s9_ir_operand c)
{
    return (s9_lw_expr){op, a, b, c, 0, 0};
}
/* Value of an expression with n components. */
s9_ir_operand s9_lw_value(s9_lower *lw, uint32_t n, s9_lw_expr expr);
/* Stores an expression of dst->n components. */
void s9_lw_write(s9_lower *lw, const s9_lw_dst *dst, s9_lw_expr expr);
/* Stores one number in all components of the destination. */
void s9_lw_write_scalar(s9_lower *lw, const s9_lw_dst *dst, s9_lw_expr expr);
/* Stores several results, all of whose sources are read first. */
void s9_lw_write_all(s9_lower *lw, const s9_lw_dst *dst, const s9_lw_job *jobs, uint32_t count);
/* Stores what was deferred. */
void s9_lw_flush(s9_lower *lw);

/* ---- the instructions; each returns false when the opcode is not its business ---- */

bool s9_lw_plain(s9_lower *lw);
bool s9_lw_arithmetic(s9_lower *lw);
bool s9_lw_flow(s9_lower *lw);
bool s9_lw_texture(s9_lower *lw);
bool s9_lw_texture_ps1(s9_lower *lw);
/* cnd of ps_1_1..1_3, bem. */
bool s9_lw_arithmetic_ps1(s9_lower *lw);

/* ---- lower_flow.c ---- */

/* Reports blocks that are still open where a function ends. */
void s9_lw_close_blocks(s9_lower *lw);
/* Reports calls that come back to their caller. */
void s9_lw_check_recursion(s9_lower *lw);
/* True when a comparison control has a meaning; *op receives the operation. */
bool s9_lw_comparison(s9_lower *lw, s9_ir_op *op);

/* ---- lower_texture.c ---- */

/* What sampling gives, four components; a fixed result where no texture can be bound. */
s9_lw_expr s9_lw_sample(s9_lower *lw, s9_ir_op op, uint32_t sampler, s9_ir_operand coordinate, s9_ir_operand b,
                        s9_ir_operand c);
/* Stores four components, seen through a swizzle; NULL: identity. */
void s9_lw_write_texel(s9_lower *lw, const s9_lw_dst *dst, s9_lw_expr texel, const uint8_t *swizzle);
/* Discards the pixel where a component is below 0. */
void s9_lw_kill(s9_lower *lw, s9_ir_operand tested, uint32_t n, const uint8_t *positions);

#endif
