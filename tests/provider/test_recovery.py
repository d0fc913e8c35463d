"""A host's loop that gives every refusal to its compactor: it goes on by itself whatever the
provider says, but for a wrong key.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from conspectus import Compactor
from conspectus.providers import classify_error

from .client import ApiError
from .failures import Plan
from .hosts import CHARS, HOSTS, TOOLS, AnthropicHost, picture, question
from .rules import Data
from .tools import answer_calls

# What the host believes, and what is true.
DECLARED, TRUE = 200_000, 24_000
# The Responses wire is the one that refuses without a number.
TELLS_NO_LIMIT = "openai_responses"


def refused(status: int, kind: str, message: str) -> ApiError:
    return ApiError(status, {"type": "error", "error": {"type": kind, "message": message}}, {})


class Recovering(AnthropicHost):
    """A host on Anthropic's wire whose loop is the one of the guide."""

    thinking = None

    def __init__(self, window: int = DECLARED, **settings: Any) -> None:
        super().__init__(window, settings, context_window=DECLARED)
        self.actions: list[str] = []
        self.waits: list[int] = []

    def send(self) -> Data:
        while True:
            result = self.compactor.compact(self.messages, usage=self.usage)
            self.messages = list(result.messages)
            self.statuses.append(result.status)
            try:
                return self.client.anthropic(self.request())
            except ApiError as error:
                recovery = self.compactor.handle_provider_error(error)
                self.actions.append(recovery.action)
                if recovery.action == "fail":
                    raise
                self.waits.append(recovery.wait_ms)

    def turn(self, number: int) -> None:
        reply = self.send()
        self.usage = reply["usage"]
        answer = answer_calls(reply["content"], CHARS, picture(number))
        self.messages += [{"role": "assistant", "content": reply["content"]}, answer or self.say(question(number))]


@pytest.mark.parametrize("wire", HOSTS)
def test_a_wrong_window_is_learned_from_refusals(wire: str) -> None:
    host = HOSTS[wire](TRUE, context_window=DECLARED)
    host.messages = [host.say(question(0))]
    refusals = []
    for turn in range(40):
        while True:
            host.compact()
            try:
                asked = host.ask(turn)
                break
            except ApiError as error:
                refusals.append(host.compactor.handle_provider_error(error))
                assert refusals[-1].action == "compact", refusals[-1]
        if not asked:
            host.messages.append(host.say(question(turn)))
    assert len(host.sizes) == 40
    if wire == TELLS_NO_LIMIT:
        assert 1 <= len(refusals) <= 10
    else:
        assert len(refusals) == 1 and refusals[0].ceiling_tokens in (TRUE, TRUE - 2_000)
        assert (host.result.context_window, host.result.log.get("sizes.window_source")) == (TRUE, "observed")


def test_what_was_learned_is_saved() -> None:
    compactor = Compactor(context_window=DECLARED)
    compactor.handle_provider_error("prompt is too long: 30000 tokens > 24000 maximum")
    loaded = Compactor.load(json.loads(json.dumps(compactor.save())), context_window=DECLARED)
    result = loaded.compact([{"role": "user", "content": "Hi"}])
    assert (result.context_window, result.log.get("sizes.window_source")) == (TRUE, "observed")


def test_the_loop_waits_as_long_as_the_provider_says() -> None:
    host = Recovering(plan=Plan("2:429/7 3-4:529 6:500"))
    host.messages = [host.say(question(0))]
    for number in range(5):
        host.turn(number)
    # Waits that are not stated double, and begin anew once a request was accepted.
    assert host.waits == [7_000, 2_000, 4_000, 1_000] and set(host.actions) == {"wait"}
    assert set(host.statuses) <= {"unchanged", "reduced"}


def test_too_many_bytes_are_relieved() -> None:
    host = Recovering(max_bytes=120_000)
    host.messages = [host.say(question(0))]
    for number in range(20):
        host.turn(number)
    assert "relieve_bytes" in host.actions and set(host.actions) == {"relieve_bytes"}
    assert {"reduced", "summarized"} & set(host.statuses)


def test_a_picture_that_cannot_be_read_goes() -> None:
    host = Recovering()
    good = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": picture(0)}}
    bad = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "R0lGODlhAQABAAAAACwAAAAAAQABAAA="}}
    host.messages = [{"role": "user", "content": [{"type": "text", "text": "Compare them."}, good, bad]}]
    host.turn(1)
    assert host.actions == ["relieve_media"] and host.statuses == ["unchanged", "reduced"]
    kinds = [block["type"] for block in host.messages[0]["content"]]
    assert kinds == ["text", "image", "text"] and host.messages[0]["content"][1] is good


def test_a_broken_history_is_repaired_before_it_is_sent() -> None:
    host = Recovering()
    call = {"type": "tool_use", "id": "a", "name": "read_file", "input": {"path": "a.rs"}}
    host.messages = [host.say("Read it."), {"role": "assistant", "content": [call]}, host.say("Go on.")]
    host.turn(1)
    assert host.actions == [] and host.statuses == ["repaired"]


def test_a_wrong_key_is_raised() -> None:
    host = Recovering(plan=Plan("1:401"))
    host.messages = [host.say(question(0))]
    with pytest.raises(ApiError):
        host.turn(0)
    assert host.actions == ["fail"]


def test_what_never_helps_ends() -> None:
    """A provider that refuses everything as too long: the loop ends, and each attempt was smaller."""
    host = Recovering(600)
    host.messages = [host.say(f"{question(0)} {'word ' * 2_000}")]
    with pytest.raises(ApiError):
        host.turn(0)
    assert host.actions == ["compact"] * 3 + ["fail"]


class TestExceptionsAsTheyAre:
    """What SDKs raise is read as it is: fields, properties that raise, causes."""

    def test_an_answer_that_was_not_read(self) -> None:
        class NotRead:
            status_code = 429
            headers = {"Retry-After": "3"}

            @property
            def text(self) -> str:
                raise RuntimeError("not read")

        error = RuntimeError("request failed")
        error.response = NotRead()  # type: ignore[attr-defined]
        told = classify_error(error)
        assert (told.kind, told.status, told.retry_after_ms) == ("rate", 429, 3_000)

    def test_a_cause(self) -> None:
        try:
            try:
                raise refused(400, "invalid_request_error", "prompt is too long: 210543 tokens > 200000 maximum")
            except ApiError as error:
                raise ValueError("the model call failed") from error
        except ValueError as error:
            told = classify_error(error)
        assert (told.kind, told.limit_tokens, told.message) == ("tokens", 200_000, "prompt is too long: 210543 tokens > 200000 maximum")

    def test_of_botocore(self) -> None:
        error = RuntimeError("An error occurred")
        error.response = {  # type: ignore[attr-defined]
            "Error": {"Code": "ThrottlingException", "Message": "Too many tokens, please wait before trying again."},
            "ResponseMetadata": {"HTTPStatusCode": 429, "HTTPHeaders": {"x-amzn-requestid": "x"}},
        }
        told = classify_error(error)
        assert (told.kind, told.status) == ("rate", 429)

    def test_an_exception_that_cannot_be_printed(self) -> None:
        class Broken(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        assert classify_error(Broken()).kind == "other"
