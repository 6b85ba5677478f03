"""The page of a folder: all results that are there."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from obversi.errors import ObversiError
from obversi.formats.replacing import write_whole
from obversi.lab.experiment import Experiment
from obversi.lab.folder import LabFolder
from obversi.lab.page.page import lab_page
from obversi.lab.result import Result

__all__ = ["FolderPage", "write_folder_page"]

_NAME: Final = "index.html"


@dataclass(frozen=True)
class FolderPage:
    """Where the page is, what it tells of, and why results were left out."""

    path: Path
    results: tuple[Result, ...]
    left_out: tuple[str, ...]


def write_folder_page(
    folder: LabFolder, experiments: Sequence[Experiment], *, redraw: bool = True
) -> FolderPage:
    """Write a page about the finished results of a folder, and return what it tells of.

    Results of another version are left out. Unless they are to be drawn again, figures are taken as
    they were drawn when the results were made.
    """
    results: list[Result] = []
    left_out: list[str] = []
    for experiment in experiments:
        try:
            result = folder.result(experiment)
        except ObversiError as error:
            left_out.append(str(error))
        else:
            if result is not None:
                results.append(result)
    if not results:
        told = f" ({left_out[0]})" if left_out else ""
        raise ObversiError(
            f"{folder.path} has no finished results{told}: obversi lab run makes some"
        )
    drawings = {} if redraw else dict(_drawings(folder.path, results))
    path = folder.path / _NAME
    write_whole(path, lab_page(results, drawings))
    return FolderPage(path, tuple(results), tuple(left_out))


def _drawings(folder: Path, results: Sequence[Result]) -> list[tuple[str, str]]:
    paths = [folder / f"{result.experiment.name}.svg" for result in results]
    return [(path.stem, path.read_text(encoding="utf-8")) for path in paths if path.exists()]
