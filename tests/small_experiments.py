"""Experiments that take no time, with findings of every kind."""

from collections.abc import Mapping
from typing import Any

from obversi.figures import RULES, new_figure
from obversi.lab.estimate import Estimate, share
from obversi.lab.experiment import Experiment, Result
from obversi.lab.finding import Conclusion, Finding, Table, compare, observe
from obversi.lab.steps import Measured, Settings, Step, Watch
from obversi.rules import Rules

# The steps that were done, the last one last.
measured: list[str] = []


def _steps(settings: Settings) -> list[Step]:
    def work(rules: Rules) -> Step:
        def count(watch: Watch) -> Measured:
            watch(0.5)
            measured.append(f"{rules} coins")
            return {"heads": settings.games // 2 + settings.seed + len(rules)}

        return Step(f"{rules} coins", count)

    return [work(rules) for rules in settings.rules]


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    heads = sum(found["heads"] for found in data.values())
    tossed = 100 * settings.games * len(data)
    ours = share(heads, tossed)
    return Conclusion(
        summary=f"Heads come up in {ours.text(1, percent=True)} of <all> tosses.",
        findings=(
            compare("heads & tails", ours.value, ours, "It was right.", digits=3, resolution=1.0),
            compare("heads", Estimate(0.5, 0.49, 0.51), ours, "It was wrong.", digits=3),
            Finding("edges", "some", "none", "open", "It is not known."),
            observe("tosses", ours, "They had not been counted."),
        ),
        tables=(Table("All tosses", ("rules", "heads"), tuple(_rows(data))),),
        numbers={"share": ours.to_object()},
        files={"coins.log": "heads\n"},
    )


def _rows(data: Mapping[str, Measured]) -> list[tuple[str, str]]:
    return [(key, str(found["heads"])) for key, found in data.items()]


def _draw(result: Result) -> Any:
    figure, axes = new_figure()
    for rules in result.settings.rules:
        heads = result.data[f"{rules} coins"]["heads"]
        axes[0, 0].plot([0, 1], [0, heads], "o-", color=RULES[rules], label=rules)
    axes[0, 0].legend()
    return figure


def _draw_doors(_result: Result) -> Any:
    figure, axes = new_figure()
    axes[0, 0].imshow([[0, 1], [1, 0]])
    return figure


coins = Experiment(
    name="coins",
    title="Coins & their sides",
    report="R2, 9.1",
    question="Do coins fall on both sides?",
    unit="tosses",
    games=1000,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
)

doors = Experiment(
    name="doors",
    title="Doors",
    report="R0, 9",
    question="Are doors open?",
    unit="doors",
    games=40,
    steps=lambda _settings: [Step("reversed coins", lambda _watch: {"heads": 1})],
    conclude=lambda _settings, _data: Conclusion("They are not."),
    draw=_draw_doors,
    rules=("reversed",),
    sizes=(8,),
)

EXPERIMENTS = {one.name: one for one in (coins, doors)}
