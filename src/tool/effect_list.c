/* SPDX-License-Identifier: MIT */
#include "effect_list.h"

#include "tables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TYPE_BOOL = 1, TYPE_INT = 2, TYPE_STRING = 4 };

/* Compilers write this number where a state has no index. */
enum { NO_INDEX = 256 };

/* States that are set to NULL by the number 0. */
enum { VERTEX_SHADER = 146, PIXEL_SHADER = 147 };

void effect_name(text *out, const char *name)
{
    for (; *name != '\0'; name++) {
        text_char(out, *name >= ' ' && *name < 0x7F ? *name : '?');
    }
}

static bool is_shader(const s9_effect_type *type)
{
    return type->class_number == S9_CLASS_OBJECT && type->type_number >= 15 && type->type_number <= 18;
}

/* "vs_2_0" of the tokens; NULL when they are no shader. */
static void put_version(text *out, const void *bytes, size_t size)
{
    s9_program *program = NULL;
    if (s9_decode(bytes, size, NULL, NULL, &program, NULL) == S9_OK) {
        text_put(out, s9_program_version(program));
    }
    s9_program_destroy(program);
}

/* ---- addresses ---- */

/* "12", without more, is the number of a shader. */
static bool is_number(const char *address)
{
    return address[0] != '\0' && address[strspn(address, "0123456789")] == '\0';
}

/* Whether a part of an address, to the next slash or bracket, is this name or number; *address moves behind it. */
static bool part_means(const char **address, const char *name, uint32_t number)
{
    const char *at = *address;
    size_t length = strcspn(at, "/[");
    *address = at + length;
    if (length != 0 && strspn(at, "0123456789") == length) {
        return length < 10 && strtoul(at, NULL, 10) == number;
    }
    return length != 0 && strncmp(name, at, length) == 0 && name[length] == '\0';
}

static bool means_parameter(const char *address, const s9_effect_parameter *p, uint32_t number)
{
    if (address == NULL) {
        return true;
    }
    if (is_number(address)) {
        return false;
    }
    bool by_number = address[0] == '/';
    const char *at = address + by_number;
    bool digits = at[0] >= '0' && at[0] <= '9';
    return digits == by_number && part_means(&at, p->type->name, number) && *at != '/';
}

static bool means_technique(const char *address, const s9_effect_technique *t, uint32_t number)
{
    return address == NULL || (!is_number(address) && part_means(&address, t->name, number) && *address != '[');
}

/* `address` means the pass's technique. */
static bool means_pass(const char *address, const s9_effect_pass *p, uint32_t number)
{
    if (address == NULL) {
        return true;
    }
    address += strcspn(address, "/");
    if (*address++ == '\0') {
        return true;
    }
    return part_means(&address, p->name, number) && *address != '[';
}

/* `address` means the state's pass; where it means one of the pass's shaders, that is all. */
static bool means_state(const char *address, const s9_effect_state *s)
{
    for (size_t i = 0; i < 2 && address != NULL; i++) {
        address = strchr(address, '/');
        address += address != NULL;
    }
    return address == NULL || address[0] == '\0' || (strncmp(address, "vs", 2) == 0 && s->operation == VERTEX_SHADER) ||
           (strncmp(address, "ps", 2) == 0 && s->operation == PIXEL_SHADER);
}

static bool means_shader(const char *address, const s9_effect *effect, size_t index)
{
    return address == NULL || s9_effect_shader_matches(effect, index, address);
}

/* Some pass of the technique is meant. */
static bool has_pass(const char *address, const s9_effect_technique *t)
{
    for (uint32_t i = 0; i < t->pass_count; i++) {
        bool any = false;
        for (uint32_t k = 0; k < t->passes[i].state_count; k++) {
            any |= means_state(address, &t->passes[i].states[k]);
        }
        if (means_pass(address, &t->passes[i], i) && (any || t->passes[i].state_count == 0)) {
            return true;
        }
    }
    return t->pass_count == 0;
}

bool effect_has(const s9_effect *effect, const char *address)
{
    for (size_t i = 0; i < s9_effect_shader_count(effect); i++) {
        if (means_shader(address, effect, i)) {
            return true;
        }
    }
    for (size_t i = 0; i < s9_effect_parameter_count(effect); i++) {
        if (means_parameter(address, s9_effect_parameter_at(effect, i), (uint32_t)i)) {
            return true;
        }
    }
    for (size_t i = 0; i < s9_effect_technique_count(effect); i++) {
        const s9_effect_technique *t = s9_effect_technique_at(effect, i);
        if (means_technique(address, t, (uint32_t)i) && has_pass(address, t)) {
            return true;
        }
    }
    return false;
}

/* ---- shaders ---- */

/* What has no name, as the one shader of a container, goes by its number. */
static void put_address(json_out *j, size_t index, const char *path)
{
    text number = {0};
    text_format(&number, "%zu", index);
    put_string(j, path[0] != '\0' || text_string(&number) == NULL ? path : number.data);
    text_free(&number);
}

void shader_json(json_out *j, size_t index, const char *path, const void *bytes, size_t size)
{
    text version = {0};
    put_version(&version, bytes, size);
    put_open(j);
    put_key(j, "index");
    put_integer(j, (int64_t)index);
    put_key(j, "path");
    put_address(j, index, path);
    put_key(j, "version");
    put_string(j, version.size == 0 ? NULL : version.data);
    put_key(j, "size");
    put_integer(j, (int64_t)size);
    put_close(j);
    text_free(&version);
}

void shader_text(text *out, size_t index, const char *path, const void *bytes, size_t size)
{
    text version = {0};
    put_version(&version, bytes, size);
    if (version.size == 0) {
        s9_content content = s9_detect_content(bytes, size);
        text_format(&version, "(%s)", content == S9_CONTENT_TOKENS ? "damaged" : s9_content_name(content));
    }
    text_format(out, "  %-4zu %-10s %8zu bytes", index, version.size == 0 ? "" : version.data, size);
    if (path[0] != '\0') {
        text_put(out, "  ");
        effect_name(out, path);
    }
    text_char(out, '\n');
    text_free(&version);
}

/* ---- values ---- */

/* A value being walked: its bytes, and the next of its words. */
typedef struct cursor {
    const s9_effect *effect;
    const uint8_t *value;
    uint32_t word;
} cursor;

static void number_json(json_out *j, const s9_effect_type *type, cursor *c)
{
    uint32_t word = s9_effect_word(c->value, c->word);
    if (type->type_number == TYPE_BOOL) {
        put_bool(j, word != 0);
    } else if (type->type_number == TYPE_INT) {
        put_integer(j, (int32_t)word);
    } else {
        put_float(j, bits_float(word));
    }
    c->word++;
}

static void object_json(json_out *j, const s9_effect_type *type, cursor *c)
{
    uint32_t id = s9_effect_word(c->value, c->word++);
    uint32_t shader = is_shader(type) ? s9_effect_object_shader(c->effect, id) : S9_EFFECT_NONE;
    if (type->type_number == TYPE_STRING) {
        put_string(j, s9_effect_string(c->effect, id));
    } else if (shader != S9_EFFECT_NONE) {
        put_integer(j, shader);
    } else {
        put_null(j);
    }
}

static void element_json(json_out *j, const s9_effect_type *type, cursor *c)
{
    if (type->class_number == S9_CLASS_STRUCT) {
        put_open(j);
        for (uint32_t i = 0; i < type->member_count; i++) {
            const s9_effect_type *m = &type->members[i];
            put_key(j, m->name);
            if (m->elements != 0) {
                put_open_list(j);
            }
            for (uint32_t k = 0; k < (m->elements == 0 ? 1 : m->elements) && m->words != 0; k++) {
                element_json(j, m, c);
            }
            if (m->elements != 0) {
                put_close_list(j);
            } else if (m->words == 0) {
                put_null(j);
            }
        }
        put_close(j);
    } else if (type->class_number > S9_CLASS_MATRIX_COLUMNS) {
        object_json(j, type, c);
    } else if (type->rows * type->columns == 1) {
        number_json(j, type, c);
    } else {
        put_open_list(j);
        for (uint32_t i = 0; i < type->rows * type->columns; i++) {
            number_json(j, type, c);
        }
        put_close_list(j);
    }
}

static void value_json(json_out *j, const s9_effect *effect, const s9_effect_type *type, const uint8_t *value)
{
    cursor c = {effect, value, 0};
    if (value == NULL || type->words == 0) {
        put_null(j);
    } else if (type->elements == 0) {
        element_json(j, type, &c);
    } else {
        put_open_list(j);
        for (uint32_t i = 0; i < type->elements; i++) {
            element_json(j, type, &c);
        }
        put_close_list(j);
    }
}

/* ---- JSON ---- */

static void name_or_number(json_out *j, const char *name, uint32_t number)
{
    if (name != NULL) {
        put_string(j, name);
    } else {
        put_integer(j, number);
    }
}

static void type_json(json_out *j, const s9_effect_type *type)
{
    put_key(j, "name");
    put_string(j, type->name);
    put_key(j, "semantic");
    put_string(j, type->semantic[0] == '\0' ? NULL : type->semantic);
    put_key(j, "class");
    name_or_number(j, s9_constant_class_name(type->class_number), type->class_number);
    put_key(j, "type");
    name_or_number(j, s9_constant_type_name(type->type_number), type->type_number);
    put_key(j, "rows");
    put_integer(j, type->rows);
    put_key(j, "columns");
    put_integer(j, type->columns);
    put_key(j, "elements");
    put_integer(j, type->elements);
    put_key(j, "members");
    put_open_list(j);
    for (uint32_t i = 0; i < type->member_count; i++) {
        put_open(j);
        type_json(j, &type->members[i]);
        put_close(j);
    }
    put_close_list(j);
}

static void annotations_json(json_out *j, const s9_effect *effect, const s9_effect_parameter *items, uint32_t count)
{
    put_key(j, "annotations");
    put_open_list(j);
    for (uint32_t i = 0; i < count; i++) {
        put_open(j);
        type_json(j, items[i].type);
        put_key(j, "value");
        value_json(j, effect, items[i].type, items[i].value);
        put_close(j);
    }
    put_close_list(j);
}

/* What a state that is not written down as a value comes to, with the initial values of the parameters. */
static bool evaluated(const s9_effect *effect, const s9_effect_state *s, s9_effect_result *out)
{
    bool computed = s->assignment == S9_ASSIGN_EXPRESSION || s->assignment == S9_ASSIGN_ELEMENT ||
                    s->assignment == S9_ASSIGN_PARAMETER;
    return computed && s9_effect_evaluate(effect, s, out) == S9_OK;
}

static void number_of_result(json_out *j, const s9_effect_result *r, uint32_t index)
{
    if (r->type_number == TYPE_BOOL) {
        put_bool(j, r->numbers.i[index] != 0);
    } else if (r->type_number == TYPE_INT) {
        put_integer(j, r->numbers.i[index]);
    } else {
        put_float(j, r->numbers.f[index]);
    }
}

static void result_json(json_out *j, const s9_effect_result *r)
{
    if (r == NULL || r->kind != S9_ASSIGN_VALUE || r->count == 0) {
        put_null(j);
        return;
    }
    if (r->count > 1) {
        put_open_list(j);
    }
    for (uint32_t i = 0; i < r->count; i++) {
        number_of_result(j, r, i);
    }
    if (r->count > 1) {
        put_close_list(j);
    }
}

/* A number, null for S9_EFFECT_NONE. */
static void number_or_null(json_out *j, uint32_t number)
{
    if (number == S9_EFFECT_NONE) {
        put_null(j);
    } else {
        put_integer(j, number);
    }
}

static void state_json(json_out *j, const s9_effect *effect, const s9_effect_state *s)
{
    static const char *const kinds[] = {"value", "shader", "parameter", "element", "expression", "object"};
    uint32_t first = s9_effect_word(s->value, 0);
    s9_effect_result r;
    bool computed = evaluated(effect, s, &r);
    bool element = computed && (s->assignment == S9_ASSIGN_ELEMENT || s->element != S9_EFFECT_NONE);
    put_open(j);
    put_key(j, "name");
    put_string(j, s->name);
    put_key(j, "number");
    put_integer(j, s->operation);
    put_key(j, "index");
    if (s->index == NO_INDEX) {
        put_null(j);
    } else {
        put_integer(j, s->index);
    }
    put_key(j, "type");
    name_or_number(j, s9_constant_type_name(s->type->type_number), s->type->type_number);
    put_key(j, "assigned");
    put_string(j, kinds[s->assignment]);
    put_key(j, "value");
    if (s->assignment == S9_ASSIGN_VALUE) {
        value_json(j, effect, s->type, s->value);
    } else {
        put_null(j);
    }
    put_key(j, "word");
    put_string(j, s->assignment == S9_ASSIGN_VALUE && s->type->words == 1 ? s9_effect_state_word(s->operation, first)
                                                                          : NULL);
    put_key(j, "shader");
    number_or_null(j, computed ? r.shader : s->shader);
    put_key(j, "parameter");
    put_string(j, s->reference);
    put_key(j, "element");
    number_or_null(j, element && r.kind != S9_ASSIGN_VALUE ? r.element : S9_EFFECT_NONE);
    put_key(j, "expression");
    preshader_json(j, s->expression);
    put_key(j, "evaluated");
    result_json(j, computed ? &r : NULL);
    put_close(j);
}

static void states_json(json_out *j, const s9_effect *effect, const char *address, const s9_effect_state *states,
                        uint32_t count)
{
    put_key(j, "states");
    put_open_list(j);
    for (uint32_t i = 0; i < count; i++) {
        if (means_state(address, &states[i])) {
            state_json(j, effect, &states[i]);
        }
    }
    put_close_list(j);
}

static void parameter_json(json_out *j, const s9_effect *effect, const s9_effect_parameter *p)
{
    put_open(j);
    type_json(j, p->type);
    put_key(j, "shared");
    put_bool(j, (p->flags & 1u) != 0);
    put_key(j, "value");
    value_json(j, effect, p->type, p->value);
    put_key(j, "samplers");
    put_open_list(j);
    for (uint32_t i = 0; i < p->sampler_count; i++) {
        put_open(j);
        states_json(j, effect, NULL, p->samplers[i].states, p->samplers[i].count);
        put_close(j);
    }
    put_close_list(j);
    annotations_json(j, effect, p->annotations, p->annotation_count);
    put_close(j);
}

static void technique_json(json_out *j, const s9_effect *effect, const char *address, const s9_effect_technique *t)
{
    put_open(j);
    put_key(j, "name");
    put_string(j, t->name);
    annotations_json(j, effect, t->annotations, t->annotation_count);
    put_key(j, "passes");
    put_open_list(j);
    for (uint32_t i = 0; i < t->pass_count; i++) {
        if (!means_pass(address, &t->passes[i], i)) {
            continue;
        }
        put_open(j);
        put_key(j, "name");
        put_string(j, t->passes[i].name);
        annotations_json(j, effect, t->passes[i].annotations, t->passes[i].annotation_count);
        states_json(j, effect, address, t->passes[i].states, t->passes[i].state_count);
        put_close(j);
    }
    put_close_list(j);
    put_close(j);
}

void effect_json(json_out *j, const s9_effect *effect, const char *address)
{
    put_key(j, "content");
    put_string(j, s9_content_name(s9_effect_content(effect)));
    put_key(j, "compression");
    put_string(j, s9_effect_compression(effect));
    put_key(j, "parameters");
    put_open_list(j);
    for (size_t i = 0; i < s9_effect_parameter_count(effect); i++) {
        const s9_effect_parameter *p = s9_effect_parameter_at(effect, i);
        if (means_parameter(address, p, (uint32_t)i)) {
            parameter_json(j, effect, p);
        }
    }
    put_close_list(j);
    put_key(j, "techniques");
    put_open_list(j);
    for (size_t i = 0; i < s9_effect_technique_count(effect); i++) {
        const s9_effect_technique *t = s9_effect_technique_at(effect, i);
        if (means_technique(address, t, (uint32_t)i) && has_pass(address, t)) {
            technique_json(j, effect, address, t);
        }
    }
    put_close_list(j);
    put_key(j, "shaders");
    put_open_list(j);
    for (size_t i = 0; i < s9_effect_shader_count(effect); i++) {
        const s9_effect_shader *shader = s9_effect_shader_at(effect, i);
        if (means_shader(address, effect, i)) {
            shader_json(j, i, shader->path, shader->tokens, shader->size);
        }
    }
    put_close_list(j);
}

/* ---- text ---- */

static void type_text(text *out, const s9_effect_type *type)
{
    const char *name = s9_constant_type_name(type->type_number);
    if (type->class_number == S9_CLASS_STRUCT) {
        text_put(out, "struct");
    } else if (name != NULL) {
        text_put(out, name);
    } else {
        text_format(out, "type%" PRIu32, type->type_number);
    }
    if (type->class_number == S9_CLASS_VECTOR) {
        text_format(out, "%" PRIu32, type->columns);
    } else if (type->class_number == S9_CLASS_MATRIX_ROWS || type->class_number == S9_CLASS_MATRIX_COLUMNS) {
        text_format(out, "%" PRIu32 "x%" PRIu32, type->rows, type->columns);
    } else if (type->class_number > S9_CLASS_STRUCT) {
        text_format(out, "(class%" PRIu32 ")", type->class_number);
    }
    text_char(out, ' ');
    effect_name(out, type->name[0] == '\0' ? "(no name)" : type->name);
    if (type->elements != 0) {
        text_format(out, "[%" PRIu32 "]", type->elements);
    }
    if (type->semantic[0] != '\0') {
        text_put(out, " : ");
        effect_name(out, type->semantic);
    }
}

static void word_text(text *out, const s9_effect_type *type, uint32_t word)
{
    if (type->type_number == TYPE_BOOL) {
        text_put(out, word != 0 ? "true" : "false");
    } else if (type->type_number == TYPE_INT) {
        text_format(out, "%" PRId32, (int32_t)word);
    } else {
        text_float(out, bits_float(word));
    }
}

static void element_text(text *out, const s9_effect_type *type, cursor *c)
{
    if (type->class_number == S9_CLASS_STRUCT) {
        text_char(out, '{');
        for (uint32_t i = 0; i < type->member_count; i++) {
            const s9_effect_type *m = &type->members[i];
            for (uint32_t k = 0; k < (m->elements == 0 ? 1 : m->elements) && m->words != 0; k++) {
                text_put(out, i == 0 && k == 0 ? "" : ", ");
                element_text(out, m, c);
            }
        }
        text_char(out, '}');
    } else if (type->class_number > S9_CLASS_MATRIX_COLUMNS) {
        uint32_t id = s9_effect_word(c->value, c->word++);
        uint32_t shader = is_shader(type) ? s9_effect_object_shader(c->effect, id) : S9_EFFECT_NONE;
        const char *string = type->type_number == TYPE_STRING ? s9_effect_string(c->effect, id) : NULL;
        if (string != NULL) {
            text_char(out, '"');
            effect_name(out, string);
            text_char(out, '"');
        } else if (shader != S9_EFFECT_NONE) {
            text_format(out, "shader %" PRIu32, shader);
        } else {
            text_put(out, "none");
        }
    } else {
        uint32_t count = type->rows * type->columns;
        text_put(out, count == 1 ? "" : "(");
        for (uint32_t i = 0; i < count; i++) {
            text_put(out, i == 0 ? "" : ", ");
            word_text(out, type, s9_effect_word(c->value, c->word++));
        }
        text_put(out, count == 1 ? "" : ")");
    }
}

/* A value of numbers that are all 0 is what a parameter without an initial value has. */
static bool is_zero(const s9_effect_type *type, const uint8_t *value)
{
    for (uint32_t i = 0; i < type->words; i++) {
        if (s9_effect_word(value, i) != 0) {
            return false;
        }
    }
    return true;
}

static void value_text(text *out, const s9_effect *effect, const s9_effect_type *type, const uint8_t *value)
{
    cursor c = {effect, value, 0};
    if (type->words == 1 || !is_zero(type, value)) {
        for (uint32_t i = 0; i < (type->elements == 0 ? 1 : type->elements) && type->words != 0; i++) {
            text_put(out, i == 0 ? "" : ", ");
            element_text(out, type, &c);
        }
    } else {
        text_char(out, '0');
    }
}

/* "<float width = 3, string file = "a.dds">", with a blank before it. */
static void annotations_text(text *out, const s9_effect *effect, const s9_effect_parameter *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        text_put(out, i == 0 ? " <" : ", ");
        type_text(out, items[i].type);
        text_put(out, " = ");
        value_text(out, effect, items[i].type, items[i].value);
    }
    text_put(out, count == 0 ? "" : ">");
}

/* "; at first 127", "; at first shader 2": with the initial values of the parameters. */
static void result_text(text *out, const s9_effect *effect, const s9_effect_state *s)
{
    s9_effect_result r;
    if (!evaluated(effect, s, &r)) {
        return;
    }
    if (r.kind == S9_ASSIGN_SHADER && r.shader == S9_EFFECT_NONE) {
        text_put(out, "; at first none");
    } else if (r.kind == S9_ASSIGN_SHADER) {
        text_format(out, "; at first shader %" PRIu32, r.shader);
    } else if (r.kind == S9_ASSIGN_PARAMETER && s->assignment == S9_ASSIGN_ELEMENT) {
        text_format(out, "; at first [%" PRIu32 "]", r.element);
    } else if (r.kind == S9_ASSIGN_VALUE && r.count != 0) {
        uint32_t first = (uint32_t)r.numbers.i[0];
        const char *word = r.count == 1 && r.type_number != 3 ? s9_effect_state_word(s->operation, first) : NULL;
        text_put(out, "; at first ");
        for (uint32_t i = 0; i < r.count && word == NULL; i++) {
            text_put(out, i == 0 ? "" : ", ");
            word_text(out, s->type,
                      r.type_number == TYPE_BOOL || r.type_number == TYPE_INT ? (uint32_t)r.numbers.i[i]
                                                                              : float_bits(r.numbers.f[i]));
        }
        text_put(out, word == NULL ? "" : word);
    }
}

/* Stages, lights, constants and samplers have numbers: those of a pass are written down even for the first. */
static bool is_indexed(uint32_t operation)
{
    return (operation >= 103 && operation <= 120) || operation == 126 || (operation >= 132 && operation <= 145) ||
           (operation >= 148 && operation <= 178);
}

static void state_text(text *out, const s9_effect *effect, const s9_effect_state *s, const char *indent)
{
    const char *word = s->type->words == 1 ? s9_effect_state_word(s->operation, s9_effect_word(s->value, 0)) : NULL;
    text_put(out, indent);
    if (s->name != NULL) {
        text_put(out, s->name);
    } else {
        text_format(out, "state%" PRIu32, s->operation);
    }
    if (s->index != NO_INDEX && (s->index != 0 || is_indexed(s->operation))) {
        text_format(out, "[%" PRIu32 "]", s->index);
    }
    text_put(out, " = ");
    switch (s->assignment) {
    case S9_ASSIGN_SHADER:
        if (s->shader == S9_EFFECT_NONE) {
            text_put(out, "none");
        } else {
            text_format(out, "shader %" PRIu32, s->shader);
        }
        break;
    case S9_ASSIGN_PARAMETER:
    case S9_ASSIGN_ELEMENT:
        text_char(out, '<');
        effect_name(out, s->reference);
        text_put(out, s->assignment == S9_ASSIGN_ELEMENT ? "[..]>" : ">");
        result_text(out, effect, s);
        break;
    case S9_ASSIGN_EXPRESSION:
        text_put(out, "expression");
        result_text(out, effect, s);
        break;
    case S9_ASSIGN_OBJECT:
        text_put(out, s->bytes == NULL ? "none" : "an object of an unknown kind");
        break;
    default:
        if (word != NULL) {
            text_put(out, word);
        } else if ((s->operation == VERTEX_SHADER || s->operation == PIXEL_SHADER) && is_zero(s->type, s->value)) {
            text_put(out, "NULL");
        } else {
            value_text(out, effect, s->type, s->value);
        }
    }
    text_char(out, '\n');
    if (s->expression != NULL) {
        text lines = {0};
        preshader_lines(&lines, s->expression);
        for (const char *at = text_string(&lines); at != NULL && *at != '\0';) {
            size_t length = strcspn(at, "\n");
            text_put(out, indent);
            text_bytes(out, at, length);
            text_char(out, '\n');
            at += length + (at[length] == '\n');
        }
        text_free(&lines);
    }
}

static void members_text(text *out, const s9_effect_type *type, size_t indent)
{
    for (uint32_t i = 0; i < type->member_count; i++) {
        text_repeat(out, ' ', indent);
        type_text(out, &type->members[i]);
        text_char(out, '\n');
        members_text(out, &type->members[i], indent + 2);
    }
}

static void parameter_text(text *out, const s9_effect *effect, const s9_effect_parameter *p)
{
    bool texture = p->type->class_number == S9_CLASS_OBJECT && p->type->type_number >= 5 && p->type->type_number <= 9;
    text_put(out, (p->flags & 1u) != 0 ? "  shared " : "  ");
    type_text(out, p->type);
    annotations_text(out, effect, p->annotations, p->annotation_count);
    if (p->value != NULL && !texture) {
        text_put(out, " = ");
        value_text(out, effect, p->type, p->value);
    }
    text_char(out, '\n');
    members_text(out, p->type, 6);
    for (uint32_t i = 0; i < p->sampler_count; i++) {
        if (p->type->elements != 0) {
            text_format(out, "    [%" PRIu32 "]\n", i);
        }
        for (uint32_t k = 0; k < p->samplers[i].count; k++) {
            state_text(out, effect, &p->samplers[i].states[k], "      ");
        }
    }
}

static void named_text(text *out, const char *what, const char *name, uint32_t number)
{
    text_format(out, "%s ", what);
    if (name[0] != '\0') {
        effect_name(out, name);
    } else {
        text_format(out, "%" PRIu32, number);
    }
}

/* "fx_2_0 effect, 10 parameters, 2 techniques, 5 shaders"; with an address nothing is counted. */
static void heading_text(text *out, const s9_effect *effect, const char *address)
{
    size_t parameters = s9_effect_parameter_count(effect), techniques = s9_effect_technique_count(effect);
    size_t shaders = s9_effect_shader_count(effect);
    text_put(out, s9_content_name(s9_effect_content(effect)));
    if (strcmp(s9_effect_compression(effect), "none") != 0) {
        text_format(out, " (%s)", s9_effect_compression(effect));
    }
    if (address == NULL) {
        text_format(out, ", %zu parameter%s, %zu technique%s, %zu shader%s", parameters, parameters == 1 ? "" : "s",
                    techniques, techniques == 1 ? "" : "s", shaders, shaders == 1 ? "" : "s");
    }
    text_char(out, '\n');
}

static void technique_text(text *out, const s9_effect *effect, const char *address, const s9_effect_technique *t,
                           uint32_t number)
{
    named_text(out, "technique", t->name, number);
    annotations_text(out, effect, t->annotations, t->annotation_count);
    text_char(out, '\n');
    for (uint32_t k = 0; k < t->pass_count; k++) {
        const s9_effect_pass *p = &t->passes[k];
        if (!means_pass(address, p, k)) {
            continue;
        }
        named_text(out, "  pass", p->name, k);
        annotations_text(out, effect, p->annotations, p->annotation_count);
        text_char(out, '\n');
        for (uint32_t n = 0; n < p->state_count; n++) {
            if (means_state(address, &p->states[n])) {
                state_text(out, effect, &p->states[n], "    ");
            }
        }
    }
}

void effect_text(text *out, const s9_effect *effect, const char *address)
{
    bool any = false;
    heading_text(out, effect, address);
    for (size_t i = 0; i < s9_effect_parameter_count(effect); i++) {
        const s9_effect_parameter *p = s9_effect_parameter_at(effect, i);
        if (means_parameter(address, p, (uint32_t)i)) {
            text_put(out, any ? "" : "parameters\n");
            any = true;
            parameter_text(out, effect, p);
        }
    }
    for (size_t i = 0; i < s9_effect_technique_count(effect); i++) {
        const s9_effect_technique *t = s9_effect_technique_at(effect, i);
        if (means_technique(address, t, (uint32_t)i) && has_pass(address, t)) {
            technique_text(out, effect, address, t, (uint32_t)i);
        }
    }
    any = false;
    for (size_t i = 0; i < s9_effect_shader_count(effect); i++) {
        const s9_effect_shader *shader = s9_effect_shader_at(effect, i);
        if (means_shader(address, effect, i)) {
            text_put(out, any ? "" : "shaders\n");
            any = true;
            shader_text(out, i, shader->path, shader->tokens, shader->size);
        }
    }
}
