"""Every page and dialog of the app in a state worth looking at, for all that goes through them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from browser.analyse_page import AnalysePage
from browser.board import BoardOnPage
from browser.kept_games import begin, play_games
from browser.links import game_hash
from browser.navigation import visit
from browser.other_player import OtherPlayer, rated_players
from browser.play_page import PlayPage
from playwright.sync_api import Page, expect

_TIGER = "f5d6c3d3c4f4c5b3c2e3d2c6b4"
_SMALL_GAME = "d3b4a1d2d4b1d1a2a4c1c4"


@dataclass(frozen=True, slots=True)
class Scene:
    """A name, and what brings a page there."""

    name: str
    show: Callable[[Page], None]


SCENES: list[Scene] = []


def _scene(show: Callable[[Page], None]) -> Callable[[Page], None]:
    SCENES.append(Scene(show.__name__.replace("_", "-"), show))
    return show


@_scene
def play_new(page: Page) -> None:
    play = PlayPage(page)
    play.open("/")
    play.board.wait_for_turn()
    expect(page.get_by_text("About the levels")).to_be_visible()


@_scene
def play_game(page: Page) -> None:
    play = PlayPage(page)
    play.open("/play#rules=reversed&size=8&moves=" + _TIGER)
    play.set_up("reversed", white="me")
    play.begin()
    play.board.play_some(2)
    play.button("Undo")
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


@_scene
def play_pass(page: Page) -> None:
    play = PlayPage(page)
    play.open("/play#rules=normal&size=4&moves=a2a3c4")
    play.set_up(white="me")
    play.begin()
    play.board.play("a1")
    expect(page.get_by_text("Black cannot move and must pass")).to_be_visible()


@_scene
def play_clocks(page: Page) -> None:
    play = PlayPage(page)
    play.open()
    play.set_clock()
    play.set_up(size=8, white="engine:level=1")
    play.begin()
    play.board.play_some(1)


@_scene
def play_resign(page: Page) -> None:
    play_clocks(page)
    PlayPage(page).button("Resign")
    expect(page.get_by_role("dialog", name="Resign?")).to_be_visible()


@_scene
def play_over(page: Page) -> None:
    play = PlayPage(page)
    play.open("/play#rules=normal&size=4&moves=" + _SMALL_GAME[:-2])
    play.set_up(white="me")
    play.begin()
    play.board.play(_SMALL_GAME[-2:])
    expect(page.get_by_role("button", name="Play again", exact=True)).to_be_visible()


@_scene
def play_link(page: Page) -> None:
    play = PlayPage(page)
    play.open()
    play.set_up("reversed", 6, white="link")
    page.get_by_role("button", name="Get the link").click()
    expect(page.get_by_role("textbox", name="Link to the game")).to_be_visible()


@_scene
def play_lobby(page: Page) -> None:
    play = PlayPage(page)
    play.open()
    ann, ben = rated_players(page)
    ann.request("join", size=4, clock={"seconds": 180, "increment": 2}, rated=True)
    ben.request("join", rules="reversed", color="black")
    OtherPlayer(page, "W" * 40).request("join", size=6, clock={"seconds": 60})
    play.set_up(white="anyone")
    lobby = page.get_by_role("region", name="Lobby")
    expect(lobby).to_contain_text("Ann 1662?")
    expect(lobby.get_by_role("button", name=re.compile("^Join"))).to_have_count(3)
    lobby.scroll_into_view_if_needed()


@_scene
def play_people(page: Page) -> None:
    play = PlayPage(page)
    game = play.invite(size=8).rsplit("/", 1)[1]
    ann = OtherPlayer(page, "Ann")
    ann.request("accept", game=game)
    play.board.wait_for_turn()
    ann.request("say", game=game, phrase="good-luck")
    page.get_by_text("Say something").click()
    play.button("Hello!")
    expect(play.standing.locator(".said")).to_have_count(2)


@_scene
def play_away(page: Page) -> None:
    play = PlayPage(page)
    game = play.invite(size=8).rsplit("/", 1)[1]
    ann = OtherPlayer(page, "Ann")
    ann.request("accept", game=game)
    play.board.wait_for_turn()
    ann.disconnect()
    expect(play.standing).to_contain_text("lost the connection")


@_scene
def arena_ratings(page: Page) -> None:
    PlayPage(page).open()
    rated_players(page)
    visit(page, "/arena/ratings")
    page.get_by_role("radio", name="4×4").check()
    expect(page.get_by_role("row", name=re.compile("Ann"))).not_to_have_count(0)


@_scene
def play_gone(page: Page) -> None:
    visit(page, "/play/g-nowhere123")
    expect(page.get_by_role("alert")).to_contain_text("Game not found")


@_scene
def settings(page: Page) -> None:
    visit(page, "/study")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


@_scene
def keys(page: Page) -> None:
    AnalysePage(page).open()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


@_scene
def analyse_values(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=_TIGER))
    analyse.wait_for_values()
    analyse.tab("Engine")


@_scene
def analyse_review(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(size=4, moves=_SMALL_GAME))
    analyse.tab("Review")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("button", name="Review again")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("b")
    expect(page.get_by_text("lost 22 discs")).to_be_visible()


@_scene
def analyse_learn(page: Page) -> None:
    analyse_review(page)
    page.get_by_role("button", name=re.compile("^Learn from white")).click()
    expect(page.get_by_role("region", name=re.compile("Learn"))).to_be_visible()


@_scene
def analyse_variations(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash("reversed", moves=_TIGER, ply=4))
    analyse.board.wait_for_turn()
    analyse.board.play("e3")
    analyse.tab("Moves")
    expect(page.get_by_role("group", name="Variation")).to_be_visible()


@_scene
def analyse_explorer(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash("reversed", moves="f5d6"))
    analyse.tab("Explorer")
    expect(page.get_by_role("table", name=re.compile("^Legal moves"))).to_contain_text("depth")
    analyse.wait_for_values()


@_scene
def analyse_terms(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=_TIGER))
    analyse.tab("Terms")
    page.get_by_role("combobox", name="Evaluation").select_option("r2")
    expect(page.get_by_role("table").get_by_role("row").nth(1)).to_be_visible()


@_scene
def analyse_open(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open()
    analyse.open_text("a letter to my aunt")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()


@_scene
def analyse_export(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=_TIGER))
    analyse.menu("Export")
    expect(page.get_by_role("textbox", name="GGF")).to_have_value(re.compile("^\\(;"))


@_scene
def analyse_new(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open()
    analyse.menu("New")
    expect(page.get_by_role("dialog", name="New board")).to_be_visible()


@_scene
def analyse_editor(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=_TIGER))
    analyse.menu("Edit")
    expect(page.get_by_role("region", name="Board editor")).to_be_visible()


@_scene
def study(page: Page) -> None:
    visit(page, "/study")
    expect(page.get_by_role("link", name=re.compile("Puzzles"))).to_be_visible()


@_scene
def study_rules(page: Page) -> None:
    visit(page, "/study/rules")
    expect(page.get_by_role("grid")).to_be_visible()


@_scene
def study_puzzles(page: Page) -> None:
    visit(page, "/study/puzzles")
    expect(page.get_by_role("list", name="Puzzles").get_by_role("link").first).to_be_visible()


@_scene
def study_puzzle(page: Page) -> None:
    study_puzzles(page)
    page.get_by_role("list", name="Puzzles").get_by_role("link").first.click()
    BoardOnPage(page).wait_for_turn()
    hints = page.get_by_role("list", name="Hints").get_by_role("listitem")
    for step in (1, 2, 3):
        page.get_by_role("button", name=f"Hint {step} of 3").click()
        expect(hints).to_have_count(step)


@_scene
def study_perfect(page: Page) -> None:
    visit(page, "/study/perfect" + game_hash(size=4, moves="b1"))
    expect(BoardOnPage(page).valued.first).to_be_visible()


@_scene
def study_openings(page: Page) -> None:
    visit(page, "/study/openings" + game_hash(moves="f5d6c3d3c4"))
    expect(page.get_by_role("heading", name="Tiger")).to_be_visible()
    expect(page.get_by_role("table", name=re.compile("^Legal moves"))).to_contain_text("depth")
    expect(
        page.get_by_role("region", name="All openings").get_by_role("button").first
    ).to_be_visible()


@_scene
def study_training(page: Page) -> None:
    visit(page, "/study/openings/training/black" + game_hash(moves="f5d6"))
    board = BoardOnPage(page)
    board.wait_for_turn()
    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_role("region", name="Training")).to_contain_text("The book has")
    board.square("c7").click()
    expect(page.get_by_role("region", name="Training")).to_contain_text("Wrong: c7")


@_scene
def study_due(page: Page) -> None:
    study_training(page)
    page.get_by_role("link", name="Back to the openings").click()
    expect(page.get_by_role("link", name="Train Black (1 due)")).to_be_visible()


@_scene
def study_tree(page: Page) -> None:
    visit(page, "/study/tree" + game_hash("reversed", moves=_TIGER))
    BoardOnPage(page).wait_for_turn()
    page.get_by_role("combobox", name="Evaluation").select_option("own")
    expect(page.get_by_role("textbox", name=re.compile("^Weights"))).to_be_visible()


@_scene
def study_tree_cut(page: Page) -> None:
    visit(page, "/study/tree" + game_hash(moves=_TIGER))
    page.get_by_role("button", name="Show the search").click()
    page.get_by_role("button", name="Next cut-off").click()
    expect(page.get_by_role("region", name="This step")).to_contain_text("Cut-off (")
    expect(page.get_by_role("img", name="alpha-beta, depth 3")).to_be_visible()


@_scene
def study_tree_mcts(page: Page) -> None:
    visit(page, "/study/tree" + game_hash(size=6))
    page.get_by_role("radio", name="MCTS").check()
    page.get_by_role("button", name="Show the search").click()
    steps = page.get_by_role("region", name="Steps")
    expect(steps).to_contain_text("Step 0 of")
    page.keyboard.press("End")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("region", name="This step")).to_contain_text("Selection: ")


@_scene
def arena(page: Page) -> None:
    visit(page, "/arena")
    expect(page.get_by_role("link", name=re.compile("Three agents"))).to_be_visible()
    expect(page.get_by_role("heading", name="The lab's report")).to_be_visible()


@_scene
def arena_tournament(page: Page) -> None:
    visit(page, "/arena/1")
    expect(page.get_by_role("table", name="Standings, best first")).to_be_visible()
    expect(page.get_by_role("table", name=re.compile("^Games"))).to_be_visible()


@_scene
def arena_game(page: Page) -> None:
    visit(page, "/arena/1/games/2")
    expect(page.get_by_role("heading", name="Game 2 of Three agents")).to_be_visible()
    page.get_by_role("button", name="Forward").click()
    expect(page.get_by_role("list", name="Moves")).to_be_visible()


@_scene
def games_begin(page: Page) -> None:
    visit(page, "/games")
    expect(page.get_by_role("heading", name="I have a key")).to_be_visible()


@_scene
def games_list(page: Page) -> None:
    begin(page)
    play_games(page, reviewed=2)
    page.reload()
    expect(page.get_by_role("link", name="Review the game")).to_have_count(3)
    expect(page.get_by_role("img", name="Accuracy of 2 games")).to_be_visible()
    page.get_by_role("button", name="Show the key").click()
    page.get_by_text("More filters").click()


@_scene
def lab(page: Page) -> None:
    visit(page, "/lab")
    expect(page.get_by_role("link", name=re.compile("Open the report"))).to_be_visible()


@_scene
def play_hint(page: Page) -> None:
    play = PlayPage(page)
    play.open("/play#rules=normal&size=8&moves=" + _TIGER)
    play.set_up(white="engine:level=1")
    play.begin()
    play.board.wait_for_turn()
    play.button("Hint")
    expect(play.standing.get_by_text("Try ")).to_be_visible()
    play.board.square("a1").click(force=True)  # it is disabled
    expect(page.locator(".board-note")).to_contain_text("a1 would flip nothing")


@_scene
def play_won(page: Page) -> None:
    play = PlayPage(page)
    play.start(size=4)
    play.board.play_to_the_end()
    expect(play.standing).to_contain_text("One thing to learn: ")


@_scene
def analyse_notes(page: Page) -> None:
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=_TIGER, ply=4))
    analyse.board.wait_for_turn()
    analyse.board.play("e3")
    analyse.tab("Notes")
    page.get_by_role("textbox", name="Comment on this position").fill("A quiet move:\nsee d2.")
    page.get_by_role("textbox", name=re.compile("Name of the variation")).fill("The quiet one")
    squares = page.get_by_role("textbox", name=re.compile("^Or type squares"))
    drawn = (("circle", "d2"), ("square", "d3"), ("triangle", "c4"), ("cross", "f4"))
    for tool, square in (*drawn, ("letter", "e2"), ("letter", "d5")):
        page.get_by_role("radio", name=tool).check()
        squares.fill(square)
        squares.press("Enter")
    for color, arrow in (("red", "c4e6"), ("yellow", "e3e1"), ("blue", "b6d6")):
        page.get_by_role("radio", name=color).check()
        squares.fill(arrow)
        squares.press("Enter")
    page.get_by_role("radio", name="Off").check()
    expect(page.get_by_role("list", name="Drawings on this position")).to_contain_text("b6")


@_scene
def analyse_study(page: Page) -> None:
    analyse_notes(page)
    page.get_by_role("textbox", name="Title of the study").fill("Answers to the tiger")
    page.get_by_role("button", name="Save as a study").click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog", name="Share the study")).to_be_visible()


@_scene
def analyse_reading(page: Page) -> None:
    analyse_study(page)
    page.keyboard.press("Escape")
    AnalysePage(page).tab("Moves")
    expect(page.get_by_role("region", name="Comment")).to_be_visible()


@_scene
def analyse_studies(page: Page) -> None:
    analyse_study(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="My studies").click()
    dialog = page.get_by_role("dialog", name="My studies")
    dialog.get_by_role("button", name=re.compile("^Delete")).first.click()
    expect(dialog.get_by_role("button", name=re.compile("^Really delete"))).to_be_visible()


@_scene
def embedded(page: Page) -> None:
    analyse_study(page)
    expect(page).to_have_url(re.compile(r"/analyse/\w+$"))
    page.goto("/embed/" + page.url.rpartition("/")[2])
    for _ in range(4):
        page.get_by_role("button", name="Forward").click()
    page.get_by_role("button", name=re.compile("The quiet one")).click()
    expect(page.get_by_role("region", name="Comment")).to_contain_text("A quiet move")


@_scene
def study_lessons(page: Page) -> None:
    visit(page, "/study/lessons")
    expect(page.get_by_role("link", name=re.compile("Stable discs")).first).to_be_visible()


@_scene
def study_lesson(page: Page) -> None:
    visit(page, "/study/lessons/normal/mobility#step=2")
    board = BoardOnPage(page)
    board.wait_for_turn()
    board.square("a6").click()
    expect(page.get_by_role("region", name="The lesson")).to_contain_text("a6 flips 6 discs")


@_scene
def study_lesson_squares(page: Page) -> None:
    visit(page, "/study/lessons/normal/stable")
    BoardOnPage(page).square("a1").click()
    expect(BoardOnPage(page).square("a1")).to_have_accessible_name("a1, white, marked")


_RUN: dict[str, Any] = {
    "kind": "tournament",
    "share": 0.4,
    "text": "",
    "tournament": 1,
    "game": None,
}
_RUNS = [
    {
        **_RUN,
        "id": 5,
        "title": "random, greedy",
        "state": "waiting",
        "share": 0,
        "tournament": None,
    },
    {
        **_RUN,
        "id": 4,
        "title": "2026-11",
        "state": "running",
        "game": {
            "number": 5,
            "black": "greedy",
            "white": "random",
            "rules": "normal",
            "size": 8,
            "position": "",
            "moves": _TIGER,
        },
    },
    {
        **_RUN,
        "id": 3,
        "title": "How many moves there are to choose from",
        "kind": "lab",
        "state": "finished",
        "share": 1,
        "tournament": None,
    },
    {
        **_RUN,
        "id": 2,
        "title": "random, greedy, random, greedy, random, greedy, random, greedy",
        "state": "failed",
        "text": "its process ended unexpectedly; what was played is stored",
    },
    {
        **_RUN,
        "id": 1,
        "title": "2026-10",
        "state": "interrupted",
        "text": "the server ended before it was finished",
    },
]


@_scene
def arena_runs_live(page: Page) -> None:
    # Runs of every kind, without any work for them.
    answer = {**page.request.get("/api/runs").json(), "runs": _RUNS}
    page.route("**/api/runs", lambda route: route.fulfill(json=answer))
    visit(page, "/arena/runs")
    live = page.get_by_role("region", name="The running game")
    expect(live.get_by_role("grid")).to_have_accessible_name(re.compile("black"))


@_scene
def arena_runs(page: Page) -> None:
    visit(page, "/arena/runs")
    page.get_by_role("combobox", name="Experiment").select_option("breadth")
    expect(page.get_by_role("button", name="Run the experiment")).to_be_enabled()


@_scene
def study_two(page: Page) -> None:
    visit(page, "/study/two")
    BoardOnPage(page).play_some(3)


@_scene
def study_offline(page: Page) -> None:
    visit(page, "/study/offline")
    expect(page.get_by_role("heading", name="This works")).to_be_visible()
