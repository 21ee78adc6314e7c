/* SPDX-License-Identifier: MIT */
/* Too much, too far, for a target that has less; and instructions whose operands depend on one another. */
#include "mutate/mutate.h"

#define C0 source_token(S9_FILE_CONST, 0, SWIZZLE_NONE)
#define C0X source_token(S9_FILE_CONST, 0, SWIZZLE_X)
#define TEMP(n) source_token(S9_FILE_TEMP, n, SWIZZLE_NONE)
#define TEMPX(n) source_token(S9_FILE_TEMP, n, SWIZZLE_X)
#define TO(n, mask) destination_token(S9_FILE_TEMP, n, mask)

/* ---- instruction slots ---- */

static bool too_many_instructions(mutant *m)
{
    uint32_t count;
    const char *rule;
    switch (version_of(m)) {
    case S9_VS_1_1:
        count = 129, rule = "V270";
        break;
    case S9_VS_2_0:
    case S9_VS_2_X:
        count = 257, rule = "V271";
        break;
    case S9_VS_3_0:
    case S9_PS_3_0:
        m->preset = "hardware";
        count = 513, rule = is_pixel(m) ? "V277" : "V272";
        break;
    case S9_PS_1_4:
        count = 9, rule = "V274";
        break;
    case S9_PS_2_0:
        count = 65, rule = "V275";
        break;
    case S9_PS_2_X:
        m->preset = "minimum";
        count = 97, rule = "V276";
        break;
    default:
        count = 9, rule = is_ps13(m) ? "V273" : NULL;
        break;
    }
    if (rule == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        INSERT(m, m->from->end, S9_OP_MOV, TO(0, MASK_ALL), C0);
    return names(m, rule);
}

static bool too_many_texture_instructions(mutant *m)
{
    uint32_t count = is_ps13(m) ? 5 : 33, first;
    if (!is_pixel(m) || (!is_ps13(m) && version_of(m) != S9_PS_2_0 && version_of(m) != S9_PS_2_X))
        return false;
    if (!is_ps13(m) && m->from->textures == 0)
        return false;
    if (version_of(m) == S9_PS_2_X)
        m->preset = "minimum";
    for (first = 0; !is_ps13(m) && (m->from->textures >> first & 1u) == 0; first++)
        ;
    for (uint32_t i = 0; i < count; i++)
        INSERT(m, is_ps13(m) ? m->from->start : m->from->end, S9_OP_TEXKILL,
               destination_token(S9_FILE_TEXTURE, first, MASK_ALL));
    return names(m, is_ps13(m) ? "V273" : version_of(m) == S9_PS_2_0 ? "V275" : "V276");
}

/* ---- the target ---- */

static bool many_temporaries(mutant *m)
{
    if (version_of(m) != S9_VS_2_X && version_of(m) != S9_PS_2_X)
        return false;
    m->preset = "minimum";
    INSERT(m, m->from->end, S9_OP_MOV, TO(12 + pick(m->random, 20), MASK_ALL), C0);
    return names(m, "V088");
}

static bool gradients_that_the_target_lacks(mutant *m)
{
    if (version_of(m) != S9_PS_2_X)
        return false;
    m->preset = "2_b";
    INSERT(m, m->from->end, chance(m->random, 50) ? S9_OP_DSX : S9_OP_DSY, TO(0, MASK_ALL), C0);
    return names(m, "V309");
}

static bool software_version(mutant *m)
{
    if (!s9_version_is_software(version_of(m)))
        return false;
    m->preset = "hardware";
    return names(m, "V359");
}

static bool version_that_the_target_lacks(mutant *m)
{
    if (major_of(m) != 3 || s9_version_is_software(version_of(m)))
        return false;
    m->preset = chance(m->random, 50) ? "2_a" : "2_b";
    return names(m, "V358");
}

/* ---- texture loads ---- */

static bool texldl_before_sm3(mutant *m)
{
    if (major_of(m) == 3)
        return false;
    INSERT(m, m->from->end, S9_OP_TEXLDL, TO(0, MASK_ALL), C0, source_token(S9_FILE_SAMPLER, 0, SWIZZLE_NONE));
    return names(m, "V310");
}

static bool is_texldl(const mutant *m, const s9_item *item)
{
    return item->opcode == S9_OP_TEXLDL && !is_pixel(m);
}

static bool texld_of_vertex_shader(mutant *m)
{
    const s9_item *item = some_item(m, is_texldl);
    if (item == NULL)
        return false;
    set_word(m, item->word, (m->words[item->word] & ~0xFFFFu) | s9_isa_opcode(S9_OP_TEX)->number);
    return names(m, "V311");
}

static bool first_sampler(const mutant *m, uint32_t *number)
{
    for (*number = 0; *number < 16; ++*number)
        if ((m->from->samplers >> *number & 1u) != 0)
            return true;
    return false;
}

static bool dependent_reads(mutant *m)
{
    uint32_t number, sampler;
    if (version_of(m) != S9_PS_2_0 || !first_sampler(m, &sampler) || !free_temp(m, &number))
        return false;
    for (uint32_t i = 0; i < 5; i++)
        INSERT(m, m->from->end, S9_OP_TEX, TO(number, MASK_ALL), TEMP(number),
               source_token(S9_FILE_SAMPLER, sampler, SWIZZLE_NONE));
    INSERT(m, m->from->end, S9_OP_MOV, TO(number, MASK_ALL), C0);
    return names(m, "V313");
}

/* ---- destination and sources ---- */

static bool result_over_source(mutant *m)
{
    uint32_t number, end = m->from->end;
    if (major_of(m) == 1 || !free_temp(m, &number))
        return false;
    const char *rule;
    uint32_t from = TEMP(number), angle = TEMPX(number);
    switch (pick(m->random, 5)) {
    case 0:
        INSERT(m, end, S9_OP_CRS, TO(number, 7), from, C0);
        rule = "V324";
        break;
    case 1:
        INSERT(m, end, S9_OP_NRM, TO(number, MASK_ALL), from);
        rule = "V325";
        break;
    case 2:
        INSERT(m, end, S9_OP_POW, TO(number, MASK_ALL), C0X, angle);
        rule = "V326";
        break;
    case 3:
        if (major_of(m) == 2)
            INSERT(m, end, S9_OP_SINCOS, TO(number, 3), angle, C0, source_token(S9_FILE_CONST, 1, SWIZZLE_NONE));
        else
            INSERT(m, end, S9_OP_SINCOS, TO(number, 3), angle);
        rule = "V328";
        break;
    default:
        INSERT(m, end, S9_OP_M4X4, TO(number, MASK_ALL), from, C0);
        rule = "V331";
        break;
    }
    INSERT(m, end, S9_OP_MOV, TO(number, MASK_ALL), C0);
    return names(m, rule);
}

/* Two temporaries that do not occur. */
static bool two_free_temps(const mutant *m, uint32_t *a, uint32_t *b)
{
    if (!free_temp(m, a))
        return false;
    for (*b = *a + 1; *b < temp_count(m); ++*b)
        if ((m->from->temps >> *b & 1u) == 0)
            return true;
    return false;
}

static bool scratch_twice(mutant *m)
{
    uint32_t a, b;
    if (is_pixel(m) || major_of(m) == 1 || !two_free_temps(m, &a, &b))
        return false;
    INSERT(m, m->from->end, S9_OP_SGN, TO(a, MASK_ALL), C0, TEMP(b), TEMP(b));
    return names(m, "V327");
}

static bool scratch_read(mutant *m)
{
    uint32_t a, b, end = m->from->end;
    if (is_pixel(m) || major_of(m) == 1 || !two_free_temps(m, &a, &b) || b + 1 >= temp_count(m))
        return false;
    INSERT(m, end, S9_OP_MOV, TO(a, MASK_ALL), TEMP(b));
    INSERT(m, end, S9_OP_SGN, TO(a, MASK_ALL), C0, TEMP(b), TEMP(b + 1));
    INSERT(m, end, S9_OP_MOV, TO(b, MASK_ALL), C0);
    return names(m, "V132");
}

static bool one_constant_of_sincos(mutant *m)
{
    uint32_t a, b;
    if (major_of(m) != 2 || !two_free_temps(m, &a, &b))
        return false;
    INSERT(m, m->from->end, S9_OP_SINCOS, TO(b, 3), TEMPX(a), C0, C0);
    INSERT(m, m->from->end, S9_OP_MOV, TO(a, MASK_ALL), C0);
    return names(m, "V329");
}

/* ---- values that constants show ---- */

enum { THOUSAND = 0x447A0000 };

static bool defines_constant(const mutant *m, uint32_t number)
{
    for (uint32_t i = 0; i < m->from->item_count; i++) {
        const s9_item *item = m->from->items[i];
        if (item->opcode == S9_OP_DEF && s9_operand_number(item->destination.token) == number)
            return true;
    }
    return false;
}

static bool value_out_of_range(mutant *m)
{
    uint32_t a, b, sampler, end = m->from->end, number = is_pixel(m) ? 29 : 90;
    if (major_of(m) == 1 || !two_free_temps(m, &a, &b) || defines_constant(m, number) || m->from->has_flow)
        return false;
    uint32_t constant = source_token(S9_FILE_CONST, number, SWIZZLE_NONE);
    uint32_t first = source_token(S9_FILE_CONST, number, SWIZZLE_X);
    const char *rule;
    switch (pick(m->random, 4)) {
    case 0:
        if (major_of(m) == 2)
            INSERT(m, end, S9_OP_SINCOS, TO(b, 3), TEMPX(a), C0, source_token(S9_FILE_CONST, 1, SWIZZLE_NONE));
        else
            INSERT(m, end, S9_OP_SINCOS, TO(b, 3), TEMPX(a));
        INSERT(m, end, S9_OP_MOV, TO(a, MASK_ALL), constant);
        rule = "V330";
        break;
    case 1:
        if (is_pixel(m))
            return false;
        INSERT(m, end, S9_OP_LIT, TO(a, MASK_ALL), constant);
        rule = "V332";
        break;
    case 2:
        if (is_pixel(m))
            return false;
        uint32_t operands[] = {TO(a, MASK_ALL), C0 | 0x2000u, source_token(S9_FILE_ADDR, 0, SWIZZLE_X)};
        insert_instruction(m, end, S9_OP_MOV, 3, operands);
        INSERT(m, end, S9_OP_MOVA, destination_token(S9_FILE_ADDR, 0, 1), first | S9_MOD_NEG << 24);
        rule = "V344";
        break;
    default:
        if (!is_pixel(m) || !first_sampler(m, &sampler))
            return false;
        INSERT(m, end, S9_OP_TEX, TO(b, MASK_ALL), TEMP(a), source_token(S9_FILE_SAMPLER, sampler, SWIZZLE_NONE));
        set_word(m, end, m->words[end] | S9_TEX_BIAS << 16);
        INSERT(m, end, S9_OP_MOV, TO(a, MASK_ALL), constant);
        rule = "V314";
        break;
    }
    INSERT(m, 1, S9_OP_DEF, destination_token(S9_FILE_CONST, number, MASK_ALL), THOUSAND, THOUSAND, THOUSAND, THOUSAND);
    return names(m, rule);
}

static bool defines_integers(const mutant *m, const s9_item *item)
{
    (void)m;
    return item->opcode == S9_OP_DEFI;
}

static bool loop_constant_out_of_range(mutant *m)
{
    if (some_item(m, defines_integers) != NULL || major_of(m) == 1 || version_of(m) == S9_PS_2_0 || m->from->has_flow)
        return false;
    insert_plain(m, m->from->end, S9_OP_ENDREP);
    INSERT(m, m->from->end, S9_OP_REP, source_token(S9_FILE_CONSTINT, 5, SWIZZLE_NONE));
    INSERT(m, 1, S9_OP_DEFI, destination_token(S9_FILE_CONSTINT, 5, MASK_ALL), 256 + pick(m->random, 1000), 0, 0, 0);
    return !s9_version_is_software(version_of(m)) && names(m, "V244");
}

static const mutation items[] = {
    {"too many instructions", too_many_instructions},
    {"too many texture instructions", too_many_texture_instructions},
    {"more temporaries than the target has", many_temporaries},
    {"gradients that the target lacks", gradients_that_the_target_lacks},
    {"software version on hardware", software_version},
    {"version that the target lacks", version_that_the_target_lacks},
    {"texldl before SM3", texldl_before_sm3},
    {"texld in a vertex shader", texld_of_vertex_shader},
    {"dependent reads of fourth order", dependent_reads},
    {"result over its source", result_over_source},
    {"one scratch register of sgn", scratch_twice},
    {"scratch register read", scratch_read},
    {"one constant of sincos", one_constant_of_sincos},
    {"value out of range", value_out_of_range},
    {"loop constant out of range", loop_constant_out_of_range},
};

const mutation_family mutations_of_limits = {"limits", items, (uint32_t)S9_COUNT(items)};
