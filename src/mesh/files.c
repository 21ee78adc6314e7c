/* SPDX-License-Identifier: MIT */
/* Model files through assimp's C interface. */
#include <shader9/mesh.h>

#include "base/base.h"

#if defined(SHADER9_HAVE_ASSIMP)

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

bool s9_mesh_reads_files(void)
{
    return true;
}

/* A mesh of the file at its place: the same mesh may hang on several nodes. */
typedef struct instance {
    const struct aiMesh *mesh;
    struct aiMatrix4x4 transform;
} instance;

typedef struct node_entry {
    const struct aiNode *node;
    struct aiMatrix4x4 transform;
} node_entry;

typedef struct mesh_model {
    s9_arena arena;
    struct {
        instance *items;
        uint32_t count, capacity;
    } instances;
    uint32_t vertex_count, triangle_count;
} mesh_model;

/* Depth first, in the order of the file, without recursion: a file may nest its nodes as deep as it likes. */
static void collect_instances(mesh_model *model, const struct aiScene *scene)
{
    struct {
        node_entry *items;
        uint32_t count, capacity;
    } open = {NULL, 0, 0};
    node_entry root = {scene->mRootNode, scene->mRootNode->mTransformation};
    (void)S9_PUSH(&model->arena, &open, root);
    while (open.count > 0 && !model->arena.failed) {
        node_entry entry = open.items[--open.count];
        for (uint32_t i = 0; i < entry.node->mNumMeshes; i++) {
            if (entry.node->mMeshes[i] < scene->mNumMeshes) {
                instance found = {scene->mMeshes[entry.node->mMeshes[i]], entry.transform};
                (void)S9_PUSH(&model->arena, &model->instances, found);
            }
        }
        for (uint32_t i = entry.node->mNumChildren; i > 0; i--) {
            node_entry child = {entry.node->mChildren[i - 1], entry.transform};
            aiMultiplyMatrix4(&child.transform, &child.node->mTransformation);
            (void)S9_PUSH(&model->arena, &open, child);
        }
    }
}

/* False: more than 2^32 - 1 of something. */
static bool count_parts(mesh_model *model)
{
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < model->instances.count; i++) {
        const struct aiMesh *mesh = model->instances.items[i].mesh;
        uint64_t before = triangles;
        for (uint32_t k = 0; k < mesh->mNumFaces; k++) {
            triangles += mesh->mFaces[k].mNumIndices == 3;
        }
        vertices += triangles > before ? mesh->mNumVertices : 0;
    }
    model->vertex_count = (uint32_t)vertices;
    model->triangle_count = (uint32_t)triangles;
    return vertices <= UINT32_MAX && triangles <= UINT32_MAX / 3;
}

static bool has_triangles(const struct aiMesh *mesh)
{
    for (uint32_t k = 0; k < mesh->mNumFaces; k++) {
        if (mesh->mFaces[k].mNumIndices == 3) {
            return true;
        }
    }
    return false;
}

typedef enum mesh_part { POSITIONS, NORMALS, TANGENTS, BINORMALS, TEXCOORDS, COLORS } mesh_part;

/* The array of a mesh that holds a part, as triples or (colours) quadruples; NULL where it has none. */
static const void *part_of(const struct aiMesh *mesh, mesh_part part, uint32_t index)
{
    switch (part) {
    case POSITIONS:
        return mesh->mVertices;
    case NORMALS:
        return mesh->mNormals;
    case TANGENTS:
        return mesh->mTangents;
    case BINORMALS:
        return mesh->mBitangents;
    case TEXCOORDS:
        return mesh->mTextureCoords[index];
    default:
        return mesh->mColors[index];
    }
}

/* Rows of the matrix that normals take (inverse transposed, up to a positive factor), and whether space is mirrored. */
static bool normal_matrix(const struct aiMatrix4x4 *m, double out[3][3])
{
    double r[3][3] = {{(double)m->a1, (double)m->a2, (double)m->a3},
                      {(double)m->b1, (double)m->b2, (double)m->b3},
                      {(double)m->c1, (double)m->c2, (double)m->c3}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            out[i][k] = r[i1][k1] * r[i2][k2] - r[i1][k2] * r[i2][k1];
        }
    }
    double determinant = r[0][0] * out[0][0] + r[0][1] * out[0][1] + r[0][2] * out[0][2];
    for (int i = 0; i < 9 && determinant < 0; i++) {
        out[i / 3][i % 3] = -out[i / 3][i % 3];
    }
    return determinant < 0;
}

/* Unit length, z turned round; `sign` -1 turns the whole direction round. */
static void write_direction(const double v[3], double sign, float *to)
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * sign;
    for (int k = 0; k < 3; k++) {
        /* No negative zeros. */
        to[k] = (length != 0 ? (float)((k == 2 ? -v[k] : v[k]) / length) : 0.0f) + 0.0f;
    }
}

/*
 * assimp gives right-handed space, counter-clockwise triangles and v upward. Here z, winding and v are turned round;
 * asking assimp for it would compute missing normals after the turn, and its versions differ in which way they then
 * point.
 */
static void write_vertex(mesh_part part, const void *from, uint32_t vertex, const struct aiMatrix4x4 *m,
                         const double normals[3][3], float *to)
{
    if (part == COLORS) {
        const struct aiColor4D *color = (const struct aiColor4D *)from + vertex;
        to[0] = color->r;
        to[1] = color->g;
        to[2] = color->b;
        to[3] = color->a;
        return;
    }
    const struct aiVector3D *v = (const struct aiVector3D *)from + vertex;
    double x = (double)v->x, y = (double)v->y, z = (double)v->z;
    double moved[3] = {(double)m->a1 * x + (double)m->a2 * y + (double)m->a3 * z,
                       (double)m->b1 * x + (double)m->b2 * y + (double)m->b3 * z,
                       (double)m->c1 * x + (double)m->c2 * y + (double)m->c3 * z};
    switch (part) {
    case POSITIONS:
        to[0] = (float)(moved[0] + (double)m->a4);
        to[1] = (float)(moved[1] + (double)m->b4);
        to[2] = 0.0f - (float)(moved[2] + (double)m->c4);
        to[3] = 1.0f;
        break;
    case NORMALS:
        for (int k = 0; k < 3; k++) {
            moved[k] = normals[k][0] * x + normals[k][1] * y + normals[k][2] * z;
        }
        write_direction(moved, 1, to);
        break;
    case TEXCOORDS:
        to[0] = v->x;
        to[1] = 1.0f - v->y;
        break;
    default:
        /* A binormal points where v grows, which is now the other way. */
        write_direction(moved, part == BINORMALS ? -1 : 1, to);
        break;
    }
}

/* Adds an element to the list when every mesh has it. */
static void add_element(mesh_model *model, mesh_part part, uint32_t usage, uint32_t index, uint32_t components,
                        s9_mesh_element *elements, uint32_t *count)
{
    for (uint32_t i = 0; i < model->instances.count; i++) {
        if (has_triangles(model->instances.items[i].mesh) && !part_of(model->instances.items[i].mesh, part, index)) {
            return;
        }
    }
    size_t floats;
    if (!s9_mul_size(model->vertex_count, components, &floats)) {
        model->arena.failed = true;
        return;
    }
    float *data = s9_arena_array(&model->arena, floats, sizeof *data);
    float *to = data;
    for (uint32_t i = 0; data && i < model->instances.count; i++) {
        const instance *from = &model->instances.items[i];
        if (!has_triangles(from->mesh)) {
            continue;
        }
        double normals[3][3];
        normal_matrix(&from->transform, normals);
        for (uint32_t k = 0; k < from->mesh->mNumVertices; k++, to += components) {
            write_vertex(part, part_of(from->mesh, part, index), k, &from->transform, (const double(*)[3])normals, to);
        }
    }
    s9_mesh_element element = {.usage = usage, .usage_index = index, .components = components, .data = data};
    elements[(*count)++] = element;
}

static uint32_t *join_indices(mesh_model *model)
{
    uint32_t *indices = s9_arena_array(&model->arena, (size_t)model->triangle_count * 3, sizeof *indices);
    uint32_t first = 0, at = 0;
    for (uint32_t i = 0; indices && i < model->instances.count; i++) {
        const instance *from = &model->instances.items[i];
        if (!has_triangles(from->mesh)) {
            continue;
        }
        double normals[3][3];
        bool mirrored = normal_matrix(&from->transform, normals);
        for (uint32_t k = 0; k < from->mesh->mNumFaces; k++) {
            const struct aiFace *face = &from->mesh->mFaces[k];
            if (face->mNumIndices == 3) {
                indices[at++] = first + face->mIndices[0];
                indices[at++] = first + face->mIndices[mirrored ? 1 : 2];
                indices[at++] = first + face->mIndices[mirrored ? 2 : 1];
            }
        }
        first += from->mesh->mNumVertices;
    }
    return indices;
}

static s9_result convert(const struct aiScene *scene, const char *name, const s9_allocator *allocator, s9_mesh **out,
                         s9_diagnostics *diagnostics)
{
    s9_position at = s9_position_none();
    at.file = name;
    mesh_model model;
    memset(&model, 0, sizeof model);
    s9_arena_init(&model.arena, allocator);
    collect_instances(&model, scene);
    s9_result result = model.arena.failed ? S9_ERROR_MEMORY : S9_OK;
    if (result == S9_OK && (!count_parts(&model) || model.triangle_count == 0)) {
        s9_report(diagnostics, S9_ERROR, NULL, &at, NULL, "this file holds %s",
                  model.triangle_count == 0 ? "no triangles" : "too many vertices");
        result = S9_ERROR_INVALID;
    }
    if (result == S9_OK) {
        s9_mesh_element elements[4 + AI_MAX_NUMBER_OF_TEXTURECOORDS + AI_MAX_NUMBER_OF_COLOR_SETS];
        uint32_t count = 0;
        add_element(&model, POSITIONS, 0, 0, 4, elements, &count);
        add_element(&model, NORMALS, 3, 0, 3, elements, &count);
        add_element(&model, TANGENTS, 6, 0, 3, elements, &count);
        add_element(&model, BINORMALS, 7, 0, 3, elements, &count);
        for (uint32_t i = 0; i < AI_MAX_NUMBER_OF_TEXTURECOORDS; i++) {
            add_element(&model, TEXCOORDS, 5, i, 2, elements, &count);
        }
        for (uint32_t i = 0; i < AI_MAX_NUMBER_OF_COLOR_SETS; i++) {
            add_element(&model, COLORS, 10, i, 4, elements, &count);
        }
        uint32_t *indices = join_indices(&model);
        s9_mesh_desc desc = {.struct_size = sizeof desc,
                             .topology = S9_TOPOLOGY_TRIANGLE_LIST,
                             .vertex_count = model.vertex_count,
                             .elements = elements,
                             .element_count = count,
                             .indices = indices,
                             .index_count = model.triangle_count * 3};
        result = model.arena.failed ? S9_ERROR_MEMORY : s9_mesh_create(allocator, &desc, out, diagnostics);
    }
    s9_arena_free(&model.arena);
    return result;
}

#define STEPS                                                                               \
    (aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_GenSmoothNormals | \
     aiProcess_CalcTangentSpace | aiProcess_ValidateDataStructure)

static s9_result finish(const struct aiScene *scene, const char *name, const s9_allocator *allocator, s9_mesh **out,
                        s9_diagnostics *diagnostics)
{
    if (!scene || !scene->mRootNode) {
        s9_position at = s9_position_none();
        at.file = name;
        const char *reason = aiGetErrorString();
        s9_report(diagnostics, S9_ERROR, NULL, &at, NULL, "this model cannot be read: %s",
                  reason && reason[0] != '\0' ? reason : "it holds nothing");
        aiReleaseImport(scene);
        return S9_ERROR_INVALID;
    }
    s9_result result = convert(scene, name, allocator, out, diagnostics);
    aiReleaseImport(scene);
    return result;
}

s9_result s9_mesh_read_memory(const void *bytes, size_t size, const char *hint, const s9_allocator *allocator,
                              s9_mesh **out, s9_diagnostics *diagnostics)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!bytes || size > UINT_MAX) {
        return S9_ERROR_ARGUMENT;
    }
    return finish(aiImportFileFromMemory(bytes, (unsigned)size, STEPS, hint ? hint : ""), NULL, allocator, out,
                  diagnostics);
}

s9_result s9_mesh_read_file(const char *path, const s9_allocator *allocator, s9_mesh **out, s9_diagnostics *diagnostics)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!path) {
        return S9_ERROR_ARGUMENT;
    }
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file) {
        s9_position at = s9_position_none();
        at.file = path;
        s9_report(diagnostics, S9_ERROR, NULL, &at, NULL, "cannot be opened: %s", strerror(errno));
        return S9_ERROR_IO;
    }
    fclose(file);
    return finish(aiImportFile(path, STEPS), path, allocator, out, diagnostics);
}

#else

bool s9_mesh_reads_files(void)
{
    return false;
}

static s9_result unsupported(const char *name, s9_mesh **out, s9_diagnostics *diagnostics)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    s9_position at = s9_position_none();
    at.file = name;
    s9_report(diagnostics, S9_ERROR, NULL, &at, "build with assimp (libassimp-dev), or use a built-in mesh",
              "this build reads no model files");
    return S9_ERROR_UNSUPPORTED;
}

s9_result s9_mesh_read_memory(const void *bytes, size_t size, const char *hint, const s9_allocator *allocator,
                              s9_mesh **out, s9_diagnostics *diagnostics)
{
    (void)bytes;
    (void)size;
    (void)hint;
    (void)allocator;
    return unsupported(NULL, out, diagnostics);
}

s9_result s9_mesh_read_file(const char *path, const s9_allocator *allocator, s9_mesh **out, s9_diagnostics *diagnostics)
{
    (void)allocator;
    return unsupported(path, out, diagnostics);
}

#endif
