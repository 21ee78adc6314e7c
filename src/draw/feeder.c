/* SPDX-License-Identifier: MIT */
/*
 * Primitives of the mesh in their order, chunk by chunk. A step draws one chunk, in bands of rows, and sets up the next
 * one, in parts; every thread takes whatever band or part is next, so that a step has one end to wait for.
 */
#include "draw/draw.h"

#define PART_PRIMITIVES 512u /* of the mesh */
#define PART_POOL 1024u      /* corners that clipping makes */
#define PARTS_PER_WORKER 8u
#define MOST_PARTS 64u
#define BANDS_PER_WORKER 8

typedef struct chunk {
    s9_part *parts;
    uint32_t count; /* parts that are drawn */
    uint32_t next;  /* the mesh's first primitive after them */
} chunk;

typedef struct feeder {
    const s9_draw_args *args;
    const s9_drawing *drawing;
    const s9_vertices *vertices;
    s9_pool *pool;
    s9_shader_batch *batches;
    s9_topology topology;
    uint32_t corners;    /* of a primitive */
    uint32_t primitives; /* of the mesh */
    uint32_t part_count; /* of a chunk */
    chunk chunks[2];
} feeder;

/* ---- one part ---- */

/* False: a coordinate is infinite or NaN. */
static bool load_corner(const feeder *f, uint32_t vertex, s9_corner *corner)
{
    const float *from = f->vertices->data + (size_t)vertex * f->drawing->link->vertex_floats;
    bool finite = true;
    for (uint32_t k = 0; k < 4; k++) {
        finite = finite && from[k] - from[k] == 0.0f;
        corner->position[k] = (double)from[k];
    }
    corner->varyings = from + S9_VERTEX_HEADER;
    return finite;
}

static bool point_is_inside(const s9_draw_state *state, const s9_corner *corner)
{
    const double *p = corner->position;
    bool inside = p[2] >= 0 && p[2] <= p[3];
    for (uint32_t i = 0; i < state->clip_plane_count; i++) {
        const float *plane = state->clip_planes[i];
        double distance =
            (double)plane[0] * p[0] + (double)plane[1] * p[1] + (double)plane[2] * p[2] + (double)plane[3] * p[3];
        inside = inside && distance >= 0;
    }
    return inside;
}

/* With everything that clipping may make of it. */
static void add_any(const feeder *f, const s9_assembled *assembled, s9_part *part)
{
    const s9_draw_state *state = &f->drawing->state;
    const s9_screen *screen = &f->drawing->screen;
    s9_corner corners[S9_MOST_CORNERS];
    uint32_t count = f->corners;
    for (uint32_t k = 0; k < count; k++) {
        if (!load_corner(f, assembled->vertex[k], &corners[k])) {
            return;
        }
    }
    if (count == 1) {
        float size = f->vertices->sizes ? f->vertices->sizes[assembled->vertex[0]] : state->point_size;
        if (point_is_inside(state, &corners[0])) {
            s9_setup_point(screen, state, &corners[0], size, part);
        }
        return;
    }
    count = s9_clip(screen, state, part, corners, count);
    if (count == 2) {
        s9_setup_line(screen, corners, part);
    }
    for (uint32_t k = 2; k < count; k++) {
        const s9_corner triangle[3] = {corners[0], corners[k - 1], corners[k]};
        s9_setup_triangle(screen, state->cull, triangle, part);
    }
}

/* A triangle that need not be cut, as nearly all; true: no more is to be done about it. */
static bool add_inside(const feeder *f, const s9_assembled *assembled, s9_part *part)
{
    const s9_screen_vertex *v[3];
    for (uint32_t k = 0; k < 3; k++) {
        v[k] = &f->vertices->screen[assembled->vertex[k]];
    }
    uint32_t any = v[0]->beyond | v[1]->beyond | v[2]->beyond, all = v[0]->beyond & v[1]->beyond & v[2]->beyond;
    if ((any & S9_BEYOND_ALL) != 0 || (all & S9_BEYOND_SIDES) != 0) {
        return true;
    }
    if ((any & S9_BEYOND) != 0) {
        return false;
    }
    s9_screen_corner corners[3];
    for (uint32_t k = 0; k < 3; k++) {
        const float *from = f->vertices->data + (size_t)assembled->vertex[k] * f->drawing->link->vertex_floats;
        corners[k] = (s9_screen_corner){v[k]->x, v[k]->y, v[k]->z, v[k]->inverse_w, from + S9_VERTEX_HEADER};
    }
    s9_setup_projected(&f->drawing->screen, f->drawing->state.cull, corners, part);
    return true;
}

static void find_rows(s9_part *part)
{
    part->top = INT32_MAX;
    part->bottom = INT32_MIN;
    for (uint32_t first = 0; first < part->count; first += S9_GROUP) {
        int32_t top = INT32_MAX, bottom = INT32_MIN;
        for (uint32_t i = first; i < part->count && i < first + S9_GROUP; i++) {
            top = part->primitives[i].top < top ? part->primitives[i].top : top;
            bottom = part->primitives[i].bottom > bottom ? part->primitives[i].bottom : bottom;
        }
        part->groups[first / S9_GROUP][0] = top;
        part->groups[first / S9_GROUP][1] = bottom;
        part->top = top < part->top ? top : part->top;
        part->bottom = bottom > part->bottom ? bottom : part->bottom;
    }
}

/* Primitives `from` to `end` - 1, or as many as there is room for. */
static void fill_part(const feeder *f, s9_part *part, uint32_t from, uint32_t end)
{
    part->count = part->pool_used = 0;
    uint32_t number = from;
    for (; number < end; number++) {
        if (part->count + S9_MOST_PRIMITIVES > part->capacity ||
            part->pool_used + S9_MOST_NEW_CORNERS > part->pool_capacity) {
            break;
        }
        uint32_t first = part->count;
        s9_assembled assembled = s9_assemble_primitive(f->args->mesh, number);
        if (!f->vertices->screen || !add_inside(f, &assembled, part)) {
            add_any(f, &assembled, part);
        }
        const float *flat =
            f->vertices->data + (size_t)assembled.provoking * f->drawing->link->vertex_floats + S9_VERTEX_HEADER;
        for (uint32_t i = first; i < part->count; i++) {
            part->primitives[i].flat = flat;
            part->primitives[i].number = number;
        }
    }
    part->next = number;
    find_rows(part);
}

/* ---- steps ---- */

typedef struct step {
    const feeder *feeder;
    const s9_drawing *drawing;
    s9_shader_batch *batches; /* one of each worker */
    const chunk *drawn;       /* NULL: a filter */
    chunk *filled;
    int32_t top, bottom, height; /* rows: all, of a band */
    uint32_t bands, parts;
    char apart[64];
    atomic_uint next;
} step;

static void draw_band(const step *s, s9_shader_batch *batch, uint32_t band)
{
    int32_t top = s->top + (int32_t)band * s->height;
    int32_t bottom = s->bottom - top < s->height ? s->bottom : top + s->height;
    if (!s->drawn) {
        s9_raster_filter(s->drawing, batch, top, bottom);
        return;
    }
    for (uint32_t i = 0; i < s->drawn->count; i++) {
        const s9_part *part = &s->drawn->parts[i];
        if (part->top < bottom && part->bottom > top) {
            s9_raster_part(s->drawing, batch, part, top, bottom);
        }
    }
    s9_batch_flush(s->drawing, batch);
}

static void work_step(void *user, uint32_t worker)
{
    step *s = user;
    for (;;) {
        uint32_t task = atomic_fetch_add(&s->next, 1u);
        if (task < s->bands) {
            draw_band(s, &s->batches[worker], task);
        } else if (task < s->bands + s->parts) {
            uint32_t part = task - s->bands, first = s->filled->next + part * PART_PRIMITIVES;
            uint32_t left = s->feeder->primitives - first;
            fill_part(s->feeder, &s->filled->parts[part], first,
                      first + (left < PART_PRIMITIVES ? left : PART_PRIMITIVES));
        } else {
            return;
        }
    }
}

/* Rows top to bottom - 1, in bands of whole quads. */
static void find_bands(step *s, uint32_t workers, int32_t top, int32_t bottom)
{
    s->top = top & ~1;
    s->bottom = bottom;
    int32_t rows = bottom - s->top;
    if (rows <= 0) {
        return;
    }
    int32_t most = workers == 1 ? 1 : (int32_t)workers * BANDS_PER_WORKER;
    s->height = ((rows + most - 1) / most + 1) & ~1;
    s->bands = (uint32_t)((rows + s->height - 1) / s->height);
}

static void run_step(step *s, s9_pool *pool)
{
    atomic_init(&s->next, 0u);
    if (s->bands + s->parts > 1) {
        s9_pool_run(pool, work_step, s);
    } else {
        work_step(s, 0);
    }
}

/* What was filled: parts up to one that had no room for all of its own. */
static void close_chunk(const feeder *f, chunk *filled, uint32_t parts)
{
    filled->count = 0;
    for (bool whole = true; whole && filled->count < parts; filled->count++) {
        uint32_t end = filled->next + PART_PRIMITIVES;
        const s9_part *part = &filled->parts[filled->count];
        whole = part->next == (end < f->primitives ? end : f->primitives);
        filled->next = part->next;
    }
}

static void feed_all(const feeder *f, chunk chunks[2])
{
    uint32_t next = 0, workers = s9_pool_size(f->pool);
    chunk *drawn = &chunks[0], *filled = &chunks[1];
    while (drawn->count > 0 || next < f->primitives) {
        step s = {.feeder = f, .drawing = f->drawing, .batches = f->batches, .drawn = drawn, .filled = filled};
        int32_t top = INT32_MAX, bottom = INT32_MIN;
        for (uint32_t i = 0; i < drawn->count; i++) {
            top = drawn->parts[i].top < top ? drawn->parts[i].top : top;
            bottom = drawn->parts[i].bottom > bottom ? drawn->parts[i].bottom : bottom;
        }
        if (top < bottom) {
            find_bands(&s, workers, top, bottom);
        }
        uint32_t left = f->primitives - next, parts = left / PART_PRIMITIVES + (left % PART_PRIMITIVES != 0);
        s.parts = parts < f->part_count ? parts : f->part_count;
        filled->next = next;
        run_step(&s, f->pool);
        close_chunk(f, filled, s.parts);
        next = filled->next;
        chunk *other = drawn;
        drawn = filled;
        filled = other;
    }
}

/* ---- memory ---- */

static bool allocate_parts(s9_arena *arena, const feeder *f, chunk *c)
{
    uint32_t most = f->primitives < PART_PRIMITIVES ? f->primitives : PART_PRIMITIVES;
    uint32_t capacity = 2 * most + S9_MOST_PRIMITIVES, pool = PART_POOL + S9_MOST_NEW_CORNERS;
    uint32_t floats = 4 * f->drawing->link->varying_count;
    c->parts = s9_arena_array(arena, f->part_count, sizeof *c->parts);
    for (uint32_t i = 0; c->parts && i < f->part_count; i++) {
        s9_part *part = &c->parts[i];
        part->capacity = capacity;
        part->primitives = s9_arena_array_raw(arena, capacity, sizeof *part->primitives);
        part->groups = s9_arena_array_raw(arena, capacity / S9_GROUP + 1, sizeof *part->groups);
        part->pool_capacity = pool;
        part->varying_floats = floats;
        part->pool = s9_arena_array_raw(arena, (size_t)pool * floats, sizeof(float));
    }
    return !arena->failed;
}

s9_result s9_feed_primitives(s9_arena *arena, const s9_draw_args *args, const s9_drawing *drawing,
                             const s9_vertices *vertices, s9_pool *pool, s9_shader_batch *batches)
{
    const s9_mesh *mesh = args->mesh;
    uint32_t indices = s9_mesh_index_count(mesh), workers = s9_pool_size(pool);
    feeder f = {.args = args,
                .drawing = drawing,
                .vertices = vertices,
                .pool = pool,
                .batches = batches,
                .topology = s9_mesh_topology(mesh)};
    f.corners = f.topology == S9_TOPOLOGY_POINT_LIST                                          ? 1
                : f.topology == S9_TOPOLOGY_LINE_LIST || f.topology == S9_TOPOLOGY_LINE_STRIP ? 2
                                                                                              : 3;
    f.primitives = s9_primitive_count(f.topology, indices > 0 ? indices : s9_mesh_vertex_count(mesh));
    uint32_t parts = f.primitives / PART_PRIMITIVES + (f.primitives % PART_PRIMITIVES != 0);
    uint32_t most = workers == 1                              ? 1
                    : workers * PARTS_PER_WORKER < MOST_PARTS ? workers * PARTS_PER_WORKER
                                                              : MOST_PARTS;
    f.part_count = parts < most ? parts : most;
    if (f.primitives == 0) {
        return S9_OK;
    }
    chunk chunks[2] = {{0}};
    if (!allocate_parts(arena, &f, &chunks[0]) || !allocate_parts(arena, &f, &chunks[1])) {
        return S9_ERROR_MEMORY;
    }
    feed_all(&f, chunks);
    return S9_OK;
}

void s9_feed_filter_rows(const s9_drawing *drawing, s9_pool *pool, s9_shader_batch *batches, int32_t top,
                         int32_t bottom)
{
    step s = {.drawing = drawing, .batches = batches};
    find_bands(&s, s9_pool_size(pool), top, bottom);
    run_step(&s, pool);
}
