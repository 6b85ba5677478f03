"""The links between the pages of the documentation, and the commands that install extras."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "benchmarks" / "README.md"])
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_linked_files_exist(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_is_listed_in_the_index() -> None:
    listed = set(LINK.findall((ROOT / "docs" / "index.md").read_text(encoding="utf-8")))
    pages = {page.name for page in ROOT.glob("docs/*.md")} - {"index.md"}
    assert pages - listed == set()


def test_pages_that_name_a_report_link_to_the_page_about_them() -> None:
    naming = {page for page in PAGES if re.search(r"\bR[0-4]\b", page.read_text(encoding="utf-8"))}
    without = {page for page in naming if "reports.md" not in page.read_text(encoding="utf-8")}
    assert without <= {ROOT / "CHANGELOG.md", ROOT / "docs" / "reports.md"}


def test_extras_are_installed_from_the_source_folder() -> None:
    """The package is in no index, so that its name alone cannot be installed.

    `install_command` names it if it was installed from one.
    """
    code = set(ROOT.glob("src/obversi/**/*.py")) - {ROOT / "src" / "obversi" / "extras.py"}
    texts = [*PAGES, *ROOT.glob("notebooks/*.ipynb"), *sorted(code)]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = set()
    for path in texts:
        text = path.read_text(encoding="utf-8")
        assert "obversi[" not in text, path
        found |= set(re.findall(r'pip install\s\\?"\.\[([\w,]+)\]', text))
    named = {extra for extras in found for extra in extras.split(",")}
    assert {"lab", "train"} <= named <= set(project["optional-dependencies"])
