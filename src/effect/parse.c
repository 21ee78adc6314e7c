/* SPDX-License-Identifier: MIT */
/*
 * Reading fx_2_0. The file is
 *
 *   token, offset of the records       offsets count from here, byte 8
 *   pool: types, names, values
 *   counts of parameters, techniques, (something), objects
 *   parameters: type, value, flags, annotations
 *   techniques: name, annotations, passes: name, annotations, states: number, index, type, value
 *   objects with a number: strings, shaders that are values of parameters
 *   objects with a place: what states are set to (shaders, names of parameters, expressions)
 *
 * Many records may share parts of the pool, and types nest. So that no file can describe more than its size pays for,
 * types, states and names count against a budget; an honest file spends no more than it has bytes.
 */
#include "effect/effect.h"
#include "reflect/preshader.h"

enum { DEEPEST = 32 };

/* What a large object is. */
enum { USE_DATA = 0, USE_PARAMETER = 1, USE_ELEMENT = 2 };

typedef struct reader {
    s9_effect *effect;
    s9_diagnostics *list;
    const uint8_t *bytes; /* byte 8 of the effect: where offsets count from */
    uint32_t size;
    uint32_t pool; /* where the pool ends, and records begin */
    uint32_t at;
    uint64_t records; /* budget: types, states, annotations */
    uint64_t text;    /* budget: bytes of names and values */
    s9_arena scratch;
    bool memory;
    bool refused;
} reader;

/* Where states of passes and samplers lie while they may still be changed. */
#define MUTABLE_STATE(state) ((s9_effect_state *)(uintptr_t)(state))

static bool fault(reader *r, uint32_t offset, const char *what)
{
    if (!r->refused && !r->memory)
        s9_effect_fault(r->effect->name, r->list, r->effect->fx_at + 8 + offset, "the effect is damaged: %s", what);
    r->refused = true;
    return false;
}

static bool no_memory(reader *r)
{
    r->memory = true;
    return false;
}

static bool inside(const reader *r, uint32_t offset, uint64_t size)
{
    return offset <= r->size && size <= r->size - offset;
}

/* The same for the pool. What reaches behind its end lies in what moves when a shader is replaced. */
static bool pooled(reader *r, uint32_t offset, uint64_t size)
{
    r->effect->entangled |= offset + size > r->pool;
    return inside(r, offset, size);
}

static uint32_t peek(const reader *r, uint32_t offset)
{
    return s9_read_u32(r->bytes + offset);
}

/* The next `count` words of the records; false when they are not there. */
static bool take(reader *r, uint32_t *words, uint32_t count)
{
    if (!inside(r, r->at, (uint64_t)count * 4))
        return fault(r, r->at, "it ends inside of its records");
    for (uint32_t i = 0; i < count; i++, r->at += 4)
        words[i] = peek(r, r->at);
    return true;
}

static bool spend(reader *r, uint64_t records)
{
    if (records > r->records) {
        r->records = 0;
        return fault(r, r->at, "it describes more than a file of its size can hold");
    }
    r->records -= records;
    return true;
}

static bool spend_text(reader *r, uint64_t bytes)
{
    if (bytes > r->text) {
        r->text = 0;
        return fault(r, r->at, "its names and values are larger than a file of its size can hold");
    }
    r->text -= bytes;
    return true;
}

/* An array of `count` items, each of which takes at least `least` bytes of the file. */
static void *array(reader *r, uint32_t count, uint32_t least, size_t size)
{
    if ((uint64_t)count * least > r->size) {
        fault(r, r->at, "it counts more records than it has room for");
        return NULL;
    }
    void *items = s9_arena_array(&r->effect->arena, count == 0 ? 1 : count, size);
    if (items == NULL)
        no_memory(r);
    return items;
}

/* A name: its length, the NUL included, then its bytes. Length 0 is no name. */
static bool name_at(reader *r, uint32_t offset, const char **out)
{
    *out = "";
    if (!pooled(r, offset, 4))
        return fault(r, offset, "a name lies outside of it");
    uint32_t length = peek(r, offset);
    if (length == 0)
        return true;
    if (!pooled(r, offset + 4, length))
        return fault(r, offset, "a name is longer than the file");
    if (r->bytes[offset + 4 + length - 1] != 0)
        return fault(r, offset, "a name does not end");
    if (!spend_text(r, length))
        return false;
    *out = (const char *)r->bytes + offset + 4;
    return true;
}

/* ---- types ---- */

/* Reads the type at *at and moves behind it. */
static bool type_at(reader *r, uint32_t *at, uint32_t depth, s9_effect_type *type)
{
    uint32_t offset = *at;
    if (depth > DEEPEST)
        return fault(r, offset, "a type is nested too deeply");
    if (!pooled(r, offset, 20))
        return fault(r, offset, "a type lies outside of it");
    if (!spend(r, 1) || !name_at(r, peek(r, offset + 8), &type->name) ||
        !name_at(r, peek(r, offset + 12), &type->semantic))
        return false;
    type->type_number = peek(r, offset);
    type->class_number = peek(r, offset + 4);
    type->elements = peek(r, offset + 16);
    offset += 20;
    uint64_t words = 1;
    if (type->class_number <= S9_CLASS_MATRIX_COLUMNS) {
        if (!pooled(r, offset, 8))
            return fault(r, offset, "a type lies outside of it");
        uint32_t a = peek(r, offset), b = peek(r, offset + 4);
        /* Vectors have their columns first, matrices their rows. */
        type->rows = type->class_number == S9_CLASS_VECTOR ? b : a;
        type->columns = type->class_number == S9_CLASS_VECTOR ? a : b;
        words = (uint64_t)a * b;
        offset += 8;
    } else if (type->class_number == S9_CLASS_STRUCT) {
        if (!pooled(r, offset, 4))
            return fault(r, offset, "a type lies outside of it");
        uint32_t count = peek(r, offset);
        if (count > r->size / 20)
            return fault(r, offset, "a structure has more members than it has room for");
        offset += 4;
        s9_effect_type *members = array(r, count, 20, sizeof *members);
        if (members == NULL)
            return false;
        words = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (!type_at(r, &offset, depth + 1, &members[i]))
                return false;
            words += members[i].words;
        }
        type->member_count = count;
        type->members = members;
    }
    if (words > r->size || (words *= type->elements == 0 ? 1 : type->elements) > r->size)
        return fault(r, *at, "a value is larger than the file");
    type->words = (uint32_t)words;
    *at = offset;
    return true;
}

/* The type at an offset, in the arena. */
static const s9_effect_type *type_of(reader *r, uint32_t offset)
{
    s9_effect_type *type = s9_arena_alloc(&r->effect->arena, sizeof *type);
    if (type == NULL) {
        no_memory(r);
        return NULL;
    }
    return type_at(r, &offset, 1, type) ? type : NULL;
}

static bool value_at(reader *r, uint32_t offset, const s9_effect_type *type, const uint8_t **out)
{
    uint64_t size = (uint64_t)type->words * 4;
    if (!pooled(r, offset, size))
        return fault(r, offset, "a value lies outside of it");
    if (!spend_text(r, size))
        return false;
    *out = r->bytes + offset;
    return true;
}

/* ---- states ---- */

static bool state_from(reader *r, const uint32_t words[4], s9_effect_state *s)
{
    s->operation = words[0];
    s->name = s9_effect_state_name(words[0]);
    s->index = words[1];
    s->shader = s->parameter = s->element = S9_EFFECT_NONE;
    s->type = type_of(r, words[2]);
    if (s->type == NULL || !spend(r, 1) || !value_at(r, words[3], s->type, &s->value))
        return false;
    /* A value of objects is the number of one; what it is, is said by the objects, below. */
    if (s->type->class_number == S9_CLASS_OBJECT)
        s->assignment = s9_effect_is_shader(s->type->type_number) ? S9_ASSIGN_SHADER : S9_ASSIGN_OBJECT;
    return true;
}

static bool samplers_at(reader *r, uint32_t offset, s9_effect_parameter *p)
{
    uint32_t count = p->type->elements == 0 ? 1 : p->type->elements;
    s9_effect_sampler *samplers = array(r, count, 4, sizeof *samplers);
    if (samplers == NULL || !spend(r, count))
        return false;
    p->samplers = samplers;
    p->sampler_count = count;
    for (uint32_t i = 0; i < count; i++) {
        if (!pooled(r, offset, 4))
            return fault(r, offset, "a sampler lies outside of it");
        uint32_t states = peek(r, offset);
        offset += 4;
        if (!pooled(r, offset, (uint64_t)states * 16))
            return fault(r, offset, "the states of a sampler lie outside of it");
        if (!spend(r, states))
            return false;
        s9_effect_state *list = array(r, states, 16, sizeof *list);
        if (list == NULL)
            return false;
        samplers[i] = (s9_effect_sampler){list, states};
        for (uint32_t k = 0; k < states; k++, offset += 16) {
            uint32_t words[4] = {peek(r, offset), peek(r, offset + 4), peek(r, offset + 8), peek(r, offset + 12)};
            if (!state_from(r, words, &list[k]))
                return false;
        }
    }
    return true;
}

/* ---- parameters, techniques ---- */

static bool annotations(reader *r, uint32_t count, const s9_effect_parameter **out)
{
    s9_effect_parameter *items = array(r, count, 8, sizeof *items);
    if (items == NULL)
        return false;
    *out = items;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t words[2];
        if (!take(r, words, 2) || (items[i].type = type_of(r, words[0])) == NULL ||
            !value_at(r, words[1], items[i].type, &items[i].value))
            return false;
    }
    return true;
}

static bool parameter(reader *r, s9_effect_parameter *p)
{
    uint32_t words[4];
    if (!take(r, words, 4))
        return false;
    p->type = type_of(r, words[0]);
    if (p->type == NULL)
        return false;
    p->flags = words[2];
    p->annotation_count = words[3];
    if (p->type->class_number == S9_CLASS_OBJECT && s9_effect_is_sampler(p->type->type_number)) {
        if (!samplers_at(r, words[1], p))
            return false;
    } else if (!value_at(r, words[1], p->type, &p->value)) {
        return false;
    }
    return annotations(r, p->annotation_count, &p->annotations);
}

static bool pass(reader *r, s9_effect_pass *p)
{
    uint32_t words[4];
    if (!take(r, words, 3) || !name_at(r, words[0], &p->name))
        return false;
    p->annotation_count = words[1];
    p->state_count = words[2];
    if (!annotations(r, p->annotation_count, &p->annotations))
        return false;
    s9_effect_state *states = array(r, p->state_count, 16, sizeof *states);
    if (states == NULL)
        return false;
    p->states = states;
    for (uint32_t i = 0; i < p->state_count; i++)
        if (!take(r, words, 4) || !state_from(r, words, &states[i]))
            return false;
    return true;
}

static bool technique(reader *r, s9_effect_technique *t)
{
    uint32_t words[3];
    if (!take(r, words, 3) || !name_at(r, words[0], &t->name))
        return false;
    t->annotation_count = words[1];
    t->pass_count = words[2];
    if (!annotations(r, t->annotation_count, &t->annotations))
        return false;
    s9_effect_pass *passes = array(r, t->pass_count, 12, sizeof *passes);
    if (passes == NULL)
        return false;
    t->passes = passes;
    for (uint32_t i = 0; i < t->pass_count; i++)
        if (!pass(r, &passes[i]))
            return false;
    return true;
}

/* ---- objects ---- */

/* The data that stand at the reader's place, behind their length, padded to words. */
static bool chunk(reader *r, uint32_t length, uint32_t *out)
{
    s9_effect *e = r->effect;
    s9_effect_chunk c = {e->fx_at + 8 + r->at - 4, length, S9_EFFECT_NONE};
    uint64_t padded = ((uint64_t)length + 3) & ~(uint64_t)3;
    if (!inside(r, r->at, length))
        return fault(r, r->at - 4, "an object is longer than the file");
    *out = e->chunks.count;
    if (!S9_PUSH(&e->arena, &e->chunks, c))
        return no_memory(r);
    /* The last one may lack its padding. */
    r->at = inside(r, r->at, padded) ? r->at + (uint32_t)padded : r->size;
    return true;
}

static bool numbered_objects(reader *r, uint32_t count)
{
    s9_effect *e = r->effect;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t words[2], number;
        if (!take(r, words, 2) || !chunk(r, words[1], &number))
            return false;
        if (words[0] >= e->object_count)
            return fault(r, r->at, "an object has a number beyond their count");
        if (e->chunk_of_object[words[0]] == S9_EFFECT_NONE)
            e->chunk_of_object[words[0]] = number;
    }
    return true;
}

/* The state that an object with a place belongs to; NULL when there is none. */
static s9_effect_state *state_of(const s9_effect *e, const uint32_t place[4])
{
    if (place[0] == S9_EFFECT_NONE) {
        const s9_effect_parameter *p = place[1] < e->parameters.count ? &e->parameters.items[place[1]] : NULL;
        if (p == NULL || place[2] >= p->sampler_count || place[3] >= p->samplers[place[2]].count)
            return NULL;
        return MUTABLE_STATE(&p->samplers[place[2]].states[place[3]]);
    }
    const s9_effect_technique *t = place[0] < e->techniques.count ? &e->techniques.items[place[0]] : NULL;
    if (t == NULL || place[1] >= t->pass_count || place[3] >= t->passes[place[1]].state_count)
        return NULL;
    return MUTABLE_STATE(&t->passes[place[1]].states[place[3]]);
}

/* An expression; NULL when it cannot be read, which is reported as a warning. */
static const s9_preshader *expression(reader *r, const uint8_t *bytes, uint32_t size)
{
    s9_block block = {bytes, size, r->list, s9_position_none()};
    block.at.file = r->effect->name;
    block.at.offset = (uint32_t)(bytes - r->effect->plain);
    s9_preshader *p = s9_preshader_read(&r->effect->arena, &r->scratch, &block);
    if (r->effect->arena.failed || r->scratch.failed)
        no_memory(r);
    if (p != NULL)
        p->allocator = r->effect->arena.allocator;
    return p;
}

/* The member of a structure that a name means; *word moves to its first word. NULL when there is none. */
static const s9_effect_type *member_of(const s9_effect_type *type, const char *name, size_t length, uint32_t *word)
{
    if (type->class_number != S9_CLASS_STRUCT)
        return NULL;
    for (uint32_t i = 0; i < type->member_count; i++) {
        const s9_effect_type *m = &type->members[i];
        if (strncmp(m->name, name, length) == 0 && m->name[length] == '\0')
            return m;
        *word += m->words;
    }
    return NULL;
}

/* The index in brackets that `at` is at; what stands behind them, NULL when it is none of an array of `elements`. */
static const char *index_at(const char *at, uint32_t elements, uint32_t *out)
{
    uint64_t value = 0;
    const char *digit = at + 1;
    for (; *digit >= '0' && *digit <= '9' && value < elements; digit++)
        value = value * 10 + (uint64_t)(*digit - '0');
    if (digit == at + 1 || *digit != ']' || value >= elements)
        return NULL;
    *out = (uint32_t)value;
    return digit + 1;
}

/* A part of a parameter: "textures[2]", "lights[1].color". Nothing changes when there is no such part. */
static void find_part(reader *r, s9_effect_state *s)
{
    enum { LONGEST = 256 };
    char name[LONGEST];
    const s9_effect *e = r->effect;
    const char *at = s->reference;
    size_t length = strcspn(at, ".[");
    if (length == 0 || length >= LONGEST)
        return;
    memcpy(name, at, length);
    name[length] = '\0';
    uint32_t parameter = s9_name_table_find(&e->parameter_table, name), element = S9_EFFECT_NONE, word = 0, index;
    if (parameter == S9_EFFECT_NONE)
        return;
    const s9_effect_type *type = e->parameters.items[parameter].type;
    for (at += length; *at != '\0';) {
        if (*at == '[') {
            at = index_at(at, type->elements, &index);
            if (at == NULL || *at == '[')
                return;
            word += index * (type->words / type->elements);
            element = type == e->parameters.items[parameter].type ? index : element;
        }
        if (*at == '.') {
            length = strcspn(++at, ".[");
            if (!spend(r, type->member_count) || (type = member_of(type, at, length, &word)) == NULL)
                return;
            at += length;
        } else if (*at != '\0' && *at != '[') {
            return;
        }
    }
    s->parameter = parameter;
    s->element = element;
    s->word = word;
}

/* The name in front of an object's data: of a parameter. False when it does not end there. */
static bool reference(reader *r, const uint8_t *bytes, uint32_t size, s9_effect_state *s)
{
    if (size == 0 || memchr(bytes, 0, size) == NULL)
        return false;
    s->reference = (const char *)bytes;
    s->parameter = s9_name_table_find(&r->effect->parameter_table, s->reference);
    if (s->parameter == S9_EFFECT_NONE)
        find_part(r, s);
    return true;
}

static bool assign(reader *r, s9_effect_state *s, uint32_t usage, uint32_t number, bool in_pass)
{
    s9_effect *e = r->effect;
    const uint8_t *bytes = s9_effect_chunk_bytes(e, number);
    uint32_t size = e->chunks.items[number].length;
    s->bytes = bytes;
    s->size = size;
    /* Of several objects for one state the last one counts. */
    s->assignment = S9_ASSIGN_OBJECT;
    s->shader = s->parameter = s->element = S9_EFFECT_NONE;
    s->word = 0;
    s->reference = NULL;
    s->expression = NULL;
    if (usage == USE_PARAMETER && reference(r, bytes, size, s)) {
        s->assignment = S9_ASSIGN_PARAMETER;
    } else if (usage == USE_ELEMENT && size >= 4) {
        uint32_t length = s9_read_u32(bytes), skip = (length + 3) & ~3u;
        if (length <= size - 4 && skip <= size - 4 && reference(r, bytes + 4, length, s)) {
            s->assignment = S9_ASSIGN_ELEMENT;
            s->expression = expression(r, bytes + 4 + skip, size - 4 - skip);
        }
    } else if (usage == USE_DATA && s->type->class_number != S9_CLASS_OBJECT) {
        s->assignment = S9_ASSIGN_EXPRESSION;
        s->expression = expression(r, bytes, size);
    } else if (usage == USE_DATA && in_pass && s9_effect_is_shader(s->type->type_number)) {
        s->assignment = S9_ASSIGN_SHADER;
        s->shader = number; /* a chunk, until the shaders have their numbers */
    }
    return !r->memory && !r->refused;
}

static bool placed_objects(reader *r, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t words[6], number;
        if (!take(r, words, 6) || !chunk(r, words[5], &number))
            return false;
        s9_effect_state *s = state_of(r->effect, words);
        if (s != NULL && !assign(r, s, words[4], number, words[0] != S9_EFFECT_NONE))
            return false;
    }
    return true;
}

/* ---- the whole ---- */

static bool names(reader *r)
{
    s9_effect *e = r->effect;
    const char **parameter_names = s9_arena_array(&e->arena, (size_t)e->parameters.count + 1, sizeof *parameter_names);
    const char **technique_names = s9_arena_array(&e->arena, (size_t)e->techniques.count + 1, sizeof *technique_names);
    e->current = s9_arena_array(&e->arena, (size_t)e->parameters.count + 1, sizeof *e->current);
    if (e->arena.failed)
        return no_memory(r);
    for (uint32_t i = 0; i < e->parameters.count; i++)
        parameter_names[i] = e->parameters.items[i].type->name;
    for (uint32_t i = 0; i < e->techniques.count; i++)
        technique_names[i] = e->techniques.items[i].name;
    return (s9_name_table_make(&e->arena, parameter_names, e->parameters.count, &e->parameter_table) &&
            s9_name_table_make(&e->arena, technique_names, e->techniques.count, &e->technique_table)) ||
           no_memory(r);
}

static bool records(reader *r)
{
    s9_effect *e = r->effect;
    uint32_t counts[4];
    if (!take(r, counts, 4))
        return false;
    e->parameters.items = array(r, counts[0], 16, sizeof *e->parameters.items);
    if (e->parameters.items == NULL)
        return false;
    for (; e->parameters.count < counts[0]; e->parameters.count++)
        if (!parameter(r, &e->parameters.items[e->parameters.count]))
            return false;
    e->techniques.items = array(r, counts[1], 12, sizeof *e->techniques.items);
    if (e->techniques.items == NULL)
        return false;
    for (; e->techniques.count < counts[1]; e->techniques.count++)
        if (!technique(r, &e->techniques.items[e->techniques.count]))
            return false;
    e->chunk_of_object = array(r, counts[3], 4, sizeof *e->chunk_of_object);
    if (e->chunk_of_object == NULL || !names(r))
        return false;
    e->object_count = counts[3];
    for (uint32_t i = 0; i < e->object_count; i++)
        e->chunk_of_object[i] = S9_EFFECT_NONE;
    return take(r, counts, 2) && numbered_objects(r, counts[0]) && placed_objects(r, counts[1]);
}

s9_result s9_effect_parse(s9_effect *effect, s9_diagnostics *list)
{
    size_t size = effect->fx_end - effect->fx_at;
    reader r = {.effect = effect, .list = list, .bytes = effect->plain + effect->fx_at + 8};
    if (size < 8 || size - 8 > UINT32_MAX - 16)
        return s9_effect_fault(effect->name, list, effect->fx_at, "the effect ends in its header");
    r.size = (uint32_t)(size - 8);
    r.at = r.pool = s9_read_u32(r.bytes - 4);
    r.records = 1024 + r.size / 4;
    r.text = ((uint64_t)1 << 16) + (uint64_t)r.size * 4;
    s9_arena_init(&r.scratch, &effect->arena.allocator);
    bool good = records(&r) && (s9_effect_list_shaders(effect) || no_memory(&r));
    s9_arena_free(&r.scratch);
    if (effect->arena.failed || r.memory)
        return S9_ERROR_MEMORY;
    return good ? S9_OK : S9_ERROR_INVALID;
}

/* ---- reading ---- */

size_t s9_effect_parameter_count(const s9_effect *effect)
{
    return effect->parameters.count;
}

const s9_effect_parameter *s9_effect_parameter_at(const s9_effect *effect, size_t index)
{
    return index < effect->parameters.count ? &effect->parameters.items[index] : NULL;
}

size_t s9_effect_technique_count(const s9_effect *effect)
{
    return effect->techniques.count;
}

const s9_effect_technique *s9_effect_technique_at(const s9_effect *effect, size_t index)
{
    return index < effect->techniques.count ? &effect->techniques.items[index] : NULL;
}

uint32_t s9_effect_find_parameter(const s9_effect *effect, const char *name)
{
    return name == NULL ? S9_EFFECT_NONE : s9_name_table_find(&effect->parameter_table, name);
}

const void *s9_effect_object(const s9_effect *effect, uint32_t id, size_t *size)
{
    uint32_t number = id < effect->object_count ? effect->chunk_of_object[id] : S9_EFFECT_NONE;
    if (size != NULL)
        *size = number == S9_EFFECT_NONE ? 0 : effect->chunks.items[number].length;
    return number == S9_EFFECT_NONE ? NULL : s9_effect_chunk_bytes(effect, number);
}

const char *s9_effect_string(const s9_effect *effect, uint32_t id)
{
    size_t size;
    const char *text = s9_effect_object(effect, id, &size);
    return text == NULL || size == 0 || memchr(text, 0, size) == NULL ? NULL : text;
}

uint32_t s9_effect_object_shader(const s9_effect *effect, uint32_t id)
{
    uint32_t number = id < effect->object_count ? effect->chunk_of_object[id] : S9_EFFECT_NONE;
    return number == S9_EFFECT_NONE ? S9_EFFECT_NONE : effect->chunks.items[number].shader;
}

uint32_t s9_effect_word(const uint8_t *value, uint32_t index)
{
    return value == NULL ? 0 : s9_read_u32(value + (size_t)index * 4);
}

float s9_effect_number(uint32_t type_number, const uint8_t *value, uint32_t index)
{
    uint32_t word = s9_effect_word(value, index);
    switch (type_number) {
    case S9_EFFECT_TYPE_BOOL:
        return word != 0 ? 1.0f : 0.0f;
    case S9_EFFECT_TYPE_INT:
        return (float)(int32_t)word;
    default:
        return s9_bits_float(word);
    }
}

/* ---- names ---- */

/* Merges two sorted runs; of equal names the earlier number stays first. */
static void merge(const char *const *names_of, const uint32_t *from, uint32_t *to, uint32_t first, uint32_t middle,
                  uint32_t end)
{
    uint32_t a = first, b = middle;
    for (uint32_t i = first; i < end; i++) {
        bool left = b >= end || (a < middle && strcmp(names_of[from[a]], names_of[from[b]]) <= 0);
        to[i] = left ? from[a++] : from[b++];
    }
}

bool s9_name_table_make(s9_arena *arena, const char *const *list, uint32_t count, s9_name_table *out)
{
    uint32_t *order = s9_arena_array(arena, (size_t)count + 1, sizeof *order);
    uint32_t *other = s9_arena_array(arena, (size_t)count + 1, sizeof *other);
    if (order == NULL || other == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t width = 1; width<count; width = width> count / 2 ? count : width * 2) {
        for (uint32_t first = 0; first < count;) {
            uint32_t middle = count - first > width ? first + width : count;
            uint32_t end = count - middle > width ? middle + width : count;
            merge(list, order, other, first, middle, end);
            first = end;
        }
        uint32_t *swap = order;
        order = other;
        other = swap;
    }
    *out = (s9_name_table){list, order, count};
    return true;
}

uint32_t s9_name_table_find(const s9_name_table *table, const char *name)
{
    uint32_t first = 0, end = table->count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (strcmp(table->names[table->order[middle]], name) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first < table->count && strcmp(table->names[table->order[first]], name) == 0 ? table->order[first]
                                                                                        : S9_EFFECT_NONE;
}
