"""What can be typed at the prompt beside moves."""

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, NamedTuple

from obversi.errors import InvalidMoveError, ObversiError
from obversi.move import Move

__all__ = ["COMMANDS", "Command", "Typed", "help_text", "read_answer"]


@dataclass(frozen=True, slots=True)
class Command:
    """A word, what may follow it, and what it does. What follows in brackets can be left out."""

    name: str
    operand: str
    words: str


COMMANDS: Final = {
    command.name: command
    for command in (
        Command("moves", "", "list the legal moves, with how many discs each turns"),
        Command("hint", "[N|all]", "show the best move, the N best, or all, with their values"),
        Command("eval", "", "say who is ahead, and by how much"),
        Command("review", "", "list the mistakes of the game so far"),
        Command("undo", "", "go back to your last turn"),
        Command("redo", "", "take the last undo back"),
        Command("level", "[N]", "play against another level, or list them"),
        Command("swap", "", "change sides"),
        Command("go", "", "let the agent whose turn it is think again"),
        Command("new", "[RULES] [SIZE]", "begin another game"),
        Command("show", "", "draw the board again"),
        Command("game", "", "write the moves played so far"),
        Command("save", "FILE", "write the game, in the format of the file's ending"),
        Command("load", "FILE", "go on with the game of a file"),
        Command("resign", "", "give the game up"),
        Command("help", "", "show this list"),
        Command("quit", "", "leave"),
    )
}
_OTHER_NAMES: Final = {"?": "help", "exit": "quit", "evaluate": "eval"}


class Typed(NamedTuple):
    """A command and what follows it, or a move."""

    command: str
    rest: str
    move: Move | None


def help_text() -> str:
    """List all that can be typed."""
    rows = [("d3, or another square", "place a disc there")]
    rows += [(f"{each.name} {each.operand}".strip(), each.words) for each in COMMANDS.values()]
    return "\n".join(f"{typed:22} {words}" for typed, words in rows)


def read_answer(answer: str) -> Typed:
    """Read what was typed: a command with what it needs, or a move."""
    word, _, rest = answer.strip().partition(" ")
    name = _OTHER_NAMES.get(word.lower(), word.lower())
    rest = rest.strip()
    if name not in COMMANDS:
        return Typed("", "", _move(answer.strip()))
    operand = COMMANDS[name].operand
    if rest and not operand:
        raise ObversiError(f"{name!r} stands alone: {rest!r} after it is not known")
    if operand == "FILE" and not rest:
        raise ObversiError(f"{name!r} needs a file name after it, such as game.ggf")
    if operand == "FILE" and not rest.isprintable():
        raise ObversiError(f"{rest!r} is no file name")
    return Typed(name, rest, None)


def _move(answer: str) -> Move:
    try:
        return Move(answer)
    except InvalidMoveError:
        near = get_close_matches(answer.lower(), COMMANDS, 1)
        advice = f"did you mean {near[0]!r}?" if near else "type 'help' for what can be typed"
        raise InvalidMoveError(f"{answer!r} is no square and no command: {advice}") from None
