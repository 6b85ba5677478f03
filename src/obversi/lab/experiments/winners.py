"""What winners have: corners and stable discs by round, beside those of the losers."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from obversi.figures import GREEN, PURPLE, RULES, new_figure
from obversi.lab.estimate import Estimate, mean
from obversi.lab.experiment import Experiment
from obversi.lab.finding import Finding
from obversi.lab.games.round_batches import round_batches
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step, Watch

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

# Who plays against itself, and by what the number of games is divided, for thinking takes time.
_PLAYERS: Final = {"random": 1, "r4:depth=3": 4, "engine:depth=4": 10}
_FEATURES: Final = {"corners": "corners", "stable": "stable discs"}
_COLORS: Final = {"r4:depth=3": PURPLE, "engine:depth=4": GREEN}

Numbers = NDArray[np.float64]


def _steps(settings: Settings) -> list[Step]:
    return [
        Step(f"{rules} {player}", partial(_measure, settings, rules, player))
        for rules in settings.rules
        for player in _PLAYERS
    ]


def _measure(settings: Settings, rules: str, player: str, watch: Watch) -> Measured:
    games = settings.games // _PLAYERS[player]
    by_chance = player == "random"
    tables = [
        played.rounds
        for played in round_batches(
            settings, rules, player, player, games, watch, from_start=by_chance
        )
    ]
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


def _mean(batches: Numbers) -> dict[str, Any] | None:
    """Return the mean of a round over all batches that came to it, if two did."""
    seen = batches[~np.isnan(batches)]
    return mean(seen).to_object() if len(seen) > 1 else None


def _told_round(settings: Settings, feature: str) -> int:
    """Return the round whose numbers are told: at the end all discs are stable."""
    return settings.size**2 if feature == "corners" else 3 * settings.size**2 // 4


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    told = [
        (rules, words, *_of_feature(settings, data, rules, feature))
        for rules in settings.rules
        for feature, words in _FEATURES.items()
    ]
    summary = [
        f"Under {rules} rules winners have "
        + " and ".join(f"{more} {words}" for one, words, more, _ in told if one == rules)
        + " than losers."
        for rules in settings.rules
    ]
    squares = settings.size**2
    rows = tuple(
        (key, str(number), *(_text(one, feature, number) for feature in _FEATURES))
        for key, one in data.items()
        for number in range(squares // 8, squares + 1, squares // 8)
    )
    head = ("who plays", "round", *(f"{words}, winner – loser" for words in _FEATURES.values()))
    title = "What winners and losers have in games that come so far, and the difference"
    return Conclusion(
        " ".join((*summary, "R2 asks for it, and prints no numbers.")),
        tuple(finding for *_, finding in told),
        (Table(title, head, rows),),
        {key: {"decided games": one["games"]} for key, one in data.items()},
    )


def _of_feature(
    settings: Settings, data: Mapping[str, Measured], rules: str, feature: str
) -> tuple[str, Finding]:
    """Say whether winners have more of something, whoever plays, and since when that is sure."""
    number = _told_round(settings, feature)
    ones = {player: data[f"{rules} {player}"] for player in _PLAYERS}
    gaps = {player: _at(one, feature, "gap", number) for player, one in ones.items()}
    known = {player: gap for player, gap in gaps.items() if gap is not None}
    if known and all(gap.low > 0 for gap in known.values()):
        more = "more"
    elif known and all(gap.high < 0 for gap in known.values()):
        more = "fewer"
    else:
        more = "not surely more or fewer"
    since = ", ".join(
        f"{player} {first}"
        for player, one in ones.items()
        if (first := _sure_since(one, feature)) is not None
    )
    return more, Finding(
        f"{_FEATURES[feature]} of winners less those of losers, {rules}, round {number}",
        "",
        "; ".join(f"{player} {gap.text()}" for player, gap in known.items()),
        "new",
        f"Winners have {more}"
        + (
            f"; the difference is sure, each round by itself, from these on: {since}."
            if since
            else "."
        )
        + _left_out(ones, number),
    )


def _left_out(ones: Mapping[str, Measured], number: int) -> str:
    """Say which games a round is not about."""
    shares = {
        player: 1 - one["came so far"][number] / one["games"]
        for player, one in ones.items()
        if one["games"] > 0
    }
    if not any(shares.values()):
        return ""
    told = ", ".join(f"{player} {share:.1%}" for player, share in shares.items())
    return f" Games that end before round {number} are left out: {told}."


def _at(one: Measured, feature: str, name: str, number: int) -> Estimate | None:
    told = one[feature][name][number]
    return None if told is None else Estimate.from_object(told)


def _sure_since(one: Measured, feature: str) -> int | None:
    """Return the round from which on winners surely differ from losers, always the same way.

    That is so if no interval from there on has 0 in it; each by itself is sure in 95 of 100 cases.
    """
    since = sign = None
    for number in range(len(one[feature]["gap"]) - 1, 3, -1):
        gap = _at(one, feature, "gap", number)
        if gap is None:
            continue
        if gap.low <= 0 <= gap.high or (sign is not None and np.sign(gap.value) != sign):
            break
        since, sign = number, np.sign(gap.value)
    return since


def _text(one: Measured, feature: str, number: int) -> str:
    winner, loser, gap = (_at(one, feature, name, number) for name in ("winner", "loser", "gap"))
    if winner is None or loser is None or gap is None:
        return ""
    return f"{winner.value:.2f} – {loser.value:.2f} = {gap.text()}"


def _draw(result: Result) -> "Figure":
    rules = result.settings.rules
    figure, axes = new_figure(len(_FEATURES), len(rules))
    for row, (feature, words) in zip(axes, _FEATURES.items(), strict=True):
        for diagram, one in zip(row, rules, strict=True):
            _draw_feature(diagram, result, one, feature)
            diagram.set(xlabel="round (discs on the board)", ylabel=f"{words} of a player")
            diagram.set_title(f"{words.capitalize()}, {one} rules (bands: 95 %)")
    for diagram in axes[0]:
        diagram.legend(loc="upper left")
    return figure


def _draw_feature(diagram: "Axes", result: Result, rules: str, feature: str) -> None:
    for player in _PLAYERS:
        one = result.data[f"{rules} {player}"]
        color = _COLORS.get(player, RULES[rules])
        for who, line in (("winner", "-"), ("loser", "--")):
            ats = [_at(one, feature, who, number) for number in range(result.settings.size**2 + 1)]
            seen = {number: at for number, at in enumerate(ats) if at is not None}
            values = [at.value for at in seen.values()]
            diagram.plot(list(seen), values, color=color, ls=line, label=f"{player}, {who}s")
            # Matplotlib leaves out what has an open end.
            ends = ([at.low for at in seen.values()], [at.high for at in seen.values()])
            diagram.fill_between(list(seen), *ends, color=color, alpha=0.2, lw=0)


EXPERIMENT: Final = Experiment(
    name="winners",
    title="What winners have",
    report="R2, 4.1.3",
    question="Have winners more corners and more stable discs than losers, and from when on?",
    unit="games",
    games=8000,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=10,
)
