.PHONY: demo test lint bench fuzz pictures clean

PYTHON ?= python3
BIN := .venv/bin
FUZZ_SECONDS ?= 60
export OMP_NUM_THREADS ?= 1

demo: .venv/installed  ## run the main job on the example page
	$(BIN)/cutline inspect examples/ferry.html --url https://courier.example/2026/ferry-returns

test: .venv/installed  ## install what the tests need, and run them
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || .ci/apt-install chromium
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || .ci/apt-install postgresql
	@command -v openssl >/dev/null || .ci/apt-install openssl
	$(BIN)/python -m pytest

lint: .venv/installed  ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	rm -rf build/lint && $(BIN)/pip install --quiet --no-deps --target build/lint .
	MYPYPATH=build/lint $(BIN)/mypy -p cutline

bench: .venv/installed  ## speed and quality; needs the labelled corpora: make bench CORPORA=DIR
	$(BIN)/python benchmarks/quality.py $(CORPORA)/*.jsonl.gz
	$(BIN)/python benchmarks/speed.py $(CORPORA)/news-images.jsonl.gz $(CORPORA)/naeb.jsonl.gz

# A page of 20 kB takes a fraction of a second, read three times; a minute is no matter of a machine that is busy. With all
# models a run takes a quarter of a gigabyte; 1 GB is no matter of the pages it has kept.
fuzz: .venv/installed  ## hostile pages through decoding, parsing and extraction, for FUZZ_SECONDS
	$(BIN)/pip install --quiet 'atheris>=3.0'
	mkdir -p build/fuzz
	$(BIN)/python fuzz/extract.py -max_total_time=$(FUZZ_SECONDS) -timeout=60 -rss_limit_mb=1024 -max_len=20000 -dict=fuzz/html.dict -artifact_prefix=build/ build/fuzz fuzz/seeds

pictures: .venv/installed  ## retake the pictures of the inspector in docs/
	$(BIN)/python benchmarks/inspector_pictures.py

clean:
	rm -rf .venv build dist *.egg-info

.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "cutline needs Python 3.11 or newer; set PYTHON=python3.x" >&2; exit 1; }
	$(PYTHON) -m ensurepip --version >/dev/null 2>&1 || .ci/apt-install python3-venv
	$(PYTHON) -m venv --clear .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@
