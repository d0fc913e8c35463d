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
    for op in ops:
        _apply(op, result, own)
    for splice in splices:
        start, end = splice["start"], splice["start"] + splice["delete_count"]
        if not 0 <= start <= end <= len(result):
            raise InvalidPatchError("the list is shorter than the patch expects", f"/{start}")
        result[start:end] = splice["insert"]
    return result


def _apply(op: Mapping[str, Any], result: list[Any], own: dict[int, Any]) -> None:
    path: str = op["path"]
    if not path.startswith("/"):
        raise InvalidPatchError("a patch cannot replace the whole list", path)
    *parents, last = (segment.replace("~1", "/").replace("~0", "~") for segment in path[1:].split("/"))
    container: Any = result
    for segment in parents:
        key = _place(container, segment, path)
        child = container[key]
        if id(child) not in own:
            child = _copied(child)
            container[key] = own[id(child)] = child
        container = child
    is_add = op["op"] == "add"
    key = _place(container, last, path, is_add)
    if is_add and isinstance(container, list):
        container.insert(key, op["value"])
    elif op["op"] == "remove":
        del container[key]
    else:
        container[key] = op["value"]


def _copied(container: Any) -> Any:
    if type(container) in (dict, list):
        return container.copy()
    if isinstance(container, tuple):
        return list(container)
    # Imported where it is needed: it takes longer than the rest of the import.
    import copy

    return copy.copy(container)


def _place(container: Any, segment: str, path: str, is_add: bool = False) -> Any:
    if isinstance(container, list) and segment.isascii() and segment.isdigit() and int(segment) < len(container) + is_add:
        return int(segment)
    if isinstance(container, dict) and (is_add or segment in container):
        return segment
    raise InvalidPatchError("no such place", path)
