"""Leaves a second of perft 11 from the 8×8 start: one thread, no table."""

from measure import options, report, seconds_of

import obversi as ob

DEPTH = 11
EXPECTED = 212_258_800


def main() -> None:
    save = options(__doc__).parse_args().save
    leaves = ob.perft(ob.Board(), DEPTH)
    assert leaves == EXPECTED, leaves
    seconds = seconds_of(lambda: ob.perft(ob.Board(), DEPTH))
    report("perft", {"depth": DEPTH, "leaves": leaves, "leaves_per_second": leaves / seconds}, save)


if __name__ == "__main__":
    main()
