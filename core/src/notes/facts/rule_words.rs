//! The words by which a sentence demands or forbids something, and those by which it changes what
//! was said before.

use super::phrases::{has_spaces, Phrases};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Words that demand or forbid. One line a language. Chosen here, from grammars and from recorded
/// sessions.
#[rustfmt::skip]
pub(crate) static DEMANDS: Phrases = Phrases::new(&[
    // English
    "must", "mustn't", "never", "always", "don't", "do not", "dont", "only", "avoid", "prefer", "without", "instead",
    "instead of", "rather than", "make sure", "ensure", "keep", "should", "shouldn't", "please use", "no longer", "not allowed", "forbidden",
    "required", "from now on", "at most", "at least", "no more than", "needs to", "^use", "^stop",
    // Chinese, simplified and traditional
    "不要", "必须", "必須", "只能", "只用", "请用", "請用", "请使用", "請使用", "保持", "避免", "务必", "務必", "不得", "始终", "始終", "不能", "不可", "不许",
    "不許", "禁止", "请勿", "請勿", "切勿", "别再", "別再", "别用", "別用", "别改", "別改", "别动", "別動", "一定要", "应该", "應該", "应当", "應當", "改用", "不再", "一律",
    "总是", "總是", "永远", "永遠", "确保", "確保", "统一用", "統一用", "統一成", "统一成",
    // Japanese
    "ないでください", "しないで", "必ず", "絶対", "なければなりません", "なければならない", "だけ", "のみ", "常に", "避けて", "べき", "代わりに", "ではなく",
    "してはいけ", "使わない", "使って", "使用して", "ようにして",
    // Korean
    "반드시", "항상", "절대", "하지 마", "하지마", "마세요", "말고", "대신", "해야", "금지", "만 사용", "하지 않",
    // German
    "muss", "müssen", "musst", "müsst", "darf nicht", "dürfen nicht", "darfst nicht", "darf kein", "nie", "niemals", "immer", "nur", "keinesfalls",
    "auf keinen fall", "nicht mehr", "bitte nicht", "bitte kein", "bitte keine", "ohne", "statt", "stattdessen", "soll", "sollen", "sollte", "sollst", "stets", "unbedingt", "vermeide",
    "vermeiden", "bevorzuge", "achte darauf", "stelle sicher", "stell sicher", "ab jetzt", "höchstens", "mindestens", "^verwende", "^benutze",
    "^nutze", "^ändere", "^lösche", "^lass", "^keine", "^kein", "^halte", "^nicht",
    // Spanish
    "debe", "deben", "debes", "nunca", "siempre", "solo", "sólo", "solamente", "evita", "evitar", "^sin", "en lugar de", "en vez de", "asegúrate",
    "prefiere", "tiene que", "tienes que", "hay que", "ya no", "prohibido", "no uses", "no toques",
    "no modifiques", "no cambies", "no borres", "no elimines", "no hagas", "no pongas", "no añadas", "no agregues", "no escribas", "no crees", "no subas",
    "no muevas", "no ejecutes", "no instales", "no olvides", "no rompas", "no edites", "no debes", "^usa", "^utiliza", "^mantén",
    // French
    "doit", "dois", "doivent", "devez", "jamais", "toujours", "seulement", "uniquement", "évite", "évitez", "sans", "au lieu de", "plutôt que",
    "assure-toi", "assurez-vous", "il faut", "ne pas", "interdit", "^utilise", "^utilisez", "^garde", "^n'utilise", "^ne",
    // Portuguese
    "deve", "devem", "sempre", "somente", "apenas", "evite", "sem", "em vez de", "certifique-se", "não deve", "proibido", "^não", "^use", "^mantenha",
    // Russian
    "должен", "должна", "должно", "должны", "никогда", "всегда", "только", "нельзя", "избегай", "избегайте", "вместо", "обязательно", "без",
    "не используй", "не используйте", "^не", "^используй", "^используйте",
]);

/// Words that change what was said before. Chosen here.
#[rustfmt::skip]
pub(crate) static CHANGES: Phrases = Phrases::new(&[
    "no longer", "instead", "instead of", "changed to", "change to", "switch to", "switched to", "~now", "from now on", "any more", "anymore",
    "actually", "forget", "replaced by", "不再", "改用", "改成", "改为", "改為", "现在", "現在", "换成", "換成", "今后", "今後", "これから", "代わりに",
    "変更", "이제", "대신", "더 이상", "nicht mehr", "stattdessen", "~jetzt", "ab jetzt", "ab sofort", "~nun", "ya no", "en su lugar", "~ahora", "cambia",
    "ne plus", "désormais", "~maintenant", "à la place", "dorénavant", "não mais", "~agora", "em vez disso", "больше не", "теперь", "вместо",
]);

/// Words that say nothing about the subject of a sentence. Words shorter than three letters say
/// nothing either.
#[rustfmt::skip]
pub(crate) const EMPTY: &[&str] = &[
    "the", "and", "for", "you", "your", "are", "any", "all", "this", "that", "these", "those", "with", "from", "into", "not", "but", "our", "can",
    "may", "use", "using", "used", "must", "never", "always", "don", "does", "only", "keep", "should", "instead", "longer", "now", "please", "make",
    "sure", "stay", "stays", "under", "over", "below", "above", "them", "they", "their", "one", "ones", "more", "than", "when", "then", "have", "has", "will", "was", "were", "what", "which", "who", "how", "its", "it's", "don't", "anymore",
    "changed", "change", "switch", "switched", "actually", "rather", "without", "avoid", "prefer", "ensure", "need", "also", "just", "every", "each",
    "und", "der", "die", "das", "den", "dem", "ein", "eine", "einen", "nicht", "mehr", "muss", "immer", "nur", "bitte", "jetzt", "stattdessen", "statt",
    "sollen", "soll", "verwende", "mit", "für", "auf", "los", "las", "del", "una", "uno", "con", "para", "por", "que", "siempre", "nunca", "ahora",
    "usa", "debe", "les", "des", "une", "pour", "avec", "dans", "toujours", "jamais", "maintenant", "utilise", "não", "sempre", "agora", "для",
    "всегда", "никогда", "теперь", "только",
];

/// Whether French denies in a sentence: `ne` or `n'`, and its second half within four words.
pub(crate) fn denies_in_french(worded: &str) -> bool {
    let words: Vec<&str> = worded.split_whitespace().collect();
    words.iter().enumerate().any(|(index, word)| {
        let first = *word == "ne" || (word.starts_with("n'") && word.len() > 3);
        first
            && words[index + 1..]
                .iter()
                .take(4)
                .any(|word| matches!(*word, "pas" | "jamais" | "plus" | "que"))
    })
}

/// The words that say what a sentence is about: whole words, and pairs of letters of scripts
/// without spaces.
pub(crate) fn subject(sentence: &str) -> Vec<String> {
    let lower = sentence.to_lowercase();
    let mut words: Vec<String> = Vec::new();
    for word in lower.split(|letter: char| {
        !(letter.is_alphanumeric() || matches!(letter, '_' | '.' | '/' | '-'))
    }) {
        let word = word.trim_matches(['.', '/', '-']);
        let joined: Vec<char> = word
            .chars()
            .filter(|letter| *letter >= '\u{1100}')
            .collect();
        if joined.is_empty() {
            if word.chars().count() >= 3 && !is_empty(word) {
                words.push(word.to_owned());
            }
            continue;
        }
        let spaced: String = word
            .chars()
            .map(|letter| if letter < '\u{1100}' { letter } else { ' ' })
            .collect();
        words.extend(
            spaced
                .split_whitespace()
                .filter(|word| word.len() >= 2)
                .map(str::to_owned),
        );
        words.extend(
            joined
                .windows(2)
                .map(|pair| pair.iter().collect::<String>())
                .filter(|pair| !says_nothing(pair)),
        );
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Whether a word says nothing about the subject of a sentence.
fn is_empty(word: &str) -> bool {
    static WORDS: OnceLock<BTreeSet<&str>> = OnceLock::new();
    WORDS
        .get_or_init(|| EMPTY.iter().copied().collect())
        .contains(word)
}

/// Whether a pair of letters is of a word that demands or changes.
fn says_nothing(pair: &str) -> bool {
    DEMANDS
        .all()
        .iter()
        .chain(CHANGES.all())
        .any(|phrase| !has_spaces(phrase) && phrase.contains(pair))
}
