"""Findings from the answers on boards, and the mistake that explains wrong answers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from obversi.agents.course.answer import square_text, squares_text
from obversi.judge.check.answers import BoardAnswer, boards_text
from obversi.judge.check.failure_advice import failure_advice, failure_group
from obversi.judge.check.mistakes import KnownMistake, mistakes, pairs_of_mistakes
from obversi.judge.finding import CheckFinding, Severity, board_finding

# A mistake has to explain at least this share of the wrong answers.
_ENOUGH = 2 / 3


@dataclass(frozen=True, slots=True)
class ExplainedAnswers:
    """A mistake that explains wrong answers, with the answers that it explains.

    It is certain if it explains all of them, and no other mistake does.
    """

    words: str
    advice: str
    explained: tuple[BoardAnswer, ...]
    is_certain: bool = False


def explain(answers: Sequence[BoardAnswer], *, only_last: bool = False) -> ExplainedAnswers | None:
    """Return the known mistake that explains the wrong answers, or None.

    With `only_last` only the last entry of a list counts. A mistake that explains all answers, the
    right ones too, comes first; otherwise the one that explains most wrong ones.
    """
    wrong = [
        answer for answer in answers if not (answer.is_last_legal if only_last else answer.is_right)
    ]
    if not wrong:
        return None
    best: ExplainedAnswers | None = None
    every = chain(mistakes(), pairs_of_mistakes())
    for words, advice, explains in _explanations(every, only_last):
        explained = _explained(wrong, explains)
        if len(explained) == len(wrong) and all(explains(answer) for answer in answers):
            return _with_others(
                ExplainedAnswers(words, advice, explained, True), answers, only_last
            )
        if len(explained) > max(len(best.explained) if best else 0, 1):
            best = ExplainedAnswers(words, advice, explained)
    return best


def _explained(
    wrong: Sequence[BoardAnswer], explains: Callable[[BoardAnswer], bool]
) -> tuple[BoardAnswer, ...]:
    """Return the explained answers; none if they are too few."""
    found: list[BoardAnswer] = []
    for place, answer in enumerate(wrong, start=1):
        if explains(answer):
            found.append(answer)
        elif place - len(found) > (1 - _ENOUGH) * len(wrong):
            return ()
    return tuple(found)


def _with_others(
    hint: ExplainedAnswers, answers: Sequence[BoardAnswer], only_last: bool
) -> ExplainedAnswers:
    """Add another mistake that would give the same answers, if there is one.

    One more missing direction that does not matter on these boards is not another mistake.
    """
    for words, advice, explains in _explanations(mistakes(most_directions=1), only_last):
        if words != hint.words and all(explains(answer) for answer in answers):
            both = f"{hint.words}, or as if {words}"
            return ExplainedAnswers(both, f"{hint.advice}. Or: {advice}", hint.explained)
    return hint


_Explanation = tuple[str, str, Callable[[BoardAnswer], bool]]


def _explanations(known: Iterable[KnownMistake], only_last: bool) -> Iterator[_Explanation]:
    yield (
        "`candidate_list` still holds what was added in the call before",
        "begin `go` with `self.candidate_list.clear()`",
        _is_not_cleared,
    )
    yield (
        "it lists squares although no move is legal",
        "leave `candidate_list` empty then: that is the pass",
        lambda answer: answer.is_right or not answer.legal,
    )
    yield (
        "all legal squares are listed, but the choice at the end is not one of them",
        "the result of your search is not a legal square: is it (row, column), and for this board?",
        lambda answer: answer.is_right or frozenset(answer.candidates[:-1]) == answer.legal,
    )
    if not only_last:
        yield (
            "it lists its own choice only",
            "add all legal squares first, and then the choice once more: the last entry is played",
            _is_choice_alone,
        )
    for mistake in known:
        yield mistake.words, mistake.advice, _made_by(mistake, only_last)


def _is_not_cleared(answer: BoardAnswer) -> bool:
    old, new = answer.before, set(answer.candidates[len(answer.before) :])
    # The choice is made from the whole list, so it may be an old entry too.
    return (
        answer.candidates[: len(old)] == old
        and answer.legal <= new
        and new <= answer.legal | set(old)
    )


def _is_choice_alone(answer: BoardAnswer) -> bool:
    named = frozenset(answer.candidates)
    return len(named) == min(len(answer.legal), 1) and named <= answer.legal


def _made_by(mistake: KnownMistake, only_last: bool) -> Callable[[BoardAnswer], bool]:
    def explains(answer: BoardAnswer) -> bool:
        squares = mistake.squares(answer.board)
        if only_last:
            return answer.candidates[-1] in squares if answer.candidates else not squares
        return frozenset(answer.candidates) == squares

    return explains


_TOPIC = "candidates"

# More wrong squares than this are hard to compare.
_MANY = 4


def candidate_findings(
    results: Sequence[BoardAnswer], *, only_last: bool = False, starts_slowly: bool = False
) -> Iterator[CheckFinding]:
    """Yield findings about failures, wrong lists and other problems of lists, causes first.

    With `only_last` the course requires only the move at the end of the list. If it `starts_slowly`
    the first call of a process is too slow, which was said before: consequences are left out.
    """
    if starts_slowly:
        results = [one for one in results if not (one.is_unfinished or _is_of_compiling(one))]
    yield from failure_findings(_TOPIC, results)
    late = [one for one in results if one.is_too_late]
    if late:
        yield _nothing_yet(late, len(results))
    answers = [one for one in results if one.failure is None and not one.is_too_late]
    if not only_last:
        unfinished = [
            one for one in answers if one.is_unfinished and set(one.candidates) < one.legal
        ]
        if unfinished:
            yield _unfinished(unfinished, len(results))
        answers = [one for one in answers if one not in unfinished]
    wrong = [one for one in answers if not (one.is_last_legal if only_last else one.is_right)]
    changed = [one for one in answers if one.is_board_changed]
    is_cause = bool(wrong) and all(one.is_board_changed for one in wrong)
    if is_cause and (hint := explain(answers, only_last=only_last)):
        is_cause = not hint.is_certain
    if is_cause:
        yield _wrong_by_changes(wrong, len(answers), only_last)
    elif wrong:
        yield _wrong_lists(answers, wrong, only_last)
    elif len(answers) == len(results):
        what = "a legal move at the end of the list" if only_last else "exactly the legal squares"
        yield CheckFinding(
            Severity.GOOD, _TOPIC, f"{boards_text(len(results), len(results))}: {what}"
        )
    if not wrong and not only_last and _never_chooses(answers):
        yield CheckFinding(
            Severity.ADVICE,
            _TOPIC,
            "no list has the chosen move once more at the end, so the last legal square is played",
            "append the move that you have chosen, even if it is in the list already",
        )
    if changed and not is_cause:
        yield board_finding(
            changed[0].board,
            Severity.ADVICE,
            _TOPIC,
            f"{boards_text(len(changed), len(answers))} `go` changes the `chessboard` that it was "
            "given, and then searches on another board",
            _COPY_ADVICE,
        )


def failure_findings(topic: str, results: Sequence[BoardAnswer]) -> Iterator[CheckFinding]:
    """Yield a finding for each kind of failure on boards."""
    alike: dict[str, list[BoardAnswer]] = {}
    for one in results:
        if one.failure is not None:
            alike.setdefault(failure_group(one.failure, one.words), []).append(one)
    for failures in alike.values():
        first = failures[0]
        assert first.failure is not None
        yield board_finding(
            first.board,
            Severity.PROBLEM,
            topic,
            f"{boards_text(len(failures), len(results))}: {first.words} ({first.place})",
            failure_advice(first.failure, first.words),
            first.details,
        )


_COPY_ADVICE = "try moves on a copy: `chessboard.copy()`"


def _is_of_compiling(answer: BoardAnswer) -> bool:
    """Whether a failure or an interruption came while the agent was compiling."""
    return answer.compiles or "still compiling" in answer.words


def _unfinished(unfinished: Sequence[BoardAnswer], boards: int) -> CheckFinding:
    """Return a finding about lists that the clock cut."""
    first = unfinished[0]
    there, legal = len(set(first.candidates)), len(first.legal)
    return board_finding(
        first.board,
        Severity.PROBLEM,
        _TOPIC,
        f"{boards_text(len(unfinished), boards)} the list was not finished when it was interrupted "
        f"at the time-out: it had {there} of {legal} squares ({first.place})",
        "add all legal squares first, before anything that takes long",
    )


def _wrong_by_changes(wrong: Sequence[BoardAnswer], boards: int, only_last: bool) -> CheckFinding:
    """Return a finding about wrong lists of agents that changed their board."""
    shown = min(wrong, key=_difficulty)
    what = "the last entry cannot be played" if only_last else "the list is wrong"
    return board_finding(
        shown.board,
        Severity.PROBLEM,
        _TOPIC,
        f"{boards_text(len(wrong), boards)} `go` changes the `chessboard` that it was given, and "
        f"{what}, as it was made on another board",
        _COPY_ADVICE,
        _list_details(shown),
    )


def _nothing_yet(late: Sequence[BoardAnswer], boards: int) -> CheckFinding:
    first = late[0]
    return board_finding(
        first.board,
        Severity.PROBLEM,
        _TOPIC,
        f"{boards_text(len(late), boards)} the list was empty when it was interrupted at the "
        f"time-out, which loses the game ({first.place})",
        "add the legal squares first, before anything that takes long",
    )


def _wrong_lists(
    answers: Sequence[BoardAnswer], wrong: Sequence[BoardAnswer], only_last: bool
) -> CheckFinding:
    where = boards_text(len(wrong), len(answers))
    what = (
        "the last entry cannot be played"
        if only_last
        else "the list differs from the legal squares"
    )
    words, advice = f"{where} {what}", _UNKNOWN_ADVICE
    shown = min(wrong, key=_difficulty)
    if empty := _answer_elsewhere(wrong):
        does = f"returns {empty.returned}" if empty.returned else "prints something"
        words, advice = f"{words}: `go` {does} but `candidate_list` is empty", _APPEND_ADVICE
        shown = empty
    elif all(not one.candidates for one in wrong):
        words, advice = f"{words}: it is empty although there are moves", _APPEND_ADVICE
    elif hint := explain(answers, only_last=only_last):
        shown = min(hint.explained, key=_difficulty)
        words, advice = f"{words}: {_hint_words(hint, len(wrong))}", hint.advice
    return board_finding(shown.board, Severity.PROBLEM, _TOPIC, words, advice, _list_details(shown))


def _hint_words(hint: ExplainedAnswers, wrong: int) -> str:
    if hint.is_certain:
        return hint.words
    some = len(hint.explained)
    looks = "it looks" if some == wrong else f"{some} of these {wrong} look"
    return f"{looks} as if {hint.words}"


def _difficulty(answer: BoardAnswer) -> tuple[bool, int]:
    """Return how hard it is to see what is wrong: many squares, then many discs."""
    return len(frozenset(answer.candidates) ^ answer.legal) > _MANY, answer.board.ply


_UNKNOWN_ADVICE = "step through your search for legal squares on this board"
_APPEND_ADVICE = (
    "append every legal square to `self.candidate_list`, and the move that you choose last: what "
    "`go` returns or prints does not count"
)


def _answer_elsewhere(wrong: Sequence[BoardAnswer]) -> BoardAnswer | None:
    """Return an answer that was returned or printed instead of listed, or None."""
    empty = [one for one in wrong if not one.candidates and one.legal]
    if len(empty) < len(wrong):
        return None
    return next((one for one in empty if one.returned or one.output.strip()), None)


def _list_details(answer: BoardAnswer) -> str:
    """Return the missing and the illegal squares of a list."""
    listed, size = set(answer.candidates), answer.board.size
    lines = [answer.place]
    if missing := answer.legal - listed:
        lines.append(f"missing: {squares_text(missing, size)}")
    if illegal := listed - answer.legal:
        lines.append(f"not legal: {squares_text(illegal, size)}")
    if answer.candidates and not answer.is_last_legal:
        played = square_text(answer.candidates[-1], size)
        lines.append(f"it would play {played}, and lose the game")
    return "\n".join(lines)


def _never_chooses(answers: Sequence[BoardAnswer]) -> bool:
    # An interrupted agent may have been about to choose.
    free = [one for one in answers if len(one.legal) > 1 and not one.is_late]
    return bool(free) and all(len(one.candidates) == len(frozenset(one.candidates)) for one in free)
