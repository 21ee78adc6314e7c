/* SPDX-License-Identifier: MIT */
/* What passes from a vertex to a pixel shader: by usage in SM3, by the fixed registers before. */
#include "check/check.h"

#include <stdio.h>

enum { MOST_OUTPUTS = 64, MOST_INPUTS = 64, TEXTURES = 8, COLORS = 2, MASK_XYZ = 7, MASK_XYW = 11, MASK_FULL = 15 };

struct s9_links {
    s9_arena arena;
    s9_link *items;
    uint32_t count;
};

/* One side of a link. */
typedef struct side {
    uint32_t usage, index;
    uint32_t declared, used; /* components; used: written on some path, or read */
    uint32_t always;         /* outputs: written on every path */
    uint32_t modifiers;      /* inputs: of the declaration */
    char name[16];
    bool linked;
} side;

typedef struct sides {
    side items[MOST_OUTPUTS];
    uint32_t count;
} sides;

static side *add(sides *s, uint32_t usage, uint32_t index, s9_file file, uint32_t number)
{
    if (s->count == S9_COUNT(s->items))
        return NULL;
    side *new = &s->items[s->count++];
    memset(new, 0, sizeof *new);
    new->usage = usage;
    new->index = index;
    s9_isa_register_name(file, number, new->name);
    return new;
}

/* ---- the vertex shader ---- */

static void old_output(const s9_checker *c, sides *out, uint32_t usage, uint32_t index, s9_file file)
{
    uint32_t bit = s9_output_bit(file, index);
    uint32_t sometimes = (uint32_t)(c->written_sometimes >> bit) & 15u;
    side *s = sometimes != 0 ? add(out, usage, index, file, index) : NULL;
    if (s == NULL)
        return;
    s->declared = MASK_FULL;
    s->used = sometimes;
    s->always = (uint32_t)(c->written_always >> bit) & 15u;
}

static void outputs(const s9_checker *c, sides *out)
{
    if (c->major < 3) {
        for (uint32_t n = 0; n < COLORS; n++)
            old_output(c, out, S9_USAGE_COLOR, n, S9_FILE_ATTROUT);
        for (uint32_t n = 0; n < TEXTURES; n++)
            old_output(c, out, S9_USAGE_TEXCOORD, n, S9_FILE_TEXCRDOUT);
        return;
    }
    for (uint32_t i = 0; i < c->declarations.count; i++) {
        const s9_declaration *d = &c->declarations.items[i];
        side *s = d->file == S9_FILE_OUTPUT ? add(out, d->usage, d->index, S9_FILE_OUTPUT, d->number) : NULL;
        if (s == NULL)
            continue;
        s->declared = d->mask;
        s->used = (uint32_t)(c->written_sometimes >> 4 * d->number) & d->mask;
        s->always = (uint32_t)(c->written_always >> 4 * d->number) & d->mask;
    }
}

/* ---- the pixel shader ---- */

/* Components that are read, by register. */
typedef struct reads {
    uint8_t input[16], texture[TEXTURES];
} reads;

static void touch(uint8_t *masks, size_t count, uint32_t number, uint32_t mask)
{
    if (number < count)
        masks[number] |= (uint8_t)mask;
}

/*
 * Coordinates that a texture instruction of ps_1_1 to ps_1_3 takes from the set of its destination's number. What is
 * bound decides how many of them count.
 */
static uint32_t stage_coordinates(s9_opcode opcode)
{
    switch (opcode) {
    case S9_OP_TEX:
    case S9_OP_TEXM3X3VSPEC:
        return MASK_FULL;
    case S9_OP_TEXBEM:
    case S9_OP_TEXBEML:
        return MASK_XYW;
    case S9_OP_TEXREG2AR:
    case S9_OP_TEXREG2GB:
    case S9_OP_TEXREG2RGB:
        return 0;
    default:
        return MASK_XYZ;
    }
}

/* Components of one source, and how many registers from its number on. */
static uint32_t source_reads(const s9_checker *c, const s9_stmt *s, uint32_t i, uint32_t *registers)
{
    const s9_use *use = &s->sources[i];
    *registers = use->relative ? 16 : i == 1 && s9_stmt_is_matrix(s) ? s9_isa_matrix_rows(s->opcode) : 1;
    if (c->version != S9_PS_1_4 || !s9_stmt_is_texture(s))
        return use->components;
    uint32_t components = 0; /* three coordinates, by the selector */
    for (uint32_t k = 0; k < 3; k++)
        components |= 1u << s9_swizzle_component(s9_use_swizzle(use), k);
    return components;
}

/* What texkill, and the texture instructions of ps_1_1 to ps_1_3, read through their destination. */
static uint32_t destination_reads(const s9_checker *c, const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    if (s->opcode == S9_OP_TEXKILL)
        return c->ps1 ? MASK_XYZ : d->components;
    return d->file == S9_FILE_TEXTURE && c->ps13 && s9_stmt_is_texture(s) ? stage_coordinates(s->opcode) : 0;
}

static bool is_input(const s9_use *use)
{
    return use->operand != NULL && use->judged && (use->file == S9_FILE_INPUT || use->file == S9_FILE_TEXTURE);
}

uint32_t s9_link_reads(const s9_checker *c, const s9_stmt *s, s9_link_read out[S9_LINK_READS])
{
    uint32_t count = 0, registers;
    if (s->kind == S9_OPK_SETUP || !s9_stmt_judged(s))
        return 0;
    for (uint32_t i = 0; i < s->source_count; i++) {
        const s9_use *use = &s->sources[i];
        bool texture = use->file == S9_FILE_TEXTURE;
        if (!is_input(use) || (texture && c->ps13)) /* there a t# that is read holds what was loaded */
            continue;
        uint32_t components = source_reads(c, s, i, &registers);
        for (uint32_t k = 0; k < registers && count < S9_LINK_READS; k++)
            out[count++] = (s9_link_read){use->number + k, components, texture};
    }
    uint32_t components = is_input(&s->destination) ? destination_reads(c, s) : 0;
    if (components != 0 && count < S9_LINK_READS)
        out[count++] = (s9_link_read){s->destination.number, components, s->destination.file == S9_FILE_TEXTURE};
    return count;
}

static void read_all(const s9_checker *c, reads *r)
{
    memset(r, 0, sizeof *r);
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        s9_link_read of_stmt[S9_LINK_READS];
        uint32_t count = s9_link_reads(c, &c->stmts[i], of_stmt);
        for (uint32_t k = 0; k < count; k++)
            touch(of_stmt[k].texture ? r->texture : r->input, of_stmt[k].texture ? TEXTURES : S9_COUNT(r->input),
                  of_stmt[k].number, of_stmt[k].components);
    }
}

static void inputs(const s9_checker *c, sides *in)
{
    reads r;
    read_all(c, &r);
    for (uint32_t i = 0; i < c->declarations.count; i++) {
        const s9_declaration *d = &c->declarations.items[i];
        bool texture = d->file == S9_FILE_TEXTURE;
        if (d->file != S9_FILE_INPUT && !texture)
            continue;
        uint32_t usage = c->major == 3 ? d->usage : texture ? S9_USAGE_TEXCOORD : S9_USAGE_COLOR;
        side *s = add(in, usage, c->major == 3 ? d->index : d->number, (s9_file)d->file, d->number);
        if (s == NULL)
            continue;
        s->declared = d->mask;
        s->used = (texture ? r.texture[d->number & 7u] : r.input[d->number & 15u]) & d->mask;
        s->modifiers = s9_operand_result_modifiers(c->stmts[d->stmt].destination.operand->token);
    }
    for (uint32_t n = 0; n < TEXTURES && c->ps1; n++) {
        side *s = n < COLORS && r.input[n] != 0 ? add(in, S9_USAGE_COLOR, n, S9_FILE_INPUT, n) : NULL;
        if (s != NULL) {
            s->declared = MASK_FULL;
            s->used = r.input[n];
        }
    }
    for (uint32_t n = 0; n < TEXTURES && c->ps1; n++) {
        side *s = r.texture[n] != 0 ? add(in, S9_USAGE_TEXCOORD, n, S9_FILE_TEXTURE, n) : NULL;
        if (s != NULL) {
            s->declared = MASK_FULL;
            s->used = r.texture[n];
        }
    }
}

/* ---- both ---- */

static bool link(s9_links *links, side *out, side *in)
{
    const side *any = out != NULL ? out : in;
    const char *usage = s9_isa_usage_name(any->usage);
    s9_link *l = &links->items[links->count++];
    l->usage = usage != NULL ? usage : "?";
    l->index = any->index;
    if (out != NULL) {
        l->output = s9_arena_strdup(&links->arena, out->name);
        l->declared_output = out->declared;
        l->written = out->used;
        l->always_written = out->always;
    }
    if (in != NULL) {
        l->input = s9_arena_strdup(&links->arena, in->name);
        l->declared_input = in->declared;
        l->read = in->used;
        l->missing = in->used & ~l->always_written;
        l->centroid = (in->modifiers & S9_RESULT_CENTROID) != 0;
        l->partial_precision = (in->modifiers & S9_RESULT_PP) != 0;
        in->linked = true;
    }
    l->is_color = any->usage == S9_USAGE_COLOR;
    l->default_value = l->is_color && any->index == 0 ? 1.0f : 0.0f;
    return !links->arena.failed;
}

static bool join(s9_links *links, sides *out, sides *in)
{
    links->items = s9_arena_array(&links->arena, (size_t)out->count + in->count, sizeof *links->items);
    if (links->items == NULL)
        return false;
    bool good = true;
    for (uint32_t i = 0; i < out->count; i++) {
        side *partner = NULL;
        for (uint32_t k = 0; k < in->count && partner == NULL; k++)
            if (!in->items[k].linked && in->items[k].usage == out->items[i].usage &&
                in->items[k].index == out->items[i].index)
                partner = &in->items[k];
        good &= link(links, &out->items[i], partner);
    }
    for (uint32_t k = 0; k < in->count; k++)
        if (!in->items[k].linked)
            good &= link(links, NULL, &in->items[k]);
    return good;
}

static bool collect(const s9_program *program, const s9_allocator *allocator, sides *out,
                    void (*take)(const s9_checker *, sides *))
{
    s9_check_options options = {.struct_size = sizeof options};
    s9_checker *c = s9_checker_open(program, allocator, &options);
    bool good = c != NULL && !c->arena.failed;
    if (good) {
        s9_checker_run(c);
        good = !c->arena.failed;
    }
    if (good)
        take(c, out);
    s9_checker_close(c);
    return good;
}

s9_result s9_links_create(const s9_program *vertex, const s9_program *pixel, const s9_allocator *allocator,
                          s9_links **result)
{
    if (result == NULL)
        return S9_ERROR_ARGUMENT;
    *result = NULL;
    if (vertex == NULL || pixel == NULL || s9_program_stage(vertex) != S9_STAGE_VERTEX ||
        s9_program_stage(pixel) != S9_STAGE_PIXEL)
        return S9_ERROR_ARGUMENT;
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    s9_links *links = s9_arena_alloc(&arena, sizeof *links);
    sides *both = s9_arena_array(&arena, 2, sizeof *both);
    if (arena.failed) {
        s9_arena_free(&arena);
        return S9_ERROR_MEMORY;
    }
    links->arena = arena;
    if (collect(vertex, allocator, &both[0], outputs) && collect(pixel, allocator, &both[1], inputs) &&
        join(links, &both[0], &both[1])) {
        *result = links;
        return S9_OK;
    }
    s9_links_destroy(links);
    return S9_ERROR_MEMORY;
}

void s9_links_destroy(s9_links *links)
{
    if (links == NULL)
        return;
    s9_arena arena = links->arena;
    s9_arena_free(&arena);
}

size_t s9_links_count(const s9_links *links)
{
    return links != NULL ? links->count : 0;
}

const s9_link *s9_links_get(const s9_links *links, size_t index)
{
    return links != NULL && index < links->count ? &links->items[index] : NULL;
}
