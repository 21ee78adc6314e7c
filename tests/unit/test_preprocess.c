/* SPDX-License-Identifier: MIT */
/* Directives, macros, included files, and what is said about their faults. */
#include "assembling.h"
#include "program/program.h"

/* ---- files in memory ---- */

typedef struct memory_file {
    const char *path, *text;
} memory_file;

typedef struct memory_files {
    const memory_file *files;
    size_t count;
    int open;
    char asked[2000]; /* what was asked for: "<name>" or "name", and by whom */
} memory_files;

static s9_result open_memory(void *user, const char *name, bool system, const char *from, s9_include_file *out)
{
    memory_files *m = user;
    size_t used = strlen(m->asked);
    snprintf(m->asked + used, sizeof m->asked - used, "%s%s%s from %s;", system ? "<" : "", name, system ? ">" : "",
             from != NULL ? from : "-");
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->files[i].path, name) == 0) {
            out->path = m->files[i].path;
            out->text = m->files[i].text;
            out->size = strlen(m->files[i].text);
            m->open++;
            return S9_OK;
        }
    return S9_ERROR_IO;
}

static void close_memory(void *user, s9_include_file *file)
{
    memory_files *m = user;
    assert_non_null(file->text);
    m->open--;
}

static assembled with_files(const char *text, const memory_file *files, size_t count, char *asked)
{
    memory_files m = {files, count, 0, ""};
    s9_include include = {open_memory, close_memory, &m};
    s9_assemble_options options = {.struct_size = sizeof options, .name = "main.asm", .include = &include};
    assembled a = assemble_with(text, strlen(text), &options);
    assert_int_equal(m.open, 0);
    if (asked != NULL)
        strcpy(asked, m.asked);
    return a;
}

static void expect_messages(const assembled *a, const char *expected)
{
    char *messages = assembling_messages(a->diagnostics);
    if (strcmp(messages, expected) != 0) {
        print_error("expected\n%s\ngot\n%s", expected, messages);
        fail();
    }
    free(messages);
}

/* ---- macros ---- */

static void objects(void **state)
{
    (void)state;
    expect_same("vs_2_0", "#define REG 1 + 2 +\\\n3 + 4\nmov r0, c0[ REG ]", "mov r0, c10");
    expect_same("vs_3_0", "dcl_position o7\n#define oPos o7\n#define oD0 o3\ndp4 oPos.x, v0, c0\nmov oD0, c1",
                "dcl_position o7\ndp4 o7.x, v0, c0\nmov o3, c1");
    expect_same("vs_2_0", "#define A B\n#define B C\n#define C r1\nmov A, c0\n#undef C\n#define C r2\nmov A, c0",
                "mov r1, c0\nmov r2, c0");
    expect_same("vs_2_0", "#define EMPTY\nEMPTY mov EMPTY r0, EMPTY c0 EMPTY", "mov r0, c0");
    /* a macro is not replaced inside itself */
    expect_same("vs_2_0", "#define mov mov\n#define r0 r1\n#define r1 r0\nmov r0, c0", "mov r0, c0");
    /* only whole words are names; the dot of a mask ends one, an underscore does not */
    expect_same("ps_1_1", "#define r v\n#define t0_bx2 t1\n#define x y\nmov r0, t0_bx2\nmov r0.xyz, t0",
                "mov r0, t1\nmov r0.xyz, t0");
    /* comments are no part of a macro, with quotes or without; a backslash behind one goes on */
    expect_same("vs_2_0", "#define TWO mov r0, c0 ; it's one \\\n mov r1, c1 // \"two\nTWO\nmov r2, c2",
                "mov r0, c0\nmov r1, c1\nmov r2, c2");
    expect_same("vs_2_0", "# define A /* a\nb */ r0\n  #  define B r1\nmov A, B", "mov r0, r1");
}

static void functions(void **state)
{
    (void)state;
    expect_same("vs_2_0", "#define DOT(d, a, b) dp3 d, a, b\nDOT(r0.x, r1, c[0 + 2])", "dp3 r0.x, r1, c2");
    expect_same("vs_2_0", "#define TWICE(s) s s\n#define NOTHING() mov r1, c1\nTWICE(NOTHING ( ))",
                "mov r1, c1\nmov r1, c1");
    /* arguments may span lines and hold parentheses with commas */
    expect_same("ps_2_x", "#define TWO(a, b) a, b\n(p0) mov\nTWO(r0,\n c0)\n#define LAST(a, b) b\nLAST((p0, p0), nop)",
                "(p0) mov r0, c0\nnop");
    /* without a parenthesis the name is no use of it */
    expect_same("vs_2_0", "#define c0(x) c9\nmov r0, c0\nmov r1, c0(1)", "mov r0, c0\nmov r1, c9");
    /* the parenthesis may stand on the next line */
    expect_same("vs_2_0", "#define F(x) mov x, c0\nF\n(r1)", "mov r1, c0");
    /* arguments are replaced before they go in, and the result once more */
    expect_same("vs_2_0", "#define ID(x) x\n#define MUL(a) mul a, a, ID(FACTOR)\n#define FACTOR c3\nID(ID(MUL)(r2))",
                "mul r2, r2, c3");
    expect_same("vs_2_0", "#define f(x) mov x, c0\n#define g f\ng(r0)\n#define h(x) x(r1)\nh(f)",
                "mov r0, c0\nmov r1, c0");
    expect_same("vs_2_0", "#define A() mov r0, c0\n#define A() mov r0, c0\nA()", "mov r0, c0");
}

static void pasting_and_strings(void **state)
{
    (void)state;
    expect_same("vs_2_0", "#define R(n) r##n\n#define N 4\n#define X(n) R(n)\nmov R(3), c0\nmov X(N), c0",
                "mov r3, c0\nmov r4, c0");
    expect_same("vs_2_0", "#define M(op, mod) op##mod\nM(mov,) r0, c0\nM(,mov) r1, c0", "mov r0, c0\nmov r1, c0");
    expect_same("ps_2_0", "#define M(op, mod) op##_##mod\nM(mov, sat) r0, c0", "mov_sat r0, c0");
    /* what does not make one token stays two, side by side */
    expect_same("vs_2_0", "#define SEL(reg, sw) reg##.##sw\nmov r0, SEL(c0, xyz)", "mov r0, c0.xyz");
    expect_same("vs_2_0", "#define CAT c ## 7\nmov r0, CAT", "mov r0, c7");
    /* an argument beside ## is not replaced */
    expect_same("vs_2_0", "#define N 4\n#define R(n) r##n\n#define rN r5\nmov R(N), c0", "mov r5, c0");
    expect_same("vs_2_0", "#define STR(x) #x\n#define DROP(x)\nDROP(STR(a  \"b\" c)) mov r0, c0", "mov r0, c0");
}

static void macros_of_the_call(void **state)
{
    (void)state;
    static const s9_define defines[] = {
        {"DEF1", "10 + 15"}, {"DEF2", "r0"}, {"ONE", NULL}, {"MANY", "mov r1, c1\nmov r2, c2"}, {"EMPTY", ""}};
    s9_assemble_options options = {
        .struct_size = sizeof options, .name = "a.asm", .defines = defines, .define_count = 5};
    static const char text[] = "vs_2_0\nmov DEF2, c[DEF1 + ONE] EMPTY\nMANY\n";
    assembled a = assemble_with(text, sizeof text - 1, &options);
    expect_taken(&a, text);
    static const uint32_t words[] = {0xFFFE0200, 0x02000001, 0x800F0000, 0xA0E4001A, 0x02000001, 0x800F0001,
                                     0xA0E40001, 0x02000001, 0x800F0002, 0xA0E40002, 0x0000FFFF};
    assert_int_equal(a.count, S9_COUNT(words));
    assert_memory_equal(a.words, words, sizeof words);
    /* spans name the place of use */
    const s9_span *span = s9_item_span(&a.program->items.items[0], &a.program->items.items[0].destination);
    assert_int_equal(span->line, 2);
    assert_int_equal(span->column, 5);
    assert_int_equal(span->length, 4);
    assert_string_equal(a.program->files[span->file], "a.asm");
    assembled_free(&a);

    static const s9_define broken[] = {{"a b", "1"}};
    options.defines = broken;
    options.define_count = 1;
    a = assemble_with(text, sizeof text - 1, &options);
    assert_int_equal(a.result, S9_ERROR_INVALID);
    assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->message, "'a b' cannot be the name of a macro");
    assembled_free(&a);

    static const s9_define bad_value[] = {{"REG", "r99"}};
    options.defines = bad_value;
    a = assemble_with("vs_2_0\nmov REG, c0\n", 19, &options);
    expect_messages(&a, "a.asm:2:5: error: there is no r99 [V086]\n"
                        "    mov REG, c0\n"
                        "        ^~~\n"
                        "    hint: vs_2_0 has r0 to r11\n"
                        "-D REG:1:5: note: in the text of macro 'REG'\n"
                        "    REG r99\n"
                        "        ^~~\n");
    assembled_free(&a);
}

static void versions_are_one_token(void **state)
{
    (void)state;
    static const char text[] = "#define vs ps\n#define V(x) x\nV(vs.1.1)\nmov oPos, v0\n";
    assembled a = assemble(text);
    expect_taken(&a, text);
    assert_int_equal(a.words[0], 0xFFFE0101);
    assembled_free(&a);
    a = assemble("#line 7 \"x\"\n#define VERSION ps_2_0\nVERSION\nmov oC0, c0");
    expect_taken(&a, "VERSION");
    assert_int_equal(a.words[0], 0xFFFF0200);
    assembled_free(&a);
}

/* ---- conditions ---- */

static bool condition(const char *expression)
{
    char text[2048];
    snprintf(text, sizeof text, "vs_2_0\n#define ONE 1\n#define ADD(a, b) a + b\n#if %s\nmov r0, c0\n#endif\n",
             expression);
    assembled a = assemble(text);
    expect_taken(&a, text);
    bool value = a.count > 2;
    assembled_free(&a);
    return value;
}

static void expressions(void **state)
{
    (void)state;
    static const char *const truths[] = {
        "1",
        "-1",
        "0x10 == 16",
        "010 == 8",
        "1u + 2L == 3",
        "!0",
        "~0 == -1",
        "2 + 3 * 4 == 14",
        "(2 + 3) * 4 == 20",
        "7 / 2 == 3",
        "-7 / 2 == -3",
        "-7 % 3 == -1",
        "1 << 4 == 16",
        "-16 >> 2 == -4",
        "1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3",
        "1 != 2",
        "0 || 5",
        "(1 ? 2 : 3) == 2",
        "(0 ? 2 : 3) == 3",
        "1 || 1 / 0",
        "!(0 && 1 / 0)",
        "1 ? 1 : 1 / 0",
        "(6 & 3) == 2",
        "(6 | 3) == 7",
        "(6 ^ 3) == 5",
        "1 == 1 == 1",
        "10 - 4 - 3 == 3",
        "defined ONE",
        "defined(ONE)",
        "!defined NONE && defined ( ONE )",
        "NONE == 0",
        "ONE",
        "ADD(ONE, 2) == 3",
        "ADD (1, 1) == 2",
        "- - 1 == 1",
        "0x8000000000000000 / -1 == 0x8000000000000000",
        "1 << 64 == 0",
        "-1 >> 70 == -1",
        "2 == ONE + ONE",
        "0 ? 1 : 0 ? 2 : 3",
    };
    static const char *const lies[] = {"0", "ONE - 1", "!1", "defined NONE", "1 > 2", "0 && 1", "0 ? 1 : 0", "NONE"};
    for (size_t i = 0; i < S9_COUNT(truths); i++)
        if (!condition(truths[i]))
            fail_msg("#if %s is false", truths[i]);
    for (size_t i = 0; i < S9_COUNT(lies); i++)
        if (condition(lies[i]))
            fail_msg("#if %s is true", lies[i]);
}

static void groups(void **state)
{
    (void)state;
    static const char text[] =
        "#define A 2\n"
        "#if A == 1\nmov r1, c0\n#elif A == 2\nmov r2, c0\n#elif A == 2\nmov r3, c0\n#else\nmov r4, c0\n#endif\n"
        "#ifdef A\n# ifndef B\nmov r5, c0\n# else\nmov r6, c0\n# endif\n#else\n garbage \" ' @ /* \n#endif */\n#endif\n"
        "#if 0\n#if 1\n#else\n#endif\n#error no\n#include \"nothing\"\n#unknown\n#define A 3\n"
        "// #endif\n; #endif\n#elif 1\nmov r7, c0\n#else\n#error no\n#endif\n"
        "#undef A\n#ifdef A\nmov r8, c0\n#else\nmov r9, c0\n#endif\n"
        "#if 0\n#elif 0\n#endif\n#pragma warning(disable: 1)\n#\n";
    expect_same("vs_2_0", text, "mov r2, c0\nmov r5, c0\nmov r7, c0\nmov r9, c0");
}

/* ---- files ---- */

static void includes(void **state)
{
    (void)state;
    static const memory_file files[] = {
        {"version.inc", "vs_2_0"},
        {"lib/regs.inc", "#ifndef REGS\n#define REGS\n#define WORLD c4\n#include <more.inc>\n#endif"},
        {"more.inc", "\xEF\xBB\xBFmov r1, WORLD\n"},
        {"open.inc", "mov r2"},
    };
    char asked[2000];
    static const char text[] =
        "#include \"version.inc\"\n#include \"lib/regs.inc\" // twice\n#include \"lib/regs.inc\"\n"
        "#define FILE \"open.inc\"\n#include FILE\n, WORLD\nmvo r3, r4\n";
    assembled a = with_files(text, files, S9_COUNT(files), asked);
    assert_string_equal(asked, "version.inc from main.asm;lib/regs.inc from main.asm;<more.inc> from lib/regs.inc;"
                               "lib/regs.inc from main.asm;open.inc from main.asm;");
    expect_messages(&a, "main.asm:7:1: error: unknown instruction 'mvo' [V005]\n"
                        "    mvo r3, r4\n"
                        "    ^~~\n"
                        "    hint: did you mean 'mov'?\n");
    assembled_free(&a);

    char cut[sizeof text];
    memcpy(cut, text, sizeof text);
    *strstr(cut, "mvo") = '\0';
    a = with_files(cut, files, S9_COUNT(files), NULL);
    expect_taken(&a, cut);
    static const uint32_t words[] = {0xFFFE0200, 0x02000001, 0x800F0001, 0xA0E40004,
                                     0x02000001, 0x800F0002, 0xA0E40004, 0x0000FFFF};
    assert_int_equal(a.count, S9_COUNT(words));
    assert_memory_equal(a.words, words, sizeof words);
    /* positions in included files lead to their lines */
    const s9_item *item = &a.program->items.items[0];
    s9_position at = s9_program_position(a.program, item, NULL);
    size_t length;
    const char *line = s9_program_source_line(a.program, s9_item_span(item, NULL), &length);
    assert_string_equal(at.file, "more.inc");
    assert_int_equal(at.line, 1);
    assert_int_equal(length, 16);
    assert_memory_equal(line + 3, "mov r1, WORLD", 13);
    line = s9_program_source_line(
        a.program, s9_item_span(&a.program->items.items[1], &a.program->items.items[1].sources[0]), &length);
    assert_int_equal(length, 7);
    assert_memory_equal(line, ", WORLD", 7);
    assembled_free(&a);
}

static void faults_in_included_files(void **state)
{
    (void)state;
    static const memory_file files[] = {
        {"a.inc", "mov r0, c0\n#include \"b.inc\"\n"},
        {"b.inc", "#define BAD mvo\n  BAD r0, r1\n#if 1\n"},
        {"cycle.inc", "#include \"cycle.inc\"\n#include \"cycle.inc\"\n"},
    };
    assembled a =
        with_files("vs_2_0\n#include \"a.inc\"\n#endif\n#include \"none.inc\"\n", files, S9_COUNT(files), NULL);
    expect_messages(&a, "b.inc:2:3: error: unknown instruction 'mvo' [V005]\n"
                        "      BAD r0, r1\n"
                        "      ^~~\n"
                        "    hint: did you mean 'mov'?\n"
                        "b.inc:1:13: note: in the text of macro 'BAD'\n"
                        "    #define BAD mvo\n"
                        "                ^~~\n"
                        "a.inc:2:1: note: included from here\n"
                        "    #include \"b.inc\"\n"
                        "    ^~~~~~~~~~~~~~~~\n"
                        "main.asm:2:1: note: included from here\n"
                        "    #include \"a.inc\"\n"
                        "    ^~~~~~~~~~~~~~~~\n"
                        "b.inc:3:1: error: no #endif ends this group\n"
                        "    #if 1\n"
                        "    ^~~\n"
                        "a.inc:2:1: note: included from here\n"
                        "    #include \"b.inc\"\n"
                        "    ^~~~~~~~~~~~~~~~\n"
                        "main.asm:2:1: note: included from here\n"
                        "    #include \"a.inc\"\n"
                        "    ^~~~~~~~~~~~~~~~\n"
                        "main.asm:3:2: error: #endif without #if\n"
                        "    #endif\n"
                        "     ^~~~~\n"
                        "main.asm:4:1: error: 'none.inc' cannot be read\n"
                        "    #include \"none.inc\"\n"
                        "    ^~~~~~~~~~~~~~~~~~~\n"
                        "    hint: it is looked for beside this file, then in the folders that are given (-I DIR)\n");
    assembled_free(&a);

    a = with_files("vs_2_0\n#include \"cycle.inc\"\nmvo r0, r1\n", files, S9_COUNT(files), NULL);
    assert_int_equal(s9_diagnostics_errors(a.diagnostics), 1);
    assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->message, "'cycle.inc' includes itself without end");
    assembled_free(&a);
}

static void lines(void **state)
{
    (void)state;
    static const char text[] = "vs_2_0\nmov r0, c0\n#line 100 \"C:\\a\\b.hlsl\"\nmov r1, c0\n\n# 7 \"c.i\"\nmov r2, "
                               "c0\n#line 3\nmov r3, c0\nmvo r4, c0\n";
    assembled a = with_files(text, NULL, 0, NULL);
    expect_messages(&a, "c.i:4:1: error: unknown instruction 'mvo' [V005]\n"
                        "    mvo r4, c0\n"
                        "    ^~~\n"
                        "    hint: did you mean 'mov'?\n");
    assembled_free(&a);
    char good[sizeof text];
    memcpy(good, text, sizeof text);
    memcpy(strstr(good, "mvo"), "mov", 3);
    a = with_files(good, NULL, 0, NULL);
    expect_taken(&a, good);
    static const struct {
        const char *file;
        uint32_t line;
    } places[] = {{"main.asm", 2}, {"C:\\a\\b.hlsl", 100}, {"c.i", 7}, {"c.i", 3}, {"c.i", 4}};
    for (uint32_t i = 0; i < S9_COUNT(places); i++) {
        const s9_item *item = &a.program->items.items[i];
        s9_position at = s9_program_position(a.program, item, NULL);
        assert_string_equal(at.file, places[i].file);
        assert_int_equal(at.line, places[i].line);
        size_t length;
        const char *line = s9_program_source_line(a.program, s9_item_span(item, NULL), &length);
        assert_int_equal(length, 10);
        char expected[16];
        snprintf(expected, sizeof expected, "mov r%u, c0", (unsigned)i);
        assert_memory_equal(line, expected, 10);
    }
    assembled_free(&a);
}

/* ---- faults ---- */

static void faults(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"#define F(a) a\nF(1, 2)", "macro 'F' takes 1 argument, not 2"},
        {"#define F() \nF(1)", "macro 'F' takes 0 arguments, not 1"},
        {"#define F(a, b) a\nF(1)", "macro 'F' takes 2 arguments, not 1"},
        {"#define F(a) a\nF(1", "no ')' ends the arguments of macro 'F'"},
        {"#define F(a) a\nF(1\n#define X", "a directive stands inside the arguments of macro 'F'"},
        {"#define F(a", "',' or ')' is expected behind a parameter, not the end of the line"},
        {"#define F(1) a", "the name of a parameter is expected, not '1'"},
        {"#define F(a, ...) a", "the name of a parameter is expected, not '.'"},
        {"#define F(a) #b", "# stands in front of a parameter"},
        {"#define F ## a", "## joins two tokens: one is missing"},
        {"#define F a ##", "## joins two tokens: one is missing"},
        {"#define defined 1", "'defined' cannot be the name of a macro"},
        {"#define vs.1.1 1", "'vs.1.1' cannot be the name of a macro"},
        {"#define", "#define needs the name of a macro, not the end of the line"},
        {"#undef 3", "#undef needs the name of a macro, not '3'"},
        {"#if\n#endif", "#if needs an expression"},
        {"#if 1 +\n#endif", "the expression has no value here"},
        {"#if 1 2\n#endif", "the expression ends before this"},
        {"#if 1.5\n#endif", "the expression takes whole numbers"},
        {"#if 1 / 0\n#endif", "division by zero in the expression"},
        {"#if (1\n#endif", "')' is missing in the expression"},
        {"#if 1 ? 2\n#endif", "':' is missing in the expression"},
        {"#if defined\n#endif", "defined needs the name of a macro"},
        {"#if defined(X\n#endif", "defined needs the name of a macro"},
        {"#if 1", "no #endif ends this group"},
        {"#if 0\nmov r0, c0", "no #endif ends this group"},
        {"#if 1\n#else\n#else\n#endif", "#else behind #else"},
        {"#if 0\n#else\n#elif 1\n#endif", "#elif behind #else"},
        {"#elif 1", "#elif without #if"},
        {"#include", "#include needs \"file\" or <file>"},
        {"#include <x", "no '>' closes the file name"},
        {"#include \"\"", "the file name is empty"},
        {"#line x", "#line needs a number, and may have a file name in quotes"},
        {"#line 3000000000", "#line needs a number, and may have a file name in quotes"},
        {"#error it's \"broken\"  ", "#error: it's \"broken\""},
        {"#import \"x\"", "unknown preprocessor directive 'import'"},
        {"#\"x\"", "unknown preprocessor directive a string"},
        {"mov r0, c0 # define X", "a preprocessor directive stands alone on its line"},
        {"#define X /* no end", "nothing closes this comment"},
    };
    for (size_t i = 0; i < S9_COUNT(rows); i++) {
        char text[512];
        snprintf(text, sizeof text, "vs_2_0\n%s\n", rows[i].text);
        assembled a = with_files(text, NULL, 0, NULL);
        const s9_diagnostic *first = s9_diagnostics_get(a.diagnostics, 0);
        size_t errors = s9_diagnostics_errors(a.diagnostics);
        if (a.result != S9_ERROR_INVALID || first == NULL || strcmp(first->message, rows[i].message) != 0 ||
            errors != 1) {
            char *messages = assembling_messages(a.diagnostics);
            print_error("%s: expected %s, got\n%s", rows[i].text, rows[i].message, messages);
            free(messages);
            fail();
        }
        assembled_free(&a);
    }
}

static void a_fault_in_an_argument(void **state)
{
    (void)state;
    assembled a = with_files("#define MOV(d, s) mov d, s\n#define REG c99999\nvs_2_0\nMOV(r0, c88888)\nMOV(r0, REG)\n",
                             NULL, 0, NULL);
    expect_messages(&a, "main.asm:4:9: error: there is no c88888 [V089]\n"
                        "    MOV(r0, c88888)\n"
                        "            ^~~~~~\n"
                        "    hint: vs_2_0 has c0 to c8191\n"
                        "main.asm:1:9: note: an argument of macro 'MOV'\n"
                        "    #define MOV(d, s) mov d, s\n"
                        "            ^~~\n"
                        "main.asm:5:9: error: there is no c99999 [V089]\n"
                        "    MOV(r0, REG)\n"
                        "            ^~~\n"
                        "    hint: vs_2_0 has c0 to c8191\n"
                        "main.asm:1:9: note: an argument of macro 'MOV'\n"
                        "    #define MOV(d, s) mov d, s\n"
                        "            ^~~\n"
                        "main.asm:2:13: note: in the text of macro 'REG'\n"
                        "    #define REG c99999\n"
                        "                ^~~~~~\n");
    assembled_free(&a);
}

static void redefinition_is_a_warning(void **state)
{
    (void)state;
    assembled a = with_files("vs_2_0\n#define A 1\n#define A 1\n#define A 2\nmov r0, c[A]\n", NULL, 0, NULL);
    expect_taken(&a, "redefinition");
    assert_int_equal(a.words[3], 0xA0E40002);
    expect_messages(&a, "main.asm:4:9: warning: macro 'A' is defined anew\n"
                        "    #define A 2\n"
                        "            ^\n"
                        "    hint: #undef it first\n"
                        "main.asm:3:9: note: it was defined here\n"
                        "    #define A 1\n"
                        "            ^\n");
    assembled_free(&a);
}

/* Sources made to run away end quickly, with one error. */
/* Tokens that double in length, by ## and by #. */
static void bombs_of_text(void **state)
{
    static const char *const uses[] = {"QQ(QQ(QQ(QQ(x))))", "S(QQ(QQ(QQ(QQ(x)))))"};
    char text[512];
    (void)state;
    for (size_t i = 0; i < S9_COUNT(uses); i++) {
        snprintf(text, sizeof text,
                 "#define P(a) a##a\n#define Q(a) P(a)\n#define Q3(a) Q(Q(Q(a)))\n#define QQ(a) Q3(Q3(Q3(a)))\n"
                 "#define S(a) #a\nvs_2_0\n%s\nmvo r0, r1\n",
                 uses[i]);
        assembled a = assemble_with(text, strlen(text), NULL);
        assert_int_equal(a.result, S9_ERROR_INVALID);
        assert_int_equal(s9_diagnostics_errors(a.diagnostics), 1);
        assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->message,
                            "# and ## make more than 16777216 bytes of text here");
        assembled_free(&a);
    }
}

/* Each file includes the next one twice. */
static s9_result open_doubling(void *user, const char *name, bool system, const char *from, s9_include_file *out)
{
    static const char *const texts[2] = {"#include \"b\"\n#include \"b\"\n", "mov r0, c0\n"};
    unsigned *deep = user;
    (void)system;
    (void)from;
    *deep += 1;
    out->path = NULL;
    out->text = texts[name[0] == 'z'];
    out->size = strlen(out->text);
    return S9_OK;
}

static void bombs_of_files(void **state)
{
    (void)state;
    unsigned opened = 0;
    s9_include include = {open_doubling, NULL, &opened};
    s9_assemble_options options = {.struct_size = sizeof options, .name = "main", .include = &include};
    static const char cycle[] = "#include \"b\"\nvs_2_0\n";
    assembled a = assemble_with(cycle, sizeof cycle - 1, &options);
    assert_int_equal(a.result, S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(a.diagnostics), 1);
    assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->message, "'b' includes itself without end");
    assert_true(opened < 100);
    assembled_free(&a);

    /* without a cycle: the same file again and again */
    s9_buffer text;
    s9_buffer_init(&text, NULL);
    s9_buffer_text(&text, "vs_2_0\n");
    for (int i = 0; i < 17000; i++)
        s9_buffer_text(&text, "#include \"z\"\n");
    a = assemble_with(text.data, text.size, &options);
    assert_int_equal(a.result, S9_ERROR_INVALID);
    assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->message, "too much is included at 'z'");
    assembled_free(&a);
    s9_buffer_free(&text);
}

static void bombs(void **state)
{
    (void)state;
    s9_buffer text;
    s9_buffer_init(&text, NULL);
    static const char *const shapes[] = {
        "#define a%d a%d a%d\n",        /* doubles at each step */
        "#define a%d(x) a%d(a%d(x))\n", /* grows inside its arguments */
        "#define a%d(x) a%d(x x) a%d(x)\n",
    };
    for (int shape = 0; shape < 3; shape++) {
        text.size = 0;
        s9_buffer_text(&text, "vs_2_0\n");
        for (int i = 0; i < 60; i++) {
            char line[80];
            snprintf(line, sizeof line, shapes[shape], i, i + 1, i + 1);
            s9_buffer_text(&text, line);
        }
        s9_buffer_text(&text,
                       shape == 0 ? "#define a60 nop\na0\nmvo r0, r1\n" : "#define a60(x) x x\na0(nop)\nmvo r0, r1\n");
        assembled a = assemble_with(text.data, text.size, NULL);
        assert_int_equal(a.result, S9_ERROR_INVALID);
        assert_int_equal(s9_diagnostics_errors(a.diagnostics), 1);
        assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->message,
                            "macros turn into more than 1048576 tokens here");
        assembled_free(&a);
    }
    /* a long chain, each macro inside the one before */
    text.size = 0;
    s9_buffer_text(&text, "vs_2_0\n");
    for (int i = 0; i < 5000; i++)
        s9_buffer_format(&text, "#define a%d a%d x\n", i, i + 1);
    s9_buffer_text(&text, "a0\n");
    assembled a = assemble_with(text.data, text.size, NULL);
    assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->message, "macros are nested more than 200 deep here");
    assembled_free(&a);
    /* deep arguments */
    text.size = 0;
    s9_buffer_text(&text, "vs_2_0\n#define f(x) x\n");
    for (int i = 0; i < 1000; i++)
        s9_buffer_text(&text, "f(");
    a = assemble_with(text.data, text.size, NULL);
    assert_int_equal(a.result, S9_ERROR_INVALID);
    assembled_free(&a);
    for (int i = 0; i < 1000; i++)
        s9_buffer_text(&text, ")");
    a = assemble_with(text.data, text.size, NULL);
    assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->message, "macros are nested more than 200 deep here");
    assembled_free(&a);
    /* deep expressions */
    text.size = 0;
    s9_buffer_text(&text, "vs_2_0\n#if ");
    for (int i = 0; i < 100000; i++)
        s9_buffer_text(&text, i % 2 == 0 ? "(" : "-");
    s9_buffer_text(&text, "\n#endif\n");
    a = assemble_with(text.data, text.size, NULL);
    assert_string_equal(s9_diagnostics_get(a.diagnostics, 0)->message, "the expression is nested too deep");
    assembled_free(&a);
    s9_buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects),
        cmocka_unit_test(functions),
        cmocka_unit_test(pasting_and_strings),
        cmocka_unit_test(macros_of_the_call),
        cmocka_unit_test(versions_are_one_token),
        cmocka_unit_test(expressions),
        cmocka_unit_test(groups),
        cmocka_unit_test(includes),
        cmocka_unit_test(faults_in_included_files),
        cmocka_unit_test(lines),
        cmocka_unit_test(faults),
        cmocka_unit_test(a_fault_in_an_argument),
        cmocka_unit_test(redefinition_is_a_warning),
        cmocka_unit_test(bombs),
        cmocka_unit_test(bombs_of_text),
        cmocka_unit_test(bombs_of_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
