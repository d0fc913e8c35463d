"""Reads recorded sessions of several agents as lists of plain messages, for measuring.

A message is `{role, text, calls: [{id, name, args}], answers, error}`; `role` is `user`, `assistant` or `tool`. System messages and reasoning are
left out: no compaction replaces them. `chat` turns such a list into messages of OpenAI's chat interface.
"""

from __future__ import annotations

import gzip
import json
import pathlib
from typing import Any, Iterator

Message = dict[str, Any]

# A session of several in one file is cut into pieces of so many messages.
PIECE = 400


def quarter(text: str) -> int:
    """A counter of tokens for which four chars are one, so that sizes compare with those of others."""
    return -(-len(text) // 4)


def message(role: str, text: str = "", calls: list[dict[str, Any]] | None = None, answers: str | None = None, error: bool = False) -> Message:
    return {"role": role, "text": text, "calls": calls or [], "answers": answers, "error": error}


def text_of(content: Any) -> str:
    """The text of a content in any shape."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, (text_of(part) for part in content)))
    if isinstance(content, dict):
        return text_of(content.get("text") or content.get("content") or "")
    return ""


def arguments(value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return {"text": value}
    return value if isinstance(value, dict) else {"value": value}


def of_blocks(role: str, content: Any) -> Iterator[Message]:
    """Messages of content blocks: texts, calls and results."""
    if isinstance(content, str):
        yield message(role, content)
        return
    texts, calls = [], []
    for block in content or []:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind in ("tool_use", "toolCall"):
            calls.append({"id": block.get("id"), "name": block.get("name"), "args": arguments(block.get("input", block.get("arguments")))})
        elif kind == "tool_result":
            yield message("tool", text_of(block.get("content")), answers=block.get("tool_use_id"), error=bool(block.get("is_error")))
        elif kind in ("text", "input_text", "output_text") or isinstance(block, str):
            texts.append(text_of(block))
    if texts or calls:
        yield message(role, "\n".join(texts), calls)


def of_chat(messages: list[Any]) -> Iterator[Message]:
    for each in messages:
        role = each.get("role") or {"human": "user", "ai": "assistant"}.get(each.get("type"), each.get("type"))
        if role in ("tool", "function", "toolResult"):
            answers = each.get("tool_call_id") or each.get("toolCallId") or (each.get("tool_call_ids") or [None])[0]
            yield message("tool", text_of(each.get("content")), answers=answers, error=bool(each.get("isError") or each.get("is_error")))
        elif role in ("user", "assistant"):
            made = []
            for call in each.get("tool_calls") or []:
                function = call.get("function") if isinstance(call.get("function"), dict) else {"name": call.get("name") or call.get("function"), "arguments": call.get("args", call.get("arguments"))}
                made.append({"id": call.get("id"), "name": function["name"], "args": arguments(function["arguments"])})
            for part in of_blocks(role, each.get("content")):
                yield {**part, "calls": part["calls"] + made}
                made = []
            if made:
                yield message(role, "", made)


def of_events(events: list[Any]) -> Iterator[Message]:
    """Actions and observations, each with its cause."""
    for event in events:
        if event.get("observation") and event.get("source") != "user":
            yield message("tool", text_of(event.get("content")), answers=str(event.get("cause")))
        elif event.get("action") == "message" and event.get("source") == "user":
            yield message("user", text_of(event.get("message")))
        elif event.get("action") and event.get("source") == "agent" and event["action"] not in ("system", "recall", "change_agent_state"):
            args = {name: value for name, value in (event.get("args") or {}).items() if isinstance(value, str) and value and name != "thought"}
            thought = text_of((event.get("args") or {}).get("thought"))
            yield message("assistant", thought, [{"id": str(event.get("id")), "name": event["action"], "args": args}])


def of_response_items(lines: list[Any]) -> Iterator[Message]:
    for line in lines:
        item = line.get("payload") if isinstance(line.get("payload"), dict) else line
        kind = item.get("type")
        if kind == "message" and item.get("role") in ("user", "assistant"):
            yield message(item["role"], text_of(item.get("content")))
        elif kind in ("function_call", "custom_tool_call"):
            args = arguments(item.get("arguments", item.get("input")))
            yield message("assistant", "", [{"id": item.get("call_id"), "name": item.get("name"), "args": args}])
        elif kind in ("function_call_output", "custom_tool_call_output"):
            output = item.get("output")
            yield message("tool", output if isinstance(output, str) else text_of(output), answers=item.get("call_id"))


def of_lines(lines: list[Any]) -> Iterator[Message]:
    """Records of one message each; a streamed answer in pieces is several."""
    for line in lines:
        inner = line.get("message")
        if line.get("isSidechain") or line.get("isMeta") or not isinstance(inner, dict):
            continue
        if inner.get("role") == "toolResult":
            yield from of_chat([inner])
        elif inner.get("role") in ("user", "assistant"):
            yield from of_blocks(inner["role"], inner.get("content"))


def read(path: pathlib.Path) -> Any:
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    text = raw.decode("utf-8", "replace")
    if ".jsonl" not in path.name:
        return json.loads(text)
    lines = []
    for line in text.splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            continue
    return [line for line in lines if isinstance(line, dict)]


def pieces(messages: list[Message]) -> list[list[Message]]:
    return [messages[start : start + PIECE] for start in range(0, len(messages), PIECE)]


def conversations(path: pathlib.Path) -> list[list[Message]]:
    """The conversations of one file."""
    folder, data = path.parent.name, read(path)
    if folder in ("claude-code", "pi-agent"):
        return pieces(list(of_lines(data)))
    if folder == "codex":
        return pieces(list(of_response_items(data)))
    if folder == "openhands":
        runs = [run["history"] for run in data] if isinstance(data[0], dict) and "history" in data[0] else [data]
        return [list(of_events(run)) for run in runs]
    if folder == "openai-chat" and isinstance(data, list) and data and isinstance(data[0], dict) and "traj" in data[0]:
        # One of four trials is enough: they are alike.
        return [list(of_chat(run["traj"])) for run in data if run.get("trial") == 0]
    if folder == "openai-chat" and isinstance(data, dict) and "samples" in data:
        return [list(of_chat(sample["messages"])) for sample in data["samples"]]
    if folder == "langchain":
        return [list(of_chat(data["values"]["messages"]))]
    if folder == "swe-agent":
        return [list(of_chat(data["history"]))]
    if folder == "anthropic-messages" and isinstance(data, dict):
        return pieces([part for each in data["messages"] for part in of_blocks(each["role"], each["content"])])
    return []


# A shorter summary was made for a test. In chars.
SUMMARY_CHARS = 1_000


def summaries(path: pathlib.Path) -> Iterator[tuple[list[Message], list[Message], str, list[Message]]]:
    """Of each summary that a model wrote: the messages before it, those of them that stay, its text, and what came then."""
    lines = read(path)
    if not isinstance(lines, list):
        return
    ends = []
    for number, line in enumerate(lines):
        is_record = line.get("type") == "compaction"
        text = text_of(line.get("summary")) if is_record else text_of((line.get("message") or {}).get("content")) if line.get("isCompactSummary") else ""
        if len(text) >= SUMMARY_CHARS:
            ends.append((number, int(line.get("firstKeptEntryIndex") or number) if is_record else number, text))
    begin, before = 0, None
    for place, (number, first_kept, text) in enumerate(ends):
        end = ends[place + 1][0] if place + 1 < len(ends) else len(lines)
        past = [*([message("user", before)] if before else []), *of_lines(lines[begin:first_kept])]
        yield past, list(of_lines(lines[first_kept:number])), text, list(of_lines(lines[number + 1 : end]))
        begin, before = first_kept if first_kept < number else number + 1, text


def chat(messages: list[Message]) -> list[dict[str, Any]]:
    """The same as messages of OpenAI's chat interface."""
    out: list[dict[str, Any]] = []
    for each in messages:
        if each["role"] == "tool":
            out.append({"role": "tool", "tool_call_id": each["answers"] or "", "content": each["text"]})
        elif each["calls"]:
            calls = [
                {"id": call["id"] or "", "type": "function", "function": {"name": call["name"] or "", "arguments": json.dumps(call["args"], ensure_ascii=False)}}
                for call in each["calls"]
            ]
            out.append({"role": "assistant", "content": each["text"] or None, "tool_calls": calls})
        else:
            out.append({"role": each["role"], "content": each["text"]})
    return out
