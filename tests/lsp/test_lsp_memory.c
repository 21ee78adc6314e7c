/* SPDX-License-Identifier: MIT */
/*
 * A session of the language server with the first, the second, ... allocation failing, that one alone and then all
 * behind it. Every allocation of the server, of the library and of jansson comes by here (the linker's --wrap;
 * jansson's functions). What the server sends stays JSON, and with memory again it answers. That nothing stays behind
 * is for AddressSanitizer's build to say.
 */
#include "lsp/lsp.h"

#include <jansson.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static struct {
    size_t asked, fails_at;
    bool once, failed, closed; /* closed: nothing is counted, nothing fails */
} memory = {.fails_at = SIZE_MAX};

static bool refused(void)
{
    if (memory.closed)
        return false;
    size_t number = memory.asked++;
    bool fails = memory.once ? number == memory.fails_at : number >= memory.fails_at;
    memory.failed |= fails;
    return fails;
}

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return refused() ? NULL : __real_realloc(block, size);
}

typedef struct client {
    size_t sent, broken;
    int64_t answered; /* the last id */
} client;

static void receive(void *user, const char *json, size_t size)
{
    client *c = user;
    bool closed = memory.closed;
    memory.closed = true;
    json_t *message = json_loadb(json, size, 0, NULL);
    c->sent++;
    if (message == NULL)
        c->broken++;
    else if (json_is_integer(json_object_get(message, "id")))
        c->answered = json_integer_value(json_object_get(message, "id"));
    json_decref(message);
    memory.closed = closed;
}

#define AT "\"textDocument\":{\"uri\":\"file:///nowhere/a.psa\"}"
#define ASK(id, method, more) "{\"jsonrpc\":\"2.0\",\"id\":" #id ",\"method\":\"" method "\",\"params\":{" AT more "}}"
#define ALL ",\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":9,\"character\":0}}"
#define TELL(method, params) "{\"jsonrpc\":\"2.0\",\"method\":\"" method "\",\"params\":{" params "}}"

static const char *const session[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}",
    TELL("textDocument/didOpen",
         "\"textDocument\":{\"uri\":\"file:///nowhere/a.psa\",\"languageId\":\"d3d9asm\",\"version\":1,\"text\":"
         "\"ps_2_0\\n//!constant float4 tint : c0\\ndcl t0.xy\\ndcl_2d s0\\n  texld r0,t0,s0\\nmul r0, r0, c0\\n"
         "movv r1, r0\\nmov oC0, r0\\n\"}"),
    ASK(2, "textDocument/hover", ",\"position\":{\"line\":5,\"character\":1}"),
    ASK(3, "textDocument/completion", ",\"position\":{\"line\":6,\"character\":3}"),
    ASK(4, "textDocument/definition", ",\"position\":{\"line\":4,\"character\":11}"),
    ASK(5, "textDocument/rename", ",\"position\":{\"line\":5,\"character\":5},\"newName\":\"r3\""),
    ASK(6, "textDocument/documentSymbol", ""),
    ASK(7, "textDocument/semanticTokens/full", ""),
    ASK(8, "textDocument/inlayHint", ALL),
    ASK(9, "textDocument/formatting", ",\"options\":{\"tabSize\":4,\"insertSpaces\":true}"),
    ASK(10, "textDocument/codeAction", ALL ",\"context\":{\"diagnostics\":[]}"),
    TELL(
        "textDocument/didChange",
        "\"textDocument\":{\"uri\":\"file:///nowhere/a.psa\",\"version\":2},\"contentChanges\":[{\"range\":{\"start\":{"
        "\"line\":6,\"character\":0},\"end\":{\"line\":6,\"character\":4}},\"text\":\"mov\"}]"),
    TELL("textDocument/didClose", AT),
};
static const char last_words[] = "{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":\"shutdown\"}";

/* Returns whether an allocation failed. */
static bool play(size_t fails_at, bool once)
{
    client c = {0};
    memory.asked = 0;
    memory.failed = false;
    memory.fails_at = fails_at;
    memory.once = once;
    memory.closed = false;
    lsp_server *server = lsp_create(receive, &c);
    for (size_t i = 0; server != NULL && i < sizeof session / sizeof *session; i++)
        lsp_handle(server, session[i], strlen(session[i]));
    memory.closed = true;
    if (server != NULL) {
        /* Had it no memory for `initialize`, that is asked again; then it ends as it should. */
        lsp_handle(server, session[0], strlen(session[0]));
        lsp_handle(server, last_words, sizeof last_words - 1);
        if (c.answered != 99)
            print_error("without allocation %zu%s it does not answer any more\n", fails_at, once ? " alone" : "");
        assert_int_equal(c.answered, 99);
    }
    lsp_destroy(server);
    assert_int_equal(c.broken, 0);
    return memory.failed;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    assert_false(play(SIZE_MAX, false));
    size_t all = memory.asked, tried = 0;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    size_t step = 7; /* each takes many times as long */
#else
    size_t step = 1;
#endif
    for (int once = 0; once < 2; once++)
        for (size_t n = 0; n < all; n += step, tried++)
            assert_true(play(n, once != 0));
    print_message("%zu allocations, %zu sessions\n", all, tried);
    assert_true(all > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    memory.closed = true;
    json_object_seed(1);
    json_set_alloc_funcs(__wrap_malloc, free);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
