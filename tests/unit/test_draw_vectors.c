/* SPDX-License-Identifier: MIT */
/*
 * What is done in vectors gives the bits of what is done quad by quad, at every level of instructions that the machine
 * has; quads that an early test rejects are not shaded and not missed; primitives cost no allocation.
 */
#include "draw_scene.h"
#include "memory.h"

#include "draw/draw.h"

#define PS_KILL "ps_3_0\ndcl_texcoord v0\nadd r0, v0, -c0\ntexkill r0\nmov oC0, v0\n"
#define PS_DEPTH "ps_3_0\ndcl_texcoord v0\nmov oC0, v0\nmov oDepth, v0.x\n"

static uint32_t random_state = 1;

static uint32_t number(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

static double unit(void)
{
    return (double)(number() & 0xFFFFu) / 65536.0;
}

/* ---- vectors beside single quads ---- */

enum { VARYINGS = 2, MOST_QUADS = 200 };

typedef struct one_triangle {
    s9_part part;
    s9_primitive primitives[S9_MOST_PRIMITIVES];
    float varyings[3][4 * VARYINGS];
} one_triangle;

/* A random triangle; small ones, large ones, huge ones, w all the same or not. */
static const s9_primitive *make_triangle(one_triangle *t, const s9_screen *screen, uint32_t seed)
{
    s9_corner corners[3];
    double size = seed % 3 == 0 ? 0.05 : seed % 3 == 1 ? 1.5 : seed % 2 == 0 ? 1000.0 : 12000.0;
    double x = unit() * 2 - 1, y = unit() * 2 - 1;
    for (uint32_t k = 0; k < 3; k++) {
        double w = seed % 4 == 0 ? 1.0 : seed % 4 == 1 ? 0.25 : seed % 4 == 2 ? 3.0 : 0.5 + unit() * 4;
        const double position[4] = {(x + (unit() - 0.5) * size) * w, (y + (unit() - 0.5) * size) * w, unit() * w, w};
        memcpy(corners[k].position, position, sizeof position);
        for (uint32_t i = 0; i < 4 * VARYINGS; i++) {
            uint32_t kind = number() % 200;
            t->varyings[k][i] = kind == 0 ? INFINITY : kind == 1 ? NAN : (float)(unit() * 3 - 1);
        }
        corners[k].varyings = t->varyings[k];
    }
    t->part = (s9_part){.primitives = t->primitives, .capacity = S9_MOST_PRIMITIVES};
    s9_setup_triangle(screen, S9_CULL_NONE, corners, &t->part);
    return t->part.count > 0 ? &t->primitives[0] : NULL;
}

static void check_cover(const s9_quad_functions *functions, const s9_primitive *p)
{
    uint8_t masks[(S9_NARROW / 2 + 1) * S9_NARROW_QUADS];
    int32_t x = p->left & ~1, y = p->top & ~1, top = p->top, bottom = p->bottom;
    uint32_t count = (uint32_t)(p->right - x + 1) / 2;
    functions->cover(p, x, y, top, bottom, count, masks);
    for (int32_t j = y; j < bottom + 1; j++) {
        for (int32_t i = x; i < x + 2 * (int32_t)count; i++) {
            bool inside = i >= p->left && i < p->right && j >= top && j < bottom;
            for (uint32_t k = 0; k < 3; k++) {
                int64_t weight = p->a[k] * i + p->b[k] * j + p->c[k];
                inside = inside && (weight > 0 || (weight == 0 && p->include[k]));
            }
            uint32_t row = (uint32_t)(j - y) / 2, bit = (uint32_t)(i & 1) | (uint32_t)(j & 1) << 1;
            if ((j & ~1) < bottom) {
                uint32_t mask = masks[row * S9_NARROW_QUADS + (uint32_t)(i - x) / 2];
                assert_int_equal(mask >> bit & 1u, inside);
            }
        }
    }
}

static void check_inputs(const s9_quad_functions *functions, const s9_primitive *p, uint32_t seed)
{
    static s9_lanes vectors[2][4], singles[2][4];
    static float depth[S9_BATCH_ROOM], single[4];
    s9_feed feeds[VARYINGS] = {{.kind = S9_FEED_VARYING, .varying = 0},
                               {.kind = S9_FEED_VARYING, .varying = 1, .clamped = true}};
    s9_link link = {.feeds = feeds, .feed_count = VARYINGS};
    s9_drawing drawing = {.link = &link};
    s9_shader_batch batch = {.inputs = singles};
    s9_interpolant interpolants[4 * VARYINGS];
    for (uint32_t i = 0; i < 4 * VARYINGS; i++) {
        interpolants[i] = (s9_interpolant){i, i >= 4, vectors[i / 4][i % 4]};
    }
    int32_t x = p->left & ~1, y = (p->top + (int32_t)(number() % (uint32_t)(p->bottom - p->top))) & ~1;
    uint32_t most = (uint32_t)(p->right - x + 1) / 2, first = seed % 7;
    uint32_t count = most < MOST_QUADS ? most : MOST_QUADS;
    s9_quad_span span = {p, x, y, (uint16_t)first, (uint16_t)count, false};
    functions->feed(&span, interpolants, 4 * VARYINGS);
    functions->depth(p, x, y, count, 0.125, depth);
    for (uint32_t i = 0; i < count; i++) {
        s9_quad quad = {p, x + 2 * (int32_t)i, y, 4 * (first + i), 15};
        s9_feed_quad(&drawing, &batch, &quad);
        s9_quad_depth(p, quad.x, quad.y, 0.125, single);
        assert_memory_equal(depth + 4 * i, single, sizeof single);
        for (uint32_t k = 0; k < 4 * VARYINGS; k++) {
            assert_memory_equal(&vectors[k / 4][k % 4][quad.lane], &singles[k / 4][k % 4][quad.lane],
                                4 * sizeof(float));
        }
    }
}

static void test_inputs(void **state)
{
    (void)state;
    s9_draw_state draw_state;
    s9_screen screen;
    static one_triangle triangle;
    s9_draw_state_init(&draw_state);
    assert_true(s9_screen_init(&screen, &draw_state, 301, 203, NULL));
    uint32_t narrow = 0, exact = 0, scaled = 0, inexact = 0;
    random_state = 77;
    for (uint32_t seed = 0; seed < 3000; seed++) {
        const s9_primitive *p = make_triangle(&triangle, &screen, seed);
        if (!p) {
            continue;
        }
        narrow += p->narrow;
        exact += p->exact;
        inexact += !p->exact;
        scaled += p->scale != 0;
        for (uint32_t level = 0; level < S9_QUAD_LEVELS; level++) {
            const s9_quad_functions *functions = s9_quad_functions_of(level);
            if (functions && p->narrow) {
                check_cover(functions, p);
            }
            if (functions) {
                check_inputs(functions, p, seed);
            }
        }
    }
    assert_true(narrow > 100 && exact > 100 && scaled > 100 && inexact > 100);
    print_message("%u narrow, %u exact (%u without division), %u not\n", (unsigned)narrow, (unsigned)exact,
                  (unsigned)scaled, (unsigned)inexact);
}

static void test_bytes(void **state)
{
    (void)state;
    static s9_lanes color[4];
    static uint32_t packed[S9_BATCH_ROOM];
    static const float special[] = {0.0f, -0.0f, 1.0f, 0.99999994f, INFINITY, -INFINITY, NAN, 1e-40f, -1e-40f, 2.0f};
    random_state = 5;
    for (uint32_t round = 0; round < 300; round++) {
        for (uint32_t i = 0; i < 64; i++) {
            for (uint32_t k = 0; k < 4; k++) {
                /* Next to where a byte becomes the next one, too. */
                float step = ((float)(number() % 256) + 0.5f) / 255.0f;
                uint32_t bits = s9_float_bits(step) + number() % 5 - 2;
                uint32_t kind = number() % 8;
                color[k][i] = kind == 0   ? special[number() % S9_COUNT(special)]
                              : kind == 1 ? (float)unit()
                              : kind == 2 ? s9_bits_float(number() << 8 ^ number())
                                          : s9_bits_float(bits);
            }
        }
        for (uint32_t level = 0; level < S9_QUAD_LEVELS; level++) {
            const s9_quad_functions *functions = s9_quad_functions_of(level);
            uint8_t rows[2][128];
            if (!functions) {
                continue;
            }
            functions->pack((const s9_lanes *)color, 64, packed);
            functions->store(packed, 16, rows[0], rows[1]);
            for (uint32_t i = 0; i < 64; i++) {
                const float value[4] = {color[0][i], color[1][i], color[2][i], color[3][i]};
                uint8_t right[4];
                s9_unorm8_color(value, right);
                assert_memory_equal(packed + i, right, 4);
                assert_memory_equal(rows[i >> 1 & 1u] + (i / 4 * 2 + (i & 1u)) * 4, right, 4);
            }
        }
    }
}

/* ---- work ---- */

static s9_result draw_counting(scene *s, const s9_allocator *allocator, s9_draw_statistics *statistics)
{
    make_framebuffer(s);
    s9_mesh_element elements[2] = {{0, 0, 4, s->positions[0]}, {5, 0, 4, s->extra[0]}};
    s9_mesh_desc desc = {.struct_size = sizeof desc,
                         .topology = s->topology,
                         .vertex_count = s->count,
                         .elements = elements,
                         .element_count = 2,
                         .indices = s->indices,
                         .index_count = s->index_count};
    s9_mesh *mesh;
    assert_int_equal(s9_mesh_create(NULL, &desc, &mesh, NULL), S9_OK);
    s9_draw_args args = {.struct_size = sizeof args,
                         .framebuffer = s->framebuffer,
                         .mesh = mesh,
                         .vertex_shader = s->vs,
                         .pixel_shader = s->ps,
                         .state = &s->state,
                         .threads = s->threads,
                         .allocator = allocator,
                         .statistics = statistics};
    args.ps.constants.f = (const float(*)[4])s->ps_constants;
    args.ps.constants.f_count = 8;
    s9_result result = s9_draw(&args, NULL);
    s9_mesh_destroy(mesh);
    return result;
}

/* Layers of triangles, the nearest first; `late`: with a state that changes nothing but forbids early tests. */
static s9_draw_statistics draw_layers(scene *s, bool late, uint32_t threads)
{
    s9_draw_statistics statistics = {0};
    s->count = 0;
    s->threads = threads;
    random_state = 99;
    for (uint32_t layer = 0; layer < 8; layer++) {
        add_full_quad(s, 0.1 + layer * 0.1);
    }
    for (uint32_t i = 0; i < 600; i++) {
        uint32_t v = add_vertex(s, unit() * 80 - 8, unit() * 60 - 6, unit(), 0.5 + unit());
        for (int k = 0; k < 4; k++) {
            s->extra[v][k] = (float)unit();
        }
    }
    s->state.stencil_test = late;
    assert_int_equal(draw_counting(s, NULL, &statistics), S9_OK);
    return statistics;
}

static void test_early_depth(void **state)
{
    (void)state;
    static const char *const shaders[] = {PS_EXTRA, PS_KILL, PS_DEPTH};
    for (uint32_t i = 0; i < S9_COUNT(shaders); i++) {
        static float late_colors[64 * 48 * 4], late_depth[64 * 48], colors[64 * 48 * 4];
        for (uint32_t threads = 0; threads < 3; threads++) {
            scene *s = new_scene(64, 48, S9_TARGET_A8R8G8B8, VS_COPY, shaders[i]);
            const float black[4] = {0, 0, 0, 0};
            s->ps_constants[0][0] = 0.4f;
            make_framebuffer(s);
            s9_framebuffer_clear(s->framebuffer, black, 1.0f, 0);
            s9_draw_statistics counts = draw_layers(s, threads == 0, threads == 2 ? 2 : 1);
            if (threads == 0) {
                assert_int_equal(counts.quads_rejected, 0);
                s9_framebuffer_floats(s->framebuffer, 0, late_colors);
                memcpy(late_depth, s9_framebuffer_depth(s->framebuffer), sizeof late_depth);
            } else {
                s9_framebuffer_floats(s->framebuffer, 0, colors);
                assert_memory_equal(colors, late_colors, sizeof colors);
                assert_memory_equal(s9_framebuffer_depth(s->framebuffer), late_depth, sizeof late_depth);
                /* Of eight layers at least six are behind the first ones, unless the shader has its own depth. */
                if (i == 0) {
                    assert_true(counts.quads_rejected > 6u * 32 * 24);
                } else if (i == 1) {
                    assert_true(counts.quads_rejected > 0);
                } else {
                    assert_int_equal(counts.quads_rejected, 0);
                }
                assert_true(counts.quads_shaded > 0);
            }
            end_scene(s);
        }
    }
}

static s9_shader *shader_of(const char *text, const s9_allocator *allocator)
{
    s9_program *program = NULL;
    s9_shader *shader = NULL;
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_shader_create(program, allocator, NULL, &shader, NULL), S9_OK);
    s9_program_destroy(program);
    return shader;
}

/* The same vertices, more and more triangles of them: not one call more, once there is more than one part. */
static void test_allocations(void **state)
{
    (void)state;
    memory_source of_draw = {.fails_at = SIZE_MAX}, of_shaders = {.fails_at = SIZE_MAX};
    const s9_allocator memory = memory_allocator(&of_draw);
    const s9_allocator shader_memory = memory_allocator(&of_shaders);
    static uint32_t indices[60000];
    size_t before[2] = {0, 0};
    static const uint32_t triangles[] = {2000, 5000, 20000};
    for (uint32_t i = 0; i < S9_COUNT(triangles); i++) {
        scene *s = new_scene(64, 48, S9_TARGET_A8R8G8B8, VS_COPY, PS_EXTRA);
        s9_shader_destroy(s->vs);
        s9_shader_destroy(s->ps);
        s->vs = shader_of(VS_COPY, &shader_memory);
        s->ps = shader_of(PS_EXTRA, &shader_memory);
        random_state = 12;
        for (uint32_t v = 0; v < 1000; v++) {
            (void)add_vertex(s, unit() * 80 - 8, unit() * 60 - 6, unit() * 1.2 - 0.1, 0.5 + unit());
        }
        for (uint32_t k = 0; k < 3 * triangles[i]; k++) {
            indices[k] = number() % 1000;
        }
        s->indices = indices;
        s->index_count = 3 * triangles[i];
        of_draw.asked = of_shaders.asked = 0;
        assert_int_equal(draw_counting(s, &memory, NULL), S9_OK);
        if (i > 0) {
            assert_int_equal(of_draw.asked, before[0]);
            assert_int_equal(of_shaders.asked, before[1]);
        }
        before[0] = of_draw.asked;
        before[1] = of_shaders.asked;
        end_scene(s);
    }
    print_message("%u calls for memory, and %u by shaders, however many triangles\n", (unsigned)before[0],
                  (unsigned)before[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_early_depth),
        cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
