"""How weights are fitted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from obversi.errors import ObversiError
from obversi.numbers import whole_number
from obversi.training.division import Division

__all__ = ["Method", "Plan"]

Method = Literal["ridge", "network"]

# As many phases as the games on a board of a size give enough positions for.
_PHASES: Final = {4: 6, 6: 16, 8: 30}


@dataclass(frozen=True)
class Plan:
    """How weights are fitted; the defaults suit ten thousand positions as well as many millions.

    The ridge is the pull on each weight, as a number of positions: what so many positions say that
    cannot be explained at all. The better all positions can be explained, the weaker it is.
    """

    phases: int | None = None  # as many as suit the size
    phase_of_empties: Sequence[int] | None = None  # for 0 to 64 empty squares, instead of `phases`
    light_phases: int = 5
    light_empties: int = 20  # the light evaluation is for so many empty squares or fewer
    method: Method = "ridge"
    ridge: float = 400.0
    overlap: int = 2  # positions so many plies beyond a phase count too,
    overlap_weight: float = 0.5  # but only so much
    trust: tuple[float, float, float] = (1.0, 1.0, 1.0)  # in exact, played and searched margins
    # A position whose margin is so many discs counts half as much as an even one: who leads by more
    # needs no exact judgement. Near the end all count alike: there moves must be put in order in
    # any position. None: everywhere.
    close: float | None = None
    close_empties: int = 22  # where it begins to count
    iterations: int = 20
    epochs: int = 10  # of networks: how often they see each position
    seed: int = 1  # of networks: what they start from, and the order of positions
    blend: float = 0.0  # how much of a margin is the searched one where it is not exact
    device: str = "auto"

    def __post_init__(self) -> None:
        """Refuse what cannot be done."""
        if self.method not in get_args(Method):
            expected = " or ".join(map(repr, get_args(Method)))
            raise ObversiError(f"there is no method {self.method!r}: expected {expected}")
        for name in ("ridge", "overlap_weight"):
            if not getattr(self, name) > 0:
                raise ObversiError(f"{name} cannot be {getattr(self, name)}: expected more than 0")
        if self.close is not None and not self.close > 0:
            raise ObversiError(f"close cannot be {self.close}: expected more than 0")
        for name, least in (
            ("close_empties", 0),
            ("overlap", 0),
            ("iterations", 1),
            ("epochs", 1),
            ("light_phases", 1),
        ):
            whole_number(getattr(self, name), name, least)

    def full_division(self, size: int) -> Division:
        """Divide games on boards of a size for the full evaluation."""
        most_empties = size**2 - 4
        if self.phase_of_empties is not None:
            return Division.given(most_empties, self.phase_of_empties)
        phases = _PHASES[size] if self.phases is None else self.phases
        return Division.even(most_empties, phases)

    def light_division(self, size: int) -> Division:
        """Divide what the light evaluation is for."""
        return Division.even(min(self.light_empties, size**2 - 4), self.light_phases)
