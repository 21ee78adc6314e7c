/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "files.h"
#include "little.h"
#include "memory.h"
#include "program/program.h"

#include <time.h>

typedef struct stream {
    uint8_t bytes[4096];
    size_t size;
} stream;

static void put(stream *s, size_t count, const uint32_t *words)
{
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 4; k++)
            s->bytes[s->size++] = (uint8_t)(words[i] >> (8 * k));
}
#define PUT(s, ...) put(s, sizeof((const uint32_t[]){__VA_ARGS__}) / 4, (const uint32_t[]){__VA_ARGS__})

static s9_program *decoded(const void *bytes, size_t size)
{
    s9_program *program;
    assert_int_equal(s9_decode(bytes, size, NULL, NULL, &program, NULL), S9_OK);
    return program;
}

static void expect_same_bytes(const s9_program *program, const void *bytes, size_t size)
{
    s9_blob blob;
    assert_int_equal(s9_encode(program, NULL, &blob), S9_OK);
    assert_int_equal(blob.size, size);
    assert_memory_equal(blob.data, bytes, size);
    s9_blob_free(&blob);
}

/* Refused, with one error that has this code and place. */
static void expect_refused(const stream *s, const char *code, uint32_t token, uint32_t instruction)
{
    s9_diagnostics *list;
    s9_program *program;
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_decode(s->bytes, s->size, NULL, NULL, &program, list), S9_ERROR_INVALID);
    assert_null(program);
    assert_int_equal(s9_diagnostics_count(list), 1);
    const s9_diagnostic *d = s9_diagnostics_get(list, 0);
    assert_int_equal(d->severity, S9_ERROR);
    assert_string_equal(d->code, code);
    assert_int_equal(d->at.token, token);
    assert_int_equal(d->at.offset, token * 4);
    assert_int_equal(d->at.instruction, instruction);
    s9_diagnostics_destroy(list);
    size_t size;
    assert_int_equal(s9_token_size(s->bytes, s->size, &size), S9_ERROR_INVALID);
    assert_int_equal(size, 0);
}

/* ---- the corpus ---- */

static void corpus_round_trip(void **state)
{
    (void)state;
    static const uint8_t rubbish[] = {0xFF, 0xFF, 0x00, 0x00, 0x01, 0xAB, 0xCD};
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    size_t bytes = 0, raw = 0;
    for (size_t i = 0; i < list.count; i++) {
        size_t size, walked;
        char *tokens = files_read(list.paths[i], &size);
        assert_non_null(tokens);
        s9_program *program = decoded(tokens, size);
        expect_same_bytes(program, tokens, size);
        assert_int_equal(s9_program_token_bytes(program), size);
        assert_int_equal(s9_program_trailing_bytes(program), 0);
        for (uint32_t k = 0; k < program->items.count; k++)
            raw += program->items.items[k].kind == S9_ITEM_RAW;
        s9_program_destroy(program);
        assert_int_equal(s9_token_size(tokens, size, &walked), S9_OK);
        assert_int_equal(walked, size);

        for (size_t extra = 1; extra <= sizeof rubbish; extra++) {
            char *longer = malloc(size + extra);
            assert_non_null(longer);
            memcpy(longer, tokens, size);
            memcpy(longer + size, rubbish + sizeof rubbish - extra, extra);
            program = decoded(longer, size + extra);
            expect_same_bytes(program, longer, size + extra);
            assert_int_equal(s9_program_trailing_bytes(program), extra);
            s9_program_destroy(program);
            assert_int_equal(s9_token_size(longer, size + extra, &walked), S9_OK);
            assert_int_equal(walked, size);
            s9_decode_options options = {.struct_size = sizeof options, .no_trailing = true};
            assert_int_equal(s9_decode(longer, size + extra, NULL, &options, &program, NULL), S9_OK);
            expect_same_bytes(program, tokens, size);
            s9_program_destroy(program);
            free(longer);
        }
        bytes += size;
        free(tokens);
    }
    print_message("%zu shaders, %zu bytes\n", list.count, bytes);
    assert_int_equal(raw, 0);
    files_free(&list);
}

/* Cut at every byte, the stream is refused with its place; no cut is taken for a whole shader. */
static void corpus_truncated(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    size_t cuts = 0;
    for (size_t i = 0; i < list.count; i += 23) {
        size_t size;
        char *tokens = files_read(list.paths[i], &size);
        assert_non_null(tokens);
        for (size_t cut = 0; cut < size; cut += cut < 64 || cut + 64 > size ? 1 : 4) {
            char *shorter = malloc(cut + 1); /* its own block: a read beyond it is seen */
            assert_non_null(shorter);
            memcpy(shorter, tokens, cut);
            s9_diagnostics *diagnostics;
            s9_program *program;
            assert_int_equal(s9_diagnostics_create(NULL, &diagnostics), S9_OK);
            assert_int_equal(s9_decode(shorter, cut, NULL, NULL, &program, diagnostics), S9_ERROR_INVALID);
            assert_null(program);
            assert_int_equal(s9_diagnostics_errors(diagnostics), 1);
            const s9_position *at = &s9_diagnostics_get(diagnostics, 0)->at;
            assert_true(at->offset <= cut && at->token * 4 == at->offset);
            s9_diagnostics_destroy(diagnostics);
            free(shorter);
            cuts++;
        }
        free(tokens);
    }
    print_message("%zu cuts\n", cuts);
    files_free(&list);
}

static void odd_files_are_named(void **state)
{
    (void)state;
    files_list list = files_shared_folder("corpus/bytecode", ".odd");
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *tokens = files_read(list.paths[i], &size);
        s9_program *program;
        assert_int_equal(s9_decode(tokens, size, NULL, NULL, &program, NULL), S9_ERROR_INVALID);
        assert_int_equal(s9_detect_content(tokens, size), S9_CONTENT_SHADER_LIBRARY);
        free(tokens);
    }
    files_free(&list);
}

/* ---- the walk ---- */

static void literals_and_payloads_are_no_tokens(void **state)
{
    (void)state;
    /* End tokens, comment tokens and instruction tokens inside literals, payloads and operands (F01, F12, F13). */
    stream sm2 = {.size = 0};
    PUT(&sm2, 0xFFFE0200);
    PUT(&sm2, 0x0003FFFE, 0x0000FFFF, 0x0001FFFE, 0x02000001);
    PUT(&sm2, 0x05000051, 0xA00F0000, 0x0000FFFF, 0x0000FFFE, 0x7FC00001, 0xFF800000);
    PUT(&sm2, 0x05000030, 0xF00F0000, 0x0000FFFF, 0x7FFFFFFE, 0x0000FFFF, 0x0000FFFF);
    PUT(&sm2, 0x0200002F, 0xE00F0800, 0x0000FFFF);
    PUT(&sm2, 0x0200001F, 0x0000FFFF, 0x900F0000);
    PUT(&sm2, 0x0000FFFE);             /* a comment of no words */
    PUT(&sm2, 0x0001FFFE, 0x0000FFFF); /* comments in a row, up to the end */
    PUT(&sm2, 0x0000FFFF, 0x00000001);
    s9_program *program = decoded(sm2.bytes, sm2.size);
    assert_int_equal(program->items.count, 7);
    assert_int_equal(s9_program_instruction_count(program), 4);
    assert_int_equal(program->items.items[1].instruction, 0);
    assert_int_equal(s9_program_trailing_bytes(program), 4);
    assert_int_equal(program->items.items[1].literals[2], 0x7FC00001);
    expect_same_bytes(program, sm2.bytes, sm2.size);
    s9_program_destroy(program);

    stream sm1 = {.size = 0};
    PUT(&sm1, 0xFFFF0101);
    PUT(&sm1, 0x00000051, 0xA00F0000, 0x0000FFFF, 0x3F800000, 0x80000000, 0xFFFFFFFF);
    PUT(&sm1, 0x00000042, 0xB00F0000);
    PUT(&sm1, 0x0000FFFF);
    program = decoded(sm1.bytes, sm1.size);
    assert_int_equal(program->items.count, 2);
    assert_int_equal(program->items.items[0].literals[0], 0x0000FFFF);
    expect_same_bytes(program, sm1.bytes, sm1.size);
    s9_program_destroy(program);
}

static void longest_comment(void **state)
{
    (void)state;
    size_t words = 1 + 1 + 0x7FFF + 1, size;
    uint32_t *tokens = calloc(words, sizeof *tokens);
    assert_non_null(tokens);
    tokens[0] = 0xFFFF0300;
    tokens[1] = 0x7FFFFFFE;
    tokens[words - 1] = 0xFFFF;
    little_words(tokens, words);
    s9_program *program = decoded(tokens, words * 4);
    assert_int_equal(program->items.items[0].word_count, 0x8000);
    expect_same_bytes(program, tokens, words * 4);
    s9_program_destroy(program);
    assert_int_equal(s9_token_size(tokens, words * 4, &size), S9_OK);
    assert_int_equal(s9_token_size(tokens, words * 4 - 1, &size), S9_ERROR_INVALID);
    free(tokens);
}

static void sm1_operands_follow_the_version(void **state)
{
    (void)state;
    /* Opcodes 0x40 and 0x42 take one operand in ps_1_0..1_3, two in ps_1_4 (C04). */
    static const struct {
        uint32_t version, items, raw;
    } table[] = {{0xFFFF0101, 3, 0}, {0xFFFF0100, 3, 0}, {0xFFFF0104, 3, 2}};
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        stream s = {.size = 0};
        PUT(&s, table[i].version, 0x00000040, 0xB00F0000, 0x00000042, 0xB00F0001, 0x00000041, 0xB00F0002, 0x0000FFFF);
        s9_program *program = decoded(s.bytes, s.size);
        uint32_t raw = 0;
        for (uint32_t k = 0; k < program->items.count; k++)
            raw += program->items.items[k].kind == S9_ITEM_RAW;
        assert_int_equal(program->items.count, table[i].items);
        assert_int_equal(raw, table[i].raw);
        expect_same_bytes(program, s.bytes, s.size);
        s9_program_destroy(program);
    }
}

static void sm1_unknown_opcodes_take_their_parameters(void **state)
{
    (void)state;
    stream s = {.size = 0};
    PUT(&s, 0xFFFE0101);
    PUT(&s, 0x0000003F, 0x800F0000, 0x80E40000, 0x80E40001); /* a reserved opcode */
    PUT(&s, 0x00000001, 0x800F0000, 0x80E40000, 0x80E40001); /* mov with one operand too many */
    PUT(&s, 0x00000002, 0x800F0000, 0x80E40000);             /* add with one too few */
    PUT(&s, 0x00000001, 0x800F0000, 0x80E40000);
    PUT(&s, 0x0000FFFF);
    s9_program *program = decoded(s.bytes, s.size);
    static const uint32_t counts[] = {4, 4, 3, 3};
    assert_int_equal(program->items.count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(program->items.items[i].word_count, counts[i]);
        assert_int_equal(program->items.items[i].kind, i < 3 ? S9_ITEM_RAW : S9_ITEM_INSTRUCTION);
    }
    assert_int_equal(program->items.items[0].opcode, S9_OP_UNKNOWN);
    assert_int_equal(program->items.items[1].opcode, S9_OP_MOV);
    expect_same_bytes(program, s.bytes, s.size);
    s9_program_destroy(program);
}

static void sm2_goes_by_the_length_field(void **state)
{
    (void)state;
    stream s = {.size = 0};
    PUT(&s, 0xFFFF0200);
    PUT(&s, 0x02000002, 0x800F0000, 0x80E40000);                           /* add, one short */
    PUT(&s, 0x00000001);                                                   /* mov of no length */
    PUT(&s, 0x0F00003F, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14); /* unknown, as long as can be */
    PUT(&s, 0x8100FFFE, 0x0000FFFF);                                       /* bit 31: neither comment nor instruction */
    PUT(&s, 0x0100FFFF, 0x0000FFFF);                                       /* no end token: it has a length */
    PUT(&s, 0x02000001, 0x800F0000, 0x80E40000);
    PUT(&s, 0x0000FFFF);
    s9_program *program = decoded(s.bytes, s.size);
    assert_int_equal(program->items.count, 6);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(program->items.items[i].kind, S9_ITEM_RAW);
    assert_int_equal(program->items.items[5].kind, S9_ITEM_INSTRUCTION);
    expect_same_bytes(program, s.bytes, s.size);
    s9_program_destroy(program);
}

static void clear_parameter_bits_warn(void **state)
{
    (void)state;
    stream s = {.size = 0};
    PUT(&s, 0xFFFF0200, 0x02000001, 0x000F0800, 0x20E40000, 0x0000FFFF);
    s9_diagnostics *list;
    s9_program *program;
    s9_decode_options options = {.struct_size = sizeof options, .name = "a.pso"};
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_decode(s.bytes, s.size, NULL, &options, &program, list), S9_OK);
    assert_int_equal(program->items.items[0].kind, S9_ITEM_INSTRUCTION);
    assert_int_equal(s9_operand_file(program, program->items.items[0].destination.token), S9_FILE_COLOROUT);
    assert_int_equal(s9_diagnostics_warnings(list), 2);
    const s9_diagnostic *d = s9_diagnostics_get(list, 0);
    assert_string_equal(d->at.file, "a.pso");
    assert_int_equal(d->at.offset, 8);
    assert_int_equal(d->at.instruction, 0);
    expect_same_bytes(program, s.bytes, s.size);
    s9_program_destroy(program);
    s9_diagnostics_destroy(list);
}

static void every_version_decodes(void **state)
{
    (void)state;
    static const uint32_t tokens[] = {0xFFFE0100, 0xFFFE0101, 0xFFFE0200, 0xFFFE0201, 0xFFFE02FF,
                                      0xFFFE0300, 0xFFFE03FF, 0xFFFF0100, 0xFFFF0101, 0xFFFF0102,
                                      0xFFFF0103, 0xFFFF0104, 0xFFFF0200, 0xFFFF0201, 0xFFFF02FF,
                                      0xFFFF0300, 0xFFFF03FF, 0xFFFE0207, 0xFFFF0301};
    for (size_t i = 0; i < S9_COUNT(tokens); i++) {
        stream s = {.size = 0};
        PUT(&s, tokens[i], 0x0000FFFF);
        s9_program *program = decoded(s.bytes, s.size);
        assert_int_equal(s9_program_version_token(program), tokens[i]);
        expect_same_bytes(program, s.bytes, s.size);
        s9_program_destroy(program);
    }
}

/* ---- refusals ---- */

static void bad_streams_are_refused_with_their_place(void **state)
{
    (void)state;
    stream s = {.size = 0};
    expect_refused(&s, "V001", 0, S9_NO_POSITION);
    s.size = 3;
    expect_refused(&s, "V001", 0, S9_NO_POSITION);
    static const uint32_t versions[] = {0xFFFE0400, 0xFFFF0000, 0xFFFE0500};
    for (size_t i = 0; i < S9_COUNT(versions); i++) {
        s.size = 0;
        PUT(&s, versions[i], 0x0000FFFF);
        expect_refused(&s, "V002", 0, S9_NO_POSITION);
    }
    static const uint32_t others[] = {0x4C560200, 0x54580100, 0x46580200, 0x43425844,
                                      0xFEFF0901, 0xBCF00BCF, 0x00000001};
    for (size_t i = 0; i < S9_COUNT(others); i++) {
        s.size = 0;
        PUT(&s, others[i], 0x0000FFFF);
        expect_refused(&s, "V001", 0, S9_NO_POSITION);
    }
    s.size = 0; /* no end token */
    PUT(&s, 0xFFFE0200, 0x0001FFFE, 0, 0x02000001, 0x800F0000, 0x80E40000);
    expect_refused(&s, "V004", 6, 1);
    s.size--; /* inside the mov */
    expect_refused(&s, "V004", 3, 0);
    s.size++;
    s.bytes[s.size++] = 0xFF; /* half an end token */
    s.bytes[s.size++] = 0xFF;
    expect_refused(&s, "V004", 6, 1);
    s.size = 0; /* a comment that says more than there is */
    PUT(&s, 0xFFFE0101, 0x00FFFFFE, 0x00000000, 0x0000FFFF);
    expect_refused(&s, "V015", 1, S9_NO_POSITION);
    s.size = 0; /* a length that swallows the end token */
    PUT(&s, 0xFFFE0200, 0x0000001C, 0x03000001, 0x800F0000, 0x0000FFFF);
    expect_refused(&s, "V004", 2, 1);
    s.size = 0; /* SM1: literals missing */
    PUT(&s, 0xFFFE0101, 0x00000051, 0xA00F0000, 0, 0, 0x0000FFFF);
    expect_refused(&s, "V004", 1, 0);
}

static void arguments_are_checked(void **state)
{
    (void)state;
    s9_program *program = (s9_program *)state;
    assert_int_equal(s9_decode(NULL, 8, NULL, NULL, &program, NULL), S9_ERROR_ARGUMENT);
    assert_null(program);
    assert_int_equal(s9_decode("", 0, NULL, NULL, NULL, NULL), S9_ERROR_ARGUMENT);
    s9_decode_options options = {0};
    assert_int_equal(s9_decode("", 0, NULL, &options, &program, NULL), S9_ERROR_ARGUMENT);
    size_t size;
    assert_int_equal(s9_token_size(NULL, 8, &size), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_token_size("", 0, NULL), S9_ERROR_ARGUMENT);
    assert_int_equal(s9_encode(NULL, NULL, NULL), S9_ERROR_ARGUMENT);
}

/* ---- memory and time ---- */

static void every_allocation_may_fail(void **state)
{
    (void)state;
    stream s = {.size = 0};
    PUT(&s, 0xFFFE0200);
    for (uint32_t i = 0; i < 60; i++)
        PUT(&s, 0x04000004, 0x800F0000, 0xA0E40000, 0xA0E40001, 0x80E40000);
    PUT(&s, 0x0000FFFF, 1, 2, 3);
    s9_decode_options options = {.struct_size = sizeof options, .name = "name"};
    bool done = false;
    for (size_t n = 0; !done; n++) {
        assert_true(n < 100);
        memory_source m = {.fails_at = n};
        s9_allocator allocator = memory_allocator(&m);
        s9_program *program;
        s9_blob blob;
        s9_result result = s9_decode(s.bytes, s.size, &allocator, &options, &program, NULL);
        if (result == S9_OK) {
            result = s9_encode(program, &allocator, &blob);
            done = result == S9_OK;
            if (done)
                s9_blob_free(&blob);
            s9_program_destroy(program);
        } else {
            assert_null(program);
        }
        assert_true(done || result == S9_ERROR_MEMORY);
        assert_int_equal(m.out, 0);
    }
}

/* A program of half a million instructions: legal in 3_sw, and no trouble. */
static void long_programs_are_linear(void **state)
{
    (void)state;
    enum { COUNT = 500000 };
    uint32_t *words = malloc((COUNT * 3 + 2) * sizeof *words);
    assert_non_null(words);
    words[0] = 0xFFFE03FF;
    for (size_t i = 0; i < COUNT; i++) {
        words[1 + 3 * i] = 0x02000001;
        words[2 + 3 * i] = 0x800F0000;
        words[3 + 3 * i] = 0xA0E40000;
    }
    words[1 + 3 * COUNT] = 0xFFFF;
    little_words(words, COUNT * 3 + 2);
    clock_t start = clock();
    s9_program *program = decoded(words, (COUNT * 3 + 2) * 4);
    assert_int_equal(s9_program_instruction_count(program), COUNT);
    expect_same_bytes(program, words, (COUNT * 3 + 2) * 4);
    s9_program_destroy(program);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("%d instructions in %.3f s\n", COUNT, seconds);
    assert_true(seconds < 10);
    free(words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus_round_trip),
        cmocka_unit_test(corpus_truncated),
        cmocka_unit_test(odd_files_are_named),
        cmocka_unit_test(literals_and_payloads_are_no_tokens),
        cmocka_unit_test(longest_comment),
        cmocka_unit_test(sm1_operands_follow_the_version),
        cmocka_unit_test(sm1_unknown_opcodes_take_their_parameters),
        cmocka_unit_test(sm2_goes_by_the_length_field),
        cmocka_unit_test(clear_parameter_bits_warn),
        cmocka_unit_test(every_version_decodes),
        cmocka_unit_test(bad_streams_are_refused_with_their_place),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(long_programs_are_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
