/* SPDX-License-Identifier: MIT */
/*
 * Every shader of the corpus lowers under every float mode, passes the verifier, and its text reads back to the same
 * module; large programs lower in time that grows with their size.
 */
#include "files.h"
#include "ir/ir.h"
#include "ir/ir_build.h"

#include <time.h>

/* ---- comparing modules ---- */

#define SAME(a, b, vector)                     \
    ((a)->vector.count == (b)->vector.count && \
     ((a)->vector.count == 0 ||                \
      memcmp((a)->vector.items, (b)->vector.items, (a)->vector.count * sizeof *(a)->vector.items) == 0))

static bool same_operand(const s9_ir_operand *a, const s9_ir_operand *b)
{
    return a->kind == b->kind && a->index == b->index && a->relative == b->relative &&
           a->relative_component == b->relative_component && memcmp(a->swizzle, b->swizzle, 4) == 0;
}

static bool same_instruction(const s9_ir_inst *a, const s9_ir_inst *b)
{
    for (uint32_t i = 0; i < 3; i++) {
        if (!same_operand(&a->src[i], &b->src[i]))
            return false;
    }
    return a->op == b->op && a->n == b->n && memcmp(a->dst_components, b->dst_components, 4) == 0 &&
           a->texture_type == b->texture_type && a->predicate_not == b->predicate_not &&
           same_operand(&a->dst, &b->dst) && same_operand(&a->predicate, &b->predicate) && a->aux == b->aux &&
           a->item == b->item;
}

static bool same_slots(const s9_ir_slot *a, const s9_ir_slot *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (a[i].number != b[i].number || a[i].usage != b[i].usage || a[i].usage_index != b[i].usage_index ||
            a[i].mask != b[i].mask || a[i].centroid != b[i].centroid ||
            a[i].partial_precision != b[i].partial_precision)
            return false;
    }
    return true;
}

static bool same_module(const s9_ir *a, const s9_ir *b)
{
    if (a->version != b->version || a->insts.count != b->insts.count || a->registers.count != b->registers.count ||
        a->inputs.count != b->inputs.count || a->outputs.count != b->outputs.count ||
        a->definitions.count != b->definitions.count || !SAME(a, b, functions) || !SAME(a, b, immediates) ||
        !SAME(a, b, values) || memcmp(a->samplers, b->samplers, sizeof a->samplers) != 0)
        return false;
    for (uint32_t i = 0; i < a->insts.count; i++) {
        if (!same_instruction(&a->insts.items[i], &b->insts.items[i]))
            return false;
    }
    for (uint32_t i = 0; i < a->registers.count; i++) {
        const s9_ir_register *x = &a->registers.items[i], *y = &b->registers.items[i];
        if (x->type != y->type || strcmp(x->name, y->name) != 0)
            return false;
    }
    for (uint32_t i = 0; i < a->definitions.count; i++) {
        const s9_ir_definition *x = &a->definitions.items[i], *y = &b->definitions.items[i];
        if (x->kind != y->kind || x->number != y->number || memcmp(x->bits, y->bits, sizeof x->bits) != 0)
            return false;
    }
    return same_slots(a->inputs.items, b->inputs.items, a->inputs.count) &&
           same_slots(a->outputs.items, b->outputs.items, a->outputs.count);
}

/* NULL when everything holds, else what does not. */
static const char *fault_of(const s9_program *program, const s9_shader_options *options)
{
    s9_ir *ir = NULL, *again = NULL;
    s9_blob text = {0};
    const char *fault = NULL;
    if (s9_ir_lower(program, NULL, options, &ir, NULL) != S9_OK)
        fault = "is not lowered";
    else if (s9_ir_verify(ir, NULL) != S9_OK)
        fault = "does not pass the verifier";
    else if (s9_ir_print(ir, NULL, &text) != S9_OK || s9_ir_parse(text.data, text.size, NULL, &again, NULL) != S9_OK)
        fault = "has a text form that cannot be read";
    else if (s9_ir_verify(again, NULL) != S9_OK || !same_module(ir, again))
        fault = "is another module when its text is read";
    s9_blob_free(&text);
    s9_ir_destroy(again);
    s9_ir_destroy(ir);
    return fault;
}

static void the_corpus_lowers(void **state)
{
    (void)state;
    static const s9_shader_options variants[] = {
        {.struct_size = sizeof(s9_shader_options)},
        {.struct_size = sizeof(s9_shader_options),
         .float_mode = S9_FLOAT_IEEE,
         .ps1_range = S9_PS1_RANGE_1,
         .logp_vs1 = S9_LOGP_VS1_REPLICATED,
         .lit_clamp = S9_LIT_CLAMP_NONE,
         .cnd_coissue_quirk_off = true},
    };
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    size_t faults = 0;
    for (size_t i = 0; i < list.count; i++) {
        size_t size = 0;
        char *bytes = files_read(list.paths[i], &size);
        s9_program *program = NULL;
        assert_non_null(bytes);
        assert_int_equal(s9_decode(bytes, size, NULL, NULL, &program, NULL), S9_OK);
        for (size_t k = 0; k < S9_COUNT(variants); k++) {
            const char *fault = fault_of(program, &variants[k]);
            if (fault)
                print_message("%s %s\n", list.paths[i], fault);
            faults += fault != NULL;
        }
        s9_program_destroy(program);
        free(bytes);
    }
    print_message("%u shaders\n", (unsigned)list.count);
    files_free(&list);
    assert_int_equal(faults, 0);
}

/* ---- size ---- */

/* A vs_3_sw of `count` groups of statements that make every table of lowering grow. */
static s9_program *large_program(uint32_t count)
{
    static const uint32_t start[] = {0x0200001B, 0xF0E40800, 0xF0E40000};            /* loop aL, i0 */
    static const uint32_t read[] = {0x03000001, 0x800F0001, 0xA0E42003, 0xF0E40800}; /* mov r1, c3[aL] */
    static const uint32_t stop[] = {0x0000001D};                                     /* endloop */
    static const uint32_t branch[] = {0x01000028, 0xE0E40800};                       /* if b0 */
    static const uint32_t leave[] = {0x0000001C};                                    /* ret */
    static const uint32_t end[] = {0x0000002B};                                      /* endif */
    s9_program *program = s9_program_create(NULL, s9_isa_version(S9_VS_3_SW)->token);
    assert_non_null(program);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = i & 2047u;
        const uint32_t def[] = {0x05000051, 0xA00F0000 | number, i, i + 1, i + 2, i + 3};
        const uint32_t mad[] = {0x04000004, 0x800F0000 | number, 0x80E40000 | number, 0xA1E40000 | number, 0x81E40001};
        assert_non_null(s9_program_append(program, def, 6));
        assert_non_null(s9_program_append(program, start, 3));
        assert_non_null(s9_program_append(program, read, 4));
        assert_non_null(s9_program_append(program, mad, 5));
        assert_non_null(s9_program_append(program, branch, 2));
        assert_non_null(s9_program_append(program, leave, 1));
        assert_non_null(s9_program_append(program, end, 1));
    }
    for (uint32_t i = 0; i < count; i++)
        assert_non_null(s9_program_append(program, stop, 1));
    s9_program_finish(program);
    return program;
}

static double seconds_for(uint32_t count)
{
    s9_program *program = large_program(count);
    s9_ir *ir = NULL;
    clock_t before = clock();
    assert_int_equal(s9_ir_lower(program, NULL, NULL, &ir, NULL), S9_OK);
    assert_int_equal(s9_ir_verify(ir, NULL), S9_OK);
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    s9_ir_destroy(ir);
    s9_program_destroy(program);
    return seconds;
}

static void time_grows_with_size(void **state)
{
    (void)state;
    double small = seconds_for(10000), large = seconds_for(80000);
    print_message("80,000 and 640,000 instructions: %.3f s and %.3f s\n", small, large);
    /* Eight times the size; a quadratic step would take 64 times. */
    assert_true(large < 24 * small + 0.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_corpus_lowers),
        cmocka_unit_test(time_grows_with_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
