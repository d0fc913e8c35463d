//! Records without what is never looked at. A session file holds most tool results twice, once as the message and once as the program's own
//! record, and more such as progress: left out as the lines are read, they take no memory.

use conspectus::host::view::json_text::{check, JsonText};
use conspectus::host::view::View;

/// What [`Record`](super::Record) asks for.
const KEPT: [&str; 8] = ["type", "subtype", "isSidechain", "isMeta", "isCompactSummary", "uuid", "parentUuid", "message"];
/// What together only these records have.
const MARKS: [&str; 3] = ["uuid", "isSidechain", "sessionId"];

/// The line with the fields that are read, if it is a record of a session and shorter so.
pub(in crate::sessions) fn line(line: &str) -> Option<String> {
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
        let record = r#"{"parentUuid": "a", "isSidechain": false, "sessionId": "s", "type": "user", "message": {"role": "user", "content": [1]}, "uuid": "b", "toolUseResult": {"stdout": "long"}}"#;
        let slim = r#"{"parentUuid":"a","isSidechain":false,"type":"user","message":{"role": "user", "content": [1]},"uuid":"b"}"#;
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
