/* SPDX-License-Identifier: MIT */
/* GLSL of pixel shaders drawn by Mesa's OpenGL without a window, for the same comparison as SPIR-V's. */
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
    GLuint textures[SAME_TEXTURES], depth, target[4], depth_buffer, frame, vertices, array;
};

static bool make_context(same_gl *gl)
{
    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
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
}

static bool gl_draw(same_case *c, const s9_spirv *module, same_bound *b, bool *refused);

bool same_use_gl(same_host *host, char why[VULKAN_REASON])
{
    same_gl *gl = calloc(1, sizeof *gl);
    if (gl == NULL || !make_context(gl)) {
        (void)snprintf(why, VULKAN_REASON, "no OpenGL 3.3 without a window");
        free(gl);
        return false;
    }
    make_textures(gl, host);
    make_frame(gl);
    host->gl = gl;
    host->gl_draw = gl_draw;
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

/* What feeds the pixel shader: attribute i goes to the input of its name. */
static void feeding_text(const same_case *c, const uint32_t *locations, uint32_t count, char *out, size_t size)
{
    size_t n = (size_t)snprintf(out, size, "#version 330\nlayout(location = %u) in vec4 place;\n", (unsigned)count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < c->layout->input_count; k++) {
            const s9_spirv_interface *io = &c->layout->inputs[k];
            if (io->built_in == NULL && io->location == locations[i] && io->name != NULL) {
                n += (size_t)snprintf(out + n, size - n, "layout(location = %u) in vec4 a%u;\n%sout vec4 %s;\n",
                                      (unsigned)i, (unsigned)i,
                                      io->flat       ? "flat "
                                      : io->centroid ? "centroid "
                                                     : "",
                                      io->name);
                break;
            }
        }
    n += (size_t)snprintf(out + n, size - n, "void main() {\n");
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < c->layout->input_count; k++) {
            const s9_spirv_interface *io = &c->layout->inputs[k];
            if (io->built_in == NULL && io->location == locations[i] && io->name != NULL) {
                n += (size_t)snprintf(out + n, size - n, "%s = a%u;\n", io->name, (unsigned)i);
                break;
            }
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
        glUniform1i(glGetUniformLocation(program, r->name), (GLint)r->number);
    }
}

static bool run(same_case *c, same_gl *gl, const same_bound *b, const char *text)
{
    static float data[SAME_SLOTS + 1][SAME_VERTICES][4], pixels[4][SAME_LANES][4], depths[SAME_LANES];
    static const GLenum draws[4] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                    GL_COLOR_ATTACHMENT3};
    char feeding[8192];
    uint32_t locations[SAME_SLOTS], count = same_gather_inputs(c, locations, data), targets = 1;
    same_make_positions(c->job, data[count]);
    feeding_text(c, locations, count, feeding, sizeof feeding);
    GLuint program = glCreateProgram(), vertex = compile(GL_VERTEX_SHADER, feeding, c->about),
           pixel = compile(GL_FRAGMENT_SHADER, text, c->about), buffers[8] = {0};
    GLint good = 0;
    glAttachShader(program, vertex);
    glAttachShader(program, pixel);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good) {
        for (uint32_t ch = 0; ch < c->channel_count; ch++)
            if (c->channel_output[ch] < 4 && (uint32_t)c->channel_output[ch] >= targets)
                targets = (uint32_t)c->channel_output[ch] + 1;
        glDrawBuffers((GLsizei)targets, draws);
        glClearColor(SAME_SENTINEL, SAME_SENTINEL, SAME_SENTINEL, SAME_SENTINEL);
        glClearDepth(0);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glUseProgram(program);
        bind_blocks(c, b, program, buffers);
        bind_textures(c, gl, program);
        glBindBuffer(GL_ARRAY_BUFFER, gl->vertices);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((count + 1) * sizeof data[0]), data, GL_STREAM_DRAW);
        for (uint32_t i = 0; i < 16; i++) {
            if (i > count) {
                glDisableVertexAttribArray(i);
                continue;
            }
            glEnableVertexAttribArray(i);
            glVertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, 16, (const void *)(uintptr_t)(i * sizeof data[0]));
        }
        glDrawArrays(GL_TRIANGLES, 0, SAME_VERTICES);
        for (uint32_t i = 0; i < targets; i++) {
            glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
            glReadPixels(0, 0, SAME_SIDE, SAME_SIDE, GL_RGBA, GL_FLOAT, pixels[i]);
        }
        glReadPixels(0, 0, SAME_SIDE, SAME_SIDE, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
        good = glGetError() == GL_NO_ERROR;
        same_see_pixels(c, (const float(*)[SAME_LANES][4])pixels, targets, depths);
    } else {
        char log[1000];
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        fprintf(stderr, "%s: OpenGL does not link: %s\n", c->about, log);
    }
    glDeleteBuffers(8, buffers);
    glDeleteProgram(program);
    glDeleteShader(vertex);
    glDeleteShader(pixel);
    return good;
}

static bool gl_draw(same_case *c, const s9_spirv *module, same_bound *b, bool *refused)
{
    s9_cross_options options = {.struct_size = sizeof options, .language = S9_CROSS_GLSL, .version = 330};
    s9_blob blob = {0};
    *refused = s9_cross_compile(module, NULL, &options, &blob, NULL) != S9_OK;
    bool good = *refused || run(c, c->host->gl, b, blob.data);
    s9_blob_free(&blob);
    return good;
}
