//! The program `conspectus-laws`:
//!
//! - `conspectus-laws [CASES] [LAW] [DIALECT] [SEED]` runs the laws on `CASES` random histories, or
//!   one case again. `CASES` is a number, or a range such as `50000..101000`: a long run can be
//!   done in parts. Progress is printed on standard error.
//! - `conspectus-laws generate DIALECT COUNT` writes conversations for other programs.
//! - `conspectus-laws judge DIALECT` reads the results of those programs and judges them; see
//!   [`conspectus_laws::peers`].

use conspectus_laws::laws::influence::{APART, COMPARED};
use conspectus_laws::laws::{LAWS, Law, find, run_case};
use conspectus_laws::{Shape, peers};
use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(outcome) = for_peers(&arguments) {
        return outcome;
    }
    let cases = arguments
        .first()
        .map_or(Some(0..10_000), |cases| range(cases));
    let only = arguments.get(1).map(|name| find(name).ok_or(name));
    let (Some(cases), Ok(only)) = (cases, only.transpose()) else {
        eprintln!(
            "usage: conspectus-laws [CASES | FIRST..END] [LAW] [DIALECT] [SEED]; laws: {}",
            LAWS.iter()
                .map(|law| law.name)
                .collect::<Vec<_>>()
                .join(" ")
        );
        return ExitCode::from(2);
    };
    let shapes: Vec<Shape> = Shape::ALL
        .into_iter()
        .filter(|shape| arguments.get(2).is_none_or(|name| name == shape.name()))
        .collect();
    if let (Some(law), Some(Ok(seed))) = (only, arguments.get(3).map(|seed| seed.parse())) {
        return again(law, &shapes, seed);
    }
    let laws: Vec<&Law> = only.map_or_else(|| LAWS.iter().collect(), |law| vec![law]);
    if run(&laws, &shapes, cases) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Parses a number of cases, or a range of them.
fn range(cases: &str) -> Option<Range<u64>> {
    let (first, end) = cases.split_once("..").unwrap_or(("0", cases));
    let range = first.parse().ok()?..end.parse().ok()?;
    (range.start <= range.end).then_some(range)
}

/// `generate` and `judge`, if they were asked for.
fn for_peers(arguments: &[String]) -> Option<ExitCode> {
    let shape = Shape::ALL
        .into_iter()
        .find(|shape| arguments.get(1).is_some_and(|name| name == shape.name()));
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let done = match (
        arguments.first()?.as_str(),
        shape,
        arguments.get(2).and_then(|count| count.parse().ok()),
    ) {
        ("generate", Some(shape), Some(count)) => peers::generate(shape, count, &mut out),
        ("judge", Some(shape), _) => peers::judge(shape, &mut std::io::stdin().lock(), &mut out),
        _ => return None,
    };
    Some(
        if done.and_then(|()| std::io::Write::flush(&mut out)).is_ok() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        },
    )
}

/// One case, with the whole message.
fn again(law: &Law, shapes: &[Shape], seed: u64) -> ExitCode {
    let failures: Vec<String> = shapes
        .iter()
        .filter_map(|shape| run_case(law, *shape, seed).err())
        .collect();
    failures.iter().for_each(|failure| println!("{failure}"));
    if failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Shares `cases` among the laws by their weights, runs them, prints a line for each. Whether all
/// hold.
fn run(laws: &[&Law], shapes: &[Shape], cases: Range<u64>) -> bool {
    let start = Instant::now();
    let shares: f64 = laws.iter().map(|law| 1.0 / law.weight as f64).sum();
    let (mut total, mut broken) = (0, 0);
    for law in laws {
        let begun = Instant::now();
        let seed = |cases: u64| {
            (cases as f64 / shares / law.weight as f64 / shapes.len() as f64).ceil() as u64
        };
        let seeds = seed(cases.start)..seed(cases.end);
        let held = (seeds.end - seeds.start) * shapes.len() as u64;
        let failures = run_seeds(law, shapes, seeds);
        total += held;
        broken += failures.len();
        println!(
            "{:<52} {:>8} cases {:>7.1} s  {}",
            law.name,
            held,
            begun.elapsed().as_secs_f64(),
            verdict(failures.len())
        );
        let (compared, apart) = (
            COMPARED.swap(0, Ordering::Relaxed),
            APART.swap(0, Ordering::Relaxed),
        );
        if compared + apart > 0 {
            println!("    {compared} compared, {apart} ended otherwise");
        }
        if apart > compared {
            println!("    more than half ended otherwise: nothing is shown");
            broken += 1;
        }
        failures
            .iter()
            .take(3)
            .for_each(|failure| println!("    {failure:.600}"));
    }
    println!(
        "laws: {} laws, {total} cases, {:.1} s, {broken} broken",
        laws.len(),
        start.elapsed().as_secs_f64()
    );
    broken == 0
}

fn verdict(failures: usize) -> String {
    if failures == 0 {
        "holds".to_owned()
    } else {
        format!("BROKEN in {failures} cases")
    }
}

/// How many progress reports a long run prints.
const PARTS: u64 = 50;
/// A run of fewer seeds prints no progress. Chosen here: some seconds.
const LONG: u64 = 1_000;

/// Runs all seeds of one law, on every core. Each case depends only on its seed, so the order does
/// not matter.
fn run_seeds(law: &Law, shapes: &[Shape], seeds: Range<u64>) -> Vec<String> {
    let next = AtomicU64::new(seeds.start);
    let count = seeds.end - seeds.start;
    let tell = |done: u64| {
        if count >= LONG && done > 0 && done.is_multiple_of(count / PARTS) {
            let cases = shapes.len() as u64;
            eprintln!(
                "{}: {} of {} cases; {} compared, {} ended otherwise",
                law.name,
                done * cases,
                count * cases,
                COMPARED.load(Ordering::Relaxed),
                APART.load(Ordering::Relaxed)
            );
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut failures: Vec<(u64, String)> = std::thread::scope(|scope| {
        let work = || {
            let mut found = Vec::new();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= seeds.end || found.len() > 100 {
                    return found;
                }
                tell(seed - seeds.start);
                for failure in shapes
                    .iter()
                    .filter_map(|shape| run_case(law, *shape, seed).err())
                {
                    // A run may take hours: nobody waits for its end to see what broke.
                    eprintln!("{failure:.200}");
                    found.push((seed, failure));
                }
            }
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .filter_map(|thread| thread.join().ok())
            .flatten()
            .collect()
    });
    failures.sort();
    failures.into_iter().map(|(_, failure)| failure).collect()
}
