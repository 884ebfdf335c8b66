//! The editor's window: files, undo, preview, prompts, recovery. It runs without display and GPU.

mod asking;
mod comparing;
mod damaged;
mod documents;
mod evaluation;
mod exporting;
mod first_minute;
mod groups;
mod long_days;
mod looking;
mod outside;
mod parts;
mod presets;
mod presses;
mod preview;
mod recovery;
mod timings;
mod undo;
mod values;
mod variations;

use super::support::recipe;
use super::support::window::{Start, Window};
use eframe::egui::{self, Key, Modifiers, pos2};
use egui_kittest::kittest::Queryable;
use orograph::graph::{Edit, Export, Graph, Link, Node, Output, Setting, World};
use orograph::gui::files::{Answer, Purpose, relative_to};
use orograph::gui::request::{Command, Request};
use orograph::gui::worker::{Job, Look};
use orograph::raster::Sampling;
use orograph::spec::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

fn small() -> Graph {
    let mut graph = recipe::island_like(65, 65);
    graph.outputs.push(Output { name: "height".into(), from: Link::to("height"), sampling: Sampling::Vertices });
    graph
}

/// What the window asks its worker for while nothing but a preview is in sight.
fn job(graph: &Graph, preview: Link, look: Look) -> Job {
    Job {
        serial: 1,
        graph: Arc::new(graph.clone()),
        preview: Some(preview),
        reference: None,
        around: None,
        look,
        thumbs: Vec::new(),
        worked_on: None,
        templates: false,
        contact: None,
        sketches: Vec::new().into(),
        whole_grid: false,
        timings: false,
        time: 0.0,
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn saved(graph: &Graph, path: PathBuf) -> PathBuf {
    graph.save(&path).unwrap();
    path
}

fn set(id: &str, field: &str, value: f64) -> Edit {
    Edit::Set { id: id.into(), field: field.into(), setting: Some(value.into()) }
}

/// One edit of every sort that a small island takes.
fn many_edits() -> Vec<Edit> {
    let world = World { sea: Some(30.0), ..small().world };
    vec![
        Edit::Add { kind: "Fbm".into(), at: [10.0, 20.0], from: None, to: None },
        Edit::Set { id: "land".into(), field: "octaves".into(), setting: Some(7u32.into()) },
        set("bent", "amplitude", 100.0),
        Edit::Connect { from: Link::to("ridges"), to: "relief".into(), port: "b".into() },
        Edit::Disconnect { to: "bent".into(), port: "dx".into() },
        Edit::Rename { id: "land".into(), to: "ground".into() },
        Edit::Place(vec![("disc".into(), [300.0, 400.0])]),
        Edit::Mute { ids: vec!["peaks".into()], muted: true },
        Edit::Note { id: "disc".into(), note: "the coast".into() },
        Edit::SetOutput(Output { name: "mask".into(), from: Link::to("disc"), sampling: Sampling::Cells }),
        Edit::RenameOutput { from: "mask".into(), to: "coast".into() },
        Edit::RemoveOutput("coast".into()),
        Edit::World(world),
        Edit::Seed(99),
        Edit::Remove { ids: vec!["peaks".into()], heal: true },
        Edit::View(orograph::graph::View { ramp: "alpine".into(), ..Default::default() }),
    ]
}
