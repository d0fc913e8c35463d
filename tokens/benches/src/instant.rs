//! The instant estimate: its speed, and its error against exact counts, compared with chars / 4 and
//! gemini-cli's rule.

use crate::corpus::Class;
use crate::{best, chunks};
use conspectus_tokens::exact::{Counter, Encoding};
use conspectus_tokens::instant::{estimate, Family, Features};
use std::hint::black_box;

/// An error of estimates: mean of the absolute, signed mean, worst under; percent.
struct Errors {
    all: Vec<f64>,
}

impl Errors {
    fn of(pairs: impl Iterator<Item = (f64, f64)>) -> Self {
        Self { all: pairs.filter(|(_, truth)| *truth > 0.0).map(|(found, truth)| 100.0 * (found / truth - 1.0)).collect() }
    }

    fn cell(&self) -> String {
        let count = self.all.len().max(1) as f64;
        let mean = self.all.iter().map(|error| error.abs()).sum::<f64>() / count;
        let signed = self.all.iter().sum::<f64>() / count;
        let worst = self.all.iter().copied().fold(0.0, f64::min);
        format!("{mean:.1} ({signed:+.0}, {worst:.0})")
    }
}

/// Without its cliff: above 100,000 units it counts a quarter token for each, whatever the script.
fn gemini_cli(text: &str) -> f64 {
    text.encode_utf16().map(|unit| if unit < 0x80 { 0.25 } else { 1.5 }).sum()
}

/// One row a class: GB/s on UTF-8 and on UTF-16 (of UTF-16's bytes), then errors on chunks of 4
/// KiB.
pub fn print(encoding: Encoding, classes: &[Class]) {
    let family = if encoding == Encoding::O200kBase { Family::O200k } else { Family::Cl100k };
    println!("\n{encoding}: instant, GB/s; error on 4-KiB chunks in percent: mean (signed mean, worst under)\n");
    println!("| class | UTF-8 | UTF-8, 2-KiB texts | UTF-16 | instant | chars/4 | gemini-cli |\n|---|--:|--:|--:|--:|--:|--:|");
    for class in classes {
        let units: Vec<u16> = class.text.encode_utf16().collect();
        let parts = chunks(&class.text);
        let speed = |bytes: usize, seconds: f64| bytes as f64 / seconds / 1e9;
        let utf8 = best(5, || {
            black_box(estimate(&Features::of_utf8(black_box(&class.text)), family));
        });
        let small = best(5, || {
            parts.iter().for_each(|part| {
                black_box(estimate(&Features::of_utf8(black_box(&part[..part.floor_char_boundary(2048)])), family));
            })
        });
        let utf16 = best(5, || {
            black_box(estimate(&Features::of_utf16(black_box(&units)), family));
        });
        let mut counter = Counter::new(encoding);
        let truths: Vec<f64> = parts.iter().map(|part| counter.count(part) as f64).collect();
        let error = |rule: &dyn Fn(&str) -> f64| Errors::of(parts.iter().zip(&truths).map(|(part, truth)| (rule(part), *truth))).cell();
        let small_bytes = parts.iter().map(|part| part.floor_char_boundary(2048)).sum();
        println!(
            "| {} | {:.2} | {:.2} | {:.2} | {} | {} | {} |",
            class.name,
            speed(class.text.len(), utf8),
            speed(small_bytes, small),
            speed(units.len() * 2, utf16),
            error(&|part| estimate(&Features::of_utf8(part), family)),
            error(&|part| part.encode_utf16().count() as f64 / 4.0),
            error(&gemini_cli),
        );
    }
}
