"""What all tests share: how Hypothesis works here, and how it makes boards.

`st.from_type(ob.Board)` gives the boards of random games, of every size and both rule sets, from
the start to the end, with their moves.
"""

import os
import signal

from hypothesis import settings
from hypothesis import strategies as st

import obversi as ob

# A busy machine is no failure. Where others wait for the result, the same examples are tried every
# time; elsewhere new ones are.
settings.register_profile("obversi", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("obversi")

# A shell lets what it starts in the background ignore Ctrl-C, and then no test could press it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@st.composite
def boards_of_games(draw: st.DrawFn) -> ob.Board:
    board = ob.Board(draw(st.sampled_from(ob.SIZES)), draw(st.sampled_from(["normal", "reversed"])))
    # Random numbers drawn as one seed reach late positions; a list of choices shrinks well.
    choose = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, board.size**2 + 4))):
        if board.is_over:
            break
        board.push(choose.choice(board.legal_moves))
    return board


st.register_type_strategy(ob.Board, boards_of_games())
