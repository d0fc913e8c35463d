"""Writes test cases with the ids that Python's tiktoken gives, for the `check` mode of `tokens/benches`.

    pip install tiktoken==0.14.0
    python3 tokens/scripts/tiktoken_cases.py o200k_base o200k_base.tiktoken cases.txt [random strings, 200,000 unless told]
    cargo run --release --manifest-path tokens/benches/Cargo.toml -- check o200k_base cases.txt

The rank file is read from disk, nothing is downloaded. Each line: the text in hexadecimal, a tab, the ids. The cases
are every Unicode scalar in several surroundings, then random strings of scalars, marks and code fragments.
"""

import base64
import inspect
import random
import re
import sys

import tiktoken
import tiktoken_ext.openai_public as public

FRAGMENTS = [
    "'s", "'LL", "'ſ", "\u212a", "\u0301", "\u200d", "\ufe0f", "👩", "٣", "½", "Ⅷ", "\x85", "\u2028", "\u3000", "\xa0", "\r\n", "\n", " ",
    "  ", "\t", "fn ", "();", "//", "/*", "==", "camelCase", "HTTPServer", "<|endoftext|>", "漢字", "かな", "한국", "Привет", "ǅ", "ʰ", "न", "स्",
]


def pattern_of(name: str) -> str:
    """The pattern that tiktoken itself uses for this encoding, without loading its ranks."""
    source = inspect.getsource(getattr(public, name))
    load, public.load_tiktoken_bpe = public.load_tiktoken_bpe, lambda *args, **kwargs: {}
    try:
        assert "pat_str" in source
        return getattr(public, name)()["pat_str"]
    finally:
        public.load_tiktoken_bpe = load


def texts(count: int, seed: int, *, scalars: bool = True):
    """The cases, in order."""
    for code in range(0x110000 if scalars else 0):
        if not 0xD800 <= code < 0xE000:
            s = chr(code)
            yield f"a{s}b A{s}B {s}b {s}{s}!{s}b.{s} 1{s}1 {s}A{s}'s\n{s} \t{s}\n{s}"
    dice = random.Random(seed)
    for _ in range(count):
        parts = []
        for _ in range(dice.randrange(1, 60)):
            kind = dice.randrange(4)
            if kind == 0:
                parts.append(chr(dice.choice([dice.randrange(0xD800), dice.randrange(0xE000, 0x110000), dice.randrange(0x3000)])))
            elif kind == 1:
                parts.append(chr(dice.randrange(128)))
            else:
                parts.append(dice.choice(FRAGMENTS))
        yield "".join(parts)


def main() -> None:
    name, ranks_path, target = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 200_000
    with open(ranks_path, "rb") as file:
        ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in file)}
    encoding = tiktoken.Encoding(name=name, pat_str=pattern_of(name), mergeable_ranks=ranks, special_tokens={})
    assert re.match(r"0\.14\.", tiktoken.__version__), tiktoken.__version__
    with open(target, "w", encoding="ascii") as out:
        for text in texts(count, 5):
            out.write(text.encode().hex() + "\t" + " ".join(map(str, encoding.encode_ordinary(text))) + "\n")


if __name__ == "__main__":
    main()
