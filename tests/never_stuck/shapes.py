"""What the replay reads in messages, by code of its own: nothing here asks the package that is under test."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

Message = dict[str, Any]

# Texts that applications put into a user's message. The user did not write them.
_REMINDERS = re.compile(
    r"<(system-reminder|system_reminder|environment_context|environment_details|ide_selection|ide_opened_file|local-command-stdout"
    r"|local-command-caveat|command-message|task-notification)\b.*?(</\1>|\Z)",
    re.S,
)

# Tags around a command that the user typed, and around the words behind it.
_COMMAND = re.compile(r"</?command-(name|args)>\n?")

# How texts begin that stand in the user's place: an agent's own summary when it goes on in a new
# session, the page of a skill, a result that repair made a text of. The user did not write them.
_OF_HOST = ("This session is being continued from a previous conversation", "Base directory for this skill: ", "[Recorded result")

# Our notes, from mark to mark, and the record in them.
_NOTES = re.compile(r"\[summary (\w+)\].*?\[/summary \1\]", re.S)
_RECORD = re.compile(r"^(?:<handover>|## \w).*?(?=\n\nThe user's latest request|\n\[/summary )", re.S | re.M)

_MEDIA_MARK = re.compile(r"\[Old inline media cleared: [^]]*\]")

# Fields that hold no text of the conversation.
_NO_TEXT = {"type", "role", "id", "tool_use_id", "tool_call_id", "data", "signature", "thoughtSignature", "url", "media_type", "mimeType", "detail"}


def dialect_of(messages: list[Message]) -> str:
    """The shape of a session of the data: told by where its calls and parts stand."""
    if any("parts" in message for message in messages):
        return "gemini"
    if any(message.get("role") in ("tool", "system") or "tool_calls" in message for message in messages):
        return "openai_chat"
    return "anthropic"


def is_agent(message: Message) -> bool:
    return message.get("role") in ("assistant", "model")


def blocks(message: Message) -> list[Any]:
    content = message.get("parts", message.get("content"))
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else []


def typed(message: Message) -> str:
    """What the user typed in a message; empty for messages of others."""
    if message.get("role") != "user":
        return ""
    texts = [block["text"] for block in blocks(message) if isinstance(block, dict) and isinstance(block.get("text"), str)]
    said = _REMINDERS.sub("", "\n".join(text for text in texts if not text.startswith(_OF_HOST))).strip()
    return _COMMAND.sub(" ", said).strip()


def results(message: Message) -> Iterator[tuple[str, str]]:
    """The tool results of a message: what each answers, and its text."""
    if message.get("role") == "tool":
        yield message["tool_call_id"], _flat(message.get("content"))
    for block in blocks(message):
        if not isinstance(block, dict):
            continue
        if block.get("type") == "tool_result":
            yield block["tool_use_id"], _flat(block.get("content"))
        elif "functionResponse" in block:
            answer = block["functionResponse"]
            yield f"{answer.get('id')}/{answer.get('name')}", _flat(answer.get("response"))


def _flat(value: Any) -> str:
    return "\n".join(strings(value))


def must_stay(messages: list[Message]) -> list[Message]:
    """What no compaction may take: the system's messages, and the end of the list: what the agent has not answered yet, and the calls whose
    results it has not read.

    Where the provider signs the agent's thinking, a chain of calls begins with it, so the chain stays whole.
    """
    first = len(messages)
    while first > 0 and not is_agent(messages[first - 1]):
        first -= 1
    if any(True for message in messages[first:] for _ in results(message)):
        chain = first = max(0, first - 1)
        while chain > 0 and "signature" not in json.dumps(messages[chain]) and not typed(messages[chain]):
            chain -= 1
        first = chain if "signature" in json.dumps(messages[chain]) else first
    return [message for message in messages[:first] if message.get("role") in ("system", "developer")] + messages[first:]


def notes_in(message: Message) -> tuple[str, str] | None:
    """Our notes in a message, with all that is around them, and the record in them."""
    whole = _NOTES.search("\n".join(strings(message)))
    record = whole and _RECORD.search(whole.group())
    return (whole.group(), record.group()) if whole and record else None


def strings(value: Any) -> Iterator[str]:
    """Every text of a value, images left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name not in _NO_TEXT:
                yield from strings(item)


def words(text: str) -> str:
    """A text without the difference between its spaces, and with the escapes of tags undone: what a reader sees."""
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return re.sub(r"\s+", " ", text).strip()


def shown(messages: list[Message]) -> str:
    """All texts of a prompt as a reader sees them, with and without reminders and the tags of commands. A mark for media that went is no
    text."""
    text = _MEDIA_MARK.sub("", "\n".join(strings(messages)))
    return f"{words(text)}\n{words(_COMMAND.sub(' ', _REMINDERS.sub('', text)))}"


def as_text(request: dict[str, Any]) -> str:
    """The texts of a request for a summary."""
    return "\n".join(strings(request["messages"]))


def has_pictures(message: Message) -> bool:
    return '"image' in json.dumps(message) or "inlineData" in json.dumps(message)
