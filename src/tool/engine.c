/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#ifdef SHADER9_HAVE_JIT

#include <shader9/base.h>
#include <shader9/jit.h>

#include <dlfcn.h>
#include <unistd.h>

struct engine {
    void *module;
    s9_jit *jit;
    s9_result (*create)(const s9_allocator *, const s9_jit_options *, s9_jit **, s9_diagnostics *);
    void (*destroy)(s9_jit *);
    const char *(*description)(const s9_jit *);
};

/* Beside the command: in the build's folder of libraries, or where it is installed. */
static void *load_module(void)
{
    static const char *const places[] = {"/../lib/shader9-jit-module.so",
                                         "/../" SHADER9_MODULES "/shader9-jit-module.so"};
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 128);
    if (length <= 0) {
        return NULL;
    }
    path[length] = '\0';
    char *end = strrchr(path, '/');
    void *module = NULL;
    for (size_t i = 0; i < sizeof places / sizeof places[0] && end != NULL && module == NULL; i++) {
        memcpy(end, places[i], strlen(places[i]) + 1);
        module = access(path, R_OK) == 0 ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    }
    return module;
}

static bool find(void *module, const char *name, void *function)
{
    void *symbol = dlsym(module, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool load(engine *e)
{
    const char *(*version)(void) = NULL;
    e->module = load_module();
    return e->module != NULL && find(e->module, "s9_library_version", &version) &&
           strcmp(version(), s9_library_version()) == 0 && find(e->module, "s9_jit_create", &e->create) &&
           find(e->module, "s9_jit_destroy", &e->destroy) && find(e->module, "s9_jit_description", &e->description);
}

/* $XDG_CACHE_HOME/shader9, or ~/.cache/shader9. */
static void cache_folder(text *out)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/') {
        text_format(out, "%s/shader9", cache);
    } else if (home != NULL && home[0] == '/') {
        text_format(out, "%s/.cache/shader9", home);
    }
}

static engine *open_with(bool background)
{
    engine *e = calloc(1, sizeof *e);
    text folder = {0};
    cache_folder(&folder);
    s9_jit_options options = {.struct_size = sizeof options, .background = background};
    options.folder = folder.size > 0 && !folder.failed ? text_string(&folder) : NULL;
    bool good = e != NULL && load(e) && e->create(NULL, &options, &e->jit, NULL) == S9_OK;
    text_free(&folder);
    if (!good) {
        engine_close(e);
        return NULL;
    }
    return e;
}

bool engine_open(engine **out, s9_shader_options *options, bool much, const report *about)
{
    bool asked = options->engine == S9_ENGINE_JIT;
    *out = NULL;
    if (!asked && !(options->engine == S9_ENGINE_AUTO && much)) {
        return true;
    }
    *out = open_with(!asked);
    options->jit = *out == NULL ? NULL : (*out)->jit;
    if (asked && *out == NULL) {
        report_error(about, "use the engine \"vm\" or \"auto\"",
                     "--engine jit: the just-in-time compiler cannot be loaded");
        return false;
    }
    return true;
}

void engine_close(engine *e)
{
    if (e == NULL) {
        return;
    }
    if (e->jit != NULL) {
        e->destroy(e->jit);
    }
    if (e->module != NULL) {
        dlclose(e->module);
    }
    free(e);
}

void engine_list(text *out)
{
    engine *e = open_with(false);
    text_format(out, "vm");
    if (e != NULL) {
        text_format(out, ", jit (%s)", e->description(e->jit));
    }
    engine_close(e);
}

#else

bool engine_open(engine **out, s9_shader_options *options, bool much, const report *about)
{
    (void)much;
    *out = NULL;
    if (options->engine != S9_ENGINE_JIT) {
        return true;
    }
    report_error(about, "use the engine \"vm\" or \"auto\"", "--engine jit: this build has no just-in-time compiler");
    return false;
}

void engine_close(engine *e)
{
    (void)e;
}

void engine_list(text *out)
{
    text_format(out, "vm");
}

#endif
