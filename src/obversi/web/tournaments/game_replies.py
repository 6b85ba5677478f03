"""Replies about games of tournaments."""

from typing import Any

from obversi.arena.game.played import ADJUDICATED, PlayedGame
from obversi.arena.report.wording import failure_text
from obversi.arena.store.stored import StoredTournament
from obversi.color import color_name
from obversi.records import fields_object
from obversi.web.games.positions import end_of
from obversi.web.models import ColorName, End
from obversi.web.tournaments.models import ArenaGame, GameLine

#: Why games end.
PLAYED_OUT = "played out"
ADJUDICATED_TEXT = "adjudicated by perfect play"


def game_line(stored: StoredTournament, game: PlayedGame) -> GameLine:
    """Return a game for a list."""
    return GameLine(**_line(stored, game))


def arena_game(stored: StoredTournament, game: PlayedGame) -> ArenaGame:
    """Return a game with all its moves, in the form of a request for its positions."""
    record, moves = game.record, game.record.moves
    # The positions that pages show include a pass at the end.
    rest = [None] if record.board().must_pass else []
    values = [played.value for played in moves]
    fields = {
        **_line(stored, game),
        "tournament": stored.number,
        "tournament_title": stored.title,
        "rules": record.rules,
        "size": record.size,
        "position": "" if record.begins_as_usual else record.start.to_string(),
        "moves": record.transcript(),
        "date": record.date.replace("_", " ").replace(".UTC", " UTC"),
        "seconds": [*(played.seconds for played in moves), *rest],
        "values": [*values, *rest] if any(value is not None for value in values) else None,
        "end": _end(game),
    }
    return ArenaGame(**fields)


def _line(stored: StoredTournament, game: PlayedGame) -> dict[str, Any]:
    black, white = stored.labels(game)
    result = _result(game)
    return {
        **fields_object(game, "number", "round", "ending", "opening_plies"),
        "black": black,
        "white": white,
        "result": result,
        "winner": _winner(result),
        "reason": _reason(game),
        "plies": len(game.record.moves),
        "moves_played": sum(not each.move.is_pass for each in game.record.moves),
    }


def _result(game: PlayedGame) -> int:
    return game.record.margin() or 0


def _winner(result: int) -> ColorName | None:
    return None if result == 0 else "black" if result > 0 else "white"


def _reason(game: PlayedGame) -> str:
    """Describe why a game ended."""
    if game.failure is not None:
        who, what = color_name(game.failure.color), failure_text(game.failure.kind)
        return f"lost by {who}, {what}: {game.failure.reason}"
    if game.ending == ADJUDICATED:
        return game.record.tags.get("CO") or ADJUDICATED_TEXT
    return PLAYED_OUT


def _end(game: PlayedGame) -> End:
    """Return the outcome, with the reason if the game was not played to the end."""
    result = _result(game)
    winner = _winner(result)
    if game.failure is None and not game.adjudicated:
        played_out = end_of(game.record.board())
        if played_out is not None:
            return played_out
    won = "a draw" if winner is None else f"{winner} wins by {abs(result)}"
    return End(winner=winner, margin=abs(result), text=f"{won}, {_reason(game)}")
