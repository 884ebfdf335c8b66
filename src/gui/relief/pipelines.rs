//! The passes of the 3D view: what each draws with which part of the shaders.

use super::gpu::PICTURE;
use super::target::DEPTH;
use super::upload::{PYRAMID, RELIEF};
use eframe::wgpu;
use wgpu::{BindingType, ShaderStages};

/// How shaders reach what they read.
pub(super) struct Layouts {
    /// Of the view.
    pub view: wgpu::BindGroupLayout,
    /// Of the passes that prepare a ground.
    pub bake: wgpu::BindGroupLayout,
    view_pipeline: wgpu::PipelineLayout,
    bake_pipeline: wgpu::PipelineLayout,
    shader: wgpu::ShaderModule,
    /// Between samples and levels.
    pub sampler: wgpu::Sampler,
}

/// Passes of the view, in the order in which they are drawn.
pub(super) struct Pipelines {
    pub sky: wgpu::RenderPipeline,
    /// The shadow below the block.
    pub floor: wgpu::RenderPipeline,
    pub ground: wgpu::RenderPipeline,
    pub wall: wgpu::RenderPipeline,
    pub sea_wall: wgpu::RenderPipeline,
    pub sea: wgpu::RenderPipeline,
}

/// Passes that prepare a ground.
pub(super) struct Bakes {
    /// Heights for the pyramid.
    pub height: wgpu::RenderPipeline,
    /// The next level of the pyramid, of colours, of the relief.
    pub half_height: wgpu::RenderPipeline,
    pub half_color: wgpu::RenderPipeline,
    pub half_relief: wgpu::RenderPipeline,
    /// Slopes and depths.
    pub relief: wgpu::RenderPipeline,
    pub shadow: wgpu::RenderPipeline,
}

impl Layouts {
    pub fn new(device: &wgpu::Device) -> Self {
        let both = ShaderStages::VERTEX_FRAGMENT;
        let view = layout(
            device,
            "relief view",
            &[
                uniform(both),
                texture(both, false),
                texture(both, true),
                texture(both, true),
                texture(both, true),
                SMOOTH,
            ],
        );
        let bake = layout(
            device,
            "relief bake",
            &[uniform(both), texture(ShaderStages::FRAGMENT, false), texture(ShaderStages::FRAGMENT, true), SMOOTH],
        );
        let pipeline = |label, layout: &wgpu::BindGroupLayout| {
            device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(label),
                bind_group_layouts: &[Some(layout)],
                immediate_size: 0,
            })
        };
        Self {
            view_pipeline: pipeline("relief view", &view),
            bake_pipeline: pipeline("relief bake", &bake),
            view,
            bake,
            shader: module(device, "relief", concat!(include_str!("common.wgsl"), include_str!("relief.wgsl"))),
            sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("relief"),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                mipmap_filter: wgpu::MipmapFilterMode::Linear,
                ..wgpu::SamplerDescriptor::default()
            }),
        }
    }
}

const SMOOTH: (ShaderStages, BindingType) =
    (ShaderStages::VERTEX_FRAGMENT, BindingType::Sampler(wgpu::SamplerBindingType::Filtering));

const fn uniform(stages: ShaderStages) -> (ShaderStages, BindingType) {
    let ty = wgpu::BufferBindingType::Uniform;
    (stages, BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None })
}

/// A texture whose texels may be mixed, or only be read one by one.
const fn texture(stages: ShaderStages, filterable: bool) -> (ShaderStages, BindingType) {
    let sample_type = wgpu::TextureSampleType::Float { filterable };
    let view_dimension = wgpu::TextureViewDimension::D2;
    (stages, BindingType::Texture { sample_type, view_dimension, multisampled: false })
}

fn layout(
    device: &wgpu::Device,
    label: &'static str,
    bindings: &[(ShaderStages, BindingType)],
) -> wgpu::BindGroupLayout {
    let entries: Vec<_> = (0..)
        .zip(bindings)
        .map(|(binding, &(visibility, ty))| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries })
}

fn module(device: &wgpu::Device, label: &'static str, text: &'static str) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    })
}

impl Pipelines {
    /// The passes for pictures of that many samples a pixel.
    pub fn new(device: &wgpu::Device, layouts: &Layouts, samples: u32) -> Self {
        let make = |name: &'static str, vertex, fragment, depth| {
            pass(
                device,
                &Pass {
                    name,
                    layout: &layouts.view_pipeline,
                    shader: &layouts.shader,
                    vertex,
                    fragment,
                    format: PICTURE,
                    depth: Some(depth),
                    samples,
                },
            )
        };
        Self {
            sky: make("relief sky", "whole_vertex", "sky_fragment", Depth::Ignored),
            floor: make("relief floor", "floor_vertex", "floor_fragment", Depth::Clear),
            ground: make("relief ground", "ground_vertex", "ground_fragment", Depth::Solid),
            wall: make("relief wall", "wall_vertex", "wall_fragment", Depth::Solid),
            sea_wall: make("relief sea wall", "sea_wall_vertex", "sea_wall_fragment", Depth::Clear),
            sea: make("relief sea", "sea_vertex", "sea_fragment", Depth::Clear),
        }
    }
}

impl Bakes {
    pub fn new(device: &wgpu::Device, layouts: &Layouts) -> Self {
        let shader = module(device, "relief bake", concat!(include_str!("common.wgsl"), include_str!("bake.wgsl")));
        let make = |name: &'static str, fragment, format| {
            pass(
                device,
                &Pass {
                    name,
                    layout: &layouts.bake_pipeline,
                    shader: &shader,
                    vertex: "whole_vertex",
                    fragment,
                    format,
                    depth: None,
                    samples: 1,
                },
            )
        };
        Self {
            height: make("relief heights", "height_fragment", PYRAMID),
            half_height: make("relief half heights", "half_fragment", PYRAMID),
            half_color: make("relief half colours", "half_fragment", PICTURE),
            half_relief: make("relief half slopes", "half_fragment", RELIEF),
            relief: make("relief slopes", "relief_fragment", RELIEF),
            shadow: make("relief shadows", "shadow_fragment", super::upload::SHADOW),
        }
    }
}

/// What a pass does with depths.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// Lies behind everything.
    Ignored,
    /// Hides what lies behind it.
    Solid,
    /// Lets it shine through.
    Clear,
}

struct Pass<'a> {
    name: &'static str,
    layout: &'a wgpu::PipelineLayout,
    shader: &'a wgpu::ShaderModule,
    vertex: &'static str,
    fragment: &'static str,
    format: wgpu::TextureFormat,
    depth: Option<Depth>,
    samples: u32,
}

fn pass(device: &wgpu::Device, pass: &Pass<'_>) -> wgpu::RenderPipeline {
    let patches = wgpu::VertexBufferLayout {
        array_stride: 8,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &[wgpu::VertexAttribute { format: wgpu::VertexFormat::Uint32x2, offset: 0, shader_location: 0 }],
    };
    let buffers = [Some(patches)];
    let depth_stencil = pass.depth.map(|depth| wgpu::DepthStencilState {
        format: DEPTH,
        depth_write_enabled: Some(depth == Depth::Solid),
        depth_compare: Some(match depth {
            Depth::Ignored => wgpu::CompareFunction::Always,
            Depth::Solid | Depth::Clear => wgpu::CompareFunction::LessEqual,
        }),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    });
    let blend = (pass.depth == Some(Depth::Clear)).then_some(wgpu::BlendState::ALPHA_BLENDING);
    let write_mask = wgpu::ColorWrites::ALL;
    let strip = matches!(pass.vertex, "sea_vertex" | "floor_vertex");
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(pass.name),
        layout: Some(pass.layout),
        vertex: wgpu::VertexState {
            module: pass.shader,
            entry_point: Some(pass.vertex),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: if pass.vertex == "ground_vertex" { &buffers } else { &[] },
        },
        primitive: wgpu::PrimitiveState {
            topology: match strip {
                true => wgpu::PrimitiveTopology::TriangleStrip,
                false => wgpu::PrimitiveTopology::TriangleList,
            },
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil,
        multisample: wgpu::MultisampleState { count: pass.samples, ..wgpu::MultisampleState::default() },
        fragment: Some(wgpu::FragmentState {
            module: pass.shader,
            entry_point: Some(pass.fragment),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(wgpu::ColorTargetState { format: pass.format, blend, write_mask })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
