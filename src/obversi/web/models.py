"""Models of requests and replies that several endpoints share."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

RulesName = Literal["normal", "reversed"]
SizeNumber = Literal[4, 6, 8]
ColorName = Literal["black", "white"]


def _number(text: object) -> object:
    return int(text) if text in ("4", "6", "8") else text


#: A size in a query, where everything is text.
SizeInAddress = Annotated[SizeNumber, BeforeValidator(_number)]

#: Moves such as ``f5d6``; passes need not be written.
MovesText = Annotated[str, Field(max_length=600)]


class RequestModel(BaseModel):
    """Base of request bodies: strict types, no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ReplyModel(BaseModel):
    """Base of replies."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True)

    @classmethod
    def copy_of(cls, source: object, /, **fields: Any) -> Self:
        """Return a reply with these fields; the others are those of an object with their names."""
        rest = {name: getattr(source, name) for name in cls.model_fields.keys() - fields.keys()}
        return cls(**rest, **fields)


class GameRequest(RequestModel):
    """A game: moves from a position, which is the start position if empty."""

    rules: RulesName = "normal"
    size: SizeNumber = 8
    position: Annotated[str, Field(max_length=200)] = ""
    moves: MovesText = ""


class Legal(ReplyModel):
    """A legal move, and the discs that it flips."""

    move: str
    flips: list[str]


class End(ReplyModel):
    """The outcome of a game; `margin` is the winner's."""

    winner: ColorName | None
    margin: int
    text: str


class Node(ReplyModel):
    """A position of a game, and the move that led to it."""

    ply: int
    move: str | None
    mover: ColorName | None
    flips: list[str]
    board: str
    turn: ColorName | None
    legal: list[Legal]
    black: int
    white: int
    empties: int
    opening: str | None
    end: End | None
    text: str


class Written(ReplyModel):
    """A text, with the name and type of its file."""

    text: str
    file_name: str
    media_type: str


class Problem(ReplyModel):
    """Why a request is rejected, and which field is wrong."""

    text: str
    where: str | None


class ErrorReply(ReplyModel):
    """The reply to every request that is rejected or fails."""

    error: Problem
