"""A seed of None is fresh randomness everywhere, and a number repeats what it gave before."""

import ast
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from stored_games import game_of_number

import obversi as ob
from obversi import batch
from obversi.agents import make_agent
from obversi.agents.levels import LevelAgent
from obversi.arena import (
    Match,
    balanced_openings,
    entrants,
    play_bulk,
    random_openings,
    rate,
    read_openings,
    standings,
)
from obversi.arena.ladder import ladder_openings, ladder_settings
from obversi.arena.level_ladder import level_ladder_settings
from obversi.arena.openings import BALANCED, random_positions
from obversi.arguments import chosen_seed, seed_bits
from obversi.lab import one_direction
from obversi.lab.models.round_robin import encounter
from obversi.lab.models.search_depth import middle_positions, search_depth
from obversi.lab.models.solved_trees import solve_trees
from obversi.lab.models.win_rate import win_rate
from obversi.lab.positions import positions_by_round, random_positions as lab_positions
from obversi.lab.steps import Settings
from obversi.play import play_game
from obversi.textbook import mcts
from obversi.textbook.tracing.monte_carlo import trace_mcts
from obversi.training.gate import GateMatch
from obversi.training.self_play import SelfPlaySettings

PACKAGE = Path(ob.__file__).parent

# More than any result that is the same by chance could need.
MOST_TRIES = 60


def optional_seeds() -> Iterator[tuple[str, str]]:
    """Yield the functions with an optional seed, and its annotation."""
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).with_suffix("").as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for argument in optional_arguments(node.args):
                    if argument.arg == "seed" and argument.annotation is not None:
                        yield f"{place}.{node.name}", ast.unparse(argument.annotation)


def optional_arguments(arguments: ast.arguments) -> list[ast.arg]:
    plain = [*arguments.posonlyargs, *arguments.args]
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return [
        *plain[len(plain) - len(arguments.defaults) :],
        *(argument for argument, default in named if default is not None),
    ]


def test_every_optional_seed_may_be_none() -> None:
    found = dict(optional_seeds())
    assert len(found) > 40
    assert [place for place, annotation in found.items() if "None" not in annotation] == []


def games(description: str) -> Callable[[int | None], object]:
    """Return a function that plays a game of an agent against itself with a seed."""

    def play(seed: int | None) -> object:
        one, other = (make_agent(description, seed=seed) for _ in range(2))
        return play_game(one, other, ob.Board(size=6)).move_stack

    return play


PLAYED = [game_of_number(number) for number in range(1, 30)]
LABELS = entrants(["random", "greedy", "engine:depth=1"])

CALLS: dict[str, Callable[[int | None], object]] = {
    "Board.random_move": lambda seed: ob.Board().random_move(seed),
    "random_moves": lambda seed: batch.random_moves(batch.starts(99), seed=seed).tolist(),
    "random_playouts": lambda seed: batch.random_playouts(
        batch.starts(99), seed=seed
    ).margins.tolist(),
    "mcts": lambda seed: mcts(ob.Board(), playouts=10, seed=seed).seed,
    "trace_mcts": lambda seed: trace_mcts(ob.Board(), 10, seed).title,
    "agent random": games("random"),
    "agent greedy": games("greedy"),
    "agent mcts": games("mcts:playouts=20"),
    "level": lambda seed: LevelAgent(0, seed=seed).think(ob.Board(), ob.Limit(depth=1)).move,
    "random_openings": lambda seed: random_openings(5, seed=seed).boards,
    "random_positions": lambda seed: list(islice(random_positions(seed=seed), 5)),
    "read_openings": lambda seed: read_openings(BALANCED, seed=seed).boards,
    "balanced_openings": lambda seed: balanced_openings(1, within=30, size=6, seed=seed).boards,
    "ladder_openings": lambda seed: ladder_openings("normal", seed=seed).boards,
    "ladder_settings": lambda seed: ladder_settings("normal", seed=seed).seed,
    "level_ladder_settings": lambda seed: level_ladder_settings("normal", seed=seed).seed,
    "Match": lambda seed: Match("r2", "r4", random_openings(1), pairs=1, seed=seed).seed,
    "play_bulk": lambda seed: play_bulk("random", "random", 20, seed=seed).margins.tolist(),
    "rate": lambda seed: rate(["a", "b", "c"], PLAYED, replicates=50, seed=seed).agents,
    "standings": lambda seed: standings(LABELS, PLAYED, replicates=50, seed=seed).ratings,
    "Settings": lambda seed: Settings.of("normal", 4, 10, seed).seed,
    "positions_by_round": lambda seed: positions_by_round(9, 6, seed)[20].tolist(),
    "lab random_positions": lambda seed: lab_positions(9, 20, 6, seed).tolist(),
    "middle_positions": lambda seed: middle_positions(9, 6, seed).tolist(),
    "one_direction.random_games": lambda seed: one_direction.random_games(9, seed).tolist(),
    "one_direction.play_games": lambda seed: one_direction.play_games(
        "r2-position", None, 40, seed=seed
    ).tolist(),
    "encounter": lambda seed: encounter("random", "random", 40, size=6, seed=seed).pairs,
    "solve_trees": lambda seed: solve_trees(2, plies=1, empties=4, size=4, seed=seed).seed,
    "search_depth": lambda seed: search_depth(["r2"], 1, seconds=1e-3, depth=2, seed=seed).seed,
    "win_rate": lambda seed: win_rate("r2-position", 20, size=4, seed=seed).seed,
    "SelfPlaySettings": lambda seed: SelfPlaySettings(seed=seed).for_size(4).seed,
    "GateMatch": lambda seed: GateMatch("a", "b", 4, "normal", 1, seed=seed).seed,  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_none_is_random_and_a_number_repeats(call: Callable[[int | None], object]) -> None:
    assert call(7) == call(7)
    first = call(None)
    assert any(call(None) != first for _ in range(MOST_TRIES))


def test_a_chosen_seed_is_exact_in_json() -> None:
    found = {chosen_seed(None) for _ in range(99)}
    assert len(found) == 99
    assert all(0 <= seed < 1 << 53 for seed in found)
    assert max(found) > 1 << 48
    assert (chosen_seed(0), chosen_seed(-1), seed_bits(-1)) == (0, -1, (1 << 64) - 1)
    assert seed_bits(None) != seed_bits(None)
    with pytest.raises(ob.InputError, match="the seed cannot be 'x': expected a whole number"):
        chosen_seed("x")  # type: ignore[arg-type]
