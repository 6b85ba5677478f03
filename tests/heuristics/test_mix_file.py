from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from obversi import Board, FormatError
from obversi.heuristics import EVALUATIONS, FEATURES, Mix, Phase, evaluation, read_mix, write_mix
from obversi.heuristics.features import needs_squares
from obversi.heuristics.mix_file import mix_text

NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**20), 10**20)
WEIGHTS = st.dictionaries(st.sampled_from(sorted(FEATURES)), NUMBERS, min_size=1)
QUARTERS = st.tuples(*[st.tuples(*[NUMBERS] * 4)] * 4)
LETTERS = st.characters(exclude_categories=["C", "Zl", "Zp", "Zs"], include_characters=" ")
UNTILS = st.lists(st.integers(1, 63), unique=True).map(sorted)


@st.composite
def mixes(draw: st.DrawFn) -> Mix:
    phases = [Phase(draw(WEIGHTS), until) for until in [*draw(UNTILS), None]]
    wanted = any(needs_squares(name) for phase in phases for name in phase.weights)
    squares = draw(QUARTERS if wanted else QUARTERS | st.none())
    return Mix(
        draw(st.text(LETTERS, min_size=1)),
        tuple(phases),
        squares,
        draw(st.sampled_from(["normal", "reversed"])),
        draw(st.sampled_from(["margin", "result", "evaluated"])),
        draw(st.text(LETTERS)),
    )


@given(mixes())
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, mix: Mix) -> None:
    path = tmp_path_factory.mktemp("mixes") / "mix.toml"
    write_mix(mix, path)
    assert read_mix(path) == mix


@pytest.mark.parametrize("name", EVALUATIONS)
def test_the_reports_can_be_written_and_changed(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.toml"
    mix = evaluation(name)
    assert isinstance(mix, Mix)
    write_mix(mix, path)
    assert read_mix(path) == mix
    path.write_text(path.read_text().replace(f'"{name}"', '"mine"'))
    assert read_mix(path).name == "mine"
    board = Board()
    board.push("f5")
    assert read_mix(path)(board) == mix(board)


def test_the_text_says_what_everything_is() -> None:
    mix = Mix(
        'a "mine"',
        (Phase({"squares": 1}, until=24), Phase({"squares": 0.5, "stable": 10})),
        ((20, -3, 11, 8), (-3, -7, -4, 1), (11, -4, 2, 2), (8, 1, 2.5, -3)),
    )
    assert (
        mix_text(mix)
        == f"""\
# What a position is worth to the mover: features times weights, added up.
name = "a \\"mine\\""
# The game this was written for, normal or reversed. Under the other rules goal features
# (discs, squares, stability) change their sign; mobility does not.
rules = "normal"
# What a finished game is worth: margin (more than any guess), result (1, 0 or -1), or
# evaluated (what the features say).
finished = "margin"
# Rows 1 to 4 of columns a to d; the other quarters are alike.
squares = [
  [20, -3, 11, 8],
  [-3, -7, -4, 1],
  [11, -4, 2, 2],
  [8, 1, 2.5, -3],
]

[[phase]]
until = 24  # discs on 8×8, in proportion on smaller boards
[phase.weights]
squares = 1  # {FEATURES["squares"]}

[[phase]]
[phase.weights]
squares = 0.5  # {FEATURES["squares"]}
stable = 10  # {FEATURES["stable"]}
"""
    )


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_short_file(tmp_path: Path) -> None:
    path = written(tmp_path, "[[phase]]\nweights = { moves = 2, bias = 0.5 }")
    mix = read_mix(str(path))
    assert mix == Mix("mine", (Phase({"moves": 2, "bias": 0.5}),))
    assert mix(Board()) == 0.5


MOVES = "[[phase]]\nweights = { moves = 1 }\n"
SQUARES = "[[phase]]\nweights = { squares = 1 }\n"
# What is wrong with it, and what the error says after the name of the file.
WRONG: dict[str, tuple[str, str]] = {
    "no TOML": ("name = ", "this is no TOML: Invalid value (at end of document)"),
    "a misspelt key": (
        f'rule = "normal"\n{MOVES}',
        "there is no key 'rule': did you mean 'rules'?",
    ),
    "an unknown key": (
        f"depth = 4\n{MOVES}",
        "there is no key 'depth': expected name, origin, rules, finished, squares or phase",
    ),
    "an unknown key of a phase": (
        "[[phase]]\nuntill = 4\nweights = { moves = 1 }",
        "there is no key 'untill' in phase 1: did you mean 'until'?",
    ),
    "no phase": ('name = "mine"', "an evaluation needs at least one phase"),
    "a phase that is one table": (
        "[phase]\nweights = { moves = 1 }",
        "'phase' is no list of tables: each begins with [[phase]]",
    ),
    "phases that are numbers": (
        "phase = [1, 2]",
        "'phase' is no list of tables: each begins with [[phase]]",
    ),
    "no weights": ("[[phase]]\nuntil = 4", "phase 1 has no 'weights'"),
    "weights that are none": (
        "[[phase]]\nweights = 5",
        "the weights of a phase cannot be 5: expected features with numbers (phase 1)",
    ),
    "no feature": (
        "[[phase]]\nweights = {}",
        "the weights of a phase cannot be {}: expected features with numbers (phase 1)",
    ),
    "an unknown feature": (
        "[[phase]]\nweights = { mobility = 1, squares = 2 }",
        "there is no feature 'mobility': did you mean 'r3_mobility'? (phase 1)",
    ),
    "a weight that is a text": (
        '[[phase]]\nweights = { moves = "1" }',
        "the weight of 'moves' cannot be '1': no finite number (phase 1)",
    ),
    "an infinite weight": (
        "[[phase]]\nweights = { moves = inf }",
        "the weight of 'moves' cannot be inf: no finite number (phase 1)",
    ),
    "a weight that is no number": (
        "[[phase]]\nweights = { moves = nan }",
        "the weight of 'moves' cannot be nan: no finite number (phase 1)",
    ),
    "a weight that is a truth value": (
        "[[phase]]\nweights = { moves = true }",
        "the weight of 'moves' cannot be True: no finite number (phase 1)",
    ),
    "half a disc": (
        f"[[phase]]\nuntil = 2.5\nweights = {{ moves = 1 }}\n{MOVES}",
        "the last disc of a phase cannot be 2.5: expected a whole number (phase 1)",
    ),
    "phases out of order": (
        f"[[phase]]\nuntil = 40\nweights = {{ moves = 1 }}\n"
        f"[[phase]]\nuntil = 20\nweights = {{ moves = 1 }}\n{MOVES}",
        "phase 2 ends at 20 discs, before phase 1 has at 40",
    ),
    "a last phase that ends": (
        "[[phase]]\nuntil = 40\nweights = { moves = 1 }",
        "the last phase goes on to the end: it has no 'until'",
    ),
    "a phase without an end": (
        MOVES + MOVES,
        "phase 1 is not the last one: 'until' says where it ends",
    ),
    "squares missing": (SQUARES, "the feature 'squares' needs the weights of squares"),
    "squares that are too few": (
        f"squares = [[1, 2], [3, 4]]\n{SQUARES}",
        "[[1, 2], [3, 4]] is no quarter of a board: expected four rows of four numbers",
    ),
    "a short row": (
        f"squares = [[1, 2, 3, 4], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]]\n{SQUARES}",
        "row 2 of the squares is [1, 2, 3]: expected four numbers",
    ),
    "a square that is no number": (
        f'squares = [[1, 2, 3, "x"], [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]]\n{SQUARES}',
        "'x' in row 1 of the squares is no finite number",
    ),
    "rules that are none": (
        f'rules = "misere"\n{MOVES}',
        "there are no rules 'misere': expected 'normal' or 'reversed'",
    ),
    "an end that is none": (
        f'finished = "won"\n{MOVES}',
        "a finished game cannot be 'won': expected margin, result or evaluated",
    ),
    "a name that is a number": (f"name = 5\n{MOVES}", "the name of an evaluation cannot be 5"),
    "no name": (f'name = ""\n{MOVES}', "an evaluation needs a name"),
}


@pytest.mark.parametrize("problem", WRONG)
def test_an_error_names_the_file_and_the_problem(tmp_path: Path, problem: str) -> None:
    text, reason = WRONG[problem]
    path = written(tmp_path, text)
    with pytest.raises(FormatError) as rejected:
        read_mix(path)
    assert str(rejected.value) == f"{path}: {reason}"


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match=r"mine\.toml: the file is not UTF-8 text"):
        read_mix(path)


def test_the_mark_that_some_editors_write_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[phase]]\nweights = { moves = 1 }\n", encoding="utf-8-sig")
    assert read_mix(path).features == ("moves",)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="none"):
        read_mix(tmp_path / "none.toml")


@given(st.text())
def test_any_text_is_rejected_with_the_file(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("mixes") / "mix.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(FormatError) as rejected:
        read_mix(path)
    assert str(path) in str(rejected.value)
