"""Hosts on four wires against strict fake providers, and the README's own code, as it is printed, against one of them."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from never_stuck import models

from . import anthropic, gemini, openai
from .fake import Refused, path_of, png, run_tool
from .hosts import HOSTS, PACKAGES, THINKING, TOOLS, MarkedHost, picture, question

README = Path(__file__).parents[2] / "README.md"
GUIDE = Path(__file__).parents[2] / "docs" / "guide.md"
WINDOW = 24_000
COMPACTED = {"reduced", "summarized"}


@pytest.mark.parametrize("model", ["good", "dead", "refusing", "10 x too long"])
@pytest.mark.parametrize("wire", HOSTS)
@pytest.mark.parametrize("package", PACKAGES)
def test_no_request_of_seventy_turns_is_refused(package: str, wire: str, model: str) -> None:
    host = HOSTS[wire](WINDOW, summarize=models.MODELS[model](), package=PACKAGES[package])
    host.run(70)
    if package == "node":
        host.compactor.close()
    sizes = host.provider.sizes
    assert len(sizes) == 70 and max(sizes) <= WINDOW
    assert sum(status in COMPACTED for status in host.statuses) >= 3
    assert host.statuses.count("summarized") >= 2


@pytest.mark.parametrize("wire", HOSTS)
def test_both_packages_make_the_same_prompts(wire: str) -> None:
    hosts = [HOSTS[wire](WINDOW, package=package) for package in PACKAGES.values()]
    for host in hosts:
        host.run(30)
    hosts[1].compactor.close()
    assert hosts[0].provider.sizes == hosts[1].provider.sizes and hosts[0].messages == hosts[1].messages


def marked_of_the_guide() -> Any:
    """The function that the guide prints."""
    block = next(block for block in re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.S) if "cache_control" in block)
    found: dict[str, Any] = {}
    exec(compile(block, "guide.md", "exec"), found)
    return found["marked"]


# Where the compactor says how many tokens are cached, it may be wrong by so much: it estimates, and
# the provider counts. What is left of cleared turns is many short strings, for each of which the
# provider here counts a token more.
CACHED_TOLERANCE = 0.2


@pytest.mark.parametrize("package", PACKAGES)
def test_what_the_marks_should_keep_is_what_the_provider_finds(package: str) -> None:
    host = MarkedHost(WINDOW * 2, marked_of_the_guide(), package=PACKAGES[package])
    host.run(70)
    if package == "node":
        host.compactor.close()
    # Before the first usage the compactor does not know how large the system text is.
    told = [(turn, *pair) for turn, pair in enumerate(host.cached) if turn >= 2]
    off = [(turn, expected, found) for turn, expected, found in told if expected is None or abs(expected - found) > CACHED_TOLERANCE * found]
    assert host.statuses.count("reduced") >= 5 and host.statuses.count("summarized") >= 1
    assert not off
    # Without the marks nothing would be read from the cache.
    assert sum(found for _, found in host.cached) > 0.5 * sum(host.provider.sizes)


def test_anthropic_caches_what_marks_say() -> None:
    provider = anthropic.Anthropic(100_000)
    mark = {"cache_control": {"type": "ephemeral"}}
    long = {"type": "text", "text": "word " * 2_000}

    def read(*blocks: Any) -> int:
        messages = [{"role": "user", "content": list(blocks)}]
        found: int = provider.create(model="m", messages=messages, max_tokens=10).usage.cache_read_input_tokens
        return found

    assert read(long) == 0 and read(long) == 0
    assert read({**long, **mark}) == 0 and read({**long, **mark}) > 2_000
    assert read(long, *({"type": "text", "text": str(number)} for number in range(19)), {"type": "text", "text": "x", **mark}) > 2_000
    assert read(long, *({"type": "text", "text": str(number)} for number in range(30)), {"type": "text", "text": "y", **mark}) == 0
    with pytest.raises(Refused, match="A maximum of 4 blocks"):
        read(*[{**long, **mark}] * 5)


def pasted(turn: int) -> str:
    """A question with a long paste, which clearing cannot take away."""
    return f"{question(turn)}\n{run_tool({'args': {'path': str(path_of(turn, 0))}}, 60_000)}"


def test_the_readme_runs_as_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    block = next(block for block in re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.S) if "client.messages.create" in block)
    once, each_turn = block.split("result = ", 1)
    provider = anthropic.Anthropic(200_000)
    summaries = []

    def create(**request: Any) -> Any:
        if "tools" in request:
            return provider.create(**request)
        summaries.append(request)
        text = models.good({**request, "purpose": "summary"})
        return anthropic.Plain(content=[anthropic.Plain(type="text", text=text)], usage=anthropic.Plain(input_tokens=1), stop_reason="end_turn")

    client = SimpleNamespace(messages=SimpleNamespace(create=create))
    host: dict[str, Any] = {"client": client, "MODEL": "claude-sonnet-4-5", "messages": [{"role": "user", "content": question(0)}], "last_usage": None}
    exec(compile(once, "README.md", "exec"), host)
    turn_code = compile("result = " + each_turn, "README.md", "exec")
    statuses = []
    for turn in range(70):
        exec(turn_code, host)
        statuses.append(host["result"].status)
        messages = host["messages"]
        reply = client.messages.create(model=host["MODEL"], messages=messages, max_tokens=8_000, system="You are an agent.", tools=TOOLS, thinking=THINKING)
        host["last_usage"] = reply.usage
        content = [part.model_dump() for part in reply.content]
        answer = anthropic.answer_calls(content, 18_000, picture(turn))
        host["messages"] = [*messages, {"role": "assistant", "content": content}, answer or {"role": "user", "content": pasted(turn)}]
    assert len(provider.sizes) == 70 and max(provider.sizes) <= 200_000
    assert sum(status in COMPACTED for status in statuses) >= 3 and "summarized" in statuses and summaries
    assert len(capsys.readouterr().out.splitlines()) == 70


CALL = {"type": "tool_use", "id": "a", "name": "f", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "a", "content": "x"}
USER = {"role": "user", "content": "Hi"}


@pytest.mark.parametrize(("messages", "text"), [
    ([], "at least one message"),
    ([{"role": "assistant", "content": "Hi"}], "first message must use"),
    ([USER, {"role": "assistant", "content": [CALL]}], "without `tool_result`"),
    ([USER, {"role": "user", "content": [RESULT]}], "unexpected `tool_use_id`"),
    ([USER, {"role": "assistant", "content": [CALL]}, USER, {"role": "user", "content": [RESULT]}], "without `tool_result`"),
    ([USER, {"role": "assistant", "content": [CALL]}, {"role": "user", "content": [{"type": "text", "text": "x"}, RESULT]}], "must come first"),
    ([USER, {"role": "assistant", "content": ""}], "non-empty"),
    ([USER, {"role": "assistant", "content": [{"type": "thinking", "thinking": "x", "signature": "forged"}]}], "Invalid `signature`"),
    ([{"role": "user", "content": "word " * 9_000}], "prompt is too long"),
])
def test_anthropic_refuses_what_the_real_one_refuses(messages: list[Any], text: str) -> None:
    with pytest.raises(Refused, match=re.escape(text)) as caught:
        anthropic.Anthropic(10_000).create(model="m", messages=messages, max_tokens=10)
    assert caught.value.status == 400


def test_anthropic_wants_the_thoughts_of_an_open_turn() -> None:
    provider = anthropic.Anthropic(10_000)
    messages = [USER, {"role": "assistant", "content": [CALL]}, {"role": "user", "content": [RESULT]}]
    with pytest.raises(Refused, match="Expected `thinking`"):
        provider.create(model="m", messages=messages, max_tokens=10, thinking=THINKING)
    thought = {"type": "thinking", "thinking": "x", "signature": provider.sign("x")}
    messages[1]["content"] = [thought, CALL]  # type: ignore[index]
    assert provider.create(model="m", messages=messages, max_tokens=10, thinking=THINKING).usage.input_tokens > 0


def test_openai_refuses_what_the_real_one_refuses() -> None:
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
    answer = {"role": "tool", "tool_call_id": "a", "content": "x"}
    for messages, text in [
        ([USER, call], "did not have response messages: a"),
        ([USER, call, USER, answer], "did not have response messages: a"),
        ([USER, answer], "must be a response"),
        ([USER, {"role": "assistant", "content": None}], "got null"),
        ([{"role": "user", "content": "word " * 9_000}], "maximum context length"),
    ]:
        with pytest.raises(Refused, match=re.escape(text)):
            openai.OpenaiChat(10_000).create(messages)  # type: ignore[arg-type]
    provider = openai.OpenaiResponses(10_000)
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": provider.sign("rs_1")}
    called = {"type": "function_call", "id": "fc_call_1_0", "call_id": "call_1_0", "name": "f", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "call_1_0", "output": "x"}
    assert provider.create([USER, reasoning, called, output])[1]["input_tokens"] > 0
    for items, text in [
        ([USER, reasoning, output], "without its required following item"),
        ([USER, called, output], "without its required 'reasoning' item"),
        ([USER, reasoning, called], "No tool output found"),
        ([USER, output], "No tool call found"),
        ([USER, {**reasoning, "encrypted_content": "forged"}, called, output], "could not be verified"),
    ]:
        with pytest.raises(Refused, match=re.escape(text)):
            openai.OpenaiResponses(10_000).create(items) if "forged" in str(items) else provider.create(items)


def test_gemini_refuses_what_the_real_one_refuses() -> None:
    provider = gemini.Gemini(10_000)
    user = {"role": "user", "parts": [{"text": "Hi"}]}
    call = {"role": "model", "parts": [{"functionCall": {"id": "a", "name": "f", "args": {}}, "thoughtSignature": provider.sign("a")}]}
    unsigned = {"role": "model", "parts": [{"functionCall": {"id": "a", "name": "f", "args": {}}}]}
    answer = {"role": "user", "parts": [{"functionResponse": {"id": "a", "name": "f", "response": {"output": "x"}}}]}
    assert provider.create([user, call, answer])[1]["promptTokenCount"] > 0
    for contents, text in [
        ([user, call, user], "number of function response parts"),
        ([user, answer], "number of function response parts"),
        ([user, unsigned, answer], "missing a thought_signature"),
        ([user, call, answer, call, answer][1:], "begin with a user turn"),
        ([user, call], "end with a user role"),
        ([{"role": "user", "parts": []}], "at least one parts field"),
        ([{"role": "user", "parts": [{"inlineData": {"mimeType": "image/png", "data": png(1)[:-400]}}]}], "Unable to process"),
        ([{"role": "user", "parts": [{"text": "word " * 9_000}]}], "exceeds the maximum number of tokens"),
    ]:
        with pytest.raises(Refused, match=re.escape(text)):
            provider.create(contents)


@pytest.mark.parametrize("wire", HOSTS)
@pytest.mark.parametrize("package", PACKAGES)
def test_the_provider_takes_a_request_about_one_output(package: str, wire: str) -> None:
    """Every request of the compactor is sent to a provider of its own: those about one long output, and those for a summary."""
    asked: list[Any] = []

    def summarize(request: Any) -> str:
        provider = type(host.provider)(WINDOW)
        messages, system = request["messages"], request["system"]
        if isinstance(provider, anthropic.Anthropic):
            provider.create(model="claude", messages=messages, max_tokens=request["max_output_tokens"], system=system)
        elif isinstance(provider, gemini.Gemini):
            provider.create(messages)
        else:
            provider.create([{"role": "system", "content": system}, *messages])
        asked.append(request["purpose"])
        return "The file has functions and tests; nothing failed." if request["purpose"] == "output" else models.good(request)

    host = HOSTS[wire](WINDOW, summarize=summarize, package=PACKAGES[package], max_tool_result_tokens=1_000)
    # A file that was read is never told shorter.
    host.provider.tool = "inspect"
    host.run(40)
    if package == "node":
        host.compactor.close()
    assert len(host.provider.sizes) == 40 and max(host.provider.sizes) <= WINDOW
    # Of 76 results those are left whole that hold a picture, and the same text is asked for once.
    assert asked.count("output") >= 50
    shown = str(host.messages)
    assert shown.count("The file has functions and tests; nothing failed.") >= 3
