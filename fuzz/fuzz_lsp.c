/* SPDX-License-Identifier: MIT */
/*
 * Bytes as what an editor sends. Input that begins with a header ("Content-Length: ...") is read as a stream of frames;
 * of any other each line is one message. Whatever comes in, only JSON goes out.
 */
#define _POSIX_C_SOURCE 200809L
#include "lsp/lsp.h"

#include <jansson.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void receive(void *user, const char *json, size_t size)
{
    (void)user;
    json_t *message = json_loadb(json, size, 0, NULL);
    if (message == NULL) {
        fprintf(stderr, "broken: what the server sends is no JSON\n");
        abort();
    }
    json_decref(message);
}

static void stream(const uint8_t *data, size_t size)
{
    FILE *in = fmemopen((void *)(uintptr_t)data, size, "rb");
    FILE *out = fopen("/dev/null", "wb");
    if (in != NULL && out != NULL)
        (void)lsp_run(in, out);
    if (in != NULL)
        fclose(in);
    if (out != NULL)
        fclose(out);
}

static void lines(const char *at, const char *end)
{
    static const char first[] = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}";
    lsp_server *server = lsp_create(receive, NULL);
    int status = 0;
    if (server == NULL)
        return;
    if (at != end && *at != ' ') /* a blank in front: also what comes before initialize */
        lsp_handle(server, first, sizeof first - 1);
    while (at != end && !lsp_exited(server, &status)) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        size_t length = line == NULL ? (size_t)(end - at) : (size_t)(line - at);
        lsp_handle(server, at, length);
        at += length + (line != NULL);
    }
    lsp_destroy(server);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size >= 8 && memcmp(data, "Content-", 8) == 0)
        stream(data, size);
    else
        lines((const char *)data, (const char *)data + size);
    return 0;
}
