"""``obversi lab study``: what came of a study."""

from pathlib import Path

import click

from obversi.cli.lab.tuning_report import tell_study
from obversi.cli.options import examples, json_option
from obversi.lab.tuning.study_files import read_study, write_page
from obversi.lab.tuning.study_folder import StudyFolder

__all__ = ["study_command"]


@click.command(
    "study",
    short_help="Tell what came of a study.",
    epilog=examples("obversi lab study ten", "obversi lab study ten --json"),
)
@click.argument("folder", metavar="STUDY", type=click.Path(file_okay=False, path_type=Path))
@json_option
def study_command(folder: Path, as_json: bool) -> None:
    """Tell what came of a study that is over, and write its page and its figures again."""
    kept = StudyFolder(folder)
    study = read_study(kept)
    write_page(study, kept)
    tell_study(study, kept, as_json)
