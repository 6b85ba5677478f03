"""Pictures of search trees: what is visible at each step, where it is, and the SVG of it."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

import obversi as ob
from obversi import Board
from obversi.textbook.tracing.depth_first import trace_search
from obversi.textbook.tracing.monte_carlo import trace_mcts
from obversi.textbook.tracing.picture import draw_tree
from obversi.textbook.tracing.report import tree_svg
from obversi.textbook.tracing.trace import Trace

SVG = "{http://www.w3.org/2000/svg}"


def traces() -> list[Trace]:
    board = Board(6, "reversed")
    for move in ("c2", "b2", "b3"):
        board.push(move)
    return [
        trace_search(board, "minimax", "r2", 2),
        trace_search(board, "alpha-beta", "r2", 3),
        trace_search(board, "maximax", "r2", 3),
        trace_mcts(board, 60, seed=3),
    ]


every_trace = pytest.mark.parametrize("trace", traces(), ids=lambda trace: trace.search)


@every_trace
def test_a_step_shows_the_nodes_that_are_known_then(trace: Trace) -> None:
    picture = draw_tree(trace)
    for step in range(0, len(trace.steps), 7):
        visible = [shape for shape in picture.shapes if shape.is_visible(step)]
        states = trace.states_at(step)
        texts = {
            style: sorted(shape.text for shape in visible if shape.style == f"tree-{style}")
            for style in ("name", "value", "window")
        }
        assert texts["name"] == sorted(trace.nodes[index].name for index in states)
        for style in ("value", "window"):
            known = (getattr(state, style) for state in states.values())
            assert texts[style] == sorted(text for text in known if text)
        boxes = [shape for shape in visible if shape.style in ("tree-box", "tree-box-open")]
        assert len(boxes) == len(states)
        assert sum(shape.style == "tree-edge" for shape in visible) == len(states) - 1
        cuts = [each.cut for each in trace.steps[: step + 1] if each.cut]
        assert sum(shape.style == "tree-cut" for shape in visible) == len(cuts)
        frames = [shape for shape in visible if shape.style == "tree-box-here"]
        x, y = picture.centres[trace.steps[step].node]
        for frame in frames:
            assert float(frame.attributes["x"]) < x
            assert float(frame.attributes["y"]) + 10 == pytest.approx(y, abs=0.06)
        assert len(frames) == (step < len(trace.steps) - 1)


@every_trace
def test_boxes_are_inside_and_do_not_overlap(trace: Trace) -> None:
    picture = draw_tree(trace)
    places = {
        tuple(float(shape.attributes[name]) for name in ("x", "y", "width", "height"))
        for shape in picture.shapes
        if shape.style == "tree-box"
    }
    assert len(places) == len(trace.nodes) == len(picture.centres)
    for x, y, width, height in places:
        assert 0 <= x < x + width <= picture.width
        assert 0 <= y < y + height <= picture.height
    for one, other in combinations(places, 2):
        is_beside = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
        is_above = one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]
        assert is_beside or is_above


@every_trace
def test_the_last_picture_has_the_principal_variation(trace: Trace) -> None:
    last = len(trace.steps) - 1
    picture = draw_tree(trace)
    line = [shape for shape in picture.shapes if shape.style == "tree-edge-line"]
    assert not any(shape.is_visible(last - 1) for shape in line)
    states = trace.states_at(last)
    index, plies = 0, 0
    while (best := states[index].best) is not None:
        index, plies = best, plies + 1
    assert len(line) == plies
    assert trace.nodes[states[0].best or 0].move == trace.move


@every_trace
@pytest.mark.parametrize("part", [0, 0.5, 1])
def test_the_svg_of_a_step(trace: Trace, part: float) -> None:
    last = len(trace.steps) - 1
    step = int(part * last)
    root = ElementTree.fromstring(tree_svg(trace, step))
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    words = " ".join(texts)
    assert trace.title in words
    assert trace.steps[step].text in words
    assert ("Step " in words) == (step != last)
    names = [trace.nodes[index].name for index in trace.states_at(step)]
    assert all(texts.count(name) >= names.count(name) for name in names)
    # The position where the search is, in small.
    discs = root.findall(f"{SVG}svg/{SVG}circle[@r='20']")
    board = trace.nodes[trace.steps[step].node].board
    assert len(discs) == len(board.black) + len(board.white)


def test_the_whole_picture_is_that_of_the_last_step() -> None:
    trace = trace_search(Board(4), "alpha-beta", "r4", 2)
    assert tree_svg(trace) == tree_svg(trace, len(trace.steps) - 1)
    with pytest.raises(ob.ObversiError, match="there is no step"):
        tree_svg(trace, len(trace.steps))


def test_names_with_special_characters_are_escaped() -> None:
    def judge(board: Board) -> float:
        return len(board.legal_moves)

    judge.__name__ = "<b>&"
    root = ElementTree.fromstring(tree_svg(trace_search(Board(4), "minimax", judge, 1)))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "minimax, depth 1, evaluation <b>&"
