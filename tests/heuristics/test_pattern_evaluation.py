"""The learned evaluation as one that any search can use."""

import pickle
import shutil
from pathlib import Path

import pytest
from boards import SIZES
from endgames import endgame

import obversi as ob
from obversi import textbook
from obversi.heuristics import PatternEvaluation, evaluation
from obversi.rules import RULES, Rules
from obversi.weights import shipped_path

GAMES = [(size, rules) for size in SIZES for rules in RULES]


def boards(size: int, rules: Rules) -> list[ob.Board]:
    counts = range(1, size * size - 4, 3)
    return [endgame(size, rules, seed=count, empties=count) for count in counts]


@pytest.mark.parametrize(("size", "rules"), GAMES)
def test_it_says_what_the_engine_says_without_a_search(size: int, rules: Rules) -> None:
    learned = evaluation("patterns")
    assert learned.name == "patterns"
    with ob.Engine(hash_mb=1) as engine:
        for board in boards(size, rules):
            assert learned(board) == pytest.approx(engine.evaluate(board), abs=1 / 128)


@pytest.mark.parametrize("rules", RULES)
def test_a_finished_game_is_worth_more_than_any_guess(rules: Rules) -> None:
    won = ob.Board.parse(16 * "X" + " X", rules=rules)
    sign = 1 if rules == "normal" else -1
    assert PatternEvaluation()(won) == sign * 16e6


@pytest.mark.parametrize("rules", RULES)
def test_searches_of_every_kind_find_the_same_value(rules: Rules) -> None:
    for board in boards(6, rules)[4:8]:
        values = {
            search(board, "patterns", 3).value
            for search in (textbook.minimax, textbook.alpha_beta, textbook.maximax)
        }
        assert len(values) == 1


def test_weights_of_a_file_are_used(tmp_path: Path) -> None:
    path = tmp_path / "mine.obw"
    shutil.copy(shipped_path(6, "reversed"), path)
    for source in (str(path), path, f"file:{path}"):
        own = evaluation(source)
        assert own.name == str(path)
        for board in boards(6, "reversed"):
            assert own(board) == PatternEvaluation()(board)
    with pytest.raises(ob.InputError, match="are for reversed 6×6, not for normal 8×8"):
        own(ob.Board())


def test_it_can_be_pickled() -> None:
    board = ob.Board(6)
    for one in (PatternEvaluation(), PatternEvaluation(shipped_path(6, "normal"))):
        assert pickle.loads(pickle.dumps(one))(board) == one(board)


def test_what_cannot_be_read_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ob.InputError, match=r"no\.obw cannot be read"):
        evaluation(str(tmp_path / "no.obw"))
    with pytest.raises(ob.InputError, match="did you mean 'patterns'"):
        evaluation("pattern")
    with pytest.raises(ob.InputError, match="or patterns"):
        evaluation("xyz")
