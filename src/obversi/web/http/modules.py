"""Which modules a page is made of, so that a browser can ask for all of them at once.

It finds the imports of a module only when it has read it, and a page's modules are several deep.
"""

import re
from pathlib import Path, PurePosixPath
from typing import Final

__all__ = ["early_modules"]

# Those at the top of a module; what is imported in the middle of one is for later.
_IMPORT: Final = re.compile(r'^(?:import|export|\})[^;\n]*?"(\.[^"]+\.js)";$', re.MULTILINE)

_MAIN: Final = "js/main.js"


def early_modules(folder: Path, page: str) -> list[str]:
    """Return the modules that the page of this name needs, such as ``js/main.js``, no one twice."""
    found: dict[str, None] = {}
    wanted = [_MAIN, f"js/{page}/page.js"]
    while wanted:
        name = wanted.pop(0)
        if name in found or not (folder / name).is_file():
            continue
        found[name] = None
        text = (folder / name).read_text(encoding="utf-8")
        wanted += [_joined(name, target) for target in _IMPORT.findall(text)]
    return list(found)


def _joined(name: str, target: str) -> str:
    """Return what a module calls another by, from the folder of all files."""
    parts = list(PurePosixPath(name).parent.parts)
    for part in PurePosixPath(target).parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
