"""`summarize_output`: a model writes one tool output shorter, and what it wrote is checked."""

from __future__ import annotations

from . import _conspectus
from .results import CheckedOutput

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Unpack

    from .operations import Measuring
    from .options import Summarize


def summarize_output(
    text: str,
    *,
    summarize: Summarize,
    max_tokens: int | None = None,
    tool: str | None = None,
    call: str | None = None,
    request: str | None = None,
    locator: str | None = None,
    **options: Unpack[Measuring],
) -> CheckedOutput:
    """Has a model write one tool output shorter, if it is over `max_tokens` (2,000 unless given), and checks what it wrote.

    Errors with their traces, and warnings, stand in the text word for word. An answer that cannot be used is replaced by the start, the end
    and the errors of the output; `defect` says why. If `summarize` raises, the output stays and a warning is logged. `tool`, `call` and `request` tell the model where the output is from and what the user
    asked for; `locator` is where the whole output can be found. The options of measuring say how tokens are counted.
    """
    measured: dict[str, Any] = {"max_tokens": max_tokens, **options}
    about = {"tool": tool, "call": call, "request": request, "dialect": measured.pop("dialect", None)}
    question = _conspectus.call("prepare_output_summary", text, {**measured, **about})
    if not question["needed"]:
        tokens = question["tokens"]
        return CheckedOutput(text, "output", None, 0, 0, 0, tokens, tokens)
    ask: Any = summarize
    try:
        answer = ask({name: question[name] for name in ("system", "messages", "max_output_tokens")})
        written = answer if isinstance(answer, str) else answer.text
    except Exception as error:  # noqa: BLE001 - a dead model must not stop the agent
        import logging

        logging.getLogger("conspectus").warning("no model wrote a tool result shorter, so it stays: %r", error, exc_info=error)
        written = None
    return CheckedOutput._of(_conspectus.call("check_output_summary", text, {**measured, "summary": written, "locator": locator}))


summarize_output.__module__ = "conspectus.context"
