"""What the engine finds: exact margins against slow code, lines, bounds, limits, passes."""

import time
from statistics import fmean
from typing import Any

import endgames
import pytest
from boards import PASS_DUE
from hypothesis import example, given, settings, strategies as st

import obversi as ob
from obversi import Analysis, Board, Engine, Limit, _core, engine as engine_module
from obversi.analysis import Bound
from obversi.arena import random_openings
from obversi.engine import Top
from obversi.machine import core_count
from obversi.rules import RULES, Rules
from obversi.weights import evaluation

KINDS = [(size, rules) for size in ob.SIZES for rules in RULES]


@pytest.fixture(scope="module")
def engine() -> Engine:
    """One engine for all, so that what one search leaves behind meets the next."""
    return Engine(hash_mb=4)


some_endgames = st.builds(
    endgames.endgame,
    size=st.sampled_from(ob.SIZES),
    rules=st.sampled_from(RULES),
    seed=st.integers(0, 10_000),
)


def check_lines(board: Board, analysis: Analysis) -> None:
    """Every line can be played, the best is first, and a line to the end has its margin."""
    best = analysis.lines[0]
    assert (analysis.move, analysis.margin, analysis.bound) == (best.move, best.margin, best.bound)
    assert analysis.pv == best.pv
    margins = [line.margin for line in analysis.lines]
    assert margins == sorted(margins, reverse=True)
    assert len({line.move for line in analysis.lines}) == len(analysis.lines)
    for line in analysis.lines:
        assert line.pv[0] is line.move
        after = board.copy(stack=False)
        for move in line.pv:
            after.push(move)
        if after.is_over and line.exact and line.bound == "exact":
            assert after.margin(board.turn) == line.margin


# Exact margins


@pytest.mark.parametrize(("rules", "margin"), [("normal", -10), ("reversed", 4)])
def test_the_whole_game_on_4x4(engine: Engine, rules: Rules, margin: int) -> None:
    analysis = engine.solve(Board(4, rules))
    assert (analysis.margin, analysis.bound, analysis.exact) == (margin, "exact", True)
    assert analysis.selectivity == 100
    assert analysis.nodes > 0
    assert analysis.seconds > 0
    check_lines(Board(4, rules), analysis)


@settings(max_examples=40)
@given(board=some_endgames)
def test_only_given_moves_are_considered(engine: Engine, board: Board) -> None:
    margins = endgames.margins(board)
    for chosen in (board.legal_moves[:1], board.legal_moves[1:3]):
        if not chosen:
            continue
        analysis = engine.solve(board, top="all", moves=chosen)
        assert {line.move: line.margin for line in analysis.lines} == {
            move: margins[str(move)] for move in chosen
        }
        assert engine.analyse(board, Limit(depth=2), moves=chosen).move in chosen


@settings(max_examples=40)
@given(board=some_endgames)
def test_every_move_has_its_margin(engine: Engine, board: Board) -> None:
    before = board.copy()
    analysis = engine.solve(board, top="all")
    assert {str(line.move): line.margin for line in analysis.lines} == endgames.margins(board)
    assert analysis.exact
    assert all(line.exact and line.bound == "exact" for line in analysis.lines)
    check_lines(board, analysis)
    assert board == before


@settings(max_examples=40)
@given(board=some_endgames)
def test_the_best_move_alone(engine: Engine, board: Board) -> None:
    margins = endgames.margins(board)
    for analysis in (engine.solve(board), engine.analyse(board, Limit(depth=20))):
        assert analysis.exact
        assert analysis.margin == max(margins.values()) == margins[analysis.move]
        assert len(analysis.lines) == 1
        check_lines(board, analysis)
    assert margins[engine.play(board, Limit(depth=20))] == max(margins.values())


@settings(max_examples=40)
@given(
    board=some_endgames,
    window=st.tuples(st.integers(-70, 70), st.integers(-70, 70)).filter(lambda w: w[0] < w[1]),
)
def test_a_window_shows_on_which_side_the_margin_is(
    engine: Engine, board: Board, window: tuple[int, int]
) -> None:
    most = board.size**2
    lower, upper = max(window[0], -most), min(window[1], most)
    if lower >= upper:
        with pytest.raises(ob.ObversiError, match="is no window"):
            engine.solve(board, window=window)
        return
    margins = endgames.margins(board)
    value = max(margins.values())
    analysis = engine.solve(board, window=window)
    assert analysis.exact
    expected: Bound = "exact"
    if value >= upper and upper < most:
        expected = "at_least"
        assert upper <= analysis.margin <= value
        assert margins[analysis.move] >= upper
    elif value <= lower and lower > -most:
        expected = "at_most"
        assert value <= analysis.margin <= lower
    else:
        assert analysis.margin == value == margins[analysis.move]
    assert analysis.bound == expected


@settings(max_examples=40)
@given(board=some_endgames)
def test_who_wins(engine: Engine, board: Board) -> None:
    value = max(endgames.margins(board).values())
    analysis = engine.solve(board, wld=True)
    assert (analysis.margin > 0) - (analysis.margin < 0) == (value > 0) - (value < 0)
    assert analysis.bound == ("at_least" if value > 0 else "at_most" if value < 0 else "exact")
    again = engine.solve(board, window=(-1, 1))
    assert (again.margin > 0, again.bound) == (analysis.margin > 0, analysis.bound)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_a_win_by_everything_is_exact(engine: Engine, size: int, rules: Rules) -> None:
    """After the only move there is one colour left, and the window has no room beyond that."""
    board = Board.parse("XO-" + (size * size - 3) * "-" + " X", rules)
    analysis = engine.solve(board)
    most = size * size if rules == "normal" else -size * size
    assert (analysis.margin, analysis.bound, analysis.exact) == (most, "exact", True)


def test_two_threads_find_the_same() -> None:
    if core_count() < 2:
        pytest.skip("there is one core only")
    with Engine(threads=2, hash_mb=4) as engine:
        for size, rules in KINDS:
            board = endgames.endgame(size, rules, seed=5)
            assert engine.solve(board, top="all").margin == max(endgames.margins(board).values())


# Passes and ends


@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_a_due_pass_is_the_move(engine: Engine, size: int, rules: Rules) -> None:
    board = Board.parse(PASS_DUE[size], rules)
    after = board.copy()
    after.push("pass")
    tops: list[Top] = [1, "all"]
    for top in tops:
        analysis = engine.solve(board, top=top)
        assert analysis.move is ob.PASS
        assert analysis.pv[0] is ob.PASS
        assert (
            analysis.margin == -engine.solve(after).margin == max(endgames.margins(board).values())
        )
        assert [line.move for line in analysis.lines] == ["pass"]
    assert engine.analyse(board, Limit(depth=1)).move is ob.PASS
    assert engine.play(board) is ob.PASS
    assert -(size**2) <= engine.evaluate(board) <= size**2


@pytest.mark.parametrize("rules", RULES)
def test_a_finished_game_has_no_move(engine: Engine, rules: Rules) -> None:
    for text in (64 * "-" + "X", 35 * "X" + "O" + "X", "XXXX" + 12 * "-" + "O"):
        board = Board.parse(text, rules)
        for search in (engine.solve, engine.analyse, engine.play, engine.stream):
            with pytest.raises(ob.ObversiError, match="the game is over"):
                search(board)
        assert engine.evaluate(board) == board.margin()


def test_the_only_move_needs_no_search(engine: Engine) -> None:
    board = Board.parse("OX-" + 61 * "-" + " O")
    assert engine.play(board, Limit(seconds=3600)) == "c1"


# Analyses


@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_depth(engine: Engine, size: int, rules: Rules) -> None:
    board = Board(size, rules)
    for depth in (1, 2, 5):
        analysis = engine.analyse(board, Limit(depth=depth))
        assert analysis.depth == depth
        assert not analysis.exact
        assert abs(analysis.margin) <= size**2
        check_lines(board, analysis)


@pytest.mark.parametrize(("size", "rules"), KINDS)
@pytest.mark.parametrize("top", [1, 2, 3, 99, "all"])
def test_as_many_lines_as_wanted(engine: Engine, size: int, rules: Rules, top: Top) -> None:
    board = endgames.endgame(size, rules, seed=1, empties=9)
    analysis = engine.analyse(board, Limit(depth=4), top)
    moves = len(board.legal_moves)
    assert len(analysis.lines) == (moves if top == "all" else min(top, moves))
    check_lines(board, analysis)


def test_other_limits_end_a_search_with_a_move(engine: Engine) -> None:
    for board in (Board(), Board(6, "reversed"), Board(4)):
        limits = [
            Limit(nodes=1),
            Limit(nodes=2000),
            Limit(seconds=1e-9),
            Limit(seconds=0.02),
            Limit(clock=0.01),
            Limit(clock=1, increment=0.1, depth=6),
            Limit(depth=10**30, nodes=10**30, seconds=0.01),
            Limit(seconds=1e300, depth=2),
        ]
        for limit in limits:
            engine.clear()
            analysis = engine.analyse(board, limit)
            assert analysis.depth >= 1
            check_lines(board, analysis)
            assert engine.play(board, limit) in board.legal_moves
    assert engine.analyse(Board(), Limit(nodes=2000)).nodes < 200_000


def test_loading_the_weights_takes_no_time_from_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []

    class Recorder:
        def __init__(self, core: _core.Engine) -> None:
            self.core = core

        def start(self, **task: Any) -> None:
            seconds.append(task["seconds"])
            self.core.start(**task)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.core, name)

    def slow_evaluation(size: int, rules: Rules) -> _core.Evaluation | None:
        time.sleep(0.05)
        return evaluation(size, rules)

    monkeypatch.setattr(engine_module, "evaluation", slow_evaluation)
    with Engine() as engine:
        monkeypatch.setattr(engine, "_core", Recorder(engine._core))  # type: ignore[arg-type]
        engine.analyse(Board(), Limit(seconds=0.02))
    assert seconds == [0.02]


def test_without_a_limit_there_is_one(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "_DEFAULT_LIMIT", Limit(depth=3))
    assert engine.analyse(Board()).depth == 3
    assert engine.analyse(Board(), Limit()).depth == 3
    assert engine.play(Board()) in Board().legal_moves


def test_odd_and_even_depths_agree_on_average() -> None:
    boards = random_openings(40, plies=20, seed=1).boards
    with Engine() as engine:
        odd, even = (
            fmean(engine.analyse(board, Limit(depth=depth)).margin for board in boards)
            for depth in (7, 8)
        )
    assert abs(odd - even) < 1  # 2.5 discs without the bonus at the horizon


def test_one_thread_and_a_depth_are_deterministic() -> None:
    for size, rules in KINDS:
        with Engine(hash_mb=4) as first, Engine(hash_mb=4) as second:
            found = [
                engine.analyse(Board(size, rules), Limit(depth=6)) for engine in (first, second)
            ]
            first.clear()
            found.append(first.analyse(Board(size, rules), Limit(depth=6)))
        assert len({analysis.nodes for analysis in found}) == 1
        assert found[0].pv == found[1].pv == found[2].pv


@settings(max_examples=50)
@given(board=st.from_type(Board), symmetry=st.integers(0, 7))
@example(board=Board.parse("-XO--XXX-XOX---O O"), symmetry=3)  # by its weights, won by 16.3 of 16
def test_an_evaluation_is_the_same_for_mirrored_boards(
    engine: Engine, board: Board, symmetry: int
) -> None:
    value = engine.evaluate(board)
    assert type(value) is float
    assert -(board.size**2) <= value <= board.size**2
    assert engine.evaluate(board.transform(symmetry)) == pytest.approx(value, abs=0.01)


# Steps on the way


@pytest.mark.parametrize(("size", "rules"), KINDS)
def test_a_stream_goes_deeper(engine: Engine, size: int, rules: Rules) -> None:
    engine.clear()
    board = Board(size, rules)
    steps = list(engine.stream(board, Limit(depth=6), top=2))
    assert len(steps) > 1
    reached = [(step.depth, step.selectivity, step.nodes) for step in steps]
    assert [depth for depth, _, _ in reached] == sorted(depth for depth, _, _ in reached)
    assert len(set(reached)) == len(reached)
    assert steps[-1].depth == 6
    for step in steps:
        check_lines(board, step)
    engine.clear()
    assert engine.analyse(board, Limit(depth=6), top=2).lines == steps[-1].lines


# What cannot be asked for


@pytest.mark.parametrize("top", [0, -1, 1.5, "some", None])
def test_numbers_of_lines_rejected(engine: Engine, top: Top) -> None:
    for search in (engine.analyse, engine.stream):
        with pytest.raises(ob.ObversiError, match="the number of best moves cannot be"):
            search(Board(), Limit(depth=1), top)
    with pytest.raises(ob.ObversiError, match="the number of best moves cannot be"):
        engine.solve(Board(4), top=top)


def test_moves_rejected(engine: Engine) -> None:
    with pytest.raises(ob.ObversiError, match="'a1' cannot be played"):
        engine.analyse(Board(), Limit(depth=1), moves=["d3", "a1"])
    with pytest.raises(ob.ObversiError, match="there is no move to consider"):
        engine.solve(Board(4), moves=[])
    with pytest.raises(ob.ObversiError, match="3 are no moves to consider"):
        engine.analyse(Board(), moves=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("window", [(1, 1), (3, -3), (1,), (1, 2, 3), (0.5, 2), "ab", 7, (64, 70)])
def test_windows_rejected(engine: Engine, window: tuple[int, int]) -> None:
    with pytest.raises(ob.ObversiError, match="is no window"):
        engine.solve(Board(), window=window)


def test_two_windows_are_rejected(engine: Engine) -> None:
    with pytest.raises(ob.ObversiError, match="wld=True is a window itself"):
        engine.solve(Board(4), window=(0, 4), wld=True)


def test_what_is_no_board_or_limit_is_rejected(engine: Engine) -> None:
    board: Any = "f5"
    for search in (engine.analyse, engine.solve, engine.play, engine.evaluate, engine.stream):
        with pytest.raises(ob.ObversiError, match="'f5' is no board"):
            search(board)
    for limit in (1, 0.5, "1 s"):
        with pytest.raises(ob.ObversiError, match=f"{limit!r} is no limit"):
            engine.analyse(Board(), limit)  # type: ignore[arg-type]
