"""The Python package as it follows from the tables: signatures, types, stubs, and the modules that hold the operations.

A new operation or option needs no line of Python by hand. What is by hand is named in the constants below: functions that the host gives,
and the few names that no table holds.
"""

from __future__ import annotations

import json
import pathlib
import textwrap
from typing import Any

Row = dict[str, Any]
PACKAGE = "bindings-python/conspectus"
GENERATED = "Written by `scripts/names.py --write` from the tables of the core. Do not edit."

# Names that are no operations: where they stand, and the module that holds them.
BESIDE = {
    "": {"Compactor": "_driver", "compact": "_driver", "History": "_history", "FolderStore": "_store", "Options": "options", "ConspectusError": "errors"},
    "tokens": {"Vocabulary": "_vocabulary", "count_up_to": "operations"},
    "context": {"LoopDetector": "_loops"},
    "sansio": {"Machine": "_machine", "apply_patch": "_patch", "names": "_conspectus"},
}
MODULES = ["errors", "options", "results"]
ABOUT_ROOMS = {
    "tokens": "Counting and cutting text by tokens, vocabularies of your own, media, and what providers report.",
    "context": "What goes into a context: texts cut to size, files by the page, memory files with their imports, the editor, the newest messages; and whether an agent goes round in circles.",
    "files": "Reading files for a model: pages, media and memory files, from below allowed folders only.",
    "providers": "What providers are known for: what their errors mean and what to do about them, what their models hold and cost.",
    "sansio": "The parts without their loop: the machine that a driver of your own feeds, patches, thresholds, snapshots.",
}

# What the host gives as a function. Name, type, meaning.
FUNCTIONS = [
    ("summarize", 'Summarize | Literal["embedded"]', 'Your model call, or `"embedded"` for the built-in summary. Default: `"embedded"`.'),
    ("store", "Store", "Keeps `action[\"text\"]` and returns where it can be found: a function, or a `FolderStore`. If it raises, the output stays in the history."),
    ("restore", "Restore", 'Reads files again: `[{"path", "text"}]`. Without it none is brought back.'),
    ("on_hook", "OnHook", "Is told before work is done (`event` is `pre_compress`), and at the end with the report (`post_compress`). Before, it may return `{\"abort\": True}`, which cancels the run, or `{\"context\": text}`, which the summariser of this run is told."),
    ("tokenizer", "Tokenizer", "Counts the tokens of a text in place of the estimators."),
]
TOKENIZER = FUNCTIONS[-1]
# Options of measuring that not every operation takes that measures.
FRAME = "message_overhead_tokens"
UNIT = "unit"
# What some operations take beside the table's arguments.
MORE = {
    "estimate_tokens": [TOKENIZER],
    "mask_tool_outputs": [("store", "Store", "Keeps an output and returns where it can be found.")],
    "simulate": [("progress", "Callable[[int, int], object]", "Is told after each row how many there are and how many there will be. What it raises ends the simulation.")],
}
WRAPPED = ("Estimate", "SplitPoint")

TYPES = '''
Pattern: TypeAlias = Literal["o200k", "cl100k", "llama3", "qwen2", "r50k"]
Verify: TypeAlias = Literal["shape", "hash"]


class SummaryRequest(TypedDict, total=False):
    """A complete request for a model: nothing has to be added."""

    purpose: Literal["summary", "fold", "verify", "retry"]
    """`summary`; `fold`, notes on one piece of a record that does not fit one request; `retry` after an answer that was refused; or
    `verify` for the second call that checks the first."""
    system: str
    """The system text."""
    messages: list[Any]
    """Messages in the shape of the history: plain text, no tools, no media."""
    max_output_tokens: int
    """The budget of the answer."""
    input_tokens: int
    """Estimated tokens of system text and messages."""
    model: str
    """The model that the preset's system would ask, where it names one."""
    follows_conversation: bool
    """Whether the messages are to follow the conversation as it was last sent, whose prefix the provider has cached."""


class Answer(Protocol):
    """An answer with a text. `input_tokens`, `output_tokens` and `stop_reason` are read too if it has them. `stop_reason` is the provider's
    word for why the model stopped: `length`, `max_tokens`, `end_turn`."""

    @property
    def text(self) -> str: ...


Tokenizer: TypeAlias = Callable[[str], int]
Summarize: TypeAlias = Callable[[SummaryRequest], Union[str, Answer, Awaitable[Union[str, Answer]]]]
Store: TypeAlias = Callable[[dict[str, Any]], Any]
Restore: TypeAlias = Callable[[list[dict[str, Any]]], Any]
OnHook: TypeAlias = Callable[[dict[str, Any]], Any]
'''


def files(names: Row, root: pathlib.Path) -> dict[str, str]:
    made = Made(names)
    texts = {f"{room}.py": made.room(room) for room in made.rooms if room}
    texts |= {
        "_rooms.py": made.places(),
        "_table.py": made.table(),
        "_signatures.py": made.signatures(),
        "options.py": made.options(),
        "operations.pyi": made.stubs(),
        "__init__.pyi": made.top(),
    }
    return {f"{PACKAGE}/{name}": text for name, text in texts.items()}


class Made:
    """The texts of the files."""

    def __init__(self, names: Row) -> None:
        self.names = names
        self.rows: list[Row] = names["operations"]
        self.by_name: dict[str, Row] = {row["name"]: row for row in names["options"]}
        self.rooms = sorted({room for row in self.rows for room in row["rooms"]})
        self.aliases: dict[str, list[str]] = {"Preset": [preset["name"] for preset in names["presets"]], "Status": names["statuses"]}
        for row in names["options"]:
            if row["domain"]["kind"] in ("word", "words") and row["name"] != "summarize":
                self.aliases[alias(row)] = row["domain"]["words"]

    # --- words ------------------------------------------------------------------------------------

    def type_of(self, row: Row) -> str:
        """The Python type of an option or an argument."""
        domain = row["domain"]
        kind = domain["kind"]
        if kind == "data":
            return str(domain["python"])
        if kind == "word":
            known = alias(row) in self.aliases and self.aliases[alias(row)] == domain["words"]
            return alias(row) if known else f"Literal[{', '.join(map(json.dumps, domain['words']))}]"
        return {"whole": "int", "number": "float", "flag": "bool", "text": "str", "texts": "Sequence[str]", "words": f"Sequence[{alias(row)}]"}[kind]

    def line(self, row: Row) -> str:
        """Meaning, range and default of an option or an argument."""
        told = [sentence(row["meaning"])]
        domain = row["domain"]
        if domain["kind"] in ("whole", "number"):
            told.append(sentence(domain["range"][0].upper() + domain["range"][1:]) if domain["range"] != "a number" else "")
        elif domain.get("words"):
            told.append(f"One of {', '.join(f'`{word}`' for word in domain['words'])}." if domain["kind"] == "word" else "")
        if "defaults" in row:
            default = row["defaults"]["default"]
            said = row["source"] if default is None else f"`{json.dumps(default, ensure_ascii=False)}`"
            told.append(f"Default: {said}.")
        return " ".join(text for text in told if text)

    # --- operations -------------------------------------------------------------------------------

    def positional(self, row: Row) -> list[str]:
        """What may be given by its place: the input, and the one argument that must be given."""
        if row["input"] is None:
            return []
        needed = [argument["name"] for argument in row["arguments"] if argument["needed"]]
        return [row["input"]["name"], *(needed if len(needed) == 1 else []), *(["store"] if row["name"] == "mask_tool_outputs" else [])]

    def detached(self, row: Row) -> bool:
        """Whether it counts long texts or reads files: then other threads run meanwhile."""
        texts = row["input"] is not None and row["input"]["python"] in ("str", "Sequence[str]", "Sequence[int]")
        return (texts and "encoding" in row["options"] and not row["measures"]) or self.reads_files(row)

    def reads_files(self, row: Row) -> bool:
        return "files" in row["rooms"]

    def has_preset(self, row: Row) -> bool:
        plain = not row["options"] and not row["arguments"] and set(row["rooms"]) <= {"", "tokens", "sansio"}
        return self.reads_files(row) or not (row["measures"] or self.detached(row) or plain)

    def own(self, row: Row) -> list[tuple[str, str, str, bool]]:
        """Arguments and options but those of measuring: name, type, meaning, whether it must be given."""
        found = [(item["name"], self.type_of(item), self.line(item), item["needed"]) for item in row["arguments"]]
        measuring = self.names["measuring"] if row["measures"] else []
        found += [(name, self.type_of(self.by_name[name]), self.line(self.by_name[name]), False) for name in row["options"] if name not in measuring]
        found += [(*item, False) for item in MORE.get(row["name"], [])]
        if self.has_preset(row):
            found.append(("preset", "Preset", "The preset whose values hold where nothing is given.", False))
        return found

    def result(self, row: Row) -> str:
        gives = row["gives"]
        if gives["kind"] != "patched":
            return recorded(gives["python"])
        of = "M" if row["input"]["python"] == "Sequence[Any]" else "Any"
        report = recorded(gives["python"]) if gives["field"] else "Record"
        return f"Edited[{of}]" if report == "Record" else f"Edited[{of}, {report}]"

    def parameters(self, row: Row, full: bool) -> list[str]:
        """The parameters of an operation; the options of measuring one by one if `full`."""
        bundle, covered = self.bundle(row)
        own = {name: (kind, needed) for name, kind, _, needed in self.own(row) if full or name not in covered}
        generic = row["gives"]["kind"] == "patched" and not full
        found = []
        for place in self.positional(row):
            if place == (row["input"] or {}).get("name"):
                kind = row["input"]["python"]
                found.append(f"{place}: {'Sequence[M]' if generic and kind == 'Sequence[Any]' else kind}")
            else:
                found.append(parameter(place, *own.pop(place)))
        keywords = [parameter(name, kind, needed) for name, (kind, needed) in own.items()]
        if row["measures"] and full:
            keywords += [parameter(name, self.type_of(self.by_name[name]), False) for name in self.names["measuring"]]
            keywords.append(parameter("preset", "Preset", False))
        found += ["*", *keywords] if keywords else []
        return found + ([f"**options: Unpack[{bundle}]"] if bundle and not full else [])

    def bundle(self, row: Row) -> tuple[str, set[str]]:
        """The `TypedDict` that holds the options of measuring that an operation takes, and their names."""
        framed = FRAME in row["options"]
        media = set(self.names["measuring"]) - {UNIT}
        if row["measures"]:
            return ("MeasuringMessages" if framed else "Measuring"), {FRAME, UNIT, *media}
        if framed and UNIT not in row["options"] and media <= set(row["options"]):
            return "MeasuringImages", {FRAME, "preset", *media}
        return "", set()

    def table(self) -> str:
        lines = [quoted(f"How each operation is called, and what is said of it. {GENERATED}"), "", "OPERATIONS = {"]
        for row in self.rows:
            gives = row["gives"]
            field = gives.get("field", gives["python"] if gives["python"] in WRAPPED else "")
            lines += [
                f"    {row['name']!r}: {{",
                f"        'input': {row['input'] and row['input']['name']!r},",
                f"        'positional': {tuple(self.positional(row))!r},",
                f"        'detached': {self.detached(row)!r},",
                f"        'gives': ({gives['kind']!r}, {field!r}),",
                f"        'about': {row['about']!r},",
                "        'own': {",
                *[f"            {name!r}: {meaning!r}," if name not in self.by_name else f"            {name!r}: ''," for name, _, meaning, _ in self.own(row)],
                "        },",
                f"        'measures': {row['measures']!r},",
                "    },",
            ]
        lines += ["}", "", f"MEASURING = {tuple(self.names['measuring'])!r}", "", "# Meaning, range and default of each option, by its flat name.", "MEANINGS = {"]
        lines += [f"    {name!r}: {self.line(row)!r}," for name, row in self.by_name.items()]
        lines += ["}", "", "# Where the compactor and the ledger take an option.", "GROUPED = {"]
        lines += [f"    {row['name']!r}: ({row['group']!r}, {row['leaf']!r})," for row in self.by_name.values()]
        return "\n".join([*lines, "}", ""])

    # --- the compactor ----------------------------------------------------------------------------

    def groups(self) -> list[Row]:
        return [group for group in self.names["groups"] if group["name"]]

    def constructor(self) -> list[tuple[str, str, str]]:
        """What the compactor's constructor takes: name, type, meaning."""
        top = [row for row in self.names["options"] if not row["group"] and row["name"] != "summarize"]
        order = {"model": 0, "context_window": 1, "dialect": 3}
        found = [(order.get(row["name"], 9), (row["name"], self.type_of(row), self.line(row))) for row in top]
        found.append((2, ("preset", "Preset", f"Whose way to compact. {self.presets()} Default: `default`.")))
        found += [(4 + place, function) for place, function in enumerate(FUNCTIONS)]
        leaves = {group["name"]: [row["leaf"] for row in self.names["options"] if row["group"] == group["name"]] for group in self.groups()}
        groups = [(group["name"], group["name"].title(), self.about_group(group["name"], leaves[group["name"]])) for group in self.groups()]
        return [item for _, item in sorted(found, key=lambda pair: pair[0])] + groups

    def about_group(self, name: str, leaves: list[str]) -> str:
        about = next(group["about"] for group in self.names["groups"] if group["name"] == name)
        return f"{sentence(about)} A dict of {', '.join(f'`{leaf}`' for leaf in leaves)}."

    def presets(self) -> str:
        return " ".join(f"`{preset['name']}`: {sentence(preset['about'])}" for preset in self.names["presets"])

    def turn(self) -> list[tuple[str, str, str]]:
        return [(row["name"], self.type_of(row), self.line(row)) for row in self.names["compactor"]["turn"]]

    def of_history(self) -> dict[str, list[Row]]:
        """The options of the ledger, by group."""
        found: dict[str, list[Row]] = {}
        for name in self.names["history"]["options"]:
            found.setdefault(self.by_name[name]["group"], []).append(self.by_name[name])
        return found

    def history(self) -> list[tuple[str, str, str]]:
        top = [(row["name"], self.type_of(row), self.line(row)) for row in self.of_history()[""]]
        top.append(("preset", "Preset", "The preset whose values hold where nothing is given."))
        top.append(("verify", "Verify", "`shape` recognises known messages by identity, `hash` by their content. Default: `shape`."))
        taken = self.of_history()
        in_order = [group["name"] for group in self.groups() if group["name"] in taken]
        groups = [(name, f"History{name.title()}", self.about_group(name, [row["leaf"] for row in taken[name]])) for name in in_order]
        return [*top, TOKENIZER, *groups]

    def signatures(self) -> str:
        """Functions that are never called: `inspect.signature` and editors read their parameters."""
        turn = [parameter(name, kind, False) for name, kind, _ in self.turn()]
        made = [parameter(name, kind, False) for name, kind, _ in self.constructor()]
        shared = parameter("options", "Options", False)
        machine = [item for item in made if item.split(":")[0] not in ("summarize", "store", "restore", "on_hook")]
        machine.insert(3, parameter("summarize", 'Literal["host", "embedded"]', False))
        ledger = [parameter(name, kind, False) for name, kind, _ in self.history()]
        about_turn = listed(self.turn())
        about_made = listed([*self.constructor(), ("options", "Options", "A dict of these arguments, to share. Those given beside it win.")])
        about_machine = listed([item for item in self.constructor() if item[0] not in ("summarize", "store", "restore", "on_hook")])
        parts = [
            quoted(f"The signatures that people see: `inspect.signature` follows `__wrapped__` to them. {GENERATED}"),
            "from __future__ import annotations",
            f"# The names that the two halves of `compact` take.\nTURN = {tuple(name for name, _, _ in self.turn())!r}\n"
            f"CONSTRUCTOR = {(*[name for name, _, _ in self.constructor()], 'options')!r}",
            function("Compactor", ["self", "*", *made, shared], "None", about_made),
            function("Compactor_compact", ["self", "messages: Sequence[M]", "*", *turn], "Result[M]", about_turn),
            function("Compactor_acompact", ["self", "messages: Sequence[M]", "*", *turn], "Result[M]", about_turn),
            function("compact", ["messages: Sequence[M]", "*", *turn, *made, shared], "Result[M]"),
            function("Machine", ["cls", "*", *machine], "Machine", about_machine),
            function("handle_messages", ["self", "messages: Sequence[Any]", "*", *turn], "None", about_turn),
            function("History", ["cls", "*", *ledger], "History", listed(self.history())),
            function("count_up_to", ["text: str", "limit: int", "*", "encoding: Encoding | None = None", "model: str | None = None"], "int | None"),
            *[function(row["name"], self.parameters(row, full=True), self.result(row)) for row in self.rows],
        ]
        return "\n\n\n".join(parts[:2]).replace("\n\n\n", "\n\n", 1) + "\n\n" + "\n\n\n".join(parts[2:]) + "\n"

    def options(self) -> str:
        head = [
            quoted(f"The types of options, and the words that they take. {GENERATED}"),
            "",
            "from __future__ import annotations",
            "",
            "from collections.abc import Awaitable, Callable, Mapping, Sequence",
            "from typing import Any, Literal, Protocol, TypeAlias, TypedDict, Union",
            "",
        ]
        words = [f"{name}: TypeAlias = Literal[{', '.join(map(json.dumps, values))}]" for name, values in self.aliases.items()]
        parts = []
        for group in self.groups():
            rows = [(row["leaf"], self.type_of(row), self.line(row)) for row in self.names["options"] if row["group"] == group["name"]]
            parts.append(typed(group["name"].title(), group["about"], rows))
        parts.append(typed("Options", "The keyword arguments of `Compactor`, for those who share them.", self.constructor()))
        parts.append(typed("Turn", "What goes with the messages of one turn.", self.turn()))
        for name, taken in self.of_history().items():
            if name:
                about = f"Options of a `History`, in the group `{name}`."
                parts.append(typed(f"History{name.title()}", about, [(row["leaf"], self.type_of(row), self.line(row)) for row in taken]))
        parts.append(typed("HistoryOptions", "The keyword arguments of `History`.", self.history()))
        return "\n".join([*head, *words]) + "\n" + TYPES.rstrip("\n") + "\n\n\n" + "\n\n\n".join(parts) + "\n"

    # --- stubs ------------------------------------------------------------------------------------

    def stubs(self) -> str:
        measuring = [(name, self.type_of(self.by_name[name]), self.line(self.by_name[name])) for name in self.names["measuring"]]
        measuring.append(("preset", "Preset", "The preset whose values hold where nothing is given."))
        frame = (FRAME, self.type_of(self.by_name[FRAME]), self.line(self.by_name[FRAME]))
        used = sorted({*self.aliases, "Store", "Tokenizer"} - {"Status"})
        parts = [
            f"# {GENERATED}\nfrom collections.abc import Callable, Mapping, Sequence\nfrom typing import Any, Literal, TypedDict, TypeVar\n\nfrom typing_extensions import Unpack\n\n"
            f"from .options import {', '.join(used)}\nfrom .results import Edited, Estimate, Record, SplitPoint\n\nM = TypeVar(\"M\")",
            typed("MeasuringMedia", "Options that decide how things are measured, where only tokens count.", [item for item in measuring if item[0] != UNIT]),
            typed("Measuring", "Options that decide how things are measured.", [item for item in measuring if item[0] == UNIT], "MeasuringMedia"),
            typed("MeasuringImages", "As `MeasuringMedia`, where each message costs tokens of its own.", [frame], "MeasuringMedia"),
            typed("MeasuringMessages", "As `Measuring`, where each message costs tokens of its own.", [], "Measuring, MeasuringImages"),
            stub("count_up_to", ["text: str", "limit: int", "*", "encoding: Encoding | None = None", "model: str | None = None"], "int | None",
                 "As `count_tokens`, but `None` as soon as there are more than `limit`."),
        ]
        for row in self.rows:
            told = [row["about"], "", *[f"{name}: {meaning}" for name, _, meaning, _ in self.own(row) if name not in self.bundle(row)[1]]]
            parts.append(stub(row["name"], self.parameters(row, full=False), self.result(row), "\n".join(told).rstrip()))
        return "\n\n".join(parts) + "\n"

    def members(self, room: str) -> dict[str, str]:
        """The names in a room, with the modules that hold them."""
        return {row["name"]: "operations" for row in self.rows if room in row["rooms"]} | BESIDE.get(room, {})

    def room(self, room: str) -> str:
        by_preset = {preset["name"].replace("-", "_"): preset["about"] for preset in self.names["presets"]}
        about = ABOUT_ROOMS.get(room) or f"What only this system does. Its preset: {by_preset.get(room, room)}."
        members = self.members(room)
        lines = [quoted(f"{about}\n\n{GENERATED}"), ""]
        for module in sorted(set(members.values())):
            held = ", ".join(sorted(name for name, place in members.items() if place == module))
            line = f"from .{module} import {held}"
            lines += [line] if len(line) <= 140 else [f"from .{module} import (", *[f"    {name}," for name in held.split(", ")], ")"]
        return "\n".join([*lines, "", "__all__ = [", *[f'    "{name}",' for name in sorted(members)], "]", ""])

    def places(self) -> str:
        rooms = sorted([*(room for room in self.rooms if room), *MODULES])
        places = self.members("") | {room: room for room in rooms}
        lines = [quoted(f"Where the names of the package stand. {GENERATED}"), "", f"ROOMS = {tuple(rooms)!r}", "PLACES = {"]
        return "\n".join([*lines, *[f"    {name!r}: {place!r}," for name, place in sorted(places.items())], "}", ""])

    def top(self) -> str:
        rooms = sorted([*(room for room in self.rooms if room), *MODULES])
        lines = [f"# {GENERATED}", *[f"from . import {room} as {room}" for room in rooms], "from ._conspectus import __version__ as __version__"]
        return "\n".join([*lines, *[f"from .{place} import {name} as {name}" for name, place in sorted(self.members("").items())], ""])


def listed(rows: list[tuple[str, str, str]]) -> str:
    """Arguments with their meanings, for a docstring."""
    return "\n".join(["Arguments:", *[f"    {name}: {meaning}" for name, _, meaning in rows]])


def alias(row: Row) -> str:
    """The name of the type of an option's words."""
    name = "".join(word.title() for word in row["name"].split("_"))
    return {"Modalities": "Modality"}.get(name, name)


def recorded(kind: str) -> str:
    """The type of what a function gives: dicts come back as records."""
    return "Record" if kind.startswith("dict[") else kind.replace("dict[str, Any]", "Record")


def sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", ":", "?")) else text + "."


def parameter(name: str, kind: str, needed: bool) -> str:
    if needed:
        return f"{name}: {kind}"
    return f"{name}: {kind} = None" if kind == "Any" or kind.endswith("| None") else f"{name}: {kind} | None = None"


def quoted(text: str, indent: str = "") -> str:
    """A docstring."""
    lines = [line for part in text.split("\n") for line in (textwrap.wrap(part, 132 - len(indent), break_on_hyphens=False, subsequent_indent="        " if part.startswith("    ") else "") or [""])]
    text = ("\n" + indent).join(lines).replace("\n" + indent + "\n", "\n\n").replace("\\", "\\\\")
    text += " " if text.endswith('"') else ""
    return f'{indent}"""{text}\n{indent}"""' if len(lines) > 1 else f'{indent}"""{text}"""'


def signature(name: str, parameters: list[str], result: str) -> str:
    line = f"def {name}({', '.join(parameters)}) -> {result}:"
    return line if len(line) <= 120 else "\n".join([f"def {name}(", *[f"    {item}," for item in parameters], f") -> {result}:"])


def function(name: str, parameters: list[str], result: str, doc: str = "") -> str:
    return signature(name, parameters, result) + ("\n" + quoted(doc, "    ") if doc else " ...")


def stub(name: str, parameters: list[str], result: str, doc: str) -> str:
    return signature(name, parameters, result) + "\n" + quoted(doc, "    ")


def typed(name: str, about: str, rows: list[tuple[str, str, str]], base: str = "TypedDict") -> str:
    """A `TypedDict` with a docstring for each key."""
    lines = [f"class {name}({base}, total=False):", quoted(sentence(about), "    "), ""]
    for key, kind, meaning in rows:
        lines += [f"    {key}: {kind if kind == 'Any' else kind + ' | None'}", quoted(meaning, "    ")]
    return "\n".join(lines)
