/* SPDX-License-Identifier: MIT */
/*
 * hostile [--seed N] [--slice I/N] [--save FILE] [--keep-going] FOLDER - every token stream in FOLDER, damaged in every
 * way that tests/hostile.h knows, through every stage inside this one process. Meant for a build with ASan and UBSan.
 *
 * Exit status 0: every case ended with an error or a result. 1: a property was broken; the case is printed and, with
 * --save, written to FILE (with --keep-going each next one to FILE.1, FILE.2, ..). A crash or a case that takes longer
 * than a minute ends the process the same way.
 */
#define _POSIX_C_SOURCE 200809L

#include "hostile.h"

#include <signal.h>
#include <unistd.h>

enum { CASE_SECONDS = 60 };

/* What a signal handler can reach. */
static const hostile_case *current;
static const char *save_path;
static bool keep_going;
static unsigned findings;

static void save_case(void)
{
    char path[1024];
    if (!current)
        return;
    hostile_print(stderr, current);
    if (!save_path || !current->bytes)
        return;
    if (findings > 1)
        snprintf(path, sizeof path, "%s.%u", save_path, findings - 1);
    else
        snprintf(path, sizeof path, "%s", save_path);
    FILE *file = fopen(path, "wb");
    if (file && fwrite(current->bytes, 1, current->size, file) == current->size)
        fprintf(stderr, "written to %s\n", path);
    if (file)
        fclose(file);
}

static bool on_finding(const hostile_case *at, const char *broken)
{
    findings++;
    fprintf(stderr, "hostile: %s: ", broken);
    current = at;
    save_case();
    return keep_going;
}

static void on_signal(int number)
{
    /* Not async-signal-safe, but the process is lost anyway and the case is worth more. */
    fprintf(stderr, number == SIGALRM ? "hostile: a case takes longer than a minute: " : "hostile: crash: ");
    save_case();
    signal(number, SIG_DFL);
    raise(number);
}

static void before_case(const hostile_case *at)
{
    current = at;
    alarm(CASE_SECONDS);
}

#if defined(__SANITIZE_ADDRESS__)
#define HOSTILE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HOSTILE_ASAN 1
#endif
#endif
#ifdef HOSTILE_ASAN
void __sanitizer_set_death_callback(void (*callback)(void));
#endif

static int usage(void)
{
    fprintf(stderr, "usage: hostile [--seed N] [--slice I/N] [--save FILE] [--keep-going] FOLDER\n");
    return 2;
}

int main(int argc, char **argv)
{
    const char *folder = NULL;
    unsigned long seed = 1, slice = 0, slices = 1;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        char *end = NULL;
        if (strcmp(argv[i], "--seed") == 0 && value) {
            seed = strtoul(value, NULL, 10);
            i++;
        } else if (strcmp(argv[i], "--save") == 0 && value) {
            save_path = value;
            i++;
        } else if (strcmp(argv[i], "--keep-going") == 0) {
            keep_going = true;
        } else if (strcmp(argv[i], "--slice") == 0 && value) {
            slice = strtoul(value, &end, 10);
            if (*end != '/' || (slices = strtoul(end + 1, NULL, 10)) == 0 || slice >= slices)
                return usage();
            i++;
        } else if (argv[i][0] != '-' && !folder) {
            folder = argv[i];
        } else {
            return usage();
        }
    }
    if (!folder)
        return usage();

    hostile_names names;
    if (!hostile_list(folder, &names)) {
        fprintf(stderr, "hostile: skipped: %s is not there\n", folder);
        return 0;
    }
    static hostile h;
    h.cut_step = h.flip_step = 1;
    h.seed = (uint32_t)seed;
    h.before = before_case;
    h.found = on_finding;
    if (!pipeline_init(&h.pipeline))
        return 1;
#ifdef HOSTILE_ASAN
    __sanitizer_set_death_callback(save_case);
#else
    signal(SIGSEGV, on_signal);
    signal(SIGBUS, on_signal);
    signal(SIGFPE, on_signal);
#endif
    signal(SIGABRT, on_signal);
    signal(SIGALRM, on_signal);

    const char *broken = NULL;
    size_t shaders = 0;
    for (size_t i = slice; !broken && i < names.count; i += slices) {
        size_t size = 0;
        uint8_t *bytes = hostile_read(names.items[i], &size);
        if (!bytes) {
            broken = "a file cannot be read";
            fprintf(stderr, "hostile: %s: %s\n", broken, names.items[i]);
            break;
        }
        broken = hostile_shader(&h, names.items[i], (uint32_t)i, bytes, size);
        free(bytes);
        if (++shaders % 50 == 0 || broken) {
            printf("%zu shaders, %llu cases\n", shaders, (unsigned long long)h.cases);
            fflush(stdout);
        }
    }
    alarm(0);
    printf("%zu shaders, %llu cases: %llu decoded, %llu refused; %llu legal, %llu illegal; %llu prepared, %llu not; "
           "%llu runs\n",
           shaders, (unsigned long long)h.cases, (unsigned long long)h.pipeline.decoded,
           (unsigned long long)h.pipeline.refused, (unsigned long long)h.pipeline.legal,
           (unsigned long long)h.pipeline.illegal, (unsigned long long)h.pipeline.prepared,
           (unsigned long long)h.pipeline.unprepared, (unsigned long long)h.pipeline.runs);
    pipeline_free(&h.pipeline);
    hostile_names_free(&names);
    return broken || findings ? 1 : 0;
}
