"""Help for beginners: the goal, a hint with its reason, and what a finished game teaches."""

import re

import pytest
from browser.drawn import drawn
from browser.javascript import Modules
from browser.new_pages import TIMEOUT_MILLISECONDS, NewPages
from browser.play_page import PlayPage
from playwright.sync_api import Page, expect

GOALS = {
    "normal": "Goal: Have more discs than your opponent when nobody can move any more.",
    "reversed": "Goal: Have fewer discs than your opponent when nobody can move any more.",
}


@pytest.mark.long
def test_the_goal_of_the_game_is_said(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.open()
    setup = wide_page.get_by_role("region", name="New game")
    expect(setup).to_contain_text(GOALS["normal"])
    expect(setup.get_by_role("link", name=re.compile("^New to the game"))).to_be_visible()
    play.set_up("reversed", 6)
    expect(setup).to_contain_text(GOALS["reversed"])
    play.begin()
    expect(play.standing).to_contain_text(GOALS["reversed"])


@pytest.mark.few_cases
def test_a_hint_is_a_move_with_a_reason(page: Page) -> None:
    play = PlayPage(page)
    play.open("/play#rules=normal&size=4&moves=d3b4")
    play.set_up()
    play.begin()
    play.board.wait_for_turn()
    play.button("Hint")
    hint = play.standing.locator(".hint-words")
    expect(hint).to_have_text(re.compile(r"^Try [a-d][1-4]\. \S.*\.$"))
    square = hint.inner_text()[4:6]
    assert square in play.board.legal_squares()
    assert drawn(page, ".mark.hint") == {square}
    expect(page.get_by_role("status")).to_contain_text(f"Try {square}.")
    expect(play.board.square(square)).to_have_accessible_name(re.compile("hint"))
    play.board.play(square)
    expect(hint).to_have_count(0)


def test_no_hints_with_a_clock(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.open()
    play.set_clock()
    play.set_up(size=4)
    play.begin()
    play.board.wait_for_turn()
    expect(wide_page.get_by_role("button", name="Hint")).to_have_count(0)
    wide_page.keyboard.press("h")
    expect(play.standing.locator(".hint-words")).to_have_count(0)


@pytest.mark.long
def test_a_finished_game_says_what_decided_it(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.start(size=4)
    play.board.play_to_the_end()
    expect(play.standing).to_contain_text("What decided it: ")
    expect(play.standing).to_contain_text("One thing to learn: ")
    name = re.compile("^Play against level")
    result = play.standing.locator(".result").inner_text()
    if re.search("You (win|lose)", result):
        wide_page.get_by_role("button", name=name).click()
        expect(play.standing).to_contain_text(re.compile("Your turn|thinking"))
        expect(play.moves).to_have_count(0)


def test_what_a_game_teaches_in_words(new_pages: NewPages) -> None:
    modules = Modules(new_pages.open())
    words = modules.run(
        "play/lesson_of_game",
        """
        const legal = (...moves) => moves.map((move) => ({ move, flips: [] }));
        const node = (ply, move, turn, ...moves) =>
          ({ ply, move, turn, mover: null, empties: 30, legal: legal(...moves) });
        const nodes = [
          node(0, null, "black", "d3", "b2"),
          node(1, "b2", "white", "a1"),
          node(2, "pass", "black"),
        ];
        const entry = { ply: 1, move: "b2", mover: "black", best: "d3", loss: 8 };
        const game = { nodes, yours: ["black"], rules: "normal", size: 8 };
        return [
          the.lessonWords(game, [{ ...entry, turning_point: true }]),
          ...["black", "white", null].map((winner) =>
            the.lessonWords({ ...game, ending: { winner } }, [{ ...entry, loss: 0 }])),
        ];
        """,
    )
    assert words[0] == {
        "decided": "The game turned at move 1: you played b2, which lost 8 discs; d3 was better.",
        "learn": "Your b2 (move 1) cost 8 discs. It let White take a corner. Better: d3.",
    }
    assert words[1]["learn"] == "You lost next to nothing: try a stronger level."
    assert [each["decided"] for each in words[1:]] == [
        "You were ahead from the first move on.",
        "White was ahead from the first move on.",
        "The game was even from the first move on.",
    ]


def test_reasons_of_a_hint(new_pages: NewPages) -> None:
    modules = Modules(new_pages.open())
    words = modules.run(
        "play/hint",
        """
        const legal = (...moves) => moves.map((move) => ({ move, flips: ["c3", "c4"] }));
        const after = legal("d1", "d2", "d3", "d4");
        const reasons = (move, others = [], next = after) => the.reasons({
          node: { turn: "black", board: "-".repeat(64), legal: legal(move, ...others) },
          next: { turn: "white", board: "-".repeat(64), legal: next, end: null },
          best: { move, margin: 2, exact: false, depth: 9 },
          rules: "normal",
          size: 8,
        });
        return [
          reasons("d1"),
          reasons("e3", ["g2"]),
          reasons("e3", ["g2"], legal("h1", "d2", "d3", "d4")),
          reasons("g1"),
          reasons("a1"),
        ];
        """,
    )
    preferred = "The engine prefers it after looking 9 moves ahead."
    assert words == [
        "A disc on the edge is hard to flip.",
        "It gives White no corner.",
        preferred,
        "It gives White no corner.",
        "A disc in a corner can never be flipped.",
    ]


# Between two sounds the browser computes none.
_SILENCE = """
(timeout) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error(`the sound is ${audio.state}`)), timeout);
  const look = () => { if (audio.state === "suspended") resolve(); };
  audio.onstatechange = look;
  look();
})
"""


def test_the_sound_of_discs_is_switched_by_a_key(wide_page: Page) -> None:
    page = wide_page
    page.add_init_script("window.tones = 0")
    PlayPage(page).open("/play")
    page.evaluate(
        """() => {
          window.tones = 0;
          const create = AudioContext.prototype.createOscillator;
          AudioContext.prototype.createOscillator = function () {
            window.tones += 1;
            window.audio = this;
            return create.call(this);
          };
        }"""
    )
    play = PlayPage(page)
    play.set_up(size=6, white="me")
    play.begin()
    play.board.play_some(1)
    assert page.evaluate("window.tones") == 1
    page.evaluate(_SILENCE, TIMEOUT_MILLISECONDS)
    play.board.play_some(1)
    assert page.evaluate("window.tones") == 2
    page.keyboard.press("q")
    expect(page.get_by_role("status")).to_contain_text("Sound off.")
    play.board.play_some(1)
    assert page.evaluate("window.tones") == 2
