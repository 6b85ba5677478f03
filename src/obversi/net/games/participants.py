"""The participants of a game, players and spectators, and the messages that they get."""

import json
from collections.abc import Iterable, Sequence

from obversi.board import Board
from obversi.color import BLACK, WHITE, Color
from obversi.net.games.context import Peer, RequestRejectedError
from obversi.net.games.game import Game, PlayedStep, Seat
from obversi.net.games.position_text import position_words, square_names
from obversi.squares import SquareSet
from obversi.wire.session import (
    MOST_LISTED,
    End,
    ErrorCode,
    GameEntry,
    GameList,
    Id,
    Presence,
    Reply,
    Start,
    State,
    Turn,
    color_word,
)

# A reply has at most 64 KiB: in the longest list the names may take this many bytes. The rest of
# each entry takes at most 400 bytes.
_NAMES_BYTES = 24 * 1024


class Participants:
    """The connected players and the spectators of a game."""

    def __init__(self, game: Game, most_spectators: int) -> None:
        """Start without spectators."""
        self._game = game
        self._most_spectators = most_spectators
        self._spectators: dict[str, Peer] = {}
        self.keeper: Peer | None = None  # the only person in the game, if there is only one

    @property
    def spectators(self) -> list[Peer]:
        """The clients that watch."""
        return list(self._spectators.values())

    def has_spectator(self, peer: Peer) -> bool:
        """Whether a client watches."""
        return peer.number in self._spectators

    def add_spectator(self, peer: Peer) -> None:
        """Let a client watch, up to the maximum."""
        is_counted = peer is self.keeper or self.has_spectator(peer)
        if len(self._spectators) >= self._most_spectators and not is_counted:
            raise RequestRejectedError(ErrorCode.BUSY, "this game has too many spectators")
        self._spectators[peer.number] = peer

    def remove_spectator(self, peer: Peer) -> None:
        """Remove a client, if it watches."""
        self._spectators.pop(peer.number, None)

    def present(self) -> list[Peer]:
        """Return the connected players, then the spectators, each once."""
        seats = self._game.seats.values()
        seated = {seat.peer.number: seat.peer for seat in seats if seat.peer}
        return list((seated | self._spectators).values())

    def seats_of(self, peer: Peer) -> list[Seat]:
        """Return the seats of a client, that of the mover first."""
        own = [seat for seat in self._game.seats.values() if seat.peer is peer]
        return sorted(own, key=lambda seat: seat is not self._game.mover)

    def seat_of(self, peer: Peer) -> Seat | None:
        """Return the seat of a client, that of the mover if it has both."""
        return next(iter(self.seats_of(peer)), None)

    def may_change(self, peer: Peer) -> bool:
        """Whether a client may change seats and undo moves: the keeper, without clocks."""
        game = self._game
        return peer is self.keeper and game.clocks.setting is None and game.outcome is None

    def send(self, reply: Reply, requester: Peer | None = None, id: Id | None = None) -> None:
        """Send a message to all; the id is for the client that made the request."""
        for peer in self.present():
            peer.send(reply, id if peer is requester else None)

    def send_game(self, requester: Peer | None = None, id: Id | None = None) -> None:
        """Send the whole game to all."""
        for peer in self.present():
            self.send_game_to(peer, id if peer is requester else None)

    def send_game_to(self, peer: Peer, id: Id | None = None, token: str | None = None) -> None:
        """Send the whole game to a client, and the token of a new seat."""
        own = [seat.color for seat in self.seats_of(peer)]
        keeper = self.may_change(peer)
        peer.send(start_message(self._game, own, keeper=keeper, token=token), id)

    def send_presence(self, presence: Presence, player: Peer | None = None) -> None:
        """Notify all but the player that this player has gone, or is back."""
        for peer in self.present():
            if peer is not player:
                peer.send(presence)


# Messages


def start_message(
    game: Game, own: Sequence[Color] = (), *, keeper: bool = False, token: str | None = None
) -> Start:
    """Return the whole game, for the player of some colours or for a spectator."""
    board = game.board
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
        position=board.root().to_string(),
        moves="".join(move for move in board.move_stack if not move.is_pass),
        ply=board.ply,
        board=board.to_string(),
        turn=None if game.turn is None else color_word(game.turn),
        clocks=game.clocks.shown(),
        legal=_legal(board) if game.turn is not None else (),
        yours=tuple(color_word(each) for each in (BLACK, WHITE) if each in own),
        ahead="".join(game.undone),
        keeper=keeper,
        legal_flips=_legal_flips(board) if game.turn is not None else (),
        opening=game.opening_name,
        text=position_words(board, _last_flips(board)),
        rated=game.rated,
        black_rating=game.rating(BLACK),
        white_rating=game.rating(WHITE),
    )


def turn_message(game: Game) -> Turn:
    """Return the message to the mover."""
    return Turn(game.id, _legal(game.board), game.clocks.shown())


def state_message(game: Game, step: PlayedStep) -> State:
    """Return the message about a move or a pass."""
    after = step.after
    flips = SquareSet() if step.move.is_pass else step.before.flips(step.move)
    return State(
        game=game.id,
        ply=after.ply,
        move=str(step.move),
        mover=color_word(step.before.turn),
        flips=tuple(map(str, flips)),
        board=after.to_string(),
        turn=None if after.is_over else color_word(after.turn),
        clocks=game.clocks.shown(),
        seconds=round(step.seconds, 3),
        black_discs=len(after.black),
        white_discs=len(after.white),
        legal=_legal(after),
        legal_flips=_legal_flips(after),
        opening=game.opening_name,
        text=position_words(after, flips),
    )


def end_message(game: Game) -> End:
    """Return the message about the outcome."""
    outcome, board = game.outcome, game.board
    assert outcome is not None
    return End(
        game=game.id,
        reason=outcome.reason,
        winner=None if outcome.winner is None else color_word(outcome.winner),
        margin=outcome.margin,
        black_discs=len(board.black),
        white_discs=len(board.white),
        text=outcome.text,
        black_change=outcome.black_change,
        white_change=outcome.white_change,
    )


def list_message(games: Iterable[tuple[Game, int]]) -> GameList:
    """Return the list of games and their numbers of spectators, cut to the size of a reply."""
    return _cut_list(_entry(game, spectators) for game, spectators in games)


def merged_list(own: GameList, others: Sequence[GameEntry]) -> GameList:
    """Return a list with the games of other processes, cut to the size of a reply."""
    if not others:
        return own
    entries = [*own.games, *others]
    entries.sort(key=lambda entry: not entry.waiting)
    return _cut_list(entries[:MOST_LISTED])


def _cut_list(listed: Iterable[GameEntry]) -> GameList:
    entries, bytes_left = [], _NAMES_BYTES
    for entry in listed:
        # A letter takes up to twelve bytes in JSON.
        bytes_left -= len(json.dumps(entry.black)) + len(json.dumps(entry.white))
        if bytes_left < 0:
            break
        entries.append(entry)
    return GameList(tuple(entries))


def _entry(game: Game, spectators: int) -> GameEntry:
    black, white = game.who(BLACK), game.who(WHITE)
    return GameEntry(
        game=game.id,
        rules=game.board.rules,
        size=game.board.size,
        black=black.name if black else None,
        white=white.name if white else None,
        clock=game.clocks.setting,
        ply=game.board.ply,
        waiting=game.is_waiting,
        watchers=spectators,
        agents=tuple(color_word(seat.color) for seat in game.seats.values() if seat.is_agent),
        drawn=game.is_waiting and game.flexible,
        rated=game.rated,
        black_rating=game.rating(BLACK),
        white_rating=game.rating(WHITE),
    )


def _legal(board: Board) -> tuple[str, ...]:
    return tuple(str(move) for move in board.legal_moves if not move.is_pass)


def _legal_flips(board: Board) -> tuple[str, ...]:
    return tuple("".join(square_names(board.flip_bits(move))) for move in _legal(board))


def _last_flips(board: Board) -> SquareSet:
    if not board.ply or board.peek().is_pass:
        return SquareSet()
    before = board.copy()
    return before.flips(before.pop())
