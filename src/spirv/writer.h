/* SPDX-License-Identifier: MIT */
/*
 * writer - what the parts of the SPIR-V writer share.
 *
 *   translate.c  the calls of the public header: pairs, the order of work; options.c what options may say
 *   module.c     sections of words, identifiers, types, constants, names, decorations; the finished module
 *   analyse.c    what is needed, what lives where control flow joins, how often each operation occurs
 *   values.c     what registers, values and operands are at the moment; vectors from components
 *   arith.c      operations; helper.c those that become functions of the module
 *   flow.c       blocks, loops, subroutines
 *   sample.c     textures
 *   interface.c  inputs and outputs, what happens after the last instruction
 *   resources.c  constants and the blocks that hold them
 *   state.c      what Direct3D 9 does around the shaders
 *   layout.c     the layout that is told to the caller
 *
 * Registers are kept as identifiers of the values that they hold, component by component (a *ref*), as long as control
 * flow lets one say which; moves and swizzles then cost nothing until somebody needs a vector in that order. Where
 * control flow joins, a register that is written on the way and read later lives in a variable.
 */
#ifndef S9_SPIRV_WRITER_H
#define S9_SPIRV_WRITER_H

#include "ir/ir.h"
#include "spirv/numbers.h"

#include <shader9/spirv.h>

#include <stdlib.h>

/* ---- small things ---- */

typedef struct s9_sp_words {
    uint32_t *items;
    uint32_t count, capacity;
} s9_sp_words;

/*
 * Component c of a vector, or a scalar with c = 0, as identifier * 4 + c. 0: not known (a register whose value is in
 * its variable); S9_SP_ZERO: 0 or false of the type in question.
 */
typedef uint32_t s9_sp_ref;
#define S9_SP_ZERO 1u
static inline s9_sp_ref s9_sp_ref_of(uint32_t id, uint32_t component)
{
    return id * 4u + component;
}

/* What is known of an identifier: components in the low bits. */
enum { S9_SP_WIDTH = 7, S9_SP_CONSTANT = 8 };

/* Component types; types of vectors are found by them and the width. */
typedef enum s9_sp_type { S9_SP_FLOAT, S9_SP_INT, S9_SP_UINT, S9_SP_BOOL, S9_SP_TYPE_COUNT } s9_sp_type;

/* A module register, an output (behind them), or the mark of a discarded pixel (last). */
typedef struct s9_sp_register {
    s9_sp_ref ref[4];
    uint32_t variable; /* 0 until it needs one */
    uint8_t dirty;     /* components that the variable does not hold */
    uint8_t width;     /* components of the variable */
    uint8_t type;      /* s9_sp_type */
} s9_sp_register;

/* Something that was loaded or computed, valid while the scope in which that happened is open. */
typedef struct s9_sp_cached {
    uint32_t id;
    uint32_t depth, serial;
} s9_sp_cached;

typedef struct s9_sp_shuffle {
    s9_sp_ref refs[4];
    s9_sp_cached made;
} s9_sp_shuffle;

/* Operations that are functions of the module where that is shorter. */
typedef enum s9_sp_helper {
    S9_SP_MULZ,
    S9_SP_DOT2,
    S9_SP_DOT3,
    S9_SP_DOT4,
    S9_SP_DOT2Z,
    S9_SP_DOT3Z,
    S9_SP_DOT4Z,
    S9_SP_MIN,
    S9_SP_MAX,
    S9_SP_FRC,
    S9_SP_RCPZ,
    S9_SP_RSQ,
    S9_SP_RSQZ,
    S9_SP_EXPZ,
    S9_SP_LOG,
    S9_SP_LOGZ,
    S9_SP_POW,
    S9_SP_POWZ,
    S9_SP_EXPONENT,
    S9_SP_EXPONENTZ,
    S9_SP_MANTISSA,
    S9_SP_FTOI_FLOOR,
    S9_SP_FTOI_EVEN,
    S9_SP_FTOI_AWAY,
    S9_SP_FTOI_UP,
    S9_SP_SAT, /* where the module is for a language; elsewhere it is one instruction */
    S9_SP_HELPER_COUNT
} s9_sp_helper;
_Static_assert(S9_SP_HELPER_COUNT < 32, "helpers are the bits of a word");

/* ---- analysis ---- */

/* Masks of a block, by register; NULL where the program is too large to keep them: everything counts. */
typedef struct s9_sp_block_facts {
    const uint8_t *live;    /* read after the construct, or after its back edge */
    const uint8_t *written; /* inside the construct */
} s9_sp_block_facts;

typedef struct s9_sp_analysis {
    uint32_t register_count; /* module registers, outputs, the mark */
    uint32_t first_output;
    uint32_t discarded;              /* number of the mark */
    uint8_t *needed;                 /* by instruction */
    uint32_t *match;                 /* by instruction: IF -> ELSE or ENDIF, ELSE -> ENDIF, LOOP -> ENDLOOP */
    s9_sp_block_facts *facts;        /* by instruction, for IF and LOOP */
    uint8_t *width;                  /* by register: components that anything touches */
    uint8_t *sub_read, *sub_written; /* by register: in any subroutine */
    uint32_t helper_count[S9_SP_HELPER_COUNT + 1][5]; /* by width */
    bool early_return;                                /* function 0 returns inside a block */
    bool has_flow;
    bool partly; /* an output may be written on some ways, or by a predicate, only */
    uint32_t constf_count, consti_count, constb_count; /* highest register that is read directly, plus 1 */
    uint8_t output_kept[S9_IR_OUT_COUNT];              /* components that leave the shader; set before the analysis */
} s9_sp_analysis;

/* ---- interface ---- */

/* A variable of the interface between stages, or a built-in. */
typedef struct s9_sp_variable {
    uint32_t id;
    int32_t usage; /* -1: none */
    uint32_t usage_index;
    uint32_t location; /* UINT32_MAX: built-in */
    uint32_t built_in;
    uint8_t number; /* S9_IR_IN_*, S9_IR_OUT_*; 255: none */
    uint8_t mask;   /* components of the register that it carries */
    bool flat, centroid;
    bool ones;   /* default of components that nobody writes is 1 */
    bool shared; /* `id` is the variable of another */
    const char *name;
} s9_sp_variable;

#define S9_SP_MAX_VARIABLES 96u

/* How one usage is carried: what a pair has decided. */
typedef struct s9_sp_carried {
    int32_t usage;
    uint32_t usage_index, location;
} s9_sp_carried;

typedef struct s9_sp_link {
    bool pair;
    s9_sp_carried carried[S9_SP_MAX_VARIABLES]; /* what passes from stage to stage */
    uint32_t count;
} s9_sp_link;

/* ---- the writer ---- */

typedef struct s9_sp_interned {
    uint32_t hash, position, id; /* id 0: free */
} s9_sp_interned;

typedef struct s9_sp_loop {
    uint32_t merge, next; /* label behind the loop, label of its continue block */
    uint32_t inst;        /* LOOP */
} s9_sp_loop;

typedef struct s9_sp_saved {
    uint32_t number;
    s9_sp_ref ref[4];
    uint8_t dirty;
} s9_sp_saved;

typedef struct s9_sp_open {
    uint32_t inst;       /* IF or LOOP */
    uint32_t merge;      /* label */
    uint32_t other;      /* IF: where the false label stands in the code; LOOP: label of the continue block */
    uint32_t saved;      /* first of the saved registers */
    uint32_t header;     /* LOOP: label of its first block */
    uint32_t counter[2]; /* LOOP: phi, its next value */
    bool in_else, merge_reached;
} s9_sp_open;

struct s9_spirv {
    s9_arena arena;
    uint32_t *words;
    uint32_t word_count;
    s9_spirv_layout layout;
};

typedef struct s9_sp_writer {
    const s9_ir *ir;
    const s9_program *program;
    const s9_spirv_options *options;
    const s9_sp_link *link;
    s9_diagnostics *diagnostics;
    s9_spirv *result; /* the draft below */
    s9_spirv *module; /* its copy in its own arena, made when the size of all is known */
    s9_arena arena;   /* scratch */
    bool refused;
    bool pixel, plain, names, value_names, readable;
    uint32_t major;      /* of the shader version */
    uint32_t bound;      /* next identifier */
    uint8_t *info;       /* by identifier */
    uint32_t info_count; /* room in it */
    uint32_t ids_left;   /* reserve for the error case: `sink` takes what has no room */

    s9_sp_words types; /* types, constants, global variables */
    s9_sp_words debug; /* names */
    s9_sp_words notes; /* decorations */
    s9_sp_words locals;
    s9_sp_words code;
    s9_sp_words exact;   /* identifiers that carry NoContraction */
    s9_sp_words globals; /* interface of the entry point */

    /* types and constants */
    uint32_t type_void, type_main;
    uint32_t types_of[S9_SP_TYPE_COUNT][5];     /* by component type and width */
    uint32_t pointers[10][S9_SP_TYPE_COUNT][5]; /* by storage class */
    uint32_t nulls[S9_SP_TYPE_COUNT][5];
    uint32_t truth[2], zero_one[2]; /* of type bool, of type float */
    uint32_t glsl;
    s9_sp_interned *interned;
    uint32_t interned_mask, interned_count;
    uint32_t *immediate_floats; /* by word of the pool */

    /* functions */
    uint32_t main_id;
    uint32_t *function_ids;
    uint32_t function;
    uint32_t helper_ids[S9_SP_HELPER_COUNT][5];
    uint32_t read_constant_id, read_input_id;
    uint32_t write_output_ids[16];

    /* what is known */
    s9_sp_analysis analysis;
    s9_sp_register *registers;
    s9_sp_ref (*values)[4];
    s9_sp_cached *constants; /* by c# */
    s9_sp_cached *integers, *booleans;
    s9_sp_cached inputs[S9_SP_MAX_VARIABLES + 1]; /* by variable; vFace */
    s9_sp_cached input_refs[16 + 8];              /* by v# and t#: whether in_refs holds them (`id` is 1) */
    uint32_t small_integers[64];                  /* constants of type int, by value */
    s9_sp_cached samplers[16];
    s9_sp_cached frag_coord;
    s9_sp_shuffle *shuffles;
    uint32_t shuffle_mask;
    uint32_t *scopes; /* serial of each open scope */
    uint32_t scope_count, scope_capacity, scope_serial;
    bool private_registers; /* registers are module variables: subroutines share them */

    /* control flow */
    bool dead; /* nothing reaches this point */
    uint32_t block;
    struct {
        s9_sp_open *items;
        uint32_t count, capacity;
    } open;
    struct {
        s9_sp_saved *items;
        uint32_t count, capacity;
    } saved;
    uint32_t last_item; /* of OpLine */
    uint32_t file_string;

    /* interface */
    uint32_t in_count, out_count;
    uint32_t frag_coord_id, front_facing_id, point_coord_id, clip_distance_id, frag_depth_id, fog_input_id;
    uint32_t float_block, int_block, bool_block, stage_block, state_block; /* variables */
    uint32_t float_member, int_member, bool_member;                        /* first member of each in its block */
    uint32_t float_registers, int_registers, bool_registers, stage_registers;
    uint32_t push_size;
    const uint32_t *member_of; /* by c#: member and element where the block has a member for each name; or NULL */
    const uint32_t *element_of;
    uint32_t sampler_ids[16], image_types[16], sampled_types[16], separate_ids[16];
    uint8_t sampler_kinds[16];
    uint32_t sampler_type;
    bool specialised; /* there are specialisation constants */
    uint32_t spec_ids[64 + 8 * S9_SPIRV_STAGE_COUNT];
    s9_sp_cached state_loads[64];
    s9_sp_cached stage_loads[2 * S9_SPIRV_STAGE_COUNT];
    const s9_ir_op_info *ops; /* the table of operations */
    uint32_t helper_mask;     /* helpers that are called, by s9_sp_helper */

    /* From here on nothing is cleared when a writer begins. */
    s9_sp_variable in[S9_SP_MAX_VARIABLES], out[S9_SP_MAX_VARIABLES];
    s9_sp_ref in_refs[16 + 8][4];
    uint32_t state_member[64];
    s9_spirv draft;
    uint32_t sink[264];
} s9_sp_writer;

/* ---- module.c ---- */

S9_SELDOM bool s9_sp_grow(s9_sp_writer *w, s9_sp_words *words, uint32_t more);
S9_SELDOM bool s9_sp_grow_info(s9_sp_writer *w);

/* Room for `count` words (at most 264) at the end of a section; never NULL: without memory it is a place to forget. */
static inline uint32_t *s9_sp_room(s9_sp_writer *w, s9_sp_words *words, uint32_t count)
{
    if (words->capacity - words->count < count && !s9_sp_grow(w, words, count))
        return w->sink;
    uint32_t *at = words->items + words->count;
    words->count += count;
    return at;
}

static inline void s9_sp_push(s9_sp_writer *w, s9_sp_words *words, uint32_t word)
{
    *s9_sp_room(w, words, 1) = word;
}

/* A new identifier of so many components. */
static inline uint32_t s9_sp_new_id(s9_sp_writer *w, uint32_t info)
{
    if (w->bound >= w->info_count && !s9_sp_grow_info(w))
        return w->bound - 1u;
    w->info[w->bound] = (uint8_t)info;
    return w->bound++;
}

static inline uint32_t s9_sp_head(uint32_t op, uint32_t words)
{
    return words << 16 | op;
}

S9_SELDOM uint32_t s9_sp_new_type(s9_sp_writer *w, s9_sp_type type, uint32_t n);
static inline uint32_t s9_sp_type_id(s9_sp_writer *w, s9_sp_type type, uint32_t n)
{
    uint32_t known = w->types_of[type][n];
    return known != 0 ? known : s9_sp_new_type(w, type, n);
}
uint32_t s9_sp_pointer(s9_sp_writer *w, uint32_t storage, s9_sp_type type, uint32_t n);
uint32_t s9_sp_pointer_to(s9_sp_writer *w, uint32_t storage, uint32_t type);
/* Whether an identifier is a scalar constant, and its bits. Looks for it among all. */
bool s9_sp_constant_bits(const s9_sp_writer *w, uint32_t id, uint32_t *bits);
/* A scalar constant by its bits. */
uint32_t s9_sp_constant(s9_sp_writer *w, s9_sp_type type, uint32_t bits);
/* An int, such as an index. */
static inline uint32_t s9_sp_integer(s9_sp_writer *w, uint32_t value)
{
    if (value >= S9_COUNT(w->small_integers))
        return s9_sp_constant(w, S9_SP_INT, value);
    uint32_t known = w->small_integers[value];
    return known != 0 ? known : s9_sp_constant(w, S9_SP_INT, value);
}
static inline uint32_t s9_sp_constant_float(s9_sp_writer *w, float value)
{
    return s9_sp_constant(w, S9_SP_FLOAT, s9_float_bits(value));
}
/* n components, all the same. */
uint32_t s9_sp_constant_splat(s9_sp_writer *w, s9_sp_type type, uint32_t n, uint32_t bits);
uint32_t s9_sp_constant_vector(s9_sp_writer *w, s9_sp_type type, uint32_t n, const uint32_t *ids);
uint32_t s9_sp_constant_null(s9_sp_writer *w, s9_sp_type type, uint32_t n);
uint32_t s9_sp_constant_bool(s9_sp_writer *w, bool value);
/* A type or constant that is made once: `count` words behind the identifier of the result, of which `type` may be 0. */
uint32_t s9_sp_intern(s9_sp_writer *w, uint32_t op, uint32_t type, const uint32_t *words, uint32_t count,
                      uint32_t info);
/* The same without looking for an equal one. */
uint32_t s9_sp_declare(s9_sp_writer *w, uint32_t op, uint32_t type, const uint32_t *words, uint32_t count,
                       uint32_t info);
/* A variable of the module; `initial` may be 0. */
uint32_t s9_sp_global(s9_sp_writer *w, uint32_t storage, uint32_t pointer, uint32_t initial);
void s9_sp_name(s9_sp_writer *w, uint32_t id, const char *name);
void s9_sp_member_name(s9_sp_writer *w, uint32_t id, uint32_t member, const char *name);
void s9_sp_decorate(s9_sp_writer *w, uint32_t id, uint32_t decoration);
void s9_sp_decorate_with(s9_sp_writer *w, uint32_t id, uint32_t decoration, uint32_t operand);
void s9_sp_decorate_member(s9_sp_writer *w, uint32_t id, uint32_t member, uint32_t decoration, uint32_t operand);
uint32_t s9_sp_glsl(s9_sp_writer *w);
uint32_t s9_sp_function_type(s9_sp_writer *w, uint32_t result, uint32_t parameter, uint32_t count);
bool s9_sp_assemble(s9_sp_writer *w);

/* ---- instructions into the current function ---- */

static inline uint32_t s9_sp_emit1(s9_sp_writer *w, uint32_t op, uint32_t type, uint32_t width, uint32_t a)
{
    uint32_t id = s9_sp_new_id(w, width), *at = s9_sp_room(w, &w->code, 4);
    at[0] = s9_sp_head(op, 4);
    at[1] = type;
    at[2] = id;
    at[3] = a;
    return id;
}

static inline uint32_t s9_sp_emit2(s9_sp_writer *w, uint32_t op, uint32_t type, uint32_t width, uint32_t a, uint32_t b)
{
    uint32_t id = s9_sp_new_id(w, width), *at = s9_sp_room(w, &w->code, 5);
    at[0] = s9_sp_head(op, 5);
    at[1] = type;
    at[2] = id;
    at[3] = a;
    at[4] = b;
    return id;
}

static inline uint32_t s9_sp_emit3(s9_sp_writer *w, uint32_t op, uint32_t type, uint32_t width, uint32_t a, uint32_t b,
                                   uint32_t c)
{
    uint32_t id = s9_sp_new_id(w, width), *at = s9_sp_room(w, &w->code, 6);
    at[0] = s9_sp_head(op, 6);
    at[1] = type;
    at[2] = id;
    at[3] = a;
    at[4] = b;
    at[5] = c;
    return id;
}

/* GLSL.std.450 with one to three operands. */
uint32_t s9_sp_ext(s9_sp_writer *w, uint32_t number, uint32_t type, uint32_t width, uint32_t count, uint32_t a,
                   uint32_t b, uint32_t c);
void s9_sp_store(s9_sp_writer *w, uint32_t pointer, uint32_t value);
uint32_t s9_sp_load(s9_sp_writer *w, uint32_t type, uint32_t width, uint32_t pointer);
/* pointer[a], or pointer[a][b] with b not 0; identifiers. */
uint32_t s9_sp_access(s9_sp_writer *w, uint32_t type, uint32_t base, uint32_t a, uint32_t b);
uint32_t s9_sp_extract(s9_sp_writer *w, uint32_t type, uint32_t value, uint32_t component);
void s9_sp_label(s9_sp_writer *w, uint32_t id);
void s9_sp_branch(s9_sp_writer *w, uint32_t target);
void s9_sp_plain(s9_sp_writer *w, uint32_t op); /* without operands */
/* Opens `if (condition)`: branches to a new block; returns the label of the end. */
uint32_t s9_sp_begin_if(s9_sp_writer *w, uint32_t condition);
void s9_sp_end_if(s9_sp_writer *w, uint32_t merge);

/* A float operation that must not be fused. */
static inline uint32_t s9_sp_exact2(s9_sp_writer *w, uint32_t op, uint32_t type, uint32_t width, uint32_t a, uint32_t b)
{
    uint32_t id = s9_sp_emit2(w, op, type, width, a, b);
    if (!w->options->contract)
        s9_sp_push(w, &w->exact, id);
    return id;
}

/* ---- analyse.c ---- */

bool s9_sp_analyse(s9_sp_writer *w);
/* The helper of an operation, plus 1. */
extern const uint8_t s9_sp_helpers[S9_IR_OP_COUNT];
/* The helper of an operation, or S9_SP_HELPER_COUNT. */
static inline s9_sp_helper s9_sp_helper_of(s9_ir_op op)
{
    uint32_t helper = s9_sp_helpers[op];
    return helper != 0 ? (s9_sp_helper)(helper - 1u) : S9_SP_HELPER_COUNT;
}

/* ---- values.c ---- */

void s9_sp_open_scope(s9_sp_writer *w);
void s9_sp_close_scope(s9_sp_writer *w);
static inline bool s9_sp_still(const s9_sp_writer *w, const s9_sp_cached *cached)
{
    return cached->id != 0 && cached->depth < w->scope_count && w->scopes[cached->depth] == cached->serial;
}
static inline uint32_t s9_sp_keep(const s9_sp_writer *w, s9_sp_cached *cached, uint32_t id)
{
    if (w->scope_count > 0)
        *cached = (s9_sp_cached){id, w->scope_count - 1u, w->scopes[w->scope_count - 1u]};
    return id;
}

bool s9_sp_begin_registers(s9_sp_writer *w);
/* Everything is in the variables: at the beginning of a subroutine. */
void s9_sp_forget_registers(s9_sp_writer *w);
/* Refs of n components of source `index` of an instruction. */
void s9_sp_source(s9_sp_writer *w, const s9_ir_inst *inst, uint32_t index, uint32_t n, s9_sp_ref *refs);
static inline s9_sp_type s9_sp_type_of(s9_ir_type type)
{
    return type == S9_IR_TYPE_BOOL ? S9_SP_BOOL : type == S9_IR_TYPE_I32 ? S9_SP_INT : S9_SP_FLOAT;
}
static inline s9_sp_type s9_sp_destination_type(const s9_sp_writer *w, const s9_ir_inst *inst)
{
    if (inst->dst.kind == S9_IR_VALUE)
        return s9_sp_type_of((s9_ir_type)(w->ir->values.items[inst->dst.index] >> 3));
    if (inst->dst.kind == S9_IR_REG)
        return s9_sp_type_of(w->ir->registers.items[inst->dst.index].type);
    return S9_SP_FLOAT;
}
static inline s9_sp_type s9_sp_source_type(const s9_sp_writer *w, const s9_ir_inst *inst, uint32_t index)
{
    s9_ir_type type = w->ops[inst->op].types[index];
    return type == S9_IR_TYPE_SAME ? s9_sp_destination_type(w, inst) : s9_sp_type_of(type);
}
/* The refs as one identifier. */
uint32_t s9_sp_gather_parts(s9_sp_writer *w, s9_sp_type type, uint32_t n, const s9_sp_ref *refs);
static inline uint32_t s9_sp_gather(s9_sp_writer *w, s9_sp_type type, uint32_t n, const s9_sp_ref *refs)
{
    uint32_t id = refs[0] >> 2;
    if ((w->info[id] & S9_SP_WIDTH) != n || (refs[0] & 3u) != 0 || id == 0)
        return s9_sp_gather_parts(w, type, n, refs);
    for (uint32_t i = 1; i < n; i++)
        if (refs[i] != refs[0] + i)
            return s9_sp_gather_parts(w, type, n, refs);
    return id;
}
/* A component as an identifier of its own. */
uint32_t s9_sp_component(s9_sp_writer *w, s9_sp_type type, s9_sp_ref ref);
static inline uint32_t s9_sp_operand(s9_sp_writer *w, const s9_ir_inst *inst, uint32_t index, uint32_t n)
{
    s9_sp_ref refs[4];
    const s9_ir_operand *source = &inst->src[index];
    if (n == 1 && (source->kind == S9_IR_REG || source->kind == S9_IR_VALUE)) {
        /* Half of all operands: a scalar that is at hand. */
        const s9_sp_ref *held = source->kind == S9_IR_REG ? w->registers[source->index].ref : w->values[source->index];
        s9_sp_ref ref = held[source->swizzle[0]];
        if ((w->info[ref >> 2] & S9_SP_WIDTH) == 1)
            return ref >> 2;
        if (ref != 0)
            return s9_sp_component(w, s9_sp_source_type(w, inst, index), ref);
    }
    s9_sp_source(w, inst, index, n, refs);
    return s9_sp_gather(w, s9_sp_source_type(w, inst, index), n, refs);
}
/* Gives the instruction's destination these components. */
void s9_sp_result(s9_sp_writer *w, const s9_ir_inst *inst, s9_sp_type type, const s9_sp_ref *refs);
static inline void s9_sp_result_id(s9_sp_writer *w, const s9_ir_inst *inst, s9_sp_type type, uint32_t id)
{
    if (inst->dst.kind == S9_IR_VALUE) {
        for (uint32_t k = 0; k < 4; k++)
            w->values[inst->dst.index][k] = id * 4u + k;
        return;
    }
    if (inst->n == 1 && inst->dst.relative == 0 && inst->predicate.kind == S9_IR_NONE && !w->value_names) {
        uint32_t first = inst->dst.kind == S9_IR_OUTPUT ? w->analysis.first_output : 0, k = inst->dst_components[0];
        w->registers[first + inst->dst.index].ref[k] = id * 4u;
        w->registers[first + inst->dst.index].dirty |= (uint8_t)(1u << k);
        return;
    }
    s9_sp_ref refs[4] = {id * 4u, id * 4u + 1u, id * 4u + 2u, id * 4u + 3u};
    s9_sp_result(w, inst, type, refs);
}
/* Components of a register; loaded where they are in the variable. */
void s9_sp_read_register(s9_sp_writer *w, uint32_t number, uint32_t n, const uint8_t *components, s9_sp_ref *refs);
/* Stores what the variable lacks of these components. */
void s9_sp_flush(s9_sp_writer *w, uint32_t number, uint32_t mask);

/* ---- arith.c, helper.c, sample.c, flow.c ---- */

void s9_sp_compute(s9_sp_writer *w, const s9_ir_inst *inst);
uint32_t s9_sp_expand(s9_sp_writer *w, s9_sp_helper helper, uint32_t n, uint32_t a, uint32_t b);
/* A helper's value, by a call or in place. */
uint32_t s9_sp_help(s9_sp_writer *w, s9_sp_helper helper, uint32_t n, uint32_t a, uint32_t b);
void s9_sp_write_helpers(s9_sp_writer *w);
uint32_t s9_sp_hold(s9_sp_writer *w, uint32_t n, uint32_t a, uint32_t least, uint32_t most);
/* c#[index], v#[index]: a call. `index` is an integer. */
uint32_t s9_sp_read_constant(s9_sp_writer *w, uint32_t index);
uint32_t s9_sp_read_input(s9_sp_writer *w, uint32_t index);
void s9_sp_write_output(s9_sp_writer *w, uint32_t index, uint32_t mask, uint32_t n, uint32_t value);
/* a == b componentwise for floats and the like. */
uint32_t s9_sp_compare(s9_sp_writer *w, uint32_t op, uint32_t n, uint32_t a, uint32_t b);
uint32_t s9_sp_select(s9_sp_writer *w, s9_sp_type type, uint32_t n, uint32_t condition, uint32_t a, uint32_t b);
/* A scalar n times. */
uint32_t s9_sp_splat(s9_sp_writer *w, s9_sp_type type, uint32_t n, uint32_t scalar);
uint32_t s9_sp_clamp01(s9_sp_writer *w, uint32_t n, uint32_t value);

void s9_sp_sample(s9_sp_writer *w, const s9_ir_inst *inst);
void s9_sp_flow(s9_sp_writer *w, uint32_t index);
void s9_sp_discard(s9_sp_writer *w, const s9_ir_inst *inst);
void s9_sp_write_functions(s9_sp_writer *w);

/* ---- interface.c ---- */

/* "v0", "t3", "oT1": they live for ever. */
const char *s9_sp_input_text(uint32_t number);
const char *s9_sp_output_text(s9_version version, uint32_t number);
/* What a register of the interface stands for; usage -1 where it has none. */
void s9_sp_input_meaning(s9_version version, const s9_ir_slot *slot, int32_t *usage, uint32_t *index);
void s9_sp_output_meaning(s9_version version, const s9_ir_slot *slot, int32_t *usage, uint32_t *index);
/* Which variables there are; they are made where they are used. */
bool s9_sp_find_interface(s9_sp_writer *w);
/* Register of usage color 1, or 255. */
uint32_t s9_sp_second_color(const s9_sp_writer *w);
uint32_t s9_sp_built_in(s9_sp_writer *w, uint32_t storage, s9_sp_type type, uint32_t n, uint32_t built_in,
                        const char *name);
uint32_t s9_sp_output_variable(s9_sp_writer *w, s9_sp_variable *v, uint32_t n);
/* Refs of an input register, all four components. */
void s9_sp_input(s9_sp_writer *w, uint32_t number, s9_sp_ref refs[4]);
/* FragCoord, loaded. */
uint32_t s9_sp_frag_coord(s9_sp_writer *w);
/* What happens after the last instruction, and the return. */
void s9_sp_finish_main(s9_sp_writer *w);

/* ---- resources.c ---- */

/* Name of a sampler: that of the source, or of the register. */
const char *s9_sp_resource_name(s9_sp_writer *w, s9_register_set set, uint32_t number);
uint32_t s9_sp_float_block(s9_sp_writer *w);
uint32_t s9_sp_float_constant(s9_sp_writer *w, uint32_t number);
uint32_t s9_sp_int_constant(s9_sp_writer *w, uint32_t number);
uint32_t s9_sp_bool_constant(s9_sp_writer *w, uint32_t number);
s9_sp_ref s9_sp_stage_component(s9_sp_writer *w, uint32_t stage, uint32_t component);

/* ---- state.c ---- */

#define S9_SP_STATE(member) ((uint32_t)(offsetof(s9_spirv_state, member) / 4u))
#define S9_SP_STATE_WORDS ((uint32_t)(sizeof(s9_spirv_state) / 4u))

/* Where a group comes from in this stage and version: OFF where it does not belong. */
s9_spirv_source s9_sp_source_of(const s9_sp_writer *w, s9_spirv_group group);
/* Type of whole numbers of the state. */
static inline s9_sp_type s9_sp_state_type(const s9_sp_writer *w)
{
    return w->plain ? S9_SP_INT : S9_SP_UINT;
}
/* A value of the state, by its place in s9_spirv_state divided by 4. */
uint32_t s9_sp_state(s9_sp_writer *w, s9_spirv_group group, uint32_t word);
/* The value where it is known now. */
bool s9_sp_state_fixed(const s9_sp_writer *w, s9_spirv_group group, uint32_t word, uint32_t *bits);
uint32_t s9_sp_spec_constant(s9_sp_writer *w, uint32_t number, s9_sp_type type, uint32_t bits);
/* "alpha_func", "clip_planes[1].w", "stages[2].projected" of a SpecId; whether it is a float. */
void s9_sp_state_name(uint32_t number, char out[32], bool *is_float);
/* Steps at the end of a vertex shader. */
uint32_t s9_sp_point_size(s9_sp_writer *w, uint32_t size);
uint32_t s9_sp_default_point_size(s9_sp_writer *w);
void s9_sp_clip_distances(s9_sp_writer *w, uint32_t position);
uint32_t s9_sp_place(s9_sp_writer *w, uint32_t position);
/* Steps at the end of a pixel shader; the first returns the condition of killing the pixel. */
uint32_t s9_sp_alpha_test(s9_sp_writer *w, uint32_t color, uint32_t kill);
uint32_t s9_sp_blend_fog(s9_sp_writer *w, uint32_t color);
uint32_t s9_sp_to_srgb(s9_sp_writer *w, uint32_t color);

/* ---- options.c, layout.c ---- */

/* False with a diagnostic for numbers outside their range and names that cannot be. */
bool s9_sp_options_good(const s9_spirv_options *options, s9_diagnostics *diagnostics);

/* What the layout takes in the arena of the module, about. */
size_t s9_sp_layout_room(const s9_sp_writer *w);
bool s9_sp_tell_layout(s9_sp_writer *w);
/* Room that is left in the arena of `ir` is used while this lasts. */
s9_result s9_sp_translate(s9_ir *ir, const s9_program *program, const s9_spirv_options *options, const s9_sp_link *link,
                          s9_spirv **out, s9_diagnostics *diagnostics);

#endif
