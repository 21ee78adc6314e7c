/* SPDX-License-Identifier: MIT */
/* Lowering instruction by instruction, what is refused, the verifier, and the text form. */
#include "files.h"
#include "ir/ir.h"
#include "ir/ir_build.h"

/* ---- helpers ---- */

static s9_program *assemble(const char *text)
{
    s9_program *program = NULL;
    s9_diagnostics *diagnostics = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
    if (s9_assemble(text, strlen(text), NULL, NULL, &program, diagnostics) != S9_OK) {
        const s9_diagnostic *first = s9_diagnostics_get(diagnostics, 0);
        fail_msg("%s\n%s", text, first ? first->message : "no reason");
    }
    s9_diagnostics_destroy(diagnostics);
    return program;
}

static s9_ir *lower_program(s9_program *program, const s9_shader_options *options)
{
    s9_ir *ir = NULL;
    s9_diagnostics *diagnostics = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
    s9_result result = s9_ir_lower(program, NULL, options, &ir, diagnostics);
    const s9_diagnostic *first = s9_diagnostics_get(diagnostics, 0);
    if (result != S9_OK)
        fail_msg("%s", first ? first->message : "no reason");
    result = s9_ir_verify(ir, diagnostics);
    first = s9_diagnostics_get(diagnostics, s9_diagnostics_count(diagnostics) - 1);
    if (result != S9_OK)
        fail_msg("verifier: %s", first ? first->message : "no reason");
    s9_diagnostics_destroy(diagnostics);
    s9_program_destroy(program);
    return ir;
}

static s9_ir *lower(const char *text, const s9_shader_options *options)
{
    return lower_program(assemble(text), options);
}

static char *print(const s9_ir *ir)
{
    s9_blob blob = {0};
    assert_int_equal(s9_ir_print(ir, NULL, &blob), S9_OK);
    return blob.data;
}

/* The instructions of a printed module alone: without head, indentation, item numbers and remarks. */
static void body_of(const char *printed, char *out, size_t size)
{
    size_t used = 0;
    const char *at = strstr(printed, "function program\n");
    assert_non_null(at);
    at += strlen("function program\n");
    while (*at) {
        const char *end = strchr(at, '\n');
        while (*at == ' ')
            at++;
        size_t length = 0;
        while (at + length < end && memcmp(at + length, " @", 2) != 0)
            length++;
        assert_true(used + length + 2 < size);
        memcpy(out + used, at, length);
        used += length;
        out[used++] = '\n';
        at = end + 1;
    }
    out[used] = '\0';
}

static void expect_body(s9_ir *ir, const char *what, const char *expected)
{
    static char body[16384];
    char *printed = print(ir);
    body_of(printed, body, sizeof body);
    if (strcmp(body, expected) != 0)
        print_message("--- %s\n%s", what, printed);
    assert_string_equal(body, expected);
    free(printed);
    s9_ir_destroy(ir);
}

typedef struct golden {
    const char *text, *body;
} golden;

static void expect_all(const golden *table, size_t count, const s9_shader_options *options)
{
    for (size_t i = 0; i < count; i++)
        expect_body(lower(table[i].text, options), table[i].text, table[i].body);
}

/* ---- operands ---- */

static void one_operation_goes_straight_into_its_register(void **state)
{
    (void)state;
    static const golden table[] = {
        {"vs_3_0\nmov r0, c0", "r0.xyzw = mov c0.xyzw\n"},
        {"vs_3_0\nmov r0.yw, c0.zxyw", "r0.yw = mov c0.xw\n"},
        {"vs_3_0\nadd r0.xyz, r1, c2.x", "r0.xyz = add r1.xyz, c2.xxx\n"},
        {"vs_3_0\nmul r0.w, r0.x, r0.y", "r0.w = mulz r0.x, r0.y\n"},
        {"vs_3_0\nmad r0, r1, c0, r0", "r0.xyzw = madz r1.xyzw, c0.xyzw, r0.xyzw\n"},
        {"vs_3_0\ndp3 r0.z, r0, r1", "r0.z = dot3z r0.xyz, r1.xyz\n"},
        {"vs_3_0\ndp4 r0.x, r0, r1.wzyx", "r0.x = dot4z r0.xyzw, r1.wzyx\n"},
        {"vs_3_0\ndp4 r0.xy, r0, r1", "%0:f1 = dot4z r0.xyzw, r1.xyzw\nr0.xy = mov %0.xx\n"},
        {"vs_3_0\nrcp r0.y, r1.w", "r0.y = rcpz r1.w\n"},
        {"vs_3_0\nrsq r0, r1.w", "%0:f1 = rsqz r1.w\nr0.xyzw = mov %0.xxxx\n"},
        {"vs_3_0\nmin r0, r1, r2", "r0.xyzw = min r1.xyzw, r2.xyzw\n"},
        {"vs_3_0\nfrc r0.xy, r1", "r0.xy = frc r1.xy\n"},
        {"ps_3_0\ndsx r0, -c0.xxyy", "%0:f2 = neg c0.xy\nr0.xyzw = ddx %0.xxyy\n"},
    };
    expect_all(table, S9_COUNT(table), NULL);
}

static void modifiers_are_operations(void **state)
{
    (void)state;
    static const golden table[] = {
        /* signs of sums, products and constants of the program cost nothing */
        {"vs_3_0\nadd r0, r1, -r2", "r0.xyzw = sub r1.xyzw, r2.xyzw\n"},
        {"vs_3_0\nadd r0, -r1, r2", "r0.xyzw = sub r2.xyzw, r1.xyzw\n"},
        {"vs_3_0\nsub r0, r1, -r2", "r0.xyzw = add r1.xyzw, r2.xyzw\n"},
        {"vs_3_0\nsub r0, -r1, -r2", "r0.xyzw = sub r2.xyzw, r1.xyzw\n"},
        {"vs_3_0\nsub r0, -r1, r2", "%0:f4 = neg r1.xyzw\nr0.xyzw = sub %0.xyzw, r2.xyzw\n"},
        {"vs_3_0\nadd r0.x, -r1, -r2", "%0:f1 = neg r1.x\nr0.x = sub %0.x, r2.x\n"},
        {"vs_3_0\nmul r0, -r1, -r2", "r0.xyzw = mulz r1.xyzw, r2.xyzw\n"},
        {"vs_3_0\ndef c0, 2, 2, 2, 3\nmul r0.xyz, -r1, c0", "r0.xyz = mulz r1.xyz, #1.xxx\n"},
        {"vs_3_0\nmul r0, -r1.x, r2", "%0:f1 = neg r1.x\nr0.xyzw = mulz %0.xxxx, r2.xyzw\n"},
        {"vs_3_0\nmad r0.x, r1, r2, -r3", "%0:f1 = neg r3.x\nr0.x = madz r1.x, r2.x, %0.x\n"},
        {"vs_3_0\nmov r0, -r1", "r0.xyzw = neg r1.xyzw\n"},
        {"vs_3_0\nmov r0, r1_abs", "r0.xyzw = abs r1.xyzw\n"},
        {"vs_3_0\nmov r0, -r1_abs", "%0:f4 = abs r1.xyzw\nr0.xyzw = neg %0.xyzw\n"},
        {"vs_3_0\ndef c0, -1, 2, -3, 4\nmov r0.xz, -c0_abs", "r0.xz = mov #0.xy\n"},
        {"vs_3_0\nmul_sat r0.xy, r1, r2", "%0:f2 = mulz r1.xy, r2.xy\nr0.xy = sat %0.xy\n"},
        {"vs_3_0\nmov_sat r0.xy, r1", "r0.xy = sat r1.xy\n"},
        {"vs_3_0\nrcp_sat r0.xy, r1.x", "%0:f1 = rcpz r1.x\nr0.xy = sat %0.xx\n"},
    };
    expect_all(table, S9_COUNT(table), NULL);
}

static void definitions_become_immediates_but_for_relative_reads(void **state)
{
    (void)state;
    s9_ir *ir = lower("vs_3_0\ndef c1, 1, 2, 1, 0x7fc00001\ndef c0, 5, 5, 5, 5\ndef c1, 3, 2, 3, -0\n"
                      "mova a0.w, v0.x\nadd r0, c1, c[a0.w + 1]\n",
                      NULL);
    assert_int_equal(ir->definitions.count, 2);
    assert_int_equal(ir->definitions.items[0].number, 0);
    assert_int_equal(ir->definitions.items[1].bits[0], 0x40400000); /* the last definition counts */
    assert_int_equal(ir->definitions.items[1].bits[3], 0x80000000);
    assert_true(ir->relative_constants);
    expect_body(ir, "def", "a0.w = ftoi_even in.v0.x\nr0.xyzw = add #0.xyxz, c[a0.w+1].xyzw\n");

    ir = lower("vs_2_0\ndefi i3, -1, 2, 3, 4\ndefb b2, true\nif b2\nrep i3\nendrep\nendif\n", NULL);
    assert_int_equal(ir->definitions.count, 2);
    assert_int_equal(ir->definitions.items[0].kind, S9_IR_CONSTI);
    assert_int_equal(ir->definitions.items[0].bits[0], 0xFFFFFFFF);
    assert_int_equal(ir->definitions.items[1].kind, S9_IR_CONSTB);
    assert_int_equal(ir->definitions.items[1].bits[0], 1);
    expect_body(ir, "defi", "if b2.x\nloop i3.x\nendloop\nendif\n");
}

static void sources_are_read_before_anything_is_written(void **state)
{
    (void)state;
    static const golden table[] = {
        {"vs_3_0\nm3x3 r0.xyz, r0, c0",
         "%0:f1 = dot3z r0.xyz, c0.xyz\n%1:f1 = dot3z r0.xyz, c1.xyz\nr0.z = dot3z r0.xyz, c2.xyz\n"
         "r0.x = mov %0.x\nr0.y = mov %1.x\n"},
        /* a row of the matrix is the destination */
        {"vs_3_0\nm3x2 r1.xy, r4, r0", "%0:f1 = dot3z r4.xyz, r0.xyz\nr1.y = dot3z r4.xyz, r1.xyz\nr1.x = mov %0.x\n"},
        {"vs_3_0\nm3x2 r0.xy, r4, r0", "r0.x = dot3z r4.xyz, r0.xyz\nr0.y = dot3z r4.xyz, r1.xyz\n"},
        {"vs_3_0\nm4x4 r4, v0, c0", "r4.x = dot4z in.v0.xyzw, c0.xyzw\nr4.y = dot4z in.v0.xyzw, c1.xyzw\n"
                                    "r4.z = dot4z in.v0.xyzw, c2.xyzw\nr4.w = dot4z in.v0.xyzw, c3.xyzw\n"},
        /* components beyond the matrix stay */
        {"vs_3_0\nm3x2 r4, v0, c0", "r4.x = dot3z in.v0.xyz, c0.xyz\nr4.y = dot3z in.v0.xyz, c1.xyz\n"},
        {"vs_3_0\nsincos r0.xy, r0.x", "%0:f1 = cos r0.x\nr0.y = sin r0.x\nr0.x = mov %0.x\n"},
        /* z reads y, w reads z: both wait */
        {"vs_3_0\ndst r0, r0.wyyw, r0.wywz",
         "%0:f1 = mulz r0.y, r0.y\n%1:f1 = mov r0.y\nr0.w = mov r0.z\nr0.x = mov #0.x\n"
         "r0.y = mov %0.x\nr0.z = mov %1.x\n"},
    };
    expect_all(table, S9_COUNT(table), NULL);
}

static void macros_follow_their_formulas(void **state)
{
    (void)state;
    static const golden table[] = {
        {"vs_3_0\nlrp r0.x, r1, r2, r3", "%0:f1 = sub r2.x, r3.x\nr0.x = madz r1.x, %0.x, r3.x\n"},
        {"vs_3_0\nnrm r0, r1", "%0:f1 = dot3z r1.xyz, r1.xyz\n%1:f1 = rsqz %0.x\nr0.xyzw = mulz r1.xyzw, %1.xxxx\n"},
        {"vs_3_0\ncrs r0.xz, r1, r2",
         "%0:f2 = mulz r1.yx, r2.zy\n%1:f2 = mulz r1.zy, r2.yx\nr0.xz = sub %0.xy, %1.xy\n"},
        {"vs_3_0\nslt r0.x, r1, r2", "%0:b1 = lt r1.x, r2.x\nr0.x = btof %0.x\n"},
        {"vs_3_0\nsge r0.x, r1, r2", "%0:b1 = ge r1.x, r2.x\nr0.x = btof %0.x\n"},
        {"ps_3_0\ncmp r0.xy, r1.x, r2, r3", "%0:b2 = ge r1.xx, #0.xx\nr0.xy = select %0.xy, r2.xy, r3.xy\n"},
        {"ps_3_0\ndp2add r0.xy, r1, r2, -r3.w", "%0:f1 = dot2z r1.xy, r2.xy\nr0.xy = sub %0.xx, r3.ww\n"},
        {"vs_3_0\nsgn r0.x, r1, r2, r3",
         "%0:b1 = lt r1.x, #0.x\n%1:b1 = eq r1.x, #0.x\n%2:f1 = select %1.x, #0.x, #1.x\n"
         "r0.x = select %0.x, #2.x, %2.x\n"},
        {"vs_3_0\npow r0.xy, r1.x, r2.w", "%0:f1 = powz r1.x, r2.w\nr0.xy = mov %0.xx\n"},
        {"vs_3_0\nlit r0.yz, r1",
         "%0:f1 = min r1.w, #1.x\n%1:f1 = max %0.x, #2.x\n%2:f1 = powz r1.y, %1.x\n%3:b2 = gt r1.xy, #0.xx\n"
         "%4:b1 = and %3.x, %3.y\nr0.z = select %4.x, %2.x, #0.x\nr0.y = max #0.x, r1.x\n"},
        {"vs_2_0\nsincos r0.y, r1.z, c0, c1", "r0.y = sin r1.z\n"},
        {"vs_2_0\nexpp r0.x, r1.y", "r0.x = expz r1.y\n"},
        {"vs_2_0\nlogp r0.x, r1.y", "r0.x = logz r1.y\n"},
    };
    expect_all(table, S9_COUNT(table), NULL);
}

static void options_decide(void **state)
{
    (void)state;
    s9_shader_options ieee = {.struct_size = sizeof ieee, .float_mode = S9_FLOAT_IEEE};
    static const golden plain[] = {
        {"vs_3_0\nmul r0, r1, r2", "r0.xyzw = mul r1.xyzw, r2.xyzw\n"},
        {"vs_3_0\nmad r0.x, r1, r2, r3", "r0.x = mad r1.x, r2.x, r3.x\n"},
        {"vs_3_0\ndp4 r0.x, r1, r2", "r0.x = dot4 r1.xyzw, r2.xyzw\n"},
        {"vs_3_0\nrcp r0.x, r1.x", "r0.x = rcp r1.x\n"},
        {"vs_3_0\nlog r0.x, r1.x", "r0.x = log r1.x\n"},
        {"vs_3_0\npow r0.x, r1.x, r1.y", "r0.x = pow r1.x, r1.y\n"},
        {"vs_1_1\nlogp r0.x, r1.x", "r0.x = exponent r1.x\n"},
    };
    expect_all(plain, S9_COUNT(plain), &ieee);

    s9_shader_options away = {.struct_size = sizeof away, .mova_ties = S9_MOVA_TIES_AWAY};
    expect_body(lower("vs_2_0\nmova a0.x, r0", &away), "away", "a0.x = ftoi_away r0.x\n");
    s9_shader_options up = {.struct_size = sizeof up, .mova_ties = S9_MOVA_TIES_UP};
    expect_body(lower("vs_2_0\nmova a0.x, r0", &up), "up", "a0.x = ftoi_up r0.x\n");
    s9_shader_options none = {.struct_size = sizeof none, .lit_clamp = S9_LIT_CLAMP_NONE};
    expect_body(lower("vs_2_0\nlit r0.z, r1", &none), "lit",
                "%0:f1 = powz r1.y, r1.w\n%1:b2 = gt r1.xy, #0.xx\n%2:b1 = and %1.x, %1.y\n"
                "r0.z = select %2.x, %0.x, #0.x\n");
    s9_shader_options replicated = {.struct_size = sizeof replicated, .logp_vs1 = S9_LOGP_VS1_REPLICATED};
    expect_body(lower("vs_1_1\nlogp r0.x, r1.x", &replicated), "logp", "r0.x = logz r1.x\n");
    s9_shader_options range = {.struct_size = sizeof range, .ps1_range = S9_PS1_RANGE_8};
    expect_body(lower("ps_1_4\nmov_x2 r1, v0", &range), "range",
                "%0:f4 = mul in.v0.xyzw, #0.xxxx\n%1:f4 = min %0.xyzw, #1.xxxx\nr1.xyzw = max %1.xyzw, #2.xxxx\n");
    s9_shader_options small = {.struct_size = 4};
    s9_ir *ir = NULL;
    s9_program *program = assemble("vs_2_0\nnop");
    assert_int_equal(s9_ir_lower(program, NULL, &small, &ir, NULL), S9_ERROR_ARGUMENT);
    s9_program_destroy(program);
}

static void vertex_shaders_of_model_1(void **state)
{
    (void)state;
    static const golden table[] = {
        {"vs_1_1\nmov a0.x, v0.y\nadd r0, c[a0.x + 2], v1",
         "a0.x = ftoi_floor in.v0.y\nr0.xyzw = add c[a0.x+2].xyzw, in.v1.xyzw\n"},
        {"vs_1_1\nexpp r0, v0.x",
         "%0:f1 = floor in.v0.x\nr0.x = expz %0.x\nr0.y = frc in.v0.x\nr0.z = expz in.v0.x\nr0.w = mov #0.x\n"},
        {"vs_1_1\nlogp r0, v0.x",
         "r0.x = exponentz in.v0.x\nr0.y = mantissa in.v0.x\nr0.z = logz in.v0.x\nr0.w = mov #0.x\n"},
        {"vs_1_1\nmov oFog, c0.x\nmov oPts.y, c1\nmov oD1, c2\nmov oT3.xy, c3",
         "out.oFog.x = mov c0.x\nout.oPts.x = mov c1.y\nout.oD1.xyzw = mov c2.xyzw\nout.oT3.xy = mov c3.xy\n"},
    };
    expect_all(table, S9_COUNT(table), NULL);
    /* Without declarations the numbers have the meaning of Direct3D 8. */
    s9_ir *ir = lower("vs_1_1\nadd r0, v0, v7\nadd r0, r0, v15\nadd r0.x, r0, v5\n", NULL);
    assert_int_equal(ir->inputs.count, 4);
    assert_int_equal(ir->inputs.items[0].usage, S9_USAGE_POSITION);
    assert_int_equal(ir->inputs.items[1].usage, S9_USAGE_COLOR);
    assert_int_equal(ir->inputs.items[1].mask, 1);
    assert_int_equal(ir->inputs.items[2].usage, S9_USAGE_TEXCOORD);
    assert_int_equal(ir->inputs.items[3].usage, S9_USAGE_POSITION);
    assert_int_equal(ir->inputs.items[3].usage_index, 1);
    s9_ir_destroy(ir);
}

/* ---- control flow ---- */

static void flow_is_structured(void **state)
{
    (void)state;
    static const golden table[] = {
        {"vs_3_0\nif !b1\nelse\nendif", "%0:b1 = not b1.x\nif %0.x\nelse\nendif\n"},
        {"vs_3_0\nif_ge r0.x, r1.y\nmov r0, c0\nendif",
         "%0:b1 = ge r0.x, r1.y\nif %0.x\nr0.xyzw = mov c0.xyzw\nendif\n"},
        {"vs_3_0\nrep i0\nbreak\nendrep", "loop i0.x\nbreak\nendloop\n"},
        {"vs_3_0\nrep i0\nbreak_ne r0.x, r1.x\nbreakp !p0.y\nendrep",
         "loop i0.x\n%0:b1 = ne r0.x, r1.x\nbreak_if %0.x\n%1:b1 = not p0.y\nbreak_if %1.x\nendloop\n"},
        /* a loop without a reader of aL is a rep */
        {"vs_3_0\nloop aL, i2\nendloop", "loop i2.x\nendloop\n"},
        {"vs_3_0\nloop aL, i2\nadd r0, r0, c[aL + 3]\nloop aL, i1\nbreak\nendloop\nendloop",
         "x0.x = mov aL.x\naL.x = mov i2.y\nloop i2.x\nr0.xyzw = add r0.xyzw, c[aL.x+3].xyzw\n"
         "x1.x = mov aL.x\naL.x = mov i1.y\nloop i1.x\nbreak\naL.x = iadd aL.x, i1.z\nendloop\naL.x = mov x1.x\n"
         "aL.x = iadd aL.x, i2.z\nendloop\naL.x = mov x0.x\n"},
        /* a subroutine keeps the caller's aL in registers of its own */
        {"vs_3_0\nloop aL, i0\ncall l3\nendloop\nret\nlabel l3\nmov r0, c[aL]\nloop aL, i1\nendloop\nret",
         "x0.x = mov aL.x\naL.x = mov i0.y\nloop i0.x\ncall 1\naL.x = iadd aL.x, i0.z\nendloop\naL.x = mov x0.x\n"
         "function l3\nr0.xyzw = mov c[aL.x+0].xyzw\nx1.x = mov aL.x\naL.x = mov i1.y\nloop i1.x\n"
         "aL.x = iadd aL.x, i1.z\nendloop\naL.x = mov x1.x\n"},
        {"vs_3_0\ncallnz l0, b3\ncallnz l0, !p0.z\nret\nlabel l0\nret",
         "if b3.x\ncall 1\nendif\n%0:b1 = not p0.z\nif %0.x\ncall 1\nendif\nfunction l0\n"},
        /* a ret that is not the end stays */
        {"vs_3_0\nif b0\nret\nendif\nmov r0, c0\nret\nmov r0, c1\nret",
         "if b0.x\nret\nendif\nr0.xyzw = mov c0.xyzw\nret\nr0.xyzw = mov c1.xyzw\n"},
        {"vs_3_0\nmov o[aL + 2].xy, r0", "out.o[aL.x+2].xy = mov r0.xy\n"},
    };
    expect_all(table, S9_COUNT(table), NULL);
}

static void predicates_go_with_the_write(void **state)
{
    (void)state;
    static const golden table[] = {
        {"vs_3_0\nsetp_lt p0.xy, r0, r1.wzyx", "p0.xy = lt r0.xy, r1.wz\n"},
        {"vs_3_0\n(p0) mov r0.yz, r1", "r0.yz = mov r1.yz if p0.yz\n"},
        {"vs_3_0\n(!p0.w) mul_sat r0.xy, r1, r2", "%0:f2 = mulz r1.xy, r2.xy\nr0.xy = sat %0.xy if !p0.ww\n"},
        {"vs_3_0\n(p0) m3x2 r0.xy, r1, c0",
         "r0.x = dot3z r1.xyz, c0.xyz if p0.x\nr0.y = dot3z r1.xyz, c1.xyz if p0.y\n"},
        {"vs_3_0\n(p0) mova a0.yw, r1", "a0.yw = ftoi_even r1.yw if p0.yw\n"},
        {"ps_3_0\ndcl_2d s1\n(p0.x) texld r0, r1, s1", "r0.xyzw = sample s1, r1.xyz if p0.xxxx\n"},
        {"ps_3_0\n(!p0) texkill r0",
         "%0:b4 = lt r0.xyzw, #0.xxxx\n%1:b4 = not p0.xyzw\n%2:b4 = and %0.xyzw, %1.xyzw\n%3:b1 = or %2.x, %2.y\n"
         "%4:b1 = or %3.x, %2.z\n%5:b1 = or %4.x, %2.w\ndiscard %5.x\n"},
    };
    expect_all(table, S9_COUNT(table), NULL);
}

/* ---- textures ---- */

static void texture_instructions(void **state)
{
    (void)state;
    static const golden table[] = {
        {"ps_2_0\ndcl t0\ndcl_2d s3\ntexld r0, t0, s3", "r0.xyzw = sample s3, in.t0.xyz\n"},
        {"ps_2_0\ndcl t0\ndcl_2d s0\ntexldp r0, t0, s0",
         "%0:f3 = div in.t0.xyz, in.t0.www\nr0.xyzw = sample s0, %0.xyz\n"},
        {"ps_2_0\ndcl t0\ndcl_cube s0\ntexldb r0, t0, s0", "r0.xyzw = sample_bias s0, in.t0.xyz, in.t0.w\n"},
        {"ps_3_0\ndcl_2d s0\ntexld r0.xz, r1.yzxw, s0.wzyx", "%0:f4 = sample s0, r1.yzx\nr0.xz = mov %0.wy\n"},
        {"ps_3_0\ndcl_2d s0\ntexldl r0, -r1, s0", "%0:f4 = neg r1.xyzw\nr0.xyzw = sample_lod s0, %0.xyz, %0.w\n"},
        {"ps_3_0\ndcl_2d s0\ntexldd r0, r1, s0, r2, r3.x", "r0.xyzw = sample_grad s0, r1.xyz, r2.xyz, r3.xxx\n"},
        {"ps_2_0\ntexkill r0",
         "%0:f2 = min r0.xy, r0.zw\n%1:f1 = min %0.x, %0.y\n%2:b1 = lt %1.x, #0.x\ndiscard %2.x\n"},
        {"ps_3_0\ndcl vFace\ndcl vPos.xy\nmov r0.xy, vFace\nadd r0.xy, r0, vPos",
         "r0.xy = mov in.vFace.xx\nr0.xy = add r0.xy, in.vPos.xy\n"},
        {"ps_3_0\nmov oDepth, r0.z\nmov oC1, r0", "out.oDepth.x = mov r0.z\nout.oC1.xyzw = mov r0.xyzw\n"},
    };
    expect_all(table, S9_COUNT(table), NULL);
    s9_ir *ir = lower("ps_3_0\ndcl_volume s2\ntexld r0, r1, s2\ntexld r0, r1, s4", NULL);
    assert_int_equal(ir->samplers[2], S9_TEXTURE_VOLUME);
    assert_int_equal(ir->insts.items[0].texture_type, S9_TEXTURE_VOLUME);
    assert_int_equal(ir->insts.items[1].texture_type, 0);
    assert_int_equal(ir->sampler_mask, 0x14);
    assert_true(ir->uses_gradients);
    s9_ir_destroy(ir);
}

static void pixel_shaders_of_model_1(void **state)
{
    (void)state;
    static const golden table[] = {
        /* constants are held to [-1, 1]: those of the program at once, the others once */
        {"ps_1_1\ndef c0, 2, -3, 0.5, 1\nmul r0, c0, c1\nadd r0, r0, c1",
         "%0:f4 = min c1.xyzw, #3.xxxx\n%1:f4 = max %0.xyzw, #4.xxxx\nr0.xyzw = mulz #0.xyzx, %1.xyzw\n"
         "r0.xyzw = add r0.xyzw, %1.xyzw\nout.oC0.xyzw = mov r0.xyzw\n"},
        {"ps_1_4\nmov r1, 1-v0\nmov_d2 r1.xyz, -v0_bx2\nmov_sat r1, v0_bias\nmov r1, v0_x2",
         "r1.xyzw = sub #0.xxxx, in.v0.xyzw\n%0:f3 = mad in.v0.xyz, #1.xxx, #2.xxx\n%1:f3 = neg %0.xyz\n"
         "r1.xyz = mul %1.xyz, #3.xxx\n%2:f4 = sub in.v0.xyzw, #3.xxxx\nr1.xyzw = sat %2.xyzw\n"
         "r1.xyzw = mul in.v0.xyzw, #1.xxxx\n"},
        {"ps_1_1\ntex t1\nmov r0, t1",
         "%0:b1 = ne stage1.6, #0.x\n%1:f1 = select %0.x, in.t1.w, #1.x\n%2:f3 = div in.t1.xyz, %1.xxx\n"
         "t1.xyzw = sample s1, %2.xyz\nr0.xyzw = mov t1.xyzw\nout.oC0.xyzw = mov r0.xyzw\n"},
        /* a t# that no texture instruction loaded holds its coordinates */
        {"ps_1_1\nmov r0.xyz, t2", "t2.xyzw = mov in.t2.xyzw\nr0.xyz = mov t2.xyz\nout.oC0.xyz = mov r0.xyz\n"},
        {"ps_1_1\ntexcoord t0", "t0.xyz = sat in.t0.xyz\nt0.w = mov #0.x\n"},
        {"ps_1_1\ntexkill t1",
         "%0:f1 = min in.t1.x, in.t1.y\n%1:f1 = min %0.x, in.t1.z\n%2:b1 = lt %1.x, #0.x\ndiscard %2.x\n"},
        {"ps_1_1\ntexreg2ar t1, t0", "t0.xyzw = mov in.t0.xyzw\nx0.xy = mov t0.wx\nt1.xyzw = sample s1, x0.xyz\n"},
        {"ps_1_1\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0",
         "t0.xyzw = mov in.t0.xyzw\nx0.x = dot3z in.t1.xyz, t0.xyz\nx0.y = dot3z in.t2.xyz, t0.xyz\n"
         "t2.xyzw = sample s2, x0.xyz\n"},
        {"ps_1_2\ntexm3x3pad t1, t0_bx2\ntexm3x3pad t2, t0_bx2\ntexm3x3 t3, t0_bx2",
         "t0.xyzw = mov in.t0.xyzw\n"
         "%0:f3 = mad t0.xyz, #0.xxx, #1.xxx\nx0.x = dot3z in.t1.xyz, %0.xyz\n"
         "%1:f3 = mad t0.xyz, #0.xxx, #1.xxx\nx0.y = dot3z in.t2.xyz, %1.xyz\n"
         "%2:f3 = mad t0.xyz, #0.xxx, #1.xxx\nx0.z = dot3z in.t3.xyz, %2.xyz\n"
         "t3.xyz = mov x0.xyz\nt3.w = mov #2.x\n"},
        {"ps_1_3\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0",
         "t0.xyzw = mov in.t0.xyzw\nx0.x = dot3z in.t1.xyz, t0.xyz\nx0.y = dot3z in.t2.xyz, t0.xyz\n"
         "%0:f1 = div x0.x, x0.y\n%1:b1 = eq x0.y, #0.x\n%2:f1 = select %1.x, #1.x, %0.x\nout.oDepth.x = sat %2.x\n"},
        {"ps_1_2\ntexdp3 t1, t0\ntexdp3tex t2, t0",
         "t0.xyzw = mov in.t0.xyzw\n%0:f1 = dot3z in.t1.xyz, t0.xyz\nt1.xyzw = mov %0.xxxx\n"
         "x0.x = dot3z in.t2.xyz, t0.xyz\nt2.xyzw = sample s2, x0.xyz\n"},
        {"ps_1_4\ntexld r1, t0_dw.xyw",
         "%0:f2 = div in.t0.xy, in.t0.ww\n%1:b1 = eq in.t0.w, #0.x\nx0.xy = select %1.xx, #1.xx, %0.xy\n"
         "r1.xyzw = sample s1, x0.xyz\n"},
        {"ps_1_4\ntexcrd r1.rg, t0_dw.xyw",
         "%0:f2 = div in.t0.xy, in.t0.ww\n%1:b1 = eq in.t0.w, #0.x\nr1.xy = select %1.xx, #1.xx, %0.xy\n"},
        {"ps_1_4\nbem r2.rg, r0, r1", "%0:f2 = madz stage2.01, r1.xx, r0.xy\nr2.xy = madz stage2.23, r1.yy, %0.xy\n"},
        {"ps_1_4\nphase\ntexkill t0",
         "%0:f1 = min in.t0.x, in.t0.y\n%1:f1 = min %0.x, in.t0.z\n%2:b1 = lt %1.x, #0.x\ndiscard %2.x\n"},
        {"ps_1_4\ntexcrd r0.rgb, t1", "r0.xyz = mov in.t1.xyz\nout.oC0.xyzw = mov r0.xyzw\n"},
        {"ps_1_4\ncnd r1, r2, v0, v1",
         "%0:b4 = gt r2.xyzw, #0.xxxx\nr1.xyzw = select %0.xyzw, in.v0.xyzw, in.v1.xyzw\n"},
        {"ps_1_1\ncnd r1, r0.a, v0, v1", "%0:b1 = gt r0.w, #0.x\nr1.xyzw = select %0.xxxx, in.v0.xyzw, in.v1.xyzw\n"},
    };
    expect_all(table, S9_COUNT(table), NULL);
    s9_ir *ir = lower("ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1", NULL);
    assert_int_equal(ir->stage_mask, 3);
    expect_body(ir, "texbeml",
                "%0:b1 = ne stage0.6, #0.x\n%1:f1 = select %0.x, in.t0.w, #1.x\n%2:f3 = div in.t0.xyz, %1.xxx\n"
                "t0.xyzw = sample s0, %2.xyz\n"
                "%3:b1 = ne stage1.6, #0.x\n%4:f1 = select %3.x, in.t1.w, #1.x\n%5:f2 = div in.t1.xy, %4.xx\n"
                "%6:f2 = madz stage1.01, t0.xx, %5.xy\nx0.xy = madz stage1.23, t0.yy, %6.xy\n"
                "%7:f1 = madz t0.z, stage1.4, stage1.5\n%8:f1 = sat %7.x\n%9:f4 = sample s1, x0.xyz\n"
                "t1.xyzw = mulz %9.xyzw, %8.xxxx\nr0.xyzw = mov t1.xyzw\nout.oC0.xyzw = mov r0.xyzw\n");
}

static void pairs_read_before_they_write(void **state)
{
    (void)state;
    static const golden table[] = {
        /* no hazard: in order */
        {"ps_1_1\nmov r1.rgb, v0\n+mov r1.a, v1", "r1.xyz = mov in.v0.xyz\nr1.w = mov in.v1.w\n"},
        {"ps_1_1\nadd r1.rgb, r1, v0\n+mul r1.a, r1.a, v1",
         "r1.xyz = add r1.xyz, in.v0.xyz\nr1.w = mulz r1.w, in.v1.w\n"},
        {"ps_1_1\nmov r1.a, v0.a\n+mul r1.rgb, r1.a, v1",
         "%0:f1 = mov in.v0.w\n%1:f3 = mulz r1.www, in.v1.xyz\nr1.w = mov %0.x\nr1.xyz = mov %1.xyz\n"},
        /* a co-issued colour cnd takes its second source */
        {"ps_1_1\nmov r1.a, v0.a\n+cnd r1.rgb, r0.a, v0, v1", "r1.w = mov in.v0.w\nr1.xyz = mov in.v0.xyz\n"},
    };
    expect_all(table, S9_COUNT(table), NULL);
    s9_shader_options off = {.struct_size = sizeof off, .cnd_coissue_quirk_off = true};
    expect_body(lower(table[3].text, &off), "cnd",
                "r1.w = mov in.v0.w\n%0:b1 = gt r0.w, #0.x\nr1.xyz = select %0.xxx, in.v0.xyz, in.v1.xyz\n");
}

/* ---- interfaces ---- */

static void slots_list_what_is_declared_and_used(void **state)
{
    (void)state;
    s9_ir *ir = lower("vs_3_0\ndcl_texcoord3 v4\ndcl_position v1\ndcl_color o3.x\ndcl_texcoord2 o3.yz\n"
                      "dcl_position o0\nmov o0, v1\nmov o3.xyz, v7.xxy\n",
                      NULL);
    assert_int_equal(ir->inputs.count, 3);
    assert_int_equal(ir->inputs.items[0].number, 1);
    assert_int_equal(ir->inputs.items[1].number, 4);
    assert_int_equal(ir->inputs.items[1].usage, S9_USAGE_TEXCOORD);
    assert_int_equal(ir->inputs.items[1].usage_index, 3);
    assert_int_equal(ir->inputs.items[2].number, 7);
    assert_int_equal(ir->inputs.items[2].usage, -1);
    assert_int_equal(ir->inputs.items[2].mask, 3);
    assert_int_equal(ir->outputs.count, 3);
    assert_int_equal(ir->outputs.items[1].usage, S9_USAGE_COLOR);
    assert_int_equal(ir->outputs.items[2].mask, 6);
    assert_int_equal(ir->output_written[3], 7);
    assert_int_equal(ir->input_read[4], 0);
    s9_ir_destroy(ir);

    ir = lower("ps_2_0\ndcl t1.xy\ndcl_centroid v0\nmov r0, t1\nmov oC0, r0", NULL);
    assert_int_equal(ir->inputs.count, 2);
    assert_int_equal(ir->inputs.items[0].number, 0);
    assert_true(ir->inputs.items[0].centroid);
    assert_int_equal(ir->inputs.items[0].usage, -1);
    assert_int_equal(ir->inputs.items[1].number, S9_IR_IN_T + 1);
    assert_int_equal(ir->inputs.items[1].mask, 3);
    assert_int_equal(ir->input_read[S9_IR_IN_T + 1], 15);
    s9_ir_destroy(ir);
}

/* ---- tokens that text cannot spell ---- */

typedef struct words {
    uint32_t count, words[8];
} words;

static s9_result lower_words(s9_version version, const words *items, size_t count, s9_ir **ir, s9_diagnostics *list)
{
    s9_program *program = s9_program_create(NULL, s9_isa_version(version)->token);
    assert_non_null(program);
    for (size_t i = 0; i < count; i++)
        assert_non_null(s9_program_append(program, items[i].words, items[i].count));
    s9_program_finish(program);
    s9_result result = s9_ir_lower(program, NULL, NULL, ir, list);
    s9_program_destroy(program);
    return result;
}

static void what_has_a_meaning_runs(void **state)
{
    (void)state;
    static const struct {
        s9_version version;
        words item;
        const char *body;
        size_t warnings;
    } table[] = {
        /* mov r40, v20 */
        {S9_VS_3_0, {3, {0x02000001, 0x800F0028, 0x90E40014}}, "r40.xyzw = mov #0.xxxy\n", 2},
        /* mov oT9, r0: no such output */
        {S9_VS_2_0, {3, {0x02000001, 0xE00F0009, 0x80E40000}}, "", 1},
        /* mov o17, r0 */
        {S9_VS_3_0, {3, {0x02000001, 0xE00F0011, 0x80E40000}}, "", 1},
        /* mov r0, c8191 */
        {S9_VS_2_SW, {3, {0x02000001, 0x800F0000, 0xD0E42FFF & ~0x2000u}}, "r0.xyzw = mov c8191.xyzw\n", 0},
        /* texld r0, r1, s16: what an unbound sampler gives */
        {S9_PS_3_0, {4, {0x03000042, 0x800F0000, 0x80E40001, 0xA0E40810}}, "r0.xyzw = mov #0.xxxy\n", 1},
        /* rcp r0.w, r0 without a replicate swizzle reads x */
        {S9_PS_2_0, {3, {0x02000006, 0x80080000, 0x80E40000}}, "r0.w = rcpz r0.x\n", 0},
        /* texkill r0.xw */
        {S9_PS_2_0, {2, {0x01000041, 0x80090000}}, "%0:f1 = min r0.x, r0.w\n%1:b1 = lt %0.x, #0.x\ndiscard %1.x\n", 0},
        /* add a0.x, r0, r1 in vs_2_0 */
        {S9_VS_2_0,
         {4, {0x03000002, 0xB0010000, 0x80E40000, 0x80E40001}},
         "%0:f1 = add r0.x, r1.x\na0.x = ftoi_even %0.x\n",
         0},
        /* a mask of nothing */
        {S9_VS_2_0, {3, {0x02000001, 0x80000000, 0x80E40001}}, "", 0},
        /* nrm in vs_1_1 */
        {S9_VS_1_1,
         {3, {0x00000024, 0x80010000, 0x80E40001}},
         "%0:f1 = dot3z r1.xyz, r1.xyz\n%1:f1 = rsqz %0.x\nr0.x = mulz r1.x, %1.x\n",
         0},
        /* mul_x8 r0.x, r0, r0 outside ps_1_x */
        {S9_VS_2_0,
         {4, {0x03000005, 0x83010000, 0x80E40000, 0x80E40000}},
         "%0:f1 = mulz r0.x, r0.x\nr0.x = mul %0.x, #0.x\n",
         0},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        s9_ir *ir = NULL;
        s9_diagnostics *list = NULL;
        assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
        assert_int_equal(lower_words(table[i].version, &table[i].item, 1, &ir, list), S9_OK);
        assert_int_equal(s9_ir_verify(ir, list), S9_OK);
        assert_int_equal(s9_diagnostics_warnings(list), table[i].warnings);
        s9_diagnostics_destroy(list);
        expect_body(ir, "words", table[i].body);
    }
}

static void what_has_no_meaning_is_refused(void **state)
{
    (void)state;
    static const struct {
        s9_version version;
        uint32_t count;
        words items[3];
        const char *reason;
    } table[] = {
        {S9_VS_2_0, 1, {{1, {0x00000031}}}, "opcode 49 is unknown"},
        {S9_VS_2_0, 1, {{2, {0x01000001, 0x800F0000}}}, "the operands of mov do not fit its form"},
        {S9_VS_2_0, 1, {{2, {0x01000019, 0xA0E41003}}}, "there is no label l3"},
        {S9_VS_2_0, 1, {{2, {0x01000019, 0x80E40000}}}, "r0 is no label"},
        {S9_VS_2_0, 1, {{2, {0x01000028, 0xE0E40800}}}, "if without endif"},
        {S9_VS_2_0, 1, {{1, {0x0000002A}}}, "else without if"},
        {S9_VS_2_0, 1, {{1, {0x0000002B}}}, "endif without if"},
        {S9_VS_2_0, 1, {{1, {0x0000001D}}}, "endloop without loop"},
        {S9_VS_2_0, 1, {{1, {0x00000027}}}, "endrep without rep"},
        {S9_VS_2_0, 2, {{2, {0x01000026, 0xF0E40000}}, {1, {0x0000001D}}}, "endloop without loop"},
        {S9_VS_2_X, 1, {{1, {0x0000002C}}}, "break outside loop and rep"},
        {S9_VS_2_X, 1, {{3, {0x02070029, 0x80000000, 0x80000001}}}, "comparison 7 has no meaning"},
        {S9_VS_2_X, 1, {{4, {0x0300005E, 0xB00F1000, 0x80E40000, 0x80E40001}}}, "comparison 0 has no meaning"},
        {S9_VS_2_X, 1, {{4, {0x0301005E, 0x800F0000, 0x80E40000, 0x80E40001}}}, "setp writes p0 only"},
        {S9_VS_2_0, 1, {{3, {0x02000001, 0xA00F0000, 0x80E40000}}}, "c0 cannot be written here"},
        {S9_VS_2_0, 1, {{3, {0x02000001, 0x800F0000, 0xB0E40000}}}, "a0 cannot be read here"},
        {S9_VS_3_0, 1, {{3, {0x02000001, 0x800F0000, 0xE0E40000}}}, "o0 cannot be read here"},
        {S9_VS_3_0, 1, {{3, {0x02000001, 0x84010000, 0x80E40000}}}, "result shift 4 has no meaning"},
        {S9_VS_3_0, 1, {{3, {0x02000001, 0x800F0000, 0x8EE40000}}}, "source modifier 14 has no meaning here"},
        {S9_VS_3_0, 1, {{4, {0x03000001, 0x800F0000, 0x80E42000, 0xB0000000}}}, "r0 cannot be addressed relatively"},
        {S9_VS_3_0, 1, {{4, {0x03000001, 0x800F0000, 0xA0E42000, 0x80000000}}}, "only a0 and aL can index registers"},
        {S9_PS_2_0, 1, {{4, {0x03000042, 0x800F0000, 0xB0E40000, 0x80E40001}}}, "r1 is no sampler"},
        {S9_PS_2_0, 1, {{4, {0x03030042, 0x800F0000, 0xB0E40000, 0xA0E40800}}}, "texld with control 3 has no meaning"},
        {S9_PS_2_0, 1, {{3, {0x02000043, 0xB00F0001, 0xB0E40000}}}, "texbem has no meaning in ps_2_0"},
        {S9_PS_1_1, 1, {{3, {0x00000048, 0xB00F0000, 0xB0E40000}}}, "the rows before t0 are missing"},
        {S9_VS_2_X, 1, {{3, {0x12000028, 0xB0E41000, 0xE0E40800}}}, "control flow cannot be predicated"},
        {S9_VS_2_0, 1, {{3, {0x0200001B, 0xF0E40800, 0x80E40000}}}, "r0 does not count iterations: i# is expected"},
        {S9_VS_2_0, 1, {{2, {0x01000028, 0x80E40000}}}, "r0 is no condition: b# or p0 is expected"},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        s9_ir *ir = NULL;
        s9_diagnostics *list = NULL;
        assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
        assert_int_equal(lower_words(table[i].version, table[i].items, table[i].count, &ir, list), S9_ERROR_INVALID);
        assert_null(ir);
        const s9_diagnostic *first = s9_diagnostics_get(list, 0);
        assert_non_null(first);
        assert_int_equal(first->severity, S9_ERROR);
        assert_string_equal(first->message, table[i].reason);
        s9_diagnostics_destroy(list);
    }
}

static void errors_name_their_place_and_all_are_found(void **state)
{
    (void)state;
    s9_program *program = assemble("vs_2_x\nmov r0, c0\nbreak\ncall l7\nif b0\n");
    s9_diagnostics *list = NULL;
    s9_ir *ir = NULL;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_ir_lower(program, NULL, NULL, &ir, list), S9_ERROR_INVALID);
    assert_int_equal(s9_diagnostics_errors(list), 3);
    static const uint32_t lines[3] = {3, 4, 5};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(s9_diagnostics_get(list, i)->at.line, lines[i]);
    assert_string_equal(s9_diagnostics_get(list, 1)->text, "call l7");
    /* The list is optional. */
    assert_int_equal(s9_ir_lower(program, NULL, NULL, &ir, NULL), S9_ERROR_INVALID);
    s9_diagnostics_destroy(list);
    s9_program_destroy(program);
}

static void recursion_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        s9_result result;
    } table[] = {
        {"vs_3_0\ncall l0\nret\nlabel l0\ncall l0\nret", S9_ERROR_INVALID},
        {"vs_3_0\ncall l0\nret\nlabel l0\ncall l1\nret\nlabel l1\ncall l2\nret\nlabel l2\ncallnz l0, b0\nret",
         S9_ERROR_INVALID},
        {"vs_3_0\nret\nlabel l0\ncall l1\nret\nlabel l1\ncall l0\nret", S9_ERROR_INVALID},
        {"vs_3_0\ncall l0\ncall l1\nret\nlabel l0\ncall l1\ncall l1\nret\nlabel l1\nret", S9_OK},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        s9_program *program = assemble(table[i].text);
        s9_ir *ir = NULL;
        assert_int_equal(s9_ir_lower(program, NULL, NULL, &ir, NULL), table[i].result);
        s9_ir_destroy(ir);
        s9_program_destroy(program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_operation_goes_straight_into_its_register),
        cmocka_unit_test(modifiers_are_operations),
        cmocka_unit_test(definitions_become_immediates_but_for_relative_reads),
        cmocka_unit_test(sources_are_read_before_anything_is_written),
        cmocka_unit_test(macros_follow_their_formulas),
        cmocka_unit_test(options_decide),
        cmocka_unit_test(vertex_shaders_of_model_1),
        cmocka_unit_test(flow_is_structured),
        cmocka_unit_test(predicates_go_with_the_write),
        cmocka_unit_test(texture_instructions),
        cmocka_unit_test(pixel_shaders_of_model_1),
        cmocka_unit_test(pairs_read_before_they_write),
        cmocka_unit_test(slots_list_what_is_declared_and_used),
        cmocka_unit_test(what_has_a_meaning_runs),
        cmocka_unit_test(what_has_no_meaning_is_refused),
        cmocka_unit_test(errors_name_their_place_and_all_are_found),
        cmocka_unit_test(recursion_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
