"""The levels: what they are, who plays them, and how strong they were found to be."""

from itertools import pairwise
from pathlib import Path

import pytest
from boards import PASS_DUE

import obversi as ob
from obversi.agents import levels, make_agent
from obversi.agents.agent import think
from obversi.agents.engine_agent import EngineAgent
from obversi.agents.identity import identity
from obversi.agents.levels import LEVELS, LevelAgent, level, level_ratings, ratings_text
from obversi.book import player
from obversi.color import BLACK, WHITE
from obversi.play import play_game
from obversi.rules import RULES, Rules

GAMES = [(rules, size) for rules in RULES for size in ob.SIZES]
NUMBERS = range(13)


@pytest.fixture(autouse=True)
def without_books(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all levels search; tests/book/test_playing.py has books."""
    monkeypatch.setattr(player, "shipped_book", lambda *_: None)


def after(moves: int, rules: Rules = "normal", size: int = 8) -> ob.Board:
    """Return a board after some moves that are legal but not chosen well."""
    board = ob.Board(size, rules)
    for ply in range(moves):
        board.push(board.legal_moves[ply % len(board.legal_moves)])
    return board


@pytest.mark.parametrize("rules", RULES)
def test_there_are_thirteen_with_names_of_their_own(rules: Rules) -> None:
    levels = LEVELS[rules]
    assert [each.number for each in levels] == list(NUMBERS)
    assert len({each.name for each in levels}) == len({each.words for each in levels}) == 13
    assert all(each.words.endswith(".") and len(each.words) < 80 for each in levels)
    assert (levels[0].name, levels[-1].name) == ("newcomer", "champion")


@pytest.mark.parametrize(("rules", "size"), GAMES)
def test_they_look_further_and_slip_less_from_level_to_level(rules: Rules, size: int) -> None:
    levels = [level(number, rules, size) for number in NUMBERS]
    depths = [64 if each.depth is None else each.depth for each in levels]
    assert depths == sorted(depths)
    assert all(each.seconds <= 1 for each in levels)
    slipping = [each.slips is not None for each in levels]
    assert slipping == sorted(slipping, reverse=True)
    assert slipping[0]
    assert (levels[-1].depth, levels[-1].slips) == (None, None)
    greeds = [each.slips.greed for each in levels if each.slips]
    assert greeds == sorted(greeds, reverse=True)
    assert all(0 < each.slips.left < 1 for each in levels if each.slips)


@pytest.mark.parametrize(("rules", "size"), GAMES)
def test_every_level_plays(rules: Rules, size: int) -> None:
    board = after(2, rules, size)
    for number in NUMBERS:
        agent = make_agent(f"engine:level={number}:seconds=0.01")
        thought = think(agent, board.copy(), ob.Limit())
        assert thought.move in board.legal_moves
        assert thought.value is not None
        assert thought.nodes is not None
        shown = level(number, rules, size)
        assert thought.depth is not None
        assert shown.depth is None or thought.depth <= shown.depth


def test_a_whole_game_with_passes() -> None:
    game = play_game(LevelAgent(1, seed=1), LevelAgent(4, seed=1), ob.Board(6, "reversed"))
    assert game.is_over
    assert LevelAgent(3).choose(ob.Board.parse(PASS_DUE[8])) is ob.PASS


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_random_moves_beat_the_lowest(rules: Rules) -> None:
    points = 0.0
    for seed in range(100):
        newcomer, other = LevelAgent(0, seed=seed), make_agent("random", seed=seed)
        for margin in (
            play_game(newcomer, other, ob.Board(4, rules)).margin(BLACK),
            play_game(other, newcomer, ob.Board(4, rules)).margin(WHITE),
        ):
            points += 0.5 if margin == 0 else float(margin > 0)
    assert points / 200 < 0.45


@pytest.mark.parametrize("rules", RULES)
def test_the_highest_plays_as_the_engine_does(rules: Rules) -> None:
    board = after(48, rules)
    engine, champion = EngineAgent(seconds=1, hash_mb=1), LevelAgent(12, hash_mb=1)
    thought = champion.think(board, ob.Limit())
    assert thought.move == engine.choose(board)
    assert thought.value == engine.think(board, ob.Limit()).value
    assert champion.seconds == engine.seconds


def test_the_highest_shares_an_engine_and_the_others_do_not() -> None:
    with ob.Engine(1, 1) as engine:
        champion = LevelAgent(12, engine=engine, seconds=0.01)
        assert champion.choose(ob.Board()) in ob.Board().legal_moves
        engine.close()
        assert LevelAgent(11, engine=engine).choose(ob.Board()) in ob.Board().legal_moves
        with pytest.raises(ob.ObversiError, match="closed"):
            champion.choose(ob.Board())


@pytest.mark.parametrize(
    ("own", "given", "expected"),
    [
        (None, ob.Limit(), 1.0),
        (None, ob.Limit(seconds=0.25), 0.25),
        (None, ob.Limit(seconds=10), 1.0),
        (5.0, ob.Limit(), 5.0),
        (5.0, ob.Limit(seconds=0.25), 5.0),
    ],
)
def test_how_long_it_thinks(
    own: float | None, given: ob.Limit, expected: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = LevelAgent(12, seconds=own, hash_mb=1)
    limits: list[ob.Limit] = []
    analyse = ob.Engine.analyse

    def noted(self: ob.Engine, board: ob.Board, limit: ob.Limit, top: int = 1) -> ob.Analysis:
        limits.append(limit)
        return analyse(self, board, ob.Limit(depth=1), top)

    monkeypatch.setattr(ob.Engine, "analyse", noted)
    agent.think(ob.Board(), given)
    agent.think(ob.Board(), ob.Limit(clock=30, increment=1))
    assert limits == [
        ob.Limit(seconds=expected),
        ob.Limit(seconds=own or 1.0, clock=30, increment=1),
    ]


@pytest.mark.parametrize("rules", RULES)
def test_the_same_seed_repeats_the_same_moves(rules: Rules) -> None:
    boards = [after(plies, rules) for plies in range(2, 42, 4)]

    def moves(agent: LevelAgent, boards: list[ob.Board]) -> list[ob.Move]:
        return [agent.choose(board) for board in boards]

    first = moves(LevelAgent(2, seed=1), boards)
    # Whatever was requested before.
    assert moves(LevelAgent(2, seed=1), boards[::-1])[::-1] == first
    assert moves(LevelAgent(2, seed=2), boards) != first
    unseeded = LevelAgent(2)
    assert len({tuple(moves(unseeded, boards)) for _ in range(5)}) > 1


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("engine:level=-1", "there is no level -1: expected one from 0 to 12"),
        ("engine:level=13", "there is no level 13: expected one from 0 to 12"),
        ("engine:level=two", "expected a whole number"),
        ("engine:level=3:depth=2", "a level has its own depth: leave 'depth' or 'level' out"),
        ("engine:level=3:nodes=2", "leave 'nodes' or 'level' out"),
        ("engine:level=3:weights=a.obw", "leave 'weights' or 'level' out"),
        ("engine:level=3:seconds=0", "'seconds' cannot be 0.0"),
        ("engine:level=3:lvel=2", "did you mean 'level'?"),
    ],
)
def test_what_is_rejected(description: str, message: str) -> None:
    with pytest.raises(ob.ObversiError) as rejected:
        make_agent(description)
    assert message in str(rejected.value)
    assert description in str(rejected.value)


@pytest.mark.parametrize(("rules", "size"), [("other", 8), ("normal", 5)])
def test_there_are_no_levels_of_other_games(rules: Rules, size: int) -> None:
    with pytest.raises(ob.ObversiError, match=rf"{rules if size == 8 else size}"):
        level(1, rules, size)


def test_a_level_is_another_agent_in_another_game() -> None:
    agent = make_agent("engine:level=3")
    normal, reversed_ = (identity("engine:level=3", agent, 6, rules) for rules in RULES)
    assert set(normal["level"]) == {"depth", "seconds", "slips"}
    assert normal["level"] != reversed_["level"]


@pytest.mark.parametrize("rules", RULES)
def test_ratings_rise_from_level_to_level(rules: Rules) -> None:
    ratings = level_ratings(rules)
    assert list(ratings) == list(NUMBERS)
    for rating in ratings.values():
        assert rating.low < rating.rating < rating.high
        assert rating.games >= 100
    for lower, higher in pairwise(ratings.values()):
        assert lower.rating < higher.rating
    assert LEVELS[rules][5].rating(rules) == ratings[5]


def test_ratings_are_written_as_they_are_read() -> None:
    text = ratings_text({rules: level_ratings(rules) for rules in RULES})
    path = Path(levels.__file__).with_name("level_ratings.json")
    assert path.read_text(encoding="utf-8") == text
