"""The positions of a game by HTTP: all that a view needs to know."""

import pytest
from web_app import AppClient, error_of

from obversi import Board
from obversi.net.games.position_text import count_of
from obversi.rules import Rules

# On 4×4 black has to pass then, and white moves again.
BEFORE_PASS = "b1c1d3a1"


def nodes(app: AppClient, **game: object) -> list[dict[str, object]]:
    response = app.post("/api/line", json=game)
    assert response.status_code == 200, response.text
    found: list[dict[str, object]] = response.json()["nodes"]
    return found


def test_the_start_of_every_board(app: AppClient) -> None:
    for size in (4, 6, 8):
        answer = app.post("/api/line", json={"size": size, "rules": "reversed"}).json()
        assert answer["rules"], answer["size"] == ("reversed", size)
        board = Board(size, "reversed")
        assert answer["position"] == board.to_string()
        [root] = answer["nodes"]
        assert (root["ply"], root["move"], root["mover"], root["flips"]) == (0, None, None, [])
        assert root["board"] == board.to_string().split()[0]
        assert root["turn"] == "black"
        assert [each["move"] for each in root["legal"]] == board.legal_moves
        assert (root["black"], root["white"], root["empties"]) == (2, 2, size * size - 4)
        assert root["text"] == "The start. Black 2, White 2. Black has 4 moves."


def test_a_position_that_no_game_leads_to(app: AppClient) -> None:
    game = {"size": 4, "position": "XO-------------- X", "moves": "c1"}
    [empty, *others] = app.post("/api/line", json=game).json()["doubts"]
    assert empty == "the centre, where every game begins, is empty on b2, c2, b3, c3"
    assert others
    assert app.post("/api/line", json=game | {"since": 1}).json()["doubts"] == []
    usual = {"size": 4, "position": Board(4).to_string()}
    assert app.post("/api/line", json=usual).json()["doubts"] == []


def test_the_node_of_the_reference(app: AppClient) -> None:
    last = nodes(app, moves="f5d6", since=2)
    assert last == [
        {
            "ply": 2,
            "move": "d6",
            "mover": "white",
            "flips": ["d5"],
            "board": "---------------------------OX------OXX-----O--------------------",
            "turn": "black",
            "legal": [
                {"move": "c3", "flips": ["d4"]},
                {"move": "c4", "flips": ["d4"]},
                {"move": "c5", "flips": ["d5"]},
                {"move": "c6", "flips": ["d5"]},
                {"move": "c7", "flips": ["d6"]},
            ],
            "black": 3,
            "white": 3,
            "empties": 58,
            "opening": "Perpendicular",
            "end": None,
            "text": "White plays d6, 1 disc flips. Black 3, White 3. Black has 5 moves.",
        }
    ]


def test_passes_are_nodes_of_their_own(app: AppClient) -> None:
    *_, before, passed = nodes(app, size=4, moves=BEFORE_PASS)
    assert (before["move"], before["turn"], before["legal"]) == ("a1", "black", [])
    assert before["text"] == "White plays a1, 1 disc flips. Black 5, White 3. Black cannot move."
    assert (passed["move"], passed["mover"], passed["flips"]) == ("pass", "black", [])
    assert (passed["ply"], passed["turn"]) == (5, "white")
    assert passed["text"] == ("Black cannot move and passes. Black 5, White 3. White has 4 moves.")
    played = nodes(app, size=4, moves=f"{BEFORE_PASS}a3")
    assert [node["move"] for node in played][-2:] == ["pass", "a3"]
    assert str(played[-1]["text"]).startswith("White plays a3, ")


def test_a_root_may_have_to_pass(app: AppClient) -> None:
    root, passed = nodes(app, size=4, position="OOO--XX--XXX---- X")
    assert root["text"] == "The start. Black 5, White 3. Black cannot move."
    assert passed["move"] == "pass"


@pytest.mark.parametrize("written", ["pass", "pa", "PS", "--"])
def test_a_pass_may_be_written(app: AppClient, written: str) -> None:
    implied = nodes(app, size=4, moves=f"{BEFORE_PASS}a3")
    assert nodes(app, size=4, moves=f"{BEFORE_PASS}{written}a3") == implied


@pytest.mark.parametrize(
    ("rules", "winner", "text"),
    [
        ("normal", "black", "black wins by 14: black 10, white 1 (most discs win)"),
        ("reversed", "white", "white wins by 14: black 10, white 1 (fewest discs win)"),
    ],
)
def test_the_outcome_depends_on_the_rules(
    app: AppClient, rules: Rules, winner: str, text: str
) -> None:
    [node] = nodes(app, size=4, rules=rules, position="XXX-XXXXXXX----O X")
    assert node["turn"] is None
    assert node["legal"] == []
    assert node["end"] == {"winner": winner, "margin": 14, "text": text}
    kind = "most" if rules == "normal" else "fewest"
    name = winner.capitalize()
    assert str(node["text"]).endswith(f"The game is over, {name} wins by 14 ({kind} discs win).")


def test_a_draw(app: AppClient) -> None:
    [node] = nodes(app, size=4, position="XXXXXXXXOOOOOOOO X")
    assert node["end"] == {
        "winner": None,
        "margin": 0,
        "text": "a draw: black 8, white 8 (most discs win)",
    }
    assert str(node["text"]).endswith("The game is over, a draw (most discs win).")


def test_openings_have_names(app: AppClient) -> None:
    tiger = nodes(app, moves="f5d6c3d3c4")
    assert [node["opening"] for node in tiger][-1] == "Tiger"
    assert tiger[0]["opening"] is None
    assert nodes(app, moves="f5d6c3d3c4f4f6")[-1]["opening"] is not None
    assert nodes(app, size=6, moves="b3")[-1]["opening"] is None


def test_numbers_of_things() -> None:
    assert count_of(1, "disc") == "1 disc"
    assert count_of(0, "disc") == "0 discs"


def test_since_leaves_the_first_out(app: AppClient) -> None:
    assert [node["ply"] for node in nodes(app, moves="f5d6c3", since=2)] == [2, 3]
    assert nodes(app, moves="f5", since=9) == []


@pytest.mark.parametrize(
    ("game", "status", "text", "where"),
    [
        ({"moves": "f5f5"}, 400, "move 2 of 'moves': 'f5' cannot be played: there is", "moves"),
        ({"moves": "f5d6x"}, 400, "move 3 of 'moves': 'x' is no move", "moves"),
        (
            {"moves": "f5", "size": 4},
            400,
            "move 1 of 'moves': 'f5' is no square of the 4×4",
            "moves",
        ),
        ({"position": "XO"}, 400, "'position' is not a board", "position"),
        ({"position": Board(4).to_string()}, 400, "'position' is a board of 4×4, but", "position"),
        ({"rules": "revers"}, 422, "'rules' cannot be 'revers': expected 'normal' or", "rules"),
        ({"size": 5}, 422, "'size' cannot be 5: expected 4, 6 or 8", "size"),
        ({"size": "8"}, 422, "'size' cannot be '8'", "size"),
        ({"size": True}, 422, "'size' cannot be true", "size"),
        ({"moves": 7}, 422, "'moves' cannot be 7: expected a text", "moves"),
        ({"moves": None}, 422, "'moves' cannot be null: expected a text", "moves"),
        ({"moves": "f5" * 400}, 422, "'moves' cannot be 'f5f5", "moves"),
        ({"since": -1}, 422, "'since' cannot be -1: expected 0 or more", "since"),
        ({"since": 1.5}, 422, "'since' cannot be 1.5: expected a whole number", "since"),
        ({"movse": ""}, 422, "unknown field 'movse'", "movse"),
        ([], 422, "the request cannot be []: expected an object", None),
        ("f5", 422, "the request cannot be 'f5': expected an object", None),
    ],
)
def test_what_is_rejected_names_the_field(
    app: AppClient, game: object, status: int, text: str, where: str | None
) -> None:
    reply = error_of(app.post("/api/line", json=game))
    assert (reply[0], reply[2]) == (status, where)
    assert reply[1].startswith(text)
    assert len(reply[1]) < 200


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"[" * 9000, b'{"since":' + b"9" * 9000 + b"}"]
)
def test_what_is_no_json_is_rejected(app: AppClient, body: bytes) -> None:
    response = app.post("/api/line", content=body, headers={"Content-Type": "application/json"})
    status, text, where = error_of(response)
    assert status in (400, 422)
    assert text.startswith("the request ")
    assert where is None
