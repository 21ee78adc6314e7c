/* SPDX-License-Identifier: MIT */
/*
 * Objects in files, one each, named after the sums of their key. A file is the header below, the key, the words, the
 * object; it counts only when the sum over all of it is right and the key is the very one. Files are written beside
 * their name and then renamed, so that readers see whole ones, whoever else writes.
 */
#include "jit/jit.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0x394A5431u
#define MOST_BYTES ((uint64_t)256 << 20)

typedef struct header {
    uint32_t magic, uniform_count, word_count, prepares;
    uint64_t key_size, object_size, sum;
    uint8_t definite[S9_IR_OUT_COUNT];
} header;

static uint64_t add_sum(uint64_t sum, const void *data, size_t size)
{
    const char *bytes = data;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        sum = (sum ^ word) * 0xFF51AFD7ED558CCDu;
        sum ^= sum >> 32;
    }
    return sum;
}

static uint64_t sum_of(header h, const void *key, const void *uniforms, const void *object)
{
    h.sum = 0;
    uint64_t sum = add_sum(0x9E3779B97F4A7C15u, &h, sizeof h);
    sum = add_sum(sum, key, (size_t)h.key_size);
    sum = add_sum(sum, uniforms, h.uniform_count * sizeof(s9_native_uniform));
    return add_sum(sum, object, (size_t)h.object_size);
}

bool s9_jit_disk_prepare(const char *folder)
{
    char path[4096];
    size_t length = strlen(folder);
    if (length == 0 || length >= sizeof path - 64u)
        return false;
    memcpy(path, folder, length + 1u);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != 0)
            continue;
        path[i] = 0;
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        path[i] = folder[i];
    }
    return access(folder, R_OK | W_OK | X_OK) == 0;
}

static void path_of(char *out, size_t size, const char *folder, const s9_jit_key *key)
{
    snprintf(out, size, "%s/%016" PRIx64 "%016" PRIx64 ".s9j", folder, key->hash[0], key->hash[1]);
}

static bool read_all(int file, void *to, size_t size)
{
    char *at = to;
    while (size > 0) {
        ssize_t n = read(file, at, size);
        if (n <= 0 && !(n < 0 && errno == EINTR))
            return false;
        at += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool write_all(int file, const void *from, size_t size)
{
    const char *at = from;
    while (size > 0) {
        ssize_t n = write(file, at, size);
        if (n < 0 && errno != EINTR)
            return false;
        at += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool sizes_are_right(int file, const header *h, const s9_jit_key *key)
{
    struct stat state;
    if (h->magic != MAGIC || h->key_size != key->size || h->object_size > MOST_BYTES ||
        h->uniform_count > MOST_BYTES / sizeof(s9_native_uniform) || h->word_count > MOST_BYTES / 4u ||
        fstat(file, &state) != 0)
        return false;
    uint64_t size = sizeof *h + h->key_size + h->uniform_count * sizeof(s9_native_uniform) + h->object_size;
    return state.st_size >= 0 && (uint64_t)state.st_size == size;
}

static bool words_are_right(const s9_jit_object *object)
{
    for (uint32_t i = 0; i < object->uniform_count; i++)
        if (object->uniforms[i].word >= object->word_count)
            return false;
    return true;
}

static s9_jit_disk read_object(const s9_allocator *allocator, int file, const s9_jit_key *key, s9_jit_object *out)
{
    header h;
    if (!read_all(file, &h, sizeof h) || !sizes_are_right(file, &h, key))
        return S9_JIT_DISK_DAMAGED;
    char *stored = s9_allocate(allocator, key->size + 1u);
    out->size = (size_t)h.object_size;
    out->uniform_count = h.uniform_count;
    out->word_count = h.word_count;
    out->prepares = h.prepares != 0;
    memcpy(out->definite, h.definite, sizeof out->definite);
    out->bytes = s9_allocate(allocator, out->size + 1u);
    out->uniforms = s9_allocate_zero(allocator, h.uniform_count + 1u, sizeof *out->uniforms);
    s9_jit_disk found = S9_JIT_DISK_NONE;
    if (stored != NULL && out->bytes != NULL && out->uniforms != NULL) {
        found = S9_JIT_DISK_DAMAGED;
        if (read_all(file, stored, key->size) &&
            read_all(file, out->uniforms, h.uniform_count * sizeof *out->uniforms) &&
            read_all(file, out->bytes, out->size) && sum_of(h, stored, out->uniforms, out->bytes) == h.sum &&
            memcmp(stored, key->bytes, key->size) == 0 && words_are_right(out))
            found = S9_JIT_DISK_FOUND;
    }
    s9_release(allocator, stored);
    return found;
}

s9_jit_disk s9_jit_disk_read(const s9_allocator *allocator, const char *folder, const s9_jit_key *key,
                             s9_jit_object *out)
{
    char path[4096];
    path_of(path, sizeof path, folder, key);
    memset(out, 0, sizeof *out);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return S9_JIT_DISK_NONE;
    s9_jit_disk found = read_object(allocator, file, key, out);
    close(file);
    if (found != S9_JIT_DISK_FOUND)
        s9_jit_object_free(allocator, out);
    return found;
}

void s9_jit_disk_write(const s9_allocator *allocator, const char *folder, const s9_jit_key *key,
                       const s9_jit_object *object)
{
    char path[4096], beside[4096 + 32];
    (void)allocator;
    path_of(path, sizeof path, folder, key);
    header h = {.magic = MAGIC,
                .uniform_count = object->uniform_count,
                .word_count = object->word_count,
                .prepares = object->prepares,
                .key_size = key->size,
                .object_size = object->size};
    memcpy(h.definite, object->definite, sizeof h.definite);
    h.sum = sum_of(h, key->bytes, object->uniforms, object->bytes);
    snprintf(beside, sizeof beside, "%s.XXXXXX", path);
    int file = mkstemp(beside);
    if (file < 0)
        return;
    bool written = write_all(file, &h, sizeof h) && write_all(file, key->bytes, key->size) &&
                   write_all(file, object->uniforms, object->uniform_count * sizeof *object->uniforms) &&
                   write_all(file, object->bytes, object->size);
    written = close(file) == 0 && written;
    if (!written || rename(beside, path) != 0)
        (void)unlink(beside);
}
