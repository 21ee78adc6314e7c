-- Neovim: the language server of shader9 for Direct3D 9 assembly. require('shader9').setup() in init.lua.
local M = {}

-- Options: cmd (how the server is started), settings (dialect, caps, defines), on_attach (function of client and buffer).
function M.start(buffer, options)
  options = options or {}
  local name = vim.api.nvim_buf_get_name(buffer)
  local config = {
    name = 'shader9',
    cmd = options.cmd or { 'shader9', 'lsp' },
    root_dir = name ~= '' and vim.fn.fnamemodify(name, ':p:h') or vim.fn.getcwd(),
    init_options = options.settings or vim.empty_dict(),
    on_attach = options.on_attach,
  }
  if vim.lsp.start then
    return vim.lsp.start(config, { bufnr = buffer })
  end
  -- Before Neovim 0.8: one server, which all buffers share.
  if M.client == nil or vim.lsp.get_client_by_id(M.client) == nil then
    M.client = vim.lsp.start_client(config)
  end
  if M.client ~= nil then
    vim.lsp.buf_attach_client(buffer, M.client)
  end
  return M.client
end

function M.setup(options)
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'd3d9asm',
    callback = function(event)
      M.start(event.buf, options)
    end,
  })
end

return M
