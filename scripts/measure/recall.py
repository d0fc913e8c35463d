"""What an agent finds again in a store of what was removed from its prompt: `make bench-recall` (docs/guide/keep.md has the figures).

Recorded sessions are replayed turn by turn with a store and a window of a part of the session. Whenever the agent writes a name, path or number of
the past that its prompt no longer contains, the store is searched: for what the agent writes in this turn, for its words without the calls, and for
the string alone. A search has found it if the string is in the output of one of the first three hits; it is *near* if `read_back` from the line
of the hit returns it with the first page, and *shown* if the answer itself does. A long session has many strings, so the mean of the sessions is
printed too. Every key in a prompt must be in the store. Two more questions are about words of Chinese, Japanese and Korean, and about the time that a
search takes.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from typing import Any

import quality
import replay
import sessions
from conspectus import Compactor, FolderStore, count_tokens
from conspectus.errors import StoreError

# Shares of a session's tokens that its window has, and the smallest window.
SHARES = (0.5, 0.2)
LEAST_WINDOW = 4_000
# Of a longer text of the agent, so much around the string is the query.
QUERY_CHARS = 2_000
HITS = 3
ANSWER_TOKENS = 400
GOALS = {"turn": 90.0, "string": 100.0}
IDEOGRAPHS = re.compile(r"[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]{2,}")
KEY = re.compile(r'read_back\("([0-9a-f]{32})"\)')
SEED = 7
STORE_BYTES = 12_000_000


def prompt_of(messages: list[dict[str, Any]]) -> str:
    """All that the model reads."""
    parts = []
    for message in messages:
        content = message.get("content")
        parts.append(content if isinstance(content, str) else sessions.text_of(content))
        for call in message.get("tool_calls") or []:
            parts += [text for _, text in replay.leaves(sessions.arguments(call["function"]["arguments"]))]
    return "\n".join(filter(None, parts))


def around(text: str, string: str) -> str:
    """The part of a text around a string."""
    begin = max(0, text.find(string) - QUERY_CHARS // 2)
    return text[begin : begin + QUERY_CHARS]


class Tally:
    """What became of the searches of one kind."""

    def __init__(self) -> None:
        self.asked = 0
        self.found: Counter[str] = Counter()
        self.tokens: list[int] = []
        self.sessions: dict[str, list[bool]] = {}

    def ask(self, store: FolderStore, query: str, wanted: str, session: str = "") -> bool:
        self.asked += 1
        answer = store.answer("search", {"query": query})
        self.tokens.append(int(count_tokens(answer, tokenizer="o200k_base").tokens))
        hits = store.search(query).hits[:HITS]
        whole = any(wanted in store.get(hit.key) or wanted in hit.arguments for hit in hits)
        near = any(wanted in store.read_back(hit.key, first_line=hit.line, skip_chars=hit.skip_chars).text for hit in hits)
        self.found["found"] += whole
        self.found["near"] += near
        self.found["shown"] += wanted in answer
        self.sessions.setdefault(session, []).append(whole)
        return whole

    def row(self, name: str) -> str:
        if not self.asked:
            return f"| {name} | 0 | 0 | - | - | - | - | - |"
        shares = [f"{100 * self.found[kind] / self.asked:.1f} %" for kind in ("found", "near", "shown")]
        mean = 100 * statistics.fmean(statistics.fmean(each) for each in self.sessions.values())
        return f"| {name} | {self.asked:,} | {len(self.sessions)} | {shares[0]} | {mean:.1f} % | {' | '.join(shares[1:])} | {self.percentile(95)} |"

    def percentile(self, percent: int) -> int:
        return sorted(self.tokens)[min(len(self.tokens) - 1, len(self.tokens) * percent // 100)]

    def share(self) -> float:
        return 100 * self.found["found"] / max(1, self.asked)


def replayed(session: str, messages: list[sessions.Message], share: float, tallies: dict[str, Tally], texts: list[str], keys: Counter[str], verbose: bool) -> None:
    chat = sessions.chat(messages)
    size = int(count_tokens(chat).tokens)
    window = max(LEAST_WINDOW, int(size * share))
    if size < window:
        return
    with tempfile.TemporaryDirectory() as folder:
        store = FolderStore(f"{folder}/outputs")
        compactor: Compactor[dict[str, Any]] = Compactor(context_window=window, store=store)
        current: list[dict[str, Any]] = []
        known: set[str] = set()
        past = ""
        for plain, message in zip(messages, chat):
            if plain["role"] == "assistant" and current:
                current = list(compactor.compact(current).messages)
                text = prompt_of(current)
                for key in KEY.findall(text):
                    keys["named"] += 1
                    with contextlib.suppress(StoreError):
                        keys["stored"] += store.describe(key).total
                for atom in sorted(replay.atoms(replay.used(plain)) & known):
                    if replay.kind_of(atom) != "references" or replay.COUNT.fullmatch(atom) or atom in text:
                        continue
                    # What no message contains as it is written, such as a part of an escaped text, is nowhere to be found.
                    if atom not in past:
                        continue
                    turn = around("\n".join(replay.texts(plain)), atom)
                    spoken = around(plain["text"], atom)
                    found = tallies["turn"].ask(store, turn, atom, session)
                    if verbose and not found:
                        print("missed:", atom, "|", " ".join(turn.split())[:300])
                    if spoken.strip():
                        tallies["words"].ask(store, spoken, atom, session)
                    if not tallies["string"].ask(store, atom, atom, session) and verbose:
                        print("not stored:", atom)
            current.append(message)
            shown = "\n".join(replay.texts(plain))
            known |= replay.atoms(shown)
            past += "\n" + shown
        texts += [store.get(output.key) for output in store.describe(max_tokens=4_000).outputs]


def ideographs(texts: list[str]) -> Tally:
    """Two words of a passage, of two characters each: the output that contains them is to be found."""
    tally, dice = Tally(), random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        store = FolderStore(f"{folder}/outputs")
        for text in texts:
            store.put(text)
        for text in texts:
            runs = IDEOGRAPHS.findall(text)
            for _ in range(min(5, len(runs))):
                one = dice.choice(runs)
                at = dice.randrange(len(one) - 1)
                tally.ask(store, one[at : at + 2], one[at : at + 2])
    return tally


def seconds(texts: list[str]) -> tuple[float, float, int]:
    """Milliseconds of a search for a string and for a turn's text, in a store of some megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        store = FolderStore(f"{folder}/outputs", redact=False)
        size = number = 0
        while size < STORE_BYTES and texts:
            for text in texts:
                number += 1
                size += store.put(f"{number}\n{text}").bytes
                if size >= STORE_BYTES:
                    break
        took = []
        for query in ("TypeError: cannot read", "Let me check how the configuration of the retry budget is loaded and where the error comes from. " * 4):
            times = []
            for _ in range(5):
                start = time.perf_counter()
                store.search(query)
                times.append(time.perf_counter() - start)
            took.append(1_000 * min(times))
        return took[0], took[1], number


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="one family of sessions")
    parser.add_argument("--most", type=int, default=0, help="so many sessions of each family")
    parser.add_argument("--verbose", action="store_true", help="print what is missed")
    args = parser.parse_args()
    if not quality.DATA.is_dir():
        print(f"skipped: no recorded sessions at {quality.DATA}")
        return 0
    texts: list[str] = []
    taken: Counter[str] = Counter()
    keys: Counter[str] = Counter()
    all_of: dict[str, dict[str, Tally]] = {}
    for path in sorted(each for folder in quality.DATA.iterdir() if folder.is_dir() for each in folder.iterdir() if each.suffix in (".json", ".jsonl", ".gz", ".traj")):
        family = quality.family_of(path)
        if not family or args.only not in (None, family):
            continue
        for session, messages in quality.windows(path):
            if args.most and taken[family] >= args.most:
                break
            taken[family] += 1
            for share in SHARES:
                tallies = all_of.setdefault(family, {name: Tally() for name in ("turn", "words", "string")})
                replayed(session, messages, share, tallies, texts, keys, args.verbose)
    print("| query | strings | sessions | found in three hits | mean of sessions | near | shown | tokens of an answer, 95 % |\n| --- | --: | --: | --: | --: | --: | --: | --: |")
    fails = []
    for family, tallies in all_of.items():
        for name, tally in tallies.items():
            print(tally.row(f"{family}: {name}"))
            if tally.asked and name in GOALS and tally.share() < GOALS[name]:
                fails.append(f"{family}: {name}: {tally.share():.1f} %, the goal is {GOALS[name]:.0f} %")
            if tally.asked and tally.percentile(95) > ANSWER_TOKENS:
                fails.append(f"{family}: {name}: answers of {tally.percentile(95)} tokens")
    print(ideographs([text for text in texts if IDEOGRAPHS.search(text)]).row("two characters of Chinese, Japanese or Korean"))
    print(f"\n{keys['named']:,} keys in prompts, {keys['stored']:,} of them in the store")
    if keys["stored"] != keys["named"]:
        fails.append("keys in prompts lead nowhere")
    string, turn, outputs = seconds(texts)
    print(f"{outputs:,} outputs of {STORE_BYTES:,} bytes in all: {string:.0f} ms for a string, {turn:.0f} ms for a text")
    for fail in fails:
        print("below the goal:", fail)
    return 1 if fails else 0


if __name__ == "__main__":
    sys.exit(main())
