"""R2's ideas against plain R2: MCTS in the rest of its time, a book, learned patterns."""

from collections.abc import Sequence
from contextlib import closing
from itertools import product
from random import Random
from typing import Any

import numpy as np

from obversi.arena.game.played import PlayedGame
from obversi.arena.match import Match, play_match
from obversi.arena.openings import Openings
from obversi.arena.statistics.summary import LATENESS
from obversi.board import Board
from obversi.book.book import Book, shipped_book
from obversi.errors import InputError
from obversi.figures import GREY, RULES, new_figure
from obversi.lab.drawing import Figure, draw_error_bars
from obversi.lab.estimate import mean, sure_side
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Texts
from obversi.lab.games import lab_openings, points_elo, points_score
from obversi.lab.steps import Grid, Part, Settings, Trial, by_rules, planned

_TEXTS = Texts("wishes")

PLAIN = "r2"
LEFTOVER, BOOK, PATTERNS = "r2:leftover=mcts", "r2:book=default", "r2:evaluation=patterns"
WISHES = (LEFTOVER, BOOK, PATTERNS)
SECONDS = 0.02  # a move
_PURPOSE = "wishes"

# Games of a step: an interrupted step should not take long to repeat.
_BLOCK = 60


def _play(trial: Trial, wish: str, number: int) -> dict[str, Any]:
    """Play a block of games, from this number on, each opening twice with colours swapped."""
    first = number - 1
    of_book = wish == BOOK
    openings = book_openings(trial) if of_book else lab_openings(trial, trial.games, _PURPOSE)
    pairs = (min(_BLOCK, trial.games - first) + 1) // 2
    # A small board may have fewer openings than pairs. Then they repeat.
    boards = openings.take(first // 2 + pairs)[first // 2 :]
    match = Match(
        *(wish, PLAIN, Openings(tuple(boards), openings.origin), pairs),
        seconds=SECONDS,
        seed=Random(f"{trial.seed} {trial.rules} {wish} {first}").getrandbits(32),
    )
    games: list[PlayedGame] = []
    with closing(play_match(match, trial.threads)) as playing:
        for game in playing:
            if game.failure is not None:
                raise InputError(f"game {game.number} was lost by a failure: {game.failure.reason}")
            games.append(game)
            trial.watch(len(games) / (2 * pairs))
    return _counted(sorted(games, key=lambda game: game.number))


def _counted(games: Sequence[PlayedGame]) -> dict[str, Any]:
    """Return the margins of A, the time of both for their moves, and the moves of A's book."""
    seconds = {
        "a": [one for game in games for one in game.seconds(game.a_color)],
        "b": [one for game in games for one in game.seconds(-game.a_color)],
    }
    return {
        "margins": [game.margin for game in games],
        "seconds": {name: sum(taken) for name, taken in seconds.items()},
        "moves": {name: len(taken) for name, taken in seconds.items()},
        "late": {
            name: sum(one > SECONDS + LATENESS for one in taken) for name, taken in seconds.items()
        },
        # A move without a node comes from the book.
        "book_moves": sum(nodes == 0 for game in games for nodes in game.nodes),
    }


def book_openings(trial: Trial) -> Openings:
    """Return the first positions of the package's book: those after the fewest plies.

    Their best moves are known, and lines within the book lead to them; those of the last ply are
    a random sample. After random openings a book would hardly ever have a move.
    """
    size, rules = trial.size, trial.rules
    book = shipped_book(size, rules)
    if book is None:
        raise InputError(f"there is no book for {rules} {size}×{size}")
    wanted = max(1, (trial.games + 1) // 2)
    random = Random(f"{trial.seed} {_PURPOSE} {rules}")
    found: list[Board] = []
    ply = [Board(size, rules)]
    while ply and len(found) < wanted:
        random.shuffle(ply)
        found += ply[: wanted - len(found)]
        ply = _next_ply(ply, book)
    return Openings(tuple(found), "the first positions of the book")


def _next_ply(boards: Sequence[Board], book: Book) -> list[Board]:
    """Return the positions after one move whose best moves the book knows, without images."""
    found: dict[Board, Board] = {}
    for board in boards:
        for move in board.legal_moves:
            after = board.copy()
            after.push(move)
            if len(after.legal_moves) > 1 and book.best_moves(after):
                found.setdefault(after.canonical(), after)
    return list(found.values())


def _numbers(settings: Settings) -> range:
    """Return the numbers of the first games of all blocks."""
    return range(1, settings.games + 1, _BLOCK)


GAMES = Grid(
    "{rules} games of {} from {} on",
    _play,
    lambda settings, _: product(WISHES, _numbers(settings)),
)


def _conclude(part: Part) -> Conclusion:
    tests = len(part.settings.rules) * len(WISHES)
    played = {wish: _joined(part, wish) for wish in WISHES}
    findings = (
        _TEXTS.finding(
            "wish",
            "new",
            rules=part.rules,
            wish=_TEXTS.text("names", wish),
            wins=_TEXTS.text("wins", sure_side(one["score"], 1 / 2, tests)),
            tests=tests,
            detail=_TEXTS.text("details", wish, a=one["milliseconds"][0], **one),
            **{name: one[name] for name in ("score", "elo", "games")},
        )
        for wish, one in played.items()
    )
    shown = ", ".join(
        _TEXTS.text("answer_wish", wish=_TEXTS.text("names", wish), score=one["score"])
        for wish, one in played.items()
    )
    rows = ({"wish": wish, **one} for wish, one in played.items())
    setting = {"rules": part.rules, "size": part.size, "seconds": SECONDS, "plain": PLAIN}
    numbers = {
        wish: {name: one[name] for name in ("score", "elo", "margin")}
        for wish, one in played.items()
    }
    return Conclusion(
        _TEXTS.text("answer", rules=part.rules, wishes=shown),
        tuple(findings),
        (_TEXTS.table("table", rows, **setting),),
        {part.rules: numbers},
    )


def _joined(part: Part, wish: str) -> dict[str, Any]:
    """Return the results of all blocks of games."""
    blocks = [part[GAMES, wish, number] for number in _numbers(part.settings)]
    margins = np.concatenate([np.array(block["margins"]) for block in blocks])
    pairs = margins.reshape(-1, 2)
    points = "".join(str(one) for one in (np.sign(pairs) + 1).sum(axis=1))
    seconds, moves, late = (
        [sum(block[what][name] for block in blocks) for name in ("a", "b")]
        for what in ("seconds", "moves", "late")
    )
    return {
        "games": len(margins),
        "results": [int((np.sign(margins) == sign).sum()) for sign in (1, 0, -1)],
        "score": points_score(points),
        "elo": points_elo(points),
        "margin": mean(pairs.mean(axis=1)),
        "milliseconds": [
            1000 * taken / max(count, 1) for taken, count in zip(seconds, moves, strict=True)
        ],
        "late": late,
        "book_moves": sum(block["book_moves"] for block in blocks) / len(margins),
    }


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(1, 1, height=3.6)
    diagram = axes[0, 0]
    diagram.axhline(50, color=GREY, linewidth=1)
    for number, rules in enumerate(result.settings.rules):
        found = [result.conclusion.numbers[rules][wish]["score"] for wish in WISHES]
        draw_error_bars(
            diagram,
            np.arange(len(WISHES)) + 0.1 * number,
            found,
            100,
            color=RULES[rules],
            linestyle="none",
            marker="o",
            label=f"{rules} rules",
        )
    diagram.set_xticks(range(len(WISHES)), [_TEXTS.text("names", wish) for wish in WISHES])
    diagram.set(xlim=(-0.5, len(WISHES) - 0.5))
    _TEXTS.diagram(diagram, "wishes_diagram", seconds=SECONDS)
    return figure


EXPERIMENT = Experiment(
    name="wishes",
    title="What R2 wished for",
    report="R2, 3.1 and 5",
    question="R2 would like MCTS in the time left over, a book, and learned patterns: how much "
    "stronger is it with each?",
    unit="games for each wish",
    games=200,
    seconds=360,
    steps=planned(GAMES),
    conclude=by_rules(_conclude),
    draw=_draw,
)
