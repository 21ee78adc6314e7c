/* SPDX-License-Identifier: MIT */
/* What a shader is made of: small shaders with known answers, the shaders of others, and the footers of their listings.
 */
#include "base/base.h"
#include "files.h"
#include "program/program.h"

#include <shader9/reflect.h>

static s9_reflection *reflect_text(const char *text)
{
    s9_program *program = NULL;
    s9_reflection *reflection = NULL;
    assert_int_equal(s9_assemble(text, strlen(text), NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_reflect(program, NULL, &reflection), S9_OK);
    s9_program_destroy(program);
    return reflection;
}

static s9_cost cost_of(const char *text)
{
    s9_reflection *r = reflect_text(text);
    s9_cost cost = s9_reflection_cost(r);
    s9_reflection_destroy(r);
    return cost;
}

/* ---- cost ---- */

static void slots_follow_the_tables(void **state)
{
    (void)state;
    s9_cost cost =
        cost_of("vs_1_1\n dcl_position v0\n def c4, 0, 0, 0, 0\n m4x4 oPos, v0, c0\n exp oT0, v0.x\n frc oD0.xy, v0\n");
    assert_int_equal(cost.total, 4 + 10 + 3);
    assert_int_equal(cost.instructions, 3);
    assert_int_equal(cost.texture, 0);
    assert_int_equal(cost.best, 17);
    assert_int_equal(cost.worst, 17);

    cost = cost_of("ps_2_0\n dcl t0\n dcl_2d s0\n texld r0, t0, s0\n nrm r1, r0\n mov oC0, r1\n");
    assert_int_equal(cost.texture, 1);
    assert_int_equal(cost.arithmetic, 4);

    /* cube maps and projection cost more in ps_3_0, a predicate one more */
    cost = cost_of("ps_3_0\n dcl_texcoord v0\n dcl_2d s0\n dcl_cube s1\n setp_gt p0, v0, v0\n texld r0, v0, s0\n"
                   " texld r1, v0, s1\n texldp r2, v0, s0\n (p0) texldl r3, v0, s1\n (p0) mov r4, r3\n");
    assert_int_equal(cost.texture, 1 + 4 + 3 + 6);
    assert_int_equal(cost.arithmetic, 1 + 2);

    /* a pair takes one slot */
    cost = cost_of("ps_1_1\n tex t0\n texbeml t1, t0\n mul r0.rgb, t1, v0\n +mov r0.a, v0\n nop\n");
    assert_int_equal(cost.texture, 2);
    assert_int_equal(cost.arithmetic, 2);

    cost = cost_of("ps_1_4\n texld r0, t0\n mul r1, r0, c0\n phase\n texld r2, r1\n texld r3, t1\n mov r0, r2\n bem "
                   "r0.rg, r0, r1\n");
    assert_int_equal(cost.phases[0][0], 1);
    assert_int_equal(cost.phases[0][1], 1);
    assert_int_equal(cost.phases[1][0], 3);
    assert_int_equal(cost.phases[1][1], 2);
    cost = cost_of("ps_1_4\n texld r0, t0\n");
    assert_int_equal(cost.phases[0][1], 0);
    assert_int_equal(cost.phases[1][1], 1);
}

static void paths_are_followed(void **state)
{
    (void)state;
    /* if b0 3, then mov 1 and else 1, or two mov, endif 1 */
    s9_cost cost =
        cost_of("vs_2_0\n if b0\n mov r0, c0\n else\n mov r0, c0\n mov r1, c0\n mov r2, c0\n endif\n mov oPos, r0\n");
    assert_int_equal(cost.best, 3 + 2 + 1 + 1);
    assert_int_equal(cost.worst, 3 + 3 + 1 + 1);

    /* rep 3, four rounds of mov 1 and endrep 2 */
    cost = cost_of("vs_2_0\n defi i0, 4, 0, 0, 0\n rep i0\n mov r0, c0\n endrep\n mov oPos, c0\n");
    assert_int_equal(cost.best, 3 + 4 * 3 + 1);
    assert_int_equal(cost.worst, cost.best);
    cost = cost_of("vs_2_0\n defi i0, 0, 0, 0, 0\n rep i0\n mov r0, c0\n endrep\n mov oPos, c0\n");
    assert_int_equal(cost.worst, 4);

    /* the count is not in the program */
    cost = cost_of("vs_2_0\n rep i0\n mov r0, c0\n endrep\n mov oPos, c0\n");
    assert_int_equal(cost.best, -1);
    assert_int_equal(cost.worst, -1);
    /* the last definition counts */
    cost = cost_of("vs_2_0\n defi i0, 9, 0, 0, 0\n defi i0, 2, 0, 0, 0\n rep i0\n endrep\n");
    assert_int_equal(cost.worst, 3 + 2 * 2);

    /* a break in the first round, or four rounds: rep 3, add 1, break_gt 3, mov 1, endrep 2 */
    cost =
        cost_of("ps_3_0\n defi i0, 4, 0, 0, 0\n rep i0\n add r0, r0, c0\n break_gt r0.x, c0.y\n mov r1, c0\n endrep\n");
    assert_int_equal(cost.best, 3 + 4);
    assert_int_equal(cost.worst, 3 + 4 * 7);
    /* always left in the first round */
    cost = cost_of("ps_3_0\n defi i0, 4, 0, 0, 0\n rep i0\n add r0, r0, c0\n break\n endrep\n");
    assert_int_equal(cost.worst, 3 + 2);

    /* nested loops multiply */
    cost = cost_of("ps_3_0\n defi i0, 10, 0, 0, 0\n rep i0\n rep i0\n mov r0, c0\n endrep\n endrep\n");
    assert_int_equal(cost.worst, 3 + 10 * (3 + 10 * 3 + 2));

    /* call 2, mov 1 and ret 1 there; ret 1 here */
    cost = cost_of("vs_2_0\n call l0\n ret\n label l0\n mov r0, c0\n ret\n");
    assert_int_equal(cost.worst, 2 + 2 + 1);
    cost = cost_of("vs_2_0\n callnz l0, b0\n ret\n label l0\n mov r0, c0\n ret\n");
    assert_int_equal(cost.best, 3 + 1);
    assert_int_equal(cost.worst, 3 + 2 + 1);
    /* blocks that do not match have no paths */
    cost = cost_of("vs_2_0\n if b0\n mov r0, c0\n");
    assert_int_equal(cost.worst, -1);
}

/* ---- interface ---- */

static const s9_interface_element *element(const s9_reflection *r, bool input, const char *name, uint32_t mask)
{
    size_t count = input ? s9_reflection_input_count(r) : s9_reflection_output_count(r);
    for (size_t i = 0; i < count; i++) {
        const s9_interface_element *e = input ? s9_reflection_input(r, i) : s9_reflection_output(r, i);
        if (strcmp(e->name, name) == 0 && e->mask == mask)
            return e;
    }
    fail_msg("no element %s with mask %u", name, (unsigned)mask);
    return NULL;
}

static void interfaces_are_listed(void **state)
{
    (void)state;
    s9_reflection *r = reflect_text(
        "vs_3_0\n dcl_position v0\n dcl_texcoord1 v1.xy\n dcl_position o0\n dcl_texcoord o1.xy\n"
        " dcl_fog o1.w\n dcl_2d s2\n dcl_volume s3\n mov o0, v0.xyxy\n mov o1.x, v1.y\n texldl r0, v0, s3\n");
    assert_int_equal(s9_reflection_input_count(r), 2);
    assert_int_equal(s9_reflection_output_count(r), 3);
    const s9_interface_element *e = element(r, true, "v0", 15);
    assert_string_equal(e->usage, "position");
    assert_int_equal(e->used, 15); /* .xy of the swizzle, .xyz and w of the coordinate */
    e = element(r, true, "v1", 3);
    assert_string_equal(e->usage, "texcoord");
    assert_int_equal(e->usage_index, 1);
    assert_int_equal(e->used, 2);
    e = element(r, false, "o1", 3);
    assert_int_equal(e->used, 1);
    e = element(r, false, "o1", 8);
    assert_string_equal(e->usage, "fog");
    assert_int_equal(e->used, 0);
    assert_int_equal(s9_reflection_sampler_count(r), 2);
    assert_string_equal(s9_reflection_sampler(r, 0)->type, "2d");
    assert_false(s9_reflection_sampler(r, 0)->used);
    assert_int_equal(s9_reflection_sampler(r, 1)->number, 3);
    assert_string_equal(s9_reflection_sampler(r, 1)->type, "volume");
    assert_true(s9_reflection_sampler(r, 1)->used);
    s9_reflection_destroy(r);

    r = reflect_text("ps_3_0\n dcl_texcoord3_centroid v0.xyz\n dcl_color_pp v1\n dcl vPos.xy\n dcl vFace\n dcl_2d s0\n"
                     " texld r0, v0, s0\n cmp r0, vFace, r0, v1\n add oC0, r0, vPos.y\n mov oDepth, r0.x\n");
    e = element(r, true, "v0", 7);
    assert_true(e->centroid && !e->partial_precision);
    assert_int_equal(e->used, 3); /* 2d */
    assert_true(element(r, true, "v1", 15)->partial_precision);
    assert_int_equal(element(r, true, "vPos", 3)->used, 2);
    assert_null(element(r, true, "vPos", 3)->usage);
    assert_int_equal(element(r, true, "vFace", 1)->used, 1);
    assert_int_equal(element(r, false, "oC0", 15)->used, 15);
    assert_int_equal(element(r, false, "oDepth", 1)->used, 1);
    s9_reflection_destroy(r);

    /* nothing is declared in ps_1_x */
    r = reflect_text("ps_1_4\n texld r0, t1.xyw\n mov r1.rgb, r0\n phase\n texld r2, r1\n mul r0, v1.a, r2\n");
    assert_int_equal(element(r, true, "t1", 11)->used, 11);
    assert_int_equal(element(r, true, "v1", 8)->used, 8);
    assert_int_equal(element(r, false, "r0", 15)->used, 15);
    assert_int_equal(s9_reflection_sampler_count(r), 2);
    assert_int_equal(s9_reflection_sampler(r, 1)->number, 2);
    assert_null(s9_reflection_sampler(r, 1)->type);
    s9_reflection_destroy(r);
    r = reflect_text("ps_1_1\n tex t0\n texcoord t1\n texreg2ar t2, t0\n mov r0, t2\n");
    assert_int_equal(s9_reflection_input_count(r), 2); /* texreg2ar reads no coordinate */
    assert_int_equal(s9_reflection_sampler_count(r), 2);
    s9_reflection_destroy(r);
    r = reflect_text("vs_2_0\n dcl_position v0\n mov oPos, v0\n mov oFog, v0.x\n mov oT3.xy, v0\n");
    assert_int_equal(element(r, false, "oPos", 15)->used, 15);
    assert_int_equal(element(r, false, "oFog", 1)->used, 1);
    assert_int_equal(element(r, false, "oT3", 3)->used, 3);
    s9_reflection_destroy(r);
}

static const s9_register_use *file(const s9_reflection *r, const char *name)
{
    for (size_t i = 0; i < s9_reflection_file_count(r); i++)
        if (strcmp(s9_reflection_file(r, i)->name, name) == 0)
            return s9_reflection_file(r, i);
    return NULL;
}

static void registers_are_counted(void **state)
{
    (void)state;
    s9_reflection *r =
        reflect_text("vs_2_0\n dcl_position v0\n def c9, 0, 0, 0, 0\n mova a0.x, v0\n m4x4 oPos, v0, c4\n"
                     " mov r3, c[a0.x + 20]\n loop aL, i2\n mov r7, c[aL]\n endloop\n if b1\n endif\n mov oD1, r3\n");
    const s9_register_use *c = file(r, "c");
    static const uint32_t constants[] = {0, 4, 5, 6, 7, 9, 20};
    assert_int_equal(c->count, 7);
    assert_memory_equal(c->used, constants, sizeof constants);
    assert_true(c->relative);
    assert_int_equal(file(r, "r")->count, 2);
    assert_int_equal(file(r, "r")->used[1], 7);
    assert_false(file(r, "r")->relative);
    assert_int_equal(file(r, "i")->used[0], 2);
    assert_int_equal(file(r, "b")->used[0], 1);
    assert_int_equal(file(r, "a")->count, 1);
    assert_int_equal(file(r, "aL")->count, 1);
    assert_int_equal(file(r, "oPos")->count, 1);
    assert_int_equal(file(r, "oD")->used[0], 1);
    assert_null(file(r, "t"));
    s9_reflection_destroy(r);
}

static void definitions_and_comments_are_listed(void **state)
{
    (void)state;
    static const uint32_t words[] = {0xFFFE0200, 0x0002FFFE, 0x42415443, 7, 0x0001FFFE, 0x00000001, 0x05000051,
                                     0xA00F0002, 0x3F800000, 0,          0, 0xC0000000, 0x0200002F, 0xE00F0801,
                                     5,          0x05000030, 0xF00F0000, 3, 0xFFFFFFFF, 0,          0,
                                     0x05000051, 0xA00F0002, 0x40000000, 0, 0,          0,          0x0000FFFF};
    s9_program *program = NULL;
    s9_reflection *r = NULL;
    assert_int_equal(s9_decode(words, sizeof words, NULL, NULL, &program, NULL), S9_OK);
    assert_int_equal(s9_reflect(program, NULL, &r), S9_OK);
    assert_int_equal(s9_reflection_definition_count(r), 3);
    const s9_definition *d = s9_reflection_definition(r, 0);
    assert_string_equal(d->name, "c2");
    assert_true(d->value.f[0] == 2.0f && d->value.f[3] == 0.0f); /* the last of two */
    d = s9_reflection_definition(r, 1);
    assert_string_equal(d->name, "i0");
    assert_int_equal(d->set, 'i');
    assert_int_equal(d->value.i[1], -1);
    d = s9_reflection_definition(r, 2);
    assert_string_equal(d->name, "b1");
    assert_true(d->value.b);
    assert_int_equal(s9_reflection_comment_count(r), 2);
    const s9_comment_info *c = s9_reflection_comment(r, 0);
    assert_string_equal(c->fourcc, "CTAB");
    assert_int_equal(c->offset, 4);
    assert_int_equal(c->size, 8);
    assert_string_equal(s9_reflection_comment(r, 1)->fourcc, "");
    s9_reflection_destroy(r);
    s9_program_destroy(program);
}

static void depths_follow_calls(void **state)
{
    (void)state;
    s9_reflection *r =
        reflect_text("vs_3_0\n if b0\n rep i0\n if_gt r0.x, r0.y\n call l0\n endif\n endrep\n endif\n ret\n"
                     " label l0\n if b0\n loop aL, i0\n break_gt r0.x, r0.y\n endloop\n callnz l1, p0.x\n endif\n ret\n"
                     " label l1\n ret\n");
    s9_flow_info flow = s9_reflection_flow(r);
    assert_int_equal(flow.static_depth, 2);
    assert_int_equal(flow.dynamic_depth, 2);
    assert_int_equal(flow.loop_depth, 2);
    assert_int_equal(flow.call_depth, 2);
    s9_reflection_destroy(r);
    r = reflect_text(
        "ps_2_0\n texld r0, t0, s0\n texld r1, r0, s0\n add r2.x, r1, c0\n texld r3, r2, s0\n mov oC0, r3\n");
    assert_int_equal(s9_reflection_flow(r).dependent_reads, 2);
    s9_reflection_destroy(r);
    r = reflect_text("ps_1_1\n tex t0\n texbem t1, t0\n mov r0, t1\n");
    assert_int_equal(s9_reflection_flow(r).dependent_reads, 1);
    s9_reflection_destroy(r);
    r = reflect_text("ps_2_0\n texld r0, t0, s0\n texld r1, t0, s1\n mov oC0, r1\n");
    assert_int_equal(s9_reflection_flow(r).dependent_reads, 0);
    s9_reflection_destroy(r);
}

/* ---- the shaders of others ---- */

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

static void corpus_is_reflected(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    for (size_t i = 0; i < list.count; i++) {
        s9_program *program = load(list.paths[i]);
        s9_reflection *r = NULL;
        assert_int_equal(s9_reflect(program, NULL, &r), S9_OK);
        s9_cost cost = s9_reflection_cost(r);
        assert_int_equal(cost.total, cost.arithmetic + cost.texture);
        assert_true(cost.best <= cost.worst);
        s9_reflection_destroy(r);
        s9_program_destroy(program);
    }
    files_free(&list);
}

/* Slots as the compiler's listings count them, which differ from the tables of the pages in four ways. */
static s9_cost listing_cost(const s9_program *program)
{
    s9_reflection *r = NULL;
    assert_int_equal(s9_reflect(program, NULL, &r), S9_OK);
    s9_cost cost = s9_reflection_cost(r);
    s9_reflection_destroy(r);
    uint8_t types[16] = {0};
    for (uint32_t i = 0; i < program->items.count; i++) {
        const s9_item *item = &program->items.items[i];
        if (item->kind != S9_ITEM_INSTRUCTION)
            continue;
        uint32_t major = s9_version_major(program->version);
        uint32_t sampler = item->source_count > 1 ? s9_operand_number(item->sources[1].token) & 15u : 0;
        if (item->opcode == S9_OP_DCL && s9_operand_file(program, item->destination.token) == S9_FILE_SAMPLER)
            types[s9_operand_number(item->destination.token) & 15u] = (uint8_t)s9_dcl_texture_type(item->dcl);
        if (item->opcode == S9_OP_LRP && major > 1)
            cost.arithmetic--; /* one slot, not two */
        if (item->opcode == S9_OP_TEXKILL && major > 1) {
            cost.texture -= major == 3 ? 2 : 1; /* one arithmetic slot */
            cost.arithmetic++;
        }
        if (item->opcode == S9_OP_TEXLDD) {
            cost.texture -= 2; /* one texture and two arithmetic slots */
            cost.arithmetic += 2;
        }
        if (item->opcode == S9_OP_TEX && major == 3 && types[sampler] == 3 && s9_token_controls(item->words[0]) == 0)
            cost.texture -= 3; /* a cube map costs as much as any other */
    }
    cost.total = cost.arithmetic + cost.texture;
    return cost;
}

/* The footer of a listing; false when it has none, or several shaders. */
static bool read_footer(const char *text, unsigned *total, unsigned *texture, unsigned *arithmetic, bool *split)
{
    static const char key[] = "// approximately ";
    const char *at = strstr(text, key);
    if (at == NULL || strstr(at + 1, key) != NULL)
        return false;
    *split = sscanf(at + sizeof key - 1, "%u instruction slots used (%u texture, %u arithmetic)", total, texture,
                    arithmetic) == 3 ||
             sscanf(at + sizeof key - 1, "%u instruction slot used (%u texture, %u arithmetic)", total, texture,
                    arithmetic) == 3;
    return *split || sscanf(at + sizeof key - 1, "%u", total) == 1;
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

static void footers_of_listings_agree(void **state)
{
    (void)state;
    size_t size, compared = 0, different = 0;
    char *pairs = files_shared("corpus/pairs.jsonl", &size);
    for (char *line = strtok(pairs, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char asm_name[200], bin_name[200], path[600];
        unsigned total = 0, texture = 0, arithmetic = 0;
        bool split = false;
        if (!take_string(line, "\"asm\":", asm_name, sizeof asm_name) ||
            !take_string(line, "\"bytecode\":", bin_name, sizeof bin_name))
            continue;
        snprintf(path, sizeof path, TEST_SHARED "/corpus/%s", asm_name);
        char *text = files_read(path, &size);
        assert_non_null(text);
        if (read_footer(text, &total, &texture, &arithmetic, &split)) {
            snprintf(path, sizeof path, TEST_SHARED "/corpus/%s", bin_name);
            s9_program *program = load(path);
            s9_cost cost = listing_cost(program);
            compared++;
            if (cost.total != total || (split && (cost.texture != texture || cost.arithmetic != arithmetic))) {
                different++;
                print_message("%s: %u (%u, %u), the listing says %u (%u, %u)\n", bin_name, (unsigned)cost.total,
                              (unsigned)cost.texture, (unsigned)cost.arithmetic, total, texture, arithmetic);
            }
            s9_program_destroy(program);
        }
        free(text);
    }
    free(pairs);
    print_message("%u footers compared\n", (unsigned)compared);
    assert_true(compared > 300);
    assert_int_equal(different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_follow_the_tables),
        cmocka_unit_test(paths_are_followed),
        cmocka_unit_test(interfaces_are_listed),
        cmocka_unit_test(registers_are_counted),
        cmocka_unit_test(definitions_and_comments_are_listed),
        cmocka_unit_test(depths_follow_calls),
        cmocka_unit_test(corpus_is_reflected),
        cmocka_unit_test(footers_of_listings_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
