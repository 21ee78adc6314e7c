#version 450
// The mean of the first COUNT textures, at scaled coordinates.
layout(constant_id = 0) const int COUNT = 1;
layout(push_constant) uniform Push { vec4 scale; };
layout(set = 0, binding = 0) uniform sampler2D t0;
layout(set = 0, binding = 1) uniform sampler2D t1;
layout(set = 0, binding = 2) uniform sampler2D t2;
layout(set = 0, binding = 3) uniform sampler2D t3;
layout(set = 0, binding = 4) uniform sampler2D t4;
layout(set = 0, binding = 5) uniform sampler2D t5;
layout(set = 0, binding = 6) uniform sampler2D t6;
layout(set = 0, binding = 7) uniform sampler2D t7;
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;

void main()
{
    vec2 uv = at * scale.xy;
    vec4 sum = texture(t0, uv);
    if (COUNT == 8) {
        sum += texture(t1, uv) + texture(t2, uv) + texture(t3, uv) + texture(t4, uv) + texture(t5, uv) +
               texture(t6, uv) + texture(t7, uv);
    }
    color = sum * scale.z;
}
