/* SPDX-License-Identifier: MIT */
/* effect: what a file of several shaders holds; its shaders in files of their own; others in their place. */
#include "batch.h"
#include "contained.h"
#include "effect_list.h"
#include "io.h"
#include "system.h"
#include "tables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- listing ---- */

static void open_result(const tool *t, const unit *u, json_out *j)
{
    put_open(j);
    put_key(j, "schema");
    put_string(j, "shader9.effect/1");
    if (t->many) {
        put_key(j, "file");
        put_string(j, u->name);
    }
}

static void put_file(const tool *t, unit *u)
{
    if (t->many) {
        text_format(&u->out, "%s: ", u->name);
    }
}

typedef struct lister {
    text *out;
    json_out *j; /* NULL: lines */
} lister;

static s9_result list_shader(void *user, const s9_contained_shader *shader)
{
    const lister *l = user;
    if (l->j != NULL) {
        shader_json(l->j, shader->index, shader->path, shader->bytes, shader->size);
    } else {
        shader_text(l->out, shader->index, shader->path, shader->bytes, shader->size);
    }
    return l->out->failed ? S9_ERROR_MEMORY : S9_OK;
}

/* DXBC containers and headers: nothing is known of them but their shaders. */
static s9_result list_shaders(const tool *t, unit *u, const text *bytes, s9_content content, s9_diagnostics *list)
{
    json_out j = {.out = &u->out};
    lister l = {&u->out, t->settings.json ? &j : NULL};
    s9_effect_options options = container_options(u->name);
    if (content == S9_CONTENT_TOKENS && t->settings.extract == NULL) {
        s9_position at = position_in(u->name);
        findings_add(&u->findings, S9_NOTE, &at, "shader9 info FILE shows what it holds", "the file is one shader");
    }
    if (l.j != NULL) {
        open_result(t, u, &j);
        put_key(&j, "content");
        put_string(&j, s9_content_name(content));
        put_key(&j, "shaders");
        put_open_list(&j);
    } else {
        put_file(t, u);
        text_format(&u->out, "%s\nshaders\n", s9_content_name(content));
    }
    s9_result result = s9_shaders_each(bytes->data, bytes->size, NULL, &options, u->address, list_shader, &l, list);
    if (l.j != NULL) {
        put_close_list(&j);
        put_close(&j);
        text_char(&u->out, '\n');
    }
    return result;
}

/* Whether an address means a combo: "12" by its number, "3/1" by static and dynamic, "3/" by static; NULL all. */
static bool combo_meant(const char *address, uint32_t id, uint32_t dynamic, uint32_t number)
{
    char *end = NULL;
    if (address == NULL) {
        return true;
    }
    unsigned long first = strtoul(address, &end, 10);
    if (*end == '\0') {
        return first == number;
    }
    return first == id && (end[1] == '\0' || strtoul(end + 1, NULL, 10) == dynamic);
}

/* An alias is the same shaders once more: it is there for whoever asks for it. */
static bool alias_meant(const char *address, uint32_t id)
{
    return address == NULL || (strchr(address, '/') != NULL && strtoul(address, NULL, 10) == id);
}

static s9_result list_static(const lister *l, s9_vcs *vcs, size_t index, uint32_t *number, const char *address,
                             s9_diagnostics *list)
{
    s9_vcs_static s = s9_vcs_static_at(vcs, index);
    const s9_vcs_combo *combos = NULL;
    size_t count = 0;
    s9_result result = s.alias_of == S9_EFFECT_NONE ? s9_vcs_combos(vcs, index, &combos, &count, list) : S9_OK;
    bool meant = s.alias_of != S9_EFFECT_NONE && alias_meant(address, s.id);
    for (size_t i = 0; i < count && !meant; i++) {
        meant = combo_meant(address, s.id, combos[i].dynamic, *number + (uint32_t)i);
    }
    if (!meant && address != NULL) {
        *number += (uint32_t)count;
        return result;
    }
    if (l->j != NULL) {
        put_open(l->j);
        put_key(l->j, "static");
        put_integer(l->j, s.id);
        put_key(l->j, "alias_of");
        if (s.alias_of == S9_EFFECT_NONE) {
            put_null(l->j);
        } else {
            put_integer(l->j, s.alias_of);
        }
        put_key(l->j, "shaders");
        put_open_list(l->j);
    } else if (s.alias_of != S9_EFFECT_NONE) {
        text_format(l->out, "static %" PRIu32 ", the same as %" PRIu32 "\n", s.id, s.alias_of);
    } else {
        text_format(l->out, "static %" PRIu32 "\n", s.id);
    }
    for (size_t i = 0; i < count; i++) {
        text path = {0};
        text_format(&path, "%" PRIu32 "/%" PRIu32, s.id, combos[i].dynamic);
        s9_contained_shader shader = {text_string(&path) == NULL ? "" : path.data, (*number)++, combos[i].bytes,
                                      combos[i].size};
        if (combo_meant(address, s.id, combos[i].dynamic, shader.index)) {
            (void)list_shader((void *)(uintptr_t)l, &shader);
        }
        text_free(&path);
    }
    if (l->j != NULL) {
        put_close_list(l->j);
        put_close(l->j);
    }
    return result;
}

static s9_result no_more(void *user, const s9_contained_shader *shader)
{
    (void)user;
    (void)shader;
    return S9_OK;
}

static s9_result list_vcs(const tool *t, unit *u, const text *bytes, s9_diagnostics *list)
{
    s9_vcs *vcs = NULL;
    s9_effect_options options = container_options(u->name);
    json_out j = {.out = &u->out};
    lister l = {&u->out, t->settings.json ? &j : NULL};
    s9_result result = u->address == NULL ? S9_OK
                                          : s9_shaders_each(bytes->data, bytes->size, NULL, &options, u->address,
                                                            no_more, NULL, list); /* says when it means nothing */
    if (result != S9_OK) {
        return result;
    }
    result = s9_vcs_open(bytes->data, bytes->size, NULL, &options, &vcs, list);
    if (result != S9_OK) {
        return result;
    }
    s9_vcs_header h = s9_vcs_header_of(vcs);
    const struct {
        const char *name;
        uint32_t value;
    } members[] = {{"version", h.version}, {"total_combos", h.total_combos},   {"dynamic_combos", h.dynamic_combos},
                   {"flags", h.flags},     {"centroid_mask", h.centroid_mask}, {"source_crc", h.source_crc}};
    if (l.j != NULL) {
        open_result(t, u, &j);
        put_key(&j, "content");
        put_string(&j, s9_content_name(S9_CONTENT_VCS));
        for (size_t i = 0; i < COUNT(members); i++) {
            put_key(&j, members[i].name);
            put_integer(&j, members[i].value);
        }
        put_key(&j, "statics");
        put_open_list(&j);
    } else {
        put_file(t, u);
        text_format(&u->out,
                    "%s, version %" PRIu32 ", %" PRIu32 " static combos of at most %" PRIu32
                    " dynamic ones, source checksum 0x%08" PRIx32 ", centroid mask 0x%" PRIx32 "\n",
                    s9_content_name(S9_CONTENT_VCS), h.version, h.static_count, h.dynamic_combos, h.source_crc,
                    h.centroid_mask);
    }
    uint32_t number = 0;
    for (size_t i = 0; i < h.static_count && result == S9_OK && !u->out.failed; i++) {
        result = list_static(&l, vcs, i, &number, u->address, list);
    }
    if (l.j != NULL) {
        put_close_list(&j);
        put_close(&j);
        text_char(&u->out, '\n');
    }
    s9_vcs_destroy(vcs);
    return result;
}

/* A preshader or texture shader that stands for itself. */
static s9_result list_preshader(const tool *t, unit *u, const text *bytes, s9_content content, s9_diagnostics *list)
{
    s9_preshader *preshader = NULL;
    s9_result result = s9_preshader_create(bytes->data, bytes->size, NULL, &preshader, list);
    if (result == S9_ERROR_INVALID && s9_diagnostics_errors(list) == 0) {
        findings_take(&u->findings, list, u->name); /* why, as warnings */
        s9_diagnostics_clear(list);
        s9_position at = position_in(u->name);
        findings_add(&u->findings, S9_ERROR, &at, NULL, "the %s cannot be read", s9_content_name(content));
    }
    if (result != S9_OK) {
        return result;
    }
    if (t->settings.json) {
        json_out j = {.out = &u->out};
        open_result(t, u, &j);
        put_key(&j, "content");
        put_string(&j, s9_content_name(content));
        put_key(&j, "preshader");
        preshader_json(&j, preshader);
        put_close(&j);
        text_char(&u->out, '\n');
    } else {
        put_file(t, u);
        text_format(&u->out, "%s\n", s9_content_name(content));
        preshader_lines(&u->out, preshader);
    }
    s9_preshader_destroy(preshader);
    return S9_OK;
}

static s9_result list_effect(const tool *t, unit *u, const s9_effect *effect)
{
    if (u->address != NULL && !effect_has(effect, u->address)) {
        report r = {.findings = &u->findings, .status = &u->status, .name = u->name};
        report_error(&r, "shader9 effect FILE lists what there is", "nothing in the effect is meant by '%s'",
                     u->address);
        return S9_ERROR_INVALID;
    }
    if (t->settings.json) {
        json_out j = {.out = &u->out};
        open_result(t, u, &j);
        effect_json(&j, effect, u->address);
        put_close(&j);
        text_char(&u->out, '\n');
    } else {
        put_file(t, u);
        effect_text(&u->out, effect, u->address);
    }
    return S9_OK;
}

/* ---- extracting ---- */

typedef struct extraction {
    unit *u;
    text folder;  /* ends in a slash */
    size_t given; /* so much of it is the user's own */
    name_set names;
} extraction;

static const char *extension_of(const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    return size < 4 || b[3] != 0xFF ? ".bin" : b[2] == 0xFE ? ".vso" : b[2] == 0xFF ? ".pso" : ".bin";
}

static s9_result extract_one(void *user, const s9_contained_shader *shader)
{
    extraction *x = user;
    text name = {0}, path = {0};
    names_put(&x->names, &name, shader->path[0] == '\0' ? "shader" : shader->path, shader->index);
    text_format(&path, "%s%s%s", x->folder.data, text_string(&name) == NULL ? "" : name.data,
                extension_of(shader->bytes, shader->size));
    bool good = !name.failed && !path.failed;
    if (!good) {
        x->u->findings.failed = true;
    } else if (!path_stays_inside(path.data, x->given, &x->u->findings) || !make_parents(path.data, &x->u->findings) ||
               !write_file(path.data, shader->bytes, shader->size, &x->u->findings)) {
        unit_fail(x->u, EXIT_IO);
        good = false;
    }
    text_free(&name);
    text_free(&path);
    return good ? S9_OK : S9_ERROR_IO;
}

/* The shaders that the unit's address means, all without one, in files of their own. */
static s9_result extract(const tool *t, unit *u, const text *bytes, s9_diagnostics *list)
{
    extraction x = {.u = u};
    s9_effect_options options = container_options(u->name);
    text_put(&x.folder, t->settings.extract);
    text_put(&x.folder, path_ends_in_separator(t->settings.extract) ? "" : "/");
    x.given = x.folder.size;
    if (t->many) { /* a folder for each file */
        address_as_name(&x.folder, u->relative);
        text_char(&x.folder, '/');
    }
    s9_result result = text_string(&x.folder) == NULL ? S9_ERROR_MEMORY
                                                      : s9_shaders_each(bytes->data, bytes->size, NULL, &options,
                                                                        u->address, extract_one, &x, list);
    names_free(&x.names);
    text_free(&x.folder);
    return result;
}

/* ---- replacing ---- */

/* The number of the one shader that an address means; false, reported, when it means none or several. */
static bool find_one(const s9_effect *effect, const char *address, const report *r, size_t *index)
{
    enum { SHOWN = 8 };
    size_t found = 0, count = s9_effect_shader_count(effect);
    text paths = {0};
    for (size_t i = 0; i < count; i++) {
        if (s9_effect_shader_matches(effect, i, address)) {
            *index = i;
            if (found++ < SHOWN) {
                text_put(&paths, found == 1 ? "name one of them: " : ", ");
                effect_name(&paths, s9_effect_shader_at(effect, i)->path);
            }
        }
    }
    text_put(&paths, found > SHOWN ? ", .." : "");
    if (found == 0) {
        report_error(r, "shader9 effect FILE lists them", "--replace: the effect has no shader '%s'", address);
    } else if (found > 1) {
        report_error(r, text_string(&paths), "--replace takes the address of one shader; '%s' means %zu", address,
                     found);
    }
    text_free(&paths);
    return found == 1;
}

/* A vertex shader stands for a vertex shader only. */
static bool same_stage(const s9_effect *effect, size_t index, const s9_program *program, const report *other)
{
    const s9_effect_shader *old = s9_effect_shader_at(effect, index);
    bool is_vertex = s9_program_stage(program) == S9_STAGE_VERTEX;
    uint32_t stage = old->version >> 16;
    if (stage == (is_vertex ? 0xFFFEu : 0xFFFFu)) {
        return true;
    }
    report_error(other, NULL, "this is a %s shader (%s), and %s is %s: it cannot stand in its place",
                 is_vertex ? "vertex" : "pixel", s9_program_version(program), old->path,
                 stage == 0xFFFEu   ? "a vertex shader"
                 : stage == 0xFFFFu ? "a pixel shader"
                                    : "neither a vertex nor a pixel shader");
    return false;
}

/* `taken`: the shaders that the replacements before this one, `count`, are for; this one's is added. */
static bool replace_one(const tool *t, unit *u, s9_effect *effect, const char *replacement, size_t *taken, size_t count)
{
    report r = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t};
    const char *equals = strchr(replacement, '=');
    size_t index = 0;
    char *address = string_copy_bytes(replacement, (size_t)(equals - replacement));
    bool good = address != NULL && find_one(effect, address, &r, &index);
    free(address);
    for (size_t i = 0; good && i < count; i++) {
        if (taken[i] == index) {
            report_error(&r, NULL, "--replace: '%s' and '%s' are for the same shader",
                         t->settings.replacements.items[i], replacement);
            good = false;
        }
    }
    if (!good) {
        return false;
    }
    taken[count] = index;
    report other = r;
    other.name = strcmp(equals + 1, "-") == 0 ? "<stdin>" : equals + 1;
    s9_program *program = shader_read(equals + 1, &other);
    s9_diagnostics *diagnostics = NULL;
    s9_blob tokens = {0};
    if (program == NULL || !same_stage(effect, index, program, &other) ||
        s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        s9_program_destroy(program);
        return false;
    }
    if (s9_check(program, NULL, NULL, diagnostics) == S9_ERROR_INVALID) {
        /* An effect may hold what breaks a rule; whoever puts it there shall know. */
        findings_take_as_warnings(&u->findings, diagnostics, other.name);
    }
    s9_diagnostics_clear(diagnostics);
    s9_result result = s9_encode(program, NULL, &tokens);
    if (result == S9_OK) {
        result = s9_effect_replace_shader(effect, index, tokens.data, tokens.size, diagnostics);
    }
    report_take(&other, diagnostics, result);
    s9_blob_free(&tokens);
    s9_program_destroy(program);
    return result == S9_OK;
}

static s9_result replace(const tool *t, unit *u, s9_effect *effect)
{
    s9_blob out = {0};
    size_t *taken = calloc(t->settings.replacements.count, sizeof *taken);
    bool good = taken != NULL;
    for (size_t i = 0; good && i < t->settings.replacements.count; i++) {
        good = replace_one(t, u, effect, t->settings.replacements.items[i], taken, i);
    }
    free(taken);
    if (taken == NULL) {
        return S9_ERROR_MEMORY;
    }
    if (!good) {
        unit_fail(u, EXIT_REFUSED);
        return S9_OK; /* it has been reported */
    }
    s9_result result = s9_effect_write(effect, NULL, &out);
    if (result == S9_OK) {
        if (strcmp(s9_effect_compression(effect), "none") != 0) {
            s9_position at = position_in(u->name);
            findings_add(&u->findings, S9_NOTE, &at, NULL, "the file was compressed (%s); it is written uncompressed",
                         s9_effect_compression(effect));
        }
        text_bytes(&u->out, out.data, out.size);
        u->extension = "";
        u->has_result = true;
    }
    s9_blob_free(&out);
    return result;
}

/* ---- the verb ---- */

static s9_result work_on_effect(const tool *t, unit *u, const text *bytes, s9_diagnostics *list)
{
    s9_effect *effect = NULL;
    s9_effect_options options = container_options(u->name);
    s9_result result = s9_effect_open(bytes->data, bytes->size, NULL, &options, &effect, list);
    if (result == S9_OK && t->settings.replacements.count != 0) {
        result = replace(t, u, effect);
    } else if (result == S9_OK) {
        result = list_effect(t, u, effect);
        u->has_result = result == S9_OK;
    }
    s9_effect_destroy(effect);
    return result;
}

static void work(tool *t, unit *u, void *context)
{
    (void)context;
    text bytes = {0};
    s9_diagnostics *list = NULL;
    if (!unit_read(u, &bytes)) {
        text_free(&bytes);
        return;
    }
    if (s9_diagnostics_create(NULL, &list) != S9_OK) {
        text_free(&bytes);
        unit_fail(u, EXIT_INTERNAL);
        return;
    }
    s9_content content = s9_detect_content(bytes.data, bytes.size);
    bool effect = content == S9_CONTENT_EFFECT || content == S9_CONTENT_XNA_EFFECT || content == S9_CONTENT_XNB;
    s9_result result = S9_OK;
    u->extension = t->settings.json ? ".json" : ".txt";
    if (t->settings.extract != NULL && content != S9_CONTENT_PRESHADER && content != S9_CONTENT_TEXTURE_SHADER) {
        result = extract(t, u, &bytes, list);
    }
    if (result != S9_OK) {
        /* what is wrong with the file has been said */
    } else if (effect || t->settings.replacements.count != 0) {
        result = work_on_effect(t, u, &bytes, list);
    } else {
        result = content == S9_CONTENT_VCS ? list_vcs(t, u, &bytes, list)
                 : content == S9_CONTENT_PRESHADER || content == S9_CONTENT_TEXTURE_SHADER
                     ? list_preshader(t, u, &bytes, content, list)
                     : list_shaders(t, u, &bytes, content, list);
        u->has_result = result == S9_OK;
    }
    if (result == S9_ERROR_IO) {
        s9_diagnostics_destroy(list); /* reported where it happened */
    } else {
        unit_take(u, list, result);
    }
    text_free(&bytes);
}

exit_status verb_effect(tool *t)
{
    bool replaces = t->settings.replacements.count != 0;
    if (replaces && (t->settings.extract != NULL || t->settings.json)) {
        return tool_usage(t, NULL, "--replace writes the effect; it goes with neither --extract nor --json");
    }
    for (size_t i = 0; i < t->settings.replacements.count; i++) {
        const char *word = t->settings.replacements.items[i], *equals = strchr(word, '=');
        if (equals == NULL || equals == word || equals[1] == '\0') {
            return tool_usage(t, "--replace Main/P0/ps=new.psa", "--replace takes ADDRESS=FILE, not '%s'", word);
        }
    }
    batch b = {.work = work, .binary = replaces, .naming = NAME_APPEND};
    return batch_run(t, &b, 0);
}
