/* SPDX-License-Identifier: MIT */
/*
 * Primitives of the mesh in their order. One thread sets up a few and draws them, the next few, and so on. Several
 * threads share the rows of the framebuffer: first they note of every primitive, a part of them at a time, which blocks
 * of rows it touches; then each draws a block at a time and looks through the notes for what touches it. Whoever draws
 * a block sets up what it finds, in memory of its own: setting up a primitive costs less than handing it from one
 * processor's cache to another's. While a chunk of a very large mesh is drawn, the next one is noted.
 */
#include "draw/draw.h"

#define CHUNK_PRIMITIVES (1u << 20) /* of the mesh, noted before they are drawn: as large as two bytes each allow */
#define GROUP_PRIMITIVES 256u       /* passed over together */
#define PART_GROUPS 16u             /* noted at once */
#define SMALLEST_BLOCK 16u          /* rows: what lies across two blocks is set up twice */
#define MOST_AT_ONCE 4u             /* blocks: what is seen may lie in few of them */
#define WAITING_PRIMITIVES 512u     /* set up, not drawn */
#define WAITING_CORNERS 512u        /* that clipping made for them */

#define WORD 8u /* notes that are looked at together */
#define EVERY_BYTE 0x0101010101010101u

/* The blocks that something touches: from `first` up to `end`, which is outside; none where that is not behind it. */
typedef struct chunk {
    uint8_t *first, *end;             /* of each primitive, whole words */
    uint8_t *group_first, *group_end; /* of each group */
    uint32_t start, count;            /* primitives of the mesh */
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
} feeder;

static inline s9_assembled assemble(const feeder *f, uint32_t number)
{
    if (!f->list) {
        return s9_assemble_primitive(f->args->mesh, number);
    }
    const uint32_t *index = f->list + (size_t)number * 3;
    return (s9_assembled){{index[0], index[1], index[2]}, index[0]};
}

/* ---- blocks of rows ---- */

/* Of whole quads; not so many that a thread gets none, not so low that much lies across two. */
void s9_blocks_init(s9_blocks *blocks, int32_t top, int32_t bottom)
{
    blocks->top = top & ~1;
    blocks->bottom = bottom;
    uint32_t rows = bottom > blocks->top ? (uint32_t)(bottom - blocks->top) : 0;
    uint32_t height = (rows + S9_MOST_BLOCKS - 1) / S9_MOST_BLOCKS;
    blocks->rows = height < SMALLEST_BLOCK ? SMALLEST_BLOCK : (height + 1) & ~1u;
    blocks->count = (rows + blocks->rows - 1) / blocks->rows;
    blocks->inverse = 0xFFFFFFFFu / blocks->rows + 1u;
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

/* ---- which blocks ---- */

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

/* Blocks that a primitive may touch of which something is to be cut off, or that has no places on the screen yet. */
static void find_blocks(const feeder *f, uint32_t number, uint32_t *first, uint32_t *end)
{
    s9_assembled assembled = assemble(f, number);
    const s9_blocks *blocks = &f->drawing->blocks;
    /* What is cut is a part of what is not, where nothing lies behind the eye. */
    double low = 0x1p30, high = -0x1p30;
    bool known = true;
    for (uint32_t k = 0; k < f->corners; k++) {
        known = known && vertex_rows(f, assembled.vertex[k], &low, &high);
    }
    int64_t from = blocks->top, to = blocks->bottom;
    if (known) {
        from = low > -0x1p30 ? (low < 0x1p30 ? (int64_t)low - 1 : (int64_t)1 << 30) : from;
        to = high < 0x1p30 ? (high > -0x1p30 ? (int64_t)high + 1 : -((int64_t)1 << 30)) : to;
    }
    *first = s9_block_from(blocks, from);
    *end = s9_block_end(blocks, to);
}

/* Those of any primitive; of most the corners know them. */
static inline void note_primitive(const feeder *f, const s9_vertex_rows *rows, const uint32_t *list, uint32_t number,
                                  uint32_t *first, uint32_t *end)
{
    if (!rows) {
        find_blocks(f, number, first, end);
        return;
    }
    s9_vertex_rows a, b, c;
    if (list) {
        const uint32_t *index = list + (size_t)number * 3;
        a = rows[index[0]];
        b = rows[index[1]];
        c = rows[index[2]];
    } else {
        s9_assembled assembled = s9_assemble_primitive(f->args->mesh, number);
        a = rows[assembled.vertex[0]];
        b = rows[assembled.vertex[1]];
        c = rows[assembled.vertex[2]];
    }
    uint32_t from = a.first < b.first ? a.first : b.first, to = a.end > b.end ? a.end : b.end;
    *first = from < c.first ? from : c.first;
    *end = to > c.end ? to : c.end;
    uint32_t any = (uint32_t)a.beyond | b.beyond | c.beyond;
    if (any == 0) {
        return;
    }
    if ((any & S9_BEYOND_ALL) != 0 || ((uint32_t)a.beyond & b.beyond & c.beyond & S9_BEYOND_SIDES) != 0) {
        *first = S9_NO_BLOCK;
        *end = 0;
    } else if ((any & S9_BEYOND) != 0) {
        find_blocks(f, number, first, end);
    }
}

/* Notes the primitives of a group; the rest of its last word touches nothing. */
static void note_group(const feeder *f, const chunk *c, uint32_t group)
{
    uint32_t from = group * GROUP_PRIMITIVES, left = c->count - from;
    uint32_t count = left < GROUP_PRIMITIVES ? left : GROUP_PRIMITIVES;
    uint32_t lowest = S9_NO_BLOCK, highest = 0;
    const s9_vertex_rows *rows = f->vertices->rows;
    const uint32_t *list = f->list;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first, end;
        note_primitive(f, rows, list, c->start + from + i, &first, &end);
        c->first[from + i] = (uint8_t)first;
        c->end[from + i] = (uint8_t)end;
        lowest = first < lowest ? first : lowest;
        highest = end > highest ? end : highest;
    }
    for (uint32_t i = count; i % WORD != 0; i++) {
        c->first[from + i] = S9_NO_BLOCK;
        c->end[from + i] = 0;
    }
    c->group_first[group] = (uint8_t)lowest;
    c->group_end[group] = (uint8_t)highest;
}

static uint32_t groups_of(const chunk *c)
{
    return c->count / GROUP_PRIMITIVES + (c->count % GROUP_PRIMITIVES != 0);
}

static uint32_t parts_of(const chunk *c)
{
    uint32_t groups = groups_of(c);
    return groups / PART_GROUPS + (groups % PART_GROUPS != 0);
}

static void note_part(const feeder *f, const chunk *c, uint32_t part)
{
    uint32_t end = (part + 1) * PART_GROUPS, groups = groups_of(c);
    for (uint32_t group = part * PART_GROUPS; group < end && group < groups; group++) {
        note_group(f, c, group);
    }
}

/* Whether any of the primitives of a word touches some blocks: bytes below 128 are compared side by side. */
static inline bool find_in_word(const chunk *c, uint32_t at, uint32_t block, uint32_t behind)
{
    const uint64_t high = EVERY_BYTE * 128u;
    uint64_t first, end;
    memcpy(&first, c->first + at, sizeof first);
    memcpy(&end, c->end + at, sizeof end);
    return (((EVERY_BYTE * (behind - 1) | high) - first) & ((end | high) - EVERY_BYTE * (block + 1)) & high) != 0;
}

/* ---- steps ---- */

typedef struct step {
    const feeder *feeder; /* NULL: a filter */
    const s9_drawing *drawing;
    s9_shader_batch *batches; /* one of each worker */
    const chunk *drawn, *noted;
    const s9_blocks *blocks;
    uint32_t workers;
    uint32_t draws, parts; /* blocks to draw, parts to note */
    char apart[64];
    atomic_uint next;
    char behind[64];
} step;

/* Blocks that lie side by side, drawn by one thread at once: what lies across them is set up only once. */
typedef struct drawn_rows {
    uint32_t block, behind; /* the last one outside */
    int32_t top, bottom;
} drawn_rows;

/* Adds the primitives of a word. */
static void add_word(const step *s, uint32_t word, const drawn_rows *rows, uint32_t worker)
{
    const chunk *c = s->drawn;
    for (uint32_t i = word; i < word + WORD; i++) {
        if (c->first[i] < rows->behind && c->end[i] > rows->block) {
            add_primitive(s->feeder, c->start + i, &s->feeder->waiting[worker], &s->batches[worker], rows->top,
                          rows->bottom);
        }
    }
}

static void draw_blocks(const step *s, uint32_t worker, uint32_t block, uint32_t behind)
{
    s9_shader_batch *batch = &s->batches[worker];
    int32_t height = (int32_t)s->blocks->rows;
    drawn_rows rows = {block, behind, s->blocks->top + (int32_t)block * height, s->blocks->bottom};
    if (behind < s->blocks->count) {
        rows.bottom = s->blocks->top + (int32_t)behind * height;
    }
    if (!s->feeder) {
        s9_raster_filter(s->drawing, batch, rows.top, rows.bottom);
        return;
    }
    const chunk *c = s->drawn;
    for (uint32_t group = 0; group < groups_of(c); group++) {
        if (c->group_first[group] >= behind || c->group_end[group] <= block) {
            continue;
        }
        uint32_t from = group * GROUP_PRIMITIVES, left = c->count - from;
        uint32_t end = from + (left < GROUP_PRIMITIVES ? left : GROUP_PRIMITIVES);
        for (uint32_t word = from; word < end; word += WORD) {
            if (find_in_word(c, word, block, behind)) {
                add_word(s, word, &rows, worker);
            }
        }
    }
    draw_waiting(s->feeder, &s->feeder->waiting[worker], batch, rows.top, rows.bottom);
}

/* Takes the next blocks, several while many are left, else the next part; false: nothing is left. */
static bool take_work(step *s, uint32_t *task, uint32_t *behind)
{
    uint32_t next = atomic_load(&s->next), some;
    do {
        uint32_t left = next < s->draws ? s->draws - next : 0, shared = left / (4 * s->workers);
        some = shared < 1 ? 1 : shared < MOST_AT_ONCE ? shared : MOST_AT_ONCE;
    } while (!atomic_compare_exchange_weak(&s->next, &next, next + some));
    *task = next;
    *behind = next + some;
    return next < s->draws || next - s->draws < s->parts;
}

static void work_step(void *user, uint32_t worker)
{
    step *s = user;
    uint32_t task, behind;
    while (take_work(s, &task, &behind)) {
        if (task < s->draws) {
            draw_blocks(s, worker, task, behind);
        } else {
            note_part(s->feeder, s->noted, task - s->draws);
        }
    }
}

static void run_step(step *s, s9_pool *pool)
{
    atomic_init(&s->next, 0u);
    s->workers = s9_pool_size(pool);
    if (s->draws + s->parts > 1) {
        s9_pool_run(pool, work_step, s);
    } else {
        work_step(s, 0);
    }
}

static void feed_chunks(const feeder *f, chunk chunks[2])
{
    const s9_blocks *blocks = &f->drawing->blocks;
    chunk *drawn = &chunks[0], *noted = &chunks[1];
    uint32_t next = 0;
    while (drawn->count > 0 || next < f->primitives) {
        uint32_t left = f->primitives - next;
        noted->start = next;
        noted->count = left < CHUNK_PRIMITIVES ? left : CHUNK_PRIMITIVES;
        next += noted->count;
        step s = {.feeder = f,
                  .drawing = f->drawing,
                  .batches = f->batches,
                  .drawn = drawn,
                  .noted = noted,
                  .blocks = blocks,
                  .draws = drawn->count > 0 ? blocks->count : 0,
                  .parts = parts_of(noted)};
        run_step(&s, f->pool);
        chunk *other = drawn;
        drawn = noted;
        noted = other;
    }
}

/* One thread needs no notes. */
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

/* The second one only where the first does not hold all. */
static bool allocate_notes(s9_arena *arena, const feeder *f, chunk chunks[2])
{
    uint32_t left = f->primitives;
    for (uint32_t i = 2; i > 0 && left > 0; i--) {
        uint32_t most = left < CHUNK_PRIMITIVES ? left : CHUNK_PRIMITIVES;
        size_t bytes = ((size_t)most + WORD - 1) / WORD * WORD, groups = most / GROUP_PRIMITIVES + 1;
        chunks[i - 1].first = s9_arena_array_raw(arena, bytes, 1);
        chunks[i - 1].end = s9_arena_array_raw(arena, bytes, 1);
        chunks[i - 1].group_first = s9_arena_array_raw(arena, groups, 1);
        chunks[i - 1].group_end = s9_arena_array_raw(arena, groups, 1);
        left -= most;
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
    f.list = f.topology == S9_TOPOLOGY_TRIANGLE_LIST && indices > 0 ? s9_mesh_indices(mesh) : NULL;
    if (f.primitives == 0 || drawing->blocks.count == 0) {
        return S9_OK;
    }
    if (!allocate_waiting(arena, &f, workers)) {
        return S9_ERROR_MEMORY;
    }
    if (workers == 1) {
        feed_alone(&f);
        return S9_OK;
    }
    chunk chunks[2] = {{0}};
    if (!allocate_notes(arena, &f, chunks)) {
        return S9_ERROR_MEMORY;
    }
    feed_chunks(&f, chunks);
    return S9_OK;
}

void s9_feed_filter_rows(const s9_drawing *drawing, s9_pool *pool, s9_shader_batch *batches, int32_t top,
                         int32_t bottom)
{
    s9_blocks blocks;
    s9_blocks_init(&blocks, top, bottom);
    step s = {.drawing = drawing, .batches = batches, .blocks = &blocks, .draws = blocks.count};
    run_step(&s, pool);
}
