-- SPDX-License-Identifier: MIT
local function fail(message)
  io.stdout:write('FAILED: ' .. message .. '\n')
  vim.cmd('cquit')
end

local function wait(what, condition)
  if not vim.wait(30000, condition, 20) then
    fail(what)
  end
end

local ok, problem = pcall(function()
  local buffer = vim.api.nvim_get_current_buf()
  assert(vim.bo.filetype == 'd3d9asm', 'the file type is ' .. vim.bo.filetype)
  local id = require('shader9').start(buffer, { cmd = { vim.env.SHADER9, 'lsp' } })
  wait('no diagnostics', function()
    return #vim.diagnostic.get(buffer) == 1
  end)
  local found = vim.diagnostic.get(buffer)[1]
  assert(found.lnum == 2 and found.col == 0 and found.end_col == 3, vim.inspect(found))
  assert(found.message:find("did you mean 'mov'?", 1, true), found.message)

  local client = vim.lsp.get_client_by_id(id)
  local function ask(method, params)
    params.textDocument = vim.lsp.util.make_text_document_params(buffer)
    local answer = client.request_sync(method, params, 10000, buffer)
    assert(answer ~= nil and answer.err == nil, method .. ': ' .. vim.inspect(answer))
    return answer.result
  end

  local everything = { start = { line = 0, character = 0 }, ['end'] = { line = 9, character = 0 } }
  local actions = ask('textDocument/codeAction', { range = everything, context = { diagnostics = {} } })
  assert(#actions == 1 and actions[1].title == "Replace by 'mov'", vim.inspect(actions))
  vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
  wait('the fix does not mend', function()
    return #vim.diagnostic.get(buffer) == 0
  end)

  local hover = ask('textDocument/hover', { position = { line = 2, character = 1 } })
  assert(hover.contents.value:find('mov d, s0', 1, true), vim.inspect(hover))

  local edits = ask('textDocument/formatting', { options = { tabSize = 4, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, buffer, client.offset_encoding)
  vim.cmd('silent write')
  client.stop()
  wait('the server does not stop', function()
    return vim.lsp.get_client_by_id(id) == nil or client.is_stopped()
  end)
end)
if not ok then
  fail(tostring(problem))
end
vim.cmd('quit')
