/* SPDX-License-Identifier: MIT */
/* shader9/shader9.h - everything in one. */
#ifndef SHADER9_SHADER9_H
#define SHADER9_SHADER9_H

#include <shader9/base.h>
#include <shader9/check.h>
#include <shader9/diff.h>
#include <shader9/effect.h>
#include <shader9/exec.h>
#include <shader9/isa.h>
#include <shader9/program.h>
#include <shader9/reflect.h>
#include <shader9/registers.h>
#include <shader9/spirv.h>
#include <shader9/texture.h>
#include <shader9/trace.h>

#endif
