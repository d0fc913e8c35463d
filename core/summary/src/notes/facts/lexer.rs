//! Reads a command line of a shell into its simple commands. It knows quotes, operators,
//! redirections and here-documents, and runs nothing.

/// What stands in front of a simple command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joint {
    /// Nothing: it is the first.
    Start,
    /// `&&`: it runs if the one before it succeeded.
    And,
    /// `||`: it runs if the one before it failed.
    Or,
    /// `|`: it reads what the one before it writes.
    Pipe,
    /// `;`, `&`, a line break or a bracket: it runs anyway.
    Next,
}

/// A file that the output of a simple command goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Output {
    pub path: String,
    /// Whether it is appended to.
    pub appends: bool,
}

/// A simple command: its words without quotes, and where its output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Simple {
    pub joint: Joint,
    pub words: Vec<String>,
    pub outputs: Vec<Output>,
    /// The bodies of its here-documents.
    pub documents: Vec<String>,
}

impl Simple {
    fn new(joint: Joint) -> Self {
        Self {
            joint,
            words: Vec::new(),
            outputs: Vec::new(),
            documents: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.outputs.is_empty()
    }
}

/// The simple commands of a command line, in order.
pub(crate) fn simple_commands(line: &str) -> Vec<Simple> {
    let mut lexer = Lexer {
        rest: line,
        found: Vec::new(),
        open: Simple::new(Joint::Start),
        word: None,
        target: None,
        documents: Vec::new(),
    };
    lexer.run();
    lexer.found
}

struct Lexer<'a> {
    rest: &'a str,
    found: Vec<Simple>,
    open: Simple,
    /// The word that is being read.
    word: Option<String>,
    /// The next word is where output goes to (`Some(appends)`), or names no file of interest
    /// (`None` inside).
    target: Option<Option<bool>>,
    /// The ends of here-documents that begin after this line.
    documents: Vec<String>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(letter) = self.rest.chars().next() {
            match letter {
                '\\' => {
                    self.advance(1);
                    if let Some(next) = self.take() {
                        if next != '\n' {
                            self.word.get_or_insert_default().push(next);
                        }
                    }
                }
                '\'' => self.quoted('\'', false),
                '"' => self.quoted('"', true),
                '`' => self.quoted('`', true),
                '$' if self.rest.starts_with("$(") => self.substitution(),
                '#' if self.word.is_none() => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.advance(end);
                }
                '\n' => {
                    self.advance(1);
                    self.end(Joint::Next);
                    self.read_documents();
                }
                _ if letter.is_whitespace() => {
                    self.advance(letter.len_utf8());
                    self.end_word();
                }
                '&' | '|' | ';' | '(' | ')' => self.operator(),
                '>' | '<' => self.redirection(),
                _ => {
                    self.advance(letter.len_utf8());
                    self.word.get_or_insert_default().push(letter);
                }
            }
        }
        self.end(Joint::Next);
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.advance(letter.len_utf8());
        Some(letter)
    }

    fn quoted(&mut self, quote: char, escapes: bool) {
        self.advance(1);
        let word = self.word.get_or_insert_default();
        let mut escaped = false;
        let mut bytes = 0;
        for letter in self.rest.chars() {
            bytes += letter.len_utf8();
            if escaped {
                escaped = false;
                word.push(letter);
            } else if escapes && letter == '\\' {
                escaped = true;
            } else if letter == quote {
                break;
            } else {
                word.push(letter);
            }
        }
        self.advance(bytes);
    }

    /// `$(...)` stays in its word as it stands.
    fn substitution(&mut self) {
        let mut depth = 0usize;
        let mut bytes = 0;
        for letter in self.rest.chars() {
            bytes += letter.len_utf8();
            match letter {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if letter == ')' && depth == 0 {
                break;
            }
        }
        let (taken, rest) = self.rest.split_at(bytes);
        self.word.get_or_insert_default().push_str(taken);
        self.rest = rest;
    }

    fn operator(&mut self) {
        const OPERATORS: [(&str, Joint); 5] = [
            ("&&", Joint::And),
            ("||", Joint::Or),
            ("|&", Joint::Pipe),
            ("|", Joint::Pipe),
            ("&", Joint::Next),
        ];
        if self.rest.starts_with("&>") {
            self.advance(1);
            self.redirection();
            return;
        }
        let found = OPERATORS
            .iter()
            .find(|(text, _)| self.rest.starts_with(text));
        let (bytes, joint) = found.map_or((1, Joint::Next), |(text, joint)| (text.len(), *joint));
        self.advance(bytes);
        self.end(joint);
    }

    fn redirection(&mut self) {
        // A number right before it names a stream: only the first is output.
        let number = self
            .word
            .take_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        self.end_word();
        let is_output = number.as_deref().is_none_or(|number| number == "1");
        if self.rest.starts_with("<<<") {
            self.advance(3);
            self.target = Some(None);
        } else if self.rest.starts_with("<<") {
            self.advance(2);
            let dash = self.rest.starts_with('-');
            self.advance(usize::from(dash));
            let rest = self.rest.trim_start_matches([' ', '\t']);
            let end = rest
                .find(|letter: char| letter.is_whitespace() || "|&;()<>".contains(letter))
                .unwrap_or(rest.len());
            self.documents
                .push(rest[..end].replace(['\'', '"', '\\'], ""));
            self.rest = &rest[end..];
        } else if self.rest.starts_with('<') {
            self.advance(1);
            self.target = Some(None);
        } else {
            let appends = self.rest.starts_with(">>");
            self.advance(if appends || self.rest.starts_with(">|") {
                2
            } else {
                1
            });
            if self.rest.starts_with('&') {
                // `>&2` and `2>&1` name a stream and no file.
                self.advance(1);
                self.target = Some(None);
            } else {
                self.target = Some(is_output.then_some(appends));
            }
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        match self.target.take() {
            Some(Some(appends)) => self.open.outputs.push(Output {
                path: word,
                appends,
            }),
            Some(None) => {}
            None => self.open.words.push(word),
        }
    }

    fn end(&mut self, joint: Joint) {
        self.end_word();
        self.target = None;
        if self.open.is_empty() {
            // `a && \n b`: a line break after an operator is none.
            if joint != Joint::Next {
                self.open.joint = joint;
            }
            return;
        }
        let done = std::mem::replace(&mut self.open, Simple::new(joint));
        self.found.push(done);
    }

    /// Reads the here-documents that were announced on the line that has just ended.
    fn read_documents(&mut self) {
        for end in std::mem::take(&mut self.documents) {
            let mut bytes = 0;
            let mut body = 0;
            for line in self.rest.split_inclusive('\n') {
                bytes += line.len();
                if line.trim() == end {
                    break;
                }
                body = bytes;
            }
            if let Some(last) = self.found.last_mut() {
                last.documents.push(self.rest[..body].to_owned());
            }
            self.advance(bytes);
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
    fn outputs_and_here_documents_are_read() {
        let found =
            simple_commands("cat > a.txt <<'EOF'\nrm b > c\nEOF\necho x >> d.log 2> /dev/null");
        assert_eq!(found.len(), 2);
        assert_eq!(
            found[0].outputs,
            [Output {
                path: "a.txt".to_owned(),
                appends: false
            }]
        );
        assert_eq!(found[0].documents, ["rm b > c\n"]);
        assert_eq!(
            found[1].outputs,
            [Output {
                path: "d.log".to_owned(),
                appends: true
            }]
        );
    }
}
