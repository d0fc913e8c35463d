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
        "A change to one place, as in RFC 6902.",
        field("op", word("replace", "remove", "add"), "The operation."),
        field("path", TEXT, "JSON Pointer to the place."),
        field("value", ANY, "The new value; missing for `remove`.", optional=True),
    ),
    row(
        "Splice",
        "Messages to replace.",
        field("start", WHOLE, "Index of the first one."),
        field("delete_count", WHOLE, "How many to remove."),
        field("insert", listed(ANY), "The new messages."),
    ),
    row(
        "Patch",
        "A change to a list of messages: first `ops`, then `splices`.",
        field("ops", listed(shape("PatchOp")), "Changes inside messages, in order."),
        field("splices", listed(shape("Splice")), "Replaced messages, last place first."),
    ),
    row(
        "ToolUseRecord",
        "How a tool was used, in gencode's session format.",
        field("tool", TEXT, "The tool's name."),
        field("count", WHOLE, "Number of calls."),
        field("notableUses", listed(TEXT), "Subjects of the first distinct calls."),
    ),
    row(
        "ConversationSummary",
        "A summary in gencode's session format.",
        field("id", TEXT, "Its id."),
        field("type", word("compaction"), "The type."),
        field("coveringMessages", NUMBERED, "First and last message."),
        field("content", TEXT, "The summary."),
        field("keyDecisions", listed(TEXT), "Sentences with decisions."),
        field("filesModified", listed(TEXT), "Changed paths."),
        field("toolsUsed", listed(shape("ToolUseRecord")), "Used tools."),
        field("generatedAt", TEXT, "Time in ISO 8601."),
        field("estimatedTokens", WHOLE, "Its tokens."),
    ),
]

# What functions of the host are given, and what they may answer.
OF_FUNCTIONS = [
    row("BeforeCompactRequest", "The argument of `before_compact`.", field("trigger", {"kind": "word", "name": "RunCause"}, "Why the run started.")),
    row(
        "RestoredFile",
        "A file's current content.",
        field("path", TEXT, "The requested path."),
        field("text", {"kind": "maybe", "of": TEXT}, "Its text, or null.", optional=True),
    ),
]

# Rows of the core that the host's functions are given as they are. In Python they are dicts.
GIVEN = ("SummaryRequest", "WantedFile", "StoreRequest")
# Rows that Python hands on in another form: records go to `logging`.
OF_NODE = ("LogRecord",)

# The fields of `Edited`, which stands for every list of messages after an operation.
EDITED = [
    ("changed", {"kind": "flag"}, "Whether anything changed."),
    ("removed", listed(shape("Removed")), "Removed content, one group for each kind."),
    ("tokens_before", WHOLE, "Tokens before."),
    ("tokens_after", WHOLE, "Tokens after."),
]
EDITED_MESSAGES = "The messages after the operation, or the same list if nothing changed."
EDITED_DETAILS = "The operation's own counts."
