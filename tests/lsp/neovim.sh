#!/bin/sh
# Neovim without a screen opens a broken shader, sees what is wrong, applies a fix and formats.
# sh tests/lsp/neovim.sh COMMAND SOURCE
if ! command -v nvim >/dev/null 2>&1; then
    echo "SKIPPED: no nvim, which is a client of the language server"
    exit 77
fi
if ! nvim --headless -u NONE -i NONE +'lua vim.cmd(vim.fn.has("nvim-0.7") == 1 and "quit" or "cquit")' </dev/null; then
    echo "SKIPPED: Neovim is older than 0.7"
    exit 77
fi
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
printf 'ps_2_0\ndef c0, 1,0.5 ,0,1\nmvo   r0 ,c0\nmov oC0,r0\n' >"$place/broken.psa"
SHADER9=$1 XDG_STATE_HOME=$place XDG_DATA_HOME=$place XDG_CACHE_HOME=$place \
    nvim --headless -u NONE -i NONE -n --cmd "set runtimepath^=$2/editors/vim" --cmd 'filetype plugin on' \
    -c "luafile $2/tests/lsp/neovim.lua" "$place/broken.psa" </dev/null 2>&1
status=$?
echo
[ "$status" -eq 0 ] || exit 1
printf 'ps_2_0\ndef c0, 1, 0.5, 0, 1\nmov r0, c0\nmov oC0, r0\n' | cmp - "$place/broken.psa"
