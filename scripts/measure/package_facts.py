"""What the built packages cost to load and to carry: import times, the first exact count, compressed sizes.

    python3 scripts/measure/package_facts.py        # after `make python node`, with the Python that has the package

Times are processor time, the best of several processes, less that of an empty program: other work on
the machine shows little. Exits with 1 if a number is above its limit.
"""

import compileall
import gzip
import pathlib
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROUNDS = 20
IMPORT_MS, FIRST_COUNT_MS, PACKAGE_MB = 12.0, 150.0, 5.5


def best_ms(*command: str) -> float:
    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    times = []
    for _ in range(ROUNDS):
        start = spent()
        subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        times.append(spent() - start)
    return min(times) * 1000


def compressed_mb(*patterns: str) -> float:
    """Each file by itself, as wheels do it."""
    files = [file for pattern in patterns for file in sorted(ROOT.glob(pattern)) if file.is_file() and "__pycache__" not in file.parts]
    return sum(len(gzip.compress(file.read_bytes())) for file in files) / 1e6


def main() -> int:
    # As installers do it, whatever the environment says about writing bytecode.
    compileall.compile_dir(str(ROOT / "bindings-python/conspectus"), quiet=1)
    python = {name: best_ms(sys.executable, "-c", code) for name, code in {
        "empty": "pass",
        "import": "import conspectus",
        "count": "import conspectus; conspectus.count_tokens('Hello, world!')",
    }.items()}
    entry = "./bindings-node/index.cjs"
    node = {name: best_ms("node", "-e", code) for name, code in {
        "empty": "0",
        "import": f"require('{entry}')",
        "count": f"require('{entry}').countTokens('Hello, world!')",
    }.items()}
    rows = [
        ("python: import", python["import"] - python["empty"], IMPORT_MS, "ms"),
        ("node: require", node["import"] - node["empty"], IMPORT_MS, "ms"),
        ("python: first exact count", python["count"] - python["import"], FIRST_COUNT_MS, "ms"),
        ("node: first exact count", node["count"] - node["import"], FIRST_COUNT_MS, "ms"),
        ("python: package, compressed", compressed_mb("bindings-python/conspectus/*"), PACKAGE_MB, "MB"),
        ("node: package, compressed", compressed_mb(*(f"bindings-node/{part}" for part in ("*.cjs", "*.js", "*.d.ts", "*.d.cts", "*.node", "paths/*"))), PACKAGE_MB, "MB"),
    ]
    for name, found, limit, unit in rows:
        print(f"{name:30} {found:8.2f} {unit}   limit {limit:g}{'' if found <= limit else '   ABOVE'}")
    return int(any(found > limit for _, found, limit, _ in rows))


sys.exit(main())
