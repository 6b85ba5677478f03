"""The texts of the browser app: those of its scripts, those of the server, and the catalogues.

``python tests/app_texts.py`` prints, for each language, which texts have no translation and which
translations are unused. ``python tests/app_texts.py LANGUAGE`` prints the missing texts as JSON, to
be translated and added to ``static/languages/LANGUAGE.json``.
"""

import ast
import itertools
import json
import math
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from obversi.agents.agent import FailureKind
from obversi.agents.levels import LEVELS
from obversi.arena.game.plan import TimeControl
from obversi.arena.openings import START, balanced_origin
from obversi.arena.report.wording import failure_text, interval_text
from obversi.arena.tournament.settings import FORMS
from obversi.heuristics import FEATURES
from obversi.lab.experiments import EXPERIMENTS
from obversi.net.workers.pool import AgentMenu
from obversi.puzzles.themes import THEMES
from obversi.web.api.about import agent_name
from obversi.web.api.evaluations import EVALUATION_WORDS, FINISHED_WORDS, feature_title
from obversi.web.api.lab import NO_REPORT
from obversi.web.explorer.game_databases import UNAVAILABLE
from obversi.web.http.static_files import STATIC
from obversi.web.runs.manager import STATE_TEXTS
from obversi.web.runs.worker import FAILURE_TEXTS
from obversi.web.settings import DEFAULT_AGENTS
from obversi.web.tournaments.game_replies import ADJUDICATED_TEXT, PLAYED_OUT
from obversi.web.tournaments.standings import ABSENCE

#: The plural categories of each language in which whole numbers fall, as in Intl.PluralRules.
CATEGORIES = {
    "ja": ("other",),
    "zh": ("other",),
    "de": ("one", "other"),
    "fr": ("one", "many", "other"),
}

_COMMENT = re.compile(r"/\*\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
_STRING = r'\s*("(?:[^"\\]|\\.)*")\s*,?'
_PLAIN = re.compile(rf"(?<![\w.$])t\({_STRING}")
_PLURAL = re.compile(rf"(?<![\w.$])tn\({_STRING}{_STRING}")


@cache
def script_texts() -> tuple[set[str], dict[str, str]]:
    """Return the texts of all scripts, and the forms for one thing by those for many."""
    plain: set[str] = set()
    plural: dict[str, str] = {}
    for path in sorted((STATIC / "js").rglob("*.js")):
        script = _COMMENT.sub("", path.read_text(encoding="utf-8"))
        plain.update(json.loads(text) for text in _PLAIN.findall(script))
        plural |= {json.loads(many): json.loads(one) for one, many in _PLURAL.findall(script)}
    return plain, plural


def server_texts() -> set[str]:
    """Return the fixed texts of the server that the pages show."""
    agents = AgentMenu(DEFAULT_AGENTS).listed()
    experiments = [one for one in EXPERIMENTS.values() if 8 in one.sizes]
    levels = {f"level {level.number}" for level in LEVELS["normal"]}
    names = {agent_name(agent.description) for agent in agents if "level=" not in agent.description}
    features = {text for name, words in FEATURES.items() for text in (feature_title(name), words)}
    themes = {
        f"{name.capitalize()}: {words}"
        for name, theme in THEMES.items()
        for words in theme.words.values()
    }
    return {
        *(agent.words for agent in agents),
        *(levels | names | features | themes),
        *(text for words in EVALUATION_WORDS.values() for text in words),
        *FINISHED_WORDS,
        *(text for one in experiments for text in (one.title, one.question)),
        *(*STATE_TEXTS, *FAILURE_TEXTS),
        *(ABSENCE, NO_REPORT, PLAYED_OUT, ADJUDICATED_TEXT, UNAVAILABLE),
        *_tournament_texts(),
        *error_texts(),
    }


def _tournament_texts() -> set[str]:
    """Return what is said of tournaments; {1} and {2} stand for numbers, as in core/language.js."""
    times = TimeControl(seconds=1), TimeControl(clock=60), TimeControl(clock=60, increment=1)
    intervals = ((-1, 2), (1, math.inf), (-math.inf, 1), (1, 1), (-math.inf, math.inf))
    openings = (START, "random, 8 plies", balanced_origin(1, 8), "balanced openings of the package")
    said = {
        *(str(time) for time in times),
        *(interval_text(*each) for each in intervals),
        *openings,
        "all games are played",
        "the mean of all agents is 0",
        "Bradley-Terry",
        "Davidson, equals draw 12.3 % of their games",
    }
    failures = {failure_text(kind) for kind in FailureKind}
    return {*FORMS, *failures, *(_without_numbers(text) for text in said)}


def _without_numbers(text: str) -> str:
    places = itertools.count(1)
    return re.sub(r"(?<![\w.])[+−]?\d+(\.\d+)?(?!\w)", lambda _: f"{{{next(places)}}}", text)


_ERRORS = {"BusyError", "Error", "NotFoundError", "RequestError", "RequestRejectedError"}
_SENDERS = ("web", "net/games", "net/server_connection.py", "net/game_server.py")


def error_texts() -> set[str]:
    """Return the errors of the servers that have no values in them."""
    package = STATIC.parent.parent
    files = [
        path
        for name in _SENDERS
        for path in ([package / name] if name.endswith(".py") else (package / name).rglob("*.py"))
    ]
    return {text for path in files for text in _errors_in(path)} - {""}


def _errors_in(path: Path) -> Iterator[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    fixed: dict[str, list[str]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and isinstance(node.value, ast.Constant):
                fixed.setdefault(target.id, []).append(str(node.value.value))
    for node in nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id not in _ERRORS:
            continue
        for argument in node.args:
            if isinstance(argument, ast.Name):
                yield from fixed.get(argument.id, [])
            elif isinstance(argument, ast.Constant) and " " in str(argument.value):
                yield str(argument.value)


_LESSON_FIELDS = {
    "about",
    "answers",
    "otherwise",
    "reply",
    "right",
    "task",
    "text",
    "title",
    "wrong",
}


def lesson_texts() -> set[str]:
    """Return the texts of the lessons."""
    found: set[str] = set()
    for path in (STATIC / "lessons").glob("*.json"):
        found.update(_lesson_texts(json.loads(path.read_text(encoding="utf-8"))))
    return found


def _lesson_texts(part: Any, is_text: bool = False) -> Iterator[str]:
    if isinstance(part, str) and is_text:
        yield part
    elif isinstance(part, list):
        for each in part:
            yield from _lesson_texts(each, is_text)
    elif isinstance(part, dict):
        for name, each in part.items():
            # Answers and mistakes are by their squares.
            is_square = is_text and len(name) == 2
            yield from _lesson_texts(each, is_square or name in _LESSON_FIELDS)


@cache
def texts() -> set[str]:
    """Return the keys of a complete catalogue."""
    plain, plural = script_texts()
    return plain | set(plural) | server_texts() | lesson_texts()


def catalogue(language: str) -> dict[str, str | dict[str, str]]:
    """Return the catalogue of a language."""
    path = STATIC / "languages" / f"{language}.json"
    found: dict[str, str | dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def missing(language: str) -> list[str]:
    """Return the texts that a catalogue does not have."""
    return sorted(texts() - set(catalogue(language)))


def unused(language: str) -> list[str]:
    """Return the texts of a catalogue that nothing shows."""
    return sorted(set(catalogue(language)) - texts())


def main() -> None:
    """Print what is to be translated."""
    if len(sys.argv) > 1:
        _, plural = script_texts()
        wanted = {
            text: dict.fromkeys(CATEGORIES[sys.argv[1]], text) if text in plural else text
            for text in missing(sys.argv[1])
        }
        print(json.dumps(wanted, ensure_ascii=False, indent=1))
        return
    for language in CATEGORIES:
        for text in missing(language):
            print(f"{language} lacks {text!r}")
        for text in unused(language):
            print(f"{language} does not need {text!r}")


if __name__ == "__main__":
    main()
