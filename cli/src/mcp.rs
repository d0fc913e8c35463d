//! The command `conspectus mcp`: the tools of a project's store, for an agent that speaks the Model
//! Context Protocol over standard input and output.
//!
//! Each message is a line of JSON-RPC. No request depends on another one, so both kinds of protocol
//! versions are served in the same way: those that begin with `initialize`, and those that carry
//! their version in each request
//! (<https://modelcontextprotocol.io/specification/2026-07-28/basic/lifecycle>).

use super::args::McpArgs;
use super::{Done, Error, OK, Result, Streams, load};
use conspectus_files::error::ErrorKind;
use conspectus_files::store::{FolderStore, TOOL_NAMES, project_folder, tools};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Versions that begin with `initialize`, newest first.
const HANDSHAKE_VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// Versions whose requests carry them.
const REQUEST_VERSIONS: [&str; 1] = ["2026-07-28"];
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// The codes of JSON-RPC 2.0, section 5.1, and one of the protocol's own.
const PARSE_ERROR: i64 = -32_700;
const INVALID_REQUEST: i64 = -32_600;
const METHOD_NOT_FOUND: i64 = -32_601;
const INVALID_PARAMS: i64 = -32_602;
const UNSUPPORTED_VERSION: i64 = -32_022;

/// The longest message in bytes. Chosen here: a query takes a thousandth of it.
const MESSAGE_BYTES: u64 = 1 << 20;
/// How long a client may keep the list of tools, in milliseconds: they don't change.
const TTL_MS: u64 = 3_600_000;

const INSTRUCTIONS: &str = "Old tool outputs of this project, and messages that a summary replaced. If a placeholder or a summary names a key, call \
                            read_back with it. To find a name, a path or an error that you no longer see, call search.";

pub(super) fn mcp(args: &McpArgs, streams: &mut Streams<'_>) -> Done {
    let folder = folder(args)?;
    let mut input = BufReader::new(&mut *streams.stdin);
    while let Some(line) = next_line(&mut input)? {
        let answer = match line {
            Some(line) if line.trim_ascii().is_empty() => None,
            Some(line) => answer(&line, &folder),
            None => Some(error(
                &Value::Null,
                PARSE_ERROR,
                format!("the message is longer than {MESSAGE_BYTES} bytes"),
            )),
        };
        if let Some(answer) = answer {
            writeln!(streams.stdout, "{answer}")?;
            streams.stdout.flush()?;
        }
    }
    Ok(OK)
}

/// The folder of the store, which need not exist yet.
fn folder(args: &McpArgs) -> Result<PathBuf> {
    if let Some(store) = &args.store {
        return Ok(store.clone());
    }
    let project = match &args.project {
        Some(project) if !project.is_dir() => {
            let message = format!("folder not found: {}", load::name(project));
            return Err(Error::new(ErrorKind::Unreadable, message));
        }
        Some(project) => project.clone(),
        None => std::env::current_dir()
            .map_err(|error| Error::io(ErrorKind::Unreadable, "the current folder", &error))?,
    };
    let folder = project_folder(&project, &|name| std::env::var_os(name));
    folder.map(|folder| folder.join("outputs")).ok_or_else(|| {
        Error::new(
            ErrorKind::Unreadable,
            "no home directory: set HOME, or pass --store",
        )
    })
}

/// The next line; `Some(None)` for one that is too long, `None` at the end.
#[allow(clippy::option_option)]
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Option<Vec<u8>>>> {
    let mut line = Vec::new();
    input.take(MESSAGE_BYTES).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == MESSAGE_BYTES && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(None));
    }
    Ok(Some(Some(line)))
}

/// The answer to a message, or to several in a list; `None` if none is expected.
fn answer(line: &[u8], folder: &Path) -> Option<Value> {
    match serde_json::from_slice(line) {
        Ok(Value::Array(messages)) if !messages.is_empty() => {
            let answers: Vec<Value> = messages
                .iter()
                .filter_map(|message| answer_one(message, folder))
                .collect();
            (!answers.is_empty()).then_some(Value::Array(answers))
        }
        Ok(message) => answer_one(&message, folder),
        Err(problem) => Some(error(
            &Value::Null,
            PARSE_ERROR,
            format!("this isn't JSON: {problem}"),
        )),
    }
}

fn answer_one(message: &Value, folder: &Path) -> Option<Value> {
    let (id, method) = (&message["id"], message["method"].as_str());
    if method.is_none() && (message.get("result").is_some() || message.get("error").is_some()) {
        return None;
    }
    let Some(method) = method.filter(|_| message["jsonrpc"] == "2.0") else {
        let id = if is_id(id) { id } else { &Value::Null };
        return Some(error(
            id,
            INVALID_REQUEST,
            "this isn't a request of JSON-RPC 2.0",
        ));
    };
    // Notifications are not answered.
    message.get("id")?;
    if !is_id(id) {
        return Some(error(
            &Value::Null,
            INVALID_REQUEST,
            "id must be a string or a number",
        ));
    }
    Some(match called(method, &message["params"], folder) {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(problem) => json!({ "jsonrpc": "2.0", "id": id, "error": problem }),
    })
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_number()
}

fn error(id: &Value, code: i64, message: impl Into<String>) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": problem(code, message) })
}

fn problem(code: i64, message: impl Into<String>) -> Value {
    json!({ "code": code, "message": message.into() })
}

/// The result of a method, or the error object.
fn called(method: &str, params: &Value, folder: &Path) -> std::result::Result<Value, Value> {
    let version = params["_meta"].get(VERSION_KEY);
    let is_handshake = version.is_none() && method != "server/discover";
    if let Some(version) = version.filter(|_| method != "initialize") {
        let known = version
            .as_str()
            .ok_or_else(|| problem(INVALID_PARAMS, format!("{VERSION_KEY} must be a string")))?;
        if !REQUEST_VERSIONS.contains(&known) {
            let mut problem = problem(UNSUPPORTED_VERSION, "unsupported protocol version");
            problem["data"] = json!({ "supported": versions(), "requested": known });
            return Err(problem);
        }
    }
    let mut result = match method {
        "initialize" => {
            let wanted = params["protocolVersion"].as_str();
            let agreed = HANDSHAKE_VERSIONS
                .into_iter()
                .find(|version| wanted == Some(version))
                .unwrap_or(HANDSHAKE_VERSIONS[0]);
            return Ok(json!({
                "protocolVersion": agreed,
                "capabilities": { "tools": {} },
                "serverInfo": server(),
                "instructions": INSTRUCTIONS,
            }));
        }
        "server/discover" => json!({
            "supportedVersions": versions(),
            "capabilities": { "tools": {} },
            "instructions": INSTRUCTIONS,
        }),
        "ping" if is_handshake => json!({}),
        "tools/list" => json!({ "tools": listed() }),
        "tools/call" => tool_called(params, folder)?,
        _ => return Err(problem(METHOD_NOT_FOUND, format!("no method {method:?}"))),
    };
    if !is_handshake {
        result["resultType"] = json!("complete");
        result["_meta"] = json!({ SERVER_KEY: server() });
        if method != "tools/call" {
            result["ttlMs"] = json!(TTL_MS);
            result["cacheScope"] = json!("public");
        }
    }
    Ok(result)
}

fn versions() -> Vec<&'static str> {
    REQUEST_VERSIONS
        .into_iter()
        .chain(HANDSHAKE_VERSIONS)
        .collect()
}

fn server() -> Value {
    json!({ "name": "conspectus", "version": env!("CARGO_PKG_VERSION") })
}

/// The schemas of the tools, in the protocol's words.
fn listed() -> Vec<Value> {
    let mut listed = tools("anthropic").unwrap_or_default();
    for tool in &mut listed {
        tool["inputSchema"] = tool["input_schema"].take();
        if let Some(fields) = tool.as_object_mut() {
            fields.remove("input_schema");
        }
        tool["annotations"] = json!({ "readOnlyHint": true, "openWorldHint": false });
    }
    listed
}

fn tool_called(params: &Value, folder: &Path) -> std::result::Result<Value, Value> {
    let name = params["name"].as_str().unwrap_or_default();
    if !TOOL_NAMES.contains(&name) {
        let message = format!("unknown tool: the tools are {}", TOOL_NAMES.join(", "));
        return Err(problem(INVALID_PARAMS, message));
    }
    let none = json!({});
    let arguments = match &params["arguments"] {
        Value::Null => &none,
        given if given.is_object() => given,
        _ => return Err(problem(INVALID_PARAMS, "arguments must be an object")),
    };
    // Each call opens the folder again: it may have been made since.
    let answered =
        FolderStore::existing(folder).and_then(|store| store.try_answer(name, arguments));
    let (text, is_error) = match answered {
        Ok(text) => (text, false),
        Err(error) => (format!("{name} failed: {}", error.message()), true),
    };
    Ok(json!({ "content": [{ "type": "text", "text": text }], "isError": is_error }))
}

#[cfg(test)]
mod tests {
    use super::super::args::Quiet;
    use super::*;
    use conspectus_files::store::{Origin, Settings};

    fn exchange(folder: &Path, lines: &str) -> Vec<Value> {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut streams = Streams {
            stdin: &mut lines.as_bytes(),
            stdout: &mut out,
            stderr: &mut err,
            colour: false,
            colour_errors: false,
            progress: false,
            width: 80,
        };
        let args = McpArgs {
            project: None,
            store: Some(folder.to_path_buf()),
            quiet: Quiet { quiet: false },
        };
        assert_eq!(mcp(&args, &mut streams).expect("it runs to the end"), OK);
        assert!(err.is_empty());
        let out = String::from_utf8(out).expect("text");
        out.lines()
            .map(|line| serde_json::from_str(line).expect("a line of JSON"))
            .collect()
    }

    fn request(method: &str, params: &Value) -> String {
        format!(
            "{}\n",
            json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
        )
    }

    #[test]
    fn both_kinds_of_versions_are_served() {
        let place = tempfile::tempdir().expect("a folder");
        let one = |method: &str, params: &Value| {
            exchange(place.path(), &request(method, params)).remove(0)
        };
        for (asked, agreed) in [
            ("2024-11-05", "2024-11-05"),
            ("2025-11-25", "2025-11-25"),
            ("1999-01-01", "2025-11-25"),
        ] {
            let answer = one("initialize", &json!({ "protocolVersion": asked }));
            assert_eq!(answer["result"]["protocolVersion"], agreed);
        }
        let of = |version: &str| json!({ "_meta": { VERSION_KEY: version } });
        let found = one("server/discover", &of("2026-07-28"));
        assert_eq!(found["result"]["supportedVersions"][0], "2026-07-28");
        assert_eq!(found["result"]["resultType"], "complete");
        let refused = one("tools/list", &of("2030-01-01"));
        assert_eq!(refused["error"]["code"], UNSUPPORTED_VERSION);
        assert_eq!(refused["error"]["data"]["requested"], "2030-01-01");
        assert_eq!(one("ping", &json!({}))["result"], json!({}));
        assert_eq!(
            one("ping", &of("2026-07-28"))["error"]["code"],
            METHOD_NOT_FOUND
        );
        let tools = one("tools/list", &json!({}));
        assert!(tools["result"].get("resultType").is_none());
        assert_eq!(
            tools["result"]["tools"][1]["inputSchema"]["required"],
            json!(["query"])
        );
        assert_eq!(
            one("resources/list", &json!({}))["error"]["code"],
            METHOD_NOT_FOUND
        );
    }

    #[test]
    fn tools_read_the_store_and_change_nothing() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("outputs");
        let call = |name: &str, arguments: &Value| {
            let params = json!({ "name": name, "arguments": arguments });
            exchange(&folder, &request("tools/call", &params)).remove(0)
        };
        let early = call("search", &json!({ "query": "budget" }));
        assert_eq!(early["result"]["isError"], true);
        assert!(!folder.exists());
        let store = FolderStore::open(&folder, Settings::default()).expect("a store");
        let origin = Origin::new("read_file", "src/a.rs");
        let stored = store
            .put_from("let budget = 3;\n", &origin)
            .expect("it is stored");
        let text = |answer: &Value| answer["result"]["content"][0]["text"].to_string();
        for (name, arguments) in [
            ("search", json!({ "query": "budget" })),
            ("read_back", json!({ "key": stored.key })),
            ("describe", json!({})),
        ] {
            let answer = call(name, &arguments);
            assert_eq!(answer["result"]["isError"], false);
            assert!(text(&answer).contains("let budget = 3;"), "{answer}");
        }
        for key in [
            "../../etc/passwd",
            "/etc/passwd",
            "00000000000000000000000000000000",
        ] {
            let answer = call("read_back", &json!({ "key": key }));
            assert_eq!(answer["result"]["isError"], true);
            assert!(text(&answer).contains(key), "{answer}");
        }
        assert_eq!(call("remove", &json!({}))["error"]["code"], INVALID_PARAMS);
        assert_eq!(call("search", &json!([1]))["error"]["code"], INVALID_PARAMS);
    }

    #[test]
    fn what_is_no_request_gets_an_error_or_nothing() {
        let place = tempfile::tempdir().expect("a folder");
        let long = format!("{{\"x\": \"{}\"}}\n", "x".repeat(MESSAGE_BYTES as usize));
        let deep = "[".repeat(100_000);
        for (line, code) in [
            ("{", PARSE_ERROR),
            ("\u{0}\n", PARSE_ERROR),
            (&long, PARSE_ERROR),
            (&deep, PARSE_ERROR),
            ("[]\n", INVALID_REQUEST),
            ("7\n", INVALID_REQUEST),
            ("{\"jsonrpc\": \"2.0\", \"id\": 1}\n", INVALID_REQUEST),
            (
                "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"}\n",
                INVALID_REQUEST,
            ),
            ("{\"id\": 1, \"method\": \"ping\"}\n", INVALID_REQUEST),
            (
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": []}\n",
                INVALID_PARAMS,
            ),
        ] {
            let answers = exchange(place.path(), line);
            let shown: String = line.chars().take(80).collect();
            assert_eq!(answers.len(), 1, "{shown}");
            assert_eq!(answers[0]["error"]["code"], code, "{shown}");
        }
        let quiet = "\n{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}\n{\"jsonrpc\": \"2.0\", \"id\": 3, \"result\": {}}\n";
        assert!(exchange(place.path(), quiet).is_empty());
        let batch = format!(
            "[{},{}]\n",
            request("ping", &json!({})).trim(),
            "{\"jsonrpc\": \"2.0\", \"method\": \"x\"}"
        );
        assert_eq!(
            exchange(place.path(), &batch)[0].as_array().map(Vec::len),
            Some(1)
        );
        // What follows a bad line is still read.
        let after = format!("{long}{}", request("ping", &json!({})));
        assert_eq!(exchange(place.path(), &after)[1]["result"], json!({}));
    }

    #[test]
    fn spoiled_messages_are_answered_or_passed_over() {
        let place = tempfile::tempdir().expect("a folder");
        let store = FolderStore::open(&place.path().join("outputs"), Settings::default());
        store
            .expect("a store")
            .put("a tool said this")
            .expect("it is stored");
        let call = json!({ "name": "search", "arguments": { "query": "tool", "limit": 3, "source": null } });
        let good = request("tools/call", &call);
        let spoils = [
            "",
            "null",
            "-1",
            "1e400",
            "\"",
            "{",
            "]",
            "\\u0000",
            "\u{0}",
            "\\ud800",
            "99999999999999999999",
            "[[",
            "\n",
        ];
        for (at, _) in good.char_indices() {
            for spoil in spoils {
                for width in [0, 1, 9] {
                    let rest = good.get(at + width..).unwrap_or_default();
                    let lines = format!(
                        "{}{spoil}{rest}\n{}",
                        &good[..at],
                        request("ping", &json!({}))
                    );
                    let answers = exchange(&place.path().join("outputs"), &lines);
                    assert!(
                        answers.iter().all(|answer| answer["jsonrpc"] == "2.0"),
                        "{lines}"
                    );
                    assert_eq!(
                        answers.last().map(|last| &last["result"]),
                        Some(&json!({})),
                        "{lines}"
                    );
                }
            }
        }
    }
}
