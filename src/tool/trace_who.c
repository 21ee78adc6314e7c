/* SPDX-License-Identifier: MIT */
/* Where a value came from: a walk over the sources of sources, each component of each step told once. */
#include "trace_print.h"

#include <shader9/registers.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_ROOM = 256, MOST_DEPTH = 64 };

/* A component on the way: what a node of the tree is about. */
typedef struct node {
    s9_trace_source source;
    uint32_t depth; /* in the tree, as text indents it */
    uint32_t first; /* its sources in the list of children */
    uint32_t count;
    bool told; /* its sources stand elsewhere: at node `other` */
    uint32_t other;
} node;

typedef struct walk {
    const trace_view *view;
    node *nodes; /* in the order in which they were found */
    size_t count, capacity;
    uint32_t *children; /* node numbers */
    size_t child_count, child_capacity;
    bool failed;
} walk;

/* Whether some version has a register of that name. */
static bool is_register(const char *name)
{
    s9_register_reference r;
    for (size_t version = 0; s9_version_name(version) != NULL; version++) {
        for (size_t i = 0; s9_register_get(version, i, &r); i++) {
            size_t prefix = strlen(r.prefix),
                   digits = strspn(name + (strncmp(name, r.prefix, prefix) == 0 ? prefix : 0), "0123456789");
            if (strncmp(name, r.prefix, prefix) == 0 && name[prefix + digits] == '\0' && (digits != 0) == r.numbered) {
                return true;
            }
        }
    }
    return false;
}

bool trace_component(const char *word, size_t length, char name[16], uint32_t *component)
{
    static const char letters[] = "xyzwrgba";
    size_t dot = 0;
    while (dot < length && word[dot] != '.') {
        dot++;
    }
    bool letter_first = length != 0 && ((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z'));
    if (!letter_first || dot > 15 || (dot < length && dot + 2 != length)) {
        return false;
    }
    *component = 0;
    if (dot < length) {
        const char *letter = memchr(letters, word[dot + 1], sizeof letters - 1);
        if (letter == NULL) {
            return false;
        }
        *component = (uint32_t)(letter - letters) & 3u;
    }
    memcpy(name, word, dot);
    name[dot] = '\0';
    return is_register(name);
}

static void *grown(void *items, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity) {
        return items;
    }
    size_t more = *capacity == 0 ? 64 : *capacity * 2;
    void *result = realloc(items, more * size);
    if (result != NULL) {
        *capacity = more;
    }
    return result;
}

static bool add_node(walk *w, const s9_trace_source *source)
{
    node *nodes = grown(w->nodes, &w->capacity, w->count, sizeof *nodes);
    if (nodes == NULL) {
        w->failed = true;
        return false;
    }
    w->nodes = nodes;
    w->nodes[w->count++] = (node){.source = *source};
    return true;
}

static bool add_child(walk *w, uint32_t number)
{
    uint32_t *children = grown(w->children, &w->child_capacity, w->child_count, sizeof *children);
    if (children == NULL) {
        w->failed = true;
        return false;
    }
    w->children = children;
    w->children[w->child_count++] = number;
    return true;
}

static bool same_origin(const s9_trace_source *a, const s9_trace_source *b)
{
    return a->step == b->step && a->lane == b->lane && a->component == b->component && strcmp(a->name, b->name) == 0;
}

/* An index of nodes by step, lane, name and component, so that each is expanded once. */
typedef struct seen_table {
    uint32_t *slots; /* node number + 1 */
    size_t size;     /* a power of two */
} seen_table;

static size_t place_of(const s9_trace_source *s, size_t size)
{
    uint64_t hash = UINT64_C(1469598103934665603) ^ s->step;
    hash = hash * UINT64_C(1099511628211) ^ (s->lane << 8 | s->component);
    for (const char *at = s->name; *at != '\0'; at++) {
        hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
    }
    return (size_t)(hash >> 20) & (size - 1);
}

static bool table_grow(walk *w, seen_table *table)
{
    size_t size = table->size == 0 ? 256 : table->size;
    while (size < 4 * (w->count + 1)) {
        size *= 2;
    }
    if (size == table->size) {
        return true;
    }
    uint32_t *slots = calloc(size, sizeof *slots);
    if (slots == NULL) {
        w->failed = true;
        return false;
    }
    for (size_t i = 0; i < w->count; i++) {
        size_t at = place_of(&w->nodes[i].source, size);
        if (w->nodes[i].told || w->nodes[i].source.origin != S9_TRACE_FROM_STEP) {
            continue;
        }
        while (slots[at] != 0) {
            at = (at + 1) & (size - 1);
        }
        slots[at] = (uint32_t)i + 1;
    }
    free(table->slots);
    table->slots = slots;
    table->size = size;
    return true;
}

/* The node that tells the same component already; a new one is entered. */
static uint32_t find_seen(const walk *w, seen_table *table, uint32_t number)
{
    const s9_trace_source *s = &w->nodes[number].source;
    size_t at = place_of(s, table->size);
    while (table->slots[at] != 0) {
        uint32_t other = table->slots[at] - 1;
        if (same_origin(&w->nodes[other].source, s)) {
            return other;
        }
        at = (at + 1) & (table->size - 1);
    }
    table->slots[at] = number + 1;
    return number;
}

/* Nodes are found breadth first: what follows a node in the list are the sources of the nodes before. */
static bool walk_from(walk *w, const s9_trace_source *root)
{
    seen_table table = {0};
    s9_trace_source room[SOURCE_ROOM];
    if (!add_node(w, root)) {
        return false;
    }
    for (size_t i = 0; i < w->count && !w->failed; i++) {
        s9_trace_source source = w->nodes[i].source;
        if (source.origin != S9_TRACE_FROM_STEP || !table_grow(w, &table)) {
            continue;
        }
        uint32_t other = find_seen(w, &table, (uint32_t)i);
        if (other != i) {
            w->nodes[i].told = true;
            w->nodes[i].other = other;
            continue;
        }
        uint32_t count = s9_trace_sources(w->view->trace, source.step, source.lane, source.name, source.component, room,
                                          SOURCE_ROOM);
        w->nodes[i].first = (uint32_t)w->child_count;
        for (uint32_t k = 0; k < count && k < SOURCE_ROOM; k++) {
            if (!add_child(w, (uint32_t)w->count) || !add_node(w, &room[k])) {
                break;
            }
            w->nodes[i].count++;
        }
    }
    free(table.slots);
    return !w->failed;
}

/* ---- text ---- */

static void text_component(text *out, const s9_trace_source *s)
{
    static const char *const matrix[] = {"M00", "M01", "M10", "M11"};
    text_put(out, s->name);
    if (strncmp(s->name, "stage", 5) == 0) {
        if (strstr(s->name, "matrix") != NULL) {
            text_format(out, ".%s", matrix[s->component & 3u]);
        }
        return;
    }
    if (s->name[0] != 'b' && strcmp(s->name, "aL") != 0 && strcmp(s->name, "vFace") != 0) {
        text_format(out, ".%c", "xyzw"[s->component & 3u]);
    }
}

static void text_bits(text *out, s9_trace_type type, uint32_t bits)
{
    if (type == S9_TRACE_FLOAT) {
        trace_number(out, bits_float(bits));
    } else if (type == S9_TRACE_INT) {
        text_format(out, "%" PRId32, (int32_t)bits);
    } else {
        text_put(out, bits != 0 ? "true" : "false");
    }
}

static void text_step_of(text *out, const trace_view *v, uint32_t index)
{
    s9_trace_step step;
    if (!s9_trace_step_at(v->trace, index, &step)) {
        return;
    }
    text_format(out, "%" PRIu32 " ", step.instruction);
    if (step.line == 0) {
        text_format(out, "+0x%" PRIx32, step.offset);
    } else {
        bool other = step.file != NULL && v->file != NULL && strcmp(step.file, v->file) != 0;
        text_format(out, "%s:%" PRIu32, other ? step.file : "", step.line);
    }
    text_format(out, " %s", step.text);
    for (uint32_t i = 0; i < step.loop_count; i++) {
        text_format(out, "%s%" PRIu32, i == 0 ? " [" : ",", step.loop[i]);
    }
    text_put(out, step.loop_count == 0 ? "" : "]");
}

static void text_node(text *out, const walk *w, const node *n)
{
    static const char *const origins[] = {NULL, "input", "constant", "defined in the shader", "state", "never written"};
    const s9_trace_source *s = &n->source;
    uint32_t shown = n->depth < MOST_DEPTH ? n->depth : MOST_DEPTH;
    text_put(out, w->view->indent);
    text_repeat(out, ' ', 2 * (size_t)shown);
    text_component(out, s);
    if (s->lane != s9_trace_lane(w->view->trace)) {
        text_format(out, " of lane %" PRIu32, s->lane);
    }
    text_put(out, " = ");
    text_bits(out, s->type, s->bits);
    if (s->origin != S9_TRACE_FROM_STEP) {
        text_format(out, "  %s\n", origins[s->origin]);
        return;
    }
    text_put(out, "  by ");
    text_step_of(out, w->view, s->step);
    s9_trace_lane_step lane;
    if (s9_trace_lane_at(w->view->trace, s->step, s->lane, &lane) && lane.texture != NULL && lane.texture->bound) {
        text_format(out, "  s%" PRIu32 " at ", lane.texture->sampler);
        trace_numbers(out, lane.texture->coordinate, lane.texture->axes);
        text_put(out, " lod ");
        trace_number(out, lane.texture->lod);
    }
    text_put(out, n->told && w->nodes[n->other].count != 0 ? "  (its sources stand above)\n" : "\n");
}

/* Depth first, by a stack of its own: a chain of sources is as long as the shader runs. */
static void text_tree(text *out, walk *w)
{
    uint32_t *stack = malloc((w->count + 1) * sizeof *stack);
    bool *expanded = calloc(w->count + 1, sizeof *expanded);
    size_t depth = 0;
    if (stack == NULL || expanded == NULL) {
        w->failed = true;
    } else {
        stack[depth++] = 0;
    }
    while (depth > 0) {
        node *n = &w->nodes[stack[--depth]];
        uint32_t self = (uint32_t)(n - w->nodes), from = n->told ? n->other : self;
        /* The sources stand where the tree comes to them first. */
        bool again = expanded[from];
        n->told = again;
        n->other = from;
        text_node(out, w, n);
        if (again) {
            continue;
        }
        expanded[from] = true;
        const node *of = &w->nodes[from];
        for (uint32_t k = of->count; k-- > 0;) {
            uint32_t child = w->children[of->first + k];
            w->nodes[child].depth = n->depth + 1;
            stack[depth++] = child;
        }
    }
    free(stack);
    free(expanded);
}

static void walk_free(walk *w)
{
    free(w->nodes);
    free(w->children);
}

/* The component itself as a source: what the last step that wrote it left there. */
static bool root_of(const trace_view *v, const char *name, uint32_t component, s9_trace_source *root)
{
    uint32_t lane = s9_trace_lane(v->trace);
    s9_trace_lane_step step;
    memset(root, 0, sizeof *root);
    root->step = s9_trace_writer(v->trace, S9_TRACE_NONE, lane, name, component);
    if (root->step == S9_TRACE_NONE || !s9_trace_lane_at(v->trace, root->step, lane, &step)) {
        return false;
    }
    root->component = component;
    root->lane = lane;
    root->origin = S9_TRACE_FROM_STEP;
    for (uint32_t i = 0; i < step.write_count; i++) {
        /* The colour of ps_1_x is what is in r0. */
        bool same = strcmp(step.writes[i].name, name) == 0 ||
                    (strcmp(name, "oC0") == 0 && strcmp(step.writes[i].name, "r0") == 0);
        if (same && (step.writes[i].mask >> component & 1u) != 0) {
            root->type = step.writes[i].type;
            root->bits = step.writes[i].bits[component];
            memcpy(root->name, step.writes[i].name, strlen(step.writes[i].name) + 1);
        }
    }
    return root->name[0] != '\0';
}

bool trace_who_text(text *out, const trace_view *v, const char *name, uint32_t component)
{
    walk w = {.view = v};
    s9_trace_source root;
    bool found = root_of(v, name, component, &root);
    if (found && walk_from(&w, &root)) {
        text_tree(out, &w);
    }
    out->failed |= w.failed;
    walk_free(&w);
    return found;
}

/* ---- JSON ---- */

static void json_node(json_out *j, const walk *w, size_t index)
{
    static const char *const origins[] = {"step", "input", "constant", "definition", "stage", "nothing"};
    const node *n = &w->nodes[index], *of = n->told ? &w->nodes[n->other] : n;
    const char component[2] = {"xyzw"[n->source.component & 3u], '\0'};
    put_open(j);
    put_key(j, "name");
    put_string(j, n->source.name);
    put_key(j, "component");
    put_string(j, component);
    put_key(j, "value");
    if (n->source.type == S9_TRACE_FLOAT) {
        put_float(j, bits_float(n->source.bits));
    } else if (n->source.type == S9_TRACE_INT) {
        put_integer(j, (int32_t)n->source.bits);
    } else {
        put_bool(j, n->source.bits != 0);
    }
    put_key(j, "lane");
    put_integer(j, n->source.lane);
    put_key(j, "origin");
    put_string(j, origins[n->source.origin]);
    put_key(j, "step");
    if (n->source.step == S9_TRACE_NONE) {
        put_null(j);
    } else {
        put_integer(j, n->source.step);
    }
    put_key(j, "from");
    put_open_list(j);
    for (uint32_t k = 0; k < of->count; k++) {
        put_integer(j, w->children[of->first + k]);
    }
    put_close_list(j);
    put_close(j);
}

bool trace_who_json(json_out *j, const trace_view *v, const char *name, uint32_t component)
{
    walk w = {.view = v};
    s9_trace_source root;
    bool found = root_of(v, name, component, &root);
    put_open_list(j);
    if (found && walk_from(&w, &root)) {
        for (size_t i = 0; i < w.count; i++) {
            json_node(j, &w, i);
        }
    }
    put_close_list(j);
    j->out->failed |= w.failed;
    walk_free(&w);
    return found;
}
