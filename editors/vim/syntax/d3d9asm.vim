" Vim syntax file: Direct3D 9 shader assembly. Written by: shader9 help --form vim
if exists('b:current_syntax')
  finish
endif
syntax case ignore

syntax match d3d9asmComment ";.*$"
syntax match d3d9asmComment "//.*$" contains=d3d9asmNote
syntax match d3d9asmNote "//!\(comment\|trailing\|constant\)" contained
syntax region d3d9asmComment start="/\*" end="\*/"
syntax match d3d9asmDirective "\v^\s*#\s*(define|undef|include|if|ifdef|ifndef|elif|else|endif|error|line|pragma)>.*$" contains=d3d9asmComment
syntax match d3d9asmVersion "\v<[vp]s[._][1-3][._]([0-4]|x|sw)>"
syntax match d3d9asmArithmetic "\v<(mov|add|sub|mad|mul|rcp|rsq|dp3|dp4|min|max|slt|sge|exp|log|lit|dst|lrp|frc|m4x4|m4x3|m3x4|m3x3|m3x2|pow|crs|sgn|abs|nrm|sincos|mova|expp|logp|cnd|cmp|bem|dp2add|dsx|dsy|setp)(_(gt|eq|ge|lt|ne|le))?(_(sat|pp|centroid|x2|x4|x8|d2|d4|d8))*>"
syntax match d3d9asmTexture "\v<(texcoord|texkill|texld|texbem|texbeml|texreg2ar|texreg2gb|texm3x2pad|texm3x2tex|texm3x3pad|texm3x3tex|texm3x3spec|texm3x3vspec|texreg2rgb|texdp3tex|texm3x2depth|texdp3|texm3x3|texdepth|texldd|texldl|tex|texcrd|texldp|texldb)(_(gt|eq|ge|lt|ne|le))?(_(sat|pp|centroid|x2|x4|x8|d2|d4|d8))*>"
syntax match d3d9asmFlow "\v<(call|callnz|loop|ret|endloop|label|rep|endrep|if|else|endif|break|breakp)(_(gt|eq|ge|lt|ne|le))?(_(sat|pp|centroid|x2|x4|x8|d2|d4|d8))*>"
syntax match d3d9asmSetup "\v<(dcl|defb|defi|def|nop|phase)(_(2d|cube|volume|pp|centroid|(position|blendweight|blendindices|normal|psize|texcoord|tangent|binormal|tessfactor|positiont|color|fog|depth|sample)[0-9]*))*>"
syntax match d3d9asmRaw "\v\.(raw|version)>"
syntax match d3d9asmRegister "\v<([vctirbs][0-9]+|vPos|vFace|aL|a0|p0|c|v)(_(bias|bx2|x2|dz|db|dw|da|abs))?>"
syntax match d3d9asmOutput "\v<(o[0-9]+|oPos|oFog|oPts|oD[01]|oT[0-9]+|oC[0-9]+|oDepth|o)>"
syntax match d3d9asmLabel "\v<l[0-9]+>"
syntax match d3d9asmSwizzle "\v\.([xyzw]{1,4}|[rgba]{1,4})>"
syntax match d3d9asmNumber "\v<(0x[0-9a-f]+|[0-9]+(\.[0-9]*)?(e[-+]?[0-9]+)?f?)>"
syntax match d3d9asmNumber "\v\.[0-9]+(e[-+]?[0-9]+)?f?>"
syntax keyword d3d9asmBoolean true false

highlight default link d3d9asmComment Comment
highlight default link d3d9asmNote SpecialComment
highlight default link d3d9asmDirective PreProc
highlight default link d3d9asmVersion Special
highlight default link d3d9asmArithmetic Function
highlight default link d3d9asmTexture Type
highlight default link d3d9asmFlow Statement
highlight default link d3d9asmSetup StorageClass
highlight default link d3d9asmRaw Macro
highlight default link d3d9asmRegister Identifier
highlight default link d3d9asmOutput Identifier
highlight default link d3d9asmLabel Label
highlight default link d3d9asmSwizzle Special
highlight default link d3d9asmNumber Number
highlight default link d3d9asmBoolean Boolean

let b:current_syntax = 'd3d9asm'
