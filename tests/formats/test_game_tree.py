"""Games with variations, comments and drawings: in SGF and GGF, there and back."""

import random

import pytest

import obversi as ob
from obversi.formats import ggf_tree, sgf_tree
from obversi.formats.game_tree import (
    MAX_COMMENT,
    MAX_NODES,
    SHAPES,
    Arrow,
    GameTree,
    Mark,
    Notes,
    TreeBuilder,
)
from obversi.formats.record import GameRecord
from obversi.rules import Rules

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>\n"
    "]) \\] (;GM[2]SZ[8] (;GM[Othello] ; :[a1] \\\\ ;)"
)


def random_tree(seed: int, size: int, rules: Rules, comment: str = "") -> GameTree:
    """Return a tree with variations, in which about every third node has notes."""
    chance = random.Random(seed)
    start = ob.Board(size, rules)
    builder = TreeBuilder(start)
    boards = {0: start}
    for _ in range(60):
        parent = chance.choice(list(boards)[-8:])
        board = boards[parent].copy()
        if board.is_over:
            continue
        move = chance.choice(list(board.legal_moves))
        board.push(move)
        boards[builder.child(parent, move)] = board
    squares = [f"{column}{row}" for column in "abcdefgh"[:size] for row in range(1, size + 1)]
    for number in boards:
        if chance.random() < 0.7:
            continue
        marked, (start_at, end_at) = chance.sample(squares, 3), chance.sample(squares, 2)
        shapes = [chance.choice(SHAPES) for _ in marked]
        marks = [
            Mark(square, shape, text="B2" if shape == "label" else "")
            for square, shape in zip(marked, shapes, strict=True)
        ]
        notes = Notes(comment or f"note {number}\n\nend", f"name {number}", tuple(marks))
        builder.note(number, Notes(*_fields(notes), arrows=(Arrow(start_at, end_at),)))
    return builder.tree(GameRecord(start, black="one", white="two"))


def _fields(notes: Notes) -> tuple[str, str, tuple[Mark, ...]]:
    return notes.comment, notes.name, notes.marks


def content(tree: GameTree) -> dict[tuple[str, ...], Notes]:
    """Return the notes by the moves that lead to them, with marks in one order."""
    paths: list[tuple[str, ...]] = [()]
    for node in tree.nodes[1:]:
        assert node.parent is not None
        paths.append((*paths[node.parent], str(node.move)))
    return {
        path: Notes(
            node.notes.comment.strip(),
            node.notes.name,
            tuple(sorted(node.notes.marks, key=str)),
            tuple(sorted(node.notes.arrows, key=str)),
        )
        for path, node in zip(paths, tree.nodes, strict=True)
    }


def lines_of(tree: GameTree) -> list[str]:
    return ["".join(tree.moves(line)) for line in tree.lines()]


@pytest.mark.parametrize("seed", range(6))
def test_trees_come_back(seed: int) -> None:
    size = ob.SIZES[seed % 3]
    tree = random_tree(seed, size, "reversed" if seed % 2 else "normal")
    for form in (sgf_tree, ggf_tree):
        text, lost = form.dump_tree(tree, "a title")
        assert lost == []
        read = form.parse_tree(text)
        assert read is not None
        assert read[1] == []
        assert content(read[0]) == content(tree)
        assert lines_of(read[0]) == lines_of(tree)
        assert read[0].record.start == tree.record.start
        assert (read[0].record.black, read[0].record.white) == ("one", "two")


def test_hostile_texts_come_back_in_sgf() -> None:
    tree = random_tree(1, 8, "normal", HOSTILE)
    text, lost = sgf_tree.dump_tree(tree)
    assert lost == []
    assert content(sgf_tree.parse_tree(text)[0]) == content(tree)


def test_ggf_says_which_letters_it_cannot_have() -> None:
    tree = random_tree(1, 8, "normal", HOSTILE)
    text, lost = ggf_tree.dump_tree(tree)
    assert any("became" in each for each in lost)
    read = ggf_tree.parse_tree(text)
    assert read is not None
    assert lines_of(read[0]) == lines_of(tree)
    assert all("alert" in each.comment for each in content(read[0]).values() if each.comment)


def test_colours_are_reported_as_lost() -> None:
    builder = TreeBuilder(ob.Board())
    builder.note(0, Notes(marks=(Mark("d3", color="red"),)))
    tree = builder.tree(GameRecord(ob.Board()))
    for form in (sgf_tree, ggf_tree):
        assert form.dump_tree(tree)[1] == ["not kept: the colours of marks and arrows"]


def test_what_cannot_be_kept_of_a_file_is_reported() -> None:
    text = (
        f"(;GM[2]C[{'x' * (MAX_COMMENT + 1)}];C[before the move]B[f5]V[1](;W[d6]LB[d3:long]AR[a1])"
        "(;W[a1];B[c3])(;W[f6]AB[a1]MA[a1:b2][z9]))"
    )
    tree, lost = sgf_tree.parse_tree(text)
    assert [each.removeprefix("not kept: ") for each in lost] == [
        f"the end of a comment of more than {MAX_COMMENT} characters",
        "the property V",
        "the end of a label of more than 3 characters",
        "an arrow that is not from a square to another",
        "a variation: 'a1' cannot be played: white would flip no disc there",
        "discs set up after the first move",
        "a mark that is not on a square",
    ]
    assert lines_of(tree) == ["f5d6", "f5f6"]
    assert tree.nodes[1].notes.comment == "before the move"
    assert {mark.square for mark in tree.nodes[3].notes.marks} == {"a1", "a2", "b1", "b2"}


def test_passes_are_added() -> None:
    board = ob.Board(4)
    for move in ("a2", "a3", "c4", "a1"):
        board.push(move)
    assert board.must_pass
    tree, _ = sgf_tree.parse_tree("(;GM[2]SZ[4];B[a2];W[a3];B[c4];W[a1])")
    assert lines_of(tree) == ["a2a3c4a1pass"]


def test_games_that_are_no_variations_are_no_tree() -> None:
    game = "(;GM[Othello]PC[]PB[]PW[]TY[8]RE[?]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]"
    assert ggf_tree.parse_tree(f"{game}B[f5];){game}B[d3];)") is None
    joined = ggf_tree.parse_tree(f"{game}VA[1/2]B[f5]C[one];){game}VA[2/2]B[d3];)")
    assert joined is not None
    assert lines_of(joined[0]) == ["f5", "d3"]


def test_a_tree_has_a_limit() -> None:
    text = "(;GM[2]" + every_line(ob.Board(), 5) + ")"
    tree, lost = sgf_tree.parse_tree(text)
    assert len(tree.nodes) == MAX_NODES
    assert lost[0].startswith(f"not kept: a variation: there are more than {MAX_NODES} positions")


def every_line(board: ob.Board, plies: int) -> str:
    if plies == 0:
        return ""
    parts = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        color = "B" if board.turn == ob.BLACK else "W"
        parts.append(f"(;{color}[{move}]{every_line(after, plies - 1)})")
    return "".join(parts)
