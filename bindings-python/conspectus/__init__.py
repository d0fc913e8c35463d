"""Context compaction for LLM agents: measure, reduce, cut safely, summarise, verify.

    from conspectus import Compactor

    compactor = Compactor(context_window=200_000, summarize=my_model_call)
    messages = compactor.compact(messages).messages

Messages are the plain dicts and lists that you already have, in the shape of your provider, in and out. Nothing here calls a model,
reads a clock or touches a file, but for `conspectus.files` and a vocabulary that you name by its path. `chars` are UTF-16 code units. `tokens` are estimates.
Fractions lie between 0 and 1. Times are milliseconds. An option that is `None` counts as not given.

What most people need stands here. The submodules hold the rest: `tokens`, `context`, `sansio`, `errors`, `options`, `results`, and one
for each system whose behaviour can be chosen by a preset: `gemini_cli`, `qwen_code`, `gencode`, `opencode`.
"""

from ._conspectus import __version__
from ._rooms import PLACES, ROOMS

__all__ = sorted([*(name for name in PLACES if name not in ROOMS), "__version__"])


def __getattr__(name: str) -> object:
    """Loads what is asked for, so that the import takes no longer than it must."""
    place = PLACES.get(name)
    if place is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = __import__(f"{__name__}.{place}", None, None, ("__name__",))
    found = module if name in ROOMS else getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*__all__, *ROOMS})
