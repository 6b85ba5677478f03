"""Files as students write them run unchanged, under the course's limits."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import obversi as ob
from obversi.agents.course.course_agent import CourseAgent
from obversi.agents.course.preset import read_preset
from obversi.agents.course.submission import read_submission
from obversi.agents.description import make_agent

FOLDER = Path(__file__).parents[2] / "course_files"
FILES = sorted(path.name for path in FOLDER.glob("*.py") if path.name != "conftest.py")

# Black to move, in the middle of a game, and one move later.
MIDDLE = ob.Board.parse(
    "--------" "--OX----" "---OXO--" "--OOXX--" "--XOOX--" "---XOO--" "----X---" "-------- X",
    "reversed",
)  # fmt: skip


def agent_of(path: Path, seconds: float) -> CourseAgent:
    preset = replace(read_preset("cs303"), move_seconds=seconds)
    return CourseAgent(read_submission(path, preset), preset)


def test_there_are_typical_files() -> None:
    assert len(FILES) >= 6


@pytest.mark.few_cases
@pytest.mark.parametrize("name", FILES)
def test_it_plays_for_both_colours(name: str) -> None:
    # Numba compiles for some seconds; those with alarms of their own use all that they get.
    with closing(agent_of(FOLDER / name, 60 if name.startswith("numba") else 0.5)) as agent:
        board = MIDDLE.copy()
        for color in (ob.BLACK,) if name.startswith("numba") else (ob.BLACK, ob.WHITE):
            agent.sit(8, "reversed", color)
            legal = board.legal_moves
            move = agent.choose(board.copy())
            assert move in legal
            assert agent.notes()["remarks"] == []
            assert agent.notes()["time_outs"] == []
            board.push(move)


def test_names_in_another_encoding_run_as_well(tmp_path: Path) -> None:
    text = (FOLDER / "prints_much.py").read_text(encoding="utf-8")
    path = tmp_path / "学生.py"
    path.write_bytes(("# -*- coding: gbk -*-\n" + text).encode("gbk"))
    agent = make_agent(f"cs303:{path}")
    assert isinstance(agent, CourseAgent)
    with closing(agent):
        assert agent.name == "学生"
        assert agent.choose(MIDDLE.copy()) in MIDDLE.legal_moves
        assert agent.notes()["output"].startswith("第 1 步\n[[ 0")
