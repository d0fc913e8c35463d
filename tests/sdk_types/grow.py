"""Values of a type hint: each member of each union, each optional field present, absent and null, arbitrary objects for `Any`.

One choice is varied at a time, from the smallest value of everything else. So the number of values grows with the size of a type, not
with the product of its choices. Text is long where a field may hold what a model reads, and short where its name says that it does not,
so that the sizes of messages can be compared.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import datetime
import decimal
import enum
import inspect
import io
import pathlib
import re
import types
import typing
import uuid
from collections.abc import Iterator
from typing import Any

import pydantic
import typing_extensions

Case = tuple[str, Any]
"""The choice that was made, as a path through the types, and the value."""

DEEP = 9
TEXT = "The parser reads the next token before it knows whether the line has ended. " * 8
# A picture of 64 x 64 pixels: its header, and what stands for its data. As text it would be 20,000 tokens.
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000400000004008020000002550") + bytes(range(1, 251)) * 240
PNG_BASE64 = __import__("base64").b64encode(PNG).decode()
PNG_URL = "data:image/png;base64," + PNG_BASE64

# Strings under these names hold no words: what they hold is short.
SHORT = re.compile(
    r"id$|ids$|uuid|name$|^type$|kind$|role$|model|signature|version|status|detail$|ttl$|format|mime|media_type|language|namespace|"
    r"encrypted|reason$|hash|index|source$|lang|file|path|token$|bytes|environment|key$|domain|phase|sender|vendor|provider|caller|"
    r"^title$|etag|license|city|country|region|timezone|^to$|_type$|level|revision|cursor|label|^x$|^y$|timestamp|_at$|error_code|finish|agent|identifier|location|offset|owner|dynamic_ref",
    re.IGNORECASE,
)
# Under these names a string holds a medium, or says where one is.
MEDIA = re.compile(r"^(data|b64_json|base64|image|image_url|audio|video|file_data|blob|screenshot|image_bytes|video_bytes|s3Location)$")
LINK = re.compile(r"(url|uri)s?$")


def text_of(name: str) -> list[Case]:
    if name == "image_url":
        return [("data url", PNG_URL), ("url", "https://example.com/a.png")]
    if MEDIA.search(name):
        return [("data", PNG_BASE64), ("data url", PNG_URL), ("url", "https://example.com/a.png")]
    if LINK.search(name):
        return [("url", "https://example.com/a.png")]
    if SHORT.search(name):
        return [("", "user" if name == "role" else name[:12])]
    return [("", TEXT), ("empty", "")]


class Colour(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Row:
    name: str = "row"
    cells: list[int] = dataclasses.field(default_factory=lambda: [1, 2])


class Table(pydantic.BaseModel):
    title: str = "table"
    rows: list[int] = [1, 2]


class Plain:
    def __init__(self) -> None:
        self.name = "plain"


def arbitrary() -> list[Case]:
    """What stands where a type says `Any`: data of JSON, and objects that programs put there."""
    now = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
    return [
        ("text", TEXT), ("dict", {"path": "a.py", "lines": [1, 2, {"deep": None}]}), ("list", [1, "two", None, [3.5]]), ("none", None),
        ("int", 7), ("float", 0.5), ("bool", True), ("big int", 10**30), ("nan", float("nan")), ("datetime", now), ("date", now.date()),
        ("decimal", decimal.Decimal("1.50")), ("uuid", uuid.UUID(int=5)), ("path", pathlib.PurePosixPath("a/b.py")), ("tuple", (1, "two")),
        ("enum", Colour.RED), ("dataclass", Row()), ("model", Table()), ("instance", Plain()), ("error", ValueError("no such file")),
        ("int keys", {1: "one", 2: {"three": 4}}), ("bytes", b"raw"), ("surrogate", "a\ud800b"),
    ]


def hints_of(cls: type) -> dict[str, Any]:
    try:
        return typing_extensions.get_type_hints(cls, include_extras=True)
    except Exception:
        return dict(getattr(cls, "__annotations__", {}))


def is_required(cls: Any, name: str, hint: Any) -> bool:
    while typing.get_origin(hint) is typing.Annotated:
        hint = typing.get_args(hint)[0]
    marked = {typing_extensions.Required: True, typing_extensions.NotRequired: False}.get(typing.get_origin(hint))
    return name in cls.__required_keys__ if marked is None else marked


@dataclasses.dataclass
class Field:
    name: str
    hint: Any
    required: bool
    given_as: str


def fields_of(cls: type) -> list[Field] | None:
    """The fields of a class that declares them, and which of them must be given."""
    if typing_extensions.is_typeddict(cls):
        hints = hints_of(cls)
        # Python does not see `Required` where annotations are strings.
        return [Field(name, hint, is_required(cls, name, hint), name) for name, hint in hints.items()]
    if isinstance(cls, type) and issubclass(cls, pydantic.BaseModel):
        by_name = cls.model_config.get("populate_by_name") or cls.model_config.get("validate_by_name")
        return [
            Field(name, field.annotation, field.is_required(), name if by_name or not isinstance(field.alias, str) else field.alias)
            for name, field in cls.model_fields.items()
        ]
    if dataclasses.is_dataclass(cls):
        hints = hints_of(cls)
        missing = dataclasses.MISSING
        return [
            Field(field.name, hints.get(field.name, Any), field.default is missing and field.default_factory is missing, field.name)
            for field in dataclasses.fields(cls)
            if field.init
        ]
    return None


class Grower:
    """Grows the values of type hints. `instead` gives other hints for fields, `(class name, field)`, where those of the SDK say little;
    `made` gives the values of classes that need something of their own. Of a class in `one_of` exactly one of the named fields is given: the
    first, unless it is another's turn."""

    def __init__(
        self, instead: dict[tuple[str, str], Any] | None = None, made: dict[str, Any] | None = None, one_of: dict[str, tuple[str, ...]] | None = None
    ) -> None:
        self.instead = instead or {}
        self.made = made or {}
        self.one_of = one_of or {}
        self.refused: dict[str, str] = {}

    def cases(self, hint: Any, name: str = "", above: tuple[Any, ...] = ()) -> Iterator[Case]:
        origin = typing.get_origin(hint)
        arguments = typing.get_args(hint)
        if isinstance(hint, typing_extensions.TypeAliasType) or isinstance(origin, typing_extensions.TypeAliasType):
            yield from self.cases((origin or hint).__value__, name, above)
        elif origin in (typing.Annotated, typing_extensions.Required, typing_extensions.NotRequired, typing.Final, typing.ClassVar):
            yield from self.cases(arguments[0], name, above)
        elif origin is typing.Literal or origin is typing_extensions.Literal:
            yield from ((repr(value), value) for value in arguments)
        elif origin in (typing.Union, types.UnionType):
            for member in sorted(arguments, key=lambda member: member is type(None)):
                for label, value in self.cases(member, name, above):
                    yield (f"|{label}" if label else f"|{getattr(member, '__name__', member)}", value)
        elif isinstance(hint, typing.TypeVar) or isinstance(hint, typing_extensions.TypeVar):
            bound = hint.__bound__ or (typing.Union[hint.__constraints__] if hint.__constraints__ else Any)
            yield from self.cases(bound, name, above)
        elif isinstance(hint, typing.NewType):
            yield from self.cases(hint.__supertype__, name, above)
        elif isinstance(hint, (str, typing.ForwardRef)):
            self.refused[str(hint)] = "a name that does not resolve"
        elif hint in (None, type(None)):
            yield ("null", None)
        elif hint is Any or hint is object:
            yield from arbitrary()
        else:
            yield from self._of_class(origin or hint, arguments, name, above)

    def _of_class(self, cls: Any, arguments: tuple[Any, ...], name: str, above: tuple[Any, ...]) -> Iterator[Case]:
        if getattr(cls, "__name__", "") in self.made:
            yield from self.made[cls.__name__]()
        elif fields_of(cls) is not None:
            yield from self._of_fields(cls, above)
        elif not isinstance(cls, type):
            self.refused[str(cls)] = "no class"
        elif issubclass(cls, enum.Enum):
            yield from ((member.name, member) for member in cls)
        elif issubclass(cls, (bytes, bytearray)):
            yield ("bytes", PNG)
        elif issubclass(cls, str):
            yield from text_of(name) if cls is str else [("", cls(OF_KIND[cls.__name__]))]
        elif cls in SCALARS:
            yield from ((cls.__name__, value) for value in SCALARS[cls])
        elif issubclass(cls, (io.IOBase, typing.IO)) or cls.__name__ in ("IOBase", "BinaryIO"):
            yield ("file", io.BytesIO(PNG))
        elif issubclass(cls, tuple):
            yield ("", tuple(self.simplest(argument, name, above) for argument in arguments if argument is not ...))
        elif issubclass(cls, collections.abc.Mapping):
            yield from self._of_mapping(arguments, name, above)
        elif issubclass(cls, collections.abc.Iterable):
            yield from self._of_list(set if issubclass(cls, collections.abc.Set) else list, arguments, name, above)
        else:
            self.refused[f"{cls.__module__}.{cls.__qualname__}"] = "a class without fields"

    def _of_mapping(self, arguments: tuple[Any, ...], name: str, above: tuple[Any, ...]) -> Iterator[Case]:
        key, of = arguments or (str, Any)
        keys = [value for _, value in self.cases(key, "key", above)] or ["key"]
        for label, value in self.cases(of, name, above):
            yield (f"{{{label}}}", {keys[0]: value})
        yield ("{}", {})

    def _of_list(self, make: type, arguments: tuple[Any, ...], name: str, above: tuple[Any, ...]) -> Iterator[Case]:
        of = arguments[0] if arguments else Any
        first: list[Any] = []
        for label, value in self.cases(of, name, above):
            if len(first) < 2:
                first.append(value)
            try:
                yield (f"[{label}]", make([value]))
            except TypeError:
                continue
        yield ("[]", make())
        if len(first) == 2 and make is list:
            yield ("[two]", first)

    def _of_fields(self, cls: Any, above: tuple[Any, ...]) -> Iterator[Case]:
        if above.count(cls) > 0 and len(above) > 2 or len(above) > DEEP:
            return
        inside = (*above, cls)
        fields = [dataclasses.replace(field, hint=self.instead.get((cls.__name__, field.name), field.hint)) for field in fields_of(cls) or ()]
        one_of = self.one_of.get(cls.__name__, ())
        least = {field.given_as: self.simplest(field.hint, field.name, inside) for field in fields if field.required or field.name in one_of[:1]}
        if any(value is NOTHING for value in least.values()):
            return
        yield from self._make(cls, "", least)
        full = {field.given_as: self.simplest(field.hint, field.name, inside) for field in fields if field.name not in one_of[1:]}
        yield from self._make(cls, "(full)", {name: value for name, value in full.items() if value is not NOTHING})
        for field in fields:
            rest = {name: value for name, value in least.items() if field.name not in one_of or name not in one_of}
            # Of an answer that was dumped, what is not set is null.
            if not field.required and typing_extensions.is_typeddict(cls) and field.name not in one_of[:1]:
                yield from self._make(cls, f".{field.name}=null", {**least, field.given_as: None})
            for at, (label, value) in enumerate(self.cases(field.hint, field.name, inside)):
                if at > 0 or not field.required:
                    yield from self._make(cls, f".{field.name}{label}", {**rest, field.given_as: value})

    def _make(self, cls: Any, label: str, given: dict[str, Any]) -> Iterator[Case]:
        try:
            value = cls(**given)
        except Exception as error:
            if not label:
                self.refused[cls.__name__] = f"{type(error).__name__}: {error}"[:200]
            return
        yield (f"{cls.__name__}{label}", value)

    def simplest(self, hint: Any, name: str, above: tuple[Any, ...]) -> Any:
        """The first value of a hint: a text before lists, the required fields alone."""
        for _, value in self.cases(hint, name, above):
            return value
        return NOTHING


class Words(str):
    """Text, whatever the name of its field."""


class Sealed(str):
    """What only the provider reads."""


class Picture(str):
    """A picture in base64, whatever the name of its field."""


OF_KIND = {"Words": TEXT, "Sealed": "sealed", "Picture": PNG_BASE64}
NOTHING = object()
SCALARS: dict[Any, list[Any]] = {
    bool: [True, False],
    int: [3],
    float: [0.5],
    complex: [],
    decimal.Decimal: [decimal.Decimal("1.50")],
    uuid.UUID: [uuid.UUID(int=5)],
    datetime.datetime: [datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc)],
    datetime.date: [datetime.date(2026, 1, 2)],
    datetime.timedelta: [datetime.timedelta(seconds=5)],
    pathlib.Path: [pathlib.Path("a.png")],
    pydantic.AnyUrl: [pydantic.AnyUrl("https://example.com/a.png")],
    type: [],
}
