// SPDX-License-Identifier: MIT
// Every public header is one of C++, too.
#include <shader9/check.h>
#include <shader9/exec.h>
#include <shader9/isa.h>
#include <shader9/reflect.h>
#include <shader9/shader9.h>
#include <shader9/texture.h>

#include <cstdio>
#include <cstring>

int main()
{
    const char *source = "vs_1_1\ndcl_position v0\nmov oPos, v0\n";
    s9_program *program = nullptr;
    if (s9_assemble(source, std::strlen(source), nullptr, nullptr, &program, nullptr) != S9_OK)
        return 1;
    std::printf("%s %s\n", s9_library_version(), s9_program_version(program));
    s9_program_destroy(program);
    return 0;
}
