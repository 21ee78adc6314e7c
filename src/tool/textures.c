/* SPDX-License-Identifier: MIT */
/* Textures, from jobs, scenes and files. */
#include "io.h"
#include "resources.h"
#include "words.h"

#include <shader9/image.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LEVELS = 16, MAX_SIDE = 32768 };

void texture_set_free(texture_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        free(set->items[i].name);
        s9_texture_destroy(set->items[i].texture);
    }
    free(set->items);
    memset(set, 0, sizeof *set);
}

/* The set owns the texture from here on, also when there is no memory to keep it. */
static const s9_texture *keep(texture_set *set, const char *name, s9_texture *texture)
{
    if (set->count == set->capacity) {
        size_t capacity = set->capacity == 0 ? 8 : set->capacity * 2;
        named_texture *items = realloc(set->items, capacity * sizeof *items);
        if (items == NULL) {
            s9_texture_destroy(texture);
            return NULL;
        }
        set->items = items;
        set->capacity = capacity;
    }
    char *copy = string_copy(name);
    if (copy == NULL) {
        s9_texture_destroy(texture);
        return NULL;
    }
    set->items[set->count].name = copy;
    set->items[set->count++].texture = texture;
    return texture;
}

/* ---- files ---- */

/* Ends a reading by the library: what it found is told about the file. */
static void tell(const report *about, const char *path, s9_diagnostics *diagnostics, s9_result result)
{
    report file = {.findings = about->findings, .status = about->status, .name = path};
    report_take(&file, diagnostics, result);
}

/* All that a file holds. */
static s9_texture *read_texture_file(const char *path, const report *about)
{
    s9_diagnostics *diagnostics = NULL;
    s9_texture *texture = NULL;
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(about);
        return NULL;
    }
    results_note_path(path);
    s9_result result = s9_texture_read_file(path, NULL, &texture, diagnostics);
    tell(about, path, diagnostics, result);
    return texture;
}

/* An image with all levels down to 1x1. */
static s9_texture *read_mipmapped_file(const char *path, const report *about)
{
    s9_diagnostics *diagnostics = NULL;
    s9_texture *texture = NULL;
    s9_image image = {0};
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(about);
        return NULL;
    }
    results_note_path(path);
    s9_result result = s9_image_read_file(path, NULL, &image, diagnostics);
    result = result == S9_OK ? s9_image_to_texture(&image, 0, NULL, &texture) : result;
    tell(about, path, diagnostics, result);
    s9_image_free(&image);
    return texture;
}

/* An image or a DDS on standard input. */
static s9_texture *read_standard_texture(const report *about)
{
    static const char name[] = "<stdin>";
    s9_diagnostics *diagnostics = NULL;
    s9_texture *texture = NULL;
    text bytes = {0};
    if (!read_file("-", name, &bytes, about->findings)) {
        *about->status = *about->status > EXIT_IO ? *about->status : EXIT_IO;
    } else if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(about);
    } else {
        s9_result result =
            s9_texture_read_memory(bytes.data == NULL ? "" : bytes.data, bytes.size, name, NULL, &texture, diagnostics);
        tell(about, name, diagnostics, result);
    }
    text_free(&bytes);
    return texture;
}

const s9_texture *texture_from_file(texture_set *set, const char *path, const report *about)
{
    s9_texture *texture = strcmp(path, "-") == 0 ? read_standard_texture(about) : read_texture_file(path, about);
    const s9_texture *kept = texture != NULL ? keep(set, path, texture) : NULL;
    if (texture != NULL && kept == NULL) {
        report_no_memory(about);
    }
    return kept;
}

/* ---- the texels of a job ---- */

/* One texture being read. */
typedef struct texels {
    s9_texture_type type;
    s9_format format;
    uint32_t size[3];
    uint32_t levels;
    void *data[MAX_LEVELS];
    size_t bytes[MAX_LEVELS];
} texels;

static uint32_t level_side(uint32_t side, uint32_t level)
{
    uint32_t smaller = side >> level;
    return smaller == 0 ? 1 : smaller;
}

static uint32_t level_slices(const texels *t, uint32_t level)
{
    return t->type == S9_TEXTURE_CUBE ? 6 : t->type == S9_TEXTURE_VOLUME ? level_side(t->size[2], level) : 1;
}

/* The numbers of a texture's size: positive, two or, for volumes, three. */
static bool read_size(json_reader *reader, const json_t *value, const json_place *place, texels *t)
{
    size_t wanted = t->type == S9_TEXTURE_VOLUME ? 3 : 2;
    t->size[2] = 1;
    if (!json_is_list_at(reader, value, place)) {
        return false;
    }
    if (json_array_size(value) != wanted) {
        json_refuse(reader, place, "must be %s", wanted == 3 ? "width, height, depth" : "width, height");
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < wanted; i++) {
        json_place element = {.up = place, .index = i};
        double side = json_number_value(json_array_get(value, i)); /* 0 for what is no number */
        if (!(side >= 1 && side <= MAX_SIDE && side == (double)(uint32_t)side)) {
            json_refuse(reader, &element, "must be a whole number from 1 to %d", (int)MAX_SIDE);
            good = false;
            continue;
        }
        t->size[i] = (uint32_t)side;
    }
    if (!good) {
        return false;
    }
    if (t->type == S9_TEXTURE_CUBE && t->size[0] != t->size[1]) {
        json_refuse(reader, place, "a cube map is as wide as it is high");
        return false;
    }
    return true;
}

/* Turns the values of a level into bytes of the format. Takes `values` over. */
static bool encode_level(json_reader *reader, const json_place *place, texels *t, uint32_t level, float *values,
                         size_t count)
{
    if (t->format == S9_FORMAT_VALUES) {
        t->data[level] = values;
        t->bytes[level] = count * 4 * sizeof *values;
        return true;
    }
    uint32_t width = level_side(t->size[0], level), height = level_side(t->size[1], level);
    uint32_t slices = level_slices(t, level);
    size_t bytes = 0;
    void *data = s9_format_level_size(t->format, width, height, slices, &bytes) ? malloc(bytes) : NULL;
    s9_result result = data == NULL ? S9_ERROR_MEMORY
                                    : s9_format_encode_level(t->format, (const float(*)[4])(const void *)values, width,
                                                             height, slices, data);
    free(values);
    t->data[level] = data;
    t->bytes[level] = bytes;
    if (result != S9_OK) {
        json_refuse(reader, place, "cannot be rounded to %s: %s", s9_format_name(t->format), s9_result_name(result));
        return false;
    }
    return true;
}

static bool read_level(json_reader *reader, const json_t *value, const json_place *place, texels *t, uint32_t level)
{
    if (!json_is_list_at(reader, value, place)) {
        return false;
    }
    uint64_t count = (uint64_t)level_side(t->size[0], level) * level_side(t->size[1], level) * level_slices(t, level);
    if (json_array_size(value) % 4 != 0 || json_array_size(value) / 4 != count) {
        json_refuse(reader, place,
                    "level %" PRIu32 " has %" PRIu64 " texel%s of four numbers, %" PRIu64 " in all, not %zu", level,
                    count, count == 1 ? "" : "s", count * 4, json_array_size(value));
        return false;
    }
    float *values = malloc((size_t)count * 4 * sizeof *values);
    if (values == NULL) {
        json_refuse(reader, place, "out of memory");
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < (size_t)count * 4; i++) {
        json_place element = {.up = place, .index = i};
        good = json_get_float(reader, json_array_get(value, i), &element, &values[i]) && good;
    }
    if (!good) {
        free(values);
        return false;
    }
    return encode_level(reader, place, t, level, values, (size_t)count);
}

static bool read_levels(json_reader *reader, const json_t *value, const json_place *place, texels *t)
{
    if (!json_is_list_at(reader, value, place)) {
        return false;
    }
    uint32_t largest = t->size[0];
    for (size_t i = 1; i < 3; i++) {
        largest = t->size[i] > largest ? t->size[i] : largest;
    }
    uint32_t most = 1;
    while (largest >> most != 0) {
        most++;
    }
    size_t count = json_array_size(value);
    if (count != 0 && !json_is_array(json_array_get(value, 0))) {
        /* The numbers of a single level, without the list around it. */
        json_place element = {.up = place, .index = 0};
        return json_is_list_at(reader, json_array_get(value, 0), &element);
    }
    if (count == 0 || count > most) {
        json_refuse(reader, place, "a texture of this size has %s%" PRIu32 " level%s, not %zu",
                    most == 1 ? "" : "1 to ", most, most == 1 ? "" : "s", count);
        return false;
    }
    bool good = true;
    for (uint32_t level = 0; level < count; level++) {
        json_place element = {.up = place, .index = level};
        t->levels = level + 1;
        good = read_level(reader, json_array_get(value, level), &element, t, level) && good;
    }
    return good;
}

/* A texture in another format; takes it over. */
static s9_texture *rounded(json_reader *reader, const json_place *place, s9_texture *texture, s9_format format)
{
    s9_texture_data *data = NULL;
    s9_texture *result = NULL;
    if (s9_texture_encode(texture, format, NULL, &data) != S9_OK ||
        s9_texture_create(NULL, s9_texture_data_desc(data), &result) != S9_OK) {
        json_refuse(reader, place, "out of memory");
    }
    s9_texture_data_destroy(data);
    s9_texture_destroy(texture);
    return result;
}

/* What a file holds has to be what the job says. */
static bool is_of_kind(json_reader *reader, const json_place *place, const s9_texture *texture, const json_t *type,
                       const texels *t)
{
    static const char *const kinds[] = {"2d", "cube", "volume"};
    s9_texture_type held = s9_texture_get_type(texture);
    if (type != NULL && held != t->type) {
        json_refuse(reader, place, "holds a %s texture, not a %s one", kinds[(size_t)held - S9_TEXTURE_2D],
                    kinds[(size_t)t->type - S9_TEXTURE_2D]);
        return false;
    }
    return true;
}

static bool is_dds(const char *path)
{
    char magic[4] = {0};
    FILE *file = fopen(path, "rb");
    bool is = file != NULL && fread(magic, 1, sizeof magic, file) == sizeof magic && memcmp(magic, "DDS ", 4) == 0;
    if (file != NULL) {
        fclose(file);
    }
    return is;
}

static s9_texture *read_file_texture(json_reader *reader, const json_t *value, const json_place *place, const texels *t,
                                     exit_status *status)
{
    json_place at = {.up = place, .key = "file"};
    const char *name = NULL;
    bool mipmaps = false;
    const json_t *member = json_object_get(value, "mipmaps");
    json_place mipmaps_at = {.up = place, .key = "mipmaps"};
    if (!json_get_string(reader, json_object_get(value, "file"), &at, &name) ||
        (member != NULL && !json_get_bool(reader, member, &mipmaps_at, &mipmaps))) {
        return NULL;
    }
    char *path = path_beside(reader->text->name, name);
    s9_texture *texture = NULL;
    report about = {.findings = reader->findings, .status = status, .name = reader->text->name};
    if (path == NULL) {
        json_refuse(reader, &at, "out of memory");
    } else if (mipmaps && is_dds(path)) {
        json_refuse_name(reader, &mipmaps_at, "is for images; a DDS has the levels that it has");
    } else {
        size_t before = reader->findings->count;
        texture = mipmaps ? read_mipmapped_file(path, &about) : read_texture_file(path, &about);
        json_attach(reader, &at, before);
        if (texture == NULL) {
            reader->refused = true;
            json_refuse(reader, &at, "cannot be used");
        }
    }
    free(path);
    if (texture != NULL && !is_of_kind(reader, &at, texture, json_object_get(value, "type"), t)) {
        s9_texture_destroy(texture);
        return NULL;
    }
    return texture != NULL && json_object_get(value, "format") != NULL ? rounded(reader, &at, texture, t->format)
                                                                       : texture;
}

static s9_texture *read_values_texture(json_reader *reader, const json_t *value, const json_place *place, texels *t)
{
    const json_t *size = json_object_get(value, "size"), *levels = json_object_get(value, "levels");
    json_place size_at = {.up = place, .key = "size"}, levels_at = {.up = place, .key = "levels"};
    s9_texture *texture = NULL;
    if (levels == NULL) {
        json_refuse(reader, place, "needs \"levels\" or a \"file\"");
    } else if (size == NULL) {
        json_refuse(reader, place, "needs a \"size\"");
    } else if (read_size(reader, size, &size_at, t) && read_levels(reader, levels, &levels_at, t)) {
        s9_texture_desc desc = {.struct_size = sizeof desc,
                                .type = t->type,
                                .format = t->format,
                                .width = t->size[0],
                                .height = t->size[1],
                                .depth = t->size[2],
                                .levels = t->levels,
                                .level_data = (const void *const *)t->data,
                                .level_size = t->bytes};
        s9_result result = s9_texture_create(NULL, &desc, &texture);
        if (result != S9_OK) {
            json_refuse(reader, place, "is no texture: %s", s9_result_name(result));
        }
    }
    for (uint32_t level = 0; level < t->levels; level++) {
        free(t->data[level]);
    }
    return texture;
}

static s9_texture *read_texture(json_reader *reader, const json_t *value, const json_place *place, exit_status *status)
{
    static const char *const of_file[] = {"file", "type", "format", "mipmaps", NULL};
    static const char *const of_values[] = {"type", "size", "levels", "format", "file", "mipmaps", NULL};
    texels t = {.type = S9_TEXTURE_2D, .format = S9_FORMAT_VALUES};
    if (!json_is_object_at(reader, value, place)) {
        return NULL;
    }
    bool from_file = json_object_get(value, "file") != NULL;
    for (size_t i = 0; from_file && i < 2; i++) {
        const char *own = i == 0 ? "size" : "levels";
        if (json_object_get(value, own) != NULL) {
            json_place at = {.up = place, .key = own};
            json_refuse_name(reader, &at, "a texture has a file, or a size and levels, not both");
            return NULL;
        }
    }
    bool good = json_members(reader, value, place, from_file ? of_file : of_values);
    if (!from_file && json_object_get(value, "mipmaps") != NULL) {
        json_place at = {.up = place, .key = "mipmaps"};
        json_refuse_name(reader, &at, "is for textures with a file; levels are given one by one");
        good = false;
    }
    const json_t *type = json_object_get(value, "type"), *format = json_object_get(value, "format");
    if (type != NULL) {
        json_place at = {.up = place, .key = "type"};
        int32_t number = 0;
        if (json_get_word(reader, type, &at, S9_STATE_TEXTURE_TYPE, &number)) {
            t.type = (s9_texture_type)number;
        } else {
            good = false;
        }
    }
    if (format != NULL) {
        json_place at = {.up = place, .key = "format"};
        const char *word = NULL;
        if (!json_get_string(reader, format, &at, &word)) {
            good = false;
        } else if (!s9_format_from_name(word, &t.format)) {
            json_refuse(reader, &at, "knows no format \"%s\"", word);
            good = false;
        }
    }
    if (!good && (type != NULL || format != NULL)) {
        return NULL; /* what the rest is judged by */
    }
    s9_texture *texture =
        from_file ? read_file_texture(reader, value, place, &t, status) : read_values_texture(reader, value, place, &t);
    if (!good) {
        s9_texture_destroy(texture);
        return NULL;
    }
    return texture;
}

bool textures_read(json_reader *reader, const json_t *value, const json_place *place, texture_set *set,
                   exit_status *status)
{
    if (!json_is_object_at(reader, value, place)) {
        return false;
    }
    bool good = true;
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)value, name, member)
    {
        json_place at = {.up = place, .key = name};
        s9_texture *texture = read_texture(reader, member, &at, status);
        if (texture == NULL) {
            good = false;
        } else if (keep(set, name, texture) == NULL) {
            json_refuse(reader, &at, "out of memory");
            good = false;
        }
    }
    return good;
}

bool textures_from_flags(const string_list *list, texture_set *set, resources *r, const report *about)
{
    bool good = true;
    for (size_t i = 0; i < list->count; i++) {
        const char *flag = list->items[i];
        char *name = string_copy_bytes(flag, strcspn(flag, "="));
        uint32_t number = 0;
        if (name == NULL || flag[strlen(name)] != '=' || !register_number(name, "s", &number) ||
            number >= MAX_SAMPLERS) {
            report_usage(about, "s1=brick.png", "--texture cannot use '%s'", flag);
            good = false;
        } else {
            const s9_texture *texture = texture_from_file(set, flag + strlen(name) + 1, about);
            r->samplers[number].texture = texture;
            good = good && texture != NULL;
        }
        free(name);
    }
    return good;
}
