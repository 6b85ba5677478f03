"""What games against sparring partners say about an agent."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.wording import seconds_text
from obversi.board import Board
from obversi.color import color_name
from obversi.judge.check.asked import moves_text
from obversi.judge.check.failure_advice import failure_advice, failure_kind
from obversi.judge.check.limit_findings import LOSES
from obversi.judge.finding import Finding, Level
from obversi.judge.seen_game import SeenGame

__all__ = ["SparringGame", "game_findings"]

# Beyond this part of a game's time a slower machine may do harm.
_CLOSE: Final = 0.8

_OUTPUT_LINES: Final = 12

# What remarks about the cores that were used have in them.
_CORES: Final = "cores"

# And those about the board that was changed, which is told of boards.
_BOARD: Final = "chessboard"


@dataclass(frozen=True, slots=True)
class SparringGame(SeenGame):
    """A game of the agent that is checked."""

    @property
    def place(self) -> str:
        """Say which game it is, in a few words."""
        return f"as {color_name(self.color)} against {self.opponent}"

    def board(self, ply: int | None = None) -> Board:
        """Return the board after so many plies, or after all of them."""
        board = self.game.record.start.copy()
        for played in self.game.record.moves[:ply]:
            board.push(played.move)
        return board


def game_findings(games: Sequence[SparringGame], preset: CoursePreset) -> Iterator[Finding]:
    """Go through what is to be said of games: failures, remarks, time, and who won."""
    yield from _failures(games)
    yield from _remarks(games)
    yield from _time_outs(games, preset)
    yield from _long_games(games, preset)
    for opponent in dict.fromkeys(game.opponent for game in games):
        met = [game for game in games if game.opponent == opponent]
        yield _results(met, opponent == games[0].opponent, preset.rules)


def _failures(games: Sequence[SparringGame]) -> Iterator[Finding]:
    """Go through the agent's own failures, those that are alike together."""
    alike: dict[str, list[SparringGame]] = {}
    for game in games:
        if (failure := game.own_failure) is not None:
            alike.setdefault(failure_kind(failure.fault, failure.reason), []).append(game)
    for failed in alike.values():
        first = failed[0]
        failure = first.own_failure
        assert failure is not None
        board = first.board()
        yield Finding(
            Level.PROBLEM,
            "games",
            f"{_times(len(failed))} it lost by a failure, first {first.place} at move "
            f"{board.ply + 1}: {failure.reason}",
            failure_advice(failure.fault, failure.reason),
            _printed(first),
            board.to_string(),
            moves_text(board),
        )


def _printed(game: SparringGame) -> str:
    """Return the last lines that the agent printed in a game."""
    lines = str(game.notes.get("output", "")).rstrip().split("\n")
    return "\n".join(["it printed last:", *lines[-_OUTPUT_LINES:]]) if any(lines) else ""


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _remarks(games: Sequence[SparringGame]) -> Iterator[Finding]:
    """Tell the first remark about lists of candidates and about cores, and how many there are."""
    remarks = [
        (game, int(remark["ply"]), str(remark["remark"]))
        for game in games
        for remark in game.notes.get("remarks", ())
    ]
    of_cores = [remark for remark in remarks if _CORES in remark[2]]
    of_lists = [one for one in remarks if _CORES not in one[2] and _BOARD not in one[2]]
    for alike, level, advice in (
        (of_lists, Level.PROBLEM, "list all legal squares in every call, and nothing else"),
        (of_cores, Level.ADVICE, "an agent has one core: threads make nothing quicker"),
    ):
        if alike:
            game, ply, words = alike[0]
            board = game.board(ply)
            yield Finding(
                level,
                "games",
                f"{_times(len(alike))} in a call, first {game.place} at move {ply + 1}: {words}",
                advice,
                "",
                board.to_string(),
                moves_text(board),
            )


def _time_outs(games: Sequence[SparringGame], preset: CoursePreset) -> Iterator[Finding]:
    late = [(game, ply) for game in games for ply in game.notes.get("time_outs", ())]
    if not late or preset.at_time_out == LOSES:
        return
    game, ply = late[0]
    yield Finding(
        Level.ADVICE,
        "games",
        f"{_times(len(late))} it was interrupted at {preset.move_seconds:g} s, first {game.place} "
        f"at move {int(ply) + 1}; the last candidate so far was played",
        "stop the search yourself before `self.time_out` is over",
    )


def _long_games(games: Sequence[SparringGame], preset: CoursePreset) -> Iterator[Finding]:
    if preset.game_seconds is None:
        return
    longest = max(games, key=lambda game: sum(game.seconds))
    seconds = sum(longest.seconds)
    words = f"its longest game took {seconds_text(seconds)} of the {preset.game_seconds:g} s"
    if seconds > _CLOSE * preset.game_seconds:
        advice = "sum up in `self` what the calls of a game took, and hurry when little is left"
        yield Finding(Level.ADVICE, "games", f"{words}: {longest.place}", advice)
    else:
        yield Finding(Level.GOOD, "games", words)


def _results(games: Sequence[SparringGame], is_weakest: bool, rules: str) -> Finding:
    wins = sum(game.margin > 0 for game in games)
    losses = sum(game.margin < 0 for game in games)
    told = ", ".join(f"{_result(game)} as {color_name(game.color)}" for game in games)
    words = f"against {games[0].opponent}: {told}"
    if wins >= losses:
        return Finding(Level.GOOD, "games", words)
    option = " --rules reversed" if rules == "reversed" else ""
    advice = (
        "look further ahead, and count moves to choose from and corners, not discs alone; `obversi "
        f"match cs303:my_agent.py {games[0].opponent} --games 100{option}` says how far you are"
    )
    if any(game.own_failure for game in games):
        advice = "see to the failures first"
    elif is_weakest and not wins:
        goal = "fewest" if rules == "reversed" else "most"
        advice = f"this is the weakest of them: does it know that here the {goal} discs win?"
    return Finding(Level.ADVICE, "games", words, advice)


def _result(game: SparringGame) -> str:
    if game.game.failure is not None:
        return "lost by a failure" if game.own_failure else "won by a failure of the other"
    if game.margin == 0:
        return "a draw"
    return f"{'won' if game.margin > 0 else 'lost'} by {abs(game.margin)}"
