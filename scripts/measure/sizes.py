"""How large the native library is: without the command line, and what the command line adds.

    python3 scripts/measure/sizes.py            # builds both as shipped and compares them with sizes.toml
    python3 scripts/measure/sizes.py --write    # a mark that may fall is written

The mark of the library is at most 2 % below its size: a change may add that much, and a smaller library lowers the mark.
"""

import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "scripts/measure/sizes.toml"
MAY_GROW = 1.02


def built(*options: str) -> int:
    """The bytes of the library, built as it is shipped."""
    verbose = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    host = re.search(r"host: (\S+)", verbose)
    assert host
    command = ["cargo", "build", "--quiet", "--locked", "--release", "--target", host[1], "-p", "conspectus-python", *options]
    subprocess.run(command, check=True, cwd=ROOT)
    found = sorted((ROOT / "target" / host[1] / "release").glob("*_conspectus.*"))
    return next(path for path in found if path.suffix in {".so", ".dylib", ".dll"}).stat().st_size


def main(arguments: list[str]) -> int:
    text = TABLE.read_text(encoding="utf-8")
    table = tomllib.loads(text)
    library = built("--no-default-features")
    command_line = built() - library
    mark, budget = table["library"]["bytes"], table["command_line"]["budget_bytes"]
    print(f"{library:>12,} of {mark * MAY_GROW:>12,.0f} bytes  library, whose mark is {mark:,}")
    print(f"{command_line:>12,} of {budget:>12,} bytes  command line")
    if "--write" in arguments and library < mark:
        TABLE.write_text(re.sub(r"(?<=\nbytes = )[\d_]+", f"{library:_}", text), encoding="utf-8")
    return int(library > mark * MAY_GROW or command_line > budget)


sys.exit(main(sys.argv[1:]))
