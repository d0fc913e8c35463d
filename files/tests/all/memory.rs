//! `load_memory`: where memory files are looked for, and hostile trees.

#[cfg(unix)]
use crate::common::ran_as_another_user;
use conspectus_files::api::call;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn load(folder: &Path, options: Value) -> Value {
    call(
        "load_instructions",
        &json!(folder.to_string_lossy()),
        &options,
    )
    .expect("a result")
}

/// A folder with files in it, with no link in its path.
fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let real = fs::canonicalize(folder.path()).expect("a path");
    for (name, text) in files {
        let path = real.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    (folder, real)
}

fn names(found: &Value, root: &Path) -> Vec<String> {
    let below = |row: &Value| {
        row["path"]
            .as_str()
            .unwrap_or_default()
            .replace(&format!("{}/", root.display()), "")
    };
    found["files"]
        .as_array()
        .into_iter()
        .flatten()
        .map(below)
        .collect()
}

fn kinds(found: &Value) -> Vec<&str> {
    found["problems"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|problem| problem["kind"].as_str())
        .collect()
}

#[test]
fn memory_comes_from_the_marked_folder_down() {
    let (_keep, root) = tree(&[
        ("AGENTS.md", "outside"),
        ("app/.git/HEAD", ""),
        ("app/AGENTS.md", "app"),
        ("app/src/CLAUDE.md", "src"),
        ("app/src/deep/GEMINI.md", "deep"),
        ("app/other/AGENTS.md", "other"),
    ]);
    let found = load(&root.join("app/src/deep"), json!({}));
    assert_eq!(
        names(&found, &root),
        [
            "app/AGENTS.md",
            "app/src/CLAUDE.md",
            "app/src/deep/GEMINI.md"
        ]
    );
    let text = found["text"].as_str().unwrap_or_default();
    assert!(
        text.find("\napp\n") < text.find("\nsrc\n") && text.find("\nsrc\n") < text.find("\ndeep\n")
    );
    assert!(found["tokens"].as_u64() > Some(10) && found["files"][0]["tokens"].as_u64() > Some(1));
    assert_eq!(found["problems"], json!([]));
}

#[test]
fn without_a_marker_only_the_folder_is_looked_at() {
    let (_keep, root) = tree(&[("AGENTS.md", "outside"), ("app/AGENTS.md", "app")]);
    assert_eq!(
        names(&load(&root.join("app"), json!({ "markers": [] })), &root),
        ["app/AGENTS.md"]
    );
    assert_eq!(
        names(
            &load(
                &root.join("app"),
                json!({ "roots": [root.to_string_lossy()] })
            ),
            &root
        ),
        ["AGENTS.md", "app/AGENTS.md"]
    );
    assert_eq!(
        names(
            &load(&root.join("app"), json!({ "markers": ["../AGENTS.md"] })),
            &root
        ),
        ["app/AGENTS.md"]
    );
}

#[test]
fn a_folder_outside_the_roots_gives_nothing() {
    let (_keep, root) = tree(&[("app/AGENTS.md", "app"), ("other/AGENTS.md", "other")]);
    let found = load(
        &root.join("other"),
        json!({ "roots": [root.join("app").to_string_lossy()] }),
    );
    assert_eq!(
        (names(&found, &root).len(), kinds(&found)),
        (0, vec!["outside"])
    );
}

#[test]
fn a_sub_folders_memory_comes_just_in_time() {
    let (_keep, root) = tree(&[
        (".git/HEAD", ""),
        ("AGENTS.md", "root"),
        ("src/AGENTS.md", "src"),
        ("src/a.rs", "x"),
    ]);
    let first = load(&root, json!({}));
    let loaded: Vec<&Value> = first["files"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| &row["path"])
        .collect();
    assert_eq!(
        names(
            &load(&root.join("src/a.rs"), json!({ "loaded": loaded })),
            &root
        ),
        ["src/AGENTS.md"]
    );
    // A file that is about to be written.
    assert_eq!(
        names(
            &load(&root.join("src/new/b.rs"), json!({ "loaded": loaded })),
            &root
        ),
        ["src/AGENTS.md"]
    );
}

#[test]
fn folders_below_are_looked_through_breadth_first() {
    let (_keep, root) = tree(&[
        ("b/AGENTS.md", "b"),
        ("a/c/AGENTS.md", "c"),
        ("a/x", ""),
        ("node_modules/AGENTS.md", "no"),
        (".hidden/AGENTS.md", "no"),
    ]);
    assert_eq!(names(&load(&root, json!({})), &root), Vec::<String>::new());
    let found = load(&root, json!({ "max_folders": 200 }));
    assert_eq!(
        (names(&found, &root), &found["folders"]),
        (
            vec!["b/AGENTS.md".to_owned(), "a/c/AGENTS.md".to_owned()],
            &json!(4)
        )
    );
    let found = load(&root, json!({ "max_folders": 200, "left_out": ["a"] }));
    assert_eq!(
        names(&found, &root),
        ["b/AGENTS.md", "node_modules/AGENTS.md"]
    );
}

#[test]
fn the_presets_name_their_own_files_and_look_through_200_folders() {
    let many: Vec<String> = (0..300)
        .map(|number| format!("{number:03}/GEMINI.md"))
        .collect();
    let mut files: Vec<(&str, &str)> = many.iter().map(|name| (name.as_str(), "x")).collect();
    files.extend([("GEMINI.md", "g"), ("AGENTS.md", "a"), ("QWEN.md", "q")]);
    let (_keep, root) = tree(&files);
    let found = load(&root, json!({ "preset": "gemini-cli" }));
    assert_eq!(
        (&found["folders"], kinds(&found)),
        (&json!(201), vec!["limit"])
    );
    assert_eq!(names(&found, &root).len(), 201);
    assert_eq!(
        names(
            &load(&root, json!({ "preset": "qwen-code", "max_folders": 0 })),
            &root
        ),
        ["QWEN.md", "AGENTS.md"]
    );
    assert_eq!(
        names(&load(&root, json!({ "names": ["GEMINI.md"] })), &root),
        ["GEMINI.md"]
    );
}

#[test]
fn imports_are_read_and_told() {
    let (_keep, root) = tree(&[
        (".git/HEAD", ""),
        ("AGENTS.md", "See @docs/style.md."),
        ("docs/style.md", "Use tabs."),
    ]);
    let found = load(&root, json!({}));
    assert!(
        found["text"]
            .as_str()
            .is_some_and(|text| text.contains("Use tabs."))
    );
    assert_eq!(
        found["files"][0]["imports"][0]["path"],
        json!(root.join("docs/style.md").to_string_lossy())
    );
    assert_eq!(found["files"][0]["imports"][0]["depth"], 1);
}

#[test]
fn imports_never_leave_the_roots() {
    let (_keep, root) = tree(&[
        ("secret", "SECRET"),
        ("app/.git/HEAD", ""),
        (
            "app/AGENTS.md",
            "@../secret @../../../../../../etc/passwd @/etc/passwd @link @folder/secret",
        ),
    ]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(root.join("secret"), root.join("app/link")).expect("a link");
        std::os::unix::fs::symlink(&root, root.join("app/folder")).expect("a link");
    }
    let found = load(&root.join("app"), json!({}));
    assert!(
        found["text"]
            .as_str()
            .is_some_and(|text| !text.contains("SECRET") && !text.contains("root:")),
        "{}",
        found["text"]
    );
    #[cfg(unix)]
    assert_eq!(kinds(&found), ["outside"; 5]);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_memory_file_is_the_same_file() {
    let (_keep, root) = tree(&[(".git/HEAD", ""), ("AGENTS.md", "rules"), ("other", "x")]);
    std::os::unix::fs::symlink("AGENTS.md", root.join("CLAUDE.md")).expect("a link");
    std::os::unix::fs::symlink("/etc/passwd", root.join("GEMINI.md")).expect("a link");
    let found = load(&root, json!({}));
    assert_eq!(
        (names(&found, &root), kinds(&found)),
        (vec!["AGENTS.md".to_owned()], vec!["outside"])
    );
}

#[cfg(unix)]
#[test]
fn links_in_circles_end() {
    let (_keep, root) = tree(&[
        (".git/HEAD", ""),
        ("AGENTS.md", "@one @circle/circle/circle/AGENTS.md"),
        ("a/AGENTS.md", "a"),
    ]);
    std::os::unix::fs::symlink(root.join("two"), root.join("one")).expect("a link");
    std::os::unix::fs::symlink(root.join("one"), root.join("two")).expect("a link");
    std::os::unix::fs::symlink(&root, root.join("circle")).expect("a link");
    std::os::unix::fs::symlink(&root, root.join("a/up")).expect("a link");
    let found = load(&root, json!({ "max_folders": 200 }));
    assert_eq!(
        (names(&found, &root), kinds(&found)),
        (
            vec!["AGENTS.md".to_owned(), "a/AGENTS.md".to_owned()],
            vec!["unreadable", "repeated"]
        )
    );
}

#[test]
fn ten_thousand_nested_imports_end() {
    let mut files: Vec<(String, String)> = (0..10_000)
        .map(|number| {
            (
                format!("i/f{number}.md"),
                format!("{number} @f{}.md", number + 1),
            )
        })
        .collect();
    files.push((".git/HEAD".to_owned(), String::new()));
    files.push(("AGENTS.md".to_owned(), "@i/f0.md".to_owned()));
    let borrowed: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let (_keep, root) = tree(&borrowed);
    let begun = Instant::now();
    let found = load(&root, json!({}));
    assert_eq!(
        (
            found["files"][0]["imports"].as_array().map(Vec::len),
            kinds(&found)
        ),
        (Some(5), vec!["depth"])
    );
    // gemini-cli's flat form has no limit of depth. The number of files ends it.
    let found = load(
        &root,
        json!({ "preset": "gemini-cli", "names": ["AGENTS.md"], "format": "flat", "max_folders": 0 }),
    );
    assert_eq!(
        (
            found["files"][0]["imports"].as_array().map(Vec::len),
            kinds(&found)
        ),
        (Some(1_000), vec!["limit"])
    );
    // So many imports in one file: those beyond the number of files are counted.
    let wide: String = (0..10_000)
        .map(|number| format!("@i/f{number}.md\n"))
        .collect();
    fs::write(root.join("AGENTS.md"), wide).expect("a file");
    let found = load(&root, json!({ "max_depth": 1 }));
    assert_eq!(
        found["files"][0]["imports"].as_array().map(Vec::len),
        Some(1_000)
    );
    assert!(
        kinds(&found).len() == 100 && found["more_problems"].as_u64() > Some(8_000),
        "{}",
        found["more_problems"]
    );
    assert!(
        begun.elapsed() < Duration::from_secs(60),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn hostile_memory_files_are_told() {
    let (_keep, root) = tree(&[(".git/HEAD", ""), ("CLAUDE.md/x", "a folder of that name")]);
    fs::write(
        root.join("AGENTS.md"),
        [
            b"fine \xff\xfe bytes: @pipe @big @zip ".as_slice(),
            "é è à ö ü".as_bytes(),
        ]
        .concat(),
    )
    .expect("a file");
    fs::write(root.join("GEMINI.md"), vec![0; 5_000]).expect("a file");
    fs::write(root.join("big"), "x".repeat(2_000_000)).expect("a file");
    fs::write(root.join("zip"), b"PK\x03\x04\0\0").expect("a file");
    #[cfg(unix)]
    assert!(
        std::process::Command::new("mkfifo")
            .arg(root.join("pipe"))
            .status()
            .expect("mkfifo")
            .success()
    );
    let found = load(&root, json!({}));
    assert!(
        found["text"]
            .as_str()
            .is_some_and(|text| text.contains("fine \u{fffd}\u{fffd} bytes")),
        "{}",
        found["text"]
    );
    #[cfg(unix)]
    assert_eq!(
        kinds(&found),
        ["binary", "not_a_file", "too_large", "binary"]
    );
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_told() {
    use std::os::unix::fs::PermissionsExt;
    if ran_as_another_user("memory::a_folder_without_permission_is_told") {
        return;
    }
    let (_keep, root) = tree(&[("a/AGENTS.md", "a"), ("b/AGENTS.md", "b")]);
    fs::set_permissions(root.join("a"), fs::Permissions::from_mode(0o000)).expect("no permission");
    let found = load(&root, json!({ "max_folders": 10 }));
    fs::set_permissions(root.join("a"), fs::Permissions::from_mode(0o700)).expect("permission");
    assert_eq!(names(&found, &root), ["b/AGENTS.md"]);
    assert!(kinds(&found).contains(&"unreadable"), "{:?}", kinds(&found));
}
