/* SPDX-License-Identifier: MIT */
/* The shaders of others: each has a reflection, and the slots are those that the compiler wrote under its listings. */
#include "base/base.h"
#include "files.h"
#include "program/slots.h"

#include <shader9/reflect.h>

static s9_program *load(const char *path)
{
    size_t size;
    s9_program *program = NULL;
    char *bytes = files_read(path, &size);
    assert_non_null(bytes);
    assert_int_equal(s9_decode(bytes, size, NULL, NULL, &program, NULL), S9_OK);
    free(bytes);
    return program;
}

static s9_reflection *reflect(const s9_program *program)
{
    s9_reflection *r = NULL;
    assert_int_equal(s9_reflect(program, NULL, &r), S9_OK);
    return r;
}

/* ---- properties of all ---- */

static bool declares(const s9_program *program)
{
    return s9_version_major(program->version) > 1 || !s9_version_is_pixel(program->version);
}

/* Compilers declare what they read, and write what they declare. */
static void check_interface(const s9_program *program, const s9_reflection *r, const char *path)
{
    for (size_t i = 0; i < s9_reflection_input_count(r); i++) {
        const s9_interface_element *e = s9_reflection_input(r, i);
        bool usage = declares(program) && e->name[0] == 'v' && e->name[1] >= '0' && e->name[1] <= '9' &&
                     (s9_version_major(program->version) == 3 || !s9_version_is_pixel(program->version));
        if ((e->used & ~e->mask) != 0 || (e->usage != NULL) != usage)
            fail_msg("%s: input %s", path, e->name);
    }
    bool written = false;
    for (size_t i = 0; i < s9_reflection_output_count(r); i++) {
        const s9_interface_element *e = s9_reflection_output(r, i);
        if ((e->used & ~e->mask) != 0)
            fail_msg("%s: output %s", path, e->name);
        written |= e->used != 0;
    }
    if (!written)
        fail_msg("%s: no output", path);
    for (size_t i = 0; i < s9_reflection_sampler_count(r); i++)
        if ((s9_reflection_sampler(r, i)->type != NULL) != declares(program))
            fail_msg("%s: sampler %u", path, (unsigned)s9_reflection_sampler(r, i)->number);
}

static uint32_t count_loops(const s9_program *program)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->items.count; i++)
        count += program->items.items[i].opcode == S9_OP_LOOP || program->items.items[i].opcode == S9_OP_REP;
    return count;
}

static void corpus_is_reflected(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    size_t unknown = 0;
    for (size_t i = 0; i < list.count; i++) {
        s9_program *program = load(list.paths[i]);
        s9_reflection *r = reflect(program);
        s9_cost cost = s9_reflection_cost(r);
        assert_int_equal(cost.total, cost.arithmetic + cost.texture);
        assert_true(cost.best <= cost.worst);
        s9_flow_info flow = s9_reflection_flow(r);
        uint32_t loops = count_loops(program);
        assert_true((flow.loop_depth != 0) == (loops != 0));
        if (flow.static_depth + flow.dynamic_depth + flow.loop_depth + flow.call_depth == 0)
            assert_true(cost.worst == cost.total && cost.best == cost.total);
        if (cost.worst < 0) {
            unknown++;
            assert_true(loops > 0);
        }
        check_interface(program, r, list.paths[i]);
        s9_reflection_destroy(r);
        s9_program_destroy(program);
    }
    print_message("%u shaders, %u with loops whose count the application sets\n", (unsigned)list.count,
                  (unsigned)unknown);
    files_free(&list);
}

/* ---- footers ---- */

/*
 * Where the compiler's own count differs from the tables of the instruction pages, which shader9 follows: it prices
 * what its optimiser makes of an instruction, not what the pages grant.
 */
typedef enum exception {
    LRP,     /* one slot; the page grants the two of its expansion */
    TEXKILL, /* one arithmetic slot; the pages count it among the texture instructions, 2 in model 3 */
    TEXLDD,  /* one texture and two arithmetic slots; three texture slots on the page */
    CUBE,    /* a cube map costs a plain texld of model 3 nothing more; four slots on the page */
    EXCEPTIONS
} exception;

static const char *const exception_names[] = {"lrp", "texkill", "texldd", "texld of a cube map"};

/* The cost as the compiler counts; `met` counts the programs that need each exception. */
static s9_cost listing_cost(const s9_program *program, unsigned met[EXCEPTIONS])
{
    s9_reflection *r = reflect(program);
    s9_cost cost = s9_reflection_cost(r);
    bool needs[EXCEPTIONS] = {false};
    s9_sampler_types types;
    uint32_t major = s9_version_major(program->version);
    s9_reflection_destroy(r);
    s9_program_sampler_types(program, &types);
    for (uint32_t i = 0; i < program->items.count && major > 1; i++) {
        const s9_item *item = &program->items.items[i];
        uint32_t sampler = item->source_count > 1 ? s9_operand_number(item->sources[1].token) & 15u : 0;
        switch (item->opcode) {
        case S9_OP_LRP:
            cost.arithmetic--;
            needs[LRP] = true;
            break;
        case S9_OP_TEXKILL:
            cost.texture -= major == 3 ? 2 : 1;
            cost.arithmetic++;
            needs[TEXKILL] = true;
            break;
        case S9_OP_TEXLDD:
            cost.texture -= 2;
            cost.arithmetic += 2;
            needs[TEXLDD] = true;
            break;
        case S9_OP_TEX:
            if (major == 3 && types.type[sampler] == 3 && s9_token_controls(item->words[0]) == S9_TEX_PLAIN) {
                cost.texture -= 3;
                needs[CUBE] = true;
            }
            break;
        default:
            break;
        }
    }
    for (size_t i = 0; i < EXCEPTIONS; i++)
        met[i] += needs[i];
    cost.total = cost.arithmetic + cost.texture;
    return cost;
}

/* "// approximately 12 instruction slots used (2 texture, 10 arithmetic)", or without the parentheses. */
typedef struct footer {
    unsigned total, texture, arithmetic;
    bool split;
} footer;

/* The next footer of a listing from *at on, which moves behind it; those of preshaders count no slots. */
static bool next_footer(const char **at, footer *out)
{
    static const char key[] = "// approximately ";
    while ((*at = strstr(*at, key)) != NULL) {
        *at += sizeof key - 1;
        const char *slots = strstr(*at, " instruction slot");
        if (sscanf(*at, "%u", &out->total) != 1 || slots == NULL || slots > *at + strspn(*at, "0123456789"))
            continue;
        const char *split = slots + strcspn(slots, "(\n");
        out->split = sscanf(split, "(%u texture, %u arithmetic)", &out->texture, &out->arithmetic) == 2;
        return true;
    }
    return false;
}

static bool agrees(const s9_cost *cost, const footer *f)
{
    return cost->total == f->total && (!f->split || (cost->texture == f->texture && cost->arithmetic == f->arithmetic));
}

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

static void print_exceptions(const unsigned met[EXCEPTIONS])
{
    for (size_t i = 0; i < EXCEPTIONS; i++)
        print_message("  %u of them with %s\n", met[i], exception_names[i]);
}

/* The bytecode of a pair has the slots of its listing, or of one shader where the listing shows several. */
static void footers_of_pairs_agree(void **state)
{
    (void)state;
    size_t size, compared = 0, silent = 0, different = 0;
    unsigned met[EXCEPTIONS] = {0};
    char *pairs = files_shared("corpus/pairs.jsonl", &size);
    for (char *line = strtok(pairs, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char asm_name[200], bin_name[200], path[600];
        assert_true(take_string(line, "\"asm\":", asm_name, sizeof asm_name));
        assert_true(take_string(line, "\"bytecode\":", bin_name, sizeof bin_name));
        snprintf(path, sizeof path, TEST_SHARED "/corpus/%s", asm_name);
        char *text = files_read(path, &size);
        assert_non_null(text);
        const char *at = text;
        footer f;
        if (next_footer(&at, &f)) {
            snprintf(path, sizeof path, TEST_SHARED "/corpus/%s", bin_name);
            s9_program *program = load(path);
            s9_cost cost = listing_cost(program, met);
            bool same = agrees(&cost, &f);
            while (!same && next_footer(&at, &f))
                same = agrees(&cost, &f);
            compared++;
            if (!same) {
                different++;
                print_message("%s: %u (%u, %u), not what %s says\n", bin_name, (unsigned)cost.total,
                              (unsigned)cost.texture, (unsigned)cost.arithmetic, asm_name);
            }
            s9_program_destroy(program);
        } else {
            silent++; /* disassembled or written by hand: no compiler counted */
        }
        free(text);
    }
    free(pairs);
    print_message("%u pairs agree, %u have no footer\n", (unsigned)(compared - different), (unsigned)silent);
    print_exceptions(met);
    assert_true(compared >= 346);
    assert_int_equal(different, 0);
}

/* The same for all listings, assembled: shader by shader with the footer behind each. */
static void footers_of_listings_agree(void **state)
{
    (void)state;
    size_t compared = 0, different = 0, refused = 0;
    unsigned met[EXCEPTIONS] = {0};
    files_list list = files_shared_folder("corpus/asm", ".asm");
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *text = files_read(list.paths[i], &size);
        assert_non_null(text);
        const char *at = text;
        footer f;
        for (uint32_t shader = 1; next_footer(&at, &f); shader++) {
            s9_assemble_options options = {.struct_size = sizeof options, .shader = shader};
            s9_program *program = NULL;
            if (s9_assemble(text, size, NULL, &options, &program, NULL) != S9_OK) {
                refused++;
                continue;
            }
            s9_cost cost = listing_cost(program, met);
            compared++;
            if (!agrees(&cost, &f)) {
                different++;
                print_message("%s, shader %u: %u (%u, %u), not %u (%u, %u)\n", list.paths[i], (unsigned)shader,
                              (unsigned)cost.total, (unsigned)cost.texture, (unsigned)cost.arithmetic, f.total,
                              f.split ? f.texture : 0, f.split ? f.arithmetic : 0);
            }
            s9_program_destroy(program);
        }
        free(text);
    }
    files_free(&list);
    print_message("%u shaders of listings agree, %u were refused\n", (unsigned)(compared - different),
                  (unsigned)refused);
    print_exceptions(met);
    assert_true(compared > 346);
    assert_int_equal(different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus_is_reflected),
        cmocka_unit_test(footers_of_pairs_agree),
        cmocka_unit_test(footers_of_listings_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
