"""RESULT is not invertible: two boards become one by the same move, found by search.

R2 shows the corners of two boards and leaves the search for games that reach them to the reader.
Here all games are followed ply by ply until two boards meet.
"""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from obversi import batch
from obversi.board import Board
from obversi.figures import BLUE, GREEN, ORANGE, new_figure
from obversi.lab.estimate import share
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.invertible.board_drawing import draw_board
from obversi.lab.experiments.invertible.predecessors import boards_before, follow
from obversi.lab.finding import Finding, observe
from obversi.lab.positions.sampling import positions_by_round
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step, Watch

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

# Boards of a ply that are followed at least: so many are needed for two to meet, on any size.
_FEWEST_BOARDS: Final = 400
_BOARDS_A_GAME: Final = 25


def _steps(settings: Settings) -> list[Step]:
    return [
        Step("all games", partial(_all_games, settings)),
        Step("random games", partial(_random_games, settings)),
    ]


def _all_games(settings: Settings, _watch: Watch) -> Measured:
    most = max(_FEWEST_BOARDS, _BOARDS_A_GAME * settings.games)
    plies, meeting = follow(settings.size, most, settings.threads)
    return {
        "plies": [[ply.number, ply.boards, ply.moves, ply.meeting] for ply in plies],
        "one": list(meeting.one) if meeting else [],
        "other": list(meeting.other) if meeting else [],
    }


def _random_games(settings: Settings, watch: Watch) -> Measured:
    """Count, for a random move of each position of random games, the boards before."""
    random = np.random.default_rng([settings.seed & (1 << 64) - 1, 7])
    rounds = positions_by_round(settings.games, settings.size, settings.seed)
    found = {}
    for number, positions in rounds.items():
        after = batch.successors(positions, settings.size, settings.threads)
        counts = np.bincount(after.parents, minlength=len(positions))
        chosen = np.cumsum(counts) - counts + random.integers(counts)
        before = boards_before(after.positions[chosen], after.moves[chosen], settings.size)
        found[str(number)] = [int((before == 1).sum()), len(before), float(np.median(before))]
        watch(len(found) / len(rounds))
    return found


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    one, other = data["all games"]["one"], data["all games"]["other"]
    plies, rounds = data["all games"]["plies"], data["random games"]
    first = next((ply for ply, _, _, meeting in plies if meeting), None)
    told, rounds_told = (
        sum(row[0] for row in rounds.values()),
        sum(row[1] for row in rounds.values()),
    )
    unique = share(told, rounds_told)
    proven = bool(one) and _is_meeting(settings.size, one, other)
    summary = (
        f"RESULT is not invertible on {settings.size}×{settings.size}: after {' '.join(one[:-1])} "
        f"and after {' '.join(other[:-1])} the boards are different, and {one[-1]} makes them one. "
        f"No two boards meet before ply {first}. "
        if proven
        else "No two boards were found that become one by the same move. "
    )
    middle = max(rounds, key=lambda number: rounds[number][2])
    summary += (
        f"In random games the move and the board after it allow a single board before in "
        f"{unique.value:.0%} of moves, and {rounds[middle][2]:.0f} (median) at round {middle}."
    )
    findings = (
        Finding(
            "two different boards become one by the same move",
            "yes, on 8×8: two corners of boards, no games",
            f"yes, at ply {first} for the first time: {one[-1]}" if proven else "none found",
            "agrees" if proven else "open",
            f"Found by following all games, and both games replayed: the report was right"
            f"{'' if settings.size == 8 else ' here too'}, and that is certain."
            if proven
            else "More boards have to be followed.",
        ),
        observe(
            "moves after which only one board may have been before",
            unique,
            "By the rules alone, whether the boards before come up in a game or not.",
            digits=1,
            percent=True,
        ),
    )
    return Conclusion(
        summary,
        findings,
        (
            Table(
                "All games, ply by ply",
                ("ply", "different boards", "moves", "moves that meet another", "share"),
                tuple(
                    (
                        str(ply),
                        f"{boards:,}",
                        f"{moves:,}",
                        f"{meeting:,}",
                        f"{meeting / moves:.2%}",
                    )
                    for ply, boards, moves, meeting in plies
                    if moves
                ),
            ),
            Table(
                "Random games: boards that may have been before",
                ("round", "only one", "median"),
                tuple(
                    (number, share(single, count).text(1, percent=True), f"{median:g}")
                    for number, (single, count, median) in rounds.items()
                ),
            ),
        ),
        {"first ply": first, "one": one, "other": other, "proven": proven},
    )


def _board(size: int, moves: list[str]) -> Board:
    board = Board(size)
    for move in moves:
        board.push(move)
    return board


def _is_meeting(size: int, one: list[str], other: list[str]) -> bool:
    """Whether two games differ before their last move, which is the same, and not after it."""
    before = _board(size, one[:-1]) != _board(size, other[:-1])
    return before and one[-1] == other[-1] and _board(size, one) == _board(size, other)


def _draw(result: Result) -> "Figure":
    figure, axes = new_figure(2, 3, height=3.2, width=9.0)
    size = result.settings.size
    one, other = (result.data["all games"][name] for name in ("one", "other"))
    boards = (("A", one[:-1]), ("B", other[:-1]), ("C", one))
    for diagram, (name, moves) in zip(axes[0], boards, strict=True):
        draw_board(diagram, _board(size, moves), tuple(one[-1:]))
        words = " ".join(moves) if name != "C" else f"both after {' '.join(one[-1:])}"
        diagram.set_title(f"{name}: {words}")
    _draw_plies(axes[1, 0], result)
    _draw_unique(axes[1, 1], result)
    _draw_before(axes[1, 2], result)
    return figure


def _draw_plies(diagram: "Axes", result: Result) -> None:
    plies = [row for row in result.data["all games"]["plies"] if row[2]]
    shares = [100 * meeting / moves for _, _, moves, meeting in plies]
    diagram.bar([row[0] for row in plies], shares, color=ORANGE)
    diagram.set(xlabel="ply, all games", ylabel="moves that meet another (%)")
    diagram.set_title("Boards that really meet")


def _draw_unique(diagram: "Axes", result: Result) -> None:
    rounds = result.data["random games"]
    numbers = [int(number) for number in rounds]
    seen = [share(single, count) for single, count, _ in rounds.values()]
    low, high = ([100 * getattr(one, end) for one in seen] for end in ("low", "high"))
    diagram.fill_between(numbers, low, high, color=GREEN, alpha=0.25, lw=0)
    diagram.plot(numbers, [100 * one.value for one in seen], color=GREEN)
    diagram.set(xlabel="round, random games", ylabel="only one board before (%)", ylim=(0, 105))
    diagram.set_title("Moves that can be taken back")


def _draw_before(diagram: "Axes", result: Result) -> None:
    rounds = result.data["random games"]
    medians = [median for _, _, median in rounds.values()]
    diagram.step([int(number) for number in rounds], medians, color=BLUE, where="mid")
    diagram.set(xlabel="round, random games", ylabel="boards before (median)")
    diagram.set_title("Boards possible before")


EXPERIMENT: Final = Experiment(
    name="invertible",
    title="RESULT is not invertible",
    report="R2, 2.2.1",
    question="Can a move be taken back if only the board after it and the move are known?",
    unit="games",
    games=2000,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=1,
)
