"""``obversi site``: the app as files for any host."""

from pathlib import Path

import click

from obversi.cli import options
from obversi.cli.progress import progress
from obversi.extras import require


@click.command(
    "site",
    epilog=options.examples(
        "obversi site public                      write the site",
        "obversi site public --docs build/docs    with the documentation",
    ),
)
@click.argument("folder", metavar="OUT", type=options.FOLDER)
@options.folder_option("--docs", help="Add the documentation that was built into this folder.")
def site_command(folder: Path, docs: Path | None) -> None:
    """Write the browser app into the folder OUT, as files that need no server.

    The engine runs in the page. Games against the levels, analysis, reviews, openings, lessons,
    puzzles and the lab's results work, and go on working offline. Any host of files can serve it,
    at the root of an address. Games between people need `obversi web`.
    """
    require("obversi site", "web", "fastapi")
    from obversi.web.site import STEPS, write_site

    with progress("puzzles", STEPS) as step:
        for _ in write_site(folder, docs):
            step()
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    click.echo(f"{folder}: {size / 1e6:.1f} MB; open it with python -m http.server -d {folder}")
