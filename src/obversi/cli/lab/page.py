"""``obversi lab page``: the page about the results that are there."""

import click

from obversi.cli.lab.options import folder_option
from obversi.cli.lab.page_words import tell_page
from obversi.cli.options import examples
from obversi.cli.progress import progress
from obversi.lab.catalog import EXPERIMENTS
from obversi.lab.folder import LabFolder
from obversi.lab.page.folder_page import write_folder_page

__all__ = ["page_command"]


@click.command(
    "page",
    short_help="Write the page about the results that are there.",
    epilog=examples(
        "obversi lab page",
        "obversi lab page --out small",
    ),
)
@folder_option
def page_command(folder: LabFolder) -> None:
    """Write index.html about all finished results of a folder, with their figures drawn again."""
    with progress("drawing"):
        page = write_folder_page(folder, list(EXPERIMENTS.values()))
    tell_page(page)
