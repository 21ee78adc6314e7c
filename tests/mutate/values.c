/* SPDX-License-Identifier: MIT */
/* Faults of masks, swizzles and modifiers. */
#include "mutate/mutate.h"

static void set_destination_mask(mutant *m, const s9_item *item, uint32_t mask)
{
    set_word(m, item->destination.word, with_mask(m->words[item->destination.word], mask));
}

/* A mask other than this one, of one component at least. */
static uint32_t another_mask(mutant *m, uint32_t mask)
{
    uint32_t other = 1 + pick(m->random, 14);
    return other == mask ? MASK_ALL : other;
}

static void set_source_swizzle(mutant *m, const s9_item *item, uint32_t index, uint32_t swizzle)
{
    uint32_t at = item->sources[index].word;
    set_word(m, at, with_swizzle(m->words[at], swizzle));
}

static void set_source_modifier(mutant *m, const s9_item *item, uint32_t index, uint32_t modifier)
{
    uint32_t at = item->sources[index].word;
    set_word(m, at, with_modifier(m->words[at], modifier));
}

/* Not one component, and not all in their order. */
static uint32_t odd_swizzle(mutant *m)
{
    static const uint32_t swizzles[] = {SWIZZLE_WRONG, 0x93, 0x4E, 0xB1, 0x44, 0x50, 0xEE};
    return swizzles[pick(m->random, 7)];
}

/* ---- masks ---- */

static bool is_masked_macro(const mutant *m, const s9_item *item)
{
    (void)m;
    return s9_isa_matrix_rows(item->opcode) > 0 || item->opcode == S9_OP_SINCOS || item->opcode == S9_OP_CRS;
}

static bool mask_of_macro(mutant *m)
{
    const s9_item *item = some_item(m, is_masked_macro);
    if (item == NULL)
        return false;
    switch (item->opcode) {
    case S9_OP_SINCOS:
        set_destination_mask(m, item, 4 + pick(m->random, 12));
        return names(m, "V165");
    case S9_OP_CRS:
        set_destination_mask(m, item, 8 + pick(m->random, 8));
        return names(m, "V169");
    case S9_OP_M3X2:
        set_destination_mask(m, item, another_mask(m, 3));
        return names(m, "V166");
    case S9_OP_M3X3:
    case S9_OP_M4X3:
        set_destination_mask(m, item, another_mask(m, 7));
        return names(m, "V167");
    default:
        set_destination_mask(m, item, 1 + pick(m->random, 14));
        return names(m, "V168");
    }
}

static bool is_texture(const mutant *m, const s9_item *item)
{
    (void)m;
    return kind_of(item) == S9_OPK_TEXTURE && item->has_destination;
}

static bool mask_of_texture(mutant *m)
{
    const s9_item *item = some_item(m, is_texture);
    if (item == NULL)
        return false;
    const char *rule = item->opcode == S9_OP_TEXKILL ? "V170" : is_ps1(m) ? "V159" : "V163";
    if (item->opcode == S9_OP_TEXCOORD && version_of(m) == S9_PS_1_4) {
        set_destination_mask(m, item, 1);
        return names(m, "V160");
    }
    if (item->opcode != S9_OP_TEXKILL && !is_ps1(m) && (major_of(m) != 2 || !is_texld(m, item)))
        return false;
    set_destination_mask(m, item, 1 + pick(m->random, 14));
    return names(m, rule);
}

static bool arithmetic(const mutant *m, const s9_item *item)
{
    return is_arithmetic(m, item);
}

static bool mask_of_ps13(mutant *m)
{
    static const uint32_t masks[] = {1, 2, 3, 4, 5, 6, 9, 10, 12, 14};
    const s9_item *item = some_item(m, arithmetic);
    if (item == NULL || !is_ps13(m))
        return false;
    set_destination_mask(m, item, masks[pick(m->random, 10)]);
    return names(m, item->opcode == S9_OP_DP3 ? "V161" : "V158");
}

static bool has_odd_mask(const mutant *m, const s9_item *item)
{
    return item->opcode == S9_OP_BEM || (item->opcode == S9_OP_FRC && version_of(m) == S9_VS_1_1) ||
           (destination_file(m, item) == S9_FILE_ADDR && version_of(m) == S9_VS_1_1);
}

static bool mask_of_sm1(mutant *m)
{
    const s9_item *item = some_item(m, has_odd_mask);
    if (item == NULL)
        return false;
    if (item->opcode == S9_OP_BEM) {
        set_destination_mask(m, item, another_mask(m, 3));
        return names(m, "V162");
    }
    if (item->opcode == S9_OP_FRC) {
        set_destination_mask(m, item, 4 + pick(m->random, 12));
        return names(m, "V164");
    }
    bool with_x = chance(m->random, 50);
    set_destination_mask(m, item, with_x ? 3 : 2 + 2 * pick(m->random, 7));
    return names(m, with_x ? "V173" : "V098");
}

/* ---- swizzles ---- */

static bool is_scalar_source(const mutant *m, const s9_item *item, uint32_t index)
{
    (void)m, (void)index;
    switch (item->opcode) {
    case S9_OP_RCP:
    case S9_OP_RSQ:
    case S9_OP_EXP:
    case S9_OP_LOG:
    case S9_OP_EXPP:
    case S9_OP_LOGP:
    case S9_OP_POW:
        return true;
    default:
        return false;
    }
}

static bool swizzle_of_scalar(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, is_scalar_source, &index);
    if (item == NULL)
        return false;
    set_source_swizzle(m, item, index, chance(m->random, 50) ? SWIZZLE_NONE : SWIZZLE_YZXW);
    return names(m, "V181");
}

/* Operands that take none, or one component. */
static const char *rule_of_swizzle(const mutant *m, const s9_item *item, uint32_t index)
{
    s9_file file = file_of(m, &item->sources[index]);
    if (file == S9_FILE_CONSTBOOL || file == S9_FILE_CONSTINT)
        return "V192";
    switch (item->opcode) {
    case S9_OP_CRS:
        return "V186";
    case S9_OP_IFC:
    case S9_OP_BREAKC:
        return file != S9_FILE_MISC ? "V182" : NULL;
    case S9_OP_DP2ADD:
        return index == 2 ? "V183" : NULL;
    case S9_OP_SINCOS:
        return index == 0 ? "V184" : NULL;
    case S9_OP_IF:
    case S9_OP_CALLNZ:
    case S9_OP_BREAKP:
        return file == S9_FILE_PREDICATE ? "V185" : NULL;
    case S9_OP_LOOP:
        return "V191";
    default:
        break;
    }
    if (s9_isa_matrix_rows(item->opcode) > 0 && index == 1)
        return "V187";
    if (is_texld(m, item) && major_of(m) == 2)
        return "V188";
    return NULL;
}

static bool takes_no_swizzle(const mutant *m, const s9_item *item, uint32_t index)
{
    return rule_of_swizzle(m, item, index) != NULL;
}

static bool swizzle_of_special(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, takes_no_swizzle, &index);
    if (item == NULL)
        return false;
    set_source_swizzle(m, item, index, odd_swizzle(m));
    return names(m, rule_of_swizzle(m, item, index));
}

static bool ordinary_source(const mutant *m, const s9_item *item, uint32_t index)
{
    (void)index;
    return is_ordinary(m, item);
}

static bool swizzle_of_ordinary(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, ordinary_source, &index);
    if (item == NULL || !is_pixel(m))
        return false;
    bool alpha = s9_operand_mask(item->destination.token) == 8;
    switch (version_of(m)) {
    case S9_PS_2_0:
        set_source_swizzle(m, item, index, odd_swizzle(m));
        return names(m, "V179");
    case S9_PS_2_X:
        m->preset = "minimum";
        set_source_swizzle(m, item, index, odd_swizzle(m));
        return names(m, "V180");
    case S9_PS_1_4:
        set_source_swizzle(m, item, index, chance(m->random, 50) ? odd_swizzle(m) : SWIZZLE_YZXW);
        return names(m, "V178");
    default:
        if (!is_ps13(m))
            return false;
        if (!alpha && chance(m->random, 50)) {
            set_source_swizzle(m, item, index, 0xAA);
            return names(m, "V177");
        }
        set_source_swizzle(m, item, index, chance(m->random, 50) ? odd_swizzle(m) : SWIZZLE_X);
        return names(m, "V176");
    }
}

static bool is_coordinate_of_ps14(const mutant *m, const s9_item *item, uint32_t index)
{
    return version_of(m) == S9_PS_1_4 && index == 0 && (item->opcode == S9_OP_TEX || item->opcode == S9_OP_TEXCOORD);
}

static bool selector_of_ps14(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, is_coordinate_of_ps14, &index);
    if (item == NULL)
        return false;
    set_source_swizzle(m, item, index, odd_swizzle(m));
    return names(m, "V189");
}

static bool is_predicated(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->has_predicate;
}

static bool swizzle_of_predicate(mutant *m)
{
    const s9_item *item = some_item(m, is_predicated);
    if (item == NULL)
        return false;
    set_word(m, item->predicate.word, with_swizzle(m->words[item->predicate.word], odd_swizzle(m)));
    return names(m, "V225");
}

/* ---- source modifiers ---- */

/* The rule that an ordinary source has for a modifier, or NULL where it may be. */
static const char *rule_of_modifier(const mutant *m, uint32_t modifier)
{
    bool third = major_of(m) == 3;
    switch (modifier) {
    case S9_MOD_BIAS:
    case S9_MOD_BIAS_NEG:
    case S9_MOD_BX2:
    case S9_MOD_BX2_NEG:
        return is_ps1(m) ? NULL : "V193";
    case S9_MOD_COMP:
        return is_ps1(m) ? NULL : "V194";
    case S9_MOD_X2:
    case S9_MOD_X2_NEG:
        return version_of(m) == S9_PS_1_4 ? NULL : is_ps13(m) ? "V195" : "V193";
    case S9_MOD_DZ:
        return version_of(m) == S9_PS_1_4 ? "V202" : "V193";
    case S9_MOD_DW:
        return version_of(m) == S9_PS_1_4 ? "V203" : "V193";
    case S9_MOD_ABS:
    case S9_MOD_ABS_NEG:
        return third ? NULL : "V193";
    case S9_MOD_NOT:
        return major_of(m) == 1 ? "V193" : "V209";
    default:
        return NULL;
    }
}

static bool modifier_of_ordinary(mutant *m)
{
    uint32_t index, modifier = 1 + pick(m->random, 13);
    const s9_item *item = some_source(m, ordinary_source, &index);
    const char *rule = rule_of_modifier(m, modifier);
    if (item == NULL || rule == NULL)
        return false;
    set_source_modifier(m, item, index, modifier);
    return names(m, rule);
}

static bool constant_of_ps1(const mutant *m, const s9_item *item, uint32_t index)
{
    return is_ps1(m) && is_ordinary(m, item) && file_of(m, &item->sources[index]) == S9_FILE_CONST;
}

static bool modifier_of_constant(mutant *m)
{
    static const uint32_t modifiers[] = {S9_MOD_NEG, S9_MOD_BIAS, S9_MOD_BX2, S9_MOD_COMP};
    uint32_t index;
    const s9_item *item = some_source(m, constant_of_ps1, &index);
    if (item == NULL)
        return false;
    set_source_modifier(m, item, index, modifiers[pick(m->random, 4)]);
    return names(m, "V198");
}

/* Operands that take none. */
static const char *rule_of_modified(const mutant *m, const s9_item *item, uint32_t index)
{
    switch (file_of(m, &item->sources[index])) {
    case S9_FILE_SAMPLER:
        return is_pixel(m) && major_of(m) == 3 ? "V315" : "V206";
    case S9_FILE_CONSTBOOL:
    case S9_FILE_CONSTINT:
    case S9_FILE_LABEL:
    case S9_FILE_LOOP:
        return "V210";
    default:
        break;
    }
    if (s9_isa_matrix_rows(item->opcode) > 0 && index == 1)
        return "V204";
    if (is_texld(m, item) && index == 0)
        return "V205";
    return is_ps1(m) && kind_of(item) == S9_OPK_TEXTURE ? "V199" : NULL;
}

static bool takes_no_modifier(const mutant *m, const s9_item *item, uint32_t index)
{
    return rule_of_modified(m, item, index) != NULL;
}

static bool modifier_of_special(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, takes_no_modifier, &index);
    if (item == NULL)
        return false;
    set_source_modifier(m, item, index, S9_MOD_NEG);
    return names(m, rule_of_modified(m, item, index));
}

static bool is_texture_source(const mutant *m, const s9_item *item, uint32_t index)
{
    return is_ps13(m) && kind_of(item) == S9_OPK_TEXTURE && file_of(m, &item->sources[index]) == S9_FILE_TEXTURE;
}

static bool scaled_texture_source(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, is_texture_source, &index);
    if (item == NULL)
        return false;
    const char *rule = NULL;
    switch (item->opcode) {
    case S9_OP_TEXBEM:
    case S9_OP_TEXBEML:
    case S9_OP_TEXREG2AR:
    case S9_OP_TEXREG2GB:
        rule = version_of(m) == S9_PS_1_1 ? "V200" : "V201";
        break;
    default:
        return false;
    }
    set_source_modifier(m, item, index, S9_MOD_BX2);
    return names(m, rule);
}

static bool reads_constant_twice(const mutant *m, const s9_item *item)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < item->source_count; i++)
        count += file_of(m, &item->sources[i]) == S9_FILE_CONST && s9_operand_modifier(item->sources[i].token) <= 1;
    return is_ordinary(m, item) && count >= 2;
}

static bool mixed_absolute(mutant *m)
{
    const s9_item *item = some_item(m, reads_constant_twice);
    if (item == NULL || major_of(m) < 3)
        return false;
    for (uint32_t i = 0; i < item->source_count; i++)
        if (file_of(m, &item->sources[i]) == S9_FILE_CONST) {
            set_source_modifier(m, item, i, S9_MOD_ABS);
            break;
        }
    return names(m, "V207");
}

/* ---- result modifiers ---- */

static bool has_result(const mutant *m, const s9_item *item)
{
    s9_file file = destination_file(m, item);
    bool output = is_pixel(m) && major_of(m) == 2 && (file == S9_FILE_COLOROUT || file == S9_FILE_DEPTHOUT);
    return (is_arithmetic(m, item) || kind_of(item) == S9_OPK_TEXTURE) && item->has_destination && !output;
}

static void modify_result(mutant *m, const s9_item *item, uint32_t modifier)
{
    set_word(m, item->destination.word, m->words[item->destination.word] | modifier << 20);
}

static bool saturated(mutant *m)
{
    const s9_item *item = some_item(m, has_result);
    if (item == NULL)
        return false;
    bool texture = kind_of(item) == S9_OPK_TEXTURE, second = major_of(m) < 3 && !is_pixel(m);
    bool none = item->opcode == S9_OP_FRC || item->opcode == S9_OP_SINCOS;
    modify_result(m, item, S9_RESULT_SAT);
    if (second)
        return names(m, "V211");
    if (item->opcode == S9_OP_TEXKILL)
        return names(m, "V221");
    if (item->opcode == S9_OP_SETP || item->opcode == S9_OP_MOVA)
        return names(m, "V222");
    if (is_ps1(m))
        return texture && names(m, "V217");
    return (texture || none) && names(m, is_pixel(m) ? "V213" : "V212");
}

static bool less_precise(mutant *m)
{
    const s9_item *item = some_item(m, has_result);
    if (item == NULL)
        return false;
    modify_result(m, item, S9_RESULT_PP);
    if (!is_pixel(m) || is_ps1(m))
        return names(m, "V219");
    if (item->opcode == S9_OP_TEXKILL)
        return names(m, "V221");
    return item->opcode == S9_OP_SETP && names(m, "V222");
}

static bool at_centroid(mutant *m)
{
    const s9_item *item = some_item(m, has_result);
    if (item == NULL)
        return false;
    modify_result(m, item, S9_RESULT_CENTROID);
    return names(m, "V220");
}

static bool shifted(mutant *m)
{
    static const uint32_t shifts[] = {1, 2, 3, 13, 14, 15};
    const s9_item *item = some_item(m, has_result);
    uint32_t shift = shifts[pick(m->random, 6)];
    if (item == NULL)
        return false;
    set_word(m, item->destination.word, with_modifier(m->words[item->destination.word], shift));
    if (!is_ps1(m))
        return names(m, "V215");
    if (kind_of(item) == S9_OPK_TEXTURE)
        return names(m, "V217");
    return is_ps13(m) && (shift == 3 || shift == 13 || shift == 14) && names(m, "V216");
}

static const mutation items[] = {
    {"mask of a macro", mask_of_macro},
    {"mask of a texture instruction", mask_of_texture},
    {"mask of ps_1_1 to ps_1_3", mask_of_ps13},
    {"mask of bem, frc, a0", mask_of_sm1},
    {"swizzle of a scalar", swizzle_of_scalar},
    {"swizzle of a special operand", swizzle_of_special},
    {"swizzle of an ordinary source", swizzle_of_ordinary},
    {"selector of ps_1_4", selector_of_ps14},
    {"swizzle of a predicate", swizzle_of_predicate},
    {"modifier of an ordinary source", modifier_of_ordinary},
    {"modifier of a constant", modifier_of_constant},
    {"modifier of a special operand", modifier_of_special},
    {"scaled source of a texture instruction", scaled_texture_source},
    {"mixed _abs", mixed_absolute},
    {"_sat", saturated},
    {"_pp", less_precise},
    {"_centroid", at_centroid},
    {"shift", shifted},
};

const mutation_family mutations_of_values = {"values", items, (uint32_t)S9_COUNT(items)};
