"""Compares `Vocabulary` with what it stands for: Hugging Face's `tokenizers` for a tokenizer.json, tiktoken for a rank file.

    pip install tokenizers tiktoken
    python3 tokens/scripts/check_vocabularies.py <file.json | file.tiktoken=pattern encoding of tiktoken> ... -- <folder of text> ...

Ids of at least 5 MB of files (in pieces of 2,000 to 20,000 chars) and of 50,000 random strings, and their counts; nothing is downloaded.
Added tokens are taken out of the peer first: here they are text. Ends with 1 if anything differs.
"""

from __future__ import annotations

import base64
import json
import pathlib
import random
import sys
import unicodedata
from collections.abc import Callable, Iterator

import conspectus
from tiktoken_cases import pattern_of, texts

BYTES = 6_000_000
STRINGS = 50_000
SUFFIXES = {".py", ".md", ".rst", ".txt", ".json", ".js", ".ts", ".html", ".po", ".c", ".h", ".rs", ".css", ".svg", ".xml", ".yml", ".toml"}


def corpus(folders: list[str]) -> Iterator[str]:
    """Pieces of files in a fixed order that mixes folders."""
    dice = random.Random(1)
    paths = [path for folder in folders for path in sorted(pathlib.Path(folder).rglob("*")) if path.suffix in SUFFIXES and path.is_file()]
    dice.shuffle(paths)
    size = 0
    for path in paths:
        text = path.read_bytes()[:60_000].decode("utf-8", "ignore")
        while text and size < BYTES:
            length = dice.randrange(2_000, 20_000)
            yield text[:length]
            size += len(text[:length].encode())
            text = text[length:]
        if size >= BYTES:
            return
    raise SystemExit(f"only {size} bytes of text in {folders}")


def random_strings() -> Iterator[str]:
    """The strings of `tiktoken_cases` without those of each scalar, and long runs."""
    for text in texts(STRINGS, 7, scalars=False):
        yield text
    for unit in [" ", "a", "=", "\n", "ab", "漢字", "e\u0301", "9", "\t "]:
        yield unit * 5_000


def peer_of_json(path: str) -> Callable[[str], list[int]]:
    import tokenizers

    content = json.loads(pathlib.Path(path).read_bytes())
    content["added_tokens"] = []
    content["post_processor"] = None
    peer = tokenizers.Tokenizer.from_str(json.dumps(content))
    return lambda text: peer.encode(text, add_special_tokens=False).ids


def peer_of_ranks(path: str, encoding: str) -> Callable[[str], list[int]]:
    import tiktoken

    lines = pathlib.Path(path).read_bytes().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}
    peer = tiktoken.Encoding(name=encoding, pat_str=pattern_of(encoding), mergeable_ranks=ranks, special_tokens={})
    return peer.encode_ordinary


def check(name: str, ours: conspectus.tokens.Vocabulary, peer: Callable[[str], list[int]], folders: list[str]) -> int:
    differ, shown = 0, 0
    for kind, items in [("files", corpus(folders)), ("strings", random_strings())]:
        size = tokens = number = wrong = newer = 0
        for text in items:
            expected, found = peer(text), ours.encode(text)
            assert ours.count(text) == len(found), text
            number, size, tokens = number + 1, size + len(text.encode()), tokens + len(expected)
            if expected == found:
                continue
            # What this Python's Unicode does not know, the peer's engine may not know either, and
            # ours may.
            if kind == "strings" and any(unicodedata.category(char) == "Cn" for char in text):
                newer += 1
                continue
            wrong += 1
            if shown < 5:
                shown += 1
                at = next((i for i, pair in enumerate(zip(expected, found)) if pair[0] != pair[1]), -1)
                print(f"  differs at token {at} of {len(expected)}: {text[:200]!r}")
        print(f"| {name} | {kind} | {number:,} | {size / 1e6:.1f} MB | {tokens:,} | {wrong} | {newer} |", flush=True)
        differ += wrong
    return differ


def main() -> None:
    at = sys.argv.index("--")
    folders = sys.argv[at + 1 :]
    print("| vocabulary | text | texts | size | tokens | differ | differ, with unassigned chars |\n|---|---|--:|--:|--:|--:|--:|")
    differ = 0
    for file in sys.argv[1:at]:
        path, _, encoding = file.partition("=")
        name = "/".join(pathlib.Path(path).parts[-3:])
        if encoding:
            differ += check(name, conspectus.tokens.Vocabulary.from_tiktoken(path, pattern=encoding), peer_of_ranks(path, encoding), folders)
        else:
            differ += check(name, conspectus.tokens.Vocabulary.from_tokenizer_json(path), peer_of_json(path), folders)
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
