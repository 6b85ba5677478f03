"""``obversi puzzles solve``: a puzzle at a prompt."""

import sys
from pathlib import Path

import click

from obversi.cli import options
from obversi.cli.game.advice import show_board
from obversi.cli.puzzles.contents import file_option, named_puzzle
from obversi.cli.terminal import Terminal
from obversi.engine import Engine
from obversi.errors import ObversiError
from obversi.move import PASS
from obversi.puzzles.puzzle import Puzzle
from obversi.puzzles.solution import margins_by, run_steps
from obversi.puzzles.trying import STEPS, hint_steps, trial_steps


@click.command(
    "solve",
    epilog=options.examples(
        "obversi puzzles solve daily               the puzzle of this day",
        "obversi puzzles solve r8-30               one of the reversed game on 8×8",
        "obversi puzzles solve 2 --file mine.txt   one of your own",
    ),
)
@click.argument("name", default="daily")
@file_option
@options.terminal_option
def solve_command(name: str, file: Path | None, terminal: Terminal) -> None:
    """Solve a puzzle: type a square, hint, solution or quit.

    NAME is a name of the list, such as n8-1 or r6-20, or daily. With --file it is the number of a
    puzzle in that file. The exit status is 1 if the puzzle is left before it is solved.
    """
    puzzle = named_puzzle(name, file)
    with Engine(hash_mb=1) as engine:
        is_solved = _Solving(puzzle, terminal, engine).run()
    if not is_solved:
        sys.exit(1)


class _Solving:
    """The dialogue about one puzzle."""

    def __init__(self, puzzle: Puzzle, terminal: Terminal, engine: Engine) -> None:
        self._puzzle = puzzle
        self._terminal = terminal
        self._engine = engine
        self._board = puzzle.start.copy()
        self._hints = 0
        self._wrong = 0

    def run(self) -> bool:
        """Ask until the puzzle is solved or left; return whether it is solved."""
        self._terminal.say_words(self._puzzle.task)
        self._terminal.say("type a square, hint, solution or quit")
        show_board(self._terminal, self._board)
        while True:
            try:
                answer = input("puzzle> ").strip().lower()
            except EOFError:
                self._terminal.say()
                return False
            if not sys.stdin.isatty():
                self._terminal.say(answer)  # as a terminal would
            if answer == "quit":
                return False
            if answer == "solution":
                self._terminal.say(f"the solution is {' '.join(self._puzzle.solution)}")
                return False
            if answer and self._obey(answer):
                return True

    def _obey(self, answer: str) -> bool:
        """Answer a hint or a move; return whether the puzzle is solved."""
        try:
            if answer == "hint":
                self._hint()
                return False
            return self._try(answer)
        except ObversiError as error:
            self._terminal.say(str(error))
            return False

    def _hint(self) -> None:
        self._hints = min(self._hints + 1, STEPS)
        steps = hint_steps(self._puzzle, self._board, self._hints)
        hint = run_steps(steps, lambda board: margins_by(self._engine, board))
        self._terminal.say_words(hint.text)

    def _try(self, answer: str) -> bool:
        played = self._board.copy()
        played.push(answer)
        if played.must_pass:
            played.push(PASS)
        steps = trial_steps(self._puzzle, played)
        trial = run_steps(steps, lambda board: margins_by(self._engine, board))
        self._terminal.say_words(trial.text)
        if not trial.right:
            self._wrong += 1
            return False
        self._board, self._hints = trial.board, 0
        show_board(self._terminal, self._board)
        if trial.done:
            mistakes = f"{self._wrong} mistake{'s'[: self._wrong != 1]}"
            self._terminal.say(f"solved, with {mistakes}")
            if trial.rest:
                self._terminal.say(f"best play goes on with {' '.join(trial.rest)}")
        return trial.done
