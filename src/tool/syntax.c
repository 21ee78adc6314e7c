/* SPDX-License-Identifier: MIT */
/* Pages about the language itself: the instruction reference, and grammars that editors colour assembly by. */
#include "pages.h"

#include <shader9/isa.h>
#include <shader9/registers.h>

#include <string.h>

/* ---- the instruction reference ---- */

static void roff_text(text *out, const char *words)
{
    for (const char *at = words; *at != '\0'; at++) {
        if (*at == '-') {
            text_put(out, "\\-");
        } else if (*at == '^') {
            text_put(out, "\\(ha");
        } else if (*at == '\'') {
            text_put(out, "\\(aq");
        } else {
            text_char(out, *at);
        }
    }
}

/* "vs_2_0 1, vs_2_x 1, ...": neighbours that cost the same as a range. */
static void put_versions(text *out, size_t opcode, size_t form)
{
    bool any = false;
    for (size_t v = 0; s9_version_name(v) != NULL;) {
        const char *cost = s9_opcode_form_slots(opcode, form, v);
        const char *first = s9_version_name(v), *last = first;
        size_t next = v + 1;
        for (; cost != NULL && s9_version_name(next) != NULL; next++) {
            const char *more = s9_opcode_form_slots(opcode, form, next);
            if (more == NULL || strcmp(more, cost) != 0 || s9_version_name(next)[0] != first[0]) {
                break;
            }
            last = s9_version_name(next);
        }
        if (cost != NULL) {
            text_format(out, "%s%s", any ? ", " : "", first);
            if (last != first) {
                text_format(out, " to %s", last);
            }
            text_format(out, ": %s", cost);
            any = true;
        }
        v = next;
    }
}

static const char slots_explained[] =
    "Slots are written as in the tables of Direct3D 9: a1 and t1 count in the arithmetic and in the texture budget, "
    "1/4c "
    "is 4 with a cube map, 1/4n 4 on devices without a limit on texture instructions, 1/4nc 4 with both.";

void man_instructions(text *out)
{
    man_heading(out, "shader9-instructions", "7", "the instructions of Direct3D 9 shaders");
    text_put(out, ".SH DESCRIPTION\n");
    roff_text(out, slots_explained);
    text_put(out, "\n.SH INSTRUCTIONS\n");
    for (size_t i = 0; i < s9_opcode_count(); i++) {
        s9_opcode_reference r;
        s9_opcode_get(i, &r);
        text_put(out, ".TP\n\\fB");
        roff_text(out, r.syntax);
        text_put(out, "\\fR\n");
        roff_text(out, r.summary);
        if (r.formula[0] != '\0') {
            text_put(out, "\n.br\n");
            roff_text(out, r.formula);
        }
        for (size_t note = 0; s9_opcode_note(i, note) != NULL; note++) {
            text_put(out, "\n.br\n");
            roff_text(out, s9_opcode_note(i, note));
        }
        for (size_t form = 0; s9_opcode_form(i, form) != NULL; form++) {
            text_put(out, "\n.br\n");
            if (s9_opcode_form(i, 1) != NULL) {
                roff_text(out, s9_opcode_form(i, form));
                text_put(out, ": ");
            }
            put_versions(out, i, form);
        }
        text_char(out, '\n');
    }
    text_put(out, ".SH SEE ALSO\n.BR shader9 (1),\n.BR shader9\\-rules (7)\n");
}

/* What an operand may be: a table of registers for each version. */
static void put_registers(text *out)
{
    text_put(out,
             "\n# Registers\n\nHow many there are is the most that Direct3D 9 allows. Ports: different registers of "
             "the kind that one instruction may read.\n");
    for (size_t v = 0; s9_version_name(v) != NULL; v++) {
        text_format(out,
                    "\n## Registers of %s\n\n| register | how many | what | may be | ports | index | before it is "
                    "written |\n|---|---|---|---|---|---|---|\n",
                    s9_version_name(v));
        s9_register_reference r;
        for (size_t i = 0; s9_register_get(v, i, &r); i++) {
            const struct {
                bool is;
                const char *word;
            } uses[] = {{r.read, "read"},      {r.write, "written"},
                        {r.index, "an index"}, {r.flow, "an operand of flow control"},
                        {r.sample, "sampled"}, {r.declared, "used when declared"}};
            bool any = false;
            text_format(out, "| %s%s | ", r.prefix, r.numbered ? "#" : "");
            if (r.count != S9_NO_LIMIT) {
                text_format(out, "%u", (unsigned)r.count);
            }
            text_format(out, " | %s | ", r.summary);
            for (size_t k = 0; k < COUNT(uses); k++) {
                if (uses[k].is) {
                    text_format(out, "%s%s", any ? ", " : "", uses[k].word);
                    any = true;
                }
            }
            text_put(out, " | ");
            if (r.read && r.ports != S9_NO_LIMIT) {
                text_format(out, "%u", (unsigned)r.ports);
            }
            text_format(out, " | %s | %s |\n", r.base, r.initial);
        }
    }
}

/* The heading of an opcode: two of them have a second one of the same name, which compares. */
static void opcode_heading(text *out, const s9_opcode_reference *r)
{
    bool twice = strcmp(r->name, "if") == 0 || strcmp(r->name, "break") == 0;
    text_format(out, "%s%s", r->name, twice && strstr(r->syntax, "_gt") != NULL ? " (comparison)" : "");
}

/* The instructions by what they are for, and the registers by version. */
static void put_contents(text *out)
{
    static const char *const kinds[][2] = {{"arithmetic", "Arithmetic"},
                                           {"texture", "Textures"},
                                           {"flow", "Flow control"},
                                           {"setup", "Declarations"},
                                           {"mark", "Others"}};
    for (size_t k = 0; k < COUNT(kinds); k++) {
        bool any = false;
        text_format(out, "\n- %s:", kinds[k][1]);
        s9_opcode_reference r;
        for (size_t i = 0; s9_opcode_get(i, &r); i++) {
            if (strcmp(r.kind, kinds[k][0]) == 0) {
                text heading = {0};
                opcode_heading(&heading, &r);
                text_put(out, any ? ", " : " ");
                put_anchor(out, text_string(&heading) == NULL ? "" : text_string(&heading));
                out->failed |= heading.failed;
                text_free(&heading);
                any = true;
            }
        }
    }
    text_put(out, "\n- Registers:");
    for (size_t v = 0; s9_version_name(v) != NULL; v++) {
        text_format(out, "%s[%s](#registers-of-%s)", v == 0 ? " " : ", ", s9_version_name(v), s9_version_name(v));
    }
    text_char(out, '\n');
}

void markdown_instructions(text *out)
{
    text_put(out, "# The instructions of Direct3D 9 shaders\n\nd is a destination, s0, s1 and s2 are sources: "
                  "registers with swizzle and modifier, [registers](#registers) below; .c is one component of a "
                  "source. ");
    text_put(out, slots_explained);
    text_put(out, " This page is written by `shader9 help --form markdown instructions`.\n");
    put_contents(out);
    for (size_t i = 0; i < s9_opcode_count(); i++) {
        s9_opcode_reference r;
        s9_opcode_get(i, &r);
        text_put(out, "\n## ");
        opcode_heading(out, &r);
        text_put(out, "\n\n");
        text_format(out, "`%s`\n\n%s", r.syntax, r.summary);
        if (r.formula[0] != '\0') {
            text_format(out, " `%s`", r.formula);
        }
        for (size_t note = 0; s9_opcode_note(i, note) != NULL; note++) {
            text_put(out, note == 0 ? "\n\n" : " ");
            text_put(out, s9_opcode_note(i, note));
        }
        text_format(out, "\n\nOpcode %u, %s. Slots:\n\n", (unsigned)r.number, r.kind);
        for (size_t form = 0; s9_opcode_form(i, form) != NULL; form++) {
            text_format(out, "- `%s`: ", s9_opcode_form(i, form));
            put_versions(out, i, form);
            text_char(out, '\n');
        }
    }
    put_registers(out);
}

/* ---- grammars ---- */

/* The mnemonics of a kind, each once, with those that only some versions write. */
static void put_mnemonics(text *out, const char *kind, const char *between)
{
    static const char *const more[] = {"tex", "texcrd", "texldp", "texldb"};
    bool first = true;
    for (size_t i = 0; i < s9_opcode_count(); i++) {
        s9_opcode_reference r, before;
        s9_opcode_get(i, &r);
        bool again = false;
        for (size_t j = 0; j < i; j++) {
            s9_opcode_get(j, &before);
            again |= strcmp(before.name, r.name) == 0;
        }
        if (again || strcmp(r.kind, kind) != 0) {
            continue;
        }
        text_format(out, "%s%s", first ? "" : between, r.name);
        first = false;
    }
    for (size_t i = 0; i < COUNT(more) && strcmp(kind, "texture") == 0; i++) {
        text_format(out, "%s%s", between, more[i]);
    }
}

/*
 * Parts of the grammar as regular expressions that Vim (very magic) and TextMate's Oniguruma both read. Suffixes: the
 * comparison, saturation, partial precision, centroid, result shifts; of dcl the usage or the kind of texture.
 */
static const char suffixes[] = "(_(gt|eq|ge|lt|ne|le))?(_(sat|pp|centroid|x2|x4|x8|d2|d4|d8))*";
static const char version_words[] = "[vp]s[._][1-3][._]([0-4]|x|sw)";
static const char usages[] = "(position|blendweight|blendindices|normal|psize|texcoord|tangent|binormal|tessfactor|"
                             "positiont|color|fog|depth|sample)[0-9]*";
static const char registers_in[] = "[vctirbs][0-9]+|vPos|vFace|aL|a0|p0|c|v";
static const char registers_out[] = "o[0-9]+|oPos|oFog|oPts|oD[01]|oT[0-9]+|oC[0-9]+|oDepth|o";
static const char swizzles[] = "[xyzw]{1,4}|[rgba]{1,4}";
static const char modifiers[] = "_(bias|bx2|x2|dz|db|dw|da|abs)";
static const char directives[] = "define|undef|include|if|ifdef|ifndef|elif|else|endif|error|line|pragma";

void grammar_vim(text *out)
{
    text_put(out, "\" Vim syntax file: Direct3D 9 shader assembly. Written by: shader9 help --form vim\n"
                  "if exists('b:current_syntax')\n  finish\nendif\nsyntax case ignore\n\n"
                  "syntax match d3d9asmComment \";.*$\"\nsyntax match d3d9asmComment \"//.*$\" contains=d3d9asmNote\n"
                  "syntax match d3d9asmNote \"//!\\(comment\\|trailing\\|constant\\)\" contained\n"
                  "syntax region d3d9asmComment start=\"/\\*\" end=\"\\*/\"\n");
    text_format(out, "syntax match d3d9asmDirective \"\\v^\\s*#\\s*(%s)>.*$\" contains=d3d9asmComment\n", directives);
    text_format(out, "syntax match d3d9asmVersion \"\\v<%s>\"\n", version_words);
    static const char *const kinds[][2] = {{"arithmetic", "Arithmetic"}, {"texture", "Texture"}, {"flow", "Flow"}};
    for (size_t i = 0; i < COUNT(kinds); i++) {
        text_format(out, "syntax match d3d9asm%s \"\\v<(", kinds[i][1]);
        put_mnemonics(out, kinds[i][0], "|");
        text_format(out, ")%s>\"\n", suffixes);
    }
    text_put(out, "syntax match d3d9asmSetup \"\\v<(");
    put_mnemonics(out, "setup", "|");
    text_format(out, "|nop|phase)(_(2d|cube|volume|pp|centroid|%s))*>\"\n", usages);
    text_put(out, "syntax match d3d9asmRaw \"\\v\\.(raw|version)>\"\n");
    text_format(out, "syntax match d3d9asmRegister \"\\v<(%s)(%s)?>\"\n", registers_in, modifiers);
    text_format(out, "syntax match d3d9asmOutput \"\\v<(%s)>\"\nsyntax match d3d9asmLabel \"\\v<l[0-9]+>\"\n",
                registers_out);
    text_format(out, "syntax match d3d9asmSwizzle \"\\v\\.(%s)>\"\n", swizzles);
    text_put(out, "syntax match d3d9asmNumber \"\\v<(0x[0-9a-f]+|[0-9]+(\\.[0-9]*)?(e[-+]?[0-9]+)?f?)>\"\n"
                  "syntax match d3d9asmNumber \"\\v\\.[0-9]+(e[-+]?[0-9]+)?f?>\"\n"
                  "syntax keyword d3d9asmBoolean true false\n\n");
    static const char *const links[][2] = {
        {"Comment", "Comment"},     {"Note", "SpecialComment"}, {"Directive", "PreProc"}, {"Version", "Special"},
        {"Arithmetic", "Function"}, {"Texture", "Type"},        {"Flow", "Statement"},    {"Setup", "StorageClass"},
        {"Raw", "Macro"},           {"Register", "Identifier"}, {"Output", "Identifier"}, {"Label", "Label"},
        {"Swizzle", "Special"},     {"Number", "Number"},       {"Boolean", "Boolean"},
    };
    for (size_t i = 0; i < COUNT(links); i++) {
        text_format(out, "highlight default link d3d9asm%s %s\n", links[i][0], links[i][1]);
    }
    text_put(out, "\nlet b:current_syntax = 'd3d9asm'\n");
}

/* A pattern inside a JSON string. */
static void put_json(text *out, const char *pattern)
{
    for (const char *at = pattern; *at != '\0'; at++) {
        if (*at == '\\' || *at == '"') {
            text_char(out, '\\');
        }
        text_char(out, *at);
    }
}

static void rule(text *out, const char *scope, const char *pattern, bool last)
{
    text_format(out, "    { \"name\": \"%s.d3d9asm\", \"match\": \"", scope);
    put_json(out, pattern);
    text_format(out, "\" }%s\n", last ? "" : ",");
}

/* A rule for the mnemonics of a kind. */
static void mnemonic_rule(text *out, const char *scope, const char *kind, const char *more, const char *endings)
{
    text pattern = {0};
    text_put(&pattern, "(?i)\\b(");
    put_mnemonics(&pattern, kind, "|");
    text_format(&pattern, "%s)%s(?![\\w])", more, endings);
    rule(out, scope, pattern.failed ? "" : pattern.data, false);
    out->failed |= pattern.failed;
    text_free(&pattern);
}

static void word_rule(text *out, const char *scope, const char *before, const char *words, const char *after, bool last)
{
    text pattern = {0};
    text_format(&pattern, "(?i)%s(%s)%s(?![\\w])", before, words, after);
    rule(out, scope, pattern.failed ? "" : pattern.data, last);
    out->failed |= pattern.failed;
    text_free(&pattern);
}

void grammar_textmate(text *out)
{
    text setup = {0}, suffix = {0};
    text_put(out, "{\n  \"name\": \"Direct3D 9 shader assembly\",\n  \"scopeName\": \"source.d3d9asm\",\n"
                  "  \"comment\": \"Written by: shader9 help --form textmate\",\n  \"patterns\": [\n");
    rule(out, "comment.line.semicolon", ";.*$", false);
    rule(out, "comment.line.double-slash.documentation", "//!(comment|trailing|constant).*$", false);
    rule(out, "comment.line.double-slash", "//.*$", false);
    text_put(out, "    { \"name\": \"comment.block.d3d9asm\", \"begin\": \"/\\\\*\", \"end\": \"\\\\*/\" },\n");
    text_put(out, "    { \"name\": \"meta.preprocessor.d3d9asm\", \"begin\": \"^\\\\s*(#\\\\s*(?:");
    text_put(out, directives);
    text_put(out, ")\\\\b)\", \"end\": \"$\",\n"
                  "      \"beginCaptures\": { \"1\": { \"name\": \"keyword.control.directive.d3d9asm\" } },\n"
                  "      \"patterns\": [ { \"include\": \"$self\" },\n"
                  "        { \"name\": \"string.quoted.double.d3d9asm\", \"match\": \"\\\"[^\\\"]*\\\"\" } ] },\n");
    word_rule(out, "keyword.other.version", "\\b", version_words, "", false);
    mnemonic_rule(out, "keyword.control", "flow", "", suffixes);
    mnemonic_rule(out, "support.function.texture", "texture", "", suffixes);
    mnemonic_rule(out, "support.function.arithmetic", "arithmetic", "", suffixes);
    text_format(&setup, "(_(2d|cube|volume|pp|centroid|%s))*", usages);
    mnemonic_rule(out, "storage.type.declaration", "setup", "|nop|phase", setup.failed ? "" : setup.data);
    word_rule(out, "keyword.other.raw", "\\.", "raw|version", "", false);
    text_format(&suffix, "(%s)?", modifiers);
    word_rule(out, "variable.other.register", "\\b", registers_in, suffix.failed ? "" : suffix.data, false);
    word_rule(out, "variable.language.output", "\\b", registers_out, "", false);
    word_rule(out, "entity.name.label", "\\b", "l[0-9]+", "", false);
    word_rule(out, "constant.language.boolean", "\\b", "true|false", "", false);
    word_rule(out, "variable.other.swizzle", "\\.", swizzles, "", false);
    rule(out, "constant.numeric",
         "(?i)(?<![\\w.])(0x[0-9a-f]+|[0-9]+(\\.[0-9]*)?(e[-+]?[0-9]+)?f?|\\.[0-9]+(e[-+]?[0-9]+)?f?)(?![\\w])", true);
    text_put(out, "  ]\n}\n");
    text_free(&setup);
    text_free(&suffix);
}
