"""Books of other programs, for the normal game on 8×8: Edax's book.dat and Egaroucid's .egbk3."""

import struct
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.batch import Positions
from obversi.book.graph import NO_MOVE, PASS, Graph, Leaves
from obversi.errors import FormatError, InputError

_SIZE = 8

# Edax: magic number, version, date, settings, number of positions.
_EDAX = b"EDAX"[::-1] + b"BOOK"[::-1]
_EDAX_HEADER = struct.Struct("<8sBBhBBBBBxiiiiii")
_EDAX_VERSION = (4, 5)
_EDAX_POSITION = struct.Struct("<QQIIIIhhhBB")
_EDAX_LINK = struct.Struct("<bB")
_EDAX_LOWEST, _EDAX_HIGHEST = -127, 127
# Levels up to 60 are the depths in plies of the middle game.
_MOST_LEVEL = 60

_EGAROUCID = b"DICUORAGE"
_EGAROUCID_VERSION = 3
_EGAROUCID_HEADER = struct.Struct("<9sBi")
_EGAROUCID_RECORD = np.dtype(
    [
        ("own", "<u8"),
        ("opp", "<u8"),
        ("value", "i1"),
        ("level", "i1"),
        ("lines", "<u4"),
        ("leaf_value", "i1"),
        ("leaf_move", "i1"),
        ("leaf_level", "i1"),
    ]
)
_EGAROUCID_NO_VALUE = -127
_EGAROUCID_NO_MOVE = -1


def is_edax(begin: bytes) -> bool:
    """Whether a file that begins so is a book of Edax."""
    return begin.startswith(_EDAX)


def is_egaroucid(begin: bytes) -> bool:
    """Whether a file that begins so is a book of Egaroucid."""
    return begin.startswith(_EGAROUCID)


# Edax


def read_edax(path: Path) -> Graph:
    """Read the positions and leaves of a book of Edax; values follow by minimax."""
    content = path.read_bytes()
    if len(content) < _EDAX_HEADER.size or not is_edax(content):
        raise FormatError(f"{path} is no book of Edax")
    _, version, *_, count = _EDAX_HEADER.unpack_from(content)
    if version != _EDAX_VERSION[0]:
        raise FormatError(f"{path} is a book of version {version} of Edax: expected version 4")
    most = (len(content) - _EDAX_HEADER.size) // (_EDAX_POSITION.size + _EDAX_LINK.size)
    if not 0 <= count <= most:
        raise FormatError(f"{path} is damaged: it is too short for {count} positions")
    positions, leaves = np.zeros((count, 2), np.uint64), np.zeros(count, Leaves)
    at = _EDAX_HEADER.size
    try:
        for row in range(count):
            own, opp, *_, links, level = _EDAX_POSITION.unpack_from(content, at)
            at += _EDAX_POSITION.size + links * _EDAX_LINK.size
            value, move = _EDAX_LINK.unpack_from(content, at)
            at += _EDAX_LINK.size
            positions[row] = own, opp
            leaves[row] = (move, value, level, 100, 0)
    except struct.error:
        raise FormatError(f"{path} is damaged: it ends within position {row + 1}") from None
    if at != len(content):
        raise FormatError(f"{path} is damaged: {len(content) - at} bytes follow the last position")
    return _graph(positions, leaves, path)


def write_edax(path: Path, graph: Graph) -> None:
    """Write a book for Edax."""
    _check_game(graph, "Edax")
    edges, values = graph.edges, graph.edge_values
    first = np.searchsorted(edges.parents, np.arange(len(graph) + 1))
    now = time.localtime()
    levels = graph.leaves["depth"].clip(0, _MOST_LEVEL)
    parts = [
        _EDAX_HEADER.pack(
            _EDAX,
            *_EDAX_VERSION,
            *(now.tm_year, now.tm_mon, now.tm_mday, now.tm_hour, now.tm_min, now.tm_sec),
            *(int(levels.max(initial=0)), int(graph.empties.min(initial=60))),
            *(0, 0, 1),
            len(graph),
        )
    ]
    for row, (own, opp) in enumerate(graph.positions.tolist()):
        links, seen = [], set()
        for edge in range(first[row], first[row + 1]):
            child = int(edges.children[edge])
            # If several moves lead to images of one position, Edax has one of them.
            if child >= 0 and child not in seen:
                seen.add(child)
                links.append(_EDAX_LINK.pack(int(values[edge]), int(edges.moves[edge])))
        leaf = graph.leaves[row]
        has_leaf = bool(graph.has_leaf[row] and leaf["move"] < NO_MOVE)
        bounds = (_EDAX_LOWEST, _EDAX_HIGHEST)
        value = int(graph.values[row])
        if graph.exact[row]:
            bounds = (value, value)
        parts += [
            _EDAX_POSITION.pack(own, opp, 0, 0, 0, 0, value, *bounds, len(links), levels[row]),
            *links,
            _EDAX_LINK.pack(
                int(leaf["value"]) if has_leaf else 0, int(leaf["move"]) if has_leaf else NO_MOVE
            ),
        ]
    path.write_bytes(b"".join(parts))


# Egaroucid


def read_egaroucid(path: Path) -> Graph:
    """Read the positions and leaves of a book of Egaroucid; values follow by minimax."""
    content = path.read_bytes()
    if len(content) < _EGAROUCID_HEADER.size or not is_egaroucid(content):
        raise FormatError(f"{path} is no book of Egaroucid")
    _, version, count = _EGAROUCID_HEADER.unpack_from(content)
    if version != _EGAROUCID_VERSION:
        raise FormatError(f"{path} is a book of version {version} of Egaroucid: expected version 3")
    expected = _EGAROUCID_HEADER.size + count * _EGAROUCID_RECORD.itemsize
    if count < 0 or len(content) != expected:
        raise FormatError(
            f"{path} is damaged: it has {len(content)} bytes, and {expected} are expected"
        )
    rows = np.frombuffer(content, _EGAROUCID_RECORD, offset=_EGAROUCID_HEADER.size)
    # In Egaroucid h8 is bit 0, here a1 is. So the same bits mean the position after a half turn.
    positions = np.stack([rows["own"], rows["opp"]], axis=1)
    leaves = np.zeros(count, Leaves)
    has_leaf = (rows["leaf_move"] >= 0) & (rows["leaf_move"] <= 64)
    leaves["move"] = np.where(has_leaf, rows["leaf_move"], NO_MOVE)
    leaves["value"] = np.where(has_leaf, rows["leaf_value"], 0)
    leaves["depth"] = np.where(has_leaf, rows["leaf_level"], rows["level"]).clip(0, _MOST_LEVEL)
    leaves["selectivity"] = 100
    return _graph(positions, leaves, path)


def write_egaroucid(path: Path, graph: Graph) -> None:
    """Write a book for Egaroucid."""
    _check_game(graph, "Egaroucid")
    rows = np.zeros(len(graph), _EGAROUCID_RECORD)
    rows["own"], rows["opp"] = graph.positions.T
    rows["value"] = graph.values
    rows["level"] = rows["leaf_level"] = graph.leaves["depth"].clip(0, _MOST_LEVEL)
    has_leaf = graph.has_leaf & (graph.leaves["move"] < NO_MOVE)
    rows["leaf_value"] = np.where(has_leaf, graph.leaves["value"], _EGAROUCID_NO_VALUE)
    rows["leaf_move"] = np.where(has_leaf, graph.leaves["move"], _EGAROUCID_NO_MOVE)
    header = _EGAROUCID_HEADER.pack(_EGAROUCID, _EGAROUCID_VERSION, len(graph))
    path.write_bytes(header + rows.tobytes())


# Both


def _check_game(graph: Graph, program: str) -> None:
    if (graph.size, graph.rules) != (_SIZE, "normal"):
        game = f"{graph.rules} {graph.size}×{graph.size}"
        raise InputError(f"a book of {program} is for normal 8×8, not for {game}")


def _graph(positions: Positions, leaves: NDArray[np.void], path: Path) -> Graph:
    """Make a graph of positions that may be other images than the canonical ones."""
    if (bad := np.flatnonzero((positions[:, 0] & positions[:, 1]) != 0)).size:
        raise FormatError(f"{path} is damaged: position {bad[0] + 1} has two discs on one square")
    if (bad := np.flatnonzero(~_is_possible(positions, leaves))).size:
        raise FormatError(
            f"{path} is damaged: the leaf of position {bad[0] + 1} is no legal move, "
            "or its value is no margin"
        )
    canonical = batch.canonical(positions, _SIZE)
    leaves = leaves.copy()
    leaves["move"] = _moved(positions, canonical, leaves["move"])
    order = np.lexsort((canonical[:, 1], canonical[:, 0]))
    canonical, leaves = canonical[order], leaves[order]
    is_first = np.ones(len(canonical), bool)
    is_first[1:] = (canonical[1:] != canonical[:-1]).any(1)
    return Graph(canonical[is_first], leaves[is_first], _SIZE, "normal")


def _is_possible(positions: Positions, leaves: NDArray[np.void]) -> NDArray[np.bool_]:
    """Return whether each leaf is a legal move with a possible margin, or is missing."""
    moves, values = leaves["move"], leaves["value"].astype(np.int16)
    legal = batch.legal_moves(positions, _SIZE)
    passed = np.ascontiguousarray(positions[:, ::-1])
    must_pass = (legal == 0) & (batch.legal_moves(passed, _SIZE) != 0)
    squares = np.minimum(moves, 63).astype(np.uint64)
    is_legal = np.where(moves == PASS, must_pass, (legal >> squares & np.uint64(1)) != 0)
    is_margin = np.abs(values) <= _SIZE**2
    return np.asarray((moves == NO_MOVE) | ((moves <= PASS) & is_legal & is_margin))


def _moved(
    positions: Positions, canonical: Positions, moves: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return the leaves' moves in the canonical images."""
    moved = moves.copy()
    is_image = (positions != canonical).any(1)
    (has_leaf,) = np.nonzero(is_image & (moves < NO_MOVE))
    after = batch.play(positions[has_leaf], moves[has_leaf], _SIZE)
    targets = batch.canonical(after, _SIZE)
    parents, candidates, reached = batch.successors(canonical[has_leaf], _SIZE)
    fits = (batch.canonical(reached, _SIZE) == targets[parents]).all(1)
    # If several moves lead to images of one position, take the first.
    parents, first = np.unique(parents[fits], return_index=True)
    moved[has_leaf[parents]] = candidates[fits][first]
    return moved
