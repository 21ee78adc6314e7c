/* SPDX-License-Identifier: MIT */
/*
 * lsp - the language server: JSON-RPC messages of the Language Server Protocol (3.17) about assembly text, answered
 * from the public interface of the library.
 */
#ifndef LSP_LSP_H
#define LSP_LSP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Serves until `exit` or the end of the input. 0 after shutdown and exit, 1 without shutdown, 3 when writing fails. */
int lsp_run(FILE *in, FILE *out);

/* The same by the message, for tests. */
typedef struct lsp_server lsp_server;
lsp_server *lsp_create(void (*send)(void *user, const char *json, size_t size), void *user); /* NULL: no memory */
void lsp_destroy(lsp_server *server);                                                        /* may be NULL */
/* One message, any bytes. */
void lsp_handle(lsp_server *server, const char *json, size_t size);
/* Whether `exit` was received, and the exit status. */
bool lsp_exited(const lsp_server *server, int *status);

#endif
