/* SPDX-License-Identifier: MIT */
/* dis: tokens into text that assembles to the same tokens. */
#include "batch.h"
#include "contained.h"
#include "shader.h"

#include <shader9/program.h>
#include <shader9/reflect.h>

#include <stdlib.h>

static size_t constant_path(void *user, s9_register_set set, uint32_t number, char *out, size_t room)
{
    return s9_constant_table_path(user, set, number, out, room);
}

/* The text, with the names of the shader's constant table. */
static s9_result name_and_print(const s9_program *program, s9_disassemble_options *options, s9_blob *out)
{
    s9_reflection *reflection = NULL;
    s9_result result = s9_reflect(program, NULL, &reflection);
    if (result != S9_OK) {
        return result;
    }
    size_t count = s9_reflection_constant_count(reflection);
    s9_register_name *names = calloc(count + 1, sizeof *names);
    if (names == NULL) {
        result = S9_ERROR_MEMORY;
    } else {
        for (size_t i = 0; i < count; i++) {
            const s9_constant *constant = s9_reflection_constant(reflection, i);
            names[i] = (s9_register_name){constant->set, constant->first, constant->count, constant->name};
        }
        options->names = names;
        options->name_count = count;
        options->name_of = constant_path;
        options->name_user = (void *)s9_reflection_constant_table(reflection);
        result = s9_disassemble(program, NULL, options, out);
    }
    free(names);
    s9_reflection_destroy(reflection);
    return result;
}

typedef struct dis_run {
    const tool *t;
    unit *u;
} dis_run;

/* One shader; those of a file that holds several follow each other, each under its name. */
static void print_shader(void *context, const s9_program *program, const report *about, bool contained)
{
    const dis_run *run = context;
    const settings *s = &run->t->settings;
    unit *u = run->u;
    if (program == NULL) {
        return;
    }
    size_t trailing = s9_program_trailing_bytes(program);
    if (trailing != 0) {
        s9_position at = position_in(about->name);
        at.offset = (uint32_t)s9_program_token_bytes(program);
        findings_add(about->findings, S9_WARNING, &at, NULL,
                     s->no_comments ? "%zu byte%s behind the end token %s left out"
                                    : "%zu byte%s behind the end token %s kept as //!trailing",
                     trailing, trailing == 1 ? "" : "s", trailing == 1 ? "is" : "are");
    }
    s9_disassemble_options options = {.struct_size = sizeof options,
                                      .offsets = s->offsets,
                                      .tokens = s->tokens,
                                      .no_comments = s->no_comments,
                                      .exact = s->exact};
    s9_blob listing = {0};
    s9_result result =
        s->names ? name_and_print(program, &options, &listing) : s9_disassemble(program, NULL, &options, &listing);
    if (result == S9_OK) {
        if (contained) {
            text_format(&u->out, "%s// %s\n", u->has_result ? "\n" : "", about->name);
        }
        text_bytes(&u->out, listing.data, listing.size);
        u->extension = ".asm";
        u->has_result = true;
    } else {
        report_error(about, NULL, "%s", s9_result_name(result));
        unit_fail(u, status_of(result));
    }
    s9_blob_free(&listing);
}

static void work(tool *t, unit *u, void *context)
{
    (void)context;
    report r = {.findings = &u->findings, .status = &u->status, .name = u->name, .tool = t, .address = u->address};
    dis_run run = {t, u};
    text bytes = {0};
    if (unit_read(u, &bytes)) {
        shaders_each(&bytes, &r, print_shader, &run);
    }
    text_free(&bytes);
}

exit_status verb_dis(tool *t)
{
    batch b = {.work = work, .heading = "// ", .naming = NAME_APPEND};
    return batch_run(t, &b, 0);
}
