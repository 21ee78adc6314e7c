/* SPDX-License-Identifier: MIT */
/*
 * shader9/spirv.h - from a shader to SPIR-V, for Vulkan and whatever else reads it.
 *
 *   s9_spirv_options_init -> s9_spirv_translate (or s9_spirv_translate_pair) -> s9_spirv_words, s9_spirv_get_layout
 *
 * Every program that has a meaning is translated; one that breaks a rule with a warning. The module passes the
 * validator of SPIRV-Tools for the environment that belongs to its version (1.0: vulkan1.0, 1.3: vulkan1.1, 1.5:
 * vulkan1.2, 1.6: vulkan1.3). It asks for no optional feature of the device beyond those that the options name.
 *
 * Interface
 *  - Vertex inputs: v# has location #, always four floats.
 *  - Between the stages, one rule for both, so that any vertex shader links with any pixel shader. The location comes
 *    from usage and index: texcoord 0..7 have 0..7, color 0, 1 have 8, 9, fog 0 has 10, texcoord 8..15 have 11..18,
 *    normal, tangent, binormal, depth 0 have 19..22, everything else 32 + 16 * usage + index. oD#, oT#, oFog of vertex
 *    shaders and v#, t# of pixel shaders before model 3 stand for color#, texcoord#, fog 0. Always four floats;
 * component k is component k of the register.
 *  - Position is the built-in Position, Invariant; psize 0 and oPts are PointSize. A pixel shader that reads position 0
 * gets it only from a pair.
 *  - A component of an output that the program does not write has its default (1 for color 0, else 0). An input that
 *    the other stage does not write is undefined by Vulkan's rules: a pair puts the default in its place.
 *  - Pixel outputs: oC# has location #, oDepth is FragDepth. vPos is FragCoord - 0.5 (whole numbers), vFace is
 * FrontFacing.
 *  - Constants: c#, i#, b# are uniform blocks, arrays of vec4, ivec4, uvec4 (std140), only as long as the highest
 * register that is read; with relative addressing as long as `float_registers` says. b# is word # of its array:
 * component # % 4 of element # / 4. What `def`, `defi`, `defb` define is in the module, and need not be given.
 *  - Textures: s# has binding sampler_binding + #.
 *
 * Values
 *  - Moves, additions, multiplications (zero-wins ones too), dot products, comparisons, selections and conversions are
 *    those of s9_shader_run to the bit, with two exceptions that Vulkan allows every device: denormal results may be 0,
 *    and a NaN may be any NaN. (Dot products with `native_dot`, sums of products with `contract`, distances to clip
 *    planes and derivatives without `fine_derivatives` are as near as the device makes them.)
 *  - Division, rcp, rsq: 2.5 ulp; exp x: 3 + 2 |x| ulp; log: 3 ulp, for arguments in [0.5, 2] 2^-21; pow: of
 *    exp(y * log x); sin, cos: 2^-11 for |x| <= pi, more beyond. These are the bounds that Vulkan gives, and the tests
 *    hold lavapipe to them.
 *  - Filters of textures, and which texel a coordinate between two means, are the device's.
 */
#ifndef SHADER9_SPIRV_H
#define SHADER9_SPIRV_H

#include <shader9/exec.h>
#include <shader9/isa.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- state of Direct3D 9 that newer interfaces lack ---- */

/* What belongs together; in brackets the stage and what OFF means. */
typedef enum s9_spirv_group {
    S9_SPIRV_ALPHA_TEST = 0, /* [pixel] alpha of oC0 against a reference; off: none */
    S9_SPIRV_FOG = 1, /* [both, before ps_3_0] the vertex shader exports a factor, the pixel shader blends; off: none */
    S9_SPIRV_CLIP_PLANES = 2, /* [vertex] distances to planes in clip space as ClipDistance; off: none */
    S9_SPIRV_POINT_SIZE =
        3, /* [vertex] PointSize is always written, clamped; off: as the shader writes it, if it does */
    S9_SPIRV_POINT_SPRITE = 4, /* [pixel] texture coordinates become (PointCoord, 0, 1); off: they do not */
    S9_SPIRV_HALF_PIXEL = 5, /* [vertex] moves x, y by half a pixel, so that pixel centres are whole numbers; off: they
                                are at i + 0.5 */
    S9_SPIRV_Y_FLIP = 6,     /* [vertex] y is multiplied by y_scale; off: y up, for a viewport of negative height */
    S9_SPIRV_SRGB_WRITE = 7, /* [pixel] r, g, b of oC# are converted to sRGB, before any blending; off: not */
    S9_SPIRV_STAGES = 8,     /* [ps_1_x] bump matrices, luminance, projected stages; off: all 0. Default: UNIFORM */
    S9_SPIRV_GROUP_COUNT = 9
} s9_spirv_group;

/* Where the values of a group come from. */
typedef enum s9_spirv_source {
    S9_SPIRV_OFF = 0,
    S9_SPIRV_FIXED = 1,       /* numbers of the options, compiled in */
    S9_SPIRV_SPECIALISED = 2, /* specialisation constants, whose defaults are the numbers of the options */
    S9_SPIRV_UNIFORM = 3      /* the block of state; the stages have their own */
} s9_spirv_source;

/* Numbers of D3DFOGMODE; off and per vertex added. */
typedef enum s9_spirv_fog {
    S9_SPIRV_FOG_OFF = 0,
    S9_SPIRV_FOG_EXP = 1,
    S9_SPIRV_FOG_EXP2 = 2,
    S9_SPIRV_FOG_LINEAR = 3,
    S9_SPIRV_FOG_VERTEX = 4 /* oFog, or alpha of oD1 of a vertex shader that writes no oFog */
} s9_spirv_fog;

/*
 * The values. This is also the layout of the block of state (binding state_binding), byte for byte, in both stages, and
 * the SpecId of a value is its offset here divided by 4. Defaults of s9_spirv_options_init in brackets. In options all
 * numbers must be finite, sizes and density from 0 up; what a program puts into the block or the constants is its own.
 */
typedef struct s9_spirv_state {
    uint32_t alpha_func; /* D3DCMPFUNC: 1 never, 2 less, 3 equal, 4 less_equal, 5 greater, 6 not_equal, 7 greater_equal,
                            8 always [8] */
    float alpha_ref;     /* from 0 to 1: D3DRS_ALPHAREF / 255 [0] */
    uint32_t fog_mode;   /* s9_spirv_fog [0] */
    uint32_t fog_depth;  /* 0: w, 1: z, for all modes but VERTEX [0] */
    float fog_color[3];  /* [0] */
    float fog_start;     /* [0] */
    float fog_end;       /* [1] */
    float fog_density;   /* [1] */
    uint32_t clip_plane_count; /* 0..6; further ClipDistances are 0, which clips nothing [0] */
    uint32_t point_sprite;     /* 0 or 1 [0] */
    float point_size;          /* where the shader writes none [1] */
    float point_size_min;      /* [1] */
    float point_size_max;      /* [256] */
    uint32_t srgb_write;       /* 0 or 1 [0] */
    float half_pixel[2];       /* 1 / width, 1 / height of the viewport [0] */
    float y_scale;             /* 1 or -1; in options not 0 [-1] */
    uint32_t reserved;
    float clip_planes[6][4]; /* dot(plane, position) >= 0 is kept [0] */
} s9_spirv_state;

/* A texture stage: an element of the block of stages. SpecIds are 64 + 8 * stage + word. */
typedef struct s9_spirv_stage {
    float bump_matrix[4]; /* M00, M01, M10, M11 */
    float bump_lscale, bump_loffset;
    float projected; /* 1 or 0 */
    float reserved;
} s9_spirv_stage;

/* SpecId of the first word of stage 0. */
#define S9_SPIRV_STAGE_SPEC_ID 64u
/* Texture stages of ps_1_x. */
#define S9_SPIRV_STAGE_COUNT 8u

/* ---- options ---- */

/* Where constant registers come from. */
typedef enum s9_spirv_constants {
    S9_SPIRV_CONSTANTS_UNIFORM = 0, /* one block a register kind */
    S9_SPIRV_CONSTANTS_PUSH = 1     /* one block of push constants: c#, then i#, then b# */
} s9_spirv_constants;

/* How much of the module has names. */
typedef enum s9_spirv_names {
    S9_SPIRV_NAMES_ALL = 0, /* variables, functions, blocks, constants of `register_names` */
    S9_SPIRV_NAMES_NONE = 1,
    S9_SPIRV_NAMES_RESULTS = 2 /* also results, by the registers that they go to: for readers, and languages */
} s9_spirv_names;

/* What the reader of the module can do. */
typedef enum s9_spirv_profile {
    S9_SPIRV_PROFILE_FULL = 0,
    /* No unsigned integers, bit patterns, switches, or indexed arrays other than c#: for old shading languages. b# is
     * then an array of ivec4. */
    S9_SPIRV_PROFILE_PLAIN = 1
} s9_spirv_profile;

/* A location that replaces the one of the rule. */
typedef struct s9_spirv_location {
    uint32_t usage, usage_index; /* D3DDECLUSAGE; up to 15 */
    uint32_t location;           /* up to 255, the highest of the rule */
} s9_spirv_location;

/* Fill with s9_spirv_options_init, then change what should differ. In brackets: the default. */
typedef struct s9_spirv_options {
    size_t struct_size; /* sizeof(s9_spirv_options) */

    const s9_shader_options *shader; /* float mode and named options [NULL: their defaults] */
    uint32_t version;                /* of SPIR-V, as in its header: 0x00010000 .. 0x00010600 [1.0] */
    s9_spirv_profile profile;        /* [FULL] */
    const char *entry_point;         /* UTF-8 without control characters, at most 1,000 bytes [NULL: "main"] */

    /* naming */
    s9_spirv_names names;                   /* [ALL] */
    const s9_register_name *register_names; /* names of c#, i#, b#, s#, as a constant table has them [NULL] */
    size_t register_name_count;
    bool lines; /* OpLine for every instruction whose place in the source text is known [false] */

    /* bindings */
    uint32_t descriptor_set;                           /* [0 in vertex shaders, 1 in pixel shaders] */
    bool descriptor_set_given;                         /* descriptor_set is meant, whatever the stage [false] */
    uint32_t float_binding, int_binding, bool_binding; /* [0, 1, 2] */
    uint32_t stage_binding;                            /* [3] */
    uint32_t state_binding;                            /* [4] */
    uint32_t sampler_binding;                          /* of s0 [16] */
    bool separate_samplers;                            /* image and sampler instead of both in one [false] */
    uint32_t separate_sampler_binding;                 /* of the sampler of s0 [48] */
    s9_spirv_constants constants;                      /* [UNIFORM] */
    uint32_t push_offset;                              /* bytes before the first push constant, a multiple of 16 [0] */
    uint32_t float_registers; /* length of c# where it is indexed; reads beyond give 0 [0: 256, in software versions
                                 4096; in both at least the highest register that is named] */
    const s9_spirv_location *locations; /* [NULL] */
    size_t location_count;

    /* rules */
    bool fine_derivatives; /* dsx, dsy by DPdxFine, DPdyFine; needs the capability DerivativeControl [false] */
    bool native_dot;       /* dot products by OpDot: shorter, the order of additions is the driver's [false] */
    bool contract;         /* leaves NoContraction out: the driver may fuse [false] */
    bool no_invariant;     /* leaves Invariant of Position out [false] */
    bool flat_shading;   /* colours between the stages are Flat; the first vertex provokes, as in Direct3D 9 [false] */
    bool no_centroid;    /* pixel shader: nothing is Centroid; else colours are, and what is declared so [false] */
    bool no_color_clamp; /* oD# of vertex shaders, v# of pixel shaders before model 3 are not clamped to [0, 1] [false]
                          */
    uint8_t sampler_types[16]; /* s9_texture_type of stages of ps_1_x, which declare none [0: 2D] */
    uint32_t compare_samplers; /* bit # : s# compares depth (third coordinate <= texel), as a depth format does [0] */

    /* state */
    s9_spirv_source sources[S9_SPIRV_GROUP_COUNT]; /* [OFF; POINT_SIZE: FIXED; STAGES: UNIFORM] */
    s9_spirv_state state;
    s9_spirv_stage stages[S9_SPIRV_STAGE_COUNT]; /* [0] */

    bool classes_apart; /* blocks, textures and samplers are counted apart, as shading languages do: one of each may
                           have the same binding; s9_cross_prepare sets it [false] */
    bool readable;      /* written for the text that a language makes of it, not for size: operations that take several
                           instructions are functions, component by component; s9_cross_prepare sets it [false] */
} s9_spirv_options;

/* Fills the options with their defaults. */
S9_API void s9_spirv_options_init(s9_spirv_options *options);

/* Why a name cannot be an entry point of SPIR-V, as in "is no UTF-8"; NULL when it can. */
S9_API const char *s9_spirv_entry_point_fault(const char *name);

/* The location of a usage and index by the rule above. */
S9_API uint32_t s9_spirv_location_of(uint32_t usage, uint32_t usage_index);

/* ---- translation ---- */

/* A translated shader: a module and its layout. */
typedef struct s9_spirv s9_spirv;

/*
 * Translates a program. `options` may be NULL for the defaults. S9_ERROR_INVALID with a diagnostic that names place and
 * reason when the program has no meaning (what s9_shader_create refuses), S9_ERROR_UNSUPPORTED when options and program
 * do not go together, S9_ERROR_ARGUMENT, with a diagnostic, for numbers outside their range and names of entry points
 * that cannot be, S9_ERROR_MEMORY. Warnings name what cannot be
 * translated as it is meant: a location beyond the 16 that every device has, a push constant beyond the 128 bytes.
 * The module does not refer to program or options afterwards.
 */
S9_API s9_result s9_spirv_translate(const s9_program *program, const s9_allocator *allocator,
                                    const s9_spirv_options *options, s9_spirv **out, s9_diagnostics *diagnostics);

/*
 * Translates a vertex and a pixel shader that are used together. Locations are counted from 0, outputs that the
 * pixel shader does not read are dropped, inputs that the vertex shader does not write are constants (1 for color 0,
 * else 0; rules of pairing as s9_draw has them). `locations` of the options are not used. Either of the options may be
 * NULL. Errors are those of s9_spirv_translate; S9_ERROR_ARGUMENT also when the stages are not vertex and pixel.
 */
S9_API s9_result s9_spirv_translate_pair(const s9_program *vertex, const s9_program *pixel,
                                         const s9_allocator *allocator, const s9_spirv_options *vertex_options,
                                         const s9_spirv_options *pixel_options, s9_spirv **vertex_out,
                                         s9_spirv **pixel_out, s9_diagnostics *diagnostics);

/* NULL is fine. */
S9_API void s9_spirv_destroy(s9_spirv *module);

/* The words, in the order of bytes of this machine, owned by the module. */
S9_API const uint32_t *s9_spirv_words(const s9_spirv *module, size_t *count);

/* ---- layout ---- */

/* An input or output of the module. */
typedef struct s9_spirv_interface {
    const char *name;     /* in the module: "v_texcoord0", "o_color0", "v0"; NULL where names are left out */
    const char *reg;      /* the register: "v0", "oT1", "oC0", "oDepth"; "" for what the state adds */
    const char *built_in; /* "Position", "PointSize", "FragDepth", "FragCoord", "FrontFacing", "PointCoord",
                             "ClipDistance"; NULL for locations */
    uint32_t location;
    int32_t usage; /* D3DDECLUSAGE that the register is or stands for, or -1 */
    uint32_t usage_index;
    uint32_t mask; /* components read or written by the program */
    bool flat, centroid;
} s9_spirv_interface;

/* What is bound to a binding. */
typedef enum s9_spirv_resource_kind {
    S9_SPIRV_RESOURCE_FLOATS = 0, /* c# */
    S9_SPIRV_RESOURCE_INTS = 1,   /* i# */
    S9_SPIRV_RESOURCE_BOOLS = 2,  /* b# */
    S9_SPIRV_RESOURCE_STAGES = 3,
    S9_SPIRV_RESOURCE_STATE = 4,
    S9_SPIRV_RESOURCE_TEXTURE = 5, /* image and sampler in one */
    S9_SPIRV_RESOURCE_IMAGE = 6,
    S9_SPIRV_RESOURCE_SAMPLER = 7
} s9_spirv_resource_kind;

/* A block of constants or state, a texture, a sampler. */
typedef struct s9_spirv_resource {
    s9_spirv_resource_kind kind;
    const char *name; /* "c", "s0"; never NULL */
    bool push;        /* push constants: offset counts, set and binding do not */
    uint32_t set, binding;
    uint32_t offset;    /* bytes from the beginning of the block; of push constants */
    uint32_t size;      /* bytes; 0 for textures */
    uint32_t registers; /* c#, i#, b#, stages: how many the block has, from 0 */
    uint32_t number;    /* textures: # of s# */
    s9_texture_type texture_type;
    bool compare;
} s9_spirv_resource;

/* A specialisation constant. */
typedef struct s9_spirv_specialisation {
    uint32_t id;
    const char *name;      /* "alpha_func", "clip_planes[1].w", "stages[2].projected" */
    bool is_float;         /* else unsigned integer */
    uint32_t default_bits; /* bit pattern */
} s9_spirv_specialisation;

/* All that a module has to do with the outside. Strings and lists live as long as the module. */
typedef struct s9_spirv_layout {
    s9_stage stage;
    uint32_t version_token; /* of the program */
    uint32_t spirv_version;
    const char *entry_point;
    const s9_spirv_interface *inputs, *outputs;
    uint32_t input_count, output_count;
    const s9_spirv_resource *resources;
    uint32_t resource_count;
    const s9_spirv_specialisation *specialisations;
    uint32_t specialisation_count;
} s9_spirv_layout;

/* What a program that uses the module binds to it; owned by the module. */
S9_API const s9_spirv_layout *s9_spirv_get_layout(const s9_spirv *module);

#ifdef __cplusplus
}
#endif

#endif
