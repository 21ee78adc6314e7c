/* SPDX-License-Identifier: MIT */
/*
 * The language server by the message: what hostile clients send, that formatting keeps the shader, that quick fixes
 * mend, positions in UTF-8 and UTF-16.
 */
#include "lsp/lsp.h"

#include <shader9/check.h>
#include <shader9/program.h>

#include <jansson.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define URI "file:///nowhere/sky.psa"

/* ---- a client ---- */

typedef struct client {
    lsp_server *server;
    json_t *last;        /* reply */
    json_t *diagnostics; /* as published last */
    int64_t id;
    size_t sent;
    bool broken; /* something that is no JSON came back */
} client;

static void receive(void *user, const char *json, size_t size)
{
    client *c = user;
    json_t *message = json_loadb(json, size, 0, NULL);
    c->sent++;
    c->broken |= message == NULL;
    const char *method = json_string_value(json_object_get(message, "method"));
    if (method != NULL && strcmp(method, "textDocument/publishDiagnostics") == 0) {
        json_decref(c->diagnostics);
        c->diagnostics = json_incref(json_object_get(json_object_get(message, "params"), "diagnostics"));
    } else if (method == NULL) {
        json_decref(c->last);
        c->last = json_incref(message);
    }
    json_decref(message);
}

static void say(client *c, json_t *message)
{
    char *text = json_dumps(message, 0);
    assert_non_null(text);
    lsp_handle(c->server, text, strlen(text));
    free(text);
    json_decref(message);
}

static void tell(client *c, const char *method, json_t *params)
{
    say(c, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

/* The result, borrowed until the next request. */
static json_t *ask(client *c, const char *method, json_t *params)
{
    c->id++;
    say(c, json_pack("{s:s, s:I, s:s, s:o}", "jsonrpc", "2.0", "id", (json_int_t)c->id, "method", method, "params",
                     params));
    assert_non_null(c->last);
    assert_int_equal(json_integer_value(json_object_get(c->last, "id")), c->id);
    return json_object_get(c->last, "result");
}

static void start(client *c, const char *encoding)
{
    memset(c, 0, sizeof *c);
    c->server = lsp_create(receive, c);
    assert_non_null(c->server);
    json_t *result =
        ask(c, "initialize", json_pack("{s:{s:{s:[s]}}}", "capabilities", "general", "positionEncodings", encoding));
    assert_string_equal(json_string_value(json_object_get(json_object_get(result, "capabilities"), "positionEncoding")),
                        encoding);
}

static void stop(client *c)
{
    int status;
    ask(c, "shutdown", json_null());
    tell(c, "exit", json_null());
    assert_true(lsp_exited(c->server, &status));
    assert_int_equal(status, 0);
    assert_false(c->broken);
    lsp_destroy(c->server);
    json_decref(c->last);
    json_decref(c->diagnostics);
}

static void open_text(client *c, const char *text, size_t size)
{
    tell(c, "textDocument/didOpen",
         json_pack("{s:{s:s, s:s, s:i, s:o}}", "textDocument", "uri", URI, "languageId", "d3d9asm", "version", 1,
                   "text", json_stringn(text, size)));
}

static json_t *whole_document(void)
{
    return json_pack("{s:{s:s}, s:{s:{s:i,s:i}, s:{s:i,s:i}}, s:{s:[]}, s:{s:i, s:b}}", "textDocument", "uri", URI,
                     "range", "start", "line", 0, "character", 0, "end", "line", 1000000, "character", 0, "context",
                     "diagnostics", "options", "tabSize", 4, "insertSpaces", 1);
}

/* The offset of a position, in bytes (UTF-8). */
static size_t offset_of(const char *text, size_t size, const json_t *position)
{
    json_int_t line = json_integer_value(json_object_get(position, "line"));
    size_t at = 0;
    for (; line > 0 && at < size; at++) {
        line -= text[at] == '\n';
    }
    at += (size_t)json_integer_value(json_object_get(position, "character"));
    return at < size ? at : size;
}

/* Edits of the server in order of place, none in another; the caller frees. */
static char *apply(const char *text, size_t size, const json_t *edits, size_t *out_size)
{
    size_t room = size + 1, to = 0, at = 0;
    bool used[64] = {false};
    size_t count = json_array_size(edits);
    for (size_t i = 0; i < count; i++) {
        room += json_string_length(json_object_get(json_array_get(edits, i), "newText"));
    }
    char *out = malloc(room);
    assert_non_null(out);
    for (size_t n = 0; n < count; n++) {
        const json_t *edit = json_array_get(edits, n);
        if (count <= 64) { /* those of a quick fix come in any order */
            size_t best = SIZE_MAX, chosen = 0;
            for (size_t i = 0; i < count; i++) {
                size_t from =
                    offset_of(text, size, json_object_get(json_object_get(json_array_get(edits, i), "range"), "start"));
                if (!used[i] && from < best) {
                    best = from;
                    chosen = i;
                }
            }
            used[chosen] = true;
            edit = json_array_get(edits, chosen);
        }
        const json_t *range = json_object_get(edit, "range");
        size_t from = offset_of(text, size, json_object_get(range, "start"));
        size_t end = offset_of(text, size, json_object_get(range, "end"));
        assert_true(from >= at && end >= from);
        memcpy(out + to, text + at, from - at);
        to += from - at;
        size_t length = json_string_length(json_object_get(edit, "newText"));
        memcpy(out + to, json_string_value(json_object_get(edit, "newText")), length);
        to += length;
        at = end;
    }
    memcpy(out + to, text + at, size - at);
    *out_size = to + size - at;
    out[*out_size] = '\0';
    return out;
}

/* ---- quick fixes ---- */

static const struct {
    const char *broken, *title, *mended;
} fixes[] = {
    {"ps_2_0\ndef c0, 1, 1, 1, 1\nmvo r0, c0\nmov oC0, r0\n", "Replace by 'mov'",
     "ps_2_0\ndef c0, 1, 1, 1, 1\nmov r0, c0\nmov oC0, r0\n"},
    {"ps_2_0\nmull_sat r0, c0, c1\nmov oC0, r0\n", "Replace by 'mul'", "ps_2_0\nmul_sat r0, c0, c1\nmov oC0, r0\n"},
    {"ps_2_0\nmov_stat r0, c0\nmov oC0, r0\n", "Replace by '_sat'", "ps_2_0\nmov_sat r0, c0\nmov oC0, r0\n"},
    {"ps_2_0\nmov rr0, c0\nmov oC0, r0\n", "Replace by 'r0'", "ps_2_0\nmov r0, c0\nmov oC0, r0\n"},
    {"vs_2_0\ndcl_texcord3 v0\nmov oPos, v0\n", "Replace by 'texcoord'", "vs_2_0\ndcl_texcoord3 v0\nmov oPos, v0\n"},
    {"ps_2_0\nadd r0, c0 c0\nmov oC0, r0\n", "Insert a comma", "ps_2_0\nadd r0, c0, c0\nmov oC0, r0\n"},
    {"ps_2_0\n  dcl t0\n  texld r0, t0, s3\n  mov oC0, r0\n", "Add 'dcl_2d s3'",
     "ps_2_0\n  dcl t0\n  dcl_2d s3\n  texld r0, t0, s3\n  mov oC0, r0\n"},
    {"ps_2_0\r\nmov r0, t1\r\nmov oC0, r0\r\n", "Add 'dcl t1'", "ps_2_0\r\ndcl t1\r\nmov r0, t1\r\nmov oC0, r0\r\n"},
    {"ps_3_0\nmov r0, -vFace\nmov oC0, r0\n", "Add 'dcl vFace'", "ps_3_0\ndcl vFace\nmov r0, -vFace\nmov oC0, r0\n"},
    {"ps_3_0\nmov r0.xy, vPos\nmov r0.zw, c0\nmov oC0, r0\n", "Add 'dcl vPos.xy'",
     "ps_3_0\ndcl vPos.xy\nmov r0.xy, vPos\nmov r0.zw, c0\nmov oC0, r0\n"},
    {"ps_3_0\nmov oC0, v2", "Add 'dcl_texcoord2 v2'", "ps_3_0\ndcl_texcoord2 v2\nmov oC0, v2"},
    {"vs_2_0\nmov oPos, v0\n", "Add 'dcl_position v0'", "vs_2_0\ndcl_position v0\nmov oPos, v0\n"},
    {"ps_2_0\nrcp r0, c0\nmov oC0, r0\n", "Replicate component x", "ps_2_0\nrcp r0, c0.x\nmov oC0, r0\n"},
    {"ps_2_0\nrcp r0, c0.yzw\nmov oC0, r0\n", "Replicate component y", "ps_2_0\nrcp r0, c0.y\nmov oC0, r0\n"},
    {"ps_1_4\ntexcrd r0, t0\nmov r0, r0.r\n", "Write .rgb", "ps_1_4\ntexcrd r0.rgb, t0\nmov r0, r0.r\n"},
    {"ps_2_0\nmov r0, c0\ndef c0, 1, 2, 3, 4 ; white\nmov oC0, r0\n", "Move it before the first instruction",
     "ps_2_0\ndef c0, 1, 2, 3, 4 ; white\nmov r0, c0\nmov oC0, r0\n"},
    {"ps_2_0\nmov r0, c0\n", "Add 'mov oC0, r0'", "ps_2_0\nmov r0, c0\nmov oC0, r0\n"},
    {"ps_1_1\nmov r0, 2-v0\n", "Write 1", "ps_1_1\nmov r0, 1-v0\n"},
    {"vs_2_0\nmov oPos, c0\ncall l0\nret\nlabel l0\nnop\n", "Insert ret",
     "vs_2_0\nmov oPos, c0\ncall l0\nret\nlabel l0\nnop\nret\n"},
    {"vs_2_0\nmov oPos, c0\ncall l0\nlabel l0\nret\n", "Insert ret before the label",
     "vs_2_0\nmov oPos, c0\ncall l0\nret\nlabel l0\nret\n"},
    {"vs_2_0\nmov r0, c0\nif_lt r0.x, c0.y\nmov r0, c1\nendif\nmov oPos, r0\n", "Change the version to vs_2_x",
     "vs_2_x\nmov r0, c0\nif_lt r0.x, c0.y\nmov r0, c1\nendif\nmov oPos, r0\n"},
    {"ps_2_0\nmov r0, c0\ndsx r1, r0\nmov oC0, r1\n", "Change the version to ps_2_x",
     "ps_2_x\nmov r0, c0\ndsx r1, r0\nmov oC0, r1\n"},
    {"vs_1_1\ndcl_position v0\nif_lt r0.x, c0.y\nmov oPos, v0\nendif\n", "Change the version to vs_2_x",
     "vs_2_x\ndcl_position v0\nif_lt r0.x, c0.y\nmov oPos, v0\nendif\n"},
    {"ps_1_4\npow r0, c0.x, c0.y\n", "Change the version to ps_2_0", "ps_2_0\npow r0, c0.x, c0.y\n"},
    {"vs_2_0\nif b0\n  mov oPos, c0\n", "Insert endif", "vs_2_0\nif b0\n  mov oPos, c0\nendif\n"},
    {"vs_2_0\nmov oPos, c0\nendrep\n", "Delete the statement", "vs_2_0\nmov oPos, c0\n"},
    {"vs_2_0\nmov_sat r0, c0\nmov oPos, r0\n", "Remove '_sat'", "vs_2_0\nmov r0, c0\nmov oPos, r0\n"},
    {"ps_2_0\nmov r0, c0\nmov oC0.xy, r0\n", "Remove the mask", "ps_2_0\nmov r0, c0\nmov oC0, r0\n"},
    {"ps_3_0\ndcl_texcoord v0.xy\nmov oC0, v0\n", "Declare all components", "ps_3_0\ndcl_texcoord v0\nmov oC0, v0\n"},
    {"ps_3_0\nmov r0, c2\n  add r1, c0, -c1.x ; sum\nadd oC0, r0, r1\n", "Copy c1 to r2",
     "ps_3_0\nmov r0, c2\n  mov r2, c1\n  add r1, c0, -r2.x ; sum\nadd oC0, r0, r1\n"},
    {"vs_3_0\ndcl_position v0\nmov r0, v0\n", "Add 'dcl_position o0'",
     "vs_3_0\ndcl_position v0\ndcl_position o0\nmov r0, v0\n"},
    {"vs_1_1\nmov r0, c0\n", "Add 'mov oPos, r0'", "vs_1_1\nmov r0, c0\nmov oPos, r0\n"},
    {"vs_2_0\nmov oPos, c0\nmov a0.x, c0.x\n", "Replace by 'mova'", "vs_2_0\nmov oPos, c0\nmova a0.x, c0.x\n"},
    {"ps_3_0\nmov r0, c0.xyz_abs\nmov oC0, r0\n", "Write the modifier before the swizzle",
     "ps_3_0\nmov r0, c0_abs.xyz\nmov oC0, r0\n"},
    {"ps_2_0\nmov oC0, c0\n", NULL, NULL}, /* nothing to mend */
    {"mov oC0, c0\n", "Begin with ps_2_0", "ps_2_0\nmov oC0, c0\n"},
};

static void test_fixes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fixes / sizeof fixes[0]; i++) {
        client c;
        start(&c, "utf-8");
        size_t length = strlen(fixes[i].broken), size = 0;
        open_text(&c, fixes[i].broken, length);
        json_t *list = ask(&c, "textDocument/codeAction", whole_document()), *found = NULL;
        size_t index;
        json_t *action;
        json_array_foreach(list, index, action)
        {
            const char *title = json_string_value(json_object_get(action, "title"));
            if (fixes[i].title != NULL && strcmp(title, fixes[i].title) == 0) {
                found = json_incref(action);
                break;
            }
        }
        if (fixes[i].title == NULL) {
            assert_int_equal(json_array_size(list), 0);
        } else {
            if (found == NULL) {
                print_error("no action '%s' for:\n%s\n%s\n", fixes[i].title, fixes[i].broken, json_dumps(list, 2));
            }
            assert_non_null(found);
            json_t *edits = json_object_get(json_object_get(json_object_get(found, "edit"), "changes"), URI);
            char *mended = apply(fixes[i].broken, length, edits, &size);
            assert_string_equal(mended, fixes[i].mended);
            free(mended);
            json_decref(found);
        }
        stop(&c);
    }
}

/* ---- formatting ---- */

static s9_result tokens_of(const char *text, size_t size, s9_blob *out)
{
    s9_program *program = NULL;
    s9_result result = s9_assemble(text, size, NULL, NULL, &program, NULL);
    if (result == S9_OK) {
        result = s9_encode(program, NULL, out);
    }
    s9_program_destroy(program);
    return result;
}

static char *formatted(const char *text, size_t size, size_t *out_size)
{
    client c;
    start(&c, "utf-8");
    open_text(&c, text, size);
    json_t *edits = ask(&c, "textDocument/formatting", whole_document());
    char *out = json_is_array(edits) ? apply(text, size, edits, out_size) : NULL;
    stop(&c);
    return out;
}

static void test_format(void **state)
{
    static const char *const pairs[][2] = {
        {"vs_2_0\ndcl_position   v0\n; outline\n\n\n\nif b0\nadd r0,v0 ,c0[ a0.x+3 ]\nelse // other\n;in\nmov r0,- v0\n"
         "endif nop mov oPos,r0",
         "vs_2_0\ndcl_position v0\n; outline\n\nif b0\n    add r0, v0, c0[a0.x + 3]\nelse // other\n    ;in\n"
         "    mov r0, -v0\nendif\nnop\nmov oPos, r0\n"},
        {"  ps_1_4\ntexld r0 , t0\nmul r0.rgb , r0 , 1-r0 +\nmov r0.a,r0_bx2 .a   ; kept\n",
         "  ps_1_4\n  texld r0, t0\n  mul r0.rgb, r0, 1-r0\n  + mov r0.a, r0_bx2.a   ; kept\n"},
        {"//\n// Generated by hand\n//\n\n    ps_2_0\n    dcl t0.xy\n    // half\n  mul r0,t0,c0\n    mov oC0, r0\n\n"
         "// approximately 2 instruction slots used\n",
         "//\n// Generated by hand\n//\n\n    ps_2_0\n    dcl t0.xy\n    // half\n    mul r0, t0, c0\n    mov oC0, "
         "r0\n\n"
         "// approximately 2 instruction slots used\n"},
        {"ps_2_x\r\n#define  X   1 + \\\r\n  2\r\n  (!p0.x)mov r0,c[ X ]\r\nmov oC0,r0\r\n",
         "ps_2_x\r\n#define  X   1 + \\\r\n  2\r\n(!p0.x) mov r0, c[X]\r\nmov oC0, r0\r\n"},
        {"vs_3_0\ndef c0, -1,- 2,.5 , 1e-3 // \xC3\xA9\n/* a\n b */ loop aL,i0\nrep i1\nnop\nendrep\nendloop\n",
         "vs_3_0\ndef c0, -1, -2, .5, 1e-3 // \xC3\xA9\n/* a\n b */ loop aL, i0\n    rep i1\n        nop\n"
         "    endrep\nendloop\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        size_t size = 0, again = 0;
        char *once = formatted(pairs[i][0], strlen(pairs[i][0]), &size);
        assert_non_null(once);
        assert_string_equal(once, pairs[i][1]);
        char *twice = formatted(once, size, &again);
        assert_string_equal(twice, once);
        free(once);
        free(twice);
    }
}

/* The examples of the rules are shaders of every version: what assembles gives the same words when it is formatted. */
static void test_format_keeps_tokens(void **state)
{
    size_t count = 0;
    (void)state;
    for (size_t i = 0; s9_check_rule_example(i) != NULL; i++) {
        const s9_rule_example *e = s9_check_rule_example(i);
        const char *texts[] = {e->breaking, e->mended};
        for (size_t k = 0; k < 2; k++) {
            s9_blob before = {0}, after = {0};
            size_t size = 0, again = 0;
            if (texts[k] == NULL || tokens_of(texts[k], strlen(texts[k]), &before) != S9_OK) {
                continue;
            }
            char *once = formatted(texts[k], strlen(texts[k]), &size);
            assert_non_null(once);
            assert_int_equal(tokens_of(once, size, &after), S9_OK);
            assert_int_equal(before.size, after.size);
            assert_memory_equal(before.data, after.data, before.size);
            char *twice = formatted(once, size, &again);
            assert_string_equal(once, twice);
            free(once);
            free(twice);
            s9_blob_free(&before);
            s9_blob_free(&after);
            count++;
        }
    }
    print_message("%zu shaders formatted\n", count);
    assert_true(count > 300);
}

/* ---- positions ---- */

static void test_positions(void **state)
{
    /* A character of two UTF-16 units and four bytes, one of one unit and two bytes, in front of a fault. */
    static const char text[] = "ps_2_0\r\n/* \xF0\x9F\x98\x80\xC3\xA9 */ mvo r0, c0\r\nmov oC0, r0\r\n";
    static const struct {
        const char *encoding;
        json_int_t column;
    } rows[] = {{"utf-16", 10}, {"utf-8", 13}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        client c;
        start(&c, rows[i].encoding);
        open_text(&c, text, strlen(text));
        json_t *range = json_object_get(json_array_get(c.diagnostics, 0), "range");
        json_t *from = json_object_get(range, "start"), *to = json_object_get(range, "end");
        assert_int_equal(json_integer_value(json_object_get(from, "line")), 1);
        assert_int_equal(json_integer_value(json_object_get(from, "character")), rows[i].column);
        assert_int_equal(json_integer_value(json_object_get(to, "character")), rows[i].column + 3);
        /* An edit at that place, and one behind the end of a line, which means its end. */
        tell(&c, "textDocument/didChange",
             json_pack("{s:{s:s, s:i}, s:[{s:O, s:s}, {s:{s:{s:i,s:i}, s:{s:i,s:i}}, s:s}]}", "textDocument", "uri",
                       URI, "version", 2, "contentChanges", "range", range, "text", "mov", "range", "start", "line", 2,
                       "character", 500, "end", "line", 2, "character", 600, "text", ".x"));
        assert_int_equal(json_array_size(c.diagnostics), 1); /* oC0 takes no swizzled source: V... */
        stop(&c);
    }
}

/* ---- hostile messages ---- */

static uint32_t random_next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static const char *const messages[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"textDocument/hover\",\"params\":{\"textDocument\":{\"uri\":\"" URI
    "\"},\"position\":{\"line\":2,\"character\":5}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"textDocument/completion\",\"params\":{\"textDocument\":{\"uri\":\"" URI
    "\"},\"position\":{\"line\":3,\"character\":1}}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"" URI
    "\",\"version\":3},\"contentChanges\":[{\"range\":{\"start\":{\"line\":1,\"character\":2},\"end\":{\"line\":3,"
    "\"character\":9}},\"text\":\"add r0, [c1\\n\"}]}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"" URI
    "\",\"version\":1,\"text\":\"ps_3_0\\n#define A r0\\ndcl_2d s0\\nif b0\\nmov A, \\u00e9c0.x\\nendif\\nmov oC0, r0"
    "\"}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"textDocument/rename\",\"params\":{\"textDocument\":{\"uri\":\"" URI
    "\"},\"position\":{\"line\":1,\"character\":9},\"newName\":\"r3\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"textDocument/formatting\",\"params\":{\"textDocument\":{\"uri\":"
    "\"" URI "\"},\"options\":{\"tabSize\":8,\"insertSpaces\":false}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"textDocument/codeAction\",\"params\":{\"textDocument\":{\"uri\":\"" URI
    "\"},\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":99,\"character\":0}},\"context\":{}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"textDocument/semanticTokens/range\",\"params\":{\"textDocument\":"
    "{\"uri\":\"" URI "\"},\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":9,\"character\":9}}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"textDocument/"
    "signatureHelp\",\"params\":{\"textDocument\":{\"uri\":\"" URI "\"},\"position\":{\"line\":4,\"character\":6}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"textDocument/"
    "documentSymbol\",\"params\":{\"textDocument\":{\"uri\":\"" URI "\"}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"textDocument/references\",\"params\":{\"textDocument\":{\"uri\":\"" URI
    "\"},\"position\":{\"line\":4,\"character\":5},\"context\":{\"includeDeclaration\":true}}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"workspace/didChangeConfiguration\",\"params\":{\"settings\":{\"shader9\":"
    "{\"dialect\":\"d3d8\",\"caps\":{\"max_ps\":\"2_0\"},\"defines\":{\"A\":\"1\",\"B\":\"c0\"}}}}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancelRequest\",\"params\":{\"id\":4}}",
    "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"textDocument/"
    "foldingRange\",\"params\":{\"textDocument\":{\"uri\":\"" URI "\"}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":10,\"method\":\"textDocument/inlayHint\",\"params\":{\"textDocument\":{\"uri\":\"" URI
    "\"},\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":9,\"character\":9}}}}",
};

static void test_hostile(void **state)
{
    enum { ROUNDS = 6000, MESSAGES = sizeof messages / sizeof messages[0] };
    static const char pieces[] = "0123456789-[]{}\",:\\u0abcorv#;/.\n+()!_ \xC3\xA9";
    uint32_t seed = 9;
    client c;
    (void)state;
    start(&c, "utf-16");
    open_text(&c, "ps_2_0\nmov r0, c0\n", 18);
    for (size_t round = 0; round < ROUNDS; round++) {
        const char *message = messages[random_next(&seed) % MESSAGES];
        size_t size = strlen(message);
        char *copy = malloc(size + 1);
        assert_non_null(copy);
        memcpy(copy, message, size + 1);
        size_t changes = random_next(&seed) % 4;
        for (size_t i = 0; i < changes; i++) {
            size_t at = random_next(&seed) % size;
            copy[at] = pieces[random_next(&seed) % (sizeof pieces - 1)];
        }
        if (random_next(&seed) % 16 == 0) {
            size = random_next(&seed) % size;
        }
        lsp_handle(c.server, copy, size);
        free(copy);
    }
    assert_true(c.sent > ROUNDS / 4);
    assert_false(c.broken);
    int status;
    assert_false(lsp_exited(c.server, &status));
    stop(&c);
}

/* Texts of any characters, asked about everywhere. */
static void test_odd_texts(void **state)
{
    static const char *const texts[] = {"",
                                        "\n",
                                        "\r",
                                        "#",
                                        "#define",
                                        "#define A\\",
                                        "//!",
                                        "//!constant : c0",
                                        "/*",
                                        "mov",
                                        "[",
                                        "+",
                                        "(",
                                        "ps_2_0",
                                        "ps_2_0\nmov r0.",
                                        "ps_2_0 ((((",
                                        "vs.1.1\n+",
                                        "ps_2_0\n]]]]",
                                        "ps_2_0\nendif endif else",
                                        "vs_2_0\nlabel\nlabel l0",
                                        "\"",
                                        "\xC3\xA9",
                                        "ps_2_0\nmov r99999999999, c0[",
                                        "ps_2_0\n//   g_World         c0      16\n//  x  c0  0\nmov r0, c15\n",
                                        "#include \"../../etc/passwd\"\n",
                                        "#line 99999 \"x\"\nps_2_0\nfoo\n"};
    static const char *const methods[] = {
        "hover",           "completion",     "signatureHelp",       "definition",   "references", "documentHighlight",
        "prepareRename",   "documentSymbol", "semanticTokens/full", "foldingRange", "inlayHint",  "formatting",
        "rangeFormatting", "codeAction"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        client c;
        start(&c, "utf-16");
        open_text(&c, texts[i], strlen(texts[i]));
        for (size_t m = 0; m < sizeof methods / sizeof methods[0]; m++) {
            for (int line = 0; line < 3; line++) {
                for (int column = 0; column < 20; column++) {
                    char name[64];
                    json_t *params = whole_document();
                    snprintf(name, sizeof name, "textDocument/%s", methods[m]);
                    json_object_set_new(params, "position", json_pack("{s:i, s:i}", "line", line, "character", column));
                    ask(&c, name, params);
                    assert_null(json_object_get(c.last, "error"));
                }
            }
        }
        stop(&c);
    }
}

/* Damaged shaders: every question has an answer, and what is formatted stays what it is when it is formatted again. */
static void test_damaged_texts(void **state)
{
    enum { ROUNDS = 1200 };
    static const char *const methods[] = {
        "hover",         "completion",     "signatureHelp",       "definition",   "references", "documentHighlight",
        "prepareRename", "documentSymbol", "semanticTokens/full", "foldingRange", "inlayHint",  "codeAction"};
    static const char pieces[] = "rcvt0123.,[]+-()!_#;/*\n\" aLxyz=\\";
    uint32_t seed = 5;
    size_t count = 0, failures = 0;
    (void)state;
    while (s9_check_rule_example(count) != NULL) {
        count++;
    }
    for (size_t round = 0; round < ROUNDS; round++) {
        const s9_rule_example *e = s9_check_rule_example(random_next(&seed) % count);
        const char *text = e->breaking != NULL && random_next(&seed) % 2 != 0 ? e->breaking : e->mended;
        size_t size = text == NULL ? 0 : strlen(text), once_size = 0, twice_size = 0;
        if (size == 0) {
            continue;
        }
        char *damaged = malloc(size + 1);
        assert_non_null(damaged);
        memcpy(damaged, text, size + 1);
        for (size_t i = random_next(&seed) % 5; i > 0; i--) {
            damaged[random_next(&seed) % size] = pieces[random_next(&seed) % (sizeof pieces - 1)];
        }
        client c;
        start(&c, "utf-16");
        open_text(&c, damaged, size);
        for (size_t m = 0; m < sizeof methods / sizeof methods[0]; m++) {
            char name[64];
            json_t *params = whole_document();
            snprintf(name, sizeof name, "textDocument/%s", methods[m]);
            json_object_set_new(params, "position",
                                json_pack("{s:i, s:i}", "line", (int)(random_next(&seed) % 8), "character",
                                          (int)(random_next(&seed) % 24)));
            ask(&c, name, params);
            assert_null(json_object_get(c.last, "error"));
        }
        stop(&c);
        char *once = formatted(damaged, size, &once_size);
        char *twice = once == NULL ? NULL : formatted(once, once_size, &twice_size);
        if (twice != NULL && strcmp(once, twice) != 0) {
            print_error("of:\n%s\nonce:\n%s\ntwice:\n%s\n", damaged, once, twice);
            failures++;
        }
        free(once);
        free(twice);
        free(damaged);
    }
    assert_int_equal(failures, 0);
}

/* The position of an offset in UTF-16. */
static json_t *position_of(const char *text, size_t offset)
{
    int line = 0, units = 0;
    for (size_t i = 0; i < offset; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n') {
            line++;
            units = 0;
        } else {
            units += (c & 0xC0) == 0x80 ? 0 : c >= 0xF0 ? 2 : 1;
        }
    }
    return json_pack("{s:i, s:i}", "line", line, "character", units);
}

/* Edits one by one lead where the whole text leads. */
static void test_incremental(void **state)
{
    enum { ROUNDS = 400, MOST = 4096 };
    static const char *const inserted[] = {
        "mov r0, c0\n", "\r\n", "; \xF0\x9F\x98\x80 ", "\n", "x", "// \xC3\xA9", "r1", ", ", "+", ""};
    static char text[MOST + 64];
    uint32_t seed = 77;
    client c, whole;
    (void)state;
    start(&c, "utf-16");
    start(&whole, "utf-16");
    strcpy(text, "ps_2_0\nmov r0, c0\nmov oC0, r0\n");
    open_text(&c, text, strlen(text));
    for (size_t round = 0; round < ROUNDS; round++) {
        size_t size = strlen(text), from = random_next(&seed) % (size + 1), to = from + random_next(&seed) % 8;
        const char *more = inserted[random_next(&seed) % (sizeof inserted / sizeof inserted[0])];
        to = to > size ? size : to;
        /* Neither inside of a character nor between CR and LF, which no position is. */
        while (from > 0 && ((text[from] & 0xC0) == 0x80 || (text[from] == '\n' && text[from - 1] == '\r'))) {
            from--;
        }
        while (to < size && ((text[to] & 0xC0) == 0x80 || (text[to] == '\n' && text[to - 1] == '\r'))) {
            to++;
        }
        if (from > size || size + strlen(more) > MOST || (from > 0 && text[from - 1] == '\r')) {
            continue;
        }
        json_t *start_of = position_of(text, from), *end_of = position_of(text, to);
        tell(&c, "textDocument/didChange",
             json_pack("{s:{s:s, s:I}, s:[{s:{s:o, s:o}, s:s}]}", "textDocument", "uri", URI, "version",
                       (json_int_t)round + 2, "contentChanges", "range", "start", start_of, "end", end_of, "text",
                       more));
        memmove(text + from + strlen(more), text + to, size - to + 1);
        memcpy(text + from, more, strlen(more));
        open_text(&whole, text, strlen(text));
        assert_true(json_equal(c.diagnostics, whole.diagnostics));
    }
    stop(&c);
    stop(&whole);
}

/* What comes at the wrong time. */
static void test_order(void **state)
{
    client c = {0};
    int status;
    (void)state;
    c.server = lsp_create(receive, &c);
    assert_non_null(c.server);
    ask(&c, "textDocument/hover", json_object());
    assert_int_equal(json_integer_value(json_object_get(json_object_get(c.last, "error"), "code")), -32002);
    ask(&c, "initialize", json_object());
    ask(&c, "initialize", json_object());
    assert_int_equal(json_integer_value(json_object_get(json_object_get(c.last, "error"), "code")), -32600);
    ask(&c, "textDocument/nothing", json_object());
    assert_int_equal(json_integer_value(json_object_get(json_object_get(c.last, "error"), "code")), -32601);
    ask(&c, "textDocument/hover", json_object());
    assert_int_equal(json_integer_value(json_object_get(json_object_get(c.last, "error"), "code")), -32602);
    lsp_handle(c.server, "{", 1);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(c.last, "error"), "code")), -32700);
    tell(&c, "exit", json_null());
    assert_true(lsp_exited(c.server, &status));
    assert_int_equal(status, 1);
    lsp_destroy(c.server);
    json_decref(c.last);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixes),
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_format_keeps_tokens),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_odd_texts),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_damaged_texts),
        cmocka_unit_test(test_incremental),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
