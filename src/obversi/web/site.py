"""A site without a server: the app as files for any host, with the replies of a server."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import obversi.weights
from obversi import SIZES
from obversi.agents.levels import LEVELS, Level, level
from obversi.arena.openings import balanced_path, random_positions
from obversi.book.book import shipped_book_path
from obversi.book.file import unpacked
from obversi.engine import Engine
from obversi.errors import InputError
from obversi.net.workers.local_context import LEVEL_PREFIX
from obversi.openings import OPENINGS
from obversi.puzzles import STEP_OF_DAYS, shipped_set
from obversi.puzzles.themes import THEMES
from obversi.rules import RULES, Rules
from obversi.web.api.about import agent_entry
from obversi.web.api.lab import SHIPPED_RESULTS
from obversi.web.api.puzzle_packs import packed_puzzle
from obversi.web.api.puzzles import puzzle_reply
from obversi.web.http.content_policy import content_policy
from obversi.web.http.offline import service_worker
from obversi.web.http.static_files import FILES, PAGES, STATIC
from obversi.web.puzzles.collection import listed_puzzles
from obversi.web.site_evaluations import evaluation_data
from obversi.wire.session import Offer

#: How often `write_site` reports its progress: once for each game.
STEPS = len(RULES) * len(SIZES)

_GAMES = [(rules, size) for rules in RULES for size in SIZES]
_MARK = ".obversi-site"  # in folders that may be written again
_INDEX = "index.html"
_FIRST_LINE = '<html lang="en">'
_STARTS = 300
_KEPT = ("data", "lab", "static/engine", "static/weights")
_NEED_SERVER = ("/arena", "/games", "/study/offline")


def write_site(folder: Path, docs: Path | None = None) -> Iterator[str]:
    """Write the site into a folder, which is empty or has an older site, and yield each step.

    `docs` is the folder of the built documentation, which becomes a part of it.
    """
    if docs is not None and not (docs / _INDEX).is_file():
        raise InputError(f"{docs} has no {_INDEX}: build the documentation first, with make docs")
    _prepare(folder)
    shutil.copytree(STATIC, folder / "static", dirs_exist_ok=True)
    for weights in Path(obversi.weights.__file__).parent.glob("*.obw"):
        _copy(weights, folder / "static" / "weights" / weights.name)
    (folder / "lab").mkdir(exist_ok=True)
    (folder / "lab" / "results.html").write_bytes(SHIPPED_RESULTS.read_bytes())
    if docs is not None:
        shutil.copytree(docs, folder / "docs", dirs_exist_ok=True)
    _write_pages(folder)
    data = folder / "data"
    _write_json(data / "agents.json", {_name(*game): _agents(*game) for game in _GAMES})
    _write_json(data / "starts.json", {_name(*game): _starts(*game) for game in _GAMES})
    names = [{"name": opening.name, "moves": "".join(opening.moves)} for opening in OPENINGS]
    _write_json(data / "openings.json", {"openings": names})
    _write_json(data / "daily.json", _daily())
    _write_json(data / "evaluations.json", evaluation_data())
    _write_json(data / "themes.json", {rules: _theme_words(rules) for rules in RULES})
    endgames = [puzzle for puzzle in listed_puzzles().values() if not puzzle.solution]
    positions = {puzzle.name: puzzle.start.to_string() for puzzle in endgames}
    _write_json(data / "endgames.json", positions)
    rows = [_row(puzzle_reply(puzzle).model_dump(mode="json")) for puzzle in endgames]
    for rules, size in _GAMES:
        if (book := shipped_book_path(size, rules)) is not None:
            (data / book.name).write_bytes(unpacked(book))
        pack = _puzzles(rules, size)
        rows += [_row(puzzle["puzzle"]) for puzzle in pack.values()]
        _write_json(data / f"puzzles-{_name(rules, size)}.json", pack)
        yield f"{rules} {size}×{size}"
    rows.sort(key=lambda row: row["rating"])
    _write_json(data / "puzzles.json", {"puzzles": rows})
    _write_json(data / "files.json", {"files": list(_kept_files(folder))})


def _kept_files(folder: Path) -> Iterator[str]:
    """Yield the files that browsers keep besides those of the app, the smallest first."""
    found = [path for place in _KEPT for path in (folder / place).rglob("*") if path.is_file()]
    for path in sorted(found, key=lambda path: path.stat().st_size):
        yield f"/{path.relative_to(folder).as_posix()}"


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()) and not (folder / _MARK).is_file():
            raise InputError(f"{folder} is not empty: name another folder")
        (folder / _MARK).touch()
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror or error}") from error


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _write_json(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")


def _write_pages(folder: Path) -> None:
    """Write the one HTML file of the app for every address that has no parameters."""
    policy = content_policy(None)
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}" />'
    page = FILES.text(_INDEX)
    assert _FIRST_LINE in page, "the page has another first line"
    page = page.replace(_FIRST_LINE, '<html lang="en" data-server="none">')
    page = page.replace("<head>", f"<head>\n    {head}", 1)
    for address in PAGES:
        if "{" not in address and address not in _NEED_SERVER:
            target = folder / address.strip("/") / _INDEX
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(page, "utf-8")
    # Hosts show this for all other addresses, such as that of a puzzle.
    (folder / "404.html").write_text(page, "utf-8")
    (folder / "service_worker.js").write_text(service_worker(), "utf-8")


def _name(rules: Rules, size: int) -> str:
    return f"{rules}-{size}"


def _agents(rules: Rules, size: int) -> list[dict[str, Any]]:
    """Return the levels as the app lists them, with how they play."""
    entries = []
    for listed in LEVELS[rules]:
        offer = Offer(f"{LEVEL_PREFIX}{listed.number}", f"{listed.name}: {listed.words}")
        entry = agent_entry(offer, rules, size).model_dump(mode="json")
        entries.append(entry | {"play": _play(level(listed.number, rules, size))})
    return entries


def _play(played: Level) -> dict[str, Any]:
    return {
        "depth": played.depth,
        "seconds": played.seconds,
        "slips": None if played.slips is None else asdict(played.slips),
        "has_book": played.has_book,
    }


def _starts(rules: Rules, size: int) -> list[str]:
    """Return openings to begin a game from: even ones, or on 4×4 random ones."""
    try:
        return balanced_path(size, rules).read_text("utf-8").split()[:_STARTS]
    except InputError:
        found = islice(random_positions(size=size, rules=rules, seed=1), _STARTS)
        return ["".join(m for m in board.move_stack if not m.is_pass) for board in found]


def _daily() -> dict[str, Any]:
    ids = {
        rules: [puzzle.name for size in (8, 6) for puzzle in shipped_set(rules, size)]
        for rules in RULES
    }
    return {"rules": list(RULES), "step": STEP_OF_DAYS, "puzzles": ids}


def _puzzles(rules: Rules, size: int) -> dict[str, dict[str, Any]]:
    """Return the puzzles of a game by name, with the replies to every move."""
    with Engine(threads=1, hash_mb=1) as engine:
        return {
            puzzle.name: packed_puzzle(engine, puzzle).model_dump(mode="json")
            for puzzle in shipped_set(rules, size)
        }


def _theme_words(rules: Rules) -> dict[str, str]:
    return {name: f"{name.capitalize()}: {theme.words[rules]}" for name, theme in THEMES.items()}


def _row(puzzle: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in puzzle.items() if name not in ("position", "task")}
