/* SPDX-License-Identifier: MIT */
/* Whole programs: version, declarations, definitions, what comes first and last. */
#include "oracle/generate.h"

#include <stdio.h>
#include <stdlib.h>

bool text_add(text_program *text, const char *line)
{
    if (strlen(line) >= TEXT_WIDTH)
        return false;
    if (text->count == text->capacity) {
        uint32_t capacity = text->capacity == 0 ? 64 : text->capacity * 2;
        void *more = realloc(text->lines, capacity * sizeof *text->lines);
        if (more == NULL)
            return false;
        text->lines = more;
        text->capacity = capacity;
    }
    snprintf(text->lines[text->count++], TEXT_WIDTH, "%s", line);
    return true;
}

bool text_copy(text_program *to, const text_program *from)
{
    to->count = 0;
    for (uint32_t i = 0; i < from->count; i++)
        if (!text_add(to, from->lines[i]))
            return false;
    return true;
}

void text_free(text_program *text)
{
    free(text->lines);
    memset(text, 0, sizeof *text);
}

char *text_join(const text_program *text)
{
    size_t size = 1;
    for (uint32_t i = 0; i < text->count; i++)
        size += strlen(text->lines[i]) + 1;
    char *joined = malloc(size), *p = joined;
    if (joined == NULL)
        return NULL;
    for (uint32_t i = 0; i < text->count; i++) {
        size_t length = strlen(text->lines[i]);
        memcpy(p, text->lines[i], length);
        p += length;
        *p++ = '\n';
    }
    *p = '\0';
    return joined;
}

/* ---- numbers ---- */

static float from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

float random_number(random_source *r, strangeness how)
{
    static const uint32_t special[] = {
        0x00000000,
        0x80000000,
        0x3F800000,
        0xBF800000,
        0x3F000000,
        0xBF000000,
        0x7F800000,
        0xFF800000,
        0x7FC00000,
        0xFFC00001,
        0x7F800001,
        0x00000001,
        0x80000001,
        0x007FFFFF,
        0x00800000,
        0x80800000,
        0x7F7FFFFF,
        0xFF7FFFFF,
        0x3F7FFFFF,
        0x3F800001,
        0x7E967699,
        0x5F000000,
        0x4B800000,
        0xCB000001,
        0x42FF0000,
        0x43000000,
        0xC3150000,
        0x40490FDB,
        0x1E3CE508,
        0x20000000,
        0x2F800000,
        0x4F000000,
        /* Coordinates that lie a hair before the middle of a texel. */
        0x3EFFFFFF,
        0x3E7FFFFF,
        0x3DFFFFFF,
        0x3D7FFFFF,
    };
    uint32_t kind = pick(r, 100), strange = how == TAME ? 4 : how == USUAL ? 15 : 50;
    if (how == WILD && kind < 10)
        return from_bits((uint32_t)random_bits(r));
    if (how != TAME && kind < strange)
        return from_bits(special[pick(r, sizeof special / sizeof special[0])]);
    if (kind < strange)
        return (float)pick(r, 3) - 1.0f;
    if (kind < 60)
        return (float)((double)pick(r, 1u << 24) / (1 << 22) - 2.0);
    if (kind < 75)
        return (float)pick(r, 9) * 0.5f - 2.0f;
    if (kind < 90)
        return (float)((double)pick(r, 1u << 24) / (1 << 24));
    return (float)((double)pick(r, 1u << 24) / (1 << 16) - 128.0);
}

/* ---- before the first instruction ---- */

static const char *usage_text(uint32_t usage)
{
    return s9_isa_usage_name(usage);
}

static void declare_vertex_inputs(generator *g)
{
    uint32_t count = 1 + pick(&g->random, 6), first = pick(&g->random, 16 - count + 1);
    g->whole_inputs = chance(&g->random, 70);
    for (uint32_t i = 0; i < count; i++) {
        /* Usage and index together are new for every register. */
        uint32_t usage = (i * 5 + first) % S9_USAGE_COUNT, n = first + i;
        char mask[8];
        g->inputs[n] = g->whole_inputs ? 15 : (uint8_t)(1u + pick(&g->random, 15));
        emit(g, "dcl_%s%u v%u%s", usage_text(usage), (unsigned)pick(&g->random, 4), (unsigned)n,
             mask_text(g->inputs[n], mask));
    }
}

static void declare_outputs(generator *g)
{
    static const uint8_t masks[] = {15, 15, 15, 7, 3, 1, 8, 5};
    uint32_t limit = g->version == S9_VS_3_SW ? 16u : 11u, used = 2 + pick(&g->random, 6), next = 0;
    char mask[8];
    g->output_index = chance(&g->random, 60);
    g->position_output = g->output_index ? 0 : pick(&g->random, limit);
    g->size_output = chance(&g->random, 30) ? (g->position_output == 0 ? 1u : g->position_output - 1) : 16u;
    emit(g, "dcl_position o%u", (unsigned)g->position_output);
    g->outputs[g->position_output] = 15;
    if (g->size_output < 16) {
        emit(g, "dcl_psize o%u", (unsigned)g->size_output);
        g->outputs[g->size_output] = 15;
    }
    for (uint32_t n = 0; n < limit && used > 0; n++) {
        if (g->outputs[n] != 0 || (g->output_index && n == 1) || chance(&g->random, g->output_index ? 20 : 40))
            continue;
        uint32_t m = g->output_index ? 15 : masks[pick(&g->random, sizeof masks)];
        g->outputs[n] = (uint8_t)m;
        if (m == 15 && chance(&g->random, 30)) {
            /* Two usages in one register. */
            emit(g, "dcl_texcoord%u o%u.xy", (unsigned)next, (unsigned)n);
            emit(g, "dcl_color%u o%u.zw", (unsigned)next, (unsigned)n);
        } else {
            emit(g, "dcl_%s%u o%u%s", chance(&g->random, 70) ? "texcoord" : "tangent", (unsigned)next, (unsigned)n,
                 mask_text(m, mask));
        }
        next++;
        used--;
    }
}

static void declare_pixel_inputs(generator *g)
{
    static const uint8_t masks[] = {15, 15, 7, 3, 1};
    char mask[8];
    if (g->major == 2) {
        for (uint32_t n = 0; n < 2; n++)
            if (chance(&g->random, 70)) {
                g->inputs[n] = chance(&g->random, 80) ? 15 : masks[pick(&g->random, 5)];
                emit(g, "dcl%s v%u%s", chance(&g->random, 10) ? "_pp" : "", (unsigned)n, mask_text(g->inputs[n], mask));
            }
        for (uint32_t n = 0; n < 8; n++)
            if (n == 0 || chance(&g->random, 40)) {
                g->coordinates[n] = masks[pick(&g->random, 5)];
                emit(g, "dcl t%u%s", (unsigned)n, mask_text(g->coordinates[n], mask));
            }
        return;
    }
    uint32_t count = 1 + pick(&g->random, 6), limit = g->version == S9_PS_3_SW ? 14u : 10u;
    uint32_t first = pick(&g->random, limit - count + 1);
    g->whole_inputs = chance(&g->random, 70);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = first + i, m = g->whole_inputs ? 15u : 1u + pick(&g->random, 15);
        g->inputs[n] = (uint8_t)m;
        if (m == 15 && chance(&g->random, 25)) {
            emit(g, "dcl_texcoord%u v%u.x", (unsigned)i, (unsigned)n);
            emit(g, "dcl_color%u v%u.yzw", (unsigned)i, (unsigned)n);
        } else {
            emit(g, "dcl_%s%u%s v%u%s", chance(&g->random, 50) ? "texcoord" : "normal", (unsigned)i,
                 chance(&g->random, 10) ? "_centroid" : "", (unsigned)n, mask_text(m, mask));
        }
    }
    if (chance(&g->random, 30)) {
        g->position = (uint8_t)(1u + pick(&g->random, 3));
        emit(g, "dcl vPos%s", mask_text(g->position, mask));
    }
    if (chance(&g->random, 30)) {
        g->face = true;
        emit(g, "dcl vFace");
    }
}

static void declare_samplers(generator *g)
{
    static const char *const kinds[] = {"2d", "cube", "volume"};
    uint32_t count = g->pixel ? 16 : 4;
    if (!g->pixel && g->major < 3)
        return;
    for (uint32_t n = 0; n < count; n++)
        if (chance(&g->random, g->pixel ? 15 : 40)) {
            uint32_t kind = pick(&g->random, 3);
            g->samplers[n] = (uint8_t)(kind + 2);
            emit(g, "dcl_%s s%u", kinds[kind], (unsigned)n);
        }
}

static void define_float(generator *g, uint32_t n)
{
    uint32_t bits[4];
    for (int k = 0; k < 4; k++) {
        float x = random_number(&g->random, g->how);
        memcpy(&bits[k], &x, sizeof x);
    }
    emit(g, "def c%u, 0x%08X, 0x%08X, 0x%08X, 0x%08X", (unsigned)n, (unsigned)bits[0], (unsigned)bits[1],
         (unsigned)bits[2], (unsigned)bits[3]);
}

static void define_integer(generator *g, uint32_t n)
{
    emit(g, "defi i%u, %d, %d, %d, 0", (unsigned)n, (int)pick(&g->random, 4), (int)pick(&g->random, 6),
         (int)pick(&g->random, 5) - 2);
}

static void define_boolean(generator *g, uint32_t n)
{
    emit(g, "defb b%u, %s", (unsigned)n, chance(&g->random, 50) ? "true" : "false");
}

static void define(generator *g)
{
    bool others = g->major >= 2 && g->version != S9_PS_2_0;
    uint32_t limit = g->software ? 8192u : !g->pixel ? 256u : g->major == 2 ? 32u : 224u;
    for (uint32_t i = pick(&g->random, 4); i-- > 0;)
        define_float(g, chance(&g->random, 95) ? pick(&g->random, g->constants) : pick(&g->random, limit));
    for (uint32_t i = pick(&g->random, 3); i-- > 0 && others;)
        define_integer(g, pick(&g->random, 16));
    for (uint32_t i = pick(&g->random, 3); i-- > 0 && others;)
        define_boolean(g, pick(&g->random, 16));
    if (!g->software || !chance(&g->random, 50))
        return;
    /* Software versions have thousands; registers beyond 2047 have types of their own. */
    for (int i = 0; i < 4; i++) {
        g->far[i] =
            chance(&g->random, 50) ? pick(&g->random, 8192) : 2044 + 2048 * pick(&g->random, 3) + pick(&g->random, 8);
        define_float(g, g->far[i]);
    }
    g->far_integer = 16 + pick(&g->random, 2032);
    define_integer(g, g->far_integer);
    g->far_boolean = 16 + pick(&g->random, 2032);
    define_boolean(g, g->far_boolean);
}

/* ---- first and last ---- */

/* Some temporaries get values, so that everything after has something to read. */
static void begin_code(generator *g)
{
    uint32_t full = 2 + pick(&g->random, 2);
    for (uint32_t n = 0; n < full && n < g->temps; n++) {
        uint32_t from = pick(&g->random, 16);
        for (uint32_t i = 0; i < 16 && g->inputs[from] != 15; i++)
            from = (from + 1) % 16;
        if (g->inputs[from] == 15 && chance(&g->random, 75))
            emit(g, "mov r%u, v%u", (unsigned)n, (unsigned)from);
        else
            emit(g, "mov r%u, c%u", (unsigned)n, (unsigned)pick(&g->random, g->constants));
        g->known.r[n] = 15;
        g->slots--;
    }
}

static void end_vertex(generator *g)
{
    static const char *const scalars[] = {"oFog", "oPts"};
    char name[16];
    if (g->major == 3) {
        for (uint32_t n = 0; n < 16; n++)
            if (g->outputs[n] != 0 && (n == g->position_output || chance(&g->random, 60))) {
                snprintf(name, sizeof name, "o%u", (unsigned)n);
                generate_write(g, name, g->outputs[n]);
            }
        return;
    }
    generate_write(g, "oPos", 15);
    for (uint32_t n = 0; n < 8; n++)
        if (g->texture_masks[n] != 0) {
            snprintf(name, sizeof name, "oT%u", (unsigned)n);
            generate_write(g, name, g->texture_masks[n]);
        }
    for (int i = 0; i < 2; i++) {
        if (chance(&g->random, 30))
            generate_write(g, scalars[i], chance(&g->random, 50) ? 15u : 1u << pick(&g->random, 4));
        snprintf(name, sizeof name, "oD%d", i);
        if (chance(&g->random, 50))
            generate_write(g, name, 1u + pick(&g->random, 15));
    }
}

/* A temporary of which all four components may have been written. */
static uint32_t whole_temp(generator *g)
{
    uint32_t n = pick(&g->random, g->temps);
    for (uint32_t i = 0; i < g->temps && g->known.r[n] != 15; i++)
        n = (n + 1) % g->temps;
    if (g->known.r[n] != 15) {
        emit(g, "mov r%u, c0", (unsigned)n);
        g->known.r[n] = 15;
    }
    return n;
}

static void end_pixel(generator *g)
{
    char name[16];
    if (g->major == 3) {
        for (uint32_t n = 0; n < 4; n++)
            if (n == 0 || chance(&g->random, 30)) {
                snprintf(name, sizeof name, "oC%u", (unsigned)n);
                generate_write(g, name, chance(&g->random, 80) ? 15u : 1u + pick(&g->random, 15));
            }
        if (chance(&g->random, 25))
            generate_write(g, "oDepth", 15);
        return;
    }
    uint32_t count = 1 + pick(&g->random, 4);
    for (uint32_t n = 0; n < count; n++)
        emit(g, "mov oC%u, r%u", (unsigned)n, (unsigned)whole_temp(g));
    if (chance(&g->random, 25))
        emit(g, "mov oDepth, r%u.%c", (unsigned)whole_temp(g), "xyzw"[pick(&g->random, 4)]);
}

/* ---- programs ---- */

static const s9_version versions[] = {
    S9_VS_1_1, S9_VS_2_0, S9_VS_2_X,  S9_VS_2_SW, S9_VS_3_0,  S9_VS_3_SW, S9_PS_1_1, S9_PS_1_2, S9_PS_1_3, S9_PS_1_4,
    S9_PS_2_0, S9_PS_2_X, S9_PS_2_SW, S9_PS_3_0,  S9_PS_3_SW, S9_VS_3_0,  S9_PS_3_0, S9_PS_1_4, S9_PS_1_3,
};

static void set_limits(generator *g)
{
    switch (g->version) {
    case S9_VS_1_1:
        g->slots = 110;
        break;
    case S9_VS_2_0:
    case S9_VS_2_X:
        g->slots = 200;
        break;
    case S9_PS_2_0:
        g->slots = 50;
        break;
    default:
        g->slots = 300;
    }
    g->texture_slots = 20;
    g->flow_count = 16;
    g->temps = g->version == S9_VS_1_1 || g->version == S9_VS_2_0 || g->version == S9_PS_2_0 ? 12u : 32u;
    /* Few registers meet more often. */
    uint32_t few = 3 + pick(&g->random, 6);
    if (g->temps > few)
        g->temps = few;
    g->constants = g->pixel && g->major == 2 && !g->software ? 28u : 30u;
}

void generate_program(uint64_t seed, text_program *text)
{
    generator *g = calloc(1, sizeof *g);
    text->count = 0;
    if (g == NULL)
        return;
    g->random.state = seed;
    g->out = text;
    g->version = versions[pick(&g->random, sizeof versions / sizeof versions[0])];
    g->pixel = s9_version_is_pixel(g->version);
    g->major = s9_version_major(g->version);
    g->software = s9_version_is_software(g->version);
    g->extended = s9_version_is_2x_up(g->version);
    g->how = (strangeness)pick(&g->random, 3);
    g->position_output = g->size_output = 16;
    emit(g, "%s", s9_isa_version(g->version)->text);
    if (g->pixel && g->major == 1) {
        generate_ps1(g);
        free(g);
        return;
    }
    set_limits(g);
    if (g->pixel)
        declare_pixel_inputs(g);
    else
        declare_vertex_inputs(g);
    declare_samplers(g);
    if (!g->pixel && g->major == 3)
        declare_outputs(g);
    if (!g->pixel && g->major < 3)
        for (uint32_t n = 0, count = pick(&g->random, 5); n < count; n++)
            g->texture_masks[n] = (uint8_t)((1u << (1 + pick(&g->random, 4))) - 1);
    define(g);
    begin_code(g);
    generate_routines(g);
    generate_block(g, 2 + pick(&g->random, g->slots > 100 ? 16 : 10), true);
    if (g->pixel)
        end_pixel(g);
    else
        end_vertex(g);
    emit_routines(g);
    for (uint32_t n = 0; n < g->routine_count; n++)
        text_free(&g->routines[n].body);
    free(g);
}
