/* SPDX-License-Identifier: MIT */
/*
 * How a DDS file names formats: by masks, by the numbers of D3DFORMAT, by four letters, and by the numbers of DXGI.
 */
#include "image/dds.h"

#define FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/* Pixel formats with masks, one row for each that is written; the first row of a format is what is written. */
static const struct {
    uint8_t format;
    uint8_t bits;
    uint32_t flags;
    uint32_t mask[4]; /* r, g, b, a, or luminance and alpha, or u, v, w, q */
} masked[] = {
    {S9_FORMAT_A8R8G8B8, 32, DDS_RGB | DDS_ALPHAPIXELS, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}},
    {S9_FORMAT_X8R8G8B8, 32, DDS_RGB, {0xFF0000, 0xFF00, 0xFF, 0}},
    {S9_FORMAT_A8B8G8R8, 32, DDS_RGB | DDS_ALPHAPIXELS, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}},
    {S9_FORMAT_X8B8G8R8, 32, DDS_RGB, {0xFF, 0xFF00, 0xFF0000, 0}},
    {S9_FORMAT_R8G8B8, 24, DDS_RGB, {0xFF0000, 0xFF00, 0xFF, 0}},
    {S9_FORMAT_R5G6B5, 16, DDS_RGB, {0xF800, 0x7E0, 0x1F, 0}},
    {S9_FORMAT_A1R5G5B5, 16, DDS_RGB | DDS_ALPHAPIXELS, {0x7C00, 0x3E0, 0x1F, 0x8000}},
    {S9_FORMAT_X1R5G5B5, 16, DDS_RGB, {0x7C00, 0x3E0, 0x1F, 0}},
    {S9_FORMAT_A4R4G4B4, 16, DDS_RGB | DDS_ALPHAPIXELS, {0xF00, 0xF0, 0xF, 0xF000}},
    {S9_FORMAT_X4R4G4B4, 16, DDS_RGB, {0xF00, 0xF0, 0xF, 0}},
    {S9_FORMAT_R3G3B2, 8, DDS_RGB, {0xE0, 0x1C, 0x3, 0}},
    {S9_FORMAT_A8R3G3B2, 16, DDS_RGB | DDS_ALPHAPIXELS, {0xE0, 0x1C, 0x3, 0xFF00}},
    {S9_FORMAT_A2R10G10B10, 32, DDS_RGB | DDS_ALPHAPIXELS, {0x3FF00000, 0xFFC00, 0x3FF, 0xC0000000}},
    {S9_FORMAT_A2B10G10R10, 32, DDS_RGB | DDS_ALPHAPIXELS, {0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000}},
    {S9_FORMAT_G16R16, 32, DDS_RGB, {0xFFFF, 0xFFFF0000, 0, 0}},
    {S9_FORMAT_A8, 8, DDS_ALPHA, {0, 0, 0, 0xFF}},
    {S9_FORMAT_L8, 8, DDS_LUMINANCE, {0xFF, 0, 0, 0}},
    {S9_FORMAT_L16, 16, DDS_LUMINANCE, {0xFFFF, 0, 0, 0}},
    {S9_FORMAT_A8L8, 16, DDS_LUMINANCE | DDS_ALPHAPIXELS, {0xFF, 0, 0, 0xFF00}},
    {S9_FORMAT_A4L4, 8, DDS_LUMINANCE | DDS_ALPHAPIXELS, {0xF, 0, 0, 0xF0}},
    {S9_FORMAT_V8U8, 16, DDS_BUMPDUDV, {0xFF, 0xFF00, 0, 0}},
    {S9_FORMAT_V16U16, 32, DDS_BUMPDUDV, {0xFFFF, 0xFFFF0000, 0, 0}},
    {S9_FORMAT_Q8W8V8U8, 32, DDS_BUMPDUDV, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}},
    {S9_FORMAT_A2W10V10U10, 32, DDS_BUMPDUDV | DDS_ALPHAPIXELS, {0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000}},
    /* Some writers have its masks the other way round; there is no other format that these could mean. */
    {S9_FORMAT_A2W10V10U10, 32, DDS_BUMPDUDV | DDS_ALPHAPIXELS, {0x3FF00000, 0xFFC00, 0x3FF, 0xC0000000}},
    {S9_FORMAT_A2W10V10U10, 32, DDS_BUMPDUDV, {0x3FF00000, 0xFFC00, 0x3FF, 0xC0000000}},
    {S9_FORMAT_L6V5U5, 16, DDS_BUMPLUMINANCE, {0x1F, 0x3E0, 0xFC00, 0}},
    {S9_FORMAT_X8L8V8U8, 32, DDS_BUMPLUMINANCE, {0xFF, 0xFF00, 0xFF0000, 0}},
    /* Depth by DirectDraw: bits of stencil in place of the first mask, then the masks of depth and stencil. */
    {S9_FORMAT_D16, 16, DDS_ZBUFFER, {0, 0xFFFF, 0, 0}},
    {S9_FORMAT_D32, 32, DDS_ZBUFFER, {0, 0xFFFFFFFF, 0, 0}},
    {S9_FORMAT_D24X8, 32, DDS_ZBUFFER, {0, 0xFFFFFF00, 0, 0}},
    {S9_FORMAT_D24S8, 32, DDS_ZBUFFER | DDS_STENCILBUFFER, {8, 0xFFFFFF00, 0xFF, 0}},
    {S9_FORMAT_D15S1, 16, DDS_ZBUFFER | DDS_STENCILBUFFER, {1, 0xFFFE, 0x1, 0}},
};

enum { NO_FORMAT = 255 };

/* In place of four letters: numbers of D3DFORMAT, or letters. What shader9 has no format for is there to be named. */
static const struct {
    uint32_t code;
    uint8_t format;
    const char *name; /* where there is no format */
} coded[] = {
    {20, S9_FORMAT_R8G8B8, NULL},
    {21, S9_FORMAT_A8R8G8B8, NULL},
    {22, S9_FORMAT_X8R8G8B8, NULL},
    {23, S9_FORMAT_R5G6B5, NULL},
    {24, S9_FORMAT_X1R5G5B5, NULL},
    {25, S9_FORMAT_A1R5G5B5, NULL},
    {26, S9_FORMAT_A4R4G4B4, NULL},
    {27, S9_FORMAT_R3G3B2, NULL},
    {28, S9_FORMAT_A8, NULL},
    {29, S9_FORMAT_A8R3G3B2, NULL},
    {30, S9_FORMAT_X4R4G4B4, NULL},
    {31, S9_FORMAT_A2B10G10R10, NULL},
    {32, S9_FORMAT_A8B8G8R8, NULL},
    {33, S9_FORMAT_X8B8G8R8, NULL},
    {34, S9_FORMAT_G16R16, NULL},
    {35, S9_FORMAT_A2R10G10B10, NULL},
    {36, S9_FORMAT_A16B16G16R16, NULL},
    {40, NO_FORMAT, "A8P8"},
    {41, NO_FORMAT, "P8"},
    {50, S9_FORMAT_L8, NULL},
    {51, S9_FORMAT_A8L8, NULL},
    {52, S9_FORMAT_A4L4, NULL},
    {60, S9_FORMAT_V8U8, NULL},
    {61, S9_FORMAT_L6V5U5, NULL},
    {62, S9_FORMAT_X8L8V8U8, NULL},
    {63, S9_FORMAT_Q8W8V8U8, NULL},
    {64, S9_FORMAT_V16U16, NULL},
    {67, S9_FORMAT_A2W10V10U10, NULL},
    {70, S9_FORMAT_D16_LOCKABLE, NULL},
    {71, S9_FORMAT_D32, NULL},
    {73, S9_FORMAT_D15S1, NULL},
    {75, S9_FORMAT_D24S8, NULL},
    {77, S9_FORMAT_D24X8, NULL},
    {79, NO_FORMAT, "D24X4S4"},
    {80, S9_FORMAT_D16, NULL},
    {81, S9_FORMAT_L16, NULL},
    {82, S9_FORMAT_D32F_LOCKABLE, NULL},
    {83, S9_FORMAT_D24FS8, NULL},
    {84, NO_FORMAT, "D32_LOCKABLE"},
    {85, NO_FORMAT, "S8_LOCKABLE"},
    {100, NO_FORMAT, "VERTEXDATA"},
    {101, NO_FORMAT, "INDEX16"},
    {102, NO_FORMAT, "INDEX32"},
    {110, S9_FORMAT_Q16W16V16U16, NULL},
    {111, S9_FORMAT_R16F, NULL},
    {112, S9_FORMAT_G16R16F, NULL},
    {113, S9_FORMAT_A16B16G16R16F, NULL},
    {114, S9_FORMAT_R32F, NULL},
    {115, S9_FORMAT_G32R32F, NULL},
    {116, S9_FORMAT_A32B32G32R32F, NULL},
    {117, S9_FORMAT_CXV8U8, NULL},
    {118, NO_FORMAT, "A1"},
    {119, NO_FORMAT, "A2B10G10R10_XR_BIAS"},
    {FOURCC('D', 'X', 'T', '1'), S9_FORMAT_DXT1, NULL},
    {FOURCC('D', 'X', 'T', '2'), S9_FORMAT_DXT2, NULL},
    {FOURCC('D', 'X', 'T', '3'), S9_FORMAT_DXT3, NULL},
    {FOURCC('D', 'X', 'T', '4'), S9_FORMAT_DXT4, NULL},
    {FOURCC('D', 'X', 'T', '5'), S9_FORMAT_DXT5, NULL},
    {FOURCC('A', 'T', 'I', '1'), S9_FORMAT_ATI1, NULL},
    {FOURCC('B', 'C', '4', 'U'), S9_FORMAT_ATI1, NULL},
    {FOURCC('A', 'T', 'I', '2'), S9_FORMAT_ATI2, NULL},
    {DDS_BC5U, S9_FORMAT_ATI2, NULL},
    {FOURCC('B', 'C', '4', 'S'), NO_FORMAT, "BC4S"},
    {FOURCC('B', 'C', '5', 'S'), NO_FORMAT, "BC5S"},
    {FOURCC('R', 'G', 'B', 'G'), S9_FORMAT_R8G8_B8G8, NULL},
    {FOURCC('G', 'R', 'G', 'B'), S9_FORMAT_G8R8_G8B8, NULL},
    {FOURCC('U', 'Y', 'V', 'Y'), S9_FORMAT_UYVY, NULL},
    {FOURCC('Y', 'U', 'Y', '2'), S9_FORMAT_YUY2, NULL},
    {FOURCC('I', 'N', 'T', 'Z'), S9_FORMAT_INTZ, NULL},
    {FOURCC('D', 'F', '1', '6'), S9_FORMAT_DF16, NULL},
    {FOURCC('D', 'F', '2', '4'), S9_FORMAT_DF24, NULL},
    {FOURCC('R', 'A', 'W', 'Z'), NO_FORMAT, "RAWZ"},
    {FOURCC('M', 'E', 'T', '1'), NO_FORMAT, "MULTI2_ARGB8"},
};

/*
 * DXGI's names, and which format of Direct3D 9 has the same bits. Red alone and red with green stand for luminance, as
 * the tables of the pages on moving between the two have it.
 */
#define NONE(name)      \
    {                   \
        NO_FORMAT, name \
    }
static const struct {
    uint8_t format;
    const char *name;
} dxgi[] = {
    NONE("UNKNOWN"),
    NONE("R32G32B32A32_TYPELESS"),
    {S9_FORMAT_A32B32G32R32F, "R32G32B32A32_FLOAT"},
    NONE("R32G32B32A32_UINT"),
    NONE("R32G32B32A32_SINT"),
    NONE("R32G32B32_TYPELESS"),
    NONE("R32G32B32_FLOAT"),
    NONE("R32G32B32_UINT"),
    NONE("R32G32B32_SINT"),
    NONE("R16G16B16A16_TYPELESS"),
    {S9_FORMAT_A16B16G16R16F, "R16G16B16A16_FLOAT"},
    {S9_FORMAT_A16B16G16R16, "R16G16B16A16_UNORM"},
    NONE("R16G16B16A16_UINT"),
    {S9_FORMAT_Q16W16V16U16, "R16G16B16A16_SNORM"},
    NONE("R16G16B16A16_SINT"),
    NONE("R32G32_TYPELESS"),
    {S9_FORMAT_G32R32F, "R32G32_FLOAT"},
    NONE("R32G32_UINT"),
    NONE("R32G32_SINT"),
    NONE("R32G8X24_TYPELESS"),
    NONE("D32_FLOAT_S8X24_UINT"),
    NONE("R32_FLOAT_X8X24_TYPELESS"),
    NONE("X32_TYPELESS_G8X24_UINT"),
    NONE("R10G10B10A2_TYPELESS"),
    {S9_FORMAT_A2B10G10R10, "R10G10B10A2_UNORM"},
    NONE("R10G10B10A2_UINT"),
    NONE("R11G11B10_FLOAT"),
    NONE("R8G8B8A8_TYPELESS"),
    {S9_FORMAT_A8B8G8R8, "R8G8B8A8_UNORM"},
    {S9_FORMAT_A8B8G8R8, "R8G8B8A8_UNORM_SRGB"},
    NONE("R8G8B8A8_UINT"),
    {S9_FORMAT_Q8W8V8U8, "R8G8B8A8_SNORM"},
    NONE("R8G8B8A8_SINT"),
    NONE("R16G16_TYPELESS"),
    {S9_FORMAT_G16R16F, "R16G16_FLOAT"},
    {S9_FORMAT_G16R16, "R16G16_UNORM"},
    NONE("R16G16_UINT"),
    {S9_FORMAT_V16U16, "R16G16_SNORM"},
    NONE("R16G16_SINT"),
    NONE("R32_TYPELESS"),
    {S9_FORMAT_D32F_LOCKABLE, "D32_FLOAT"},
    {S9_FORMAT_R32F, "R32_FLOAT"},
    NONE("R32_UINT"),
    NONE("R32_SINT"),
    NONE("R24G8_TYPELESS"),
    NONE("D24_UNORM_S8_UINT"), /* depth in the low bits, D24S8 has it in the high ones */
    NONE("R24_UNORM_X8_TYPELESS"),
    NONE("X24_TYPELESS_G8_UINT"),
    NONE("R8G8_TYPELESS"),
    {S9_FORMAT_A8L8, "R8G8_UNORM"},
    NONE("R8G8_UINT"),
    {S9_FORMAT_V8U8, "R8G8_SNORM"},
    NONE("R8G8_SINT"),
    NONE("R16_TYPELESS"),
    {S9_FORMAT_R16F, "R16_FLOAT"},
    {S9_FORMAT_D16, "D16_UNORM"},
    {S9_FORMAT_L16, "R16_UNORM"},
    NONE("R16_UINT"),
    NONE("R16_SNORM"),
    NONE("R16_SINT"),
    NONE("R8_TYPELESS"),
    {S9_FORMAT_L8, "R8_UNORM"},
    NONE("R8_UINT"),
    NONE("R8_SNORM"),
    NONE("R8_SINT"),
    {S9_FORMAT_A8, "A8_UNORM"},
    NONE("R1_UNORM"),
    NONE("R9G9B9E5_SHAREDEXP"),
    {S9_FORMAT_G8R8_G8B8, "R8G8_B8G8_UNORM"}, /* the two have each other's names */
    {S9_FORMAT_R8G8_B8G8, "G8R8_G8B8_UNORM"},
    NONE("BC1_TYPELESS"),
    {S9_FORMAT_DXT1, "BC1_UNORM"},
    {S9_FORMAT_DXT1, "BC1_UNORM_SRGB"},
    NONE("BC2_TYPELESS"),
    {S9_FORMAT_DXT3, "BC2_UNORM"},
    {S9_FORMAT_DXT3, "BC2_UNORM_SRGB"},
    NONE("BC3_TYPELESS"),
    {S9_FORMAT_DXT5, "BC3_UNORM"},
    {S9_FORMAT_DXT5, "BC3_UNORM_SRGB"},
    NONE("BC4_TYPELESS"),
    {S9_FORMAT_ATI1, "BC4_UNORM"},
    NONE("BC4_SNORM"),
    NONE("BC5_TYPELESS"),
    {S9_FORMAT_ATI2, "BC5_UNORM"},
    NONE("BC5_SNORM"),
    {S9_FORMAT_R5G6B5, "B5G6R5_UNORM"},
    {S9_FORMAT_A1R5G5B5, "B5G5R5A1_UNORM"},
    {S9_FORMAT_A8R8G8B8, "B8G8R8A8_UNORM"},
    {S9_FORMAT_X8R8G8B8, "B8G8R8X8_UNORM"},
    NONE("R10G10B10_XR_BIAS_A2_UNORM"),
    NONE("B8G8R8A8_TYPELESS"),
    {S9_FORMAT_A8R8G8B8, "B8G8R8A8_UNORM_SRGB"},
    NONE("B8G8R8X8_TYPELESS"),
    {S9_FORMAT_X8R8G8B8, "B8G8R8X8_UNORM_SRGB"},
    NONE("BC6H_TYPELESS"),
    NONE("BC6H_UF16"),
    NONE("BC6H_SF16"),
    NONE("BC7_TYPELESS"),
    NONE("BC7_UNORM"),
    NONE("BC7_UNORM_SRGB"),
    NONE("AYUV"),
    NONE("Y410"),
    NONE("Y416"),
    NONE("NV12"),
    NONE("P010"),
    NONE("P016"),
    NONE("420_OPAQUE"),
    {S9_FORMAT_YUY2, "YUY2"},
    NONE("Y210"),
    NONE("Y216"),
    NONE("NV11"),
    NONE("AI44"),
    NONE("IA44"),
    NONE("P8"),
    NONE("A8P8"),
    {S9_FORMAT_A4R4G4B4, "B4G4R4A4_UNORM"},
};

bool s9_dds_format_of_masks(const s9_dds_pixels *pixels, s9_format *out)
{
    /* The flags that say what the masks are of; alpha's mask counts only with its flag. */
    const uint32_t kinds = DDS_RGB | DDS_ALPHA | DDS_LUMINANCE | DDS_BUMPDUDV | DDS_BUMPLUMINANCE | DDS_ZBUFFER |
                           DDS_STENCILBUFFER | DDS_ALPHAPIXELS;
    uint32_t flags = pixels->flags & kinds;
    for (size_t i = 0; i < S9_COUNT(masked); i++) {
        bool same = masked[i].flags == flags && masked[i].bits == pixels->bits;
        uint32_t count = (flags & (DDS_ALPHAPIXELS | DDS_ALPHA | DDS_BUMPDUDV)) != 0 ? 4 : 3;
        uint32_t first = (flags & DDS_ALPHA) != 0 ? 3 : (flags & DDS_ZBUFFER) != 0 ? 1 : 0;
        for (uint32_t k = first; k < count; k++) {
            /* Of luminance and depth the masks behind the first are often left as they were. */
            bool counts = (flags & DDS_LUMINANCE) == 0 || k == 0 || k == 3;
            same = same && (!counts || masked[i].mask[k] == pixels->mask[k]);
        }
        if (same) {
            *out = (s9_format)masked[i].format;
            return true;
        }
    }
    return false;
}

bool s9_dds_format_of_code(uint32_t code, s9_format *out, const char **name)
{
    *name = NULL;
    for (size_t i = 0; i < S9_COUNT(coded); i++) {
        if (coded[i].code == code) {
            *out = (s9_format)coded[i].format;
            *name = coded[i].name;
            return coded[i].format != NO_FORMAT;
        }
    }
    return false;
}

bool s9_dds_format_of_dxgi(uint32_t number, s9_format *out, const char **name)
{
    *name = number < S9_COUNT(dxgi) ? dxgi[number].name : NULL;
    if (!*name || dxgi[number].format == NO_FORMAT) {
        return false;
    }
    *out = (s9_format)dxgi[number].format;
    return true;
}

void s9_dds_name_format(s9_format format, s9_dds_pixels *out)
{
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < S9_COUNT(masked); i++) {
        if (masked[i].format == (uint8_t)format && (masked[i].flags & DDS_ZBUFFER) == 0) {
            out->flags = masked[i].flags;
            out->bits = masked[i].bits;
            memcpy(out->mask, masked[i].mask, sizeof out->mask);
            return;
        }
    }
    out->flags = DDS_FOURCC;
    for (size_t i = 0; i < S9_COUNT(coded) && out->code == 0; i++) {
        if (coded[i].format == (uint8_t)format) {
            out->code = coded[i].code;
        }
    }
}
