"""Rated games: their conditions, and the changes of ratings by their outcomes."""

from dataclasses import replace
from datetime import UTC, datetime

from obversi.board import Board
from obversi.color import BLACK, WHITE
from obversi.net.games.context import RequestRejectedError
from obversi.net.games.game import Game
from obversi.net.ratings import NEW, RatingUpdate, preload, updated
from obversi.net.store import GameStore
from obversi.net.stored_game import GameOutcome
from obversi.wire.session import ErrorCode, Join

# A game that ends before both have moved is aborted: it changes no rating.
_LEAST_MOVES = 2


def check_rated_join(request: Join, board: Board, person: int | None) -> None:
    """Reject the request for a rated game that cannot be one."""
    preload()
    check_rated_players(person)
    if request.clock is None:
        reason = "a rated game needs a clock"
    elif board.ply or board != Board(board.size, board.rules):
        reason = "a rated game begins at the usual start"
    else:
        return
    raise RequestRejectedError(ErrorCode.RATED, reason)


def check_rated_players(*persons: int | None) -> None:
    """Reject a rated game of guests, or of a person with itself."""
    if None in persons:
        reason = "only a person with a key can play rated games"
    elif len(set(persons)) < len(persons):
        reason = "a rated game needs another person"
    else:
        return
    raise RequestRejectedError(ErrorCode.RATED, reason)


def load_ratings(game: Game, store: GameStore) -> None:
    """Read the ratings of the players, which messages show."""
    for seat in game.seats.values():
        rating = store.ratings.get(seat.who.person, game.board.rules, game.board.size)
        seat.rating = None if rating is None else rating.shown()


def rated_outcome(
    game: Game, outcome: GameOutcome, moves: int, store: GameStore
) -> tuple[GameOutcome, RatingUpdate | None]:
    """Return the outcome after a number of moves, with what it changes of the players' ratings.

    Nothing is changed by a game that is not rated, that was aborted, or that both have left, and if
    one of the persons was deleted meanwhile.
    """
    persons = [game.seats[color].who.person for color in (BLACK, WHITE) if color in game.seats]
    has_result = outcome.winner is not None or outcome.reason == "finished"
    if not game.rated or not has_result or moves < _LEAST_MOVES or None in persons:
        return outcome, None
    rules, size = game.board.rules, game.board.size
    black, white = [person for person in persons if person is not None]
    if store.persons.by_id(black) is None or store.persons.by_id(white) is None:
        return outcome, None
    old_black, old_white = (store.ratings.get(each, rules, size) or NEW for each in (black, white))
    score = {BLACK: 1.0, WHITE: 0.0, None: 0.5}[outcome.winner]
    new_black, new_white = updated(old_black, old_white, score, datetime.now(UTC))
    outcome = replace(
        outcome,
        black_change=round(new_black.rating) - round(old_black.rating),
        white_change=round(new_white.rating) - round(old_white.rating),
    )
    return outcome, RatingUpdate(rules, size, {black: new_black, white: new_white})
