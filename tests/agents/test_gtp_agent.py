from pathlib import Path

import pytest
from other_programs import PATIENT, program_agent

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import AgentFailureError, FailureKind
from obversi.agents.core_agents import RandomAgent
from obversi.agents.gtp_agent import GtpAgent
from obversi.play import play_game
from obversi.rules import Rules


def made(*arguments: str, options: str = PATIENT) -> GtpAgent:
    agent = make_agent(program_agent("gtp", *arguments, options=options))
    assert isinstance(agent, GtpAgent)
    return agent


def commands(log: Path) -> list[str]:
    """Return what was said in a game, and forget it."""
    lines = log.read_text().splitlines()
    log.unlink()
    leading = ("protocol_version", "name", "version", "list_commands")
    return [line for line in lines if line not in leading]


def test_it_reports_its_name_and_version() -> None:
    agent = made()
    assert agent.facts() == {"name": "Tester", "version": "1.0", "protocol": "GTP"}
    agent.close()


def test_its_board_is_kept_in_step(tmp_path: Path) -> None:
    log = tmp_path / "log"
    agent, board = made(f"--log={log}", "--agent=r4:depth=1"), ob.Board()
    commands(log)
    board.push("f5")
    board.push(agent.choose(board))
    assert commands(log) == [
        *("boardsize 8", "reversi-rules normal", "clear_board", "play black f5", "genmove white"),
    ]
    board.push(board.legal_moves[0])
    board.push(agent.choose(board))
    assert commands(log) == [f"play black {board.move_stack[2]}", "genmove white"]
    # Two moves are taken back.
    board.pop()
    board.pop()
    board.push(board.legal_moves[-1])
    agent.choose(board)
    plays = [
        f"play {'white' if ply % 2 else 'black'} {move}"
        for ply, move in enumerate(board.move_stack)
    ]
    assert commands(log) == ["clear_board", *plays, "genmove white"]
    agent.begin()
    assert commands(log) == ["clear_board"]
    agent.prepare(8, "normal")
    agent.choose(ob.Board())
    assert commands(log) == ["genmove black"]
    agent.prepare(6, "reversed")
    assert commands(log) == ["boardsize 6", "reversi-rules reversed", "clear_board"]
    agent.choose(ob.Board(6, "reversed"))
    assert commands(log) == ["genmove black"]
    agent.close()


def test_rules_can_be_set_by_the_name_of_the_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    agent = made(f"--log={log}", "--without", "reversi-rules")
    agent.choose(ob.Board(rules="reversed"))
    agent.choose(ob.Board())
    said = commands(log)
    assert "set_game Anti-Othello" in said
    assert "set_game Othello" in said
    agent.close()


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("arguments", "size", "rules", "reason"),
    [
        (
            ["--without", "reversi-rules", "set_game"],
            8,
            "reversed",
            "it does not play by reversed rules: it knows neither 'reversi-rules' nor 'set_game'",
        ),
        (
            ["--only-normal", "--without", "reversi-rules"],
            8,
            "reversed",
            "reversed rules: it answers 'set_game Anti-Othello' by 'unsupported game'",
        ),
        (
            ["--only-size=8"],
            6,
            "normal",
            "it does not play on 6×6: it answers 'boardsize 6' by 'unacceptable size'",
        ),
    ],
)
def test_a_game_that_it_cannot_play_is_rejected(
    arguments: list[str], size: int, rules: Rules, reason: str
) -> None:
    agent = made(*arguments)
    for rejected in (
        lambda: agent.prepare(size, rules),
        lambda: agent.choose(ob.Board(size, rules)),
    ):
        with pytest.raises(AgentFailureError) as failure:
            rejected()
        assert failure.value.kind is FailureKind.ERROR
        assert reason in str(failure.value)
    assert agent.choose(ob.Board()) in ob.Board().legal_moves
    agent.close()


def test_another_start_is_rejected() -> None:
    agent = made()
    start = ob.Board.parse("-" * 27 + "XO------OX" + "-" * 27 + "X")
    with pytest.raises(AgentFailureError, match="games begin with the usual start"):
        agent.choose(start)
    agent.close()


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [["--blanks"], ["--no-ids"], ["--banner"], ["--no-passes"], ["--without", "known_command"]],
)
def test_programs_have_their_ways(arguments: list[str]) -> None:
    agent, inside = made("--agent=r4:depth=1", *arguments), make_agent("r4:depth=1")
    who_passed = set()
    for seed in range(12):
        played = play_game(agent, RandomAgent(seed), ob.Board(6))
        assert played.move_stack == play_game(inside, RandomAgent(seed), ob.Board(6)).move_stack
        who_passed |= {ply % 2 for ply, move in enumerate(played.move_stack) if move.is_pass}
    assert who_passed == {0, 1}
    agent.close()


def test_another_version_of_the_protocol_is_rejected() -> None:
    with pytest.raises(ob.ObversiError, match="it speaks version '1' of GTP: expected 2"):
        made("--gtp-version=1")


def test_time_is_sent_per_move(tmp_path: Path) -> None:
    log = tmp_path / "log"
    agent = made(f"--log={log}")
    agent.prepare(8, "normal")
    commands(log)
    for _ in range(2):
        agent.think(ob.Board(), ob.Limit(seconds=0.25))
    said = commands(log)
    assert said[:3] == ["time_settings 0 0.25 1", "time_left black 0.25 1", "genmove black"]
    assert said[3:] == ["clear_board", "time_left black 0.25 1", "genmove black"]
    agent.close()


def test_time_is_sent_as_a_clock(tmp_path: Path) -> None:
    log = tmp_path / "log"
    agent, board = made(f"--log={log}"), ob.Board()
    agent.prepare(8, "normal")
    commands(log)
    board.push(agent.think(board, ob.Limit(clock=60, increment=0.5)).move)
    assert commands(log) == ["time_settings 60 0 0", "time_left black 60 0", "genmove black"]
    board.push(board.legal_moves[0])
    agent.think(board, ob.Limit(clock=58.25, increment=0.5))
    assert commands(log)[1:] == ["time_left black 58.25 0", "genmove black"]
    agent.begin()
    agent.think(ob.Board(), ob.Limit(clock=60))
    assert "time_settings 60 0 0" in commands(log)
    agent.close()


def test_a_program_may_know_whole_seconds_only(tmp_path: Path) -> None:
    log = tmp_path / "log"
    agent = made(f"--log={log}", "--whole-seconds")
    assert not agent.keeps_time
    assert commands(log) == ["time_settings 0 0.5 1", "time_settings 0 1 1", "time_left black 1 1"]
    agent.think(ob.Board(), ob.Limit(seconds=2.5))
    time_commands = [line for line in commands(log) if line.startswith("time")]
    assert time_commands == ["time_settings 0 2 1", "time_left black 2 1"]
    agent.close()


@pytest.mark.long
def test_it_is_tried_once_whether_it_reads_parts_of_a_second(tmp_path: Path) -> None:
    log = tmp_path / "log"
    agent = made(f"--log={log}")
    assert agent.keeps_time
    assert commands(log) == ["time_settings 0 0.5 1", "time_left black 0.5 1"]
    process = agent.process
    agent.think(ob.Board(), ob.Limit(seconds=0.5))
    assert agent.process == process
    agent.close()
    commands(log)
    agent.begin()
    assert agent.keeps_time
    assert commands(log) == []
    agent.close()


@pytest.mark.long
@pytest.mark.parametrize("limit", [None, ob.Limit(seconds=0.5), ob.Limit(clock=60)])
def test_without_a_limit_it_knows_of_none(tmp_path: Path, limit: ob.Limit | None) -> None:
    """Some programs never return to their level once they have received a time."""
    log = tmp_path / "log"
    agent, board = made(f"--log={log}", "--agent=r4:depth=1"), ob.Board()
    if limit is not None:
        board.push(agent.think(board, limit).move)
    log.unlink()
    for _ in range(2):
        board.push(agent.choose(board))
    received = log.read_text().splitlines()
    assert received.count("list_commands") == 1  # it was started again
    assert not [line for line in received if line.startswith("time")]
    agent.close()


def test_a_program_need_not_know_of_time(tmp_path: Path) -> None:
    log = tmp_path / "log"
    agent = made(f"--log={log}", "--without", "time_settings", "time_left")
    assert not agent.keeps_time
    process = agent.process
    agent.think(ob.Board(), ob.Limit(seconds=2.5))
    agent.choose(ob.Board())
    assert agent.process == process
    assert not [line for line in commands(log) if line.startswith("time")]
    agent.close()
