import json
from dataclasses import replace
from typing import Any

import pytest

import obversi as ob
from obversi.arena import Sprt, TimeControl, TournamentSettings, entrants

SETTINGS = TournamentSettings(
    entrants=entrants(["greedy", "random", "r4:depth=1"]),
    form="round-robin",
    size=6,
    rules="reversed",
    pairs=5,
    time=TimeControl(seconds=0.1),
    seed=4,
    openings="random, 4 plies",
)


def test_labels() -> None:
    found = entrants(["engine:depth=2", "old=engine:weights=a=b.obw", "engine:depth=2", "x=greedy"])
    assert [(one.label, one.description) for one in found] == [
        ("engine:depth=2", "engine:depth=2"),
        ("old", "engine:weights=a=b.obw"),
        ("engine:depth=2 #2", "engine:depth=2"),
        ("x", "greedy"),
    ]


@pytest.mark.parametrize("text", ["", "=greedy", "x="])
def test_empty_agents_are_rejected(text: str) -> None:
    with pytest.raises(ob.ObversiError, match="is not an agent"):
        entrants(["greedy", text])


@pytest.mark.parametrize("label", ["two\nlines", "\x1b[31mred", "a\x07", "a\u202eb", "\udcff"])
def test_labels_that_cannot_be_shown_are_rejected(label: str) -> None:
    with pytest.raises(ob.ObversiError, match="characters that cannot be shown") as rejected:
        entrants(["greedy", f"{label}=greedy"])
    assert ascii(label)[1:-1] in str(rejected.value)
    with pytest.raises(ob.ObversiError, match="use LABEL=AGENT to choose another"):
        entrants([f"python:{label}.py:best"])
    [entrant] = entrants([f"mine=python:{label}.py:best"])
    assert entrant.description == f"python:{label}.py:best"


def test_labels_of_all_languages_are_fine() -> None:
    assert [one.label for one in entrants(["três ●=greedy", "弱い=random"])] == ["três ●", "弱い"]


@pytest.mark.parametrize(
    "settings",
    [
        SETTINGS,
        replace(SETTINGS, form="swiss", rounds=3, adjudicate=12),
        replace(SETTINGS, form="race", rounds=2),
        replace(SETTINGS, form="race", rounds=2, encounters=(((0, 1),), ((1, 2), (2, 0)))),
        replace(
            SETTINGS,
            entrants=SETTINGS.entrants[:2],
            sprt=Sprt(0, 10),
            time=TimeControl(clock=9, increment=1),
        ),
    ],
)
def test_settings_survive_json(settings: TournamentSettings) -> None:
    assert TournamentSettings.from_object(json.loads(json.dumps(settings.to_object()))) == settings


@pytest.mark.parametrize(
    ("form", "agents", "rounds", "planned"),
    [
        ("round-robin", 2, 1, 10),
        ("round-robin", 4, 1, 60),
        ("gauntlet", 4, 1, 30),
        ("neighbours", 4, 1, 60),
        ("neighbours", 7, 1, 180),
        ("swiss", 4, 3, 60),
        ("swiss", 5, 2, 40),
        ("race", 2, 1, 10),
        ("race", 5, 3, 120),
    ],
)
def test_how_many_games_there_are(form: str, agents: int, rounds: int, planned: int) -> None:
    settings = replace(SETTINGS, form=form, entrants=entrants(agents * ["random"]), rounds=rounds)
    assert settings.planned == planned


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"form": "knockout"}, "there is no form 'knockout'"),
        ({"form": "swis"}, "did you mean 'swiss'"),
        ({"entrants": entrants(["random"])}, "a tournament of 1 agent cannot be played"),
        ({"pairs": 0}, "the number of pairs cannot be 0"),
        ({"rounds": 2}, "round-robin has none"),
        ({"adjudicate": -1}, "cannot be -1"),
        ({"adjudicate": 21}, "more than 20 take too long"),
        ({"sprt": Sprt(0, 5)}, "for two agents, not for 3"),
        ({"encounters": (((0, 1),),)}, "only a race has encounters"),
        ({"form": "race", "encounters": (((0, 3),),)}, "there is no encounter"),
    ],
)
def test_what_cannot_be_played_is_rejected(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ob.ObversiError, match=message):
        replace(SETTINGS, **wrong)


@pytest.mark.parametrize(
    "wrong", [(5, 0), (0, 0), (0, float("inf")), (0, 5, 0.0), (0, 5, 0.05, 0.6)]
)
def test_tests_that_cannot_be_made_are_rejected(wrong: tuple[float, ...]) -> None:
    with pytest.raises(ob.ObversiError, match=r"a test cannot|is not an error rate"):
        Sprt(*wrong)
