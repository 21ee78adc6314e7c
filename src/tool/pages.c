/* SPDX-License-Identifier: MIT */
#include "pages.h"

#include <shader9/check.h>
#include <shader9/shader9.h>

#include <string.h>

/* ---- roff ---- */

/* Words as roff shows them; `line_start`: a full stop or an apostrophe would begin a request here. */
static void roff(text *out, const char *words, bool line_start)
{
    for (const char *at = words; *at != '\0'; at++) {
        if (line_start && (*at == '.' || *at == '\'')) {
            text_put(out, "\\&");
        }
        line_start = *at == '\n';
        switch (*at) {
        case '-':
            text_put(out, "\\-");
            break;
        case '\\':
            text_put(out, "\\e");
            break;
        case '\'':
            text_put(out, "\\(aq");
            break;
        case '`':
            text_put(out, "\\(ga");
            break;
        case '^':
            text_put(out, "\\(ha");
            break;
        case '~':
            text_put(out, "\\(ti");
            break;
        default:
            text_char(out, *at);
        }
    }
}

static void roff_line(text *out, const char *words)
{
    roff(out, words, true);
    text_char(out, '\n');
}

void man_heading(text *out, const char *name, const char *section, const char *summary)
{
    text upper = {0};
    text_put(&upper, name);
    for (size_t i = 0; i < upper.size; i++) {
        if (upper.data[i] >= 'a' && upper.data[i] <= 'z') {
            upper.data[i] = (char)(upper.data[i] - 'a' + 'A');
        }
    }
    text_put(out, ".TH ");
    roff(out, text_string(&upper) == NULL ? "" : text_string(&upper), false);
    text_format(out, " %s \"\" \"shader9 %s\" \"shader9\"\n.SH NAME\n", section, s9_library_version());
    roff(out, name, true);
    text_put(out, " \\- ");
    roff_line(out, summary);
    text_free(&upper);
}

/* A summary that ends a sentence, as the line of a NAME section has it: "prints tokens". */
static void put_summary(text *out, const char *summary)
{
    size_t length = strlen(summary);
    text_bytes(out, summary, length > 0 && summary[length - 1] == '.' ? length - 1 : length);
    if (out->size > 0 && out->data[0] >= 'A' && out->data[0] <= 'Z') {
        out->data[0] = (char)(out->data[0] - 'A' + 'a');
    }
}

static void man_option(text *out, const option *o)
{
    text_put(out, ".TP\n");
    if (o->letter != '\0') {
        text_format(out, "\\fB\\-%c\\fR, ", o->letter);
    }
    text_put(out, "\\fB");
    roff(out, o->name, false);
    text_put(out, "\\fR");
    if (o->argument != NULL) {
        text_put(out, " \\fI");
        roff(out, o->argument, false);
        text_put(out, "\\fR");
    }
    text_char(out, '\n');
    roff_line(out, o->help);
}

/* Lines whose breaks are kept. */
static void man_lines(text *out, const char *lines)
{
    text_put(out, ".nf\n");
    roff(out, lines, true);
    text_put(out, "\n.fi\n");
}

static void man_status(text *out)
{
    text_put(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < exit_meaning_count; i++) {
        text_format(out, ".TP\n.B %d\n", (int)exit_meanings[i].status);
        roff_line(out, exit_meanings[i].meaning);
    }
}

static void man_environment(text *out)
{
    text_put(out, ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nNot empty: no colour, unless \\fB\\-\\-color=always\\fR asks for "
                  "it.\n");
}

static void man_command(text *out)
{
    man_heading(out, "shader9", "1", "toolkit for Direct3D 9 shaders");
    text_put(out, ".SH SYNOPSIS\n\\fBshader9\\fR \\fIVERB\\fR [\\fIoptions\\fR] \\fIFILE\\fR...\n.br\n"
                  "\\fBshader9 help\\fR [\\fIVERB\\fR]\n.br\n\\fBshader9 \\-\\-version\\fR\n.SH DESCRIPTION\n");
    roff_line(out,
              "Works on shaders of Direct3D 9 (vs_1_1 to vs_3_0, ps_1_1 to ps_3_0, with the _x and _sw versions), as "
              "assembly text or binary tokens.");
    text_put(out, ".PP\n");
    roff_line(out, general_conventions);
    text_put(out, ".SH VERBS\n");
    for (size_t i = 0; i < VERB_COUNT; i++) {
        text_format(out, ".TP\n\\fBshader9\\-%s\\fR(1)\n", verbs[i].name);
        roff_line(out, verbs[i].summary);
    }
    text_put(out, ".SH OPTIONS OF ALL VERBS\n");
    for (size_t i = 0; i < option_count; i++) {
        if (option_of_all_verbs(&option_table[i])) {
            man_option(out, &option_table[i]);
        }
    }
    man_status(out);
    man_environment(out);
    text_put(out, ".SH SEE ALSO\n");
    for (size_t i = 0; i < VERB_COUNT; i++) {
        text_format(out, ".BR shader9\\-%s (1),\n", verbs[i].name);
    }
    text_put(out, ".BR shader9\\-rules (7),\n.BR shader9\\-instructions (7)\n");
}

void man_page(text *out, verb_id id)
{
    if (id == VERB_COUNT) {
        man_command(out);
        return;
    }
    const verb *v = &verbs[id];
    text name = {0}, summary = {0};
    text_format(&name, "shader9-%s", v->name);
    put_summary(&summary, v->summary);
    if (name.failed || summary.failed) {
        out->failed = true;
    } else {
        man_heading(out, name.data, "1", summary.data);
    }
    text_format(out, ".SH SYNOPSIS\n\\fBshader9 %s\\fR [\\fIoptions\\fR] \\fI", v->name);
    roff(out, v->operands, false);
    text_put(out, "\\fR\n.SH DESCRIPTION\n");
    roff_line(out, v->summary);
    if (v->details != NULL) {
        text_put(out, ".PP\n");
        man_lines(out, v->details);
    }
    text_put(out, ".SH OPTIONS\n");
    for (int all = 0; all < 2; all++) {
        for (size_t i = 0; i < option_count; i++) {
            const option *o = &option_table[i];
            if ((o->verbs >> id & 1u) != 0 && option_of_all_verbs(o) == (all == 1)) {
                man_option(out, o);
            }
        }
    }
    if (verb_takes_arithmetic(id)) {
        text choices = {0};
        arithmetic_options_list(&choices, id);
        text_put(out, ".SH CHOICES OF \\-\\-option\nEach with its default first.\n");
        man_lines(out, choices.failed || choices.size == 0 ? "" : choices.data + 1);
        text_free(&choices);
    }
    man_status(out);
    text_put(out, ".SH SEE ALSO\n.BR shader9 (1)");
    if (id == VERB_CHECK) {
        text_put(out, ",\n.BR shader9\\-rules (7)");
    }
    text_char(out, '\n');
    text_free(&name);
    text_free(&summary);
}

/* ---- the rules ---- */

static const char *severity_name(const s9_rule_info *rule)
{
    return rule->severity == S9_ERROR     ? "error"
           : rule->severity == S9_WARNING ? "warning"
           : rule->severity == S9_NOTE    ? "note"
                                          : "never reported";
}

void man_rules(text *out)
{
    man_heading(out, "shader9-rules", "7", "the rules of Direct3D 9 shaders that shader9 check knows");
    text_put(out, ".SH DESCRIPTION\n");
    roff_line(
        out, "Each finding of \"shader9 check\" ends in the number of its rule. \"shader9 check --explain V012\" shows "
             "the reason of a rule, a shader that breaks it, and the nearest one that does not.");
    text_put(out, ".SH RULES\n");
    for (size_t i = 0; i < s9_check_rule_count(); i++) {
        const s9_rule_info *rule = s9_check_rule(i);
        text_format(out, ".TP\n\\fB%s\\fR (%s; %s; ", rule->code, severity_name(rule), rule->family);
        roff(out, rule->versions, false);
        text_put(out, ")\n");
        roff_line(out, rule->summary);
        if (rule->native[0] != '\0') {
            text_put(out, "Microsoft's numbers: ");
            roff(out, rule->native, false);
            text_put(out, ".\n");
        }
    }
    text_put(out, ".SH SEE ALSO\n.BR shader9\\-check (1)\n");
}

static void code_block(text *out, const char *lines)
{
    size_t length = strlen(lines);
    text_format(out, "```\n%s%s```\n\n", lines, length > 0 && lines[length - 1] == '\n' ? "" : "\n");
}

/* Markdown: what would open markup is escaped. */
static void put_markdown(text *out, const char *words)
{
    for (const char *at = words; *at != '\0'; at++) {
        if (strchr("\\`*_<>|[]", *at) != NULL) {
            text_char(out, '\\');
        }
        text_char(out, *at);
    }
}

/* What a family of rules is about. */
static const char *family_title(const char *family)
{
    static const char *const titles[][2] = {
        {"stream", "The stream of tokens"},
        {"order", "The order of instructions"},
        {"dclin", "Declarations of vertex inputs"},
        {"dclout", "Declarations of vertex outputs"},
        {"dclps", "Declarations of pixel inputs"},
        {"dclsamp", "Declarations of samplers"},
        {"def", "Constants that the shader defines"},
        {"exist", "Registers that there are"},
        {"access", "What may be read and written"},
        {"ports", "How many registers an instruction reads"},
        {"init", "Reading before writing"},
        {"vsout", "Outputs of vertex shaders"},
        {"psout", "Outputs of pixel shaders"},
        {"masks", "Write masks"},
        {"swz", "Swizzles"},
        {"smod", "Modifiers of sources"},
        {"imod", "Modifiers of instructions"},
        {"pred", "Predication"},
        {"flow", "Flow control"},
        {"depth", "Nesting"},
        {"subs", "Subroutines"},
        {"size", "Length"},
        {"coissue", "Co-issued instructions"},
        {"tex1", "Textures in shader model 1"},
        {"tex2", "Textures from shader model 2 on"},
        {"grad", "Gradients in flow control"},
        {"op", "Single instructions"},
        {"rel", "Relative addressing"},
        {"pair", "A vertex and a pixel shader together"},
        {"dev", "The device"},
    };
    for (size_t i = 0; i < COUNT(titles); i++) {
        if (strcmp(titles[i][0], family) == 0) {
            return titles[i][1];
        }
    }
    return family;
}

void put_anchor(text *out, const char *title)
{
    text_put(out, "[");
    text_put(out, title);
    text_put(out, "](#");
    for (const char *at = title; *at != '\0'; at++) {
        if (*at >= 'A' && *at <= 'Z') {
            text_char(out, (char)(*at - 'A' + 'a'));
        } else if (*at == ' ') {
            text_char(out, '-');
        } else if (*at == '_' || *at == '-' || (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z')) {
            text_char(out, *at);
        }
    }
    text_char(out, ')');
}

/* The families with their first and last rule. */
static void put_families(text *out)
{
    size_t count = s9_check_rule_count();
    for (size_t i = 0, next = 0; i < count; i = next) {
        const char *family = s9_check_rule(i)->family;
        while (next < count && strcmp(s9_check_rule(next)->family, family) == 0) {
            next++;
        }
        text_put(out, "- ");
        put_anchor(out, family_title(family));
        text_format(out, ": %s to %s\n", s9_check_rule(i)->code, s9_check_rule(next - 1)->code);
    }
}

void markdown_rules(text *out)
{
    text_put(
        out,
        "# The rules of Direct3D 9 shaders\n\nEach finding of `shader9 check` ends in the number of its rule. This "
        "page is written by `shader9 help --form markdown rules`; `shader9 check --explain V012` shows one. "
        "\"from\" names pages of Microsoft's documentation of Direct3D 9, by their files.\n\n");
    put_families(out);
    const char *family = "";
    for (size_t i = 0; i < s9_check_rule_count(); i++) {
        const s9_rule_info *rule = s9_check_rule(i);
        const s9_rule_example *example = s9_check_rule_example(i);
        if (strcmp(family, rule->family) != 0) {
            family = rule->family;
            text_format(out, "\n## %s\n", family_title(family));
        }
        text_format(out, "\n### %s\n\n", rule->code);
        put_markdown(out, rule->summary);
        text_format(out, "\n\n*%s*, ", severity_name(rule));
        put_markdown(out, rule->versions);
        text_put(out, ", from ");
        put_markdown(out, rule->source);
        if (rule->native[0] != '\0') {
            text_format(out, "; Microsoft's numbers: %s", rule->native);
        }
        text_put(out, ". ");
        put_markdown(out, example->reason);
        text_put(out, "\n\n");
        if (example->breaking == NULL) {
            text_put(out, "Nothing is reported of\n\n");
        } else {
            text_put(out, "Breaks it");
            if (example->preset != NULL) {
                text_format(out, " (with `--caps %s`)", example->preset);
            }
            if (example->found[0] != '\0') {
                text_format(out, " (found as %s)", example->found);
            }
            text_put(out, ":\n\n");
            code_block(out, example->breaking);
            text_put(out, "Mended:\n\n");
        }
        if (example->mended != NULL) {
            code_block(out, example->mended);
        }
    }
}

/* ---- completions ---- */

/* What follows an option: a file, a folder, words, or something that only its user knows. */
typedef enum follows {
    FOLLOWS_NOTHING,
    FOLLOWS_WORDS,
    FOLLOWS_WORDS_OR_FILE,
    FOLLOWS_FILE,
    FOLLOWS_FOLDER,
    FOLLOWS_OTHER
} follows;

/* `words`, which is empty, gets what there is to choose from. */
static follows what_follows(const option *o, text *words)
{
    if (o->argument == NULL) {
        return FOLLOWS_NOTHING;
    }
    size_t length = strlen(o->argument);
    bool file = length >= 4 && strcmp(o->argument + length - 4, "FILE") == 0;
    option_words(words, o);
    if (words->size != 0) {
        return file ? FOLLOWS_WORDS_OR_FILE : FOLLOWS_WORDS;
    }
    return file ? FOLLOWS_FILE : strcmp(o->argument, "DIR") == 0 ? FOLLOWS_FOLDER : FOLLOWS_OTHER;
}

static const char *words_of(const text *words)
{
    return text_string(words) == NULL ? "" : text_string(words);
}

/* The pages that are about no verb, and what help writes. */
static const char help_topics[] = "rules instructions", help_forms[] = "man markdown bash zsh fish vim textmate";

/* Another row of the same option came before: words are the same. */
static bool is_repeated(size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (strcmp(option_table[i].name, option_table[index].name) == 0) {
            return true;
        }
    }
    return false;
}

static void put_verbs(text *out)
{
    for (size_t i = 0; i < VERB_COUNT; i++) {
        text_format(out, "%s ", verbs[i].name);
    }
    text_put(out, "help");
}

void completion_bash(text *out)
{
    text_put(out, "# bash completion for shader9\n"
                  "# Words that begin like what is typed; of NAME=VALUE what stands behind the =.\n"
                  "_shader9_words()\n{\n    COMPREPLY=($(compgen -W \"$1\" -- \"$name$cur\"))\n"
                  "    [ -z \"$name\" ] || COMPREPLY=(\"${COMPREPLY[@]#\"$name\"}\")\n"
                  "    case ${COMPREPLY[*]} in *=) compopt -o nospace 2>/dev/null ;; esac\n"
                  "    compopt +o filenames 2>/dev/null\n}\n"
                  "_shader9()\n{\n"
                  "    local cur=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} at=$((COMP_CWORD - 1)) name=\n"
                  "    COMPREPLY=()\n"
                  "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        _shader9_words '");
    put_verbs(out);
    text_put(out, " --version'\n        return\n    fi\n    if [ \"$verb\" = help ]; then\n"
                  "        case ${COMP_WORDS[COMP_CWORD-1]} in\n");
    text_format(out, "        --form) _shader9_words '%s' ;;\n        *) _shader9_words '", help_forms);
    put_verbs(out);
    text_format(out, " %s --form' ;;\n        esac\n        return\n    fi\n", help_topics);
    /* bash takes = for a word of its own: --option float=ieee is four words. */
    text_put(out, "    if [ \"$cur\" = = ]; then\n        cur=\n        at=$((at + 1))\n    fi\n"
                  "    if [ \"${COMP_WORDS[at]}\" = = ]; then\n        at=$((at - 1))\n"
                  "        case ${COMP_WORDS[at]} in\n        -*) ;;\n        *)\n"
                  "            name=${COMP_WORDS[at]}=\n            at=$((at - 1))\n"
                  "            [ \"${COMP_WORDS[at]}\" != = ] || at=$((at - 1)) ;;\n        esac\n    fi\n"
                  "    case ${COMP_WORDS[at]} in\n");
    for (size_t i = 0; i < option_count; i++) {
        const option *o = &option_table[i];
        text words = {0};
        follows f = what_follows(o, &words);
        if (f == FOLLOWS_NOTHING || is_repeated(i)) {
            text_free(&words);
            continue;
        }
        text_put(out, "    ");
        if (o->letter != '\0') {
            text_format(out, "-%c|", o->letter);
        }
        text_format(out, "%s) ", o->name);
        if (f == FOLLOWS_WORDS || f == FOLLOWS_WORDS_OR_FILE) {
            text_format(out, "_shader9_words '%s'; ", words_of(&words));
        }
        if (f == FOLLOWS_WORDS_OR_FILE) {
            text_put(out, "COMPREPLY+=($(compgen -f -- \"$cur\")); compopt -o filenames 2>/dev/null; ");
        } else if (f == FOLLOWS_FILE || f == FOLLOWS_FOLDER) {
            text_format(out, "COMPREPLY=($(compgen -%c -- \"$cur\")); ", f == FOLLOWS_FILE ? 'f' : 'd');
        }
        text_put(out, "return ;;\n");
        out->failed |= words.failed;
        text_free(&words);
    }
    text_put(out, "    esac\n    case $cur in\n    -*)\n        local options=\n        case $verb in\n");
    for (verb_id id = 0; id < VERB_COUNT; id++) {
        text_format(out, "        %s) options='", verbs[id].name);
        for (size_t i = 0; i < option_count; i++) {
            if ((option_table[i].verbs >> id & 1u) != 0) {
                text_format(out, "%s ", option_table[i].name);
            }
        }
        text_put(out, "' ;;\n");
    }
    text_put(out, "        esac\n        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
                  "    *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n    esac\n}\n"
                  "complete -o filenames -F _shader9 shader9\n");
}

/* Inside single quotes of a shell. */
static void put_quoted(text *out, const char *words)
{
    for (const char *at = words; *at != '\0'; at++) {
        if (*at == '\'') {
            text_put(out, "'\\''");
        } else {
            text_char(out, *at);
        }
    }
}

/* The description in a specification of zsh's _arguments. */
static void put_zsh(text *out, const char *words)
{
    for (const char *at = words; *at != '\0'; at++) {
        if (strchr("[]:\\", *at) != NULL) {
            text_char(out, '\\');
        }
        text_bytes(out, *at == '\'' ? "'\\''" : at, *at == '\'' ? 4 : 1);
    }
}

static void zsh_argument(text *out, const option *o)
{
    text words = {0};
    text_char(out, ':');
    put_zsh(out, o->argument);
    text_char(out, ':');
    switch (what_follows(o, &words)) {
    case FOLLOWS_WORDS:
        text_format(out, "(%s)", words_of(&words));
        break;
    case FOLLOWS_WORDS_OR_FILE:
        text_format(out, "{compadd -- %s; _files}", words_of(&words));
        break;
    case FOLLOWS_FILE:
        text_put(out, "_files");
        break;
    case FOLLOWS_FOLDER:
        text_put(out, "_files -/");
        break;
    default:
        break;
    }
    out->failed |= words.failed;
    text_free(&words);
}

void completion_zsh(text *out)
{
    text_put(out, "#compdef shader9\nlocal -a verbs\nverbs=(\n");
    for (size_t i = 0; i < VERB_COUNT; i++) {
        text_format(out, "    '%s:", verbs[i].name);
        put_zsh(out, verbs[i].summary);
        text_put(out, "'\n");
    }
    text_put(out, "    'help:Shows how a verb is used.'\n)\nif (( CURRENT == 2 )); then\n    _describe verb verbs\n"
                  "    return\nfi\nlocal verb=$words[2]\nshift words\n(( CURRENT-- ))\ncase $verb in\n"
                  "help)\n    if [[ $words[CURRENT-1] == --form ]]; then\n        compadd -- ");
    text_format(out, "%s\n    else\n        _describe verb verbs\n        compadd -- %s --form\n    fi ;;\n",
                help_forms, help_topics);
    for (verb_id id = 0; id < VERB_COUNT; id++) {
        text_format(out, "%s)\n    _arguments \\\n", verbs[id].name);
        for (size_t i = 0; i < option_count; i++) {
            const option *o = &option_table[i];
            if ((o->verbs >> id & 1u) == 0) {
                continue;
            }
            const char *repeated = o->type == OPTION_LIST || o->type == OPTION_FOLDER ? "*" : "";
            for (int form = 0; form < 2; form++) {
                if (form == 0 && o->letter == '\0') {
                    continue;
                }
                text_format(out, "        '%s", repeated);
                if (form == 0) {
                    text_format(out, "-%c%s[", o->letter, o->argument == NULL ? "" : "+");
                } else {
                    text_format(out, "%s%s[", o->name, o->argument == NULL ? "" : "=");
                }
                put_zsh(out, o->help);
                text_char(out, ']');
                if (o->argument != NULL) {
                    zsh_argument(out, o);
                }
                text_put(out, "' \\\n");
            }
        }
        text_put(out, "        '*:file:_files' ;;\n");
    }
    text_put(out, "esac\n");
}

void completion_fish(text *out)
{
    text_put(out, "# fish completion for shader9\n");
    for (size_t i = 0; i < VERB_COUNT; i++) {
        text_format(out, "complete -c shader9 -n __fish_use_subcommand -f -a %s -d '", verbs[i].name);
        put_quoted(out, verbs[i].summary);
        text_put(out, "'\n");
    }
    text_put(out, "complete -c shader9 -n __fish_use_subcommand -f -a help -d 'Shows how a verb is used.'\n"
                  "complete -c shader9 -n '__fish_seen_subcommand_from help' -f -a '");
    put_verbs(out);
    text_format(out, " %s'\n", help_topics);
    text_format(out, "complete -c shader9 -n '__fish_seen_subcommand_from help' -l form -x -a '%s'\n", help_forms);
    for (size_t i = 0; i < option_count; i++) {
        const option *o = &option_table[i];
        text words = {0};
        text_put(out, "complete -c shader9 -n '__fish_seen_subcommand_from");
        for (verb_id id = 0; id < VERB_COUNT; id++) {
            if ((o->verbs >> id & 1u) != 0) {
                text_format(out, " %s", verbs[id].name);
            }
        }
        text_char(out, '\'');
        if (o->letter != '\0') {
            text_format(out, " -s %c", o->letter);
        }
        text_format(out, " -l %s", o->name + 2);
        switch (what_follows(o, &words)) {
        case FOLLOWS_WORDS:
            text_format(out, " -x -a '%s'", words_of(&words));
            break;
        case FOLLOWS_WORDS_OR_FILE:
            text_format(out, " -r -F -a '%s'", words_of(&words));
            break;
        case FOLLOWS_FILE:
            text_put(out, " -r -F");
            break;
        case FOLLOWS_FOLDER:
            text_put(out, " -x -a '(__fish_complete_directories)'");
            break;
        case FOLLOWS_OTHER:
            text_put(out, " -x");
            break;
        case FOLLOWS_NOTHING:
            break;
        }
        text_put(out, " -d '");
        put_quoted(out, o->help);
        text_put(out, "'\n");
        out->failed |= words.failed;
        text_free(&words);
    }
}
