/* SPDX-License-Identifier: MIT */
/*
 * draw - how a mesh becomes pixels. One drawing goes through these files:
 *
 *   link.c      which output of the vertex shader feeds which input of the pixel shader
 *   vertices.c  vertex fetch and shading, all vertices of the mesh once; their places on the screen
 *   assemble.c  points, lines, triangles out of the (indexed) vertices
 *   feeder.c    primitives of the mesh in order, for each block of rows, on all threads
 *   clip.c      cutting at the view volume and the clip planes
 *   setup.c     viewport, snapping to 1/256 pixel, edge functions: an s9_primitive
 *   raster.c    the pixels that a primitive covers, as spans of 2x2 quads
 *   shade.c     batches of quads: inputs, pixel shader
 *   inputs.c    interpolation, quad by quad, of everything
 *   quads.c     covering, interpolation and storing of what most pixels are, in vectors
 *   merge.c     fog, alpha test, stencil, depth, blend, write
 *   probe.c     all of this told about one pixel
 *   pool.c      threads
 *
 * Threads share the rows of the framebuffer: each draws a block of rows at a time, all primitives that touch it in
 * their order. So no pixel is ever touched by two threads, and the picture does not depend on their number.
 */
#ifndef S9_DRAW_DRAW_H
#define S9_DRAW_DRAW_H

#include <shader9/draw.h>

#include "base/base.h"

#include <stdatomic.h>

/* ---- framebuffer ---- */

typedef struct s9_target {
    s9_target_format format;
    uint8_t *bytes; /* a8r8g8b8: r, g, b, a of each pixel */
    float *floats;  /* a32b32g32r32f */
} s9_target;

struct s9_framebuffer {
    s9_allocator allocator;
    uint32_t width, height, target_count;
    s9_target targets[S9_MAX_TARGETS];
    float *depth;
    uint8_t *stencil;
    float byte_values[256]; /* byte / 255 */
    float byte_linear[256]; /* the same decoded from sRGB */
    /* srgb_steps[b] is the smallest linear value whose sRGB form rounds to byte b or above; made when first needed. */
    bool has_srgb_steps;
    float srgb_steps[256];
};

void s9_framebuffer_prepare_srgb(s9_framebuffer *framebuffer);

/* floor(v * 255 + 0.5) after clamping to [0, 1]; NaN is 0. The product is exact in double. */
static inline uint8_t s9_unorm8(float v)
{
    double held = v > 0.0f ? (v < 1.0f ? (double)v : 1.0) : 0.0;
    return (uint8_t)(held * 255.0 + 0.5);
}

/* The same for four components. */
static inline void s9_unorm8_color(const float color[4], uint8_t out[4])
{
    int32_t rounded[4];
    for (uint32_t k = 0; k < 4; k++) {
        float held = color[k] > 0.0f ? color[k] : 0.0f;
        held = held < 1.0f ? held : 1.0f;
        rounded[k] = (int32_t)((double)held * 255.0 + 0.5);
    }
    for (uint32_t k = 0; k < 4; k++) {
        out[k] = (uint8_t)rounded[k];
    }
}

/* ---- linking ---- */

/* What a vertex shader output is called on the way: the first 4 floats of a shaded vertex are the position. */
#define S9_VERTEX_HEADER 4u

typedef struct s9_varying {
    uint32_t output; /* number of the vertex shader's output slot */
    bool ones;       /* components never written are 1, not 0 (N31) */
    bool clamped;    /* to [0, 1] (N30) */
} s9_varying;

typedef enum s9_feed_kind {
    S9_FEED_CONSTANT, /* `constant`, or the executor's own default when that is NULL */
    S9_FEED_VARYING,
    S9_FEED_SPRITE, /* texture coordinate over a point */
    S9_FEED_VPOS,
    S9_FEED_VFACE
} s9_feed_kind;

/* Where an input of the pixel shader comes from. */
typedef struct s9_feed {
    s9_feed_kind kind;
    uint32_t varying;
    bool clamped; /* interpolated value to [0, 1] */
    bool flat;
    const float *constant; /* four floats */
} s9_feed;

#define S9_NONE UINT32_MAX

typedef struct s9_link {
    uint32_t position;   /* output slot of the vertex shader */
    uint32_t point_size; /* the same, or S9_NONE */
    s9_varying *varyings;
    uint32_t varying_count;
    uint32_t vertex_floats; /* of a shaded vertex: header, then 4 for each varying */
    s9_feed *feeds;         /* for each input of the pixel shader */
    uint32_t feed_count;
    uint32_t colors[S9_MAX_TARGETS]; /* output slots of the pixel shader, or S9_NONE */
    uint32_t depth;
    bool fog;                            /* state asks for it and the pixel shader's model has it */
    uint32_t fog_varying, fog_component; /* S9_NONE: the vertex shader gives no factor */
} s9_link;

s9_result s9_link_stages(s9_arena *arena, const s9_shader *vertex_shader, const s9_shader *pixel_shader,
                         const s9_draw_state *state, s9_link *link, s9_diagnostics *diagnostics);
/* The pixel shader's outputs alone, for filters. */
void s9_link_outputs(const s9_shader *pixel_shader, s9_link *link);

/* ---- primitives ---- */

/* A corner in clip space. Varyings: 4 floats each. */
typedef struct s9_corner {
    double position[4];
    const float *varyings;
} s9_corner;

/* Screen: viewport, its pixels that may be drawn, half a pixel's shift in 1/256. */
typedef struct s9_screen {
    double x, y, half_width, half_height, min_z, depth_range;
    int32_t left, top, right, bottom; /* pixels: viewport, scissor and target together; right and bottom outside */
    int32_t shift;
    double guard_low[2], guard_high[2]; /* x / w and y / w that stay inside the guard band */
} s9_screen;

/* Subpixels of a pixel, as a power of two. */
#define S9_SUBPIXEL_BITS 8
#define S9_SUBPIXELS (1 << S9_SUBPIXEL_BITS)

typedef enum s9_primitive_kind { S9_PRIMITIVE_TRIANGLE, S9_PRIMITIVE_LINE } s9_primitive_kind;

/*
 * A primitive ready for drawing. Weight k of a pixel (i, j) is a[k] * i + b[k] * j + c[k], exactly: of triangles the
 * edge function opposite to corner k, of lines the distance from the other end. Their sum is `area`.
 */
typedef struct s9_primitive {
    int64_t a[3], b[3], c[3];
    int64_t area;
    double inverse_area;
    double inverse_w[3], z[3];
    const float *varyings[3];
    const float *flat;                /* varyings of the vertex that flat shading takes colours from */
    int32_t left, top, right, bottom; /* pixels that may be covered; right and bottom outside */
    uint8_t kind;                     /* s9_primitive_kind */
    uint8_t include[3];               /* triangles: a weight of 0 is inside (top or left edge) */
    bool front;
    bool constant;   /* all inputs are those of corner 0 (points) */
    uint32_t number; /* of the mesh's primitive that this is a part of */
    float sprite[3][2];
    int32_t line[4]; /* lines: x0, y0, x1, y1 in subpixels */
    /* Weights of all pixels here and some beyond are whole numbers that a double holds, products and sums as well. */
    bool exact;
    /* The same within 32 bits, counted from (left, top), for no more than S9_NARROW pixels across and down. */
    bool narrow;
    /* w of all corners is one power of two: weights over w, with the sum 1, are the plain ones times this. Else 0. */
    double scale;
} s9_primitive;

#define S9_NARROW 16
#define S9_NARROW_QUADS 12 /* in a row, and room for three more */

/* Primitives that wait to be drawn, and the corners that clipping made for them. */
typedef struct s9_part {
    s9_primitive *primitives;
    uint32_t count, capacity;
    float *pool;                       /* varyings of new corners */
    uint32_t pool_used, pool_capacity; /* in vertices */
    uint32_t varying_floats;
    char apart[64]; /* threads that fill neighbours share no cache line */
} s9_part;

/* Most that one primitive of the mesh can become: a triangle cut by two depth planes, w, four sides, six clip planes.
 */
#define S9_MOST_CUTS (3 + 4 + S9_MAX_CLIP_PLANES)
#define S9_MOST_CORNERS (3 + S9_MOST_CUTS)
#define S9_MOST_PRIMITIVES (S9_MOST_CORNERS - 2)
#define S9_MOST_NEW_CORNERS (S9_MOST_CORNERS * S9_MOST_CUTS)

/* The smallest w that is kept: so that x / w is finite for a corner that is cut at w = 0. */
#define S9_SMALLEST_W 0x1p-100

/* False: the viewport cannot be used (reported). */
bool s9_screen_init(s9_screen *screen, const s9_draw_state *state, uint32_t width, uint32_t height,
                    s9_diagnostics *diagnostics);

/*
 * Cuts a polygon (3 corners) or a line (2) to the part that may be seen; returns the number of corners left, 0 for
 * none. New varyings come from the part's pool, which must have room for S9_MOST_NEW_CORNERS.
 */
uint32_t s9_clip(const s9_screen *screen, const s9_draw_state *state, s9_part *part, s9_corner *corners,
                 uint32_t count);

/* A corner on the screen. */
typedef struct s9_screen_corner {
    int32_t x, y; /* subpixels */
    double z, inverse_w;
    const float *varyings;
} s9_screen_corner;

s9_screen_corner s9_project(const s9_screen *screen, const s9_corner *corner);

/* What is known of a vertex before its primitives are: where it is, and on which sides of the view volume. */
enum {
    S9_BEYOND_LEFT = 1,
    S9_BEYOND_RIGHT = 2,
    S9_BEYOND_BOTTOM = 4,
    S9_BEYOND_TOP = 8,
    S9_BEYOND_SIDES = 15, /* a primitive beyond one of them is not seen */
    S9_BEYOND = 16,       /* depth, clip planes, guard band, w: must be cut */
    S9_BEYOND_ALL = 32    /* infinite or NaN */
};
typedef struct s9_screen_vertex {
    double z, inverse_w;
    int32_t x, y;
    uint32_t beyond;
} s9_screen_vertex;

s9_screen_vertex s9_screen_vertex_of(const s9_screen *screen, const s9_draw_state *state, const float position[4]);

/* Appends what is drawn of a primitive to the part, which must have room. Corners are inside the guard band. */
void s9_setup_triangle(const s9_screen *screen, s9_cull cull, const s9_corner corners[3], s9_part *part);
void s9_setup_projected(const s9_screen *screen, s9_cull cull, s9_screen_corner corners[3], s9_part *part);
void s9_setup_line(const s9_screen *screen, const s9_corner corners[2], s9_part *part);
void s9_setup_point(const s9_screen *screen, const s9_draw_state *state, const s9_corner *corner, float size,
                    s9_part *part);

/* ---- rows ---- */

/* What threads share: blocks of rows, of which each is drawn by one of them. Numbers are below 127. */
#define S9_MOST_BLOCKS 64u
#define S9_NO_BLOCK 127u

typedef struct s9_blocks {
    int32_t top, bottom; /* rows of all; the first is even, the last outside */
    uint32_t rows, count;
    uint32_t inverse; /* 2^32 / rows, rounded up: exact for far more rows than a framebuffer has */
} s9_blocks;

void s9_blocks_init(s9_blocks *blocks, int32_t top, int32_t bottom);

static inline uint32_t s9_block_of(const s9_blocks *blocks, int64_t row)
{
    return (uint32_t)((uint64_t)(row - blocks->top) * blocks->inverse >> 32);
}
/* The first block with rows from this one on, and the one behind the last with rows up to this one. */
static inline uint32_t s9_block_from(const s9_blocks *blocks, int64_t row)
{
    return row >= blocks->bottom ? S9_NO_BLOCK : row > blocks->top ? s9_block_of(blocks, row) : 0;
}
static inline uint32_t s9_block_end(const s9_blocks *blocks, int64_t row)
{
    return row < blocks->top ? 0 : s9_block_of(blocks, row < blocks->bottom ? row : blocks->bottom - 1) + 1;
}

/* The blocks from which and up to which a triangle with this corner may reach, and s9_screen_vertex's `beyond`. */
typedef struct s9_vertex_rows {
    uint8_t first, end, beyond, unused;
} s9_vertex_rows;

/* ---- shading ---- */

/* 2x2 quads side by side, parts of one primitive. */
typedef struct s9_quad_span {
    const s9_primitive *primitive; /* NULL: filters */
    int32_t x, y;                  /* top left pixel of the first quad, both even */
    uint16_t first, count;         /* quads of the batch */
    bool whole;                    /* every pixel is covered */
} s9_quad_span;

/* One of them. */
typedef struct s9_quad {
    const s9_primitive *primitive;
    int32_t x, y;
    uint32_t lane; /* of the top left pixel */
    uint32_t mask; /* pixels covered: 1 top left, 2 top right, 4 bottom left, 8 bottom right */
} s9_quad;

#define S9_BATCH_QUADS 256
#define S9_BATCH_LANES (S9_BATCH_QUADS * 4)
/* Arrays of lanes: vectors may write beyond the last lane; and not a power of two, or columns compete for cache lines.
 */
#define S9_BATCH_ROOM (S9_BATCH_LANES + 16)

typedef float s9_lanes[S9_BATCH_ROOM];

/* What merging takes from shading, for each lane of a batch. */
typedef struct s9_lane_results {
    const s9_lanes *colors[S9_MAX_TARGETS]; /* four components; NULL: not written by the shader */
    const uint8_t *color_written[S9_MAX_TARGETS];
    const float *depth_out; /* oDepth; NULL: not written */
    const uint8_t *depth_written;
    const float *depth;     /* interpolated, with the bias */
    const float *fog;       /* factor in [0, 1]; NULL: no fog */
    const uint32_t *packed; /* bytes of target 0; NULL: not every lane wrote all components, or nobody needs them */
} s9_lane_results;

typedef struct s9_drawing s9_drawing;
typedef struct s9_shader_batch s9_shader_batch;

/* An interpolated component. */
typedef struct s9_interpolant {
    uint32_t at; /* among the varyings' floats */
    bool clamped;
    float *to; /* lanes */
} s9_interpolant;

/* Most pixels in vectors (quads.c). Primitives are triangles. */
typedef struct s9_quad_functions {
    /*
     * Masks of `count` quads of a narrow primitive from x on, in rows of quads from y on, of the pixels that lie in
     * rows top to bottom - 1. Rows of masks have S9_NARROW_QUADS, of which three more than `count` may be written.
     */
    void (*cover)(const s9_primitive *primitive, int32_t x, int32_t y, int32_t top, int32_t bottom, uint32_t count,
                  uint8_t *masks);
    /* Depth of all lanes of a span's quads. */
    void (*depth)(const s9_primitive *primitive, int32_t x, int32_t y, uint32_t count, double bias, float *out);
    /* Interpolants of a span. */
    void (*feed)(const s9_quad_span *span, const s9_interpolant *interpolants, uint32_t count);
    /* Four components as s9_unorm8 has them, a lane in 32 bits. */
    void (*pack)(const s9_lanes *color, uint32_t lanes, uint32_t *packed);
    /* Whole quads side by side, bytes or floats alike, to two rows. */
    void (*store)(const uint32_t *packed, uint32_t count, uint8_t *top, uint8_t *bottom);
} s9_quad_functions;

/* Instruction-set levels, from the one that every machine has; NULL: not here. */
#define S9_QUAD_LEVELS 3u
const s9_quad_functions *s9_quad_functions_of(uint32_t level);
/* The best that this machine has; NULL: quad by quad. */
const s9_quad_functions *s9_quad_functions_here(void);

/* Everything that does not change during a drawing. */
struct s9_drawing {
    s9_framebuffer *framebuffer;
    s9_draw_state state;
    const s9_shader *pixel_shader;
    const s9_stage_resources *ps;
    const s9_link *link;
    s9_screen screen;
    s9_blocks blocks;
    const s9_draw_probe *probe;
    const s9_mesh *mesh;
    bool early_depth;               /* quads may be tested before they are shaded */
    bool needs_depth;               /* of every pixel */
    bool filter;                    /* s9_draw_filter: no primitives, discarded pixels are 0 */
    bool plain;                     /* neither alpha test, stencil, fog, blending nor sRGB */
    const s9_quad_functions *quads; /* NULL: one by one */
    uint32_t depth_bits, alpha_bits;
};

/* A thread's own memory for shading. */
struct s9_shader_batch {
    s9_quad_span *spans;
    uint8_t *masks; /* of each quad */
    uint32_t span_count, count;
    s9_lanes (*inputs)[4]; /* for each feed */
    s9_lanes (*outputs)[4];
    uint8_t (*written)[S9_BATCH_LANES];
    uint8_t *discarded, *stopped;
    float *depth, *fog;
    uint32_t *packed;
    s9_interpolant *interpolants;
    uint32_t interpolant_count;
    bool others; /* there are inputs that are no interpolants */
    s9_lane_array *input_arrays, *output_arrays;
    s9_run_args run;
    struct s9_run_session *session;
    s9_result result; /* of the first run that failed */
    bool any_stopped;
    uint64_t shaded, rejected; /* quads */
};

/* Batches for all workers; closed also when making them failed. */
s9_result s9_batches_open(s9_arena *arena, const s9_drawing *drawing, uint32_t count, s9_shader_batch **out);
void s9_batches_close(s9_shader_batch *batches, uint32_t count);
/*
 * Adds quads of a primitive from (x, y) on, those that pass an early depth test where there is one, and shades the
 * batch when it is full. `masks` NULL: every pixel is covered. A mask of 0 is left out.
 */
void s9_batch_add(const s9_drawing *drawing, s9_shader_batch *batch, const s9_primitive *primitive, int32_t x,
                  int32_t y, uint32_t count, const uint8_t *masks);
/* Shades what is there. */
void s9_batch_flush(const s9_drawing *drawing, s9_shader_batch *batch);

/* ---- inputs ---- */

/* Depth of a quad's four pixels. */
void s9_quad_depth(const s9_primitive *primitive, int32_t x, int32_t y, double bias, float out[4]);
/* All inputs of one quad; fog, too. */
void s9_feed_quad(const s9_drawing *drawing, const s9_shader_batch *batch, const s9_quad *quad);
/* Inputs that are the same or simple, of a triangle's span: flat ones, vPos, vFace. */
void s9_feed_others(const s9_drawing *drawing, const s9_shader_batch *batch, const s9_quad_span *span);
void s9_feed_filter(const s9_drawing *drawing, const s9_shader_batch *batch, const s9_quad_span *span);

/* The primitives of a part that lie in rows top to bottom - 1. */
void s9_raster_part(const s9_drawing *drawing, s9_shader_batch *batch, const s9_part *part, int32_t top,
                    int32_t bottom);
/* Every pixel of the rows, for filters. */
void s9_raster_filter(const s9_drawing *drawing, s9_shader_batch *batch, int32_t top, int32_t bottom);

/* The pixels of a quad that `mask` says. */
void s9_merge_quad(const s9_drawing *drawing, const s9_lane_results *results, const s9_quad *quad, uint32_t mask);
/* Quads of which every pixel is stored, where no depth test is. Needs `packed` and drawing->quads. */
void s9_merge_whole(const s9_drawing *drawing, const s9_lane_results *results, const s9_quad_span *span);
/* What the depth test compares: oDepth held to [0, 1] where the lane wrote it, else the interpolated depth. */
float s9_lane_depth(const s9_lane_results *results, uint32_t lane);
/* One pixel, its place in the buffers and its lane. */
s9_probe_outcome s9_merge_pixel(const s9_drawing *drawing, const s9_lane_results *results, size_t pixel, uint32_t lane,
                                bool front);
/* s9_merge_quad, telling the probe about its pixel. */
void s9_probe_quad(const s9_drawing *drawing, const s9_shader_batch *batch, const s9_lane_results *results,
                   const s9_quad *quad, uint32_t mask);
/* The same for filters: `mask` are the pixels that were not discarded. */
void s9_merge_filter_quad(const s9_drawing *drawing, const s9_lane_results *results, const s9_quad *quad,
                          uint32_t mask);

/*
 * A comparison as bits: 1 passes when new is less than stored, 2 equal, 4 greater, 8 unordered. The numbers of
 * D3DCMPFUNC less one are the first three.
 */
static inline uint32_t s9_compare_bits(s9_compare_func func)
{
    uint32_t bits = (uint32_t)func - 1u;
    return bits > 7u ? 0u : bits | (func == S9_COMPARE_NOT_EQUAL || func == S9_COMPARE_ALWAYS ? 8u : 0u);
}

static inline bool s9_compare_passes(uint32_t bits, float a, float b)
{
    return (bits & (a < b ? 1u : a == b ? 2u : a > b ? 4u : 8u)) != 0;
}

/* ---- threads ---- */

typedef struct s9_pool s9_pool;
/* Called once for each worker: 0 is the caller's thread. */
typedef void (*s9_pool_work)(void *user, uint32_t worker);

/* Up to `threads` workers (0: as many as processors); fewer when threads cannot be had. */
s9_pool *s9_pool_create(const s9_allocator *allocator, uint32_t threads);
void s9_pool_destroy(s9_pool *pool);
uint32_t s9_pool_size(const s9_pool *pool);
/* Runs the work on every worker and waits for all. */
void s9_pool_run(s9_pool *pool, s9_pool_work work, void *user);
uint32_t s9_processor_count(void);

/* ---- the vertex stage ---- */

typedef struct s9_vertices {
    float *data;              /* vertex_floats of each vertex */
    float *sizes;             /* x of the point size output, or NULL */
    s9_screen_vertex *screen; /* NULL: points and lines */
    s9_vertex_rows *rows;     /* NULL: the same, and where one thread draws everything */
    uint32_t count;
} s9_vertices;

/* Shades all vertices of the mesh; warns of elements that it lacks. */
s9_result s9_shade_vertices(s9_arena *arena, const s9_draw_args *args, const s9_drawing *drawing, s9_pool *pool,
                            s9_vertices *out, s9_diagnostics *diagnostics);

/* Primitive `number` of a topology. */
typedef struct s9_assembled {
    uint32_t vertex[3];
    uint32_t provoking; /* vertex whose colours flat shading takes */
} s9_assembled;

uint32_t s9_primitive_count(s9_topology topology, uint32_t vertices);
s9_assembled s9_assemble_primitive(const s9_mesh *mesh, uint32_t number);

/* ---- the primitive stage ---- */

/* Draws all primitives of the mesh with the batches, one of each worker of the pool. */
s9_result s9_feed_primitives(s9_arena *arena, const s9_draw_args *args, const s9_drawing *drawing,
                             const s9_vertices *vertices, s9_pool *pool, s9_shader_batch *batches);
/* Rows top to bottom - 1 of a filter. */
void s9_feed_filter_rows(const s9_drawing *drawing, s9_pool *pool, s9_shader_batch *batches, int32_t top,
                         int32_t bottom);

#endif
