/* SPDX-License-Identifier: MIT */
/*
 * PNG through libpng. libpng reports errors by longjmp: each function that may jump keeps what must survive in a
 * structure of its caller, and does nothing else.
 */
#include "image/image.h"

#include <setjmp.h>

#include <png.h>

typedef struct png_job {
    const s9_allocator *allocator;
    const uint8_t *bytes; /* reading */
    size_t size, next;
    s9_buffer *to; /* writing */
    png_structp png;
    png_infop info;
    png_bytep *rows;
    s9_image *image;
    bool out_of_memory;
    char message[128];
} png_job;

static png_voidp allocate(png_structp png, png_alloc_size_t size)
{
    png_job *job = png_get_mem_ptr(png);
    void *memory = s9_allocate(job->allocator, size);
    job->out_of_memory |= memory == NULL;
    return memory;
}

static void release(png_structp png, png_voidp pointer)
{
    png_job *job = png_get_mem_ptr(png);
    s9_release(job->allocator, pointer);
}

static void fail(png_structp png, png_const_charp message)
{
    png_job *job = png_get_error_ptr(png);
    size_t length = strlen(message);
    length = length < sizeof job->message - 1 ? length : sizeof job->message - 1;
    memcpy(job->message, message, length);
    job->message[length] = '\0';
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void read_bytes(png_structp png, png_bytep to, size_t count)
{
    png_job *job = png_get_io_ptr(png);
    if (count > job->size - job->next) {
        png_error(png, "the file is cut short");
    }
    memcpy(to, job->bytes + job->next, count);
    job->next += count;
}

static void write_bytes(png_structp png, png_bytep from, size_t count)
{
    png_job *job = png_get_io_ptr(png);
    s9_buffer_append(job->to, from, count);
    if (job->to->failed) {
        job->out_of_memory = true;
        png_error(png, "out of memory");
    }
}

static void flush_bytes(png_structp png)
{
    (void)png;
}

static bool make_rows(png_job *job)
{
    job->rows = s9_allocate(job->allocator, job->image->height * sizeof *job->rows);
    if (!job->rows) {
        job->out_of_memory = true;
        return false;
    }
    for (uint32_t y = 0; y < job->image->height; y++) {
        job->rows[y] = job->image->pixels + (size_t)y * job->image->width * 4;
    }
    return true;
}

/* Everything becomes 8-bit r, g, b, a; no gamma is asked for, so none is applied. */
static bool read_image(png_job *job)
{
    if (setjmp(png_jmpbuf(job->png))) {
        return false;
    }
    png_set_user_limits(job->png, S9_IMAGE_MAX_SIDE, S9_IMAGE_MAX_SIDE);
    png_set_read_fn(job->png, job, read_bytes);
    png_read_info(job->png, job->info);
    /* Deflate packs 1032 bytes into one at best; a file that claims more is cut short, and not worth the memory. */
    size_t packed = png_get_rowbytes(job->png, job->info) / 1032;
    if (packed * png_get_image_height(job->png, job->info) > job->size) {
        png_error(job->png, "it is cut short");
    }
    png_set_expand(job->png);
    png_set_scale_16(job->png);
    png_set_gray_to_rgb(job->png);
    png_set_add_alpha(job->png, 255, PNG_FILLER_AFTER);
    png_set_interlace_handling(job->png);
    png_read_update_info(job->png, job->info);
    uint32_t width = png_get_image_width(job->png, job->info), height = png_get_image_height(job->png, job->info);
    if (png_get_rowbytes(job->png, job->info) != (size_t)width * 4) {
        png_error(job->png, "unusual pixels");
    }
    if (s9_image_create(job->allocator, width, height, job->image) != S9_OK || !make_rows(job)) {
        job->out_of_memory = true;
        return false;
    }
    png_read_image(job->png, job->rows);
    png_read_end(job->png, NULL);
    return true;
}

s9_result s9_png_read(const uint8_t *bytes, size_t size, const s9_allocator *allocator, const s9_position *at,
                      s9_image *out, s9_diagnostics *diagnostics)
{
    png_job job = {.allocator = allocator, .bytes = bytes, .size = size, .image = out};
    bool good = false;
    job.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &job, fail, ignore_warning, &job, allocate, release);
    if (job.png) {
        job.info = png_create_info_struct(job.png);
        good = job.info && read_image(&job);
        png_destroy_read_struct(&job.png, &job.info, NULL);
    } else {
        job.out_of_memory = true;
    }
    s9_release(allocator, job.rows);
    if (good) {
        return S9_OK;
    }
    s9_image_free(out);
    if (job.out_of_memory || job.message[0] == '\0') {
        return S9_ERROR_MEMORY;
    }
    s9_report(diagnostics, S9_ERROR, NULL, at, NULL, "this PNG cannot be read: %s", job.message);
    return S9_ERROR_INVALID;
}

static bool write_image(png_job *job)
{
    if (setjmp(png_jmpbuf(job->png))) {
        return false;
    }
    png_set_write_fn(job->png, job, write_bytes, flush_bytes);
    png_set_IHDR(job->png, job->info, job->image->width, job->image->height, 8, PNG_COLOR_TYPE_RGB_ALPHA,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(job->png, 6);
    png_write_info(job->png, job->info);
    png_write_image(job->png, job->rows);
    png_write_end(job->png, NULL);
    return true;
}

s9_result s9_image_write_png_memory(const s9_image *image, const s9_allocator *allocator, s9_blob *out)
{
    if (!out) {
        return S9_ERROR_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    if (!image || !image->pixels || image->width == 0 || image->height == 0 || image->width > S9_IMAGE_MAX_SIDE ||
        image->height > S9_IMAGE_MAX_SIDE) {
        return S9_ERROR_ARGUMENT;
    }
    s9_buffer buffer;
    s9_buffer_init(&buffer, allocator);
    s9_image pixels = *image;
    png_job job = {.allocator = allocator, .to = &buffer, .image = &pixels};
    bool good = false;
    job.png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &job, fail, ignore_warning, &job, allocate, release);
    if (job.png) {
        job.info = png_create_info_struct(job.png);
        good = job.info && make_rows(&job) && write_image(&job);
        png_destroy_write_struct(&job.png, &job.info);
    }
    s9_release(allocator, job.rows);
    if (!good) {
        /* Writing valid pixels to memory fails for want of memory only. */
        s9_buffer_free(&buffer);
        return S9_ERROR_MEMORY;
    }
    return s9_buffer_to_blob(&buffer, out);
}
