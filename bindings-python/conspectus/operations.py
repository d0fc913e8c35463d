"""The operations. Options are passed on as they are given: the core checks them and knows the defaults.

Their signatures are spelled out in `operations.pyi`.
"""

from __future__ import annotations


from . import _conspectus
from .history import History
from .patch import apply_patch
from .results import Estimate, SplitPoint

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any



def estimate_tokens(messages: Any, **options: Any) -> Estimate:
    """Tokens, chars and media of a conversation, with what surrounds it.

    `system` (text) and `tools` (schemas, any plain data) are measured as overhead. An image costs `image_token_estimate` tokens,
    never the length of its base64; with a `model`, what its size costs there. `reports`, a list of `{"usage": ..., "messages": ...}` as
    providers reported them, gives `prompt_tokens` (see `History.report_usage`). `tokenizer` counts texts in place
    of an estimator (see `History`). Raises `InvalidMessagesError`, `InvalidConfigError` and their kin, with a path.
    """
    tokenizer = options.pop("tokenizer", None)
    if tokenizer is None:
        return Estimate(**_conspectus.call("estimate_tokens", messages, options))
    around = {name: options.pop(name, None) for name in ("system", "tools")}
    reports = options.pop("reports", None) or ()
    history = History(tokenizer=tokenizer, **options)
    history.extend(messages)
    for report in reports:
        history.report_usage(report["usage"], report.get("messages"))
    return history.estimate(**around)


def find_split_point(messages: Any, **options: Any) -> SplitPoint:
    """Where to cut so that about `fraction` (above 0, below 1) of the chars lies before the cut.

    The cut parts no tool call from its result. `char_counts`, a number for each message, replaces the measured chars.
    """
    return SplitPoint(**_conspectus.call("find_split_point", messages, options))


def slim(messages: Any, **options: Any) -> tuple[Any, dict[str, int]]:
    """Replaces media whose kind is not in `modalities` by short texts: `(messages, stats)`.

    The very same list comes back if nothing was replaced; untouched messages are the same objects. `stats` counts `images`,
    `documents`, `texts` and estimated `tokens_saved`.
    """
    return _apply("slim", "stats", messages, options)


def microcompact(messages: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
    """Clears old tool results and media, but for the newest `keep_recent` of each kind: `(messages, report)`.

    It does so after `idle_minutes` without activity (give `now_ms` and `last_activity_ms`), when results exceed `max_total_chars`, or
    with `force`. The very same list comes back if nothing was cleared.
    """
    return _apply("microcompact", "report", messages, options)


def prune(messages: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
    """Clears tool results beyond the newest `protect_tokens` tokens of them, if that saves `min_tokens`: `(messages, report)`.

    With `pruned_at`, each cleared result is marked `pruned: true, prunedAt: <that>`. The very same list comes back if nothing was cleared.
    """
    return _apply("prune", "report", messages, options)


def thresholds(**options: Any) -> dict[str, Any]:
    """The token counts at which to warn, to compact and to stop, for a `context_window`: `warn`, `auto`, `hard`, `usable`."""
    result: dict[str, Any] = _conspectus.call("thresholds", None, options)
    return result


def needs_compression(messages: Any, **options: Any) -> dict[str, Any]:
    """Whether a conversation must be made smaller for a `context_window`, and by which `strategy`: `none`, `prune` or `compact`.

    `usage` is what the provider reported for the last call, or a list of calls whose last one counts; without it the messages are
    estimated, with `system` and `tools`. Also: `warn`, `tokens_used` and its `source`, `tokens_usable`, `tokens_trigger`, `tokens_prunable`.
    """
    result: dict[str, Any] = _conspectus.call("needs_compression", messages, options)
    return result


def hysteresis(**options: Any) -> dict[str, Any]:
    """Whether an excess of `tokens` over `retained_tokens` has grown enough to `act`: by more than `coalescing_tokens`.

    Give the `last_deficit` of the answer back the next time.
    """
    result: dict[str, Any] = _conspectus.call("hysteresis", None, options)
    return result


def calibrate(**options: Any) -> dict[str, Any]:
    """The next `weight` of estimates (0.5 to 2), moved towards what the provider reported: also `chars_per_token` and `tokens` with it.

    `reported_tokens` of a prompt, `overhead_tokens` of it outside the messages, and the messages' `estimated_tokens` without any weight.
    """
    result: dict[str, Any] = _conspectus.call("calibrate", None, options)
    return result


def extract_activity(messages: Any, **options: Any) -> dict[str, Any]:
    """What the messages from `start` to `end` did, without a model: `key_decisions`, `files_modified`, `tools_used`."""
    result: dict[str, Any] = _conspectus.call("extract_activity", messages, options)
    return result


def conversation_summary(messages: Any, **options: Any) -> dict[str, Any]:
    """The record of a summary as gencode's session files hold it, keys and all.

    `id`, `generated_at` and `content` are yours; `covering_messages` are the indices of the first and the last message it stands for.
    """
    result: dict[str, Any] = _conspectus.call("conversation_summary", messages, options)
    return result


def messages_for_model(session: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
    """What a model is to read of a saved gencode session: `(messages, stats)`. The session's very same list if that is it.

    Summaries take the place of what they cover; one that was lost is put back.
    """
    result = _conspectus.call("messages_for_model", session, options)
    return apply_patch(session["messages"], result["patch"]), result["stats"]


def merge_snapshot_delta(state: Any, **options: Any) -> dict[str, Any]:
    """A structured snapshot with a model's `delta` merged in, within `max_tokens`: `state`, `tokens`, `pressure`, `dropped`, `problems`.

    Without a delta the state stays. Entries that are not what they should be are left out alone and told in `problems`.
    """
    result: dict[str, Any] = _conspectus.call("merge_snapshot_delta", state, options)
    return result


def summarize_extractive(messages: Any, **options: Any) -> dict[str, Any]:
    """A snapshot written without a model, from the conversation itself: `text` and its `sections`. The same every time.

    At most `max_chars` chars.
    """
    result: dict[str, Any] = _conspectus.call("summarize_extractive", messages, options)
    return result


def parse_snapshot(text: str) -> dict[str, Any]:
    """Reads a summariser's answer: `text` and `sections`, or `defect`, which says why it cannot be used."""
    result: dict[str, Any] = _conspectus.call("parse_snapshot", text, {})
    return result


def truncate_text(text: str, **options: Any) -> dict[str, Any]:
    """Clips a text to `max_chars`, `max_lines`, `max_bytes` or `max_tokens`: `text`, `truncated`, and sizes before and after.

    `rule` says how (the preset's, unless given); `locator` is named in the marker as the place of the original.
    """
    result: dict[str, Any] = _conspectus.call("truncate_text", text, options)
    return result


def normalize_response(parts: Any, **options: Any) -> Any:
    """The parts of a tool result with every long text clipped to the share `ratio` (0..1) of its tokens. Shares what it does not clip."""
    return apply_patch(parts, _conspectus.call("normalize_response", parts, options)["patch"])


def curate(messages: Any, **options: Any) -> tuple[Any, list[dict[str, Any]]]:
    """The history without invalid model turns: `(messages, changes)`. The very same list comes back if nothing was to be done."""
    return _apply("curate", "changes", messages, options)


def harden(messages: Any, **options: Any) -> tuple[Any, list[dict[str, Any]]]:
    """The history made acceptable to strict providers: `(messages, changes)`. Each kind of change is a switch."""
    return _apply("harden", "changes", messages, options)


def validate(messages: Any, **options: Any) -> list[dict[str, Any]]:
    """What a provider would refuse: problems with `code` and `path`; empty if the history is valid in its dialect."""
    result: list[dict[str, Any]] = _conspectus.call("validate", messages, options)["problems"]
    return result


def repair(messages: Any, **options: Any) -> tuple[Any, list[dict[str, Any]]]:
    """A history that `validate` finds nothing wrong with: `(messages, repairs)`. Raises `UnrepairableError` if there is none."""
    return _apply("repair", "repairs", messages, options)


def legal_cuts(messages: Any, **options: Any) -> list[dict[str, Any]]:
    """For every boundary: `index`, whether a cut there is `legal`, and the `reason` if not."""
    result: list[dict[str, Any]] = _conspectus.call("legal_cuts", messages, options)["cuts"]
    return result


def estimate_parts_tokens(parts: Any, **options: Any) -> dict[str, Any]:
    """Tokens of a list of parts as gemini-cli counts them: `tokens`, and whether it would ask the provider (`needs_count_api`)."""
    result: dict[str, Any] = _conspectus.call("estimate_parts_tokens", parts, options)
    return result


def estimate_text_tokens(text: str | None, **options: Any) -> dict[str, Any]:
    """Tokens of a text by the `rule` of one system (the preset's, unless given): `tokens`, `rule`."""
    result: dict[str, Any] = _conspectus.call("estimate_text_tokens", text, options)
    return result


def estimate_prompt_tokens(messages: Any, **options: Any) -> dict[str, Any]:
    """Tokens of the next prompt, from what the provider reported for the last one and what is new: `tokens`, `message_tokens`."""
    result: dict[str, Any] = _conspectus.call("estimate_prompt_tokens", messages, options)
    return result


def usage_tokens(usage: Any, **options: Any) -> dict[str, Any]:
    """Tokens that a call's usage stands for: `tokens`. As the preset's system adds up its own spelling, else prompt and answer."""
    result: dict[str, Any] = _conspectus.call("usage_tokens", usage, options)
    return result


def token_limit(model: str | None, **options: Any) -> int:
    """The context window of a Gemini model in tokens, as gemini-cli knows it. An error for a model of another vendor."""
    result: int = _conspectus.call("token_limit", model, options)
    return result


def reference_images(messages: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
    """For a request: old pictures as lines that name them, the newest `max_recent_images` at the end: `(messages, report)`.

    From `image_payload_count` pictures on (20 in the preset `qwen-code`, off in the default). Send what comes back and keep your own
    list; the same list gives the same lines each time. The very same list comes back below that count.
    """
    return _apply("reference_images", "report", messages, options)


def mask_tool_outputs(messages: Any, store: Any = None, **options: Any) -> tuple[Any, dict[str, Any]]:
    """Moves old tool outputs to a store and leaves a preview and the place: `(messages, report)`.

    `store(output)` keeps `output["text"]` (`output["key"]` is a name for it) and returns where it can be found; an output for which it raises
    stays. Without `store`, only outputs whose key is in `locators` are masked. The newest `protect_tokens` stay, and nothing is done below
    `min_tokens`. The very same list comes back if nothing was masked.
    """
    result = _conspectus.call("mask_tool_outputs", messages, options)
    if store is not None and result["offloads"]:
        places = dict(options.get("locators") or {})
        for output in result["offloads"]:
            try:
                places[output["key"]] = str(store(output))
            except Exception:
                # What cannot be stored stays in the history; the report counts it as a candidate that was not masked.
                continue
        result = _conspectus.call("mask_tool_outputs", messages, {**options, "locators": places})
    return apply_patch(messages, result["patch"]), result["report"]


def compression_threshold(**options: Any) -> dict[str, Any]:
    """gemini-cli's threshold, `local` over `remote` over 0.5: `threshold` (a fraction of the window) and its `source`."""
    result: dict[str, Any] = _conspectus.call("compression_threshold", None, options)
    return result


def check_overflow(parts: Any, **options: Any) -> dict[str, Any]:
    """Whether a request no longer fits, as gemini-cli asks before sending: `overflows`, `request_tokens`, `remaining_tokens`."""
    result: dict[str, Any] = _conspectus.call("check_overflow", parts, options)
    return result


def compressor_model(model: str | None) -> str:
    """The alias of the model that gemini-cli asks for a summary in a conversation with `model`."""
    result: str = _conspectus.call("compressor_model", model, {})
    return result


def output_key(tool: str, **options: Any) -> str:
    """The name under which gemini-cli stores a tool's output, by the `id` of the call: made of safe chars."""
    result: str = _conspectus.call("output_key", tool, options)
    return result


def resolve_settings(env: Any = None, **options: Any) -> dict[str, Any]:
    """qwen-code's settings from an environment (a mapping you hand in) and its settings file.

    `options` are those of `Compactor`; `values` and `sources` say what each is and where it came from, `passed_over` what could not be used.
    """
    result: dict[str, Any] = _conspectus.call("resolve_settings", env, options)
    return result


def _apply(name: str, told: str, messages: Any, options: dict[str, Any]) -> tuple[Any, Any]:
    result = _conspectus.call(name, messages, options)
    return apply_patch(messages, result["patch"]), result[told]


def read_usage(usage: Any) -> dict[str, Any]:
    """Counts of a provider's usage object, in any spelling: `prompt_tokens` (cached ones included), `output_tokens`, `cached_tokens`."""
    result: dict[str, Any] = _conspectus.call("read_usage", usage, {})
    return result


def media_tokens(medium: Any, **options: Any) -> dict[str, Any]:
    """What an image, PDF or sound costs in tokens on a `model` (or by a `media_rule`): `tokens`, `rule`, `kind`, and its size.

    `medium` is base64, a data URL, bytes, a block of a message that holds one, or `{"width": ..., "height": ...}`. Only the first bytes are
    read. What cannot be told costs `image_token_estimate`.
    """
    result: dict[str, Any] = _conspectus.call("media_tokens", medium, options)
    return result
