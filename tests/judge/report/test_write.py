"""The pages of a contest as files: there as soon as it has begun, and whole at its end."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from page_reader import Reader, game_data_of

from obversi.arena.statistics.standings import Standings, standings
from obversi.arena.store.store import Store
from obversi.errors import ObversiError
from obversi.judge.contest import Contest
from obversi.judge.folder import ContestFolder
from obversi.judge.report.state import ContestState
from obversi.judge.report.write import write_pages
from obversi.judge.stages import RACE, ROUND_ROBIN, begin_stage

MakeState = Callable[..., ContestState]
Begin = Callable[[], ContestFolder]


@pytest.fixture
def begin(make_state: MakeState, tmp_path: Path) -> Begin:
    def make() -> ContestFolder:
        """A contest of which the files and the usability tests are there."""
        state = make_state()
        folder = ContestFolder(tmp_path / "results")
        folder.prepare()
        folder.write_record(state.record)
        for student in state.record.students:
            if student.name in state.usability:
                folder.write_usability(student, state.usability[student.name])
        return folder

    return make


def play(folder: ContestFolder, state: ContestState, stage: str, *, is_over: bool) -> None:
    """Keep the games of a stage as if they had been played."""
    (games,) = [one.games for one in state.stages if one.stored.title == stage]
    students = [student for student in state.record.students if not student.problem]
    stored = begin_stage(folder, stage, students, state.preset).stored
    with Store.open(folder.games_file) as store:
        store.add_games(stored.number, games)
        if is_over:
            store.end(stored.number, "all games are played")


def test_pages_of_a_running_contest(begin: Begin, make_state: MakeState) -> None:
    folder = begin()
    play(folder, make_state(), RACE, is_over=False)
    paths = write_pages(Contest.look(folder.path))
    assert [path.relative_to(folder.path).as_posix() for path in paths[:2]] == [
        "index.html",
        "grades.html",
    ]
    assert {path.name for path in paths[2:]} == {
        f"{name}.html" for name in ("anna", "ben", "cleo", "zoe")
    }
    for path in paths:
        assert "not over yet" in path.read_text(encoding="utf-8")
    body = " ".join(Reader(paths[0].read_text(encoding="utf-8")).texts("main"))
    assert "running" in body
    # What is quick can be had alone.
    paths[0].unlink()
    assert write_pages(Contest.look(folder.path), students=False) == paths[:2]
    assert paths[0].exists()


def test_pages_of_a_finished_contest(begin: Begin, make_state: MakeState) -> None:
    folder = begin()
    write_pages(Contest.look(folder.path))
    play(folder, make_state(), RACE, is_over=True)
    play(folder, make_state(), ROUND_ROBIN, is_over=True)
    paths = write_pages(Contest.look(folder.path))
    for path in paths:
        assert path.is_file()
    index = Reader(paths[0].read_text(encoding="utf-8"))
    links = [one.attributes["href"] or "" for one in index.named("a")]
    assert {"points-race.html", "round-robin.html"} <= set(links)
    for link in links:
        assert (folder.path / link).is_file(), link
    assert "not over yet" not in " ".join(index.texts("main"))
    student = Reader((folder.path / "students" / "anna.html").read_text(encoding="utf-8"))
    assert len(game_data_of(student)["games"]) == 6 + 3
    whole = Reader((folder.path / "round-robin.html").read_text(encoding="utf-8"))
    assert len(game_data_of(whole)["games"]) == 6


def test_ratings_are_computed_once_at_the_end(
    begin: Begin, make_state: MakeState, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []

    def counting(*given: Any) -> Standings:
        counted.append(given)
        return standings(*given)

    monkeypatch.setattr("obversi.judge.stages.standings", counting)
    folder = begin()
    play(folder, make_state(), RACE, is_over=True)
    contest = Contest.look(folder.path)
    contest.write_grades_csv()
    write_pages(contest)
    assert not counted  # it is not over, and these will change
    play(folder, make_state(), ROUND_ROBIN, is_over=True)
    contest = Contest.look(folder.path)
    contest.write_grades_csv()
    write_pages(contest)
    contest.grades()
    assert len(counted) == 2  # for each stage


def test_notes_of_games_survive_the_database(begin: Begin, make_state: MakeState) -> None:
    folder = begin()
    play(folder, make_state(), ROUND_ROBIN, is_over=False)
    write_pages(Contest.look(folder.path))
    page = (folder.path / "students" / "ben.html").read_text(encoding="utf-8")
    assert "printed by ben" in page
    assert "printed by anna" not in page


def test_changed_files_are_noted(begin: Begin) -> None:
    folder = begin()
    contest = Contest(folder, folder.read_record(), ["anna.py has changed since"])
    index = write_pages(contest)[0].read_text(encoding="utf-8")
    assert "anna.py has changed since" in index


def test_a_folder_that_cannot_be_written(begin: Begin) -> None:
    folder = begin()
    (folder.path / "students").write_text("in the way")
    with pytest.raises(ObversiError, match=r"the pages in .* cannot be written"):
        write_pages(Contest.look(folder.path))
