# Two commands do everything: `make app` and `make test`. Both make .venv from requirements.lock first, once.
# make PYTHON=/path/to/python3.12 ... chooses the interpreter.

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help app test lint bench notebooks screenshot env browser wheel lock clean

BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest
LANES := lint compiled nojit bounds browser notebook wheel
READY := .venv/.ready

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## */\1\t/' | awk -F'\t' '{printf "make %-10s %s\n", $$1, $$2}'

app: env ## the page in your browser
	@$(BIN)/streamlit run app.py

test: env ## every lane: lint, compiled, nojit, bounds, browser, notebook, wheel (one alone: make test-nojit)
	@bash .ci/lanes $(LANES)

lint: env ## ruff, mypy, import-linter
	@bash .ci/lanes lint

test-%: env
	@bash .ci/lanes $*

bench: env ## speed: ratios and times of the engine on this machine
	@$(BIN)/python -m tests.bench

notebooks: env ## run all notebooks afresh, as pages in build/notebooks
	@PLOTLY_RENDERER=notebook $(BIN)/python -m nbconvert --to html --execute --output-dir build/notebooks notebooks/*.ipynb

screenshot: env browser ## data/screenshot.png, the picture of the page in the README
	@$(BIN)/python -m tests.screenshot

env: $(READY) ## .venv with the locked packages and this project

$(READY): requirements.lock pyproject.toml .ci/env
	@PYTHON="$(PYTHON)" bash .ci/env
	@touch $@

browser: ## Debian's chromium for the browser lane
	@bash .ci/browser

wheel: env ## dist/topstats-*.whl
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

lock: env ## pin anew what pyproject.toml asks for
	@$(BIN)/python -m pip install --quiet uv
	@UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --all-extras --upgrade \
		--no-emit-index-url --no-emit-find-links pyproject.toml --output-file requirements.lock

clean: ## remove what the commands above have made
	@rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
