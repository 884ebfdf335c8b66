//! The pages about nodes: the manual, which is written and drawn from the declarations, and what other programs call them.
//!
//! A run with `OROGRAPH_BLESS=1` writes `docs/nodes.md` and draws the pictures in `docs/images/nodes`.

use orograph::deliver::levels_of;
use orograph::graph::{Graph, Link, Node};
use orograph::nodes;
use orograph::plan::compile;
use orograph::raster::{Raster, Sampling};
use orograph::run::{Options, Runner};
use orograph::spec::*;
use orograph::view::{Mode, Picture, Scene, picture};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Pixels along a side of a picture.
const SIDE: u32 = 128;

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)
}

fn page(name: &str) -> String {
    fs::read_to_string(docs(name)).unwrap_or_default()
}

#[test]
fn every_node_that_other_programs_nodes_are_mapped_to_exists() {
    let text = page("coming_from.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix('|')?.split('|').nth(1));
    let named: Vec<&str> = rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() > 100, "the tables were not found");
    for kind in &named {
        assert!(nodes::find(kind).is_some(), "{kind} does not exist");
    }
    for section in ["FastNoise2", "noise_gui", "World Machine", "Gaea", "Blender"] {
        assert!(text.contains(&format!("## {section}")), "{section} is missing");
    }
}

/// Documentation without the blanks at the beginning of its lines.
fn prose(doc: &str) -> String {
    let lines: Vec<&str> = doc.lines().map(str::trim).collect();
    lines.join("\n").trim().to_owned()
}

fn number(n: Number) -> String {
    let share = |share: f64, of: &str| format!("{} of the {of}", (share * 10_000.0).round() / 10_000.0);
    match n {
        Number::Fixed(v) if v.abs() >= 1e6 => format!("{v:e}"),
        Number::Fixed(v) => format!("{v}"),
        Number::OfExtent(s) => share(s, "world's longer side"),
        Number::OfShorterSide(s) => share(s, "world's shorter side"),
        Number::OfWidth(s) => share(s, "world's width"),
        Number::OfHeight(s) => share(s, "world's height"),
    }
}

fn default(value: DefaultValue) -> String {
    match value {
        DefaultValue::Number(n) => number(n),
        DefaultValue::Count(n) => n.to_string(),
        DefaultValue::Flag(on) => if on { "on" } else { "off" }.into(),
        DefaultValue::Seed(s) => s.to_string(),
        DefaultValue::Choice(name) => name.into(),
        DefaultValue::WorldCenter => "the world's centre".into(),
        DefaultValue::Off => "off".into(),
        DefaultValue::TerrainLevels | DefaultValue::TerrainBiomes => "from deep sea to snow".into(),
        DefaultValue::Path(shares) => {
            let words = shares.iter().map(|[x, y]| format!("({x}, {y})")).collect::<Vec<_>>().join(", ");
            format!("{words} of the world's sides")
        }
        DefaultValue::NoFile => "no file".into(),
        DefaultValue::Points(points) => {
            points.iter().map(|[x, y]| format!("({x}, {y})")).collect::<Vec<_>>().join(", ")
        }
    }
}

fn allowed(hard: Option<Span>) -> String {
    hard.map(|span| format!("{} to {}", number(span.lo), number(span.hi))).unwrap_or_default()
}

/// A row of a node's table: name, what it is while nothing is set, what is allowed, what it means.
fn row(name: &str, default: &str, allowed: &str, doc: &str) -> String {
    format!(
        "| `{name}` | {default} | {allowed} | {} |\n",
        prose(doc).replace("\n\n", " ").replace('\n', " ").replace('|', "\\|")
    )
}

fn manual_of(spec: &NodeSpec) -> String {
    let kind = spec.kind;
    let mut text =
        format!("### {}\n\n![{}](images/nodes/{kind}.png)\n\n{}\n\n", spec.title, spec.title, prose(spec.doc));
    text += &format!("`{kind}`, also found as {}.", spec.keywords.join(", ").replace('|', "\\|"));
    let outputs = spec.outputs.iter().map(|o| match o.inherits {
        true => format!("`{}` (of the same sort as its source)", o.name),
        false => format!("`{}` ({})", o.name, o.quantity.name()),
    });
    text += &format!(" Gives {}.\n", outputs.collect::<Vec<_>>().join(" and "));
    if spec.inputs.is_empty() && spec.params.is_empty() {
        return text + "\n";
    }
    text += "\n| field | while not set | allowed | meaning |\n| --- | --- | --- | --- |\n";
    for input in spec.inputs {
        let open = match input.open {
            Open::Required => "must be plugged".into(),
            Open::Optional => "may stay open".into(),
            Open::Number(n) => format!("{}, or plugged", number(n)),
        };
        text += &row(input.name, &open, &allowed(input.hard), input.doc);
    }
    for param in spec.params {
        let options = match param.kind {
            ParamKind::Choice(options) => options.iter().map(|o| o.name).collect::<Vec<_>>().join(", "),
            _ => allowed(param.hard),
        };
        text += &row(param.name, &default(param.default), &options, param.doc);
    }
    text + "\n"
}

fn manual() -> String {
    let mut text = String::from(
        "# Nodes\n\nEvery kind of node, as its declaration says. This page and its pictures are generated and tested; a wrong\n\
         sentence is mended in the declaration. Pictures show a node at its defaults in grey, from the low end of its bound in\n\
         black to the high end in white: noises on a world of 4096 m, other kinds with a fractal, or a chessboard that they\n\
         move, at their inputs. [definitions.md](definitions.md) holds the exact arithmetic, [coming_from.md](coming_from.md)\n\
         the names that other programs use.\n\n",
    );
    for category in Category::ALL {
        text += &format!("## {}\n\n", category.title());
        nodes::all().filter(|spec| spec.category == category).for_each(|spec| text += &manual_of(spec));
    }
    text.trim_end().to_owned() + "\n"
}

/// Says what to do where a generated file is not what it should be, or writes it on request.
fn same(path: &Path, is: bool, write: impl FnOnce()) {
    if is {
        return;
    }
    assert!(
        std::env::var_os("OROGRAPH_BLESS").is_some(),
        "{} is stale: OROGRAPH_BLESS=1 cargo test manual makes it anew",
        path.display()
    );
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    write();
}

#[test]
fn the_manual_says_what_the_declarations_say() {
    let (path, text) = (docs("nodes.md"), manual());
    same(&path, page("nodes.md") == text, || fs::write(&path, &text).unwrap());
}

/// The kind at its defaults, with something telling at its required inputs.
fn shown(spec: &NodeSpec) -> Graph {
    let mut graph = Graph { seed: 7, ..Graph::default() };
    graph.world.samples = (SIDE, SIDE);
    // Mountains, so that slopes are seen.
    graph.world.height = (0.0, 1500.0);
    let mut node = Node::new(spec.kind);
    // What shows nothing with its required inputs alone.
    let telling = |name: &str| matches!((spec.kind, name), ("BiomeTable", "moisture") | ("SplatWeights", "green"));
    let wanted = |input: &InputSpec| input.open == Open::Required || telling(input.name);
    for (i, input) in spec.inputs.iter().enumerate().filter(|(_, input)| wanted(input)) {
        let id = format!("source{i}");
        let source = match spec.category {
            // Directions are made of hills, all else of this family moves what it gets.
            // A chessboard has no random numbers that could be drawn anew.
            Category::Warp if spec.outputs.len() == 1 && spec.kind != "Reseed" => {
                Node::new("Checkerboard").with("rotation", 15.0)
            }
            _ => {
                // Hills that use all of the range that the input expects.
                let hills = format!("hills{i}");
                let fbm = Node::new("Fbm").with("feature_scale", 1600.0).with("seed", Value::Seed(i as u64));
                graph.nodes.insert(hills.as_str().into(), Arc::new(fbm));
                // A port in metres takes the world's heights from a noise, and bare numbers as metres.
                if input.quantity == Quantity::Metres {
                    node = node.with(input.name, &*hills);
                    continue;
                }
                let low = if matches!(input.quantity, Quantity::Unit | Quantity::Tiles) { 0.0 } else { -1.0 };
                let all = Node::new("Remap").with("source", &*hills).with("from_min", -0.5).with("from_max", 0.5);
                let all = all.with("to_min", low).with("clamp", Value::Flag(true));
                if input.quantity == Quantity::Tiles {
                    graph.nodes.insert("heights".into(), Arc::new(all));
                    Node::new("Tiles").with("source", "heights")
                } else {
                    all
                }
            }
        };
        graph.nodes.insert(id.as_str().into(), Arc::new(source));
        node = node.with(input.name, &*id);
    }
    graph.nodes.insert("node".into(), Arc::new(node));
    graph
}

fn drawn(spec: &NodeSpec) -> Picture {
    let graph = shown(spec);
    let Ok(planned) = compile(&graph, &Link::to("node"), 0.0) else {
        // There is nothing to see of a file before one is chosen.
        return picture(&Raster::new(SIDE as usize, SIDE as usize), &Scene::default());
    };
    let grid = graph.world.grid(Sampling::Vertices);
    let runner = Runner::new(Some(2), 0);
    let raster: Raster = runner.render(&planned, &grid, grid.region(), &Options::default()).unwrap().raster;
    let bound = planned.bound;
    let (mode, colors) = match planned.quantity {
        Quantity::Tiles => {
            (Mode::Tiles, levels_of(&graph, &Link::to("node")).iter().map(|level| level.color).collect())
        }
        _ => (Mode::Grey, Vec::new()),
    };
    // A current's bound is that of the steepest field there could be.
    let wide = planned.quantity == Quantity::Plain && bound.span() > 16.0;
    let narrow = wide || !bound.is_bounded() || bound.span() == 0.0;
    let shown = if bound.span() > 0.0 { (bound.lo, bound.hi) } else { (0.0, 1.0) };
    let auto_levels = narrow && raster.extremes().is_some_and(|(lo, hi)| lo < hi);
    picture(&raster, &Scene { mode, shown, auto_levels, tiles: colors, ..Scene::default() })
}

#[test]
fn every_node_has_its_picture() {
    for spec in nodes::all() {
        let path = docs("images/nodes").join(format!("{}.png", spec.kind));
        let now = drawn(spec);
        // The pixels count, not how they were packed.
        let kept = fs::read(&path).ok().and_then(|file| image::load_from_memory(&file).ok());
        let is = kept.is_some_and(|kept| {
            let rgba = kept.to_rgba8();
            rgba.dimensions() == (SIDE, SIDE) && rgba.into_raw() == now.rgba
        });
        same(&path, is, || fs::write(&path, now.png().unwrap()).unwrap());
    }
}
