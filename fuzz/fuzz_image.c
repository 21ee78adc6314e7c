/* SPDX-License-Identifier: MIT */
/* Bytes as an image file: what reads can be written as PNG and reads back to the same pixels. */
#include "fuzz.h"

#include <shader9/image.h>

static const char *image(const uint8_t *data, size_t size)
{
    s9_image first = {0}, second = {0};
    s9_blob png = {0};
    const char *broken = NULL;
    if (s9_image_read_memory(data, size, "input", NULL, &first, NULL) != S9_OK)
        return first.pixels ? "a failed call leaves an object behind" : NULL;
    if (s9_image_write_png_memory(&first, NULL, &png) != S9_OK)
        broken = "an image does not write";
    else if (s9_image_read_memory(png.data, png.size, NULL, NULL, &second, NULL) != S9_OK)
        broken = "a written image does not read";
    else if (first.width != second.width || first.height != second.height ||
             memcmp(first.pixels, second.pixels, (size_t)first.width * first.height * 4) != 0)
        broken = "a written image reads back to other pixels";
    s9_blob_free(&png);
    s9_image_free(&first);
    s9_image_free(&second);
    return broken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_expect(image(data, size));
    return 0;
}
