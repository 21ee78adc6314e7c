/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <stdio.h>

struct s9_diagnostics {
    s9_allocator allocator;
    s9_arena arena;
    s9_diagnostic *items;
    uint32_t count, capacity;
    size_t errors, warnings;
    bool last_was_lost; /* the entry added last did not fit into memory: what belongs to it is dropped, too */
};

s9_position s9_position_none(void)
{
    s9_position none = {NULL, 0, 0, 0, S9_NO_POSITION, S9_NO_POSITION, S9_NO_POSITION};
    return none;
}

s9_result s9_diagnostics_create(const s9_allocator *allocator, s9_diagnostics **out)
{
    if (out == NULL)
        return S9_ERROR_ARGUMENT;
    *out = NULL;
    s9_diagnostics *list = s9_allocate_zero(allocator, 1, sizeof *list);
    if (list == NULL)
        return S9_ERROR_MEMORY;
    list->allocator = s9_allocator_or_default(allocator);
    s9_arena_init(&list->arena, allocator);
    *out = list;
    return S9_OK;
}

void s9_diagnostics_destroy(s9_diagnostics *list)
{
    if (list == NULL)
        return;
    s9_allocator allocator = list->allocator;
    s9_arena_free(&list->arena);
    s9_release(&allocator, list);
}

void s9_diagnostics_clear(s9_diagnostics *list)
{
    if (list == NULL)
        return;
    s9_arena_free(&list->arena);
    list->items = NULL;
    list->count = list->capacity = 0;
    list->errors = list->warnings = 0;
    list->last_was_lost = false;
}

size_t s9_diagnostics_count(const s9_diagnostics *list)
{
    return list == NULL ? 0 : list->count;
}

size_t s9_diagnostics_errors(const s9_diagnostics *list)
{
    return list == NULL ? 0 : list->errors;
}

size_t s9_diagnostics_warnings(const s9_diagnostics *list)
{
    return list == NULL ? 0 : list->warnings;
}

const s9_diagnostic *s9_diagnostics_get(const s9_diagnostics *list, size_t index)
{
    return list != NULL && index < list->count ? &list->items[index] : NULL;
}

/* Most entries of a list name the same file: its copy is shared with the entry before. */
static const char *copy_file(s9_diagnostics *list, const char *file)
{
    if (list->count > 0) {
        const char *before = list->items[list->count - 1].at.file;
        if (before != NULL && strcmp(before, file) == 0)
            return before;
    }
    return s9_arena_strdup(&list->arena, file);
}

static char *format_text(s9_diagnostics *list, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : s9_arena_alloc(&list->arena, (size_t)length + 1);
    if (text != NULL)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

static void add(s9_diagnostics *list, s9_diagnostic entry, const char *format, va_list arguments)
{
    if (entry.severity == S9_ERROR)
        list->errors++;
    else if (entry.severity == S9_WARNING)
        list->warnings++;
    list->last_was_lost = true;

    entry.message = format_text(list, format, arguments);
    if (entry.message == NULL)
        return;
    entry.code = entry.code == NULL || entry.code[0] == '\0' ? "" : s9_arena_strdup(&list->arena, entry.code);
    if (entry.code == NULL)
        return;
    if (entry.at.file != NULL && (entry.at.file = copy_file(list, entry.at.file)) == NULL)
        return;
    if (entry.hint != NULL && (entry.hint = s9_arena_strdup(&list->arena, entry.hint)) == NULL)
        return;
    list->last_was_lost = !S9_PUSH(&list->arena, list, entry);
}

void s9_report(s9_diagnostics *list, s9_severity severity, const char *code, const s9_position *at, const char *hint,
               const char *format, ...)
{
    if (list == NULL)
        return;
    s9_diagnostic entry = {severity, code, at != NULL ? *at : s9_position_none(), NULL, hint, NULL, false, 0};
    va_list arguments;
    va_start(arguments, format);
    add(list, entry, format, arguments);
    va_end(arguments);
}

void s9_report_text(s9_diagnostics *list, const char *text, size_t length)
{
    if (list == NULL || list->count == 0 || list->last_was_lost || text == NULL)
        return;
    /* A line may be as long as its file, and each of its faults would copy it: some of it around the place will do. */
    enum { LONGEST = 2048, BEFORE = 512 };
    s9_diagnostic *entry = &list->items[list->count - 1];
    size_t from = entry->at.column > BEFORE ? entry->at.column - 1 - BEFORE : 0;
    if (length > LONGEST && entry->at.column > 0 && from < length) {
        while (from > 0 && ((unsigned char)text[from] & 0xC0u) == 0x80u) /* not inside a character */
            from--;
        size_t left = length - from;
        entry->text_from = (uint32_t)from;
        text += from;
        length = left < LONGEST ? left : LONGEST;
    }
    entry->text = s9_arena_strndup(&list->arena, text, length);
}

void s9_report_note(s9_diagnostics *list, const s9_position *at, const char *format, ...)
{
    if (list == NULL || list->last_was_lost)
        return;
    s9_diagnostic entry = {S9_NOTE, NULL, at != NULL ? *at : s9_position_none(), NULL, NULL, NULL, true, 0};
    va_list arguments;
    va_start(arguments, format);
    add(list, entry, format, arguments);
    va_end(arguments);
}
