//! The picture itself, on whatever adapter there is; without one these tests print why they prove nothing.

use super::cone;
use eframe::egui_wgpu::{RenderState, RendererOptions, WgpuConfiguration};
use eframe::wgpu;
use orograph::gui::relief::{Camera, Drawer, Drawn, Ground, Shot, Sky};
use orograph::view::{Picture, Sun};
use std::path::PathBuf;
use std::sync::Arc;

const SIZE: [u32; 2] = [160, 120];

/// What comes of a future that is ready at once, as all of native wgpu's are.
fn now<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        std::thread::yield_now();
    }
}

/// A graphics device, or a line that says that there is none.
pub fn device(test: &str) -> Option<RenderState> {
    let descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
    let instance = wgpu::Instance::new(descriptor);
    let config = WgpuConfiguration::default();
    match now(RenderState::create(&config, &instance, None, RendererOptions::PREDICTABLE)) {
        Ok(state) if Drawer::can_draw(&state.adapter, &state.device) => Some(state),
        Ok(state) => {
            println!("{test} is skipped: {} cannot draw it", state.adapter.get_info().name);
            None
        }
        Err(why) => {
            println!("{test} is skipped: there is no graphics adapter ({why})");
            None
        }
    }
}

fn shot(ground: &Ground) -> Shot {
    let camera = Camera::home(&ground.bounds());
    let sun = Sun { azimuth: 300.0, altitude: 40.0 };
    Shot { size: SIZE, camera, sun, water: true, wire: false, sky: Sky::DARK, cells: 128, smooth: true }
}

fn draw(state: &RenderState, ground: Ground, change: impl FnOnce(&mut Shot)) -> Picture {
    let mut drawer = Drawer::new(&state.adapter, &state.device, &state.queue);
    let mut shot = shot(&ground);
    change(&mut shot);
    assert_eq!(drawer.draw(&shot), None, "there is no ground yet");
    assert!(drawer.take(&Arc::new(ground)));
    whole(&mut drawer, &shot);
    assert_eq!(drawer.draw(&shot), Some(Drawn::Same), "the same picture is not drawn again");
    read(state, drawer.picture().unwrap().0)
}

/// Draws all of a picture, on a processor part by part.
fn whole(drawer: &mut Drawer, shot: &Shot) {
    while drawer.draw(shot).unwrap() == Drawn::Partly {}
}

fn read(state: &RenderState, texture: &wgpu::Texture) -> Picture {
    let (width, height) = (texture.width(), texture.height());
    let row = (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = state.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(row * height),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
    let mut encoder = state.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let to = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout };
    encoder.copy_texture_to_buffer(texture.as_image_copy(), to, texture.size());
    state.queue.submit([encoder.finish()]);
    buffer.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
    state.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let bytes = buffer.get_mapped_range(..).unwrap();
    let rgba = bytes.chunks(row as usize).flat_map(|line| line[..4 * width as usize].to_vec()).collect();
    Picture { width: width as usize, height: height as usize, rgba }
}

/// Mean difference of two pictures' bytes, and the share of pixels that differ clearly.
fn difference(a: &Picture, b: &Picture) -> (f64, f64) {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let apart: Vec<u32> = a.rgba.iter().zip(&b.rgba).map(|(a, b)| u32::from(a.abs_diff(*b))).collect();
    let clear = apart.chunks(4).filter(|pixel| pixel.iter().any(|d| *d > 24)).count();
    (apart.iter().sum::<u32>() as f64 / apart.len() as f64, clear as f64 * 4.0 / apart.len() as f64)
}

#[test]
fn a_cone_in_the_sea_looks_as_it_did() {
    let Some(state) = device("the picture of the cone") else { return };
    let picture = draw(&state, cone(129), |_| ());
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/cone.png"));
    if std::env::var_os("OROGRAPH_BLESS").is_some() {
        std::fs::write(&path, picture.png().unwrap()).unwrap();
    }
    let stored = image::open(&path).unwrap().to_rgba8();
    let (width, height) = (stored.width() as usize, stored.height() as usize);
    let (mean, clear) = difference(&picture, &Picture { width, height, rgba: stored.into_raw() });
    // Drivers round differently and smooth edges in their own ways.
    assert!(mean < 3.0 && clear < 0.02, "{mean} apart on average, {clear} of the pixels clearly");
}

#[test]
fn a_coarse_mesh_is_shaded_like_the_finest() {
    let Some(state) = device("the coarse mesh") else { return };
    let (fine, coarse) = (draw(&state, cone(257), |s| s.cells = 256), draw(&state, cone(257), |s| s.cells = 32));
    let (mean, clear) = difference(&fine, &coarse);
    assert!(mean < 2.0 && clear < 0.03, "{mean} apart on average, {clear} of the pixels clearly");
    assert_ne!(fine.rgba, coarse.rgba, "the coarse mesh was drawn");
}

#[test]
fn the_sides_that_face_the_sun_are_bright_and_the_switches_change_what_is_drawn() {
    let Some(state) = device("sun and switches") else { return };
    let light = |picture: &Picture, columns: std::ops::Range<usize>| -> f64 {
        let rows = 30..60;
        let sum: u32 = rows
            .clone()
            .flat_map(|row| columns.clone().map(move |column| (column, row)))
            .map(|(column, row)| picture.at(column, row).iter().map(|c| u32::from(*c)).sum::<u32>())
            .sum();
        f64::from(sum) / (rows.len() * columns.len()) as f64
    };
    // The camera looks north, the peak is in the middle: left of it is west.
    let from = |azimuth: f64| {
        draw(&state, cone(129), |shot| {
            shot.camera.heading = 0.0;
            shot.sun = Sun { azimuth, altitude: 35.0 };
        })
    };
    let (west, east) = (from(270.0), from(90.0));
    assert!(light(&west, 60..76) > light(&west, 84..100) + 40.0, "the sun in the west lights the western side");
    assert!(light(&east, 84..100) > light(&east, 60..76) + 40.0, "the sun in the east lights the eastern side");
    let usual = draw(&state, cone(129), |_| ());
    for (what, other) in [
        ("water", draw(&state, cone(129), |shot| shot.water = false)),
        ("mesh", draw(&state, cone(129), |shot| shot.wire = true)),
        ("sky", draw(&state, cone(129), |shot| shot.sky = Sky::LIGHT)),
        ("sea", draw(&state, Ground { sea: None, ..cone(129) }, |_| ())),
    ] {
        assert!(difference(&usual, &other).0 > 0.5, "{what} changes nothing");
    }
}

#[test]
fn every_size_of_raster_and_picture_can_be_drawn() {
    let Some(state) = device("sizes") else { return };
    let mut drawer = Drawer::new(&state.adapter, &state.device, &state.queue);
    for (samples, size) in [(2, [1, 1]), (3, [7, 300]), (65, [300, 7]), (66, [64, 64]), (131, [33, 65])] {
        let ground = cone(samples);
        let shot = Shot { size, cells: 2049, ..shot(&ground) };
        drawer.take(&Arc::new(ground));
        whole(&mut drawer, &shot);
        let picture = read(&state, drawer.picture().unwrap().0);
        assert_eq!((picture.width, picture.height), (size[0] as usize, size[1] as usize));
    }
}
