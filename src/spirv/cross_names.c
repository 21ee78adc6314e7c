/* SPDX-License-Identifier: MIT */
/* Which names an entry point can have in a shading language. */
#include "spirv/cross_text.h"

#include <shader9/cross.h>

/* Words of both, most of them those of C++. */
static const char *const shared_words[] = {"asm",
                                           "auto",
                                           "bool",
                                           "break",
                                           "case",
                                           "catch",
                                           "char",
                                           "class",
                                           "const",
                                           "const_cast",
                                           "continue",
                                           "default",
                                           "delete",
                                           "do",
                                           "double",
                                           "dynamic_cast",
                                           "else",
                                           "enum",
                                           "explicit",
                                           "export",
                                           "extern",
                                           "false",
                                           "float",
                                           "for",
                                           "friend",
                                           "goto",
                                           "half",
                                           "if",
                                           "inline",
                                           "int",
                                           "long",
                                           "matrix",
                                           "mutable",
                                           "namespace",
                                           "new",
                                           "operator",
                                           "private",
                                           "protected",
                                           "public",
                                           "register",
                                           "reinterpret_cast",
                                           "return",
                                           "sampler",
                                           "short",
                                           "signed",
                                           "sizeof",
                                           "static",
                                           "static_cast",
                                           "struct",
                                           "switch",
                                           "template",
                                           "texture",
                                           "this",
                                           "throw",
                                           "true",
                                           "try",
                                           "typedef",
                                           "typename",
                                           "uint",
                                           "union",
                                           "unsigned",
                                           "using",
                                           "virtual",
                                           "void",
                                           "volatile",
                                           "while"};

/* Words of HLSL; Direct3D has some of them for effects, and C++ the reserved ones. */
static const char *const hlsl_words[] = {"AppendStructuredBuffer",
                                         "BlendState",
                                         "Buffer",
                                         "ByteAddressBuffer",
                                         "CompileShader",
                                         "ComputeShader",
                                         "ConsumeStructuredBuffer",
                                         "DepthStencilState",
                                         "DepthStencilView",
                                         "DomainShader",
                                         "GeometryShader",
                                         "HullShader",
                                         "InputPatch",
                                         "LineStream",
                                         "NULL",
                                         "OutputPatch",
                                         "PixelShader",
                                         "PointStream",
                                         "RWBuffer",
                                         "RWByteAddressBuffer",
                                         "RWStructuredBuffer",
                                         "RWTexture1D",
                                         "RWTexture1DArray",
                                         "RWTexture2D",
                                         "RWTexture2DArray",
                                         "RWTexture3D",
                                         "RasterizerState",
                                         "RenderTargetView",
                                         "SamplerComparisonState",
                                         "SamplerState",
                                         "StructuredBuffer",
                                         "Texture1D",
                                         "Texture1DArray",
                                         "Texture2D",
                                         "Texture2DArray",
                                         "Texture2DMS",
                                         "Texture2DMSArray",
                                         "Texture3D",
                                         "TextureCube",
                                         "TextureCubeArray",
                                         "TriangleStream",
                                         "VertexShader",
                                         "asm_fragment",
                                         "cbuffer",
                                         "centroid",
                                         "column_major",
                                         "compile",
                                         "compile_fragment",
                                         "discard",
                                         "dword",
                                         "fxgroup",
                                         "globallycoherent",
                                         "groupshared",
                                         "in",
                                         "inout",
                                         "interface",
                                         "line",
                                         "lineadj",
                                         "linear",
                                         "min10float",
                                         "min12int",
                                         "min16float",
                                         "min16int",
                                         "min16uint",
                                         "nointerpolation",
                                         "noperspective",
                                         "out",
                                         "packoffset",
                                         "pass",
                                         "pixelfragment",
                                         "point",
                                         "precise",
                                         "row_major",
                                         "sample",
                                         "sampler1D",
                                         "sampler2D",
                                         "sampler3D",
                                         "samplerCUBE",
                                         "sampler_state",
                                         "shared",
                                         "snorm",
                                         "stateblock",
                                         "stateblock_state",
                                         "string",
                                         "tbuffer",
                                         "technique",
                                         "technique10",
                                         "technique11",
                                         "texture1D",
                                         "texture2D",
                                         "texture3D",
                                         "textureCUBE",
                                         "triangle",
                                         "triangleadj",
                                         "uniform",
                                         "unorm",
                                         "vector",
                                         "vertexfragment"};

/* Words of MSL, which is C++14 with more, and what its library declares as types. */
static const char *const msl_words[] = {"alignas",
                                        "alignof",
                                        "and",
                                        "and_eq",
                                        "array",
                                        "array_ref",
                                        "as_type",
                                        "atomic",
                                        "bfloat",
                                        "bitand",
                                        "bitor",
                                        "char16_t",
                                        "char32_t",
                                        "compl",
                                        "constant",
                                        "constexpr",
                                        "decltype",
                                        "depth2d",
                                        "depth2d_array",
                                        "depthcube",
                                        "device",
                                        "fragment",
                                        "imageblock",
                                        "int16_t",
                                        "int32_t",
                                        "int64_t",
                                        "int8_t",
                                        "kernel",
                                        "metal",
                                        "noexcept",
                                        "not",
                                        "not_eq",
                                        "nullptr",
                                        "object_data",
                                        "or",
                                        "or_eq",
                                        "packed",
                                        "ptrdiff_t",
                                        "ray_data",
                                        "simd",
                                        "size_t",
                                        "static_assert",
                                        "std",
                                        "texture1d",
                                        "texture2d",
                                        "texture2d_array",
                                        "texture3d",
                                        "texturecube",
                                        "thread",
                                        "thread_local",
                                        "threadgroup",
                                        "threadgroup_imageblock",
                                        "typeid",
                                        "uchar",
                                        "uint16_t",
                                        "uint32_t",
                                        "uint64_t",
                                        "uint8_t",
                                        "ulong",
                                        "ushort",
                                        "vec",
                                        "vertex",
                                        "visible",
                                        "wchar_t",
                                        "xor",
                                        "xor_eq"};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool among(const char *name, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

static bool is_word(s9_cross_language language, const char *name)
{
    return among(name, shared_words, S9_COUNT(shared_words)) ||
           (language == S9_CROSS_HLSL ? among(name, hlsl_words, S9_COUNT(hlsl_words))
                                      : among(name, msl_words, S9_COUNT(msl_words)));
}

/* "float4", "int2x3": a type followed by its size. */
static bool is_sized(s9_cross_language language, const char *name)
{
    size_t length = strlen(name), digits = length > 0 && is_digit(name[length - 1]) ? 1 : 0;
    if (digits == 1 && length > 3 && name[length - 2] == 'x' && is_digit(name[length - 3]))
        digits = 3;
    char stem[24];
    if (digits == 0 || length - digits >= sizeof stem)
        return false;
    memcpy(stem, name, length - digits);
    stem[length - digits] = '\0';
    return is_word(language, stem);
}

const char *s9_cross_entry_point_fault(s9_cross_language language, const char *name)
{
    const char *fault = s9_spirv_entry_point_fault(name);
    if (fault != NULL || (language != S9_CROSS_GLSL && language != S9_CROSS_ESSL && strcmp(name, "main") == 0))
        return fault;
    if (language == S9_CROSS_GLSL || language == S9_CROSS_ESSL)
        return strcmp(name, "main") == 0 ? NULL : "is not main, the only one that there is";
    bool letters = !is_digit(name[0]);
    for (const char *at = name; *at != '\0'; at++)
        letters = letters && (is_letter(*at) || is_digit(*at));
    if (!letters)
        return "is no identifier: letters, digits and _, of which a digit is not the first";
    /* Words of SPIRV-Cross, which changes such names. */
    if (strstr(name, "__") != NULL || (name[0] == '_' && is_digit(name[1])) || strncmp(name, "gl_", 3) == 0 ||
        strncmp(name, "spv", 3) == 0 || strncmp(name, "SPIRV_Cross", 11) == 0 || strcmp(name, "_") == 0)
        return "is reserved";
    return is_word(language, name) || is_sized(language, name) ? "is a word of the language" : NULL;
}
