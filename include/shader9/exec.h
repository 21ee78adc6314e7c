/* SPDX-License-Identifier: MIT */
/*
 * shader9/exec.h - run a shader over many vertices or pixels on the CPU.
 *
 * Prepare once (s9_shader_create), run many times from any thread (s9_shader_run). A lane is one vertex or one pixel.
 */
#ifndef SHADER9_EXEC_H
#define SHADER9_EXEC_H

#include <shader9/program.h>
#include <shader9/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whose arithmetic of zeros and infinities: that of Direct3D 9, or of IEEE 754. */
typedef enum s9_float_mode {
    S9_FLOAT_D3D9 = 0, /* 0 times anything is +0; rcp, rsq, log, exp stay finite */
    S9_FLOAT_IEEE = 1
} s9_float_mode;

/* The just-in-time compiler of shader9/jit.h, a library of its own. */
typedef struct s9_jit s9_jit;

/* What executes a shader. All give the same bits. */
typedef enum s9_engine { S9_ENGINE_AUTO = 0, S9_ENGINE_VM = 1, S9_ENGINE_JIT = 2 } s9_engine;

/* Choices where Direct3D 9 implementations disagree. The first value of each is the default. */
typedef enum s9_lit_clamp { S9_LIT_CLAMP_127_9961 = 0, S9_LIT_CLAMP_128 = 1, S9_LIT_CLAMP_NONE = 2 } s9_lit_clamp;
/* Where mova rounds a number halfway between two. */
typedef enum s9_mova_ties { S9_MOVA_TIES_EVEN = 0, S9_MOVA_TIES_AWAY = 1, S9_MOVA_TIES_UP = 2 } s9_mova_ties;
/* To what registers of ps_1_x are clamped. */
typedef enum s9_ps1_range { S9_PS1_RANGE_NONE = 0, S9_PS1_RANGE_8 = 1, S9_PS1_RANGE_1 = 2 } s9_ps1_range;
/* What logp of vs_1_1 writes. */
typedef enum s9_logp_vs1 { S9_LOGP_VS1_SDK81 = 0, S9_LOGP_VS1_REPLICATED = 1 } s9_logp_vs1;
/* What a sampler without a texture reads. */
typedef enum s9_unbound { S9_UNBOUND_0001 = 0, S9_UNBOUND_0000 = 1 } s9_unbound;
/* What a texture of another type than declared reads as: what is bound, or 0. */
typedef enum s9_kind_mismatch { S9_KIND_MISMATCH_BOUND = 0, S9_KIND_MISMATCH_ZERO = 1 } s9_kind_mismatch;

/* Options of s9_shader_create; zero is the default of each but `struct_size`. */
typedef struct s9_shader_options {
    size_t struct_size; /* sizeof(s9_shader_options) */
    s9_float_mode float_mode;
    s9_engine engine;
    uint32_t max_steps; /* instructions per lane before a lane is stopped; 0 = 2^24 */
    s9_lit_clamp lit_clamp;
    s9_mova_ties mova_ties;
    bool cnd_coissue_quirk_off;
    s9_ps1_range ps1_range;
    s9_logp_vs1 logp_vs1;
    s9_unbound unbound;
    s9_kind_mismatch texture_kind_mismatch;
    /*
     * What makes machine code (shader9/jit.h), or NULL; it must outlive the shader. S9_ENGINE_JIT compiles while the
     * shader is created, S9_ENGINE_AUTO interprets until the code is ready.
     */
    s9_jit *jit;
} s9_shader_options;

/*
 * The choices of s9_shader_options by name, as job files ("options"), the command (--option NAME=VALUE) and listings of
 * the intermediate form spell them. One table, so that nobody keeps a second one.
 */
typedef struct s9_option_info {
    const char *name;           /* "mova_ties" */
    const char *const *choices; /* words in the order of the values, the default first; NULL: a number from 1 up */
    uint32_t choice_count;
    const char *default_value; /* "even"; of a number in decimal */
    const char *meaning;       /* one line */
} s9_option_info;

/* Number of named options. */
S9_API uint32_t s9_option_count(void);
S9_API const s9_option_info *s9_option_at(uint32_t index); /* NULL from the count on */
/*
 * Sets the field that `name` stands for; `options->struct_size` must be set. S9_ERROR_UNSUPPORTED: no option has that
 * name; S9_ERROR_INVALID: it has no such value. Nothing is changed then.
 */
S9_API s9_result s9_option_set(s9_shader_options *options, const char *name, const char *value);
/* The value of option `index`: the position in `choices`, or the number (0 where the default is left to stand). */
S9_API uint32_t s9_option_get(const s9_shader_options *options, uint32_t index);

/* A program that is ready to run. */
typedef struct s9_shader s9_shader;

/*
 * Lowers and prepares a program. Programs that break a rule are prepared as far as they have a meaning; what has none
 * is refused with S9_ERROR_INVALID or S9_ERROR_UNSUPPORTED and a diagnostic. `options` may be NULL. The shader does
 * not refer to the program afterwards and may be shared between threads.
 */
S9_API s9_result s9_shader_create(const s9_program *program, const s9_allocator *allocator,
                                  const s9_shader_options *options, s9_shader **out, s9_diagnostics *diagnostics);
/* NULL is fine. No thread may be running it. */
S9_API void s9_shader_destroy(s9_shader *shader);

/* What an input or output register is. `usage` is a D3DDECLUSAGE value, or -1 where there is none. */
typedef struct s9_shader_slot {
    const char *name; /* "v0", "t1", "vPos", "oT0", "oC0", "oDepth"; ps_1_x: r0 is "oC0" */
    int32_t usage;
    uint32_t usage_index;
    uint32_t mask;       /* components declared (or touched where there is no declaration) of this usage */
    uint32_t components; /* 1 for oFog, oPts, oDepth, vFace; else 4 */
    bool flat;           /* follows the shade mode: colour inputs and outputs */
} s9_shader_slot;

/*
 * Slots are what s9_run_args indexes. An o# of vs_3_0 or a v# of ps_3_0 that packs several usages has one slot each
 * (the same name, disjoint masks).
 */
S9_API uint32_t s9_shader_input_count(const s9_shader *shader);
/* Input `index`, as long as the shader lives; NULL behind the last. */
S9_API const s9_shader_slot *s9_shader_input(const s9_shader *shader, uint32_t index);
/* Number of output slots. */
S9_API uint32_t s9_shader_output_count(const s9_shader *shader);
/* Output `index`, as long as the shader lives; NULL behind the last. */
S9_API const s9_shader_slot *s9_shader_output(const s9_shader *shader, uint32_t index);
/* Vertex or pixel. */
S9_API s9_stage s9_shader_stage(const s9_shader *shader);
/* The version token of the program that it was made from: 0xFFFF0300 for ps_3_0. */
S9_API uint32_t s9_shader_version_token(const s9_shader *shader);
/* Highest constant register numbers that the shader reads directly, plus one; relative reads reach what is given. */
S9_API uint32_t s9_shader_sampler_mask(const s9_shader *shader);
/* "vm" or "jit": what s9_shader_run uses. With S9_ENGINE_AUTO it may change from the first to the second at any time.
 */
S9_API const char *s9_shader_engine_name(const s9_shader *shader);

/* Lanes in memory: component k of lane n is the float at data + n * lane_stride + k * component_stride (bytes). */
typedef struct s9_lane_array {
    void *data; /* NULL: input has its default (0, 0, 0, 1); output is not wanted */
    ptrdiff_t lane_stride;
    ptrdiff_t component_stride;
    uint32_t components; /* given (inputs; the rest is filled from 0, 0, 0, 1) or wanted (outputs), 1..4 */
    uint8_t *written;    /* outputs: one byte a lane, bits 0..3 set for the components written; or NULL */
} s9_lane_array;

/* Constant registers, each list from register 0; what a list does not reach is 0 or false. */
typedef struct s9_constants {
    const float (*f)[4]; /* c# */
    uint32_t f_count;
    const int32_t (*i)[4]; /* i# */
    uint32_t i_count;
    const uint32_t *b; /* b#, non-zero is true */
    uint32_t b_count;
} s9_constants;

/* Texture stage state of ps_1_x. */
typedef struct s9_texture_stage {
    float bump_matrix[4]; /* M00, M01, M10, M11 */
    float bump_lscale, bump_loffset;
    bool projected;
} s9_texture_stage;

/* What s9_shader_run works on. Zero is "none" for all but `struct_size` and `lanes`. */
typedef struct s9_run_args {
    size_t struct_size; /* sizeof(s9_run_args) */
    uint32_t lanes;
    bool quads; /* every four lanes are a 2x2 quad: top left, top right, bottom left, bottom right */
    s9_constants constants;
    const s9_sampler_binding *samplers; /* by sampler number */
    uint32_t sampler_count;
    const s9_texture_stage *stages; /* by stage number */
    uint32_t stage_count;
    const s9_lane_array *inputs;  /* [s9_shader_input_count] */
    const s9_lane_array *outputs; /* [s9_shader_output_count] */
    uint8_t *discarded;           /* one byte a lane: 1 where texkill discarded it; or NULL */
    uint8_t *stopped;             /* one byte a lane: 1 where max_steps stopped it; or NULL */
    const uint8_t *helper;        /* quads: one byte a lane, 1 where the lane only supplies derivatives; or NULL */
} s9_run_args;

/*
 * Runs the shader over all lanes. Constants that `def` defines win over the given ones; constants beyond the counts
 * read 0. Values are as the shader leaves them: no clamping of outputs. The caller's floating-point environment is
 * neither used nor changed. Returns S9_ERROR_ARGUMENT on a broken contract, S9_ERROR_MEMORY when scratch memory is
 * missing.
 *
 * One shader may run in any number of threads at once, each over arrays, or parts of arrays, of its own: a part from
 * lane n on is data + n * lane_stride. Results do not depend on how lanes are split.
 *
 * Memory: one allocation for the time of the call, which does not depend on `lanes`. The interpreter takes 4 bytes a
 * lane for each register component, value, input and output that is alive at once, for 64 lanes at a time: 1 KiB for
 * each register of four components; real shaders take 10 to 30 KiB, some 150 to 500 bytes a lane. Where relative reads
 * meet `def`, 16 bytes more for each constant.
 */
S9_API s9_result s9_shader_run(const s9_shader *shader, const s9_run_args *args);

/*
 * Runs some lanes of the arrays: lane n of the run is element chosen[n] of every array of inputs and outputs, of
 * `written`, `discarded`, `stopped` and `helper`; `args->lanes` says how many are chosen. Other elements are neither
 * read nor written. With `quads`, every four of `chosen` are a quad. The same element may be chosen twice. Errors are
 * those of s9_shader_run.
 */
S9_API s9_result s9_shader_run_chosen(const s9_shader *shader, const s9_run_args *args, const uint32_t *chosen);

#ifdef __cplusplus
}
#endif

#endif
