"""Whole pages: templates, styles, scripts and the browser's security policy."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from obversi.pages.parts import Html, agent_name, bullets, note, script_json, section, table, tag

if TYPE_CHECKING:
    from jinja2 import Environment

# The folder of style sheets and scripts.
STATIC = Path(__file__).with_name("static")

# These scripts show a game of the data block "game-data", move by move.
VIEWER_SCRIPTS = (
    *("elements.js", "words.js", "positions.js"),
    *("board.js", "values.js", "viewer.js"),
)

_PACKAGES = Path(__file__).parent.parent


def make_page(
    title: str,
    *content: str,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    data: Mapping[str, Any] | None = None,
    figures: bool = False,
) -> str:
    """Return a whole page with this content; the other arguments are those of `render`."""
    return render(
        "pages/base.html",
        title=title,
        content=content,
        styles=styles,
        scripts=scripts,
        data=data,
        figures=figures,
    )


def render(
    template: str,
    *,
    title: str,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    data: Mapping[str, Any] | None = None,
    figures: bool = False,
    **values: Any,
) -> str:
    """Return a whole page from a template such as "arena/tournament.html".

    `styles` and `scripts` name files of `STATIC`; page.css is always there. `data` has the JSON
    data of scripts, by element id. With `figures` drawings by Matplotlib are permitted.
    """
    style = _joined(("page.css", *styles))
    script = _joined(tuple(scripts))
    page = (
        _environment()
        .get_template(template)
        .render(
            title=title,
            style=Html(style),
            script=Html(script),
            policy=Html(_policy(style, script, figures)),
            data={name: script_json(value) for name, value in (data or {}).items()},
            **values,
        )
    )
    # Words from a command line may contain lone surrogates, which cannot be written to a file.
    return page.encode(errors="replace").decode()


@cache
def _environment() -> "Environment":
    # Imported late: most programs that can make pages never do.
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        loader=FunctionLoader(_template),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    for function in (agent_name, bullets, note, section, table, tag):
        environment.globals[function.__name__] = function
    return environment


def _template(name: str) -> str:
    package, _, rest = name.partition("/")
    return (_PACKAGES / package / "templates" / rest).read_text(encoding="utf-8")


@cache
def _joined(names: tuple[str, ...]) -> str:
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)


def _policy(style: str, script: str, figures: bool) -> str:
    """Return what the browser may load and run: only what is written in the page."""
    # Matplotlib styles its elements inline and embeds images.
    styles = "'unsafe-inline'; img-src data:" if figures else _hash_source(style)
    policy = f"default-src 'none'; style-src {styles}"
    return f"{policy}; script-src {_hash_source(script)}" if script else policy


def _hash_source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
