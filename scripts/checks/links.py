"""Links and anchors of every Markdown page: the target exists, and pages that registries show have absolute links only.

    python3 scripts/checks/links.py

Links to the repository's own address are checked as paths. Code and other addresses are not read.
"""

import json
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(<?([^)\s>]+)|(?:href|src|srcset)=[\"']([^\"' ]+)")
CODE = re.compile(r"^([ \t]*```+).*?^\1|`[^`\n]+`", re.S | re.M)
ANCHOR = re.compile(r"<a id=\"([^\"]+)\">")


def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def tracked(*patterns: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for path in listed.splitlines() if (ROOT / path).is_file()]


def repository() -> str:
    """The address that all three packages name."""
    npm: str = json.loads(text("package.json"))["repository"]["url"].removeprefix("git+").removesuffix(".git")
    named = {npm, tomllib.loads(text("pyproject.toml"))["project"]["urls"]["Repository"], tomllib.loads(text("Cargo.toml"))["workspace"]["package"]["repository"]}
    if len(named) > 1:
        raise SystemExit(f"links: the packages name different repositories: {', '.join(sorted(named))}")
    return npm


def published() -> set[str]:
    """Pages that PyPI, npm, crates.io or docs.rs show."""
    named = [(path, r'^readme = "(.+)"') for path in tracked("pyproject.toml", "*Cargo.toml")]
    named += [(path, r'^#!\[doc = include_str!\("(.+)"\)\]') for path in tracked("*src/lib.rs")]
    found = [((ROOT / path).parent / page).resolve() for path, pattern in named for page in re.findall(pattern, text(path), re.M)]
    return {str(page.relative_to(ROOT)) for page in found}


def anchors(page: str) -> set[str]:
    """The anchors that GitHub makes of headings, numbered from the second with the same words, and those of the page itself."""
    whole = re.sub(r"^([ \t]*```+).*?^\1", "", text(page), flags=re.S | re.M)
    found: list[str] = []
    for heading in re.findall(r"^#+ (.*?)\s*$", whole, re.M):
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-")
        same = sum(re.fullmatch(rf"{re.escape(slug)}(-\d+)?", other) is not None for other in found)
        found.append(f"{slug}-{same}" if same else slug)
    return {*found, *ANCHOR.findall(whole)}


def fault(page: str, target: str, own: tuple[str, ...], absolute: bool) -> str | None:
    """What is wrong with a link."""
    start = next((start for start in own if target.startswith(start)), None)
    if start is None and re.match(r"[a-z]+:", target):
        return None
    if start is None and absolute and not target.startswith("#"):
        return "is relative, and registries show this page"
    name, _, anchor = target.removeprefix(start or "").partition("#")
    other = (ROOT if start else (ROOT / page).parent) / name if name else ROOT / page
    other = other.resolve()
    if not other.exists() or not other.is_relative_to(ROOT):
        return "leads nowhere"
    if anchor and other.suffix == ".md" and anchor not in anchors(str(other.relative_to(ROOT))):
        return "names an anchor that its page does not have"
    return None


def main() -> int:
    address, shown = repository(), published()
    own = (f"{address}/blob/main/", f"{address}/tree/main/", f"{address.replace('github.com', 'raw.githubusercontent.com')}/main/")
    faults, count = [], 0
    for page in tracked("*.md"):
        for found in LINK.findall(CODE.sub("", text(page))):
            target, count = found[0] or found[1], count + 1
            if (wrong := fault(page, target, own, page in shown)) is not None:
                faults.append(f"{page}: {target} {wrong}")
    print("\n".join(faults) or f"links: {count} lead somewhere; {', '.join(sorted(shown))} have absolute ones")
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
