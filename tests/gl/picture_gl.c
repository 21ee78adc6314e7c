/* SPDX-License-Identifier: MIT */
#define GL_GLEXT_PROTOTYPES
#include "gl/picture_gl.h"

#include "vulkan/picture_judge.h"

#include <shader9/cross.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GL_POINT_SPRITE
#define GL_POINT_SPRITE 0x8861 /* of the compatibility profile, where points are no sprites otherwise */
#endif

typedef struct picture {
    const s9_draw_args *args;
    const vulkan_draw_desc *desc;
    s9_cross_options language;
    s9_spirv *modules[2];
    s9_blob texts[2];
    GLuint target[4], shown, depth, frame;
    GLuint objects[3][64]; /* buffers, textures, samplers of this drawing */
    uint32_t counts[3];
} picture;

enum { BUFFERS, TEXTURES, SAMPLERS };

/* ---- context ---- */

static EGLDisplay open_display(void)
{
    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                        4,
                                        EGL_CONTEXT_MINOR_VERSION,
                                        5,
                                        EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                        EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
                                        EGL_NONE};
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
        return EGL_NO_DISPLAY;
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return display;
    (void)eglTerminate(display);
    return EGL_NO_DISPLAY;
}

static GLuint new_object(picture *p, uint32_t kind)
{
    GLuint id = 0;
    if (p->counts[kind] == 64)
        return 0;
    if (kind == BUFFERS)
        glGenBuffers(1, &id);
    else if (kind == TEXTURES)
        glGenTextures(1, &id);
    else
        glGenSamplers(1, &id);
    return p->objects[kind][p->counts[kind]++] = id;
}

static GLuint make_target(const picture *p, GLenum format)
{
    GLuint id;
    glGenRenderbuffers(1, &id);
    glBindRenderbuffer(GL_RENDERBUFFER, id);
    glRenderbufferStorage(GL_RENDERBUFFER, format, (GLsizei)p->desc->width, (GLsizei)p->desc->height);
    return id;
}

static void make_frame(picture *p)
{
    glGenFramebuffers(1, &p->frame);
    glBindFramebuffer(GL_FRAMEBUFFER, p->frame);
    for (uint32_t i = 0; i < p->desc->target_count && i < 4; i++)
        p->target[i] =
            make_target(p, p->desc->targets[i].format == VK_FORMAT_R32G32B32A32_SFLOAT ? GL_RGBA32F : GL_RGBA8);
    p->shown = make_target(p, GL_RGBA32F);
    p->depth = make_target(p, GL_DEPTH_COMPONENT32F);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, p->depth);
    glClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
}

/* ---- programs ---- */

static bool compile(GLuint program, GLenum stage, const char *text)
{
    GLuint shader = glCreateShader(stage);
    GLint good = 0;
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        char log[1000];
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        fprintf(stderr, "OpenGL does not compile: %s\n%s\n", log, text);
    }
    glAttachShader(program, shader);
    glDeleteShader(shader);
    return good != 0;
}

static GLuint link_pair(const picture *p, const char *pixel)
{
    GLuint program = glCreateProgram();
    GLint good = compile(program, GL_VERTEX_SHADER, p->texts[0].data) && compile(program, GL_FRAGMENT_SHADER, pixel);
    const s9_spirv_layout *vertex = s9_spirv_get_layout(p->modules[0]), *layout = s9_spirv_get_layout(p->modules[1]);
    for (uint32_t i = 0; i < vertex->input_count; i++)
        glBindAttribLocation(program, vertex->inputs[i].location, vertex->inputs[i].name);
    for (uint32_t i = 0; i < layout->output_count; i++)
        if (layout->outputs[i].built_in == NULL)
            glBindFragDataLocation(program, layout->outputs[i].location, layout->outputs[i].name);
    if (good) {
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &good);
    }
    if (good)
        return program;
    char log[1000] = "";
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    fprintf(stderr, "OpenGL does not link: %s\n", log);
    glDeleteProgram(program);
    return 0;
}

/* Constants, by blocks where the language has them. */
static void bind_constants(picture *p, GLuint program, uint32_t stage, const s9_stage_resources *from, GLuint *next)
{
    static const char letters[] = "cib";
    const s9_spirv_layout *layout = s9_spirv_get_layout(p->modules[stage]);
    bool blocks = p->language.version >= (p->language.language == S9_CROSS_ESSL ? 300u : 150u);
    for (uint32_t i = 0; i < layout->resource_count; i++) {
        const s9_spirv_resource *r = &layout->resources[i];
        const s9_constants *c = &from->constants;
        if (r->kind > S9_SPIRV_RESOURCE_BOOLS)
            continue;
        const void *source = r->kind == S9_SPIRV_RESOURCE_FLOATS ? (const void *)c->f
                             : r->kind == S9_SPIRV_RESOURCE_INTS ? (const void *)c->i
                                                                 : (const void *)c->b;
        size_t have = r->kind == S9_SPIRV_RESOURCE_FLOATS ? 16u * (size_t)c->f_count
                      : r->kind == S9_SPIRV_RESOURCE_INTS ? 16u * (size_t)c->i_count
                                                          : 4u * (size_t)c->b_count;
        void *data = calloc(1, (size_t)r->size + 16);
        char name[40];
        if (data == NULL)
            continue;
        if (source != NULL)
            memcpy(data, source, have < r->size ? have : r->size);
        (void)snprintf(name, sizeof name, blocks ? "%s_%c_block" : "%s_%c.%c[0]", stage == 0 ? "vs" : "ps",
                       letters[r->kind], letters[r->kind]);
        if (blocks) {
            GLuint index = glGetUniformBlockIndex(program, name), buffer = new_object(p, BUFFERS);
            glBindBuffer(GL_UNIFORM_BUFFER, buffer);
            glBufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)r->size, data, GL_STATIC_DRAW);
            if (index != GL_INVALID_INDEX) {
                glUniformBlockBinding(program, index, *next);
                glBindBufferBase(GL_UNIFORM_BUFFER, (*next)++, buffer);
            }
        } else if (r->kind == S9_SPIRV_RESOURCE_FLOATS) {
            glUniform4fv(glGetUniformLocation(program, name), (GLsizei)(r->size / 16), data);
        } else {
            glUniform4iv(glGetUniformLocation(program, name), (GLsizei)(r->size / 16), data);
        }
        free(data);
    }
}

static void upload(GLenum target, const s9_texture *texture)
{
    uint32_t size[3], levels = s9_texture_levels(texture);
    for (uint32_t level = 0; level < levels; level++) {
        s9_texture_size(texture, level, size);
        uint32_t slices = target == GL_TEXTURE_CUBE_MAP ? 6 : size[2];
        float(*texels)[4] = malloc((size_t)size[0] * size[1] * slices * sizeof *texels);
        if (texels == NULL)
            return;
        for (uint32_t z = 0, at = 0; z < slices; z++)
            for (uint32_t y = 0; y < size[1]; y++)
                for (uint32_t x = 0; x < size[0]; x++)
                    s9_texture_texel(texture, level, x, y, z, texels[at++]);
        GLsizei w = (GLsizei)size[0], h = (GLsizei)size[1];
        if (target == GL_TEXTURE_3D)
            glTexImage3D(target, (GLint)level, GL_RGBA32F, w, h, (GLsizei)slices, 0, GL_RGBA, GL_FLOAT, texels);
        for (uint32_t face = 0; face < slices && target != GL_TEXTURE_3D; face++)
            glTexImage2D(target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, (GLint)level,
                         GL_RGBA32F, w, h, 0, GL_RGBA, GL_FLOAT, texels[(size_t)face * size[0] * size[1]]);
        free(texels);
    }
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, (GLint)levels - 1);
}

static bool bind_textures(picture *p, GLuint program, uint32_t stage, const s9_stage_resources *from)
{
    static const GLenum targets[3] = {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D};
    static const GLint addresses[6] = {GL_REPEAT,        GL_REPEAT,          GL_MIRRORED_REPEAT,
                                       GL_CLAMP_TO_EDGE, GL_CLAMP_TO_BORDER, 0x8743};
    const s9_spirv_layout *layout = s9_spirv_get_layout(p->modules[stage]);
    for (uint32_t i = 0; i < layout->resource_count; i++) {
        const s9_spirv_resource *r = &layout->resources[i];
        if (r->kind != S9_SPIRV_RESOURCE_TEXTURE)
            continue;
        if (r->number >= from->sampler_count || from->samplers[r->number].texture == NULL)
            return false;
        const s9_sampler_binding *b = &from->samplers[r->number];
        const s9_sampler_state *s = &b->state;
        char name[64];
        GLuint unit = r->number + (stage == 0 ? 16u : 0u), sampler = new_object(p, SAMPLERS);
        GLenum target = targets[(uint32_t)s9_texture_get_type(b->texture) - S9_TEXTURE_2D];
        GLint linear = s->min >= S9_FILTER_LINEAR;
        GLint min = s->mip == S9_FILTER_NONE    ? linear ? GL_LINEAR : GL_NEAREST
                    : s->mip == S9_FILTER_POINT ? linear ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST_MIPMAP_NEAREST
                    : linear                    ? GL_LINEAR_MIPMAP_LINEAR
                                                : GL_NEAREST_MIPMAP_LINEAR;
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(target, new_object(p, TEXTURES));
        upload(target, b->texture);
        glBindSampler(unit, sampler);
        glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, min);
        glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, s->mag >= S9_FILTER_LINEAR ? GL_LINEAR : GL_NEAREST);
        glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, addresses[s->address[0]]);
        glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, addresses[s->address[1]]);
        glSamplerParameteri(sampler, GL_TEXTURE_WRAP_R, addresses[s->address[2]]);
        glSamplerParameterf(sampler, GL_TEXTURE_LOD_BIAS, s->bias);
        glSamplerParameterf(sampler, GL_TEXTURE_MIN_LOD, (float)s->max_level);
        (void)snprintf(name, sizeof name, "%s%s", stage == 0 ? "vs_" : "", r->name);
        glUniform1i(glGetUniformLocation(program, name), (GLint)unit);
    }
    return true;
}

static void bind_vertices(picture *p)
{
    const s9_spirv_layout *layout = s9_spirv_get_layout(p->modules[0]);
    uint32_t vertices = s9_mesh_vertex_count(p->args->mesh);
    for (GLuint i = 0; i < 16; i++)
        glDisableVertexAttribArray(i);
    for (uint32_t i = 0; i < layout->input_count; i++) {
        const s9_spirv_interface *io = &layout->inputs[i];
        const s9_mesh_element *e =
            io->usage >= 0 ? s9_mesh_find_element(p->args->mesh, (uint32_t)io->usage, io->usage_index) : NULL;
        if (e == NULL) {
            glVertexAttrib4f(io->location, 0, 0, 0, 1);
            continue;
        }
        glBindBuffer(GL_ARRAY_BUFFER, new_object(p, BUFFERS));
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(4u * (size_t)e->components * vertices), e->data, GL_STATIC_DRAW);
        glEnableVertexAttribArray(io->location);
        glVertexAttribPointer(io->location, (GLint)e->components, GL_FLOAT, GL_FALSE, 0, NULL);
    }
}

/* ---- drawing ---- */

static GLenum blend_factor(VkBlendFactor factor)
{
    static const GLenum factors[15] = {GL_ZERO,
                                       GL_ONE,
                                       GL_SRC_COLOR,
                                       GL_ONE_MINUS_SRC_COLOR,
                                       GL_DST_COLOR,
                                       GL_ONE_MINUS_DST_COLOR,
                                       GL_SRC_ALPHA,
                                       GL_ONE_MINUS_SRC_ALPHA,
                                       GL_DST_ALPHA,
                                       GL_ONE_MINUS_DST_ALPHA,
                                       GL_CONSTANT_COLOR,
                                       GL_ONE_MINUS_CONSTANT_COLOR,
                                       GL_CONSTANT_ALPHA,
                                       GL_ONE_MINUS_CONSTANT_ALPHA,
                                       GL_SRC_ALPHA_SATURATE};
    return (uint32_t)factor < 15 ? factors[factor] : GL_ZERO;
}

static void set_state(const picture *p, bool blends)
{
    static const GLenum operations[5] = {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN, GL_MAX};
    const vulkan_draw_desc *d = p->desc;
    const VkPipelineColorBlendAttachmentState *b = &d->targets[0].blend;
    (d->depth ? glEnable : glDisable)(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glClearDepth((double)d->depth_clear);
    glClear(GL_DEPTH_BUFFER_BIT);
    glDepthMask(d->depth_write);
    glDepthFunc(GL_NEVER + (GLenum)d->depth_compare);
    (d->cull != VK_CULL_MODE_NONE ? glEnable : glDisable)(GL_CULL_FACE);
    glCullFace(d->cull == VK_CULL_MODE_FRONT_BIT ? GL_FRONT : GL_BACK);
    glFrontFace(GL_CCW); /* rows are counted from below here: what Vulkan calls clockwise */
    glViewport((GLint)d->viewport->x, (GLint)d->viewport->y, (GLsizei)d->viewport->width, (GLsizei)d->viewport->height);
    glDepthRange((double)d->viewport->minDepth, (double)d->viewport->maxDepth);
    (blends && b->blendEnable ? glEnable : glDisable)(GL_BLEND);
    glBlendFuncSeparate(blend_factor(b->srcColorBlendFactor), blend_factor(b->dstColorBlendFactor),
                        blend_factor(b->srcAlphaBlendFactor), blend_factor(b->dstAlphaBlendFactor));
    glBlendEquationSeparate(operations[b->colorBlendOp], operations[b->alphaBlendOp]);
    glBlendColor(d->blend_constants[0], d->blend_constants[1], d->blend_constants[2], d->blend_constants[3]);
    for (GLuint i = 0; i < d->target_count && i < 4; i++) {
        VkColorComponentFlags mask = blends ? d->targets[i].blend.colorWriteMask : 15;
        glColorMaski(i, mask & 1u, mask >> 1 & 1u, mask >> 2 & 1u, mask >> 3 & 1u);
    }
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_POINT_SPRITE);
    glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
    glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    for (GLenum i = 0; i < 6; i++)
        (i < p->args->state->clip_plane_count ? glEnable : glDisable)(GL_CLIP_DISTANCE0 + i);
}

/* Draws with a program into what is attached. */
static bool draw(picture *p, GLuint program)
{
    static const GLenum topologies[] = {GL_POINTS,    GL_LINES,          GL_LINE_STRIP,
                                        GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN};
    GLuint next = 0;
    glUseProgram(program);
    bind_constants(p, program, 0, &p->args->vs, &next);
    bind_constants(p, program, 1, &p->args->ps, &next);
    bool good = bind_textures(p, program, 0, &p->args->vs) && bind_textures(p, program, 1, &p->args->ps);
    bind_vertices(p);
    GLenum topology = topologies[p->desc->topology];
    if (p->desc->indices != NULL)
        glDrawElements(topology, (GLsizei)p->desc->vertex_count, GL_UNSIGNED_INT, p->desc->indices);
    else
        glDrawArrays(topology, 0, (GLsizei)p->desc->vertex_count);
    glDeleteBuffers((GLsizei)p->counts[BUFFERS], p->objects[BUFFERS]);
    glDeleteTextures((GLsizei)p->counts[TEXTURES], p->objects[TEXTURES]);
    glDeleteSamplers((GLsizei)p->counts[SAMPLERS], p->objects[SAMPLERS]);
    memset(p->counts, 0, sizeof p->counts);
    return good && glGetError() == GL_NO_ERROR;
}

static void attach(const picture *p, uint32_t count, const GLuint *targets)
{
    static const GLenum all[4] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                  GL_COLOR_ATTACHMENT3};
    for (uint32_t i = 0; i < 4; i++)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_RENDERBUFFER,
                                  i < count ? targets[i] : 0);
    glDrawBuffers((GLsizei)count, all);
    (void)p;
}

static void read_target(const picture *p, uint32_t target, float (*out)[4])
{
    glReadBuffer(GL_COLOR_ATTACHMENT0 + target);
    glReadPixels(0, 0, (GLsizei)p->desc->width, (GLsizei)p->desc->height, GL_RGBA, GL_FLOAT, out);
}

static bool show(void *context, const s9_spirv_interface *input, picture_shown what, float (*out)[4])
{
    static const float nothing[4] = {PICTURE_NOTHING, PICTURE_NOTHING, PICTURE_NOTHING, PICTURE_NOTHING};
    picture *p = context;
    uint32_t version = p->language.version;
    bool essl = p->language.language == S9_CROSS_ESSL, old = version < (essl ? 300u : 130u);
    char text[512], at[32] = "";
    if (version >= (essl ? 310u : 410u))
        (void)snprintf(at, sizeof at, "layout(location = %u) ", (unsigned)input->location);
    (void)snprintf(
        text, sizeof text, "#version %u%s\n%s%s%s%s%s %s vec4 %s;\n%svoid main() { %s = %s(%s); }\n", (unsigned)version,
        essl && !old ? " es" : "", essl && old ? "#extension GL_OES_standard_derivatives : require\n" : "",
        essl ? "precision highp float;\n" : "", at, input->flat ? "flat " : "", input->centroid ? "centroid" : "",
        old ? "varying" : "in", input->name, old ? "" : "out vec4 shown;\n", old ? "gl_FragColor" : "shown",
        what == PICTURE_DX   ? "dFdx"
        : what == PICTURE_DY ? "dFdy"
                             : "",
        input->name);
    GLuint program = link_pair(p, text);
    attach(p, 1, &p->shown);
    set_state(p, false);
    glClearBufferfv(GL_COLOR, 0, nothing);
    bool good = program != 0 && draw(p, program);
    read_target(p, 0, out);
    glDeleteProgram(program);
    return good;
}

static bool draw_language(picture *p)
{
    picture_other other = {.width = p->desc->width,
                           .height = p->desc->height,
                           .target_count = p->desc->target_count < 4 ? p->desc->target_count : 4,
                           .clear_depth = p->desc->depth_clear,
                           .pixel = s9_spirv_get_layout(p->modules[1]),
                           .show = show,
                           .context = p};
    GLuint program = link_pair(p, p->texts[1].data);
    attach(p, other.target_count, p->target);
    for (GLint i = 0; i < (GLint)other.target_count; i++)
        glColorMaski((GLuint)i, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    for (GLint i = 0; i < (GLint)other.target_count; i++)
        glClearBufferfv(GL_COLOR, i, p->desc->targets[i].clear);
    set_state(p, true);
    bool good = program != 0 && draw(p, program);
    for (uint32_t i = 0; i < other.target_count && good; i++) {
        other.targets[i] = malloc((size_t)other.width * other.height * 16);
        good = other.targets[i] != NULL;
        if (good)
            read_target(p, i, other.targets[i]);
    }
    good = good && picture_judge(p->args, &other);
    for (uint32_t i = 0; i < other.target_count; i++)
        free(other.targets[i]);
    glDeleteProgram(program);
    return good;
}

/* False with *good as it is where the language cannot express the pair. */
static bool translate(picture *p, const s9_program *vertex, const s9_program *pixel, const s9_spirv_options given[2])
{
    s9_spirv_options options[2] = {given[0], given[1]};
    s9_diagnostics *list = NULL;
    bool good = s9_diagnostics_create(NULL, &list) == S9_OK;
    for (int i = 0; i < 2; i++) {
        options[i].fine_derivatives = false;
        s9_cross_prepare(&p->language, &options[i]);
    }
    good = good && s9_spirv_translate_pair(vertex, pixel, NULL, &options[0], &options[1], &p->modules[0],
                                           &p->modules[1], list) == S9_OK;
    for (int i = 0; i < 2 && good; i++)
        good = s9_cross_compile(p->modules[i], NULL, &p->language, &p->texts[i], list) == S9_OK;
    for (size_t i = 0; i < s9_diagnostics_count(list) && !good; i++)
        if (s9_diagnostics_get(list, i)->severity == S9_ERROR)
            printf("%s\n", s9_diagnostics_get(list, i)->message);
    s9_diagnostics_destroy(list);
    return good;
}

bool picture_gl(const s9_draw_args *args, const vulkan_draw_desc *desc, const s9_program *vertex,
                const s9_program *pixel, const s9_spirv_options options[2], bool all)
{
    static const struct {
        s9_cross_language language;
        uint32_t version;
    } languages[] = {{S9_CROSS_GLSL, 330}, {S9_CROSS_ESSL, 300}, {S9_CROSS_GLSL, 120},
                     {S9_CROSS_GLSL, 450}, {S9_CROSS_ESSL, 100}, {S9_CROSS_ESSL, 310}};
    size_t count = all ? sizeof languages / sizeof languages[0] : 2;
    bool good = true;
    EGLDisplay display = open_display();
    if (display == EGL_NO_DISPLAY) {
        printf("SKIPPED: no OpenGL 4.5 without a window\n");
        return true;
    }
    picture frame = {.args = args, .desc = desc};
    make_frame(&frame);
    for (size_t i = 0; i < count; i++) {
        picture p = frame;
        p.language = (s9_cross_options){
            .struct_size = sizeof p.language, .language = languages[i].language, .version = languages[i].version};
        printf("%s %u: ", s9_cross_language_name(languages[i].language), (unsigned)languages[i].version);
        bool made = translate(&p, vertex, pixel, options);
        if (made && strstr(p.texts[1].data, "GL_EXT_shader_texture_lod") != NULL)
            printf("OpenGL has no levels in pixel shaders of ESSL 1.00\n");
        else if (made)
            good = draw_language(&p) && good;
        for (int k = 0; k < 2; k++) {
            s9_blob_free(&p.texts[k]);
            s9_spirv_destroy(p.modules[k]);
        }
    }
    (void)eglTerminate(display);
    return good;
}
