"""The games of R3's experiment: its agent against a positional one, ply by ply."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from obversi.agents import make_agent
from obversi.agents.core_agent import CoreAgent
from obversi.arena.bulk import play_bulk
from obversi.arena.openings import Openings
from obversi.board import Board
from obversi.color import BLACK, WHITE, color_name
from obversi.lab.estimate import Estimate, mean
from obversi.lab.games.meeting import lab_openings, points_score
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step, Watch

__all__ = [
    "FIXED_PLIES",
    "PLIES",
    "R3_COLORS",
    "PlyGames",
    "game_log",
    "log_text",
    "ply_gain",
    "ply_games",
    "ply_steps",
]

PLIES: Final = (1, 2, 3, 4, 5)
# In the second series only R3 looks deeper, and its opponent stays at two plies.
FIXED_PLIES: Final = (1, 2, 3, 4)
_FIXED_OPPONENT: Final = "positional:depth=2"
# Deep games take long: so many make a step.
_GAMES_OF_A_STEP: Final = {5: 200}

# As in figures 1 and 2 of the report.
R3_COLORS: Final = (WHITE, BLACK)


class PlyGames:
    """Games between R3 and another, all seen by R3; the first of each pair has it as black."""

    def __init__(
        self, margins: list[int], discs: list[tuple[int, int]], nodes: list[float]
    ) -> None:
        """Take the margins, the discs of R3 and the other, and their nodes for a move."""
        self.margins: NDArray[np.int64] = np.array(margins, np.int64)
        self.discs: NDArray[np.int64] = np.array(discs, np.int64)
        self.nodes = nodes

    @property
    def margin(self) -> Estimate:
        """The mean margin of R3, by pairs."""
        found = mean(self.pair_margins)
        return Estimate(found.value, found.low, found.high, len(self.margins))

    @property
    def score(self) -> Estimate:
        """The points of R3 a game, by pairs."""
        return points_score("".join(str(half) for half in self.pair_half_points))

    @property
    def pair_half_points(self) -> NDArray[np.int64]:
        """The half points of R3 in each pair."""
        halves: NDArray[np.int64] = (np.sign(self.margins.reshape(-1, 2)) + 1).sum(axis=1)
        return halves

    @property
    def pair_margins(self) -> NDArray[np.float64]:
        """The mean margins of the pairs."""
        means: NDArray[np.float64] = self.margins.reshape(-1, 2).mean(axis=1)
        return means

    def margins_of(self, color: int) -> NDArray[np.int64]:
        """Return the margins of the games in which R3 has a colour."""
        return self.margins[0 if color == BLACK else 1 :: 2]

    def discs_of(self, color: int) -> NDArray[np.int64]:
        """Return the discs of R3 and of the other in the games in which R3 has a colour."""
        return self.discs[0 if color == BLACK else 1 :: 2]


def ply_steps(settings: Settings) -> list[Step]:
    """Plan all games."""
    steps = []
    for rules in settings.rules:
        for plies in PLIES:
            agents = f"r3:depth={plies}", f"positional:depth={plies}"
            steps += _parts(_both_key(rules, plies), agents, plies, settings, rules)
            for color in R3_COLORS:
                work = partial(_logged_game, plies, color, settings, rules)
                steps.append(Step(_log_key(rules, plies, color), work))
        for plies in FIXED_PLIES:
            agents = f"r3:depth={plies}", _FIXED_OPPONENT
            steps += _parts(_fixed_key(rules, plies), agents, plies, settings, rules)
    return steps


def ply_games(
    data: Mapping[str, Measured], rules: str, plies: int, *, fixed: bool = False
) -> PlyGames:
    """Return all games of a depth, against an opponent of the same depth or the fixed one."""
    begin = (_fixed_key if fixed else _both_key)(rules, plies) + ", part "
    parts = [measured for key, measured in data.items() if key.startswith(begin)]
    weights = [len(part["margins"]) for part in parts]
    nodes = np.average([part["nodes"] for part in parts], axis=0, weights=weights)
    margins = [margin for part in parts for margin in part["margins"]]
    discs = [pair for part in parts for pair in part["discs"]]
    return PlyGames(margins, discs, nodes.tolist())


def ply_gain(shallow: PlyGames, deep: PlyGames) -> Estimate:
    """Return how many discs deeper games bring R3, from the same openings."""
    return mean(deep.pair_margins - shallow.pair_margins)


def game_log(data: Mapping[str, Measured], rules: str, plies: int, r3_color: int) -> dict[str, Any]:
    """Return the game from the start: its moves, the nodes of each, R3's margin, and the discs."""
    found: dict[str, Any] = data[_log_key(rules, plies, r3_color)]
    return found


def log_text(settings: Settings, data: Mapping[str, Measured]) -> str:
    """Write the games from the start as R3 did: boards, nodes searched and scores."""
    lines = []
    for rules in settings.rules:
        for plies in PLIES:
            for color in R3_COLORS:
                names = {color: "R3", -color: "positional"}
                lines.append(
                    f"=== {names[BLACK]} (black) against {names[WHITE]} (white), "
                    f"{plies} {'ply' if plies == 1 else 'plies'} each, {rules} rules, "
                    f"{settings.size}×{settings.size}\n"
                )
                board = Board(settings.size, rules)
                for number, (move, nodes) in enumerate(
                    game_log(data, rules, plies, color)["moves"], start=1
                ):
                    mover = board.turn
                    board.push(move)
                    lines.append(
                        f"{number}. {move} by {names[mover]} ({color_name(mover)}), "
                        f"{nodes:,} nodes; score: black {len(board.black)}, "
                        f"white {len(board.white)}\n{board}\n"
                    )
    return "\n".join(lines)


def _both_key(rules: str, plies: int) -> str:
    return f"{rules} {plies} plies each"


def _fixed_key(rules: str, plies: int) -> str:
    return f"{rules} {plies} plies against two"


def _log_key(rules: str, plies: int, r3_color: int) -> str:
    return f"{rules} {plies} plies each, from the start, R3 {color_name(r3_color)}"


def _parts(
    key: str, agents: tuple[str, str], plies: int, settings: Settings, rules: str
) -> list[Step]:
    """Divide games into steps; the openings are the same for every depth."""
    openings = lab_openings(settings, rules, settings.games, "plies")
    most = max(1, _GAMES_OF_A_STEP.get(plies, settings.games) // 2)
    boards = [openings.boards[i : i + most] for i in range(0, len(openings.boards), most)]
    return [
        Step(
            f"{key}, part {number}",
            partial(_play, agents, Openings(part, openings.origin), settings),
        )
        for number, part in enumerate(boards, start=1)
    ]


def _play(
    agents: tuple[str, str], openings: Openings, settings: Settings, watch: Watch
) -> dict[str, Any]:
    games = 2 * len(openings.boards)
    played = play_bulk(
        *agents,
        games,
        size=settings.size,
        rules=openings.rules,
        openings=openings,
        threads=settings.threads,
        on_progress=lambda *results: watch(sum(results) / games),
    )
    choices = np.maximum(played.rounds.choices.sum(axis=0), 1)
    nodes = played.rounds.nodes.sum(axis=0) / choices
    discs = _discs(played.margins, played.discs, settings.size, openings.rules)
    return {"margins": played.margins.tolist(), "discs": discs.tolist(), "nodes": nodes.tolist()}


def _discs(
    margins: NDArray[np.int64], all_discs: NDArray[np.int64], size: int, rules: str
) -> NDArray[np.int64]:
    """Return the discs of R3 and of the other at the end: a margin has the empty squares in it."""
    lead = margins if rules == "normal" else -margins
    apart = lead - np.sign(lead) * (size * size - all_discs)
    return (np.stack([all_discs + apart, all_discs - apart], axis=1) // 2).astype(np.int64)


def _logged_game(
    plies: int, r3_color: int, settings: Settings, rules: str, _watch: Watch
) -> dict[str, Any]:
    agents = {
        r3_color: make_agent(f"r3:depth={plies}"),
        -r3_color: make_agent(f"positional:depth={plies}"),
    }
    board = Board(settings.size, rules)
    moves = []
    while not board.is_over:
        agent = agents[board.turn]
        assert isinstance(agent, CoreAgent)
        thought = agent.think(board)
        board.push(thought.move)
        moves.append([str(thought.move), thought.nodes or 0])
    discs = {BLACK: len(board.black), WHITE: len(board.white)}
    return {
        "moves": moves,
        "margin": board.margin(r3_color),
        "discs": [discs[r3_color], discs[-r3_color]],
    }
