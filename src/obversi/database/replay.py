"""Many games replayed at once: the positions they reach, for the index, and their openings."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.batch import Positions
from obversi.board import Board
from obversi.database.canonical import canonical, keys, move_images
from obversi.database.encoding import StartDiscs
from obversi.database.tables import NO_MOVE, PASS_NUMBER, Reached
from obversi.openings import OPENINGS
from obversi.rules import Rules


def replay(
    starts: Sequence[StartDiscs], moves: Sequence[bytes], size: int, rules: Rules
) -> Reached:
    """Return the positions that games of one kind reach, ply by ply.

    The numbers of the games are places in the lists.
    """
    width = max(map(len, moves)) + 1
    filled = b"".join(row.ljust(width, bytes([NO_MOVE])) for row in moves)
    played = np.frombuffer(filled, np.uint8).reshape(len(moves), width)
    positions = np.array([(start.own, start.opp) for start in starts], np.uint64)
    turns = np.array([start.turn for start in starts], np.int8)
    discs = np.array([start.discs for start in starts], np.int64)
    games = np.arange(len(starts))
    found = []
    for ply in range(width):
        following = played[games, ply]
        images = canonical(positions, size)
        found.append(
            (
                games,
                discs,
                keys(images.positions, turns, size, rules),
                move_images(size)[images.symmetries, following],
            )
        )
        continues = following != NO_MOVE
        games, following = games[continues], following[continues]
        positions = batch.play(positions[continues], following, size)
        turns = -turns[continues]
        discs = discs[continues] + (following != PASS_NUMBER)
    return Reached(*(np.concatenate(column) for column in zip(*found, strict=True)))


def opening_names(
    starts: Sequence[StartDiscs], reached: Reached, size: int, rules: Rules
) -> list[str]:
    """Return the names of the openings of replayed games; empty where there is none.

    They are those of `obversi.openings.name_of`.
    """
    places = np.full(len(starts), len(OPENINGS))
    usual = Board(size, rules)
    if size == OPENINGS[0].board.size:
        known, openings = _opening_keys(rules)
        near = np.searchsorted(known, reached.keys).clip(max=len(known) - 1)
        found = known[near] == reached.keys
        # Positions come ply by ply, so that the last name is stored.
        places[reached.games[found]] = openings[near[found]]
    usual_start = StartDiscs(size, *usual.bits, usual.turn)
    names = [*(opening.name for opening in OPENINGS), ""]
    return [
        names[place] if start == usual_start else ""
        for place, start in zip(places.tolist(), starts, strict=True)
    ]


@cache
def _opening_keys(rules: Rules) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the sorted keys of the openings, and the place of each in `OPENINGS`."""
    boards = [opening.board for opening in OPENINGS]
    images: Positions = batch.canonical(batch.from_boards(boards))
    turns = np.array([board.turn for board in boards], np.int8)
    # Of several names for a position the last one counts.
    found = keys(images, turns, 8, rules)[::-1]
    known, places = np.unique(found, return_index=True)
    return known, len(OPENINGS) - 1 - places
