"""What goes in and out as plain data, with the very keys that are told here: no row of the core holds it. Python gets a `TypedDict`, TypeScript an interface.

A row is as those of the core. A field that may be missing says so by `"optional"`.
"""

from __future__ import annotations

from typing import Any

Row = dict[str, Any]

TEXT: Row = {"kind": "text"}
WHOLE: Row = {"kind": "whole"}
ANY: Row = {"kind": "data", "python": "Any", "typescript": "unknown"}
NUMBERED: Row = {"kind": "data", "python": "list[int]", "typescript": "readonly [number, number]"}


def listed(of: Row) -> Row:
    return {"kind": "list", "of": of}


def shape(name: str) -> Row:
    return {"kind": "shape", "name": name}


def word(*words: str) -> Row:
    return {"kind": "data", "python": f"Literal[{', '.join(f'{chr(34)}{one}{chr(34)}' for one in words)}]", "typescript": " | ".join(f"'{one}'" for one in words)}


def field(name: str, kind: Row, meaning: str, optional: bool = False) -> Row:
    return {"name": name, "type": kind, "meaning": meaning, "optional": optional}


def row(name: str, about: str, *fields: Row) -> Row:
    return {"name": name, "about": about, "fields": [*fields]}


# Patches, and gencode's record of a summary, whose keys are those of its session files.
OF_RESULTS = [
    row(
        "PatchOp",
        "One change to one place, as in RFC 6902.",
        field("op", word("replace", "remove", "add"), "What is done."),
        field("path", TEXT, "JSON Pointer to the place."),
        field("value", ANY, "What comes there; missing where something is removed.", optional=True),
    ),
    row(
        "Splice",
        "Messages that others take the place of.",
        field("start", WHOLE, "Index of the first message that goes."),
        field("delete_count", WHOLE, "How many go."),
        field("insert", listed(ANY), "What comes in their place."),
    ),
    row(
        "Patch",
        "A change of a list of messages: first `ops`, then `splices`.",
        field("ops", listed(shape("PatchOp")), "Changes inside messages, in an order in which they can be applied."),
        field("splices", listed(shape("Splice")), "Messages dropped and inserted, last place first."),
    ),
    row(
        "ToolUseRecord",
        "How a tool was used, as gencode's session files hold it.",
        field("tool", TEXT, "The tool's name."),
        field("count", WHOLE, "How many times it was called."),
        field("notableUses", listed(TEXT), "What the first distinct calls were about."),
    ),
    row(
        "ConversationSummary",
        "The record of a summary as gencode's session files hold it, with its keys.",
        field("id", TEXT, "Its name."),
        field("type", word("compaction"), "What it is."),
        field("coveringMessages", NUMBERED, "First and last message, the last included."),
        field("content", TEXT, "The summary."),
        field("keyDecisions", listed(TEXT), "Sentences in which something was decided."),
        field("filesModified", listed(TEXT), "Paths that were written, edited or deleted."),
        field("toolsUsed", listed(shape("ToolUseRecord")), "How each tool was used."),
        field("generatedAt", TEXT, "When, as ISO 8601."),
        field("estimatedTokens", WHOLE, "Its tokens."),
    ),
]

# What functions of the host are given, and what they may answer.
OF_FUNCTIONS = [
    row("BeforeCompactRequest", "What `before_compact` is told.", field("trigger", {"kind": "word", "name": "RunCause"}, "Why the run began.")),
    row(
        "RestoredFile",
        "A file as it is now.",
        field("path", TEXT, "The path as it was asked for."),
        field("text", {"kind": "maybe", "of": TEXT}, "Its text; null if there is none.", optional=True),
    ),
]

# Rows of the core that the host's functions are given as they are. In Python they are dicts.
GIVEN = ("SummaryRequest", "WantedFile", "StoreRequest")
# Rows that Python hands on in another form: records go to `logging`.
OF_NODE = ("LogRecord",)

# The fields of `Edited`, which stands for every list of messages after an operation.
EDITED = [
    ("changed", {"kind": "flag"}, "Whether anything changed."),
    ("removed", listed(shape("Removed")), "What was removed: one group for each kind."),
    ("tokens_before", WHOLE, "Tokens of the messages before."),
    ("tokens_after", WHOLE, "Tokens of the messages after."),
]
EDITED_MESSAGES = "The messages after the operation: the very same list if nothing changed."
EDITED_DETAILS = "What the operation says of itself."
