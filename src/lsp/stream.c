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

/*
 * The length that a header line says, -1 for none. The words may stand anywhere in it: behind the rest of a body that
 * was longer than its header said.
 */
static int64_t read_length(const char *line)
{
    static const char name[] = "content-length:";
    int64_t length = -1;
    for (const char *at = line; *at != '\0'; at++) {
        if ((*at != 'c' && *at != 'C') || strlen(at) < sizeof name || !same_word(at, sizeof name - 1, name)) {
            continue;
        }
        const char *digit = at + sizeof name - 1;
        digit += strspn(digit, " \t");
        length = *digit >= '0' && *digit <= '9' ? 0 : length;
        for (; *digit >= '0' && *digit <= '9'; digit++) {
            length = length > INT64_MAX / 16 ? length : length * 10 + (*digit - '0');
        }
    }
    return length;
}

/* Reads past a body that is too large to be kept. */
static bool skip_body(FILE *in, int64_t length)
{
    char room[MOST_HEADER];
    while (length > 0) {
        size_t part = length < (int64_t)sizeof room ? (size_t)length : sizeof room;
        if (fread(room, 1, part, in) != part) {
            return false;
        }
        length -= (int64_t)part;
    }
    return true;
}

/* The body of the next frame, NULL at the end of the input. Lines that say no length are passed over. */
static char *read_frame(FILE *in, size_t *size)
{
    char line[MOST_HEADER];
    for (;;) {
        int64_t length = -1;
        do {
            if (!read_line(in, line)) {
                return NULL;
            }
            int64_t given = read_length(line);
            length = given >= 0 ? given : length;
        } while (line[0] != '\0' || length < 0);
        char *body = length > MOST_FRAME ? NULL : malloc((size_t)length + 1);
        if (body == NULL) {
            if (!skip_body(in, length)) {
                return NULL;
            }
            continue;
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
