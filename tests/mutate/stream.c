/* SPDX-License-Identifier: MIT */
/* Faults of the token stream and of the order of instructions. */
#include "mutate/mutate.h"

static bool any(const mutant *m, const s9_item *item)
{
    (void)m, (void)item;
    return true;
}

static bool no_phase(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode != S9_OP_PHASE;
}

/* ---- the version, the end ---- */

static bool no_version(mutant *m)
{
    remove_words(m, 0, 1);
    return names(m, "V001");
}

static bool wrong_version(mutant *m)
{
    static const uint32_t minors[3][3] = {{5, 9, 0xFF}, {2, 7, 0xFE}, {1, 4, 0xFE}};
    uint32_t minor = minors[major_of(m) - 1][pick(m->random, 3)];
    set_word(m, 0, (m->words[0] & ~0xFFu) | minor);
    return names(m, "V002");
}

static bool second_version(mutant *m)
{
    const s9_item *item = some_item(m, any);
    if (item == NULL)
        return false;
    insert_words(m, item->word, m->words, 1);
    return names(m, "V003");
}

static bool no_end(mutant *m)
{
    m->count--;
    return names(m, "V004");
}

static bool long_comment(mutant *m)
{
    insert_words(m, m->count - 1, (uint32_t[]){0x7FFFFFFEu}, 1);
    return names(m, "V015");
}

/* ---- opcode tokens ---- */

static bool unknown_opcode(mutant *m)
{
    const s9_item *item = some_item(m, any);
    if (item == NULL)
        return false;
    set_word(m, item->word, (m->words[item->word] & ~0xFFFFu) | (49 + pick(m->random, 15)));
    return names(m, "V005");
}

static bool reserved_opcode_bit(mutant *m)
{
    const s9_item *item = some_item(m, no_phase);
    if (item == NULL)
        return false;
    set_word(m, item->word, m->words[item->word] | 0x20000000u);
    return names(m, "V005");
}

static bool is_exchangeable(const mutant *m, const s9_item *item)
{
    return is_ordinary(m, item) && item->source_count > 0;
}

/* An opcode with as many operands, which the version does not have and no rule names in particular. */
static bool opcode_of_another_version(mutant *m)
{
    static const s9_opcode opcodes[3][7] = {
        {S9_OP_ABS, S9_OP_NRM, S9_OP_EXPP, S9_OP_LOGP, S9_OP_LIT, S9_OP_MOVA, S9_OP_RCP},
        {S9_OP_SLT, S9_OP_SGE, S9_OP_DST, S9_OP_POW, S9_OP_CRS, S9_OP_MIN, S9_OP_BEM},
        {S9_OP_CND, S9_OP_CMP, S9_OP_DP2ADD, S9_OP_SGN, S9_OP_LRP, S9_OP_CND, S9_OP_CMP},
    };
    const s9_item *item = some_item(m, is_exchangeable);
    if (item == NULL)
        return false;
    s9_opcode opcode = opcodes[item->source_count - 1][pick(m->random, 7)];
    if (s9_isa_available(version_of(m), opcode))
        return false;
    set_word(m, item->word, (m->words[item->word] & ~0xFFFFu) | s9_isa_opcode(opcode)->number);
    return names(m, "V005");
}

static bool wrong_length(mutant *m)
{
    const s9_item *item = some_item(m, no_phase);
    if (item == NULL)
        return false;
    uint32_t length = s9_token_length(m->words[item->word]), wrong = 1 + pick(m->random, 3);
    if (major_of(m) > 1) {
        bool longer = chance(m->random, 50);
        if ((longer && (length == 15 || item->word + item->word_count + 1 >= m->count)) || (!longer && length == 0))
            return false;
        wrong = longer ? length + 1 : length - 1;
    }
    set_word(m, item->word, (m->words[item->word] & ~0x0F000000u) | wrong << 24);
    return names(m, "V006");
}

static bool takes_predicate(const mutant *m, const s9_item *item)
{
    return (is_arithmetic(m, item) || kind_of(item) == S9_OPK_TEXTURE) && !s9_token_predicated(item->words[0]) &&
           item->opcode != S9_OP_TEXKILL;
}

static bool predicate_bit(mutant *m)
{
    const s9_item *item = some_item(m, takes_predicate);
    if (item == NULL)
        return false;
    set_word(m, item->word, m->words[item->word] | 0x10000000u);
    return names(m, s9_version_is_2x_up(version_of(m)) ? "V008" : "V223");
}

/* With its token, in a version that has none. */
static bool predicate_of_another_version(mutant *m)
{
    const s9_item *item = some_item(m, takes_predicate);
    if (item == NULL || s9_version_is_2x_up(version_of(m)))
        return false;
    uint32_t lengthened = major_of(m) > 1 ? 0x01000000u : 0, token = source_token(S9_FILE_PREDICATE, 0, SWIZZLE_NONE);
    set_word(m, item->word, (m->words[item->word] | 0x10000000u) + lengthened);
    insert_words(m, item->word + 2, &token, 1);
    return names(m, "V223");
}

static bool coissue_bit(mutant *m)
{
    const s9_item *item = some_item(m, no_phase);
    if (item == NULL || is_ps1(m))
        return false;
    set_word(m, item->word, m->words[item->word] | 0x40000000u);
    return names(m, "V279");
}

static bool has_no_controls(const mutant *m, const s9_item *item)
{
    return item->opcode != S9_OP_PHASE && !is_texld(m, item) &&
           (s9_isa_opcode(item->opcode)->flags & S9_OPF_COMPARE) == 0;
}

static bool stray_controls(mutant *m)
{
    const s9_item *item = some_item(m, has_no_controls);
    if (item == NULL)
        return false;
    set_word(m, item->word, m->words[item->word] | (1 + pick(m->random, 255)) << 16);
    return names(m, "V009");
}

static bool has_comparison(const mutant *m, const s9_item *item)
{
    (void)m;
    return (s9_isa_opcode(item->opcode)->flags & S9_OPF_COMPARE) != 0;
}

static bool wrong_comparison(mutant *m)
{
    const s9_item *item = some_item(m, has_comparison);
    if (item == NULL)
        return false;
    uint32_t control = chance(m->random, 30) ? 0 : 7 + pick(m->random, 249);
    set_word(m, item->word, (m->words[item->word] & ~0xFF0000u) | control << 16);
    return names(m, "V009");
}

static bool wrong_kind_of_texld(mutant *m)
{
    const s9_item *item = some_item(m, is_texld);
    if (item == NULL)
        return false;
    set_word(m, item->word, (m->words[item->word] & ~0xFF0000u) | (3 + pick(m->random, 253)) << 16);
    return names(m, "V009");
}

/* ---- parameter tokens ---- */

/* An operand, of any kind; 0 when there is none. */
static uint32_t some_operand(mutant *m, const s9_item **of)
{
    const s9_item *item = some_item(m, any);
    if (item == NULL || item->kind != S9_ITEM_INSTRUCTION || item->source_count + item->has_destination == 0)
        return 0;
    *of = item;
    uint32_t index = pick(m->random, item->source_count + (uint32_t)item->has_destination);
    if (index == item->source_count)
        return item->destination.word;
    return item->sources[index].word;
}

static bool no_parameter_bit(mutant *m)
{
    const s9_item *item = NULL;
    uint32_t at = some_operand(m, &item);
    /* In SM1 that is the next instruction, and told from one by what stands in place of the controls. */
    if (at == 0 || (major_of(m) == 1 && (s9_token_controls(m->words[at]) == 0 || item->opcode == S9_OP_DCL)))
        return false;
    set_word(m, at, m->words[at] & 0x7FFFFFFFu);
    return names(m, "V010");
}

static bool reserved_parameter_bits(mutant *m)
{
    const s9_item *item = NULL;
    uint32_t at = some_operand(m, &item);
    if (at == 0)
        return false;
    set_word(m, at, m->words[at] | 1u << (14 + pick(m->random, 2)));
    return names(m, "V010");
}

static bool unknown_register_type(mutant *m)
{
    const s9_item *item = NULL;
    uint32_t at = some_operand(m, &item), type = chance(m->random, 20) ? 16 : 20 + pick(m->random, 12);
    if (at == 0)
        return false;
    set_word(m, at, (m->words[at] & ~0x70001800u) | (type & 7u) << 28 | (type & 0x18u) << 8);
    return names(m, "V010");
}

static bool writes(const mutant *m, const s9_item *item)
{
    return (is_arithmetic(m, item) || kind_of(item) == S9_OPK_TEXTURE) && item->has_destination &&
           item->opcode != S9_OP_TEXKILL;
}

static bool reserved_shift(mutant *m)
{
    const s9_item *item = some_item(m, writes);
    if (item == NULL)
        return false;
    uint32_t at = item->destination.word;
    set_word(m, at, with_modifier(m->words[at], 4 + pick(m->random, 9)));
    return names(m, "V012");
}

static bool reserved_result_modifier(mutant *m)
{
    const s9_item *item = some_item(m, writes);
    if (item == NULL)
        return false;
    set_word(m, item->destination.word, m->words[item->destination.word] | 0x800000u);
    return names(m, "V012");
}

static bool any_source(const mutant *m, const s9_item *item, uint32_t index)
{
    (void)m, (void)item, (void)index;
    return true;
}

static bool reserved_source_modifier(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, any_source, &index);
    if (item == NULL)
        return false;
    uint32_t at = item->sources[index].word;
    set_word(m, at, with_modifier(m->words[at], 14 + pick(m->random, 2)));
    return names(m, "V013");
}

static bool has_label(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode == S9_OP_CALL || item->opcode == S9_OP_CALLNZ || item->opcode == S9_OP_LABEL;
}

static bool no_label(mutant *m)
{
    static const s9_file files[] = {S9_FILE_TEMP, S9_FILE_CONST, S9_FILE_CONSTBOOL, S9_FILE_CONSTINT};
    const s9_item *item = some_item(m, has_label);
    if (item == NULL)
        return false;
    set_word(m, item->sources[0].word, source_token(files[pick(m->random, 4)], 0, SWIZZLE_NONE));
    return names(m, "V014");
}

/* Registers that exist once, and few. */
static bool is_single(const mutant *m, const s9_item *item)
{
    switch (destination_file(m, item)) {
    case S9_FILE_ADDR:
    case S9_FILE_RASTOUT:
    case S9_FILE_ATTROUT:
    case S9_FILE_DEPTHOUT:
    case S9_FILE_PREDICATE:
    case S9_FILE_MISC:
        return true;
    default:
        return false;
    }
}

static bool no_such_single_register(mutant *m)
{
    const s9_item *item = some_item(m, is_single);
    if (item == NULL)
        return false;
    uint32_t at = item->destination.word;
    set_word(m, at, with_number(m->words[at], 3 + pick(m->random, 12)));
    return names(m, "V017");
}

static bool has_operands(const mutant *m, const s9_item *item)
{
    return item->kind == S9_ITEM_INSTRUCTION && (is_arithmetic(m, item) || kind_of(item) == S9_OPK_TEXTURE);
}

/* In SM1 the operands count themselves; later it is a matter of the length. */
static bool one_operand_more(mutant *m)
{
    const s9_item *item = some_item(m, has_operands);
    if (item == NULL || major_of(m) != 1)
        return false;
    insert_words(m, item->word + item->word_count, (uint32_t[]){source_token(S9_FILE_CONST, 0, SWIZZLE_NONE)}, 1);
    return names(m, "V018");
}

static bool one_operand_fewer(mutant *m)
{
    const s9_item *item = some_item(m, has_operands);
    /* One operand makes tex and texcoord of them. */
    bool load = item != NULL && (item->opcode == S9_OP_TEX || item->opcode == S9_OP_TEXCOORD);
    if (item == NULL || major_of(m) != 1 || (load && version_of(m) == S9_PS_1_4))
        return false;
    remove_words(m, item->word + item->word_count - 1, 1);
    return names(m, "V018");
}

static bool operand_of_nop(mutant *m)
{
    uint32_t tokens[] = {opcode_token(m, S9_OP_NOP, 1), source_token(S9_FILE_CONST, 0, SWIZZLE_NONE)};
    insert_words(m, m->from->end, tokens, 2);
    return names(m, "V333");
}

/* ---- order ---- */

static bool move_to_end(mutant *m, const s9_item *item)
{
    if (item == NULL || m->from->start == m->from->end)
        return false;
    insert_words(m, m->from->end, item->words, item->word_count);
    remove_item(m, item);
    return true;
}

static bool late_declaration(mutant *m)
{
    return move_to_end(m, some_item(m, is_declaration)) && names(m, "V019");
}

static bool is_definition(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode == S9_OP_DEF || item->opcode == S9_OP_DEFI || item->opcode == S9_OP_DEFB;
}

static bool late_definition(mutant *m)
{
    return move_to_end(m, some_item(m, is_definition)) && names(m, m->from->has_phase ? "V025" : "V020");
}

static bool new_late_definition(mutant *m)
{
    if (m->from->start == m->from->end)
        return false;
    INSERT(m, m->from->end, S9_OP_DEF, destination_token(S9_FILE_CONST, 7, MASK_ALL), 0, 0, 0, 0);
    return names(m, m->from->has_phase ? "V025" : "V020");
}

static bool is_texture(const mutant *m, const s9_item *item)
{
    (void)m;
    return kind_of(item) == S9_OPK_TEXTURE;
}

static bool arithmetic_before_texture(mutant *m)
{
    const s9_item *item = some_item(m, is_texture);
    if (item == NULL || !is_ps1(m))
        return false;
    INSERT(m, item->word, S9_OP_MOV, destination_token(S9_FILE_TEMP, 0, MASK_ALL),
           source_token(S9_FILE_CONST, 0, SWIZZLE_NONE));
    return names(m, is_ps13(m) ? "V021" : "V022");
}

static bool stray_phase(mutant *m)
{
    const s9_item *item = some_item(m, any);
    if (item == NULL || (version_of(m) == S9_PS_1_4 && !m->from->has_phase))
        return false;
    insert_words(m, item->word, (uint32_t[]){S9_TOKEN_PHASE}, 1);
    return names(m, version_of(m) == S9_PS_1_4 ? "V023" : "V024");
}

static const mutation items[] = {
    {"no version", no_version},
    {"wrong version", wrong_version},
    {"second version", second_version},
    {"no end", no_end},
    {"long comment", long_comment},
    {"unknown opcode", unknown_opcode},
    {"reserved opcode bit", reserved_opcode_bit},
    {"opcode of another version", opcode_of_another_version},
    {"wrong length", wrong_length},
    {"predicate bit", predicate_bit},
    {"predicate of another version", predicate_of_another_version},
    {"co-issue bit", coissue_bit},
    {"stray controls", stray_controls},
    {"wrong comparison", wrong_comparison},
    {"wrong kind of texld", wrong_kind_of_texld},
    {"no parameter bit", no_parameter_bit},
    {"reserved parameter bits", reserved_parameter_bits},
    {"unknown register type", unknown_register_type},
    {"reserved shift", reserved_shift},
    {"reserved result modifier", reserved_result_modifier},
    {"reserved source modifier", reserved_source_modifier},
    {"no label", no_label},
    {"no such single register", no_such_single_register},
    {"one operand more", one_operand_more},
    {"one operand fewer", one_operand_fewer},
    {"operand of nop", operand_of_nop},
    {"late declaration", late_declaration},
    {"late definition", late_definition},
    {"new late definition", new_late_definition},
    {"arithmetic before texture", arithmetic_before_texture},
    {"stray phase", stray_phase},
};

const mutation_family mutations_of_stream = {"stream", items, (uint32_t)S9_COUNT(items)};
