"""The formats of a tournament's numbers, the same in every report."""

from math import isfinite

from obversi.agents.agent import FailureKind
from obversi.arena.statistics.ratings import Ratings
from obversi.arena.statistics.standings import Crossing, Standing
from obversi.arena.statistics.summary import Strength, Tally

_PAIR_POINTS = ("0", "½", "1", "1½", "2")

_TEXTS = {
    FailureKind.TIME: "moved too late",
    FailureKind.HANG: "did not move",
    FailureKind.ILLEGAL: "an illegal move",
    FailureKind.ERROR: "an error",
    FailureKind.DEATH: "its program ended",
    FailureKind.PROTOCOL: "broke the protocol",
    FailureKind.FLOOD: "wrote too much",
    FailureKind.MEMORY: "used too much memory",
    FailureKind.FORBIDDEN: "did something forbidden",
}


def failure_text(kind: FailureKind) -> str:
    """Return a short description of a failure."""
    return _TEXTS[kind]


def rating_text(standing: Standing) -> str:
    """Return the rating of an agent, or nothing if it has none."""
    return "" if standing.rating is None else _signed(standing.rating)


def ratings_text(ratings: Ratings) -> str:
    """Describe ratings by their model and the zero of the scale.

    >>> ratings_text(Ratings((), "random is 0", model="davidson", draw_share=0.123))
    'Davidson, equals draw 12.3 % of their games; random is 0'
    """
    model = ratings.model.title()
    if ratings.draw_share is not None:
        model += f", equals draw {100 * ratings.draw_share:.1f} % of their games"
    return f"{model}; {ratings.zero}"


def interval_text(low: float | None, high: float | None) -> str:
    """Return an interval, also one with open ends, or that of the anchor.

    >>> interval_text(-20, 35.2), interval_text(120, float("inf")), interval_text(None, None)
    ('−20 to +35', 'above +120', '')
    """
    if low is None or high is None:
        return ""
    if low == high:
        return "by definition"
    if not isfinite(low) and not isfinite(high):
        return "anywhere"
    if not isfinite(high):
        return f"above {_signed(low)}"
    if not isfinite(low):
        return f"below {_signed(high)}"
    return f"{_signed(low)} to {_signed(high)}"


def elo_text(strength: Strength) -> str:
    """Return a difference in Elo with its interval."""
    inside = interval_text(strength.elo_low, strength.elo_high)
    return f"{_signed(strength.elo)} ({inside})"


def score_text(score: float | None) -> str:
    """Return points per game as a percentage."""
    return "" if score is None else f"{100 * score:.1f} %"


def points_text(points: float) -> str:
    """Return points with halves.

    >>> points_text(12), points_text(0.5), points_text(3.5)
    ('12', '½', '3½')
    """
    whole = int(points)
    if points == whole:
        return str(whole)
    return f"{whole or ''}½"


def margin_text(margin: float | None) -> str:
    """Return a mean margin in discs."""
    return "" if margin is None else _signed(margin, 1)


def tally_text(tally: Tally) -> str:
    """Return wins, draws and losses."""
    return f"{tally.wins}-{tally.draws}-{tally.losses}"


def pentanomial_text(crossing: Crossing) -> str:
    """Return the number of pairs by points."""
    counts = zip(_PAIR_POINTS, crossing.pentanomial, strict=True)
    return ", ".join(f"{points}: {count}" for points, count in counts)


def seconds_text(seconds: float | None) -> str:
    """Return a time.

    >>> seconds_text(0.00213), seconds_text(0.25), seconds_text(125)
    ('2.13 ms', '0.250 s', '125 s')
    """
    if seconds is None:
        return ""
    if seconds < 0.01:
        return f"{1000 * seconds:.2f} ms"
    return f"{seconds:.3f} s" if seconds < 100 else f"{seconds:.0f} s"


def _signed(number: float, digits: int = 0) -> str:
    if not isfinite(number):
        return "+∞" if number > 0 else "−∞"
    rounded = round(number, digits)
    text = f"{abs(rounded):.{digits}f}"
    return text if rounded == 0 else f"{'−' if rounded < 0 else '+'}{text}"
