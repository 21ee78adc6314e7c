/* SPDX-License-Identifier: MIT */
/*
 * Bytes as a file of the disk cache: what has no right sum is never taken, and with the sum made right nothing that is
 * taken is larger than its file, or refers to what is not there. (The sum guards against damage. Who can write into the
 * folder of another's cache can run code as that person: it is made for its owner only.)
 */
#define _XOPEN_SOURCE 700
#include "jit/disk.c" /* the sum is nobody else's business */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* engine.c and the code generator are not part of this. */
void s9_jit_object_free(const s9_allocator *allocator, s9_jit_object *object)
{
    s9_release(allocator, object->bytes);
    s9_release(allocator, object->uniforms);
    memset(object, 0, sizeof *object);
}

static char folder[64];
static char key_bytes[] = "a key";

static void end(void)
{
    char path[4096];
    s9_jit_key key = {key_bytes, sizeof key_bytes, {1, 2}};
    path_of(path, sizeof path, folder, &key);
    (void)unlink(path);
    (void)rmdir(folder);
}

static void expect(bool good, const char *broken)
{
    if (!good) {
        fprintf(stderr, "broken: %s\n", broken);
        abort();
    }
}

static void one(const s9_jit_key *key, const uint8_t *data, size_t size, bool summed)
{
    char path[4096];
    s9_jit_object object;
    path_of(path, sizeof path, folder, key);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    expect(file >= 0 && write_all(file, data, size) && close(file) == 0, "the file cannot be written");
    s9_jit_disk found = s9_jit_disk_read(NULL, folder, key, &object);
    if (found == S9_JIT_DISK_FOUND) {
        expect(object.size + object.uniform_count * sizeof *object.uniforms <= size, "an object larger than its file");
        for (uint32_t i = 0; i < object.uniform_count; i++)
            expect(object.uniforms[i].word < object.word_count, "a word that is not there");
    } else {
        expect(object.bytes == NULL && object.uniforms == NULL, "a failed call leaves an object behind");
    }
    expect(!summed || size < sizeof(header) || found != S9_JIT_DISK_NONE, "a file that is there is not seen");
    s9_jit_object_free(NULL, &object);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    s9_jit_key key = {key_bytes, sizeof key_bytes, {1, 2}};
    if (folder[0] == 0) {
        const char *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(folder, sizeof folder, "%s/shader9-fuzz-XXXXXX", memory);
        expect(mkdtemp(folder) != NULL, "no folder");
        atexit(end);
    }
    one(&key, data, size, false);
    /* The same as a file of that key with a right sum, so that what lies behind the sum is reached. */
    header h;
    if (size < sizeof h + key.size)
        return 0;
    uint8_t *copy = malloc(size);
    expect(copy != NULL, "no memory");
    memcpy(copy, data, size);
    memcpy(&h, copy, sizeof h);
    h.magic = MAGIC;
    h.key_size = key.size;
    memcpy(copy + sizeof h, key.bytes, key.size);
    size_t rest = size - sizeof h - key.size;
    h.uniform_count = (uint32_t)(h.uniform_count % (rest / sizeof(s9_native_uniform) + 1));
    h.object_size = rest - h.uniform_count * sizeof(s9_native_uniform);
    h.word_count %= 64;
    const uint8_t *at = copy + sizeof h + key.size;
    h.sum = sum_of(h, key.bytes, at, at + h.uniform_count * sizeof(s9_native_uniform));
    memcpy(copy, &h, sizeof h);
    one(&key, copy, size, true);
    free(copy);
    return 0;
}
