"""Unpacking a file of weights: no further than its header says, as a small file can become large.

The layout is described in core/evaluation/weights.hpp, and checked by the core.
"""

import zlib
from pathlib import Path

from obversi import _core
from obversi.size import SIZES, board_mask

# Larger weights than any that are trained here.
_MOST_BYTES = 512 << 20

_PART_BYTES = 1 << 18

_MAGIC = b"obversiw"
_VERSIONS = (2, 3)
_HEAD_BYTES = 16
_PHASES = 65  # for 0 to 64 empty squares
_MOST_SQUARES = 10  # of a pattern
_MODEL_BYTES = 2 * 16 * 6 * 4
_CHECKSUM_BYTES = 4

# By the kind of tables: the bytes of a weight, those of the layers for one number of empty squares,
# and how many weights the numbers of moves have.
_WEIGHT_BYTES = {0: 2, 1: 16, 2: 16}
_LAYERS_BYTES = {0: 0, 1: 644, 2: 644}
_MOVE_WEIGHTS = {0: 0, 1: 0, 2: _core.MOVE_WEIGHTS}

_SYMMETRIES = 8


def unpacked(path: Path) -> bytearray:
    """Return the bytes of a file; it is read in parts, and nothing is in memory twice.

    A ValueError says that there is more than the header says; a `zlib.error` that it is damaged.
    """
    unpacking = zlib.decompressobj()
    blob = bytearray()
    needed = _HEAD_BYTES
    with path.open("rb") as file:
        while not unpacking.eof:
            packed = unpacking.unconsumed_tail or file.read(_PART_BYTES)
            part = unpacking.decompress(packed, min(needed - len(blob) + 1, _PART_BYTES))
            if not packed and not part:
                raise zlib.error("cut off")
            blob += part
            while len(blob) >= needed:
                further = _needed(blob)
                if further is None:
                    return blob  # the core says what is wrong
                if further == needed:
                    break
                needed = further
            if needed > _MOST_BYTES:
                raise ValueError(f"they would have {needed:,} bytes, more than {_MOST_BYTES:,}")
            if len(blob) > needed:
                raise ValueError("there are bytes behind the end of the weights")
    return blob


def weight_count(size: int, shape: int) -> int:
    """Return the number of weights of a pattern: its indices without their mirror images.

    >>> weight_count(8, 0b11), weight_count(8, 0b11111111)
    (9, 3321)
    """
    squares = [1 << place for place in range(64) if shape >> place & 1]
    images = {
        tuple(_core.transform(square, symmetry, size) for square in squares)
        for symmetry in range(_SYMMETRIES)
        if _core.transform(shape, symmetry, size) == shape
    }
    # Burnside's lemma: the mean number of indices that an image leaves as they are.
    fixed = [_table_size(_cycles(dict(zip(squares, image, strict=True)))) for image in images]
    return sum(fixed) // len(images)


def _table_size(squares: int) -> int:
    size: int = 3**squares
    return size


def _cycles(image: dict[int, int]) -> int:
    """Return the number of cycles of a permutation."""
    cycles = 0
    while image:
        cycles += 1
        square = next(iter(image))
        while square in image:
            square = image.pop(square)
    return cycles


def _needed(blob: bytearray) -> int | None:
    """Return how many bytes there are at least, by the first of them; None if these are wrong."""
    version, size = int.from_bytes(blob[8:12], "little"), blob[12]
    if blob[:8] != _MAGIC or version not in _VERSIONS or size not in SIZES:
        return None
    end = _HEAD_BYTES + int.from_bytes(blob[14:16], "little")
    has_kind = version > _VERSIONS[0]
    for _ in range(2):
        end += has_kind + 2 + _PHASES
        if len(blob) < end:
            return end
        first = end - _PHASES - 2
        kind = blob[first - 1] if has_kind else 0
        phases, patterns = blob[first], blob[first + 1]
        shapes_at = end
        end += 8 * patterns
        if len(blob) < end:
            return end
        shapes = [int.from_bytes(blob[at : at + 8], "little") for at in range(shapes_at, end, 8)]
        if kind not in _WEIGHT_BYTES or any(not _is_pattern(size, shape) for shape in shapes):
            return None
        weights = sum(weight_count(size, shape) for shape in shapes) + _MOVE_WEIGHTS[kind]
        end += phases * weights * _WEIGHT_BYTES[kind] + _PHASES * _LAYERS_BYTES[kind]
        if len(blob) < end:
            return end
    return end + _MODEL_BYTES + _CHECKSUM_BYTES


def _is_pattern(size: int, shape: int) -> bool:
    return not shape & ~board_mask(size) and shape.bit_count() <= _MOST_SQUARES
