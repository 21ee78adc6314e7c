/* SPDX-License-Identifier: MIT */
/* Meshes: explicit ones, built-in ones, files. */
#include <shader9/mesh.h>

#include "base/base.h"
#include "memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>

#include <cmocka.h>

static void test_names(void **state)
{
    (void)state;
    uint32_t usage, index;
    assert_true(s9_mesh_usage_from_name("position0", &usage, &index));
    assert_true(usage == 0 && index == 0);
    assert_true(s9_mesh_usage_from_name("position", &usage, &index));
    assert_true(usage == 0 && index == 0);
    assert_true(s9_mesh_usage_from_name("positiont0", &usage, &index));
    assert_true(usage == 9 && index == 0);
    assert_true(s9_mesh_usage_from_name("texcoord15", &usage, &index));
    assert_true(usage == 5 && index == 15);
    assert_true(s9_mesh_usage_from_name("blendindices2", &usage, &index));
    assert_true(usage == 2 && index == 2);
    assert_false(s9_mesh_usage_from_name("texcoord16", &usage, &index));
    assert_false(s9_mesh_usage_from_name("texcoord01", &usage, &index));
    assert_false(s9_mesh_usage_from_name("texcoord1x", &usage, &index));
    assert_false(s9_mesh_usage_from_name("texcoor", &usage, &index));
    assert_false(s9_mesh_usage_from_name("", &usage, &index));
    assert_false(s9_mesh_usage_from_name(NULL, &usage, &index));
    for (uint32_t i = 0; s9_mesh_usage_name(i); i++) {
        assert_true(s9_mesh_usage_from_name(s9_mesh_usage_name(i), &usage, &index));
        assert_int_equal(usage, i);
    }
    for (int i = 1; i <= 6; i++) {
        s9_topology topology;
        assert_true(s9_topology_from_name(s9_topology_name((s9_topology)i), &topology));
        assert_int_equal(topology, i);
    }
    assert_null(s9_topology_name((s9_topology)0));
    assert_null(s9_topology_name((s9_topology)7));
    s9_topology topology;
    assert_false(s9_topology_from_name("quads", &topology));
}

static void test_explicit(void **state)
{
    (void)state;
    float positions[3][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
    float texcoords[3][2] = {{0, 1}, {2, 3}, {4, 5}};
    uint32_t indices[3] = {2, 1, 0};
    s9_mesh_element elements[2] = {{0, 0, 3, positions[0]}, {5, 1, 2, texcoords[0]}};
    s9_mesh_desc desc = {sizeof desc, S9_TOPOLOGY_TRIANGLE_LIST, 3, elements, 2, indices, 3};
    s9_mesh *mesh;
    assert_int_equal(s9_mesh_create(NULL, &desc, &mesh, NULL), S9_OK);
    memset(positions, 0, sizeof positions);
    const s9_mesh_element *element = s9_mesh_find_element(mesh, 0, 0);
    assert_non_null(element);
    assert_int_equal(element->components, 3);
    assert_true(element->data[8] == 8.0f);
    assert_non_null(s9_mesh_find_element(mesh, 5, 1));
    assert_null(s9_mesh_find_element(mesh, 5, 0));
    assert_int_equal(s9_mesh_index_count(mesh), 3);
    assert_int_equal(s9_mesh_indices(mesh)[0], 2);
    assert_null(s9_mesh_get_element(mesh, 2));
    s9_mesh_destroy(mesh);
    s9_mesh_destroy(NULL);

    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    indices[1] = 3;
    assert_int_equal(s9_mesh_create(NULL, &desc, &mesh, list), S9_ERROR_INVALID);
    assert_null(mesh);
    indices[1] = 1;
    elements[1] = elements[0];
    assert_int_equal(s9_mesh_create(NULL, &desc, &mesh, list), S9_ERROR_INVALID);
    elements[1].usage_index = 16;
    assert_int_equal(s9_mesh_create(NULL, &desc, &mesh, list), S9_ERROR_INVALID);
    elements[1].usage_index = 2;
    elements[1].components = 5;
    assert_int_equal(s9_mesh_create(NULL, &desc, &mesh, list), S9_ERROR_INVALID);
    elements[1].components = 0;
    assert_int_equal(s9_mesh_create(NULL, &desc, &mesh, list), S9_ERROR_INVALID);
    desc.element_count = 1;
    desc.topology = (s9_topology)9;
    assert_int_equal(s9_mesh_create(NULL, &desc, &mesh, list), S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(list), 6);
    s9_diagnostics_destroy(list);
}

typedef struct vertex {
    double p[3], n[3], t[3], uv[2];
} vertex;

static vertex get(const s9_mesh *mesh, uint32_t i)
{
    const float *p = s9_mesh_find_element(mesh, 0, 0)->data + i * 4,
                *n = s9_mesh_find_element(mesh, 3, 0)->data + i * 3;
    const float *t = s9_mesh_find_element(mesh, 6, 0)->data + i * 3,
                *uv = s9_mesh_find_element(mesh, 5, 0)->data + i * 2;
    vertex v;
    for (int k = 0; k < 3; k++) {
        v.p[k] = (double)p[k];
        v.n[k] = (double)n[k];
        v.t[k] = (double)t[k];
    }
    v.uv[0] = (double)uv[0];
    v.uv[1] = (double)uv[1];
    assert_true(p[3] == 1.0f);
    return v;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
}

/* Properties that every built-in mesh has; returns the volume it encloses, positive when it is clockwise outside. */
static double check_builtin(const char *name)
{
    s9_mesh *mesh;
    assert_int_equal(s9_mesh_builtin(name, NULL, &mesh, NULL), S9_OK);
    assert_int_equal(s9_mesh_topology(mesh), S9_TOPOLOGY_TRIANGLE_LIST);
    assert_int_equal(s9_mesh_element_count(mesh), 5);
    assert_int_equal(s9_mesh_find_element(mesh, 0, 0)->components, 4);
    uint32_t count = s9_mesh_vertex_count(mesh), indices = s9_mesh_index_count(mesh);
    assert_int_equal(indices % 3, 0);
    const float *color = s9_mesh_find_element(mesh, 10, 0)->data;
    for (uint32_t i = 0; i < count; i++) {
        vertex v = get(mesh, i);
        for (int k = 0; k < 3; k++) {
            assert_true(v.p[k] >= -1.0 && v.p[k] <= 1.0);
        }
        for (int k = 0; k < 4; k++) {
            assert_true(color[i * 4 + (uint32_t)k] == 1.0f);
        }
        assert_true(fabs(dot(v.n, v.n) - 1) < 1e-5);
        assert_true(fabs(dot(v.t, v.t) - 1) < 1e-5);
        assert_true(fabs(dot(v.n, v.t)) < 1e-5);
        assert_true(v.uv[0] >= 0 && v.uv[0] <= 1 && v.uv[1] >= 0 && v.uv[1] <= 1);
    }
    double volume = 0;
    for (uint32_t i = 0; i < indices; i += 3) {
        vertex v[3];
        double ab[3], ac[3], normal[3], du[2], dv[2];
        for (uint32_t k = 0; k < 3; k++) {
            v[k] = get(mesh, s9_mesh_indices(mesh)[i + k]);
        }
        for (int k = 0; k < 3; k++) {
            ab[k] = v[1].p[k] - v[0].p[k];
            ac[k] = v[2].p[k] - v[0].p[k];
        }
        for (int k = 0; k < 2; k++) {
            du[k] = v[k + 1].uv[0] - v[0].uv[0];
            dv[k] = v[k + 1].uv[1] - v[0].uv[1];
        }
        cross(ab, ac, normal);
        volume += dot(normal, v[0].p) / 6;
        for (int k = 0; k < 3; k++) {
            assert_true(dot(normal, v[k].n) > 0);
        }
        /* Seen from outside (clockwise), u goes right and v down: the texture is not mirrored. */
        assert_true(du[0] * dv[1] - du[1] * dv[0] > 0);
        /* The tangent points where u grows. */
        double area = du[0] * dv[1] - du[1] * dv[0], along[3];
        for (int k = 0; k < 3; k++) {
            along[k] = (ab[k] * dv[1] - ac[k] * dv[0]) / area;
        }
        for (int k = 0; k < 3; k++) {
            if (!(dot(along, v[k].t) > 0)) {
                fail_msg("%s triangle %u: tangent", name, i / 3);
            }
        }
    }
    s9_mesh_destroy(mesh);
    return volume;
}

static void test_builtin(void **state)
{
    (void)state;
    check_builtin("quad");
    assert_true(fabs(check_builtin("cube") - 8) < 1e-6);
    double pi = 3.14159265358979;
    assert_true(fabs(check_builtin("sphere") - 4 * pi / 3) < 0.03);
    assert_true(fabs(check_builtin("torus") - 2 * pi * pi * 0.7 * 0.09) < 0.02);
    double teapot = check_builtin("teapot");
    assert_true(teapot > 0.5 && teapot < 2);
    for (size_t i = 0; s9_mesh_builtin_name(i); i++) {
        check_builtin(s9_mesh_builtin_name(i));
    }
    s9_mesh *mesh;
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_mesh_builtin("bunny", NULL, &mesh, list), S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(list), 1);
    s9_diagnostics_destroy(list);
}

static void test_quad(void **state)
{
    (void)state;
    s9_mesh *mesh;
    assert_int_equal(s9_mesh_builtin("quad", NULL, &mesh, NULL), S9_OK);
    assert_int_equal(s9_mesh_vertex_count(mesh), 4);
    assert_int_equal(s9_mesh_index_count(mesh), 6);
    static const float positions[16] = {-1, 1, 0.5f, 1, 1, 1, 0.5f, 1, -1, -1, 0.5f, 1, 1, -1, 0.5f, 1};
    static const float texcoords[8] = {0, 0, 1, 0, 0, 1, 1, 1};
    assert_memory_equal(s9_mesh_find_element(mesh, 0, 0)->data, positions, sizeof positions);
    assert_memory_equal(s9_mesh_find_element(mesh, 5, 0)->data, texcoords, sizeof texcoords);
    s9_mesh_destroy(mesh);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    for (uint32_t at = 0; at < 1000; at++) {
        memory_source m = {.fails_at = at};
        s9_allocator allocator = memory_allocator(&m);
        s9_mesh *mesh;
        s9_result result = s9_mesh_builtin("teapot", &allocator, &mesh, NULL);
        s9_mesh_destroy(mesh);
        assert_int_equal(m.out, 0);
        if (result == S9_OK) {
            return;
        }
        assert_int_equal(result, S9_ERROR_MEMORY);
        assert_null(mesh);
    }
    fail_msg("never enough memory");
}

static void test_obj(void **state)
{
    (void)state;
    s9_mesh *mesh;
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    static const char obj[] = "v -1 -1 2\nv 1 -1 2\nv 1 1 2\nv -1 1 2\n"
                              "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                              "vn 0 0 1\n"
                              "f 1/1/1 2/2/1 3/3/1 4/4/1\n";
    if (!s9_mesh_reads_files()) {
        assert_int_equal(s9_mesh_read_memory(obj, sizeof obj - 1, "obj", NULL, &mesh, list), S9_ERROR_UNSUPPORTED);
        assert_int_equal(s9_diagnostics_errors(list), 1);
        s9_diagnostics_destroy(list);
        print_message("this build has no assimp: mesh files are not tested\n");
        skip();
    }
    assert_int_equal(s9_mesh_read_memory(obj, sizeof obj - 1, "obj", NULL, &mesh, list), S9_OK);
    assert_int_equal(s9_mesh_index_count(mesh), 6);
    /* Right-handed, counter-clockwise, v up became left-handed, clockwise, v down. */
    for (uint32_t i = 0; i < 6; i += 3) {
        vertex v[3];
        double ab[3], ac[3], normal[3];
        for (uint32_t k = 0; k < 3; k++) {
            v[k] = get(mesh, s9_mesh_indices(mesh)[i + k]);
            assert_true(v[k].p[2] == -2.0 && v[k].n[2] == -1.0);
            assert_true(v[k].uv[1] == (1 - v[k].p[1]) / 2 && v[k].uv[0] == (v[k].p[0] + 1) / 2);
        }
        for (int k = 0; k < 3; k++) {
            ab[k] = v[1].p[k] - v[0].p[k];
            ac[k] = v[2].p[k] - v[0].p[k];
        }
        cross(ab, ac, normal);
        assert_true(dot(normal, v[0].n) > 0);
    }
    s9_mesh_destroy(mesh);
    assert_int_equal(s9_mesh_read_memory("rubbish", 7, "x", NULL, &mesh, list), S9_ERROR_INVALID);
    assert_null(mesh);
    assert_int_equal(s9_mesh_read_file("there/is/no.obj", NULL, &mesh, list), S9_ERROR_IO);
    assert_int_equal(s9_diagnostics_errors(list), 2);
    s9_diagnostics_destroy(list);
}

/* DirectX text format: left-handed already. */
static void test_x(void **state)
{
    (void)state;
    static const char x[] =
        "xof 0303txt 0032\n"
        "Frame Root {\n"
        " FrameTransformMatrix { 2.0,0.0,0.0,0.0, 0.0,2.0,0.0,0.0, 0.0,0.0,2.0,0.0, 0.0,0.0,1.0,1.0;; }\n"
        " Mesh m {\n"
        "  3; 0.0;0.0;0.5;, 0.0;1.0;0.5;, 1.0;0.0;0.5;;\n"
        "  1; 3;0,1,2;;\n"
        "  MeshTextureCoords { 3; 0.0;1.0;, 0.0;0.0;, 1.0;1.0;; }\n"
        " }\n"
        "}\n";
    if (!s9_mesh_reads_files()) {
        skip();
    }
    s9_mesh *mesh;
    assert_int_equal(s9_mesh_read_memory(x, sizeof x - 1, "x", NULL, &mesh, NULL), S9_OK);
    assert_int_equal(s9_mesh_index_count(mesh), 3);
    vertex v[3];
    for (uint32_t k = 0; k < 3; k++) {
        v[k] = get(mesh, s9_mesh_indices(mesh)[k]);
        assert_true(v[k].p[2] == 2.0);
        assert_true(v[k].n[2] == -1.0);
        assert_true(v[k].uv[0] == v[k].p[0] / 2 && v[k].uv[1] == 1 - v[k].p[1] / 2);
    }
    double ab[3], ac[3], normal[3];
    for (int k = 0; k < 3; k++) {
        ab[k] = v[1].p[k] - v[0].p[k];
        ac[k] = v[2].p[k] - v[0].p[k];
    }
    cross(ab, ac, normal);
    assert_true(normal[2] < 0);
    s9_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names), cmocka_unit_test(test_explicit),      cmocka_unit_test(test_builtin),
        cmocka_unit_test(test_quad),  cmocka_unit_test(test_out_of_memory), cmocka_unit_test(test_obj),
        cmocka_unit_test(test_x),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
