/* SPDX-License-Identifier: MIT */
/* Faults that only pixel shaders of SM1 can have. */
#include "mutate/mutate.h"

#define C0 source_token(S9_FILE_CONST, 0, SWIZZLE_NONE)

static bool is_texture(const mutant *m, const s9_item *item)
{
    return is_ps1(m) && kind_of(item) == S9_OPK_TEXTURE;
}

static bool is_texture_load(const mutant *m, const s9_item *item)
{
    return is_texture(m, item) && item->opcode != S9_OP_TEXKILL && item->opcode != S9_OP_TEXDEPTH;
}

static bool is_texture_source(const mutant *m, const s9_item *item, uint32_t index)
{
    return is_texture_load(m, item) && index == 0;
}

static bool is_arithmetic_source(const mutant *m, const s9_item *item, uint32_t index)
{
    (void)index;
    return is_ps1(m) && is_ordinary(m, item);
}

static uint32_t number_of(const s9_item *item)
{
    return s9_operand_number(item->destination.token);
}

static bool before_phase(const mutant *m, const s9_item *item)
{
    if (!m->from->has_phase)
        return false;
    for (uint32_t i = index_of(m, item); i < m->from->item_count; i++)
        if (m->from->items[i]->opcode == S9_OP_PHASE)
            return true;
    return false;
}

static void set_source(mutant *m, const s9_item *item, uint32_t index, s9_file file, uint32_t number)
{
    uint32_t at = item->sources[index].word;
    set_word(m, at, with_register(m->words[at], source_token(file, number, SWIZZLE_NONE)));
}

static void set_destination(mutant *m, const s9_item *item, s9_file file, uint32_t number)
{
    uint32_t at = item->destination.word;
    set_word(m, at, with_register(m->words[at], destination_token(file, number, 0)));
}

/* ---- files ---- */

static bool constant_of_texture(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, is_texture_source, &index);
    if (item == NULL)
        return false;
    set_source(m, item, index, S9_FILE_CONST, 0);
    return names(m, "V107");
}

static bool texture_of_wrong_file(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, is_texture_source, &index);
    if (item == NULL)
        return false;
    if (is_ps13(m)) {
        set_source(m, item, index, chance(m->random, 50) ? S9_FILE_TEMP : S9_FILE_INPUT, 0);
        return names(m, "V108");
    }
    if (item->opcode != S9_OP_TEXCOORD)
        return false;
    set_source(m, item, index, S9_FILE_TEMP, 0);
    return names(m, "V109");
}

static bool texture_into_wrong_file(mutant *m)
{
    const s9_item *item = some_item(m, is_texture_load);
    if (item == NULL)
        return false;
    set_destination(m, item, is_ps13(m) ? S9_FILE_TEMP : S9_FILE_TEXTURE, 0);
    return names(m, is_ps13(m) ? "V108" : "V109");
}

static bool coordinate_in_arithmetic(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, is_arithmetic_source, &index);
    if (item == NULL || is_ps13(m))
        return false;
    set_source(m, item, index, S9_FILE_TEXTURE, pick(m->random, 6));
    return names(m, "V110");
}

static bool input_in_first_phase(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, is_arithmetic_source, &index);
    if (item == NULL || !before_phase(m, item))
        return false;
    set_source(m, item, index, S9_FILE_INPUT, pick(m->random, 2));
    return names(m, "V111");
}

static bool is_texld_of_ps14(const mutant *m, const s9_item *item)
{
    return version_of(m) == S9_PS_1_4 && item->opcode == S9_OP_TEX;
}

static bool early_dependent_read(mutant *m)
{
    const s9_item *item = some_item(m, is_texld_of_ps14);
    if (item == NULL || !before_phase(m, item))
        return false;
    set_source(m, item, 0, S9_FILE_TEMP, pick(m->random, 6));
    return names(m, "V112");
}

static bool unwritten_coordinate(mutant *m)
{
    const s9_item *item = some_item(m, is_texld_of_ps14);
    uint32_t number;
    if (item == NULL || before_phase(m, item) || !free_temp(m, &number))
        return false;
    set_source(m, item, 0, S9_FILE_TEMP, number);
    return names(m, "V127");
}

static bool second_dependent_read(mutant *m)
{
    const s9_item *item = some_item(m, is_texld_of_ps14);
    uint32_t number;
    if (item == NULL || !m->from->has_phase || before_phase(m, item) || !free_temp(m, &number))
        return false;
    INSERT(m, item->word + item->word_count, S9_OP_TEX, destination_token(S9_FILE_TEMP, number, MASK_ALL),
           source_token(S9_FILE_TEMP, number_of(item), SWIZZLE_NONE));
    return names(m, "V305");
}

/* ---- what is loaded ---- */

static bool is_loaded(const mutant *m, uint32_t number)
{
    for (uint32_t i = 0; i < m->from->item_count; i++)
        if (destination_file(m, m->from->items[i]) == S9_FILE_TEXTURE && number_of(m->from->items[i]) == number)
            return true;
    return false;
}

static bool unloaded_in_arithmetic(mutant *m)
{
    uint32_t index, number = pick(m->random, 4);
    const s9_item *item = some_source(m, is_arithmetic_source, &index);
    if (item == NULL || !is_ps13(m) || is_loaded(m, number))
        return false;
    set_source(m, item, index, S9_FILE_TEXTURE, number);
    return names(m, "V125");
}

/* The first one that reads it is a texture instruction. */
static bool is_source_of_texture(const mutant *m, const s9_item *item)
{
    if (!is_texture_load(m, item) || !is_ps13(m))
        return false;
    for (uint32_t i = index_of(m, item) + 1; i < m->from->item_count; i++) {
        const s9_item *other = m->from->items[i];
        for (uint32_t k = 0; k < other->source_count; k++)
            if (file_of(m, &other->sources[k]) == S9_FILE_TEXTURE &&
                s9_operand_number(other->sources[k].token) == number_of(item))
                return kind_of(other) == S9_OPK_TEXTURE;
    }
    return false;
}

static bool unloaded_in_texture(mutant *m)
{
    const s9_item *item = some_item(m, is_source_of_texture);
    if (item == NULL || item->source_count > 0)
        return false;
    remove_item(m, item);
    return names(m, "V289");
}

static bool is_plain_load(const mutant *m, const s9_item *item)
{
    return is_texture_load(m, item) && (item->opcode == S9_OP_TEX || item->opcode == S9_OP_TEXCOORD);
}

static bool loaded_twice(mutant *m)
{
    const s9_item *item = some_item(m, is_plain_load);
    if (item == NULL)
        return false;
    insert_words(m, item->word, item->words, item->word_count);
    return names(m, is_ps13(m) ? "V287" : "V300");
}

static bool is_single_reader(const mutant *m, const s9_item *item)
{
    switch (item->opcode) {
    case S9_OP_TEXBEM:
    case S9_OP_TEXBEML:
    case S9_OP_TEXREG2AR:
    case S9_OP_TEXREG2GB:
    case S9_OP_TEXREG2RGB:
    case S9_OP_TEXDP3:
    case S9_OP_TEXDP3TEX:
        return is_ps13(m);
    default:
        return false;
    }
}

static bool source_not_below(mutant *m)
{
    const s9_item *item = some_item(m, is_single_reader);
    if (item == NULL)
        return false;
    set_destination(m, item, S9_FILE_TEXTURE, s9_operand_number(item->sources[0].token));
    return names(m, "V288");
}

static bool read_after_bump(mutant *m)
{
    const s9_item *bump = some_item(m, is_single_reader);
    uint32_t index;
    const s9_item *item = some_source(m, is_arithmetic_source, &index);
    if (bump == NULL || item == NULL || (bump->opcode != S9_OP_TEXBEM && bump->opcode != S9_OP_TEXBEML))
        return false;
    set_source(m, item, index, S9_FILE_TEXTURE, s9_operand_number(bump->sources[0].token));
    return names(m, "V294");
}

/* ---- matrix groups ---- */

static bool is_pad(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode == S9_OP_TEXM3X2PAD || item->opcode == S9_OP_TEXM3X3PAD;
}

static bool is_final(const mutant *m, const s9_item *item)
{
    (void)m;
    switch (item->opcode) {
    case S9_OP_TEXM3X2TEX:
    case S9_OP_TEXM3X2DEPTH:
    case S9_OP_TEXM3X3:
    case S9_OP_TEXM3X3TEX:
    case S9_OP_TEXM3X3SPEC:
    case S9_OP_TEXM3X3VSPEC:
        return true;
    default:
        return false;
    }
}

static bool final_without_pads(mutant *m)
{
    if (some_item(m, is_final) == NULL)
        return false;
    for (uint32_t i = m->from->item_count; i-- > 0;)
        if (is_pad(m, m->from->items[i]))
            remove_item(m, m->from->items[i]);
    return names(m, "V291");
}

static bool pads_without_final(mutant *m)
{
    const s9_item *item = some_item(m, is_final);
    if (item == NULL)
        return false;
    remove_item(m, item);
    return names(m, "V291");
}

static bool one_pad_missing(mutant *m)
{
    const s9_item *item = some_item(m, is_pad);
    if (item == NULL || item->opcode != S9_OP_TEXM3X3PAD)
        return false;
    remove_item(m, item);
    return names(m, "V292");
}

static bool row_of_another_source(mutant *m)
{
    const s9_item *item = some_item(m, is_final);
    if (item == NULL)
        return false;
    bool two = item->opcode == S9_OP_TEXM3X2TEX || item->opcode == S9_OP_TEXM3X2DEPTH;
    uint32_t source = s9_operand_number(item->sources[0].token);
    uint32_t other = source == 0 ? 1 : source - 1;
    if (other >= number_of(item))
        return false;
    set_source(m, item, 0, S9_FILE_TEXTURE, other);
    return names(m, two ? "V290" : "V292");
}

static bool is_spec(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode == S9_OP_TEXM3X3SPEC;
}

static bool eye_of_wrong_file(mutant *m)
{
    const s9_item *item = some_item(m, is_spec);
    if (item == NULL)
        return false;
    set_source(m, item, 1, chance(m->random, 50) ? S9_FILE_TEMP : S9_FILE_INPUT, 0);
    return names(m, "V293");
}

static bool instruction_of_another_ps1(mutant *m)
{
    const s9_item *item = some_item(m, is_single_reader);
    if (item != NULL && version_of(m) == S9_PS_1_1) {
        static const s9_opcode opcodes[] = {S9_OP_TEXDP3, S9_OP_TEXDP3TEX, S9_OP_TEXREG2RGB};
        set_word(m, item->word, s9_isa_opcode(opcodes[pick(m->random, 3)])->number);
        return names(m, "V295");
    }
    item = some_item(m, is_texld_of_ps14);
    if (item == NULL)
        return false;
    set_word(m, item->word, s9_isa_opcode(chance(m->random, 50) ? S9_OP_TEXBEM : S9_OP_TEXREG2AR)->number);
    return names(m, "V299");
}

/* ---- phases ---- */

static bool early_texkill(mutant *m)
{
    const s9_item *item = some_item(m, is_texld_of_ps14);
    if (item == NULL || !before_phase(m, item))
        return false;
    INSERT(m, item->word, S9_OP_TEXKILL, destination_token(S9_FILE_TEXTURE, 0, MASK_ALL));
    return names(m, "V301");
}

static bool late_bem(mutant *m)
{
    if (version_of(m) != S9_PS_1_4 || !m->from->has_phase)
        return false;
    INSERT(m, m->from->end, S9_OP_BEM, destination_token(S9_FILE_TEMP, 0, 3), C0,
           source_token(S9_FILE_TEMP, 0, SWIZZLE_NONE));
    return names(m, "V304");
}

static bool depth_of_another_register(mutant *m)
{
    uint32_t number = pick(m->random, 5);
    if (version_of(m) != S9_PS_1_4)
        return false;
    INSERT(m, m->from->end, S9_OP_TEXDEPTH, destination_token(S9_FILE_TEMP, number, MASK_ALL));
    return names(m, "V303");
}

static bool reads_first_phase(const mutant *m, const s9_item *item, uint32_t index)
{
    uint32_t number = s9_operand_number(item->sources[index].token);
    if (!is_arithmetic_source(m, item, index) || before_phase(m, item) || !m->from->has_phase ||
        file_of(m, &item->sources[index]) != S9_FILE_TEMP)
        return false;
    uint32_t early = 0, late = 0;
    for (uint32_t i = 0; i < m->from->item_count; i++) {
        const s9_item *other = m->from->items[i];
        if (destination_file(m, other) == S9_FILE_TEMP && number_of(other) == number)
            *(before_phase(m, other) && (s9_operand_mask(other->destination.token) & 8) != 0 ? &early : &late) += 1;
    }
    return early > 0 && late == 0;
}

static bool lost_alpha(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, reads_first_phase, &index);
    if (item == NULL || item->opcode == S9_OP_DP3)
        return false;
    uint32_t at = item->sources[index].word;
    set_word(m, at, with_swizzle(m->words[at], SWIZZLE_W));
    return names(m, "V126");
}

/* ---- co-issue ---- */

static bool is_arithmetic_of_ps1(const mutant *m, const s9_item *item)
{
    return is_ps1(m) && is_arithmetic(m, item);
}

static bool is_paired(const s9_item *item)
{
    return s9_token_coissue(item->words[0]);
}

static bool paired_at_random(mutant *m)
{
    const s9_item *item = some_item(m, is_arithmetic_of_ps1);
    if (item == NULL || is_paired(item))
        return false;
    uint32_t at = index_of(m, item);
    const s9_item *before = at > 0 ? m->from->items[at - 1] : NULL;
    const s9_item *after = at + 1 < m->from->item_count ? m->from->items[at + 1] : NULL;
    if (after != NULL && is_paired(after))
        return false;
    set_word(m, item->word, m->words[item->word] | 0x40000000u);
    if (before == NULL || kind_of(before) == S9_OPK_SETUP || before->opcode == S9_OP_PHASE)
        return names(m, "V280");
    if (is_paired(before))
        return names(m, "V286");
    if (kind_of(before) == S9_OPK_TEXTURE)
        return names(m, "V283");
    if (!is_arithmetic(m, before))
        return false;
    if (item->opcode == S9_OP_DP4 || item->opcode == S9_OP_BEM || before->opcode == S9_OP_DP4 ||
        before->opcode == S9_OP_BEM)
        return names(m, "V284");
    uint32_t a = s9_operand_mask(before->destination.token), b = s9_operand_mask(item->destination.token);
    bool dot = is_ps13(m) && ((before->opcode == S9_OP_DP3 && b != 8) || (item->opcode == S9_OP_DP3 && a != 8) ||
                              (before->opcode == S9_OP_DP3 && a == 15) || (item->opcode == S9_OP_DP3 && b == 15));
    if (dot)
        return names(m, "V285");
    if (a == MASK_ALL || b == MASK_ALL)
        return names(m, "V282");
    return ((a == 8) == (b == 8)) && names(m, "V281");
}

/* ---- instructions with conditions of their own ---- */

static bool is_cmp(const mutant *m, const s9_item *item)
{
    return (version_of(m) == S9_PS_1_2 || version_of(m) == S9_PS_1_3) && item->opcode == S9_OP_CMP;
}

static bool cmp_into_source(mutant *m)
{
    uint32_t number;
    const s9_item *item = some_item(m, is_cmp);
    if (item == NULL || destination_file(m, item) != S9_FILE_TEMP)
        return false;
    number = number_of(item);
    set_source(m, item, pick(m->random, 3), S9_FILE_TEMP, number);
    return names(m, "V321");
}

static bool many_of_a_kind(mutant *m)
{
    bool dot = chance(m->random, 50);
    if (version_of(m) != S9_PS_1_2 && version_of(m) != S9_PS_1_3)
        return false;
    for (uint32_t i = 0; i < (dot ? 5u : 4u); i++) {
        if (dot)
            INSERT(m, m->from->end, S9_OP_DP4, destination_token(S9_FILE_TEMP, 0, MASK_ALL), C0, C0);
        else
            INSERT(m, m->from->end, S9_OP_CMP, destination_token(S9_FILE_TEMP, 0, MASK_ALL), C0, C0, C0);
    }
    return names(m, dot ? "V322" : "V320");
}

static bool is_cnd(const mutant *m, const s9_item *item)
{
    return is_ps13(m) && item->opcode == S9_OP_CND;
}

static bool condition_elsewhere(mutant *m)
{
    const s9_item *item = some_item(m, is_cnd);
    if (item == NULL)
        return false;
    set_source(m, item, 0, S9_FILE_TEMP, 1);
    return names(m, "V323");
}

static const mutation items[] = {
    {"constant of a texture instruction", constant_of_texture},
    {"texture instruction reads a wrong file", texture_of_wrong_file},
    {"texture instruction writes a wrong file", texture_into_wrong_file},
    {"t# in arithmetic of ps_1_4", coordinate_in_arithmetic},
    {"v# in the first phase", input_in_first_phase},
    {"dependent read in the first phase", early_dependent_read},
    {"unwritten coordinate of ps_1_4", unwritten_coordinate},
    {"second dependent read", second_dependent_read},
    {"unloaded t# in arithmetic", unloaded_in_arithmetic},
    {"unloaded t# in a texture instruction", unloaded_in_texture},
    {"loaded twice", loaded_twice},
    {"source not below the destination", source_not_below},
    {"read after texbem", read_after_bump},
    {"matrix row without pads", final_without_pads},
    {"pads without a matrix row", pads_without_final},
    {"one pad missing", one_pad_missing},
    {"matrix row of another source", row_of_another_source},
    {"eye vector of a wrong file", eye_of_wrong_file},
    {"instruction of another ps_1_x", instruction_of_another_ps1},
    {"texkill in the first phase", early_texkill},
    {"bem in the second phase", late_bem},
    {"texdepth of another register", depth_of_another_register},
    {"lost alpha", lost_alpha},
    {"paired at random", paired_at_random},
    {"cmp into its source", cmp_into_source},
    {"too many cmp or dp4", many_of_a_kind},
    {"condition elsewhere", condition_elsewhere},
};

const mutation_family mutations_of_ps1 = {"ps1", items, (uint32_t)S9_COUNT(items)};
