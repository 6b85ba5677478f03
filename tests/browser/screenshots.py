"""Takes screenshots of every page and dialog, at four sizes and in both themes.

``python tests/browser/screenshots.py FOLDER [SCENE ...]`` starts an app with a small arena, and
writes FOLDER/SCENE-SCREEN-THEME.png; without names of scenes all are taken.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

sys.path.append(str(Path(__file__).parent.parent))

from browser.app_process import app_process
from browser.arena_file import write_arena, write_report
from browser.find_browser import found_browser, why_none
from browser.launching import launched
from browser.new_pages import SCREENS, TIMEOUT_MILLISECONDS, Device, NewPages, Theme
from browser.scenes import SCENES, Scene
from explorer_files import explorer_options

THEMES: tuple[Theme, ...] = ("light", "dark")


def main() -> None:
    folder, *names = sys.argv[1:] or sys.exit(__doc__)
    path = found_browser() or sys.exit(why_none())
    expect.set_options(timeout=TIMEOUT_MILLISECONDS)
    with tempfile.TemporaryDirectory() as place:
        write_arena(Path(place) / "arena.db")
        write_report(Path(place) / "lab")
        shown = ("--arena", f"{place}/arena.db", "--lab", f"{place}/lab", "--allow-runs")
        explored = explorer_options(Path(place))
        with (
            app_process(Path(place) / "games.db", *shown, *explored) as app,
            sync_playwright() as playwright,
            launched(playwright, path) as browser,
        ):
            for scene in SCENES:
                if not names or scene.name in names:
                    for device in SCREENS:
                        take(browser, app.address, scene, device, Path(folder))


def take(browser: Browser, address: str, scene: Scene, device: Device, folder: Path) -> None:
    new_pages = NewPages(browser, address)
    page = new_pages.open(device, still=True)
    scene.show(page)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        file = folder / f"{scene.name}-{device}-{theme}.png"
        page.screenshot(path=file)
        print(file)
    for problem in new_pages.close():
        print(f"{scene.name} {device}: {problem}", file=sys.stderr)


if __name__ == "__main__":
    main()
