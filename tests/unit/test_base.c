/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "files.h"
#include "memory.h"

#include <math.h>

/* ---- memory ---- */

static void sizes_are_checked(void **state)
{
    (void)state;
    size_t out;
    assert_true(s9_mul_size(3, 5, &out) && out == 15);
    assert_true(s9_mul_size(0, SIZE_MAX, &out) && out == 0);
    assert_false(s9_mul_size(SIZE_MAX / 2, 3, &out));
    assert_true(s9_add_size(SIZE_MAX - 1, 1, &out) && out == SIZE_MAX);
    assert_false(s9_add_size(SIZE_MAX, 1, &out));
    assert_null(s9_allocate_zero(NULL, SIZE_MAX / 2, 3));
    void *nothing = s9_allocate(NULL, 0);
    assert_non_null(nothing);
    s9_release(NULL, nothing);
    s9_release(NULL, NULL);
}

static void arena_memory_is_zero_aligned_and_freed(void **state)
{
    (void)state;
    memory_source m = {.fails_at = SIZE_MAX};
    s9_allocator allocator = memory_allocator(&m);
    s9_arena arena;
    s9_arena_init(&arena, &allocator);
    for (size_t size = 0; size < 70000; size = size * 2 + 1) {
        unsigned char *memory = s9_arena_alloc(&arena, size);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % sizeof(void *), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 0xCC, size);
    }
    assert_string_equal(s9_arena_strndup(&arena, "abcdef", 3), "abc");
    assert_string_equal(s9_arena_strdup(&arena, ""), "");
    assert_null(s9_arena_array(&arena, SIZE_MAX / 2, 4));
    assert_true(arena.failed);
    s9_arena_free(&arena);
    assert_int_equal(m.out, 0);
    s9_arena_free(&arena);
}

static void arena_vectors_grow(void **state)
{
    (void)state;
    s9_arena arena;
    s9_arena_init(&arena, NULL);
    struct {
        uint32_t *items;
        uint32_t count, capacity;
    } vector = {NULL, 0, 0};
    for (uint32_t i = 0; i < 10000; i++)
        assert_true(S9_PUSH(&arena, &vector, i * 3));
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(vector.items[i], i * 3);
    s9_arena_free(&arena);
}

static void arena_survives_missing_memory(void **state)
{
    (void)state;
    for (size_t left = 0; left < 6; left++) {
        memory_source m = {.fails_at = left};
        s9_allocator allocator = memory_allocator(&m);
        s9_arena arena;
        s9_arena_init(&arena, &allocator);
        long given = 0;
        for (int i = 0; i < 6; i++)
            given += s9_arena_alloc(&arena, 100000) != NULL;
        assert_int_equal(given, left);
        assert_true(arena.failed);
        s9_arena_free(&arena);
        assert_int_equal(m.out, 0);
    }
}

static void options_are_read_by_their_size(void **state)
{
    (void)state;
    struct options {
        size_t struct_size;
        uint32_t a, b;
    } given = {sizeof(size_t) + sizeof(uint32_t), 7, 9}, out;
    assert_true(s9_read_options(&out, sizeof out, &given));
    assert_int_equal(out.a, 7);
    assert_int_equal(out.b, 0);
    given.struct_size = sizeof given + 100;
    assert_true(s9_read_options(&out, sizeof out, &given));
    assert_int_equal(out.b, 9);
    assert_true(s9_read_options(&out, sizeof out, NULL));
    assert_int_equal(out.a, 0);
    given.struct_size = 0;
    assert_false(s9_read_options(&out, sizeof out, &given));
}

/* ---- buffer ---- */

static void buffers_become_blobs(void **state)
{
    (void)state;
    memory_source m = {.fails_at = SIZE_MAX};
    s9_allocator allocator = memory_allocator(&m);
    s9_buffer buffer;
    s9_buffer_init(&buffer, &allocator);
    s9_buffer_text(&buffer, "n=");
    s9_buffer_format(&buffer, "%d%s", 42, "!");
    s9_buffer_char(&buffer, ' ');
    s9_buffer_u32(&buffer, 0x64636261u);
    for (int i = 0; i < 1000; i++)
        s9_buffer_append(&buffer, "0123456789", 10);
    s9_blob blob = {0};
    assert_int_equal(s9_buffer_to_blob(&buffer, &blob), S9_OK);
    assert_int_equal(blob.size, 10010);
    assert_memory_equal(blob.data, "n=42! abcd0123", 14);
    assert_int_equal(((char *)blob.data)[blob.size], 0);
    s9_blob_free(&blob);
    assert_null(blob.data);
    s9_blob_free(&blob);
    assert_int_equal(m.out, 0);

    s9_buffer_init(&buffer, &allocator);
    assert_int_equal(s9_buffer_to_blob(&buffer, &blob), S9_OK);
    assert_int_equal(blob.size, 0);
    assert_string_equal(blob.data, "");
    s9_blob_free(&blob);
}

static void buffers_survive_missing_memory(void **state)
{
    (void)state;
    for (size_t left = 0; left < 4; left++) {
        memory_source m = {.fails_at = left};
        s9_allocator allocator = memory_allocator(&m);
        s9_buffer buffer;
        s9_buffer_init(&buffer, &allocator);
        for (int i = 0; i < 1000; i++)
            s9_buffer_format(&buffer, "%d,", i);
        s9_blob blob;
        assert_int_equal(s9_buffer_to_blob(&buffer, &blob), S9_ERROR_MEMORY);
        assert_null(blob.data);
        assert_int_equal(m.out, 0);
    }
}

/* ---- numbers ---- */

static void floats_print_shortest(void **state)
{
    (void)state;
    static const struct {
        uint32_t bits;
        const char *text;
    } table[] = {
        {0x00000000, "0"},
        {0x80000000, "-0"},
        {0x3F800000, "1"},
        {0xBF000000, "-0.5"},
        {0x3DCCCCCD, "0.1"},
        {0x40490FDB, "3.1415927"},
        {0x44800000, "1024"},
        {0x60AD78EC, "1e+20"},
        {0x38D1B717, "0.0001"},
        {0x3727C5AC, "1e-05"},
        {0x7F7FFFFF, "3.4028235e+38"},
        {0x00800000, "1.1754944e-38"},
        {0x00000001, "1e-45"},
        {0x807FFFFF, "-1.1754942e-38"},
        {0x4B800000, "16777216"},
        {0x4CEB79A3, "123456790"},
        {0x4E6E6B28, "1e+09"},
        {0x3F7FFFFF, "0.99999994"},
        {0x7F800000, "inf"},
        {0xFF800000, "-inf"},
        {0x7FC00000, "nan"},
        {0xFFC00001, "nan"},
        {0x477FFF00, "65535"},
        {0x34000000, "1.1920929e-07"},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        char text[S9_FLOAT_TEXT];
        assert_int_equal(s9_format_float(s9_bits_float(table[i].bits), text), strlen(table[i].text));
        assert_string_equal(text, table[i].text);
    }
}

/* What "%.9g" prints, ties away from zero; it reads back to the same bits as well. */
static void floats_print_with_nine_digits(void **state)
{
    (void)state;
    static const struct {
        uint32_t bits;
        const char *text;
    } table[] = {
        {0x00000000, "0"},
        {0x80000000, "-0"},
        {0x3F800000, "1"},
        {0xBF000000, "-0.5"},
        {0x3DCCCCCD, "0.100000001"},
        {0x40490FDB, "3.14159274"},
        {0x47800000, "65536"},
        {0x4B800001, "16777218"},
        {0x4CEB79A3, "123456792"},
        {0x4E6E6B28, "1e+09"},
        {0x4E6E6B27, "999999936"},
        {0x60AD78EC, "1.00000002e+20"},
        {0x38D1B717, "9.99999975e-05"},
        {0x38D1B718, "0.000100000005"},
        {0x7F7FFFFF, "3.40282347e+38"},
        {0x00800000, "1.17549435e-38"},
        {0x00000001, "1.40129846e-45"},
        {0x20000000, "1.08420217e-19"}, /* on both sides of where long arithmetic begins */
        {0x1F800000, "5.42101086e-20"},
        {0x3A83126F, "0.00100000005"},
        {0x3F804000, "1.00195313"}, /* 1.001953125 */
        {0x40001000, "2.00097656"}, /* 2.0009765625 is no tie */
        {0x3F800800, "1.00024414"},
        {0x7F800000, "inf"},
        {0xFF800000, "-inf"},
        {0xFFC00001, "nan"},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        char text[S9_FLOAT_TEXT];
        assert_int_equal(s9_format_float_nine(s9_bits_float(table[i].bits), text), strlen(table[i].text));
        assert_string_equal(text, table[i].text);
    }
    uint32_t step = 7919;
    for (uint32_t bits = 1; bits < 0x7F800000u; bits += step, step = 1 + (step * 69069u + 1) % 9000u) {
        char text[S9_FLOAT_TEXT], expected[64];
        float value = s9_bits_float(bits), back;
        size_t length = s9_format_float_nine(value, text);
        /* the next double: no tie any more */
        snprintf(expected, sizeof expected, "%.9g", nextafter((double)value, INFINITY));
        assert_string_equal(text, expected);
        assert_int_equal(s9_parse_float(text, length, &back), length);
        assert_int_equal(s9_float_bits(back), bits);
    }
}

static void floats_read_correctly_rounded(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t consumed;
        uint32_t bits;
    } table[] = {
        {"0", 1, 0},
        {"-0", 2, 0x80000000},
        {"1.", 2, 0x3F800000},
        {".5", 2, 0x3F000000},
        {"-10.0e5", 7, 0xC9742400},
        {"9.99999975e-005", 15, 0x38D1B717},
        {"-1.00000002e+020", 16, 0xE0AD78EC},
        {"1e", 1, 0x3F800000},
        {"1e+", 1, 0x3F800000},
        {"1.5f", 3, 0x3FC00000},
        {"1.2.3", 3, 0x3F99999A},
        {"1,5", 1, 0x3F800000}, /* whatever the locale's decimal sign */
        {"", 0, 0},
        {"-", 0, 0},
        {".", 0, 0},
        {"+1", 0, 0},
        {"e5", 0, 0},
        {"1e400", 5, 0x7F800000},
        {"-1e99999999999999999999", 23, 0xFF800000},
        {"1e-400", 6, 0},
        {"0e99999999999999999999", 22, 0},
        /* halfway between FLT_MAX and the next power: below goes down, from there on up */
        {"340282356779733661637539395458142568447", 39, 0x7F7FFFFF},
        {"340282356779733661637539395458142568448", 39, 0x7F800000},
        /* halfway to the smallest denormal */
        {"7.006492321624085354618e-46", 27, 0},
        {"7.006492321624085354619e-46", 27, 1},
        /* ties go to even; a single digit far behind decides. Double rounding would go wrong here */
        {"16777217", 8, 0x4B800000},
        {"16777219", 8, 0x4B800002},
        {"16777217.000000000000000000000000000000000000000000000000000000000000000001", 75, 0x4B800001},
        {"1.00000005960464477539062500000000000000000000000001", 52, 0x3F800001},
        {"1.000000059604644775390625", 26, 0x3F800000},
    };
    for (size_t i = 0; i < S9_COUNT(table); i++) {
        float value = 0;
        assert_int_equal(s9_parse_float(table[i].text, strlen(table[i].text), &value), table[i].consumed);
        assert_int_equal(s9_float_bits(value), table[i].bits);
    }
    /* The length given counts, not a NUL. */
    float value;
    assert_int_equal(s9_parse_float("1234", 2, &value), 2);
    assert_true(value == 12.0f);
}

static void floats_survive_the_round_trip(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (uint32_t i = 0; i < 200000; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        uint32_t bits = (uint32_t)(seed >> 16);
        if (i % 4 == 0)
            bits &= 0x80FFFFFFu; /* denormals and the smallest */
        if ((bits & 0x7F800000u) == 0x7F800000u)
            continue;
        char text[S9_FLOAT_TEXT];
        size_t length = s9_format_float(s9_bits_float(bits), text);
        float back;
        assert_int_equal(s9_parse_float(text, length, &back), length);
        assert_int_equal(s9_float_bits(back), bits);
        assert_int_equal(s9_float_bits(strtof(text, NULL)), bits);
    }
}

/* A million zeros before the digit that counts, or a million digits: linear, and right. */
static void long_numbers_are_read(void **state)
{
    (void)state;
    enum { LENGTH = 1000000 };
    char *text = malloc(LENGTH + 32);
    assert_non_null(text);
    float value;
    memset(text, '0', LENGTH);
    text[1] = '.';
    memcpy(text + LENGTH, "25e999999", 10);
    assert_int_equal(s9_parse_float(text, LENGTH + 9, &value), LENGTH + 9);
    assert_true(value == 2.5f);
    memset(text, '9', LENGTH);
    memcpy(text + LENGTH, "e-1000000", 10);
    assert_int_equal(s9_parse_float(text, LENGTH + 9, &value), LENGTH + 9);
    assert_true(value == 1.0f);
    free(text);
}

/* ---- diagnostics ---- */

static void diagnostics_keep_their_entries(void **state)
{
    (void)state;
    memory_source m = {.fails_at = SIZE_MAX};
    s9_allocator allocator = memory_allocator(&m);
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(&allocator, &list), S9_OK);
    char file[] = "a.vsa", hint[] = "hint";
    s9_position at = s9_position_none();
    at.file = file;
    at.line = 3;
    s9_report(list, S9_ERROR, "V012", &at, hint, "%s of %d", "fault", 7);
    file[0] = hint[0] = 'X'; /* strings are copied */
    s9_report_text(list, "  mov r0, r1 ...", 12);
    s9_report_note(list, NULL, "see %c", 'x');
    s9_report(list, S9_WARNING, NULL, NULL, NULL, "careful");
    assert_int_equal(s9_diagnostics_count(list), 3);
    assert_int_equal(s9_diagnostics_errors(list), 1);
    assert_int_equal(s9_diagnostics_warnings(list), 1);
    const s9_diagnostic *first = s9_diagnostics_get(list, 0);
    assert_string_equal(first->code, "V012");
    assert_string_equal(first->message, "fault of 7");
    assert_string_equal(first->hint, "hint");
    assert_string_equal(first->text, "  mov r0, r1");
    assert_string_equal(first->at.file, "a.vsa");
    assert_int_equal(first->at.line, 3);
    assert_int_equal(first->at.offset, S9_NO_POSITION);
    assert_false(first->continues);
    const s9_diagnostic *note = s9_diagnostics_get(list, 1);
    assert_int_equal(note->severity, S9_NOTE);
    assert_true(note->continues);
    assert_null(note->text);
    assert_string_equal(s9_diagnostics_get(list, 2)->code, "");
    assert_null(s9_diagnostics_get(list, 3));
    s9_diagnostics_clear(list);
    assert_int_equal(s9_diagnostics_count(list), 0);
    assert_int_equal(s9_diagnostics_errors(list), 0);
    s9_diagnostics_destroy(list);
    assert_int_equal(m.out, 0);

    s9_report(NULL, S9_ERROR, NULL, NULL, NULL, "nobody listens");
    s9_report_text(NULL, "", 0);
    s9_report_note(NULL, NULL, "nobody");
    assert_int_equal(s9_diagnostics_count(NULL), 0);
    s9_diagnostics_destroy(NULL);
}

static void diagnostics_count_what_memory_loses(void **state)
{
    (void)state;
    for (size_t left = 1; left < 5; left++) {
        memory_source m = {.fails_at = left};
        s9_allocator allocator = memory_allocator(&m);
        s9_diagnostics *list;
        assert_int_equal(s9_diagnostics_create(&allocator, &list), S9_OK);
        for (int i = 0; i < 500; i++) {
            s9_report(list, S9_ERROR, "V001", NULL, "a hint", "number %d of many that fill the memory", i);
            s9_report_text(list, "text", 4);
            s9_report_note(list, NULL, "note %d", i);
        }
        assert_int_equal(s9_diagnostics_errors(list), 500);
        assert_true(s9_diagnostics_count(list) < 1000);
        for (size_t i = 0; i < s9_diagnostics_count(list); i++)
            assert_non_null(s9_diagnostics_get(list, i)->message);
        s9_diagnostics_destroy(list);
        assert_int_equal(m.out, 0);
    }
    memory_source none = {.fails_at = 0};
    s9_allocator allocator = memory_allocator(&none);
    s9_diagnostics *list;
    assert_int_equal(s9_diagnostics_create(&allocator, &list), S9_ERROR_MEMORY);
    assert_null(list);
}

static void results_have_names(void **state)
{
    (void)state;
    for (int result = -6; result <= 1; result++)
        assert_true(strlen(s9_result_name((s9_result)result)) > 0);
    assert_string_equal(s9_result_name(S9_ERROR_MEMORY), "out of memory");
    assert_string_equal(s9_library_version(), "0.1.0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(arena_memory_is_zero_aligned_and_freed),
        cmocka_unit_test(arena_vectors_grow),
        cmocka_unit_test(arena_survives_missing_memory),
        cmocka_unit_test(options_are_read_by_their_size),
        cmocka_unit_test(buffers_become_blobs),
        cmocka_unit_test(buffers_survive_missing_memory),
        cmocka_unit_test(floats_print_shortest),
        cmocka_unit_test(floats_print_with_nine_digits),
        cmocka_unit_test(floats_read_correctly_rounded),
        cmocka_unit_test(floats_survive_the_round_trip),
        cmocka_unit_test(long_numbers_are_read),
        cmocka_unit_test(diagnostics_keep_their_entries),
        cmocka_unit_test(diagnostics_count_what_memory_loses),
        cmocka_unit_test(results_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
