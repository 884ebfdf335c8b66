//! Groups on the command line: nodes within instances, and what is wrong within groups.

use super::{folder, run};
use std::fs;
use std::path::Path;

const GROUP: &str = r#"    groups: {
        "hills": (
            inputs: { "amount": (quantity: Plain, default: 0.5) },
            nodes: {
                "rock": Fbm(seed: 2, octaves: 3),
                "scaled": Multiply(a: "rock", b: "amount"),
            },
            outputs: { "value": "scaled", "raw": "rock" },
        ),
    },
"#;

/// A folder with a recipe that uses the group.
fn hills(folder: &tempfile::TempDir, change: impl Fn(String) -> String) {
    let path = folder.path().join("r.ron");
    let text = fs::read_to_string(&path).unwrap().replace("    nodes: {", &format!("{GROUP}    nodes: {{"));
    fs::write(path, change(text)).unwrap();
}

fn values(folder: &Path, node: &str) -> String {
    let ran = run(folder, &["sample", "r.ron", "--at", "100,200", "--node", node]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.out
}

#[test]
fn a_node_within_an_instance_is_named_by_its_path() {
    let folder = folder(&[("r.ron", "\"a\": Group(of: \"hills\", seed: 1), \"b\": Group(of: \"hills\", seed: 3)")]);
    hills(&folder, |text| text);
    let at = folder.path();
    assert_eq!(values(at, "a/rock"), values(at, "a.raw"));
    assert_eq!(values(at, "a/scaled"), values(at, "a"));
    assert_ne!(values(at, "a.raw"), values(at, "b.raw"));
    let set = run(at, &["sample", "r.ron", "--at", "100,200", "--node", "a", "--set", "a.amount=1"]);
    assert_eq!(set.out, values(at, "a.raw"));
    let gone = run(at, &["sample", "r.ron", "--at", "1,2", "--node", "a/sand"]);
    assert_eq!(gone.code, 2);
    assert!(gone.err.contains("the recipe has no node \"a/sand\""), "{}", gone.err);
    let check = run(at, &["check", "r.ron"]);
    assert_eq!(check.code, 0, "{}", check.out);
}

#[test]
fn what_is_wrong_within_a_group_has_its_place() {
    let folder = folder(&[("r.ron", "\"a\": Group(of: \"hills\")")]);
    hills(&folder, |text| text.replace("a: \"rock\"", "a: \"scaled\""));
    for command in [&["check", "r.ron"][..], &["info", "r.ron"], &["render", "r.ron", "-o", "out.png"]] {
        let ran = run(folder.path(), command);
        let words = ran.out + &ran.err;
        assert_eq!(ran.code, 1, "{words}");
        assert!(words.contains("group \"hills\": the nodes \"scaled\" → \"scaled\" form a loop"), "{words}");
        assert!(words.contains("r.ron:9:"), "{words}");
    }
}
