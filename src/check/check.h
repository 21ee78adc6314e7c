/* SPDX-License-Identifier: MIT */
/*
 * check - the validator. A program is taken apart once into statements (statements.c), declarations are collected
 * (declarations.c), blocks and routines are found (flow.c); then each family of rules looks at the statements, one file
 * a family, each rule one small function or row named after its number. Findings go through s9_found (report.c), which
 * keeps them in the order of the program.
 *
 * One fault gives one finding: an operand that a rule has refused is no longer `judged`, and the rules after it leave
 * it alone; a refused statement still counts as having written its destination, opened its block, declared its
 * register.
 */
#ifndef S9_CHECK_CHECK_H
#define S9_CHECK_CHECK_H

#include "program/program.h"
#include "program/slots.h"

#include <shader9/check.h>

/* A register operand, resolved. */
typedef struct s9_use {
    const s9_operand *operand; /* NULL: there is no such operand */
    uint16_t number;
    uint8_t file;       /* s9_file */
    uint8_t components; /* sources: components of the register that the result needs; destinations: the mask */
    uint8_t index_file; /* of relative operands: ADDR or LOOP, or what stands there instead */
    uint8_t index_component;
    bool relative;
    bool judged; /* the register exists in the version: rules on its use apply */
} s9_use;

enum {
    S9_STMT_RAW = 1,                /* the words do not fit the opcode's form: no operands */
    S9_STMT_MISSING = 2,            /* the version has no such opcode: operands are not judged */
    S9_STMT_SWALLOWED = 4,          /* belongs to the malformed statement before it */
    S9_STMT_REFUSED = 8192,         /* the assembler has said what is wrong with it */
    S9_STMT_SPLIT = 4096,           /* malformed, because bit 31 of a parameter token is clear: the next is the rest */
    S9_STMT_EXECUTABLE = 8,         /* anything but dcl, def*, phase */
    S9_STMT_READS_DESTINATION = 16, /* texkill, texdepth: the destination token is a source */
    S9_STMT_IN_FLOW = 32,           /* inside if, loop or rep */
    S9_STMT_DYNAMIC = 64,           /* inside flow control that can differ between pixels, of this routine */
    S9_STMT_DYNAMIC_ROUTINE = 128,  /* in a routine that is reached through such flow control */
    S9_STMT_IN_LOOP = 256,          /* inside loop (not rep): aL has a value */
    S9_STMT_DEAD = 512,             /* behind a ret or in a routine that nothing calls */
    S9_STMT_RET_IN_BLOCK = 1024,    /* a ret that is refused because it stands in a block */
    S9_STMT_WRITE_REFUSED = 2048,   /* how it writes its output is refused */
    /*
     * What its operands have. Most rules have nothing to say about most statements, and these tell which.
     */
    S9_STMT_RELATIVE = 1 << 14, /* an operand with the relative bit */
    S9_STMT_MODIFIED = 1 << 15, /* a source or predicate with a modifier */
    S9_STMT_SWIZZLED = 1 << 16, /* a source with a swizzle */
    S9_STMT_SHARED = 1 << 17,   /* two sources of one of the files c#, v#, t# */
    S9_STMT_UNUSUAL = 1 << 18   /* fields of a token that are mostly 0, a register type that is none */
};

/* A statement: an item that is no comment. */
typedef struct s9_stmt {
    const s9_item *item;
    s9_opcode opcode; /* S9_OP_UNKNOWN for raw words */
    uint32_t flags;
    uint32_t link;    /* call: routine + 1; 0: none that may be called. ret: flow.c */
    uint32_t routine; /* index into s9_checker.routines */
    uint32_t files;   /* of the sources: a bit for each s9_file */
    uint8_t kind;     /* s9_opcode_kind */
    uint8_t phase;    /* ps_1_4: 1 or 2; else 0 */
    uint8_t source_count;
    s9_use destination, predicate, sources[S9_MAX_SOURCES];
} s9_stmt;

/* A dcl that declares something that exists. */
typedef struct s9_declaration {
    uint32_t stmt;
    uint16_t number;
    uint8_t file, usage, index, mask;
} s9_declaration;

/*
 * The point size. As with position, index 0 alone means more than a link between the stages: psize1 and up are ordinary
 * values.
 */
static inline bool s9_usage_is_psize(uint32_t usage, uint32_t index)
{
    return usage == S9_USAGE_PSIZE && index == 0;
}

/* A main program or subroutine. */
typedef struct s9_routine {
    uint32_t first, end; /* statements [first, end); a subroutine begins with its label */
    uint32_t label;      /* label number, S9_NO_LABEL for main and for labels that are not judged */
    uint32_t static_depth, dynamic_depth, loop_depth, call_depth; /* at entry, deepest of all callers */
    uint32_t outer_al; /* statement + 1 that uses the aL of the caller; 0: none */
    bool dynamic;      /* reached through dynamic flow control */
    bool called;
} s9_routine;
#define S9_NO_LABEL UINT32_MAX
#define S9_LABELS 2048u

typedef struct s9_finding s9_finding;

/* Findings in the order in which they were made; report.c brings them into the order of the program. */
typedef struct s9_findings {
    s9_finding *first, *last;
} s9_findings;

enum { S9_USAGES = 32, S9_USAGE_INDICES = 16 };

typedef struct s9_checker {
    const s9_program *program;
    s9_arena arena;
    s9_caps caps;
    s9_dialect dialect;
    s9_version version;
    uint32_t major;
    bool pixel, software;
    bool ps1;      /* ps_1_0 .. ps_1_4 */
    bool ps13;     /* ps_1_0 .. ps_1_3 */
    bool sm2;      /* 2_0, 2_x, 2_sw */
    bool has_flow; /* the version has flow control */
    bool has_predication;
    bool broken; /* blocks do not match: nothing can be said about paths */
    bool has_definitions;
    bool has_ranges; /* some statement is undefined for some values: V208 V314 V330 V332 V344 */
    bool has_labels;
    bool has_counter; /* some operand is indexed by aL */
    bool has_scratch; /* sincos or sgn, which leave registers undefined */
    bool no_inputs;   /* Direct3D 8: vertex inputs are bound without dcl */

    uint32_t limits[S9_FILE_COUNT]; /* registers of each file on the target */
    uint32_t plain_sources;         /* files that an arithmetic instruction may read, whatever it is; a bit each */

    const uint8_t *files;              /* s9_file by register type */
    uint8_t availability[S9_OP_COUNT]; /* statements.c */

    s9_stmt *stmts;
    uint32_t stmt_count;
    uint32_t first_executable; /* stmt_count when there is none */

    struct {
        s9_declaration *items;
        uint32_t count, capacity;
    } declarations;
    uint8_t input_mask[16];    /* v# */
    uint8_t texture_mask[8];   /* t# of ps_2_x */
    uint8_t misc_mask[2];      /* vPos, vFace */
    uint8_t output_mask[16];   /* o# */
    s9_sampler_types samplers; /* 255 for a type that is none */
    uint32_t reported_inputs, reported_textures, reported_outputs, reported_samplers, reported_misc;
    uint32_t position_outputs, psize_outputs; /* o# declared so */
    uint32_t refused_outputs;                 /* of them, those refused by V041 or V042 */

    struct {
        s9_routine *items;
        uint32_t count, capacity;
    } routines;
    uint32_t *label_stmt; /* by label number: first label statement + 1, or 0; NULL: there are no labels */
    bool has_loops;       /* loop or rep */
    bool has_calls;

    s9_findings findings;
    uint32_t last_place; /* of the finding added last, for its notes: statement + 1, 0 for the program */
    size_t errors;
    size_t found; /* findings of every severity */
    /* Components of outputs that are written at the end, on every path and on some; places: s9_output_bit. */
    uint64_t written_always, written_sometimes;
} s9_checker;

/* ---- check.c ---- */

/*
 * A checker that has taken the program apart under the given options (not NULL); its arena remembers whether memory ran
 * out. NULL when there was not even room for itself.
 */
s9_checker *s9_checker_open(const s9_program *program, const s9_allocator *allocator, const s9_check_options *options);
/* All the families, one after the other. */
void s9_checker_run(s9_checker *c);
void s9_checker_close(s9_checker *c); /* may be NULL */
/* The options with defaults filled in; false when they break the contract. */
bool s9_check_read_options(const s9_check_options *given, s9_check_options *options);

/* ---- statements.c ---- */

/* Takes the program apart. False when out of memory. */
bool s9_check_statements(s9_checker *c);
static inline bool s9_use_is(const s9_use *use, s9_file file)
{
    return use->operand != NULL && use->file == (uint8_t)file;
}
static inline uint32_t s9_use_modifier(const s9_use *use)
{
    return s9_operand_modifier(use->operand->token);
}
static inline uint32_t s9_use_swizzle(const s9_use *use)
{
    return s9_operand_swizzle(use->operand->token);
}
static inline bool s9_use_replicates(const s9_use *use)
{
    return s9_swizzle_is_replicate(s9_use_swizzle(use));
}
/*
 * The first parameter token of a statement, well-formed or not: the destination where the opcode has one. 0: there is
 * none.
 */
uint32_t s9_stmt_first_parameter(const s9_checker *c, const s9_stmt *s);
/* The statement may be judged: an opcode of the version with operands that fit. */
static inline bool s9_stmt_judged(const s9_stmt *s)
{
    return (s->flags & (S9_STMT_RAW | S9_STMT_MISSING | S9_STMT_SWALLOWED)) == 0;
}
static inline bool s9_stmt_is_texture(const s9_stmt *s)
{
    return s->kind == S9_OPK_TEXTURE;
}
/* texld, texldp, texldb of SM2 and SM3. */
static inline bool s9_stmt_is_texld(const s9_checker *c, const s9_stmt *s)
{
    return s->opcode == S9_OP_TEX && c->major > 1;
}
/* Index of the sampler operand, or S9_MAX_SOURCES. */
static inline uint32_t s9_stmt_sampler(const s9_checker *c, const s9_stmt *s)
{
    bool has = c->major > 1 && (s->opcode == S9_OP_TEX || s->opcode == S9_OP_TEXLDD || s->opcode == S9_OP_TEXLDL);
    return has ? 1 : S9_MAX_SOURCES;
}
static inline bool s9_stmt_is_matrix(const s9_stmt *s)
{
    return s->opcode != S9_OP_UNKNOWN && (s9_isa_opcode(s->opcode)->flags & S9_OPF_MATRIX) != 0;
}
/* Name of the register of an operand ("c12", "c12[a0.x]", "oPos"), in `out` of at least 32 bytes. */
enum { S9_NAME_SIZE = 32 };
const char *s9_use_name(const s9_use *use, char *out);
/* "x", "xyz" .. for a set of components, in `out` of at least 5 bytes. */
const char *s9_mask_name(uint32_t mask, char *out);
/* The mnemonic, with its comparison or variant: "if_lt", "texldp". */
const char *s9_stmt_name(const s9_checker *c, const s9_stmt *s, char *out);
enum { S9_MNEMONIC_SIZE = 32 };

/* First bit of an output register in sets of output components; 64 when it has none. */
uint32_t s9_output_bit(s9_file file, uint32_t number);
/* Number of c# of a vertex shader on the target. */
uint32_t s9_constant_limit(const s9_checker *c);

/* The registers of a file on the target, where the version has the file. */
void s9_register_limits(s9_checker *c);

/* ---- report.c ---- */

/*
 * Adds a finding of a rule at a statement (NULL: the program) and an operand (NULL: the whole statement), with the
 * severity of the rule. `hint` may be NULL and must live as long as the checker.
 */
void s9_found(s9_checker *c, uint32_t rule, const s9_stmt *at, const s9_operand *operand, const char *hint,
              const char *format, ...) S9_PRINTF(6, 7);
/* The same with a severity of its own. */
void s9_found_as(s9_checker *c, s9_severity severity, uint32_t rule, const s9_stmt *at, const s9_operand *operand,
                 const char *hint, const char *format, ...) S9_PRINTF(7, 8);
/* A note to the finding added last: the other place that is concerned. */
void s9_found_note(s9_checker *c, const s9_stmt *at, const s9_operand *operand, const char *format, ...)
    S9_PRINTF(4, 5);
/* Hands all findings over, in the order of the program. */
void s9_emit_findings(s9_checker *c, s9_diagnostics *out);
/* Gives the entry added last its line of source, or the instruction disassembled. `buffer` is scratch. */
void s9_attach_text(const s9_program *program, const s9_item *item, const s9_operand *operand, s9_buffer *buffer,
                    s9_diagnostics *out);

/* ---- rules.c ---- */

typedef enum s9_rule_kind {
    S9_KIND_TEXT,
    S9_KIND_VAL,
    S9_KIND_DEV,
    S9_KIND_PAIR,
    S9_KIND_UNDEF,
    S9_KIND_OPEN
} s9_rule_kind;
/* Severity of findings of a rule, S9_SEVERITY_NONE for rules that report nothing. */
#define S9_SEVERITY_NONE (-1)
int s9_rule_severity(uint32_t rule);
const char *s9_rule_code(uint32_t rule);
#define S9_RULE_COUNT 361u

/* ---- links.c ---- */

/* Components of an input of a pixel shader that a statement reads: v#, or a texture coordinate. */
typedef struct s9_link_read {
    uint32_t number, components;
    bool texture;
} s9_link_read;
enum { S9_LINK_READS = 24 };
uint32_t s9_link_reads(const s9_checker *c, const s9_stmt *s, s9_link_read out[S9_LINK_READS]);

/* ---- the families ---- */

/*
 * The first walk, over tokens, order and setup. What is remembered from one statement to the next; long programs are
 * read at the speed of memory, so that several families share a walk.
 */
typedef struct s9_usage_table s9_usage_table; /* declarations.c */
typedef struct s9_first_walk {
    uint32_t missing_ifs, missing_loops; /* blocks that are open although the version has none */
    const s9_stmt *phase, *arithmetic;   /* the first one, and the first of this phase */
    bool worked;                         /* arithmetic or a texture instruction has been seen */
    s9_usage_table *usages;              /* NULL: nothing is declared so far */
    bool declares, defines_counters;
} s9_first_walk;

void s9_rules_version(s9_checker *c);                                        /* V002 V004 */
void s9_rules_stream(s9_checker *c, s9_stmt *s, s9_first_walk *w);           /* V001..V018 */
void s9_rules_order(s9_checker *c, const s9_stmt *s, s9_first_walk *w);      /* V019..V025 */
void s9_rules_declaration(s9_checker *c, s9_stmt *s, s9_first_walk *w);      /* V026..V075 */
void s9_rules_declared(s9_checker *c, const s9_first_walk *w);               /* of them, those on all together */
void s9_rules_definition(s9_checker *c, const s9_stmt *s, s9_first_walk *w); /* V076..V083 */
void s9_rules_loop_constants(s9_checker *c);                                 /* V244 */
void s9_rules_registers(s9_checker *c, s9_stmt *s);                          /* V084..V114, operand forms */
void s9_rules_undeclared(s9_checker *c, s9_stmt *s); /* V026 V036 V050 V054 V069 ..: uses of declarations */
void s9_rules_relative(s9_checker *c, s9_stmt *s);   /* V334..V345 */
void s9_rules_relative_input(s9_checker *c, const s9_stmt *s, const s9_use *use); /* V345 */
void s9_rules_relative_output(s9_checker *c, const s9_stmt *s, const s9_use *d);  /* V047 V048 */
void s9_rules_ports(s9_checker *c, const s9_stmt *s);                             /* V115..V121 */
void s9_rules_paths(s9_checker *c);                                               /* V122..V133, V134.. on paths */
/* V135..V156, V228: what the program writes, whatever the path. */
typedef struct s9_written {
    uint8_t coordinates[8]; /* oT#: masks */
    const s9_stmt *first_coordinate[8];
    uint8_t colors[4]; /* oC# */
    const s9_stmt *first_color[4];
} s9_written;
void s9_rules_output_write(s9_checker *c, s9_stmt *s, s9_written *w);
void s9_rules_outputs(s9_checker *c, const s9_written *w);       /* those on all writes together */
void s9_rules_masks(s9_checker *c, const s9_stmt *s);            /* V157..V173 */
void s9_rules_swizzles(s9_checker *c, const s9_stmt *s);         /* V174..V192 */
void s9_rules_source_modifiers(s9_checker *c, const s9_stmt *s); /* V193..V210 */
void s9_rules_result_modifiers(s9_checker *c, const s9_stmt *s); /* V211..V222 */
void s9_rules_predication(s9_checker *c, s9_stmt *s);            /* V224..V230 */
void s9_rules_flow(s9_checker *c);                               /* V236..V269 */
void s9_rules_loop_counter(s9_checker *c);                       /* V246 V267 */
void s9_rules_flow_operands(s9_checker *c, const s9_stmt *s);    /* V233 V234 */
void s9_rules_slots(s9_checker *c);                              /* V270..V278 */
void s9_rules_ps1(s9_checker *c);                                /* V279..V305, V122.. of ps_1_x */
void s9_rules_textures(s9_checker *c, const s9_stmt *s);         /* V306..V319 */
void s9_rules_dependent_reads(s9_checker *c);                    /* V313 */
void s9_rules_opcodes(s9_checker *c, const s9_stmt *s);          /* V320..V333 */
void s9_rules_values(s9_checker *c);                             /* V208 V314 V330 V332 V344 */
void s9_rules_device(s9_checker *c);                             /* V357..V361 */

#endif
