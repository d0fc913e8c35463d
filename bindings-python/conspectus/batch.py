"""Many conversations: compacted, counted or simulated in threads, in order, with an error as a row.

    from conspectus.batch import compact_many, lines

    for row in compact_many(lines("train.jsonl.gz"), context_window=32_000):
        print(row.id, row.status, row.tokens_before, row.tokens_after)

A conversation is a list of messages, JSON text (`str` or `bytes`), a path, an object with the messages under `key`, or a pair `(id, conversation)`.
Values of numpy, pandas and pyarrow are read too. Text and files are read without the interpreter lock.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from itertools import chain, islice
from typing import Any, Protocol, TypeAlias

from . import _conspectus, _driver, operations
from ._shapes import typed
from .errors import ConspectusError, InvalidOptionError, error_of
from .results import Simulation, TokenCount

__all__ = ["Row", "RowError", "arrow_batch", "compact_many", "count_many", "lines", "parquet", "simulate_many", "write_parquet"]

# Conversations in memory for each worker: one that it works on, and others that wait for it or for their turn. Chosen here, as in the command line.
FOR_EACH_WORKER = 4
# Rows of a Parquet file in memory. Chosen here.
ROWS = 256


class Updates(Protocol):
    """A bar of tqdm, for instance."""

    def update(self, n: int) -> Any: ...


Progress: TypeAlias = "bool | Updates | Callable[[int], Any] | None"


@dataclass(frozen=True, slots=True)
class RowError:
    """What was wrong with a conversation: a stable code, a JSON Pointer (RFC 6901) to the place, and a sentence."""

    code: str
    path: str
    message: str


class Row:
    """What became of one conversation.

    `status` is that of a `Result`, `done` for counts and simulations, or `error`. `messages` are those after the run, or `None`. `value` is the
    `TokenCount` or the `Simulation`. `id` is yours, the field `id` of an object, the path, or the index.
    """

    __slots__ = ("_json", "_messages", "_value", "changed", "error", "id", "status", "tokens_after", "tokens_before")

    def __init__(
        self,
        id: Any,  # noqa: A002 - the name of the field
        status: str,
        changed: bool = False,
        tokens_before: int | None = None,
        tokens_after: int | None = None,
        messages: list[Any] | str | None = None,
        error: RowError | None = None,
        value: Any = None,
    ) -> None:
        self.id, self.status, self.changed, self.error = id, status, changed, error
        self.tokens_before, self.tokens_after, self._value = tokens_before, tokens_after, value
        # What came as text stays text until it is asked for.
        self._json: str | None = messages if isinstance(messages, str) else None
        self._messages: list[Any] | None = messages if isinstance(messages, list) else None

    @property
    def messages(self) -> list[Any] | None:
        """The messages, made of the text when they are first asked for."""
        if self._messages is None and self._json is not None:
            self._messages = json.loads(self._json)
        return self._messages

    @property
    def messages_json(self) -> str | None:
        """The messages as JSON on one line."""
        if self._json is None and self._messages is not None:
            self._json = json.dumps(self._messages, ensure_ascii=False, separators=(",", ":"), default=_plain)
        return self._json

    @property
    def value(self) -> Any:
        """What was counted or simulated."""
        return self._value() if callable(self._value) else self._value

    def to_json(self) -> str:
        """The row as a line of JSON, as the command line writes it."""
        error = self.error and asdict(self.error)
        fields = {"id": self.id, "status": self.status, "changed": self.changed, "tokens_before": self.tokens_before, "tokens_after": self.tokens_after}
        head, tail = (json.dumps(part, ensure_ascii=False, separators=(",", ":"), default=_plain) for part in (fields, error))
        return f'{head[:-1]},"messages":{self.messages_json or "null"},"error":{tail}}}'

    def __repr__(self) -> str:
        tokens = f", tokens {self.tokens_before} -> {self.tokens_after}" if self.tokens_before is not None else ""
        return f"Row({self.id!r}, {self.status!r}{tokens}{f', {self.error}' if self.error else ''})"


def compact_many(conversations: Iterable[Any], *, workers: int | None = None, progress: Progress = None, key: str | None = None, **options: Any) -> Iterator[Row]:
    """Compacts each conversation with these options and arguments of `compact`. Yields `Row`s in order, while it goes on.

    `workers` are threads, by default one for each core. At most four conversations for each are in memory. `progress` is called with 1 after each
    conversation, or its `update` is, as that of tqdm; `True` shows a bar on a terminal. `key` is where an object has its messages; without it,
    the usual names are tried. A wrong option is raised at once; what is wrong with a conversation is the `error` of its row.

    With a function among the options, such as `summarize`, it is called from several threads.
    """
    options = {name: value for name, value in options.items() if value is not None}
    turn = {name: options.pop(name) for name in [*options] if _driver._is_of_turn(name)}
    # A compactor says what is wrong with an option that is a function.
    _driver.Compactor(**options)
    job = None if _has_functions(options) else _conspectus.Batch("compact", options, turn, key)

    def of_list(place: Any, messages: list[Any]) -> Row:
        result = _driver.Compactor(**options).compact(messages, **turn)
        return Row(place, result.status, result.changed, result.tokens_before, result.tokens_after, list(result.messages))

    return _rows(conversations, _Work(job, of_list, key), workers, progress)


def count_many(conversations: Iterable[Any], *, workers: int | None = None, progress: Progress = None, key: str | None = None, **options: Any) -> Iterator[Row]:
    """As `compact_many`, with the options of `count_tokens`: the tokens are those of the conversation, and `value` is a `TokenCount`."""
    job = None if _has_functions(options) else _conspectus.Batch("count", options, {}, key)

    def of_list(place: Any, messages: list[Any]) -> Row:
        count = operations.count_tokens(messages, **options)
        return Row(place, "done", False, count.tokens, count.tokens, value=count)

    return _rows(conversations, _Work(job, of_list, key, TokenCount), workers, progress)


def simulate_many(conversations: Iterable[Any], *, workers: int | None = None, progress: Progress = None, key: str | None = None, **options: Any) -> Iterator[Row]:
    """As `compact_many`, with the options of `simulate`: `value` is a `Simulation`, and no tokens are told."""
    job = _conspectus.Batch("simulate", options, {}, key)

    def of_list(place: Any, messages: list[Any]) -> Row:
        return Row(place, "done", value=operations.simulate(messages, **options))

    return _rows(conversations, _Work(job, of_list, key, Simulation), workers, progress)


def _has_functions(options: Mapping[str, Any]) -> bool:
    """Whether the core has to call back: a function, or an object such as a vocabulary or a store."""
    nested = options["preset"].values() if isinstance(options.get("preset"), dict) else ()
    return any(callable(value) for value in (*options.values(), *nested)) or not isinstance(options.get("tokenizer"), (str, type(None)))


class _Work:
    """Makes the row of a conversation."""

    def __init__(self, job: Any, of_list: Callable[[Any, list[Any]], Row], key: str | None, made: Any = None) -> None:
        self.job, self.of_list, self.key, self.made = job, of_list, key, made

    def __call__(self, place: Any, item: Any) -> Row:
        own = isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], (str, int))
        if own:
            place, item = item
        try:
            return self.row(place, own, item)
        except ConspectusError as error:
            return _failed(place, error.code, error.path, error.message)
        except (TypeError, ValueError, RecursionError) as error:
            return _failed(place, "UNSUPPORTED_TYPE", "", f"{type(error).__name__}: {error}")
        except Exception as error:  # noqa: BLE001 - one conversation must not end the job
            return _failed(place, "INTERNAL", "", f"{type(error).__name__}: {error}")

    def row(self, place: Any, own: bool, item: Any) -> Row:
        if isinstance(item, os.PathLike) or (isinstance(item, str) and not _is_text(item)):
            place = place if own else os.fspath(item)
            if self.job is not None:
                return self.made_of(place, own, self.job.raw_file(item))
            item = _read(item)
        if isinstance(item, list):
            return self.of_list(place, item)
        if not isinstance(item, (str, bytes, tuple, Mapping)):
            item = _plain(item)
        if isinstance(item, Mapping) and isinstance(text := item.get(self.key or "messages"), str):
            # A row of a table whose messages are text.
            place, own, item = (place if own else item.get("id", place)), True, text
        if not isinstance(item, (str, bytes)):
            item = json.dumps(item, ensure_ascii=False, default=_plain)
        if self.job is not None:
            return self.made_of(place, own, self.job.raw_text(item))
        given = json.loads(item)
        if isinstance(given, dict):
            place = place if own else given.get("id", place)
            given = given.get(self.key or "messages")
        return self.of_list(place, given)

    def made_of(self, place: Any, own: bool, told: tuple[Any, ...]) -> Row:
        found, status, changed, before, after, messages, value, error = told
        place = json.loads(found) if found is not None and not own else place
        typed_value = value and (lambda: typed(self.made, json.loads(value)))
        return Row(place, status, changed, before, after, messages, error and RowError(*error), typed_value)


def _failed(place: Any, code: str, path: str, message: str) -> Row:
    return Row(place, "error", error=RowError(code, path, message))


def _is_text(text: str) -> bool:
    """Whether it is JSON and no path: the JSON of a conversation begins with a bracket."""
    return text.lstrip()[:1] in ("[", "{", "")


def _plain(value: Any) -> Any:
    """What numpy, pandas, pyarrow, pydantic and dataclasses hold, as plain data. None of them is imported for it."""
    for name in ("as_py", "to_dict", "tolist", "to_list", "model_dump"):
        if callable(method := getattr(value, name, None)):
            return method()
    raise TypeError(f"a conversation can't hold a {type(value).__name__}")


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        with _opened(path) as file:
            content: bytes = file.read()
            return content
    except (OSError, EOFError) as error:
        raise error_of("UNREADABLE_FILE", "", f"{os.fspath(path)}: {error}") from error


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[Any]:
    """The file, unpacked if it is gzipped: its first bytes say so (RFC 1952, section 2.3.1)."""
    with open(path, "rb") as file:
        yield gzip.GzipFile(fileobj=file) if file.peek(2)[:2] == b"\x1f\x8b" else file


def lines(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """The lines of a file that are not empty, one at a time, of a gzipped file too: a conversation each, for `compact_many`."""
    with _opened(path) as file:
        yield from (line for line in file if line.strip())


def _rows(conversations: Iterable[Any], work: _Work, workers: int | None, progress: Progress) -> Iterator[Row]:
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
        raise InvalidOptionError(f"workers must be a whole number of at least 1, got `{workers!r}`", "/workers")
    if isinstance(conversations, (str, bytes, Mapping)) or hasattr(conversations, "columns"):
        raise InvalidOptionError("conversations must be an iterable of conversations: pass [text] for one, and the column of a table", "/conversations")
    return _yielded(conversations, work, workers or _cores(), _update(progress, conversations))


def _yielded(conversations: Iterable[Any], work: _Work, workers: int, update: Callable[[int], Any]) -> Iterator[Row]:
    waiting: deque[Future[Row]] = deque()
    with ThreadPoolExecutor(workers, "conspectus-batch") as pool:
        try:
            for item in chain(enumerate(conversations), (None,)):
                while waiting and (item is None or len(waiting) >= workers * FOR_EACH_WORKER):
                    row = waiting.popleft().result()
                    update(1)
                    yield row
                if item is not None:
                    waiting.append(pool.submit(work, *item))
        finally:
            for future in waiting:
                future.cancel()
            update(0)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _update(progress: Progress, conversations: Any) -> Callable[[int], Any]:
    if progress is None or progress is False:
        return lambda _: None
    if progress is True:
        return _Bar(len(conversations) if hasattr(conversations, "__len__") else None).update if sys.stderr.isatty() else lambda _: None
    update = getattr(progress, "update", progress)
    if not callable(update):
        raise InvalidOptionError("progress must be a function, an object with `update`, or True", "/progress")
    return lambda count: update(count) if count else None


class _Bar:
    """A line on the terminal that tells how far the job is."""

    def __init__(self, total: int | None) -> None:
        self.done, self.total = 0, total

    def update(self, count: int) -> None:
        self.done += count
        of = f" of {self.total:,}" if self.total is not None else ""
        # 0 is the end: the line stays.
        sys.stderr.write(f"\r{self.done:,}{of} conversations" if count else "\n")
        sys.stderr.flush()


def arrow_batch(column: str = "messages", **options: Any) -> Callable[[Any], Any]:
    """A function from a `pyarrow.RecordBatch` or `Table` to one of the same kind, for Ray Data, Daft and polars.

    `column` holds JSON text, or lists of structs. In the result it holds JSON text, null for an error, and columns `status`, `changed`,
    `tokens_before`, `tokens_after` and `error` (JSON, or null) are added. The options are those of `compact_many`. Where the engine has a
    worker for each core, pass `workers=1`.
    """
    compact_many((), **options)

    def compacted(batch: Any) -> Any:
        pa = import_module("pyarrow")
        rows = list(compact_many(batch.column(column), **options))
        columns = {name: batch.column(name) for name in batch.schema.names}
        columns[column] = pa.array([row.messages_json for row in rows], pa.string())
        columns["status"] = pa.array([row.status for row in rows], pa.string())
        columns["changed"] = pa.array([row.changed for row in rows], pa.bool_())
        columns["tokens_before"] = pa.array([row.tokens_before for row in rows], pa.int64())
        columns["tokens_after"] = pa.array([row.tokens_after for row in rows], pa.int64())
        columns["error"] = pa.array([_error_json(row) for row in rows], pa.string())
        return type(batch).from_pydict(columns)

    return compacted


def _error_json(row: Row) -> str | None:
    return json.dumps(asdict(row.error)) if row.error else None


def parquet(path: str | os.PathLike[str], column: str = "messages", id_column: str | None = None) -> Iterator[Any]:
    """The conversations of a column of a Parquet file, with their ids if it has a column for them. Needs `conspectus[arrow]`."""
    with import_module("pyarrow.parquet").ParquetFile(path) as file:
        # A row group may be larger than the memory.
        for batch in file.iter_batches(batch_size=ROWS, columns=[column, *([id_column] if id_column else [])]):
            conversations = batch.column(column)
            yield from zip(batch.column(id_column).to_pylist(), conversations, strict=True) if id_column else conversations


def write_parquet(rows: Iterable[Row], path: str | os.PathLike[str]) -> int:
    """Writes rows to a Parquet file, the messages and an error as JSON text, and returns how many. Needs `conspectus[arrow]`."""
    pa, pq = import_module("pyarrow"), import_module("pyarrow.parquet")
    names = ("id", "status", "messages", "error")
    schema = pa.schema([*((name, pa.string()) for name in names), ("changed", pa.bool_()), ("tokens_before", pa.int64()), ("tokens_after", pa.int64())])
    count = 0
    with pq.ParquetWriter(path, schema) as writer:
        rows = iter(rows)
        while group := [*islice(rows, ROWS)]:
            made = [
                {
                    "id": str(row.id), "status": row.status, "messages": row.messages_json, "changed": row.changed,
                    "tokens_before": row.tokens_before, "tokens_after": row.tokens_after, "error": _error_json(row),
                }
                for row in group
            ]
            writer.write_batch(pa.RecordBatch.from_pylist(made, schema))
            count += len(made)
    return count
