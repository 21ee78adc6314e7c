/* SPDX-License-Identifier: MIT */
/* pages - manual pages, shell completions and the page of rules, written from the tables that --help is written from.
 */
#ifndef TOOL_PAGES_H
#define TOOL_PAGES_H

#include "options.h"

/* The manual page of a verb, in roff with the macros of man; VERB_COUNT: of the command. */
void man_page(text *out, verb_id id);
/* The manual page shader9-rules(7). */
void man_rules(text *out);
/* The same as Markdown, with reasons and examples. */
void markdown_rules(text *out);

/* The same of the instructions. */
void man_instructions(text *out);
void markdown_instructions(text *out);

/* Grammars for Vim and for editors that read TextMate's. */
void grammar_vim(text *out);
void grammar_textmate(text *out);

/* A link to a heading of the same page, as GitHub names it. */
void put_anchor(text *out, const char *title);
/* .TH and the NAME section. */
void man_heading(text *out, const char *name, const char *section, const char *summary);

void completion_bash(text *out);
void completion_zsh(text *out);
void completion_fish(text *out);

#endif
