//! The folder store: the shared cases of `tests/store`, what it refuses, and what it keeps.

use conspectus_files::error::ErrorKind;
use conspectus_files::store::{FolderStore, Settings, StoreApi, read_back_tool, redact};
use serde_json::{Value, json};
use std::path::PathBuf;

fn cases() -> Value {
    serde_json::from_str(include_str!("../../../tests/store/cases.json")).expect("cases")
}

fn of(cases: &Value, name: &str) -> Vec<Value> {
    let found = cases[name].as_array().expect("a list").clone();
    assert!(!found.is_empty());
    found
}

/// A folder that goes with the test, and a place in it that does not exist yet.
fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("outputs");
    (folder, place)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn every_case_holds() {
    let cases = cases();
    let (_folder, place) = place();
    let store = StoreApi::new(&place, &json!({})).expect("a store");
    let put = |case: &Value| {
        store
            .call("put", &json!({ "text": case["text"] }))
            .expect("it is stored")
    };
    for case in of(&cases, "redact") {
        let redacted = redact(text(&case["text"]));
        assert_eq!(
            (redacted.text.as_str(), json!(redacted.secrets)),
            (text(&case["expect"]), case["secrets"].clone()),
            "{}",
            case["name"]
        );
        assert_eq!(redact(&redacted.text).secrets, 0, "{}", case["name"]);
        assert_eq!(put(&case)["key"], case["key"], "{}", case["name"]);
    }
    let with = |range: &Value, key: &Value| {
        let mut given = range.clone();
        given["key"] = key.clone();
        given
    };
    for case in of(&cases, "pieces") {
        let piece = store
            .call("read_back", &with(&case["range"], &put(&case)["key"]))
            .expect("a piece");
        assert_eq!(piece, case["expect"], "{}", case["name"]);
    }
    for case in of(&cases, "answers") {
        let answer = store
            .call(
                "answer",
                &json!({ "arguments": with(&case["arguments"], &put(&case)["key"]) }),
            )
            .expect("an answer");
        assert_eq!(answer, case["expect"], "{}", case["name"]);
    }
    for case in of(&cases, "bad_keys") {
        let error = store
            .call("get", &json!({ "key": case["key"] }))
            .expect_err("no such output");
        assert_eq!(error.kind(), ErrorKind::NotStored, "{}", case["name"]);
        assert!(!error.message().contains('\0'));
    }
    for case in of(&cases, "bad_settings") {
        let error = StoreApi::new(&place, &case["settings"]).expect_err("a wrong setting");
        assert_eq!(
            (error.code(), error.path()),
            ("INVALID_OPTION", text(&case["path"]))
        );
    }
    for (format, tool) in cases["tools"].as_object().expect("tools") {
        assert_eq!(&read_back_tool(format).expect("a tool"), tool);
    }
    assert_eq!(
        read_back_tool("smoke signals")
            .expect_err("no such format")
            .path(),
        "/format"
    );
}

#[test]
fn pieces_make_up_the_whole() {
    let (_folder, place) = place();
    let store = StoreApi::new(&place, &json!({})).expect("a store");
    let whole: String = (0..30)
        .map(|line| format!("{line} {}\n", "wörd 😀 ".repeat(line % 9)))
        .collect();
    let key = store
        .call("put", &json!({ "text": whole }))
        .expect("it is stored")["key"]
        .clone();
    for max_tokens in [1, 7, 300] {
        let (mut found, mut next) = (String::new(), json!({ "first_line": 1, "skip_chars": 0 }));
        while next != Value::Null {
            let asked = json!({ "key": key, "first_line": next["first_line"], "skip_chars": next["skip_chars"], "max_tokens": max_tokens });
            let piece = store.call("read_back", &asked).expect("a piece");
            found.push_str(text(&piece["text"]));
            next = piece["next"].clone();
        }
        assert_eq!(found, whole, "{max_tokens}");
    }
}

#[test]
fn equal_outputs_are_stored_once_and_a_changed_one_is_not_given() {
    let (_folder, place) = place();
    let store = FolderStore::open(&place, Settings::default()).expect("a store");
    let first = store.put("what a tool said").expect("it is stored");
    assert_eq!(store.put("what a tool said").expect("it is stored"), first);
    assert_eq!(store.prune().expect("a count").outputs, 1);
    let file = place.join(format!("{}.txt", first.key));
    std::fs::write(&file, "what a tool").expect("it is cut");
    assert_eq!(
        store.get(&first.key).expect_err("it was changed").kind(),
        ErrorKind::Damaged
    );
    // What is stored again is whole again.
    store.put("what a tool said").expect("it is stored");
    assert_eq!(store.get(&first.key).expect("the text"), "what a tool said");
    store.forget(&first.key).expect("it is removed");
    assert_eq!(
        store.get(&first.key).expect_err("it is gone").kind(),
        ErrorKind::NotStored
    );
}

#[test]
fn what_is_too_much_or_too_old_goes_when_the_store_is_opened() {
    let (_folder, place) = place();
    let store = FolderStore::open(
        &place,
        Settings {
            max_bytes: Some(25),
            ..Settings::default()
        },
    )
    .expect("a store");
    let (old, new) = (
        store.put("0123456789").expect("it fits"),
        store.put("abcdefghij").expect("it fits"),
    );
    // Nothing goes to make room: its placeholder may still stand in a history.
    assert_eq!(
        store.put("klmnopqrst").expect_err("no room").kind(),
        ErrorKind::StoreFull
    );
    assert_eq!(store.get(&old.key).expect("it is there"), "0123456789");
    let used = |key: &str, seconds: u64| {
        let file = std::fs::File::options()
            .write(true)
            .open(place.join(format!("{key}.txt")))
            .expect("a file");
        file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(seconds))
            .expect("a time");
    };
    used(&old.key, 500_000);
    used(&new.key, 100);
    FolderStore::open(
        &place,
        Settings {
            max_bytes: Some(15),
            ..Settings::default()
        },
    )
    .expect("a store");
    assert_eq!(
        store.get(&old.key).expect_err("it went").kind(),
        ErrorKind::NotStored
    );
    used(&new.key, 100_000);
    let held = FolderStore::open(
        &place,
        Settings {
            max_age_days: Some(2.0),
            ..Settings::default()
        },
    )
    .expect("a store")
    .prune()
    .expect("a count");
    assert_eq!(held.outputs, 1);
    FolderStore::open(
        &place,
        Settings {
            max_age_days: Some(1.0),
            ..Settings::default()
        },
    )
    .expect("a store");
    assert_eq!(
        store.get(&new.key).expect_err("it went").kind(),
        ErrorKind::NotStored
    );
}

#[cfg(unix)]
#[test]
fn links_and_open_folders_are_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, place) = place();
    let open = |path: &std::path::Path| {
        FolderStore::open(path, Settings::default())
            .map(drop)
            .map_err(|error| error.kind())
    };
    open(&place).expect("a new folder");
    let mode = |path: &std::path::Path| {
        std::fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(
        (mode(&place), mode(&place.join(".gitignore"))),
        (0o700, 0o600)
    );
    let link = folder.path().join("link");
    symlink(&place, &link).expect("a link");
    for path in [link.clone(), link.join("")] {
        assert_eq!(
            open(&path),
            Err(ErrorKind::StoreBroken),
            "{}",
            path.display()
        );
    }
    std::fs::write(folder.path().join("file"), "").expect("a file");
    assert_eq!(
        open(&folder.path().join("file")),
        Err(ErrorKind::StoreBroken)
    );
    std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o750)).expect("it is opened");
    assert_eq!(open(&place), Err(ErrorKind::StoreBroken));
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_an_output_leads_nowhere() {
    use std::os::unix::fs::symlink;
    let (folder, place) = place();
    let store = FolderStore::open(&place, Settings::default()).expect("a store");
    let stored = store.put("what a tool said").expect("it is stored");
    let (file, outside) = (
        place.join(format!("{}.txt", stored.key)),
        folder.path().join("outside"),
    );
    // Even one that holds the right text is not followed.
    std::fs::rename(&file, &outside).expect("it is moved");
    symlink(&outside, &file).expect("a link");
    assert_eq!(
        store.get(&stored.key).expect_err("a link").kind(),
        ErrorKind::NotStored
    );
    std::fs::write(&outside, "mine").expect("it is written");
    store.put("what a tool said").expect("it is stored");
    assert_eq!(
        std::fs::read_to_string(&outside).expect("it is there"),
        "mine"
    );
    assert_eq!(
        store.get(&stored.key).expect("the text"),
        "what a tool said"
    );
    // The folder is the one that was opened, whatever its path leads to now.
    std::fs::rename(&place, folder.path().join("moved")).expect("it is moved");
    symlink(folder.path(), &place).expect("a link");
    let late = store.put("said late").expect("it is stored");
    assert!(
        folder
            .path()
            .join("moved")
            .join(format!("{}.txt", late.key))
            .exists()
    );
    assert!(!folder.path().join(format!("{}.txt", late.key)).exists());
}
