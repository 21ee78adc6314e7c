/* SPDX-License-Identifier: MIT */
/*
 * DDS files. A header of 128 bytes, 20 more for files of Direct3D 10, then the texels: of 2D textures and volumes level
 * after level, of cube maps face after face, each with all its levels. Rows lie without padding whatever the header
 * says of a pitch, as Direct3D 9 reads and writes them.
 */
#include "image/dds.h"

enum {
    HEADER = 128, /* with the magic number */
    EXTENDED = 20,

    /* what the header holds, in 32-bit words */
    AT_SIZE = 1,
    AT_FLAGS,
    AT_HEIGHT,
    AT_WIDTH,
    AT_PITCH,
    AT_DEPTH,
    AT_LEVELS,
    AT_PIXELS = 19, /* size, flags, code, bits, masks */
    AT_CAPS = 27,
    AT_CAPS2,
    AT_DXGI = 32,
    AT_DIMENSION,
    AT_MISC,
    AT_ARRAY,

    PIXELS_SIZE = 32,

    HAS_CAPS = 0x1,
    HAS_HEIGHT = 0x2,
    HAS_WIDTH = 0x4,
    HAS_PITCH = 0x8,
    HAS_PIXELS = 0x1000,
    HAS_LEVELS = 0x20000,
    HAS_LINEAR_SIZE = 0x80000,
    HAS_DEPTH = 0x800000,

    CAPS_COMPLEX = 0x8,
    CAPS_TEXTURE = 0x1000,
    CAPS_MIPMAP = 0x400000,
    CAPS2_CUBE = 0x200,
    CAPS2_FACES = 0xFC00,
    CAPS2_VOLUME = 0x200000,

    DIMENSION_2D = 3,
    DIMENSION_3D = 4,
    MISC_CUBE = 0x4
};

/* A file being read. */
typedef struct dds_file {
    const uint8_t *bytes;
    size_t size, data; /* `data`: where the texels begin */
    const s9_position *at;
    s9_diagnostics *diagnostics;
    s9_texture_desc desc;
    bool swap_blocks;
} dds_file;

static uint32_t word(const dds_file *file, uint32_t number)
{
    return s9_read_u32(file->bytes + (size_t)number * 4);
}

/* A sentence about what is wrong with the file. */
#define REFUSE(file, hint, ...) \
    (s9_report((file)->diagnostics, S9_ERROR, NULL, (file)->at, hint, "this DDS cannot be read: " __VA_ARGS__), false)

static bool refuse_format(dds_file *file, const char *name, uint32_t code)
{
    if (name) {
        return REFUSE(file, "convert it to a format of Direct3D 9 that shaders sample", "its format is %s", name);
    }
    char letters[5] = {0};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t c = code >> (8 * i) & 0xFFu;
        letters[i] = (char)(c >= 0x20 && c < 0x7F ? c : '?');
    }
    if (code >= 0x20202020u) {
        return REFUSE(file, NULL, "its format '%s' is unknown", letters);
    }
    return REFUSE(file, NULL, "its format number %lu is unknown", (unsigned long)code);
}

static bool read_pixels(dds_file *file)
{
    s9_dds_pixels pixels = {word(file, AT_PIXELS + 1), word(file, AT_PIXELS + 2), word(file, AT_PIXELS + 3), {0}};
    const char *name = NULL;
    if (word(file, AT_PIXELS) != PIXELS_SIZE) {
        return REFUSE(file, NULL, "its pixel format has %lu bytes, not 32", (unsigned long)word(file, AT_PIXELS));
    }
    for (uint32_t i = 0; i < 4; i++) {
        pixels.mask[i] = word(file, AT_PIXELS + 4 + i);
    }
    if ((pixels.flags & DDS_FOURCC) != 0) {
        file->swap_blocks = pixels.code == DDS_BC5U;
        return s9_dds_format_of_code(pixels.code, &file->desc.format, &name) || refuse_format(file, name, pixels.code);
    }
    if ((pixels.flags & DDS_PALETTE) != 0) {
        return refuse_format(file, "one with a palette", 0);
    }
    if (!s9_dds_format_of_masks(&pixels, &file->desc.format)) {
        return REFUSE(file, NULL,
                      "no format of Direct3D 9 has %lu bits, flags 0x%lx and the masks 0x%08lx 0x%08lx 0x%08lx 0x%08lx",
                      (unsigned long)pixels.bits, (unsigned long)pixels.flags, (unsigned long)pixels.mask[0],
                      (unsigned long)pixels.mask[1], (unsigned long)pixels.mask[2], (unsigned long)pixels.mask[3]);
    }
    return true;
}

/* The header of Direct3D 10: format, kind and array. */
static bool read_extended(dds_file *file)
{
    if (file->size < HEADER + EXTENDED) {
        return REFUSE(file, NULL, "it is cut short in its header");
    }
    file->data = HEADER + EXTENDED;
    uint32_t number = word(file, AT_DXGI), dimension = word(file, AT_DIMENSION), count = word(file, AT_ARRAY);
    const char *name = NULL;
    if (!s9_dds_format_of_dxgi(number, &file->desc.format, &name)) {
        return name ? REFUSE(file, "convert it to a format of Direct3D 9",
                             "its format is DXGI_FORMAT_%s, which Direct3D 9 lacks", name)
                    : REFUSE(file, NULL, "its format DXGI %lu is unknown", (unsigned long)number);
    }
    /* BC5 has red first. */
    file->swap_blocks = file->desc.format == S9_FORMAT_ATI2;
    if (dimension != DIMENSION_2D && dimension != DIMENSION_3D) {
        return REFUSE(file, NULL, "it is neither a 2D texture nor a volume");
    }
    if (count != 1) {
        return REFUSE(file, "split it into a file for each", "it is an array of %lu textures, Direct3D 9 has none",
                      (unsigned long)count);
    }
    if (dimension == DIMENSION_3D) {
        file->desc.type = S9_TEXTURE_VOLUME;
    } else if ((word(file, AT_MISC) & MISC_CUBE) != 0) {
        file->desc.type = S9_TEXTURE_CUBE;
    }
    return true;
}

/* The kind by the header of Direct3D 9. */
static bool read_kind(dds_file *file)
{
    static const char *const faces[6] = {"+x", "-x", "+y", "-y", "+z", "-z"};
    uint32_t caps = word(file, AT_CAPS2);
    if ((caps & CAPS2_CUBE) != 0) {
        if ((caps & CAPS2_VOLUME) != 0) {
            return REFUSE(file, NULL, "it says that it is a cube map and a volume");
        }
        for (uint32_t i = 0; i < 6; i++) {
            if ((caps >> (10 + i) & 1u) == 0) {
                return REFUSE(file, "shader9 reads cube maps with all six faces", "this cube map has no face %s",
                              faces[i]);
            }
        }
        file->desc.type = S9_TEXTURE_CUBE;
    } else if ((caps & CAPS2_VOLUME) != 0) {
        file->desc.type = S9_TEXTURE_VOLUME;
    }
    return true;
}

static bool read_sizes(dds_file *file)
{
    s9_texture_desc *desc = &file->desc;
    desc->width = word(file, AT_WIDTH);
    desc->height = word(file, AT_HEIGHT);
    desc->depth = desc->type == S9_TEXTURE_VOLUME ? word(file, AT_DEPTH) : 1;
    uint32_t longest = desc->width > desc->height ? desc->width : desc->height;
    longest = desc->depth > longest ? desc->depth : longest;
    if (desc->width == 0 || desc->height == 0 || desc->depth == 0 || longest > S9_TEXTURE_MAX_SIDE) {
        return REFUSE(file, NULL, "its size is %lux%lux%lu, a texture is 1 to %u along each axis",
                      (unsigned long)desc->width, (unsigned long)desc->height, (unsigned long)desc->depth,
                      S9_TEXTURE_MAX_SIDE);
    }
    if (desc->type == S9_TEXTURE_CUBE && desc->width != desc->height) {
        return REFUSE(file, NULL, "this cube map is %lux%lu, faces are square", (unsigned long)desc->width,
                      (unsigned long)desc->height);
    }
    /* The number counts without its flag, which some writers leave out; 0 stands for one level. */
    desc->levels = word(file, AT_LEVELS) == 0 ? 1 : word(file, AT_LEVELS);
    uint32_t most = 1;
    while (longest >> most != 0) {
        most++;
    }
    if (desc->levels > most) {
        return REFUSE(file, NULL, "it has %lu levels, at its size there are at most %lu", (unsigned long)desc->levels,
                      (unsigned long)most);
    }
    return true;
}

static uint32_t level_side(uint32_t side, uint32_t level)
{
    return side >> level > 0 ? side >> level : 1;
}

/* Bytes of a level: of one face for cube maps. */
static bool level_size(const s9_texture_desc *desc, uint32_t level, size_t *size)
{
    return s9_format_level_size(desc->format, level_side(desc->width, level), level_side(desc->height, level),
                                level_side(desc->depth, level), size);
}

static bool measure(const s9_texture_desc *desc, size_t *total)
{
    size_t size;
    *total = 0;
    for (uint32_t level = 0; level < desc->levels; level++) {
        if (!level_size(desc, level, &size) || !s9_add_size(*total, size, total)) {
            return false;
        }
    }
    return s9_mul_size(*total, desc->type == S9_TEXTURE_CUBE ? 6 : 1, total);
}

/* The header, judged; everything but the texels. */
static bool read_header(dds_file *file)
{
    if (file->size < HEADER) {
        return REFUSE(file, NULL, "it is cut short in its header");
    }
    if (word(file, AT_SIZE) != HEADER - 4) {
        return REFUSE(file, NULL, "its header has %lu bytes, not 124", (unsigned long)word(file, AT_SIZE));
    }
    file->data = HEADER;
    file->desc.struct_size = sizeof file->desc;
    file->desc.type = S9_TEXTURE_2D;
    bool extended = (word(file, AT_PIXELS + 1) & DDS_FOURCC) != 0 && word(file, AT_PIXELS + 2) == DDS_DX10;
    if (!(extended ? read_extended(file) : read_pixels(file) && read_kind(file)) || !read_sizes(file)) {
        return false;
    }
    size_t total, there = file->size - file->data;
    if (!measure(&file->desc, &total) || total > there) {
        return REFUSE(file, NULL, "it is cut short: %zu bytes of texels are there for %s, %lux%lux%lu, %lu level%s",
                      there, s9_format_name(file->desc.format), (unsigned long)file->desc.width,
                      (unsigned long)file->desc.height, (unsigned long)file->desc.depth,
                      (unsigned long)file->desc.levels, file->desc.levels == 1 ? "" : "s");
    }
    if (total < there) {
        s9_report(file->diagnostics, S9_WARNING, NULL, file->at, NULL, "%zu bytes behind the texels are not read",
                  there - total);
    }
    return true;
}

bool s9_dds_is(const uint8_t *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "DDS ", 4) == 0;
}

s9_result s9_dds_read_memory(const void *bytes, size_t size, const char *name, const s9_allocator *allocator,
                             s9_texture_data **out, s9_diagnostics *diagnostics)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    *out = NULL;
    if (!bytes && size > 0) {
        return S9_ERROR_ARGUMENT;
    }
    s9_position at = s9_position_none();
    at.file = name;
    dds_file file = {.bytes = bytes, .size = size, .at = &at, .diagnostics = diagnostics};
    if (!s9_dds_is(bytes, size)) {
        s9_report(diagnostics, S9_ERROR, NULL, &at, NULL, "this is no DDS file");
        return S9_ERROR_INVALID;
    }
    if (!read_header(&file)) {
        return S9_ERROR_INVALID;
    }
    s9_texture_data *data = NULL;
    s9_result result = s9_texture_data_create(allocator, &file.desc, &data);
    if (result == S9_ERROR_ARGUMENT) {
        /* Sides and levels are fine each by itself: it has too many texels. */
        (void)REFUSE(&file, NULL, "it has more texels than a texture may have");
        return S9_ERROR_INVALID;
    }
    if (result != S9_OK) {
        return result;
    }
    const uint8_t *from = file.bytes + file.data;
    uint32_t faces = file.desc.type == S9_TEXTURE_CUBE ? 6 : 1;
    for (uint32_t face = 0; face < faces; face++) {
        for (uint32_t level = 0; level < file.desc.levels; level++) {
            size_t part = s9_texture_data_desc(data)->level_size[level] / faces;
            uint8_t *to = (uint8_t *)s9_texture_data_level(data, level) + face * part;
            memcpy(to, from, part);
            for (size_t i = 0; file.swap_blocks && i + 16 <= part; i += 16) {
                memcpy(to + i, from + i + 8, 8);
                memcpy(to + i + 8, from + i, 8);
            }
            from += part;
        }
    }
    *out = data;
    return S9_OK;
}

/* ---- writing ---- */

static void put_word(s9_buffer *buffer, uint32_t value)
{
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16), (uint8_t)(value >> 24)};
    s9_buffer_append(buffer, bytes, sizeof bytes);
}

static void put_header(s9_buffer *buffer, const s9_texture_desc *desc, size_t first_level)
{
    s9_dds_pixels pixels;
    s9_dds_name_format(desc->format == S9_FORMAT_VALUES ? S9_FORMAT_A32B32G32R32F : desc->format, &pixels);
    bool blocks = desc->format >= S9_FORMAT_DXT1 && desc->format <= S9_FORMAT_ATI2;
    bool volume = desc->type == S9_TEXTURE_VOLUME, cube = desc->type == S9_TEXTURE_CUBE;
    size_t row = 0;
    s9_format_level_size(desc->format, desc->width, 1, 1, &row);
    uint32_t flags = HAS_CAPS | HAS_HEIGHT | HAS_WIDTH | HAS_PIXELS | (blocks ? HAS_LINEAR_SIZE : HAS_PITCH) |
                     (desc->levels > 1 ? HAS_LEVELS : 0u) | (volume ? HAS_DEPTH : 0u);
    uint32_t caps =
        CAPS_TEXTURE | (desc->levels > 1 ? CAPS_MIPMAP : 0u) | (desc->levels > 1 || volume || cube ? CAPS_COMPLEX : 0u);
    uint32_t caps2 = volume ? (uint32_t)CAPS2_VOLUME : cube ? CAPS2_CUBE | CAPS2_FACES : 0u;
    size_t pitch = blocks ? first_level : row;
    uint32_t words[HEADER / 4] = {0};
    memcpy(&words[AT_PIXELS + 4], pixels.mask, sizeof pixels.mask);
    words[0] = 0x20534444u;
    words[AT_SIZE] = HEADER - 4;
    words[AT_FLAGS] = flags;
    words[AT_HEIGHT] = desc->height;
    words[AT_WIDTH] = desc->width;
    words[AT_PITCH] = pitch > UINT32_MAX ? 0 : (uint32_t)pitch;
    words[AT_DEPTH] = volume ? desc->depth : 0;
    words[AT_LEVELS] = desc->levels > 1 ? desc->levels : 0;
    words[AT_PIXELS] = PIXELS_SIZE;
    words[AT_PIXELS + 1] = pixels.flags;
    words[AT_PIXELS + 2] = pixels.code;
    words[AT_PIXELS + 3] = pixels.bits;
    words[AT_CAPS] = caps;
    words[AT_CAPS2] = caps2;
    for (size_t i = 0; i < S9_COUNT(words); i++) {
        put_word(buffer, words[i]);
    }
}

s9_result s9_dds_write_memory(const s9_texture_desc *desc, const s9_allocator *allocator, s9_blob *out)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    /* The contract of the description is judged where textures are made. */
    s9_texture_data *data = NULL;
    if (!desc || desc->struct_size < sizeof *desc || !desc->level_data || !desc->level_size) {
        return S9_ERROR_ARGUMENT;
    }
    s9_result result = s9_texture_data_create(allocator, desc, &data);
    if (result != S9_OK) {
        return result;
    }
    const s9_texture_desc *from = s9_texture_data_desc(data);
    uint32_t faces = from->type == S9_TEXTURE_CUBE ? 6 : 1;
    s9_buffer buffer;
    s9_buffer_init(&buffer, allocator);
    put_header(&buffer, from, from->level_size[0] / faces);
    for (uint32_t face = 0; face < faces; face++) {
        for (uint32_t level = 0; level < from->levels; level++) {
            size_t part = from->level_size[level] / faces;
            s9_buffer_append(&buffer, (const uint8_t *)from->level_data[level] + face * part, part);
        }
    }
    s9_texture_data_destroy(data);
    return s9_buffer_to_blob(&buffer, out);
}
