"""Games with variations, comments and drawings in GGF.

The description of GGF has none of them. A comment or a drawing is written as in SGF, in a tag after
the move: ``B[f5]C[…]``. Other programs leave unknown tags out. Each variation is a game of its own,
and ``VA[2/3]`` is its number: other programs see three games, and `parse_tree` joins them. A note
is only in the first game that has its position.
"""

import re
from dataclasses import replace

from obversi.errors import FormatError, ObversiError
from obversi.formats import ggf, sgf
from obversi.formats.game_tree import GameTree, TreeBuilder
from obversi.formats.losses import Losses
from obversi.formats.record import BrokenGameError, PlayedMove
from obversi.formats.sgf_tree import (
    LOST_COLORS,
    NOTES,
    add_notes,
    kept_notes,
    note_properties,
    without_tags,
)
from obversi.rules import Rules

#: The most variations, which are games of their own.
MAX_GAMES = 200

_VARIATION = re.compile(r"(\d{1,4})/(\d{1,4})")
_PLACE = "VA"
_TITLE = "GN"


def dump_tree(tree: GameTree, title: str = "") -> tuple[str, list[str]]:
    """Write a game, one line for each variation; return also the losses."""
    losses = Losses()
    lines = list(tree.lines())
    losses.add(f"variations after the first {MAX_GAMES}", max(len(lines) - MAX_GAMES, 0))
    lines = lines[:MAX_GAMES]
    if tree.has_colors:
        losses.add(LOST_COLORS)
    record = without_tags(tree.record, {*NOTES, _PLACE}, losses)
    if title:
        losses.changed(f"the tag {_TITLE!r}", record.tags.get(_TITLE, title), title)
        record = replace(record, tags={**record.tags, _TITLE: title})
    builder = TreeBuilder(record.start)
    written: set[int] = set()

    def tags_of(number: int) -> list[tuple[str, str]]:
        """Return the notes on a node, if they are not written yet."""
        if number in written:
            return []
        written.add(number)
        notes = tree.nodes[number].notes
        texts = [notes.comment, notes.name, *(mark.text for mark in notes.marks)]
        if any("]" in text or "(;" in text for text in texts):
            losses.add("] and (; in texts, which GGF cannot have: they became ) and ( ;")
        notes = kept_notes(notes, builder, losses, ggf.value_text)
        return [(name, value) for name, values in note_properties(notes) for value in values]

    games = []
    for place, line in enumerate(lines, start=1):
        # The head is the same in all games, and the losses of notes are known already.
        further = losses if place == 1 else Losses()
        head = [*ggf.other_tags(record, further), *tags_of(0)]
        if len(lines) > 1:
            head.insert(0, (_PLACE, f"{place}/{len(lines)}"))
        moves = [
            (played, tags_of(number))
            for number, played in zip(line, _played(tree, line, place == 1), strict=True)
        ]
        games.append(ggf.dump_annotated(record, head, moves, further))
    return "\n".join(games), losses.texts()


def _played(tree: GameTree, line: list[int], is_main: bool) -> list[PlayedMove]:
    """Return the moves of a line, those of the main line with values and times."""
    moves = tree.moves(line)
    main = list(tree.record.moves)
    if is_main and [played.move for played in main] == moves:
        return main
    return [PlayedMove(move) for move in moves]


def parse_tree(text: str, *, rules: Rules = "normal") -> tuple[GameTree, list[str]] | None:
    """Read a game with its variations and notes, as far as possible; return also the losses.

    None if the text has several games that are not variations of one game.
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
            header = without_tags(record, {*NOTES, _PLACE})
            builder = TreeBuilder(record.start)
        if record.start != header.start:
            return None
        _read_moves(builder, game, losses)
    if builder is None or header is None:
        return None
    return builder.tree(header), losses.texts()


def _variation_of(game: str) -> bool:
    try:
        return any(
            name == _PLACE and _VARIATION.fullmatch(value) for name, value in ggf.tags_of(game)
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
            elif name in NOTES:
                node.setdefault(name, []).append(value)
    except FormatError:
        pass  # the reader of games reports it
    end_node()
