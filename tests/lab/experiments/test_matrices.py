"""R0's two matrices: what is played, and what follows from it."""

from collections.abc import Mapping

import pytest

from obversi.lab.estimate import mean
from obversi.lab.experiments.matrices import EXPERIMENT
from obversi.lab.experiments.r0 import FIELD
from obversi.lab.finding import Finding


def findings_of(
    original: str, duels: str, fields: Mapping[str, str] | None = None
) -> list[Finding]:
    """Conclude from made-up points: of the original matrix, of its duels, and even others."""
    settings = EXPERIMENT.settings(rules="reversed", threads=1)
    field = {"reversed original against the field": original} | dict(fields or {})
    data = {
        step.key: duels
        if "plies" in step.key
        else {name: field.get(step.key, "2" * 20) for name in FIELD}
        for step in EXPERIMENT.steps(settings)
    }
    return list(EXPERIMENT.concluded(settings, data, 0.0).findings)


def test_the_report_can_be_right_or_wrong() -> None:
    right = findings_of("02" * 10, "02" * 10)
    assert [one.verdict for one in right[:2]] == ["agrees", "new"]
    assert "the adjusted matrix surely wins at 1, 2, 3, 4 plies" in right[1].sentence
    assert right[0].ours.startswith("+25.0")
    wrong = findings_of("42" * 10, "42" * 10)
    assert [one.verdict for one in wrong[:2]] == ["differs", "new"]
    assert "the original matrix surely wins at 1, 2, 3, 4 plies" in wrong[1].sentence
    even = findings_of("40" * 10, "40" * 10)
    assert [one.verdict for one in even[:2]] == ["open", "new"]
    assert "neither matrix surely beats" in even[1].sentence
    assert even[-1].ours == "75 %"


def test_depths_are_no_further_openings() -> None:
    """The same pairs at every depth say as much as at one."""
    whole = findings_of("2" * 20, "42" * 10)[1]
    assert "from 20 openings" in whole.sentence
    assert "160 games in all" in whole.sentence
    once = mean([1.0, 0.5] * 10)
    assert whole.ours == once.text(0, percent=True)


@pytest.mark.parametrize(
    ("corner", "beside", "said"),
    [
        ("42" * 10, "2" * 20, "the corners surely matter more"),
        ("2" * 20, "02" * 10, "the squares beside them surely matter more"),
        ("2" * 20, "2" * 20, "which of the two matters more is not sure"),
        ("42" * 10, "02" * 10, "which of the two matters more is not sure"),
    ],
)
def test_which_change_matters_more_is_tested(corner: str, beside: str, said: str) -> None:
    fields = {
        "reversed corner -500, beside it 25": corner,
        "reversed corner -100, beside it 50": beside,
    }
    assert said in findings_of("2" * 20, "2" * 20, fields)[2].sentence


def test_a_small_run() -> None:
    result = EXPERIMENT(size=6, games=20, rules="normal", threads=2)
    data = result.data
    assert {one.verdict for one in result.findings} == {"new"}
    alone = EXPERIMENT.settings(size=6, games=20, rules="normal", threads=1)
    for step in EXPERIMENT.steps(alone)[::4]:
        assert step.work(lambda _share: None) == data[step.key]
    # Half of the matrices in between are the report's own, but they play at another depth.
    assert data["normal corner -100, beside it 25"] != data["normal corner -500, beside it 50"]
    assert len(result.draw().axes) == 4
    assert len(result.tables) == 3


def test_the_report_is_about_reversed_8x8() -> None:
    assert findings_of("2" * 20, "2" * 20)[0].reported == "11 of 20 won or 9 of 20"
