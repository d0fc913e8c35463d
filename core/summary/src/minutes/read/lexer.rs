//! Reads a command line of a shell into its simple commands. It knows quotes, operators,
//! redirections and here-documents, and runs nothing.

use super::files::FileUse;

/// A simple command: its words without quotes, and the targets of its output.
#[derive(Clone, Default)]
pub struct Simple {
    /// True if it runs regardless of how the previous command ended, or only if that one failed.
    pub is_apart: bool,
    pub words: Vec<String>,
    pub outputs: Vec<(String, FileUse)>,
}

/// The simple commands of a command line, in order.
pub fn simple_commands(line: &str) -> Vec<Simple> {
    let mut lexer = Lexer {
        rest: line,
        ..Lexer::default()
    };
    lexer.run();
    lexer.found
}

/// What the word after an operator names.
#[derive(Default)]
enum Target {
    #[default]
    Nothing,
    Output(FileUse),
    /// An input, or a stream.
    Other,
    /// The end of a here-document.
    Document,
}

#[derive(Default)]
struct Lexer<'a> {
    rest: &'a str,
    found: Vec<Simple>,
    open: Simple,
    /// The word that is being read.
    word: Option<String>,
    /// What the next word names.
    target: Target,
    /// The ends of here-documents that begin after this line.
    documents: Vec<String>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(letter) = self.take() {
            match letter {
                '\\' => {
                    if let Some(next) = self.take().filter(|next| *next != '\n') {
                        self.word().push(next);
                    }
                }
                '\'' | '"' | '`' => self.quoted(letter),
                '$' if self.rest.starts_with('(') => self.substitution(),
                '#' if self.word.is_none() => {
                    self.rest = self.rest.trim_start_matches(|letter| letter != '\n');
                }
                '\n' => {
                    self.end(true);
                    self.skip_documents();
                }
                _ if letter.is_whitespace() => self.end_word(),
                '&' if self.takes(">") => self.redirection('>'),
                '&' if self.takes("&") => self.end(false),
                '|' if self.takes("|") => self.end(true),
                '|' | '&' | ';' | '(' | ')' => self.end(true),
                '>' | '<' => self.redirection(letter),
                _ => self.word().push(letter),
            }
        }
        self.end(true);
    }

    fn take(&mut self) -> Option<char> {
        let mut letters = self.rest.chars();
        let letter = letters.next();
        self.rest = letters.as_str();
        letter
    }

    /// Consumes a token if it comes next, and returns whether it did.
    fn takes(&mut self, piece: &str) -> bool {
        let behind = self.rest.strip_prefix(piece);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }

    fn word(&mut self) -> &mut String {
        self.word.get_or_insert_default()
    }

    fn quoted(&mut self, quote: char) {
        self.word();
        while let Some(letter) = self.take().filter(|letter| *letter != quote) {
            // Between single quotes a backslash is a letter as any other.
            let letter = if letter == '\\' && quote != '\'' {
                self.take()
            } else {
                Some(letter)
            };
            self.word().extend(letter);
        }
    }

    /// Keeps `$(...)` in its word, unchanged.
    fn substitution(&mut self) {
        self.word().push('$');
        let mut depth = 0usize;
        while let Some(letter) = self.take() {
            self.word().push(letter);
            match letter {
                '(' => depth += 1,
                ')' if depth == 1 => break,
                ')' => depth -= 1,
                _ => {}
            }
        }
    }

    /// Reads a redirection after its `<` or `>`.
    fn redirection(&mut self, letter: char) {
        // A number right before it names a stream: only the first is output.
        let number = self
            .word
            .take_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        self.end_word();
        let is_output = number.as_deref().is_none_or(|number| number == "1");
        self.target = Target::Other;
        if letter == '>' {
            let done = if self.takes(">") {
                FileUse::Appended
            } else {
                FileUse::Written
            };
            self.takes("|");
            // `>&2` and `2>&1` name a stream and no file.
            if !self.takes("&") && is_output {
                self.target = Target::Output(done);
            }
        } else if self.takes("<") && !self.takes("<") {
            self.takes("-");
            self.target = Target::Document;
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        match std::mem::take(&mut self.target) {
            Target::Output(done) => self.open.outputs.push((word, done)),
            Target::Document => self.documents.push(word),
            Target::Other => {}
            Target::Nothing => self.open.words.push(word),
        }
    }

    fn end(&mut self, is_apart: bool) {
        self.end_word();
        self.target = Target::Nothing;
        if !self.open.words.is_empty() || !self.open.outputs.is_empty() {
            let next = Simple {
                is_apart,
                ..Simple::default()
            };
            self.found.push(std::mem::replace(&mut self.open, next));
        }
    }

    /// Skips the here-documents that were announced on the line that has just ended.
    fn skip_documents(&mut self) {
        for end in std::mem::take(&mut self.documents) {
            let lines = self.rest.split_inclusive('\n');
            let body = lines.take_while(|line| line.trim() != end).map(str::len);
            let behind = self.rest[body.sum()..].split_once('\n');
            self.rest = behind.map_or("", |(_, behind)| behind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        simple_commands(line)
            .iter()
            .map(|simple| simple.words.join(" "))
            .collect()
    }

    #[test]
    fn commands_are_split_at_operators_and_not_inside_quotes() {
        assert_eq!(
            words("cd a && make test 2>&1 | tail -5; echo \"done; ok\""),
            ["cd a", "make test", "tail -5", "echo done; ok"]
        );
        assert_eq!(
            words("# a comment\nls -la\n\nrm 'a b' c\\ d"),
            ["ls -la", "rm a b c d"]
        );
        assert_eq!(
            words("git commit -m \"$(cat <<'EOF'\nhi && bye\nEOF\n)\""),
            ["git commit -m $(cat <<'EOF'\nhi && bye\nEOF\n)"]
        );
    }

    #[test]
    fn outputs_are_read_and_here_documents_are_not() {
        let found =
            simple_commands("cat > a.txt <<'EOF'\nrm b > c\nEOF\necho x >> d.log 2> /dev/null");
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].outputs, [("a.txt".to_owned(), FileUse::Written)]);
        assert_eq!(found[1].outputs, [("d.log".to_owned(), FileUse::Appended)]);
    }
}
