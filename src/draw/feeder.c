/* SPDX-License-Identifier: MIT */
/*
 * Primitives of the mesh in their order. One thread sets up a few and draws them, the next few, and so on. Several
 * threads share the rows of the framebuffer: a step draws one chunk of primitives, each thread a block of rows at a
 * time, and sorts the next chunk into lists of what touches which block, a part at a time. Whoever draws a block sets
 * up what its lists name, in memory of its own: setting up a primitive costs less than handing it from one processor's
 * cache to another's.
 */
#include "draw/draw.h"

#define PART_PRIMITIVES 1024u /* of the mesh, sorted at once; a number among them has 16 bits */
#define MOST_PARTS 64u
#define LIST_BYTES ((size_t)4 << 20) /* of a chunk's lists, about */
#define MOST_BLOCKS 64u
#define SMALLEST_BLOCK 16       /* rows: what lies across two blocks is set up twice */
#define WAITING_PRIMITIVES 512u /* set up, not drawn */
#define WAITING_CORNERS 512u    /* that clipping made for them */

/* Numbers of the primitives that touch each block, after those before them in the chunk. */
typedef struct part_lists {
    uint16_t *numbers; /* PART_PRIMITIVES for each block */
    uint32_t counts[MOST_BLOCKS];
    char apart[64]; /* threads that fill neighbours share no cache line */
} part_lists;

typedef struct chunk {
    part_lists *parts;
    uint32_t first, count; /* primitives of the mesh */
} chunk;

typedef struct feeder {
    const s9_draw_args *args;
    const s9_drawing *drawing;
    const s9_vertices *vertices;
    s9_pool *pool;
    s9_shader_batch *batches;
    s9_part *waiting; /* one of each worker */
    s9_topology topology;
    const uint32_t *list; /* indices of a triangle list; NULL: anything else */
    uint32_t corners;     /* of a primitive */
    uint32_t primitives;  /* of the mesh */
    uint32_t part_count;  /* of a chunk */
    int32_t block_rows;
    uint32_t block_count;
} feeder;

static inline s9_assembled assemble(const feeder *f, uint32_t number)
{
    if (!f->list) {
        return s9_assemble_primitive(f->args->mesh, number);
    }
    const uint32_t *index = f->list + (size_t)number * 3;
    return (s9_assembled){{index[0], index[1], index[2]}, index[0]};
}

/* ---- setting up ---- */

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

/* Draws what waits, of rows top to bottom - 1. */
static void draw_waiting(const feeder *f, s9_part *part, s9_shader_batch *batch, int32_t top, int32_t bottom)
{
    s9_raster_part(f->drawing, batch, part, top, bottom);
    s9_batch_flush(f->drawing, batch); /* its quads know the primitives by their places */
    part->count = part->pool_used = 0;
}

static void add_primitive(const feeder *f, uint32_t number, s9_part *part, s9_shader_batch *batch, int32_t top,
                          int32_t bottom)
{
    if (part->count + S9_MOST_PRIMITIVES > part->capacity ||
        part->pool_used + S9_MOST_NEW_CORNERS > part->pool_capacity) {
        draw_waiting(f, part, batch, top, bottom);
    }
    uint32_t first = part->count;
    s9_assembled assembled = assemble(f, number);
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

/* ---- sorting ---- */

/* Rows that a vertex may touch, and some more; false: any. */
static bool vertex_rows(const feeder *f, uint32_t vertex, double *low, double *high)
{
    const float *p = f->vertices->data + (size_t)vertex * f->drawing->link->vertex_floats;
    const s9_screen *screen = &f->drawing->screen;
    double w = (double)p[3], reach = 2;
    if (f->corners == 1) {
        reach += f->vertices->sizes ? (double)f->vertices->sizes[vertex] : (double)f->drawing->state.point_size;
        reach += (double)f->drawing->state.point_size_min;
    }
    if (!(w >= S9_SMALLEST_W) || !(reach < 0x1p20)) {
        return false;
    }
    double y = screen->y + (1 - (double)p[1] / w) * screen->half_height;
    *low = y - reach < *low ? y - reach : *low;
    *high = y + reach > *high ? y + reach : *high;
    return y == y;
}

/* First and last block that a primitive may touch; false: it is not seen. */
static bool find_blocks(const feeder *f, uint32_t number, uint32_t *first, uint32_t *last)
{
    s9_assembled assembled = assemble(f, number);
    const s9_screen *screen = &f->drawing->screen;
    int64_t top = screen->top, bottom = (int64_t)screen->bottom - 1;
    const s9_screen_vertex *v[3];
    uint32_t any = S9_BEYOND, all = 0;
    if (f->vertices->screen) {
        for (uint32_t k = 0; k < 3; k++) {
            v[k] = &f->vertices->screen[assembled.vertex[k]];
        }
        any = v[0]->beyond | v[1]->beyond | v[2]->beyond;
        all = v[0]->beyond & v[1]->beyond & v[2]->beyond;
    }
    if ((any & S9_BEYOND_ALL) != 0 || (all & S9_BEYOND_SIDES) != 0) {
        return false;
    }
    int64_t from = top, to = bottom;
    if ((any & S9_BEYOND) == 0) {
        int32_t low = v[0]->y < v[1]->y ? v[0]->y : v[1]->y, high = v[0]->y > v[1]->y ? v[0]->y : v[1]->y;
        from = (low < v[2]->y ? low : v[2]->y) >> S9_SUBPIXEL_BITS;
        to = ((high > v[2]->y ? high : v[2]->y) >> S9_SUBPIXEL_BITS) + 1;
    } else {
        /* What is cut is a part of what is not, where nothing lies behind the eye. */
        double low = 0x1p30, high = -0x1p30;
        bool known = true;
        for (uint32_t k = 0; k < f->corners; k++) {
            known = known && vertex_rows(f, assembled.vertex[k], &low, &high);
        }
        if (known) {
            from = low > -0x1p30 ? (low < 0x1p30 ? (int64_t)low - 1 : (int64_t)1 << 30) : top;
            to = high < 0x1p30 ? (high > -0x1p30 ? (int64_t)high + 1 : -((int64_t)1 << 30)) : bottom;
        }
    }
    from = from > top ? from : top;
    to = to < bottom ? to : bottom;
    if (from > to) {
        return false;
    }
    *first = (uint32_t)(from - (screen->top & ~1)) / (uint32_t)f->block_rows;
    *last = (uint32_t)(to - (screen->top & ~1)) / (uint32_t)f->block_rows;
    return true;
}

static void sort_part(const feeder *f, const chunk *c, uint32_t number)
{
    part_lists *part = &c->parts[number];
    uint32_t from = number * PART_PRIMITIVES, left = c->count - from;
    uint32_t count = left < PART_PRIMITIVES ? left : PART_PRIMITIVES;
    memset(part->counts, 0, sizeof part->counts);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first, last;
        if (!find_blocks(f, c->first + from + i, &first, &last)) {
            continue;
        }
        for (uint32_t block = first; block <= last && block < f->block_count; block++) {
            part->numbers[(size_t)block * PART_PRIMITIVES + part->counts[block]++] = (uint16_t)i;
        }
    }
}

/* ---- steps ---- */

typedef struct step {
    const feeder *feeder; /* NULL: a filter */
    const s9_drawing *drawing;
    s9_shader_batch *batches; /* one of each worker */
    const chunk *drawn, *sorted;
    int32_t top, bottom, block_rows;
    uint32_t blocks, parts; /* to draw, to sort */
    char apart[64];
    atomic_uint next;
    char behind[64];
} step;

static uint32_t parts_of(const chunk *c)
{
    return c->count / PART_PRIMITIVES + (c->count % PART_PRIMITIVES != 0);
}

static void draw_block(const step *s, uint32_t worker, uint32_t block)
{
    s9_shader_batch *batch = &s->batches[worker];
    int32_t top = s->top + (int32_t)block * s->block_rows;
    int32_t bottom = s->bottom - top < s->block_rows ? s->bottom : top + s->block_rows;
    if (!s->feeder) {
        s9_raster_filter(s->drawing, batch, top, bottom);
        return;
    }
    s9_part *waiting = &s->feeder->waiting[worker];
    for (uint32_t i = 0; i < parts_of(s->drawn); i++) {
        const part_lists *part = &s->drawn->parts[i];
        const uint16_t *numbers = part->numbers + (size_t)block * PART_PRIMITIVES;
        uint32_t first = s->drawn->first + i * PART_PRIMITIVES;
        for (uint32_t k = 0; k < part->counts[block]; k++) {
            add_primitive(s->feeder, first + numbers[k], waiting, batch, top, bottom);
        }
    }
    draw_waiting(s->feeder, waiting, batch, top, bottom);
}

static void work_step(void *user, uint32_t worker)
{
    step *s = user;
    for (;;) {
        uint32_t task = atomic_fetch_add(&s->next, 1u);
        if (task < s->blocks) {
            draw_block(s, worker, task);
        } else if (task - s->blocks < s->parts) {
            sort_part(s->feeder, s->sorted, task - s->blocks);
        } else {
            return;
        }
    }
}

static void run_step(step *s, s9_pool *pool)
{
    atomic_init(&s->next, 0u);
    if (s->blocks + s->parts > 1) {
        s9_pool_run(pool, work_step, s);
    } else {
        work_step(s, 0);
    }
}

static void feed_chunks(const feeder *f, chunk chunks[2])
{
    const s9_screen *screen = &f->drawing->screen;
    chunk *drawn = &chunks[0], *sorted = &chunks[1];
    uint32_t next = 0;
    while (drawn->count > 0 || next < f->primitives) {
        uint32_t left = f->primitives - next, most = f->part_count * PART_PRIMITIVES;
        sorted->first = next;
        sorted->count = left < most ? left : most;
        next += sorted->count;
        step s = {.feeder = f,
                  .drawing = f->drawing,
                  .batches = f->batches,
                  .drawn = drawn,
                  .sorted = sorted,
                  .top = screen->top & ~1,
                  .bottom = screen->bottom,
                  .block_rows = f->block_rows,
                  .blocks = drawn->count > 0 ? f->block_count : 0,
                  .parts = parts_of(sorted)};
        run_step(&s, f->pool);
        chunk *other = drawn;
        drawn = sorted;
        sorted = other;
    }
}

/* One thread needs no lists. */
static void feed_alone(const feeder *f)
{
    const s9_screen *screen = &f->drawing->screen;
    for (uint32_t i = 0; i < f->primitives; i++) {
        add_primitive(f, i, &f->waiting[0], &f->batches[0], screen->top, screen->bottom);
    }
    draw_waiting(f, &f->waiting[0], &f->batches[0], screen->top, screen->bottom);
}

/* ---- memory ---- */

static bool allocate_waiting(s9_arena *arena, feeder *f, uint32_t workers)
{
    uint32_t floats = 4 * f->drawing->link->varying_count;
    uint32_t most = f->primitives < WAITING_PRIMITIVES ? f->primitives : WAITING_PRIMITIVES;
    f->waiting = s9_arena_array(arena, workers, sizeof *f->waiting);
    for (uint32_t i = 0; f->waiting && i < workers; i++) {
        s9_part *part = &f->waiting[i];
        part->capacity = most + S9_MOST_PRIMITIVES;
        part->primitives = s9_arena_array_raw(arena, part->capacity, sizeof *part->primitives);
        part->pool_capacity = WAITING_CORNERS + S9_MOST_NEW_CORNERS;
        part->varying_floats = floats;
        part->pool = s9_arena_array_raw(arena, (size_t)part->pool_capacity * floats, sizeof(float));
    }
    return !arena->failed;
}

static bool allocate_lists(s9_arena *arena, const feeder *f, chunk *c)
{
    c->parts = s9_arena_array(arena, f->part_count, sizeof *c->parts);
    for (uint32_t i = 0; c->parts && i < f->part_count; i++) {
        c->parts[i].numbers =
            s9_arena_array_raw(arena, (size_t)f->block_count * PART_PRIMITIVES, sizeof *c->parts[i].numbers);
    }
    return !arena->failed;
}

/* Blocks of whole quads; not so many that a thread gets none, not so low that much lies across two. */
static void divide_rows(int32_t rows, int32_t *block_rows, uint32_t *count)
{
    int32_t height = (rows + (int32_t)MOST_BLOCKS - 1) / (int32_t)MOST_BLOCKS;
    height = height < SMALLEST_BLOCK ? SMALLEST_BLOCK : (height + 1) & ~1;
    *block_rows = height;
    *count = (uint32_t)((rows + height - 1) / height);
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
    f.list = f.topology == S9_TOPOLOGY_TRIANGLE_LIST && indices > 0 ? s9_mesh_indices(mesh) : NULL;
    int32_t rows = drawing->screen.bottom - (drawing->screen.top & ~1);
    if (f.primitives == 0 || rows <= 0) {
        return S9_OK;
    }
    if (!allocate_waiting(arena, &f, workers)) {
        return S9_ERROR_MEMORY;
    }
    if (workers == 1) {
        feed_alone(&f);
        return S9_OK;
    }
    divide_rows(rows, &f.block_rows, &f.block_count);
    uint32_t parts = f.primitives / PART_PRIMITIVES + (f.primitives % PART_PRIMITIVES != 0);
    size_t most = LIST_BYTES / ((size_t)f.block_count * PART_PRIMITIVES * sizeof(uint16_t));
    f.part_count = most < MOST_PARTS ? (uint32_t)most : MOST_PARTS;
    f.part_count = parts < f.part_count ? parts : f.part_count;
    chunk chunks[2] = {{0}};
    if (!allocate_lists(arena, &f, &chunks[0]) || !allocate_lists(arena, &f, &chunks[1])) {
        return S9_ERROR_MEMORY;
    }
    feed_chunks(&f, chunks);
    return S9_OK;
}

void s9_feed_filter_rows(const s9_drawing *drawing, s9_pool *pool, s9_shader_batch *batches, int32_t top,
                         int32_t bottom)
{
    step s = {.drawing = drawing, .batches = batches, .top = top & ~1, .bottom = bottom};
    divide_rows(bottom - s.top, &s.block_rows, &s.blocks);
    run_step(&s, pool);
}
