#!/bin/sh
# Plays sessions.mjs with the command, in a process of its own. sh tests/lsp/session.sh COMMAND SOURCE
if ! command -v node >/dev/null 2>&1; then
    echo "SKIPPED: no node, which plays the client of the language server"
    exit 77
fi
exec node "$2/tests/lsp/sessions.mjs" "$1"
