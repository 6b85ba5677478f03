"""Training of openings: questions, replies, and the cards that are repeated."""

import json
import re
from typing import Any

import httpx
import pytest
from browser.app_process import AppProcess
from browser.board import BoardOnPage
from browser.drawn import drawn
from browser.links import game_hash
from browser.navigation import visit
from browser.new_pages import NewPages
from playwright.sync_api import Page, expect

import obversi as ob
from obversi.rules import Rules

KEY = "obversi.training"
DAY = 86_400_000
TOLERANCE = 2
MOST_QUESTIONS = 6


def moves_of(app: AppProcess, **game: object) -> list[dict[str, Any]]:
    """Return what the app knows of the moves of a position."""
    found: list[dict[str, Any]] = httpx.post(f"{app.address}/api/explorer", json=game).json()[
        "moves"
    ]
    return found


class TrainingPage:
    """Drives the page of training."""

    def __init__(self, page: Page, app: AppProcess, rules: Rules) -> None:
        self.page, self._app, self._rules = page, app, rules
        self.board = BoardOnPage(page)
        self.card = page.get_by_role("region", name="Training")
        self.cards = page.get_by_role("region", name="Cards")
        self.question = self.card.get_by_text("find the book’s move")
        self.over = self.card.get_by_text(re.compile("The line is done"))

    def wait_for_question(self) -> bool:
        """Wait until a move is asked or the line is over; return whether one is asked."""
        expect(self.question.or_(self.over)).to_be_visible()
        return self.question.is_visible()

    def choices(self) -> tuple[list[str], list[str]]:
        """Return the right and the wrong moves of the position."""
        board = self.board.position(self._rules)
        game = {"rules": board.rules, "size": board.size, "position": board.to_string()}
        moves = moves_of(self._app, **game)
        right = [move["move"] for move in moves if move["best"]]
        return right, [move["move"] for move in moves if not move["best"]]

    def answer(self) -> None:
        """Play a right move, and wait for what comes next."""
        before = self.board.label()
        self.board.square(self.choices()[0][0]).click()
        expect(self.card).to_contain_text("Right: ")
        expect(self.board.grid).not_to_have_attribute("aria-label", before)

    def stored(self) -> list[dict[str, Any]]:
        text = self.page.evaluate("(key) => localStorage.getItem(key)", KEY)
        cards: list[dict[str, Any]] = json.loads(text)["cards"]
        return cards


def card(moves: str, box: int, due: float, **changes: object) -> dict[str, Any]:
    usual = {"rules": "normal", "size": 8, "color": "black", "start": "f5d6", "moves": moves}
    return {**usual, "box": box, "due": due, **changes}


def store(page: Page, content: object) -> None:
    """Have something stored before a page of the app is opened."""
    visit(page, "/study/rules")
    text = content if isinstance(content, str) else json.dumps(content)
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])


def now(page: Page) -> int:
    milliseconds: int = page.evaluate("Date.now()")
    return milliseconds


@pytest.mark.few_cases
@pytest.mark.parametrize(("device", "rules"), [("desktop", "normal"), ("phone", "reversed")])
def test_a_line_is_trained_to_its_end(page: Page, app: AppProcess, rules: Rules) -> None:
    visit(page, "/study/openings" + game_hash(rules))
    page.get_by_role("searchbox").fill("perpendicular")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_role("heading", name="Perpendicular", level=2)).to_be_visible()
    page.get_by_role("link", name="Train Black").click()
    training = TrainingPage(page, app, rules)
    expect(training.card.get_by_role("heading")).to_have_text("Training for Black")
    assert training.wait_for_question()
    cells = training.board.cells()

    # A wrong move is taken back, and the card is due again.
    right, wrong = training.choices()
    training.board.square(wrong[0]).click()
    expect(training.card).to_contain_text(re.compile(f"Wrong: {wrong[0]} .*Try again\\."))
    assert training.board.cells() == cells
    assert drawn(page, "rect.mark.wrong") == {wrong[0]}
    [stored] = training.stored()
    assert stored == card("f5d6", 0, stored["due"], rules=rules)
    expect(training.cards).to_contain_text("1 card: 1 due, 0 known.")

    # The right move counts, but the card stays in its box.
    training.answer()
    assert training.stored() == [stored]
    questions = 1
    while training.wait_for_question():
        questions += 1
        training.answer()
    assert 2 <= questions <= MOST_QUESTIONS
    expect(training.over).to_contain_text(
        f"{questions - 1} of {questions} moves right at the first try."
    )
    boxes = [each["box"] for each in training.stored()]
    assert boxes == [1] * (questions - 1) + [0]
    assert right == moves_of_line(app, rules, training)[0]
    expect(training.cards).to_contain_text(f"{questions} cards: 1 due, 0 known.")

    # The page of openings and the menu say what is due.
    page.get_by_role("link", name="Back to the openings").click()
    expect(page.get_by_role("link", name="Train Black (1 due)")).to_be_visible()
    expect(page.get_by_role("link", name="Train White", exact=True)).to_be_visible()
    visit(page, "/study")
    expect(page.get_by_role("link", name=re.compile("^Openings"))).to_contain_text(
        f"1 card of {questions} due."
    )


def moves_of_line(app: AppProcess, rules: Rules, training: TrainingPage) -> list[list[str]]:
    """Check each move of the line, and return the right moves of each question."""
    expect(training.page.get_by_role("list", name="Moves")).to_be_visible()
    names = training.page.get_by_role("list", name="Moves").get_by_role("button").all()
    line = [(name.get_attribute("aria-label") or "").split()[-1] for name in names]
    questions = []
    for ply in range(2, len(line)):
        known = moves_of(app, rules=rules, moves="".join(line[:ply]))
        best = [move["move"] for move in known if move["best"]]
        if ply % 2 == 0:
            questions.append(best)
            assert line[ply] in best
        else:
            most = known[0]["book"]["value"]
            assert line[ply] in [
                move["move"]
                for move in known
                if move["book"] and move["book"]["value"] >= most - TOLERANCE
            ]
    return questions


@pytest.mark.long
def test_the_other_colour_on_a_small_board(wide_page: Page, app: AppProcess) -> None:
    page = wide_page
    visit(page, "/study/openings" + game_hash("reversed", 6))
    page.get_by_role("link", name="Train White").click()
    training = TrainingPage(page, app, "reversed")
    # Black begins, by the book.
    assert training.wait_for_question()
    expect(training.board.grid).to_have_accessible_name(re.compile("white to move"))
    training.answer()
    assert training.wait_for_question()
    [stored] = training.stored()
    assert (stored["color"], stored["size"], stored["rules"], stored["box"]) == (
        *("white", 6, "reversed", 1),
    )
    assert (stored["start"], len(stored["moves"])) == ("", 2)


@pytest.mark.long
def test_the_move_is_shown_on_request(phone_page: Page, app: AppProcess) -> None:
    page = phone_page
    visit(page, "/study/openings/training/black" + game_hash(moves="f5d6"))
    training = TrainingPage(page, app, "normal")
    assert training.wait_for_question()
    right, _ = training.choices()
    page.get_by_role("button", name="Show the move").click()
    expect(training.card).to_contain_text(f"The book has {' or '.join(right)}: ")
    assert drawn(page, ".mark.hint") == set(right)
    [stored] = training.stored()
    assert stored["box"] == 0
    training.answer()
    assert training.wait_for_question()
    assert drawn(page, ".mark.hint") == set()


@pytest.mark.long
def test_a_card_that_is_due_comes_first(wide_page: Page, app: AppProcess) -> None:
    page = wide_page
    replies = moves_of(app, moves="f5d6c3")
    line = f"f5d6c3{replies[0]['move']}"
    later = now_of_new_page(page) + DAY
    due = card(line, 1, later - 2 * DAY)
    store(page, {"cards": [card("f5d6", 2, later), due]})
    visit(page, "/study/openings" + game_hash(moves="f5d6"))
    expect(page.get_by_role("link", name="Perpendicular, Black, normal: 1 due")).to_be_visible()
    page.get_by_role("link", name="Train Black (1 due)").click()
    training = TrainingPage(page, app, "normal")
    # The moves up to the card are played by themselves.
    assert training.wait_for_question()
    expect(training.board.square(line[-2:])).to_have_accessible_name(re.compile("last move"))
    expect(training.cards).to_contain_text("2 cards: 1 due, 0 known.")
    training.answer()
    answered, other = training.stored()
    assert answered == {**due, "box": 2, "due": answered["due"]}
    assert answered["due"] > later - DAY / 2
    assert other == card("f5d6", 2, later)
    expect(training.cards).to_contain_text("2 cards: 0 due, 0 known.")
    expect(training.cards).to_contain_text("The next one is due in 1 day.")
    page.reload()
    expect(training.cards).to_contain_text(re.compile(r"2 cards: 0 due, 0 known\."))
    # Nothing is due: a line from the beginning. A card that is asked too early stays in its box.
    assert training.wait_for_question()
    expect(training.board.grid).to_have_accessible_name(re.compile("black 3, white 3"))
    training.answer()
    assert other in training.stored()


def now_of_new_page(page: Page) -> int:
    visit(page, "/study/rules")
    return now(page)


@pytest.mark.few_cases
@pytest.mark.parametrize(
    "content",
    [
        "no JSON {",
        "null",
        '"cards"',
        {"cards": 5},
        {"cards": [None, 7, "card", [], {}]},
        {"cards": [card("f5d6", 9, 0), card("f5d6", -1, 0), {**card("f5d6", 1, 0), "box": 1.5}]},
        {"cards": [{**card("f5d6", 0, 0), "due": "now"}, {**card("f5d6", 0, 0), "due": None}]},
        {"cards": [card("f5d6", 0, 0, rules="misere"), card("f5d6", 0, 0, size=5)]},
        {"cards": [card("f5d6", 0, 0, color="red"), card("z9", 0, 0), card("f5", 0, 0)]},
    ],
)
def test_broken_storage_is_no_problem(wide_page: Page, app: AppProcess, content: object) -> None:
    page = wide_page
    store(page, content)
    visit(page, "/study")
    expect(page.get_by_role("link", name=re.compile("^Openings"))).to_contain_text(
        "Train an opening"
    )
    visit(page, "/study/openings/training/black" + game_hash(moves="f5d6"))
    training = TrainingPage(page, app, "normal")
    assert training.wait_for_question()
    expect(training.cards).to_contain_text("0 cards: 0 due, 0 known.")
    training.answer()
    [stored] = training.stored()
    assert stored == card("f5d6", 1, stored["due"])


def test_whole_cards_survive_broken_ones(wide_page: Page) -> None:
    page = wide_page
    store(page, {"cards": [None, card("f5d6", 0, 0), {"box": 3}], "more": 1})
    visit(page, "/study")
    expect(page.get_by_role("link", name=re.compile("^Openings"))).to_contain_text(
        "1 card of 1 due."
    )


def test_positions_without_a_book_cannot_be_trained(phone_page: Page, app: AppProcess) -> None:
    page = phone_page
    board = ob.Board()
    while any(move["book"] for move in moves_of(app, moves="".join(board.move_stack))):
        board.push(board.legal_moves[-1])
    visit(page, "/study/openings/training/black" + game_hash(moves="".join(board.move_stack)))
    training = page.get_by_role("region", name="Training")
    expect(training).to_contain_text("The book ends here. There is nothing to train here.")
    expect(training.get_by_role("button", name="Show the move")).to_have_count(0)


@pytest.mark.long
def test_a_wrong_address_and_a_server_that_fails(new_pages: NewPages, app: AppProcess) -> None:
    page = new_pages.open()
    new_pages.expect_problem(page, "400|500|explorer")
    page.goto("/study/openings/training/black" + game_hash(moves="f5f5"))
    expect(page.get_by_role("alert").first).to_contain_text("move 2 of 'moves'")
    page.route("**/api/explorer", lambda route: route.fulfill(status=500, json={}))
    visit(page, "/study/openings/training/black" + game_hash(moves="f5d6"))
    expect(page.get_by_role("alert").first).to_contain_text("Server error 500.")
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    training = TrainingPage(page, app, "normal")
    assert training.wait_for_question()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_unknown_colour_is_no_page(wide_page: Page) -> None:
    visit(wide_page, "/study/openings/training/red")
    expect(wide_page.get_by_role("alert")).to_contain_text("Page not found")
