/* SPDX-License-Identifier: MIT */
/* What is known of the thing under the pointer: Markdown. */
#include "internal.h"

#include <inttypes.h>
#include <string.h>

/* "vs_1_1 to vs_3_sw, ps_2_0": neighbours of one stage as a range. */
static void put_versions(buffer *out, size_t opcode)
{
    bool any = false;
    for (size_t v = 0; s9_version_name(v) != NULL; v++) {
        if (!opcode_available(opcode, v)) {
            continue;
        }
        size_t last = v;
        while (s9_version_name(last + 1) != NULL && s9_version_name(last + 1)[0] == s9_version_name(v)[0] &&
               opcode_available(opcode, last + 1)) {
            last++;
        }
        buffer_format(out, "%s%s", any ? ", " : "", s9_version_name(v));
        if (last != v) {
            buffer_format(out, " to %s", s9_version_name(last));
        }
        any = true;
        v = last;
    }
}

static void put_slots(buffer *out, size_t opcode, size_t version)
{
    bool any = false, several = s9_opcode_form(opcode, 1) != NULL;
    for (size_t form = 0; version != LSP_NONE && s9_opcode_form(opcode, form) != NULL; form++) {
        const char *slots = s9_opcode_form_slots(opcode, form, version);
        if (slots == NULL) {
            continue;
        }
        buffer_put(out, any ? ", " : "\n\nSlots: ");
        buffer_put(out, slots);
        if (several) {
            buffer_format(out, " (%s)", s9_opcode_form(opcode, form));
        }
        any = true;
    }
    if (version != LSP_NONE && !any && !opcode_available(opcode, version)) {
        buffer_format(out, "\n\n%s does not have it.", s9_version_name(version));
    }
}

static void opcode_page(const document *d, size_t opcode, buffer *out)
{
    s9_opcode_reference r;
    if (!s9_opcode_get(opcode, &r)) {
        return;
    }
    buffer_format(out, "```d3d9asm\n%s\n```\n%s", r.syntax, r.summary);
    if (r.formula[0] != '\0') {
        buffer_format(out, "\n\n`%s`", r.formula);
    }
    buffer_put(out, "\n\nVersions: ");
    put_versions(out, opcode);
    put_slots(out, opcode, d->scan.number);
}

static const struct {
    const char *suffix, *text;
} modifiers[] = {
    {"_sat", "The result is clamped to 0 to 1."},
    {"_pp", "The result may be computed with partial precision."},
    {"_centroid", "The input is sampled inside of the covered part of the pixel."},
    {"_x2", "On an instruction: the result is multiplied by 2. On a source: `2 * s`."},
    {"_x4", "The result is multiplied by 4."},
    {"_x8", "The result is multiplied by 8."},
    {"_d2", "The result is divided by 2."},
    {"_d4", "The result is divided by 4."},
    {"_d8", "The result is divided by 8."},
    {"_bias", "`s - 0.5`"},
    {"_bx2", "`2 * (s - 0.5)`"},
    {"_abs", "The magnitude: `abs(s)`"},
    {"_dz", "x and y are divided by z."},
    {"_db", "x and y are divided by z."},
    {"_dw", "x and y are divided by w."},
    {"_da", "x and y are divided by w."},
    {"_gt", "First source greater."},
    {"_lt", "First source less."},
    {"_ge", "First source greater or equal."},
    {"_le", "First source less or equal."},
    {"_eq", "Equal."},
    {"_ne", "Not equal."},
};

/* The suffixes behind the name of an instruction or register. */
static void put_suffixes(buffer *out, const char *word, size_t length)
{
    for (size_t at = 0; at < length; at++) {
        if (word[at] != '_') {
            continue;
        }
        size_t end = at + 1;
        while (end < length && word[end] != '_') {
            end++;
        }
        for (size_t i = 0; i < LSP_COUNT(modifiers); i++) {
            if (same_word(word + at, end - at, modifiers[i].suffix)) {
                buffer_format(out, "\n\n`%s`: %s", modifiers[i].suffix, modifiers[i].text);
            }
        }
        at = end - 1;
    }
}

static void put_access(buffer *out, const s9_register_reference *r)
{
    const char *words[6];
    size_t count = 0;
    if (r->read && !r->sample && !r->flow) {
        words[count++] = "read";
    }
    if (r->write) {
        words[count++] = "written";
    }
    if (r->index) {
        words[count++] = "used inside of [ ]";
    }
    if (r->flow) {
        words[count++] = "an operand of flow control";
    }
    if (r->sample) {
        words[count++] = "an operand of texture instructions";
    }
    for (size_t i = 0; i < count; i++) {
        buffer_format(out, "%s%s", i == 0 ? "\n\nMay be " : i + 1 == count ? " and " : ", ", words[i]);
    }
    if (count != 0) {
        buffer_put(out, ".");
    }
    if (r->read && r->ports != S9_NO_LIMIT && r->ports != 0 && !r->flow && r->numbered) {
        buffer_format(out, " One instruction reads at most %" PRIu32 " of them.", r->ports);
    }
    if (r->base[0] != '\0') {
        buffer_format(out, " Indexed by %s.", r->base);
    }
    if (r->initial[0] != '\0') {
        buffer_format(out, " Before it is set: %s.", r->initial);
    }
    if (r->declared) {
        buffer_put(out, " Must be declared.");
    }
}

/* The statement that declares or defines a register, as it is written. */
static void put_declaration(buffer *out, const document *d, const register_name *r)
{
    for (size_t i = 0; i < d->scan.statements.count; i++) {
        const statement *st = &d->scan.statements.items[i];
        register_name first;
        if (st->mnemonic == LSP_NONE || st->mnemonic + 1 >= st->end) {
            continue;
        }
        const token *t = &d->scan.tokens.items[st->mnemonic];
        bool declares = t->end - t->start >= 3 &&
                        (same_word(d->text + t->start, 3, "dcl") || same_word(d->text + t->start, 3, "def"));
        if (declares && token_register(d, st->mnemonic + 1, &first) && same_register(&first, r) &&
            st->extent.end - st->extent.start < 400) {
            buffer_put(out, "\n\n```d3d9asm\n");
            buffer_bytes(out, d->text + st->extent.start, st->extent.end - st->extent.start);
            buffer_format(out, "\n```\nline %zu", document_line(d, st->extent.start) + 1);
        }
    }
}

static void register_page(const document *d, const register_name *r, buffer *out)
{
    s9_register_reference info;
    buffer label = {0}, value = {0};
    buffer_format(out, "**%s", r->prefix);
    if (r->numbered) {
        buffer_format(out, "%" PRIu32, r->number);
    }
    buffer_put(out, "**");
    register_label(d, r, &label);
    register_value(d, r, &value);
    if (label.size != 0) {
        buffer_format(out, " `%s`", label.data);
    }
    if (register_info(d, r, &info)) {
        buffer_format(out, ": %s", info.summary);
        if (info.numbered) {
            buffer_format(out, "; %s has %s0 to %s%" PRIu32, s9_version_name(d->scan.number), info.prefix, info.prefix,
                          info.count - 1);
        }
        buffer_put(out, ".");
        put_access(out, &info);
    } else if (d->scan.number != LSP_NONE) {
        buffer_format(out, ": %s does not have this register.", s9_version_name(d->scan.number));
    }
    if (value.size != 0) {
        buffer_format(out, "\n\nValue: `%s`", value.data);
    }
    put_declaration(out, d, r);
    buffer_free(&label);
    buffer_free(&value);
}

static void version_page(size_t number, buffer *out)
{
    s9_register_reference r;
    buffer_format(out, "**%s**: %s shader. Registers:\n", s9_version_name(number),
                  s9_version_name(number)[0] == 'v' ? "vertex" : "pixel");
    for (size_t i = 0; s9_register_get(number, i, &r); i++) {
        buffer_format(out, "\n- `%s`", r.prefix);
        if (r.numbered) {
            buffer_format(out, " %" PRIu32, r.count);
        }
        buffer_format(out, ": %s", r.summary);
    }
}

static void rule_page(const char *code, size_t length, buffer *out)
{
    for (size_t i = 0; i < s9_check_rule_count(); i++) {
        const s9_rule_info *rule = s9_check_rule(i);
        if (!same_word(code, length, rule->code)) {
            continue;
        }
        buffer_format(out, "**%s**: %s\n\nApplies to: %s. Source: %s", rule->code, rule->summary, rule->versions,
                      rule->source);
        for (size_t e = 0; s9_check_rule_example(e) != NULL; e++) {
            const s9_rule_example *example = s9_check_rule_example(e);
            if (strcmp(example->code, rule->code) == 0 && example->reason != NULL) {
                buffer_format(out, "\n\n%s", example->reason);
                break;
            }
        }
        return;
    }
}

/* A rule's number in a comment: the word under the pointer. */
static void comment_page(const document *d, const token *t, size_t offset, buffer *out)
{
    size_t start = offset, end = offset;
    while (start > t->start && offset - start < 8 && d->text[start - 1] > ' ' &&
           strchr("VvXx0123456789", d->text[start - 1]) != NULL) {
        start--;
    }
    while (end < t->end && end - offset < 8 && d->text[end] > ' ' && strchr("VvXx0123456789", d->text[end]) != NULL) {
        end++;
    }
    if (end - start == 4) {
        rule_page(d->text + start, 4, out);
    }
}

static void macro_page(const document *d, const char *word, size_t length, buffer *out)
{
    for (size_t i = 0; i < d->scan.macros.count; i++) {
        const macro *m = &d->scan.macros.items[i];
        if (strlen(m->text) == length && memcmp(m->text, word, length) == 0) {
            size_t size = m->whole.end - m->whole.start;
            buffer_put(out, "```d3d9asm\n");
            buffer_bytes(out, d->text + m->whole.start, size < 2000 ? size : 2000);
            buffer_put(out, "\n```");
            return;
        }
    }
}

static void components_page(const document *d, const token *t, buffer *out)
{
    buffer_format(out, "Components `%.*s`", (int)(t->end - t->start < 16 ? t->end - t->start : 16), d->text + t->start);
    buffer_put(out, ". Of a destination a mask: what is written, in the order x y z w. Of a source a swizzle: what is "
                    "read; the last letter repeats. r g b a are the same components.");
}

json_t *hover(const document *d, size_t offset)
{
    size_t index = token_at(&d->scan, offset);
    if (index == LSP_NONE) {
        return NULL;
    }
    const token *t = &d->scan.tokens.items[index];
    const char *word = d->text + t->start;
    size_t length = t->end - t->start;
    buffer page = {0};
    register_name r;
    if (t->kind == TOKEN_VERSION) {
        version_page(version_number(word, length), &page);
    } else if (t->kind == TOKEN_COMMENT || t->kind == TOKEN_EXTENSION) {
        comment_page(d, t, offset, &page);
    } else if (t->role == ROLE_MNEMONIC) {
        opcode_page(d, s9_opcode_of_text(word, length), &page);
        put_suffixes(&page, word, length);
    } else if (t->role == ROLE_REGISTER && read_register(word, length, &r)) {
        register_page(d, &r, &page);
        put_suffixes(&page, word, length);
    } else if (t->role == ROLE_MACRO) {
        macro_page(d, word, length, &page);
    } else if (t->role == ROLE_COMPONENTS) {
        components_page(d, t, &page);
    } else if (t->kind == TOKEN_WORD && word[0] == '_') {
        put_suffixes(&page, word, length);
    }
    /* What is wrong here is told with the rule behind it. */
    for (size_t i = 0; i < d->findings.count; i++) {
        const finding *f = &d->findings.items[i];
        if (offset >= f->at.start && offset <= f->at.end && f->d->code[0] != '\0') {
            buffer_put(&page, page.size != 0 ? "\n\n---\n\n" : "");
            rule_page(f->d->code, strlen(f->d->code), &page);
        }
    }
    json_t *out = page.size == 0 ? NULL
                                 : json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value",
                                             buffer_json(&page), "range", document_range(d, (span){t->start, t->end}));
    buffer_free(&page);
    return out;
}
