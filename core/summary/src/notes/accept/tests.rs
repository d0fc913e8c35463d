use super::*;
use crate::notes::codes::ReasonCode;
use crate::notes::snapshot::SnapshotForm;

fn asked(record: &str) -> Asked {
    let template = crate::notes::prompt::system(SnapshotForm::Sections);
    Asked {
        record: record.to_owned(),
        template,
        ..Asked::default()
    }
}

fn code(answer: &str, asked: &Asked) -> Option<ReasonCode> {
    judge(
        JudgedAnswer {
            text: answer,
            ..JudgedAnswer::default()
        },
        asked,
    )
    .result
    .err()
    .map(|refusal| refusal.code)
}

fn document(goal: &str, knowledge: &str) -> String {
    format!(
        "<state_snapshot>\n<overall_goal>\n{goal}\n</overall_goal>\n<key_knowledge>\n{knowledge}\n</key_knowledge>\n</state_snapshot>"
    )
}

const PROSE: &str = "[0] user\nPlease write a poem about autumn leaves and the river behind our house.\n[1] assistant\nGolden leaves drift along the river while the quiet house listens.\n";

fn session(project: &str) -> String {
    (0..60).map(|step| format!("[{step}] assistant\nI open src/{project}_{step}.rs and call load_{project}{step}() on port 80{step:02}.\n")).collect()
}

#[test]
fn an_answer_of_any_form_is_taken_whole() {
    let said = "alpha_3.rs holds load_alpha3(), and port 8003 is free";
    let long = format!("{said}. {}", "The loader of part 4 comes next. ".repeat(2));
    for answer in [
        format!("## Decisions and why\n{said}\n\n## Next step\nOpen src/alpha_4.rs"),
        format!("# Zusammenfassung\nDer Agent öffnete Dateien: {said}."),
        format!("**Next steps:** {said}"),
        format!(
            "<summary>\n<goal>\n{said}\n</goal>\n<next_steps>\nalpha_4.rs\n</next_steps>\n</summary>"
        ),
        format!("<state_snapshot><overall_goal>{said}</overall_goal></state_snapshot>"),
        format!("{{\"goal\": \"{said}\", \"next_steps\": [\"alpha_4.rs\", \"alpha_5.rs\"]}}"),
        format!("{{\"summary\": \"{said}\"}}"),
        format!("```markdown\n{said}\n```"),
        format!("1. {said}\n2. Open src/alpha_4.rs"),
        format!("- {said}\n- next: src/alpha_4.rs"),
        format!("代理打开了文件：{said}。下一步是 src/alpha_4.rs。"),
        format!("<think>Hm.</think>\n{long}"),
        format!("The record shows that {long}"),
    ] {
        let asked = Asked {
            ..asked(&session("alpha"))
        };
        let given = JudgedAnswer {
            text: &answer,
            ..JudgedAnswer::default()
        };
        let words = judge(given, &asked).result.map(|snapshot| snapshot.words);
        assert!(
            words.as_ref().is_ok_and(|words| words.contains(said)),
            "{words:?}"
        );
        let cut_off = JudgedAnswer {
            cut_off: true,
            ..given
        };
        assert!(judge(cut_off, &asked).result.is_err(), "{answer}");
    }
}

#[test]
fn a_torn_end_is_seen() {
    let asked = asked(&session("alpha"));
    for (answer, is_torn) in [
        ("alpha_3.rs holds load_alpha3(). Open alpha_4.rs", false),
        ("alpha_3.rs holds load_alpha3(),", true),
        ("alpha_3.rs holds load_alpha3().\n## Next step", true),
        ("alpha_3.rs holds load_alpha3().\n```\nload_alpha4();", true),
        (
            "<summary>\n<goal>\nalpha_3.rs load_alpha3()\n</goal>\n<next>\nOpen alpha_4.rs and",
            true,
        ),
        (
            "{\"goal\": \"alpha_3.rs holds load_alpha3()\", \"next_steps\": \"Open alpha_4",
            true,
        ),
    ] {
        let found = code(answer, &asked);
        assert_eq!(
            found == Some(ReasonCode::SummaryCutOff),
            is_torn,
            "{answer}: {found:?}"
        );
    }
}

#[test]
fn another_sessions_summary_is_refused() {
    let good = document(
        "Load everything",
        "src/alpha_1.rs has load_alpha1(), src/alpha_2.rs has load_alpha2(), port 8001 and 8002, src/alpha_3.rs, load_alpha3(), alpha_4.rs, load_alpha4",
    );
    assert_eq!(code(&good, &asked(&session("alpha"))), None);
    assert_eq!(
        code(&good, &asked(&session("beta"))),
        Some(ReasonCode::SummaryOffTopic)
    );
}

#[test]
fn an_echo_is_refused() {
    let echo = crate::notes::prompt::system(SnapshotForm::Sections);
    assert_eq!(
        code(&echo, &asked(&session("alpha"))),
        Some(ReasonCode::SummaryEcho)
    );
    assert_eq!(code(&echo, &asked(PROSE)), Some(ReasonCode::SummaryEcho));
}

#[test]
fn refusals_are_refused() {
    for text in [
        "I'm sorry, I can't help with that.",
        "Es tut mir leid, dabei kann ich nicht helfen.",
        "抱歉，我无法帮助您。",
        "No.",
        "Unable to comply with the request at this time",
    ] {
        for record in [PROSE.to_owned(), session("alpha")] {
            let asked = Asked { ..asked(&record) };
            assert!(code(&document(text, ""), &asked).is_some(), "{text}");
            assert!(code(text, &asked).is_some(), "{text}");
        }
    }
}
