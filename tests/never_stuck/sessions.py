"""The sessions that are replayed: those of `../shared/data` if it is there, and our own."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, NamedTuple

from conspectus import repair
from conspectus.errors import ConspectusError

from .shapes import Message, dialect_of, is_agent, typed

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
OWN = ROOT / "examples" / "sessions"

# What the user says at the start of each session, so that it can be looked for in every later
# prompt.
RULE = "Never push to branch quartz-71."


class Session(NamedTuple):
    name: str
    dialect: str
    messages: list[Message]


def own() -> list[Session]:
    """The recorded sessions of the examples in three shapes, and one that is generated."""
    found = [_session(path.stem, json.loads(path.read_text("utf-8"))) for path in sorted(OWN.glob("coding.*.json")) if "recording" not in path.name]
    return [*found, generated("generated", 60)]


def generated(name: str, turns: int, size: int = 6_000) -> Session:
    """One request, then nothing but calls, one of which gives a huge result."""
    messages: list[Message] = [{"role": "user", "content": "Port the module billing to Rust and keep the names of its tests."}]
    for turn in range(turns):
        path = f"src/billing/part_{turn}.py"
        body = f"# {path}\n" + "".join(f"def charge_{turn}_{line}(amount): return amount * {line}\n" for line in range(size // 50))
        if turn == turns // 2:
            body *= 8
        messages.append({"role": "assistant", "content": [{"type": "tool_use", "id": f"t{turn}", "name": "read_file", "input": {"path": path}}]})
        messages.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{turn}", "content": body}]})
    messages.append({"role": "assistant", "content": "All parts are read."})
    return _session(name, messages)


def recorded(limit: int = 500) -> list[Session]:
    """The sessions of `../shared/data`, each of `limit` messages at most; none where the folder is absent."""
    found = [_session(path.name.split(".")[0], _claude_code(_text(path))) for path in sorted(DATA.glob("claude-code/*"))]
    stitched = DATA / "anthropic-messages" / "STITCHED-entire-cli-6MB-single-conversation.json.gz"
    if stitched.exists():
        found.append(_session("stitched", json.loads(_text(stitched))["messages"]))
    for path in sorted(DATA.glob("synthetic-images/*")):
        value = json.loads(_text(path))
        found.append(_session(path.name.split(".")[0], value.get("messages") or value["contents"]))
    for path in sorted(DATA.glob("openai-chat/tau-bench-airline*")):
        found += [_session(f"tau-bench-{case['task_id']}-{case['trial']}", case["traj"]) for case in json.loads(_text(path))[::24]]
    for path in sorted(DATA.glob("swe-agent/*")):
        messages = [{name: item[name] for name in ("role", "content", "tool_calls") if item.get(name) is not None} | _answered(item) for item in json.loads(_text(path))["history"]]
        found.append(_session(path.name.split(".")[0], messages))
    return [session._replace(messages=session.messages[:limit]) for session in found if len(session.messages) >= 8]


def _answered(item: Message) -> Message:
    ids = item.get("tool_call_ids") or []
    return {"tool_call_id": ids[0]} if item.get("role") == "tool" and ids else {}


def _session(name: str, messages: list[Message]) -> Session:
    messages = json.loads(json.dumps(messages))
    first = next((message for message in messages if typed(message)), None)
    if first is not None:
        content = first.get("parts", first.get("content"))
        if isinstance(content, list):
            content.append({"text": RULE} if "parts" in first else {"type": "text", "text": RULE})
        else:
            first["content"] = f"{content}\n{RULE}"
    dialect = dialect_of(messages)
    try:
        # A recording may be broken already. What the replay shows is that compaction breaks
        # nothing.
        messages = repair(messages, dialect=dialect, thinking="free").messages
    except ConspectusError:
        return Session(name, dialect, [])
    while messages and is_agent(messages[0]):
        messages = messages[1:]
    return Session(name, dialect, messages)


def _claude_code(text: str) -> list[Message]:
    """The main line of a session file: streamed chunks of one message are put together, side chains left out."""
    messages: list[Message] = []
    last = None
    for line in text.split("\n"):
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        message: Any = entry.get("message") if isinstance(entry, dict) else None
        if not isinstance(message, dict) or message.get("role") not in ("user", "assistant") or entry.get("isSidechain") or entry.get("isMeta"):
            continue
        content = message.get("content")
        content = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if not content:
            continue
        if message["role"] == "assistant" and last is not None and message.get("id") == last and is_agent(messages[-1]):
            messages[-1]["content"] += content
        elif messages and messages[-1]["role"] == "user" and message["role"] == "user" and any(block.get("type") == "tool_result" for block in content):
            # Results of one turn come as lines of their own.
            messages[-1]["content"] += content
        else:
            messages.append({"role": message["role"], "content": list(content)})
        last = message.get("id") if message["role"] == "assistant" else last
    return messages


def _text(path: Path) -> str:
    raw = path.read_bytes()
    return (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8", "replace")
