"""A live game: a game with its participants and timers.

Every change is stored before a message about it is sent.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from obversi.color import color_name
from obversi.errors import ObversiError
from obversi.net.games.changes import GameChanges
from obversi.net.games.context import Peer, RequestRejectedError, ServerContext, Timer
from obversi.net.games.game import Game, MoveResult, Seat
from obversi.net.games.participants import Participants, end_message, state_message, turn_message
from obversi.net.games.rated_games import load_ratings, rated_outcome
from obversi.net.games.turns import AgentTurn, ClockTimer
from obversi.net.operations.events import event
from obversi.net.ratings import RatingUpdate
from obversi.net.stored_game import GameOutcome, abandoned_outcome, lost_outcome
from obversi.net.workers.job import Requester
from obversi.wire.session import EndReason, ErrorCode, Id, Presence, Waiting, color_word

_LOG = logging.getLogger("obversi.net")

# Seconds until the store is tried again after a failure.
_STORE_PAUSE = 5.0


class LiveGame:
    """A game that is played, or one that waits for an opponent."""

    def __init__(
        self, game: Game, context: ServerContext, on_over: Callable[["LiveGame"], None]
    ) -> None:
        """Set a game up; `on_over` is called after its last message."""
        self.game = game
        load_ratings(game, context.store)
        self._context = context
        self._on_over = on_over
        self.participants = Participants(game, context.limits.spectators)
        self._agent = AgentTurn(context, self._agent_started, self._agent_moved, self._agent_failed)
        self._clock = ClockTimer(game, context, self._timed_out)
        self.changes = GameChanges(
            game, self.participants, context.store, self._agent, self.request_move
        )
        self._unwatched: Timer | None = None
        self._retry: Timer | None = None
        self.address = ""  # of the client that started it

    # Participants

    def watch(self, peer: Peer, id: Id | None = None, token: str | None = None) -> None:
        """Send a client the game now, and its moves from now on."""
        if self.participants.seat_of(peer) is None:
            self.participants.add_spectator(peer)
        self.participants.send_game_to(peer, id, token)
        for seat in self._persons():
            if seat.is_away:
                peer.send(self._presence(seat))
        self._wake()

    def unwatch(self, peer: Peer) -> None:
        """Remove a spectator."""
        participants = self.participants
        participants.remove_spectator(peer)
        if participants.keeper is peer:
            participants.keeper = None
        is_unwatched = self.game.is_between_agents and not participants.spectators
        if is_unwatched and self.game.outcome is None:
            self._sleep()

    def rejoin(self, peer: Peer, token: str, id: Id | None = None) -> None:
        """Give a client what its token opens, and close the connection that had it before.

        That is a seat, both seats, or the keeper's place as a spectator.
        """
        game, participants = self.game, self.participants
        own = [seat for seat in self._persons() if seat.opens_with(token)]
        old = own[0].peer if own else participants.keeper
        if old is not None:
            participants.remove_spectator(old)
        participants.remove_spectator(peer)
        for seat in own:
            seat.cancel_absence()
            seat.grace_until = None
            seat.peer = peer
        if game.keeper_token is not None:
            participants.keeper = peer
        if game.is_waiting:
            board, clock = game.board, game.clocks.setting
            waiting = Waiting(game.id, token, board.rules, board.size, clock, game.rated)
            peer.send(waiting, id)
        else:
            self.watch(peer, id)
        if old is not None and old is not peer:
            old.close("you have come back by another connection")
        elif old is None and own:
            participants.send_presence(self._presence(own[0]), peer)
        if game.mover in own:
            self._clock.run()
            peer.send(turn_message(game))

    def depart(self, peer: Peer) -> None:
        """Handle a lost connection; a player has some time to come back."""
        own = self.participants.seats_of(peer)
        for seat in own:
            seat.peer = None
            seat.last_address = peer.address
        if own:
            self._start_absence(own[0])
            self.participants.send_presence(self._presence(own[0]))
        self.unwatch(peer)

    @property
    def is_paused(self) -> bool:
        """Whether it waits for its only player."""
        return self.game.can_pause and any(seat.is_away for seat in self._seats())

    def _presence(self, seat: Seat) -> Presence:
        """Return whether a player is there, since when not, and how long the game waits."""
        if not seat.is_away:
            return Presence(self.game.id, color_word(seat.color), True, None)
        now = self._context.now()
        away = now - (now if seat.away_since is None else seat.away_since)
        left = None if self.is_paused else max(self._context.limits.absence_seconds - away, 0.0)
        return Presence(self.game.id, color_word(seat.color), False, left, round(away, 3))

    def _start_absence(self, seat: Seat) -> None:
        """Give an absent player time to come back, without a limit if the game can pause."""
        seat.cancel_absence()
        seat.away_since = self._context.now()
        if self.game.can_pause:
            seat.absence = self._context.paused_games.add(self._abandon_pause)
            return
        seconds = self._context.limits.absence_seconds
        seat.absence = self._context.later(seconds, lambda: self._stayed_away(seat))

    # The course of the game

    def start(self, peer: Peer, token: str, id: Id | None = None) -> None:
        """Send the game to all, and its token to the client that took the last seat."""
        for each in self.participants.present():
            if each is peer:
                self.participants.send_game_to(each, id, token)
            else:
                self.participants.send_game_to(each)
        self.request_move()

    def request_move(self) -> None:
        """Request the next move, from the person or from the agent."""
        mover = self.game.mover
        if mover is None:
            return
        if self.game.is_between_agents and not self.participants.spectators:
            self._sleep()
            return
        if mover.is_agent:
            self._agent.start(self.game, self._requester())
            return
        if grace := mover.grace_seconds(self._context.now()):
            self._clock.run_after(grace)
        else:
            self._clock.run()
        if mover.peer is not None:
            mover.peer.send(turn_message(self.game))

    def note_begun(self) -> None:
        """Count and log that both seats are taken."""
        self._context.measures.games_begun += 1
        board = self.game.board
        fields = event("game_begun", game=self.game.id, rules=board.rules, size=board.size)
        _LOG.debug("%s has begun", self.game.id, extra=fields)

    def resume(self) -> None:
        """Continue after a restart: persons have to come back, and their clocks wait a while."""
        away = [seat for seat in self._persons() if seat.is_away]
        for seat in away[:1] if self.game.is_played_alone else away:
            self._start_absence(seat)
            seat.grace_until = self._context.now() + self._context.limits.restart_seconds
        self.request_move()

    def play(self, seat: Seat, move: str, peer: Peer, id: Id | None = None) -> None:
        """Make a player's move."""
        if seat is not self.game.mover:
            raise RequestRejectedError(ErrorCode.NOT_YOUR_TURN, "it is not your turn")
        if self.game.clocks.is_over(seat.color):
            self._end(self._lost_on_time(), peer, id)
            return
        try:
            result = self.game.result_of(move)
        except ObversiError as error:
            raise RequestRejectedError(ErrorCode.ILLEGAL, str(error)) from error
        self._apply(result, peer, id)

    def resign(self, seat: Seat, peer: Peer, id: Id | None = None) -> None:
        """Resign for a player."""
        why = f"{color_name(seat.color)} has resigned"
        self._end(lost_outcome(self.game.board, seat.color, EndReason.RESIGN, why), peer, id)

    def withdraw(self, peer: Peer | None = None, id: Id | None = None) -> None:
        """Remove a game without an opponent."""
        self._context.store.remove(self.game.id)
        text = "the game is withdrawn: no opponent came"
        self.game.outcome = GameOutcome(EndReason.WITHDRAWN, None, 0, text)
        self._over(peer, id)

    def close(self) -> None:
        """Cancel all timers and searches."""
        self._agent.cancel()
        self._clock.stop()
        for timer in (self._unwatched, self._retry):
            if timer is not None:
                timer.cancel()
        self._unwatched = self._retry = None
        for seat in self._seats():
            seat.cancel_absence()

    def _seats(self) -> list[Seat]:
        return list(self.game.seats.values())

    def _persons(self) -> list[Seat]:
        """Return the seats of persons, that of the mover first."""
        persons = [seat for seat in self._seats() if not seat.is_agent]
        return sorted(persons, key=lambda seat: seat is not self.game.mover)

    def _apply(self, result: MoveResult, peer: Peer | None, id: Id | None) -> None:
        game = self.game
        if result.outcome is not None:
            outcome, ratings = self._rated(result.outcome, moves=game.played() + 1)
            result = replace(result, outcome=outcome)
        else:
            ratings = None
        moves = result.stored_moves()
        with self._context.measures.writing():
            self._context.store.add_moves(game.id, game.board.ply, moves, result.outcome, ratings)
        self._note_moves(len(moves))
        game.apply(result)
        self._clock.stop()
        for step in result.steps:
            self.participants.send(state_message(game, step), peer, id)
            id = None  # the pass that follows is not a reply
        if result.outcome is None:
            self.request_move()
        else:
            self._over(None, None)

    def _note_moves(self, moves: int) -> None:
        """Count and log moves that are stored, before the board shows them."""
        self._context.measures.moves += moves
        if _LOG.isEnabledFor(logging.DEBUG):
            fields = event("move_stored", game=self.game.id, ply=self.game.board.ply + moves)
            _LOG.debug("a move of %s is stored", self.game.id, extra=fields)

    def _end(self, outcome: GameOutcome, peer: Peer | None, id: Id | None) -> None:
        outcome, ratings = self._rated(outcome, moves=self.game.played())
        with self._context.measures.writing():
            self._context.store.end(self.game.id, outcome, ratings)
        self.game.outcome = outcome
        self._over(peer, id)

    def _rated(self, outcome: GameOutcome, moves: int) -> tuple[GameOutcome, RatingUpdate | None]:
        return rated_outcome(self.game, outcome, moves, self._context.store)

    def _over(self, peer: Peer | None, id: Id | None) -> None:
        self.close()
        reply = end_message(self.game)
        self._context.measures.games_over[reply.reason] += 1
        fields = event("game_over", game=self.game.id, reason=reply.reason, ply=self.game.board.ply)
        _LOG.info("%s is over: %s", self.game.id, reply.text, extra=fields)
        self.participants.send(reply, peer, id)
        self._on_over(self)

    def _end_unrequested(self, outcome: Callable[[], GameOutcome]) -> None:
        """End a game without a request, and try again later if it cannot be stored."""
        try:
            self._end(outcome(), None, None)
        except ObversiError as error:
            _LOG.warning("the end of %s cannot be stored: %s", self.game.id, error)
            self._retry = self._context.later(_STORE_PAUSE, lambda: self._end_unrequested(outcome))

    def _timed_out(self) -> None:
        self._end_unrequested(self._lost_on_time)

    def _lost_on_time(self) -> GameOutcome:
        turn = self.game.board.turn
        why = f"{color_name(turn)} has no time left"
        return lost_outcome(self.game.board, turn, EndReason.TIME, why)

    # Agents

    def _requester(self) -> Requester:
        """Return in whose share of the time agents search."""
        for seat in self._seats():
            if seat.peer is not None:
                return Requester(seat.peer.address, seat.peer.number)
        if (keeper := self.participants.keeper) is not None:
            return Requester(keeper.address, keeper.number)
        return Requester(self.address, self.game.id)

    def _agent_started(self) -> None:
        """Run an agent's clock, which does not run while its job waits in the queue.

        It begins anew if the search is repeated, since the process that searched is lost.
        """
        self.game.clocks.stop()
        self._clock.run()

    def _agent_moved(self, move: str) -> None:
        if self.game.clocks.is_over(self.game.board.turn):
            self._end_unrequested(self._lost_on_time)
            return
        try:
            result = self.game.result_of(move)
        except ObversiError as error:
            self._agent_failed(f"its move is illegal: {error}")
            return
        try:
            self._apply(result, None, None)
        except ObversiError as error:
            _LOG.warning("a move of %s cannot be stored: %s", self.game.id, error)
            self._agent.start_later(self.game, self._requester(), _STORE_PAUSE)

    def _agent_failed(self, why: str) -> None:
        mover = self.game.mover
        assert mover is not None
        reason = f"{color_name(mover.color)} ({mover.who.name}) has failed: {why}"
        _LOG.warning("%s: %s", self.game.id, reason)
        board = self.game.board
        self._end_unrequested(lambda: lost_outcome(board, mover.color, EndReason.FAILURE, reason))

    def _sleep(self) -> None:
        """Stop two agents without spectators, and end their game if none comes."""
        self._agent.cancel()
        self.game.clocks.stop()
        self._clock.stop()
        if self._unwatched is None:
            seconds = self._context.limits.absence_seconds
            self._unwatched = self._context.later(seconds, self._stayed_unwatched)

    def _wake(self) -> None:
        if self._unwatched is not None:
            self._unwatched.cancel()
            self._unwatched = None
            self.request_move()

    # Absence

    def _stayed_unwatched(self) -> None:
        self._abandon("the game has no spectators")

    def _stayed_away(self, seat: Seat) -> None:
        if self.game.is_waiting:
            try:
                self.withdraw()
            except ObversiError as error:
                _LOG.warning("%s cannot be removed: %s", self.game.id, error)
                self._start_absence(seat)
            return
        if self.game.seats[-seat.color].is_away:
            self._abandon("both players have gone")
            return
        why = f"{color_name(seat.color)} has gone and not come back"
        board = self.game.board
        self._end_unrequested(lambda: lost_outcome(board, seat.color, EndReason.DISCONNECT, why))

    def _abandon_pause(self) -> None:
        self._abandon("the player was away, and too many games are paused")

    def _abandon(self, why: str) -> None:
        self._end_unrequested(lambda: abandoned_outcome(EndReason.DISCONNECT, why))
