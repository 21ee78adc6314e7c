/* SPDX-License-Identifier: MIT */
/* Messages in and out: what each method asks, and what is said where it asks nonsense. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
    INTERNAL_ERROR = -32603,
    NOT_INITIALIZED = -32002,
    REQUEST_FAILED = -32803
};

/* ---- out ---- */

/* Into a buffer that remembers if memory ran out: where a key ends jansson's writer does not look whether it did. */
static int collect(const char *bytes, size_t size, void *user)
{
    buffer *out = user;
    buffer_bytes(out, bytes, size);
    return out->failed ? -1 : 0;
}

static void send_json(lsp_server *s, json_t *message)
{
    buffer out = {0};
    if (message != NULL && json_dump_callback(message, collect, &out, JSON_COMPACT | JSON_ENCODE_ANY) == 0 &&
        !out.failed) {
        s->send(s->user, out.data, out.size);
    }
    buffer_free(&out);
    json_decref(message);
}

static void reply(lsp_server *s, const json_t *id, json_t *result)
{
    send_json(
        s, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result == NULL ? json_null() : result));
}

static void fail(lsp_server *s, const json_t *id, int code, const char *message)
{
    send_json(s, json_pack("{s:s, s:o, s:{s:i, s:s}}", "jsonrpc", "2.0", "id",
                           id == NULL ? json_null() : json_deep_copy(id), "error", "code", code, "message", message));
}

static void notify(lsp_server *s, const char *method, json_t *params)
{
    send_json(s, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

static void publish(lsp_server *s, const document *d, json_t *diagnostics)
{
    json_t *params = json_pack("{s:s, s:o}", "uri", d->uri, "diagnostics", diagnostics);
    if (params != NULL && d->has_version) {
        json_object_set_new(params, "version", json_integer(d->version));
    }
    notify(s, "textDocument/publishDiagnostics", params);
}

static void judge(lsp_server *s, document *d)
{
    document_analyse(s, d);
    publish(s, d, diagnostics_json(d));
}

/* ---- settings ---- */

static void free_defines(settings *s)
{
    for (size_t i = 0; i < s->defines.count; i++) {
        free((char *)s->defines.items[i].name);
        free((char *)s->defines.items[i].value);
    }
    s->defines.count = 0;
}

static void read_defines(settings *s, const json_t *object)
{
    const char *name;
    json_t *value;
    free_defines(s);
    json_object_foreach((json_t *)object, name, value)
    {
        const char *text = json_string_value(value);
        if (text == NULL || !GROW(&s->defines)) {
            continue;
        }
        char *n = copy_bytes(name, strlen(name)), *v = copy_bytes(text, strlen(text));
        if (n == NULL || v == NULL) {
            free(n);
            free(v);
            continue;
        }
        s->defines.items[s->defines.count++] = (s9_define){n, v};
    }
}

/* {"dialect": "d3d8", "caps": "hardware", "defines": {"FOG": "1"}}, maybe inside of "shader9". */
static void read_settings(settings *s, const json_t *object)
{
    const json_t *inner = json_object_get(object, "shader9");
    object = json_is_object(inner) ? inner : object;
    const char *dialect = json_string_value(json_object_get(object, "dialect"));
    const json_t *caps = json_object_get(object, "caps");
    if (dialect != NULL) {
        s->dialect = strcmp(dialect, "d3d8") == 0 ? S9_DIALECT_D3D8 : S9_DIALECT_D3D9;
    }
    if (json_is_string(caps)) {
        s->has_caps = s9_caps_preset(json_string_value(caps), &s->caps) == S9_OK;
    } else if (json_is_object(caps)) { /* fields of a caps file */
        const char *name;
        json_t *value;
        s->has_caps = s9_caps_preset("generous", &s->caps) == S9_OK;
        json_object_foreach((json_t *)caps, name, value)
        {
            if (json_is_string(value)) {
                s9_caps_set_version(&s->caps, name, json_string_value(value));
            } else if (json_is_boolean(value)) {
                s9_caps_set(&s->caps, name, json_is_true(value));
            } else if (json_is_integer(value) && json_integer_value(value) >= 0 &&
                       json_integer_value(value) <= UINT32_MAX) {
                s9_caps_set(&s->caps, name, (uint32_t)json_integer_value(value));
            }
        }
    }
    const json_t *defines = json_object_get(object, "defines");
    if (json_is_object(defines)) {
        read_defines(s, defines);
    }
}

static void judge_all(lsp_server *s)
{
    for (size_t i = 0; i < s->documents.count; i++) {
        judge(s, s->documents.items[i]);
    }
}

/* ---- life ---- */

static json_t *capabilities(const lsp_server *s)
{
    json_t *out = json_pack(
        "{s:s, s:{s:b, s:i, s:{s:b}}, s:b, s:{s:[s,s]}, s:{s:[s,s]}, s:b, s:b, s:b, s:{s:b}, s:b, s:b, s:b, s:b, s:b}",
        "positionEncoding", s->utf8 ? "utf-8" : "utf-16",                          //
        "textDocumentSync", "openClose", 1, "change", 2, "save", "includeText", 0, //
        "hoverProvider", 1,                                                        //
        "completionProvider", "triggerCharacters", ".", "_",                       //
        "signatureHelpProvider", "triggerCharacters", " ", ",",                    //
        "definitionProvider", 1, "referencesProvider", 1, "documentHighlightProvider", 1, "renameProvider",
        "prepareProvider", 1, "documentSymbolProvider", 1, "documentFormattingProvider", 1,
        "documentRangeFormattingProvider", 1, "foldingRangeProvider", 1, "inlayHintProvider", 1);
    json_object_set_new(out, "codeActionProvider",
                        json_pack("{s:[s,s]}", "codeActionKinds", "quickfix", "refactor.rewrite"));
    json_object_set_new(out, "semanticTokensProvider",
                        json_pack("{s:o, s:b, s:b}", "legend", semantic_legend(), "full", 1, "range", 1));
    return out;
}

static json_t *initialize(lsp_server *s, const json_t *params)
{
    const json_t *client = json_object_get(params, "capabilities");
    const json_t *encodings = json_object_get(json_object_get(client, "general"), "positionEncodings");
    s->utf8 = false;
    for (size_t i = 0; i < json_array_size(encodings); i++) {
        const char *name = json_string_value(json_array_get(encodings, i));
        if (name != NULL && (strcmp(name, "utf-8") == 0 || strcmp(name, "utf-16") == 0)) {
            s->utf8 = strcmp(name, "utf-8") == 0; /* the first that is known: the client's choice */
            break;
        }
    }
    s->asks_configuration = json_is_true(json_object_get(json_object_get(client, "workspace"), "configuration"));
    read_settings(&s->settings, json_object_get(params, "initializationOptions"));
    s->initialized = true;
    return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(s), "serverInfo", "name", "shader9", "version",
                     s9_library_version());
}

static void ask_configuration(lsp_server *s)
{
    if (s->asks_configuration) {
        send_json(s, json_pack("{s:s, s:s, s:s, s:{s:[{s:s}]}}", "jsonrpc", "2.0", "id", "shader9-configuration",
                               "method", "workspace/configuration", "params", "items", "section", "shader9"));
    }
}

/* ---- documents ---- */

static size_t find(const lsp_server *s, const json_t *params)
{
    const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
    for (size_t i = 0; uri != NULL && i < s->documents.count; i++) {
        if (strcmp(s->documents.items[i]->uri, uri) == 0) {
            return i;
        }
    }
    return LSP_NONE;
}

static void take_version(document *d, const json_t *item)
{
    const json_t *version = json_object_get(item, "version");
    d->has_version = json_is_integer(version);
    d->version = json_integer_value(version);
}

static void did_open(lsp_server *s, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument");
    const json_t *text = json_object_get(item, "text");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    if (uri == NULL || !json_is_string(text)) {
        return;
    }
    size_t index = find(s, params);
    document *d = index == LSP_NONE ? NULL : s->documents.items[index];
    if (d != NULL) { /* opened twice: the later text */
        document_set(d, json_string_value(text), json_string_length(text));
    } else if (s->documents.count < LSP_MOST_DOCUMENTS && GROW(&s->documents)) {
        d = document_create(uri, json_string_value(text), json_string_length(text), s->utf8);
        if (d != NULL) {
            s->documents.items[s->documents.count++] = d;
        }
    }
    if (d != NULL) {
        take_version(d, item);
        judge(s, d);
    }
}

static void did_change(lsp_server *s, const json_t *params)
{
    size_t index = find(s, params);
    const json_t *changes = json_object_get(params, "contentChanges");
    if (index == LSP_NONE) {
        return;
    }
    document *d = s->documents.items[index];
    for (size_t i = 0; i < json_array_size(changes); i++) {
        const json_t *change = json_array_get(changes, i);
        const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
        if (!json_is_string(text)) {
            continue;
        }
        if (json_is_object(range)) {
            document_replace(d, document_span(d, range), json_string_value(text), json_string_length(text));
        } else {
            document_set(d, json_string_value(text), json_string_length(text));
        }
    }
    take_version(d, json_object_get(params, "textDocument"));
    judge(s, d);
}

static void did_close(lsp_server *s, const json_t *params)
{
    size_t index = find(s, params);
    if (index == LSP_NONE) {
        return;
    }
    document *d = s->documents.items[index];
    s->documents.items[index] = s->documents.items[--s->documents.count];
    d->has_version = false;
    publish(s, d, json_array());
    document_destroy(d);
}

/* ---- requests about a document ---- */

typedef struct request {
    lsp_server *server;
    document *d;
    const json_t *params;
    size_t offset;
    span range;
    const char *error;
} request;

static json_t *on_hover(request *r)
{
    return hover(r->d, r->offset);
}
static json_t *on_completion(request *r)
{
    return complete(r->server, r->d, r->offset);
}
static json_t *on_signature(request *r)
{
    return signature(r->d, r->offset);
}
static json_t *on_definition(request *r)
{
    return definition(r->d, r->offset);
}
static json_t *on_references(request *r)
{
    return references(r->d, r->offset,
                      json_is_true(json_object_get(json_object_get(r->params, "context"), "includeDeclaration")));
}
static json_t *on_highlight(request *r)
{
    return highlights(r->d, r->offset);
}
static json_t *on_prepare(request *r)
{
    return prepare_rename(r->d, r->offset);
}
static json_t *on_rename(request *r)
{
    const char *name = json_string_value(json_object_get(r->params, "newName"));
    return rename_to(r->d, r->offset, name == NULL ? "" : name, &r->error);
}
static json_t *on_symbols(request *r)
{
    return document_symbols(r->d);
}
static json_t *on_tokens(request *r)
{
    return semantic_tokens(r->d, (span){0, r->d->size});
}
static json_t *on_token_range(request *r)
{
    return semantic_tokens(r->d, r->range);
}
static json_t *on_folding(request *r)
{
    return folding_ranges(r->d);
}
static json_t *on_inlay(request *r)
{
    return inlay_hints(r->d, r->range);
}
static json_t *on_format(request *r)
{
    return format_document(r->server, r->d, (span){0, r->d->size}, json_object_get(r->params, "options"));
}
static json_t *on_format_range(request *r)
{
    return format_document(r->server, r->d, r->range, json_object_get(r->params, "options"));
}
static json_t *on_actions(request *r)
{
    return code_actions(r->d, r->range, json_object_get(json_object_get(r->params, "context"), "only"));
}

typedef enum needs { NEEDS_NOTHING, NEEDS_POSITION, NEEDS_RANGE } needs;

static const struct {
    const char *method;
    needs needs;
    json_t *(*answer)(request *r);
} methods[] = {
    {"textDocument/hover", NEEDS_POSITION, on_hover},
    {"textDocument/completion", NEEDS_POSITION, on_completion},
    {"textDocument/signatureHelp", NEEDS_POSITION, on_signature},
    {"textDocument/definition", NEEDS_POSITION, on_definition},
    {"textDocument/references", NEEDS_POSITION, on_references},
    {"textDocument/documentHighlight", NEEDS_POSITION, on_highlight},
    {"textDocument/prepareRename", NEEDS_POSITION, on_prepare},
    {"textDocument/rename", NEEDS_POSITION, on_rename},
    {"textDocument/documentSymbol", NEEDS_NOTHING, on_symbols},
    {"textDocument/semanticTokens/full", NEEDS_NOTHING, on_tokens},
    {"textDocument/semanticTokens/range", NEEDS_RANGE, on_token_range},
    {"textDocument/foldingRange", NEEDS_NOTHING, on_folding},
    {"textDocument/inlayHint", NEEDS_RANGE, on_inlay},
    {"textDocument/formatting", NEEDS_NOTHING, on_format},
    {"textDocument/rangeFormatting", NEEDS_RANGE, on_format_range},
    {"textDocument/codeAction", NEEDS_RANGE, on_actions},
};

/* False when there is no such method. */
static bool answer(lsp_server *s, const char *method, const json_t *id, const json_t *params)
{
    for (size_t i = 0; i < LSP_COUNT(methods); i++) {
        if (strcmp(methods[i].method, method) != 0) {
            continue;
        }
        size_t index = find(s, params);
        const json_t *position = json_object_get(params, "position"), *range = json_object_get(params, "range");
        if (index == LSP_NONE || (methods[i].needs == NEEDS_POSITION && !json_is_object(position)) ||
            (methods[i].needs == NEEDS_RANGE && !json_is_object(range))) {
            fail(s, id, INVALID_PARAMS, index == LSP_NONE ? "the document is not open" : "a place is missing");
            return true;
        }
        request r = {.server = s, .d = s->documents.items[index], .params = params};
        if (methods[i].needs == NEEDS_POSITION) {
            r.offset = document_offset(r.d, position);
        } else if (methods[i].needs == NEEDS_RANGE) {
            r.range = document_span(r.d, range);
        }
        json_t *result = methods[i].answer(&r);
        if (r.error != NULL) {
            json_decref(result);
            fail(s, id, REQUEST_FAILED, r.error);
        } else {
            reply(s, id, result);
        }
        return true;
    }
    return false;
}

/* ---- dispatch ---- */

static void on_request(lsp_server *s, const char *method, const json_t *id, const json_t *params)
{
    if (strcmp(method, "initialize") == 0) {
        if (s->initialized) {
            fail(s, id, INVALID_REQUEST, "initialize comes once");
        } else {
            reply(s, id, initialize(s, params));
        }
    } else if (!s->initialized) {
        fail(s, id, NOT_INITIALIZED, "initialize comes first");
    } else if (s->shut) {
        fail(s, id, INVALID_REQUEST, "the server has been shut down");
    } else if (strcmp(method, "shutdown") == 0) {
        s->shut = true;
        reply(s, id, NULL);
    } else if (!answer(s, method, id, params)) {
        fail(s, id, METHOD_NOT_FOUND, "there is no such method");
    }
}

static void on_notification(lsp_server *s, const char *method, const json_t *params)
{
    if (strcmp(method, "exit") == 0) {
        s->exited = true;
        s->status = s->shut ? 0 : 1;
    } else if (!s->initialized || s->shut) {
        return;
    } else if (strcmp(method, "initialized") == 0) {
        ask_configuration(s);
    } else if (strcmp(method, "textDocument/didOpen") == 0) {
        did_open(s, params);
    } else if (strcmp(method, "textDocument/didChange") == 0) {
        did_change(s, params);
    } else if (strcmp(method, "textDocument/didClose") == 0) {
        did_close(s, params);
    } else if (strcmp(method, "textDocument/didSave") == 0) {
        judge_all(s); /* what includes it may be right now */
    } else if (strcmp(method, "workspace/didChangeConfiguration") == 0) {
        const json_t *given = json_object_get(params, "settings");
        if (json_is_object(given) && json_object_size(given) != 0) {
            read_settings(&s->settings, given);
            judge_all(s);
        } else {
            ask_configuration(s);
        }
    }
    /* $/cancelRequest comes too late: requests are answered one after the other. Others are not for this server. */
}

void lsp_handle(lsp_server *s, const char *json, size_t size)
{
    json_error_t error;
    json_t *message = json_loadb(json, size, 0, &error);
    const json_t *id = json_object_get(message, "id");
    const char *method = json_string_value(json_object_get(message, "method"));
    const json_t *params = json_object_get(message, "params");
    if (message == NULL) {
        fail(s, NULL, PARSE_ERROR, error.text);
    } else if (method == NULL && id != NULL &&
               (json_object_get(message, "result") != NULL || json_object_get(message, "error") != NULL)) {
        const char *name = json_string_value(id);
        const json_t *given = json_array_get(json_object_get(message, "result"), 0);
        if (name != NULL && strcmp(name, "shader9-configuration") == 0 && json_is_object(given)) {
            read_settings(&s->settings, given);
            judge_all(s);
        }
    } else if (method == NULL || (id != NULL && !json_is_integer(id) && !json_is_string(id))) {
        fail(s, NULL, INVALID_REQUEST, "a message has a method, and as id a number or a string");
    } else if (id != NULL) {
        on_request(s, method, id, params);
    } else {
        on_notification(s, method, params);
    }
    json_decref(message);
}

lsp_server *lsp_create(void (*send)(void *user, const char *json, size_t size), void *user)
{
    lsp_server *s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->send = send;
        s->user = user;
        s->settings.caps.struct_size = sizeof s->settings.caps;
    }
    return s;
}

void lsp_destroy(lsp_server *s)
{
    if (s == NULL) {
        return;
    }
    for (size_t i = 0; i < s->documents.count; i++) {
        document_destroy(s->documents.items[i]);
    }
    free(s->documents.items);
    free_defines(&s->settings);
    free(s->settings.defines.items);
    free(s);
}

bool lsp_exited(const lsp_server *s, int *status)
{
    *status = s->status;
    return s->exited;
}
