" Direct3D 9 shader assembly, by name and by its first statement.
autocmd BufRead,BufNewFile *.vsa,*.psa,*.vsh,*.psh setfiletype d3d9asm
autocmd BufRead,BufNewFile * if !did_filetype() && getline(1) =~? '\v^\s*[vp]s[._][123][._]' | setfiletype d3d9asm | endif
