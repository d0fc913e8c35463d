//! Counts tokens with this project's counter and with others, and prints speeds side by side.
//!
//! ```sh
//! cargo run --release -- speed 'code_py:.py=/usr/lib/python3' 'code_c:.h=/usr/include' 'prose=book.txt'
//! cargo run --release -- instant 'code_py:.py=/usr/lib/python3'
//! cargo run --release -- worst
//! cargo run --release -- sample 'code_py:.py=/usr/lib/python3' > sample.txt
//! cargo run --release -- load
//! ```
//!
//! One thread, in processor time. Whole class as one call, best of the rounds. The counters take
//! turns, and a ratio is the median of those of the rounds: a machine that is slow for a while is
//! so for both. In the total, each class's ratio weighs by our time. "warm": a counter that has
//! counted the text before; "cold": a new counter for each call (for toktok, which keeps its cache
//! per thread, a new thread). "4K": calls of 4 KiB with a warm counter. All counts are compared.

mod corpus;
mod instant;

use conspectus_tokens::exact::{count_tokens, Counter, Encoding};
use corpus::Class;
use cpu_time::ThreadTime;
use std::hint::black_box;

const ROUNDS: usize = 7;
/// A class below this size is counted so often that it is this large.
const BYTES: usize = 3_000_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((mode, rest)) if mode == "speed" => {
            let classes = classes(rest);
            for encoding in [Encoding::O200kBase, Encoding::Cl100kBase] {
                speed(encoding, &classes);
            }
        }
        Some((mode, rest)) if mode == "instant" => {
            let classes = classes(rest);
            [Encoding::O200kBase, Encoding::Cl100kBase].into_iter().for_each(|encoding| instant::print(encoding, &classes));
        }
        Some((mode, rest)) if mode == "sample" => classes(rest).iter().for_each(|class| {
            // The same text for the counters of other languages: 400,000 bytes of each class.
            let start = &class.text[..class.text.floor_char_boundary(400_000)];
            println!("{}", serde_json::json!({ "class": class.name, "text": start }));
        }),
        Some((mode, _)) if mode == "worst" => worst(),
        Some((mode, _)) if mode == "load" => load(),
        Some((mode, rest)) if mode == "ours" => ours(rest),
        Some((mode, rest)) if mode == "check" => check(rest),
        _ => eprintln!(
            "speed|instant|sample [class[:extensions]=path]... | worst | load | ours [class[:extensions]=path]... | check <encoding> <file>"
        ),
    }
}

/// The classes of the arguments, and those that are made.
fn classes(arguments: &[String]) -> Vec<Class> {
    let mut classes: Vec<Class> = arguments.iter().map(|argument| corpus::from_argument(argument)).collect();
    classes.extend(corpus::made());
    classes
}

/// Processor seconds of the fastest call: what other programs take does not count.
fn best(rounds: usize, mut call: impl FnMut()) -> f64 {
    let time = |call: &mut dyn FnMut()| {
        let start = ThreadTime::now();
        call();
        start.elapsed().as_secs_f64()
    };
    (0..rounds).map(|_| time(&mut call)).fold(f64::INFINITY, f64::min)
}

/// Starts of 4 KiB, cut at characters.
fn chunks(text: &str) -> Vec<&str> {
    let (mut rest, mut chunks) = (text, Vec::new());
    while !rest.is_empty() {
        let end = (4096.min(rest.len())..).find(|&end| rest.is_char_boundary(end)).unwrap_or(rest.len());
        let (chunk, after) = rest.split_at(end);
        chunks.push(chunk);
        rest = after;
    }
    chunks
}

const COLUMNS: [&str; 6] = ["warm", "cold", "4K", "toktok", "toktok cold", "tiktoken-rs"];

fn speed(encoding: Encoding, classes: &[Class]) {
    let toktok = toktok::Tokenizer::builtin(encoding.name()).expect("toktok");
    let tiktoken = if encoding == Encoding::O200kBase { tiktoken_rs::o200k_base() } else { tiktoken_rs::cl100k_base() }.expect("tiktoken-rs");
    println!("\n{encoding}, MB/s (10^6 bytes)\n");
    println!("| class | MB | {} | warm/toktok | cold/toktok | cold/cold |", COLUMNS.join(" | "));
    println!("|---|--:|{}--:|--:|--:|", "--:|".repeat(COLUMNS.len()));
    let mut total = Row { seconds: [0.0; 6], ..Row::new("**total**", 0) };
    for class in classes {
        let text = class.text.as_str();
        let mut row = Row::new(&class.name, text.len());
        let mut counter = Counter::new(encoding);
        let expected = tiktoken.encode_ordinary(text).len();
        assert_eq!(counter.count(text), expected, "{}", class.name);
        assert_eq!(toktok.count(text.as_bytes()), expected, "toktok, {}", class.name);
        let parts = chunks(text);
        let times = (BYTES / text.len().max(1)).max(1);
        let mut rounds = [[0.0; 3]; ROUNDS];
        for (round, ratios) in rounds.iter_mut().enumerate() {
            let warm = mean(times, || counter.count(text));
            let cold = mean(times, || Counter::new(encoding).count(text));
            let small = mean(times, || parts.iter().map(|part| counter.count(part)).sum());
            let other = mean(times, || toktok.count(text.as_bytes()));
            let other_cold = (0..times).map(|_| in_a_new_thread(|| mean(1, || toktok.count(text.as_bytes())))).sum::<f64>() / times as f64;
            *ratios = [other / warm, other / cold, other_cold / cold];
            let reference = if round == 0 { mean(1, || tiktoken.count_ordinary(text)) } else { f64::INFINITY };
            for (best, time) in row.seconds.iter_mut().zip([warm, cold, small, other, other_cold, reference]) {
                *best = best.min(time);
            }
        }
        row.ratios = std::array::from_fn(|index| median(rounds.map(|ratios| ratios[index])));
        row.print();
        total.add(&row);
    }
    total.print();
    #[cfg(feature = "bpe-openai")]
    {
        let other = if encoding == Encoding::O200kBase { bpe_openai::o200k_base() } else { bpe_openai::cl100k_base() };
        let time: f64 = classes
            .iter()
            .map(|class| {
                best(1, || {
                    black_box(other.count(class.text.as_str()));
                })
            })
            .sum();
        println!("\nbpe-openai, total: {:.1} MB/s", total.1 as f64 / time / 1e6);
    }
}

/// Processor seconds of a call, the mean of so many.
fn mean(times: usize, mut count: impl FnMut() -> usize) -> f64 {
    let start = ThreadTime::now();
    (0..times).for_each(|_| {
        black_box(count());
    });
    start.elapsed().as_secs_f64() / times as f64
}

/// Calls `call` in a new thread, whose toktok cache is empty.
fn in_a_new_thread(call: impl FnOnce() -> f64 + Send) -> f64 {
    std::thread::scope(|scope| scope.spawn(call).join().expect("joins"))
}

fn median(mut values: [f64; ROUNDS]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[ROUNDS / 2]
}

/// The best times for a class, in the order of [`COLUMNS`], and three speed ratios: warm and cold
/// to toktok, cold to toktok cold.
struct Row<'a> {
    name: &'a str,
    bytes: usize,
    seconds: [f64; 6],
    ratios: [f64; 3],
}

impl<'a> Row<'a> {
    fn new(name: &'a str, bytes: usize) -> Self {
        Self { name, bytes, seconds: [f64::INFINITY; 6], ratios: [0.0; 3] }
    }

    /// Adds a class to a total.
    fn add(&mut self, row: &Row) {
        // Of each ratio, our time: warm, cold, cold.
        for (index, column) in [0, 1, 1].into_iter().enumerate() {
            let (before, more) = (self.seconds[column], row.seconds[column]);
            self.ratios[index] = (self.ratios[index] * before + row.ratios[index] * more) / (before + more);
        }
        self.seconds.iter_mut().zip(row.seconds).for_each(|(sum, time)| *sum += time);
        self.bytes += row.bytes;
    }

    fn print(&self) {
        let speeds: Vec<String> = self.seconds.iter().map(|time| format!("{:.1}", self.bytes as f64 / time / 1e6)).collect();
        let ratios: Vec<String> = self.ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
        println!("| {} | {:.2} | {} | {} |", self.name, self.bytes as f64 / 1e6, speeds.join(" | "), ratios.join(" | "));
    }
}

/// Only our own functions, for a profiler: 20 warm passes of counting, three each of the others.
fn ours(arguments: &[String]) {
    let mut classes: Vec<Class> =
        arguments.iter().filter(|argument| argument.contains('=')).map(|argument| corpus::from_argument(argument)).collect();
    classes.extend(corpus::made().into_iter().filter(|class| arguments.contains(&class.name)));
    for class in classes {
        let mut counter = Counter::new(Encoding::O200kBase);
        let time = best(20, || {
            black_box(counter.count(&class.text));
        });
        let tokens = counter.count(&class.text);
        let speed = |time: f64| class.text.len() as f64 / time / 1e6;
        let encode = best(3, || {
            black_box(conspectus_tokens::exact::encode(&class.text, Encoding::O200kBase));
        });
        let truncate = best(3, || {
            black_box(conspectus_tokens::exact::truncate_to_tokens(&class.text, tokens - 1, Encoding::O200kBase));
        });
        println!("{}: count {:.1} MB/s, ids {:.1}, truncation {:.1}; {tokens} tokens", class.name, speed(time), speed(encode), speed(truncate));
    }
}

fn worst() {
    for encoding in [Encoding::O200kBase, Encoding::Cl100kBase] {
        let toktok = toktok::Tokenizer::builtin(encoding.name()).expect("toktok");
        println!("\n{encoding}, milliseconds: count of 10 KB, 100 KB, 1 MB, 10 MB; toktok 1 MB; ids, truncation to 1,000 tokens of 1 MB\n");
        for index in 0..corpus::worst(8).len() {
            let mut cells = Vec::new();
            for bytes in [10_000, 100_000, 1_000_000, 10_000_000] {
                let class = corpus::worst(bytes).swap_remove(index);
                // Short calls oftener: the first of them finds the caches of the processor full of
                // other things.
                cells.push(best((1_000_000 / bytes).clamp(2, 20), || {
                    black_box(count_tokens(&class.text, encoding));
                }));
                if bytes == 1_000_000 {
                    assert_eq!(count_tokens(&class.text, encoding), toktok.count(class.text.as_bytes()), "{}", class.name);
                }
            }
            let class = corpus::worst(1_000_000).swap_remove(index);
            cells.push(best(2, || {
                black_box(toktok.count(class.text.as_bytes()));
            }));
            cells.push(best(1, || {
                black_box(conspectus_tokens::exact::encode(&class.text, encoding));
            }));
            cells.push(best(1, || {
                black_box(conspectus_tokens::exact::truncate_to_tokens(&class.text, 1000, encoding));
            }));
            let cells: Vec<String> = cells.iter().map(|time| format!("{:.2}", time * 1e3)).collect();
            println!("| {} | {} |", class.name, cells.join(" | "));
        }
    }
}

fn load() {
    for encoding in [Encoding::O200kBase, Encoding::Cl100kBase, Encoding::P50kBase, Encoding::R50kBase] {
        println!(
            "{encoding}: first count {:.1} ms",
            best(1, || {
                black_box(count_tokens("Hello, world!", encoding));
            }) * 1e3
        );
        let rule = "=".repeat(5000);
        println!(
            "{encoding}: first long piece {:.1} ms",
            best(1, || {
                black_box(count_tokens(&rule, encoding));
            }) * 1e3
        );
    }
}

/// Compares with the ids in a file that `tokens/scripts/tiktoken_cases.py` wrote.
fn check(arguments: &[String]) {
    let [name, path] = arguments else { panic!("check <encoding> <file>") };
    let encoding: Encoding = name.parse().expect("an encoding");
    let mut counter = Counter::new(encoding);
    let (mut cases, mut wrong) = (0, 0);
    for line in std::fs::read_to_string(path).expect("readable").lines() {
        let (hex, ids) = line.split_once('\t').expect("text, tab, ids");
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal")).collect();
        let text = String::from_utf8(bytes).expect("UTF-8");
        let expected: Vec<u32> = ids.split(' ').map(|id| id.parse().expect("an id")).collect();
        cases += 1;
        if conspectus_tokens::exact::encode(&text, encoding) != expected || counter.count(&text) != expected.len() {
            wrong += 1;
            println!("{text:?}");
        }
    }
    println!("{encoding}: {cases} cases, {wrong} wrong");
}
