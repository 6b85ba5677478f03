"""Games of the arena as the app answers them."""

from pathlib import Path

import pytest
from arena_app import AGENTS, AppCaller, app_of, play_some, small_tournament
from stored_games import add_tournament, game_of_number

from obversi.arena.store.store import Store
from obversi.web.games.positions import board_of
from obversi.web.models import GameRequest


def test_games_are_listed_in_parts(caller: AppCaller) -> None:
    numbers: list[int] = []
    more = True
    while more:
        last = numbers[-1] if numbers else 0
        part = caller.json_of(f"/api/arena/1/games?most=5&after={last}")
        numbers += [game["number"] for game in part["games"]]
        more = part["more"]
        assert len(numbers) in (5, 10, 12)
    assert numbers == list(range(1, 13))


def test_the_newest_games_come_first_if_wanted(caller: AppCaller) -> None:
    part = caller.json_of("/api/arena/1/games?newest=true&most=5")
    assert ([game["number"] for game in part["games"]], part["more"]) == ([12, 11, 10, 9, 8], True)
    part = caller.json_of("/api/arena/1/games?newest=true&most=5&before=4")
    assert ([game["number"] for game in part["games"]], part["more"]) == ([3, 2, 1], False)
    between = caller.json_of("/api/arena/1/games?after=3&before=6")["games"]
    assert [game["number"] for game in between] == [4, 5]


def test_games_of_agents(caller: AppCaller) -> None:
    own = caller.json_of("/api/arena/1/games?agent=greedy")["games"]
    assert len(own) == 8
    assert all("greedy" in (game["black"], game["white"]) for game in own)
    both = caller.json_of("/api/arena/1/games?agent=greedy&against=third")["games"]
    assert {frozenset((game["black"], game["white"])) for game in both} == {
        frozenset(("greedy", "third"))
    }
    assert len(both) == 4
    assert caller.json_of("/api/arena/1/games?agent=&against=third")["games"] != []
    status, text = caller.rejection("/api/arena/1/games?agent=greedi")
    assert (status, text) == (404, "no agent is called 'greedi': did you mean 'greedy'?")
    nothing = caller.json_of("/api/arena/1/games?agent=third&against=third")
    assert nothing == {"games": [], "more": False}


def test_a_game_can_be_stepped_through(caller: AppCaller, database: Path) -> None:
    listed = caller.json_of("/api/arena/1/games")["games"]
    with Store.open(database, create=False) as store:
        games = store.games(1)
    for line, played in zip(listed, games, strict=True):
        reply = caller.json_of(f"/api/arena/1/games/{line['number']}")
        assert line.items() <= reply.items()
        board = board_of(GameRequest(**{name: reply[name] for name in GameRequest.model_fields}))
        assert board.is_over
        assert board.ply == len(reply["seconds"]) == reply["plies"]
        assert reply["moves_played"] == len(reply["moves"]) // 2
        assert reply["seconds"][:2] == [None, None]
        assert reply["seconds"] == [move.seconds for move in played.record.moves]
        assert reply["opening_plies"] == 2
        assert reply["end"]["text"] == board.status()
        margin = reply["end"]["margin"]
        assert reply["result"] == (margin if reply["winner"] == "black" else -margin)
        assert (reply["ending"], reply["reason"]) == ("finished", "played out")


def test_values_and_endings(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    games = [game_of_number(number) for number in range(1, 31)]
    with Store.open(path) as store:
        add_tournament(store)
        store.add_games(1, games)
    play_some(path, small_tournament(AGENTS[1:], adjudicate=4), most=1)
    caller = AppCaller(app_of(arena=path))
    failed = 0
    for game in games:
        reply = caller.json_of(f"/api/arena/1/games/{game.number}")
        values = [move.value for move in game.record.moves]
        board = board_of(GameRequest(**{name: reply[name] for name in GameRequest.model_fields}))
        assert len(reply["seconds"]) == board.ply
        if any(value is not None for value in values):
            assert reply["values"][: len(values)] == values
            assert len(reply["values"]) == board.ply
        else:
            assert reply["values"] is None
        if game.failure is not None:
            failed += 1
            loser = "black" if game.failure.color == -1 else "white"
            winner = "white" if loser == "black" else "black"
            assert reply["ending"] == game.failure.kind.value
            assert reply["reason"].startswith(f"lost by {loser}, ")
            assert reply["end"]["text"].startswith(f"{winner} wins by 64, lost by {loser}, ")
            assert (reply["winner"], reply["end"]["margin"]) == (winner, 64)
    assert failed > 3
    reply = caller.json_of("/api/arena/2/games/1")
    assert reply["ending"] == "adjudicated"
    assert reply["reason"] == "adjudicated by perfect play with 4 empty squares"
    assert reply["end"]["text"].endswith(f"{reply['reason']}")


def test_what_is_not_there(caller: AppCaller) -> None:
    missing = "there is no tournament '9' in arena.db: there is 1 (small), 2"
    for place in ("9", "9/games", "9/games/1"):
        assert caller.rejection(f"/api/arena/{place}") == (404, missing)
    assert caller.rejection("/api/arena/1/games/99") == (
        404,
        "small in arena.db has no game 99: 12 of 12 games are played",
    )


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("x", "number"),
        ("0", "number"),
        (str(2**63), "number"),
        ("1/games/-1", "game"),
        ("1/games?most=0", "most"),
        ("1/games?most=501", "most"),
        ("1/games?after=-1", "after"),
        ("1/games?after=1.5", "after"),
        ("1/games?agents=greedy", "agents"),
        ("1/games?agent=" + 3000 * "x", "agent"),
    ],
)
def test_questions_that_are_none(caller: AppCaller, question: str, field: str) -> None:
    answer = caller.get(f"/api/arena/{question}")
    assert answer.status_code == 422
    assert answer.json()["error"]["where"] == field
