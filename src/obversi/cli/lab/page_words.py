"""What is said when a page was written."""

import click

from obversi.lab.page.folder_page import FolderPage

__all__ = ["tell_page"]


def tell_page(page: FolderPage, *, quiet: bool = False) -> None:
    """Say where a page is, unless that is to be quiet, and what it lacks."""
    for reason in page.left_out:
        click.echo(f"left out of the page: {reason}", err=True)
    if not quiet:
        results = len(page.results)
        click.echo(f"{page.path}: a page about {results} result{'' if results == 1 else 's'}")
