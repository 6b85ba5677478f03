"""Submissions that are equal or nearly equal, whatever their names, comments and spaces are."""

import io
import keyword
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

# Runs of this many tokens are compared: shorter ones are alike by chance.
_RUN = 12

# Two submissions are nearly equal if they share this much of the smaller one.
_NEARLY = 0.75

# Runs in more than half of the submissions are ignored, since the course may have given them. In a
# small class they may also be copies.
_SMALL_CLASS = 6

# A submission with fewer runs than this is too short to be compared.
_FEWEST_RUNS = 30

_SKIPPED = {
    tokenize.ENCODING,
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


@dataclass(frozen=True, slots=True)
class Similarity:
    """Students whose submissions are alike, in the order of names.

    `share` is the least that any two neighbours of the group have in common: 1 if all tokens are
    the same. If `same_bytes` is set, even names and comments are the same.
    """

    names: tuple[str, ...]
    share: float = 1.0
    same_bytes: bool = False


def similarity_text(similarity: Similarity) -> str:
    """Return what the submissions of a group have in common.

    >>> similarity_text(Similarity(("anna", "bob"), 0.912))
    'share at least 91 % of their code'
    """
    if similarity.same_bytes:
        return "are the same"
    if similarity.share == 1:
        return "are the same but for names, comments and spaces"
    return f"share at least {int(100 * similarity.share)} % of their code"


def normalised_tokens(source: str) -> list[str]:
    """Return the tokens of a file; names are all the same, comments and docstrings are left out.

    A file that cannot be read to its end has the tokens before.

    >>> normalised_tokens("total = 2 * size  # discs") == normalised_tokens("n=2*m")
    True
    """
    found: list[str] = []
    begins = True  # a logical line begins
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type in _SKIPPED:
                begins = begins or token.type == tokenize.NEWLINE
                continue
            if token.type == tokenize.STRING:
                found += [] if begins else ["''"]  # a text at the beginning of a line is a comment
            elif token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                found.append("name")
            else:
                found.append(token.string)
            begins = False
    except (tokenize.TokenError, SyntaxError):
        pass
    return found


def similar_submissions(files: Mapping[str, Sequence[str]]) -> tuple[Similarity, ...]:
    """Compare the submissions of all students; each has the texts of its files.

    Groups come in the order of how much they have in common, equal ones first.
    """
    tokens = {
        name: [token for text in texts for token in normalised_tokens(text)]
        for name, texts in files.items()
    }
    by_bytes = _grouped({name: tuple(texts) for name, texts in files.items()})
    by_tokens = _grouped({name: tuple(row) for name, row in tokens.items() if row})
    found = [Similarity(names, same_bytes=True) for names in by_bytes if len(names) > 1]
    equal = {frozenset(names) for names in by_bytes}
    found += [
        Similarity(names) for names in by_tokens if len(names) > 1 and frozenset(names) not in equal
    ]
    found += _nearly_equal({names: tokens[names[0]] for names in by_tokens})
    return tuple(sorted(found, key=lambda one: (not one.same_bytes, -one.share, one.names)))


def _grouped(keys: Mapping[str, object]) -> list[tuple[str, ...]]:
    groups: dict[object, list[str]] = {}
    for name, key in keys.items():
        groups.setdefault(key, []).append(name)
    return [tuple(names) for names in groups.values()]


def _nearly_equal(tokens: Mapping[tuple[str, ...], Sequence[str]]) -> Iterator[Similarity]:
    """Yield the groups of different submissions with much in common."""
    runs = {names: _runs(row) for names, row in tokens.items()}
    if len(runs) >= _SMALL_CLASS:
        counts = Counter(run for own in runs.values() for run in own)
        given = {run for run, times in counts.items() if times > len(runs) / 2}
        runs = {names: own - given for names, own in runs.items()}
    shares = {
        (one, other): share
        for one, other in combinations(runs, 2)
        if (share := _share(runs[one], runs[other])) >= _NEARLY
    }
    groups: dict[tuple[str, ...], set[tuple[str, ...]]] = {names: {names} for names in runs}
    for one, other in shares:
        joined = groups[one] | groups[other]
        for names in joined:
            groups[names] = joined
    for group in {frozenset(group) for group in groups.values() if len(group) > 1}:
        least = min(share for (one, other), share in shares.items() if {one, other} <= group)
        # Runs do not show every difference: different tokens are never reported as the same.
        yield Similarity(tuple(sorted(name for names in group for name in names)), min(least, 0.99))


def _runs(tokens: Sequence[str]) -> frozenset[int]:
    return frozenset(
        hash(tuple(tokens[place : place + _RUN])) for place in range(len(tokens) - _RUN + 1)
    )


def _share(one: frozenset[int], other: frozenset[int]) -> float:
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller >= _FEWEST_RUNS else 0.0
