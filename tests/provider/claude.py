"""Facts of Anthropic's models and betas that decide what is refused and what is billed."""

from __future__ import annotations

from dataclasses import dataclass, replace

# The betas of the on-demand and of the threshold compaction, and of what is said about bound
# thinking. Source: platform.claude.com, "compaction-on-demand", "compaction-threshold" and
# "preserved-thinking", November 2026.
COMPACT_BETA = "compact-2026-09-04"
THRESHOLD_BETA = "compact-2026-01-12"
BINDING_BETA = "thinking-binding-controls-2026-08-01"
# What a system message among the messages may hold with which beta: "preserved-thinking", the table
# of what stands in place of an edit, November 2026.
CLEAR_AT_BETA = "mid-conversation-system-clear-at-2026-08-21"
EFFORT_BETA = "mid-conversation-output-config-2026-07-01"
TOOL_BETAS = frozenset({"mid-conversation-tool-changes-2026-07-01", "inline-tools-2026-09-15"})


@dataclass(frozen=True)
class Facts:
    """`thinking` names the modes that the model takes."""

    name: str
    cached_min: int = 1_024
    binds: bool = False
    thinking: frozenset[str] = frozenset({"enabled", "disabled", "adaptive"})
    prefill: bool = True
    # From Sonnet 4.5 on, an answer that does not fit beside the prompt ends with a stop reason of
    # its own. Source: "handling-stop-reasons", 2025-10.
    overflow_is_refused: bool = True
    # Whether `messages` may hold system messages: "mid-conversation-system-messages", November 2026.
    says_system: bool = False


_OLD = frozenset({"enabled", "disabled"})
_BOTH = frozenset({"enabled", "disabled", "adaptive"})
# "enabled" is refused from Opus 4.7 on. Source: "thinking-troubleshooting", November 2026.
_NEW = frozenset({"disabled", "adaptive"})


def _row(name: str, cached_min: int, thinking: frozenset[str] = _NEW, binds: bool = False, says_system: bool = False) -> Facts:
    # Prefill is refused from the 4.6 models on. Source: "whats-new" of Opus 4.6, 2026-02.
    return Facts(name, cached_min, binds, thinking, prefill=thinking is _OLD, overflow_is_refused=False, says_system=says_system)


# The smallest prefix that is cached. Source: "prompt-caching", November 2026; what it does not name
# has the number of the model before it. Which models bind: "prefix-checks", November 2026.
MODELS = [
    *(_row(f"claude-{name}", 512, binds=True, says_system=True) for name in ("fable-5-1", "fable-5-2", "mythos-5-1", "mythos-5-2", "opus-5-5")),
    _row("claude-sonnet-5-5", 1_024, binds=True),
    _row("claude-haiku-5-5", 4_096, binds=True),
    *(_row(f"claude-{name}", 512, says_system=True) for name in ("opus-5", "fable-5", "mythos-5")),
    _row("claude-sonnet-5", 1_024),
    _row("claude-opus-4-8", 1_024, says_system=True),
    _row("claude-opus-4-7", 2_048),
    _row("claude-opus-4-6", 4_096, _BOTH),
    _row("claude-sonnet-4-6", 1_024, _BOTH),
    _row("claude-opus-4-5", 4_096, _OLD),
    _row("claude-sonnet-4-5", 1_024, _OLD),
    _row("claude-haiku-4-5", 4_096, _OLD),
    Facts("claude-3-5-haiku", 2_048),
]

# What a model reads beside its own blocks and those of models that do not bind:
# "preserved-thinking",
# November 2026. The blocks of Haiku 5.5 are read by all (Bedrock, "thinking block binding").
READS = {"claude-fable-5-1": {"claude-opus-5-5"}, "claude-fable-5-2": {"claude-opus-5-5", "claude-fable-5-1"}}
READ_BY_ALL = "claude-haiku-5-5"


def facts_of(model: str, rule: str = "auto") -> Facts:
    """The facts of a model, of which `rule` may say otherwise whether it binds."""
    found = next((row for row in MODELS if row.name in model), Facts(model))
    return found if rule == "auto" else replace(found, binds=rule == "bound")


def reads(reader: Facts, maker: str) -> bool:
    made = facts_of(maker)
    return made.name in (reader.name, READ_BY_ALL) or not made.binds or made.name in READS.get(reader.name, ())
