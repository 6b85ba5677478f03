"""What the arena costs a move, and whether clocks are fair: the engine against itself.

Once with the same time, when no agent may lose on time and the interval should contain 0, and once
with double time, when it should be above 0.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from measure import options, report

from obversi.arena import (
    PlayersInProcesses,
    TimeControl,
    Tournament,
    TournamentSettings,
    entrants,
    play_tournament,
    random_openings,
    summarise,
)
from obversi.arena.game.played import PlayedGame
from obversi.rules import Rules


def match(
    a: str, b: str, games: int, seconds: float, rules: Rules, concurrency: int
) -> dict[str, Any]:
    settings = TournamentSettings(
        entrants=entrants([f"A={a}", f"B={b}"]),
        form="round-robin",
        size=8,
        rules=rules,
        pairs=games // 2,
        time=TimeControl(seconds=seconds),
        seed=1,
        openings="random",
    )
    tournament = Tournament(settings, random_openings(games // 2, rules=rules, seed=1))
    begin = time.perf_counter()
    for _ in play_tournament(tournament, PlayersInProcesses(concurrency)):
        pass
    wall = time.perf_counter() - begin
    played = tournament.games
    summary = summarise(played)
    assert summary.strength is not None
    late = np.array([late for game in played for late in _lateness(game)])
    times = [seconds for game in played for color in (-1, 1) for seconds in game.seconds(color)]
    moves, thinking = len(times), sum(times)
    return {
        "a": a,
        "b": b,
        "rules": rules,
        "seconds_a_move": seconds,
        "concurrency": concurrency,
        "games": len(played),
        "moves": moves,
        "wall_seconds": wall,
        "losses_on_time": sum(game.ending == "time" for game in played),
        "other_failures": sum(game.failure is not None for game in played),
        "late_ms": {
            "median": 1000 * float(np.median(late)),
            "99 %": 1000 * float(np.quantile(late, 0.99)),
            "most": 1000 * float(late.max()),
        },
        "all_but_thinking_ms_a_move": 1000 * (concurrency * wall - thinking) / moves,
        "overhead_ms_a_move": 1000 * sum(game.overhead for game in played) / moves,
        "overhead_ms_a_move_in_the_worst_game": 1000
        * max(game.overhead / len(game.record.moves) for game in played),
        "pentanomial": summary.strength.pairs,
        "elo": summary.strength.elo,
        "elo_low": summary.strength.elo_low,
        "elo_high": summary.strength.elo_high,
    }


def _lateness(game: PlayedGame) -> Iterator[float]:
    """Go through the moves of both agents: the seconds that they took more than they had."""
    for color, limit in ((game.a_color, game.a_limit), (-game.a_color, game.b_limit)):
        if limit is not None:
            yield from (seconds - limit for seconds in game.seconds(color))


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--games", type=int, default=1000, help="with the same time")
    parser.add_argument(
        "--double-games", type=int, default=300, help="with double time, a rule set"
    )
    parser.add_argument("--seconds", type=float, default=0.02)
    parser.add_argument("--concurrency", type=int, default=2)
    chosen = parser.parse_args()
    seconds, concurrency = chosen.seconds, chosen.concurrency
    twice = f"engine:seconds={2 * seconds:g}"
    figures = {
        "same_time": match("engine", "engine", chosen.games, seconds, "normal", concurrency),
        **{
            f"double_time_{rules}": match(
                twice, "engine", chosen.double_games, seconds, rules, concurrency
            )
            for rules in ("normal", "reversed")
        },
    }
    report("arena_time", figures, chosen.save)


if __name__ == "__main__":
    main()
