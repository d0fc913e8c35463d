"""What a compactor and a `History` keep between turns gives the same as reading the whole list again."""

from __future__ import annotations

import copy
import gc
import json
import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from builders import session
from tier import SHORT

import conspectus
from conspectus import Compactor, History, errors, operations, sansio
from conspectus.sansio import Machine

Message = dict[str, Any]
SCRIPTS = int(os.environ.get("LEDGER_SCRIPTS", "8" if SHORT else "60"))
WORDS = ("read", "the", "file", "test", "fails", "日本語", "\n", "error:", "src/a.rs", "ok")


def text(source: random.Random, longest: int = 40) -> str:
    return " ".join(source.choice(WORDS) for _ in range(source.randrange(1, longest)))


def a_name(source: random.Random) -> str:
    return source.choice(("read_file", "list_dirs", "run_tests"))  # the same length, so that only the name differs


def openai(source: random.Random, number: int) -> list[Message]:
    call: Message = {"id": f"c{number % 7}", "type": "function", "function": {"name": a_name(source), "arguments": '{"path": "a.rs"}'}}
    return source.choice(
        (
            [{"role": "user", "content": text(source)}],
            [{"role": "assistant", "content": text(source)}],
            [{"role": "assistant", "content": None, "tool_calls": [call]}, {"role": "tool", "tool_call_id": f"c{number % 7}", "content": text(source, 200)}],
        )
    )


def anthropic(source: random.Random, number: int) -> list[Message]:
    use = {"type": "tool_use", "id": f"t{number % 7}", "name": a_name(source), "input": {"path": text(source, 3), "limit": number}}
    result = {"type": "tool_result", "tool_use_id": f"t{number % 7}", "content": text(source, 200)}
    return source.choice(
        (
            [{"role": "user", "content": [{"type": "text", "text": text(source)}]}],
            [{"role": "assistant", "content": [{"type": "thinking", "thinking": text(source), "signature": "x"}, use]}],
            [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}],
        )
    )


def gemini(source: random.Random, number: int) -> list[Message]:
    call = {"functionCall": {"id": f"g{number % 7}", "name": a_name(source), "args": {"path": text(source, 3)}}}
    result = {"functionResponse": {"id": f"g{number % 7}", "name": a_name(source), "response": {"output": text(source, 200)}}}
    return source.choice(
        (
            [{"role": "user", "parts": [{"text": text(source)}]}],
            [{"role": "model", "parts": [{"text": text(source)}, call]}, {"role": "user", "parts": [result]}],
        )
    )


WIRES: tuple[Callable[[random.Random, int], list[Message]], ...] = (openai, anthropic, gemini)


def edited(source: random.Random, messages: list[Message], wires: tuple[Callable[[random.Random, int], list[Message]], ...]) -> list[Message]:
    """The list after one thing that a host may do to it. Older messages are never changed in place."""
    place = source.randrange(len(messages) + 1)
    news = [message for _ in range(source.randrange(1, 5)) for message in source.choice(wires)(source, source.randrange(30))]
    match source.randrange(9):
        case 0:
            return messages[:place]
        case 1:
            return [*messages[:place], *news, *messages[place + 1 :]]
        case 2:
            return copy.deepcopy(messages)
        case 3 if messages:
            # The same shape under another name: the sizes are the same.
            changed = copy.deepcopy(messages)
            last = min(place, len(changed) - 1)
            changed[last] = json.loads(json.dumps(changed[last]).replace("read_file", "list_dirs"))
            return changed
        case 4:
            return [*messages[:place], *messages[place + 1 :]]
        case 5 if messages and isinstance(messages[-1].get("content"), str):
            messages[-1]["content"] += " and more"  # it grows while it is streamed
            return messages
        case 6:
            return news
        case _:
            messages.extend(news)
            return messages


def ended(machine: Machine, messages: list[Message], turn: dict[str, Any]) -> tuple[Any, dict[str, Any] | None]:
    """What a run tells, and the patch if it is to be applied."""
    actions = []
    try:
        machine.handle_messages(messages, **turn)
    except errors.ConspectusError as error:
        return (error.code, error.path), None
    patch = None
    while (action := machine.poll_action()) is not None:
        actions.append(action)
        if action["kind"] == "apply":
            patch = action["patch"]
            machine.handle_current(messages)
        elif action["kind"] == "store_output":
            machine.handle_stored(action["key"])
        elif action["kind"] == "read_files":
            machine.handle_restored([])
    return actions, patch if actions[-1]["applied"] else None


@pytest.mark.parametrize("preset", [row["name"] for row in sansio.names()["presets"]])
def test_a_compactor_that_remembers_does_what_a_new_one_does(preset: str) -> None:
    for seed in range(SCRIPTS):
        source = random.Random(seed)
        wires = WIRES if seed % 3 == 0 else (source.choice(WIRES),)
        own: Any = {"max_output_tokens": 200} if preset == "opencode" else {}
        if preset != "default" and seed % 4 == 0:
            own["estimator"] = ("chars", "script")[seed // 4 % 2]
        options: Any = {"preset": {"name": preset, **own} if own else preset, "context_window": source.choice((600, 2_000, 8_000)), "summarize": "extractive"}
        if preset == "default" and seed % 4 == 0:
            options["tokenizer"] = "qwen3"
        messages: list[Message] = []
        kept = Machine(**options)
        for step in range(12):
            messages = edited(source, messages, wires)
            turn: dict[str, Any] = {"force": True} if source.randrange(12) == 0 else {}
            if source.randrange(3) == 0:
                turn["usage"] = source.randrange(3_000)
            fresh = Machine.load(kept.save(), **options)
            expected, _ = ended(fresh, messages, turn)
            found, patch = ended(kept, messages, turn)
            assert found == expected, f"seed {seed}, step {step}"
            if patch is not None and source.randrange(4):
                messages = conspectus.sansio.apply_patch(messages, patch)


def test_a_long_list_is_known_by_its_lengths_until_its_texts_matter() -> None:
    by_lengths = 0
    for seed in range(SCRIPTS):
        source = random.Random(seed)
        wires = WIRES if seed % 3 == 0 else (source.choice(WIRES),)
        options: Any = {"context_window": source.choice((500_000, 1_000_000, 4_000_000)), "summarize": "extractive"}
        long = {"role": "user", "content": "I read the file. " * 8_000}
        messages: list[Message] = []
        kept = Machine(**options)
        for step in range(8):
            messages = edited(source, messages, wires)
            given = [long, *messages]
            turn: dict[str, Any] = {"force": True} if source.randrange(12) == 0 else {}
            if source.randrange(6) == 0:
                turn["usage"] = source.randrange(90_000)
            expected, _ = ended(Machine.load(kept.save(), **options), given, turn)
            found, patch = ended(kept, given, turn)
            if isinstance(expected, tuple) or isinstance(found, tuple):
                assert found == expected, f"seed {seed}, step {step}"
                continue
            reports = [told[-1]["result"] for told in (found, expected)]
            guessed = [told[-1]["log"][-1]["attributes"]["conspectus.from_lengths"] for told in (found, expected)]
            by_lengths += any(guessed)
            if guessed == [False, False]:
                assert found == expected, f"seed {seed}, step {step}"
            else:
                # What was read once is not guessed again. What is done is the same.
                assert [report["status"] for report in reports] == ["unchanged"] * 2, f"seed {seed}, step {step}"
                assert reports[0]["log"]["sizes.messages_before"] == reports[1]["log"]["sizes.messages_before"] == len(given)
    assert by_lengths > SCRIPTS


def test_a_history_that_is_synced_is_one_that_was_read_anew() -> None:
    for seed in range(SCRIPTS * 3):
        source = random.Random(seed)
        wires = WIRES if seed % 2 == 0 else (source.choice(WIRES),)
        options: Any = {"tokenizer": source.choice((None, "qwen3", "claude_v4_7"))}
        if seed % 2 == 0:
            options = {"preset": {"name": source.choice(("gemini-cli", "qwen-code", "gencode", "opencode")), "estimator": source.choice(("chars", "script", "instant"))}}
        history, messages = History(**options), []
        for step in range(12):
            messages = edited(source, messages, wires)
            history.sync(messages)
            fresh = History(**options)
            fresh.extend(messages)
            told = [(one.count_tokens(), one.split_point(), one.tokens, one.chars, one.media) for one in (history, fresh)]
            assert told[0] == told[1], f"seed {seed}, step {step}"
            cleared = [one.microcompact(messages, force=True).details for one in (history, fresh)]
            assert cleared[0] == cleared[1], f"seed {seed}, step {step}"


class Odd(list):  # type: ignore[type-arg]
    """A list that shows other items when it is asked than lie in it."""

    def __getitem__(self, index: Any) -> Any:
        return [] if isinstance(index, slice) else {"role": "user", "content": "else"}

    def __iter__(self) -> Any:
        return iter([{"role": "user", "content": "something else"}])

    def __len__(self) -> int:
        return 1


def test_a_list_subclass_is_read_as_it_lies_there() -> None:
    messages: list[Message] = [{"role": "user", "content": f"message {number}"} for number in range(9)]
    history, plain = History(), History()
    compactor: Compactor[Any] = Compactor(context_window=10_000)
    for length in (3, 9, 5, 9):
        history.sync(Odd(messages[:length]))
        plain.sync(messages[:length])
        assert (len(history), history.tokens) == (length, plain.tokens)
        assert compactor.compact(Odd(messages[:length])).log["sizes.messages_before"] == length


def test_where_something_is_wrong_the_path_counts_from_the_start_of_the_list() -> None:
    messages: list[Any] = session(5)
    compactor: Compactor[Any] = Compactor(context_window=100_000)
    compactor.compact(messages)
    with pytest.raises(errors.ConspectusError) as caught:
        compactor.compact([*messages, 7])
    assert (caught.value.code, caught.value.path) == ("INVALID_MESSAGES", "/20")
    assert compactor.compact(messages).log["sizes.messages_before"] == 20


def test_a_tokenizer_counts_each_text_once() -> None:
    asked: list[str] = []

    def count(given: str) -> int:
        asked.append(given)
        return len(given.split())

    messages = session(5)
    compactor: Compactor[Any] = Compactor(context_window=100_000, tokenizer=count)
    sizes = []
    for _ in range(3):
        messages = [*messages, {"role": "user", "parts": [{"text": f"One more request, {len(messages)}."}]}]
        sizes.append(compactor.compact(messages).tokens_before)
        assert sizes[-1] == Compactor(context_window=100_000, tokenizer=lambda given: len(given.split())).compact(messages).tokens_before
    assert len(asked) == len(set(asked)) and sizes == sorted(sizes)


def test_an_edit_in_place_is_seen_before_anything_is_done() -> None:
    messages = session(20, size=2000)
    compactor: Compactor[Any] = Compactor(context_window=100_000)
    assert compactor.compact(messages).status == "unchanged"
    # A host that clears results itself: the sizes that were noted are wrong from here on.
    for message in messages[2:60:4]:
        message["parts"][0]["functionResponse"]["response"] = {"output": "cleared"}
    result = compactor.compact(messages, force=True)
    assert result.tokens_before == operations.estimate_tokens(messages).tokens


def test_an_edit_of_the_same_length_is_seen_before_anything_is_done() -> None:
    def png(width: int, height: int) -> bytes:
        return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\x00\x00\x00" + bytes(64)

    messages: list[Any] = session(20, size=2000)
    for index in (8, 24):
        messages[index]["parts"].append({"inlineData": {"mimeType": "image/png", "data": png(100, 100)}})
    options: Any = {"context_window": 100_000, "image_tokens": "anthropic"}
    compactor: Compactor[Any] = Compactor(**options)
    assert compactor.compact(messages).status == "unchanged"
    seen = {compactor.plan(messages, force=True).tokens_before}
    output = messages[26]["parts"][0]["functionResponse"]["response"]
    for change in (
        lambda: output.update(output="%&" * (len(output["output"]) // 2) + output["output"][len(output["output"]) // 2 * 2 :]),
        # Of raw bytes a hash holds the length only.
        lambda: messages[8]["parts"][-1]["inlineData"].update(data=png(1_500, 1_500)),
    ):
        change()
        plan = compactor.plan(messages, force=True)
        assert plan == Compactor(**options).plan(messages, force=True)
        seen.add(plan.tokens_before)
    assert len(seen) == 3, "each of the edits changes what the messages take"


def test_messages_that_are_gone_are_let_go() -> None:
    class Held(dict):  # type: ignore[type-arg]
        alive = 0

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            Held.alive += 1

        def __del__(self) -> None:
            Held.alive -= 1

    compactor: Compactor[Any] = Compactor(context_window=100_000)
    messages: list[Any] = []
    for turn in range(2_000):
        messages.append(Held(role="user", content=f"message {turn}"))
        compactor.compact(messages)
        if len(messages) == 20:
            messages = messages[10:]
    gc.collect()
    assert Held.alive <= 20
