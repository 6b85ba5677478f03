import endgames
import pytest
from boards import PASS_DUE

import obversi as ob
from obversi.agents import engine_agent
from obversi.agents.core_agents import RandomAgent
from obversi.agents.engine_agent import EngineAgent
from obversi.play import play_game
from obversi.rules import RULES, Rules


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_it_plays_the_best_move_near_the_end(size: int, rules: Rules) -> None:
    agent = EngineAgent(depth=12, hash_mb=1)
    for seed in range(3):
        board = endgames.endgame(size, rules, seed)
        margins = endgames.margins(board)
        assert margins[agent.choose(board.copy())] == max(margins.values())


@pytest.mark.parametrize("rules", RULES)
def test_it_beats_chance(rules: Rules) -> None:
    agent, lead = EngineAgent(depth=12, hash_mb=1), 0
    for seed in range(4):
        game = play_game(agent, RandomAgent(seed), ob.Board(4, rules))
        lead += game.margin(ob.BLACK)
        game = play_game(RandomAgent(seed), agent, ob.Board(4, rules))
        lead += game.margin(ob.WHITE)
    assert lead > 0


def test_every_limit_gives_a_move() -> None:
    for agent in (
        EngineAgent(seconds=0.01, hash_mb=1),
        EngineAgent(nodes=1, hash_mb=1),
        EngineAgent(seconds=10, depth=2, hash_mb=1),
    ):
        assert agent.name == "engine"
        assert agent.choose(ob.Board()) in ob.Board().legal_moves
        assert agent.choose(ob.Board.parse(PASS_DUE[8])) is ob.PASS


def test_it_has_its_time_and_its_threads() -> None:
    agent = EngineAgent(seconds=0.25, hash_mb=1)
    assert (agent.seconds, agent.threads) == (0.25, 1)
    assert EngineAgent(depth=3, hash_mb=1).seconds is None


@pytest.mark.parametrize("rules", RULES)
def test_in_bulk_it_plays_the_same(rules: Rules) -> None:
    agent = EngineAgent(depth=4, hash_mb=1)
    player = agent.core_player(6, rules)
    player.begin(1)
    board = ob.Board(6, rules)
    move, nodes = player.choose(*board.bits)
    assert ob.Move.from_index(move) == agent.choose(board)
    assert nodes > 0


def test_in_bulk_it_has_one_thread_and_some_limit() -> None:
    assert EngineAgent(hash_mb=1).core_player(4, "normal").size == 4
    boundless = EngineAgent(depth=10**30, nodes=10**30, hash_mb=1)
    assert boundless.core_player(4, "normal").size == 4
    with pytest.raises(ob.ObversiError, match="each engine has one thread"):
        EngineAgent(threads=2, depth=1, hash_mb=1).core_player(8, "normal")


def test_in_bulk_engines_share_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = EngineAgent(depth=1, hash_mb=8)
    monkeypatch.setattr(engine_agent, "core_count", lambda: 2)
    monkeypatch.setattr(engine_agent, "memory_bytes", lambda: 40 << 20)
    with pytest.warns(ob.ObversiWarning, match="engines in bulk have 5 MB each: 8 are too many"):
        agent.core_player(8, "normal")
