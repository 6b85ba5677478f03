"""The evaluations of the reports as data, for the site without a server."""

from typing import Any

from obversi.heuristics.features import FEATURES, GOAL_FEATURES, square_weights
from obversi.heuristics.mix import Mix
from obversi.heuristics.reports import EVALUATIONS
from obversi.rules import RULES, Rules
from obversi.size import SIZES
from obversi.web.api.evaluations import (
    ENGINE_EVALUATION,
    EVALUATION_WORDS,
    FINISHED_WORDS,
    feature_title,
)


def evaluation_data() -> dict[str, Any]:
    """Return the evaluations with their weights for each game, and the words of features.

    The engine's own evaluation has no weights here, because the engine in the page evaluates.
    """
    mixes = {name: kind.make() for name, kind in EVALUATIONS.items()}
    titles = {name: (feature_title(name), words) for name, words in FEATURES.items()}
    titles["finished"] = FINISHED_WORDS
    words, origin = EVALUATION_WORDS[ENGINE_EVALUATION]
    titles[ENGINE_EVALUATION] = (feature_title(ENGINE_EVALUATION), words)
    return {
        "engine": {"name": ENGINE_EVALUATION, "words": words, "origin": origin},
        "features": {
            name: {"title": title, "words": words} for name, (title, words) in titles.items()
        },
        "evaluations": [
            {
                "name": name,
                "words": EVALUATIONS[name].description,
                "origin": EVALUATIONS[name].origin,
                "finished": mix.finished,
                "games": {
                    f"{rules}-{size}": _game(mix, rules, size) for rules in RULES for size in SIZES
                },
            }
            for name, mix in mixes.items()
            if isinstance(mix, Mix)
        ],
    }


def _game(mix: Mix, rules: Rules, size: int) -> dict[str, Any]:
    def weight(name: str, given: float) -> float:
        is_turned = rules != mix.rules and name in GOAL_FEATURES
        return 0.0 - given if is_turned else given

    quarter = mix.squares
    squares = [] if quarter is None else square_weights(quarter, size)
    return {
        "names": list(mix.features),
        "phases": [
            {
                "last": phase.last_discs(size),
                "weights": [weight(name, phase.weights.get(name, 0.0)) for name in mix.features],
            }
            for phase in mix.phases
        ],
        "squares": [squares[8 * row + column] for row in range(size) for column in range(size)]
        if squares
        else [],
    }
