"""What a finished study leaves in its folder for people and agents."""

from typing import Final

from obversi.errors import ObversiError
from obversi.figures import png, svg
from obversi.heuristics import Mix, mix_text
from obversi.lab.tuning.page import study_page
from obversi.lab.tuning.sources import space_of
from obversi.lab.tuning.study import Study
from obversi.lab.tuning.study_folder import StudyFolder

__all__ = ["best_agent", "read_study", "write_study"]

_BEST: Final = "best"


def write_study(study: Study, folder: StudyFolder) -> str:
    """Write the best evaluation, the figures and the page; return a line about what is missing.

    Without Matplotlib there are no figures and no page, which is no reason to lose the rest.
    """
    if isinstance(study.best, Mix):
        folder.write(f"{_BEST}.toml", mix_text(study.best))
    elif study.space.source.startswith("python:"):
        folder.write(f"{_BEST}.py", _python_text(study))
    drawn = {}
    try:
        for name, figure in (("history", study.draw()), ("weights", study.draw_weights())):
            drawn[name] = svg(figure, f"{name} of {study.space.source}")
            folder.write(f"{name}.svg", drawn[name])
            folder.write(f"{name}.png", png(figure))
        page = study_page(study, drawn["history"], drawn["weights"], best_agent(study, folder))
        folder.write("index.html", page)
    except ObversiError as error:
        return str(error)
    return ""


def read_study(folder: StudyFolder) -> Study:
    """Return the study of a folder, which must be over."""
    settings, history = folder.settings(), folder.history()
    outcome = folder.outcome(len(history))
    if outcome is None:
        raise ObversiError(
            f"the study {folder.path} is not over, it has {len(history):,} measurements: "
            "the command that began it goes on"
        )
    return Study(space_of(settings.source, settings.size), settings, history, outcome)


def best_agent(study: Study, folder: StudyFolder) -> str:
    """Return what the best evaluation is called as an agent."""
    if isinstance(study.best, Mix):
        return f"file:{folder.path / _BEST}.toml"
    return f"python:{folder.path / _BEST}.py:{_BEST}"


def _python_text(study: Study) -> str:
    module, _, name = study.space.source.removeprefix("python:").rpartition(":")
    numbers = "".join(f"    {key}={value!r},\n" for key, value in study.numbers.items())
    return (
        f'"""{study.space.source}, with the numbers that a study found best."""\n\n'
        "from obversi.own_code import own_code\n\n"
        f"{_BEST} = own_code({module!r}, {name!r})(\n{numbers})\n"
    )
