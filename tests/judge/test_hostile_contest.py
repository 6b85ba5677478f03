"""A contest with hostile agents goes on, and what the others get is as if they were not there."""

import shutil
from pathlib import Path

import pytest
from hostile_files import hostile_file

from obversi.agents.course.preset import CoursePreset
from obversi.judge.contest import Contest

CLASS = Path(__file__).parents[2] / "examples" / "class"
HONEST = ("ana", "dora")

# Those that could take from others what these need, and what they lose their games by, if at all.
# Each plays some moves of a game well; so it passes the usability test.
HOSTILE: dict[str, set[str]] = {
    "memory_at_once": {"memory"},
    "fills_disk": {"forbidden"},
    "takes_all_cores": set(),
}
MOVES_PLAYED_WELL = {"takes_all_cores": 4}
PRESET = CoursePreset(
    "hostile",
    size=4,
    move_seconds=0.3,
    game_seconds=None,
    load_seconds=5,
    usability_boards=2,
    race_rounds=0,
)


@pytest.mark.long
def test_the_contest_goes_on(tmp_path: Path) -> None:
    alone, together = tmp_path / "alone", tmp_path / "together"
    for folder in (alone, together):
        folder.mkdir()
        for name in HONEST:
            shutil.copy(CLASS / f"{name}.py", folder)
    for name in HOSTILE:
        hostile_file(name, together, after=MOVES_PLAYED_WELL.get(name, 2))
    hostile_file("answers_garbage", together)
    expected = judged(alone, tmp_path / "a")
    with judged_contest(together, tmp_path / "b") as contest:
        found = games(contest)
        rows = {grade.student.name: grade for grade in contest.grades()}
    between_honest = {who: moves for who, moves in found.items() if set(who) <= set(HONEST)}
    assert between_honest == expected
    assert len(found) == 5 * 4
    for name, failures in HOSTILE.items():
        assert set(rows[name].failures) == failures, rows[name]
        assert rows[name].passed == 2
    assert not rows["answers_garbage"].plays
    for name in HONEST:
        assert not rows[name].failures
        assert rows[name].round_robin.wins >= 2 * sum(
            bool(failures) for failures in HOSTILE.values()
        )
        assert rows[name].grade > max(rows[other].grade for other in HOSTILE if HOSTILE[other])


def judged(files: Path, results: Path) -> dict[tuple[str, str], str]:
    with judged_contest(files, results) as contest:
        return games(contest)


def judged_contest(files: Path, results: Path) -> Contest:
    contest = Contest.open(files, results, PRESET)
    for _ in contest.run():
        pass
    return contest


def games(contest: Contest) -> dict[tuple[str, str], str]:
    """Return the moves of each game by its players."""
    stage = contest.round_robin
    assert stage is not None
    return {
        stage.players(game): "".join(str(played.move) for played in game.record.moves)
        for game in stage.games
    }
