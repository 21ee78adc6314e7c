/* SPDX-License-Identifier: MIT */
/* Assembles a shader and says its version. */
#include <shader9/shader9.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char source[] = "ps_2_0\ndcl t0.xy\nmul r0, t0.x, c0\nmov oC0, r0\n";
    s9_program *program = NULL;
    if (s9_assemble(source, strlen(source), NULL, NULL, &program, NULL) != S9_OK)
        return 1;
    printf("%s %s\n", s9_library_version(), s9_program_version(program));
    s9_program_destroy(program);
    return 0;
}
