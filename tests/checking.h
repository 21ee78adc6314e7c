/* SPDX-License-Identifier: MIT */
/*
 * Checking for tests: programs as text or words in, findings out; version lists as the table of rules writes them; and
 * programs written once for many versions.
 */
#ifndef TESTS_CHECKING_H
#define TESTS_CHECKING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "little.h"

#include <shader9/check.h>

#include <cmocka.h>

/* ---- running a case ---- */

static inline s9_program *checking_words(const char *text, s9_diagnostics *list)
{
    static uint32_t words[4096];
    size_t count = 0;
    char *next;
    for (unsigned long w = strtoul(text, &next, 16); next != text && count < 4096; w = strtoul(text, &next, 16)) {
        words[count++] = (uint32_t)w;
        text = next;
    }
    s9_program *program = NULL;
    little_words(words, count);
    (void)s9_decode(words, count * sizeof *words, NULL, NULL, &program, list);
    return program;
}

/* Text, which may hold faults that the assembler tells, or after "words:" or "tokens" a token stream in hexadecimal. */
static inline s9_program *checking_read(const char *text, s9_diagnostics *list)
{
    static const s9_assemble_options options = {.struct_size = sizeof options, .keep_refused = true};
    s9_program *program = NULL;
    if (strncmp(text, "words:", 6) == 0 || strncmp(text, "tokens", 6) == 0)
        return checking_words(text + 6, list);
    (void)s9_assemble(text, strlen(text), NULL, &options, &program, list);
    return program;
}

/* Reads and checks; the findings of both are in the list. */
static inline s9_diagnostics *checking_findings_on(const char *text, const s9_caps *caps)
{
    s9_diagnostics *list = NULL;
    s9_check_options options = {.struct_size = sizeof options, .caps = caps};
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_program *program = checking_read(text, list);
    if (program != NULL) {
        size_t before = s9_diagnostics_errors(list);
        s9_result result = s9_check(program, NULL, &options, list);
        assert_int_equal(result, s9_diagnostics_errors(list) > before ? S9_ERROR_INVALID : S9_OK);
    }
    s9_program_destroy(program);
    return list;
}

static inline s9_diagnostics *checking_findings(const char *text, const char *preset)
{
    s9_caps caps;
    if (preset == NULL)
        return checking_findings_on(text, NULL);
    assert_int_equal(s9_caps_preset(preset, &caps), S9_OK);
    return checking_findings_on(text, &caps);
}

/* Of the pair; what each of the two says alone is not asked. */
static inline s9_diagnostics *checking_pair(const char *vertex, const char *pixel)
{
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    s9_program *vs = checking_read(vertex, list), *ps = checking_read(pixel, list);
    assert_non_null(vs);
    assert_non_null(ps);
    s9_result result = s9_check_pair(vs, ps, NULL, NULL, list);
    assert_int_equal(result, s9_diagnostics_errors(list) > 0 ? S9_ERROR_INVALID : S9_OK);
    s9_program_destroy(vs);
    s9_program_destroy(ps);
    return list;
}

static inline void checking_print(const s9_diagnostics *list)
{
    for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
        const s9_diagnostic *d = s9_diagnostics_get(list, i);
        print_message("    %d [%s] %s | %s\n", (int)d->severity, d->code, d->message, d->text != NULL ? d->text : "");
    }
}

/* Exactly one finding, of this rule and severity; notes that belong to it do not count. */
static inline bool checking_is_alone(const s9_diagnostics *list, const char *code, s9_severity severity)
{
    size_t others = 0, hits = 0;
    for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
        const s9_diagnostic *d = s9_diagnostics_get(list, i);
        if (strcmp(d->code, code) == 0 && d->severity == severity)
            hits++;
        else if (!d->continues)
            others++;
    }
    return hits == 1 && others == 0;
}

/* The finding is told alone; prints what is said instead. */
static inline bool checking_expect(s9_diagnostics *list, const char *code, s9_severity severity, const char *program)
{
    bool ok = checking_is_alone(list, code, severity);
    if (!ok) {
        print_message("%s is not told alone of\n%.600s\n", code, program);
        checking_print(list);
    }
    s9_diagnostics_destroy(list);
    return ok;
}

static inline bool checking_expect_nothing(s9_diagnostics *list, const char *code, const char *program)
{
    bool ok = s9_diagnostics_count(list) == 0;
    if (!ok) {
        print_message("%s: findings in the legal twin\n%.600s\n", code, program);
        checking_print(list);
    }
    s9_diagnostics_destroy(list);
    return ok;
}

/* ---- versions ---- */

#define CHECKING_VERSIONS 15u

static const char *const checking_version_names[CHECKING_VERSIONS] = {
    "vs_1_1", "vs_2_0", "vs_2_x", "vs_2_sw", "vs_3_0",  "vs_3_sw", "ps_1_1", "ps_1_2",
    "ps_1_3", "ps_1_4", "ps_2_0", "ps_2_x",  "ps_2_sw", "ps_3_0",  "ps_3_sw"};
static const char *const checking_version_tokens[CHECKING_VERSIONS] = {
    "FFFE0101", "FFFE0200", "FFFE0201", "FFFE02FF", "FFFE0300", "FFFE03FF", "FFFF0101", "FFFF0102",
    "FFFF0103", "FFFF0104", "FFFF0200", "FFFF0201", "FFFF02FF", "FFFF0300", "FFFF03FF"};

static inline bool checking_is_pixel(uint32_t version)
{
    return version >= 6;
}
static inline char checking_major(uint32_t version)
{
    return checking_version_names[version][3];
}

/* Order of the versions of both stages. */
static inline int checking_rank(const char *text, size_t length)
{
    static const char *const order[] = {"1_1", "1_2", "1_3", "1_4", "2_0", "2_x", "2_sw", "3_0", "3_sw"};
    for (int i = 0; i < 9; i++)
        if (strlen(order[i]) == length && strncmp(order[i], text, length) == 0)
            return i;
    return -1;
}

/* The versions that one part of a list names, among those of its stage. */
static inline uint32_t checking_part(const char *part, size_t length, char *stage)
{
    char text[64], *at = text, *end;
    int first = 0, last = 8;
    snprintf(text, sizeof text, "%.*s", (int)length, part);
    if ((end = strstr(text, " without ")) != NULL)
        *end = '\0';
    if (strncmp(text, "all with sincos", 15) == 0) {
        snprintf(text, sizeof text, "2_0 up");
        *stage = '\0';
    }
    if (strncmp(text, "SM", 2) == 0) {
        snprintf(text, sizeof text, "%c_*", part[2]);
        *stage = '\0';
    }
    if (strncmp(at, "vs", 2) == 0 || strncmp(at, "ps", 2) == 0) {
        *stage = *at;
        at += 2;
        at += *at == ' ' || *at == '_';
    }
    if (strcmp(at, "all") == 0 || *at == '\0') {
        first = 0;
    } else if (strncmp(at, "before ", 7) == 0) {
        last = checking_rank(at + 7, strlen(at + 7)) - 1;
        first = last < 0 ? -1 : 0;
    } else if ((end = strstr(at, " up")) != NULL) {
        first = checking_rank(at, (size_t)(end - at));
    } else if ((end = strstr(at, "..")) != NULL) {
        first = checking_rank(at, (size_t)(end - at));
        last = checking_rank(end + 2, strlen(end + 2));
    } else if (strcmp(at, "1_x") == 0 || strcmp(at + 1, "_*") == 0) {
        first = *at == '1' ? 0 : *at == '2' ? 4 : 7;
        last = *at == '1' ? 3 : *at == '2' ? 6 : 8;
    } else {
        first = last = checking_rank(at, strlen(at));
    }
    if (first < 0 || last < 0)
        fail_msg("no versions: %.*s", (int)length, part);
    uint32_t found = 0;
    for (uint32_t v = 0; v < CHECKING_VERSIONS; v++) {
        const char *name = checking_version_names[v];
        int rank = checking_rank(name + 3, strlen(name + 3));
        if (rank >= first && rank <= last && (*stage == '\0' || *stage == *name))
            found |= 1u << v;
    }
    return found;
}

/* A list such as "vs_2_0 up, ps_2_x up", "ps_1_1..1_3", "all but ps_1_4", as a set of bits. */
static inline uint32_t checking_versions(const char *list)
{
    uint32_t found = 0;
    char stage = '\0';
    const char *but = strstr(list, " but ");
    if (but != NULL)
        return checking_part(list, (size_t)(but - list), &stage) & ~checking_part(but + 5, strlen(but + 5), &stage);
    while (*list != '\0') {
        size_t length = strcspn(list, ",");
        found |= checking_part(list, length, &stage);
        list += length;
        list += strspn(list, ", ");
    }
    return found;
}

/* ---- programs for many versions ---- */

/* A version of the same stage that does not exist. */
static inline const char *checking_wrong_version(uint32_t version)
{
    static const char *const wrong[CHECKING_VERSIONS] = {"vs_1_2", "vs_2_1", "vs_2_9",  "vs_2_00", "vs_3_1",
                                                         "vs_4_0", "ps_1_5", "ps_1_5",  "ps_1_6",  "ps_1_9",
                                                         "ps_2_1", "ps_2_3", "ps_2_ss", "ps_3_1",  "ps_4_0"};
    return wrong[version];
}

/* What `$H` and its like stand for; NULL when there is no such letter. */
static inline const char *checking_piece(char letter, uint32_t version, char buffer[256])
{
    bool pixel = checking_is_pixel(version);
    char major = checking_major(version);
    const char *name = checking_version_names[version];
    switch (letter) {
    case 'H': /* the version, and declarations */
        if (!pixel)
            snprintf(buffer, 256, "%s; dcl_position v0; dcl_normal v1; %s", name,
                     major == '3' ? "dcl_position o0; " : "");
        else if (major == '1')
            snprintf(buffer, 256, "%s; ", name);
        else
            snprintf(buffer, 256, "%s; %s dcl_2d s0; dcl_cube s1; ", name,
                     major == '2' ? "dcl t0; dcl t1; dcl v0; dcl v1;" : "dcl_texcoord v0; dcl_color v1;");
        return buffer;
    case 'E': /* what has to be written */
        return !pixel ? (major == '3' ? "mov o0, c0; " : "mov oPos, c0; ")
                      : (major == '1' ? "mov r0, c0; " : "mov oC0, c0; ");
    case 'V':
        snprintf(buffer, 256, "%s; ", name);
        return buffer;
    case 'X':
        snprintf(buffer, 256, "%s; ", checking_wrong_version(version));
        return buffer;
    case 't': /* a texture coordinate */
        return major == '3' ? "v0" : "t0";
    case 'a':
        return major == '1' ? "mov" : "mova";
    case 'W':
        return checking_version_tokens[version];
    case 'P': /* a whole program, in words */
        if (pixel)
            return major == '1' ? "00000001 800F0000 A0E40000" : "02000001 800F0800 A0E40000";
        return major == '1'   ? "00000001 C00F0000 A0E40000"
               : major == '2' ? "02000001 C00F0000 A0E40000"
                              : "0200001F 80000000 E00F0000 02000001 E00F0000 A0E40000";
    default:
        return NULL;
    }
}

/*
 * Writes the program of a version: `;` parts statements, `$H` and its like are replaced (checking_piece), `{9:add r0,
 * r0, c0}` repeats. False when `size` bytes are too few.
 */
static inline bool checking_expand(const char *template, uint32_t version, char *out, size_t size)
{
    char buffer[256];
    size_t length = 0, times = 0;
    const char *repeat = NULL;
    bool words = strncmp(template, "words:", 6) == 0;
    for (const char *at = template; *at != '\0'; at++) {
        const char *text = at;
        size_t count = 1;
        if (*at == '{') {
            char *colon;
            times = (size_t)strtoul(at + 1, &colon, 10);
            assert_true(*colon == ':' && times > 0);
            at = repeat = colon;
            continue;
        }
        if (*at == '}') {
            text = "\n";
            if (--times > 0)
                at = repeat;
        } else if (*at == '$') {
            text = checking_piece(*++at, version, buffer);
            assert_non_null(text);
            count = strlen(text);
        }
        if (length + count >= size)
            return false;
        for (size_t i = 0; i < count; i++)
            out[length++] = text[i] == ';' && !words ? '\n' : text[i];
    }
    out[length] = '\0';
    return true;
}

#endif
