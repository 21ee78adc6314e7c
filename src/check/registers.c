/* SPDX-License-Identifier: MIT */
/*
 * V084..V114: which registers exist, and who may read, write and use them; with them the operand kinds of single
 * instructions (V014 V229 V240..V242 V269 V293 V302 V303 V306 V307). An operand that is refused here is not judged by
 * the rules that follow.
 */
#include "check/check.h"

static void refuse(s9_checker *c, uint32_t rule, const s9_stmt *s, s9_use *use, const char *hint, const char *text)
{
    char name[S9_NAME_SIZE], mnemonic[S9_MNEMONIC_SIZE];
    use->judged = false;
    s9_found(c, rule, s, use->operand, hint, "%s: %s %s", s9_stmt_name(c, s, mnemonic), s9_use_name(use, name), text);
}

static bool is_output(uint32_t file)
{
    switch (file) {
    case S9_FILE_RASTOUT:
    case S9_FILE_ATTROUT:
    case S9_FILE_TEXCRDOUT:
    case S9_FILE_OUTPUT:
    case S9_FILE_COLOROUT:
    case S9_FILE_DEPTHOUT:
        return true;
    default:
        return false;
    }
}

/* ---- existence ---- */

static const s9_register_info *row(const s9_checker *c, const s9_use *use)
{
    return s9_isa_register(c->version, (s9_file)use->file);
}

/* V073, V084, V085: the file. */
static bool missing_file(s9_checker *c, const s9_stmt *s, s9_use *use)
{
    char name[S9_NAME_SIZE];
    if (row(c, use)->count > 0)
        return false;
    uint32_t rule = use->file == S9_FILE_SAMPLER ? 73 : use->file == S9_FILE_LOOP && c->pixel ? 85 : 84;
    use->judged = false;
    s9_found(c, rule, s, use->operand, NULL, "%s has no %s", s9_program_version(c->program), s9_use_name(use, name));
    return true;
}

void s9_register_limits(s9_checker *c)
{
    static const s9_file plain[] = {S9_FILE_TEMP, S9_FILE_CONST, S9_FILE_INPUT, S9_FILE_TEXTURE, S9_FILE_MISC};
    for (uint32_t file = 0; file < S9_FILE_COUNT; file++)
        c->limits[file] = s9_isa_register(c->version, (s9_file)file)->count;
    if (c->version == S9_VS_2_X || c->version == S9_PS_2_X)
        c->limits[S9_FILE_TEMP] = c->pixel ? c->caps.ps_temps : c->caps.vs_temps;
    if (!c->pixel)
        c->limits[S9_FILE_CONST] = s9_constant_limit(c);
    for (size_t i = 0; i < S9_COUNT(plain) && !c->ps1; i++)
        if (s9_isa_register(c->version, plain[i])->count > 0)
            c->plain_sources |= 1u << plain[i];
}

/* The rule that limits the numbers of a file. */
static uint32_t limit_rule(const s9_checker *c, uint32_t file)
{
    switch (file) {
    case S9_FILE_ADDR:
    case S9_FILE_LOOP:
    case S9_FILE_PREDICATE:
    case S9_FILE_DEPTHOUT:
    case S9_FILE_RASTOUT:
    case S9_FILE_ATTROUT:
    case S9_FILE_MISC:
        return 17;
    case S9_FILE_INPUT:
        return !c->pixel ? 27 : c->major == 1 ? 86 : c->major == 2 ? 51 : 55;
    case S9_FILE_TEXTURE:
        return c->major == 2 ? 51 : 86;
    case S9_FILE_OUTPUT:
        return 43;
    case S9_FILE_COLOROUT:
        return 87;
    case S9_FILE_SAMPLER:
        return 71;
    case S9_FILE_LABEL:
        return c->limits[file] <= 16 ? 265 : 266;
    case S9_FILE_TEMP:
        return c->version == S9_VS_2_X || c->version == S9_PS_2_X ? 88 : 86;
    case S9_FILE_CONST:
        return c->pixel ? 86 : 89;
    default:
        return 86;
    }
}

/* Numbers above the file: V017 V027 V043 V051 V055 V071 V086..V089 V265. The base of a relative operand is free. */
static bool number_too_high(s9_checker *c, const s9_stmt *s, s9_use *use)
{
    char name[S9_NAME_SIZE];
    uint32_t limit = c->limits[use->file];
    if (use->relative || use->number < limit)
        return false;
    uint32_t rule = limit_rule(c, use->file);
    use->judged = false;
    s9_use_name(use, name);
    if (limit == 1)
        s9_found(c, rule, s, use->operand, NULL, "register number %u: this register exists once, as number 0",
                 (unsigned)use->number);
    else if (rule == 17)
        s9_found(c, rule, s, use->operand, NULL, "there is no %s: the highest number of its kind is %u", name,
                 (unsigned)limit - 1);
    else
        s9_found(c, rule, s, use->operand, NULL, "there is no %s: %s%u is the last", name,
                 s9_isa_file_prefix((s9_file)use->file), (unsigned)limit - 1);
    return true;
}

/* V090: the last register of a matrix. */
static void v090_matrix_range(s9_checker *c, const s9_stmt *s, s9_use *use)
{
    char name[S9_NAME_SIZE];
    uint32_t rows = s9_isa_matrix_rows(s->opcode);
    if (use->relative || !use->judged || use->number + rows <= c->limits[use->file])
        return;
    use->judged = false;
    s9_found(c, 90, s, use->operand, NULL, "the matrix of %u registers that begins at %s goes past the end of its file",
             (unsigned)rows, s9_use_name(use, name));
}

static void exists(s9_checker *c, const s9_stmt *s, s9_use *use)
{
    if (!missing_file(c, s, use))
        number_too_high(c, s, use);
}

/* ---- destinations ---- */

/* V302: what texkill tests. */
static void v302_texkill(s9_checker *c, const s9_stmt *s, s9_use *d)
{
    bool texture = d->file == S9_FILE_TEXTURE && c->major < 3;
    bool temp = d->file == S9_FILE_TEMP && !c->ps13;
    bool input = d->file == S9_FILE_INPUT && c->major == 3;
    if (!texture && !temp && !input)
        refuse(c, 302, s, d, NULL,
               c->ps13         ? "is tested; it takes a t#"
               : c->major == 3 ? "is tested; it takes an r# or v#"
                               : "is tested; it takes a t# or r#");
    else
        number_too_high(c, s, d);
}

static void v303_texdepth(s9_checker *c, const s9_stmt *s, s9_use *d)
{
    if (d->file != S9_FILE_TEMP || d->number != 5)
        refuse(c, 303, s, d, "compute the depth in r5", "is no operand here; it takes r5");
}

/* V093, V109, V110, V306: who writes t#. */
static void texture_destination(s9_checker *c, const s9_stmt *s, s9_use *d)
{
    if (c->ps13)
        return;
    if (c->version == S9_PS_1_4 && s9_stmt_is_texture(s))
        refuse(c, 109, s, d, "write an r#", "is written; texld and texcrd write r#");
    else if (c->version == S9_PS_1_4)
        refuse(c, 110, s, d, NULL, "is written; arithmetic instructions do not reach t#");
    else if (s9_stmt_is_texld(c, s))
        refuse(c, 306, s, d, "write an r#", "is written; texture loads write r#");
    else
        refuse(c, 93, s, d, NULL, "is written; t# is read-only here");
}

/* V096, V097: who writes a0. */
static void address_destination(s9_checker *c, const s9_stmt *s, s9_use *d)
{
    if (c->major == 1 && s->opcode != S9_OP_MOV)
        refuse(c, 96, s, d, "use mov a0.x", "is written; only mov writes a0");
    else if (c->major > 1 && s->opcode != S9_OP_MOVA)
        refuse(c, 97, s, d, "use mova", "is written; only mova writes a0");
}

/* V097, V099, V108, V306, V307: instructions that write one file only. */
static bool wrong_destination(s9_checker *c, const s9_stmt *s, s9_use *d)
{
    if (s->opcode == S9_OP_MOVA && d->file != S9_FILE_ADDR)
        refuse(c, 97, s, d, "use mov", "is written; mova writes a0 only");
    else if (s->opcode == S9_OP_SETP && d->file != S9_FILE_PREDICATE)
        refuse(c, 99, s, d, NULL, "is written; setp writes p0 only");
    else if (c->ps1 && s9_stmt_is_texture(s) && d->file == S9_FILE_CONST)
        refuse(c, 107, s, d, NULL, "is written; texture instructions have no constants");
    else if (c->ps13 && s9_stmt_is_texture(s) && d->file != S9_FILE_TEXTURE)
        refuse(c, 108, s, d, NULL, "is written; texture instructions write t#");
    else if (c->version == S9_PS_1_4 && s9_stmt_is_texture(s) && d->file != S9_FILE_TEMP)
        refuse(c, 109, s, d, NULL, "is written; texld and texcrd write r#");
    else if (c->sm2 && s9_stmt_is_texld(c, s) && d->file != S9_FILE_TEMP)
        refuse(c, 306, s, d, "load an r#, then mov", "is written; texture loads write r#");
    else if (!c->pixel && s->opcode == S9_OP_TEXLDL && d->file != S9_FILE_TEMP)
        refuse(c, 307, s, d, "load an r#, then mov", "is written; texldl writes r#");
    else
        return false;
    return true;
}

/* Arithmetic that writes an r# of the version: most destinations. */
static bool is_plain_destination(const s9_checker *c, const s9_stmt *s)
{
    const s9_use *d = &s->destination;
    return s->kind == S9_OPK_ARITH && d->file == S9_FILE_TEMP && d->number < c->limits[S9_FILE_TEMP] &&
           s->opcode != S9_OP_MOVA && s->opcode != S9_OP_SETP;
}

static void destination(s9_checker *c, s9_stmt *s)
{
    s9_use *d = &s->destination;
    if (d->operand == NULL || !d->judged || is_plain_destination(c, s))
        return;
    if (s->opcode == S9_OP_TEXKILL) {
        v302_texkill(c, s, d);
        return;
    }
    if (s->opcode == S9_OP_TEXDEPTH) {
        v303_texdepth(c, s, d);
        return;
    }
    /* What an instruction demands of its destination comes before what the register is. */
    if (s9_stmt_is_texture(s) && d->file != S9_FILE_TEXTURE && wrong_destination(c, s, d))
        return;
    if (missing_file(c, s, d))
        return;
    switch (d->file) {
    case S9_FILE_INPUT:
    case S9_FILE_CONST:
    case S9_FILE_CONSTINT:
    case S9_FILE_CONSTBOOL:
    case S9_FILE_SAMPLER:
    case S9_FILE_LOOP:
    case S9_FILE_MISC:
        refuse(c, 92, s, d, NULL, "is written; it is read-only");
        break;
    case S9_FILE_LABEL:
        refuse(c, 106, s, d, NULL, "is written; labels belong to label, call and callnz");
        break;
    case S9_FILE_TEXTURE:
        texture_destination(c, s, d);
        break;
    case S9_FILE_ADDR:
        address_destination(c, s, d);
        break;
    case S9_FILE_PREDICATE:
        if (s->opcode != S9_OP_SETP)
            refuse(c, 99, s, d, "use setp", "is written; only setp writes p0");
        break;
    default:
        break;
    }
    if (d->judged && !wrong_destination(c, s, d))
        number_too_high(c, s, d);
}

/* ---- sources ---- */

/*
 * The operand kinds that one instruction demands. True when the source has been dealt with: it was refused, or its kind
 * is what this instruction alone may have.
 */
static bool instruction_operand(s9_checker *c, const s9_stmt *s, uint32_t i, s9_use *use)
{
    bool boolean = use->file == S9_FILE_CONSTBOOL || use->file == S9_FILE_PREDICATE;
    switch (s->opcode) {
    case S9_OP_CALL:
    case S9_OP_LABEL:
    case S9_OP_CALLNZ:
        if (i == 0 && use->file != S9_FILE_LABEL)
            refuse(c, 14, s, use, "write a label, l0", "is no label");
        else if (i == 1 && !boolean)
            refuse(c, 269, s, use, "the condition is b# or a component of p0", "is no condition");
        break;
    case S9_OP_LOOP:
        if (use->file != (i == 0 ? S9_FILE_LOOP : S9_FILE_CONSTINT))
            refuse(c, 240, s, use, "write loop aL, i#",
                   i == 0 ? "stands in the place of aL" : "stands in the place of an i#");
        break;
    case S9_OP_REP:
        if (use->file != S9_FILE_CONSTINT)
            refuse(c, 241, s, use, "write rep i#", "stands in the place of an i#");
        break;
    case S9_OP_IF:
        if (!boolean)
            refuse(c, 242, s, use, "compare with if_gt, if_lt ..", "is no condition; if takes b# or a component of p0");
        break;
    case S9_OP_BREAKP:
        if (use->file == S9_FILE_PREDICATE || use->file == S9_FILE_CONSTBOOL)
            return use->file == S9_FILE_PREDICATE;
        refuse(c, 18, s, use, "write breakp p0.x", "is no operand here; it takes a component of p0");
        break;
    case S9_OP_TEXM3X3SPEC:
        if (i == 0)
            return false;
        if (use->file != S9_FILE_CONST)
            refuse(c, 293, s, use, NULL, "is the eye vector; it has to be a c#");
        break;
    default:
        if (i != s9_stmt_sampler(c, s))
            return false;
        if (use->file != S9_FILE_SAMPLER)
            refuse(c, 105, s, use, NULL, "stands in the place of the sampler");
        break;
    }
    if (use->judged && use->file == S9_FILE_PREDICATE && c->version == S9_VS_2_0)
        refuse(c, 232, s, use, "use a b#", "is no condition in vs_2_0");
    if (use->judged)
        exists(c, s, use);
    return true;
}

/* V107..V112: sources in ps_1_x. */
static void ps1_source(s9_checker *c, const s9_stmt *s, s9_use *use)
{
    bool texture = s9_stmt_is_texture(s);
    bool v14 = c->version == S9_PS_1_4;
    if (texture && use->file == S9_FILE_CONST)
        refuse(c, 107, s, use, NULL, "is read; texture instructions read no constants");
    else if (texture && !v14 && use->file != S9_FILE_TEXTURE)
        refuse(c, 108, s, use, NULL, "is read; texture instructions read t#");
    else if (texture && v14 && use->file != S9_FILE_TEXTURE &&
             (s->opcode == S9_OP_TEXCOORD || use->file != S9_FILE_TEMP))
        refuse(c, 109, s, use, NULL,
               s->opcode == S9_OP_TEXCOORD ? "is read; texcrd reads t#" : "is read; texld reads t# or r#");
    else if (!texture && v14 && use->file == S9_FILE_TEXTURE)
        refuse(c, 110, s, use, "copy it with texcrd", "is read; arithmetic instructions do not reach t#");
    else if (number_too_high(c, s, use))
        return;
    else if (v14 && use->file == S9_FILE_INPUT && s->phase == 1)
        refuse(c, 111, s, use, "read it behind phase", "is read before phase");
    else if (texture && v14 && use->file == S9_FILE_TEMP && s->phase == 1)
        refuse(c, 112, s, use, "read it behind phase", "is read before phase");
}

/* V094, V095, V100..V104, V106: files that are no ordinary sources. */
static void ordinary_source(s9_checker *c, const s9_stmt *s, s9_use *use)
{
    switch (use->file) {
    case S9_FILE_ADDR:
        refuse(c, 95, s, use, NULL, "is read; a0 only indexes");
        return;
    case S9_FILE_PREDICATE:
        refuse(c, 100, s, use, NULL, "is read; p0 is a condition only");
        return;
    case S9_FILE_CONSTBOOL:
        refuse(c, 101, s, use, NULL, "is read; only if and callnz read b#");
        return;
    case S9_FILE_CONSTINT:
        refuse(c, 102, s, use, NULL, "is read; only loop and rep read i#");
        return;
    case S9_FILE_LOOP:
        refuse(c, 103, s, use, NULL, "is read; aL only indexes");
        return;
    case S9_FILE_SAMPLER:
        refuse(c, 104, s, use, NULL, "is read; samplers are operands of texture loads only");
        return;
    case S9_FILE_LABEL:
        refuse(c, 106, s, use, NULL, "is read; labels belong to label, call and callnz");
        return;
    default:
        if (is_output(use->file))
            refuse(c, 94, s, use, "keep the value in an r#", "is read; outputs are write-only");
    }
}

/* Arithmetic that reads a register of the version: most sources. */
static bool is_plain_source(const s9_checker *c, const s9_stmt *s, const s9_use *use)
{
    return s->kind == S9_OPK_ARITH && (c->plain_sources >> use->file & 1u) != 0 && use->number < c->limits[use->file] &&
           !s9_stmt_is_matrix(s);
}

static void source(s9_checker *c, s9_stmt *s, uint32_t i)
{
    s9_use *use = &s->sources[i];
    if (!use->judged || is_plain_source(c, s, use) || instruction_operand(c, s, i, use))
        return;
    bool coordinate = c->sm2 && s9_stmt_is_texld(c, s) && i == 0;
    if (coordinate && use->file != S9_FILE_TEXTURE && use->file != S9_FILE_TEMP) {
        refuse(c, 114, s, use, "copy it to an r#", "is no coordinate; it takes a t# or r#");
        return;
    }
    if (missing_file(c, s, use))
        return;
    ordinary_source(c, s, use);
    if (use->judged && c->ps1)
        ps1_source(c, s, use);
    if (!use->judged || number_too_high(c, s, use))
        return;
    if (i == 1 && s9_stmt_is_matrix(s))
        v090_matrix_range(c, s, use);
}

/* V229: the register before the instruction. */
static void v229_predicate(s9_checker *c, s9_stmt *s)
{
    s9_use *p = &s->predicate;
    if (p->operand == NULL || !p->judged || !c->has_predication)
        return;
    if (p->file != S9_FILE_PREDICATE)
        refuse(c, 229, s, p, "write (p0)", "stands in the place of the predicate");
    else
        number_too_high(c, s, p);
}

void s9_rules_registers(s9_checker *c, s9_stmt *s)
{
    destination(c, s);
    v229_predicate(c, s);
    for (uint32_t i = 0; i < s->source_count; i++)
        source(c, s, i);
}
