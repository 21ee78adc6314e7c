/* SPDX-License-Identifier: MIT */
#include "links.h"

#include <stdio.h>
#include <string.h>

static const char *mask_text(uint32_t mask, char out[5])
{
    size_t length = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if ((mask >> i & 1u) != 0) {
            out[length++] = "xyzw"[i];
        }
    }
    out[length] = '\0';
    return out;
}

/* "o1.xy", or "-" where there is no register. */
static void register_text(text *out, const char *name, uint32_t mask)
{
    char letters[5];
    if (name == NULL) {
        text_char(out, '-');
    } else if (mask == 15) {
        text_put(out, name);
    } else {
        text_format(out, "%s.%s", name, mask_text(mask, letters));
    }
}

/* What the reader has to know: how the value is made, and what it lacks. */
static void remarks(text *out, const s9_link *l)
{
    char letters[5];
    const char *parted = "";
    if (l->centroid || (l->is_color && l->input != NULL)) {
        text_put(out, l->centroid ? "centroid" : "centroid implied");
        parted = ", ";
    }
    if (l->partial_precision) {
        text_format(out, "%spp", parted);
        parted = ", ";
    }
    uint32_t never = l->missing & ~l->written, sometimes = l->missing & l->written;
    if (never != 0) {
        text_format(out, "%s%s not written: undefined, here %g", parted, mask_text(never, letters),
                    (double)l->default_value);
        parted = ", ";
    }
    if (sometimes != 0) {
        text_format(out, "%s%s not written on every path", parted, mask_text(sometimes, letters));
        parted = ", ";
    }
    bool rasteriser = l->index == 0 && (strcmp(l->usage, "position") == 0 || strcmp(l->usage, "psize") == 0);
    if (l->input == NULL || l->read == 0) {
        text_format(out, "%s%s", parted, rasteriser ? "for the rasteriser" : "not read");
    }
}

enum { COLUMNS = 6 };

/* A row of the table as one text for each column; freed by the caller. */
static void row_texts(const s9_link *l, text cells[COLUMNS])
{
    char letters[5];
    memset(cells, 0, COLUMNS * sizeof *cells);
    text_format(&cells[0], "%s%u", l->usage, (unsigned)l->index);
    register_text(&cells[1], l->output, l->declared_output);
    text_put(&cells[2], l->written != 0 ? mask_text(l->written, letters) : "-");
    register_text(&cells[3], l->input, l->declared_input);
    text_put(&cells[4], l->read != 0 ? mask_text(l->read, letters) : "-");
    remarks(&cells[5], l);
}

void links_text(text *out, const s9_links *links)
{
    static const char *const titles[COLUMNS] = {"usage", "output", "written", "input", "read", ""};
    size_t widths[COLUMNS], count = s9_links_count(links);
    text cells[COLUMNS];
    for (size_t k = 0; k < COLUMNS; k++) {
        widths[k] = strlen(titles[k]);
    }
    for (size_t i = 0; i < count; i++) {
        row_texts(s9_links_get(links, i), cells);
        for (size_t k = 0; k < COLUMNS; k++) {
            widths[k] = cells[k].size > widths[k] ? cells[k].size : widths[k];
            text_free(&cells[k]);
        }
    }
    for (size_t i = 0; i <= count && count != 0; i++) {
        text line = {0};
        if (i != 0) {
            row_texts(s9_links_get(links, i - 1), cells);
        }
        for (size_t k = 0; k < COLUMNS; k++) {
            const char *cell = i == 0 ? titles[k] : text_string(&cells[k]);
            if (cell == NULL) {
                out->failed = true;
                cell = "";
            }
            text_format(&line, "  %-*s", (int)widths[k], cell);
            if (i != 0) {
                text_free(&cells[k]);
            }
        }
        while (line.size != 0 && line.data[line.size - 1] == ' ') {
            line.size--;
        }
        text_bytes(out, line.data, line.size);
        text_char(out, '\n');
        out->failed |= line.failed;
        text_free(&line);
    }
}

static void put_mask(json_out *j, const char *key, uint32_t mask)
{
    char letters[5];
    put_key(j, key);
    put_string(j, mask_text(mask, letters));
}

static void put_flag(json_out *j, const char *key, bool value)
{
    put_key(j, key);
    put_bool(j, value);
}

void links_json(json_out *j, const s9_links *links)
{
    put_open_list(j);
    for (size_t i = 0; i < s9_links_count(links); i++) {
        const s9_link *l = s9_links_get(links, i);
        put_open(j);
        put_key(j, "usage");
        put_string(j, l->usage);
        put_key(j, "index");
        put_integer(j, l->index);
        put_key(j, "output");
        put_string(j, l->output);
        put_mask(j, "declared", l->declared_output);
        put_mask(j, "written", l->written);
        put_mask(j, "always_written", l->always_written);
        put_key(j, "input");
        put_string(j, l->input);
        put_mask(j, "input_declared", l->declared_input);
        put_mask(j, "read", l->read);
        put_mask(j, "missing", l->missing);
        put_key(j, "default");
        if (l->missing != 0) {
            put_float(j, l->default_value);
        } else {
            put_null(j);
        }
        put_flag(j, "centroid", l->centroid);
        put_flag(j, "centroid_implied", l->is_color && l->input != NULL);
        put_flag(j, "pp", l->partial_precision);
        put_close(j);
    }
    put_close_list(j);
}
