/* SPDX-License-Identifier: MIT */
/*
 * JPEG through libjpeg. It reports errors by a function that must not return: it jumps, and each function that may be
 * left so keeps what must survive in a structure of its caller.
 */
#include "image/image.h"

#if defined(SHADER9_HAVE_JPEG)

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>

enum {
    /* The densest a JPEG gets is a progressive one with a bit for a block of 64 pixels; one that claims more is cut. */
    MOST_PIXELS_OF_A_BYTE = 1024,
    /* Each scan of a progressive file goes over all its pixels: damaged files may have thousands. */
    MOST_SCANS = 500,
    /* Memory of libjpeg beyond the picture: the coefficients of a progressive one. */
    MOST_MEMORY = 1 << 30
};

typedef struct jpeg_job {
    struct jpeg_error_mgr errors; /* first: libjpeg hands back its address */
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    struct jpeg_decompress_struct jpeg;
    bool out_of_memory;
    const s9_allocator *allocator;
    const uint8_t *bytes;
    size_t size;
    s9_image *image;
    uint8_t *row;
    char message[JMSG_LENGTH_MAX];
} jpeg_job;

static void fail(j_common_ptr info)
{
    jpeg_job *job = (jpeg_job *)(void *)info->err;
    (*info->err->format_message)(info, job->message);
    longjmp(job->failed, 1);
}

static void fail_with(jpeg_job *job, const char *message)
{
    size_t length = strlen(message);
    memcpy(job->message, message, length + 1);
    longjmp(job->failed, 1);
}

/* Damage to the pixels that libjpeg reads over is refused: half a picture would pass for a whole one. */
static void on_message(j_common_ptr info, int level)
{
    if (level >= 0) {
        return;
    }
    switch (info->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC:
        fail(info);
        break;
    default:
        break;
    }
}

static void on_progress(j_common_ptr info)
{
    jpeg_job *job = (jpeg_job *)(void *)info->err;
    if (job->jpeg.input_scan_number > MOST_SCANS) {
        fail_with(job, "it has too many scans");
    }
}

static void say_nothing(j_common_ptr info)
{
    (void)info;
}

/* Grey stays grey; what is stored as CMYK has no colours without a profile. */
static void choose_colors(jpeg_job *job)
{
    struct jpeg_decompress_struct *jpeg = &job->jpeg;
    if (jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK) {
        fail_with(job, "its colours are those of ink (CMYK)");
    }
    jpeg->out_color_space = jpeg->jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
    jpeg->dct_method = JDCT_ISLOW; /* the same pixels everywhere */
}

static bool read_image(jpeg_job *job)
{
    struct jpeg_decompress_struct *jpeg = &job->jpeg;
    if (setjmp(job->failed)) {
        return false;
    }
    jpeg_create_decompress(jpeg);
    jpeg->progress = &job->progress;
    jpeg->mem->max_memory_to_use = MOST_MEMORY;
    jpeg_mem_src(jpeg, job->bytes, (unsigned long)job->size);
    (void)jpeg_read_header(jpeg, TRUE);
    if (jpeg->image_width > S9_IMAGE_MAX_SIDE || jpeg->image_height > S9_IMAGE_MAX_SIDE) {
        fail_with(job, "it is too large");
    }
    if ((uint64_t)jpeg->image_width * jpeg->image_height / MOST_PIXELS_OF_A_BYTE > job->size) {
        fail_with(job, "it is cut short");
    }
    choose_colors(job);
    (void)jpeg_start_decompress(jpeg);
    uint32_t width = jpeg->output_width, height = jpeg->output_height;
    uint32_t components = (uint32_t)jpeg->output_components;
    job->row = s9_allocate(job->allocator, (size_t)width * components);
    if (!job->row || s9_image_create(job->allocator, width, height, job->image) != S9_OK) {
        job->out_of_memory = true;
        return false;
    }
    while (jpeg->output_scanline < height) {
        uint8_t *to = job->image->pixels + (size_t)jpeg->output_scanline * width * 4;
        JSAMPROW row = job->row;
        if (jpeg_read_scanlines(jpeg, &row, 1) != 1) {
            fail_with(job, "it is cut short");
        }
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t *pixel = job->row + (size_t)x * components;
            to[x * 4] = pixel[0];
            to[x * 4 + 1] = pixel[components == 3 ? 1 : 0];
            to[x * 4 + 2] = pixel[components == 3 ? 2 : 0];
            to[x * 4 + 3] = 255;
        }
    }
    (void)jpeg_finish_decompress(jpeg);
    return true;
}

s9_result s9_jpeg_read(const uint8_t *bytes, size_t size, const s9_allocator *allocator, const s9_position *at,
                       s9_image *out, s9_diagnostics *diagnostics)
{
    jpeg_job *job = s9_allocate_zero(allocator, 1, sizeof *job);
    if (!job) {
        return S9_ERROR_MEMORY;
    }
    job->allocator = allocator;
    job->bytes = bytes;
    job->size = size;
    job->image = out;
    job->jpeg.err = jpeg_std_error(&job->errors);
    job->errors.error_exit = fail;
    job->errors.emit_message = on_message;
    job->errors.output_message = say_nothing;
    job->progress.progress_monitor = on_progress;
    s9_result result = S9_OK;
    if (!read_image(job)) {
        s9_image_free(out);
        /* libjpeg's own memory is reported by a message like any other. */
        bool memory = job->out_of_memory || job->errors.msg_code == JERR_OUT_OF_MEMORY;
        result = memory ? S9_ERROR_MEMORY : S9_ERROR_INVALID;
        if (!memory) {
            s9_report(diagnostics, S9_ERROR, NULL, at, NULL, "this JPEG cannot be read: %s", job->message);
        }
    }
    jpeg_destroy_decompress(&job->jpeg);
    s9_release(allocator, job->row);
    s9_release(allocator, job);
    return result;
}

#else

s9_result s9_jpeg_read(const uint8_t *bytes, size_t size, const s9_allocator *allocator, const s9_position *at,
                       s9_image *out, s9_diagnostics *diagnostics)
{
    (void)bytes;
    (void)size;
    (void)allocator;
    (void)out;
    s9_report(diagnostics, S9_ERROR, NULL, at, "convert it to PNG, or build with libjpeg (libjpeg-dev)",
              "this build reads no JPEG images");
    return S9_ERROR_UNSUPPORTED;
}

#endif
