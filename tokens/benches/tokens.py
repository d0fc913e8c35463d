"""Exact counts of the Python package beside Python tiktoken, on the sample that `tokens/benches` wrote.

    python3 tokens/benches/tokens.py sample.jsonl <folder with o200k_base.tiktoken and cl100k_base.tiktoken>

The rank files are read from disk, nothing is downloaded. One thread; best of three, in processor time; all counts are compared.
"""

from __future__ import annotations

import base64
import json
import pathlib
import sys
import time
from collections.abc import Callable

import tiktoken
import tiktoken_ext.openai_public as public

import conspectus

ROUNDS = 3


def encoding_of(name: str, folder: pathlib.Path) -> tiktoken.Encoding:
    """tiktoken's own encoding, its ranks from `folder`."""
    lines = (folder / f"{name}.tiktoken").read_bytes().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}
    load, public.load_tiktoken_bpe = public.load_tiktoken_bpe, lambda *args, **kwargs: ranks
    try:
        return tiktoken.Encoding(**getattr(public, name)())
    finally:
        public.load_tiktoken_bpe = load


def best(call: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    sample, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    classes = [json.loads(line) for line in sample.read_text(encoding="utf-8").splitlines()]
    for name in ("o200k_base", "cl100k_base"):
        encoding = encoding_of(name, folder)
        print(f"\n{name}, MB/s from Python: this package, tiktoken\n\n| class | conspectus | tiktoken | ratio |\n|---|--:|--:|--:|")
        sums = [0.0, 0.0]
        size = 0
        for item in classes:
            text = item["text"]
            mine, other = conspectus.count_tokens(text, encoding=name), len(encoding.encode_ordinary(text))
            assert mine == other, (item["class"], mine, other)
            times = [best(lambda: conspectus.count_tokens(text, encoding=name)), best(lambda: encoding.encode_ordinary(text))]
            length = len(text.encode())
            print(f"| {item['class']} | {length / times[0] / 1e6:.1f} | {length / times[1] / 1e6:.1f} | {times[1] / times[0]:.1f} |")
            sums = [sums[0] + times[0], sums[1] + times[1]]
            size += length
        print(f"| **total** | {size / sums[0] / 1e6:.1f} | {size / sums[1] / 1e6:.1f} | {sums[1] / sums[0]:.1f} |")


main()
