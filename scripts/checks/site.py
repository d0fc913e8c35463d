"""The built docs site: every link leads to a file and an anchor that exist, and search knows every option.

    python3 scripts/checks/site.py [target/site]

Links to the repository are checked as paths. Other addresses are not opened; nothing is loaded from one.
"""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

sys.path.insert(0, str(Path(__file__).parent))
from links import ROOT, repository  # noqa: E402

# Fewer would mean that the options or their pages weren't found.
FEWEST = {"pages": 50, "links": 2_000, "options": 10, "tabs": 50}


class Html(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.languages: set[str] = set()
        self.tabs = 0
        self.is_label = False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        self.links += [given[name] for name in ("href", "src") if name in given]
        self.loaded += [given[name] for name in ("href", "src") if name in given and tag in ("link", "script", "img", "iframe")]
        self.tabs += given.get("class", "").startswith("tabbed-set")
        self.is_label = tag == "label" and given.get("for", "").startswith("__tabbed")

    def handle_data(self, data: str) -> None:
        if self.is_label:
            self.languages.add(data)
            self.is_label = False


def fault(site: Path, page: Path, link: str, pages: dict[Path, Html]) -> str | None:
    """What is wrong with a link."""
    parts = urlsplit(link)
    if (own := re.match(rf"{re.escape(repository())}/(?:blob|tree)/main/([^#]*)", link)) is not None:
        return None if (ROOT / own[1]).exists() else "isn't in the repository"
    if parts.scheme or parts.netloc:
        return None
    path = unquote(parts.path)
    other = page if not path else site / path.lstrip("/") if path.startswith("/") else page.parent / path
    other = (other / "index.html" if other.is_dir() else other).resolve()
    if not other.is_file() or not other.is_relative_to(site):
        return "leads nowhere"
    if parts.fragment and other in pages and unquote(parts.fragment) not in pages[other].ids:
        return "names an anchor that its page does not have"
    return None


def main(folder: str = "target/site") -> int:
    site = (ROOT / folder).resolve()
    pages = {path.resolve(): Html(path) for path in sorted(site.rglob("*.html"))}
    faults = []
    for path, html in pages.items():
        name = path.relative_to(site)
        faults += [f"{name}: {link} {wrong}" for link in html.links if (wrong := fault(site, path, link, pages)) is not None]
        faults += [f"{name}: loads {link}" for link in html.loaded if urlsplit(link).netloc]
    options = re.findall(r"^### `(\w+)`$", (ROOT / "docs/reference/options.md").read_text(encoding="utf-8"), re.M)
    found = {entry["location"] for entry in json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))["docs"]}
    faults += [f"search doesn't know the option {name}" for name in options if f"reference/options/#{name}" not in found]
    if site / "report.html" not in pages:
        faults.append("the report of the demo is missing")
    languages = set().union(*(html.languages for html in pages.values()))
    if languages != {"Python", "TypeScript", "Rust"}:
        faults.append(f"tabs of {', '.join(sorted(languages)) or 'no language'}")
    counts = {
        "pages": len(pages),
        "links": sum(len(html.links) for html in pages.values()),
        "options": len(options),
        "tabs": sum(html.tabs for html in pages.values()),
    }
    faults += [f"only {counts[what]} {what}" for what, fewest in FEWEST.items() if counts[what] < fewest]
    print("\n".join(faults) or f"site: {counts['links']:,} links of {counts['pages']} pages lead somewhere; search knows {counts['options']} options")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
