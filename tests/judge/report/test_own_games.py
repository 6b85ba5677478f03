"""Charts of times: every move and every game, with the limits."""

from collections.abc import Callable
from dataclasses import replace

from page_reader import Reader

from obversi.arena.game.played import PlayedGame
from obversi.color import BLACK
from obversi.formats.record import GameRecord
from obversi.judge.report.own_games import game_times_chart, move_times_chart
from obversi.judge.seen_games import OwnGame, own_game

MakeGame = Callable[..., PlayedGame]


def games_of(make_game: MakeGame, count: int) -> list[OwnGame]:
    return [
        own_game(number, "round robin", make_game(number), BLACK, "ben")
        for number in range(1, count + 1)
    ]


def test_every_move_has_the_longest_and_the_median(make_game: MakeGame) -> None:
    games = games_of(make_game, 3)
    reader = Reader(move_times_chart(games, 5.0))
    most = max(len(own.seconds) for own in games)
    kinds = [bar.attributes["class"] for bar in reader.named("rect")]
    assert kinds == ["longest", "median"] * most
    assert "move 1: longest" in reader.texts("title")[1]
    assert "limit 5 s per move" in reader.texts("text")
    heights = [float(bar.attributes["height"] or 0) for bar in reader.named("rect")]
    assert all(
        longest >= median for longest, median in zip(heights[::2], heights[1::2], strict=True)
    )
    assert any(line.attributes["class"] == "limit" for line in reader.named("line"))


def test_a_high_limit_is_only_written(make_game: MakeGame) -> None:
    reader = Reader(move_times_chart(games_of(make_game, 1), 500.0))
    assert not any(line.attributes["class"] == "limit" for line in reader.named("line"))
    assert "limit 500 s per move" in reader.texts("text")


def test_every_game_has_a_bar_by_its_result(make_game: MakeGame) -> None:
    games = games_of(make_game, 4)
    reader = Reader(game_times_chart(games, 180.0))
    assert [bar.attributes["class"] for bar in reader.named("rect")] == [
        own.result for own in games
    ]
    assert "limit 180 s per game" in reader.texts("text")
    without = Reader(game_times_chart(games, None))
    assert not any("limit" in text for text in without.texts("text"))


def test_games_without_moves_have_no_chart(make_game: MakeGame) -> None:
    empty = replace(make_game(1), record=GameRecord(make_game(1).record.start, result=64))
    games = [own_game(1, "round robin", empty, BLACK, "ben")]
    assert move_times_chart(games, 5.0) == ""
    assert game_times_chart(games, 180.0) == ""
