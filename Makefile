# `make` alone lists what there is. Needs make and Python 3.11 or newer with venv; the rest comes
# into .venv from lock files in which every package is hashed.

RULES      ?= fiftyk4
# One name a seat, or one a side, or one for all. Two sides with a name each are dealt in two
# seatings, so 500,000 deals are 1,000,000 hands.
STRATEGIES ?= balanced,lowest
DEALS      ?= 500000
SEED       ?= 1
# runs/fiftyk4-balanced-lowest; another seed has a folder of its own.
comma      := ,
OUT        ?= runs/$(RULES)-$(subst /,-,$(subst :,-,$(subst $(comma),-,$(STRATEGIES))))$(if \
              $(filter-out 1,$(SEED)),-seed$(SEED))
# Test processes, and more for pytest: make test ARGS="-m 'not slow' tests/sim".
WORKERS    ?= 2
ARGS       ?=

VENV := .venv
BIN  := $(VENV)/bin
# Empty files that say which lock .venv was last brought up to.
RUN  := $(VENV)/installed-run
DEV  := $(VENV)/installed-dev
PEERS := $(VENV)/installed-peers
COMPILED := $(VENV)/compiled

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help report test test-slow check uncompiled coverage bench docs proofs peers lock clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | \
	    while IFS='|' read -r target what; do printf '%-19s%s\n' "$$target" "$$what"; done
	@echo
	@echo "  Settings of make report: RULES=$(RULES) STRATEGIES=$(STRATEGIES) DEALS=$(DEALS) SEED=$(SEED)"

$(RUN): requirements.lock pyproject.toml tools/venv.sh
	@sh tools/venv.sh $(VENV) requirements.lock
	@touch $@

# The developers' lock holds the users' packages at the same versions, so it serves for both.
$(DEV): requirements-dev.lock requirements.lock pyproject.toml tools/venv.sh
	@sh tools/venv.sh $(VENV) requirements-dev.lock
	@touch $(RUN) $@

# Holds the developers' packages at the same versions, too.
$(PEERS): requirements-peers.lock requirements-dev.lock requirements.lock pyproject.toml tools/venv.sh
	@sh tools/venv.sh $(VENV) requirements-peers.lock
	@touch $(RUN) $(DEV) $@

# The simulator is compiled at its first use and kept on disk: part of the set-up, not of the job.
$(COMPILED): $(RUN) $(wildcard sim/*.py sim/core/*.py strategies/*.py analysis/*.py)
	@echo "Compiling the simulator (once, about a minute) ..."
	@folder=$$(mktemp -d) && \
	    $(BIN)/fiftyk simulate --rules $(RULES) --strategies $(STRATEGIES) --deals 64 --seed 1 \
	        --out $$folder/hands >/dev/null 2>&1 && \
	    $(BIN)/fiftyk report $$folder/hands >/dev/null 2>&1; \
	    status=$$?; rm -rf $$folder; exit $$status
	@touch $@

report: $(COMPILED) ## the main job: simulate 1,000,000 hands and write the strategy report
	$(BIN)/fiftyk simulate --rules $(RULES) --strategies $(STRATEGIES) --deals $(DEALS) --seed $(SEED) --out $(OUT)
	$(BIN)/fiftyk report $(OUT)

# COVERAGE=1 measures what lines the tests run, for `make uncompiled` to add to.
COVERAGE   ?=
COVER      := $(if $(COVERAGE),--cov --cov-report=)
# Those marked slow repeat others at length, some for minutes: make test-slow.
test: $(DEV) ## the tests; installs chromium when missing and allowed
	@if sh tools/chromium.sh; then without=; else without=' and not browser'; fi; \
	    set -x; $(BIN)/pytest -n $(WORKERS) --dist loadfile -m "not slow$$without" $(COVER) $(ARGS)

test-slow: $(DEV) ## the long tests: very many hands of every rule set, and the like
	$(BIN)/pytest -n $(WORKERS) --dist loadfile -m slow $(ARGS)

check: $(DEV) ## lint, format, types, and which layer may import which
	@failed=; \
	run() { echo "$$ $$*"; "$(BIN)/$$@" || failed="$$failed, $$*"; }; \
	run ruff check .; \
	run ruff format --check .; \
	run mypy; \
	run lint-imports; \
	if [ -n "$$failed" ]; then echo "Failed: $${failed#, }" >&2; exit 1; fi

# Compiled lines are invisible to coverage, so the simulator's and the strategies' quick tests are
# run once more with the kernels as plain Python. One file above the strategies judges kernels of
# its own. The kernels' uint64 arithmetic is meant to wrap round; only uncompiled does NumPy warn.
uncompiled: $(DEV) ## tests of the kernels as plain Python; adds their lines to the coverage
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n $(WORKERS) --dist loadfile \
	    -m "not slow and not statistical and not browser and not compiled" \
	    -W "ignore:overflow encountered:RuntimeWarning" --cov --cov-append --cov-report=term \
	    tests/sim tests/strategies tests/analysis/test_features.py $(ARGS)

coverage: $(DEV) ## the lines that the tests run, kernels included
	$(MAKE) test COVERAGE=1
	$(MAKE) uncompiled

bench: $(DEV) ## throughput on this machine, one core
	$(BIN)/fiftyk bench --rules $(RULES)
	$(if $(wildcard tests/benchmarks/*.py),$(BIN)/pytest tests/benchmarks --benchmark-enable $(ARGS))

# No version moves without need; to move them all: make lock ARGS=--upgrade
UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
             --no-header --group build $(ARGS)

docs: $(DEV) ## the rules pages anew from the declared rule sets
	$(BIN)/python -m reports.rulebook docs/rules

proofs: $(DEV) ## every statistical promise simulated at length, into docs/proofs.md (five minutes)
	$(BIN)/python -m tests.analysis.prove_statistics docs/proofs.md

peers: $(PEERS) ## Dou Dizhu against OpenSpiel and RLCard: the same plays, then a race (six minutes)
	$(BIN)/pytest tests/peers
	$(BIN)/python -m tests.peers.race

lock: $(DEV) ## the lock files anew from pyproject.toml
	$(UV_COMPILE) pyproject.toml --output-file requirements.lock
	$(UV_COMPILE) --extra dev --constraints requirements.lock pyproject.toml --output-file requirements-dev.lock
	$(UV_COMPILE) --extra dev --extra peers --constraints requirements-dev.lock pyproject.toml \
	    --output-file requirements-peers.lock

clean: ## remove .venv and what checks leave behind; results in runs/ stay
	rm -rf $(VENV) build dist htmlcov .coverage .coverage.* .benchmarks .hypothesis \
	    .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
