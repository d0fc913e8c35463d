//! The rank files of tiktoken.

use super::tables::{MOST, Tokens};
use crate::error::{Error, ErrorKind, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Reads the tokens of a rank file. Their ranks serve as ids.
pub(super) fn read(file: &[u8]) -> Result<Tokens> {
    let count = file.iter().filter(|&&byte| byte == b'\n').count() + 1;
    if count > MOST {
        return Err(Error::new(
            ErrorKind::InvalidConfig,
            "",
            format!("the rank file has {count} lines: at most {MOST} are allowed"),
        ));
    }
    let mut tokens = Tokens::with_capacity(count);
    for (index, line) in file.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        let wrong = |what: &str| {
            Error::new(
                ErrorKind::InvalidConfig,
                format!("/{index}"),
                format!("line {} of the rank file {what}", index + 1),
            )
        };
        let (token, rank) =
            parsed(line).ok_or_else(|| wrong("is not a token in base64, a space and its rank"))?;
        tokens
            .add(&token, rank)
            .ok_or_else(|| wrong("has a token that an earlier one has"))?;
    }
    tokens.finish()
}

fn parsed(line: &[u8]) -> Option<(Vec<u8>, u32)> {
    let space = line.iter().position(|&byte| byte == b' ')?;
    let token = STANDARD
        .decode(&line[..space])
        .ok()
        .filter(|token| !token.is_empty())?;
    let rank = std::str::from_utf8(&line[space + 1..])
        .ok()?
        .parse()
        .ok()
        .filter(|&rank| rank < u32::MAX)?;
    Some((token, rank))
}
