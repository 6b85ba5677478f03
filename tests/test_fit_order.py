"""benchmarks/fit_order.py: the numbers of the headers, and the descent."""

import subprocess
import sys
from pathlib import Path

import fit_order
import pytest

SCRIPT = Path(fit_order.__file__)


@pytest.mark.parametrize(("rules", "no_reply"), [("normal", 8), ("reversed", 56)])
def test_the_numbers_of_a_rule_set_are_read(rules: str, no_reply: int) -> None:
    numbers = fit_order.starting_numbers(rules)
    assert numbers["SOLVER_REPLY"] == 16
    assert numbers["SOLVER_NO_REPLY"] == no_reply
    assert numbers["SEARCH_REPLY_TO_END"] == {"normal": 384, "reversed": 200}[rules]
    assert ("SOLVER_GOOD_10" in numbers) == (rules == "normal")  # it is "never" in the other
    assert len(numbers) >= 17


def test_the_descent_ends_at_the_fewest_nodes() -> None:
    def nodes(candidates: list[fit_order.Numbers]) -> list[int]:
        return [
            10_000 + 100 * abs(numbers["a"] - 5) + 10 * abs(numbers["b"] + 40)
            for numbers in candidates
        ]

    trials = list(fit_order.descent({"a": 0, "b": 16}, nodes, rounds=3))
    counts = [trial["nodes"] for trial in trials]
    assert counts == sorted(counts, reverse=True)
    assert trials[0]["nodes"] == 11_060
    assert trials[-1]["numbers"]["a"] == 5
    assert abs(trials[-1]["numbers"]["b"] + 40) <= 2  # its steps are of an eighth
    assert trials[1]["changed"] == "a 0 -> 2"


def test_a_gain_within_the_noise_is_none() -> None:
    trials = list(fit_order.descent({"a": 0}, lambda all_: [10**6 - n["a"] for n in all_], 3))
    assert [trial["numbers"] for trial in trials] == [{"a": 0}]


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.obf"], "none.obf is not a file"),
        ([str(SCRIPT), "--rounds", "0"], "begin at 1"),
        ([str(SCRIPT), "--numbers", "NOWHERE"], "no number has a name that fits 'NOWHERE'"),
    ],
)
def test_errors(arguments: list[str], message: str) -> None:
    command = [sys.executable, str(SCRIPT), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode
    assert message in done.stderr
