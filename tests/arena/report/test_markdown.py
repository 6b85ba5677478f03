"""Tables in Markdown."""

from collections.abc import Callable
from dataclasses import replace

from obversi.arena.report.markdown import markdown_cross_table, markdown_standings, markdown_text
from obversi.arena.statistics.standings import Standings

MakeStandings = Callable[..., Standings]


def test_standings(make_standings: MakeStandings) -> None:
    assert markdown_standings(make_standings()).splitlines() == [
        "|  | agent | rating | 95 % | games | points | score | margin |",
        "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| 1 | first | +312 | above +87 | 2 | 2 | 100.0 % | +20.0 |",
        "| 2 | second | −45 | −90 to +12 | 2 | ½ | 25.0 % | −20.0 |",
    ]


def test_anchor_has_no_interval(make_standings: MakeStandings) -> None:
    standings = make_standings()
    anchored = replace(standings.rows[1], rating=0.0, low=0.0, high=0.0)
    table = markdown_standings(replace(standings, rows=(standings.rows[0], anchored)))
    assert "| second | 0 | by definition |" in table


def test_cross_table_is_seen_by_the_row(make_standings: MakeStandings) -> None:
    assert markdown_cross_table(make_standings(("a", "b", "c"))).splitlines() == [
        "|  | agent | 1 | 2 | 3 |",
        "| ---: | --- | ---: | ---: | ---: |",
        "| 1 | a | · | 100 | 100 |",
        "| 2 | b | 0 | · |  |",
        "| 3 | c | 0 |  | · |",
    ]


def test_labels_cannot_break_a_table(make_standings: MakeStandings) -> None:
    table = markdown_standings(make_standings(("a|b\nc", "`<b>`")))
    assert len(table.splitlines()) == 4
    assert r"| a\|b c |" in table
    assert r"| \`\<b\>\` |" in table


def test_text_that_means_nothing_special_stays_as_it_is() -> None:
    assert markdown_text("r1-corrected:level=4") == "r1-corrected:level=4"
