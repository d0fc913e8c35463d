//! Draws results as part of a page, and a recorded session as a page of its own: JSON in, static HTML
//! and SVG out.
//!
//! No script, no address, no font: it works in a notebook, an email or a page. All texts are escaped,
//! for they come from conversations. It follows the theme of Jupyter and of VS Code, else that of
//! the reader's system. Each picture comes with a table, which may be folded.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod counts;
mod draw;
mod facts;
mod picture;
mod report;
mod result;
mod session;
mod simulation;
mod text;

pub use picture::prompt_sizes;
pub use report::{MOST_REPORT_BYTES, report, simulations};
pub use session::replay;

use conspectus::{Item, Result};
use serde_json::Value;

/// The most bytes that [`html`] returns.
pub const MOST_BYTES: usize = 40_000;

/// Colors: text on the page's own ground reaches a contrast of 4.5, marks one of 3, on white and
/// on #1e1e1e. Jupyter styles tables of its own accord; the threefold class overrules it.
const STYLE: &str = "<style>\
.cx{--f:#1c2126;--m:#57606a;--l:#d0d7de;--k:#2f6fbd;--s:#7a4fb5;--w:#9a5b00;\
font:14px/1.45 system-ui,sans-serif;color:var(--f);max-width:760px}\
@media(prefers-color-scheme:dark){.cx{--f:#e8ebee;--m:#a3adb7;--l:#4a535d;--k:#7fb0f5;--s:#b79bea;--w:#e0a54a}}\
[data-jp-theme-light=true] .cx,.vscode-light .cx{--f:#1c2126;--m:#57606a;--l:#d0d7de;--k:#2f6fbd;--s:#7a4fb5;--w:#9a5b00}\
[data-jp-theme-light=false] .cx,.vscode-dark .cx{--f:#e8ebee;--m:#a3adb7;--l:#4a535d;--k:#7fb0f5;--s:#b79bea;--w:#e0a54a}\
.cx p{margin:.35em 0}.cx .m{color:var(--m)}.cx .w{color:var(--w)}.cx svg{display:block;max-width:100%;margin:.3em 0}\
.cx.cx.cx table{table-layout:auto;border-collapse:collapse;width:100%;margin:.4em 0;font-size:13px;color:inherit;background:none}\
.cx.cx.cx tr,.cx.cx.cx thead{background:none;border:0}\
.cx.cx.cx th,.cx.cx.cx td{padding:2px 5px;text-align:left;vertical-align:top;border:0;border-bottom:1px solid var(--l);\
background:none;color:inherit;font-weight:normal;overflow-wrap:break-word;white-space:normal;max-width:none;line-height:1.45}\
.cx.cx.cx thead th{color:var(--m);vertical-align:bottom}.cx.cx.cx tbody th{white-space:nowrap}.cx.cx.cx .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
.cx.cx.cx thead .n{white-space:normal}.cx.cx.cx .b{width:32%;min-width:48px}.cx i{display:inline-block;height:.7em;min-width:1px;background:var(--k)}.cx i.s{background:var(--s)}\
.cx details{margin:.3em 0}.cx summary{cursor:pointer}.cx pre{white-space:pre-wrap;overflow-wrap:anywhere;\
margin:.3em 0;font-size:12px;color:inherit;background:none}\
.cx .k{fill:var(--k)}.cx .s{fill:none;stroke:var(--s);stroke-width:1.2}.cx .c{fill:none;stroke:var(--k);stroke-dasharray:2 2}\
.cx .h{fill:var(--k);fill-opacity:.45;stroke:var(--k)}.cx .r{fill:var(--w)}.cx .g{fill:var(--l)}.cx .t{fill:var(--f)}\
.cx text{fill:var(--m);font-size:11px}\
</style>";

/// The picture of a value of this name: `Result`, `Plan`, `TokenCount`, `History`, `Facts` or
/// `Simulation`. `fields` are its fields; a result and a plan have their `rows` among them. Missing
/// fields are left out. `None` for another name.
///
/// ```
/// use serde_json::json;
///
/// let html = conspectus_page::html("TokenCount", &json!({ "tokens": 5_210, "exact": false })).expect("it is drawn");
/// assert!(html.contains("5,210 tokens") && !html.contains("<script"));
/// ```
#[must_use]
pub fn html(name: &str, fields: &Value) -> Option<String> {
    let draw: fn(&str, &Value, bool) -> String = match name {
        "Result" | "Plan" => result::result,
        "TokenCount" | "History" => counts::counts,
        "Facts" => facts::facts,
        "Simulation" => simulation::simulation,
        _ => return None,
    };
    let whole = |long: bool| {
        format!(
            "<div class=\"cx\">{STYLE}{}</div>",
            draw(name, fields, long)
        )
    };
    // What is folded away goes first.
    let drawn = whole(true);
    Some(if drawn.len() <= MOST_BYTES {
        drawn
    } else {
        whole(false)
    })
}

/// Replays a recorded session through the compactor and returns a page about it, as HTML: the prompt
/// at each request, removed content with the reasons, the costs, and the summary. See [`replay`] for
/// `options` and [`report`](report()) for the page.
///
/// # Errors
/// As [`replay`].
///
/// ```
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": "Hello" }]);
/// let page = conspectus_page::render_report(&messages, &json!({ "model": "claude-opus-5-5" }))?;
/// assert!(page.contains("1 request") && !page.contains("<script"));
/// # Ok::<(), conspectus::Error>(())
/// ```
pub fn render_report<'v>(messages: impl Into<Item<'v>>, options: &Value) -> Result<String> {
    Ok(report(&replay(messages, options)?))
}
