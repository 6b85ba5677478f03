"""Whole games in a real pseudo-terminal."""

import re
from random import Random

import pytest
from pseudo_terminal import PseudoTerminal

import obversi as ob
from obversi.agents.levels import LEVELS, LevelAgent
from obversi.play import next_move
from obversi.rules import Rules

SEED = 5
CTRL_C = b"\x03"


def game_with_passes(rules: Rules) -> ob.Board:
    """A game of a person, who is black, against level 1, in which someone had to pass."""
    agent = LevelAgent(1, seed=SEED)
    for chance in map(Random, range(1000)):
        board = ob.Board(4, rules)
        while not board.is_over:
            own = board.turn == ob.BLACK
            board.push(chance.choice(board.legal_moves) if own else next_move(agent, board))
        if ob.PASS in board.move_stack and board.move_stack.index(ob.PASS) > 3:
            return board
    raise AssertionError


@pytest.mark.few_cases
@pytest.mark.parametrize(("rules", "env"), [("normal", {}), ("reversed", {"NO_COLOR": "1"})])
def test_a_whole_game_against_a_level(rules: Rules, env: dict[str, str]) -> None:
    game = game_with_passes(rules)
    words = "most discs win" if rules == "normal" else "fewest discs win"
    arguments = ["play", "--level", "1", "--size", "4", "--rules", rules, "--seed", str(SEED)]
    with PseudoTerminal(*arguments, "--hint-seconds", "60", env=env) as terminal:
        terminal.wait_for(f"black to move ({words})")
        terminal.wait_for("black> ")
        terminal.enter("hint all")
        hint = terminal.wait_for("black> ")
        assert "discs for black (exact):" in hint
        first = game.move_stack[0]
        other = next(move for move in ob.Board(4).legal_moves if move != first)
        terminal.enter(other)
        terminal.wait_for("white plays ")
        terminal.wait_for("black> ")
        terminal.enter("undo")
        terminal.wait_for("black> ")
        board = ob.Board(4, rules)
        for move in game.move_stack:
            mover = "black" if board.turn == ob.BLACK else "white"
            if mover == "black" and not move.is_pass:
                terminal.enter(move)
            board.push(move)
            if move.is_pass:
                terminal.wait_for(f"{mover} has no move and passes")
            else:
                terminal.wait_for(f"{mover} plays {move} and flips ")
            terminal.wait_for(board.status())
            if not board.is_over and not board.must_pass and board.turn == ob.BLACK:
                terminal.wait_for("black> ")
        terminal.wait_for("game over> ")
        terminal.enter("quit")
        assert terminal.end() == 0
        # The prompt may switch modes of the keyboard without them.
        has_colors = re.search(r"\x1b\[[\d;]*m", terminal.raw) is not None
        assert has_colors == (not env)
        assert "Traceback" not in terminal.text


@pytest.mark.long
def test_ctrl_c_stops_a_search_and_at_the_prompt_the_command() -> None:
    arguments = ["play", "engine:seconds=600", "--color", "white", "--hint-seconds", "600"]
    with PseudoTerminal(*arguments) as terminal:
        terminal.wait_for("black thinks")
        terminal.press(CTRL_C)
        terminal.wait_for("engine was stopped: go lets it think again")
        terminal.wait_for("black> ")
        terminal.enter("level 1")
        terminal.wait_for("black is level 1")
        terminal.wait_for("black plays ")
        terminal.wait_for("white> ")
        terminal.enter("hint")
        terminal.wait_for("thinking")
        terminal.press(CTRL_C)
        terminal.wait_for("stopped")
        terminal.wait_for("white> ")
        terminal.press(CTRL_C)
        # Python's prompt misses a signal between its first output and its first wait, until a key
        # is pressed. An empty line alone would only show the prompt again.
        terminal.enter("")
        assert terminal.end() == 130
        assert terminal.text.rstrip().endswith("obversi: interrupted")


def test_words_are_not_cut() -> None:
    words = [level.words for level in LEVELS["normal"]]
    with PseudoTerminal("play", "--size", "4", columns=60, rows=24) as terminal:
        introduction = terminal.wait_for("black> ")
        terminal.enter("level")
        shown = terminal.wait_for("black> ")
    assert all(len(line) <= 60 for line in (introduction + shown).splitlines())
    assert words[3] in " ".join(introduction.split())  # of level 3, the default
    for each in words:
        assert each in " ".join(shown.split())
    wrapped = [line for line in shown.splitlines() if line.startswith(25 * " ")]
    assert len(wrapped) >= len(words)
