import endgames
import pytest

import obversi as ob
from obversi import textbook
from obversi.agents import make_agent
from obversi.agents.core_agents import SearchAgent
from obversi.heuristics import evaluation
from obversi.rules import RULES, Rules


def boards(size: int, rules: Rules) -> list[ob.Board]:
    positions = ob.batch.starts(12, size)
    games = []
    for plies, position in enumerate(positions):
        board = ob.Board(size, rules)
        agent = make_agent("random", seed=plies + int(position[0]) % 97)
        for _ in range(plies):
            board.push(agent.choose(board))
            if board.is_over:
                break
        if not (board.is_over or board.must_pass):
            games.append(board)
    return games


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("search", ["minimax", "alpha-beta", "negamax", "maximax"])
def test_it_plays_what_the_search_finds(search: str, size: int, rules: Rules) -> None:
    agent = SearchAgent(evaluation("r4"), depth=3, search=search)
    find = getattr(textbook, search.replace("-", "_"))
    for board in boards(size, rules):
        assert agent.choose(board) == find(board, "r4", depth=3).move


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_published_levels_of_r1_are_wrong_where_they_are_odd(level: int) -> None:
    published, corrected = (
        make_agent(f"r1:level={level}"),
        make_agent(f"r1-corrected:level={level}"),
    )
    middle = [board for board in boards(8, "normal") if len(board.empty) < 58]
    same = sum(published.choose(board) == corrected.choose(board) for board in middle)
    assert same == len(middle) if level % 2 == 0 else same < len(middle) / 2


def test_r3_weighs_by_its_depth() -> None:
    agent = make_agent("r3:depth=2")
    for board in boards(8, "normal"):
        assert agent.choose(board) == textbook.negamax(board, "r3:ply=2", depth=2).move


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("name", ["random", "greedy", "r4:depth=1"])
def test_the_last_squares_are_played_perfectly(name: str, rules: Rules) -> None:
    agent = make_agent(f"{name}:perfect=10")
    for size in ob.SIZES:
        for seed in range(5):
            board = endgames.endgame(size, rules, seed)
            if len(board.empty) <= 10 and not board.must_pass:
                margins = endgames.margins(board)
                assert margins[agent.choose(board)] == max(margins.values())


def test_seconds_are_kept_roughly_and_shown() -> None:
    agent = make_agent("r4:seconds=0.02")
    assert getattr(agent, "seconds", None) == 0.02
    assert agent.choose(ob.Board()) in ob.Board().legal_moves


def test_a_finished_game_has_no_move() -> None:
    over = ob.Board.parse(16 * "X" + " O")
    with pytest.raises(ob.ObversiError, match="r4 has no move to choose"):
        make_agent("r4").choose(over)
