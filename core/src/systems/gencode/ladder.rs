//! When gencode acts (C-2, C-3).

use crate::config::{Config, Ladder, Thresholds};

/// Output limit assumed if none is given. Source: C-2.
const OUTPUT_TOKENS: u64 = 4_096;

/// A share of what the output leaves, all of it in its document.
pub static LADDER: Ladder = Ladder { name: "gencode", rungs, is_over, rounds_messages: true };

fn rungs(config: &Config, window: u64) -> Thresholds {
    let output = if config.max_output_tokens == 0 { OUTPUT_TOKENS } else { config.max_output_tokens };
    let usable = window as f64 - output.min(config.reserved_output_tokens) as f64;
    // C-3: the document acts above what is usable (1.0), the code at 0.9 of it too.
    Thresholds { warn: usable * 0.8, auto: usable * config.trigger, hard: usable, usable }
}

/// C-3: above what is usable; a smaller share of it is reached.
fn is_over(tokens: u64, rungs: &Thresholds) -> bool {
    if rungs.auto >= rungs.usable {
        tokens as f64 > rungs.usable
    } else {
        Ladder::reaches_auto(tokens, rungs)
    }
}
