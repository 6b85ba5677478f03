from pathlib import Path

import pytest

from obversi.agents.core_agents import RandomAgent
from obversi.arena.bulk import play_bulk
from obversi.arena.openings import random_openings
from obversi.board import Board
from obversi.color import WHITE
from obversi.errors import ObversiError
from obversi.heuristics import Mix, evaluation, write_mix
from obversi.lab.models.win_rate import win_rate, win_rates
from obversi.rules import Rules


@pytest.mark.parametrize(("rules", "solved"), [("normal", 0), ("reversed", 6)])
def test_it_is_a_greedy_search_against_random(rules: Rules, solved: int) -> None:
    rate = win_rate("r4", 80, size=6, rules=rules, solved=solved, seed=3)
    ending = f":perfect={solved}"
    played = play_bulk(
        *(f"r4:depth=1{ending}", f"random{ending}", 80),
        size=6,
        rules=rules,
        openings=random_openings(1, size=6, rules=rules, plies=0),
        seed=3,
    )
    assert rate.all == played.tally()
    assert rate.as_white == played.tally(WHITE)
    assert rate.score.value == pytest.approx(played.score)
    assert rate.wins.value == pytest.approx(played.wins / 80)
    assert rate.margin.value == pytest.approx(played.margins.mean())
    assert rate.score.low < rate.score.value < rate.score.high
    assert rate.early_stops is None


def test_threads_change_nothing() -> None:
    one, two = (
        win_rates(["r2", "greedy"], 40, size=6, solved=4, threads=threads) for threads in (1, 2)
    )
    assert one.to_object() == two.to_object()
    assert [rate.name for rate in one.rates] == ["r2", "greedy"]
    assert len(one.draw().axes) == 1


def test_agents_functions_and_files_can_be_measured(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    mix = evaluation("positional")
    assert isinstance(mix, Mix)
    write_mix(mix, path)
    same = [win_rate(judge, 20, size=4, solved=0) for judge in ("positional", path, str(path))]
    assert len({rate.score for rate in same}) == 1
    assert win_rate("r4:depth=3", 20, size=4, solved=0).name == "r4:depth=3"
    assert win_rate(RandomAgent(), 20, size=4, solved=0).name == "random"

    def freedom(board: Board) -> float:
        return len(board.legal_moves)

    assert win_rate(freedom, 20, size=4, solved=0).name == "freedom"


def test_early_stops_of_a_rate() -> None:
    rate = win_rate("r4", 400, size=4, solved=0, r2_rule=0.01)
    assert rate.early_stops is not None
    assert sum(rate.early_stops.games) <= 400
    assert rate.to_object()["early_stops"]["measurements"] == len(rate.early_stops.games)


def test_bad_input() -> None:
    with pytest.raises(ObversiError, match="no evaluation 'r9'"):
        win_rate("r9")
    with pytest.raises(ObversiError, match="did you mean 'gamma'"):
        win_rate("r0-adjusted:gama=1")
    with pytest.raises(ObversiError, match="R2's rule cannot be 0"):
        win_rate("r4", 2, size=4, r2_rule=0)
    with pytest.raises(ObversiError, match="no evaluation to measure"):
        win_rates([])

    def broken(_board: Board) -> float:
        raise RuntimeError("no idea")

    with pytest.raises(ObversiError, match=r"broken failed in a game.*no idea"):
        win_rate(broken, 2, size=4, solved=0)
