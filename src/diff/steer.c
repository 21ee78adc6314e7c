/* SPDX-License-Identifier: MIT */
/*
 * Inputs that reach what chance does not. A trace tells which instructions a case executes, what each comparison
 * compared, and which inputs and constants its operands came from. Where a comparison has never been less, equal or
 * greater, those are changed until it is: as if the operand were a straight line over each of them, and along it.
 */
#include "diff/compare.h"

enum {
    MOST_LEAVES = 16,
    MOST_NODES = 192,
    MOST_STEPS = 4096, /* of one trace */
    NEWTON_STEPS = 4,
    ROUNDS = 4
};

enum { LESS, EQUAL, GREATER };

/* A number from outside that an operand hangs on. */
typedef struct leaf {
    char set; /* 'c', 'i', 'b', 'v' */
    uint8_t component, lane;
    uint32_t number;
} leaf;

/* What is asked about one comparison, and the answer. */
typedef struct probe {
    uint32_t side, instruction, component;
    bool want_leaves;
    bool executed;
    float difference; /* of the last time */
    float size;       /* of what is compared with, at least 1 */
    leaf leaves[MOST_LEAVES];
    uint32_t leaf_count;
} probe;

/* ---- what an instruction compares ---- */

typedef enum compare_kind { NOTHING, TWO_SOURCES, WITH_ZERO, WITH_HALF, KILL } compare_kind;

static compare_kind kind_of(const s9_item *item)
{
    switch (item->kind == S9_ITEM_INSTRUCTION ? item->opcode : S9_OP_UNKNOWN) {
    case S9_OP_IFC:
    case S9_OP_BREAKC:
    case S9_OP_SETP:
    case S9_OP_SLT:
    case S9_OP_SGE:
    case S9_OP_MIN:
    case S9_OP_MAX:
        return TWO_SOURCES;
    case S9_OP_CMP:
        return WITH_ZERO;
    case S9_OP_CND:
        return WITH_HALF;
    case S9_OP_TEXKILL:
        return KILL;
    default:
        return NOTHING;
    }
}

static bool decides_flow(const s9_item *item)
{
    return item->opcode == S9_OP_IFC || item->opcode == S9_OP_BREAKC || item->opcode == S9_OP_SETP ||
           item->opcode == S9_OP_TEXKILL;
}

static uint32_t components_of(const s9_item *item)
{
    if (!item->has_destination)
        return 1;
    return s9_operand_mask(item->destination.token);
}

static float read_component(const s9_trace_value *value, uint32_t component)
{
    return s9_bits_float(value->bits[value->count == 1 ? 0 : component]);
}

/* The first or second operand; the second is the first where the same stands twice. */
static const s9_trace_value *operand_read(const s9_trace_lane_step *lane, uint32_t index)
{
    const s9_trace_value *found = NULL;
    for (uint32_t i = 0, seen = 0; i < lane->read_count; i++) {
        if (lane->reads[i].type != S9_TRACE_FLOAT)
            continue;
        found = found == NULL || seen <= index ? &lane->reads[i] : found;
        if (seen++ == index)
            break;
    }
    return found;
}

static bool difference_of(const s9_item *item, const s9_trace_lane_step *lane, uint32_t component, float *out,
                          float *size)
{
    compare_kind kind = kind_of(item);
    const s9_trace_value *a = operand_read(lane, 0), *b = operand_read(lane, 1);
    if (a == NULL)
        return false;
    float x = read_component(a, component), y = 0.0f;
    if (kind == TWO_SOURCES)
        y = read_component(b, component);
    else if (kind == WITH_HALF)
        y = 0.5f;
    *out = x == y ? 0.0f : x - y;
    *size = y > 1.0f ? y : y < -1.0f ? -y : 1.0f;
    return true;
}

/* ---- where operands come from ---- */

static void add_leaf(const s9_compare *c, probe *p, leaf l)
{
    bool live = l.set == 'v'   ? l.number < c->input_count && !c->inputs[l.number].given
                : l.set == 'c' ? l.number < c->f_count && c->f_live[l.number]
                : l.set == 'i' ? l.number < c->i_count && c->i_live[l.number]
                               : l.number < c->b_count && c->b_live[l.number];
    for (uint32_t i = 0; i < p->leaf_count && live; i++) {
        const leaf *o = &p->leaves[i];
        live = o->set != l.set || o->number != l.number || o->component != l.component || o->lane != l.lane;
    }
    if (live && p->leaf_count < MOST_LEAVES)
        p->leaves[p->leaf_count++] = l;
}

/* "c12": its letter and number. */
static bool constant_name(const char *name, leaf *l)
{
    if ((name[0] != 'c' && name[0] != 'i' && name[0] != 'b') || name[1] < '0' || name[1] > '9')
        return false;
    l->set = name[0];
    l->number = 0;
    for (const char *at = name + 1; *at >= '0' && *at <= '9' && l->number < S9_DF_FLOATS; at++)
        l->number = l->number * 10 + (uint32_t)(*at - '0');
    return true;
}

static void add_input(const s9_compare *c, probe *p, const char *name, uint32_t component, uint32_t lane)
{
    uint32_t input = s9_cmp_find_input(c, p->side, name, component);
    leaf l = {'v', (uint8_t)component, (uint8_t)lane, input};
    if (input != S9_CMP_NONE)
        add_leaf(c, p, l);
}

typedef struct node {
    char name[32];
    uint32_t step, component, lane;
} node;

/* From the step that wrote a component back to where its numbers came from. */
static void follow(const s9_compare *c, probe *p, const s9_trace *trace, const node *first)
{
    node nodes[MOST_NODES];
    uint32_t count = 1;
    nodes[0] = *first;
    for (uint32_t at = 0; at < count; at++) {
        s9_trace_source sources[32];
        uint32_t found = s9_trace_sources(trace, nodes[at].step, nodes[at].lane, nodes[at].name, nodes[at].component,
                                          sources, S9_COUNT(sources));
        for (uint32_t i = 0; i < found && i < S9_COUNT(sources); i++) {
            const s9_trace_source *s = &sources[i];
            leaf l = {0, (uint8_t)s->component, (uint8_t)s->lane, 0};
            if (s->origin == S9_TRACE_FROM_INPUT) {
                add_input(c, p, s->name, s->component, s->lane);
            } else if (s->origin == S9_TRACE_FROM_CONSTANT && constant_name(s->name, &l)) {
                l.lane = 0;
                add_leaf(c, p, l);
            } else if (s->origin == S9_TRACE_FROM_STEP && s->step != S9_TRACE_NONE && count < MOST_NODES) {
                bool known = false;
                for (uint32_t k = 0; k < count && !known; k++)
                    known = nodes[k].step == s->step && nodes[k].component == s->component &&
                            nodes[k].lane == s->lane && strcmp(nodes[k].name, s->name) == 0;
                if (known)
                    continue;
                node *next = &nodes[count++];
                memcpy(next->name, s->name, sizeof next->name);
                next->step = s->step;
                next->component = s->component;
                next->lane = s->lane;
            }
        }
    }
}

static void operand_leaves(const s9_compare *c, probe *p, const s9_trace *trace, uint32_t step, uint32_t lane,
                           const s9_operand *operand, bool source, const s9_trace_value *read)
{
    const s9_program *program = c->sides[p->side].program;
    s9_file file = s9_operand_file(program, operand->token);
    uint32_t component = source ? s9_swizzle_component(s9_operand_swizzle(operand->token), p->component) : p->component;
    node first = {.component = component, .lane = lane};
    char name[16];
    leaf l = {0, (uint8_t)component, 0, 0};
    s9_isa_register_name(file, s9_operand_number(operand->token), name);
    if (s9_operand_is_relative(operand->token)) {
        if (read != NULL && read->reached != NULL && constant_name(read->reached, &l))
            add_leaf(c, p, l);
        return;
    }
    if (file == S9_FILE_CONST) {
        if (s9_df_definition_of(program, &c->sides[p->side].definitions, operand->token, 0) == NULL &&
            constant_name(name, &l))
            add_leaf(c, p, l);
        return;
    }
    first.step = s9_trace_writer(trace, step, lane, name, component);
    if (first.step == S9_TRACE_NONE) {
        add_input(c, p, name, component, lane);
        return;
    }
    memcpy(first.name, name, sizeof name);
    follow(c, p, trace, &first);
}

static void find_leaves(const s9_compare *c, probe *p, const s9_trace *trace, uint32_t step, uint32_t lane,
                        const s9_item *item, const s9_trace_lane_step *read)
{
    compare_kind kind = kind_of(item);
    p->leaf_count = 0;
    if (kind == KILL) {
        operand_leaves(c, p, trace, step, lane, &item->destination, false, operand_read(read, 0));
        return;
    }
    for (uint32_t i = 0; i < (kind == TWO_SOURCES ? 2u : 1u) && i < item->source_count; i++)
        operand_leaves(c, p, trace, step, lane, &item->sources[i], true, operand_read(read, i));
}

/* ---- observing ---- */

static bool note_site(s9_cmp_side *side, uint32_t instruction, const s9_item *item, const s9_trace_lane_step *lane)
{
    s9_cmp_site *site = &side->sites[instruction];
    uint32_t components = components_of(item);
    bool fresh = !site->known;
    site->known = true;
    for (uint32_t i = 0; i < 4; i++) {
        float d, size;
        if ((components >> i & 1u) == 0 || !difference_of(item, lane, i, &d, &size) || d != d)
            continue;
        uint32_t outcome = d < 0.0f ? LESS : d > 0.0f ? GREATER : EQUAL;
        if ((site->seen[outcome] >> i & 1u) == 0) {
            site->seen[outcome] |= (uint8_t)(1u << i);
            fresh = true;
        }
    }
    return fresh;
}

static bool note_trace(s9_compare *c, uint32_t number, const s9_trace *trace, probe *p)
{
    s9_cmp_side *side = &c->sides[number];
    uint32_t steps = s9_trace_step_count(trace), lanes = s9_trace_lane_count(trace), last = S9_TRACE_NONE,
             last_lane = 0;
    bool fresh = false;
    for (uint32_t n = 0; n < steps; n++) {
        s9_trace_step step;
        if (!s9_trace_step_at(trace, n, &step) || step.instruction >= side->instruction_count)
            continue;
        const s9_item *item = &side->program->items.items[side->item_of[step.instruction]];
        for (uint32_t lane = 0; lane < lanes; lane++) {
            s9_trace_lane_step read;
            if (!s9_trace_lane_at(trace, n, lane, &read) || !read.active || read.predicated_off)
                continue;
            if (side->executable[step.instruction] && !side->reached[step.instruction]) {
                side->reached[step.instruction] = 1;
                side->reached_count++;
                fresh = true;
            }
            if (kind_of(item) == NOTHING)
                continue;
            fresh = note_site(side, step.instruction, item, &read) || fresh;
            if (p != NULL && p->side == number && p->instruction == step.instruction &&
                difference_of(item, &read, p->component, &p->difference, &p->size)) {
                p->executed = true;
                last = n;
                last_lane = lane;
            }
        }
    }
    if (p != NULL && p->want_leaves && last != S9_TRACE_NONE) {
        s9_trace_lane_step read;
        const s9_item *item = &side->program->items.items[side->item_of[p->instruction]];
        if (s9_trace_lane_at(trace, last, last_lane, &read))
            find_leaves(c, p, trace, last, last_lane, item, &read);
    }
    return fresh;
}

static bool observe(s9_compare *c, const s9_cmp_case *k, probe *p)
{
    bool fresh = false;
    s9_sampler_binding bindings[S9_COMPARE_SAMPLERS];
    for (uint32_t side = 0; side < 2; side++) {
        s9_trace *trace = NULL;
        s9_trace_options options = {.struct_size = sizeof options, .limit = MOST_STEPS};
        s9_run_args args = s9_cmp_args(c, side, k, c->sides[side].inputs, bindings);
        s9_result result = s9_trace_create(c->sides[side].shader, c->sides[side].program, &args, &c->allocator,
                                           &options, &trace, NULL);
        if (result == S9_ERROR_MEMORY)
            c->failed = true;
        if (result != S9_OK) {
            c->trace_steps = 0;
            return false;
        }
        uint32_t cost = (s9_trace_step_count(trace) + 8u) * s9_trace_lane_count(trace);
        c->trace_steps = c->trace_steps > cost ? c->trace_steps - cost : 0;
        fresh = note_trace(c, side, trace, p) || fresh;
        s9_trace_destroy(trace);
    }
    return fresh;
}

/* Keeps a case that does something new, and tries what lies around it. True when the shaders differ there. */
static bool keep_case(s9_compare *c, const s9_cmp_case *k)
{
    if (c->corpus_count < S9_CMP_CORPUS && !c->failed) {
        s9_cmp_case *copy = s9_cmp_case_new(c);
        if (copy == NULL) {
            c->failed = true;
            return false;
        }
        s9_cmp_case_copy(c, copy, k);
        for (uint32_t side = 0; side < 2; side++)
            for (uint32_t n = 0; n < c->sides[side].instruction_count; n++) {
                s9_cmp_site *site = &c->sides[side].sites[n];
                if (site->known && site->from == 0)
                    site->from = (uint16_t)(c->corpus_count + 1u);
            }
        c->corpus[c->corpus_count++] = copy;
    }
    /* The last quarter of the inputs is for chance again. */
    for (uint32_t i = 0; i < 3 && !c->failed && !c->differs && c->tried < c->total / 4 * 3; i++) {
        s9_cmp_spread(c, c->wide, k, i > 0);
        s9_cmp_try(c, c->wide);
    }
    return c->differs;
}

bool s9_cmp_observe(s9_compare *c, const s9_cmp_case *k)
{
    if (!observe(c, k, NULL))
        return false;
    keep_case(c, k);
    return true;
}

/* ---- steering ---- */

static float *leaf_float(s9_cmp_case *k, const leaf *l)
{
    return l->set == 'v' ? &k->in[l->number][l->lane][l->component] : &k->f[l->number][l->component];
}

/* Runs a changed case. True when the goal is reached, or nothing more is to be done. */
static bool evaluate(s9_compare *c, const s9_cmp_case *k, probe *p, uint32_t goal)
{
    const s9_cmp_site *site = &c->sides[p->side].sites[p->instruction];
    p->executed = false;
    if (observe(c, k, p))
        keep_case(c, k);
    return c->failed || c->differs || c->trace_steps == 0 || (site->seen[goal] >> p->component & 1u) != 0;
}

static bool is_finite(float value)
{
    return value - value == 0.0f;
}

/* Along one number, as if the difference were a straight line over it, towards a target. */
static bool walk(s9_compare *c, s9_cmp_case *k, probe *p, float *at, float difference, float target, uint32_t goal)
{
    float x = *at, d = difference, slope = 1.0f;
    for (uint32_t i = 0; i < NEWTON_STEPS && is_finite(d) && is_finite(x); i++) {
        float next = x + (target - d) / slope;
        if (!is_finite(next) || next == x)
            return false;
        *at = next;
        if (evaluate(c, k, p, goal))
            return true;
        if (!p->executed || !is_finite(p->difference))
            return false;
        float rise = (p->difference - d) / (next - x);
        x = next;
        d = p->difference;
        if (rise == 0.0f || !is_finite(rise))
            return false;
        slope = rise;
    }
    return false;
}

/* Changes one number until the comparison comes out as wanted. */
static bool try_leaf(s9_compare *c, s9_cmp_case *k, probe *p, const leaf *l, float difference, uint32_t goal)
{
    if (l->set == 'b') {
        k->b[l->number] = !k->b[l->number];
        bool done = evaluate(c, k, p, goal);
        k->b[l->number] = !k->b[l->number];
        return done;
    }
    if (l->set == 'i') {
        int32_t old = k->i[l->number][l->component];
        for (int32_t value = 0; value < 6; value++) {
            k->i[l->number][l->component] = value;
            if (evaluate(c, k, p, goal))
                return true;
        }
        k->i[l->number][l->component] = old;
        return false;
    }
    float *at = leaf_float(k, l), old = *at, away = difference < 0 ? -difference : difference;
    /* Just beyond first, since the next branch may ask for a place between; then far. */
    float margins[2] = {p->size / 262144.0f, away > 1.0f ? 0.25f * away : 0.25f};
    for (uint32_t i = 0; i < (goal == EQUAL ? 1u : 2u); i++) {
        *at = old;
        if (walk(c, k, p, at, difference, goal == EQUAL ? 0.0f : goal == LESS ? -margins[i] : margins[i], goal))
            return true;
    }
    static const float simple[] = {0.0f, 1.0f, -1.0f, 1000.0f, -1000.0f};
    for (uint32_t i = 0; i < S9_COUNT(simple); i++) {
        *at = simple[i];
        if (evaluate(c, k, p, goal))
            return true;
    }
    *at = old;
    return false;
}

static void seek(s9_compare *c, s9_cmp_case *k, uint32_t side, uint32_t instruction, uint32_t component, uint32_t goal)
{
    const s9_cmp_site *site = &c->sides[side].sites[instruction];
    if (site->from == 0)
        return;
    probe p = {.side = side, .instruction = instruction, .component = component, .want_leaves = true};
    s9_cmp_case_copy(c, k, c->corpus[site->from - 1u]);
    if (evaluate(c, k, &p, goal) || !p.executed)
        return;
    float difference = p.difference;
    p.want_leaves = false;
    for (uint32_t i = 0; i < p.leaf_count; i++) {
        leaf l = p.leaves[i];
        if (try_leaf(c, k, &p, &l, difference, goal))
            return;
    }
}

/* One pass over all comparisons; `flow`: those that branches depend on, else the others. True when anything is new. */
static bool steer_pass(s9_compare *c, s9_cmp_case *k, bool flow)
{
    bool fresh = false;
    for (uint32_t side = 0; side < 2; side++) {
        s9_cmp_side *s = &c->sides[side];
        for (uint32_t n = 0; n < s->instruction_count; n++) {
            const s9_item *item = &s->program->items.items[s->item_of[n]];
            s9_cmp_site *site = &s->sites[n];
            if (!site->known || decides_flow(item) != flow)
                continue;
            for (uint32_t at = 0; at < 12; at++) {
                uint32_t component = at / 3, goal = (at % 3 + 2) % 3, bit = 1u << component;
                if ((components_of(item) & bit) == 0 || ((site->seen[goal] | site->tried[goal]) & bit) != 0)
                    continue;
                if (c->failed || c->differs || c->trace_steps == 0)
                    return false;
                site->tried[goal] |= (uint8_t)bit;
                uint32_t before = s->reached_count + c->sides[1 - side].reached_count;
                seek(c, k, side, n, component, goal);
                fresh |= s->reached_count + c->sides[1 - side].reached_count > before;
            }
        }
    }
    return fresh;
}

void s9_cmp_steer(s9_compare *c)
{
    s9_cmp_case *k = s9_cmp_case_new(c);
    if (k == NULL) {
        c->failed = true;
        return;
    }
    for (uint32_t round = 0; round < ROUNDS; round++)
        if (!steer_pass(c, k, true))
            break;
    steer_pass(c, k, false);
}
