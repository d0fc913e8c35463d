"""Both rules of Anthropic's thinking blocks.

Older: the newest assistant message's thinking goes back as it came, and with `thinking.type:
"enabled"` an open turn begins with it.

Preserved thinking: a block is valid only while everything before it is as it was
(platform.claude.com, "preserved-thinking" with "prefix-checks" and "compaction-thinking-blocks",
November 2026). Compared are `system`, `tools` that are not deferred, and all messages without
thinking and `cache_control`. A block also knows the block before it: the ones that are kept are an
unbroken run of those that there were, so the oldest may go, and none in between.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from .claude import BINDING_BETA, Facts, reads
from .rules import Data, Refused, canonical, digest, need
from .seal import seal, unseal

THOUGHTS = ("thinking", "redacted_thinking")
PREFIX_MISMATCH, MODEL_MISMATCH = "prefix_binding_mismatch", "model_binding_mismatch"


@dataclass
class Trail:
    """Everything before a place in a conversation. It grows block by block."""

    system: str
    tools: str
    chain: str = ""
    # A short hash after each block, so that a refusal names the first one that differs.
    steps: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    # The thinking block before this place, and the compaction block that leads, with those that it
    # replaced.
    last: str | None = None
    lead: str = ""
    replaced: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, request: Data) -> Trail:
        system = request.get("system") or []
        texts = [{"type": "text", "text": system}] if isinstance(system, str) else system
        tools = [bare(tool) for tool in request.get("tools") or () if not tool.get("defer_loading")]
        return cls(digest([bare(block) for block in texts]), digest(tools))

    def add(self, role: str, block: Data, where: str) -> None:
        self.chain = hashlib.sha256(f"{self.chain}\0{role}\0{canonical(bare(block))}".encode("utf-8", "surrogatepass")).hexdigest()[:24]
        self.steps.append(self.chain[:4])
        self.places.append(where)


def bare(block: Any) -> Any:
    """A block without the marks of the cache, at any depth."""
    if isinstance(block, dict):
        return {name: bare(value) for name, value in block.items() if name != "cache_control"}
    return [bare(item) for item in block] if isinstance(block, list) else block


def sign(trail: Trail, thought: str, facts: Facts) -> str:
    """The signature of a block that is made at the end of the trail. It is all that the server
    knows about it later.
    """
    made = {"model": facts.name, "text": digest(thought), "system": trail.system, "tools": trail.tools, "chain": trail.chain, "steps": "".join(trail.steps)}
    return seal("thinking", {**made, "before": trail.last, "lead": trail.lead})


class Thinking:
    """Checks the thinking of a request while its blocks go by."""

    def __init__(self, trail: Trail, facts: Facts, request: Data, betas: set[str]) -> None:
        self.trail = trail
        self._facts = facts
        self._betas = betas
        binding = (request.get("thinking") or {}).get("block_binding") or {}
        self._drops = binding.get("prefix_mismatch_behavior") == "drop_block"
        self.transformations: list[Data] = []

    def block(self, role: str, block: Data, index: int, place: int, newest: bool) -> bool:
        """Whether the model reads a block. One that is not valid is refused, or dropped."""
        where = f"messages.{index}.content.{place}"
        if block["type"] not in THOUGHTS:
            self.trail.add(role, block, where)
            return True
        signature = block.get("signature") if block["type"] == "thinking" else block.get("data")
        made = unseal("thinking", signature)
        invalid = f"{where}: Invalid `signature` in `{block['type']}` block"
        if made is None:
            raise Refused(invalid)
        if newest and block["type"] == "thinking":
            need(made["text"] == digest(block["thinking"]), f"{where}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. "
                 "These blocks must remain as they were in the original response.")
        if not reads(self._facts, made["model"]):
            return self._drop(where, MODEL_MISMATCH)
        reason = self._changed(made) if self._facts.binds else None
        if reason is None:
            self.trail.last = digest(signature)
            return True
        if self._drops:
            return self._drop(where, PREFIX_MISMATCH)
        beta = "" if BINDING_BETA in self._betas else f" That setting requires the `{BINDING_BETA}` value in the `anthropic-beta` header."
        raise Refused(f"{invalid}. The block is bound to a different conversation. Remove the block, or set "
                      f'`thinking.block_binding.prefix_mismatch_behavior` to "drop_block".{beta}{reason}')

    def _drop(self, where: str, reason: str) -> bool:
        self.transformations.append({"type": "thinking_dropped", "path": where, "reason": reason})
        return False

    def _changed(self, made: Data) -> str | None:
        """What is no longer as it was, as the last sentence of the refusal. Empty where nothing can
        be named.
        """
        trail = self.trail
        if made["system"] != trail.system:
            return " The `system` prompt differs from the one this block was created with."
        if made["tools"] != trail.tools:
            return " The `tools` list differs from the one this block was created with."
        if made["chain"] != trail.chain:
            steps = [made["steps"][start:start + 4] for start in range(0, len(made["steps"]), 4)]
            differs = next((where for where, now, then in zip(trail.places, trail.steps, steps, strict=False) if now != then), None)
            return f" Content before this block differs from when it was created, first at `{differs}`." if differs else ""
        if made["lead"] and made["lead"] not in (trail.lead, *trail.replaced):
            return ""
        if trail.last is not None and made["before"] != trail.last:
            return " The `thinking` block that preceded this one when it was created is missing from this request."
        return None


def check_open_turn(messages: list[Data], start: int) -> None:
    """The turn that is open must begin with the thoughts that opened it: "extended-thinking", as
    the API says it, 2026.
    """
    first = len(messages)
    while first > start and (messages[first - 1]["role"] == "assistant" or _is_results(messages[first - 1])):
        first -= 1
    if first < len(messages) and messages[-1]["role"] != "assistant":
        kind = messages[first]["content"][0]["type"]
        need(kind in THOUGHTS, f"messages.{first}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{kind}`. When `thinking` is enabled, "
             "a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include "
             "thinking blocks from previous turns. To avoid this requirement, disable `thinking`.")


def _is_results(message: Data) -> bool:
    return message["role"] == "user" and all(block["type"] == "tool_result" for block in message["content"])
