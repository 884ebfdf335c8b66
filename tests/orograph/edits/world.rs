//! The world, graph parameters and the command line's `--set` and `--param`: edits that reach into many nodes.

use super::{apply, bands, graph, node, number, refusal};
use orograph::graph::{Edit, Graph, OwnRamp, Parameter, ParameterValue, Setting, View, ViewRamp, World};

#[test]
fn water_follows_the_sea_and_comes_back() {
    let mut graph = graph("\"p\": Perlin(), \"out\": Tiles(source: \"p\")");
    let set = Edit::Set { id: "out".into(), field: "levels".into(), setting: Some(bands([0.125, 0.25, 0.75]).into()) };
    graph.world.height = (0.0, 100.0);
    graph.world.sea = Some(25.0);
    apply(&mut graph, set);
    let original = graph.clone();
    let mut sea = |sea| {
        let world = World { sea, ..graph.world };
        apply(&mut graph, Edit::World(world));
        (graph.nodes["out"].settings["levels"].clone(), Graph::parse(&graph.to_ron()).unwrap().graph == graph)
    };
    assert_eq!(sea(Some(50.0)), (bands([0.25, 0.5, 0.75]).into(), true));
    assert_eq!(
        sea(Some(80.0)),
        (bands([0.25, 0.5, 0.75]).into(), true),
        "where it crosses land the file keeps the bands"
    );
    assert_eq!(sea(None).0, bands([0.25, 0.5, 0.75]).into());
    assert_eq!(sea(Some(25.0)).0, bands([0.125, 0.25, 0.75]).into());
    assert_eq!(graph, original);
}

#[test]
fn a_larger_world_shows_more_terrain_of_the_same_size() {
    let mut graph = graph("\"out\": Fbm(seed: 1), \"d\": RadialFalloff(), \"w\": Warp(source: \"out\")");
    let world = World { extent: (8192.0, 8192.0), ..graph.world };
    apply(&mut graph, Edit::World(world));
    assert_eq!(node(&graph, "out"), "Fbm(seed: 1, feature_scale: 1024.0),");
    assert_eq!(node(&graph, "d"), "RadialFalloff(center: (2048.0, 2048.0), radius: 1843.2),");
    assert!(node(&graph, "w").contains("amplitude: 341.3333333333333)"), "{}", node(&graph, "w"));
}

#[test]
fn a_scaled_world_scales_its_lengths() {
    let mut graph = graph(
        "\"out\": Fbm(seed: 1, feature_scale: 100.0, depth: 5.0), \"d\": RadialFalloff(center: (10.0, 20.0)), \"e\": Perlin(feature_scale: \"$size\")",
    );
    graph.world.origin = (10.0, 10.0);
    apply(&mut graph, Edit::Parameter { name: "size".into(), parameter: Some(number(50.0, Some((10.0, 90.0)))) });
    let world = World { origin: (0.0, 0.0), extent: (8192.0, 2048.0), ..graph.world };
    apply(&mut graph, Edit::ScaleWorld(world));
    assert_eq!(node(&graph, "out"), "Fbm(depth: 10.0, seed: 1, feature_scale: 200.0),");
    assert_eq!(node(&graph, "d"), "RadialFalloff(center: (0.0, 20.0)),");
    assert_eq!(graph.parameters["size"], number(100.0, Some((20.0, 180.0))));
    let huge = World { extent: (1e30, 1e30), ..graph.world };
    assert!(refusal(&graph, Edit::ScaleWorld(huge)).contains("world.extent is"));
}

#[test]
fn a_world_that_makes_no_sense_is_refused() {
    let graph = graph("\"out\": Perlin()");
    let refused = |change: fn(&mut World)| {
        let mut world = graph.world;
        change(&mut world);
        refusal(&graph, Edit::World(world))
    };
    assert!(refused(|w| w.extent.0 = 0.0).contains("world.extent is (0, 4096)"));
    assert!(refused(|w| w.extent.1 = f64::NAN).contains("world.extent is (4096, NaN)"));
    assert!(refused(|w| w.samples.0 = 0).contains("world.samples is (0, 1025)"));
    assert!(refused(|w| w.height = (5.0, -5.0)).contains("the lower one first"));
    assert!(refused(|w| w.sea = Some(f64::INFINITY)).contains("world.sea is inf"));
}

#[test]
fn graph_parameters_respect_every_field_that_uses_them() {
    let mut graph = graph("\"out\": Fbm(octaves: 3), \"r\": Ridged(octaves: 4)");
    let parameter = |p: Option<Parameter>| Edit::Parameter { name: "detail".into(), parameter: p };
    apply(&mut graph, parameter(Some(number(5.0, Some((1.0, 8.0))))));
    for id in ["out", "r"] {
        let setting = Some(Setting::Parameter("detail".into()));
        apply(&mut graph, Edit::Set { id: id.into(), field: "octaves".into(), setting });
    }
    let why = refusal(&graph, parameter(Some(number(33.0, None))));
    assert!(
        why.contains("octaves is the graph parameter $detail = 33, allowed is a whole number from 1 to 32"),
        "{why}"
    );
    assert!(refusal(&graph, parameter(Some(number(5.0, Some((2.0, 2.0)))))).contains("two rising numbers"));
    apply(&mut graph, parameter(None));
    assert_eq!(node(&graph, "out"), "Fbm(octaves: 5),");
    assert!(graph.parameters.is_empty());
    assert!(refusal(&graph, parameter(None)).contains("there is no graph parameter $detail"));
}

#[test]
fn the_view_and_the_seed_are_part_of_the_recipe() {
    let mut graph = graph("\"out\": Perlin()");
    apply(&mut graph, Edit::Seed(u64::MAX));
    apply(
        &mut graph,
        Edit::View(View { mode: "Ramp".into(), ramp: "sky".into(), exaggeration: None, ..View::default() }),
    );
    let text = graph.to_ron();
    assert!(
        text.contains("seed: 18446744073709551615,")
            && text.contains("view: (mode: Ramp, ramp: \"sky\", exaggeration: Auto),")
    );
    assert_eq!(Graph::parse(&text).unwrap().graph, graph);
    let view = |mode: &str, exaggeration| {
        Edit::View(View { mode: mode.into(), ramp: "x".into(), exaggeration, ..View::default() })
    };
    assert!(refusal(&graph, view("two words", None)).contains("no plain word"));
    assert!(refusal(&graph, view("Ramp", Some(0.0))).contains("exaggeration is 0"));
}

#[test]
fn colours_of_the_recipes_own_stand_in_its_file() {
    let mut graph = graph("\"out\": Perlin()");
    let own = |name: &str, land: Vec<(f32, [u8; 3])>| {
        let ramp = OwnRamp { name: name.into(), water: vec![(0.0, [22, 44, 82]), (1.0, [84, 146, 178])], land };
        Edit::View(View { ramp: ViewRamp::Own(ramp.into()), ..View::default() })
    };
    let land = vec![(0.0, [214, 200, 158]), (0.05, [1, 2, 3]), (0.05, [9, 8, 7]), (1.0, [255, 255, 255])];
    apply(&mut graph, own("dunes \"7\"", land.clone()));
    let text = graph.to_ron();
    let wanted = "view: (mode: Terrain, ramp: (name: \"dunes \\\"7\\\"\", water: [(0.0, \"#162c52\"), (1.0, \"#5492b2\")], \
                  land: [(0.0, \"#d6c89e\"), (0.05, \"#010203\"), (0.05, \"#090807\"), (1.0, \"#ffffff\")])),";
    assert!(text.contains(wanted), "{text}");
    let again = Graph::parse(&text).unwrap().graph;
    assert_eq!((again.to_ron(), &again), (text, &graph));
    assert!(refusal(&graph, own(" ", land)).contains("the name \" \" is no name"));
    assert!(refusal(&graph, own("a", vec![(0.0, [0; 3])])).contains("land has 1 stops, allowed are 2 to 32"));
    assert!(refusal(&graph, own("a", vec![(0.0, [0; 3]), (f32::NAN, [0; 3])])).contains("land has a stop at NaN"));
}

#[test]
fn the_command_line_sets_fields_in_the_words_of_the_file() {
    let mut graph = graph("\"out\": Add(a: \"n\"), \"n\": Fbm(seed: 1), \"m\": Perlin(), \"world\": Constant()");
    for (target, text) in [
        ("n.octaves", "4"),
        ("n.noise", "Simplex"),
        ("n.gain", "0.25"),
        ("out.b", "m"),
        ("out.a", "\"m.value\""),
        ("m.feature_scale", "1e3"),
        ("world.value", "0.75"),
        ("world.samples", "513x257"),
        ("world.sea", "off"),
        ("world.extent", "2048"),
        ("world.height", "-10, 90"),
        ("seed", "7"),
    ] {
        graph.assign(target, text).unwrap_or_else(|e| panic!("{target}={text}: {e}"));
    }
    assert_eq!(node(&graph, "n"), "Fbm(seed: 1, feature_scale: 1024.0, octaves: 4, noise: Simplex, gain: 0.25),");
    assert_eq!(node(&graph, "out"), "Add(a: \"m\", b: \"m\"),");
    assert_eq!(node(&graph, "world"), "Constant(value: 0.75),");
    let expected =
        World { extent: (2048.0, 2048.0), samples: (513, 257), height: (-10.0, 90.0), sea: None, ..World::default() };
    assert_eq!((graph.world, graph.seed), (expected, 7));
    graph.assign("world.samples", "(33, 65)").unwrap();
    assert_eq!(graph.world.samples, (33, 65));
    let before = graph.clone();
    for (target, text, why) in [
        ("n.octaves", "99", "node \"n\" (Fbm): octaves is 99, allowed is 1 to 32"),
        ("n.octave", "3", "node \"n\" (Fbm) has no field octave; did you mean octaves?"),
        ("nn.octaves", "3", "there is no node \"nn\"; did you mean n?"),
        ("n.source", "n", "would make a loop"),
        ("n.noise", "Perlim", "did you mean Perlin?"),
        ("n.gain", "nan", "gain is nan, allowed is a link to a node or a number from 0 to 2"),
        ("n.seed", "", "seed is , allowed is"),
        ("world.sample", "3", "has no field sample"),
        ("world.samples", "0", "world.samples is (0, 0)"),
        ("world.samples", "many", "world.samples is many, allowed is two whole numbers"),
        ("seed", "x", "seed is x, allowed is a whole number"),
        ("sede", "1", "sede is no NODE.FIELD, world.FIELD or seed; did you mean seed?"),
    ] {
        let error = graph.assign(target, text).unwrap_err().to_string();
        assert!(error.contains(why), "{target}={text}: {error}");
        assert_eq!(graph, before);
    }
}

#[test]
fn the_command_line_sets_graph_parameters_of_the_same_type() {
    let mut graph = graph("\"out\": Fbm(octaves: 3)");
    apply(&mut graph, Edit::Parameter { name: "detail".into(), parameter: Some(number(3.0, None)) });
    let setting = Some(Setting::Parameter("detail".into()));
    apply(&mut graph, Edit::Set { id: "out".into(), field: "octaves".into(), setting });
    graph.assign_parameter("detail", "8").unwrap();
    assert_eq!(graph.parameters["detail"].value, ParameterValue::Number(8.0));
    for (name, text, why) in [
        ("detai", "8", "there is no graph parameter detai, the recipe has detail; did you mean detail?"),
        ("detail", "Soft", "graph parameter \"detail\" is Soft, allowed is a number"),
        ("detail", "80", "octaves is the graph parameter $detail = 80"),
        ("detail", "(1)", "allowed is a finite number or the name of an option"),
    ] {
        let error = graph.assign_parameter(name, text).unwrap_err().to_string();
        assert!(error.contains(why), "{name}={text}: {error}");
    }
}
