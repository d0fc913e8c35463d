# One command from a fresh clone: `make demo` shows it, `make test` tests it. Both set up what they need.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VENV   := .venv
PYTHON := $(VENV)/bin/python
NPM    := npm --no-audit --no-fund --loglevel=error
CARGO  := cargo

.PHONY: help demo test test-rust test-python test-node python node fmt lint bench vectors peers laws trimming acceptance package clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

demo: python node ## compact an example session offline, through the Python and the Node package
	$(PYTHON) examples/demo.py examples/sessions/coding.anthropic.json
	node examples/demo.mjs examples/sessions/coding.anthropic.json

test: test-rust test-python test-node ## all tests of all three languages
	@$(PYTHON) scripts/check_versions.py

test-rust: ## Rust: core, local, laws, vectors
	$(CARGO) test --workspace --quiet
	$(CARGO) test --quiet -p conspectus --test conformance -- --nocapture | grep -E '^conformance:'

test-python: python ## Python: vectors and behaviour of the package
	$(PYTHON) -m pytest -q tests

test-node: node ## Node: vectors and behaviour of the package
	node --expose-gc --test tests/conformance.test.mjs tests/node/*.test.mjs

# --- what the targets above need -----------------------------------------------------------------------------------

$(VENV)/.ready: requirements-dev.txt
	python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

python: $(VENV)/.ready ## build the Python package into .venv
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(VENV)/bin/maturin develop --quiet --release

node_modules/.ready: package.json
	$(NPM) install --no-package-lock
	touch $@

node: node_modules/.ready ## build the Node package
	$(NPM) run --silent build

# --- the rest --------------------------------------------------------------------------------------------------------

fmt: ## format
	$(CARGO) fmt --all

lint: $(VENV)/.ready node_modules/.ready ## formats, lints, types
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	$(PYTHON) -m mypy --strict bindings-python/conspectus
	$(NPM) run --silent types
	$(PYTHON) examples/sessions/record.py --check

bench: python node ## compare with what people use today, as ratios in one run
	node benches/node.mjs
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r requirements-bench.txt
	$(PYTHON) benches/python.py

vectors: python node ## the conformance runners of all three languages, and what the vectors cover
	$(CARGO) test --quiet -p conspectus --test conformance -- --nocapture | grep -E '^conformance:'
	$(PYTHON) -m pytest -q tests/test_conformance.py
	node --test tests/conformance.test.mjs
	$(PYTHON) scripts/coverage.py

peers: node ## opt-in: our presets against the packages that they reproduce, 20,000 random inputs each (installs 520 MB into target/peers)
	mkdir -p target/peers
	cp tests/peers/package.json target/peers/
	$(NPM) install --no-package-lock --ignore-scripts --prefix target/peers
	node tests/peers/run.mjs target/peers 20000

laws: ## a million generated histories against an independent validator
	$(CARGO) run --release --quiet -p conspectus-laws -- 1000000

# Others' packages live under target/, out of the way of this package's own.
PEERS := target/peers
$(PEERS)/.ready: requirements-peers.txt
	python3 -m venv $(PEERS)/python
	$(PEERS)/python/bin/pip install --quiet --disable-pip-version-check -r requirements-peers.txt
	$(NPM) install --no-package-lock --prefix $(PEERS)/node ai zod
	touch $@

trimming: python $(PEERS)/.ready ## generated histories through LangChain's, LiteLLM's and AutoGen's trimming and ours, as a table
	$(CARGO) build --release --quiet -p conspectus-laws
	PYTHONPATH=bindings-python $(PEERS)/python/bin/python benches/trimming.py

acceptance: python node $(PEERS)/.ready ## whether the providers' own SDKs take what comes out
	$(CARGO) build --release --quiet -p conspectus-laws
	PYTHONPATH=bindings-python $(PEERS)/python/bin/python tests/acceptance/sdk.py
	node tests/acceptance/ai.mjs --modules $(PEERS)/node

package: python node ## build wheel and npm package, install each into an empty folder, import them
	bash tests/packaging/consumer.sh

clean: ## remove everything built
	rm -rf target $(VENV) node_modules dist
