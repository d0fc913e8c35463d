"""Models that write summaries: a good one, and those that fail in one way each."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .shapes import as_text

Model = Callable[[dict[str, Any]], str]

_NAME = re.compile(r"[\w./-]*(?:[_./][\w./-]*)\w|\w*\d\w*")
_RULES = re.compile(r"[^\n.]*\b(?:[Nn]ever|[Aa]lways)\b[^\n.]*\.")


def good(request: dict[str, Any]) -> str:
    """Names what the record names, the newest above all, keeps the rule, and is short."""
    text = as_text(request)
    asked = set(_NAME.findall(str(request["system"]) + "previous_snapshot state_snapshot"))
    lines = [line for line in text.split("\n") if not line.lstrip().startswith("<")]
    names = list(dict.fromkeys(name for line in lines for name in _NAME.findall(line) if 5 < len(name) < 60 and name not in asked))
    older = names[:-15]
    known = "\n".join(f"- {name}" for name in [*older[:: max(1, len(older) // 25)][:25], *names[-15:]])
    rules = list(dict.fromkeys(rule.strip(" -") for rule in _RULES.findall(text) if "quartz-71" in rule))[:1]
    return (
        "<state_snapshot>\n<overall_goal>\nGo on with the user's request.\n</overall_goal>\n"
        f"<active_constraints>\n{chr(10).join(rules)}\n</active_constraints>\n"
        f"<key_knowledge>\nSeen so far:\n{known}\n</key_knowledge>\n</state_snapshot>"
    )


def dead(request: dict[str, Any]) -> str:
    raise ConnectionError("529 overloaded")


def dead_three_times() -> Model:
    calls = []

    def model(request: dict[str, Any]) -> str:
        calls.append(request)
        return dead(request) if len(calls) <= 3 else good(request)

    return model


def refusing(request: dict[str, Any]) -> str:
    return "I'm sorry, but I can't help with that request."


def echoing(request: dict[str, Any]) -> str:
    return str(request["system"])


def ten_times_too_long(request: dict[str, Any]) -> str:
    return (as_text(request) + "\n") * 10


def draft_and_final(request: dict[str, Any]) -> str:
    draft = "<state_snapshot>\n<overall_goal>\nA draft that names nothing.\n</overall_goal>\n</state_snapshot>"
    return f"<think>\nLet me think first.\n{draft}\n</think>\n\n{good(request)}"


# Each makes a model of its own for one conversation; none at all for the extractive summary.
MODELS: dict[str, Callable[[], Model | None]] = {
    "good": lambda: good,
    "extractive": lambda: None,
    "dead": lambda: dead,
    "dead 3 times": dead_three_times,
    "refusing": lambda: refusing,
    "echoing": lambda: echoing,
    "10 x too long": lambda: ten_times_too_long,
    "draft and final": lambda: draft_and_final,
}
