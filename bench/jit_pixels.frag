#version 450
// COUNT (10 or 60) multiplications and additions, or the mean of TEXTURES textures.
layout(constant_id = 0) const int COUNT = 10;
layout(constant_id = 1) const int TEXTURES = 0;
layout(push_constant) uniform Push { vec4 c0; vec4 c1; };
layout(set = 0, binding = 0) uniform sampler2D t0;
layout(set = 0, binding = 1) uniform sampler2D t1;
layout(set = 0, binding = 2) uniform sampler2D t2;
layout(set = 0, binding = 3) uniform sampler2D t3;
layout(set = 0, binding = 4) uniform sampler2D t4;
layout(set = 0, binding = 5) uniform sampler2D t5;
layout(set = 0, binding = 6) uniform sampler2D t6;
layout(set = 0, binding = 7) uniform sampler2D t7;
layout(location = 0) in vec4 at;
layout(location = 0) out vec4 color;

void main()
{
    vec4 r = at * c0;
    if (TEXTURES == 0) {
        // Written out: a loop of 60 would not be unrolled everywhere.
#define ONE r = r * r.yzwx + c1;
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
        ONE ONE ONE ONE ONE ONE ONE ONE ONE
        if (COUNT == 60) {
            TEN TEN TEN TEN TEN
        }
    } else {
        vec2 uv = r.xy;
        r = texture(t0, uv);
        if (TEXTURES == 8) {
            r += texture(t1, uv);
            r += texture(t2, uv);
            r += texture(t3, uv);
            r += texture(t4, uv);
            r += texture(t5, uv);
            r += texture(t6, uv);
            r += texture(t7, uv);
        }
        r *= c1.x;
    }
    color = r;
}
