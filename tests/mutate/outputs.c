/* SPDX-License-Identifier: MIT */
/* Faults of what a shader writes at its end. */
#include "mutate/mutate.h"

static bool writes_register(const mutant *m, const s9_item *item, s9_file file, uint32_t number)
{
    return item->opcode != S9_OP_DCL && destination_file(m, item) == file &&
           s9_operand_number(item->destination.token) == number;
}

/* Takes out all instructions that write a register; false when there are none. */
static bool remove_writers(mutant *m, s9_file file, uint32_t number)
{
    bool found = false;
    for (uint32_t i = m->from->item_count; i-- > 0;)
        if (writes_register(m, m->from->items[i], file, number)) {
            remove_item(m, m->from->items[i]);
            found = true;
        }
    return found;
}

/* The number of the o# of the position; 16: there is none. */
static uint32_t position_output(const mutant *m)
{
    for (uint32_t i = 0; i < m->from->item_count; i++) {
        const s9_item *item = m->from->items[i];
        if (item->opcode == S9_OP_DCL && destination_file(m, item) == S9_FILE_OUTPUT &&
            (s9_dcl_usage(item->dcl) == S9_USAGE_POSITION || s9_dcl_usage(item->dcl) == S9_USAGE_POSITIONT) &&
            s9_dcl_index(item->dcl) == 0)
            return s9_operand_number(item->destination.token);
    }
    return 16;
}

/* The register that a shader of this version has to write, and the rule. */
static const char *required(const mutant *m, s9_file *file, uint32_t *number)
{
    *number = 0;
    if (is_pixel(m)) {
        *file = is_ps1(m) ? S9_FILE_TEMP : S9_FILE_COLOROUT;
        return is_ps1(m) ? "V140" : major_of(m) == 2 ? "V141" : NULL;
    }
    *file = major_of(m) == 3 ? S9_FILE_OUTPUT : S9_FILE_RASTOUT;
    if (major_of(m) == 3)
        *number = position_output(m);
    return major_of(m) == 3 ? "V046" : "V134";
}

static bool missing_output(mutant *m)
{
    s9_file file;
    uint32_t number;
    const char *rule = required(m, &file, &number);
    return rule != NULL && !m->from->has_relative && remove_writers(m, file, number) && names(m, rule);
}

/* It is written once, with all components, by an instruction that may have a mask. */
static const s9_item *only_writer(const mutant *m, s9_file file, uint32_t number)
{
    const s9_item *found = NULL;
    for (uint32_t i = 0; i < m->from->item_count; i++)
        if (writes_register(m, m->from->items[i], file, number)) {
            if (found != NULL)
                return NULL;
            found = m->from->items[i];
        }
    bool fits = found != NULL && is_ordinary(m, found) && s9_operand_mask(found->destination.token) == MASK_ALL;
    return fits && !m->from->has_relative ? found : NULL;
}

static void mask_destination(mutant *m, const s9_item *item, uint32_t mask)
{
    set_word(m, item->destination.word, with_mask(m->words[item->destination.word], mask));
}

static bool partly_written_position(mutant *m)
{
    s9_file file;
    uint32_t number;
    const char *rule = required(m, &file, &number);
    const s9_item *item = is_pixel(m) ? NULL : only_writer(m, file, number);
    if (item == NULL)
        return false;
    mask_destination(m, item, 1 + pick(m->random, 14));
    return names(m, rule);
}

static bool partly_written_colour(mutant *m)
{
    const s9_item *item = only_writer(m, S9_FILE_COLOROUT, 0);
    if (item == NULL || major_of(m) < 3)
        return false;
    mask_destination(m, item, 1 + pick(m->random, 14));
    return names(m, "V156");
}

/* ---- oC# and oDepth ---- */

static bool is_colour(const mutant *m, const s9_item *item)
{
    return major_of(m) == 2 && item->opcode == S9_OP_MOV && destination_file(m, item) == S9_FILE_COLOROUT &&
           item->word < m->from->end;
}

static bool is_depth(const mutant *m, const s9_item *item)
{
    return major_of(m) == 2 && item->opcode == S9_OP_MOV && destination_file(m, item) == S9_FILE_DEPTHOUT &&
           item->word < m->from->end;
}

static bool wrong_writer(mutant *m)
{
    bool depth = chance(m->random, 40);
    const s9_item *item = some_item(m, depth ? is_depth : is_colour);
    if (item == NULL)
        return false;
    set_word(m, item->word, (m->words[item->word] & ~0xFFFFu) | s9_isa_opcode(S9_OP_ABS)->number);
    return names(m, depth ? "V150" : "V143");
}

static bool written_twice(mutant *m)
{
    bool depth = chance(m->random, 40);
    const s9_item *item = some_item(m, depth ? is_depth : is_colour);
    if (item == NULL)
        return false;
    insert_words(m, item->word, item->words, item->word_count);
    return names(m, depth ? "V150" : "V144");
}

static bool masked_output(mutant *m)
{
    bool depth = chance(m->random, 40);
    const s9_item *item = some_item(m, depth ? is_depth : is_colour);
    if (item == NULL)
        return false;
    mask_destination(m, item, 1 + pick(m->random, 14));
    return names(m, depth ? "V152" : "V145");
}

static bool swizzled_output(mutant *m)
{
    bool depth = chance(m->random, 40);
    const s9_item *item = some_item(m, depth ? is_depth : is_colour);
    if (item == NULL)
        return false;
    uint32_t at = item->sources[0].word;
    set_word(m, at, with_swizzle(m->words[at], depth || chance(m->random, 50) ? SWIZZLE_YZXW : SWIZZLE_W));
    return names(m, depth ? "V151" : "V146");
}

static bool negated_colour(mutant *m)
{
    const s9_item *item = some_item(m, is_colour);
    if (item == NULL)
        return false;
    uint32_t at = item->sources[0].word;
    set_word(m, at, with_modifier(m->words[at], S9_MOD_NEG));
    return names(m, "V146");
}

static bool modified_output(mutant *m)
{
    bool depth = chance(m->random, 40);
    const s9_item *item = some_item(m, depth ? is_depth : is_colour);
    if (item == NULL)
        return false;
    uint32_t at = item->destination.word, modifier = chance(m->random, 50) ? S9_RESULT_SAT : S9_RESULT_PP;
    set_word(m, at, m->words[at] | modifier << 20);
    return names(m, depth ? "V153" : "V147");
}

/* An output of ps_2_x, or the depth of ps_3_0, inside a block. */
static bool output_in_a_branch(mutant *m)
{
    bool depth = chance(m->random, 40);
    const s9_item *item = some_item(m, depth ? is_depth : is_colour);
    if (item == NULL || !s9_version_is_2x_up(version_of(m)) || item->has_predicate)
        return false;
    uint32_t at = item->word;
    insert_plain(m, at + item->word_count, S9_OP_ENDIF);
    INSERT(m, at, S9_OP_IFC, source_token(S9_FILE_CONST, 0, SWIZZLE_X), source_token(S9_FILE_CONST, 0, 0x55));
    set_word(m, at, m->words[at] | 2u << 16);
    return names(m, depth ? "V154" : "V148");
}

static bool is_depth_of_sm3(const mutant *m, const s9_item *item)
{
    return major_of(m) == 3 && destination_file(m, item) == S9_FILE_DEPTHOUT && is_arithmetic(m, item) &&
           item->word < m->from->end;
}

static bool depth_on_some_paths(mutant *m)
{
    const s9_item *item = some_item(m, is_depth_of_sm3);
    if (item == NULL || m->from->has_flow)
        return false;
    insert_plain(m, item->word + item->word_count, S9_OP_ENDIF);
    INSERT(m, item->word, S9_OP_IF, source_token(S9_FILE_CONSTBOOL, 0, SWIZZLE_NONE));
    return names(m, "V155");
}

static bool predicated_output(mutant *m)
{
    bool depth = chance(m->random, 40);
    const s9_item *item = some_item(m, depth ? is_depth : is_colour);
    uint32_t token = source_token(S9_FILE_PREDICATE, 0, SWIZZLE_NONE);
    if (item == NULL || !s9_version_is_2x_up(version_of(m)) || item->has_predicate)
        return false;
    set_word(m, item->word, (m->words[item->word] | 0x10000000u) + 0x01000000u);
    insert_words(m, item->word + 2, &token, 1);
    return names(m, "V228");
}

/* Leaves out a lower one. */
static bool skipped_colour(mutant *m)
{
    if (!is_pixel(m) || major_of(m) != 2)
        return false;
    for (uint32_t i = 0; i < m->from->item_count; i++)
        if (writes_register(m, m->from->items[i], S9_FILE_COLOROUT, 2))
            return false;
    INSERT(m, m->from->end, S9_OP_MOV, destination_token(S9_FILE_COLOROUT, 3, MASK_ALL),
           source_token(S9_FILE_CONST, 0, SWIZZLE_NONE));
    return names(m, "V142");
}

/* ---- outputs of vertex shaders before 3_0 ---- */

static bool has_old_outputs(const mutant *m)
{
    return !is_pixel(m) && major_of(m) < 3;
}

static bool skipped_coordinate(mutant *m)
{
    uint32_t written = 0;
    if (!has_old_outputs(m))
        return false;
    for (uint32_t i = 0; i < m->from->item_count; i++)
        for (uint32_t n = 0; n < 8; n++)
            written |= (uint32_t)writes_register(m, m->from->items[i], S9_FILE_TEXCRDOUT, n) << n;
    if (written >> 6 != 0)
        return false;
    INSERT(m, m->from->end, S9_OP_MOV, destination_token(S9_FILE_TEXCRDOUT, 7, MASK_ALL),
           source_token(S9_FILE_CONST, 0, SWIZZLE_NONE));
    return names(m, "V135");
}

static bool is_coordinate(const mutant *m, const s9_item *item)
{
    return has_old_outputs(m) && destination_file(m, item) == S9_FILE_TEXCRDOUT && is_ordinary(m, item) &&
           only_writer(m, S9_FILE_TEXCRDOUT, s9_operand_number(item->destination.token)) == item;
}

static bool gap_in_coordinate(mutant *m)
{
    static const uint32_t masks[] = {2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14};
    const s9_item *item = some_item(m, is_coordinate);
    if (item == NULL)
        return false;
    mask_destination(m, item, masks[pick(m->random, 11)]);
    return names(m, "V136");
}

static bool vector_in_fog(mutant *m)
{
    if (!has_old_outputs(m))
        return false;
    bool masked = chance(m->random, 50);
    INSERT(m, m->from->end, S9_OP_MOV,
           destination_token(S9_FILE_RASTOUT, 1 + pick(m->random, 2), masked ? 3 : MASK_ALL),
           source_token(S9_FILE_CONST, 0, SWIZZLE_NONE));
    return names(m, masked ? "V137" : "V138");
}

static const mutation items[] = {
    {"missing output", missing_output},
    {"partly written position", partly_written_position},
    {"partly written colour", partly_written_colour},
    {"output written by another instruction than mov", wrong_writer},
    {"output written twice", written_twice},
    {"masked output", masked_output},
    {"swizzled output", swizzled_output},
    {"negated colour", negated_colour},
    {"modified output", modified_output},
    {"output in a branch", output_in_a_branch},
    {"depth on some paths", depth_on_some_paths},
    {"predicated output", predicated_output},
    {"skipped colour", skipped_colour},
    {"skipped coordinate", skipped_coordinate},
    {"gap in a coordinate", gap_in_coordinate},
    {"vector in oFog or oPts", vector_in_fog},
};

const mutation_family mutations_of_outputs = {"outputs", items, (uint32_t)S9_COUNT(items)};
