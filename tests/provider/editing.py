"""Anthropic's edits of the context on the server: `context_management`.

They change what the model reads, and not what is compared: thinking stays valid. Source:
platform.claude.com, "context-editing" and "compaction-threshold", November 2026.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cache import Piece
from .claude import THRESHOLD_BETA
from .rules import Data, known, need, tokens_of
from .thinking import THOUGHTS

EDITING_BETA = "context-management-2025-06-27"
CLEAR_TOOLS, CLEAR_THINKING, COMPACT = "clear_tool_uses_20250919", "clear_thinking_20251015", "compact_20260112"
FIELDS = {
    CLEAR_TOOLS: frozenset({"type", "trigger", "keep", "clear_at_least", "exclude_tools", "clear_tool_inputs"}),
    CLEAR_THINKING: frozenset({"type", "keep"}),
    COMPACT: frozenset({"type", "trigger", "pause_after_compaction", "instructions"}),
}
# Where an edit begins unless the request says otherwise, and the least that it may say.
CLEAR_FROM, KEPT_USES, KEPT_TURNS = 100_000, 3, 1
COMPACT_FROM, COMPACT_LEAST = 150_000, 50_000
CLEARED = "[Old tool result content cleared]"


@dataclass
class Part:
    """A block of the messages, with its piece of the prompt."""

    piece: Piece
    block: Data
    message: int


def edits_of(request: Data, betas: set[str]) -> list[Data]:
    """The edits that a request declares, found right."""
    told = request.get("context_management")
    if told is None:
        return []
    known(told, frozenset({"edits"}), "context_management")
    edits: list[Data] = told.get("edits") or []
    for place, edit in enumerate(edits):
        where, kind = f"context_management.edits.{place}", edit.get("type")
        need(kind in FIELDS, f"{where}: Input tag '{kind}' found using 'type' does not match any of the expected tags: " + ", ".join(map(repr, FIELDS)))
        need((THRESHOLD_BETA if kind == COMPACT else EDITING_BETA) in betas, "context_management: Extra inputs are not permitted")
        known(edit, FIELDS[str(kind)], f"{where}.{kind}")
        need(kind != CLEAR_THINKING or place == 0, f"context_management.edits: `{CLEAR_THINKING}` must be the first edit")
        least = (edit.get("trigger") or {}).get("value", COMPACT_LEAST)
        need(kind != COMPACT or least >= COMPACT_LEAST, f"{where}.{COMPACT}.trigger.value: Input should be greater than or equal to {COMPACT_LEAST}")
    return edits


def clear(parts: list[Part], edits: list[Data], total: int) -> list[Data]:
    """Clears what the edits name, in the pieces. Gives what was done, as the answer tells it."""
    applied = []
    for edit in edits:
        if edit["type"] == CLEAR_TOOLS:
            told = _clear_tools(parts, edit, total)
        elif edit["type"] == CLEAR_THINKING:
            told = _clear_thinking(parts, edit)
        else:
            continue
        if told:
            applied.append(told)
            total -= told["cleared_input_tokens"]
    return applied


def compacts(edits: list[Data], total: int) -> Data | None:
    """The edit that asks for a summary at this size."""
    edit = next((edit for edit in edits if edit["type"] == COMPACT), None)
    return edit if edit and total >= (edit.get("trigger") or {}).get("value", COMPACT_FROM) else None


def _clear_tools(parts: list[Part], edit: Data, total: int) -> Data | None:
    trigger = edit.get("trigger") or {"type": "input_tokens", "value": CLEAR_FROM}
    names = {part.block["id"]: part.block["name"] for part in parts if part.block["type"] == "tool_use"}
    reached = len(names) if trigger["type"] == "tool_uses" else total
    kept = (edit.get("keep") or {}).get("value", KEPT_USES)
    results = [part for part in parts if part.block["type"] == "tool_result" and names.get(part.block["tool_use_id"]) not in (edit.get("exclude_tools") or ())]
    older = results[: max(0, len(results) - kept)]
    cleared = sum(_replace(part, {**part.block, "content": CLEARED}) for part in older) if reached > trigger["value"] else 0
    if cleared <= (edit.get("clear_at_least") or {}).get("value", 0):
        return None
    return {"type": CLEAR_TOOLS, "cleared_tool_uses": len(older), "cleared_input_tokens": cleared}


def _clear_thinking(parts: list[Part], edit: Data) -> Data | None:
    keep = edit.get("keep") or {"type": "thinking_turns", "value": KEPT_TURNS}
    turns = list(dict.fromkeys(part.message for part in parts if part.block["type"] in THOUGHTS))
    if keep == "all" or keep.get("type") == "all" or len(turns) <= keep["value"]:
        return None
    older = set(turns[: len(turns) - keep["value"]])
    cleared = sum(_replace(part, {"type": "text", "text": ""}) for part in parts if part.message in older and part.block["type"] in THOUGHTS)
    return {"type": CLEAR_THINKING, "cleared_thinking_turns": len(older), "cleared_input_tokens": cleared}


def _replace(part: Part, block: Data) -> int:
    """Puts another block in the place of one. Gives the tokens that went."""
    before, part.piece.tokens = part.piece.tokens, min(part.piece.tokens, tokens_of(block))
    part.piece.text += "cleared"
    return before - part.piece.tokens
