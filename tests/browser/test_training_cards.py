"""The cards of training, and the replies of the other side, by themselves."""

import json

import httpx
import pytest
from browser.app_process import AppProcess
from browser.javascript import Modules

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


CARD = """
  const card = (moves, box = 0, due = 0) => (
    { rules: "normal", size: 8, color: "black", start: "f5", moves, box, due });
"""


def test_right_answers_lead_from_box_to_box(modules: Modules) -> None:
    found = modules.run(
        "study/training_cards",
        CARD
        + """
        let cards = [];
        const history = [];
        let time = 1000;
        for (let answer = 0; answer < 7; answer += 1) {
          cards = the.withAnswer(cards, card("f5d6c3"), true, time);
          const [{ box, due }] = cards;
          history.push([box, due - time, the.summaryOf(cards, due).due]);
          time = due;
        }
        return [history, the.LAST_BOX, the.summaryOf(cards, time)];
        """,
    )
    rests = [10 * MINUTE, DAY, 4 * DAY, 14 * DAY, 0]
    assert found[0][:5] == [[box, rest, int(box < 5)] for box, rest in enumerate(rests, start=1)]
    assert [box for box, *_ in found[0][5:]] == [5, 5]
    assert found[1:] == [5, {"all": 1, "due": 0, "known": 1, "next": None}]


def test_wrong_and_early_answers(modules: Modules) -> None:
    found = modules.run(
        "study/training_cards",
        CARD
        + """
        const cards = [card("f5d6c3", 3, 5000), card("f5d6c4", 2, 100)];
        const early = the.withAnswer(cards, card("f5d6c3"), true, 1000);
        const wrong = the.withAnswer(cards, card("f5d6c3"), false, 1000);
        return {
          early: early.map(({ moves, box, due }) => [moves, box, due]),
          wrong: wrong.map(({ moves, box, due }) => [moves, box, due]),
          isDue: cards.map((each) => the.isDue(each, 1000)),
          next: [the.nextDue(cards, 1000)?.moves, the.nextDue(wrong, 1000)?.moves,
            the.nextDue(cards, 50)],
          summary: the.summaryOf(cards, 1000),
        };
        """,
    )
    assert found == {
        "early": [["f5d6c3", 3, 5000], ["f5d6c4", 2, 100]],
        "wrong": [["f5d6c3", 0, 1000], ["f5d6c4", 2, 100]],
        "isDue": [False, True],
        "next": ["f5d6c4", "f5d6c4", None],
        "summary": {"all": 2, "due": 1, "known": 0, "next": 4000},
    }


def test_cards_belong_to_trainings(modules: Modules) -> None:
    found = modules.run(
        "study/training_cards",
        CARD
        + """
        const cards = [
          card("f5d6c3"), card("f5f6e6"), { ...card("f5d6c4"), color: "white" },
          { ...card("f5d6c3"), rules: "reversed" }, { ...card("f5d6c5", 1, 9000) },
        ];
        const training = { rules: "normal", size: 8, color: "black", moves: "f5d6" };
        return {
          own: the.cardsOf(cards, training).map(({ moves }) => moves),
          due: the.dueTrainings(cards, 1000),
          address: the.trainingAddress(training),
          waits: [20_000, 600_000, 3_600_000, 172_800_000, 86_399_000].map(the.waitWords),
        };
        """,
    )
    normal = {"rules": "normal", "size": 8, "moves": "f5"}
    assert found == {
        "own": ["f5d6c3", "f5d6c5"],
        "due": [
            {**normal, "color": "black", "due": 2},
            {**normal, "color": "white", "due": 1},
            {**normal, "rules": "reversed", "color": "black", "due": 1},
        ],
        "address": "/study/openings/training/black#rules=normal&size=8&moves=f5d6",
        "waits": [
            f"The next one is due in {time}."
            for time in ("1 minute", "10 minutes", "1 hour", "2 days", "1 day")
        ],
    }


# Resolves with the first reply of the other side.
FIRST_REPLY = """
  const game = the.makeTrainingGame(
    { rules: "reversed", size: 6, moves: "", color: "white" },
    { now: () => 0, random: () => RANDOM },
  );
  const replied = new Promise((resolve) => {
    const end = game.walk.listen(() => {
      if (game.walk.gameHere.moves.length < 2) return;
      end();
      resolve(game.walk.gameHere.moves);
    });
  });
  game.nextLine();
  const moves = await replied;
  game.close();
  return moves;
"""


@pytest.mark.long
def test_replies_vary_and_lead_to_new_cards(modules: Modules, app: AppProcess) -> None:
    game = {"rules": "reversed", "size": 6}
    moves = httpx.post(f"{app.address}/api/explorer", json=game).json()["moves"]
    firsts = [move["move"] for move in moves]
    assert len(firsts) == 4
    played = [
        modules.run("study/training_game", FIRST_REPLY.replace("RANDOM", str(random)))
        for random in (0, 0.3, 0.999)
    ]
    assert played == [firsts[0], firsts[1], firsts[3]]
    resting = [
        {**game, "color": "white", "start": "", "moves": move, "box": 1, "due": 10}
        for move in firsts[:3]
    ]
    content = json.dumps(json.dumps({"cards": resting}))
    with_cards = f"localStorage.setItem('obversi.training', {content});" + FIRST_REPLY.replace(
        "RANDOM", "0"
    )
    assert modules.run("study/training_game", with_cards) == firsts[3]
