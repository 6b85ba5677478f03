"""What a finished study leaves in its folder for people and agents."""

from pathlib import Path

from obversi.errors import ObversiError
from obversi.figures import png, svg
from obversi.heuristics import Mix, mix_text
from obversi.lab.tuning.page import study_page
from obversi.lab.tuning.study import Study
from obversi.lab.tuning.study_folder import BEST_MIX, BEST_PYTHON, PAGE, StudyFolder

__all__ = ["best_agent", "read_study", "write_page", "write_study"]


def write_study(study: Study, folder: StudyFolder) -> None:
    """Write the best evaluation, the figures and the page."""
    if isinstance(study.best, Mix):
        folder.write(BEST_MIX, mix_text(study.best))
    elif study.space.source.startswith("python:"):
        folder.write(BEST_PYTHON, _python_text(study))
    write_page(study, folder)


def write_page(study: Study, folder: StudyFolder) -> None:
    """Write the figures and the page.

    Without Matplotlib there are none, also no old ones, which is no reason to lose the rest.
    """
    drawn = {}
    try:
        for name, figure in (("history", study.draw()), ("weights", study.draw_weights())):
            drawn[name] = svg(figure, f"{name} of {study.space.source}")
            folder.write(f"{name}.svg", drawn[name])
            folder.write(f"{name}.png", png(figure))
    except ObversiError:
        folder.remove(PAGE)
        return
    page = study_page(study, drawn["history"], drawn["weights"], best_agent(folder))
    folder.write(PAGE, page)


def read_study(folder: StudyFolder) -> Study:
    """Return the study of a folder, which must be over."""
    space, settings, history = folder.read()
    outcome = folder.outcome(len(history), space)
    if outcome is None:
        raise ObversiError(
            f"the study {folder.path} is not over, or its result.json is damaged; it has "
            f"{len(history):,} measurements: the command that began it goes on from there"
        )
    return Study(space, settings, history, outcome)


def best_agent(folder: StudyFolder) -> str | None:
    """Return what the best evaluation is called as an agent, if the folder has it in a file."""
    if folder.has(BEST_MIX):
        return f"file:{folder.path / BEST_MIX}"
    if folder.has(BEST_PYTHON):
        return f"python:{folder.path / BEST_PYTHON}:best"
    return None


def _python_text(study: Study) -> str:
    module, _, name = study.space.source.removeprefix("python:").rpartition(":")
    if module.endswith(".py"):  # to be found from any folder
        module = str(Path(module).resolve())
    numbers = "".join(f"    {key}={value!r},\n" for key, value in study.numbers.items())
    return (
        f'"""{name}, with the numbers that a study found best."""\n\n'
        "from obversi.own_code import own_code\n\n"
        f"best = own_code({module!r}, {name!r})(\n{numbers})\n"
    )
