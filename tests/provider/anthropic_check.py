"""What Anthropic refuses in a request before it reads it: fields, roles, pairs, empty contents,
pictures. Wordings as the API gives them, 2024 to November 2026.
"""

from __future__ import annotations

import re
from typing import Any

from .claude import BINDING_BETA, CLEAR_AT_BETA, EFFORT_BETA, TOOL_BETAS, Facts
from .rules import Data, bytes_of, kind_of_picture, known, need

REQUEST = frozenset({
    "model", "messages", "max_tokens", "system", "tools", "tool_choice", "thinking", "metadata", "stop_sequences", "stream", "temperature", "top_k", "top_p",
    "service_tier", "output_config", "cache_control", "container", "inference_geo", "compaction", "context_management",
})
MESSAGE = frozenset({"role", "content"})
TOOL = frozenset({
    "name", "description", "input_schema", "cache_control", "type", "strict", "defer_loading", "eager_input_streaming", "input_examples", "allowed_callers",
})
THINKING = {"enabled": frozenset({"type", "budget_tokens", "display", "block_binding"}), "adaptive": frozenset({"type", "display", "block_binding"}),
            "disabled": frozenset({"type"})}
# Fields of each block, and who may say it.
BLOCKS: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {
    "text": (frozenset({"type", "text", "citations", "cache_control"}), ("user", "assistant", "system")),
    "image": (frozenset({"type", "source", "cache_control"}), ("user",)),
    "document": (frozenset({"type", "source", "title", "context", "citations", "cache_control"}), ("user",)),
    "tool_use": (frozenset({"type", "id", "name", "input", "cache_control", "caller"}), ("assistant",)),
    "tool_result": (frozenset({"type", "tool_use_id", "content", "is_error", "cache_control"}), ("user",)),
    "thinking": (frozenset({"type", "thinking", "signature"}), ("assistant",)),
    "redacted_thinking": (frozenset({"type", "data"}), ("assistant",)),
    "tool_addition": (frozenset({"type", "tool"}), ("system",)),
    "tool_removal": (frozenset({"type", "tool"}), ("system",)),
}
# "Vision" (platform.claude.com, 2026): 5 MB a picture, 100 in one request.
IMAGE_BYTES, IMAGES = 5_242_880, 100
# "Extended thinking": the smallest budget.
BUDGET_MIN = 1_024


def check_request(request: Data, facts: Facts, betas: set[str]) -> None:
    known(request, REQUEST, "")
    for name in ("model", "messages", "max_tokens"):
        need(name in request, f"{name}: Field required")
    need(isinstance(request["model"], str) and request["model"], "model: String should have at least 1 character")
    need(isinstance(request["max_tokens"], int), "max_tokens: Input should be a valid integer")
    need(request["max_tokens"] >= 1, "max_tokens: Input should be greater than or equal to 1")
    need(isinstance(request["messages"], list), "messages: Input should be a valid array")
    system = request.get("system")
    need(system is None or isinstance(system, (str, list)), "system: Input should be a valid array")
    for place, block in enumerate(system if isinstance(system, list) else ()):
        need(block.get("text"), f"system.{place}: text content blocks must be non-empty")
        known(block, BLOCKS["text"][0], f"system.{place}")
    _check_tools(request.get("tools") or [])
    _check_thinking(request, facts, betas)


def _check_tools(tools: list[Data]) -> None:
    for index, tool in enumerate(tools):
        if tool.get("type", "custom") == "custom":
            known(tool, TOOL, f"tools.{index}.custom")
            need(re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", str(tool.get("name"))), f"tools.{index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'")
            need((tool.get("input_schema") or {}).get("type") == "object", f"tools.{index}.custom.input_schema.type: Input should be 'object'")
    names = [tool.get("name") for tool in tools]
    need(len(names) == len(set(names)), "tools: Tool names must be unique.")


def _check_thinking(request: Data, facts: Facts, betas: set[str]) -> None:
    thinking = request.get("thinking")
    if thinking is None:
        return
    kind = thinking.get("type")
    need(kind in THINKING, "thinking.type: Input should be 'adaptive', 'disabled' or 'enabled'")
    known({name: value for name, value in thinking.items() if name != "block_binding" or BINDING_BETA not in betas}, THINKING[kind] - {"block_binding"}, f"thinking.{kind}")
    need(kind in facts.thinking or kind != "enabled", '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and '
         '"output_config.effort" to control thinking behavior.')
    need(kind in facts.thinking, "adaptive thinking is not supported on this model")
    behaviour = (thinking.get("block_binding") or {}).get("prefix_mismatch_behavior", "error")
    need(behaviour in ("error", "drop_block"), f"thinking.{kind}.block_binding.prefix_mismatch_behavior: Input should be 'error' or 'drop_block'")
    if kind == "disabled":
        return
    if kind == "enabled":
        budget = thinking.get("budget_tokens")
        need(isinstance(budget, int), "thinking.enabled.budget_tokens: Field required")
        need(budget >= BUDGET_MIN, f"thinking.enabled.budget_tokens: Input should be greater than or equal to {BUDGET_MIN}")
        need(request["max_tokens"] > budget or "compaction" in request, "`max_tokens` must be greater than `thinking.budget_tokens`.")
    need(request.get("temperature", 1) == 1, "`temperature` may only be set to 1 when thinking is enabled.")
    need((request.get("tool_choice") or {}).get("type") not in ("any", "tool"), "Thinking may not be enabled when tool_choice forces tool use.")


def blocks_of(messages: list[Any], betas: set[str]) -> list[Data]:
    """The messages with all content as blocks."""
    more = {name for name, beta in (("clear_at", CLEAR_AT_BETA), ("output_config", EFFORT_BETA)) if beta in betas}
    for index, message in enumerate(messages):
        need(isinstance(message, dict), f"messages.{index}: Input should be a valid dictionary or object to extract fields from")
        for name in ("role", "content"):
            need(name in message, f"messages.{index}.{name}: Field required")
        known(message, MESSAGE | more if message["role"] == "system" else MESSAGE, f"messages.{index}")
        content = message["content"]
        need(isinstance(content, (str, list)), f"messages.{index}.content: Input should be a valid array")
        kinds = [block.get("type") for block in content if isinstance(block, dict)] if isinstance(content, list) else []
        changed = next((kind for kind in kinds if kind in ("tool_addition", "tool_removal")), None)
        need(not changed or betas & TOOL_BETAS, f"messages.{index}.content: Input tag '{changed}' found using 'type' does not match any of the expected tags")
    return [{**message, "content": [{"type": "text", "text": message["content"]}] if isinstance(message["content"], str) else message["content"]} for message in messages]


def check_messages(messages: list[Data], first: tuple[int, int], facts: Facts) -> None:
    """`first` is the message and the block from which on the model reads."""
    need(messages, "messages: at least one message is required")
    leads = first != (0, 0)
    need(leads or messages[0]["role"] == "user", 'messages: first message must use the "user" role')
    pictures = 0
    seen: set[str] = set()
    open_calls: set[str] = set()
    for index, message in enumerate(messages):
        where = f"messages.{index}"
        role = message["role"]
        need(role in ("user", "assistant") or (role == "system" and facts.says_system), f"{where}.role: Input should be 'user' or 'assistant'")
        blocks = [block for place, block in enumerate(message["content"]) if (index, place) >= first and block.get("type") != "compaction"]
        if (index, len(message["content"])) <= first or (leads and index == first[0] and not blocks):
            continue
        last = index == len(messages) - 1
        need(blocks or (last and role == "assistant") or (role == "system" and "output_config" in message),
             f"{where}: all messages must have non-empty content except for the optional final assistant message")
        if role == "system":
            # A system message stands behind a message of the user:
            # "mid-conversation-system-messages".
            need(index > 0 and messages[index - 1]["role"] in ("user", "system"), f"{where}: `system` messages must follow a `user` message")
            need(not open_calls, _unanswered(where, open_calls))
        answered = [block["tool_use_id"] for block in blocks if block.get("type") == "tool_result"]
        need(not open_calls - set(answered), _unanswered(where, open_calls - set(answered)))
        stray = set(answered) - open_calls
        need(not stray, f"{where}.content.0: unexpected `tool_use_id` found in `tool_result` blocks: {', '.join(sorted(stray))}. "
             "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.")
        twice = next((name for name in answered if answered.count(name) > 1), None)
        need(twice is None, f"{where}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {twice}")
        need(all(block.get("type") != "tool_result" for block in blocks[len(answered):]), f"{where}: `tool_result` blocks must come first")
        open_calls = set()
        for place, block in enumerate(blocks):
            pictures += check_block(block, role, f"{where}.content.{place}")
            if block["type"] == "tool_use":
                need(block["id"] not in seen, f"{where}.content.{place}: `tool_use` ids must be unique")
                seen.add(block["id"])
                open_calls.add(block["id"])
    need(not open_calls, _unanswered(f"messages.{len(messages) - 1}", open_calls))
    need(pictures <= IMAGES, f"messages: too much media: 0 document pages + {pictures} images > {IMAGES}")
    prefilled = messages[-1]["role"] == "assistant" and not (leads and len(messages) - 1 == first[0])
    need(facts.prefill or not prefilled, "This model does not support assistant message prefill. The conversation must end with a user message.")


def _unanswered(where: str, calls: set[str]) -> str:
    return (f"{where}: `tool_use` ids were found without `tool_result` blocks immediately after: {', '.join(sorted(calls))}. "
            "Each `tool_use` block must have a corresponding `tool_result` block in the next message.")


def check_block(block: Data, role: str, where: str) -> int:
    """Checks a block, and counts its pictures."""
    kind = block.get("type")
    need(kind in BLOCKS, f"{where}: Input tag '{kind}' found using 'type' does not match any of the expected tags")
    fields, roles = BLOCKS[str(kind)]
    known(block, fields, f"{where}.{kind}")
    need(role in roles, f"{where}: `{kind}` blocks can only be in `{roles[0]}` messages")
    _check_mark(block, where)
    if kind == "text":
        need(isinstance(block.get("text"), str), f"{where}.text.text: Input should be a valid string")
        need(block["text"], "messages: text content blocks must be non-empty")
        need(block["text"].strip(), "messages: text content blocks must contain non-whitespace text")
    elif kind == "thinking":
        need("signature" in block, f"{where}.thinking.signature: Field required")
    elif kind == "tool_use":
        need(isinstance(block.get("input"), dict), f"{where}.tool_use.input: Input should be a valid dictionary")
        need(re.fullmatch(r"[a-zA-Z0-9_-]+", str(block.get("id"))), f"{where}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
        need(re.fullmatch(r"[a-zA-Z0-9_-]{1,200}", str(block.get("name"))), f"{where}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{{1,200}}$'")
    elif kind == "image":
        _check_picture(block["source"], where)
        return 1
    elif kind == "tool_result":
        inner = block.get("content")
        need(inner is None or isinstance(inner, (str, list)), f"{where}.tool_result.content: Input should be a valid array")
        return sum(check_block(part, "user", f"{where}.tool_result.content.{place}") for place, part in enumerate(inner if isinstance(inner, list) else ()))
    return 0


def _check_mark(block: Data, where: str) -> None:
    mark = block.get("cache_control")
    if mark is None:
        return
    need(isinstance(mark, dict) and mark.get("type") == "ephemeral", f"{where}.cache_control.type: Input should be 'ephemeral'")
    known(mark, frozenset({"type", "ttl"}), f"{where}.cache_control.ephemeral")
    need(mark.get("ttl", "5m") in ("5m", "1h"), f"{where}.cache_control.ephemeral.ttl: Input should be '5m' or '1h'")
    need(block.get("text") != "", f"{where}: cache_control cannot be set for empty text blocks")


def _check_picture(source: Data, where: str) -> None:
    if source.get("type") != "base64":
        return
    data = source.get("data") or ""
    found = bytes_of(data)
    need(found is not None, f"{where}.image.source.base64.data: invalid base64 data")
    need(len(data) <= IMAGE_BYTES, f"{where}.image.source.base64: image exceeds 5 MB maximum: {len(data)} bytes > {IMAGE_BYTES} bytes")
    kind, told = kind_of_picture(data), source.get("media_type")
    need(kind, "Could not process image")
    need(kind == told, f"{where}.image.source.base64.data: The image was specified using the {told} media type, but the image appears to be a {kind} image")


