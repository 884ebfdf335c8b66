//! Opening, saving and dropping files.

use super::*;

#[test]
fn without_a_file_the_island_opens_untitled_and_clean() {
    let window = Window::start(Start { synchronous: false, ..Start::default() });
    let document = window.app().document();
    let island = Graph::parse(include_str!("../../../graphs/island.ron")).unwrap().graph;
    assert_eq!(**document.graph(), island);
    assert_eq!((document.title().as_str(), document.is_dirty()), ("Untitled", false));
    assert_eq!(window.app().preview(), Some(&island.outputs[0].from));
}

#[test]
fn a_file_opens_with_its_first_output_in_the_preview() {
    let folder = folder();
    let window = Window::on(&small(), folder.path());
    assert_eq!(window.graph(), small());
    assert_eq!(window.app().preview(), Some(&Link::to("height")));
    assert!(window.app().hash().is_some());
    assert!(window.shows("preview of height"));
    for mode in ["Grey", "Ramp", "Terrain", "Shade"] {
        assert!(window.harness.query_by_label(mode).is_some(), "{mode} is not offered");
    }
    assert!(window.harness.query_by_label("Signed").is_none(), "a height has no signed mode");
}

#[test]
fn saving_and_reopening_gives_the_same_graph() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    for edit in many_edits() {
        window.edit(edit);
    }
    assert!(window.app().document().is_dirty());
    window.key(Modifiers::COMMAND, Key::S);
    assert!(!window.app().document().is_dirty());
    let reopened = Window::open(&folder.path().join("recipe.ron"));
    assert_eq!(reopened.graph(), window.graph());
}

#[test]
fn save_as_asks_for_a_path_and_adds_the_extension() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.answers.push(Answer::Path(folder.path().join("copy")));
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    let copy = folder.path().join("copy.ron");
    assert_eq!(Graph::load(&copy).unwrap().graph, small());
    assert_eq!(window.app().document().path(), Some(copy.as_path()));
    assert_eq!(window.answers.questions()[0].purpose, Purpose::Save);
    window.answers.push(Answer::Cancelled);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    assert_eq!(window.app().document().path(), Some(copy.as_path()), "a cancelled dialog changes nothing");
}

#[test]
fn an_image_is_chosen_by_the_dialog_and_named_from_the_recipes_folder() {
    let folder = folder();
    for place in ["recipes/高 dem.r32", "near.r32"] {
        let path = folder.path().join(place);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, [0.0_f32, 0.25, 0.5, 1.0].map(f32::to_le_bytes).as_flattened()).unwrap();
    }
    std::fs::write(folder.path().join("recipes/text.png"), "no picture").unwrap();
    let mut graph = small();
    graph.nodes.insert("dem".into(), Node::new("Image").into());
    let file = Some(saved(&graph, folder.path().join("recipes/recipe.ron")));
    let mut window = Window::start(Start { file, boxes: true, ..Start::default() });
    window.select(&["dem"]);
    let file = |window: &Window| match window.graph().nodes["dem"].setting("file") {
        Some(Setting::Value(Value::File(path))) => path.to_string(),
        _ => String::new(),
    };
    for (answer, named) in [("recipes/高 dem.r32", "高 dem.r32"), ("near.r32", "../near.r32")] {
        window.answers.push(Answer::Path(folder.path().join(answer)));
        window.click("Browse…");
        assert_eq!(file(&window), named);
        window.wait();
        assert!(window.app().scene().problems.is_empty(), "{:?}", window.app().scene().problems);
    }
    let question = window.answers.questions().pop().unwrap();
    assert_eq!((question.purpose, &*question.name), (Purpose::Image, "高 dem.r32"));
    assert_eq!(question.folder.as_deref(), Some(&*folder.path().join("recipes")), "it begins at the image");
    window.answers.push(Answer::Cancelled);
    window.click("Browse…");
    assert_eq!(file(&window), "../near.r32");
    // A broken file is an error of its node; what does not read it goes on.
    window.answers.push(Answer::Path(folder.path().join("recipes/text.png")));
    window.click("Browse…");
    window.wait();
    let problems: Vec<_> = window.app().scene().problems.iter().map(|p| (p.node.clone(), p.message.clone())).collect();
    assert!(matches!(&problems[..], [(Some(id), said)] if &**id == "dem" && said.contains("text.png")), "{problems:?}");
    assert!(window.app().hash().is_some());
}

#[test]
fn a_path_is_named_from_a_folder_where_both_lie_in_one_place() {
    let named = |path: &str, folder: &str| relative_to(Path::new(path), Path::new(folder));
    assert_eq!(named("/home/ann/maps/a.tif", "/home/ann/maps"), "a.tif");
    assert_eq!(named("/home/ann/maps/b c/a.tif", "/home/ann/maps"), "b c/a.tif");
    assert_eq!(named("/home/ann/dem/a.tif", "/home/ann/maps/new"), "../../dem/a.tif");
    assert_eq!(named("/data/a.tif", "/home/ann/maps"), "/data/a.tif");
}

#[test]
fn a_save_that_fails_says_so_and_keeps_the_changes() {
    let folder = folder();
    let mut window = Window::on(&small(), folder.path());
    window.edit(Edit::Seed(5));
    window.answers.push(Answer::Path("/proc/nowhere/recipe.ron".into()));
    window.command(Command::SaveAs);
    assert!(window.app().document().is_dirty());
    assert!(window.app().notices().last().unwrap().contains("cannot save"), "{:?}", window.app().notices());
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|e| e.to_string())
    }
}

#[test]
fn a_dropped_recipe_opens_and_other_files_are_refused() {
    let folder = folder();
    let other = Graph { seed: 4, ..small() };
    let path = saved(&other, folder.path().join("dropped.ron"));
    let mut window = Window::on(&small(), folder.path());
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped("picture.txt".into())));
    window.steps(2);
    assert_eq!(window.graph(), small());
    assert!(window.app().notices().last().unwrap().contains("picture.txt is no recipe"));
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
    window.steps(3);
    assert_eq!(window.graph(), other);
}

#[test]
fn a_file_that_cannot_be_read_says_where_and_the_document_stays() {
    let folder = folder();
    let broken = folder.path().join("broken.ron");
    std::fs::write(&broken, "(\n    orograph: 1,\n    nodes: { \"a\": Fbm(octaves: 99) },\n)\n").unwrap();
    let mut window = Window::on(&small(), folder.path());
    window.ask(Request::OpenFile(broken.clone()));
    assert!(window.shows("broken.ron cannot be opened"));
    let sentence = window.app().notices().last().unwrap().clone();
    assert!(sentence.contains("broken.ron:3:"), "line and column are missing in: {sentence}");
    window.click("OK");
    assert_eq!(window.graph(), small());
    let started = Window::start(Start { file: Some(broken), synchronous: false, ..Start::default() });
    assert!(started.shows("broken.ron cannot be opened"), "the window opens all the same");
    assert!(started.graph().nodes.is_empty());
}

#[test]
fn a_file_with_a_loop_opens_and_is_marked() {
    let folder = folder();
    let path = folder.path().join("loop.ron");
    let text = "(\n    orograph: 1,\n    nodes: {\n        \"a\": Add(a: \"b\"),\n        \"b\": Add(a: \"a\"),\n        \
                \"c\": Fbm(),\n    },\n    outputs: { \"height\": \"a\" },\n)\n";
    std::fs::write(&path, text).unwrap();
    let window = Window::open(&path);
    assert_eq!(window.graph().nodes.len(), 3);
    let scene = window.app().scene();
    let problem = scene.problems.iter().find(|p| p.message.contains("loop")).unwrap();
    assert!(problem.node.is_some());
    assert!(window.shows("problem"));
    assert!(scene.thumbs.contains_key("c"), "what is not part of the loop has its picture");
}

#[test]
fn recent_files_are_remembered_between_runs() {
    let folder = folder();
    let config = folder.path().join("config");
    let path = saved(&small(), folder.path().join("recipe.ron"));
    let start = |file: Option<PathBuf>| {
        Window::start(Start { file, config: Some(config.clone()), synchronous: false, ..Start::default() })
    };
    drop(start(Some(path.clone())));
    let mut window = start(None);
    assert_eq!(window.app().settings().recent, [path]);
    window.click("File");
    assert!(window.shows("Open recent"));
}
