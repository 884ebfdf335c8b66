// What the passes over a ground and its pictures have in common.

// A triangle over the whole target, at the farthest depth.
struct Whole {
    @builtin(position) clip: vec4<f32>,
    // From the upper left corner to the lower right one.
    @location(0) at: vec2<f32>,
}

@vertex
fn whole_vertex(@builtin(vertex_index) v: u32) -> Whole {
    let corner = vec2(f32(v & 1u), f32(v >> 1u)) * 4.0 - 1.0;
    var out: Whole;
    out.clip = vec4(corner, 1.0, 1.0);
    out.at = vec2(corner.x, -corner.y) * 0.5 + 0.5;
    return out;
}

// z of a value: `scale` holds the z of the value 0, the z for a value of one, and the largest there is.
fn height_of(value: f32, scale: vec3<f32>, exaggeration: f32) -> f32 {
    return clamp((scale.x + value * scale.y) * exaggeration, -scale.z, scale.z);
}

