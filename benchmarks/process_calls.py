"""The public calls that run the C++ core, for `process_ends.py` and its test.

Each is made once and can then be called in a short form, which ends within a second or so, and in
a long form, which does not end by itself within minutes.
"""

import tempfile
from collections.abc import Callable, Iterator
from inspect import GEN_SUSPENDED, getgeneratorstate
from typing import Any, NamedTuple

import numpy as np

import obversi as ob
from obversi import batch, textbook
from obversi.agents import make_agent
from obversi.agents.core_agents import SearchAgent
from obversi.arena import Match, play_match, random_openings
from obversi.arena.bulk import play_bulk
from obversi.formats import record_from_moves
from obversi.heuristics import evaluation
from obversi.play import play_game
from obversi.review import review
from obversi.training.data_generation import generate
from obversi.training.game_files import GameData
from obversi.training.probcut import measure
from obversi.training.self_play import SelfPlaySettings


class Forms(NamedTuple):
    """A call in its two forms."""

    short: Callable[[], object]
    long: Callable[[], object]


_START = ob.Board()
_SMALL = ob.Board(size=4)
_FOREVER = ob.Limit(seconds=1e6)
_MANY = 1 << 18


def _repeated(call: Callable[[], object]) -> Forms:
    """Return the forms of a call that is always short."""

    def for_ever() -> None:
        while True:
            call()

    return Forms(call, for_ever)


def _taken(items: Iterator[Any]) -> None:
    for _ in items:
        pass


def _engine(threads: int = 1) -> ob.Engine:
    return ob.Engine(threads=threads, hash_mb=1)


def _analyse(threads: int = 1) -> Forms:
    engine = _engine(threads)
    return Forms(
        lambda: engine.analyse(_START, ob.Limit(depth=8)),
        lambda: engine.analyse(_START, _FOREVER),
    )


def _stream() -> Forms:
    engine = _engine()
    return Forms(
        lambda: _taken(engine.stream(_START, ob.Limit(depth=8))),
        lambda: _taken(engine.stream(_START, _FOREVER)),
    )


def _open_stream() -> Forms:
    """Return the calls of one engine while the stream of another is open: its search runs on."""
    stream = _engine().stream(_START, _FOREVER)
    next(stream)
    engine = _engine()

    def short() -> None:
        engine.analyse(_START, ob.Limit(depth=8))
        assert getgeneratorstate(stream) == GEN_SUSPENDED

    return Forms(short, lambda: engine.analyse(_START, _FOREVER))


def _solve() -> Forms:
    engine = _engine()
    return Forms(lambda: engine.solve(_SMALL), lambda: engine.solve(_START))


def _play() -> Forms:
    engine = _engine()
    return Forms(
        lambda: engine.play(_START, ob.Limit(depth=8)), lambda: engine.play(_START, _FOREVER)
    )


def _evaluate() -> Forms:
    engine = _engine()
    return _repeated(lambda: engine.evaluate(_START))


def _clear_and_close() -> Forms:
    def call() -> None:
        with _engine(threads=2) as engine:
            engine.solve(_SMALL)
            engine.clear()

    return _repeated(call)


def _batch(name: str) -> Callable[[], Forms]:
    def make() -> Forms:
        positions = batch.starts(_MANY)
        arguments = {"play": (np.full(_MANY, 19, np.uint8),)}.get(name, ())
        function = getattr(batch, name)
        return _repeated(lambda: function(positions, *arguments))

    return make


def _exact_margins() -> Forms:
    return Forms(
        lambda: batch.exact_margins(batch.starts(8, size=4), size=4),
        lambda: batch.exact_margins(batch.starts(3)),
    )


def _tree_sizes() -> Forms:
    return Forms(
        lambda: batch.tree_sizes(batch.starts(3), 5), lambda: batch.tree_sizes(batch.starts(3), 30)
    )


def _perft() -> Forms:
    return Forms(lambda: ob.perft(_START, 7), lambda: ob.perft(_START, 20))


def _search(name: str) -> Callable[[], Forms]:
    def make() -> Forms:
        search = getattr(textbook, name)
        return Forms(lambda: search(_START, "r4", depth=3), lambda: search(_START, "r4", depth=40))

    return make


def _deepening() -> Forms:
    return Forms(
        lambda: textbook.deepening(_START, "r4", seconds=0.1),
        lambda: textbook.deepening(_START, "r4", seconds=1e6),
    )


def _own_evaluation() -> Forms:
    mine = evaluation(lambda board: float(len(board.legal_moves)))
    return Forms(
        lambda: textbook.alpha_beta(_START, mine, depth=3),
        lambda: textbook.alpha_beta(_START, mine, depth=40),
    )


def _mcts() -> Forms:
    return Forms(
        lambda: textbook.mcts(_START, playouts=500), lambda: textbook.mcts(_START, seconds=1e6)
    )


def _perfect() -> Forms:
    return Forms(lambda: textbook.perfect(_SMALL), lambda: textbook.perfect(_START))


def _agent(description: str, endless: str) -> Callable[[], Forms]:
    def make() -> Forms:
        agent, slow = make_agent(description), make_agent(endless)
        return Forms(lambda: agent.choose(_START), lambda: slow.choose(_START))

    return make


def _game() -> Forms:
    a, b = make_agent("engine:depth=3"), make_agent("greedy")
    return _repeated(lambda: play_game(a, b))


def _review() -> Forms:
    engine = _engine()
    record = record_from_moves(["f5", "d6", "c3"], _START)
    return Forms(
        lambda: review(record, lambda board: engine.analyse(board, ob.Limit(depth=4))),
        lambda: review(record, engine.solve),
    )


def _match(concurrency: int) -> Callable[[], Forms]:
    def make() -> Forms:
        openings = random_openings(2, size=4, seed=1)

        def play(pairs: int) -> None:
            match = Match("engine:depth=2", "greedy", openings, pairs=pairs)
            _taken(play_match(match, concurrency))

        return Forms(lambda: play(1), lambda: play(1_000_000))

    return make


def _bulk(agent: str | Any, solved: int = 0) -> Callable[[], Forms]:
    def make() -> Forms:
        openings = random_openings(4, seed=1)

        def play(games: int, size_of_end: int) -> None:
            a = agent() if callable(agent) else agent
            play_bulk(a, "greedy", games, openings=openings, solved=size_of_end)

        return Forms(lambda: play(4, 0), lambda: play(1_000_000, solved))

    return make


def _python_agent() -> object:
    return SearchAgent(evaluation(lambda board: float(len(board.legal_moves))), depth=1)


def _failing_agent() -> object:
    return SearchAgent(evaluation(lambda _: float("no number")), depth=1)


def _training() -> Forms:
    def play(settings: SelfPlaySettings, games: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            data = GameData.create(folder, 6)
            _taken(generate(data, settings=settings, games=games))

    return Forms(
        lambda: play(SelfPlaySettings(solve=8), 4),
        # From the start position on: the first search takes hours.
        lambda: play(SelfPlaySettings(solve=32, random_least=0, random_most=0), 4),
    )


def _probcut() -> Forms:
    learned = ob.Engine(hash_mb=1).evaluation(8, "normal")
    assert learned is not None
    return Forms(
        lambda: measure(batch.starts(2), learned, depths=3, exact_empties=0, threads=2),
        lambda: measure(batch.starts(2), learned, depths=40, exact_empties=0, threads=2),
    )


CALLS: dict[str, Callable[[], Forms]] = {
    "Engine.analyse": _analyse,
    "Engine.analyse, 2 threads": lambda: _analyse(2),
    "Engine.stream": _stream,
    "Engine.analyse, a stream open": _open_stream,
    "Engine.solve": _solve,
    "Engine.play": _play,
    "Engine.evaluate": _evaluate,
    "Engine.clear, close": _clear_and_close,
    "batch.legal_moves": _batch("legal_moves"),
    "batch.margins": _batch("margins"),
    "batch.canonical": _batch("canonical"),
    "batch.planes": _batch("planes"),
    "batch.move_masks": _batch("move_masks"),
    "batch.random_moves": _batch("random_moves"),
    "batch.play": _batch("play"),
    "batch.successors": _batch("successors"),
    "batch.random_playouts": _batch("random_playouts"),
    "batch.exact_margins": _exact_margins,
    "batch.tree_sizes": _tree_sizes,
    "perft": _perft,
    "evaluate, explain": lambda: _repeated(
        lambda: (ob.evaluate(_START, "r2"), ob.explain(_START, "r2"))
    ),
    **{
        f"textbook.{name}": _search(name)
        for name in ("minimax", "alpha_beta", "negamax", "maximax")
    },
    "textbook.alpha_beta, Python evaluation": _own_evaluation,
    "textbook.deepening": _deepening,
    "textbook.mcts": _mcts,
    "textbook.perfect": _perfect,
    "agent engine": _agent("engine:depth=4", "engine:seconds=1e6"),
    "agent mcts": _agent("mcts:playouts=500", "mcts:seconds=1e6"),
    "agent r4": _agent("r4:depth=3", "r4:depth=40"),
    "play_game": _game,
    "review": _review,
    "play_match": _match(1),
    "play_match, processes": _match(2),
    "play_bulk": _bulk("greedy"),
    "play_bulk, engine": _bulk("engine:depth=2"),
    "play_bulk, Python evaluation": _bulk(_python_agent),
    "play_bulk, failing evaluation": _bulk(_failing_agent),
    "play_bulk, solved": _bulk("greedy", solved=20),
    "training.generate": _training,
    "training.probcut.measure": _probcut,
}
