/* SPDX-License-Identifier: MIT */
#include "mutate/pool.h"

#include "files.h"
#include "oracle/generate.h"

#include "check_cases.h"
#include "check_versions.h"

/* Programs that are tried at random for a mutation. */
enum { TRIES = 200 };

/* ---- legal programs ---- */

/* Takes a program that the validator has nothing against; warnings of its own do not matter. */
static bool add(pool *p, s9_program *program)
{
    if (program == NULL)
        return true;
    s9_diagnostics *list = NULL;
    bool legal = s9_diagnostics_create(NULL, &list) == S9_OK && s9_check(program, NULL, NULL, list) == S9_OK;
    s9_diagnostics_destroy(list);
    if (!legal) {
        s9_program_destroy(program);
        return true;
    }
    if (p->count == p->capacity) {
        p->capacity = p->capacity == 0 ? 256 : p->capacity * 2;
        subject *grown = realloc(p->items, p->capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        p->items = grown;
    }
    return subject_open(&p->items[p->count++], program);
}

static bool add_text(pool *p, const char *text)
{
    s9_program *program = NULL;
    if (strncmp(text, "words:", 6) == 0 || strncmp(text, "tokens", 6) == 0)
        program = checking_words(text + 6, NULL);
    else
        (void)s9_assemble(text, strlen(text), NULL, NULL, &program, NULL);
    return add(p, program);
}

static bool add_tables(pool *p)
{
    static char text[1 << 20];
    for (size_t i = 0; i < S9_COUNT(check_cases); i++)
        if (check_cases[i].legal != NULL && check_cases[i].caps == NULL && !add_text(p, check_cases[i].legal))
            return false;
    for (size_t i = 0; i < S9_COUNT(check_version_cases); i++) {
        const check_version_case *row = &check_version_cases[i];
        uint32_t versions = checking_versions(row->versions);
        for (uint32_t v = 0; v < CHECKING_VERSIONS && row->legal != NULL; v++)
            if ((versions >> v & 1u) != 0 && checking_expand(row->legal, v, text, sizeof text) && !add_text(p, text))
                return false;
    }
    return true;
}

static bool add_generated(pool *p, uint32_t count)
{
    text_program text = {0};
    bool ok = true;
    for (uint32_t seed = 0; seed < count && ok; seed++) {
        generate_program(seed, &text);
        char *joined = text_join(&text);
        ok = joined != NULL && add_text(p, joined);
        free(joined);
    }
    text_free(&text);
    return ok;
}

static bool add_folder(pool *p, const char *folder)
{
    files_list list = files_of(folder, ".bin");
    bool ok = true;
    for (size_t i = 0; i < list.count && ok; i++) {
        size_t size;
        s9_program *program = NULL;
        char *bytes = files_read(list.paths[i], &size);
        if (bytes != NULL && size < 8192)
            (void)s9_decode(bytes, size, NULL, NULL, &program, NULL);
        ok = add(p, program);
        free(bytes);
    }
    files_free(&list);
    return ok;
}

bool pool_open(pool *p, uint32_t generated, const char *folder)
{
    memset(p, 0, sizeof *p);
    if (!add_tables(p) || !add_generated(p, generated) || (folder != NULL && !add_folder(p, folder)))
        return false;
    for (uint32_t v = 0; v < S9_VERSION_COUNT; v++) {
        p->by_version[v] = calloc(p->count + 1, sizeof *p->by_version[v]);
        if (p->by_version[v] == NULL)
            return false;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        s9_version v = p->items[i].program->version;
        p->by_version[v][p->version_count[v]++] = i;
    }
    return true;
}

void pool_close(pool *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        subject_close(&p->items[i]);
    for (uint32_t v = 0; v < S9_VERSION_COUNT; v++)
        free(p->by_version[v]);
    free(p->items);
    memset(p, 0, sizeof *p);
}

/* ---- judging ---- */

static s9_diagnostics *judge(const s9_program *program, const char *preset, s9_diagnostics *list)
{
    s9_caps caps;
    s9_check_options options = {.struct_size = sizeof options};
    if (preset != NULL && s9_caps_preset(preset, &caps) == S9_OK)
        options.caps = &caps;
    if (program != NULL)
        (void)s9_check(program, NULL, &options, list);
    return list;
}

static bool tells(const s9_diagnostics *list, const char *rule)
{
    for (size_t i = 0; i < s9_diagnostics_count(list); i++)
        if (strcmp(s9_diagnostics_get(list, i)->code, rule) == 0)
            return true;
    return false;
}

static s9_diagnostics *judge_mutant(const mutant *m)
{
    s9_diagnostics *list = NULL;
    s9_program *program = NULL;
    s9_assemble_options options = {.struct_size = sizeof options, .keep_refused = true};
    if (s9_diagnostics_create(NULL, &list) != S9_OK)
        return NULL;
    if (m->text != NULL)
        (void)s9_assemble(m->text, strlen(m->text), NULL, &options, &program, list);
    else
        (void)s9_decode(m->words, m->count * sizeof *m->words, NULL, NULL, &program, list);
    judge(program, m->preset, list);
    s9_program_destroy(program);
    return list;
}

/* The legal program has the finding itself, on this target or as a warning. */
static bool was_there(const mutant *m)
{
    s9_diagnostics *list = NULL;
    if (s9_diagnostics_create(NULL, &list) != S9_OK)
        return true;
    bool there = tells(judge(m->from->program, m->preset, list), m->rule) && strcmp(m->rule, "V358") != 0 &&
                 strcmp(m->rule, "V359") != 0;
    s9_diagnostics_destroy(list);
    return there;
}

static void show_mutant(const mutant *m, const char *name, const s9_diagnostics *list)
{
    s9_program *program = NULL;
    s9_blob blob = {0};
    fprintf(stderr, "%s: %s is not named", name, m->rule);
    if (m->preset != NULL)
        fprintf(stderr, " (target %s)", m->preset);
    fprintf(stderr, " of\n");
    if (m->text != NULL)
        fprintf(stderr, "%s", m->text);
    else if (s9_decode(m->words, m->count * sizeof *m->words, NULL, NULL, &program, NULL) == S9_OK &&
             s9_disassemble(program, NULL, NULL, &blob) == S9_OK)
        fprintf(stderr, "%.*s", (int)(blob.size < 6000 ? blob.size : 6000), (const char *)blob.data);
    s9_blob_free(&blob);
    s9_program_destroy(program);
    for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
        const s9_diagnostic *d = s9_diagnostics_get(list, i);
        fprintf(stderr, "    [%s] %s | %s\n", d->code, d->message, d->text != NULL ? d->text : "");
    }
}

static const subject *some_subject(const pool *p, random_source *random)
{
    for (;;) {
        s9_version v = (s9_version)pick(random, S9_VERSION_COUNT);
        if (p->version_count[v] > 0)
            return &p->items[p->by_version[v][pick(random, p->version_count[v])]];
    }
}

/* A mutant of this mutation, from whatever program takes it: after some that do not, from all in turn. */
static bool find_mutant(const pool *p, const mutation *how, random_source *random, mutant *m)
{
    uint32_t first = pick(random, p->count);
    for (uint32_t tries = 0; tries < TRIES + p->count; tries++) {
        uint32_t next = (first + tries) % p->count;
        const subject *s = tries < TRIES ? some_subject(p, random) : &p->items[next];
        if (mutate(s, how, random, m) && !was_there(m))
            return true;
        mutant_free(m);
    }
    return false;
}

static uint32_t rule_number(const char *rule)
{
    return (uint32_t)strtoul(rule + 1, NULL, 10);
}

static void count_mutant(const mutant *m, const char *name, mutate_report *report, uint32_t *show)
{
    s9_diagnostics *list = judge_mutant(m);
    bool named = list != NULL && tells(list, m->rule);
    size_t others = 0;
    for (size_t i = 0; i < s9_diagnostics_count(list); i++) {
        const s9_diagnostic *d = s9_diagnostics_get(list, i);
        others += !d->continues && strcmp(d->code, m->rule) != 0;
    }
    report->mutants++;
    report->named += named;
    report->alone += named && others == 0;
    if (!named && *show > 0) {
        --*show;
        show_mutant(m, name, list);
    }
    s9_diagnostics_destroy(list);
}

mutate_report mutate_all(const pool *p, uint32_t count, uint64_t seed, uint32_t show)
{
    mutate_report report = {0, 0, 0, 0, 0};
    random_source random = {seed};
    bool rules[400] = {false};
    uint32_t kinds = 0;
    while (mutation_at(kinds) != NULL)
        kinds++;
    bool *without_place = calloc(kinds, sizeof *without_place);
    for (uint32_t i = 0; report.mutants < count && without_place != NULL; i = (i + 1) % kinds) {
        const mutation *how = mutation_at(i);
        mutant m;
        if (without_place[i])
            continue;
        if (!find_mutant(p, how, &random, &m)) {
            without_place[i] = true;
            if (++report.without_place == kinds)
                break;
            fprintf(stderr, "%s: no program has a place for it\n", how->name);
            continue;
        }
        rules[rule_number(m.rule) % S9_COUNT(rules)] = true;
        count_mutant(&m, how->name, &report, &show);
        mutant_free(&m);
    }
    free(without_place);
    for (size_t i = 0; i < S9_COUNT(rules); i++)
        report.rules += rules[i];
    return report;
}
