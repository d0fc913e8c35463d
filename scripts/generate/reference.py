"""`docs/reference/`: every option and every operation, with meaning, default, range and an example in three languages."""

from __future__ import annotations

import json
import pathlib
import re
from typing import Any

from . import plain
from .python import kind_of, names_in

WRITTEN = "`scripts/names.py --write` generates this page."

HEAD = """# Reference

| page | content |
| --- | --- |
| [options.md](options.md) | The compactor's options, and the arguments for a single turn. |
| [operations.md](operations.md) | Functions: counting, clearing, checking, files, providers. |
| [results.md](results.md) | Every field, code and log path in a result. |
| [presets.md](presets.md) | Options and functions of the [reproduced presets](../presets.md). |
| [messages.md](messages.md) | Message formats. |
| [codes.md](codes.md) | Provider errors, store errors and log events. |

`scripts/names.py --write` generates the first four pages from the tables in the core, and the tests run their examples.

Pass **options** by name: `Compactor(trigger=0.8, keep_tool_results=3)` in Python,
`new Compactor({ trigger: 0.8, keepToolResults: 3 })` in Node, `Config::builder().trigger(0.8).keep_tool_results(3)` in
Rust, `--trigger 0.8 --keep-tool-results 3` on the command line. A function only accepts the options that it uses, e.g.
`clear_tool_results(messages, keep_tool_results=5)`. Null means the default. If an option would have no effect, you get
an error that names the presets or functions that do use it.

`chars` are UTF-16 code units in all languages, and `tokens` are estimates unless `tokenizer` is `exact`.
"""

TITLES = {
    "options": "# Options",
    "presets": "# Options and functions of presets",
    "operations": "# Functions",
    "results": "# Results",
}


def camel(name: str) -> str:
    return re.sub(r"_+(\w)", lambda found: found[1].upper(), name)


def shown(value: Any) -> str:
    if value is None:
        return "not set"
    if value == "":
        return "empty"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else json.dumps(value) if isinstance(value, (list, bool)) else str(value)
    return f"`{text}`"


def python_value(text: str) -> str:
    return repr(json.loads(text)).replace("'", '"') if "'" not in text else repr(json.loads(text))


def node_value(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{key if key.isidentifier() else json.dumps(key)}: {node_value(child)}" for key, child in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(node_value, value)) + "]"
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'" if isinstance(value, str) else json.dumps(value)


def rust_value(row: dict[str, Any]) -> str:
    value, kind = json.loads(row["example"]), row["rust"]
    if kind == "Amount":
        return repr(float(value)) if not isinstance(value, dict) else f"Amount::Tokens({value['tokens']})"
    if kind == "Keep":
        (of, size), = value.items()
        return f"Keep::{of.capitalize()}({size})"
    if kind == "ModelRows":
        rows = ", ".join(f'("{name}".to_owned(), ModelRow {{ window_tokens: {row["window_tokens"]}, output_tokens: Some({row["output_tokens"]}), ..ModelRow::default() }})' for name, row in value.items())
        return f"ModelRows::from([{rows}])"
    if kind == "RequestLimits":
        limits = ", ".join(f"{name}: Some({size})" for name, size in value.items())
        return f"RequestLimits {{ {limits}, ..RequestLimits::NONE }}"
    if kind == "ImageTokens":
        return f"ImageTokens::Formula(MediaRule::{camel('_' + value)})"
    inside = INSIDE.get(kind)
    if inside:
        return f"{inside}::{camel('_' + value.replace('-', '_'))}"
    if isinstance(value, str) and kind not in ("String", "Secret"):
        return f"{kind}::{camel('_' + value.replace('-', '_'))}"
    return json.dumps(value)


# The types whose words are those of another type.
INSIDE = {"PriceList": "PriceSet", "Tokenizer": "Family"}


def default_of(row: dict[str, Any]) -> str:
    value = row["default"]
    return f"{row['source']}" if value in (None, {}) else f"{shown(value)} ({row['source']})"


def range_of(domain: dict[str, Any]) -> str:
    words = ", ".join(f"`{word}`" for word in domain.get("words") or [])
    if domain["kind"] == "rows":
        return "an object for each name"
    if domain["kind"] == "fields":
        return "an object" + (f", or one of {words}" if words else "")
    return f"{domain['range']} {words}" if words else str(domain["range"])


def listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def option(row: dict[str, Any], names: dict[str, Any]) -> str:
    name, domain = row["name"], row["domain"]
    lines = [f"### `{name}`\n", f"{row['meaning']}\n"]
    if name == "preset":
        return "\n".join([*lines, "- Default: `default`.", f"- Values: {listed([preset['name'] for preset in names['presets']])}, or an object.\n"])
    if domain["kind"] == "function":
        lines.append(f"- Values: Python `{domain['python']}`, Node `{domain['typescript']}`. Rust has actions instead.")
        users = [preset["name"] for preset in names["presets"] if name in preset["functions"]]
        return "\n".join([*lines, f"- Presets: {listed(users)}.\n" if name == "store" else ""])
    users = [preset["name"] for preset in names["presets"] if name in preset["options"]]
    lines += [f"- Default: {default_of(row)}.", f"- Values: {range_of(domain)}."]
    lines += ([] if len(users) == len(names["presets"]) else [f"- Presets: {listed(users)}."]) + [""]
    if domain["kind"] in ("fields", "rows"):
        lines = [*lines[:-1], "- Fields:", *(f"  - `{field['name']}`{'' if field['domain']['kind'] == 'fields' else ' (' + range_of(field['domain']) + ')'}: {field['meaning']}" for field in domain["fields"]), ""]
    return "\n".join(lines)


def in_camel(row: dict[str, Any]) -> Any:
    """The example of an option; what stands in the rows of one has names of ours."""
    value = json.loads(row["example"])
    return {name: {camel(key): child for key, child in of.items()} for name, of in value.items()} if row["domain"]["kind"] == "rows" else value


def example_of_heading(rows: list[dict[str, Any]]) -> str:
    """A compactor with every option of a heading that is a value."""
    rows = [row for row in rows if row["domain"]["kind"] != "function"]
    python = ", ".join(f"{row['name']}={python_value(row['example'])}" for row in rows)
    node = ", ".join(f"{camel(row['name'])}: {node_value(in_camel(row))}" for row in rows)
    rust = "".join(f".{row['name']}({rust_value(row)})" for row in rows)
    types = {found[1] for found in re.finditer(r"\b([A-Z]\w+)(?:::| \{)", rust)}
    inner = types & {"Family"}
    uses = sorted({"Config"} | types - inner)
    use_lines = [f"use conspectus::{{{', '.join(uses)}}};" if len(uses) > 1 else f"use conspectus::{uses[0]};"]
    use_lines += [f"use conspectus::tokens::instant::{name};" for name in sorted(inner)]
    lines = ["```python", "from conspectus import Compactor\n", f"Compactor({python})", "```", ""]
    lines += ["```js", "import { Compactor } from 'conspectus';\n", f"new Compactor({{ {node} }});", "```", ""]
    return "\n".join([*lines, "```rust", *use_lines, "", f"Config::builder(){rust}.build()?;", "# Ok::<(), conspectus::Error>(())", "```", ""])


def options_of_presets(names: dict[str, Any]) -> str:
    """One table: a row for each option, a column for each preset with its default, and its name where it has another."""
    by_name = {row["name"]: row for row in [*names["settings"], *names["options"]]}
    presets = [preset for preset in names["presets"] if preset["settings"]]
    common = [name for name in presets[0]["options"] if all(name in preset["options"] for preset in presets)]
    text = '\n## Options\n\nPass them in the preset object: `preset={"name": "opencode", "prune": False}`; in Rust, `.preset("opencode").setting("prune", false)`.\n'
    text += f"All presets also accept the options {listed(common)}, `before_compact` and `on_compact`."
    for preset in presets:
        if more := [name for name in [*preset["options"], *preset["functions"]] if name not in common]:
            text += f" `{preset['name']}` also accepts {listed(more)}."
    text += " A cell shows the default, after the option's name in this preset if it differs.\n"
    fields = list(dict.fromkeys(own["field"] for preset in presets for own in preset["settings"]))
    text += f"\n| option | meaning | values | {' | '.join(preset['name'] for preset in presets)} |\n|{' --- |' * (3 + len(presets))}\n"
    for field in fields:
        row, cells = by_name[field], []
        for preset in presets:
            own = next((own for own in preset["settings"] if own["field"] == field), None)
            value = preset["values"][field]
            name = f"`{own['name']}`: " if own and own["name"] != field else ""
            cells.append(f"{name}{'none' if value is None else shown(value)}" if own else "")
        text += f"| `{field}` | {row['meaning']} | {range_of(row['domain'])} | {' | '.join(cells)} |\n"
    return text


def crate_of(row: dict[str, Any]) -> str:
    return "conspectus_files::api" if "files" in row["rooms"] else "conspectus_api"


def waits(row: dict[str, Any]) -> str:
    return "await " if "files" in row["rooms"] else ""


def place(room: str) -> str:
    return f"`conspectus.{room}`" if room else "`conspectus`"


def call_in_python(row: dict[str, Any]) -> str:
    room = row["rooms"][0]
    options = json.loads(row["example"]["options"])
    arguments = [] if row["input"] is None else [python_literal(json.loads(row["example"]["input"]))]
    arguments += [f"{name}={python_literal(value)}" for name, value in options.items()]
    start = f"from conspectus.{room} import {row['name']}" if room else f"from conspectus import {row['name']}"
    return f"{start}\n\n{row['name']}({', '.join(arguments)})"


def python_literal(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{python_literal(key)}: {python_literal(child)}" for key, child in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(python_literal, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def call_in_node(row: dict[str, Any]) -> str:
    room = row["rooms"][0].replace("_", "-")
    options = {camel(name): value for name, value in json.loads(row["example"]["options"]).items()}
    arguments = [] if row["input"] is None else [node_value(json.loads(row["example"]["input"]))]
    arguments += [node_value(options)] if options else []
    return f"import {{ {camel(row['name'])} }} from 'conspectus{'/' + room if room else ''}';\n\n{waits(row)}{camel(row['name'])}({', '.join(arguments)});".replace("delete_count:", "deleteCount:")


def operation(row: dict[str, Any]) -> str:
    own = [option for option in row["options"] if not (row["measures"] and option in MEASURING)]
    taken = [listed(own)] if own else []
    taken += ["[measuring](#measuring)"] if row["measures"] else []
    lines = [f"### `{row['name']}`\n", f"{row['about']}\n"]
    lines += [f"- Module: {', '.join(map(place, row['rooms']))}."] if len(row["rooms"]) > 1 else []
    lines += [f"- Options: {' and '.join(taken)}."] if taken else []
    gives = row["gives"]
    lines.append(f"- Returns: [`Edited`](#edited), with {linked(gives['type'])} as `details`." if gives["kind"] == "edited" else f"- Returns: {linked(gives['type'])}.")
    if row["arguments"]:
        if of_presets_only(row["rooms"]):
            return "\n".join([*lines, f"- Arguments: {listed([argument['name'] for argument in row['arguments']])}.", *examples(row)])
        lines += ["- Arguments:"]
        for argument in row["arguments"]:
            needed = " Required." if argument["needed"] else ""
            values = "" if argument["domain"]["kind"] == "data" else f" ({range_of(argument['domain'])})"
            lines.append(f"  - `{argument['name']}`{values}: {argument['meaning']}{needed}")
    return "\n".join([*lines, *examples(row)])


def examples(row: dict[str, Any]) -> list[str]:
    return ["", "```python", call_in_python(row), "```", "", "```js", call_in_node(row), "```", ""]


def of_presets_only(rooms: list[str]) -> bool:
    return all(room in (*OF_PRESETS, "opencode", "sansio") for room in rooms)


def reached(names: dict[str, Any], start: set[str]) -> set[str]:
    """Result types that these ones contain, and these."""
    fields = {row["name"]: set().union(*(names_in(field["type"]) for field in row["fields"]), set()) for row in names["shapes"]}
    found: set[str] = set()
    while start - found:
        found |= start
        start = set().union(*(fields.get(name, set()) for name in found))
    return found


def of_presets(names: dict[str, Any]) -> set[str]:
    """Result types that only functions of presets and drivers return: their fields are listed by name."""
    given = {True: set(), False: set()}
    for row in names["operations"]:
        given[of_presets_only(row["rooms"])] |= names_in(row["gives"]["type"])
    return reached(names, given[True]) - reached(names, given[False]) - reached(names, {"Result", "Plan"})


def linked(data: dict[str, Any]) -> str:
    """A type as Python spells it, with links to the rows of its classes and words."""
    text, names = kind_of(data), sorted(names_in(data) & HEADED)
    if len(names) == 1:
        return f"[`{text}`](#{names[0].lower()})"
    return f"`{text}`" + (" (" + ", ".join(f"[{name}](#{name.lower()})" for name in names) + ")" if names else "")


def results(names: dict[str, Any]) -> str:
    """The rows of all results, and of their words."""
    text = "\n## Results\n\nIn Python, these are frozen dataclasses with `to_dict()`; in TypeScript, interfaces with the same names in camelCase.\n"
    fields = [("messages", "`list`", plain.EDITED_MESSAGES), *((name, linked(kind), meaning) for name, kind, meaning in plain.EDITED)]
    rows = [("Edited", "A list of messages after an operation.", [*fields, ("details", "of the operation", plain.EDITED_DETAILS)])]
    for row in [*names["shapes"], *plain.OF_RESULTS, *plain.OF_FUNCTIONS]:
        own = [(f["name"], linked(f["type"]), f["meaning"]) for f in row["fields"]]
        if row["name"] == "Result":
            own = [("messages", "`list`", "The messages to continue with, or the same list if nothing changed."), *own]
            own += [("error", "`Exception` or null", "The exception of one of your functions.")]
        rows.append((row["name"], row["about"], own))
    short, of_result = of_presets(names), next(own for name, _, own in rows if name == "Result")
    for name, about, own in rows:
        text += f"\n### {name}\n\n{about}\n\n"
        if name in short:
            text += ", ".join(f"`{key}`" + (f" ({kind})" if "](" in kind else "") for key, kind, _ in own) + ".\n"
            continue
        if name == "Plan":
            same = [key for key, kind, _ in own if any(key == other and kind == of for other, of, _ in of_result)]
            text += f"- {listed(same)}: as in [`Result`](#result), for the planned run.\n"
            own = [field for field in own if field[0] not in same]
        text += "".join(f"- `{key}`{f' ({kind})' if kind not in PLAIN else ''}: {meaning}\n" for key, kind, meaning in own)
    text += "\n## Paths of the log\n\nThe paths are the same in all languages. Measurements that weren't taken are omitted.\n\n| path | meaning |\n| --- | --- |\n"
    text += "".join(f"| `{row['path']}` | {row['meaning']} |\n" for row in names["log"])
    text += "\n## Words of results\n"
    for row in names["words"]:
        if row["name"] != "Dialect":  # messages.md has them
            text += f"\n### {row['name']}\n\n"
            text += listed([word["word"] for word in row["words"]]) + ".\n" if row["name"] in short else "".join(f"- `{word['word']}`: {word['meaning']}\n" for word in row["words"])
    return text


# Types that the meaning of a field shows.
PLAIN = ("`int`", "`str`", "`bool`", "`float`", "`int | None`", "`str | None`", "`float | None`", "`dict[str, Any]`")
MEASURING: list[str] = []
# Types that have a heading of their own.
HEADED: set[str] = set()
ROOMS = {
    "": ("Top level", "Python `conspectus`, Node `conspectus`."),
    "tokens": ("Tokens", "Python `conspectus.tokens`, Node `conspectus/tokens`, Rust `conspectus::tokens`."),
    "context": ("Context", "Python `conspectus.context`, Node `conspectus/context`."),
    "files": ("Files", "They read the disk. Python `conspectus.files`, Node `conspectus/files`, Rust `conspectus_files`."),
    "providers": ("Providers", "Python `conspectus.providers`, Node `conspectus/providers`."),
    "gemini_cli": ("Functions of gemini-cli", "Python `conspectus.gemini_cli`, Node `conspectus/gemini-cli`, Rust `conspectus_presets::gemini_cli`."),
    "qwen_code": ("Functions of qwen-code", "Python `conspectus.qwen_code`, Node `conspectus/qwen-code`, Rust `conspectus_presets::qwen_code`."),
    "gencode": ("Functions of gencode and opencode", "Python `conspectus.gencode` and `conspectus.opencode`, Node `conspectus/gencode` and `conspectus/opencode`."),
    "sansio": ("Your own driver", "Python `conspectus.sansio`, Node `conspectus/sansio`."),
}


OF_PRESETS = ("gemini_cli", "qwen_code", "gencode")


def files(names: dict[str, Any], root: pathlib.Path) -> dict[str, str]:
    MEASURING[:] = names["measuring"]
    HEADED.update(row["name"] for row in [*names["shapes"], *names["words"], *plain.OF_RESULTS, *plain.OF_FUNCTIONS])
    pages = {"README": HEAD}
    pages |= {page: f"{title}\n\n{WRITTEN}\n" for page, title in TITLES.items()}
    for heading in names["headings"]:
        rows = [row for row in names["options"] if row["heading"] == heading]
        pages["options"] += f"\n## {heading}\n\n" + "\n".join(option(row, names) for row in rows) + "\n"
        pages["options"] += example_of_heading(rows)
    pages["presets"] += options_of_presets(names)
    text = "\n<a id=\"turn\"></a>\n\n## Arguments of a turn\n\n`compact(messages, ...)` also accepts:\n\n"
    text += "| argument | meaning | values |\n| --- | --- | --- |\n"
    for argument in names["turn"]:
        only = f" Only with {listed(argument['presets'])}." if "presets" in argument else ""
        text += f"| `{argument['name']}` | {argument['meaning']}{only} | {range_of(argument['domain'])} |\n"
    text += f"\n## Options of a `History`\n\nA `History` accepts {listed(names['history'])} and `preset`. `verify` says how it recognizes known messages: by identity\n(`shape`, the default) or by content (`hash`).\n"
    pages["options"] += text
    pages["operations"] += f"\nIn Rust, call `conspectus_api::call(name, ...)`, or `conspectus_files::api::call` for files. Node has the same names in camelCase.\n\n<a id=\"measuring\"></a>\n\nThe measuring options are {listed(MEASURING)}.\n"
    seen: set[str] = set()
    for room, (title, where) in ROOMS.items():
        rows = [row for row in names["operations"] if room in row["rooms"] and row["name"] not in seen]
        seen |= {row["name"] for row in rows}
        pages["presets" if room in OF_PRESETS else "operations"] += f"\n## {title}\n\n{where}\n\n" + "\n".join(map(operation, rows))
    pages["results"] += results(names).replace("\n## Results\n", "", 1)
    known = {page: anchors(text) for page, text in pages.items()}
    return {f"docs/reference/{page}.md": joined(page, text, known) for page, text in pages.items()}


def joined(page: str, text: str, known: dict[str, set[str]]) -> str:
    """The text of a page; its links lead to the page on which a heading stands."""

    def link(found: re.Match[str]) -> str:
        other = next((name for name, anchors in known.items() if found[1] in anchors), page)
        return f"](#{found[1]})" if other == page else f"]({other}.md#{found[1]})"

    text = re.sub(r"\]\(#([\w-]+)\)", link, text)
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def anchors(text: str) -> set[str]:
    """The names of the headings of a page, as links write them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings} | set(re.findall(r'<a id="(\w+)">', text))
