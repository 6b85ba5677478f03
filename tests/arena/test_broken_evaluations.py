"""An evaluation that goes wrong loses its games, with the cause; the match goes on."""

from pathlib import Path

import pytest

from obversi.arena import Match, play_match, random_openings

BROKEN = {
    "raises": ('raise RuntimeError("the cat ate it")', "RuntimeError: the cat ate it"),
    "not_a_number": ('return float("nan")', "nan"),
    "a_text": ('return "very good"', "'very good'"),
    "nothing": ("pass", "None"),
    "leaves": ("raise SystemExit(3)", "SystemExit: 3"),
}


@pytest.fixture(params=BROKEN)
def broken(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str, str]:
    """Return the name of an evaluation, a description of its agent, and the expected reason."""
    name = request.param
    line, expected = BROKEN[name]
    path = tmp_path / "own.py"
    path.write_text(f"def {name}(board):\n    {line}\n")
    return name, f"python:{path}:{name}:depth=2", expected


@pytest.mark.few_cases
@pytest.mark.parametrize("concurrency", [1, 2])
def test_broken_evaluation_loses_with_its_cause(
    broken: tuple[str, str, str], concurrency: int
) -> None:
    name, description, expected = broken
    openings = random_openings(2, size=4, seed=1)
    games = list(play_match(Match(description, "greedy", openings, pairs=2, seed=1), concurrency))
    assert len(games) == 4
    for game in games:
        assert game.failure is not None
        assert game.failure.color == game.a_color
        assert game.margin == -16
        assert name in game.failure.reason
        assert expected in game.failure.reason


def test_a_late_failure_loses_its_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        "def late(board):\n"
        "    if board['a1'] != 0:\n"
        "        raise RuntimeError('a corner is taken')\n"
        "    return board.margin()\n"
    )
    match = Match(
        f"python:{path}:late:depth=1", "greedy", random_openings(20, size=6, seed=1), 20, seed=1
    )
    games = list(play_match(match))
    failed = [game for game in games if game.failure is not None]
    assert len(failed) > 0
    assert len(games) == 40
    for game in failed:
        assert game.failure is not None
        assert "a corner is taken" in game.failure.reason
        assert len(game.record.moves) > 0


def test_agent_that_exits_loses(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("class Leaver:\n    def choose(self, board):\n        raise SystemExit(3)\n")
    match = Match(f"python:{path}:Leaver", "greedy", random_openings(1, size=4, seed=1), 1, seed=1)
    for game in play_match(match):
        assert game.failure is not None
        assert game.failure.reason == "SystemExit: 3"
