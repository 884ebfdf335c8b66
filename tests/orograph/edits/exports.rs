//! Exports that a recipe remembers: their file, their edits, and what they ask for.

use super::{apply, refusal};
use orograph::deliver::{Ask, RangeAsk, Size, TilesAsk, Units, What, delivery, export_of};
use orograph::export::{Format, Preset};
use orograph::graph::{Edit, Export, Graph, Link};
use std::path::Path;

const RECIPE: &str = r#"(
    orograph: 1,
    seed: 0,
    world: (origin: (0.0, 0.0), extent: (4096.0, 4096.0), samples: (65, 65), height: (-180.0, 420.0), sea: 0.0),
    nodes: {
        "n": Fbm(),
    },
    outputs: { "height": "n" },
    exports: {
        "engine": (path: "out/land.r16", output: "height", preset: "unreal", size: 2017),
        "later": (path: "later.xyz", node: "n.value", lod: [1, 2], mode: Fine(level: 3), size: (257, 129)),
    },
    view: (mode: Terrain, ramp: "terrain"),
)
"#;

#[test]
fn a_canonical_file_with_exports_keeps_its_bytes_and_what_is_not_known() {
    let loaded = Graph::parse(RECIPE).unwrap();
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    assert_eq!(loaded.graph.to_ron(), RECIPE);
    let engine = loaded.graph.export("engine").unwrap();
    assert_eq!((engine.get("preset").as_deref(), engine.get("size").as_deref()), (Some("unreal"), Some("2017")));
    let found = delivery(loaded.graph.export("later").unwrap(), Path::new("")).unwrap();
    assert_eq!(found.unknown, ["lod", "mode"]);
    assert_eq!((found.ask.size, found.ask.path.to_str()), (Some(Size::Exact(257, 129)), Some("later.xyz")));
}

#[test]
fn exports_are_added_changed_renamed_and_removed() {
    let mut graph = Graph::parse(RECIPE).unwrap().graph;
    let mut export = Export::new("more", "more \"1\".png");
    export.set("size", "33".into());
    apply(&mut graph, Edit::SetExport(export.clone()));
    assert_eq!(graph.exports.len(), 3);
    export.set_text("view", "terrain");
    apply(&mut graph, Edit::SetExport(export.clone()));
    assert_eq!((graph.exports.len(), &graph.exports[2]), (3, &export));
    assert_eq!(Graph::parse(&graph.to_ron()).unwrap().graph, graph);
    apply(&mut graph, Edit::RenameExport { from: "more".into(), to: "most".into() });
    assert!(graph.export("more").is_none() && graph.export("most").is_some());
    assert!(refusal(&graph, Edit::RenameExport { from: "most".into(), to: "engine".into() }).contains("already"));
    apply(&mut graph, Edit::RemoveExport("most".into()));
    assert!(refusal(&graph, Edit::RemoveExport("most".into())).contains("no export \"most\""));
    for wrong in [Export::new("", "a.png"), Export::new("a b", "a.png"), Export::new("a", "")] {
        refusal(&graph, Edit::SetExport(wrong));
    }
    let mut broken = Export::new("broken", "a.png");
    broken.set("size", "(1, ".into());
    assert!(refusal(&graph, Edit::SetExport(broken)).contains("cannot hold the field size"));
}

#[test]
fn exports_follow_renamed_outputs_and_nodes() {
    let mut graph = Graph::parse(RECIPE).unwrap().graph;
    apply(&mut graph, Edit::RenameOutput { from: "height".into(), to: "land".into() });
    apply(&mut graph, Edit::Rename { id: "n".into(), to: "noise".into() });
    assert_eq!(graph.export("engine").unwrap().get("output").as_deref(), Some("land"));
    assert_eq!(graph.export("later").unwrap().get("node").as_deref(), Some("noise.value"));
    apply(&mut graph, Edit::RemoveOutput("land".into()));
    assert!(graph.check().iter().any(|p| p.message.contains("export \"engine\" cannot be written")));
}

#[test]
fn an_export_asks_for_what_it_was_made_of() {
    let folder = Path::new("/recipes");
    let ask = Ask {
        what: What::Node(Link::parse("n.value")),
        path: "/recipes/out/a.r32".into(),
        format: Some(Format::R32),
        size: Some(Size::Exact(257, 129)),
        sampling: Some(orograph::raster::Sampling::Cells),
        range: RangeAsk::Given(-0.5, 1e-3),
        units: Some(Units::Unit),
        flip_y: true,
        time: 2.5,
        ..Ask::default()
    };
    let tiles = TilesAsk { columns: 4, rows: 2, size: Some(Size::Width(33)), overlap: Some(3) };
    let export = export_of("a", &ask, Some(&tiles), folder, None);
    assert_eq!(export.get("path").as_deref(), Some("out/a.r32"));
    let found = delivery(&export, folder).unwrap();
    assert_eq!((found.ask, found.tiles), (ask, Some(tiles)));
    let measured =
        Ask { range: RangeAsk::Measured, path: "/else/a.raw".into(), preset: Preset::find("unity"), ..Ask::default() };
    let mut old = Export::new("b", "x.png");
    old.set("lod", "3".into());
    let export = export_of("b", &measured, None, folder, Some(&old));
    assert_eq!(export.get("lod").as_deref(), Some("3"), "what is not known here stays");
    let found = delivery(&export, folder).unwrap();
    assert_eq!((found.ask, found.tiles, found.unknown), (measured, None, vec!["lod".to_owned()]));
    let mut graph = Graph::default();
    apply(&mut graph, Edit::SetExport(export));
    assert_eq!(Graph::parse(&graph.to_ron()).unwrap().graph.exports, graph.exports);
}
