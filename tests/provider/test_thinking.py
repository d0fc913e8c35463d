"""Both rules of thinking, and compaction by the provider: what is valid passes, and each thing that
breaks it is refused with the provider's words.
"""

from __future__ import annotations

from typing import Any

import pytest

from .asked import BOUND, CALLS, OLDER, RESULTS, TOOLS, USER, claude, client, conversation, copied, refusal, thinking_turn, thoughts, without
from .claude import BINDING_BETA, COMPACT_BETA
from .client import Client
from .rules import Data

ADAPTIVE = {"type": "adaptive"}
DROPS = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
BOUND_ERROR = ("Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set "
               '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block".')


def ask(asked: Client, messages: list[Data], **more: Any) -> Data:
    return claude(asked, messages, **{"thinking": ADAPTIVE, "tools": TOOLS, **more})


class TestTheOlderRule:
    def test_an_open_turn_begins_with_its_thoughts(self) -> None:
        asked = client()
        enabled = {"model": OLDER, "max_tokens": 2_000, "thinking": {"type": "enabled", "budget_tokens": 1_024}, "tools": TOOLS}
        error = refusal(asked.anthropic, {**enabled, "messages": [USER, CALLS, RESULTS]})
        assert "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`" in error.message
        reply = asked.anthropic({**enabled, "messages": [USER]})
        assert [block["type"] for block in reply["content"][:2]] == ["thinking", "text"]
        results = [{"type": "tool_result", "tool_use_id": block["id"], "content": "x"} for block in reply["content"] if block["type"] == "tool_use"]
        messages = [USER, {"role": "assistant", "content": reply["content"]}, {"role": "user", "content": results}]
        assert asked.anthropic({**enabled, "messages": messages})["content"]
        assert "Expected `thinking`" in refusal(asked.anthropic, {**enabled, "messages": without(messages, [(1, 0)])}).message
        # Behind a closed turn no thoughts are wanted, and a changed prefix is no matter.
        closed = [{"role": "user", "content": "Another beginning."}, *without(messages[1:], [(0, 0)]), {"role": "assistant", "content": "Done."}, USER]
        assert asked.anthropic({**enabled, "messages": closed})["content"]

    def test_thinking_of_the_newest_answer_is_not_modified(self) -> None:
        asked = client()
        messages = conversation(asked, 1)
        messages[1]["content"][0]["thinking"] += " And more."
        error = refusal(ask, asked, messages)
        assert error.message.startswith("messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.")

    def test_a_forged_signature_says_nothing_of_a_conversation(self) -> None:
        asked = client()
        messages = conversation(asked, 1)
        messages[1]["content"][0]["signature"] = "Zm9yZ2Vk"
        assert refusal(ask, asked, messages, thinking=DROPS).message == "messages.1.content.0: Invalid `signature` in `thinking` block"


def first_result(messages: list[Data]) -> Data:
    result: Data = messages[2]["content"][0]
    return result


class TestBoundThinking:
    """What counts as a change is the list of the provider's page."""

    def test_a_list_that_only_grows_is_valid(self) -> None:
        asked = client(100_000)
        messages = conversation(asked, 20)
        assert len(thoughts(messages)) >= 8 and ask(asked, messages)["input_transformations"] == []

    @pytest.mark.parametrize("changed", [
        {"max_tokens": 100}, {"tool_choice": {"type": "auto"}}, {"system": None}, {"thinking": {"type": "adaptive", "display": "omitted"}}, {"metadata": {"user_id": "x"}},
        {"tools": [*TOOLS, {"name": "late", "input_schema": {"type": "object"}, "defer_loading": True}]},
        {"tools": [{**TOOLS[0], "cache_control": {"type": "ephemeral"}}]},
    ])
    def test_what_is_no_change(self, changed: Data) -> None:
        asked = client()
        assert ask(asked, conversation(asked, 3), **changed)["input_transformations"] == []

    def test_marks_and_the_shape_of_a_text_are_no_change(self) -> None:
        asked = client()
        messages = conversation(asked, 3)
        first_result(messages)["cache_control"] = {"type": "ephemeral"}
        messages[0] = {"role": "user", "content": [{"type": "text", "text": "Hi"}]}
        assert ask(asked, messages)["input_transformations"] == []

    @pytest.mark.parametrize(("changed", "ending"), [
        ({"system": "Be short."}, "The `system` prompt differs from the one this block was created with."),
        ({"tools": [{**TOOLS[0], "description": "Reads."}]}, "The `tools` list differs from the one this block was created with."),
        ({"tools": [*TOOLS, {"name": "more", "input_schema": {"type": "object"}}]}, "The `tools` list differs from the one this block was created with."),
    ])
    def test_system_and_tools_are_compared(self, changed: Data, ending: str) -> None:
        asked = client()
        error = refusal(ask, asked, conversation(asked, 3), **changed)
        assert error.message == f"messages.1.content.0: {BOUND_ERROR} {ending}" and error.body["error"]["type"] == "invalid_request_error"

    @pytest.mark.parametrize(("change", "place", "refused"), [
        (lambda messages: messages[0].update(content="Hello"), "messages.0.content.0", 0),
        (lambda messages: first_result(messages).update(content="[cleared]"), "messages.2.content.0", 1),
        (lambda messages: messages[2]["content"].append({"type": "text", "text": "Be quick."}), "messages.3.content.0", 1),
        (lambda messages: messages[1]["content"][-1].update(input={}), "messages.1.content", 1),
    ])
    def test_a_changed_message_breaks_what_stands_behind_it(self, change: Any, place: str, refused: int) -> None:
        asked = client(100_000)
        messages = conversation(asked, 6)
        places = [found for found in thoughts(messages) if refused == 0 or found[0] > 1]
        change(messages)
        message = refusal(ask, asked, messages).message
        index, number = places[0]
        assert message.startswith(f"messages.{index}.content.{number}: {BOUND_ERROR}")
        assert "first at" not in message or place in message
        assert "Content before this block differs from when it was created, first at `" in message or place == "messages.3.content.0"

    def test_without_the_beta_the_refusal_names_it(self) -> None:
        asked = client()
        messages = conversation(asked, 2)
        messages[0] = {"role": "user", "content": "Hello"}
        error = refusal(asked.anthropic, {"model": BOUND, "max_tokens": 100, "messages": messages, "tools": TOOLS})
        assert f"That setting requires the `{BINDING_BETA}` value in the `anthropic-beta` header. Content before" in error.message

    def test_the_thoughts_that_stay_are_an_unbroken_run(self) -> None:
        asked = client(100_000)
        messages = conversation(asked, 12)
        places = thoughts(messages)
        # The oldest may go, the newest may go, all may go.
        for gone in (places[:1], places[:3], places[-2:], places):
            assert ask(asked, without(messages, gone))["input_transformations"] == []
        error = refusal(ask, asked, without(messages, [places[1]]))
        assert error.message.endswith("The `thinking` block that preceded this one when it was created is missing from this request.")
        # One that was gone when others were made does not come back.
        later = thinking_turn(asked, without(messages, places))
        while len(thoughts(later)) < 1:
            later = thinking_turn(asked, later)
        later[: len(messages)] = messages
        assert BOUND_ERROR in refusal(ask, asked, later).message

    def test_thinking_goes_when_the_prefix_changes_and_the_rest_is_valid(self) -> None:
        """The rule of the page: behind the first message that changes, all signed thinking goes,
        and never comes back.
        """
        asked = client(100_000)
        messages = conversation(asked, 8)
        changed = without(messages, [found for found in thoughts(messages) if found[0] > 2])
        first_result(changed)["content"] = "[cleared]"
        for _ in range(4):
            changed = thinking_turn(asked, changed)
        assert ask(asked, changed)["input_transformations"] == []

    def test_broken_blocks_are_dropped_where_the_request_says_so(self) -> None:
        asked = client(100_000)
        messages = conversation(asked, 8)
        before = ask(asked, messages, thinking=DROPS)["usage"]["input_tokens"]
        first_result(messages)["content"] = "[cleared]"
        broken = [found for found in thoughts(messages) if found[0] > 2]
        reply = ask(asked, messages, thinking=DROPS)
        assert reply["input_transformations"] == [
            {"type": "thinking_dropped", "path": f"messages.{index}.content.{place}", "reason": "prefix_binding_mismatch"} for index, place in broken]
        assert reply["usage"]["input_tokens"] < before - 8 * len(broken)
        # What is thought behind the change is valid, though the dropped blocks are still sent.
        grown = messages
        while len(thoughts(grown)) < len(thoughts(messages)) + 2:
            grown = _turn(asked, grown, DROPS)
        assert len(ask(asked, grown, thinking=DROPS)["input_transformations"]) == len(broken)

    def test_a_model_does_not_read_all_blocks(self) -> None:
        asked = client()
        messages = conversation(asked, 2)
        reply = ask(asked, messages, model="claude-opus-5")
        assert {entry["reason"] for entry in reply["input_transformations"]} == {"model_binding_mismatch"}
        assert ask(asked, messages, model=BOUND)["input_transformations"] == []

    def test_the_rule_may_be_set_for_all_models(self) -> None:
        for rule, model, refused in [("older", BOUND, False), ("bound", OLDER, True)]:
            asked = client(thinking=rule)
            messages = conversation(asked, 2, model=model)
            messages[0] = {"role": "user", "content": "Hello"}
            if refused:
                assert BOUND_ERROR in refusal(ask, asked, messages, model=model).message
            else:
                assert ask(asked, messages, model=model)["content"]


def _turn(asked: Client, messages: list[Data], thinking: Data) -> list[Data]:
    reply = ask(asked, messages, thinking=thinking)
    results = [{"type": "tool_result", "tool_use_id": block["id"], "content": "x"} for block in reply["content"] if block["type"] == "tool_use"]
    return [*messages, {"role": "assistant", "content": reply["content"]}, {"role": "user", "content": results or "Go on."}]


def compact(asked: Client, messages: list[Data], **more: Any) -> Data:
    return ask(asked, messages, compaction={"type": "summarize"}, **more)


def swapped(asked: Client, messages: list[Data], cut: int, **more: Any) -> list[Data]:
    """The block of what stands before the cut, and what stands behind it."""
    return [{"role": "assistant", "content": compact(asked, messages[:cut], **more)["content"]}, *messages[cut:]]


class TestCompactionOnDemand:
    def test_the_answer_is_one_signed_block(self) -> None:
        asked = client()
        reply = compact(asked, conversation(asked, 3))
        assert reply["stop_reason"] == "compaction" and [set(block) for block in reply["content"]] == [{"type", "content", "signature"}]
        assert (reply["usage"]["input_tokens"], reply["usage"]["output_tokens"]) == (0, 0)
        spent = reply["usage"]["iterations"][0]
        assert spent["type"] == "compaction" and spent["input_tokens"] > 0 and spent["output_tokens"] > 0

    def test_the_block_leads_and_what_it_replaced_is_not_counted(self) -> None:
        asked = client(100_000)
        messages = conversation(asked, 30)
        block = compact(asked, messages)["content"]
        for lead in ([{"role": "assistant", "content": block}, USER], [{"role": "user", "content": [*block, {"type": "text", "text": "Go on."}]}]):
            reply = ask(asked, lead)
            assert reply["content"] and reply["usage"]["input_tokens"] < 0.3 * ask(asked, messages)["usage"]["input_tokens"]

    @pytest.mark.parametrize(("change", "code", "text"), [
        (lambda lead, rest: [USER, *lead, *rest], "compaction_block_misplaced", "must be sent first, in place of the messages it summarizes"),
        (lambda lead, rest: [{"role": "assistant", "content": [{**lead[0]["content"][0], "content": "Another."}]}, *rest], "compaction_content_mismatch", "differs"),
        (lambda lead, rest: [{"role": "assistant", "content": [{**lead[0]["content"][0], "signature": "Zm9yZ2Vk"}]}, *rest], "compaction_signature_invalid", "Invalid `signature`"),
        (lambda lead, rest: [*lead, *lead, *rest], None, "only one `compaction` block"),
        (lambda lead, rest: [{"role": "assistant", "content": [{**lead[0]["content"][0], "citations": None}]}, *rest], None,
         "messages.0.content.0.compaction.citations: Extra inputs are not permitted"),
    ])
    def test_the_block_goes_back_as_it_came(self, change: Any, code: str | None, text: str) -> None:
        asked = client()
        lead = [{"role": "assistant", "content": compact(asked, conversation(asked, 3))["content"]}]
        error = refusal(ask, asked, change(lead, [USER]))
        assert text in error.message and error.body["error"].get("details", {}).get("error_code") == code

    def test_both_requests_need_the_beta(self) -> None:
        asked = client()
        messages = conversation(asked, 2)
        assert f"requires anthropic-beta: {COMPACT_BETA}" in refusal(compact, asked, messages, betas=(BINDING_BETA,)).message
        lead = swapped(asked, messages, len(messages))
        assert "Input tag 'compaction' found using 'type'" in refusal(ask, asked, [*lead, USER], betas=(BINDING_BETA,)).message

    @pytest.mark.parametrize(("more", "text"), [
        ({"stop_sequences": ["x"]}, "stop_sequences"), ({"output_config": {"format": {}}}, "output_config.format"), ({"compaction": {"type": "clear"}}, "Input should be 'summarize'"),
        ({"compaction": {"type": "summarize", "instructions": "x" * 16_385}}, "at most 16384 characters"),
    ])
    def test_what_may_not_stand_beside_it(self, more: Data, text: str) -> None:
        asked = client(100_000)
        assert text in refusal(ask, asked, [USER], **{"compaction": {"type": "summarize"}, **more}).message

    def test_an_open_call_is_answered_first(self) -> None:
        asked = client()
        assert "ends in a `tool_use` without its `tool_result`" in refusal(compact, asked, conversation(asked, 1)[:2]).message
        assert refusal(compact, asked, []).body["error"]["details"] == {"error_code": "compaction_nothing_to_summarize"}

    def test_no_summary_is_an_empty_answer(self) -> None:
        asked = client()
        for word, stop in {"cut": "max_tokens", "refusal": "refusal", "empty": "end_turn"}.items():
            asked.post("/server", {"key": asked.key, "plan": f"{asked.session.requests + 1}:{word}"}, {})
            reply = compact(asked, [USER])
            assert (reply["stop_reason"], reply["content"]) == (stop, []) and reply["usage"]["iterations"]

    def test_kept_turns_keep_their_thinking(self) -> None:
        asked = client(100_000)
        messages = conversation(asked, 12)
        cut = next(index for index, message in enumerate(messages) if index > 6 and message["role"] == "assistant")
        kept = swapped(asked, messages, cut)
        assert len(thoughts(kept)) >= 2 and ask(asked, kept)["input_transformations"] == []
        # Thoughts that come later are bound to the block, and stay valid through the next one.
        grown = kept
        for _ in range(6):
            grown = thinking_turn(asked, grown)
        again = swapped(asked, grown, 3)
        assert len(thoughts(again)) > 4 and ask(asked, again)["input_transformations"] == []

    def test_thoughts_behind_a_block_are_bound_to_it(self) -> None:
        asked = client(100_000)
        messages = conversation(asked, 4)
        block = swapped(asked, messages, len(messages))
        kept = [*block, *thinking_turn(asked, messages)[len(messages):]]
        before = len(thoughts(kept))
        while len(thoughts(kept)) == before:
            kept = thinking_turn(asked, kept)
        kept = without(kept, thoughts(kept)[:-1])
        assert ask(asked, kept)["input_transformations"] == []
        # In place of the block the messages that it stands for.
        assert BOUND_ERROR in refusal(ask, asked, [*without(messages, thoughts(messages)), *kept[1:]]).message

    @pytest.mark.parametrize("broken", ["skipped", "changed", "system", "same role", "another model", "left out"])
    def test_kept_thinking_has_conditions(self, broken: str) -> None:
        asked = client(100_000)
        messages = conversation(asked, 12)
        index = thoughts(messages)[2][0]
        model = {"model": "claude-opus-5"} if broken == "another model" else {}
        kept = swapped(asked, messages, index, **model)
        more: Data = {"system": "Be short."} if broken == "system" else {}
        if broken == "skipped":
            kept = [kept[0], *kept[3:]]
        elif broken == "changed":
            kept[2] = copied(kept[2])
            kept[2]["content"][0]["content"] = "[cleared]"
        elif broken == "same role":
            # What is kept begins as the summarized messages ended, so the two are merged.
            whole = [*messages[:index], {"role": "user", "content": "Go on."}]
            while len(thoughts(whole)) < 4:
                whole = thinking_turn(asked, whole)
            kept = [kept[0], *whole[index:]]
        elif broken == "left out":
            kept = [{"role": "user", "content": "The summary is lost."}, *kept[1:]]
        assert BOUND_ERROR in refusal(ask, asked, kept, **more).message


class TestCompactionOfResponses:
    def test_the_window_that_comes_back_is_taken(self) -> None:
        asked = client(100_000)
        said = {"type": "message", "role": "user", "content": "word " * 9_000}
        made = asked.openai_responses({"model": "gpt-5", "input": [said]}, path="/v1/responses/compact")
        assert made["object"] == "response.compaction" and [item["type"] for item in made["output"]] == ["message", "compaction"]
        before = asked.openai_responses({"model": "gpt-5", "input": [said]})["usage"]["input_tokens"]
        after = asked.openai_responses({"model": "gpt-5", "input": [*made["output"], USER]})["usage"]["input_tokens"]
        assert 0.05 * before < after < 0.2 * before

    def test_what_stands_before_the_item_is_not_read(self) -> None:
        asked = client(100_000)
        item = asked.openai_responses({"model": "gpt-5", "input": [USER]}, path="/v1/responses/compact")["output"][-1]
        orphan = {"type": "function_call_output", "call_id": "c", "output": "x" * 9_000}
        assert asked.openai_responses({"model": "gpt-5", "input": [USER, orphan, item, USER]})["usage"]["input_tokens"] < 100
        error = refusal(asked.openai_responses, {"model": "gpt-5", "input": [{**item, "encrypted_content": "forged"}, USER]})
        assert error.body["error"]["code"] == "invalid_encrypted_content"

    def test_at_a_threshold_it_comes_by_itself(self) -> None:
        asked = client(100_000)
        edit = [{"type": "compaction", "compact_threshold": 1_000}]
        request = {"model": "gpt-5", "input": [{"role": "user", "content": "word " * 2_000}], "context_management": edit}
        assert asked.openai_responses(request)["output"][0]["type"] == "compaction"
        assert asked.openai_responses({**request, "input": "Hi"})["output"][0]["type"] == "message"
