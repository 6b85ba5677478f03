"""Submissions that are added to or replaced in a finished contest; all other games stay."""

import zipfile
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from class_agents import SILENT, agent
from invented_contest import PlayersByChance, TrialByReading

from obversi.agents.course.preset import CoursePreset
from obversi.arena.game.plan import GamePlan
from obversi.judge.contest import Contest
from obversi.judge.report.write import write_pages
from obversi.judge.roster import read_roster

AGENTS = {
    name: agent(score)
    for name, score in [("anna", "row"), ("bob", "col"), ("carl", "-row"), ("dora", "-col")]
}

ClassOf = Callable[..., Path]
# Stage, round, black, white, with the moves of each game.
Games = dict[tuple[str, int, str, str], str]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.judge.usability_stage.Trial", TrialByReading)
    monkeypatch.setattr("obversi.judge.contest.PlayersInProcesses", PlayersByChance)
    monkeypatch.setattr("obversi.judge.stages.check_entrants", lambda _: None)


@pytest.fixture
def rules(course: CoursePreset) -> CoursePreset:
    return replace(course, race_rounds=3)


def judged(
    files: Path,
    results: Path,
    rules: CoursePreset,
    *,
    update: bool = False,
    most: int | None = None,
) -> tuple[Contest, list[tuple[str, str]]]:
    """Judge, and return the contest with the files that played games now."""
    PlayersByChance.files.clear()
    with Contest.open(files, results, rules, update=update) as contest:
        list(islice(contest.run(), most))
        write_pages(contest)
    return Contest.look(results), list(PlayersByChance.files)


def games_of(contest: Contest) -> Games:
    found: Games = {}
    for stage in (contest.race, contest.round_robin):
        assert stage is not None
        numbers = sorted(game.number for game in stage.games)
        assert numbers == list(range(1, stage.stored.planned + 1))
        for game in stage.games:
            black, white = stage.players(game)
            key = (stage.stored.title, game.round, black, white)
            assert key not in found
            found[key] = " ".join(str(played.move) for played in game.record.moves)
    return found


@pytest.mark.long
def test_one_resubmission_plays_only_its_own_games(
    class_of: ClassOf, tmp_path: Path, rules: CoursePreset
) -> None:
    files, results = class_of(**AGENTS), tmp_path / "results"
    before, _ = judged(files, results, rules)
    old = games_of(before)
    tests = TrialByReading.run_count
    class_of(bob=agent("3 * col"))
    assert not judged(files, results, rules)[1]  # nothing, without an update
    after, played = judged(files, results, rules, update=True)
    assert after.is_over
    new = games_of(after)
    # The same encounters, in the same rounds; only games of bob are others.
    assert new.keys() == old.keys()
    of_bob = [key for key in new if "bob" in key]
    assert all("bob~2.py" in two for two in played)
    assert len(played) == len(of_bob)
    assert {key: moves for key, moves in new.items() if "bob" not in key} == {
        key: moves for key, moves in old.items() if "bob" not in key
    }
    assert any(new[key] != old[key] for key in of_bob)
    assert TrialByReading.run_count == tests + 1
    # A page of all games shows the new ones.
    assert (results / "round-robin.html").read_text(encoding="utf-8").count("bob") > 0
    # A contest of the new files has the same games where it has the same encounters.
    fresh = games_of(judged(files, tmp_path / "fresh", rules)[0])
    assert all(new[key] == fresh[key] for key in new.keys() & fresh.keys())
    # The same command again plays nothing.
    assert not judged(files, results, rules, update=True)[1]


def test_one_more_student(class_of: ClassOf, tmp_path: Path, rules: CoursePreset) -> None:
    files, results = class_of(**AGENTS), tmp_path / "results"
    old = games_of(judged(files, results, rules)[0])
    with zipfile.ZipFile(files / "aby.zip", "w") as archive:
        archive.writestr("main.py", "from more import x\n" + agent("5 * row - col"))
        archive.writestr("more.py", "x = 1")
    after, played = judged(files, results, rules, update=True)
    assert after.is_over
    assert [student.name for student in after.students] == ["anna", "bob", "carl", "dora", "aby"]
    new = games_of(after)
    assert {key: moves for key, moves in new.items() if "aby" not in key} == old
    assert all("aby.zip" in two for two in played)
    # All others in the round robin, and one in each round of the race.
    assert len(played) == 2 * len(AGENTS) + 2 * rules.race_rounds
    for number in range(1, rules.race_rounds + 1):
        met = {
            black if white == "aby" else white
            for stage, round_, black, white in new
            if stage == "points race" and round_ == number and "aby" in (black, white)
        }
        assert len(met) == 1


@pytest.mark.long
def test_an_update_resumes_after_each_interruption(
    class_of: ClassOf, tmp_path: Path, rules: CoursePreset
) -> None:
    files = class_of(**AGENTS)
    for name in ("whole", "stopped"):
        judged(files, tmp_path / name, rules)
    class_of(bob=agent("3 * col"), eve=agent("7"), fay=agent("8 - row"))
    whole = games_of(judged(files, tmp_path / "whole", rules, update=True)[0])
    PlayersByChance.files.clear()
    for most in (1, 3, 5, 7, 9):
        with Contest.open(files, tmp_path / "stopped", rules, update=most == 1) as contest:
            list(islice(contest.run(), most))
            assert not contest.is_over
    contest, _ = judged(files, tmp_path / "stopped", rules)
    assert contest.is_over
    assert games_of(contest) == whole


@pytest.mark.long
def test_two_updates_before_the_first_is_done(
    class_of: ClassOf, tmp_path: Path, rules: CoursePreset
) -> None:
    files, results = class_of(**AGENTS), tmp_path / "results"
    old = games_of(judged(files, results, rules)[0])
    class_of(bob=agent("3 * col"), eve=agent("7"))
    judged(files, results, rules, update=True, most=6)
    class_of(carl=agent("col - row"), fay=agent("9"))
    after, played = judged(files, results, rules, update=True)
    assert after.is_over
    new = games_of(after)
    others = [key for key in old if not {"bob", "carl"} & set(key)]
    assert others
    assert all(new[key] == old[key] for key in others)
    assert all({"bob~2.py", "carl~2.py", "eve.py", "fay.py"} & set(two) for two in played)


def test_a_student_whose_file_could_not_be_played_before(
    class_of: ClassOf, tmp_path: Path, rules: CoursePreset
) -> None:
    files, results = class_of(**AGENTS, eve="def", fay=SILENT), tmp_path / "results"
    old = games_of(judged(files, results, rules)[0])
    (files / "eve.py").unlink()
    (files / "eve").mkdir()
    (files / "eve" / "agent.py").write_text(agent("1"))  # the same student, in a folder now
    after, played = judged(files, results, rules, update=True)
    assert [student.file for student in after.students][4] == "eve/agent.py"
    assert {key: moves for key, moves in games_of(after).items() if "eve" not in key} == old
    assert all("eve.py" in two for two in played)


@pytest.mark.long
@pytest.mark.parametrize(
    ("later", "why"), [("def", "cannot be played"), (SILENT, "has no board right")]
)
def test_a_later_file_that_cannot_play_does_not_replace_one_that_can(
    class_of: ClassOf, tmp_path: Path, rules: CoursePreset, later: str, why: str
) -> None:
    files, results = class_of(**AGENTS), tmp_path / "results"
    old = games_of(judged(files, results, rules)[0])
    class_of(bob=later)
    for _ in range(2):
        with Contest.open(files, results, rules, update=True) as contest:
            list(contest.run())
            assert contest.is_over
            bob = contest.students[1]
            assert (bob.copy, bob.problem) == ("bob.py", "")
            assert sum(why in note for note in bob.notes) == 1
        assert games_of(Contest.look(results)) == old
    class_of(bob=agent("3 * col"))
    after, played = judged(files, results, rules, update=True)
    assert after.is_over
    assert played
    assert after.students[1].previous is None


def test_the_roster_changes_penalties_and_no_games(
    class_of: ClassOf, tmp_path: Path, rules: CoursePreset
) -> None:
    files, results = class_of(**AGENTS), tmp_path / "results"
    judged(files, results, rules)
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name,penalty,mail\nbob,Robert,10%,b@x\ncarl,Carl,3,c@x\n")
    PlayersByChance.files.clear()
    with Contest.open(files, results, rules, roster=read_roster(roster)) as contest:
        list(contest.run())
        assert contest.is_over
        students = {student.name: student for student in contest.students}
    assert not PlayersByChance.files
    assert (students["bob"].penalty_share, students["bob"].columns["mail"]) == (0.1, "b@x")
    assert (students["carl"].penalty_points, students["carl"].id) == (3.0, "carl")
    assert not students["anna"].id
    assert Contest.look(results).students == tuple(students.values())


def test_each_student_has_what_numba_compiled_of_the_own_file_only(
    class_of: ClassOf, tmp_path: Path, rules: CoursePreset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TrialByReading, "compiled", {"a.nbi": b"1"})
    begin, described = PlayersByChance.begin, set[str]()

    def noted(self: PlayersByChance, plan: GamePlan) -> None:
        described.update(player.description for player in (plan.a, plan.b))
        begin(self, plan)

    monkeypatch.setattr(PlayersByChance, "begin", noted)
    results = tmp_path / "results"
    judged(class_of(**AGENTS), results, rules)
    assert len(described) == len(AGENTS)
    for text in described:
        name = Path(text.split(":")[1]).stem
        assert text.endswith(f":compiled={results.resolve()}/compiled/{name}.zip")
    assert (results / "compiled").stat().st_mode & 0o777 == 0o700
    assert sorted(path.stem for path in (results / "compiled").iterdir()) == sorted(AGENTS)
