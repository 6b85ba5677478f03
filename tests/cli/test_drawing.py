import pytest
from rich.text import Text

import obversi as ob
from obversi.cli.drawing import draw_in_colors, draw_plain
from obversi.move import Move


def symbols(drawing: Text) -> list[str]:
    return drawing.plain.split("\n")


@pytest.mark.parametrize("system", ["truecolor", "256", "standard", "windows"])
def test_discs_moves_and_mark_on_felt(system: str) -> None:
    board = ob.Board(4)
    board.push("b1")
    assert symbols(draw_in_colors(board, True, system, Move("b1"))) == [
        "   a  b  c  d ",
        "1  × [●] ×    ",
        "2     ●  ●    ",
        "3  ×  ●  ◉    ",
        "4             ",
    ]
    letters = symbols(draw_in_colors(board, False, system))
    assert letters[1:4] == ["1  +  X  +    ", "2     X  X    ", "3  +  X  O    "]


def test_discs_have_their_colours() -> None:
    drawing = draw_in_colors(ob.Board(4), True, "256")
    for disc, color in (("●", "bold color(16)"), ("◉", "bold color(231)")):
        places = [place for place, letter in enumerate(drawing.plain) if letter == disc]
        assert len(places) == 2
        for place in places:
            spans = [span for span in drawing.spans if (span.start, span.end) == (place, place + 1)]
            assert [str(span.style) for span in spans] == [color]


def test_plain_drawing_is_the_board_s_own_but_for_the_mark() -> None:
    board = ob.Board()
    assert draw_plain(board, True) == board.unicode()
    assert draw_plain(board, False) == str(board)
    board.push("f5")
    marked = draw_plain(board, False, Move("f5"))
    assert marked.replace("[X]", " X ") == str(board)
    assert draw_plain(board, False, ob.PASS) == str(board)
