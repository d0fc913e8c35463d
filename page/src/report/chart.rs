//! The picture of the prompt's size at each request.

use super::{Page, is_repair, number, wide};
use crate::text::{counted, grouped, list};

/// The picture, and the edges of its chart: left, right, top, bottom.
const SIZE: [f64; 2] = [760.0, 320.0];
const CHART: [f64; 4] = [62.0, 588.0, 20.0, 280.0];
/// The smallest distance of two labels.
const LINE: f64 = 15.0;

/// A line that steps at each request; an area if it `closes`.
fn steps(sizes: &[u64], x: &dyn Fn(usize) -> f64, y: &dyn Fn(u64) -> f64, closes: bool) -> String {
    let mut path = String::new();
    for (request, size) in sizes.iter().enumerate() {
        let height = y(*size);
        if request == 0 {
            let start = if closes { CHART[3] } else { height };
            path = format!("M{:.1} {start:.1}", x(0));
        }
        path.push_str(&format!("V{height:.1}H{:.1}", x(request + 1)));
    }
    if closes {
        path.push_str(&format!("V{:.1}z", CHART[3]));
    }
    path
}

/// A label at the end of a curve or line: its class, which is that of the color, and its place.
struct Label {
    class: &'static str,
    y: f64,
    text: String,
}

/// Labels from top to bottom, none over another. A label that had to move is joined to its line.
fn apart(mut labels: Vec<Label>) -> String {
    labels.sort_by(|one, other| one.y.total_cmp(&other.y));
    let mut places: Vec<f64> = labels.iter().map(|label| label.y).collect();
    let mut lowest = CHART[3] + LINE;
    for y in places.iter_mut().rev() {
        *y = y.min(lowest - LINE);
        lowest = *y;
    }
    let mut highest = CHART[2] - LINE;
    let mut text = String::new();
    for (label, y) in labels.iter().zip(places) {
        let y = y.max(highest + LINE);
        highest = y;
        if (y - label.y).abs() > 2.0 {
            text.push_str(&format!(
                "<path class=\"gl\" d=\"M{} {:.1}L{} {y:.1}\"/>",
                CHART[1] + 1.0,
                label.y,
                CHART[1] + 10.0
            ));
        }
        text.push_str(&format!(
            "<text class=\"{}\" x=\"{:.0}\" y=\"{:.1}\">{}</text>",
            label.class,
            CHART[1] + 12.0,
            y + 4.0,
            label.text
        ));
    }
    text
}

pub(super) fn chart(page: &Page<'_>) -> String {
    let requests = page.requests();
    let sizes = |at: usize| {
        requests
            .iter()
            .map(|request| number(&request[at]))
            .collect::<Vec<_>>()
    };
    let (sent, never) = (sizes(0), sizes(1));
    let own: Vec<u64> = list(page.fields, "own_sizes").iter().map(number).collect();
    let (window, trigger, target) = (
        page.number("limit"),
        page.number("trigger"),
        page.number("target"),
    );
    let name = if window < page.number("window") {
        "limit"
    } else {
        "window"
    };
    let peak = never.iter().chain(&sent).copied().max().unwrap_or(1).max(1);
    // A session that is far below the target would be a line at the bottom.
    let most = if peak.saturating_mul(3) < target {
        peak + peak / 4
    } else {
        (window + window / 20).max(peak.min(window.saturating_mul(3)))
    };
    let [left, right, top, bottom] = CHART;
    let x = |request: usize| left + (right - left) * request as f64 / requests.len() as f64;
    let y = |tokens: u64| bottom - (bottom - top) * (tokens.min(most) as f64 / most as f64);
    // A curve that leaves the chart continues above the picture, where it is not seen.
    let above = |tokens: u64| if tokens > most { -9.0 } else { y(tokens) };
    let mut shapes = String::new();
    let step = crate::picture::step(most);
    for tokens in (0..=most).step_by(step.max(1) as usize) {
        shapes.push_str(&format!(
            "<path class=\"gl\" d=\"M{left} {at:.1}H{right}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 6.0,
            y(tokens) + 4.0,
            grouped(tokens),
            at = y(tokens)
        ));
    }
    shapes.push_str(&format!(
        "<path class=\"pr\" d=\"{}\"/>",
        steps(&sent, &x, &y, true)
    ));
    if sent != never {
        shapes.push_str(&format!(
            "<path class=\"nv\" d=\"{}\"/>",
            steps(&never, &x, &above, false)
        ));
    }
    let mut labels = Vec::new();
    let mut label = |class, y, text| labels.push(Label { class, y, text });
    if !own.is_empty() {
        shapes.push_str(&format!(
            "<path class=\"ow\" d=\"{}\"/>",
            steps(&own, &x, &y, false)
        ));
        label(
            "os",
            y(own.last().copied().unwrap_or(0)),
            "agent's own".to_owned(),
        );
    }
    for (class, color, name, tokens) in [
        ("wi", "ww", name, window),
        ("tr", "o", "trigger", trigger),
        ("ta", "o", "target", target),
    ] {
        if tokens > most || tokens == 0 {
            continue;
        }
        shapes.push_str(&format!(
            "<path class=\"{class}\" d=\"M{left} {at:.1}H{right}\"/>",
            at = y(tokens)
        ));
        label(color, y(tokens), format!("{name} {}", grouped(tokens)));
    }
    let last = |sizes: &[u64]| sizes.last().copied().unwrap_or(0);
    let without = grouped(last(&never));
    let without = if last(&never) > most {
        format!("without: up to {without}")
    } else {
        format!("without: {without}")
    };
    if sent != never {
        label("m", y(last(&never)), without);
    }
    let text = format!("sent: {}", grouped(last(&sent)));
    label("pk", y(last(&sent)), text);
    shapes.push_str(&apart(labels));
    let mut marked = Vec::new();
    let runs = page.runs().iter().enumerate();
    for (place, run) in runs.filter(|(_, run)| !is_repair(run)) {
        let request = (number(&run["request"]) as usize).saturating_sub(1);
        let (at, from, to) = (
            x(request),
            y(number(&run["before"])),
            y(number(&run["after"])),
        );
        shapes.push_str(&format!(
            "<path class=\"fa\" d=\"M{at:.1} {from:.1}V{to:.1}\"/>"
        ));
        // A number that would cover another one is left out.
        let is_free = marked
            .iter()
            .all(|(x, y): &(f64, f64)| (x - at).hypot(y - from) >= 16.0);
        if is_free {
            marked.push((at, from));
            shapes.push_str(&format!(
                "<circle cx=\"{at:.1}\" cy=\"{from:.1}\" r=\"8\"/><text class=\"nu\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                from + 4.0,
                place + 1
            ));
        } else {
            shapes.push_str(&format!(
                "<circle cx=\"{at:.1}\" cy=\"{from:.1}\" r=\"2\"/>"
            ));
        }
    }
    let every = crate::picture::step(requests.len() as u64).max(1) as usize;
    for request in (0..requests.len()).filter(|request| *request == 0 || (request + 1) % every == 0)
    {
        shapes.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            (x(request) + x(request + 1)) / 2.0,
            bottom + 18.0,
            grouped(request as u64 + 1)
        ));
    }
    shapes.push_str(&format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">request</text>",
        (left + right) / 2.0,
        bottom + 34.0
    ));
    let alternative = format!(
        "Prompt size at {}. The largest prompt sent has {}, the largest without compaction {}; the limit is {}, the trigger {}, the target {}. {}",
        counted(requests.len() as u64, "request"),
        counted(sent.iter().copied().max().unwrap_or(0), "token"),
        grouped(never.iter().copied().max().unwrap_or(0)),
        grouped(window),
        grouped(trigger),
        grouped(target),
        page.rejected()
    );
    let svg = format!(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{alternative}\">{shapes}</svg>",
        SIZE[0], SIZE[1]
    );
    format!(
        "{}<p class=\"m\">{}</p>",
        wide("Prompt sizes", &svg),
        caption(page, sent != never, window <= most)
    )
}

/// What the picture shows. The lines of window, trigger and target are in it if they `fit`.
fn caption(page: &Page<'_>, differs: bool, fit: bool) -> String {
    let mut text = "The blue area is the prompt that was sent".to_owned();
    text.push_str(if differs {
        ", the dashed curve the prompt without compaction."
    } else {
        "; without compaction, it would be the same."
    });
    if page.compactions() > 0 {
        text.push_str(
            " Each circle marks a compaction, with its number if there is space; its line falls from the size before to the size after.",
        );
    }
    if !list(page.fields, "own_sizes").is_empty() {
        let compacted = list(page.fields, "own").iter();
        let compacted: Vec<String> = compacted.map(|request| grouped(number(request))).collect();
        text.push_str(&format!(
            " The purple curve is the prompt as the agent compacted it itself in the recording (an estimate), before request {}.",
            compacted.join(", ")
        ));
    }
    let [trigger, target] = ["trigger", "target"].map(|key| page.number(key));
    let [dashed, dotted, thick] = if fit {
        [", dashed line", ", dotted line", " (thick line)"]
    } else {
        ["", "", "; these sizes are above the picture"]
    };
    text + &format!(
        " Compaction starts at the trigger ({}{dashed}) and reduces the prompt to the target ({}{dotted}). A provider rejects prompts \
         above {}{thick}.",
        counted(trigger, "token"),
        grouped(target),
        page.limit()
    )
}
