#version 450
// Everything that a draw may bind: a texture, a storage buffer, push constants, a specialisation constant, two targets.
layout(constant_id = 7) const float scale = 1.0;
layout(push_constant) uniform Push { vec4 pushed; };
layout(set = 1, binding = 5) uniform sampler2D image;
layout(set = 0, binding = 4) buffer Result { uint count; };
layout(location = 0) in vec4 color;
layout(location = 0) out vec4 first;
layout(location = 1) out vec4 second;

void main()
{
    vec2 at = gl_FragCoord.xy / vec2(4.0, 2.0);
    first = color * scale + pushed;
    second = texture(image, at);
    atomicAdd(count, 1u);
}
