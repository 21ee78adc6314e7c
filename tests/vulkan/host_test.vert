#version 450
// Two attributes, one of them the same for all vertices, and a uniform buffer.
layout(location = 0) in vec4 position;
layout(location = 3) in vec4 tint;
layout(set = 0, binding = 2) uniform Offsets { vec4 offset; };
layout(location = 0) out vec4 color;

void main()
{
    gl_Position = position + offset;
    color = tint;
}
