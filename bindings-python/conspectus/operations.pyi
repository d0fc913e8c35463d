from collections.abc import Sequence
from typing import Any, TypeVar

from .options import Dialect, Estimator, Ladder, Measure, Modality, Placeholder, Preset, PruneRule, SplitRule
from .results import Estimate, SplitPoint

_T = TypeVar("_T")

def estimate_tokens(
    messages: Sequence[Any],
    *,
    preset: Preset | None = None,
    dialect: Dialect | None = None,
    measure: Measure | None = None,
    estimator: Estimator | None = None,
    chars_per_token: float | None = None,
    image_token_estimate: int | None = None,
    message_overhead_tokens: int | None = None,
    system: str | None = None,
    tools: Any = None,
) -> Estimate: ...
def find_split_point(
    messages: Sequence[Any],
    *,
    preset: Preset | None = None,
    dialect: Dialect | None = None,
    measure: Measure | None = None,
    estimator: Estimator | None = None,
    chars_per_token: float | None = None,
    image_token_estimate: int | None = None,
    message_overhead_tokens: int | None = None,
    fraction: float | None = None,
    split_rule: SplitRule | None = None,
    retain_pairs: int | None = None,
    char_counts: Sequence[float] | None = None,
) -> SplitPoint: ...
def slim(
    messages: list[_T],
    *,
    preset: Preset | None = None,
    dialect: Dialect | None = None,
    measure: Measure | None = None,
    estimator: Estimator | None = None,
    chars_per_token: float | None = None,
    image_token_estimate: int | None = None,
    message_overhead_tokens: int | None = None,
    modalities: Sequence[Modality] | None = None,
) -> tuple[list[_T], dict[str, int]]: ...
def microcompact(
    messages: list[_T],
    *,
    preset: Preset | None = None,
    dialect: Dialect | None = None,
    measure: Measure | None = None,
    estimator: Estimator | None = None,
    chars_per_token: float | None = None,
    image_token_estimate: int | None = None,
    message_overhead_tokens: int | None = None,
    keep_recent: int | None = None,
    idle_minutes: float | None = None,
    tools: Sequence[str] | None = None,
    max_total_chars: int | None = None,
    placeholder: Placeholder | None = None,
    now_ms: float | None = None,
    last_activity_ms: float | None = None,
    force: bool | None = None,
) -> tuple[list[_T], dict[str, Any]]: ...
def prune(
    messages: list[_T],
    *,
    preset: Preset | None = None,
    dialect: Dialect | None = None,
    measure: Measure | None = None,
    estimator: Estimator | None = None,
    chars_per_token: float | None = None,
    image_token_estimate: int | None = None,
    message_overhead_tokens: int | None = None,
    prune_rule: PruneRule | None = None,
    prune_min_tokens: int | None = None,
    prune_protect_tokens: int | None = None,
    placeholder: Placeholder | None = None,
    min_tokens: int | None = None,
    protect_tokens: int | None = None,
    pruned_at: Any = None,
) -> tuple[list[_T], dict[str, Any]]: ...
def thresholds(
    *,
    preset: Preset | None = None,
    context_window: int | None = None,
    trigger_fraction: float | None = None,
    ladder: Ladder | None = None,
    reserved_output_tokens: int | None = None,
    output_limit: int | None = None,
    input_limit: int | None = None,
) -> dict[str, Any]: ...
def summarize_extractive(
    messages: Sequence[Any],
    *,
    preset: Preset | None = None,
    dialect: Dialect | None = None,
    measure: Measure | None = None,
    estimator: Estimator | None = None,
    chars_per_token: float | None = None,
    image_token_estimate: int | None = None,
    message_overhead_tokens: int | None = None,
    max_chars: int | None = None,
) -> dict[str, Any]: ...
def parse_snapshot(text: str) -> dict[str, Any]: ...
