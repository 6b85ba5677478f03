"""Lines a second of perft 11 from the 8×8 start: one thread, no table."""

from measure import options, report, seconds_of

import obversi as ob

DEPTH = 11
EXPECTED = 212_258_800


def main() -> None:
    save = options(__doc__).parse_args().save
    lines = ob.perft(ob.Board(), DEPTH)
    assert lines == EXPECTED, lines
    seconds = seconds_of(lambda: ob.perft(ob.Board(), DEPTH))
    report("perft", {"depth": DEPTH, "leaves": lines, "leaves_per_second": lines / seconds}, save)


if __name__ == "__main__":
    main()
