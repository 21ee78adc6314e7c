/* SPDX-License-Identifier: MIT */
/* Inputs, outputs and samplers: what is declared, and what of it the instructions use. */
#include "reflect/reflect.h"

enum { REGISTERS = 32, SAMPLERS = 16, MASK_XYZ = 7, MASK_W = 8, MASK_XYW = 11, MASK_FULL = 15 };

/* Components used, by register. */
typedef struct touched {
    uint8_t input[REGISTERS], texture[REGISTERS], misc[2];
    uint8_t rastout[3], attrout[2], texcrdout[8], output[16], colour[4], depth;
    uint32_t samplers;
    uint32_t relative_input, relative_output; /* base + 1 of the lowest relative access; 0: none */
    uint8_t relative_input_mask, relative_output_mask;
    /* declared, so that the rest can be listed behind */
    uint32_t declared_input, declared_texture, declared_misc, declared_output, declared_samplers;
} touched;

typedef struct interface_pass {
    s9_reflection *r;
    const s9_program *program;
    const s9_sampler_types *types;
    bool pixel;
    uint32_t major;
    touched used;
} interface_pass;

static void touch(uint8_t *masks, uint32_t count, uint32_t number, uint32_t mask)
{
    if (number < count)
        masks[number] |= (uint8_t)mask;
}

/* ---- reading ---- */

static void relative_access(uint32_t *lowest, uint8_t *mask, uint32_t base, uint32_t components)
{
    if (*lowest == 0 || base + 1 < *lowest)
        *lowest = base + 1;
    *mask |= (uint8_t)components;
}

static void read_register(interface_pass *p, const s9_operand *o, uint32_t number, uint32_t components)
{
    touched *u = &p->used;
    switch (s9_operand_file(p->program, o->token)) {
    case S9_FILE_INPUT:
        if (s9_operand_is_relative(o->token))
            relative_access(&u->relative_input, &u->relative_input_mask, number, components);
        else
            touch(u->input, S9_COUNT(u->input), number, components);
        break;
    case S9_FILE_TEXTURE:
        /* In ps_1_1 to ps_1_3 a t# that is read holds what was loaded; coordinates are read through destinations. */
        if (p->major > 1 || p->program->version == S9_PS_1_4)
            touch(u->texture, S9_COUNT(u->texture), number, components);
        break;
    case S9_FILE_MISC:
        touch(u->misc, S9_COUNT(u->misc), number, number == 1 ? 1u : components);
        break;
    case S9_FILE_SAMPLER:
        if (number < SAMPLERS)
            u->samplers |= 1u << number;
        break;
    default:
        break;
    }
}

static void read_sources(interface_pass *p, const s9_item *item)
{
    uint32_t rows = s9_isa_matrix_rows(item->opcode);
    bool load =
        p->major > 1 && (item->opcode == S9_OP_TEX || item->opcode == S9_OP_TEXLDL || item->opcode == S9_OP_TEXLDD);
    for (uint32_t i = 0; i < item->source_count; i++) {
        const s9_operand *o = &item->sources[i];
        uint32_t components = s9_item_source_components(p->program, item, i);
        uint32_t number = s9_operand_number(o->token);
        if (load && i != 1) {
            uint32_t needed = s9_item_coordinate_components(p->program, item, i, p->types);
            components = needed != 0 ? needed : components;
        } else if (p->program->version == S9_PS_1_4 && item->opcode == S9_OP_TEX) {
            /* Three coordinates, by the selector. */
            uint32_t swizzle = s9_operand_swizzle(o->token);
            components = 0;
            for (uint32_t k = 0; k < 3; k++)
                components |= 1u << s9_swizzle_component(swizzle, k);
        }
        for (uint32_t row = 0; row < (i == 1 && rows > 0 ? rows : 1); row++)
            read_register(p, o, number + row, components);
    }
}

/*
 * Coordinates that the texture instructions of ps_1_1 to ps_1_3 take from the set of their destination's number. What
 * is bound decides how many tex needs, and whether it and texbem divide by q.
 */
static uint32_t stage_coordinates(s9_opcode opcode)
{
    switch (opcode) {
    case S9_OP_TEX:
        return MASK_FULL;
    case S9_OP_TEXBEM:
    case S9_OP_TEXBEML:
        return MASK_XYW;
    case S9_OP_TEXM3X3VSPEC:
        return MASK_FULL; /* q holds a component of the eye vector */
    case S9_OP_TEXREG2AR:
    case S9_OP_TEXREG2GB:
    case S9_OP_TEXREG2RGB:
        return 0;
    default:
        return MASK_XYZ;
    }
}

static void read_stage(interface_pass *p, s9_opcode opcode, uint32_t number)
{
    uint8_t *texture = p->used.texture;
    touch(texture, REGISTERS, number, stage_coordinates(opcode));
    /* The other two components of the eye vector stand in the sets of the two rows before. */
    if (opcode == S9_OP_TEXM3X3VSPEC && number >= 2) {
        touch(texture, REGISTERS, number - 1, MASK_W);
        touch(texture, REGISTERS, number - 2, MASK_W);
    }
}

static bool samples_stage(s9_opcode opcode)
{
    switch (opcode) {
    case S9_OP_TEXCOORD:
    case S9_OP_TEXKILL:
    case S9_OP_TEXM3X2PAD:
    case S9_OP_TEXM3X3PAD:
    case S9_OP_TEXDP3:
    case S9_OP_TEXM3X3:
    case S9_OP_TEXM3X2DEPTH:
    case S9_OP_TEXDEPTH:
        return false;
    default:
        return s9_isa_opcode(opcode)->kind == S9_OPK_TEXTURE;
    }
}

/* ---- writing ---- */

static void write_destination(interface_pass *p, const s9_item *item)
{
    touched *u = &p->used;
    uint32_t token = item->destination.token, number = s9_operand_number(token), mask = s9_operand_mask(token);
    switch (s9_operand_file(p->program, token)) {
    case S9_FILE_TEMP:
        /* r0 is the colour of ps_1_x, and called so, as where its values are reported. */
        if (p->pixel && p->major == 1 && number == 0)
            u->colour[0] |= (uint8_t)mask;
        break;
    case S9_FILE_RASTOUT:
        touch(u->rastout, S9_COUNT(u->rastout), number, number == 0 ? mask : 1u);
        break;
    case S9_FILE_ATTROUT:
        touch(u->attrout, S9_COUNT(u->attrout), number, mask);
        break;
    case S9_FILE_TEXCRDOUT:
        touch(u->texcrdout, S9_COUNT(u->texcrdout), number, mask);
        break;
    case S9_FILE_OUTPUT:
        if (s9_operand_is_relative(token))
            relative_access(&u->relative_output, &u->relative_output_mask, number, mask);
        else
            touch(u->output, S9_COUNT(u->output), number, mask);
        break;
    case S9_FILE_COLOROUT:
        touch(u->colour, S9_COUNT(u->colour), number, mask);
        break;
    case S9_FILE_DEPTHOUT:
        u->depth = 1;
        break;
    default:
        break;
    }
}

static void use_item(interface_pass *p, const s9_item *item)
{
    bool sm1_pixel = p->pixel && p->major == 1;
    if (item->kind != S9_ITEM_INSTRUCTION || s9_isa_opcode(item->opcode)->kind == S9_OPK_SETUP)
        return;
    read_sources(p, item);
    if (!item->has_destination)
        return;
    uint32_t number = s9_operand_number(item->destination.token);
    if (item->opcode == S9_OP_TEXKILL) {
        uint32_t tested = p->major == 1 ? (uint32_t)MASK_XYZ : s9_operand_mask(item->destination.token);
        if (sm1_pixel && p->program->version != S9_PS_1_4)
            touch(p->used.texture, S9_COUNT(p->used.texture), number, tested);
        else
            read_register(p, &item->destination, number, tested);
        return;
    }
    if (sm1_pixel && samples_stage(item->opcode) && number < SAMPLERS)
        p->used.samplers |= 1u << number;
    if (sm1_pixel && p->program->version != S9_PS_1_4 && s9_isa_opcode(item->opcode)->kind == S9_OPK_TEXTURE)
        read_stage(p, item->opcode, number);
    if (sm1_pixel && (item->opcode == S9_OP_TEXDEPTH || item->opcode == S9_OP_TEXM3X2DEPTH))
        p->used.depth = 1;
    else
        write_destination(p, item);
}

/* ---- elements ---- */

static const char *register_name(interface_pass *p, s9_file file, uint32_t number)
{
    char name[16];
    s9_isa_register_name(file, number, name);
    return s9_arena_strdup(&p->r->arena, name);
}

static void add(interface_pass *p, bool input, s9_interface_element element)
{
    if (element.name == NULL)
        return; /* the arena remembers */
    if (input)
        (void)S9_PUSH(&p->r->arena, &p->r->inputs, element);
    else
        (void)S9_PUSH(&p->r->arena, &p->r->outputs, element);
}

static uint32_t used_input(const interface_pass *p, s9_file file, uint32_t number)
{
    const touched *u = &p->used;
    if (number >= REGISTERS)
        return 0;
    if (file == S9_FILE_TEXTURE)
        return u->texture[number];
    if (file == S9_FILE_MISC)
        return number < 2 ? u->misc[number] : 0;
    bool reached = u->relative_input != 0 && number + 1 >= u->relative_input;
    return u->input[number] | (reached ? u->relative_input_mask : 0u);
}

static uint32_t used_output(const interface_pass *p, uint32_t number)
{
    const touched *u = &p->used;
    if (number >= S9_COUNT(u->output))
        return 0;
    bool reached = u->relative_output != 0 && number + 1 >= u->relative_output;
    return u->output[number] | (reached ? u->relative_output_mask : 0u);
}

static void set_declared(uint32_t *bits, uint32_t number)
{
    if (number < 32)
        *bits |= 1u << number;
}

static void add_declared(interface_pass *p, const s9_item *item)
{
    uint32_t token = item->destination.token, number = s9_operand_number(token);
    s9_file file = s9_operand_file(p->program, token);
    uint32_t modifiers = s9_operand_result_modifiers(token);
    bool semantic = (file == S9_FILE_INPUT && (!p->pixel || p->major == 3)) || file == S9_FILE_OUTPUT;
    s9_interface_element element = {.mask = s9_operand_mask(token),
                                    .centroid = (modifiers & S9_RESULT_CENTROID) != 0,
                                    .partial_precision = (modifiers & S9_RESULT_PP) != 0};
    bool input = file == S9_FILE_INPUT || file == S9_FILE_MISC || (file == S9_FILE_TEXTURE && p->pixel);
    if (!input && file != S9_FILE_OUTPUT)
        return;
    element.name = register_name(p, file, number);
    if (semantic) {
        element.usage = s9_isa_usage_name(s9_dcl_usage(item->dcl));
        element.usage_index = s9_dcl_index(item->dcl);
    }
    if (file == S9_FILE_MISC && number == 1)
        element.mask = 1; /* vFace is one number, whatever its mask field says */
    element.used = (input ? used_input(p, file, number) : used_output(p, number)) & element.mask;
    set_declared(file == S9_FILE_INPUT     ? &p->used.declared_input
                 : file == S9_FILE_TEXTURE ? &p->used.declared_texture
                 : file == S9_FILE_MISC    ? &p->used.declared_misc
                                           : &p->used.declared_output,
                 number);
    add(p, input, element);
}

static const char *texture_type(uint32_t type)
{
    return type == 2 ? "2d" : type == 3 ? "cube" : type == 4 ? "volume" : NULL;
}

static void add_sampler(interface_pass *p, uint32_t number, const char *type)
{
    s9_sampler_info info = {number, type, number < SAMPLERS && (p->used.samplers >> number & 1u) != 0};
    if (number < 32 && (p->used.declared_samplers >> number & 1u) != 0)
        return;
    set_declared(&p->used.declared_samplers, number);
    (void)S9_PUSH(&p->r->arena, &p->r->samplers, info);
}

/* What is used without a declaration: in versions that have none, and in faulty programs. */
static void add_undeclared(interface_pass *p, bool input, s9_file file, uint32_t number, uint32_t mask,
                           uint32_t declared)
{
    if (mask == 0 || (number < 32 && (declared >> number & 1u) != 0))
        return;
    s9_interface_element element = {.name = register_name(p, file, number), .mask = mask, .used = mask};
    add(p, input, element);
}

static void add_rest(interface_pass *p)
{
    const touched *u = &p->used;
    for (uint32_t n = 0; n < REGISTERS; n++)
        add_undeclared(p, true, S9_FILE_INPUT, n, u->input[n], u->declared_input);
    for (uint32_t n = 0; n < REGISTERS; n++)
        add_undeclared(p, true, S9_FILE_TEXTURE, n, u->texture[n], u->declared_texture);
    for (uint32_t n = 0; n < S9_COUNT(u->misc); n++)
        add_undeclared(p, true, S9_FILE_MISC, n, u->misc[n], u->declared_misc);
    for (uint32_t n = 0; n < S9_COUNT(u->rastout); n++)
        add_undeclared(p, false, S9_FILE_RASTOUT, n, u->rastout[n], 0);
    for (uint32_t n = 0; n < S9_COUNT(u->attrout); n++)
        add_undeclared(p, false, S9_FILE_ATTROUT, n, u->attrout[n], 0);
    for (uint32_t n = 0; n < S9_COUNT(u->texcrdout); n++)
        add_undeclared(p, false, S9_FILE_TEXCRDOUT, n, u->texcrdout[n], 0);
    for (uint32_t n = 0; n < S9_COUNT(u->output); n++)
        add_undeclared(p, false, S9_FILE_OUTPUT, n, u->output[n], u->declared_output);
    for (uint32_t n = 0; n < S9_COUNT(u->colour); n++)
        add_undeclared(p, false, S9_FILE_COLOROUT, n, u->colour[n], 0);
    add_undeclared(p, false, S9_FILE_DEPTHOUT, 0, u->depth, 0);
    for (uint32_t n = 0; n < SAMPLERS; n++)
        if ((u->samplers >> n & 1u) != 0)
            add_sampler(p, n, NULL);
}

void s9_reflect_interface(s9_reflection *r, const s9_program *program, const s9_sampler_types *types)
{
    interface_pass p;
    memset(&p, 0, sizeof p);
    p.r = r;
    p.program = program;
    p.types = types;
    p.pixel = s9_version_is_pixel(program->version);
    p.major = s9_version_major(program->version);
    for (uint32_t i = 0; i < program->items.count; i++)
        use_item(&p, &program->items.items[i]);
    for (uint32_t i = 0; i < program->items.count; i++) {
        const s9_item *item = &program->items.items[i];
        if (item->kind != S9_ITEM_INSTRUCTION || item->opcode != S9_OP_DCL)
            continue;
        if (s9_operand_file(program, item->destination.token) == S9_FILE_SAMPLER)
            add_sampler(&p, s9_operand_number(item->destination.token), texture_type(s9_dcl_texture_type(item->dcl)));
        else
            add_declared(&p, item);
    }
    add_rest(&p);
}
