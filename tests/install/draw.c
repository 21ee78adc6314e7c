/* SPDX-License-Identifier: MIT */
/* Reads back a picture that was written to memory. */
#include <shader9/image.h>
#include <shader9/mesh.h>

#include <stdio.h>

int main(void)
{
    printf("%s\n", s9_mesh_builtin_name(0));
    return 0;
}
