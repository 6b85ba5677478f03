from collections.abc import Iterable
from math import inf

import pytest

import obversi as ob
from obversi.agents.agent import FailureKind
from obversi.arena.game.played import Failure, PlayedGame
from obversi.arena.statistics.ratings import Anchor, rate
from obversi.arena.statistics.standings import LiveStandings, Standings, standings
from obversi.arena.tournament.settings import Entrant
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiError
from obversi.formats import GameRecord, PlayedMove

ENTRANTS = [Entrant(label, "random") for label in ("Ada", "Bob", "Cid")]


def game(
    number: int,
    a: int,
    b: int,
    margin: int,
    seconds: tuple[float, ...] = (),
    failing: FailureKind | None = None,
) -> PlayedGame:
    """Return a game with this margin of its A, who is black in odd games, and these times."""
    a_color = BLACK if number % 2 else WHITE
    board, moves = ob.Board(4), []
    for one in seconds:
        moves.append(PlayedMove(board.legal_moves[number % 2], None, one))
        board.push(moves[-1].move)
    loser = a_color if margin < 0 else -a_color
    return PlayedGame(
        number=number,
        pair=(number + 1) // 2,
        a_color=a_color,
        record=GameRecord(
            ob.Board(4), tuple(moves), result=margin if a_color == BLACK else -margin
        ),
        a=a,
        b=b,
        a_limit=0.1,
        failure=None if failing is None else Failure(loser, failing, "some reason"),
    )


GAMES = [
    *(game(1, 0, 1, 4), game(2, 0, 1, 2), game(3, 0, 1, 0), game(4, 0, 1, -6)),
    *(game(5, 1, 2, 8), game(6, 1, 2, -2)),
    *(game(7, 2, 0, -16, failing=FailureKind.HANG), game(8, 2, 0, 3)),
    game(9, 1, 2, 5),
]


def live_standings(games: Iterable[PlayedGame]) -> Standings:
    live = LiveStandings(ENTRANTS)
    for played in games:
        live.add(played)
    return live.standings()


def test_every_agent_sees_its_own_games() -> None:
    table = standings(ENTRANTS, GAMES, replicates=50)
    rows = {row.label: row for row in table.rows}
    ada, bob, cid = rows["Ada"], rows["Bob"], rows["Cid"]
    assert (ada.games, ada.points, ada.score) == (6, 3.5, 3.5 / 6)
    assert ada.margin == (4 + 2 + 0 - 6 + 16 - 3) / 6
    assert (bob.games, bob.points, bob.margin) == (7, 3.5, (-4 - 2 + 0 + 6 + 8 - 2 + 5) / 7)
    assert (cid.games, cid.points, cid.margin) == (5, 2, (-8 + 2 - 16 + 3 - 5) / 5)
    assert (ada.failures, bob.failures, cid.failures) == (0, 0, 1)
    assert [row.agent for row in table.rows] == [
        row.agent for row in sorted(table.rows, key=lambda row: -(row.rating or 0))
    ]


def test_the_cross_table_has_both_views() -> None:
    cross = standings(ENTRANTS, GAMES, replicates=50).cross
    assert set(cross) == {(0, 1), (1, 0), (1, 2), (2, 1), (0, 2), (2, 0)}
    own, other = cross[0, 1], cross[1, 0]
    assert (own.tally.wins, own.tally.draws, own.tally.losses) == (2, 1, 1)
    assert (other.tally.wins, other.tally.draws, other.tally.losses) == (1, 1, 2)
    assert own.pentanomial == (0, 1, 0, 0, 1)
    assert other.pentanomial == (1, 0, 0, 1, 0)
    assert own.strength is not None
    assert other.strength is not None
    assert own.strength.elo == pytest.approx(-other.strength.elo)
    assert own.strength.elo_low == pytest.approx(-other.strength.elo_high)
    # The game whose pair is not whole counts as a game only.
    assert cross[1, 2].tally.games == 3
    assert cross[1, 2].pentanomial == (0, 0, 1, 0, 0)
    # The games of Cid and Ada were played with Cid as A.
    assert cross[0, 2].tally.margin == 13 / 2


def test_the_ratings_are_those_of_the_games() -> None:
    table = standings(ENTRANTS, GAMES, anchor=Anchor(2, 1500), replicates=50, seed=3)
    labels = [entrant.label for entrant in ENTRANTS]
    assert table.ratings == rate(labels, GAMES, anchor=Anchor(2, 1500), replicates=50, seed=3)
    cid = next(row for row in table.rows if row.label == "Cid")
    assert (cid.rating, cid.low, cid.high) == (1500, 1500, 1500)
    for row in table.rows:
        rating = table.ratings.agents[row.agent]
        assert rating is not None
        assert (row.rating, row.low, row.high) == (rating.rating, rating.low, rating.high)


def test_the_live_form_is_the_same_without_error_bars() -> None:
    whole, live = standings(ENTRANTS, GAMES, replicates=50), live_standings(GAMES)
    for one, other in zip(whole.rows, live.rows, strict=True):
        assert (one.label, one.rating, one.points) == (other.label, other.rating, other.points)
        assert other.low is other.high is None
    for both, crossing in live.cross.items():
        assert crossing.tally == whole.cross[both].tally
        assert crossing.pentanomial == whole.cross[both].pentanomial
        assert crossing.strength is None


def test_games_are_added_one_by_one_in_any_order() -> None:
    live = LiveStandings(ENTRANTS)
    for played in reversed(GAMES):
        live.add(played)
    assert live.standings() == live_standings(GAMES)
    assert live.standings().rows == live.standings().rows


def test_the_model_is_the_requested_one() -> None:
    labels = [entrant.label for entrant in ENTRANTS]
    table = standings(ENTRANTS, GAMES, model="davidson", replicates=50)
    assert table.ratings == rate(labels, GAMES, model="davidson", replicates=50)
    assert (table.ratings.model, standings(ENTRANTS, GAMES, replicates=50).ratings.model) == (
        "davidson",
        "bradley-terry",
    )
    live = LiveStandings(ENTRANTS, model="davidson")
    for played in GAMES:
        live.add(played)
    assert [row.rating for row in live.standings().rows] == [row.rating for row in table.rows]


def test_late_moves_are_counted_by_agent() -> None:
    """A has 0.1 s and is black in the first game, white in the second; B has no limit."""
    games = [game(1, 1, 0, 2, (0.2, 0.5, 0.05)), game(2, 1, 0, 2, (0.5, 0.13, 0.6, 0.11))]
    rows = {row.label: row for row in live_standings(games).rows}
    assert (rows["Bob"].late, rows["Ada"].late) == (2, 0)


def test_before_the_first_game() -> None:
    table = standings(ENTRANTS, [])
    assert [(row.label, row.rating, row.score) for row in table.rows] == [
        ("Ada", None, None),
        ("Bob", None, None),
        ("Cid", None, None),
    ]
    assert table.cross == {}
    one = live_standings([game(1, 2, 1, 4)])
    assert [row.label for row in one.rows] == ["Cid", "Ada", "Bob"]
    assert all(row.rating is None for row in one.rows)


def test_open_ends_and_repeated_games_are_noted() -> None:
    games = [game(number, 0, 1, 4, (0.01,) * 4) for number in range(1, 7)]
    table = standings(ENTRANTS[:2], games, replicates=50)
    assert table.rows[0].high == inf
    assert table.rows[1].low == -inf
    assert any("no game bounds the rating of Ada from above" in note for note in table.notes)
    assert any("4 of 6 games between Ada and Bob repeat" in note for note in table.notes)


def test_error_bars_need_replicates() -> None:
    with pytest.raises(ObversiError, match="the number of replicates cannot be 0"):
        standings(ENTRANTS, GAMES, replicates=0)
