import re

import pytest
from rich.console import Console
from rich.text import Text

import obversi as ob
from obversi.cli.charts import balance_bar, black_share, margin_graph, score_line
from obversi.cli.drawing import SCALES, Marks, Scale, draw_large, draw_plain, draw_small, palette_of
from obversi.cli.terminal import Terminal
from obversi.move import Move

SYSTEMS = ["truecolor", "256", "standard", "windows"]


def symbols(drawing: Text) -> list[str]:
    return drawing.plain.split("\n")


def board_after(*moves: str, size: int = 4) -> ob.Board:
    board = ob.Board(size)
    for move in moves:
        board.push(move)
    return board


# Small


@pytest.mark.parametrize("system", SYSTEMS)
def test_discs_moves_and_marks_on_felt(system: str) -> None:
    board = board_after("b1")
    palette = palette_of(system)
    assert symbols(draw_small(board, True, palette, Marks.of(board, Move("b1")))) == [
        "   a  b  c  d ",
        "1  × [●] ×    ",
        "2    (●) ●    ",
        "3  ×  ●  ◉    ",
        "4             ",
    ]
    letters = symbols(draw_small(board, False, palette))
    assert letters[1:4] == ["1  +  X  +    ", "2     X  X    ", "3  +  X  O    "]


def test_values_on_small_squares() -> None:
    board = board_after("b1")
    marks = Marks.of(board, Move("b1"), {Move("a1"): 10, Move("c1"): -12})
    drawing = draw_small(board, True, palette_of("256"), marks)
    assert symbols(drawing)[1] == "1 +10[●]-12   "
    best = drawing.plain.index("+10")
    assert any("underline" in str(span.style) for span in drawing.spans if span.start == best)


def test_discs_have_their_colours() -> None:
    drawing = draw_small(ob.Board(4), True, palette_of("256"))
    for disc, color in (("●", "bold color(16)"), ("◉", "bold color(231)")):
        places = [place for place, letter in enumerate(drawing.plain) if letter == disc]
        assert len(places) == 2
        for place in places:
            spans = [span for span in drawing.spans if (span.start, span.end) == (place, place + 1)]
            assert [str(span.style) for span in spans] == [color]


# Plain


def test_plain_drawing_is_the_board_s_own_but_for_the_mark() -> None:
    board = ob.Board()
    assert draw_plain(board, True) == board.unicode()
    assert draw_plain(board, False) == str(board)
    board.push("f5")
    marked = draw_plain(board, False, Marks.of(board, Move("f5")))
    assert marked.replace("[X]", " X ") == str(board)
    assert draw_plain(board, False, Marks.of(board, ob.PASS)) == str(board)


def test_plain_drawing_with_values() -> None:
    board = board_after("b1")
    marks = Marks.of(board, Move("b1"), {Move("a1"): 10, Move("c1"): -12})
    assert draw_plain(board, False, marks).split("\n") == [
        "    a    b    c    d",
        "1 [+10]  X   -12   -",
        "2   -    X    X    -",
        "3   +    X    O    -",
        "4   -    -    -    -",
        board.status(),
    ]


# Large


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_a_large_board_has_the_size_that_it_says(scale: Scale, size: int) -> None:
    lines = symbols(draw_large(ob.Board(size), palette_of("truecolor"), scale))
    assert len(lines) == scale.height(size)
    assert {len(line) for line in lines} == {scale.width(size)}


def colors_at(drawing: Text, row: int, column: int) -> tuple[str, str]:
    """The colours of a letter: above and below its middle."""
    width = len(drawing.plain.split("\n")[0]) + 1
    style = drawing.get_style_at_offset(Console(), row * width + column)
    assert style.bgcolor is not None
    below = style.bgcolor.name
    letter = drawing.plain[row * width + column]
    return (style.color.name if letter == "▀" and style.color is not None else below, below)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_lies_in_the_middle_of_large_cells(system: str) -> None:
    """On the smallest of them a dot is one pixel: the lower one of the cell's upper line."""
    scale, palette, board = SCALES[-1], palette_of(system), board_after("b1")
    drawing = draw_large(board, palette, scale, Marks.of(board, Move("b1")))

    def middle(square: str) -> str:
        move = Move(square)
        row = 1 + move.row * scale.rows
        return colors_at(drawing, row, 2 + move.column * scale.columns + scale.columns // 2)[1]

    assert middle("b1") == palette.last_on_black
    assert middle("b2") == palette.turned
    assert middle("c3") == palette.white
    assert middle("b3") == palette.black
    assert middle("a1") == palette.legal
    assert middle("d4") == palette.felt[0]
    assert middle("d3") == palette.felt[1]


def test_the_last_move_is_seen_on_a_white_disc_too() -> None:
    scale, palette, board = SCALES[-1], palette_of("256"), board_after("b1", "a1")
    drawing = draw_large(board, palette, scale, Marks.of(board, Move("a1")))
    assert colors_at(drawing, 1, 2 + scale.columns // 2)[1] == palette.last_on_white


def test_values_on_large_squares() -> None:
    board = board_after("b1")
    marks = Marks.of(board, Move("b1"), {Move("a1"): 10, Move("c1"): -12})
    for scale in SCALES:
        text = draw_large(board, palette_of("truecolor"), scale, marks).plain
        assert "[+10]" in text
        assert "-12" in text
        assert "[-12]" not in text


def test_edges_of_discs_are_mixed_where_any_colour_can_be_shown() -> None:
    colors = {
        system: {
            str(span.style) for span in draw_large(ob.Board(4), palette_of(system), SCALES[0]).spans
        }
        for system in ("truecolor", "256")
    }
    assert len(colors["truecolor"]) > 2 * len(colors["256"])


# Windows


def picture(width: int, height: int, size: int, unicode: bool = True) -> list[str]:
    console = Console(force_terminal=True, color_system="256", width=width, height=height)
    terminal = Terminal(console, unicode)
    return terminal.picture(ob.Board(size), Marks(), palette_of("256")).plain.split("\n")


def test_a_board_is_as_large_as_the_window_allows() -> None:
    for size in ob.SIZES:
        heights = [len(picture(80, height, size)) for height in range(10, 60, 3)]
        assert heights == sorted(heights)
        assert len(set(heights)) == 1 + len(SCALES)
        for height, lines in zip(range(10, 60, 3), heights, strict=True):
            assert lines < height or lines == size + 1
    assert len(picture(80, 24, 8)) == 17
    assert len(picture(30, 60, 8)) == 9
    assert max(len(line) for line in picture(30, 60, 8)) <= 30
    assert len(picture(80, 60, 8, unicode=False)) == 9


# Beside the board


def test_the_score_line() -> None:
    line = score_line(board_after("b1"), palette_of("256")).plain
    assert re.findall(r"black 4|white 1|11 empty", line) == ["black 4", "white 1", "11 empty"]


def test_the_bar_leans_to_who_is_ahead() -> None:
    shares = [black_share(margin) for margin in (-64, -8, 0, 8, 64)]
    assert shares == sorted(shares)
    assert shares[2] == 0.5
    assert shares[1] + shares[3] == pytest.approx(1)
    for unicode, full in ((True, "█"), (False, "#")):
        lengths = [balance_bar(margin, None, unicode).plain.count(full) for margin in (-9, 0, 9)]
        assert lengths[0] < lengths[1] == 16 < lengths[2]
    lean = balance_bar(64, palette_of("256"), True)
    assert len(lean.plain) == len(balance_bar(-64, palette_of("256"), True).plain)


def test_the_graph_of_margins() -> None:
    graph = margin_graph([0, 8, -4, -8, 1, 0], {2: "m"}, False, 80).plain.split("\n")
    assert graph == [
        "  +8  #",
        "      #",
        "      #",
        "      #  #",
        "   0 --m---",
        "       ##",
        "       ##",
        "        #",
        "  -8    #",
        "",
    ]
    finer = margin_graph([4, 3, -3], {}, True, 80).plain
    assert "▄" not in finer.split("\n")[1]
    assert (finer.count("█"), finer.count("▄"), finer.count("▀")) == (10, 0, 0)
    halves = margin_graph([8, 3, -3], {}, True, 80).plain
    assert (halves.count("▄"), halves.count("▀")) == (1, 1)


def test_a_graph_fits_into_a_narrow_window_with_all_its_marks() -> None:
    marks = dict.fromkeys((7, 8, 9, 31, 60), "B")
    for width in (20, 30, 66, 80):
        graph = margin_graph([ply % 7 - 3 for ply in range(61)], marks, True, width).plain
        lines = graph.split("\n")
        assert max(map(len, lines[:-1])) <= width
        assert lines[4].count("B") == 5
