"""The Node package's part: types of options, signatures of operations, and what each path exports.

`bindings-node/types.d.ts` is written by hand: classes, results, and functions whose types the table cannot tell. A function that is declared
there is not declared again.
"""

from __future__ import annotations

import json
import pathlib
import re
import textwrap
from typing import Any

from . import plain

FOLDER = "bindings-node"
NOTE = "Written by `scripts/names.py --write` from the tables of the core. Do not edit."

# What stands beside the operations, by hand. The root's order is that of the documentation.
ROOT = "Compactor Result compact History FolderStore countTokens clearToolResults clearMedia clearStale condense expand findCut validate repair summarizeExtractive checkSummary facts simulate renderReport ConspectusError"
EXTRAS = {"tokens": ["countTextsAsync", "Vocabulary"], "context": ["LoopDetector", "summarizeOutput"], "sansio": ["Machine", "applyPatch", "names"]}

# Results that print as one line, whose text the core makes.
LINED = ("TokenCount", "Facts", "Cut", "Summary", "Simulation")

ABOUT = {
    "": "Context compaction for LLM agents: measure, reduce, cut safely, summarise, verify.\n\n"
    "Messages are your own plain objects, in and out; inputs are never changed, untouched messages stay the same objects. `chars` are UTF-16 "
    "code units (`.length`), `tokens` are estimates unless a name says otherwise, fractions lie between 0 and 1, times are milliseconds.",
    "tokens": "Exact token counts, vocabularies, what media cost, and usage reports.",
    "context": "What goes into a context: texts cut to size, files by the page, long outputs; and whether an agent goes round in circles.",
    "files": "Reading files for a model: pages, media and instruction files with their imports, from below allowed folders only.",
    "providers": "What providers are known for: what their errors mean and what to do about them, what their models hold and cost.",
    "gemini_cli": "What only gemini-cli does.",
    "qwen_code": "What only qwen-code does.",
    "gencode": "What only gencode does.",
    "opencode": "What only opencode does.",
    "sansio": "For drivers of your own: the state machine, patches, questions to a model.",
}


def camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda found: found[1].upper(), name)


def pascal(name: str) -> str:
    name = camel(name)
    return name[0].upper() + name[1:]


def dashed(room: str) -> str:
    return room.replace("_", "-")


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def comment(text: str, indent: str = "") -> str:
    """A doc comment of one line, or of several lines that are not too long."""
    text = spelled(text)
    if "\n" not in text and len(text) + len(indent) < 136:
        return f"{indent}/** {text} */\n"
    lines = [line for paragraph in text.split("\n") for line in (wrap(paragraph, 136 - len(indent)) or [""])]
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


VALUES: set[str] = set()


def spelled(text: str) -> str:
    """A text with the names in backticks as JavaScript spells them; values of options keep their spelling."""
    text = re.sub(r'`\{("[^`]*)\}`', lambda found: "`{ " + re.sub(r'"(\w+)": ', r"\1: ", found[1]).replace('"', "'") + " }`", text)
    return re.sub(r"`([a-z0-9_]+)`", lambda found: found[0] if found[1] in VALUES else f"`{camel(found[1])}`", text)


def union(words: list[str]) -> str:
    return " | ".join(f"'{word}'" for word in words)


def wrapped_union(name: str, words: list[str]) -> str:
    line = f"export type {name} = {union(words)};\n"
    if len(line) < 140:
        return line
    lines, line = [], " "
    for word in words:
        if len(line) + len(word) > 130:
            lines, line = [*lines, line], " "
        line += f" | '{word}'"
    return f"export type {name} =\n" + "\n".join([*lines, line]) + ";\n"


def type_of(name: str, domain: dict[str, Any]) -> str:
    kind, words = domain["kind"], domain.get("words")
    if kind in ("data", "function"):
        return str(domain["typescript"])
    if kind == "amount":
        return "number | Tokens"
    if kind == "keep":
        return "Keep"
    if kind == "whole_or_word":
        return f"number | {named_words(name)}"
    if kind == "rows":
        return f"Readonly<Record<string, {domain['name']}>>"
    if kind == "fields":
        return f"{named_words(name)} | {domain['name']}" if words else str(domain["name"])
    if kind == "word":
        return named_words(name) if len(words) > 2 else union(words)
    if kind == "words":
        return f"readonly {named_words(name)}[]"
    return {"whole": "number", "number": "number", "flag": "boolean", "text": "string", "texts": "readonly string[]"}[kind]


def named_words(name: str) -> str:
    known = {"modalities": "Modality", "tokenizer": "TokenizerName", "image_tokens": "ImageFormula", "prices": "PriceSet", "like": "PriceSet"}
    return known.get(name, pascal(name))


def sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else text + "."


def shown(value: Any) -> str:
    if value is None:
        return "none"
    return "empty" if value in ("", []) else f"`{json.dumps(value) if isinstance(value, (bool, list)) else value}`"


def default_of(row: dict[str, Any]) -> str:
    default = row["default"]
    return f"Default: {row['source'] if default in (None, {}) else shown(default)}."


def span_of(domain: dict[str, Any]) -> str:
    """The range of a number."""
    span = domain["range"]
    return f" {span[0].upper()}{span[1:]}." if domain["kind"] in ("whole", "number", "amount", "keep") and span not in ("number", "integer") else ""


def about_option(row: dict[str, Any]) -> str:
    meaning = sentence(" ".join(row["meaning"].split()))
    return f"{meaning}{span_of(row['domain'])} {default_of(row)}" if "default" in row else meaning


def extends(name: str, bases: list[str]) -> str:
    """The head of an interface; its bases on lines of their own if they are long."""
    line = f"export interface {name} extends {', '.join(bases)} {{"
    return line if len(line) < 140 else f"export interface {name} extends\n  " + ",\n  ".join("\n    ".join(wrap(base, 134)) for base in bases) + " {"


def member(name: str, domain: dict[str, Any], about: str, needed: bool = False, as_name: str = "") -> str:
    kind = type_of(as_name or name, domain)
    return comment(about, "  ") + (f"  {camel(name)}: {kind};\n" if needed else f"  {camel(name)}?: {kind}{'' if kind == 'unknown' else ' | undefined'};\n")


def about_argument(row: dict[str, Any]) -> str:
    return sentence(row["meaning"]) + span_of(row["domain"])


# What is a function in JavaScript, although the table has words for it.
# The operations whose `tokenizer` may be a function.
COUNTING = ("count_tokens", "estimate_tokens")
CALLABLE = {"summarize": "Summarize<M> | 'extractive'", "tokenizer": "TokenizerName | Tokenizer"}
PRESET = "  /** The preset whose values hold where nothing is given. Default: `default`. */\n  preset?: Preset | PresetOptions | undefined;\n"


def option_member(row: dict[str, Any]) -> str:
    kind = CALLABLE.get(row["name"])
    about = about_option(row)
    return comment(about, "  ") + f"  {camel(row['name'])}?: {kind} | undefined;\n" if kind else member(row["name"], row["domain"], about)


def option_types(names: dict[str, Any]) -> str:
    """`options.d.ts`."""
    page, settings = names["options"], names["settings"]
    by_name = {row["name"]: row for row in [*settings, *page]}
    out = [f"// {NOTE}\n\n"]
    out.append(wrapped_union("Preset", [preset["name"] for preset in names["presets"]]))
    seen = {"Preset"}
    rows = [(row["name"], row["domain"]) for row in [*page, *settings] if row["name"] != "summarize"]
    rows += [(argument["name"], argument["domain"]) for row in names["operations"] for argument in row["arguments"]]
    for name, domain in rows:
        if named_words(name) not in seen and domain.get("words") and (domain["kind"] != "word" or len(domain["words"]) > 2):
            seen.add(named_words(name))
            out.append(wrapped_union(named_words(name), domain["words"]))
    out.append("\n" + comment("A number of tokens, where a share would do too.") + "export interface Tokens {\n  tokens: number;\n}\n")
    out.append("\n" + comment("How much of the newest conversation stays: so many tokens at most, messages, turns, or a share of the room."))
    out.append("export type Keep = { tokens: number } | { messages: number } | { turns: number } | { fraction: number };\n")
    for row in page:
        if row["domain"]["kind"] in ("fields", "rows"):
            out.append("\n" + comment(f"A value of the option `{row['name']}`.") + f"export interface {row['domain']['name']} {{\n")
            out += [member(field["name"], field["domain"], about_argument(field)) for field in row["domain"]["fields"]] + ["}\n"]
    objects = []
    for preset in names["presets"]:
        if not preset["settings"]:
            continue
        objects.append(f"{pascal(preset['name'].replace('-', '_'))}Options")
        out.append("\n" + comment(f"The preset `{preset['name']}` with options of its own.") + f"export interface {objects[-1]} {{\n  name: '{preset['name']}';\n")
        for own in preset["settings"]:
            row = {**by_name[own["field"]], "default": preset["values"][own["field"]]}
            out.append(member(own["name"], row["domain"], about_option(row), as_name=row["name"]))
        if "restore" in preset["functions"]:
            out.append("  /** Reads files again after a summary. Without it, none are restored. */\n  restore?: Restore | undefined;\n")
        out.append("}\n")
    out.append(f"\nexport type PresetOptions = {' | '.join(objects)};\n")
    out.append("\n" + comment("The options of a `Compactor`. What is `undefined` counts as not given."))
    out.append("export interface CompactorOptions<M = any> {\n" + "".join(map(option_member, page)))
    out.append("  /** Hand `text` to your log. */\n  onEvent?: OnEvent | undefined;\n}\n")
    taken = [camel(name) for name in names["history"]]
    out.append("\n" + comment("The options of a `History`.") + extends("HistoryOptions", [f"Pick<CompactorOptions, {union(['preset', *taken])}>"]) + "\n")
    out.append("  /** `shape` recognises known messages by identity, `hash` by their content. Default: `shape`. */\n  verify?: 'shape' | 'hash' | undefined;\n}\n")
    out.append("\n" + comment("What goes with the messages of one call of `compact`.") + "export interface CompactArgs {\n")
    for row in names["turn"]:
        only = f" Only under {', '.join(f'`{name}`' for name in row['presets'])}." if "presets" in row else ""
        out.append(member(row["name"], row["domain"], about_argument(row) + only))
    out.append("}\n")
    out.append("\n" + comment("What operations take beside their arguments.") + "export interface FlatOptions {\n" + PRESET)
    flat = [row for row in [*page, *settings] if row["domain"]["kind"] != "function" and row["functions"]]
    counter = [row for row in flat if row["name"] == "tokenizer"]
    out += [comment(about_option(row), "  ") + f"  {camel(row['name'])}?: {CALLABLE[row['name']].replace('<M>', '')} | undefined;\n" if row["name"] in CALLABLE and row not in counter
            else member(row["name"], row["domain"], about_option(row)) for row in flat]
    out.append("}\n")
    out.append("\n" + comment("How things are measured.") + extends("MeasuringOptions", [f"Pick<FlatOptions, {union(['preset', *map(camel, names['measuring'])])}>"]) + "}\n")
    for row in names["operations"]:
        own = [name for name in row["options"] if not (row["measures"] and name in names["measuring"])]
        counts = row["name"] in COUNTING
        bases = ["Omit<MeasuringOptions, 'tokenizer'>" if counts else "MeasuringOptions"] if row["measures"] else []
        picked = ([] if row["measures"] else ["preset"]) + [camel(name) for name in own]
        bases += [f"Pick<FlatOptions, {union(picked)}>"] if picked else []
        out.append("\n" + extends(f"{pascal(row['name'])}Options", bases))
        members = "".join(member(argument["name"], argument["domain"], about_argument(argument), argument["needed"]) for argument in row["arguments"])
        if counts:
            members += "".join(comment(about_option(option), "  ") + f"  tokenizer?: {CALLABLE['tokenizer']} | undefined;\n" for option in counter)
        out.append(f"\n{members}}}\n" if members else "}\n")
    return "".join(out)


def signature(row: dict[str, Any]) -> str:
    gives, given = row["gives"], row["input"]
    result, generic, parameters = kind_of(gives["type"]).removeprefix("readonly "), "", []
    if given:
        kind = given["typescript"]
        if gives["kind"] == "edited":
            generic = "<M>"
            kind = "readonly M[]" if kind == "readonly unknown[]" else f"{kind}<M>"
            result = f"Edited<M, {result}>"
        parameters.append(f"{given['name']}: {kind}")
    needed = any(argument["needed"] for argument in row["arguments"])
    parameters.append(f"options{'' if needed else '?'}: {pascal(row['name'])}Options")
    return comment(" ".join(row["about"].split())) + f"export function {camel(row['name'])}{generic}({', '.join(parameters)}): {result};\n"


def kind_of(data: dict[str, Any]) -> str:
    """The TypeScript type of a value in a result."""
    kind = data["kind"]
    if kind == "maybe":
        return f"{kind_of(data['of'])} | null"
    if kind == "list":
        inside = kind_of(data["of"])
        return f"readonly ({inside})[]" if " " in inside else f"readonly {inside}[]"
    if kind == "map":
        return f"Readonly<Record<string, {kind_of(data['of'])}>>"
    if kind == "pair":
        return f"readonly [{kind_of(data['of'][0])}, {kind_of(data['of'][1])}]"
    if kind == "data":
        return str(data["typescript"])
    if kind in ("word", "shape"):
        return str(data["name"])
    return {"whole": "number", "number": "number", "flag": "boolean", "text": "string"}[kind]


# Fields that only the binding knows.
RESULT = [
    ("messages", "M[]", "The messages to continue with, or the same array if nothing changed."),
    ("error", "unknown", "The exception of one of your functions, or null."),
]


def result_types(names: dict[str, Any]) -> str:
    """`results.d.ts`."""
    out = [f"// {NOTE}\n\nimport type {{ CompactorOptions, Preset }} from './options.js';\n"]
    taken = words_of_options(names)
    for row in names["words"]:
        if row["name"] in taken:
            assert [word["word"] for word in row["words"]] == taken[row["name"]], f"{row['name']} has other words in results than in options"
            out[0] = out[0].replace("Options, Preset", f"Options, {row['name']}, Preset")
            continue
        out.append("\n" + comment(row["about"]) + wrapped_union(row["name"], [word["word"] for word in row["words"]]))
    for row in [*names["shapes"], *plain.OF_RESULTS, *plain.OF_FUNCTIONS]:
        fields = [(field["name"] + "?" * field.get("optional", False), optional_kind(field), field["meaning"]) for field in row["fields"]]
        name = row["name"]
        if name == "Result":
            name, fields = "ResultFields<M = any>", [RESULT[0], *fields, *RESULT[1:]]
        elif name == "SummaryRequest":
            name, fields = "SummaryRequest<M = any>", [(key, "M[]" if key == "messages" else kind, meaning) for key, kind, meaning in fields]
        out.append("\n" + comment(sentence(row["about"])) + f"export interface {name} {{\n")
        out += [comment(sentence(meaning[0].upper() + meaning[1:]), "  ") + f"  readonly {camel(key)}: {kind};\n" for key, kind, meaning in fields]
        out.append("}\n")
    fields = [("messages", "M[]", plain.EDITED_MESSAGES), *((name, kind_of(kind), meaning) for name, kind, meaning in plain.EDITED), ("details", "D", plain.EDITED_DETAILS)]
    out.append("\n" + comment("A list of messages after an operation.") + "export interface Edited<M, D> {\n")
    out += [comment(meaning, "  ") + f"  readonly {camel(key)}: {kind};\n" for key, kind, meaning in fields]
    return "".join([*out, "}\n"])


def optional_kind(field: dict[str, Any]) -> str:
    """The type of a field of plain data. What may be missing may be undefined too."""
    kind = kind_of(field["type"])
    return f"{kind} | undefined" if field.get("optional") and kind != "unknown" else kind


def words_of_options(names: dict[str, Any]) -> dict[str, list[str]]:
    """The words that options take, by the names of their types."""
    return {named_words(row["name"]): row["domain"]["words"] for row in [*names["options"], *names["settings"]] if row["domain"].get("words")}


EXPORTED = re.compile(r"^export (?:declare )?(interface|type|class|function) (\w+)", re.M)


def declared(text: str, kinds: str) -> list[str]:
    return list(dict.fromkeys(name for kind, name in EXPORTED.findall(text) if kind in kinds.split()))


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]\w+", re.sub(r"/\*\*.*?\*/", "", text, flags=re.S)))


def blocks(text: str) -> dict[str, str]:
    """The text of each declaration; overloads together."""
    starts = [(found.start(), found[2]) for found in EXPORTED.finditer(text)]
    found: dict[str, str] = {}
    for (start, name), following in zip(starts, [*starts[1:], (len(text), "")]):
        found[name] = found.get(name, "") + text[start : following[0]]
    return found


def listed(names: list[str]) -> str:
    return "\n".join(wrap(", ".join(names), 136, "  ")) + ",\n"


def files(names: dict[str, Any], root: pathlib.Path) -> dict[str, str]:
    VALUES.update(word for row in [*names["options"], *names["settings"]] for word in row["domain"].get("words") or [])
    arguments = [argument for row in names["operations"] for argument in row["arguments"]]
    VALUES.update(word for argument in arguments for word in re.findall(r"'(\w+)'", argument["domain"].get("typescript") or ""))
    written = (root / FOLDER / "types.d.ts").read_text(encoding="utf-8")
    VALUES.update(word["word"] for row in names["words"] for word in row["words"])
    results = result_types(names)
    by_hand = declared(written, "function")
    options = option_types(names)
    operations = "".join("\n" + signature(row) for row in names["operations"] if camel(row["name"]) not in by_hand)
    hand_types, option_names = declared(written, "interface type"), declared(options, "interface type")
    result_names = declared(results, "interface type")
    for file, known in (("types", hand_types), ("results", result_names)):
        mentioned = [name for name in known if name in words_of(options)]
        options = options.replace("\n\n", f"\n\nimport type {{\n{listed(mentioned)}}} from './{file}.js';\n\n", 1) if mentioned else options
    used = words_of(operations)
    operations = (
        f"// {NOTE}\n\nimport type {{\n{listed([name for name in option_names if name in used])}}} from './options.js';\n"
        f"import type {{\n{listed([name for name in result_names if name in used])}}} from './results.js';\n"
        f"import type {{\n{listed([name for name in hand_types if name in used])}}} from './types.js';\n" + operations
    )
    texts = {**blocks(written), **blocks(operations), **blocks(options), **blocks(results)}
    rooms: dict[str, list[str]] = {room: [] for room in ABOUT}
    for row in names["operations"]:
        for room in row["rooms"]:
            rooms.setdefault(room, []).append(camel(row["name"]))
    for room, extra in EXTRAS.items():
        rooms[room] += extra
    root_names = ROOT.split()
    rooms[""] = [name for name in root_names if name in rooms[""] or name[0].isupper() or name in ("compact", "renderReport")] + [name for name in rooms[""] if name not in root_names]
    result = {f"{FOLDER}/results.d.ts": results, f"{FOLDER}/options.d.ts": options, f"{FOLDER}/operations.d.ts": operations, f"{FOLDER}/table.cjs": table(names, rooms)}
    for room, exported in rooms.items():
        path, up = (f"{FOLDER}/index", "./") if room == "" else (f"{FOLDER}/paths/{dashed(room)}", "../")
        result[f"{path}.cjs"] = f"'use strict';\n// {NOTE}\n\nmodule.exports = require('{up}rooms.cjs').room('{room}');\n"
        result[f"{path}.js"] = f"// {NOTE}\nimport exported from './{path.rsplit('/', 1)[1]}.cjs';\n\nexport const {{\n{listed(exported)}}} = exported;\n"
        result[f"{path}.d.ts"] = declarations(room, up, exported, written, texts, hand_types, option_names, result_names)
    return result


def declarations(room: str, up: str, exported: list[str], written: str, texts: dict[str, str], hand_types: list[str], option_names: list[str], result_names: list[str]) -> str:
    """The types of one path: its functions and classes, and what they are made of."""
    wanted, seen = set(exported), set()
    while wanted - seen:
        name = (wanted - seen).pop()
        seen.add(name)
        wanted |= {word for word in words_of(texts.get(name, "")) if word in hand_types or word in option_names or word in result_names}
    values = declared(written, "class function")
    lines = [
        ([name for name in exported if name in values], "export", "types"),
        ([name for name in exported if name not in values], "export", "operations"),
        ([name for name in hand_types if name in seen and name not in exported], "export type", "types"),
        ([name for name in result_names if name in seen], "export type", "results"),
        ([name for name in option_names if name in seen], "export type", "options"),
    ]
    about = comment(ABOUT.get(room, f"The operations of `{room}`."))
    return f"// {NOTE}\n\n{about}" + "".join(f"{word} {{\n{listed(some)}}} from '{up}{file}.js';\n" for some, word, file in lines if some)


def table(names: dict[str, Any], rooms: dict[str, list[str]]) -> str:
    """What the wrappers are made from."""
    page = names["options"]
    names_of = [camel(row["name"]) for row in page]
    objects = [camel(row["name"]) for row in page if row["domain"]["kind"] == "fields"]
    out = [f"'use strict';\n// {NOTE}\n\nmodule.exports = {{\n"]
    out.append(f"  turn: [\n{textwrap.indent(listed([repr(camel(row['name'])) for row in names['turn']]), '  ')}  ],\n")
    out.append(f"  // The options of the page.\n  options: [\n{textwrap.indent(listed([repr(name) for name in names_of]), '  ')}  ],\n")
    rows_of = [camel(row["name"]) for row in page if row["domain"]["kind"] == "rows"]
    out.append(f"  // Options whose value holds such an object for each name.\n  rows: [{', '.join(map(repr, rows_of))}],\n")
    out.append(f"  // Options whose value is an object with names of its own.\n  objects: [{', '.join(repr(name) for name in ['preset', *objects])}],\n")
    out.append("  operations: {\n")
    for row in names["operations"]:
        field = row["gives"]["field"] or ""
        given = row["gives"]["type"]
        made = given["name"] if given["kind"] == "shape" and given["name"] in LINED else ""
        out.append(f"    {camel(row['name'])}: {{ core: '{row['name']}', hasInput: {str(row['input'] is not None).lower()}, gives: '{row['gives']['kind']}', field: '{field}', made: '{made}' }},\n")
    out.append("  },\n  exports: {\n")
    for room, exported in rooms.items():
        out.append(f"    {room or chr(39) * 2}: [\n{textwrap.indent(listed([repr(name) for name in exported]), '    ')}    ],\n")
    presets = [room for room in rooms if dashed(room) in {preset["name"] for preset in names["presets"]}]
    return "".join(out) + f"  }},\n  // The paths whose functions act as a preset.\n  presets: [{', '.join(repr(room) for room in presets)}],\n}};\n"
