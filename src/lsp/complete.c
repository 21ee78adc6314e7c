/* SPDX-License-Identifier: MIT */
/* What may be written next, in the version of the document; and what operands an instruction takes. */
#include "internal.h"

#include <inttypes.h>
#include <string.h>

enum {
    KIND_FUNCTION = 3,
    KIND_VARIABLE = 6,
    KIND_KEYWORD = 14,
    KIND_ENUM = 20,
    KIND_CONSTANT = 21,
    KIND_OPERATOR = 24
};

typedef struct completion {
    const document *d;
    json_t *items;
    span word; /* what is replaced */
} completion;

static void offer(completion *c, const char *label, int kind, const char *detail, const char *documentation)
{
    json_t *item =
        json_pack("{s:s, s:i, s:o}", "label", label, "kind", kind, "textEdit", text_edit(c->d, c->word, label));
    if (detail != NULL && detail[0] != '\0') {
        json_object_set_new(item, "detail", text_json(detail));
    }
    if (documentation != NULL && documentation[0] != '\0') {
        json_object_set_new(item, "documentation", text_json(documentation));
    }
    json_array_append_new(c->items, item);
}

static void offer_versions(completion *c)
{
    for (size_t i = 0; s9_version_name(i) != NULL; i++) {
        offer(c, s9_version_name(i), KIND_KEYWORD, s9_version_name(i)[0] == 'v' ? "vertex shader" : "pixel shader",
              NULL);
    }
}

static void offer_opcode(completion *c, size_t opcode)
{
    static const char *const comparisons[] = {"_gt", "_lt", "_ge", "_le", "_eq", "_ne"};
    s9_opcode_reference r;
    if (!s9_opcode_get(opcode, &r)) {
        return;
    }
    buffer text = {0};
    buffer_put(&text, r.summary);
    if (r.formula[0] != '\0') {
        buffer_format(&text, "\n%s", r.formula);
    }
    bool compares =
        strstr(r.syntax, "_comp") != NULL || strstr(r.syntax, "_lt") != NULL || strstr(r.syntax, "_gt") != NULL;
    for (size_t i = 0; compares && i < LSP_COUNT(comparisons); i++) {
        buffer name = {0};
        buffer_format(&name, "%.*s%s", (int)strcspn(r.name, "_"), r.name, comparisons[i]);
        if (!name.failed) {
            offer(c, name.data, KIND_FUNCTION, r.syntax, text.data);
        }
        buffer_free(&name);
    }
    if (!compares) {
        offer(c, r.name, KIND_FUNCTION, r.syntax, text.data);
    }
    for (size_t form = 0; s9_opcode_form(opcode, form) != NULL; form++) { /* texldp and texldb are forms of texld */
        const char *name = s9_opcode_form(opcode, form);
        if (s9_opcode_form_slots(opcode, form, c->d->scan.number) != NULL && strncmp(name, "texld", 5) == 0 &&
            strlen(name) == 6 && strcmp(name, r.name) != 0) {
            offer(c, name, KIND_FUNCTION, r.syntax, text.data);
        }
    }
    buffer_free(&text);
}

static void offer_declarations(completion *c)
{
    const char *version = s9_version_name(c->d->scan.number);
    bool pixel = version[0] == 'p', sampler = false, usages = false;
    s9_register_reference r;
    for (size_t i = 0; s9_register_get(c->d->scan.number, i, &r); i++) {
        sampler |= r.sample && r.declared;
    }
    usages = !pixel || version[3] == '3';
    if (version[3] == '1' && pixel) {
        return;
    }
    for (size_t i = 0; usages && s9_usage_name(i) != NULL; i++) {
        buffer name = {0};
        buffer_format(&name, "dcl_%s", s9_usage_name(i));
        if (!name.failed) {
            offer(c, name.data, KIND_KEYWORD, "declaration", NULL);
        }
        buffer_free(&name);
    }
    if (pixel) {
        offer(c, "dcl", KIND_KEYWORD, version[3] == '3' ? "dcl vPos.xy, dcl vFace" : "dcl t#, dcl v#", NULL);
    }
    if (pixel && version[3] == '2') {
        offer(c, "dcl_pp", KIND_KEYWORD, "dcl_pp t#", NULL);
        offer(c, "dcl_centroid", KIND_KEYWORD, "dcl_centroid t#", NULL);
    }
    if (sampler) {
        offer(c, "dcl_2d", KIND_KEYWORD, "dcl_2d s#", NULL);
        offer(c, "dcl_cube", KIND_KEYWORD, "dcl_cube s#", NULL);
        offer(c, "dcl_volume", KIND_KEYWORD, "dcl_volume s#", NULL);
    }
}

static void offer_macros(completion *c)
{
    for (size_t i = 0; i < c->d->scan.macros.count; i++) {
        offer(c, c->d->scan.macros.items[i].text, KIND_CONSTANT, "macro", NULL);
    }
}

static void offer_statements(completion *c)
{
    if (c->d->scan.number == LSP_NONE) {
        offer_versions(c);
        return;
    }
    for (size_t i = 0; i < s9_opcode_count(); i++) {
        s9_opcode_reference r;
        if (s9_opcode_get(i, &r) && strcmp(r.name, "dcl") != 0 && opcode_available(i, c->d->scan.number)) {
            offer_opcode(c, i);
        }
    }
    offer_declarations(c);
    offer_macros(c);
}

/* Registers of the version. Of long files those that occur and the next one; of short files all. */
static void offer_registers(completion *c)
{
    enum { SHORT = 32, MOST = 512 };
    s9_register_reference r;
    for (size_t i = 0; c->d->scan.number != LSP_NONE && s9_register_get(c->d->scan.number, i, &r); i++) {
        if (!r.numbered) {
            offer(c, r.prefix, KIND_VARIABLE, r.summary, NULL);
            continue;
        }
        uint32_t count = r.count, highest = 0;
        const s9_register_use *use = NULL;
        for (size_t f = 0; c->d->reflection != NULL && f < s9_reflection_file_count(c->d->reflection); f++) {
            const s9_register_use *u = s9_reflection_file(c->d->reflection, f);
            use = strcmp(u->name, r.prefix) == 0 ? u : use;
        }
        if (use != NULL && use->count != 0) {
            highest = use->used[use->count - 1] + 1;
        }
        if (count > SHORT) {
            count = highest + 1 < SHORT ? SHORT : highest + 1 > MOST ? MOST : highest + 1;
            count = count > r.count ? r.count : count;
        }
        for (uint32_t n = 0; n < count; n++) {
            register_name name = {.number = n, .numbered = true};
            buffer text = {0}, detail = {0};
            memcpy(name.prefix, r.prefix, strlen(r.prefix) + 1);
            buffer_format(&text, "%s%" PRIu32, r.prefix, n);
            register_label(c->d, &name, &detail);
            buffer_put(&detail, detail.size != 0 ? " " : "");
            register_value(c->d, &name, &detail);
            if (!text.failed) {
                offer(c, text.data, KIND_VARIABLE, detail.size != 0 ? detail.data : r.summary, NULL);
            }
            buffer_free(&text);
            buffer_free(&detail);
        }
    }
    offer_macros(c);
}

static void offer_words(completion *c, const char *const *words, size_t count, int kind, const char *detail)
{
    for (size_t i = 0; i < count; i++) {
        offer(c, words[i], kind, detail, NULL);
    }
}

static void offer_components(completion *c, bool destination)
{
    static const char *const masks[] = {"x",  "y",   "z",   "w",   "xy",  "xz",   "xw",  "yz", "yw",
                                        "zw", "xyz", "xyw", "xzw", "yzw", "xyzw", "rgb", "a"};
    static const char *const swizzles[] = {"x", "y", "z", "w", "xyz", "xyzw", "yzxw", "zxyw", "wzyx", "xy", "zw"};
    if (destination) {
        offer_words(c, masks, LSP_COUNT(masks), KIND_ENUM, "mask");
    } else {
        offer_words(c, swizzles, LSP_COUNT(swizzles), KIND_ENUM, "swizzle");
    }
}

/* Suffixes that the version has, behind the word up to its last underscore. */
static void offer_suffixes(completion *c, bool on_register, size_t opcode)
{
    s9_opcode_reference r;
    static const char *const shifts[] = {"_x2", "_x4", "_x8", "_d2", "_d4", "_d8"};
    static const char *const sources[] = {"_bias", "_bx2", "_x2", "_dz", "_dw"};
    const char *version = c->d->scan.number == LSP_NONE ? "ps_3_0" : s9_version_name(c->d->scan.number);
    bool pixel = version[0] == 'p', one = version[3] == '1';
    if (on_register) {
        if (pixel && one) {
            offer_words(c, sources, LSP_COUNT(sources), KIND_OPERATOR, "source modifier");
        } else if (version[3] == '3') {
            offer(c, "_abs", KIND_OPERATOR, "source modifier", NULL);
        }
        return;
    }
    if (!s9_opcode_get(opcode, &r)) {
        return;
    }
    if (strcmp(r.name, "if") == 0 || strcmp(r.name, "break") == 0 || strcmp(r.name, "setp") == 0) {
        static const char *const comparisons[] = {"_gt", "_lt", "_ge", "_le", "_eq", "_ne"};
        bool has = strcmp(version + 3, "2_x") == 0 || strcmp(version + 3, "2_sw") == 0 || version[3] == '3';
        offer_words(c, comparisons, has ? LSP_COUNT(comparisons) : 0, KIND_OPERATOR, "comparison");
        return;
    }
    const char *operands = strchr(r.syntax, ' ');
    if (operands == NULL || operands[1] != 'd') {
        return; /* nothing is written */
    }
    if (pixel || version[3] == '3') {
        offer(c, "_sat", KIND_OPERATOR, "clamp to 0 to 1", NULL);
    }
    if (pixel && !one) {
        offer(c, "_pp", KIND_OPERATOR, "partial precision", NULL);
    }
    if (pixel && one) {
        offer_words(c, shifts, LSP_COUNT(shifts), KIND_OPERATOR, "shift of the result");
    }
}

static void offer_directives(completion *c)
{
    static const char *const words[] = {"define", "undef", "if",    "ifdef",   "ifndef", "elif",
                                        "else",   "endif", "error", "include", "line",   "pragma"};
    offer_words(c, words, LSP_COUNT(words), KIND_KEYWORD, "preprocessor");
}

static size_t underscore(const document *d, span word)
{
    for (size_t at = word.end; at > word.start; at--) {
        if (d->text[at - 1] == '_') {
            return at - 1;
        }
    }
    return LSP_NONE;
}

json_t *complete(const lsp_server *server, const document *d, size_t offset)
{
    (void)server;
    const scan *s = &d->scan;
    completion c = {.d = d, .items = json_array(), .word = {offset, offset}};
    size_t index = token_at(s, offset);
    const token *t = index == LSP_NONE ? NULL : &s->tokens.items[index];
    size_t before = index;                                    /* the token before the word */
    if (t != NULL && t->start == offset && t->end > offset) { /* the pointer stands in front of it */
        before = index == 0 ? LSP_NONE : index - 1;
        t = NULL;
    } else if (t != NULL && (t->kind == TOKEN_WORD || t->kind == TOKEN_VERSION)) {
        c.word.start = t->start;
        before = index == 0 ? LSP_NONE : index - 1;
    } else if (t == NULL) {
        size_t low = 0, high = s->tokens.count;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (s->tokens.items[middle].start < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        before = low == 0 ? LSP_NONE : low - 1;
    }
    if (t != NULL && t->kind >= TOKEN_COMMENT) {
        if (t->kind == TOKEN_DIRECTIVE) {
            size_t start = offset;
            while (start > t->start + 1 && d->text[start - 1] >= 'a' && d->text[start - 1] <= 'z') {
                start--;
            }
            c.word.start = start;
            if (start == t->start + 1) {
                offer_directives(&c);
            }
        }
        return c.items;
    }
    bool same_line = before != LSP_NONE && document_line(d, s->tokens.items[before].start) == document_line(d, offset);
    bool comment = before != LSP_NONE && s->tokens.items[before].kind >= TOKEN_COMMENT;
    size_t owner = before == LSP_NONE || comment ? LSP_NONE : s->tokens.items[before].statement;
    const statement *st = owner == LSP_NONE ? NULL : &s->statements.items[owner];
    bool continues =
        before != LSP_NONE && !comment && (is_mark(s, d->text, before, ',') || is_mark(s, d->text, before, '['));
    bool named = st != NULL && st->mnemonic != LSP_NONE && st->mnemonic <= before;
    size_t suffix = underscore(d, (span){c.word.start, offset});

    if (before != LSP_NONE && same_line && is_mark(s, d->text, before, '.') && st != NULL) {
        bool first = st->destination && before == st->mnemonic + 2;
        offer_components(&c, first);
    } else if (before != LSP_NONE && (same_line || continues) && named &&
               s->tokens.items[st->mnemonic].kind != TOKEN_VERSION) {
        if (suffix != LSP_NONE) {
            c.word.start = suffix;
            offer_suffixes(&c, true, s9_opcode_count());
        } else {
            offer_registers(&c);
        }
    } else {
        size_t opcode = s9_opcode_count();
        if (suffix != LSP_NONE && c.word.start != offset && s->number != LSP_NONE &&
            !same_word(d->text + c.word.start, offset - c.word.start > 3 ? 3 : offset - c.word.start, "dcl") &&
            (opcode = s9_opcode_of_text(d->text + c.word.start, suffix - c.word.start)) != s9_opcode_count()) {
            completion part = c;
            part.word.start = suffix;
            offer_suffixes(&part, false, opcode);
        } else {
            offer_statements(&c);
        }
    }
    return c.items;
}

/* ---- signature ---- */

json_t *signature(const document *d, size_t offset)
{
    const scan *s = &d->scan;
    size_t found = LSP_NONE, low = 0, high = s->statements.count;
    while (low < high) { /* the last statement that begins before */
        size_t middle = low + (high - low) / 2;
        if (s->statements.items[middle].extent.start < offset) {
            found = middle;
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (found == LSP_NONE) {
        return NULL;
    }
    const statement *st = &s->statements.items[found];
    s9_opcode_reference r;
    if (st->mnemonic == LSP_NONE || offset <= s->tokens.items[st->mnemonic].end || !s9_opcode_get(st->opcode, &r) ||
        strchr(r.syntax, ' ') == NULL || document_line(d, st->extent.end) < document_line(d, offset)) {
        return NULL;
    }
    json_int_t active = 0;
    for (size_t i = st->mnemonic; i < st->end && s->tokens.items[i].start < offset; i++) {
        active += is_mark(s, d->text, i, ',');
    }
    json_t *parameters = json_array();
    for (const char *at = strchr(r.syntax, ' ') + 1; *at != '\0';) {
        size_t length = strcspn(at, ",");
        json_array_append_new(parameters, json_pack("{s:[I, I]}", "label", (json_int_t)(at - r.syntax),
                                                    (json_int_t)(at - r.syntax) + (json_int_t)length));
        at += length;
        at += strspn(at, ", ");
    }
    return json_pack("{s:[{s:s, s:s, s:o}], s:i, s:I}", "signatures", "label", r.syntax, "documentation",
                     r.formula[0] != '\0' ? r.formula : r.summary, "parameters", parameters, "activeSignature", 0,
                     "activeParameter", active);
}
