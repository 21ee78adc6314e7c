/* SPDX-License-Identifier: MIT */
/* Which rule of spec/validation.md a fault breaks, where several describe it (its section 36), and what to use instead.
 */
#include "asm/parser.h"

#include <stdio.h>

const char *s9_asm_missing_opcode_rule(const s9_asm_parser *p, s9_opcode opcode)
{
    s9_opcode_kind kind = s9_isa_opcode(opcode)->kind;
    switch (opcode) {
    case S9_OP_PHASE:
        return "V024";
    case S9_OP_DEFI:
    case S9_OP_DEFB:
        return "V077";
    case S9_OP_DCL:
        return "V049";
    case S9_OP_TEXLDL:
        return "V310";
    case S9_OP_SETP:
        return p->version == S9_VS_2_0 ? "V232" : "V223";
    case S9_OP_TEXDP3:
    case S9_OP_TEXDP3TEX:
    case S9_OP_TEXM3X3:
    case S9_OP_TEXREG2RGB:
    case S9_OP_TEXM3X2DEPTH:
        if (p->pixel && p->major == 1 && p->version < S9_PS_1_3)
            return "V295";
        break;
    default:
        break;
    }
    if (kind == S9_OPK_FLOW)
        return p->version == S9_VS_2_0 ? "V232" : p->pixel && p->version > S9_PS_2_0 ? "V235" : "V231";
    if (kind == S9_OPK_TEXTURE) {
        if (!p->pixel && p->major >= 3)
            return "V311";
        if (p->version == S9_PS_1_4 && opcode != S9_OP_TEXLDD)
            return "V299";
    }
    return "V005";
}

bool s9_asm_closes_missing(s9_asm_parser *p, s9_opcode opcode)
{
    switch (opcode) {
    case S9_OP_IF:
    case S9_OP_IFC:
        p->missing_ifs++;
        return false;
    case S9_OP_LOOP:
    case S9_OP_REP:
        p->missing_loops++;
        return false;
    case S9_OP_ELSE:
        return p->missing_ifs > 0;
    case S9_OP_ENDIF:
        return p->missing_ifs > 0 && p->missing_ifs-- > 0;
    case S9_OP_ENDLOOP:
    case S9_OP_ENDREP:
        return p->missing_loops > 0 && p->missing_loops-- > 0;
    default:
        return false;
    }
}

static const char *destination_rule(const s9_asm_parser *p, s9_opcode opcode, bool texture)
{
    if (opcode == S9_OP_TEXKILL)
        return "V302";
    if (opcode == S9_OP_TEXDEPTH)
        return "V303";
    if (!p->pixel)
        return opcode == S9_OP_TEXLDL ? "V307" : NULL;
    if (p->major == 1 && texture)
        return p->version == S9_PS_1_4 ? "V109" : "V108";
    return p->major == 2 && opcode == S9_OP_TEX ? "V306" : NULL;
}

static const char *source_rule(const s9_asm_parser *p, s9_opcode opcode, uint32_t index, bool texture, bool sampler)
{
    switch (opcode) {
    case S9_OP_CALL:
    case S9_OP_LABEL:
        return "V014";
    case S9_OP_CALLNZ:
        return index == 0 ? "V014" : "V269";
    case S9_OP_LOOP:
        return "V240";
    case S9_OP_REP:
        return "V241";
    case S9_OP_IF:
        return "V242";
    default:
        break;
    }
    if (sampler)
        return "V105";
    if (p->pixel && p->major == 2 && opcode == S9_OP_TEX)
        return "V114";
    if (p->pixel && p->major == 1 && texture)
        return opcode == S9_OP_TEXM3X3SPEC && index == 1 ? "V293" : p->version == S9_PS_1_4 ? "V109" : "V108";
    return NULL;
}

void s9_asm_operand_rules(const s9_asm_parser *p, s9_asm_statement *st, s9_opcode opcode, bool destination,
                          uint32_t index)
{
    bool texture = s9_isa_opcode(opcode)->kind == S9_OPK_TEXTURE;
    bool load = p->major >= 2 && (opcode == S9_OP_TEX || opcode == S9_OP_TEXLDD || opcode == S9_OP_TEXLDL);
    bool sampler = load && index == 1;
    st->register_rule =
        destination ? destination_rule(p, opcode, texture) : source_rule(p, opcode, index, texture, sampler);
    st->modifier_rule = destination                                    ? NULL
                        : sampler                                      ? (p->pixel && p->major == 3 ? "V315" : "V206")
                        : index == 1 && s9_isa_matrix_rows(opcode) > 0 ? "V204"
                        : p->pixel && p->major == 2 && opcode == S9_OP_TEX ? "V205"
                        : p->pixel && p->major == 1 && texture             ? "V199"
                                                                           : NULL;
}

const char *s9_asm_missing_opcode_hint(const s9_asm_parser *p, const s9_asm_mnemonic *mnemonic, s9_opcode asked,
                                       char *out)
{
    char versions[S9_ASM_VERSIONS_TEXT];
    bool comparing = asked != (s9_opcode)mnemonic->opcode;
    uint32_t mask = comparing ? 0 : s9_asm_mnemonic_versions(mnemonic);
    for (uint32_t v = 0; comparing && v < S9_VERSION_COUNT; v++)
        mask |= (uint32_t)s9_isa_available((s9_version)v, asked) << v;
    s9_asm_versions_text(mask, versions);
    const char *instead = "";
    switch (asked) {
    case S9_OP_TEX:
        if (p->pixel)
            instead = p->major >= 2             ? "; here: texld r#, coordinate, s#"
                      : p->version == S9_PS_1_4 ? "; here: texld r#, coordinate"
                                                : "; here: tex t#";
        else if (p->major >= 3)
            instead = "; here: texldl r#, coordinate, s#";
        break;
    case S9_OP_TEXCOORD:
        if (p->pixel && p->major == 1)
            instead = p->version == S9_PS_1_4 ? "; here: texcrd r#.rgb, t#" : "; here: texcoord t#";
        break;
    case S9_OP_MOVA:
        if (p->version == S9_VS_1_1)
            instead = "; here: mov a0.x, s";
        break;
    case S9_OP_LOOP:
    case S9_OP_ENDLOOP:
        if (p->pixel && p->version > S9_PS_2_0)
            instead = "; here: rep i# and endrep";
        break;
    default:
        break;
    }
    snprintf(out, S9_ASM_HINT_TEXT, "%s%s needs %s%s", mnemonic->text, comparing ? " with a comparison" : "", versions,
             instead);
    return out;
}

const char *s9_asm_range_rule(const s9_asm_parser *p, s9_file file, s9_asm_slot slot)
{
    if (slot == S9_ASM_DEFINED && (file != S9_FILE_CONST || p->pixel))
        return "V082";
    switch (file) {
    case S9_FILE_ADDR:
    case S9_FILE_ATTROUT:
    case S9_FILE_PREDICATE:
        return "V017";
    case S9_FILE_INPUT:
        return !p->pixel ? "V027" : p->major >= 3 ? "V055" : p->major == 2 ? "V051" : "V086";
    case S9_FILE_TEXTURE:
        return p->major == 2 ? "V051" : "V086";
    case S9_FILE_OUTPUT:
        return "V043";
    case S9_FILE_SAMPLER:
        return "V071";
    case S9_FILE_COLOROUT:
        return "V087";
    case S9_FILE_TEMP:
        return p->version == S9_VS_2_X || p->version == S9_PS_2_X ? "V088" : "V086";
    case S9_FILE_CONST:
        return p->pixel ? "V086" : "V089";
    case S9_FILE_LABEL:
        return p->version == S9_VS_2_0 || p->version == S9_VS_2_X || p->version == S9_PS_2_X ? "V265" : "V266";
    default:
        return "V086";
    }
}

static bool is_output(s9_file file)
{
    return file == S9_FILE_OUTPUT || file == S9_FILE_RASTOUT || file == S9_FILE_ATTROUT || file == S9_FILE_TEXCRDOUT ||
           file == S9_FILE_COLOROUT || file == S9_FILE_DEPTHOUT;
}

const char *s9_asm_missing_file_rule(const s9_asm_parser *p, s9_file file, s9_asm_slot slot, bool exists)
{
    if (slot == S9_ASM_DECLARED) {
        if (p->pixel && is_output(file))
            return "V065";
        if (exists)
            return NULL;
        if (p->pixel && p->major >= 3 && file == S9_FILE_TEXTURE)
            return "V056";
        if (file == S9_FILE_SAMPLER)
            return "V073";
        return !p->pixel && file == S9_FILE_OUTPUT ? "V035" : "V053";
    }
    if (exists)
        return NULL;
    if (p->pixel && (file == S9_FILE_ADDR || file == S9_FILE_LOOP))
        return "V085";
    if (file == S9_FILE_SAMPLER)
        return "V073";
    if (slot == S9_ASM_CONDITION && file == S9_FILE_PREDICATE && p->version == S9_VS_2_0)
        return "V232";
    return "V084";
}

const char *s9_asm_missing_file_hint(const s9_asm_parser *p, s9_file file)
{
    switch (file) {
    case S9_FILE_COLOROUT:
        return !p->pixel ? "oC# are outputs of pixel shaders" : "the output of ps_1_1 to ps_1_4 is r0";
    case S9_FILE_DEPTHOUT:
        return !p->pixel ? "oDepth is an output of pixel shaders" : "oDepth exists from ps_2_0 on";
    case S9_FILE_RASTOUT:
        return p->pixel ? "it is an output of vertex shaders"
                        : "from vs_3_0 on outputs are o#, declared as dcl_position o0 and the like";
    case S9_FILE_ATTROUT:
    case S9_FILE_TEXCRDOUT:
        return p->pixel ? "it is an output of vertex shaders"
                        : "from vs_3_0 on outputs are o#, declared as dcl_texcoord o1 and the like";
    case S9_FILE_OUTPUT:
        return p->pixel ? "o# are outputs of vertex shaders" : "outputs before vs_3_0 are oPos oFog oPts oD# oT#";
    case S9_FILE_TEXTURE:
        return p->pixel ? "from ps_3_0 on inputs are v#, declared as dcl_texcoord v0 and the like"
                        : "t# are registers of pixel shaders";
    case S9_FILE_SAMPLER:
        return p->pixel ? "in ps_1_1 to ps_1_4 the sampler follows from the destination register"
                        : "vertex shaders have samplers from vs_3_0 on";
    case S9_FILE_ADDR:
        return p->pixel ? "pixel shaders have no address register" : NULL;
    case S9_FILE_LOOP:
        return p->pixel ? "pixel shaders have aL from ps_3_0 on" : "vertex shaders have aL from vs_2_0 on";
    case S9_FILE_PREDICATE:
        return "p0 needs vs_2_x or later, or ps_2_x or later";
    case S9_FILE_CONSTINT:
    case S9_FILE_CONSTBOOL:
    case S9_FILE_LABEL:
        return "it needs vs_2_0 or later, or ps_2_x or later";
    case S9_FILE_MISC:
        return "vPos and vFace are inputs of pixel shaders from ps_3_0 on";
    default:
        return NULL;
    }
}
