"""A stage after submissions were added or replaced: the games of all others stay."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from obversi.arena.game.played import PlayedGame
from obversi.arena.tournament.schedule import Encounter, decided_rounds, round_robin
from obversi.arena.tournament.settings import Entrant, TournamentSettings
from obversi.color import BLACK


def amended_settings(
    before: TournamentSettings, games: Sequence[PlayedGame], entrants: Mapping[str, Entrant]
) -> TournamentSettings:
    """Return the settings with these entrants, by label: the old ones first, in their order.

    The encounters of a race stay as they are; entrants that are new meet one of the others in each
    round.
    """
    labels = [entrant.label for entrant in before.entrants]
    new = [label for label in entrants if label not in labels]
    return replace(
        before,
        entrants=tuple(entrants[label] for label in (*labels, *new)),
        encounters=tuple(decided_rounds(before, games)) if before.form == "race" else (),
    )


def kept_games(
    before: TournamentSettings,
    after: TournamentSettings,
    games: Sequence[PlayedGame],
    replaced: Sequence[str],
) -> Iterator[PlayedGame]:
    """Return the games that stay, with their numbers in the amended stage.

    Games of the `replaced` entrants, by label, are played again.
    """
    labels = [entrant.label for entrant in before.entrants]
    changed = {place for place, label in enumerate(labels) if label in replaced}
    rounds: Sequence[Sequence[Encounter]] = after.encounters
    if after.form != "race":
        rounds = [round_robin(len(after.entrants))]
    pairs = {
        (number, encounter): number * after.encounters_a_round + place + 1
        for number, encounters in enumerate(rounds)
        for place, encounter in enumerate(encounters)
    }
    for game in games:
        pair = pairs.get((game.round - 1, (game.a, game.b)))
        if pair is not None and not {game.a, game.b} & changed:
            number = 2 * pair - (game.a_color == BLACK)
            yield replace(game, number=number, pair=pair)
