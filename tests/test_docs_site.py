"""What the site of docs does with the pages of the repository."""

import doctest
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import docs_docstrings
import docs_hook
import pytest

ROOT = Path(__file__).parent.parent
SITE = {"rules.md", "CONTRIBUTING.md", "notebooks/lab.md", "lab-results.html", "reference/board.md"}


class SitesFiles:
    """The files of a small site."""

    def get_file_from_path(self, path: str) -> Any:
        return SimpleNamespace(src_uri=path) if path in SITE else None


def shown(page: str, text: str) -> str:
    file = SimpleNamespace(src_uri=page)
    found = cast(Any, SimpleNamespace(file=file, meta={}))
    return docs_hook.on_page_markdown(text, found, cast(Any, None), cast(Any, SitesFiles()))


@pytest.mark.parametrize(
    ("page", "written", "expected"),
    [
        ("index.md", "[the rules](rules.md#moves)", "[the rules](rules.md#moves)"),
        ("index.md", "[how](../CONTRIBUTING.md)", "[how](CONTRIBUTING.md)"),
        ("index.md", "[notebook](../notebooks/lab.ipynb)", "[notebook](notebooks/lab.md)"),
        ("CONTRIBUTING.md", "[rules](docs/rules.md)", "[rules](rules.md)"),
        ("notebooks/lab.md", "[rules](../docs/rules.md)", "[rules](../rules.md)"),
        ("reference/board.md", "[how](../../CONTRIBUTING.md)", "[how](../CONTRIBUTING.md)"),
        ("rules.md", "[g](../src/obversi/lab/results.html#gamma)", "[g](lab-results.html#gamma)"),
        ("rules.md", "[a test](../tests/test_docs.py)", "a test"),
        ("rules.md", "[missing](missing.md)", "[missing](missing.md)"),
        ("rules.md", "[Dask](https://dask.org)", "[Dask](https://dask.org)"),
    ],
)
def test_links_lead_to_pages_of_the_site(page: str, written: str, expected: str) -> None:
    assert shown(page, written) == expected


def test_examples_are_sessions_of_python() -> None:
    assert shown("rules.md", "```python\n>>> 1\n1\n```") == "```pycon\n>>> 1\n1\n```"
    assert shown("rules.md", "```python\nimport obversi\n```") == "```python\nimport obversi\n```"


def test_a_notebook_becomes_a_page() -> None:
    text = docs_hook.page_text(ROOT / "notebooks" / "lab.ipynb")
    assert text.startswith("# ")
    assert "```python\nfrom obversi import lab\n" in text
    assert text.endswith("[lab.ipynb](lab.ipynb).")


@pytest.mark.parametrize("module", [docs_hook, docs_docstrings], ids=lambda module: module.__name__)
def test_examples_of_the_hooks(module: Any) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed


def test_nothing_is_loaded_from_other_hosts() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert "font: false" in text
    assert "http" not in text.partition("\nnav:")[0]
