/* SPDX-License-Identifier: MIT */
/* The list of rules, for their severities and for whoever wants to read them. */
#include "check/check.h"

#define NOTE S9_NOTE
#define WARNING S9_WARNING
#define ERROR S9_ERROR
#define NONE S9_SEVERITY_NONE
#define KIND_TEXT "text"
#define KIND_VAL "val"
#define KIND_DEV "dev"
#define KIND_PAIR "pair"
#define KIND_UNDEF "undef"
#define KIND_OPEN "open"
static const s9_rule_info rules[] = {
#define S9_RULE(number, kind, severity, family, versions, summary, source, native) \
    {"V" number, family, summary, source, versions, KIND_##kind, severity, native},
#include "check/rules.def"
#undef S9_RULE
};

_Static_assert(S9_COUNT(rules) == S9_RULE_COUNT, "a rule is missing");

/*
 * Why each rule is there, and a program that breaks it beside one that does not:
 *
 * S9_EXAMPLE(number, reason, preset, found, breaking, mended)
 *
 * number    that of rules.def
 * preset    the capabilities under which the program is judged; NULL: the default ones
 * found     the rule that is told where several describe the fault; "" for the rule itself, and where nothing is told
 * breaking  assembly text, or "tokens" and the words of a stream; two shaders of a pair are parted by a line "--". NULL
 *           for rules that report nothing: then `mended` is a program that one might expect to be refused
 *
 * X2 to X128 repeat lines.
 */
#define X2(lines) lines lines
#define X4(lines) X2(lines) X2(lines)
#define X8(lines) X4(lines) X4(lines)
#define X16(lines) X8(lines) X8(lines)
#define X32(lines) X16(lines) X16(lines)
#define X64(lines) X32(lines) X32(lines)
#define X128(lines) X64(lines) X64(lines)
static const s9_rule_example examples[] = {
#define S9_EXAMPLE(number, reason, preset, found, breaking, mended) \
    {"V" number, reason, preset, found, breaking, mended},
#include "check/examples_stream.def"

#include "check/examples_registers.def"

#include "check/examples_operands.def"

#include "check/examples_flow.def"

#include "check/examples_textures.def"
#undef S9_EXAMPLE
};

_Static_assert(S9_COUNT(examples) == S9_RULE_COUNT, "an example is missing");

size_t s9_check_rule_count(void)
{
    return S9_COUNT(rules);
}

const s9_rule_info *s9_check_rule(size_t index)
{
    return index < S9_COUNT(rules) ? &rules[index] : NULL;
}

const s9_rule_example *s9_check_rule_example(size_t index)
{
    return index < S9_COUNT(examples) ? &examples[index] : NULL;
}

int s9_rule_severity(uint32_t rule)
{
    return rules[rule - 1].severity;
}

const char *s9_rule_code(uint32_t rule)
{
    return rules[rule - 1].code;
}
