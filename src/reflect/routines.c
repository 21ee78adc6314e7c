/* SPDX-License-Identifier: MIT */
/* Where subroutines begin and end, and which calls which. */
#include "reflect/reflect.h"

static bool split(s9_arena *arena, const s9_program *program, s9_routines *out)
{
    s9_routine_range current = {0, program->items.count};
    for (uint32_t i = 0; i < program->items.count; i++) {
        const s9_item *item = &program->items.items[i];
        if (item->opcode != S9_OP_LABEL || item->kind != S9_ITEM_INSTRUCTION || item->source_count == 0)
            continue;
        current.end = i;
        if (!S9_PUSH(arena, out, current))
            return false;
        uint32_t number = s9_operand_number(item->sources[0].token);
        bool is_label = s9_operand_file(program, item->sources[0].token) == S9_FILE_LABEL;
        if (is_label && number < S9_LABEL_COUNT && out->of_label[number] == 0)
            out->of_label[number] = out->count;
        current.first = i;
        current.end = program->items.count;
    }
    return S9_PUSH(arena, out, current);
}

uint32_t s9_called_routine(const s9_routines *routines, const s9_program *program, uint32_t item)
{
    const s9_item *call = &program->items.items[item];
    bool calls = call->opcode == S9_OP_CALL || call->opcode == S9_OP_CALLNZ;
    if (!calls || call->source_count == 0 || s9_operand_file(program, call->sources[0].token) != S9_FILE_LABEL)
        return 0;
    uint32_t number = s9_operand_number(call->sources[0].token);
    return number < S9_LABEL_COUNT ? routines->of_label[number] : 0;
}

typedef enum visit { NEW, OPEN, DONE } visit;

/* A routine that is being walked, and how far. */
typedef struct frame {
    uint32_t routine, next;
} frame;

/*
 * Depth first, with a stack of its own: a damaged program may chain as many routines as it has labels. Each routine is
 * walked once. Legal programs call forward only, but what is damaged may call backward and itself.
 */
static bool put_in_order(s9_arena *arena, const s9_program *program, s9_routines *routines)
{
    uint8_t *visits = s9_arena_array(arena, routines->count, sizeof *visits);
    frame *stack = s9_arena_array(arena, routines->count, sizeof *stack);
    routines->order = s9_arena_array(arena, routines->count, sizeof *routines->order);
    routines->rank = s9_arena_array(arena, routines->count, sizeof *routines->rank);
    if (arena->failed)
        return false;
    uint32_t done = 0;
    for (uint32_t root = 0; root < routines->count; root++) {
        uint32_t depth = 0;
        if (visits[root] != NEW)
            continue;
        visits[root] = OPEN;
        stack[depth++] = (frame){root, routines->items[root].first};
        while (depth > 0) {
            frame *at = &stack[depth - 1];
            const s9_routine_range *range = &routines->items[at->routine];
            if (at->next == range->end) {
                visits[at->routine] = DONE;
                routines->rank[at->routine] = done;
                routines->order[done++] = at->routine;
                depth--;
                continue;
            }
            uint32_t callee = s9_called_routine(routines, program, at->next++);
            if (callee == 0 || visits[callee] != NEW)
                continue;
            visits[callee] = OPEN;
            stack[depth++] = (frame){callee, routines->items[callee].first};
        }
    }
    return true;
}

bool s9_find_routines(s9_arena *arena, const s9_program *program, s9_routines *out)
{
    memset(out, 0, sizeof *out);
    out->of_label = s9_arena_array(arena, S9_LABEL_COUNT, sizeof *out->of_label);
    return out->of_label != NULL && split(arena, program, out) && put_in_order(arena, program, out);
}
