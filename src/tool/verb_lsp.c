/* SPDX-License-Identifier: MIT */
/* lsp: the language server, on standard input and output. */
#include "tool.h"

#include "../lsp/lsp.h"

exit_status verb_lsp(tool *t)
{
    if (t->settings.operand_count != 0) {
        return tool_usage(t, "an editor starts it: shader9 lsp", "lsp takes no files: documents come from the editor");
    }
    return (exit_status)lsp_run(stdin, stdout);
}
