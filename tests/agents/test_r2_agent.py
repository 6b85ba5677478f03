"""R2's agent with what its report wished for: MCTS in the rest of the time, a book, patterns."""

import shutil
from pathlib import Path
from random import Random
from typing import cast

import pytest
from endgames import endgame

import obversi as ob
from obversi import _core, textbook
from obversi.agents import make_agent
from obversi.agents.book_agent import BookAgent
from obversi.agents.core_agents import SearchAgent
from obversi.agents.r2_agent import LeftoverAgent
from obversi.arena.bulk import play_bulk
from obversi.book import shipped_book
from obversi.book.book import shipped_book_path
from obversi.heuristics import PatternEvaluation, evaluation
from obversi.limit import Limit
from obversi.play import play_game
from obversi.rules import RULES, Rules
from obversi.weights import shipped_path


def middle(size: int, rules: Rules, count: int = 8) -> list[ob.Board]:
    """Return positions of the middle game with more than one move."""
    empties = size * size // 2
    found = [endgame(size, rules, seed, empties) for seed in range(3 * count)]
    return [board for board in found if len(board.legal_moves) > 1][:count]


# MCTS in the rest of the time


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_a_settled_position_is_left_to_the_search(size: int, rules: Rules) -> None:
    """With so few empty squares R2 sees every end, and no time is needed for more."""
    plain, wished = make_agent("r2:seconds=1000"), make_agent("r2:leftover=mcts:seconds=1000")
    assert isinstance(wished, LeftoverAgent)
    for seed in range(8):
        board = endgame(size, rules, seed)
        assert wished.think(board, Limit()) == plain.think(board, Limit())


@pytest.mark.parametrize("rules", RULES)
def test_mcts_replaces_moves_by_a_lead_only(rules: Rules) -> None:
    heuristic = evaluation("r2").core(8, rules)
    moves = {}
    for lead in (0.0, 1.0):
        player = _core.LeftoverPlayer(heuristic, 1e6, 0.8, lead, depth=2, playouts=2000)
        player.begin(5)
        moves[lead] = [player.choose(*board.bits)[0] for board in middle(8, rules, 24)]
    searched = [
        textbook.deepening(board, "r2", 1e6, depth=2).move.square_index
        for board in middle(8, rules, 24)
    ]
    assert moves[1.0] == searched
    assert moves[0.0] != searched
    again = _core.LeftoverPlayer(heuristic, 1e6, 0.8, 0.0, depth=2, playouts=2000)
    again.begin(5)
    assert [again.choose(*board.bits)[0] for board in middle(8, rules, 24)] == moves[0.0]


@pytest.mark.parametrize("rules", RULES)
def test_games_with_the_rest_of_the_time(rules: Rules) -> None:
    agent = make_agent("r2:leftover=mcts", seconds=0.002, seed=1)
    assert agent.seconds_per_move(1.0) == 0.002
    assert play_game(agent, make_agent("random:seed=1"), ob.Board(6, rules)).is_over
    assert len(play_bulk("r2:leftover=mcts", "random", 2, size=4, rules=rules, seconds=0.001)) == 2


def test_the_nodes_of_both_searches_count() -> None:
    plain, wished = make_agent("r2:seconds=0.01"), make_agent("r2:leftover=mcts:seconds=0.01")
    board = ob.Board()
    assert cast(int, wished.think(board, Limit()).nodes) > 0
    assert plain.name == wished.name == "r2"


# A book


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_moves_of_the_book_are_played_with_their_values(size: int, rules: Rules) -> None:
    agent = make_agent("r2:book=default:depth=1")
    assert isinstance(agent, BookAgent)
    book = shipped_book(size, rules)
    assert book is not None
    board = ob.Board(size, rules)
    thought = agent.think(board, Limit())
    assert thought.move in {known.move for known in book.best_moves(board)}
    assert (thought.value, thought.nodes) == (book.value(board), 0)
    assert agent.choose(board) in board.legal_moves


@pytest.mark.parametrize("rules", RULES)
def test_outside_the_book_the_search_chooses(rules: Rules) -> None:
    agent, alone = make_agent("r2:book=default:depth=3"), make_agent("r2:depth=3")
    for board in middle(8, rules):
        assert agent.think(board, Limit()) == alone.think(board, Limit())


def test_a_seed_repeats_the_moves_of_the_book() -> None:
    """With so much tolerance there is a choice in most positions."""

    def game(seed: int) -> list[ob.Move]:
        agent = make_agent(f"r2:book=default:tolerance=8:seed={seed}:depth=1")
        return play_game(agent, agent, ob.Board(4)).move_stack

    games = [game(seed) for seed in range(8)]
    assert games == [game(seed) for seed in range(8)]
    assert len({tuple(moves) for moves in games}) > 1


def test_a_book_of_a_file_is_for_its_game_only(tmp_path: Path) -> None:
    path = tmp_path / "mine.obb"
    shipped = shipped_book_path(6, "reversed")
    assert shipped is not None
    shutil.copy(shipped, path)
    agent = make_agent(f"r2:book={path}:depth=1")
    agent.prepare(6, "reversed")
    assert agent.think(ob.Board(6, "reversed"), Limit()).nodes == 0
    with pytest.raises(ob.InputError, match="is for reversed 6×6, not for normal 8×8"):
        agent.prepare(8, "normal")


def test_games_in_bulk_have_no_book() -> None:
    with pytest.raises(ob.InputError, match=r"played without a book: `obversi match` plays with"):
        play_bulk("r2:book=default", "random", 2)


def test_a_pass_needs_no_book() -> None:
    agent = make_agent("r2:book=default:depth=1")
    board = next(
        board
        for seed in range(1000)
        if (board := endgame(4, "normal", seed, Random(seed).randrange(1, 9))).must_pass
    )
    assert agent.choose(board) == ob.PASS


# Another evaluation


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_r2_searches_with_learned_patterns(size: int, rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "mine.obw"
    shutil.copy(shipped_path(size, rules), path)
    agents = [make_agent(f"r2:evaluation={name}:depth=3") for name in ("patterns", str(path))]
    for board in middle(size, rules, 4):
        found = textbook.maximax(board, PatternEvaluation(), 3)
        for agent in agents:
            assert agent.think(board, Limit()).move == found.move
            assert agent.think(board, Limit()).nodes == found.nodes


def test_r2_searches_with_other_evaluations(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("[[phase]]\nweights = { corners = 10, moves = 1 }\n")
    for name in ("r4", "r2", str(tmp_path / "mine.toml")):
        agent = make_agent(f"r2:evaluation={name}:depth=2")
        assert isinstance(agent, SearchAgent)
        for board in middle(8, "normal", 3):
            assert agent.choose(board) == textbook.maximax(board, name, 2).move


def test_all_of_it_goes_together() -> None:
    text = "r2-position:evaluation=patterns:leftover=mcts:lead=0.2:book=default:tolerance=2:seed=4"
    agent = make_agent(f"{text}:perfect=6", seconds=0.002)
    assert play_game(agent, make_agent("random:seed=2"), ob.Board(6)).is_over


# What is wrong


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("leftover=uct", "'uct' for 'leftover' .* expected none or mcts"),
        ("leftover=mcts:depth=3", "'leftover' is the rest of 'seconds': a search to a 'depth'"),
        ("lead=0.1", "'lead' is for 'leftover=mcts', which is missing"),
        ("leftover=mcts:lead=1.5", "'lead' cannot be 1.5: expected a share from 0 to 1"),
        ("leftover=mcts:lead=nan", "'lead' cannot be nan"),
        ("leftover=mcts:lead=much", "'much' for 'lead' .* expected a number from 0 to 1"),
        ("book=no.obb", r"'book' cannot be 'no.obb': .* expected a file \(.obb\), or default"),
        ("book=default:tolerance=-1", "'tolerance' cannot be -1: expected 0 or more"),
        ("tolerance=1", "'tolerance' is for the moves of a 'book', which is missing"),
        ("evaluation=pattern", "'evaluation' cannot be 'pattern': .* did you mean 'patterns'"),
        ("evaluation=nothing", "'evaluation' cannot be 'nothing': .* r4, positional or patterns"),
        ("evaluation=no.toml", "'evaluation' cannot be 'no.toml': the file cannot be read"),
        ("evaluation=no.obw", "'evaluation' cannot be 'no.obw': the weights in no.obw cannot"),
        ("evaluation=r4:weights=1,2", "'weights' are those of R2's evaluation: leave out 'eval"),
        ("seconds=1:depth=2:leftover=mcts", "'seconds' deepen a search of their own"),
    ],
)
def test_wrong_options_are_named(options: str, message: str) -> None:
    with pytest.raises(ob.InputError, match=message):
        make_agent(f"r2:{options}")
