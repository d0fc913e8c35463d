//! Prints the features of texts, one JSON object a line, for `tokens/scripts/fit_instant.py`; reads
//! one JSON string a line.
//!
//! With the argument `speed`, prints how fast features are counted instead.
#![allow(clippy::print_stdout, clippy::disallowed_methods)]

use conspectus_tokens::instant::Features;
use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().nth(1).is_some_and(|word| word == "speed") {
        speed();
        return Ok(());
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let counts: serde_json::Map<String, serde_json::Value> = Features::of_utf8(&text)
            .iter()
            .map(|(name, count)| (name.to_owned(), count.into()))
            .collect();
        writeln!(out, "{}", serde_json::Value::Object(counts))?;
    }
    Ok(())
}

fn speed() {
    let code = "    /// Adds the counts of `other`, 12 of them.\n    pub fn add(&mut self, other: &Self) -> u64 {\n        self.total += other.total;\n    }\n\n";
    let chinese = "压缩对话上下文，保留重要的事实；工具输出先剪短，然后才总结其余部分。";
    for (name, unit) in [
        ("ASCII", code),
        ("Chinese", chinese),
        ("mixed", "let naïve = \"уже готово\"; // 完成 ✓\n"),
    ] {
        for size in [2_000, 1_000_000] {
            let text = unit.repeat(size / unit.len() + 1);
            let units: Vec<u16> = text.encode_utf16().collect();
            // Many short rounds, of which the best counts: other work on the machine disturbs a few
            // of them only.
            let repeats = 1_000_000 / text.len() + 1;
            let best = |count: &dyn Fn() -> Features| {
                (0..400)
                    .map(|_| {
                        let start = Instant::now();
                        (0..repeats).for_each(|_| {
                            black_box(count());
                        });
                        start.elapsed().as_secs_f64() / repeats as f64
                    })
                    .fold(f64::INFINITY, f64::min)
            };
            let utf8 = best(&|| Features::of_utf8(black_box(&text)));
            let utf16 = best(&|| Features::of_utf16(black_box(&units)));
            println!(
                "{name:8} {size:8} bytes: UTF-8 {:6.0} MB/s, UTF-16 {:6.0} M chars/s",
                text.len() as f64 / utf8 / 1e6,
                units.len() as f64 / utf16 / 1e6
            );
        }
    }
}
