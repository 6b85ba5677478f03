"""The match that decides: what is played, what is kept of it, and what it takes to pass."""

from pathlib import Path

import pytest

from obversi.arena.statistics.elo import score_interval
from obversi.errors import ObversiError
from obversi.training import gate
from obversi.training.files import read_json, write_json
from obversi.training.gate import (
    Contest,
    ContestResult,
    engine_with,
    play_contest,
    read_contest,
)


def contest(pairs: int = 40, rules: str = "normal", **more: object) -> Contest:
    return Contest("greedy", "random:seed=1", 6, rules, pairs, **more)  # type: ignore[arg-type]


def result(*margins: tuple[int, int]) -> ContestResult:
    return ContestResult("new", "old", 0, margins)


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


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_openings_differ_and_each_is_played_twice(rules: str) -> None:
    asked = contest(pairs=40, rules=rules)
    assert asked.openings().distinct == 40
    played = play_contest(asked, threads=2)
    assert played.games == 80
    assert (played.a, played.b) == ("greedy", "random:seed=1")
    better = Contest("greedy:perfect=10", "random", 6, rules, 40)
    assert play_contest(better).proves_a


def test_colours_are_swapped() -> None:
    """Who plays himself with nothing left to chance wins as often as he loses from any opening."""
    same = Contest("r4:depth=1", "r4:depth=1", 6, "reversed", 20)
    assert all(first == -second for first, second in play_contest(same).margins)


def test_a_broken_match_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "_PAIRS_AT_ONCE", 4)
    kept = tmp_path / "match.json"
    whole = play_contest(contest(pairs=10))
    heard: list[int] = []

    def interrupt(wins: int, draws: int, losses: int) -> None:
        heard.append(wins + draws + losses)
        if heard[-1] > 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_contest(contest(pairs=10), kept=kept, on_progress=interrupt)
    assert len(read_contest(kept).margins) in (4, 8)
    before = read_contest(kept).games
    heard.clear()
    again = play_contest(
        contest(pairs=10), kept=kept, on_progress=lambda *counts: heard.append(sum(counts))
    )
    assert again == whole
    assert min(heard) >= before
    assert read_contest(kept) == whole
    monkeypatch.setattr(gate, "play_bulk", None)  # all is played
    assert play_contest(contest(pairs=10), kept=kept) == whole


def test_what_is_kept_for_readers(tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    played = play_contest(contest(pairs=3, names=("new", "old")), kept=kept)
    told = read_json(kept)
    assert (told["a"], told["b"]) == ("new", "old")
    assert told["games"] == 6
    assert told["score"] == played.score
    assert [told["score_low"], told["score_high"]] == list(played.interval)
    assert sum(told["standing"]) == 6


def test_another_match_is_not_mixed_in(tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    play_contest(contest(pairs=2), kept=kept)
    with pytest.raises(ObversiError, match=r"match\.json holds another match, greedy against"):
        play_contest(contest(pairs=2, seed=5), kept=kept)
    write_json(kept, {"a": "greedy"})
    with pytest.raises(ObversiError, match=r"match\.json holds no match"):
        play_contest(contest(pairs=2), kept=kept)
    kept.write_text("{")
    with pytest.raises(ObversiError, match=r"match\.json is no JSON"):
        play_contest(contest(pairs=2), kept=kept)
    kept.write_text("[]")
    with pytest.raises(ObversiError, match=r"match\.json is no JSON object"):
        play_contest(contest(pairs=2), kept=kept)


def test_wrong_contests_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ObversiError, match="the number of pairs cannot be 0"):
        contest(pairs=0)
    with pytest.raises(ObversiError, match="a colon"):
        engine_with(Path("c:weights.obw"), "nodes=10")
    missing = engine_with(tmp_path / "missing.obw", "nodes=10")
    with pytest.raises(ObversiError, match=r"missing\.obw"):
        play_contest(Contest(missing, "greedy", 4, "normal", 1))


def test_an_agent_that_fails_ends_the_match(tmp_path: Path) -> None:
    (tmp_path / "broken_gate.py").write_text("def broken(board):\n    raise RuntimeError('no')\n")
    failing = f"python:{tmp_path / 'broken_gate.py'}:broken:depth=1"
    with pytest.raises(ObversiError, match=r"broken_gate.*failed by .*RuntimeError: no"):
        play_contest(Contest("greedy", failing, 4, "normal", 1))
