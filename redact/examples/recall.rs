//! How many kinds of secrets are found: `cargo run --release -p conspectus-redact --example recall -- FILE`.
//!
//! Each line of the file is `{"kind", "form", "text", "secret"}`. A kind counts as found if the
//! secret is removed in all its forms. With `--lines` the file contains plain lines, and each line
//! that changes is printed.

use conspectus_redact::redact;
use serde_json::Value;
use std::collections::BTreeMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == "--lines") {
        return hurt(&std::fs::read_to_string(&args[1])?);
    }
    let text = std::fs::read_to_string(args.first().ok_or("which file?")?)?;
    let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line)?;
        let word = |name: &str| row[name].as_str().unwrap_or_default();
        let redacted = redact(word("text"));
        let gone = !redacted.text.contains(word("secret"));
        let kind = kinds.entry(word("kind").to_owned()).or_default();
        kind.0 += usize::from(gone);
        kind.1 += 1;
        if !gone {
            println!(
                "left: {} {}\n{}\n",
                word("kind"),
                row["form"],
                redacted.text
            );
        }
    }
    let forms: usize = kinds.values().map(|(gone, _)| gone).sum();
    let all: usize = kinds.values().map(|(_, all)| all).sum();
    let found = kinds.values().filter(|(gone, all)| gone == all).count();
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    println!(
        "{found} of {} kinds ({:.1} %), {forms} of {all} forms ({:.1} %)",
        kinds.len(),
        percent(found, kinds.len()),
        percent(forms, all)
    );
    Ok(())
}

fn hurt(text: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut hurt = 0;
    for line in text.lines() {
        let redacted = redact(line);
        if redacted.secrets > 0 {
            hurt += 1;
            println!("{}\n  {line}", redacted.text);
        }
    }
    println!("{hurt} of {} lines changed", text.lines().count());
    Ok(())
}
