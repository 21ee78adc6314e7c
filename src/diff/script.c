/* SPDX-License-Identifier: MIT */
/*
 * The shortest list of changes from one list to another. Source: E. W. Myers, "An O(ND) Difference Algorithm and Its
 * Variations", 1986, section 4b: a snake in the middle of a shortest path is found from both ends in linear space, and
 * the two parts are done likewise. A search that has gone on for too long takes the furthest that it has come to as the
 * middle; that bounds the time and may cost some changes more.
 */
#include "diff/diff.h"

enum { DEEPEST_SEARCH = 256 };

typedef struct searcher {
    const uint32_t *a, *b;
    uint8_t *a_out, *b_out;
    int32_t *forward, *backward; /* furthest x by diagonal x - y; may be indexed from -(b_count + 1) to a_count + 1 */
} searcher;

typedef struct range {
    int32_t a0, a1, b0, b1;
} range;

typedef struct point {
    int32_t x, y;
} point;

/* Of what the searches have come to, the point that has got furthest from its end. */
static point best_so_far(const searcher *s, const range *r, int32_t fmin, int32_t fmax, int32_t bmin, int32_t bmax)
{
    point best = {r->a0, r->b0};
    int32_t gained = -1;
    for (int32_t d = fmax; d >= fmin; d -= 2) {
        int32_t x = s->forward[d] < r->a1 ? s->forward[d] : r->a1, y = x - d;
        if (y > r->b1) {
            y = r->b1;
            x = y + d;
        }
        if (x >= r->a0 && y >= r->b0 && x + y - r->a0 - r->b0 > gained) {
            gained = x + y - r->a0 - r->b0;
            best = (point){x, y};
        }
    }
    for (int32_t d = bmax; d >= bmin; d -= 2) {
        int32_t x = s->backward[d] > r->a0 ? s->backward[d] : r->a0, y = x - d;
        if (y < r->b0) {
            y = r->b0;
            x = y + d;
        }
        if (x <= r->a1 && y <= r->b1 && r->a1 + r->b1 - x - y > gained) {
            gained = r->a1 + r->b1 - x - y;
            best = (point){x, y};
        }
    }
    return best;
}

static point find_middle(searcher *s, const range *r)
{
    int32_t *f = s->forward, *b = s->backward;
    int32_t dmin = r->a0 - r->b1, dmax = r->a1 - r->b0, fmid = r->a0 - r->b0, bmid = r->a1 - r->b1;
    int32_t fmin = fmid, fmax = fmid, bmin = bmid, bmax = bmid;
    bool odd = ((fmid - bmid) & 1) != 0;
    f[fmid] = r->a0;
    b[bmid] = r->a1;
    for (int32_t cost = 1;; cost++) {
        if (fmin > dmin)
            f[--fmin - 1] = -1;
        else
            fmin++;
        if (fmax < dmax)
            f[++fmax + 1] = -1;
        else
            fmax--;
        for (int32_t d = fmax; d >= fmin; d -= 2) {
            int32_t x = f[d - 1] < f[d + 1] ? f[d + 1] : f[d - 1] + 1, y = x - d;
            while (x < r->a1 && y < r->b1 && s->a[x] == s->b[y])
                x++, y++;
            f[d] = x;
            if (odd && bmin <= d && d <= bmax && b[d] <= x)
                return (point){x, y};
        }
        if (bmin > dmin)
            b[--bmin - 1] = INT32_MAX;
        else
            bmin++;
        if (bmax < dmax)
            b[++bmax + 1] = INT32_MAX;
        else
            bmax--;
        for (int32_t d = bmax; d >= bmin; d -= 2) {
            int32_t x = b[d - 1] < b[d + 1] ? b[d - 1] : b[d + 1] - 1, y = x - d;
            while (x > r->a0 && y > r->b0 && s->a[x - 1] == s->b[y - 1])
                x--, y--;
            b[d] = x;
            if (!odd && fmin <= d && d <= fmax && x <= f[d])
                return (point){x, y};
        }
        if (cost >= DEEPEST_SEARCH)
            return best_so_far(s, r, fmin, fmax, bmin, bmax);
    }
}

/* Leaves out what both begin and end with. True when both have something left. */
static bool trim(searcher *s, range *r)
{
    while (r->a0 < r->a1 && r->b0 < r->b1 && s->a[r->a0] == s->b[r->b0])
        r->a0++, r->b0++;
    while (r->a0 < r->a1 && r->b0 < r->b1 && s->a[r->a1 - 1] == s->b[r->b1 - 1])
        r->a1--, r->b1--;
    if (r->a0 < r->a1 && r->b0 < r->b1)
        return true;
    for (; r->a0 < r->a1; r->a0++)
        s->a_out[r->a0] = 1;
    for (; r->b0 < r->b1; r->b0++)
        s->b_out[r->b0] = 1;
    return false;
}

bool s9_df_script(const uint32_t *a, uint32_t a_count, const uint32_t *b, uint32_t b_count, uint8_t *a_out,
                  uint8_t *b_out, const s9_allocator *allocator)
{
    if (a_count > INT32_MAX / 4 || b_count > INT32_MAX / 4)
        return false;
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    size_t diagonals = (size_t)a_count + b_count + 3;
    searcher s = {a, b, a_out, b_out, NULL, NULL};
    int32_t *forward = s9_arena_array(&arena, diagonals, sizeof *forward);
    int32_t *backward = s9_arena_array(&arena, diagonals, sizeof *backward);
    struct {
        range *items;
        uint32_t count, capacity;
    } todo = {NULL, 0, 0};
    range r = {0, (int32_t)a_count, 0, (int32_t)b_count};
    bool good = forward != NULL && backward != NULL && S9_PUSH(&arena, &todo, r);
    if (good) {
        s.forward = forward + b_count + 1;
        s.backward = backward + b_count + 1;
    }
    while (good && todo.count > 0) {
        r = todo.items[--todo.count];
        if (!trim(&s, &r))
            continue;
        point middle = find_middle(&s, &r);
        if ((middle.x == r.a0 && middle.y == r.b0) || (middle.x == r.a1 && middle.y == r.b1)) {
            /* Nothing was gained: all of it is taken for changed. */
            memset(a_out + r.a0, 1, (size_t)(r.a1 - r.a0));
            memset(b_out + r.b0, 1, (size_t)(r.b1 - r.b0));
            continue;
        }
        range first = {r.a0, middle.x, r.b0, middle.y}, second = {middle.x, r.a1, middle.y, r.b1};
        good = S9_PUSH(&arena, &todo, second) && S9_PUSH(&arena, &todo, first);
    }
    s9_arena_free(&arena);
    return good;
}
