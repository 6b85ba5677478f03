import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import obversi as ob
from obversi.agents.core_agents import RandomAgent
from obversi.formats import record_from_moves
from obversi.play import play_game
from obversi.review import Review, grade_of, review
from obversi.rules import RULES, Rules

Command = Callable[..., Result]


def finished(rules: Rules) -> tuple[str, Review]:
    """The moves of a game as they are written, and what is to be found out about it."""
    game = play_game(RandomAgent(8), RandomAgent(9), ob.Board(4, rules))
    with ob.Engine(hash_mb=1) as engine:
        seen = review(record_from_moves(game.move_stack, ob.Board(4, rules)), engine.solve)
    return "".join(move for move in game.move_stack if not move.is_pass), seen


@pytest.mark.parametrize("rules", RULES)
def test_mistakes_and_players_in_text(obversi: Command, rules: Rules) -> None:
    written, seen = finished(rules)
    arguments = ["review", written, "--size", "4", "--rules", rules, "--depth", "20"]
    result = obversi(*arguments, "--ascii", "--boards", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    text = result.stdout
    assert text.startswith(f"black against white, {len(seen.record.moves)} moves\n")
    assert seen.record.board().status() == text.splitlines()[1]
    rows = re.findall(
        r"^ +(\d+)  (black|white) +(\w\d) +([+-]\d+)  (\w\d) +([+-]\d+) +(\d+)  (\w+)(\*?)",
        text,
        re.MULTILINE,
    )
    assert rows == [
        (
            *(str(each.ply), "black" if each.color == ob.BLACK else "white", each.move),
            *(f"{each.margin:+d}", each.better, f"{each.better_margin:+d}", str(each.loss)),
            *(str(each.grade), "*" if each.turning_point else ""),
        )
        for each in seen.mistakes
    ]
    for name, player in (("black", seen.black), ("white", seen.white)):
        counts = [player.choices, player.inaccuracies, player.mistakes, player.blunders]
        row = next(line for line in text.splitlines() if re.match(rf"{name} +\d", line))
        assert row.split()[1:] == [*map(str, counts), str(player.lost), f"{player.accuracy:.0f}%"]
    worst = seen.worst(2)
    assert re.findall(r"\nply (\d+): ", text) == [str(mistake.ply) for mistake in worst]
    assert text.count("    a    b    c    d\n") == len(worst)


def test_a_game_without_mistakes(obversi: Command) -> None:
    board = ob.Board(4)
    with ob.Engine(hash_mb=1) as engine:
        while not board.is_over:
            board.push(engine.solve(board).move)
    written = "".join(move for move in board.move_stack if not move.is_pass)
    text = obversi("review", written, "--size", "4", "--depth", "20").stdout
    assert text.endswith("no move lost two discs or more\n")
    assert text.count("100%") == 2


@pytest.mark.parametrize("rules", RULES)
def test_json_of_a_review(obversi: Command, rules: Rules) -> None:
    written, seen = finished(rules)
    result = obversi("review", written, "--size", "4", "--rules", rules, "--depth", "20", "--json")
    [line] = result.stdout.splitlines()
    found = json.loads(line)
    assert found["rules"] == rules
    assert found["finished"] is True
    assert found["margins"] == list(seen.margins)
    assert found["players"]["white"]["lost"] == seen.white.lost
    assert found["players"]["black"]["accuracy"] == pytest.approx(seen.black.accuracy)
    assert [move["played"] for move in found["moves"]] == [move.move for move in seen.record.moves]
    for move in found["moves"]:
        assert move["grade"] == grade_of(move["loss"])
        assert move["margin"] - move["played_margin"] == move["loss"]
        assert move["pv"][0] == move["move"]


def test_several_games_and_what_is_none(obversi: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("b1a1\nb1a3\n")
    result = obversi("review", str(file), "--size", "4", "--depth", "20")
    assert result.exit_code == 0
    assert result.stdout.count("black against white, 2 moves") == 2
    for source, status, named in (
        (ob.Board(4).to_string(), 2, "there are no moves"),
        ("b1b1", 2, "ply 2"),
        (str(tmp_path / "missing.ggf"), 2, "No such file"),
    ):
        failed = obversi("review", source, "--size", "4")
        assert failed.exit_code == status
        assert failed.stdout == ""
        assert named in failed.stderr
        assert failed.stderr.count("\n") == 1


def test_letters_where_the_terminal_has_no_others(obversi: Command) -> None:
    written, _ = finished("normal")
    text = obversi("review", written, "--size", "4", "--depth", "20", "--ascii").stdout
    assert text.isascii()
