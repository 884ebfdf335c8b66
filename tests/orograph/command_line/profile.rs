//! `orograph info --profile`: where the time goes.

use super::{folder, island, run};

#[test]
fn a_profile_lists_every_node_by_its_time() {
    let folder = folder(&[]);
    let island = island();
    let args = ["info", &island, "--profile", "--threads", "2", "--set", "world.samples=129"];
    let info = run(folder.path(), &[&args[..], &["--json"]].concat()).json();
    let outputs = info["outputs"].as_array().unwrap();
    for output in outputs {
        let profile = &output["profile"];
        assert_eq!((&profile["grid"][0], &profile["threads"]), (&129.into(), &2.into()));
        let nodes = profile["nodes"].as_array().unwrap();
        assert!(nodes.len() > 8, "{nodes:?}");
        let ms: Vec<f64> = nodes.iter().map(|n| n["ms"].as_f64().unwrap()).collect();
        assert!(ms.is_sorted_by(|a, b| a >= b), "{ms:?}");
        assert!((ms.iter().sum::<f64>() - profile["work_ms"].as_f64().unwrap()).abs() < 1e-6);
        assert!(nodes.iter().all(|n| n["samples"].as_u64().unwrap() >= 129 * 129), "{nodes:?}");
        assert!(profile["range_passes"].as_u64().unwrap() > 0, "an earlier output has left its range behind");
    }
    let text = run(folder.path(), &args).out;
    assert!(text.contains("ms for 129 x 129 samples on 2 threads"), "{text}");
    let row = text.lines().find(|l| l.trim_start().starts_with("land ")).unwrap();
    assert!(row.contains("Fbm") && row.contains(" %"), "{row}");
}

#[test]
fn without_the_wish_there_is_no_profile() {
    let folder = folder(&[]);
    let info = run(folder.path(), &["info", &island(), "--set", "world.samples=33", "--json"]).json();
    assert!(info["outputs"][0].get("profile").is_none());
}
