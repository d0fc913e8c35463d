from collections.abc import Sequence
from typing import Any, Literal

from typing_extensions import Self

from .options import (
    Application,
    Course,
    Dialect,
    Encoding,
    Estimator,
    Family,
    Ladder,
    Measure,
    MediaRule,
    Modality,
    Pattern,
    Placeholder,
    Preset,
    PruneRule,
    SnapshotForm,
    SnapshotUpdate,
    SplitRule,
    Summarizer,
    Tokenizer,
    Verify,
)

__all__ = ["Compactor", "History", "Vocabulary", "__version__", "call", "call_detached", "cli_main", "json_chars", "names"]

__version__: str

def call(name: str, messages: Any, options: dict[str, Any]) -> Any:
    """The raw result of an operation, before its patch is applied. `names()["operations"]` lists operations and options."""

def call_detached(name: str, value: Any, options: dict[str, Any]) -> Any:
    """As `call`, on copies and without the interpreter lock: for exact counts of long texts."""

def cli_main(args: list[str]) -> int:
    """The command line: runs it on this process's streams and returns the exit code. `args` without the program's name."""

def json_chars(value: Any) -> int:
    """The length that `JSON.stringify(value)` would have, in UTF-16 code units, without building the string.

    Bytes count as their base64. Raises `TooDeepError`, `CycleError` or `UnsupportedTypeError`, with a path.
    """

def names() -> dict[str, Any]:
    """`operations` (each with its options), `options`, `presets`, `dialects`, `error_codes`."""

class History:
    def __new__(
        cls,
        *,
        tokenizer: Tokenizer | None = None,
        preset: Preset | None = None,
        dialect: Dialect | None = None,
        measure: Measure | None = None,
        estimator: Estimator | None = None,
        model: str | None = None,
        family: Family | None = None,
        encoding: Encoding | None = None,
        chars_per_token: float | None = None,
        media_rule: MediaRule | None = None,
        image_token_estimate: int | None = None,
        message_overhead_tokens: int | None = None,
        fraction: float | None = None,
        split_rule: SplitRule | None = None,
        retain_pairs: int | None = None,
        keep_recent: int | None = None,
        idle_minutes: float | None = None,
        tools: Sequence[str] | None = None,
        max_total_chars: int | None = None,
        placeholder: Placeholder | None = None,
        modalities: Sequence[Modality] | None = None,
        verify: Verify | None = None,
    ) -> Self: ...
    def append(self, message: Any) -> None:
        """Reads one message. If it raises, nothing was read."""

    def extend(self, messages: Sequence[Any]) -> None:
        """Reads every message of a list, or none if it raises."""

    def sync(self, messages: Sequence[Any]) -> int:
        """Brings the ledger in step with the host's list; returns how many messages were read.

        If a message cannot be read, the ledger holds the messages before it that it knew already.
        """

    def truncate(self, length: int) -> None:
        """Forgets everything from message `length` on."""

    def report_usage(self, usage: Any, messages: int | None = None) -> None:
        """What the provider reported: a usage object of any provider, a response that holds one, or the prompt's tokens as a number.

        `messages` is how many the request held; all that were read unless given. From then on `prompt_tokens` starts from it.
        """

    @property
    def prompt_tokens(self) -> int:
        """Tokens of a prompt with all messages: the last report, and an estimate of what came since, scaled by what reports showed.

        Without a report, as `tokens`.
        """

    def __len__(self) -> int: ...
    @property
    def tokens(self) -> int:
        """Estimated tokens of all messages."""

    @property
    def chars(self) -> int:
        """Chars of all messages, by the measure in use."""

    @property
    def media(self) -> int:
        """Images, documents, sounds and films in all messages."""

    @staticmethod
    def option_names() -> list[str]: ...
    def raw_wanted_texts(self) -> list[str]: ...
    def raw_provide_counts(self, counts: Sequence[float]) -> None: ...
    def raw_estimate(self, options: dict[str, Any]) -> dict[str, Any]: ...
    def raw_split_point(self) -> dict[str, Any]: ...
    def raw_microcompact(self, messages: Any, options: dict[str, Any]) -> dict[str, Any]: ...

class Compactor:
    def __new__(
        cls,
        *,
        tokenizer: Tokenizer | None = None,
        preset: Preset | None = None,
        dialect: Dialect | None = None,
        measure: Measure | None = None,
        estimator: Estimator | None = None,
        model: str | None = None,
        family: Family | None = None,
        encoding: Encoding | None = None,
        chars_per_token: float | None = None,
        media_rule: MediaRule | None = None,
        image_token_estimate: int | None = None,
        message_overhead_tokens: int | None = None,
        context_window: int | None = None,
        trigger_fraction: float | None = None,
        target_fraction: float | None = None,
        hysteresis_tokens: int | None = None,
        fraction: float | None = None,
        split_rule: SplitRule | None = None,
        tail_tokens: int | None = None,
        tail_turns: int | None = None,
        keep_messages: int | None = None,
        retain_pairs: int | None = None,
        min_compress_fraction: float | None = None,
        min_saving_fraction: float | None = None,
        prune: bool | None = None,
        keep_recent: int | None = None,
        idle_minutes: float | None = None,
        tools: Sequence[str] | None = None,
        max_total_chars: int | None = None,
        placeholder: Placeholder | None = None,
        summarizer: Summarizer | None = None,
        max_summary_tokens: int | None = None,
        instructions: str | None = None,
        ladder: Ladder | None = None,
        output_limit: int | None = None,
        input_limit: int | None = None,
        reserved_tokens: int | None = None,
        reserved_output_tokens: int | None = None,
        prune_rule: PruneRule | None = None,
        prune_min_tokens: int | None = None,
        prune_protect_tokens: int | None = None,
        course: Course | None = None,
        snapshot_form: SnapshotForm | None = None,
        snapshot_update: SnapshotUpdate | None = None,
        snapshot_budget_tokens: int | None = None,
        calibration: bool | None = None,
        acknowledgement: str | None = None,
        continue_message: str | None = None,
        environment_acknowledgement: bool | None = None,
        verify_summary: bool | None = None,
        restate_request: bool | None = None,
        result_budget_tokens: int | None = None,
        result_max_chars: int | None = None,
        application: Application | None = None,
        max_recent_files: int | None = None,
        max_recent_images: int | None = None,
        image_trigger_count: int | None = None,
        image_payload_count: int | None = None,
    ) -> Self: ...
    def handle_messages(
        self,
        messages: Sequence[Any],
        *,
        force: bool | None = None,
        now_ms: float | None = None,
        last_activity_ms: float | None = None,
        prompt_tokens: int | None = None,
        prompt_messages: int | None = None,
        system: str | None = None,
        tools: Any = None,
        environment: str | None = None,
        plan_path: str | None = None,
        instructions: str | None = None,
        hook_instructions: str | None = None,
        pruned_at: Any = None,
        plan_mode: bool | None = None,
        running_agents: Sequence[dict[str, str]] | None = None,
        payload_overflow: bool | None = None,
        prefix_cached: bool | None = None,
    ) -> None:
        """Looks at the conversation and decides. Then drain `poll_action`.

        `system` and `tools` are measured as overhead; `prompt_tokens`, as the provider reported them, decide *when*. If the request held
        only the first `prompt_messages` messages, what came since is estimated and added.

        `environment` is put in front
        of the new history; `plan_path`, `instructions` and `hook_instructions` go into the summary request; `payload_overflow` says that
        the provider refused the last request for its bytes, `prefix_cached` that the summariser shares the conversation's cached prompt.
        `plan_mode` and `running_agents` (`[{"id", "status", "description"}]`, oldest first) are told again behind a summary.
        `pruned_at` is set beside each result that is cleared, with `pruned: True`, as gencode marks them.
        """

    def raw_wanted_texts(self, messages: Sequence[Any], turn: dict[str, Any]) -> list[str]: ...
    def raw_provide_counts(self, counts: Sequence[float]) -> None: ...
    def poll_action(self) -> dict[str, Any] | None:
        """The next action (`kind`: `hook`, `offload`, `summarize`, `restore`, `apply` or `done`), or `None` when it is the host's turn."""

    def handle_stored(self, locator: str) -> None:
        """The answer to `offload`: where the output can be found. Raises `InvalidStateError` unless one is awaited."""

    def handle_store_failed(self, message: str) -> None:
        """The output of `offload` could not be stored: it stays in the history."""

    def handle_restored(self, files: Sequence[dict[str, str | None]] | None) -> None:
        """The answer to `restore`: `[{"path", "text"}]`; files without a text, or not mentioned, count as missing."""

    def handle_summary(self, text: str, *, input_tokens: int | None = None, output_tokens: int | None = None) -> None:
        """The answer to `summarize`, with what the provider reported. Raises `InvalidStateError` unless one is awaited."""

    def handle_failure(self, message: str) -> None:
        """There is no answer to `summarize`; `message` goes into the report."""

    def handle_current(self, messages: Sequence[Any]) -> None:
        """After `apply`: the list as it is now, before the patch. `done` then says whether to apply it."""

    def cancel(self) -> None:
        """Ends the run from any state; nothing is changed."""

    @property
    def state(self) -> Literal["idle", "offloading", "summarizing", "restoring", "committing", "done"]: ...
    @staticmethod
    def option_names() -> list[str]: ...
    @staticmethod
    def turn_names() -> list[str]: ...

class Vocabulary:
    def __new__(cls, file: bytes, source: dict[str, Any]) -> Self: ...
    @property
    def pattern(self) -> Pattern: ...
    def __len__(self) -> int: ...
    def raw_call(self, name: str, value: Any, options: dict[str, Any]) -> Any: ...
