//! Message times in recorded sessions.

use crate::json_text::JsonText;
use conspectus::host::item::Kind;
use speedate::DateTime;

/// Fields in which agents and libraries keep the time of a message. The clearest names come first.
const FIELDS: [&str; 6] = ["timestamp", "created_at", "createdAt", "time", "ts", "date"];

/// A larger number counts milliseconds, a smaller one seconds: as seconds it would lie in the year
/// 5138, as milliseconds in 1973.
const SECONDS_MAX: f64 = 1e11;
/// A larger number counts microseconds.
const MILLISECONDS_MAX: f64 = 1e14;

/// Returns the times that the messages contain; empty if no message has one.
pub(super) fn of_messages<'a>(
    messages: impl IntoIterator<Item = JsonText<'a>>,
) -> Vec<Option<f64>> {
    or_none(messages.into_iter().map(of_message).collect())
}

fn of_message(message: JsonText<'_>) -> Option<f64> {
    let mut found: Option<(usize, f64)> = None;
    // A message may be long: its fields are gone through once.
    message.for_each(&mut |key, value| {
        let rank = key.and_then(|key| FIELDS.iter().position(|field| *field == key.name));
        let Some(rank) = rank.filter(|rank| found.is_none_or(|(best, _)| *rank < best)) else {
            return;
        };
        found = read(&value).map(|time| (rank, time)).or(found);
    });
    found.map(|(_, time)| time)
}

/// The times, or none at all if none is known.
pub(super) fn or_none(times: Vec<Option<f64>>) -> Vec<Option<f64>> {
    if times.iter().any(Option::is_some) {
        times
    } else {
        Vec::new()
    }
}

/// A time in milliseconds since 1970: a number of seconds, milliseconds or microseconds, or a text
/// in the form of ISO 8601.
pub(super) fn read(value: &JsonText<'_>) -> Option<f64> {
    match value.kind() {
        Kind::Number => of_number(value.number()),
        Kind::String => value.text(64, |text| of_text(&text.to_str())),
        _ => None,
    }
}

fn of_number(number: f64) -> Option<f64> {
    if !number.is_finite() || number <= 0.0 {
        return None;
    }
    Some(if number < SECONDS_MAX {
        number * 1_000.0
    } else if number < MILLISECONDS_MAX {
        number
    } else {
        number / 1_000.0
    })
}

/// `2026-11-21T10:00:00.250Z`, with a blank in place of the `T`, with an offset in place of the
/// `Z`, or with neither: then it is UTC.
fn of_text(text: &str) -> Option<f64> {
    DateTime::parse_str(text.trim())
        .ok()
        .map(|time| time.timestamp_tz_ms() as f64)
}

/// A time in the form of ISO 8601 as [`iso`] writes it.
pub(super) fn iso_of(text: &str) -> Option<String> {
    of_text(text)
        .filter(|ms| *ms >= 0.0)
        .map(|ms| iso(ms as u64))
}

/// `2026-11-21T10:00:00.250Z`, as `Date.toISOString` of JavaScript writes it.
pub(super) fn iso(now_ms: u64) -> String {
    let seconds = i64::try_from(now_ms / 1_000).unwrap_or(i64::MAX);
    DateTime::from_timestamp(seconds, 0).map_or_else(
        |_| String::new(),
        |at| {
            let (date, time) = (at.date, at.time);
            format!(
                "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
                date.year,
                date.month,
                date.day,
                time.hour,
                time.minute,
                time.second,
                now_ms % 1_000
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use super::{iso, of_number, of_text};

    #[test]
    fn a_written_time_is_read_again() {
        let text = iso(1_795_255_200_250);
        assert_eq!(text, "2026-11-21T10:00:00.250Z");
        assert_eq!(of_text(&text), Some(1_795_255_200_250.0));
    }

    #[test]
    fn times_are_read_in_the_forms_of_recorded_sessions() {
        for (text, time) in [
            ("1970-01-01T00:00:00Z", Some(0.0)),
            ("2000-03-01T00:00:00Z", Some(951_868_800_000.0)),
            ("2024-02-29T23:59:59.500Z", Some(1_709_251_199_500.0)),
            ("2026-11-21 10:00:00", Some(1_795_255_200_000.0)),
            ("2026-11-21T12:00:00.000+02:00", Some(1_795_255_200_000.0)),
            ("2026-11-21T04:30:00-0530", Some(1_795_255_200_000.0)),
            ("2026-11-21T10:00:00+00", None),
            ("2026-11-21T10:00Z", Some(1_795_255_200_000.0)),
            ("2026-13-21T10:00:00Z", None),
            ("2026-11-21T10:00:00+2", None),
            ("2026-11-21T10:00:0x", None),
            ("yesterday at ten", None),
            ("2026-11-21", None),
            ("", None),
        ] {
            assert_eq!(of_text(text), time, "{text}");
        }
    }

    #[test]
    fn numbers_are_seconds_milliseconds_or_microseconds() {
        for number in [
            1_795_255_200.0,
            1_795_255_200_000.0,
            1_795_255_200_000_000.0,
        ] {
            assert_eq!(of_number(number), Some(1_795_255_200_000.0));
        }
        assert_eq!((of_number(-1.0), of_number(f64::NAN)), (None, None));
    }
}
