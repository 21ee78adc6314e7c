/* SPDX-License-Identifier: MIT */
#include "batch.h"

#include "contained.h"
#include "io.h"
#include "system.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void unit_fail(unit *u, exit_status status)
{
    u->status = status > u->status ? status : u->status;
}

bool unit_read(unit *u, text *out)
{
    if (!read_file(u->path, u->name, out, &u->findings)) {
        unit_fail(u, EXIT_IO);
        return false;
    }
    return true;
}

void unit_take(unit *u, s9_diagnostics *diagnostics, s9_result result)
{
    findings_take(&u->findings, diagnostics, u->name);
    unit_fail(u, status_of(result));
    if (result == S9_ERROR_MEMORY || result == S9_ERROR_ARGUMENT) {
        s9_position at = position_in(u->name);
        findings_add(&u->findings, S9_ERROR, &at, NULL, "%s", s9_result_name(result));
    }
    s9_diagnostics_destroy(diagnostics);
}

/* ---- inputs ---- */

typedef struct unit_list {
    unit *items;
    size_t count, capacity;
    path_list found; /* owns the paths that --recursive brought */
} unit_list;

static bool add_unit(unit_list *units, const char *path, const char *name, const char *relative)
{
    if (units->count == units->capacity) {
        size_t capacity = units->capacity == 0 ? 16 : units->capacity * 2;
        unit *items = realloc(units->items, capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
        units->items = items;
        units->capacity = capacity;
    }
    unit *u = &units->items[units->count++];
    memset(u, 0, sizeof *u);
    u->path = path;
    u->name = name;
    u->relative = relative;
    return true;
}

/* Length of the folder, slash included, that all plain files of the command line lie in: what is left is mirrored. */
static size_t common_folder(const settings *s, size_t first)
{
    const char *shared = NULL;
    size_t length = 0;
    for (size_t i = first; i < s->operand_count; i++) {
        const operand *o = &s->operands[i];
        if (o->folder || strcmp(o->path, "-") == 0) {
            continue;
        }
        size_t folder = (size_t)(path_base(o->path) - o->path);
        if (shared == NULL) {
            shared = o->path;
            length = folder;
        } else {
            length = folder < length ? folder : length;
            size_t same = 0, kept = 0;
            for (; same < length && shared[same] == o->path[same]; same++) {
                kept = is_separator(shared[same]) ? same + 1 : kept;
            }
            length = kept;
        }
    }
    return length;
}

/* The unit is one shader, or some, of its file, and goes by that name. */
static bool name_address(unit_list *units, unit *u, const char *address)
{
    text name = {0};
    text_format(&name, "%s#%s", u->name, address);
    char **items = realloc(units->found.items, (units->found.count + 1) * sizeof *items);
    if (items != NULL) {
        units->found.items = items;
    }
    if (items == NULL || text_string(&name) == NULL) {
        text_free(&name);
        return false;
    }
    u->address = address;
    u->name = items[units->found.count++] = name.data; /* lives as long as the paths that were found */
    return true;
}

/* Findings about listing go to `list`; the inputs that were found are worked on all the same. */
static bool collect(const tool *t, const batch *b, size_t first, unit_list *units, findings *list, exit_status *status)
{
    const settings *s = &t->settings;
    size_t shared = common_folder(s, first);
    for (size_t i = first; i < s->operand_count; i++) {
        const operand *o = &s->operands[i];
        if (!o->folder) {
            bool standard = strcmp(o->path, "-") == 0;
            const char *name = !standard ? o->path : s->stdin_filename != NULL ? s->stdin_filename : "<stdin>";
            if (!add_unit(units, o->path, name, standard ? "stdin" : o->path + shared)) {
                return false;
            }
            if (o->address != NULL && !name_address(units, &units->items[units->count - 1], o->address)) {
                return false;
            }
            continue;
        }
        path_list below = {0};
        if (!list_files(o->path, &below, list)) {
            *status = EXIT_IO;
        }
        size_t prefix = strlen(o->path) + (path_ends_in_separator(o->path) ? 0 : 1);
        if (b->wanted != NULL) {
            size_t kept = 0;
            for (size_t k = 0; k < below.count; k++) {
                if (b->wanted(below.items[k])) {
                    below.items[kept++] = below.items[k];
                } else {
                    free(below.items[k]);
                }
            }
            below.count = kept;
        }
        if (below.count == 0 && *status != EXIT_IO) {
            s9_position at = position_in(o->path);
            findings_add(list, S9_WARNING, &at, NULL, "the folder holds no %s",
                         b->wanted_name != NULL ? b->wanted_name : "file");
        }
        for (size_t k = 0; k < below.count; k++) {
            if (!add_unit(units, below.items[k], below.items[k], below.items[k] + prefix)) {
                path_list_free(&below);
                return false;
            }
        }
        /* The units refer to the paths: they move to the list that lives as long. */
        char **items = realloc(units->found.items, (units->found.count + below.count + 1) * sizeof *items);
        if (items == NULL) {
            path_list_free(&below);
            return false;
        }
        units->found.items = items;
        for (size_t k = 0; k < below.count; k++) {
            units->found.items[units->found.count++] = below.items[k];
        }
        free(below.items);
    }
    return true;
}

static void unit_free(unit *u)
{
    findings_free(&u->findings);
    text_free(&u->out);
    for (size_t i = 0; i < u->extra_count; i++) {
        text_free(&u->extra[i]);
    }
    u->extra_count = 0;
}

/* ---- results ---- */

typedef struct sink {
    tool *t;
    const batch *b;
    bool folder;     /* --output names a folder */
    text gathered;   /* results that go into one file */
    size_t results;  /* number of results so far */
    bool incomplete; /* an input gave no result */
    size_t done, refused;
    exit_status status;
    bool bar; /* there is a progress bar */
    struct timespec last_shown;
} sink;

/* The last "." of the file's own name, the end when there is none. */
static size_t extension_at(const char *path)
{
    const char *base = path_base(path);
    const char *dot = strrchr(base, '.');
    return dot == NULL || dot == base ? strlen(path) : (size_t)(dot - path);
}

/* A path below the folder that -o names: what would lead out of it, or to the same file by another name, is left out.
 */
static void put_inside(text *out, const char *path, size_t length)
{
    bool first = true;
    for (size_t i = 0; i < length;) {
        size_t n = 0;
        while (i + n < length && !is_separator(path[i + n])) {
            n++;
        }
        bool nothing = n == 0 || (n == 1 && path[i] == '.') || (n == 2 && path[i] == '.' && path[i + 1] == '.');
        if (!nothing) {
            if (!first) {
                text_char(out, '/');
            }
            text_bytes(out, path + i, n);
            first = false;
        }
        i += n + 1;
    }
}

void unit_result_name(text *out, const unit *u, const char *folder, naming how)
{
    text_put(out, folder);
    if (!path_ends_in_separator(folder)) {
        text_char(out, '/');
    }
    const char *relative = u->relative[0] == '\0' ? "picture" : u->relative; /* a scene of flags has no file */
    size_t length = strlen(relative);
    size_t dot = extension_at(relative);
    const char *extension = u->extension == NULL ? "" : u->extension;
    if (how == NAME_STRIP && dot < length && strcmp(relative + dot, ".asm") == 0) {
        char *stem = string_copy_bytes(relative, dot);
        if (stem != NULL && extension_at(stem) < dot) {
            extension = "";
        }
        free(stem);
    }
    put_inside(out, relative, how == NAME_APPEND ? length : dot);
    if (u->address != NULL) { /* each shader of a file has a name of its own */
        text_char(out, '#');
        address_as_name(out, u->address);
    }
    text_put(out, extension);
}

static void sink_error(sink *k, const findings *list, exit_status status)
{
    tool_print(k->t, list);
    k->status = status > k->status ? status : k->status;
}

/* Writes a result and what belongs to it under a name: all or nothing, with what the work itself has written. */
static void write_named(sink *k, unit *u, const char *name)
{
    findings *list = &u->findings; /* the owner; what it held has been printed */
    findings_free(list);
    bool good = write_file(name, u->out.data, u->out.size, list);
    for (size_t i = 0; good && i < u->extra_count; i++) {
        size_t dot = extension_at(name);
        text beside = {0};
        text_bytes(&beside, name, dot);
        text_format(&beside, ".%zu%s", i + 1, name + dot);
        good = write_file(text_string(&beside), u->extra[i].data, u->extra[i].size, list);
        text_free(&beside);
    }
    if (!good) {
        results_drop(list);
        unit_fail(u, EXIT_IO);
    }
    tool_print(k->t, list);
}

static void into_folder(sink *k, unit *u)
{
    findings list = {0};
    text name = {0};
    unit_result_name(&name, u, k->t->settings.output, k->b->naming);
    if (name.failed) {
        unit_fail(u, EXIT_INTERNAL);
    } else if (make_parents(name.data, &list)) {
        write_named(k, u, name.data);
    } else {
        results_drop(&u->findings);
        unit_fail(u, EXIT_IO);
    }
    tool_print(k->t, &list);
    findings_free(&list);
    text_free(&name);
}

/* Puts one finished unit where it belongs. */
static void deliver(sink *k, unit *u)
{
    const settings *s = &k->t->settings;
    bool lost = u->findings.failed || u->out.failed;
    for (size_t i = 0; i < u->extra_count; i++) {
        lost |= u->extra[i].failed;
    }
    if (lost) {
        unit_fail(u, EXIT_INTERNAL);
        u->has_result = false;
    }
    /* SARIF is a document of its own, asked for by name. */
    if (!u->told || !u->has_result || u->status >= EXIT_IO || s->diagnostics == FORM_SARIF) {
        tool_print(k->t, &u->findings);
    }
    if (u->out.failed && !u->findings.failed) {
        findings list = {0};
        s9_position at = position_in(u->name);
        findings_add(&list, S9_ERROR, &at, NULL, "out of memory");
        tool_print(k->t, &list);
        findings_free(&list);
    }
    /* Where one result of an input could not be written, none of the others is. */
    u->has_result = u->has_result && u->status < EXIT_IO;
    if (!u->has_result) {
        if (u->status != EXIT_DONE && !(u->apart && u->status < EXIT_IO)) {
            results_drop(&u->findings);
        }
        k->incomplete = true;
        return;
    }
    k->results++;
    if (k->folder) {
        into_folder(k, u);
        return;
    }
    text heading = {0};
    if (k->t->many && k->b->heading != NULL) {
        text_format(&heading, "%s%s\n", k->b->heading, u->name);
    }
    if (s->output != NULL && strcmp(s->output, "-") != 0) {
        if (!k->t->many) {
            write_named(k, u, s->output);
        } else {
            text_bytes(&k->gathered, heading.data, heading.size);
            text_bytes(&k->gathered, u->out.data, u->out.size);
        }
    } else if (!results_conflict()) { /* else nothing is written at all */
        standard_put(heading.data, heading.size);
        standard_put(u->out.data, u->out.size);
    }
    text_free(&heading);
}

/* ---- progress ---- */

static void clear_bar(const sink *k)
{
    if (k->bar) {
        fputs("\r\033[K", stderr);
    }
}

static void show_bar(sink *k, size_t done, size_t count)
{
    enum { WIDTH = 40 };
    struct timespec now;
    if (!k->bar || clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
        return;
    }
    double since = (double)(now.tv_sec - k->last_shown.tv_sec) + 1e-9 * (double)(now.tv_nsec - k->last_shown.tv_nsec);
    if (since < 0.05) {
        return;
    }
    k->last_shown = now;
    char bar[WIDTH + 1];
    size_t filled = count == 0 ? 0 : done * WIDTH / count;
    memset(bar, '#', filled);
    memset(bar + filled, '.', WIDTH - filled);
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %zu/%zu", bar, done, count);
    fflush(stderr);
}

static void finish_unit(sink *k, unit *u, size_t done, size_t count)
{
    if (u->findings.count != 0 || k->t->settings.output == NULL) {
        clear_bar(k);
        k->last_shown = (struct timespec){0};
    }
    deliver(k, u);
    k->status = u->status > k->status ? u->status : k->status;
    if (u->status == EXIT_DONE) {
        k->done++;
    } else {
        k->refused++;
    }
    unit_free(u);
    show_bar(k, done, count);
}

/* ---- threads ---- */

typedef struct pool {
    tool *t;
    const batch *b;
    unit *units;
    size_t count;
    size_t ahead; /* so many units may be worked on, or wait, beyond the one that is handed out next */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t next;     /* the next to be worked on */
    size_t finished; /* handed out */
    bool *ready;
} pool;

/* A folder is named before anybody reads it; whoever takes many files takes those of a folder. */
static void work_on(tool *t, const batch *b, unit *u)
{
    if (u->path[0] == '\0' || strcmp(u->path, "-") == 0 || !is_folder(u->path)) {
        b->work(t, u, b->context);
        return;
    }
    s9_position at = position_in(u->name);
    findings_add(&u->findings, S9_ERROR, &at,
                 t->verb == &verbs[VERB_DIFF] ? NULL : "--recursive DIR works on all files of a folder",
                 "is a folder, not a file");
    unit_fail(u, EXIT_IO);
}

static void *worker(void *context)
{
    pool *p = context;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->next < p->count && p->next >= p->finished + p->ahead) {
            pthread_cond_wait(&p->changed, &p->lock);
        }
        if (p->next >= p->count) {
            break;
        }
        size_t index = p->next++;
        pthread_mutex_unlock(&p->lock);
        work_on(p->t, p->b, &p->units[index]);
        pthread_mutex_lock(&p->lock);
        p->ready[index] = true;
        pthread_cond_broadcast(&p->changed);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void run_serially(sink *k, unit_list *units)
{
    for (size_t i = 0; i < units->count; i++) {
        work_on(k->t, k->b, &units->items[i]);
        finish_unit(k, &units->items[i], i + 1, units->count);
    }
}

static void run_threads(sink *k, unit_list *units, size_t threads)
{
    pool p = {.t = k->t, .b = k->b, .units = units->items, .count = units->count, .ahead = 64 + 4 * threads};
    p.ready = calloc(units->count, sizeof *p.ready);
    pthread_t *ids = calloc(threads, sizeof *ids);
    size_t started = 0;
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    while (p.ready != NULL && ids != NULL && started < threads &&
           pthread_create(&ids[started], NULL, worker, &p) == 0) {
        started++;
    }
    if (started == 0) {
        run_serially(k, units);
    }
    for (size_t i = 0; started != 0 && i < units->count; i++) {
        pthread_mutex_lock(&p.lock);
        while (!p.ready[i]) {
            pthread_cond_wait(&p.changed, &p.lock);
        }
        pthread_mutex_unlock(&p.lock);
        finish_unit(k, &units->items[i], i + 1, units->count);
        pthread_mutex_lock(&p.lock);
        p.finished = i + 1;
        pthread_cond_broadcast(&p.changed);
        pthread_mutex_unlock(&p.lock);
    }
    for (size_t i = 0; i < started; i++) {
        pthread_join(ids[i], NULL);
    }
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    free(p.ready);
    free(ids);
}

static size_t thread_count(const settings *s, size_t units)
{
    size_t threads = s->jobs != 0 ? s->jobs : system_processors();
    threads = threads < 256 ? threads : 256;
    return threads < units ? threads : units;
}

/* ---- the whole run ---- */

static bool usable_output(tool *t, const batch *b, exit_status *status)
{
    const settings *s = &t->settings;
    bool to_stdout = s->output == NULL || strcmp(s->output, "-") == 0;
    bool folder = !to_stdout && (path_ends_in_separator(s->output) || is_folder(s->output));
    if (t->many && b->binary && !folder) {
        *status = tool_usage(t, "-o DIR/ writes one file for each input", "many results cannot go into one file");
        return false;
    }
    if (b->binary && to_stdout && system_is_terminal(STDOUT_FILENO)) {
        *status =
            tool_usage(t, "-o FILE, or redirect standard output", "the result is binary; a terminal cannot show it");
        return false;
    }
    return true;
}

/* A folder that cannot be listed is told before anything else. */
static exit_status tool_missing_folder(tool *t, const char *path)
{
    findings list = {0};
    path_list none = {0};
    list_files(path, &none, &list);
    tool_print(t, &list);
    path_list_free(&none);
    findings_free(&list);
    return EXIT_IO;
}

exit_status batch_run(tool *t, const batch *b, size_t first)
{
    settings *s = &t->settings;
    sink k = {.t = t, .b = b};
    if (s->operand_count <= first) {
        return tool_usage(t, "- reads standard input", "'%s' needs an input: shader9 %s [options] %s", t->verb->name,
                          t->verb->name, t->verb->operands);
    }
    for (size_t i = first; i < s->operand_count; i++) {
        if (!s->operands[i].folder) {
            s->operands[i].address = address_split((char *)(uintptr_t)s->operands[i].path); /* an argument of main */
        }
    }
    size_t plain = 0, standard = 0;
    for (size_t i = first; i < s->operand_count; i++) {
        t->many |= s->operands[i].folder;
        plain += !s->operands[i].folder;
        standard += !s->operands[i].folder && strcmp(s->operands[i].path, "-") == 0;
    }
    t->many |= plain > 1;
    if (standard > 1) {
        return tool_usage(t, NULL, "standard input can be read once only");
    }
    exit_status status = EXIT_DONE;
    for (size_t i = first; i < s->operand_count; i++) {
        if (s->operands[i].folder && !is_folder(s->operands[i].path)) {
            return tool_missing_folder(t, s->operands[i].path);
        }
    }
    if (!usable_output(t, b, &status)) {
        return status;
    }
    k.folder =
        s->output != NULL && strcmp(s->output, "-") != 0 && (path_ends_in_separator(s->output) || is_folder(s->output));

    unit_list units = {0};
    findings list = {0};
    if (!collect(t, b, first, &units, &list, &k.status)) {
        list.failed = true;
        k.status = EXIT_INTERNAL;
    }
    tool_print(t, &list);
    findings_free(&list);

    k.bar = t->many && s->diagnostics == FORM_TEXT && system_is_terminal(STDERR_FILENO) && system_shows_color();
    size_t threads = thread_count(s, units.count);
    if (k.status != EXIT_INTERNAL) {
        if (threads > 1) {
            run_threads(&k, &units, threads);
        } else {
            run_serially(&k, &units);
        }
    }
    clear_bar(&k);

    status = b->end != NULL ? b->end(t, b->context) : EXIT_DONE;
    if (status != EXIT_DONE) {
        results_drop(NULL);
        k.status = status > k.status ? status : k.status;
    }
    if (status == EXIT_DONE && t->many && !k.folder && s->output != NULL && strcmp(s->output, "-") != 0 &&
        !k.incomplete && k.status < EXIT_IO) {
        if (k.gathered.failed) {
            k.status = EXIT_INTERNAL;
        } else if (!write_file(s->output, k.gathered.data, k.gathered.size, &list)) {
            sink_error(&k, &list, EXIT_IO);
        }
        findings_free(&list);
    }
    bool conflict = results_conflict();
    k.status = tool_finish(t, k.status);
    if (t->many && !conflict && (s->diagnostics == FORM_TEXT || s->diagnostics == FORM_MSVC)) {
        fprintf(stderr, "%zu done, %zu refused\n", k.done, k.refused);
    }
    for (size_t i = 0; i < units.count; i++) {
        unit_free(&units.items[i]);
    }
    free(units.items);
    path_list_free(&units.found);
    text_free(&k.gathered);
    return k.status;
}
