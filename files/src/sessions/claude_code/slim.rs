//! Removes the fields of a record that are never used, while its line is read, so that they take no
//! memory. A session file holds most tool results twice, once in the message and once in the
//! program's own fields, and other things such as progress.

use crate::json_text::{JsonText, check};

/// The fields that [`Record`](super::Record) uses.
const KEPT: [&str; 10] = [
    "type",
    "subtype",
    "isSidechain",
    "isMeta",
    "isCompactSummary",
    "uuid",
    "parentUuid",
    "timestamp",
    "compactMetadata",
    "message",
];
/// Fields that only records of such sessions have together.
const MARKS: [&str; 3] = ["uuid", "isSidechain", "sessionId"];

/// Returns the line with only the fields that are used. Returns `None` if the line is not a record
/// of a session, or would not become shorter.
pub(super) fn line(line: &str) -> Option<String> {
    let json = line.trim_ascii();
    if !json.starts_with('{') || !MARKS.iter().all(|mark| json.contains(mark)) {
        return None;
    }
    let record = JsonText::Text(check(json).ok()?);
    let mut marks = [false; MARKS.len()];
    let mut slim = String::new();
    record.for_each(&mut |key, value| {
        let name = key.map_or("", |key| key.name);
        if let Some(place) = MARKS.iter().position(|mark| *mark == name) {
            marks[place] = true;
        }
        if let Some(value) = value.as_json().filter(|_| KEPT.contains(&name)) {
            let sign = if slim.is_empty() { '{' } else { ',' };
            slim.extend([&*sign.to_string(), "\"", name, "\":", value]);
        }
    });
    slim.push('}');
    (marks == [true; MARKS.len()] && slim.len() < line.len()).then_some(slim)
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_record_keeps_what_is_read() {
        let record = r#"{"parentUuid": "a", "isSidechain": false, "sessionId": "s", "type": "user", "message": {"role": "user", "content": [1]}, "uuid": "b", "timestamp": "2026-11-21T10:00:00Z", "toolUseResult": {"stdout": "long"}}"#;
        let slim = r#"{"parentUuid":"a","isSidechain":false,"type":"user","message":{"role": "user", "content": [1]},"uuid":"b","timestamp":"2026-11-21T10:00:00Z"}"#;
        assert_eq!(line(record).as_deref(), Some(slim));
    }

    #[test]
    fn other_lines_stay_as_they_are() {
        for other in [
            r#"{"role":"user","content":"uuid isSidechain sessionId"}"#,
            r#"{"uuid":"a","sessionId":"s","isSidechain":false,"cut"#,
            r#"["uuid","isSidechain","sessionId"]"#,
            "",
        ] {
            assert_eq!(line(other), None, "{other}");
        }
    }
}
