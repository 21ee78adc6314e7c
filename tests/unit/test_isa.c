/* SPDX-License-Identifier: MIT */
/*
 * The tables of the instruction set against the specification they were written from, cell by cell.
 */
#include "files.h"
#include "isa/isa.h"

#include <ctype.h>

/* ---- reading a table of the specification ---- */

enum { CELLS = 24, CELL_SIZE = 200 };

typedef struct row {
    uint32_t count;
    char cells[CELLS][CELL_SIZE];
} row;

/* The line at *at as a table row; false when it is none. *at moves to the next line. */
static bool read_row(const char **at, row *out)
{
    const char *line = *at, *end = strchr(line, '\n');
    if (end == NULL)
        end = line + strlen(line);
    *at = *end == '\n' ? end + 1 : end;
    if (*line != '|')
        return false;
    out->count = 0;
    for (const char *p = line + 1; p < end && out->count < CELLS;) {
        const char *bar = memchr(p, '|', (size_t)(end - p));
        if (bar == NULL)
            break;
        const char *from = p, *to = bar;
        while (from < to && *from == ' ')
            from++;
        while (to > from && to[-1] == ' ')
            to--;
        snprintf(out->cells[out->count++], CELL_SIZE, "%.*s", (int)(to - from), from);
        p = bar + 1;
    }
    return out->count > 0;
}

static bool is_rule(const row *r)
{
    return strspn(r->cells[0], "-") == strlen(r->cells[0]) && r->cells[0][0] == '-' && r->count > 1 &&
           r->cells[1][0] == '-';
}

/* Text from a heading on. */
static const char *section(const char *text, const char *heading)
{
    const char *at = strstr(text, heading);
    assert_non_null(at);
    return at;
}

/* The next table whose first column is called `first`, before the next heading of the same or a higher level. */
static bool find_table(const char **at, const char *first, row *header)
{
    const char *stop = strstr(*at + 1, "\n## "), *minor = strstr(*at + 1, "\n### ");
    if (minor != NULL && (stop == NULL || minor < stop))
        stop = minor;
    while (**at != '\0' && (stop == NULL || *at <= stop))
        if (read_row(at, header) && strcmp(header->cells[0], first) == 0) {
            row rule;
            assert_true(read_row(at, &rule) && is_rule(&rule));
            return true;
        }
    return false;
}

static int column(const row *header, const char *name)
{
    for (uint32_t i = 0; i < header->count; i++)
        if (strncmp(header->cells[i], name, strlen(name)) == 0)
            return (int)i;
    return -1;
}

/* ---- instructions.md, section 1 ---- */

static const s9_version grid[] = {S9_VS_1_1,  S9_VS_2_0, S9_VS_2_X,  S9_VS_2_SW, S9_VS_3_0,
                                  S9_VS_3_SW, S9_PS_1_1, S9_PS_1_2,  S9_PS_1_3,  S9_PS_1_4,
                                  S9_PS_2_0,  S9_PS_2_X, S9_PS_2_SW, S9_PS_3_0,  S9_PS_3_SW};

static const s9_form *form_of(s9_opcode opcode, const char *text)
{
    size_t first, count = s9_isa_forms_of(opcode, &first);
    for (size_t i = 0; i < count; i++)
        if (strcmp(s9_isa_form(first + i)->text, text) == 0)
            return s9_isa_form(first + i);
    return NULL;
}

static void availability_and_slots(void **state)
{
    (void)state;
    size_t size, rows = 0, cells = 0;
    char *text = files_shared("spec/instructions.md", &size);
    const char *at = section(text, "## 1. Availability");
    row header, r;
    assert_true(find_table(&at, "Mark", &header));
    assert_true(find_table(&at, "Op", &header));
    assert_int_equal(header.count, 4 + S9_COUNT(grid));
    for (uint32_t i = 0; i < S9_COUNT(grid); i++) { /* "vs 2_x" heads the column of vs_2_x */
        char name[16];
        snprintf(name, sizeof name, "%.15s", header.cells[4 + i]);
        name[2] = '_';
        assert_int_equal(s9_isa_version_of_text(name, strlen(name)), grid[i]);
    }
    while (read_row(&at, &r)) {
        uint32_t number = (uint32_t)strtoul(r.cells[0], NULL, 10);
        assert_int_equal(number, strtoul(r.cells[1], NULL, 16));
        s9_opcode opcode = s9_isa_opcode_of_number(number);
        if (number == 75 || number >= 0xFFFE) { /* reserved, comment, end: no opcodes */
            assert_int_equal(opcode, S9_OP_UNKNOWN);
            continue;
        }
        assert_int_not_equal(opcode, S9_OP_UNKNOWN);
        char name[CELL_SIZE];
        snprintf(name, sizeof name, "%.*s", CELL_SIZE - 1, r.cells[3][0] == '`' ? r.cells[3] + 1 : r.cells[3]);
        name[strcspn(name, "`")] = '\0';
        const s9_form *form = form_of(opcode, name);
        if (form == NULL)
            fail_msg("opcode %u has no row \"%s\"", (unsigned)number, name);
        for (uint32_t i = 0; i < S9_COUNT(grid); i++, cells++)
            if (strcmp(form->cells[grid[i]], r.cells[4 + i]) != 0)
                fail_msg("%s in %s: table %s, specification %s", name, s9_isa_version(grid[i])->text,
                         form->cells[grid[i]], r.cells[4 + i]);
        rows++;
    }
    assert_int_equal(rows, s9_isa_form_count());
    print_message("%zu rows, %zu cells\n", rows, cells);
    free(text);
}

static void cells_are_taken_apart(void **state)
{
    (void)state;
    const s9_form *texld = form_of(S9_OP_TEX, "texld (3 operands)"), *texldp = form_of(S9_OP_TEX, "texldp");
    s9_slots slots = s9_isa_slots(texld, S9_PS_2_X);
    assert_true(slots.available && slots.texture == 1 && slots.no_limit_cube == 4 && slots.cube == 0 &&
                slots.no_limit == 0);
    slots = s9_isa_slots(texldp, S9_PS_2_X);
    assert_true(slots.texture == 1 && slots.no_limit == 3 && slots.no_limit_cube == 4);
    slots = s9_isa_slots(texldp, S9_PS_3_0);
    assert_true(slots.texture == 3 && slots.cube == 4);
    slots = s9_isa_slots(form_of(S9_OP_TEXBEML, "texbeml"), S9_PS_1_1);
    assert_true(slots.texture == 1 && slots.arithmetic == 1);
    slots = s9_isa_slots(form_of(S9_OP_TEXREG2GB, "texreg2gb"), S9_PS_1_1);
    assert_true(slots.available && slots.texture == 1);
    slots = s9_isa_slots(form_of(S9_OP_LOG, "log"), S9_VS_1_1);
    assert_true(slots.arithmetic == 10 && slots.texture == 0);
    assert_false(s9_isa_slots(texld, S9_VS_3_0).available);
    assert_true(s9_isa_available(S9_PS_1_4, S9_OP_PHASE));
    assert_false(s9_isa_available(S9_PS_1_3, S9_OP_PHASE));
    assert_false(s9_isa_available(S9_VS_2_0, S9_OP_UNKNOWN));
}

/* ---- registers.md, section 1 ---- */

/* The count of a cell, at the maximum that a device may have. */
static uint32_t count_of(const char *cell)
{
    if (strstr(cell, "implicit") != NULL)
        return 0;
    if (strncmp(cell, "cap:", 4) == 0)
        return strstr(cell, "NumTemps") != NULL ? 32 : 8192;
    if (strncmp(cell, "same", 4) == 0)
        return 8192;
    const char *other = strstr(cell, " or ");
    return (uint32_t)strtoul(other != NULL ? other + 4 : cell, NULL, 10);
}

/* Versions named by a cell such as "ps_1_1, 1_2, 1_3" or "vs_2_0". */
static uint32_t versions_of(const char *cell, s9_version out[8])
{
    uint32_t count = 0;
    char stage[3] = {cell[0], cell[1], '\0'};
    for (const char *p = cell + 3; *p != '\0';) {
        char name[16];
        size_t n = strcspn(p, ", ");
        snprintf(name, sizeof name, "%s_%.*s", stage, (int)n, p);
        out[count] = s9_isa_version_of_text(name, strlen(name));
        assert_int_not_equal(out[count], S9_VERSION_COUNT);
        count++;
        p += n;
        p += strspn(p, ", ");
    }
    return count;
}

static void expect_count(s9_version version, s9_file file, uint32_t expected)
{
    uint32_t count = s9_isa_register(version, file)->count;
    if (count != expected)
        fail_msg("%s file %s: table %u, specification %u", s9_isa_version(version)->text, s9_isa_file_prefix(file),
                 (unsigned)count, (unsigned)expected);
}

static void register_counts(void **state)
{
    (void)state;
    size_t size, versions = 0;
    char *text = files_shared("spec/registers.md", &size);
    const char *at = section(text, "## 1. All versions");
    row header, r;
    assert_true(find_table(&at, "Version", &header));
    bool old_outputs = true;
    while (read_row(&at, &r)) {
        s9_version list[8];
        uint32_t count = versions_of(r.cells[0], list);
        for (uint32_t i = 0; i < count; i++, versions++) {
            s9_version v = list[i];
            static const s9_file files[] = {S9_FILE_TEMP, S9_FILE_CONST, S9_FILE_INPUT, S9_FILE_TEXTURE,
                                            S9_FILE_SAMPLER};
            for (uint32_t k = 0; k < S9_COUNT(files); k++)
                expect_count(v, files[k], count_of(r.cells[1 + k]));
            const char *bar = strchr(r.cells[6], '/');
            expect_count(v, S9_FILE_CONSTINT, count_of(r.cells[6]));
            expect_count(v, S9_FILE_CONSTBOOL, bar != NULL ? count_of(bar + 2) : 0);
            expect_count(v, S9_FILE_ADDR, count_of(r.cells[7]));
            expect_count(v, S9_FILE_LOOP, count_of(r.cells[8]));
            expect_count(v, S9_FILE_PREDICATE, count_of(r.cells[9]));
            expect_count(v, S9_FILE_MISC, strstr(r.cells[3], "vPos") != NULL ? 2 : 0);
            /* outputs */
            const char *out = r.cells[10];
            bool same = strcmp(out, "same") == 0, pixel = out[0] == 'o' && out[1] == 'C';
            if (!same)
                old_outputs = strstr(out, "oPos") != NULL;
            expect_count(v, S9_FILE_RASTOUT, old_outputs ? 3 : 0);
            expect_count(v, S9_FILE_ATTROUT, old_outputs ? 2 : 0);
            expect_count(v, S9_FILE_TEXCRDOUT, old_outputs ? 8 : 0);
            expect_count(v, S9_FILE_OUTPUT, strncmp(out, "o0-o", 4) == 0 ? count_of(out + 4) + 1 : 0);
            expect_count(v, S9_FILE_COLOROUT, pixel ? 4 : 0);
            expect_count(v, S9_FILE_DEPTHOUT, pixel ? 1 : 0);
        }
    }
    assert_int_equal(versions, S9_COUNT(grid));
    free(text);
}

static void register_labels(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < S9_COUNT(grid); i++) {
        s9_version v = grid[i];
        bool none = s9_version_major(v) == 1 || v == S9_PS_2_0;
        bool few = v == S9_VS_2_0 || v == S9_VS_2_X || v == S9_PS_2_X;
        expect_count(v, S9_FILE_LABEL, none ? 0 : few ? 16 : 2048);
        assert_int_equal(s9_isa_register(v, S9_FILE_LABEL)->text_count, none ? 0 : 2048);
    }
    /* What the parser takes and the validator does not. */
    assert_int_equal(s9_isa_register(S9_PS_2_0, S9_FILE_TEMP)->text_count, 32);
}

/* ---- registers.md, sections 2 and 3 ---- */

/* The file of a row such as "`r#`" or "`oD0`, `oD1`"; S9_FILE_UNKNOWN when it is none (samplers of SM1). */
static s9_file file_of(const char *cell)
{
    static const struct {
        const char *start;
        s9_file file;
    } names[] = {{"`a0`", S9_FILE_ADDR},         {"`aL`", S9_FILE_LOOP},       {"`b#`", S9_FILE_CONSTBOOL},
                 {"`c#`", S9_FILE_CONST},        {"`i#`", S9_FILE_CONSTINT},   {"`o#`", S9_FILE_OUTPUT},
                 {"`oC#`", S9_FILE_COLOROUT},    {"`oD0`", S9_FILE_ATTROUT},   {"`oD#`", S9_FILE_ATTROUT},
                 {"`oDepth`", S9_FILE_DEPTHOUT}, {"`oFog`", S9_FILE_RASTOUT},  {"`oPos`", S9_FILE_RASTOUT},
                 {"`oPts`", S9_FILE_RASTOUT},    {"`oT0`", S9_FILE_TEXCRDOUT}, {"`oT#`", S9_FILE_TEXCRDOUT},
                 {"`p0`", S9_FILE_PREDICATE},    {"`r#`", S9_FILE_TEMP},       {"`s#`", S9_FILE_SAMPLER},
                 {"`t#`", S9_FILE_TEXTURE},      {"`v#`", S9_FILE_INPUT},      {"`vFace`", S9_FILE_MISC},
                 {"`vPos`", S9_FILE_MISC}};
    for (uint32_t i = 0; i < S9_COUNT(names); i++)
        if (strncmp(cell, names[i].start, strlen(names[i].start)) == 0)
            return names[i].file;
    return S9_FILE_UNKNOWN;
}

#define EXPECT(what, actual, expected)                                                                        \
    do {                                                                                                      \
        if ((actual) != (expected))                                                                           \
            fail_msg("%s %s %s: table %u, specification %u (%s)", s9_isa_version(v)->text, r->cells[0], what, \
                     (unsigned)(actual), (unsigned)(expected), r->cells[0]);                                  \
    } while (0)

static uint32_t limit_of(const char *cell)
{
    return isdigit((unsigned char)cell[0]) ? (uint32_t)strtoul(cell, NULL, 10) : S9_ANY;
}

static void compare_register(s9_version v, const row *header, const row *r)
{
    s9_file file = file_of(r->cells[0]);
    if (file == S9_FILE_UNKNOWN)
        return;
    const s9_register_info *info = s9_isa_register(v, file);
    int i;
    /* Several rows share RASTOUT and MISC: their counts add up in register_counts. */
    bool shared = file == S9_FILE_RASTOUT || file == S9_FILE_MISC;
    if (!shared && (i = column(header, "Count")) >= 0)
        EXPECT("count", info->count, count_of(r->cells[i]));
    if ((i = column(header, "R/W")) >= 0) {
        const char *cell = r->cells[i];
        uint32_t access = (strncmp(cell, "RW", 2) == 0 ? (uint32_t)(S9_ACCESS_READ | S9_ACCESS_WRITE)
                           : cell[0] == 'R'            ? (uint32_t)S9_ACCESS_READ
                           : cell[0] == 'W'            ? (uint32_t)S9_ACCESS_WRITE
                                                       : 0) |
                          (strstr(cell, "index") != NULL ? (uint32_t)S9_ACCESS_INDEX : 0) |
                          (strstr(cell, "flow") != NULL ? (uint32_t)S9_ACCESS_FLOW : 0) |
                          (strstr(cell, "sample") != NULL ? (uint32_t)S9_ACCESS_SAMPLE : 0);
        if (file == S9_FILE_PREDICATE) /* spelled out on the ps_2_x page */
            access = S9_ACCESS_READ | S9_ACCESS_WRITE;
        EXPECT("access", info->access, access);
    }
    if ((i = column(header, "Ports")) >= 0) {
        const char *cell = r->cells[i];
        if (strchr(cell, '/') != NULL) /* 1_1 / 1_2 / 1_3 */
            cell += v == S9_PS_1_1 ? 0 : v == S9_PS_1_2 ? 4 : 8;
        EXPECT("ports", info->ports, limit_of(cell));
    }
    if ((i = column(header, "Reads")) >= 0)
        EXPECT("reads", info->reads, limit_of(r->cells[i]));
    if ((i = column(header, "Dim")) >= 0 && !shared)
        EXPECT("components", info->components, (uint32_t)strtoul(r->cells[i], NULL, 10));
    if ((i = column(header, "RelAddr")) >= 0)
        EXPECT("relative", info->relative,
               (strstr(r->cells[i], "a0") != NULL ? (uint32_t)S9_REL_A0 : 0) |
                   (strstr(r->cells[i], "aL") != NULL ? (uint32_t)S9_REL_AL : 0));
    if ((i = column(header, "Default")) >= 0) {
        const char *cell = r->cells[i];
        s9_default expected = strncmp(cell, "partial", 7) == 0           ? S9_DEFAULT_PARTIAL
                              : strcmp(cell, "(0,0,0,0)") == 0           ? S9_DEFAULT_ZERO
                              : strcmp(cell, "FALSE") == 0               ? S9_DEFAULT_FALSE
                              : strncmp(cell, "lookup default", 14) == 0 ? S9_DEFAULT_FORMAT
                                                                         : S9_DEFAULT_NONE;
        EXPECT("default", info->initial, expected);
    }
    if ((i = column(header, "DCL")) >= 0)
        EXPECT("declaration", info->declared, strncmp(r->cells[i], "yes", 3) == 0);
}

static size_t compare_section(const char *text, const char *heading, s9_version v)
{
    const char *at = section(text, heading);
    static const char *const firsts[] = {"Register", "Output"};
    size_t rows = 0;
    for (uint32_t k = 0; k < S9_COUNT(firsts); k++) {
        const char *from = at;
        row header, r;
        while (find_table(&from, firsts[k], &header))
            while (read_row(&from, &r)) {
                if (strstr(r.cells[0], "`i#`, `b#`, `p0`") != NULL) { /* listed in ps_2_0, unusable */
                    expect_count(v, S9_FILE_CONSTINT, 0);
                    expect_count(v, S9_FILE_CONSTBOOL, 0);
                    expect_count(v, S9_FILE_PREDICATE, 0);
                    continue;
                }
                compare_register(v, &header, &r);
                rows++;
            }
    }
    assert_true(rows > 0);
    return rows;
}

static void register_tables(void **state)
{
    (void)state;
    static const struct {
        const char *heading;
        s9_version version;
    } sections[] = {{"### 2.1 vs_1_1", S9_VS_1_1}, {"### 2.2 vs_2_0", S9_VS_2_0}, {"### 2.3 vs_2_x", S9_VS_2_X},
                    {"### 2.5 vs_3_0", S9_VS_3_0}, {"### 3.1 ps_1_1", S9_PS_1_1}, {"### 3.1 ps_1_1", S9_PS_1_2},
                    {"### 3.1 ps_1_1", S9_PS_1_3}, {"### 3.2 ps_1_4", S9_PS_1_4}, {"### 3.3 ps_2_0", S9_PS_2_0},
                    {"### 3.3 ps_2_0", S9_PS_2_X}, {"### 3.4 ps_2_x", S9_PS_2_X}, {"### 3.6 ps_3_0", S9_PS_3_0}};
    size_t size, rows = 0;
    char *text = files_shared("spec/registers.md", &size);
    for (uint32_t i = 0; i < S9_COUNT(sections); i++) {
        if (i == 9) /* 3.4 is 3.3 with more registers: compared in its own section */
            continue;
        rows += compare_section(text, sections[i].heading, sections[i].version);
    }
    print_message("%zu register rows\n", rows);
    free(text);
}

/* A version that "is as" another, but for what the software versions lift. */
static void software_versions_follow_their_base(void **state)
{
    (void)state;
    static const s9_version pairs[][2] = {
        {S9_VS_2_SW, S9_VS_2_X}, {S9_VS_3_SW, S9_VS_3_0}, {S9_PS_2_SW, S9_PS_2_X}, {S9_PS_3_SW, S9_PS_3_0}};
    for (uint32_t i = 0; i < S9_COUNT(pairs); i++)
        for (uint32_t f = 0; f < S9_FILE_COUNT; f++) {
            const s9_register_info *soft = s9_isa_register(pairs[i][0], (s9_file)f);
            const s9_register_info *hard = s9_isa_register(pairs[i][1], (s9_file)f);
            assert_int_equal(soft->count > 0, hard->count > 0);
            if (soft->count == 0)
                continue;
            assert_int_equal(soft->access, hard->access);
            assert_int_equal(soft->components, hard->components);
            assert_int_equal(soft->relative, hard->relative);
            assert_int_equal(soft->initial, hard->initial);
            assert_int_equal(soft->declared, hard->declared);
            if ((soft->access & S9_ACCESS_READ) != 0)
                assert_int_equal(soft->ports, S9_ANY);
        }
    /* ps_2_x has what ps_2_0 has. */
    for (uint32_t f = 0; f < S9_FILE_COUNT; f++)
        if (s9_isa_register(S9_PS_2_0, (s9_file)f)->count > 0)
            assert_true(s9_isa_register(S9_PS_2_X, (s9_file)f)->count >= s9_isa_register(S9_PS_2_0, (s9_file)f)->count);
}

/* ---- registers.md, section 14.1 ---- */

static void ports(void **state)
{
    (void)state;
    static const struct {
        const char *column;
        s9_version versions[3];
        uint32_t count;
    } columns[] = {{"vs_1_1", {S9_VS_1_1}, 1},
                   {"vs_2_0, 2_x", {S9_VS_2_0, S9_VS_2_X}, 2},
                   {"vs_3_0", {S9_VS_3_0}, 1},
                   {"ps_1_1", {S9_PS_1_1}, 1},
                   {"ps_1_2, 1_3", {S9_PS_1_2, S9_PS_1_3}, 2},
                   {"ps_1_4", {S9_PS_1_4}, 1},
                   {"ps_2_0, 2_x", {S9_PS_2_0, S9_PS_2_X}, 2},
                   {"ps_3_0", {S9_PS_3_0}, 1}};
    size_t size;
    char *text = files_shared("spec/registers.md", &size);
    const char *at = section(text, "### 14.1 How ports");
    row header, r;
    assert_true(find_table(&at, "File", &header));
    uint32_t rows = 0;
    while (read_row(&at, &r) && r.count > 1) {
        for (uint32_t k = 0; k < S9_COUNT(columns); k++) {
            int i = column(&header, columns[k].column);
            assert_true(i > 0);
            for (uint32_t n = 0; n < columns[k].count; n++) {
                s9_version v = columns[k].versions[n];
                static const s9_file many[] = {S9_FILE_SAMPLER, S9_FILE_CONSTINT, S9_FILE_CONSTBOOL, S9_FILE_PREDICATE};
                bool all = strncmp(r.cells[0], "`s#", 3) == 0;
                for (uint32_t f = 0; f < (all ? 4u : 1u); f++) {
                    s9_file file = all ? many[f] : file_of(r.cells[0]);
                    uint32_t actual = s9_isa_register(v, file)->ports;
                    if (s9_isa_register(v, file)->count == 0 && (all || r.cells[i][0] == '\0'))
                        continue;
                    if (actual != (uint32_t)strtoul(r.cells[i], NULL, 10))
                        fail_msg("%s %s: table %u, specification %s", s9_isa_version(v)->text, r.cells[0],
                                 (unsigned)actual, r.cells[i]);
                }
            }
        }
        rows++;
    }
    assert_int_equal(rows, 5);
    free(text);
}

/* ---- the rest, without the specification ---- */

static void version_tokens(void **state)
{
    (void)state;
    bool exact;
    for (uint32_t i = 0; i < S9_VERSION_COUNT; i++) {
        const s9_version_info *info = s9_isa_version((s9_version)i);
        assert_int_equal(s9_isa_version_of_token(info->token, &exact), i);
        assert_true(exact);
        assert_int_equal(s9_isa_version_of_text(info->text, strlen(info->text)), i);
    }
    assert_int_equal(s9_isa_version(S9_VS_2_SW)->token, 0xFFFE02FFu);
    assert_int_equal(s9_isa_version(S9_PS_2_X)->token, 0xFFFF0201u);
    assert_int_equal(s9_isa_version_of_text("PS.2.x", 6), S9_PS_2_X);
    assert_int_equal(s9_isa_version_of_text("vs.1.1", 6), S9_VS_1_1);
    assert_int_equal(s9_isa_version_of_text("vs_2_a", 6), S9_VERSION_COUNT);
    static const struct {
        uint32_t token;
        s9_version version;
    } others[] = {{0xFFFE0207, S9_VS_2_X},        {0xFFFF0202, S9_PS_2_X},        {0xFFFE0301, S9_VS_3_0},
                  {0xFFFF0107, S9_PS_1_4},        {0xFFFE0102, S9_VS_1_1},        {0xFFFE0000, S9_VERSION_COUNT},
                  {0xFFFE0400, S9_VERSION_COUNT}, {0xFFFD0200, S9_VERSION_COUNT}, {0x46580200, S9_VERSION_COUNT},
                  {0x00000000, S9_VERSION_COUNT}};
    for (uint32_t i = 0; i < S9_COUNT(others); i++) {
        assert_int_equal(s9_isa_version_of_token(others[i].token, &exact), others[i].version);
        assert_false(exact);
    }
}

static void reserved_opcodes_are_unknown(void **state)
{
    (void)state;
    for (uint32_t number = 0; number <= 0xFFFF; number++) {
        s9_opcode opcode = s9_isa_opcode_of_number(number);
        bool known = number <= 48 || (number >= 64 && number <= 96 && number != 75) || number == 0xFFFD;
        assert_int_equal(opcode != S9_OP_UNKNOWN, known);
        if (known)
            assert_int_equal(s9_isa_opcode(opcode)->number, number);
    }
}

static void register_types_resolve_both_ways(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < S9_VERSION_COUNT; i++)
        for (uint32_t f = 0; f < S9_FILE_TEMPFLOAT16; f++) {
            const s9_register_info *info = s9_isa_register((s9_version)i, (s9_file)f);
            for (uint32_t number = 0; number < info->count; number += number < 8 ? 1 : 97) {
                uint32_t field = number, type = s9_isa_type_of_file((s9_file)f, &field);
                assert_int_equal(s9_isa_resolve_file((s9_version)i, type), f);
                assert_true(field < 2048);
                char name[16];
                s9_isa_register_name((s9_file)f, number, name);
                assert_true(strlen(name) >= 2);
            }
        }
    for (uint32_t type = 20; type < 32; type++)
        assert_int_equal(s9_isa_resolve_file(S9_PS_3_0, type), S9_FILE_UNKNOWN);
    char name[16];
    s9_isa_register_name(S9_FILE_RASTOUT, 1, name);
    assert_string_equal(name, "oFog");
    s9_isa_register_name(S9_FILE_MISC, 1, name);
    assert_string_equal(name, "vFace");
    s9_isa_register_name(S9_FILE_LOOP, 0, name);
    assert_string_equal(name, "aL");
    s9_isa_register_name(S9_FILE_CONST, 8191, name);
    assert_string_equal(name, "c8191");
}

static void nearest_mnemonics(void **state)
{
    (void)state;
    assert_null(s9_isa_nearest_mnemonic("mvo", 3)); /* two letters off in a short word could be anything */
    assert_string_equal(s9_isa_nearest_mnemonic("texldx", 6), "texld");
    assert_string_equal(s9_isa_nearest_mnemonic("sincso", 6), "sincos");
    assert_null(s9_isa_nearest_mnemonic("frobnicate", 10));
    assert_null(s9_isa_nearest_mnemonic("", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(availability_and_slots),
        cmocka_unit_test(cells_are_taken_apart),
        cmocka_unit_test(register_counts),
        cmocka_unit_test(register_labels),
        cmocka_unit_test(register_tables),
        cmocka_unit_test(software_versions_follow_their_base),
        cmocka_unit_test(ports),
        cmocka_unit_test(version_tokens),
        cmocka_unit_test(reserved_opcodes_are_unknown),
        cmocka_unit_test(register_types_resolve_both_ways),
        cmocka_unit_test(nearest_mnemonics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
