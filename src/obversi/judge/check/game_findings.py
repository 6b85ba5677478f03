"""Findings from games against sparring partners."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.wording import seconds_text
from obversi.board import Board
from obversi.color import color_name
from obversi.judge.check.failure_advice import failure_advice, failure_group
from obversi.judge.check.limit_findings import CLOSE_TO_LIMIT, LOSES
from obversi.judge.finding import CheckFinding, Severity, board_finding
from obversi.judge.seen_games import SeenGame
from obversi.rules import Rules

_OUTPUT_LINES = 12

# Remarks about several cores contain this word.
_CORES = "cores"

# Remarks about a changed board contain this word; they are findings about boards.
_BOARD = "chessboard"


@dataclass(frozen=True, slots=True)
class CheckGame(SeenGame):
    """A game of the checked agent."""

    @property
    def place(self) -> str:
        """The game in a few words."""
        return f"as {color_name(self.color)} against {self.opponent}"

    def board(self, ply: int | None = None) -> Board:
        """Return the board after this ply, or at the end."""
        board = self.game.record.start.copy()
        for played in self.game.record.moves[:ply]:
            board.push(played.move)
        return board


def game_findings(games: Sequence[CheckGame], preset: CoursePreset) -> Iterator[CheckFinding]:
    """Yield findings about failures, remarks, time and results of games."""
    yield from _failures(games)
    yield from _remarks(games)
    yield from _time_outs(games, preset)
    yield from _long_games(games, preset)
    for opponent in dict.fromkeys(game.opponent for game in games):
        met = [game for game in games if game.opponent == opponent]
        yield _results(met, opponent == games[0].opponent, preset.rules)


def _failures(games: Sequence[CheckGame]) -> Iterator[CheckFinding]:
    alike: dict[str, list[CheckGame]] = {}
    for game in games:
        if (failure := game.own_failure) is not None:
            alike.setdefault(failure_group(failure.kind, failure.reason), []).append(game)
    for failed in alike.values():
        first = failed[0]
        failure = first.own_failure
        assert failure is not None
        board = first.board()
        output = str(first.notes.get("output", "")).rstrip().split("\n")[-_OUTPUT_LINES:]
        yield board_finding(
            board,
            Severity.PROBLEM,
            "games",
            f"{_times(len(failed))} it lost by a failure, first {first.place} at move "
            f"{board.ply + 1}: {failure.reason}",
            failure_advice(failure.kind, failure.reason),
            "\n".join(["its last output:", *output]) if any(output) else "",
        )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _remarks(games: Sequence[CheckGame]) -> Iterator[CheckFinding]:
    """Yield the first remark about lists and about cores, with the number of remarks."""
    remarks = [
        (game, int(remark["ply"]), str(remark["remark"]))
        for game in games
        for remark in game.notes.get("remarks", ())
    ]
    of_cores = [remark for remark in remarks if _CORES in remark[2]]
    of_lists = [one for one in remarks if _CORES not in one[2] and _BOARD not in one[2]]
    for alike, level, advice in (
        (of_lists, Severity.PROBLEM, "list all legal squares in every call, and nothing else"),
        (of_cores, Severity.ADVICE, "an agent has one core: threads make nothing faster"),
    ):
        if alike:
            game, ply, words = alike[0]
            board = game.board(ply)
            yield board_finding(
                board,
                level,
                "games",
                f"{_times(len(alike))} in a call, first {game.place} at move {ply + 1}: {words}",
                advice,
            )


def _time_outs(games: Sequence[CheckGame], preset: CoursePreset) -> Iterator[CheckFinding]:
    late = [(game, ply) for game in games for ply in game.notes.get("time_outs", ())]
    if not late or preset.at_time_out == LOSES:
        return
    game, ply = late[0]
    yield CheckFinding(
        Severity.ADVICE,
        "games",
        f"{_times(len(late))} it was interrupted at {preset.move_seconds:g} s, first {game.place} "
        f"at move {int(ply) + 1}; the last candidate so far was played",
        "stop the search yourself before `self.time_out` is over",
    )


def _long_games(games: Sequence[CheckGame], preset: CoursePreset) -> Iterator[CheckFinding]:
    if preset.game_seconds is None:
        return
    longest = max(games, key=lambda game: sum(game.seconds))
    seconds = sum(longest.seconds)
    words = f"its longest game took {seconds_text(seconds)} of the {preset.game_seconds:g} s"
    if seconds > CLOSE_TO_LIMIT * preset.game_seconds:
        advice = "add up the time of the calls in `self`, and search less when little is left"
        yield CheckFinding(Severity.ADVICE, "games", f"{words}: {longest.place}", advice)
    else:
        yield CheckFinding(Severity.GOOD, "games", words)


def _results(games: Sequence[CheckGame], is_weakest: bool, rules: Rules) -> CheckFinding:
    wins = sum(game.margin > 0 for game in games)
    losses = sum(game.margin < 0 for game in games)
    results = ", ".join(f"{_result(game)} as {color_name(game.color)}" for game in games)
    words = f"against {games[0].opponent}: {results}"
    if wins >= losses:
        return CheckFinding(Severity.GOOD, "games", words)
    option = " --rules reversed" if rules == "reversed" else ""
    advice = (
        "search deeper, and evaluate mobility and corners, not only discs; `obversi match "
        f"cs303:my_agent.py {games[0].opponent} --games 100{option}` measures your progress"
    )
    if any(game.own_failure for game in games):
        advice = "correct the failures first"
    elif is_weakest and not wins:
        goal = "fewest" if rules == "reversed" else "most"
        advice = f"this is the weakest opponent: does your agent know that the {goal} discs win?"
    return CheckFinding(Severity.ADVICE, "games", words, advice)


def _result(game: CheckGame) -> str:
    if game.game.failure is not None:
        return "lost by a failure" if game.own_failure else "won by a failure of the opponent"
    if game.margin == 0:
        return "a draw"
    return f"{'won' if game.margin > 0 else 'lost'} by {abs(game.margin)}"
