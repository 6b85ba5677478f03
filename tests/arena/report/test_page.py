"""The page of a tournament: whole, harmless whatever is in it, and small enough."""

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest
from page_reader import Reader, game_data_of

from obversi.arena.game.played import PlayedGame
from obversi.arena.report.page import tournament_page
from obversi.arena.statistics.ratings import Ratings
from obversi.arena.statistics.standings import Standing, Standings
from obversi.arena.store.stored import StoredTournament
from obversi.pages.rendering import STATIC
from obversi.rules import Rules

MakeGame = Callable[..., PlayedGame]
MakeStored = Callable[..., StoredTournament]
MakeStandings = Callable[..., Standings]

HOSTILE = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;"


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_page_has_settings_and_results(
    make_game: MakeGame,
    make_stored: MakeStored,
    make_standings: MakeStandings,
    size: int,
    rules: Rules,
) -> None:
    games = [
        make_game(1, size=size, rules=rules),
        make_game(2, size=size, rules=rules, a_color=1, reason="it fell asleep"),
    ]
    stored = make_stored(size=size, rules=rules)
    identities = [{"description": "first:depth=4", "version": "9.8.7", "options": {"depth": 4}}]
    reader = Reader(
        tournament_page(stored, identities, make_standings(notes=("mind the gap",)), games)
    )
    body = reader.plain_text("main")
    assert reader.texts("h1") == ["trial"]
    wins = "most" if rules == "normal" else "fewest"
    assert f"{size}×{size}, {rules} rules ({wins} discs win)" in body
    for text in (
        "mind the gap",
        "60 s per game + 0.5 s per move",
        "random, 4 plies",
        "9.8.7",
        "options.depth 4",
        "above +87",
        "−90 to +12",
        "2-0-0",
        "(above +21)",
        "it fell asleep (game 2)",
        "the mean of all is 0",
    ):
        assert text in body, text
    assert [game["number"] for game in game_data_of(reader)["games"]] == [1, 2]


def test_hostile_texts_are_escaped(
    make_game: MakeGame, make_stored: MakeStored, make_standings: MakeStandings
) -> None:
    labels = (HOSTILE, "\udce9 \u202e half a character")
    page = tournament_page(
        make_stored(labels, name=HOSTILE, openings=HOSTILE),
        [{"description": HOSTILE, HOSTILE: HOSTILE, "options": {HOSTILE: [HOSTILE]}}],
        make_standings(labels, notes=(HOSTILE,)),
        [make_game(1), make_game(2, reason=HOSTILE)],
    )
    page.encode()  # halves of characters are gone
    reader = Reader(page)
    assert len(reader.named("script")) == 2
    assert not reader.named("img")
    for element in reader.elements:
        assert not [name for name in element.attributes if name.startswith("on")]
    assert reader.texts("h1") == [HOSTILE]
    data = game_data_of(reader)
    assert data["agents"] == [HOSTILE, "? \u202e half a character"]
    assert data["games"][1]["reason"] == HOSTILE


def test_a_page_needs_nothing_from_elsewhere(
    make_game: MakeGame, make_stored: MakeStored, make_standings: MakeStandings
) -> None:
    page = tournament_page(make_stored(), [], make_standings(), [make_game(1)])
    reader = Reader(page)
    for element in reader.elements:
        assert element.name not in {"link", "img", "iframe", "object", "a"}
        assert not {"src", "href", "style", "srcset"} & set(element.attributes)
    assert not re.search(r"url\(|@import|fetch\(|innerHTML|eval\(", page)
    # The SVG namespace is an address that is never opened.
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}


def test_security_policy_allows_only_the_page_itself(
    make_game: MakeGame, make_stored: MakeStored, make_standings: MakeStandings
) -> None:
    reader = Reader(tournament_page(make_stored(), [], make_standings(), [make_game(1)]))
    (policy,) = [
        element.attributes["content"] or ""
        for element in reader.named("meta")
        if element.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none';")
    for text in (reader.texts("style")[0], reader.texts("script")[-1]):
        fingerprint = b64encode(sha256(text.encode()).digest()).decode()
        assert f"'sha256-{fingerprint}'" in policy


def test_the_scripts_do_not_end_themselves() -> None:
    for path in (*STATIC.glob("*.js"), *STATIC.glob("*.css")):
        assert "</" not in path.read_text(encoding="utf-8"), path


def test_a_tournament_that_has_just_begun(make_stored: MakeStored) -> None:
    stored = make_stored(games=0)
    rows = tuple(
        Standing(agent, entrant.label, None, None, None, 0, 0.0, None, None, 0, 0)
        for agent, entrant in enumerate(stored.settings.entrants)
    )
    standings = Standings(rows, {}, Ratings((None, None), ""), ())
    reader = Reader(tournament_page(stored, [], standings, []))
    assert game_data_of(reader)["games"] == []
    assert "0 of 2 games: unfinished" in reader.plain_text("main")


def test_many_agents_make_no_endless_cross_table(
    make_game: MakeGame, make_stored: MakeStored, make_standings: MakeStandings
) -> None:
    labels = tuple(f"agent {number}" for number in range(70))
    page = tournament_page(make_stored(labels), [], make_standings(labels), [make_game(1)])
    assert "The last 30 agents are not shown." in page
    assert page.count("data-opponent=") == 2 * 39


@pytest.mark.long
def test_five_thousand_games_fit(
    make_game: MakeGame, make_stored: MakeStored, make_standings: MakeStandings
) -> None:
    game = make_game(1)
    games = [replace(game, number=number) for number in range(1, 5101)]
    page = tournament_page(make_stored(games=5100), [], make_standings(), games)
    assert len(page.encode()) < 10_000_000
    assert "The last 100 games are not on this page" in page
    assert len(game_data_of(Reader(page))["games"]) == 5000
