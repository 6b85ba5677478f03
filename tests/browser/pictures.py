"""Takes the pictures of the user guide: ``python tests/browser/pictures.py docs/images``.

Each shows the app in use: real games of levels, and a real tournament, which is played
first and takes a minute.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

sys.path.append(str(Path(__file__).parent.parent))

from browser.analyse_page import AnalysePage
from browser.app_process import app_process
from browser.board import BoardOnPage
from browser.find_browser import found_browser, why_none
from browser.launching import launched
from browser.links import game_hash
from browser.new_pages import TIMEOUT_MILLISECONDS, Device, NewPages, Theme
from browser.play_page import PlayPage

# Two games of level 6 against level 5.
_NORMAL = (
    "e6f6c4e3f2c5f4g3d6e1c6d2f5b4f3g5h3e7b3g2g6d7b5h4c7g4c3a5h1e2"
    "h2d3a4f7b6a3g1f1f8d8a6h7h6h5c2d1a2g7c1b1a1b2h8g8b8c8e8a8b7a7"
)
_REVERSED = (
    "d3e3f4c3f5e6c4g3f3b5e2c5d2f2d6c6e7g5f6g4h2f1b7g2e1f8d7g6e8g7"
    "f7g8g1b6c7d1b2b3a4a5c1a3c2a1h6b4d8c8h5h3h7h4b8a6a7b1h1h8a2a8"
)
_AGENTS = ("greedy", "r4:depth=2", "mcts:playouts=200", "engine:level=3", "engine:level=5")


def main() -> None:
    """Take them all."""
    folder = Path(sys.argv[1]) if len(sys.argv) == 2 else sys.exit(__doc__)
    path = found_browser() or sys.exit(why_none())
    expect.set_options(timeout=TIMEOUT_MILLISECONDS)
    with tempfile.TemporaryDirectory() as place:
        _play_tournament(Path(place))
        with (
            app_process(Path(place) / "games.db", "--arena", f"{place}/arena.db") as app,
            sync_playwright() as playwright,
            launched(playwright, path) as browser,
        ):
            new_pages = NewPages(browser, app.address)

            def open_page(device: Device = "desktop", theme: Theme = "light") -> Page:
                return new_pages.open(device, theme, still=True)

            def keep(page: Page, name: str) -> None:
                page.screenshot(path=folder / f"app-{name}.png")
                print(folder / f"app-{name}.png")

            keep(_playing(open_page()), "play")
            keep(_playing(open_page("phone")), "play-phone")
            keep(_reviewed(open_page()), "analyse")
            keep(_variation(open_page(theme="dark")), "analyse-dark")
            keep(_puzzle(open_page()), "puzzle")
            keep(_perfect(open_page()), "perfect")
            keep(_tournament(open_page()), "arena")
            new_pages.close()


def _play_tournament(folder: Path) -> None:
    command = [sys.executable, "-m", "obversi", "arena", "run", *_AGENTS, "--games", "30"]
    options = ["--seed", "1", "--name", "Reports and levels", "--db", str(folder / "arena.db")]
    subprocess.run([*command, *options], check=True, stdout=subprocess.DEVNULL)


def _playing(page: Page) -> Page:
    """A reversed game against a level, and what a move would flip."""
    play = PlayPage(page)
    play.open("/play" + game_hash("reversed", moves=_REVERSED[:40]))
    play.set_up("reversed", white="engine:level=5")
    play.begin()
    play.board.wait_for_turn()
    play.board.square(play.board.legal_squares()[2]).hover()
    return page


def _reviewed(page: Page) -> Page:
    """A whole game, reviewed, at its first blunder."""
    analyse = AnalysePage(page)
    analyse.open(game_hash(moves=_NORMAL))
    analyse.tab("Review")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("button", name="Review again")).to_be_visible(timeout=120_000)
    page.keyboard.press("Home")
    page.keyboard.press("b")
    analyse.wait_for_the_last_value()
    return page


def _variation(page: Page) -> Page:
    """Another move than the one that was played, in the reversed game."""
    analyse = AnalysePage(page)
    analyse.open(game_hash("reversed", moves=_REVERSED, ply=24))
    analyse.wait_for_the_last_value()
    page.keyboard.press("Space")
    analyse.wait_for_the_last_value()
    return page


def _puzzle(page: Page) -> Page:
    page.goto("/study/puzzles/reversed-8x8-1")
    BoardOnPage(page).wait_for_turn()
    page.get_by_role("button", name="Hint 1 of 3").click()
    expect(page.get_by_role("list", name="Hints").get_by_role("listitem")).to_have_count(1)
    return page


def _perfect(page: Page) -> Page:
    page.goto("/study/perfect" + game_hash("reversed", size=6, moves="c2d2e3"))
    expect(BoardOnPage(page).valued.first).to_be_visible()
    return page


def _tournament(page: Page) -> Page:
    page.goto("/arena/1")
    standings = page.get_by_role("table", name=re.compile("^Standings"))
    expect(standings.get_by_role("img").first).to_be_visible()  # a rating
    expect(page.get_by_role("table", name=re.compile("^Games"))).to_be_visible()
    return page


if __name__ == "__main__":
    main()
