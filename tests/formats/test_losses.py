"""What is written is read again as it was, or rejected, or a warning names what is lost."""

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from any_games import any_games, any_trees
from hypothesis import given, settings

import obversi as ob
from obversi.formats import GameRecord, ggf_tree, read_path, sgf_tree, write_path
from obversi.formats.detect import FORMATS
from obversi.formats.game_tree import GameTree, TreeNode

WRITABLE = [name for name, info in FORMATS.items() if info.can_write]

IMPOSSIBLE = "is impossible"
REJECTIONS: Mapping[str, str] = {
    "transcript": f"{IMPOSSIBLE}|usual start|without moves|is not that of the last position",
    "board": f"{IMPOSSIBLE}|is not that of the last position",
    "ggf": IMPOSSIBLE,
    "obf": f"{IMPOSSIBLE}|OBF holds positions only|cannot be played",
    "wthor": (
        f"{IMPOSSIBLE}|only 8×8 games|has no result|in discs of black|theoretical discs"
        "|beyond Latin-1|does not fit in"
    ),
    "sgf": f"{IMPOSSIBLE}|no board without discs",
    "json": IMPOSSIBLE,
}


def rejection(write: Callable[[], object]) -> str:
    try:
        write()
    except ob.FormatError as error:
        return str(error)
    return ""


def differences(before: GameRecord, after: GameRecord) -> Iterator[str]:
    """What has become of a game, in the words of the warnings; the game itself must be there."""
    assert after.start == before.start
    moves, again = ([played.move for played in each.moves] for each in (before, after))
    if moves != again:
        assert moves == [*again, "pass"]
        yield "the pass after which a game was left"
    if before.margin() != after.margin():
        assert after.margin() is None
        yield "the result"
    if (before.black, before.white) != (after.black, after.white):
        yield "the players' names"
    if before.place != after.place:
        yield "the place"
    if before.date != after.date:
        yield "date"
    numbers = zip(before.moves, after.moves, strict=False)
    pairs = [(one.value == two.value, one.seconds == two.seconds) for one, two in numbers]
    if not all(values for values, _ in pairs):
        yield "the values of moves"
    if not all(seconds for _, seconds in pairs):
        yield "the times of moves"
    if before.values != after.values:
        yield "the exact margins of moves"
    for name in before.tags.keys() | after.tags.keys():
        if before.tags.get(name) != after.tags.get(name) and not is_said_otherwise(
            name, before, after
        ):
            yield "theoretical" if name == "theoretical" else f"the tag {name!r}"


def is_said_otherwise(name: str, before: GameRecord, after: GameRecord) -> bool:
    """Whether a tag only repeats the rules, the size or the result of the game."""
    text = before.tags.get(name)
    if name == "RE" and text is not None and before.margin() == after.margin():
        margin = before.result
        if text in ("", "?"):
            return margin is None
        plain = re.fullmatch(r"([+-]?\d+)\.0+|([BW])\+(\d+)|0", text)
        if plain is None or margin is None:
            return False
        signed = plain[1] or f"{'-' if plain[2] == 'W' else ''}{plain[3] or 0}"
        return int(signed) == margin
    letters = "a" if before.rules == "reversed" else ""
    return name == "TY" and text in (f"{before.size}{letters}", f"0{before.size}{letters}")


WORDS = [
    *("the pass after which a game was left", "the result", "the players' names", "the place"),
    *("date", "the values of moves", "the times of moves", "the exact margins of moves"),
    "theoretical",
]


def check(before: GameRecord, after: GameRecord, warnings: str) -> None:
    """Every loss is reported, and nothing else."""
    lost = set(differences(before, after))
    for words in [*WORDS, *(f"the tag {name!r}" for name in before.tags)]:
        if words in lost:
            assert words in warnings
        elif not (words.startswith("the tag") and words[9:-1] in ("RE", "TY", "theoretical")):
            rest = re.sub(r"the tag '[\w ]+'|\(the result is written\)", "", warnings)
            assert words not in (warnings if words.startswith("the tag") else rest)


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("name", WRITABLE)
@settings(max_examples=60)
@given(record=any_games())
def test_a_game_is_read_as_it_was_or_rejected_or_the_loss_is_reported(
    name: str, record: GameRecord
) -> None:
    if name == "obf":
        record = replace(record, moves=())
    warnings: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"games{FORMATS[name].extensions[0]}")
        kind: Any = {"rules": record.rules, "size": record.size}
        error = rejection(
            lambda: write_path([record, record], path, name, on_loss=warnings.append, **kind)
        )
        if error:
            assert re.search(REJECTIONS[name], error)
            assert not path.exists()
            return
        again = list(read_path(path, **kind))
    assert len(again) == 2
    assert again[0] == again[1]
    assert len(warnings) <= 1
    check(record, again[0], "".join(warnings))


def shape(tree: GameTree, number: int = 0) -> Any:
    """A tree as nested values, whatever the order of its nodes and marks."""
    children = tree.children()
    return [node_value(tree.nodes[number]), *(shape(tree, child) for child in children[number])]


def node_value(node: TreeNode) -> Any:
    marks = sorted((mark.square, mark.shape, mark.text) for mark in node.notes.marks)
    arrows = sorted((arrow.start, arrow.end) for arrow in node.notes.arrows)
    return node.move, node.notes.comment, node.notes.name, marks, arrows


def moves_only(shaped: Any) -> Any:
    return [shaped[0][0], *map(moves_only, shaped[1:])]


NOTE_LOSSES = re.compile(r"a comment|a name|a label|a mark|an arrow|in texts")


@pytest.mark.few_cases
@pytest.mark.parametrize("module", [sgf_tree, ggf_tree], ids=lambda module: module.__name__)
@settings(max_examples=40)
@given(tree=any_trees())
def test_a_tree_is_read_as_it_was_or_rejected_or_the_loss_is_reported(
    module: Any, tree: GameTree
) -> None:
    error = rejection(lambda: module.dump_tree(tree))
    if error:
        assert re.search(f"{IMPOSSIBLE}|no board without discs", error)
        return
    text, losses = module.dump_tree(tree)
    read, problems = module.parse_tree(text)
    assert problems == []
    warnings = "; ".join(losses)
    before, after = shape(tree), shape(read)
    assert moves_only(before) == moves_only(after)
    assert (before != after) == bool(NOTE_LOSSES.search(warnings))
    assert tree.has_colors == (sgf_tree.LOST_COLORS in warnings)
    check(tree.record, read.record, warnings)
