"""What each wire refuses, and in which shape: the status, the body, and the words."""

from __future__ import annotations

import http.client
import json
from typing import Any

import pytest

from .asked import CALL, CALLS, LONG, OLDER, RESULT, RESULTS, TOOLS, USER, client, events, refusal
from .claude import CLEAR_AT_BETA, EFFORT_BETA, TOOL_BETAS
from .rules import Data
from .seal import seal
from .tools import png

PICTURE: Data = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png(1)}}
BROKEN = png(1)[:-400]


def anthropic(messages: list[Data], **more: Any) -> Data:
    return client().anthropic({"model": OLDER, "max_tokens": 100, "messages": messages, **more})


def test_anthropic_takes_what_is_right() -> None:
    for messages in [[USER], [USER, CALLS, RESULTS], [USER, USER], [{"role": "user", "content": [PICTURE]}], [USER, {"role": "assistant", "content": "I"}]]:
        assert anthropic(messages)["stop_reason"] == "end_turn"


@pytest.mark.parametrize(("messages", "text"), [
    ([], "at least one message"),
    ([{"role": "assistant", "content": "Hi"}], "first message must use"),
    ([{"role": "tool", "content": "Hi"}], "first message must use"),
    ([USER, {"role": "tool", "content": "Hi"}], "Input should be 'user' or 'assistant'"),
    ([{"role": "user"}], "messages.0.content: Field required"),
    ([{**USER, "name": "x"}], "messages.0.name: Extra inputs are not permitted"),
    ([{"role": "user", "content": [{"type": "text", "text": "x", "id": 1}]}], "messages.0.content.0.text.id: Extra inputs are not permitted"),
    ([{"role": "user", "content": [{"type": "input_text", "text": "x"}]}], "Input tag 'input_text' found using 'type'"),
    ([USER, CALLS], "without `tool_result`"),
    ([USER, RESULTS], "unexpected `tool_use_id`"),
    ([USER, CALLS, USER, RESULTS], "without `tool_result`"),
    ([USER, CALLS, {"role": "user", "content": [{"type": "text", "text": "x"}, RESULT]}], "must come first"),
    ([USER, CALLS, {"role": "user", "content": [RESULT, RESULT]}], "each tool_use must have a single result"),
    ([USER, CALLS, RESULTS, CALLS, RESULTS], "`tool_use` ids must be unique"),
    ([USER, {"role": "user", "content": [CALL]}], "can only be in `assistant` messages"),
    ([USER, {"role": "assistant", "content": [{**CALL, "input": "{}"}]}, RESULTS], "Input should be a valid dictionary"),
    ([USER, {"role": "assistant", "content": [{**CALL, "id": "a.b"}]}, RESULTS], "String should match pattern"),
    ([USER, {"role": "assistant", "content": ""}, USER], "text content blocks must be non-empty"),
    ([USER, {"role": "assistant", "content": []}, USER], "must have non-empty content"),
    ([USER, {"role": "assistant", "content": " "}, USER], "must contain non-whitespace text"),
    ([USER, {"role": "system", "content": "x"}], "Input should be 'user' or 'assistant'"),
    ([USER, {"role": "assistant", "content": [{"type": "thinking", "thinking": "x", "signature": "forged"}]}, USER], "Invalid `signature` in `thinking` block"),
    ([{"role": "user", "content": [{"type": "image", "source": {**PICTURE["source"], "data": BROKEN}}]}], "Could not process image"),
    ([{"role": "user", "content": [{"type": "image", "source": {**PICTURE["source"], "media_type": "image/jpeg"}}]}], "appears to be a image/png image"),
    ([{"role": "user", "content": [PICTURE] * 101}], "too much media: 0 document pages + 101 images > 100"),
    ([{"role": "user", "content": LONG}], "prompt is too long: "),
])
def test_anthropic_refuses(messages: list[Data], text: str) -> None:
    error = refusal(anthropic, messages)
    assert text in error.message
    assert error.status_code == 400 and error.body["type"] == "error" and error.body["error"]["type"] == "invalid_request_error"
    assert error.body["request_id"] == error.response.headers["request-id"]


@pytest.mark.parametrize(("more", "text"), [
    ({"store": True}, "store: Extra inputs are not permitted"),
    ({"max_tokens": 0}, "max_tokens: Input should be greater than or equal to 1"),
    ({"max_tokens": 10_000}, "input length and `max_tokens` exceed context limit"),
    ({"system": [{"type": "text", "text": ""}]}, "text content blocks must be non-empty"),
    ({"tools": [{**TOOLS[0], "name": "a b"}]}, "String should match pattern"),
    ({"tools": TOOLS * 2}, "Tool names must be unique"),
    ({"tools": [{**TOOLS[0], "input_schema": {}}]}, "input_schema.type: Input should be 'object'"),
    ({"thinking": {"type": "enabled", "budget_tokens": 100}}, "greater than or equal to 1024"),
    ({"thinking": {"type": "enabled", "budget_tokens": 2_000}, "max_tokens": 2_000}, "`max_tokens` must be greater than `thinking.budget_tokens`"),
    ({"thinking": {"type": "adaptive", "block_binding": {}}}, "block_binding: Extra inputs are not permitted"),
    ({"model": "claude-opus-5-5", "thinking": {"type": "enabled", "budget_tokens": 1_024}}, '"thinking.type.enabled" is not supported for this model'),
    ({"model": "claude-opus-4-5", "thinking": {"type": "adaptive"}}, "adaptive thinking is not supported"),
    ({"model": "claude-opus-5-5", "messages": [USER, {"role": "assistant", "content": "I"}]}, "does not support assistant message prefill"),
])
def test_anthropic_refuses_of_a_request(more: Data, text: str) -> None:
    assert text in refusal(client().anthropic, {"model": OLDER, "max_tokens": 10, "messages": [USER], **more}).message


def test_newer_models_take_system_messages_behind_the_user() -> None:
    asked = client()
    request: Data = {"model": "claude-opus-5-5", "max_tokens": 100}
    system: Data = {"role": "system", "content": "Be short."}
    addition: Data = {"role": "system", "content": [{"type": "tool_addition", "tool": {"type": "tool_reference", "name": "read"}}]}
    said: Data = {"role": "assistant", "content": "Yes."}
    assert asked.anthropic({**request, "messages": [USER, system, said, USER]})["content"]
    assert "must follow a `user` message" in refusal(asked.anthropic, {**request, "messages": [USER, said, system, USER]}).message
    assert "must use the \"user\" role" in refusal(asked.anthropic, {**request, "messages": [system, USER]}).message
    for message, beta, text in [({**system, "clear_at": "next_user_message"}, CLEAR_AT_BETA, "clear_at: Extra inputs are not permitted"),
                                ({**system, "content": [], "output_config": {"effort": "low"}}, EFFORT_BETA, "output_config: Extra inputs are not permitted"),
                                (addition, min(TOOL_BETAS), "Input tag 'tool_addition'")]:
        messages = [USER, message, said, USER]
        assert text in refusal(asked.anthropic, {**request, "messages": messages}).message
        assert asked.anthropic({**request, "messages": messages}, (beta,))["content"]


def test_newer_models_take_an_answer_that_may_not_fit() -> None:
    reply = client().anthropic({"model": "claude-opus-5-5", "max_tokens": 10_000, "messages": [USER]})
    assert reply["stop_reason"] == "end_turn"
    reply = client(40).anthropic({"model": "claude-opus-5-5", "max_tokens": 100, "messages": [{"role": "user", "content": "word " * 20}]})
    assert reply["stop_reason"] == "model_context_window_exceeded"


def test_a_body_may_be_too_large() -> None:
    asked = client(max_bytes=2_000)
    error = refusal(asked.anthropic, {"model": OLDER, "max_tokens": 10, "messages": [{"role": "user", "content": "x" * 3_000}]})
    assert (error.status_code, error.body["error"]["type"]) == (413, "request_too_large")
    error = refusal(asked.gemini, {"contents": [{"parts": [{"text": "x" * 3_000}]}]})
    assert error.status_code == 400 and error.message == "Request payload size exceeds the limit: 2000 bytes."


ASSISTANT: Data = {"role": "assistant", "content": None, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
TOOL: Data = {"role": "tool", "tool_call_id": "a", "content": "x"}
IMAGE: Data = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png(1)}"}}


def chat(messages: list[Data], **more: Any) -> Data:
    return client().openai_chat({"model": "gpt-4.1", "messages": messages, **more})


def test_openai_chat_takes_what_is_right() -> None:
    for messages in [[USER], [USER, ASSISTANT, TOOL], [{"role": "user", "content": [IMAGE]}], [USER, {"role": "assistant", "content": ""}, USER]]:
        assert chat(messages)["choices"][0]["finish_reason"] == "stop"


@pytest.mark.parametrize(("messages", "text", "code"), [
    ([], "Invalid 'messages': empty array", "empty_array"),
    ([USER] * 2_049, "array too long. Expected an array with maximum length 2048", "array_above_max_length"),
    ([{"role": "model", "content": "x"}], "Invalid value: 'model'", "invalid_value"),
    ([USER, ASSISTANT], "did not have response messages: a", None),
    ([USER, ASSISTANT, USER, TOOL], "did not have response messages: a", None),
    ([USER, TOOL], "must be a response", None),
    ([USER, ASSISTANT, TOOL, TOOL], "must be a response", None),
    ([USER, ASSISTANT, {**TOOL, "content": [IMAGE]}], "Image URLs are only allowed for messages with role 'user'", "invalid_value"),
    ([USER, {"role": "assistant", "content": None}], "got null", None),
    ([USER, {**ASSISTANT, "tool_calls": []}, USER], "tool_calls': empty array", "empty_array"),
    ([USER, {**ASSISTANT, "tool_calls": [{**ASSISTANT["tool_calls"][0], "id": "x" * 41}]}], "maximum length 40", "string_above_max_length"),
    ([{"role": "user", "content": [{"type": "input_text", "text": "x"}]}], "Invalid value: 'input_text'", "invalid_value"),
    ([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{BROKEN}"}}]}], "Invalid base64 image_url", "invalid_base64_image"),
    ([{"role": "user", "content": LONG}], "This model's maximum context length is 10000 tokens. However, your messages resulted in ", "context_length_exceeded"),
])
def test_openai_chat_refuses(messages: list[Data], text: str, code: str | None) -> None:
    error = refusal(chat, messages)
    assert text in error.message
    assert error.status_code == 400 and set(error.body["error"]) == {"message", "type", "param", "code"}
    assert (error.body["error"]["type"], error.body["error"]["code"]) == ("invalid_request_error", code)


def test_openai_chat_refuses_of_a_request() -> None:
    assert refusal(chat, [USER], thinking=True).message == "Unrecognized request argument supplied: thinking"
    assert "9997 in the completion" in refusal(chat, [USER], max_tokens=9_997).message
    assert "Input tokens exceed the configured limit of 10000 tokens" in refusal(chat, [{"role": "user", "content": LONG}], model="gpt-5").message


REASONING: Data = {"type": "reasoning", "id": "rs_1t", "summary": [], "encrypted_content": seal("reasoning", {"id": "rs_1t"})}
CALLED: Data = {"type": "function_call", "id": "fc_1t_0", "call_id": "c", "name": "f", "arguments": "{}"}
OUTPUT: Data = {"type": "function_call_output", "call_id": "c", "output": "x"}
SAID: Data = {"type": "message", "role": "user", "content": "Hi"}


def responses(items: Any, **more: Any) -> Data:
    return client().openai_responses({"model": "gpt-5", "input": items, **more})


def test_openai_responses_takes_what_is_right() -> None:
    bare = {name: value for name, value in CALLED.items() if name != "id"}
    for items in ["Hi", [USER], [SAID, REASONING, CALLED, OUTPUT], [SAID, bare, OUTPUT]]:
        assert responses(items)["status"] == "completed"


@pytest.mark.parametrize(("items", "text", "code"), [
    ([], "Invalid 'input': empty array", "empty_array"),
    ([{"type": "text", "text": "x"}], "Invalid value: 'text'", "invalid_value"),
    ([{**SAID, "name": "x"}], "Unknown parameter: 'input[0].name'.", "unknown_parameter"),
    ([SAID, REASONING, OUTPUT], "without its required following item", None),
    ([SAID, CALLED, OUTPUT], "without its required 'reasoning' item: 'rs_1t'", None),
    ([SAID, REASONING, CALLED], "No tool output found for function call c.", None),
    ([SAID, OUTPUT], "No tool call found for function call output with call_id c.", None),
    ([SAID, {**REASONING, "encrypted_content": "forged"}, CALLED, OUTPUT], "could not be verified", "invalid_encrypted_content"),
    ([SAID, {**CALLED, "id": "call_1"}, OUTPUT], "Expected an ID that begins with 'fc'", "invalid_value"),
    ([{"role": "user", "content": [{"type": "text", "text": "x"}]}], "Invalid value: 'text'", "invalid_value"),
    ([{"role": "user", "content": LONG}], "Your input exceeds the context window of this model.", "context_length_exceeded"),
])
def test_openai_responses_refuses(items: list[Data], text: str, code: str | None) -> None:
    error = refusal(responses, items)
    assert text in error.message and error.body["error"]["code"] == code


def test_openai_responses_keeps_no_answers() -> None:
    error = refusal(responses, "Hi", previous_response_id="resp_1")
    assert (error.status_code, error.body["error"]["code"]) == (400, "previous_response_not_found")


ASKED: Data = {"role": "user", "parts": [{"text": "Hi"}]}
MODEL: Data = {"role": "model", "parts": [{"functionCall": {"id": "a", "name": "f", "args": {}}, "thoughtSignature": seal("thought", {"id": "a"})}]}
UNSIGNED: Data = {"role": "model", "parts": [{"functionCall": {"id": "a", "name": "f", "args": {}}}]}
ANSWERED: Data = {"role": "user", "parts": [{"functionResponse": {"id": "a", "name": "f", "response": {"output": "x"}}}]}


def gemini(contents: list[Data], **more: Any) -> Data:
    return client().gemini({"contents": contents, **more})


def test_gemini_takes_what_is_right() -> None:
    snake = {"role": "model", "parts": [{"function_call": MODEL["parts"][0]["functionCall"], "thought_signature": MODEL["parts"][0]["thoughtSignature"]}]}
    for contents in [[ASKED], [ASKED, MODEL, ANSWERED], [ASKED, snake, ANSWERED], [ASKED, UNSIGNED, ANSWERED, ASKED], [{"parts": [{"text": "Hi"}]}]]:
        assert gemini(contents)["candidates"][0]["finishReason"] == "STOP"


@pytest.mark.parametrize(("contents", "text"), [
    ([], "contents is not specified"),
    ([{"role": "assistant", "parts": [{"text": "x"}]}], "Please use a valid role: user, model."),
    ([ASKED, MODEL, ASKED], "number of function response parts"),
    ([ASKED, ANSWERED], "number of function response parts"),
    ([ASKED, UNSIGNED, ANSWERED], "missing a thought_signature"),
    ([ASKED, {"role": "model", "parts": [{**UNSIGNED["parts"][0], "thoughtSignature": "forged"}]}, ANSWERED], "Corrupted thought signature."),
    ([MODEL, ANSWERED], "begin with a user turn"),
    ([ASKED, MODEL], "end with a user role"),
    ([{"role": "user", "parts": []}], "contents.parts must not be empty"),
    ([{"role": "user", "parts": [{"text": ""}]}], "required oneof field 'data' must have one initialized field"),
    ([{"role": "user", "parts": [{"txt": "x"}]}], 'Unknown name "txt" at \'contents[0].parts[0]\': Cannot find field.'),
    ([{"role": "user", "parts": [{"inlineData": {"mimeType": "image/png", "data": BROKEN}}]}], "Unable to process input image"),
    ([{"role": "user", "parts": [{"text": LONG}]}], "exceeds the maximum number of tokens allowed (10000)"),
])
def test_gemini_refuses(contents: list[Data], text: str) -> None:
    error = refusal(gemini, contents)
    assert text in error.message
    assert error.body["error"]["code"] == error.status_code == 400 and error.body["error"]["status"] == "INVALID_ARGUMENT"


def test_a_request_needs_a_key() -> None:
    for path, status, text in [("/v1/messages", 401, "x-api-key"), ("/v1/chat/completions", 401, "API key"), ("/v1/responses", 401, "API key"),
                               ("/v1beta/models/gemini-3-pro:generateContent", 403, "unregistered callers")]:
        found, body, _ = client().raw(path, b"{}", {})
        assert found == status and text in json.loads(body)["error"]["message"]
    assert client().raw("/v2/messages", b"{}", {})[0] == 404


def test_tokens_are_counted_without_an_answer() -> None:
    asked = client()
    headers = {"x-api-key": asked.key, "anthropic-version": "2023-06-01"}
    counted = asked.post("/v1/messages/count_tokens", {"model": OLDER, "messages": [USER]}, headers)["input_tokens"]
    assert counted == asked.anthropic({"model": OLDER, "max_tokens": 10, "messages": [USER]})["usage"]["input_tokens"] and len(asked.session.sizes) == 1
    assert asked.gemini({"contents": [ASKED]}, operation="countTokens")["totalTokens"] > 0


class TestFailuresAtWill:
    """A failure comes at the request that a plan names, or at the one that asks for it."""

    @pytest.mark.parametrize(("word", "status", "kind"), [
        ("429/7", 429, "rate_limit_error"), ("529", 529, "overloaded_error"), ("500", 500, "api_error"), ("401", 401, "authentication_error"), ("413", 413, "request_too_large"),
    ])
    def test_a_status(self, word: str, status: int, kind: str) -> None:
        asked = client()
        error = refusal(asked.anthropic, {"model": OLDER, "max_tokens": 10, "messages": [USER]}, x_fail=word)
        assert (error.status_code, error.body["error"]["type"]) == (status, kind)
        assert error.response.headers.get("retry-after") == ("7" if "/" in word else None)

    def test_of_openai_and_gemini(self) -> None:
        error = refusal(client().openai_chat, {"model": "gpt-5", "messages": [USER]}, x_fail="429/3")
        assert error.body["error"]["code"] == "rate_limit_exceeded" and "try again in 3s" in error.message and error.response.headers["retry-after"] == "3"
        error = refusal(client().gemini, {"contents": [ASKED]}, x_fail="429/3")
        assert error.body["error"]["status"] == "RESOURCE_EXHAUSTED" and error.body["error"]["details"][0]["retryDelay"] == "3s"
        # Neither has a 529.
        assert refusal(client().openai_chat, {"model": "gpt-5", "messages": [USER]}, x_fail="529").status_code == 503
        assert refusal(client().gemini, {"contents": [ASKED]}, x_fail="529").body["error"]["status"] == "UNAVAILABLE"

    def test_a_plan_counts_requests(self) -> None:
        asked = client()
        asked.server.session(asked.key)
        asked.post("/server", {"key": asked.key, "plan": "2-3:529"}, {})
        request = {"model": OLDER, "max_tokens": 10, "messages": [USER]}
        asked.anthropic(request)
        assert [refusal(asked.anthropic, request).status_code for _ in range(2)] == [529, 529]
        assert asked.anthropic(request)["type"] == "message"
        assert [row["status"] for row in asked.server.told()[asked.key]["log"]] == [200, 529, 529, 200]

    @pytest.mark.parametrize("word", ["drop", "half"])
    def test_a_connection_that_ends(self, word: str) -> None:
        with pytest.raises((http.client.HTTPException, ConnectionError)):
            client().openai_chat({"model": "gpt-5", "messages": [USER]}, x_fail=word)

    def test_answers_that_are_none(self) -> None:
        request = {"model": OLDER, "max_tokens": 10, "messages": [USER], "tools": TOOLS}
        replies = {word: client().anthropic(request, x_fail=word) for word in ("empty", "cut", "refusal")}
        assert {word: reply["stop_reason"] for word, reply in replies.items()} == {"empty": "end_turn", "cut": "max_tokens", "refusal": "refusal"}
        assert replies["empty"]["content"] == [] and replies["refusal"]["content"] == []
        assert client().openai_chat({"model": "gpt-5", "messages": [USER]}, x_fail="cut")["choices"][0]["finish_reason"] == "length"
        assert client().openai_responses({"model": "gpt-5", "input": "Hi"}, x_fail="cut")["incomplete_details"] == {"reason": "max_output_tokens"}
        assert "candidates" not in client().gemini({"contents": [ASKED]}, x_fail="refusal")
        assert client().gemini({"contents": [ASKED]}, x_fail="empty")["candidates"][0]["content"] == {"role": "model"}

    def test_a_stream_that_ends_with_an_error(self) -> None:
        found = events(client(), "/v1/messages", {"model": OLDER, "max_tokens": 10, "messages": [USER], "stream": True}, **{"x-fail": "broken"})
        assert found[0][0] == "message_start" and found[-1][0] == "error" and found[-1][1]["error"]["type"] == "overloaded_error"
