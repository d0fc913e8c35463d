//! Results whose lines the agent numbers after the hook. A pointer takes one line, and the lines around
//! it must keep their numbers.

/// Adds the line numbers that the agent shows.
pub fn with_numbers(text: &str, first: u64) -> String {
    let lines: Vec<String> = (first..)
        .zip(text.split('\n'))
        .map(|(number, line)| format!("{number}\t{line}"))
        .collect();
    lines.join("\n")
}

/// Removes the numbers, and returns the text and the number of its first line. Pointers are only
/// possible at the start and at the end; others are replaced with the lines of `whole`. `None` if a
/// number would be wrong.
pub fn without_numbers(condensed: &str, whole: &str, first: u64) -> Option<(String, u64)> {
    let whole: Vec<&str> = whole.split('\n').collect();
    let lines: Vec<&str> = condensed.split('\n').collect();
    let last = lines.len() - 1;
    let mut told: Vec<&str> = Vec::new();
    let mut start = None;
    let mut next = None;
    for (at, line) in lines.iter().enumerate() {
        if let Some((from, to)) = pointed(line) {
            if at == 0 && at != last {
                (start, next) = (Some(to), Some(to + 1));
                told.push(line);
            } else if at == last {
                start = start.or(Some(from));
                told.push(line);
            } else {
                let (from, to) = (from.checked_sub(first)?, to.checked_sub(first)?);
                let range = usize::try_from(from).ok()?..=usize::try_from(to).ok()?;
                told.extend(whole.get(range)?);
                next = Some(first + to + 1);
            }
            continue;
        }
        let (number, text) = line.split_once('\t')?;
        let number: u64 = number.parse().ok()?;
        if next.is_some_and(|next| next != number) {
            return None;
        }
        start = start.or(Some(number));
        next = Some(number + 1);
        told.push(text);
    }
    Some((told.join("\n"), start?))
}

/// The first and the last line that a pointer replaces.
fn pointed(line: &str) -> Option<(u64, u64)> {
    let (range, _) = line.strip_prefix("[lines ")?.split_once(" are lines ")?;
    let (from, to) = range.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?)).filter(|(from, to)| from <= to)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTER: &str = "are lines 1-40 of the last Read a above; bcdf]";

    #[test]
    fn a_text_comes_back_without_its_numbers() {
        let text = "a\nb\n";
        assert_eq!(
            without_numbers(&with_numbers(text, 7), text, 7),
            Some((text.to_owned(), 7))
        );
    }

    #[test]
    fn lines_beside_pointers_keep_their_numbers() {
        let whole: Vec<String> = (1..=100).map(|line| format!("line {line}")).collect();
        let whole = whole.join("\n");
        let told = format!(
            "[lines 1-40 {POINTER}\n41\tline 41\n[lines 42-81 {POINTER}\n82\tline 82\n[lines 83-100 {POINTER}"
        );
        let (text, first) = without_numbers(&told, &whole, 1).unwrap_or_default();
        let shown = with_numbers(&text, first);
        let lines: Vec<&str> = shown.split('\n').collect();
        assert_eq!(lines[0], format!("40\t[lines 1-40 {POINTER}"));
        assert_eq!(
            lines[1..43],
            (41..=82)
                .map(|line| format!("{line}\tline {line}"))
                .collect::<Vec<_>>()
        );
        assert_eq!(lines[43..], [format!("83\t[lines 83-100 {POINTER}")]);
    }

    #[test]
    fn a_pointer_alone_has_the_first_number() {
        let told = format!("[lines 5-44 {POINTER}");
        assert_eq!(without_numbers(&told, "", 5), Some((told.clone(), 5)));
    }

    #[test]
    fn numbers_with_a_gap_are_refused() {
        assert_eq!(without_numbers("1\ta\n3\tc", "a\nb\nc", 1), None);
        assert_eq!(without_numbers("no number", "no number", 1), None);
    }
}
