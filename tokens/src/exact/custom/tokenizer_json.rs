//! Reads the `tokenizer.json` of Hugging Face, if it is byte-level BPE with a split that this crate
//! knows.

use super::super::keys::NONE;
use super::super::pattern::Pattern;
use super::tables::{MOST, Merges, Pairs, Tokens};
use super::{INSTEAD, Parts};
use crate::error::{Error, ErrorKind, Result};
use crate::text::sanitize_label;
use serde_json::{Map, Value};

pub(super) fn read(file: &[u8]) -> Result<Parts> {
    let json: Value = serde_json::from_slice(file).map_err(|error| {
        Error::new(
            ErrorKind::InvalidJson,
            "",
            format!("tokenizer.json: {error}"),
        )
    })?;
    let model = object(&json["model"])
        .ok_or_else(|| refused("/model", "it has no model, as a tokenizer.json has"))?;
    check_model(model)?;
    let composes = normalizer(&json["normalizer"])?;
    let pattern = pre_tokenizer(&json["pre_tokenizer"])?;
    let tokens = vocabulary(model)?;
    let merges = merges(model, &tokens)?;
    let whole_first = model
        .get("ignore_merges")
        .and_then(Value::as_bool)
        .unwrap_or(false);
    Ok(Parts {
        tokens,
        merges: Merges::Listed(merges),
        pattern,
        whole_first,
        composes,
    })
}

fn object(value: &Value) -> Option<&Map<String, Value>> {
    value.as_object()
}

/// The error for a file that this crate does not support: which field, why, and what to do instead.
fn refused(path: &str, what: &str) -> Error {
    Error::new(ErrorKind::InvalidConfig, path, format!("{what}: {INSTEAD}"))
}

fn kind(value: &Value) -> String {
    sanitize_label(value["type"].as_str().unwrap_or("none"), 64)
}

fn check_model(model: &Map<String, Value>) -> Result<()> {
    let field = |name: &str| model.get(name).unwrap_or(&Value::Null);
    // Files from before 2021 do not name the type. Only BPE models have merges.
    let is_bpe = field("type")
        .as_str()
        .map_or(model.contains_key("merges"), |kind| kind == "BPE");
    if !is_bpe {
        let found = sanitize_label(field("type").as_str().unwrap_or("none"), 64);
        return Err(refused(
            "/model/type",
            &format!("only BPE is counted here, the model is {found}"),
        ));
    }
    for name in ["continuing_subword_prefix", "end_of_word_suffix"] {
        if field(name).as_str().is_some_and(|text| !text.is_empty()) {
            return Err(refused(
                &format!("/model/{name}"),
                &format!("byte-level BPE has no {name}"),
            ));
        }
    }
    if field("byte_fallback") == &Value::Bool(true) {
        return Err(refused(
            "/model/byte_fallback",
            "BPE over characters (SentencePiece's) is not counted here",
        ));
    }
    if field("dropout").as_f64().is_some_and(|share| share > 0.0) {
        return Err(refused("/model/dropout", "with dropout, counts are random"));
    }
    Ok(())
}

/// Whether text is first brought to Unicode's composed form (NFC).
fn normalizer(value: &Value) -> Result<bool> {
    const PATH: &str = "/normalizer";
    let known = |one: &Value, path: String| match one["type"].as_str() {
        Some("NFC") => Ok(true),
        _ => Err(refused(
            &path,
            &format!("the normalizer {} is not known here, NFC is", kind(one)),
        )),
    };
    match value["type"].as_str() {
        _ if value.is_null() => Ok(false),
        Some("Sequence") => {
            let list = value["normalizers"]
                .as_array()
                .map_or(&[][..], Vec::as_slice);
            list.iter()
                .enumerate()
                .map(|(index, one)| known(one, format!("{PATH}/normalizers/{index}")))
                .try_fold(false, |_, one| one)
        }
        _ => known(value, PATH.to_owned()),
    }
}

fn pre_tokenizer(value: &Value) -> Result<Pattern> {
    const PATH: &str = "/pre_tokenizer";
    let list = match value["type"].as_str() {
        Some("ByteLevel") => {
            return byte_level(value, PATH)?.ok_or_else(|| {
                refused(
                    &format!("{PATH}/use_regex"),
                    "nothing says how text is split",
                )
            });
        }
        Some("Sequence") => value["pretokenizers"]
            .as_array()
            .map_or(&[][..], Vec::as_slice),
        _ => {
            return Err(refused(
                PATH,
                &format!(
                    "only byte-level BPE is counted here, the pre_tokenizer is {}",
                    kind(value)
                ),
            ));
        }
    };
    let path = |index: usize| format!("{PATH}/pretokenizers/{index}");
    match list {
        [last] if last["type"] == "ByteLevel" => byte_level(last, &path(0))?.ok_or_else(|| {
            refused(
                &format!("{}/use_regex", path(0)),
                "nothing says how text is split",
            )
        }),
        [first, last] if first["type"] == "Split" && last["type"] == "ByteLevel" => {
            let pattern = split(first, &path(0))?;
            match byte_level(last, &path(1))? {
                None => Ok(pattern),
                Some(_) => Err(refused(
                    &format!("{}/use_regex", path(1)),
                    "text that is split twice is not counted here",
                )),
            }
        }
        _ => {
            let kinds: Vec<String> = list.iter().take(8).map(kind).collect();
            Err(refused(
                PATH,
                &format!(
                    "one Split and ByteLevel are understood, found {}",
                    kinds.join(", ")
                ),
            ))
        }
    }
}

/// The split of a `ByteLevel`, if it splits text itself.
fn byte_level(value: &Value, path: &str) -> Result<Option<Pattern>> {
    if value["add_prefix_space"] == Value::Bool(true) {
        return Err(refused(
            &format!("{path}/add_prefix_space"),
            "a space put before the text is not counted here",
        ));
    }
    // If it is left out it counts as true, because older files do not have the field.
    Ok((value["use_regex"] != Value::Bool(false)).then_some(Pattern::R50k))
}

fn split(value: &Value, path: &str) -> Result<Pattern> {
    // The pattern matches all text. So keeping the matches as pieces is the same as removing what
    // does not match.
    let isolates = value["behavior"] == "Isolated" && value["invert"] != Value::Bool(true);
    let removes_rest = value["behavior"] == "Removed" && value["invert"] == Value::Bool(true);
    if !isolates && !removes_rest {
        return Err(refused(
            &format!("{path}/behavior"),
            "the split must give its matches as pieces (Isolated)",
        ));
    }
    let regex = value["pattern"]["Regex"].as_str().unwrap_or_default();
    Pattern::of_regex(regex).ok_or_else(|| {
        let known = Pattern::ALL.map(Pattern::name).join(", ");
        refused(
            &format!("{path}/pattern"),
            &format!(
                "the split is not that of {known}, but `{}`",
                sanitize_label(regex, 80)
            ),
        )
    })
}

fn vocabulary(model: &Map<String, Value>) -> Result<Tokens> {
    let listed = model
        .get("vocab")
        .and_then(object)
        .ok_or_else(|| refused("/model/vocab", "there is no vocabulary"))?;
    if listed.len() > MOST {
        return Err(Error::new(
            ErrorKind::InvalidConfig,
            "/model/vocab",
            format!("{} tokens: there may be {MOST}", listed.len()),
        ));
    }
    let mut tokens = Tokens::with_capacity(listed.len());
    let mut bytes = Vec::new();
    for (token, id) in listed {
        // A name with characters outside this alphabet is a special token among the others.
        // Ordinary text never makes it.
        if spelled(token, &mut bytes) {
            let id = id
                .as_u64()
                .and_then(|id| u32::try_from(id).ok())
                .filter(|&id| id != u32::MAX);
            let wrong = || {
                Error::new(
                    ErrorKind::InvalidConfig,
                    "",
                    "a token must have an id of its own",
                )
                .under(token)
                .under("vocab")
                .under("model")
            };
            tokens
                .add(&bytes, id.ok_or_else(wrong)?)
                .ok_or_else(wrong)?;
        }
    }
    tokens
        .finish()
        .map_err(|error| Error::new(error.kind(), "/model/vocab", error.message()))
}

fn merges(model: &Map<String, Value>, tokens: &Tokens) -> Result<Pairs> {
    let listed = model
        .get("merges")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    if listed.len() > 2 * MOST {
        return Err(Error::new(
            ErrorKind::InvalidConfig,
            "/model/merges",
            format!("{} merges: there may be {}", listed.len(), 2 * MOST),
        ));
    }
    let mut pairs = Pairs::with_capacity(listed.len());
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (rank, merge) in listed.iter().enumerate() {
        let parts = match merge {
            Value::String(pair) => pair.split_once(' '),
            Value::Array(pair) => pair
                .first()
                .and_then(Value::as_str)
                .zip(pair.get(1).and_then(Value::as_str))
                .filter(|_| pair.len() == 2),
            _ => None,
        };
        let found = parts
            .filter(|(a, b)| spelled(a, &mut left) && spelled(b, &mut right))
            .map(|_| {
                let whole = [left.as_slice(), right.as_slice()].concat();
                [tokens.find(&left), tokens.find(&right), tokens.find(&whole)]
            });
        match found {
            Some([left, right, merged]) if left != NONE && right != NONE && merged != NONE => {
                pairs.add(left, right, rank as u32, merged)
            }
            _ => {
                let message = "a merge must be of two tokens of the vocabulary that make a third";
                return Err(Error::new(
                    ErrorKind::InvalidConfig,
                    format!("/model/merges/{rank}"),
                    message,
                ));
            }
        }
    }
    Ok(pairs)
}

/// Writes the bytes that a token encodes in GPT-2's alphabet: printable Latin-1 characters encode
/// themselves, and the other 68 bytes are written as U+0100 and up, in order. Returns `false` if a
/// character is not in the alphabet.
fn spelled(token: &str, bytes: &mut Vec<u8>) -> bool {
    bytes.clear();
    for letter in token.chars() {
        let byte = match u32::from(letter) {
            code @ (0x21..=0x7E | 0xA1..=0xAC | 0xAE..=0xFF) => code as u8,
            code @ 0x100..=0x120 => (code - 0x100) as u8,
            code @ 0x121..=0x142 => (code - 0x121 + 0x7F) as u8,
            0x143 => 0xAD,
            _ => return false,
        };
        bytes.push(byte);
    }
    !bytes.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alphabet_spells_every_byte_once() {
        let mut seen = [0; 256];
        let mut bytes = Vec::new();
        for letter in
            ('\0'..='\u{200}').filter(|letter| spelled(&letter.to_string(), &mut Vec::new()))
        {
            assert!(spelled(&letter.to_string(), &mut bytes));
            seen[usize::from(bytes[0])] += 1;
        }
        assert_eq!(seen, [1; 256]);
        assert!(spelled("Ġ\u{10A}ł", &mut bytes));
        assert_eq!(bytes, [b' ', b'\n', 0xA0]);
    }
}
