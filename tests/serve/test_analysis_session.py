import json
from typing import Any

import pytest
from golden_sessions import Answers

import obversi as ob
from obversi.rules import RULES, Rules
from obversi.serve.analysis import AnalysisSession
from obversi.weights import shipped_path
from obversi.wire.analysis_lines import Defaults

ENDLESS = {"limit": {"seconds": 3600}}


def ask(session: AnalysisSession, number: int | str, **fields: Any) -> None:
    session.handle(json.dumps({"id": number, **fields}))


def objects(answers: Answers) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answers.rest]


@pytest.mark.parametrize("rules", RULES)
def test_every_position_of_a_game(engine: ob.Engine, rules: Rules) -> None:
    board, answers = ob.Board(4, rules), Answers()
    while not board.is_over:
        board.push(board.legal_moves[0])
    moves = "".join(board.move_stack)
    turns = list(range(board.ply + 1))
    with AnalysisSession(engine, answers) as session:
        ask(session, 1, rules=rules, size=4, moves=moves, turns=turns, limit={"depth": 20})
        session.finish()
    found = {answer["turn"]: answer for answer in objects(answers)}
    assert list(found) == turns
    while True:
        answer = found[board.ply]
        assert answer["final"]
        assert answer["exact"]
        if board.is_over:
            assert answer["score"] == board.margin()
        else:
            assert answer["moves"][0]["score"] == engine.solve(board).margin
        if not board.ply:
            break
        board.pop()


def test_requests_take_turns(engine: ob.Engine) -> None:
    answers = Answers()
    with AnalysisSession(engine, answers) as session:
        ask(session, "first", **ENDLESS, every=0)
        answers.until('{"id":"first",*')
        ask(session, "many", moves="f5d6c3", turns=[0, 1, 2, 3], limit={"depth": 1})
        ask(session, "one", limit={"depth": 1})
        ask(session, "stop", action="terminate", target="first")
        session.finish()
    order = [
        (answer["id"], answer.get("turn")) for answer in objects(answers) if answer.get("final")
    ]
    assert [number for number, _ in order] == ["first", "many", "one", "many", "many", "many"]
    assert [turn for number, turn in order if number == "many"] == [0, 1, 2, 3]


def test_stop_ends_only_its_own_request(engine: ob.Engine) -> None:
    answers = Answers()
    with AnalysisSession(engine, answers) as session:
        for number in range(20):
            ask(session, number, limit={"depth": 3})
            ask(session, f"stop {number}", action="terminate", target=number)
            ask(session, f"other {number}", limit={"depth": 3})
        session.finish()
    finals = [answer for answer in objects(answers) if answer.get("final")]
    assert len(finals) == 40
    for answer in finals:
        if str(answer["id"]).startswith("other"):
            assert "stopped" not in answer
            assert answer["depth"] == 3


def test_missing_fields_have_defaults(engine: ob.Engine) -> None:
    answers = Answers()
    defaults = Defaults("reversed", 6, ob.Limit(depth=2), "all")
    with AnalysisSession(engine, answers, defaults) as session:
        ask(session, 1)
        ask(session, 2, size=4, limit={"depth": 1}, top=1)
        session.finish()
    first, second = objects(answers)
    assert (first["rules"], first["depth"], len(first["moves"])) == ("reversed", 2, 4)
    assert {line["move"] for line in first["moves"]} == set(ob.Board(6).legal_moves)
    assert (second["rules"], len(second["moves"])) == ("reversed", 1)


def test_a_full_queue_reads_stop_and_rejects_requests(engine: ob.Engine) -> None:
    answers = Answers()
    with AnalysisSession(engine, answers, most_waiting=3) as session:
        ask(session, "long", **ENDLESS, every=0)
        answers.until('{"id":"long",*')
        ask(session, "two", moves="f5d6c3", turns=[0, 1], limit={"depth": 1})
        ask(session, "more", moves="f5d6c3", turns=[0, 1], limit={"depth": 1})
        ask(session, "state", action="status")
        assert session.waiting == 2
        ask(session, "stop", action="terminate", target="long")
        session.wait_for_room()
        assert session.waiting <= 1
        session.finish()
    others = [answer for answer in objects(answers) if answer["id"] != "long"]
    assert others[0] == {
        "id": "more",
        "error": "2 positions wait, and 3 can: ask again later",
        "field": None,
    }
    assert (others[1]["id"], others[1]["waiting"]) == ("state", 2)
    assert [answer["id"] for answer in others[2:]].count("two") == 2


def test_a_full_queue_does_not_block_after_a_broken_pipe(engine: ob.Engine) -> None:
    def say(_: object) -> None:
        raise BrokenPipeError

    session = AnalysisSession(engine, say, most_waiting=1)
    ask(session, "first", moves="f5d6", turns=[0, 1], limit={"depth": 1})
    session.wait_for_room()
    with pytest.raises(BrokenPipeError):
        session.finish()


def test_leaving_stops_what_is_under_way(engine: ob.Engine) -> None:
    answers = Answers()
    with AnalysisSession(engine, answers) as session:
        ask(session, "long", moves="f5d6", turns=[0, 1, 2], **ENDLESS, every=0)
        answers.until('{"id":"long",*')


def test_a_closed_output_ends_the_session(engine: ob.Engine) -> None:
    def say(_: object) -> None:
        raise BrokenPipeError

    with AnalysisSession(engine, say) as session:
        ask(session, 1, limit={"depth": 1})
        with pytest.raises(BrokenPipeError):
            session.finish()


def test_lines_that_are_too_long_are_answered(engine: ob.Engine) -> None:
    answers = Answers()
    with AnalysisSession(engine, answers) as session:
        session.handle(ob.FormatError("a line has more than 9 bytes"))
        session.handle("   ")
    assert objects(answers) == [
        {"id": None, "error": "a line has more than 9 bytes", "field": None}
    ]


def test_what_an_engine_cannot_is_answered() -> None:
    answers = Answers()
    with (
        ob.Engine(weights=shipped_path(4, "normal")) as engine,
        AnalysisSession(engine, answers) as session,
    ):
        ask(session, 1, size=6)
        ask(session, 2, size=4)
        session.finish()
    first, second = objects(answers)
    assert "are for normal 4×4" in first["error"]
    assert second["exact"]
