"""Writes the tiny vocabularies of the vectors, trained on the README: `python3 tokens/scripts/make_tiny_vocabularies.py`.

Each holds what sets its kind apart: ids in another order than merges, a token that no merge makes, a special token among the others,
several merges that make one token.
"""

from __future__ import annotations

import base64
import collections
import json
import pathlib
import random
import re
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / "tests" / "vocabularies"
MERGES = 160
EXTRA = "Zażółć gęślą jaźń, Übermäßig größer. Привет, мир! 漢字かな交じり文。 안녕하세요 नमस्ते 😀👩‍👩‍👧 " * 3

LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN2 = LLAMA3.replace("{1,3}", "")


def alphabet() -> dict[int, str]:
    """GPT-2's letters for bytes."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    rest = [byte for byte in range(256) if byte not in plain]
    return {byte: chr(byte) for byte in plain} | {byte: chr(0x100 + index) for index, byte in enumerate(rest)}


def train() -> list[tuple[bytes, bytes]]:
    """Merges, most frequent first."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")[:20000] + EXTRA
    counts = collections.Counter(re.findall(r" ?\w+|\s+(?!\S)|\s+| ?[^\w\s]+", text))
    words = {tuple(bytes([byte]) for byte in word.encode()): count for word, count in counts.items()}
    merges: list[tuple[bytes, bytes]] = []
    for _ in range(MERGES):
        pairs: collections.Counter[tuple[bytes, bytes]] = collections.Counter()
        for word, count in words.items():
            for pair in zip(word, word[1:]):
                pairs[pair] += count
        best = max(pairs.items(), key=lambda item: (item[1], item[0]))[0]
        merges.append(best)
        words = {joined(word, best): count for word, count in words.items()}
    return merges


def joined(word: tuple[bytes, ...], pair: tuple[bytes, bytes]) -> tuple[bytes, ...]:
    result: list[bytes] = []
    for token in word:
        if result and (result[-1], token) == pair:
            result[-1] += token
        else:
            result.append(token)
    return tuple(result)


def tokenizer_json(merges: list[tuple[bytes, bytes]], pre_tokenizer: Any, normalizer: Any, whole: list[bytes], seed: int) -> Any:
    letters = alphabet()
    spell = lambda token: "".join(letters[byte] for byte in token)  # noqa: E731
    tokens = [bytes([byte]) for byte in range(256)] + list(dict.fromkeys(left + right for left, right in merges)) + whole
    ids = list(range(len(tokens)))
    random.Random(seed).shuffle(ids)
    vocab = {"<|▁start▁|>": len(ids)} | {spell(token): id for token, id in zip(tokens, ids)}
    # A second way to a token that another merge makes.
    again = next((bytes([token[0]]), token[1:]) for token in tokens if len(token) > 3 and token[1:] in tokens)
    model = {
        "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None,
        "fuse_unk": False, "byte_fallback": False, "ignore_merges": bool(whole), "vocab": vocab,
        "merges": [[spell(left), spell(right)] for left, right in [*merges, again]],
    }
    added = {"id": len(ids), "content": "<|▁start▁|>", "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [added], "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer, "post_processor": None, "decoder": None, "model": model,
    }


def byte_level(use_regex: bool) -> dict[str, Any]:
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": use_regex}


def split(regex: str) -> dict[str, Any]:
    parted = {"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": False}
    return {"type": "Sequence", "pretokenizers": [parted, byte_level(False)]}


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    merges = train()
    tokens = [bytes([byte]) for byte in range(256)] + list(dict.fromkeys(left + right for left, right in merges))
    lines = (f"{base64.b64encode(token).decode()} {rank}\n" for rank, token in enumerate(tokens))
    (TARGET / "tiny.tiktoken").write_text("".join(lines), encoding="ascii")
    whole = [b" unreachable", "漢字".encode()]
    files = {
        "tiny.llama3.json": tokenizer_json(merges, split(LLAMA3), None, whole, 1),
        "tiny.qwen2.json": tokenizer_json(merges, split(QWEN2), {"type": "NFC"}, [], 2),
        "tiny.gpt2.json": tokenizer_json(merges, byte_level(True), {"type": "Sequence", "normalizers": []}, [], 3),
    }
    for name, content in files.items():
        (TARGET / name).write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
