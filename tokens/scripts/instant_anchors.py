"""Random strings that stay in every fit of `fit_instant.py`, as floors: what a tokenizer charges for text it knows nothing of.

They are no kind of text and imitate none: letters, digits, marks, blanks and syllables drawn at random from random alphabets, with
random lengths and random separators. A tokenizer's pattern for splitting text and its way of spelling what is not in its vocabulary show
in them whatever classes of files a fit has, so they also stay in where a class is left out. An estimate may be above them by
any amount.
"""

import random
import string
import unicodedata

SEPARATORS = [" ", "\n", ", ", "-", "/", "\t", " = ", "\n\n", ":", "."]
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnpqrstvwxyz"
CYRILLIC_VOWELS, CYRILLIC_CONSONANTS = "аеиоуыэюя", "бвгджзйклмнпрстфхцчшщъь"
# What stands around single letters in tables.
QUOTES = ["\", \"", "', '", "`", "|", "/", ", ", "('"]


def length(chance, low, high):
    """A random length, as often within any doubling as within any other."""
    return int(low * (high / low) ** chance.random())


def join(chance, words, separators, total):
    """Words until the text is long enough."""
    parts, size = [], 0
    while size < total:
        part = words() + chance.choice(separators)
        parts.append(part)
        size += len(part)
    return "".join(parts)


def alphabet(chance):
    """Some letters and digits: of one case or two, few or many."""
    source = chance.choice([string.ascii_lowercase, string.ascii_uppercase, string.ascii_letters, string.digits, string.ascii_lowercase + string.digits, string.ascii_letters + string.digits])
    return chance.sample(source, min(len(source), length(chance, 2, len(source) + 1)))


def letters(chance, known):
    """Runs of random letters and digits, of one length or of many."""
    most = length(chance, 1, 400)
    least = chance.choice([1, most])
    return lambda: "".join(chance.choices(known, k=length(chance, least, most + 1)))


def units(chance):
    """A few letters over and over."""
    fixed = chance.random() < 0.5
    known = alphabet(chance)
    unit = chance.choices(known, k=chance.randrange(2, 6))

    def word():
        part = unit if fixed else chance.choices(known, k=chance.randrange(2, 6))
        return "".join(part) * length(chance, 2, 100)

    return word


def marks(chance, mark):
    """One mark or blank over and over, mostly to the end of the line."""
    most = length(chance, 8, 200)
    return lambda: mark * length(chance, 2, most + 1)


def scripts():
    """Letters and vowel signs by the first word of their names, which is nearly their script."""
    found = {}
    for code in [*range(0x80, 0xD800), *range(0xF900, 0x1F000)]:
        if unicodedata.category(chr(code))[0] in "LM":
            found.setdefault(unicodedata.name(chr(code), "?").split()[0], []).append(chr(code))
    return [found[name] for name in sorted(found) if len(found[name]) >= 16]


def mixed_scripts(chance, known):
    """Words of random letters, each of another script."""
    some = chance.sample(known, chance.randrange(8, 24))
    most = length(chance, 1, 24)
    return lambda: "".join(chance.choices(chance.choice(some), k=length(chance, 1, most + 1)))


def syllables(chance, consonants, vowels):
    """Words that could be spoken, in a language that does not exist."""
    consonants = chance.sample(consonants, chance.randrange(5, min(20, len(consonants))))
    vowels = chance.sample(vowels, chance.randrange(2, min(8, len(vowels)) + 1))
    shapes = chance.sample(["cv", "cvc", "vc", "cvv", "v", "ccv", "cvcc", "cvvc"], 3)
    most = chance.randrange(2, 6)

    def word():
        text = "".join(chance.choice(consonants if place == "c" else vowels) for _ in range(chance.randrange(1, most)) for place in chance.choice(shapes))
        return text.capitalize() if chance.random() < 0.15 else text

    return word


def strings():
    """`(kind, text)` of every anchor, the same in every run."""
    chance = random.Random(11)
    result = []

    def add(kind, word, separators, low=300, high=1500):
        result.append((kind, join(chance, word, separators, length(chance, low, high))))

    for _ in range(120):
        known = alphabet(chance)
        add("codes" if any(char.isdigit() for char in known) else "letters", letters(chance, known), chance.sample(SEPARATORS, chance.choice([1, 1, 3])))
    for _ in range(60):
        add("units", units(chance), chance.sample(SEPARATORS, chance.choice([1, 1, 3])))
    for mark in string.punctuation + " \t":
        add("marks", marks(chance, mark), ["\n"])
    for _ in range(30):
        several = [marks(chance, mark) for mark in chance.sample(string.punctuation + " \t", 6)]
        add("marks", lambda: chance.choice(several)(), ["\n", "\n\n"])
    known = scripts()
    for _ in range(48):
        add("scripts", mixed_scripts(chance, known), [chance.choice([" ", " ", " ", "\n", "", chance.choice(QUOTES)])])
    for _ in range(16):
        add("han", lambda: "".join(chr(chance.randrange(0x4E00, 0x9FC0)) for _ in range(chance.randrange(1, 60))), chance.sample([*SEPARATORS, "，", "。", ""], 2))
    latin = [char for code in range(0xC0, 0x250) if (char := chr(code)).isalpha() and char.islower()]
    for _ in range(40):
        add("syllables", syllables(chance, CONSONANTS, VOWELS), [" ", " ", " ", chance.choice([", ", ". ", "\n"])])
    for _ in range(20):
        more = "".join(chance.sample(latin, 8))
        add("syllables_latin", syllables(chance, CONSONANTS + more[:4], VOWELS + more[4:]), [" ", " ", " ", chance.choice([", ", ". ", "\n"])])
    for _ in range(20):
        add("syllables_cyrillic", syllables(chance, CYRILLIC_CONSONANTS, CYRILLIC_VOWELS), [" ", " ", " ", chance.choice([", ", ". ", "\n"])])
    return result
