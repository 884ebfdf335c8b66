//! Golden hashes: what a version of a kind gives is frozen since 0.1.0, and what a recipe gives changes only on purpose.
//!
//! A hash is BLAKE3 of the `f32` bits, least byte first, with -0 as +0. Names of nodes carry kind and version. A run with
//! `OROGRAPH_BLESS=1` adds new kinds and versions and accepts new values of recipes (say in the commit why they moved);
//! what is frozen it never changes.

use super::levels::on_each_level;
use orograph::graph::{Graph, Link, Node};
use orograph::nodes;
use orograph::plan::compile;
use orograph::raster::Sampling;
use orograph::run::{Options, Runner};
use orograph::spec::{InputSpec, NodeSpec, Open, ParamKind, Port, Quantity, Rows, Value, default_biomes};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Sections of the file of hashes.
const DEFAULTS: &str = "node/";
const VARIANTS: &str = "variants/";
const RECIPES: &str = "graphs/";

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn hash(values: &[f32]) -> String {
    let bytes: Vec<u8> = values.iter().flat_map(|v| (v + 0.0).to_bits().to_le_bytes()).collect();
    blake3::hash(&bytes).to_hex().to_string()
}

fn render(graph: &Graph, node: &str) -> Vec<f32> {
    let plan = compile(graph, &Link::to(node), 0.0).unwrap();
    let grid = graph.world.grid(Sampling::Vertices).resampled((129, 129));
    Runner::new(Some(2), 0).render(&plan, &grid, grid.region(), &Options::default()).unwrap().raster.data
}

/// Every version of every kind.
fn versions() -> impl Iterator<Item = &'static NodeSpec> {
    nodes::all().flat_map(|spec| std::iter::once(spec).chain(spec.older.iter().copied()))
}

/// A node of that version with an fBm at each required input.
fn with_sources(spec: &NodeSpec) -> (Graph, Node) {
    let mut graph = Graph { seed: 7, ..Graph::default() };
    let mut node = Node { version: spec.version, ..Node::new(spec.kind) };
    for (i, input) in spec.inputs.iter().enumerate() {
        if matches!(input.open, Open::Required) {
            let source = format!("source{i}");
            let mut fbm = Node::new("Fbm").with("seed", Value::Seed(i as u64));
            if input.quantity == Quantity::Tiles {
                graph.nodes.insert("heights".into(), Arc::new(fbm));
                fbm = Node::new("Tiles").with("source", "heights");
            }
            graph.nodes.insert(source.as_str().into(), Arc::new(fbm));
            node = node.with(input.name, source.as_str());
        }
    }
    (graph, node)
}

/// The node with its defaults.
fn default_field(spec: &NodeSpec) -> Vec<f32> {
    let (mut graph, node) = with_sources(spec);
    graph.nodes.insert("node".into(), Arc::new(node));
    render(&graph, "node")
}

/// Fields and options that came to a frozen version later, with a neutral default, so that nothing older changes. Each has a
/// hash of its own.
const LATER: [(&str, &str); 20] = [
    ("Fbm", "weighted_strength"),
    ("Fbm", "finest"),
    ("Fbm", "noise=SuperSimplex"),
    ("Fbm", "noise=ValueCubic"),
    ("Ridged", "weighted_strength"),
    ("Ridged", "finest"),
    ("Ridged", "noise=SuperSimplex"),
    ("Ridged", "noise=ValueCubic"),
    ("Billow", "weighted_strength"),
    ("Billow", "finest"),
    ("Billow", "noise=SuperSimplex"),
    ("Billow", "noise=ValueCubic"),
    ("Turbulence", "weighted_strength"),
    ("Turbulence", "finest"),
    ("Turbulence", "noise=SuperSimplex"),
    ("Turbulence", "noise=ValueCubic"),
    ("DomainWarp", "noise=SuperSimplex"),
    ("DomainWarp", "noise=ValueCubic"),
    ("Time", "speed"),
    ("Time", "loop_length"),
];

/// The entry of [`LATER`] that a value of a field belongs to.
fn later(kind: &str, field: &str, value: &Value) -> Option<&'static str> {
    let option = if let Value::Choice(option) = value { format!("{field}={option}") } else { String::new() };
    LATER.iter().find(|(k, entry)| *k == kind && (*entry == field || *entry == option)).map(|(_, entry)| *entry)
}

/// Values of every field that are worth a hash: all options of a choice, both ends of a slider.
fn variants(spec: &NodeSpec) -> Vec<(&'static str, Value)> {
    let extent = Graph::default().world.extent;
    let mut found = Vec::new();
    for param in spec.params {
        let ends = param.soft.or(param.hard).map(|span| span.resolve(extent));
        let ends = ends.into_iter().flat_map(|(lo, hi)| [lo, hi]);
        match param.kind {
            ParamKind::Choice(options) => found.extend(options.iter().map(|o| (param.name, Value::Choice(o.name)))),
            ParamKind::Flag => found.extend([true, false].map(|on| (param.name, Value::Flag(on)))),
            ParamKind::Seed => found.push((param.name, Value::Seed(5))),
            ParamKind::Count => found.extend(ends.map(|n| (param.name, Value::Count(n as u32)))),
            ParamKind::Number | ParamKind::Metres | ParamKind::Degrees | ParamKind::Optional => {
                found.extend(ends.map(|v| (param.name, Value::Number(v))));
            }
            ParamKind::Point => found.push((param.name, Value::Point([100.0, 900.0]))),
            ParamKind::Points => found.extend(CURVES.map(|points| (param.name, Value::Points(points.into())))),
            ParamKind::Rows(rows) => found.extend(rows_of(rows).map(|pairs| (param.name, Value::Points(pairs.into())))),
            ParamKind::Biomes => found.push((param.name, Value::Biomes(default_biomes().at_sea(Some(0.55)).into()))),
            ParamKind::Levels | ParamKind::File => {}
        }
    }
    for input in spec.inputs.iter().filter(|i| i.port == Port::In && i.quantity != Quantity::Tiles) {
        let ends = input.soft.or(input.hard).map_or((-0.5, 0.75), |span| span.resolve(extent));
        found.extend([ends.0, ends.1].map(|v| (input.name, Value::Number(v))));
    }
    found
}

/// Points of curves that are worth a hash: a rise that steepens, hills and hollows, a terrace, numbers far apart.
const CURVES: [&[[f64; 2]]; 4] = [
    &[[0.0, 0.0], [0.4, 0.2], [1.0, 1.0]],
    &[[-0.75, 0.25], [-0.2, -0.5], [0.1, 0.5], [0.3, 0.125], [0.9, 0.125]],
    &[[0.0, 0.1], [0.3, 0.45], [0.5, 0.45], [0.51, 0.9], [1.0, 1.0]],
    &[[-1e9, -3.0], [0.0, 0.0], [1e-6, 1e6]],
];

/// Lists that are worth a hash: as short as they may be, and longer ones.
fn rows_of(rows: &Rows) -> [Vec<[f64; 2]>; 2] {
    let long = [[0.125, 0.5], [0.25, 0.0], [0.5, 1.0], [0.875, 0.25]];
    let place = |[x, y]: [f64; 2]| if rows.rising { [x, y] } else { [x * 4096.0, y * 4096.0] };
    let all: Vec<[f64; 2]> = long.into_iter().map(place).collect();
    [all[..rows.count.0].to_vec(), all]
}

/// One hash over what the node gives with each of its variants that `are_meant`. The rules for showing fields and the limits take part: a
/// value that is refused or ignored counts as such.
fn hash_of_variants(spec: &NodeSpec, are_meant: impl Fn(&str, &Value) -> bool) -> String {
    let mut all = blake3::Hasher::new();
    for (field, value) in variants(spec).into_iter().filter(|(field, value)| are_meant(field, value)) {
        let (mut graph, node) = with_sources(spec);
        graph.world.samples = (33, 33);
        graph.nodes.insert("node".into(), Arc::new(node.with(field, value)));
        let Ok(plan) = compile(&graph, &Link::to("node"), 0.0) else {
            all.update(b"refused");
            continue;
        };
        let grid = graph.world.grid(Sampling::Vertices);
        let got = Runner::new(Some(1), 0).render(&plan, &grid, grid.region(), &Options::default()).unwrap();
        all.update(hash(&got.raster.data).as_bytes());
    }
    all.finalize().to_hex().to_string()
}

/// Checks the hashes that `make` gives on every level against those in `tests/vectors/golden.txt`.
fn check(section: &str, make: impl Fn() -> BTreeMap<String, String>) {
    let path = folder("tests/vectors/golden.txt");
    let results = on_each_level(make);
    for (level, hashes) in &results {
        assert_eq!(hashes, &results[0].1, "{level:?} differs from {:?}", results[0].0);
    }
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut golden: BTreeMap<String, String> =
        text.lines().filter_map(|l| l.split_once(' ')).map(|(name, hash)| (name.into(), hash.into())).collect();
    let blesses = std::env::var_os("OROGRAPH_BLESS").is_some();
    if section != RECIPES {
        for (name, now) in results[0].1.iter().filter(|(name, _)| golden.contains_key(*name)) {
            let what = name.trim_start_matches(section);
            assert_eq!(
                &golden[name], now,
                "{what} no longer gives its bytes. Definitions are frozen since 0.1.0: keep the kind as it was in `older` \
                 and declare a new version, as src/nodes/trial.rs does"
            );
        }
        let gone = golden.keys().filter(|name| name.starts_with(section) && !results[0].1.contains_key(*name));
        let gone: Vec<_> = gone.collect();
        assert!(gone.is_empty(), "frozen definitions must stay, these are gone: {gone:?}");
    }
    if blesses {
        golden.retain(|name, _| !name.starts_with(section));
        golden.extend(results[0].1.clone());
        let lines: Vec<String> = golden.iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
        fs::write(&path, lines.concat()).unwrap();
        return;
    }
    golden.retain(|name, _| name.starts_with(section));
    assert_eq!(golden, results[0].1, "there are new definitions or recipes; see the header of this test");
}

#[test]
fn the_default_field_of_every_version_of_a_node_keeps_its_bytes_on_every_level() {
    check(DEFAULTS, || versions().map(|spec| (named(DEFAULTS, spec), hash(&default_field(spec)))).collect());
}

#[test]
fn every_option_and_both_ends_of_every_slider_keep_their_bytes_on_every_level() {
    check(VARIANTS, || {
        let first = versions().map(|spec| {
            (named(VARIANTS, spec), hash_of_variants(spec, |field, value| later(spec.kind, field, value).is_none()))
        });
        let added = LATER.iter().map(|(kind, entry)| {
            let spec = nodes::find(kind).unwrap();
            let hash = hash_of_variants(spec, |field, value| later(kind, field, value) == Some(*entry));
            (format!("{}+{entry}", named(VARIANTS, spec)), hash)
        });
        first.chain(added).collect()
    });
}

fn named(section: &str, spec: &NodeSpec) -> String {
    format!("{section}{}@{}", spec.kind, spec.version)
}

/// What of a declaration decides about values: fields, defaults, limits, rules for showing. Documentation and the extents
/// of sliders do not.
fn declared(spec: &NodeSpec) -> Vec<String> {
    let mut lines = vec![format!("bypass {:?} pointwise {}", spec.bypass, spec.pointwise)];
    for i in spec.inputs {
        let InputSpec { name, port, quantity, open, hard, shown, .. } = i;
        lines.push(format!("input {name} {port:?} {quantity:?} {open:?} hard {hard:?} shown {shown:?}"));
    }
    for p in spec.params {
        let kind = match p.kind {
            ParamKind::Choice(_) => "Choice".into(),
            ParamKind::Rows(rows) => {
                let columns = rows.columns.map(|c| format!("{} metres {} hard {:?}", c.name, c.metres, c.range));
                format!("Rows {columns:?} rising {} count {:?}", rows.rising, rows.count)
            }
            kind => format!("{kind:?}"),
        };
        let (name, default, hard, shown) = (p.name, p.default, p.hard, p.shown);
        lines.push(format!("param {name} {kind} {default:?} hard {hard:?} shown {shown:?}"));
        if let ParamKind::Choice(options) = p.kind {
            lines.extend(options.iter().map(|o| format!("option {name} {}", o.name)));
        }
    }
    lines.extend(spec.outputs.iter().map(|o| format!("output {} {:?} inherits {}", o.name, o.quantity, o.inherits)));
    lines.into_iter().map(|line| format!("{}@{} {line}", spec.kind, spec.version)).collect()
}

#[test]
fn a_declaration_changes_only_with_its_version() {
    let path = folder("tests/vectors/definitions.txt");
    let text = fs::read_to_string(&path).unwrap_or_default();
    let now: BTreeSet<String> = versions().flat_map(declared).collect();
    let frozen: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    let changed: Vec<&String> = frozen.difference(&now).collect();
    assert!(
        changed.is_empty(),
        "Definitions are frozen since 0.1.0, and these have changed: keep the kind as it was in `older` and declare a new \
         version, as src/nodes/trial.rs does.\n{changed:#?}"
    );
    if std::env::var_os("OROGRAPH_BLESS").is_some() {
        fs::write(&path, now.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        return;
    }
    let new: Vec<&String> = now.difference(&frozen).collect();
    assert!(new.is_empty(), "new definitions are not frozen yet; see the header of this test\n{new:#?}");
}

#[test]
fn every_recipe_keeps_its_bytes_on_every_level() {
    let recipes: Vec<PathBuf> = fs::read_dir(folder("graphs")).unwrap().map(|f| f.unwrap().path()).collect();
    assert!(recipes.len() >= 6);
    check(RECIPES, || {
        let hash_of = |path: &PathBuf| {
            let mut graph = Graph::load(path).unwrap().graph;
            graph.world.samples = (129, 129);
            let output = graph.outputs[0].from.node.clone();
            (format!("graphs/{}", path.file_stem().unwrap().to_str().unwrap()), hash(&render(&graph, &output)))
        };
        recipes.iter().filter(|p| p.extension().is_some_and(|e| e == "ron")).map(hash_of).collect()
    });
}
