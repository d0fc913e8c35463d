"""What `summarize` may give: a text, an SDK's reply, or nothing; and what is said of one that is written wrongly."""

from __future__ import annotations

import logging
from types import SimpleNamespace as Object
from typing import Any

import pytest

import conspectus
from conspectus import errors

SUMMARY = "<conspectus_summary><goal>Read a.py</goal><done>a.py was read by read, it is fine.</done></conspectus_summary>"
MESSAGES = [{"role": "user", "content": f"Read {number}.py. " + "It is long. " * 40} for number in range(8)]


def asked(answer: Any) -> Any:
    given: list[Any] = []
    result = conspectus.Compactor(context_window=8_000, summarize=lambda request: (given.append(request), answer)[1]).compact(MESSAGES, force=True)
    assert given
    return result


TEXT = Object(type="text", text=SUMMARY)
REPLIES = {
    "text": SUMMARY,
    "object": Object(text=SUMMARY, input_tokens=5),
    "chat": Object(choices=[Object(message=Object(role="assistant", content=SUMMARY))]),
    "chat_as_data": {"choices": [{"message": {"role": "assistant", "content": SUMMARY}}]},
    "anthropic": Object(role="assistant", content=[Object(type="thinking", thinking="Hm."), TEXT]),
    "responses": Object(output_text=SUMMARY, output=[]),
    "langchain": Object(type="ai", content=SUMMARY, text=lambda: SUMMARY),
    "bedrock": {"output": {"message": {"role": "assistant", "content": [{"text": SUMMARY}]}}},
    "pydantic_ai": Object(output=SUMMARY),
}


@pytest.mark.parametrize("kind", REPLIES)
def test_a_reply_of_an_sdk_is_read(kind: str) -> None:
    # The same text gives the same end, however it came.
    expected, result = asked(SUMMARY), asked(REPLIES[kind])
    assert (result.status, result.code, result.messages) == (expected.status, expected.code, expected.messages)


@pytest.mark.parametrize(
    "answer",
    [None, "", Object(choices=[Object(message=Object(content=None, refusal="No."))]), Object(content=[Object(type="thinking", thinking="Hm.")]), {"choices": []}],
    ids=["nothing", "empty", "refusal", "thinking_only", "no_choice"],
)
def test_nothing_is_an_empty_answer(answer: Any) -> None:
    expected, result = asked(""), asked(answer)
    assert (result.status, result.code, result.error) == (expected.status, expected.code, None)


@pytest.mark.parametrize("answer", [5, Object(), {}, [1]], ids=repr)
def test_anything_else_is_refused(answer: Any) -> None:
    with pytest.raises(TypeError, match="must return a str"):
        asked(answer)


@pytest.mark.parametrize("error", [TypeError("no"), KeyError("no"), NameError("no"), AttributeError("no")], ids=lambda error: type(error).__name__)
def test_a_mistake_of_the_program_is_said_once(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    def summarize(request: Any) -> str:
        raise error

    compactor = conspectus.Compactor(context_window=8_000, summarize=summarize)
    with caplog.at_level(logging.ERROR, "conspectus"):
        for number in range(3):
            result = compactor.compact([*MESSAGES, {"role": "assistant", "content": f"Yes {number}."}], force=True)
            assert number > 0 or (result.status, result.error) == ("summarized", error)
    assert len(caplog.records) == 1 and "mistake in the program" in caplog.text


def test_a_model_that_fails_is_no_mistake(caplog: pytest.LogCaptureFixture) -> None:
    def summarize(request: Any) -> str:
        raise RuntimeError("503")

    with caplog.at_level(logging.ERROR, "conspectus"):
        conspectus.Compactor(context_window=8_000, summarize=summarize).compact(MESSAGES, force=True)
    assert caplog.records == []


def test_marks_of_frameworks_are_pins() -> None:
    for mark in ({"metadata": {"custom": {"pinned": True}}}, {"metadata": {"pinned": True}}, {"conspectus": {"pinned": True}}):
        pinned = {**MESSAGES[2], **mark}
        result = conspectus.Compactor(context_window=8_000).compact([*MESSAGES[:2], pinned, *MESSAGES[3:]], force=True)
        # The field of ours is taken out of what is sent.
        kept = [message is pinned or ("conspectus" in mark and message == MESSAGES[2]) for message in result.messages]
        assert result.status == "summarized" and any(kept)
    loose = {**MESSAGES[2], "metadata": {"custom": {"pinned": False}}}
    result = conspectus.Compactor(context_window=8_000).compact([*MESSAGES[:2], loose, *MESSAGES[3:]], force=True)
    assert not any(message is loose for message in result.messages)


def test_what_fails_later_is_refused_at_once() -> None:
    for given, path in (({"store": "path"}, "/store"), ({"tokenizer": "nonsense"}, "/tokenizer"), ({"context_window": "5"}, "/context_window")):
        with pytest.raises(errors.InvalidOptionError) as caught:
            conspectus.Compactor(**given)  # type: ignore[arg-type]
        assert caught.value.path == path
    with pytest.raises(errors.InvalidOptionError, match="pass it to the constructor"):
        conspectus.Compactor(context_window=8_000).compact(MESSAGES, keep={"tokens": 5})  # type: ignore[call-arg]
