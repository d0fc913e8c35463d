//! Shows that lines of recorded sessions, which hold no secrets, stay as they are.
//!
//! It reads `../shared/data` beside the repository, or the folder that `CONSPECTUS_RECORDED` names, so
//! `make recorded` runs it.

use conspectus_redact::redact;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

const SAMPLED: usize = 500;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending != "md") {
            found.push(path);
        }
    }
}

fn content(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    let mut text = String::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        GzDecoder::new(&bytes[..]).read_to_string(&mut text).ok()?;
        return Some(text);
    }
    String::from_utf8(bytes).ok()
}

/// The texts inside of a value.
fn texts(value: Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.into_iter().for_each(|item| texts(item, found)),
        Value::Object(items) => items.into_iter().for_each(|(_, item)| texts(item, found)),
        _ => {}
    }
}

#[test]
#[ignore = "make recorded: reads the recorded sessions beside the repository"]
fn no_line_of_a_recorded_session_is_hurt() {
    let folder = std::env::var_os("CONSPECTUS_RECORDED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    paths.sort();
    if paths.is_empty() {
        // Not by `eprintln!`: a test that passes would show nothing.
        let said = format!("SKIPPED: no recorded sessions at {}\n", folder.display());
        std::io::stderr()
            .write_all(said.as_bytes())
            .expect("stderr");
        return;
    }
    let mut all = Vec::new();
    for text in paths.iter().filter_map(|path| content(path)) {
        match serde_json::from_str(&text) {
            Ok(value) => texts(value, &mut all),
            Err(_) => text
                .lines()
                .filter_map(|line| serde_json::from_str(line).ok())
                .for_each(|value| texts(value, &mut all)),
        }
    }
    let hurt = |text: &str| {
        let redacted = redact(text).text;
        let changed = redacted != text;
        if changed {
            let pairs = text.lines().zip(redacted.lines());
            for (before, after) in pairs.filter(|(before, after)| before != after) {
                println!("hurt: {before:.300}\n   => {after:.300}");
            }
        }
        changed
    };
    let lines: Vec<&str> = all
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| line.trim().len() > 3)
        .collect();
    let mut seed = 59u64;
    let sampled = (0..SAMPLED).filter(|_| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        hurt(lines[(seed >> 33) as usize % lines.len()])
    });
    let sampled = sampled.count();
    let whole = all.iter().filter(|text| hurt(text)).count();
    println!(
        "{sampled} of {SAMPLED} sampled lines hurt, {whole} of {} texts",
        all.len()
    );
    assert_eq!(sampled, 0);
    assert!(whole * 10_000 <= all.len(), "{whole} of {}", all.len());
}
