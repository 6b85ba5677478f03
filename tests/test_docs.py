"""The links between the pages of the documentation, and the commands that install extras."""

import re
import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "benchmarks" / "README.md"])
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?[^)]*\)")
BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"^( *)```.*?^\1```|`[^`\n]*`", re.DOTALL | re.MULTILINE)


def links(page: Path) -> list[tuple[Path, str]]:
    """Return the files that a page links to, each with an anchor or an empty text."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    return [
        ((page.parent / file if file else page).resolve(), anchor)
        for file, anchor in LINK.findall(text)
    ]


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: those of its headings, or the ids of HTML."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".html":
        return {f"#{name}" for name in re.findall(r'id="([^"]+)"', text)}
    headings = re.findall(
        r"^#+ +(.+)$",
        re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE),
        re.MULTILINE,
    )
    return {f"#{slug(heading)}" for heading in headings}


def slug(heading: str) -> str:
    """Return the anchor that GitHub and the site give to a heading.

    >>> slug("Perfect play on 4×4: `solve`")
    'perfect-play-on-44-solve'
    """
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    missing = [file for file, _ in links(page) if not file.exists()]
    assert missing == []
    linked = [(file, anchor) for file, anchor in links(page) if anchor]
    without = [(file.name, anchor) for file, anchor in linked if anchor not in anchors(file)]
    assert without == []


def test_anchors_are_found() -> None:
    assert "#batches" in anchors(ROOT / "docs" / "boards.md")
    assert slug("Perfect play on 4×4: `solve`") == "perfect-play-on-44-solve"
    assert sum(bool(anchor) for page in PAGES for _, anchor in links(page)) > 50


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_site_shows_tables_and_lists(page: Path) -> None:
    """Its Markdown needs an empty line before them, and four blanks before what is in a list."""
    text = BLOCK.sub("```", page.read_text(encoding="utf-8"))
    lines = ["", *text.splitlines()]
    for above, line in pairwise(lines):
        if line.startswith("|"):
            assert not above or above.startswith("|"), line
        if re.match(r"(-|\d+\.) ", line):
            assert not above or re.match(r"(-|\d+\.|  ) ?", above), line
        assert not re.match(r" {1,3}(- |\d+\. |```)", line), line


def test_every_page_is_listed_in_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    pages = set(ROOT.glob("docs/*.md")) - {index}
    assert pages - {file for file, _ in links(index)} == set()


def test_every_page_is_in_the_navigation_of_the_site_once() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    listed = re.findall(r"^ +- (\S+\.md)$", text, re.MULTILINE)
    assert len(set(listed)) == len(listed)
    pages = {str(page.relative_to(ROOT / "docs")) for page in ROOT.glob("docs/**/*.md")}
    assert pages - set(listed) == set()
    for name in set(listed) - pages:
        assert (ROOT / name).exists() or (ROOT / name).with_suffix(".ipynb").exists(), name


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
