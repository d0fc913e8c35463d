"""Spans and counters of OpenTelemetry for what a compactor does. Needs `opentelemetry-api`.

    compactor = Compactor(**traced(model=MODEL, summarize=summarizer(client, MODEL)))
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from time import time_ns
from typing import TYPE_CHECKING, Any

from opentelemetry.metrics import MeterProvider, get_meter
from opentelemetry.trace import SpanKind, Status, StatusCode, TracerProvider, get_tracer

from .options import Options
from .results import Result

if TYPE_CHECKING:
    from opentelemetry.util.types import AttributeValue
    from typing_extensions import Unpack

__all__ = ["traced"]

# When the run of this thread or task began.
_BEGAN: ContextVar[int | None] = ContextVar("conspectus_began", default=None)


def traced(
    *,
    conversation_id: str | Callable[[], str | None] | None = None,
    tracer_provider: TracerProvider | None = None,
    meter_provider: MeterProvider | None = None,
    **options: Unpack[Options],
) -> Options:
    """The options of a `Compactor` or an adapter, so that each run that does or tries something is told to OpenTelemetry.

    A span `compact` stands below the span that is open then. Its names are those of the conventions for generative AI (0.1.0) where they have
    one; the others begin with `conspectus.`. No text of a message is in it. `conversation_id` is the id, or a function that tells that
    of the run, such as the `get` of a `ContextVar`. Your own `before_compact` and `on_compact` are called as before.

        compactor = Compactor(**traced(conversation_id="t-1", model="claude-opus-5-5", summarize=summarizer(client, "claude-opus-5-5")))
    """
    tracer = get_tracer("conspectus", tracer_provider=tracer_provider)
    meter = get_meter("conspectus", meter_provider=meter_provider)
    runs = meter.create_counter("conspectus.compactions", "{run}", "Runs that did or tried something.")
    removed = meter.create_counter("conspectus.tokens.removed", "{token}", "Estimated tokens that went, by what became of them.")
    before, after, model = options.get("before_compact"), options.get("on_compact"), options.get("model")
    common: dict[str, AttributeValue] = {"gen_ai.operation.name": "compact", **({"gen_ai.request.model": model} if model else {})}

    def begin(action: Any) -> Any:
        _BEGAN.set(time_ns())
        return before(action) if before else None

    def end(result: Result[Any]) -> Any:
        began = _BEGAN.get()
        _BEGAN.set(None)
        name = conversation_id() if callable(conversation_id) else conversation_id
        span = tracer.start_span(f"compact {model}" if model else "compact", kind=SpanKind.INTERNAL, start_time=began)
        span.set_attributes({**common, **_told(result), **({"gen_ai.conversation.id": name} if name else {})})
        if result.error is not None:
            span.record_exception(result.error)
        if result.status == "failed" or not result.can_send:
            span.set_attribute("error.type", result.code if result.error is None else type(result.error).__qualname__)
            span.set_status(Status(StatusCode.ERROR, result.reason))
        runs.add(1, {**common, "conspectus.status": result.status})
        for group in result.removed:
            removed.add(group.tokens, {**common, "conspectus.kind": group.kind})
        span.end()
        return after(result) if after else None

    return {**options, "before_compact": begin, "on_compact": end}


def _told(result: Result[Any]) -> dict[str, AttributeValue]:
    told: dict[str, AttributeValue | None] = {
        # The conventions say that it is true or absent.
        "gen_ai.conversation.compacted": result.changed or None,
        "conspectus.status": result.status,
        "conspectus.reason": result.code,
        "conspectus.cause": result.log["run.cause"],
        "conspectus.tokens.before": result.tokens_before,
        "conspectus.tokens.after": result.tokens_after,
        "conspectus.prompt_tokens": result.prompt_tokens,
        "conspectus.context_window": result.context_window,
        "conspectus.summary.by": result.summary_by,
        "conspectus.summary.fallback": result.fallback.code if result.fallback else None,
        "conspectus.cache_tokens_lost": result.cache_tokens_lost,
        "conspectus.warnings": [warning.code for warning in result.warnings] or None,
    }
    return {name: value for name, value in told.items() if value is not None}
