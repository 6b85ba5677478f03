"""R2's theorem that moves are not invertible: a board does not determine the one before."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.board import Board
from obversi.figures import BLUE, GREEN, ORANGE, new_figure
from obversi.lab.drawing import Axes, Figure, draw_board
from obversi.lab.estimate import share
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Texts, observe
from obversi.lab.positions import Positions, positions_by_round
from obversi.lab.steps import Data, Grid, Measured, Settings, Trial, planned
from obversi.move import Move

_TEXTS = Texts("invertible")

_DIRECTIONS = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1))


@dataclass(frozen=True, slots=True)
class Ply:
    """All moves of all games at one ply.

    `boards` is the number of different positions before it, `moves` the number of their moves.
    `meeting` counts the moves that lead to the same board as the same move from another board.
    """

    number: int
    boards: int
    moves: int
    meeting: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two different games that reach the same board by the same last move."""

    one: tuple[str, ...]
    other: tuple[str, ...]


def boards_before(after: Positions, moves: NDArray[np.uint8], size: int) -> NDArray[np.int64]:
    """Return how many boards, reachable or not, become each position by its last move.

    If a run of n discs of its colour is beside the move in some direction, the move may have
    flipped 0 to n - 1 of them, because the last disc of the run enclosed them. It cannot have
    flipped 0 in all directions.
    """
    own = after[:, 1]  # of the player who has just moved
    rows, columns = moves.astype(np.int64) // 8, moves.astype(np.int64) % 8
    ways = np.ones(len(after), np.int64)
    for down, right in _DIRECTIONS:
        if (down, right) == (0, 0):
            continue
        run, going = np.zeros(len(after), np.int64), np.ones(len(after), bool)
        for step in range(1, size):
            row, column = rows + step * down, columns + step * right
            inside = (row >= 0) & (row < size) & (column >= 0) & (column < size)
            squares = np.where(inside, 8 * row + column, 0).astype(np.uint64)
            going &= inside & ((own >> squares & np.uint64(1)) == 1)
            run += going
        ways *= np.maximum(run, 1)
    return np.asarray(ways - 1)


def follow(size: int, most: int, threads: int) -> tuple[list[Ply], Meeting | None]:
    """Follow all games ply by ply, while no ply has more than `most` different boards.

    The meeting is the first one, in the order of the squares.
    """
    positions = batch.starts(1, size)
    plies: list[Ply] = []
    before: list[tuple[NDArray[np.int64], NDArray[np.uint8]]] = []
    meeting = None
    while 0 < len(positions) <= most:
        after = batch.successors(positions, size, threads)
        same = _same_as_another(after)
        plies.append(Ply(len(plies) + 1, len(positions), len(after.moves), int(same.sum())))
        if meeting is None and same.any():
            meeting = _meeting(before, after, int(np.flatnonzero(same)[0]))
        positions, first = np.unique(after.positions, axis=0, return_index=True)
        before.append((after.parents[first], after.moves[first]))
    return plies, meeting


def _same_as_another(after: batch.Successors) -> NDArray[np.bool_]:
    """Return for each move whether it leads from another board to the same position."""
    own, opp = after.positions.T
    order = np.lexsort((opp, own, after.moves))
    rows = np.column_stack((after.positions, after.moves))[order]
    alike = (rows[1:] == rows[:-1]).all(axis=1)
    same = np.zeros(len(order), bool)
    same[order[1:][alike]] = same[order[:-1][alike]] = True
    return same


def _meeting(
    before: list[tuple[NDArray[np.int64], NDArray[np.uint8]]], after: batch.Successors, row: int
) -> Meeting:
    twins = (after.positions == after.positions[row]).all(axis=1) & (
        after.moves == after.moves[row]
    )
    games = []
    for twin in np.flatnonzero(twins)[:2]:
        moves, place = [int(after.moves[twin])], int(after.parents[twin])
        for parents, played in reversed(before):
            moves.append(int(played[place]))
            place = int(parents[place])
        games.append(tuple(str(Move.from_index(move)) for move in reversed(moves)))
    return Meeting(*games)


# The least limit on the boards of a ply. On any size it is enough for two of them to meet.
_FEWEST_BOARDS = 400
_BOARDS_A_GAME = 25


def _all_games(trial: Trial) -> Measured:
    most = max(_FEWEST_BOARDS, _BOARDS_A_GAME * trial.games)
    plies, meeting = follow(trial.size, most, trial.threads)
    return {
        "plies": [[ply.number, ply.boards, ply.moves, ply.meeting] for ply in plies],
        "one": list(meeting.one) if meeting else [],
        "other": list(meeting.other) if meeting else [],
    }


def _random_games(trial: Trial) -> Measured:
    """Count, for a random move of each position of random games, the boards before."""
    random = np.random.default_rng([trial.seed & (1 << 64) - 1, 7])
    rounds = positions_by_round(trial.games, trial.size, trial.seed)
    found = {}
    for number, positions in rounds.items():
        after = batch.successors(positions, trial.size, trial.threads)
        counts = np.bincount(after.parents, minlength=len(positions))
        chosen = np.cumsum(counts) - counts + random.integers(counts)
        before = boards_before(after.positions[chosen], after.moves[chosen], trial.size)
        found[str(number)] = [int((before == 1).sum()), len(before), float(np.median(before))]
        trial.watch(len(found) / len(rounds))
    return found


def _conclude(settings: Settings, data: Data) -> Conclusion:
    size, rounds = settings.size, data["random games"]
    one, other, plies = (data["all games"][name] for name in ("one", "other", "plies"))
    first = next((ply for ply, _, _, meeting in plies if meeting), None)
    unique = share(*(sum(row[place] for row in rounds.values()) for place in (0, 1)))
    proven = bool(one) and _is_meeting(size, one, other)
    summary, ours = _TEXTS.text("not_met"), "none found"
    if proven:
        ours = f"yes, at ply {first} for the first time: {one[-1]}"
        before = {"one": " ".join(one[:-1]), "other": " ".join(other[:-1])}
        summary = _TEXTS.text("met", size=size, **before, move=one[-1], ply=first)
    middle = max(rounds, key=lambda number: rounds[number][2])
    summary += _TEXTS.text("random", unique=unique.value, boards=rounds[middle][2], round=middle)
    findings = (
        _TEXTS.finding(
            "meeting",
            "agrees" if proven else "open",
            ours=ours,
            here="" if size == 8 else " here too",
        ),
        observe(
            "moves after which only one board may have been before",
            unique,
            "By the rules alone, whether the boards before come up in a game or not.",
            digits=1,
            percent=True,
        ),
    )
    lines = (
        {"ply": ply, "boards": boards, "moves": moves, "meeting": meeting, "share": meeting / moves}
        for ply, boards, moves, meeting in plies
        if moves
    )
    by_round = (
        {"round": number, "unique": share(single, count), "median": median}
        for number, (single, count, median) in rounds.items()
    )
    tables = _TEXTS.table("plies", lines), _TEXTS.table("rounds", by_round)
    numbers = {"first ply": first, "one": one, "other": other, "proven": proven}
    return Conclusion(summary, findings, tables, numbers)


def _board(size: int, moves: list[str]) -> Board:
    board = Board(size)
    for move in moves:
        board.push(move)
    return board


def _is_meeting(size: int, one: list[str], other: list[str]) -> bool:
    """Whether two games differ before their last move, which is the same, and not after it."""
    before = _board(size, one[:-1]) != _board(size, other[:-1])
    return before and one[-1] == other[-1] and _board(size, one) == _board(size, other)


def _draw(result: Result) -> Figure:
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


def _draw_plies(diagram: Axes, result: Result) -> None:
    plies = [row for row in result.data["all games"]["plies"] if row[2]]
    shares = [100 * meeting / moves for _, _, moves, meeting in plies]
    diagram.bar([row[0] for row in plies], shares, color=ORANGE)
    _TEXTS.diagram(diagram, "plies_diagram")


def _draw_unique(diagram: Axes, result: Result) -> None:
    rounds = result.data["random games"]
    numbers = [int(number) for number in rounds]
    seen = [share(single, count) for single, count, _ in rounds.values()]
    low, high = ([100 * getattr(one, end) for one in seen] for end in ("low", "high"))
    diagram.fill_between(numbers, low, high, color=GREEN, alpha=0.25, lw=0)
    diagram.plot(numbers, [100 * one.value for one in seen], color=GREEN)
    _TEXTS.diagram(diagram, "unique_diagram")


def _draw_before(diagram: Axes, result: Result) -> None:
    rounds = result.data["random games"]
    medians = [median for _, _, median in rounds.values()]
    diagram.step([int(number) for number in rounds], medians, color=BLUE, where="mid")
    _TEXTS.diagram(diagram, "before_diagram")


EXPERIMENT = Experiment(
    name="invertible",
    title="RESULT is not invertible",
    report="R2, 2.2.1",
    question="Can a move be taken back if only the board after it and the move are known?",
    unit="games",
    games=2000,
    steps=planned(Grid("all games", _all_games), Grid("random games", _random_games)),
    conclude=_conclude,
    draw=_draw,
    seconds=1,
)
