/* SPDX-License-Identifier: MIT */
/* shader9/registers.h - what a reference says of the registers of each version, for editors and pages. */
#ifndef SHADER9_REGISTERS_H
#define SHADER9_REGISTERS_H

#include <shader9/isa.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stands for a number of ports that nothing limits. */
#define S9_NO_LIMIT UINT32_MAX

/* A register file of a version, or a register with a name of its own. Strings are never NULL. */
typedef struct s9_register_reference {
    const char *prefix;  /* "r", "oT"; the whole name where there is no number: "oPos", "vFace", "aL" */
    bool numbered;       /* a number follows */
    uint32_t count;      /* how many a legal program may use, device limits at the most that Direct3D 9 allows */
    const char *summary; /* "temporary" */
    const char *initial; /* value before the first write; "" where reading it is an error or impossible */
    bool read, write;
    bool index;       /* stands inside [ ] */
    bool flow;        /* an operand of flow control */
    bool sample;      /* only as the sampler of a texture instruction */
    bool declared;    /* must be declared before it is used */
    uint32_t ports;   /* different registers of the file that one instruction may read; S9_NO_LIMIT */
    const char *base; /* what may index it: "", "a0", "aL", "a0 or aL" */
} s9_register_reference;

/*
 * Row `index` of a version (by index, as s9_version_name counts). False behind the last. Source: the register tables of
 * each version in the Direct3D 9 assembly reference.
 */
S9_API bool s9_register_get(size_t version, size_t index, s9_register_reference *out);

/* Usages of dcl by number, "position" first; NULL behind the last. */
S9_API const char *s9_usage_name(size_t index);

#ifdef __cplusplus
}
#endif

#endif
