"""What visitors are told of a game."""

import json
from collections.abc import Iterable, Sequence
from typing import Final

from obversi.color import BLACK, WHITE
from obversi.net.games.game import Game, Step
from obversi.wire.session import End, GameEntry, GameList, Start, State, Turn, color_word

__all__ = ["end_of", "list_of", "start_of", "state_of", "turn_of"]

# A reply has at most 64 KiB. Of the games in the longest list the names may take so much; the rest
# of each takes a quarter of a KiB at most.
_NAMES_BYTES: Final = 38 * 1024


def start_of(
    game: Game, own: Sequence[int] = (), *, keeper: bool = False, token: str | None = None
) -> Start:
    """Tell the whole game as it is now, to the player of some colours or to one who watches."""
    board, root = game.board, game.beginning
    names = {color: who.name if (who := game.who(color)) else "" for color in (BLACK, WHITE)}
    color = game.turn if game.turn in own else own[0] if own else None
    return Start(
        game=game.id,
        color=None if color is None else color_word(color),
        token=token,
        rules=board.rules,
        size=board.size,
        black=names[BLACK],
        white=names[WHITE],
        agents=tuple(color_word(seat.color) for seat in game.seats.values() if seat.is_agent),
        clock=game.clocks.setting,
        position=root.to_string(),
        moves="".join(move for move in board.move_stack if not move.is_pass),
        ply=board.ply,
        board=board.to_string(),
        turn=None if game.turn is None else color_word(game.turn),
        clocks=game.clocks.shown(),
        legal=_legal(game),
        yours=tuple(color_word(each) for each in (BLACK, WHITE) if each in own),
        ahead="".join(game.ahead),
        keeper=keeper,
    )


def turn_of(game: Game) -> Turn:
    """Tell the mover to move."""
    return Turn(game.id, _legal(game), game.clocks.shown())


def state_of(game: Game, step: Step) -> State:
    """Tell a move; the clocks are as they are now."""
    after = step.after
    return State(
        game=game.id,
        ply=after.ply,
        move=str(step.move),
        mover=color_word(step.before.turn),
        flips=() if step.move.is_pass else tuple(map(str, step.before.flips(step.move))),
        board=after.to_string(),
        turn=None if after.is_over else color_word(after.turn),
        clocks=game.clocks.shown(),
        seconds=round(step.seconds, 3),
        black_discs=len(after.black),
        white_discs=len(after.white),
    )


def end_of(game: Game) -> End:
    """Tell how a game ended that is over."""
    ending, board = game.ending, game.board
    assert ending is not None
    return End(
        game=game.id,
        reason=ending.reason,
        winner=None if ending.winner is None else color_word(ending.winner),
        margin=ending.margin,
        black_discs=len(board.black),
        white_discs=len(board.white),
        text=ending.text,
    )


def list_of(games: Iterable[tuple[Game, int]]) -> GameList:
    """Tell of games and how many watch each, the first of them if not all have room in a reply."""
    entries, room = [], _NAMES_BYTES
    for game, watchers in games:
        entry = _entry(game, watchers)
        # A letter may take up to twelve bytes.
        room -= len(json.dumps(entry.black)) + len(json.dumps(entry.white))
        if room < 0:
            break
        entries.append(entry)
    return GameList(tuple(entries))


def _entry(game: Game, watchers: int) -> GameEntry:
    black, white = game.who(BLACK), game.who(WHITE)
    return GameEntry(
        game=game.id,
        rules=game.board.rules,
        size=game.board.size,
        black=black.name if black else None,
        white=white.name if white else None,
        clock=game.clocks.setting,
        ply=game.board.ply,
        waiting=game.waits,
        watchers=watchers,
    )


def _legal(game: Game) -> tuple[str, ...]:
    return () if game.turn is None else tuple(map(str, game.board.legal_moves))
