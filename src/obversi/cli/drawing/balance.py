"""Who is ahead, as a bar."""

from math import exp

from rich.text import Text

from obversi.cli.drawing.palette import Palette

__all__ = ["balance_bar", "black_share"]

_WIDTH = 32

# By so many discs ahead a player has nearly three quarters of the bar.
_DISCS = 8.0


def black_share(margin: float) -> float:
    """Return the part of the bar that is black's, from 0 to 1; a half is even.

    The first discs of a lead count most, as they decide the game.

    >>> black_share(0), round(black_share(8), 2), round(black_share(-64), 2)
    (0.5, 0.73, 0.0)
    """
    return 1 / (1 + exp(-margin / _DISCS))


def balance_bar(margin: float, palette: Palette | None, unicode: bool) -> Text:
    """Draw a bar of black's part and white's, for a margin seen by black under the rules.

    Felt at both ends shows how long it is, be the window dark or light.
    """
    black = round(_WIDTH * black_share(margin))
    if palette is None:
        full, light = "█░" if unicode else "#."
        return Text(f"black {black * full}{(_WIDTH - black) * light} white")
    return Text.assemble(
        "black ",
        (" ", f"on {palette.felt[0]}"),
        (black * " ", f"on {palette.black}"),
        ((_WIDTH - black) * " ", f"on {palette.white}"),
        (" ", f"on {palette.felt[0]}"),
        " white",
    )
