//! Good answers in the forms that small models give them, one or several slips at once. All of the
//! text must be kept.

use super::Sample;
use conspectus_summary::notes::reader::read;
use conspectus_summary::notes::snapshot::Snapshot;
use std::collections::BTreeSet;

const TAGS: [&str; 7] = [
    "overall_goal",
    "active_constraints",
    "key_knowledge",
    "artifact_trail",
    "file_system_state",
    "recent_actions",
    "task_state",
];
/// Share of runs of four words that must be kept.
const KEPT: f64 = 0.98;
const DRAFT: &str = "Let me think about zzdraftword before I answer.";
const EXTRA: &str = "Nothing is to be pushed before zzextraword says so.";

type Sections = Vec<(&'static str, String)>;

/// Reads every variant of a sample. Returns its kind, and the problem if there is one.
pub fn read_all(sample: &Sample, seed: usize) -> Vec<(String, Option<String>)> {
    let sections = sections(sample);
    let mut found: Vec<(String, Option<String>)> = variants(&sections)
        .into_iter()
        .map(|(kind, answer)| {
            let extra = kind.contains("extra").then_some(EXTRA);
            let problem = problem(&answer, &sections, extra);
            (kind.to_owned(), problem)
        })
        .collect();
    let mut state = seed as u64 * 7_919 + 17;
    for _ in 0..40 {
        let mut draw = |of: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % of
        };
        let bases = bases(&sections);
        let (base, mut answer) = bases[draw(bases.len())].clone();
        let mut kind = base.to_owned();
        for _ in 0..=draw(3) {
            let slips = slips();
            let (name, slip) = slips[draw(slips.len())];
            if !kind.contains(name) {
                kind.push_str(&format!(" + {name}"));
                answer = slip(&answer);
            }
        }
        let result = problem(&answer, &sections, None);
        found.push((kind, result));
    }
    found
}

fn sections(sample: &Sample) -> Sections {
    let (text, _) = read(&sample.answer);
    let lines: Vec<&str> = text.lines().collect();
    let parts = lines.chunks(lines.len().div_ceil(TAGS.len()).max(1));
    // A heading inside a section is a section to whoever reads headings.
    let plain = |text: &str| {
        text.lines()
            .map(|line| line.trim_start_matches(['#', ' ', '*']))
            .filter(|line| !line.trim().is_empty() && !line.starts_with("```"))
            .map(|line| format!("- {line}\n"))
            .collect::<String>()
    };
    TAGS.into_iter()
        .zip(parts.map(|lines| plain(&lines.join("\n"))))
        .filter(|(_, text)| !text.trim().is_empty())
        .collect()
}

fn tagged(sections: &Sections, name: impl Fn(&str) -> String, root: &str) -> String {
    let body: String = sections
        .iter()
        .map(|(tag, text)| format!("<{0}>\n{1}\n</{0}>\n", name(tag), text.trim()))
        .collect();
    format!("<{root}>\n{body}</{root}>")
}

fn title(tag: &str) -> String {
    let text = tag.replace('_', " ");
    text[..1].to_uppercase() + &text[1..]
}

fn headed(sections: &Sections, head: impl Fn(usize, &str) -> String) -> String {
    sections
        .iter()
        .enumerate()
        .map(|(index, (tag, text))| format!("{}\n{}\n\n", head(index, &title(tag)), text.trim()))
        .collect()
}

fn camel(tag: &str) -> String {
    tag.split('_')
        .enumerate()
        .map(|(index, part)| {
            if index == 0 {
                part.to_owned()
            } else {
                part[..1].to_uppercase() + &part[1..]
            }
        })
        .collect()
}

fn as_json(sections: &Sections, lists: bool) -> serde_json::Value {
    let fields = sections.iter().map(|(tag, text)| {
        let lines: Vec<&str> = text
            .lines()
            .map(|line| line.trim_start_matches("- "))
            .filter(|line| !line.is_empty())
            .collect();
        (
            (*tag).to_owned(),
            if lists {
                serde_json::json!(lines)
            } else {
                serde_json::json!(text)
            },
        )
    });
    serde_json::Value::Object(fields.collect())
}

fn bases(sections: &Sections) -> Vec<(&'static str, String)> {
    vec![
        ("tags", tagged(sections, str::to_owned, "state_snapshot")),
        (
            "upper case",
            tagged(sections, str::to_uppercase, "STATE_SNAPSHOT"),
        ),
        ("camel case", tagged(sections, camel, "stateSnapshot")),
        (
            "kebab case",
            tagged(sections, |tag| tag.replace('_', "-"), "state-snapshot"),
        ),
        (
            "words",
            tagged(sections, |tag| tag.replace('_', " "), "state snapshot"),
        ),
        ("other root", tagged(sections, str::to_owned, "summary")),
        (
            "namespace",
            tagged(sections, |tag| format!("ctx:{tag}"), "ctx:state_snapshot"),
        ),
        (
            "headings",
            headed(sections, |_, title| format!("## {title}")),
        ),
        (
            "bold headings",
            headed(sections, |_, title| format!("**{title}**")),
        ),
        (
            "numbered headings",
            headed(sections, |index, title| format!("{}. {title}:", index + 1)),
        ),
        ("json", as_json(sections, false).to_string()),
        (
            "json lists",
            serde_json::to_string_pretty(&as_json(sections, true)).unwrap(),
        ),
    ]
}

type Slip = (&'static str, fn(&str) -> String);

/// What may be done to any of them.
fn slips() -> Vec<Slip> {
    vec![
        ("think", |text| {
            format!("<think>\n{DRAFT}\n</think>\n\n{text}")
        }),
        ("swallowed think", |text| {
            format!("{DRAFT}\n</think>\n{text}")
        }),
        ("analysis", |text| {
            format!("<analysis>\n{DRAFT}\n</analysis>\n{text}")
        }),
        ("fence", |text| format!("```\n{text}\n```")),
        ("crlf", |text| text.replace('\n', "\r\n")),
        ("bom", |text| format!("\u{feff}{text}")),
        ("answer", |text| format!("<answer>\n{text}\n</answer>")),
        ("blanks", |text| format!("\n\n  {text}\n\n")),
    ]
}

fn variants(sections: &Sections) -> Vec<(&'static str, String)> {
    let document = tagged(sections, str::to_owned, "state_snapshot");
    let mut all = bases(sections);
    for (kind, slip) in slips() {
        all.push((kind, slip(&document)));
    }
    let replace = |from: &str, to: &str| document.replace(from, to);
    all.extend([
        (
            "attributes",
            replace("<state_snapshot>", "<state_snapshot version=\"1\" lang='en'>").replace("<key_knowledge>", "<key_knowledge type=\"list\">"),
        ),
        ("blanks in tags", replace("<overall_goal>", "< overall_goal >").replace("</state_snapshot>", "</ state_snapshot >")),
        ("root not closed", replace("</state_snapshot>", "")),
        ("root not opened", replace("<state_snapshot>\n", "")),
        ("no root", replace("<state_snapshot>\n", "").replace("\n</state_snapshot>", "")),
        ("section not closed", replace("</overall_goal>\n", "")),
        ("on one line", document.replace("\n<", "<").replace(">\n", ">")),
        ("chatter around", format!("Here is the document:\n\n{document}\n\nLet me know if anything is missing.")),
        (
            "draft and final",
            format!("<state_snapshot>\n<overall_goal>\n{DRAFT}\n</overall_goal>\n</state_snapshot>\n\nNow the final one:\n\n{document}"),
        ),
        ("draft inside", replace("<state_snapshot>\n", &format!("<state_snapshot>\n<thinking>{DRAFT}</thinking>\n"))),
        ("draft not closed", format!("<scratchpad>\n{DRAFT}\n{document}")),
        ("extra section", replace("</state_snapshot>", &format!("<decisions>\n{EXTRA}\n</decisions>\n</state_snapshot>"))),
        ("extra text between", replace("<key_knowledge>", &format!("{EXTRA}\n<key_knowledge>"))),
        ("extra heading", format!("{}## House rules\n{EXTRA}\n", headed(sections, |_, title| format!("## {title}")))),
        ("fence and chatter", format!("Sure, here it is:\n```xml\n{document}\n```\nDone.")),
        ("fenced headings", format!("Here you go:\n\n```markdown\n{}\n```", headed(sections, |_, title| format!("# {title}")))),
        ("headings in capitals", headed(sections, |_, title| title.to_uppercase())),
        ("headings in a root", format!("<summary>\n{}</summary>", headed(sections, |index, title| format!("{}. {title}:", index + 1)))),
        ("json in an object", serde_json::json!({ "state_snapshot": as_json(sections, true) }).to_string()),
        ("json in a fence", format!("```json\n{}\n```", as_json(sections, false))),
        ("a text in json", serde_json::json!({ "summary": document }).to_string()),
        ("json with line breaks", as_json(sections, false).to_string().replace("\\n", "\n")),
    ]);
    all
}

fn problem(answer: &str, sections: &Sections, extra: Option<&str>) -> Option<String> {
    let text = Snapshot::of_words(&read(answer).0).text();
    let runs = |text: &str| {
        let words: Vec<String> = text
            .split(|char: char| !char.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        words
            .windows(4)
            .map(<[String]>::to_vec)
            .collect::<BTreeSet<_>>()
    };
    let kept = runs(&text);
    // Each section by itself: where they join is no run of the text.
    let (mut all, mut found) = (0, 0);
    for wanted in sections
        .iter()
        .map(|(_, text)| text.replace("&lt;", "<"))
        .chain(extra.map(str::to_owned))
    {
        let wanted = runs(&wanted);
        all += wanted.len();
        found += wanted.iter().filter(|run| kept.contains(*run)).count();
    }
    let kept = found as f64 / all.max(1) as f64;
    if text.contains("zzdraftword") {
        return Some("a draft is left".to_owned());
    }
    if extra.is_some() && !text.contains("zzextraword") {
        return Some("extra text is lost".to_owned());
    }
    (kept < KEPT).then(|| format!("{:.1} % kept", (kept * 1_000.0).round() / 10.0))
}
