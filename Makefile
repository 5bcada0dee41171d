# Slowmate: everything a person needs. Each target works from a fresh clone and is quick when nothing is to do.
SHELL := /bin/bash
PY := .venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000
# pytest: one process per core, and the ten slowest tests at the end; PYTEST="..." adds arguments
PYTEST ?=
PARALLEL := -n auto --dist worksteal --durations=10 --durations-min=1
# what runs again on PostgreSQL: the files with a mark for it, in the long run all but pages in a browser
MARKED = $(shell grep -rl --include='test_*.py' 'mark.postgresql' tests/server)
POSTGRESQL ?= $(if $(SLOWMATE_LONG),tests/server --ignore=tests/server/browser,$(MARKED))
# the tests of one slice of the server: those of its own name, and what it stands on in the core and the command line
AREA ?=
OF_AREA = $(wildcard tests/$(AREA) tests/server/$(AREA) tests/server/browser/test_$(AREA).py $(ALSO_$(AREA)))
ALSO_correspondence := tests/server/games
ALSO_archives := tests/formats
ALSO_events := tests/cli/test_draw.py tests/cli/test_entry.py tests/cli/test_chances.py tests/cli/test_standings*.py
ALSO_events += tests/cli/test_what_follows.py
ALSO_games := tests/board tests/play tests/words/test_play.py tests/cli/test_game.py tests/cli/test_position.py
ALSO_ratings := tests/cli/test_rate*.py
ALSO_titles := tests/words/test_fide_titles.py tests/cli/test_norms*.py tests/cli/test_title*.py tests/cli/test_certificate.py
# per cent of the lines of the package that tests reach, at least
COVERED := 95
# pytest: measure them
MEASURED := --cov --cov-append --cov-report=

.PHONY: help setup demo test test-area test-sqlite test-postgresql test-long test-scale coverage covered check mutate bench clean
.DEFAULT_GOAL := help

help:
	@echo "make setup   create .venv and install everything (system packages too, where root on Debian)"
	@echo "make demo    start the server with demo data and say where to look"
	@echo "make test    run the tests, in a browser and on PostgreSQL too; AREA=events those of one slice, on SQLite"
	@echo "make test-long  run all of them: every round, every combination, everything on PostgreSQL"
	@echo "make coverage    run all tests, and tell which lines they reach"
	@echo "make test-scale  run the tests on Spark (installs PySpark and, where root on Debian, Java)"
	@echo "make check   ruff, format, templates, types, import layers"
	@echo "make mutate  change the code since SINCE=origin/main in small ways, and name what no test notices"
	@echo "make bench   measure speed and memory, as ratios in one run"
	@echo "make clean   remove what was installed and built here; var, which holds a database, stays"

setup: .venv/.installed

.venv/.installed: requirements/dev.lock pyproject.toml tools/setup
	@tools/setup

demo: setup
	@echo "== demo: the server on an embedded database, http://$(HOST):$(PORT)/ (stop with Ctrl-C)"
	@.venv/bin/slowmate serve --demo --host $(HOST) --port $(PORT)

test: $(if $(AREA),test-area,test-sqlite test-postgresql)

test-area: setup
	@test -n "$(OF_AREA)" || { echo "AREA=$(AREA): there are no tests of that name; try events, games, ratings, titles" >&2; exit 2; }
	@echo "== test: $(OF_AREA)"
	@$(PY) tools/with-postgres --beside $(PY) -m pytest $(OF_AREA) $(PARALLEL) $(PYTEST)

test-sqlite: setup
	@echo "== test: the tests$(if $(SLOWMATE_LONG), with every round and combination)"
	@$(PY) tools/with-postgres --beside $(PY) -m pytest $(PARALLEL) $(PYTEST)

test-postgresql: setup
	@echo "== test: what reads and writes the database again, on PostgreSQL"
	@$(PY) tools/with-postgres $(PY) -m pytest $(POSTGRESQL) $(PARALLEL) $(PYTEST)

test-long:
	@SLOWMATE_LONG=1 $(MAKE) --no-print-directory test

coverage: setup
	@rm -f .coverage .coverage.*
	@$(MAKE) --no-print-directory test PYTEST="$(MEASURED) $(PYTEST)"
	@$(MAKE) --no-print-directory covered

covered:
	@echo "== coverage: the whole (at least $(COVERED) %), and every file under 90 %"
	@set -o pipefail; .venv/bin/coverage report --fail-under=$(COVERED) | awk '$$1 == "TOTAL" || $$NF + 0 < 90'

.venv/.installed-scale: .venv/.installed requirements/spark.lock tools/setup-scale
	@tools/setup-scale

test-scale: .venv/.installed-scale
	@echo "== test-scale: ratings on Spark"
	@$(PY) -m pytest tests/scale $(PYTEST)

check: setup
	@echo "== check: ruff"
	@.venv/bin/ruff check --quiet .
	@echo "== check: format"
	@.venv/bin/ruff format --quiet --check .
	@echo "== check: templates"
	@.venv/bin/djlint --check src/slowmate/server/templates > .venv/templates.txt 2>&1 || { cat .venv/templates.txt; exit 1; }
	@.venv/bin/djlint --lint src/slowmate/server/templates > .venv/templates.txt 2>&1 || { cat .venv/templates.txt; exit 1; }
	@echo "== check: types (mypy strict)"
	@SLOWMATE_SECRET_KEY=for-checks-alone-and-of-no-other-use .venv/bin/mypy --no-error-summary
	@echo "== check: import layers"
	@.venv/bin/lint-imports --no-cache > .venv/layers.txt 2>&1 || { cat .venv/layers.txt; exit 1; }
	@echo "== check: our own rules"
	@$(PY) tools/lint
	@echo "== check: subjects of commits since origin/main"
	@$(PY) tools/commits
	@echo "== check: all good"

bench: setup
	@echo "== bench: ratios in one run"
	@$(PY) -m bench

# mutate: the commit since which modules have changed, and more arguments, such as --number=60 --seed=2 --seconds=60
SINCE ?= origin/main
MUTATE ?=

mutate: setup
	@$(PY) tools/mutate --since $(SINCE) $(MUTATE)

clean:
	@echo "== clean: removing .venv and what was built; var, which holds a database, stays"
	@rm -rf .venv build dist .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
