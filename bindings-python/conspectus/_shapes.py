"""What all results have in common. `conspectus.results` holds them; it is written from the tables of the core.

They are dataclasses to all who ask (`dataclasses.fields`, `replace`, `asdict`, `match`): frozen, with slots. They are not made by
`dataclasses`, since its import and its work on a hundred classes would take most of the time of the import of this package.
"""

from __future__ import annotations

from . import _conspectus
from ._patch import apply_patch, way_back
from .errors import InvalidStateError

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, ClassVar, Generic

    from typing_extensions import Self, TypeVar, dataclass_transform

    from .results import Patch, ResultRow

    M = TypeVar("M", default=Any)

_put = object.__setattr__


class _Fields:
    """`__dataclass_fields__`, made when it is asked for."""

    def __get__(self, instance: object, owner: type[Shape]) -> dict[str, Any]:
        if owner in owner._kept:
            return owner._kept[owner]
        from dataclasses import make_dataclass

        made = make_dataclass(owner.__name__, [(name, owner.__annotations__.get(name, object)) for name in owner._names])
        fields: dict[str, Any] = made.__dataclass_fields__  # type: ignore[attr-defined]
        owner._kept[owner] = fields
        return fields


class Shape:
    """A value with named fields. It does not change."""

    __slots__ = ()
    if TYPE_CHECKING:
        _names: ClassVar[tuple[str, ...]]
    else:
        _names = ()
        __dataclass_fields__ = _Fields()
    # What the raw values of fields become: a class, or a list that holds it, or a dict that holds it
    # under the key `""`.
    _nested: ClassVar[dict[str, Any]] = {}
    _kept: ClassVar[dict[type, dict[str, Any]]] = {}

    def __init__(self, *given: Any, **named: Any) -> None:
        names = self._names
        if len(given) > len(names):
            raise TypeError(f"{type(self).__name__} has {len(names)} fields, got {len(given)} values")
        for name, value in zip(names, given):
            if name in named:
                raise TypeError(f"{type(self).__name__} got two values for {name!r}")
            named[name] = value
        lacking = [name for name in names if name not in named]
        unknown = [name for name in named if name not in names]
        if lacking or unknown:
            raise TypeError(f"{type(self).__name__} " + (f"needs {', '.join(lacking)}" if lacking else f"has no field {', '.join(unknown)}"))
        for name in names:
            _put(self, name, named[name])

    @classmethod
    def _of(cls, raw: Mapping[str, Any]) -> Self:
        """The object of a raw result of the core."""
        self = cls.__new__(cls)
        nested = cls._nested
        for name in cls._names:
            value = raw[name]
            _put(self, name, typed(nested[name], value) if name in nested else value)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._names)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if type(other) is type(self) and isinstance(other, Shape) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), self._values())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._names)})"

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {name: plain(getattr(self, name)) for name in self._names}


if TYPE_CHECKING:
    # Type checkers see dataclasses.
    @dataclass_transform(frozen_default=True)
    class Dataclass(Shape): ...

else:
    Dataclass = Shape


def typed(made: Any, raw: Any) -> Any:
    """The raw value as the class, the list or the dict says."""
    if raw is None or made is None:
        return raw
    if type(made) is list:
        return [typed(made[0], item) for item in raw]
    if type(made) is dict:
        return {key: typed(made[""], item) for key, item in raw.items()}
    return made._of(raw)


def edited(messages: Any, raw: Mapping[str, Any], details: Any) -> Any:
    """What an operation that edits gives: the very same list if there is nothing to change. `details` is their class."""
    from .results import Edited, Removed

    after = apply_patch(messages, raw["patch"])
    removed = typed([Removed], raw["removed"])
    return Edited(after, after is not messages, removed, raw["tokens_before"], raw["tokens_after"], typed(details, raw["details"]))


# Shapes are nested no deeper than this: what is further down is the host's own data, and stays as it is.
_SHAPES_DEEP = 16


def plain(value: Any, levels: int = _SHAPES_DEEP) -> Any:
    """Plain data of what a field holds."""
    if isinstance(value, Shape):
        return value.to_dict()
    if type(value) is list and levels:
        return [plain(item, levels - 1) for item in value]
    if type(value) is dict and levels:
        return {key: plain(item, levels - 1) for key, item in value.items()}
    return value


def stored(made: Any, raw: Any, path: str = "") -> Any:
    """`typed`, of what a host kept: only the fields that the class has are read, so what never ends does no harm."""
    if raw is None or made is None:
        return raw
    if type(made) is list:
        return [stored(made[0], item, f"{path}/{at}") for at, item in enumerate(_of_type(list, raw, path))]
    if type(made) is dict:
        return {key: stored(made[""], item, f"{path}/{key}") for key, item in _of_type(dict, raw, path).items()}
    fields = _of_type(dict, raw, path)
    for name in made._names:
        if name not in fields:
            raise InvalidStateError(f"the field {name} is missing", path)
        stored(made._nested.get(name), fields.get(name), f"{path}/{name}")
    return made._of(fields)


def _of_type(wanted: type | tuple[type, ...], raw: object, path: str) -> Any:
    if not isinstance(raw, wanted):
        raise InvalidStateError(f"must be a {wanted.__name__ if isinstance(wanted, type) else wanted[0].__name__}, found {type(raw).__name__}", path)
    return raw


class Lined(Dataclass):
    """Printed as one line, whose text the core makes."""

    __slots__ = ()

    def __repr__(self) -> str:
        told = {name: len(value) if type(value) in (list, dict) else value for name in self._names if _is_told(value := getattr(self, name))}
        return _conspectus.line(type(self).__name__, told)

    def _repr_html_(self) -> str | None:
        """What a notebook shows."""
        return _conspectus.page(type(self).__name__, self._drawn())

    def _drawn(self) -> dict[str, Any]:
        return self.to_dict()


def _is_told(value: object) -> bool:
    return type(value) in (int, str, bool, float, list, dict) or value is None


class _Rows(Lined):
    """Has a row for each message of the list before."""

    __slots__ = ()
    if TYPE_CHECKING:

        def _rows(self) -> list[dict[str, Any]]: ...

    def rows(self) -> list[ResultRow]:
        """What becomes of each message of the list before, in order: a `ResultRow` each, with `index`, `role`, `tool`, `call_ids`,
        `tokens_before`, `tokens_after`, `action` and `reason`. `help(ResultRow)` says what they are.
        """
        from .results import ResultRow

        return [ResultRow._of(row) for row in self._rows()]

    def to_frame(self) -> Any:
        """The rows as a `pandas.DataFrame`, or a `polars.DataFrame` where only that is there."""
        return frame(self._rows(), type(self).__name__)


class ResultMethods(_Rows):
    """What a result can do. The rows and the way back are made when they are asked for."""

    # The list before, the patch, and the run that is over; `None` of a result that was stored.
    __slots__ = ("__weakref__", "_before", "_ended", "_patch")

    @classmethod
    def _made(cls, raw: Mapping[str, Any], messages: Any, changed: bool, error: Any, ended: Any, before: Any, patch: Any) -> Self:
        self = cls.__new__(cls)
        nested = cls._nested
        for name in cls._names:
            if name in raw:
                value = raw[name]
                _put(self, name, typed(nested[name], value) if value and name in nested else value)
        _put(self, "messages", messages)
        _put(self, "changed", changed)
        _put(self, "error", error)
        _put(self, "_ended", ended)
        _put(self, "_before", before)
        _put(self, "_patch", patch)
        return self

    # Type checkers know the fields: with it they would take any name.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(f"{type(self).__name__!r} has no field {name!r}; it has: {', '.join(self._names)}")

    def __repr__(self) -> str:
        return _conspectus.line(type(self).__name__, self._told_of())

    @property
    def undo_patch(self) -> Patch:
        """The patch that takes the run back, with what was removed as you gave it."""
        this: Any = self
        if this._ended is None:
            kept: Patch | None = this._patch
            return kept or {"ops": [], "splices": []}
        if not this._patch:
            return {"ops": [], "splices": []}
        back: Patch = way_back(_conspectus.call("invert_patch", this._before, {"patch": this._patch}), this._before)  # type: ignore[assignment]
        return back

    def undo(self, messages: Sequence[Any] | None = None) -> list[Any]:
        """The list as it was before: a new one, equal to what `compact` was given. What was added since stays at its end.

        `messages` is the list now, if it is not the result's own.
        """
        this: Any = self
        listed = this.messages if messages is None else messages
        found: list[Any] = apply_patch(listed, this.undo_patch)
        return found

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data: `json.dumps` writes it if it can write the messages. `from_dict` takes it."""
        fields = {name: plain(getattr(self, name)) for name in self._names}
        error = fields["error"]
        return {**fields, "error": None if error is None else str(error), "undo_patch": plain(self.undo_patch)}

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Self:
        """A result of what `to_dict` gave. It can be undone; it has no rows."""
        # Any mapping may be given: it is asked for the names that a result has.
        try:
            held = {name: fields[name] for name in cls._names if name in fields}
        except Exception as error:
            raise InvalidStateError(f"the fields of a result can't be read: {error}") from error
        _of_type((list, tuple), held.get("messages"), "/messages")
        _of_type(dict, held.get("log"), "/log")
        if held.get("error") is not None:
            held["error"] = RuntimeError(_of_type(str, held["error"], "/error"))
        self: Self = stored(cls, held)
        patch = fields.get("undo_patch")
        for name, value in (("_ended", None), ("_before", ()), ("_patch", patch and _of_type(dict, patch, "/undo_patch"))):
            _put(self, name, value)
        return self

    def _rows(self) -> list[dict[str, Any]]:
        this: Any = self
        if this._ended is None:
            raise ValueError("a stored result has no rows: call rows() before you store it")
        found: list[dict[str, Any]] = this._ended.rows(this._before, this._patch or {"ops": [], "splices": []})
        return found

    def _told_of(self) -> dict[str, Any]:
        this: Any = self
        return {name: plain(getattr(self, name)) for name in self._names if name not in ("messages", "error")}

    def _drawn(self) -> dict[str, Any]:
        this: Any = self
        return self._told_of() if this._ended is None else {**self._told_of(), "rows": self._rows(), "by_kind": this._ended.by_kind()}

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self).from_dict, (self.to_dict(),))


class PlanMethods(_Rows):
    """What a plan can do. The rows are made when they are asked for."""

    # What makes the rows; without it if the plan was stored.
    __slots__ = ("_rows_of",)
    if TYPE_CHECKING:
        text: str
        _rows_of: Callable[[Mapping[str, Any]], list[dict[str, Any]]]

    @classmethod
    def _by(cls, raw: Mapping[str, Any], rows_of: Callable[[Mapping[str, Any]], list[dict[str, Any]]]) -> Self:
        self = cls._of(raw)
        _put(self, "_rows_of", rows_of)
        return self

    def _rows(self) -> list[dict[str, Any]]:
        if not hasattr(self, "_rows_of"):
            raise ValueError("a stored plan has no rows: call rows() before you store it")
        fields: dict[str, Any] = {name: plain(getattr(self, name)) for name in self._names if name in ("edits", "summary", "reason")}
        return self._rows_of(fields)

    def _drawn(self) -> dict[str, Any]:
        fields = {name: plain(getattr(self, name)) for name in self._names if name not in ("patch", "text")}
        return {**fields, "rows": self._rows()} if hasattr(self, "_rows_of") else fields

    def __str__(self) -> str:
        return self.text


class FrameMethods(Lined):
    """A table."""

    __slots__ = ()
    if TYPE_CHECKING:
        rows: list[Any]

    def to_frame(self) -> Any:
        """The rows as a `pandas.DataFrame`, or a `polars.DataFrame` where only that is there."""
        return frame([row.to_dict() for row in self.rows], type(self).__name__)


def frame(rows: list[dict[str, Any]], what: str) -> Any:
    for library in ("pandas", "polars"):
        try:
            return __import__(library).DataFrame(rows)
        except ImportError:
            continue
    raise ImportError(f"{what}.to_frame() needs pandas or polars: pip install pandas")
