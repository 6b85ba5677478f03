"""The frame of a page: one file that loads nothing, and whose browser is told to refuse that."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from obversi.arena.report.markup import tag

__all__ = ["STYLE", "VIEWER_SCRIPTS", "framed"]

_FOLDER: Final = Path(__file__).parent

# What the pages of tournaments look like; others may add to it.
STYLE: Final = _FOLDER / "page.css"

# What shows a game of the data block "game-data", step by step.
VIEWER_SCRIPTS: Final = tuple(
    _FOLDER / name
    for name in (
        *("elements.js", "words.js", "positions.js"),
        *("board.js", "values.js", "viewer.js"),
    )
)


def framed(
    title: str, *body: str, styles: Sequence[Path] = (STYLE,), scripts: Sequence[Path] = ()
) -> str:
    """Return a whole page with everything inside that it needs."""
    style, script = _joined(styles), _joined(scripts)
    page = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(style, script)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        tag("title", title),
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        *body,
        *([f"<script>{script}</script>"] if script else []),
        "</body>",
        "</html>",
        "",
    ]
    # Words from a command line may hold what no file can: halves of characters.
    return "\n".join(page).encode(errors="replace").decode()


def _joined(paths: Sequence[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def _policy(style: str, script: str) -> str:
    """Return what the page may do: what is written here, and nothing else."""
    policy = f"default-src 'none'; style-src '{_fingerprint(style)}'"
    return f"{policy}; script-src '{_fingerprint(script)}'" if script else policy


def _fingerprint(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
