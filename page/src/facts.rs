//! What a conversation holds.

use crate::draw::{fold, table};
use crate::text::{clip, counted, list, number, word};
use serde_json::Value;

/// The most rows of a table.
const MOST_ROWS: usize = 10;

/// How a cell of a row is shown.
type Cell = fn(&Value) -> String;
/// A column: its name, and its cells.
type Column = (&'static str, Cell);

fn text(value: &Value, key: &str) -> String {
    clip(value[key].as_str().unwrap_or_default(), 300)
}

fn place(value: &Value) -> String {
    number(&value["message"]).to_string()
}

pub(crate) fn facts(_name: &str, fields: &Value, long: bool) -> String {
    let said: [Column; 2] = [("text", |row| text(row, "text")), ("message", place)];
    let files: [Column; 3] = [
        ("path", |row| text(row, "path")),
        ("what was done", |row| {
            let did: Vec<String> = list(row, "did").iter().map(word).collect();
            did.join(", ")
        }),
        ("message", place),
    ];
    let commands: [Column; 4] = [
        ("command", |row| text(row, "command")),
        ("outcome", |row| {
            let again = row["again"].as_u64();
            let again = again.map_or_else(String::new, |at| format!(", run again at {at}"));
            format!("{}{again}", word(&row["outcome"]))
        }),
        ("error", |row| text(row, "error")),
        ("message", place),
    ];
    let todos: [Column; 3] = [
        ("task", |row| text(row, "text")),
        ("status", |row| word(&row["status"])),
        ("message", place),
    ];
    let tables: [(&str, &str, &[Column]); 4] = [
        ("requests", "request", &said),
        ("files", "file", &files),
        ("commands", "command", &commands),
        ("todos", "task", &todos),
    ];
    let most = if long { MOST_ROWS } else { 2 };
    let tables = tables.iter().map(|(key, one, columns)| {
        let all = list(fields, key);
        if all.is_empty() {
            return String::new();
        }
        let title = counted(all.len() as u64, one);
        let head: Vec<(&str, &str)> = columns
            .iter()
            .map(|(name, _)| (*name, if *name == "message" { "n" } else { "" }))
            .collect();
        // The newest say how it stands.
        let rows: Vec<Vec<String>> = all
            .iter()
            .rev()
            .take(most)
            .map(|row| columns.iter().map(|(_, cell)| cell(row)).collect())
            .collect();
        let newest = if all.len() > most {
            format!(", the newest {most}")
        } else {
            String::new()
        };
        fold(&format!("{title}{newest}"), &table(&head, &rows))
    });
    tables.collect()
}
