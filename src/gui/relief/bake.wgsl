// What the 3D view knows of a ground before it draws it: smaller copies, slopes, how deep places lie, shadows. Each pass
// draws one level of one texture.

struct Bake {
    // z of the value 0, z for a value of one; largest height; exaggeration.
    height: vec4<f32>,
    // Distance of neighbouring samples eastwards and southwards; z of the sea, exaggerated; the lower half of the sun's
    // disc as a slope.
    step: vec4<f32>,
    // Direction to the sun.
    sun: vec4<f32>,
}

@group(0) @binding(0) var<uniform> bake: Bake;
@group(0) @binding(1) var source: texture_2d<f32>;
@group(0) @binding(2) var pyramid: texture_2d<f32>;
@group(0) @binding(3) var smooth_sampler: sampler;

// Half the size of `pyramid`, whose view holds one level.
@fragment
fn half_fragment(in: Whole) -> @location(0) vec4<f32> {
    return textureSampleLevel(pyramid, smooth_sampler, in.at, 0.0);
}

fn z_at(sample: vec2<i32>) -> f32 {
    let last = vec2<i32>(textureDimensions(source)) - 1;
    return height_of(textureLoad(source, clamp(sample, vec2(0), last), 0).x, bake.height.xyz, 1.0);
}

// Heights, for the pyramid.
@fragment
fn height_fragment(in: Whole) -> @location(0) vec4<f32> {
    return vec4(z_at(vec2<i32>(in.clip.xy)), 0.0, 0.0, 1.0);
}

// Slopes by central differences (one-sided at the border), depth within the surroundings, height.
@fragment
fn relief_fragment(in: Whole) -> @location(0) vec4<f32> {
    let here = vec2<i32>(in.clip.xy);
    let last = vec2<i32>(textureDimensions(source)) - 1;
    let west = max(here.x - 1, 0);
    let east = min(here.x + 1, last.x);
    let north = max(here.y - 1, 0);
    let south = min(here.y + 1, last.y);
    let rise_east = (z_at(vec2(east, here.y)) - z_at(vec2(west, here.y))) / (f32(max(east - west, 1)) * bake.step.x);
    let rise_south = (z_at(vec2(here.x, south)) - z_at(vec2(here.x, north))) / (f32(max(south - north, 1)) * bake.step.y);
    let z = z_at(here);
    // How much higher the surroundings lie on average, over a few distances, each as a slope.
    let grain = max(bake.step.x, bake.step.y);
    let size = vec2<f32>(textureDimensions(source));
    var deep = 0.0;
    var radius = 1.0 / 400.0;
    for (var i = 0; i < 6; i++) {
        let level = log2(radius / grain);
        if level > 0.0 {
            // Four readings around make the steps of a coarse level smooth.
            let off = exp2(level) * 0.5 / size;
            var mean = textureSampleLevel(pyramid, smooth_sampler, in.at + off * vec2(0.7, 0.3), level).x;
            mean += textureSampleLevel(pyramid, smooth_sampler, in.at + off * vec2(-0.3, 0.7), level).x;
            mean += textureSampleLevel(pyramid, smooth_sampler, in.at + off * vec2(-0.7, -0.3), level).x;
            mean += textureSampleLevel(pyramid, smooth_sampler, in.at + off * vec2(0.3, -0.7), level).x;
            deep += (mean * 0.25 - z) / radius * 0.55;
        }
        radius *= 2.0;
    }
    return vec4(clamp(vec2(rise_east, rise_south), vec2(-3e4), vec2(3e4)), clamp(deep, -3e4, 3e4), z);
}

// How much of the sun's disc reaches a place: a cone that widens on its way to the sun is followed over the pyramid.
@fragment
fn shadow_fragment(in: Whole) -> @location(0) vec4<f32> {
    let sun = bake.sun.xyz;
    let level_sun = length(sun.xy);
    if level_sun < 1e-3 { return vec4(1.0); }
    let size = vec2<f32>(textureDimensions(pyramid));
    let climb = sun.z / level_sun;
    // One length towards the sun in texture coordinates.
    let way = vec2(sun.x, -sun.y) / level_sun / (bake.step.xy * size);
    let grain = max(bake.step.x, bake.step.y);
    let here = textureSampleLevel(pyramid, smooth_sampler, in.at, 0.0).x * bake.height.w;
    let z = max(here, bake.step.z);
    var blocked = -10.0;
    var t = grain * 1.5;
    for (var i = 0; i < 34; i++) {
        let at = in.at + way * t;
        if any(at < vec2(0.0)) || any(at > vec2(1.0)) { break; }
        let level = log2(max(t * 0.06 / grain, 1.0));
        let ground = textureSampleLevel(pyramid, smooth_sampler, at, level).x * bake.height.w;
        blocked = max(blocked, (ground - z) / t - climb);
        t = t * 1.16 + grain * 0.6;
    }
    return vec4(1.0 - smoothstep(0.0, 1.0, blocked / bake.step.w + 0.5));
}
