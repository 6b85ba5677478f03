"""A picture of a trace for a report: the tree, the position, the text and the counts of a step."""

from html import escape
from textwrap import wrap

from obversi.textbook.tracing.picture import FONT, LETTER, draw_tree
from obversi.textbook.tracing.trace import Trace, player_name

_EDGE = 10
_BOARD_SQUARE = 14
_LINE_HEIGHT = 18
_LEAST_WIDTH = 640


def tree_svg(trace: Trace, step: int | None = None) -> str:
    """Draw the tree of a trace for a report, complete or as it is after a step.

    Above it are the position where the search is, the text of the step and the counts.
    """
    shown = len(trace.steps) - 1 if step is None else trace.checked_step(step)
    picture = draw_tree(trace)
    here = trace.nodes[trace.steps[shown].node]
    last_move = None if here.move is None or here.move.is_pass else here.move
    board = here.board.svg(last_move=last_move, show_moves=False, square_size=_BOARD_SQUARE)
    side = (here.board.size + 1) * _BOARD_SQUARE
    width = max(picture.width, _LEAST_WIDTH)
    lines = _caption(trace, shown, int((width - side - 4 * _EDGE) / LETTER * 1.1))
    head = max(side, _LINE_HEIGHT * len(lines)) + 2 * _EDGE
    height = head + picture.height
    texts = [
        f'<text x="{side + 2 * _EDGE}" y="{_EDGE + _LINE_HEIGHT * (number + 0.7):g}" '
        f'font-family="{FONT}" font-size="12" font-weight="{"normal" if number else "bold"}" '
        f'fill="#1c2420">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]
    shapes = [shape.svg() for shape in picture.shapes if shape.is_visible(shown)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img">',
            f"<title>{escape(trace.title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
            board.replace("<svg ", f'<svg x="{_EDGE}" y="{_EDGE}" ', 1),
            *texts,
            f'<g transform="translate(0 {head:g})">',
            *shapes,
            "</g>",
            "</svg>",
        ]
    )


def _caption(trace: Trace, shown: int, letters: int) -> list[str]:
    board = trace.board
    title = f"{trace.title}, {board.size}×{board.size}, {board.rules} rules"
    texts = [trace.steps[shown].text]
    if shown < len(trace.steps) - 1:
        texts.append(f"Step {shown} of {len(trace.steps) - 1}: {_counts_text(trace, shown)}.")
    return [title, *(line for text in [*texts, _legend(trace)] for line in wrap(text, letters))]


def _counts_text(trace: Trace, shown: int) -> str:
    step = trace.steps[shown]
    if step.minimax_nodes is None:
        return f"{step.evaluations:,} playouts, {step.nodes:,} nodes in the tree"
    return (
        f"{step.nodes:,} nodes and {step.evaluations:,} evaluations so far; plain minimax has "
        f"{step.minimax_nodes:,} nodes at this point, and {trace.minimax.nodes:,} in all"
    )


def _legend(trace: Trace) -> str:
    mover = player_name(trace.board)
    return {
        "minimax": f"Discs: who is to move. Values are for {mover}.",
        "alpha-beta": f"Discs: who is to move. Values and windows are for {mover}.",
        "maximax": f"Discs: who is to move. Values are for {mover}. Below a box: what each player "
        "is sure of elsewhere.",
        "mcts": "In a box: the move, the share of its games that its player won, and their number.",
    }[trace.search]
