//! The words by which a statement says that it takes the place of an earlier one, and those that
//! carry what it says.

use super::phrases::Phrases;
use crate::host::listed::listed;

/// Words that say that something is no longer as it was said. Chosen here, from grammars.
#[rustfmt::skip]
pub(crate) static REVISES: Phrases = Phrases::new(&[
    "^update", "^quick update", "^correction", "changed to", "has changed", "have changed", "moved to", "moved from", "has moved", "switched", "switch to",
    "renamed", "replaces", "replaced by", "replaced with", "replace", "rotated", "retired", "no longer", "instead of", "from now on", "is now", "are now",
    "would rather", "i'd rather", "rebased onto", "moved onto", "migrated to", "upgraded to", "umgestiegen auf", "lieber", "preferiría", "migramos a",
    "préférerais", "passés à", "preferiria", "migramos para", "перешли на",
    "nicht mehr", "geändert", "verschoben", "umbenannt", "ersetzt", "ab jetzt", "ab sofort", "^korrektur", "ist jetzt", "ist nun",
    "ya no", "ha cambiado", "cambió", "cambia a", "se movió", "reemplaza", "sustituye", "^corrección", "ahora es", "a partir de ahora",
    "ne plus", "a changé", "a été déplacé", "remplace", "désormais", "dorénavant", "est maintenant", "não mais", "mudou", "foi alterado", "foi alterada",
    "substitui", "agora é", "a partir de agora", "^correção",
    "больше не", "теперь", "изменился", "изменилась", "изменилось", "перенесён", "перенесен", "перенесена", "переименован", "заменяет", "заменён",
    "不再", "改成", "改为", "改為", "改到", "改用", "换成", "換成", "现在是", "現在是", "今后", "今後", "変更", "に変わ", "今は", "변경", "바뀌", "바뀐", "이제",
]);

/// Beginnings that tell something new, which may stand beside the old. Chosen here.
#[rustfmt::skip]
pub(crate) static TELLS_NEW: Phrases = Phrases::new(&[
    "^new", "^the new", "^our new", "^neu", "^neue", "^neuer", "^neues", "^der neue", "^die neue", "^das neue", "^nuevo", "^nueva", "^el nuevo", "^la nueva", "^nouveau",
    "^nouvelle", "^le nouveau", "^la nouvelle", "^novo", "^nova", "^o novo", "^a nova", "^новый", "^новая", "^новое", "新的", "新しい", "새로운",
]);

/// Beginnings that say that it was otherwise until now. Chosen here.
#[rustfmt::skip]
pub(crate) const UNTIL_NOW: &[&str] = &[
    "from now on", "ab jetzt", "ab sofort", "von jetzt an", "a partir de ahora", "de ahora en adelante", "désormais", "dorénavant", "à partir de maintenant",
    "a partir de agora", "daqui em diante", "отныне", "с этого момента", "从现在起", "從現在起", "今后", "今後", "これから", "앞으로",
];

/// Words that tell the old from the new and name neither.
pub(crate) const OLD: &[&str] = &listed::<12>(
    "old previous former alt alte alten viejo anterior ancien ancienne antigo старый",
);

/// Beginnings by which the user takes back what was said just before. The rest says what holds.
/// Chosen here.
#[rustfmt::skip]
pub(crate) const TAKES_BACK: &[&str] = &[
    "scratch that", "no wait", "on second thought", "correction", "sorry i meant", "i meant", "forget that", "streich das", "korrektur", "ich meinte",
    "olvida eso", "corrección", "quise decir", "oublie ça", "je voulais dire", "esquece isso", "correção", "eu quis dizer", "забудь это", "я имел в виду",
    "算了", "更正", "訂正", "やっぱり", "정정", "취소하고",
];

/// Beginnings that do so where a value of the same kind follows: "make it 9090", but not "make it
/// pretty". Chosen here.
#[rustfmt::skip]
pub(crate) const MAKES_IT: &[&str] = &[
    "make it", "make that", "no make it", "actually make it", "actually use", "mach", "doch lieber", "nein doch", "mejor usa", "mejor", "que sea", "plutôt",
    "finalement", "melhor usar", "melhor", "лучше", "нет лучше", "还是用", "還是用", "改成", "아니다",
];

/// Words of money, beside its signs.
pub(super) const MONEY: [&str; 16] =
    listed("dollar dollars euro euros pound pounds yen yuan won usd eur gbp chf dólares рублей 元");

/// Numbers as words. Chosen here: those of amounts.
#[rustfmt::skip]
pub(super) const NUMBERS: [&str; 26] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twenty", "thirty", "forty", "fifty", "hundred", "hundreds", "thousand",
    "million", "hundert", "tausend", "cien", "cientos", "mil", "cent", "cents", "mille", "тысяч",
];

/// The months in the languages whose rules are read.
#[rustfmt::skip]
pub(super) const MONTHS: [&str; 54] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    "januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
    "septiembre", "octubre", "noviembre", "diciembre", "janvier", "février", "mars", "avril", "juin", "juillet", "août", "septembre", "octobre",
    "décembre", "janeiro", "fevereiro", "março", "maio", "junho", "setembro", "outubro", "dezembro", "марта", "мая", "июня", "июля",
];
