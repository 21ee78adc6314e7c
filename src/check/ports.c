/* SPDX-License-Identifier: MIT */
/* V115..V121: how many registers of a file one instruction may read. Software versions have no such limit. */
#include "check/check.h"

/* The sources of one file. */
typedef struct reads {
    uint32_t operands;   /* source operands that name the file */
    uint32_t registers;  /* different registers among them */
    const s9_use *last;  /* the operand that brought the last different register */
    const s9_use *third; /* the third operand */
} reads;

static bool same_register(const s9_use *a, const s9_use *b)
{
    return a->file == b->file && a->number == b->number && a->relative == b->relative &&
           (!a->relative || (a->index_file == b->index_file && a->index_component == b->index_component));
}

static reads count_reads(const s9_stmt *s, s9_file file)
{
    reads r = {0, 0, NULL, NULL};
    for (uint32_t i = 0; i < s->source_count; i++) {
        const s9_use *use = &s->sources[i];
        if (use->file != (uint8_t)file || !use->judged)
            continue;
        bool seen = false;
        for (uint32_t k = 0; k < i && !seen; k++)
            seen = s->sources[k].judged && same_register(&s->sources[k], use);
        if (++r.operands == 3)
            r.third = use;
        if (!seen) {
            r.registers++;
            r.last = use;
        }
    }
    return r;
}

static void too_many(s9_checker *c, uint32_t rule, const s9_stmt *s, const reads *r, s9_file file, uint32_t limit)
{
    char name[S9_MNEMONIC_SIZE];
    s9_found(c, rule, s, r->last->operand, "copy one of them to an r# first",
             "%s reads %u different %s#; %u %s allowed", s9_stmt_name(c, s, name), (unsigned)r->registers,
             s9_isa_file_prefix(file), (unsigned)limit, limit == 1 ? "is" : "are");
}

/* V120: ps_1_x has more than one port. */
static void v120_ps1(s9_checker *c, const s9_stmt *s)
{
    static const s9_file files[] = {S9_FILE_CONST, S9_FILE_TEMP, S9_FILE_TEXTURE, S9_FILE_INPUT};
    for (size_t i = 0; i < S9_COUNT(files); i++) {
        reads r = count_reads(s, files[i]);
        uint32_t ports = s9_isa_register(c->version, files[i])->ports;
        if (r.registers > ports)
            too_many(c, 120, s, &r, files[i], ports);
    }
}

/* V121: operands of one instruction that an index register may serve. */
static bool v121_indexed(s9_checker *c, const s9_stmt *s)
{
    uint32_t by_address = 0, by_loop = 0;
    for (uint32_t i = 0; i < s->source_count; i++) {
        const s9_use *use = &s->sources[i];
        if (!use->judged || !use->relative)
            continue;
        by_address += use->index_file == S9_FILE_ADDR;
        by_loop += use->index_file == S9_FILE_LOOP;
    }
    if (by_address <= 2 && by_loop <= 2)
        return false;
    s9_found(c, 121, s, NULL, "copy one of them to an r# first", "three operands are indexed by %s; two are allowed",
             by_address > 2 ? "a0" : "aL");
    return true;
}

/* V116, V117, V121: constants. The series constants of sincos are two by nature. */
static void constants(s9_checker *c, const s9_stmt *s)
{
    if (c->sm2 && s->opcode == S9_OP_SINCOS)
        return;
    reads r = count_reads(s, S9_FILE_CONST);
    if (r.registers > 1) {
        too_many(c, 116, s, &r, S9_FILE_CONST, 1);
        return;
    }
    if (!c->sm2 || r.operands <= 2)
        return;
    if (!c->pixel && v121_indexed(c, s))
        return;
    s9_found(c, 117, s, r.third->operand, "copy the constant to an r# first",
             "%u operands are constants; two are allowed", (unsigned)r.operands);
}

void s9_rules_ports(s9_checker *c, const s9_stmt *s)
{
    if ((s->flags & S9_STMT_SHARED) == 0)
        return; /* the r# of an instruction cannot be too many */
    if (c->ps1) {
        v120_ps1(c, s);
        return;
    }
    if (c->software)
        return;
    reads inputs = count_reads(s, S9_FILE_INPUT);
    if (inputs.registers > 1)
        too_many(c, 115, s, &inputs, S9_FILE_INPUT, 1);
    constants(c, s);
    if (c->pixel && c->major == 2) {
        reads textures = count_reads(s, S9_FILE_TEXTURE);
        if (textures.registers > 1)
            too_many(c, 118, s, &textures, S9_FILE_TEXTURE, 1);
    }
}
