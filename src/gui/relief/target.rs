//! The textures that the 3D view is drawn into: a picture, its depths, and four samples a pixel where edges are smoothed.

use super::gpu::PICTURE;
use eframe::wgpu;

/// Format of the depth buffer.
pub(super) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Textures that are drawn into.
pub(super) struct Target {
    /// Pixels across and down.
    pub size: [u32; 2],
    /// The picture.
    pub picture: wgpu::Texture,
    /// All of it.
    pub view: wgpu::TextureView,
    samples: Option<wgpu::TextureView>,
    depth: wgpu::TextureView,
}

impl Target {
    /// Textures for pictures of that size.
    pub fn new(device: &wgpu::Device, size: [u32; 2], smooth: bool) -> Self {
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC;
        let picture = texture(device, "relief picture", size, 1, PICTURE, usage);
        let view = picture.create_view(&wgpu::TextureViewDescriptor::default());
        let (samples, depth) = buffers(device, size, smooth);
        Self { size, picture, view, samples, depth }
    }

    /// The same picture drawn with smoothed edges or without.
    pub fn keep(&mut self, device: &wgpu::Device, smooth: bool) {
        if self.samples.is_some() != smooth {
            (self.samples, self.depth) = buffers(device, self.size, smooth);
        }
    }

    /// A pass that draws on it: the first one begins with nothing, the last one finishes the picture.
    pub fn pass<'a>(
        &self,
        encoder: &'a mut wgpu::CommandEncoder,
        is_first: bool,
        is_last: bool,
    ) -> wgpu::RenderPass<'a> {
        use wgpu::{LoadOp, Operations, StoreOp};
        let store = if is_last { StoreOp::Discard } else { StoreOp::Store };
        let color = wgpu::RenderPassColorAttachment {
            view: self.samples.as_ref().unwrap_or(&self.view),
            depth_slice: None,
            resolve_target: self.samples.as_ref().filter(|_| is_last).map(|_| &self.view),
            ops: Operations {
                load: if is_first { LoadOp::Clear(wgpu::Color::BLACK) } else { LoadOp::Load },
                store: if self.samples.is_some() { store } else { StoreOp::Store },
            },
        };
        let load = if is_first { LoadOp::Clear(1.0) } else { LoadOp::Load };
        let depth = wgpu::RenderPassDepthStencilAttachment {
            view: &self.depth,
            depth_ops: Some(Operations { load, store }),
            stencil_ops: None,
        };
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("relief"),
            color_attachments: &[Some(color)],
            depth_stencil_attachment: Some(depth),
            ..wgpu::RenderPassDescriptor::default()
        })
    }
}

/// What only the drawing needs: the samples of smoothed edges, and depths.
fn buffers(device: &wgpu::Device, size: [u32; 2], smooth: bool) -> (Option<wgpu::TextureView>, wgpu::TextureView) {
    let count = if smooth { 4 } else { 1 };
    let make = |label, format| {
        let made = texture(device, label, size, count, format, wgpu::TextureUsages::RENDER_ATTACHMENT);
        made.create_view(&wgpu::TextureViewDescriptor::default())
    };
    (smooth.then(|| make("relief samples", PICTURE)), make("relief depth", DEPTH))
}

fn texture(
    device: &wgpu::Device,
    label: &'static str,
    [width, height]: [u32; 2],
    sample_count: u32,
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}
