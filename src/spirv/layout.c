/* SPDX-License-Identifier: MIT */
/* The layout that is told to the caller: what the module has, in the order of locations and kinds. */
#include "spirv/writer.h"

static const char *built_in_name(uint32_t built_in)
{
    switch (built_in) {
    case SPV_BUILT_IN_POSITION:
        return "Position";
    case SPV_BUILT_IN_POINT_SIZE:
        return "PointSize";
    case SPV_BUILT_IN_FRAG_DEPTH:
        return "FragDepth";
    case SPV_BUILT_IN_CLIP_DISTANCE:
        return "ClipDistance";
    case SPV_BUILT_IN_FRAG_COORD:
        return "FragCoord";
    case SPV_BUILT_IN_FRONT_FACING:
        return "FrontFacing";
    default:
        return "PointCoord";
    }
}

static s9_spirv_interface built_in(uint32_t number, const char *name, const char *reg, uint32_t mask)
{
    return (s9_spirv_interface){.name = name, .reg = reg, .built_in = built_in_name(number), .usage = -1, .mask = mask};
}

static s9_spirv_interface described(s9_sp_writer *w, bool input, const s9_sp_variable *v)
{
    s9_spirv_interface e = {.name = v->name,
                            .reg = v->number == 255 ? ""
                                   : input          ? s9_sp_input_text(v->number)
                                                    : s9_sp_output_text(w->ir->version, v->number),
                            .usage = v->usage,
                            .usage_index = v->usage_index,
                            .flat = v->flat,
                            .centroid = v->centroid,
                            .mask = v->mask};
    if (v->location == UINT32_MAX)
        e.built_in = built_in_name(v->built_in);
    else
        e.location = v->location;
    if (v->number == 255)
        return e;
    uint32_t touched = input ? w->ir->input_read[v->number] : w->ir->output_written[v->number];
    bool relative = input ? w->ir->relative_inputs : w->ir->relative_outputs;
    e.mask &= relative ? 15u : touched;
    return e;
}

/* Longest lists that the members below make; a few bytes of each allocation are lost to alignment. */
static uint32_t most_inputs(const s9_sp_writer *w)
{
    return w->in_count + 4u;
}

static uint32_t most_outputs(const s9_sp_writer *w)
{
    return w->out_count + 2u;
}

static uint32_t most_resources(const s9_sp_writer *w)
{
    uint32_t count = 5;
    for (uint32_t s = 0; s < 16; s++)
        count += w->sampler_ids[s] != 0 ? 2u : 0;
    return count;
}

static bool tell_interface(s9_sp_writer *w)
{
    s9_arena *arena = &w->result->arena;
    s9_spirv_layout *layout = &w->result->layout;
    s9_spirv_interface *in = s9_arena_array_raw(arena, most_inputs(w), sizeof *in);
    s9_spirv_interface *out = s9_arena_array_raw(arena, most_outputs(w), sizeof *out);
    if (in == NULL || out == NULL)
        return false;
    uint32_t in_count = 0, out_count = 0;
    for (uint32_t i = 0; i < w->in_count; i++)
        if (w->in[i].id != 0)
            in[in_count++] = described(w, true, &w->in[i]);
    if (w->frag_coord_id != 0)
        in[in_count++] = built_in(SPV_BUILT_IN_FRAG_COORD, w->names ? "frag_coord" : NULL,
                                  w->ir->input_read[S9_IR_IN_VPOS] != 0 ? "vPos" : "", 15);
    if (w->front_facing_id != 0)
        in[in_count++] = built_in(SPV_BUILT_IN_FRONT_FACING, w->names ? "front_facing" : NULL, "vFace", 1);
    if (w->point_coord_id != 0)
        in[in_count++] = built_in(SPV_BUILT_IN_POINT_COORD, w->names ? "point_coord" : NULL, "", 3);
    for (uint32_t i = 0; i < w->out_count; i++)
        if (w->out[i].id != 0)
            out[out_count++] = described(w, false, &w->out[i]);
    if (w->clip_distance_id != 0)
        out[out_count++] = built_in(SPV_BUILT_IN_CLIP_DISTANCE, w->names ? "clip_distance" : NULL, "", 1);
    layout->inputs = in;
    layout->input_count = in_count;
    layout->outputs = out;
    layout->output_count = out_count;
    return true;
}

static s9_spirv_resource block(const s9_sp_writer *w, s9_spirv_resource_kind kind, const char *name, uint32_t binding,
                               uint32_t rows, uint32_t registers)
{
    return (s9_spirv_resource){.kind = kind,
                               .name = name,
                               .set = w->options->descriptor_set_given ? w->options->descriptor_set : w->pixel,
                               .binding = binding,
                               .size = rows * 16u,
                               .registers = registers};
}

static void tell_constants(s9_sp_writer *w, s9_spirv_resource *list, uint32_t *count)
{
    const s9_spirv_options *o = w->options;
    bool push = o->constants == S9_SPIRV_CONSTANTS_PUSH;
    uint32_t rows[3] = {w->float_registers, w->int_registers, (w->bool_registers + 3u) / 4u};
    uint32_t registers[3] = {w->float_registers, w->int_registers, w->bool_registers};
    uint32_t bindings[3] = {o->float_binding, o->int_binding, o->bool_binding}, offset = o->push_offset;
    const uint32_t ids[3] = {w->float_block, w->int_block, w->bool_block};
    static const char *const names[3] = {"c", "i", "b"};
    for (uint32_t k = 0; k < 3; k++) {
        if (ids[k] == 0 || rows[k] == 0)
            continue;
        s9_spirv_resource r = block(w, (s9_spirv_resource_kind)k, names[k], bindings[k], rows[k], registers[k]);
        if (push) {
            r.push = true;
            r.set = r.binding = 0;
            r.offset = offset;
            offset += r.size;
        }
        list[(*count)++] = r;
    }
}

static bool tell_resources(s9_sp_writer *w)
{
    const s9_spirv_options *o = w->options;
    uint32_t count = 0;
    s9_spirv_resource *list = s9_arena_array_raw(&w->result->arena, most_resources(w), sizeof *list);
    if (list == NULL)
        return false;
    tell_constants(w, list, &count);
    if (w->stage_block != 0)
        list[count++] =
            block(w, S9_SPIRV_RESOURCE_STAGES, "stages", o->stage_binding, 2u * w->stage_registers, w->stage_registers);
    if (w->state_block != 0)
        list[count++] = block(w, S9_SPIRV_RESOURCE_STATE, "state", o->state_binding, S9_SP_STATE_WORDS / 4u, 0);
    for (uint32_t separate = 0; separate <= o->separate_samplers; separate++)
        for (uint32_t s = 0; s < 16; s++) {
            if (w->sampler_ids[s] == 0)
                continue;
            s9_spirv_resource_kind kind = !o->separate_samplers ? S9_SPIRV_RESOURCE_TEXTURE
                                          : separate == 0       ? S9_SPIRV_RESOURCE_IMAGE
                                                                : S9_SPIRV_RESOURCE_SAMPLER;
            uint32_t binding = (separate == 0 ? o->sampler_binding : o->separate_sampler_binding) + s;
            s9_spirv_resource r = block(w, kind, "", binding, 0, 0);
            r.name = s9_sp_resource_name(w, S9_SET_SAMPLER, s);
            if (r.name == NULL)
                return false;
            r.number = s;
            r.texture_type = (s9_texture_type)w->sampler_kinds[s];
            r.compare = (o->compare_samplers >> s & 1u) != 0 && w->sampler_kinds[s] == S9_TEXTURE_2D;
            list[count++] = r;
        }
    w->result->layout.resources = list;
    w->result->layout.resource_count = count;
    return true;
}

static bool tell_specialisations(s9_sp_writer *w)
{
    uint32_t count = 0, all = (uint32_t)S9_COUNT(w->spec_ids);
    if (!w->specialised)
        return true;
    for (uint32_t i = 0; i < all; i++)
        count += w->spec_ids[i] != 0;
    if (count == 0)
        return true;
    s9_spirv_specialisation *list = s9_arena_array(&w->result->arena, count, sizeof *list);
    if (list == NULL)
        return false;
    count = 0;
    for (uint32_t i = 0; i < all; i++) {
        if (w->spec_ids[i] == 0)
            continue;
        char *name = s9_arena_alloc(&w->result->arena, 32);
        if (name == NULL)
            return false;
        s9_spirv_specialisation *s = &list[count++];
        s->id = i;
        s9_sp_state_name(i, name, &s->is_float);
        s->name = name;
        const char *from = i < S9_SPIRV_STAGE_SPEC_ID
                               ? (const char *)&w->options->state + 4u * i
                               : (const char *)w->options->stages + 4u * (i - S9_SPIRV_STAGE_SPEC_ID);
        memcpy(&s->default_bits, from, 4);
    }
    w->result->layout.specialisations = list;
    w->result->layout.specialisation_count = count;
    return true;
}

/* ---- what cannot stand beside each other ---- */

/* Two values of one interface at one location, which only given locations can bring about. */
static bool locations_clash(s9_sp_writer *w, const char *what, const s9_spirv_interface *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const s9_spirv_interface *a = &list[k], *b = &list[i];
            if (a->built_in != NULL || b->built_in != NULL || a->usage < 0 || b->usage < 0 ||
                a->location != b->location || (a->usage == b->usage && a->usage_index == b->usage_index))
                continue;
            s9_report(w->diagnostics, S9_ERROR, NULL, NULL, "give one of them a location that is free",
                      "the %ss %s%u and %s%u would both be at location %u", what, s9_isa_usage_name((uint32_t)a->usage),
                      (unsigned)a->usage_index, s9_isa_usage_name((uint32_t)b->usage), (unsigned)b->usage_index,
                      (unsigned)a->location);
            w->refused = true;
            return true;
        }
    return false;
}

static const char *resource_title(const s9_spirv_resource *r)
{
    switch (r->kind) {
    case S9_SPIRV_RESOURCE_IMAGE:
        return "the image ";
    case S9_SPIRV_RESOURCE_SAMPLER:
        return "the sampler ";
    case S9_SPIRV_RESOURCE_TEXTURE:
        return "the texture ";
    default:
        return "the block ";
    }
}

/* What shading languages count apart: blocks, textures, samplers. */
static int resource_class(const s9_spirv_resource *r)
{
    return r->kind == S9_SPIRV_RESOURCE_SAMPLER                                         ? 2
           : r->kind == S9_SPIRV_RESOURCE_TEXTURE || r->kind == S9_SPIRV_RESOURCE_IMAGE ? 1
                                                                                        : 0;
}

/* Two resources at one binding: no descriptor layout has room for both. Bindings of one module are of one set. */
static bool bindings_clash(s9_sp_writer *w)
{
    const s9_spirv_resource *list = w->result->layout.resources;
    uint32_t count = w->result->layout.resource_count;
    uint64_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bit = list[i].binding < 64 ? (uint64_t)1 << list[i].binding : 0;
        if (list[i].push)
            continue;
        /* Mostly every binding is small, and nobody has it yet. */
        if (bit != 0 && (seen & bit) == 0) {
            seen |= bit;
            continue;
        }
        for (uint32_t k = 0; k < i; k++) {
            if (list[k].push || list[k].binding != list[i].binding ||
                (w->options->classes_apart && resource_class(&list[k]) != resource_class(&list[i])))
                continue;
            s9_report(w->diagnostics, S9_ERROR, NULL, NULL, "give one of them a binding that is free",
                      "%s%s and %s%s would both be at binding %u of set %u", resource_title(&list[k]), list[k].name,
                      resource_title(&list[i]), list[i].name, (unsigned)list[i].binding, (unsigned)list[i].set);
            w->refused = true;
            return true;
        }
    }
    return false;
}

static bool fits(s9_sp_writer *w)
{
    const s9_spirv_layout *layout = &w->result->layout;
    if (w->options->location_count != 0 && w->link == NULL &&
        (locations_clash(w, "input", layout->inputs, layout->input_count) ||
         locations_clash(w, "output", layout->outputs, layout->output_count)))
        return false;
    return !bindings_clash(w);
}

size_t s9_sp_layout_room(const s9_sp_writer *w)
{
    return (most_inputs(w) + most_outputs(w)) * sizeof(s9_spirv_interface) +
           most_resources(w) * sizeof(s9_spirv_resource) + 128u;
}

bool s9_sp_tell_layout(s9_sp_writer *w)
{
    s9_spirv_layout *layout = &w->result->layout;
    const char *entry = w->options->entry_point != NULL ? w->options->entry_point : "main";
    char *kept = s9_arena_alloc_raw(&w->result->arena, strlen(entry) + 1u);
    if (kept == NULL)
        return false;
    memcpy(kept, entry, strlen(entry) + 1u);
    layout->entry_point = kept;
    layout->stage = w->pixel ? S9_STAGE_PIXEL : S9_STAGE_VERTEX;
    layout->version_token = w->program->version_token;
    layout->spirv_version = w->options->version;
    return tell_interface(w) && tell_resources(w) && tell_specialisations(w) && fits(w);
}
