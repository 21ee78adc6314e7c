/* SPDX-License-Identifier: MIT */
/* What is disassembled assembles to the same bytes: for the shaders of others, and for tokens that nobody would write.
 */
#include "base/base.h"
#include "files.h"
#include "program/program.h"

/* The first difference in words, or a message when the text is refused; NULL when all bytes are the same. */
static const char *trip_with(const s9_disassemble_options *options, const void *bytes, size_t size, char *report,
                             size_t room)
{
    s9_program *program, *again = NULL;
    s9_blob text = {0}, tokens = {0};
    s9_diagnostics *list = NULL;
    const char *fault = NULL;
    if (s9_decode(bytes, size, NULL, NULL, &program, NULL) != S9_OK)
        return "does not decode";
    assert_int_equal(s9_diagnostics_create(NULL, &list), S9_OK);
    assert_int_equal(s9_disassemble(program, NULL, options, &text), S9_OK);
    if (s9_assemble(text.data, text.size, NULL, NULL, &again, list) != S9_OK) {
        const s9_diagnostic *d = s9_diagnostics_get(list, 0);
        snprintf(report, room, "line %u: %s\n%.600s", d != NULL ? (unsigned)d->at.line : 0,
                 d != NULL ? d->message : "?", (const char *)text.data);
        fault = report;
    } else {
        assert_int_equal(s9_encode(again, NULL, &tokens), S9_OK);
        if (tokens.size != size || memcmp(tokens.data, bytes, size) != 0) {
            size_t at = 0;
            while (at < size && at < tokens.size && ((const char *)tokens.data)[at] == ((const char *)bytes)[at])
                at++;
            snprintf(report, room, "%zu bytes became %zu, different at %zu\n%.600s", size, tokens.size, at,
                     (const char *)text.data);
            fault = report;
        }
    }
    s9_blob_free(&text);
    s9_blob_free(&tokens);
    s9_program_destroy(program);
    s9_program_destroy(again);
    s9_diagnostics_destroy(list);
    return fault;
}

static const char *trip(const void *bytes, size_t size, char *report, size_t room)
{
    return trip_with(NULL, bytes, size, report, room);
}

static void corpus(void **state)
{
    (void)state;
    static char report[2000];
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        assert_non_null(bytes);
        const char *fault = trip(bytes, size, report, sizeof report);
        if (fault != NULL)
            fail_msg("%s: %s", list.paths[i], fault);
        /* with short floats, names and remarks */
        const s9_register_name names[] = {{S9_SET_FLOAT, 0, 20, "float\\ //!comment 1"},
                                          {S9_SET_SAMPLER, 0, 2, "\n\t!"}};
        const s9_disassemble_options all = {.struct_size = sizeof all,
                                            .offsets = i % 2 == 0,
                                            .tokens = i % 3 == 0,
                                            .exact = true,
                                            .names = names,
                                            .name_count = S9_COUNT(names)};
        fault = trip_with(&all, bytes, size, report, sizeof report);
        if (fault != NULL)
            fail_msg("%s, with remarks: %s", list.paths[i], fault);
        /* and with rubbish behind the end token */
        size_t extra = 1 + i % 70;
        char *longer = malloc(size + extra);
        assert_non_null(longer);
        memcpy(longer, bytes, size);
        for (size_t k = 0; k < extra; k++)
            longer[size + k] = (char)(k * 37 + i);
        fault = trip(longer, size + extra, report, sizeof report);
        if (fault != NULL)
            fail_msg("%s with %zu bytes behind it: %s", list.paths[i], extra, fault);
        free(longer);
        free(bytes);
    }
    print_message("%zu shaders\n", list.count);
    files_free(&list);
}

/* ---- tokens at random ---- */

static uint32_t seed;

static uint32_t random_word(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static uint32_t below(uint32_t limit)
{
    return random_word() % limit;
}

/* An operand token: mostly what a legal shader has, now and then any bit changed. */
static uint32_t random_operand(bool destination)
{
    uint32_t type = below(4) != 0 ? below(8) : below(24);
    uint32_t number = below(3) != 0 ? below(4) : below(5) != 0 ? below(40) : below(2048);
    uint32_t token = 0x80000000u | (type & 7u) << 28 | (type & 0x18u) << 8 | number;
    if (destination) {
        token |= (below(2) != 0 ? 15u : below(16)) << 16;
        token |= (below(3) != 0 ? 0 : below(8)) << 20;
        token |= (below(5) != 0 ? 0 : below(16)) << 24;
    } else {
        uint32_t swizzle = below(2) != 0 ? S9_SWIZZLE_IDENTITY : below(2) != 0 ? below(4) * 0x55u : below(256);
        token |= swizzle << 16 | (below(2) != 0 ? 0 : below(16)) << 24;
    }
    if (below(6) == 0)
        token |= 1u << 13;
    if (below(60) == 0)
        token ^= 1u << below(32);
    return token;
}

static uint32_t random_index(void)
{
    static const uint32_t tokens[] = {0xB0000000, 0xB0550000, 0xB0E40000, 0xF0E40800,
                                      0xB0FF0000, 0xF0000800, 0xB01B0000, 0x80E40000};
    return tokens[below(S9_COUNT(tokens))];
}

static uint32_t random_predicate(void)
{
    static const uint32_t tokens[] = {0xB0E41000, 0xBDE41000, 0xB0001000, 0xBDFF1000,
                                      0xB01B1000, 0xB1E41000, 0xA0E41000};
    return tokens[below(S9_COUNT(tokens))];
}

static uint32_t random_dcl(void)
{
    static const uint32_t words[] = {0x80000000, 0x90000000, 0x98000000, 0xA0000000,
                                     0x88000000, 0x80000005, 0x800F000D, 0x8000000E};
    return below(4) != 0 ? words[below(S9_COUNT(words))] : 0x80000000u | below(14) | below(16) << 16;
}

/* Operands of flow instructions as they should be, so that not all of them end as raw words. */
static uint32_t flow_operand(s9_opcode opcode, uint32_t index)
{
    static const uint32_t booleans[] = {0xE0E40800, 0xEDE40801, 0xB0001000, 0xBDFF1000, 0xB0E41000, 0xE0000800};
    switch (opcode) {
    case S9_OP_CALL:
    case S9_OP_LABEL:
        return 0xA0E41000u + below(20);
    case S9_OP_CALLNZ:
        return index == 0 ? 0xA0E41000u + below(20) : booleans[below(S9_COUNT(booleans))];
    case S9_OP_LOOP:
        return index == 0 ? 0xF0E40800u : 0xF0E40000u + below(17);
    case S9_OP_REP:
        return 0xF0E40000u + below(17);
    case S9_OP_IF:
    case S9_OP_BREAKP:
        return booleans[below(S9_COUNT(booleans))];
    default:
        return random_operand(false);
    }
}

static size_t random_instruction(s9_version version, uint32_t *words)
{
    bool sm1 = s9_version_major(version) == 1;
    s9_opcode opcode = (s9_opcode)below(S9_OP_COUNT);
    if (below(4) != 0)
        while (!s9_isa_available(version, opcode))
            opcode = (s9_opcode)below(S9_OP_COUNT);
    s9_shape shape = s9_isa_shape(version, opcode);
    size_t n = 1;
    uint32_t token = s9_isa_opcode(opcode)->number;
    bool compares = (s9_isa_opcode(opcode)->flags & S9_OPF_COMPARE) != 0;
    if (compares || (opcode == S9_OP_TEX && !sm1) || below(40) == 0)
        token |= below(compares ? 8 : 4) << 16;
    bool predicated = below(sm1 ? 60 : 6) == 0;
    if (predicated)
        token |= 1u << 28;
    if (below(sm1 ? 4 : 80) == 0)
        token |= 1u << 30;
    if (below(100) == 0)
        token |= 1u << 29;
    if (shape.dcl)
        words[n++] = random_dcl();
    if (shape.destinations > 0) {
        static const uint32_t setup[] = {0xA00F0000, 0xF00F0000, 0xE00F0800, 0xA00F0800,
                                         0x900F0000, 0xB00F0000, 0x900F1000, 0xE00F0000};
        bool plain = s9_isa_opcode(opcode)->kind == S9_OPK_SETUP && below(5) != 0;
        words[n] = plain ? setup[below(S9_COUNT(setup))] + below(8) : random_operand(true);
        if (plain && below(3) == 0)
            words[n] ^= (1u + below(6)) << 20;
        if (s9_operand_is_relative(words[n++]) && !sm1)
            words[n++] = random_index();
    }
    if (predicated && !sm1)
        words[n++] = random_predicate();
    for (uint32_t i = 0; i < shape.sources; i++) {
        bool flow = s9_isa_opcode(opcode)->kind == S9_OPK_FLOW && below(8) != 0;
        words[n] = flow ? flow_operand(opcode, i) : random_operand(false);
        if (s9_isa_opcode(opcode)->kind == S9_OPK_TEXTURE && i == 1 && !sm1 && below(4) != 0)
            words[n] = 0xA0E40800u + below(5);
        if (s9_operand_is_relative(words[n++]) && !sm1)
            words[n++] = random_index();
    }
    for (uint32_t i = 0; i < shape.literals; i++)
        words[n++] = below(3) == 0 ? below(3) : random_word();
    if (!sm1)
        token |= (uint32_t)(n - 1) << 24;
    words[0] = token;
    return n;
}

static void random_tokens(void **state)
{
    (void)state;
    static char report[2000];
    enum { ROUNDS = 2000 };
    seed = 0x5339u;
    for (uint32_t v = 0; v < S9_VERSION_COUNT; v++)
        for (uint32_t round = 0; round < ROUNDS; round++) {
            uint32_t words[64] = {s9_isa_version((s9_version)v)->token};
            size_t n = 1;
            uint32_t instructions = 1 + below(3);
            uint32_t before = seed;
            for (uint32_t i = 0; i < instructions; i++)
                n += random_instruction((s9_version)v, words + n);
            words[n++] = S9_TOKEN_END;
            uint8_t bytes[sizeof words];
            for (size_t i = 0; i < n; i++)
                for (int k = 0; k < 4; k++)
                    bytes[4 * i + (size_t)k] = (uint8_t)(words[i] >> (8 * k));
            s9_program *program;
            if (s9_decode(bytes, n * 4, NULL, NULL, &program, NULL) != S9_OK)
                continue; /* a changed bit 31 may have taken the end token away */
            s9_program_destroy(program);
            const char *fault = trip(bytes, n * 4, report, sizeof report);
            if (fault != NULL)
                fail_msg("%s, round %u (%08x): %s", s9_isa_version((s9_version)v)->text, (unsigned)round,
                         (unsigned)before, fault);
        }
    print_message("%u programs\n", (unsigned)ROUNDS * S9_VERSION_COUNT);
}

/* One bit of a real shader changed: whatever still decodes still makes the trip. */
static void damaged_shaders(void **state)
{
    (void)state;
    static char report[2000];
    files_list list = files_shared_folder("corpus/bytecode", ".bin");
    size_t trips = 0;
    seed = 0xD3D9u;
    for (size_t i = 0; i < list.count; i++) {
        size_t size;
        char *bytes = files_read(list.paths[i], &size);
        assert_non_null(bytes);
        for (uint32_t round = 0; round < 12; round++) {
            size_t at = below((uint32_t)size);
            char bit = (char)(1u << below(8)), before = bytes[at];
            bytes[at] = (char)(before ^ bit);
            s9_program *program;
            if (s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK) {
                s9_program_destroy(program);
                const char *fault = trip(bytes, size, report, sizeof report);
                if (fault != NULL)
                    fail_msg("%s, byte %zu ^ %02x: %s", list.paths[i], at, (unsigned)(unsigned char)bit, fault);
                trips++;
            }
            bytes[at] = before;
        }
        free(bytes);
    }
    print_message("%zu damaged shaders\n", trips);
    files_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus),
        cmocka_unit_test(random_tokens),
        cmocka_unit_test(damaged_shaders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
