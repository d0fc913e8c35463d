"""OpenTelemetry and conspectus: what the SDK's own exporters hold after whole sessions."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

# This folder has files that are named as the frameworks.
sys.path[0] = str(Path(__file__).parents[1])

import anthropic
from adapters import watched as w
from conspectus import Compactor
from conspectus.anthropic import build_request, summarizer
from conspectus.opentelemetry import traced
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from provider.hosts import ADAPTIVE, TOOLS, question

MODEL = "claude-fable-5-1"
# The attributes that there may be, none of which holds the text of a message.
OURS = ("conspectus.", "gen_ai.operation.name", "gen_ai.request.model", "gen_ai.conversation.", "error.type")


class Heard:
    """The SDK with exporters that keep what they get."""

    def __init__(self) -> None:
        self.exporter, self.reader = InMemorySpanExporter(), InMemoryMetricReader()
        self.tracers = TracerProvider()
        self.tracers.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.given: dict[str, Any] = {"tracer_provider": self.tracers, "meter_provider": MeterProvider([self.reader])}

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        return self.exporter.get_finished_spans()

    def counts(self) -> dict[str, dict[str, float]]:
        """The sum of each counter, by the attribute that is ours."""
        found: dict[str, dict[str, float]] = {}
        data = self.reader.get_metrics_data()
        for metric in [metric for of in (data.resource_metrics if data else ()) for scope in of.scope_metrics for metric in scope.metrics]:
            for point in metric.data.data_points:
                attributes: Mapping[str, Any] = point.attributes or {}
                found.setdefault(metric.name, {})[next(str(value) for name, value in attributes.items() if name.startswith("conspectus."))] = getattr(point, "value")
        return found


def attributes(span: ReadableSpan) -> dict[str, Any]:
    return dict(span.attributes or {})


async def session(heard: Heard, watched: w.Watched, name: ContextVar[str], **options: Any) -> list[Any]:
    """60 turns; gives the results that were told."""
    told: list[Any] = []
    client = anthropic.AsyncAnthropic(base_url=watched.url, api_key="key", max_retries=0)
    given: dict[str, Any] = {"model": MODEL, "context_window": w.WINDOW, "reserve_tokens": 2_000, "summarize": summarizer(client, MODEL), "on_compact": told.append, **options}
    compactor: Compactor[Any] = Compactor(**traced(conversation_id=name.get, **heard.given, **given))
    request: dict[str, Any] = {"model": MODEL, "max_tokens": 2_000, "system": w.SYSTEM, "tools": TOOLS, "thinking": ADAPTIVE}
    messages: list[Any] = [{"role": "user", "content": watched.open(question(0))}]
    usage: Any = None
    with heard.tracers.get_tracer("test").start_as_current_span(f"invoke_agent {name.get()}"):
        for turn in range(w.TURNS):
            result = await compactor.acompact(messages, usage=usage, system=w.SYSTEM, tools=TOOLS)
            reply = await client.messages.create(**build_request(request, result))
            usage = reply.usage
            results = [{"type": "tool_result", "tool_use_id": block.id, "content": watched.tool(str(block.input.get("path")))} for block in reply.content if block.type == "tool_use"]
            messages = [*result.messages, {"role": "assistant", "content": reply.content}, {"role": "user", "content": results or watched.open(question(turn + 1))}]
    w.tell("opentelemetry-sdk", "anthropic", "conspectus", watched, sum(result.changed for result in told))
    return told


async def two_at_once() -> None:
    heard, name = Heard(), ContextVar("conversation", default="")

    async def one(seed: int) -> list[Any]:
        name.set(f"t-{seed}")
        return await session(heard, w.Watched(seed=seed), name)

    told = await asyncio.gather(one(0), one(1))
    outer = {span.context.span_id: span.name.removeprefix("invoke_agent ") for span in heard.spans if span.name.startswith("invoke_agent")}
    ours = [span for span in heard.spans if span.name == f"compact {MODEL}"]
    for seed, results in enumerate(told):
        mine = [span for span in ours if attributes(span)["gen_ai.conversation.id"] == f"t-{seed}"]
        # One span a result, in its order, below the span of its own conversation.
        assert [(attributes(span)["conspectus.status"], attributes(span)["conspectus.tokens.after"]) for span in mine] == [(one.status, one.tokens_after) for one in results]
        assert {outer[span.parent.span_id] for span in mine if span.parent} == {f"t-{seed}"}
        assert all(span.kind is SpanKind.INTERNAL and span.status.status_code is StatusCode.UNSET for span in mine)
        summarized = [span for span in mine if attributes(span)["conspectus.status"] == "summarized"]
        # The time in which the model wrote is in them.
        assert len(summarized) >= 2 and all((span.end_time or 0) - (span.start_time or 0) > 1_000_000 for span in summarized)
        assert all(attributes(span)["conspectus.summary.by"] == "model" and attributes(span)["gen_ai.conversation.compacted"] is True for span in summarized)
    every = [result for results in told for result in results]
    counts = heard.counts()
    assert sum(counts["conspectus.compactions"].values()) == len(every) == len(ours)
    removed = {group.kind for result in every for group in result.removed}
    assert counts["conspectus.tokens.removed"] == {kind: sum(group.tokens for result in every for group in result.removed if group.kind == kind) for kind in removed}
    texts = [str(value) for span in ours for name, value in attributes(span).items() if name.startswith(OURS)]
    assert len(texts) == sum(len(attributes(span)) for span in ours) and max(map(len, texts)) < 40, "a text of a message is in a span"


def failures() -> None:
    """What stands in, what cannot be sent, and what the program's own functions say."""
    heard, asked = Heard(), list[Any]()

    def broken(request: Any) -> str:
        raise ConnectionError("no route")

    options: dict[str, Any] = {"context_window": 4_000, "summarize": broken, "before_compact": asked.append}
    compactor: Compactor[Any] = Compactor(**traced(**heard.given, **options))
    talk = [{"role": role, "content": f"{number} It is long. " * 60} for number in range(30) for role in ("user", "assistant")] + [{"role": "user", "content": "Go on."}]
    result = compactor.compact(talk)
    assert isinstance(result.error, ConnectionError) and len(asked) == 1
    assert compactor.compact([{"role": "user", "content": "It is long. " * 9_000}]).can_send is False
    stood_in, too_large = heard.spans[-2:]
    assert stood_in.name == "compact" and attributes(stood_in)["conspectus.summary.fallback"] == "summarizer_error" and stood_in.events[0].name == "exception"
    assert too_large.status.status_code is StatusCode.ERROR and attributes(too_large)["error.type"] == "over_window" and "gen_ai.conversation.compacted" not in attributes(too_large)
    cancelled: Compactor[Any] = Compactor(**traced(**heard.given, context_window=4_000, before_compact=lambda action: {"cancel": True}))
    assert cancelled.compact(talk).status == "cancelled"


if __name__ == "__main__":
    asyncio.run(two_at_once())
    failures()
    print("spans and counters are those of the results", flush=True)
