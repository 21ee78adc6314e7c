/* SPDX-License-Identifier: MIT */
/* Faults of flow control, predicates and routines. */
#include "mutate/mutate.h"

#define BOOL0 source_token(S9_FILE_CONSTBOOL, 0, SWIZZLE_NONE)
#define INT0 source_token(S9_FILE_CONSTINT, 0, SWIZZLE_NONE)
#define LABEL(n) source_token(S9_FILE_LABEL, n, SWIZZLE_NONE)
#define COUNTER source_token(S9_FILE_LOOP, 0, SWIZZLE_NONE)
#define ONE source_token(S9_FILE_CONST, 0, SWIZZLE_X)
#define TWO source_token(S9_FILE_CONST, 0, 0x55)

static bool has_static_flow(const mutant *m)
{
    return major_of(m) > 1 && version_of(m) != S9_PS_2_0;
}

static bool has_dynamic_flow(const mutant *m)
{
    return s9_version_is_2x_up(version_of(m));
}

static bool has_loop(const mutant *m)
{
    return has_static_flow(m) && (!is_pixel(m) || major_of(m) == 3);
}

static bool is_opcode(const s9_item *item, s9_opcode a, s9_opcode b)
{
    return item->opcode == a || item->opcode == b;
}

static bool is_if(const mutant *m, const s9_item *item)
{
    (void)m;
    return is_opcode(item, S9_OP_IF, S9_OP_IFC);
}

static bool is_endif(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode == S9_OP_ENDIF;
}

static bool is_loop(const mutant *m, const s9_item *item)
{
    (void)m;
    return is_opcode(item, S9_OP_LOOP, S9_OP_REP);
}

static bool is_end_of_loop(const mutant *m, const s9_item *item)
{
    (void)m;
    return is_opcode(item, S9_OP_ENDLOOP, S9_OP_ENDREP);
}

/* A comparison that begins a block: as if b0, but with values. */
static void insert_if_comp(mutant *m, uint32_t at)
{
    INSERT(m, at, S9_OP_IFC, ONE, TWO);
    set_word(m, at, m->words[at] | 1u << 16);
}

/* ---- blocks ---- */

static bool missing_endif(mutant *m)
{
    const s9_item *item = some_item(m, is_endif);
    if (item == NULL || m->from->has_routines)
        return false;
    remove_item(m, item);
    /* The if is not closed, or the end of a loop around it comes too early. */
    for (uint32_t i = 0; i < m->from->item_count; i++)
        if (is_loop(m, m->from->items[i]))
            return false;
    return names(m, "V236");
}

static bool stray_endif(mutant *m)
{
    if (!has_static_flow(m))
        return false;
    insert_plain(m, m->from->end, chance(m->random, 50) ? S9_OP_ENDIF : S9_OP_ELSE);
    return names(m, "V236");
}

static bool second_else(mutant *m)
{
    const s9_item *item = some_item(m, is_endif);
    if (item == NULL)
        return false;
    insert_plain(m, item->word, S9_OP_ELSE);
    insert_plain(m, item->word, S9_OP_ELSE);
    return names(m, "V236");
}

static bool missing_end_of_loop(mutant *m)
{
    const s9_item *item = some_item(m, is_end_of_loop);
    if (item == NULL || m->from->has_routines)
        return false;
    remove_item(m, item);
    for (uint32_t i = 0; i < m->from->item_count; i++)
        if (is_if(m, m->from->items[i]))
            return false;
    return names(m, "V237");
}

static bool stray_end_of_loop(mutant *m)
{
    if (!has_static_flow(m))
        return false;
    insert_plain(m, m->from->end, has_loop(m) && chance(m->random, 50) ? S9_OP_ENDLOOP : S9_OP_ENDREP);
    return names(m, "V237");
}

static bool wrong_end_of_loop(mutant *m)
{
    const s9_item *item = some_item(m, is_end_of_loop);
    if (item == NULL || !has_loop(m))
        return false;
    s9_opcode other = item->opcode == S9_OP_ENDLOOP ? S9_OP_ENDREP : S9_OP_ENDLOOP;
    set_word(m, item->word, opcode_token(m, other, 0));
    return names(m, "V237");
}

static bool crossing_blocks(mutant *m)
{
    if (!has_static_flow(m))
        return false;
    insert_plain(m, m->from->end, S9_OP_ENDREP);
    insert_plain(m, m->from->end, S9_OP_ENDIF);
    INSERT(m, m->from->end, S9_OP_REP, INT0);
    INSERT(m, m->from->end, S9_OP_IF, BOOL0);
    return names(m, "V238");
}

static bool stray_break(mutant *m)
{
    if (!has_dynamic_flow(m))
        return false;
    insert_plain(m, m->from->end, S9_OP_BREAK);
    return names(m, "V239");
}

/* ---- versions ---- */

static bool flow_of_another_version(mutant *m)
{
    s9_version v = version_of(m);
    bool none = !has_static_flow(m);
    switch (pick(m->random, 4)) {
    case 0:
        insert_plain(m, m->from->end, S9_OP_ENDIF);
        INSERT(m, m->from->end, S9_OP_IF, BOOL0);
        return none && names(m, "V231");
    case 1:
        insert_plain(m, m->from->end, S9_OP_ENDIF);
        insert_if_comp(m, m->from->end);
        return v == S9_VS_2_0 && names(m, "V232");
    case 2:
        insert_plain(m, m->from->end, S9_OP_ENDLOOP);
        INSERT(m, m->from->end, S9_OP_LOOP, COUNTER, INT0);
        return (v == S9_PS_2_X || v == S9_PS_2_SW) && names(m, "V235");
    default:
        INSERT(m, m->from->end, S9_OP_SETP, destination_token(S9_FILE_PREDICATE, 0, MASK_ALL),
               source_token(S9_FILE_CONST, 0, SWIZZLE_NONE), source_token(S9_FILE_CONST, 0, SWIZZLE_X));
        set_word(m, m->from->end, m->words[m->from->end] | 1u << 16);
        return v == S9_VS_2_0 ? names(m, "V232") : !s9_version_is_2x_up(v) && names(m, "V223");
    }
}

static bool flow_that_the_target_lacks(mutant *m)
{
    s9_version v = version_of(m);
    if (v != S9_PS_2_X && v != S9_VS_2_X)
        return false;
    m->preset = "minimum";
    switch (pick(m->random, 3)) {
    case 0:
        insert_plain(m, m->from->end, S9_OP_ENDIF);
        insert_if_comp(m, m->from->end);
        return names(m, "V233");
    case 1:
        insert_plain(m, m->from->end, S9_OP_ENDIF);
        INSERT(m, m->from->end, S9_OP_IF, BOOL0);
        return v == S9_PS_2_X && names(m, "V234");
    default:
        INSERT(m, m->from->end, S9_OP_SETP, destination_token(S9_FILE_PREDICATE, 0, MASK_ALL),
               source_token(S9_FILE_CONST, 0, SWIZZLE_NONE), source_token(S9_FILE_CONST, 0, SWIZZLE_X));
        set_word(m, m->from->end, m->words[m->from->end] | 1u << 16);
        return names(m, "V224");
    }
}

/* ---- depths ---- */

static bool deep_ifs(mutant *m)
{
    s9_version v = version_of(m);
    bool dynamic = has_dynamic_flow(m) && v != S9_VS_2_X && v != S9_PS_2_X && chance(m->random, 50);
    if (!has_static_flow(m) || (!dynamic && (v == S9_VS_2_0 || v == S9_VS_2_X)))
        return false;
    for (uint32_t i = 0; i < 25; i++)
        insert_plain(m, m->from->end, S9_OP_ENDIF);
    for (uint32_t i = 0; i < 25; i++) {
        if (dynamic)
            insert_if_comp(m, m->from->end);
        else
            INSERT(m, m->from->end, S9_OP_IF, BOOL0);
    }
    return names(m, dynamic ? "V249" : "V247");
}

static bool deep_loops(mutant *m)
{
    s9_version v = version_of(m);
    uint32_t depth = v == S9_VS_2_0 ? 2 : 5;
    if (!has_static_flow(m) || v == S9_VS_2_X || v == S9_PS_2_X)
        return false;
    for (uint32_t i = 0; i < depth; i++)
        insert_plain(m, m->from->end, S9_OP_ENDREP);
    for (uint32_t i = 0; i < depth; i++)
        INSERT(m, m->from->end, S9_OP_REP, INT0);
    return names(m, v == S9_VS_2_0 ? "V251" : "V252");
}

static bool many_static_instructions(mutant *m)
{
    s9_version v = version_of(m);
    if (v != S9_VS_2_0 && v != S9_VS_2_X)
        return false;
    for (uint32_t i = 0; i < 17; i++) {
        insert_plain(m, m->from->end, S9_OP_ENDIF);
        INSERT(m, m->from->end, S9_OP_IF, BOOL0);
    }
    return names(m, "V248");
}

/* ---- routines ---- */

/* `ret; label l0; .. ret` behind a program that has no routines. */
static bool add_routine(mutant *m, uint32_t label)
{
    if (!has_static_flow(m) || m->from->has_routines)
        return false;
    uint32_t end = m->from->end;
    insert_plain(m, end, S9_OP_RET);
    INSERT(m, end, S9_OP_LABEL, LABEL(label));
    insert_plain(m, end, S9_OP_RET);
    return true;
}

static bool ret_in_block(mutant *m)
{
    if (!add_routine(m, 3))
        return false;
    insert_plain(m, m->from->end, S9_OP_ENDIF);
    insert_plain(m, m->from->end, S9_OP_RET);
    INSERT(m, m->from->end, S9_OP_IF, BOOL0);
    return names(m, "V259");
}

static bool behind_ret(mutant *m)
{
    if (!add_routine(m, 3))
        return false;
    insert_plain(m, m->count - 1, S9_OP_NOP);
    return names(m, "V260");
}

static bool main_without_ret(mutant *m)
{
    if (!add_routine(m, 3))
        return false;
    remove_words(m, m->from->end, 1);
    return names(m, "V257");
}

static bool routine_without_ret(mutant *m)
{
    if (!add_routine(m, 3))
        return false;
    remove_words(m, m->count - 2, 1);
    return names(m, "V261");
}

static bool recursive_call(mutant *m)
{
    if (!add_routine(m, 3))
        return false;
    INSERT(m, m->count - 2, S9_OP_CALL, LABEL(3));
    return names(m, "V262");
}

static bool missing_routine(mutant *m)
{
    if (!has_static_flow(m))
        return false;
    INSERT(m, m->from->end, S9_OP_CALL, LABEL(15));
    for (uint32_t i = 0; i < m->from->item_count; i++)
        if (m->from->items[i]->opcode == S9_OP_LABEL && s9_operand_number(m->from->items[i]->sources[0].token) == 15)
            return false;
    return names(m, "V263");
}

static bool label_twice(mutant *m)
{
    if (!add_routine(m, 3) || !add_routine(m, 3))
        return false;
    return names(m, "V264");
}

static bool label_number(mutant *m)
{
    s9_version v = version_of(m);
    bool few = v == S9_VS_2_0 || v == S9_VS_2_X || v == S9_PS_2_X;
    if (!few || !has_static_flow(m))
        return false;
    INSERT(m, m->from->end, S9_OP_CALL, LABEL(16 + pick(m->random, 100)));
    return names(m, "V265");
}

static bool block_across_label(mutant *m)
{
    if (!add_routine(m, 3))
        return false;
    insert_plain(m, m->count - 2, S9_OP_ENDIF);
    INSERT(m, m->from->end, S9_OP_IF, BOOL0);
    return names(m, "V268");
}

static bool counter_of_no_caller(mutant *m)
{
    uint32_t number;
    if (is_pixel(m) || !has_loop(m) || !free_temp(m, &number) || !add_routine(m, 3))
        return false;
    uint32_t operands[] = {destination_token(S9_FILE_TEMP, number, MASK_ALL),
                           source_token(S9_FILE_CONST, 0, SWIZZLE_NONE) | 0x2000u, COUNTER};
    insert_instruction(m, m->count - 2, S9_OP_MOV, 3, operands);
    INSERT(m, m->from->end, S9_OP_CALL, LABEL(3));
    return names(m, "V267");
}

static bool nested_calls(mutant *m)
{
    s9_version v = version_of(m);
    uint32_t depth = v == S9_VS_2_0 ? 2 : 5, end = m->from->end;
    if (!has_static_flow(m) || m->from->has_routines || v == S9_VS_2_X || v == S9_PS_2_X)
        return false;
    for (uint32_t i = depth; i-- > 0;) {
        insert_plain(m, end, S9_OP_RET);
        if (i + 1 < depth)
            INSERT(m, end, S9_OP_CALL, LABEL(i + 1));
        INSERT(m, end, S9_OP_LABEL, LABEL(i));
    }
    insert_plain(m, end, S9_OP_RET);
    INSERT(m, end, S9_OP_CALL, LABEL(0));
    return names(m, v == S9_VS_2_0 ? "V254" : "V255");
}

/* ---- predicates ---- */

static bool is_flow(const mutant *m, const s9_item *item)
{
    (void)m;
    return kind_of(item) == S9_OPK_FLOW && !item->has_predicate;
}

/* Its token stands where that of the first operand would. */
static bool predicated_flow(mutant *m)
{
    const s9_item *item = some_item(m, is_flow);
    uint32_t token = source_token(S9_FILE_PREDICATE, 0, SWIZZLE_NONE);
    if (item == NULL || !has_dynamic_flow(m))
        return false;
    set_word(m, item->word, (m->words[item->word] | 0x10000000u) + 0x01000000u);
    insert_words(m, item->word + 1, &token, 1);
    return names(m, "V226");
}

static bool is_predicated(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->has_predicate;
}

static bool predicate_of_wrong_file(mutant *m)
{
    static const s9_file files[] = {S9_FILE_CONST, S9_FILE_TEMP, S9_FILE_CONSTBOOL};
    const s9_item *item = some_item(m, is_predicated);
    if (item == NULL)
        return false;
    set_word(m, item->predicate.word, source_token(files[pick(m->random, 3)], 0, SWIZZLE_NONE));
    return names(m, "V229");
}

/* ---- gradients ---- */

static bool is_main_texld(const mutant *m, const s9_item *item)
{
    return is_texld(m, item) && item->word < m->from->end && file_of(m, &item->sources[0]) == S9_FILE_TEMP &&
           is_pixel(m) && !item->has_predicate;
}

static bool is_main_gradient(const mutant *m, const s9_item *item)
{
    return is_opcode(item, S9_OP_DSX, S9_OP_DSY) && item->word < m->from->end &&
           file_of(m, &item->sources[0]) == S9_FILE_TEMP && !item->has_predicate;
}

static bool gradient_in_branch(mutant *m)
{
    bool texture = chance(m->random, 70);
    const s9_item *item = some_item(m, texture ? is_main_texld : is_main_gradient);
    if (item == NULL || !has_dynamic_flow(m))
        return false;
    insert_plain(m, item->word + item->word_count, S9_OP_ENDIF);
    insert_if_comp(m, item->word);
    return names(m, texture ? "V317" : "V318");
}

static const mutation items[] = {
    {"missing endif", missing_endif},
    {"stray endif or else", stray_endif},
    {"second else", second_else},
    {"missing end of a loop", missing_end_of_loop},
    {"stray end of a loop", stray_end_of_loop},
    {"wrong end of a loop", wrong_end_of_loop},
    {"crossing blocks", crossing_blocks},
    {"stray break", stray_break},
    {"flow control of another version", flow_of_another_version},
    {"flow control that the target lacks", flow_that_the_target_lacks},
    {"ifs too deep", deep_ifs},
    {"loops too deep", deep_loops},
    {"too many static instructions", many_static_instructions},
    {"ret in a block", ret_in_block},
    {"something behind ret", behind_ret},
    {"main program without ret", main_without_ret},
    {"routine without ret", routine_without_ret},
    {"recursive call", recursive_call},
    {"missing routine", missing_routine},
    {"label twice", label_twice},
    {"label number", label_number},
    {"block across a label", block_across_label},
    {"aL of no caller", counter_of_no_caller},
    {"nested calls", nested_calls},
    {"predicated flow control", predicated_flow},
    {"predicate of a wrong file", predicate_of_wrong_file},
    {"gradient in a branch", gradient_in_branch},
};

const mutation_family mutations_of_flow = {"flow", items, (uint32_t)S9_COUNT(items)};
