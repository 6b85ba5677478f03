"""The agents that descriptions can name, with their options."""

from collections.abc import Callable, Mapping
from functools import partial
from math import sqrt
from types import MappingProxyType
from typing import Any

from obversi.agents.agent import AgentKind, AgentOption, BaseAgent
from obversi.agents.core_agents import (
    SEARCHES,
    GreedyAgent,
    MonteCarloAgent,
    RandomAgent,
    SearchAgent,
    r1_agent,
    r3_agent,
    report_agent,
)
from obversi.agents.gtp_agent import GtpAgent
from obversi.agents.levels import engine_or_level
from obversi.agents.nboard_agent import NBoardAgent
from obversi.agents.program_agent import ProgramAgent
from obversi.agents.python_agent import python_agent
from obversi.agents.r2_agent import DEFAULT_LEAD, LEFTOVERS, r2_agent
from obversi.heuristics.catalog import evaluation
from obversi.heuristics.reports import EVALUATIONS


def _whole(words: str, **more: Any) -> AgentOption:
    return AgentOption(words, int, "a whole number", **more)


def _number(words: str, **more: Any) -> AgentOption:
    return AgentOption(words, float, "a number", **more)


_SEED = _whole("repeats the same choices in every run")
_PERFECT = _whole("plays this number of last empty squares perfectly")
_SECONDS = _number("seconds for each move", is_limit=True)
_Q = _number("uses this share of its seconds at most", default=0.8)


def _depth(default: int | None) -> AgentOption:
    return _whole("search depth in plies", is_limit=True, default=default)


def _search(default: str) -> AgentOption:
    return AgentOption(f"{', '.join(SEARCHES)}", str, "a search", default=default)


_CHANCE = {"seed": _SEED, "perfect": _PERFECT}
_ALPHA_BETA = {
    "depth": _depth(4),
    "search": _search("alpha-beta"),
    "seconds": _SECONDS,
    "q": _Q,
    "perfect": _PERFECT,
}
_LEVEL = _whole("from 1 to 4: the depth in plies", is_limit=True, default=4)
_DEEPENING = {
    "seconds": _number("seconds of iterative deepening", is_limit=True, default=5.0),
    "q": _Q,
    "depth": _depth(None),
    "perfect": _PERFECT,
}
_BOOK = {
    "book": AgentOption(
        "plays the moves of an opening book", str, "a file (.obb), or default for the package's"
    ),
    "tolerance": _whole("discs that a move may be below the best value of the book"),
}


def _leftover(text: str) -> str:
    if text not in LEFTOVERS:
        raise ValueError(text)
    return text


_R2_OPTIONS = {
    **_DEEPENING,
    "evaluation": AgentOption(
        "searches with patterns (learned), a name, or a file (.toml, .obw)",
        str,
        "an evaluation",
    ),
    "leftover": AgentOption(
        f"what it does in the rest of its seconds: {' or '.join(LEFTOVERS)}",
        _leftover,
        " or ".join(LEFTOVERS),
        default=LEFTOVERS[0],
    ),
    "lead": AgentOption(
        "share of playouts by which a move must lead to replace R2's",
        float,
        "a number from 0 to 1",
        default=DEFAULT_LEAD,
    ),
    **_BOOK,
    "seed": _whole("repeats the same playouts and moves of a book in every run"),
}
_ENGINE_OPTIONS = {
    "level": _whole("from 0, a newcomer, to 12, the champion: plays that strong", is_limit=True),
    "seconds": _SECONDS,
    "depth": _depth(None),
    "nodes": _whole("most positions to search", is_limit=True),
    "threads": _whole("number of threads", default=1),
    "hash_mb": _whole("size of the transposition table in MB", default=16),
    "weights": AgentOption("plays with weights learned for this game", str, "a file (.obw)"),
    **_BOOK,
    "seed": _whole("repeats the same slips and moves of a book in every run"),
}
_PLAYOUT_OPTIONS = {
    "playouts": _whole("random games played out for a move", is_limit=True, default=1000),
    "seconds": _SECONDS,
    "exploration": _number("how much it tries what looks worse", default=round(sqrt(2), 4)),
    **_CHANCE,
}
_PROGRAM_OPTIONS = {
    "start": _number("most seconds for its start", default=10.0),
    "grace": _number("grace period for a late move, in seconds", default=5.0),
    "threads": _whole("number of cores it counts as", default=1),
}
_OWN_OPTIONS = {**_ALPHA_BETA, "seed": _SEED}
_COURSE_OPTIONS = {
    "preset": AgentOption(
        "plays by the rules of this course", str, "a name or a file (.toml)", default="cs303"
    ),
    "seconds": _number("seconds for each move, instead of the course's", is_limit=True),
    "sandbox": AgentOption(
        "does not run without these layers, such as strict", str, "layers, as namespaces+seccomp"
    ),
    "grace": _number("seconds that its answers may be later, on a disturbed machine", default=0.0),
    "compiled": AgentOption(
        "begins with what Numba compiled before, from a contest", str, "a file (.zip)"
    ),
}


def _parameters(name: str) -> dict[str, AgentOption]:
    """Return the numbers of an evaluation as options of its agent."""
    return {
        parameter: AgentOption(about.description, about.read, about.expected, about.default)
        for parameter, about in EVALUATIONS[name].parameters.items()
    }


def _alpha_beta(name: str, description: str, example: str) -> AgentKind:
    return AgentKind(
        description,
        partial(report_agent, name),
        {**_ALPHA_BETA, **_parameters(name)},
        origin=EVALUATIONS[name].origin,
        evaluation=name,
        example=example,
    )


def _r1(name: str, description: str) -> AgentKind:
    return AgentKind(
        description,
        partial(r1_agent, name),
        {"level": _LEVEL, "perfect": _PERFECT},
        origin=EVALUATIONS["r1"].origin,
        evaluation="r1",
        example=f"{name}:level=3",
    )


def _r2(name: str, description: str) -> AgentKind:
    return AgentKind(
        description,
        partial(r2_agent, name),
        {**_R2_OPTIONS, **_parameters(name)},
        origin=EVALUATIONS[name].origin,
        timed=True,
        evaluation=name,
        example=f"{name}:leftover=mcts:seconds=1",
    )


def _course_agent(path: str, **options: Any) -> BaseAgent:
    # Imported late, since only agents from files of others need the sandbox.
    from obversi.agents.course.course_agent import course_agent

    return course_agent(path, **options)


def _program(
    description: str,
    make: Callable[..., ProgramAgent],
    example: str,
    options: Mapping[str, AgentOption] | None = None,
) -> AgentKind:
    return AgentKind(
        description,
        make,
        {**(options or {}), **_PROGRAM_OPTIONS},
        operands=("command",),
        reads_clocks=True,
        takes_command=True,
        runs_code=True,
        kept=True,
        example=example,
    )


# All agents by their names.
AGENTS: Mapping[str, AgentKind] = MappingProxyType(
    {
        "random": AgentKind("any legal move", RandomAgent, _CHANCE, example="random:seed=7"),
        "greedy": AgentKind(
            "the best margin right after the move",
            GreedyAgent,
            _CHANCE,
            example="greedy:perfect=12",
        ),
        "r0-adjusted": _alpha_beta(
            "r0-adjusted", "squares by the adjusted matrix, stable discs", "r0-adjusted:depth=4"
        ),
        "r0-original": _alpha_beta(
            "r0-original", "squares by the original matrix, stable discs", "r0-original:gamma=0.5"
        ),
        "r1": _r1("r1", "six factors as published: wrong sign at odd levels"),
        "r1-corrected": _r1("r1-corrected", "six factors with the right sign at every level"),
        "r2": _r2("r2", "squares, mobility and edges, in a deepening search"),
        "r2-position": _r2("r2-position", "ten square weights, in a deepening search"),
        "r3": AgentKind(
            "discs, mobility, corners and stability, in a negamax",
            r3_agent,
            {"depth": _depth(4), "search": _search("negamax"), "perfect": _PERFECT},
            origin=EVALUATIONS["r3"].origin,
            evaluation="r3",
            example="r3:depth=5",
        ),
        "r4": _alpha_beta("r4", "squares, share of discs and of moves", "r4:depth=6"),
        "positional": _alpha_beta(
            "positional", "the squares alone", "positional:search=minimax:depth=3"
        ),
        "mcts": AgentKind(
            "Monte Carlo tree search",
            MonteCarloAgent,
            _PLAYOUT_OPTIONS,
            origin="R2 wished for it",
            timed=True,
            example="mcts:playouts=2000",
        ),
        "engine": AgentKind(
            "the best move that the champion finds, or one as strong as a level",
            engine_or_level,
            _ENGINE_OPTIONS,
            timed=True,
            reads_clocks=True,
            example="engine:seconds=0.1",
        ),
        "file": AgentKind(
            "an evaluation of your own, by a file of weights",
            lambda path, **options: SearchAgent(evaluation(f"file:{path}"), **options),
            _OWN_OPTIONS,
            operands=("path",),
            example="file:my_weights.toml:depth=5",
        ),
        "python": AgentKind(
            "an evaluation or an agent of your own, in Python",
            python_agent,
            _OWN_OPTIONS,
            operands=("module", "name"),
            runs_code=True,
            example="python:my_module:my_function:depth=3",
        ),
        "cs303": AgentKind(
            "a student's file with a class AI, in a sandbox",
            _course_agent,
            _COURSE_OPTIONS,
            origin="the course that R0 and R2 were written for",
            operands=("path",),
            timed=True,
            kept=True,
            runs_code=True,
            example="cs303:my_agent.py",
        ),
        "nboard": _program(
            "another program, by the NBoard protocol",
            NBoardAgent,
            "nboard:depth=16:edax -nboard",
            {"depth": _depth(12)},
        ),
        "gtp": _program(
            "another program, by the Go Text Protocol",
            GtpAgent,
            "gtp:edax -gtp",
        ),
    }
)
