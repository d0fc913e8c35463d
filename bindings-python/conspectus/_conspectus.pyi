from collections.abc import Sequence
from typing import Any, Literal

from typing_extensions import Self

from .options import Pattern

__version__: str

def call(name: str, messages: Any, options: dict[str, Any]) -> Any:
    """The raw result of an operation, before its patch is applied."""

def call_detached(name: str, value: Any, options: dict[str, Any]) -> Any:
    """As `call`, on copies and without the interpreter lock: for exact counts of long texts."""

def cli_main(args: list[str]) -> int:
    """The command line: runs it on this process's streams and returns the exit code. `args` without the program's name."""

def names() -> dict[str, Any]:
    """The tables: `operations`, `options`, `groups`, `presets`, `dialects`, `statuses`, `error_codes`."""

class History:
    def __new__(cls, **options: Any) -> Self: ...
    def append(self, message: Any) -> None: ...
    def extend(self, messages: Sequence[Any]) -> None: ...
    def sync(self, messages: Sequence[Any]) -> int: ...
    def truncate(self, length: int) -> None: ...
    def report_usage(self, usage: Any, messages: int | None = None) -> None: ...
    @property
    def prompt_tokens(self) -> int: ...
    def __len__(self) -> int: ...
    @property
    def tokens(self) -> int: ...
    @property
    def chars(self) -> int: ...
    @property
    def media(self) -> int: ...
    def raw_admit(self, message: Any) -> dict[str, Any]: ...
    def raw_wanted_texts(self) -> list[str]: ...
    def raw_provide_counts(self, counts: Sequence[float]) -> None: ...
    def raw_estimate(self, options: dict[str, Any]) -> dict[str, Any]: ...
    def raw_split_point(self) -> dict[str, Any]: ...
    def raw_microcompact(self, messages: Any, options: dict[str, Any]) -> dict[str, Any]: ...

class LoopDetector:
    def __new__(cls, options: dict[str, Any], state: Any) -> Self: ...
    def raw_ask(self, name: str, value: Any) -> Any: ...
    def save(self) -> dict[str, Any]:
        """What it remembers, as plain data: at most the newest 5,000 chars of text, and hashes. `load` takes it."""

class Machine:
    def __new__(cls, **options: Any) -> Self: ...
    def raw_wanted_texts(self, messages: Sequence[Any], turn: dict[str, Any]) -> list[str]: ...
    def raw_provide_counts(self, counts: Sequence[float]) -> None: ...
    def handle_provider_error(self, error: object) -> dict[str, Any]:
        """What to do about a provider's error: an exception of any SDK, its data, or its text. The next run does its part."""

    def poll_action(self) -> dict[str, Any] | None:
        """The next action (`kind`: `hook`, `offload`, `summarize`, `restore`, `apply` or `done`), or `None` when it is the host's turn."""

    def handle_hook(self, text: str) -> None:
        """After `hook`, before the next action is taken: what the hook has to say to the summariser of this run."""

    def handle_stored(self, locator: object) -> None:
        """The answer to `offload`: where the output can be found. Raises `InvalidStateError` unless one is awaited."""

    def handle_store_failed(self, message: str) -> None:
        """The output of `offload` could not be stored: it stays in the history."""

    def handle_restored(self, files: Sequence[dict[str, str | None]] | None) -> None:
        """The answer to `restore`: `[{"path", "text"}]`. Files without a text, or not mentioned, count as missing."""

    def handle_summary(self, text: str, *, input_tokens: int | None = None, output_tokens: int | None = None, stop_reason: str | None = None) -> None:
        """The answer to `summarize`, with what the provider reported. Raises `InvalidStateError` unless one is awaited."""

    def handle_failure(self, message: str) -> None:
        """There is no answer to `summarize`. `message` goes into the report."""

    def handle_current(self, messages: Sequence[Any]) -> None:
        """After `apply`: the list as it is now, before the patch. `done` then says whether to apply it."""

    def cancel(self) -> None:
        """Ends the run from any state. Nothing is changed."""

    def save(self) -> dict[str, Any]:
        """What the machine remembers, as plain data. `Machine.load` takes it."""

    def raw_view(self, full: Sequence[Any]) -> tuple[int, int, bool]: ...
    def raw_view_patch(self) -> dict[str, Any]: ...
    def raw_load(self, state: Any) -> None: ...

    @property
    def state(self) -> Literal["idle", "offloading", "summarizing", "restoring", "committing", "done"]: ...

class Vocabulary:
    def __new__(cls, file: bytes, source: dict[str, Any]) -> Self: ...
    @property
    def pattern(self) -> Pattern: ...
    def __len__(self) -> int: ...
    def raw_call(self, name: str, value: Any, options: dict[str, Any]) -> Any: ...
