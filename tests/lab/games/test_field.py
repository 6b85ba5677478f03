"""The field of ten opponents."""

from obversi.lab.games.field import FIELD, field_table, play_field, pooled
from obversi.lab.games.meeting import lab_openings, meet
from obversi.lab.settings import Settings


def test_each_opponent_plays_its_share() -> None:
    settings = Settings.of("normal", 6, 40, seed=5, threads=1)
    told: list[float] = []
    found = play_field("r0-adjusted:depth=1", 40, settings, "normal", told.append)
    assert list(found) == list(FIELD)
    assert len(set(FIELD)) == 10
    assert all(len(points) == 2 for points in found.values())
    assert told == sorted(told)
    assert told[-1] == 1.0
    openings = lab_openings(settings, "normal", 4, "field 5")
    assert found[FIELD[5]] == meet("r0-adjusted:depth=1", FIELD[5], openings, settings)
    assert pooled(found)[10:12] == found[FIELD[5]]


def test_the_table_has_a_column_for_each() -> None:
    found = dict.fromkeys(FIELD, "42")
    table = field_table("normal rules", "agent", {"mine": found})
    assert table.head == ("agent", "all", *FIELD)
    assert table.rows[0][0] == "mine"
    assert table.rows[0][1].startswith("75.0 %")
    assert set(table.rows[0][2:]) == {"75"}
