//! A ground on the graphics device: heights and colours as they come, and what is made of them there once: smaller levels,
//! slopes, depths, shadows.

use super::camera::towards_sun;
use super::ground::{Ground, HIGHEST};
use super::pipelines::{Bakes, Layouts};
use crate::view::Sun;
use eframe::wgpu;
use std::sync::Arc;
use wgpu::util::DeviceExt;

/// Format of slopes, depth and height.
pub(super) const RELIEF: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// Format of the pyramid of heights.
pub(super) const PYRAMID: wgpu::TextureFormat = wgpu::TextureFormat::R16Float;
/// Format of shadows.
pub(super) const SHADOW: wgpu::TextureFormat = wgpu::TextureFormat::R8Unorm;
/// Format of colours.
const COLOR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Width of the sun's disc as a slope: wider than the real one, so that shadows are soft.
const DISC: f32 = 0.11;

/// A ground as textures.
pub(super) struct Uploaded {
    pub ground: Arc<Ground>,
    heights: wgpu::Texture,
    /// Heights as lengths, with smaller levels.
    pyramid: wgpu::Texture,
    relief: wgpu::Texture,
    colors: wgpu::Texture,
    shadow: Option<Shadow>,
}

/// Shadows with what they depend on.
struct Shadow {
    texture: wgpu::Texture,
    sun: Sun,
    exaggeration: f64,
}

/// What a ground is made with.
#[derive(Clone, Copy)]
pub(super) struct Tools<'a> {
    pub device: &'a wgpu::Device,
    pub queue: &'a wgpu::Queue,
    pub bakes: &'a Bakes,
    pub layouts: &'a Layouts,
}

/// They with the numbers that shaders read.
struct Oven<'a> {
    tools: Tools<'a>,
    uniform: wgpu::Buffer,
}

impl Uploaded {
    /// Uploads a ground. What is the same in the one `before` is taken over.
    pub fn new(ground: &Arc<Ground>, before: Option<Self>, tools: Tools<'_>) -> Self {
        let Tools { device, queue, bakes, .. } = tools;
        let mut encoder =
            device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("relief upload") });
        let oven = Oven { tools, uniform: uniform(device, ground, None) };
        let size = [ground.heights.width as u32, ground.heights.height as u32];
        let same = before.filter(|before| {
            let old = &before.ground;
            Arc::ptr_eq(&old.heights, &ground.heights) && old.scale() == ground.scale() && old.across == ground.across
        });
        let (heights, pyramid, relief, shadow) = match same {
            Some(same) => (same.heights, same.pyramid, same.relief, same.shadow),
            None => {
                let heights = texture(device, "relief heights", size, 1, wgpu::TextureFormat::R32Float);
                write(queue, &heights, bytemuck::cast_slice(&ground.heights.data));
                let pyramid = texture(device, "relief pyramid", size, levels(size), PYRAMID);
                let relief = texture(device, "relief slopes", size, levels(size), RELIEF);
                oven.bake(&mut encoder, &bakes.height, &heights, &relief, &pyramid);
                oven.halve(&mut encoder, &bakes.half_height, &heights, &pyramid);
                oven.bake(&mut encoder, &bakes.relief, &heights, &pyramid, &relief);
                oven.halve(&mut encoder, &bakes.half_relief, &heights, &relief);
                (heights, pyramid, relief, None)
            }
        };
        let size = [ground.colors.width as u32, ground.colors.height as u32];
        let colors = texture(device, "relief colours", size, levels(size), COLOR);
        write(queue, &colors, &ground.colors.rgba);
        oven.halve(&mut encoder, &bakes.half_color, &heights, &colors);
        queue.submit([encoder.finish()]);
        Self { ground: Arc::clone(ground), heights, pyramid, relief, colors, shadow }
    }

    /// Casts the shadows of a sun on at most `side` texels a side, unless those are there or better ones.
    pub fn cast_shadows(&mut self, sun: Sun, side: u32, tools: Tools<'_>, encoder: &mut wgpu::CommandEncoder) {
        let exaggeration = self.ground.exaggeration;
        let size = [self.heights.width().min(side), self.heights.height().min(side)];
        let good = |shadow: &Shadow| {
            let fine = shadow.texture.width() >= size[0] && shadow.texture.height() >= size[1];
            fine && shadow.sun == sun && shadow.exaggeration == exaggeration
        };
        if self.shadow.as_ref().is_some_and(good) {
            return;
        }
        let texture = texture(tools.device, "relief shadows", size, 1, SHADOW);
        let oven = Oven { tools, uniform: uniform(tools.device, &self.ground, Some(sun)) };
        oven.bake(encoder, &tools.bakes.shadow, &self.heights, &self.pyramid, &texture);
        self.shadow = Some(Shadow { texture, sun, exaggeration });
    }

    /// What the shaders of the view read.
    pub fn bind(&self, device: &wgpu::Device, layouts: &Layouts, view: &wgpu::Buffer) -> wgpu::BindGroup {
        let whole = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let shadow = self.shadow.as_ref().map_or(&self.colors, |shadow| &shadow.texture);
        let views = [&self.heights, &self.relief, &self.colors, shadow].map(whole);
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: view.as_entire_binding() }];
        entries.extend((1..).zip(&views).map(|(binding, view)| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::TextureView(view),
        }));
        entries.push(sampler(5, layouts));
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("relief view"),
            layout: &layouts.view,
            entries: &entries,
        })
    }
}

impl Oven<'_> {
    /// Draws the first level of `to`; the pass may read `source` and all levels of `pyramid`.
    fn bake(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::RenderPipeline,
        source: &wgpu::Texture,
        pyramid: &wgpu::Texture,
        to: &wgpu::Texture,
    ) {
        let whole = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        self.pass(encoder, pipeline, &whole(source), &whole(pyramid), &level(to, 0));
    }

    /// Draws every level of `of` but the first, each from the one before.
    fn halve(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::RenderPipeline,
        source: &wgpu::Texture,
        of: &wgpu::Texture,
    ) {
        let source = source.create_view(&wgpu::TextureViewDescriptor::default());
        for to in 1..of.mip_level_count() {
            self.pass(encoder, pipeline, &source, &level(of, to - 1), &level(of, to));
        }
    }

    fn pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::RenderPipeline,
        source: &wgpu::TextureView,
        pyramid: &wgpu::TextureView,
        to: &wgpu::TextureView,
    ) {
        let group = self.tools.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("relief bake"),
            layout: &self.tools.layouts.bake,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: self.uniform.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(source) },
                wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::TextureView(pyramid) },
                sampler(3, self.tools.layouts),
            ],
        });
        let attachment = wgpu::RenderPassColorAttachment {
            view: to,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("relief bake"),
            color_attachments: &[Some(attachment)],
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn sampler(binding: u32, layouts: &Layouts) -> wgpu::BindGroupEntry<'_> {
    wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::Sampler(&layouts.sampler) }
}

fn level(texture: &wgpu::Texture, level: u32) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        base_mip_level: level,
        mip_level_count: Some(1),
        ..wgpu::TextureViewDescriptor::default()
    })
}

/// Levels down to one texel.
fn levels(size: [u32; 2]) -> u32 {
    size[0].max(size[1]).max(1).ilog2() + 1
}

fn texture(
    device: &wgpu::Device,
    label: &'static str,
    [width, height]: [u32; 2],
    levels: u32,
    format: wgpu::TextureFormat,
) -> wgpu::Texture {
    let drawn = if format == wgpu::TextureFormat::R32Float {
        wgpu::TextureUsages::empty()
    } else {
        wgpu::TextureUsages::RENDER_ATTACHMENT
    };
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST | drawn,
        view_formats: &[],
    })
}

/// Fills the first level of a texture of four bytes a texel.
fn write(queue: &wgpu::Queue, texture: &wgpu::Texture, bytes: &[u8]) {
    queue.write_texture(
        texture.as_image_copy(),
        bytes,
        wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * texture.width()), rows_per_image: None },
        wgpu::Extent3d { width: texture.width(), height: texture.height(), depth_or_array_layers: 1 },
    );
}

/// The values of the shader's uniform `Bake`.
fn uniform(device: &wgpu::Device, ground: &Ground, sun: Option<Sun>) -> wgpu::Buffer {
    let (zero, per_value) = ground.scale();
    let half = ground.half();
    let step = (ground.across[0].1 * 2.0 * half.0, ground.across[1].1 * 2.0 * half.1);
    let sun = sun.unwrap_or_default();
    let [x, y, z] = towards_sun(sun.azimuth, sun.altitude).map(|v| v as f32);
    let values: [f32; 12] = [
        zero as f32,
        per_value as f32,
        HIGHEST as f32,
        ground.exaggeration as f32,
        step.0 as f32,
        step.1 as f32,
        ground.sea_height().unwrap_or(-HIGHEST) as f32,
        DISC,
        x,
        y,
        z,
        0.0,
    ];
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("relief bake"),
        contents: bytemuck::cast_slice(&values),
        usage: wgpu::BufferUsages::UNIFORM,
    })
}
