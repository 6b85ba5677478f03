"""What would explain the wrong answers of an agent, all of them together."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from obversi.judge.check.asked import Asked
from obversi.judge.check.mistakes import Mistake, mistakes, pairs_of_mistakes

__all__ = ["Hint", "explain"]

# What explains less than this part of the wrong answers explains nothing.
_ENOUGH: Final = 2 / 3


@dataclass(frozen=True, slots=True)
class Hint:
    """A mistake that explains answers: `explained` are those of the wrong ones.

    It is certain if it explains all of them, and no other mistake does.
    """

    words: str
    advice: str
    explained: tuple[Asked, ...]
    is_certain: bool = False


def explain(answers: Sequence[Asked], *, only_last: bool = False) -> Hint | None:
    """Find the mistake that an agent makes on boards, or None if it is none that is known.

    With `only_last` nothing but the last entry of a list counts. What explains everything is taken
    first, right answers too; otherwise what explains most of the wrong ones.
    """
    wrong = [
        answer for answer in answers if not (answer.is_last_legal if only_last else answer.is_right)
    ]
    if not wrong:
        return None
    best: Hint | None = None
    every = chain(mistakes(), pairs_of_mistakes())
    for words, advice, explains in _explanations(every, only_last):
        explained = _explained(wrong, explains)
        if len(explained) == len(wrong) and all(explains(answer) for answer in answers):
            return _with_others(Hint(words, advice, explained, True), answers, only_last)
        if len(explained) > max(len(best.explained) if best else 0, 1):
            best = Hint(words, advice, explained)
    return best


def _explained(wrong: Sequence[Asked], explains: Callable[[Asked], bool]) -> tuple[Asked, ...]:
    """Return the answers that are explained; none if they are not enough of them."""
    found: list[Asked] = []
    for place, answer in enumerate(wrong, start=1):
        if explains(answer):
            found.append(answer)
        elif place - len(found) > (1 - _ENOUGH) * len(wrong):
            return ()
    return tuple(found)


def _with_others(hint: Hint, answers: Sequence[Asked], only_last: bool) -> Hint:
    """Add another mistake that would have had the same answers, where there is one.

    To miss one more direction that does not matter on these boards is no other mistake.
    """
    for words, advice, explains in _explanations(mistakes(most_directions=1), only_last):
        if words != hint.words and all(explains(answer) for answer in answers):
            both = f"{hint.words}, or as if {words}"
            return Hint(both, f"{hint.advice}. Or: {advice}", hint.explained)
    return hint


_Explanation = tuple[str, str, Callable[[Asked], bool]]


def _explanations(known: Iterable[Mistake], only_last: bool) -> Iterator[_Explanation]:
    yield (
        "`candidate_list` still holds what was added in the call before",
        "begin `go` with `self.candidate_list.clear()`",
        _is_not_cleared,
    )
    yield (
        "where no move is legal it lists something",
        "leave `candidate_list` empty then: that is the pass",
        lambda answer: answer.is_right or not answer.legal,
    )
    yield (
        "the legal squares are all there, but the choice at the end is none of them",
        "what your search returns is no legal square: is it (row, column), and of this board?",
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


def _is_not_cleared(answer: Asked) -> bool:
    old, new = answer.before, set(answer.candidates[len(answer.before) :])
    # The choice is made from the whole list, so that it may be an old one too.
    return (
        answer.candidates[: len(old)] == old
        and answer.legal <= new
        and new <= answer.legal | set(old)
    )


def _is_choice_alone(answer: Asked) -> bool:
    named = frozenset(answer.candidates)
    return len(named) == min(len(answer.legal), 1) and named <= answer.legal


def _made_by(mistake: Mistake, only_last: bool) -> Callable[[Asked], bool]:
    def explains(answer: Asked) -> bool:
        squares = mistake.squares(answer.board)
        if only_last:
            return answer.candidates[-1] in squares if answer.candidates else not squares
        return frozenset(answer.candidates) == squares

    return explains
