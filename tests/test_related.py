"""Which tests `make quick` runs for a change."""

import pytest
import related
from related import CORE, OTHERS, ROOT, TESTS, Deadline, related_core_tests, related_tests


def names_for(*names: str) -> set[str]:
    return {str(path.relative_to(ROOT)) for path in related_tests([ROOT / name for name in names])}


@pytest.mark.few_cases(3)
@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        # The module itself is among them, for its examples.
        ("src/obversi/heuristics/mix.py", "src/obversi/heuristics/mix.py"),
        ("src/obversi/heuristics/mix.py", "tests/heuristics/test_mix.py"),
        ("src/obversi/agents/catalog.py", "tests/arena/test_ladder.py"),
        ("src/obversi/jit/helper.py", "tests/test_jit.py"),
        ("src/obversi/net/games/live_game.py", "tests/net/test_live_game_clocks.py"),
        ("src/obversi/net/games/turns.py", "tests/net/test_live_game_clocks.py"),
        ("src/obversi/cli/match.py", "tests/cli/test_match_command.py"),
        ("src/obversi/cli/match.py", "tests/cli/test_command_line.py"),
        ("src/obversi/cli/arena/run.py", "tests/cli/arena/test_run_command.py"),
        ("src/obversi/cli/lab/experiments.py", "tests/cli/lab/test_experiment_commands.py"),
        ("src/obversi/lab/texts/winners.toml", "tests/lab/test_texts.py"),
        ("tests/heuristics/test_mix.py", "tests/heuristics/test_mix.py"),
        ("tests/heuristics/reference_evaluations.py", "tests/heuristics/test_against_reference.py"),
        ("tests/formats/format_games.py", "tests/formats/test_ggf.py"),
        ("tests/web/conftest.py", "tests/web/test_services.py"),
        # Through another helper, which imports it or names it.
        ("tests/reference.py", "tests/heuristics/test_against_reference.py"),
        ("tests/agents/programs/player.py", "tests/agents/test_nboard_agent.py"),
        ("docs/protocol.md", "docs/protocol.md"),
        ("docs/protocol.md", "tests/wire/test_protocol_page.py"),
        ("docs/protocol.md", "tests/test_docs.py"),
        ("core/heuristics/feature.cpp", "tests/heuristics/test_against_reference.py"),
        ("bindings/batch.cpp", "tests/test_batch.py"),
        ("bindings/batch.cpp", "tests/test_stub.py"),
    ],
)
def test_what_is_related(changed: str, expected: str) -> None:
    assert (ROOT / changed).is_file()
    assert expected in names_for(changed)


@pytest.mark.parametrize(
    ("changed", "other"),
    [
        ("src/obversi/cli/arena/run.py", "tests/cli/judge/test_run_command.py"),
        ("src/obversi/cli/match.py", "tests/cli/test_games_command.py"),
        ("tests/web/conftest.py", "tests/net/test_server.py"),
        ("tests/browser/conftest.py", "tests/browser/test_play.py"),
        ("core/heuristics/feature.cpp", "tests/test_batch.py"),
    ],
)
def test_what_is_not_related(changed: str, other: str) -> None:
    assert (ROOT / other).is_file()
    assert other not in names_for(changed)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("core/tests/mix_test.cpp", {"mix_test"}),
        ("core/heuristics/feature.cpp", {"features_test", "mix_test"}),
        ("core/search/ending.cpp", {"ending_test"}),
        ("core/tests/examples.hpp", {"exact_search_test", "threads_test"}),
        ("core/board/flips_neon.hpp", {"kernels_test"}),
        ("src/obversi/board.py", set()),
    ],
)
def test_related_tests_in_cpp(changed: str, expected: set[str]) -> None:
    assert (ROOT / changed).is_file()
    found = set(related_core_tests([ROOT / changed]))
    assert found >= expected
    assert bool(found) == bool(expected)


def test_every_module_has_tests() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        assert related.tests_of_module(path), path


def test_the_list_names_what_exists() -> None:
    for start, tests in OTHERS.items():
        assert list(ROOT.glob(f"{start}*")), start
        for test in tests:
            assert (TESTS / test).exists(), test


def test_every_part_of_the_core_is_listed() -> None:
    only_in_cpp = {"reference", "tests", "verify"}
    for path in [*CORE.rglob("*.cpp"), *ROOT.glob("bindings/*.cpp")]:
        listed = related.listed_tests(path) - {TESTS / "test_stub.py"}
        assert listed or path.parent.name in only_in_cpp or path.name == "module.cpp", path


@pytest.mark.parametrize("failed", [False, True])
def test_the_deadline_ends_pytest(failed: bool) -> None:
    outcome = "failed" if failed else "passed"
    report = pytest.TestReport("a", ("a", 0, "a"), {}, outcome, None, "call")  # type: ignore[arg-type]
    Deadline(float("inf")).pytest_runtest_logreport(report)
    with pytest.raises(pytest.exit.Exception) as ended:
        Deadline(0).pytest_runtest_logreport(report)
    assert ended.value.returncode == failed
