use super::*;
use crate::notes::codes::ReasonCode;

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
fn a_short_chat_is_judged_by_its_words() {
    assert_eq!(
        code(
            &document(
                "Write a poem about autumn leaves and the river.",
                "The poem has the house in it."
            ),
            &asked(PROSE)
        ),
        None
    );
    assert_eq!(
        code(
            &document(
                "Deploy the payment gateway before Monday morning.",
                "Kubernetes restarts every container twice."
            ),
            &asked(PROSE)
        ),
        Some(ReasonCode::SummaryOffTopic)
    );
    let foreign = document(
        "Развернуть платёжный шлюз до понедельника утром.",
        "Контейнер перезапускается дважды каждую ночь.",
    );
    assert_eq!(
        code(&foreign, &asked(PROSE)),
        Some(ReasonCode::SummaryOtherLanguage)
    );
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
        assert!(code(&document(text, ""), &asked(PROSE)).is_some(), "{text}");
        assert!(
            code(&document(text, ""), &asked(&session("alpha"))).is_some(),
            "{text}"
        );
    }
}
