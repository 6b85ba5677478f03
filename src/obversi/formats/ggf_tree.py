"""Games with variations, comments and drawings in GGF.

The description of GGF has neither. A comment or a drawing is written as in SGF, in a tag after the
move: ``B[f5]C[…]``. Other programs leave unknown tags out. Each variation is a game of its own, and
``VA[2/3]`` says which one it is: other programs see three games, and `parse_tree` joins them. A
note is in the first game only that has its position.
"""

import re
from typing import Final

from obversi.errors import FormatError, ObversiError
from obversi.formats import ggf, sgf
from obversi.formats.game_tree import GameTree, Notes, TreeBuilder
from obversi.formats.record import BrokenGameError, PlayedMove
from obversi.formats.sgf_tree import LOST_COLORS, Losses, add_notes, note_properties
from obversi.rules import Rules

__all__ = ["MAX_GAMES", "dump_tree", "parse_tree"]

#: The most variations, which are games of their own.
MAX_GAMES: Final = 200

_VARIATION: Final = re.compile(r"(\d{1,4})/(\d{1,4})")
_NOTES: Final = frozenset({"C", "N", "LB", "AR", "CR", "SQ", "TR", "MA"})


def dump_tree(tree: GameTree, title: str = "") -> tuple[str, list[str]]:
    """Write a game, one line for each variation, and say what is lost."""
    losses = Losses()
    lines = list(tree.lines())
    losses.add(f"variations after the first {MAX_GAMES}", max(len(lines) - MAX_GAMES, 0))
    lines = lines[:MAX_GAMES]
    if tree.has_colors:
        losses.add(LOST_COLORS)
    written: set[int] = set()
    games = []
    for place, line in enumerate(lines, start=1):
        extra = [("VA", f"{place}/{len(lines)}")] if len(lines) > 1 else []
        if title and place == 1:
            extra.append(("GN", " ".join(title.split())))
        if place == 1:
            extra += _tags(tree.nodes[0].notes)
        moves = []
        for number in line:
            node = tree.nodes[number]
            assert node.move is not None
            notes = Notes() if number in written else node.notes
            written.add(number)
            moves.append((PlayedMove(node.move), _tags(notes)))
        if any(_is_changed(value) for _, tags in moves for _, value in tags) or any(
            _is_changed(value) for _, value in extra
        ):
            losses.add("] and (; in texts, which GGF cannot have: they became ) and ( ;")
        games.append(ggf.dump_annotated(tree.record, extra, moves))
    return "\n".join(games), losses.texts()


def _tags(notes: Notes) -> list[tuple[str, str]]:
    return [(name, value) for name, values in note_properties(notes) for value in values]


def _is_changed(value: str) -> bool:
    return "]" in value or "(;" in value


def parse_tree(text: str, *, rules: Rules = "normal") -> tuple[GameTree, list[str]] | None:
    """Read a game with its variations and notes, as far as possible, and say what is lost.

    None if the text has several games that are no variations of each other.
    """
    games = ggf.games_in(text)
    if not games or (len(games) > 1 and not all(_variation_of(each) for each in games)):
        return None
    losses = Losses()
    builder: TreeBuilder | None = None
    header = None
    for game in games[:MAX_GAMES]:
        try:
            record = ggf.parse(game, rules=rules)
        except BrokenGameError as error:
            record = error.kept
        except ObversiError:
            continue  # the reader of games reports it
        if builder is None or header is None:
            header, builder = record, TreeBuilder(record.start)
        if record.start != header.start:
            return None
        _read_moves(builder, game, losses)
    if builder is None or header is None:
        return None
    return builder.tree(header), losses.texts()


def _variation_of(game: str) -> bool:
    try:
        return any(
            name == "VA" and _VARIATION.fullmatch(value) for name, value in ggf.tags_of(game)
        )
    except FormatError:
        return False


def _read_moves(builder: TreeBuilder, game: str, losses: Losses) -> None:
    at = 0
    node: dict[str, list[str]] = {}

    def end_node() -> None:
        if node:
            add_notes(builder, at, node, losses)
            node.clear()

    try:
        for name, value in ggf.tags_of(game):
            if name in sgf.COLORS:
                end_node()
                at = builder.child(at, value.partition("/")[0].strip(), sgf.COLORS[name])
            elif name in _NOTES:
                node.setdefault(name, []).append(value)
    except FormatError:
        pass  # the reader of games reports it
    end_node()
