//! A page about recorded sessions that were replayed: a file of its own, without a script.

mod chart;
mod parts;

use crate::draw::{fold, table};
use crate::text::{counted, escape, grouped, list};
use chart::chart;
use parts::{changes, messages, requests};
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

/// The colors behind the page and its boxes, and the rules that a single picture does not need.
const STYLE: &str = "<style>\
:root{color-scheme:light dark;--g:#fff;--c:#f3f5f7}@media(prefers-color-scheme:dark){:root{--g:#1e1e1e;--c:#2a2e33}}\
body{margin:0;background:var(--g)}.cx.rp{max-width:1040px;margin:0 auto;padding:16px 20px 48px;font-size:16px;line-height:1.5}\
.rp h1{font-size:1.5rem;line-height:1.25;margin:.3em 0}.rp h1,.rp h2,.rp nav{overflow-wrap:anywhere}.rp h2{font-size:1.2rem;margin:2em 0 .5em}.rp h3{font-size:1rem;margin:1.4em 0 .3em}\
.rp p,.rp dd{max-width:78ch}.rp code,.rp pre{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}\
.rp ul.f{display:grid;grid-template-columns:repeat(auto-fit,minmax(165px,1fr));gap:10px;list-style:none;padding:0;margin:1em 0}\
.rp .f li,.rp dl,.rp pre{background:var(--c);border-radius:8px;padding:10px 14px}.rp .f b{display:block;font-size:1.3rem;line-height:1.3}\
.rp dt{font-weight:bold;margin-top:.7em}.rp dt:first-child{margin-top:0}.rp dd{margin:0}.rp a{color:inherit}\
.cx.cx.cx.rp table{font-size:14px}.rp .x{overflow-x:auto}.rp .x table{min-width:680px}.rp .x svg{min-width:640px;width:100%;height:auto;max-width:none}\
.rp caption{text-align:left;color:var(--m)}.rp del{color:var(--w)}.rp ins{color:var(--s);text-decoration:underline}.rp td code{white-space:nowrap}.rp .q{overflow-wrap:anywhere;white-space:pre-wrap}\
.rp tr:target{background:var(--c)}.rp :focus-visible{outline:3px solid var(--k);outline-offset:2px}\
.rp path{fill:none;stroke-linejoin:round}.rp .pr{fill:var(--k);fill-opacity:.22;stroke:var(--k);stroke-width:1.5}.rp .nv{stroke:var(--m);stroke-width:1.5;stroke-dasharray:3 3}\
.rp .ow{stroke:var(--s);stroke-width:1.5}.rp .gl{stroke:var(--l)}.rp .wi{stroke:var(--w);stroke-width:2}.rp .tr{stroke:var(--f);stroke-dasharray:6 4}.rp .ta{stroke:var(--f);stroke-dasharray:2 4}\
.rp .fa{stroke:var(--f);stroke-width:1.5}.rp circle{fill:var(--g);stroke:var(--f);stroke-width:1.5}.rp text{font-size:12px}.rp text.o{fill:var(--f)}.rp .x text.nu{fill:var(--f);font-size:11px;font-weight:bold}\
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
/// let row = json!({ "policy": "pays", "window": 200_000, "calls": 48, "percent_of_never": 46.5 });
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
        let mut text = self.about() + &self.figures() + &self.answers();
        for (name, title) in SECTIONS {
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
        let model = model.map_or_else(String::new, |model| format!("{model}, "));
        let overhead = match self.number("overhead") {
            0 => " (the system prompt and the tool schemas aren't in the session, and aren't counted)".to_owned(),
            tokens => format!(", {} of system prompt and tools", counted(tokens, "token")),
        };
        let mut text = format!(
            "<p class=\"m\">{model}context window of {}{overhead}; {}, {}. The recorded session was replayed: before each request, \
             conspectus decided what to remove. No model was called, and the agent could not react to removed content.</p>",
            counted(self.number("window"), "token"),
            counted(self.number("messages"), "message"),
            counted(self.requests().len() as u64, "request"),
        );
        for note in list(self.fields, "notes") {
            text.push_str(&format!(
                "<p>{}</p>",
                escape(note.as_str().unwrap_or_default())
            ));
        }
        text
    }

    fn figures(&self) -> String {
        let sent = self.requests().iter().map(|request| number(&request[0]));
        let [over, unmanaged] = self.over();
        let figure = |what: String, about: String| format!("<li><b>{what}</b>{about}</li>");
        let mut text = String::from("<ul class=\"f\">");
        text.push_str(&figure(
            counted(self.runs().len() as u64, "compaction"),
            format!("in {}", counted(self.requests().len() as u64, "request")),
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

    /// The costs in dollars, if the prices of the model are known.
    fn dollars(&self) -> String {
        let price = self.fields["dollars"].as_f64();
        price.map_or_else(String::new, |price| {
            let [cost, never] = ["cost", "never"].map(|key| dollars(self.real(key) * price));
            format!(": {cost} instead of {never}")
        })
    }

    /// The questions that people ask first, each with a link to its section.
    fn answers(&self) -> String {
        let answer = |question: &str, name: &str, text: String| {
            let title = SECTIONS.iter().find(|section| section.0 == name);
            let title = title.map_or("", |section| section.1);
            format!(
                "<dt>{question}</dt><dd>{text} <a href=\"#{}-{name}\">{title}</a></dd>",
                self.id
            )
        };
        let mut text = String::from("<dl>");
        text.push_str(&answer("Why was content removed?", "why", self.why()));
        text.push_str(&answer(
            "What did it cost, and what did it save?",
            "cost",
            self.saved(),
        ));
        text.push_str(&answer(
            "Did the agent lose a message of the user?",
            "user",
            self.lost(),
        ));
        text.push_str(&answer(
            "When would a request have been rejected?",
            "size",
            self.rejected(),
        ));
        text.push_str(&answer("What should I set?", "set", self.advice()));
        text + "</dl>"
    }

    fn why(&self) -> String {
        let runs = self.runs();
        if runs.is_empty() {
            return format!(
                "Nothing was cleared or summarized: no prompt reached the trigger of {}.{}",
                counted(self.number("trigger"), "token"),
                self.condensed()
            );
        }
        let trigger = self.number("trigger");
        let full = runs
            .iter()
            .filter(|run| number(&run["before"]) >= trigger)
            .count() as u64;
        let cheap = runs.len() as u64 - full;
        let mut parts = Vec::new();
        if full > 0 {
            let times = times(full);
            parts.push(format!(
                "{times} because the prompt had reached the trigger of {}",
                counted(trigger, "token")
            ));
        }
        if cheap > 0 {
            let times = times(cheap);
            parts.push(format!(
                "{times} below the trigger, because clearing old results saved money"
            ));
        }
        format!(
            "Content was removed {}.{}",
            parts.join(" and "),
            self.condensed()
        )
    }

    fn condensed(&self) -> String {
        let condensed = &self.fields["condensed"];
        match number(&condensed["results"]) {
            0 => String::new(),
            results => format!(
                " {} condensed without loss, which saved {}: lines that an earlier result contains became a pointer to it.",
                if results == 1 {
                    "1 new result was".to_owned()
                } else {
                    format!("{} new results were", grouped(results))
                },
                counted(number(&condensed["tokens"]), "token")
            ),
        }
    }

    fn saved(&self) -> String {
        let (cost, never) = (self.real("cost"), self.real("never"));
        let change = (never - cost) * 100.0 / never.max(1.0);
        let verdict = if change.abs() < 0.5 {
            "As much as without compaction".to_owned()
        } else if change > 0.0 {
            format!("{change:.0}% less than without compaction")
        } else {
            format!("{:.0}% more than without compaction", -change)
        };
        let lost: u64 = self
            .runs()
            .iter()
            .map(|run| number(&run["cache_lost"]))
            .sum();
        let [sent, unmanaged] = [self.sum(0), self.sum(1)];
        let [_, over] = self.over();
        let over = if over > 0 {
            format!(
                " The comparison is with a window without limit: {} would not have fit this one.",
                counted(over, "request")
            )
        } else {
            String::new()
        };
        format!(
            "{verdict}{}. {} of {} prompt tokens were sent; the cache lost {}.{over}",
            self.dollars(),
            grouped(sent),
            grouped(unmanaged),
            counted(lost, "token")
        )
    }

    fn lost(&self) -> String {
        let user = list(self.fields, "user");
        let user: Vec<&Value> = user
            .iter()
            .filter(|said| said["where"] != "waiting")
            .collect();
        let count =
            |whence: &str| user.iter().filter(|said| said["where"] == whence).count() as u64;
        let (part, gone) = (count("part"), count("gone"));
        let all = counted(user.len() as u64, "message");
        match (part, gone) {
            _ if user.is_empty() => "The session has no message of the user.".to_owned(),
            (0, 0) => {
                let quoted = match count("quoted") {
                    0 => String::new(),
                    quoted => format!(", {} of them quoted in the summary", grouped(quoted)),
                };
                format!("No. The last prompt contains the user's {all} in full{quoted}.")
            }
            (part, gone) => format!(
                "Of the user's {all}, the last prompt contains {} in full, {part} in part, and {gone} not at all. The table shows which.",
                user.len() as u64 - part - gone
            ),
        }
    }

    fn rejected(&self) -> String {
        let [over, unmanaged] = self.over();
        let window = self.limit();
        let without = match self.refused() {
            Some(request) => format!(
                "Without compaction, at request {}: its {} exceed {window}. {} of {} would have been too large.",
                grouped(request as u64 + 1),
                counted(number(&self.requests()[request][1]), "token"),
                grouped(unmanaged),
                counted(self.requests().len() as u64, "request")
            ),
            None => {
                format!("Never: also without compaction, all prompts fit {window}.")
            }
        };
        let with = match (over, self.refused()) {
            (0, None) => String::new(),
            (0, _) => " With compaction, none exceeded it.".to_owned(),
            (over, _) => format!(
                " With compaction, {} exceeded it.",
                counted(over, "request")
            ),
        };
        format!("{without}{with}")
    }

    fn sizes(&self) -> String {
        let blocked = list(self.fields, "blocked");
        let mut text = chart(self);
        if !blocked.is_empty() {
            let rows: Vec<Vec<String>> = blocked
                .iter()
                .take(20)
                .map(|one| {
                    vec![
                        grouped(number(&one["request"])),
                        crate::text::clip(one["reason"].as_str().unwrap_or_default(), 400),
                    ]
                })
                .collect();
            text.push_str("<p class=\"w\">Some prompts did not fit the window, although everything was removed that may be:</p>");
            text.push_str(&wide(
                "Requests that do not fit",
                &table(&[("request", "n"), ("reason", "")], &rows),
            ));
        }
        text.push_str(&requests(self));
        text
    }

    fn removed(&self) -> String {
        if self.runs().is_empty() {
            return format!("<p>{}</p>", self.why());
        }
        let head = [
            ("no.", "n"),
            ("request", "n"),
            ("tokens before", "n"),
            ("after", "n"),
            ("why", ""),
            ("removed", ""),
            ("lost from the cache", "n"),
            ("pays after", "n"),
        ];
        let rows: Vec<Vec<String>> = self
            .runs()
            .iter()
            .enumerate()
            .map(|(place, run)| {
                let calls = run["breaks_even"].as_u64();
                vec![
                    format!(
                        "<span id=\"{}-c{}\">{}</span>",
                        self.id,
                        place + 1,
                        place + 1
                    ),
                    grouped(number(&run["request"])),
                    grouped(number(&run["before"])),
                    grouped(number(&run["after"])),
                    self.why_run(run),
                    parts::removed(run),
                    grouped(number(&run["cache_lost"])),
                    match calls {
                        None => "-".to_owned(),
                        Some(0) => "at once".to_owned(),
                        Some(calls) => counted(calls, "request"),
                    },
                ]
            })
            .collect();
        let mut text = format!(
            "<p>The numbers are those in the picture. &quot;Pays after&quot; is the number of requests after which the smaller prompt has \
             paid for caching it again.{}</p>{}",
            self.condensed(),
            wide("Compactions", &table(&head, &rows))
        );
        text.push_str("<h3>Before and after</h3><p>Removed text is <del>struck through</del>, text that replaced it is <ins>underlined</ins>.</p>");
        text.push_str(&changes(self));
        text
    }

    /// Why one compaction was made.
    fn why_run(&self, run: &Value) -> String {
        let (before, trigger, target) = (
            number(&run["before"]),
            self.number("trigger"),
            self.number("target"),
        );
        let lost = number(&run["cache_lost"]);
        let why = if run["cause"] != "auto" && run["cause"] != "token_limit" {
            escape(run["reason"].as_str().unwrap_or_default())
        } else if before >= trigger {
            format!(
                "The prompt had reached the trigger of {}.",
                grouped(trigger)
            )
        } else if lost == 0 {
            "The cache had expired, so clearing old results cost nothing.".to_owned()
        } else {
            "Keeping the old results had cost as much as clearing them and caching the rest again."
                .to_owned()
        };
        if run["is_summary"] == Value::Bool(true) {
            return format!(
                "{why} Clearing old results was not enough to reach the target of {}, so a summary replaced the older messages.",
                grouped(target)
            );
        }
        why
    }

    fn cost(&self) -> String {
        let (cost, never) = (self.real("cost"), self.real("never"));
        let names = list(self.fields, "names");
        let [over, unmanaged] = self.over();
        let most = self.sum(0).max(self.sum(1));
        let bar = |value: u64, most: u64| crate::draw::bar(value, most, false);
        let most_cost = cost.max(never) as u64;
        let mut rows = vec![
            vec![
                "prompt tokens sent".to_owned(),
                grouped(self.sum(0)),
                bar(self.sum(0), most),
                grouped(self.sum(1)),
                bar(self.sum(1), most),
            ],
            vec![
                "of these, read from the cache".to_owned(),
                grouped(self.sum(2)),
                bar(self.sum(2), most),
                "-".to_owned(),
                String::new(),
            ],
            vec![
                "cost, in input tokens".to_owned(),
                grouped(cost as u64),
                bar(cost as u64, most_cost),
                grouped(never as u64),
                bar(never as u64, most_cost),
            ],
        ];
        if let Some(price) = self.fields["dollars"].as_f64() {
            rows.push(vec![
                "cost in dollars".to_owned(),
                dollars(cost * price),
                String::new(),
                dollars(never * price),
                String::new(),
            ]);
        }
        rows.push(vec![
            "requests larger than the window".to_owned(),
            grouped(over),
            String::new(),
            grouped(unmanaged),
            String::new(),
        ]);
        let all = names.first().map_or(0, number);
        rows.push(vec![
            "names that the agent used again and that were still in its prompt".to_owned(),
            format!(
                "{} of {}",
                grouped(names.get(1).map_or(0, number)),
                grouped(all)
            ),
            String::new(),
            format!("{} of {}", grouped(all), grouped(all)),
            String::new(),
        ]);
        rows.push(vec![
            "results removed before the agent had read them".to_owned(),
            grouped(self.number("unread_lost")),
            String::new(),
            "0".to_owned(),
            String::new(),
        ]);
        let head = [
            ("", ""),
            ("with compaction", "n"),
            ("", "b"),
            ("without", "n"),
            ("", "b"),
        ];
        let prices = if self.fields["prices_assumed"] == Value::Bool(true) {
            "No prices are known for this session, so those of <code>anthropic-5m</code> are used: pass <code>model</code> or <code>prices</code>."
        } else {
            "List prices; surcharges for long prompts aren't included."
        };
        format!(
            "<p>The cost counts tokens read from the cache, written to it, and answered. Its unit is the price of one input token. {prices} \
             Prompts that exceed the window count as if they had been answered.</p>{}",
            wide("Costs", &table(&head, &rows))
        )
    }

    fn user(&self) -> String {
        let user = list(self.fields, "user");
        if user.is_empty() {
            return "<p>The session has no message of the user.</p>".to_owned();
        }
        let most = self.at_most(1_000).max(20);
        let mut sorted: Vec<&Value> = user.iter().rev().collect();
        sorted.sort_by_key(|said| said["where"] != "gone" && said["where"] != "part");
        let rows: Vec<Vec<String>> = sorted
            .iter()
            .take(most)
            .map(|said| {
                let since = number(&said["since"]);
                let whence = match said["where"].as_str() {
                    Some("message") => "its own message, unchanged".to_owned(),
                    Some("waiting") => "not sent yet: the recording ends here".to_owned(),
                    Some("quoted") => {
                        format!("quoted in full in the summary, since compaction {since}")
                    }
                    Some("part") => {
                        format!("<span class=\"w\">quoted in part, since compaction {since}</span>")
                    }
                    _ => format!(
                        "<span class=\"w\">not in the prompt, since compaction {since}</span>"
                    ),
                };
                vec![
                    grouped(number(&said["message"]) + 1),
                    format!(
                        "<span class=\"q\">{}</span>",
                        crate::text::clip(said["text"].as_str().unwrap_or_default(), 1_500)
                    ),
                    whence,
                ]
            })
            .collect();
        let more = user.len().saturating_sub(most) as u64;
        let more = if more > 0 {
            format!(
                "<p class=\"m\">{} not shown.</p>",
                counted(more, "older message")
            )
        } else {
            String::new()
        };
        format!(
            "<p>{} Messages that are not in full come first, then the newest.</p>{}{more}",
            self.lost(),
            wide(
                "Messages of the user",
                &table(
                    &[
                        ("message", "n"),
                        ("text", ""),
                        ("where it is in the last prompt", "")
                    ],
                    &rows
                )
            )
        )
    }

    fn memory(&self) -> String {
        let summaries: Vec<(usize, &str)> = self
            .runs()
            .iter()
            .enumerate()
            .filter_map(|(place, run)| Some((place + 1, run["summary"].as_str()?)))
            .collect();
        let Some(((last, newest), older)) = summaries.split_last() else {
            return "<p>There is no summary: the agent sees all messages, some of them with placeholders.</p>".to_owned();
        };
        let most = self.at_most(60_000).max(4_000);
        let pre = |text: &str, most: usize| format!("<pre>{}</pre>", crate::text::clip(text, most));
        let mut text = format!(
            "<p>It replaced the older messages at compaction {last}. It was written without a model, from the conversation's own lines; \
             it continues the earlier ones.</p>{}",
            pre(newest, most)
        );
        let most = self.at_most(400_000) / older.len().max(1);
        if most >= 2_000 {
            for (number, summary) in older.iter().rev() {
                text.push_str(&fold(
                    &format!("the summary of compaction {number}"),
                    &pre(summary, most),
                ));
            }
        }
        text
    }

    /// The cheapest of the settings that were tried and that lose no more.
    fn best(&self) -> Option<&Value> {
        let (now, others) = list(self.fields, "tried").split_first()?;
        let present = |row: &Value| number(&row["names"][1]);
        let cost = |row: &Value| row["cost"].as_f64().unwrap_or(f64::MAX);
        others
            .iter()
            .filter(|row| {
                present(row) >= present(now)
                    && number(&row["over"]) <= number(&now["over"])
                    && number(&row["unread"]) <= number(&now["unread"])
            })
            // Less than a fiftieth is no reason to change a default.
            .filter(|row| cost(row) < cost(now) * 0.98)
            .min_by(|one, other| cost(one).total_cmp(&cost(other)))
    }

    fn advice(&self) -> String {
        if self.runs().is_empty() {
            let sent = self.requests().iter().map(|request| number(&request[0]));
            let largest = sent.max().unwrap_or(0);
            return format!(
                "Nothing: no prompt reaches the trigger. The largest has {}, so only a window below about {} would be compacted.",
                counted(largest, "token"),
                grouped(largest * 4 / 3)
            );
        }
        if !list(self.fields, "blocked").is_empty() {
            return "A larger window, or smaller tool results: some prompts did not fit, although everything was removed that may be.".to_owned();
        }
        match self.best() {
            Some(row) => format!(
                "<code>{}</code>: this session would have cost {} of what it costs without compaction, with at least as many names still in the prompt.",
                parts::options(&row["options"]),
                percent(row["percent"].as_f64().unwrap_or(0.0), 100.0)
            ),
            None if list(self.fields, "tried").len() > 1 => {
                "Keep what you have: none of the other settings that were tried is at least 2% cheaper without losing more.".to_owned()
            }
            None => "Keep what you have. No other settings were tried, because the session is long; <code>conspectus simulate</code> compares policies.".to_owned(),
        }
    }

    fn set(&self) -> String {
        let mut text = format!("<p>{}</p>", self.advice());
        let tried = list(self.fields, "tried");
        if tried.len() > 1 {
            let head = [
                ("setting", ""),
                ("of the cost without compaction", "n"),
                ("", "b"),
                ("names still in the prompt", "n"),
                ("clearings", "n"),
                ("summaries", "n"),
                ("larger than the window", "n"),
            ];
            let rows: Vec<Vec<String>> = tried
                .iter()
                .map(|row| {
                    let share = row["percent"].as_f64().unwrap_or(0.0);
                    let names = format!(
                        "{} of {}",
                        grouped(number(&row["names"][1])),
                        grouped(number(&row["names"][0]))
                    );
                    let options = parts::options(&row["options"]);
                    vec![
                        if options.is_empty() {
                            "as replayed".to_owned()
                        } else {
                            format!("<code>{options}</code>")
                        },
                        format!("{share:.1}%"),
                        crate::draw::bar(share as u64, 100.max(share as u64), false),
                        names,
                        grouped(number(&row["clearings"])),
                        grouped(number(&row["summaries"])),
                        grouped(number(&row["over"])),
                    ]
                })
                .collect();
            text.push_str(&wide("Other settings", &table(&head, &rows)));
            text.push_str("<p class=\"m\">Names are file names, identifiers and numbers that the agent used again after more than three requests. \
                 One session is a small sample: compare several with <code>conspectus simulate</code>.</p>");
        }
        let given = self.fields["options"]
            .as_object()
            .map_or(0, serde_json::Map::len);
        if given > 0 {
            text.push_str(&format!(
                "<p>The replay used these options:</p><pre>Compactor({})</pre>",
                parts::options(&self.fields["options"])
            ));
        }
        text
    }
}

/// Dollars, with cents or smaller parts.
fn dollars(amount: f64) -> String {
    if amount < 0.1 {
        format!("${amount:.4}")
    } else {
        format!("${amount:.2}")
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
