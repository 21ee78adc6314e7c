/* SPDX-License-Identifier: MIT */
/* Counting of what the oracle executes, and the table of it. */
#include "oracle/coverage.h"

#include "oracle/machine.h"

#include <stdio.h>

oracle_coverage *oracle_watch;

static void cover_source(machine *m, uint64_t *features, const s9_operand *source, unsigned lanes)
{
    static const oracle_feature by_modifier[16] = {
        [S9_MOD_NEG] = COVER_NEGATE,  [S9_MOD_BIAS] = COVER_BIAS,     [S9_MOD_BIAS_NEG] = COVER_BIAS,
        [S9_MOD_BX2] = COVER_SIGN,    [S9_MOD_BX2_NEG] = COVER_SIGN,  [S9_MOD_COMP] = COVER_COMPLEMENT,
        [S9_MOD_X2] = COVER_DOUBLE,   [S9_MOD_X2_NEG] = COVER_DOUBLE, [S9_MOD_DZ] = COVER_DIVIDE_Z,
        [S9_MOD_DW] = COVER_DIVIDE_W, [S9_MOD_ABS] = COVER_ABSOLUTE,  [S9_MOD_ABS_NEG] = COVER_ABSOLUTE,
    };
    uint32_t modifier = s9_operand_modifier(source->token), file = operand_file(m, source);
    if (modifier < 16 && by_modifier[modifier] != 0)
        features[by_modifier[modifier]] += lanes;
    if (!s9_operand_is_relative(source->token))
        return;
    s9_index index = s9_operand_index(m->program, source);
    if (file == S9_FILE_INPUT)
        features[COVER_INPUT_BY_INDEX] += lanes;
    else
        features[index.file == S9_FILE_LOOP ? COVER_CONSTANT_BY_LOOP : COVER_CONSTANT_BY_ADDRESS] += lanes;
}

void oracle_cover(machine *m, const s9_item *item, unsigned active)
{
    if (oracle_watch == NULL)
        return;
    s9_version version = m->program->version;
    uint64_t *features = oracle_watch->features[version];
    uint32_t controls = s9_token_controls(item->words[0]);
    unsigned lanes = (active & 1u) + (active >> 1 & 1u) + (active >> 2 & 1u) + (active >> 3 & 1u);
    oracle_watch->opcodes[version][item->opcode] += lanes;
    if (item->opcode == S9_OP_TEX && (controls == 1 || controls == 2))
        features[controls == 1 ? COVER_TEXLDP : COVER_TEXLDB] += lanes;
    if ((item->opcode == S9_OP_SETP || item->opcode == S9_OP_IFC || item->opcode == S9_OP_BREAKC) &&
        (controls & 7u) >= 1 && (controls & 7u) <= 6)
        features[COVER_GT + (controls & 7u) - 1u] += lanes;
    if (item->has_predicate)
        features[s9_operand_modifier(item->predicate.token) == S9_MOD_NOT ? COVER_NOT_PREDICATE : COVER_PREDICATE] +=
            lanes;
    if (!m->vertex && m->major == 1 && s9_token_coissue(item->words[0]))
        features[COVER_COISSUE] += lanes;
    if (item->has_destination) {
        uint32_t token = item->destination.token, shift = s9_operand_shift(token);
        if ((s9_operand_result_modifiers(token) & 1u) != 0)
            features[COVER_SATURATE] += lanes;
        if (m->major == 1 && !m->vertex && shift != 0)
            features[shift < 8 ? COVER_SHIFT_UP : COVER_SHIFT_DOWN] += lanes;
        if (s9_operand_is_relative(token))
            features[COVER_OUTPUT_BY_INDEX] += lanes;
    }
    if (s9_isa_opcode(item->opcode)->kind != S9_OPK_FLOW || item->opcode == S9_OP_IFC || item->opcode == S9_OP_BREAKC)
        for (uint32_t i = 0; i < item->source_count; i++)
            cover_source(m, features, &item->sources[i], lanes);
}

void oracle_cover_feature(machine *m, oracle_feature feature, unsigned lanes)
{
    if (oracle_watch != NULL)
        oracle_watch->features[m->program->version][feature] += lanes;
}

/* ---- the table ---- */

static const char *const feature_names[COVER_FEATURES] = {
    "texldp", "texldb",    "_gt",       "_eq", "_ge",    "_lt",   "_ne",  "_le",    "(p0)",    "(!p0)", "+",
    "_sat",   "_x2 x4 x8", "_d2 d4 d8", "-r",  "r_bias", "r_bx2", "1-r",  "r_x2",   "r_dz",    "r_dw",  "r_abs",
    "c[a0]",  "c[aL]",     "v[]",       "o[]", "else",   "2d",    "cube", "volume", "unbound",
};

static bool has_feature(s9_version version, oracle_feature feature)
{
    bool pixel = s9_version_is_pixel(version);
    uint32_t major = s9_version_major(version);
    switch (feature) {
    case COVER_TEXLDP:
    case COVER_TEXLDB:
        return pixel && major > 1;
    case COVER_COISSUE:
    case COVER_SHIFT_UP:
    case COVER_SHIFT_DOWN:
    case COVER_BIAS:
    case COVER_SIGN:
    case COVER_COMPLEMENT:
        return pixel && major == 1;
    case COVER_DOUBLE:
    case COVER_DIVIDE_Z:
    case COVER_DIVIDE_W:
        return version == S9_PS_1_4;
    case COVER_SATURATE:
        return pixel || major == 3;
    case COVER_NEGATE:
        return true;
    case COVER_ABSOLUTE:
    case COVER_INPUT_BY_INDEX:
        return major == 3;
    case COVER_CONSTANT_BY_ADDRESS:
        return !pixel;
    case COVER_CONSTANT_BY_LOOP:
        return !pixel && major > 1;
    case COVER_OUTPUT_BY_INDEX:
        return !pixel && major == 3;
    case COVER_ELSE:
        return s9_isa_available(version, S9_OP_ELSE);
    case COVER_2D:
    case COVER_CUBE:
    case COVER_VOLUME:
    case COVER_UNBOUND:
        return pixel || major == 3;
    default:
        return s9_version_is_2x_up(version);
    }
}

/* What is never reached by itself: ends of blocks, labels, declarations. */
static bool has_opcode(s9_version version, s9_opcode opcode)
{
    s9_opcode_kind kind = s9_isa_opcode(opcode)->kind;
    return s9_isa_available(version, opcode) && kind != S9_OPK_SETUP && opcode != S9_OP_ELSE && opcode != S9_OP_ENDIF &&
           opcode != S9_OP_ENDLOOP && opcode != S9_OP_ENDREP && opcode != S9_OP_LABEL;
}

static bool generated(s9_version version)
{
    return version != S9_VS_1_0 && version != S9_PS_1_0;
}

/* A count in eight characters. */
static void print_count(bool has, uint64_t count)
{
    if (!has)
        printf("%8s", "-");
    else if (count < 100000)
        printf("%8lu", (unsigned long)count);
    else
        printf("%7luk", (unsigned long)(count / 1000));
}

static uint32_t print_row(const char *name, const uint64_t counts[S9_VERSION_COUNT], const bool has[S9_VERSION_COUNT],
                          uint64_t least, bool holes_only)
{
    uint32_t holes = 0;
    bool any = false;
    for (uint32_t v = 0; v < S9_VERSION_COUNT; v++) {
        any |= has[v];
        if (has[v] && counts[v] < least) {
            printf("HOLE: %s of %s: executed by %lu lanes, not %lu\n", name, s9_isa_version((s9_version)v)->text,
                   (unsigned long)counts[v], (unsigned long)least);
            holes++;
        }
    }
    if (holes_only || !any)
        return holes;
    printf("%-14s", name);
    for (uint32_t v = 0; v < S9_VERSION_COUNT; v++)
        if (generated((s9_version)v))
            print_count(has[v], counts[v]);
    printf("\n");
    return holes;
}

uint32_t oracle_print_coverage(const oracle_coverage *c, uint64_t least, bool holes_only)
{
    uint32_t holes = 0;
    uint64_t counts[S9_VERSION_COUNT];
    bool has[S9_VERSION_COUNT];
    if (!holes_only) {
        printf("%-14s", "lanes");
        for (uint32_t v = 0; v < S9_VERSION_COUNT; v++)
            if (generated((s9_version)v))
                printf(" %7s", s9_isa_version((s9_version)v)->text);
        printf("\n");
    }
    for (uint32_t op = 0; op < S9_OP_COUNT; op++) {
        for (uint32_t v = 0; v < S9_VERSION_COUNT; v++) {
            counts[v] = c->opcodes[v][op];
            has[v] = generated((s9_version)v) && has_opcode((s9_version)v, (s9_opcode)op);
        }
        const char *text = op == S9_OP_IFC      ? "if_comp"
                           : op == S9_OP_BREAKC ? "break_comp"
                                                : s9_isa_opcode((s9_opcode)op)->text;
        holes += print_row(text, counts, has, least, holes_only);
    }
    for (uint32_t f = 0; f < COVER_FEATURES; f++) {
        for (uint32_t v = 0; v < S9_VERSION_COUNT; v++) {
            counts[v] = c->features[v][f];
            has[v] = generated((s9_version)v) && has_feature((s9_version)v, (oracle_feature)f);
        }
        holes += print_row(feature_names[f], counts, has, least, holes_only);
    }
    return holes;
}
