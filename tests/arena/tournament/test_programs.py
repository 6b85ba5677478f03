"""A tournament of programs that do what they should not: all are blamed, and all games played."""

import sys
from pathlib import Path

import pytest

from obversi.arena import (
    PlayersInProcesses,
    TimeControl,
    Tournament,
    TournamentSettings,
    entrants,
    play_tournament,
    random_openings,
)
from obversi.rules import Rules

PLAYER = Path(__file__).parents[2] / "agents" / "programs" / "player.py"

# What programs do wrong, and the failure that it counts as. They begin at their third move, so that
# some games are running; a program that ended is restarted for its next game.
FAILURES = {
    "dies": "death",
    "killed": "death",
    "hangs": "hang",
    "lies": "illegal",
    "garbage": "protocol",
    "long-line": "flood",
    "late": "time",
}


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("protocol", "rules"),
    [pytest.param("nboard", "reversed", marks=pytest.mark.long), ("gtp", "normal")],
)
def test_each_program_loses_by_its_own_failure(protocol: str, rules: Rules) -> None:
    def program(label: str, options: str) -> str:
        command = f"{sys.executable} {PLAYER} {protocol} {options}"
        return f"{label}={protocol}:grace=1:{command}"

    agents = [
        program("honest", ""),
        *(program(kind, f"--failure {kind} --after 3 --seconds 1.2") for kind in FAILURES),
    ]
    # NBoard has no seconds per move, so they are not enforced.
    time = TimeControl(seconds=0.5, grace=0.2)
    if protocol == "nboard":
        time = TimeControl(clock=0.8, grace=0.2)
    settings = TournamentSettings(
        entrants=entrants(agents),
        form="gauntlet",
        size=4,
        rules=rules,
        pairs=1,
        time=time,
        seed=1,
        openings="random",
    )
    tournament = Tournament(settings, random_openings(1, size=4, rules=rules, seed=1))
    for _ in play_tournament(tournament, PlayersInProcesses(2)):
        pass
    assert len(tournament.games) == 2 * len(FAILURES)
    for game in tournament.games:
        label = settings.entrants[game.b].label
        assert game.failure is not None, (label, game)
        assert (label, game.failure.kind) == (label, FAILURES[label])
        assert game.agent(game.failure.color) == game.b
        assert game.points == 1.0
        # It had two moves before; a program that is still there after its failure begins the next
        # game with it, unless that is played elsewhere at the same time.
        moves = len(game.seconds(-game.a_color))
        assert moves == 2 or (moves == 0 and game.number % 2 == 0)
