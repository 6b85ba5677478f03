"""The levels of the engine from 0 to 12: their strengths, their errors and their agent."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from math import exp
from operator import index
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

from obversi.agents.agent import Thought
from obversi.agents.engine_agent import EngineAgent, EngineBasedAgent
from obversi.arguments import chosen_seed
from obversi.board import Board, checked_board
from obversi.engine import Engine, book_player
from obversi.errors import InputError
from obversi.limit import Limit
from obversi.move import Move
from obversi.rules import RULES, Rules, checked_rules
from obversi.size import checked_size

if TYPE_CHECKING:
    from obversi.book.book import BookMove
    from obversi.book.player import BookPlayer

_FILE = Path(__file__).with_name("level_ratings.json")


@dataclass(frozen=True, slots=True)
class LevelRating:
    """A rating with its 95 % interval and its number of games."""

    rating: int
    low: int
    high: int
    games: int


@cache
def level_ratings(rules: Rules) -> Mapping[int, LevelRating]:
    """Return the ratings of all levels on 8×8, by their numbers, under these rules."""
    written = json.loads(_FILE.read_text(encoding="utf-8"))[rules]
    return MappingProxyType(
        {int(number): LevelRating(**rating) for number, rating in written.items()}
    )


def ratings_text(ratings: Mapping[str, Mapping[int, LevelRating]]) -> str:
    """Return the ratings of both rule sets as the text of their file."""
    written = {
        rules: {str(number): asdict(rating) for number, rating in sorted(levels.items())}
        for rules, levels in ratings.items()
    }
    return json.dumps(written, indent=2) + "\n"


@dataclass(frozen=True, slots=True)
class Slips:
    """The slips of a weak level, which lose some discs and rarely a whole game, as with people.

    A share of its values, the `greed`, is the disc count right after a move, as beginners count.
    With a greed above 1 it takes discs even where that is bad. A move that costs as many discs as
    the `temperature` is chosen e times less often, and a move that costs more than `most` is never
    chosen. Both are the values at the start of a game, and fall with every square that is filled,
    to the share `left` at the end.
    """

    temperature: float
    most: float
    left: float
    greed: float = 0.0

    def share(self, board: Board) -> float:
        """Return the factor of the temperature and of the most discs, from 1 down to `left`."""
        empty = len(board.empty) / (board.size**2 - 4)
        return self.left + (1 - self.left) * min(empty, 1.0)

    def most_lost(self, board: Board) -> float:
        """Return how many discs a slip may cost on this board, by the level's own values."""
        return self.most * self.share(board)

    def judged(self, board: Board, margins: Mapping[Move, float]) -> dict[Move, float]:
        """Return the level's own values of moves that have these margins for the mover."""
        if not self.greed:
            return dict(margins)
        own, other = board.bits
        lead = own.bit_count() - other.bit_count() + 1
        sign = 1 if board.rules == "normal" else -1
        return {
            move: (1 - self.greed) * margin
            + self.greed * sign * (lead + 2 * board.flip_bits(move).bit_count())
            for move, margin in margins.items()
        }

    def chances(self, board: Board, judged: Mapping[Move, float]) -> dict[Move, float]:
        """Return the probability of each move, from the values that the level gives them.

        >>> slips = Slips(temperature=4.0, most=10.0, left=0.5)
        >>> chances = slips.chances(Board(), {Move("d3"): 6, Move("c4"): 2, Move("f5"): -6})
        >>> [round(chance, 2) for chance in chances.values()]
        [0.73, 0.27, 0.0]
        """
        best, most = max(judged.values()), self.most_lost(board)
        temperature = self.temperature * self.share(board)
        weights = {
            move: exp((value - best) / temperature) if best - value <= most else 0.0
            for move, value in judged.items()
        }
        total = sum(weights.values())
        return {move: weight / total for move, weight in weights.items()}


@dataclass(frozen=True, slots=True)
class Level:
    """A strength to play against, in one of the six games.

    It looks `depth` plies ahead, or as far as its time allows if that is None, and takes `seconds`
    for a move at most. Strong levels have no `slips`, and on 8×8 they begin with the moves of a
    book.
    """

    number: int
    name: str
    words: str
    depth: int | None
    seconds: float
    slips: Slips | None
    has_book: bool

    def rating(self, rules: Rules) -> LevelRating | None:
        """Return its rating on 8×8, or None if that was not measured."""
        return level_ratings(rules).get(self.number)


# No level takes longer for a move, unless its description says so.
_SECONDS = 1.0

# The most discs that a slip may cost, as a multiple of its temperature; and the share of both that
# is left at the end of the game.
_MOST = 2.5
_LEFT = 0.3

_WORDS = (
    ("newcomer", "For your first games: it wants discs so much that random moves beat it."),
    ("student", "Goes by the discs that it sees; as strong as usual programs of students."),
    ("good student", "Begins to see what a move leads to, and still counts discs too much."),
    ("best student", "Knows good squares from bad ones, and often plays the second best."),
    ("hobbyist", "Thinks of your answer too, but errs in every opening."),
    ("regular", "Gives you several chances in a game, few of them in its last moves."),
    ("practised player", "No longer minds the discs on the board; slips now and then."),
    ("club player", "Looks a little further, and its mistakes are smaller."),
    ("strong club player", "Rarely errs by more than a few discs, and hardly ever at the end."),
    ("expert", "Never plays what it knows to be worse, and sees some moves ahead."),
    ("master", "Sees further than most people do: you need a plan against it."),
    ("grandmaster", "Reads far ahead, and plays the last moves of a game perfectly."),
    ("champion", "The engine with all it has, for a second a move."),
)

# For each level: the plies that it looks ahead, its greed, and the temperature of its slips in
# discs. They were found by tournaments, so that the steps in rating from level to level are about
# equal. The first row is level 0, which was added later; the other levels kept their numbers.
_Row = tuple[int | None, float, float]
_ROWS: Mapping[tuple[Rules, int], tuple[_Row, ...]] = {
    ("normal", 8): (
        (1, 1.2, 6.0),
        *((1, 0.97, 6.0), (1, 0.77, 6.0), (1, 0.6, 5.5), (2, 0.52, 5.0), (2, 0.39, 4.5)),
        *((2, 0, 4.5), (3, 0, 4.0), (4, 0, 2.9), (4, 0, 0), (6, 0, 0), (9, 0, 0), (None, 0, 0)),
    ),
    ("reversed", 8): (
        (1, 2.6, 6.0),
        *((1, 0.84, 6.0), (1, 0.44, 4.0), (1, 0.1, 3.5), (2, 0.1, 3.2), (2, 0, 2.3), (2, 0, 1.1)),
        *((3, 0, 1.3), (4, 0, 1.1), (4, 0, 0), (6, 0, 0), (9, 0, 0), (None, 0, 0)),
    ),
    ("normal", 6): (
        (1, 1.15, 3.9),
        *((1, 0.96, 3.9), (1, 0.85, 3.9), (1, 0.74, 3.6), (1, 0.65, 3.2), (2, 0.62, 2.9)),
        *((2, 0.48, 2.9), (2, 0.16, 2.6), (3, 0.13, 2.3), (3, 0, 0), (4, 0, 0), (6, 0, 0)),
        (None, 0, 0),
    ),
    ("reversed", 6): (
        (1, 2.5, 3.9),
        *((1, 0.72, 3.9), (1, 0.48, 2.6), (1, 0.25, 2.3), (1, 0, 1.9), (2, 0, 2.6), (2, 0, 1.5)),
        *((2, 0, 0.8), (3, 0, 0.7), (4, 0, 0), (6, 0, 0), (9, 0, 0), (None, 0, 0)),
    ),
    # On this board a few plies are nearly the whole game: the upper levels hardly differ.
    ("normal", 4): (
        (1, 1.3, 2.1),
        *((1, 0.98, 2.1), (1, 0.9, 2.1), (1, 0.82, 2.1), (1, 0.74, 2.0), (1, 0.65, 1.8)),
        *((1, 0.5, 1.7), (1, 0.28, 1.6), (3, 0.1, 1.2), (3, 0, 0), (5, 0, 0), (7, 0, 0)),
        (None, 0, 0),
    ),
    ("reversed", 4): (
        (1, 2.5, 2.1),
        *((1, 0.95, 2.1), (1, 0.88, 1.6), (1, 0.82, 1.4), (1, 0.75, 1.3), (1, 0.68, 1.2)),
        *((1, 0.45, 1.1), (1, 0.2, 0.8), (3, 0.1, 0.8), (3, 0, 0), (5, 0, 0), (7, 0, 0)),
        (None, 0, 0),
    ),
}


def _level(rules: Rules, size: int, number: int) -> Level:
    name, words = _WORDS[number]
    depth, greed, temperature = _ROWS[rules, size][number]
    slips = Slips(temperature, _MOST * temperature, _LEFT, greed) if temperature else None
    return Level(number, name, words, depth, _SECONDS, slips, has_book=size == 8 and slips is None)


_LEVELS = {game: {number: _level(*game, number) for number in range(len(_WORDS))} for game in _ROWS}

#: The levels on 8×8 from the weakest to the strongest, by the rules.
LEVELS: Mapping[Rules, tuple[Level, ...]] = MappingProxyType(
    {rules: tuple(_LEVELS[rules, 8].values()) for rules in RULES}
)


def level(number: int, rules: Rules = "normal", size: int = 8) -> Level:
    """Return the level of this number in one of the six games.

    >>> level(12).name
    'champion'
    """
    try:
        return _LEVELS[checked_rules(rules), checked_size(size)][index(number)]
    except (KeyError, TypeError):
        raise InputError(
            f"there is no level {number!r}: expected one from 0 to {len(_WORDS) - 1}"
        ) from None


# Enough for the few positions that a shallow search looks at, and quick to clear.
_SHALLOW_HASH_MB = 1


class LevelAgent(EngineBasedAgent):
    """Plays at a level; every level but the highest forgets earlier searches.

    So with a seed the same position has the same move, and no earlier search makes a weak level
    stronger. The highest uses the `engine` that it is given, if any, and may search for `seconds`
    instead of one.
    """

    def __init__(
        self,
        number: int,
        *,
        seconds: float | None = None,
        threads: int = 1,
        hash_mb: int = 16,
        seed: int | None = None,
        engine: Engine | None = None,
    ) -> None:
        """Take the level of this number; only the highest level uses threads and memory."""
        usual = level(number)
        self.level = usual.number
        self.name = f"level {usual.number}"
        self._own_seconds = Limit(seconds=seconds).seconds
        self._most_seconds = usual.seconds
        self._seed = None if seed is None else chosen_seed(seed)
        self._chance = Random()
        self._shallow = usual.depth is not None
        if self._shallow:
            engine = Engine(1, _SHALLOW_HASH_MB)
        self._engine = Engine(threads, hash_mb) if engine is None else engine
        self._book: BookPlayer | None = None

    @property
    def seconds(self) -> float:
        """The most seconds for a move."""
        return self._own_seconds or self._most_seconds

    def seconds_per_move(self, _given: float | None) -> float | None:
        """Return its own limit."""
        return self.seconds

    def think(self, board: Board, limit: Limit) -> Thought:
        """Choose a move with the strength of the level, within the time on a clock."""
        if len(checked_board(board).legal_moves) == 1:
            return Thought(board.legal_moves[0])
        played = level(self.level, board.rules, board.size)
        if played.has_book and (known := self._book_move(board)) is not None:
            return Thought(known.move, float(known.value), known.depth, 0)
        if self._shallow:
            self._engine.clear()
        limits = self._within(limit, played)
        if played.slips is None:
            found = self._engine.analyse(board, limits)
            return Thought(found.move, float(found.margin), found.depth, found.nodes)
        found = self._engine.analyse(board, limits, "all")
        margins = {line.move: float(line.margin) for line in found.lines}
        judged = played.slips.judged(board, margins)
        move = self._drawn(board, played.slips.chances(board, judged))
        return Thought(move, judged[move], found.depth, found.nodes)

    def _book_move(self, board: Board) -> "BookMove | None":
        if self._book is None:
            self._book = book_player("default", 1 if self._shallow else None, self._seed)
        return self._book.choose(board)

    def _within(self, limit: Limit, played: Level) -> Limit:
        """Return its own limit: seconds of its description count instead of those of a match."""
        seconds = self.seconds
        if self._own_seconds is None and limit.seconds is not None:
            seconds = min(seconds, limit.seconds)
        return Limit(
            seconds=seconds, depth=played.depth, clock=limit.clock, increment=limit.increment
        )

    def _drawn(self, board: Board, chances: Mapping[Move, float]) -> Move:
        chance = self._chance
        if self._seed is not None:
            chance = Random(f"{self._seed} {board.to_string()}")
        return chance.choices(list(chances), list(chances.values()))[0]


def engine_or_level(
    level: int | None = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    hash_mb: int = 16,
    weights: str | None = None,
    book: str | None = None,
    tolerance: int | None = None,
    seed: int | None = None,
) -> EngineAgent | LevelAgent:
    """Make the agent; only levels and books make random choices."""
    if level is None:
        return EngineAgent(seconds, depth, nodes, threads, hash_mb, weights, book, tolerance, seed)
    own = {"depth": depth, "nodes": nodes, "weights": weights, "book": book}
    for option, value in own.items():
        if value is not None:
            raise InputError(f"a level has its own {option}: leave {option!r} or 'level' out")
    return LevelAgent(level, seconds=seconds, threads=threads, hash_mb=hash_mb, seed=seed)
