"""Codes in messages: why a request is rejected, why a game is over, what players say."""

from enum import StrEnum


class ErrorCode(StrEnum):
    """Why a request is rejected, for programs; the text beside it is for people."""

    FORMAT = "format"  # not a message, or a field is wrong
    VERSION = "version"  # another version of the protocol
    HELLO = "hello"  # hello must come first, and once
    UNKNOWN_GAME = "unknown-game"
    NOT_YOURS = "not-yours"  # the game belongs to other players
    NOT_YOUR_TURN = "not-your-turn"
    ILLEGAL = "illegal"  # the rules do not allow the move
    OVER = "over"  # the game has ended
    BUSY = "busy"  # too much is running, for this client or in all
    RATE = "rate"  # too many messages
    SIZE = "size"  # too long a message
    TOKEN = "token"  # not the token of a seat of the game
    RATED = "rated"  # the game is rated, or cannot be
    AGENT = "agent"  # the server does not have this agent
    REFUSED = "refused"  # everything else; the text says why
    CLOSING = "closing"  # the server shuts down


class Phrase(StrEnum):
    """What players can say to each other; each client shows it in the language of its reader."""

    HELLO = "hello"
    GOOD_LUCK = "good-luck"
    WELL_PLAYED = "well-played"
    ONE_MOMENT = "one-moment"
    BACK = "back"  # after one moment
    GOOD_GAME = "good-game"
    THANKS = "thanks"
    REMATCH = "rematch"  # a question
    GOODBYE = "goodbye"


class EndReason(StrEnum):
    """Why a game is over."""

    FINISHED = "finished"
    TIME = "time"
    RESIGN = "resign"
    DISCONNECT = "disconnect"
    FAILURE = "failure"  # an agent did not move
    WITHDRAWN = "withdrawn"  # no opponent came
