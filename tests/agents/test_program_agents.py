"""Agents that are programs, by either protocol: what they play, and what they are blamed for."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from other_programs import PATIENT, program_agent

import obversi as ob
from obversi.agents import BaseAgent, make_agent
from obversi.agents.agent import AgentFailureError, FailureKind, Thinker
from obversi.agents.core_agents import RandomAgent
from obversi.agents.program import Program
from obversi.agents.program_agent import ProgramAgent
from obversi.play import play_game
from obversi.rules import Rules

PROTOCOLS = ["nboard", "gtp"]
RULES = ["normal", "reversed"] * 10

Make = Callable[..., ProgramAgent]


@pytest.fixture
def make() -> Iterator[Make]:
    """Make agents that are closed after the test."""
    made: list[ProgramAgent] = []

    def agent(protocol: str, *arguments: str, options: str = PATIENT) -> ProgramAgent:
        agent = make_agent(program_agent(protocol, *arguments, options=options))
        assert isinstance(agent, ProgramAgent)
        made.append(agent)
        return agent

    yield agent
    for each in made:
        each.close()


@pytest.mark.few_cases
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_one_program_plays_every_game(protocol: str, make: Make) -> None:
    """And so it plays what the agent inside it would have played."""
    agent, inside = make(protocol, "--agent", "r4:depth=1"), make_agent("r4:depth=1")
    for size in ob.SIZES:
        for rules in ("normal", "reversed"):
            board, other = ob.Board(size, rules), RandomAgent(seed=size)
            board.push(board.legal_moves[0])
            expected = play_game(inside, RandomAgent(seed=size), board)
            agent.begin()
            assert play_game(agent, other, board).move_stack == expected.move_stack
            expected = play_game(RandomAgent(seed=size), inside, board)
            agent.begin()
            agent.prepare(size, rules)
            played = play_game(RandomAgent(seed=size), agent, board)
            assert played.move_stack == expected.move_stack


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_it_is_what_the_arena_expects(protocol: str, make: Make) -> None:
    agent = make(protocol, options="threads=2:grace=7")
    for kind in (BaseAgent, Thinker):
        assert isinstance(agent, kind)
    assert agent.threads == 2
    assert agent.grace_period == 7
    assert agent.keeps_time == (protocol == "gtp")
    assert agent.process is not None
    assert 0 < agent.latency <= 0.05
    assert agent.name.startswith("Tester")
    assert agent.facts()["name"] == agent.name


@pytest.mark.few_cases
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_slow_answer_gains_no_time(
    protocol: str, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, now = make(protocol), [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    def latency(*pings: float) -> float:
        seconds = iter(pings)
        monkeypatch.setattr(agent, "_ping", lambda _: now.append(now.pop() + next(seconds)))
        return agent._measured_latency(0.0)

    assert latency(3.0, 3.0, 0.25, 3.0, 3.0) == 0.05
    assert latency(3.0, 3.0, 0.25, 0.03125, 3.0) == 0.03125


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_passes_are_known_without_a_request(protocol: str, make: Make) -> None:
    agent = make(protocol)
    passing = ob.Board.parse("XO-------------- O")
    assert agent.choose(passing) is ob.PASS
    with pytest.raises(ob.InvalidBoardError, match="None is no board"):
        agent.choose(None)  # type: ignore[arg-type]
    with pytest.raises(ob.ObversiError, match="has no move to choose"):
        agent.choose(ob.Board.parse("XXXXXXXXXXXXXXXX X"))


FAILURES = [
    ("dies", FailureKind.DEATH, "it ended with status 1: I have had enough"),
    ("killed", FailureKind.DEATH, "it was ended by SIGKILL"),
    ("leaves-children", FailureKind.DEATH, "it ended with status 4"),
    ("nonsense", FailureKind.ILLEGAL, "'z9' is no move"),
    ("passes", FailureKind.PROTOCOL, "it passes while there are moves"),
    ("long-line", FailureKind.FLOOD, "a line has more than 65536 bytes"),
    ("errors", FailureKind.FLOOD, "more than 4194304 bytes at a time"),
]
NBOARD_FAILURES = [
    *FAILURES,
    ("floods", FailureKind.FLOOD, "more than 20000 lines at a time"),
    ("rejects", FailureKind.PROTOCOL, "there is no move after '==='"),
]
GTP_FAILURES = [
    *FAILURES,
    ("floods", FailureKind.PROTOCOL, "it does not speak GTP: 'status thinking' is no response"),
    ("garbage", FailureKind.PROTOCOL, "it does not speak GTP: 'I would rather not' is no response"),
    ("rejects", FailureKind.ERROR, "it answers 'genmove black' by 'cannot move'"),
    ("resigns", FailureKind.ERROR, "it resigns"),
    ("wrong-id", FailureKind.PROTOCOL, "instead of command"),
]


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("protocol", "rules", "kind", "blamed", "reason"),
    [
        # Rules in turns: each failure costs the start of two programs.
        *(("nboard", rules, *case) for rules, case in zip(RULES, NBOARD_FAILURES, strict=False)),
        *(("gtp", rules, *case) for rules, case in zip(RULES[1:], GTP_FAILURES, strict=False)),
    ],
)
def test_it_is_blamed_and_plays_again(
    make: Make, protocol: str, rules: Rules, kind: str, blamed: FailureKind, reason: str
) -> None:
    agent = make(protocol, "--failure", kind, "--after", "2")
    board = ob.Board(rules=rules)
    board.push(agent.choose(board))
    board.push(board.legal_moves[0])
    with pytest.raises(AgentFailureError) as failure:
        agent.choose(board)
    assert failure.value.kind is blamed
    assert reason in str(failure.value)
    agent.begin()
    assert failing_or_legal(agent, ob.Board(rules=rules))


def failing_or_legal(agent: ProgramAgent, board: ob.Board) -> bool:
    """A program that was not ended goes on to count its moves, and fails by that again."""
    try:
        return agent.choose(board) in board.legal_moves
    except AgentFailureError as failure:
        return failure.kind is FailureKind.ERROR


@pytest.mark.few_cases
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_illegal_square_is_for_others_to_judge(protocol: str, make: Make) -> None:
    agent = make(protocol, "--failure", "lies")
    with pytest.raises(ob.IllegalMoveError, match="there is a disc already"):
        play_game(agent, RandomAgent())
    agent.begin()
    assert agent.choose(ob.Board()) not in ob.Board().legal_moves


@pytest.mark.few_cases
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_one_that_hangs_is_ended_and_started_again(protocol: str, make: Make) -> None:
    agent = make(protocol, "--failure", "hangs", "--after", "2")
    board = ob.Board()
    limits = [ob.Limit(clock=0.1), *([ob.Limit(seconds=0.1)] if agent.keeps_time else [])]
    assert agent.think(board, limits[0]).move in board.legal_moves
    for limit in limits:
        agent.grace_period = 0.3
        with pytest.raises(AgentFailureError, match=r"it has not moved within 0\.4 s") as failure:
            agent.think(board, limit)
        assert failure.value.kind is FailureKind.HANG
        agent.grace_period = 60.0
        agent.begin()
        assert agent.think(board, limit).move in board.legal_moves


def test_one_that_only_says_how_busy_it_is_hangs(make: Make) -> None:
    agent = make("nboard", "--failure", "drips", options="grace=0.3")
    with pytest.raises(AgentFailureError) as failure:
        agent.think(ob.Board(), ob.Limit(clock=0.1))
    assert failure.value.kind is FailureKind.HANG


def test_one_that_says_something_else_is_blamed_for_that(make: Make) -> None:
    agent = make("nboard", "--failure", "garbage")
    # On a busy machine it may not say it in time.
    for agent.grace_period in (0.3, 3.0, 30.0):
        with pytest.raises(AgentFailureError) as no:
            agent.think(ob.Board(), ob.Limit(clock=0.1))
        if no.value.kind is FailureKind.PROTOCOL:
            break
    assert str(no.value).startswith("it says 'I would rather not' instead of a move")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_late_move_is_a_move(protocol: str, make: Make) -> None:
    agent = make(protocol, "--failure", "late", "--seconds", "0.3")
    begin = time.perf_counter()
    move = agent.think(ob.Board(), ob.Limit(seconds=0.01)).move
    assert move in ob.Board().legal_moves
    assert time.perf_counter() - begin >= 0.3


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("protocol", "arguments"),
    [
        ("nboard", []),
        ("gtp", ["--whole-seconds"]),
        ("gtp", ["--without", "time_settings", "time_left"]),
    ],
)
def test_a_program_without_seconds_per_move_is_not_held_to_them(
    protocol: str, arguments: list[str], make: Make
) -> None:
    late = ["--failure", "late", "--seconds", "0.6", *arguments]
    agent = make(protocol, *late)
    assert not agent.keeps_time
    agent.prepare(8, "normal")
    agent.grace_period = 0.2
    assert agent.think(ob.Board(), ob.Limit(seconds=0.01)).move in ob.Board().legal_moves
    with pytest.raises(AgentFailureError, match=r"it has not moved within 0\.2 s"):
        agent.think(ob.Board(), ob.Limit(clock=0.01))


@pytest.mark.few_cases
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_one_that_dies_between_moves_is_blamed_and_between_games_is_not(
    protocol: str, make: Make
) -> None:
    agent = make(protocol, "--failure", "dies", "--after", "2")
    board = ob.Board()
    for _ in range(2):
        agent.begin()
        assert agent.choose(board) in board.legal_moves
        agent._program._started()._process.kill()
        agent._program._started()._process.wait()
    with pytest.raises(AgentFailureError) as failure:
        agent.choose(board)
    assert failure.value.kind is FailureKind.DEATH


@pytest.mark.few_cases
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    ("speaks", "seconds", "reason"),
    [
        ("end", 60, "it ended with status 1: I cannot start"),
        ("nothing", 0.5, "it does not answer by {name} within 0.5 s"),
        # On a busy machine it takes a while until it says anything.
        ("noise", 4, "it does not answer by {name} within 4 s, and says 'what?'"),
    ],
)
def test_one_that_does_not_start_is_named(
    protocol: str, speaks: str, seconds: float, reason: str
) -> None:
    description = program_agent(protocol, speaks=speaks, options=f"start={seconds}")
    name = {"nboard": "NBoard", "gtp": "GTP"}[protocol]
    with pytest.raises(ob.ObversiError) as error:
        make_agent(description)
    assert str(error.value) == f"agent {description!r}: {reason.format(name=name)}"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_other_protocol_is_no_answer(protocol: str) -> None:
    other = {"nboard": "gtp", "gtp": "nboard"}[protocol]
    with pytest.raises(ob.ObversiError, match="it does not answer by"):
        make_agent(program_agent(protocol, speaks=other, options="start=1.5"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nboard", "agent 'nboard' is not complete: expected nboard:COMMAND"),
        ("gtp:", "agent 'gtp:' is not complete: expected gtp:COMMAND"),
        ("gtp:threads=2", "agent 'gtp:threads=2' is not complete: expected gtp:COMMAND"),
        ("nboard:no-such-program -x", "-x': there is no program 'no-such-program'"),
        ("nboard:depht=3:edax", "has no option 'depht': did you mean 'depth'?"),
        ("gtp:depth=3:edax", "agent 'gtp:depth=3:edax' has no option 'depth'"),
        ("gtp:start=soon:edax", "'soon' for 'start' in agent 'gtp:start=soon:edax'"),
        ("gtp:start=0:edax", "expected more than 0"),
        ("nboard:start=61:edax", "cannot have 61 s for its start: expected 60 s at most"),
        ("gtp:grace=inf:edax", "expected more than 0"),
        ("gtp:threads=0:edax", "the number of threads cannot be 0"),
        ("nboard:depth=0:edax", "the depth cannot be 0"),
        ("gtp:edax 'x", "is no command: No closing quotation"),
    ],
)
def test_what_is_wrong_in_a_description_is_named(text: str, message: str) -> None:
    with pytest.raises(ob.ObversiError) as error:
        make_agent(text)
    assert message in str(error.value)


def test_a_command_may_have_colons_and_equal_signs(make: Make, tmp_path: Path) -> None:
    log = tmp_path / "a:b=c"
    agent = make("gtp", "--agent=r4:depth=1", f"--log={log}")
    agent.choose(ob.Board())
    assert "genmove black" in log.read_text()


@pytest.mark.few_cases
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_after_an_interruption_it_answers_anew(
    protocol: str, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, board = make(protocol, "--agent", "r4:depth=1"), ob.Board()
    expected = make_agent("r4:depth=1").choose(board)
    with monkeypatch.context() as patched:
        patched.setattr(Program, "read_line", pressed_ctrl_c)
        with pytest.raises(KeyboardInterrupt):
            agent.choose(ob.Board(rules="reversed"))
    assert agent.choose(board) == expected


def pressed_ctrl_c(*_: object) -> str:
    raise KeyboardInterrupt
