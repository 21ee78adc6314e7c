/* SPDX-License-Identifier: MIT */
/* libshader9 inside another program: text and tokens in memory, own files for #include, own allocator, messages. */
#include <shader9/shader9.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(void *user, size_t size)
{
    ++*(size_t *)user;
    return malloc(size);
}

static void release(void *user, void *pointer)
{
    (void)user;
    free(pointer);
}

static s9_result open_file(void *user, const char *name, bool system, const char *from, s9_include_file *out)
{
    (void)system, (void)from;
    out->text = user;
    out->size = strlen(user);
    return strcmp(name, "tint.h") == 0 ? S9_OK : S9_ERROR_IO;
}

/* From text to tokens and back to text, which is printed; or what is wrong with it. */
static bool there_and_back(const char *source, const s9_allocator *own, const s9_assemble_options *options)
{
    s9_diagnostics *list = NULL;
    s9_program *written = NULL, *read = NULL;
    s9_blob tokens = {0}, text = {0};
    bool good = s9_diagnostics_create(own, &list) == S9_OK &&
                s9_assemble(source, strlen(source), own, options, &written, list) == S9_OK &&
                s9_encode(written, own, &tokens) == S9_OK &&
                s9_decode(tokens.data, tokens.size, own, NULL, &read, list) == S9_OK &&
                s9_disassemble(read, own, NULL, &text) == S9_OK;
    if (good)
        printf("%zu bytes\n%s", tokens.size, (const char *)text.data);
    for (size_t i = 0; list != NULL && i < s9_diagnostics_count(list); i++) {
        const s9_diagnostic *d = s9_diagnostics_get(list, i);
        printf("%s:%u:%u: %s\n", d->at.file, (unsigned)d->at.line, (unsigned)d->at.column, d->message);
    }
    s9_blob_free(&text);
    s9_blob_free(&tokens);
    s9_program_destroy(read);
    s9_program_destroy(written);
    s9_diagnostics_destroy(list);
    return good;
}

int main(void)
{
    char file[] = "def c1, 0.1, 0.2, 0.3, 1\n#define TINT c1\n";
    size_t allocations = 0;
    const s9_allocator own = {allocate, release, &allocations};
    const s9_include include = {open_file, NULL, file};
    const s9_assemble_options options = {.struct_size = sizeof options, .name = "glow.psa", .include = &include};
    bool good = there_and_back("ps_2_0\n#include \"tint.h\"\nmul r0, c0, TINT\nmov oC0, r0\n", &own, &options);
    bool bad = there_and_back("ps_2_0\nmull r0, c0, c1\n", &own, &options);
    return good && !bad && allocations > 0 ? 0 : 1;
}
