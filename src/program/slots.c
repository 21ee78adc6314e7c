/* SPDX-License-Identifier: MIT */
#include "program/slots.h"

void s9_program_sampler_types(const s9_program *program, s9_sampler_types *types)
{
    memset(types, 0, sizeof *types);
    for (uint32_t i = 0; i < program->items.count; i++) {
        const s9_item *item = &program->items.items[i];
        if (item->kind != S9_ITEM_INSTRUCTION || item->opcode != S9_OP_DCL)
            continue;
        uint32_t number = s9_operand_number(item->destination.token);
        if (s9_operand_file(program, item->destination.token) == S9_FILE_SAMPLER && number < S9_COUNT(types->type))
            types->type[number] = (uint8_t)s9_dcl_texture_type(item->dcl);
    }
}

uint32_t s9_item_coordinate_components(const s9_program *program, const s9_item *item, uint32_t index,
                                       const s9_sampler_types *types)
{
    bool load = item->opcode == S9_OP_TEX || item->opcode == S9_OP_TEXLDL || item->opcode == S9_OP_TEXLDD;
    if (!load || s9_version_major(program->version) < 2 || item->source_count < 2 || index >= item->source_count ||
        index == 1)
        return 0;
    uint32_t sampler = s9_operand_number(item->sources[1].token);
    if (s9_operand_file(program, item->sources[1].token) != S9_FILE_SAMPLER || sampler >= S9_COUNT(types->type))
        return 0;
    uint32_t type = types->type[sampler];
    uint32_t positions = type == 2 ? 3 : type == 3 || type == 4 ? 7 : 0;
    bool uses_w = item->opcode == S9_OP_TEXLDL || (item->opcode == S9_OP_TEX && s9_token_controls(item->words[0]) != 0);
    if (index == 0 && positions != 0 && uses_w)
        positions |= 8;
    uint32_t components = 0, swizzle = s9_operand_swizzle(item->sources[index].token);
    for (uint32_t i = 0; i < 4; i++)
        if ((positions >> i & 1u) != 0)
            components |= 1u << s9_swizzle_component(swizzle, i);
    return components;
}

/* The row of the tables that an item is: forms of one opcode stand in the order of forms.def. */
static const s9_form *form_of(const s9_program *program, const s9_item *item)
{
    size_t first, count = s9_isa_forms_of(item->opcode, &first), variant = 0;
    if (count == 0)
        return NULL;
    switch (item->opcode) {
    case S9_OP_CALLNZ: /* b#, p0 */
        variant = item->source_count > 1 && s9_operand_file(program, item->sources[1].token) == S9_FILE_PREDICATE;
        break;
    case S9_OP_IF:
        variant = item->source_count > 0 && s9_operand_file(program, item->sources[0].token) == S9_FILE_PREDICATE;
        break;
    case S9_OP_TEXCOORD: /* texcoord, texcrd */
        variant = program->version == S9_PS_1_4;
        break;
    case S9_OP_TEX: /* tex, texld of ps_1_4, texld, texldp, texldb */
        if (s9_version_major(program->version) > 1) {
            uint32_t controls = s9_token_controls(item->words[0]);
            variant = 2 + (controls <= S9_TEX_BIAS ? controls : 0);
        } else {
            variant = program->version == S9_PS_1_4;
        }
        break;
    default:
        break;
    }
    return s9_isa_form(first + (variant < count ? variant : 0));
}

static uint32_t texture_slots(s9_slots cell, bool cube, bool no_limit)
{
    if (cube && no_limit && cell.no_limit_cube != 0)
        return cell.no_limit_cube;
    if (no_limit && cell.no_limit != 0)
        return cell.no_limit;
    if (cube && cell.cube != 0)
        return cell.cube;
    return cell.texture;
}

s9_slot_count s9_item_slots(const s9_program *program, const s9_item *item, const s9_sampler_types *types,
                            bool no_texture_limit)
{
    s9_slot_count slots = {0, 0};
    if (item->kind == S9_ITEM_COMMENT || item->opcode == S9_OP_UNKNOWN)
        return slots;
    const s9_opcode_info *info = s9_isa_opcode(item->opcode);
    const s9_form *form = form_of(program, item);
    if (form == NULL || info->kind == S9_OPK_SETUP)
        return slots;
    s9_slots cell = s9_isa_slots(form, program->version);
    if (!cell.available)
        return slots;

    bool cube = false;
    if (info->kind == S9_OPK_TEXTURE && item->source_count > 1) {
        uint32_t sampler = s9_operand_number(item->sources[1].token);
        cube = s9_operand_file(program, item->sources[1].token) == S9_FILE_SAMPLER && sampler < S9_COUNT(types->type) &&
               types->type[sampler] == 3;
    }
    slots.arithmetic = cell.arithmetic;
    slots.texture = texture_slots(cell, cube, no_texture_limit);
    if (program->version == S9_PS_1_0 && (item->opcode == S9_OP_TEXBEM || item->opcode == S9_OP_TEXBEML))
        slots.texture = 2; /* Direct3D 8 only, and no column of the tables */
    uint32_t token = item->words[0];
    if (s9_token_predicated(token) && s9_version_major(program->version) > 1) {
        if (info->kind == S9_OPK_TEXTURE)
            slots.texture++;
        else if (info->kind == S9_OPK_ARITH)
            slots.arithmetic++;
    }
    if (s9_token_coissue(token) && s9_version_is_pixel(program->version) && s9_version_major(program->version) == 1)
        slots.arithmetic = 0;
    return slots;
}
