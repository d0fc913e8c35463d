//! `read_file`: pages, encodings, media, and what is refused.

#[cfg(unix)]
use crate::common::ran_as_another_user;
use conspectus_files::api::call;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

fn read(path: &Path, options: Value) -> Value {
    call("read_file", &json!(path.to_string_lossy()), &options).expect("a result")
}

fn with(name: &str, bytes: &[u8]) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a file");
    (folder, path)
}

#[test]
fn a_text_comes_by_the_page() {
    let text: String = (1..=2_500).map(|line| format!("line {line}\n")).collect();
    let (_folder, path) = with("a.txt", text.as_bytes());
    let first = read(&path, json!({}));
    assert_eq!(
        (&first["kind"], &first["total_lines"], &first["next_offset"]),
        (&json!("text"), &json!(2_501), &json!(2_000))
    );
    assert_eq!(
        first["notice"],
        "[Lines 1-2000 of 2501. To read on, use offset 2000.]"
    );
    let next = read(&path, json!({ "offset": 2_000 }));
    assert!(
        next["text"]
            .as_str()
            .is_some_and(|text| text.starts_with("line 2001\n"))
    );
    assert_eq!(next["next_offset"], Value::Null);
}

#[test]
fn encodings_are_told_and_decoded() {
    let text = "Größe, 漢字, naïve, и так далее.\nzweite Zeile\n";
    let utf16 =
        |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let utf32: Vec<u8> = text
        .chars()
        .flat_map(|char| (char as u32).to_le_bytes())
        .collect();
    let cases: [(&str, Vec<u8>); 5] = [
        ("UTF-8", text.as_bytes().to_vec()),
        ("UTF-8", [&[0xef, 0xbb, 0xbf], text.as_bytes()].concat()),
        (
            "UTF-16LE",
            [vec![0xff, 0xfe], utf16(u16::to_le_bytes)].concat(),
        ),
        (
            "UTF-16BE",
            [vec![0xfe, 0xff], utf16(u16::to_be_bytes)].concat(),
        ),
        ("UTF-32LE", [vec![0xff, 0xfe, 0, 0], utf32].concat()),
    ];
    for (encoding, bytes) in cases {
        let (_folder, path) = with("a.txt", &bytes);
        let found = read(&path, json!({}));
        assert_eq!(
            (found["encoding"].as_str(), found["text"].as_str()),
            (Some(encoding), Some(text))
        );
        assert_eq!(found["replaced"], false);
    }
}

#[cfg(feature = "encodings")]
#[test]
fn encodings_without_a_mark_are_guessed() {
    let cases = [
        (
            encoding_rs::GBK,
            "这是一个用来测试编码检测的中文文件，里面有足够多的汉字。\n第二行也是中文。\n",
        ),
        (
            encoding_rs::SHIFT_JIS,
            "これは文字コードの判定を試すための日本語のファイルです。\n二行目も日本語です。\n",
        ),
        (
            encoding_rs::WINDOWS_1252,
            "Die Größe der Änderung überrascht: schöne Grüße aus München.\n",
        ),
        (
            encoding_rs::WINDOWS_1251,
            "Это файл для проверки определения кодировки текста.\n",
        ),
    ];
    for (encoding, text) in cases {
        let (_folder, path) = with("a.txt", &encoding.encode(text).0);
        let found = read(&path, json!({}));
        assert_eq!(found["text"].as_str(), Some(text), "{}", encoding.name());
    }
}

#[test]
fn broken_utf8_is_read_with_marks() {
    let (_folder, path) = with(
        "a.txt",
        &[
            b"good \xff line: \xc3\xa9t\xc3\xa9, na\xc3\xafve, cr\xc3\xa8me\n".as_slice(),
            b"next",
        ]
        .concat(),
    );
    let found = read(&path, json!({}));
    assert_eq!(
        found["text"].as_str(),
        Some("good \u{fffd} line: été, naïve, crème\nnext")
    );
    assert_eq!(
        (&found["replaced"], &found["encoding"]),
        (&json!(true), &json!("UTF-8"))
    );
}

#[test]
fn media_are_parts_in_the_dialect() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0";
    let (_folder, path) = with("a.png", png);
    let found = read(&path, json!({ "dialect": "anthropic" }));
    assert_eq!(
        (&found["kind"], &found["mime"]),
        (&json!("image"), &json!("image/png"))
    );
    assert_eq!(found["part"]["source"]["media_type"], "image/png");
    let (_folder, path) = with("a.pdf", b"%PDF-1.7\n1 0 obj\n");
    let found = read(&path, json!({ "dialect": "openai_chat" }));
    assert_eq!(
        (&found["kind"], &found["part"]["file"]["filename"]),
        (&json!("pdf"), &json!("a.pdf"))
    );
    let (_folder, path) = with("a.wav", b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0");
    let found = read(&path, json!({ "dialect": "gemini" }));
    assert_eq!(found["part"]["inlineData"]["mimeType"], "audio/wav");
    let refused = read(&path, json!({ "dialect": "anthropic" }));
    assert_eq!(
        (&refused["kind"], &refused["problem"]),
        (&json!("audio"), &json!("unsupported"))
    );
    assert!(
        refused["notice"]
            .as_str()
            .is_some_and(|notice| notice.contains("audio/wav"))
    );
}

#[test]
fn text_that_begins_like_a_medium_is_text() {
    for text in [
        "BM is not always a bitmap\n",
        "ID3 tags explained\n",
        "GIF89a\nis a header\n",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n",
        "MZ\n",
    ] {
        let (_folder, path) = with("a.md", text.as_bytes());
        assert_eq!(read(&path, json!({}))["text"].as_str(), Some(text));
    }
}

#[test]
fn other_binary_files_are_named() {
    let (_folder, path) = with("a.zip", b"PK\x03\x04\x14\0\0\0\x08\0");
    let found = read(&path, json!({}));
    assert_eq!(
        (&found["kind"], &found["mime"], &found["problem"]),
        (
            &json!("binary"),
            &json!("application/zip"),
            &json!("binary")
        )
    );
    let (_folder, path) = with("a.bin", &[7, 0, 1, 2, 3, 4, 5, 6, 200, 201]);
    assert_eq!(read(&path, json!({}))["kind"], "binary");
}

#[test]
fn a_sparse_gigabyte_costs_nothing() {
    let (_folder, path) = with("a.log", b"");
    fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .and_then(|file| file.set_len(1 << 30))
        .expect("a sparse file");
    let begun = Instant::now();
    let found = read(&path, json!({}));
    assert_eq!(
        (&found["kind"], &found["bytes"]),
        (&json!("binary"), &json!(1_u64 << 30))
    );
    // The same behind a page of text: the page is read, and nothing beyond what may be read.
    let text = "line\n".repeat(3_000);
    fs::write(&path, &text).expect("text");
    fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .and_then(|file| file.set_len(1 << 30))
        .expect("a sparse file");
    let found = read(&path, json!({}));
    assert_eq!(
        (
            &found["last_line"],
            &found["total_lines"],
            &found["next_offset"]
        ),
        (&json!(2_000), &Value::Null, &json!(2_000))
    );
    let beyond = read(&path, json!({ "offset": 9_000_000 }));
    assert!(
        beyond["notice"]
            .as_str()
            .is_some_and(|notice| notice.starts_with("[Reading ended before")),
        "{}",
        beyond["notice"]
    );
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn one_endless_line_is_cut() {
    let (_folder, path) = with("a.js", &vec![b'x'; 300_000]);
    let found = read(&path, json!({ "max_bytes": 100_000 }));
    assert_eq!(
        (&found["cut_lines"], &found["total_lines"]),
        (&json!(1), &Value::Null)
    );
    assert_eq!(
        found["text"].as_str().map(str::len),
        Some(2_000 + "... [truncated]".len())
    );
}

#[test]
fn a_medium_beyond_the_limit_is_refused() {
    let (_folder, path) = with(
        "a.png",
        &[b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0; 1_000]].concat(),
    );
    let found = read(&path, json!({ "max_bytes": 999 }));
    assert_eq!(
        (&found["kind"], &found["problem"]),
        (&json!("refused"), &json!("too_large"))
    );
}

#[test]
fn nothing_outside_the_roots_is_read() {
    let (outside, secret) = with("secret", b"secret");
    let inside = tempfile::tempdir().expect("a folder");
    fs::write(inside.path().join("a.txt"), "mine").expect("a file");
    let roots = json!({ "roots": [inside.path().to_string_lossy()] });
    assert_eq!(
        read(&inside.path().join("a.txt"), roots.clone())["text"],
        "mine"
    );
    assert_eq!(read(&secret, roots.clone())["problem"], "outside");
    assert_eq!(
        read(&outside.path().join("nothing"), roots.clone())["problem"],
        "outside"
    );
    let above = inside
        .path()
        .join("..")
        .join(outside.path().file_name().expect("a name"))
        .join("secret");
    assert_eq!(read(&above, roots.clone())["problem"], "outside");
    assert_eq!(
        read(Path::new("/etc/passwd"), roots.clone())["problem"],
        "outside"
    );
    assert_eq!(
        read(&inside.path().join("nothing"), roots.clone())["problem"],
        "missing"
    );
    assert_eq!(read(inside.path(), roots.clone())["problem"], "not_a_file");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&secret, inside.path().join("link")).expect("a link");
        std::os::unix::fs::symlink(outside.path(), inside.path().join("folder")).expect("a link");
        assert_eq!(
            read(&inside.path().join("link"), roots.clone())["problem"],
            "outside"
        );
        assert_eq!(
            read(&inside.path().join("folder").join("secret"), roots.clone())["problem"],
            "outside"
        );
        std::os::unix::fs::symlink(inside.path().join("two"), inside.path().join("one"))
            .expect("a link");
        std::os::unix::fs::symlink(inside.path().join("one"), inside.path().join("two"))
            .expect("a link");
        assert_eq!(
            read(&inside.path().join("one"), roots.clone())["problem"],
            "unreadable"
        );
    }
    assert_eq!(
        read(&inside.path().join("a.txt"), json!({ "roots": [] }))["problem"],
        "outside"
    );
}

#[cfg(unix)]
#[test]
fn pipes_sockets_and_devices_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("mkfifo")
            .success()
    );
    let _socket =
        std::os::unix::net::UnixListener::bind(folder.path().join("socket")).expect("a socket");
    for path in [
        pipe,
        folder.path().join("socket"),
        "/dev/zero".into(),
        "/dev/null".into(),
    ] {
        let found = read(&path, json!({}));
        assert_eq!(
            (&found["kind"], &found["problem"]),
            (&json!("refused"), &json!("not_a_file")),
            "{}",
            path.display()
        );
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_unreadable() {
    use std::os::unix::fs::PermissionsExt;
    if ran_as_another_user("content::a_file_without_permission_is_unreadable") {
        return;
    }
    let (_folder, path) = with("a.txt", b"x");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("no permission");
    assert_eq!(read(&path, json!({}))["problem"], "unreadable");
}

#[test]
fn wrong_arguments_are_errors() {
    let error = |input: Value, options: Value| {
        call("read_file", &input, &options)
            .map_err(|error| (error.code(), error.path().to_owned()))
            .expect_err("an error")
    };
    assert_eq!(
        error(json!(7), json!({})),
        ("INVALID_MESSAGES", String::new())
    );
    assert_eq!(
        error(json!("a"), json!({ "limit": -1 })),
        ("INVALID_OPTION", "/limit".to_owned())
    );
    assert_eq!(
        error(json!("a"), json!({ "roots": "x" })),
        ("INVALID_OPTION", "/roots".to_owned())
    );
    assert_eq!(
        error(json!("a"), json!({ "size": 1 })),
        ("INVALID_OPTION", "/size".to_owned())
    );
}
