//! Conversations for other programs, and a verdict on what these programs make of them. Each line
//! is one JSON value.

use crate::Shape;
use crate::random::Random;
use crate::render::render;
use crate::story::{Body, Ids, Limits, Medium, Piece, Step, story};
use crate::validate::{Session, check};
use serde_json::{Value, json};
use std::io::{BufRead, Write};

/// Writes `count` conversations as `{"seed", "messages"}`. They contain nothing that only this
/// project accepts: no unknown fields or parts, and a unique id for every call.
///
/// # Errors
/// Those of writing.
pub fn generate(shape: Shape, count: u64, out: &mut dyn Write) -> std::io::Result<()> {
    for seed in 0..count {
        let mut random = Random::named(seed, "peers");
        let mut told = story(
            &mut random,
            Limits {
                rounds: 8,
                text_chars: 6_000,
            },
        );
        told.ids = Ids::Unique;
        told.unknown_fields = false;
        told.steps
            .iter_mut()
            .for_each(|step| make_plain(step, shape));
        writeln!(
            out,
            "{}",
            json!({ "seed": seed, "messages": render(&told, shape, &mut random) })
        )?;
    }
    Ok(())
}

fn make_plain(step: &mut Step, shape: Shape) {
    match step {
        Step::User(pieces) => plain_pieces(pieces),
        Step::Agent {
            thought, pieces, ..
        } => {
            plain_pieces(pieces);
            // Reasoning items always have an id.
            if let Some(thought) = thought.as_mut().filter(|_| shape == Shape::OpenaiResponses) {
                thought
                    .signature
                    .get_or_insert_with(|| "c2lnbmF0dXJl".to_owned());
            }
        }
        Step::Results { answers, after, .. } => {
            plain_pieces(after);
            for answer in answers {
                if let Body::Blocks(text, media) | Body::Beside(text, media, _) = &answer.body {
                    let text = if text.is_empty() {
                        "ok".to_owned()
                    } else {
                        text.clone()
                    };
                    // OpenAI's chat takes nothing but text from a tool; captions among Gemini's
                    // nested media are others' habit.
                    answer.body = match shape {
                        Shape::OpenaiChat => Body::Text(text),
                        _ => Body::Beside(text, media.iter().map(|_| picture()).collect(), None),
                    };
                }
            }
        }
    }
}

fn plain_pieces(pieces: &mut Vec<Piece>) {
    pieces.retain(|piece| !matches!(piece, Piece::Unknown(_)));
    for piece in pieces {
        match piece {
            Piece::Media(medium) => *medium = picture(),
            Piece::Captioned(text, _) => *piece = Piece::Text(std::mem::take(text)),
            Piece::Text(_) | Piece::Unknown(_) => {}
        }
    }
}

fn picture() -> Medium {
    Medium {
        mime: "image/png".to_owned(),
        data: Some(crate::text::base64(800)),
    }
}

/// Reads `{"before", "after"}` from each line and writes `null`, or a description of the problem
/// with `after`.
///
/// # Errors
/// Those of reading and writing; a line that is not JSON.
pub fn judge(shape: Shape, lines: &mut dyn BufRead, out: &mut dyn Write) -> std::io::Result<()> {
    for line in lines.lines() {
        let pair: Value = serde_json::from_str(&line?)?;
        let verdict = check(shape, &pair["after"], Session::of(shape, &pair["before"])).err();
        writeln!(out, "{}", json!(verdict))?;
    }
    Ok(())
}
