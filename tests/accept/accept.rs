//! Shows how summaries are judged: real ones are accepted, bad ones derived from them are rejected,
//! sloppy ones are read in full.
//!
//! `make accept` takes the summaries that real agents wrote, found by their compaction records in
//! `../shared/data`. A small set written for this project runs with the other tests.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that reads files and prints a table"
)]

mod bad;
mod made_up;
mod real;
mod sloppy;

use conspectus::SnapshotForm;
use conspectus_summary::notes::accept::{Asked, JudgedAnswer, Verdict, judge};
use conspectus_summary::notes::prompt::template;
use std::collections::BTreeMap;

/// A summary and the record that it was made of.
pub struct Sample {
    pub name: String,
    /// As the model wrote it.
    pub answer: String,
    pub record: String,
    /// The summary before it, if it was to be merged.
    pub previous: Option<String>,
}

impl Sample {
    fn asked(&self) -> Asked {
        let notes = self.previous.clone().unwrap_or_default();
        Asked {
            record: self.record.clone(),
            notes,
            template: template(SnapshotForm::Handover),
            ..Asked::default()
        }
    }
}

fn verdict(answer: &str, asked: &Asked) -> Verdict {
    judge(
        JudgedAnswer {
            text: answer,
            tokens: answer.len() as u64 / 4,
            ..JudgedAnswer::default()
        },
        asked,
    )
}

#[derive(Default)]
struct Row {
    count: usize,
    refused: usize,
    by: BTreeMap<&'static str, usize>,
}

/// Judges everything and prints it. Shares of real ones accepted, of bad ones refused, of sloppy
/// ones read whole.
fn table(samples: &[Sample]) -> [f64; 3] {
    let mut accepted = 0;
    println!("\n| real summary | record chars | summary chars | verdict |\n|---|--:|--:|---|");
    for sample in samples {
        let found = verdict(&sample.answer, &sample.asked());
        let said = found.result.as_ref().map_or_else(
            |refusal| format!("{}: {}", refusal.code, refusal.text),
            |_| "accepted".to_owned(),
        );
        accepted += usize::from(found.result.is_ok());
        println!(
            "| {} | {} | {} | {said} |",
            sample.name,
            sample.record.len(),
            sample.answer.len(),
        );
    }
    let mut rows: BTreeMap<(bool, &'static str), Row> = BTreeMap::new();
    for (index, sample) in samples.iter().enumerate() {
        let asked = sample.asked();
        for case in bad::of(samples, index) {
            let row = rows.entry((!case.counts, case.kind)).or_default();
            row.count += 1;
            if let Err(refusal) = verdict(&case.answer, &asked).result {
                row.refused += 1;
                *row.by.entry(refusal.code.name()).or_default() += 1;
            } else if std::env::var("ACCEPT_SHOW").is_ok() && case.counts {
                println!(
                    "accepted: {} {}\n{}\n",
                    sample.name,
                    case.kind,
                    case.answer.chars().take(1_500).collect::<String>()
                );
            }
        }
    }
    println!("\n| bad kind | n | refused | by |\n|---|--:|--:|---|");
    let (mut bad, mut refused) = (0, 0);
    for ((uncounted, kind), row) in &rows {
        let by: Vec<String> = row
            .by
            .iter()
            .map(|(code, count)| format!("{} {count}", code.trim_start_matches("summary_")))
            .collect();
        let note = if *uncounted {
            " (cannot be caught, not counted)"
        } else {
            ""
        };
        println!(
            "| {kind}{note} | {} | {:.1} % | {} |",
            row.count,
            100.0 * row.refused as f64 / row.count as f64,
            by.join(", ")
        );
        if !uncounted {
            bad += row.count;
            refused += row.refused;
        }
    }
    let mut whole = (0, 0);
    let mut faults: BTreeMap<String, usize> = BTreeMap::new();
    for (index, sample) in samples.iter().enumerate() {
        for (kind, problem) in sloppy::read_all(sample, index) {
            whole.0 += 1;
            match problem {
                None => whole.1 += 1,
                Some(problem) => *faults.entry(format!("{kind}: {problem}")).or_default() += 1,
            }
        }
    }
    println!(
        "\nreal accepted {accepted} of {}; bad refused {refused} of {bad}; sloppy read whole {} of {}",
        samples.len(),
        whole.1,
        whole.0
    );
    faults
        .iter()
        .for_each(|(fault, count)| println!("not whole: {fault} ({count})"));
    let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
    [
        share(accepted, samples.len()),
        share(refused, bad),
        share(whole.1, whole.0),
    ]
}

#[test]
fn made_up_summaries_are_told_apart() {
    let [real, bad, sloppy] = table(&made_up::samples());
    assert!(
        real >= 1.0 && bad >= 0.99 && sloppy >= 1.0,
        "real {real}, bad {bad}, sloppy {sloppy}"
    );
}

#[test]
#[ignore = "make accept: reads the real data beside the repository"]
fn real_summaries_without_their_records_are_taken() {
    for answer in real::alone() {
        let asked = Asked {
            template: template(SnapshotForm::Handover),
            ..Asked::default()
        };
        let found = verdict(&answer, &asked).result;
        assert!(found.is_ok(), "{found:?}: {answer}");
    }
}

#[test]
#[ignore = "make accept: reads the real data beside the repository"]
fn real_summaries_are_told_apart() {
    let samples = real::samples();
    assert!(
        !samples.is_empty(),
        "no real data beside the repository, or where ACCEPT_DATA says"
    );
    boundary_costs(&samples);
    let [real, bad, sloppy] = table(&samples);
    assert!(
        real >= 1.0 && bad >= 0.95 && sloppy >= 0.99,
        "real {real}, bad {bad}, sloppy {sloppy}"
    );
}

/// What frame, headers and escapes cost, against headers without a boundary, one a message, with
/// the size of each result.
fn boundary_costs(samples: &[Sample]) {
    let mut counter =
        conspectus::tokens::exact::Counter::new(conspectus::tokens::exact::Encoding::O200kBase);
    println!("\n| record | tokens | against plain headers |\n|---|--:|--:|");
    let (mut all, mut bare) = (0, 0);
    for sample in samples {
        let (with, without) = (
            counter.count(&sample.record),
            counter.count(&plain(&sample.record)),
        );
        println!(
            "| {} | {with} | {:+.2} % |",
            sample.name,
            100.0 * (with as f64 / without as f64 - 1.0)
        );
        all += with;
        bare += without;
    }
    println!(
        "| all | {all} | {:+.2} % |",
        100.0 * (all as f64 / bare as f64 - 1.0)
    );
}

/// Returns a transcript in the form that it had before boundaries were added.
fn plain(record: &str) -> String {
    let token = &record["<conversation ".len()..][..6];
    let mut text = String::new();
    let mut last = "";
    for entry in record.split_inclusive('\n').skip(1) {
        let header = entry
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(&format!(" {token}] ")));
        let Some((number, who)) = header else {
            if !entry.starts_with("</conversation ") {
                text.push_str(entry);
            }
            continue;
        };
        let who = who.trim_end();
        if number != last {
            text.push_str(&format!(
                "[{number}] {}\n",
                if who.starts_with("result of ") {
                    "user"
                } else {
                    "assistant"
                }
            ));
            last = number;
        }
        if let Some(tool) = who.strip_prefix("calls ") {
            text.push_str(&format!("call {tool} "));
        } else if who.starts_with("result of ") {
            text.push_str(&format!("{who}, 1234 chars:\n"));
        }
    }
    text
}
