"""The corners and stable discs of winners by round, compared with those of losers."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi.figures import GREEN, PURPLE, RULES, new_figure
from obversi.lab.drawing import Axes, Figure
from obversi.lab.estimate import Estimate, mean, sure_side
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Texts
from obversi.lab.games import round_batches
from obversi.lab.steps import Data, Grid, Measured, Part, Settings, Trial, parts, planned

_TEXTS = Texts("winners")

# The players against themselves, and the divisor of the number of games: searching takes time.
_PLAYERS = {"random": 1, "r4:depth=3": 4, "engine:depth=4": 10}
_FEATURES = {"corners": "corners", "stable": "stable discs"}
_COLORS = {"r4:depth=3": PURPLE, "engine:depth=4": GREEN}

Numbers = NDArray[np.float64]


def _measure(trial: Trial, player: str) -> Measured:
    games, by_chance = trial.games // _PLAYERS[player], player == "random"
    batches = round_batches(trial, player, player, games, from_start=by_chance)
    tables = [played.rounds for played in batches]
    decided = np.sum([table.decided for table in tables], axis=0)
    found: dict[str, Any] = {"games": int(decided.max()), "came so far": decided.tolist()}
    for feature in _FEATURES:
        winner, loser = (
            np.array([getattr(table, f"mean_{who}_{feature}") for table in tables])
            for who in ("winner", "loser")
        )
        found[feature] = {
            name: [_mean(column) for column in batches.T]
            for name, batches in (("winner", winner), ("loser", loser), ("gap", winner - loser))
        }
    return found


PLAYERS = Grid("{rules} {}", _measure, _PLAYERS)


def _mean(batches: Numbers) -> Estimate | None:
    """Return the mean of a round over the batches that reached it, if there are at least two."""
    seen = batches[~np.isnan(batches)]
    return mean(seen) if len(seen) > 1 else None


def _measured(part: Part) -> dict[str, Measured]:
    """Return the measurements by player."""
    return {player: part[PLAYERS, player] for player in _PLAYERS}


def _conclude(settings: Settings, data: Data) -> Conclusion:
    by_rules = [_conclude_part(part) for part in parts(settings, data)]
    lines = [
        (PLAYERS.key_of(part.rules, player), one)
        for part in parts(settings, data)
        for player, one in _measured(part).items()
    ]
    squares = settings.size**2
    rows = (
        {
            "player": key,
            "round": number,
            "features": {words: _text(one[name], number) for name, words in _FEATURES.items()},
        }
        for key, one in lines
        for number in range(squares // 8, squares + 1, squares // 8)
    )
    rest = Conclusion(
        _TEXTS.text("no_numbers"),
        tables=(_TEXTS.table("table", rows),),
        numbers={key: {"decided games": one["games"]} for key, one in lines},
    )
    return Conclusion.joined([*by_rules, rest])


def _conclude_part(part: Part) -> Conclusion:
    found = {words: _of_feature(part, feature) for feature, words in _FEATURES.items()}
    features = " and ".join(f"{more} {words}" for words, (more, _) in found.items())
    answer = _TEXTS.text("answer", rules=part.rules, features=features)
    return Conclusion(answer, tuple(finding for _, finding in found.values()))


def _of_feature(part: Part, feature: str) -> tuple[str, Finding]:
    """Report whether winners have more of a feature with all players, and since which round."""
    # At the end of a game all discs are stable.
    number = part.size**2 if feature == "corners" else 3 * part.size**2 // 4
    ones = _measured(part)
    gaps = {player: one[feature]["gap"] for player, one in ones.items()}
    known = {player: gap[number] for player, gap in gaps.items() if gap[number] is not None}
    sides = {sure_side(gap) for gap in known.values()}
    more = _TEXTS.text("more", sides.pop() if len(sides) == 1 else 0)
    rounds = ", ".join(
        f"{player} {first}"
        for player, gap in gaps.items()
        if (first := _sure_since(gap)) is not None
    )
    return more, _TEXTS.finding(
        "gap",
        "new",
        feature=_FEATURES[feature],
        rules=part.rules,
        number=number,
        gaps="; ".join(f"{player} {gap:.2f}" for player, gap in known.items()),
        more=more,
        since=_TEXTS.text("since", rounds=rounds) if rounds else "",
        left_out=_left_out(ones, number),
    )


def _left_out(ones: Mapping[str, Measured], number: int) -> str:
    shares = {
        player: 1 - one["came so far"][number] / one["games"]
        for player, one in ones.items()
        if one["games"] > 0
    }
    if not any(shares.values()):
        return ""
    words = ", ".join(f"{player} {share:.1%}" for player, share in shares.items())
    return _TEXTS.text("left_out", number=number, shares=words)


def _sure_since(gaps: Sequence[Estimate | None]) -> int | None:
    """Return the round from which winners surely differ from losers, always the same way.

    From this round on no interval contains 0; each interval by itself is a 95 % one.
    """
    since = sign = None
    for number in range(len(gaps) - 1, 3, -1):
        gap = gaps[number]
        if gap is None:
            continue
        if gap.low <= 0 <= gap.high or (sign is not None and np.sign(gap.value) != sign):
            break
        since, sign = number, np.sign(gap.value)
    return since


def _text(one: Measured, number: int) -> str:
    winner, loser, gap = (one[name][number] for name in ("winner", "loser", "gap"))
    if winner is None or loser is None or gap is None:
        return ""
    return f"{winner.value:.2f} – {loser.value:.2f} = {gap.text()}"


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(len(_FEATURES), len(result.parts))
    for row, (feature, words) in zip(axes, _FEATURES.items(), strict=True):
        for diagram, part in zip(row, result.parts, strict=True):
            _draw_feature(diagram, part, feature)
            _TEXTS.diagram(
                diagram, "feature_diagram", words=words, title=words.capitalize(), rules=part.rules
            )
    for diagram in axes[0]:
        diagram.legend(loc="upper left")
    return figure


def _draw_feature(diagram: Axes, part: Part, feature: str) -> None:
    for player, one in _measured(part).items():
        color = _COLORS.get(player, RULES[part.rules])
        for who, line in (("winner", "-"), ("loser", "--")):
            seen = {number: at for number, at in enumerate(one[feature][who]) if at is not None}
            values = [at.value for at in seen.values()]
            diagram.plot(list(seen), values, color=color, ls=line, label=f"{player}, {who}s")
            # Matplotlib leaves out intervals with an open end.
            ends = ([at.low for at in seen.values()], [at.high for at in seen.values()])
            diagram.fill_between(list(seen), *ends, color=color, alpha=0.2, lw=0)


EXPERIMENT = Experiment(
    name="winners",
    title="What winners have",
    report="R2, 4.1.3",
    question="Have winners more corners and more stable discs than losers, and from when on?",
    unit="games",
    games=8000,
    steps=planned(PLAYERS),
    conclude=_conclude,
    draw=_draw,
    seconds=10,
)
