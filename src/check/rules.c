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

size_t s9_check_rule_count(void)
{
    return S9_COUNT(rules);
}

const s9_rule_info *s9_check_rule(size_t index)
{
    return index < S9_COUNT(rules) ? &rules[index] : NULL;
}

int s9_rule_severity(uint32_t rule)
{
    return rules[rule - 1].severity;
}

const char *s9_rule_code(uint32_t rule)
{
    return rules[rule - 1].code;
}
