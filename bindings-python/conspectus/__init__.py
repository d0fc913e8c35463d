"""Context compaction for LLM agents: measure, reduce, cut safely, summarise, verify.

Messages are the plain dicts and lists you already have (Gemini, OpenAI and Anthropic shapes), in and out. Nothing here calls a
model, reads a clock or touches a file. `chars` are UTF-16 code units; `tokens` are estimates; fractions lie in 0..1; times are
milliseconds. An option that is `None` counts as not given.

    compactor = conspectus.Compactor(context_window=200_000)
    messages = compactor.compact(messages, summarize=my_model_call).messages
"""

from ._conspectus import __version__, json_chars, names
from .driver import Compactor
from .errors import (
    ConspectusError,
    CycleError,
    InvalidConfigError,
    InvalidJsonError,
    InvalidMessagesError,
    InvalidPatchError,
    InvalidStateError,
    TooDeepError,
    UnknownDialectError,
    UnknownOperationError,
    UnknownPresetError,
    UnrepairableError,
    UnsupportedTypeError,
)
from .exact import count_tokens, count_up_to, decode, encode, truncate_to_tokens
from .history import History
from .operations import (
    curate,
    estimate_parts_tokens,
    estimate_prompt_tokens,
    estimate_text_tokens,
    estimate_tokens,
    find_split_point,
    harden,
    legal_cuts,
    media_tokens,
    microcompact,
    normalize_response,
    parse_snapshot,
    prune,
    read_usage,
    repair,
    slim,
    summarize_extractive,
    thresholds,
    token_limit,
    truncate_text,
    usage_tokens,
    validate,
)
from .patch import apply_patch
from .results import CompactResult, Estimate, SplitPoint

__all__ = [
    "CompactResult",
    "Compactor",
    "ConspectusError",
    "CycleError",
    "Estimate",
    "History",
    "InvalidConfigError",
    "InvalidJsonError",
    "InvalidMessagesError",
    "InvalidPatchError",
    "InvalidStateError",
    "SplitPoint",
    "TooDeepError",
    "UnknownDialectError",
    "UnknownOperationError",
    "UnknownPresetError",
    "UnrepairableError",
    "UnsupportedTypeError",
    "__version__",
    "apply_patch",
    "count_tokens",
    "count_up_to",
    "curate",
    "decode",
    "encode",
    "estimate_parts_tokens",
    "estimate_prompt_tokens",
    "estimate_text_tokens",
    "estimate_tokens",
    "find_split_point",
    "harden",
    "json_chars",
    "legal_cuts",
    "media_tokens",
    "microcompact",
    "names",
    "normalize_response",
    "parse_snapshot",
    "prune",
    "read_usage",
    "repair",
    "slim",
    "summarize_extractive",
    "thresholds",
    "token_limit",
    "truncate_text",
    "truncate_to_tokens",
    "usage_tokens",
    "validate",
]
