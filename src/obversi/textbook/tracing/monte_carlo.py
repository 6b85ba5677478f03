"""Monte Carlo tree search step by step.

The search of the core records its rounds: the moves to the place where a random game begins, and
its result. This module turns them into steps, with the numbers that the selection compares.
"""

from math import log, sqrt

from obversi import _core
from obversi.arguments import seed_bits, whole_number
from obversi.board import Board, unfinished_board
from obversi.errors import InputError
from obversi.move import Move
from obversi.textbook.monte_carlo import checked_exploration
from obversi.textbook.tracing.trace import (
    MAX_NODES,
    Counts,
    NodeState,
    StepTable,
    Trace,
    TracedNode,
    TraceStep,
    minimax_counts,
    player_name,
)

# Plain minimax is counted to the depth of the tree, but not further than this number of nodes.
_ENOUGH_NODES = 100_000


def trace_mcts(
    board: Board, playouts: int = 50, seed: int | None = 1, exploration: float = sqrt(2)
) -> Trace:
    """Search by UCT for a number of playouts, and return what the search does step by step.

    It is the search of `obversi.textbook.mcts` with the same arguments.

    >>> trace = trace_mcts(Board(), playouts=20, seed=1)
    >>> len(trace.nodes), trace.move in Board().legal_moves
    (21, True)
    """
    unfinished_board(board)
    games = whole_number(playouts, "the number of playouts", 1)
    if games >= MAX_NODES:
        raise InputError(f"a trace cannot have {games} playouts: expected fewer than {MAX_NODES}")
    constant, chosen = checked_exploration(exploration), seed_bits(seed)
    found, rounds = _core.traced_mcts(
        *board.bits,
        board.size,
        board.rules == "reversed",
        playouts=games,
        seed=chosen,
        exploration=constant,
    )
    root = board.copy(stack=False)
    builder = _Builder(root, constant)
    for one in rounds:
        builder.play_round(one)
    plain = _plain_counts(root, max(builder.plies))
    move = Move.from_index(found.move)
    builder.finish(move, found.value, plain)
    return Trace(
        board=root,
        search="mcts",
        title=f"mcts, {games} playouts, exploration {constant:.4g}, seed {chosen}",
        move=move,
        value=f"{found.value:.0%}",
        nodes=tuple(builder.traced),
        steps=tuple(builder.steps),
        minimax=plain,
    )


def _plain_counts(board: Board, deepest: int) -> Counts:
    """Count plain minimax to the depth of the deepest node, or as far as it is small."""
    counts = minimax_counts(board, 1)
    while counts.depth < deepest and counts.nodes < _ENOUGH_NODES:
        counts = minimax_counts(board, counts.depth + 1)
    return counts


class _Builder:
    """Plays the rounds again on a tree of its own, and writes the steps.

    A node counts what the player who made its move has won.
    """

    def __init__(self, root: Board, exploration: float) -> None:
        self._exploration = exploration
        self.traced = [TracedNode(root)]
        self.plies = [0]
        self._visits = [0]
        self._wins = [0.0]
        self._shares = [0.0]  # of the games that were won, rounded as the core does
        self._children: list[dict[Move, int]] = [{}]
        mover = player_name(root)
        text = f"{mover} is to move. The tree is the position alone; no game has been played."
        self.steps = [TraceStep(0, text, (NodeState(0),), 1, 0)]
        self._playouts = 0

    def play_round(self, one: _core.MctsRound) -> None:
        """Write the steps of a round: selection, expansion, random game, back-up."""
        moves = [Move.from_index(move) for move in one.moves]
        path = [0]
        for move in moves[: len(moves) - one.is_expanded]:
            path.append(self._select(path[-1], move))
        if one.is_expanded:
            path.append(self._expand(path[-1], moves[-1]))
        self._simulate(path[-1], one.reward)
        self._back_up(path, one.reward)

    def finish(self, move: Move, value: float, plain: Counts) -> None:
        """Write the last step."""
        visits = self._visits[self._children[0][move]]
        text = (
            f"{player_name(self.traced[0].board)} plays {move}, which most games began with: "
            f"{visits:,} of {self._playouts:,}, and {value:.0%} of them were won. The tree has "
            f"{len(self.traced):,} nodes and is {max(self.plies)} plies deep; plain minimax to "
            f"depth {plain.depth} has {plain.nodes:,}."
        )
        self._add(0, text)

    def _select(self, index: int, move: Move) -> int:
        """Go to the child with the largest sum of its share of wins and its bonus."""
        rows = []
        for each, child in self._children[index].items():
            share, visits = self._shares[child], self._visits[child]
            bonus = self._exploration * sqrt(log(self._visits[index]) / visits)
            rows.append((share + bonus, each, visits, share, bonus))
        rows.sort(key=lambda row: -row[0])
        bound, _, _, share, bonus = next(row for row in rows if row[1] == move)
        text = (
            f"Selection: {player_name(self.traced[index].board)} takes {move}, which has the "
            f"largest sum: {share:.2f} won and a bonus of {bonus:.2f} for few visits, {bound:.2f}."
            if len(rows) > 1
            else f"Selection: {move} is the only move."
        )
        table = StepTable(
            ("move", "visits", "won", "bonus", "sum"),
            tuple(
                (str(each), str(visits), f"{share:.2f}", f"{bonus:.2f}", f"{bound:.2f}")
                for bound, each, visits, share, bonus in rows
            ),
        )
        child = self._children[index][move]
        self._add(child, text, table=table)
        return child

    def _expand(self, index: int, move: Move) -> int:
        board = self.traced[index].board.copy()
        mover = player_name(board)
        board.push(move)
        child = len(self.traced)
        self.traced.append(TracedNode(board.copy(stack=False), index, move))
        self.plies.append(self.plies[index] + 1)
        self._visits.append(0)
        self._wins.append(0.0)
        self._shares.append(0.0)
        self._children.append({})
        self._children[index][move] = child
        text = f"Expansion: {mover} tries {move} for the first time. It is a new node."
        self._add(child, text, NodeState(child))
        return child

    def _simulate(self, index: int, reward: float) -> None:
        """Write the result of the random game, which counts for the mover where it begins."""
        board = self.traced[index].board
        self._playouts += 1
        if board.is_over:
            self._add(index, f"The game is over here: {board.status()}. This is the result.")
            return
        mover = player_name(board)
        other = "White" if mover == "Black" else "Black"
        result = {0.0: f"{other} wins", 0.5: "it is a draw", 1.0: f"{mover} wins"}[reward]
        self._add(index, f"Simulation: a game of random moves from here: {result}.")

    def _back_up(self, path: list[int], reward: float) -> None:
        for index in reversed(path):
            reward = 1 - reward
            self._visits[index] += 1
            self._wins[index] += reward
            self._shares[index] += (reward - self._shares[index]) / self._visits[index]
        moves = ", ".join(
            f"{self.traced[index].move} {self._wins[index]:g} of {self._visits[index]}"
            for index in path[1:]
        )
        text = "Back-up: the result counts for every move on the way"
        self._add(
            path[-1],
            f"{text}: {moves} won." if moves else f"{text}.",
            *(self._state(index) for index in path),
        )

    def _state(self, index: int) -> NodeState:
        # If several moves are equal, take the first in the order of the squares.
        moves = self.traced[index].board.legal_moves
        children = [self._children[index][move] for move in moves if move in self._children[index]]
        best = max(
            children, key=lambda child: (self._visits[child], self._shares[child]), default=None
        )
        visits = self._visits[index]
        value = f"{visits} games" if index == 0 else f"{self._shares[index]:.0%} of {visits}"
        return NodeState(index, value, best=best)

    def _add(
        self, index: int, text: str, *states: NodeState, table: StepTable | None = None
    ) -> None:
        # Each random game is what an evaluation is elsewhere.
        self.steps.append(
            TraceStep(index, text, states, len(self.traced), self._playouts, table=table)
        )
