"""Checks that Cargo.toml, package.json and pyproject.toml speak of one version."""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

cargo = re.search(r'\[workspace\.package\]\nversion = "([^"]+)"', (ROOT / "Cargo.toml").read_text())
npm = json.loads((ROOT / "package.json").read_text())["version"]
python = re.search(r'^version = "([^"]+)"', (ROOT / "pyproject.toml").read_text(), re.M)
# The Python package takes its version from Cargo; a number of its own would be one too many.
versions = {"Cargo.toml": cargo.group(1) if cargo else None, "package.json": npm}
if python:
    versions["pyproject.toml"] = python.group(1)
if len(set(versions.values())) != 1:
    sys.exit(f"versions differ: {versions}")
print(f"versions agree: {npm}")
