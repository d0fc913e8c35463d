"""Messages of smolagents as chat completions write them, and back."""

from __future__ import annotations

import re
from dataclasses import replace
from json import dumps
from typing import Any

from smolagents.models import ChatMessage, MessageRole, tool_role_conversions  # type: ignore[import-untyped]

__all__ = ["Read", "listed"]


class Read:
    """Messages of smolagents as chat completions write them, with calls and their results. What was not changed comes back as it was."""

    def __init__(self, given: list[Any]) -> None:
        self.given = given
        self.messages: list[dict[str, Any]] = []
        self._own: dict[int, list[ChatMessage]] = {}
        self._images: dict[str, Any] = {}
        shown: list[ChatMessage] = []
        open_call: str | None = None
        for message in map(listed, given):
            if message.role == MessageRole.TOOL_CALL:
                open_call = f"call_{len(self.messages)}"
                self._add({"role": "assistant", "content": None, "tool_calls": [_call(open_call, message.content[0]["text"])]}, [message])
            elif open_call and message.role == MessageRole.USER and message.content[0]["type"] == "image":
                shown.append(message)
            elif open_call and message.role == MessageRole.TOOL_RESPONSE:
                mine = [*shown, message]
                shown = []
                if self.messages[-1]["role"] == "tool":
                    mine = [*self._own.pop(id(self.messages.pop())), *mine]
                self._add({"role": "tool", "tool_call_id": open_call, "content": [part for each in mine for part in self._parts(each)]}, mine)
            else:
                open_call = None
                role = "user" if message.role == MessageRole.TOOL_RESPONSE else MessageRole(message.role).value
                self._add({"role": role, "content": self._parts(message)}, [*shown, message])
                shown = []
        if shown:
            self._add({"role": "user", "content": [part for each in shown for part in self._parts(each)]}, shown)

    def back(self, messages: list[Any], places: list[int]) -> list[Any]:
        """What is to be sent, with the marks of a cached prefix."""
        sent: list[Any] = []
        ends = [0]
        for message in messages:
            own = self._own.get(id(message))
            sent += self._made(message) if own is None else own
            ends.append(len(sent))
        return _marked(sent, [ends[place] for place in places])

    def _add(self, message: dict[str, Any], own: list[ChatMessage]) -> None:
        self.messages.append(message)
        self._own[id(message)] = own

    def _parts(self, message: ChatMessage) -> list[dict[str, Any]]:
        parts = []
        for part in message.content:
            if part["type"] == "image":
                url = f"https://image.invalid/{id(part['image'])}"
                self._images[url] = part
                part = {"type": "image_url", "image_url": {"url": url}}
            parts.append(part)
        return parts

    def _made(self, message: dict[str, Any]) -> list[ChatMessage]:
        if calls := message.get("tool_calls"):
            text = "".join(f"Calling tools:\n{call['function']['name']} {call['function']['arguments']}" for call in calls)
            return [ChatMessage(role=MessageRole.TOOL_CALL, content=[{"type": "text", "text": text}])]
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else [self._images[part["image_url"]["url"]] if part["type"] == "image_url" else part for part in content]
        if message["role"] != "tool":
            return [ChatMessage(role=MessageRole(message["role"]), content=parts)]
        images = [ChatMessage(role=MessageRole.USER, content=[part]) for part in parts if part["type"] == "image"]
        return images + [ChatMessage(role=MessageRole.TOOL_RESPONSE, content=[part]) for part in parts if part["type"] != "image"]


# How Python writes the call of a step, and arguments that are plain texts. `ast` would read more, but not beside other threads.
_CALL = re.compile(r"'function': \{'name': '([^']*)', 'arguments': (.*?)\}\}(?=, \{'id': |\]$)", re.S)
_PLAIN = re.compile(r"\{(?:'\w+': '[^'\\]*'(?:, )?)*\}")
_PAIR = re.compile(r"'(\w+)': '([^'\\]*)'")


def _call(id: str, text: str) -> dict[str, Any]:
    """The calls of a step, which have one result, as one call."""
    found = _CALL.findall(text)
    read = [dict(_PAIR.findall(given)) if _PLAIN.fullmatch(given) else {"text": given} for _, given in found]
    arguments = read[0] if len(read) == 1 else {"calls": read or text}
    return {"id": id, "type": "function", "function": {"name": found[0][0] if found else "tool", "arguments": dumps(arguments, ensure_ascii=False)}}


def listed(message: Any) -> ChatMessage:
    """A message whose content is a list, as smolagents joins them."""
    made = ChatMessage.from_dict(message) if isinstance(message, dict) else message
    return replace(made, content=[{"type": "text", "text": made.content}]) if isinstance(made.content, str) else made


def _marked(messages: list[Any], places: list[int]) -> list[Any]:
    """The messages with marks. smolagents joins neighbours of one role, and a text is put behind the text before it: that one is marked."""
    marked = list(messages)
    for place in places:
        at = max(place, 1) - 1
        while at > 0 and _role(marked[at]) == _role(marked[at - 1]) and all(isinstance(part, dict) and part["type"] == "text" for part in marked[at].content):
            at -= 1
        content = marked[at].content
        if isinstance(content, list) and content and content[-1]["type"] == "text":
            marked[at] = replace(marked[at], content=[*content[:-1], {**content[-1], "cache_control": {"type": "ephemeral"}}])
    return marked


def _role(message: Any) -> Any:
    return tool_role_conversions.get(message.role, message.role)
