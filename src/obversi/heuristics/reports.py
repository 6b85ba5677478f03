"""The evaluations of five reports on Reversi programs, each under a name of its own.

Where a report leaves something open, docs/evaluations.md says how it was read, and why.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from types import MappingProxyType

from obversi.arguments import Setting, whole_number
from obversi.errors import InputError
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.features import Quarter, symmetric_quarter
from obversi.heuristics.mix import Mix, Phase


@dataclass(frozen=True, slots=True)
class EvaluationKind:
    """A named evaluation: a line about it, its source, and the function that makes it."""

    description: str
    origin: str
    make: Callable[..., Evaluation]
    parameters: Mapping[str, Setting] = field(default_factory=dict)


# R0: reversed Reversi, minimax and alpha-beta

_R0 = "R0: reversed Reversi with minimax and alpha-beta"
_R0_GAMMA = 0.7
# The sign of own stable discs; the report does not say whether they are good or bad.
_R0_STABILITY = {"bad": -1, "good": 1}
_R0_ADJUSTED = ((-100, 25, -1, -5), (25, 45, -1, -1), (-1, -1, -1, -2), (-5, -1, -2, -1))
_R0_ORIGINAL = ((-500, 50, -1, -5), (50, 45, -1, -1), (-1, -1, -1, -2), (-5, -1, -2, -1))


def _r0(name: str, squares: Quarter) -> Callable[..., Mix]:
    def make(gamma: float = _R0_GAMMA, stability: str = "bad") -> Mix:
        if not (isfinite(gamma) and 0 <= gamma <= 1):
            raise InputError(f"gamma cannot be {gamma!r}: expected a number from 0 to 1")
        weights = {"squares": gamma, "stable": _R0_STABILITY[_stability(stability)] * (1 - gamma)}
        label = _name(name, "gamma", [gamma], [_R0_GAMMA])
        label += "" if stability == "bad" else f":stability={stability}"
        return Mix(label, (Phase(weights),), squares, "reversed", "evaluated", _R0)

    return make


def _stability(text: str) -> str:
    if text not in _R0_STABILITY:
        raise InputError(f"stability cannot be {text!r}: expected bad or good")
    return text


# R1: Reversi over a socket, six factors

_R1 = "R1: Reversi over a socket, a heuristic of six factors"
# The report gives no table: this is the one that was published with its weights.
_R1_SQUARES = ((20, -3, 11, 8), (-3, -7, -4, 1), (11, -4, 2, 2), (8, 1, 2, -3))


def _r1() -> Mix:
    weights = {
        "squares": 10,
        "disc_lead": 10,
        "frontier_lead": 74.396,
        "corners": 20043.1,  # 801.724 · 25
        "corner_closeness": -4775.325,  # 382.026 · -12.5
        "move_lead": 78.922,
    }
    return Mix("r1", (Phase(weights),), _R1_SQUARES, finished="evaluated", origin=_R1)


# R3 played against a positional evaluation that it does not describe.
_POSITIONAL = "the plain opponent of R3, with the square table of R1"


def _positional() -> Mix:
    return Mix("positional", (Phase({"squares": 1}),), _R1_SQUARES, origin=_POSITIONAL)


# R2: a superb program for reversed Reversi

_R2 = "R2: a program for reversed Reversi, tuned by a genetic algorithm"
_R2_LAST_EARLY_ROUND = 24
_R2_SQUARES = (
    0.58294678, 0.32422638, 0.30072021, 0.04949951, 0.74310493,
    0.26721382, 0.05133057, 0.72602844, -0.12939453, -0.73083496,
)  # fmt: skip
_R2_NUMBERS = (
    0.60791016, 4.04785156, 16.01070404, 5.0, 19.0,
    20.0, 17.9804306, 13.0, 12.8125, -18.28742981,
    1.0, 0.1, 0.2,
    0.6, 0.2, 0.2,
)  # fmt: skip


def _r2_position(weights: Sequence[float] = _R2_SQUARES) -> Mix:
    _check_count(weights, 10, "weights")
    name = _name("r2-position", "weights", weights, _R2_SQUARES)
    phases = (Phase({"square_share": -1}),)
    return Mix(name, phases, symmetric_quarter(weights), "reversed", "result", _R2)


def _r2(weights: Sequence[float] = _R2_NUMBERS) -> Mix:
    _check_count(weights, 16, "weights")
    name = _name("r2", "weights", weights, _R2_NUMBERS)
    phases = (
        _r2_phase(weights[10:13], _R2_LAST_EARLY_ROUND),
        _r2_phase(weights[13:16], None),
    )
    return Mix(name, phases, symmetric_quarter(weights[:10]), "reversed", "result", _R2)


def _r2_phase(coefficients: Sequence[float], until: int | None) -> Phase:
    # Of squares and edges the report counts the opponent's minus one's own.
    position, mobility, edges = coefficients
    weights = {"square_share": -position, "weighted_moves": mobility, "edge_runs": -edges}
    return Phase(weights, until)


# R3: negamax and four features

_R3 = "R3: negamax and four features"
_R3_PLY = 4


def _r3(ply: int = _R3_PLY) -> Mix:
    ply = whole_number(ply, "ply", 1)
    weights = {"discs": ply, "r3_mobility": 2, "r3_corners": 8 / ply, "r3_stability": 8}
    name = "r3" if ply == _R3_PLY else f"r3:ply={ply}"
    return Mix(name, (Phase(weights),), finished="evaluated", origin=_R3)


# R4: cell utility, disc parity, mobility

_R4 = "R4: cell utility, disc parity and mobility"
_R4_SQUARES = ((25, -5, 14, 10), (-5, -7, -4, 1), (14, -4, 3, 2), (10, 1, 2, -6))


def _r4() -> Mix:
    weights = {"squares": 1, "disc_share": 1, "move_share": 1}
    return Mix("r4", (Phase(weights),), _R4_SQUARES, origin=_R4)


# All of them


def numbers_text(numbers: Sequence[float]) -> str:
    """Write numbers as the parameter of an evaluation, exactly.

    >>> numbers_text([1.0, -0.5])
    '1,-0.5'
    """
    return ",".join(repr(float(number)).removesuffix(".0") for number in numbers)


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(number) for number in text.split(","))


def _check_count(numbers: Sequence[float], count: int, what: str) -> None:
    if len(numbers) != count:
        raise InputError(f"{len(numbers)} {what} are given: expected {count}")


def _name(kind: str, parameter: str, numbers: Sequence[float], default: Sequence[float]) -> str:
    same = tuple(numbers) == tuple(default)
    return kind if same else f"{kind}:{parameter}={numbers_text(numbers)}"


_R0_PARAMETERS = {
    "gamma": Setting(
        "share of the squares; the rest is for stable discs", float, "a number", _R0_GAMMA
    ),
    "stability": Setting(
        "what own stable discs are: bad or good", _stability, "bad or good", "bad"
    ),
}


# The evaluations of the reports by their names.
EVALUATIONS: Mapping[str, EvaluationKind] = MappingProxyType(
    {
        "r0-adjusted": EvaluationKind(
            "squares and stable discs, the better of two tables",
            _R0,
            _r0("r0-adjusted", _R0_ADJUSTED),
            _R0_PARAMETERS,
        ),
        "r0-original": EvaluationKind(
            "squares and stable discs, the first table",
            _R0,
            _r0("r0-original", _R0_ORIGINAL),
            _R0_PARAMETERS,
        ),
        "r1": EvaluationKind("squares, discs, frontier, corners and moves", _R1, _r1),
        "r2": EvaluationKind(
            "squares, moves and edges, tuned, in two phases",
            _R2,
            _r2,
            {
                "weights": Setting(
                    "10 of squares, 3 early and 3 late", _numbers, "16 numbers", _R2_NUMBERS
                )
            },
        ),
        "r2-position": EvaluationKind(
            "squares alone, tuned",
            _R2,
            _r2_position,
            {
                "weights": Setting(
                    "of a1, b1, c1, d1, b2, c2, d2, c3, d3, d4", _numbers, "10 numbers", _R2_SQUARES
                )
            },
        ),
        "r3": EvaluationKind(
            "discs, moves, corners and stable discs",
            _R3,
            _r3,
            {"ply": Setting("depth of the search", int, "a whole number", _R3_PLY)},
        ),
        "r4": EvaluationKind("squares, discs and moves", _R4, _r4),
        "positional": EvaluationKind("squares alone, by the table of r1", _POSITIONAL, _positional),
    }
)

# The report kept the adjusted matrix.
ALIASES: Mapping[str, str] = MappingProxyType({"r0": "r0-adjusted"})
