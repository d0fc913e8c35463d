"""Compares ids and counts with Python's tiktoken on a corpus of 19 classes of text: what `make check-tokens` runs.

    pip install tiktoken==0.14.0
    python3 tokens/scripts/check_token_corpus.py <folder of rank files> --node-modules M --site-packages S --crates C [--include I] [--locales L]

The text is that of `instant_corpus.py`, in other classes and at most 3 MB of each: sources, documents and messages of installed packages, and
what is made from a fixed seed (logs, encoded bytes, chat, rules). Each class is one text, and all of it once more in messages of 4,000
chars. Ends with 1 if an id or a count differs, or if there are less than 30 MB.
"""

from __future__ import annotations

import argparse
import base64
import collections
import pathlib
import sys
from collections.abc import Iterator

import conspectus
import tiktoken

import instant_corpus as corpus
from tiktoken_cases import pattern_of

CLASS_BYTES = 3_000_000
ALL_BYTES = 30_000_000
MESSAGE_CHARS = 4_000

CLASSES = {
    "code_py": ["code_py"],
    "code_rs": ["code_rs"],
    "code_js_ts": ["code_js", "code_ts"],
    "code_c": ["code_c"],
    "js_min": ["js_min"],
    "json": ["json", "source_map", "toml_yaml"],
    "html": ["html_css"],
    "en_docs": ["en_docs"],
    "en_prose": ["en_prose", "en_strings", "en_comments", "en_plain"],
    "es_fr_ru": ["latin_west", "cyrillic"],
    "zh": ["zh"],
    "ja": ["ja"],
    "ko": ["ko"],
    "hi": ["devanagari", "bengali", "tamil", "telugu", "kannada", "malayalam", "gujarati", "gurmukhi", "oriya", "sinhala"],
    "ar": ["arabic", "arabic_vocalised"],
    "emoji_chat": ["emoji_chat"],
    "base64": ["base64", "hex"],
    "logs_tools": ["logs", "numbers", "tool_numbered", "tool_grep", "tool_diff", "tool_json", "boxes"],
    "whitespace": ["rules_blank"],
}


def more(modules: pathlib.Path, site: pathlib.Path) -> Iterator[tuple[str, str, str, str]]:
    """Files of kinds of which `instant_corpus` takes a few small ones only."""
    for name, folders, suffixes in [("code_js", [modules], (".js", ".mjs", ".ts", ".tsx")), ("html_css", [modules, site], (".html", ".css", ".svg"))]:
        for path in sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes and path.is_file()):
            if path.stat().st_size > 4_000 and ".min." not in path.name:
                yield name, f"more/{path.name}/{path.stat().st_size}", corpus.read(path)[:200_000], ""


def classes(options: argparse.Namespace) -> dict[str, str]:
    """The text of each class; what fits none of the 19 (Greek, Thai, rare scripts) is one of its own."""
    home = {source: name for name, sources in CLASSES.items() for source in sources}
    modules, site, crates = options.node_modules, options.site_packages, options.crates
    parts: dict[str, list[tuple[int, str]]] = collections.defaultdict(list)
    for items in (
        corpus.natural(modules, site, options.locales),
        corpus.prose(modules, site, crates),
        corpus.code(modules, site, crates, options.include),
        corpus.generated(modules, site),
        more(modules, site),
    ):
        for name, file, text, language in items:
            name = name or corpus.script_class(text, language) or "other"
            # Half a class comes from one file at most; files in an order of their own, so that no
            # package fills a class.
            parts[home.get(name, "other_scripts")].append((corpus.stable(f"{name}/{file}"), text[: CLASS_BYTES // 2]))
    texts = {}
    for name in [*CLASSES, "other_scripts"]:
        joined = "\n".join(text for _, text in sorted(parts[name]))
        # Lone surrogates, of which there are none in files, would be no text for either.
        texts[name] = joined.encode("utf-8", "ignore")[:CLASS_BYTES].decode("utf-8", "ignore")
    return texts


def peer(folder: pathlib.Path, name: str) -> tiktoken.Encoding:
    lines = (folder / f"{name}.tiktoken").read_bytes().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}
    return tiktoken.Encoding(name=name, pat_str=pattern_of(name), mergeable_ranks=ranks, special_tokens={})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("ranks", type=pathlib.Path)
    for name in ("--node-modules", "--site-packages", "--crates"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--include", type=pathlib.Path, default=pathlib.Path("/usr/include"))
    parser.add_argument("--locales", type=pathlib.Path, default=pathlib.Path("/usr/share/locale"))
    parser.add_argument("--write", type=pathlib.Path, help="writes each class to a file of this folder, for `tokens/benches`")
    options = parser.parse_args()
    texts = classes(options)
    if options.write:
        options.write.mkdir(parents=True, exist_ok=True)
        for kind, text in texts.items():
            (options.write / f"{kind}.txt").write_text(text, encoding="utf-8")
    differ = 0
    for name in ("o200k_base", "cl100k_base"):
        encoding = peer(options.ranks, name)
        print(f"\n{name}, tiktoken {tiktoken.__version__}\n\n| class | MB | tokens | ids that differ | messages | counts that differ |\n|---|--:|--:|--:|--:|--:|")
        sums = [0, 0, 0, 0, 0]
        for kind, text in texts.items():
            expected, found = encoding.encode_ordinary(text), conspectus.tokens.encode(text, encoding=name)
            wrong = sum(a != b for a, b in zip(expected, found)) + abs(len(expected) - len(found))
            messages = [text[at : at + MESSAGE_CHARS] for at in range(0, len(text), MESSAGE_CHARS)]
            counts = [len(ids) for ids in encoding.encode_ordinary_batch(messages, num_threads=1)]
            miscounted = sum(a != b for a, b in zip(counts, conspectus.tokens.count_texts(messages, encoding=name), strict=True))
            miscounted += conspectus.tokens.count_texts([text], encoding=name) != [len(expected)]
            row = [len(text.encode()), len(expected), wrong, len(messages), miscounted]
            sums = [a + b for a, b in zip(sums, row)]
            print(f"| {kind} | {row[0] / 1e6:.2f} | {row[1]:,} | {wrong} | {row[3]} | {miscounted} |", flush=True)
        print(f"| **all** | {sums[0] / 1e6:.2f} | {sums[1]:,} | {sums[2]} | {sums[3]} | {sums[4]} |")
        differ += sums[2] + sums[4]
        if sums[0] < ALL_BYTES:
            sys.exit(f"{sums[0]} bytes: less than {ALL_BYTES}; more packages are needed")
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
