/* SPDX-License-Identifier: MIT */
#include "results.h"

#include "io.h"
#include "system.h"

#include <errno.h>
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What a path leads to: a file that exists, or a name in a folder that does. */
typedef struct identity {
    file_numbers numbers; /* of the file; where `name` is not empty of its folder */
    char *name;
} identity;

/* A result in its temporary file. */
typedef struct pending {
    struct pending *next;
    char *temporary;
    char *target;          /* links resolved */
    char *shown;           /* as the user wrote it */
    identity id;           /* of the target */
    struct pending *first; /* the first result of the same target; itself, mostly */
    const findings *owner;
    volatile sig_atomic_t gone; /* the temporary file is renamed or deleted */
} pending;

/*
 * The command is one run, and a signal may end it, which leaves no way to hand a pointer on: this is the one place
 * where the process keeps something.
 */
static struct {
    pthread_mutex_t lock;
    void *read;    /* tsearch tree of identity */
    void *targets; /* tsearch tree of pending, by identity */
    pending *list, *last;
    bool conflict, failed, watching;
    int standard_error; /* the first error of standard output */
} run = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int by_identity(const void *a, const void *b)
{
    const identity *x = a, *y = b;
    if (x->numbers.device != y->numbers.device) {
        return x->numbers.device < y->numbers.device ? -1 : 1;
    }
    if (x->numbers.file != y->numbers.file) {
        return x->numbers.file < y->numbers.file ? -1 : 1;
    }
    return SYSTEM_WINDOWS ? strcasecmp(x->name, y->name) : strcmp(x->name, y->name);
}

static int by_target(const void *a, const void *b)
{
    return by_identity(&((const pending *)a)->id, &((const pending *)b)->id);
}

/* ---- what was read ---- */

static void note(file_numbers numbers)
{
    static char nothing[] = "";
    identity *id = malloc(sizeof *id);
    pthread_mutex_lock(&run.lock);
    identity **node = NULL;
    if (id != NULL) {
        *id = (identity){numbers, nothing};
        node = tsearch(id, &run.read, by_identity);
    }
    run.failed |= node == NULL; /* then no result can be trusted to spare what was read */
    if (node == NULL || *node != id) {
        free(id);
    }
    pthread_mutex_unlock(&run.lock);
}

void results_note_read(int descriptor)
{
    file_numbers numbers;
    if (system_numbers(descriptor, &numbers)) {
        note(numbers);
    }
}

void results_note_path(const char *path)
{
    file_numbers numbers;
    if (!is_folder(path) && system_numbers_of(path, &numbers)) {
        note(numbers);
    }
}

/* ---- what is written ---- */

/* No temporary file stays when the run is interrupted. */
static void clean_up(int number)
{
    for (const pending *p = run.list; p != NULL; p = p->next) {
        if (!p->gone) {
            unlink(p->temporary);
        }
    }
    raise(number); /* the default is in place again: as if nobody had caught it */
}

#if SYSTEM_WINDOWS
static void watch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGBREAK};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        if (signal(numbers[i], clean_up) == SIG_IGN) {
            signal(numbers[i], SIG_IGN);
        }
    }
}
#else
static void watch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction before, action = {.sa_handler = clean_up, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < COUNT(numbers); i++) {
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL) {
            sigaction(numbers[i], &action, NULL);
        }
    }
}
#endif

static bool fail(findings *list, const char *name, int error)
{
    s9_position at = position_in(name);
    findings_add(list, S9_ERROR, &at,
                 error == ENOENT ? "its folder has to be there; -o DIR/ makes the folders below DIR" : NULL,
                 "cannot write: %s", strerror(error));
    return false;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size != 0) {
        int64_t put = system_write(file, bytes, size);
        if (put < 0) {
            if (errno == EINTR) {
                continue;
            }
            return false;
        }
        bytes += put;
        size -= (size_t)put;
    }
    return true;
}

/* Opens a new file beside `target`; *path is its name, to be freed. */
static int open_beside(const char *target, char **path)
{
    int folder = (int)(path_base(target) - target);
    size_t room = strlen(target) + 48;
    *path = malloc(room);
    if (*path == NULL) {
        errno = ENOMEM;
        return -1;
    }
    int file = -1;
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        snprintf(*path, room, "%.*s.%s.%ld-%u", folder, target, target + folder, (long)getpid(), attempt);
        file = system_open_new(*path);
        if (file >= 0 || errno != EEXIST) {
            break;
        }
    }
    return file;
}

/* What a name that nothing has yet would be: itself in its folder. */
static bool identify_new(const char *target, identity *id)
{
    const char *base = path_base(target);
    file_numbers numbers;
    char *folder = base == target ? string_copy(".") : string_copy_bytes(target, (size_t)(base - target));
    bool good = folder != NULL && system_numbers_of(folder, &numbers);
    free(folder);
    if (good) {
        *id = (identity){numbers, string_copy(base)};
    }
    return good && id->name != NULL;
}

static void pending_free(pending *p)
{
    free(p->temporary);
    free(p->target);
    free(p->shown);
    free(p->id.name);
    free(p);
}

static bool is_read(const pending *p)
{
    return tfind(&p->id, &run.read, by_identity) != NULL;
}

/* A result whose temporary file is complete joins the others; false when out of memory. */
static bool enter(pending *p)
{
    pthread_mutex_lock(&run.lock);
    pending **node = tsearch(p, &run.targets, by_target);
    if (node != NULL) {
        p->first = *node;
        run.conflict |= *node != p || is_read(p);
        if (run.last == NULL) {
            run.list = p;
        } else {
            run.last->next = p;
        }
        run.last = p;
        if (!run.watching) {
            run.watching = true;
            watch_signals();
        }
    }
    pthread_mutex_unlock(&run.lock);
    return node != NULL;
}

/* A pipe, a device: nothing is replaced there. */
static bool write_through(const char *path, const void *bytes, size_t size, findings *list)
{
    int file = system_open_write(path);
    bool good = file >= 0 && write_all(file, bytes, size);
    int error = errno;
    if (file >= 0 && close(file) != 0 && good) {
        error = errno;
        good = false;
    }
    return good || fail(list, path, error);
}

bool results_add(const char *path, const void *bytes, size_t size, findings *list)
{
    struct stat state;
    bool exists = stat(path, &state) == 0;
    if (system_is_device(path) || (exists && !S_ISREG(state.st_mode))) {
        return write_through(path, bytes, size, list);
    }
    pending *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return fail(list, path, ENOMEM);
    }
    /* A link stays a link: what it points to is replaced. */
    p->target = exists ? system_real_path(path) : NULL;
    p->target = p->target == NULL ? string_copy(path) : p->target;
    p->shown = string_copy(path);
    p->owner = list;
    errno = ENOMEM;
    int file = p->target == NULL || p->shown == NULL ? -1 : open_beside(p->target, &p->temporary);
    int error = errno;
    bool good = file >= 0;
    if (good && exists && !system_take_rights(file, &state)) {
        error = errno;
        good = false;
    }
    if (good && !write_all(file, bytes, size)) {
        error = errno;
        good = false;
    }
    if (file >= 0 && close(file) != 0 && good) {
        error = errno;
        good = false;
    }
    if (good && exists) {
        p->id.name = string_copy("");
        error = p->id.name == NULL ? ENOMEM : ENOENT;
        good = p->id.name != NULL && system_numbers_of(p->target, &p->id.numbers);
    } else if (good) {
        errno = ENOMEM;
        good = identify_new(p->target, &p->id);
        error = errno;
    }
    if (good) {
        error = ENOMEM;
        good = enter(p);
    }
    if (!good) {
        if (file >= 0) {
            unlink(p->temporary);
        }
        pending_free(p);
    }
    return good || fail(list, path, error);
}

static void take_back(pending *p)
{
    if (!p->gone) {
        unlink(p->temporary);
        p->gone = 1;
    }
}

void results_drop(const findings *owner)
{
    pthread_mutex_lock(&run.lock);
    for (pending *p = run.list; p != NULL; p = p->next) {
        if (owner == NULL || p->owner == owner) {
            take_back(p);
        }
    }
    pthread_mutex_unlock(&run.lock);
}

bool results_conflict(void)
{
    pthread_mutex_lock(&run.lock);
    bool conflict = run.conflict;
    pthread_mutex_unlock(&run.lock);
    return conflict;
}

/* ---- the end ---- */

static const char hint[] = "nothing has been written; give the result another name";

/* Told without a file: the command line is at fault. */
static bool collides(const pending *p, findings *list)
{
    s9_position at = position_in(NULL);
    if (is_read(p)) {
        findings_add(list, S9_ERROR, &at, hint, "a result would replace '%s', which this run reads", p->shown);
        return true;
    }
    if (p->first != p && !p->first->gone) {
        findings_add(list, S9_ERROR, &at, hint, "two results of this run would be written to '%s'", p->shown);
        return true;
    }
    return false;
}

exit_status results_commit(findings *list)
{
    exit_status status = EXIT_DONE;
    pthread_mutex_lock(&run.lock);
    for (const pending *p = run.list; p != NULL; p = p->next) {
        if (!p->gone && collides(p, list)) {
            status = EXIT_USAGE;
        }
    }
    if (run.list != NULL && run.failed) {
        s9_position at = position_in(NULL);
        findings_add(list, S9_ERROR, &at, NULL, "out of memory: nothing has been written");
        status = EXIT_INTERNAL;
    }
    for (pending *p = run.list; p != NULL; p = p->next) {
        if (p->gone || status == EXIT_USAGE || status == EXIT_INTERNAL) {
            take_back(p);
        } else if (system_replace(p->temporary, p->target)) {
            p->gone = 1;
        } else {
            fail(list, p->shown, errno);
            status = EXIT_IO;
            take_back(p);
        }
    }
    pending *next = run.list;
    run.list = run.last = NULL;
    run.conflict = false;
    while (run.targets != NULL) {
        tdelete(*(pending **)run.targets, &run.targets, by_target);
    }
    while (next != NULL) {
        pending *p = next;
        next = p->next;
        pending_free(p);
    }
    pthread_mutex_unlock(&run.lock);
    return status;
}

/* ---- standard output ---- */

void standard_put(const void *bytes, size_t size)
{
    pthread_mutex_lock(&run.lock);
    if (size != 0 && fwrite(bytes, 1, size, stdout) != size && run.standard_error == 0) {
        run.standard_error = errno;
    }
    pthread_mutex_unlock(&run.lock);
}

bool standard_end(findings *list)
{
    pthread_mutex_lock(&run.lock);
    if (fflush(stdout) != 0 && run.standard_error == 0) {
        run.standard_error = errno;
    }
    int error = run.standard_error;
    run.standard_error = 0;
    clearerr(stdout);
    pthread_mutex_unlock(&run.lock);
    return error == 0 || fail(list, "standard output", error);
}
