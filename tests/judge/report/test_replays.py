"""What the viewer shows: own games with remarks, and how boards came about."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from programs import needs_program

from obversi import Board
from obversi.agents.agent import FailureKind
from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK, WHITE
from obversi.judge.report.replays import replay_data, replay_of_board
from obversi.judge.seen_games import own_game
from obversi.judge.usability_boards import usability_boards
from obversi.pages.rendering import STATIC
from obversi.rules import Rules

MakeGame = Callable[..., PlayedGame]


def test_games_are_seen_by_their_player(make_game: MakeGame) -> None:
    games = [
        own_game(1, "points race", make_game(1), BLACK, "ben"),
        own_game(2, "round robin", make_game(2), WHITE, "cleo"),
    ]
    data = replay_data("anna", games, move_seconds=5.0)
    assert data["agents"] == ["anna", "ben", "cleo"]
    first, second = data["games"]
    assert (first["number"], first["black"], first["white"]) == (1, 0, 1)
    assert (second["number"], second["black"], second["white"]) == (2, 2, 0)
    assert (first["stage"], second["stage"]) == ("points race", "round robin")
    assert first["limit"] == 5.0
    # The first move is not an opening, though the page of white has no time for it.
    assert (first["opening"], second["opening"]) == (0, 0)
    assert second["milliseconds"].split(",")[0] == ""


def test_remarks_stand_after_the_move_that_they_are_about(make_game: MakeGame) -> None:
    (game,) = replay_data("anna", [own_game(1, "race", make_game(1), BLACK, "ben")])["games"]
    assert game["cut"] == [5, 6]
    assert game["remarks"]["5"] == "stopped at the time-out"
    assert game["remarks"]["7"] == "remark on anna"


def test_a_remark_and_a_time_out_of_one_move(make_game: MakeGame) -> None:
    own = own_game(1, "race", make_game(1), BLACK, "ben")
    notes = {"time_outs": [2], "remarks": [{"ply": 2, "remark": "a1 is \x1b illegal"}]}
    own.game.notes["black"].update(notes)
    (game,) = replay_data("anna", [own])["games"]
    assert game["remarks"] == {"3": "stopped at the time-out; a1 is · illegal"}


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_lines_lead_to_the_boards_that_they_are_about(size: int, rules: Rules) -> None:
    lines = []
    for number, one in enumerate(usability_boards(size, rules, 8), start=1):
        moves = "".join(move for move in one.board.move_stack if not move.is_pass)
        line = replay_of_board(
            one.board.to_string(), moves, rules=rules, number=number, title="t", words="w"
        )
        if moves:
            assert line is not None
            assert line.record.board().to_string() == one.board.to_string()
            lines.append(line)
        else:
            assert line is None
    for shown, line in zip(replay_data("anna", [], lines)["games"], lines, strict=True):
        assert (shown["title"], shown["words"]) == ("t", "w")
        assert shown["opening"] == len(line.record.moves)


@pytest.mark.parametrize("moves", ["", "d3", "a1a1", "no moves", "d3c3c4"])
def test_moves_that_lead_elsewhere_are_not_shown(moves: str) -> None:
    board = Board(rules="reversed")
    board.push("d3")
    board.push("c3")
    assert (
        replay_of_board(board.to_string(), moves, rules="reversed", number=1, title="", words="")
        is None
    )


@needs_program("Node.js", shutil.which("node"))
def test_the_viewer_describes_each_step(make_game: MakeGame, tmp_path: Path) -> None:
    failed = make_game(1, kind=FailureKind.MEMORY, reason="ben held 130 MB", failed=WHITE)
    games = [own_game(1, "race", failed, BLACK, "ben")]
    (one,) = (one for one in usability_boards(8, "reversed", 2) if one.board.ply)
    line = replay_of_board(
        one.board.to_string(),
        "".join(one.board.move_stack),
        rules="reversed",
        number=2,
        title="Board 2: a title",
        words="squares are missing",
    )
    assert line is not None
    data = replay_data("anna", games, [line], 5.0)
    questions = f"""
    const agentName = (label) => label;
    const data = {json.dumps(data)};
    const shown = data.games.map((game) => {{
      const steps = positions(data, game);
      return {{
        heading: headingOf(data, game).join(""),
        note: noteText(game),
        steps: steps.map((_, ply) => stepText(data, game, steps, ply)),
      }};
    }});
    console.log(JSON.stringify(shown));
    """
    scripts = [(STATIC / name).read_text(encoding="utf-8") for name in ("positions.js", "words.js")]
    script = tmp_path / "questions.js"
    script.write_text("\n".join((*scripts, questions)), encoding="utf-8")
    answer = subprocess.run(["node", script], capture_output=True, text=True, check=True).stdout
    game, board = json.loads(answer)
    assert game["heading"] == "Game 1: anna (black) – ben (white)"
    assert game["note"].startswith("race · black wins by 64 · memory")
    assert game["steps"][5][-1] == "stopped at the time-out"
    assert game["steps"][7][-1] == "remark on anna"
    assert game["steps"][-1][-1] == "white loses (memory): used too much memory"
    assert (board["heading"], board["note"]) == ("Board 2: a title", "")
    assert board["steps"][-1] == [f"1. black plays {one.board.peek()}", "squares are missing"]
