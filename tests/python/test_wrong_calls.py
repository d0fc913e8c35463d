"""Calls that are written wrongly: each is an error that says what to do."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from builders import session

import conspectus
from conspectus import Compactor, FolderStore, History
from conspectus.tokens import Vocabulary

MESSAGES = session(20, size=2000)


def like(name: str, **has: Any) -> Any:
    """An object of another library, as far as its methods tell."""
    return type(name, (), {"__len__": lambda self: 1, "__getitem__": lambda self, at: MESSAGES[at], **has})()


def made(**options: Any) -> Compactor[Any]:
    return Compactor(**{"context_window": 10_000, "clear_when": "never", **options})


async def answer(given: Any) -> Any:
    return given


LISTS: dict[str, tuple[Any, str]] = {
    "a DataFrame of pandas": (like("DataFrame", columns=["role"], to_dict=lambda self: {"role": {0: "user"}}), ': give its to_dict("records")'),
    "a DataFrame of polars": (like("DataFrame", columns=["role"], to_dicts=lambda self: MESSAGES), "`DataFrame` is not plain data: give its to_dicts()"),
    "an array": (like("ndarray", tolist=lambda self: MESSAGES), "`ndarray` is not plain data: give its tolist()"),
    "a table of Arrow": (like("Table", to_pylist=lambda self: MESSAGES), "`Table` is not plain data: give its to_pylist()"),
    "a result": (made().compact(session(1)), "messages must be a list, found an object: give its `messages`"),
    "what holds them": ({"messages": MESSAGES}, "messages must be a list, found an object: give its `messages`"),
    "JSON": (json.dumps(MESSAGES), "messages must be a list, found a string: parse it, if it is JSON"),
    "one message": (MESSAGES[0], "messages must be a list, found an object: put it into a list"),
    "an iterator": (iter(MESSAGES), "`list_iterator` is not plain data: make a list of it"),
    "no await": (answer(MESSAGES), "`coroutine` is not plain data: await it first"),
}


@pytest.mark.parametrize("name", LISTS)
def test_what_is_no_list_of_messages(name: str) -> None:
    given, text = LISTS[name]
    for call in (made().compact, made().plan, conspectus.validate, History().sync, History().extend):
        with pytest.raises(conspectus.errors.ConspectusError) as caught:
            call(given)
        assert text in caught.value.message and caught.value.path == ""


class Store:
    def __call__(self, output: Any) -> str:
        return "place"


def two(text: str) -> Any:
    return [1, 2]


COUNT = "tokenizer must return the number of tokens, not `list`: give its len()"
COPY = r"use compactor.save\(\) and Compactor.load"
CALLS: dict[str, tuple[Callable[[], Any], str]] = {
    "a class as store": (lambda: made(store=Store), r"store must be a function or a FolderStore, not a class: use Store\(...\)"),
    "a folder as store": (lambda: made(store="outputs"), "store must be a function or a FolderStore"),
    "the store itself": (lambda: made(store=FolderStore), r"not a class: use FolderStore\(...\)"),
    "a class as summarize": (lambda: made(summarize=Store), r"summarize must be a function, not a class: use Store\(...\)"),
    "a class as restore": (lambda: made(preset={"name": "qwen-code", "restore": Store}), r"restore must be a function, not a class"),
    "a class as tokenizer": (lambda: made(tokenizer=Vocabulary), "tokenizer must be a name or a function that counts"),
    "tokens of messages": (lambda: made(tokenizer=two).compact(MESSAGES), COUNT),
    "tokens of a list": (lambda: conspectus.count_tokens(MESSAGES, tokenizer=two), COUNT),
    "tokens of a text": (lambda: conspectus.count_tokens("text", tokenizer=two), COUNT),
    "tokens of a history": (lambda: History(tokenizer=two).extend(MESSAGES), COUNT),
    "a coroutine function for compact": (lambda: made(summarize=answer).compact(MESSAGES), r"require `await compactor.acompact\(...\)`"),
    "messages as a summary": (lambda: made(summarize=lambda request: MESSAGES).compact(MESSAGES), "`summarize` must return a str, an object with a `text`, or an SDK's response, not `list`"),
    "copy": (lambda: copy.copy(made()), COPY),
    "deepcopy": (lambda: copy.deepcopy(made()), COPY),
    "pickle": (lambda: pickle.dumps(made()), COPY),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_call_is_told_what_to_do(name: str) -> None:
    call, text = CALLS[name]
    with pytest.raises((conspectus.errors.InvalidOptionError, TypeError), match=text):
        call()


def test_the_message_of_an_sdk_is_a_summary() -> None:
    def text_of(summary: Any) -> Any:
        return made(summarize=lambda request: summary, check_summary="off").compact(MESSAGES, force=True)

    summary = "<state_snapshot><overall_goal>Look at the files.</overall_goal><current_plan>1. [DONE] Look.</current_plan></state_snapshot>"
    for reply in ({"role": "assistant", "content": summary}, SimpleNamespace(role="assistant", content=[SimpleNamespace(type="text", text=summary)])):
        assert text_of(reply).messages == text_of(summary).messages
