//! The size of a session's prompts, call by call, as a picture that is a file of its own.

use crate::text::{escape, grouped, list, number};
use serde_json::Value;

/// The size of the picture, and the edges of its chart: left, right, top, bottom.
const SIZE: [u64; 2] = [760, 310];
const CHART: [u64; 4] = [58, 568, 52, 272];

/// Its own ground, so that it is legible on a page whose theme is not the system's.
const STYLE: &str = "<style>\
svg{--g:#fff;--f:#1f2328;--m:#59636e;--l:#d1d9e0;--a:#7d8590;--b:#b35900;--c:#0b62c4;--w:#c4232d}\
@media(prefers-color-scheme:dark){svg{--g:#0d1117;--f:#e6edf3;--m:#9198a1;--l:#30363d;--a:#8b949e;--b:#e3a045;--c:#6cb0ff;--w:#ff8178}}\
text{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:var(--m)}text.t{font-weight:600;font-size:13px}\
path{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}path.o{stroke-dasharray:1 5}.r{stroke:var(--l);stroke-width:1}\
.w{stroke:var(--w);stroke-width:1.5;stroke-dasharray:6 4}text.w{stroke:none;fill:var(--w)}\
path.a{stroke:var(--a)}path.b{stroke:var(--b)}path.c{stroke:var(--c);stroke-width:3}path.f{fill:var(--c);fill-opacity:.12;stroke:none}\
text.a{fill:var(--a)}text.b{fill:var(--b)}text.c{fill:var(--c)}\
</style>";

/// A size that coordinates can be calculated from.
fn tokens(value: &Value) -> u64 {
    number(value).min(1 << 40)
}

/// Three to five steps of 1, 2 or 5 times a power of ten.
pub(crate) fn step(most: u64) -> u64 {
    let power = 10_u64.pow(most.max(1).ilog10());
    match most / power {
        1 => power / 2,
        2..6 => power,
        _ => power * 2,
    }
}

/// Prompt sizes over the calls of a session, as an SVG file: a `title`, the `window`, and up to three
/// `lines` with a `name`, a `note` and `tokens`. Above the window, a line is dotted; the third is the
/// thickest.
///
/// ```
/// use serde_json::json;
///
/// let lines = json!([{ "name": "unmanaged", "note": "rejected", "tokens": [900, 1_800] }]);
/// let svg = conspectus_page::prompt_sizes(&json!({ "window": 1_000, "lines": lines }));
/// assert!(svg.starts_with("<svg") && svg.contains("window: 1,000 tokens"));
/// ```
#[must_use]
pub fn prompt_sizes(fields: &Value) -> String {
    let [left, right, top, bottom] = CHART;
    let (window, lines) = (tokens(&fields["window"]), list(fields, "lines"));
    let sizes = |line: &Value| list(line, "tokens").iter().map(tokens).collect::<Vec<_>>();
    let all: Vec<Vec<u64>> = lines.iter().map(sizes).collect();
    let calls = all.iter().map(Vec::len).max().unwrap_or(0).max(2) as u64;
    let most = all.iter().flatten().copied().fold(window, u64::max).max(1);
    let x = |call: u64| left + (right - left) * call / (calls - 1);
    let y = |tokens: u64| bottom - (bottom - top) * tokens / most;
    let mut shapes = String::new();

    let step = step(most);
    for tokens in (0..=most).step_by(step.max(1) as usize) {
        let (at, label) = (y(tokens), grouped(tokens));
        shapes.push_str(&format!(
            "<path class=\"r\" d=\"M{left} {at}H{right}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>",
            left - 8,
            at + 4
        ));
    }
    for call in (9..calls).step_by(10) {
        shapes.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            x(call),
            bottom + 18,
            call + 1
        ));
    }
    shapes.push_str(&format!(
        "<text x=\"{left}\" y=\"{}\">call</text><path class=\"w\" d=\"M{left} {at}H{right}\"/><text class=\"w\" x=\"{}\" y=\"{}\">window: {} tokens</text>",
        bottom + 18,
        left + 8,
        y(window) - 7,
        grouped(window),
        at = y(window)
    ));

    for (place, (line, sizes)) in lines.iter().zip(&all).enumerate().take(3) {
        let class = ["a", "b", "c"][place];
        let over = sizes
            .iter()
            .position(|size| *size > window)
            .unwrap_or(sizes.len());
        let points = |from: usize, to: usize| {
            let point = |call: usize| format!("{} {}", x(call as u64), y(sizes[call]));
            (from..to).map(point).collect::<Vec<_>>().join("L")
        };
        if place == 2 {
            shapes.push_str(&format!(
                "<path class=\"f\" d=\"M{}V{bottom}H{left}z\"/>",
                points(0, sizes.len())
            ));
        }
        shapes.push_str(&format!(
            "<path class=\"{class}\" d=\"M{}\"/>",
            points(0, over)
        ));
        if over < sizes.len() {
            shapes.push_str(&format!(
                "<path class=\"{class} o\" d=\"M{}\"/>",
                points(over.saturating_sub(1), sizes.len())
            ));
        }
        let (at, text) = (y(sizes.last().copied().unwrap_or(0)), |key: &str| {
            escape(line[key].as_str().unwrap_or_default())
        });
        shapes.push_str(&format!(
            "<text class=\"t {class}\" x=\"{x}\" y=\"{at}\">{}</text><text x=\"{x}\" y=\"{}\">{}</text>",
            text("name"),
            at + 16,
            text("note"),
            x = right + 12
        ));
    }
    let [width, height] = SIZE;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">{STYLE}\
         <rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"var(--g)\" stroke=\"var(--l)\"/>\
         <text class=\"t\" x=\"16\" y=\"27\" style=\"fill:var(--f)\">{}</text>{shapes}</svg>\n",
        width - 1,
        height - 1,
        escape(fields["title"].as_str().unwrap_or_default())
    )
}
