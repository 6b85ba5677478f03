"""What the answers on odd boards say about an agent."""

from collections.abc import Iterator, Sequence
from typing import Final

from obversi.agents.course.squares import square_text, squares_text
from obversi.judge.check.asked import Asked, boards_text, moves_text
from obversi.judge.check.failure_advice import failure_advice, failure_kind
from obversi.judge.check.hints import Hint, explain
from obversi.judge.finding import Finding, Level

__all__ = ["candidate_findings", "failure_findings"]

_TOPIC: Final = "candidates"

# So many squares that are wrong take a while to look at.
_MANY: Final = 4


def candidate_findings(asked: Sequence[Asked], *, only_last: bool = False) -> Iterator[Finding]:
    """Go through what is to be said: failures, wrong lists, and what else is odd in them.

    With `only_last` a course wants the move at the end of the list and nothing else.
    """
    yield from failure_findings(_TOPIC, asked)
    late = [one for one in asked if one.is_too_late]
    if late:
        yield _nothing_yet(late, len(asked))
    answers = [one for one in asked if one.fault is None and not one.is_too_late]
    wrong = [one for one in answers if not (one.is_last_legal if only_last else one.is_right)]
    if wrong:
        yield _wrong_lists(answers, wrong, only_last)
    elif len(answers) == len(asked):
        what = "a legal move at the end of the list" if only_last else "exactly the legal squares"
        yield Finding(Level.GOOD, _TOPIC, f"{boards_text(len(asked), len(asked))}: {what}")
    if not wrong and not only_last and _never_chooses(answers):
        yield Finding(
            Level.ADVICE,
            _TOPIC,
            "no list has its choice once more at the end: so whatever legal square comes last is "
            "played",
            "append the move that you have chosen, even though it is in the list already",
        )
    changed = [one for one in answers if one.is_board_changed]
    if changed:
        yield Finding(
            Level.ADVICE,
            _TOPIC,
            f"{boards_text(len(changed), len(answers))} `go` changes the `chessboard` that it was "
            "given: what it looks at afterwards is another board",
            "try moves on a copy: `chessboard.copy()`",
            "",
            changed[0].board.to_string(),
            moves_text(changed[0].board),
        )


def failure_findings(topic: str, asked: Sequence[Asked]) -> Iterator[Finding]:
    """Go through the failures on boards, those that are alike together."""
    alike: dict[str, list[Asked]] = {}
    for one in asked:
        if one.fault is not None:
            alike.setdefault(failure_kind(one.fault, one.words), []).append(one)
    for failures in alike.values():
        first = failures[0]
        assert first.fault is not None
        yield Finding(
            Level.PROBLEM,
            topic,
            f"{boards_text(len(failures), len(asked))}: {first.words} ({first.place})",
            failure_advice(first.fault, first.words),
            first.details,
            first.board.to_string(),
            moves_text(first.board),
        )


def _nothing_yet(late: Sequence[Asked], boards: int) -> Finding:
    first = late[0]
    return Finding(
        Level.PROBLEM,
        _TOPIC,
        f"{boards_text(len(late), boards)} the list was empty when it was interrupted at the "
        f"time-out, which loses the game ({first.place})",
        "first add the legal squares, then search: and nothing that takes long comes before",
        "",
        first.board.to_string(),
        moves_text(first.board),
    )


def _wrong_lists(answers: Sequence[Asked], wrong: Sequence[Asked], only_last: bool) -> Finding:
    where = boards_text(len(wrong), len(answers))
    what = (
        "the last entry cannot be played"
        if only_last
        else "the list differs from the legal squares"
    )
    words, advice = f"{where} {what}", _UNKNOWN_ADVICE
    shown = min(wrong, key=_difficulty)
    if empty := _says_elsewhere(wrong):
        shown, words, advice = empty, f"{words}: {_elsewhere_words(empty)}", _APPEND_ADVICE
    elif all(not one.candidates for one in wrong):
        words, advice = f"{words}: it stays empty although there are moves", _APPEND_ADVICE
    elif hint := explain(answers, only_last=only_last):
        shown = min(hint.explained, key=_difficulty)
        words, advice = f"{words}: {_hint_words(hint, len(wrong))}", hint.advice
    return Finding(
        Level.PROBLEM,
        _TOPIC,
        words,
        advice,
        _list_details(shown),
        shown.board.to_string(),
        moves_text(shown.board),
    )


def _hint_words(hint: Hint, wrong: int) -> str:
    if hint.is_certain:
        return hint.words
    some = len(hint.explained)
    looks = "it looks" if some == wrong else f"{some} of these {wrong} look"
    return f"{looks} as if {hint.words}"


def _difficulty(asked: Asked) -> tuple[bool, int]:
    """Say how hard it is to see what is wrong: by many squares, or among many discs."""
    return len(frozenset(asked.candidates) ^ asked.legal) > _MANY, asked.board.ply


_UNKNOWN_ADVICE: Final = "step through your search for legal squares on this board"
_APPEND_ADVICE: Final = (
    "append every legal square to `self.candidate_list`, and the move that you choose last: what "
    "`go` returns or prints is not looked at"
)


def _says_elsewhere(wrong: Sequence[Asked]) -> Asked | None:
    """Return an answer that is in the return value or in the output instead of the list."""
    silent = [one for one in wrong if not one.candidates and one.legal]
    if len(silent) < len(wrong):
        return None
    return next((one for one in silent if one.returned or one.output.strip()), None)


def _elsewhere_words(asked: Asked) -> str:
    if asked.returned:
        return f"`go` returns {asked.returned} but `candidate_list` is empty"
    return "`go` prints something but `candidate_list` is empty"


def _list_details(asked: Asked) -> str:
    """Set what was listed beside what is legal."""
    listed, size = set(asked.candidates), asked.board.size
    lines = [asked.place]
    if missing := asked.legal - listed:
        lines.append(f"missing: {squares_text(missing, size)}")
    if illegal := listed - asked.legal:
        lines.append(f"not legal: {squares_text(illegal, size)}")
    if asked.candidates and not asked.is_last_legal:
        played = square_text(asked.candidates[-1], size)
        lines.append(f"it would play {played}, and lose the game by it")
    return "\n".join(lines)


def _never_chooses(answers: Sequence[Asked]) -> bool:
    # Who was interrupted may have been about to choose.
    free = [one for one in answers if len(one.legal) > 1 and not one.is_late]
    return bool(free) and all(len(one.candidates) == len(frozenset(one.candidates)) for one in free)
