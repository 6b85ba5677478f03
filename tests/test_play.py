from typing import Any

import pytest

import obversi as ob
from obversi.agents.agent import Agent
from obversi.agents.core_agents import GreedyAgent, RandomAgent
from obversi.play import next_move, play_game
from obversi.rules import Rules


class Stubborn:
    """Answers the same, whatever the board; counts the calls."""

    name = "stubborn"

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.calls = 0

    def choose(self, board: ob.Board) -> ob.Move:
        self.calls += 1
        for move in board.legal_moves:  # plays on its copy and leaves it so
            board.push(move)
            break
        answer: ob.Move = self.answer
        return answer


@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_whole_games_end(size: int, rules: Rules) -> None:
    start = ob.Board(size, rules)
    for seed in range(10):
        final = play_game(RandomAgent(seed), GreedyAgent(seed), start)
        assert final.is_over
        assert final.rules == rules
        replayed = ob.Board(size, rules)
        for move in final.move_stack:
            replayed.push(move)
        assert replayed == final
    assert start.ply == 0


def test_the_default_is_the_usual_start() -> None:
    final = play_game(RandomAgent(1), RandomAgent(2))
    assert (final.size, final.rules) == (8, "normal")
    assert play_game(RandomAgent(1), RandomAgent(2)).move_stack == final.move_stack


def test_black_moves_for_black() -> None:
    """A move of black's agent is requested whenever black has one, and never else."""
    black, white = Counting(1), Counting(2)
    play_game(black, white)
    assert set(black.turns) == {ob.BLACK}
    assert set(white.turns) == {ob.WHITE}


class Counting(RandomAgent):
    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.turns: list[int] = []

    def choose(self, board: ob.Board) -> ob.Move:
        assert not board.must_pass
        assert not board.is_over
        self.turns.append(board.turn)
        return super().choose(board)


def test_moves_and_passes_are_reported_with_the_board_after_them() -> None:
    passes = 0
    for seed in range(20):
        seen: list[tuple[ob.Board, ob.Move]] = []

        def report(
            board: ob.Board, move: ob.Move, seen: list[tuple[ob.Board, ob.Move]] = seen
        ) -> None:
            seen.append((board, move))

        start = ob.Board(size=4)
        final = play_game(RandomAgent(seed), RandomAgent(seed + 1), start, on_move=report)
        assert [move for _, move in seen] == final.move_stack
        assert [board.ply for board, _ in seen] == list(range(1, final.ply + 1))
        assert seen[-1][0] == final
        passes += sum(move.is_pass for _, move in seen)
    assert passes > 0


def test_a_game_that_is_over_stays_as_it_is() -> None:
    over = ob.Board.parse(16 * "X" + "O")
    unused_agent = Stubborn(None)
    assert play_game(unused_agent, unused_agent, over) == over
    assert unused_agent.calls == 0


def test_a_pass_is_not_requested() -> None:
    board = ob.Board.parse("XO-------------- O")
    unused_agent = Stubborn(None)
    assert next_move(unused_agent, board) is ob.PASS
    assert unused_agent.calls == 0


@pytest.mark.parametrize("answer", ["a1", "zz", "pass", "e4", None, 7, ["d3"]])
def test_an_illegal_move_names_the_agent(answer: object) -> None:
    agents: list[Agent] = [Stubborn(answer), RandomAgent()]
    board = ob.Board()
    with pytest.raises(ob.IllegalMoveError, match="agent 'stubborn' playing black"):
        play_game(agents[0], agents[1], board)
    after = ob.Board()
    after.push("f5")
    with pytest.raises(ob.IllegalMoveError, match="agent 'stubborn' playing white"):
        play_game(agents[1], agents[0], after)
    assert board.ply == 0


class Nameless:
    def choose(self, board: ob.Board) -> ob.Move:
        return ob.Move("a1") if board.turn == ob.WHITE else board.legal_moves[0]


def test_an_illegal_move_of_an_agent_without_a_name() -> None:
    agent: Any = Nameless()
    with pytest.raises(ob.IllegalMoveError, match="agent 'Nameless' playing white chose"):
        play_game(agent, agent)


def test_a_plain_text_is_a_move_too() -> None:
    move = next_move(Stubborn("F5"), ob.Board())
    assert move is ob.Move("f5")
