"""The Python package as it follows from the tables: signatures, types, stubs, and the modules that hold the operations.

A new operation or option needs no line of Python by hand. What is by hand is named in the constants below: functions that the host gives,
and the few names that no table holds.
"""

from __future__ import annotations

import json
import pathlib
import re
import textwrap
from typing import Any

from . import plain

Row = dict[str, Any]
PACKAGE = "bindings-python/conspectus"
GENERATED = "Written by `scripts/names.py --write` from the tables of the core. Do not edit."

# Names that are no operations: where they stand, and the module that holds them.
BESIDE = {
    "": {"Compactor": "_driver", "Result": "results", "compact": "_driver", "History": "_history", "FolderStore": "_store", "render_report": "_report", "Options": "options", "ConspectusError": "errors"},
    "tokens": {"Vocabulary": "_vocabulary"},
    "context": {"LoopDetector": "_loops", "summarize_output": "operations"},
    "sansio": {"Machine": "_machine", "apply_patch": "_patch", "names": "_conspectus"},
}
MODULES = ["errors", "options", "results"]
ABOUT_ROOMS = {
    "tokens": "Counting and cutting text by tokens, vocabularies of your own, media, and what providers report.",
    "context": "What goes into a context: texts cut to size, files by the page, long outputs; and whether an agent goes round in circles.",
    "files": "Reading files for a model: pages, media and instruction files with their imports, from below allowed folders only.",
    "providers": "What providers are known for: what their errors mean and what to do about them, what their models hold and cost.",
    "sansio": "The parts without their loop: the machine that a driver of your own feeds, patches, questions to a model.",
}

# How the value of an option is told in Python where it is no plain type.
AMOUNT, KEEP = "float | Tokens", "Keep"
# The operations whose `tokenizer` may be a function.
COUNTING = ("count_tokens", "estimate_tokens")
# What is a function in Python, although the table has words for it. Name and type.
CALLABLE = {"summarize": 'Summarize | Literal["extractive"]', "tokenizer": "TokenizerName | Tokenizer"}
PRESET = ("preset", "Preset | PresetOptions", "The preset whose values hold where nothing is given.")
# What some operations take beside the table's arguments.
MORE = {
    "mask_tool_outputs": [("store", "Store", "Keeps an output and returns where it can be found.")],
    "summarize_output": [("summarize", "Summarize", "Asks a model with `request` and gives its answer, which is then checked. If it raises, the output stays and a warning is logged.")],
    "simulate": [("progress", "Callable[[int, int], object]", "Is called after each row with how many there are and how many there will be. What it raises ends the simulation.")],
}

TYPES = '''
Pattern: TypeAlias = Literal["o200k", "cl100k", "llama3", "qwen2", "r50k"]
Verify: TypeAlias = Literal["shape", "hash"]


GIVEN


class Answer(Protocol):
    """An answer with a text. `input_tokens`, `output_tokens` and `stop_reason` are read too if it has them. `stop_reason` is the provider's
    word for why the model stopped: `length`, `max_tokens`, `end_turn`."""

    @property
    def text(self) -> str: ...


class Tokens(TypedDict):
    """A number of tokens, where a share would do too."""

    tokens: int


class Keep(TypedDict, total=False):
    """How much of the newest conversation stays: one of these."""

    tokens: int
    """So many tokens at most."""
    messages: int
    """So many messages."""
    turns: int
    """So many turns. A turn goes from one request of the user to the next."""
    fraction: float
    """A share of the room."""


class Cancel(TypedDict, total=False):
    """What `before_compact` may return."""

    cancel: bool
    """Ends the run."""
    context: str
    """What the summariser of this run reads."""


Tokenizer: TypeAlias = Callable[[str], int]
Summarize: TypeAlias = Callable[[SummaryRequest], Union[str, Answer, Awaitable[Union[str, Answer]]]]
Store: TypeAlias = Callable[[StoreRequest], object]
Restore: TypeAlias = Callable[[list[WantedFile]], Union[Sequence[RestoredFile], None, Awaitable[Union[Sequence[RestoredFile], None]]]]
BeforeCompact: TypeAlias = Callable[[BeforeCompactRequest], Union[Cancel, None, Awaitable[Union[Cancel, None]]]]
OnCompact: TypeAlias = Callable[[Result[Any]], object]
'''


def files(names: Row, root: pathlib.Path) -> dict[str, str]:
    made = Made(names)
    texts = {f"{room}.py{'i' * (room in made.preset_rooms)}": made.room(room) for room in made.rooms if room}
    texts |= {f"{room}.py": made.preset(room) for room in made.preset_rooms}
    texts |= {
        "_rooms.py": made.places(),
        "_table.py": made.table(),
        "_signatures.py": made.signatures(),
        "options.py": made.options(),
        "operations.pyi": made.stubs(),
        "results.py": made.results(),
        "__init__.pyi": made.top(),
    }
    return {f"{PACKAGE}/{name}": text for name, text in texts.items()}


class Made:
    """The texts of the files."""

    def __init__(self, names: Row) -> None:
        self.names = names
        self.rows: list[Row] = names["operations"]
        self.page: list[Row] = names["options"]
        self.by_name: dict[str, Row] = {row["name"]: row for row in [*names["settings"], *self.page]}
        self.rooms = sorted({room for row in self.rows for room in row["rooms"]})
        self.preset_rooms = [room for room in self.rooms if room.replace("_", "-") in {preset["name"] for preset in names["presets"]}]
        self.aliases: dict[str, list[str]] = {"Preset": [preset["name"] for preset in names["presets"]]}
        self.shapes: dict[str, Row] = {row["name"]: row for row in names["shapes"]}
        self.words: dict[str, Row] = {row["name"]: row for row in names["words"]}
        for row in self.by_name.values():
            words = row["domain"].get("words")
            if words and row["name"] not in ("summarize", "preset"):
                self.aliases[alias(row)] = words

    # --- words ------------------------------------------------------------------------------------

    def type_of(self, row: Row) -> str:
        """The Python type of an option or an argument."""
        domain = row["domain"]
        kind = domain["kind"]
        if row["name"] in CALLABLE and "heading" in row:
            return CALLABLE[row["name"]]
        if kind in ("data", "function"):
            return str(domain["python"])
        if kind == "amount":
            return AMOUNT
        if kind == "keep":
            return KEEP
        if kind == "whole_or_word":
            return f"int | {alias(row)}"
        if kind == "rows":
            return f"Mapping[str, {domain['name']}]"
        if kind == "fields":
            return f"{alias(row)} | {domain['name']}" if domain["words"] else str(domain["name"])
        if kind == "word":
            known = alias(row) in self.aliases and self.aliases[alias(row)] == domain["words"]
            return alias(row) if known else f"Literal[{', '.join(map(json.dumps, domain['words']))}]"
        return {"whole": "int", "number": "float", "flag": "bool", "text": "str", "texts": "Sequence[str]", "words": f"Sequence[{alias(row)}]"}[kind]

    def type_for(self, operation: Row, name: str) -> str:
        """The type of an option in an operation."""
        row = self.by_name[name]
        return alias(row) if name == "tokenizer" and operation["name"] not in COUNTING else self.type_of(row)

    def line(self, row: Row) -> str:
        """Meaning, range and default of an option or an argument."""
        told = [sentence(row["meaning"]).replace(": true}`", ": True}`")]
        domain = row["domain"]
        if domain["kind"] in ("whole", "number", "amount", "keep", "whole_or_word"):
            told.append(sentence(domain["range"][0].upper() + domain["range"][1:]) if domain["range"] not in ("number", "integer") else "")
        elif domain.get("words"):
            told.append(f"One of {', '.join(f'`{word}`' for word in domain['words'])}." if domain["kind"] == "word" else "")
        if "default" in row:
            default = row["default"]
            said = row["source"] if default in (None, {}) else f"`{json.dumps(default, ensure_ascii=False)}`"
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
        found += [(name, self.type_for(row, name), self.line(self.by_name[name]), False) for name in row["options"] if name not in measuring]
        found += [(*item, False) for item in MORE.get(row["name"], [])]
        if self.has_preset(row):
            found.append((*PRESET, False))
        return found

    def result(self, row: Row) -> str:
        gives = row["gives"]
        if gives["kind"] != "edited":
            return kind_of(gives["type"])
        of = "M" if row["input"]["python"] == "Sequence[Any]" else "Any"
        return f"Edited[{of}, {kind_of(gives['type'])}]"

    def parameters(self, row: Row, full: bool) -> list[str]:
        """The parameters of an operation; the options of measuring one by one if `full`."""
        bundle, covered = self.bundle(row)
        own = {name: (kind, needed) for name, kind, _, needed in self.own(row) if full or name not in covered}
        generic = row["gives"]["kind"] == "edited" and not full
        found = []
        for place in self.positional(row):
            if place == (row["input"] or {}).get("name"):
                kind = row["input"]["python"]
                found.append(f"{place}: {'Sequence[M]' if generic and kind == 'Sequence[Any]' else kind}")
            else:
                found.append(parameter(place, *own.pop(place)))
        keywords = [parameter(name, kind, needed) for name, (kind, needed) in own.items()]
        if row["measures"] and (full or not bundle):
            keywords += [parameter(name, self.type_for(row, name), False) for name in self.names["measuring"]]
            keywords.append(parameter(PRESET[0], PRESET[1], False))
        found += ["*", *keywords] if keywords else []
        return found + ([f"**options: Unpack[{bundle}]"] if bundle and not full else [])

    def bundle(self, row: Row) -> tuple[str, set[str]]:
        """The `TypedDict` that holds the options of measuring that an operation takes, and their names."""
        return ("Measuring", {"preset", *self.names["measuring"]}) if row["measures"] and row["name"] not in COUNTING else ("", set())

    def table(self) -> str:
        lines = [quoted(f"How each operation is called, and what is said of it. {GENERATED}"), "", "OPERATIONS = {"]
        for row in self.rows:
            gives = row["gives"]
            lines += [
                f"    {row['name']!r}: {{",
                f"        'input': {row['input'] and row['input']['name']!r},",
                f"        'positional': {tuple(self.positional(row))!r},",
                f"        'detached': {self.detached(row)!r},",
                f"        'gives': ({gives['kind']!r}, {gives['field']!r}, {maker(gives['type'])!r}),",
                f"        'about': {row['about']!r},",
                "        'own': {",
                *[f"            {name!r}: {meaning!r}," if name not in self.by_name else f"            {name!r}: ''," for name, _, meaning, _ in self.own(row)],
                "        },",
                f"        'measures': {row['measures']!r},",
                "    },",
            ]
        lines += ["}", "", f"MEASURING = {tuple(self.names['measuring'])!r}", "", "# Meaning, range and default of each option.", "MEANINGS = {"]
        lines += [f"    {name!r}: {self.line(row)!r}," for name, row in self.by_name.items()]
        return "\n".join([*lines, "}", ""])

    # --- the compactor ----------------------------------------------------------------------------

    def constructor(self) -> list[tuple[str, str, str]]:
        """What the compactor's constructor takes: name, type, meaning."""
        meaning = {"preset": f"Whose way to compact. {self.presets()} Default: `default`."}
        return [(row["name"], self.type_of(row), meaning.get(row["name"]) or self.line(row)) for row in self.page]

    def presets(self) -> str:
        return " ".join(f"`{preset['name']}`: {sentence(preset['about'])}" for preset in self.names["presets"])

    def turn(self) -> list[tuple[str, str, str]]:
        def line(row: Row) -> str:
            return self.line(row) + (f" Only under {', '.join(f'`{name}`' for name in row['presets'])}." if "presets" in row else "")

        return [(row["name"], self.type_of(row), line(row)) for row in self.names["turn"]]

    def history(self) -> list[tuple[str, str, str]]:
        found = [(name, self.type_of(self.by_name[name]), self.line(self.by_name[name])) for name in self.names["history"]]
        verify = "`shape` recognises known messages by identity, `hash` by their content. Default: `shape`."
        return [*found, PRESET, ("verify", "Verify", verify)]

    def preset_types(self) -> list[str]:
        """The object of each preset that has options of its own."""
        parts, names = [], []
        for preset in self.names["presets"]:
            if not preset["settings"]:
                continue
            name = "".join(word.title() for word in preset["name"].split("-")) + "Options"
            names.append(name)
            rows = []
            for own in preset["settings"]:
                row = {**self.by_name[own["field"]], "default": preset["values"][own["field"]]}
                rows.append((own["name"], self.type_of(row), self.line(row)))
            if preset["name"] == "qwen-code":
                rows.append(("restore", "Restore", "Reads files again after a summary. Without it, none are restored."))
            parts.append(f'class _{name}(TypedDict):\n    name: Literal["{preset["name"]}"]')
            parts.append(typed(name, f"The preset `{preset['name']}` with options of its own.", rows, f"_{name}"))
        return [*parts, f"PresetOptions: TypeAlias = Union[{', '.join(names)}]"]

    def field_types(self) -> list[str]:
        """The objects that are values of options."""
        parts = []
        for row in self.page:
            if row["domain"]["kind"] in ("fields", "rows"):
                rows = [(field["name"], self.type_of(field), sentence(field["meaning"])) for field in row["domain"]["fields"]]
                parts.append(typed(row["domain"]["name"], f"A value of the option `{row['name']}`.", rows))
        return parts

    def signatures(self) -> str:
        """Functions that are never called: `inspect.signature` and editors read their parameters."""
        turn = [parameter(name, kind, False) for name, kind, _ in self.turn()]
        made = [parameter(name, kind, False) for name, kind, _ in self.constructor()]
        hosted = ("summarize", "store", "before_compact", "on_compact")
        machine = [item for item in made if item.split(":")[0] not in hosted]
        machine.insert(0, parameter("summarize", 'Literal["host", "extractive"]', False))
        ledger = [parameter(name, kind, False) for name, kind, _ in self.history()]
        told = {name for name, _, _ in self.turn()}
        about_turn = listed(self.turn())
        about_made = listed(self.constructor())
        about_machine = listed([item for item in self.constructor() if item[0] not in hosted])
        parts = [
            quoted(f"The signatures that people see: `inspect.signature` follows `__wrapped__` to them. {GENERATED}"),
            "from __future__ import annotations",
            f"# The names that the two halves of `compact` take.\nTURN = {tuple(name for name, _, _ in self.turn())!r}\n"
            f"CONSTRUCTOR = {tuple(name for name, _, _ in self.constructor())!r}",
            function("Compactor", ["self", "*", *made], "None", about_made),
            function("Compactor_compact", ["self", "messages: Sequence[M]", "*", *turn], "Result[M]", about_turn),
            function("Compactor_acompact", ["self", "messages: Sequence[M]", "*", *turn], "Result[M]", about_turn),
            function("compact", ["messages: Sequence[M]", "*", *turn, *[item for item in made if item.split(":")[0] not in told]], "Result[M]"),
            function("Machine", ["cls", "*", *machine], "Machine", about_machine),
            function("handle_messages", ["self", "messages: Sequence[Any]", "*", *turn], "None", about_turn),
            function("History", ["cls", "*", *ledger], "History", listed(self.history())),
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
            "from .results import Mime, Purpose, Result, RunCause",
            "",
        ]
        words = [f"{name}: TypeAlias = Literal[{', '.join(map(json.dumps, values))}]" for name, values in self.aliases.items()]
        parts = [*self.field_types(), *self.preset_types()]
        parts.append(typed("Options", "The keyword arguments of `Compactor`, for those who share them.", self.constructor()))
        parts.append(typed("CompactArgs", "What goes with the messages of one call of `compact`.", self.turn()))
        parts.append(typed("HistoryOptions", "The keyword arguments of `History`.", self.history()))
        hosted = ("store", "before_compact", "on_compact")
        machine = [("summarize", 'Literal["host", "extractive"]', "Who writes the summary: you, or nobody.")]
        machine += [item for item in self.constructor() if item[0] not in ("summarize", *hosted)]
        parts.append(typed("MachineOptions", "The keyword arguments of `Machine`: those of `Compactor`, without your functions.", machine))
        given = [record(self.shapes[name]) for name in plain.GIVEN] + [record(row) for row in plain.OF_FUNCTIONS]
        types = TYPES.replace("GIVEN", "\n\n\n".join(given))
        return "\n".join([*head, *words]) + "\n" + types.rstrip("\n") + "\n\n\n" + "\n\n\n".join(parts) + "\n"

    # --- stubs ------------------------------------------------------------------------------------

    def stubs(self) -> str:
        lines = {name: self.line(self.by_name[name]) for name in self.names["measuring"]}
        measuring = [(name, alias(row) if (row := self.by_name[name])["name"] == "tokenizer" else self.type_of(row), line) for name, line in lines.items()]
        measuring.append(PRESET)
        used = sorted({*self.aliases, "Keep", "ModelRow", "PresetOptions", "Prices", "RequestLimits", "Store", "Summarize", "Tokenizer", "Tokens"})
        parts = [
            f"# {GENERATED}\nfrom collections.abc import Callable, Mapping, Sequence\nfrom typing import Any, Literal, TypedDict, TypeVar, overload\n\nfrom typing_extensions import Unpack\n\n"
            f"from .options import {', '.join(used)}\nfrom .results import {', '.join(sorted(self.named_results()))}\n\nM = TypeVar(\"M\")",
            typed("Measuring", "Options that decide how things are measured.", measuring),
        ]
        for row in self.rows:
            told = [row["about"], "", *[f"{name}: {meaning}" for name, _, meaning, _ in self.own(row) if name not in self.bundle(row)[1]]]
            told += [f"{name}: {line}" for name, line in lines.items()] if row["name"] in COUNTING else []
            parts += self.overloads(row, quoted("\n".join(told).rstrip(), "    "))
        return "\n\n".join(parts) + "\n"

    def overloads(self, row: Row, doc: str) -> list[str]:
        """The function; twice where an argument alone makes null possible."""
        taken, result = self.parameters(row, full=False), self.result(row)
        if row["name"] != "count_texts":
            return [f"{signature(row['name'], taken, result)}\n{doc}"]
        without = signature(row["name"], [item for item in taken if not item.startswith("at_most")], result.replace(" | None", ""))
        given = signature(row["name"], [item.replace(" = None", "") if item.startswith("at_most") else item for item in taken], result)
        return [f"@overload\n{without}\n{doc}", f"@overload\n{given} ..."]

    def named_results(self) -> set[str]:
        """The classes and words that signatures of operations name."""
        found = {"Edited"}
        for row in self.rows:
            found |= names_in(row["gives"]["type"])
            for argument in row["arguments"]:
                found |= set(re.findall(r"[A-Z]\w+", self.type_of(argument)))
        return found & {*self.shapes, *self.words, "Edited", *(row["name"] for row in plain.OF_RESULTS)} - {*self.aliases}

    def known_words(self) -> set[str]:
        """Words of results that an option takes too: they stand in `options`."""
        known = {name for name in self.words if name in self.aliases}
        for name in known:
            words = [word["word"] for word in self.words[name]["words"]]
            assert words == self.aliases[name], f"{name} has other words in results than in options"
        return known

    def results(self) -> str:
        """The classes of results."""
        words = [row for row in self.words.values()]
        lines = [
            quoted(f"What comes back. {GENERATED}"),
            "",
            "from __future__ import annotations",
            "",
            "from ._shapes import Dataclass, FrameMethods, Lined, PlanMethods, ResultMethods",
            "",
            "# Not from `typing`: it would take most of the time of the import. Type checkers know the name.",
            "TYPE_CHECKING = False",
            "if TYPE_CHECKING:",
            "    from collections.abc import Callable, Sequence",
            "    from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypedDict",
            "",
            "    from typing_extensions import TypeVar",
            "",
            '    M = TypeVar("M", default=Any)',
            '    D = TypeVar("D", default=Any)',
            "",
            f"    from .options import {', '.join(sorted({*self.known_words(), 'Options', 'Preset'}))}",
            "",
            *["    " + line for row in words if row["name"] not in self.known_words() for line in words_alias(row).split("\n")],
            "",
            *["    " + line if line else "" for row in plain.OF_RESULTS for line in [*record(row).split("\n"), ""]],
            "    class OfMessages(Generic[M]):",
            "        messages: list[M]",
            "",
            "    class OfEdited(Generic[M, D]):",
            "        messages: list[M]",
            "        details: D",
            "",
            "else:",
            "    M = D = None",
            "",
            "    class OfMessages:",
            "        __slots__ = ()",
            "",
            "        def __class_getitem__(cls, item):",
            "            return cls",
            "",
            "    OfEdited = OfMessages",
        ]
        parts = []
        for row in self.shapes.values():
            if row["name"] in (*plain.GIVEN, *plain.OF_NODE):
                continue
            fields = [(field["name"], kind_of(field["type"]), field["meaning"], maker(field["type"])) for field in row["fields"]]
            base, typing = "Dataclass", ""
            if row["name"] == "Result":
                base, typing = "ResultMethods", "OfMessages, Generic[M]"
                fields = [MESSAGES, *fields, ERROR]
            elif row["name"] == "Plan":
                base = "PlanMethods"
            elif row["name"] == "Simulation":
                base = "FrameMethods"
            elif row["name"] in ("TokenCount", "Facts", "Cut", "Summary"):
                base = "Lined"
            parts.append(shape(row["name"], base, row["about"], fields, generic="M" if typing else ""))
        edited = [("messages", "list[M]", plain.EDITED_MESSAGES, None)]
        edited += [(name, kind_of(kind), meaning, maker(kind)) for name, kind, meaning in plain.EDITED]
        parts.append(shape("Edited", "Lined", EDITED, [*edited, ("details", "D", plain.EDITED_DETAILS, None)], generic="M, D"))
        last = [
            "_WORDS = {",
            *[f"    {row['name']!r}: {tuple(word['word'] for word in row['words'])!r}," for row in words],
            "}",
            "",
            "",
            "def __getattr__(name: str) -> object:",
            '    """The types of words, made when they are asked for."""',
            "    if name in _WORDS:",
            "        from typing import Literal",
            "",
            "        found = globals()[name] = Literal[_WORDS[name]]",
            "        return found",
            '    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")',
        ]
        listed_names = sorted([*(name for name in self.shapes if name not in (*plain.GIVEN, *plain.OF_NODE)), *self.words, "Edited"])
        everything = ["__all__ = [", *[f'    "{name}",' for name in listed_names], "]"]
        return "\n".join(lines) + "\n\n\n" + "\n\n\n".join(parts) + "\n\n\n" + "\n".join([*everything, "", *last]) + "\n"

    def members(self, room: str) -> dict[str, str]:
        """The names in a room, with the modules that hold them."""
        return {row["name"]: "operations" for row in self.rows if room in row["rooms"]} | BESIDE.get(room, {})

    def room(self, room: str) -> str:
        by_preset = {preset["name"].replace("-", "_"): preset["about"] for preset in self.names["presets"]}
        about = ABOUT_ROOMS.get(room) or f"The types of functions that act as the preset: {by_preset[room]}."
        members = self.members(room)
        lines = [quoted(f"{about}\n\n{GENERATED}"), ""]
        for module in sorted(set(members.values())):
            held = ", ".join(sorted(name for name, place in members.items() if place == module))
            line = f"from .{module} import {held}"
            lines += [line] if len(line) <= 140 else [f"from .{module} import (", *[f"    {name}," for name in held.split(", ")], ")"]
        return "\n".join([*lines, "", "__all__ = [", *[f'    "{name}",' for name in sorted(members)], "]", ""])

    def preset(self, room: str) -> str:
        """A module whose functions act as a preset. Their types stand beside it."""
        names = sorted(self.members(room))
        about = next(preset["about"] for preset in self.names["presets"] if preset["name"] == room.replace("_", "-"))
        lines = [quoted(f"Each function acts as the preset: {about}\n\n{GENERATED}"), "", "from .operations import of_module", ""]
        lines += [f'{name} = of_module("{room}", "{name}")' for name in names]
        return "\n".join([*lines, "", "__all__ = [", *[f'    "{name}",' for name in names], "]", ""])

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
    return {"Modalities": "Modality", "Tokenizer": "TokenizerName", "ImageTokens": "ImageFormula", "Prices": "PriceSet", "Like": "PriceSet"}.get(name, name)


MESSAGES = ("messages", "list[M]", "The messages to continue with, or the same list if nothing changed.", None)
ERROR = ("error", "Exception | None", "The exception of one of your functions, or `None`.", None)


EDITED = "A list of messages after an operation. Where nothing changed, `messages` is the very same list. Else it is a new list in which untouched messages are the same objects."


def kind_of(data: Row) -> str:
    """The Python type of a value in a result."""
    kind = data["kind"]
    if kind == "maybe":
        return f"{kind_of(data['of'])} | None"
    if kind == "list":
        return f"list[{kind_of(data['of'])}]"
    if kind == "map":
        return f"dict[str, {kind_of(data['of'])}]"
    if kind == "pair":
        return f"tuple[{kind_of(data['of'][0])}, {kind_of(data['of'][1])}]"
    if kind == "data":
        return str(data["python"])
    if kind in ("word", "shape"):
        return str(data["name"])
    return {"whole": "int", "number": "float", "flag": "bool", "text": "str"}[kind]


def maker(data: Row) -> Any:
    """What a raw value becomes: the name of a class, a list or a dict that holds it; `None` if it stays."""
    kind = data["kind"]
    if kind == "shape":
        return None if data["name"] in plain.GIVEN else data["name"]
    if kind == "maybe":
        return maker(data["of"])
    if kind == "list":
        inside = maker(data["of"])
        return None if inside is None else [inside]
    if kind == "map":
        inside = maker(data["of"])
        return None if inside is None else {"": inside}
    return "ImportedFile" if data.get("python") == "ImportedFile" else None


def names_in(data: Row) -> set[str]:
    """The names of types in a type."""
    found = {word for word in re.findall(r"[A-Z]\w+", kind_of(data))}
    return found - {"Any", "None"}


def spelled_maker(made: Any) -> str:
    if isinstance(made, list):
        return f"[{spelled_maker(made[0])}]"
    if isinstance(made, dict):
        return "{" + f"\"\": {spelled_maker(made[''])}" + "}"
    return str(made)


def words_alias(row: Row) -> str:
    return f"{row['name']}: TypeAlias = Literal[{', '.join(json.dumps(word['word']) for word in row['words'])}]"


def record(row: Row) -> str:
    """A `TypedDict` of a row: what goes in or out as a plain dict. What may be missing stands in a class of its own."""
    def rows(fields: list[Row]) -> list[str]:
        return [line for field in fields for line in (f"    {field['name']}: {kind_of(field['type'])}", quoted(meaning_of(field["meaning"]), "    "))]

    name, about = row["name"], quoted(sentence(row["about"]), "    ")
    optional = [field for field in row["fields"] if field.get("optional")]
    needed = [field for field in row["fields"] if not field.get("optional")]
    if not optional:
        return "\n".join([f"class {name}(TypedDict):", about, "", *rows(needed)])
    return "\n".join([f"class _{name}(TypedDict):", *rows(needed), "", f"class {name}(_{name}, total=False):", about, "", *rows(optional)])


def shape(name: str, base: str, about: str, fields: list[Any], generic: str = "") -> str:
    """A class of a result."""
    doc = quoted(sentence(about), "    ")
    names = tuple(field[0] for field in fields)
    nested = ", ".join(f"{field[0]!r}: {spelled_maker(field[3])}" for field in fields if field[3] is not None)
    bases = f"{base}, {'OfMessages' if generic == 'M' else 'OfEdited'}[{generic}]" if generic else base
    lines = [f"class {name}({bases}):"]
    lines += [doc, ""]
    for field in fields:
        lines += [f"    {field[0]}: {field[1]}", quoted(meaning_of(field[2]), "    ")]
    # Slots with texts: `help` prints them.
    slots = "".join(f"        {field[0]!r}: {' '.join(meaning_of(field[2]).split())!r},\n" for field in fields)
    lines += ["", f"    __match_args__ = _names = {names!r}", f"    __slots__ = {{\n{slots}    }}" if slots else "    __slots__ = ()"]
    if nested:
        lines.append(f"    _nested = {{{nested}}}")
    return "\n".join(lines)


def meaning_of(text: str) -> str:
    """A meaning as Python says it."""
    return sentence(re.sub(r"\bNull\b", "`None`", re.sub(r"\bnull\b", "`None`", text)))


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


def typed(name: str, about: str, rows: list[tuple[str, str, str]], base: str = "TypedDict") -> str:
    """A `TypedDict` with a docstring for each key."""
    lines = [f"class {name}({base}, total=False):", quoted(sentence(about), "    "), ""]
    for key, kind, meaning in rows:
        lines += [f"    {key}: {kind if kind == 'Any' else kind + ' | None'}", quoted(meaning, "    ")]
    return "\n".join(lines)
