/* SPDX-License-Identifier: MIT */
/* shader9/check.h - is the shader legal, and if not, by which rule. */
#ifndef SHADER9_CHECK_H
#define SHADER9_CHECK_H

#include <shader9/program.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct s9_check_options {
    size_t struct_size; /* sizeof(s9_check_options) */
} s9_check_options;

/*
 * Adds one finding per fault to `diagnostics` (required). S9_OK when no finding is an error, S9_ERROR_INVALID
 * otherwise. Rules: validation rules V001.. of the Direct3D 9 assembly reference; s9_check_rule_* lists them.
 */
S9_API s9_result s9_check(const s9_program *program, const s9_allocator *allocator, const s9_check_options *options,
                          s9_diagnostics *diagnostics);

typedef struct s9_rule_info {
    const char *code;    /* "V012" */
    const char *family;  /* "masks" */
    const char *summary; /* the rule in one sentence */
    const char *source;  /* the page it comes from */
} s9_rule_info;

/* The rules that s9_check applies, in order of number. */
S9_API size_t s9_check_rule_count(void);
S9_API const s9_rule_info *s9_check_rule(size_t index);

#ifdef __cplusplus
}
#endif

#endif
