/* SPDX-License-Identifier: MIT */
/*
 * replay FOLDER|FILE... - runs a fuzz target over saved inputs, without a fuzzer. A case that fails ends the process as
 * it would end the fuzzer. The name of each case is printed before it runs, so that the last one is the culprit.
 */
#include "hostile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
    size_t size = 0;
    uint8_t *read = hostile_read(path, &size);
    uint8_t *data = read ? malloc(size ? size : 1) : NULL; /* exactly the size: reading on is seen */
    if (!data) {
        fprintf(stderr, "replay: cannot read %s\n", path);
        free(read);
        return 1;
    }
    memcpy(data, read, size);
    free(read);
    printf("%s\n", path);
    fflush(stdout);
    (void)LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 0;
}

int main(int argc, char **argv)
{
    int status = 0;
    for (int i = 1; i < argc; i++) {
        hostile_names names;
        if (!hostile_list(argv[i], &names)) {
            status |= replay(argv[i]);
            continue;
        }
        for (size_t k = 0; k < names.count; k++)
            status |= replay(names.items[k]);
        printf("%s: %zu cases\n", argv[i], names.count);
        hostile_names_free(&names);
    }
    return status;
}
