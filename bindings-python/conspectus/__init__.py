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
    UnsupportedTypeError,
)
from .exact import count_tokens, count_up_to, decode, encode, truncate_to_tokens
from .history import History
from .operations import (
    estimate_tokens,
    find_split_point,
    microcompact,
    parse_snapshot,
    prune,
    slim,
    summarize_extractive,
    thresholds,
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
    "UnsupportedTypeError",
    "__version__",
    "apply_patch",
    "count_tokens",
    "count_up_to",
    "decode",
    "encode",
    "estimate_tokens",
    "find_split_point",
    "json_chars",
    "microcompact",
    "names",
    "parse_snapshot",
    "prune",
    "slim",
    "summarize_extractive",
    "thresholds",
    "truncate_to_tokens",
]
