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
fn a_value_of_a_node_within_an_instance_is_set_there_alone() {
    let nodes = "\"a\": Group(of: \"hills\", seed: 1), \"b\": Group(of: \"hills\", seed: 1), \"w\": White()";
    let folder = folder(&[("r.ron", nodes)]);
    let outer =
        "\"outer\": (inputs: {}, nodes: { \"in\": Group(of: \"hills\", seed: 1) }, outputs: { \"value\": \"in\" }),";
    let nested = |text: String| text.replace("\"a\": Group", "\"o\": Group(of: \"outer\"), \"a\": Group");
    hills(&folder, |text| nested(text.replace("    groups: {", &format!("    groups: {{ {outer}"))));
    let at = folder.path();
    let set = |node: &str, target: &str| {
        let ran = run(at, &["sample", "r.ron", "--at", "100,200", "--node", node, "--set", target]);
        assert_eq!(ran.code, 0, "{target}: {}", ran.err);
        ran.out
    };
    let before = values(at, "a");
    assert_eq!((values(at, "b"), values(at, "o")), (before.clone(), before.clone()));
    let after = set("a", "a/rock.octaves=7");
    assert_ne!(after, before);
    assert_eq!(set("b", "a/rock.octaves=7"), before, "the other instance stays");
    assert_eq!(set("o", "o/in/rock.octaves=7"), after, "groups within groups, too");
    assert_eq!(set("a", "o/in/rock.octaves=7"), before);
    let cases = [
        ("c/rock.octaves=7", "there is no node \"c\""),
        ("w/rock.octaves=7", "node \"w\" (White) is no group"),
        ("a/sand.octaves=7", "there is no node \"sand\" in \"a\""),
        ("a/rokc.octaves=7", "did you mean rock"),
        ("a/rock.octaves=99", "in \"a\": node \"rock\" (Fbm): octaves is 99, allowed is 1 to 32"),
        ("a/rock=7", "in \"a\": rock is a node, write rock.FIELD=VALUE"),
        ("a/amount.value=1", "amount is an input of the group, write a.amount=VALUE"),
        ("a/world.samples=9", "there is no node \"world\" in \"a\""),
        ("a/seed=9", "there is no node \"seed\" in \"a\""),
        ("a/=9", "there is no node \"\" in \"a\""),
    ];
    for (target, sentence) in cases {
        let ran = run(at, &["sample", "r.ron", "--at", "1,2", "--node", "a", "--set", target]);
        assert!(ran.code == 2 && ran.err.contains(sentence), "{target}: {} {}", ran.code, ran.err);
    }
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
