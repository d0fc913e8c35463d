"""What the site needs beyond the Markdown: pages from outside docs/, links between them, tabs, and the report of the demo.

The pages are written for the repository. Links to files that aren't pages of the site lead to the repository.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
REPOSITORY = "https://github.com/conspectus-dev/conspectus"
OWN = re.compile(rf"{REPOSITORY}/(?:blob|tree)/main/|{REPOSITORY.replace('github.com', 'raw.githubusercontent.com')}/main/")
# Pages from outside docs/, by their name in the site.
OTHERS = {
    "index.md": "README.md",
    "examples.md": "examples/README.md",
    "design.md": "DESIGN.md",
    "contributing.md": "CONTRIBUTING.md",
    "security.md": ".github/SECURITY.md",
    "changelog.md": "CHANGELOG.md",
}
REPORT = ROOT / "target/demo-report.html"
LANGUAGES = {"python": "Python", "js": "TypeScript", "ts": "TypeScript", "rust": "Rust"}
FENCE = re.compile(r"^```(\w*)[^\n]*\n.*?^```[ \t]*\n", re.S | re.M)
CODE = re.compile(r"^([ \t]*```+).*?^\1[ \t]*$|`[^`\n]+`", re.S | re.M)
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def slug(text: str, separator: str) -> str:
    """The anchor that GitHub makes of a heading."""
    return re.sub(r"[^\w -]", "", text.strip().lower()).replace(" ", separator)


def on_config(config: Any) -> Any:
    config.mdx_configs["toc"]["slugify"] = slug
    return config


def on_files(files: Files, config: Any) -> Files:
    for name, path in OTHERS.items():
        files.append(File.generated(config, name, abs_src_path=str(ROOT / path)))
    files.append(File.generated(config, "report.html", abs_src_path=str(REPORT)))
    return files


def on_nav(nav: Navigation, config: Any, files: Files) -> Navigation:
    nav.items.append(Link("Demo report", "report.html"))
    return nav


def target(link: str, page: str, files: Files) -> str:
    """A link of a page of the site: to another page, or to the repository."""
    here = OTHERS.get(page, f"docs/{page}")
    if (own := OWN.match(link)) is not None:
        path = link[own.end() :]
    elif re.match(r"[a-z]+:|#", link):
        return link
    else:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(here), link))
    path, _, anchor = path.partition("#")
    anchor = f"#{anchor}" if anchor else ""
    names = {origin: name for name, origin in OTHERS.items()}
    name = names.get(path, path.removeprefix("docs/") if path.startswith("docs/") else None)
    if name is not None and files.get_file_from_path(name) is not None:
        return posixpath.relpath(name, posixpath.dirname(page) or ".") + anchor
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return f"{REPOSITORY}/{kind}/main/{path}{anchor}"


def outside_code(text: str, change: Any) -> str:
    """The text with `change` made to all that isn't code."""
    parts, end = [], 0
    for code in CODE.finditer(text):
        parts += [change(text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, change(text[end:])])


def tabs(text: str) -> str:
    """The same with tabs, if blocks of code in several languages follow each other."""
    groups: list[list[re.Match[str]]] = []
    for fence in FENCE.finditer(text):
        languages = [LANGUAGES[block[1]] for block in groups[-1]] if groups else []
        follows = languages and not text[groups[-1][-1].end() : fence.start()].strip()
        if fence[1] not in LANGUAGES:
            continue
        if follows and LANGUAGES[fence[1]] not in languages:
            groups[-1].append(fence)
        else:
            groups.append([fence])
    for group in reversed(groups):
        if len(group) > 1:
            shown = [f'=== "{LANGUAGES[block[1]]}"\n\n' + re.sub(r"^(?=.)", "    ", block[0], flags=re.M) for block in group]
            text = text[: group[0].start()] + "\n".join(shown) + text[group[-1].end() :]
    return text


def indented(text: str) -> str:
    """The same with four spaces for each level of a list: GitHub takes as many as the marker is wide."""
    widths: list[int] = []
    lines, fence = [], ""
    for line in text.split("\n"):
        bare = line.lstrip(" ")
        indent = len(line) - len(bare)
        if bare and not fence:
            while widths and indent < widths[-1]:
                widths.pop()
        shift = 4 * len(widths) - (widths[-1] if widths else 0)
        lines.append(" " * max(indent + shift, 0) + bare if bare else "")
        if fence:
            fence = "" if bare.startswith(fence) else fence
        elif (opens := re.match(r"```+", bare)) is not None:
            fence = opens[0]
        elif indent - (widths[-1] if widths else 0) < 4 and (marker := re.match(r"(?:[-*+]|\d+[.)]) +", bare)) is not None:
            widths.append(indent + len(marker[0]))
    return "\n".join(lines)


def on_page_markdown(markdown: str, page: Page, config: Any, files: Files) -> str:
    def prose(text: str) -> str:
        text = re.sub(r"<!--.*?-->", "", text).replace("<details>", '<details markdown="1">')
        return LINK.sub(lambda found: found[1] + target(found[2], page.file.src_uri, files) + found[3], text)

    return tabs(indented(outside_code(markdown, prose)))


def on_post_page(output: str, page: Page, config: Any) -> str:
    # Code has up to 120 characters a line.
    return output.replace("</head>", "<style>.md-grid{max-width:80rem}</style></head>")
