/* SPDX-License-Identifier: MIT */
/*
 * shader9/draw.h - from a mesh and two shaders to a picture, by the rules of Direct3D 9 (library shader9-draw).
 *
 *   s9_framebuffer_create -> s9_framebuffer_clear -> s9_draw (any number of times) -> s9_framebuffer_image
 *
 * A framebuffer is up to four colour targets, a depth buffer of 32-bit floats and 8 bits of stencil, all of one size.
 * The picture does not depend on the number of threads. The rules stand beside the code, in src/draw.
 */
#ifndef SHADER9_DRAW_H
#define SHADER9_DRAW_H

#include <shader9/exec.h>
#include <shader9/image.h>
#include <shader9/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- words ---- */

/*
 * Every enumeration below has the words that scenes use for its values, in the comment beside it. s9_state_value looks
 * a word up (false: not a word of that enumeration); s9_state_word gives word `index` and its value, NULL behind the
 * last.
 */
typedef enum s9_state_kind {
    S9_STATE_CULL,          /* s9_cull */
    S9_STATE_COMPARE,       /* s9_compare_func: depth_func, alpha_test.func, stencil.func */
    S9_STATE_STENCIL_OP,    /* s9_stencil_op */
    S9_STATE_BLEND_FACTOR,  /* s9_blend_factor */
    S9_STATE_BLEND_OP,      /* s9_blend_op */
    S9_STATE_SHADE,         /* s9_shade */
    S9_STATE_FOG_MODE,      /* s9_fog_mode */
    S9_STATE_FOG_DEPTH,     /* s9_fog_depth */
    S9_STATE_TARGET_FORMAT, /* s9_target_format */
    S9_STATE_FILTER,        /* s9_filter: "none" "point" "linear" "anisotropic" */
    S9_STATE_ADDRESS,       /* s9_address: "wrap" "mirror" "clamp" "border" "mirror_once" */
    S9_STATE_TEXTURE_TYPE,  /* s9_texture_type: "2d" "cube" "volume" */
} s9_state_kind;

/* The number of a word, false where the kind has no such word. */
S9_API bool s9_state_value(s9_state_kind kind, const char *word, int32_t *value);
/* Word `index` of a kind and its number; NULL behind the last. */
S9_API const char *s9_state_word(s9_state_kind kind, size_t index, int32_t *value);

/* Numbers are those of the D3DCULL, D3DCMPFUNC, D3DSTENCILOP, D3DBLEND, D3DBLENDOP, D3DSHADEMODE and D3DFOGMODE types.
 */
typedef enum s9_cull { S9_CULL_NONE = 1 /* "none" */, S9_CULL_CW = 2 /* "cw" */, S9_CULL_CCW = 3 /* "ccw" */ } s9_cull;

/* Comparison of depth, stencil and alpha. Numbers of D3DCMPFUNC. */
typedef enum s9_compare_func {
    S9_COMPARE_NEVER = 1,         /* "never" */
    S9_COMPARE_LESS = 2,          /* "less" */
    S9_COMPARE_EQUAL = 3,         /* "equal" */
    S9_COMPARE_LESS_EQUAL = 4,    /* "less_equal" */
    S9_COMPARE_GREATER = 5,       /* "greater" */
    S9_COMPARE_NOT_EQUAL = 6,     /* "not_equal" */
    S9_COMPARE_GREATER_EQUAL = 7, /* "greater_equal" */
    S9_COMPARE_ALWAYS = 8         /* "always" */
} s9_compare_func;

/* What becomes of a stencil value. Numbers of D3DSTENCILOP. */
typedef enum s9_stencil_op {
    S9_STENCIL_KEEP = 1,     /* "keep" */
    S9_STENCIL_ZERO = 2,     /* "zero" */
    S9_STENCIL_REPLACE = 3,  /* "replace" */
    S9_STENCIL_INCR_SAT = 4, /* "incr_sat" */
    S9_STENCIL_DECR_SAT = 5, /* "decr_sat" */
    S9_STENCIL_INVERT = 6,   /* "invert" */
    S9_STENCIL_INCR = 7,     /* "incr" */
    S9_STENCIL_DECR = 8      /* "decr" */
} s9_stencil_op;

/* What a colour is multiplied with before blending. Numbers of D3DBLEND. */
typedef enum s9_blend_factor {
    S9_BLEND_ZERO = 1,             /* "zero" */
    S9_BLEND_ONE = 2,              /* "one" */
    S9_BLEND_SRC_COLOR = 3,        /* "src_color" */
    S9_BLEND_INV_SRC_COLOR = 4,    /* "inv_src_color" */
    S9_BLEND_SRC_ALPHA = 5,        /* "src_alpha" */
    S9_BLEND_INV_SRC_ALPHA = 6,    /* "inv_src_alpha" */
    S9_BLEND_DEST_ALPHA = 7,       /* "dest_alpha" */
    S9_BLEND_INV_DEST_ALPHA = 8,   /* "inv_dest_alpha" */
    S9_BLEND_DEST_COLOR = 9,       /* "dest_color" */
    S9_BLEND_INV_DEST_COLOR = 10,  /* "inv_dest_color" */
    S9_BLEND_SRC_ALPHA_SAT = 11,   /* "src_alpha_sat" */
    S9_BLEND_BLEND_FACTOR = 14,    /* "blend_factor" */
    S9_BLEND_INV_BLEND_FACTOR = 15 /* "inv_blend_factor" */
} s9_blend_factor;

/* How source and destination are put together. Numbers of D3DBLENDOP. */
typedef enum s9_blend_op {
    S9_BLEND_OP_ADD = 1,          /* "add" */
    S9_BLEND_OP_SUBTRACT = 2,     /* "subtract" */
    S9_BLEND_OP_REV_SUBTRACT = 3, /* "rev_subtract" */
    S9_BLEND_OP_MIN = 4,          /* "min" */
    S9_BLEND_OP_MAX = 5           /* "max" */
} s9_blend_op;

/* Whether colours are interpolated. Numbers of D3DSHADEMODE. */
typedef enum s9_shade { S9_SHADE_FLAT = 1 /* "flat" */, S9_SHADE_GOURAUD = 2 /* "gouraud" */ } s9_shade;

/* How fog grows with depth. Numbers of D3DFOGMODE. */
typedef enum s9_fog_mode {
    S9_FOG_NONE = 0,  /* "none": the factor comes from the vertex shader */
    S9_FOG_EXP = 1,   /* "exp" */
    S9_FOG_EXP2 = 2,  /* "exp2" */
    S9_FOG_LINEAR = 3 /* "linear" */
} s9_fog_mode;

/* What depth fog is computed of. */
typedef enum s9_fog_depth { S9_FOG_DEPTH_W = 0 /* "w" */, S9_FOG_DEPTH_Z = 1 /* "z" */ } s9_fog_depth;

/* ---- state ---- */

/* Render targets at once. */
#define S9_MAX_TARGETS 4
/* Clip planes of the application. */
#define S9_MAX_CLIP_PLANES 6

#define S9_COLOR_WRITE_R 1u    /* red, in color_write */
#define S9_COLOR_WRITE_G 2u    /* green */
#define S9_COLOR_WRITE_B 4u    /* blue */
#define S9_COLOR_WRITE_A 8u    /* alpha */
#define S9_COLOR_WRITE_ALL 15u /* all four */

/* What stencil does for triangles that face one way. */
typedef struct s9_stencil_side {
    s9_compare_func func;            /* "func": (ref & mask) func (stored & mask); default always */
    s9_stencil_op fail, zfail, pass; /* "fail", "zfail", "pass"; default keep */
} s9_stencil_side;

/* Everything around the shaders. Start from s9_draw_state_init. In quotes: the member of a scene's "state". */
typedef struct s9_draw_state {
    size_t struct_size; /* sizeof(s9_draw_state) */

    s9_cull cull;       /* "cull": default ccw */
    s9_shade shade;     /* "shade": default gouraud */
    float viewport[6];  /* "viewport": x, y, width, height, min z, max z; width 0: the whole target, 0..1 (default) */
    bool scissor_test;  /* "scissor" given */
    int32_t scissor[4]; /* "scissor": left, top, right, bottom; right and bottom are outside */
    bool half_pixel;    /* "half_pixel": pixel centres at i + 0.5; default false */
    uint32_t clip_plane_count;                /* "clip_planes" */
    float clip_planes[S9_MAX_CLIP_PLANES][4]; /* in clip space: dot(plane, position) >= 0 is kept */

    float point_size;     /* "point_size": 1 */
    float point_size_min; /* "point_size_min": 1 */
    float point_size_max; /* "point_size_max": 256 */
    bool point_sprite;    /* "point_sprite": false */

    bool depth_test;            /* "depth_test": true; false: neither test nor write */
    bool depth_write;           /* "depth_write": true */
    s9_compare_func depth_func; /* "depth_func": less_equal */
    float depth_bias;           /* "depth_bias": 0 */

    bool stencil_test;                                      /* "stencil" given */
    uint32_t stencil_ref, stencil_mask, stencil_write_mask; /* "ref" 0, "mask" 255, "write_mask" 255; 8 bits count */
    s9_stencil_side stencil;                                /* "func", "fail", "zfail", "pass" */
    bool stencil_two_sided;                                 /* "ccw" given */
    s9_stencil_side stencil_ccw;                            /* "ccw": for counter-clockwise triangles */

    bool alpha_test;            /* "alpha_test" given */
    s9_compare_func alpha_func; /* "func": always */
    float alpha_ref;            /* "ref": 0..255; compared as ref / 255 */

    bool blend;                           /* "blend" given */
    s9_blend_factor src, dst;             /* "src" one, "dst" zero */
    s9_blend_op op;                       /* "op" add */
    bool separate_alpha;                  /* one of the next three is given; otherwise alpha follows src, dst, op */
    s9_blend_factor src_alpha, dst_alpha; /* "src_alpha", "dst_alpha": set all three when separate_alpha */
    s9_blend_op op_alpha;                 /* "op_alpha" */
    float blend_factor[4];                /* "factor": r, g, b, a; 1 */

    uint8_t color_write[S9_MAX_TARGETS]; /* "color_write": bits S9_COLOR_WRITE_* of each target; all */
    bool srgb_write;                     /* "srgb_write": false */

    bool fog;               /* "fog" given; ignored with ps_3_0 */
    float fog_color[3];     /* "color": r, g, b; 0 */
    s9_fog_mode fog_mode;   /* "mode": none */
    s9_fog_depth fog_depth; /* "depth": w */
    float fog_start;        /* "start": 0 */
    float fog_end;          /* "end": 1 */
    float fog_density;      /* "density": 1 */
} s9_draw_state;

/* Fills the state with the defaults of Direct3D 9, as the members say them. */
S9_API void s9_draw_state_init(s9_draw_state *state);

/* ---- framebuffer ---- */

/* What the pixels of a target are kept as. */
typedef enum s9_target_format {
    S9_TARGET_A8R8G8B8 = 0,      /* "a8r8g8b8" */
    S9_TARGET_A32B32G32R32F = 1, /* "a32b32g32r32f" */
} s9_target_format;

/* Render targets with their depth and stencil. */
typedef struct s9_framebuffer s9_framebuffer;

/* What s9_framebuffer_create makes. */
typedef struct s9_framebuffer_desc {
    size_t struct_size;     /* sizeof(s9_framebuffer_desc) */
    uint32_t width, height; /* 1..S9_IMAGE_MAX_SIDE */
    uint32_t target_count;  /* 1..S9_MAX_TARGETS */
    s9_target_format formats[S9_MAX_TARGETS];
} s9_framebuffer_desc;

/*
 * A new framebuffer is cleared to colour 0, depth 1, stencil 0. S9_ERROR_ARGUMENT for a side of 0 or above
 * S9_IMAGE_MAX_SIDE, no or too many targets, an unknown format; S9_ERROR_MEMORY.
 */
S9_API s9_result s9_framebuffer_create(const s9_allocator *allocator, const s9_framebuffer_desc *desc,
                                       s9_framebuffer **out);
/* NULL is fine. */
S9_API void s9_framebuffer_destroy(s9_framebuffer *framebuffer);
/* All targets, depth and stencil (low 8 bits). For a8r8g8b8 the colour is clamped and rounded as a pixel is. */
S9_API void s9_framebuffer_clear(s9_framebuffer *framebuffer, const float color[4], float depth, uint32_t stencil);
/* Width and height in pixels and the number of targets; each pointer may be NULL. */
S9_API void s9_framebuffer_size(const s9_framebuffer *framebuffer, uint32_t *width, uint32_t *height,
                                uint32_t *targets);
/* The format of a target. */
S9_API s9_target_format s9_framebuffer_format(const s9_framebuffer *framebuffer, uint32_t target);
/* One pixel of a target as floats r, g, b, a (8 bits: byte / 255). Coordinates must be inside. */
S9_API void s9_framebuffer_pixel(const s9_framebuffer *framebuffer, uint32_t target, uint32_t x, uint32_t y,
                                 float rgba[4]);
/* A whole target as floats, rows top to bottom: `out` holds width * height * 4 floats. */
S9_API void s9_framebuffer_floats(const s9_framebuffer *framebuffer, uint32_t target, float *out);
/*
 * A whole target as an 8-bit image, alpha not premultiplied; floats are clamped and rounded. S9_ERROR_ARGUMENT for a
 * target that there is not, S9_ERROR_MEMORY.
 */
S9_API s9_result s9_framebuffer_image(const s9_framebuffer *framebuffer, uint32_t target, const s9_allocator *allocator,
                                      s9_image *out);
/* Depth, 0 to 1: width * height values, rows top to bottom, as long as the framebuffer lives. */
S9_API const float *s9_framebuffer_depth(const s9_framebuffer *framebuffer);
/* The same of stencil. */
S9_API const uint8_t *s9_framebuffer_stencil(const s9_framebuffer *framebuffer);

/* ---- drawing ---- */

/* What one stage reads beside its inputs; numbers and defaults as in s9_run_args. */
typedef struct s9_stage_resources {
    s9_constants constants;
    const s9_sampler_binding *samplers; /* by sampler number; vertex stage: s0..s3 of that shader */
    uint32_t sampler_count;
    const s9_texture_stage *stages; /* pixel stage: by stage number */
    uint32_t stage_count;
} s9_stage_resources;

/* What became of a pixel that a primitive covers: the test that stopped it, or that it was written. */
typedef enum s9_probe_outcome {
    S9_PROBE_DISCARDED = 0, /* by texkill */
    S9_PROBE_ALPHA = 1,     /* failed the alpha test */
    S9_PROBE_STENCIL = 2,
    S9_PROBE_DEPTH = 3,
    S9_PROBE_WRITTEN = 4
} s9_probe_outcome;

/* One primitive over the probed pixel. Everything in it is valid during the call only. */
typedef struct s9_probe_event {
    uint32_t primitive;    /* number of the primitive in the mesh */
    uint32_t vertices[3];  /* of the mesh */
    uint32_t vertex_count; /* 3 for triangles, 2 for lines, 1 for points */
    bool front;
    uint32_t lane; /* of the pixel in its quad: 0 top left, 1 top right, 2 bottom left, 3 bottom right */
    uint32_t input_count;
    const float (*inputs)[4][4]; /* of the pixel shader: [input][lane of the quad][component] */
    float colors[S9_MAX_TARGETS][4];
    uint32_t color_written[S9_MAX_TARGETS]; /* components that the shader wrote, bits 0..3 */
    float fog;                              /* factor; 1 without fog */
    float depth, stored_depth;              /* compared: of this pixel, of the buffer before */
    uint32_t stencil_before, stencil_after;
    s9_probe_outcome outcome;
    float before[S9_MAX_TARGETS][4], after[S9_MAX_TARGETS][4]; /* the targets */
} s9_probe_event;

/* Called for each primitive that covers pixel (x, y), in the order of drawing, from the thread that calls s9_draw. */
typedef struct s9_draw_probe {
    uint32_t x, y;
    void (*report)(void *user, const s9_probe_event *event);
    void *user;
} s9_draw_probe;

/* What a drawing came to; added to what is there. */
typedef struct s9_draw_statistics {
    uint64_t quads_shaded;   /* 2x2 pixels that the pixel shader ran for */
    uint64_t quads_rejected; /* those that an early depth test kept from it */
} s9_draw_statistics;

/* What s9_draw draws, and with what. */
typedef struct s9_draw_args {
    size_t struct_size; /* sizeof(s9_draw_args) */
    s9_framebuffer *framebuffer;
    const s9_mesh *mesh;
    const s9_shader *vertex_shader;
    const s9_shader *pixel_shader;
    s9_stage_resources vs, ps;
    const s9_draw_state *state;     /* NULL: s9_draw_state_init */
    uint32_t threads;               /* 0: one for each processor, 1: the caller's alone */
    const s9_allocator *allocator;  /* for scratch memory; called from the caller's thread only */
    const s9_draw_probe *probe;     /* NULL: none. With a probe one thread draws; the picture is the same */
    s9_draw_statistics *statistics; /* NULL: nobody asks */
} s9_draw_args;

/*
 * Draws the mesh. Stages link as Direct3D 9 has it: SM1 and SM2 by register (oD# to v#, oT# to t#), SM3 by usage and
 * index; a mixed pair by the usages that the registers stand for. An input that the vertex shader declares and the mesh
 * lacks is (0, 0, 0, 1) with a warning [V361]; a pixel shader input that nothing writes has the default of numerics
 * N31. Nothing is drawn when an error is returned before shading starts: S9_ERROR_ARGUMENT on a broken contract
 * (shaders of the wrong stage, NULL), S9_ERROR_INVALID with a diagnostic when the vertex shader has no position output
 * or the viewport is unusable or a lane was stopped by max_steps (then the picture is incomplete), S9_ERROR_MEMORY.
 */
S9_API s9_result s9_draw(const s9_draw_args *args, s9_diagnostics *diagnostics);

/* What s9_draw_filter draws. */
typedef struct s9_draw_filter_args {
    size_t struct_size;          /* sizeof(s9_draw_filter_args) */
    s9_framebuffer *framebuffer; /* its size is the size of the output */
    const s9_shader *pixel_shader;
    s9_stage_resources ps; /* sampler 0 is the image: bind it with s9_filter_sampler_init's state */
    bool srgb_write;
    uint32_t threads;
    const s9_allocator *allocator;
} s9_draw_filter_args;

/*
 * Runs one pixel shader over the whole framebuffer: at pixel (i, j) of W x H every texture coordinate input is ((i +
 * 0.5) / W, (j + 0.5) / H, 0, 1), colours are (1, 1, 1, 1), vPos is (i, j), vFace 1; pixels run as 2x2 quads. All
 * targets that the shader writes are written, without blending; a discarded pixel is (0, 0, 0, 0) in every one of
 * them. S9_ERROR_ARGUMENT without a framebuffer or a pixel shader, S9_ERROR_MEMORY.
 */
S9_API s9_result s9_draw_filter(const s9_draw_filter_args *args, s9_diagnostics *diagnostics);

/* The sampler state of `filter`: min and mag linear, mip none, addresses clamp; the rest as s9_sampler_state_init. */
S9_API void s9_filter_sampler_init(s9_sampler_state *state);

/*
 * Rows of a world-view-projection matrix for a camera, ready for `m4x4 oPos, v0, c0` with c0..c3 = rows[0..3]:
 * left-handed, y up (another up vector is taken when the view is vertical), vertical field of view in degrees, z from 0
 * at `near_z` to 1 at `far_z`. `aspect` is width / height. False when eye and at coincide or a number makes no camera.
 */
S9_API bool s9_camera_rows(const float eye[3], const float at[3], float fov, float near_z, float far_z, float aspect,
                           float rows[4][4]);

#ifdef __cplusplus
}
#endif

#endif
