/* SPDX-License-Identifier: MIT */
/* Faults that only a text can have, or that look different there. */
#include "mutate/mutate.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of the text: offset of its first letter, and its length. */
typedef struct line {
    size_t at, length;
} line;

typedef bool (*line_test)(const mutant *m, const char *text, size_t length);

static bool some_line(const mutant *m, line_test fits, line *found)
{
    const char *text = m->from->text;
    uint32_t count = 0;
    for (size_t at = 0; text[at] != '\0';) {
        size_t indent = strspn(text + at, " "), length = strcspn(text + at + indent, "\n");
        if (length > 0 && fits(m, text + at + indent, length) && pick(m->random, ++count) == 0)
            *found = (line){at + indent, length};
        at += indent + length;
        at += text[at] == '\n';
    }
    return count > 0;
}

/* The text with some bytes replaced. */
static void replace(mutant *m, size_t at, size_t length, const char *by)
{
    const char *text = m->from->text;
    size_t size = strlen(text), more = strlen(by);
    m->text = malloc(size - length + more + 1);
    if (m->text == NULL)
        exit(1);
    memcpy(m->text, text, at);
    memcpy(m->text + at, by, more);
    memcpy(m->text + at + more, text + at + length, size - at - length + 1);
}

static bool starts(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* mov, add and the like with operands that have nothing but a name, a mask or swizzle, and a minus. */
static bool is_plain(const mutant *m, const char *text, size_t length)
{
    static const char *const mnemonics[] = {"mov r", "add r", "mul r", "mad r", "dp3 r", "dp4 r"};
    (void)m;
    for (size_t i = 0; i < S9_COUNT(mnemonics); i++)
        if (starts(text, mnemonics[i]))
            return memchr(text, '[', length) == NULL && memchr(text, '(', length) == NULL &&
                   memchr(text, ',', length) != NULL;
    return false;
}

/* The last operand, without its swizzle. */
static line last_operand(const mutant *m, line of)
{
    const char *text = m->from->text + of.at;
    size_t start = of.length;
    while (start > 0 && text[start - 1] != ' ')
        start--;
    size_t name = start;
    while (name < of.length && text[name] != '.')
        name++;
    return (line){of.at + start, name - start};
}

static bool change_last_swizzle(mutant *m, const char *by, const char *rule)
{
    line found;
    if (!some_line(m, is_plain, &found))
        return false;
    line operand = last_operand(m, found);
    size_t from = operand.at + operand.length;
    replace(m, from, found.at + found.length - from, by);
    return names(m, rule);
}

static bool long_swizzle(mutant *m)
{
    return change_last_swizzle(m, ".xyzwx", "V174");
}

static bool unknown_letter(mutant *m)
{
    return change_last_swizzle(m, chance(m->random, 50) ? ".q" : ".xs", "V175");
}

static bool mask_out_of_order(mutant *m)
{
    line found;
    if (!some_line(m, is_plain, &found))
        return false;
    const char *text = m->from->text;
    size_t start = found.at + 4, end = start + strcspn(text + start, ",");
    while (isalnum((unsigned char)text[start]))
        start++;
    replace(m, start, end - start, chance(m->random, 50) ? ".yx" : ".xx");
    return names(m, "V157");
}

static bool change_line_end(mutant *m, line_test fits, const char *by, const char *rule)
{
    line found;
    if (!some_line(m, fits, &found))
        return false;
    replace(m, found.at + found.length, 0, by);
    return names(m, rule);
}

static bool operand_too_many(mutant *m)
{
    return change_line_end(m, is_plain, ", c0", "V018");
}

static bool operand_too_few(mutant *m)
{
    line found;
    if (!some_line(m, is_plain, &found))
        return false;
    line operand = last_operand(m, found);
    size_t comma = operand.at;
    while (m->from->text[comma] != ',')
        comma--;
    replace(m, comma, found.at + found.length - comma, "");
    return names(m, "V018");
}

static bool nop_with_something(mutant *m)
{
    bool operand = chance(m->random, 50);
    return change_line_end(m, is_plain, operand ? "\nnop r0" : "\nnop_sat", operand ? "V333" : "V221");
}

static bool is_def(const mutant *m, const char *text, size_t length)
{
    (void)m, (void)length;
    return starts(text, "def c");
}

static bool literals(mutant *m)
{
    line found;
    if (!some_line(m, is_def, &found))
        return false;
    if (chance(m->random, 30))
        return change_line_end(m, is_def, ", 1", "V078");
    line operand = last_operand(m, found);
    size_t comma = operand.at, end = found.at + found.length;
    while (m->from->text[comma] != ',')
        comma--;
    bool sign = chance(m->random, 50);
    replace(m, comma, end - comma, sign ? ", --1" : "");
    return names(m, sign ? "V080" : "V078");
}

static bool is_defi(const mutant *m, const char *text, size_t length)
{
    (void)m, (void)length;
    return starts(text, "defi ");
}

static bool fraction_in_defi(mutant *m)
{
    line found;
    if (!some_line(m, is_defi, &found))
        return false;
    line operand = last_operand(m, found);
    replace(m, operand.at, found.at + found.length - operand.at, "1.5");
    return names(m, "V079");
}

static bool is_defb(const mutant *m, const char *text, size_t length)
{
    (void)m, (void)length;
    return starts(text, "defb ");
}

static bool number_in_defb(mutant *m)
{
    line found;
    if (!some_line(m, is_defb, &found))
        return false;
    line operand = last_operand(m, found);
    replace(m, operand.at, found.at + found.length - operand.at, "1");
    return names(m, "V081");
}

static bool is_comparison(const mutant *m, const char *text, size_t length)
{
    (void)m, (void)length;
    return starts(text, "setp_") || starts(text, "if_") || starts(text, "break_");
}

static bool unknown_comparison(mutant *m)
{
    line found;
    if (!some_line(m, is_comparison, &found))
        return false;
    size_t suffix = found.at + strcspn(m->from->text + found.at, "_") + 1;
    replace(m, suffix, 2, "gq");
    return names(m, "V243");
}

/* ---- declarations ---- */

static bool is_vertex_dcl(const mutant *m, const char *text, size_t length)
{
    return !is_pixel(m) && starts(text, "dcl_") && memchr(text, 'v', length) != NULL && strchr(text, ' ')[1] == 'v';
}

static bool usage_in_text(mutant *m)
{
    static const char *const usages[] = {"dcl", "dcl_wrong", "dcl_texcoord16"};
    static const char *const rules[] = {"V028", "V029", "V030"};
    line found;
    uint32_t which = pick(m->random, 3);
    if (!some_line(m, is_vertex_dcl, &found))
        return false;
    replace(m, found.at, strcspn(m->from->text + found.at, " "), usages[which]);
    return names(m, rules[which]);
}

static bool is_old_input_dcl(const mutant *m, const char *text, size_t length)
{
    (void)length;
    return is_pixel(m) && major_of(m) == 2 && (starts(text, "dcl t") || starts(text, "dcl v"));
}

static bool usage_of_old_input(mutant *m)
{
    line found;
    if (!some_line(m, is_old_input_dcl, &found))
        return false;
    replace(m, found.at, 3, "dcl_texcoord1");
    return names(m, "V052");
}

static bool is_sampler_dcl(const mutant *m, const char *text, size_t length)
{
    (void)m, (void)length;
    return starts(text, "dcl_2d s") || starts(text, "dcl_cube s");
}

static bool sampler_in_text(mutant *m)
{
    line found;
    if (!some_line(m, is_sampler_dcl, &found))
        return false;
    bool type = chance(m->random, 50);
    size_t blank = strcspn(m->from->text + found.at, " ");
    if (type)
        replace(m, found.at, blank, "dcl_3d");
    else
        replace(m, found.at + blank, 2, " r");
    return names(m, type ? "V070" : "V072");
}

/* ---- modifiers ---- */

static bool change_last_operand(mutant *m, const char *by, const char *rule)
{
    line found;
    if (!some_line(m, is_plain, &found))
        return false;
    line operand = last_operand(m, found);
    replace(m, operand.at, found.at + found.length - operand.at, by);
    return names(m, rule);
}

static bool two_modifiers(mutant *m)
{
    if (!is_ps1(m))
        return false;
    if (chance(m->random, 50))
        return change_last_operand(m, "1-r0_bias", "V196");
    line found;
    if (!some_line(m, is_plain, &found))
        return false;
    replace(m, found.at + 3, 0, "_x2_x4");
    return names(m, "V218");
}

static bool is_texcrd(const mutant *m, const char *text, size_t length)
{
    (void)m, (void)length;
    return starts(text, "texcrd r");
}

static bool negated_divide(mutant *m)
{
    line found;
    if (!some_line(m, is_texcrd, &found))
        return false;
    line operand = last_operand(m, found);
    replace(m, operand.at, found.at + found.length - operand.at, "-t0_dw.xyw");
    return names(m, "V197");
}

static bool is_predicated(const mutant *m, const char *text, size_t length)
{
    (void)m, (void)length;
    return starts(text, "(p0)");
}

static bool wrong_predicate(mutant *m)
{
    line found;
    if (!some_line(m, is_predicated, &found))
        return false;
    replace(m, found.at + 1, 2, chance(m->random, 50) ? "c0" : "r0");
    return names(m, "V229");
}

static bool plus_in_text(mutant *m)
{
    line found;
    if (is_ps1(m) || !some_line(m, is_plain, &found))
        return false;
    replace(m, found.at, 0, "+");
    return names(m, "V279");
}

/* ---- offsets ---- */

static bool wrong_offset(mutant *m)
{
    bool fraction = chance(m->random, 50);
    return change_last_operand(m, fraction ? "c[1.5]" : "c[3 - 1]", fraction ? "V342" : "V341");
}

/* ---- the version ---- */

static bool is_version(const mutant *m, const char *text, size_t length)
{
    (void)m, (void)length;
    return starts(text, "vs_") || starts(text, "ps_");
}

static bool version_in_text(mutant *m)
{
    line found;
    if (!some_line(m, is_version, &found) || m->from->item_count == 0)
        return false;
    bool gone = chance(m->random, 50);
    replace(m, found.at, found.length, gone ? "" : is_pixel(m) ? "ps_1_7" : "vs_2_4");
    return names(m, gone ? "V001" : "V002");
}

static const mutation items[] = {
    {"long swizzle", long_swizzle},
    {"unknown letter", unknown_letter},
    {"mask out of order", mask_out_of_order},
    {"operand too many", operand_too_many},
    {"operand too few", operand_too_few},
    {"nop with something", nop_with_something},
    {"literals of def", literals},
    {"fraction in defi", fraction_in_defi},
    {"number in defb", number_in_defb},
    {"unknown comparison", unknown_comparison},
    {"usage in the text", usage_in_text},
    {"usage of an SM2 input in the text", usage_of_old_input},
    {"sampler in the text", sampler_in_text},
    {"two modifiers", two_modifiers},
    {"negated divide", negated_divide},
    {"wrong predicate in the text", wrong_predicate},
    {"plus in the text", plus_in_text},
    {"wrong offset", wrong_offset},
    {"version in the text", version_in_text},
};

const mutation_family mutations_of_text = {"text", items, (uint32_t)S9_COUNT(items)};
