"""The server as a program: its options, its agent, what it tells, and that it keeps no
conversation.
"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from .asked import BOUND, OLDER, TOOLS, USER, claude, client, conversation, events, thoughts
from .claude import facts_of
from .failures import Plan
from .model import Answer, Call, Script
from .rules import Data

ROOT = Path(__file__).parents[2]


def test_what_it_hands_out_outlives_it() -> None:
    messages = conversation(client(100_000), 8)
    given: Data = {"thinking": {"type": "adaptive"}, "tools": TOOLS}
    block = claude(client(100_000), messages[:5], compaction={"type": "summarize"}, **given)["content"]
    assert len(thoughts(messages)) > 2 and claude(client(100_000), messages, **given)["input_transformations"] == []
    assert claude(client(100_000), [{"role": "assistant", "content": block}, *messages[5:]], **given)["input_transformations"] == []


def test_a_seed_makes_the_same_agent() -> None:
    one, same, other = (conversation(client(100_000, seed=seed), 6) for seed in (1, 1, 2))
    assert one == same and one != other


def test_the_agent_asks_for_what_a_tool_takes() -> None:
    schema = {"type": "object", "properties": {"mode": {"enum": ["a", "b"]}, "count": {"type": "integer"}, "deep": {"type": "boolean"}, "file": {"type": "string"}}}
    reply = client(files=["x.py"]).anthropic({"model": OLDER, "max_tokens": 500, "messages": [USER], "tools": [{"name": "look", "input_schema": schema}]})
    called = reply["content"][-1]
    assert called["name"] == "look" and called["input"]["mode"] in ("a", "b") and called["input"]["file"] == "x.py"
    assert isinstance(called["input"]["count"], int) and called["input"]["deep"] is True


def test_a_script_says_each_answer() -> None:
    answers = [Answer(thinking="I look.", calls=[Call("read", {"path": "a"})]), Answer(text="It is a file.")]
    asked = client(make=lambda: Script(answers))
    request: Data = {"model": OLDER, "max_tokens": 100, "messages": [USER], "tools": TOOLS}
    contents = [asked.anthropic(request)["content"] for _ in range(3)]
    assert [block["type"] for block in contents[0]] == ["thinking", "tool_use"] and contents[0][1]["input"] == {"path": "a"}
    assert [content[0]["text"] for content in contents[1:]] == ["It is a file.", "Done."]


def test_a_call_names_the_namespace_of_its_tool() -> None:
    asked = client(make=lambda: Script([Answer(calls=[Call("memory.search", {"query": "a"}), Call("read", {"path": "a"})])]))
    tools = [{"type": "namespace", "name": "memory", "description": "Old outputs.", "tools": [{"type": "function", "name": "search"}]}, {"type": "function", "name": "read"}]
    output = asked.openai_responses({"model": "gpt-5", "input": "Look.", "tools": tools})["output"]
    assert [(call["name"], call.get("namespace")) for call in output] == [("search", "memory"), ("read", None)]


def test_a_request_for_words_does_not_move_the_agent_on() -> None:
    asked, other = client(), client()
    for number in range(4):
        asked.anthropic({"model": OLDER, "max_tokens": 100, "messages": [USER]})
        contents = [each.anthropic({"model": OLDER, "max_tokens": 100, "messages": [USER], "tools": TOOLS})["content"] for each in (asked, other)]
        assert contents[0] == contents[1], number


@pytest.mark.parametrize("word", ["3", "x:429", "3:999", "3:drop/7", "3:sleep"])
def test_a_plan_that_says_nothing_is_an_error(word: str) -> None:
    with pytest.raises(ValueError, match="a plan is words|a failure is one of"):
        Plan(word)


@pytest.mark.parametrize(("model", "name", "binds"), [
    ("claude-opus-5-5", "claude-opus-5-5", True), ("claude-opus-5-20260724", "claude-opus-5", False), ("us.anthropic.claude-haiku-5-5-v1:0", "claude-haiku-5-5", True),
    ("claude-sonnet-4-20250514", "claude-sonnet-4-20250514", False),
])
def test_a_model_is_known_by_its_name(model: str, name: str, binds: bool) -> None:
    assert (facts_of(model).name, facts_of(model).binds) == (name, binds)
    assert facts_of(model, "bound").binds and not facts_of(model, "older").binds


def test_half_of_a_stream() -> None:
    request = {"model": OLDER, "max_tokens": 100, "messages": [USER], "stream": True}
    with pytest.raises(http.client.IncompleteRead) as caught:
        events(client(), "/v1/messages", request, **{"x-fail": "half"})
    assert b"message_start" in caught.value.partial and b"message_stop" not in caught.value.partial


def test_the_program(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps([{"text": "I read.", "calls": [{"name": "read", "args": {"path": "a"}}]}]), "utf-8")
    options = ["--window", "1000", "--model", BOUND, "--fail", "2:429/7", "--script", str(script)]
    program = subprocess.Popen([sys.executable, "-m", "tests.provider", *options], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert program.stdout
        url = program.stdout.readline().strip()
        program.stdout.readline()
        told = [_post(f"{url}/v1/messages", content) for content in ("Hi", "Hi", "word " * 1_000)]
        lines = [program.stdout.readline() for _ in told]
    finally:
        program.kill()
        program.communicate()
    assert [status for status, _ in told] == [200, 429, 400]
    assert told[0][1]["content"][1]["input"] == {"path": "a"}
    assert "200 tool_use" in lines[0] and "tokens" in lines[0] and "0 cached" in lines[0]
    assert "429 This request would exceed the rate limit" in lines[1] and "400 prompt is too long" in lines[2]


def _post(url: str, content: str) -> tuple[int, Any]:
    body = {"model": "gpt", "max_tokens": 100, "messages": [{"role": "user", "content": content}], "tools": TOOLS}
    request = urllib.request.Request(url, json.dumps(body).encode(), {"x-api-key": "key", "anthropic-version": "2023-06-01"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_options_that_are_wrong_are_told() -> None:
    program = subprocess.run([sys.executable, "-m", "tests.provider", "--fail", "3:sleep"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert program.returncode == 2 and "a failure is one of drop, half" in program.stderr


def test_a_body_in_chunks_is_read() -> None:
    asked = client()
    connection = http.client.HTTPConnection(asked.server.url.removeprefix("http://"))
    body = json.dumps({"model": OLDER, "max_tokens": 100, "messages": [USER]}).encode()
    headers = {"x-api-key": asked.key, "anthropic-version": "2023-06-01"}
    connection.request("POST", "/v1/messages", iter([body[:9], body[9:]]), headers, encode_chunked=True)
    assert connection.getresponse().status == 200
