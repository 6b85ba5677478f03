"""The colours of the felt and of what lies on it, for each kind of terminal."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rich.color import Color, blend_rgb

__all__ = ["Palette", "palette_of"]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by name, as Rich reads them; they can be mixed where a terminal shows any colour.

    The last move has a colour of its own on either disc, so that it stands out on both.
    """

    felt: tuple[str, str]
    black: str
    white: str
    legal: str
    mark: str
    last_on_black: str
    last_on_white: str
    turned: str
    can_mix: bool = False

    def mixed(self, below: str, above: str, share: float) -> str:
        """Return one colour laid over another that it covers to a share."""
        if not self.can_mix or share in (0.0, 1.0):
            return above if share >= 0.5 else below
        first, second = (Color.parse(color).get_truecolor() for color in (below, above))
        return blend_rgb(first, second, share).hex


# The two greens alternate, so that squares can be told apart without lines between them. They are
# given for each kind of terminal, because the nearest of its colours need not be green.
_PALETTES: Final = MappingProxyType(
    {
        "truecolor": Palette(
            felt=("#2f7d5b", "#28704f"),
            black="#0b0d0c",
            white="#f7f6f0",
            legal="#a8d8bd",
            mark="#ffd24a",
            last_on_black="#f2b134",
            last_on_white="#c2410c",
            turned="#8a938e",
            can_mix=True,
        ),
        "256": Palette(
            felt=("color(29)", "color(35)"),
            black="color(16)",
            white="color(231)",
            legal="color(157)",
            mark="color(226)",
            last_on_black="color(214)",
            last_on_white="color(160)",
            turned="color(246)",
        ),
        "standard": Palette(
            felt=("green", "green"),
            black="black",
            white="bright_white",
            legal="black",
            mark="bright_yellow",
            last_on_black="bright_yellow",
            last_on_white="red",
            turned="bright_black",
        ),
    }
)


def palette_of(color_system: str) -> Palette:
    """Return the colours for a kind of terminal, by the name that Rich has for it."""
    return _PALETTES.get(color_system, _PALETTES["standard"])
