"""What the site of docs needs beside the pages in docs/; MkDocs calls these functions.

Pages link to each other as files of the repository, so that their links work there too. The site
also has pages from outside docs/: those of the project's folder, the notebooks and the page of
results. Their links are changed to where they are in the site, and links to other files of the
repository become plain text.
"""

import json
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
OUTSIDE = (
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "benchmarks/README.md",
    *(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("notebooks/*.ipynb"))),
)
RESULTS = "src/obversi/lab/results.html"

LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)([^)]*)\)")
EXAMPLE = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside docs/."""
    for name in OUTSIDE:
        if name.endswith(".ipynb"):
            files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
        files.append(File.generated(config, page_of(name), content=page_text(ROOT / name)))
    files.append(File.generated(config, "lab-results.html", abs_src_path=str(ROOT / RESULTS)))
    return files


def page_of(name: str) -> str:
    """Return the page of the site that shows a file of the repository.

    >>> page_of("notebooks/lab.ipynb"), page_of("docs/rules.md"), page_of("CHANGELOG.md")
    ('notebooks/lab.md', 'rules.md', 'CHANGELOG.md')
    """
    return name.removeprefix("docs/").replace(".ipynb", ".md").replace(RESULTS, "lab-results.html")


def page_text(path: Path) -> str:
    """Return a page of the repository, or a notebook as one: its cells without their results."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
    shown = [part if kind == "markdown" else f"```python\n{part}\n```" for kind, part in cells]
    return "\n\n".join([*shown, f"This page as a notebook: [{path.name}]({path.name})."])


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Change the links of a page, and have its examples shown as sessions of Python."""
    del config
    here = page.file.src_uri
    if here.startswith("reference/"):
        page.meta["search"] = {"boost": 0.5}  # pages that explain come first
    source = next((name for name in OUTSIDE if page_of(name) == here), f"docs/{here}")

    def changed(link: re.Match[str]) -> str:
        words, target, rest = link.groups()
        name = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if source.endswith(".ipynb") and name == source:
            return link[0]
        found = files.get_file_from_path(page_of(name))
        if found is None:
            return words if (ROOT / name).exists() else link[0]
        return f"[{words}]({posixpath.relpath(found.src_uri, posixpath.dirname(here))}{rest})"

    return EXAMPLE.sub("```pycon\n", LINK.sub(changed, markdown))
