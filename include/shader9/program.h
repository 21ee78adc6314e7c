/* SPDX-License-Identifier: MIT */
/*
 * shader9/program.h - a shader as it was written: from tokens or assembly text, and back, without loss.
 *
 * Source of the formats: Microsoft's "Shader Code Format" (driver documentation) and the assembly reference.
 */
#ifndef SHADER9_PROGRAM_H
#define SHADER9_PROGRAM_H

#include <shader9/base.h>
#include <shader9/isa.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A shader as it was written: every token, comment and place in the source. */
typedef struct s9_program s9_program;

/* What a shader is for. */
typedef enum s9_stage { S9_STAGE_VERTEX = 0, S9_STAGE_PIXEL = 1 } s9_stage;

/* NULL is fine. */
S9_API void s9_program_destroy(s9_program *program);
/* "vs_3_0"; a version without a spelling is "vs_2_7" and the like. */
S9_API const char *s9_program_version(const s9_program *program);
/* 0xFFFE0300 for vs_3_0, 0xFFFF0200 for ps_2_0. */
S9_API uint32_t s9_program_version_token(const s9_program *program);
/* Vertex or pixel. */
S9_API s9_stage s9_program_stage(const s9_program *program);
/* Number of instructions, comments not counted. */
S9_API uint32_t s9_program_instruction_count(const s9_program *program);
/* Bytes of the token form, version and end token included, what lies behind the end token not. */
S9_API size_t s9_program_token_bytes(const s9_program *program);
/* Bytes that lay behind the end token of a decoded stream (kept, and written again by s9_encode). */
S9_API size_t s9_program_trailing_bytes(const s9_program *program);

/* ---- tokens ---- */

/* Options of s9_decode; zero is the default of each but `struct_size`. */
typedef struct s9_decode_options {
    size_t struct_size; /* sizeof(s9_decode_options) */
    const char *name;   /* file name for diagnostics, or NULL */
    bool no_trailing;   /* stop at the end token; drop what follows */
} s9_decode_options;

/*
 * Reads a token stream (little-endian 32-bit words) by walking its instructions. Tolerant: whatever can be walked is
 * decoded, unknown opcodes and odd lengths included. Refused (S9_ERROR_INVALID, with byte offset, token and
 * instruction index): no version token, a stream that ends inside an instruction or comment, no end token, a size
 * that is not a multiple of four before the end token.
 * `options` may be NULL. The program does not refer to `bytes` afterwards.
 */
S9_API s9_result s9_decode(const void *bytes, size_t size, const s9_allocator *allocator,
                           const s9_decode_options *options, s9_program **out, s9_diagnostics *diagnostics);

/*
 * Number of bytes from the version token to the end token, found by walking instructions within `max_size` bytes.
 * For callers that, like the creation functions of Direct3D 9, know no size. S9_ERROR_INVALID when no end token lies
 * within the bounds.
 */
S9_API s9_result s9_token_size(const void *bytes, size_t max_size, size_t *size);

/*
 * Writes the token form. encode(decode(x)) gives the bytes of x. Release `out` with s9_blob_free. S9_ERROR_ARGUMENT,
 * S9_ERROR_MEMORY.
 */
S9_API s9_result s9_encode(const s9_program *program, const s9_allocator *allocator, s9_blob *out);

/* ---- text ---- */

/* A macro that is defined before the text is read. */
typedef struct s9_define {
    const char *name;
    const char *value; /* its text; NULL means "1" */
} s9_define;

/* A file that an include callback has opened. It stays open until the assembler closes it. */
typedef struct s9_include_file {
    const char *path; /* name for messages, also what tells one file from another; NULL: the name as written */
    const char *text;
    size_t size;  /* bytes */
    void *handle; /* the callback's own */
    /* Behind S9_ERROR_IO: why the file cannot be read, as the end of a sentence; NULL: there is no such file. */
    const char *reason;
} s9_include_file;

/* What `#include` asks. */
typedef struct s9_include {
    /*
     * Opens the file `name`; `system` says that it was written with < > instead of quotes, `from` is the path of the
     * file that asks (NULL when it has no name). S9_OK, or S9_ERROR_IO when there is no such file; other results end
     * the run.
     */
    s9_result (*open)(void *user, const char *name, bool system, const char *from, s9_include_file *out);
    void (*close)(void *user, s9_include_file *file); /* NULL: there is nothing to close */
    void *user;
} s9_include;

/* Whose assembly language: the two differ in vs_1_x and ps_1_x. */
typedef enum s9_dialect {
    S9_DIALECT_D3D9 = 0,
    S9_DIALECT_D3D8 = 1 /* s9_assemble rewrites it, s9_check accepts what it allows */
} s9_dialect;

/* Options of s9_assemble; zero is the default of each but `struct_size`. */
typedef struct s9_assemble_options {
    size_t struct_size; /* sizeof(s9_assemble_options) */
    const char *name;   /* file name for diagnostics, or NULL */
    const s9_define *defines;
    size_t define_count;
    const s9_include *include; /* NULL: `#include` is an error */
    uint32_t shader;           /* of a listing that holds several: which one, from 1; 0: it must hold one only */
    /*
     * Text that is refused (S9_ERROR_INVALID) gives a program all the same, where it has a version: statements with
     * faults are marked in it, and s9_check judges the others. It is good for nothing else.
     */
    bool keep_refused;
    /*
     * S9_DIALECT_D3D8: text of Direct3D 8 (vs_1_x, ps_1_x) is rewritten to Direct3D 9 of the same meaning. Inputs
     * without dcl are declared by the fixed numbers of Direct3D 8; rcp, rsq, exp, log, expp, logp without a component
     * read x; oFog and oPts take x; matrix products into a register that they read, and modifiers on constants of pixel
     * shaders, go through a free constant or temporary and are refused where none is free.
     */
    s9_dialect dialect;
    /*
     * What the version lacks but tokens can say (instructions, registers, modifiers, indices of other versions) is
     * assembled with a warning. What has no tokens is refused as ever.
     */
    bool lenient;
} s9_assemble_options;

/*
 * Assembles text (ASCII; not NUL-terminated, `size` bytes). Checks what the native parser checks (form, register
 * ranges, suffixes); s9_check checks the rest. All errors are collected, the parser goes on after each. A listing
 * (fxc, D3DDisassemble, an effect's) is taken as it is: preshaders, shader model 4 bodies and technique blocks are
 * left out. S9_ERROR_INVALID when there are errors, S9_ERROR_MEMORY; what `include` returns besides S9_OK and
 * S9_ERROR_IO.
 */
S9_API s9_result s9_assemble(const char *text, size_t size, const s9_allocator *allocator,
                             const s9_assemble_options *options, s9_program **out, s9_diagnostics *diagnostics);

/* A constant of the source and the registers it went to: c# (floats), i#, b# or s#. */
typedef struct s9_register_name {
    s9_register_set set;
    uint32_t first; /* its first register */
    uint32_t count; /* how many it takes; one of 0 names nothing */
    const char *name;
} s9_register_name;

/* Options of s9_disassemble; zero is the default of each but `struct_size`. */
typedef struct s9_disassemble_options {
    size_t struct_size; /* sizeof(s9_disassemble_options) */
    bool offsets;       /* the byte offset of each instruction as a comment at the line's end */
    bool tokens;        /* the words of each instruction as a comment at the line's end */
    bool no_comments;   /* leave comment blocks out; the text then no longer gives the same bytes */
    bool exact;         /* floats of def by the fewest digits that read back to the same bits (0.1), not by nine */
    /*
     * Constants by name: a table of their registers before the shader, as fxc prints it, and at the end of each line
     * the ones that the instruction reads, `// g_World[2], g_LightDir`. A register that several claim has the name of
     * the one that begins first.
     */
    const s9_register_name *names;
    size_t name_count;
    /*
     * NULL, or what the lines' ends call a single register instead of NAME[INDEX], such as "lights[2].color": writes at
     * most `room` bytes, the NUL included, and returns the length, 0 for no other name. Asked about registers of
     * `names`.
     */
    size_t (*name_of)(void *user, s9_register_set set, uint32_t number, char *out, size_t room);
    void *name_user;
} s9_disassemble_options;

/*
 * Prints text that assembles to the same tokens, in the form in which fxc and D3DDisassemble print listings: floats
 * with nine significant digits (0.1f is 0.100000001), which read back to the same bits; NaN and infinity as bit
 * patterns (0x7FC00000). Comment blocks and what the language cannot spell have forms of their own. `options` may be
 * NULL. Release `out` with s9_blob_free. S9_ERROR_ARGUMENT, S9_ERROR_MEMORY.
 */
S9_API s9_result s9_disassemble(const s9_program *program, const s9_allocator *allocator,
                                const s9_disassemble_options *options, s9_blob *out);

/* ---- what a file holds ---- */

/* What a file holds, as s9_detect_content tells it. */
typedef enum s9_content {
    S9_CONTENT_UNKNOWN = 0,
    S9_CONTENT_TOKENS = 1,     /* version token to end token, maybe something behind it */
    S9_CONTENT_ASSEMBLY = 2,   /* assembly text */
    S9_CONTENT_LISTING = 3,    /* an fxc listing: assembly with a header of comments */
    S9_CONTENT_C_ARRAY = 4,    /* C source with an array of words or bytes (fxc /Fh) */
    S9_CONTENT_EFFECT = 5,     /* fx_2_0 */
    S9_CONTENT_XNA_EFFECT = 6, /* fx_2_0 behind the XNA header 0xBCF00BCF */
    S9_CONTENT_XNB = 7,
    S9_CONTENT_DXBC = 8,
    S9_CONTENT_DXIL = 9,
    S9_CONTENT_MGFX = 10,
    S9_CONTENT_SPIRV = 11,
    S9_CONTENT_HLSL = 12,
    S9_CONTENT_GLSL = 13,
    S9_CONTENT_SHADER_LIBRARY = 14, /* level-9 library, version token LV or LP */
    S9_CONTENT_TEXTURE_SHADER = 15, /* tx_1_0 */
    S9_CONTENT_PRESHADER = 16,      /* FX stream */
    S9_CONTENT_EMPTY = 17,
    S9_CONTENT_VCS = 18,
    S9_CONTENT_IMAGE = 19,
    S9_CONTENT_ARCHIVE = 20,      /* zip, gzip and the like */
    S9_CONTENT_EFFECT_D3D10 = 21, /* fx_4_0 and later */
    S9_CONTENT_UTF16 = 22,
    S9_CONTENT_CONSOLE = 23,      /* for the Xbox 360 or the PlayStation 3: big-endian effects, .vcs files, shaders */
    S9_CONTENT_VCS_SOURCE2 = 24,  /* .vcs of Source 2 */
    S9_CONTENT_EFFECT_OTHER = 25, /* a compiled effect (token 0xFEFF....) that is neither fx_2_0 nor fx_4_0 and later */
    S9_CONTENT_JSON = 26,
    S9_CONTENT_TEXT = 27, /* text of no known kind: prose, Markdown, another language */
} s9_content;

/* Looks at the bytes, never at a name. */
S9_API s9_content s9_detect_content(const void *bytes, size_t size);
/* "token stream", "fx_2_0 effect", ... */
S9_API const char *s9_content_name(s9_content content);
/* One sentence: what to do with content that shader9 cannot use as a shader; NULL where it can. */
S9_API const char *s9_content_advice(s9_content content);

/*
 * Reads a shader from whatever a file holds: tokens, assembly text, a listing or a C array. Anything else is refused
 * with a diagnostic that names it. `content` (may be NULL) receives what was found.
 */
S9_API s9_result s9_load(const void *bytes, size_t size, const s9_allocator *allocator, const char *name,
                         s9_program **out, s9_content *content, s9_diagnostics *diagnostics);
/* The same; text is assembled with these options (their `name` is not used). NULL: the defaults. */
S9_API s9_result s9_load_text_as(const void *bytes, size_t size, const s9_allocator *allocator, const char *name,
                                 const s9_assemble_options *options, s9_program **out, s9_content *content,
                                 s9_diagnostics *diagnostics);

#ifdef __cplusplus
}
#endif

#endif
