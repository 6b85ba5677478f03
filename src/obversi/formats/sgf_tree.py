"""Games with variations, comments and drawings in SGF.

A position has the comment ``C``, the name ``N``, the marks ``CR``, ``SQ``, ``TR``, ``MA`` and
``LB``, and the arrows ``AR``. SGF has no colours of marks and arrows.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from obversi.errors import FormatError
from obversi.formats import sgf
from obversi.formats.game_tree import (
    MAX_ARROWS,
    MAX_COMMENT,
    MAX_LABEL,
    MAX_MARKS,
    MAX_NAME,
    Arrow,
    GameTree,
    Mark,
    Notes,
    Shape,
    TreeBuilder,
    TreeNode,
    cleaned,
)
from obversi.formats.lines import visible
from obversi.formats.losses import Losses, writable
from obversi.formats.record import BrokenGameError, GameRecord
from obversi.rules import Rules

_MARKS: dict[str, Shape] = {
    "CR": "circle",
    "SQ": "square",
    "TR": "triangle",
    "MA": "cross",
}
_NAMES = {shape: name for name, shape in _MARKS.items()}
#: The properties that are notes on a position.
NOTES = frozenset({"C", "N", "LB", "AR", *_MARKS})
_SETUP = frozenset({"AB", "AW", "AE"})


#: A loss of both SGF and GGF.
LOST_COLORS = "the colours of marks and arrows"


# Writing


def dump_tree(tree: GameTree, title: str = "") -> tuple[str, list[str]]:
    """Write a game with its variations and notes on one line; return also the losses."""
    losses = Losses()
    if tree.has_colors:
        losses.add(LOST_COLORS)
    children = tree.children()
    # Without recursion: a bracket is closed when everything after it has been written.
    record = without_tags(tree.record, NOTES, losses)
    builder = TreeBuilder(record.start)

    def notes_text(node: TreeNode) -> str:
        return _notes_text(kept_notes(node.notes, builder, losses))

    parts = ["(", sgf.header(record, losses, title), notes_text(tree.nodes[0])]
    stack: list[int | str] = [")", *_following(children[0])]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
        else:
            parts.append(_move_text(tree, tree.nodes[item]) + notes_text(tree.nodes[item]))
            stack.extend(_following(children[item]))
    return "".join(parts), losses.texts()


def _following(children: list[int]) -> list[int | str]:
    """Return the items that are written after a node, in reverse order."""
    if len(children) < 2:
        return list(children)
    items: list[int | str] = []
    for child in reversed(children):
        items += [")", child, "("]
    return items


def without_tags(
    record: GameRecord, names: Iterable[str], losses: Losses | None = None
) -> GameRecord:
    """Return a record without some tags, which are added to `losses` if it is given."""
    left_out = record.tags.keys() & set(names)
    if losses is not None:
        losses.add_tags(record, *(record.tags.keys() - left_out))
    kept = {name: value for name, value in record.tags.items() if name not in left_out}
    return replace(record, tags=kept)


def kept_notes(
    notes: Notes,
    builder: TreeBuilder,
    losses: Losses,
    writable: Callable[[str], str] = writable,
) -> Notes:
    """Return notes as a reader will get them, apart from colours; the rest are losses.

    `writable` returns a text as a format can keep it.
    """
    comment = visible(writable(notes.comment).strip())[:MAX_COMMENT].strip()
    losses.changed("a comment", notes.comment, comment)
    name = " ".join(visible(writable(notes.name))[:MAX_NAME].split())
    losses.changed("a name", notes.name, name)
    marks: dict[str, Mark] = {}
    for mark in notes.marks:
        text = writable(mark.text).replace("\n", " ").strip() if mark.shape == "label" else ""
        text = losses.changed("a label", mark.text, visible(text)[:MAX_LABEL].strip())
        if builder.is_square(mark.square) and (text or mark.shape != "label"):
            marks[mark.square] = replace(mark, text=text)
    losses.add("a mark without a square, or a second one on it", len(notes.marks) - len(marks))
    arrows: dict[tuple[str, str], Arrow] = {}
    for arrow in notes.arrows:
        ends = (arrow.start, arrow.end)
        if arrow.start != arrow.end and all(map(builder.is_square, ends)):
            arrows.setdefault(ends, arrow)
    drawn = tuple(arrows.values())[:MAX_ARROWS]
    losses.add("an arrow without two squares, or one too many", len(notes.arrows) - len(drawn))
    return Notes(comment, name, tuple(marks.values()), drawn)


def _move_text(tree: GameTree, node: TreeNode) -> str:
    depth = 0
    at = node.parent
    while at is not None:
        depth, at = depth + 1, tree.nodes[at].parent
    assert node.move is not None
    turn = tree.record.start.turn
    color = turn if depth % 2 else -turn
    return sgf.move_text(node.move, color)


def _notes_text(notes: Notes) -> str:
    return "".join(
        name + "".join(f"[{sgf.escaped(value, keep_lines=name == 'C')}]" for value in values)
        for name, values in note_properties(notes)
    )


def note_properties(notes: Notes) -> list[tuple[str, list[str]]]:
    """Return notes as properties with their values, not escaped."""
    found: dict[str, list[str]] = {}
    if notes.name:
        found["N"] = [notes.name]
    if notes.comment:
        found["C"] = [notes.comment]
    for mark in notes.marks:
        if mark.shape == "label":
            found.setdefault("LB", []).append(f"{mark.square}:{mark.text}")
        else:
            found.setdefault(_NAMES[mark.shape], []).append(mark.square)
    if notes.arrows:
        found["AR"] = [f"{arrow.start}:{arrow.end}" for arrow in notes.arrows]
    return list(found.items())


# Reading


def parse_tree(text: str, *, size: int = 8, rules: Rules = "normal") -> tuple[GameTree, list[str]]:
    """Read a game with its variations and notes, as far as possible; return also the losses."""
    text = text.strip().removeprefix("\ufeff")
    try:
        record = sgf.parse(text, size=size, rules=rules)
    except BrokenGameError as error:
        record = error.kept
    losses = Losses()
    builder = TreeBuilder(record.start)
    at: int | None = 0  # None after a move that cannot be played
    open_at: list[int | None] = []
    node: dict[str, list[str]] = {}

    def end_node() -> None:
        nonlocal at
        if at is not None and node:
            at = _read_node(builder, at, node, losses)
        node.clear()

    try:
        for name, values in sgf.properties(text):
            if values:
                node.setdefault(name, []).extend(values)
                continue
            end_node()
            if name == "(":
                open_at.append(at)
            elif name == ")":
                at = open_at.pop()
    except FormatError:
        end_node()  # `sgf.parse` reports the error
    return builder.tree(without_tags(record, NOTES)), losses.texts()


def _read_node(
    builder: TreeBuilder, at: int, node: Mapping[str, list[str]], losses: Losses
) -> int | None:
    is_root = at == 0 and not sgf.COLORS.keys() & node.keys()
    for name, color in sgf.COLORS.items():
        for square in node.get(name, []):
            try:
                at = builder.child(at, sgf.square_of(square), color)
            except FormatError as error:
                losses.add(f"a variation: {error.reason}")
                return None
    if not is_root:
        for name in node.keys() - NOTES - sgf.COLORS.keys():
            what = "discs set up after the first move" if name in _SETUP else f"the property {name}"
            losses.add(what[:60])
    add_notes(builder, at, node, losses)
    return at


def add_notes(
    builder: TreeBuilder, number: int, node: Mapping[str, list[str]], losses: Losses
) -> None:
    """Add the notes in the properties of a node to those that it has."""
    before = builder.notes(number)
    comments = [before.comment, *node.get("C", [])]
    comment = "\n".join(filter(None, comments))
    name = " ".join(node.get("N", [])) or before.name
    if len(comment) > MAX_COMMENT:
        losses.add(f"the end of a comment of more than {MAX_COMMENT} characters")
    if len(name) > MAX_NAME:
        losses.add(f"the end of a name of more than {MAX_NAME} characters")
    marks = {mark.square: mark for mark in before.marks}
    for tag, shape in _MARKS.items():
        for square in _squares(builder, node.get(tag, []), losses):
            marks[square] = Mark(square, shape)
    for value in node.get("LB", []):
        square, _, label = value.partition(":")
        square = sgf.square_of(square)
        if not builder.is_square(square) or not label.strip():
            losses.add("a label without a square or a text")
            continue
        if len(label) > MAX_LABEL:
            losses.add(f"the end of a label of more than {MAX_LABEL} characters")
        marks[square] = Mark(square, "label", text=cleaned(label, MAX_LABEL))
    arrows = dict.fromkeys(before.arrows)
    for value in node.get("AR", []):
        ends = [sgf.square_of(square) for square in value.split(":")]
        if len(ends) != 2 or ends[0] == ends[1] or not all(map(builder.is_square, ends)):
            losses.add("an arrow that is not from a square to another")
            continue
        arrows[Arrow(ends[0], ends[1])] = None
    losses.add(f"arrows after the first {MAX_ARROWS}", max(len(arrows) - MAX_ARROWS, 0))
    builder.note(
        number,
        Notes(
            cleaned(comment, MAX_COMMENT),
            " ".join(cleaned(name, MAX_NAME).split()),
            tuple(marks.values())[:MAX_MARKS],
            tuple(arrows)[:MAX_ARROWS],
        ),
    )


def _squares(builder: TreeBuilder, values: Iterable[str], losses: Losses) -> list[str]:
    """Return the squares of a list, in which ``a1:b2`` is a rectangle."""
    found = []
    for value in values:
        corners = [sgf.square_of(square) for square in value.split(":")]
        if len(corners) > 2 or not all(map(builder.is_square, corners)):
            losses.add("a mark that is not on a square")
            continue
        columns = sorted(corner[0] for corner in corners)
        rows = sorted(int(corner[1]) for corner in corners)
        found += [
            f"{column}{row}"
            for column in "abcdefgh"
            if columns[0] <= column <= columns[-1]
            for row in range(rows[0], rows[-1] + 1)
        ]
    return found
