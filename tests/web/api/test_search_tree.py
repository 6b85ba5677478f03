"""The steps of textbook searches, by HTTP."""

from typing import Any

import pytest
from web_app import AppClient, error_of

from obversi import Board
from obversi.heuristics import EVALUATIONS, Mix, Phase
from obversi.rules import Rules
from obversi.textbook import alpha_beta, maximax, mcts, minimax
from obversi.textbook.tracing.depth_first import trace_search
from obversi.textbook.tracing.monte_carlo import trace_mcts
from obversi.textbook.tracing.picture import draw_tree
from obversi.textbook.tracing.report import tree_svg

WEIGHTS = [25, -5, 14, 10, -7, -4, 1, 3, 2, -6]


def ask(app: AppClient, **question: Any) -> Any:
    response = app.post("/api/tree", json=question)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("size", [4, 6, 8])
def test_a_search_finds_and_counts_what_the_package_does(
    app: AppClient, rules: Rules, size: int
) -> None:
    board = Board(size, rules)
    for name, search in (("minimax", minimax), ("alpha-beta", alpha_beta), ("maximax", maximax)):
        reply = ask(app, rules=rules, size=size, search=name, evaluation="r2", depth=3)
        found, plain = search(board, "r2", 3), minimax(board, "r2", 3)
        last = reply["steps"][-1]
        assert reply["move"] == found.move
        assert (last["nodes"], last["evaluations"]) == (found.nodes, found.evaluations)
        assert last["minimax_nodes"] == plain.nodes
        assert reply["minimax"] == {
            "depth": 3,
            "nodes": plain.nodes,
            "evaluations": plain.evaluations,
        }


def test_the_reply_has_the_steps_the_nodes_and_the_picture(app: AppClient) -> None:
    reply = ask(app, moves="f5d6", search="maximax", evaluation="r4", depth=2)
    board = Board()
    for move in ("f5", "d6"):
        board.push(move)
    trace = trace_search(board, "maximax", "r4", 2)
    picture = draw_tree(trace)
    assert reply["title"] == trace.title
    assert [step["text"] for step in reply["steps"]] == [step.text for step in trace.steps]
    assert [step["cut"] for step in reply["steps"]] == [bool(step.cut) for step in trace.steps]
    assert reply["steps"][0]["table"]["columns"] == ["move", "for the mover", "from"]
    assert [node["board"] for node in reply["nodes"]] == [
        node.board.to_string()[:-2] for node in trace.nodes
    ]
    assert reply["nodes"][0] | {"x": 0, "y": 0, "board": ""} == {
        "board": "",
        "turn": "black",
        "path": [],
        "x": 0,
        "y": 0,
    }
    assert reply["nodes"][2]["path"] == [reply["nodes"][1]["path"][0], trace.nodes[2].move]
    assert (reply["width"], reply["height"]) == (picture.width, picture.height)
    assert [(node["x"], node["y"]) for node in reply["nodes"]] == list(picture.centres)
    assert [
        (each["first"], each["last"], each["name"], each["style"], each["attributes"], each["text"])
        for each in reply["shapes"]
    ] == [
        (each.first, each.last, each.name, each.style, each.attributes, each.text)
        for each in picture.shapes
    ]


def test_monte_carlo_tree_search(app: AppClient) -> None:
    reply = ask(app, size=6, search="mcts", playouts=80, seed=7, exploration=1.0)
    found = mcts(Board(6), 80, seed=7, exploration=1.0)
    assert (reply["move"], reply["value"]) == (found.move, f"{found.value:.0%}")
    assert len(reply["nodes"]) == found.nodes
    assert reply["steps"][-1]["evaluations"] == 80
    assert reply["steps"][-1]["minimax_nodes"] is None


def test_own_weights_are_an_evaluation(app: AppClient) -> None:
    a1, b1, c1, d1, b2, c2, d2, c3, d3, d4 = WEIGHTS
    quarter = ((a1, b1, c1, d1), (b1, b2, c2, d2), (c1, c2, c3, d3), (d1, d2, d3, d4))
    for rules in ("normal", "reversed"):
        reply = ask(app, rules=rules, depth=3, weights=WEIGHTS)
        own = Mix("own", (Phase({"squares": 1}),), quarter, rules)
        found = alpha_beta(Board(rules=rules), own, 3)
        assert reply["title"] == "alpha-beta, depth 3, evaluation own weights"
        assert (reply["move"], reply["steps"][-1]["nodes"]) == (found.move, found.nodes)


@pytest.mark.parametrize("step", [None, 4])
@pytest.mark.parametrize("search", ["alpha-beta", "mcts"])
def test_a_picture(app: AppClient, search: str, step: int | None) -> None:
    question = {"size": 4, "search": search, "step": step, "exploration": 1.0}
    reply = app.post("/api/tree/picture", json=question).json()
    board = Board(4)
    trace = trace_mcts(board, 50, 1, 1.0) if search == "mcts" else trace_search(board, depth=3)
    assert reply == {
        "text": tree_svg(trace, step),
        "file_name": f"obversi-{search}.svg" if step is None else f"obversi-{search}-4.svg",
        "media_type": "image/svg+xml",
    }


def test_every_evaluation_of_the_catalogue(app: AppClient) -> None:
    for name in EVALUATIONS:
        assert ask(app, size=6, evaluation=name, depth=2)["title"].endswith(f"evaluation {name}")


@pytest.mark.parametrize(
    ("question", "text", "where"),
    [
        ({"depth": 6}, "alpha-beta to depth 6 opens more than 1,000 nodes here", "depth"),
        ({"evaluation": "r9"}, "there is no evaluation 'r9'", "evaluation"),
        ({"evaluation": "python:os:getcwd"}, "there is no evaluation", "evaluation"),
        ({"evaluation": "r2:weights=x.toml"}, "there is no evaluation", "evaluation"),
        ({"size": 4, "position": "X" * 16 + " X"}, "the game is over", "position"),
        ({"moves": "a1"}, "move 1 of 'moves'", "moves"),
    ],
)
def test_what_cannot_be_searched(
    app: AppClient, question: dict[str, Any], text: str, where: str
) -> None:
    status, words, field = error_of(app.post("/api/tree", json=question))
    assert (status, field) == (400, where)
    assert words.startswith(text)


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ({"depth": 9}, "depth"),
        ({"depth": 0}, "depth"),
        ({"search": "negamax"}, "search"),
        ({"playouts": 501}, "playouts"),
        ({"exploration": -1}, "exploration"),
        ({"weights": [1, 2]}, "weights"),
        ({"weights": [*WEIGHTS[:9], "x"]}, "weights[9]"),
        ({"seed": -1}, "seed"),
    ],
)
def test_fields_out_of_range(app: AppClient, question: dict[str, Any], where: str) -> None:
    status, _, field = error_of(app.post("/api/tree", json=question))
    assert (status, field) == (422, where)


def test_a_step_that_does_not_exist(app: AppClient) -> None:
    reply = error_of(app.post("/api/tree/picture", json={"size": 4, "step": 9999}))
    assert (reply[0], reply[2]) == (400, "step")
    assert reply[1].startswith("there is no step 9999")
