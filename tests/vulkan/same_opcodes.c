/* SPDX-License-Identifier: MIT */
/* Every opcode of every version in a few small programs, each result in an output of its own. */
#include "vulkan/same_shader.h"

#include <shader9/isa.h>

#include <stdio.h>
#include <stdlib.h>

/*
 * @ is the destination, 0, 1, 2 in braces the sources: three inputs. `components` are those that the result has. What
 * stands in brackets after a comma is for versions before model 3.
 */
typedef struct sample {
    const char *opcode, *text, *components;
} sample;

static const sample samples[] = {
    {"mov", "mov @, {0}", ""},
    {"mov", "mov @, -{0}", ""},
    {"add", "add @, {0}, {1}", ""},
    {"sub", "sub @, {0}, {1}", ""},
    {"mul", "mul @, {0}, {1}", ""},
    {"mad", "mad @, {0}, {1}, {2}", ""},
    {"rcp", "rcp @, {0}.x", ""},
    {"rsq", "rsq @, {0}.y", ""},
    {"dp3", "dp3 @, {0}, {1}", ""},
    {"dp4", "dp4 @, {0}, {1}", ""},
    {"min", "min @, {0}, {1}", ""},
    {"max", "max @, {0}, {1}", ""},
    {"slt", "slt @, {0}, {1}", ""},
    {"sge", "sge @, {0}, {1}", ""},
    {"exp", "exp @, {0}.x", ""},
    {"log", "log @, {0}.x", ""},
    {"expp", "expp @, {0}.x", ""},
    {"logp", "logp @, {0}.x", ""},
    {"lit", "lit @, {0}", ""},
    {"dst", "dst @, {0}, {1}", ""},
    {"lrp", "lrp @, {0}, {1}, {2}", ""},
    {"frc", "frc @, {0}", ".xy"},
    {"m4x4", "m4x4 @, {0}, c0", ""},
    {"m4x3", "m4x3 @, {0}, c0", ".xyz"},
    {"m3x4", "m3x4 @, {0}, c0", ""},
    {"m3x3", "m3x3 @, {0}, c0", ".xyz"},
    {"m3x2", "m3x2 @, {0}, c0", ".xy"},
    {"pow", "pow @, {0}.x, {1}.y", ""},
    {"crs", "crs @, {0}, {1}", ".xyz"},
    {"sgn", "sgn @, {0}, r2, r3", ""},
    {"abs", "abs @, {0}", ""},
    {"nrm", "nrm @, {0}", ""},
    {"sincos", "sincos @, {0}.x[, c0, c1]", ".xy"},
    {"cmp", "cmp @, {0}, {1}, {2}", ""},
    {"cnd", "cnd @, {0}, {1}, {2}", ""},
    {"dp2add", "dp2add @, {0}, {1}, {2}.x", ""},
    {"dsx", "dsx @, {0}", ""},
    {"dsy", "dsy @, {0}", ""},
    {"texld", "texld @, {0}, s0", ""},
    {"texldb", "texldb @, {0}, s1", ""},
    {"texldp", "texldp @, {0}, s2", ""},
    {"texldd", "texldd @, {0}, s0, {1}, {2}", ""},
    {"texldl", "texldl @, {0}, s0", ""},
    {"setp", "setp_gt p0, {0}, {1}\nmov @, {2}\n(p0) add @, {0}, {2}", ""},
    {"setp", "setp_le p0, {0}, {1}\nmov @, {2}\n(!p0.x) mul @, {0}, {2}", ""},
    {"if", "mov @, {2}\nif_ne {0}.x, {1}.x\nmov @, {0}\nelse\nadd @, {1}, {2}\nendif", ""},
    {"if", "mov @, {2}\nif b0\nmov @, {0}\nendif", ""},
    {"rep", "mov @, {2}\nrep i0\nadd @, @, {1}\nendrep", ""},
    {"loop", "mov @, {2}\nloop aL, i1\nadd @, @, {1}\nendloop", ""},
    {"break", "mov @, {2}\nrep i0\nadd @, @, {1}\nbreak_gt @.x, {0}.y\nendrep", ""},
    {"mova", "mova a0, {0}\nmov @, c[a0.x + 2]", ""},
    {"texkill", "mov @, {2}\ntexkill {0}", ""},
};

/* Texture instructions of ps_1_0 to 1_3, as whole programs. */
static const char *const programs[] = {
    "ps_1_1\ntex t0\nmov r0, t0\n",
    "ps_1_1\ntexcoord t0\nmov r0, t0\n",
    "ps_1_1\ntexcoord t0\ntexkill t1\nmov r0, t0\n",
    "ps_1_1\ntex t0\ntexbem t1, t0\nmov r0, t1\n",
    "ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1\n",
    "ps_1_1\ntex t0\ntexreg2ar t1, t0\nmov r0, t1\n",
    "ps_1_1\ntex t0\ntexreg2gb t1, t0\nmov r0, t1\n",
    "ps_1_2\ntex t0\ntexreg2rgb t1, t0\nmov r0, t1\n",
    "ps_1_1\ntex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmov r0, t2\n",
    "ps_1_3\ntex t0\ntexm3x2pad t1, t0\ntexm3x2depth t2, t0\nmov r0, t0\n",
    "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3tex t3, t0\nmov r0, t3\n",
    "ps_1_2\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3 t3, t0\nmov r0, t3\n",
    "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3spec t3, t0, c0\nmov r0, t3\n",
    "ps_1_1\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3vspec t3, t0\nmov r0, t3\n",
    "ps_1_2\ntex t0\ntexdp3 t1, t0\nmov r0, t1\n",
    "ps_1_2\ntex t0\ntexdp3tex t1, t0\nmov r0, t1\n",
    "ps_1_1\ntex t0\nadd_x2_sat r0, t0, v0_bx2\nmad_d2 r0.rgb, 1-r0, v1, c1_bias\n+mul r0.a, r0, v0\n",
    "ps_1_1\ntex t0\nlrp r0, t0, v0, v1\ncnd r0, r0.a, t0, c1\n",
    "ps_1_2\ntex t0\ncmp r0, t0_bx2, v0, v1\ndp4 r1, r0, c2\nadd r0, r0, r1\n",
    "ps_1_4\ntexld r0, t0\ntexcrd r1.rgb, t1\nbem r1.rg, r1, r0\nphase\ntexld r2, r1\nadd r0, r0, r2\n",
    "ps_1_4\ntexld r0, t0\nphase\ntexdepth r5\nmov r0, v0\n",
    "ps_1_4\ntexcrd r0.rgb, t0\nphase\ntexkill r0\ncnd_x4 r0, r0, v0, c0\n",
    "ps_1_4\ntexcrd r0.rg, t0_dw.xyw\ncmp_d8 r1, v0_x2, c1, v1\nphase\ntexld r2, r0_dz.xyz\nmad r0, r1, r2, c2\n",
    "ps_1_4\ntexld r1, t2_dw.xyw\nphase\nlrp r0, r1, v0, c0\n",
    "vs_1_1\ndcl_position v0\nmov a0.x, v0.x\nmov oPos, c[a0.x + 1]\nmov oD0, v0\nmov oD1, -v0\nmov oFog, v0.x\nmov "
    "oPts, v0.y\n",
    "vs_3_0\ndcl_position v0\ndcl_color v1\ndcl_position o0\ndcl_color o1\ndcl_fog o2.x\ndcl_psize o3\nmov o0, v0\n"
    "mov o1.xy, v1\nmov o2.x, v0.y\nmov o3, v1.z\n",
    "ps_3_0\ndcl_texcoord0 v0\ndcl vPos.xy\ndcl vFace\nmov r0.xy, vPos\nmov r0.zw, v0\ncmp oC0, vFace, r0, v0\nmov "
    "oDepth, v0.x\n",
    "ps_3_0\ndcl_texcoord0 v0\ndcl_color0 v1\nmov oC0, v0\nmov oC1, v1\nmov oC2, c0\nadd oC3, v0, v1\n",
    "ps_2_0\ndcl v0\ndcl v1\ndcl t0\nadd r0, v0, v1\nmul r0, r0, t0\nmov oC0, r0\n",
    "vs_2_0\ndcl_position v0\ncall l0\nmov oPos, r0\nmov oT0, v0\nret\nlabel l0\nadd r0, v0, c0\nret\n",
    "vs_2_0\ndcl_position v0\nmov r0, v0\ncallnz l1, b0\nmov oPos, r0\nret\nlabel l1\nmul r0, v0, c1\nret\n",
};

static void expand(char *out, size_t size, const char *text, bool model3, const char *destination,
                   const char *const sources[3])
{
    size_t n = 0;
    for (const char *c = text; *c != '\0' && n + 8 < size; c++) {
        const char *add = NULL;
        if (*c == '@') {
            add = destination;
        } else if (*c == '[' && c[1] == ',') { /* before model 3 only */
            if (model3)
                c = strchr(c, ']');
            continue;
        } else if (*c == ']' && strstr(text, "[,") != NULL) {
            continue;
        } else if (*c == '{') {
            add = sources[c[1] - '0'];
            c += 2;
        }
        if (add == NULL)
            out[n++] = *c;
        else
            n += (size_t)snprintf(out + n, size - n, "%s", add);
    }
    out[n] = '\0';
}

static bool run_text(same_host *host, const char *text, uint64_t seed, same_counts *counts)
{
    s9_program *program = NULL;
    s9_diagnostics *list = NULL;
    bool good = s9_diagnostics_create(NULL, &list) == S9_OK;
    if (good && s9_assemble(text, strlen(text), NULL, NULL, &program, list) != S9_OK) {
        fprintf(stderr, "%s%s\n", text, s9_diagnostics_count(list) > 0 ? s9_diagnostics_get(list, 0)->message : "?");
        good = false;
    }
    s9_diagnostics_destroy(list);
    if (good && !same_program(host, program, seed, "opcodes", counts)) {
        fprintf(stderr, "%s", text);
        good = false;
    }
    s9_program_destroy(program);
    return good;
}

static bool has_opcode(s9_version version, const char *name)
{
    bool form_of_texld = strcmp(name, "texldb") == 0 || strcmp(name, "texldp") == 0;
    if (form_of_texld)
        return s9_version_is_pixel(version);
    for (uint32_t op = 0; op < S9_OP_COUNT; op++)
        if (strcmp(s9_isa_opcode((s9_opcode)op)->text, name) == 0 && !s9_isa_available(version, (s9_opcode)op))
            return false; /* either form of if and break */
    return true;
}

/* Samples from *next on that fit into one program; false when there are none left. */
static bool compose(s9_version version, size_t *next, char *out, size_t size)
{
    static const char *const vertex_sources[3] = {"v0", "v1", "v2"}, *const coordinates[3] = {"t0", "t1", "t2"};
    bool pixel = s9_version_is_pixel(version);
    uint32_t major = s9_version_major(version), most = pixel ? 3 : major < 3 ? 4 : 8, count = 0;
    const char *const *sources = pixel && major < 3 ? coordinates : vertex_sources;
    size_t n = (size_t)snprintf(out, size, "%s\n", s9_isa_version(version)->text);
    for (uint32_t i = 0; i < 3; i++)
        n += pixel ? (size_t)snprintf(out + n, size - n, major < 3 ? "dcl t%u\n" : "dcl_texcoord%u v%u\n", i, i)
                   : (size_t)snprintf(out + n, size - n, "dcl_texcoord%u v%u\n", i, i);
    for (uint32_t i = 0; i < 3 && major >= 2; i++)
        if (pixel || major >= 3)
            n += (size_t)snprintf(out + n, size - n, "dcl_%s s%u\n", i == 0 ? "2d" : i == 1 ? "cube" : "volume", i);
    if (!pixel && major >= 3) {
        n += (size_t)snprintf(out + n, size - n, "dcl_position o0\n");
        for (uint32_t i = 0; i < most; i++)
            n += (size_t)snprintf(out + n, size - n, "dcl_texcoord%u o%u\n", i, i + 1);
    }
    char moves[1024] = "", line[400], destination[16], target[16];
    for (; *next < sizeof samples / sizeof samples[0] && count < most; (*next)++) {
        const sample *s = &samples[*next];
        if (!has_opcode(version, s->opcode))
            continue;
        bool all = strcmp(s->opcode, "frc") == 0 && !(version == S9_VS_1_1);
        (void)snprintf(destination, sizeof destination, "r%u%s", count + 4, all ? "" : s->components);
        (void)snprintf(target, sizeof target,
                       pixel       ? "oC%u"
                       : major < 3 ? "oT%u"
                                   : "o%u",
                       count + (!pixel && major >= 3));
        expand(line, sizeof line, s->text, major >= 3, destination, sources);
        n += (size_t)snprintf(out + n, size - n, "mov r%u, c5\n%s\n", count + 4, line);
        (void)snprintf(line, sizeof line, "mov %s, r%u\n", target, count + 4);
        strncat(moves, line, sizeof moves - strlen(moves) - 1);
        count++;
    }
    if (!pixel)
        n += (size_t)snprintf(out + n, size - n, "mov %s, v0\n", major < 3 ? "oPos" : "o0");
    (void)snprintf(out + n, size - n, "%s", moves);
    return count > 0;
}

bool same_opcodes(same_host *host, uint32_t jobs, bool every_version, same_counts *counts)
{
    static const s9_version some[] = {S9_VS_1_1, S9_VS_2_X, S9_VS_3_0, S9_PS_2_X, S9_PS_3_0};
    static char text[8192];
    bool good = true;
    for (uint32_t v = 0; v < S9_VERSION_COUNT; v++) {
        s9_version version = (s9_version)v;
        bool wanted = every_version && !(s9_version_is_pixel(version) && s9_version_major(version) < 2);
        for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
            wanted = wanted || some[i] == version;
        for (size_t next = 0; wanted && compose(version, &next, text, sizeof text);)
            for (uint32_t job = 0; job < jobs; job++)
                good = run_text(host, text, v * 1000u + next * 10u + job, counts) && good;
    }
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
        for (uint32_t job = 0; job < jobs + 1; job++)
            good = run_text(host, programs[i], 77u * i + job, counts) && good;
    return good;
}
