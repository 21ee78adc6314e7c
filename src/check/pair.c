/* SPDX-License-Identifier: MIT */
/* V346..V356: a vertex and a pixel shader together. */
#include "check/check.h"

#include <stdio.h>

typedef struct pair {
    s9_checker *vertex, *pixel;
    s9_diagnostics *out;
    s9_buffer buffer;
    size_t errors;
} pair;

static void report(pair *p, uint32_t rule, s9_severity severity, const s9_checker *c, const s9_stmt *s,
                   const char *hint, const char *format, ...) S9_PRINTF(7, 8);

static void report(pair *p, uint32_t rule, s9_severity severity, const s9_checker *c, const s9_stmt *s,
                   const char *hint, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    s9_position at = s9_program_position(c->program, s != NULL ? s->item : NULL, NULL);
    s9_report(p->out, severity, s9_rule_code(rule), &at, hint, "%s", text);
    s9_attach_text(c->program, s != NULL ? s->item : NULL, NULL, &p->buffer, p->out);
    p->errors += severity == S9_ERROR;
}

static void note(pair *p, const s9_checker *c, const s9_stmt *s, const char *text)
{
    s9_position at = s9_program_position(c->program, s->item, NULL);
    s9_report_note(p->out, &at, "%s", text);
}

static const char *usage_of(const s9_declaration *d)
{
    const char *name = s9_isa_usage_name(d->usage);
    return name != NULL ? name : "?";
}

/* ---- SM3 ---- */

typedef const s9_declaration *by_usage[S9_USAGES][S9_USAGE_INDICES];

static void collect(const s9_checker *c, s9_file file, by_usage table)
{
    for (uint32_t i = 0; i < c->declarations.count; i++) {
        const s9_declaration *d = &c->declarations.items[i];
        if (d->file == (uint8_t)file && table[d->usage][d->index] == NULL)
            table[d->usage][d->index] = d;
    }
}

/* V348, V349, V352. */
static bool usage_fits(pair *p, const s9_declaration *in, const s9_declaration *out)
{
    char missing[5], given[5];
    const s9_stmt *s = &p->pixel->stmts[in->stmt];
    if (out == NULL) {
        report(p, 348, S9_ERROR, p->pixel, s, "declare and write it in the vertex shader",
               "the vertex shader has no output %s%u", usage_of(in), (unsigned)in->index);
        return false;
    }
    uint32_t outside = in->mask & ~(uint32_t)out->mask;
    if (outside != 0) {
        report(p, 349, S9_ERROR, p->pixel, s, "a usage has the same components in both shaders",
               "%s%u.%s is read; the vertex shader declares .%s", usage_of(in), (unsigned)in->index,
               s9_mask_name(outside, missing), s9_mask_name(out->mask, given));
        note(p, p->vertex, &p->vertex->stmts[out->stmt], "the output is declared here");
    }
    return true;
}

/* V350, V351: registers correspond. The first usage of a register says to which. */
static void registers_fit(pair *p, const s9_declaration *in, const s9_declaration *out,
                          const s9_declaration *of_input[16], const s9_declaration *of_output[16],
                          const s9_declaration *input_partner[16])
{
    const s9_stmt *s = &p->pixel->stmts[in->stmt];
    uint32_t i = in->number & 15u, o = out->number & 15u;
    if (of_input[i] == NULL) {
        of_input[i] = in;
        input_partner[i] = out;
    } else if (input_partner[i]->number != out->number) {
        report(p, 350, S9_ERROR, p->pixel, s, "pack them alike in both shaders",
               "%s%u shares v%u with %s%u, but the vertex shader has them in o%u and o%u", usage_of(in),
               (unsigned)in->index, (unsigned)in->number, usage_of(of_input[i]), (unsigned)of_input[i]->index,
               (unsigned)out->number, (unsigned)input_partner[i]->number);
        return;
    }
    if (of_output[o] == NULL)
        of_output[o] = in;
    else if (of_output[o]->number != in->number)
        report(p, 351, S9_ERROR, p->pixel, s, "pack them alike in both shaders",
               "%s%u and %s%u are in v%u and v%u, but the vertex shader has both in o%u", usage_of(of_output[o]),
               (unsigned)of_output[o]->index, usage_of(in), (unsigned)in->index, (unsigned)of_output[o]->number,
               (unsigned)in->number, (unsigned)out->number);
}

/* V354: colours follow the shade mode; what shares their register is undefined under flat shading. */
static void v354_mixed_colors(pair *p)
{
    const s9_declaration *color[16] = {NULL}, *other[16] = {NULL};
    for (uint32_t i = 0; i < p->vertex->declarations.count; i++) {
        const s9_declaration *d = &p->vertex->declarations.items[i];
        if (d->file != S9_FILE_OUTPUT)
            continue;
        const s9_declaration **first = d->usage == S9_USAGE_COLOR ? color : other;
        bool mixed = color[d->number & 15u] != NULL && other[d->number & 15u] != NULL;
        if (first[d->number & 15u] == NULL)
            first[d->number & 15u] = d;
        const s9_declaration *c = color[d->number & 15u], *o = other[d->number & 15u];
        if (mixed || c == NULL || o == NULL)
            continue;
        report(p, 354, S9_WARNING, p->vertex, &p->vertex->stmts[d->stmt], "give the colour a register of its own",
               "%s%u shares o%u with %s%u: with flat shading its value is undefined", usage_of(o), (unsigned)o->index,
               (unsigned)d->number, usage_of(c), (unsigned)c->index);
        note(p, p->vertex, &p->vertex->stmts[d == c ? o->stmt : c->stmt], "the other declaration is here");
    }
}

static void model_3(pair *p)
{
    by_usage outputs;
    const s9_declaration *of_input[16] = {NULL}, *of_output[16] = {NULL}, *input_partner[16] = {NULL};
    memset(outputs, 0, sizeof outputs);
    collect(p->vertex, S9_FILE_OUTPUT, outputs);
    for (uint32_t i = 0; i < p->pixel->declarations.count; i++) {
        const s9_declaration *in = &p->pixel->declarations.items[i];
        if (in->file != S9_FILE_INPUT || s9_usage_is_psize(in->usage, in->index)) /* psize: V066 */
            continue;
        const s9_declaration *out = outputs[in->usage][in->index];
        if (usage_fits(p, in, out))
            registers_fit(p, in, out, of_input, of_output, input_partner);
    }
    v354_mixed_colors(p);
}

/* V347: a software vs_3_0 before an older pixel shader. */
static void software_outputs(pair *p)
{
    for (uint32_t i = 0; i < p->vertex->declarations.count; i++) {
        const s9_declaration *d = &p->vertex->declarations.items[i];
        if (d->file != S9_FILE_OUTPUT)
            continue;
        bool known = ((d->usage == S9_USAGE_POSITION || d->usage == S9_USAGE_POSITIONT || d->usage == S9_USAGE_PSIZE) &&
                      d->index == 0) ||
                     (d->usage == S9_USAGE_COLOR && d->index < 2) || (d->usage == S9_USAGE_TEXCOORD && d->index < 8);
        if (!known)
            report(p, 347, S9_ERROR, p->vertex, &p->vertex->stmts[d->stmt],
                   "use position, psize, color0, color1 or texcoord0 to texcoord7",
                   "%s has no input for the output %s%u", s9_program_version(p->pixel->program), usage_of(d),
                   (unsigned)d->index);
    }
}

/* ---- SM1 and SM2 ---- */

/* Outputs that older pixel shaders know. */
typedef struct fixed {
    uint64_t always, sometimes; /* written; bits 0 to 7 the colours, from 8 on the texture coordinates, four each */
} fixed;

enum { COLOR_BIT = 0, TEXTURE_BIT = 8 };

static void take_output(fixed *f, const s9_checker *c, uint32_t to, uint32_t from)
{
    f->always |= (c->written_always >> from & 15u) << to;
    f->sometimes |= (c->written_sometimes >> from & 15u) << to;
}

/* What the vertex shader writes for an older pixel shader; a software vs_3_0 by usage. */
static fixed fixed_outputs(const s9_checker *c)
{
    fixed f = {0, 0};
    if (c->major < 3) {
        for (uint32_t n = 0; n < 2; n++)
            take_output(&f, c, COLOR_BIT + 4 * n, s9_output_bit(S9_FILE_ATTROUT, n));
        for (uint32_t n = 0; n < 8; n++)
            take_output(&f, c, TEXTURE_BIT + 4 * n, s9_output_bit(S9_FILE_TEXCRDOUT, n));
        return f;
    }
    for (uint32_t i = 0; i < c->declarations.count; i++) {
        const s9_declaration *d = &c->declarations.items[i];
        if (d->file == S9_FILE_OUTPUT && d->usage == S9_USAGE_COLOR && d->index < 2)
            take_output(&f, c, COLOR_BIT + 4u * d->index, s9_output_bit(S9_FILE_OUTPUT, d->number));
        else if (d->file == S9_FILE_OUTPUT && d->usage == S9_USAGE_TEXCOORD && d->index < 8)
            take_output(&f, c, TEXTURE_BIT + 4u * d->index, s9_output_bit(S9_FILE_OUTPUT, d->number));
    }
    return f;
}

/* V356: one input register of the pixel shader. */
static void v356_input(pair *p, const s9_stmt *s, const s9_link_read *r, const fixed *f, uint32_t *reported)
{
    char mask[5];
    uint32_t bit = r->texture ? TEXTURE_BIT + 4 * r->number : COLOR_BIT + 4 * r->number;
    uint32_t written = (uint32_t)(f->sometimes >> bit) & 15u, always = (uint32_t)(f->always >> bit) & 15u;
    /* How many coordinates ps_1_x takes is a matter of the texture. */
    uint32_t missing = p->pixel->ps1 ? (written == 0 ? r->components : 0) : r->components & ~always;
    const char *in = r->texture ? (p->pixel->ps13 ? "texture coordinate " : "t") : "v";
    const char *out = p->vertex->major == 3 ? (r->texture ? "texcoord" : "color") : r->texture ? "oT" : "oD";
    if (missing == 0 || (*reported >> bit / 4 & 1u) != 0)
        return;
    *reported |= 1u << bit / 4;
    if (written == 0)
        report(p, 356, S9_WARNING, p->pixel, s, NULL, "%s%u is read, but the vertex shader does not write %s%u", in,
               (unsigned)r->number, out, (unsigned)r->number);
    else
        report(p, 356, S9_WARNING, p->pixel, s, NULL, "%s%u.%s is read, but the vertex shader does not write it %s", in,
               (unsigned)r->number, s9_mask_name(missing, mask),
               (missing & ~written) != 0 ? "at all" : "on every path");
}

static void older_models(pair *p)
{
    fixed f = fixed_outputs(p->vertex);
    uint32_t reported = 0;
    for (uint32_t i = 0; i < p->pixel->stmt_count; i++) {
        s9_link_read reads[S9_LINK_READS];
        const s9_stmt *s = &p->pixel->stmts[i];
        uint32_t count = s9_link_reads(p->pixel, s, reads);
        for (uint32_t k = 0; k < count; k++)
            if (reads[k].number < (reads[k].texture ? 8u : 2u))
                v356_input(p, s, &reads[k], &f, &reported);
    }
}

/* ---- both ---- */

/* V346. */
static void compare(pair *p)
{
    uint32_t vertex = p->vertex->major, pixel = p->pixel->major;
    if (vertex == 3 && pixel == 3)
        model_3(p);
    else if (vertex == 3 && p->vertex->software) {
        software_outputs(p);
        older_models(p);
    } else if (vertex == 3 || pixel == 3)
        report(p, 346, S9_ERROR, p->pixel, NULL, "use vs_3_0 and ps_3_0 together", "%s does not go with %s",
               s9_program_version(p->pixel->program), s9_program_version(p->vertex->program));
    else
        older_models(p);
}

/* Judges a shader by itself, for what is known then; its findings are those of s9_check, and stay here. */
static s9_checker *open_shader(const s9_program *program, const s9_allocator *allocator,
                               const s9_check_options *options)
{
    s9_checker *c = s9_checker_open(program, allocator, options);
    if (c != NULL && !c->arena.failed)
        s9_checker_run(c);
    return c;
}

s9_result s9_check_pair(const s9_program *vertex, const s9_program *pixel, const s9_allocator *allocator,
                        const s9_check_options *given, s9_diagnostics *diagnostics)
{
    s9_check_options options;
    if (vertex == NULL || pixel == NULL || diagnostics == NULL || !s9_check_read_options(given, &options) ||
        s9_program_stage(vertex) != S9_STAGE_VERTEX || s9_program_stage(pixel) != S9_STAGE_PIXEL)
        return S9_ERROR_ARGUMENT;
    pair p;
    memset(&p, 0, sizeof p);
    p.out = diagnostics;
    p.vertex = open_shader(vertex, allocator, &options);
    p.pixel = open_shader(pixel, allocator, &options);
    s9_buffer_init(&p.buffer, allocator);
    s9_result result = S9_ERROR_MEMORY;
    if (p.vertex != NULL && p.pixel != NULL && !p.vertex->arena.failed && !p.pixel->arena.failed) {
        compare(&p);
        result = p.errors > 0 ? S9_ERROR_INVALID : S9_OK;
    }
    s9_buffer_free(&p.buffer);
    s9_checker_close(p.vertex);
    s9_checker_close(p.pixel);
    return result;
}
