/* SPDX-License-Identifier: MIT */
/* What two programs read: registers from outside, numbers within; and which inputs and outputs are the same ones. */
#include "diff/compare.h"

/* Registers that an index may reach from its base on, beside those that every device has. */
enum { REACH = 32 };

/* ---- inputs and outputs ---- */

/* What registers mean that no declaration gives a usage. */
static const struct {
    const char *letters;
    bool pixel, output, numbered;
    uint32_t usage;
} fixed_meanings[] = {
    {"v", true, false, true, S9_USAGE_COLOR},        {"t", true, false, true, S9_USAGE_TEXCOORD},
    {"oPos", false, true, false, S9_USAGE_POSITION}, {"oFog", false, true, false, S9_USAGE_FOG},
    {"oPts", false, true, false, S9_USAGE_PSIZE},    {"oD", false, true, true, S9_USAGE_COLOR},
    {"oT", false, true, true, S9_USAGE_TEXCOORD},
};

/* What a slot is, by usage where one is known: the same number for what an application sees as the same. */
static uint32_t meaning_of(const s9_shader *shader, const s9_shader_slot *slot, bool output)
{
    if (slot->usage >= 0)
        return (uint32_t)slot->usage << 8 | slot->usage_index;
    bool pixel = s9_version_is_pixel(shader->ir->version), old = s9_version_major(shader->ir->version) < 3;
    for (size_t i = 0; i < S9_COUNT(fixed_meanings) && old; i++) {
        size_t length = strlen(fixed_meanings[i].letters);
        const char *at = slot->name + length;
        uint32_t number = 0;
        if (fixed_meanings[i].pixel != pixel || fixed_meanings[i].output != output ||
            strncmp(slot->name, fixed_meanings[i].letters, length) != 0 ||
            fixed_meanings[i].numbered != (*at >= '0' && *at <= '9'))
            continue;
        for (; *at >= '0' && *at <= '9'; at++)
            number = number * 10 + (uint32_t)(*at - '0');
        return fixed_meanings[i].usage << 8 | number;
    }
    uint32_t hash = 5381;
    for (const char *at = slot->name; *at != '\0'; at++)
        hash = hash * 33 + (uint32_t)(unsigned char)*at;
    return hash | 0x80000000u;
}

/* Whether the register of an output slot has several usages: then a slot is its own components alone. */
static uint32_t own_components(const s9_shader *shader, uint32_t index)
{
    const s9_shader_slot *slot = &shader->outputs[index];
    bool shared =
        (index > 0 && shader->output_numbers[index - 1] == shader->output_numbers[index]) ||
        (index + 1 < shader->output_count && shader->output_numbers[index + 1] == shader->output_numbers[index]);
    return shared ? slot->mask : (1u << slot->components) - 1u;
}

void s9_cmp_match_slots(s9_compare *c)
{
    uint32_t meanings[S9_CMP_INPUTS > S9_CMP_OUTPUTS ? S9_CMP_INPUTS : S9_CMP_OUTPUTS];
    for (uint32_t side = 0; side < 2; side++) {
        const s9_shader *shader = c->sides[side].shader;
        for (uint32_t i = 0; i < shader->input_count && i < S9_CMP_NONE; i++) {
            const s9_shader_slot *slot = &shader->inputs[i];
            uint32_t meaning = meaning_of(shader, slot, false), at = 0;
            while (at < c->input_count && (meanings[at] != meaning || c->inputs[at].slots[side] != S9_CMP_NONE))
                at++;
            if (at == S9_CMP_INPUTS)
                continue;
            s9_cmp_input *in = &c->inputs[at];
            if (at == c->input_count) {
                *in = (s9_cmp_input){.slots = {S9_CMP_NONE, S9_CMP_NONE}, .usage = slot->usage};
                in->usage_index = slot->usage_index;
                in->position = strcmp(slot->name, "vPos") == 0;
                in->face = strcmp(slot->name, "vFace") == 0;
                meanings[c->input_count++] = meaning;
            }
            in->usage = in->usage >= 0 && slot->usage >= 0 ? slot->usage : -1;
            in->slots[side] = (uint16_t)i;
            in->names[side] = slot->name;
            in->masks[side] = slot->mask;
            in->components = slot->components > in->components ? slot->components : in->components;
        }
    }
    for (uint32_t side = 0; side < 2; side++) {
        const s9_shader *shader = c->sides[side].shader;
        for (uint32_t i = 0; i < shader->output_count && i < S9_CMP_NONE; i++) {
            const s9_shader_slot *slot = &shader->outputs[i];
            uint32_t meaning = meaning_of(shader, slot, true), at = 0;
            while (at < c->output_count && (meanings[at] != meaning || c->outputs[at].slots[side] != S9_CMP_NONE))
                at++;
            if (at == S9_CMP_OUTPUTS)
                continue;
            s9_cmp_output *out = &c->outputs[at];
            if (at == c->output_count) {
                *out = (s9_cmp_output){.slots = {S9_CMP_NONE, S9_CMP_NONE}};
                meanings[c->output_count++] = meaning;
            }
            out->slots[side] = (uint16_t)i;
            out->names[side] = slot->name;
            out->masks[side] = own_components(shader, i);
        }
    }
}

uint32_t s9_cmp_find_input(const s9_compare *c, uint32_t side, const char *name, uint32_t component)
{
    uint32_t found = S9_CMP_NONE;
    for (uint32_t i = 0; i < c->input_count; i++) {
        const s9_cmp_input *in = &c->inputs[i];
        if (in->names[side] == NULL || strcmp(in->names[side], name) != 0)
            continue;
        if (found == S9_CMP_NONE || (in->masks[side] >> component & 1u) != 0)
            found = i;
    }
    return found;
}

/* ---- constants ---- */

static void add_literal(s9_compare *c, uint32_t bits)
{
    float value = s9_bits_float(bits);
    if (!(value - value == 0.0f) || c->literal_count == S9_CMP_LITERALS)
        return;
    for (uint32_t i = 0; i < c->literal_count; i++)
        if (s9_float_bits(c->literals[i]) == bits)
            return;
    c->literals[c->literal_count++] = value;
}

typedef struct reads {
    uint32_t f, i, b; /* one more than the highest number read */
    uint8_t *f_read, *i_read, *b_read;
} reads;

static void mark(uint8_t *read, uint32_t *count, uint32_t limit, uint32_t number)
{
    if (number >= limit)
        return;
    read[number] = 1;
    *count = number + 1 > *count ? number + 1 : *count;
}

static void read_operand(const s9_cmp_side *side, const s9_item *item, uint32_t index, reads *r)
{
    const s9_operand *operand = &item->sources[index];
    uint32_t number = s9_operand_number(operand->token), rows = index == 1 ? s9_isa_matrix_rows(item->opcode) : 0;
    s9_file file = s9_operand_file(side->program, operand->token);
    if (s9_operand_is_relative(operand->token)) {
        uint32_t usual = s9_version_major(side->program->version) == 1 ? 96 : 256;
        for (uint32_t n = number; file == S9_FILE_CONST && n < number + REACH; n++)
            mark(r->f_read, &r->f, S9_DF_FLOATS, n);
        for (uint32_t n = 0; file == S9_FILE_CONST && n < usual; n++)
            mark(r->f_read, &r->f, S9_DF_FLOATS, n);
        return;
    }
    for (uint32_t row = 0; row == 0 || row < rows; row++) {
        if (s9_df_definition_of(side->program, &side->definitions, operand->token, row) != NULL)
            continue;
        if (file == S9_FILE_CONST)
            mark(r->f_read, &r->f, S9_DF_FLOATS, number + row);
        else if (file == S9_FILE_CONSTINT)
            mark(r->i_read, &r->i, S9_DF_NUMBERS, number);
        else if (file == S9_FILE_CONSTBOOL)
            mark(r->b_read, &r->b, S9_DF_NUMBERS, number);
    }
}

/* What is executed: neither declarations nor what only marks a place. */
static bool is_executed(const s9_item *item)
{
    if (item->kind != S9_ITEM_INSTRUCTION)
        return false;
    switch (item->opcode) {
    case S9_OP_LABEL:
    case S9_OP_RET:
    case S9_OP_ELSE:
    case S9_OP_ENDIF:
    case S9_OP_ENDLOOP:
    case S9_OP_ENDREP:
        return false;
    default:
        break;
    }
    s9_opcode_kind kind = s9_isa_opcode(item->opcode)->kind;
    return kind == S9_OPK_ARITH || kind == S9_OPK_TEXTURE || kind == S9_OPK_FLOW;
}

static bool look_at(s9_compare *c, s9_cmp_side *side, reads *r)
{
    const s9_program *program = side->program;
    uint32_t count = program->instruction_count;
    side->instruction_count = count;
    side->item_of = s9_arena_array(&c->arena, count + 1u, sizeof *side->item_of);
    side->executable = s9_arena_array(&c->arena, count + 1u, 1);
    side->reached = s9_arena_array(&c->arena, count + 1u, 1);
    side->sites = s9_arena_array(&c->arena, count + 1u, sizeof *side->sites);
    if (side->item_of == NULL || side->executable == NULL || side->reached == NULL || side->sites == NULL ||
        !s9_df_find_definitions(program, &c->arena, &side->definitions))
        return false;
    side->straight = true;
    for (uint32_t n = 0; n < program->items.count; n++) {
        const s9_item *item = &program->items.items[n];
        if (item->kind == S9_ITEM_COMMENT || item->instruction >= count)
            continue;
        side->item_of[item->instruction] = n;
        if (item->kind == S9_ITEM_INSTRUCTION && item->opcode == S9_OP_DEF)
            for (uint32_t i = 0; i < item->literal_count; i++)
                add_literal(c, item->literals[i]);
        if (!is_executed(item))
            continue;
        side->executable[item->instruction] = 1;
        side->executable_count++;
        side->straight &= !item->has_predicate && s9_isa_opcode(item->opcode)->kind != S9_OPK_FLOW;
        for (uint32_t i = 0; i < item->source_count; i++)
            read_operand(side, item, i, r);
    }
    return true;
}

bool s9_cmp_find_reads(s9_compare *c)
{
    reads r = {0, 0, 0, NULL, NULL, NULL};
    const s9_compare_given *given = c->options.given;
    r.f_read = s9_arena_array(&c->arena, S9_DF_FLOATS, 1);
    r.i_read = s9_arena_array(&c->arena, S9_DF_NUMBERS, 1);
    r.b_read = s9_arena_array(&c->arena, S9_DF_NUMBERS, 1);
    if (r.f_read == NULL || r.i_read == NULL || r.b_read == NULL || !look_at(c, &c->sides[0], &r) ||
        !look_at(c, &c->sides[1], &r))
        return false;
    c->f_count = r.f;
    c->i_count = r.i;
    c->b_count = r.b;
    c->f_live = r.f_read;
    c->i_live = r.i_read;
    c->b_live = r.b_read;
    if (given != NULL) {
        for (uint32_t n = 0; n < r.f && n < given->constants.f_count && given->f_given != NULL; n++)
            c->f_live[n] &= given->f_given[n] == 0;
        for (uint32_t n = 0; n < r.i && n < given->constants.i_count && given->i_given != NULL; n++)
            c->i_live[n] &= given->i_given[n] == 0;
        for (uint32_t n = 0; n < r.b && n < given->constants.b_count && given->b_given != NULL; n++)
            c->b_live[n] &= given->b_given[n] == 0;
    }
    c->bools = s9_arena_array(&c->arena, r.b + 1u, sizeof *c->bools);
    for (uint32_t n = 0; n < r.b && c->bools != NULL; n++)
        if (c->b_live[n])
            c->bools[c->bool_count++] = n;
    for (uint32_t side = 0; side < 2; side++) {
        const s9_ir *ir = c->sides[side].shader->ir;
        c->sampler_mask |= ir->sampler_mask & 0xFFFFu;
        c->stages_used |= ir->stage_mask != 0;
        c->gradients |= ir->uses_gradients;
    }
    return c->bools != NULL;
}
