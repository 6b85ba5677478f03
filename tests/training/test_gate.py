"""The gate: its games, its file, and when a match is won."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from obversi.arena.bulk import BulkGames, play_bulk
from obversi.arena.openings import read_openings
from obversi.arena.statistics.elo import score_interval
from obversi.errors import ObversiError
from obversi.rules import RULES, Rules
from obversi.training import gate
from obversi.training.files import read_json, write_json
from obversi.training.gate import (
    GateMatch,
    GateResult,
    engine_with,
    play_gate_match,
    read_gate_match,
)


def match(pairs: int = 40, rules: Rules = "normal", **more: object) -> GateMatch:
    return GateMatch("greedy", "random:seed=1", 6, rules, pairs, **more)  # type: ignore[arg-type]


def result(*margins: tuple[int, int]) -> GateResult:
    return GateResult("new", "old", 0, margins)


def test_numbers_of_a_result() -> None:
    played = result((4, -2), (10, 6), (0, 0), (-2, -2))
    assert played.games == 8
    assert played.standing == (3, 2, 3)
    assert played.pairs == (1, 0, 2, 0, 1)
    assert played.score == 0.5
    assert played.interval == score_interval((1, 0, 2, 0, 1))
    assert played.margin == 14 / 8
    assert played.margin_error == pytest.approx(1.96 * (1 + 2.5 / 4) ** 0.5 * 4.3493 / 2, rel=1e-3)
    assert result((2, 2)).margin_error is None
    assert str(played).startswith("+3 =2 -3, 50.0% of the points (95 %: ")


def test_a_lead_that_may_be_chance_does_not_pass() -> None:
    close = result(*21 * [(4, -2)], *2 * [(2, 2)], (-2, -2))
    assert close.score > 0.5
    assert not close.proves_a
    clear = result(*20 * [(4, -2)], *20 * [(2, 2)])
    assert clear.proves_a
    assert not result(*20 * [(4, -2)], *20 * [(-2, -2)]).proves_a


@pytest.mark.parametrize("rules", RULES)
def test_balanced_openings_come_first(rules: Rules) -> None:
    shipped = set(read_openings("balanced", rules=rules).boards)
    few = GateMatch("greedy", "random", 8, rules, pairs=30).openings().boards
    assert set(few) < shipped
    other = GateMatch("greedy", "random", 8, rules, pairs=30, seed=1).openings().boards
    assert few != other
    many = GateMatch("greedy", "random", 8, rules, pairs=len(shipped) + 5).openings().boards
    assert set(many[:-5]) == shipped
    assert not shipped & set(many[-5:])
    assert len(GateMatch("greedy", "random", 4, rules, pairs=3).openings().boards) == 3


@pytest.mark.parametrize("rules", RULES)
def test_openings_differ_and_each_is_played_twice(rules: Rules) -> None:
    forty = match(pairs=40, rules=rules)
    assert forty.openings().distinct == 40
    played = play_gate_match(forty, threads=2)
    assert played.games == 80
    assert (played.a, played.b) == ("greedy", "random:seed=1")
    better = GateMatch("greedy:perfect=10", "random", 6, rules, 40)
    assert play_gate_match(better).proves_a


def test_colours_are_swapped() -> None:
    """Who plays himself with nothing left to chance wins as often as he loses from any opening."""
    same = GateMatch("r4:depth=1", "r4:depth=1", 6, "reversed", 20)
    assert all(first == -second for first, second in play_gate_match(same).margins)


def test_an_interrupted_match_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "_PAIRS_AT_ONCE", 4)
    path = tmp_path / "match.json"
    whole = play_gate_match(match(pairs=10))
    calls = itertools.count(1)

    def interrupted(*arguments: Any, **options: Any) -> BulkGames:
        if next(calls) == 3:
            raise KeyboardInterrupt
        return play_bulk(*arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(gate, "play_bulk", interrupted)
        with pytest.raises(KeyboardInterrupt):
            play_gate_match(match(pairs=10), path=path)
    assert len(read_gate_match(path).margins) == 8
    counts: list[int] = []
    again = play_gate_match(
        match(pairs=10), path=path, on_progress=lambda *numbers: counts.append(sum(numbers))
    )
    assert again == whole
    assert all(count >= 16 for count in counts)
    assert read_gate_match(path) == whole
    monkeypatch.setattr(gate, "play_bulk", None)  # nothing is left to play
    assert play_gate_match(match(pairs=10), path=path) == whole


def test_a_stored_match_has_numbers_for_readers(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    played = play_gate_match(match(pairs=3, names=("new", "old")), path=path)
    stored = read_json(path)
    assert (stored["a"], stored["b"]) == ("new", "old")
    assert stored["games"] == 6
    assert stored["score"] == played.score
    assert [stored["score_low"], stored["score_high"]] == list(played.interval)
    assert sum(stored["standing"]) == 6


def test_a_file_of_another_match_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    play_gate_match(match(pairs=2), path=path)
    with pytest.raises(ObversiError, match=r"match\.json has another match, greedy against"):
        play_gate_match(match(pairs=2, seed=5), path=path)
    write_json(path, {"a": "greedy"})
    with pytest.raises(ObversiError, match=r"match\.json is not a stored match"):
        play_gate_match(match(pairs=2), path=path)
    path.write_text("{")
    with pytest.raises(ObversiError, match=r"match\.json is not JSON"):
        play_gate_match(match(pairs=2), path=path)
    path.write_text("[]")
    with pytest.raises(ObversiError, match=r"match\.json is not a JSON object"):
        play_gate_match(match(pairs=2), path=path)


def test_wrong_matches_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(ObversiError, match="the number of pairs cannot be 0"):
        match(pairs=0)
    with pytest.raises(ObversiError, match="a colon"):
        engine_with(Path("c:weights.obw"), "nodes=10")
    missing = engine_with(tmp_path / "missing.obw", "nodes=10")
    with pytest.raises(ObversiError, match=r"missing\.obw"):
        play_gate_match(GateMatch(missing, "greedy", 4, "normal", 1))


def test_an_agent_that_fails_ends_the_match(tmp_path: Path) -> None:
    (tmp_path / "broken_gate.py").write_text("def broken(board):\n    raise RuntimeError('no')\n")
    failing = f"python:{tmp_path / 'broken_gate.py'}:broken:depth=1"
    with pytest.raises(ObversiError, match=r"broken_gate.*failed by .*RuntimeError: no"):
        play_gate_match(GateMatch("greedy", failing, 4, "normal", 1))
