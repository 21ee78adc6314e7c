#version 450
layout(location = 0) in vec4 position;
layout(location = 1) in vec2 texcoord;
layout(location = 0) out vec4 at;

void main()
{
    at = vec4(texcoord, texcoord.yx);
    gl_Position = position;
}
