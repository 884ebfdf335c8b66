//! Draws the 3D view on a graphics device, into a texture and depth buffer of its own: egui's pass has no depth buffer.
//!
//! Nothing here knows egui. The ground's heights are a texture that the vertex shader reads, so that a mesh of any fineness
//! needs no vertices; light comes from slopes of all samples, so that a coarse mesh is shaded finely.

use super::camera::{Bounds, Camera, towards_sun};
use super::ground::{Ground, HIGHEST};
use super::mesh::{Mesh, patch_indices};
use super::pipelines::{Bakes, Layouts, Pipelines};
use super::target::Target;
use super::upload::{Tools, Uploaded};
use crate::view::Sun;
use eframe::wgpu;
use std::sync::Arc;
use wgpu::util::DeviceExt;

/// Format of the picture: sRGB values that nothing converts, as egui takes textures.
pub const PICTURE: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Width of the shadow around the block, as the shader has it.
const FLOOR: f64 = 0.4;
/// Patches of a mesh that the processor draws at a time, so that the window goes on meanwhile.
const AT_A_TIME: u32 = 24;
/// Bytes of the uniform `View` of the shader.
const UNIFORM: usize = 4 * 4 * 12;

/// One picture of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Pixels of the picture, across and down.
    pub size: [u32; 2],
    /// Where it is seen from.
    pub camera: Camera,
    /// Where the light comes from.
    pub sun: Sun,
    /// Whether the sea is drawn.
    pub water: bool,
    /// Whether the lines of the mesh are drawn.
    pub wire: bool,
    /// The sky.
    pub sky: Sky,
    /// Cells along the longer side of the mesh at most.
    pub cells: usize,
    /// Whether edges are smoothed.
    pub smooth: bool,
}

/// The colours behind the ground, as sRGB bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sky {
    /// At the top of the picture.
    pub zenith: [u8; 3],
    /// At its foot, and of the haze.
    pub horizon: [u8; 3],
}

impl Sky {
    /// For the dark theme.
    pub const DARK: Self = Self { zenith: [0x12, 0x17, 0x1e], horizon: [0x3a, 0x48, 0x57] };
    /// For the light theme.
    pub const LIGHT: Self = Self { zenith: [0xb9, 0xcb, 0xde], horizon: [0xee, 0xf2, 0xf5] };
}

impl Shot {
    /// Width by height.
    pub fn aspect(&self) -> f64 {
        f64::from(self.size[0].max(1)) / f64::from(self.size[1].max(1))
    }
}

/// What draws.
pub struct Drawer {
    device: wgpu::Device,
    queue: wgpu::Queue,
    layouts: Layouts,
    bakes: Bakes,
    /// Without smoothed edges and with them, once either is needed.
    pipelines: [Option<Pipelines>; 2],
    uniform: wgpu::Buffer,
    indices: wgpu::Buffer,
    corners: u32,
    /// Which patches are drawn, and for how many there is room.
    patches: (wgpu::Buffer, u64),
    ground: Option<Uploaded>,
    /// The picture that is there, and the one that is drawn part by part meanwhile.
    target: Option<Target>,
    next: Option<Target>,
    begun: Option<Begun>,
    /// Whether the processor draws.
    software: bool,
    drawn: Option<Shot>,
}

/// A picture on its way.
struct Begun {
    shot: Shot,
    mesh: Mesh,
    /// Patches in sight, and those of them that are drawn.
    patches: u32,
    done: u32,
}

/// What became of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// It is there already.
    Same,
    /// It was drawn.
    Anew,
    /// It was drawn into another texture than the one before.
    Elsewhere,
    /// A part of it was drawn; the one before is still there. More calls are needed.
    Partly,
}

impl Drawer {
    /// Whether a device can draw the view: it has textures of all kinds and sizes that are needed.
    pub fn can_draw(adapter: &wgpu::Adapter, device: &wgpu::Device) -> bool {
        let can = |format: wgpu::TextureFormat| {
            let usages = adapter.get_texture_format_features(format).allowed_usages;
            usages.contains(wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING)
        };
        let large = device.limits().max_texture_dimension_2d as usize >= super::ground::LARGEST;
        large && [super::upload::RELIEF, super::upload::PYRAMID, super::upload::SHADOW, PICTURE].into_iter().all(can)
    }

    /// What draws on a device that [can](Self::can_draw).
    pub fn new(adapter: &wgpu::Adapter, device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        let layouts = Layouts::new(device);
        let indices = patch_indices();
        let buffer = |label, size: u64, usage| {
            device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
        };
        Self {
            bakes: Bakes::new(device, &layouts),
            pipelines: [None, None],
            uniform: buffer("relief view", UNIFORM as u64, wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST),
            corners: indices.len() as u32,
            indices: device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: Some("relief patch"),
                contents: bytemuck::cast_slice(&indices),
                usage: wgpu::BufferUsages::INDEX,
            }),
            patches: (buffer("relief patches", 8, patch_usage()), 1),
            ground: None,
            target: None,
            next: None,
            begun: None,
            software: adapter.get_info().device_type == wgpu::DeviceType::Cpu,
            drawn: None,
            device: device.clone(),
            queue: queue.clone(),
            layouts,
        }
    }

    /// Whether the processor draws, so that a picture of all samples takes long.
    pub fn is_software(&self) -> bool {
        self.software
    }

    /// Takes a ground to draw from now on; whether it is another one than before.
    pub fn take(&mut self, ground: &Arc<Ground>) -> bool {
        if self.ground.as_ref().is_some_and(|present| Arc::ptr_eq(&present.ground, ground)) {
            return false;
        }
        (self.drawn, self.begun) = (None, None);
        let before = self.ground.take();
        self.ground = Some(Uploaded::new(ground, before, self.tools()));
        true
    }

    /// Draws a picture, unless it is the one that is there; where the processor draws and has many patches to draw, a part
    /// of it. `None` without a ground.
    pub fn draw(&mut self, shot: &Shot) -> Option<Drawn> {
        let most = self.device.limits().max_texture_dimension_2d;
        let shot = Shot { size: shot.size.map(|side| side.clamp(1, most)), ..*shot };
        if self.drawn == Some(shot) {
            return Some(Drawn::Same);
        }
        let ground = Arc::clone(&self.ground.as_ref()?.ground);
        let begun = self.begun.take().filter(|begun| begun.shot == shot);
        let begun = begun.unwrap_or_else(|| self.begin(shot, &ground));
        let whole = !self.software || begun.patches <= AT_A_TIME;
        let upto = if whole { begun.patches } else { begun.patches.min(begun.done + AT_A_TIME) };
        let elsewhere = self.prepare(&shot, whole);
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("relief") });
        if let Some(mut uploaded) = self.ground.take() {
            // A sun that is being dragged is followed by coarser shadows.
            let side = if shot.smooth { 1024 } else { 320 };
            uploaded.cast_shadows(shot.sun, side, self.tools(), &mut encoder);
            self.ground = Some(uploaded);
        }
        self.pass(&begun, upto, if whole { &self.target } else { &self.next }, &mut encoder);
        self.queue.submit([encoder.finish()]);
        if upto < begun.patches {
            self.begun = Some(Begun { done: upto, ..begun });
            return Some(Drawn::Partly);
        }
        if !whole {
            std::mem::swap(&mut self.target, &mut self.next);
        }
        self.drawn = Some(shot);
        Some(if elsewhere || !whole { Drawn::Elsewhere } else { Drawn::Anew })
    }

    /// Tells the device what a picture shows.
    fn begin(&mut self, shot: Shot, ground: &Ground) -> Begun {
        let mesh = Mesh::new((ground.heights.width, ground.heights.height), shot.cells);
        let patches = mesh.in_sight(ground, &shot.camera, shot.aspect());
        self.write_patches(&patches);
        self.queue.write_buffer(&self.uniform, 0, bytemuck::cast_slice(&uniform(ground, &shot, &mesh)));
        Begun { shot, mesh, patches: patches.len() as u32, done: 0 }
    }

    /// The picture that was drawn last.
    pub fn picture(&self) -> Option<(&wgpu::Texture, &wgpu::TextureView)> {
        self.target.as_ref().map(|target| (&target.picture, &target.view))
    }

    fn tools(&self) -> Tools<'_> {
        Tools { device: &self.device, queue: &self.queue, bakes: &self.bakes, layouts: &self.layouts }
    }

    fn write_patches(&mut self, patches: &[[u32; 2]]) {
        let count = patches.len() as u64;
        if count > self.patches.1 {
            let room = count.next_power_of_two();
            let descriptor = wgpu::BufferDescriptor {
                label: Some("relief patches"),
                size: room * 8,
                usage: patch_usage(),
                mapped_at_creation: false,
            };
            self.patches = (self.device.create_buffer(&descriptor), room);
        }
        self.queue.write_buffer(&self.patches.0, 0, bytemuck::cast_slice(patches));
    }

    /// Makes what a picture of this kind is drawn with, at once or part by part; whether it is another texture than before.
    fn prepare(&mut self, shot: &Shot, whole: bool) -> bool {
        let samples = if shot.smooth { 4 } else { 1 };
        let pipelines = &mut self.pipelines[usize::from(shot.smooth)];
        if pipelines.is_none() {
            *pipelines = Some(Pipelines::new(&self.device, &self.layouts, samples));
        }
        let target = if whole { &mut self.target } else { &mut self.next };
        match target {
            Some(target) if target.size == shot.size => {
                target.keep(&self.device, shot.smooth);
                false
            }
            target => {
                *target = Some(Target::new(&self.device, shot.size, shot.smooth));
                true
            }
        }
    }

    /// Draws the patches up to one, and what comes before the first and after the last.
    fn pass(&self, begun: &Begun, upto: u32, target: &Option<Target>, encoder: &mut wgpu::CommandEncoder) {
        let (Some(target), Some(uploaded)) = (target, &self.ground) else { return };
        let Some(pipelines) = &self.pipelines[usize::from(begun.shot.smooth)] else { return };
        let group = uploaded.bind(&self.device, &self.layouts, &self.uniform);
        let is_last = upto == begun.patches;
        let mut pass = target.pass(encoder, begun.done == 0, is_last);
        pass.set_bind_group(0, &group, &[]);
        if begun.done == 0 {
            pass.set_pipeline(&pipelines.sky);
            pass.draw(0..3, 0..1);
            pass.set_pipeline(&pipelines.floor);
            pass.draw(0..4, 0..1);
        }
        pass.set_pipeline(&pipelines.ground);
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint16);
        pass.set_vertex_buffer(0, self.patches.0.slice(..));
        pass.draw_indexed(0..self.corners, 0, begun.done..upto);
        if !is_last {
            return;
        }
        let (across, down) = begun.mesh.cells();
        let around = (2 * (across + down) * 6) as u32;
        pass.set_pipeline(&pipelines.wall);
        pass.draw(0..around, 0..1);
        if begun.shot.water && uploaded.ground.sea.is_some() {
            pass.set_pipeline(&pipelines.sea_wall);
            pass.draw(0..around, 0..1);
            pass.set_pipeline(&pipelines.sea);
            pass.draw(0..4, 0..1);
        }
    }
}

fn patch_usage() -> wgpu::BufferUsages {
    wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST
}

/// The values of the shader's uniform `View`.
fn uniform(ground: &Ground, shot: &Shot, mesh: &Mesh) -> [f32; UNIFORM / 4] {
    let (half, eye, sun) = (ground.half(), shot.camera.eye(), towards_sun(shot.sun.azimuth, shot.sun.altitude));
    let (zero, per_value) = ground.scale();
    let [(x, step_x), (y, step_y)] = ground.across;
    let flag = |on: bool| f64::from(u8::from(on));
    let (zenith, horizon) = (shot.sky.zenith.map(linear), shot.sky.horizon.map(linear));
    let vectors = [
        [eye[0], eye[1], eye[2], shot.camera.distance],
        [sun[0], sun[1], sun[2], ground.exaggeration],
        [half.0, half.1, ground.foot(), ground.sea_height().unwrap_or(0.0)],
        [x, step_x, y, step_y],
        [zero, per_value, HIGHEST, mesh.step as f64],
        [zenith[0], zenith[1], zenith[2], 0.5],
        [horizon[0], horizon[1], horizon[2], 0.0],
        [flag(shot.wire), flag(shot.water), flag(ground.tiles), flag(ground.colored_water)],
    ];
    let block = ground.bounds();
    // Around the block lies its shadow.
    let wide = |v: f64, by: f64| v + by * FLOOR;
    let drawn = Bounds {
        min: [wide(block.min[0], -1.0), wide(block.min[1], -1.0), block.min[2]],
        max: [wide(block.max[0], 1.0), wide(block.max[1], 1.0), block.max[2]],
    };
    let matrix = shot.camera.matrix(shot.aspect(), &drawn);
    let mut values = [0.0; UNIFORM / 4];
    for (to, from) in values.iter_mut().zip(matrix.iter().flatten()) {
        *to = *from;
    }
    for (to, from) in values[16..].iter_mut().zip(vectors.iter().flatten()) {
        *to = *from as f32;
    }
    values
}

/// Light of an sRGB byte (IEC 61966-2-1).
fn linear(byte: u8) -> f64 {
    let v = f64::from(byte) / 255.0;
    if v <= 0.04045 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) }
}
