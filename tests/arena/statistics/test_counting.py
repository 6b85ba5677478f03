"""Standings of games that are counted as they come."""

from random import Random

from stored_games import SETTINGS, game_of_number

from obversi.arena import standings
from obversi.arena.statistics.standings import StandingsCount, counted_standings
from obversi.arena.store.stored import StoredTournament

GAMES = [game_of_number(1 + number % 30) for number in range(40)]
STORED = StoredTournament(1, None, SETTINGS, "2026-01-02 03:04:05", "1", None, len(GAMES))


def test_the_order_does_not_matter() -> None:
    in_order = counted_standings(STORED, GAMES)
    assert in_order == standings(SETTINGS.entrants, GAMES)
    mixed = Random(1).sample(GAMES, len(GAMES))
    assert counted_standings(STORED, mixed) == in_order


def test_games_can_be_added_after_the_first_standings() -> None:
    count = StandingsCount(SETTINGS.entrants)
    for number, game in enumerate(GAMES):
        if number % 20 == 0:
            assert count.of_stored(STORED) == counted_standings(STORED, GAMES[:number])
        count.add(game)
    assert count.of_stored(STORED) == counted_standings(STORED, GAMES)
    assert any("repeat another one" in note for note in count.of_stored(STORED).notes)
