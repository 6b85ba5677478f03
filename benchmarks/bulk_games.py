"""Games in bulk a second, statistics included, for agents that think little and some."""

from measure import options, report

from obversi.arena.bulk import play_bulk
from obversi.rules import Rules

# Greedy against itself; with the last 12 squares played perfectly; with a search by an evaluation.
PAIRINGS = {
    "greedy": 100_000,
    "random": 100_000,
    "greedy:perfect=12": 1_000,
    "r4:depth=4": 500,
}


def games_per_second(agent: str, games: int, rules: Rules, threads: int) -> float:
    play_bulk(agent, agent, 2, rules=rules, threads=threads)  # whatever is made once
    played = play_bulk(agent, agent, games, rules=rules, threads=threads, seed=1)
    return len(played) / played.seconds


def main() -> None:
    save = options(__doc__).parse_args().save
    figures = {
        f"{agent}_{rules}_on_{threads}_threads": games_per_second(agent, games, rules, threads)
        for agent, games in PAIRINGS.items()
        for rules in ("normal", "reversed")
        for threads in (1, 2)
    }
    report("bulk_games", {"games": PAIRINGS, "games_per_second": figures}, save)


if __name__ == "__main__":
    main()
