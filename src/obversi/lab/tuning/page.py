"""A study as one page of HTML, with everything inside that it needs."""

from collections.abc import Iterator
from typing import Final

from obversi import __version__
from obversi.arena.report.markup import Column, Html, note, section, table, tag
from obversi.lab.page.frame import framed, inline_svg
from obversi.lab.tuning.measurement import fitness
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.outcome import Finalist
from obversi.lab.tuning.study import Study
from obversi.lab.tuning.watch import told_generations

__all__ = ["study_page"]

_MOST_GENERATIONS: Final = 200


def study_page(study: Study, history: str, weights: str, agent: str | None) -> str:
    """Return the page, with both figures as SVG, and what the best is called if it is an agent.

    It loads nothing from elsewhere, and its browser is told to refuse that.
    """
    title = f"Tuning {study.space.source}"
    return framed(title, tag("h1", title), *_parts(study, history, weights, agent))


def _parts(study: Study, history: str, weights: str, agent: str | None) -> Iterator[Html]:
    goal = objective(study.settings.objective)
    yield tag("p", study.summary, class_="lead")
    yield section("How the search went", inline_svg(history, "history"))
    yield section("The weights", inline_svg(weights, "weights"))
    yield section(
        "The final",
        table(
            [
                *(Column("who", number=False), Column("seemed"), Column("in fresh games")),
                *(Column(f"required: {each}") for each in study.settings.requirements),
            ],
            [_finalist_cells(finalist) for finalist in study.outcome.finalists],
            f"{goal.title}, with 95 % intervals; whoever was best in a search was lucky as well, "
            "so fresh games decide",
        ),
        note(
            f"The best was measured once more in other games: {study.outcome.worth.text(4)}; the "
            f"start in the same games: {study.outcome.before.text(4)}."
        ),
    )
    if study.outcome.matches:
        yield section("Against the start", _match_table(study))
    yield section("Generations", _generation_table(study))
    uses = () if agent is None else _uses(study, agent)
    yield section("What was done", _settings_table(study), *uses)


def _finalist_cells(finalist: Finalist) -> tuple[str, ...]:
    seemed = "" if finalist.seemed is None else f"{finalist.seemed.value:.4f}"
    required = (each.text(3) for each in finalist.required)
    return finalist.label, seemed, finalist.fresh.text(4), *required


def _match_table(study: Study) -> Html:
    rows = [
        (
            f"{match.depth}",
            f"{match.games:,}",
            match.score.text(1, percent=True),
            match.elo.text(0),
            match.margin.text(1),
        )
        for match in study.outcome.matches
    ]
    columns = [Column(head) for head in ("plies", "games", "score", "Elo", "margin, discs")]
    return table(columns, rows, "the tuned evaluation against the start, with 95 % intervals")


def _generation_table(study: Study) -> Html:
    history = study.measured
    numbers = list(range(1, study.outcome.generations + 1))
    shown = numbers[:: max(1, -(-len(numbers) // _MOST_GENERATIONS))]
    rows = []
    for number in shown:
        known = list(history.generation(number).values())
        best = max(known, key=lambda measured: fitness(study.settings, measured))
        checks = history.checks_of(number)
        mean = sum(each.goal.value for each in known) / len(known)
        rows.append(
            (
                f"{number}",
                f"{best.goal.value:.4f}",
                f"{mean:.4f}",
                ", ".join(check.goal.text(4) for check in checks),
            )
        )
    columns = [Column(head) for head in ("generation", "best", "mean", "in fresh games")]
    inside = table(columns, rows, objective(study.settings.objective).title)
    return tag("details", tag("summary", told_generations(len(numbers))), inside)


def _settings_table(study: Study) -> Html:
    settings, history = study.settings, study.measured
    goal = objective(settings.objective)
    required = ", ".join(map(str, settings.requirements)) or "nothing"
    measured = f"{len(history):,} candidates, {history.games:,} {goal.unit}"
    if history.required_games:
        measured += f", {history.required_games:,} for what is required"
    rows = [
        ("evaluation", study.space.source),
        ("game", f"{settings.rules} {settings.size}×{settings.size}"),
        ("method", f"{settings.method}, population {settings.population}"),
        ("goal", goal.title),
        ("required", required),
        ("a candidate", f"{settings.games:,} {goal.unit_of_candidates}"),
        ("looks ahead", f"{settings.depth} plies, the last {settings.solved} squares perfect"),
        ("seed", f"{settings.seed}"),
        ("measured", measured),
        ("seconds", f"{history.seconds:,.1f}"),
        ("ended", study.outcome.reason),
        ("version", __version__),
    ]
    return table([Column("", number=False), Column("", number=False)], rows, "the study")


def _uses(study: Study, agent: str) -> Iterator[Html]:
    options = f"--rules {study.settings.rules} --size {study.settings.size}"
    yield tag("p", "To play against it: ", tag("code", f"obversi play human {agent} {options}"))
    yield tag("p", "To match it: ", tag("code", f"obversi match {agent} greedy {options}"))
