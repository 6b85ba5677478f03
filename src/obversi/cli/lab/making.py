"""Making experiments one after the other, and telling what came of each."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import click

from obversi.cli.lab.page_words import tell_page
from obversi.cli.lab.progress import lab_progress
from obversi.cli.lab.result_parts import result_parts
from obversi.cli.terminal import open_terminal
from obversi.lab.catalog import EXPERIMENTS
from obversi.lab.experiment import Experiment
from obversi.lab.folder import LabFolder
from obversi.lab.page.folder_page import write_folder_page
from obversi.lab.page.verdicts import count_text
from obversi.lab.result import Result
from obversi.lab.settings import Settings

__all__ = ["Planned", "make_experiments"]


@dataclass(frozen=True)
class Planned:
    """An experiment, and what it is to be made with."""

    experiment: Experiment
    settings: Settings

    @property
    def weight(self) -> float:
        """About how long it takes, were all as large as usual."""
        return self.experiment.seconds * len(self.settings.rules) / len(self.experiment.rules)


def make_experiments(
    planned: Sequence[Planned], folder: LabFolder, *, new: bool, as_json: bool
) -> None:
    """Make experiments, tell the result of each, and write the page of the folder."""
    if not new:
        for one in planned:
            folder.check(one.experiment, one.settings)
    results: list[Result] = []
    try:
        with lab_progress(sum(one.weight for one in planned)) as progress:
            for one in planned:
                with progress.watching(one.experiment.name, one.weight) as on_progress:
                    result = folder.run(
                        one.experiment, one.settings, new=new, on_progress=on_progress
                    )
                results.append(result)
                with progress.paused():
                    _tell(result, as_json)
    except KeyboardInterrupt:
        click.echo(
            f"finished steps are kept in {folder.path}: the same command goes on where it was"
            + (", but without --new" if new else ""),
            err=True,
        )
        if results:
            write_folder_page(folder, list(EXPERIMENTS.values()), redraw=False)
        raise
    page = write_folder_page(folder, list(EXPERIMENTS.values()), redraw=False)
    if not as_json:
        click.echo(count_text(finding for result in results for finding in result.findings))
    tell_page(page, quiet=as_json)


def _tell(result: Result, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(result.to_object()))
        return
    console = open_terminal().console
    for part in result_parts(result):
        console.print(part)
