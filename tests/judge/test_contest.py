"""A contest from its first file to its last grade, with invented games."""

import os
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from class_agents import SILENT, agent
from invented_contest import PlayersByChance, TrialByReading

import obversi as ob
from obversi.agents.course.preset import CoursePreset
from obversi.errors import ObversiError
from obversi.judge.contest import Contest
from obversi.judge.stages import RACE, ROUND_ROBIN, USABILITY, StageProgress
from obversi.judge.usability import Usability
from obversi.rules import Rules

AGENTS = {"anna": agent("row"), "bob": agent("col"), "carl": agent("-row"), "dora": agent("-col")}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.judge.usability_stage.Trial", TrialByReading)
    monkeypatch.setattr("obversi.judge.contest.PlayersInProcesses", PlayersByChance)
    monkeypatch.setattr("obversi.judge.stages.check_entrants", lambda _: None)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "results"


ClassOf = Callable[..., Path]


def judge(
    files: Path, results: Path, course: CoursePreset, *, new: bool = False
) -> list[StageProgress]:
    with Contest.open(files, results, course, new=new) as contest:
        return list(contest.run())


def standing(results: Path) -> list[tuple[str, float]]:
    return [(one.student.name, one.grade) for one in Contest.look(results).grades(intervals=False)]


def played(results: Path) -> list[tuple[str, int, str, str, str]]:
    """All games of a contest, without times."""
    contest = Contest.look(results)
    return [
        (stage.stored.title, game.number, *stage.players(game), str(game.record.moves))
        for stage in (contest.race, contest.round_robin)
        if stage is not None
        for game in stage.games
    ]


def test_agents_that_are_tried_keep_to_a_core_each(
    class_of: ClassOf, results: Path, course: CoursePreset, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[int] = []
    monkeypatch.setattr("obversi.judge.usability_stage.core_count", lambda: 2)
    monkeypatch.setattr("obversi.judge.usability_stage.keep_to_core", places.append)
    with Contest.open(class_of(**AGENTS), results, course) as contest:
        list(contest.run(stages=[USABILITY]))
    # Not always the first cores: others may judge on this machine, too.
    assert sorted(places) == [os.getpid(), os.getpid() + 1]


def test_all_stages_are_judged(class_of: ClassOf, results: Path, course: CoursePreset) -> None:
    files = class_of(**AGENTS, emil=SILENT, fritz="def")
    news = judge(files, results, course)
    ends = {one.stage: (one.done, one.planned) for one in news}
    assert ends == {USABILITY: (5, 5), RACE: (6, 6), ROUND_ROBIN: (12, 12)}
    assert [one.stage for one in news] == sorted(
        (one.stage for one in news), key=[USABILITY, RACE, ROUND_ROBIN].index
    )
    contest = Contest.look(results)
    assert contest.is_over
    assert contest.round_robin is not None
    assert contest.round_robin.names == ("anna", "bob", "carl", "dora")
    # Games name students, and no folders.
    assert {game.record.black for game in contest.round_robin.games} == set(AGENTS)
    # No more is kept of what they print than is shown.
    assert len(contest.round_robin.games[0].notes["white"]["output"]) <= 20_000
    found = contest.grades(intervals=False)
    assert [one.student.name for one in found[4:]] == ["emil", "fritz"]
    assert all(one.round_robin.games == 6 for one in found[:4])
    assert not any(one.total.games for one in found[4:])
    assert contest.write_grades_csv() == results / "grades.csv"
    assert len((results / "grades.csv").read_text("utf-8-sig").splitlines()) == 7


def test_the_order_of_the_race_is_by_no_name(tmp_path: Path, course: CoursePreset) -> None:
    moves = []
    for number, names in enumerate((list(AGENTS), list(reversed(AGENTS)))):
        folder = tmp_path / f"class {number}"
        folder.mkdir()
        for name, source in zip(names, AGENTS.values(), strict=True):
            (folder / f"{name}.py").write_text(source)
        judge(folder, tmp_path / f"results {number}", course)
        moves.append([game[1::4] for game in played(tmp_path / f"results {number}")[:6]])
    assert moves[0] == moves[1]


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("steps", [1, 2, 4, 6, 9, 14, 20])
def test_it_goes_on_where_it_was(
    steps: int, class_of: ClassOf, tmp_path: Path, course: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    judge(files, tmp_path / "whole", course)
    trials, games = TrialByReading.run_count, PlayersByChance.begun
    broken = tmp_path / "broken"
    with Contest.open(files, broken, course) as contest:
        list(islice(contest.run(), steps))
    last = judge(files, broken, course)[-1]
    assert (last.stage, last.done, last.planned) == (ROUND_ROBIN, 12, 12)
    assert played(broken) == played(tmp_path / "whole")
    assert standing(broken) == standing(tmp_path / "whole")
    # Nothing is done again but what was under way.
    assert TrialByReading.run_count - trials <= 4 + 4
    assert PlayersByChance.begun - games <= 18 + 2
    judge(files, broken, course)
    assert PlayersByChance.begun - games <= 18 + 2


def test_the_results_may_be_moved(class_of: ClassOf, tmp_path: Path, course: CoursePreset) -> None:
    files = class_of(**AGENTS)
    with Contest.open(files, tmp_path / "one", course) as contest:
        list(islice(contest.run(), 9))
    (tmp_path / "one").rename(tmp_path / "two")
    judge(files, tmp_path / "two", course)
    assert len(played(tmp_path / "two")) == 18


def test_changed_files_are_noted_and_not_judged(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    files = class_of(**AGENTS, emil="def")
    with Contest.open(files, results, course) as contest:
        assert contest.changes == ()
    class_of(anna=agent("row * 2"), emil=agent("1"), new=agent("2"))
    (files / "bob.py").unlink()
    with Contest.open(files, results, course) as contest:
        judges = "the copy is judged (--update judges the new one)"
        assert contest.changes == (
            f"anna.py was changed after the start of the contest: {judges}",
            "bob.py was deleted after the start of the contest: its copy is judged",
            f"emil.py was changed after the start of the contest: {judges}",
            "new.py was added after the start of the contest: it is not judged "
            "(--update judges it)",
        )
        list(contest.run())
        assert contest.folder.file_of(contest.students[0]).read_text() == AGENTS["anna"]
        assert [student.name for student in contest.playing] == list(AGENTS)
    news = judge(files, results, course, new=True)
    assert news[-1].planned == 20
    assert {student.name for student in Contest.look(results).students} == {
        *("anna", "carl", "dora", "emil", "new")
    }
    assert len(played(results / "before" / "1")) == 18


def test_the_copies_are_enough_to_go_on(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    Contest.open(files, results, course).close()
    for path in files.iterdir():
        path.unlink()
    with Contest.open(files, results, course) as contest:
        (change,) = contest.changes
        assert change.endswith("for each student: the copies are judged")
        list(contest.run())
        assert contest.is_over


def test_a_beginning_that_was_broken_off_is_begun_again(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    draft = results / ".beginning" / "files"
    draft.mkdir(parents=True)
    (draft / "bob.py").write_text("half a fi")
    (draft / "gone.py").write_text(AGENTS["bob"])
    (results / ".beginning" / ".contest.json.1234").write_text("half")
    judge(files, results, course)
    assert (results / "files" / "bob.py").read_text() == AGENTS["bob"]
    assert not (results / "files" / "gone.py").exists()


def test_a_database_without_tables_is_used(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    with Contest.open(files, results, course) as contest:
        list(contest.run(stages=[USABILITY]))
    (results / "games.db").touch()
    assert Contest.look(results).race is None
    judge(files, results, course)
    assert len(played(results)) == 18


def test_results_do_not_go_where_the_files_are(class_of: ClassOf, course: CoursePreset) -> None:
    files = class_of(**AGENTS)
    for around in (files, files.parent):
        with pytest.raises(ObversiError, match="which contains the submissions"):
            Contest.open(files, around, course, new=True)
    judge(files, files / "results", course)
    assert len(judge(files, files / "results", course)) == 3


def test_nothing_that_was_handed_in_is_ever_deleted(
    tmp_path: Path, class_of: ClassOf, course: CoursePreset
) -> None:
    """Even in a folder whose name is that of our copies."""
    files = class_of(**AGENTS).rename(tmp_path / "files")
    for results in (tmp_path, tmp_path / "." / "files" / ".."):
        with pytest.raises(ObversiError, match="which contains the submissions"):
            Contest.open(files, results, course)
    (tmp_path / "other" / "files").mkdir(parents=True)
    (tmp_path / "other" / "files" / "thesis.py").touch()
    with pytest.raises(ObversiError, match="files such as files"):
        Contest.open(files, tmp_path / "other", course)
    assert sorted(path.stem for path in files.iterdir()) == sorted(AGENTS)
    assert (tmp_path / "other" / "files" / "thesis.py").exists()


def test_a_changed_preset_file_is_rejected(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    with Contest.open(files, results, course) as contest:
        list(contest.run(stages=[USABILITY]))
    rules = results / "preset.toml"
    rules.write_text(rules.read_text().replace("output_kb = 1024.0", "output_kb = 1.0"))
    with pytest.raises(ObversiError, match=r"preset\.toml has changed"):
        Contest.open(files, results, course)
    rules.unlink()
    with pytest.raises(ObversiError, match="start a new contest"):
        Contest.open(files, results, course)


def test_a_test_that_is_damaged_is_made_again(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    judge(files, results, course)
    before = standing(results)
    (results / "usability" / "bob.json").write_bytes(b"")
    with Contest.open(files, results, course) as contest:
        (note,) = contest.changes
        assert "bob.json is damaged" in note
        assert not contest.is_over
        list(contest.run())
    assert standing(results) == before


def test_games_do_not_vanish_if_others_can_play(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    judge(files, results, course)
    (results / "usability" / "bob.json").unlink()
    with Contest.open(files, results, course) as contest:
        [bob] = [student for student in contest.students if student.name == "bob"]
        contest.folder.write_usability(bob, Usability(()))
    with (
        Contest.open(files, results, course) as contest,
        pytest.raises(
            ObversiError,
            match="have changed since it was started, such as bob",
        ),
    ):
        list(contest.run())


def test_copies_that_were_changed_are_rejected(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    judge(files, results, course)
    (results / "files" / "bob.py").write_text(AGENTS["anna"])
    with pytest.raises(ObversiError, match="no longer the submission of bob"):
        Contest.open(files, results, course)
    (results / "files" / "bob.py").unlink()
    with pytest.raises(ObversiError, match="start a new contest"):
        Contest.open(files, results, course)


def test_other_rules_are_rejected(class_of: ClassOf, results: Path, course: CoursePreset) -> None:
    files = class_of(**AGENTS)
    judge(files, results, course)
    with pytest.raises(ObversiError, match=r"move_seconds was 2\.0 and is 1\.0"):
        Contest.open(files, results, replace(course, move_seconds=1.0))
    judge(files, results, replace(course, move_seconds=1.0), new=True)
    assert Contest.look(results).preset.move_seconds == 1.0


def test_layers_that_were_demanded_stay_so(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    with Contest.open(files, results, course, sandbox=["process"]) as contest:
        assert contest.preset.sandbox == ("process",)
        assert "process" in contest.record.layers
    with Contest.open(files, results, course) as contest:
        assert contest.preset.sandbox == ("process",)
    with pytest.raises(ObversiError, match="sandbox was"):
        Contest.open(files, results, course, sandbox=["process", "limits"])


def test_unknown_layers_are_rejected_first(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    with pytest.raises(ObversiError, match="namespaces"):
        Contest.open(class_of(**AGENTS), results, course, sandbox=["namespace"])
    assert not results.exists()


def test_two_judges_do_not_meet(class_of: ClassOf, results: Path, course: CoursePreset) -> None:
    files = class_of(**AGENTS)
    with Contest.open(files, results, course) as contest:
        with pytest.raises(ObversiError, match="being judged by another process"):
            Contest.open(files, results, course)
        with pytest.raises(ObversiError, match="being judged by another process"):
            Contest.open(files, results, course, new=True)
        list(islice(contest.run(), 8))
        assert not Contest.look(results).is_over  # who only looks may
    judge(files, results, course)


def test_one_student_cannot_play_alone(
    class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    news = judge(class_of(anna=AGENTS["anna"], emil=SILENT, fritz="def"), results, course)
    assert [one.words for one in news if one.planned == 0] == ["skipped: only anna can play"] * 2
    contest = Contest.look(results)
    assert contest.is_over
    assert contest.race is contest.round_robin is None
    assert standing(results) == [("anna", 100.0), ("emil", 0.0), ("fritz", 0.0)]


def test_all_may_be_broken(class_of: ClassOf, results: Path, course: CoursePreset) -> None:
    files = class_of(a="def", b="", c="x = ")
    news = judge(files, results, course)
    assert [one.words for one in news if one.words] == ["skipped: no student can play"] * 2
    found = Contest.look(results).grades(intervals=False)
    assert [(one.place, one.grade, one.plays) for one in found] == [(1, 0, False)] * 3
    assert all(one.problem for one in found)


def test_a_course_may_have_no_race(class_of: ClassOf, results: Path, course: CoursePreset) -> None:
    news = judge(class_of(**AGENTS), results, replace(course, race_rounds=0))
    assert [one.words for one in news if one.stage == RACE] == [
        "skipped: the course has no points race"
    ]
    assert len(played(results)) == 12


def test_stages_may_be_chosen(class_of: ClassOf, results: Path, course: CoursePreset) -> None:
    with Contest.open(class_of(**AGENTS), results, course) as contest:
        with pytest.raises(ObversiError, match="comes after the usability test"):
            list(contest.run(stages=[ROUND_ROBIN]))
        assert {one.stage for one in contest.run(stages=[USABILITY])} == {USABILITY}
        list(contest.run(stages=[ROUND_ROBIN]))
        assert contest.race is None
        assert not contest.is_over
        with pytest.raises(ObversiError, match="did you mean 'points race'"):
            list(contest.run(stages=["point race"]))


@pytest.mark.parametrize(("size", "rules"), [(6, "normal"), (8, "reversed")])
def test_every_game_can_be_judged(
    size: int, rules: Rules, class_of: ClassOf, results: Path, course: CoursePreset
) -> None:
    judge(class_of(**AGENTS), results, replace(course, size=size, rules=rules))
    contest = Contest.look(results)
    assert contest.round_robin is not None
    assert contest.round_robin.games[0].record.start == ob.Board(size, rules)


def test_there_is_no_contest_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(ObversiError, match="there is no contest in"):
        Contest.look(tmp_path)
