/* SPDX-License-Identifier: MIT */
/* V026..V075 as far as they concern the dcl statements themselves; uses of what they declare: declared.c. */
#include "check/check.h"

#define FULL_MASK 15u

/* Where each usage with its index was declared: statement + 1. */
struct s9_usage_table {
    uint32_t inputs[S9_USAGES][S9_USAGE_INDICES];
    uint32_t outputs[S9_USAGES][S9_USAGE_INDICES];
};

/* A dcl taken apart; the words are looked at directly, so that a malformed dcl still declares. */
typedef struct dcl {
    s9_stmt *s;
    const s9_operand *operand;
    uint32_t word, token;
    s9_file file;
    uint32_t number, mask;
    uint32_t modifiers; /* of the result, and the shift above them */
} dcl;

static bool take_apart(const s9_checker *c, s9_stmt *s, dcl *out)
{
    const s9_item *item = s->item;
    if (item->word_count < 3)
        return false;
    out->s = s;
    out->operand = item->has_destination ? &item->destination : NULL;
    out->word = item->words[1];
    out->token = item->words[2];
    out->file = s9_operand_file(c->program, out->token);
    out->number = s9_operand_number(out->token);
    out->mask = s9_operand_mask(out->token);
    out->modifiers = s9_operand_result_modifiers(out->token) | s9_operand_shift(out->token) << 4;
    return true;
}

static const char *name_of(const dcl *d, char *out)
{
    s9_isa_register_name(d->file, d->number, out);
    return out;
}

static const char *usage_text(uint32_t usage)
{
    const char *name = s9_isa_usage_name(usage);
    return name != NULL ? name : "?";
}

/* ---- the declaration word ---- */

static void v016_reserved(s9_checker *c, const dcl *d, uint32_t reserved)
{
    if (d->word >> 31 == 0)
        s9_found(c, 16, d->s, NULL, NULL, "bit 31 of the declaration word 0x%08x is clear", (unsigned)d->word);
    else if ((d->word & reserved) != 0)
        s9_found(c, 16, d->s, NULL, NULL, "reserved bits of the declaration word 0x%08x are set", (unsigned)d->word);
}

/* V072: a sampler type on a register that is no sampler. */
static bool v072_typed_register(s9_checker *c, const dcl *d)
{
    char name[16];
    bool typed = (d->word & 0x78000000u) != 0 && (d->word & 0x07FFFFFFu) == 0;
    if (!typed || d->file == S9_FILE_SAMPLER || (c->major < 3 && !c->pixel))
        return false;
    s9_found(c, 72, d->s, d->operand, "a sampler type belongs to an s#", "%s is declared with a sampler type",
             name_of(d, name));
    return true;
}

static void v029_usage(s9_checker *c, const dcl *d)
{
    if (s9_dcl_usage(d->word) >= S9_USAGE_COUNT)
        s9_found(c, 29, d->s, d->operand, NULL, "there is no usage %u", (unsigned)s9_dcl_usage(d->word));
}

static void semantic_word(s9_checker *c, const dcl *d)
{
    v016_reserved(c, d, 0x7FF0FFE0u);
    v029_usage(c, d);
}

/* ---- what all registers have in common ---- */

/* V032: no index register in a declaration. */
static void v032_plain_number(s9_checker *c, const dcl *d)
{
    char name[16];
    s9_found(c, 32, d->s, d->operand, "declare each register by its number", "%s is declared with an index register",
             name_of(d, name));
}

static void modifiers(s9_checker *c, const dcl *d, uint32_t rule, uint32_t allowed, const char *hint)
{
    char name[16];
    if ((d->modifiers & ~allowed) != 0)
        s9_found(c, rule, d->s, d->operand, hint, "the declaration of %s has a modifier that it cannot have",
                 name_of(d, name));
}

static void record(s9_checker *c, const dcl *d)
{
    s9_declaration declaration = {
        (uint32_t)(d->s - c->stmts),    (uint16_t)d->number, (uint8_t)d->file, (uint8_t)s9_dcl_usage(d->word),
        (uint8_t)s9_dcl_index(d->word), (uint8_t)d->mask};
    (void)S9_PUSH(&c->arena, &c->declarations, declaration); /* the arena remembers a failure */
}

/* The statement that declared a usage before, or NULL; from now on `d` is it. */
static const s9_stmt *usage_before(const s9_checker *c, uint32_t table[S9_USAGES][S9_USAGE_INDICES], const dcl *d)
{
    uint32_t *slot = &table[s9_dcl_usage(d->word)][s9_dcl_index(d->word)];
    const s9_stmt *before = *slot == 0 ? NULL : &c->stmts[*slot - 1];
    if (before == NULL)
        *slot = (uint32_t)(d->s - c->stmts) + 1;
    return before;
}

static void repeated_usage(s9_checker *c, uint32_t rule, s9_severity severity, const dcl *d, const s9_stmt *before)
{
    s9_found_as(c, severity, rule, d->s, d->operand, "give it another index", "%s%u is declared a second time",
                usage_text(s9_dcl_usage(d->word)), (unsigned)s9_dcl_index(d->word));
    s9_found_note(c, before, NULL, "the first declaration is here");
}

/* ---- vertex shaders ---- */

static void vertex_input(s9_checker *c, const dcl *d, s9_usage_table *usages)
{
    char name[16], components[5];
    if (d->number >= S9_COUNT(c->input_mask)) {
        s9_found(c, 27, d->s, d->operand, NULL, "there is no v%u: vertex inputs are v0 to v15", (unsigned)d->number);
        return;
    }
    modifiers(c, d, 31, 0, "vertex shader declarations take no modifier");
    semantic_word(c, d);

    uint32_t overlap = c->input_mask[d->number] & d->mask;
    const s9_stmt *before = usage_before(c, usages->inputs, d);
    if (overlap != 0)
        s9_found(c, 34, d->s, d->operand, NULL, "%s.%s is declared a second time", name_of(d, name),
                 s9_mask_name(overlap, components));
    else if (before != NULL)
        repeated_usage(c, 34, S9_WARNING, d, before);
    c->input_mask[d->number] |= (uint8_t)d->mask;
    record(c, d);
}

static bool is_position(uint32_t usage, uint32_t index)
{
    return (usage == S9_USAGE_POSITION || usage == S9_USAGE_POSITIONT) && index == 0;
}

static void vertex_output(s9_checker *c, const dcl *d, s9_usage_table *usages)
{
    uint32_t usage = s9_dcl_usage(d->word), index = s9_dcl_index(d->word);
    uint32_t count = s9_isa_register(c->version, S9_FILE_OUTPUT)->count;
    if (d->number >= count) {
        s9_found(c, 43, d->s, d->operand, NULL, "there is no o%u: outputs are o0 to o%u", (unsigned)d->number,
                 (unsigned)count - 1);
        return;
    }
    modifiers(c, d, 31, 0, "vertex shader declarations take no modifier");
    semantic_word(c, d);

    const s9_stmt *before = usage_before(c, usages->outputs, d);
    if (before != NULL)
        repeated_usage(c, 39, S9_ERROR, d, before);
    if (usage == S9_USAGE_POSITIONT && index == 0 && before == NULL)
        s9_found_as(c, S9_WARNING, 40, d->s, d->operand, "declare it as position",
                    "the position output is declared as positiont");
    uint32_t bit = 1u << d->number;
    if (is_position(usage, index))
        c->position_outputs |= bit;
    if (s9_usage_is_psize(usage, index))
        c->psize_outputs |= bit;
    record(c, d);
}

/* V035: what vertex shaders before 3_0 cannot declare. */
static void v035_output(s9_checker *c, const dcl *d)
{
    s9_found(c, 35, d->s, d->operand, "outputs have fixed names here: oPos, oFog, oPts, oD#, oT#",
             "%s declares no outputs", s9_program_version(c->program));
}

/* ---- pixel shaders ---- */

/* V067: masks that no compiler writes. */
static void v067_mask(s9_checker *c, const dcl *d)
{
    char name[16], components[5];
    if (d->mask != 1 && d->mask != 3 && d->mask != 7 && d->mask != FULL_MASK)
        s9_found(c, 67, d->s, d->operand, "declare .x, .xy, .xyz or no mask", "%s is declared with .%s",
                 name_of(d, name), s9_mask_name(d->mask, components));
}

static void pixel_input_sm2(s9_checker *c, const dcl *d)
{
    char name[16];
    bool color = d->file == S9_FILE_INPUT;
    uint8_t *mask = color ? c->input_mask : c->texture_mask;
    if (d->number >= (color ? 2u : 8u)) {
        s9_found(c, 51, d->s, d->operand, NULL, "there is no %s: %s", name_of(d, name),
                 color ? "colour inputs are v0 and v1" : "texture coordinates are t0 to t7");
        return;
    }
    modifiers(c, d, 52, S9_RESULT_PP | S9_RESULT_CENTROID, "only _pp and _centroid may follow dcl");
    if ((d->word & 0x000F001Fu) != 0)
        s9_found(c, 52, d->s, d->operand, "write dcl without a usage: v# and t# have fixed meanings",
                 "%s is declared with a usage", name_of(d, name));
    else
        v016_reserved(c, d, 0x7FFFFFFFu);
    v067_mask(c, d);
    if (!color && mask[d->number] != 0)
        s9_found(c, 68, d->s, d->operand, "declare all its components at once", "%s is declared a second time",
                 name_of(d, name));
    mask[d->number] |= (uint8_t)d->mask;
    record(c, d);
}

static void pixel_input_sm3(s9_checker *c, const dcl *d, s9_usage_table *usages)
{
    char name[16], components[5];
    uint32_t usage = s9_dcl_usage(d->word);
    uint32_t count = s9_isa_register(c->version, S9_FILE_INPUT)->count;
    if (d->number >= count) {
        s9_found(c, 55, d->s, d->operand, NULL, "there is no v%u: inputs are v0 to v%u", (unsigned)d->number,
                 (unsigned)count - 1);
        return;
    }
    if (d->number >= 10) /* the pages give ps_3_sw 10 or 14 */
        s9_found_as(c, S9_WARNING, 55, d->s, d->operand, NULL, "v%u: one page gives ps_3_sw ten inputs only",
                    (unsigned)d->number);
    modifiers(c, d, 64, S9_RESULT_PP | S9_RESULT_CENTROID, "only _pp and _centroid may follow the usage");
    semantic_word(c, d);
    if (usage == S9_USAGE_POSITION && s9_dcl_index(d->word) == 0)
        s9_found(c, 57, d->s, d->operand, "pass it in another usage, or read vPos",
                 "position0 cannot be a pixel shader input");
    if (s9_usage_is_psize(usage, s9_dcl_index(d->word)))
        s9_found(c, 66, d->s, d->operand, "pass it in another usage", "psize never reaches the pixel shader");

    uint32_t overlap = c->input_mask[d->number] & d->mask;
    const s9_stmt *before = usage_before(c, usages->inputs, d);
    if (before != NULL)
        repeated_usage(c, 59, S9_ERROR, d, before);
    else if (overlap != 0)
        s9_found(c, 58, d->s, d->operand, NULL, "%s.%s is declared a second time", name_of(d, name),
                 s9_mask_name(overlap, components));
    c->input_mask[d->number] |= (uint8_t)d->mask;
    record(c, d);
}

static void position_and_face(s9_checker *c, const dcl *d)
{
    if (d->number > 1) {
        s9_found(c, 17, d->s, d->operand, NULL, "register %u of this kind does not exist: 0 is vPos, 1 is vFace",
                 (unsigned)d->number);
        return;
    }
    v016_reserved(c, d, 0x7FFFFFFFu);
    if (d->number == 0) {
        if (d->mask == 0 || (d->mask & ~3u) != 0)
            s9_found(c, 61, d->s, d->operand, "write dcl vPos.xy", "vPos is declared with .x, .y or .xy only");
        modifiers(c, d, 64, 0, "vPos takes no modifier");
    } else if (d->mask != FULL_MASK || d->modifiers != 0) {
        s9_found(c, 63, d->s, d->operand, "write dcl vFace", "vFace is declared without mask and modifiers");
    }
    c->misc_mask[d->number] |= (uint8_t)d->mask;
    record(c, d);
}

/* ---- samplers ---- */

static void sampler_modifiers(s9_checker *c, const dcl *d)
{
    if (!c->pixel)
        modifiers(c, d, 75, 0, "vertex shader sampler declarations take no modifier");
    else if (c->major == 3)
        modifiers(c, d, 64, S9_RESULT_PP | S9_RESULT_CENTROID, "only _pp and _centroid are taken here");
    else if ((d->modifiers & S9_RESULT_CENTROID) != 0)
        modifiers(c, d, 220, S9_RESULT_PP, "_centroid belongs to inputs");
    else if (d->modifiers >> 4 != 0)
        modifiers(c, d, 215, 0xF, NULL);
    else
        modifiers(c, d, 12, S9_RESULT_PP, NULL);
}

static void sampler(s9_checker *c, const dcl *d)
{
    char name[16];
    uint32_t count = s9_isa_register(c->version, S9_FILE_SAMPLER)->count;
    uint32_t type = s9_dcl_texture_type(d->word);
    if (d->number >= count) {
        s9_found(c, 71, d->s, d->operand, NULL, "there is no s%u: samplers are s0 to s%u", (unsigned)d->number,
                 (unsigned)count - 1);
        return;
    }
    if (type != 0) /* without a type the rest may be a usage: V070 says it */
        v016_reserved(c, d, 0x07FFFFFFu);
    if (type < 2 || type > 4)
        s9_found(c, 70, d->s, d->operand, "write dcl_2d, dcl_cube or dcl_volume", "%s is declared with texture type %u",
                 name_of(d, name), (unsigned)type);
    if (d->mask != FULL_MASK)
        s9_found(c, 171, d->s, d->operand, "remove the mask", "the declaration of %s has a mask", name_of(d, name));
    sampler_modifiers(c, d);

    uint8_t stored = (uint8_t)(type < 2 || type > 4 ? 255 : type);
    uint8_t *before = &c->samplers.type[d->number];
    if (*before != 0)
        s9_found_as(c, *before != stored ? S9_ERROR : S9_WARNING, 74, d->s, d->operand, NULL,
                    *before != stored ? "%s is declared a second time, as another type"
                                      : "%s is declared a second time",
                    name_of(d, name));
    else
        *before = stored;
    record(c, d);
}

/* ---- one dcl ---- */

/* V049, V053, V056, V065, V073: registers that cannot be declared. */
static void undeclarable(s9_checker *c, const dcl *d)
{
    char name[16];
    bool output = d->file == S9_FILE_RASTOUT || d->file == S9_FILE_ATTROUT || d->file == S9_FILE_TEXCRDOUT ||
                  d->file == S9_FILE_OUTPUT;
    name_of(d, name);
    if (d->file == S9_FILE_SAMPLER)
        s9_found(c, 73, d->s, d->operand, NULL, "%s has no sampler registers", s9_program_version(c->program));
    else if (c->pixel && (output || d->file == S9_FILE_COLOROUT || d->file == S9_FILE_DEPTHOUT))
        s9_found(c, 65, d->s, d->operand, "oC# and oDepth are used without declaration",
                 "a pixel shader declares no outputs");
    else if (c->pixel && c->major == 3 && d->file == S9_FILE_TEXTURE)
        s9_found(c, 56, d->s, d->operand, "use a v#", "ps_3_0 has no t#: inputs are v# with a usage");
    else
        s9_found(c, 53, d->s, d->operand, NULL, "%s cannot be declared", name);
}

/* A declaration that is refused as a whole still declares its register, so that nothing follows from it. */
static void declare_unjudged(s9_checker *c, const dcl *d)
{
    uint32_t n = d->number;
    if (d->file == S9_FILE_SAMPLER && n < S9_COUNT(c->samplers.type) && c->samplers.type[n] == 0)
        c->samplers.type[n] = 255;
    else if (d->file == S9_FILE_INPUT && n < S9_COUNT(c->input_mask))
        c->input_mask[n] = FULL_MASK;
    else if (d->file == S9_FILE_TEXTURE && c->pixel && n < S9_COUNT(c->texture_mask))
        c->texture_mask[n] = FULL_MASK;
    else if (d->file == S9_FILE_MISC && n < S9_COUNT(c->misc_mask))
        c->misc_mask[n] = FULL_MASK;
    else if (d->file == S9_FILE_OUTPUT && n < S9_COUNT(c->output_mask))
        c->refused_outputs |= 1u << n;
}

static void declare(s9_checker *c, const dcl *d, s9_usage_table *usages)
{
    if (s9_operand_is_relative(d->token)) {
        v032_plain_number(c, d);
        declare_unjudged(c, d);
        return;
    }
    if (v072_typed_register(c, d)) {
        declare_unjudged(c, d);
        return;
    }
    bool misc = d->file == S9_FILE_MISC && c->pixel && c->major == 3;
    bool old_output = d->file == S9_FILE_RASTOUT || d->file == S9_FILE_ATTROUT || d->file == S9_FILE_TEXCRDOUT;
    if (d->file == S9_FILE_SAMPLER && s9_isa_register(c->version, S9_FILE_SAMPLER)->count > 0)
        sampler(c, d);
    else if (!c->pixel && d->file == S9_FILE_INPUT)
        vertex_input(c, d, usages);
    else if (!c->pixel && c->major == 3 && d->file == S9_FILE_OUTPUT)
        vertex_output(c, d, usages);
    else if (!c->pixel && c->major < 3 && old_output)
        v035_output(c, d);
    else if (c->pixel && c->major == 2 && (d->file == S9_FILE_INPUT || d->file == S9_FILE_TEXTURE))
        pixel_input_sm2(c, d);
    else if (c->pixel && c->major == 3 && d->file == S9_FILE_INPUT)
        pixel_input_sm3(c, d, usages);
    else if (misc)
        position_and_face(c, d);
    else
        undeclarable(c, d);
}

/* ---- all declarations together ---- */

/*
 * V037, V038, V041, V042: how the declarations of one output fit together. Position and psize have their register
 * alone; then nothing is said about masks of that register.
 */
static void output_masks(s9_checker *c)
{
    uint32_t reported = 0;
    uint8_t owners[16] = {0};
    for (uint32_t i = 0; i < c->declarations.count; i++)
        if (c->declarations.items[i].file == S9_FILE_OUTPUT)
            owners[c->declarations.items[i].number]++;
    for (uint32_t i = 0; i < c->declarations.count; i++) {
        char components[5];
        const s9_declaration *d = &c->declarations.items[i];
        const s9_stmt *s = &c->stmts[d->stmt];
        if (d->file != S9_FILE_OUTPUT)
            continue;
        uint32_t bit = 1u << d->number;
        bool position = (c->position_outputs & bit) != 0, psize = (c->psize_outputs & bit) != 0;
        uint32_t overlap = c->output_mask[d->number] & d->mask;
        c->output_mask[d->number] |= d->mask;
        if (position || psize) {
            bool own = position ? is_position(d->usage, d->index) : s9_usage_is_psize(d->usage, d->index);
            bool shared = owners[d->number] > 1, partial = d->mask != FULL_MASK && own;
            if ((reported & bit) == 0 && (partial || (shared && !own))) {
                reported |= bit;
                s9_found(c, position ? 41 : 42, s, s->destination.operand,
                         partial ? "declare it without a mask" : "declare it on another register",
                         partial ? "the %s output is declared with a mask"
                                 : "this shares a register with the %s output",
                         position ? "position" : "psize");
            }
        } else if (overlap != 0) {
            s9_found(c, 38, s, s->destination.operand, "declarations of one register need different components",
                     "o%u.%s is declared a second time", (unsigned)d->number, s9_mask_name(overlap, components));
        }
    }
    c->refused_outputs |= reported;
    for (uint32_t n = 0; n < 16; n++)
        if ((c->refused_outputs >> n & 1u) != 0)
            c->output_mask[n] = FULL_MASK;
}

static void v040_position(s9_checker *c)
{
    if (c->position_outputs == 0 && c->refused_outputs == 0)
        s9_found(c, 40, NULL, NULL, "add dcl_position o0", "no output is declared as position");
}

/* V044: the twelfth register is for psize. */
static void v044_psize(s9_checker *c)
{
    uint32_t seen = 0;
    uint32_t count = 0;
    if (c->version != S9_VS_3_0 || c->psize_outputs != 0)
        return;
    for (uint32_t i = 0; i < c->declarations.count; i++) {
        const s9_declaration *d = &c->declarations.items[i];
        uint32_t bit = 1u << d->number;
        if (d->file != S9_FILE_OUTPUT || (seen & bit) != 0)
            continue;
        seen |= bit;
        if (++count == 12)
            s9_found(c, 44, &c->stmts[d->stmt], c->stmts[d->stmt].destination.operand, NULL,
                     "without a psize output only 11 outputs are available");
    }
}

void s9_rules_declaration(s9_checker *c, s9_stmt *s, s9_first_walk *w)
{
    dcl d;
    if ((s->flags & S9_STMT_MISSING) != 0)
        return;
    w->declares = true;
    if (w->usages == NULL && (w->usages = s9_arena_alloc(&c->arena, sizeof *w->usages)) == NULL)
        return;
    if (!take_apart(c, s, &d))
        return;
    if (s9_stmt_judged(s) && s->destination.judged)
        declare(c, &d, w->usages);
    else
        declare_unjudged(c, &d);
}

void s9_rules_declared(s9_checker *c, const s9_first_walk *w)
{
    /* Direct3D 8 binds inputs by a declaration of its own. */
    c->no_inputs =
        !w->declares && (c->version == S9_VS_1_0 || (c->dialect == S9_DIALECT_D3D8 && c->version == S9_VS_1_1));
    if (!c->pixel && c->major == 3) {
        output_masks(c);
        v040_position(c);
        v044_psize(c);
    }
}
