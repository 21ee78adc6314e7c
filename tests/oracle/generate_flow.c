/* SPDX-License-Identifier: MIT */
/* Blocks, loops and subroutines, within the depths of instructions.md 11. */
#include "oracle/generate_operand.h"

#include <stdio.h>

static const char *const comparisons[] = {"gt", "eq", "ge", "lt", "ne", "le"};
static const char letters[] = "xyzw";

/* ---- what is known after branches ---- */

static knowledge either(const knowledge *a, const knowledge *b)
{
    if (a->dead)
        return *b;
    if (b->dead)
        return *a;
    knowledge r = *a;
    for (int i = 0; i < 32; i++) {
        r.r[i] |= b->r[i];
        if (b->order[i] > r.order[i])
            r.order[i] = b->order[i];
    }
    r.address |= b->address;
    r.predicate |= b->predicate;
    return r;
}

static void reach(uint32_t *deepest, uint32_t depth)
{
    if (depth > *deepest)
        *deepest = depth;
}

/* ---- limits ---- */

static uint32_t most_loops(const generator *g)
{
    return g->version == S9_VS_2_0 ? 1u : 4u;
}

static uint32_t most_calls(const generator *g)
{
    return g->version == S9_VS_2_0 ? 1u : 4u;
}

/* The static flow count of vs_2_0 and vs_2_x; others have none. */
static bool spend_flow(generator *g, int count)
{
    if (g->version != S9_VS_2_0 && g->version != S9_VS_2_X)
        return true;
    if (g->flow_count < count)
        return false;
    g->flow_count -= count;
    return true;
}

static bool has_loop(const generator *g)
{
    return !(g->pixel && g->major == 2);
}

/* "!p0.y"; false while p0 is not set. */
static bool predicate_condition(generator *g, char *buffer)
{
    if (!g->extended || g->known.predicate == 0)
        return false;
    uint32_t k = pick(&g->random, 4);
    while ((g->known.predicate & 1u << k) == 0)
        k = (k + 1) % 4;
    snprintf(buffer, 16, "%sp0.%c", chance(&g->random, 40) ? "!" : "", letters[k]);
    return true;
}

/* Two scalar operands that share the ports of one instruction. */
static void compared(generator *g, char a[2 * OPERAND], char b[2 * OPERAND])
{
    ports p;
    memset(&p, 0, sizeof p);
    generate_scalar(g, &p, a);
    generate_scalar(g, &p, b);
}

static unsigned boolean_number(generator *g)
{
    return g->far_boolean != 0 && chance(&g->random, 25) ? g->far_boolean : pick(&g->random, 16);
}

/* ---- blocks ---- */

/* Leaves the loop, if there is one of this routine around. */
static void generate_break(generator *g)
{
    char a[2 * OPERAND], b[2 * OPERAND];
    if (g->loops == 0 || !g->extended)
        return;
    if (g->slots < 4)
        return;
    g->slots -= 4;
    reach(&g->deepest_dynamic, g->dynamic + 1);
    if (chance(&g->random, 50)) {
        compared(g, a, b);
        emit(g, "break_%s %s, %s", comparisons[pick(&g->random, 6)], a, b);
    } else if (predicate_condition(g, a)) {
        emit(g, "breakp %s", a);
    }
    g->varies = true;
}

static void generate_branch(generator *g, uint32_t statements)
{
    char a[2 * OPERAND], b[2 * OPERAND];
    bool is_static = false, both = chance(&g->random, 50);
    uint32_t kind = pick(&g->random, 3);
    if (kind == 0 || !g->extended) {
        if (g->statics >= 20 || !spend_flow(g, both ? 2 : 1))
            return;
        is_static = true;
        emit(g, "if %sb%u", chance(&g->random, 30) ? "!" : "", boolean_number(g));
    } else if (kind == 1 && g->dynamic < 20 && predicate_condition(g, a)) {
        emit(g, "if %s", a);
    } else {
        if (g->dynamic >= 20)
            return;
        compared(g, a, b);
        emit(g, "if_%s %s, %s", comparisons[pick(&g->random, 6)], a, b);
    }
    g->slots -= 5;
    uint32_t *depth = is_static ? &g->statics : &g->dynamic;
    ++*depth;
    reach(&g->deepest_statics, g->statics);
    reach(&g->deepest_dynamic, g->dynamic);
    knowledge before = g->known;
    generate_block(g, statements, true);
    if (g->loops > 0 && g->extended && chance(&g->random, 50)) {
        emit(g, "break");
        g->known.dead = true;
        g->varies = true;
    }
    knowledge first = g->known;
    g->known = before;
    if (both) {
        emit(g, "else");
        generate_block(g, statements, true);
    }
    g->known = either(&first, &g->known);
    emit(g, "endif");
    --*depth;
}

static void generate_loop(generator *g, uint32_t statements)
{
    bool loop = has_loop(g) && chance(&g->random, 60);
    if (g->loops >= most_loops(g) || !spend_flow(g, 1))
        return;
    uint32_t number = pick(&g->random, 16);
    if (g->far_integer != 0 && chance(&g->random, 20))
        number = g->far_integer;
    if (loop)
        emit(g, "loop aL, i%u", (unsigned)number);
    else
        emit(g, "rep i%u", (unsigned)number);
    g->slots -= 5;
    bool counter = g->has_counter, varied = g->varies;
    g->has_counter = counter || loop;
    g->loops++;
    g->own_counters += loop;
    reach(&g->deepest_loops, g->loops);
    knowledge before = g->known;
    generate_block(g, statements, true);
    if (chance(&g->random, 30)) {
        generate_break(g);
        generate_block(g, 1, false);
    }
    g->known = either(&g->known, &before);
    emit(g, loop ? "endloop" : "endrep");
    g->loops--;
    g->own_counters -= loop;
    g->has_counter = counter;
    g->varies = varied;
}

static void generate_call(generator *g)
{
    for (int attempt = 0; attempt < 4; attempt++) {
        if (g->routine_first >= g->routine_count)
            return;
        uint32_t n = g->routine_first + pick(&g->random, g->routine_count - g->routine_first);
        const routine *r = &g->routines[n];
        char condition[16];
        bool dynamic = chance(&g->random, 30) && predicate_condition(g, condition);
        bool is_static = !dynamic && chance(&g->random, 40);
        if ((r->needs_loop && !g->has_counter) || g->calls + 1 + r->calls > most_calls(g) ||
            g->loops + r->loops > most_loops(g) || g->statics + r->statics > 20 ||
            g->dynamic + r->dynamic + (dynamic ? 1 : 0) > 20)
            continue;
        bool ready = true;
        for (int i = 0; i < 32; i++)
            if ((g->start.r[i] & ~g->known.r[i]) != 0)
                ready = false;
        if (!ready)
            return;
        if (r->temp_gradients && (g->dynamic > 0 || g->varies || dynamic))
            continue;
        if (r->needs_loop && g->in_routine && g->own_counters == 0)
            g->wants_counter = true;
        if (!dynamic && !spend_flow(g, 1))
            return;
        if (dynamic)
            emit(g, "callnz l%u, %s", (unsigned)r->label, condition);
        else if (is_static)
            emit(g, "callnz l%u, %sb%u", (unsigned)r->label, chance(&g->random, 30) ? "!" : "", boolean_number(g));
        else
            emit(g, "call l%u", (unsigned)r->label);
        g->slots -= 3;
        reach(&g->deepest_calls, g->calls + 1 + r->calls);
        reach(&g->deepest_loops, g->loops + r->loops);
        reach(&g->deepest_statics, g->statics + r->statics);
        reach(&g->deepest_dynamic, g->dynamic + r->dynamic + (dynamic ? 1 : 0));
        if (r->temp_gradients)
            g->temp_gradients = true;
        for (int i = 0; i < 32; i++) {
            g->known.r[i] = (uint8_t)((g->known.r[i] & ~r->clears[i]) | r->writes[i]);
            g->cleared[i] |= r->clears[i];
        }
        g->known.address |= r->address;
        g->known.predicate |= r->predicate;
        return;
    }
}

void generate_block(generator *g, uint32_t statements, bool flow)
{
    bool any = flow && g->major >= 2 && g->version != S9_PS_2_0;
    uint32_t inner = statements > 2 ? statements / 2 : 1;
    for (uint32_t i = 0; i < statements && g->slots > 8; i++) {
        uint32_t kind = pick(&g->random, 100);
        bool room = g->slots > 24;
        if (any && room && kind < 9)
            generate_branch(g, inner);
        else if (any && room && kind < 16)
            generate_loop(g, inner);
        else if (any && kind < 22)
            generate_call(g);
        else if (any && kind < 26)
            generate_break(g);
        else
            generate_instruction(g);
    }
}

/* ---- subroutines ---- */

/* Bodies, the last one first, since calls go forward only. They rely on what the program begins with. */
void generate_routines(generator *g)
{
    if (g->major < 2 || g->version == S9_PS_2_0 || !chance(&g->random, 45))
        return;
    g->routine_count = 1 + pick(&g->random, MAX_ROUTINES);
    uint32_t labels = g->software || g->major == 3 ? 2048 : 16, first = pick(&g->random, labels - MAX_ROUTINES);
    knowledge start = g->start = g->known;
    text_program *main_text = g->out;
    for (uint32_t n = g->routine_count; n-- > 0;) {
        routine *r = &g->routines[n];
        memset(r, 0, sizeof *r);
        r->label = first + n;
        g->known = start;
        g->out = &r->body;
        g->routine_first = n + 1;
        g->in_routine = true;
        g->has_counter = has_loop(g) && chance(&g->random, 40);
        g->wants_counter = g->temp_gradients = false;
        g->deepest_loops = g->deepest_dynamic = g->deepest_statics = g->deepest_calls = 0;
        g->loops = g->dynamic = g->statics = g->calls = g->own_counters = 0;
        g->varies = false;
        generate_block(g, 1 + pick(&g->random, 5), true);
        r->needs_loop = g->wants_counter;
        r->temp_gradients = g->temp_gradients;
        r->loops = g->deepest_loops;
        r->dynamic = g->deepest_dynamic;
        r->statics = g->deepest_statics;
        r->calls = g->deepest_calls;
        for (int i = 0; i < 32; i++)
            r->writes[i] = (uint8_t)(g->known.r[i] & ~start.r[i]);
        memcpy(r->clears, g->cleared, sizeof r->clears);
        memset(g->cleared, 0, sizeof g->cleared);
        r->address = g->known.address;
        r->predicate = g->known.predicate;
    }
    g->known = start;
    g->out = main_text;
    g->routine_first = 0;
    g->in_routine = g->has_counter = g->wants_counter = g->temp_gradients = g->varies = false;
    g->deepest_loops = g->deepest_dynamic = g->deepest_statics = g->deepest_calls = 0;
}

void emit_routines(generator *g)
{
    if (g->routine_count == 0)
        return;
    emit(g, "ret");
    for (uint32_t n = 0; n < g->routine_count; n++) {
        const routine *r = &g->routines[n];
        emit(g, "label l%u", (unsigned)r->label);
        for (uint32_t i = 0; i < r->body.count; i++)
            emit(g, "%s", r->body.lines[i]);
        emit(g, "ret");
    }
}
