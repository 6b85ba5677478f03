"""Games that outlive what happens to browsers and servers."""

from collections.abc import Iterator

import pytest
from browser.analyse_page import AnalysePage
from browser.app_process import AppProcess, app_process
from browser.new_pages import DEVICES, NewPages, checked_pages
from browser.play_page import PlayPage
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

pytestmark = pytest.mark.needs_server

LOST = "Connection lost. Reconnecting … Your games are saved."
WAITS = "will be played when the connection is back."

# The browser's message about an unreachable server.
CONNECTION_ERRORS = r"WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to fetch"


@pytest.fixture(scope="module")
def own_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """Have an app that tests kill and start again."""
    with app_process(tmp_path_factory.mktemp("own") / "games.db") as app:
        yield app


@pytest.fixture
def own_pages(browser: Browser, own_app: AppProcess) -> Iterator[NewPages]:
    with checked_pages(browser, own_app.address) as new_pages:
        yield new_pages


@pytest.mark.long
def test_reload_continues_the_game(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    play.start("reversed", 6)
    play.board.play_some(2)
    cells, address = play.board.cells(), page.url
    page.reload()
    play.board.wait_for_turn()
    assert play.board.cells() == cells
    assert page.url == address
    expect(play.standing).to_contain_text("Your turn")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    play.board.play_some(1)


@pytest.mark.long
def test_game_continues_after_leaving_the_page(wide_page: Page) -> None:
    play = PlayPage(wide_page)
    play.start(size=6)
    play.board.play_some(2)
    cells = play.board.cells()
    wide_page.get_by_role("link", name="Study").click()
    expect(wide_page.get_by_role("heading", name="Study")).to_be_visible()
    wide_page.get_by_role("link", name="Play", exact=True).click()
    play.board.wait_for_turn()
    assert play.board.cells() == cells
    play.board.play_some(1)


@pytest.mark.long
def test_games_continue_after_a_server_restart(own_app: AppProcess, own_pages: NewPages) -> None:
    plays = [PlayPage(own_pages.open(device)) for device in DEVICES]
    for play in plays:
        own_pages.expect_problem(play.page, CONNECTION_ERRORS)
        play.start("reversed", 6)
        play.board.play_some(2)
    own_app.kill()
    waiting = [(play, *lose_the_connection(play)) for play in plays]
    own_app.start_again()
    for play, before, move in waiting:
        for text in (LOST, WAITS):
            expect(play.page.get_by_text(text)).to_have_count(0)
        play.board.wait_for_turn(before)
        expect(play.moves).to_have_count(6)
        expect(play.moves.nth(4)).to_have_accessible_name(f"5. Black {move}")


def lose_the_connection(play: PlayPage) -> tuple[str, str]:
    """Choose a move without a server, and another one; return the board's label and the move."""
    page, cells = play.page, play.board.cells()
    expect(page.get_by_role("alert")).to_contain_text(LOST)
    page.get_by_role("link", name="Study").click(trial=True)
    banner = page.get_by_role("alert").bounding_box()
    strips = [page.get_by_role("group", name=one, exact=True) for one in ("Black", "White")]
    for strip in (strip.bounding_box() for strip in strips):
        assert banner is not None
        assert strip is not None
        is_apart = (
            banner["y"] + banner["height"] <= strip["y"]
            or strip["y"] + strip["height"] <= banner["y"]
        )
        assert is_apart, "the banner covers the clock"
    before = play.board.label()
    first, second, *_ = play.board.legal_squares()
    for square in (first, second):
        play.board.square(square).click()
        expect(play.standing).to_contain_text(f"{square} {WAITS}")
    assert play.board.cells() == cells
    return before, second


@pytest.mark.long
def test_analysis_continues_after_a_server_restart(
    own_app: AppProcess, own_pages: NewPages
) -> None:
    page = own_pages.open("phone")
    own_pages.expect_problem(page, CONNECTION_ERRORS)
    analyse = AnalysePage(page)
    analyse.open()
    analyse.wait_for_values()
    own_app.kill()
    expect(page.get_by_role("alert").first).to_contain_text(LOST)
    own_app.start_again()
    expect(page.get_by_text(LOST)).to_have_count(0)
    analyse.board.play("d3")
    analyse.wait_for_values()


@pytest.mark.long
def test_game_of_two_people_continues_after_a_server_restart(
    own_app: AppProcess, own_pages: NewPages
) -> None:
    host, guest = PlayPage(own_pages.open()), PlayPage(own_pages.open("phone"))
    for player in (host, guest):
        own_pages.expect_problem(player.page, CONNECTION_ERRORS)
    guest.open(host.invite())
    host.board.wait_for_turn()
    host.board.square("b1").click()
    guest.board.wait_for_turn()
    own_app.kill()
    for player in (host, guest):
        expect(player.page.get_by_role("alert")).to_contain_text(LOST)
    # A move without a connection waits for it.
    guest.board.square(guest.board.legal_squares()[0]).click()
    expect(guest.standing).to_contain_text(WAITS)
    own_app.start_again()
    for player in (host, guest):
        expect(player.page.get_by_text(LOST)).to_have_count(0)
    host.board.wait_for_turn()
    expect(host.moves).to_have_count(2)


class WeakLink:
    """The connection of a page, which breaks when the page sends a move, and stays broken."""

    def __init__(self, page: Page, *, arrives: bool) -> None:
        self._arrives = arrives
        self._is_due = self._is_down = False
        page.route_web_socket("**/ws", self._connected)

    def break_at_the_next_move(self) -> None:
        self._is_due = True

    def mend(self) -> None:
        self._is_due = self._is_down = False

    def _connected(self, page_end: WebSocketRoute) -> None:
        if self._is_down:
            page_end.close()
            return
        server_end = page_end.connect_to_server()

        def sent(message: str | bytes) -> None:
            if not self._is_due or '"move"' not in str(message):
                server_end.send(message)
                return
            self._is_down = True
            if self._arrives:
                server_end.send(message)
            server_end.close()
            page_end.close()

        def received(message: str | bytes) -> None:
            if not self._is_down:
                page_end.send(message)

        page_end.on_message(sent)
        server_end.on_message(received)


@pytest.mark.few_cases
@pytest.mark.parametrize("arrives", [False, True])
def test_a_connection_lost_in_mid_move_loses_nothing(new_pages: NewPages, arrives: bool) -> None:
    """One of two people loses the connection, before or after the move has reached the server."""
    host, guest = PlayPage(new_pages.open()), PlayPage(new_pages.open("phone"))
    link = WeakLink(guest.page, arrives=arrives)
    guest.open(host.invite())
    host.board.wait_for_turn()
    host.board.square("b1").click()
    guest.board.wait_for_turn()
    link.break_at_the_next_move()
    guest.board.square("a1").click()
    expect(guest.page.get_by_role("alert")).to_contain_text(LOST)
    expect(guest.standing).to_contain_text(WAITS)
    white = host.page.get_by_role("group", name="White")
    expect(white).to_contain_text("away for")
    expect(host.moves).to_have_count(2 if arrives else 1)
    link.mend()
    expect(guest.page.get_by_text(LOST)).to_have_count(0)
    expect(white).not_to_contain_text("away")
    for player in (host, guest):
        expect(player.moves).to_have_count(2)
        expect(player.moves.last).to_have_accessible_name("2. White a1")
    expect(guest.standing).not_to_contain_text(WAITS)
    # The game goes on for both.
    host.board.wait_for_turn()
    host.board.square(host.board.legal_squares()[0]).click()
    guest.board.wait_for_turn()
    expect(guest.moves).to_have_count(3)


def test_link_to_a_deleted_game_shows_an_error(phone_page: Page) -> None:
    page = phone_page
    play = PlayPage(page)
    page.goto("/play/g-nowhere123")
    expect(page.get_by_role("alert")).to_contain_text("Game not found")
    expect(page.get_by_role("alert")).to_contain_text(
        "It no longer exists, or the link is incomplete."
    )
    play.button("New game")
    play.board.wait_for_turn()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()


@pytest.mark.long
def test_game_is_played_in_one_tab_at_a_time(wide_page: Page) -> None:
    first = wide_page
    play = PlayPage(first)
    play.start(size=6)
    play.board.play_some(1)
    second = first.context.new_page()
    again = PlayPage(second)
    again.open(first.url)
    watched = "You are playing this game in another tab."
    expect(second.get_by_text(watched)).to_be_visible()
    assert again.board.legal_squares() == []
    again.button("Play here")
    again.board.play_some(1)
    expect(first.get_by_text(watched)).to_be_visible()
    second.close()
    left = "The tab with this game was closed. You can continue here."
    expect(first.get_by_text(left)).to_be_visible()
    play.button("Play here")
    play.board.play_some(1)
    expect(first.get_by_text(left)).to_have_count(0)


def test_a_connection_that_is_opening_is_not_closed_for_another_name(wide_page: Page) -> None:
    wide_page.goto("/")
    call = """async () => {
      const { makeSocket } = await import("/static/js/core/socket.js");
      const made = [];
      const open = globalThis.WebSocket;
      globalThis.WebSocket = class {
        static CONNECTING = 0;
        readyState = 0;
        constructor() { made.push(this); }
        send(text) { this.sent = JSON.parse(text); }
        close() { this.isClosed = true; }
      };
      let name = "Ann";
      const socket = makeSocket(() => ({ name }));
      const [own] = made;
      name = "Bo";
      socket.renew();
      const early = Boolean(own.isClosed);
      own.readyState = 1;
      own.onopen();
      socket.renew();
      globalThis.WebSocket = open;
      return [early, own.sent.name, own.isClosed];
    }"""
    assert wide_page.evaluate(call) == [False, "Bo", True]
