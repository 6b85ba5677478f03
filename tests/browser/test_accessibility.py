"""What everybody needs of every page and dialog, at both sizes, each in another theme."""

import pytest
from browser.accessibility import cut_texts, grave_violations, sideways, small_targets
from browser.new_pages import SCREENS
from browser.scenes import SCENES, Scene
from browser.shared_pages import SharedPages


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_page_is_accessible(shared_pages: SharedPages, scene: Scene) -> None:
    page = shared_pages.open("phone", still=True)
    scene.show(page)
    assert grave_violations(page) == []
    assert not sideways(page), "the page is wider than the phone"
    assert small_targets(page) == []
    assert cut_texts(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(SCREENS["desktop"]["viewport"])
    assert grave_violations(page) == []
    assert not sideways(page), "the page is wider than the screen"
    assert cut_texts(page) == []
