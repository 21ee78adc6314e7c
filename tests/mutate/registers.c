/* SPDX-License-Identifier: MIT */
/* Faults of registers: files, numbers, ports, index registers, and what was not written before. */
#include "mutate/mutate.h"

/* ---- places ---- */

static bool ordinary(const mutant *m, const s9_item *item)
{
    return is_ordinary(m, item);
}

static bool ordinary_source(const mutant *m, const s9_item *item, uint32_t index)
{
    return is_ordinary(m, item) && !item->sources[index].has_relative &&
           !s9_operand_is_relative(item->sources[index].token);
}

/* In the main program, outside of all blocks: there is one path, and it leads here. */
static bool at_top(const mutant *m, const s9_item *item)
{
    int depth = 0;
    for (uint32_t i = 0; i < m->from->item_count; i++) {
        const s9_item *other = m->from->items[i];
        if (other == item)
            return depth == 0;
        switch (other->opcode) {
        case S9_OP_IF:
        case S9_OP_IFC:
        case S9_OP_LOOP:
        case S9_OP_REP:
            depth++;
            break;
        case S9_OP_ENDIF:
        case S9_OP_ENDLOOP:
        case S9_OP_ENDREP:
            depth--;
            break;
        case S9_OP_RET:
            return false;
        default:
            break;
        }
    }
    return false;
}

static bool top_source(const mutant *m, const s9_item *item, uint32_t index)
{
    return ordinary_source(m, item, index) && at_top(m, item);
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

/* A plain operand takes an index register; its token is put in from SM2 on. */
static void index_operand(mutant *m, const s9_item *item, uint32_t at, uint32_t index)
{
    if (major_of(m) > 1) {
        insert_words(m, at + 1, &index, 1);
        set_word(m, item->word, m->words[item->word] + 0x01000000u);
    }
    set_word(m, at, m->words[at] | 0x2000u);
}

static bool has_file(const mutant *m, s9_file file)
{
    return s9_isa_register(version_of(m), file)->count > 0;
}

/* ---- numbers ---- */

static bool is_temp(const mutant *m, const s9_item *item, uint32_t index)
{
    return file_of(m, &item->sources[index]) == S9_FILE_TEMP && (s9_isa_matrix_rows(item->opcode) == 0 || index == 0) &&
           !has_sampler(m, item) && kind_of(item) == S9_OPK_ARITH;
}

/* In 2_x it is a matter of the target. */
static const char *rule_of_temp_number(const mutant *m)
{
    return version_of(m) == S9_VS_2_X || version_of(m) == S9_PS_2_X ? "V088" : "V086";
}

static bool temp_number(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, is_temp, &index);
    if (item == NULL)
        return false;
    uint32_t at = item->sources[index].word;
    set_word(m, at, with_number(m->words[at], temp_count(m) + pick(m->random, 90)));
    return names(m, rule_of_temp_number(m));
}

static bool writes_temp(const mutant *m, const s9_item *item)
{
    return destination_file(m, item) == S9_FILE_TEMP && kind_of(item) == S9_OPK_ARITH;
}

static bool destination_number(mutant *m)
{
    const s9_item *item = some_item(m, writes_temp);
    if (item == NULL)
        return false;
    uint32_t at = item->destination.word;
    set_word(m, at, with_number(m->words[at], temp_count(m) + pick(m->random, 90)));
    return names(m, rule_of_temp_number(m));
}

static bool plain_constant(const mutant *m, const s9_item *item, uint32_t index)
{
    return ordinary_source(m, item, index) && file_of(m, &item->sources[index]) == S9_FILE_CONST;
}

static bool constant_number(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, plain_constant, &index);
    if (item == NULL || s9_version_is_software(version_of(m)))
        return false;
    if (is_pixel(m)) {
        set_source(m, item, index, S9_FILE_CONST,
                   s9_isa_register(version_of(m), S9_FILE_CONST)->count + pick(m->random, 60));
        return names(m, "V086");
    }
    m->preset = "hardware";
    set_source(m, item, index, S9_FILE_CONST, 256 + pick(m->random, 500));
    return names(m, "V089");
}

static bool input_operand_number(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, ordinary_source, &index);
    if (item == NULL)
        return false;
    set_source(m, item, index, S9_FILE_INPUT, 16 + pick(m->random, 30));
    return names(m, !is_pixel(m) ? "V027" : major_of(m) == 1 ? "V086" : major_of(m) == 2 ? "V051" : "V055");
}

static bool sampler_operand_number(mutant *m)
{
    const s9_item *item = some_item(m, has_sampler);
    if (item == NULL)
        return false;
    uint32_t at = item->sources[1].word;
    set_word(m, at, with_number(m->words[at], (is_pixel(m) ? 16 : 4) + pick(m->random, 30)));
    return names(m, "V071");
}

static bool reads_flow_constant(const mutant *m, const s9_item *item, uint32_t index)
{
    s9_file file = file_of(m, &item->sources[index]);
    return file == S9_FILE_CONSTBOOL || file == S9_FILE_CONSTINT;
}

static bool flow_constant_number(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, reads_flow_constant, &index);
    if (item == NULL || s9_version_is_software(version_of(m)))
        return false;
    uint32_t at = item->sources[index].word;
    set_word(m, at, with_number(m->words[at], 16 + pick(m->random, 30)));
    return names(m, "V086");
}

static bool is_colour(const mutant *m, const s9_item *item)
{
    return destination_file(m, item) == S9_FILE_COLOROUT && is_arithmetic(m, item);
}

static bool colour_number(mutant *m)
{
    const s9_item *item = some_item(m, is_colour);
    if (item == NULL)
        return false;
    set_destination(m, item, S9_FILE_COLOROUT, 4 + pick(m->random, 12));
    return names(m, "V087");
}

static bool is_matrix(const mutant *m, const s9_item *item)
{
    return s9_isa_matrix_rows(item->opcode) > 0 && !m->from->has_relative;
}

static bool matrix_past_the_end(mutant *m)
{
    const s9_item *item = some_item(m, is_matrix);
    if (item == NULL)
        return false;
    set_source(m, item, 1, S9_FILE_TEMP, temp_count(m) - 1);
    return names(m, "V090");
}

/* ---- files ---- */

/* The rule for an ordinary source of a file, or NULL where it may stand. */
static const char *rule_of_source(const mutant *m, s9_file file)
{
    bool pixel = is_pixel(m), sm3 = major_of(m) == 3;
    switch (file) {
    case S9_FILE_CONSTBOOL:
        return has_file(m, file) ? "V101" : "V084";
    case S9_FILE_CONSTINT:
        return has_file(m, file) ? "V102" : "V084";
    case S9_FILE_LOOP:
        return has_file(m, file) ? "V103" : pixel ? "V085" : "V084";
    case S9_FILE_SAMPLER:
        return has_file(m, file) ? "V104" : "V073";
    case S9_FILE_LABEL:
        return has_file(m, file) ? "V106" : "V084";
    case S9_FILE_PREDICATE:
        return has_file(m, file) ? "V100" : "V084";
    case S9_FILE_COLOROUT:
    case S9_FILE_DEPTHOUT:
        return has_file(m, file) ? "V094" : "V084";
    case S9_FILE_RASTOUT:
    case S9_FILE_ATTROUT:
        return !pixel && !sm3 ? "V094" : "V084";
    case S9_FILE_ADDR:
        return pixel ? NULL : "V095";
    default:
        return NULL;
    }
}

static bool source_of_wrong_file(mutant *m)
{
    static const s9_file files[] = {S9_FILE_CONSTBOOL, S9_FILE_CONSTINT,  S9_FILE_LOOP,     S9_FILE_SAMPLER,
                                    S9_FILE_LABEL,     S9_FILE_PREDICATE, S9_FILE_COLOROUT, S9_FILE_DEPTHOUT,
                                    S9_FILE_RASTOUT,   S9_FILE_ATTROUT,   S9_FILE_ADDR};
    uint32_t index;
    const s9_item *item = some_source(m, ordinary_source, &index);
    s9_file file = files[pick(m->random, (uint32_t)S9_COUNT(files))];
    const char *rule = rule_of_source(m, file);
    if (item == NULL || rule == NULL)
        return false;
    set_source(m, item, index, file, 0);
    return names(m, rule);
}

/* The same for a destination. */
static const char *rule_of_destination(const mutant *m, s9_file file)
{
    bool pixel = is_pixel(m);
    switch (file) {
    case S9_FILE_CONST:
    case S9_FILE_INPUT:
        return "V092";
    case S9_FILE_CONSTBOOL:
    case S9_FILE_CONSTINT:
        return has_file(m, file) ? "V092" : "V084";
    case S9_FILE_SAMPLER:
        return has_file(m, file) ? "V092" : "V073";
    case S9_FILE_LOOP:
        return has_file(m, file) ? "V092" : pixel ? "V085" : "V084";
    case S9_FILE_PREDICATE:
        return has_file(m, file) ? "V099" : "V084";
    case S9_FILE_RASTOUT:
    case S9_FILE_ATTROUT:
        return pixel || major_of(m) == 3 ? "V084" : NULL;
    case S9_FILE_COLOROUT:
    case S9_FILE_DEPTHOUT:
        return has_file(m, file) ? NULL : "V084";
    case S9_FILE_ADDR:
        if (pixel)
            return major_of(m) == 2 ? "V093" : version_of(m) == S9_PS_1_4 ? "V110" : NULL;
        return major_of(m) > 1 ? "V097" : NULL;
    default:
        return NULL;
    }
}

static bool destination_of_wrong_file(mutant *m)
{
    static const s9_file files[] = {S9_FILE_CONST,   S9_FILE_INPUT,    S9_FILE_CONSTBOOL, S9_FILE_CONSTINT,
                                    S9_FILE_SAMPLER, S9_FILE_LOOP,     S9_FILE_PREDICATE, S9_FILE_RASTOUT,
                                    S9_FILE_ATTROUT, S9_FILE_COLOROUT, S9_FILE_DEPTHOUT,  S9_FILE_ADDR};
    const s9_item *item = some_item(m, ordinary);
    s9_file file = files[pick(m->random, (uint32_t)S9_COUNT(files))];
    const char *rule = rule_of_destination(m, file);
    if (item == NULL || rule == NULL || item->destination.has_relative)
        return false;
    set_destination(m, item, file, 0);
    return names(m, rule);
}

static bool writes_address(const mutant *m, const s9_item *item)
{
    return item->opcode == S9_OP_MOVA || (destination_file(m, item) == S9_FILE_ADDR && !is_pixel(m));
}

/* mova writes an r#; in vs_1_1 another instruction than mov writes a0. */
static bool wrong_move_to_address(mutant *m)
{
    const s9_item *item = some_item(m, writes_address);
    if (item == NULL)
        return false;
    if (major_of(m) > 1) {
        set_destination(m, item, S9_FILE_TEMP, 0);
        return names(m, "V097");
    }
    set_word(m, item->word, s9_isa_opcode(S9_OP_FRC)->number);
    return names(m, "V096");
}

static bool writes_predicate(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode == S9_OP_SETP;
}

static bool predicate_in_temp(mutant *m)
{
    const s9_item *item = some_item(m, writes_predicate);
    if (item == NULL)
        return false;
    set_destination(m, item, S9_FILE_TEMP, 0);
    return names(m, "V099");
}

static bool texture_load_of_wrong_file(mutant *m)
{
    const s9_item *item = some_item(m, has_sampler);
    if (item == NULL)
        return false;
    switch (pick(m->random, 3)) {
    case 0:
        set_source(m, item, 1, S9_FILE_CONST, 0);
        return names(m, "V105");
    case 1:
        if (!is_pixel(m) || major_of(m) != 2 || !is_texld(m, item))
            return false;
        set_source(m, item, 0, S9_FILE_CONST, 0);
        return names(m, "V114");
    default:
        if (item->destination.has_relative || (is_pixel(m) && (major_of(m) != 2 || !is_texld(m, item))))
            return false;
        set_destination(m, item, is_pixel(m) ? S9_FILE_COLOROUT : S9_FILE_OUTPUT, 0);
        return names(m, is_pixel(m) ? "V306" : "V307");
    }
}

static bool is_texkill(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode == S9_OP_TEXKILL;
}

static bool texkill_of_wrong_file(mutant *m)
{
    static const s9_file files[] = {S9_FILE_CONST, S9_FILE_SAMPLER, S9_FILE_CONSTINT, S9_FILE_COLOROUT};
    const s9_item *item = some_item(m, is_texkill);
    if (item == NULL)
        return false;
    set_destination(m, item, is_ps13(m) && chance(m->random, 50) ? S9_FILE_TEMP : files[pick(m->random, 4)], 0);
    return names(m, "V302");
}

static bool is_flow_operand(const mutant *m, const s9_item *item, uint32_t index)
{
    (void)m;
    switch (item->opcode) {
    case S9_OP_IF:
    case S9_OP_REP:
    case S9_OP_LOOP:
        return true;
    case S9_OP_CALLNZ:
        return index == 1;
    default:
        return false;
    }
}

static bool flow_operand_of_wrong_file(mutant *m)
{
    static const s9_file files[] = {S9_FILE_TEMP, S9_FILE_CONST, S9_FILE_LABEL};
    uint32_t index;
    const s9_item *item = some_source(m, is_flow_operand, &index);
    if (item == NULL)
        return false;
    set_word(m, item->sources[index].word, source_token(files[pick(m->random, 3)], 0, SWIZZLE_NONE));
    return names(m, item->opcode == S9_OP_IF     ? "V242"
                    : item->opcode == S9_OP_REP  ? "V241"
                    : item->opcode == S9_OP_LOOP ? "V240"
                                                 : "V269");
}

/* ---- ports ---- */

static bool has_two(const mutant *m, const s9_item *item)
{
    return is_ordinary(m, item) && item->source_count >= 2 && !m->from->has_relative;
}

static bool has_three(const mutant *m, const s9_item *item)
{
    return is_ordinary(m, item) && item->source_count == 3 && !m->from->has_relative;
}

static bool has_ports(const mutant *m)
{
    return !is_ps1(m) && !s9_version_is_software(version_of(m)) && version_of(m) != S9_PS_3_SW;
}

static bool two_constants(mutant *m)
{
    const s9_item *item = some_item(m, has_two);
    if (item == NULL || !has_ports(m))
        return false;
    set_source(m, item, 0, S9_FILE_CONST, 1);
    set_source(m, item, 1, S9_FILE_CONST, 2);
    return names(m, "V116");
}

/* The numbers of the first two registers of a set; false when it has fewer. */
static bool first_two(uint32_t set, uint32_t *a, uint32_t *b)
{
    for (*a = 0; *a < 32 && (set >> *a & 1u) == 0; ++*a)
        ;
    for (*b = *a + 1; *b < 32 && (set >> *b & 1u) == 0; ++*b)
        ;
    return *a < 32 && *b < 32;
}

static bool two_inputs(mutant *m)
{
    const s9_item *item = some_item(m, has_two);
    uint32_t a, b;
    bool textures = is_pixel(m) && major_of(m) == 2 && chance(m->random, 70);
    if (item == NULL || !has_ports(m) || !first_two(textures ? m->from->textures : m->from->inputs, &a, &b))
        return false;
    set_source(m, item, 0, textures ? S9_FILE_TEXTURE : S9_FILE_INPUT, a);
    set_source(m, item, 1, textures ? S9_FILE_TEXTURE : S9_FILE_INPUT, b);
    return names(m, textures ? "V118" : "V115");
}

static bool three_constants(mutant *m)
{
    const s9_item *item = some_item(m, has_three);
    if (item == NULL || s9_version_is_software(version_of(m)) || (!is_ps1(m) && major_of(m) != 2))
        return false;
    for (uint32_t i = 0; i < 3; i++)
        set_source(m, item, i, S9_FILE_CONST, is_ps1(m) ? i : 1);
    return names(m, is_ps1(m) ? "V120" : "V117");
}

static bool three_indexed(mutant *m)
{
    const s9_item *item = some_item(m, has_three);
    if (item == NULL || (version_of(m) != S9_VS_2_0 && version_of(m) != S9_VS_2_X))
        return false;
    for (uint32_t i = 3; i-- > 0;) {
        set_source(m, item, i, S9_FILE_CONST, 1);
        index_operand(m, item, item->sources[i].word, source_token(S9_FILE_ADDR, 0, SWIZZLE_X));
    }
    return names(m, "V121");
}

/* ---- index registers ---- */

static bool indexed_temp(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, ordinary_source, &index);
    if (item == NULL || file_of(m, &item->sources[index]) != S9_FILE_TEMP)
        return false;
    bool third = major_of(m) == 3;
    uint32_t by = is_pixel(m) ? source_token(S9_FILE_LOOP, 0, SWIZZLE_NONE) : source_token(S9_FILE_ADDR, 0, SWIZZLE_X);
    index_operand(m, item, item->sources[index].word, by);
    return names(m, !is_pixel(m) ? "V334" : third ? "V337" : "V336");
}

static bool indexed_input(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, ordinary_source, &index);
    if (item == NULL || file_of(m, &item->sources[index]) != S9_FILE_INPUT || major_of(m) == 3)
        return false;
    index_operand(m, item, item->sources[index].word, source_token(S9_FILE_ADDR, 0, SWIZZLE_X));
    return names(m, is_pixel(m) ? "V336" : "V335");
}

static bool indexed_constant(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, plain_constant, &index);
    if (item == NULL || !is_pixel(m))
        return false;
    index_operand(m, item, item->sources[index].word, source_token(S9_FILE_LOOP, 0, SWIZZLE_NONE));
    return names(m, major_of(m) == 3 ? "V337" : "V336");
}

static bool wrong_index(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, plain_constant, &index);
    if (item == NULL || is_pixel(m) || major_of(m) == 1)
        return false;
    bool temp = chance(m->random, 50);
    index_operand(m, item, item->sources[index].word,
                  temp ? source_token(S9_FILE_TEMP, 0, SWIZZLE_X) : source_token(S9_FILE_ADDR, 0, SWIZZLE_NONE));
    return names(m, temp ? "V338" : "V340");
}

static bool top_constant(const mutant *m, const s9_item *item, uint32_t index)
{
    return plain_constant(m, item, index) && at_top(m, item);
}

static bool top_input(const mutant *m, const s9_item *item, uint32_t index)
{
    return top_source(m, item, index) && file_of(m, &item->sources[index]) == S9_FILE_INPUT;
}

static bool counter_outside_of_loops(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, is_pixel(m) ? top_input : top_constant, &index);
    if (item == NULL || major_of(m) == 1 || (is_pixel(m) && major_of(m) < 3))
        return false;
    index_operand(m, item, item->sources[index].word, source_token(S9_FILE_LOOP, 0, SWIZZLE_NONE));
    return names(m, "V246");
}

/* ---- what was not written ---- */

static bool writes_file(const mutant *m, s9_file file)
{
    for (uint32_t i = 0; i < m->from->item_count; i++)
        if (destination_file(m, m->from->items[i]) == file)
            return true;
    return false;
}

static bool unwritten_address(mutant *m)
{
    uint32_t index;
    const s9_item *item = some_source(m, top_constant, &index);
    if (item == NULL || is_pixel(m) || writes_file(m, S9_FILE_ADDR))
        return false;
    index_operand(m, item, item->sources[index].word, source_token(S9_FILE_ADDR, 0, SWIZZLE_X));
    return names(m, "V123");
}

static bool top_ordinary(const mutant *m, const s9_item *item)
{
    return is_ordinary(m, item) && at_top(m, item) && !s9_token_predicated(item->words[0]) &&
           destination_file(m, item) == S9_FILE_TEMP;
}

static void predicate_instruction(mutant *m, const s9_item *item, uint32_t token)
{
    set_word(m, item->word, (m->words[item->word] | 0x10000000u) + 0x01000000u);
    insert_words(m, item->word + 2 + item->destination.has_relative, &token, 1);
}

static bool unwritten_predicate(mutant *m)
{
    const s9_item *item = some_item(m, top_ordinary);
    if (item == NULL || !s9_version_is_2x_up(version_of(m)) || writes_file(m, S9_FILE_PREDICATE))
        return false;
    predicate_instruction(m, item, source_token(S9_FILE_PREDICATE, 0, SWIZZLE_NONE));
    return names(m, "V124");
}

static bool unwritten_temp(mutant *m)
{
    uint32_t index, number;
    const s9_item *item = some_source(m, top_source, &index);
    if (item == NULL || !free_temp(m, &number))
        return false;
    set_source(m, item, index, S9_FILE_TEMP, number);
    return names(m, "V122");
}

static bool is_partly_written(const mutant *m, const s9_item *item, uint32_t index)
{
    uint32_t number = s9_operand_number(item->sources[index].token) & 31u;
    return top_source(m, item, index) && file_of(m, &item->sources[index]) == S9_FILE_TEMP &&
           m->from->written[number] != MASK_ALL &&
           s9_swizzle_is_replicate(s9_operand_swizzle(item->sources[index].token));
}

static bool has_opcode(const mutant *m, s9_opcode opcode)
{
    for (uint32_t i = 0; i < m->from->item_count; i++)
        if (m->from->items[i]->opcode == opcode)
            return true;
    return false;
}

/* One component that nobody writes. What sincos and sgn leave behind has rules of its own. */
static bool unwritten_component(mutant *m)
{
    uint32_t index, component = 0;
    const s9_item *item = some_source(m, is_partly_written, &index);
    if (item == NULL || is_ps1(m) || has_opcode(m, S9_OP_SINCOS) || has_opcode(m, S9_OP_SGN))
        return false;
    uint32_t written = m->from->written[s9_operand_number(item->sources[index].token) & 31u];
    while ((written >> component & 1u) != 0)
        component++;
    uint32_t at = item->sources[index].word;
    set_word(m, at, with_swizzle(m->words[at], component * 0x55u));
    return names(m, "V122");
}

static bool matrix_of_nothing(mutant *m)
{
    const s9_item *item = some_item(m, is_matrix);
    uint32_t number;
    if (item == NULL || !at_top(m, item) || !free_temp(m, &number) ||
        number + s9_isa_matrix_rows(item->opcode) > temp_count(m) ||
        (destination_file(m, item) == S9_FILE_TEMP && s9_operand_number(item->destination.token) >= number))
        return false;
    set_source(m, item, 1, S9_FILE_TEMP, number);
    return names(m, "V091");
}

static bool coordinate_of_nothing(mutant *m)
{
    const s9_item *item = some_item(m, has_sampler);
    uint32_t number;
    if (item == NULL || !at_top(m, item) || !free_temp(m, &number) || item->sources[0].has_relative)
        return false;
    set_source(m, item, 0, S9_FILE_TEMP, number);
    return names(m, "V312");
}

static bool texkill_of_nothing(mutant *m)
{
    const s9_item *item = some_item(m, is_texkill);
    uint32_t number;
    if (item == NULL || is_ps13(m) || !at_top(m, item) || !free_temp(m, &number))
        return false;
    set_destination(m, item, S9_FILE_TEMP, number);
    return names(m, "V133");
}

/* The only instruction that writes a register goes away; the first one that reads it then misses it. */
static bool is_only_writer(const mutant *m, const s9_item *item)
{
    uint32_t number, writers = 0;
    if (!top_ordinary(m, item))
        return false;
    number = s9_operand_number(item->destination.token);
    for (uint32_t i = 0; i < m->from->item_count; i++) {
        const s9_item *other = m->from->items[i];
        writers += destination_file(m, other) == S9_FILE_TEMP &&
                   s9_operand_number(other->destination.token) == number && other->opcode != S9_OP_TEXKILL;
    }
    if (writers != 1)
        return false;
    for (uint32_t i = index_of(m, item) + 1; i < m->from->item_count; i++) {
        const s9_item *reader = m->from->items[i];
        if (reader->opcode == S9_OP_TEXKILL && destination_file(m, reader) == S9_FILE_TEMP &&
            s9_operand_number(reader->destination.token) == number)
            return false;
        for (uint32_t k = 0; k < reader->source_count; k++) {
            uint32_t first = s9_operand_number(reader->sources[k].token);
            uint32_t rows = k == 1 && s9_isa_matrix_rows(reader->opcode) > 0 ? s9_isa_matrix_rows(reader->opcode) : 1;
            if (file_of(m, &reader->sources[k]) == S9_FILE_TEMP && number >= first && number < first + rows)
                return top_source(m, reader, k);
        }
    }
    return false;
}

static bool missing_write(mutant *m)
{
    const s9_item *item = some_item(m, is_only_writer);
    if (item == NULL || is_ps1(m) || has_opcode(m, S9_OP_SGN))
        return false;
    remove_item(m, item);
    return names(m, "V122");
}

static bool is_top_sincos(const mutant *m, const s9_item *item)
{
    return item->opcode == S9_OP_SINCOS && at_top(m, item) && !s9_token_predicated(item->words[0]) &&
           destination_file(m, item) == S9_FILE_TEMP;
}

static bool read_behind_sincos(mutant *m)
{
    const s9_item *item = some_item(m, is_top_sincos);
    uint32_t number;
    if (item == NULL || major_of(m) != 2 || !free_temp(m, &number))
        return false;
    INSERT(m, item->word + item->word_count, S9_OP_MOV, destination_token(S9_FILE_TEMP, number, MASK_ALL),
           source_token(S9_FILE_TEMP, s9_operand_number(item->destination.token), 0xAA));
    return names(m, "V131");
}

static const mutation items[] = {
    {"temporary number", temp_number},
    {"destination number", destination_number},
    {"constant number", constant_number},
    {"number of an input operand", input_operand_number},
    {"number of a sampler operand", sampler_operand_number},
    {"number of b# or i#", flow_constant_number},
    {"number of oC#", colour_number},
    {"matrix past the end", matrix_past_the_end},
    {"source of a wrong file", source_of_wrong_file},
    {"destination of a wrong file", destination_of_wrong_file},
    {"wrong move to a0", wrong_move_to_address},
    {"setp writes r#", predicate_in_temp},
    {"texture load of a wrong file", texture_load_of_wrong_file},
    {"texkill of a wrong file", texkill_of_wrong_file},
    {"flow operand of a wrong file", flow_operand_of_wrong_file},
    {"two constants", two_constants},
    {"two inputs", two_inputs},
    {"three constants", three_constants},
    {"three indexed constants", three_indexed},
    {"indexed temporary", indexed_temp},
    {"indexed input", indexed_input},
    {"indexed constant", indexed_constant},
    {"wrong index register", wrong_index},
    {"aL outside of loops", counter_outside_of_loops},
    {"unwritten a0", unwritten_address},
    {"unwritten p0", unwritten_predicate},
    {"unwritten temporary", unwritten_temp},
    {"unwritten component", unwritten_component},
    {"matrix of nothing", matrix_of_nothing},
    {"coordinate of nothing", coordinate_of_nothing},
    {"texkill of nothing", texkill_of_nothing},
    {"missing write", missing_write},
    {"read behind sincos", read_behind_sincos},
};

const mutation_family mutations_of_registers = {"registers", items, (uint32_t)S9_COUNT(items)};
