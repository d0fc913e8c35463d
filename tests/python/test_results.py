"""What comes back: frozen values with named fields, and short to look at."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import pickle
import pydoc
import typing
from typing import Any

import pytest
from builders import session, with_image

import conspectus
from conspectus import options, results

MESSAGES = session(20, size=2000)
# What the host's functions are given: plain dicts.
GIVEN = ("SummaryRequest", "WantedFile", "StoreRequest")


def test_a_result_is_a_frozen_dataclass() -> None:
    result = conspectus.compact(MESSAGES, force=True)
    assert [field.name for field in dataclasses.fields(result)] == list(results.Result.__match_args__)
    assert len(dataclasses.fields(results.Result)) == 24 and len(dataclasses.fields(results.Plan)) <= 25
    assert result.tokens_before > result.tokens_after == result.to_dict()["tokens_after"]
    assert result.removed[0] == results.Removed("summarized_messages", result.removed[0].count, tokens=result.removed[0].tokens)
    assert dataclasses.replace(result.removed[0], count=1).count == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.status = "failed"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="tokens_before"):
        result.tokens_befor  # noqa: B018
    with pytest.raises(TypeError, match="tokens"):
        results.Removed("summarized_messages", 1)
    match result.removed[0]:
        case results.Removed(kind=kind):
            assert kind == "summarized_messages"
        case _:
            pytest.fail("a class is matched by its fields")


def test_a_stored_result_is_undone() -> None:
    result = conspectus.compact(MESSAGES, force=True)
    stored = json.loads(json.dumps(result.to_dict()))
    back = results.Result.from_dict(stored)
    assert back == result and back.undo() == MESSAGES and back.to_dict() == stored
    assert pickle.loads(pickle.dumps(result)).undo() == copy.deepcopy(result).undo() == MESSAGES
    with pytest.raises(ValueError, match="rows"):
        back.rows()


def test_every_row_has_its_class() -> None:
    names = conspectus.sansio.names()
    for shape in names["shapes"]:
        if shape["name"] == "LogRecord":
            continue  # records go to `logging`
        if shape["name"] in GIVEN:
            assert [*getattr(options, shape["name"]).__annotations__] == [field["name"] for field in shape["fields"]]
            continue
        made = getattr(results, shape["name"])
        assert {field["name"] for field in shape["fields"]} <= set(made.__match_args__), shape["name"]
    for words in names["words"]:
        assert typing.get_args(getattr(results, words["name"])) == tuple(word["word"] for word in words["words"])


def test_rows_say_what_became_of_each_message() -> None:
    result = conspectus.compact(MESSAGES, force=True)
    rows = result.rows()
    assert len(rows) == len(MESSAGES) and {row.action for row in rows} == {"summarized", "kept"}
    assert sum(row.tokens_before for row in rows) == pytest.approx(result.tokens_before, abs=len(rows))
    assert rows[1].tool == "read_file" and rows[0].reason == result.reason


def test_results_are_short_to_look_at() -> None:
    result = conspectus.compact(MESSAGES, force=True, context_window=100_000)
    share = f"{100 * result.prompt_tokens / 100_000:.0f} %"
    assert repr(result) == f"<Result summarized: {result.tokens_before:,} -> {result.tokens_after:,} tokens, next prompt {share} of 100,000>"
    assert repr(conspectus.compact([], force=True)) == "<Result unchanged: prompt 0 tokens; empty_history>"
    assert repr(conspectus.compact([], context_window=1_000)) == "<Result unchanged: prompt 0 tokens (0.0 % of 1,000); empty_history>"
    # One count, and whose it is: the provider's of the prompt.
    told = conspectus.Compactor(context_window=16_000).compact(MESSAGES[:3], usage={"input_tokens": 10_000, "output_tokens": 450})
    assert repr(told) == f"<Result unchanged: prompt {told.prompt_tokens:,} tokens ({100 * told.prompt_tokens / 16_000:.0f} % of 16,000); starts at {told.trigger_tokens:,}>"
    assert repr(conspectus.count_tokens([])) == "<TokenCount 0 tokens, estimated>"
    values = [conspectus.clear_media(with_image()), conspectus.facts(MESSAGES), conspectus.find_cut(MESSAGES), conspectus.summarize_extractive(MESSAGES)]
    history, compactor = conspectus.History(), conspectus.Compactor(context_window=9_000)
    history.extend(MESSAGES)
    plan = compactor.plan(MESSAGES)
    values += [history, compactor, plan, conspectus.simulate(MESSAGES, context_window=9_000, prices="openai")]
    for value in values:
        assert repr(value).startswith(f"<{type(value).__name__} ") and "\n" not in repr(value) and len(repr(value)) < 100
    assert repr(history) == f"<History {len(MESSAGES)} messages, {history.tokens:,} tokens>" and repr(compactor) == "<Compactor idle>"
    share = f"{100 * plan.prompt_tokens / 9_000:.0f} %"
    assert repr(plan) == f"<Plan summarized: {plan.tokens_before:,} -> {plan.tokens_after:,} tokens, next prompt {share} of 9,000>"
    assert str(plan) == plan.text


def test_the_line_says_who_stood_in_for_the_model() -> None:
    result = conspectus.Compactor(context_window=100_000, summarize=lambda request: "Too short.").compact(MESSAGES, force=True)
    fallback = result.fallback
    assert fallback is not None
    stood_in = f" tokens by extractive ({fallback.code}), next prompt "
    stored = conspectus.results.Result.from_dict(result.to_dict())
    assert stood_in in repr(result) and repr(stored) == repr(result)
    assert " by " not in repr(conspectus.compact(MESSAGES, force=True))


def test_rows_name_the_calls() -> None:
    rows = conspectus.compact(MESSAGES, force=True).rows()
    named = {name for row in rows for name in row.call_ids}
    assert named and all(name in str(MESSAGES) for name in named)
    assert all(bool(row.call_ids) == bool(row.tool) for row in rows)
    # Of a message with two results, one of which goes, the row names that one.
    calls = [{"type": "tool_use", "id": f"t{index}", "name": "read_file", "input": {"path": f"{index}.rs"}} for index in range(2)]
    shown = [{"type": "tool_result", "tool_use_id": f"t{index}", "content": f"line {index}\n" * 400} for index in range(2)]
    parallel = [{"role": "user", "content": "Read."}, {"role": "assistant", "content": calls}, {"role": "user", "content": shown}, {"role": "assistant", "content": "Both are read."}]
    compactor = conspectus.Compactor(context_window=4_000, keep_tool_results=1)
    for rows in (compactor.plan(parallel).rows(), compactor.compact(parallel).rows()):
        assert [(row.action, row.call_ids) for row in rows[1:3]] == [("kept", ["t0", "t1"]), ("cleared", ["t0"])]


def test_help_says_what_fields_are() -> None:
    text = pydoc.render_doc(conspectus.results.ResultRow, renderer=pydoc.plaintext)
    assert "Index of the message before the run." in text and "Tokens before the run." in text


def test_equal_measures_are_equal() -> None:
    assert conspectus.gemini_cli.estimate_tokens(MESSAGES) == conspectus.gemini_cli.estimate_tokens(copy.deepcopy(MESSAGES))
    assert conspectus.gemini_cli.find_split_point(MESSAGES) != conspectus.gemini_cli.find_split_point(MESSAGES[:4])


def test_classes_take_a_type_of_message() -> None:
    assert conspectus.Compactor[dict[str, Any]] is conspectus.Compactor and results.Result[int] is results.Result
    assert "Compactor" in inspect.getdoc(conspectus.compact)  # type: ignore[operator]


def test_a_moved_result_is_not_told_as_summarized() -> None:
    """A recorded session has a result after another message of the agent. The run that clears old results moves it, too."""

    def turn(index: int, text: str) -> list[dict[str, Any]]:
        call = {"id": f"c{index}", "type": "function", "function": {"name": "read_file", "arguments": f'{{"path":"{index}.rs"}}'}}
        return [{"role": "assistant", "content": "", "tool_calls": [call]}, {"role": "tool", "tool_call_id": f"c{index}", "content": text}]

    old = [message for index in range(6) for message in turn(index, f"line {index}\n" * 400)]
    (early, first), (late, second) = turn(8, "the first result"), turn(9, "the second result")
    messages = [{"role": "user", "content": "Read."}, *old, {"role": "user", "content": "Go on."}, early, late, first, second]
    for context_window, status in ((8_000, "reduced"), (4_000, "summarized")):
        result = conspectus.Compactor(context_window=context_window, keep_tool_results=2, dialect="openai_chat").compact(messages)
        assert result.status == status and [message["content"] for message in result.messages[-4:]] == ["", first["content"], "", second["content"]]
        told = result.rows()
        assert {row.action for row in told} == {"kept", "repaired", "cleared" if status == "reduced" else "summarized"}
        assert [(row.action, row.tokens_after) for row in told[-2:]] == [("repaired", told[-2].tokens_before), ("kept", told[-1].tokens_before)]
        assert told[-2].reason == "the result was moved to its call"


def test_a_repeated_acknowledgement_is_not_told_as_moved() -> None:
    """The second summary replaces the acknowledgement of the first one, and inserts the same words again."""
    answer = "<state_snapshot><overall_goal>Read the files and go on</overall_goal><key_knowledge>k</key_knowledge></state_snapshot>"
    compactor = conspectus.Compactor(context_window=4_000, preset="gemini-cli", dialect="openai_chat", summarize=lambda request: answer)
    more = [message for _ in range(6) for message in ({"role": "user", "content": "Go on. " * 90}, {"role": "assistant", "content": "Done. " * 90})]
    first = compactor.compact(more, force=True)
    second = compactor.compact([*first.messages, *more], force=True)
    assert first.status == second.status == "summarized" and first.messages[1] == second.messages[1]
    assert {row.action for row in second.rows()} == {"summarized", "kept"}
