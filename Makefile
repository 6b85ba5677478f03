# make run    the app in a browser        make test   the tests
# make quick  lint, types and the tests related to the change   make long-tests  tests that take long
# make docs   the documentation as a site  make wheels the source archive and the wheels for Linux
# The first run creates .venv; later runs install only what has changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CPP := $(shell find core bindings -name '*.?pp')
NATIVE := $(shell find cmake core bindings -type f -not -path 'core/tests/*') CMakeLists.txt pyproject.toml

# The tests start hundreds of processes: none compiles what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

# The folders of tests that take longest, and those with PyTorch.
FOLDERS := browser cli web arena judge agents book lab net training
FOLDER_TESTS := $(FOLDERS:%=%-tests)
# The other folders, which are small.
SMALL := $(filter-out $(FOLDERS:%=tests/%),$(patsubst %/,%,$(sort $(dir $(wildcard tests/*/test_*.py)))))
# Tests that need a cluster, from all folders: they share its processes.
CLUSTER := $(shell grep --recursive --files-with-matches --include='test_*.py' 'import wait_for_workers' tests)
PYTHON_TESTS := $(FOLDER_TESTS) cluster-tests small-tests other-tests

.PHONY: FORCE run test quick results wasm long-tests $(PYTHON_TESTS) core-tests sanitized-tests browser lint types javascript format stub docs wheels wheels-test clean

run: $(VENV)/.installed $(VENV)/.needs
	@$(BIN)/obversi web

# Builds, installs and tests side by side; what takes longest comes first.
SIDE_BY_SIDE = @$(MAKE) --no-print-directory --output-sync=target
test: $(VENV)/.tools
	$(SIDE_BY_SIDE) --jobs=3 $(VENV)/.installed $(VENV)/.developing browser javascript \
	  browser-tests core-tests types $(PYTHON_TESTS) lint
	@$(BIN)/python tests/browser/find_browser.py || true

quick: $(VENV)/.installed $(VENV)/.developing
	$(SIDE_BY_SIDE) --jobs=2 lint types
	$(BIN)/python tests/related.py

# The page of results that is part of the package: a quarter of an hour on two cores.
results: $(VENV)/.installed $(VENV)/.needs
	$(BIN)/obversi lab all
	cp lab-results/index.html src/obversi/lab/results.html

# The engine for browsers, which is part of the package. It needs Debian's packages emscripten and
# node-acorn, or another emscripten.
ENGINE := src/obversi/web/static/engine
wasm:
	NODE_PATH=/usr/share/nodejs emcmake cmake -S . -B build/wasm -DCMAKE_BUILD_TYPE=Release
	NODE_PATH=/usr/share/nodejs cmake --build build/wasm --parallel
	mkdir -p $(ENGINE)/threads
	cp build/wasm/engine.js build/wasm/engine.wasm $(ENGINE)
	cp build/wasm/threads/engine.js build/wasm/threads/engine.wasm build/wasm/threads/engine.worker.js \
	  $(ENGINE)/threads

# The build tools are installed into .venv, so that a build compiles only what has changed.
$(VENV)/.tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --group build
	@touch $@

# The dependencies of the package, and what the commands of the README need; pip installs them while
# the package is built. PyTorch, for `obversi train`, is left out: it is far larger than all the others
# together.
NEEDS = import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
  extras = project["optional-dependencies"]; \
  print(*project["dependencies"], *extras["web"], *extras["lab"])
$(VENV)/.needs: $(VENV)/.tools
	$(BIN)/pip install --quiet --no-compile $$($(BIN)/python -c '$(NEEDS)')
	@touch $@

# An editable install knows only the files it was made with, so it is repeated when the list changes.
SOURCES := $(sort $(shell find src -name '*.py'))
$(VENV)/.sources: $(VENV)/.tools FORCE
	@echo '$(SOURCES)' | cmp --silent - $@ || echo '$(SOURCES)' > $@

$(VENV)/.installed: $(VENV)/.tools $(NATIVE) $(VENV)/.sources
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pip install --quiet --no-build-isolation --no-deps \
	  --config-settings=build-dir=build/extension --config-settings=cmake.define.OBVERSI_TESTS=ON \
	  --editable .
	@touch $@

# PyTorch without the libraries of a GPU, which are 4.5 GB: PyTorch's own index has it, and PyPI for
# ARM up to 2.6. Where neither can be had, the group `dev` brings what PyPI has.
TORCH = $(BIN)/pip install --quiet --no-compile --no-deps --retries=0 --timeout=20
$(VENV)/.torch: $(VENV)/.tools
	@$(TORCH) --extra-index-url=https://download.pytorch.org/whl/cpu torch==2.13.0+cpu 2>/dev/null \
	  || { test $$(uname -m) = aarch64 && $(TORCH) 'torch>=2.4,<2.7' 2>/dev/null; } || true
	@touch $@

$(VENV)/.developing: $(VENV)/.needs $(VENV)/.torch
	$(BIN)/pip install --quiet --no-compile --group dev
	@touch $@

# Several processes, none of which takes much longer than the others: side by side they use all cores, and
# each reads only its own files. Threads of NumPy and PyTorch would only compete with them.
TESTS := not long
PYTEST = OMP_NUM_THREADS=1 $(BIN)/pytest -o cache_dir=build/tests/$@ -m "$(TESTS)"
$(PYTHON_TESTS): $(VENV)/.installed $(VENV)/.developing
browser-tests: | browser
$(FOLDER_TESTS): %-tests:
	$(PYTEST) tests/$* $(patsubst %,--ignore=%,$(filter tests/$*/%,$(CLUSTER)))

small-tests:
	$(PYTEST) $(SMALL)

cluster-tests:
	$(PYTEST) $(CLUSTER)

other-tests:
	$(PYTEST) $(patsubst %,--ignore=%,$(FOLDERS:%=tests/%) $(SMALL) $(CLUSTER))

# What `make test` has no time for: benchmarks, training, contests that are killed, most cases of tests
# with many, and C++ under sanitizers.
long-tests: $(VENV)/.tools
	$(SIDE_BY_SIDE) --jobs=3 TESTS=long $(VENV)/.installed $(VENV)/.developing browser \
	  sanitized-tests $(PYTHON_TESTS)

# Without a browser the tests in tests/browser are skipped; the last line of `make test` says so.
browser: $(VENV)/.tools
	@$(BIN)/python tests/browser/find_browser.py --install || true

CONFIGURE_TESTS = $(BIN)/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
  -DOBVERSI_PYTHON=OFF -DOBVERSI_TESTS=ON

core-tests: $(VENV)/.installed
	+$(BIN)/cmake --build build/extension --target core_tests solver_tests
	build/extension/core/tests/core_tests
	build/extension/core/tests/solver_tests

# All C++ tests with the address and undefined-behaviour sanitizers, those of threads with the thread
# sanitizer.
SANITIZED_BUILD = -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DOBVERSI_COMPILED_TESTS=$(CURDIR)/build/extension/core/tests
sanitized-tests: core-tests
	$(CONFIGURE_TESTS) -B build/sanitized $(SANITIZED_BUILD) -DOBVERSI_SANITIZE=address,undefined
	+$(BIN)/cmake --build build/sanitized --target core_tests
	$(CONFIGURE_TESTS) -B build/threads $(SANITIZED_BUILD) -DOBVERSI_SANITIZE=thread
	+$(BIN)/cmake --build build/threads --target thread_tests
	build/sanitized/core/tests/core_tests
	build/threads/core/tests/thread_tests

lint: $(VENV)/.developing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@echo "clang-format --dry-run --Werror core bindings"
	@$(BIN)/clang-format --dry-run --Werror $(CPP)

types: $(VENV)/.developing
	$(BIN)/mypy

# The linter and the type checker of the app's scripts, where Node.js is installed.
javascript:
	@if command -v npm >/dev/null; then \
	  { test -d node_modules || npm install --silent --no-audit --no-fund --no-package-lock; } \
	  && npm run --silent lint && npm run --silent types; \
	else echo "JavaScript is not checked: there is no npm"; fi

format: $(VENV)/.developing
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@echo "clang-format -i core bindings"
	@$(BIN)/clang-format -i $(CPP)

# The types of the extension module, made from the module itself; a test compares them.
stub: $(VENV)/.installed $(VENV)/.needs
	$(BIN)/python -m nanobind.stubgen -m obversi._core -p bindings/stub_patterns.txt \
	  -o src/obversi/_core.pyi

# The documentation as a site, in build/docs: open build/docs/index.html. Nothing is compiled for it.
docs: $(VENV)/.tools
	$(BIN)/pip install --quiet --group docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

# Options of release/build_wheels.py, for example WHEELS="--target musllinux_1_2_x86_64".
wheels: $(VENV)/.tools
	$(BIN)/pip install --quiet --group wheels
	$(BIN)/python release/build_wheels.py $(WHEELS)

# Installs the wheel of this system into an environment of its own, and compares the builds of the
# core in it, also on emulated processors if qemu-user is installed.
wheels-test:
	rm -rf build/wheels-test
	$(PYTHON) -m venv build/wheels-test
	build/wheels-test/bin/pip install --quiet --find-links dist --only-binary obversi obversi
	build/wheels-test/bin/python release/check_variants.py
	if command -v qemu-x86_64 >/dev/null; then \
	  build/wheels-test/bin/python release/check_variants.py --quick --emulate; fi

clean:
	rm -rf $(VENV) build node_modules
