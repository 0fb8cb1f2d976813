# Everything works from a fresh clone with only Python (3.11 to 3.14) and make: `.ci/venv` sets up a
# virtual environment in .venv with the versions pinned in constraints.txt.
#
#   make run ARGS="--players 4"         options for the command that the target runs
#   make run GAME=monopoly              the other game
#   make test PYTHON=python3.13         another Python than the first suitable one
#   make test VENV=build/venv           another virtual environment than .venv

VENV ?= .venv
PYTHON ?=
ARGS ?=
GAME ?= forsale

export PYTHON
BIN := $(VENV)/bin
# Each worker begins with a part of the files, so that what the tests of a file share is made once.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
# The tests of dieharder that take less than a minute each; -a is every test, hours for each order.
BATTERY ?= $(addprefix -d,0 1 2 3 4 5 6 8 9 10 11 12 13 15 16 100 101 102 202 204 205 206 207 208 209)
# Each file of options makes a page; balance.toml is for everyday use.
ASKED := $(filter-out reports/balance.toml,$(wildcard reports/*.toml reports/*/*.toml))

.DEFAULT_GOAL := help
.PHONY: help run report reports test test-thorough test-slow lint docs bench random-battery wheel stubs pins venv venv-dev

help:  ## list the targets
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / {printf "make %-15s %s\n", $$1, $$2}' Makefile

run: venv  ## set up and play a million games; GAME=monopoly: 10,000 of Monopoly
	@$(BIN)/python -m $(GAME)_sim run \
		$(if $(filter --games --games=%,$(ARGS)),,--games $(if $(filter monopoly,$(GAME)),1e4,1e6)) $(ARGS)

report: venv  ## write the balance report into runs/balance
	@$(BIN)/python -m forsale_sim report reports/balance.toml --out runs/balance $(ARGS)

reports: $(ASKED:reports/%.toml=runs/%)  ## make the published reports and designs, with their pages, into runs

runs/the-for-sale-that-could-be/%: COMMAND := forsale_sim design
runs/monopoly/%: COMMAND := monopoly_sim report
runs/%: COMMAND := forsale_sim report
runs/%: reports/%.toml | venv
	@mkdir -p $(@D)
	@$(BIN)/python -m $(COMMAND) $< --out $@ $(ARGS)

test: venv-dev  ## set up and run the fast tests
	@$(PYTEST) $(ARGS)

test-thorough: venv-dev  ## the second tier: simulations, browsers, clusters, killed processes
	@$(PYTEST) -m "thorough and not slow" $(ARGS)

test-slow: venv-dev  ## the long suites: a million games and more
	@$(PYTEST) -m slow $(ARGS)

lint: venv-dev  ## style, types, and which module may import which
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports

docs: venv-dev  ## the documentation as a site, in build/docs
	@$(BIN)/python -m sphinx -W -n --keep-going -q -d build/doctrees docs build/docs $(ARGS)

bench: venv-dev  ## the speed, beside that of a compiled C program (needs a C compiler)
	@$(BIN)/python -m benchmarks.bench $(ARGS)

random-battery: venv-dev  ## dieharder on the numbers of decisions (make random-battery BATTERY=-a: all tests)
	@for order in games deals draws; do \
		echo "order: $$order"; \
		$(BIN)/python -m benchmarks.random_stream $$order | \
			for test in $(BATTERY); do dieharder -g 200 $$test; done | \
			grep -aE 'PASSED|WEAK|FAILED'; \
	done

define SHIPPED
forsale_sim run --games 100
forsale_sim run --games 100 --no-rotate
forsale_sim rank --games 100
forsale_sim compare iello-en iello-de --games 1e4
forsale_sim replay --review --players 4 --game 1
forsale_sim duel spread linear --players 4
forsale_sim check strategies/forsale_strategies/miser.py
monopoly_sim run --games 100
endef
export SHIPPED

wheel: venv-dev  ## build a wheel for this Python on Linux, with what first commands compile, in dist
	@FORSALE_SIM_SHIPS="$$SHIPPED" $(BIN)/python -m hatchling build -t wheel -d dist

stubs: venv-dev  ## write what type checkers know of the functions, when an option has changed
	@$(BIN)/python .ci/stubs.py

pins:  ## renew constraints.txt (needs Python 3.11, the oldest supported)
	@.ci/pins

venv:
	@.ci/venv $(VENV) run

venv-dev:
	@.ci/venv $(VENV) dev
