/* SPDX-License-Identifier: MIT */
/*
 * shader9/base.h - what every part of the library shares: results, memory, diagnostics, byte blobs.
 *
 * No function of shader9 aborts, exits or keeps state of its own. A call that fails returns a negative
 * s9_result and leaves its output parameters at NULL or zero; when a diagnostics list was given, the list says
 * what was wrong and where.
 */
#ifndef SHADER9_BASE_H
#define SHADER9_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(SHADER9_SHARED)
#if defined(SHADER9_BUILD)
#define S9_API __declspec(dllexport)
#else
#define S9_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define S9_API __attribute__((visibility("default")))
#else
#define S9_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a call came to. Values are never renumbered. */
typedef enum s9_result {
    S9_OK = 0,
    S9_ERROR_INVALID = -1,     /* the input was refused; the diagnostics say why */
    S9_ERROR_MEMORY = -2,      /* an allocation failed */
    S9_ERROR_ARGUMENT = -3,    /* a parameter breaks the contract of the function */
    S9_ERROR_UNSUPPORTED = -4, /* legal, but this build or this function cannot do it; see the diagnostics */
    S9_ERROR_IO = -5,          /* a file could not be read or written */
} s9_result;

/* A short English name of a result, never NULL. */
S9_API const char *s9_result_name(s9_result result);

/*
 * Memory callbacks. NULL in place of an allocator means malloc and free. The structure is copied by the object
 * that is created with it; `user` must outlive the object.
 */
typedef struct s9_allocator {
    void *(*allocate)(void *user, size_t size); /* size > 0; NULL when there is none left */
    void (*release)(void *user, void *pointer); /* pointer may be NULL */
    void *user;
} s9_allocator;

/* Bytes owned by the caller after a successful call; release with s9_blob_free. Zero-initialise before use. */
typedef struct s9_blob {
    void *data;
    size_t size; /* bytes; for text a NUL follows that is not counted */
    s9_allocator allocator;
} s9_blob;

/* Releases what the blob holds and makes it empty. NULL and an empty blob are fine. */
S9_API void s9_blob_free(s9_blob *blob);

/* ---- diagnostics ---- */

/* How bad a finding is: an error refuses the input, a warning and a note do not. */
typedef enum s9_severity { S9_NOTE = 0, S9_WARNING = 1, S9_ERROR = 2 } s9_severity;

/* Stands in s9_position for an offset, token or instruction that there is not. */
#define S9_NO_POSITION UINT32_MAX

/*
 * A place in the input. Text has file, line and column (both from 1); tokens have a byte offset, a token index and
 * an instruction index (all from 0). What does not apply is 0 (line, column, length) or S9_NO_POSITION (the rest).
 */
typedef struct s9_position {
    const char *file; /* name given by the caller, or NULL */
    uint32_t line;
    uint32_t column;      /* in bytes of the line, from 1 */
    uint32_t length;      /* bytes of the text concerned, at least 1 where there is a column */
    uint32_t offset;      /* byte offset of the token in the stream */
    uint32_t token;       /* index of the token in the stream */
    uint32_t instruction; /* index of the instruction, comments not counted */
} s9_position;

/* One message: what is wrong, where, by which rule, and how to mend it. Strings live as long as the list. */
typedef struct s9_diagnostic {
    s9_severity severity;
    const char *code; /* "V012", or "" */
    s9_position at;
    const char *message;
    const char *hint; /* how to mend it, or NULL */
    const char *text; /* for tokens: the instruction disassembled, or NULL; for text: the source line, or NULL */
    bool continues;   /* a note that belongs to the diagnostic before it */
    /* Of a very long source line, `text` is the part around the column: so many bytes of the line stand before it. */
    uint32_t text_from;
} s9_diagnostic;

/* A list of messages, in the order in which they were found. */
typedef struct s9_diagnostics s9_diagnostics;

/*
 * Makes an empty list. S9_ERROR_MEMORY, S9_ERROR_ARGUMENT when `out` is NULL. Not to be shared by threads that add to
 * it.
 */
S9_API s9_result s9_diagnostics_create(const s9_allocator *allocator, s9_diagnostics **out);
/* Releases the list and all its messages; NULL is fine. */
S9_API void s9_diagnostics_destroy(s9_diagnostics *list);
/* Removes all messages, which may then no longer be looked at. */
S9_API void s9_diagnostics_clear(s9_diagnostics *list);
/* Number of entries, notes included. */
S9_API size_t s9_diagnostics_count(const s9_diagnostics *list);
/* Number of entries of severity S9_ERROR. */
S9_API size_t s9_diagnostics_errors(const s9_diagnostics *list);
/* Number of entries of severity S9_WARNING. */
S9_API size_t s9_diagnostics_warnings(const s9_diagnostics *list);
/* Entry `index`, valid until the list is cleared or destroyed; NULL when out of range. */
S9_API const s9_diagnostic *s9_diagnostics_get(const s9_diagnostics *list, size_t index);

/* Version of the library at run time, "0.1.0". */
S9_API const char *s9_library_version(void);

#ifdef __cplusplus
}
#endif

#endif
