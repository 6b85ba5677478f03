"""What requests and answers are made of, where several endpoints share it."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

__all__ = [
    "Answer",
    "ColorName",
    "End",
    "ErrorAnswer",
    "Game",
    "Legal",
    "MovesText",
    "Node",
    "Problem",
    "Question",
    "RulesName",
    "SizeInAddress",
    "SizeNumber",
]

RulesName = Literal["normal", "reversed"]
SizeNumber = Literal[4, 6, 8]
ColorName = Literal["black", "white"]


def _number(text: object) -> object:
    return int(text) if text in ("4", "6", "8") else text


#: A size in an address, where all is text.
SizeInAddress = Annotated[SizeNumber, BeforeValidator(_number)]

#: Moves one after another, such as ``f5d6``; passes need not be written.
MovesText = Annotated[str, Field(max_length=600)]


class Question(BaseModel):
    """What is asked: of the right kinds exactly, and nothing that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Answer(BaseModel):
    """What is answered."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Game(Question):
    """A game so far: from a position, the usual start if it is empty, by some moves."""

    rules: RulesName = "normal"
    size: SizeNumber = 8
    position: Annotated[str, Field(max_length=200)] = ""
    moves: MovesText = ""


class Legal(Answer):
    """A legal move, and the discs that it turns."""

    move: str
    flips: list[str]


class End(Answer):
    """How a game ended; `margin` is the winner's."""

    winner: ColorName | None
    margin: int
    text: str


class Node(Answer):
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


class Problem(Answer):
    """Why something is refused, and which field of the request is to blame."""

    text: str
    where: str | None


class ErrorAnswer(Answer):
    """What every request is answered that is refused, or that failed."""

    error: Problem
