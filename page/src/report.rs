//! A page about recorded sessions that were replayed: a file of its own, without a script.

mod answers;
mod chart;
mod parts;
mod sections;

use crate::text::{counted, escape, grouped, list};
use parts::messages;
use serde_json::Value;

/// The most bytes of a page. Chosen here: browsers open that at once. Of longer sessions the page
/// shows less, and says so.
pub const MOST_REPORT_BYTES: usize = 1_900_000;

/// The sections of a session: the end of their id, and their title.
const SECTIONS: [(&str, &str); 7] = [
    ("size", "The prompt at each request"),
    ("why", "What was removed, when and why"),
    ("cost", "What it cost and saved"),
    ("user", "The user's messages"),
    ("each", "Each message"),
    ("memory", "The summary as the agent sees it"),
    ("set", "What to set"),
];

/// How much of a session is shown, from all of it to the least.
const SHARES: [f64; 6] = [1.0, 0.6, 0.3, 0.12, 0.04, 0.0];

/// Pages about more simulated sessions show fewer rows of each.
const MOST_SIMULATIONS: usize = 100;

/// The background colors of the page and its boxes, and the rules that a single picture does not
/// need.
const STYLE: &str = "<style>\
:root{color-scheme:light dark;--g:#fff;--c:#f3f5f7}@media(prefers-color-scheme:dark){:root{--g:#1e1e1e;--c:#2a2e33}}\
body{margin:0;background:var(--g)}.cx.rp{max-width:1040px;margin:0 auto;padding:16px 20px 48px;font-size:16px;line-height:1.5}\
.rp h1{font-size:1.5rem;line-height:1.25;margin:.3em 0}.rp h1,.rp h2,.rp nav{overflow-wrap:anywhere}.rp h2{font-size:1.2rem;margin:2em 0 .5em}.rp h3{font-size:1rem;margin:1.4em 0 .3em}\
.rp p,.rp dd{max-width:78ch}.rp code,.rp pre{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}\
.rp ul.f{display:grid;grid-template-columns:repeat(auto-fit,minmax(165px,1fr));gap:10px;list-style:none;padding:0;margin:1em 0}\
.rp .f li,.rp dl,.rp pre{background:var(--c);border-radius:8px;padding:10px 14px}.rp .f b{display:block;font-size:clamp(1rem,4vw,1.3rem);line-height:1.3}\
.rp dt{font-weight:bold;margin-top:.7em}.rp dt:first-child{margin-top:0}.rp dd{margin:0}.rp a{color:inherit}.rp p>code{white-space:nowrap}\
@media(min-width:760px){.rp dl{display:grid;grid-template-columns:15em 1fr;gap:.7em 20px}.rp dt{margin:0}}\
.cx.cx.cx.rp table{font-size:14px}.cx.cx.cx.rp .b{width:22%}.cx.cx.cx.rp .v{min-width:15em}\
.rp .x{overflow-x:auto;background:linear-gradient(var(--g),var(--g)) right/20px 100% no-repeat local,linear-gradient(270deg,#80808040,transparent) right/12px 100% no-repeat}.rp .x table{min-width:680px}.rp .x svg{min-width:640px;width:100%;height:auto;max-width:none}\
.rp caption{text-align:left;color:var(--m)}.rp del{color:var(--w)}.rp ins{color:var(--s);text-decoration:underline}.rp td code{white-space:nowrap}.rp .q{overflow-wrap:anywhere;white-space:pre-wrap}\
.rp tr:target{background:var(--c)}.rp :focus-visible{outline:3px solid var(--k);outline-offset:2px}\
.rp path{fill:none;stroke-linejoin:round}.rp .pr{fill:var(--k);fill-opacity:.22;stroke:var(--k);stroke-width:1.5}.rp .nv{stroke:var(--m);stroke-width:1.5;stroke-dasharray:3 3}\
.rp .ow{stroke:var(--s);stroke-width:1.5}.rp .gl{stroke:var(--l)}.rp .wi{stroke:var(--w);stroke-width:2}.rp .tr{stroke:var(--f);stroke-dasharray:6 4}.rp .ta{stroke:var(--f);stroke-dasharray:2 4}\
.rp .fa{stroke:var(--f);stroke-width:1.5}.rp circle{fill:var(--g);stroke:var(--f);stroke-width:1.5}.rp text{font-size:12px}.rp text.o{fill:var(--f)}.rp text.pk{fill:var(--k)}.rp text.os{fill:var(--s)}.rp text.ww{fill:var(--w)}.rp .x text.nu{fill:var(--f);font-size:11px;font-weight:bold}\
@media print{.cx.rp{max-width:none;padding:0;font-size:12px}.rp .x{overflow:visible}.rp .x svg,.rp .x table{min-width:0}\
.rp *{print-color-adjust:exact;-webkit-print-color-adjust:exact}.rp h2,.rp h3{break-after:avoid}.cx.cx.cx.rp table{font-size:11px}.rp svg,.rp tr,.rp .f{break-inside:avoid}}\
</style>";

/// A page about replayed sessions, as HTML: `fields` is what [`replay`](crate::replay()) returned, or
/// a list of that. The page is complete and static: no script, no address, light and dark, with a
/// table for each picture. It is at most [`MOST_REPORT_BYTES`] long; less of long sessions is shown.
///
/// ```
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": "Hello" }]);
/// let fields = conspectus_page::replay(&messages, &json!({ "context_window": 8_000, "title": "greeting.json" }))?;
/// let page = conspectus_page::report(&fields);
/// assert!(page.starts_with("<!doctype html>") && page.contains("greeting.json"));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn report(fields: &Value) -> String {
    let sessions = fields
        .as_array()
        .map_or(std::slice::from_ref(fields), Vec::as_slice);
    let mut page = String::new();
    for share in SHARES {
        page = whole(sessions, share / sessions.len().max(1) as f64);
        if page.len() <= MOST_REPORT_BYTES {
            break;
        }
    }
    page
}

fn whole(sessions: &[Value], share: f64) -> String {
    let title = match sessions {
        [one] => format!("What happened to {}", title(one)),
        many => format!("What happened to {}", counted(many.len() as u64, "session")),
    };
    let mut body = format!("<h1>{title}</h1>");
    if let [_, _, ..] = sessions {
        body.push_str("<nav aria-label=\"Sessions\"><ul>");
        for (place, one) in sessions.iter().enumerate() {
            let requests = counted(list(one, "requests").len() as u64, "request");
            body.push_str(&format!(
                "<li><a href=\"#s{}\">{}</a>, {requests}</li>",
                place + 1,
                self::title(one)
            ));
        }
        body.push_str("</ul></nav>");
    }
    for (place, one) in sessions.iter().enumerate() {
        let page = Page {
            fields: one,
            id: format!("s{}", place + 1),
            share,
        };
        let heading = if sessions.len() > 1 {
            format!("<h2>{}</h2>", self::title(one))
        } else {
            String::new()
        };
        body.push_str(&format!(
            "<section id=\"{}\" aria-label=\"{}\">{heading}{}</section>",
            page.id,
            self::title(one),
            page.body()
        ));
    }
    body.push_str("<p class=\"m\">Texts that end in ... are truncated. Tokens are estimates.</p>");
    framed(&title, &body)
}

/// A page about simulated costs, as HTML: `fields` is a list of sessions, each with its name as
/// `session` and its `rows`, as `conspectus simulate --json` prints them. The page is a file of its
/// own, as that of [`report()`].
///
/// ```
/// use serde_json::json;
///
/// let row = json!({ "policy": "break_even", "window": 200_000, "calls": 48, "relative_cost_percent": 46.5 });
/// let page = conspectus_page::simulations(&json!([{ "session": "a.jsonl", "rows": [row] }]));
/// assert!(page.contains("a.jsonl") && page.contains("46.5 %"));
/// ```
#[must_use]
pub fn simulations(fields: &Value) -> String {
    let sessions = fields.as_array().map_or(&[][..], Vec::as_slice);
    let title = format!(
        "Simulated costs of {}",
        counted(sessions.len() as u64, "session")
    );
    let mut body = format!("<h1>{title}</h1>");
    for one in sessions {
        let name = escape(one["session"].as_str().unwrap_or_default());
        let drawn = crate::simulation::simulation("", one, sessions.len() <= MOST_SIMULATIONS);
        body.push_str(&format!("<h2>{name}</h2>{}", wide(&name, &drawn)));
    }
    body.push_str(
        "<p class=\"m\">The sessions were replayed request by request, without a model. The cost is in percent of never compacting. \
         The agent could not react to removed content.</p>",
    );
    framed(&title, &body)
}

/// The page around a body.
fn framed(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title>{}{STYLE}</head><body><main class=\"cx rp\">{body}\
         <p class=\"m\">This page loads nothing from a network and contains no script.</p></main></body></html>\n",
        crate::STYLE
    )
}

fn title(fields: &Value) -> String {
    escape(fields["title"].as_str().unwrap_or("a session"))
}

/// A number that others can be added to.
fn number(value: &Value) -> u64 {
    crate::text::number(value).min(1 << 40)
}

/// A table in a box that scrolls, also by keyboard.
fn wide(name: &str, inner: &str) -> String {
    format!("<div class=\"x\" role=\"region\" tabindex=\"0\" aria-label=\"{name}\">{inner}</div>")
}

fn percent(part: f64, all: f64) -> String {
    if all > 0.0 {
        format!("{:.0}%", part * 100.0 / all)
    } else {
        "100%".to_owned()
    }
}

/// One session.
struct Page<'a> {
    fields: &'a Value,
    id: String,
    /// How much is shown, from 0 to 1.
    share: f64,
}

impl Page<'_> {
    fn number(&self, key: &str) -> u64 {
        number(&self.fields[key])
    }

    fn real(&self, key: &str) -> f64 {
        self.fields[key].as_f64().unwrap_or(0.0)
    }

    fn requests(&self) -> &[Value] {
        list(self.fields, "requests")
    }

    fn runs(&self) -> &[Value] {
        list(self.fields, "runs")
    }

    /// The part of `most` for which there is space.
    fn at_most(&self, most: usize) -> usize {
        (most as f64 * self.share) as usize
    }

    /// The first request whose prompt would not have fit the window without compaction.
    fn refused(&self) -> Option<usize> {
        let window = self.number("limit");
        let all = self.requests().iter();
        all.map(|request| number(&request[1]))
            .position(|tokens| tokens > window)
    }

    /// How many requests were larger than the window, with compaction and without.
    fn over(&self) -> [u64; 2] {
        let window = self.number("limit");
        let over = |at: usize| {
            let all = self.requests().iter();
            all.filter(|request| number(&request[at]) > window).count() as u64
        };
        [over(0), over(1)]
    }

    /// The size above which a provider rejects a prompt, in words.
    fn limit(&self) -> String {
        let [window, limit] = ["window", "limit"].map(|key| self.number(key));
        if limit < window {
            format!(
                "{} (the window of {} without the reserve for the response)",
                counted(limit, "token"),
                grouped(window)
            )
        } else {
            format!("the window of {}", counted(window, "token"))
        }
    }

    fn sum(&self, at: usize) -> u64 {
        self.requests()
            .iter()
            .map(|request| number(&request[at]))
            .sum()
    }

    fn body(&self) -> String {
        let mut text = self.about();
        let is_empty = self.requests().is_empty();
        if !is_empty {
            text.push_str(&(self.figures() + &self.answers()));
        }
        for (name, title) in SECTIONS {
            if is_empty && !matches!(name, "user" | "each") {
                continue;
            }
            let inner = match name {
                "size" => self.sizes(),
                "why" => self.removed(),
                "cost" => self.cost(),
                "user" => self.user(),
                "each" => messages(self),
                "memory" => self.memory(),
                _ => self.set(),
            };
            text.push_str(&format!(
                "<h2 id=\"{}-{name}\">{title}</h2>{inner}",
                self.id
            ));
        }
        text
    }

    fn about(&self) -> String {
        let model = self.fields["model"].as_str().map(escape);
        let model = model.map_or_else(|| "Context".to_owned(), |model| format!("{model}, context"));
        let overhead = match self.number("overhead") {
            0 => " (the system prompt and the tool schemas aren't in the session, and aren't counted)".to_owned(),
            tokens => format!(", {} of system prompt and tools", counted(tokens, "token")),
        };
        let how = if self.requests().is_empty() {
            "The session has no request of an agent, so nothing was replayed."
        } else {
            "The recorded session was replayed: before each request, conspectus decided what to remove. No model was called, \
             and the agent could not react to removed content."
        };
        let mut text = format!(
            "<p class=\"m\">{model} window of {}{overhead}; {}, {}. {how}</p>",
            counted(self.number("window"), "token"),
            counted(self.number("messages"), "message"),
            counted(self.requests().len() as u64, "request"),
        );
        for note in list(self.fields, "notes") {
            text.push_str(&format!(
                "<p>{}</p>",
                quoted(note.as_str().unwrap_or_default())
            ));
        }
        text
    }

    fn figures(&self) -> String {
        let sent = self.requests().iter().map(|request| number(&request[0]));
        let [over, unmanaged] = self.over();
        let figure = |what: String, about: String| format!("<li><b>{what}</b>{about}</li>");
        let mut text = String::from("<ul class=\"f\">");
        let repairs = match self.runs().len() as u64 - self.compactions() {
            0 => String::new(),
            repairs => format!(", and {}", counted(repairs, "repair")),
        };
        text.push_str(&figure(
            counted(self.compactions(), "compaction"),
            format!(
                "in {}{repairs}",
                counted(self.requests().len() as u64, "request")
            ),
        ));
        text.push_str(&figure(
            grouped(sent.max().unwrap_or(0)),
            format!(
                "tokens in the largest prompt sent, of {}",
                grouped(self.number("window"))
            ),
        ));
        text.push_str(&figure(
            percent(self.real("cost"), self.real("never")),
            format!("of the cost without compaction{}", self.dollars()),
        ));
        text.push_str(&figure(
            counted(over, "request"),
            format!(
                "larger than the window; without compaction: {}",
                grouped(unmanaged)
            ),
        ));
        text + "</ul>"
    }

    fn compactions(&self) -> u64 {
        self.runs().iter().filter(|run| !is_repair(run)).count() as u64
    }

    fn price(&self, kind: &str) -> f64 {
        self.fields["prices"][kind].as_f64().unwrap_or(0.0)
    }

    /// The tokens that were paid for, with compaction and without. The cost says how many were
    /// answered; the answers are the same without compaction, so the rest says how many were written.
    fn spent(&self) -> Option<[Spent; 2]> {
        let [input, read, write, output] =
            ["input", "read", "write", "output"].map(|kind| self.price(kind));
        if !(output > 0.0 && write > read) {
            return None;
        }
        let (cached, written) = (self.sum(2), self.sum(0).checked_sub(self.sum(2))?);
        let prompts = cached as f64 * read + written as f64 * write;
        let answers = self.real("cost") * input - prompts;
        let unmanaged = self.sum(1);
        let rest = self.real("never") * input - answers - unmanaged as f64 * read;
        let others = (rest / (write - read)).round();
        if answers < 0.0 || others < 0.0 {
            return None;
        }
        let answered = (answers / output).round() as u64;
        let spent = |read, written| Spent {
            read,
            written,
            answered,
        };
        Some([
            spent(cached, written),
            spent(unmanaged.checked_sub(others as u64)?, others as u64),
        ])
    }

    /// The costs in dollars, if the prices of the model are known.
    fn dollars(&self) -> String {
        let price = self.fields["dollars"].as_f64();
        price.map_or_else(String::new, |price| {
            let [cost, never] = ["cost", "never"].map(|key| dollars(self.real(key) * price));
            if cost == never {
                return format!(": {cost}");
            }
            format!(": {cost} instead of {never}")
        })
    }
}

/// Dollars, with three digits or more of small amounts.
fn dollars(amount: f64) -> String {
    if amount < 0.01 {
        format!("${amount:.4}")
    } else if amount < 1.0 {
        format!("${amount:.3}")
    } else {
        format!("${amount:.2}")
    }
}

/// Tokens that were paid for.
#[derive(Clone, Copy)]
struct Spent {
    read: u64,
    written: u64,
    answered: u64,
}

/// Whether a run only repaired the history.
fn is_repair(run: &Value) -> bool {
    run["status"] == "repaired"
}

/// Escaped prose, with code between backticks.
fn quoted(text: &str) -> String {
    let parts = text
        .split('`')
        .enumerate()
        .map(|(place, part)| match place % 2 {
            0 => escape(part),
            _ => format!("<code>{}</code>", escape(part)),
        });
    parts.collect()
}

/// A number with at most two decimals, and none that says nothing.
fn plain(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `twice`, `12.5 times`.
fn times_as(factor: f64) -> String {
    match plain(factor) {
        two if two == "2" => "twice".to_owned(),
        other => format!("{other} times"),
    }
}

/// `once`, `twice`, `3 times`.
fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{} times", grouped(count)),
    }
}
