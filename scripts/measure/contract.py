"""What a summary must keep whatever it is worth: the user's requests and rules, the files that were changed, the open tasks.

`quality.py` prints the tables: one memory at several budgets, and many rounds of a `Compactor`. None of it asks the engine: what must be kept
is read off the recorded messages here.
"""

from __future__ import annotations

import re
import statistics
from typing import Any

import sessions
from sessions import Message

import conspectus

RULE = re.compile(r"(?i)\b(must|never|always|don'?t|do not|only|make sure)\b")
NOT_TYPED = ("<", "# Context from my IDE", "[Request interrupted", "Caveat:", "This session is being continued", "Base directory for this skill")
# Changes files. A search that has a path has none of these names.
EDITS = re.compile("edit|replace|write|create|insert|patch", re.I)
TODOS = re.compile("todo", re.I)
# A longer text is pasted: a plan, a skill, a log. Its sentences are not counted as rules of the
# user, and its beginning is all that is looked for.
TYPED_CHARS = 1_000
# The least words of a request that says what is to be done.
REQUEST_WORDS = 3
# By so much of its beginning a request is found.
HEAD_CHARS = 40
FORCED = 5
CLASSES = ("open request", "requests", "rules", "changed files", "open tasks")


def flat(text: str) -> str:
    return " ".join(text.replace("&lt;", "<").replace("&amp;", "&").split())


def contract(messages: list[Message]) -> dict[str, list[str]]:
    """Of each class the words by which each of it is found."""
    # Where nothing is called, a host writes the outputs of tools in the user's name: nobody can
    # tell whose words they are.
    is_told = any(each["calls"] for each in messages)
    requests = [flat(each["text"]) for each in messages if is_told and each["role"] == "user" and each["text"].strip()]
    requests = [text for text in requests if not text.startswith(NOT_TYPED)]
    typed = [text for text in requests if len(text) <= TYPED_CHARS]
    rules = [part.strip() for text in typed for part in re.split(r"(?<=[.!?])\s+", text) if RULE.search(part) and 12 <= len(part) <= 200 and not part.endswith("?")]
    calls = [call for each in messages for call in each["calls"]]
    paths = [str(call["args"].get("file_path") or call["args"].get("path") or "") for call in calls if EDITS.search(call["name"] or "")]
    lists = [call["args"].get("todos") for call in calls if TODOS.search(call["name"] or "")]
    tasks = next((each for each in reversed(lists) if isinstance(each, list)), [])
    open_tasks = [str(task.get("content", "")) for task in tasks if isinstance(task, dict) and task.get("status") in ("pending", "in_progress")]
    substance = [text for text in requests if len(text.split()) >= REQUEST_WORDS or not text.isascii()]
    return {
        "open request": [text[:HEAD_CHARS].strip() for text in substance[-1:]],
        "requests": [text[:HEAD_CHARS].strip() for text in dict.fromkeys(requests)],
        "rules": list(dict.fromkeys(rules)),
        "changed files": [path.rsplit("/", 1)[-1] for path in dict.fromkeys(filter(None, paths))],
        "open tasks": [flat(task) for task in dict.fromkeys(filter(None, open_tasks))],
    }


def kept(wanted: dict[str, list[str]], text: str) -> dict[str, float]:
    """Of each class that is wanted the share that stands in a text."""
    found = flat(text)
    return {kind: sum(word in found for word in words) / len(words) for kind, words in wanted.items() if words}


def cells(sums: dict[str, list[float]], kinds: tuple[str, ...]) -> str:
    return " | ".join(f"{statistics.fmean(sums[kind]) * 100:.0f} %" if sums.get(kind) else "-" for kind in kinds)


def classes(title: str, found: list[Any], memory: Any) -> None:
    """One summary at several budgets. `found` are cases with `past` and `tokens`."""
    print(f"\n### {title}: what must be kept, in one summary\n")
    print(f"| budget | {' | '.join(CLASSES)} |\n| --- |" + " --- |" * len(CLASSES))
    for share in (0.30, 0.15, 0.05):
        sums: dict[str, list[float]] = {}
        for case in found:
            text = memory(case, int(case.tokens * share))
            for kind, value in kept(contract(case.past), text).items():
                sums.setdefault(kind, []).append(value)
        print(f"| {share:.0%} | {cells(sums, CLASSES)} |")


def text_of(message: dict[str, Any]) -> str:
    calls = "".join(f"\n{call['function']['name']} {call['function']['arguments']}" for call in message.get("tool_calls") or ())
    return str(message.get("content") or "") + calls


def quoted(messages: list[dict[str, Any]]) -> list[str]:
    """The lines that our message quotes, without headers and tags."""
    text = next((text_of(each) for each in messages if text_of(each).startswith("[summary ")), "")
    # The user's open request stands behind the notes word for word, and in short in them: that is
    # meant.
    text = text.split("\nThe user's latest request")[0]
    return [line for line in text.split("\n") if len(line) > 20 and not line.startswith(("> ", "<", "["))]


def rounds(title: str, found: list[Any], forced: bool) -> None:
    """A session message by message through a `Compactor` without a model: five runs by force, or as many as the window asks for."""
    name = "five forced rounds" if forced else "rounds as the window asks for them"
    print(f"\n### {title}: {name}\n")
    print(f"| sessions | rounds | {' | '.join(CLASSES)} | lines twice | largest after a run, of the window |")
    print("| --- | --- |" + " --- |" * (len(CLASSES) + 2))
    sums: dict[str, list[float]] = {}
    counts: list[int] = []
    twice, largest = 0, 0.0
    for case in found:
        # So small that a session of 60,000 tokens and more has about ten natural rounds, and no
        # smaller than the smallest windows in use.
        window = max(8_000, case.tokens // 4 if forced else case.tokens // 8)
        compactor: Any = conspectus.Compactor(context_window=window, dialect="openai_chat", tokenizer=sessions.quarter)
        past, history, count, due = sessions.chat(case.past), [], 0, 1
        for number, message in enumerate(past):
            history.append(message)
            following = past[number + 1] if number + 1 < len(past) else None
            # A host asks the model only when all results are there.
            if message.get("tool_calls") or (following and following["role"] == "tool"):
                continue
            if forced and (number + 1) * FORCED < due * len(past):
                continue
            due += 1
            result = compactor.compact(history, force=True if forced else None)
            if result.status != "summarized":
                continue
            count += 1
            history = list(result.messages)
            lines = quoted(history)
            twice += len(lines) - len(set(lines))
            largest = max(largest, result.tokens_after / window)
        if count:
            counts.append(count)
            for kind, value in kept(contract(case.past), "\n".join(map(text_of, history))).items():
                sums.setdefault(kind, []).append(value)
    shown = f"{min(counts)} to {max(counts)}, median {statistics.median(counts):.0f}" if counts else "0"
    print(f"| {len(counts)} | {shown} | {cells(sums, CLASSES)} | {twice} | {largest:.0%} |")
