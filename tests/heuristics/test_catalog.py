from pathlib import Path

import pytest

from obversi import Board, ObversiError, evaluate
from obversi.heuristics import EVALUATIONS, Mix, Phase, evaluation, write_mix
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.reports import numbers_text
from obversi.rules import Rules


@pytest.mark.parametrize("name", EVALUATIONS)
def test_evaluations_by_name(name: str) -> None:
    kind = EVALUATIONS[name]
    mix = evaluation(name)
    assert isinstance(mix, Mix)
    assert mix.name == name
    assert mix.origin == kind.origin
    assert kind.description
    assert mix == kind.make() == kind.make(**{n: p.default for n, p in kind.parameters.items()})


def test_the_reports_are_all_there() -> None:
    reports = ["r0-adjusted", "r0-original", "r1", "r2", "r2-position", "r3", "r4", "positional"]
    assert list(EVALUATIONS) == reports


@pytest.mark.parametrize(
    ("name", "rules", "finished"),
    [
        ("r0-adjusted", "reversed", "evaluated"),
        ("r0-original", "reversed", "evaluated"),
        ("r1", "normal", "evaluated"),
        ("r2", "reversed", "result"),
        ("r2-position", "reversed", "result"),
        ("r3", "normal", "evaluated"),
        ("r4", "normal", "margin"),
        ("positional", "normal", "margin"),
    ],
)
def test_the_game_each_was_written_for(name: str, rules: Rules, finished: str) -> None:
    mix = evaluation(name)
    assert isinstance(mix, Mix)
    assert (mix.rules, mix.finished) == (rules, finished)


def test_parameters() -> None:
    half = evaluation("r0-original:gamma=0.5")
    assert isinstance(half, Mix)
    assert half.name == "r0-original:gamma=0.5"
    assert half.phases[0].weights == {"squares": 0.5, "stable": -0.5}
    assert evaluation("r0-original:gamma=0.70") == evaluation("r0-original")
    good = evaluation("r0:stability=good")
    assert isinstance(good, Mix)
    assert good.name == "r0-adjusted:stability=good"
    assert good.phases[0].weights == pytest.approx({"squares": 0.7, "stable": 0.3})
    assert evaluation("r0") == evaluation("r0-adjusted:stability=bad") == evaluation("r0-adjusted")
    deep = evaluation("r3:ply=8")
    assert isinstance(deep, Mix)
    assert deep.phases[0].weights["r3_corners"] == 1
    ten = list(range(1, 11))
    squares = evaluation(f"r2-position:weights={numbers_text(ten)}")
    assert isinstance(squares, Mix)
    assert squares.squares == ((1, 2, 3, 4), (2, 5, 6, 7), (3, 6, 8, 9), (4, 7, 9, 10))
    sixteen = evaluation(f"r2:weights={numbers_text([*ten, 11, 12, 13, 14, 15, 16])}")
    assert isinstance(sixteen, Mix)
    assert sixteen.squares == squares.squares
    assert [phase.until for phase in sixteen.phases] == [24, None]
    assert [list(phase.weights.values()) for phase in sixteen.phases] == [
        [-11, 12, -13],
        [-14, 15, -16],
    ]


@pytest.mark.parametrize(
    "name",
    [
        "r0-adjusted:gamma=0.1234567890123",
        "r0-original:gamma=0.5:stability=good",
        "r3:ply=5",
        "r2-position:weights=1e-07,0.3333333333333333,-4,1e+30,5,6,7,8,9,10",
    ],
)
def test_a_name_makes_the_same_evaluation_again(name: str) -> None:
    mix = evaluation(name)
    assert mix.name == name
    assert evaluation(mix.name) == mix


def test_an_evaluation_is_itself() -> None:
    mix = Mix("mine", (Phase({"moves": 1}),))
    assert evaluation(mix) is mix


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mix = Mix("mine", (Phase({"bias": 3}),))
    write_mix(mix, tmp_path / "mine.toml")
    write_mix(mix, tmp_path / "other")
    monkeypatch.chdir(tmp_path)
    for source in (
        tmp_path / "mine.toml",
        "mine.toml",
        "file:mine.toml",
        "file:other",
        Path("other"),
    ):
        assert evaluation(source) == mix
    assert evaluate(Board(), "mine.toml") == 3
    with pytest.raises(FileNotFoundError):
        evaluation("missing.toml")


def test_functions() -> None:
    def freedom(board: Board) -> float:
        return len(board.legal_moves)

    judge = evaluation(freedom)
    assert isinstance(judge, Evaluation)
    assert judge.name == "freedom"
    assert judge(Board()) == evaluate(Board(), freedom) == 4
    [feature] = judge.weighted_features(Board())
    assert (feature.name, feature.weight, feature.value) == ("freedom", 1, 4)
    assert judge.by_move(Board()) == {"d3": -3, "c4": -3, "f5": -3, "e6": -3}


def test_own_code(tmp_path: Path) -> None:
    file = tmp_path / "own_evaluations.py"
    file.write_text(
        "from obversi.heuristics import Mix, Phase\n"
        "def three(board):\n    return 3\n"
        "mix = Mix('mine', (Phase({'bias': 4}),))\n"
        "text = 'r4'\n"
        "number = 7\n"
        "class Agent:\n    def choose(self, board):\n        return board.legal_moves[0]\n"
    )
    assert evaluate(Board(), f"python:{file}:three") == 3
    assert evaluate(Board(), f"python:{file}:mix") == 4
    for name, complaint in (
        ("tree", "did you mean 'three'?"),
        ("text", "'text' in .* is a text: expected a function of a board"),
        ("number", "7 is no evaluation"),
        ("Agent", "'Agent' is a class: expected a function of a board"),
    ):
        with pytest.raises(ObversiError, match=complaint):
            evaluation(f"python:{file}:{name}")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("r5", "there is no evaluation 'r5': expected r0-adjusted, r0-original, r1, r2,"),
        ("postional", "there is no evaluation 'postional': did you mean 'positional'?"),
        ("", "there is no evaluation '': expected r0-adjusted, r0-original, r1,"),
        ("r4:depth=3", "evaluation 'r4:depth=3' has no option 'depth': expected none"),
        ("patterns:x=1", "evaluation 'patterns:x=1' has no option 'x': expected none"),
        ("r0-adjusted:gama=1", "evaluation 'r0-adjusted:gama=1' has no option 'gama': did you"),
        ("r3:ply", "'ply' in evaluation 'r3:ply' is no option=value"),
        ("r3:ply=deep", "'deep' for 'ply' in evaluation 'r3:ply=deep': expected a whole number"),
        ("r3:ply=0", "evaluation 'r3:ply=0': ply cannot be 0: expected 1 or more"),
        ("r3:ply=4:ply=4", "evaluation 'r3:ply=4:ply=4' has the option 'ply' twice"),
        ("r0-adjusted:gamma=2", "evaluation 'r0-adjusted:gamma=2': gamma cannot be 2.0: expected"),
        ("r0-adjusted:gamma=nan", "evaluation 'r0-adjusted:gamma=nan': gamma cannot be nan"),
        ("r0:stability=fine", "'fine' for 'stability' in evaluation 'r0:stability=fine': expected"),
        ("r2:weights=1,2", "evaluation 'r2:weights=1,2': 2 weights are given: expected 16"),
        ("r2:weights=1,x", "'1,x' for 'weights' in evaluation 'r2:weights=1,x': expected 16"),
        ("r2-position:weights=1", "evaluation 'r2-position:weights=1': 1 weights are given"),
        ("python:mine", "evaluation 'python:mine' is not complete: expected python:MODULE:NAME"),
        ("mine.py:f", "there is no evaluation 'mine.py': did you mean 'python:mine.py:f'?"),
        (17, "17 is no evaluation: expected a name, a file or a function of a board"),
    ],
)
def test_what_is_no_evaluation_is_rejected(source: str, message: str) -> None:
    with pytest.raises(ObversiError) as rejected:
        evaluation(source)
    assert str(rejected.value).startswith(message)


def test_a_file_without_the_ending_is_suggested(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    file.write_text("")
    with pytest.raises(ObversiError) as rejected:
        evaluation(str(file))
    assert str(rejected.value).endswith(f"did you mean 'file:{file}'?")
