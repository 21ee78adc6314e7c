/* SPDX-License-Identifier: MIT */
/*
 * The preshaders of others: all can be read and run; they print as the compiler listed them, and compute what a second
 * reading, of the listing, computes.
 */
#include "base/base.h"
#include "files.h"
#include "tables.h"

#include <shader9/shader9.h>

#include <math.h>

/* A preshader, its listing with blanks and footer removed, and where it was found. */
typedef struct found {
    s9_preshader *preshader;
    char *text;
    const char *path;
    uint8_t *bytes;
    size_t size;
} found;

typedef struct found_list {
    found *items;
    size_t count, capacity;
} found_list;

/* The instructions of a listing, a line each: from behind the line "preshader" to the first empty line. */
static char *instructions_of(const char *listing)
{
    const char *at = strstr(listing, "preshader");
    char *text = malloc(strlen(listing) + 1), *out = text;
    assert_non_null(at);
    assert_non_null(text);
    for (at += strcspn(at, "\n");; at += strcspn(at, "\n")) {
        at += *at == '\n';
        at += strspn(at, " ");
        size_t length = strcspn(at, "\r\n");
        if (length == 0)
            break;
        memcpy(out, at, length);
        out += length;
        *out++ = '\n';
    }
    *out = '\0';
    return text;
}

static void add(found_list *list, const char *path, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].size == size && memcmp(list->items[i].bytes, bytes, size) == 0)
            return;
    if (list->count == list->capacity) {
        list->capacity = list->capacity == 0 ? 64 : 2 * list->capacity;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
        assert_non_null(list->items);
    }
    found *f = &list->items[list->count++];
    s9_diagnostics *diagnostics = NULL;
    s9_blob text = {0};
    memset(f, 0, sizeof *f);
    f->path = path;
    f->size = size;
    f->bytes = malloc(size);
    assert_non_null(f->bytes);
    memcpy(f->bytes, bytes, size);
    assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
    s9_result result = s9_preshader_create(bytes, size, NULL, &f->preshader, diagnostics);
    if (result != S9_OK || s9_diagnostics_count(diagnostics) != 0)
        fail_msg("%s: %s", path, s9_diagnostics_get(diagnostics, 0)->message);
    assert_ptr_equal(tables_walk(s9_preshader_inputs(f->preshader), size), NULL);
    assert_non_null(s9_preshader_inputs(f->preshader));
    assert_int_equal(s9_preshader_text(f->preshader, NULL, &text), S9_OK);
    f->text = instructions_of(text.data);
    s9_blob_free(&text);
    s9_diagnostics_destroy(diagnostics);
}

static void found_free(found_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        s9_preshader_destroy(list->items[i].preshader);
        free(list->items[i].text);
        free(list->items[i].bytes);
    }
    free(list->items);
}

/* The preshaders in comments (streams: those that stand for themselves) that lie anywhere in the files. */
static void find_in(found_list *list, const files_list *files, bool streams)
{
    for (size_t i = 0; i < files->count; i++) {
        size_t size;
        char *read = files_read(files->paths[i], &size);
        const uint8_t *bytes = (const uint8_t *)read;
        assert_non_null(read);
        for (size_t at = 8; at + 8 <= size; at++) {
            if (bytes[at + 2] != 0x58 || bytes[at + 3] != 0x46 || s9_read_u32(bytes + at) >> 8 != 0x465802)
                continue;
            bool comment = memcmp(bytes + at - 4, "PRES", 4) == 0;
            size_t end = at + 4;
            while (end + 4 <= size && (s9_read_u32(bytes + end) & 0x8000FFFFu) == 0xFFFE)
                end += 4 + (size_t)(s9_read_u32(bytes + end) >> 16) * 4;
            if (end == at + 4 || end > size) /* the version in a constant table */
                continue;
            if (comment && !streams)
                add(list, files->paths[i], bytes + at, (s9_read_u32(bytes + at - 8) >> 16 & 0x7FFFu) * 4 - 4);
            if (!comment && streams)
                add(list, files->paths[i], bytes + at, end + 4 - at);
        }
        free(read);
    }
}

/* ---- running the listing ---- */

enum { REGISTERS = 256 };

typedef struct registers {
    double c[REGISTERS][4], r[REGISTERS][4], out[REGISTERS][4];
} registers;

static double number(const char **at)
{
    char *end;
    double value = strtod(*at, &end);
    assert_ptr_not_equal(end, *at);
    *at = end;
    return value;
}

static unsigned whole(const char **at)
{
    char *end;
    unsigned long value = strtoul(*at, &end, 10);
    assert_true(end != *at && value < REGISTERS);
    *at = end;
    return (unsigned)value;
}

/* ".yz" as component numbers; none: all four. */
static unsigned components(const char **at, unsigned out[4])
{
    unsigned count = 0;
    if (**at != '.') {
        for (; count < 4; count++)
            out[count] = count;
        return 4;
    }
    for (++*at; **at != '\0' && strchr("xyzw", **at) != NULL; ++*at) {
        assert_true(count < 4);
        out[count++] = (unsigned)(strchr("xyzw", **at) - "xyzw");
    }
    return count;
}

/* An input: "(1, 2)", "c3.xy", "c0[r1.x].z". Its components; a single one stands for all. */
static void input(const char **at, const registers *regs, double out[4])
{
    unsigned count = 0, part[4];
    if (**at == '(') {
        do {
            ++*at;
            out[count++] = number(at);
        } while (**at == ',');
        assert_true(**at == ')');
        ++*at;
    } else {
        char file = *(*at)++;
        unsigned reg = whole(at);
        if (**at == '[') {
            double index[4];
            ++*at;
            input(at, regs, index);
            assert_true(**at == ']');
            ++*at;
            reg += (unsigned)lrint(index[0]);
        }
        count = components(at, part);
        assert_true(reg < REGISTERS);
        for (unsigned i = 0; i < count; i++)
            out[i] = file == 'c' ? regs->c[reg][part[i]] : regs->r[reg][part[i]];
    }
    for (unsigned i = count; i < 4; i++)
        out[i] = out[0];
}

static double apply(const char *name, double x, double y, double z)
{
    if (strcmp(name, "mov") == 0)
        return x;
    if (strcmp(name, "neg") == 0)
        return -x;
    if (strcmp(name, "rcp") == 0)
        return 1 / x;
    if (strcmp(name, "frc") == 0)
        return x - floor(x);
    if (strcmp(name, "exp") == 0)
        return exp2(x);
    if (strcmp(name, "log") == 0)
        return x == 0 ? 0 : log2(fabs(x));
    if (strcmp(name, "rsq") == 0)
        return 1 / sqrt(fabs(x));
    if (strcmp(name, "sin") == 0)
        return sin(x);
    if (strcmp(name, "cos") == 0)
        return cos(x);
    if (strcmp(name, "min") == 0)
        return x < y ? x : y;
    if (strcmp(name, "max") == 0)
        return x >= y ? x : y;
    if (strcmp(name, "lt") == 0)
        return x < y;
    if (strcmp(name, "ge") == 0)
        return x >= y;
    if (strcmp(name, "add") == 0)
        return x + y;
    if (strcmp(name, "mul") == 0)
        return x * y;
    if (strcmp(name, "cmp") == 0)
        return x >= 0 ? y : z;
    fail_msg("%s is not known", name);
    return 0;
}

/* Runs the lines; an instruction is its name, an output, and inputs. */
static void run_listing(const char *text, registers *regs)
{
    for (const char *at = text; *at != '\0'; at++) {
        char name[20];
        unsigned part[4], used = 0;
        double in[8][4] = {{0}}, sum = 0;
        assert_int_equal(sscanf(at, "%19s", name), 1);
        at += strlen(name) + 1;
        char file = *at++;
        unsigned reg = whole(&at), count = components(&at, part);
        while (*at == ',') {
            at += 2;
            assert_true(used < 8);
            input(&at, regs, in[used++]);
        }
        assert_true(*at == '\n' && (file == 'c' || file == 'r'));
        double *to = file == 'c' ? regs->out[reg] : regs->r[reg];
        if (strcmp(name, "dot") == 0 || strcmp(name, "d3ds_dotswiz") == 0) {
            bool dot = name[0] == 'd' && name[1] == 'o';
            for (unsigned i = 0; i < (dot ? count : used / 2); i++)
                sum += dot ? in[0][i] * in[1][i] : in[i][0] * in[i + used / 2][0];
            to[part[0]] = sum;
            continue;
        }
        for (unsigned i = 0; i < count; i++)
            to[part[i]] = apply(name, in[0][i], in[1][i], in[2][i]);
    }
}

/* The binary form and the listing, whose literals have nine digits, on the same random inputs. */
static void check_values(const found *f, const char *text)
{
    static registers regs;
    static float inputs[REGISTERS][4], out[REGISTERS][4];
    uint32_t random = 7;
    for (unsigned round = 0; round < 20; round++) {
        memset(&regs, 0, sizeof regs);
        memset(out, 0, sizeof out);
        for (unsigned i = 0; i < REGISTERS; i++)
            for (unsigned k = 0; k < 4; k++) {
                random = random * 1664525u + 1013904223u;
                inputs[i][k] = (float)(random >> 8) / 2097152.0f - (round % 2 == 0 ? 0 : 4); /* indices, too */
                regs.c[i][k] = inputs[i][k];
            }
        for (unsigned i = 0; i < REGISTERS && round % 2 != 0; i++) {
            regs.c[i][0] = i % 5; /* whole numbers, where they are indices */
            inputs[i][0] = (float)(i % 5);
        }
        if (strchr(text, '[') != NULL && round % 2 == 0)
            continue;
        s9_preshader_args args = {.struct_size = sizeof args, .inputs = (const float(*)[4])inputs, .f = out};
        args.input_count = args.f_count = REGISTERS;
        assert_int_equal(s9_preshader_run(f->preshader, &args), S9_OK);
        run_listing(text, &regs);
        for (unsigned i = 0; i < REGISTERS; i++)
            for (unsigned k = 0; k < 4; k++) {
                float expected = (float)regs.out[i][k];
                bool near = isnan(expected) ? isnan(out[i][k])
                                            : expected == out[i][k] ||
                                                  fabsf(expected - out[i][k]) <= 1e-4f * fabsf(expected) + 1e-5f;
                if (!near)
                    fail_msg("%s: c%u component %u is %.9g, by the listing %.9g", f->path, i, k, (double)out[i][k],
                             (double)expected);
            }
    }
}

/* ---- tests ---- */

static void corpus_has_preshaders(void **state)
{
    (void)state;
    files_list shaders = files_shared_folder("corpus/bytecode", ".bin"),
               effects = files_shared_folder("corpus/effects", "");
    found_list list = {NULL, 0, 0};
    find_in(&list, &shaders, false);
    size_t of_shaders = list.count;
    find_in(&list, &effects, false);
    uint32_t instructions = 0;
    for (size_t i = 0; i < list.count; i++) {
        instructions += s9_preshader_instruction_count(list.items[i].preshader);
        assert_true(s9_preshader_output_count(list.items[i].preshader) > 0);
        check_values(&list.items[i], list.items[i].text); /* as we list it */
    }
    print_message("%u different preshaders in shaders and %u more in effects, %u instructions\n", (unsigned)of_shaders,
                  (unsigned)(list.count - of_shaders), (unsigned)instructions);
    assert_true(list.count >= 65 && instructions >= 888);
    found_free(&list);
    files_free(&shaders);
    files_free(&effects);
}

/* What effects compute for states and indices. */
static void effects_have_expressions(void **state)
{
    (void)state;
    files_list effects = files_shared_folder("corpus/effects", "");
    found_list list = {NULL, 0, 0};
    find_in(&list, &effects, true);
    for (size_t i = 0; i < list.count; i++)
        check_values(&list.items[i], list.items[i].text);
    print_message("%u different expressions\n", (unsigned)list.count);
    assert_true(list.count >= 37);
    found_free(&list);
    files_free(&effects);
}

/* The ranges that the compiler wrote down (PRSI) are those found in the instructions. */
static void outputs_are_those_of_the_compiler(void **state)
{
    (void)state;
    files_list shaders = files_shared_folder("corpus/bytecode", ".bin");
    found_list list = {NULL, 0, 0};
    size_t compared = 0;
    find_in(&list, &shaders, false);
    for (size_t i = 0; i < list.count; i++) {
        const found *f = &list.items[i];
        for (size_t at = 4; at + 8 <= f->size; at += 4 + (size_t)(s9_read_u32(f->bytes + at) >> 16) * 4) {
            if (memcmp(f->bytes + at + 4, "PRSI", 4) != 0)
                continue;
            const uint8_t *words = f->bytes + at + 8;
            uint32_t ranges = s9_read_u32(words + 24);
            assert_int_equal(s9_preshader_output_count(f->preshader), ranges);
            for (uint32_t k = 0; k < ranges; k++) {
                const s9_preshader_output *o = s9_preshader_output_at(f->preshader, k);
                assert_int_equal(o->set, S9_SET_FLOAT);
                assert_int_equal(o->first, s9_read_u32(words + 28 + (size_t)8 * k));
                assert_int_equal(o->count, s9_read_u32(words + 32 + (size_t)8 * k));
            }
            compared++;
        }
    }
    print_message("%u preshaders have outputs as their compiler says\n", (unsigned)compared);
    assert_true(compared >= 57);
    found_free(&list);
    files_free(&shaders);
}

static bool is_listed(const found_list *list, const char *text, const found **out)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].text, text) == 0) {
            *out = &list->items[i];
            return true;
        }
    return false;
}

static void listings_show_the_same(void **state)
{
    (void)state;
    files_list shaders = files_shared_folder("corpus/bytecode", ".bin"),
               effects = files_shared_folder("corpus/effects", "");
    files_list listings = files_shared_folder("corpus/asm", ".asm");
    found_list list = {NULL, 0, 0};
    size_t same = 0, different = 0, old = 0;
    find_in(&list, &shaders, false);
    find_in(&list, &effects, false);
    for (size_t i = 0; i < listings.count; i++) {
        size_t size;
        char *text = files_read(listings.paths[i], &size);
        assert_non_null(text);
        for (const char *at = text; (at = strstr(at, "    preshader")) != NULL; at += 4) {
            const found *f;
            char *lines = instructions_of(at);
            if (is_listed(&list, lines, &f)) {
                check_values(f, lines); /* as the compiler listed it */
                same++;
            } else if (strstr(text, "Compiler 9.15.779") != NULL) {
                old++; /* its bytes are not here, and it prints the output of dot with one component */
            } else {
                different++;
                print_message("%s lists a preshader that no shader has:\n%s", listings.paths[i], lines);
            }
            free(lines);
        }
        free(text);
    }
    print_message("%u preshaders print as they are listed; %u listed by an older compiler have no bytes\n",
                  (unsigned)same, (unsigned)old);
    assert_int_equal(different, 0);
    assert_true(same >= 30);
    found_free(&list);
    files_free(&shaders);
    files_free(&effects);
    files_free(&listings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus_has_preshaders),
        cmocka_unit_test(effects_have_expressions),
        cmocka_unit_test(outputs_are_those_of_the_compiler),
        cmocka_unit_test(listings_show_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
