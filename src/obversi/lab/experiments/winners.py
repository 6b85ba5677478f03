"""The corners and stable discs of winners by round, compared with those of losers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi.figures import GREEN, PURPLE, RULES, new_figure
from obversi.lab.drawing import Axes, Figure
from obversi.lab.estimate import Estimate, mean, sure_side
from obversi.lab.experiment import Data, Experiment, Measured, Result, Settings, Step, Watch
from obversi.lab.finding import Conclusion, Finding, Table, Texts
from obversi.lab.games import round_batches
from obversi.rules import Rules

_TEXTS = Texts("winners")

# The players against themselves, and the divisor of the number of games: searching takes time.
_PLAYERS = {"random": 1, "r4:depth=3": 4, "engine:depth=4": 10}
_FEATURES = {"corners": "corners", "stable": "stable discs"}
_COLORS = {"r4:depth=3": PURPLE, "engine:depth=4": GREEN}

Numbers = NDArray[np.float64]


def _steps(settings: Settings) -> list[Step]:
    return [
        Step(f"{rules} {player}", _measure, settings, rules, player)
        for rules in settings.rules
        for player in _PLAYERS
    ]


def _measure(settings: Settings, rules: Rules, player: str, watch: Watch) -> Measured:
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
    """Return the mean of a round over the batches that reached it, if there are at least two."""
    seen = batches[~np.isnan(batches)]
    return mean(seen).to_object() if len(seen) > 1 else None


def _conclude(settings: Settings, data: Data) -> Conclusion:
    found = [
        (rules, words, *_of_feature(settings, data, rules, feature))
        for rules in settings.rules
        for feature, words in _FEATURES.items()
    ]
    answers = []
    for rules in settings.rules:
        features = " and ".join(f"{more} {words}" for one, words, more, _ in found if one == rules)
        answers.append(_TEXTS.text("answer", rules=rules, features=features))
    squares = settings.size**2
    rows = tuple(
        (key, str(number), *(_text(one, feature, number) for feature in _FEATURES))
        for key, one in data.items()
        for number in range(squares // 8, squares + 1, squares // 8)
    )
    head = ("player", "round", *(f"{words}, winner – loser" for words in _FEATURES.values()))
    title = "What winners and losers have in games that reach a round, and the difference"
    return Conclusion(
        " ".join((*answers, _TEXTS.text("no_numbers"))),
        tuple(finding for *_, finding in found),
        (Table(title, head, rows),),
        {key: {"decided games": one["games"]} for key, one in data.items()},
    )


def _of_feature(settings: Settings, data: Data, rules: Rules, feature: str) -> tuple[str, Finding]:
    """Report whether winners have more of a feature with all players, and since which round."""
    # At the end of a game all discs are stable.
    number = settings.size**2 if feature == "corners" else 3 * settings.size**2 // 4
    ones = {player: data[f"{rules} {player}"] for player in _PLAYERS}
    gaps = {player: _at(one, feature, "gap", number) for player, one in ones.items()}
    known = {player: gap for player, gap in gaps.items() if gap is not None}
    sides = {sure_side(gap) for gap in known.values()}
    more = _TEXTS.text("more", sides.pop() if len(sides) == 1 else 0)
    rounds = ", ".join(
        f"{player} {first}"
        for player, one in ones.items()
        if (first := _sure_since(one, feature)) is not None
    )
    return more, _TEXTS.finding(
        "gap",
        "new",
        feature=_FEATURES[feature],
        rules=rules,
        number=number,
        gaps="; ".join(f"{player} {gap:.2f}" for player, gap in known.items()),
        more=more,
        since=_TEXTS.text("since", rounds=rounds) if rounds else "",
        left_out=_left_out(ones, number),
    )


def _left_out(ones: Data, number: int) -> str:
    shares = {
        player: 1 - one["came so far"][number] / one["games"]
        for player, one in ones.items()
        if one["games"] > 0
    }
    if not any(shares.values()):
        return ""
    words = ", ".join(f"{player} {share:.1%}" for player, share in shares.items())
    return _TEXTS.text("left_out", number=number, shares=words)


def _at(one: Measured, feature: str, name: str, number: int) -> Estimate | None:
    gap = one[feature][name][number]
    return None if gap is None else Estimate.from_object(gap)


def _sure_since(one: Measured, feature: str) -> int | None:
    """Return the round from which winners surely differ from losers, always the same way.

    From this round on no interval contains 0; each interval by itself is a 95 % one.
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


def _draw(result: Result) -> Figure:
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


def _draw_feature(diagram: Axes, result: Result, rules: Rules, feature: str) -> None:
    for player in _PLAYERS:
        one = result.data[f"{rules} {player}"]
        color = _COLORS.get(player, RULES[rules])
        for who, line in (("winner", "-"), ("loser", "--")):
            ats = [_at(one, feature, who, number) for number in range(result.settings.size**2 + 1)]
            seen = {number: at for number, at in enumerate(ats) if at is not None}
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
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=10,
)
