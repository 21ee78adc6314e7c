" Direct3D 9 shader assembly.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal commentstring=//\ %s comments=s1:/*,mb:*,ex:*/,://,:;
if executable('shader9')
  setlocal makeprg=shader9\ check\ --diagnostics=text\ %:S
  setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
endif
let b:undo_ftplugin = 'setlocal commentstring< comments< makeprg< errorformat<'
