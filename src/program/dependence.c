/* SPDX-License-Identifier: MIT */
#include "program/dependence.h"

enum { REGISTERS = 32, NONE = 64 };

/* Index of a register that holds values: r#, and t# in ps_1_1 to ps_1_3. */
static uint32_t slot_of(const s9_program *program, uint32_t token)
{
    s9_file file = s9_operand_file(program, token);
    uint32_t number = s9_operand_number(token);
    if (number >= REGISTERS)
        return NONE;
    if (file == S9_FILE_TEMP)
        return number;
    bool holds = file == S9_FILE_TEXTURE && s9_version_major(program->version) == 1 && program->version != S9_PS_1_4;
    return holds ? REGISTERS + number : NONE;
}

static bool is_load(const s9_item *item)
{
    switch (item->opcode) {
    case S9_OP_TEXKILL:
    case S9_OP_TEXDEPTH:
    case S9_OP_TEXCOORD:
    case S9_OP_TEXM3X2PAD:
    case S9_OP_TEXM3X3PAD:
    case S9_OP_TEXDP3:
    case S9_OP_TEXM3X3:
    case S9_OP_TEXM3X2DEPTH:
        return false;
    default:
        return s9_isa_opcode(item->opcode)->kind == S9_OPK_TEXTURE;
    }
}

uint32_t s9_dependence_step(s9_dependence *d, const s9_program *program, const s9_item *item)
{
    if (item->kind != S9_ITEM_INSTRUCTION || !item->has_destination ||
        s9_isa_opcode(item->opcode)->kind == S9_OPK_SETUP || item->opcode == S9_OP_TEXKILL)
        return S9_NO_LOAD;
    uint32_t level = 0, out = slot_of(program, item->destination.token);
    bool dependent = false;
    for (uint32_t i = 0; i < item->source_count; i++) {
        uint32_t in = slot_of(program, item->sources[i].token);
        dependent |= in < NONE;
        if (in < NONE && d->level[in] > level)
            level = d->level[in];
    }
    bool keeps = s9_operand_mask(item->destination.token) != 15 || item->has_predicate;
    uint32_t order = S9_NO_LOAD;
    if (is_load(item)) {
        dependent |= out < NONE && d->written[out];
        if (out < NONE && d->level[out] > level)
            level = d->level[out];
        order = dependent && level == 0 ? 1 : level;
        level = order + 1;
    } else if (keeps && out < NONE && d->level[out] > level) {
        level = d->level[out];
    }
    if (out < NONE) {
        d->level[out] = level;
        d->written[out] = true;
    }
    return order;
}
