"""What of a past an agent needs for its recorded next calls, and how much of that a memory holds.

`quality.py` prints the tables. Nothing here asks the engine: what is needed, where it belongs and what was done is read off the recorded
messages. A session is cut at 40, 60 and 80 % of its messages; a
compaction in it ends what is looked at.
"""

from __future__ import annotations

import json
import re
from typing import Any, Iterable, Iterator

import sessions
from sessions import Message

import conspectus

# Behind the cut: messages in which something may be used, and calls of a replay.
FUTURE = 80
CALLS = 12
# So far behind the name of its record a name still belongs to it, in chars.
BOUND_CHARS = 700
# Shorter lines of an edit stand in many places.
EDIT_CHARS = 12
ERROR_CHARS = 60
# The newest failures of a past that a memory is asked for.
NEWEST = 5

WORD = re.compile(r"[^\W\d_]{2,}")
# A path or an address is one word of a phrase.
SPOKEN = re.compile(r"[^\s\"'`,;:(){}\[\]<>=]+")
WRITTEN = re.compile(r"\w+")
GUTTER = re.compile(r"(?m)^\s*\d+\s*[\t→|]")
ATOM = re.compile(
    r"https?://[^\s\"'<>)\]}\\,]+"  # addresses
    r"|[\w-]+(?:\.[A-Za-z]\w{0,5})+\b"  # file names, dotted names
    r"|\d+(?:[.:,/-]\d+)+"  # dates, times, versions
    r"|\w*(?:[a-z][A-Z]|_|[A-Za-z]\d)\w*"  # names of code, ids
    r"|\b\d{3,}\b"  # numbers
    r"|\b[A-Z][a-z]{3,}\b"  # proper names, where they stand inside a sentence
    r"|\b[a-z]{5,}\b"  # plain words
)
PATH = re.compile(r"(?:[\w.@~+-]*/)+[\w.@+-]*[\w@+]")
# Counts and ranges of lines name nothing.
COUNT = re.compile(r"\d{1,5}|\d+(?:[,:/-]\d+)+")
HIT = re.compile(r"^((?:[\w.@~+-]*/)*[\w.@+-]+\.[A-Za-z]\w{0,4})[:(-]\d+")
ID_KEY = re.compile(r"(?i)(^|_)(id|number|code|sha|key)$")
ID = re.compile(r"(?=\S*\d)[\w-]{4,40}")
FAILED = re.compile(r"(?m)^(?:Exit code [1-9]|--- FAIL|FAIL\b|[Ee]rror\b|fatal:|Traceback|npm ERR)|command not found|No such file or directory")
ERROR = re.compile(r"(?i)\b(error|failed|failure|fail:|exception|panic|traceback|fatal|undefined|cannot|not found|no such)\b")
ONLY_CODE = re.compile(r"(?i)\W*exit code:? \d+\W*")
EFFECT = re.compile(r"(?i)(?:^|_|-)(cancel|book|update|send|modify|exchange|return|transfer|refund|delete|create|merge|close|post|publish|pay|submit)(?:_|-|[A-Z]|$)")
COMMAND_EFFECT = re.compile(r"\bgit (?:commit|push|merge|tag)\b|\bgh (?:pr|issue|release) (?:create|merge|close|comment)\b|\b(?:npm|cargo) publish\b")
PROOF = re.compile(r"(?m)^\[[\w/.-]+ (?:\(root-commit\) )?([0-9a-f]{7,})\]|\b([0-9a-f]{7,}\.\.[0-9a-f]{7,})\b|(https?://\S+/(?:pull|issues)/\d+)")
# Lines that begin something new, so that what stands behind them belongs to nothing before.
OPENS = re.compile(r"(?i)(?:[AU]:|[>$] |assistant\b|user\b|agent\b|tool\b|said\b|done:|failed:|\w+\(\{)")

PATHS = ("file_path", "path", "filename", "filePath", "notebook_path", "file", "target_file")
OLD = ("old_string", "oldText", "old_str", "old_content")
BODIES = {*OLD, "new_string", "content", "newText", "edits", "file_text", "new_str", "replacement", "text", "new_content", "todos", "thought"}
# Arguments that need nothing: limits, and words of the tool's own definition, which an agent always sees.
NO_NEED = {"timeout", "limit", "offset", "head_limit", "description", "run_in_background"}
NO_NEED |= {"status", "type", "operation", "output_mode", "subagent_type", "impl_source"}
ONE_WORD = re.compile(r"\w+")
CLASSES = ("references", "names", "plain words")


def shown(message: Message) -> str:
    calls = [f"{call['name']}({json.dumps(call['args'], ensure_ascii=False)})" for call in message["calls"]]
    return "\n".join(filter(None, [message["text"], *calls]))


def leaves(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """The texts of arguments, each with the name that it stands under."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, key)
    else:
        yield key, value if isinstance(value, str) else str(value)


def texts(message: Message) -> list[str]:
    """What a message says and calls with, without JSON's own marks."""
    return [message["text"], *(leaf for call in message["calls"] for _, leaf in leaves(call["args"]))]


def needs_nothing(key: str, value: str) -> bool:
    """Whether an argument is a limit, or a word of the tool's own definition, such as the command `str_replace` of an editor."""
    return key in NO_NEED or (key == "command" and bool(ONE_WORD.fullmatch(value)))


def used(message: Message) -> str:
    """What a message says and calls with, without arguments that need nothing."""
    return "\n".join([message["text"], *(leaf for call in message["calls"] for key, leaf in leaves(call["args"]) if not needs_nothing(key, leaf))])


def kind_of(atom: str) -> str:
    if re.fullmatch(r"[a-z]{5,}", atom):
        return "plain words"
    return "names" if re.fullmatch(r"[A-Z][a-z]{3,}", atom) else "references"


def atoms(text: str) -> set[str]:
    return {found.strip("-_.") for found in ATOM.findall(text)} - {""}


def phrases(parts: Iterable[str], word: re.Pattern[str] = SPOKEN) -> set[tuple[str, ...]]:
    """Three words in a row, of which one has four letters or more."""
    found: set[tuple[str, ...]] = set()
    for part in parts:
        words = word.findall(part)
        found |= {each for each in zip(words, words[1:], words[2:]) if max(map(len, each)) >= 4}
    return found


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in GUTTER.sub("", text).split("\n")]


def base(path: str) -> str:
    return path.rstrip("/").rsplit("/", 1)[-1]


def path_of(args: dict[str, Any]) -> str:
    return next((args[key] for key in PATHS if isinstance(args.get(key), str) and args[key]), "")


def command_of(args: dict[str, Any]) -> str:
    return next((" ".join(args[key].split()) for key in ("command", "cmd") if isinstance(args.get(key), str)), "")


def old_lines(args: dict[str, Any]) -> list[str]:
    """The old text of an edit, by its lines."""
    texts = [text for key, text in leaves(args) if key in OLD]
    return [line for text in texts for line in lines_of(text) if len(line) >= EDIT_CHARS]


def named(args: dict[str, Any]) -> tuple[set[str], set[str]]:
    """Paths and other names that a call's arguments hold, without its texts."""
    paths, names = set(), set()
    for key, text in leaves(args):
        if key in BODIES or needs_nothing(key, text):
            continue
        found = {path for path in PATH.findall(text) if "//" not in path and not path.startswith("/dev/")}
        paths |= found
        names |= {atom for atom in atoms(PATH.sub(" ", text)) if kind_of(atom) == "references" and not COUNT.fullmatch(atom)}
        names |= {address for address in re.findall(r"https?://[^\s\"'<>)\]}\\,]+", text)}
    return paths, names


def spots(text: str, name: str, most: int = 40) -> Iterator[int]:
    """Where a name stands by itself."""
    at, found = text.find(name), 0
    while at >= 0 and found < most:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before == "_") and not (after.isalnum() or after == "_"):
            found += 1
            yield at
        at = text.find(name, at + 1)


def objects(value: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """The objects of a JSON value, each with the ids that it is part of, its own in front."""
    if isinstance(value, dict):
        own = tuple(str(inner) for key, inner in value.items() if ID_KEY.search(key) and isinstance(inner, (str, int)) and str(inner))
        yield own + above, value
        for inner in value.values():
            yield from objects(inner, own[:1] + above)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner, above)


def parsed(text: str) -> Any:
    try:
        return json.loads(text) if text.lstrip()[:1] in ("{", "[") else None
    except ValueError:
        return None


class Memory:
    """A memory, ready to be asked."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.stripped = {line.strip().removeprefix("| ").strip() for line in self.lines}
        self.words = [set(WORD.findall(line)) for line in self.lines]
        self.starts, at = [], 0
        for line in self.lines:
            self.starts.append(at)
            at += len(line) + 1

    def has(self, name: str) -> bool:
        return next(spots(self.text, name), None) is not None

    def has_path(self, path: str) -> bool:
        """As one string, or as its folder and behind that its name in one line."""
        if self.has(path):
            return True
        folder, _, name = path.rpartition("/")
        return any(next(spots(line.partition(folder + "/")[2], name), None) is not None for line in self.lines if folder and folder + "/" in line)

    def line_at(self, at: int) -> int:
        low, high = 0, len(self.starts) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.starts[middle] <= at else (low, middle - 1)
        return low

    def holds_line(self, line: str) -> bool:
        return line in self.stripped or line in self.text


class Needs:
    """What one recorded call needs of the past."""

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.names: set[str] = set()
        self.old: list[str] = []
        self.file = ""

    def __bool__(self) -> bool:
        return bool(self.paths or self.names or self.old)


class Case:
    """A past, and what of it is used behind the cut."""

    def __init__(self, name: str, session: str, past: list[Message], future: list[Message], stays: list[Message] | None = None) -> None:
        self.name, self.session, self.past = name, session, past
        self.shown = [shown(each) for each in past]
        self.text = GUTTER.sub("", "\n".join(text for each in past for text in texts(each)))
        self.tokens = sum(sessions.quarter(each) for each in self.shown)
        self.real = int(conspectus.count_tokens("\n".join(self.shown), tokenizer="o200k_base").tokens)
        self.lines = set(self.text.split("\n"))
        self.lines |= {line.strip() for line in self.lines}
        known = atoms(self.text)
        stays = stays or []
        self.future = future[:FUTURE]
        self.read_presence(known, stays)
        self.read_needs(known, stays)
        self.read_records()
        self.read_events()

    def read_presence(self, known: set[str], stays: list[Message]) -> None:
        lines = self.text.split("\n")
        where: dict[str, list[int]] = {}
        for number, line in enumerate(lines):
            for atom in atoms(line):
                where.setdefault(atom, []).append(number)
        # What stays in the conversation needs no memory either.
        seen = {atom for each in stays for atom in atoms(shown(each))}
        told = phrases(text for each in stays for text in texts(each))
        past = phrases(text for each in self.past for text in texts(each))
        told_so, past_so = phrases(map(shown, stays), WRITTEN), phrases(self.shown, WRITTEN)
        self.written: set[tuple[str, ...]] = set()
        wanted: dict[str, set[str]] = {kind: set() for kind in CLASSES}
        self.phrases: set[tuple[str, ...]] = set()
        for each in self.future:
            found = atoms("\n".join(texts(each)))
            spoken, written = phrases(texts(each)), phrases([shown(each)], WRITTEN)
            if each["role"] == "assistant":
                for atom in (atoms(used(each)) & known) - seen:
                    kind = kind_of(atom)
                    if COUNT.fullmatch(atom):
                        continue
                    if kind == "plain words" and len(where.get(atom, ())) > 2:
                        continue
                    if kind == "names" and atom.lower() in known:
                        continue
                    wanted[kind].add(atom)
                self.phrases |= (spoken & past) - told
                self.written |= (written & past_so) - told_so
            # What was said or shown again needs no memory.
            seen |= found
            told |= spoken
            told_so |= written
        self.wanted = {kind: sorted(wanted[kind]) for kind in CLASSES}
        self.beside = {
            atom: [set(WORD.findall(lines[number])) - {atom} for number in where.get(atom, ())[:200]] for kind in CLASSES for atom in self.wanted[kind]
        }

    def read_needs(self, known: set[str], stays: list[Message]) -> None:
        since = [GUTTER.sub("", "\n".join(texts(each))) for each in stays]
        seen = {atom for text in since for atom in atoms(text)}
        lines = {line for text in since for line in lines_of(text)}
        self.needs: list[Needs] = []
        for each in self.future:
            for call in each["calls"]:
                args, needs = call["args"], Needs()
                paths, names = named(args)
                for path in paths:
                    if any(path in text for text in since):
                        continue
                    if path in self.text:
                        needs.paths.add(path)
                    elif base(path) in known and base(path) not in seen and kind_of(base(path)) == "references":
                        needs.names.add(base(path))
                needs.names |= {name for name in names if name in known and name not in seen}
                needs.old = [line for line in old_lines(args) if line not in lines and line in self.lines]
                needs.file = path_of(args)
                if needs and len(self.needs) < CALLS:
                    self.needs.append(needs)
            text = GUTTER.sub("", "\n".join(texts(each)))
            since.append(text)
            seen |= atoms(text)
            lines |= set(lines_of(text))

    def read_records(self) -> None:
        """Of each needed name the records that held it, and the lines that people and calls held it in."""
        names = {name for needs in self.needs for name in needs.names}
        self.holders: dict[str, set[str]] = {name: set() for name in names}
        self.spoken: dict[str, list[set[str]]] = {name: [] for name in names}
        # The ids of records: what they hold in the results of tools, by the key of the id.
        self.held: dict[str, dict[str, set[str]]] = {}
        self.free: set[str] = set()
        made = {call["id"]: call for each in self.past for call in each["calls"]}
        for each in self.past:
            text = each["text"]
            if each["role"] != "tool":
                for part in texts(each):
                    for line in part.split("\n"):
                        for name in names:
                            if name in line:
                                self.spoken[name].append(set(WORD.findall(line)) - set(WORD.findall(name)))
                continue
            call = made.get(each["answers"]) or {"name": "", "args": {}}
            labels = {base(path_of(call["args"])), command_of(call["args"])[:30], *(leaf for key, leaf in leaves(call["args"]) if len(leaf) <= 60)} - {""}
            value = parsed(text)
            for ids, record in objects(value):
                own = {leaf for _, leaf in leaves(record)}
                for name in names & own:
                    self.holders[name] |= set(ids) - {name}
                for key, inner in record.items():
                    if ID_KEY.search(key) and isinstance(inner, str) and ID.fullmatch(inner):
                        # The id of a record stands for itself.
                        self.free |= {inner} & names
                        nested = {leaf for below in record.values() if isinstance(below, (dict, list)) for _, leaf in leaves(below) if ID.fullmatch(leaf)}
                        if nested:
                            self.held.setdefault(key, {}).setdefault(inner, set()).update(nested - {inner})
            for name in names:
                if name not in text:
                    continue
                self.holders[name] |= labels
                for line in text.split("\n"):
                    hit = HIT.match(line) if name in line else None
                    if hit:
                        self.holders[name].add(base(hit.group(1)))

    def read_events(self) -> None:
        """Failures that nothing mended, and effects that were done."""
        made = {call["id"]: call for each in self.past for call in each["calls"]}
        failures: dict[str, str] = {}
        self.effects: list[tuple[str, list[str]]] = []
        for each in self.past:
            call = made.get(each["answers"]) if each["role"] == "tool" else None
            if not call:
                continue
            command, text = command_of(call["args"]), each["text"]
            failed = each["error"] or bool(FAILED.search(text))
            if command:
                failures.pop(command, None)
                if failed:
                    says = [line.strip() for line in text.split("\n") if ERROR.search(line) and not ONLY_CODE.fullmatch(line)]
                    if says:
                        failures[command] = says[0][:ERROR_CHARS].strip()
            if failed or text.lstrip().lower().startswith("error"):
                continue
            kind = COMMAND_EFFECT.search(command)
            proof = PROOF.search(text) if kind else None
            if kind and proof:
                self.effects.append((kind.group(0), [next(filter(None, proof.groups()))]))
            elif not command and not path_of(call["args"]) and EFFECT.search(call["name"] or ""):
                ids = [leaf for key, leaf in leaves(call["args"]) if ID.fullmatch(leaf) and ID_KEY.search(key)]
                if ids:
                    self.effects.append((str(call["name"]), ids[:1]))
        self.errors = list(dict.fromkeys(failures.values()))[-NEWEST:]

    def is_bound(self, memory: Memory, name: str) -> bool:
        """Whether a name stands behind the name of a record that held it, or in the words that it was spoken in."""
        if name in self.free or "://" in name or (re.search(r"\.[A-Za-z]\w{0,4}$", name) and not name.startswith(".")):
            return True
        for at in spots(memory.text, name):
            line = memory.line_at(at)
            behind = memory.text[max(0, at - BOUND_CHARS) : at] + memory.lines[line][at - memory.starts[line] + len(name) :]
            if any(label in behind for label in self.holders[name]):
                return True
            words = memory.words[line]
            if any(len(words & there) >= min(2, len(there)) for there in self.spoken[name]):
                return True
        return False

    def calls(self, memory: Memory) -> list[tuple[float, float | None]]:
        """Of each call: 1, 0.5 or 0 by its names and their binding, and the same by the old text of an edit."""
        found: list[tuple[float, float | None]] = []
        for needs in self.needs:
            bound = 1.0
            if not all(map(memory.has_path, needs.paths)) or not all(map(memory.has, needs.names)):
                bound = 0.0
            elif not all(self.is_bound(memory, name) for name in needs.names):
                bound = 0.5
            old = None
            if needs.old:
                old = 1.0 if all(map(memory.holds_line, needs.old)) else 0.5 if memory.has_path(needs.file) else 0.0
            found.append((bound, old))
        return found

    def wrong(self, memory: Memory) -> float | None:
        """Of the values that stand behind a record's id, the share that stands behind another's. A new call or turn ends what is before it."""
        right = wrong = 0
        for records in self.held.values():
            if len(records) < 2:
                continue
            values = {value for held in records.values() for value in held} - set(records)
            known = re.compile(r"[\w-]{4,40}")
            current = ""
            for line in memory.lines:
                if OPENS.match(line.strip()):
                    current = ""
                for word in known.findall(line):
                    if word in records:
                        current = word
                    elif word in values and current:
                        right += word in records[current]
                        wrong += word not in records[current]
        return wrong / (right + wrong) if right + wrong else None

    def score(self, text: str) -> dict[str, float]:
        """Every measure, 0 to 1; what cannot be told is left out."""
        memory = Memory(text)
        result: dict[str, float] = {}
        calls = self.calls(memory)
        if calls:
            whole = [min(bound, 1.0 if old is None else old) for bound, old in calls]
            result["replay"] = sum(whole) / len(whole)
            result["names and binding"] = sum(bound for bound, _ in calls) / len(calls)
            result["run"] = next((number for number, value in enumerate(whole) if not value), len(whole)) / len(whole)
        edits = [old for _, old in calls if old is not None]
        if edits:
            result["old text whole"] = sum(old == 1.0 for old in edits) / len(edits)
        if self.phrases:
            result["phrases"] = len(self.phrases & phrases(memory.lines)) / len(self.phrases)
        if self.written:
            result["phrases as written"] = len(self.written & phrases([text], WRITTEN)) / len(self.written)
        places: dict[str, list[set[str]]] = {}
        for line, words in zip(memory.lines, memory.words):
            for atom in atoms(line):
                if atom in self.beside:
                    places.setdefault(atom, []).append(words)
        for kind, wanted in self.wanted.items():
            if wanted:
                result[kind] = sum(atom in places for atom in wanted) / len(wanted)
                result[f"{kind}, anchored"] = sum(
                    any(len(here & there) >= min(2, len(there)) for here in places.get(atom, ()) for there in self.beside[atom]) for atom in wanted
                ) / len(wanted)
        if self.effects:
            told = [self.is_told(memory, effect, ids) for effect, ids in self.effects]
            result["effects"] = sum(told) / len(told)
        if self.errors:
            result["error lines"] = sum(line in text for line in self.errors) / len(self.errors)
        wrong = self.wrong(memory)
        if wrong is not None:
            result["wrong bindings"] = wrong
        return result

    @staticmethod
    def is_told(memory: Memory, effect: str, ids: list[str]) -> bool:
        return any(id in memory.text[at : at + BOUND_CHARS] for at in spots(memory.text, effect) for id in ids)


def is_list(line: str) -> bool:
    """Whether a line is bare names, one behind the other."""
    line = line.strip().removeprefix("- ")
    label, _, rest = line.partition(": ")
    items = (rest if rest and len(label) < 120 else line).split(", ")
    return len(items) >= 4 and sum(" " not in item.strip() and "=" not in item and bool(item) for item in items) >= 0.8 * len(items)
