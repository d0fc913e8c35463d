"""What must hold for a message, alone and in a list, whatever its type allows."""

from __future__ import annotations

import base64
import dataclasses
import json
import re
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pydantic

import conspectus
from conspectus.errors import ConspectusError, InvalidMessagesError, UnrepairableError

from grow import LINK, MEDIA, SHORT

Reference = Callable[[Any], Any]
Fault = tuple[str, str]
"""The operation and what was wrong; equal for equal faults."""

# Names, ids and the frame of a message: what is counted beside its words.
SLACK_TOKENS = 80
SUMMARY = "## Goal\nThe user wants the parser fixed.\n\n## Done\nThe tokens of each line were read; nothing is open."


# What is sent and costs nothing, or is no part of what a model reads: the text of citations
# (https://docs.anthropic.com/en/docs/build-with-claude/citations, seen 2026-11), checks and
# probabilities of the provider, pieces of a stream, what a program keeps for itself.
UNREAD = {"citations", "annotations", "logprobs", "pending_safety_checks", "acknowledged_safety_checks", "created_by", "partial_args", "partialArgs", "extras",
          "metadata", "vendor_metadata", "speech_metadata", "speechMetadata"}
# A picture that an SDK made itself, as base64: no text of ours is so long without a space.
BASE64 = re.compile(r"[A-Za-z0-9+/=]{2000,}")


def plain(value: Any) -> Any:
    """What an object holds, for the reference count."""
    if isinstance(value, pydantic.BaseModel):
        return {name: getattr(value, name) for name in (*type(value).model_fields, *(value.model_extra or ()))}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return value


def is_medium(value: str) -> bool:
    return value.startswith("data:") or BASE64.search(value) is not None


def words(value: Any, name: str = "", deep: int = 0) -> Iterator[str]:
    """The text in what is sent: no media, no links, none of the short strings that only name something."""
    value = plain(value)
    if isinstance(value, str):
        if is_medium(value) or MEDIA.search(name) and value.startswith("http"):
            return
        if not (LINK.search(name) or SHORT.search(name)) or len(value) > 100:
            yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in UNREAD and deep < 20:
                yield from words(item, str(key), deep + 1)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from words(item, name, deep + 1) if deep < 20 else ()
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield str(value)


def without_media(value: Any, name: str = "", deep: int = 0) -> Any:
    value = plain(value)
    if isinstance(value, str):
        return "" if is_medium(value) else value
    if isinstance(value, bytes):
        return ""
    if isinstance(value, dict):
        return {str(key): without_media(item, str(key), deep + 1) for key, item in value.items()} if deep < 20 else {}
    if isinstance(value, (list, tuple)):
        return [without_media(item, name, deep + 1) for item in value] if deep < 20 else []
    return value


def tokens_of(text: str) -> int:
    # A lone surrogate cannot be counted as text.
    return conspectus.count_tokens(text.encode("utf-8", "replace").decode()).tokens if text else 0


def bounds(sent: Any) -> tuple[int, int]:
    """Tokens of the words in what is sent, and of all of it as JSON, which is what schemas and arguments cost."""
    return tokens_of("\n".join(words(sent))), tokens_of(json.dumps(without_media(sent), default=str, ensure_ascii=False))


def shape(value: Any, deep: int = 0) -> Any:
    """What a value is made of, by identity: it tells whether anything in it was changed."""
    if deep > 12 or isinstance(value, (str, bytes, int, float, type(None))):
        return (type(value).__name__, value if isinstance(value, (str, int)) else id(value))
    if isinstance(value, dict):
        return (id(value), tuple((repr(key), shape(item, deep + 1)) for key, item in value.items()))
    if isinstance(value, (list, tuple)):
        return (id(value), tuple(shape(item, deep + 1) for item in value))
    held = getattr(value, "__dict__", None)
    if isinstance(held, dict) and type(value).__module__ != "builtins":
        return (id(value), tuple((name, shape(item, deep + 1)) for name, item in held.items()))
    return id(value)


def same(one: Any, other: Any) -> bool:
    try:
        return bool(type(one) is type(other) and one == other)
    except Exception:
        return False


def copied(before: list[Any], after: list[Any]) -> str | None:
    """A message that is as it was, and yet another object."""
    held = {id(message) for message in before}
    for message in after:
        if id(message) not in held and any(same(message, old) for old in before):
            return f"an equal {type(message).__name__} that is another object"
    return None


def where(error: BaseException) -> str:
    """The error and its place, without what differs from case to case."""
    text = re.sub(r"\d+", "N", f"{error}".split("\n")[0])
    if isinstance(error, ConspectusError):
        return f"{type(error).__name__}: {text}"[:160]
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {text[:120]} in {last.name}"


class Checker:
    def __init__(self, dialects: set[str], references: list[Reference], strict: bool = True) -> None:
        self.dialects = dialects
        self.references = references
        self.unsized = 0

    def faults(self, message: Any, before: list[Any], after: list[Any]) -> Iterator[Fault]:
        yield from self._sized(message, before)
        for messages, place in (([message], "alone"), ([*before, message], "last"), ([*before, message, *after], "old")):
            had = shape(messages)
            for operation, wrong in self._run(messages, place):
                yield operation, wrong
            if shape(messages) != had:
                yield place, "the messages that went in were changed"

    def _sized(self, message: Any, before: list[Any]) -> Iterator[Fault]:
        sent = [tokens for reference in self.references if (tokens := self._sent(reference, message)) is not None]
        if not sent:
            self.unsized += 1
            return
        try:
            count = conspectus.count_tokens([*before, message])
        except Exception:
            return
        media = count.details.media_tokens - (conspectus.count_tokens(before).details.media_tokens if before else 0)
        ours = count.per_message[-1] - media
        if ours > 2 * max(most for _, most in sent) + SLACK_TOKENS:
            yield "count_tokens", f"more than twice what is sent ({type(message).__name__})"
        if min(least for least, _ in sent) > 2 * ours + SLACK_TOKENS:
            yield "count_tokens", f"less than half of what is sent ({type(message).__name__})"

    def _sent(self, reference: Reference, message: Any) -> tuple[int, int] | None:
        try:
            return bounds(reference(message))
        except Exception:
            return None

    def _run(self, messages: list[Any], place: str) -> Iterator[Fault]:
        problems: list[Any] | None = None
        try:
            problems = conspectus.validate(messages)
        except Exception as error:
            yield "validate", where(error)
        try:
            count = conspectus.count_tokens(messages)
            if place == "old" and self.dialects and count.details is not None and count.details.dialect not in self.dialects:
                yield "count_tokens", f"taken for {count.details.dialect}"
        except Exception as error:
            yield "count_tokens", where(error)
        try:
            conspectus.facts(messages)
        except Exception as error:
            yield "facts", where(error)
        yield from self._repaired(messages, problems)
        if place != "alone":
            yield from self._compacted(messages, problems)

    def _repaired(self, messages: list[Any], problems: list[Any] | None) -> Iterator[Fault]:
        try:
            repaired = conspectus.repair(messages)
        except (UnrepairableError, InvalidMessagesError) as error:
            if not problems:
                yield "repair", where(error)
            return
        except Exception as error:
            yield "repair", where(error)
            return
        if problems == [] and not all(one is other for one, other in zip(repaired.messages, messages, strict=True)):
            yield "repair", "a valid list was changed"
        if (wrong := copied(messages, repaired.messages)) is not None:
            yield "repair", wrong
        had = {problem.code for problem in problems or ()}
        if new := [problem.code for problem in conspectus.validate(repaired.messages) if problem.severity == "error" and problem.code not in had]:
            yield "repair", f"made: {new[0]}"

    def _compacted(self, messages: list[Any], problems: list[Any] | None) -> Iterator[Fault]:
        compactor = conspectus.Compactor(context_window=100_000, summarize=lambda request: SUMMARY)
        try:
            result = compactor.compact(messages, force=True)
        except Exception as error:
            if not (problems and isinstance(error, InvalidMessagesError)):
                yield "compact", where(error)
            return
        # A message alone may be too short for a summary.
        if result.status in ("failed", "conflict") and result.code != "not_smaller" and not problems:
            yield "compact", f"{result.status}: {result.code}: {re.sub(r'[0-9]+', 'N', result.reason)}"[:160]
        if (wrong := copied(messages, result.messages)) is not None:
            yield "compact", wrong


def shown(value: Any, deep: int = 0) -> Any:
    """A message as it is written into a report: long texts and media shortened."""
    value = plain(value)
    if isinstance(value, str):
        return value if len(value) < 40 else f"{value[:24]}... {len(value)} chars"
    if isinstance(value, bytes):
        return f"<{len(value)} bytes>"
    if isinstance(value, dict) and deep < 8:
        return {str(key): shown(item, deep + 1) for key, item in value.items() if item is not None}
    if isinstance(value, (list, tuple)) and deep < 8:
        return [shown(item, deep + 1) for item in value]
    return value if isinstance(value, (int, float, type(None))) else repr(value)[:60]


def line(value: Any) -> str:
    return json.dumps(shown(value), default=repr)[:700]
