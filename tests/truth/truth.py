"""Compacts recordings of calls and has each placeholder of a cleared result judged, and the rows, the log and the sums of each result.

`python tests/truth/truth.py [RECORDINGS=500] [SEED]`; exits 1 if one is untrue, or if a lie about a result is not found.
"""

from __future__ import annotations

import collections
import dataclasses
import pathlib
import re
import sys
from typing import Any, Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from judge import judge
from recordings import recordings
from report import faults, lies

import conspectus

LEFT_OUT = re.compile(r"\[\.\.\. ([\d,]+) chars, [\d,]+ lines? left out \.\.\.\]")


def texts(value: Any) -> Iterator[str]:
    """All texts in the arguments of a call."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)


def results(messages: list[Any]) -> dict[str, str]:
    """The texts of the results by the ids of their calls."""
    found = {}
    for message in messages:
        if message["role"] == "tool":
            found[message["tool_call_id"]] = message["content"]
        for block in message["content"] if isinstance(message["content"], list) else ():
            if block["type"] == "tool_result":
                content = block["content"]
                found[block["tool_use_id"]] = content if isinstance(content, str) else "".join(part["text"] for part in content)
    return found


def is_of_argument(claim: str, arguments: list[str]) -> bool:
    """Whether the judge took a part of an argument's own text, such as `page=2` of an address, for a claim."""
    claim = " ".join(claim.partition(": ")[2].strip(' "…').split())
    return any(claim in " ".join(text.split()) for text in arguments)


def look(count: int, seed: str) -> tuple[collections.Counter[str], list[str]]:
    """How many sentences there were, and the untrue ones."""
    seen: collections.Counter[str] = collections.Counter()
    untrue: list[str] = []
    for recording in recordings(count, seed):
        before = results(recording["messages"])
        arguments = {call["id"]: list(texts(call["arguments"])) for call in recording["calls"]}
        tokens = conspectus.count_tokens(recording["messages"]).tokens
        for share, force in ((1.1, True), (0.7, True), (1.28, False)):
            compactor = conspectus.Compactor(context_window=max(4_000, int(tokens * share)), keep_tool_results=3)
            result = compactor.compact(recording["messages"], force=force)
            after = results(list(result.messages))
            seen["compactions"] += 1
            seen[result.status] += 1
            said = {"rows": [dataclasses.asdict(row) for row in result.rows()], "removed": [dataclasses.asdict(one) for one in result.removed], "pins": []}
            said |= {"log": dict(result.log), "tokens_before": result.tokens_before, "tokens_after": result.tokens_after}
            seen["rows"] += len(said["rows"])
            untrue += faults(recording["messages"], list(result.messages), said)
            for kind, lie in lies(said):
                seen["lies"] += 1
                if not faults(recording["messages"], list(result.messages), lie):
                    untrue.append(f"a lie is not found: {kind}")
            sentences = []
            for name, text in after.items():
                if text == before[name]:
                    continue
                if cut := LEFT_OUT.search(text):
                    seen["cuts"] += 1
                    gone = len(before[name]) - (len(text) - len(cut[0]))
                    if abs(gone - int(cut[1].replace(",", ""))) > 4:
                        untrue.append(f"{cut[0]}: {gone} chars are gone")
                elif text.startswith("[Old tool result"):
                    # That arguments are left out is no claim about one.
                    sentences.append({"id": name, "sentence": text.replace(", and more,", ",")})
            for row in judge(recording, sentences):
                seen["sentences"] += 1
                seen["failures told"] += "it failed" in row["sentence"]
                wrong = [claim for claim in row["claims"] if claim["verdict"] == "false"]
                wrong = [claim for claim in wrong if not is_of_argument(claim["text"], arguments[row["id"]])]
                untrue += [f"{row['sentence']}: {claim['text']}: {claim['why']}" for claim in wrong]
    return seen, untrue


if __name__ == "__main__":
    seen, untrue = look(int(sys.argv[1]) if len(sys.argv) > 1 else 500, sys.argv[2] if len(sys.argv) > 2 else "nightly")
    print("\n".join(untrue[:20]))
    print(f"{dict(seen)}: {len(untrue)} untrue")
    sys.exit(bool(untrue))
