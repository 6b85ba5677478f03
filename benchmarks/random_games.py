"""Random games a second, played by the core in one batched call."""

from measure import options, report, seconds_of

from obversi import batch

GAMES = 200_000


def games_per_second(size: int, threads: int) -> float:
    starts = batch.starts(GAMES, size)
    seconds = seconds_of(lambda: batch.random_playouts(starts, size, threads=threads))
    return GAMES / seconds


def main() -> None:
    save = options(__doc__).parse_args().save
    figures = {
        f"{size}x{size}_on_{threads}_threads": games_per_second(size, threads)
        for size in (8, 6, 4)
        for threads in (1, 2)
    }
    report("random_games", {"games": GAMES, "games_per_second": figures}, save)


if __name__ == "__main__":
    main()
