# `make run` opens the app in a browser, `make test` tests everything; both set up .venv first, quickly
# the second time.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CPP := $(shell find core bindings -name '*.?pp')
NATIVE := $(shell find core bindings -type f -not -path 'core/tests/*') CMakeLists.txt pyproject.toml

.PHONY: FORCE run test playing-tests command-tests python-tests judge-tests browser-tests doc-tests core-tests core-builds browser lint types format stub clean

run: $(VENV)/.installed $(VENV)/.needs
	@$(BIN)/obversi web

# First what builds the sources beside what installs the tools and a browser and reads the sources; then
# the tests, the longest first. More at a time than there are cores: many of them wait. What NumPy and
# PyTorch would do on several threads is too little to be worth it, and costs the others their time.
SIDE_BY_SIDE = @$(MAKE) --no-print-directory --output-sync=target
test: $(VENV)/.tools
	$(SIDE_BY_SIDE) --jobs=3 core-builds browser lint types
	$(SIDE_BY_SIDE) OMP_NUM_THREADS=1 --jobs=4 browser-tests python-tests playing-tests command-tests core-tests judge-tests doc-tests
	@$(BIN)/python tests/browser/find_browser.py || true

# The build tools live in .venv too: without an environment of its own for each build, only what
# has changed is compiled again.
$(VENV)/.tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --group build
	@touch $@

# What the package needs, apart from the package itself: that is built while pip installs this.
NEEDS = import tomllib; \
  print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"])
$(VENV)/.needs: $(VENV)/.tools
	$(BIN)/pip install --quiet $$($(BIN)/python -c '$(NEEDS)')
	@touch $@

# An editable install knows only the files it was made with: the list changes when they do.
SOURCES := $(sort $(shell find src -name '*.py'))
$(VENV)/.sources: $(VENV)/.tools FORCE
	@echo '$(SOURCES)' | cmp --silent - $@ || echo '$(SOURCES)' > $@

$(VENV)/.installed: $(VENV)/.tools $(NATIVE) $(VENV)/.sources
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pip install --quiet --no-build-isolation --no-deps \
	  --config-settings=build-dir=build/extension --config-settings=cmake.define.OBVERSI_TESTS=ON \
	  --editable .
	@touch $@

$(VENV)/.developing: $(VENV)/.needs
	$(BIN)/pip install --quiet --group dev
	@touch $@

# The tests in Python are in parts: those that play many games, those of the commands, those that wait
# for agents which nobody trusts, those in a browser, and all others. Some measure clocks and limits,
# and beside the others a core may come too late for them: a test that fails is told of and tried once
# more, with the others that failed; one that fails then fails.
PYTEST = $(BIN)/pytest -o cache_dir=$(CURDIR)/build/tests/$@
TESTED = $(PYTEST) $(1) || $(PYTEST) --last-failed --last-failed-no-failures=none $(1)
PLAYING := tests/agents tests/arena
COMMANDS := tests/cli
JUDGING := tests/judge tests/sandbox
BROWSING := tests/browser
OTHERS := $(PLAYING) $(COMMANDS) $(JUDGING) $(BROWSING)

playing-tests: $(VENV)/.installed $(VENV)/.developing
	$(call TESTED,$(PLAYING))

command-tests: $(VENV)/.installed $(VENV)/.developing
	$(call TESTED,$(COMMANDS))

python-tests: $(VENV)/.installed $(VENV)/.developing
	$(call TESTED,tests $(OTHERS:%=--ignore=%))

judge-tests: $(VENV)/.installed $(VENV)/.developing
	$(call TESTED,$(JUDGING))

# Where there is no browser, one is installed if that may be; or else the tests in one are skipped, and
# a line at the end of all tests says so. It is no prerequisite of these tests: they would begin last.
browser: $(VENV)/.tools
	@$(BIN)/python tests/browser/find_browser.py --install || true

browser-tests: $(VENV)/.installed $(VENV)/.developing
	$(call TESTED,$(BROWSING))

# What the docs and the docstrings show.
doc-tests: $(VENV)/.installed $(VENV)/.developing
	$(call TESTED,src README.md docs)

CONFIGURE_TESTS = $(BIN)/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
  -DOBVERSI_PYTHON=OFF -DOBVERSI_TESTS=ON

# Once as built for use (with the very library of the extension), once under the address and
# undefined-behaviour sanitizers, and what several threads do under the thread sanitizer. The builds
# (+) keep to the number of jobs that all have together.
core-builds: $(VENV)/.installed
	+$(BIN)/cmake --build build/extension --target core_tests
	$(CONFIGURE_TESTS) -B build/sanitized -DCMAKE_BUILD_TYPE=RelWithDebInfo \
	  -DOBVERSI_SANITIZE=address,undefined
	+$(BIN)/cmake --build build/sanitized --target core_tests
	$(CONFIGURE_TESTS) -B build/threads -DCMAKE_BUILD_TYPE=RelWithDebInfo -DOBVERSI_SANITIZE=thread
	+$(BIN)/cmake --build build/threads --target thread_tests

core-tests: core-builds
	build/extension/core/tests/core_tests
	build/sanitized/core/tests/core_tests
	build/threads/core/tests/thread_tests

lint: $(VENV)/.developing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)

types: $(VENV)/.developing
	$(BIN)/mypy

format: $(VENV)/.developing
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

# The types of the extension module, written from the module itself; a test compares them.
stub: $(VENV)/.installed $(VENV)/.needs
	$(BIN)/python -m nanobind.stubgen -m obversi._core -p bindings/stub_patterns.txt \
	  -o src/obversi/_core.pyi

clean:
	rm -rf $(VENV) build
