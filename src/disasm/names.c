/* SPDX-License-Identifier: MIT */
/* Constants by the names that they have in the source: a table of registers, and remarks at the ends of lines. */
#include "disasm/disasm.h"

#include <stdlib.h>

/* Registers of a set that can have a name: the most that any version has, in software vertex processing. */
#define MOST_REGISTERS 8192u
/* Longer names are cut, so that the text stays linear in the size of program and names. */
#define LONGEST_NAME 128u
/* Constants that one instruction can read: sources, and rows of matrices. */
#define MOST_NAMED 16u

#define SETS 4u
/* In the order of the table. */
static const struct {
    s9_register_set set;
    char letter;
} sets[SETS] = {{S9_SET_BOOL, 'b'}, {S9_SET_INT, 'i'}, {S9_SET_FLOAT, 'c'}, {S9_SET_SAMPLER, 's'}};

typedef struct named {
    const s9_register_name *name;
    uint32_t order, index; /* place of the set, place in the list of the caller */
} named;

struct s9_naming {
    s9_arena arena;
    const s9_program *program;
    const s9_disassemble_options *options;
    named *sorted; /* by set, first register and place in the list */
    size_t count;
    struct {
        uint32_t *entries; /* 1 + index into sorted by register, 0 for none */
        uint32_t count;
    } map[SETS];
};

static int compare(const void *a, const void *b)
{
    const named *x = a, *y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    if (x->name->first != y->name->first)
        return x->name->first < y->name->first ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static uint32_t set_order(s9_register_set set)
{
    uint32_t i = 0;
    while (i < SETS && sets[i].set != set)
        i++;
    return i;
}

/* One behind the last register of a name that counts. */
static uint32_t end_of(const s9_register_name *name)
{
    if (name->first >= MOST_REGISTERS)
        return name->first;
    return name->count < MOST_REGISTERS - name->first ? name->first + name->count : MOST_REGISTERS;
}

/* Gives each register of a set the name that begins first. The names are sorted: what is taken is taken without gaps.
 */
static bool fill_map(s9_naming *naming, size_t from, size_t to, uint32_t order)
{
    uint32_t highest = 0, taken = 0;
    for (size_t i = from; i < to; i++) {
        uint32_t end = end_of(naming->sorted[i].name);
        if (end > highest && naming->sorted[i].name->first < MOST_REGISTERS)
            highest = end;
    }
    uint32_t *entries = s9_arena_array(&naming->arena, highest, sizeof *entries);
    if (entries == NULL)
        return false;
    for (size_t i = from; i < to; i++) {
        uint32_t first = naming->sorted[i].name->first, end = end_of(naming->sorted[i].name);
        for (uint32_t r = first > taken ? first : taken; r < end; r++)
            entries[r] = (uint32_t)(i + 1);
        if (end > taken && first < MOST_REGISTERS)
            taken = end;
    }
    naming->map[order].entries = entries;
    naming->map[order].count = highest;
    return true;
}

static bool build(s9_naming *naming)
{
    const s9_disassemble_options *options = naming->options;
    naming->sorted = s9_arena_array(&naming->arena, options->name_count, sizeof *naming->sorted);
    if (naming->sorted == NULL)
        return false;
    for (size_t i = 0; i < options->name_count && i < UINT32_MAX - 1; i++) {
        const s9_register_name *name = &options->names[i];
        uint32_t order = set_order(name->set);
        if (name->name != NULL && name->count > 0 && order < SETS)
            naming->sorted[naming->count++] = (named){name, order, (uint32_t)i};
    }
    qsort(naming->sorted, naming->count, sizeof *naming->sorted, compare);
    for (size_t from = 0, to; from < naming->count; from = to) {
        uint32_t order = naming->sorted[from].order;
        for (to = from; to < naming->count && naming->sorted[to].order == order;)
            to++;
        if (!fill_map(naming, from, to, order))
            return false;
    }
    return true;
}

s9_result s9_naming_create(const s9_program *program, const s9_disassemble_options *options,
                           const s9_allocator *allocator, s9_naming **out)
{
    *out = NULL;
    if (options->name_count == 0)
        return S9_OK;
    s9_arena arena;
    s9_arena_init(&arena, allocator);
    s9_naming *naming = s9_arena_alloc(&arena, sizeof *naming);
    if (naming != NULL) {
        naming->arena = arena;
        naming->program = program;
        naming->options = options;
        if (build(naming)) {
            *out = naming;
            return S9_OK;
        }
        arena = naming->arena;
    }
    s9_arena_free(&arena);
    return S9_ERROR_MEMORY;
}

void s9_naming_destroy(s9_naming *naming)
{
    if (naming != NULL)
        s9_arena_free(&naming->arena);
}

/* ---- printing ---- */

/* Names come from files: what could end or change a comment is not printed. Returns the length. */
static size_t print_name(s9_buffer *out, const char *name, size_t length)
{
    char text[LONGEST_NAME];
    size_t n = 0;
    for (; n < length && n < sizeof text; n++) {
        char c = name[n];
        text[n] = (c >= ' ' && c <= '~' && c != '\\') || c == '\t' ? c : '?';
        if (c == '\t')
            text[n] = ' ';
    }
    s9_buffer_append(out, text, n);
    return n;
}

static void print_number(s9_buffer *out, uint32_t number)
{
    char text[24];
    s9_buffer_append(out, text, (size_t)(s9_put_number(text, number) - text));
}

static void pad(s9_buffer *out, size_t size, size_t width)
{
    for (; size < width; size++)
        s9_buffer_char(out, ' ');
}

static size_t name_length(const char *name)
{
    const char *end = memchr(name, '\0', LONGEST_NAME);
    return end != NULL ? (size_t)(end - name) : LONGEST_NAME;
}

void s9_print_registers(const s9_naming *naming, s9_buffer *out)
{
    size_t width = 12; /* fxc's least */
    for (size_t i = 0; i < naming->count; i++) {
        size_t length = name_length(naming->sorted[i].name->name);
        width = length > width ? length : width;
    }
    s9_buffer_text(out, "//\n// Registers:\n//\n//   Name");
    pad(out, 4, width);
    s9_buffer_text(out, " Reg   Size\n//   ");
    for (size_t i = 0; i < width; i++)
        s9_buffer_char(out, '-');
    s9_buffer_text(out, " ----- ----\n");
    for (size_t i = 0; i < naming->count && !out->failed; i++) {
        const s9_register_name *name = naming->sorted[i].name;
        s9_buffer_text(out, "//   ");
        pad(out, print_name(out, name->name, name_length(name->name)), width + 1);
        char text[2][24];
        text[0][0] = sets[naming->sorted[i].order].letter;
        size_t first = (size_t)(s9_put_number(text[0] + 1, name->first) - text[0]);
        size_t count = (size_t)(s9_put_number(text[1], name->count) - text[1]);
        s9_buffer_append(out, text[0], first);
        pad(out, first, 6);
        pad(out, count, 4);
        s9_buffer_append(out, text[1], count);
        s9_buffer_char(out, '\n');
    }
    s9_buffer_text(out, "//\n\n");
}

/* A register, or several rows, of a constant that an instruction reads. */
typedef struct reading {
    uint32_t entry; /* index into sorted */
    uint32_t first, last;
    const s9_operand *relative; /* the operand whose index is added, or NULL */
} reading;

typedef struct readings {
    reading items[MOST_NAMED];
    uint32_t count;
} readings;

static bool set_of_file(s9_file file, uint32_t *order)
{
    switch (file) {
    case S9_FILE_CONST:
        *order = set_order(S9_SET_FLOAT);
        return true;
    case S9_FILE_CONSTINT:
        *order = set_order(S9_SET_INT);
        return true;
    case S9_FILE_CONSTBOOL:
        *order = set_order(S9_SET_BOOL);
        return true;
    case S9_FILE_SAMPLER:
        *order = set_order(S9_SET_SAMPLER);
        return true;
    default:
        return false;
    }
}

static uint32_t entry_of(const s9_naming *naming, uint32_t order, uint32_t number)
{
    return number < naming->map[order].count ? naming->map[order].entries[number] : 0;
}

static void note(readings *all, reading r)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const reading *other = &all->items[i];
        bool same_index = r.relative == NULL
                              ? other->relative == NULL
                              : other->relative != NULL && r.relative->relative == other->relative->relative;
        if (other->entry == r.entry && other->first == r.first && other->last == r.last && same_index)
            return;
    }
    if (all->count < MOST_NAMED)
        all->items[all->count++] = r;
}

/* Registers number .. number + rows - 1 of an operand; rows of one constant are one reading. */
static void note_operand(const s9_naming *naming, const s9_operand *operand, uint32_t rows, readings *all)
{
    uint32_t order, number = s9_operand_number(operand->token);
    if (!set_of_file(s9_operand_file(naming->program, operand->token), &order))
        return;
    bool relative = s9_operand_is_relative(operand->token);
    for (uint32_t i = 0; i < rows;) {
        uint32_t entry = entry_of(naming, order, number + i), first = i;
        for (i++; i < rows && entry_of(naming, order, number + i) == entry;)
            i++;
        if (entry != 0)
            note(all, (reading){entry - 1, number + first, number + i - 1, relative ? operand : NULL});
    }
}

/* "[a0.x + 2]" */
static void print_index(const s9_naming *naming, const s9_operand *operand, uint32_t first, uint32_t last,
                        s9_buffer *out)
{
    s9_index index = s9_operand_index(naming->program, operand);
    char name[16];
    s9_isa_register_name(index.file, index.file == S9_FILE_ADDR ? 0 : s9_operand_number(operand->relative), name);
    s9_buffer_char(out, '[');
    s9_buffer_text(out, name);
    if (index.file == S9_FILE_ADDR) {
        s9_buffer_char(out, '.');
        s9_buffer_char(out, "xyzw"[index.component]);
    }
    if (first > 0 || last > first) {
        s9_buffer_text(out, " + ");
        print_number(out, first);
    }
    if (last > first) {
        s9_buffer_text(out, "..");
        print_number(out, last);
    }
    s9_buffer_char(out, ']');
}

static void print_reading(const s9_naming *naming, const reading *r, s9_buffer *out)
{
    const s9_register_name *name = naming->sorted[r->entry].name;
    const s9_disassemble_options *options = naming->options;
    uint32_t first = r->first - name->first, last = r->last - name->first;
    if (options->name_of != NULL && r->first == r->last && r->relative == NULL) {
        char path[LONGEST_NAME];
        size_t length = options->name_of(options->name_user, name->set, r->first, path, sizeof path);
        if (length > 0) {
            print_name(out, path, length < sizeof path ? length : sizeof path);
            return;
        }
    }
    print_name(out, name->name, name_length(name->name));
    if (r->relative != NULL) {
        print_index(naming, r->relative, first, last, out);
    } else if (last - first + 1 < name->count) { /* not all of it */
        s9_buffer_char(out, '[');
        print_number(out, first);
        if (last > first) {
            s9_buffer_text(out, "..");
            print_number(out, last);
        }
        s9_buffer_char(out, ']');
    }
}

bool s9_print_names(const s9_naming *naming, const s9_item *item, const char *before, s9_buffer *out)
{
    readings all;
    all.count = 0;
    if (item->opcode == S9_OP_DCL) /* of a sampler */
        note_operand(naming, &item->destination, 1, &all);
    for (uint32_t i = 0; i < item->source_count; i++) {
        uint32_t rows = i == 1 ? s9_isa_matrix_rows(item->opcode) : 0;
        note_operand(naming, &item->sources[i], rows > 0 ? rows : 1, &all);
    }
    for (uint32_t i = 0; i < all.count; i++) {
        s9_buffer_text(out, i == 0 ? before : ", ");
        print_reading(naming, &all.items[i], out);
    }
    return all.count > 0;
}
