"""Students' agents in games: the move, the time, and what is noted of them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from course_agents import quick_agent, student_file

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import FailureKind, SeatedAgent
from obversi.agents.core_agents import RandomAgent
from obversi.agents.course.answer import Answer, CourseFailureError
from obversi.agents.course.course_agent import CourseAgent
from obversi.agents.course.process import CourseProcess
from obversi.agents.identity import identity
from obversi.errors import ObversiError
from obversi.play import play_game

START = ob.Board(rules="reversed")


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Any]:
    """Make an agent of a few lines; it is closed at the end."""
    agents: list[CourseAgent] = []

    def make(go: str = "", *, init: str = "", top: str = "", **preset: Any) -> CourseAgent:
        agent = quick_agent(student_file(tmp_path, go, init=init, top=top), **preset)
        agents.append(agent)
        return agent

    yield make
    for agent in agents:
        agent.close()


def failure(agent: CourseAgent, board: ob.Board = START) -> CourseFailureError:
    with pytest.raises(CourseFailureError) as caught:
        agent.choose(board.copy())
    assert isinstance(caught.value, CourseFailureError)
    return caught.value


def test_it_has_the_attributes_of_an_agent(made: Any) -> None:
    agent = made()
    assert isinstance(agent, SeatedAgent)
    assert agent.name == "student"
    assert (agent.threads, agent.seconds_per_move(9.0)) == (1, None)
    assert agent.process is None


def test_a_game_has_notes(made: Any) -> None:
    agent = made("print('move', len(self.candidate_list))")
    assert play_game(RandomAgent(seed=1), agent, ob.Board(6, "reversed")).is_over
    notes = agent.notes()
    assert json.loads(json.dumps(notes)) == notes
    assert notes["layers"][0] == "process"
    assert notes["output"].startswith("move ")
    assert notes["output_bytes"] == len(notes["output"])
    assert notes["memory_mb"] >= 0
    assert notes["load_seconds"] > 0
    assert notes["processor_seconds"] > 0
    assert notes["time_outs"] == notes["remarks"] == []


def test_a_game_sees_nothing_of_the_one_before(made: Any) -> None:
    top = "games = []"
    init = """
    games.append(1)
    try:
        open('kept.txt').read()
        print('a file is left')
    except FileNotFoundError:
        pass
    open('kept.txt', 'w').write('here')
    print(len(games), 'game')
    """
    agent = made(init=init, top=top)
    for _ in range(2):
        agent.begin()
        agent.sit(8, "reversed", ob.BLACK)
        agent.choose(START.copy())
        assert agent.notes()["output"] == "1 game\n"
    first = agent.process
    agent.begin()
    agent.choose(START.copy())
    assert agent.process != first


def test_another_seat_is_taken_when_it_is_requested(made: Any) -> None:
    agent = made(init="print(chessboard_size, color)")
    assert agent.choose(ob.Board(4)) in ob.Board(4).legal_moves
    assert agent.notes()["output"] == "4 -1\n"
    white = ob.Board(6)
    white.push("c2")
    assert agent.choose(white) in white.legal_moves
    assert agent.notes()["output"] == "6 1\n"


def test_where_a_pass_is_due_the_list_is_empty(made: Any) -> None:
    board = ob.Board.parse("OX-- ---- ---- ---- X".replace(" ", "")[:16] + " X")
    assert board.must_pass
    agent = made(
        "if len(self.candidate_list) == 0 and self.size == 6: self.candidate_list = [(0, 0)]"
    )
    assert agent.choose(board) == "pass"
    wider = ob.Board.parse("OX" + 34 * "-" + " X")
    error = failure(agent, wider)
    assert error.kind == FailureKind.ILLEGAL
    assert str(error).endswith("(0, 0) a1, which is not legal: black has to pass")


def test_what_is_no_board_is_rejected(made: Any) -> None:
    with pytest.raises(ob.InvalidBoardError, match="None is no board"):
        made().choose(None)


# What is not a legal move


def test_moves_that_are_none(made: Any) -> None:
    lines = {
        "self.candidate_list.append((0, 0))": (
            "its last candidate is (0, 0) a1, which is not legal: black may play (2, 3) d3, (3, 2)"
        ),
        "self.candidate_list.append((8, -1))": "(8, -1), which is not on the board",
        "self.candidate_list.clear(); return_value = 1": "it passes, but there are legal moves: (2",
        "self.candidate_list.clear(); print((2, 3))": "append the move to it instead",
    }
    top = f"LINES = iter({list(lines)!r})"
    agent = made("exec(next(LINES))", top=top)
    for words in lines.values():
        error = failure(agent)
        assert error.kind == FailureKind.ILLEGAL
        assert words in str(error)


def test_a_returned_move_does_not_count(made: Any) -> None:
    error = failure(made("self.candidate_list.clear()\nreturn (2, 3)"))
    assert str(error) == "go returns (2, 3) but candidate_list is empty: append it there"


def test_candidates_that_are_not_the_legal_squares_are_noted(made: Any) -> None:
    agent = made("self.candidate_list[0] = (0, 0)")
    assert agent.choose(START.copy()) == "d3"
    remark = "its candidates have (0, 0) a1, which is not legal"
    assert agent.notes()["remarks"] == [{"ply": 0, "remark": remark}]
    careless = made("self.candidate_list[0] = (0, 0)", candidates="last")
    careless.choose(START.copy())
    assert careless.notes()["remarks"] == []


def test_several_cores_are_noted(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = made(candidates="last")
    for computed, remarks in ((1.0, 0), (1.9, 1)):
        answer = Answer(((2, 3),), False, 1.0, 2.0, processor_seconds=computed)
        monkeypatch.setattr(CourseProcess, "go", lambda *_, found=answer: found)
        agent.choose(START.copy())
        assert len(agent.notes()["remarks"]) == remarks
    assert agent.notes()["remarks"][0]["remark"] == "it computes on several cores: 1.9 s in 1.0 s"


def test_a_changed_board_is_noted_once(made: Any) -> None:
    agent = made("chessboard[0][0] = self.color")
    for _ in range(2):
        assert agent.choose(START.copy()) == "d3"
    [remark] = agent.notes()["remarks"]
    assert remark["remark"].endswith("work on chessboard.copy()")


# Time

ENDLESS = "for _ in iter(int, 1):\n    pass"


@pytest.mark.usefixtures("long_grace")
def test_the_last_candidate_is_played_at_the_time_out(made: Any) -> None:
    agent = made("self.candidate_list.append((5, 4))\n" + ENDLESS, move_seconds=0.1)
    assert agent.choose(START.copy()) == "e6"
    assert agent.notes()["time_outs"] == [0]
    late = made(ENDLESS, move_seconds=0.1, at_time_out="loses")
    error = failure(late)
    assert error.kind == FailureKind.TIME
    assert str(error).startswith("it was not done after 0.1 s (it was in line ")
    assert late.notes()["time_outs"] == [0]


@pytest.mark.usefixtures("long_grace")
def test_without_a_candidate_nothing_can_be_played(made: Any) -> None:
    error = failure(made("self.candidate_list.clear()\n" + ENDLESS, move_seconds=0.1))
    assert error.kind == FailureKind.TIME
    assert str(error).startswith("it had no candidate yet after 0.1 s (it was in line ")


@pytest.mark.usefixtures("long_grace")
def test_all_moves_of_a_game_share_its_time(made: Any) -> None:
    go = "self.calls = getattr(self, 'calls', 0) + 1\nif self.calls > 2: time.sleep(99)"
    agent = made(go, top="import time", game_seconds=0.5, move_seconds=60.0)
    for _ in range(2):
        agent.choose(START.copy())
    error = failure(agent)
    assert error.kind == FailureKind.TIME
    assert str(error) == "it has used up the 0.5 s that it had for the whole game"
    agent.begin()
    agent.choose(START.copy())


@pytest.mark.usefixtures("long_grace")
def test_the_first_move_may_warm_up(made: Any) -> None:
    agent = made("time.sleep(0.3)", top="import time", warm_up_seconds=5.0, move_seconds=0.1)
    agent.choose(START.copy())
    agent.choose(START.copy())
    # Only the second was interrupted.
    assert len(agent.notes()["time_outs"]) == 1


@pytest.mark.usefixtures("long_grace")
def test_the_limit_that_it_is_given_counts_unless_it_has_its_own(tmp_path: Path) -> None:
    file = student_file(tmp_path, "print(self.time_out)\n" + ENDLESS)
    own = make_agent(f"cs303:{file}:seconds=0.1", seconds=60)
    given = make_agent(f"cs303:{file}", seconds=0.1)
    for agent in (own, given):
        assert isinstance(agent, CourseAgent)
        assert agent.seconds == 0.1
        agent.choose(START.copy())
        assert agent.notes()["output"] == "0.1\n"
        agent.close()
    bare = make_agent(f"cs303:{file}")
    assert isinstance(bare, CourseAgent)
    assert bare.seconds == 5
    bare.think(START.copy(), ob.Limit(seconds=0.1))
    assert bare.notes()["time_outs"] == [0]
    bare.close()


# Descriptions


def test_wrong_arguments_are_rejected(tmp_path: Path) -> None:
    file = student_file(tmp_path, top="import os")
    with pytest.raises(ObversiError, match=r"student.py': line 2 imports 'os', which the course"):
        make_agent(f"cs303:{file}")
    with pytest.raises(ObversiError, match="there is no preset 'cs300'"):
        make_agent(f"cs303:{file}:preset=cs300")
    with pytest.raises(ObversiError, match="it cannot think for 0"):
        make_agent(f"cs303:{file}:seconds=0")
    fine = student_file(tmp_path)
    with pytest.raises(ObversiError, match=r"did you mean .*seccomp"):
        make_agent(f"cs303:{fine}:sandbox=secomp")
    with pytest.raises(ObversiError, match=r"did you mean 'cs303:my_agent.py'"):
        make_agent("my_agent.py")


def test_another_course_is_another_agent(tmp_path: Path) -> None:
    file = student_file(tmp_path)
    identities = []
    for preset in ("cs303", "small"):
        agent = make_agent(f"cs303:{file}:preset={preset}")
        identities.append(identity(f"cs303:{file}", agent, 8, "reversed"))
    assert list(identities[0]["files"]) == ["student.py"]
    assert identities[0]["course"]["memory_mb"] == 100
    assert json.loads(json.dumps(identities)) == identities
    assert identities[0] != identities[1]
