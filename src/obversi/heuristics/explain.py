"""The values of a position and its moves by evaluations, feature by feature and side by side."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from obversi.board import Board, checked_board
from obversi.color import color_name
from obversi.errors import EvaluationError
from obversi.heuristics.catalog import AnyEvaluation, evaluation
from obversi.heuristics.evaluation import WeightedFeature
from obversi.heuristics.reports import EVALUATIONS
from obversi.move import Move


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of one evaluation: a value, and the features whose sum it is."""

    name: str
    value: float
    features: tuple[WeightedFeature, ...]

    def to_object(self) -> dict[str, Any]:
        """Return everything, ready for JSON."""
        return {
            "evaluation": self.name,
            "value": self.value,
            "features": [
                {
                    "feature": feature.name,
                    "value": feature.value,
                    "weight": feature.weight,
                    "points": feature.points,
                }
                for feature in self.features
            ],
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """The results of evaluations for a position, and for the positions right after each move.

    All values are for the player to move, also those after the move: larger is better. There is one
    judgement for each evaluation, always in the same order.
    """

    board: Board
    position: tuple[Judgement, ...]
    moves: Mapping[Move, tuple[Judgement, ...]]

    @property
    def names(self) -> list[str]:
        """The names of the evaluations."""
        return [judgement.name for judgement in self.position]

    def values(self, place: int) -> dict[Move, float]:
        """Return the value of each move by the evaluation at this place."""
        return {move: judgements[place].value for move, judgements in self.moves.items()}

    def best(self, place: int) -> list[Move]:
        """Return the best moves by the evaluation at this place."""
        values = self.values(place)
        highest = max(values.values(), default=0.0)
        return [move for move, value in values.items() if value == highest]

    def to_object(self) -> dict[str, Any]:
        """Return everything, ready for JSON."""
        return {
            "position": self.board.to_string(),
            "size": self.board.size,
            "rules": self.board.rules,
            "turn": color_name(self.board.turn),
            "evaluations": [
                judgement.to_object() | {"best": [str(move) for move in self.best(place)]}
                for place, judgement in enumerate(self.position)
            ],
            "moves": [
                {"move": str(move), "evaluations": [each.to_object() for each in judgements]}
                for move, judgements in self.moves.items()
            ],
        }

    def __str__(self) -> str:
        """Show the points of every feature, then the value of every move; * marks the best."""
        features = dict.fromkeys(
            feature.name for each in self.position for feature in each.features
        )
        points = [_points_and_value(judgement, features) for judgement in self.position]
        rows = [["", *self.names], *_rows([*features, "value"], points)]
        if self.moves:
            marked = [self._marked_values(place) for place in range(len(self.position))]
            rows += [[""], *_rows(self.moves, marked)]
        return "\n".join([self.board.status(), *_aligned(rows)])

    def _marked_values(self, place: int) -> list[str]:
        values, best = self.values(place), self.best(place)
        texts = column_texts(list(values.values()))
        return ["*" * (move in best) + text for move, text in zip(values, texts, strict=True)]


def explain(
    board: Board, *evaluations: AnyEvaluation, on_step: Callable[[], None] | None = None
) -> Explanation:
    """Explain a position by evaluations; the default are those of the reports.

    `on_step` is called after each of their answers: one for the position, one for each move.

    >>> board = Board()
    >>> board.push("f5")
    >>> print(explain(board, "r4", "positional"))
    white to move (most discs win)
                     r4  positional
    squares     +10.000          +4
    disc_share   -0.600
    move_share   +0.000
    value        +9.400          +4
    <BLANKLINE>
    f4           +0.000         *+0
    d6           -0.111         *+0
    f6          *+1.111         *+0
    """
    chosen = [evaluation(each) for each in evaluations or EVALUATIONS]
    after = checked_board(board).copy(stack=False)

    def judgements() -> Iterator[Judgement]:
        for each in chosen:
            features = tuple(each.weighted_features(after))
            value = sum(feature.points for feature in features)
            if not isfinite(value):
                reason = "its features add up to no finite number"
                raise EvaluationError(f"evaluation {each.name!r} cannot be explained: {reason}")
            yield Judgement(each.name, value, features)
            if on_step is not None:
                on_step()

    position = tuple(judgements())
    moves = {}
    for move in board.legal_moves:
        after.push(move)
        moves[move] = tuple(map(_turned, judgements()))
        after.pop()
    return Explanation(after, position, moves)


def number_text(number: float, figures: int = 7) -> str:
    """Write a number with as many figures as it needs, at most `figures`; whole numbers in full.

    >>> number_text(-4775.325), number_text(64e6), number_text(1234.5, 4), number_text(2 / 3, 4)
    ('-4775.325', '64000000', '1234', '0.6667')
    """
    if number == int(number):
        return str(int(number))
    return f"{number:.0f}" if abs(number) >= 10 ** (figures - 1) else f"{number:.{figures}g}"


def column_texts(numbers: Sequence[float]) -> list[str]:
    """Write numbers with signs and equally many decimals, for one below the other.

    >>> column_texts([1.0, -1234.56]), column_texts([0.25, 0.0]), column_texts([3.0, -4.0])
    (['+1.0', '-1234.6'], ['+0.2500', '+0.0000'], ['+3', '-4'])
    """
    largest = max(map(abs, numbers), default=0.0)
    if all(number == int(number) for number in numbers):
        decimals = 0
    else:
        decimals = 4 if largest < 1 else 3 if largest < 100 else 2 if largest < 1000 else 1
    return [f"{number:+.{decimals}f}" for number in numbers]


def _turned(judgement: Judgement) -> Judgement:
    """Return the judgement for the other player; a zero has no minus sign."""
    features = tuple(
        WeightedFeature(feature.name, feature.weight, 0.0 - feature.value)
        for feature in judgement.features
    )
    return Judgement(judgement.name, 0.0 - judgement.value, features)


def _points_and_value(judgement: Judgement, features: Iterable[str]) -> list[str]:
    """Write the points of each feature, nothing for those of other evaluations, and the value."""
    names = [feature.name for feature in judgement.features]
    *points, value = column_texts(
        [*(feature.points for feature in judgement.features), judgement.value]
    )
    by_name = dict(zip(names, points, strict=True))
    return [*(by_name.get(name, "") for name in features), value]


def _rows(heads: Iterable[str], columns: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[head, *cells] for head, *cells in zip(heads, *columns, strict=True)]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Put cells below each other, the first of a row to the left and all others to the right."""
    count = max(map(len, rows))
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(count)]
    lines = []
    for row in rows:
        cells = [f"{cell:{'>' if at else '<'}{widths[at]}}" for at, cell in enumerate(row)]
        lines.append("  ".join(cells).rstrip())
    return lines
