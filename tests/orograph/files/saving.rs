//! Recipes on disk: whole or not at all.

use super::recipe;
use orograph::graph::{Graph, LoadError, SaveError};
use std::fs;

#[test]
fn a_save_replaces_the_file_as_a_whole_and_keeps_its_permissions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.ron");
    fs::write(&path, "old").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    }
    let graph = Graph::starter();
    graph.save(&path).unwrap();
    assert_eq!(Graph::load(&path).unwrap().graph, graph);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[cfg(unix)]
#[test]
fn a_save_through_a_link_changes_what_it_points_at() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real.ron"), folder.path().join("link.ron"));
    fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    Graph::starter().save(&link).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), Graph::starter().to_ron());
}

#[test]
fn a_save_that_fails_says_so_and_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no/such/r.ron");
    let error = Graph::starter().save(&missing).unwrap_err();
    assert!(matches!(error, SaveError::Write { .. }) && error.to_string().contains("cannot save"), "{error}");
    let path = folder.path().join("r.ron");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let error = Graph::starter().save(&path).unwrap_err();
    assert!(error.to_string().ends_with("the file is read-only"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    // A folder in the place of the file cannot be replaced by one.
    let taken = folder.path().join("taken.ron");
    fs::create_dir(&taken).unwrap();
    assert!(Graph::starter().save(&taken).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file is left");
}

#[test]
fn a_file_that_cannot_be_loaded_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.ron");
    let missing = Graph::load(&path).unwrap_err();
    assert!(missing.to_string().starts_with(&format!("cannot read {}", path.display())), "{missing}");
    fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
    assert!(Graph::load(&path).unwrap_err().to_string().contains("it is not UTF-8 text"));
    fs::write(&path, recipe("\"n\": Fbm(octaves: 99)")).unwrap();
    let error = Graph::load(&path).unwrap_err();
    assert!(matches!(&error, LoadError::Parse { text, .. } if text.contains("octaves")));
    let expected = format!("{}:4:19: node \"n\" (Fbm): octaves is 99, allowed is 1 to 32", path.display());
    assert_eq!(error.to_string(), expected);
}
