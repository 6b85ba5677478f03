"""The site without a server: the same answers as the server's, games, reviews, offline use."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from browser.accessibility import grave_violations
from browser.app_process import AppProcess
from browser.both_answers import answer_of_server, answers_of_page
from browser.navigation import visit
from browser.new_pages import KEEP_WORKERS, NewPages
from browser.play_page import PlayPage
from browser.static_host import hosted
from playwright.sync_api import Browser, expect

import obversi as ob
from obversi.agents.levels import level
from obversi.book import Book, BookPlayer, shipped_book
from obversi.engine import Engine
from obversi.formats import record_from_moves
from obversi.openings import names_along
from obversi.puzzles import shipped_puzzles
from obversi.review import review
from obversi.rules import RULES, Rules
from obversi.web.explorer.position import explore

# Resolves when the browser keeps the largest file, which is the last.
_KEPT = """
() => new Promise((resolve) => {
  const look = async () => {
    const kept = await (await caches.open("obversi-engine")).keys();
    if (kept.some(({ url }) => url.endsWith("8x8-normal.obw"))) resolve();
    else setTimeout(look, 100);
  };
  look();
})
"""


def random_boards(rules: Rules, size: int, count: int) -> Iterator[ob.Board]:
    random = Random(f"{rules} {size}")
    for _ in range(count):
        board = ob.Board(size, rules)
        for _ in range(random.randrange(10)):
            board.push(random.choice(board.legal_moves))
        yield board


def squares(board: ob.Board) -> str:
    return "".join(move for move in board.move_stack if not move.is_pass)


@pytest.mark.few_cases
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_book_and_names_are_those_of_the_server(
    site_pages: NewPages, rules: Rules, size: int
) -> None:
    page = site_pages.open()
    visit(page, "/study")
    boards = list(random_boards(rules, size, 12))
    games = [{"rules": rules, "size": size, "moves": squares(board)} for board in boards]
    found = answers_of_page(page, "/api/explorer", games)
    for board, answer in zip(boards, found, strict=True):
        expected = explore(board, shipped_book(size, rules)).model_dump(mode="json")
        assert answer["book"] == expected["book"], board
        assert bool(answer["best_line"]) == bool(expected["best_line"])
        rows = {move["move"]: move for move in expected["moves"]}
        assert {move["move"]: move for move in answer["moves"]} == rows
    if size == 8:
        lines = answers_of_page(page, "/api/line", games)
        for board, line in zip(boards, lines, strict=True):
            assert [node["opening"] for node in line["nodes"]] == names_along(board)


def test_moves_from_a_book_are_those_of_the_package(site_pages: NewPages) -> None:
    page = site_pages.open()
    visit(page, "/study")
    call = """async ([game, tolerance]) => {
      const { acceptedMoves } = await import("/static/js/site/book_player.js");
      const { localLine } = await import("/static/js/offline/line.js");
      const node = localLine(game).nodes.at(-1);
      return (await acceptedMoves(game, node, tolerance)).map(({ move }) => move);
    }"""
    by_results = 0
    for rules in RULES:
        book = shipped_book(8, rules)
        assert book is not None
        for board in played_from_book(book, rules, 60):
            game = {"rules": rules, "size": 8, "moves": squares(board)}
            for tolerance in (None, 1):
                accepted = {
                    known.move for known in BookPlayer(book, tolerance)._accepted(book, board)
                }
                assert set(page.evaluate(call, [game, tolerance])) == accepted, board
                by_value = {known.move for known in book.best_moves(board)}
                by_results += tolerance is None and accepted != by_value
    assert by_results > 0


def played_from_book(book: Book, rules: Rules, count: int) -> Iterator[ob.Board]:
    """Positions after some moves that the book plays."""
    random = Random(rules)
    for _ in range(count):
        board = ob.Board(8, rules)
        for _ in range(random.randrange(14)):
            if known := book.best_moves(board, 1):
                board.push(random.choice(known).move)
        yield board


@pytest.mark.long
def test_names_are_found_once_the_site_can_be_reached_again(site_pages: NewPages) -> None:
    page = site_pages.open()
    visit(page, "/study")
    call = """async () => {
      const { namedLine } = await import("/static/js/site/openings.js");
      const game = { rules: "normal", size: 8, moves: "f5d6c3d3c4" };
      const name = async () => (await namedLine(game)).nodes.at(-1).opening;
      const load = globalThis.fetch;
      globalThis.fetch = () => Promise.reject(new TypeError("away"));
      const before = await name();
      globalThis.fetch = load;
      return [before, await name()];
    }"""
    assert page.evaluate(call) == [None, "Tiger"]


@pytest.mark.few_cases
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_features_are_those_of_the_server(
    site_pages: NewPages, app: AppProcess, rules: Rules, size: int
) -> None:
    page = site_pages.open()
    visit(page, "/study")
    [listed] = answers_of_page(page, "/api/evaluations", [None])
    names = [entry["name"] for entry in listed["evaluations"]]
    expected = answer_of_server(app, "/api/evaluations", None)["evaluations"]
    assert listed["evaluations"] == expected
    for plies in (4, 11, 20, 60):
        random, board = Random(f"{rules} {size} {plies}"), ob.Board(size, rules)
        while board.ply < plies and not board.is_over:
            board.push(random.choice(board.legal_moves))
        game = {"rules": rules, "size": size, "moves": squares(board)}
        question = game | {"evaluations": names}
        [found] = answers_of_page(page, "/api/explain", [question])
        server = answer_of_server(app, "/api/explain", question)
        assert found["turn"] == server["turn"]
        for own, other in zip(found["evaluations"], server["evaluations"], strict=True):
            assert own["value"] == pytest.approx(other["value"]), (own["name"], board)
            for parts in ("features", "moves"):
                for one, same in zip(own[parts], other[parts], strict=True):
                    assert one == pytest.approx(same), (own["name"], board)


@pytest.mark.long
@pytest.mark.parametrize("module", ["site/engine.js", "engine/device.js"])
def test_an_engine_without_weights_fails_and_is_made_anew(
    site_pages: NewPages, module: str
) -> None:
    """Also what waits for it fails, instead of waiting for ever."""
    page = site_pages.open()
    visit(page, "/study")
    call = """async (module) => {
      const { engineFor, evaluatedPositions } = await import(`/static/js/${module}`);
      const prepare = engineFor ?? ((game) => evaluatedPositions(game, []));
      const prepared = (size) => prepare({ rules: "normal", size }).then(() => true, () => false);
      const send = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message) {
        const isBroken = message.action === "weights" && message.path.includes("6x6");
        send.call(this, isBroken ? { ...message, path: "data:," } : message);
      };
      const broken = await Promise.all([prepared(6), prepared(8)]);
      Worker.prototype.postMessage = send;
      return [broken, await Promise.all([prepared(6), prepared(8)])];
    }"""
    assert page.evaluate(call, module) == [[False, False], [True, True]]


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_levels_choose_with_the_same_chances(site_pages: NewPages, rules: Rules) -> None:
    page = site_pages.open()
    visit(page, "/study")
    for board in random_boards(rules, 8, 6):
        slips = level(3, rules).slips
        assert slips is not None
        margins = {move: float(number) for number, move in enumerate(board.legal_moves)}
        call = """async ([slips, game, lines]) => {
          const { chancesOf } = await import("/static/js/site/levels.js");
          const { localLine } = await import("/static/js/offline/line.js");
          return chancesOf(slips, game, localLine(game).nodes.at(-1), lines);
        }"""
        game = {"rules": rules, "size": 8, "position": "", "moves": squares(board)}
        lines = [{"move": move, "margin": margin} for move, margin in margins.items()]
        own = {name: getattr(slips, name) for name in ("temperature", "most", "left", "greed")}
        found = dict(page.evaluate(call, [own, game, lines]))
        assert found == pytest.approx(slips.chances(board, slips.judged(board, margins)))


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_game_against_a_level_is_played_to_its_end(site_pages: NewPages, rules: Rules) -> None:
    play = PlayPage(site_pages.open())
    play.start(rules, 4, white="engine:level=2")
    play.board.play_to_the_end()
    expect(play.standing).to_contain_text("What decided it")  # by the review


@pytest.mark.long
def test_undo_and_reload_continue_the_game(site_pages: NewPages) -> None:
    play = PlayPage(site_pages.open())
    play.start("normal", 6, white="engine:level=1")
    play.board.play("c2")
    expect(play.moves).to_have_count(2)
    play.page.reload()
    expect(play.moves).to_have_count(2)
    play.button("Undo")
    expect(play.moves).to_have_count(0)


def test_a_game_that_is_over_cannot_be_resigned(site_pages: NewPages) -> None:
    page = site_pages.open()
    visit(page, "/study")
    call = """async () => {
      const { makeGames } = await import("/static/js/site/games.js");
      const ends = [];
      let game = null;
      const games = makeGames((message) => {
        game ??= message.game;
        if (message.type === "end") ends.push(message.reason);
      });
      await games.handle({ type: "join", against: "myself", color: "black" }, {});
      await games.handle({ type: "resign", game }, {});
      const code = await games.handle({ type: "resign", game }, {}).catch((error) => error.code);
      return [ends, code];
    }"""
    assert page.evaluate(call) == [["resign"], "over"]


@pytest.mark.long
def test_a_closed_server_changes_no_games(site_pages: NewPages) -> None:
    """As after another name, when the page begins another connection."""
    page = site_pages.open()
    visit(page, "/study")
    call = """async () => {
      const { serve } = await import("/static/js/site/server.js");
      const messages = [];
      let received = () => {};
      const send = (message) => {
        messages.push(message);
        received();
      };
      const until = (isThere) => new Promise((resolve) => {
        received = () => isThere() && resolve();
        received();
      });
      const old = serve(send);
      const clock = { seconds: 1, increment: 0 };
      old.receive({ type: "join", against: "myself", color: "black", clock });
      await until(() => messages.some(({ type }) => type === "turn"));
      const { game } = messages[0];
      old.close();
      const replies = [];
      const server = serve((message) => {
        replies.push(message);
        received();
      });
      server.receive({ type: "rejoin", game });
      await until(() => replies.some(({ type }) => type === "turn"));
      old.receive({ type: "move", game, move: "d3" });
      await new Promise((resolve) => setTimeout(resolve, 100));
      server.receive({ type: "move", game, move: "f5" });
      await until(() => replies.some(({ type }) => type === "end"));
      const words = ({ type, move, text }) => [type, move ?? text ?? ""];
      return [messages.map(({ type }) => type), replies.map(words)];
    }"""
    old, new = page.evaluate(call)
    assert old == ["start", "turn"]
    assert new[1:3] == [["turn", ""], ["state", "f5"]]
    assert new[-1] == ["end", "Black wins: White ran out of time."]


@pytest.mark.long
def test_an_analysis_is_stopped_before_its_engine_is_ready(site_pages: NewPages) -> None:
    page = site_pages.open()
    visit(page, "/study")
    call = """async () => {
      const { serve } = await import("/static/js/site/server.js");
      return new Promise((resolve) => {
        const server = serve((report) => report.final && resolve(report.seconds));
        const position = { rules: "normal", size: 8 };
        server.receive({ type: "analyse", id: 1, ...position, limit: { seconds: 60 } });
        server.receive({ type: "stop", target: 1 });
      });
    }"""
    assert page.evaluate(call) < 30


@pytest.mark.long
def test_an_engine_that_died_between_games_is_started_again(site_pages: NewPages) -> None:
    page = site_pages.open()
    page.add_init_script(KEEP_WORKERS)
    visit(page, "/study")
    call = """async () => {
      const { searchedLines } = await import("/static/js/site/engine.js");
      const options = { depth: 4, lines: 1, isFresh: true, begun() {} };
      const search = () => searchedLines({ rules: "normal", size: 6 }, options);
      await search();
      window.started.at(-1).onerror(new ErrorEvent("error", { message: "it died" }));
      return (await search()).length;
    }"""
    assert page.evaluate(call) == 1


@pytest.mark.long
def test_a_move_in_another_tab_ends_the_clock_here(site_pages: NewPages) -> None:
    page = site_pages.open()
    page.clock.install()
    visit(page, "/study")
    call = """async () => {
      const { makeGames } = await import("/static/js/site/games.js");
      const clock = { seconds: 60, increment: 600 };
      let game = null;
      window.received = [];
      const here = makeGames((message) => {
        game ??= message.game;
        window.received.push(message.type);
      });
      await here.handle({ type: "join", against: "myself", color: "black", clock }, {});
      const there = makeGames(() => {});
      await there.handle({ type: "rejoin", game }, {});
      await there.handle({ type: "move", game, move: "f5" }, {});
    }"""
    page.evaluate(call)
    page.wait_for_function("window.received.includes('turn')")
    page.clock.fast_forward(61_000)
    assert page.evaluate("window.received") == ["start", "turn"]


@pytest.mark.long
def test_the_clock_of_an_agent_starts_with_its_search(site_pages: NewPages) -> None:
    page = site_pages.open()
    visit(page, "/study")
    call = """async () => {
      const { searchedLines } = await import("/static/js/site/engine.js");
      const game = { rules: "normal", size: 6 };
      const events = [];
      const search = (depth, isFresh, name) =>
        searchedLines(game, { depth, lines: 1, isFresh, begun: () => events.push(name) });
      const searches = [search(10, true, "one"), search(4, false, "two"), search(4, true, "three")];
      await Promise.all(searches);
      return events;
    }"""
    assert page.evaluate(call) == ["one", "two", "three"]


@pytest.mark.long
def test_clock_runs_out_on_the_page_and_while_it_is_closed(site_pages: NewPages) -> None:
    page = site_pages.open()
    page.clock.install()
    play = PlayPage(page)
    for is_closed in (False, True):
        play.open()
        play.set_up("normal", 4, white="engine:level=1")
        play.set_clock("1 min")
        play.begin()
        play.board.play_some(1)
        play.board.wait_for_turn()
        if is_closed:
            page.goto("about:blank")
        page.clock.fast_forward(61_000)
        if is_closed:
            play.open()
        expect(play.standing).to_contain_text("You lose: you ran out of time.")
        play.button("New game")


def test_review_is_that_of_the_library(site_pages: NewPages) -> None:
    page = site_pages.open()
    visit(page, "/study")
    board = ob.Board(4)
    random = Random(4)
    while not board.is_over:
        board.push(random.choice(board.legal_moves))
    call = """async (moves) => {
      const { serve } = await import("/static/js/site/server.js");
      return new Promise((resolve) => {
        const server = serve((report) => report.final && resolve(report));
        server.receive({ type: "review", id: 1, size: 4, moves, limit: { seconds: 2 } });
      });
    }"""
    found = page.evaluate(call, squares(board))
    with Engine() as engine:
        expected = review(record_from_moves(board.move_stack, board.root()), engine.solve)
    assert [margin for _, margin, _ in found["margins"]] == list(expected.margins)
    losses = [move.played.loss for move in expected.moves if move.played is not None]
    assert [entry["loss"] for entry in found["entries"]] == losses
    assert found["black"]["accuracy"] == round(expected.black.accuracy or 0, 1)
    assert found["white"]["blunders"] == expected.white.blunders


def test_puzzle_is_solved(site_pages: NewPages) -> None:
    page = site_pages.open()
    puzzle = shipped_puzzles()["n8-1"]
    visit(page, "/study")
    wrong = next(move for move in puzzle.start.legal_moves if move != puzzle.solution[0])
    path = f"/api/puzzles/{puzzle.name}/try"
    tries = [{"moves": puzzle.solution[0]}, {"moves": wrong}]
    right, bad = answers_of_page(page, path, tries)
    assert right["right"]
    assert not bad["right"]


@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("play", "New game"),
        ("analyse", "Explorer"),
        ("study/puzzles", "Solve today's puzzle"),
        ("study/openings", "Book value for Black"),
        ("study/lessons", "Corners and edges"),
        ("study/perfect", "Black loses by 4"),
        ("lab", "Open the results"),
    ],
)
def test_page_of_the_site_is_complete(site_pages: NewPages, place: str, words: str) -> None:
    page = site_pages.open("phone", still=True)
    visit(page, f"/{place}")
    expect(page.get_by_role("main")).to_contain_text(words)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert grave_violations(page) == []


@pytest.mark.long
def test_site_works_offline_after_the_first_visit(browser: Browser, site_folder: Path) -> None:
    with hosted(site_folder) as server:
        new_pages = NewPages(browser, server.address)
        play = PlayPage(new_pages.open(kept=True, on_device=True))
        play.open()
        play.page.evaluate(_KEPT)
        # Pages of the documentation are not pages of the app.
        missing = play.page.goto(f"{server.address}/docs/missing.html")
        assert missing is not None
        assert missing.status == 404
        play.page.go_back()
    play.page.reload()
    play.start("normal", 4, white="engine:level=2")
    play.board.play_to_the_end()
    play.page.context.close()
