/* SPDX-License-Identifier: MIT */
/* The text form of the intermediate representation, read back, and modules that break an invariant. */
#include "files.h"
#include "ir/ir.h"
#include "ir/ir_build.h"
#include "memory.h"

/* ---- helpers ---- */

static s9_diagnostics *new_list(void)
{
    s9_diagnostics *list = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    return list;
}

static s9_ir *parse(const char *text)
{
    s9_ir *ir = NULL;
    s9_diagnostics *list = new_list();
    s9_result result = s9_ir_parse(text, strlen(text), NULL, &ir, list);
    if (result != S9_OK)
        fail_msg("%s\n%s", s9_diagnostics_get(list, 0)->message, text);
    s9_diagnostics_destroy(list);
    return ir;
}

#define HEAD                                                                   \
    "ir ps_3_0\n"                                                              \
    "options float=ieee mova_ties=up max_steps=77\n"                           \
    "sampler s0 2d\n"                                                          \
    "sampler s3 cube\n"                                                        \
    "input v0 texcoord 2 .xy centroid pp\n"                                    \
    "input v4 .xyzw\n"                                                         \
    "input vFace .x\n"                                                         \
    "output oC0 .xyzw\n"                                                       \
    "output oDepth .x\n"                                                       \
    "definition c4 1 0.5 -0 0x7fc00001\n"                                      \
    "definition i2 -2147483648 0 7 1\n"                                        \
    "definition b1 1\n"                                                        \
    "register r0 f32\n"                                                        \
    "register aL i32\n"                                                        \
    "register p0 bool\n"                                                       \
    "immediates 1 0.5 0x00000003 1e-05 3.4028235e+38 0x00000001 -0 16777216\n" \
    "immediates 0x80000001\n"

#define BODY                                                             \
    "function program\n"                                                 \
    "  %0:f3 = mulz in.v0.xyz, c[aL.x+2].xyz @7\n"                       \
    "  r0.xz = madz %0.xy, #0.xy, r0.zz if !p0.xz @7 ; (1 0.5)\n"        \
    "  p0.w = lt r0.x, stage1.4 @8\n"                                    \
    "  if b3.x @8\n"                                                     \
    "    %1:f4 = sample s0, r0.xyz @9\n"                                 \
    "    out.oC0.xyzw = mov %1.wzyx if p0.xxxx @10\n"                    \
    "  else @11\n"                                                       \
    "    loop i2.x @12\n"                                                \
    "      aL.x = iadd aL.x, #2.x @12 ; (0x00000003)\n"                  \
    "      break_if p0.w @12\n"                                          \
    "      break @12\n"                                                  \
    "    endloop @12\n"                                                  \
    "    %2:f4 = sample_grad s3, in.v[aL.x+1].xyz, r0.xxx, r0.yzw @13\n" \
    "    out.oDepth.x = mov in.vFace.x @13\n"                            \
    "    discard p0.x @13\n"                                             \
    "  endif @14\n"                                                      \
    "  call 1 @15\n"                                                     \
    "function l7\n"                                                      \
    "  %3:b2 = eq r0.xy, r0.zw @16\n"                                    \
    "  %4:i2 = ftoi_even r0.xy @17\n"                                    \
    "  ret @18\n"

/* ---- text ---- */

static void what_is_printed_reads_back(void **state)
{
    (void)state;
    s9_ir *ir = parse(HEAD BODY);
    assert_int_equal(s9_ir_verify(ir, NULL), S9_OK);
    assert_int_equal(ir->options.float_mode, S9_FLOAT_IEEE);
    assert_int_equal(ir->options.mova_ties, S9_MOVA_TIES_UP);
    assert_int_equal(ir->options.max_steps, 77);
    assert_int_equal(ir->samplers[3], S9_TEXTURE_CUBE);
    assert_int_equal(ir->sampler_mask, 9);
    assert_int_equal(ir->stage_mask, 2);
    assert_int_equal(ir->definitions.items[0].bits[2], 0x80000000);
    assert_int_equal(ir->definitions.items[0].bits[3], 0x7FC00001);
    assert_int_equal(ir->definitions.items[1].bits[0], 0x80000000);
    assert_int_equal(ir->immediates.items[4], 0x7F7FFFFF);
    assert_int_equal(ir->functions.count, 2);
    assert_int_equal(ir->functions.items[1].label, 7);
    assert_int_equal(ir->functions.items[1].count, 3);
    assert_true(ir->relative_inputs && ir->relative_constants && ir->uses_discard && ir->uses_gradients);
    s9_blob blob = {0};
    assert_int_equal(s9_ir_print(ir, NULL, &blob), S9_OK);
    assert_string_equal((const char *)blob.data, HEAD BODY);
    s9_blob_free(&blob);
    s9_ir_destroy(ir);
}

static void blanks_remarks_and_line_ends_do_not_matter(void **state)
{
    (void)state;
    s9_ir *ir = parse("; a remark\r\n\r\nir vs_3_0 ; more\r\nregister r0 f32\r\n\tregister a0 i32\n"
                      "function program\n\t r0.x=mov  c0.y\n out.o[a0.x+3].xy = mov r0.xy\n");
    assert_int_equal(ir->insts.count, 2);
    assert_int_equal(s9_ir_verify(ir, NULL), S9_OK);
    s9_ir_destroy(ir);
}

static void faults_of_text_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
    } table[] = {
        {"", 0, 1},
        {"ir", 1, 3},
        {"ir vs_9_0", 1, 4},
        {"ir vs_3_0 x", 1, 11},
        {"ir vs_3_0\nmov", 2, 1},
        {"ir vs_3_0\nregister c0 f32", 2, 10},
        {"ir vs_3_0\nregister r0 f64", 2, 13},
        {"ir vs_3_0\nregister r0 f32\nregister r0 f32", 3, 10},
        {"ir vs_3_0\nregister averyverylongname f32", 2, 10},
        {"ir vs_3_0\noptions float=single", 2, 15},
        {"ir vs_3_0\noptions colour=red", 2, 9},
        {"ir vs_3_0\nsampler s16 2d", 2, 12},
        {"ir vs_3_0\nsampler s0 1d", 2, 12},
        {"ir vs_3_0\ninput v16 .x", 2, 7},
        {"ir vs_3_0\ninput v0 weight 0 .x", 2, 10},
        {"ir vs_3_0\ninput v0 color 16 .x", 2, 18},
        {"ir vs_3_0\ndefinition r0 1 2 3 4", 2, 12},
        {"ir vs_3_0\ndefinition c0 1 2 3", 2, 20},
        {"ir vs_3_0\ndefinition i0 2147483648 2 3 4", 2, 25},
        {"ir vs_3_0\nimmediates one", 2, 12},
        {"ir vs_3_0\nfunction main", 2, 10},
        {"ir vs_3_0\nfunction program\n%1:f1 = mov c0.x", 3, 3},
        {"ir vs_3_0\nfunction program\n%0:q1 = mov c0.x", 3, 4},
        {"ir vs_3_0\nfunction program\n%0:f5 = mov c0.x", 3, 5},
        {"ir vs_3_0\nfunction program\n%0:f1 = move c0.x", 3, 9},
        {"ir vs_3_0\nfunction program\n%0:f1 = mov c0.xy", 3, 18},
        {"ir vs_3_0\nfunction program\n%0:f1 = mov c0.v", 3, 16},
        {"ir vs_3_0\nfunction program\n%0:f1 = mov c0", 3, 15},
        {"ir vs_3_0\nfunction program\n%0:f1 = mov q0.x", 3, 13},
        {"ir vs_3_0\nfunction program\n%0:f1 = add c0.x", 3, 17},
        {"ir vs_3_0\nfunction program\n%0:f1 = mov c0.x x", 3, 18},
        {"ir vs_3_0\nfunction program\nc0.x = mov c0.x", 3, 3},
        {"ir vs_3_0\nfunction program\nmov c0.x", 3, 4},
        {"ir vs_3_0\nfunction program\n%0:f4 = sample c0.xyz", 3, 16},
        {"ir vs_3_0\nfunction program\n%0:f1 = mov c[r0.x+1].x", 3, 15},
        {"ir vs_3_0\nfunction program\n%0:f1 = mov c99999999999.x", 3, 23},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        s9_ir *ir = NULL;
        s9_diagnostics *list = new_list();
        s9_result result = s9_ir_parse(table[i].text, strlen(table[i].text), NULL, &ir, list);
        if (result != S9_ERROR_INVALID)
            fail_msg("not refused: %s", table[i].text);
        assert_null(ir);
        assert_int_equal(s9_diagnostics_count(list), 1);
        const s9_diagnostic *first = s9_diagnostics_get(list, 0);
        if (first->at.line != table[i].line || first->at.column != table[i].column)
            print_message("%s\n%u:%u %s\n", table[i].text, (unsigned)first->at.line, (unsigned)first->at.column,
                          first->message);
        assert_int_equal(first->at.line, table[i].line);
        assert_int_equal(first->at.column, table[i].column);
        s9_diagnostics_destroy(list);
    }
    s9_ir *ir = NULL;
    assert_int_equal(s9_ir_parse(NULL, 0, NULL, &ir, NULL), S9_ERROR_INVALID);
    assert_int_equal(s9_ir_parse(NULL, 1, NULL, &ir, NULL), S9_ERROR_ARGUMENT);
}

/* Any prefix of a module, and any module with one character changed, is read or refused. */
static void damaged_text_does_no_harm(void **state)
{
    (void)state;
    static const char text[] = HEAD BODY;
    static const char letters[] = " .x09%#[]@;=-\n~";
    size_t size = sizeof text - 1;
    char copy[sizeof text];
    for (size_t i = 0; i < size; i++) {
        s9_ir *ir = NULL;
        if (s9_ir_parse(text, i, NULL, &ir, NULL) == S9_OK)
            (void)s9_ir_verify(ir, NULL);
        s9_ir_destroy(ir);
        memcpy(copy, text, sizeof text);
        copy[i] = letters[i % (sizeof letters - 1)];
        if (s9_ir_parse(copy, size, NULL, &ir, NULL) == S9_OK && s9_ir_verify(ir, NULL) == S9_OK) {
            s9_blob blob = {0};
            assert_int_equal(s9_ir_print(ir, NULL, &blob), S9_OK);
            s9_blob_free(&blob);
        }
        s9_ir_destroy(ir);
    }
}

/* ---- the verifier ---- */

static void expect_broken(s9_ir *ir, const char *reason)
{
    s9_diagnostics *list = new_list();
    s9_result result = s9_ir_verify(ir, list);
    const s9_diagnostic *first = s9_diagnostics_get(list, 0);
    if (result != S9_ERROR_INVALID || !first || !strstr(first->message, reason))
        fail_msg("\"%s\" is expected, not \"%s\"", reason, first ? first->message : "nothing");
    assert_int_equal(s9_diagnostics_count(list), 1);
    s9_diagnostics_destroy(list);
    s9_ir_destroy(ir);
}

#define START "ir ps_3_0\nregister r0 f32\nregister a0 i32\nregister p0 bool\nimmediates 1 2\nfunction program\n"

static void broken_texts_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } table[] = {
        {START "r0.x = mov %0.x\n%0:f1 = mov r0.x\n", "%0 is not visible"},
        {START "if p0.x\n%0:f1 = mov r0.x\nendif\nr0.x = mov %0.x\n", "%0 is not visible"},
        {START "if p0.x\n%0:f1 = mov r0.x\nelse\nr0.x = mov %0.x\nendif\n", "%0 is not visible"},
        {START "%0:f1 = mov r0.x\nfunction l0\nr0.x = mov %0.x\n", "%0 is not visible"},
        {START "%0:f1 = add %0.x, r0.x\n", "%0 is not visible"},
        {START "%0:f1 = mov r0.x\nr0.y = mov %0.y\n", "component 0 of a source"},
        {START "r0.x = mov #1.y\n", "component 0 of a source"},
        {START "r0.x = mov #2.x\n", "number 2, which does not exist"},
        {START "r0.x = mov c8192.x\n", "number 8192, which does not exist"},
        {START "r0.x = mov stage16.0\n", "number 16, which does not exist"},
        {START "r0.x = mov stage0.7\n", "component 0 of a source"},
        {START "r0.x = mov in.vFace.y\n", "component 0 of a source"},
        {START "if b0.y\nendif\n", "component 0 of a source"},
        {START "r0.x = mov a0.x\n", "a source is i32 where f32 is expected"},
        {START "r0.x = add r0.x, p0.x\n", "a source is bool where f32 is expected"},
        {START "if r0.x\nendif\n", "a source is f32 where bool is expected"},
        {START "loop r0.x\nendloop\n", "a source is f32 where i32 is expected"},
        {START "a0.x = add r0.x, r0.x\n", "add gives f32, the destination is i32"},
        {START "%0:i1 = lt r0.x, r0.x\n", "lt gives bool, the destination is i32"},
        {START "r0.xy = dot3 r0.xyz, r0.xyz\n", "dot3 does not give 2 components"},
        {START "r0.x = sample s0, r0.xyz\n", "sample does not give 1 components"},
        {START "r0.yx = mov r0.xy\n", "do not ascend"},
        {START "r0.xx = mov r0.xy\n", "do not ascend"},
        {START "r0.x = mov r0.x if r0.x\n", "a source is f32 where bool is expected"},
        {START "%0:f1 = mov r0.x if p0.x\n", "can be predicated"},
        {START "r0.x = mov r0.x if #0.x\n", "a predicate is no immediate"},
        {START "r0.x = mov c[r0.x+1].x\n", "is no integer register"},
        {START "out.o[a0.x+1].x = mov r0.x\n", "cannot be addressed relatively"},
        {START "break\n", "break outside a loop"},
        {START "if p0.x\n", "not closed"},
        {START "loop i0.x\n", "not closed"},
        {START "else\n", "else without if"},
        {START "endif\n", "endif without if"},
        {START "loop i0.x\nendif\nendloop\n", "endif without if"},
        {START "if p0.x\nelse\nelse\nendif\n", "else without if"},
        {START "if p0.x\nendloop\n", "endloop without loop"},
        {START "if p0.x\nfunction l0\nendif\n", "not closed"},
        {START "call 0\n", "no function 0"},
        {START "call 1\n", "no function 1"},
        {START "call 1\nfunction l0\ncall 2\nfunction l1\ncall 1\n", "leads back"},
        {START "function program\n", "function 1 has no proper label"},
        {"ir ps_3_0\n", "there is no function"},
        {"ir ps_3_0\nfunction l0\n", "function 0 has no proper label"},
        {"ir vs_3_0\ninput t0 .x\nfunction program\n", "input slot 0"},
        {"ir ps_3_0\ninput v1 .x\ninput v0 .x\nfunction program\n", "do not ascend"},
        {"ir vs_3_0\nregister r0 f32\nfunction program\nr0.x = mov in.vPos.x\n", "does not exist"},
        {"ir vs_3_0\nregister r0 f32\nfunction program\nr0.x = mov stage0.0\n", "does not exist"},
        {"ir ps_3_0\ndefinition c1 1 1 1 1\ndefinition c1 1 1 1 1\nfunction program\n", "definitions do not ascend"},
        {"ir ps_3_0\ndefinition i1 1 1 1 1\ndefinition c1 1 1 1 1\nfunction program\n", "definitions do not ascend"},
        {"ir ps_3_0\ndefinition i2048 1 1 1 1\nfunction program\n", "definition 0 is of no constant"},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++)
        expect_broken(parse(table[i].text), table[i].reason);
}

/* What text cannot say is broken in the module itself. */
static s9_ir *sound(void)
{
    s9_ir *ir = parse(START "%0:f2 = add r0.xy, r0.zw\nr0.xy = mov %0.xy if p0.xy\n%1:f4 = sample s0, r0.xyz\nret\n");
    assert_int_equal(s9_ir_verify(ir, NULL), S9_OK);
    return ir;
}

static void broken_modules_are_refused(void **state)
{
    (void)state;
    s9_ir *ir;
#define BREAK(change, reason)            \
    do {                                 \
        ir = sound();                    \
        s9_ir_inst *i = ir->insts.items; \
        (void)i;                         \
        change;                          \
        expect_broken(ir, reason);       \
    } while (0)
    BREAK(ir->version = S9_VERSION_COUNT, "no such version");
    BREAK(ir->samplers[2] = 1, "sampler 2");
    BREAK(ir->constf_limit = 8193, "too many constants");
    BREAK(ir->registers.items[0].type = S9_IR_TYPE_NONE, "register 0 has no type");
    BREAK(ir->registers.items[0].type = S9_IR_TYPE_SAME, "register 0 has no type");
    BREAK(memset(ir->registers.items[1].name, 'a', sizeof ir->registers.items[1].name),
          "register 1 has no proper name");
    BREAK(ir->values.items[0] = 0, "value %0 has no proper shape");
    BREAK(ir->values.items[0] = 3 | S9_IR_TYPE_F32 << 3, "another number of components");
    BREAK(ir->values.items[0] = 2 | S9_IR_TYPE_I32 << 3, "the destination is i32");
    BREAK(ir->values.count = 3; ir->values.items[2] = 1 | S9_IR_TYPE_F32 << 3, "1 values are never assigned");
    BREAK(i[0].op = S9_IR_OP_COUNT, "no operation");
    BREAK(i[0].n = 0, "0 components");
    BREAK(i[0].n = 5, "5 components");
    BREAK(i[0].dst.index = 1, "out of order");
    BREAK(i[0].dst.index = 9, "no value %9");
    BREAK(i[0].dst.kind = S9_IR_NONE, "cannot be written");
    BREAK(i[0].dst.kind = S9_IR_CONSTF, "cannot be written");
    BREAK(i[0].dst.swizzle[0] = 1, "no swizzle");
    BREAK(i[0].dst_components[0] = 1, "written as a whole");
    BREAK(i[0].src[0].kind = S9_IR_NONE, "cannot be read");
    BREAK(i[0].src[0].kind = S9_IR_OUTPUT, "cannot be read");
    BREAK(i[0].src[0].kind = 99, "cannot be read");
    BREAK(i[0].src[0].index = 3, "which does not exist");
    BREAK(i[0].src[0].swizzle[1] = 4, "component 1 of a source");
    BREAK(i[0].src[0].swizzle[3] = 1, "component 3 of a source");
    BREAK(i[0].src[0].relative = 2, "cannot be addressed relatively");
    BREAK(i[0].src[0].relative_component = 1, "an index component without an index");
    BREAK(i[0].src[2].kind = S9_IR_CONSTF, "add has 2 sources");
    BREAK(i[0].aux = 1, "add has no number");
    BREAK(i[0].texture_type = S9_TEXTURE_2D, "add has no texture type");
    BREAK(i[0].predicate_not = true, "half a predicate");
    BREAK(i[1].dst.index = 3, "no register 3");
    BREAK(i[1].dst.kind = S9_IR_OUTPUT; i[1].dst.index = 5, "no output 5");
    BREAK(i[1].dst_components[2] = 2, "do not ascend");
    BREAK(i[1].predicate.swizzle[0] = 4, "component 0 of a source");
    BREAK(i[2].aux = 16, "no sampler 16");
    BREAK(i[2].texture_type = S9_TEXTURE_CUBE, "not the declared one");
    BREAK(i[3].n = 1, "ret has no result");
    BREAK(i[3].dst.kind = S9_IR_REG, "ret has no result");
    BREAK(ir->functions.items[0].first = 1, "function 0 does not follow");
    BREAK(ir->functions.items[0].count = 5, "function 0 does not follow");
    BREAK(ir->functions.items[0].count = 3, "outside functions");
    BREAK(ir->sampler_mask = 0, "summary");
    BREAK(ir->uses_gradients = false, "summary");
    BREAK(ir->uses_discard = true, "summary");
    BREAK(ir->input_read[0] = 1, "summary");
    BREAK(ir->output_written[0] = 1, "summary");
#undef BREAK
    assert_int_equal(s9_ir_verify(NULL, NULL), S9_ERROR_ARGUMENT);
}

/* ---- memory ---- */

/* A module that needs every array: lowered, verified, printed and parsed with each allocation failing in turn. */
static void missing_memory_is_an_error(void **state)
{
    (void)state;
    s9_buffer text;
    s9_buffer_init(&text, NULL);
    s9_buffer_text(&text, "vs_3_0\ndcl_position v0\ndcl_2d s0\ndcl_position o0\ndef c3, 1, 2, 3, 4\nloop aL, i0\n"
                          "mov r0, c[aL + 1]\ncall l1\nendloop\n");
    for (unsigned i = 0; i < 600; i++)
        s9_buffer_format(&text, "mad r%u, v0, c3.x, -r%u\ntexldl r1, r0, s0\n", i % 32, (i + 1) % 32);
    s9_buffer_text(&text, "ret\nlabel l1\nlit r3, r3\nret\n");
    s9_program *program = NULL;
    assert_int_equal(s9_assemble(text.data, text.size, NULL, NULL, &program, NULL), S9_OK);
    s9_buffer_free(&text);
    bool done = false;
    for (size_t limit = 0; !done; limit++) {
        memory_source f = {.fails_at = limit};
        s9_allocator allocator = memory_allocator(&f);
        s9_ir *ir = NULL, *again = NULL;
        s9_blob blob = {0};
        s9_result result = s9_ir_lower(program, &allocator, NULL, &ir, NULL);
        assert_true(result == S9_OK || (result == S9_ERROR_MEMORY && ir == NULL));
        if (result == S9_OK)
            result = s9_ir_verify(ir, NULL);
        if (result == S9_OK)
            result = s9_ir_print(ir, &allocator, &blob);
        if (result == S9_OK)
            result = s9_ir_parse(blob.data, blob.size, &allocator, &again, NULL);
        done = result == S9_OK;
        if (!done)
            assert_int_equal(result, S9_ERROR_MEMORY);
        else
            assert_int_equal(again->insts.count, ir->insts.count);
        s9_ir_destroy(again);
        s9_ir_destroy(ir);
        s9_blob_free(&blob);
        assert_int_equal(f.out, 0);
        assert_true(limit < 1000);
    }
    s9_program_destroy(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_printed_reads_back), cmocka_unit_test(blanks_remarks_and_line_ends_do_not_matter),
        cmocka_unit_test(faults_of_text_are_named),   cmocka_unit_test(damaged_text_does_no_harm),
        cmocka_unit_test(broken_texts_are_refused),   cmocka_unit_test(broken_modules_are_refused),
        cmocka_unit_test(missing_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
