# Everything runs in .venv, made from the interpreter PYTHON. Targets: site test check lint bench fuzz clean
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: site test check lint serve bench fuzz clean
site: $(READY)
	$(BIN)/failwhere build

test: $(READY)
	$(BIN)/python -m pytest

check: $(READY)
	$(BIN)/failwhere check

lint: $(READY)
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

serve: $(READY)
	$(BIN)/failwhere serve

bench: $(READY)
	$(BIN)/python tests/bench/judge.py
	$(BIN)/python tests/bench/client.py

fuzz: $(READY)
	$(BIN)/python tests/fuzz/judge.py

$(READY): pyproject.toml .ci/constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/constraints.txt -e '.[test]'
	touch $@

clean:
	rm -rf .venv .cache site site_src/generated
