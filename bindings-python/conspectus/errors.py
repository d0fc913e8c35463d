"""What can go wrong: one exception class per kind, all of them `ConspectusError`."""

from __future__ import annotations

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar



class ConspectusError(Exception):
    """Base of all errors of this package. When one is raised, nothing was changed.

    `code` is a stable upper-case word, the same in all languages; `path` is a JSON Pointer (RFC 6901) to the place at fault
    (`/3/parts/0`, `/fraction`, `""` for the whole value); `message` says what was found and what is allowed.
    """

    kind: ClassVar[str] = ""

    def __init__(self, message: str, path: str = "", code: str = "") -> None:
        super().__init__(message, path, code)
        self.message = message
        self.path = path
        self.code = code or self.kind

    def __str__(self) -> str:
        return f"{self.message} (at {self.path})" if self.path else self.message


class InvalidOptionError(ConspectusError, ValueError):
    """An option is unknown, of the wrong type or out of its range. Fix the option that `path` names."""

    kind = "INVALID_OPTION"


class WindowUnknownError(InvalidOptionError):
    """No context window is known for the model, or no model was given. Give a `context_window`."""

    kind = "WINDOW_UNKNOWN"


class InvalidMessagesError(ConspectusError, ValueError):
    """The history is not a list, or a message is not a dict. Fix the message that `path` names."""

    kind = "INVALID_MESSAGES"


class TooDeepError(ConspectusError, ValueError):
    """Nested deeper than 256 levels. Flatten the value that `path` names."""

    kind = "TOO_DEEP"


class CycleError(ConspectusError, ValueError):
    """A container holds itself. Break the cycle that `path` names."""

    kind = "CYCLE"


class UnsupportedTypeError(ConspectusError, TypeError):
    """A value is neither plain data nor an object with fields (a set, a function). Convert it first: `list()`."""

    kind = "UNSUPPORTED_TYPE"


class UnknownDialectError(ConspectusError, ValueError):
    """No dialect of that name. Use one of `conspectus.sansio.names()["dialects"]`."""

    kind = "UNKNOWN_DIALECT"


class UnknownPresetError(ConspectusError, ValueError):
    """No preset of that name. Use one of `conspectus.sansio.names()["presets"]`."""

    kind = "UNKNOWN_PRESET"


class UnknownOperationError(ConspectusError, LookupError):
    """No operation of that name. A bug of this package: report it."""

    kind = "UNKNOWN_OPERATION"


class WrongOrderError(ConspectusError, RuntimeError):
    """The compactor was given an event that its state does not allow. Drain `poll_action` first."""

    kind = "WRONG_ORDER"


class BusyError(ConspectusError, RuntimeError):
    """The object is in use: a run goes on, in another thread or task or further up the stack. Wait for its end or `cancel()` it.

    Make one compactor for each conversation.
    """

    kind = "BUSY"


class InvalidStateError(ConspectusError, ValueError):
    """What is loaded is not what `save` gave. `path` names the place in it."""

    kind = "INVALID_STATE"


class InternalError(ConspectusError, RuntimeError):
    """A bug of this package: report it. Nothing was changed."""

    kind = "INTERNAL"


class InvalidPatchError(ConspectusError, ValueError):
    """A patch does not fit the list that it is applied to. Plan again on the current list."""

    kind = "INVALID_PATCH"


class InvalidJsonError(ConspectusError, ValueError):
    """Text is not valid JSON where JSON was expected. Fix the file that the message names."""

    kind = "INVALID_JSON"


class UnrepairableError(ConspectusError, ValueError):
    """The history is broken where any repair would be a guess. Fix the message that `path` names."""

    kind = "UNREPAIRABLE"


class StoreError(ConspectusError):
    """A `FolderStore` cannot keep an output, or has none to give. `code` says why: `STORE_FULL`, `STORE_READ_ONLY`, `STORE_BROKEN`,
    `NOT_STORED` or `STORED_DAMAGED`. What was stored before is still there."""

    kinds: ClassVar[tuple[str, ...]] = ("STORE_FULL", "STORE_READ_ONLY", "STORE_BROKEN", "NOT_STORED", "STORED_DAMAGED")


def _kinds(base: type[ConspectusError]) -> list[type[ConspectusError]]:
    """All classes below a class."""
    return [cls for direct in base.__subclasses__() for cls in (direct, *_kinds(direct))]


_BY_CODE = {cls.kind: cls for cls in _kinds(ConspectusError) if cls.kind} | dict.fromkeys(StoreError.kinds, StoreError)


# What JSON has, and bytes.
_DATA = (str, dict, list, tuple, int, float, bytes, type(None))


def error_of(code: str, path: str, message: str, given: object = None) -> ConspectusError:
    """The exception for a code of the core. If `given` as a whole is wrong, it says how to make messages of it."""
    # What an object gives for itself may hold what is no data.
    if code in ("INVALID_MESSAGES", "UNSUPPORTED_TYPE") and not (path and isinstance(given, _DATA)):
        from ._objects import cure

        if told := cure(given):
            path, message = "", f"{f'`{type(given).__name__}` is not plain data' if code == 'UNSUPPORTED_TYPE' else message}: {told}"
    return _BY_CODE.get(code, ConspectusError)(message, path, code)
