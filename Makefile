.PHONY: demo check test lint types links bench mutants fuzz soak pictures clean

PYTHON ?= python3
BIN := .venv/bin
PIP := PYTHONWARNINGS=ignore $(BIN)/pip --quiet  # setuptools warns of every editable install
FUZZ_SECONDS ?= 60
FOLDERS ?= dom nlp extraction
CORES := $(shell nproc)
# Tests of a file run on one worker, so that they share the processes they start; the slowest files come first.
PYTEST := $(BIN)/python -m pytest --maxprocesses 8 --dist loadfile --no-loadscope-reorder --numprocesses
export OMP_NUM_THREADS ?= 1
unexport PYTHONDONTWRITEBYTECODE  # each worker would compile all tests again

demo: .venv/installed  ## install cutline and inspect the example page
	$(BIN)/cutline inspect examples/ferry.html --url https://courier.example/2026/ferry-returns

check: lint  ## in a minute: lint, types, and the tests that take little and need no browser, server, cluster or other process
	CUTLINE_CHROMIUM=/left/out $(PYTEST) $(or $(WORKERS),$(CORES)) -m 'not (browser or database or cluster or load or processes)'

test: .venv/tools  ## install the test tools, and run all tests; many of them wait, so there are more workers than cores
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || .ci/apt-install chromium
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || .ci/apt-install postgresql
	@command -v openssl >/dev/null || .ci/apt-install openssl
	$(PYTEST) $(or $(WORKERS),$(shell expr $(CORES) \* 3 / 2))

lint: types  ## ruff and mypy
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .

types: .venv/tools links
	MYPYPATH=build/types $(BIN)/python -m mypy -p cutline

# Type checkers cannot follow the import hook of an editable install. Its folders as one package of links, named in a .pth file, they can.
links:
	@mkdir -p build/types/cutline
	@ln -sfn $(addprefix $(CURDIR)/,$(wildcard cutline/*.py cutline/*.toml) cutline/py.typed config dom extraction models nlp service) build/types/cutline
	@echo $(CURDIR)/build/types > "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/cutline-types.pth"

bench: .venv/tools  ## speed and quality; needs the labelled corpora: make bench CORPORA=DIR
	$(BIN)/python benchmarks/quality.py $(CORPORA)/*.jsonl.gz
	$(BIN)/python benchmarks/speed.py $(CORPORA)/news-images.jsonl.gz $(CORPORA)/naeb.jsonl.gz

mutants: .venv/tools  ## break the code of FOLDERS in a hundred small ways, and print those that no test notices; takes an hour
	$(BIN)/python benchmarks/mutants.py $(FOLDERS)

# Reading a 20 kB page three times takes a fraction of a second, so a timeout of a minute is safe even on a busy machine. With all
# models, a run takes a quarter of a gigabyte, so the limit of 1 GB leaves enough room for the pages it keeps.
fuzz: .venv/tools  ## run hostile pages through decoding, parsing and extraction for FUZZ_SECONDS
	$(PIP) install 'atheris>=3.0'
	mkdir -p build/fuzz
	$(BIN)/python fuzz/extract.py -max_total_time=$(FUZZ_SECONDS) -timeout=60 -rss_limit_mb=1024 -max_len=20000 -dict=fuzz/html.dict -artifact_prefix=build/ build/fuzz fuzz/seeds

soak: .venv/tools  ## attack a service on loopback, and print what held
	PYTHONPATH=benchmarks $(BIN)/python -m attack

pictures: .venv/tools  ## retake the inspector screenshots in docs/
	$(BIN)/python benchmarks/inspector_pictures.py

clean:
	rm -rf .venv build dist *.egg-info

# The demo needs only cutline; the test tools (Ray, pyarrow, playwright and others) are installed on top.
.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "cutline needs Python 3.11 or newer; set PYTHON=python3.x" >&2; exit 1; }
	@$(PYTHON) -m ensurepip --version >/dev/null 2>&1 || .ci/apt-install python3-venv
	@echo "Installing cutline and its dependencies into .venv (pip, about 430 MB) ..."
	@$(PYTHON) -m venv --clear .venv
	@$(PIP) install --upgrade pip
	@$(PIP) install --editable .
	@$(MAKE) --silent links
	@touch $@

.venv/tools: .venv/installed
	@echo "Installing the test tools into .venv (pip, another 1 GB: Ray, pyarrow, playwright, mypy, ...) ..."
	@$(PIP) install --editable '.[dev]'
	@touch $@
