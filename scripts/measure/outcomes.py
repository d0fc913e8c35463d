"""How often the outcome of a recorded command is told rightly, against labels made by hand.

    python3 scripts/measure/outcomes.py                  # after `make python`, with the Python that has the package
    python3 scripts/measure/outcomes.py --show FILE      # the commands of one session with their results, to label them

The labels stand in `tests/labels/outcomes.json`: for each session, and each outcome, the commands as `message` or
`message.nth`, counted in the list that `messages` makes. They hold nothing of the recordings, which are in `../shared/data`
beside the repository. Exits with 1 if the share is below the goal; says so if the recordings are absent, and exits with 0, or with 1
under `MUST_RUN=1`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import pathlib
import sys
from collections import Counter
from typing import Any, Iterator

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"
LABELS = ROOT / "tests" / "labels" / "outcomes.json"
GOAL = 0.99

Message = dict[str, Any]


def text_of(path: pathlib.Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8", "replace")


def records(path: pathlib.Path) -> Iterator[Message]:
    """The records of a file of JSON lines, or those of a JSON document, without lines that are cut off."""
    text = text_of(path)
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if isinstance(document, dict):
        yield from document.get("messages") or document.get("history") or []
        return
    for line in text.split("\n"):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            yield record


def messages(path: pathlib.Path) -> list[Message]:
    """The messages that the model saw, in the dialect of the agent that recorded them."""
    kind = path.parent.name
    found: list[Message] = []
    for record in records(path):
        if kind == "claude-code" and record.get("type") in ("user", "assistant") and not record.get("isSidechain"):
            if isinstance(record.get("message"), dict):
                found.append(record["message"])
        elif kind == "codex" and record.get("type") == "response_item":
            found.append(record["payload"])
        elif kind == "gemini-cli-chat":
            found += contents(record)
        elif kind == "pi-agent" and record.get("type") == "message":
            found += blocks(record["message"])
        elif kind == "swe-agent" and record.get("role") in ("system", "user", "assistant", "tool"):
            found.append(chat(record))
    return found


def contents(record: Message) -> list[Message]:
    """A record of a Gemini chat as contents: what was said, the calls, their results."""
    content = record.get("content")
    texts = [{"text": content}] if isinstance(content, str) and content else [part for part in content or [] if isinstance(part, dict)]
    calls = record.get("toolCalls") or []
    parts = texts + [{"functionCall": {"name": call["name"], "args": call.get("args") or {}, "id": call.get("id")}} for call in calls]
    role = "user" if record.get("type") == "user" else "model"
    results = [part for call in calls for part in call.get("result") or [] if isinstance(part, dict)]
    made = [{"role": role, "parts": parts}] if parts and record.get("type") in ("user", "gemini") else []
    return made + ([{"role": "user", "parts": results}] if made and results else [])


def blocks(message: Message) -> list[Message]:
    """A message with its own names for calls and results as Anthropic blocks."""
    role, content = message.get("role"), message.get("content")
    if role == "toolResult":
        result = {"type": "tool_result", "tool_use_id": message["toolCallId"], "content": content, "is_error": bool(message.get("isError"))}
        return [{"role": "user", "content": [result]}]
    if role == "assistant":
        made = [
            {"type": "tool_use", "id": block["id"], "name": block["name"], "input": block["arguments"]} if block.get("type") == "toolCall" else block
            for block in content or []
            if block.get("type") in ("toolCall", "text")
        ]
        return [{"role": "assistant", "content": made}] if made else []
    return [{"role": "user", "content": content}] if role == "user" else []


def chat(record: Message) -> Message:
    """An entry of a trajectory as an OpenAI chat message."""
    made = {key: record[key] for key in ("role", "content", "tool_calls") if record.get(key) is not None}
    if record["role"] == "tool":
        made["tool_call_id"] = (record.get("tool_call_ids") or [None])[0]
    return made


def commands(path: pathlib.Path) -> dict[str, Message]:
    """What the package says of each command, by its place."""
    import conspectus

    seen: Counter[int] = Counter()
    found = {}
    for command in conspectus.facts(messages(path)).commands:
        index = command.message
        found[f"{index}.{seen[index]}" if seen[index] else str(index)] = command.to_dict()
        seen[index] += 1
    return found


def show(path: pathlib.Path) -> None:
    for place, command in commands(path).items():
        print(f"{place} [{command['outcome']}] {command['command'][:200]!r} {command.get('error')!r}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--show", metavar="FILE", help="print what is said of each command of this session")
    arguments = parser.parse_args()
    if not DATA.is_dir():
        print("skipped: there are no recordings beside the repository (../shared/data)")
        return 1 if os.environ.get("MUST_RUN") else 0
    if arguments.show:
        show(DATA / arguments.show)
        return 0
    labels = json.loads(LABELS.read_text(encoding="utf-8"))["sessions"]
    right = total = 0
    confused: Counter[str] = Counter()
    for name, outcomes in labels.items():
        told = commands(DATA / name)
        session = [(place, label) for label, places in outcomes.items() for place in places]
        wrong = [(place, label, told.get(place, {}).get("outcome", "no command")) for place, label in session]
        # A success without evidence is reported as unknown, which is not wrong.
        wrong = [row for row in wrong if row[1] != row[2] and row[1:] != ("ok", "unknown")]
        total, right = total + len(session), right + len(session) - len(wrong)
        unlabelled = len(told.keys() - {place for place, _ in session})
        print(f"{name}: {len(session) - len(wrong)} of {len(session)}" + (f", {unlabelled} without a label" if unlabelled else ""))
        for place, label, said in wrong:
            confused[f"{label}, told as {said}"] += 1
            print(f"    {place}: {label}, told as {said}")
    for kind, count in confused.most_common():
        print(f"{count} x {kind}")
    share = right / total
    print(f"outcomes: {right} of {total} commands in {len(labels)} sessions told rightly, {share:.1%}; goal {GOAL:.0%}")
    return 0 if share >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
