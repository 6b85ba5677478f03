"""How many legal moves there are, round by round."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import isfinite, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from obversi.arena.bulk import BulkGames
from obversi.arena.statistics.elo import NORMAL_95
from obversi.figures import GREEN, GREY, RULES, new_figure
from obversi.lab.drawing import Axes, Figure
from obversi.lab.estimate import Estimate, chance_of_gap, mean, times
from obversi.lab.experiment import Data, Experiment, Measured, Result, Settings, Step, Watch
from obversi.lab.experiments.r2_tables import R2_BREADTH
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict, compare
from obversi.lab.games import BATCH, round_batches
from obversi.rules import Rules

__all__ = [
    "EXPERIMENT",
    "R2_MEAN",
    "R2_TABLE_MEAN",
    "beside_r2",
    "explanation",
    "middle_rounds",
    "share_as_far",
]

Numbers = NDArray[np.float64]

# How positions are counted, by the names of `_breadths` and `_means`.
COUNTS: Final = {
    "all": "a pass is a position with 0 moves, as in R2's program",
    "no passes": "passes are left out",
    "ends too": "the end of a game is one more position with 0 moves",
    "even": "only even rounds, in which mostly black moves",
    "odd": "only odd rounds, in which mostly white moves",
}


def measure_breadth(
    settings: Settings, rules: Rules, player: str, games: int, watch: Watch
) -> Measured:
    """Let a player meet a random chooser in batches of games, and count their moves."""
    size = settings.size
    batches = list(round_batches(settings, rules, player, "random", games, watch))
    counted = [_breadths(played) for played in batches]
    tables = np.array([one["all"] for one in counted])
    by_round, spread = _mean_and_spread(tables)
    return {
        "games": len(batches[0]),
        "whole": _means(counted, 4, size * size - 1),
        "middle": _means(counted, *middle_rounds(size)),
        "passes": [int(played.rounds.passes.sum()) for played in batches],
        "last passes": [int(played.rounds.passes[size * size - 1]) for played in batches],
        "by round": [None if np.isnan(value) else value for value in by_round.tolist()],
        "spread": spread.tolist(),
        "distances": [_distance(table, by_round, spread) for table in tables],
    }


def _breadths(played: BulkGames) -> dict[str, Numbers]:
    """Return the mean number of moves by round, counted in three ways."""
    rounds, ended = played.rounds, np.bincount(played.discs, minlength=65)
    positions = {
        "all": rounds.positions,
        "no passes": rounds.positions - rounds.passes,
        "ends too": rounds.positions + ended,
    }
    return {
        way: np.divide(rounds.moves, count, out=np.full(65, np.nan), where=count > 0)
        for way, count in positions.items()
    }


def _means(counted: list[dict[str, Numbers]], first: int, last: int) -> dict[str, list[float]]:
    """Return each batch's means over some rounds; those that no game came to do not count."""
    means = {
        way: [float(np.nanmean(one[way][first : last + 1])) for one in counted]
        for way in counted[0]
    }
    for start, name in ((first + first % 2, "even"), (first + (first + 1) % 2, "odd")):
        means[name] = [float(np.nanmean(one["all"][start : last + 1 : 2])) for one in counted]
    return means


def _mean_and_spread(tables: Numbers) -> tuple[Numbers, Numbers]:
    """Return the mean of each round over the batches, and the standard deviation of one batch."""
    known = ~np.isnan(tables)
    counts = known.sum(axis=0)
    by_round, squares = np.full(tables.shape[1], np.nan), np.zeros(tables.shape[1])
    np.divide(np.where(known, tables, 0).sum(axis=0), counts, out=by_round, where=counts > 0)
    apart = np.where(known, tables - by_round, 0) ** 2
    np.divide(apart.sum(axis=0), counts - 1, out=squares, where=counts > 1)
    return by_round, np.sqrt(squares)


def _distance(table: Numbers, by_round: Numbers, spread: Numbers) -> float:
    """Return how far a table is from the means: squared standard deviations, mean over rounds."""
    known = (spread > 0) & ~np.isnan(table)
    return float((((table - by_round)[known] / spread[known]) ** 2).mean()) if known.any() else 0.0


def middle_rounds(size: int) -> tuple[int, int]:
    """Return the first and the last round of the middle game, which R2 takes to be 25 and 52."""
    return 25 * size**2 // 64, 52 * size**2 // 64


def share_as_far(one: Measured, table: Numbers) -> float | None:
    """Return which share of batches is as far from the means as a table of forty games is.

    Distances are taken round by round, in standard deviations of such batches. It is None if the
    batches are smaller.
    """
    if one["games"] != BATCH:
        return None
    by_round = np.array([np.nan if value is None else value for value in one["by round"]])
    far = _distance(table, by_round, np.array(one["spread"]))
    return float(np.mean(np.array(one["distances"]) >= far))


_TEXTS: Final = Texts("breadth")

R2_MEAN: Final = 8.9495
R2_TABLE_MEAN: Final = float(R2_BREADTH[4:64].mean())
_R2_MIDDLE: Final = 11.0839
_RANDOM: Final = "random"

# By the table's fractions, whose denominators are the positions of forty games: 183/41, 89/42,
# 66/46 and 40/57 at these rounds, and 40 at all others.
_R2_PASSES: Final = {57: 1, 61: 2, 62: 6, 63: 17}

# What chance makes less often is not taken for chance.
_UNLIKELY: Final = 0.05

# Tests of one claim: that R2's forty games were random ones.
_WHOLE: Final = "mean over all rounds"
_MIDDLE: Final = "mean over the middle game"
_PASSES: Final = "number of passes"
_TABLE: Final = "table, round by round"

# The players against a random chooser; each gets a fourth of the games of random players.
_PLAYERS: Final = (
    "greedy",
    *(f"{name}:depth=1" for name in ("r0-adjusted", "r2-position", "r2", "r3", "r4", "positional")),
)

# Drawn round by round.
_SHOWN: Final = "r4:depth=1"


def _steps(settings: Settings) -> list[Step]:
    # Random games are the same under both rule sets: only their results are not.
    rules, games = settings.rules[0], settings.games
    steps = [Step(_RANDOM, measure_breadth, settings, rules, _RANDOM, games)]
    for rules in settings.rules:
        for player in _PLAYERS:
            key = f"{rules} {player}"
            steps.append(Step(key, measure_breadth, settings, rules, player, settings.games // 4))
    return steps


def _conclude(settings: Settings, data: Data) -> Conclusion:
    whole = {key: mean(one["whole"]["all"]) for key, one in data.items()}
    middle = {key: mean(one["middle"]["all"]) for key, one in data.items()}
    (first, last), end = middle_rounds(settings.size), settings.size**2 - 1
    summary = (
        f"Over rounds 4 to {end} of random games a player has {whole[_RANDOM].value:.2f} moves to "
        f"choose from on average, and {middle[_RANDOM].value:.2f} in the middle game, rounds "
        f"{first} to {last}{_errors(whole[_RANDOM], middle[_RANDOM])}."
    )
    summary += f" {explanation(data)}" if settings.size == 8 else ""
    head = (f"rounds 4 to {end}", f"rounds {first} to {last}")
    as_far = ("forty games as far off as R2's",) if settings.size == 8 else ()
    return Conclusion(
        summary,
        tuple(beside_r2(data)) if settings.size == 8 else (),
        (
            Table(
                "Moves to choose from, by who plays against a random chooser",
                ("player", *head, *as_far),
                tuple(
                    (key, whole[key].text(3), middle[key].text(3), *_as_far(settings, one))
                    for key, one in data.items()
                ),
            ),
            Table(
                "The same in random games, by the way to count",
                ("way", *head),
                tuple(
                    (
                        words,
                        *(mean(data[_RANDOM][part][way]).text(3) for part in ("whole", "middle")),
                    )
                    for way, words in COUNTS.items()
                ),
            ),
        ),
        {
            "whole": {key: one.to_object() for key, one in whole.items()},
            "middle": {key: one.to_object() for key, one in middle.items()},
        },
    )


def explanation(data: Data) -> str:
    """Say in two sentences why R2 has more: a slip, passes, players or chance."""
    one = data[_RANDOM]
    ours = mean(one["whole"]["all"]).value
    rest, most, shares = R2_TABLE_MEAN - ours, _most_by_counting(one), _shares_of_others(data)
    tests = _chances(one)
    corrected = min(1.0, len(tests) * min(tests.values()))
    likely = [key for key, share in shares.items() if share >= _UNLIKELY]
    if not shares:
        cause = "unknown"
    elif likely:
        cause = "players"
    elif corrected < _UNLIKELY:
        cause = "neither"
    else:
        cause = "rare chance" if corrected < 0.2 else "chance"
    luck = _TEXTS.text("luck", corrected=times(corrected), tests=len(tests))
    return _TEXTS.text(
        "explanation",
        printed=R2_MEAN,
        gap=R2_MEAN - ours,
        slip=R2_MEAN - R2_TABLE_MEAN,
        table=R2_TABLE_MEAN,
        rest=rest,
        passes=_TEXTS.text("by_passes", "no" if most < abs(rest) / 2 else "maybe", most=most),
        cause=_TEXTS.text(
            "causes", cause, luck=luck, likely=", ".join(likely), tried=len(data) - 1
        ),
    )


def beside_r2(data: Data) -> list[Finding]:
    """Compare R2's numbers with ours, given the games of each player, random first."""
    one = data[_RANDOM]
    return [*_of_means(one), _of_counting(one), _of_players(data)]


def _of_forty(value: float, batches: Sequence[float], games: int) -> Estimate:
    """Return a mean over forty games with their interval, by the spread of our batches."""
    half = NORMAL_95 * float(np.std(batches, ddof=1)) * sqrt(games / BATCH)
    return Estimate(value, value - half, value + half, BATCH)


def _of_means(one: Measured) -> list[Finding]:
    whole, middle = (mean(one[part]["all"]) for part in ("whole", "middle"))
    table, centre = (
        _of_forty(value, one[part]["all"], one["games"])
        for value, part in ((R2_TABLE_MEAN, "whole"), (_R2_MIDDLE, "middle"))
    )
    games = len(one["distances"]) * one["games"]
    tests = _chances(one)
    slip = _TEXTS.text("slip", table=table.value, printed=R2_BREADTH[6:64].mean())
    by_chance = _TEXTS.text("by_chance", times=times(tests[_WHOLE]), games=games)
    apart = middle.value - 10
    return [
        compare("mean breadth over rounds 4 to 63, as printed", R2_MEAN, whole, slip, digits=4),
        _corrected(
            compare(
                "the same from the report's table, for its forty games", table, whole, by_chance
            ),
            tests,
            _WHOLE,
        ),
        _corrected(
            compare(
                "mean breadth over rounds 25 to 52",
                centre,
                middle,
                _TEXTS.text("by_chance_too", times=times(tests[_MIDDLE])),
            ),
            tests,
            _MIDDLE,
        ),
        compare(
            "“approximately 10” in the middle game",
            10.0,
            middle,
            _TEXTS.text("approximately", abs(apart) <= 1, apart=apart),
            tolerance=1.0,
        ),
    ]


def _chances(one: Measured) -> dict[str, float]:
    """Return how often forty random games are as far off as R2's, by several tests."""
    games = one["games"]
    found = {
        name: chance_of_gap(_of_forty(value, one[part]["all"], games), mean(one[part]["all"]))
        for name, value, part in (
            (_WHOLE, R2_TABLE_MEAN, "whole"),
            (_MIDDLE, _R2_MIDDLE, "middle"),
        )
    }
    passes = _in_forty(one, "passes")
    theirs = _of_forty(sum(_R2_PASSES.values()), passes, games)
    found[_PASSES] = chance_of_gap(theirs, mean(passes))
    share = share_as_far(one, R2_BREADTH)
    return found if share is None else {**found, _TABLE: share}


def _corrected(finding: Finding, tests: Mapping[str, float], name: str) -> Finding:
    """Leave open what differs by one test alone, but not corrected for all tests."""
    if finding.verdict != "differs" or len(tests) * tests[name] < _UNLIKELY:
        return finding
    note = _TEXTS.text("one_of_tests", tests=len(tests), limit=len(tests) / _UNLIKELY)
    return replace(finding, verdict="open", sentence=finding.sentence + note)


def _most_by_counting(one: Measured) -> float:
    """Return by how much other ways to count passes move the mean over all rounds, at most."""
    return max(abs(change) for change in _moved_by_counting(one).values())


def _moved_by_counting(one: Measured) -> dict[str, float]:
    base = mean(one["whole"]["all"]).value
    return {way: mean(one["whole"][way]).value - base for way in ("no passes", "ends too")}


def _of_counting(one: Measured) -> Finding:
    moved, most = _moved_by_counting(one), _most_by_counting(one)
    gap = R2_TABLE_MEAN - mean(one["whole"]["all"]).value
    last, every = (_in_forty(one, part) for part in ("last passes", "passes"))
    at_last = chance_of_gap(_of_forty(_R2_PASSES[63], last, one["games"]), mean(last))
    return _TEXTS.finding(
        "counting",
        "new",
        last=R2_BREADTH[63],
        fraction=Fraction(R2_BREADTH[63]).limit_denominator(99),
        no_passes=moved["no passes"],
        ends_too=moved["ends too"],
        most=most,
        gap=gap,
        explains="does not explain" if most < abs(gap) / 2 else "may be a part of",
        r2_passes=sum(_R2_PASSES.values()),
        passes=np.mean(every),
        times=times(_chances(one)[_PASSES]),
        r2_last=_R2_PASSES[63],
        last_passes=np.mean(last),
        last_times=times(at_last),
    )


def _in_forty(one: Measured, part: str) -> list[float]:
    """Return the passes of each batch, as if it had forty games."""
    return [BATCH / one["games"] * passes for passes in one[part]]


def _shares_of_others(data: Data) -> dict[str, float]:
    """Return how often other players make a table as far from their means as R2's.

    It is empty if there are too few games.
    """
    return {
        key: share
        for key, one in data.items()
        if key != _RANDOM and (share := share_as_far(one, R2_BREADTH)) is not None
    }


def _of_players(data: Data) -> Finding:
    """Test whether random choosers explain the report's table, and whether others do."""
    tests, shares = _chances(data[_RANDOM]), _shares_of_others(data)
    if not shares or _TABLE not in tests:
        return _TEXTS.finding("played", "open", "too_few", likely="unknown")
    sharpest = min(tests, key=lambda name: tests[name])
    near = max(shares, key=lambda key: shares[key])
    corrected = min(1.0, len(tests) * tests[sharpest])
    likely = [key for key, share in shares.items() if share >= _UNLIKELY]
    verdict: Verdict = "agrees"
    if corrected < _UNLIKELY:
        verdict = "differs"
    else:
        likely = [_RANDOM, *likely]
        if tests[sharpest] < _UNLIKELY or len(likely) > 1:
            verdict = "open"
    return _TEXTS.finding(
        "played",
        verdict,
        likely=f"possibly {', '.join(likely)}" if likely else "none of those that were tried",
        table=times(tests[_TABLE]),
        others=len(shares),
        near=near,
        near_times=times(shares[near]),
        tests=len(tests),
        sharpest=sharpest,
        sharpest_times=times(tests[sharpest]),
        corrected=times(corrected),
    )


def _errors(whole: Estimate, middle: Estimate) -> str:
    if not (isfinite(whole.error) and isfinite(middle.error)):
        return ""
    return f" (standard errors {whole.error:.3f} and {middle.error:.3f})"


def _as_far(settings: Settings, one: Measured) -> tuple[str, ...]:
    if settings.size != 8:
        return ()
    share = share_as_far(one, R2_BREADTH)
    return ("" if share is None else f"{share:.1%}",)


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(2, 2)
    grid = axes[0, 0].get_gridspec()
    for diagram in axes[0]:
        diagram.remove()
    _draw_rounds(figure.add_subplot(grid[0, :]), result)
    _draw_batches(axes[1, 0], result)
    _draw_players(axes[1, 1], result)
    return figure


def _draw_rounds(diagram: Axes, result: Result) -> None:
    diagram.patch.set_visible(False)
    one = result.data[_RANDOM]
    known = [number for number, value in enumerate(one["by round"]) if value is not None]
    middle = np.array([one["by round"][number] for number in known])
    spread = NORMAL_95 * np.array([one["spread"][number] for number in known])
    diagram.fill_between(known, middle - spread, middle + spread, color=GREEN, alpha=0.2, lw=0)
    label = f"random games; the band: 95 % of the means of {one['games']} games"
    diagram.plot(known, middle, color=GREEN, label=label)
    for rules in result.settings.rules:
        line = result.data[f"{rules} {_SHOWN}"]["by round"]
        values = [np.nan if value is None else value for value in line]
        label = f"{_SHOWN} against random, {rules}"
        diagram.plot(values, color=RULES[rules], lw=1.0, label=label)
    if result.settings.size == 8:
        diagram.plot(range(4, 64), R2_BREADTH[4:64], "D", color=GREY, ms=3, label="the report")
    diagram.set(xlabel="round (discs on the board)", ylabel="legal moves")
    diagram.set_title("Moves to choose from, round by round")
    diagram.legend(loc="lower center")


def _draw_batches(diagram: Axes, result: Result) -> None:
    one = result.data[_RANDOM]
    values = one["whole"]["all"]
    diagram.hist(values, bins=min(30, max(5, len(values) // 10)), color=GREEN, alpha=0.6)
    if result.settings.size == 8:
        diagram.axvline(R2_TABLE_MEAN, color=GREY, lw=2, label=f"R2's table, {R2_TABLE_MEAN:.2f}")
        diagram.axvline(R2_MEAN, color=GREY, lw=2, ls=":", label=f"as printed, {R2_MEAN:.2f}")
        diagram.margins(y=0.35)
        diagram.legend(loc="upper left")
    diagram.set(xlabel=f"mean breadth of {one['games']} games", ylabel="such batches of games")
    diagram.set_title("What the chance of few games does")


def _draw_players(diagram: Axes, result: Result) -> None:
    names = [player.removesuffix(":depth=1") for player in _PLAYERS]
    for rules in result.settings.rules:
        seen = [mean(result.data[f"{rules} {player}"]["whole"]["all"]) for player in _PLAYERS]
        bars = [NORMAL_95 * one.error if isfinite(one.error) else 0.0 for one in seen]
        values = [one.value for one in seen]
        diagram.errorbar(values, names, xerr=bars, fmt="o", color=RULES[rules], label=rules)
    middle = mean(result.data[_RANDOM]["whole"]["all"]).value
    diagram.axvline(middle, color=GREEN, label="random")
    diagram.set(xlabel="mean breadth, all rounds", ylim=(-0.6, len(names) + 0.5))
    diagram.set_title("By who plays against a random chooser")
    diagram.legend(loc="upper center", ncols=3)


EXPERIMENT: Final = Experiment(
    name="breadth",
    title="How many moves there are to choose from",
    report="R2, 4.1.1",
    question="How many legal moves has a player, round by round, and why does R2 have more?",
    unit="games",
    games=40_000,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=6,
)
