"""The graph of a book, against slow code on complete and on made-up graphs."""

from random import Random

import numpy as np
import pytest
from boards import PASS_DUE
from book.slow_books import (
    NOT_SEARCHED,
    Key,
    Leaf,
    SlowBook,
    after,
    all_positions,
    key_of,
    late_board,
    number_of,
    random_book,
)

import obversi as ob
from obversi import Board, batch
from obversi.book import shipped_book
from obversi.book.editing import root_of
from obversi.book.graph import ANY_MOVE, NO_MOVE, PASS, UNKNOWN, Graph, find, sort_order
from obversi.rules import RULES, Rules

WEIGHTS = {"strict": 4.0, "lenient": 1.5}
GAMES = [(size, rules, seed) for size in ob.SIZES for rules in RULES for seed in range(3)]


def mask_of(moves: list[ob.Move]) -> int:
    """A set of squares; the pass is the highest bit."""
    return sum(1 << min(number_of(move), 63) for move in moves)


def check_costs(book: SlowBook, graph: Graph, root: Key) -> None:
    """Compare the costs of all positions with slow code."""
    keys = sorted(book.leaves)
    costs = graph.costs(keys.index(root), **WEIGHTS)
    mover, opponent = (
        [book.cost(key, root, is_strict, *WEIGHTS.values()) for key in keys]
        for is_strict in (True, False)
    )
    assert costs.mover.tolist() == mover
    assert costs.opponent.tolist() == opponent
    assert costs.least.tolist() == [min(both) for both in zip(mover, opponent, strict=True)]
    expected = [book.leaf_cost(key, root, *WEIGHTS.values()) for key in keys]
    assert graph.leaf_costs(costs, **WEIGHTS).tolist() == expected


# Finding


def test_find_against_a_dictionary() -> None:
    random = Random(3)
    numbers = [0, 1, 2, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]
    everything = [(own, opp) for own in numbers for opp in numbers]
    for count in (*range(8), 20, len(everything)):
        chosen = random.sample(everything, count)
        positions = np.array(chosen, np.uint64).reshape(-1, 2)
        positions = positions[sort_order(positions)]
        rows = {tuple(position): row for row, position in enumerate(positions.tolist())}
        assert sorted(rows) == sorted(chosen)
        wanted = random.sample(everything, len(everything))
        found = find(positions, np.array(wanted, np.uint64))
        assert found.tolist() == [rows.get(key, -1) for key in wanted]


def test_many_positions_with_the_same_discs_of_the_mover() -> None:
    generator = np.random.default_rng(4)
    opponents = np.unique(generator.integers(0, 1 << 20, 500, np.uint64))
    positions = np.stack([np.full_like(opponents, 1 << 40), opponents], axis=1)
    rows = {int(opp): row for row, opp in enumerate(opponents)}
    wanted = generator.integers(0, 1 << 20, 2000, np.uint64)
    wanted[:100] = opponents[:100]
    found = find(positions, np.stack([np.full_like(wanted, 1 << 40), wanted], axis=1))
    assert found.tolist() == [rows.get(int(opp), -1) for opp in wanted]


def test_nothing_is_found_in_nothing() -> None:
    nothing = np.zeros((0, 2), np.uint64)
    assert find(nothing, nothing).tolist() == []
    assert find(nothing, batch.starts(3)).tolist() == [-1, -1, -1]
    assert find(batch.starts(1), nothing).tolist() == []


# Values


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_all_positions_of_a_game(rules: Rules) -> None:
    start = Board(4, rules)
    book = SlowBook(4, rules, dict.fromkeys(all_positions(4), NOT_SEARCHED))
    graph = book.graph()
    boards = book.boards()
    assert graph.values.tolist() == [book.value(board) for board in boards]
    assert graph.values.tolist() == batch.exact_margins(graph.positions, 4, rules).tolist()
    assert book.value(start) == {"normal": -10, "reversed": 4}[rules]
    assert graph.exact.all()
    assert not graph.has_leaf.any()
    assert not graph.unexpanded.any()
    assert graph.pending.tolist() == []
    assert graph.empties.tolist() == [len(board.empty) for board in boards]
    assert len(graph.edges.moves) == sum(len(board.legal_moves) for board in boards)
    # What makes this difficult is there.
    assert (graph.edges.moves == PASS).any()
    assert graph.edges.is_over.any()
    check_costs(book, graph, key_of(start))


@pytest.mark.few_cases(6)
@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_made_up_graphs(size: int, rules: Rules, seed: int) -> None:
    book = random_book(size, rules, seed)
    graph = book.graph()
    boards = book.boards()
    assert len(graph) == len(boards)
    assert graph.pending.tolist() == []
    assert graph.values.tolist() == [book.value(board) for board in boards]
    assert graph.exact.tolist() == [book.is_exact(board) for board in boards]
    assert graph.has_leaf.tolist() == [book.leaf(board) is not None for board in boards]
    assert graph.unexpanded.tolist() == [mask_of(book.unexpanded(board)) for board in boards]
    for root in (Board(size, rules), late_board(size, rules, seed)):
        check_costs(SlowBook(size, rules, book.leaves), graph, key_of(root))


@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_every_move_is_an_edge(size: int, rules: Rules, seed: int) -> None:
    book = random_book(size, rules, seed)
    graph = book.graph()
    keys = sorted(book.leaves)
    edge = 0
    for row, board in enumerate(book.boards()):
        for move in sorted(board.legal_moves, key=number_of):
            later = after(board, move)
            key = key_of(later)
            assert (graph.edges.parents[edge], graph.edges.moves[edge]) == (row, number_of(move))
            assert graph.edges.is_over[edge] == later.is_over
            assert graph.edges.is_known[edge] == book.is_known(board, move)
            assert graph.edges.children[edge] == (keys.index(key) if key in keys else -1)
            if book.is_known(board, move):
                assert graph.edge_values[edge] == book.move_value(board, move)
            edge += 1
    assert edge == len(graph.edges.moves)


def test_made_up_graphs_have_what_is_difficult() -> None:
    graphs = [random_book(*game).graph() for game in GAMES]
    assert any((graph.edges.moves == PASS).any() for graph in graphs)
    assert any(graph.edges.is_over.any() for graph in graphs)
    assert any((graph.has_leaf & (graph.leaves["move"] == PASS)).any() for graph in graphs)
    assert any((graph.has_leaf & (graph.leaves["move"] == ANY_MOVE)).any() for graph in graphs)
    assert any(graph.exact.any() and not graph.exact.all() for graph in graphs)


# Leaves to be searched


@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_which_positions_are_to_be_searched(size: int, rules: Rules, seed: int) -> None:
    book = random_book(size, rules, seed, with_pending=True)
    graph = book.graph()
    boards = book.boards()
    expected = [row for row, board in enumerate(boards) if book.is_pending(board)]
    assert expected
    assert graph.pending.tolist() == expected
    assert graph.has_leaf.tolist() == [book.leaf(board) is not None for board in boards]


@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_without_unknown_positions(size: int, rules: Rules, seed: int) -> None:
    book = random_book(size, rules, seed, with_pending=True)
    leaves = dict(book.leaves)
    while True:
        left = SlowBook(size, rules, leaves)
        unknown = [
            key
            for key in leaves
            if (leaves[key].move == UNKNOWN and left.is_pending(left.board(key)))
            or not left.has_value(left.board(key))
        ]
        if not unknown:
            break
        leaves = {key: leaf for key, leaf in leaves.items() if key not in unknown}
    graph = book.graph().without_unknown()
    assert graph.positions.tolist() == [list(key) for key in sorted(leaves)]
    assert SlowBook.of(graph).leaves == leaves
    assert graph.values.tolist() == [left.value(board) for board in left.boards()]
    assert graph.exact.tolist() == [left.is_exact(board) for board in left.boards()]
    assert len(graph) < len(book.leaves)


@pytest.mark.parametrize("move", [UNKNOWN, NO_MOVE])
def test_one_unknown_position_leaves_nothing(move: int) -> None:
    start = Board(6)
    leaf = Leaf(move, 0, 0, 0, False)
    graph = SlowBook(6, "normal", {key_of(start): leaf}).graph()
    assert graph.pending.tolist() == [0]
    assert graph.unexpanded.tolist() == [mask_of([*start.legal_moves])]
    assert len(graph.without_unknown()) == 0


# Passes and ends


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_a_pass_out_of_the_graph(size: int, rules: Rules) -> None:
    board = Board.parse(PASS_DUE[size], rules)
    assert board.must_pass
    book = SlowBook(size, rules, {key_of(board): NOT_SEARCHED})
    graph = book.graph()
    assert graph.unexpanded.tolist() == [1 << 63]
    assert graph.pending.tolist() == [0]
    graph = SlowBook(size, rules, {key_of(board): Leaf(PASS, -7, 5, 100, True)}).graph()
    assert graph.pending.tolist() == []
    assert (graph.values.tolist(), graph.exact.tolist()) == ([-7], [True])
    costs = graph.costs(0, **WEIGHTS)
    assert graph.leaf_costs(costs, **WEIGHTS).tolist() == [1.0]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_a_pass_within_the_graph(size: int, rules: Rules) -> None:
    board = Board.parse(PASS_DUE[size], rules)
    passed = after(board, PASS)
    [move] = passed.legal_moves
    end = after(passed, move)
    assert end.is_over
    leaves = {key_of(board): Leaf(PASS, 0, 1, 73, False), key_of(passed): NOT_SEARCHED}
    book = SlowBook(size, rules, leaves)
    graph = book.graph()
    rows = [sorted(leaves).index(key_of(each)) for each in (board, passed)]
    assert graph.pending.tolist() == []
    assert graph.exact.all()
    assert graph.values[rows].tolist() == [end.margin(), -end.margin()]
    check_costs(book, graph, key_of(board))


@pytest.mark.parametrize("rules", RULES)
def test_a_finished_game_is_worth_its_margin(rules: Rules) -> None:
    board = late_board(6, rules, 1)
    line = [board]
    while not line[-1].is_over:
        line.append(after(line[-1], line[-1].legal_moves[0]))
    keys = sorted(key_of(each) for each in line)
    made_up = [Leaf(UNKNOWN, 0, 0, 0, False)] * len(keys)
    graph = SlowBook(6, rules, dict(zip(keys, made_up, strict=True))).graph()
    end = keys.index(key_of(line[-1]))
    assert end not in graph.pending
    assert graph.values[end] == line[-1].margin()
    assert graph.exact[end]


def test_a_graph_without_positions() -> None:
    graph = SlowBook(8, "normal", {}).graph()
    assert len(graph) == 0
    for column in (graph.values, graph.exact, graph.pending, graph.unexpanded, graph.edge_values):
        assert column.tolist() == []
    assert len(graph.without_unknown()) == 0


def test_large_whole_weights_are_weights() -> None:
    book = shipped_book(6, "normal")
    assert book is not None
    graph = book.graph()
    whole, same = (
        graph.costs(root_of(graph), strict=weight, lenient=weight) for weight in (1000, 1000.0)
    )
    assert whole.mover.tolist() == same.mover.tolist()
    leaves = [
        graph.leaf_costs(same, strict=weight, lenient=weight).tolist() for weight in (1000, 1000.0)
    ]
    assert leaves[0] == leaves[1]
