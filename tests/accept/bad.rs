//! Bad answers of every kind, made from good ones.

use super::Sample;
use conspectus::SnapshotForm;
use conspectus_summary::notes::prompt::template;
use conspectus_summary::notes::reader::read;

pub struct Case {
    pub kind: &'static str,
    pub answer: String,
    /// Whether the rule can be expected to catch it.
    pub counts: bool,
}

const TAGS: [&str; 7] = [
    "overall_goal",
    "active_constraints",
    "key_knowledge",
    "artifact_trail",
    "file_system_state",
    "recent_actions",
    "task_state",
];

/// Names that no transcript contains.
const STRANGE: [&str; 24] = [
    "vela_mount.rs",
    "kestrel_pool",
    "orbitPlanner",
    "src/lumen/harbor.go",
    "quartz_71",
    "fetchBarnacle()",
    "ZEPHYR_MODE",
    "copperline.toml",
    "mossLedger",
    "tarn_index_9",
    "gullwing.test.ts",
    "pelagic_sync",
    "cobaltRouter",
    "plinth_v3",
    "sorrel.config.js",
    "umberStream",
    "wicket_42",
    "alder.proto",
    "brambleCache",
    "dune_writer_5",
    "fenlandStore",
    "heron.yaml",
    "isthmus_gate",
    "juniperToken",
];

const REFUSALS: [&str; 16] = [
    "I'm sorry, but I can't help with that.",
    "I cannot summarise this conversation, as it may contain content that I am not able to process.",
    "Es tut mir leid, aber dabei kann ich nicht helfen.",
    "Ich kann diese Anfrage leider nicht bearbeiten, da sie gegen meine Richtlinien verstößt.",
    "Je suis désolé, mais je ne peux pas vous aider avec cette demande.",
    "Je ne suis pas en mesure de résumer cette conversation.",
    "Lo siento, pero no puedo ayudar con esa solicitud.",
    "No me es posible resumir el contenido de esta conversación.",
    "抱歉，我无法协助完成这个请求。",
    "很遗憾，这段对话的内容我不能进行总结。",
    "申し訳ありませんが、そのご依頼にはお応えできません。",
    "この会話を要約することはできません。",
    "К сожалению, я не могу помочь с этим запросом.",
    "Простите, но содержание этого разговора я пересказывать не стану.",
    "죄송하지만 그 요청은 도와드릴 수 없습니다.",
    "Nope. Ask somebody else to do this one for you.",
];

const GENERIC: [&str; 4] = [
    "The user and the assistant worked on a software project. Several files were read and changed, tests were run, and some errors were fixed. The work is going well and will continue.",
    "The conversation covered various technical topics. The assistant used tools to look at code and to make changes. The user gave feedback and asked for improvements along the way.",
    "We have made good progress on the task. The main parts are done, and what is left is to clean up, test everything once more, and write the documentation for it.",
    "The goal is to complete the task that the user asked for in a careful manner, following all instructions, and to report back when everything has been finished successfully.",
];

const OTHER_DOMAIN: [&str; 3] = [
    "Simmer the lentils with bay leaves for forty minutes, then stir in lemon juice, parsley and olive oil. Serve with warm flatbread and a salad of cucumber, mint and yoghurt. The guests arrive at seven.",
    "The flight to Lisbon leaves on Thursday morning. The hotel near the castle is booked for three nights; the guided walk through Alfama begins at ten. Bring the adapter and the printed vouchers.",
    "The patient reports less pain since the exercises were changed. Continue stretching twice a day, increase walking to half an hour, and return in two weeks for another look at the knee.",
];

/// The request's sections in German and Chinese, as a model that translates instead of filling them
/// in.
const TRANSLATED: [&str; 2] = [
    "Was der Nutzer möchte, in einem Satz. Jede Regel, jede Vorliebe und jedes Verbot, das der Nutzer genannt hat, möglichst im Wortlaut. Tatsachen, die spätere Schritte brauchen: Befehle, Versionen, Namen, Zahlen, Befunde. Für jede geänderte Datei der Pfad, die Änderung und der Grund. Der Plan als Liste, danach der nächste Schritt.",
    "用一句话说明用户想要什么。用户说过的每一条规则、偏好或禁令，尽量原文引用。后续步骤需要的事实：可用的命令、版本、端口、名称、数字和发现。对每个更改的文件：路径、更改内容和原因。计划列表，然后是下一步。",
];

fn document(goal: &str, rest: &str) -> String {
    format!(
        "<state_snapshot>\n<overall_goal>\n{goal}\n</overall_goal>\n<key_knowledge>\n{rest}\n</key_knowledge>\n</state_snapshot>"
    )
}

/// An answer without tags.
fn words(answer: &str) -> String {
    let (text, _) = read(answer);
    let lines = text.lines().filter(|line| !line.starts_with('<'));
    lines.collect::<Vec<_>>().join("\n")
}

fn head(text: &str, chars: usize) -> String {
    text.chars().take(chars).collect()
}

/// Every kind of bad answer to the request of one sample.
pub fn of(samples: &[Sample], index: usize) -> Vec<Case> {
    let sample = &samples[index];
    let mut cases = Vec::new();
    let mut add = |kind, answer: String| {
        cases.push(Case {
            kind,
            answer,
            counts: true,
        })
    };
    let text = words(&sample.answer);
    let request = template(SnapshotForm::Handover);
    let form = &request[request.find("## Intent").unwrap()..];
    let form = &form[..form.find("This is the record").unwrap_or(form.len())];
    add("echo: the form", form.to_owned());
    add("echo: the whole request", request.clone());
    add(
        "echo: in one section",
        document(&form.replace(['<', '>'], " "), ""),
    );
    add(
        "echo: one section filled",
        form.replacen(
            "What the user wants in the end, and what they allowed or ruled out.",
            &head(&text, 300),
            1,
        ),
    );
    for translated in TRANSLATED {
        add("echo: translated", document(translated, ""));
    }
    for refusal in REFUSALS {
        add("refusal: in a tag", document(refusal, ""));
        add("refusal: bare", refusal.to_owned());
        let long = format!(
            "{refusal} {} {refusal}",
            "If you have any other question, please let me know and I will be glad to be of service."
        );
        add("refusal: long", document(&long, "n/a"));
    }
    for generic in GENERIC {
        add("generic: two sections", document(generic, GENERIC[0]));
        add(
            "generic: headed",
            format!(
                "## Goal\n{generic}\n\n## Next steps\nGo on with the work.\n\n## Progress\nGood."
            ),
        );
    }
    for filler in ["N/A", "x", "-", "none", "无", "[summary]", "...", ""] {
        add("fillers", document(filler, filler));
    }
    add(
        "the goal only",
        document(
            &head(text.lines().next().unwrap_or("Go on"), 60)
                .replace(|char: char| !char.is_alphabetic(), " "),
            "",
        ),
    );
    for error in [
        "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>",
        "{\"error\": {\"message\": \"Rate limit reached\", \"type\": \"requests\", \"code\": 429}}",
        "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}",
        "Error: 529 overloaded",
    ] {
        add("error: bare", error.to_owned());
        add("error: in a tag", document(error, ""));
    }
    let name = text
        .split_whitespace()
        .find(|word| word.contains('/') || word.contains('.'))
        .unwrap_or("main.rs");
    for call in [
        format!(
            "<tool_call>{{\"name\": \"read_file\", \"arguments\": {{\"path\": \"{name}\"}}}}</tool_call>"
        ),
        format!("<function=bash><parameter=command>cat {name}</parameter></function>"),
        format!(
            "{{\"tool_calls\": [{{\"function\": {{\"name\": \"read\", \"arguments\": \"{{\\\"path\\\": \\\"{name}\\\"}}\"}}}}]}}"
        ),
    ] {
        add("tool call: bare", call.clone());
        add("tool call: in a tag", document(&call, ""));
    }
    add(
        "draft without a document",
        format!("<think>\n{}\n</think>", head(&text, 2_000)),
    );
    add(
        "draft without a document",
        format!("<scratchpad>\n{}", head(&text, 2_000)),
    );
    add(
        "the agent goes on",
        format!(
            "I'll go on with the work. Let me look at {name} first, then I will run the tests and report what comes of it."
        ),
    );
    add(
        "the agent goes on",
        "Understood. What would you like me to do next?".to_owned(),
    );
    for (other_index, other) in samples.iter().enumerate() {
        // A later summary of the same session tells of it too.
        if other_index != index && other.name.split(':').next() != sample.name.split(':').next() {
            add("another session", other.answer.clone());
        }
    }
    for other in OTHER_DOMAIN {
        add("another domain", document(other, OTHER_DOMAIN[0]));
    }
    // In seven parts of about the same length, each in its tag.
    let lines: Vec<&str> = text.lines().collect();
    let parts = lines.chunks(lines.len().div_ceil(TAGS.len()).max(1));
    let sections: String = TAGS
        .iter()
        .zip(parts)
        .map(|(tag, lines)| format!("<{tag}>\n{}\n</{tag}>\n", lines.join("\n")))
        .collect();
    let whole = format!("<state_snapshot>\n{sections}</state_snapshot>");
    let all = whole.chars().count();
    for share in 1..=8 {
        let last = whole.find("<task_state>").unwrap_or(whole.len());
        let cut = head(&whole, all * share / 10);
        let is_inside = cut.len() <= last;
        cases.push(Case {
            kind: "cut at 10 to 80 %",
            answer: cut,
            counts: is_inside,
        });
    }
    let mut add = |kind, answer: String| {
        cases.push(Case {
            kind,
            answer,
            counts: true,
        })
    };
    let paragraph = head(&text, 400);
    add(
        "loops",
        document(&paragraph, &format!("{paragraph}\n").repeat(30)),
    );
    add(
        "loops",
        document(
            &paragraph,
            &"and then the tests were run again and ".repeat(60),
        ),
    );
    let condensed = text.chars().count();
    if sample.record.chars().count() > condensed * 2 {
        add("copy", document(&head(&sample.record, condensed), ""));
        add("copy", document("", &head(&sample.record, condensed * 10)));
    }
    if let Some(previous) = &sample.previous {
        add("stale notes", previous.clone());
    }
    for (share, kind, counts) in [
        (100, "names made up: all", true),
        (50, "names made up: half", true),
        (30, "names made up: 30 %", false),
        (20, "names made up: 20 %", false),
    ] {
        cases.push(Case {
            kind,
            answer: renamed(&whole, share),
            counts,
        });
    }
    if let Some(other) = samples
        .iter()
        .find(|other| other.name.split(':').next() != sample.name.split(':').next())
    {
        let half = words(&other.answer);
        cases.push(Case {
            kind: "half of another session",
            answer: document(&head(&text, condensed / 2), &head(&half, condensed / 2)),
            counts: false,
        });
    }
    cases
}

/// A share of the names exchanged for strange ones, the same name for the same.
fn renamed(text: &str, share: usize) -> String {
    let is_name = |word: &str| {
        let inner = word.trim_matches(|char: char| !char.is_alphanumeric());
        inner.contains(['_', '/', '.'])
            || inner.chars().any(|char| char.is_ascii_digit())
            || inner.chars().skip(1).any(char::is_uppercase)
    };
    let mut seen: Vec<String> = Vec::new();
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            if line.starts_with('<') {
                return line.to_owned();
            }
            let words = line.split(' ').map(|word| {
                if !is_name(word) {
                    return word.to_owned();
                }
                let place = seen
                    .iter()
                    .position(|known| known == word)
                    .unwrap_or_else(|| {
                        seen.push(word.to_owned());
                        seen.len() - 1
                    });
                // Spread evenly.
                if (place + 1) * share / 100 > place * share / 100 {
                    format!(
                        "{}{}",
                        STRANGE[place % STRANGE.len()],
                        if place >= STRANGE.len() {
                            format!("_x{place}")
                        } else {
                            String::new()
                        }
                    )
                } else {
                    word.to_owned()
                }
            });
            words.collect::<Vec<_>>().join(" ")
        })
        .collect();
    lines.join("\n")
}
