/* SPDX-License-Identifier: MIT */
/* asm: text into tokens. */
#include "batch.h"
#include "include.h"
#include "io.h"
#include "shader.h"
#include "system.h"

#include <shader9/program.h>

#include <inttypes.h>
#include <string.h>

typedef struct asm_run {
    rule_set rules;
    include_folders folders;
} asm_run;

/* Text of any kind is given to the assembler, whose errors have lines; what is something else is named. */
/* A line that includes a file or defines a macro: the version, and all else, may come from there. */
static bool has_directive(const text *bytes)
{
    for (const char *at = text_string(bytes); at != NULL && *at != '\0'; at += *at == '\n') {
        at += strspn(at, " \t\r");
        if (*at == '#') {
            const char *word = at + 1 + strspn(at + 1, " \t");
            if (strncmp(word, "include", 7) == 0 || strncmp(word, "define", 6) == 0) {
                return true;
            }
        }
        at += strcspn(at, "\n");
    }
    return false;
}

static bool is_for_assembler(const tool *t, const text *bytes, s9_content content)
{
    switch (content) {
    case S9_CONTENT_ASSEMBLY:
    case S9_CONTENT_LISTING:
    case S9_CONTENT_EMPTY:
        return true;
    case S9_CONTENT_TEXT:
        return t->define_count != 0 || has_directive(bytes);
    default:
        return false;
    }
}

static s9_program *assemble(tool *t, const asm_run *run, const text *bytes, const report *r, const char *path,
                            include_record *record)
{
    const char *source = bytes->data == NULL ? "" : bytes->data;
    s9_content content = s9_detect_content(source, bytes->size);
    if (!is_for_assembler(t, bytes, content)) {
        const char *advice = content == S9_CONTENT_TOKENS || content == S9_CONTENT_C_ARRAY
                                 ? "these are tokens already: shader9 dis shows them as text"
                                 : s9_content_advice(content);
        report_error(r, advice, "no assembly text; found %s", s9_content_name(content));
        return NULL;
    }
    if (!shader_is_addressed(bytes, r)) {
        return NULL;
    }
    s9_diagnostics *diagnostics = NULL;
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(r);
        return NULL;
    }
    include_folders folders = run->folders;
    folders.record = record;
    s9_include include = include_callbacks(&folders);
    s9_assemble_options options = {.struct_size = sizeof options,
                                   .name = strcmp(path, "-") == 0 ? r->name : path,
                                   .defines = t->defines,
                                   .define_count = t->define_count,
                                   .include = &include,
                                   .shader = shader_in_listing(bytes, r->address),
                                   .dialect = (s9_dialect)t->settings.dialect};
    s9_program *program = NULL;
    bool check = !t->settings.no_check;
    options.lenient = !check;
    options.keep_refused = check; /* the rules have their say about the statements that parse */
    size_t from = r->findings->count;
    s9_result result = s9_assemble(source, bytes->size, NULL, &options, &program, diagnostics);
    report_take(r, diagnostics, result);
    if (program == NULL || !check) {
        return program;
    }
    diagnostics = NULL;
    if (s9_diagnostics_create(NULL, &diagnostics) != S9_OK) {
        report_no_memory(r);
        s9_program_destroy(program);
        return NULL;
    }
    s9_result judged = s9_check(program, NULL, &run->rules.options, diagnostics);
    report_take(r, diagnostics, judged);
    findings_sort(r->findings, from);
    if (result != S9_OK || judged != S9_OK) {
        s9_program_destroy(program);
        return NULL;
    }
    return program;
}

static uint32_t word_at(const s9_blob *tokens, size_t index)
{
    const uint8_t *p = (const uint8_t *)tokens->data + 4 * index;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void write_hex(text *out, const s9_blob *tokens)
{
    for (size_t i = 0; i < tokens->size / 4; i++) {
        text_format(out, "0x%08" PRIx32 "\n", word_at(tokens, i));
    }
}

/* "g_vs30_water" for water.vsa, in the manner of Microsoft's compiler. */
static void array_name(text *out, const char *version, const char *name)
{
    const char *base = path_base(name);
    size_t stem = strcspn(base, ".");
    text_put(out, "g_");
    for (const char *c = version; *c != '\0'; c++) {
        if (*c != '_') {
            text_char(out, *c);
        }
    }
    text_char(out, '_');
    for (size_t i = 0; i < stem; i++) {
        char c = base[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        text_char(out, plain ? c : '_');
    }
    if (stem == 0) {
        text_put(out, "main");
    }
}

static s9_result write_c(text *out, const s9_program *program, const s9_blob *tokens, const char *name)
{
    s9_blob listing = {0};
    s9_disassemble_options options = {.struct_size = sizeof options, .no_comments = true};
    s9_result result = s9_disassemble(program, NULL, &options, &listing);
    if (result != S9_OK) {
        return result;
    }
    text_put(out, "#if 0\n");
    text_bytes(out, listing.data, listing.size);
    text_put(out, "#endif\n\n#if !defined(_WIN32) && !defined(DWORD) /* windows.h has it */\n"
                  "#include <stdint.h>\n#define DWORD uint32_t\n#endif\n\nconst DWORD ");
    array_name(out, s9_program_version(program), name);
    text_put(out, "[] =\n{");
    enum { A_LINE = 6 };
    size_t count = tokens->size / 4;
    for (size_t i = 0; i < count; i++) {
        text_format(out, "%s0x%08" PRIx32 "%s", i % A_LINE == 0 ? "\n    " : " ", word_at(tokens, i),
                    i + 1 < count ? "," : "");
    }
    text_put(out, "\n};\n");
    s9_blob_free(&listing);
    return S9_OK;
}

/* A path of a rule: blanks, # and $ mean something there. */
static void put_path(text *out, const char *path)
{
    for (const char *c = path; *c != '\0'; c++) {
        if (*c == '$') {
            text_char(out, '$');
        } else if (*c == ' ' || *c == '#') {
            text_char(out, '\\');
        }
        text_char(out, *c);
    }
}

/* "water.vso: water.vsa light.inc" */
static void write_depfile(const tool *t, unit *u, const include_record *record)
{
    text rule = {0};
    put_path(&rule, t->settings.output);
    text_put(&rule, ": ");
    put_path(&rule, u->path);
    for (size_t i = 0; i < record->count; i++) {
        text_char(&rule, ' ');
        put_path(&rule, record->items[i]);
    }
    text_char(&rule, '\n');
    if (rule.failed || record->failed) {
        unit_fail(u, EXIT_INTERNAL);
    } else if (!write_file(t->settings.depfile, rule.data, rule.size, &u->findings)) {
        unit_fail(u, EXIT_IO);
    }
    text_free(&rule);
}

static void work(tool *t, unit *u, void *context)
{
    const asm_run *run = context;
    report r = {.findings = &u->findings, .status = &u->status, .name = u->name, .address = u->address};
    text bytes = {0};
    include_record record = {0};
    s9_program *program = unit_read(u, &bytes) ? assemble(t, run, &bytes, &r, u->path, &record) : NULL;
    text_free(&bytes);
    if (program != NULL && t->settings.depfile != NULL) {
        write_depfile(t, u, &record);
    }
    include_record_free(&record);
    if (program == NULL) {
        return;
    }
    s9_blob tokens = {0};
    s9_result result = s9_encode(program, NULL, &tokens);
    if (result == S9_OK) {
        switch ((asm_format)t->settings.format) {
        case ASM_BIN:
            text_bytes(&u->out, tokens.data, tokens.size);
            u->extension = s9_program_stage(program) == S9_STAGE_VERTEX ? ".vso" : ".pso";
            break;
        case ASM_HEX:
            write_hex(&u->out, &tokens);
            u->extension = ".hex";
            break;
        case ASM_C:
            result = write_c(&u->out, program, &tokens, u->name);
            u->extension = ".h";
            break;
        }
    }
    if (result != S9_OK) {
        report_error(&r, NULL, "%s", s9_result_name(result));
        unit_fail(u, status_of(result));
    } else {
        u->has_result = true;
    }
    s9_blob_free(&tokens);
    s9_program_destroy(program);
}

exit_status verb_asm(tool *t)
{
    asm_run run = {.folders = {.items = t->settings.includes.items, .count = t->settings.includes.count}};
    exit_status status = rules_read(t, &run.rules);
    if (status != EXIT_DONE) {
        return status;
    }
    const char *output = t->settings.output;
    if (t->settings.depfile != NULL && (t->settings.operand_count != 1 || output == NULL || strcmp(output, "-") == 0 ||
                                        is_folder(output) || path_ends_in_separator(output))) {
        return tool_usage(t, "-o FILE names what depends on the files", "--depfile needs one input and -o FILE");
    }
    bool binary = t->settings.format == ASM_BIN;
    batch b = {.work = work, .context = &run, .binary = binary, .heading = "// "};
    b.naming = binary ? NAME_STRIP : NAME_REPLACE;
    return batch_run(t, &b, 0);
}
