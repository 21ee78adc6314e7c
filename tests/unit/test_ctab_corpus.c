/* SPDX-License-Identifier: MIT */
/* The constant tables of others: all can be read, and say what the compiler printed above its listings. */
#include "base/base.h"
#include "files.h"
#include "program/program.h"
#include "tables.h"

#include <shader9/shader9.h>

static s9_reflection *reflect(const char *path, s9_diagnostics *list)
{
    size_t size;
    s9_program *program = NULL;
    s9_reflection *reflection = NULL;
    char *bytes = files_read(path, &size);
    assert_non_null(bytes);
    assert_int_equal(s9_decode(bytes, size, NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_reflect_with(program, NULL, &reflection, list), S9_OK);
    const char *broken = tables_walk(s9_reflection_constant_table(reflection), size);
    if (broken != NULL)
        fail_msg("%s: %s", path, broken);
    s9_program_destroy(program);
    free(bytes);
    return reflection;
}

static bool has_comment(const s9_reflection *r, const char *fourcc)
{
    for (size_t i = 0; i < s9_reflection_comment_count(r); i++)
        if (strcmp(s9_reflection_comment(r, i)->fourcc, fourcc) == 0)
            return true;
    return false;
}

/* Known classes, types and registers, and a path for every register that begins with the constant's name. */
static void check_constant(const char *path, const s9_constant_table *table, const s9_constant *c)
{
    char text[256];
    if (s9_constant_class_name(c->type->class_number) == NULL || s9_constant_type_name(c->type->type_number) == NULL ||
        c->count == 0 || c->name[0] == '\0')
        fail_msg("%s: %s", path, c->name);
    for (uint32_t i = 0; i < c->count; i++) {
        size_t length = s9_constant_table_path(table, c->set, c->first + i, text, sizeof text);
        if (length < strlen(c->name) || strncmp(text, c->name, strlen(c->name)) != 0 ||
            strchr(text + strlen(c->name), '+') != NULL)
            fail_msg("%s: %s register %u is %s", path, c->name, (unsigned)i, text);
    }
}

static void corpus_has_tables(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    s9_diagnostics *diagnostics = NULL;
    size_t tables = 0, constants = 0, values = 0, structures = 0;
    assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
    for (size_t i = 0; i < list.count; i++) {
        s9_reflection *r = reflect(list.paths[i], diagnostics);
        const s9_constant_table *table = s9_reflection_constant_table(r);
        const s9_diagnostic *d = s9_diagnostics_get(diagnostics, 0);
        if (d != NULL)
            fail_msg("%s: %s", list.paths[i], d->message);
        if ((table != NULL) != has_comment(r, "CTAB"))
            fail_msg("%s: no table", list.paths[i]);
        if (table != NULL) {
            assert_non_null(s9_constant_table_creator(table));
            assert_non_null(s9_constant_table_target(table));
        }
        for (size_t k = 0; k < s9_constant_table_count(table); k++) {
            const s9_constant *c = s9_constant_table_constant(table, k), *before;
            check_constant(list.paths[i], table, c);
            before = k == 0 ? NULL : s9_constant_table_constant(table, k - 1);
            assert_true(before == NULL || strcmp(before->name, c->name) <= 0);
            constants++;
            values += c->default_bytes != NULL;
            structures += c->type->member_count != 0;
        }
        tables += table != NULL;
        s9_reflection_destroy(r);
    }
    print_message("%u shaders: %u tables with %u constants, %u with initial values, %u structures\n",
                  (unsigned)list.count, (unsigned)tables, (unsigned)constants, (unsigned)values, (unsigned)structures);
    assert_true(tables >= 815 && constants >= 2950 && values >= 1259 && structures >= 22);
    s9_diagnostics_destroy(diagnostics);
    files_free(&list);
}

/* ---- listings ---- */

static bool take_string(const char *line, const char *key, char *out, size_t room)
{
    const char *at = strstr(line, key);
    if (at == NULL || (at = strchr(at + strlen(key), '"')) == NULL)
        return false;
    size_t length = strcspn(++at, "\"");
    if (length >= room)
        return false;
    memcpy(out, at, length);
    out[length] = '\0';
    return true;
}

/* The next line; *at moves behind it. */
static bool next_line(const char **at, char *out, size_t room)
{
    if (**at == '\0')
        return false;
    size_t length = strcspn(*at, "\n"), kept = length < room - 1 ? length : room - 1;
    memcpy(out, *at, kept);
    while (kept > 0 && (out[kept - 1] == '\r' || out[kept - 1] == ' '))
        kept--;
    out[kept] = '\0';
    *at += length + ((*at)[length] == '\n');
    return true;
}

typedef struct row {
    char name[200], reg[16];
    unsigned size;
} row;

/*
 * The rows of the next table of registers from *at on: lines "//   Name  Reg  Size" below a rule, up to one that is no
 * such line. False when there is none.
 */
static bool next_registers(const char **at, row *rows, size_t room, size_t *count)
{
    char line[400], header[3][16], comment[8];
    *count = 0;
    while (next_line(at, line, sizeof line)) {
        if (sscanf(line, " // %15s %15s %15s", header[0], header[1], header[2]) != 3 ||
            strcmp(header[0], "Name") != 0 || strcmp(header[1], "Reg") != 0 || strcmp(header[2], "Size") != 0)
            continue;
        while (next_line(at, line, sizeof line)) {
            row *r = &rows[*count];
            if (sscanf(line, " %7s %199s %15s %u", comment, r->name, r->reg, &r->size) == 4) {
                assert_true(++*count < room);
            } else if (strstr(line, "---") == NULL) {
                break;
            }
        }
        return true;
    }
    return false;
}

static const char *const letters[] = {
    [S9_SET_FLOAT] = "c", [S9_SET_INT] = "i", [S9_SET_BOOL] = "b", [S9_SET_SAMPLER] = "s"};

/* The table has these rows and no more. */
static bool agrees(const s9_constant_table *table, const row *rows, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < s9_constant_table_count(table); i++) {
        const s9_constant *c = s9_constant_table_constant(table, i);
        char reg[16];
        snprintf(reg, sizeof reg, "%s%u", letters[c->set], (unsigned)c->first);
        for (size_t k = 0; k < count; k++)
            found += strcmp(rows[k].name, c->name) == 0 && strcmp(rows[k].reg, reg) == 0 && rows[k].size == c->count;
    }
    return found == count && count == s9_constant_table_count(table);
}

static void listings_name_the_same_registers(void **state)
{
    (void)state;
    enum { ROWS = 256 };
    static row rows[ROWS];
    size_t size, same = 0, constants = 0, empty = 0, no_rows = 0, neither = 0, different = 0;
    char *pairs = files_shared("corpus/pairs.jsonl", &size);
    for (char *line = strtok(pairs, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char asm_name[200], bin_name[200], path[600];
        size_t count = 0;
        assert_true(take_string(line, "\"asm\":", asm_name, sizeof asm_name));
        assert_true(take_string(line, "\"bytecode\":", bin_name, sizeof bin_name));
        snprintf(path, sizeof path, TEST_SHARED "/corpus/%s", asm_name);
        char *text = files_read(path, &size);
        assert_non_null(text);
        snprintf(path, sizeof path, TEST_SHARED "/corpus/%s", bin_name);
        s9_reflection *r = reflect(path, NULL);
        const s9_constant_table *table = s9_reflection_constant_table(r);
        const char *at = text;
        bool printed = next_registers(&at, rows, ROWS, &count);
        if (!printed && table == NULL) {
            neither++; /* mostly level-9 shaders inside of others, and written by hand */
        } else if (!printed && s9_constant_table_count(table) == 0) {
            empty++; /* no constants, no rows */
        } else if (!printed) {
            no_rows++; /* disassembled by tools that print no such table, or the source that was assembled */
        } else {
            bool agree = agrees(table, rows, count);
            while (!agree && next_registers(&at, rows, ROWS, &count))
                agree = agrees(table, rows, count);
            if (agree) {
                same++;
                constants += count;
            } else {
                different++;
                print_message("%s is not what %s says\n", bin_name, asm_name);
            }
        }
        s9_reflection_destroy(r);
        free(text);
    }
    free(pairs);
    print_message("%u pairs agree on %u constants; %u have no constants, %u listings print none, %u have no table\n",
                  (unsigned)same, (unsigned)constants, (unsigned)empty, (unsigned)no_rows, (unsigned)neither);
    assert_int_equal(different, 0);
    assert_true(same >= 199);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus_has_tables),
        cmocka_unit_test(listings_name_the_same_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
