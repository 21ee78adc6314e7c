/* SPDX-License-Identifier: MIT */
/* lanes - the inputs of a run, by register or semantic, and its outputs. */
#ifndef TOOL_LANES_H
#define TOOL_LANES_H

#include "json_out.h"
#include "resources.h"

/* Room for all lanes of one shader. Zero-initialise before use. */
typedef struct lane_set {
    const s9_shader *shader;
    uint32_t count;
    bool quads;
    uint32_t input_count, output_count;
    s9_lane_array *inputs;  /* by input slot */
    s9_lane_array *outputs; /* by output slot */
    uint8_t *discarded, *stopped;
    void **blocks; /* everything allocated */
    size_t block_count;
} lane_set;

/* False when memory runs out. All inputs have their defaults. */
bool lane_set_create(lane_set *set, const s9_shader *shader, uint32_t count, bool quads);
void lane_set_free(lane_set *set);

/* Reads the list "lanes", which has as many elements as the set has lanes. */
bool lanes_read(json_reader *reader, const json_t *value, const json_place *place, lane_set *set, const char *version);
/* "v0=1,0,0,1": the same value for every lane. */
bool lanes_from_flags(const string_list *list, lane_set *set, const char *version, const report *about);

/* The lanes of a result. */
void lanes_write(json_out *j, const lane_set *set);
/* The member "semantics": which usages the outputs of vs_3_0 have. Nothing when they have none. */
void semantics_write(json_out *j, const s9_shader *shader);

#endif
