"""Other threads run while the core reads what is long, and what a copy gives is what the objects give."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import pytest
from builders import lets_others_run, session

import conspectus
from conspectus import History, _conspectus, context, gemini_cli

WORKS: dict[str, Callable[[Any], object]] = {
    "count_tokens": conspectus.count_tokens,
    "validate": conspectus.validate,
    "repair": conspectus.repair,
    "facts": conspectus.facts,
    "condense": conspectus.condense,
    "clear_tool_results": conspectus.clear_tool_results,
    "find_cut": conspectus.find_cut,
    "summarize_extractive": conspectus.summarize_extractive,
    "simulate": lambda messages: conspectus.simulate(messages, model="gpt-5", context_window=8_000, progress=lambda done, total: None),
    "History.sync": lambda messages: History().sync(messages),
    "History.append": lambda messages: History().append(messages[2]),
    "Batch": lambda messages: _conspectus.Batch("compact", {"context_window": 8_000}, {}, None).raw_text(json.dumps(messages)),
    "truncate_text": lambda messages: context.truncate_text(messages[2]["parts"][0]["functionResponse"]["response"]["output"], max_chars=100),
}


@pytest.mark.parametrize("name", WORKS)
def test_other_threads_run_meanwhile(name: str) -> None:
    assert lets_others_run(lambda size: WORKS[name](session(8, size)))


def test_a_list_that_is_known_is_compared_while_others_run() -> None:
    def again(size: int) -> int:
        history = History(verify="hash")
        history.extend(session(8, 10)[:1])
        # The first message alone is known: reading the rest gives the lock away too.
        return history.sync(session(8, size))

    assert lets_others_run(again)


@dataclasses.dataclass
class Answer:
    role: str
    content: str
    run: Any = None


class Closed:
    """An object that must not be asked what it holds."""

    def model_dump(self) -> dict[str, Any]:
        raise AssertionError("no dialect reads this field")


def test_what_is_long_gives_what_is_short_gives() -> None:
    text = "Never touch main. 漢字 😀 \ud800 " * 5_000
    dicts: list[Any] = [{"role": "user", "content": text}, {"role": "assistant", "content": text}]
    for objects in ([{"role": "user", "content": text, "run": Closed()}, Answer("assistant", text)], [Answer("user", text, Closed()), dicts[1]]):
        assert conspectus.count_tokens(objects) == conspectus.count_tokens(dicts)
        assert History().sync(objects) == 2
    # A measure of whole messages counts every field.
    long: list[Any] = [{"role": "user", "content": text, "extra": {"a": 1}}]
    short: list[Any] = [{"role": "user", "content": "", "extra": {"a": 1}}]
    chars = [gemini_cli.estimate_tokens(messages, unit="json_chars", dialect="openai_chat").chars for messages in (long, short)]
    assert chars[0] - chars[1] == len(text.encode("utf-16-le", "surrogatepass")) // 2 + 5 * 5_000, "a lone half is six chars in JSON"


def test_wrong_values_are_named_in_long_lists_too() -> None:
    for wrong in ({1, 2}, object()):
        with pytest.raises(conspectus.errors.ConspectusError) as caught:
            conspectus.count_tokens([*session(8, 10_000), wrong])
        with pytest.raises(conspectus.errors.ConspectusError) as short:
            conspectus.count_tokens([*session(8, 10), wrong])
        assert (caught.value.path, caught.value.message, caught.value.code) == ("/32", short.value.message, short.value.code)
