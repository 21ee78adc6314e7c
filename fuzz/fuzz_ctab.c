/* SPDX-License-Identifier: MIT */
/* Bytes as a constant table: whatever it says can be read, and does not grow when it is written out. */
#include "fuzz.h"

#include "reflect/ctab.h"
#include "tables.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t version = 0xFFFE0300;
    s9_arena arena, scratch;
    s9_diagnostics *list = NULL;
    if (size > 4 * 0x7FFFu || s9_diagnostics_create(NULL, &list) != S9_OK) /* as large as a comment may be */
        return 0;
    s9_arena_init(&arena, NULL);
    s9_arena_init(&scratch, NULL);
    s9_block block = {data, (uint32_t)size, list, s9_position_none()};
    fuzz_expect(tables_walk(s9_ctab_read(&arena, &scratch, &block, version, version), size));
    s9_diagnostics_destroy(list);
    s9_arena_free(&arena);
    s9_arena_free(&scratch);
    return 0;
}
