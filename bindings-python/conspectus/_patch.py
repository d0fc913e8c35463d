"""Applies a patch to the host's own list, by structural sharing."""

from __future__ import annotations

from .errors import InvalidPatchError

# Not from `typing`: it would take most of the time of the import. Type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


def apply_patch(messages: Sequence[Any], patch: Mapping[str, Any]) -> Any:
    """The list after `patch`, as a new list. An empty patch gives the very same list back.

    Only containers on a changed path are copied, once each; every other message and part is the same object as before.
    `messages` is not changed. The order is that of the patch: `ops` (RFC 6902: `replace`, `remove`, `add`), then `splices`.

    Raises `InvalidPatchError` if the patch does not fit.
    """
    ops, splices = patch.get("ops") or (), patch.get("splices") or ()
    if not ops and not splices:
        return messages
    result = list(messages)
    own = {id(result): result}  # the containers copied here; kept alive so that no id is used twice
    looked: dict[int, tuple[Any, list[Any]]] = {}
    for op in ops:
        _apply(op, result, own, looked)
    models = _models_of(messages) if splices else []
    # Messages behind the last splice, in reverse: splices come in descending order, so each message
    # moves once, however many there are.
    behind: list[Any] = []
    for splice in splices:
        start, end = splice["start"], splice["start"] + splice["delete_count"]
        if end > len(result):
            result += reversed(behind)
            behind.clear()
        if not 0 <= start <= end <= len(result):
            raise InvalidPatchError("the list is shorter than the patch expects", f"/{start}")
        behind += reversed(result[end:])
        del result[start:]
        behind += reversed([_of_class(message, models) for message in splice["insert"]])
    result += reversed(behind)
    return result


def way_back(raw: Mapping[str, Any], messages: Sequence[Any]) -> dict[str, Any]:
    """The patch of a raw `invert_patch`, with the host's own values in the places that the core names: objects stay objects, bytes stay bytes."""
    patch = {"ops": raw["ops"], "splices": raw["splices"]}
    for held in raw["host"]:
        value: Any = messages
        for step in _steps(held["from"]):
            value = _step_into(value, step)
        *parents, last = _steps(held["at"])
        container: Any = patch
        for step in parents:
            container = _step_into(container, step)
        container[int(last) if isinstance(container, list) else last] = value
    return patch


def _steps(path: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/")]


def _step_into(value: Any, step: str) -> Any:
    if isinstance(value, (list, tuple)):
        return value[int(step)]
    if not isinstance(value, dict):
        from ._objects import plain

        value = plain(value)
    return value[step]


def _apply(op: Mapping[str, Any], result: list[Any], own: dict[int, Any], looked: dict[int, tuple[Any, list[Any]]]) -> None:
    path: str = op["path"]
    if not path.startswith("/"):
        raise InvalidPatchError("a patch can't replace the complete list", path)
    *parents, last = _steps(path)
    container: Any = result
    for segment in parents:
        key = _place(container, segment, path)
        child = _get(container, key)
        if id(child) not in own:
            child = _copied(child)
            _set(container, key, child)
            own[id(child)] = child
        container = child
    is_add = op["op"] == "add"
    key = _place(container, last, path, is_add)
    value = _like(op["value"], container, key, looked) if "value" in op else None
    if is_add and isinstance(container, list):
        container.insert(key, value)
    elif op["op"] != "remove":
        _set(container, key, value)
    elif isinstance(container, (list, dict)):
        del container[key]
    else:
        # An object of a class keeps its fields: one that is not set is left out.
        _set(container, key, None)


def _get(container: Any, key: Any) -> Any:
    return container[key] if isinstance(container, (list, dict)) else getattr(container, key)


def _set(container: Any, key: Any, value: Any) -> None:
    if isinstance(container, (list, dict)):
        container[key] = value
    else:
        from ._objects import put

        put(container, key, value)


def _like(value: Any, container: Any, key: Any, looked: dict[int, tuple[Any, list[Any]]]) -> Any:
    """A value that takes the place of an object, or comes to stand among objects, is made one of them.

    `looked` has what each container contained when it was first looked at: its items are read once, however many of them change.
    """
    if isinstance(value, list):
        # Parts of an object that come in place of its parts.
        held = getattr(container, key, None) if isinstance(key, str) and not isinstance(container, dict) else None
        return [_like(item, held, at, looked) for at, item in enumerate(value)] if isinstance(held, list) else value
    if not isinstance(value, dict) or not isinstance(container, list):
        return value
    if id(container) not in looked:
        looked[id(container)] = (container, _models_of(container))
    return _of_class(value, looked[id(container)][1], container[key] if key < len(container) else None)


def _models_of(items: Sequence[Any]) -> list[Any]:
    """What new items may be like; nothing if all of these are plain data."""
    if all(isinstance(item, (dict, str)) or item is None for item in items):
        return []
    from ._objects import models_of

    found: list[Any] = models_of(items)
    return found


def _of_class(value: Any, models: list[Any], old: Any = None) -> Any:
    if not models:
        return value
    from ._objects import of_class

    return of_class(value, models, old)


def _copied(container: Any) -> Any:
    if type(container) in (dict, list):
        return container.copy()
    if isinstance(container, tuple):
        return list(container)
    from ._objects import of_mapping

    held = of_mapping(container)
    if held is not None:
        return held
    # Imported where it is needed: it takes longer than the rest of the import.
    import copy

    return copy.copy(container)


def _place(container: Any, segment: str, path: str, is_add: bool = False) -> Any:
    if isinstance(container, list) and segment.isascii() and segment.isdigit() and int(segment) < len(container) + is_add:
        return int(segment)
    if isinstance(container, dict) and (is_add or segment in container):
        return segment
    if not isinstance(container, (list, dict, str)) and (is_add or hasattr(container, segment)):
        return segment
    raise InvalidPatchError("no such place", path)
