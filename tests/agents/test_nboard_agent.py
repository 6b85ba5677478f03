from pathlib import Path

import pytest
from other_programs import PATIENT, program_agent

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import AgentFailureError, Thought
from obversi.agents.nboard_agent import NBoardAgent
from obversi.wire import nboard


def made(*arguments: str, options: str = PATIENT) -> NBoardAgent:
    agent = make_agent(program_agent("nboard", *arguments, options=options))
    assert isinstance(agent, NBoardAgent)
    return agent


def test_its_value_and_depth_are_reported() -> None:
    agent = made("--value=-3.25", options="depth=7")
    thought = agent.think(ob.Board(), ob.Limit())
    assert thought == Thought(thought.move, -3.25, depth=7, nodes=1234)
    assert agent.facts() == {"name": "Tester7", "version": "", "protocol": "NBoard"}
    agent.close()


def test_values_that_no_board_has_are_left_out() -> None:
    agent = made("--value=17")
    assert agent.think(ob.Board(4), ob.Limit()).value is None
    assert agent.think(ob.Board(6), ob.Limit()).value == 17
    agent.close()


def test_blanks_are_as_good_as_slashes() -> None:
    agent = made("--blanks", "--value=2")
    assert agent.think(ob.Board(), ob.Limit()).value == 2
    agent.close()


def test_moves_for_other_positions_are_left_out() -> None:
    agent, board = made("--talks-on", "--agent=r4:depth=1"), ob.Board()
    inside = make_agent("r4:depth=1")
    for _ in range(10):
        move = agent.choose(board)
        assert move == inside.choose(board)
        board.push(move)
    agent.close()


@pytest.mark.few_cases
@pytest.mark.parametrize(
    "arguments", [["--only-version=1"], ["--only-version=1", "--ends-if-wrong"]]
)
def test_one_that_knows_the_first_version_only(arguments: list[str]) -> None:
    agent = made(*arguments, options="start=6")
    assert agent.choose(ob.Board()) in ob.Board().legal_moves
    agent.close()


def test_one_that_knows_another_version_only() -> None:
    with pytest.raises(ob.ObversiError, match="it ended with status 1: I know version 7 only"):
        made("--only-version=7", "--ends-if-wrong")


def games_sent(log: Path) -> list[str]:
    return log.read_text().splitlines()


def test_any_start_and_both_rules_are_sent(tmp_path: Path) -> None:
    agent = made(f"--log={tmp_path / 'log'}")
    start = ob.Board.parse("--------XO---OX---------X-------OOOO X", "reversed")
    start.push(start.legal_moves[0])
    start.push(start.legal_moves[0])
    assert agent.choose(start) in start.legal_moves
    (line,) = games_sent(tmp_path / "log")
    assert "TY[6a]" in line
    command = nboard.parse_command(line)
    assert isinstance(command, nboard.SetGame)
    assert command.game.board() == start
    assert command.game.board().move_stack == start.move_stack
    agent.close()


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("limit", "clock", "move"),
    [
        (ob.Limit(clock=75.9), "TI[01:15/00:00/00:00]", "B[f5]"),
        (ob.Limit(clock=3700, increment=2.5), "TI[61:40/00:02/00:00]", "B[f5//2.00]"),
        (ob.Limit(clock=0.5), "TI[00:00/00:00/00:00]", "B[f5]"),
        (ob.Limit(seconds=5), "TI[00:05/00:05/00:00]", "B[f5//5.00]"),
        (ob.Limit(seconds=0.1), None, "B[f5]"),
        (ob.Limit(), None, "B[f5]"),
    ],
)
def test_the_clock_is_sent_in_whole_seconds(
    tmp_path: Path, limit: ob.Limit, clock: str | None, move: str
) -> None:
    agent = made(f"--log={tmp_path / 'log'}")
    board = ob.Board()
    board.push("f5")
    agent.think(board, limit)
    (line,) = games_sent(tmp_path / "log")
    assert move in line
    assert clock in line if clock else "TI[" not in line
    agent.close()


def test_it_is_prepared_for_any_game() -> None:
    agent = made()
    for size in ob.SIZES:
        agent.prepare(size, "reversed")
    agent.close()


@pytest.mark.long
def test_a_closed_one_is_started_when_it_is_wanted() -> None:
    agent = made()
    agent.close()
    assert agent.choose(ob.Board()) in ob.Board().legal_moves
    agent.close()
    agent.prepare(8, "normal")
    agent.close()
    agent.begin()
    agent.close()


def test_one_that_cannot_be_started_again_fails(tmp_path: Path) -> None:
    script = tmp_path / "player"
    words = program_agent("nboard", "--failure=dies").partition(":")[2]
    script.write_text(f"#!/bin/sh\nexec {words}\n")
    script.chmod(0o755)
    agent = make_agent(f"nboard:{script}")
    assert isinstance(agent, NBoardAgent)
    with pytest.raises(AgentFailureError):
        agent.choose(ob.Board())
    script.unlink()
    for again in (agent.begin, lambda: agent.choose(ob.Board())):
        with pytest.raises(AgentFailureError, match="there is no program"):
            again()
