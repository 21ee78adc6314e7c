/* SPDX-License-Identifier: MIT */
/* Bytes as the text form of the intermediate representation: what the verifier takes prints and reads back the same. */
#include "fuzz.h"

static const char *round_trip(const char *text, size_t size)
{
    s9_ir *ir = NULL, *again = NULL;
    s9_blob first = {0}, second = {0};
    const char *broken = NULL;
    if (s9_ir_parse(text, size, NULL, &ir, NULL) != S9_OK)
        return ir ? "a failed call leaves an object behind" : NULL;
    /* Text may break the model; then the verifier says so, and nobody else has to cope with it. */
    if (s9_ir_verify(ir, NULL) == S9_OK) {
        if (s9_ir_print(ir, NULL, &first) != S9_OK)
            broken = "a valid module does not print";
        else if (s9_ir_parse(first.data, first.size, NULL, &again, NULL) != S9_OK)
            broken = "a printed module does not parse";
        else if (s9_ir_verify(again, NULL) != S9_OK)
            broken = "a printed module is not valid";
        else if (s9_ir_print(again, NULL, &second) != S9_OK)
            broken = "a parsed module does not print";
        else if (first.size != second.size || memcmp(first.data, second.data, first.size) != 0)
            broken = "print(parse(print(x))) is not print(x)";
    }
    s9_blob_free(&first);
    s9_blob_free(&second);
    s9_ir_destroy(ir);
    s9_ir_destroy(again);
    return broken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_expect(round_trip((const char *)data, size));
    return 0;
}
