"""Wrong uses of the traces. A line that ends with `# error` must be refused, no other may be."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.trace import TracerProvider

from conspectus import Compactor
from conspectus.opentelemetry import traced

THREAD: ContextVar[str] = ContextVar("thread")
tracers, meters = TracerProvider(), MeterProvider()

compactor: Compactor[Any] = Compactor(**traced(model="gpt-5", conversation_id=THREAD.get))
other: Compactor[Any] = Compactor(**traced(conversation_id="t-1", tracer_provider=tracers, meter_provider=meters, context_window=8_000))

traced("gpt-5")  # error
traced(model="gpt-5", conversation_id=5)  # error
traced(modle="gpt-5")  # error
traced(tracer_provider=meters)  # error
Compactor(traced(model="gpt-5"))  # error
