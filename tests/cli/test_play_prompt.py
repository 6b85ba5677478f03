"""What can be asked and changed at the prompt of a game."""

import re
from collections.abc import Callable
from pathlib import Path

import endgames
import pytest
from click.testing import Result

import obversi as ob
from obversi import formats
from obversi.rules import RULES, Rules

Command = Callable[..., Result]

# What is asked is read to the end of the game long before that.
TWO_PEOPLE = ["play", "human", "human", "--ascii", "--hint-seconds", "60"]


def answers(result: Result) -> list[str]:
    """What was shown after each line typed."""
    assert result.exit_code == 0, result.stderr
    return re.split(r"(?:black|white|game over)> .*\n", result.stdout)[1:]


# Questions


@pytest.mark.parametrize("rules", RULES)
def test_hints_have_the_values_of_moves(obversi: Command, rules: Rules) -> None:
    board = endgames.endgame(6, rules, 2)
    margins = endgames.margins(board)
    script = "hint\nhint 2\nHint ALL\n"
    result = obversi(*TWO_PEOPLE, "--position", board.to_string(), "--rules", rules, input=script)
    one, two, every = answers(result)[:3]
    mover = "black" if board.turn == ob.BLACK else "white"
    for printed, count in ((one, 1), (two, 2), (every, len(margins))):
        assert f"discs for {mover} (exact):" in printed
        lines = re.findall(r"^ +([+-]\d+)  (\w\d)", printed, re.MULTILINE)
        assert len(lines) == min(count, len(margins))
        assert {move: int(margin) for margin, move in lines}.items() <= margins.items()
        assert int(lines[0][0]) == max(margins.values())
    assert "a    b" not in one
    for margin in margins.values():
        assert re.search(rf"^\d .*{re.escape(f'{margin:+d}')}", every, re.MULTILINE)
    assert f"[{max(margins.values()):+d}]" in every


@pytest.mark.parametrize("rules", RULES)
def test_who_is_ahead_is_reported_under_the_rules(obversi: Command, rules: Rules) -> None:
    board = endgames.endgame(6, rules, 3)
    best = max(endgames.margins(board).values())
    result = obversi(*TWO_PEOPLE, "--position", board.to_string(), "--rules", rules, input="eval\n")
    printed = answers(result)[0]
    for_black = best if board.turn == ob.BLACK else -best
    assert for_black
    leader = "black" if for_black > 0 else "white"
    words = "most discs win" if rules == "normal" else "fewest discs win"
    assert f"{leader} is ahead by {abs(best)} (read to the end, {words})" in printed
    black = printed.count("#")
    assert (black > 16) == (for_black > 0)


def test_an_even_game_and_one_that_is_over(obversi: Command) -> None:
    over = obversi(*TWO_PEOPLE, "--position", 16 * "X" + "O", input="eval\n")
    printed = answers(over)[0]
    assert printed.count("#") > 20
    assert "black wins by 16" in printed


def test_a_review_of_the_game_so_far(obversi: Command) -> None:
    nothing, *_ = answers(obversi(*TWO_PEOPLE, "--size", "4", input="review\n"))
    assert nothing.startswith("there is no move to review yet")
    printed = answers(obversi(*TWO_PEOPLE, "--size", "4", input="b1\na3\nreview\n"))[2]
    assert "human against human, 2 moves" in printed
    assert re.search(r"2  white   a3 +-12  a1 +\+10 +22  blunder\*", printed)


# Going back and forth


def test_redo_takes_back_what_undo_did(obversi: Command) -> None:
    script = "redo\nb1\na1\nundo\nundo\nredo\nredo\nredo\ngame\nundo\na3\nredo\ngame\n"
    printed = answers(obversi(*TWO_PEOPLE, "--size", "4", input=script))
    assert printed[0].startswith("nothing was undone")
    assert "2 - X X -" in printed[5]  # after b1
    assert "1[O]X - -" in printed[6]
    assert printed[7].startswith("nothing was undone")
    assert printed[8] == "b1 a1\n"
    assert printed[11].startswith("nothing was undone")
    assert printed[12].startswith("b1 a3\n")


def test_what_is_played_again_can_be_gone_on_from(obversi: Command) -> None:
    script = "b1\na1\nundo\nundo\nb1\nredo\ngame\n"
    printed = answers(obversi(*TWO_PEOPLE, "--size", "4", input=script))
    assert printed[6].startswith("b1 a1\n")


def test_undo_and_redo_go_over_the_agent_s_moves(obversi: Command) -> None:
    script = "b1\ngame\nundo\ngame\nredo\ngame\n"
    printed = answers(obversi("play", "greedy", "--size", "4", "--seed", "1", input=script))
    assert printed[3] == "no move yet\n"
    assert printed[1] == printed[5].split("black>")[0]
    assert len(printed[1].split()) == 2


# Players


def test_the_usual_opponent_is_a_level(obversi: Command) -> None:
    result = obversi("play", input="")
    assert result.stdout.startswith("black is human\nwhite is level 3, ")
    white = obversi("play", "--level", "1", "--color", "white", "--seed", "1", input="game\n")
    assert white.stdout.startswith("black is level 1, student")
    assert len(answers(white)[0].splitlines()[0].split()) == 1


def test_one_name_is_the_opponent(obversi: Command) -> None:
    for arguments, expected in (
        (["greedy"], "black is human\nwhite is greedy\n"),
        (["greedy", "--color", "white"], "black is greedy\nwhite is human\n"),
        (["human"], "black is human\nwhite is human\n"),
        (["level=2"], "black is human\nwhite is level 2, good student"),
    ):
        assert obversi("play", *arguments, input="").stdout.startswith(expected)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["a", "b", "c"], "two can play, not 3"),
        (["greedy", "--level", "4"], "level=5 names one"),
        (["human", "greedy", "--color", "white"], "--color"),
        (["--level", "13"], "'--level': '13' is not a whole number from 0"),
        (["level=x"], "level=x"),
        (["--hint-seconds", "0"], "seconds"),
        (["--color", "red"], "red"),
    ],
)
def test_players_that_cannot_be(obversi: Command, arguments: list[str], named: str) -> None:
    result = obversi("play", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert named in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_level_changes_in_the_middle_of_a_game(obversi: Command) -> None:
    script = "b1\nlevel\nlevel 1\nlevel\nlevel 13\nlevel much\n"
    printed = answers(obversi("play", "greedy", "--size", "4", "--seed", "1", input=script))
    assert printed[1].count("\n") == 13
    assert ">" not in printed[1]
    assert "white is level 1, student" in printed[2]
    assert printed[3].partition("\n")[2].startswith("> 1  student")
    assert printed[4].startswith("there is no level 13")
    assert printed[5].startswith("'much' is not a level")
    alone = answers(obversi(*TWO_PEOPLE, input="level 1\n"))
    assert alone[0].startswith("two people play here")


def test_sides_are_changed(obversi: Command) -> None:
    printed = answers(obversi("play", "greedy", "--size", "4", "--seed", "1", input="swap\ngame\n"))
    assert printed[0].startswith("black is greedy\nwhite is human\n\nblack plays ")
    assert len(printed[1].splitlines()[0].split()) == 1


def test_an_agent_that_fails_leads_to_the_prompt(obversi: Command, tmp_path: Path) -> None:
    file = tmp_path / "lazy.py"
    file.write_text("class Lazy:\n    def choose(self, board):\n        return 'b2'\n")
    script = "b1\ngo\na1\ngo\ngame\n"
    printed = answers(obversi("play", f"python:{file}:Lazy", "--size", "4", input=script))
    for answer in printed[:2]:
        assert "does not move: " in answer
        assert "there is a disc already" in answer
        assert "go lets it try again" in answer
    assert "white plays a1" in printed[2]
    assert printed[3].startswith("it is your turn")
    assert printed[4].startswith("b1 a1\n")
    alone = obversi("play", f"python:{file}:Lazy", "greedy", "--size", "4")
    assert alone.exit_code == 2
    assert "chose an illegal move" in alone.stderr


# Other games


def test_another_game_begins(obversi: Command) -> None:
    script = "b1\nnew\nnew reversed 6\nnew 5\nnew misere\n"
    printed = answers(obversi(*TWO_PEOPLE, "--size", "4", input=script))
    assert printed[1].startswith(str(ob.Board(4)))
    assert printed[2].startswith(str(ob.Board(6, "reversed")))
    assert printed[3].startswith("there is no board of size 5")
    assert printed[4].startswith("there are no rules 'misere'")


def test_a_new_game_begins_where_the_first_did(obversi: Command) -> None:
    printed = answers(obversi(*TWO_PEOPLE, "--moves", "f5d6", input="c3\nnew\ngame\n"))
    assert printed[2].startswith("f5 d6\n")


def test_a_game_is_loaded_and_can_be_taken_back(obversi: Command, tmp_path: Path) -> None:
    one, two = tmp_path / "one.ggf", tmp_path / "two.txt"
    record = formats.record_from_moves(["b1", "a1"], ob.Board(4, "reversed"))
    formats.write_path([record], one)
    two.write_text("f5d6\nf5f6\n")
    script = f"load {one}\nundo\ngame\nnew\nnew 8\nload {two}\nload {tmp_path}/none.ggf\nload -\n"
    printed = answers(obversi(*TWO_PEOPLE, input=script))
    assert "1[O]X - -" in printed[0]
    assert "fewest discs win" in printed[0]
    assert printed[2] == "b1\n"
    assert printed[3].startswith(str(ob.Board(4, "reversed")))
    assert printed[5].startswith(f"{two} has several games")
    assert "No such file" in printed[6]
    assert "-" in printed[7]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("hint many", "hint 'many' is not known"),
        ("hint 0", "hint '0' is not known"),
        (f"hint {9 * '9'}", "is not known"),
        (f"level {5000 * '9'}", "is not a level"),
        ("undo 3", "'undo' takes nothing"),
        ("load", "'load' needs a file name"),
        ("rewiev", "did you mean 'review'?"),
    ],
)
def test_what_is_not_understood_is_reported(obversi: Command, typed: str, answer: str) -> None:
    printed = answers(obversi(*TWO_PEOPLE, input=f"{typed}\nb1\n"))
    assert answer in printed[0]
    assert printed[0].count("\n") == 1
