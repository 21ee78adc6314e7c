/* SPDX-License-Identifier: MIT */
/* How many instruction slots an instruction takes. */
#ifndef S9_PROGRAM_SLOTS_H
#define S9_PROGRAM_SLOTS_H

#include "program/program.h"

typedef struct s9_slot_count {
    uint32_t arithmetic, texture;
} s9_slot_count;

/* Declared texture types by sampler number (2 2D, 3 cube, 4 volume; 0 not declared). */
typedef struct s9_sampler_types {
    uint8_t type[16];
} s9_sampler_types;

/* Reads the sampler declarations of a program. */
void s9_program_sampler_types(const s9_program *program, s9_sampler_types *types);

/*
 * Slots of one item, by the tables of the version; 0 for comments, setup instructions and what the version does not
 * have. A predicate adds one. The second instruction of a co-issued pair shares the slot of the first.
 * `no_texture_limit`: the costs of ps_2_x on devices with NOTEXINSTRUCTIONLIMIT.
 */
s9_slot_count s9_item_slots(const s9_program *program, const s9_item *item, const s9_sampler_types *types,
                            bool no_texture_limit);

/*
 * Components of the register that a coordinate of texld .. texldl (source 0), or a gradient of texldd (sources 2 and
 * 3), has to supply for the declared type of the sampler; 0 when the type is not known or the operand is none of these.
 */
uint32_t s9_item_coordinate_components(const s9_program *program, const s9_item *item, uint32_t index,
                                       const s9_sampler_types *types);

#endif
