// The 3D view: a block of ground with its walls, the sea, and the sky behind.
//
// Lengths are shares of the world's longer side; x points east, y north, z up; the sea, or the world's lowest height, lies
// at z = 0. Colours are sRGB in textures and in the picture, and linear wherever light is added up.

struct View {
    // From the world to clip space.
    matrix: mat4x4<f32>,
    // The eye; distance from it to the target.
    eye: vec4<f32>,
    // Direction to the sun; exaggeration of heights.
    sun: vec4<f32>,
    // Half the sides of the world; z of the foot; z of the sea.
    block: vec4<f32>,
    // Shares at which columns and rows stand: first and step eastwards, first and step southwards.
    place: vec4<f32>,
    // z of the value 0, z for a value of one, not exaggerated; largest height; corners lie this many samples apart.
    height: vec4<f32>,
    // The sky, above and at the horizon, linear; in `zenith.w` how much of the haze there is.
    zenith: vec4<f32>,
    horizon: vec4<f32>,
    // 1 or 0: lines of the mesh, water, tiles, water that has colours of its own.
    switches: vec4<f32>,
}

@group(0) @binding(0) var<uniform> view: View;
// Heights as values.
@group(0) @binding(1) var heights: texture_2d<f32>;
// Slope eastwards and southwards, how deep a place lies within its surroundings, height: all not exaggerated.
@group(0) @binding(2) var relief: texture_2d<f32>;
@group(0) @binding(3) var colors: texture_2d<f32>;
// How much of the sun reaches a place.
@group(0) @binding(4) var shadow: texture_2d<f32>;
@group(0) @binding(5) var smooth_sampler: sampler;

const PATCH: u32 = 64u;
const SUN: vec3<f32> = vec3(1.36, 1.27, 1.11);
const SKYLIGHT: vec3<f32> = vec3(0.33, 0.39, 0.47);
const BOUNCE: vec3<f32> = vec3(0.20, 0.18, 0.155);

fn linear_of(srgb: vec3<f32>) -> vec3<f32> {
    let low = srgb / 12.92;
    let high = pow((srgb + 0.055) / 1.055, vec3(2.4));
    return select(high, low, srgb <= vec3(0.04045));
}

fn srgb_of(linear: vec3<f32>) -> vec3<f32> {
    let v = clamp(linear, vec3(0.0), vec3(1.0));
    return select(1.055 * pow(v, vec3(1.0 / 2.4)) - 0.055, v * 12.92, v <= vec3(0.0031308));
}

// Bright parts end softly below white.
fn developed(linear: vec3<f32>, at: vec2<f32>) -> vec3<f32> {
    let over = max(linear - 0.72, vec3(0.0));
    let rolled = min(linear, vec3(0.72)) + 0.28 * (1.0 - exp(-over / 0.28));
    // Half a step of noise (Jimenez 2014) hides the steps of eight bits.
    let noise = fract(52.9829189 * fract(dot(at, vec2(0.06711056, 0.00583715)))) - 0.5;
    return srgb_of(rolled) + noise / 255.0;
}

fn sample_count() -> vec2<f32> {
    return vec2<f32>(textureDimensions(heights));
}

fn ground_z(sample: vec2<i32>) -> f32 {
    return height_of(textureLoad(heights, sample, 0).x, view.height.xyz, view.sun.w);
}

// Share of the world's side at which sample `i` stands; the outermost reach the edges.
fn share(i: i32, count: i32, first: f32, step: f32) -> f32 {
    if i <= 0 { return 0.0; }
    return select(first + step * f32(i), 1.0, i >= count - 1);
}

fn ground_point(sample: vec2<i32>) -> vec3<f32> {
    let count = vec2<i32>(textureDimensions(heights));
    let x = share(sample.x, count.x, view.place.x, view.place.y) * 2.0 - 1.0;
    let y = 1.0 - share(sample.y, count.y, view.place.z, view.place.w) * 2.0;
    return vec3(x * view.block.x, y * view.block.y, ground_z(sample));
}

// Place in samples of a point of the ground.
fn samples_at(xy: vec2<f32>) -> vec2<f32> {
    let east = (xy.x / view.block.x + 1.0) * 0.5;
    let south = (1.0 - xy.y / view.block.y) * 0.5;
    let at = vec2((east - view.place.x) / view.place.y, (south - view.place.z) / view.place.w);
    return clamp(at, vec2(0.0), sample_count() - 1.0);
}

fn texel(at: vec2<f32>) -> vec2<f32> {
    return (at + 0.5) / sample_count();
}

// The part of the way to the horizon's colour that haze takes.
fn haze(at: vec3<f32>) -> f32 {
    let beyond = max(distance(at, view.eye.xyz) - view.eye.w, 0.0);
    return (1.0 - exp(-beyond * 0.9)) * view.zenith.w;
}

// Light on a surface: the sun with its shadow, the sky above and what the ground throws back.
fn lit(albedo: vec3<f32>, normal: vec3<f32>, open: f32, sunlit: f32) -> vec3<f32> {
    let direct = SUN * max(dot(normal, view.sun.xyz), 0.0) * sunlit;
    let around = mix(BOUNCE, SKYLIGHT, normal.z * 0.5 + 0.5) * open;
    return albedo * (direct + around);
}

// ---- ground ----

struct Ground {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    // Place in samples.
    @location(1) at: vec2<f32>,
}

@vertex
fn ground_vertex(@builtin(vertex_index) point: u32, @location(0) patch_at: vec2<u32>) -> Ground {
    let side = PATCH + 1u;
    let cell = patch_at * PATCH + vec2(point % side, point / side);
    let last = vec2<i32>(textureDimensions(heights)) - 1;
    let sample = min(vec2<i32>(cell) * i32(view.height.w), last);
    var out: Ground;
    out.world = ground_point(sample);
    out.at = vec2<f32>(sample);
    out.clip = view.matrix * vec4(out.world, 1.0);
    return out;
}

// How much of a pixel the lines of the mesh cover. Where cells are small on the picture, only some of the lines are drawn.
fn mesh_lines(at: vec2<f32>, across: vec2<f32>, down: vec2<f32>) -> f32 {
    let width = max(vec2(length(vec2(across.x, down.x)), length(vec2(across.y, down.y))), vec2(1e-6));
    let wanted = log2(max(max(width.x, width.y) * 7.0 / view.height.w, 1.0));
    let level = floor(wanted);
    var covered = 0.0;
    for (var i = 0; i < 2; i++) {
        let spacing = view.height.w * exp2(level + f32(i));
        let cell = at / spacing;
        let off = abs(fract(cell + 0.5) - 0.5) * spacing / width;
        // The second diagonal of each cell, as the triangles go.
        let slant = abs(fract(cell.x + cell.y + 0.5) - 0.5) * spacing / (width.x + width.y) * 1.4;
        let line = 1.0 - clamp(min(min(off.x, off.y), slant) - 0.25, 0.0, 1.0);
        covered = max(covered, line * select(1.0, 1.0 - fract(wanted), i == 0));
    }
    return covered;
}

@fragment
fn ground_fragment(in: Ground) -> @location(0) vec4<f32> {
    let uv = texel(in.at);
    let across = dpdx(in.at);
    let down = dpdy(in.at);
    let size = sample_count();
    let place = textureSampleGrad(relief, smooth_sampler, uv, across / size, down / size);
    // A tile ends half way to the next.
    let whole = (floor(in.at + 0.5) + 0.5) / size;
    let color = textureSampleGrad(colors, smooth_sampler, select(uv, whole, view.switches.z > 0.5), across / size, down / size);
    let sunlit = textureSampleLevel(shadow, smooth_sampler, uv, 0.0).x;
    let slope = place.xy * view.sun.w;
    let normal = normalize(vec3(-slope.x, slope.y, 1.0));
    // What lies low among its surroundings sees less of the sky, ridges a little more.
    let deep = place.z * view.sun.w;
    let open = select(1.0 + 0.22 * (1.0 - exp(deep * 2.0)), 1.0 / (1.0 + 2.2 * deep), deep > 0.0);
    let albedo = linear_of(color.xyz);
    var light = lit(albedo, normal, open, sunlit) * mix(1.0, open, 0.35);
    if view.switches.x > 0.5 {
        let lines = mesh_lines(in.at, across, down);
        let bright = dot(light, vec3(0.2126, 0.7152, 0.0722));
        // Darker than bright ground and lighter than dark ground, by about as much as the eye sees.
        let ink = mix(light * 2.2 + vec3(0.03, 0.033, 0.04), light * 0.3, smoothstep(0.035, 0.075, bright));
        light = mix(light, ink, lines * 0.8);
    }
    light = mix(light, view.horizon.xyz, haze(in.world));
    return vec4(developed(light, in.clip.xy), 1.0);
}

// ---- walls ----

struct Wall {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) at: vec2<f32>,
    // z of the ground, and of the wall's upper end.
    @location(2) top: vec2<f32>,
    @location(3) @interpolate(flat) outwards: vec3<f32>,
}

// The corner that vertex `v` of a wall around the block is: its sample, and whether it lies at the wall's lower end.
fn wall_corner(v: u32) -> vec4<i32> {
    let last = vec2<i32>(textureDimensions(heights)) - 1;
    let step = i32(view.height.w);
    let cells = max((last + step - 1) / step, vec2(1));
    var segment = i32(v / 6u);
    let corner = v % 6u;
    let ahead = select(0, 1, corner == 1u || corner == 4u || corner == 5u);
    let low = select(0, 1, corner == 2u || corner == 3u || corner == 5u);
    if segment < 2 * cells.x {
        let south = segment >= cells.x;
        segment = select(segment, segment - cells.x, south);
        return vec4(min((segment + ahead) * step, last.x), select(0, last.y, south), low, select(0, 1, south));
    }
    segment -= 2 * cells.x;
    let east = segment >= cells.y;
    segment = select(segment, segment - cells.y, east);
    return vec4(select(0, last.x, east), min((segment + ahead) * step, last.y), low, select(2, 3, east));
}

fn wall_point(v: u32, sea: bool) -> Wall {
    let corner = wall_corner(v);
    var out: Wall;
    var point = ground_point(corner.xy);
    out.at = vec2<f32>(corner.xy);
    var upper = point.z;
    var lower = view.block.z;
    if sea {
        upper = view.block.w;
        lower = min(point.z, upper);
    }
    out.top = vec2(point.z, upper);
    point.z = select(upper, lower, corner.z == 1);
    out.world = point;
    out.clip = view.matrix * vec4(point, 1.0);
    var sides = array(vec3(0.0, 1.0, 0.0), vec3(0.0, -1.0, 0.0), vec3(-1.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0));
    out.outwards = sides[corner.w];
    // Walls that are seen from behind lie behind the block, or would shine through its water.
    if dot(out.outwards, view.eye.xyz - point) <= 0.0 {
        out.clip = vec4(0.0, 0.0, -1.0, 1.0);
    }
    return out;
}

@vertex
fn wall_vertex(@builtin(vertex_index) v: u32) -> Wall {
    return wall_point(v, false);
}

@fragment
fn wall_fragment(in: Wall) -> @location(0) vec4<f32> {
    let color = linear_of(textureSample(colors, smooth_sampler, texel(in.at)).xyz);
    let below = max(in.top.x - in.world.z, 0.0);
    // Soil takes on the colour of what grows on it, then darkens; faint beds follow the surface.
    let beds = 0.5 + 0.5 * sin((in.world.z * 0.55 - below * 0.45) * 520.0);
    let soil = mix(vec3(0.105, 0.088, 0.074), vec3(0.135, 0.113, 0.094), beds * 0.6);
    let albedo = mix(mix(soil, vec3(0.045, 0.041, 0.040), smoothstep(0.0, 0.22, below)), color * 0.6, exp(-below * 150.0));
    let facing = max(dot(in.outwards, view.sun.xyz), 0.0);
    var light = albedo * (SUN * facing * 0.85 + mix(BOUNCE, SKYLIGHT, 0.6));
    light = mix(light, view.horizon.xyz, haze(in.world));
    return vec4(developed(light, in.clip.xy), 1.0);
}

// ---- sea ----

// The colour of water so many lengths deep, and how much it hides.
fn water(at: vec2<f32>, depth: f32) -> vec4<f32> {
    // Against the depth that a sea of the usual proportions has, so that shores look alike in all worlds.
    let thick = 1.0 - exp(-max(depth, 0.0) * 75.0);
    let own = linear_of(textureSampleLevel(colors, smooth_sampler, texel(at), 0.0).xyz);
    let plain = mix(vec3(0.065, 0.20, 0.27), vec3(0.010, 0.046, 0.098), thick);
    return vec4(mix(plain, own, view.switches.w), mix(0.30, 0.93, thick));
}

@vertex
fn sea_vertex(@builtin(vertex_index) v: u32) -> Ground {
    let corner = vec2(f32(v & 1u), f32(v >> 1u)) * 2.0 - 1.0;
    var out: Ground;
    out.world = vec3(corner * view.block.xy, view.block.w);
    out.at = vec2(0.0);
    out.clip = view.matrix * vec4(out.world, 1.0);
    return out;
}

@fragment
fn sea_fragment(in: Ground) -> @location(0) vec4<f32> {
    let at = samples_at(in.world.xy);
    let place = textureSampleLevel(relief, smooth_sampler, texel(at), 0.0);
    let depth = view.block.w - place.w * view.sun.w;
    if depth <= 0.0 { discard; }
    let look = normalize(view.eye.xyz - in.world);
    let sunlit = textureSampleLevel(shadow, smooth_sampler, texel(at), 0.0).x;
    var body = water(at, depth);
    let up = vec3(0.0, 0.0, 1.0);
    // As bright as flat ground, so that its colours are those of the flat picture.
    var light = lit(body.xyz, up, 1.0, mix(0.55, 1.0, sunlit));
    let cosine = clamp(look.z, 0.0, 1.0);
    let mirror = 0.02 + 0.55 * pow(1.0 - cosine, 5.0);
    light = mix(light, mix(view.horizon.xyz, SKYLIGHT, 0.5), mirror);
    let halfway = normalize(look + view.sun.xyz);
    light += SUN * 0.10 * pow(max(halfway.z, 0.0), 90.0) * sunlit;
    // The shore: a bright seam where the water is a breath deep.
    let shore = exp(-depth * 1100.0);
    light = mix(light, vec3(0.62, 0.72, 0.74), shore * 0.35);
    light = mix(light, view.horizon.xyz, haze(in.world));
    return vec4(developed(light, in.clip.xy), max(body.w, mirror));
}

@vertex
fn sea_wall_vertex(@builtin(vertex_index) v: u32) -> Wall {
    return wall_point(v, true);
}

@fragment
fn sea_wall_fragment(in: Wall) -> @location(0) vec4<f32> {
    let depth = in.top.y - in.top.x;
    if depth <= 0.0 { discard; }
    let body = water(in.at, depth);
    let facing = max(dot(in.outwards, view.sun.xyz), 0.0);
    let below = in.top.y - in.world.z;
    var light = body.xyz * (SUN * facing * 0.6 + SKYLIGHT * 1.2) * mix(1.15, 0.75, 1.0 - exp(-below * 40.0));
    light = mix(light, view.horizon.xyz, haze(in.world));
    return vec4(developed(light, in.clip.xy), 0.86);
}

// ---- the shadow that the block throws on what it stands on ----

const FLOOR: f32 = 0.4;

@vertex
fn floor_vertex(@builtin(vertex_index) v: u32) -> Ground {
    let corner = vec2(f32(v & 1u), f32(v >> 1u)) * 2.0 - 1.0;
    var out: Ground;
    out.world = vec3(corner * (view.block.xy + FLOOR), view.block.z);
    out.at = vec2(0.0);
    out.clip = view.matrix * vec4(out.world, 1.0);
    return out;
}

@fragment
fn floor_fragment(in: Ground) -> @location(0) vec4<f32> {
    // It lies on the side that is turned away from the sun.
    let away = in.world.xy + view.sun.xy * 0.035;
    let off = length(max(abs(away) - view.block.xy, vec2(0.0)));
    let edge = clamp(1.0 - off / (FLOOR * 0.85), 0.0, 1.0);
    let dark = select(0.55, 0.30, view.zenith.x > 0.25);
    return vec4(0.0, 0.0, 0.0, dark * edge * edge * edge);
}

// ---- sky ----

@fragment
fn sky_fragment(in: Whole) -> @location(0) vec4<f32> {
    let down = smoothstep(0.0, 1.0, in.at.y);
    let side = (in.at.x - 0.5) * (in.at.x - 0.5);
    let light = mix(view.zenith.xyz, view.horizon.xyz, down) * (1.0 - 0.5 * side);
    return vec4(developed(light, in.clip.xy), 1.0);
}
