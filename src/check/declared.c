/* SPDX-License-Identifier: MIT */
/*
 * Uses of what is to be declared: V026 V033 V036 V037 V050 V054 V060 V062 V069 V091 V133 V312. A missing declaration is
 * one fault, reported at its first use; so is a component that a declaration leaves out.
 */
#include "check/check.h"

/* What a use needs and by which rule it is missed. */
typedef struct need {
    const s9_stmt *s;
    const s9_use *use;
    uint32_t number; /* of the register: the rows of a matrix count up */
    uint32_t components;
    bool matrix;     /* V091 */
    bool coordinate; /* V312 */
    bool texkill;    /* V133 */
} need;

static bool report_once(uint32_t *reported, uint32_t number)
{
    bool first = (*reported >> number & 1u) == 0;
    *reported |= 1u << number;
    return first;
}

static const char *declaration_hint(const s9_checker *c, const s9_use *use)
{
    if (use->file == S9_FILE_MISC)
        return use->number == 0 ? "add dcl vPos.xy" : "add dcl vFace";
    if (c->pixel && c->major == 2)
        return use->file == S9_FILE_TEXTURE ? "add dcl t#" : "add dcl v#";
    return "add a dcl with its usage, such as dcl_texcoord v#";
}

static void undeclared(s9_checker *c, const need *n, uint32_t rule)
{
    char name[16];
    s9_isa_register_name((s9_file)n->use->file, n->number, name);
    s9_found(c, n->matrix ? 91 : rule, n->s, n->use->operand, declaration_hint(c, n->use),
             "%s is read, but not declared", name);
}

/* Reads outside a declared mask; `mask` then counts as declared. */
static void outside(s9_checker *c, const need *n, uint8_t *mask, uint32_t rule)
{
    char name[16], missing[5], declared[5];
    uint32_t outside_mask = n->components & ~(uint32_t)*mask & 15u;
    if (outside_mask == 0)
        return;
    s9_severity severity = rule == 33 ? S9_WARNING : S9_ERROR;
    if (n->texkill) {
        rule = 133;
        severity = outside_mask == 8 ? S9_WARNING : S9_ERROR; /* whether w is tested is not settled */
    } else if (n->matrix) {
        rule = 91;
    } else if (n->coordinate && n->use->file != S9_FILE_MISC) {
        rule = 312;
        severity = S9_ERROR;
    }
    s9_isa_register_name((s9_file)n->use->file, n->number, name);
    s9_found_as(c, severity, rule, n->s, n->use->operand, "widen the declaration",
                "%s.%s is read; only .%s is declared", name, s9_mask_name(outside_mask, missing),
                s9_mask_name(*mask, declared));
    *mask |= (uint8_t)outside_mask;
}

static void vertex_input(s9_checker *c, const need *n)
{
    if (c->no_inputs || n->number >= S9_COUNT(c->input_mask))
        return;
    uint8_t *mask = &c->input_mask[n->number];
    if (*mask == 0) {
        if (report_once(&c->reported_inputs, n->number))
            undeclared(c, n, 26);
    } else if ((c->reported_inputs >> n->number & 1u) == 0) {
        outside(c, n, mask, 33);
    }
}

static void pixel_input(s9_checker *c, const need *n)
{
    bool texture = n->use->file == S9_FILE_TEXTURE;
    if (n->number >= (texture ? S9_COUNT(c->texture_mask) : S9_COUNT(c->input_mask)))
        return;
    uint8_t *mask = texture ? &c->texture_mask[n->number] : &c->input_mask[n->number];
    if (*mask == 0) {
        if (report_once(texture ? &c->reported_textures : &c->reported_inputs, n->number))
            undeclared(c, n, c->major == 2 ? 50 : 54);
    } else {
        outside(c, n, mask, 60);
    }
}

/* vPos and vFace: V054, V062. */
static void position_or_face(s9_checker *c, const need *n)
{
    char components[5];
    uint8_t *mask = &c->misc_mask[n->number & 1];
    if (*mask == 0) {
        if (report_once(&c->reported_misc, n->number))
            undeclared(c, n, 54);
        return;
    }
    if (n->number != 0)
        return;
    if ((n->components & ~3u) != 0)
        s9_found(c, 62, n->s, n->use->operand, NULL, "vPos.%s is read; only x and y have a value",
                 s9_mask_name(n->components & ~3u, components));
    else
        outside(c, n, mask, 62);
}

static void read_input(s9_checker *c, const need *n)
{
    if (n->use->file == S9_FILE_MISC)
        position_or_face(c, n);
    else if (c->pixel)
        pixel_input(c, n);
    else
        vertex_input(c, n);
}

static bool is_input(const s9_checker *c, const s9_use *use)
{
    return use->file == S9_FILE_INPUT || use->file == S9_FILE_MISC || (use->file == S9_FILE_TEXTURE && c->pixel);
}

/* V069. */
static void sampler(s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    if (use->number < S9_COUNT(c->samplers.type) && c->samplers.type[use->number] == 0 &&
        report_once(&c->reported_samplers, use->number))
        s9_found(c, 69, s, use->operand, "add dcl_2d, dcl_cube or dcl_volume", "s%u is used, but not declared",
                 (unsigned)use->number);
}

static void source(s9_checker *c, s9_stmt *s, uint32_t i)
{
    s9_use *use = &s->sources[i];
    bool texture_load = s9_stmt_sampler(c, s) == 1;
    if (texture_load && i != 1)
        use->components = (uint8_t)s9_item_coordinate_components(c->program, s->item, i, &c->samplers);
    if (!use->judged || c->ps1)
        return;
    if (use->file == S9_FILE_SAMPLER) {
        sampler(c, s, use);
        return;
    }
    if (!is_input(c, use))
        return;
    if (use->relative) {
        s9_rules_relative_input(c, s, use);
        return;
    }
    need n = {s, use, use->number, use->components, false, texture_load && i == 0, false};
    if (i == 1 && s9_stmt_is_matrix(s)) {
        n.matrix = true;
        /* The first row that is missing stands for the operand. */
        size_t before = c->found;
        for (uint32_t row = 0; row < s9_isa_matrix_rows(s->opcode) && c->found == before; row++, n.number++)
            read_input(c, &n);
        return;
    }
    read_input(c, &n);
}

/* V036, V037. */
static void output(s9_checker *c, const s9_stmt *s, const s9_use *d)
{
    char outside_name[5], declared_name[5];
    if (d->relative) {
        s9_rules_relative_output(c, s, d);
        return;
    }
    if (d->number >= S9_COUNT(c->output_mask))
        return;
    uint8_t *mask = &c->output_mask[d->number];
    uint32_t outside_mask = d->components & ~(uint32_t)*mask & 15u;
    if (*mask == 0) {
        if (report_once(&c->reported_outputs, d->number))
            s9_found(c, 36, s, d->operand, "add a dcl with its usage, such as dcl_texcoord o#",
                     "o%u is written, but not declared", (unsigned)d->number);
    } else if (outside_mask != 0) {
        s9_found(c, 37, s, d->operand, "widen the declaration, or write fewer components",
                 "o%u.%s is written; only .%s is declared", (unsigned)d->number,
                 s9_mask_name(outside_mask, outside_name), s9_mask_name(*mask, declared_name));
        *mask |= (uint8_t)outside_mask;
    }
}

void s9_rules_undeclared(s9_checker *c, s9_stmt *s)
{
    s9_use *d = &s->destination;
    if (d->operand != NULL && d->judged) {
        if (d->file == S9_FILE_OUTPUT && !c->pixel && c->major == 3) {
            output(c, s, d);
        } else if (s->opcode == S9_OP_TEXKILL && !c->ps1 && is_input(c, d)) {
            need n = {s, d, d->number, d->components, false, false, true};
            read_input(c, &n);
        }
    }
    const uint32_t declared = 1u << S9_FILE_INPUT | 1u << S9_FILE_TEXTURE | 1u << S9_FILE_MISC | 1u << S9_FILE_SAMPLER;
    if ((s->files & declared) == 0 && !s9_stmt_is_texture(s))
        return;
    for (uint32_t i = 0; i < s->source_count; i++)
        source(c, s, i);
}
