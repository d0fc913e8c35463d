#!/usr/bin/env python3
"""Measures many conversations at once: `make bench-batch`, or ARGS="--count 500" for a short run.

    batch.py [--count 10000] [--modes plain,many-1,...] [--seed 1]

Recorded conversations beside the repository (../shared/data; none if the folder is not there) and generated ones, 20 kB on average, one of a
hundred broken. Each way of compacting them runs in a process of its own and writes rows. What is told: conversations a second, the peak of memory,
error rows, and whether the rows that are right have the same hash as those of the plain loop. Cores should be idle: read the ratios.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDED = ROOT.parent / "shared/data"
WINDOW = 4_000
# Of so many conversations one is broken.
BROKEN = 100
# Recorded ones above it are left out: a few of several megabytes would be most of the work.
MOST_BYTES = 60_000
MODES = ("plain", "many-1", "many-2", "cli-1", "cli-2", "cli-killed", "ray-2", "ray-killed")
WORDS = "the parser reads each line and keeps what it knows about a file before it asks for another test of that part".split()


def recorded() -> list[list[Any]]:
    """The lists of messages in the recorded files of chat completions and of Anthropic's and Google's APIs."""
    found: list[list[Any]] = []

    def search(value: Any) -> None:
        if isinstance(value, list) and value and all(isinstance(item, dict) and "role" in item and ({"content", "parts"} & item.keys()) for item in value):
            if len(json.dumps(value)) <= MOST_BYTES:
                found.append(value)
        elif isinstance(value, (dict, list)):
            for item in value.values() if isinstance(value, dict) else value:
                search(item)

    for path in sorted(path for folder in ("openai-chat", "anthropic-messages", "gemini-contents") for path in (RECORDED / folder).glob("*.json*")):
        text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text("utf-8")
        try:
            search(json.loads(text))
        except json.JSONDecodeError:
            for line in text.splitlines():
                search(json.loads(line))
    return found


def generated(chance: random.Random) -> list[Any]:
    """An agent's session in the form of chat completions."""
    messages: list[Any] = [{"role": "user", "content": f"Mend test {chance.randrange(10**6)}."}]
    for step in range(chance.randint(4, 24)):
        path = f"src/part_{chance.randrange(300)}.py"
        call = {"id": f"call_{step}", "type": "function", "function": {"name": "read_file", "arguments": json.dumps({"path": path})}}
        messages.append({"role": "assistant", "content": f"I read {path}.", "tool_calls": [call]})
        lines = [f"{number}: {' '.join(chance.choices(WORDS, k=8))} {chance.randrange(10**4)}" for number in range(chance.randint(10, 50))]
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": "\n".join(lines)})
    return [*messages, {"role": "user", "content": "Go on."}]


def broken(number: int, text: str) -> str:
    """Torn, with a message that is none, without a list, or with a wrong content."""
    kind = number // BROKEN % 3
    if kind == 0:
        return text[: len(text) // 2]
    return json.dumps({"id": number, "messages": [{"role": "user", "content": "hi"}, 7] if kind == 1 else None})


def write_inputs(folder: pathlib.Path, count: int, seed: int) -> pathlib.Path:
    path, chance, kept = folder / "in.jsonl", random.Random(seed), recorded()
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            # Every third is a recorded one, told apart by a first message of its own.
            if kept and number % 3 == 0:
                messages = kept[number // 3 % len(kept)]
                first = messages[0]
                head = {"role": "user", "parts": [{"text": f"Task {number}"}]} if "parts" in first else {"role": "user", "content": f"Task {number}"}
                messages = [head, *messages[1:]] if first["role"] == "user" else [first, head, *messages[1:]]
            else:
                messages = generated(chance)
            text = json.dumps({"id": number, "messages": messages}, ensure_ascii=False)
            file.write((broken(number, text) if number % BROKEN == BROKEN - 1 else text) + "\n")
    return path


def digest(path: pathlib.Path) -> tuple[str, int, int]:
    """A hash of all rows that are right, how many rows there are, and how many are errors."""
    sums, errors, count = {}, 0, 0
    for row in rows_of(path):
        count += 1
        if row["status"] == "error":
            errors += 1
            assert row["messages"] is None and row["error"]["code"], row
            continue
        told = [row["status"], row["changed"], row["tokens_before"], row["tokens_after"], row["messages"]]
        sums[row["id"]] = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).digest()
    whole = hashlib.sha256(b"".join(sums[number] for number in sorted(sums)))
    return whole.hexdigest()[:16], count, errors


def rows_of(path: pathlib.Path) -> Iterator[dict[str, Any]]:
    if path.is_file():
        with path.open(encoding="utf-8") as file:
            yield from map(json.loads, file)
        return
    import pyarrow.parquet as pq

    for part in sorted(path.glob("*.parquet")):
        for row in pq.read_table(part).to_pylist():
            yield {**row, "messages": row["messages"] and json.loads(row["messages"]), "error": row["error"] and json.loads(row["error"])}


# --- what runs in a process of its own --------------------------------------------------------------


def plain(source: pathlib.Path, out: pathlib.Path) -> None:
    """What people write without this."""
    from conspectus import ConspectusError, compact

    with source.open(encoding="utf-8") as file, out.open("w", encoding="utf-8") as rows:
        for line in file:
            number = None
            try:
                held = json.loads(line)
                number = held["id"]
                result = compact(held["messages"], context_window=WINDOW)
                row = {"id": number, "status": result.status, "changed": result.changed, "tokens_before": result.tokens_before}
                row |= {"tokens_after": result.tokens_after, "messages": result.messages, "error": None}
            except (ConspectusError, ValueError) as error:
                row = {"id": number, "status": "error", "changed": False, "tokens_before": None, "tokens_after": None, "messages": None}
                row |= {"error": {"code": getattr(error, "code", "INVALID_JSON"), "path": getattr(error, "path", ""), "message": str(error)}}
            rows.write(json.dumps(row, ensure_ascii=False) + "\n")


def many(source: pathlib.Path, out: pathlib.Path, workers: int) -> None:
    from conspectus.batch import compact_many, lines

    with out.open("w", encoding="utf-8") as rows:
        for row in compact_many(lines(source), workers=workers, context_window=WINDOW):
            rows.write(row.to_json() + "\n")


def ray(source: pathlib.Path, out: pathlib.Path, kills: bool) -> None:
    """Two workers; with `kills`, one of them is killed after its first batch. The time without the start of Ray is told."""
    import threading

    import pyarrow as pa
    import pyarrow.parquet as pq
    import ray

    from conspectus.batch import arrow_batch, lines

    texts = [line.decode() for line in lines(source)]
    pq.write_table(pa.table({"id": range(len(texts)), "messages": texts}), source.with_suffix(".parquet"))
    pids = pathlib.Path(tempfile.mkdtemp(dir=out.parent))
    compacted = arrow_batch(workers=1, context_window=WINDOW)

    def noted(batch: Any) -> Any:
        (pids / str(os.getpid())).touch()
        return compacted(batch)

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    start = time.perf_counter()

    def kill() -> None:
        while not (found := sorted(pids.iterdir())):
            time.sleep(0.01)
        os.kill(int(found[0].name), signal.SIGKILL)
        print(f"killed {found[0].name}", file=sys.stderr)

    if kills:
        threading.Thread(target=kill, daemon=True).start()
    batches = ray.data.read_parquet(str(source.with_suffix(".parquet")), override_num_blocks=8)
    batches.map_batches(noted, batch_format="pyarrow", batch_size=100, num_cpus=1).write_parquet(str(out))
    print(f"seconds {time.perf_counter() - start}")
    ray.shutdown()


def cli(source: pathlib.Path, out: pathlib.Path, workers: int, kills: bool) -> None:
    """The command line in a process of its own; with `kills`, killed once rows are safe, and resumed."""
    command = [sys.executable, "-m", "conspectus", "batch", str(source), "--context-window", str(WINDOW), "--workers", str(workers), "-o", str(out), "-q"]
    if kills:
        index = out.with_name(out.name + ".index")
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while process.poll() is None and (not index.exists() or index.read_text().count('"rows"') < 1):
            time.sleep(0.02)
        process.kill()
        process.wait()
        print(f"killed after {index.read_text().splitlines()[-1]}" if index.exists() else "not killed: it was over", file=sys.stderr)
        command.append("--resume")
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)


def run(mode: str, source: pathlib.Path, out: pathlib.Path) -> None:
    match mode.split("-"):
        case ["plain"]:
            plain(source, out)
        case ["many", workers]:
            many(source, out, int(workers))
        case ["cli", workers]:
            cli(source, out, 2 if workers == "killed" else int(workers), workers == "killed")
        case ["ray", how]:
            ray(source, out, how == "killed")
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    # A process inherits the `ru_maxrss` of the one that starts it, so that of this one would be the peak of `main`.
    peak = children.ru_maxrss if mode.startswith("cli") else int(re.search(r"VmHWM:\s*(\d+)", pathlib.Path("/proc/self/status").read_text())[1])
    print(f"peak {peak / 1024:.0f}")
    # Workers of Ray are not children of this process.
    if not mode.startswith("ray"):
        print(f"cpu {sum(who.ru_utime + who.ru_stime for who in (own, children)):.1f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.run:
        run(args.run[0], pathlib.Path(args.run[1]), pathlib.Path(args.run[2]))
        return 0
    failed, reference, seconds_of = False, None, {}
    with tempfile.TemporaryDirectory(prefix="conspectus-batch-") as name:
        folder = pathlib.Path(name)
        source = write_inputs(folder, args.count, args.seed)
        expected = args.count // BROKEN
        print(f"{args.count:,} conversations, {source.stat().st_size / 1e6:.0f} MB, {expected} broken, a window of {WINDOW:,}")
        print("| way | seconds | of CPU | conversations a second | times the plain loop | peak MB | rows | errors | hash |\n| --- | --: | --: | --: | --: | --: | --: | --: | --- |")
        for mode in args.modes.split(","):
            out = folder / (mode if mode.startswith("ray") else f"{mode}.jsonl")
            start = time.perf_counter()
            done = subprocess.run([sys.executable, __file__, "--run", mode, str(source), str(out)], stdout=subprocess.PIPE, text=True, check=False)
            seconds = time.perf_counter() - start
            told = dict(line.split(" ", 1) for line in done.stdout.splitlines() if line.startswith(("seconds ", "peak ", "cpu ")))
            if done.returncode != 0:
                print(f"| {mode} | failed with {done.returncode} |")
                failed = True
                continue
            seconds = seconds_of[mode] = float(told.get("seconds", seconds))
            hashed, rows, errors = digest(out)
            reference = reference or hashed
            failed |= (hashed, rows, errors) != (reference, args.count, expected)
            ratio = f"{seconds_of['plain'] / seconds:.2f}" if "plain" in seconds_of else ""
            print(f"| {mode} | {seconds:.1f} | {told.get('cpu', '')} | {args.count / seconds:.0f} | {ratio} | {told.get('peak', '')} | {rows:,} | {errors} | {hashed} |", flush=True)
    for one, two in (("many-1", "many-2"), ("cli-1", "cli-2")):
        if one in seconds_of and two in seconds_of:
            print(f"{two} against {one}: {seconds_of[one] / seconds_of[two]:.2f}")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
