/* SPDX-License-Identifier: MIT */
/* The entry of the validator: which families look at a program, and in which order. */
#include "check/check.h"

uint32_t s9_constant_limit(const s9_checker *c)
{
    if (c->software)
        return 8192;
    return c->major == 1 ? c->caps.vs_constants_1_1 : c->caps.vs_constants;
}

/* V358, V359: does the target have the version at all. */
void s9_rules_device(s9_checker *c)
{
    const s9_version_info *info = s9_isa_version(c->version);
    uint32_t highest = c->pixel ? c->caps.max_ps : c->caps.max_vs;
    if (c->software && !c->caps.software_versions)
        s9_found(c, 359, NULL, NULL, NULL, "%s needs software vertex processing or the reference device", info->text);
    else if ((info->token & 0xFFFFu) > highest)
        s9_found(c, 358, NULL, NULL, NULL, "the target does not support %s", info->text);
}

/* Tokens, order and setup of one statement after the other. */
static void first_walk(s9_checker *c)
{
    s9_first_walk w;
    memset(&w, 0, sizeof w);
    s9_rules_version(c);
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        s9_stmt *s = &c->stmts[i];
        s9_rules_stream(c, s, &w);
        s9_rules_order(c, s, &w);
        if (s->opcode == S9_OP_DCL)
            s9_rules_declaration(c, s, &w);
        else if (s->kind == S9_OPK_SETUP)
            s9_rules_definition(c, s, &w);
    }
    s9_rules_declared(c, &w);
    if (c->has_flow && w.defines_counters)
        s9_rules_loop_constants(c);
}

/* First what may refuse an operand, then what looks at the operands that are left. */
static void operands(s9_checker *c, s9_stmt *s)
{
    if (c->pixel) {
        s9_rules_relative(c, s);
        s9_rules_registers(c, s);
    } else {
        s9_rules_registers(c, s);
        s9_rules_relative(c, s);
    }
    s9_rules_undeclared(c, s);
    if (s->opcode == S9_OP_SETP || s9_token_predicated(s->item->words[0]))
        s9_rules_predication(c, s);
    s9_rules_ports(c, s);
    s9_rules_masks(c, s);
    s9_rules_swizzles(c, s);
    s9_rules_source_modifiers(c, s);
    s9_rules_result_modifiers(c, s);
    if (s->kind == S9_OPK_FLOW)
        s9_rules_flow_operands(c, s);
    if (s->kind == S9_OPK_TEXTURE || (s9_isa_opcode(s->opcode)->flags & S9_OPF_GRADIENT) != 0)
        s9_rules_textures(c, s);
    s9_rules_opcodes(c, s);
}

static void second_walk(s9_checker *c)
{
    s9_written written;
    memset(&written, 0, sizeof written);
    for (uint32_t i = 0; i < c->stmt_count; i++) {
        s9_stmt *s = &c->stmts[i];
        if (s9_stmt_judged(s) && s->kind == S9_OPK_SETUP)
            s9_rules_predication(c, s);
        else if (s9_stmt_judged(s))
            operands(c, s);
        s9_rules_output_write(c, s, &written);
    }
    s9_rules_outputs(c, &written);
}

static bool prepare(s9_checker *c, const s9_program *program, const s9_check_options *options)
{
    c->program = program;
    c->version = program->version;
    c->major = s9_version_major(c->version);
    c->pixel = s9_version_is_pixel(c->version);
    c->software = s9_version_is_software(c->version);
    c->ps1 = c->pixel && c->major == 1;
    c->ps13 = c->ps1 && c->version != S9_PS_1_4;
    c->sm2 = c->major == 2;
    c->has_predication = s9_version_is_2x_up(c->version);
    c->has_flow = c->major > 1 && c->version != S9_PS_2_0;
    s9_caps_preset("generous", &c->caps);
    c->dialect = options->dialect;
    if (options->caps != NULL) {
        size_t given = options->caps->struct_size;
        memcpy(&c->caps, options->caps, given < sizeof c->caps ? given : sizeof c->caps);
    }
    s9_register_limits(c);
    return s9_check_statements(c);
}

void s9_checker_run(s9_checker *c)
{
    s9_rules_device(c);
    first_walk(c);
    s9_rules_flow(c);
    if (c->arena.failed)
        return; /* what follows reads what these found */
    second_walk(c);
    if (c->has_flow && c->has_counter)
        s9_rules_loop_counter(c);
    s9_rules_slots(c);
    if (c->has_definitions && c->has_ranges)
        s9_rules_values(c);
    if (c->ps1)
        s9_rules_ps1(c);
    else
        s9_rules_paths(c);
    if (c->version == S9_PS_2_0 || (c->version == S9_PS_2_X && !c->caps.ps_no_dependent_limit))
        s9_rules_dependent_reads(c);
}

bool s9_check_read_options(const s9_check_options *given, s9_check_options *options)
{
    static const s9_check_options defaults = {.struct_size = sizeof defaults};
    *options = defaults;
    if (given == NULL)
        return true;
    /* Callers that were built with fewer fields pass a smaller size. */
    if (given->struct_size < sizeof given->struct_size)
        return false;
    memcpy(options, given, given->struct_size < sizeof *options ? given->struct_size : sizeof *options);
    return options->caps == NULL || options->caps->struct_size >= sizeof options->caps->struct_size;
}

s9_checker *s9_checker_open(const s9_program *program, const s9_allocator *allocator, const s9_check_options *options)
{
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    /* One allocation serves most programs. */
    enum { REST = 4096 };
    size_t room;
    if (s9_mul_size(program->instruction_count, sizeof(s9_stmt), &room) &&
        s9_add_size(room, S9_ARENA_ROUND(sizeof(s9_checker)) + REST, &room))
        (void)s9_arena_reserve(&arena, room);
    s9_checker *c = s9_arena_alloc(&arena, sizeof *c);
    if (c == NULL) {
        s9_arena_free(&arena);
        return NULL;
    }
    c->arena = arena;
    (void)prepare(c, program, options); /* the arena remembers a failure */
    return c;
}

void s9_checker_close(s9_checker *c)
{
    if (c == NULL)
        return;
    s9_arena arena = c->arena;
    s9_arena_free(&arena);
}

s9_result s9_check(const s9_program *program, const s9_allocator *allocator, const s9_check_options *given,
                   s9_diagnostics *diagnostics)
{
    s9_check_options options;
    if (program == NULL || diagnostics == NULL || !s9_check_read_options(given, &options))
        return S9_ERROR_ARGUMENT;
    s9_checker *c = s9_checker_open(program, allocator, &options);
    if (c == NULL)
        return S9_ERROR_MEMORY;
    if (!c->arena.failed)
        s9_checker_run(c);
    s9_result result = c->arena.failed ? S9_ERROR_MEMORY : c->errors > 0 ? S9_ERROR_INVALID : S9_OK;
    if (!c->arena.failed)
        s9_emit_findings(c, diagnostics);
    s9_checker_close(c);
    return result;
}
