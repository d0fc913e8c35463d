//! Runs the command line on buffers.
#![allow(dead_code)]

use conspectus_cli::{Streams, run_with};
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The outcome of a run.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn run(args: &[&str]) -> Run {
    run_on(args, b"")
}

pub fn run_on(args: &[&str], stdin: &[u8]) -> Run {
    run_as(args.iter().map(OsString::from).collect(), stdin, None)
}

/// On a terminal with colours, so many columns wide.
pub fn run_at(args: &[&str], width: usize) -> Run {
    run_as(args.iter().map(OsString::from).collect(), b"", Some(width))
}

/// With names that need not be text.
pub fn run_raw(args: Vec<OsString>) -> Run {
    run_as(args, b"", None)
}

fn run_as(args: Vec<OsString>, mut stdin: &[u8], width: Option<usize>) -> Run {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        stdin: &mut stdin,
        stdout: &mut out,
        stderr: &mut err,
        colour: width.is_some(),
        colour_errors: width.is_some(),
        progress: false,
        width: width.unwrap_or(80),
    };
    let code = run_with(args, &mut streams);
    Run {
        code,
        out: String::from_utf8(out).expect("UTF-8"),
        err: String::from_utf8(err).expect("UTF-8"),
    }
}

impl Run {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.out, self.err))
    }

    /// The only conversation of the only file of `inspect --json`.
    pub fn conversation(&self) -> Value {
        let document = self.json();
        assert_eq!(
            document["files"].as_array().map(Vec::len),
            Some(1),
            "{}",
            self.err
        );
        document["files"][0]["conversations"][0].clone()
    }
}

/// A path inside the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

pub fn example(name: &str) -> String {
    repository("examples/sessions")
        .join(name)
        .display()
        .to_string()
}

/// A folder that is deleted after the test.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

pub fn file(folder: &tempfile::TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("it can be written");
    path.display().to_string()
}

pub fn number(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("a number, found {value}"))
}
