/* SPDX-License-Identifier: MIT */
#include "bytecode/text.h"

static bool starts(const uint8_t *bytes, size_t size, const char *magic, size_t length)
{
    return size >= length && memcmp(bytes, magic, length) == 0;
}
#define STARTS(magic) starts(bytes, size, magic, sizeof(magic) - 1)

/* An Aon9 or SM4 container, or DXIL in the same container. */
static s9_content detect_container(const uint8_t *bytes, size_t size)
{
    if (size < 32)
        return S9_CONTENT_DXBC;
    uint32_t count = s9_read_u32(bytes + 28);
    for (uint32_t i = 0; i < count && 32 + ((size_t)i + 1) * 4 <= size; i++) {
        uint32_t offset = s9_read_u32(bytes + 32 + (size_t)i * 4);
        if (offset > size || size - offset < 4)
            continue;
        if (memcmp(bytes + offset, "DXIL", 4) == 0)
            return S9_CONTENT_DXIL;
        if (memcmp(bytes + offset, "FX10", 4) == 0)
            return S9_CONTENT_EFFECT_D3D10;
    }
    return S9_CONTENT_DXBC;
}

typedef uint32_t read_word(const void *at);

static uint32_t read_big(const void *at)
{
    const uint8_t *p = at;
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

/*
 * A compiled shader of the Source engine: version, total combos, dynamic combos, flags, centroid mask, static records
 * or the size of a reference combo, checksum (not in versions 2 and 3). There is no magic number; the tables behind it
 * must be what they should be. Versions 3, 5 and 6 have records; the number of all combos may have overflowed there.
 */
static bool is_vcs(const uint8_t *bytes, size_t size, read_word *word)
{
    if (size < 32)
        return false;
    uint32_t version = word(bytes), total = word(bytes + 4), dynamic = word(bytes + 8), count = word(bytes + 20);
    if (version < 2 || version > 6 || dynamic == 0)
        return false;
    size_t at = version < 4 ? 24 : 28;
    if (version != 2 && version != 4) /* the last record is a mark */
        return count > 0 && count <= (size - at) / 8 && word(bytes + at + ((size_t)count - 1) * 8) == UINT32_MAX;
    if (total == 0 || count > size - at || total > (size - at - count) / 8 || total < dynamic)
        return false;
    size_t end = at + count + (size_t)total * 8;
    for (uint32_t i = 0; i < total; i++) { /* the first combo that is there lies behind the table */
        const uint8_t *entry = bytes + at + count + (size_t)i * 8;
        uint32_t offset = word(entry);
        if (offset != UINT32_MAX && word(entry + 4) != 0)
            return offset >= end && offset <= size;
    }
    return false;
}

static s9_content detect_token(uint32_t token)
{
    bool exact;
    if (s9_isa_version_of_token(token, &exact) != S9_VERSION_COUNT)
        return S9_CONTENT_TOKENS;
    switch (token) {
    case 0xFEFF0901u:
        return S9_CONTENT_EFFECT;
    case 0xBCF00BCFu:
        return S9_CONTENT_XNA_EFFECT;
    case 0xFEFF1001u:
    case 0xFEFF1011u:
    case 0xFEFF2001u:
        return S9_CONTENT_EFFECT_D3D10;
    case 0x07230203u:
    case 0x03022307u:
        return S9_CONTENT_SPIRV;
    case 0xDEC04342u: /* LLVM bitcode */
        return S9_CONTENT_DXIL;
    default:
        break;
    }
    if (token >> 16 == 0xFEFFu)
        return S9_CONTENT_EFFECT_OTHER;
    if ((token & 0xFFFFu) >= 0x1000u || (token & 0xFFu) >= 0x20u)
        return S9_CONTENT_UNKNOWN; /* letters: a text that happens to have FX, TX, LV or LP there */
    switch (token >> 16) {
    case 0x4C56u:
    case 0x4C50u:
        return S9_CONTENT_SHADER_LIBRARY;
    case 0x5458u:
        return S9_CONTENT_TEXTURE_SHADER;
    case 0x4658u:
        return S9_CONTENT_PRESHADER;
    default:
        return S9_CONTENT_UNKNOWN;
    }
}

static s9_content detect_magic(const uint8_t *bytes, size_t size)
{
    if (STARTS("DXBC"))
        return detect_container(bytes, size);
    if (STARTS("XNB") && size > 3 && bytes[3] > ' ' && bytes[3] < 0x7F)
        return S9_CONTENT_XNB;
    if (STARTS("MGFX") || STARTS("KNIF"))
        return S9_CONTENT_MGFX;
    if (STARTS("vcs2"))
        return S9_CONTENT_VCS_SOURCE2;
    /* An effect, the header of XNA, and a shader, each with the high byte first. */
    if (STARTS("\xFE\xFF\x09\x01") || STARTS("\xBC\xF0\x0B\xCF") || STARTS("\x10\x2A\x11\0") ||
        STARTS("\x10\x2A\x11\1"))
        return S9_CONTENT_CONSOLE;
    if (STARTS("\x89PNG\r\n\x1A\n") || STARTS("\xFF\xD8\xFF") || STARTS("GIF8") || STARTS("DDS ") || STARTS("8BPS") ||
        STARTS("VTF\0") || STARTS("\xABKTX ") || STARTS("II*\0") || STARTS("MM\0*") || STARTS("v/1\x01") ||
        STARTS("#?RADIANCE") || (STARTS("RIFF") && size >= 12 && memcmp(bytes + 8, "WEBP", 4) == 0) ||
        (STARTS("BM") && size >= 10 && s9_read_u32(bytes + 6) == 0))
        return S9_CONTENT_IMAGE;
    if (STARTS("PK\x03\x04") || STARTS("PK\x05\x06") || STARTS("\x1F\x8B") || STARTS("7z\xBC\xAF\x27\x1C") ||
        STARTS("Rar!\x1A") ||
        STARTS("\xFD"
               "7zXZ") ||
        STARTS("\x28\xB5\x2F\xFD") || STARTS("BZh") || STARTS("\x04\"M\x18") || STARTS("MSCF") ||
        (size >= 262 && memcmp(bytes + 257, "ustar", 5) == 0))
        return S9_CONTENT_ARCHIVE;
    return S9_CONTENT_UNKNOWN;
}

typedef enum text_kind { TEXT_NONE, TEXT_BLANK, TEXT_PRINTABLE } text_kind;

/* Text has no control characters but white space (and the end-of-file mark of DOS at its end). */
static text_kind classify_text(const uint8_t *bytes, size_t size)
{
    bool blank = true;
    for (size_t i = 0; i < size; i++) {
        uint8_t c = bytes[i];
        if (c == 0 || (c < ' ' && !(c >= '\t' && c <= '\r') && !(c == 0x1A && i + 1 == size)) || c == 0x7F)
            return TEXT_NONE;
        blank &= c <= ' ';
    }
    return blank ? TEXT_BLANK : TEXT_PRINTABLE;
}

/* An object with members, or a list of objects, lists or strings; names of members may be words of any language. */
static bool is_json(const uint8_t *bytes, size_t size)
{
    uint8_t first[2] = {0, 0};
    size_t count = 0;
    for (size_t i = 0; i < size && count < 2; i++)
        if (bytes[i] > ' ')
            first[count++] = bytes[i];
    return (first[0] == '{' && (first[1] == '"' || first[1] == '}')) ||
           (first[0] == '[' && (first[1] == '{' || first[1] == '[' || first[1] == '"' || first[1] == ']'));
}

s9_content s9_detect_content(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    if (bytes == NULL || size == 0)
        return S9_CONTENT_EMPTY;
    s9_content content = S9_CONTENT_UNKNOWN;
    if (size >= 4)
        content = detect_token(s9_read_u32(bytes));
    if (content == S9_CONTENT_UNKNOWN)
        content = detect_magic(bytes, size);
    if (content != S9_CONTENT_UNKNOWN)
        return content;
    if (STARTS("\xFF\xFE") || STARTS("\xFE\xFF"))
        return S9_CONTENT_UTF16;
    size_t mark = s9_text_mark(bytes, size);
    switch (classify_text(bytes + mark, size - mark)) {
    case TEXT_BLANK:
        return S9_CONTENT_EMPTY;
    case TEXT_PRINTABLE:
        return is_json(bytes + mark, size - mark) ? S9_CONTENT_JSON : s9_detect_text(data, size);
    case TEXT_NONE:
        break;
    }
    if (is_vcs(bytes, size, s9_read_u32))
        return S9_CONTENT_VCS;
    return is_vcs(bytes, size, read_big) ? S9_CONTENT_CONSOLE : S9_CONTENT_UNKNOWN;
}

static const struct {
    const char *name, *advice;
} contents[] = {
    [S9_CONTENT_UNKNOWN] = {"unknown content",
                            "it is none of these: tokens, an effect (fx_2_0, XNA, XNB), a .vcs file, DXBC, DXIL, "
                            "MGFX, SPIR-V, an image, an archive, text"},
    [S9_CONTENT_TOKENS] = {"token stream", NULL},
    [S9_CONTENT_ASSEMBLY] = {"assembly text", NULL},
    [S9_CONTENT_LISTING] = {"fxc listing", NULL},
    [S9_CONTENT_C_ARRAY] = {"C array", NULL},
    [S9_CONTENT_EFFECT] = {"fx_2_0 effect", "`shader9 effect FILE` lists its shaders; FILE#TECHNIQUE/PASS/vs is one"},
    [S9_CONTENT_XNA_EFFECT] = {"XNA effect", "`shader9 effect FILE` lists its shaders; FILE#TECHNIQUE/PASS/vs is one"},
    [S9_CONTENT_XNB] = {"XNB file", "`shader9 effect FILE` lists its shaders; FILE#TECHNIQUE/PASS/vs is one"},
    [S9_CONTENT_DXBC] =
        {"DXBC container",
         "shaders of shader model 4 and later are none of Direct3D 9; what is built for feature level 9 "
         "(chunk Aon9) can be read: `shader9 effect FILE` says what there is"},
    [S9_CONTENT_DXIL] = {"DXIL",
                         "shaders of shader model 6 are none of Direct3D 9; compile the source for vs_3_0 or ps_3_0"},
    [S9_CONTENT_MGFX] = {"MGFX effect",
                         "effects of MonoGame and KNI hold GLSL, or shaders of Direct3D 11; compile the source with "
                         "fxc /T fx_2_0, as for FNA"},
    [S9_CONTENT_SPIRV] = {"SPIR-V module",
                          "SPIR-V is what shader9 writes, not what it reads; give the Direct3D 9 shader"},
    [S9_CONTENT_HLSL] = {"HLSL source", "compile it first, for example with fxc /T ps_3_0"},
    [S9_CONTENT_GLSL] = {"GLSL source", "GLSL is what shader9 writes, not what it reads; give the Direct3D 9 shader"},
    [S9_CONTENT_SHADER_LIBRARY] = {"level 9 shader library",
                                   "a library (version token LV or LP) is no complete shader; link it into one first"},
    [S9_CONTENT_TEXTURE_SHADER] =
        {"texture shader (tx_1_0)",
         "D3DX runs texture shaders on the CPU: `shader9 effect FILE` lists it; to draw with it, "
         "compile the function for ps_2_0 or later"},
    [S9_CONTENT_PRESHADER] = {"preshader",
                              "a preshader belongs to a shader, in its PRES comment; `shader9 effect FILE` "
                              "lists it"},
    [S9_CONTENT_EMPTY] = {"nothing", "the input is empty"},
    [S9_CONTENT_VCS] = {"compiled shader of the Source engine (.vcs)",
                        "`shader9 effect FILE` lists its combos; FILE#STATIC/DYNAMIC is one"},
    [S9_CONTENT_IMAGE] = {"image", "give a shader; images are textures of `run`, `draw` and `filter`"},
    [S9_CONTENT_ARCHIVE] = {"archive or compressed file", "unpack it first"},
    [S9_CONTENT_EFFECT_D3D10] = {"effect of Direct3D 10 or later",
                                 "effects fx_4_0 and later hold no Direct3D 9 shaders; compile for fx_2_0"},
    [S9_CONTENT_UTF16] = {"UTF-16 text", "save the text as ASCII or UTF-8"},
    [S9_CONTENT_CONSOLE] = {"content for the Xbox 360 or the PlayStation 3",
                            "the shaders of these consoles are none of Direct3D 9; give what was built for Windows"},
    [S9_CONTENT_VCS_SOURCE2] = {"compiled shader of Source 2 (vcs2)",
                                "Source 2 draws by Direct3D 11 and Vulkan; .vcs files of Source 1 can be read"},
    [S9_CONTENT_EFFECT_OTHER] = {"compiled effect of another version",
                                 "compiled effects can be read as fx_2_0 only (token 0xFEFF0901); compile the source "
                                 "for that"},
    [S9_CONTENT_JSON] = {"JSON", "give a shader; a job goes to --job, a scene to `draw`, a device to --caps"},
    [S9_CONTENT_TEXT] = {"text of no known kind",
                         "it is neither assembly, which begins with a version such as ps_2_0, nor an fxc listing, a "
                         "C array, HLSL, GLSL or JSON"},
};

const char *s9_content_name(s9_content content)
{
    return (size_t)content < S9_COUNT(contents) ? contents[content].name : contents[S9_CONTENT_UNKNOWN].name;
}

const char *s9_content_advice(s9_content content)
{
    return (size_t)content < S9_COUNT(contents) ? contents[content].advice : contents[S9_CONTENT_UNKNOWN].advice;
}
