"""Which modules a page is made of."""

import re
from pathlib import Path

import pytest

from obversi.web.http.static_files import STATIC, page_modules

PAGES = ("play", "analyse", "study", "arena", "games", "embed")


def test_imports_are_followed(tmp_path: Path) -> None:
    files = {
        "js/main.js": 'import { a } from "./core/a.js";\nconst later = import("./later.js");\n',
        "js/core/a.js": 'import {\n  b,\n} from "../own/b.js";\n',
        "js/own/b.js": 'export { a } from "../core/a.js";\n',
        "js/own/page.js": 'import "./b.js";\n',
        "js/later.js": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    wanted = ["js/main.js", "js/own/page.js", "js/core/a.js", "js/own/b.js"]
    assert sorted(page_modules(tmp_path, "own")) == sorted(wanted)
    assert sorted(page_modules(tmp_path, "none")) == ["js/core/a.js", "js/main.js", "js/own/b.js"]


def test_every_module_is_one_of_a_page() -> None:
    """The search for imports finds all modules, and none is unused."""
    found = {name for page in PAGES for name in page_modules(STATIC, page)}
    there = {str(path.relative_to(STATIC)) for path in (STATIC / "js").rglob("*.js")}
    others = {"register", "line", "worker"}
    loaded_later = {f"js/offline/{name}.js" for name in others}
    loaded_later |= {f"js/engine/{name}.js" for name in ("device", "local_engine", "worker")}
    loaded_later |= site_modules("answers") | site_modules("server")
    assert there - found - loaded_later == {"js/core/first.js"}


def site_modules(name: str) -> set[str]:
    """Return a module of the site without a server, and those of the site that it imports."""
    found, waiting = set[Path](), [STATIC / f"js/site/{name}.js"]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            targets = re.findall(r'from "(\.[^"]+)"', path.read_text())
            there = ((path.parent / target).resolve() for target in targets)
            waiting += [target for target in there if "site" in target.parts]
    return {str(path.relative_to(STATIC)) for path in found}


@pytest.mark.parametrize("page", PAGES)
def test_all_imports_are_there(page: str) -> None:
    for name in page_modules(STATIC, page):
        path = STATIC / name
        for target in re.findall(r'from "(\.[^"]+)"', path.read_text()):
            assert (path.parent / target).is_file(), (name, target)
