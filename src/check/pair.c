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

static void model_3(pair *p)
{
    by_usage outputs;
    const s9_declaration *of_input[16] = {NULL}, *of_output[16] = {NULL}, *input_partner[16] = {NULL};
    memset(outputs, 0, sizeof outputs);
    collect(p->vertex, S9_FILE_OUTPUT, outputs);
    for (uint32_t i = 0; i < p->pixel->declarations.count; i++) {
        const s9_declaration *in = &p->pixel->declarations.items[i];
        if (in->file != S9_FILE_INPUT || in->usage == S9_USAGE_PSIZE) /* psize: V066 */
            continue;
        const s9_declaration *out = outputs[in->usage][in->index];
        if (usage_fits(p, in, out))
            registers_fit(p, in, out, of_input, of_output, input_partner);
    }
}

/* V347: a software vs_3_0 before an older pixel shader. */
static void software_outputs(pair *p)
{
    for (uint32_t i = 0; i < p->vertex->declarations.count; i++) {
        const s9_declaration *d = &p->vertex->declarations.items[i];
        if (d->file != S9_FILE_OUTPUT)
            continue;
        bool known = ((d->usage == S9_USAGE_POSITION || d->usage == S9_USAGE_PSIZE) && d->index == 0) ||
                     (d->usage == S9_USAGE_COLOR && d->index < 2) || (d->usage == S9_USAGE_TEXCOORD && d->index < 8);
        if (!known)
            report(p, 347, S9_ERROR, p->vertex, &p->vertex->stmts[d->stmt],
                   "use position, psize, color0, color1 or texcoord0 to texcoord7",
                   "%s has no input for the output %s%u", s9_program_version(p->pixel->program), usage_of(d),
                   (unsigned)d->index);
    }
}

/* ---- SM1 and SM2 ---- */

/* Registers of the old interface: bits 0, 1 colours; bits 8 and up texture coordinates. */
static uint32_t old_output(const s9_use *d)
{
    if (d->operand == NULL)
        return 0;
    if (d->file == S9_FILE_ATTROUT && d->number < 2)
        return 1u << d->number;
    return d->file == S9_FILE_TEXCRDOUT && d->number < 8 ? 0x100u << d->number : 0;
}

static uint32_t old_input(const s9_checker *c, const s9_stmt *s)
{
    uint32_t inputs = 0;
    for (uint32_t i = 0; i < s->source_count; i++) {
        const s9_use *use = &s->sources[i];
        if (use->file == S9_FILE_INPUT && use->number < 2)
            inputs |= 1u << use->number;
        /* In ps_1_1 to ps_1_3 a t# that is read is a register; the coordinates are those of the destination. */
        else if (use->file == S9_FILE_TEXTURE && use->number < 8 && !c->ps13)
            inputs |= 0x100u << use->number;
    }
    const s9_use *d = &s->destination;
    bool stage = c->ps13 && s9_stmt_is_texture(s) && s->opcode != S9_OP_TEXREG2AR && s->opcode != S9_OP_TEXREG2GB &&
                 s->opcode != S9_OP_TEXREG2RGB;
    bool killed = s->opcode == S9_OP_TEXKILL;
    if (d->operand != NULL && d->file == S9_FILE_TEXTURE && d->number < 8 && (stage || killed))
        inputs |= 0x100u << d->number;
    return inputs;
}

/* V356: inputs that the vertex shader does not write. */
static void older_models(pair *p)
{
    uint32_t written = 0, reported = 0;
    for (uint32_t i = 0; i < p->vertex->stmt_count; i++)
        if (p->vertex->stmts[i].kind != S9_OPK_SETUP)
            written |= old_output(&p->vertex->stmts[i].destination);
    for (uint32_t i = 0; i < p->pixel->stmt_count; i++) {
        const s9_stmt *s = &p->pixel->stmts[i];
        uint32_t missing = s->kind == S9_OPK_SETUP ? 0 : old_input(p->pixel, s) & ~written & ~reported;
        for (uint32_t bit = 0; missing >> bit != 0; bit++)
            if ((missing >> bit & 1u) != 0)
                report(p, 356, S9_WARNING, p->pixel, s, NULL, "%s%u is read, but the vertex shader does not write %s%u",
                       bit < 8          ? "v"
                       : p->pixel->ps13 ? "texture coordinate "
                                        : "t",
                       (unsigned)(bit < 8 ? bit : bit - 8), bit < 8 ? "oD" : "oT", (unsigned)(bit < 8 ? bit : bit - 8));
        reported |= missing;
    }
}

/* ---- both ---- */

/* V346. */
static void compare(pair *p)
{
    uint32_t vertex = p->vertex->major, pixel = p->pixel->major;
    if (vertex == 3 && pixel == 3)
        model_3(p);
    else if (vertex == 3 && p->vertex->software)
        software_outputs(p);
    else if (vertex == 3 || pixel == 3)
        report(p, 346, S9_ERROR, p->pixel, NULL, "use vs_3_0 and ps_3_0 together", "%s does not go with %s",
               s9_program_version(p->pixel->program), s9_program_version(p->vertex->program));
    else
        older_models(p);
}

/* Takes a shader apart and collects its declarations. */
static s9_checker *open_shader(const s9_program *program, const s9_allocator *allocator,
                               const s9_check_options *options)
{
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    s9_checker *c = s9_arena_alloc(&arena, sizeof *c);
    if (c == NULL) {
        s9_arena_free(&arena);
        return NULL;
    }
    c->arena = arena;
    if (s9_check_prepare(c, program, options))
        s9_rules_declarations(c); /* its findings are those of s9_check, and stay here */
    return c;
}

static void close_shader(s9_checker *c)
{
    if (c == NULL)
        return;
    s9_arena arena = c->arena;
    s9_arena_free(&arena);
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
    close_shader(p.vertex);
    close_shader(p.pixel);
    return result;
}
