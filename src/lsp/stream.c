/* SPDX-License-Identifier: MIT */
/* Frames: a header with Content-Length, an empty line, so many bytes. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FRAME = 64 << 20, MOST_HEADER = 4096 };

typedef struct output {
    FILE *stream;
    bool failed;
} output;

static void send_frame(void *user, const char *json, size_t size)
{
    output *out = user;
    out->failed |= fprintf(out->stream, "Content-Length: %zu\r\n\r\n", size) < 0 ||
                   fwrite(json, 1, size, out->stream) != size || fflush(out->stream) != 0;
}

/* One line of a header without its end; false at the end of the input. What is too long is cut. */
static bool read_line(FILE *in, char *out)
{
    size_t size = 0;
    int c;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (size + 1 < MOST_HEADER) {
            out[size++] = (char)c;
        }
    }
    while (size > 0 && out[size - 1] == '\r') {
        size--;
    }
    out[size] = '\0';
    return c != EOF;
}

/* The number in a line of digits, -1 for none. */
static long read_length(const char *line)
{
    static const char name[] = "content-length:";
    if (strlen(line) < sizeof name || !same_word(line, sizeof name - 1, name)) {
        return -1;
    }
    const char *at = line + sizeof name - 1;
    at += strspn(at, " \t");
    long length = 0;
    size_t digits = strspn(at, "0123456789");
    for (size_t i = 0; i < digits; i++) {
        length = length > MOST_FRAME ? length : length * 10 + (at[i] - '0');
    }
    return digits == 0 ? -1 : length;
}

/* The body of the next frame, NULL at the end of the input. Frames that say no length, or too much, are passed over. */
static char *read_frame(FILE *in, size_t *size)
{
    char line[MOST_HEADER];
    for (;;) {
        long length = -1;
        do { /* lines of a frame without length are skipped one by one until one has it */
            if (!read_line(in, line)) {
                return NULL;
            }
            long given = read_length(line);
            length = given >= 0 ? given : length;
        } while (line[0] != '\0' || length < 0);
        if (length > MOST_FRAME) { /* more than any document: nobody knows how much to skip of a wrong length */
            continue;
        }
        char *body = malloc((size_t)length + 1);
        if (body == NULL) {
            return NULL;
        }
        if (fread(body, 1, (size_t)length, in) != (size_t)length) {
            free(body);
            return NULL;
        }
        body[length] = '\0';
        *size = (size_t)length;
        return body;
    }
}

int lsp_run(FILE *in, FILE *out)
{
    output to = {.stream = out};
    lsp_server *server = lsp_create(send_frame, &to);
    int status = 1;
    size_t size;
    char *body;
    if (server == NULL) {
        return 4;
    }
    while (!to.failed && !lsp_exited(server, &status) && (body = read_frame(in, &size)) != NULL) {
        lsp_handle(server, body, size);
        free(body);
    }
    if (!lsp_exited(server, &status)) {
        status = 1; /* the input ended without exit */
    }
    lsp_destroy(server);
    return to.failed ? 3 : status;
}
