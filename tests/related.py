"""Runs the tests that are related to the change: `make quick` calls it.

The change is what differs from the last commit, or else the last commit. Related to it are:

- tests that have changed, and the examples of changed modules and pages;
- tests that import a changed module, or are named after it (test_match_command.py after
  cli/match.py), or else those of its package;
- tests that import a changed helper of tests/, or are in the folder of a changed conftest.py;
- tests that name a changed page, data file or program, such as protocol.md;
- the tests that `OTHERS` lists for a changed file or folder;
- C++ tests that include a changed file of core/, directly or through other files.

Tests in a browser are left to `make test`, and so is what is left after `SECONDS`.
"""

import ast
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
CORE = ROOT / "core"
BUILD = ROOT / "build" / "extension"

# `make quick` takes two minutes at most, with lint and types.
SECONDS = 90.0

# The first part of a path, and tests that neither import it nor are named after it.
OTHERS: Mapping[str, tuple[str, ...]] = {
    "core/board/": ("test_board.py", "test_perft.py", "test_rules.py", "test_symmetry.py"),
    "core/bulk/": ("test_batch.py", "test_playouts.py"),
    "core/bulk/stop_flag": ("test_process_ends.py",),
    "core/evaluation/": ("test_weights.py",),
    "core/heuristics/": ("heuristics", "test_core_heuristics.py"),
    "core/one_direction/": ("lab/test_one_direction.py",),
    "core/players/": ("arena/test_bulk.py", "test_core_players.py"),
    "core/search/": ("test_core_engine.py", "test_core_wait.py", "test_engine.py"),
    "core/textbook/": ("textbook",),
    "core/training/": ("training/test_generate_core.py",),
    "core/wasm/": ("browser/test_engine_on_device.py",),
    "bindings/": ("test_stub.py", "test_core_arguments.py"),
    "bindings/interpreter_lock": ("test_process_ends.py",),
    "bindings/interrupt": ("test_process_ends.py",),
    "bindings/batch": ("test_batch.py", "test_playouts.py"),
    "bindings/engine": ("test_core_engine.py", "test_core_wait.py", "test_engine.py"),
    "bindings/game": ("test_board.py", "test_board_rejections.py", "test_rules.py"),
    "bindings/heuristics": ("heuristics", "test_core_heuristics.py"),
    "bindings/kernels": ("test_perft.py", "cli/test_bench_command.py"),
    "bindings/mcts": ("textbook/test_monte_carlo.py",),
    "bindings/one_direction": ("lab/test_one_direction.py",),
    "bindings/own_heuristics": ("heuristics/test_python_evaluation.py", "test_jit.py"),
    "bindings/processor": ("test_core_variant.py",),
    "bindings/players": ("arena/test_bulk.py", "test_core_players.py"),
    "bindings/textbook": ("textbook",),
    "bindings/trace": ("textbook",),
    "bindings/training": ("training/test_generate_core.py",),
    "bindings/weights": ("test_weights.py",),
    "src/obversi/cli/": ("cli/test_command_line.py", "cli/test_wrong_input.py"),
    "src/obversi/cli/arena/": ("cli/arena/test_results_commands.py",),
    "src/obversi/cli/board_programs": ("cli/test_protocol_commands.py",),
    "src/obversi/cli/game_options": ("cli/test_games_command.py", "cli/test_match_command.py"),
    "src/obversi/cli/game/": ("cli/test_play_command.py", "cli/test_play_prompt.py"),
    "src/obversi/cli/judge/": ("cli/judge/test_setup_commands.py",),
    "src/obversi/cli/lab/measures": ("cli/lab/test_model_commands.py",),
    "src/obversi/cli/online/": ("cli/test_connect_command.py",),
    "src/obversi/cli/training": ("cli/test_train.py",),
    "src/obversi/arena/templates/": ("arena/report",),
    "src/obversi/judge/templates/": ("judge/report",),
    "src/obversi/heuristics/features": ("heuristics",),
    "src/obversi/lab/templates/": ("lab/page",),
    "src/obversi/lab/texts/": ("lab/test_texts.py",),
    "src/obversi/pages/": ("arena/report", "judge/report", "lab/page"),
    "src/obversi/web/static/": ("web/http",),
    # All pages, by the links between them.
    "docs/": ("test_docs.py",),
    "docs/reference/": ("test_reference.py",),
    "mkdocs.yml": ("test_docs.py", "test_docs_site.py"),
    "README.md": ("test_docs.py",),
    "ARCHITECTURE.md": ("test_docs.py",),
    "CHANGELOG.md": ("test_docs.py",),
    "CONTRIBUTING.md": ("test_docs.py",),
}


def main() -> int:
    deadline = Deadline(time.monotonic() + SECONDS)
    changed = changed_files()
    core_tests = related_core_tests(changed)
    tests = related_tests(changed)
    print(
        f"{len(changed)} changed files; related tests: {len(tests)} Python, {len(core_tests)} C++"
    )
    if core_tests and (status := run_core_tests(core_tests)):
        return status
    if not tests:
        return 0
    options = ["--numprocesses=2", "--dist=loadfile", "--maxfail=5"]
    return pytest.main([*options, *map(str, tests)], plugins=[deadline])


class Deadline:
    """Ends pytest in the middle when the time is over, with the failures until then."""

    def __init__(self, end: float) -> None:
        self.end = end
        self.has_failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.has_failed |= report.failed
        if time.monotonic() > self.end:
            reason = f"{SECONDS:.0f} seconds are over: `make test` runs the rest"
            pytest.exit(reason, returncode=pytest.ExitCode.TESTS_FAILED if self.has_failed else 0)


def changed_files() -> list[Path]:
    """Return the files of the change that still exist."""
    names = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    names = names or _git("diff", "--name-only", "HEAD~1")
    return [path for name in names if (path := ROOT / name).is_file()]


# Python


def related_tests(changed: Iterable[Path]) -> list[Path]:
    """Return the test files, modules with examples, and pages for these files."""
    related, others = set[Path](), []
    for path in changed:
        if _is_collected(path):
            related.add(path)
        if path.suffix == ".py" and path.is_relative_to(ROOT / "src"):
            related |= tests_of_module(path)
        else:
            others.append(path)
            related |= listed_tests(path)
    related |= tests_that_use(others)
    return sorted(path for path in related if "browser" not in path.parts)


def tests_of_module(path: Path) -> set[Path]:
    """Return the tests that import a module, are named after it, or are listed for it.

    If there is none, all tests in the folder of its package are.
    """
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    found = {
        test
        for test in _test_files()
        if is_named_after(test, module) or module in imported_modules(test)
    }
    if found:
        return found | listed_tests(path)
    folder = TESTS.joinpath(*parts[1:-1])
    while not folder.exists():
        folder = folder.parent
    return listed_tests(path) or set(folder.glob("test_*.py"))


@cache
def _test_files() -> list[Path]:
    return list(TESTS.rglob("test_*.py"))


@cache
def _folder(test: Path) -> tuple[str, ...]:
    return test.relative_to(TESTS).parent.parts


def is_named_after(test: Path, module: str) -> bool:
    """Whether a test has the name of a module or of its package, and is where its tests are.

    test_match_command.py is named after `match`, test_experiment_commands.py after `experiments`,
    and test_jit.py after all modules of the package `jit`.
    """
    parts = module.split(".")[1:]
    folder = _folder(test)
    if not parts or list(folder) != parts[: len(folder)]:
        return False
    name = test.stem.removeprefix("test_")
    starts = (f"{parts[-1]}_", f"{parts[-1].removesuffix('s')}_")
    if folder:
        return name in parts or name.startswith(starts)
    return name == parts[0] or (len(parts) == 1 and name.startswith(starts))


def listed_tests(path: Path) -> set[Path]:
    """Return the tests that `OTHERS` has for a file."""
    name = path.relative_to(ROOT).as_posix()
    listed = [TESTS / test for start in OTHERS if name.startswith(start) for test in OTHERS[start]]
    files = [path.rglob("test_*.py") if path.is_dir() else [path] for path in listed]
    return {file for group in files for file in group}


def tests_that_use(files: Iterable[Path]) -> set[Path]:
    """Return the tests that import or name these files, directly or through helpers of tests/.

    What a conftest.py has is for the tests in its folder.
    """
    python = list(TESTS.rglob("*.py"))
    found, waiting = set[Path](), list(files)
    while waiting:
        file = waiting.pop()
        if file.name == "conftest.py":
            users = set(file.parent.glob("test_*.py"))
        else:
            users = {path for path in python if file.name in quoted_names(path)}
            if file.is_relative_to(TESTS) and file.suffix == ".py":
                # Some folders of tests/ are on the path, so that the name of the file is enough.
                names = {file.stem, ".".join(file.relative_to(TESTS).with_suffix("").parts)}
                users |= {path for path in python if names & imported_modules(path)}
        waiting += users - found
        found |= users
    return {path for path in found if path.name.startswith("test_")}


def imported_modules(path: Path) -> set[str]:
    """Return the modules that a file imports by name, and those it imports names from."""
    return _names(path)[0]


def quoted_names(path: Path) -> set[str]:
    """Return the last parts of all texts in a file: names of files are among them."""
    return _names(path)[1]


@cache
def _names(path: Path) -> tuple[set[str], set[str]]:
    imported, quoted = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported.add(node.module)
            imported |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            quoted.add(node.value.rpartition("/")[2])
    return imported, quoted


def _is_collected(path: Path) -> bool:
    """Whether pytest collects a file: a test, or a page or module that may have examples."""
    if path.suffix == ".md":
        return path.parent == ROOT / "docs" or path == ROOT / "README.md"
    if path.is_relative_to(TESTS):
        return path.name.startswith("test_")
    return path.suffix == ".py" and path.is_relative_to(ROOT / "src")


# C++

_INCLUDE = re.compile(r'^#include "(core/[^"]+)"', re.MULTILINE)


def related_core_tests(changed: Iterable[Path]) -> list[str]:
    """Return the names of the C++ tests that include these files, or have changed."""
    # What a .cpp file defines is declared in the header of the same name.
    files = {path.with_suffix(".hpp") for path in changed if path.is_relative_to(CORE)}
    return [
        test.stem
        for test in sorted((CORE / "tests").glob("*_test.cpp"))
        if files & {test.with_suffix(".hpp"), *included_files(test)}
    ]


def included_files(path: Path) -> set[Path]:
    """Return the files of core/ that a file includes, directly or through others."""
    found, waiting = set[Path](), [path]
    while waiting:
        text = waiting.pop().read_text(encoding="utf-8")
        files = {ROOT / name for name in _INCLUDE.findall(text)} - found
        waiting += files
        found |= files
    return found


def run_core_tests(names: Iterable[str]) -> int:
    cmake = Path(sys.executable).with_name("cmake")
    build = map(str, [cmake, "--build", BUILD, "--target", "core_tests"])
    if status := subprocess.run([*build], check=False).returncode:
        return status
    files = ",".join(f"*/{name}.cpp" for name in names)
    program = BUILD / "core" / "tests" / "core_tests"
    return subprocess.run([str(program), f"--source-file={files}"], check=False).returncode


def _git(*arguments: str) -> list[str]:
    command = ["git", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()


if __name__ == "__main__":
    sys.exit(main())
