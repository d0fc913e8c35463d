"""`render_report`: a page about a recorded session."""

from __future__ import annotations

from . import _conspectus

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from typing_extensions import Unpack

    from .options import Options

# A replay calls no function of the host.
_FUNCTIONS = ("summarize", "store", "before_compact", "on_compact", "check_summary")


def render_report(
    messages: Sequence[Any],
    *,
    title: str | None = None,
    system: Any = None,
    tools: Any = None,
    overhead_tokens: int | None = None,
    times_ms: Sequence[float | None] | None = None,
    **options: Unpack[Options],
) -> str:
    """Replays a recorded session and returns a page about it, as HTML: the prompt at each request, what was removed, when and why, what it
    cost and saved, and the summary. The page is one static file: `pathlib.Path("report.html").write_text(render_report(messages, model=MODEL))`.

    The options are those of `Compactor`; `context_window` or `model` is needed. Functions among them aren't called, and summaries are
    extractive. If no prices are known, those of `anthropic-5m` are used. The page quotes the session.

    title: What the page calls the session.
    system: The system prompt, as it's sent.
    tools: The tool schemas, as they're sent.
    overhead_tokens: The tokens of both, instead of them.
    times_ms: The time of each message in milliseconds, or None. The prompt cache expires in long pauses.
    """
    given = {name: value for name, value in options.items() if not (name in _FUNCTIONS and callable(value)) and name != "store"}
    own = {"title": title, "system": system, "tools": tools, "overhead_tokens": overhead_tokens, "times_ms": times_ms}
    return _conspectus.render_report(messages, {**given, **{name: value for name, value in own.items() if value is not None}})
