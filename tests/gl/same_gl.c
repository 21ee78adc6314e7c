/* SPDX-License-Identifier: MIT */
/*
 * Shaders in GLSL and ESSL, drawn by Mesa's OpenGL without a window, for the same comparison as SPIR-V's. One context
 * takes all versions. Pixel shaders get a vertex shader of the same language that feeds them; outputs of vertex shaders
 * are captured by transform feedback.
 *
 * Mesa 22.3 takes a.y * -a.x for the negative of a square, whatever the components, so that it never finds it above 0:
 * of the random programs beyond those of check-gl, seeds 652 and 1479 differ by that (dp4_sat of one register by itself
 * negated) in every language.
 */
#define GL_GLEXT_PROTOTYPES
#include "vulkan/same_draw.h"

#include <shader9/cross.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

#include <stdio.h>
#include <stdlib.h>

struct same_gl {
    EGLDisplay display;
    EGLContext context;
    GLuint textures[SAME_TEXTURES], target[4], depth_buffer, frame, vertices, array, captured;
    s9_cross_options language;
};

static bool make_context(same_gl *gl)
{
    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                        4,
                                        EGL_CONTEXT_MINOR_VERSION,
                                        5,
                                        EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                        EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
                                        EGL_NONE};
    gl->display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (gl->display == EGL_NO_DISPLAY || !eglInitialize(gl->display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
        return false;
    gl->context = eglCreateContext(gl->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    return gl->context != EGL_NO_CONTEXT && eglMakeCurrent(gl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl->context);
}

static void make_textures(same_gl *gl, const same_host *host)
{
    static float texels[8 * 8 * 6][4];
    glGenTextures(SAME_TEXTURES, gl->textures);
    for (uint32_t i = 0; i < SAME_TEXTURES; i++) {
        GLenum target = i % 3 == 0 ? GL_TEXTURE_2D : i % 3 == 1 ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_3D;
        uint32_t slices = i % 3 == 0 ? 1 : i % 3 == 1 ? 6 : 4;
        for (uint32_t t = 0; t < slices * 64; t++)
            s9_texture_texel(host->textures[i], 0, t % 8, t / 8 % 8, t / 64, texels[t]);
        glBindTexture(target, gl->textures[i]);
        if (i % 3 == 0)
            glTexImage2D(target, 0, GL_RGBA32F, 8, 8, 0, GL_RGBA, GL_FLOAT, texels);
        else if (i % 3 == 2)
            glTexImage3D(target, 0, GL_RGBA32F, 8, 8, 4, 0, GL_RGBA, GL_FLOAT, texels);
        for (uint32_t face = 0; face < 6 && i % 3 == 1; face++)
            glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA32F, 8, 8, 0, GL_RGBA, GL_FLOAT,
                         texels[face * 64]);
        glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
    }
    glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
}

static void make_frame(same_gl *gl)
{
    glGenFramebuffers(1, &gl->frame);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->frame);
    glGenRenderbuffers(4, gl->target);
    glGenRenderbuffers(1, &gl->depth_buffer);
    for (uint32_t i = 0; i < 4; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, gl->target[i]);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, SAME_SIDE, SAME_SIDE);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_RENDERBUFFER, gl->target[i]);
    }
    glBindRenderbuffer(GL_RENDERBUFFER, gl->depth_buffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT32F, SAME_SIDE, SAME_SIDE);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, gl->depth_buffer);
    glViewport(0, 0, SAME_SIDE, SAME_SIDE);
    glClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    glGenVertexArrays(1, &gl->array);
    glBindVertexArray(gl->array);
    glGenBuffers(1, &gl->vertices);
    glGenBuffers(1, &gl->captured);
}

static bool gl_draw(same_case *c, const s9_spirv *module, same_bound *b, bool *refused);

static void gl_prepare(const same_host *host, s9_spirv_options *options)
{
    s9_cross_prepare(&host->gl->language, options);
}

void same_gl_speak(same_host *host, bool essl, uint32_t version)
{
    host->gl->language.language = essl ? S9_CROSS_ESSL : S9_CROSS_GLSL;
    host->gl->language.version = version;
    host->gl_any_order = version < (essl ? 320u : 400u); /* "precise" */
    host->gl_half_colors = essl && version < 300;        /* "mediump vec4 gl_FragData[]" */
}

bool same_use_gl(same_host *host, char why[VULKAN_REASON])
{
    same_gl *gl = calloc(1, sizeof *gl);
    if (gl == NULL || !make_context(gl)) {
        (void)snprintf(why, VULKAN_REASON, "no OpenGL 4.5 without a window");
        free(gl);
        return false;
    }
    make_textures(gl, host);
    make_frame(gl);
    host->gl = gl;
    host->gl_draw = gl_draw;
    host->gl_prepare = gl_prepare;
    gl->language.struct_size = sizeof gl->language;
    same_gl_speak(host, false, 330);
    return true;
}

void same_leave_gl(same_host *host)
{
    if (host->gl != NULL)
        (void)eglTerminate(host->gl->display);
    free(host->gl);
    host->gl = NULL;
}

/* ---- programs ---- */

static GLuint compile(GLenum stage, const char *text, const char *about)
{
    GLuint shader = glCreateShader(stage);
    GLint good = 0;
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        char log[1000];
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        fprintf(stderr, "%s: OpenGL does not compile: %s\n", about, log);
    }
    return shader;
}

/* The language has attributes and varyings, and no blocks. */
static bool is_old(const same_gl *gl)
{
    return gl->language.version < (gl->language.language == S9_CROSS_ESSL ? 300u : 130u);
}

static bool has_blocks(const same_gl *gl)
{
    return gl->language.version >= (gl->language.language == S9_CROSS_ESSL ? 300u : 150u);
}

static size_t put_head(const same_gl *gl, char *out, size_t size)
{
    bool essl = gl->language.language == S9_CROSS_ESSL;
    return (size_t)snprintf(out, size, "#version %u%s\n%s", (unsigned)gl->language.version,
                            essl && gl->language.version >= 300    ? " es"
                            : !essl && gl->language.version >= 150 ? " compatibility"
                                                                   : "",
                            essl ? "precision highp float;\n" : "");
}

static const s9_spirv_interface *input_at(const same_case *c, uint32_t location)
{
    for (uint32_t k = 0; k < c->layout->input_count; k++) {
        const s9_spirv_interface *io = &c->layout->inputs[k];
        if (io->built_in == NULL && io->location == location && io->name != NULL)
            return io;
    }
    return NULL;
}

/* What feeds the pixel shader: attribute a<i> goes to the input of its name, and of its location where those count. */
static void feeding_text(const same_case *c, const same_gl *gl, const uint32_t *locations, uint32_t count, char *out,
                         size_t size)
{
    bool placed = gl->language.version >= (gl->language.language == S9_CROSS_ESSL ? 310u : 410u);
    const char *in = is_old(gl) ? "attribute" : "in", *to = is_old(gl) ? "varying" : "out";
    size_t n = put_head(gl, out, size);
    n += (size_t)snprintf(out + n, size - n, "%s vec4 place;\n", in);
    for (uint32_t i = 0; i < count; i++) {
        const s9_spirv_interface *io = input_at(c, locations[i]);
        char at[40];
        if (io == NULL)
            continue;
        (void)snprintf(at, sizeof at, "layout(location = %u) ", (unsigned)io->location);
        n += (size_t)snprintf(out + n, size - n, "%s vec4 a%u;\n%s%s%s vec4 %s;\n", in, (unsigned)i, placed ? at : "",
                              io->flat       ? "flat "
                              : io->centroid ? "centroid "
                                             : "",
                              to, io->name);
    }
    n += (size_t)snprintf(out + n, size - n, "void main() {\n");
    for (uint32_t i = 0; i < count; i++) {
        const s9_spirv_interface *io = input_at(c, locations[i]);
        if (io != NULL)
            n += (size_t)snprintf(out + n, size - n, "%s = a%u;\n", io->name, (unsigned)i);
    }
    /* z of Vulkan is from 0 to w, here from -w to w. */
    (void)snprintf(out + n, size - n, "gl_Position = vec4(place.xy, 2.0 * place.z - place.w, place.w);\n}\n");
}

static void bind_blocks(const same_case *c, const same_bound *b, GLuint program, GLuint buffers[8])
{
    static const char *const marks[5] = {"_c_block", "_i_block", "_b_block", "stage", "state"};
    GLint count = 0;
    glGetProgramiv(program, GL_ACTIVE_UNIFORM_BLOCKS, &count);
    glGenBuffers(8, buffers);
    for (GLint i = 0; i < count && i < 8; i++) {
        char name[128];
        glGetActiveUniformBlockName(program, (GLuint)i, sizeof name, NULL, name);
        glUniformBlockBinding(program, (GLuint)i, (GLuint)i);
        for (uint32_t r = 0, at = 0; r < c->layout->resource_count; r++) {
            const s9_spirv_resource *resource = &c->layout->resources[r];
            if (resource->kind > S9_SPIRV_RESOURCE_STATE || resource->push)
                continue;
            if (strstr(name, marks[resource->kind]) != NULL) {
                glBindBuffer(GL_UNIFORM_BUFFER, buffers[i]);
                glBufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)resource->size, b->buffers[at].data, GL_STATIC_DRAW);
                glBindBufferBase(GL_UNIFORM_BUFFER, (GLuint)i, buffers[i]);
            }
            at++;
        }
    }
}

/* The same without blocks: structures of uniforms. */
static void set_uniforms(const same_case *c, const same_bound *b, GLuint program)
{
    static const struct {
        const char *name;
        bool whole;
    } words[] = {{"alpha_func", true},    {"alpha_ref", false},      {"fog_mode", true},         {"fog_depth", true},
                 {"fog_color_r", false},  {"fog_color_g", false},    {"fog_color_b", false},     {"fog_start", false},
                 {"fog_end", false},      {"fog_density", false},    {"clip_plane_count", true}, {"point_sprite", true},
                 {"point_size", false},   {"point_size_min", false}, {"point_size_max", false},  {"srgb_write", true},
                 {"half_pixel_x", false}, {"half_pixel_y", false},   {"y_scale", false}};
    const char *stage = c->pixel ? "ps" : "vs";
    for (uint32_t r = 0; r < c->layout->resource_count; r++) {
        const s9_spirv_resource *resource = &c->layout->resources[r];
        GLsizei count = (GLsizei)resource->registers;
        char name[64];
        if (resource->kind == S9_SPIRV_RESOURCE_STATE) {
            for (size_t i = 0; i < sizeof words / sizeof words[0] + 24; i++) {
                size_t word = i < sizeof words / sizeof words[0] ? i : i + 1, plane = word - 20;
                if (word < 20)
                    (void)snprintf(name, sizeof name, "%s_state.%s", stage, words[i].name);
                else
                    (void)snprintf(name, sizeof name, "%s_state.clip_planes_%u_%c", stage, (unsigned)(plane / 4),
                                   "xyzw"[plane % 4]);
                uint32_t bits;
                memcpy(&bits, (const char *)&c->job->options.state + 4 * word, 4);
                if (word < 20 && words[i].whole)
                    glUniform1i(glGetUniformLocation(program, name), (GLint)bits);
                else
                    glUniform1f(glGetUniformLocation(program, name), same_float(bits));
            }
            continue;
        }
        static const char *const members[] = {"c.c", "i.i", "b.b", "stages.stages"};
        if (resource->kind > S9_SPIRV_RESOURCE_STAGES)
            continue;
        (void)snprintf(name, sizeof name, "%s_%s[0]", stage, members[resource->kind]);
        GLint at = glGetUniformLocation(program, name);
        if (resource->kind == S9_SPIRV_RESOURCE_FLOATS)
            glUniform4fv(at, count, b->floats[0]);
        else if (resource->kind == S9_SPIRV_RESOURCE_INTS)
            glUniform4iv(at, count, b->ints[0]);
        else if (resource->kind == S9_SPIRV_RESOURCE_BOOLS)
            glUniform4iv(at, (count + 3) / 4, (const GLint *)b->bools);
        else
            glUniform4fv(at, 2 * count, (const float *)b->stages);
    }
}

static void bind_textures(const same_case *c, const same_gl *gl, GLuint program)
{
    static const GLint addresses[6] = {GL_REPEAT,        GL_REPEAT,          GL_MIRRORED_REPEAT,
                                       GL_CLAMP_TO_EDGE, GL_CLAMP_TO_BORDER, 0x8743 /* mirror, then clamp to edge */};
    for (uint32_t i = 0; i < c->layout->resource_count; i++) {
        const s9_spirv_resource *r = &c->layout->resources[i];
        if (r->kind != S9_SPIRV_RESOURCE_TEXTURE)
            continue;
        const s9_sampler_state *s = &c->job->samplers[r->number].state;
        uint32_t image = c->job->image_of[r->number];
        GLenum target = image % 3 == 0 ? GL_TEXTURE_2D : image % 3 == 1 ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_3D;
        GLint filter = s->mag == S9_FILTER_LINEAR ? GL_LINEAR : GL_NEAREST;
        GLuint sampler;
        glGenSamplers(1, &sampler);
        glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, filter);
        glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, filter);
        glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, addresses[s->address[0]]);
        glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, addresses[s->address[1]]);
        glSamplerParameteri(sampler, GL_TEXTURE_WRAP_R, addresses[s->address[2]]);
        glActiveTexture(GL_TEXTURE0 + r->number);
        glBindTexture(target, gl->textures[image]);
        glBindSampler(r->number, sampler);
        char name[64];
        (void)snprintf(name, sizeof name, "%s%s", c->pixel ? "" : "vs_", r->name);
        glUniform1i(glGetUniformLocation(program, name), (GLint)r->number);
    }
}

static GLuint link_program(const same_case *c, const char *const texts[2], const char *const *captured, uint32_t count,
                           bool *refused)
{
    GLuint program = glCreateProgram();
    GLint good = 0;
    for (uint32_t i = 0; i < 2; i++) {
        GLuint shader = compile(i == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER, texts[i], c->about);
        glAttachShader(program, shader);
        glDeleteShader(shader); /* lives as long as the program */
    }
    if (c->pixel) {
        for (uint32_t i = 0; i < 16; i++) {
            char name[8];
            (void)snprintf(name, sizeof name, i == 0 ? "place" : "a%u", (unsigned)(i - 1));
            glBindAttribLocation(program, i, name);
        }
        /* Before locations can be written down, who links has to say them. */
        for (uint32_t i = 0; i < c->layout->output_count; i++)
            if (c->layout->outputs[i].built_in == NULL && c->layout->outputs[i].name != NULL)
                glBindFragDataLocation(program, c->layout->outputs[i].location, c->layout->outputs[i].name);
    } else {
        for (uint32_t i = 0; i < c->layout->input_count; i++)
            if (c->layout->inputs[i].built_in == NULL)
                glBindAttribLocation(program, c->layout->inputs[i].location, c->layout->inputs[i].name);
        glTransformFeedbackVaryings(program, (GLsizei)count, captured, GL_INTERLEAVED_ATTRIBS);
    }
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good)
        return program;
    char log[1000];
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    *refused = strstr(log, "Too many") != NULL || strstr(log, "too big") != NULL; /* constants of software versions */
    if (!*refused)
        fprintf(stderr, "%s: OpenGL does not link: %s\n", c->about, log);
    glDeleteProgram(program);
    return 0;
}

static void bind_all(const same_case *c, const same_gl *gl, const same_bound *b, GLuint program, GLuint buffers[8])
{
    glUseProgram(program);
    if (has_blocks(gl))
        bind_blocks(c, b, program, buffers);
    else
        set_uniforms(c, b, program);
    bind_textures(c, gl, program);
}

static void attribute(uint32_t index, size_t offset)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, 4, GL_FLOAT, GL_FALSE, 16, (const void *)offset);
}

static bool draw_pixels(same_case *c, same_gl *gl, const same_bound *b, const char *text, bool *refused)
{
    static float data[SAME_SLOTS + 1][SAME_VERTICES][4], pixels[4][SAME_LANES][4], depths[SAME_LANES];
    static const GLenum draws[4] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                    GL_COLOR_ATTACHMENT3};
    char feeding[8192];
    uint32_t locations[SAME_SLOTS], count = same_gather_inputs(c, locations, data + 1), targets = 1;
    GLuint buffers[8] = {0};
    same_make_positions(c->job, data[0]);
    feeding_text(c, gl, locations, count, feeding, sizeof feeding);
    GLuint program = link_program(c, (const char *const[2]){feeding, text}, NULL, 0, refused);
    if (program == 0)
        return *refused;
    for (uint32_t ch = 0; ch < c->channel_count; ch++)
        if (c->channel_output[ch] < 4 && (uint32_t)c->channel_output[ch] >= targets)
            targets = (uint32_t)c->channel_output[ch] + 1;
    glDrawBuffers((GLsizei)targets, draws);
    glClearColor(SAME_SENTINEL, SAME_SENTINEL, SAME_SENTINEL, SAME_SENTINEL);
    glClearDepth(0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    bind_all(c, gl, b, program, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, gl->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((count + 1) * sizeof data[0]), data, GL_STREAM_DRAW);
    for (uint32_t i = 0; i < 16; i++) {
        glDisableVertexAttribArray(i);
        if (i <= count)
            attribute(i, i * sizeof data[0]);
    }
    glDrawArrays(GL_TRIANGLES, 0, SAME_VERTICES);
    for (uint32_t i = 0; i < targets; i++) {
        glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
        glReadPixels(0, 0, SAME_SIDE, SAME_SIDE, GL_RGBA, GL_FLOAT, pixels[i]);
    }
    glReadPixels(0, 0, SAME_SIDE, SAME_SIDE, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
    bool good = glGetError() == GL_NO_ERROR;
    same_see_pixels(c, (const float(*)[SAME_LANES][4])pixels, targets, depths);
    glDeleteBuffers(8, buffers);
    glDeleteProgram(program);
    return good;
}

/* ---- vertex shaders ---- */

/* What is captured, as names and slots; returns floats of a vertex. */
static uint32_t list_outputs(same_case *c, const char *text, const char **names, uint32_t *name_count)
{
    static const char clips[] = "out float gl_ClipDistance[";
    static const char distances[6][20] = {"gl_ClipDistance[0]", "gl_ClipDistance[1]", "gl_ClipDistance[2]",
                                          "gl_ClipDistance[3]", "gl_ClipDistance[4]", "gl_ClipDistance[5]"};
    const char *declared = strstr(text, clips);
    uint32_t floats = 0, planes = declared != NULL ? (uint32_t)strtoul(declared + sizeof clips - 1, NULL, 10) : 0;
    *name_count = c->channel_count = 0;
    for (uint32_t i = 0; i < c->layout->output_count; i++) {
        const s9_spirv_interface *io = &c->layout->outputs[i];
        bool clip = io->built_in != NULL && strcmp(io->built_in, "ClipDistance") == 0;
        bool size = io->built_in != NULL && strcmp(io->built_in, "PointSize") == 0;
        bool seen = false;
        for (uint32_t k = 0; k < c->channel_count; k++)
            seen = seen || (io->built_in == NULL && !c->slots[k].built_in && c->slots[k].number == io->location);
        for (uint32_t k = 0; k < (clip ? planes : 1u) && !seen && c->channel_count < SAME_CHANNELS; k++) {
            c->slots[c->channel_count++] = (module_slot){io->built_in != NULL,
                                                         io->built_in == NULL ? io->location
                                                         : clip               ? 3
                                                         : size               ? 1
                                                                              : 0,
                                                         k};
            names[(*name_count)++] = clip                   ? distances[k]
                                     : size                 ? "gl_PointSize"
                                     : io->built_in != NULL ? "gl_Position"
                                                            : io->name;
            floats += clip || size ? 1 : 4;
        }
    }
    return floats;
}

static bool draw_vertices(same_case *c, same_gl *gl, const same_bound *b, const char *text, bool *refused)
{
    static float data[SAME_SLOTS][SAME_LANES][4], out[SAME_LANES * SAME_CHANNELS * 4];
    const char *names[SAME_CHANNELS];
    char pixel[200];
    uint32_t name_count, floats = list_outputs(c, text, names, &name_count), used = 0;
    GLint most = 0;
    GLuint buffers[8] = {0};
    glGetIntegerv(GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, &most);
    *refused = floats > (uint32_t)most;
    if (*refused)
        return true;
    size_t n = put_head(gl, pixel, sizeof pixel);
    (void)snprintf(pixel + n, sizeof pixel - n, "void main() {}\n");
    GLuint program = link_program(c, (const char *const[2]){text, pixel}, names, name_count, refused);
    if (program == 0)
        return *refused;
    bind_all(c, gl, b, program, buffers);
    for (uint32_t i = 0; i < 16; i++)
        glDisableVertexAttribArray(i);
    glBindBuffer(GL_ARRAY_BUFFER, gl->vertices);
    for (uint32_t i = 0; i < c->layout->input_count && used < SAME_SLOTS; i++)
        for (uint32_t j = 0; j < s9_shader_input_count(c->shader); j++)
            if (strcmp(c->layout->inputs[i].reg, s9_shader_input(c->shader, j)->name) == 0) {
                memcpy(data[used], c->job->in[j], sizeof data[0]);
                attribute(c->layout->inputs[i].location, used++ * sizeof data[0]);
                break;
            }
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(used * sizeof data[0]), data, GL_STREAM_DRAW);
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, gl->captured);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, (GLsizeiptr)sizeof out, NULL, GL_STREAM_READ);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, gl->captured);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, SAME_LANES);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, (GLsizeiptr)(floats * SAME_LANES * sizeof(float)), out);
    bool good = glGetError() == GL_NO_ERROR;
    const float *from = out;
    for (uint32_t at = 0; at < SAME_LANES; at++) {
        memset(&c->seen[at], 0, sizeof c->seen[at]);
        for (uint32_t ch = 0; ch < c->channel_count; ch++) {
            bool single = c->slots[ch].built_in && c->slots[ch].number != 0;
            memcpy(c->seen[at].bits[ch], from, single ? 4 : 16);
            from += single ? 1 : 4;
        }
    }
    glDeleteBuffers(8, buffers);
    glDeleteProgram(program);
    return good;
}

static bool gl_draw(same_case *c, const s9_spirv *module, same_bound *b, bool *refused)
{
    /* What a vertex shader computes, not what OpenGL makes of depth. */
    static const s9_cross_setting keep_depth = {"fixup-depth-convention", "false"};
    s9_cross_options options = c->host->gl->language;
    s9_blob blob = {0};
    options.settings = &keep_depth;
    options.setting_count = c->pixel ? 0 : 1;
    *refused = s9_cross_compile(module, NULL, &options, &blob, NULL) != S9_OK;
    /* Mesa has levels and gradients in pixel shaders of ESSL 1.00 on no device: an extension that it lacks. */
    if (!*refused && strstr(blob.data, "GL_EXT_shader_texture_lod") != NULL)
        *refused = true;
    bool good = *refused || (c->pixel ? draw_pixels(c, c->host->gl, b, blob.data, refused)
                                      : draw_vertices(c, c->host->gl, b, blob.data, refused));
    s9_blob_free(&blob);
    return good;
}
